//! The store: going on, growing, refusing, and surviving damage.

use crate::common::{any_move, odd, random, timeless};
use fuda_arena::{
    ArenaError, Entrant, Hooks, MatchOptions, MatchReport, Plan, Series, StoreError, run,
};
use fuda_core::kuhn::Kuhn;
use fuda_core::{PlayerError, Seed};
use proptest::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

fn options(deals: u64, store: Option<PathBuf>) -> MatchOptions {
    MatchOptions { deals, threads: 2, seed: Seed(21), store, ..MatchOptions::default() }
}

/// A player that errs now and then, so that faults go through the store too.
fn moody(stop: Arc<AtomicBool>, moves_left: Arc<AtomicI64>) -> Entrant<Kuhn> {
    odd("moody", move |ask: fuda_core::Ask<'_, Kuhn>| {
        if moves_left.fetch_sub(1, Ordering::Relaxed) == 0 {
            stop.store(true, Ordering::Relaxed);
        }
        match ask.rng.below(40) {
            0 => Err(PlayerError("in a mood — 札".into())),
            _ => any_move(ask),
        }
    })
}

fn play(options: MatchOptions, moves: i64) -> Result<MatchReport, ArenaError> {
    let stop = Arc::new(AtomicBool::new(false));
    let first = moody(Arc::clone(&stop), Arc::new(AtomicI64::new(moves)));
    let plan = Plan::new(Kuhn, vec![first, random("random")], options)?;
    run(&plan, Hooks { stop: Some(&stop), ..Hooks::default() })
}

fn whole(deals: u64) -> String {
    timeless(&play(options(deals, None), i64::MAX).unwrap())
}

#[test]
fn an_interrupted_match_ends_with_the_same_report() {
    let expected = whole(20_000);
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("match.db");
    let mut interruptions = 0;
    for (round, moves) in [0, 1_000, 7, 12_345, 4_000, i64::MAX].into_iter().enumerate() {
        let options =
            MatchOptions { threads: 1 + round % 3, ..options(20_000, Some(store.clone())) };
        let report = play(options, moves).unwrap();
        if report.interrupted {
            interruptions += 1;
        } else {
            assert_eq!(timeless(&report), expected);
        }
    }
    assert!(interruptions >= 2, "the test was too slow to interrupt anything");
    let again = play(options(20_000, Some(store)), i64::MAX).unwrap();
    assert_eq!(timeless(&again), expected);
    assert_eq!(again.times.games, 0, "everything was stored");
}

#[test]
fn a_stored_match_can_be_made_longer_or_shorter() {
    let folder = tempfile::tempdir().unwrap();
    let store = Some(folder.path().join("match.db"));
    for deals in [300, 900, 500, 1, 901] {
        let report = play(options(deals, store.clone()), i64::MAX).unwrap();
        assert_eq!(timeless(&report), whole(deals));
    }
}

fn refused(result: Result<MatchReport, ArenaError>) -> String {
    match result {
        Err(ArenaError::Store(error)) => error.to_string(),
        other => panic!("expected a refusal: {other:?}"),
    }
}

#[test]
fn the_store_of_another_match_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let store = Some(folder.path().join("match.db"));
    play(options(10, store.clone()), i64::MAX).unwrap();
    let seed = MatchOptions { seed: Seed(22), ..options(10, store.clone()) };
    let reason = refused(play(seed, i64::MAX));
    assert!(reason.contains("its seed: `21`; asked for: `22`"), "{reason}");
    let series = Series { games: 2, reseat_every: None };
    let series = MatchOptions { series, ..options(10, store.clone()) };
    assert!(refused(play(series, i64::MAX)).contains("series"));
    let others = vec![random("random"), random("moody")];
    let plan = Plan::new(Kuhn, others, options(10, store.clone())).unwrap();
    let reason = refused(run(&plan, Hooks::default()));
    assert!(reason.contains("its players: `moody random`"), "{reason}");
    // None of the refusals has touched it.
    assert_eq!(timeless(&play(options(10, store), i64::MAX).unwrap()), whole(10));
}

