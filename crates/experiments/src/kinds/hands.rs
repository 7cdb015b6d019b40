//! Mahjong matches, counted hand by hand: how often players win a hand, what
//! they gain by it, and their places.

use super::{Experiment, parallel};
use crate::context::Context;
use crate::entry::Entry;
use crate::trouble::Trouble;
use crate::value::{Measured, Pair, Point, Series};
use fuda_arena::Scheme;
use fuda_players::{HandTable, HandsError};
use fuda_stats::Moments;
use serde::{Deserialize, Serialize};

/// The settings.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Hands {
    /// The rules.
    rules: String,
    /// The seating scheme.
    seats: String,
    /// The two players: what the report calls them, and their descriptions.
    players: [(String, String); 2],
    /// What stands for `{effort}` in the descriptions.
    effort: Option<u64>,
    /// How many deals, each played in all seatings.
    deals: u64,
    /// How many players of one kind share a win rate: 2 for that of a pair.
    #[serde(default = "one")]
    sharing: u8,
}

fn one() -> u8 {
    1
}

/// What the two kinds of players did in one deal, a chair's mean.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
struct Block {
    /// Hands won, of a hundred.
    wins: [f64; 2],
    /// Points gained a hand.
    points: [f64; 2],
    /// The place at the end of the game.
    ranks: [f64; 2],
}

/// The names of the three series.
const SERIES: [&str; 3] = ["hands won %", "points a hand", "mean place"];

impl Experiment for Hands {
    const NAME: &str = "hands";

    fn check(&self) -> Result<(), String> {
        self.prepare().map(drop)
    }

    fn measure(&self, _entry: &Entry, context: &Context<'_>) -> Result<Measured, Trouble> {
        let table = self.prepare().map_err(Trouble::measuring)?;
        let count = usize::try_from(self.deals).unwrap_or(usize::MAX);
        let done = |finished| context.step(finished, 0.0, count);
        let names = [0, 1].map(|kind: usize| table.recipes[kind].name.clone());
        let blocks = parallel::each(context, count, &done, &|deal| {
            let key = ("hands", &names, &self.rules, &self.seats, deal);
            context.memo(key, || play(&table, deal as u64, context))
        })?;
        let mut found = Measured::default();
        for (number, name) in SERIES.into_iter().enumerate() {
            let values: Vec<[f64; 2]> = blocks
                .iter()
                .map(|block| match number {
                    0 => block.wins.map(|share| share * f64::from(self.sharing)),
                    1 => block.points,
                    _ => block.ranks,
                })
                .collect();
            self.summarise(name, &values, &mut found);
        }
        let games = blocks.len() * table.seatings();
        found.notes.push(format!(
            "{} deals, each in {} seatings: {games} games; `{}` against `{}`, rules {}",
            blocks.len(),
            table.seatings(),
            names[0],
            names[1],
            self.rules
        ));
        Ok(found)
    }
}

impl Hands {
    /// A match between two players, each with the name the report gives it.
    pub(super) fn between(
        players: [(String, String); 2],
        rules: &str,
        seats: &str,
        deals: u64,
    ) -> Hands {
        let (rules, seats) = (rules.to_owned(), seats.to_owned());
        Hands { rules, seats, players, effort: None, deals, sharing: 1 }
    }

    fn prepare(&self) -> Result<HandTable, String> {
        let effort = self.effort.map_or_else(String::new, |effort| effort.to_string());
        let [first, second] =
            self.players.each_ref().map(|(_, text)| text.replace("{effort}", &effort));
        let scheme: Scheme = self.seats.parse().map_err(|e: fuda_core::BadText| e.to_string())?;
        let seatings = scheme.seatings(2, 4).map_err(|e| e.to_string())?;
        let seatings = seatings
            .iter()
            .map(|seating| std::array::from_fn(|seat| usize::from(seating[seat])))
            .collect();
        HandTable::new(&self.rules, [&first, &second], seatings).map_err(|e| e.to_string())
    }

    /// Means with intervals over deals, and the difference deal by deal.
    fn summarise(&self, name: &str, values: &[[f64; 2]], found: &mut Measured) {
        let column = |kind: usize| values.iter().map(|value| value[kind]).collect::<Vec<f64>>();
        let points = [0, 1].map(|kind: usize| {
            Point::new(&self.players[kind].0, Moments::of(&column(kind)).estimate())
        });
        let less: Vec<f64> = values.iter().map(|[a, b]| a - b).collect();
        found.series.push(Series::new(name, points.to_vec()));
        found.pairs.push(Pair {
            left: format!("{name}@{}", self.players[0].0),
            right: format!("{name}@{}", self.players[1].0),
            value: Moments::of(&less).estimate(),
        });
    }
}

/// Plays a deal in all seatings.
fn play(table: &HandTable, deal: u64, context: &Context<'_>) -> Result<Block, Trouble> {
    let tally = table.play(context.seed, deal, context.stop).map_err(|e| match e {
        HandsError::Stopped => Trouble::Stopped,
        other => Trouble::measuring(other),
    })?;
    let mut block = Block::default();
    for (kind, (count, ranks)) in tally.sides.iter().zip(&tally.ranks).enumerate() {
        let sat = count.sat.max(1) as f64;
        block.wins[kind] = 100.0 * count.wins as f64 / sat;
        block.points[kind] = count.points / sat;
        block.ranks[kind] = ranks.iter().sum::<f64>() / ranks.len().max(1) as f64;
    }
    Ok(block)
}
