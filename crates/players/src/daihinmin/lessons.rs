//! Positions to learn from: what a player chose, and what it left.

use crate::Recipe;
use fuda_arena::{Competitor, Conditions, RecordKeeper, play_game};
use fuda_core::{Game, Position as _, Purpose, Record, ReplayError, Seat, Seed};
use fuda_daihinmin::encode::{Active, Situation, products};
use fuda_daihinmin::{Daihinmin, Move, Position};
use fuda_learn::{Groups, LearnError};
use thiserror::Error;

/// One decision: the features of every alternative, and which was chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// Which game it is from.
    pub game: u32,
    /// Which alternative was chosen.
    pub chosen: usize,
    /// The features of each alternative, in the order moves are listed.
    pub alternatives: Vec<Active<58>>,
}

/// Why there is nothing to learn from.
#[derive(Debug, Error)]
pub enum LessonError {
    /// A record that the rules refuse.
    #[error("game {number}: {source}")]
    Record {
        /// Which record, counted from 1.
        number: usize,
        /// What is wrong.
        source: ReplayError<Move>,
    },
    /// A player that gives no legal move.
    #[error("game {number}: {reason}")]
    Player {
        /// Which game, counted from 1.
        number: usize,
        /// What it said.
        reason: String,
    },
    /// Fewer positions than were asked for.
    #[error(
        "{found} positions to learn from, but {wanted} are wanted; ask for fewer or give more games"
    )]
    TooFew {
        /// How many there are.
        found: usize,
        /// How many are wanted.
        wanted: usize,
    },
    /// Not a table of five.
    #[error("only games of five players can be learned from")]
    Players,
    /// The learner's complaint.
    #[error(transparent)]
    Learn(#[from] LearnError),
}

impl Lesson {
    /// The lesson of a decision. `None` where there is nothing to learn:
    /// cards are given, a move empties the hand, only the pass is legal, or a
    /// leader passes.
    pub fn of(
        game: u32,
        position: &Position,
        seat: Seat,
        legal: &[Move],
        played: Move,
    ) -> Option<Lesson> {
        let hand = position.hand(seat);
        let taught = legal.len() > 1
            && !legal.iter().any(|mv| mv.is_gift() || mv.cards() == hand)
            && !(position.table().is_none() && played.is_pass());
        if !taught {
            return None;
        }
        let situation = Situation::of_view(&position.view(seat))?;
        let leading = position.table().is_none();
        let listed = || legal.iter().filter(|mv| !(leading && mv.is_pass()));
        let chosen = listed().position(|mv| *mv == played)?;
        let alternatives: Vec<_> = listed().map(|&mv| situation.columns(mv)).collect();
        (alternatives.len() > 1).then_some(Lesson { game, chosen, alternatives })
    }

    /// Adds the lesson to groups of rows of the 182 features.
    pub fn push_features(&self, groups: &mut Groups) -> Result<(), LearnError> {
        let row = |on: &Active<58>| on.iter().map(|&i| (u32::from(i), 1.0)).collect();
        let rows: Vec<Vec<(u32, f32)>> = self.alternatives.iter().map(row).collect();
        groups.push(self.game, self.chosen, rows.iter().map(Vec::as_slice))
    }

    /// Adds the lesson to groups of rows of the 5,110 products.
    pub fn push_products(&self, groups: &mut Groups) -> Result<(), LearnError> {
        let row = |on: &Active<58>| products(on).map(|i| (i, 1.0)).collect();
        let rows: Vec<Vec<(u32, f32)>> = self.alternatives.iter().map(row).collect();
        groups.push(self.game, self.chosen, rows.iter().map(Vec::as_slice))
    }
}

/// The lessons of a game's moves, one after the other.
fn of_record(number: usize, record: &Record<Daihinmin>) -> Result<Vec<Lesson>, LessonError> {
    let failed = |source| LessonError::Record { number: number + 1, source };
    let mut decisions = record.decisions().map_err(failed)?;
    let mut lessons = Vec::new();
    while let Some(d) = decisions.next().map_err(failed)? {
        lessons.extend(Lesson::of(number as u32, d.position, d.seat, d.legal, d.chosen));
    }
    Ok(lessons)
}

/// The lessons of records, in their order. `progress` is told how many there are.
pub fn from_records(
    records: &[Record<Daihinmin>],
    mut progress: impl FnMut(usize),
) -> Result<Vec<Lesson>, LessonError> {
    let mut lessons = Vec::new();
    for (number, record) in records.iter().enumerate() {
        lessons.extend(of_record(number, record)?);
        progress(lessons.len());
    }
    Ok(lessons)
}

/// How games are played against oneself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelfPlay {
    /// How many positions are wanted; the last series is played to its end.
    pub positions: usize,
    /// The root of all random numbers.
    pub seed: Seed,
    /// How many threads play.
    pub threads: usize,
}

/// Games a series has; classes begin anew with each.
const SERIES: u64 = 100;

/// Records of five copies of a player in series of 100 games, new seats every
/// third game, until there are enough positions to learn from. The result
/// depends on the seed, never on the threads.
///
/// `progress` is told how many positions there are.
pub fn self_play(
    game: &Daihinmin,
    recipe: &Recipe<Daihinmin>,
    options: SelfPlay,
    mut progress: impl FnMut(usize),
) -> Result<(Vec<Record<Daihinmin>>, Vec<Lesson>), LessonError> {
    if game.seats() != 5 {
        return Err(LessonError::Players);
    }
    let (mut records, mut lessons) = (Vec::new(), Vec::new());
    let mut next = 0u64;
    while lessons.len() < options.positions {
        let numbers = next..next + options.threads.max(1) as u64;
        next = numbers.end;
        let played: Vec<_> = std::thread::scope(|scope| {
            let play = |number| scope.spawn(move || series(game, recipe, options.seed, number));
            let threads: Vec<_> = numbers.map(play).collect();
            let join = |thread: std::thread::ScopedJoinHandle<'_, _>| match thread.join() {
                Ok(played) => played,
                Err(panic) => std::panic::resume_unwind(panic),
            };
            threads.into_iter().map(join).collect()
        });
        for games in played {
            if lessons.len() >= options.positions {
                break;
            }
            for record in games? {
                lessons.extend(of_record(records.len(), &record)?);
                records.push(record);
            }
            progress(lessons.len());
        }
    }
    Ok((records, lessons))
}

fn series(
    game: &Daihinmin,
    recipe: &Recipe<Daihinmin>,
    seed: Seed,
    number: u64,
) -> Result<Vec<Record<Daihinmin>>, LessonError> {
    // All are the same player, so that it does not matter who sits where; the
    // random numbers and the classes follow the player.
    let mut players: Vec<_> = (0..5).map(|_| Competitor::Fair((recipe.make)())).collect();
    let mut seats: Vec<usize> = (0..5).collect();
    let mut classes: Option<[u8; 5]> = None;
    let mut records = Vec::new();
    for at in 0..SERIES {
        let path = [number, at];
        let wrong = |reason: String| LessonError::Player {
            number: (number * SERIES + at + 1) as usize,
            reason,
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
