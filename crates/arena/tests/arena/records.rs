//! The file that keeps the games of a match.

use crate::common::random;
use fuda_arena::{
    ArenaError, Entrant, Hooks, KeptGames, MatchOptions, MatchRecords, Plan, RecordKeeper,
    run_observed,
};
use fuda_core::formats::{Format, RecordFile};
use fuda_core::kuhn::Kuhn;
use fuda_core::{OwnFormat, Record, Seed};
use std::path::{Path, PathBuf};

struct Run {
    deals: u64,
    threads: usize,
    store: Option<PathBuf>,
}

fn players() -> Vec<Entrant<Kuhn>> {
    vec![random("one"), random("other")]
}

fn keep(path: &Path, players: Vec<Entrant<Kuhn>>, run: Run) -> Result<KeptGames, ArenaError> {
    let Run { deals, threads, store } = run;
    let options = MatchOptions { deals, threads, store, seed: Seed(4), ..MatchOptions::default() };
    let plan = Plan::new(Kuhn, players, options).unwrap();
    let mut records = MatchRecords::open(path, &plan)?;
    let observe = RecordKeeper::default;
    let collect = &mut |block, kept| records.add(block, kept);
    let report = run_observed(&plan, Hooks::default(), &observe, collect)?;
    records.finish(&report)
}

/// The file of a match played in one go by one thread.
fn whole(deals: u64) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let kept = keep(&path, players(), Run { deals, threads: 1, store: None }).unwrap();
    assert_eq!(kept, KeptGames { games: 2 * deals, missing: 0 });
    std::fs::read(&path).unwrap()
}

fn read(path: &Path) -> Vec<Record<Kuhn>> {
    OwnFormat.read(&RecordFile::read(path).unwrap()).unwrap()
}

#[test]
fn games_stand_in_order_whatever_the_threads() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    keep(&path, players(), Run { deals: 2_000, threads: 3, store: None }).unwrap();
    assert!(std::fs::read(&path).unwrap() == whole(2_000), "the same file");
    let games = read(&path);
    let place = |record: &Record<Kuhn>| {
        let number = |tag: &str| record.tags[tag].parse::<u64>().unwrap();
        (number("deal"), number("game"))
    };
    let expected = (0..4_000).map(|game| (game / 2, game % 2));
    assert!(games.iter().map(place).eq(expected));
    assert!(games.iter().all(|game| game.replay().is_ok()));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left behind");
}

#[test]
fn a_match_that_goes_on_adds_the_games_it_plays() {
    let folder = tempfile::tempdir().unwrap();
    let (path, store) = (folder.path().join("games.jsonl"), folder.path().join("match.db"));
    let run = |deals| Run { deals, threads: 2, store: Some(store.clone()) };
    keep(&path, players(), run(30)).unwrap();
    assert!(std::fs::read(&path).unwrap() == whole(30));
    let kept = keep(&path, players(), run(80)).unwrap();
    assert_eq!(kept, KeptGames { games: 160, missing: 0 });
    assert!(std::fs::read(&path).unwrap() == whole(80));
    // Killed while a line was being written: that deal is stored and not played again.
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() - 5]).unwrap();
    let kept = keep(&path, players(), run(90)).unwrap();
    assert_eq!(kept, KeptGames { games: 178, missing: 1 });
    assert!(read(&path).iter().all(|game| game.tags["deal"] != "79"));
    // Killed before the results were stored: played again, there once.
    std::fs::remove_file(&store).unwrap();
    let kept = keep(&path, players(), run(80)).unwrap();
    assert_eq!(kept, KeptGames { games: 160, missing: 0 });
    assert!(std::fs::read(&path).unwrap() == whole(80));
}

#[test]
fn stored_results_without_games_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let store = Some(folder.path().join("match.db"));
    let first = folder.path().join("first.jsonl");
    keep(&first, players(), Run { deals: 20, threads: 1, store: store.clone() }).unwrap();
    let later = folder.path().join("later.jsonl");
    let kept = keep(&later, players(), Run { deals: 50, threads: 1, store }).unwrap();
    assert_eq!(kept, KeptGames { games: 60, missing: 20 });
    assert_eq!(read(&later)[0].tags["deal"], "20");
}

#[test]
fn files_that_hold_something_else_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let store = || Some(folder.path().join("match.db"));
    let refused = |path: &Path, players, store| {
        let problem = keep(path, players, Run { deals: 5, threads: 1, store }).unwrap_err();
        assert!(matches!(problem, ArenaError::Records { .. }), "{problem}");
        problem.to_string()
    };
    let games = whole(5);
    std::fs::write(&path, &games).unwrap();
    assert!(refused(&path, players(), None).contains("already there"));
    let others = vec![random("one"), random("another")];
    assert!(refused(&path, others, store()).contains("line 1: expected players of this match"));
    std::fs::write(&path, "my notes\n").unwrap();
    assert!(refused(&path, players(), store()).contains("line 1: expected a record of kuhn"));
    assert_eq!(std::fs::read(&path).unwrap(), b"my notes\n");
    assert!(refused(folder.path(), players(), None).contains("regular file"));
}
