//! The games of one step.

use super::PolicyParams;
use super::recorder::{Recorder, Recording};
use crate::TrainError;
use fuda_arena::{Competitor, Conditions, play_game};
use fuda_core::{Game, Purpose, Rng, Seat, SparseInputs, try_in_order};
use fuda_learn::policy_gradient::{Decisions, SparseNetwork};
use fuda_players::learned::PolicyPlayer;
use std::ops::Range;
use std::sync::{Arc, Mutex};

/// The games of a step are shared out to threads in so many blocks.
const BLOCKS: u64 = 64;

/// The points the learner got from one game, by the number of the opponent:
/// 0 itself, 1 an earlier version, then the others in order.
pub(super) type GameResult = (usize, f64);

/// What a step learns from.
#[derive(Default)]
pub(super) struct Collected {
    pub decisions: Decisions,
    pub judged: Decisions,
    pub results: Vec<GameResult>,
}

/// Who plays.
pub(super) struct Table<'a, G: Game> {
    pub game: &'a G,
    pub inputs: &'a SparseInputs<G>,
    pub policy: Arc<SparseNetwork>,
    pub critic: Arc<SparseNetwork>,
    pub past: &'a [Arc<SparseNetwork>],
    pub params: &'a PolicyParams<G>,
    /// Games per step.
    pub games: u64,
    /// What a value of 1 is in points.
    pub unit: f64,
}

impl<G: Game> Table<'_, G> {
    /// Plays the games of a step.
    pub fn collect(&self, step: u64) -> Result<Collected, TrainError> {
        let games = self.games;
        let each = games.div_ceil(BLOCKS);
        let parts = try_in_order(games.div_ceil(each) as usize, self.params.threads, |block| {
            let first = block as u64 * each;
            self.block(step, first..(first + each).min(games))
        })?;
        let mut all = Collected::default();
        for part in parts {
            for (into, from) in
                [(&mut all.decisions, &part.decisions), (&mut all.judged, &part.judged)]
            {
                (0..from.len()).for_each(|n| into.push(from.get(n)));
            }
            all.results.extend(part.results);
        }
        Ok(all)
    }

    fn block(&self, step: u64, games: Range<u64>) -> Result<Collected, TrainError> {
        let seats = self.game.seats();
        let recording = Arc::new(Mutex::new(Recording::default()));
        let learner = || {
            let (policy, critic) = (self.policy.clone(), self.critic.clone());
            let recorder =
                Recorder::new(policy, critic, self.inputs, seats, Arc::clone(&recording));
            Competitor::Cheating(Box::new(recorder))
        };
        let mut results = Vec::new();
        for number in games {
            let stream = |n: u64| self.params.seed.stream(Purpose::Training, &[3, step, number, n]);
            let mut chance = stream(seats as u64);
            let deal = self.game.deal(&mut chance);
            let own = Seat((number % seats as u64) as u8);
            let (who, mut players) = self.seat(own, &mut chance, &learner);
            let mut rngs: Vec<Rng> = (0..seats as u64).map(stream).collect();
            let conditions = Conditions::default();
            let played = play_game(self.game, &deal, &mut players, &mut rngs, conditions, &mut ())?;
            if let Some(fault) = played.fault {
                return Err(TrainError::Player(fault.to_string()));
            }
            let scores = played.scores.unwrap_or_default();
            let mut recording = recording.lock().unwrap_or_else(|e| e.into_inner());
            recording.judge(&scores, self.params.trace, self.unit);
            // Against itself: what the first seat is worth.
            let of = if who > 0 { own.index() } else { 0 };
            results.push((who, scores.get(of).copied().unwrap_or(0.0)));
        }
        let recording = std::mem::take(&mut *recording.lock().unwrap_or_else(|e| e.into_inner()));
        let Recording { decisions, judged, .. } = recording;
        Ok(Collected { decisions, judged, results })
    }

    /// Draws the opponent of a game and seats everybody.
    fn seat(
        &self,
        own: Seat,
        chance: &mut Rng,
        learner: &dyn Fn() -> Competitor<G>,
    ) -> (usize, Vec<Competitor<G>>) {
        let seats = Seat::all(self.game.seats());
        let mut lot = chance.below(100);
        for (n, other) in self.params.opponents.iter().enumerate() {
            if lot < other.percent {
                let sit = |seat| match seat == own {
                    true => learner(),
                    false => Competitor::Fair((other.make)()),
                };
                return (n + 2, seats.map(sit).collect());
            }
            lot -= other.percent;
        }
        if lot < self.params.past_percent && !self.past.is_empty() {
            let network = &self.past[chance.below(self.past.len() as u32) as usize];
            let earlier = || {
                let player = PolicyPlayer::new(network.clone(), self.inputs.clone(), true);
                Competitor::Fair(Box::new(player))
            };
            let sit = |seat| if seat == own { learner() } else { earlier() };
            return (1, seats.map(sit).collect());
        }
        (0, seats.map(|_| learner()).collect())
    }
}
