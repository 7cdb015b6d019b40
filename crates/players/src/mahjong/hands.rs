//! Games of two kinds of players, told hand by hand: who won, who dealt in,
//! who opened the hand, and in which places the players ended.

use super::mahjong;
use crate::{DescriptionError, Recipe};
use fuda_core::{Ask, Budget, Game, Player, PlayerError, Position, Purpose, Seat, Seed};
use fuda_mahjong::game::HandResult;
use fuda_mahjong::{Mahjong, MahjongPosition};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use thiserror::Error;

/// Why a match cannot be played to its end.
#[derive(Debug, Error)]
pub enum HandsError {
    /// The rules are not known.
    #[error("rules: {0}")]
    Rules(String),
    /// A player is not known.
    #[error(transparent)]
    Player(#[from] DescriptionError),
    /// A player failed in the middle of a game.
    #[error("deal {deal}: {player}: {error}")]
    Failed {
        /// Which deal, counted from 0.
        deal: u64,
        /// The player.
        player: String,
        /// What it said.
        error: PlayerError,
    },
    /// It was told to stop.
    #[error("stopped")]
    Stopped,
}

/// Plays deals 0 to `deals`, shared by threads, and gives what came of each,
/// in their order. `done` is called after each.
pub(super) fn each_deal<T: Send>(
    deals: u64,
    threads: usize,
    play: impl Fn(u64) -> T + Sync,
    done: &(dyn Fn() + Sync),
) -> Vec<T> {
    let next = AtomicU64::new(0);
    let work = || {
        let mut mine = Vec::new();
        loop {
            let deal = next.fetch_add(1, Ordering::Relaxed);
            if deal >= deals {
                return mine;
            }
            mine.push((deal, play(deal)));
            done();
        }
    };
    let mut all = Vec::new();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            match worker.join() {
                Ok(mine) => all.extend(mine),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    all.sort_by_key(|(deal, _)| *deal);
    all.into_iter().map(|(_, one)| one).collect()
}

/// What is counted for one kind of player, over all its players.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct HandCount {
    /// Hands, counted once for each player of the kind that sat at them.
    pub sat: u64,
    /// Points gained.
    pub points: f64,
    /// Wins.
    pub wins: u64,
    /// Hands that at least one of the kind won.
    pub won_hands: u64,
    /// Hands in which at least one of the kind dealt into a win.
    pub deal_ins: u64,
    /// Hands that were opened.
    pub opened: u64,
    /// Wins with an opened hand.
    pub opened_wins: u64,
    /// The points of all wins, counters and sticks not counted.
    pub win_points: f64,
}

/// What is counted of some games.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct HandTally {
    /// Games played.
    pub games: u64,
    /// Hands played.
    pub hands: u64,
    /// Hands that nobody won.
    pub drawn: u64,
    /// What each kind of player did.
    pub sides: [HandCount; 2],
    /// The place of each player of each kind at the end of each game.
    pub ranks: [Vec<f64>; 2],
}

impl HandTally {
    /// Counts a hand that began with these points and ended; `kinds` tells each
    /// seat's kind.
    fn hand(
        &mut self,
        result: &HandResult,
        before: [i32; 4],
        opened: [bool; 4],
        kinds: &[usize; 4],
    ) {
        self.hands += 1;
        self.drawn += u64::from(result.wins.is_empty());
        for seat in 0..4 {
            let count = &mut self.sides[kinds[seat]];
            count.sat += 1;
            count.points += f64::from(result.scores[seat] - before[seat]);
            count.opened += u64::from(opened[seat]);
        }
        let (mut won, mut paid) = ([false; 2], [false; 2]);
        for win in &result.wins {
            let seat = usize::from(win.seat);
            let count = &mut self.sides[kinds[seat]];
            count.wins += 1;
            count.win_points += f64::from(win.points);
            count.opened_wins += u64::from(opened[seat]);
            won[kinds[seat]] = true;
            if !win.is_tsumo() {
                paid[kinds[usize::from(win.from)]] = true;
            }
        }
        for (count, (won, paid)) in self.sides.iter_mut().zip(won.into_iter().zip(paid)) {
            count.won_hands += u64::from(won);
            count.deal_ins += u64::from(paid);
        }
    }

    /// Adds what other games came to.
    pub fn add(&mut self, other: HandTally) {
        self.games += other.games;
        self.hands += other.hands;
        self.drawn += other.drawn;
        for (count, more) in self.sides.iter_mut().zip(other.sides) {
            count.sat += more.sat;
            count.points += more.points;
            count.wins += more.wins;
            count.won_hands += more.won_hands;
            count.deal_ins += more.deal_ins;
            count.opened += more.opened;
            count.opened_wins += more.opened_wins;
            count.win_points += more.win_points;
        }
        for (ranks, more) in self.ranks.iter_mut().zip(other.ranks) {
            ranks.extend(more);
        }
    }
}

