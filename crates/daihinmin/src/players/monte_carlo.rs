//! Monte Carlo: playouts from assumed hands, shared out by UCB1.

use crate::Daihinmin;
use crate::assume::Assumer;
use crate::moves::Move;
use crate::policy::{Policy, Scratch};
use crate::random::Passes;
use crate::state::State;
use fuda_core::{Alternative, Ask, Choice, Player, PlayerError, Rng, View as _};
use std::time::{Duration, Instant};
use thiserror::Error;

/// How hidden cards are dealt before a playout.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dealing {
    /// The strongest first to the higher classes, as in the paper.
    #[default]
    ByClass,
    /// Evenly.
    Evenly,
}

/// The parameters of the Monte-Carlo player.
///
/// | parameter | default | meaning |
/// |---|---|---|
/// | `playouts` | 1,500 | playouts for a move |
/// | `c` | 4 | the weight of exploration |
/// | `dealing` | by class | how hidden cards are dealt |
/// | `time` | open | wall-clock time for a move |
/// | `policy` | none | what draws the moves of playouts; none draws evenly |
#[derive(Clone, Debug)]
pub struct MonteCarloParams {
    /// Playouts for a move.
    pub playouts: u64,
    /// The weight of exploration in `mean + c * sqrt(2 ln n / n_j)`.
    pub c: f64,
    /// How hidden cards are dealt.
    pub dealing: Dealing,
    /// Wall-clock time for a move; with it results differ from run to run.
    pub time: Option<Duration>,
    /// What draws the moves of playouts. Without one every legal move but the
    /// pass is equally likely; with one, passes are drawn as well. Needs a
    /// table of five.
    pub policy: Option<Policy>,
}

impl Default for MonteCarloParams {
    fn default() -> MonteCarloParams {
        MonteCarloParams {
            playouts: 1_500,
            c: 4.0,
            dealing: Dealing::ByClass,
            time: None,
            policy: None,
        }
    }
}

/// A parameter that makes no sense.
#[derive(Clone, PartialEq, Debug, Error)]
#[error("{name}: expected {expected}, got {got}")]
pub struct BadParameter {
    /// Which one.
    pub name: &'static str,
    /// What would have been right.
    pub expected: &'static str,
    /// What was there.
    pub got: String,
}

impl MonteCarloParams {
    /// Checks the parameters and makes the player.
    pub fn check(self) -> Result<MonteCarlo, BadParameter> {
        let bad = |name, expected, got: String| Err(BadParameter { name, expected, got });
        if self.playouts == 0 {
            return bad("playouts", "at least 1", "0".into());
        }
        if !self.c.is_finite() || self.c < 0.0 {
            return bad("c", "a number of at least 0", self.c.to_string());
        }
        Ok(MonteCarlo { params: self, scratch: Scratch::default() })
    }
}

/// Plays what random playouts recommend.
///
/// One legal move, or one that empties the hand, is played at once. A leader
/// never passes. Playouts pass only when they must and end when the player's
/// own hand is empty; with a learned policy they draw from all moves.
#[derive(Clone, Debug)]
pub struct MonteCarlo {
    params: MonteCarloParams,
    scratch: Scratch,
}

/// A root move and its playouts.
struct Arm {
    mv: Move,
    playouts: u64,
    total: f64,
}

impl MonteCarlo {
    /// The parameters.
    pub fn params(&self) -> &MonteCarloParams {
        &self.params
    }

    /// One playout: the points of `me` after `mv`.
    fn playout(&mut self, dealer: &Assumer, me: u8, mv: Move, rng: &mut Rng) -> f64 {
        let mut state = match self.params.dealing {
            Dealing::ByClass => dealer.sample_by_class(rng),
            Dealing::Evenly => dealer.sample(rng),
        };
        state.make(mv);
        match &self.params.policy {
            Some(policy) => policy.play_out(&mut state, 1 << me, rng, &mut self.scratch),
            None => {
                let moves = &mut self.scratch.moves;
                state.random_playout(1 << me, rng, Passes::OnlyWhenForced, moves);
            }
        }
        reward(&state, me)
    }
}

pub(super) fn reward(state: &State, me: u8) -> f64 {
    let order = &state.order[..usize::from(state.finished)];
    order.iter().position(|&s| s == me).map_or(0.0, |place| state.rules.points(place))
}

/// The arm with the highest bound; arms never tried come first.
fn next_arm(arms: &[Arm], playouts: u64, c: f64) -> usize {
    let log = 2.0 * (playouts.max(1) as f64).ln();
    let mut best = (0, f64::NEG_INFINITY);
    for (i, arm) in arms.iter().enumerate() {
        if arm.playouts == 0 {
            return i;
        }
        let n = arm.playouts as f64;
        let bound = arm.total / n + c * (log / n).sqrt();
        if bound > best.1 {
            best = (i, bound);
        }
    }
    best.0
}

