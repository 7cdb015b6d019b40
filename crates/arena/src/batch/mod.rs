//! Many games at once, each waiting for a decision from outside.
//!
//! A [`Batch`] keeps a number of tables. Every table has one game in progress
//! and waits for one decision: a row. [`Batch::observe`] writes all rows as
//! bytes ([`Observation`]), [`Batch::step`] takes an action for each of them
//! and plays on until every table waits again: forced moves and the seats of
//! opponents are played inside, and a game that has ended is followed by the
//! next. Where several seats may claim the same discard they are asked one
//! after the other; nobody sees the others' answers.
//!
//! ```
//! use fuda_arena::batch::{Batch, BatchOptions, Rows};
//! use fuda_core::{Game, Observation, kuhn::Kuhn};
//! # use fuda_core::{MoveOf, ViewOf, kuhn::KuhnMove};
//! # struct Bet;
//! # impl Observation<Kuhn> for Bet {
//! #     fn name(&self) -> &str { "bet-1" }
//! #     fn about(&self) -> &str { "nothing but the actions" }
//! #     fn len(&self) -> usize { 1 }
//! #     fn actions(&self) -> usize { 2 }
//! #     fn observe(&self, _: &ViewOf<Kuhn>, _: &[MoveOf<Kuhn>], out: &mut [u8]) { out[0] = 1 }
//! #     fn action(&self, _: &ViewOf<Kuhn>, mv: KuhnMove) -> usize { (mv == KuhnMove::Bet) as usize }
//! # }
//! # let encoder = Box::new(Bet);
//! let mut batch = Batch::new(Kuhn, encoder, BatchOptions { games: 8, ..Default::default() })?;
//! let (mut observations, mut masks) = (vec![0; 8], vec![0; 2 * 8]);
//! let (mut seats, mut games) = (vec![0; 8], vec![0; 8]);
//! let rows = Rows { observations: &mut observations, masks: &mut masks,
//!                   seats: &mut seats, games: &mut games };
//! assert_eq!(batch.observe(rows)?, 8);
//! let step = batch.step(&[0; 8])?;
//! assert_eq!(step.games.len(), 0, "nobody has bet: the second seat is asked");
//! assert_eq!(batch.step(&[0; 8])?.games.len(), 8);
//! # Ok::<(), fuda_arena::batch::BatchError>(())
//! ```

mod legal;
mod step;
mod table;
#[cfg(test)]
mod tests;

pub use step::{FinishedGame, FinishedRound, Step};

use crate::drive::Fault;
use crate::entrant::Entrant;
use crate::quiet;
use fuda_core::{BadText, Game, Observation, PerSeat, PrivilegedInputs, Seat, Seed};
use legal::LegalActions;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use table::{Context, Table};
use thiserror::Error;

/// The most games a batch may have.
pub const MOST_GAMES: usize = 1 << 20;

/// Tables that a thread takes at a time.
const TAKEN_AT_ONCE: usize = 32;

/// Everything about a batch besides the game and its encoder.
#[derive(Clone, Debug)]
pub struct BatchOptions<G: Game> {
    /// How many games are in progress at once.
    pub games: usize,
    /// The root of all random numbers.
    pub seed: Seed,
    /// How many threads play; 0 is one for each core. Never changes a game.
    pub threads: usize,
    /// Seats that are held by players, each with those it is drawn from
    /// before every game.
    pub opponents: Vec<(Seat, Vec<Entrant<G>>)>,
    /// Whether everybody moves on by one seat from one game of a table to its
    /// next, and from one table to the next.
    pub rotate: bool,
}

impl<G: Game> Default for BatchOptions<G> {
    fn default() -> BatchOptions<G> {
        BatchOptions { games: 64, seed: Seed(1), threads: 0, opponents: Vec::new(), rotate: true }
    }
}

