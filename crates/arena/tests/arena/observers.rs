//! Whoever watches: records, self-play, single games, single questions.

use crate::common::{Count, always, any_move, odd, random};
use fuda_arena::{
    ArenaError, ChosenMove, Competitor, Conditions, DEAL_TAG, Entrant, FAULT_TAG, FaultKind,
    GameEnd, GameStart, Hooks, MatchOptions, Observer, Plan, RecordKeeper, SelfPlay, Series, ask,
    play_game, player_rngs, run, run_observed, self_play,
};
use fuda_core::kuhn::{Kuhn, KuhnMove};
use fuda_core::{
    Ask, Budget, Choice, Game, Player, PlayerError, Position, PositionOf, Purpose, RandomPlayer,
    Record, Rng, Seat, Seed,
};
use fuda_othello::Othello;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Everything of a match but the times, and its records in order.
fn watched<G: Game>(
    game: G,
    entrants: Vec<Entrant<G>>,
    options: MatchOptions,
) -> (String, Vec<Record<G>>) {
    let plan = Plan::new(game, entrants, options).unwrap();
    let mut blocks: BTreeMap<u64, RecordKeeper<G>> = BTreeMap::new();
    let report =
        run_observed(&plan, Hooks::default(), &RecordKeeper::default, &mut |block, keeper| {
            assert!(blocks.insert(block, keeper).is_none(), "every block once");
            Ok(())
        });
    let report = crate::common::timeless(&report.unwrap());
    (report, blocks.into_values().flat_map(|keeper| keeper.records).collect())
}

#[test]
fn records_are_the_same_whatever_the_threads_and_replay() {
    let options =
        |threads| MatchOptions { deals: 40, threads, seed: Seed(3), ..MatchOptions::default() };
    let players = || vec![random("one"), random("other")];
    let one = watched(Othello::default(), players(), options(1));
    assert_eq!(one, watched(Othello::default(), players(), options(3)));
    let plan = Plan::new(Othello::default(), players(), options(2)).unwrap();
    let unwatched = run(&plan, Hooks::default()).unwrap();
    assert_eq!(one.0, crate::common::timeless(&unwatched));
    assert_eq!(one.1.len(), 80);
    let mut points = 0.0;
    for (number, record) in one.1.iter().enumerate() {
        record.replay().unwrap();
        assert_eq!(record.tags[DEAL_TAG], (number / 2).to_string());
        let seat = record.players.iter().position(|name| name == "one").unwrap();
        points += record.scores.as_ref().unwrap()[seat] / 80.0;
    }
    assert!((points - unwatched.players[0].points.mean).abs() < 1e-9);
}

#[test]
fn records_of_a_series_start_from_what_carried_over() {
    let series = Series { games: 4, reseat_every: Some(2) };
    let options = MatchOptions { deals: 3, series, ..MatchOptions::default() };
    let (_, records) = watched(Count { seats: 4 }, vec![always(1), always(0)], options);
    assert_eq!(records.len(), 3 * 4 * 4);
    for record in &records {
        record.replay().unwrap();
        let seat = record.players.iter().position(|name| name == "always:number=1").unwrap();
        let game: f64 = record.tags["game"].parse().unwrap();
        assert_eq!(record.scores.as_ref().unwrap()[seat], game % 4.0 + 1.0);
    }
}

#[test]
fn a_game_lost_by_rule_has_a_record_without_scores() {
    let failing = odd::<Othello, _>("failing", |ask| match ask.legal.len() {
        5 => Err(PlayerError("five are too many".into())),
        _ => any_move(ask),
    });
    let options = MatchOptions { deals: 5, ..MatchOptions::default() };
    let (_, records) = watched(Othello::default(), vec![failing, random("random")], options);
    let lost: Vec<_> = records.iter().filter(|record| record.scores.is_none()).collect();
    assert!(!lost.is_empty());
    assert!(lost.iter().all(|record| record.tags[FAULT_TAG].contains("five are too many")));
    assert!(records.iter().all(|record| record.replay().is_ok()));
}

