//! Players that fail: they lose the game, and the match goes on.

use crate::common::{Count, UNLUCKY, always, any_move, odd, random, timeless};
use fuda_arena::{
    ArenaError, Entrant, FaultKind, Hooks, Limits, MatchOptions, MatchReport, Plan, run,
};
use fuda_core::kuhn::{Kuhn, KuhnView};
use fuda_core::{Ask, Budget, Choice, Game, MoveOf, Player, PlayerError, Seat, Seed};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

fn play<G: Game>(game: G, entrants: Vec<Entrant<G>>, options: MatchOptions) -> MatchReport {
    run(&Plan::new(game, entrants, options).unwrap(), Hooks::default()).unwrap()
}

fn options(deals: u64) -> MatchOptions {
    MatchOptions { deals, threads: 2, seed: Seed(3), ..MatchOptions::default() }
}

#[test]
fn errors_panics_and_illegal_moves_lose_the_game_only() {
    let failing: [(Entrant<Count>, FaultKind, &str); 3] = [
        (odd("errs", |_| Err(PlayerError("no idea".into()))), FaultKind::Error, "no idea"),
        (always(7), FaultKind::Illegal, "7 is not one of the 3 legal moves"),
        (odd("panics", |_| panic!("lost my head")), FaultKind::Panic, "lost my head"),
    ];
    for (entrant, kind, message) in failing {
        let report = play(Count { seats: 3 }, vec![entrant, always(1)], options(40));
        let [failed, other] = &report.players[..] else { panic!("two players") };
        assert_eq!((failed.errors, other.errors), (120, 0));
        assert_eq!((failed.points.mean, other.points.mean), (-100.0, 1.0));
        assert_eq!((failed.faults[0].kind, failed.faults[0].count), (kind, 120));
        assert_eq!(failed.messages.len(), 3);
        assert!(failed.messages[0].contains(message), "{}", failed.messages[0]);
        assert_eq!(report.errors(), 120);
        assert!(fuda_arena::table(&report).contains(message));
        assert!(fuda_arena::html(&report, "").contains(message));
    }
}

#[test]
fn a_game_without_a_rule_of_its_own_gives_the_loser_the_lowest_score() {
    let panics = odd::<Kuhn, _>("panics", |_| panic!("oh"));
    let report = play(Kuhn, vec![panics, random("random")], options(200));
    let [failed, other] = &report.players[..] else { panic!("two players") };
    assert!(failed.points.mean <= -1.0 && failed.points.mean >= -2.0);
    assert!((failed.points.mean + other.points.mean).abs() < 1e-9);
    // The other may end a game by folding before the failing one is asked.
    assert!(failed.errors > 200 && failed.errors <= 400);
}

#[test]
fn a_player_that_fails_now_and_then_is_the_same_for_any_thread_count() {
    let sometimes = || {
        odd::<Kuhn, _>("sometimes", |ask: Ask<'_, Kuhn>| match ask.rng.below(10) {
            0 => panic!("a bad day"),
            1 => Err(PlayerError("a bad mood".into())),
            _ => any_move(ask),
        })
    };
    let text = |threads| {
        let options = MatchOptions { threads, ..options(500) };
        timeless(&play(Kuhn, vec![sometimes(), sometimes()], options))
    };
    assert_eq!(text(1), text(2));
    assert_eq!(text(1), text(3));
}

#[test]
fn overrunning_the_time_loses() {
    let slow = odd::<Kuhn, _>("slow", |ask| {
        if ask.view.card() == 0 {
            std::thread::sleep(Duration::from_millis(60));
        }
        any_move(ask)
    });
    let budget = Budget { time: Some(Duration::from_millis(10)), effort: None };
    let limits = Limits { budget, grace: Duration::from_millis(20) };
    let report = play(Kuhn, vec![slow, random("b")], MatchOptions { limits, ..options(20) });
    let failed = &report.players[0];
    assert!(failed.errors > 0);
    assert_eq!(failed.faults[0].kind, FaultKind::Time);
    assert!(report.times.players[0].slowest_us.unwrap() > 50_000.0);
    let message = &failed.messages[0];
    assert!(message.contains("a move took "), "{message}");
    assert!(message.contains("the limit is 10.0 ms and the grace 20.0 ms"), "{message}");
}

/// Limits that an ordinary player never breaks, however busy the machine.
fn generous() -> Limits {
    let budget = Budget { time: Some(Duration::from_secs(60)), effort: None };
    Limits { budget, grace: Duration::from_secs(60) }
}

