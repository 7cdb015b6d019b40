//! Matches of two against two, told hand by hand: who won, who dealt in, who
//! opened the hand, and in which places the players ended. This is how the
//! papers tell their matches.

use super::mahjong;
use crate::DescriptionError;
use fuda_core::{Ask, Budget, Game, Player, PlayerError, Position, Purpose, Seat, Seed};
use fuda_mahjong::game::HandResult;
use fuda_mahjong::{Mahjong, MahjongPosition};
use serde::Serialize;
use std::sync::atomic::{AtomicU64, Ordering};
use thiserror::Error;

/// What is to be played.
#[derive(Clone, PartialEq, Debug)]
pub struct PairsParams {
    /// The rules, such as `paper-tabu`.
    pub rules: String,
    /// The two kinds of players; each sits opposite to itself.
    pub players: [String; 2],
    /// How many deals; each is played twice, with the sides changed.
    pub deals: u64,
    /// The root of all random numbers.
    pub seed: Seed,
    /// How many threads share the work; never changes a result.
    pub threads: usize,
}

/// What one kind of player came to. Shares are of all hands, for the two
/// players of the kind together.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Side {
    /// The player.
    pub player: String,
    /// The mean place at the end of a game, 1 to 4.
    pub mean_rank: f64,
    /// The place of each of its players in each game.
    #[serde(skip)]
    pub ranks: Vec<f64>,
    /// Points gained by one player in one hand, on the average.
    pub points_a_hand: f64,
    /// Hands that one of the two won.
    pub won: f64,
    /// Hands in which one of the two dealt into a win.
    pub dealt_in: f64,
    /// How many of the two opened their hand, on the average of all hands.
    pub opened: f64,
    /// The share of opened hands that were won.
    pub won_opened: f64,
    /// The share of hands kept closed that were won.
    pub won_closed: f64,
    /// The mean points of a win, counters and sticks not counted.
    pub points_a_win: f64,
}

/// A match of two against two.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Pairs {
    /// The rules.
    pub rules: String,
    /// Games played.
    pub games: u64,
    /// Hands played.
    pub hands: u64,
    /// Hands that nobody won.
    pub drawn: f64,
    /// The two kinds.
    pub sides: [Side; 2],
}

/// Why a match cannot be played.
#[derive(Debug, Error)]
pub enum PairsError {
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
}

/// What is counted for a kind of player.
#[derive(Clone, Copy, Default)]
struct Count {
    points: f64,
    wins: u64,
    won_hands: u64,
    deal_ins: u64,
    opened: u64,
    opened_wins: u64,
    win_points: f64,
}

/// What is counted of one game.
#[derive(Clone, Default)]
struct Tally {
    hands: u64,
    drawn: u64,
    sides: [Count; 2],
    ranks: [Vec<f64>; 2],
}

impl Tally {
    /// Counts a hand that began with these points and ended; `side` tells each
    /// seat's kind.
    fn hand(
        &mut self,
        result: &HandResult,
        before: [i32; 4],
        opened: [bool; 4],
        side: impl Fn(usize) -> usize,
    ) {
        self.hands += 1;
        self.drawn += u64::from(result.wins.is_empty());
        for seat in 0..4 {
            let count = &mut self.sides[side(seat)];
            count.points += f64::from(result.scores[seat] - before[seat]);
            count.opened += u64::from(opened[seat]);
        }
        let (mut won, mut paid) = ([false; 2], [false; 2]);
        for win in &result.wins {
            let seat = usize::from(win.seat);
            let count = &mut self.sides[side(seat)];
            count.wins += 1;
            count.win_points += f64::from(win.points);
            count.opened_wins += u64::from(opened[seat]);
            won[side(seat)] = true;
            if !win.is_tsumo() {
                paid[side(usize::from(win.from))] = true;
            }
        }
        for (count, (won, paid)) in self.sides.iter_mut().zip(won.into_iter().zip(paid)) {
            count.won_hands += u64::from(won);
            count.deal_ins += u64::from(paid);
        }
    }

