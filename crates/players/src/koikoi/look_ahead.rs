//! Looking ahead with the network: what its own policy leads to.

use super::net::{Chances, NetPolicy};
use crate::learned::draw;
use fuda_core::{Ask, PerSeat, Position as _, Rng, Seat, View as _};
use fuda_koikoi::{KoiKoi, Move, Phase, Position, View};
use fuda_search::{
    Allocation, BadParameter, Belief, FlatParams, Guide, Halving, Horizon, Policy, Report, Value,
};

/// How a player looks ahead: moves are tried in the same assumed positions,
/// both seats go on by the network's policy, and what comes out is the points
/// of the round, or the network's word on what it is worth. The better half of
/// the moves goes on to the next stage (sequential halving), so that most
/// positions are spent on the moves between which it is close.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LookAhead {
    /// How many assumed positions per move, on average.
    pub positions: u32,
    /// After so many of its own turns the network says what the round is
    /// worth; 0: the round is played to its end.
    pub turns: u32,
    /// What a unit of a move's log-probability is worth in points: keeps to
    /// the policy where looking ahead sees no difference.
    pub prior: f64,
}

impl LookAhead {
    /// What each legal move is worth; `chances` is the policy's own word.
    pub fn report(
        &self,
        policy: &NetPolicy,
        ask: Ask<'_, KoiKoi>,
        chances: &Chances,
    ) -> Result<Report<Move>, BadParameter> {
        let flat = FlatParams {
            loops: Some(u64::from(self.positions) * ask.legal.len() as u64),
            allocation: Allocation::Halving(Halving { same_luck: true, overrun: false }),
            ..FlatParams::default()
        };
        let mut guide = Guide {
            belief: OneRound,
            policy: policy.clone(),
            horizon: OwnTurns(self.turns),
            value: policy.clone(),
        };
        let worth = |chance: &f32| self.prior * libm::log(f64::from(chance.max(1e-6)));
        let bonus: Vec<f64> = chances.iter().map(worth).collect();
        Ok(flat.check()?.answer(ask, &mut guide, &bonus))
    }
}

/// Hidden cards dealt evenly, in a game of this round alone.
#[derive(Clone, Copy, Debug)]
struct OneRound;

impl Belief<KoiKoi> for OneRound {
    /// The view of the round, and a position to deal into.
    type Prepared = (View, Position);

    fn prepare(&self, view: &View, _most: u64, rng: &mut Rng) -> (View, Position) {
        let round = view.single_round();
        let position = round.assume(rng);
        (round, position)
    }

    fn sample(
        &self,
        _: &View,
        (round, position): &mut (View, Position),
        rng: &mut Rng,
    ) -> Position {
        round.assume_into(position, rng);
        position.clone()
    }
}

/// The beginning of the seat's so-manyth turn after this one; with 0 never.
#[derive(Clone, Copy, Debug)]
struct OwnTurns(u32);

impl Horizon<KoiKoi> for OwnTurns {
    /// The seat, and how many cards it has left after this turn.
    type Mark = (Seat, u32);

    fn mark(&self, root: &Position, seat: Seat) -> (Seat, u32) {
        let plays = root.table().phase == Phase::Play;
        (seat, cards(root, seat) - u32::from(plays))
    }

    fn reached(&self, &(seat, after): &(Seat, u32), position: &Position) -> bool {
        let table = position.table();
        self.0 > 0
            && table.to_move == seat
            && table.phase == Phase::Play
            && cards(position, seat) + self.0 == after + 1
    }
}

fn cards(position: &Position, seat: Seat) -> u32 {
    position.hand(seat).len() as u32
}

/// Moves drawn by the network.
impl Policy<KoiKoi, OwnTurns> for NetPolicy {
    fn choose(
        &mut self,
        position: &Position,
        seat: Seat,
        rng: &mut Rng,
        legal: &mut Vec<Move>,
    ) -> Option<Move> {
        position.legal_moves(seat, legal);
        let at = match legal.len() {
            1 => 0,
            _ => draw(&self.chances(&position.view(seat), legal), rng),
        };
        legal.get(at).copied()
    }
}

/// The points of the round, or before its end the network's word on it.
impl Value<KoiKoi, OwnTurns> for NetPolicy {
    fn rewards(&mut self, &(seat, _): &(Seat, u32), position: &Position) -> PerSeat<f64> {
        position.scores().unwrap_or_else(|| {
            let own = f64::from(self.worth(&position.view(seat)));
            Seat::all(2).map(|other| if other == seat { own } else { -own }).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::shipped_network;
    use super::*;
    use fuda_core::{Game, Purpose, Seed};
    use fuda_koikoi::{KoiKoi, Rules};

    fn report(
        policy: &NetPolicy,
        look: &LookAhead,
        view: &View,
        legal: &[Move],
        chances: &Chances,
        rng: &mut Rng,
    ) -> Report<Move> {
        let ask = Ask { view, legal, budget: Default::default(), rng };
        look.report(policy, ask, chances).expect("sound")
    }

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
                    let got = report(&policy, &look, &view, &legal, &chances, &mut rng);
                    let got = got.moves[0].own.expect("tried").mean;
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
            let report = report(&policy, &look, &view, &legal, &chances, &mut rng);
            let tried: Vec<u64> = report.moves.iter().map(|m| m.visits).collect();
            assert_eq!(tried.len(), legal.len());
            assert_eq!(tried.iter().sum::<u64>(), report.playouts);
            assert!(report.playouts <= u64::from(look.positions) * legal.len() as u64);
            assert!(tried.is_sorted_by(|a, b| a >= b), "{tried:?}");
            let last = tried.iter().filter(|visits| **visits == tried[0]).count();
            assert_eq!(last, 2, "{tried:?}");
            assert!(tried[0] >= 2 * u64::from(look.positions), "{tried:?}");
        }
    }
}
