//! Unbiased, proved: the luck of every line of play of Kuhn poker and of Leduc
//! hold'em, with its probability, over all deals and all draws.

use fuda_arena::{MeasuredMove, Valuation, luck_of_move};
use fuda_core::kuhn::Kuhn;
use fuda_core::{DealOf, Game, MoveOf, Position, PositionOf, Seat, ViewOf};
use fuda_leduc::Leduc;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A number that has nothing to do with the game, from 1 to 9.
fn arbitrary(of: impl std::fmt::Debug) -> f64 {
    let mut hasher = DefaultHasher::new();
    format!("{of:?}").hash(&mut hasher);
    (1 + hasher.finish() % 9) as f64
}

/// How two players draw their moves, each differently with every card.
fn strategy<G: Game>(view: &ViewOf<G>, legal: &[MoveOf<G>]) -> Vec<(MoveOf<G>, f64)> {
    let weights: Vec<f64> = legal.iter().map(|mv| arbitrary((view, mv))).collect();
    let sum: f64 = weights.iter().sum();
    legal.iter().copied().zip(weights.into_iter().map(|weight| weight / sum)).collect()
}

/// All deals that have the same cards in the players' hands: what chance could
/// still do. In Kuhn poker that is nothing.
struct Hands<G: Game> {
    game: G,
    deals: Vec<DealOf<G>>,
}

impl<G: Game> Hands<G> {
    /// The position of a deal after some moves.
    fn after(&self, deal: &DealOf<G>, moves: &[MoveOf<G>]) -> PositionOf<G> {
        let mut position = self.game.start(deal).unwrap();
        for &mv in moves {
            let seat = position.turn().first().unwrap();
            position.play(seat, mv).unwrap();
        }
        position
    }

    /// The positions that both players could be in, as far as they know.
    fn possible(&self, deal: &DealOf<G>, moves: &[MoveOf<G>]) -> Vec<PositionOf<G>> {
        let seen = views::<G>(&self.after(deal, moves));
        let all = self.deals.iter().map(|other| self.after(other, moves));
        all.filter(|position| views::<G>(position) == seen).collect()
    }

    /// What the first seat wins on average from here; by what is seen it is
    /// kept in `known`.
    fn worth(&self, deal: &DealOf<G>, moves: &mut Vec<MoveOf<G>>, known: &mut Worths) -> f64 {
        let seen = views::<G>(&self.after(deal, moves));
        if let Some(worth) = known.get(&seen) {
            return *worth;
        }
        let (mut sum, mut count) = (0.0, 0.0);
        for deal in &self.deals {
            let position = self.after(deal, moves);
            if views::<G>(&position) != seen {
                continue;
            }
            count += 1.0;
            if let Some(scores) = position.scores() {
                sum += scores[0];
                continue;
            }
            for (mv, chance) in chances::<G>(&position) {
                moves.push(mv);
                sum += chance * self.worth(deal, moves, known);
                moves.pop();
            }
        }
        known.insert(seen, sum / count);
        sum / count
    }
}

/// What positions are worth to the first seat, by what both players see.
type Worths = HashMap<String, f64>;

/// What both players see.
fn views<G: Game>(position: &PositionOf<G>) -> String {
    format!("{:?} {:?}", position.view(Seat(0)), position.view(Seat(1)))
}

/// The moves of the seat that is asked, each with its probability.
fn chances<G: Game>(position: &PositionOf<G>) -> Vec<(MoveOf<G>, f64)> {
    let seat = position.turn().first().unwrap();
    let mut legal = Vec::new();
    position.legal_moves(seat, &mut legal);
    strategy::<G>(&position.view(seat), &legal)
}

/// A line of play to its end.
struct Line {
    probability: f64,
    points: f64,
    luck: f64,
}

