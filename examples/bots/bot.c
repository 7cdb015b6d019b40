/* A bot for every game of fuda that plays any legal move.
 *
 *     cc -O2 -o bot examples/bots/bot.c
 *     fuda match othello 'exec:./bot' random
 *
 * One JSON object per line comes in on standard input, one goes out on
 * standard output; docs/bots.md says more. The order of the fields is fixed,
 * so a bot that needs little of a message can do without a JSON library. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The number behind "key": */
static unsigned long long number(const char *line, const char *key)
{
    const char *at = strstr(line, key);
    return at ? strtoull(at + strlen(key), NULL, 10) : 0;
}

/* The legal move to play: where its text begins; its length in *length. */
static const char *choose(const char *question, int *length)
{
    const char *list = strstr(question, "\"legal\":["), *at, *end;
    unsigned count = 0, wanted;
    if (!list || !(end = strchr(list, ']')))
        exit(1);
    for (at = list + 9; at < end; at = strchr(at + 1, '"') + 2)
        count++;
    /* Think here. The view is behind "view": at the end of the line, what has
     * happened since the last question behind "events":. "random" comes from
     * the seed of the match: by using it for all chance, the same seed gives
     * the same games. */
    wanted = number(question, "\"random\":") % count;
    for (at = list + 9; wanted > 0; at = strchr(at + 1, '"') + 2)
        wanted--;
    *length = (int)(strchr(at + 1, '"') - at - 1);
    return at + 1;
}

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        if (!strncmp(line, "{\"type\":\"hello\"", 15)) {
            puts("{\"type\":\"ready\",\"name\":\"random in C\"}");
        } else if (!strncmp(line, "{\"type\":\"question\"", 18)) {
            int length;
            const char *move = choose(line, &length);
            printf("{\"type\":\"answer\",\"id\":%llu,\"move\":\"%.*s\"}\n",
                   number(line, "\"id\":"), length, move);
        }
        fflush(stdout);
    }
    return 0;
}
