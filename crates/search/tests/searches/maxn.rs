//! max^n against exact endgames and a plain max^n.

use crate::Asked;
use crate::thicket::{Thicket, ThicketPosition, Twig};
use fuda_core::{Game, Position as _, Purpose, Rng, Seat, Seed, Turn, View};
use fuda_othello::{Mode, Othello, SolverOptions, solve};
use fuda_search::{Bounds, Guide, MaxNParams, Search};

const DEEP: MaxNParams =
    MaxNParams { depth: 30, assumptions: 1, time: None, bounds: None, threads: 1 };

#[test]
fn equals_the_exact_value_of_othello_endgames() {
    let game = Othello::default();
    let pruned = MaxNParams { bounds: Some(Bounds { lowest: -64.0, sum: 0.0 }), ..DEEP };
    let (mut all_nodes, mut pruned_nodes, mut solved) = (0, 0, 0);
    for number in 0..30u64 {
        let mut rng = Rng::new(Seed(number));
        let mut position = game.start(&game.deal(&mut rng)).expect("its own deal");
        let mut scratch = Vec::new();
        while position.board().empty().count_ones() > 6
            && let Turn::Seat(seat) = position.turn()
        {
            let mv = position.random_move(seat, &mut rng, &mut scratch).expect("a move");
            position.play(seat, mv).expect("legal");
        }
        let Turn::Seat(seat) = position.turn() else {
            continue;
        };
        solved += 1;
        let asked = Asked::new(&game, &position, seat);
        let plain = DEEP.check().expect("sound").search(&asked.question(Seed(1)), &Guide::UNIFORM);
        let quick =
            pruned.check().expect("sound").search(&asked.question(Seed(1)), &Guide::UNIFORM);
        assert_eq!(plain.moves, quick.moves, "pruning changed a value at {position}");
        let exact = solve(position.board(), Mode::Exact, &SolverOptions::default())
            .expect("a solution")
            .score;
        let found = plain.moves[0].own.expect("searched").mean;
        assert_eq!(found, f64::from(exact), "at {position}");
        all_nodes += plain.nodes;
        pruned_nodes += quick.nodes;
    }
    assert!(solved > 20);
    assert!(pruned_nodes < all_nodes, "{pruned_nodes} of {all_nodes} nodes");
}

/// max^n in so many words.
fn plain(position: &ThicketPosition) -> [f64; 3] {
    let mut moves = Vec::new();
    match position.turn() {
        Turn::Over => {
            let scores = position.scores().expect("over");
            [scores[0], scores[1], scores[2]]
        }
        Turn::Seat(seat) => {
            position.legal_moves(seat, &mut moves);
            let values = moves.iter().map(|mv| {
                let mut next = *position;
                next.play(seat, *mv).expect("legal");
                plain(&next)
            });
            values
                .reduce(|best, v| if v[seat.index()] > best[seat.index()] { v } else { best })
                .expect("a move")
        }
        Turn::Claims(_) => {
            let passing = plain(&answered(*position, None));
            for seat in position.turn().seats().iter() {
                position.legal_moves(seat, &mut moves);
                for &mv in moves.iter().filter(|m| **m != Twig(0)) {
                    let value = plain(&answered(*position, Some((seat, mv))));
                    if value[seat.index()] > passing[seat.index()] {
                        return value;
                    }
                }
            }
            passing
        }
    }
}

/// The position after one claim, or after nobody claimed.
fn answered(mut position: ThicketPosition, taken: Option<(Seat, Twig)>) -> ThicketPosition {
    for seat in position.turn().seats().iter() {
        let mv = taken.filter(|t| t.0 == seat).map_or(Twig(0), |t| t.1);
        position.play(seat, mv).expect("legal");
    }
    position
}

#[test]
fn equals_a_plain_one_with_three_seats_and_claims() {
    let pruned = MaxNParams { bounds: Some(Bounds { lowest: 0.0, sum: 10.0 }), ..DEEP };
    let (mut all_nodes, mut pruned_nodes, mut claims) = (0, 0, 0);
    for number in 0..80u64 {
        let game = Thicket { seed: number, length: 5 };
        let mut rng = Rng::new(Seed(number));
        let mut position = game.start(&game.deal(&mut rng)).expect("a deal");
        while let Some(seat) = position.turn().first() {
            let asked = Asked::new(&game, &position, seat);
            let question = asked.question(Seed(number));
            let full = DEEP.check().expect("sound").search(&question, &Guide::UNIFORM);
            let quick = pruned.check().expect("sound").search(&question, &Guide::UNIFORM);
            assert_eq!(full.moves, quick.moves, "pruning changed a value");
            all_nodes += full.nodes;
            pruned_nodes += quick.nodes;
            let assumed = asked.view.assume(&mut question.seed.stream(Purpose::Playout, &[0]));
            for found in &full.moves {
                let next = match assumed.turn() {
                    Turn::Claims(_) => {
                        claims += 1;
                        answered(assumed, Some((seat, found.mv)))
                    }
                    _ => {
                        let mut next = assumed;
                        next.play(seat, found.mv).expect("legal");
                        next
                    }
                };
                let means: Vec<f64> = found.seats.iter().map(|e| e.mean).collect();
                assert_eq!(means, plain(&next), "seed {number}");
            }
            let mv = *rng.pick(&asked.legal).expect("a move");
            position.play(seat, mv).expect("legal");
        }
    }
    assert!(claims > 50, "only {claims} claims");
    assert!(pruned_nodes < all_nodes, "{pruned_nodes} of {all_nodes} nodes");
}

#[test]
fn assumptions_are_averaged_and_threads_do_not_matter() {
    let game = Thicket { seed: 5, length: 4 };
    let position = game.start(&[1, 2, 3]).expect("a deal");
    let asked = Asked::new(&game, &position, Seat(0));
    let search = |threads| {
        let params = MaxNParams { assumptions: 40, threads, ..DEEP };
        params.check().expect("sound").search(&asked.question(Seed(3)), &Guide::UNIFORM)
    };
    let one = search(1);
    assert_eq!(one.moves, search(3).moves);
    for found in &one.moves {
        assert_eq!(found.visits, 40);
        let sum: f64 = (0..40)
            .map(|n| {
                let mut assumed = asked.view.assume(&mut Seed(3).stream(Purpose::Playout, &[n]));
                assumed.play(Seat(0), found.mv).expect("legal");
                plain(&assumed)[0]
            })
            .sum();
        assert!((found.own.expect("searched").mean - sum / 40.0).abs() < 1e-9);
    }
}
