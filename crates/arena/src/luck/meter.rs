//! The luck of single games, measured while they are played.

use crate::entrant::{Competitor, Entrant};
use crate::observer::{ChosenMove, GameEnd, GameStart, Observer};
use crate::plan::Plan;
use crate::remote::{Found, Watch, WatchLuck};
use fuda_core::{Game, MoveOf, PerSeat, Player, Position, PositionOf, Purpose, Rng, Seat, Seed};
use fuda_queue::Blob;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The most often that a draw is made anew.
pub const MOST_DRAWS: u32 = 10_000;

/// What a position is worth. It belongs to the arena, not to a player, and
/// may see everything.
pub trait Valuation<G: Game>: Send {
    /// What the rest of the game brings a seat, in points; any guess will do.
    fn value(&mut self, position: &PositionOf<G>, seat: Seat) -> f64;
}

/// Makes a valuation as often as one is needed.
pub type MakeValuation<G> = Arc<dyn Fn() -> Box<dyn Valuation<G>> + Send + Sync>;

/// What a position is worth to each seat; the values add up to nothing.
fn values<G: Game>(
    valuation: &mut dyn Valuation<G>,
    position: &PositionOf<G>,
    seats: usize,
) -> PerSeat<f64> {
    let mut values: PerSeat<f64> = match position.scores() {
        Some(scores) => scores,
        None => Seat::all(seats).map(|seat| valuation.value(position, seat)).collect(),
    };
    let mean = values.iter().sum::<f64>() / seats.max(1) as f64;
    values.iter_mut().for_each(|value| *value -= mean);
    values
}

/// A move whose luck is to be measured.
#[derive(Debug)]
pub struct MeasuredMove<'a, G: Game> {
    /// The whole truth before the move.
    pub before: &'a PositionOf<G>,
    /// Who moves.
    pub seat: Seat,
    /// The move.
    pub mv: MoveOf<G>,
    /// The moves that could have been drawn, each with its probability; nothing
    /// where the player did not draw, or cannot report them.
    pub chances: &'a [(MoveOf<G>, f64)],
    /// The truth before the move with the draws to come made anew, again and
    /// again.
    pub redrawn: &'a [PositionOf<G>],
}

/// The luck of each seat in a move: what the position after it is worth, minus
/// what it would be worth on average over the player's moves and over the
/// draws that the move shows.
///
/// With all possible draws, each once, as `redrawn` the result is exact.
pub fn luck_of_move<G: Game>(
    valuation: &mut dyn Valuation<G>,
    measured: &MeasuredMove<'_, G>,
    seats: usize,
) -> PerSeat<f64> {
    let MeasuredMove { before, seat, mv, chances, redrawn } = *measured;
    let certain = [(mv, 1.0)];
    let chances = if chances.is_empty() { &certain[..] } else { chances };
    let after = |position: &PositionOf<G>, mv| {
        let mut after = position.clone();
        after.play_unchecked(seat, mv);
        after
    };
    let real = after(before, mv);
    if chances.len() == 1 && !shows_a_draw(before, &real) {
        return Seat::all(seats).map(|_| 0.0).collect();
    }
    let mut luck = values(valuation, &real, seats);
    for &(mv, chance) in chances.iter().filter(|(_, chance)| *chance > 0.0) {
        let mut subtract = |position: &PositionOf<G>, share: f64| {
            let values = values(valuation, position, seats);
            luck.iter_mut().zip(&values).for_each(|(luck, value)| *luck -= share * value);
        };
        let possible = after(before, mv);
        if redrawn.is_empty() || !shows_a_draw(before, &possible) {
            subtract(&possible, chance);
            continue;
        }
        for position in redrawn {
            subtract(&after(position, mv), chance / redrawn.len() as f64);
        }
    }
    luck
}

/// Whether chance has shown something since `before`.
fn shows_a_draw<P: Position>(before: &P, after: &P) -> bool {
    before.draws_left() > 0 && before.draws_left() != after.draws_left()
}

/// The entrants of a match that play by probabilities and can report them.
pub struct Drawers<G: Game>(Vec<Option<Entrant<G>>>);

impl<G: Game> Drawers<G> {
    /// Asks each entrant of a match, once, about the first position of a deal.
    pub fn of(plan: &Plan<G>) -> Drawers<G> {
        let deal = plan.game.deal(&mut plan.options.seed.stream(Purpose::Deal, &[0]));
        let reports = |entrant: &Entrant<G>| {
            let position = plan.game.start(&deal).ok()?;
            let seat = position.turn().first()?;
            let mut legal = Vec::new();
            position.legal_moves(seat, &mut legal);
            let mut player = drawer(entrant)?;
            player.begin(seat);
            player.probabilities(&position.view(seat), &legal).map(|_| entrant.clone())
        };
        Drawers(plan.entrants.iter().map(reports).collect())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }
}

/// A player to be asked for probabilities: one that needs to hear nothing.
fn drawer<G: Game>(entrant: &Entrant<G>) -> Option<Box<dyn Player<G>>> {
    match entrant.make() {
        Competitor::Fair(player) if !player.hears() => Some(player),
        _ => None,
    }
}