impl Player<Daihinmin> for MonteCarlo {
    fn choose(&mut self, ask: Ask<'_, Daihinmin>) -> Result<Choice<Move>, PlayerError> {
        if self.params.policy.is_some() && ask.view.rules().players != 5 {
            return Err(PlayerError("the learned evaluation is for five players".into()));
        }
        let leading = ask.view.replay().table.is_none();
        let candidates = ask.legal.iter().filter(|mv| !(leading && mv.is_pass()));
        let mut arms: Vec<Arm> =
            candidates.map(|&mv| Arm { mv, playouts: 0, total: 0.0 }).collect();
        let wins = |mv: Move| !mv.is_gift() && mv.cards() == ask.view.hand();
        match (ask.legal, arms.iter().find(|arm| wins(arm.mv))) {
            ([], _) => return Err(PlayerError("there is no legal move".into())),
            ([only], _) => return Ok(Choice::from(*only)),
            (_, Some(arm)) => return Ok(Choice::from(arm.mv)),
            _ if arms.len() == 1 => return Ok(Choice::from(arms[0].mv)),
            _ => {}
        }
        let dealer = Assumer::new(ask.view);
        let me = ask.view.seat().0;
        let most = ask.budget.effort.map_or(self.params.playouts, |e| e.min(self.params.playouts));
        let time = [self.params.time, ask.budget.time].into_iter().flatten().min();
        let until = time.map(|time| Instant::now() + time);
        let mut done = 0;
        while done < most.max(1) {
            let arm = next_arm(&arms, done, self.params.c);
            arms[arm].total += self.playout(&dealer, me, arms[arm].mv, ask.rng);
            arms[arm].playouts += 1;
            done += 1;
            if done % 16 == 0 && until.is_some_and(|until| Instant::now() >= until) {
                break;
            }
        }
        arms.retain(|arm| arm.playouts > 0);
        let mean = |arm: &Arm| arm.total / arm.playouts as f64;
        arms.sort_by(|a, b| mean(b).total_cmp(&mean(a)));
        let alternatives: Vec<Alternative<Move>> = arms
            .iter()
            .map(|arm| Alternative { mv: arm.mv, value: mean(arm), effort: arm.playouts })
            .collect();
        match alternatives.first() {
            Some(best) => Ok(Choice { mv: best.mv, effort: done, alternatives }),
            None => Err(PlayerError("there is no legal move".into())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Greedy;
    use fuda_core::{Budget, Game, Position as _, Purpose, Seat, Seed};

    /// The points of `player` at seat 0 against four greedy players.
    fn points(player: &mut dyn Player<Daihinmin>, games: u64) -> f64 {
        let game = Daihinmin::with_rules("uecda,classes=random").unwrap();
        let mut total = 0.0;
        let mut legal = Vec::new();
        for number in 0..games {
            let deal = game.deal(&mut Seed(3).stream(Purpose::Deal, &[number]));
            let mut position = game.start(&deal).unwrap();
            let mut rng = Seed(3).stream(Purpose::Player, &[number]);
            while let Some(seat) = position.turn().first() {
                position.legal_moves(seat, &mut legal);
                let view = position.view(seat);
                let ask =
                    Ask { view: &view, legal: &legal, budget: Budget::default(), rng: &mut rng };
                let choice = match seat {
                    Seat(0) => player.choose(ask),
                    _ => Greedy.choose(ask),
                };
                position.play(seat, choice.unwrap().mv).unwrap();
            }
            total += position.scores().unwrap()[0];
        }
        total
    }

    #[test]
    fn it_beats_greedy_players_and_repeats_itself() {
        let params = MonteCarloParams { playouts: 200, ..MonteCarloParams::default() };
        let first = points(&mut params.clone().check().unwrap(), 60);
        assert!(first > 10.0, "only {first} points in 60 games");
        assert_eq!(first, points(&mut params.clone().check().unwrap(), 60));
        let even = MonteCarloParams { dealing: Dealing::Evenly, ..params.clone() };
        assert!(points(&mut even.check().unwrap(), 60) > 10.0);
    }

    #[test]
    fn nonsense_is_refused_by_name() {
        let base = MonteCarloParams::default();
        let none = MonteCarloParams { playouts: 0, ..base.clone() };
        assert_eq!(none.check().err().map(|e| e.name), Some("playouts"));
        for c in [f64::NAN, -1.0, f64::INFINITY] {
            let bad = MonteCarloParams { c, ..base.clone() };
            assert_eq!(bad.check().err().map(|e| e.name), Some("c"));
        }
    }
}
