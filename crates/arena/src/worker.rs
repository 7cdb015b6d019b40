//! One thread's work: playing blocks one after another.

use crate::drive::{self, Ending, Fault, GameContext, PlayerHandle, SeatStats, SeatedPlayer};
use crate::entrant::Competitor;
use crate::error::ArenaError;
use crate::isolated::{IsolatedPlayer, LeftBehind, MOST_LEFT_BEHIND};
use crate::observer::{GameEnd, GameStart, Observer};
use crate::plan::Plan;
use crate::quiet;
use crate::results::{Chunk, Clocked, FaultNote, LONGEST_MESSAGE};
use fuda_core::{BadText, DealOf, Game, MAX_SEATS, MoveOf, PerSeat, PositionOf, Purpose, Seat};
use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Games quicker than this are timed only now and then, because reading the
/// clock twice per move would cost more than the moves.
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
enum OwnedPlayer<G: Game> {
    Local(Competitor<G>),
    Isolated(IsolatedPlayer<G>),
}

impl<G: Game> OwnedPlayer<G> {
    fn handle(&mut self) -> PlayerHandle<'_, G> {
        match self {
            OwnedPlayer::Local(player) => PlayerHandle::Local(player),
            OwnedPlayer::Isolated(player) => PlayerHandle::Isolated(player),
        }
    }
}

