//! Tournaments: the same result whatever happens on the way.

use crate::common::{Count, always, any_move, odd, random};
use fuda_arena::{
    ArenaError, Form, Hooks, MatchOptions, PlanError, Tournament, TournamentReport, run_tournament,
    tournament_html, tournament_table,
};
use fuda_core::kuhn::Kuhn;
use fuda_core::{PlayerError, Seed};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

fn options(deals: u64) -> MatchOptions {
    MatchOptions { deals, seed: Seed(4), threads: 2, resamples: 60, ..MatchOptions::default() }
}

fn run(tournament: &Tournament<Kuhn>) -> TournamentReport {
    run_tournament(tournament, Hooks::default()).unwrap()
}

fn kuhn(names: &[&str], options: MatchOptions) -> Tournament<Kuhn> {
    let entrants = names.iter().map(|name| random(name)).collect();
    Tournament::new(Kuhn, entrants, Form::RoundRobin, options).unwrap()
}

/// Everything of a report but the times.
fn timeless(mut report: TournamentReport) -> TournamentReport {
    report.times = Default::default();
    report
}

#[test]
fn a_ladder_of_known_players_at_every_number_of_seats() {
    for seats in 2..=5 {
        let entrants = vec![always(1), always(0), always(2)];
        let tournament =
            Tournament::new(Count { seats }, entrants, Form::RoundRobin, options(3)).unwrap();
        let report = run_tournament(&tournament, Hooks::default()).unwrap();
        let names: Vec<&str> = report.players.iter().map(|p| p.name.as_str()).collect();
        assert_eq!(names, ["always:number=2", "always:number=1", "always:number=0"]);
        let leads: Vec<f64> = report.players.iter().map(|p| p.lead.mean).collect();
        assert_eq!(leads, [1.5, 0.0, -1.5]);
        assert_eq!(report.meeting(names[0], names[2]).unwrap().0.mean, 2.0);
        assert_eq!(report.meeting(names[2], names[1]).unwrap().0.mean, -1.0);
        let games = if seats == 2 { 2 } else { 2 * seats as u64 };
        assert_eq!((report.games_per_deal, report.games()), (games, 9 * games));
        assert!(report.players.iter().all(|p| p.games == 6 * games && p.unclear == 2));
    }
}

#[test]
fn threads_order_and_company_change_nothing() {
    let whole = timeless(run(&kuhn(&["a", "b", "c"], options(200))));
    let alone = MatchOptions { threads: 1, ..options(200) };
    assert_eq!(timeless(run(&kuhn(&["a", "b", "c"], alone))), whole);
    let turned = timeless(run(&kuhn(&["c", "a", "b"], options(200))));
    let fewer = timeless(run(&kuhn(&["b", "c"], options(200))));
    for (row, column) in [("a", "b"), ("b", "c"), ("c", "a")] {
        let cell = |report: &TournamentReport| report.meeting(row, column).map(|(p, _)| p);
        assert_eq!(cell(&turned), cell(&whole));
        assert!(cell(&fewer).is_none_or(|points| Some(points) == cell(&whole)));
    }
    // All pairs play the same deals, so players that are the same differ by nothing.
    assert!(whole.players.iter().all(|player| player.lead.mean.abs() < 0.5), "{whole:?}");
}

#[test]
fn a_store_goes_on_and_takes_in_more_players() {
    let folder = tempfile::tempdir().unwrap();
    let stored = |deals| MatchOptions { store: Some(folder.path().into()), ..options(deals) };
    let stop = AtomicBool::new(false);
    let mut after_some = |progress: fuda_arena::Progress| {
        assert_eq!(progress.total, 120_000);
        stop.store(progress.done > 0, Ordering::Relaxed);
    };
    let hooks = Hooks { stop: Some(&stop), progress: Some(&mut after_some), ..Hooks::default() };
    let broken_off = run_tournament(&kuhn(&["a", "b", "c"], stored(40_000)), hooks).unwrap();
    assert!(broken_off.interrupted && broken_off.games() < 240_000, "{broken_off:?}");
    let report = run(&kuhn(&["a", "b", "c"], stored(40_000)));
    assert!(!report.interrupted && report.times.games < 240_000);
    assert_eq!(timeless(report), timeless(run(&kuhn(&["a", "b", "c"], options(40_000)))));
    let more = run(&kuhn(&["d", "a", "b", "c"], stored(40_000)));
    assert_eq!(more.times.games, 3 * 80_000, "only the new player's pairs are played");
}

