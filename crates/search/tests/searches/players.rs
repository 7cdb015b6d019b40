//! Whatever the game and the parameters, players make legal moves, and the
//! same seed makes the same ones.

use crate::Asked;
use crate::thicket::Thicket;
use fuda_core::kuhn::Kuhn;
use fuda_core::{Ask, Budget, Choice, Game, MoveOf, Player, Position, PositionOf, Purpose, Seed};
use fuda_othello::Othello;
use fuda_search::uct::Widening;
use fuda_search::{
    Allocation, Bounds, FinalChoice, FlatMonteCarloPlayer, FlatParams, Guide, MaxNParams,
    MaxNPlayer, OfScores, Pruning, Report, Search, StarParams, StarPlayer, UctParams, UctPlayer,
    win_share,
};
use proptest::prelude::*;
use std::time::Duration;

/// Every player with small, odd parameters drawn from a number.
fn players<G: Game>(game: &G, number: u64) -> Vec<Box<dyn Player<G>>> {
    let guide = Guide::valued(OfScores(win_share));
    let bit = |n: u32| number >> n & 1 == 1;
    let uct = UctParams {
        loops: Some(1 + number % 23),
        c: (number % 3) as f64,
        choice: if bit(0) { FinalChoice::BestMean } else { FinalChoice::MostVisits },
        rave: bit(1).then_some(20.0),
        first_play: bit(2).then_some(0.6),
        widening: bit(3).then_some(Widening { factor: 1.0, exponent: 0.5 }),
        bias: f64::from(bit(4)),
        reuse: bit(8),
        trees: 1 + (number >> 5) as u32 % 3,
        threads: 1,
        max_nodes: if bit(7) { 6 } else { 1000 },
        time: None,
    };
    let allocation = match number % 3 {
        0 => Allocation::Even,
        1 => Allocation::Ucb1 { c: 1.0 },
        _ => Allocation::Ucb { c: 0.0 },
    };
    let flat = FlatParams { loops: Some(1 + number % 19), allocation, ..FlatParams::default() };
    let depth = 1 + (number >> 3) as u32 % 2;
    let bounds = bit(5).then_some(Bounds { lowest: 0.0, sum: 1.0 });
    let maxn = MaxNParams { depth, assumptions: 2, bounds, ..MaxNParams::default() };
    let pruning = if bit(6) { Pruning::Star1 } else { Pruning::Star2 };
    let star = StarParams { depth, assumptions: 2, pruning, ..StarParams::default() };
    vec![
        Box::new(UctPlayer::new(game, uct.check().expect("sound"), guide)),
        Box::new(FlatMonteCarloPlayer::new(game, flat.check().expect("sound"), guide)),
        Box::new(MaxNPlayer::new(game, maxn.check().expect("sound"), guide)),
        Box::new(StarPlayer::new(game, star.check().expect("sound"), guide)),
    ]
}

fn asks<G: Game>(
    player: &mut dyn Player<G>,
    position: &PositionOf<G>,
    legal: &[MoveOf<G>],
    seat: fuda_core::Seat,
    seed: Seed,
) -> Choice<MoveOf<G>> {
    let (view, mut rng) = (position.view(seat), seed.stream(Purpose::Player, &[]));
    let ask = Ask { view: &view, legal, budget: Budget::default(), rng: &mut rng };
    player.choose(ask).expect("an answer")
}

/// Plays one game with every player in turn; gives the number of decisions.
fn play<G: Game>(game: &G, number: u64) -> usize {
    let seed = Seed(number);
    let mut position = game.start(&game.deal(&mut seed.stream(Purpose::Deal, &[]))).expect("deal");
    let mut players = players(game, number);
    let mut again = self::players(game, number);
    let (mut decisions, mut legal) = (0, Vec::new());
    while let Some(seat) = position.turn().first() {
        position.legal_moves(seat, &mut legal);
        let turn = decisions % players.len();
        let mut after = None;
        for i in 0..players.len() {
            let seed = seed.derive(Purpose::Player, &[decisions as u64, i as u64]);
            let choice = asks(players[i].as_mut(), &position, &legal, seat, seed);
            assert_eq!(choice, asks(again[i].as_mut(), &position, &legal, seat, seed));
            assert!(legal.contains(&choice.mv), "{} is not legal", choice.mv);
            assert!(choice.alternatives.iter().all(|a| legal.contains(&a.mv)));
            assert!(choice.alternatives.iter().all(|a| a.value.is_finite()));
            if let Some(first) = choice.alternatives.first() {
                assert_eq!(first.mv, choice.mv, "the best alternative is the move");
            }
            let mut next = position.clone();
            next.play(seat, choice.mv).expect("legal");
            if i == turn {
                after = Some(next);
            }
        }
        position = after.expect("somebody's turn");
        decisions += 1;
    }
    decisions
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn no_player_makes_an_illegal_move(number in any::<u64>()) {
        for n in 0..12 {
            play(&Kuhn, number.wrapping_add(n));
            let length = 3 + (n % 4) as u8;
            play(&Thicket { seed: number.wrapping_add(n), length }, number.wrapping_mul(n));
        }
        // Openings are random, so a game may be over after a move or two.
        prop_assert!(play(&Othello::default(), number) > 0);
    }
}

fn timeless<M>(report: Report<M>) -> Report<M> {
    Report { time: Duration::ZERO, ..report }
}