/// Where [`Batch::observe`] writes: row after row.
#[derive(Debug)]
pub struct Rows<'a> {
    /// What each seat sees: [`Observation::len`] bytes per row.
    pub observations: &'a mut [u8],
    /// 1 for each action that is legal: [`Observation::actions`] bytes per row.
    pub masks: &'a mut [u8],
    /// Who is asked.
    pub seats: &'a mut [u8],
    /// The number of the table.
    pub games: &'a mut [u32],
}

/// What a batch refuses.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum BatchError {
    /// No games, or more than fit.
    #[error("a batch has from 1 to {MOST_GAMES} games, got {0}")]
    Games(usize),
    /// Opponents at seats that are not there, at all seats, or twice at one.
    #[error("opponents: {0}")]
    Opponents(String),
    /// An array that is too short.
    #[error("{array}: expected at least {expected} entries, got {got}")]
    TooShort {
        /// Which array.
        array: &'static str,
        /// How many entries it needs.
        expected: usize,
        /// How many it has.
        got: usize,
    },
    /// An action that is not legal; nothing was played.
    #[error(
        "row {row} (game {game}, seat {seat}): action {action} is not legal; legal are {legal}. \
         Nothing was played"
    )]
    Illegal {
        /// The row.
        row: usize,
        /// The table.
        game: usize,
        /// Who is asked.
        seat: Seat,
        /// What was given.
        action: i32,
        /// What would have been legal.
        legal: String,
    },
    /// The game refuses its own deal.
    #[error("game {game}: the deal is refused: {source}")]
    Deal {
        /// The table.
        game: usize,
        /// What the rules say.
        source: BadText,
    },
    /// An opponent failed.
    #[error("game {game}: the opponent `{player}` failed: {fault}")]
    Opponent {
        /// The table.
        game: usize,
        /// The player.
        player: String,
        /// What it did.
        fault: Fault,
    },
    /// The game itself broke.
    #[error("game {game}: the game broke: {message}")]
    Broke {
        /// The table.
        game: usize,
        /// What happened.
        message: String,
    },
    /// An error before has left tables in an unknown state.
    #[error("this batch has failed before ({0}); make a new one")]
    Failed(String),
    /// The game has nothing hidden, or no inputs for it.
    #[error("{0} has no privileged inputs")]
    NoPrivileged(&'static str),
    /// The system gives no threads.
    #[error("no threads could be started: {0}")]
    Threads(String),
}

/// Many games at once.
pub struct Batch<G: Game> {
    context: Context<G>,
    privileged: Option<Box<dyn PrivilegedInputs<G>>>,
    tables: Vec<Table<G>>,
    legal: LegalActions,
    pool: Option<ThreadPool>,
    failed: Option<String>,
}

impl<G: Game> Batch<G> {
    /// Deals the first game of every table and plays to its first decision.
    pub fn new(
        game: G,
        encoder: Box<dyn Observation<G>>,
        options: BatchOptions<G>,
    ) -> Result<Batch<G>, BatchError> {
        let BatchOptions { games, seed, threads, opponents, rotate } = options;
        if games == 0 || games > MOST_GAMES {
            return Err(BatchError::Games(games));
        }
        let seats = game.seats();
        let mut chairs: PerSeat<Vec<Entrant<G>>> = (0..seats).map(|_| Vec::new()).collect();
        for (seat, pool) in opponents {
            let wrong = |text: String| Err(BatchError::Opponents(text));
            match chairs.get_mut(seat.index()) {
                None => {
                    let last = seats - 1;
                    return wrong(format!("there is no seat {seat}; seats are 0 to {last}"));
                }
                Some(_) if pool.is_empty() => {
                    return wrong(format!("nobody named for seat {seat}"));
                }
                Some(chair) if !chair.is_empty() => {
                    return wrong(format!("seat {seat} is there twice"));
                }
                Some(chair) => *chair = pool,
            }
        }
        if chairs.iter().all(|chair| !chair.is_empty()) {
            return Err(BatchError::Opponents("every seat is taken; leave one to play".into()));
        }
        let pool = match threads {
            1 => None,
            _ => {
                let built = ThreadPoolBuilder::new()
                    .num_threads(threads)
                    .thread_name(|number| format!("batch-{number}"))
                    .build();
                let pool = built.map_err(|e| BatchError::Threads(e.to_string()))?;
                (pool.current_num_threads() > 1).then_some(pool)
            }
        };
        let privileged = game.privileged_inputs();
        let context = Context { game, encoder, seed, chairs, rotate };
        let mut legal = LegalActions::new(games, context.encoder.actions());
        let words = legal.words();
        let marked = legal.all_mut();
        let fresh = |(number, marked)| Table::new(&context, number, marked);
        let tables: Result<Vec<Table<G>>, BatchError> = match &pool {
            Some(pool) => {
                pool.install(|| marked.par_chunks_mut(words).enumerate().map(fresh).collect())
            }
            None => marked.chunks_mut(words).enumerate().map(fresh).collect(),
        };
        let tables = tables?;
        Ok(Batch { context, privileged, tables, legal, pool, failed: None })
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.context.game
    }