#[test]
fn self_play_turns_the_seats_and_does_not_depend_on_threads() {
    let players = [random::<Kuhn>("a"), random("b")];
    let play = |threads| {
        let options = SelfPlay { games: 20, seed: Seed(3), threads };
        self_play(&Kuhn, &players, options, None, &|| {}).unwrap()
    };
    let games = play(1);
    assert_eq!(games, play(3));
    assert_eq!(games[0].players, ["a", "b"]);
    assert_eq!(games[1].players, ["b", "a"]);
    assert!(games.iter().all(|game| game.replay().is_ok() && game.scores.is_some()));
    let failing = odd::<Kuhn, _>("failing", |_| Err(PlayerError("no".into())));
    let options = SelfPlay { games: 20, seed: Seed(3), threads: 2 };
    match self_play(&Kuhn, &[failing], options, None, &|| {}) {
        Err(ArenaError::Failed { player, game: 0, .. }) => assert_eq!(player, "failing"),
        other => panic!("{other:?}"),
    }
}

/// Counts what it hears and breaks off after some moves.
#[derive(Default)]
struct Counter {
    most: usize,
    started: usize,
    decisions: usize,
    forced: usize,
    ended: Vec<Option<f64>>,
}

impl Observer<Othello> for Counter {
    fn start(&mut self, _start: &GameStart<'_, Othello>) {
        self.started += 1;
    }

    fn decision(&mut self, decision: &ChosenMove<'_, Othello>) {
        assert!(decision.legal.contains(&decision.mv));
        assert_eq!(decision.choice.is_none(), decision.legal.len() == 1);
        self.decisions += 1;
        self.forced += usize::from(decision.choice.is_none());
    }

    fn moved(&mut self, _position: &PositionOf<Othello>) -> ControlFlow<()> {
        match self.decisions == self.most {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn end(&mut self, end: &GameEnd<'_, Othello>) {
        self.ended.push(end.scores.map(|scores| scores[0]));
    }
}

#[test]
fn a_single_game_is_heard_move_by_move_and_can_be_broken_off() {
    let game = Othello::default();
    let deal = game.deal(&mut Rng::new(Seed(1)));
    let play = |most: usize| {
        let mut players = [(); 2].map(|()| Competitor::Fair(Box::new(RandomPlayer)));
        let mut watch = (Counter { most, ..Counter::default() }, Some(RecordKeeper::default()));
        let mut rngs = player_rngs(Seed(5), 2);
        let under = Conditions::default();
        let played = play_game(&game, &deal, &mut players, &mut rngs, under, &mut watch).unwrap();
        let (counter, keeper) = watch;
        (played, counter, keeper.unwrap().records.remove(0))
    };
    let (played, counter, record) = play(0);
    assert_eq!((counter.started, counter.decisions), (1, record.moves.len()));
    assert!(counter.forced > 0 && counter.forced < counter.decisions);
    assert_eq!(counter.ended, [played.scores.as_ref().map(|scores| scores[0])]);
    assert_eq!(record.replay().unwrap().board(), played.position.board());
    let (broken, counter, cut) = play(10);
    assert_eq!((broken.scores, counter.ended), (None, vec![None]));
    assert_eq!(cut.moves, record.moves[..10]);
    assert!(cut.scores.is_none());
}

#[test]
fn a_single_question_is_checked_like_one_in_a_game() {
    let position = Kuhn.start(&Kuhn.deal(&mut Seed(1).stream(Purpose::Deal, &[]))).unwrap();
    let view = position.view(Seat(0));
    let legal = [KuhnMove::Bet];
    let mut rng = Rng::new(Seed(1));
    let mut answer = |player: &mut dyn Player<Kuhn>| {
        let budget = Budget::default();
        ask(player, Ask { view: &view, legal: &legal, budget, rng: &mut rng })
    };
    assert_eq!(answer(&mut RandomPlayer).unwrap().mv, KuhnMove::Bet);
    let mut illegal = crate::common::Odd(|_: Ask<'_, Kuhn>| Ok(Choice::from(KuhnMove::Pass)));
    assert_eq!(answer(&mut illegal).unwrap_err().kind, FaultKind::Illegal);
    let mut panics = crate::common::Odd(|_: Ask<'_, Kuhn>| panic!("oh no"));
    let fault = answer(&mut panics).unwrap_err();
    assert_eq!((fault.kind, fault.message.as_str()), (FaultKind::Panic, "oh no"));
}
