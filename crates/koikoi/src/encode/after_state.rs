//! What a seat sees after its own action: for values and mined patterns.

use super::{Contribution, card_words, taken};
use crate::{Card, Cards, KoiKoi, MONTHS, Move, Phase, View};
use arrayvec::ArrayVec;
use fuda_core::{FeatureRows, MoveFeatures};

/// How many inputs an after-state has: 48 cards in five places, and 12 months.
pub const VALUE_INPUTS: usize = 252;

/// The name of these inputs in model files; changes when any of them does.
pub const VALUE_INPUTS_NAME: &str = "koikoi-after-states-1";

/// What a seat sees after its own action, before chance or the other seat acts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AfterState {
    /// The seat's hand.
    pub hand: Cards,
    /// What it has captured.
    pub captured: Cards,
    /// What the other seat has captured.
    pub other_captured: Cards,
    /// The field.
    pub field: Cards,
    /// What it cannot see.
    pub unseen: Cards,
    /// The months the other seat passed over, all four cards of each.
    pub passed: Cards,
}

impl AfterState {
    /// After a card is played, and one of two field cards taken where there
    /// are two to choose from.
    pub fn of_play(view: &View, card: Card, taken: Option<Card>) -> AfterState {
        let mut state = AfterState::now(view);
        state.hand = state.hand.without(card);
        state.land(card, taken);
        state
    }

    /// After one of two field cards is taken with the card played or turned over.
    pub fn of_take(view: &View, with: Card, taken: Card) -> AfterState {
        let mut state = AfterState::now(view);
        state.land(with, Some(taken));
        state
    }

    /// As things stand: what calling koi-koi leads to.
    pub fn now(view: &View) -> AfterState {
        AfterState {
            hand: view.hand,
            captured: view.captured(),
            other_captured: view.other_captured(),
            field: view.table.field,
            unseen: view.unseen(),
            passed: view.table.passed[view.other().index() & 1],
        }
    }

    fn land(&mut self, card: Card, taken: Option<Card>) {
        let matches = self.field & Cards::month_of(card);
        let won = match taken {
            Some(taken) if matches.len() == 2 => Cards::NONE.with(taken),
            _ => matches,
        };
        if won.is_empty() {
            self.field = self.field.with(card);
        } else {
            self.field = self.field & !won;
            self.captured = self.captured | won.with(card);
        }
    }

    /// The inputs that are 1, in rising order: for each of hand, own captures,
    /// the other's captures, field and unseen the 48 cards; then the months
    /// that the other passed over.
    pub fn ones(&self) -> ArrayVec<u32, 60> {
        let places = [self.hand, self.captured, self.other_captured, self.field, self.unseen];
        let cards = places.iter().zip(0u32..).flat_map(|(cards, place)| {
            cards.iter().map(move |card| place * 48 + card.index() as u32)
        });
        let months = self.passed.by_month();
        let passed =
            (0u32..).zip(months).filter(|(_, many)| *many > 0).map(|(month, _)| 240 + month);
        // Every card is in one place, so at most 48 and 12 are there.
        cards.chain(passed).take(60).collect()
    }
}

/// The after-state of each move, by [`AfterState::ones`]; stopping has what it
/// scores instead. All cells are 1.
///
/// Where a card played meets two of its month, the after-state is that of
/// taking what contributes most to a high score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AfterStates;

/// The most points of stopping that are told apart.
const MOST_POINTS: u16 = 16;

impl AfterStates {
    /// The encoder's name.
    pub const NAME: &'static str = "koikoi-after-1";
}

impl MoveFeatures<KoiKoi> for AfterStates {
    fn name(&self) -> &str {
        AfterStates::NAME
    }

    fn about(&self) -> &str {
        "where each card is after the move, months the opponent passed over; points of stopping"
    }

    fn columns(&self) -> usize {
        VALUE_INPUTS + usize::from(MOST_POINTS)
    }

    fn meaning(&self, column: usize) -> String {
        let card = card_words(column % 48);
        match column / 48 {
            0 => format!("holds {card}"),
            1 => format!("captured {card}"),
            2 => format!("opponent captured {card}"),
            3 => format!("{card} on the field"),
            4 => format!("{card} unseen"),
            _ if column < VALUE_INPUTS => {
                format!("opponent passed over {}", MONTHS[(column - 240) % 12])
            }
            _ => match (column - VALUE_INPUTS + 1) as u16 {
                points @ ..MOST_POINTS => format!("stops with {points} points"),
                _ => format!("stops with {MOST_POINTS} points or more"),
            },
        }
    }

    fn encode(&self, view: &View, moves: &[Move], out: &mut FeatureRows) {
        out.clear();
        for &mv in moves {
            let state = match (mv, view.table.phase) {
                (Move::Play(card), _) => {
                    let matches = view.table.field & Cards::month_of(card);
                    let taken = (matches.len() == 2).then(|| {
                        let (own, other) = (view.captured(), view.other_captured());
                        let turns = view.hand.len();
                        taken(&Contribution::new(&view.table.rules, own, other, turns), matches)
                    });
                    Some(AfterState::of_play(view, card, taken.flatten()))
                }
                (Move::Take(card), Phase::TakeWithPlayed(with) | Phase::TakeWithDrawn(with)) => {
                    Some(AfterState::of_take(view, with, card))
                }
                (Move::Stop, _) => None,
                _ => Some(AfterState::now(view)),
            };
            match state {
                Some(state) => state.ones().into_iter().for_each(|one| out.mark(one)),
                None => {
                    let points = view.table.stop_points(view.seat).clamp(1, MOST_POINTS);
                    out.mark(VALUE_INPUTS as u32 + u32::from(points) - 1);
                }
            }
            out.end_row();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_core::{Game, Position as _, Purpose, Seed};

    /// And what an after-state says is captured, the position has too; where
    /// no card is turned over any more they agree in all.
    #[test]
    fn every_card_is_in_one_place() {
        let game = KoiKoi::default();
        let mut scratch = Vec::new();
        for number in 0..50 {
            let mut rng = Seed(1).stream(Purpose::Sample, &[number]);
            let mut position = game.start(&game.deal(&mut rng)).expect("a deal");
            while let Some(seat) = position.turn().first() {
                let view = position.view(seat);
                let mv = position.random_move(seat, &mut rng, &mut scratch).expect("a move");
                let state = match (mv, view.table.phase) {
                    (Move::Play(card), _) => Some(AfterState::of_play(&view, card, None)),
                    (
                        Move::Take(card),
                        Phase::TakeWithPlayed(with) | Phase::TakeWithDrawn(with),
                    ) => Some(AfterState::of_take(&view, with, card)),
                    _ => None,
                };
                position.play_unchecked(seat, mv);
                if let Some(state) = state {
                    let ones = state.ones();
                    assert!(ones.is_sorted_by(|a, b| a < b));
                    assert!(ones.iter().all(|i| (*i as usize) < VALUE_INPUTS));
                    assert_eq!(ones.iter().filter(|i| **i < 240).count(), 48);
                    let (table, me) = (position.table(), seat.index());
                    match (mv, view.table.phase) {
                        (_, Phase::TakeWithDrawn(_)) => {
                            assert_eq!(state.captured, table.captured[me]);
                            assert_eq!(state.field, table.field);
                        }
                        (Move::Play(card), _)
                            if (view.table.field & Cards::month_of(card)).len() == 2 => {}
                        _ => assert!(table.captured[me].contains_all(state.captured)),
                    }
                }
            }
        }
    }
}
