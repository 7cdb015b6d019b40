//! What a match found out.

use crate::drive::FaultKind;
use crate::plan::Series;
use crate::rating::Rating;
use fuda_stats::{Estimate, Sprt, Verdict};
use serde::Serialize;

/// The findings of a match. Everything but [`MatchReport::times`] depends on
/// the plan alone, never on threads, interruptions or the machine.
///
/// Serialised it is the object that `fuda match --json` prints.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchReport {
    /// The game's name.
    pub game: String,
    /// The rules as the game writes them.
    pub rules: String,
    /// The root of all random numbers.
    pub seed: u64,
    /// How many deals (or series) count, each played in all seatings.
    pub deals: u64,
    /// How many games that makes.
    pub games: u64,
    /// The players in the order they were named.
    pub players: Vec<PlayerReport>,
    /// The first player against the second; `None` when there is only one.
    pub difference: Option<Difference>,
    /// Every pair of players, where there are more than two.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<PairReport>,
    /// The players on one scale.
    pub ratings: Vec<Rating>,
    /// The sequential test, when one was asked for.
    pub sprt: Option<SprtReport>,
    /// The seating scheme.
    pub seating: String,
    /// How many games of each deal there are.
    pub games_per_deal: u64,
    /// How many games follow each other.
    pub series: Series,
    /// Whether the match was stopped from outside before its end.
    pub interrupted: bool,
    /// The version of the workbench.
    pub version: String,
    /// What the statistics of rounds rest on, when they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<RoundCount>,
    /// The points without the luck of draws, when it was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck: Option<LuckReport>,
    /// How long it took; differs from run to run.
    pub times: Times,
    /// The difference as it developed, for plots.
    #[serde(skip)]
    pub running: Vec<RunningPoint>,
}

/// One player's results.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayerReport {
    /// Its label: the description, with a mark when it cheats.
    pub name: String,
    /// In how many games it took part.
    pub games: u64,
    /// The points of a chair in a game.
    pub points: Estimate,
    /// How many of its games it lost by rule.
    pub errors: u64,
    /// Whether it sees hidden cards.
    pub cheats: bool,
    /// How many chairs it held over all games.
    pub chairs: u64,
    /// The share of first places of a chair, ties shared.
    pub wins: Estimate,
    /// The share of each place, best first, ties shared.
    pub places: Vec<f64>,
    /// The same shares with their 95% intervals over blocks.
    pub place_shares: Vec<Estimate>,
    /// How many moves it was asked for.
    pub moves: u64,
    /// The effort it reported for a move, in its own unit.
    pub effort_per_move: Option<f64>,
    /// The games lost by rule, by kind.
    pub faults: Vec<FaultCount>,
    /// What was said about the first of them.
    pub messages: Vec<String>,
    /// Its statistics of hands or rounds, when they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<RoundValue>,
}

/// How many hands or rounds were counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct RoundCount {
    /// Hands or rounds.
    pub rounds: u64,
    /// Deals they are from; the games of others came from the store and were
    /// not played again.
    pub deals: u64,
}

/// Points without the luck of draws.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LuckReport {
    /// What valued the positions.
    pub valuation: String,
    /// How often each draw was repeated.
    pub draws: u32,
    /// Deals that were measured; the games of others came from the store and
    /// were not played again.
    pub deals: u64,
    /// How much of the luck was subtracted, on average over the deals.
    pub weight: f64,
    /// The points of a chair in a game, player by player.
    pub players: Vec<Estimate>,
    /// The first player against the second.
    pub difference: Option<Estimate>,
    /// How many times the games it would take to get as narrow an interval
    /// from plain points.
    pub as_many_games: Option<f64>,
}

/// One of the numbers of [`fuda_core::Game::round_stats`].
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct RoundValue {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Whether it is a share.
    pub share: bool,
    /// The value with its 95% interval over deals.
    #[serde(flatten)]
    pub value: Estimate,
}

impl RoundValue {
    /// The value as text, shares in percent.
    pub(crate) fn text(&self) -> String {
        match self.share {
            true => format!("{:.1}", self.value.percent()),
            false => self.value.to_string(),
        }
    }
}

/// How often a player lost by rule in one way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FaultCount {
    /// In which way.
    pub kind: FaultKind,
    /// How often.
    pub count: u64,
}

/// The points of one player minus those of another.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Difference {
    /// The mean and its 95% interval, block by block.
    #[serde(flatten)]
    pub points: Estimate,
    /// The p-value of the paired t-test over blocks; `None` when all blocks
    /// agree exactly or there is only one.
    pub p: Option<f64>,
    /// The p-value of Welch's t-test, which knows nothing of shared deals.
    /// It is `None` at a table of two whose scores always add up to the same:
    /// what one wins the other loses, and a test for two independent lists
    /// means nothing there. Where more sit at the table and scores add up to
    /// zero this value is too small; the paired one is to be trusted.
    pub welch_p: Option<f64>,
}

/// A difference with its names.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PairReport {
    /// Whose points.
    pub first: String,
    /// Whose are taken away.
    pub second: String,
    /// The difference.
    #[serde(flatten)]
    pub difference: Difference,
}

/// How the sequential test ended.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SprtReport {
    /// What was tested.
    #[serde(flatten)]
    pub test: Sprt,
    /// The logarithm of the likelihood ratio of H1 to H0.
    pub log_ratio: Option<f64>,
    /// What it says.
    pub verdict: Verdict,
}

/// How long things took.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Times {
    /// Seconds of this run.
    pub seconds: f64,
    /// Threads of this run.
    pub threads: usize,
    /// Games played by this run; the others came from the store.
    pub games: u64,
    /// Games per second of this run.
    pub games_per_second: Option<f64>,
    /// Each player's moves.
    pub players: Vec<MoveTimes>,
}

/// How long a player's moves took. Quick games are timed only now and then.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveTimes {
    /// The player's label.
    pub name: String,
    /// How many moves were timed.
    pub timed: u64,
    /// The mean in microseconds.
    pub mean_us: Option<f64>,
    /// The slowest in microseconds.
    pub slowest_us: Option<f64>,
}

/// The difference after the first so many blocks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RunningPoint {
    /// How many blocks.
    pub blocks: u64,
    /// The difference and its interval.
    pub points: Estimate,
}

impl MatchReport {
    /// How many games were lost by rule in all.
    pub fn errors(&self) -> u64 {
        self.players.iter().map(|player| player.errors).sum()
    }

    /// The report as one line of JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|e| format!("{{\"error\":\"{e}\"}}"))
    }
}
