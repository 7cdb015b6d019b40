//! One thread's work: playing blocks one after another.

use crate::apart::{Apart, LeftBehind, MOST_LEFT_BEHIND};
use crate::entrant::Competitor;
use crate::error::ArenaError;
use crate::plan::Plan;
use crate::quiet;
use crate::results::{Chunk, Clocked, FaultNote, LONGEST_MESSAGE};
use crate::table::{self, Chair, Doings, Ending, Fault, House, Occupant};
use fuda_core::{BadText, DealOf, Game, MAX_SEATS, MoveOf, PerSeat, PositionOf, Purpose, Seat};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Games quicker than this are timed only now and then, because reading the
/// clock twice a move would cost more than the moves.
const QUICK_GAME: Duration = Duration::from_micros(500);

/// One quick game in so many is timed.
const TIMED_ONE_IN: u32 = 64;

/// Whether a block was played or dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Played {
    Whole,
    Dropped,
}

/// A player between games.
enum Seated<G: Game> {
    Here(Competitor<G>),
    Apart(Apart<G>),
}

impl<G: Game> Seated<G> {
    fn sit_down(&mut self) -> Occupant<'_, G> {
        match self {
            Seated::Here(player) => Occupant::Here(player),
            Seated::Apart(player) => Occupant::Apart(player),
        }
    }
}

/// Players and buffers that one thread uses again and again.
pub(crate) struct Worker<'a, G: Game> {
    plan: &'a Plan<G>,
    stop: &'a AtomicBool,
    /// A player for each entrant and chair, made when first needed.
    players: Vec<Option<Seated<G>>>,
    /// Players of the match that nobody waits for any more.
    left_behind: LeftBehind,
    legal: Vec<MoveOf<G>>,
    deals: Vec<DealOf<G>>,
    /// For each stretch of a series without a change, each chair's seat.
    places: Vec<PerSeat<u8>>,
    untimed: u32,
}

