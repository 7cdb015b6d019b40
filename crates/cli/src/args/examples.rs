//! Examples under the help of commands that need no more words than that.

macro_rules! examples {
    ($($name:ident = [$($line:literal),+];)*) => {
        $(pub(super) const $name: &str = concat!("Examples:", $("\n  ", $line),+);)*
    };
}

examples! {
    GAMES = ["fuda games", "fuda games --json"];
    PLAYERS = ["fuda players mahjong", "fuda players othello --json"];
    RECORDS = ["fuda records verify logs/", "fuda records convert game.xml --to mjai --out game.json"];
    VERIFY = ["fuda records verify logs/ games.wtb", "fuda records verify game.xml --watch --json"];
    STATS = ["fuda records stats logs/ --format tenhou"];
    CONVERT = [
        "fuda records convert game.xml --to mjai --out game.json",
        "fuda records convert logs/ --to fuda --out converted --force"
    ];
    MINE = [
        "fuda mine table.dat --min-support 100 --out patterns.txt",
        "fuda mine koikoi.pos --min-support 4000 --min-gain 0.001 --words"
    ];
    SELECT = [
        "fuda select koikoi.pos --min-support 4000 --method divided --out features.txt",
        "fuda select table.svm --method gain --most 50"
    ];
    JOIN = ["fuda join uecda --player mc++", "fuda join mjai 127.0.0.1:11600 --player net"];
    JOIN_UECDA = ["fuda join uecda --host 192.0.2.7 --player mc++ --name fuda"];
    JOIN_MJAI = ["fuda join mjai 127.0.0.1:11600 --player ukeire --room default"];
    HOST = ["fuda host uecda --guest greedy --guest mc++", "fuda host mjai --guest net --games 10"];
    HOST_UECDA = ["fuda host uecda --games 100 --guest mc++ --guest greedy --save games.log"];
    RANK = [
        "fuda learn mahjong rank --records logs/ --only discard --model moves.safetensors",
        "fuda learn leduc rank --self-play cfr --games 2000 --model leduc.safetensors"
    ];
    AUXILIARY = [
        "fuda learn mahjong auxiliary --records logs/ --sizes 100,200 --model aux.safetensors"
    ];
    POLICY_GRADIENT = [
        "fuda learn leduc policy-gradient --games 50000 --model leduc.safetensors",
        "fuda learn koikoi policy-gradient --minutes 30 --model koikoi.safetensors --checkpoint go-on"
    ];
    VALUE = ["fuda learn othello value --records games.wtb --model value.safetensors"];
    PATTERNS = ["fuda learn koikoi patterns --self-play rule --games 2000 --model p.safetensors"];
    MODELS = ["fuda models show leduc.safetensors"];
    SHOW = ["fuda models show leduc.safetensors koikoi.safetensors --json"];
    MODELS_CONVERT = ["fuda models convert old.json --out new.safetensors"];
    OTHELLO = ["fuda othello perft 9", "fuda othello solve problems.obf"];
    PERFT = ["fuda othello perft 9", "fuda othello perft 7 --json"];
    SOLVE = ["fuda othello solve problems.obf --numbers 1-5"];
    ENDGAMES = ["fuda othello endgames --empties 6 --count 100000 --out endgames.pos"];
    MAHJONG = ["fuda mahjong score 345m40677p67s 8s --tsumo", "fuda mahjong shanten 123m456p789s1122z"];
    SHANTEN = ["fuda mahjong shanten 123m456p789s1122z", "fuda mahjong shanten 1m 9m --json"];
    KOIKOI = ["fuda koikoi policy --model pg.safetensors"];
    CURVES = ["fuda koikoi curves --episodes 3000 --seeds 10", "fuda koikoi curves --baseline --json"];
    POLICY = ["fuda koikoi policy --episodes 30000 --model pg.safetensors"];
    QUEUE_STATUS = ["fuda queue status nats://127.0.0.1:4222"];
    QUEUE_JOBS = ["fuda queue jobs nats://127.0.0.1:4222 --json"];
    QUEUE_CANCEL = ["fuda queue cancel 65d1c3f2a8b40-5e1f-2c8-1 nats://127.0.0.1:4222"];
    QUEUE_PURGE = ["fuda queue purge nats://127.0.0.1:4222 --all"];
    COMPLETIONS = [
        "fuda completions bash > ~/.local/share/bash-completion/completions/fuda",
        "fuda completions zsh > ~/.zfunc/_fuda",
        "fuda completions fish > ~/.config/fish/completions/fuda.fish"
    ];
    MAN = ["fuda man --out ~/.local/share/man/man1", "fuda man > fuda.1"];
}
