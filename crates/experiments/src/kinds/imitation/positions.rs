//! Positions to learn from: what a player chose, and what it left.

use crate::error::ExperimentError;
use fuda_arena::{Competitor, Conditions, RecordKeeper, play_game};
use fuda_core::{Game, Position as _, Purpose, Record, Seat, Seed, try_in_order};
use fuda_daihinmin::encode::{Active, Situation, products};
use fuda_daihinmin::{Daihinmin, Move, Passes, Position};
use fuda_learn::{Groups, LearnError};
use fuda_players::Recipe;

/// One decision: the features of every alternative, and which was chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// Which game it is from.
    pub game: u32,
    /// Which alternative was chosen.
    pub chosen: usize,
    /// The features of each alternative, in the order moves are listed.
    pub alternatives: Vec<Active<58>>,
}

impl Example {
    /// The example of a decision. `None` where there is nothing to learn:
    /// cards are given, a move empties the hand, only the pass is legal, or a
    /// leader passes; and where somebody passes of their own accord, when only
    /// forced passes count.
    pub fn of(
        game: u32,
        position: &Position,
        seat: Seat,
        legal: &[Move],
        (played, passes): (Move, Passes),
    ) -> Option<Example> {
        let hand = position.hand(seat);
        let learnable = legal.len() > 1
            && !legal.iter().any(|mv| mv.is_gift() || mv.cards() == hand)
            && !(position.table().is_none() && played.is_pass());
        if !learnable {
            return None;
        }
        let situation = Situation::of_view(&position.view(seat))?;
        let passing = passes == Passes::AsLegal && position.table().is_some();
        let listed = || legal.iter().filter(|mv| passing || !mv.is_pass());
        let chosen = listed().position(|mv| *mv == played)?;
        let alternatives: Vec<_> = listed().map(|&mv| situation.columns(mv)).collect();
        (alternatives.len() > 1).then_some(Example { game, chosen, alternatives })
    }

    /// Adds the example to groups of rows: of the 5,110 products, or of the 182
    /// features.
    pub fn push(&self, as_products: bool, groups: &mut Groups) -> Result<(), LearnError> {
        let row = |on: &Active<58>| -> Vec<(u32, f32)> {
            match as_products {
                true => products(on).map(|i| (i, 1.0)).collect(),
                false => on.iter().map(|&i| (u32::from(i), 1.0)).collect(),
            }
        };
        let rows: Vec<Vec<(u32, f32)>> = self.alternatives.iter().map(row).collect();
        groups.push(self.game, self.chosen, rows.iter().map(Vec::as_slice))
    }
}

/// The examples of a game's moves, one after the other.
fn of_record(
    number: usize,
    record: &Record<Daihinmin>,
    passes: Passes,
) -> Result<Vec<Example>, ExperimentError> {
    let failed = |e| ExperimentError::measuring(format!("game {}: {e}", number + 1));
    let mut decisions = record.decisions().map_err(failed)?;
    let mut examples = Vec::new();
    while let Some(d) = decisions.next().map_err(failed)? {
        let chosen = (d.chosen, passes);
        examples.extend(Example::of(number as u32, d.position, d.seat, d.legal, chosen));
    }
    Ok(examples)
}

/// The examples of records, in their order.
pub fn from_records(
    records: &[Record<Daihinmin>],
    passes: Passes,
) -> Result<Vec<Example>, ExperimentError> {
    let examples =
        records.iter().enumerate().map(|(number, record)| of_record(number, record, passes));
    Ok(examples.collect::<Result<Vec<_>, _>>()?.concat())
}

/// Games a series has; classes begin anew with each.
const SERIES: u64 = 100;

/// Records of five copies of a player in series of 100 games, new seats every
/// third game, until there are enough positions to learn from; and the
/// examples. The result depends on the seed, never on the threads.
pub fn self_play(
    game: &Daihinmin,
    recipe: &Recipe<Daihinmin>,
    (positions, passes): (usize, Passes),
    seed: Seed,
    threads: usize,
) -> Result<(Vec<Record<Daihinmin>>, Vec<Example>), ExperimentError> {
    let (mut records, mut examples) = (Vec::new(), Vec::new());
    let (mut next, threads) = (0u64, threads.max(1));
    while examples.len() < positions {
        let played =
            try_in_order(threads, threads, |at| series(game, recipe, seed, next + at as u64))?;
        next += threads as u64;
        for games in played {
            if examples.len() >= positions {
                break;
            }
            for record in games {
                examples.extend(of_record(records.len(), &record, passes)?);
                records.push(record);
            }
        }
    }
    Ok((records, examples))
}

fn series(
    game: &Daihinmin,
    recipe: &Recipe<Daihinmin>,
    seed: Seed,
    number: u64,
) -> Result<Vec<Record<Daihinmin>>, ExperimentError> {
    // All are the same player, so that it does not matter who sits where; the
    // random numbers and the classes follow the player.
    let mut players: Vec<_> = (0..5).map(|_| Competitor::Fair((recipe.make)())).collect();
    let mut seats: Vec<usize> = (0..5).collect();
    let mut classes: Option<[u8; 5]> = None;
    let mut records = Vec::new();
    for at in 0..SERIES {
        let path = [number, at];
        let wrong = |reason: String| {
            ExperimentError::measuring(format!("game {}: {reason}", number * SERIES + at + 1))
        };
        if at % 3 == 0 {
            seed.stream(Purpose::Sample, &path).shuffle(&mut seats);
        }
        let mut deal = game.deal(&mut seed.stream(Purpose::Deal, &path));
        deal.classes = classes.map(|by| seats.iter().map(|&p| by[p]).collect());
        let stream = |&p: &usize| seed.stream(Purpose::Player, &[number, at, p as u64]);
        let mut rngs: Vec<_> = seats.iter().map(stream).collect();
        let (mut keeper, under) = (RecordKeeper::default(), Conditions::default());
        let played = play_game(game, &deal, &mut players, &mut rngs, under, &mut keeper)
            .map_err(|e| wrong(e.to_string()))?;
        if let Some(fault) = played.fault {
            return Err(wrong(fault.to_string()));
        }
        let position = played.position;
        let mut by = [0; 5];
        for (place, seat) in position.finish_order().iter().enumerate() {
            by[seats[seat.index()]] = place as u8;
        }
        classes = Some(by);
        for mut record in keeper.records {
            record.players = vec![recipe.name.clone(); 5];
            records.push(record);
        }
    }
    Ok(records)
}
