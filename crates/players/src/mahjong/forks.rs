//! Forks: what it is worth to decide like one player rather than like another.
//!
//! Players of one kind play whole games. At the decisions of one seat another
//! player is asked, too. Where it would move differently the hand forks: both
//! moves are made in the true position, and a third kind of player finishes
//! the hand from either, over the same shuffles of the tiles still to be
//! drawn. The differences in points tell far more than whole games do, in
//! which a few decisions drown in the luck of all others.
//!
//! It is the gain of moving differently once and going on like the third
//! player, which is not quite the gain of moving differently all the time.

use super::hands::{HandsError, each_deal};
use super::mahjong;
use crate::{Catalogue, Recipe};
use fuda_core::{Ask, Budget, Game, Player, PlayerError, Position, Purpose, Rng, Seat, Seed};
use fuda_mahjong::{Mahjong, MahjongPosition, Move};
use fuda_stats::{Estimate, clustered_mean};
use serde::Serialize;

/// What is to be compared.
#[derive(Clone, PartialEq, Debug)]
pub struct ForksParams {
    /// The rules, such as `tenhou`.
    pub rules: String,
    /// The player that is asked, too.
    pub player: String,
    /// The player that plays the games, and whose moves are compared with.
    pub base: String,
    /// The player that finishes hands.
    pub judge: String,
    /// How many games; the seat that is looked at turns from one to the next.
    pub deals: u64,
    /// How often each fork is finished, with other tiles to draw.
    pub shuffles: u32,
    /// The root of all random numbers.
    pub seed: Seed,
    /// How many threads share the work; never changes a result.
    pub threads: usize,
}

/// What came of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Forks {
    /// Hands played.
    pub hands: u64,
    /// Decisions with a choice that were looked at.
    pub decisions: u64,
    /// Those in which the players differ.
    pub forks: u64,
    /// Points the player gains over the base at a fork.
    pub gain: Estimate,
    /// Points it gains in a hand, all its forks added up.
    pub gain_a_hand: Estimate,
}

/// Plays the games. `done` is called after each.
pub fn play_forks(params: &ForksParams, done: &(dyn Fn() + Sync)) -> Result<Forks, HandsError> {
    let game = Mahjong::with_rules(&params.rules).map_err(|e| HandsError::Rules(e.to_string()))?;
    let catalogue: Catalogue<Mahjong> = mahjong();
    let table = Table {
        params,
        game,
        player: catalogue.recipe(&game, &params.player)?,
        base: catalogue.recipe(&game, &params.base)?,
        judge: catalogue.recipe(&game, &params.judge)?,
    };
    let all = each_deal(params.deals, params.threads, |deal| table.play(deal), done);
    let mut decisions = 0;
    let (mut hands, mut gains) = (Vec::new(), Vec::new());
    for (deal, one) in (0..).zip(all) {
        let one = one.map_err(|(player, error)| HandsError::Failed { deal, player, error })?;
        hands.extend(one.hands.into_iter().map(|gain| (deal, gain)));
        gains.extend(one.gains.into_iter().map(|gain| (deal, gain)));
        decisions += one.decisions;
    }
    Ok(Forks {
        hands: hands.len() as u64,
        decisions,
        forks: gains.len() as u64,
        gain: clustered_mean(gains),
        gain_a_hand: clustered_mean(hands),
    })
}

/// What one game came to.
#[derive(Default)]
struct Found {
    decisions: u64,
    /// The gain at each fork.
    gains: Vec<f64>,
    /// The gain in each hand.
    hands: Vec<f64>,
}

struct Table<'p> {
    params: &'p ForksParams,
    game: Mahjong,
    player: Recipe<Mahjong>,
    base: Recipe<Mahjong>,
    judge: Recipe<Mahjong>,
}

/// Who failed, and what it said.
type Failed = (String, PlayerError);

