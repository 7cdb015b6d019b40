//! The player of if-then rules.

use crate::{Card, Cards, KoiKoi, Move, Phase, View};
use fuda_core::{Ask, Choice, Player, PlayerError};

use super::{CallBySimulation, first_best};

/// Plays by these rules, the first that applies:
///
/// 1. If a card from the hand captures something that completes or improves a
///    yaku, play it; of several, the one that scores most.
/// 2. If a card captures anything, play the one that wins the best cards:
///    brights (20, the rain 12), the sake cup (10), boar, deer and butterflies
///    (8), red and blue ribbons (8), other animals (5), other ribbons (4),
///    plain cards (1). Both the card played and the cards taken count.
/// 3. Otherwise put down the card that is worth least by the same list.
///
/// Of two field cards it takes the one that completes a yaku, or else the one
/// worth more. Ties go to the lower card. Koi-koi is decided by simulation,
/// see [`CallBySimulation`].
#[derive(Clone, Copy, Debug, Default)]
pub struct RulePlayer {
    /// How koi-koi is decided.
    pub call: CallBySimulation,
}

/// What a card is worth to this player.
fn worth(card: Card) -> u32 {
    let one = Cards::NONE.with(card);
    if card == Card::RAIN {
        12
    } else if Cards::BRIGHTS.contains_all(one) {
        20
    } else if card == Card::SAKE {
        10
    } else if (Cards::BOAR_DEER_BUTTERFLIES | Cards::RED | Cards::BLUE).contains(card) {
        8
    } else if Cards::ANIMALS.contains(card) {
        5
    } else if Cards::RIBBONS.contains(card) {
        4
    } else {
        1
    }
}

fn total(cards: Cards) -> u32 {
    cards.iter().map(worth).sum()
}

/// The points a capture adds to the seat's yaku.
fn gain(view: &View, captured: Cards) -> u16 {
    let seat = view.seat.index() & 1;
    let calls = view.table.calls[seat];
    let rules = &view.table.rules;
    let now = rules.yaku_points(view.table.captured[seat], calls);
    rules.yaku_points(view.table.captured[seat] | captured, calls).saturating_sub(now)
}

impl RulePlayer {
    /// The card to play.
    pub fn card(view: &View) -> Option<Card> {
        let capture = |card: Card| -> Option<(u16, u32)> {
            let matches = view.table.field & Cards::month_of(card);
            let taken = match matches.len() {
                0 => return None,
                2 => Cards::NONE.with(Self::taken(view, card, matches)?),
                _ => matches,
            };
            Some((gain(view, taken.with(card)), total(taken.with(card))))
        };
        let capturing: Cards = view.hand.iter().filter(|card| capture(*card).is_some()).collect();
        first_best(capturing, capture)
            .or_else(|| first_best(view.hand, |card| std::cmp::Reverse(worth(card))))
    }

    /// Which of the field cards to take with a card.
    pub fn taken(view: &View, with: Card, matches: Cards) -> Option<Card> {
        let value = |card: Card| (gain(view, Cards::NONE.with(card).with(with)), worth(card));
        first_best(matches, value)
    }

    /// The move, except where koi-koi is asked.
    pub fn answer(view: &View) -> Option<Move> {
        match view.table.phase {
            Phase::Play => Self::card(view).map(Move::Play),
            Phase::TakeWithPlayed(with) | Phase::TakeWithDrawn(with) => {
                let matches = view.table.field & Cards::month_of(with);
                Self::taken(view, with, matches).map(Move::Take)
            }
            Phase::Call | Phase::Over => None,
        }
    }
}

impl Player<KoiKoi> for RulePlayer {
    fn choose(&mut self, ask: Ask<'_, KoiKoi>) -> Result<Choice<Move>, PlayerError> {
        if let Some(choice) = self.call.decide(ask.view, ask.rng) {
            return Ok(choice);
        }
        let answer = RulePlayer::answer(ask.view);
        answer.map(Choice::from).ok_or_else(|| PlayerError("there is nothing to decide".into()))
    }
}
