//! Parts of the command that can be tried without starting it.

use fuda_cli::args::bot::at_depth;
use fuda_cli::record_files::relative;
use fuda_cli::screen::{command, count, done_of, plain_suits, progress, rate, share, show};
use std::path::{Path, PathBuf};

#[test]
fn a_command_is_kept_without_what_does_not_matter() {
    let typed = [
        "learn",
        "koikoi",
        "policy-gradient",
        "--against",
        "rule 10",
        "--model",
        "m",
        "--threads=3",
        "--rate=0.1",
        "--json",
        "--checkpoint",
        "c",
        "--resume",
        "--seed",
        "2",
    ];
    let kept = "fuda learn koikoi policy-gradient --against \"rule 10\" --rate=0.1 --seed 2";
    assert_eq!(command(typed.into_iter().map(str::to_owned)), kept);
}

#[test]
fn the_way_from_a_page_to_its_games() {
    let way = |from: &str, to: &str| relative(Path::new(from), Path::new(to));
    assert_eq!(way("/a/b", "/a/b"), PathBuf::new());
    assert_eq!(way("/a/b", "/a/b/games"), Path::new("games"));
    assert_eq!(way("/a/b/c", "/a/games"), Path::new("../../games"));
}

#[test]
fn rates_are_rounded_for_people() {
    for (per_second, said) in [
        (298.3957, "298/s"),
        (12_345.678, "12,346/s"),
        (3.2451, "3.2/s"),
        (0.2222, "4.5 s each"),
        (0.01, "100 s each"),
    ] {
        assert_eq!(rate(per_second).as_deref(), Some(said));
    }
    assert_eq!((rate(0.0), rate(f64::NAN), rate(f64::INFINITY)), (None, None, None));
}

#[test]
fn no_more_is_done_than_there_is() {
    assert_eq!(done_of(544, 505), "505/505");
    assert_eq!(done_of(1_204, 5_000), "1,204/5,000");
    assert_eq!(done_of(7, 0), "7");
}

#[test]
fn a_new_stage_begins_at_its_beginning() {
    let bar = progress(0, "parts");
    count(&bar, "tasks", 544, 600);
    assert_eq!((bar.position(), bar.length()), (544, Some(600)));
    count(&bar, "folds", 1, 5);
    assert_eq!((bar.position(), bar.length(), bar.prefix()), (1, Some(5), "folds".into()));
    let bar = share();
    show(&bar, "mining", 0.75);
    assert_eq!(bar.position(), 750);
    show(&bar, "learning", 0.0);
    assert_eq!((bar.position(), bar.message()), (0, "learning".into()));
}

#[test]
fn suits_are_read_as_signs_and_as_letters() {
    for (typed, meant) in [
        ("♠7♦7", "S7D7"),
        ("♠7 ♦7", "S7D7"),
        ("♤10♥\u{fe0f}10", "STHT"),
        ("S7D7", "S7D7"),
        ("10", "10"),
        ("♣3♣4*♣5", "C3C4*C5"),
    ] {
        assert_eq!(plain_suits(typed), meant);
    }
}

#[test]
fn the_depth_replaces_the_players_own() {
    assert_eq!(at_depth("alphabeta", 4), "alphabeta:depth=4");
    assert_eq!(at_depth("alphabeta:depth=9,exact=3", 4), "alphabeta:depth=4,exact=3");
}
