//! What the values behind a player's moves mean.

use crate::parameter::Values;
use fuda_core::{Game, Lang, MoveOf};
use serde::Serialize;
use std::sync::Arc;

/// What the value of a move counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Expected points.
    Points,
    /// Expected discs ahead.
    Discs,
    /// Expected chips.
    Chips,
    /// The probability of choosing the move.
    Probability,
    /// The probability of finishing first.
    WinProbability,
    /// A reward from 0 to 1: 1 for a win, 0 for paying for one.
    Reward,
    /// The logarithm of how likely a move is beside others.
    LogOdds,
    /// Tiles that improve the hand.
    Tiles,
    /// How often a search went back to the move.
    Visits,
    /// The player's own measure: only the order is known.
    #[default]
    Score,
}

impl Unit {
    /// The unit's name behind a value.
    pub fn name(self, lang: Lang) -> &'static str {
        let (english, japanese) = match self {
            Unit::Points => ("points", "点"),
            Unit::Discs => ("discs", "石"),
            Unit::Chips => ("chips", "チップ"),
            Unit::Probability => ("probability", "確率"),
            Unit::WinProbability => ("win probability", "勝率"),
            Unit::Reward => ("reward (0 to 1)", "報酬 (0〜1)"),
            Unit::LogOdds => ("log-odds", "対数オッズ"),
            Unit::Tiles => ("tiles", "枚"),
            Unit::Visits => ("visits", "回"),
            Unit::Score => ("score", "評点"),
        };
        lang.pick(english, japanese)
    }
}

/// The unit of a kind of player for checked values, when these moves are
/// weighed.
pub type UnitOf<G> = fn(&Values, &[MoveOf<G>]) -> Unit;

/// The unit of a player when these moves are weighed.
pub type Units<G> = Arc<dyn Fn(&[MoveOf<G>]) -> Unit + Send + Sync>;

/// The unit of one player, of values that are kept.
pub(crate) fn units<G: Game>(of: UnitOf<G>, values: Values) -> Units<G> {
    Arc::new(move |legal| of(&values, legal))
}
