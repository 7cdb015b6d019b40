//! Forks: what it is worth to decide like one player rather than like another.
//!
//! The base plays whole games against itself. At the decisions of one seat
//! another player is asked, too. Where it would move differently the round
//! forks: both moves are made in the true position, and a judge finishes the
//! round from either, over the same draws of what chance has still to bring.
//! The differences in points are far more precise than whole games, in which
//! a few decisions drown in the luck of all others.
//!
//! It is the gain of moving differently once and going on like the judge,
//! which is not quite the gain of moving differently all the time.

use crate::drive::{Fault, FaultKind, ask};
use crate::entrant::{Competitor, Entrant};
use crate::error::ArenaError;
use crate::observer::{ChosenMove, Observer};
use crate::single::{Conditions, play_game, play_on, player_rngs};
use fuda_core::{
    Ask, Budget, Game, MoveOf, PerSeat, Position, PositionOf, Purpose, Rng, Seat, Seed,
    try_in_order,
};
use fuda_stats::{Estimate, clustered_mean};
use serde::Serialize;
use std::ops::ControlFlow;

/// Who is compared, and over how many games.
#[derive(Clone, Debug)]
pub struct ForkPlan<G: Game> {
    /// The game.
    pub game: G,
    /// The player whose decisions are judged.
    pub player: Entrant<G>,
    /// The player that plays the games, and whose moves are compared with.
    pub base: Entrant<G>,
    /// The player that finishes rounds.
    pub judge: Entrant<G>,
    /// How many games; the seat that is looked at turns from one to the next.
    pub games: u64,
    /// How often each fork is finished, with other draws.
    pub draws: u32,
    /// The root of all random numbers.
    pub seed: Seed,
    /// How many threads share the work; never changes a result.
    pub threads: usize,
}

/// What the forks came to, in the game's points.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Forks {
    /// Rounds played.
    pub rounds: u64,
    /// Decisions with a choice that were looked at.
    pub decisions: u64,
    /// Those in which the players differ.
    pub forks: u64,
    /// Points that the player gains over the base at a fork.
    pub gain: Estimate,
    /// Points that it gains in a round, all its forks added up.
    pub gain_per_round: Estimate,
}

/// Plays the games. `done` is called after each.
pub fn play_forks<G: Game>(
    plan: &ForkPlan<G>,
    done: &(dyn Fn() + Sync),
) -> Result<Forks, ArenaError> {
    let all = try_in_order(plan.games as usize, plan.threads, |number| {
        let found = fork_game(plan, number as u64);
        done();
        found
    })?;
    let each = |values: fn(&Found) -> &Vec<f64>| {
        let numbered = all.iter().enumerate();
        numbered.flat_map(move |(game, found)| values(found).iter().map(move |v| (game, *v)))
    };
    Ok(Forks {
        rounds: each(|found| &found.rounds).count() as u64,
        decisions: all.iter().map(|found| found.decisions).sum(),
        forks: each(|found| &found.gains).count() as u64,
        gain: clustered_mean(each(|found| &found.gains)),
        gain_per_round: clustered_mean(each(|found| &found.rounds)),
    })
}

/// What one game came to.
#[derive(Default)]
struct Found {
    decisions: u64,
    /// The gain at each fork.
    gains: Vec<f64>,
    /// The gain in each round.
    rounds: Vec<f64>,
}

fn fork_game<G: Game>(plan: &ForkPlan<G>, number: u64) -> Result<Found, ArenaError> {
    let (game, seed, seats) = (&plan.game, plan.seed, plan.game.seats());
    let deal = game.deal(&mut seed.stream(Purpose::Deal, &[number]));
    let stream = |of: u64| seed.stream(Purpose::Player, &[number, of]);
    let seat = Seat((number % seats as u64) as u8);
    let mut forker = Forker {
        plan,
        seat,
        player: plan.player.make(),
        judges: (0..seats).map(|_| plan.judge.make()).collect(),
        rng: stream(seats as u64),
        draws: seed.stream(Purpose::Sample, &[number]),
        found: Found::default(),
        failure: None,
    };
    if let Competitor::Fair(player) = &mut forker.player {
        player.begin(seat);
    }
    let mut bases: Vec<_> = (0..seats).map(|_| plan.base.make()).collect();
    let mut rngs: PerSeat<Rng> = (0..seats as u64).map(stream).collect();
    let under = Conditions::default();
    let played = play_game(game, &deal, &mut bases, &mut rngs, under, &mut forker)?;
    let fault = played.fault.map(|fault| (&plan.base, fault));
    match forker.failure.or(fault.map(|(who, fault)| failed(who, number, fault))) {
        Some(ArenaError::Failed { player, fault, .. }) => {
            Err(ArenaError::Failed { player, game: number, fault })
        }
        Some(error) => Err(error),
        None => Ok(forker.found),
    }
}