#[test]
fn clear_pairs_end_early() {
    let best = odd("best", |ask: fuda_core::Ask<'_, Count>| {
        let mut choice = any_move(ask)?;
        choice.mv = crate::common::Number(choice.mv.0.max(1));
        Ok(choice)
    });
    let entrants = || vec![best.clone(), random("random"), random("other")];
    let of = |form| Tournament::new(Count { seats: 2 }, entrants(), form, options(400)).unwrap();
    let tournament = of(Form::RoundRobin).until_decided(0.3).unwrap();
    let report = run_tournament(&tournament, Hooks::default()).unwrap();
    let deals = |a, b| report.meeting(a, b).unwrap().1.deals;
    assert!(deals("best", "random") < 200 && deals("best", "other") < 200, "{report:?}");
    assert_eq!(report.players[0].name, "best");
    assert_eq!(report.players[0].ahead, 2);
    assert!(matches!(of(Form::Gauntlet).until_decided(0.0), Err(PlanError::Undecidable(_))));
    let gauntlet = run_tournament(&of(Form::Gauntlet), Hooks::default()).unwrap();
    assert!(gauntlet.meeting("random", "other").is_none());
    assert_eq!(gauntlet.pairs.len(), 2);
}

#[test]
fn games_worth_a_look_are_kept_and_linked() {
    let folder = tempfile::tempdir().unwrap();
    let fails = odd("fails <b>", |ask: fuda_core::Ask<'_, Kuhn>| match ask.rng.below(30) {
        0 => Err(PlayerError("on purpose & often".into())),
        _ => any_move(ask),
    });
    let entrants = vec![fails, random("fair")];
    let store = Some(folder.path().join("store"));
    let options = MatchOptions { store, ..options(60) };
    let tournament = Tournament::new(Kuhn, entrants, Form::RoundRobin, options).unwrap();
    let records = folder.path().join("games");
    let tournament = tournament.keep_records(&records);
    let report = run(&tournament);
    assert!(report.errors() > 0);
    let [pair] = &report.pairs[..] else { panic!("{report:?}") };
    let faults = pair.kept.iter().filter(|game| game.fault.is_some()).count() as u64;
    assert_eq!(faults, report.errors().min(10));
    assert_eq!(pair.kept.iter().filter(|game| game.won.is_some()).count(), 6);
    for game in &pair.kept {
        let text = std::fs::read_to_string(records.join(&game.file)).unwrap();
        let record: fuda_core::Record<Kuhn> = serde_json::from_str(&text).unwrap();
        assert_eq!(record.players, game.players);
        assert_eq!(record.scores.is_some(), game.won.is_some());
    }
    let files = |folder: &Path| folder.read_dir().unwrap().count();
    assert_eq!(files(&records), pair.kept.len() + 1);
    let page = tournament_html(&report, "fuda tournament kuhn", "my games");
    for game in &pair.kept {
        assert!(page.contains(&format!("href=\"my%20games/{}\"", game.file)), "{}", game.file);
    }
    assert!(page.contains("on purpose &amp; often") && !page.contains("<b>"));
    for absent in ["http", "src=", "<script", "<link", "NaN", "inf\""] {
        assert!(!page.contains(absent), "the page contains {absent}");
    }
    // Once more from the store: the same games, the same files.
    let count = files(&records);
    assert_eq!(timeless(run(&tournament)), timeless(report));
    assert_eq!(files(&records), count);
}

#[test]
fn tables_line_up_and_odd_tournaments_can_be_drawn() {
    let report = run(&kuhn(&["a", "bb", "ccc"], options(100)));
    let text = tournament_table(&report);
    let first = "kuhn (standard), round robin of 3 players, 100 deals for each pair in 2 games, \
                 seating sides, seed 4";
    assert_eq!(text.lines().next(), Some(first));
    assert!(text.contains("row minus column"), "{text}");
    let stop = AtomicBool::new(true);
    let hooks = Hooks { stop: Some(&stop), ..Hooks::default() };
    let nothing = run_tournament(&kuhn(&["a", "b", "c"], options(9)), hooks).unwrap();
    assert!(nothing.interrupted);
    let level =
        Tournament::new(Count { seats: 4 }, vec![always(0), always(1)], Form::Gauntlet, options(1));
    let level = run_tournament(&level.unwrap(), Hooks::default()).unwrap();
    for report in [nothing, level] {
        let page = tournament_html(&report, "", "");
        assert!(!page.contains("NaN") && !page.contains("inf\""), "{page}");
        assert!(!tournament_table(&report).contains("NaN"));
    }
}

#[test]
fn impossible_tournaments_are_refused() {
    let twice = Tournament::new(Kuhn, vec![random("a"), random("a")], Form::RoundRobin, options(1));
    assert_eq!(twice.unwrap_err(), PlanError::Twice("a".into()));
    let alone = Tournament::new(Kuhn, vec![random("a")], Form::RoundRobin, options(1));
    assert_eq!(alone.unwrap_err(), PlanError::Alone);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "x").unwrap();
    let tournament = kuhn(&["a", "b"], options(1)).keep_records(&file);
    let refused = run_tournament(&tournament, Hooks::default());
    assert!(matches!(refused, Err(ArenaError::Records { .. })), "{refused:?}");
}
