//! Whole matches: seatings, series, determinism, statistics, early stops.

use crate::common::{Count, always, any_move, odd, random, timeless};
use fuda_arena::{
    Entrant, Hooks, MOST_DEALS, MatchOptions, MatchReport, Plan, PlanError, Scheme, Series, run,
};
use fuda_core::kuhn::{Kuhn, KuhnMove};
use fuda_core::{CheatingPlayer, Choice, Game, MoveOf, PlayerError, Position, Rng, Seat, Seed};
use fuda_stats::{Sprt, Verdict};
use std::sync::atomic::{AtomicBool, Ordering};

fn play<G: Game>(game: G, entrants: Vec<Entrant<G>>, options: MatchOptions) -> MatchReport {
    run(&Plan::new(game, entrants, options).unwrap(), Hooks::default()).unwrap()
}

fn options(deals: u64, threads: usize) -> MatchOptions {
    MatchOptions { deals, threads, seed: Seed(11), ..MatchOptions::default() }
}

/// Bets with a king, passes with anything else.
fn careful() -> Entrant<Kuhn> {
    odd::<Kuhn, _>("careful", |ask| {
        let mv = if ask.view.card() == 2 { KuhnMove::Bet } else { KuhnMove::Pass };
        Ok(Choice { effort: 2, ..Choice::from(mv) })
    })
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let reports: Vec<String> = [1, 2, 3, 8]
        .map(|threads| {
            timeless(&play(Kuhn, vec![random("random"), careful()], options(3_000, threads)))
        })
        .into();
    assert!(reports.windows(2).all(|pair| pair[0] == pair[1]));
    let other = MatchOptions { seed: Seed(12), ..options(3_000, 2) };
    assert_ne!(reports[0], timeless(&play(Kuhn, vec![random("random"), careful()], other)));
}

#[test]
fn the_report_has_the_promised_fields() {
    let report = play(Kuhn, vec![random("random"), careful()], options(500, 2));
    let json: serde_json::Value = serde_json::from_str(&report.to_json()).unwrap();
    assert_eq!(json["game"], "kuhn");
    assert_eq!(json["rules"], "standard");
    assert_eq!(json["seed"], 11);
    assert_eq!(json["deals"], 500);
    assert_eq!(json["games"], 1_000);
    for player in json["players"].as_array().unwrap() {
        assert_eq!(player["games"], 1_000);
        assert_eq!(player["errors"], 0);
        let at = |key: &str| player["points"][key].as_f64().unwrap();
        assert!(at("low") < at("mean") && at("mean") < at("high"));
    }
    let difference = &json["difference"];
    let at = |key: &str| difference[key].as_f64().unwrap();
    assert!(at("low") < at("mean") && at("mean") < at("high") && (0.0..=1.0).contains(&at("p")));
    let [first, second] = &report.players[..] else { panic!("two players") };
    assert!((at("mean") - (first.points.mean - second.points.mean)).abs() < 1e-9);
    assert_eq!(second.effort_per_move, Some(2.0));
    assert!((first.wins.mean + second.wins.mean - 1.0).abs() < 1e-9);
}

#[test]
fn one_deal_has_no_interval_and_no_nan() {
    let report = play(Kuhn, vec![random("a"), random("b")], options(1, 4));
    assert_eq!((report.players[0].points.low, report.difference.unwrap().p), (None, None));
    assert!(!report.to_json().contains("NaN"));
}

#[test]
fn every_scheme_pays_every_entrant_what_it_earns() {
    for seats in 2..=5 {
        for scheme in Scheme::ALL {
            if scheme.seatings(2, seats).is_err() {
                continue;
            }
            let options = MatchOptions { scheme: Some(scheme), ..options(7, 2) };
            let report = play(Count { seats }, vec![always(2), always(1)], options);
            assert_eq!(report.players[0].points.mean, 2.0, "{scheme} at {seats}");
            assert_eq!(report.players[1].points.mean, 1.0, "{scheme} at {seats}");
            let difference = report.difference.unwrap();
            assert_eq!((difference.points.low, difference.p), (None, None));
        }
    }
    let three = play(Count { seats: 4 }, vec![always(0), always(1), always(2)], options(3, 1));
    assert_eq!(three.pairs.len(), 3);
    assert_eq!(three.games_per_deal, 12);
    assert_eq!(three.ratings.len(), 3);
    assert!(three.ratings[0].rating.mean < three.ratings[1].rating.mean);
}

