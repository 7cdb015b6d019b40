//! Monte Carlo with everything we know: sure wins, exact ends, learned
//! playouts, hands that fit what was done, and playouts where they matter.

use super::monte_carlo::{BadParameter, reward};
use crate::Daihinmin;
use crate::assume::Assumer;
use crate::belief::{Belief, resample};
use crate::endgame::Endgame;
use crate::moves::Move;
use crate::policy::{Policy, Scratch};
use crate::position::View;
use crate::state::State;
use crate::sure::SureWin;
use fuda_core::{Alternative, Ask, Choice, Player, PlayerError, Rng, View as _};
use std::time::{Duration, Instant};

/// The parameters of [`MonteCarloPlus`].
///
/// | parameter | default | meaning |
/// |---|---|---|
/// | `playouts` | 400 | playouts for a move |
/// | `hands` | 64 | assumed hands that are weighed; 0 takes them as they come |
/// | `trust` | 0.5 | how much the weights of hands count, 0 to 1 |
/// | `time` | open | wall-clock time for a move instead of a count |
#[derive(Clone, Debug)]
pub struct PlusParams {
    /// Playouts for a move.
    pub playouts: u64,
    /// Assumed hands that are weighed by what their holders did.
    pub hands: usize,
    /// The power of those weights.
    pub trust: f64,
    /// Wall-clock time for a move; with it results differ from run to run.
    pub time: Option<Duration>,
    /// What draws the moves of playouts and weighs hands.
    pub policy: Policy,
}

impl PlusParams {
    /// The usual parameters with a policy.
    pub fn new(policy: Policy) -> PlusParams {
        PlusParams { playouts: 400, hands: 64, trust: 0.5, time: None, policy }
    }

    /// Checks the parameters and makes the player.
    pub fn check(self) -> Result<MonteCarloPlus, BadParameter> {
        let bad = |name, expected, got: String| Err(BadParameter { name, expected, got });
        if self.playouts == 0 {
            return bad("playouts", "at least 1", "0".into());
        }
        if !(0.0..=1.0).contains(&self.trust) {
            return bad("trust", "a number from 0 to 1", self.trust.to_string());
        }
        Ok(MonteCarloPlus { params: self, scratch: Scratch::default() })
    }
}

/// Positions looked at for a sure win, and for an exact end.
const SURE_POSITIONS: u32 = 3_000;
const END_POSITIONS: u32 = 20_000;

/// The recommended player.
///
/// A sure win is played. With two players left every card is known, and the
/// end is solved. Otherwise every move gets a playout of each of the same
/// assumed hands, drawn by how well they fit what their holders did; the
/// worse half of the moves is left out, again and again, until the playouts
/// are used up.
#[derive(Clone, Debug)]
pub struct MonteCarloPlus {
    params: PlusParams,
    scratch: Scratch,
}

/// A move and its playouts.
struct Arm {
    mv: Move,
    playouts: u64,
    total: f64,
}

impl Arm {
    fn mean(&self) -> f64 {
        self.total / self.playouts.max(1) as f64
    }
}

impl MonteCarloPlus {
    /// The assumed states of this move, in the order they are used.
    fn states(&mut self, view: &View, wanted: usize, rng: &mut Rng) -> Vec<State> {
        let dealer = Assumer::new(view);
        let hands = self.params.hands.min(wanted);
        let belief = match hands > 1 && self.params.trust > 0.0 {
            true => Belief::new(view, &self.params.policy),
            false => None,
        };
        let Some(belief) = belief else {
            return (0..wanted).map(|_| dealer.sample_by_class(rng)).collect();
        };
        let states: Vec<State> = (0..hands).map(|_| dealer.sample_by_class(rng)).collect();
        let trust = self.params.trust as f32;
        let fit = |state: &State| trust * belief.fit(&state.hands, &mut self.scratch);
        let fits: Vec<f32> = states.iter().map(fit).collect();
        resample(&fits, wanted, rng).into_iter().map(|number| states[number]).collect()
    }

