//! NBoard from both sides: recorded dialogues, odd programs, any bytes.
#![cfg(unix)]

use fuda_bridges::ProcessLimits;
use fuda_bridges::nboard::{
    Engine, NBoardOptions, NBoardPlayer, Reply, read_game, serve, write_game,
};
use fuda_core::{Ask, Budget, Choice, Game, Player, PlayerError, Position as _, Purpose, Seed};
use fuda_othello::{AlphaBeta, AlphaBetaPlayer, Greedy, Move, Opening, Othello, Position};
use proptest::prelude::*;
use std::time::Duration;

/// What our engine answers to these lines, without what takes time.
fn dialogue(lines: &[u8]) -> String {
    let make = |depth: Option<u32>| -> Box<dyn Player<Othello>> {
        let depth = depth.unwrap_or(1).min(2);
        Box::new(AlphaBetaPlayer::new(AlphaBeta { depth, exact: 4 }))
    };
    let mut engine = Engine::new("fuda", Box::new(make), Budget::default(), Seed(1));
    let mut out = Vec::new();
    serve(&mut engine, &mut &lines[..], &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// The start as NBoard itself sends it.
const START: &str = "set game (;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]\
    RE[?]TI[15:00]TY[8]BO[8 --------------------------OOO------XO--------------------------- *];)";

#[test]
fn a_gui_gets_what_the_protocol_promises() {
    let start = START
        .replace("--------------------------OOO------XO", "---------------------------O*------*O");
    let lines = format!(
        "nboard 2\nset depth 2\nset contempt 0\n{start}\nmove F5/0.00/1.2\nping 3\nhint 2\nlearn\ngo\nping 4\nquit\nping 5\n"
    );
    let said = dialogue(lines.as_bytes());
    let words: Vec<&str> = said.lines().filter(|l| !l.starts_with("nodestats")).collect();
    assert_eq!(words[..4], ["set myname fuda", "pong 3", "status thinking", "status"], "{said}");
    assert_eq!(words.iter().filter(|l| l.starts_with("search ")).count(), 2, "{said}");
    assert_eq!(words[6], "learned");
    assert!(words[9].starts_with("=== "), "{said}");
    assert_eq!(words[10..], ["pong 4"]);
    // White answers f5 with one of three squares, and both lists agree.
    let best = words[4].split(' ').nth(1).unwrap();
    assert!(["D6", "F4", "F6"].contains(&best) && words[9].starts_with(&format!("=== {best}/")));
}

#[test]
fn passes_are_written_as_the_protocol_does_and_may_be_left_out() {
    // Black has no move; white has one.
    let board = "O*------".to_owned() + &"--------".repeat(7);
    let game = format!("set game (;GM[Othello]PB[a]PW[b]TY[8]BO[8 {board} *];)\n");
    assert_eq!(dialogue(format!("{game}go\n").as_bytes()), "=== PA\n");
    let after = dialogue(format!("{game}move PA\ngo\n").as_bytes());
    assert!(after.contains("=== C1"), "{after}");
    let skipped = dialogue(format!("{game}move C1\nping 1\n").as_bytes());
    assert_eq!(skipped, "pong 1\n", "a pass that was left out is made");
}

#[test]
fn nonsense_is_named_and_the_rest_is_answered() {
    for (bad, word) in [
        ("move A1", "legal"),
        ("move Z9", "a square"),
        ("set game nonsense", "GGF"),
        ("set depth deep", "a depth"),
        ("hint many", "a number"),
        (&START.replace("OOO", "OO"), "64 squares"),
    ] {
        let said = dialogue(format!("{bad}\nping 7\n").as_bytes());
        let lines: Vec<&str> = said.lines().collect();
        assert!(lines.len() == 2 && lines[0].contains(word) && lines[1] == "pong 7", "{said}");
    }
    let long = [vec![b'x'; 3 << 20], b"\nping 1\n".to_vec()].concat();
    assert!(dialogue(&long).ends_with("pong 1\n"));
    assert_eq!(dialogue(b"\xff\xfe\0\nwhat is this\nping 1"), "pong 1\n");
}

#[test]
fn positions_come_back_from_the_text() {
    let game = Othello::default();
    for number in 0..50 {
        let mut rng = Seed(3).stream(Purpose::Deal, &[number]);
        let position = game.start(&game.deal(&mut rng)).unwrap();
        assert_eq!(read_game(&write_game(&position).unwrap()).unwrap(), position);
    }
}

fn player(script: &str, answer: Duration) -> NBoardPlayer {
    let command = format!("sh -c '{script}'").parse().unwrap();
    let limits = ProcessLimits { answer, ..ProcessLimits::default() };
    NBoardPlayer::new(NBoardOptions { command, limits, depth: Some(3) })
}

/// Asks at the first position.
fn ask(player: &mut NBoardPlayer) -> Result<Choice<Move>, PlayerError> {
    let position: Position = Othello::STANDARD.start(&Opening::default()).unwrap();
    let seat = position.to_move().seat();
    let (view, mut legal) = (position.view(seat), Vec::new());
    position.legal_moves(seat, &mut legal);
    let mut rng = Seed(1).stream(Purpose::Player, &[]);
    player.choose(Ask { view: &view, legal: &legal, budget: Budget::default(), rng: &mut rng })
}

/// A program that answers `go` in this way.
fn going(answer: &str) -> String {
    format!("while read a b; do case $a in ping) echo pong $b;; go) {answer};; esac; done")
}

#[test]
fn programs_of_many_kinds_are_understood() {
    let second = Duration::from_secs(30);
    for (answer, value) in [
        ("echo === F5/1.5/0.1", Some(1.5)),
        ("echo \"=== f5 -2 3\"", Some(-2.0)),
        ("echo status hm; echo nodestats 7 1; echo search D3E3 1 0 5; echo === F5", None),
    ] {
        let mut player = player(&going(answer), second);
        for _ in 0..3 {
            let choice = ask(&mut player).unwrap();
            assert_eq!(choice.mv, "f5".parse().unwrap());
            let own = choice.alternatives.iter().find(|one| one.mv == choice.mv);
            assert_eq!(own.map(|one| one.value), value);
        }
    }
}

#[test]
fn failures_are_told_and_the_next_question_starts_afresh() {
    let short = Duration::from_millis(300);
    for (script, word) in [
        ("exit 3".to_owned(), "ended"),
        ("exec 1>&-; sleep 60".to_owned(), "closed"),
        (going("echo === Z9"), "Z9"),
        (going("echo oh no >&2; exit 1"), "oh no"),
        (going("sleep 60"), "no answer"),
        (going("while :; do echo status x; done"), "no answer"),
        (going("printf \"=== F\"; sleep 60"), "no answer"),
        (format!("echo === F5; {}", going("echo === F5")), "`=== F5` before it was asked"),
    ] {
        let mut player = player(&script, short);
        for _ in 0..2 {
            let error = ask(&mut player).unwrap_err().to_string();
            assert!(error.contains(word), "{script}: {error}");
        }
    }
    // An answer too many is found at the next question, and costs that game.
    let mut twice = player(&going("echo === F5; echo === D3"), short);
    assert!(ask(&mut twice).is_ok());
    let error = ask(&mut twice).unwrap_err().to_string();
    assert!(error.contains("`=== D3` before it was asked"), "{error}");
    assert!(ask(&mut twice).is_ok());
    let missing = "no-such-program-anywhere".parse().unwrap();
    let limits = ProcessLimits::default();
    let mut player = NBoardPlayer::new(NBoardOptions { command: missing, limits, depth: None });
    assert!(ask(&mut player).is_err());
}

proptest! {
    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        dialogue(&bytes);
        let _ = Reply::read(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_words_are_answered(words in prop::collection::vec(prop_oneof![
        Just("move"), Just("F5"), Just("PA"), Just("\n"), Just("ping 1"), Just("hint"), Just("3"),
        Just("set game"), Just("(;GM[Othello]BO[8 *];)"), Just("set depth 1"), Just("nboard 2"),
    ], 0..30)) {
        let said = dialogue(words.join(" ").as_bytes());
        prop_assert!(said.is_empty() || said.ends_with('\n'));
    }
}

#[test]
fn other_players_speak_it_too() {
    let mut engine =
        Engine::new("greedy", Box::new(|_| Box::new(Greedy)), Budget::default(), Seed(1));
    let mut out = Vec::new();
    serve(&mut engine, &mut &b"go\nhint 9\n"[..], &mut out).unwrap();
    let said = String::from_utf8(out).unwrap();
    assert_eq!(said.matches("search ").count(), 4, "{said}");
}