#[test]
fn what_carries_over_follows_the_player() {
    for reseat_every in [None, Some(1), Some(3)] {
        let series = Series { games: 10, reseat_every };
        let options = MatchOptions { series, ..options(6, 2) };
        let report = play(Count { seats: 4 }, vec![always(1), always(0)], options);
        // One point more after each game of the series: 1, 2 … 10.
        assert_eq!(report.players[0].points.mean, 5.5);
        assert_eq!(report.players[1].points.mean, 0.0);
        assert_eq!(report.games, 6 * 4 * 10);
    }
}

#[test]
fn seats_change_inside_a_series_and_stay_even() {
    let series = Series { games: 12, reseat_every: Some(2) };
    // Points are the seat: only even turns give everybody the same mean.
    let seat = |name: &str| {
        odd::<Count, _>(name, |ask| {
            use fuda_core::View;
            Ok(Choice::from(crate::common::Number(ask.view.seat().0 % 3)))
        })
    };
    let options = MatchOptions { series, ..options(5, 2) };
    let report = play(Count { seats: 3 }, vec![seat("a"), seat("b"), seat("c")], options);
    let means: Vec<f64> = report.players.iter().map(|p| p.points.mean).collect();
    assert!(means.iter().all(|m| (m - means[0]).abs() < 1e-9), "{means:?}");
}

#[test]
fn placements_share_ties() {
    let report = play(Count { seats: 4 }, vec![always(2), always(1)], options(2, 1));
    assert_eq!(report.players[0].places, [1.0, 0.0, 0.0, 0.0]);
    let third = 1.0 / 3.0;
    let places = &report.players[1].places;
    assert!(places.iter().zip([0.0, third, third, third]).all(|(a, b)| (a - b).abs() < 1e-9));
}

#[test]
fn places_have_intervals() {
    let report = play(Kuhn, vec![random("a"), careful()], options(300, 1));
    for player in &report.players {
        assert_eq!(player.place_shares.len(), 2);
        assert!((player.place_shares[0].mean - player.wins.mean).abs() < 1e-9);
        for (estimate, share) in player.place_shares.iter().zip(&player.places) {
            assert_eq!(estimate.mean, *share);
            let (low, high) = estimate.interval().unwrap();
            assert!(0.0 < low && low < *share && *share < high && high < 1.0, "{estimate}");
        }
        let (whole, part) = (player.wins, player.place_shares[0]);
        assert!((whole.low.unwrap() - part.low.unwrap()).abs() < 1e-9);
    }
}

#[test]
fn welch_is_silent_where_two_results_mirror_each_other() {
    let two = play(Kuhn, vec![random("a"), careful()], options(300, 1)).difference.unwrap();
    assert!(two.p.is_some());
    assert_eq!(two.welch_p, None);
    let three = play(Count { seats: 3 }, vec![random("a"), always(1)], options(300, 1));
    assert!(three.difference.unwrap().welch_p.is_some());
}

#[test]
fn results_without_spread_have_no_interval() {
    let sprt = Sprt::new(0.0, 0.5);
    let options = MatchOptions { sprt, ..options(200, 1) };
    let report = play(Count { seats: 4 }, vec![always(2), always(1)], options);
    for player in &report.players {
        assert_eq!((player.points.low, player.points.high), (None, None));
    }
    assert_eq!(report.ratings[0].rating.interval(), None);
    let sprt = report.sprt.unwrap();
    assert_eq!((report.deals, sprt.log_ratio, sprt.verdict), (200, None, Verdict::Undecided));
    assert!(fuda_arena::table(&report).contains("[all deals ended alike]"));
    assert!(fuda_arena::html(&report, "").contains("[all deals ended alike]"));
}

/// Bets exactly when its card is the higher one.
struct Peeking;

impl CheatingPlayer<Kuhn> for Peeking {
    fn choose_seeing(
        &mut self,
        truth: &<Kuhn as Game>::Position,
        seat: Seat,
        _legal: &[KuhnMove],
        _rng: &mut Rng,
    ) -> Result<Choice<MoveOf<Kuhn>>, PlayerError> {
        let card = |seat| truth.view(seat).card();
        let higher = card(seat) > card(Seat(1 - seat.0));
        Ok(Choice::from(if higher { KuhnMove::Bet } else { KuhnMove::Pass }))
    }
}

#[test]
fn cheats_win_and_are_marked() {
    let peeking = Entrant::cheating("peeking", || Box::new(Peeking));
    let report = play(Kuhn, vec![peeking, random("random")], options(400, 2));
    assert!(report.difference.unwrap().points.low.unwrap() > 0.0);
    assert_eq!(report.players[0].name, "peeking (sees hidden cards)");
    assert!(report.players[0].cheats && !report.players[1].cheats);
    assert!(fuda_arena::table(&report).contains("peeking (sees hidden cards)"));
    assert!(fuda_arena::html(&report, "").contains("peeking (sees hidden cards)"));
}

