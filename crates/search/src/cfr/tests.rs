use super::*;
use fuda_core::kuhn::{Kuhn, VALUE};
use fuda_core::{Game, Player, Position, RandomPlayer, Seat, Seed};
use std::sync::Arc;

fn tree() -> GameTree<Kuhn> {
    GameTree::new(&Kuhn, 1_000).expect("a small game")
}

#[test]
fn kuhn_poker_has_its_known_value() {
    let tree = tree();
    assert_eq!(tree.sets().len(), 12);
    assert_eq!(tree.positions(), 6 * 9);
    assert_eq!(tree.deals(), 6);
    let solution = tree.solve(5_000);
    assert!((tree.value(&solution, &solution) - VALUE).abs() < 1e-4);
    assert!(tree.exploitability(&solution) < 5e-4, "{}", tree.exploitability(&solution));
    // Nobody does better than the value against it, whichever the seat.
    assert!(tree.best_response(Seat(0), &solution) < VALUE + 1e-3);
    assert!(tree.best_response(Seat(1), &solution) < -VALUE + 1e-3);
}

/// The best response is found again by trying all pure strategies.
#[test]
fn a_best_response_is_the_best_of_all_pure_strategies() {
    let tree = tree();
    let against = tree.even();
    for seat in [Seat(0), Seat(1)] {
        let own: Vec<usize> =
            (0..tree.sets().len()).filter(|s| tree.sets()[*s].seat == seat).collect();
        let mut best = f64::NEG_INFINITY;
        for bits in 0u32..1 << own.len() {
            let mut pure = tree.even();
            for (n, set) in own.iter().enumerate() {
                let bet = f64::from(bits >> n & 1);
                pure.0[*set] = vec![1.0 - bet, bet];
            }
            let value = match seat {
                Seat(0) => tree.value(&pure, &against),
                _ => -tree.value(&against, &pure),
            };
            best = best.max(value);
        }
        assert!((tree.best_response(seat, &against) - best).abs() < 1e-12);
    }
}

#[test]
fn players_become_strategies() {
    let tree = tree();
    let asked = tree.strategy_of(&mut RandomPlayer, 4_000, Seed(1)).expect("a strategy");
    for (got, even) in asked.0.iter().flatten().zip(tree.even().0.iter().flatten()) {
        assert!((got - even).abs() < 0.05);
    }
    assert_eq!(tree.policy_of(&mut RandomPlayer), Some(tree.even()));
    assert!(matches!(GameTree::new(&Kuhn, 3), Err(TreeError::TooLarge(3))));
}

#[test]
fn a_strategy_is_played_as_it_is() {
    let tree = Arc::new(tree());
    let solution = Arc::new(tree.solve(200));
    let mut player = StrategyPlayer::new(Arc::clone(&tree), Arc::clone(&solution));
    assert_eq!(tree.policy_of(&mut player).as_ref(), Some(&*solution));
    let played = tree.strategy_of(&mut player, 4_000, Seed(2)).expect("a strategy");
    for (got, wanted) in played.0.iter().flatten().zip(solution.0.iter().flatten()) {
        assert!((got - wanted).abs() < 0.05, "{got} is not {wanted}");
    }
    // Only what can be told apart in the game has a set.
    let known = &tree.sets()[0];
    assert_eq!(player.probabilities(&known.view, &known.moves[..1]), None);
    let over = Kuhn.start(&[0, 1]).expect("a deal").view(Seat(1));
    assert_eq!(tree.set_of(&over), None);
}