    /// Playouts of all arms over the same hands, the better half kept again
    /// and again.
    fn search(&mut self, ask: &mut Ask<'_, Daihinmin>, arms: &mut [Arm]) -> u64 {
        let me = ask.view.seat().0;
        let until = [self.params.time, ask.budget.time].into_iter().flatten().min();
        let start = Instant::now();
        let most = ask.budget.effort.map_or(self.params.playouts, |e| e.min(self.params.playouts));
        let most = if until.is_some() { u64::MAX } else { most.max(1) };
        let rounds = arms.len().next_power_of_two().trailing_zeros().max(1);
        let many = if until.is_some() { 4_096 } else { most as usize };
        let states = self.states(ask.view, many.min(4_096), ask.rng);
        let (mut done, mut next) = (0, 0);
        let mut alive = arms.len();
        for round in 1..=rounds {
            let enough = |done: u64| match until {
                Some(time) => start.elapsed() >= time * round / rounds,
                None => done >= most * u64::from(round) / u64::from(rounds),
            };
            loop {
                let state = states[next % states.len()];
                next += 1;
                for arm in &mut arms[..alive] {
                    arm.total += self.playout(state, me, arm.mv, ask.rng);
                    arm.playouts += 1;
                    done += 1;
                }
                if enough(done) {
                    break;
                }
            }
            arms[..alive].sort_by(|a, b| b.mean().total_cmp(&a.mean()));
            alive = alive.div_ceil(2);
        }
        done
    }

    fn playout(&mut self, mut state: State, me: u8, mv: Move, rng: &mut Rng) -> f64 {
        state.make(mv);
        self.params.policy.play_out(&mut state, 1 << me, rng, &mut self.scratch);
        reward(&state, me)
    }
}

/// A move that is known to be best: nobody can answer, or the end is solved.
fn known_best(view: &View, arms: &[Arm]) -> Option<Move> {
    let state = view.replay();
    let me = view.seat().0;
    let sizes = <[u8; 5]>::try_from(view.hand_sizes()).ok()?;
    let sure = SureWin::new(me, view.unseen(), sizes, SURE_POSITIONS).find(&state);
    if sure.is_some() {
        return sure;
    }
    let mut full = state;
    let other = full.alive() & !(1 << me);
    let mut endgame = Endgame::new(&full, me, END_POSITIONS)?;
    full.hands[other.trailing_zeros() as usize] = view.unseen();
    let values = arms.iter().map(|arm| endgame.after(&full, arm.mv));
    let values: Vec<i8> = values.collect::<Option<_>>()?;
    // Where all is lost, playouts say which way the other may go wrong.
    let best = (0..arms.len()).max_by_key(|&i| (values[i], std::cmp::Reverse(i)))?;
    (values[best] > -1).then_some(arms[best].mv)
}

impl Player<Daihinmin> for MonteCarloPlus {
    fn choose(&mut self, mut ask: Ask<'_, Daihinmin>) -> Result<Choice<Move>, PlayerError> {
        if ask.view.rules().players != 5 {
            return Err(PlayerError("the learned evaluation is for five players".into()));
        }
        let leading = ask.view.replay().table.is_none();
        let candidates = ask.legal.iter().filter(|mv| !(leading && mv.is_pass()));
        let mut arms: Vec<Arm> =
            candidates.map(|&mv| Arm { mv, playouts: 0, total: 0.0 }).collect();
        match (ask.legal, arms.as_slice()) {
            ([], _) => return Err(PlayerError("there is no legal move".into())),
            ([only], _) => return Ok(Choice::from(*only)),
            (_, [only]) => return Ok(Choice::from(only.mv)),
            _ => {}
        }
        if !arms[0].mv.is_gift()
            && let Some(best) = known_best(ask.view, &arms)
        {
            return Ok(Choice::from(best));
        }
        let effort = self.search(&mut ask, &mut arms);
        let alternative =
            |arm: &Arm| Alternative { mv: arm.mv, value: arm.mean(), effort: arm.playouts };
        let alternatives: Vec<Alternative<Move>> = arms.iter().map(alternative).collect();
        Ok(Choice { mv: arms[0].mv, effort, alternatives })
    }
}