impl<'a, G: Game> Worker<'a, G> {
    pub fn new(plan: &'a Plan<G>, stop: &'a AtomicBool, left_behind: LeftBehind) -> Worker<'a, G> {
        let chairs = plan.shape.entrants * plan.shape.seats;
        Worker {
            plan,
            stop,
            left_behind,
            players: (0..chairs).map(|_| None).collect(),
            legal: Vec::new(),
            deals: Vec::new(),
            places: Vec::new(),
            untimed: 0,
        }
    }

    /// Plays the block with this number and puts its results into `chunk`.
    pub fn block(&mut self, block: u64, chunk: &mut Chunk) -> Result<Played, ArenaError> {
        let (plan, shape) = (self.plan, &self.plan.shape);
        self.draw(block)?;
        let before = chunk.blocks;
        let (moves, effort) = (chunk.moves.len(), chunk.effort.len());
        chunk.moves.resize(moves + shape.entrants, 0);
        chunk.effort.resize(effort + shape.entrants, 0);
        for (turn, seating) in shape.seatings.iter().enumerate() {
            let mut previous: Option<PositionOf<G>> = None;
            for number in 0..shape.series {
                let game = turn * shape.series + number;
                let refused = |source| ArenaError::Deal { deal: block, game, source };
                let broke = |message| ArenaError::Broke { deal: block, game, message };
                let mut position = quiet::catch(|| self.start(number, previous.as_ref()))
                    .map_err(broke)?
                    .map_err(refused)?;
                let (ending, doings) = self.game(block, game, seating, &mut position)?;
                for (chair, doings) in doings.iter().enumerate() {
                    let kind = usize::from(seating[chair]);
                    chunk.moves[moves + kind] += doings.moves;
                    chunk.effort[effort + kind] += doings.effort;
                    if doings.nanos > 0 {
                        let Doings { moves, nanos, slowest, .. } = *doings;
                        chunk.clocked[kind].add(Clocked { moves, nanos, slowest });
                    }
                }
                let place = &self.places[number / self.stretch()];
                let scores = match ending {
                    Ending::Played(scores) => {
                        previous = (number + 1 < shape.series).then_some(position);
                        scores
                    }
                    Ending::Forfeited(fault) => {
                        let path = [block, game as u64];
                        let mut rng = plan.options.seed.stream(Purpose::Sample, &path);
                        let scores = table::forfeit(
                            &plan.game,
                            &position,
                            fault.seat,
                            &mut rng,
                            &mut self.legal,
                        )
                        .map_err(broke)?;
                        // Nothing carries over from a game nobody finished.
                        previous = None;
                        self.fault(block, game, fault, chunk);
                        scores
                    }
                    Ending::Stopped => {
                        chunk.blocks += 1;
                        chunk.truncate(before, shape);
                        return Ok(Played::Dropped);
                    }
                    Ending::Broke(message) => return Err(broke(message)),
                };
                chunk.scores.extend(place.iter().map(|&seat| scores[usize::from(seat)]));
            }
        }
        chunk.blocks += 1;
        Ok(Played::Whole)
    }

    /// Games between two changes of seats.
    fn stretch(&self) -> usize {
        let series = self.plan.shape.series;
        self.plan.options.series.reseat_every.map_or(series, |every| every as usize)
    }

    /// Draws the deals and the places of a block.
    fn draw(&mut self, block: u64) -> Result<(), ArenaError> {
        let Plan { game, options, shape, .. } = self.plan;
        self.deals.clear();
        for number in 0..shape.series {
            let mut rng = options.seed.stream(Purpose::Deal, &[block, number as u64]);
            let deal = quiet::catch(|| game.deal(&mut rng))
                .map_err(|message| ArenaError::Broke { deal: block, game: number, message })?;
            self.deals.push(deal);
        }
        self.places.clear();
        let mut place: PerSeat<u8> = (0..shape.seats as u8).collect();
        for number in 0..shape.series.div_ceil(self.stretch()) {
            if number > 0 {
                // One path number more than a forfeit's keeps them apart.
                let path = [block, number as u64, 0];
                options.seed.stream(Purpose::Sample, &path).shuffle(&mut place);
            }
            self.places.push(place.clone());
        }
        Ok(())
    }

    /// The first position of a game of a series.
    fn start(
        &self,
        number: usize,
        previous: Option<&PositionOf<G>>,
    ) -> Result<PositionOf<G>, BadText> {
        let game = &self.plan.game;
        let deal = &self.deals[number];
        let Some(previous) = previous else { return game.start(deal) };
        if !number.is_multiple_of(self.stretch()) {
            return game.start_after(previous, deal);
        }
        let now = &self.places[number / self.stretch()];
        let before = &self.places[number / self.stretch() - 1];
        let mut came_from: PerSeat<Seat> = now.iter().map(|_| Seat(0)).collect();
        for (now, before) in now.iter().zip(before) {
            came_from[usize::from(*now)] = Seat(*before);
        }
        game.start_after_reseated(previous, &came_from, deal)
    }

    /// Plays one game; what each chair did is in chair order.
    fn game(
        &mut self,
        block: u64,
        game: usize,
        seating: &[u8],
        position: &mut PositionOf<G>,
    ) -> Result<(Ending, PerSeat<Doings>), ArenaError> {
        let plan = self.plan;
        let place = &self.places[(game % plan.shape.series) / self.stretch()];
        let mut chair_at = [0usize; MAX_SEATS];
        for (chair, &seat) in place.iter().enumerate() {
            chair_at[usize::from(seat)] = chair;
        }
        let clock = self.untimed == 0;
        self.untimed = self.untimed.saturating_sub(1);
        let index = |chair: usize| usize::from(seating[chair]) * plan.shape.seats + chair;
        for seat in 0..plan.shape.seats {
            let slot = &mut self.players[index(chair_at[seat])];
            if slot.is_none() {
                let kind = usize::from(seating[chair_at[seat]]);
                *slot = Some(seat_new(plan, kind, &self.left_behind)?);
            }
        }
        let wanted: PerSeat<usize> = (0..plan.shape.seats).map(|s| index(chair_at[s])).collect();
        let players = borrow_all(&mut self.players, &wanted);
        let mut chairs: PerSeat<Chair<'_, G>> = players
            .into_iter()
            .zip(0..)
            .map(|(player, seat)| Chair {
                player: player.sit_down(),
                rng: plan.options.seed.stream(Purpose::Player, &[block, game as u64, seat]),
                doings: Doings::default(),
            })
            .collect();
        let limits = plan.options.limits;
        let house = House { limits, stop: self.stop, legal: &mut self.legal, clock };
        let begun = clock.then(Instant::now);
        let ending = table::play(position, &mut chairs, house, |_, _, _, _| {});
        if begun.is_some_and(|begun| begun.elapsed() < QUICK_GAME) {
            self.untimed = TIMED_ONE_IN;
        }
        let doings = place.iter().map(|&seat| chairs[usize::from(seat)].doings).collect();
        drop(chairs);
        if let Ending::Forfeited(fault) = &ending {
            // Whatever state the failed player is in, nobody should meet it again.
            self.players[index(chair_at[fault.seat.index()])] = None;
        }
        Ok((ending, doings))
    }

    /// Notes who lost a game by rule, in the name of the chair.
    fn fault(&self, block: u64, game: usize, fault: Fault, chunk: &mut Chunk) {
        let shape = &self.plan.shape;
        let place = &self.places[(game % shape.series) / self.stretch()];
        let chair = place.iter().position(|&seat| seat == fault.seat.0).unwrap_or_default();
        let kind_of = |game: u32, chair: u8| shape.seating(game as usize)[usize::from(chair)];
        let (game, chair) = (game as u32, chair as u8);
        let known = chunk
            .faults
            .iter()
            .rev()
            .take_while(|note| note.block == block)
            .any(|note| kind_of(note.game, note.chair) == kind_of(game, chair));
        let mut message = if known { String::new() } else { fault.message };
        if message.len() > LONGEST_MESSAGE {
            let cut = (0..=LONGEST_MESSAGE).rev().find(|&at| message.is_char_boundary(at));
            message.truncate(cut.unwrap_or(0));
        }
        chunk.faults.push(FaultNote { block, game, chair, kind: fault.kind, message });
    }
}