/// Players and buffers that one thread uses again and again.
pub(crate) struct Worker<'a, G: Game> {
    plan: &'a Plan<G>,
    stop: &'a AtomicBool,
    /// A player for each entrant and chair, made when first needed.
    players: Vec<Option<OwnedPlayer<G>>>,
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
    pub fn block<O: Observer<G>>(
        &mut self,
        block: u64,
        chunk: &mut Chunk,
        observer: &mut O,
    ) -> Result<Played, ArenaError> {
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
                let (deal, mut position) = quiet::catch(|| self.start(number, previous.as_ref()))
                    .map_err(broke)?
                    .map_err(refused)?;
                observer.start(&GameStart {
                    game: &plan.game,
                    deal: &deal,
                    position: &position,
                    block,
                    number: game,
                    names: &plan.names,
                    entrants: &self.entrants(number, seating),
                });
                let (ending, stats) = self.game(block, game, seating, &mut position, observer)?;
                for (chair, stats) in stats.iter().enumerate() {
                    let kind = usize::from(seating[chair]);
                    chunk.moves[moves + kind] += stats.moves;
                    chunk.effort[effort + kind] += stats.effort;
                    if stats.nanos > 0 {
                        let SeatStats { moves, nanos, slowest, .. } = *stats;
                        chunk.clocked[kind].add(Clocked { moves, nanos, slowest });
                    }
                }
                let place = &self.places[number / self.stretch()];
                let (scores, fault) = match ending {
                    Ending::Played(scores) => (scores, None),
                    Ending::Forfeited(fault) => {
                        let path = [block, game as u64];
                        let mut rng = plan.options.seed.stream(Purpose::Sample, &path);
                        let legal = &mut self.legal;
                        let scores =
                            drive::forfeit(&plan.game, &position, fault.seat, &mut rng, legal);
                        (scores.map_err(broke)?, Some(fault))
                    }
                    Ending::Stopped => {
                        chunk.blocks += 1;
                        chunk.truncate(before, shape);
                        return Ok(Played::Dropped);
                    }
                    Ending::Broke(message) => return Err(broke(message)),
                };
                observer.end(&GameEnd {
                    position: &position,
                    scores: Some(&scores),
                    fault: fault.as_ref(),
                });
                chunk.scores.extend(place.iter().map(|&seat| scores[usize::from(seat)]));
                // Nothing carries over from a game nobody finished.
                let carries_over = fault.is_none() && number + 1 < shape.series;
                previous = carries_over.then_some(position);
                if let Some(fault) = fault {
                    self.fault(block, game, fault, chunk);
                }
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

    /// The deal and the first position of a game of a series.
    fn start(
        &self,
        number: usize,
        previous: Option<&PositionOf<G>>,
    ) -> Result<(Cow<'_, DealOf<G>>, PositionOf<G>), BadText> {
        let game = &self.plan.game;
        let mut deal = Cow::Borrowed(&self.deals[number]);
        if let Some(previous) = previous {
            let now = &self.places[number / self.stretch()];
            let before = &self.places[(number - 1) / self.stretch()];
            let mut came_from: PerSeat<Seat> = now.iter().map(|_| Seat(0)).collect();
            for (now, before) in now.iter().zip(before) {
                came_from[usize::from(*now)] = Seat(*before);
            }
            deal = Cow::Owned(game.deal_after(previous, &came_from, deal.into_owned())?);
        }
        let position = game.start(&deal)?;
        Ok((deal, position))
    }

    /// For each seat, the number of the entrant that sits there.
    fn entrants(&self, number: usize, seating: &[u8]) -> PerSeat<u8> {
        let place = &self.places[number / self.stretch()];
        let mut entrants: PerSeat<u8> = place.iter().map(|_| 0).collect();
        for (&seat, &kind) in place.iter().zip(seating) {
            entrants[usize::from(seat)] = kind;
        }
        entrants
    }

    /// Plays one game; what each chair did is in chair order.
    fn game<O: Observer<G>>(
        &mut self,
        block: u64,
        game: usize,
        seating: &[u8],
        position: &mut PositionOf<G>,
        observer: &mut O,
    ) -> Result<(Ending, PerSeat<SeatStats>), ArenaError> {
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
                *slot = Some(new_player(plan, kind, &self.left_behind)?);
            }
        }
        let wanted: PerSeat<usize> = (0..plan.shape.seats).map(|s| index(chair_at[s])).collect();
        let players = borrow_all(&mut self.players, &wanted);
        let mut seated: PerSeat<SeatedPlayer<'_, G>> = players
            .into_iter()
            .zip(0..)
            .map(|(player, seat)| SeatedPlayer {
                player: player.handle(),
                rng: plan.options.seed.stream(Purpose::Player, &[block, game as u64, seat]),
                stats: SeatStats::default(),
            })
            .collect();
        let limits = plan.options.limits;
        let context = GameContext { limits, stop: self.stop, legal: &mut self.legal, clock };
        let begun = clock.then(Instant::now);
        let ending = drive::play(position, &mut seated, context, observer);
        if begun.is_some_and(|begun| begun.elapsed() < QUICK_GAME) {
            self.untimed = TIMED_ONE_IN;
        }
        let stats = place.iter().map(|&seat| seated[usize::from(seat)].stats).collect();
        drop(seated);
        if let Ending::Forfeited(fault) = &ending {
            // Whatever state the failed player is in, nobody should meet it again.
            self.players[index(chair_at[fault.seat.index()])] = None;
        }
        Ok((ending, stats))
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
fn new_player<G: Game>(
    plan: &Plan<G>,
    kind: usize,
    left_behind: &LeftBehind,
) -> Result<OwnedPlayer<G>, ArenaError> {
    let entrant = &plan.entrants[kind];
    let name = || entrant.name().to_owned();
    let player = quiet::catch(|| entrant.make())
        .map_err(|message| ArenaError::Maker { name: name(), message })?;
    if plan.options.limits.budget.time.is_none() {
        return Ok(OwnedPlayer::Local(player));
    }
    if left_behind.load(Ordering::Acquire) >= MOST_LEFT_BEHIND {
        return Err(ArenaError::LeftBehind { name: name(), count: MOST_LEFT_BEHIND });
    }
    let isolated = IsolatedPlayer::new(player, LeftBehind::clone(left_behind));
    isolated.map(OwnedPlayer::Isolated).map_err(ArenaError::Threads)
}

/// Borrows several players at once; `wanted` are different and all there.
fn borrow_all<'p, G: Game>(
    players: &'p mut [Option<OwnedPlayer<G>>],
    wanted: &[usize],
) -> PerSeat<&'p mut OwnedPlayer<G>> {
    let mut found: [Option<&'p mut OwnedPlayer<G>>; MAX_SEATS] = Default::default();
    for (i, player) in players.iter_mut().enumerate() {
        if let Some(at) = wanted.iter().position(|&w| w == i) {
            found[at] = player.as_mut();
        }
    }
    found.into_iter().flatten().collect()
}
