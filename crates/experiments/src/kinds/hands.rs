//! Statistics of the hands of mahjong matches: how often players win a hand, what
//! they gain by it, and their places.

use super::Experiment;
use super::parallel::{self, Pieces};
use crate::context::Context;
use crate::entry::Entry;
use crate::error::ExperimentError;
use crate::value::{Measured, Pair, Point, Series};
use fuda_arena::{Competitor, Conditions, RoundCounter, Scheme, Seating, play_game, player_rngs};
use fuda_core::{BadText, Game, Purpose, Seed};
use fuda_mahjong::Mahjong;
use fuda_players::{Models, Recipe};
use fuda_stats::{Moments, p_value, welch};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::sync::atomic::AtomicBool;

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
pub(super) struct Block {
    /// Hands won, of a hundred.
    wins: [f64; 2],
    /// Points gained per hand.
    points: [f64; 2],
    /// The place at the end of the game.
    ranks: [f64; 2],
    /// Hands opened by a call, of a hundred.
    opened: [f64; 2],
}

/// The names of the series.
const SERIES: [&str; 4] = ["hands won %", "points per hand", "mean place", "hands opened %"];

impl Experiment for Hands {
    const NAME: &str = "hands";

    fn check(&self) -> Result<(), String> {
        self.table(Seed(0)).map(drop)
    }

