//! What is typed wrongly is answered with what would be right.

use crate::common::TestDir;

#[test]
fn names_that_do_not_exist() {
    let dir = TestDir::new();
    dir.fuda("players othelo").code(2).says("no game `othelo`; did you mean `othello`?");
    dir.fuda("match othello uctt greedy").code(2).says("no player `uctt`; did you mean `uct`?");
    dir.fuda("match othello uct:lops=3 greedy")
        .code(2)
        .says("`uct` has no parameter `lops`; did you mean `loops`?");
    dir.fuda("match othello uct greedy --rules standart").code(2).says("did you mean `standard`?");
    dir.fuda("records convert x --to wthorr").code(2).says("did you mean `wthor`?");
    dir.fuda("machines").code(2);
}

#[test]
fn values_out_of_range() {
    let dir = TestDir::new();
    dir.fuda("match othello uct:loops=0 greedy")
        .code(2)
        .says("`loops` must be a whole number from 1 to 1000000000, got `0`");
    dir.fuda("match othello uct:loops=x greedy").code(2).says("got `x`");
    dir.fuda("match othello uct:loops greedy").code(2).says("expected key=value, got `loops`");
    dir.fuda("match othello greedy random --deals 0").code(2);
    dir.fuda("match othello greedy random --time-limit -1").code(2);
    dir.fuda("match othello greedy random --sprt 5").code(2).says("--sprt");
    dir.fuda("match othello greedy random --seats sideways").code(2).says("sideways");
    dir.fuda("match othello greedy random --seats 1v3").code(2).says("othello has 2");
    dir.fuda("match othello greedy").code(2).says("at least two players");
    let told = dir.fuda("match othello greedy random --deals -5").code(2);
    told.says("invalid value '-5' for '--deals");
    dir.fuda("play othello --seat 2").code(2).says("othello has the seats 0 to 1");
    dir.fuda("play othello --against random random").code(2).says("--against");
    dir.fuda("othello perft 21").code(2);
}

/// A number below 0 is too small; it is no option of that name.
#[test]
fn numbers_below_zero_are_numbers() {
    let dir = TestDir::new();
    for command in [
        "play othello --seat -1",
        "check-bot leduc random --little-time -1",
        "learn daihinmin auxiliary --self-play random --model m --select -1",
        "othello endgames --count 5 --out e.pos --seed -1",
        "othello perft -1",
        "match othello greedy -1",
    ] {
        let ran = dir.fuda(command).code(2);
        assert!(!ran.err.contains("-- -1") && !ran.err.contains("unexpected"), "{}", ran.err);
        assert!(ran.err.contains("-1"), "{}", ran.err);
    }
}

#[test]
fn no_limit_is_longer_than_clocks_count() {
    let dir = TestDir::new();
    for command in [
        "match leduc random cfr --time-limit",
        "tournament leduc random cfr --time-limit",
        "bot othello random --protocol nboard --time-limit",
        "check-bot leduc random --little-time",
    ] {
        for seconds in ["0", "nan", "1e10", "1e300"] {
            let wanted = "expected seconds above 0 and at most 1000000000";
            dir.fuda(&format!("{command} {seconds}")).code(2).says(wanted);
        }
    }
    dir.fuda("match leduc random cfr --deals 1 --time-limit 1e9").code(0);
}

/// Nothing is asked for that would be passed over in silence.
#[test]
fn what_would_have_no_effect_is_refused() {
    let dir = TestDir::new();
    for option in ["--rules", "--seat"] {
        let command = format!("bot othello random --protocol nboard {option} 0");
        dir.fuda(&command).code(2).says("the board says what is played");
    }
    for (option, words) in [
        ("--tables 0", "0 is not in 1.."),
        ("--reports none", "none: expected a folder"),
        ("--host a/b", "--allow-host: expected a name such as table.example, got `a/b`"),
        ("--store none/s.sqlite", "none/s.sqlite"),
    ] {
        dir.fuda(&format!("serve --addr 127.0.0.1:0 {option}")).code(2).says(words);
    }
    let hidden = "learn leduc policy-gradient --model m --games 9 --hidden 16xfoox8";
    dir.fuda(hidden).code(2).says("expected sizes such as 192x96, got `16xfoox8`");
}

/// Hundreds of gigabytes are asked for.
#[test]
fn what_memory_does_not_hold_is_refused_before_it_begins() {
    let dir = TestDir::new();
    for command in
        ["learn leduc policy-gradient --games 9", "learn leduc value --self-play random --games 20"]
    {
        let said = dir.fuda(&format!("{command} --hidden 65535x65535 --model m")).code(2);
        said.says("GB of memory").says("ask for fewer");
    }
}