/// How many of ten games of Othello a player wins against random moves.
fn wins_against_random(player: &mut dyn Player<Othello>) -> usize {
    let game = Othello::default();
    let won = |number: &u64| {
        let deal = game.deal(&mut Seed(*number).stream(Purpose::Deal, &[]));
        let mut rng = Seed(*number).stream(Purpose::Player, &[]);
        let mut position = game.start(&deal).expect("its own deal");
        let own = (number % 2) as u8;
        let mut legal = Vec::new();
        while let Some(seat) = position.turn().first() {
            position.legal_moves(seat, &mut legal);
            let mv = if seat.0 == own {
                asks(player, &position, &legal, seat, Seed(rng.bits())).mv
            } else {
                *rng.pick(&legal).expect("a move")
            };
            position.play(seat, mv).expect("legal");
        }
        position.scores().expect("over")[usize::from(own)] > 0.0
    };
    (0..10).filter(won).count()
}

#[test]
fn every_search_plays_better_than_chance() {
    let game = Othello::default();
    let guide = Guide::valued(OfScores(win_share));
    let uct = UctParams { loops: Some(150), ..UctParams::default() };
    let rave = UctParams { rave: Some(100.0), c: 0.3, ..uct };
    let flat = FlatParams { loops: Some(150), ..FlatParams::default() };
    let mut players: [Box<dyn Player<Othello>>; 3] = [
        Box::new(UctPlayer::new(&game, uct.check().expect("sound"), guide)),
        Box::new(UctPlayer::new(&game, rave.check().expect("sound"), guide)),
        Box::new(FlatMonteCarloPlayer::new(&game, flat.check().expect("sound"), guide)),
    ];
    for (i, player) in players.iter_mut().enumerate() {
        let wins = wins_against_random(player.as_mut());
        assert!(wins >= 9, "player {i} won {wins} of ten games");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let game = Thicket { seed: 9, length: 6 };
    let position = game.start(&[3, 0, 1]).expect("a deal");
    let asked = Asked::new(&game, &position, fuda_core::Seat(0));
    let uct = |threads| {
        let params = UctParams { loops: Some(3_001), trees: 5, threads, ..UctParams::default() };
        timeless(params.check().expect("sound").search(&asked.question(Seed(1)), &Guide::UNIFORM))
    };
    let flat = |threads| {
        let params = FlatParams { loops: Some(3_001), bandits: 5, threads, ..Default::default() };
        timeless(params.check().expect("sound").search(&asked.question(Seed(1)), &Guide::UNIFORM))
    };
    let (one_uct, one_flat) = (uct(1), flat(1));
    assert_eq!((one_uct.playouts, one_flat.playouts), (3_001, 3_001));
    for threads in [2, 3, 5, 8] {
        assert_eq!(uct(threads), one_uct);
        assert_eq!(flat(threads), one_flat);
    }
    assert_eq!(one_uct.moves.iter().map(|m| m.visits).sum::<u64>(), 3_001);
}

#[test]
fn a_settled_search_ends_the_same_way_on_any_number_of_threads() {
    let game = Thicket { seed: 9, length: 6 };
    let position = game.start(&[3, 0, 1]).expect("a deal");
    let asked = Asked::new(&game, &position, fuda_core::Seat(0));
    let answer = |threads, settled: Option<fuda_search::Settled<'_, MoveOf<Thicket>>>| {
        let params = UctParams { loops: Some(4_000), trees: 3, threads, ..UctParams::default() };
        let mut player = UctPlayer::new(&game, params.check().expect("sound"), Guide::UNIFORM);
        let budget = Budget { time: None, effort: None };
        let rng = &mut fuda_core::Rng::new(Seed(1));
        timeless(
            player.report(Ask { view: &asked.view, legal: &asked.legal, budget, rng }, settled),
        )
    };
    let (whole, never) = (answer(1, None), answer(2, Some(&|_, _| false)));
    assert_eq!(whole, never, "to be asked changes nothing");
    let at_1500 = |report: &Report<_>, left: u64| {
        assert_eq!(report.playouts + left, 4_000, "what is left is reported");
        report.playouts >= 1_500
    };
    let one = answer(1, Some(&at_1500));
    assert_eq!((one.playouts, one.stop), (1_500, fuda_search::Stop::Settled));
    assert_eq!(one.moves.iter().map(|m| m.visits).sum::<u64>(), 1_500);
    for threads in [2, 3, 4] {
        assert_eq!(answer(threads, Some(&at_1500)), one);
    }
}

#[test]
fn time_is_a_limit_of_its_own() {
    let game = Othello::default();
    let position = game.start(&game.deal(&mut fuda_core::Rng::new(Seed(1)))).expect("a deal");
    let asked = Asked::new(&game, &position, fuda_core::Seat(0));
    let budget = Budget { time: Some(Duration::from_millis(5)), effort: None };
    let question = fuda_search::Question { budget, ..asked.question(Seed(1)) };
    let open = UctParams { loops: Some(u64::MAX), ..UctParams::default() };
    let report = open.check().expect("sound").search(&question, &Guide::UNIFORM);
    assert_eq!(report.stop, fuda_search::Stop::Time);
    assert!(report.playouts > 0 && report.best().is_some());
    let deep = MaxNParams { depth: 60, ..MaxNParams::default() };
    let report = deep.check().expect("sound").search(&question, &Guide::UNIFORM);
    assert_eq!(report.stop, fuda_search::Stop::Time);
    assert!(report.moves.iter().all(|m| m.own.is_some()));
    let deep = StarParams { depth: 60, ..StarParams::default() };
    let report = deep.check().expect("sound").search(&question, &Guide::UNIFORM);
    assert_eq!(report.stop, fuda_search::Stop::Time);
    assert!(report.best().is_some());
}
