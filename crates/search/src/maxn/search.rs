//! The search: every assumption on its own, then the average.

use super::params::MaxN;
use crate::claims::Claims;
use crate::parallel::for_each;
use crate::question::{Clock, tighter};
use crate::report::{Arm, ranked};
use crate::{Belief, FinalChoice, Horizon, MarkOf, Parts, Question, Report, Search, Stop, Value};
use fuda_core::{Game, MoveOf, PerSeat, Position, PositionOf, Purpose, Rng, Seat, Turn, View};

/// What came of one assumption.
#[derive(Clone, Debug, Default)]
struct Outcome {
    values: Vec<PerSeat<f64>>,
    nodes: u64,
    leaves: u64,
    deepest: u32,
    skipped: bool,
    timed_out: bool,
}

impl Search for MaxN {
    fn search<G: Game, H: Parts<G>>(
        &self,
        question: &Question<'_, G>,
        guide: &H,
    ) -> Report<MoveOf<G>> {
        let params = self.params();
        let clock = Clock::start(tighter(params.time, question.budget.time), CLOCK_EVERY);
        let wanted = tighter(Some(u64::from(params.assumptions)), question.budget.effort);
        let mut outcomes = vec![Outcome::default(); wanted.map_or(1, |n| n.max(1)) as usize];
        for_each(&mut outcomes, params.threads as usize, |number, outcome| {
            if number > 0 && clock.has_ended() {
                (outcome.skipped, outcome.timed_out) = (true, true);
                return;
            }
            let mut rng = question.seed.stream(Purpose::Playout, &[number as u64]);
            let mut prepared = guide.belief().prepare(question.view, 1, &mut rng);
            let position = guide.belief().sample(question.view, &mut prepared, &mut rng);
            let mut dive = Dive {
                maxn: self,
                question,
                guide: guide.clone(),
                mark: guide.horizon().mark(&position, question.view.seat()),
                rng,
                clock: clock.clone(),
                scratch: Vec::new(),
                spare: Vec::new(),
                outcome: std::mem::take(outcome),
            };
            dive.root(&position);
            *outcome = dive.outcome;
            // Half-searched assumptions would blur the others; the first one
            // is kept so that there is always an answer.
            outcome.skipped = outcome.timed_out && number > 0;
        });
        let seat = question.view.seat();
        let mut arms = vec![Arm::default(); question.legal.len()];
        for outcome in outcomes.iter().filter(|o| !o.skipped) {
            for (arm, value) in arms.iter_mut().zip(&outcome.values) {
                arm.add(value);
            }
        }
        let timed_out = outcomes.iter().any(|o| o.timed_out);
        Report {
            seat,
            moves: ranked(question.legal, &arms, seat, FinalChoice::BestMean),
            playouts: outcomes.iter().map(|o| o.leaves).sum(),
            nodes: outcomes.iter().map(|o| o.nodes).sum(),
            depth: outcomes.iter().map(|o| o.deepest).max().unwrap_or(0),
            time: clock.elapsed(),
            stop: if timed_out { Stop::Time } else { Stop::Complete },
        }
    }
}

/// The clock is looked at once in so many nodes.
const CLOCK_EVERY: u32 = 64;

/// The search of one assumption.
struct Dive<'q, 'a, G: Game, H: Parts<G>> {
    maxn: &'q MaxN,
    question: &'q Question<'a, G>,
    guide: H,
    mark: MarkOf<G, H>,
    rng: Rng,
    clock: Clock,
    scratch: Vec<MoveOf<G>>,
    /// Lists of moves to be used again, one for each level.
    spare: Vec<Vec<MoveOf<G>>>,
    outcome: Outcome,
}

/// What the seat that moved before already has.
type Bar = Option<(Seat, f64)>;

fn of(value: &PerSeat<f64>, seat: Seat) -> f64 {
    value.get(seat.index()).copied().unwrap_or(0.0)
}