/// Two kinds of players and how they sit.
pub struct HandTable {
    game: Mahjong,
    /// The players.
    pub recipes: [Recipe<Mahjong>; 2],
    /// The kind of each seat, 0 or 1, in every seating of a deal.
    seatings: Vec<[usize; 4]>,
}

impl HandTable {
    /// A table under some rules; the error says what is not known.
    pub fn new(
        rules: &str,
        players: [&str; 2],
        seatings: Vec<[usize; 4]>,
    ) -> Result<HandTable, HandsError> {
        let game = Mahjong::with_rules(rules).map_err(|e| HandsError::Rules(e.to_string()))?;
        let catalogue = mahjong();
        let recipes = [catalogue.recipe(&game, players[0])?, catalogue.recipe(&game, players[1])?];
        Ok(HandTable { game, recipes, seatings })
    }

    /// How many games a deal is played in.
    pub fn seatings(&self) -> usize {
        self.seatings.len()
    }

    /// Plays a deal in every seating.
    pub fn play(&self, seed: Seed, deal: u64, stop: &AtomicBool) -> Result<HandTally, HandsError> {
        let mut tally = HandTally::default();
        for (number, kinds) in self.seatings.iter().enumerate() {
            let mut players = kinds.map(|kind| (self.recipes[kind].make)());
            let one = self.game(seed, (deal, number as u64), &mut players, kinds, stop);
            tally.add(one.map_err(|(kind, error)| match error {
                None => HandsError::Stopped,
                Some(error) => {
                    HandsError::Failed { deal, player: self.recipes[kind].name.clone(), error }
                }
            })?);
        }
        Ok(tally)
    }

    /// One game. The error names the kind of player that failed; without a
    /// reason it was told to stop.
    fn game(
        &self,
        seed: Seed,
        (deal, number): (u64, u64),
        players: &mut [Box<dyn Player<Mahjong>>; 4],
        kinds: &[usize; 4],
        stop: &AtomicBool,
    ) -> Result<HandTally, (usize, Option<PlayerError>)> {
        let walls = self.game.deal(&mut seed.stream(Purpose::Deal, &[deal]));
        let started = self.game.start(&walls);
        let mut position = started.map_err(|e| (0, Some(PlayerError(e.to_string()))))?;
        let own = seed.derive(Purpose::Sample, &[deal, number]);
        let mut rngs = [0, 1, 2, 3].map(|seat| own.stream(Purpose::Player, &[0, 0, seat]));
        for (seat, player) in Seat::all(4).zip(players.iter_mut()) {
            player.begin(seat);
        }
        let mut tally = HandTally { games: 1, ..HandTally::default() };
        let mut legal = Vec::new();
        let (mut hand, mut before) = (0, position.standing().scores);
        let mut opened = [false; 4];
        while let Some(seat) = position.turn().first() {
            let at = seat.index();
            if stop.load(Ordering::Relaxed) {
                return Err((kinds[at], None));
            }
            for (opened, open) in opened.iter_mut().zip(&position.table().seats) {
                *opened = !open.is_closed();
            }
            position.legal_moves(seat, &mut legal);
            let view = position.view(seat);
            let budget = Budget::default();
            let ask = Ask { view: &view, legal: &legal, budget, rng: &mut rngs[at] };
            let choice = players[at].choose(ask).map_err(|e| (kinds[at], Some(e)))?;
            let played = position.play(seat, choice.mv);
            played.map_err(|e| (kinds[at], Some(PlayerError(e.to_string()))))?;
            let over = position.turn().first().is_none();
            if (position.table().hand_number != hand || over)
                && let Some(result) = position.last_result()
            {
                tally.hand(result, before, opened, kinds);
                (hand, before) = (position.table().hand_number, position.standing().scores);
            }
        }
        for (seat, rank) in ranks(&position).into_iter().enumerate() {
            tally.ranks[kinds[seat]].push(rank);
        }
        Ok(tally)
    }
}

/// Each seat's place; equal scores share the mean of their places.
fn ranks(position: &MahjongPosition) -> [f64; 4] {
    let scores = position.scores().unwrap_or_default();
    let score = |seat: usize| scores.get(seat).copied().unwrap_or(0.0);
    [0, 1, 2, 3].map(|seat| {
        let above = (0..4).filter(|&other| score(other) > score(seat)).count() as f64;
        let equal = (0..4).filter(|&other| score(other) == score(seat)).count() as f64;
        above + (equal + 1.0) / 2.0
    })
}
