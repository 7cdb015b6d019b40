//! Looking ahead with the network: what its own policy leads to.

use super::net::{Chances, NetPolicy, draw};
use arrayvec::ArrayVec;
use fuda_core::{Position as _, Rng, Seat, View as _};
use fuda_koikoi::{Move, Phase, Position, View};

/// How a player looks ahead: moves are tried in the same assumed positions,
/// both seats go on by the network's policy, and what comes out is the points
/// of the round, or the network's word on what it is worth. The better half of
/// the moves goes on to the next stage (sequential halving), so that most
/// positions are spent on the moves between which it is close.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LookAhead {
    /// How many assumed positions a move, on average.
    pub positions: u32,
    /// After so many of its own turns the network says what the round is
    /// worth; 0: the round is played to its end.
    pub turns: u32,
    /// What a unit of a move's log-probability is worth in points: keeps to
    /// the policy where looking ahead sees no difference.
    pub prior: f64,
}

/// What looking ahead found of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tried {
    /// Its mean over the assumed positions, and what the policy's own word
    /// adds.
    pub value: f64,
    /// In how many positions it was tried; those that came to the last stage
    /// were tried in most.
    pub positions: u32,
}

impl NetPolicy {
    /// What each legal move is worth; `chances` is the policy's own word.
    pub fn look_ahead(
        &mut self,
        view: &View,
        legal: &[Move],
        chances: &Chances,
        look: &LookAhead,
        rng: &mut Rng,
    ) -> ArrayVec<Tried, 8> {
        let round = view.single_round();
        let mut base = round.assume(rng);
        let mut sums = [0.0; 8];
        let mut all: ArrayVec<Tried, 8> =
            chances.iter().map(|_| Tried { value: 0.0, positions: 0 }).collect();
        let mut left: ArrayVec<usize, 8> = (0..legal.len().min(all.len())).collect();
        let mut scratch = Vec::with_capacity(8);
        let stages = left.len().max(2).next_power_of_two().ilog2();
        let a_stage = look.positions * left.len() as u32 / stages;
        for _ in 0..stages {
            for _ in 0..(a_stage / left.len().max(1) as u32).max(1) {
                round.assume_into(&mut base, rng);
                let luck = Rng::new(fuda_core::Seed(rng.bits()));
                for &at in &left {
                    let mut position = base.clone();
                    position.play_unchecked(view.seat, legal[at]);
                    // The same luck for every move: only the move makes a difference.
                    let mut luck = luck.clone();
                    sums[at] +=
                        self.outcome(position, view.seat, look.turns, &mut luck, &mut scratch);
                    all[at].positions += 1;
                }
            }
            for &at in &left {
                let mean = sums[at] / f64::from(all[at].positions);
                all[at].value = mean + look.prior * f64::from(chances[at].max(1e-6)).ln();
            }
            left.sort_by(|&a, &b| all[b].value.total_cmp(&all[a].value));
            left.truncate(left.len().div_ceil(2).max(1));
        }
        all
    }

    /// Plays on by the policy and gives what a seat gets.
    fn outcome(
        &mut self,
        mut position: Position,
        seat: Seat,
        turns: u32,
        rng: &mut Rng,
        legal: &mut Vec<Move>,
    ) -> f64 {
        let mut left = turns;
        while let Some(mover) = position.turn().first() {
            if mover == seat && turns > 0 && position.table().phase == Phase::Play {
                left -= 1;
                if left == 0 {
                    return f64::from(self.worth(&position.view(seat)));
                }
            }
            position.legal_moves(mover, legal);
            let at = match legal.len() {
                1 => 0,
                _ => draw(&self.chances(&position.view(mover), legal), rng),
            };
            match legal.get(at) {
                Some(mv) => position.play_unchecked(mover, *mv),
                None => break,
            }
        }
        position.scores().and_then(|scores| scores.get(seat.index()).copied()).unwrap_or(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::shipped_network;
    use super::*;
    use fuda_core::{Game, Purpose, Seed};
    use fuda_koikoi::{KoiKoi, Rules};

    /// In the last turn of a round only the card on the stock is hidden: the
    /// worth of the only card is the mean over all cards that may lie there.
    #[test]
    fn the_last_turn_is_worth_its_mean() {
        let mut policy = NetPolicy::new(shipped_network(&Rules::PAPER).expect("a model"));
        let look = LookAhead { positions: 3_000, turns: 0, prior: 0.0 };
        let game = KoiKoi::default();
        let mut checked = 0;
        for number in 0..200 {
            let mut rng = Seed(2).stream(Purpose::Sample, &[number]);
            let mut scratch = Vec::new();
            let mut position = game.start(&game.deal(&mut rng)).expect("a deal");
            while let Some(seat) = position.turn().first() {
                let view = position.view(seat);
                position.legal_moves(seat, &mut scratch);
                let last = view.hand.len() == 1 && view.other_hand == 0;
                if last && view.table.phase == Phase::Play && checked < 3 {
                    let legal = scratch.clone();
                    let chances = policy.chances(&view, &legal);
                    let got = policy.look_ahead(&view, &legal, &chances, &look, &mut rng)[0].value;
                    let mut sum = 0.0;
                    let times = 3_000;
                    for _ in 0..times {
                        let mut end = view.assume(&mut rng);
                        end.play_unchecked(seat, legal[0]);
                        let mut scratch = Vec::new();
                        while let Some(seat) = end.turn().first() {
                            end.legal_moves(seat, &mut scratch);
                            let at = draw(&policy.chances(&end.view(seat), &scratch), &mut rng);
                            end.play_unchecked(seat, scratch[at]);
                        }
                        sum += end.scores().expect("over")[seat.index()];
                    }
                    let mean = sum / f64::from(times);
                    assert!((got - mean).abs() < 0.4, "{got} {mean}");
                    checked += 1;
                }
                let mv = position.random_move(seat, &mut rng, &mut scratch).expect("a move");
                position.play_unchecked(seat, mv);
            }
        }
        assert_eq!(checked, 3);
    }

    /// The budget is kept, and the moves of the last stage were tried most.
    #[test]
    fn positions_go_to_the_moves_that_are_close() {
        let mut policy = NetPolicy::new(shipped_network(&Rules::PAPER).expect("a model"));
        let look = LookAhead { positions: 24, turns: 1, prior: 0.1 };
        let game = KoiKoi::default();
        for number in 0..20 {
            let mut rng = Seed(3).stream(Purpose::Sample, &[number]);
            let position = game.start(&game.deal(&mut rng)).expect("a deal");
            let seat = position.turn().first().expect("somebody is to move");
            let mut legal = Vec::new();
            position.legal_moves(seat, &mut legal);
            let view = position.view(seat);
            let chances = policy.chances(&view, &legal);
            let tried = policy.look_ahead(&view, &legal, &chances, &look, &mut rng);
            assert_eq!(tried.len(), legal.len());
            let spent: u32 = tried.iter().map(|t| t.positions).sum();
            assert!(spent <= look.positions * legal.len() as u32, "{spent}");
            let most = tried.iter().map(|t| t.positions).max().expect("moves");
            let last = tried.iter().filter(|t| t.positions == most).count();
            assert_eq!(last, 2, "{tried:?}");
            assert!(most >= 2 * look.positions, "{tried:?}");
        }
    }
}
