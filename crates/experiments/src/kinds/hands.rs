//! Mahjong matches, counted hand by hand: how often players win a hand, what
//! they gain by it, and their places.

use super::{Experiment, parallel};
use crate::context::Context;
use crate::entry::Entry;
use crate::trouble::Trouble;
use crate::value::{Measured, Pair, Point, Series};
use fuda_arena::{Competitor, Limits, Moments, Scheme, play_game};
use fuda_core::{Game, Purpose};
use fuda_mahjong::Mahjong;
use fuda_mahjong::game::{HandResult, ranking};
use fuda_players::Recipe;
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
            context.memo(key, || table.play(deal as u64, context))
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
        let games = blocks.len() * table.seatings.len();
        found.notes.push(format!(
            "{} deals, each in {} seatings: {games} games; `{}` against `{}`, rules {}",
            blocks.len(),
            table.seatings.len(),
            names[0],
            names[1],
            self.rules
        ));
        Ok(found)
    }
}

/// Everything that is the same for all deals.
struct Table {
    game: Mahjong,
    recipes: [Recipe<Mahjong>; 2],
    seatings: Vec<fuda_arena::Seating>,
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

    fn prepare(&self) -> Result<Table, String> {
        let game = Mahjong::with_rules(&self.rules).map_err(|e| e.to_string())?;
        let effort = self.effort.map_or_else(String::new, |effort| effort.to_string());
        let catalogue = fuda_players::mahjong();
        let recipe = |kind: usize| {
            let text = self.players[kind].1.replace("{effort}", &effort);
            catalogue.recipe(&game, &text).map_err(|e| e.to_string())
        };
        let recipes = [recipe(0)?, recipe(1)?];
        let scheme: Scheme = self.seats.parse().map_err(|e: fuda_core::BadText| e.to_string())?;
        let seatings = scheme.seatings(2, 4).map_err(|e| e.to_string())?;
        Ok(Table { game, recipes, seatings })
    }

    /// Means with intervals over deals, and the difference deal by deal.
    fn summarise(&self, name: &str, values: &[[f64; 2]], found: &mut Measured) {
        let column = |kind: usize| values.iter().map(|value| value[kind]).collect::<Vec<f64>>();
        let points = [0, 1].map(|kind: usize| {
            let estimate = Moments::of(&column(kind)).estimate();
            Point::with(&self.players[kind].0, estimate.mean, estimate.low, estimate.high)
        });
        let less: Vec<f64> = values.iter().map(|[a, b]| a - b).collect();
        let less = Moments::of(&less).estimate();
        found.series.push(Series::new(name, points.to_vec()));
        found.pairs.push(Pair {
            left: format!("{name}@{}", self.players[0].0),
            right: format!("{name}@{}", self.players[1].0),
            value: less.mean,
            low: less.low,
            high: less.high,
        });
    }
}

impl Table {
    fn play(&self, deal: u64, context: &Context<'_>) -> Result<Block, Trouble> {
        let dealt = self.game.deal(&mut context.seed.stream(Purpose::Deal, &[deal]));
        let mut block = Block::default();
        let (mut hands, mut chairs) = ([0.0f64; 2], [0.0f64; 2]);
        for (number, seating) in self.seatings.iter().enumerate() {
            let mut players: Vec<Competitor<Mahjong>> = seating
                .iter()
                .map(|&kind| Competitor::Fair((self.recipes[usize::from(kind)].make)()))
                .collect();
            let seed = context.seed.derive(Purpose::Sample, &[deal, number as u64]);
            let mut results: Vec<HandResult> = Vec::new();
            let mut watch = |result: Option<&HandResult>| {
                let Some(result) = result else { return };
                if results.last().is_none_or(|last| last.hand_number != result.hand_number) {
                    results.push(*result);
                }
            };
            let dealt = dealt.clone();
            let limits = Limits::default();
            let played = play_game(
                &self.game,
                dealt,
                &mut players,
                seed,
                limits,
                context.stop,
                &mut |p, _, _, _| {
                    watch(p.last_result());
                },
            )
            .map_err(Trouble::measuring)?;
            if let Some(fault) = played.fault {
                return Err(Trouble::measuring(format!("deal {deal}: {fault:?}")));
            }
            if played.scores.is_none() {
                return Err(Trouble::Stopped);
            }
            let end = played.record.replay().map_err(Trouble::measuring)?;
            watch(end.last_result());
            for (seat, &kind) in seating.iter().enumerate() {
                let kind = usize::from(kind);
                chairs[kind] += 1.0;
                hands[kind] += results.len() as f64;
                let won = |result: &&HandResult| {
                    result.wins.iter().any(|win| usize::from(win.seat) == seat)
                };
                block.wins[kind] += 100.0 * results.iter().filter(won).count() as f64;
                let gained = end.standing().scores[seat] - end.rules().start_points;
                block.points[kind] += f64::from(gained);
                let place = ranking(&end.standing().scores).iter().position(|&s| s == seat);
                block.ranks[kind] += place.unwrap_or(3) as f64 + 1.0;
            }
        }
        for kind in 0..2 {
            block.wins[kind] /= hands[kind].max(1.0);
            block.points[kind] /= hands[kind].max(1.0);
            block.ranks[kind] /= chairs[kind].max(1.0);
        }
        Ok(block)
    }
}