#[test]
fn what_is_no_store_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.txt");
    let text = "these are my notes, please do not overwrite them\n".repeat(40);
    std::fs::write(&path, &text).unwrap();
    let error = play(options(10, Some(path.clone())), i64::MAX);
    assert!(matches!(error, Err(ArenaError::Store(StoreError::NotAStore { .. }))), "{error:?}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);

    let foreign = folder.path().join("foreign.db");
    let db = rusqlite::Connection::open(&foreign).unwrap();
    db.execute_batch("CREATE TABLE chunk (a); INSERT INTO chunk VALUES (1)").unwrap();
    drop(db);
    let error = play(options(10, Some(foreign)), i64::MAX);
    assert!(matches!(error, Err(ArenaError::Store(StoreError::NotAStore { .. }))), "{error:?}");

    // SQLite takes a file shorter than its header for an empty one.
    for short in [&b"x"[..], b"SQLite", b"0123456789abcdef", &[0; 100]] {
        let path = folder.path().join("short");
        std::fs::write(&path, short).unwrap();
        let error = play(options(10, Some(path.clone())), i64::MAX);
        assert!(matches!(error, Err(ArenaError::Store(StoreError::NotAStore { .. }))), "{error:?}");
        assert_eq!(std::fs::read(&path).unwrap(), short);
    }
    let empty = folder.path().join("empty");
    std::fs::write(&empty, "").unwrap();
    play(options(10, Some(empty)), i64::MAX).unwrap();
    for name in ["", ":memory:"] {
        let error = play(options(10, Some(name.into())), i64::MAX);
        assert!(
            matches!(error, Err(ArenaError::Store(StoreError::Unopenable { .. }))),
            "{error:?}"
        );
    }

    let nowhere = folder.path().join("no/such/folder/match.db");
    let error = play(options(10, Some(nowhere)), i64::MAX);
    assert!(matches!(error, Err(ArenaError::Store(StoreError::Unopenable { .. }))), "{error:?}");
    let error = play(options(10, Some(folder.path().to_owned())), i64::MAX);
    assert!(matches!(error, Err(ArenaError::Store(StoreError::Unopenable { .. }))), "{error:?}");
}

const CHILD_STORE: &str = "FUDA_ARENA_CHILD_STORE";
const CHILD_DEALS: u64 = 150_000;

#[test]
#[ignore = "the program that `a_killed_match_ends_with_the_same_report` starts and kills"]
fn the_child_that_is_killed() {
    let store = std::env::var_os(CHILD_STORE).expect("a path from the parent");
    play(options(CHILD_DEALS, Some(store.into())), i64::MAX).unwrap();
}

#[test]
fn a_killed_match_ends_with_the_same_report() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("match.db");
    let started = |wait: &dyn Fn(&mut std::process::Child)| {
        let mut child = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", "store::the_child_that_is_killed"])
            .env(CHILD_STORE, &store)
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        wait(&mut child);
        child.kill().unwrap();
        child.wait().unwrap();
    };
    for milliseconds in [1, 20, 90, 310] {
        let pause = std::time::Duration::from_millis(milliseconds);
        started(&|_| std::thread::sleep(pause));
    }
    // At least one is killed only after some results have reached the file.
    // It grows while a transaction is being written, so only a further growth
    // shows that the first one was written to its end.
    let size = || std::fs::metadata(&store).map_or(0, |file| file.len());
    started(&|child| {
        let mut known = size().max(32_768);
        for _growth in 0..3 {
            while size() <= known && child.try_wait().unwrap().is_none() {
                std::thread::sleep(std::time::Duration::from_millis(2));
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
            known = known.max(size());
        }
    });
    let report = play(options(CHILD_DEALS, Some(store)), i64::MAX).unwrap();
    assert_eq!(timeless(&report), whole(CHILD_DEALS));
    assert!(report.times.games < 2 * CHILD_DEALS, "no killed program had stored anything");
}

/// A stored match of a few chunks, as bytes.
fn stored_bytes(folder: &Path) -> Vec<u8> {
    let path = folder.join("whole.db");
    for deals in [40, 80, 120] {
        play(options(deals, Some(path.clone())), i64::MAX).unwrap();
    }
    std::fs::read(path).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]
    #[test]
    fn damage_is_noticed_or_harmless(
        flips in prop::collection::vec((any::<prop::sample::Index>(), 1u8..), 0..4),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        static CLEAN: std::sync::OnceLock<(Vec<u8>, String)> = std::sync::OnceLock::new();
        let (clean, expected) = CLEAN.get_or_init(|| {
            (stored_bytes(tempfile::tempdir().unwrap().path()), whole(140))
        });
        let mut bytes = clean.clone();
        for (at, flip) in flips {
            let at = at.index(bytes.len());
            bytes[at] ^= flip;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("damaged.db");
        std::fs::write(&path, bytes).unwrap();
        match play(options(140, Some(path)), i64::MAX) {
            Ok(report) => prop_assert_eq!(&timeless(&report), expected),
            Err(ArenaError::Store(error)) => prop_assert!(!error.to_string().is_empty()),
            Err(other) => prop_assert!(false, "{other:?}"),
        }
    }
}