/// Every line of play of one deal.
fn lines<G: Game>(
    hands: &Hands<G>,
    deal: &DealOf<G>,
    valuation: &mut dyn Valuation<G>,
    moves: &mut Vec<MoveOf<G>>,
    so_far: &Line,
    found: &mut Vec<Line>,
) {
    let before = hands.after(deal, moves);
    let Line { probability, luck, .. } = *so_far;
    if let Some(scores) = before.scores() {
        found.push(Line { probability, points: scores[0], luck });
        return;
    }
    let seat = before.turn().first().unwrap();
    let chances = chances::<G>(&before);
    let redrawn = hands.possible(deal, moves);
    for &(mv, chance) in &chances {
        let (chances, redrawn) = (&chances[..], &redrawn[..]);
        let measured = MeasuredMove { before: &before, seat, mv, chances, redrawn };
        let gained = luck_of_move(valuation, &measured, 2);
        assert!((gained[0] + gained[1]).abs() < 1e-9, "what one gains the other loses");
        let next = Line { probability: probability * chance, points: 0.0, luck: luck + gained[0] };
        moves.push(mv);
        lines(hands, deal, valuation, moves, &next, found);
        moves.pop();
    }
}

/// All lines of play of all deals of some hands.
fn all_lines<G: Game>(hands: &Hands<G>, valuation: &mut dyn Valuation<G>) -> Vec<Line> {
    let start = Line { probability: 1.0 / hands.deals.len() as f64, points: 0.0, luck: 0.0 };
    let mut found = Vec::new();
    for deal in &hands.deals {
        lines(hands, deal, valuation, &mut Vec::new(), &start, &mut found);
    }
    let sum: f64 = found.iter().map(|line| line.probability).sum();
    assert!((sum - 1.0).abs() < 1e-9);
    found
}

fn kuhn() -> Vec<Hands<Kuhn>> {
    let deals = Kuhn.deals(10).unwrap();
    deals.into_iter().map(|deal| Hands { game: Kuhn, deals: vec![deal] }).collect()
}

fn leduc() -> Vec<Hands<Leduc>> {
    let mut found: Vec<Hands<Leduc>> = Vec::new();
    for deal in Leduc.deals(1_000).unwrap() {
        match found.iter_mut().find(|hands| hands.deals[0].cards == deal.cards) {
            Some(hands) => hands.deals.push(deal),
            None => found.push(Hands { game: Leduc, deals: vec![deal] }),
        }
    }
    assert!(found.len() == 30 && found.iter().all(|hands| hands.deals.len() == 4));
    found
}

/// Numbers without sense, another one for every position and seat.
struct Nonsense;

impl<G: Game> Valuation<G> for Nonsense {
    fn value(&mut self, position: &PositionOf<G>, seat: Seat) -> f64 {
        arbitrary((position, seat))
    }
}

/// What a position is really worth.
struct Perfect(Worths);

impl<G: Game> Valuation<G> for Perfect {
    fn value(&mut self, position: &PositionOf<G>, seat: Seat) -> f64 {
        let worth = self.0[&views::<G>(position)];
        if seat == Seat(0) { worth } else { -worth }
    }
}

/// With any valuation the luck of all lines of play, each with its probability,
/// adds up to nothing: over all hands, and already for each pair of hands.
fn unbiased<G: Game>(all: &[Hands<G>]) {
    for hands in all {
        let found = all_lines(hands, &mut Nonsense);
        let mean = |of: fn(&Line) -> f64| found.iter().map(|l| l.probability * of(l)).sum::<f64>();
        assert!(mean(|line| line.luck.abs()) > 0.5, "luck is measured");
        assert!(mean(|line| line.luck).abs() < 1e-9);
        assert!((mean(|line| line.points - line.luck) - mean(|line| line.points)).abs() < 1e-9);
    }
}

/// With the true values nothing is left but the hands: points minus luck are
/// the same in every line of play.
fn only_the_hands_are_left<G: Game>(all: &[Hands<G>]) {
    for hands in all {
        let mut known = Worths::new();
        let worth = hands.worth(&hands.deals[0], &mut Vec::new(), &mut known);
        let found = all_lines(hands, &mut Perfect(known));
        assert!(found.iter().any(|line| (line.points - worth).abs() > 0.5));
        for line in found {
            assert!((line.points - line.luck - worth).abs() < 1e-9);
        }
    }
}

#[test]
fn kuhn_poker() {
    unbiased(&kuhn());
    only_the_hands_are_left(&kuhn());
}

#[test]
fn leduc_holdem() {
    unbiased(&leduc());
    only_the_hands_are_left(&leduc());
}
