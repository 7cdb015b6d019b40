//! Players that look at one move at a time.

use crate::Daihinmin;
use crate::card::Card;
use crate::moves::Move;
use crate::position::View;
use fuda_core::{Ask, Choice, Player, PlayerError};
use std::cmp::Reverse;

/// Plays as many cards as it can, the weakest among equals; gives away its
/// weakest cards.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

/// Plays the weakest cards it can, all of them that go together; gives away
/// its weakest cards. The contest's sample client plays in this spirit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Weakest;

/// How strong a play is in the order of the moment: lower is weaker.
fn strength(mv: Move, revolution: bool) -> u8 {
    match mv.meld() {
        None => 0,
        Some(meld) if meld.is_single_joker() => u8::MAX,
        Some(meld) if revolution => 14 - meld.high.min(14),
        Some(meld) => meld.low,
    }
}

/// The gift of the weakest cards, when gifts are asked for.
pub(super) fn weakest_gift(legal: &[Move]) -> Option<Move> {
    let cost = |mv: &Move| {
        let mut cards: Vec<u8> = mv.cards().iter().map(Card::gift_order).collect();
        cards.sort_unstable_by_key(|order| Reverse(*order));
        cards
    };
    legal.iter().filter(|mv| mv.is_gift()).min_by_key(|mv| cost(mv)).copied()
}

/// The first legal move by a key, passing only when there is nothing else.
fn best_by<K: Ord>(legal: &[Move], key: impl Fn(Move) -> K) -> Option<Move> {
    let plays = legal.iter().filter(|mv| !mv.is_pass());
    plays.min_by_key(|mv| key(**mv)).or(legal.first()).copied()
}

fn answer(mv: Option<Move>) -> Result<Choice<Move>, PlayerError> {
    mv.map(Choice::from).ok_or_else(|| PlayerError("there is no legal move".into()))
}

fn is_revolution(view: &View) -> bool {
    view.replay().revolution
}

impl Player<Daihinmin> for Greedy {
    fn choose(&mut self, ask: Ask<'_, Daihinmin>) -> Result<Choice<Move>, PlayerError> {
        let revolution = is_revolution(ask.view);
        answer(weakest_gift(ask.legal).or_else(|| {
            best_by(ask.legal, |mv| {
                (Reverse(mv.cards().len()), strength(mv, revolution), mv.cards().has_joker(), mv)
            })
        }))
    }
}

impl Player<Daihinmin> for Weakest {
    fn choose(&mut self, ask: Ask<'_, Daihinmin>) -> Result<Choice<Move>, PlayerError> {
        let revolution = is_revolution(ask.view);
        answer(weakest_gift(ask.legal).or_else(|| {
            best_by(ask.legal, |mv| {
                (mv.cards().has_joker(), strength(mv, revolution), Reverse(mv.cards().len()), mv)
            })
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
    use fuda_core::{Budget, Game, Position as _, Purpose, Seat, Seed};

    fn chosen(player: &mut dyn Player<Daihinmin>, position: &Position) -> String {
        let seat = position.turn().first().unwrap();
        let mut legal = Vec::new();
        position.legal_moves(seat, &mut legal);
        let view = position.view(seat);
        let rng = &mut Seed(1).stream(Purpose::Player, &[]);
        let budget = Budget::default();
        player.choose(Ask { view: &view, legal: &legal, budget, rng }).unwrap().mv.to_string()
    }

    /// Two players; the one that holds the lowest diamond leads.
    fn position(classes: Option<Vec<u8>>) -> Position {
        let game = Daihinmin::with_rules("uecda,players=2,ranks=3-8,told=yes").unwrap();
        let first = "S3D3S4H4D4C4S7H7D7C7S8H8JO".parse().unwrap();
        let second = game.options().deck().without(first);
        let hands = vec![first, second];
        let deal = crate::Deal { hands, first: Seat(0), classes, tail: vec![0, 1] };
        game.start(&deal).unwrap()
    }

    #[test]
    fn the_first_move_of_each() {
        assert_eq!(chosen(&mut Greedy, &position(None)), "S4H4D4C4*");
        assert_eq!(chosen(&mut Weakest, &position(None)), "S3D3");
        let gifts = position(Some(vec![0, 1]));
        assert_eq!(chosen(&mut Greedy, &gifts), "give:D3");
        assert_eq!(chosen(&mut Weakest, &gifts), "give:D3");
    }

    #[test]
    fn in_a_revolution_high_cards_are_weak() {
        let mut position = position(None);
        position.play(Seat(0), "S4H4D4C4".parse().unwrap()).unwrap();
        position.play(Seat(1), Move::PASS).unwrap();
        position.play(Seat(0), Move::PASS).unwrap();
        assert!(position.is_revolution());
        assert_eq!(chosen(&mut Weakest, &position), "S8H8");
        position.play(Seat(0), "S7".parse().unwrap()).unwrap();
        assert_eq!(chosen(&mut Weakest, &position), "S6");
    }
}