#[test]
fn as_many_threads_as_there_may_be() {
    let dir = TestDir::new();
    dir.file("t.svm", "+1 1:1 4:1\n-1 2:1 4:1\n");
    for command in [
        "mine t.svm --min-support 1 --count-only",
        "select t.svm",
        "study t.svm --folder f --choose 1:0",
        "worker nats://127.0.0.1:1",
        "positions leduc --self-play random --out l.pos",
        "forks leduc random random",
        "koikoi curves",
        "koikoi completions --model m",
        "match leduc random random",
        "learn leduc value --self-play random --model m",
        "reproduce 5/fig-2",
    ] {
        for threads in ["1025", "18446744073709551615", "-1"] {
            dir.fuda(&format!("{command} --threads={threads}")).code(2).says("--threads");
        }
    }
}

/// Seeds are added to and multiplied; the largest must do too.
#[test]
fn the_largest_seed_is_a_seed() {
    let dir = TestDir::new();
    dir.fuda("match leduc random random --deals 2 --records games.jsonl").code(0);
    for command in [
        "match leduc uct:loops=20 mc:playouts=5 --deals 2 --series 2 --reseat 1",
        "tournament leduc random mc:playouts=1 --deals 2",
        "agree leduc mc:playouts=5 games.jsonl --positions 4 --repeats 3",
        "forks leduc mc:playouts=5 random --deals 2",
        "positions leduc --self-play random --games 5 --out l.pos",
        "learn daihinmin rank --self-play random --games 4 --model d.st",
        "learn leduc policy-gradient --games 20 --model p.st",
        "analyse leduc games.jsonl --player mc:playouts=5",
    ] {
        dir.fuda(&format!("{command} --seed {}", u64::MAX)).code(0);
    }
}

/// Standard input that never ends a line fills no memory.
#[test]
fn a_line_without_an_end_is_refused() {
    let dir = TestDir::new();
    let endless = "x".repeat((1 << 20) + 5);
    for command in [&["play", "othello"][..], &["mahjong", "shanten", "--json"]] {
        let ran = dir.run(command, &endless).code(2);
        ran.says("standard input: a line of more than 1048576 bytes");
    }
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let dir = TestDir::new();
    let long = "x".repeat(100_000);
    for wrong in ["ran\u{1b}[31mdom", "random:\u{7}=1", long.as_str()] {
        let ran = dir.run(&["match", "othello", wrong, "random"], "").code(2);
        assert!(!ran.err.contains('\u{1b}') && !ran.err.contains('\u{7}'), "{}", ran.err);
        assert!(ran.err.len() < 30_000, "{} bytes of answer", ran.err.len());
    }
    dir.run(&["players", "oth\u{1b}[2Jello"], "").code(2);
    let turned = dir.run(&["records", "verify", "a\u{202e}b"], "").code(2);
    assert!(!turned.err.contains('\u{202e}') && turned.err.contains("202e"), "{}", turned.err);
}

#[test]
fn lists_for_people_and_programs() {
    let dir = TestDir::new();
    let games = dir.fuda("games --json").code(0).json();
    let names: Vec<&str> =
        games.as_array().unwrap().iter().map(|g| g["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"othello") && names.contains(&"mahjong"), "{names:?}");
    for name in names {
        let players = dir.run(&["players", name, "--json"], "").code(0).json();
        let players = players.as_array().unwrap();
        assert!(players.iter().any(|p| p["name"] == "random"));
        for player in players {
            assert!(!player["about"].as_str().unwrap().is_empty());
            for parameter in player["parameters"].as_array().unwrap() {
                for field in ["name", "default", "range", "about"] {
                    assert!(parameter[field].is_string(), "{field} of {parameter}");
                }
            }
        }
        assert!(dir.run(&["players", name], "").code(0).out.contains("random"));
    }
    let all = dir.fuda("players --json").code(0).json();
    assert!(all.as_array().unwrap().iter().any(|p| p["game"] == "mahjong"), "{all}");
    dir.fuda("match othello uct:loops=5,time=off,rave=off random --deals 1").code(0);
    assert!(dir.fuda("games").code(0).out.contains("record formats"));
    assert!(dir.fuda("players").code(0).out.contains("players of mahjong"));
}

#[test]
fn completions_and_help() {
    let dir = TestDir::new();
    dir.fuda("completions tcsh").code(2);
    let help = dir.fuda("match --help").code(0).out;
    assert!(help.contains("Examples:") && help.contains("95% interval"));
    dir.fuda("").code(2);
}