#[test]
fn the_sequential_test_stops_at_the_same_block_for_any_thread_count() {
    let sprt = Sprt::new(0.0, 0.5);
    let stopped: Vec<MatchReport> = [1, 2, 5]
        .map(|threads| {
            let options = MatchOptions { sprt, ..options(50_000, threads) };
            let peeking = Entrant::cheating("peeking", || Box::new(Peeking));
            play(Kuhn, vec![peeking, random("random")], options)
        })
        .into();
    assert!(stopped.iter().all(|r| timeless(r) == timeless(&stopped[0])));
    assert!(stopped[0].deals < 5_000 && !stopped[0].interrupted);
    assert_eq!(stopped[0].sprt.unwrap().verdict, Verdict::H1);
}

#[test]
fn a_raised_flag_gives_what_is_done() {
    let stop = AtomicBool::new(false);
    let mut calls = 0;
    let mut progress = |p: fuda_arena::Progress| {
        calls += 1;
        assert!(p.done <= p.total);
        stop.store(p.done > 50, Ordering::Relaxed);
    };
    let slow = odd("slow", |ask| {
        std::thread::sleep(std::time::Duration::from_micros(200));
        any_move::<Kuhn>(ask)
    });
    let plan = Plan::new(Kuhn, vec![slow, random("b")], options(1_000_000, 2)).unwrap();
    let hooks = Hooks { stop: Some(&stop), progress: Some(&mut progress), ..Hooks::default() };
    let report = run(&plan, hooks).unwrap();
    assert!(report.interrupted && report.deals > 20 && report.deals < 1_000_000);
    assert!(calls > 0);
    let whole = play(Kuhn, vec![random("slow"), random("b")], options(report.deals, 1));
    assert_eq!(report.players[0].points, whole.players[0].points);
}

#[test]
fn a_match_stopped_before_it_began_is_empty() {
    let stop = AtomicBool::new(true);
    let plan = Plan::new(Kuhn, vec![random("a"), random("b")], options(100, 2)).unwrap();
    let report = run(&plan, Hooks { stop: Some(&stop), ..Hooks::default() }).unwrap();
    assert!(report.interrupted);
    assert_eq!((report.deals, report.games), (0, 0));
    assert!(!report.to_json().contains("NaN"));
    let text = fuda_arena::table(&report);
    assert!(text.contains("interrupted") && text.contains("no deal was finished"), "{text}");
    assert!(fuda_arena::html(&report, "").contains("No deal was finished"));
    let json: serde_json::Value = serde_json::from_str(&report.to_json()).unwrap();
    let player = &json["players"][0];
    for missing in [
        &player["points"]["mean"],
        &player["wins"]["mean"],
        &player["places"][0],
        &player["place_shares"][0]["mean"],
        &json["difference"]["mean"],
        &json["ratings"][0]["rating"]["mean"],
    ] {
        assert!(missing.is_null(), "{json}");
    }
    assert!(!fuda_arena::html(&report, "").contains("NaN"));
}

#[test]
fn impossible_plans_are_refused() {
    let plan = |entrants: Vec<Entrant<Kuhn>>, options| Plan::new(Kuhn, entrants, options).map(drop);
    let two = || vec![random("a"), random("b")];
    assert_eq!(plan(two(), options(0, 1)), Err(PlanError::NoDeals));
    assert_eq!(plan(two(), options(MOST_DEALS, 1)), Ok(()));
    let many = plan(two(), options(MOST_DEALS + 1, 1)).unwrap_err();
    assert!(many.to_string().contains("at most 50000000"), "{many}");
    assert_eq!(plan(vec![], options(1, 1)), Err(PlanError::Alone));
    assert_eq!(plan(vec![random("alone")], options(1, 1)), Err(PlanError::Alone));
    let none = Series { games: 0, reseat_every: None };
    let bad = MatchOptions { series: none, ..options(1, 1) };
    assert_eq!(plan(two(), bad), Err(PlanError::EmptySeries));
    let facing = MatchOptions { scheme: Some(Scheme::OneAgainstRest), ..options(1, 1) };
    assert!(plan(two(), facing).is_ok());
}

#[test]
fn intervals_of_equals_contain_zero_about_as_often_as_they_say() {
    let mut inside = 0;
    for seed in 0..1_000 {
        let options =
            MatchOptions { seed: Seed(seed), resamples: 0, threads: 1, ..MatchOptions::default() };
        let report = play(Kuhn, vec![random("a"), random("b")], options);
        let points = report.difference.unwrap().points;
        inside += u32::from(points.low.unwrap() <= 0.0 && points.high.unwrap() >= 0.0);
    }
    // 950 are expected, give or take 7.
    assert!((929..=971).contains(&inside), "{inside} of 1000 intervals contain 0");
}