    fn measure(&self, _entry: &Entry, context: &Context<'_>) -> Result<Measured, ExperimentError> {
        let table = self.table(context.seed).map_err(ExperimentError::measuring)?;
        let count = usize::try_from(self.deals).unwrap_or(usize::MAX);
        let done = |finished| context.step(finished, 0.0, count);
        let names = table.names();
        let blocks = parallel::each(context, &table, count, &done)?;
        let mut found = Measured::default();
        for (number, name) in SERIES.into_iter().enumerate() {
            let values: Vec<[f64; 2]> = blocks
                .iter()
                .map(|block| match number {
                    0 => block.wins.map(|share| share * f64::from(self.sharing)),
                    1 => block.points,
                    2 => block.ranks,
                    _ => block.opened,
                })
                .collect();
            self.summarise(name, &values, &mut found);
        }
        let games = blocks.len() * table.seatings.len();
        let places = [0, 1].map(|kind: usize| {
            Moments::of(&blocks.iter().map(|block| block.ranks[kind]).collect::<Vec<f64>>())
        });
        found.notes.push(format!(
            "{} deals, each in {} seatings: {games} games; `{}` against `{}`, rules {}; mean \
             places over deals: p {} (Welch, the papers' test; too small, since what one kind gains the other loses)",
            blocks.len(),
            table.seatings.len(),
            names[0],
            names[1],
            self.rules,
            p_value(welch(&places[0], &places[1]))
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

    fn table(&self, seed: Seed) -> Result<Table, String> {
        let effort = self.effort.map_or_else(String::new, |effort| effort.to_string());
        let players = self.players.each_ref().map(|(_, text)| text.replace("{effort}", &effort));
        let (rules, seats) = (self.rules.clone(), self.seats.clone());
        Table::make(Players { rules, seats, players }, seed, Models::Files)
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

/// Who plays, and how they sit.
#[derive(Clone, Serialize, Deserialize)]
struct Players {
    rules: String,
    seats: String,
    players: [String; 2],
}

/// Two kinds of players and how they sit.
pub(super) struct Table {
    settings: Players,
    seed: Seed,
    game: Mahjong,
    recipes: [Recipe<Mahjong>; 2],
    /// The kind of each seat in every seating of a deal.
    seatings: Vec<Seating>,
}

impl Table {
    fn make(settings: Players, seed: Seed, models: Models<'_>) -> Result<Table, String> {
        let scheme: Scheme = settings.seats.parse().map_err(|e: BadText| e.to_string())?;
        let seatings = scheme.seatings(2, 4).map_err(|e| e.to_string())?;
        let game = Mahjong::with_rules(&settings.rules).map_err(|e| e.to_string())?;
        let catalogue = fuda_players::mahjong();
        let recipe =
            |text: &str| catalogue.recipe_with(&game, text, models).map_err(|e| e.to_string());
        let [first, second] = settings.players.each_ref().map(|text| recipe(text));
        Ok(Table { recipes: [first?, second?], settings, seed, game, seatings })
    }

    fn names(&self) -> [String; 2] {
        self.recipes.each_ref().map(|recipe| recipe.name.clone())
    }
}

impl Pieces for Table {
    const NAME: &str = Hands::NAME;
    type Piece = Block;

    fn settings(&self) -> serde_json::Value {
        json!(self.settings)
    }

    fn models(&self) -> Vec<String> {
        self.recipes.iter().flat_map(|recipe| recipe.models.clone().unwrap_or_default()).collect()
    }

    fn open(settings: serde_json::Value, seed: Seed, models: Models<'_>) -> Result<Table, String> {
        let settings = serde_json::from_value(settings).map_err(|e| e.to_string())?;
        Table::make(settings, seed, models)
    }

    fn key(&self, deal: usize) -> serde_json::Value {
        json!(("hands", self.names(), &self.settings.rules, &self.settings.seats, deal))
    }

    fn piece(&self, deal: u64, stop: &AtomicBool) -> Result<Block, ExperimentError> {
        play(self, deal, stop)
    }
}

/// Where [`RoundCounter`] has the wins and the points of a hand.
fn column(name: &str) -> usize {
    Mahjong::round_stats().iter().position(|stat| stat.name == name).unwrap_or_default()
}

/// Plays a deal in all seatings.
fn play(table: &Table, deal: u64, stop: &AtomicBool) -> Result<Block, ExperimentError> {
    let walls = table.game.deal(&mut table.seed.stream(Purpose::Deal, &[deal]));
    let (won, gained, opened) = (column("won"), column("points per hand"), column("opened"));
    // Hands, wins, points, places, opened hands and chairs of each kind.
    let mut sums = [[0.0; 6]; 2];
    for (number, seating) in table.seatings.iter().enumerate() {
        let kinds: Vec<usize> = seating.iter().map(|&kind| usize::from(kind)).collect();
        let make = |&kind: &usize| Competitor::Fair((table.recipes[kind].make)());
        let mut players: Vec<_> = kinds.iter().map(make).collect();
        let own = table.seed.derive(Purpose::Sample, &[deal, number as u64]);
        let (mut rngs, mut counter) = (player_rngs(own, 4), RoundCounter::default());
        let under = Conditions { stop: Some(stop), ..Conditions::default() };
        let played = play_game(&table.game, &walls, &mut players, &mut rngs, under, &mut counter)
            .map_err(ExperimentError::measuring)?;
        if let Some(fault) = played.fault {
            let name = &table.recipes[kinds[fault.seat.index()]].name;
            return Err(ExperimentError::measuring(format!("deal {deal}: {name}: {fault}")));
        }
        let scores = played.scores.ok_or(ExperimentError::Stopped)?;
        for (seat, &kind) in kinds.iter().enumerate() {
            let counts = counter.sums(seat);
            let above = scores.iter().filter(|other| **other > scores[seat]).count() as f64;
            let equal = scores.iter().filter(|other| **other == scores[seat]).count() as f64;
            let place = above + (equal + 1.0) / 2.0;
            let (hands, wins) = (counts[won].count, counts[won].sum);
            let more = [hands, wins, counts[gained].sum, place, counts[opened].sum, 1.0];
            sums[kind].iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
    }
    let mut block = Block::default();
    for (kind, [hands, wins, points, places, opened, chairs]) in sums.into_iter().enumerate() {
        block.wins[kind] = 100.0 * wins / hands.max(1.0);
        block.points[kind] = points / hands.max(1.0);
        block.ranks[kind] = places / chairs.max(1.0);
        block.opened[kind] = 100.0 * opened / hands.max(1.0);
    }
    Ok(block)
}
