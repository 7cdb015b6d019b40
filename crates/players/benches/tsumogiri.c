/* A mahjong bot as small as can be, to measure what speaking mjai costs: it
   discards what it draws and passes on everything else. Every line is
   answered, be it one event or a list of events. */
#include <stdio.h>
#include <string.h>

int main(void) {
    static char line[1 << 20];
    while (fgets(line, sizeof line, stdin)) {
        /* The last event decides; none has an object within. */
        char *event = strrchr(line, '{'), *tile = event ? strstr(event, "\"pai\":\"") : NULL;
        if (tile && strstr(event, "\"tsumo\"") && tile[7] != '?') {
            int length = (int)strcspn(tile + 7, "\"");
            printf("{\"type\":\"dahai\",\"pai\":\"%.*s\",\"tsumogiri\":true}\n", length, tile + 7);
        } else {
            puts("{\"type\":\"none\"}");
        }
        fflush(stdout);
    }
    return 0;
}
