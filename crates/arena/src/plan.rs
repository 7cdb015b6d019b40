//! What is to be played: the checked description of a match.

use crate::drive::Limits;
use crate::entrant::Entrant;
use crate::error::PlanError;
use crate::scheme::{Scheme, Seating};
use fuda_core::{Game, Seed};
use fuda_stats::Sprt;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// Games played in a row, with what carries over from one to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Series {
    /// How many games a series has; 1 is a single game.
    pub games: u32,
    /// After how many games the players change seats at random, if they do.
    pub reseat_every: Option<u32>,
}

impl Default for Series {
    fn default() -> Series {
        Series { games: 1, reseat_every: None }
    }
}

/// Everything about a match besides the game and the players.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchOptions {
    /// How many deals (or series of deals) are played, each in all seatings;
    /// at most [`MOST_DEALS`].
    pub deals: u64,
    /// The root of all random numbers.
    pub seed: Seed,
    /// Who sits where; `None` is [`Scheme::usual`].
    pub scheme: Option<Scheme>,
    /// How many games follow each other.
    pub series: Series,
    /// How many threads play; 0 is one for each core.
    pub threads: usize,
    /// What a move may cost.
    pub limits: Limits,
    /// Stop early when the difference is clear.
    pub sprt: Option<Sprt>,
    /// The file that keeps the results.
    pub store: Option<PathBuf>,
    /// How many resamples the intervals of the ratings rest on.
    pub resamples: usize,
}

impl Default for MatchOptions {
    fn default() -> MatchOptions {
        MatchOptions {
            deals: 100,
            seed: Seed(1),
            scheme: None,
            series: Series::default(),
            threads: 0,
            limits: Limits::default(),
            sprt: None,
            store: None,
            resamples: 400,
        }
    }
}

/// A game, those who play it, and how.
#[derive(Clone, Debug)]
pub struct Plan<G: Game> {
    pub(crate) game: G,
    pub(crate) entrants: Vec<Entrant<G>>,
    /// The label of each entrant.
    pub(crate) names: Vec<String>,
    pub(crate) options: MatchOptions,
    pub(crate) scheme: Scheme,
    pub(crate) shape: Shape,
}

/// The most deals one match may have. About 200 bytes of a deal of two
/// players are kept until the report is made: 10 GB at most.
pub const MOST_DEALS: u64 = 50_000_000;

/// The most games one block may have.
pub const MOST_GAMES_IN_BLOCK: usize = 1 << 20;

impl<G: Game> Plan<G> {
    /// Checks that the players, the seats and the options fit together.
    pub fn new(
        game: G,
        entrants: Vec<Entrant<G>>,
        options: MatchOptions,
    ) -> Result<Plan<G>, PlanError> {
        if entrants.len() < 2 {
            return Err(PlanError::Alone);
        }
        let seats = game.seats();
        let scheme = options.scheme.unwrap_or_else(|| Scheme::usual(entrants.len(), seats));
        let seatings = scheme.seatings(entrants.len(), seats)?;
        if options.deals == 0 {
            return Err(PlanError::NoDeals);
        }
        if options.deals > MOST_DEALS {
            return Err(PlanError::TooManyDeals(options.deals));
        }
        let series = options.series.games as usize;
        if series == 0 || options.series.reseat_every == Some(0) {
            return Err(PlanError::EmptySeries);
        }
        if seatings.len().saturating_mul(series) > MOST_GAMES_IN_BLOCK {
            return Err(PlanError::LongSeries { games: options.series.games });
        }
        let shape = Shape { entrants: entrants.len(), seats, seatings, series };
        let names = entrants.iter().map(Entrant::label).collect();
        Ok(Plan { game, entrants, names, options, scheme, shape })
    }

    /// Whether workers of a queue can make all its players.
    pub fn can_travel(&self) -> bool {
        self.entrants.iter().all(|entrant| entrant.models().is_some())
    }

    /// The game under its rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// How many games the whole match has.
    pub fn games(&self) -> u64 {
        self.options.deals * self.shape.games() as u64
    }

    /// What makes this match the one it is: equal descriptions, equal results.
    pub fn description(&self) -> Description {
        Description {
            game: G::NAME.to_owned(),
            rules: self.game.rules(),
            players: self.names.clone(),
            seed: self.options.seed,
            seating: self.scheme.to_string(),
            series: self.options.series,
            limits: self.options.limits,
            version: VERSION.to_owned(),
        }
    }
}

/// The version that is written into stores and reports.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What makes a match the one it is. The number of deals is not part of it:
/// a stored match can be made longer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// The game's name.
    pub game: String,
    /// The rules as the game writes them.
    pub rules: String,
    /// The labels of the players, in order.
    pub players: Vec<String>,
    /// The root of all random numbers.
    pub seed: Seed,
    /// The seating scheme as it is written.
    pub seating: String,
    /// How many games follow each other.
    pub series: Series,
    /// What a move may cost.
    pub limits: Limits,
    /// The version of the workbench that played.
    pub version: String,
}

impl Description {
    /// The first thing in which the other description differs, if any:
    /// its name, what it is here, and what it is there.
    pub fn difference(&self, other: &Description) -> Option<(&'static str, String, String)> {
        let fields = |d: &Description| {
            [
                ("game", d.game.clone()),
                ("rules", d.rules.clone()),
                ("players", d.players.join(" ")),
                ("seed", d.seed.0.to_string()),
                ("seating", d.seating.clone()),
                ("series", format!("{:?}", d.series)),
                ("limits", format!("{:?}", d.limits)),
                ("version", d.version.clone()),
            ]
        };
        let pairs = fields(self).into_iter().zip(fields(other));
        let mut different = pairs.filter(|((_, mine), (_, theirs))| mine != theirs);
        different.next().map(|((name, mine), (_, theirs))| (name, mine, theirs)).or_else(|| {
            (self != other).then(|| ("players", self.players.join(" "), other.players.join(" ")))
        })
    }
}

/// The form of every block of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    pub entrants: usize,
    pub seats: usize,
    pub seatings: Vec<Seating>,
    pub series: usize,
}

impl Shape {
    /// Games in a block.
    pub fn games(&self) -> usize {
        self.seatings.len() * self.series
    }

    /// Scores in a block: one for each chair of each game.
    pub fn scores(&self) -> usize {
        self.games() * self.seats
    }

    /// The seating of a block's game.
    pub fn seating(&self, game: usize) -> &Seating {
        &self.seatings[game / self.series]
    }

    /// How many chairs each entrant holds over a block.
    pub fn chairs(&self) -> Vec<u64> {
        let mut chairs = vec![0; self.entrants];
        for &kind in self.seatings.iter().flatten() {
            chairs[usize::from(kind)] += self.series as u64;
        }
        chairs
    }

    /// In how many games of a block each entrant takes part.
    pub fn presences(&self) -> Vec<u64> {
        let present = |kind| self.seatings.iter().filter(|s| s.contains(&kind)).count();
        (0..self.entrants).map(|kind| (present(kind as u8) * self.series) as u64).collect()
    }
}
