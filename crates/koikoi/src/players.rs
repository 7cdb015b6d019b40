//! The simple players of Koi-Koi, and the learner of one of them.

mod after_state;
mod call;
mod contribution;
mod features;
mod learn;
mod model;
mod net_inputs;
mod pg;
mod rule;
mod value;

pub use after_state::{AfterState, VALUE_INPUTS};
pub use call::{CallBySimulation, WithCalls, going_on};
pub use contribution::Contribution;
pub use features::{FEATURES, Features, Situation, feature_name};
pub use learn::{CurvePoint, LearnError, PgOptions, PgRun, learn_pg};
pub use model::{ModelError, PgModel, Training};
pub use net_inputs::{
    JUDGE_INPUTS, NET_INPUTS, NET_INPUTS_NAME, Ones, net_inputs, seen_by_a_judge,
};
pub use pg::PgPlayer;
pub use rule::RulePlayer;
pub use value::{ValueFunction, ValueOptions, ValuePlayer, ValueSample, value_samples};

use crate::{Card, Cards};

/// The card with the greatest value; of several, the lowest.
fn first_best<K: PartialOrd>(cards: Cards, value: impl Fn(Card) -> K) -> Option<Card> {
    let mut best: Option<(K, Card)> = None;
    for card in cards {
        let value = value(card);
        if best.as_ref().is_none_or(|(so_far, _)| value > *so_far) {
            best = Some((value, card));
        }
    }
    best.map(|(_, card)| card)
}
