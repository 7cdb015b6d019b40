//! The simple players of Koi-Koi, and what others learn from.

mod call;
mod rule;
mod value;

pub use call::{CallBySimulation, WithCalls, going_on};
pub use rule::RulePlayer;
pub use value::{ValueFunction, ValueOptions, ValuePlayer, ValueSample, value_samples};

use crate::{Card, Cards};

/// The card with the greatest value; of several, the lowest.
pub(crate) fn first_best<K: PartialOrd>(cards: Cards, value: impl Fn(Card) -> K) -> Option<Card> {
    let mut best: Option<(K, Card)> = None;
    for card in cards {
        let value = value(card);
        if best.as_ref().is_none_or(|(so_far, _)| value > *so_far) {
            best = Some((value, card));
        }
    }
    best.map(|(_, card)| card)
}