    fn add(&mut self, other: Tally) {
        self.hands += other.hands;
        self.drawn += other.drawn;
        for (count, more) in self.sides.iter_mut().zip(other.sides) {
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

    fn side(&self, side: usize, player: &str) -> Side {
        let (count, ranks) = (self.sides[side], &self.ranks[side]);
        let share = |part: u64, all: u64| part as f64 / all.max(1) as f64;
        let closed = 2 * self.hands - count.opened;
        Side {
            player: player.to_owned(),
            mean_rank: ranks.iter().sum::<f64>() / ranks.len().max(1) as f64,
            ranks: ranks.clone(),
            points_a_hand: count.points / (2 * self.hands.max(1)) as f64,
            won: share(count.won_hands, self.hands),
            dealt_in: share(count.deal_ins, self.hands),
            opened: share(count.opened, self.hands),
            won_opened: share(count.opened_wins, count.opened),
            won_closed: share(count.wins - count.opened_wins, closed),
            points_a_win: count.win_points / count.wins.max(1) as f64,
        }
    }
}

/// Plays the match. `done` is called after each deal.
pub fn play_pairs(params: &PairsParams, done: &(dyn Fn() + Sync)) -> Result<Pairs, PairsError> {
    let game = Mahjong::with_rules(&params.rules).map_err(|e| PairsError::Rules(e.to_string()))?;
    let catalogue = mahjong();
    let recipes = [
        catalogue.recipe(&game, &params.players[0])?,
        catalogue.recipe(&game, &params.players[1])?,
    ];
    let next = AtomicU64::new(0);
    let work = || {
        let mut mine = Vec::new();
        loop {
            let deal = next.fetch_add(1, Ordering::Relaxed);
            if deal >= params.deals {
                return mine;
            }
            let mut tally = Tally::default();
            let mut failed = None;
            for turned in 0..2 {
                let kinds = [0, 1, 2, 3].map(|seat| (seat + turned) % 2);
                let mut players = kinds.map(|kind| (recipes[kind].make)());
                match play(&game, params.seed, (deal, turned), &mut players, &kinds) {
                    Ok(one) => tally.add(one),
                    Err((kind, error)) => {
                        failed = Some((recipes[kind].name.clone(), error));
                        break;
                    }
                }
            }
            done();
            mine.push((deal, failed.map_or(Ok(tally), Err)));
        }
    };
    let mut all = Vec::new();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..params.threads.max(1)).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            match worker.join() {
                Ok(mine) => all.extend(mine),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    all.sort_by_key(|(deal, _)| *deal);
    let mut sum = Tally::default();
    for (deal, tally) in all {
        sum.add(tally.map_err(|(player, error)| PairsError::Failed { deal, player, error })?);
    }
    Ok(Pairs {
        rules: params.rules.clone(),
        games: 2 * params.deals,
        hands: sum.hands,
        drawn: sum.drawn as f64 / sum.hands.max(1) as f64,
        sides: [sum.side(0, &recipes[0].name), sum.side(1, &recipes[1].name)],
    })
}

/// One game; the error names the kind of player that failed.
fn play(
    game: &Mahjong,
    seed: Seed,
    (deal, turned): (u64, usize),
    players: &mut [Box<dyn Player<Mahjong>>; 4],
    kinds: &[usize; 4],
) -> Result<Tally, (usize, PlayerError)> {
    let walls = game.deal(&mut seed.stream(Purpose::Deal, &[deal]));
    let started = game.start(&walls);
    let mut position = started.map_err(|e| (0, PlayerError(e.to_string())))?;
    let mut rngs =
        [0, 1, 2, 3].map(|seat: u64| seed.stream(Purpose::Player, &[deal, turned as u64, seat]));
    for (seat, player) in Seat::all(4).zip(players.iter_mut()) {
        player.begin(seat);
    }
    let mut tally = Tally::default();
    let mut legal = Vec::new();
    let (mut hand, mut before) = (0, position.standing().scores);
    let mut opened = [false; 4];
    while let Some(seat) = position.turn().first() {
        let at = seat.index();
        for (opened, open) in opened.iter_mut().zip(&position.table().seats) {
            *opened = !open.is_closed();
        }
        position.legal_moves(seat, &mut legal);
        let view = position.view(seat);
        let budget = Budget::default();
        let ask = Ask { view: &view, legal: &legal, budget, rng: &mut rngs[at] };
        let choice = players[at].choose(ask).map_err(|e| (kinds[at], e))?;
        position.play(seat, choice.mv).map_err(|e| (kinds[at], PlayerError(e.to_string())))?;
        let over = position.turn().first().is_none();
        if (position.table().hand_number != hand || over)
            && let Some(result) = position.last_result()
        {
            tally.hand(result, before, opened, |seat| kinds[seat]);
            (hand, before) = (position.table().hand_number, position.standing().scores);
        }
    }
    for (seat, rank) in ranks(&position).into_iter().enumerate() {
        tally.ranks[kinds[seat]].push(rank);
    }
    Ok(tally)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn params(threads: usize) -> PairsParams {
        PairsParams {
            rules: "paper-tabu".into(),
            players: ["ukeire".into(), "b1".into()],
            deals: 12,
            seed: Seed(3),
            threads,
        }
    }

    #[test]
    fn a_match_adds_up_and_does_not_depend_on_threads() {
        let one = play_pairs(&params(1), &|| {}).unwrap();
        assert_eq!(one, play_pairs(&params(3), &|| {}).unwrap());
        assert_eq!((one.games, one.hands), (24, 96), "four hands a game");
        let [a, b] = &one.sides;
        assert!((a.mean_rank + b.mean_rank - 5.0).abs() < 1e-12);
        // Riichi sticks left on the table are nobody's.
        assert!((a.points_a_hand + b.points_a_hand).abs() < 100.0);
        // One ron only: each hand is won by one side or nobody.
        assert!((a.won + b.won + one.drawn - 1.0).abs() < 1e-12);
        assert!(a.won > b.won && b.opened == 0.0 && a.opened > 0.1, "{one:?}");
        assert!(a.dealt_in + b.dealt_in <= a.won + b.won);
    }

    #[test]
    fn what_is_wrong_is_told() {
        let wrong = PairsParams { rules: "none".into(), ..params(1) };
        assert!(matches!(play_pairs(&wrong, &|| {}), Err(PairsError::Rules(_))));
        let wrong = PairsParams { players: ["ukeire".into(), "b3".into()], ..params(1) };
        assert!(matches!(play_pairs(&wrong, &|| {}), Err(PairsError::Player(_))));
    }
}
