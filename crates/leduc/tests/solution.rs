//! What the literature knows about Leduc hold'em, found again.

use fuda_core::{Game, Position as _, Seat, Turn};
use fuda_leduc::{Card, Deal, Leduc, Move, Position, VALUE};
use fuda_search::cfr::{GameTree, Strategy};
use std::collections::BTreeSet;

fn tree() -> GameTree<Leduc> {
    GameTree::new(&Leduc, 100_000).expect("a small game")
}

#[test]
fn the_game_has_its_known_size() {
    let tree = tree();
    assert_eq!(tree.deals(), 120);
    // With suits told apart; a seat has half of them.
    assert_eq!(tree.sets().len(), 936);
    assert_eq!(tree.sets().iter().filter(|set| set.seat == Seat(0)).count(), 468);
    let by_rank = tree.sets().iter().map(|set| {
        let public = set.view.public.map(|card| card.rank());
        (set.view.card.rank(), public, format!("{:?}", set.view.betting))
    });
    assert_eq!(by_rank.collect::<BTreeSet<_>>().len(), 288);
}

#[test]
fn cfr_finds_the_known_value() {
    let tree = tree();
    let solution = tree.solve(600);
    let value = tree.value(&solution, &solution);
    assert!((value - VALUE).abs() < 1e-4, "{value}");
    let gap = tree.exploitability(&solution);
    assert!((0.0..1e-3).contains(&gap), "{gap}");
    for (seat, value) in [(Seat(0), VALUE), (Seat(1), -VALUE)] {
        let best = tree.best_response(seat, &solution);
        assert!((value - 1e-4..value + 2e-3).contains(&best), "seat {seat}: {best}");
    }
}

/// A best response found another way: no tree of all deals, but a walk over
/// the betting with a weight for each card of the other seat.
struct PublicWalk<'a> {
    tree: &'a GameTree<Leduc>,
    against: &'a Strategy,
    seat: Seat,
}

/// How likely the other seat holds each card and has played so far.
type Weights = [f64; 6];

impl PublicWalk<'_> {
    fn deal(&self, own: Card, other: Card, public: Card) -> Deal {
        let cards = if self.seat == Seat(0) { [own, other] } else { [other, own] };
        Deal { cards, public }
    }

    /// The position for a card of the other seat, if it can be dealt.
    fn position(&self, own: Card, other: Card, public: Card, moves: &[Move]) -> Option<Position> {
        let mut position = Leduc.start(&self.deal(own, other, public)).ok()?;
        for mv in moves {
            let seat = position.turn().first()?;
            position.play(seat, *mv).ok()?;
        }
        Some(position)
    }

    /// What the best play with `own` wins, summed over the other's cards.
    fn best(&self, own: Card, public: Option<Card>, moves: &[Move], weights: Weights) -> f64 {
        // Before it is turned over, any public card that nobody holds will do.
        let spare = |other| {
            let free = |card: &Card| *card != own && *card != other;
            public.unwrap_or_else(|| Card::ALL.into_iter().find(free).expect("four cards"))
        };
        let positions = Card::ALL.map(|other| self.position(own, other, spare(other), moves));
        let any = positions.iter().flatten().next().expect("some card is possible");
        if public.is_none() && any.betting().shows_public() {
            let turned = Card::ALL.into_iter().filter(|card| *card != own);
            return turned
                .map(|card| {
                    let mut weights = weights;
                    weights[Card::ALL.iter().position(|c| *c == card).unwrap()] = 0.0;
                    self.best(own, Some(card), moves, weights) / 4.0
                })
                .sum();
        }
        let Turn::Seat(mover) = any.turn() else {
            let points = |position: &Position| position.scores().expect("over")[self.seat.index()];
            let each = positions.iter().zip(weights);
            return each.map(|(p, weight)| p.as_ref().map_or(0.0, |p| weight * points(p))).sum();
        };
        let mut legal = Vec::new();
        any.legal_moves(mover, &mut legal);
        let after = |n: usize| {
            let mut weights = weights;
            if mover != self.seat {
                for (weight, position) in weights.iter_mut().zip(&positions) {
                    *weight *= position.as_ref().map_or(0.0, |p| {
                        let set = self.tree.set_of(&p.view(mover)).expect("a known view");
                        self.against.0[set][n]
                    });
                }
            }
            self.best(own, public, &[moves, &[legal[n]]].concat(), weights)
        };
        let values = (0..legal.len()).map(after);
        if mover == self.seat { values.fold(f64::MIN, f64::max) } else { values.sum() }
    }

    fn value(&self) -> f64 {
        let deal = |own: Card| {
            let weights = Card::ALL.map(|other| if other == own { 0.0 } else { 1.0 / 30.0 });
            self.best(own, None, &[], weights)
        };
        Card::ALL.into_iter().map(deal).sum()
    }
}

#[test]
fn best_responses_are_exact() {
    let tree = tree();
    for strategy in [tree.even(), tree.solve(1), tree.solve(7), tree.solve(100)] {
        for seat in [Seat(0), Seat(1)] {
            let found = tree.best_response(seat, &strategy);
            let again = PublicWalk { tree: &tree, against: &strategy, seat }.value();
            assert!((found - again).abs() < 1e-9, "seat {seat}: {found} and {again}");
        }
    }
}