/// Makes a player; with a time limit it gets a thread of its own.
fn seat_new<G: Game>(
    plan: &Plan<G>,
    kind: usize,
    left_behind: &LeftBehind,
) -> Result<Seated<G>, ArenaError> {
    let entrant = &plan.entrants[kind];
    let name = || entrant.name().to_owned();
    let player = quiet::catch(|| entrant.make())
        .map_err(|message| ArenaError::Maker { name: name(), message })?;
    if plan.options.limits.budget.time.is_none() {
        return Ok(Seated::Here(player));
    }
    if left_behind.load(Ordering::Acquire) >= MOST_LEFT_BEHIND {
        return Err(ArenaError::LeftBehind { name: name(), count: MOST_LEFT_BEHIND });
    }
    let apart = Apart::new(player, LeftBehind::clone(left_behind)).map_err(ArenaError::Threads)?;
    Ok(Seated::Apart(apart))
}

/// Borrows several players at once; `wanted` are different and all there.
fn borrow_all<'p, G: Game>(
    players: &'p mut [Option<Seated<G>>],
    wanted: &[usize],
) -> PerSeat<&'p mut Seated<G>> {
    let mut found: [Option<&'p mut Seated<G>>; MAX_SEATS] = Default::default();
    for (i, player) in players.iter_mut().enumerate() {
        if let Some(at) = wanted.iter().position(|&w| w == i) {
            found[at] = player.as_mut();
        }
    }
    found.into_iter().flatten().collect()
}
