//! Files that a match goes on from: its store, and the games it has kept.

use crate::{Target, outcome};
use fuda_arena::{
    Entrant, Form, Hooks, MatchOptions, Plan, Tournament, TournamentReport, run, run_tournament,
};
use fuda_core::{RandomPlayer, Record, Seed, kuhn::Kuhn};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

pub(crate) fn targets() -> Vec<Target> {
    let (store, games) = SEEDS.clone();
    vec![
        Target::new("arena-store", a_store, vec![store]),
        Target::new("arena-games", kept_games, vec![games]),
    ]
}

/// A folder of this process.
fn folder() -> PathBuf {
    std::env::temp_dir().join(format!("fuda-fuzz-arena-{}", std::process::id()))
}

fn players() -> Vec<Entrant<Kuhn>> {
    ["one", "other"].map(|name| Entrant::fair(name, || Box::new(RandomPlayer))).to_vec()
}

fn options(store: Option<PathBuf>) -> MatchOptions {
    MatchOptions { deals: 12, seed: Seed(3), threads: 1, store, ..MatchOptions::default() }
}

/// What a match finds, without how long it took.
fn played(store: Option<PathBuf>) -> Result<String, String> {
    let plan = Plan::new(Kuhn, players(), options(store)).map_err(|e| e.to_string())?;
    let report = run(&plan, Hooks::default()).map_err(|e| e.to_string())?;
    Ok(format!("{:?} {:?} {:?}", report.games, report.players, report.difference))
}

fn tournament(folder: &Path) -> Result<TournamentReport, String> {
    let store = Some(folder.join("stores"));
    let tournament = Tournament::new(Kuhn, players(), Form::RoundRobin, options(store));
    let tournament = tournament.map_err(|e| e.to_string())?.keep_records(&folder.join("games"));
    run_tournament(&tournament, Hooks::default()).map_err(|e| e.to_string())
}

/// The store of a match and the games of a tournament, as they are written.
static SEEDS: LazyLock<(Vec<u8>, Vec<u8>)> = LazyLock::new(|| {
    let folder = folder();
    let write = || -> Option<(Vec<u8>, Vec<u8>)> {
        std::fs::create_dir_all(&folder).ok()?;
        let store = folder.join("seed.db");
        played(Some(store.clone())).ok()?;
        let report = tournament(&folder).ok()?;
        let games = folder.join("games").join(report.pairs.first()?.records.as_ref()?);
        Some((std::fs::read(store).ok()?, std::fs::read(games).ok()?))
    };
    let seeds = write().unwrap_or_default();
    let _ = std::fs::remove_dir_all(&folder);
    seeds
});

/// A match goes on from a store that says anything: it refuses it, or its
/// report is that of a match without one.
fn a_store(data: &[u8]) -> u64 {
    static RIGHT: LazyLock<Result<String, String>> = LazyLock::new(|| played(None));
    let folder = folder();
    let store = folder.join("store.db");
    let write = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&store, data));
    if write.is_err() {
        return 0;
    }
    let report = played(Some(store));
    let _ = std::fs::remove_dir_all(&folder);
    match report {
        Ok(_) => {
            assert_eq!(report, *RIGHT, "the store changed the report");
            1
        }
        Err(e) => outcome(&e),
    }
}

/// A tournament whose kept games say anything: it refuses them, or what it
/// leaves are records.
fn kept_games(data: &[u8]) -> u64 {
    let folder = folder();
    let outcome = went_on(&folder, data);
    let _ = std::fs::remove_dir_all(&folder);
    outcome
}

fn went_on(folder: &Path, data: &[u8]) -> u64 {
    // Played from its beginning where the games are those of nothing stored.
    let stored = data.first().is_some_and(|byte| byte % 2 == 1);
    let first = match stored {
        true => tournament(folder),
        false => tournament(&folder.join("names")),
    };
    let first = first.expect("an undisturbed tournament is played");
    let name = first.pairs[0].records.clone().expect("games were kept");
    let games = folder.join("games").join(name);
    let write = std::fs::create_dir_all(folder.join("games"));
    if write.and_then(|()| std::fs::write(&games, data)).is_err() {
        return 0;
    }
    match tournament(folder) {
        Ok(report) => {
            assert_eq!(report.pairs[0].difference, first.pairs[0].difference);
            let text = std::fs::read_to_string(&games).expect("the games are text");
            for line in text.lines() {
                serde_json::from_str::<Record<Kuhn>>(line).expect("a line is a record");
            }
            1
        }
        Err(e) => outcome(&e),
    }
}
