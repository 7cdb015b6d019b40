use super::*;
use fuda_core::kuhn::{Kuhn, VALUE};
use fuda_core::{RandomPlayer, Seat, Seed};

fn tree() -> GameTree<Kuhn> {
    let deals = (0..3u8).flat_map(|a| (0..3u8).map(move |b| [a, b]));
    let deals: Vec<_> = deals.filter(|[a, b]| a != b).map(|deal| (deal, 1.0)).collect();
    GameTree::new(&Kuhn, &deals, 1_000).expect("a small game")
}

#[test]
fn kuhn_poker_has_its_known_value() {
    let tree = tree();
    assert_eq!(tree.sets().len(), 12);
    assert_eq!(tree.positions(), 6 * 9);
    let mut heard = 0;
    let solution = tree.solve(5_000, |n| heard = n);
    assert_eq!(heard, 5_000);
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
    assert!(matches!(GameTree::new(&Kuhn, &[([0, 1], 1.0)], 3), Err(TreeError::TooLarge(3))));
    assert!(matches!(GameTree::new(&Kuhn, &[([0, 0], 1.0)], 3), Err(TreeError::Deal(_))));
}