#[test]
fn a_player_that_never_answers_loses_the_game_only() {
    let forever = odd::<Kuhn, _>("forever", |ask| {
        if ask.view.card() == 0 {
            loop {
                std::thread::park();
            }
        }
        any_move(ask)
    });
    let budget = Budget { time: Some(Duration::from_millis(10)), effort: None };
    let limits = Limits { budget, grace: Duration::from_millis(40) };
    let report = play(Kuhn, vec![forever, random("b")], MatchOptions { limits, ..options(8) });
    let [failed, other] = &report.players[..] else { panic!("two players") };
    assert_eq!((report.games, other.errors), (16, 0));
    assert!(failed.errors > 0 && failed.errors < 16, "{} errors", failed.errors);
    assert_eq!(failed.faults[0].kind, FaultKind::Time);
    assert!(failed.messages[0].contains("no answer to a move after "), "{}", failed.messages[0]);
}

#[test]
fn a_thread_of_ones_own_changes_no_result() {
    let sometimes = || {
        odd::<Kuhn, _>("sometimes", |ask: Ask<'_, Kuhn>| match ask.rng.below(10) {
            0 => panic!("a bad day"),
            1 => Err(PlayerError("a bad mood".into())),
            _ => any_move(ask),
        })
    };
    let text = |limits, threads| {
        let options = MatchOptions { limits, threads, ..options(200) };
        timeless(&play(Kuhn, vec![sometimes(), sometimes()], options))
    };
    let without = text(Limits::default(), 1);
    assert_eq!(without, text(generous(), 1));
    assert_eq!(without, text(generous(), 2));
}

#[test]
fn a_raised_flag_is_noticed_while_a_timed_player_thinks() {
    let stop = AtomicBool::new(false);
    let forever = odd::<Kuhn, _>("forever", |_| {
        loop {
            std::thread::park();
        }
    });
    let options = MatchOptions { limits: generous(), ..options(8) };
    let plan = Plan::new(Kuhn, vec![forever, random("b")], options).unwrap();
    let mut progress = |_: fuda_arena::Progress| stop.store(true, Ordering::Relaxed);
    let hooks = Hooks { stop: Some(&stop), progress: Some(&mut progress), ..Hooks::default() };
    let report = run(&plan, hooks).unwrap();
    assert!(report.interrupted && report.errors() == 0);
}

/// Counts its own moves: after a panic the arena must not use it again.
struct Fragile(u32);

impl Player<Kuhn> for Fragile {
    fn begin(&mut self, _seat: Seat) {
        assert!(self.0 < 100, "used again after it broke");
    }

    fn choose(&mut self, ask: Ask<'_, Kuhn>) -> Result<Choice<MoveOf<Kuhn>>, PlayerError> {
        let view: &KuhnView = ask.view;
        if view.card() == 1 {
            self.0 = 100;
            panic!("broken");
        }
        any_move(ask)
    }
}

#[test]
fn a_broken_player_is_replaced() {
    let fragile = Entrant::fair("fragile", || Box::new(Fragile(0)));
    let report = play(Kuhn, vec![fragile, random("b")], options(100));
    assert!(report.players[0].errors > 0);
    assert!(report.players[0].messages.iter().all(|m| m.contains("broken")));
}

#[test]
fn a_player_that_cannot_be_made_ends_the_match() {
    let unmakeable = Entrant::<Kuhn>::fair("unmakeable", || panic!("no model"));
    let plan = Plan::new(Kuhn, vec![unmakeable, random("b")], options(10)).unwrap();
    match run(&plan, Hooks::default()) {
        Err(ArenaError::Maker { name, message }) => {
            assert_eq!((name.as_str(), message.as_str()), ("unmakeable", "no model"));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_broken_game_is_nobodys_fault_and_ends_the_match() {
    let plan =
        Plan::new(Count { seats: UNLUCKY }, vec![always(1), always(0)], options(10)).unwrap();
    match run(&plan, Hooks::default()) {
        Err(ArenaError::Broke { message, .. }) => assert!(message.contains("the game is broken")),
        other => panic!("{other:?}"),
    }
}

#[test]
fn names_and_messages_cannot_break_the_page() {
    let nasty = "<script>alert('x')</script>";
    let errs = odd::<Kuhn, _>(nasty, move |_| Err(PlayerError(nasty.into())));
    let report = play(Kuhn, vec![errs, random("b")], options(20));
    let page = fuda_arena::html(&report, "fuda match kuhn '<b>'");
    assert!(!page.contains("<script") && !page.contains("<b>"));
    assert!(page.contains("&lt;script&gt;"));
}
