//! What a tournament found out.

use super::schedule::Form;
use crate::highlights::KeptGame;
use crate::plan::Series;
use crate::report::{Difference, MoveTimes, SprtReport};
use fuda_stats::{Estimate, Sprt};
use serde::Serialize;

/// The findings of a tournament. Everything but [`TournamentReport::times`]
/// depends on the game, the players, the form and the options alone.
///
/// Serialised it is the object that `fuda tournament --json` prints.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TournamentReport {
    /// The game's name.
    pub game: String,
    /// The rules as the game writes them.
    pub rules: String,
    /// The root of all random numbers.
    pub seed: u64,
    /// Who met whom.
    pub form: Form,
    /// How many deals (or series) every pair was to play at the most.
    pub deals: u64,
    /// How many games of each deal a pair plays.
    pub games_per_deal: u64,
    /// In which seatings.
    pub seating: String,
    /// How many games follow each other.
    pub series: Series,
    /// The players, the highest rating first.
    pub players: Vec<Standing>,
    /// The pairs in the order they were played, each with its better player
    /// by rating first.
    pub pairs: Vec<Meeting>,
    /// Whether it was stopped from outside before its end.
    pub interrupted: bool,
    /// The version of the workbench.
    pub version: String,
    /// How long it took; differs from run to run.
    pub times: TournamentTimes,
}

/// One player's place on the ladder.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    /// Its label: the description, with a mark when it cheats.
    pub name: String,
    /// Its strength on the scale of [`crate::Rating`], from all pairs
    /// together; the interval is a bootstrap over deals.
    pub rating: Estimate,
    /// Its points per game minus those of the players it met.
    pub lead: Estimate,
    /// Games it took part in.
    pub games: u64,
    /// Players it is ahead of beyond doubt: the 95% interval excludes 0.
    pub ahead: u64,
    /// Players it met without a clear result.
    pub unclear: u64,
    /// Players it is behind beyond doubt.
    pub behind: u64,
    /// How many of its games it lost by rule.
    pub errors: u64,
    /// What was said about the first of them.
    pub messages: Vec<String>,
}

/// What two players did against each other.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Meeting {
    /// Whose points.
    pub first: String,
    /// Whose are taken away.
    pub second: String,
    /// How many deals count.
    pub deals: u64,
    /// How many games that makes.
    pub games: u64,
    /// The first one's points per game minus the second's.
    #[serde(flatten)]
    pub difference: Difference,
    /// The sequential test, when one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtReport>,
    /// The file with all its games, when they were kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub records: Option<String>,
    /// Deals whose games are not in that file, because they came from the
    /// store.
    #[serde(skip_serializing_if = "is_zero")]
    pub not_kept: u64,
    /// Games worth a look, each in a file of its own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kept: Vec<KeptGame>,
}

impl Meeting {
    /// The same from the other side.
    pub(super) fn turned(self) -> Meeting {
        let points = turned(self.difference.points);
        Meeting {
            first: self.second,
            second: self.first,
            difference: Difference { points, ..self.difference },
            sprt: self.sprt.map(|report| {
                let Sprt { null, alternative, .. } = report.test;
                let test = Sprt { null: -null, alternative: -alternative, ..report.test };
                SprtReport { test, ..report }
            }),
            ..self
        }
    }
}

/// A difference from the other side. 0 stays 0 and does not become -0.
fn turned(difference: Estimate) -> Estimate {
    difference.map(|value| 0.0 - value)
}

fn is_zero(n: &u64) -> bool {
    *n == 0
}

/// How long things took.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct TournamentTimes {
    /// Seconds of this run.
    pub seconds: f64,
    /// Games played by this run; the others came from the store.
    pub games: u64,
    /// Each player's moves, in the order of the ladder.
    pub players: Vec<MoveTimes>,
}

impl TournamentReport {
    /// How many games were lost by rule in all.
    pub fn errors(&self) -> u64 {
        self.players.iter().map(|player| player.errors).sum()
    }

    /// How many games count in all.
    pub fn games(&self) -> u64 {
        self.pairs.iter().map(|pair| pair.games).sum()
    }

    /// The points per game of one player minus those of another, and the
    /// meeting they are from, where the two have met.
    pub fn meeting(&self, row: &str, column: &str) -> Option<(Estimate, &Meeting)> {
        self.pairs.iter().find_map(|pair| {
            let points = pair.difference.points;
            match (pair.first.as_str(), pair.second.as_str()) {
                (first, second) if (first, second) == (row, column) => Some((points, pair)),
                (first, second) if (second, first) == (row, column) => Some((turned(points), pair)),
                _ => None,
            }
        })
    }
}