    /// The encoder.
    pub fn encoder(&self) -> &dyn Observation<G> {
        &*self.context.encoder
    }

    /// What a critic may see in training, where the game has it.
    pub fn privileged_inputs(&self) -> Option<&dyn PrivilegedInputs<G>> {
        self.privileged.as_deref()
    }

    /// The most rows there are at once: one for each game.
    pub fn capacity(&self) -> usize {
        self.tables.len()
    }

    /// Writes a row for every table and gives the number of rows.
    pub fn observe(&mut self, rows: Rows<'_>) -> Result<usize, BatchError> {
        self.usable()?;
        let count = self.tables.len();
        let (width, actions) = (self.context.encoder.len(), self.context.encoder.actions());
        let Rows { observations, masks, seats, games } = rows;
        let observations = cut("observations", observations, count * width)?;
        let masks = cut("masks", masks, count * actions)?;
        let seats = cut("seats", seats, count)?;
        let games = cut("games", games, count)?;
        let (context, words) = (&self.context, self.legal.words());
        let write = |(tables, legal, observations, masks, seats, games): Part<'_, G>| {
            let rows = observations.chunks_mut(width).zip(masks.chunks_mut(actions));
            let places = seats.iter_mut().zip(games);
            let tables = tables.iter().zip(legal.chunks(words));
            for (((table, legal), (observation, mask)), (seat, game)) in
                tables.zip(rows).zip(places)
            {
                *seat = table.seat().0;
                *game = table.number() as u32;
                table.observe(context, observation);
                mask.fill(0);
                legal::each(legal).for_each(|action| mask[action] = 1);
            }
        };
        let legal = self.legal.all();
        let result = match &self.pool {
            None => {
                quiet::catch(|| write((&mut self.tables, legal, observations, masks, seats, games)))
            }
            Some(pool) => quiet::catch(|| {
                pool.install(|| {
                    self.tables
                        .par_chunks_mut(TAKEN_AT_ONCE)
                        .zip(legal.par_chunks(words * TAKEN_AT_ONCE))
                        .zip(observations.par_chunks_mut(width * TAKEN_AT_ONCE))
                        .zip(masks.par_chunks_mut(actions * TAKEN_AT_ONCE))
                        .zip(seats.par_chunks_mut(TAKEN_AT_ONCE))
                        .zip(games.par_chunks_mut(TAKEN_AT_ONCE))
                        .for_each(|(((((tables, legal), o), m), s), g)| {
                            write((tables, legal, o, m, s, g));
                        });
                });
            }),
        };
        self.unless_broken(result.map(|()| Ok(count)))
    }

    /// Writes what is hidden from the seat of every row, for a critic in
    /// training: [`PrivilegedInputs::len`] bytes per row, rows as in
    /// [`Batch::observe`].
    pub fn privileged(&mut self, out: &mut [u8]) -> Result<usize, BatchError> {
        self.usable()?;
        let Some(inputs) = &self.privileged else {
            return Err(BatchError::NoPrivileged(G::NAME));
        };
        let (count, width) = (self.tables.len(), inputs.len());
        let out = cut("out", out, count * width)?;
        let write = |tables: &mut [Table<G>], out: &mut [u8]| {
            for (table, out) in tables.iter().zip(out.chunks_mut(width)) {
                table.privileged(&**inputs, out);
            }
        };
        let result = quiet::catch(|| match &self.pool {
            None => write(&mut self.tables, out),
            Some(pool) => pool.install(|| {
                self.tables
                    .par_chunks_mut(TAKEN_AT_ONCE)
                    .zip(out.par_chunks_mut(width * TAKEN_AT_ONCE))
                    .for_each(|(tables, out)| write(tables, out));
            }),
        });
        self.unless_broken(result.map(|()| Ok(count)))
    }

    /// Plays an action for every row (more than that are ignored), and on
    /// until every table waits for a decision again.
    ///
    /// An action that is not legal is an error, and then nothing is played.
    pub fn step(&mut self, actions: &[i32]) -> Result<Step, BatchError> {
        self.usable()?;
        let count = self.tables.len();
        let Some(actions) = actions.get(..count) else {
            let got = actions.len();
            return Err(BatchError::TooShort { array: "actions", expected: count, got });
        };
        // Nothing is played before all are checked.
        for (row, &action) in actions.iter().enumerate() {
            if !self.legal.allows(row, action) {
                let (seat, legal) = (self.tables[row].seat(), self.legal.listed(row));
                return Err(BatchError::Illegal { row, game: row, seat, action, legal });
            }
        }
        let (context, words) = (&self.context, self.legal.words());
        let play = |tables: &mut [Table<G>], marked: &mut [u64], actions: &[i32]| {
            let mut step = Step::default();
            let marked = marked.chunks_mut(words);
            for ((table, marked), &action) in tables.iter_mut().zip(marked).zip(actions) {
                table.step(context, action, marked)?;
                table.report(&mut step);
            }
            Ok(step)
        };
        let (tables, marked) = (&mut self.tables, self.legal.all_mut());
        let parts: Vec<Result<Step, BatchError>> = match &self.pool {
            None => vec![play(tables, marked, actions)],
            Some(pool) => pool.install(|| {
                tables
                    .par_chunks_mut(TAKEN_AT_ONCE)
                    .zip(marked.par_chunks_mut(words * TAKEN_AT_ONCE))
                    .zip(actions.par_chunks(TAKEN_AT_ONCE))
                    .map(|((tables, marked), actions)| play(tables, marked, actions))
                    .collect()
            }),
        };
        // The error is that of the first table in order that has one, so that
        // it is the same whatever the number of threads.
        let mut step = Step::default();
        for part in parts {
            step.append(part.inspect_err(|error| self.failed = Some(error.to_string()))?);
        }
        Ok(step)
    }

    fn usable(&self) -> Result<(), BatchError> {
        self.failed.clone().map_or(Ok(()), |message| Err(BatchError::Failed(message)))
    }

    /// What came of some work; after a panic the batch is not used again.
    fn unless_broken<T>(
        &mut self,
        result: Result<Result<T, BatchError>, String>,
    ) -> Result<T, BatchError> {
        result.unwrap_or_else(|message| {
            self.failed = Some(message.clone());
            Err(BatchError::Failed(message))
        })
    }
}

/// Some tables with their rows.
type Part<'a, G> =
    (&'a [Table<G>], &'a [u64], &'a mut [u8], &'a mut [u8], &'a mut [u8], &'a mut [u32]);

/// The first entries of an array, if it has so many.
fn cut<'a, T>(
    array: &'static str,
    slice: &'a mut [T],
    expected: usize,
) -> Result<&'a mut [T], BatchError> {
    let got = slice.len();
    slice.get_mut(..expected).ok_or(BatchError::TooShort { array, expected, got })
}
