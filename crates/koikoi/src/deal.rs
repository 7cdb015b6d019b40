//! What chance decides: hands, field, stock, and who plays first.

use crate::{Card, Cards, DealtHand, Rules};
use arrayvec::ArrayVec;
use fuda_core::{BadText, Rng, Seat};
use serde::{Deserialize, Serialize};

/// The cards of one round as they were dealt.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RoundDeal {
    /// The hands, in seat order.
    pub hands: [Cards; 2],
    /// The field.
    pub field: Cards,
    /// The stock, the card that is turned over first standing first.
    pub stock: Vec<Card>,
}

/// The cards of a single game or of all rounds of a match.
///
/// A deal with fewer rounds than the rules have makes a shorter match: records
/// of matches that were broken off are such.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Deal {
    /// Who plays first in the first round.
    pub first: Seat,
    /// The rounds.
    pub rounds: Vec<RoundDeal>,
}

/// A hand dealt so that the rules end the round before it starts.
pub(crate) fn ends_the_round(rules: &Rules, hand: Cards) -> bool {
    special(rules, hand) == Some(DealtHand::Score)
}

/// What the rules say about a dealt hand, when they say anything.
#[inline]
fn special(rules: &Rules, hand: Cards) -> Option<DealtHand> {
    if rules.dealt_four != DealtHand::Play && hand.has_four_of_a_month() {
        return Some(rules.dealt_four);
    }
    if rules.dealt_pairs != DealtHand::Play {
        let pairs = hand.by_month().iter().filter(|n| **n == 2).count();
        if pairs == 4 {
            return Some(rules.dealt_pairs);
        }
    }
    None
}

/// Whether a round goes on that was dealt with this hand.
///
/// Whoever sees a round being played knows this of the hand it cannot see.
#[inline]
pub(crate) fn is_played(rules: &Rules, hand: Cards) -> bool {
    special(rules, hand).is_none()
}

/// Whether the rules have the cards dealt again.
fn again(rules: &Rules, hands: [Cards; 2], field: Cards) -> bool {
    hands.iter().any(|h| special(rules, *h) == Some(DealtHand::Again))
        || match rules.field_again {
            0 => false,
            4 => field.has_four_of_a_month(),
            n => field.most_of_a_month() >= n,
        }
}

/// Cards in random order.
pub(crate) type Shuffled = ArrayVec<Card, 48>;

impl RoundDeal {
    /// Deals a round, again and again until it may be played.
    pub fn draw(rules: &Rules, rng: &mut Rng) -> RoundDeal {
        let mut pack: Shuffled = Cards::of_months(rules.months).iter().collect();
        loop {
            rng.shuffle(&mut pack);
            let (hands, field, stock) = cut(rules, &pack);
            if !again(rules, hands, field) {
                return RoundDeal { hands, field, stock: stock.to_vec() };
            }
        }
    }

    /// Checks that these cards could have been dealt under the rules.
    pub fn check(&self, rules: &Rules) -> Result<(), BadText> {
        self.check_cards(rules)?;
        if again(rules, self.hands, self.field) {
            return Err(BadText::new("cards that may be played", "cards that are dealt again"));
        }
        Ok(())
    }

    /// Checks that all cards are there, each once.
    pub(crate) fn check_cards(&self, rules: &Rules) -> Result<(), BadText> {
        let sized = |what: &str, got: usize, want: usize| match got == want {
            true => Ok(()),
            false => Err(BadText::new(format!("{want} cards in {what}"), format!("{got} cards"))),
        };
        sized("the first hand", self.hands[0].len(), rules.hand.into())?;
        sized("the second hand", self.hands[1].len(), rules.hand.into())?;
        sized("the field", self.field.len(), rules.field.into())?;
        sized("the stock", self.stock.len(), rules.stock())?;
        let mut seen = Cards::NONE;
        let dealt = self.hands.iter().flat_map(|h| h.iter()).chain(self.field);
        for card in dealt.chain(self.stock.iter().copied()) {
            if seen.contains(card) {
                return Err(BadText::new("every card once", format!("{card} twice")));
            }
            seen = seen.with(card);
        }
        let pack = Cards::of_months(rules.months);
        if let Some(card) = (seen & !pack).first() {
            return Err(BadText::new(
                format!("cards of {} months", rules.months),
                card.to_string(),
            ));
        }
        Ok(())
    }
}

fn cut<'a>(rules: &Rules, pack: &'a [Card]) -> ([Cards; 2], Cards, &'a [Card]) {
    let (hand, field) = (usize::from(rules.hand), usize::from(rules.field));
    let (first, rest) = pack.split_at(hand);
    let (second, rest) = rest.split_at(hand);
    let (field, stock) = rest.split_at(field);
    let set = |cards: &[Card]| cards.iter().copied().collect();
    ([set(first), set(second)], set(field), stock)
}

impl Deal {
    /// Deals every round of a match.
    pub fn draw(rules: &Rules, rng: &mut Rng) -> Deal {
        let first = if rules.draw_first { Seat(rng.below(2) as u8) } else { Seat(0) };
        let rounds = (0..rules.rounds).map(|_| RoundDeal::draw(rules, rng)).collect();
        Deal { first, rounds }
    }

    /// Checks that this could have been dealt under the rules.
    pub fn check(&self, rules: &Rules) -> Result<(), BadText> {
        let firsts = if rules.draw_first { 2 } else { 1 };
        if self.first.index() >= firsts {
            let expected = if firsts == 1 { "seat 0 first" } else { "seat 0 or 1 first" };
            return Err(BadText::new(expected, format!("seat {}", self.first)));
        }
        if self.rounds.is_empty() || self.rounds.len() > rules.rounds.into() {
            let expected = format!("1 to {} rounds", rules.rounds);
            return Err(BadText::new(expected, format!("{} rounds", self.rounds.len())));
        }
        for (number, round) in self.rounds.iter().enumerate() {
            round.check(rules).map_err(|e| {
                BadText::new(format!("{} in round {}", e.expected, number + 1), e.got)
            })?;
        }
        Ok(())
    }
}