/// Measures luck in the games it watches.
pub struct LuckMeter<G: Game> {
    valuation: Box<dyn Valuation<G>>,
    /// The model its valuation is made of, by which workers make it, too.
    model: Option<Blob>,
    draws: u32,
    seed: Seed,
    rng: Rng,
    /// For each entrant one of its kind, where it knows its probabilities.
    players: Vec<Option<Box<dyn Player<G>>>>,
    entrants: Vec<u8>,
    redrawn: Vec<PositionOf<G>>,
    chances: Vec<(MoveOf<G>, f64)>,
    /// The luck of each seat in the present game.
    luck: PerSeat<f64>,
    /// For each entrant what its chairs made in the block, luck included, and
    /// how much of it was luck.
    sums: Vec<Chairs>,
}

/// What the chairs of an entrant came to.
#[derive(Clone, Copy, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Chairs {
    pub(super) points: f64,
    pub(super) luck: f64,
    pub(super) chairs: f64,
}

impl<G: Game> LuckMeter<G> {
    /// A meter that makes each draw anew so many times. The players that can
    /// are asked how likely they were to move as they did.
    pub fn new(
        valuation: Box<dyn Valuation<G>>,
        drawers: &Drawers<G>,
        draws: u32,
        seed: Seed,
    ) -> LuckMeter<G> {
        LuckMeter {
            valuation,
            model: None,
            draws: draws.max(1),
            seed,
            rng: Rng::new(seed),
            players: drawers.0.iter().map(|entrant| entrant.as_ref().and_then(drawer)).collect(),
            entrants: Vec::new(),
            redrawn: Vec::new(),
            chances: Vec::new(),
            luck: PerSeat::new(),
            sums: Vec::new(),
        }
    }

    /// Workers of a queue can measure, too, by the model file that the
    /// valuation was made of.
    pub fn made_of(self, model: Blob) -> LuckMeter<G> {
        LuckMeter { model: Some(model), ..self }
    }

    /// The luck of each seat in the game watched last.
    pub fn luck(&self) -> &[f64] {
        &self.luck
    }

    /// What the chairs of each entrant came to.
    pub(crate) fn into_sums(self) -> Vec<Chairs> {
        self.sums
    }

    /// How likely the player was to choose each of its moves.
    fn ask_for_chances(&mut self, decision: &ChosenMove<'_, G>) {
        self.chances.clear();
        let entrant = self.entrants.get(decision.seat.index()).map(|&entrant| usize::from(entrant));
        let player = entrant.and_then(|entrant| self.players.get_mut(entrant)?.as_mut());
        let (Some(player), Some(_)) = (player, decision.choice) else { return };
        let view = decision.position.view(decision.seat);
        player.begin(decision.seat);
        let Some(chances) = player.probabilities(&view, decision.legal) else { return };
        self.chances.extend(decision.legal.iter().copied().zip(chances));
    }
}

impl<G: Game> Observer<G> for LuckMeter<G> {
    fn start(&mut self, start: &GameStart<'_, G>) {
        self.entrants = start.entrants.to_vec();
        let entrants = start.entrants.iter().map(|&entrant| usize::from(entrant) + 1).max();
        if self.sums.len() < entrants.unwrap_or(0) {
            self.sums.resize(entrants.unwrap_or(0), Chairs::default());
        }
        self.luck = start.entrants.iter().map(|_| 0.0).collect();
        self.rng = self.seed.stream(Purpose::Sample, &[start.block, start.number as u64, 1]);
    }

    fn decision(&mut self, decision: &ChosenMove<'_, G>) {
        let before = decision.position;
        self.ask_for_chances(decision);
        if self.chances.is_empty() {
            let mut after = before.clone();
            after.play_unchecked(decision.seat, decision.mv);
            if !shows_a_draw(before, &after) {
                return;
            }
        }
        self.redrawn.clear();
        if before.draws_left() > 0 {
            for _ in 0..self.draws {
                let mut position = before.clone();
                position.redraw(&mut self.rng);
                self.redrawn.push(position);
            }
        }
        let (seat, mv) = (decision.seat, decision.mv);
        let (chances, redrawn) = (&self.chances[..], &self.redrawn[..]);
        let measured = MeasuredMove { before, seat, mv, chances, redrawn };
        let luck = luck_of_move(&mut *self.valuation, &measured, self.entrants.len());
        self.luck.iter_mut().zip(&luck).for_each(|(sum, luck)| *sum += luck);
    }

    fn end(&mut self, end: &GameEnd<'_, G>) {
        let Some(scores) = end.scores else { return };
        for ((&entrant, score), luck) in self.entrants.iter().zip(scores).zip(&self.luck) {
            let sums = &mut self.sums[usize::from(entrant)];
            sums.points += score;
            sums.luck += luck;
            sums.chairs += 1.0;
        }
    }

    fn ask_workers(&self, wanted: &mut Watch) -> bool {
        let LuckMeter { draws, seed, .. } = *self;
        let Some(model) = self.model.clone() else { return false };
        wanted.luck = Some(WatchLuck { draws, seed, model: Some(model) });
        true
    }

    fn take_over(&mut self, found: &mut Found<G>) {
        self.sums = std::mem::take(&mut found.luck);
    }
}