fn failed<G: Game>(entrant: &Entrant<G>, game: u64, fault: Fault) -> ArenaError {
    ArenaError::Failed { player: entrant.name().to_owned(), game, fault }
}

/// Watches a game and forks it at one seat's decisions.
struct Forker<'a, G: Game> {
    plan: &'a ForkPlan<G>,
    seat: Seat,
    player: Competitor<G>,
    judges: Vec<Competitor<G>>,
    rng: Rng,
    draws: Rng,
    found: Found,
    failure: Option<ArenaError>,
}

impl<G: Game> Observer<G> for Forker<'_, G> {
    fn decision(&mut self, decision: &ChosenMove<'_, G>) {
        self.found.rounds.resize(decision.position.round() as usize + 1, 0.0);
        if decision.seat != self.seat || decision.choice.is_none() || self.failure.is_some() {
            return;
        }
        match self.fork(decision) {
            Ok(gain) => {
                self.found.decisions += 1;
                self.found.gains.extend(gain);
                if let (Some(gain), Some(round)) = (gain, self.found.rounds.last_mut()) {
                    *round += gain;
                }
            }
            Err(error) => self.failure = Some(error),
        }
    }

    fn moved(&mut self, _position: &PositionOf<G>) -> ControlFlow<()> {
        match self.failure {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }
}

impl<G: Game> Forker<'_, G> {
    /// What the player gains by its move, if it is another.
    fn fork(&mut self, decision: &ChosenMove<'_, G>) -> Result<Option<f64>, ArenaError> {
        let (position, seat, legal) = (decision.position, decision.seat, decision.legal);
        let view = position.view(seat);
        let question = Ask { view: &view, legal, budget: Budget::default(), rng: &mut self.rng };
        let answer = match &mut self.player {
            Competitor::Fair(player) => ask(&mut **player, question),
            Competitor::Cheating(_) => {
                let message = "players that see hidden cards are not compared".into();
                Err(Fault { seat, kind: FaultKind::Error, message })
            }
        };
        let other = answer.map_err(|fault| failed(&self.plan.player, 0, fault))?.mv;
        match other == decision.mv {
            true => Ok(None),
            false => self.gain(position, other, decision.mv).map(Some),
        }
    }

    /// How many points more the first move brings than the second.
    fn gain(
        &mut self,
        position: &PositionOf<G>,
        first: MoveOf<G>,
        second: MoveOf<G>,
    ) -> Result<f64, ArenaError> {
        let draws = self.plan.draws.max(1);
        let mut sum = 0.0;
        for _ in 0..draws {
            let mut start = position.clone();
            start.redraw(&mut self.draws);
            let seed = Seed(self.draws.bits());
            for (mv, sign) in [(first, 1.0), (second, -1.0)] {
                let mut end = start.clone();
                end.play_unchecked(self.seat, mv);
                sum += sign * self.finish(end, position.round(), seed)?;
            }
        }
        Ok(sum / f64::from(draws))
    }

    /// The seat's points when the judge has finished the round.
    fn finish(
        &mut self,
        mut position: PositionOf<G>,
        round: u32,
        seed: Seed,
    ) -> Result<f64, ArenaError> {
        if position.round() == round {
            let game = &self.plan.game;
            let mut rngs = player_rngs(seed, game.seats());
            let mut until = UntilRound(round);
            let under = Conditions::default();
            let played = play_on(game, position, &mut self.judges, &mut rngs, under, &mut until)?;
            if let Some(fault) = played.fault {
                return Err(failed(&self.plan.judge, 0, fault));
            }
            position = played.position;
        }
        Ok(position.points().get(self.seat.index()).copied().unwrap_or(0.0))
    }
}

/// Breaks a game off when a round has ended.
struct UntilRound(u32);

impl<G: Game> Observer<G> for UntilRound {
    fn moved(&mut self, position: &PositionOf<G>) -> ControlFlow<()> {
        match position.round() == self.0 {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }
}
