//! The games of a step, played on threads, told in a fixed order.

use super::super::net::{NetPlayer, NetPolicy};
use super::episode::{Recorder, Table};
use super::{NetLearnError, NetOptions};
use crate::Recipe;
use fuda_core::{Game, Player, PlayerError, Purpose, Seat};
use fuda_koikoi::KoiKoi;
use fuda_learn::policy_gradient::{Decisions, SparseNetwork};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// Games that are played by one thread in a row.
const BLOCK: u64 = 16;

/// The points the learner got from one game, by the number of the opponent:
/// 0 itself, 1 its past, then the others in order.
pub(super) type GameResult = (usize, f64);

/// What a step learns from.
#[derive(Default)]
pub(super) struct Collected {
    pub decisions: Decisions,
    pub judged: Decisions,
    pub results: Vec<GameResult>,
}

/// The opponents, ready to be made.
pub(super) struct Workers {
    game: KoiKoi,
    others: Vec<(Recipe<KoiKoi>, u32)>,
}

impl Workers {
    pub fn new(options: &NetOptions) -> Result<Workers, NetLearnError> {
        let game = KoiKoi { rules: options.rules.single_round() };
        let catalogue = super::super::koikoi();
        let others = options
            .against
            .iter()
            .map(|(name, share)| Ok((catalogue.recipe(&game, name)?, *share)))
            .collect::<Result<_, NetLearnError>>()?;
        Ok(Workers { game, others })
    }

    /// Plays the games of a step.
    pub fn collect(
        &mut self,
        step: u64,
        actor: &SparseNetwork,
        critic: &SparseNetwork,
        past: &[Arc<SparseNetwork>],
        options: &NetOptions,
    ) -> Result<Collected, NetLearnError> {
        let actor = Arc::new(actor.clone());
        let blocks = options.games_a_step.div_ceil(BLOCK);
        let next = AtomicU64::new(0);
        let slots: Vec<Mutex<Option<Result<Collected, PlayerError>>>> =
            (0..blocks).map(|_| Mutex::new(None)).collect();
        let work = || {
            loop {
                let block = next.fetch_add(1, Ordering::Relaxed);
                let Some(slot) = slots.get(block as usize) else { return };
                let games = block * BLOCK..((block + 1) * BLOCK).min(options.games_a_step);
                let played = self.block(step, games, &actor, critic, past, options);
                *slot.lock().unwrap_or_else(|e| e.into_inner()) = Some(played);
            }
        };
        std::thread::scope(|scope| {
            (1..options.threads.max(1)).for_each(|_| drop(scope.spawn(work)));
            work();
        });
        let mut all = Collected::default();
        for slot in slots {
            let played = slot.into_inner().unwrap_or_else(|e| e.into_inner());
            let Some(part) = played.transpose()? else { continue };
            for (into, from) in
                [(&mut all.decisions, &part.decisions), (&mut all.judged, &part.judged)]
            {
                (0..from.len()).for_each(|n| into.push(from.get(n)));
            }
            all.results.extend(part.results);
        }
        Ok(all)
    }

    fn block(
        &self,
        step: u64,
        games: std::ops::Range<u64>,
        actor: &Arc<SparseNetwork>,
        critic: &SparseNetwork,
        past: &[Arc<SparseNetwork>],
        options: &NetOptions,
    ) -> Result<Collected, PlayerError> {
        let mut recorder = Recorder::new(NetPolicy::new(actor.clone()), critic, options.trace);
        let mut players: Vec<Option<Box<dyn Player<KoiKoi>>>> =
            self.others.iter().map(|_| None).collect();
        let mut results = Vec::new();
        for number in games {
            let stream = |n: u64| options.seed.stream(Purpose::Training, &[3, step, number, n]);
            let mut rngs = [stream(0), stream(1)];
            let mut chance = stream(2);
            let deal = self.game.deal(&mut chance);
            let position = self.game.start(&deal).map_err(|e| PlayerError(e.to_string()))?;
            let seat = Seat((number & 1) as u8);
            let mut lot = chance.below(100);
            let mut opponent = None;
            for (n, (_, share)) in self.others.iter().enumerate() {
                if lot < *share {
                    opponent = Some(n);
                    break;
                }
                lot -= share;
            }
            let (who, points) = if let Some(n) = opponent {
                let player = players[n].get_or_insert_with(|| (self.others[n].0.make)());
                let table = Table::Against(seat, player.as_mut());
                (n + 2, recorder.play(position, table, &mut rngs)?)
            } else if lot < options.past_share && !past.is_empty() {
                let network = past[chance.below(past.len() as u32) as usize].clone();
                let mut player = NetPlayer::new(network);
                player.draws = true;
                (1, recorder.play(position, Table::Against(seat, &mut player), &mut rngs)?)
            } else {
                (0, recorder.play(position, Table::Alone, &mut rngs)?)
            };
            // Against itself: what playing first is worth.
            let own = if who > 0 && seat == Seat(1) { -points } else { points };
            results.push((who, own));
        }
        Ok(Collected { decisions: recorder.decisions, judged: recorder.judged, results })
    }
}