impl<G: Game, H: Parts<G>> Dive<'_, '_, G, H> {
    /// Every root move is searched in full, so that all values are exact.
    fn root(&mut self, position: &PositionOf<G>) {
        let seat = self.question.view.seat();
        for i in 0..self.question.legal.len() {
            let mut next = position.clone();
            play_root::<G>(&mut next, seat, self.question.legal[i], &mut self.scratch);
            let value = self.value(&next, 1, None);
            self.outcome.values.push(value);
        }
    }

    /// The value of a position for each seat.
    fn value(&mut self, position: &PositionOf<G>, depth: u32, bar: Bar) -> PerSeat<f64> {
        self.outcome.nodes += 1;
        self.outcome.deepest = self.outcome.deepest.max(depth);
        let turn = position.turn();
        if turn == Turn::Over || self.guide.horizon().reached(&self.mark, position) {
            self.outcome.leaves += 1;
            return self.guide.value().rewards(&self.mark, position);
        }
        self.outcome.timed_out = self.outcome.timed_out || self.clock.is_over();
        if depth >= self.maxn.params().depth || self.outcome.timed_out {
            self.outcome.leaves += 1;
            return self.guide.evaluate(&self.mark, position, &mut self.rng, &mut self.scratch);
        }
        match turn {
            Turn::Seat(seat) => self.best_of(position, seat, depth, bar),
            Turn::Claims(_) | Turn::Over => self.claimed(position, depth),
        }
    }

    fn best_of(
        &mut self,
        position: &PositionOf<G>,
        seat: Seat,
        depth: u32,
        bar: Bar,
    ) -> PerSeat<f64> {
        let mut moves = self.spare.pop().unwrap_or_default();
        position.legal_moves(seat, &mut moves);
        let mut best: Option<PerSeat<f64>> = None;
        for &mv in &moves {
            let mut next = position.clone();
            next.play_unchecked(seat, mv);
            let own = best.as_ref().map(|b| (seat, of(b, seat)));
            let value = self.value(&next, depth + 1, own);
            if best.as_ref().is_none_or(|b| of(&value, seat) > of(b, seat)) {
                let enough = self.is_enough(seat, of(&value, seat), bar);
                best = Some(value);
                if enough {
                    break;
                }
            }
        }
        self.spare.push(moves);
        best.unwrap_or_else(|| self.guide.value().rewards(&self.mark, position))
    }

    /// Whether a seat that has `own` here need not look further: it cannot
    /// get more, or the one before it will not come here.
    fn is_enough(&self, seat: Seat, own: f64, bar: Bar) -> bool {
        let Some(bounds) = self.maxn.params().bounds else {
            return false;
        };
        let others = self.question.seats.saturating_sub(2) as f64 * bounds.lowest;
        let left = bounds.sum - own - others;
        left <= bounds.lowest || bar.is_some_and(|(before, has)| before != seat && left <= has)
    }

    fn claimed(&mut self, position: &PositionOf<G>, depth: u32) -> PerSeat<f64> {
        let mut claims = Claims::new();
        claims.collect::<G>(position, None, &mut self.scratch);
        let mut passed = position.clone();
        claims.play::<G>(&mut passed, None);
        let passing = self.value(&passed, depth, None);
        for i in 0..claims.len() {
            let mut next = position.clone();
            claims.play::<G>(&mut next, Some(i));
            let value = self.value(&next, depth + 1, None);
            let (seat, _) = claims.claim(i);
            if of(&value, seat) > of(&passing, seat) {
                return value;
            }
        }
        passing
    }
}

/// Makes the move of the seat that was asked; while claims are being asked
/// for, everybody else passes.
pub(crate) fn play_root<G: Game>(
    position: &mut PositionOf<G>,
    seat: Seat,
    mv: MoveOf<G>,
    scratch: &mut Vec<MoveOf<G>>,
) {
    if let Turn::Claims(_) = position.turn() {
        let mut claims = Claims::new();
        claims.collect::<G>(position, Some(seat), scratch);
        let taken = (0..claims.len()).find(|&i| claims.claim(i) == (seat, mv));
        claims.play::<G>(position, taken);
    } else {
        position.play_unchecked(seat, mv);
    }
}