impl Table<'_> {
    fn play(&self, deal: u64) -> Result<Found, Failed> {
        let seed = self.params.seed;
        let walls = self.game.deal(&mut seed.stream(Purpose::Deal, &[deal]));
        let started = self.game.start(&walls);
        let mut position =
            started.map_err(|e| (self.base.name.clone(), PlayerError(e.to_string())))?;
        let looked_at = Seat((deal % 4) as u8);
        let (mut player, mut judge) = ((self.player.make)(), (self.judge.make)());
        let mut bases = [0; 4].map(|_| (self.base.make)());
        player.begin(looked_at);
        Seat::all(4).zip(&mut bases).for_each(|(seat, base)| base.begin(seat));
        let stream = |of: u64| seed.stream(Purpose::Player, &[deal, of]);
        let mut rngs = [0, 1, 2, 3].map(stream);
        let (mut own, mut shuffles) = (stream(4), seed.stream(Purpose::Sample, &[deal]));
        let (mut found, mut legal) = (Found::default(), Vec::new());
        while let Some(seat) = position.turn().first() {
            found.hands.resize(position.table().hand_number as usize + 1, 0.0);
            let at = seat.index();
            position.legal_moves(seat, &mut legal);
            let mv = ask(&mut *bases[at], &position, seat, &legal, &mut rngs[at])
                .map_err(|e| (self.base.name.clone(), e))?;
            if seat == looked_at && legal.len() > 1 {
                found.decisions += 1;
                let other = ask(&mut *player, &position, seat, &legal, &mut own)
                    .map_err(|e| (self.player.name.clone(), e))?;
                if other != mv {
                    let gain = self
                        .gain(&position, (seat, other, mv), &mut *judge, &mut shuffles)
                        .map_err(|e| (self.judge.name.clone(), e))?;
                    found.gains.push(gain);
                    if let Some(hand) = found.hands.last_mut() {
                        *hand += gain;
                    }
                }
            }
            let played = position.play(seat, mv);
            played.map_err(|e| (self.base.name.clone(), PlayerError(e.to_string())))?;
        }
        Ok(found)
    }

    /// How many points more the first move brings than the second.
    fn gain(
        &self,
        position: &MahjongPosition,
        (seat, first, second): (Seat, Move, Move),
        judge: &mut dyn Player<Mahjong>,
        rng: &mut Rng,
    ) -> Result<f64, PlayerError> {
        let mut sum = 0.0;
        for _ in 0..self.params.shuffles.max(1) {
            let mut start = position.clone();
            start.end_with_hand();
            start.shuffle_live(rng);
            let own = Seed(rng.bits());
            for (mv, sign) in [(first, 1.0), (second, -1.0)] {
                let mut end = start.clone();
                let played = end.play(seat, mv);
                played.map_err(|e| PlayerError(e.to_string()))?;
                finish(&mut end, judge, &mut own.stream(Purpose::Playout, &[]))?;
                let scores = end.last_result().map_or([0; 4], |result| result.scores);
                sum += sign * f64::from(scores[seat.index()]);
            }
        }
        Ok(sum / f64::from(self.params.shuffles.max(1)))
    }
}

fn ask(
    player: &mut dyn Player<Mahjong>,
    position: &MahjongPosition,
    seat: Seat,
    legal: &[Move],
    rng: &mut Rng,
) -> Result<Move, PlayerError> {
    let view = position.view(seat);
    Ok(player.choose(Ask { view: &view, legal, budget: Budget::default(), rng })?.mv)
}

/// Plays the hand to its end, one player in all seats.
fn finish(
    position: &mut MahjongPosition,
    player: &mut dyn Player<Mahjong>,
    rng: &mut Rng,
) -> Result<(), PlayerError> {
    let mut legal = Vec::new();
    while let Some(seat) = position.turn().first() {
        position.legal_moves(seat, &mut legal);
        let mv = ask(player, position, seat, &legal, rng)?;
        position.play(seat, mv).map_err(|e| PlayerError(e.to_string()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn params(player: &str, base: &str, threads: usize) -> ForksParams {
        ForksParams {
            rules: "tenhou-east".into(),
            player: player.into(),
            base: base.into(),
            judge: "ukeire".into(),
            deals: 6,
            shuffles: 4,
            seed: Seed(3),
            threads,
        }
    }

    #[test]
    fn a_better_player_gains_and_a_worse_one_loses() {
        let better = play_forks(&params("ukeire", "random", 1), &|| {}).unwrap();
        assert_eq!(better, play_forks(&params("ukeire", "random", 3), &|| {}).unwrap());
        assert!(better.forks > 100 && better.forks < better.decisions, "{better:?}");
        assert!(better.gain.low.unwrap() > 0.0, "{better:?}");
        let worse = play_forks(&params("random", "ukeire", 1), &|| {}).unwrap();
        assert!(worse.gain.high.unwrap() < 0.0, "{worse:?}");
        let sum = worse.gain.mean * worse.forks as f64;
        assert!((sum - worse.gain_a_hand.mean * worse.hands as f64).abs() < 1e-6);
    }

    #[test]
    fn nothing_is_gained_by_the_same_moves() {
        let same = play_forks(&params("ukeire", "ukeire", 1), &|| {}).unwrap();
        assert_eq!((same.forks, same.gain_a_hand.mean), (0, 0.0));
    }
}
