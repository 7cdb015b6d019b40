//! What the end of a hand is worth to each seat.

use crate::Unit;
use fuda_core::PerSeat;
use fuda_mahjong::game::{HandResult, settlement};
use fuda_mahjong::rules::Rules;

/// The five rewards of the UCT study.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reward {
    /// The change in points.
    Score,
    /// Final points as if the game ended with this hand.
    Placement,
    /// The change in points, pressed into 0 to 1.
    ScoreSigmoid,
    /// Final points, pressed into 0 to 1.
    PlacementSigmoid,
    /// 1 for a win, 0 for whoever pays for one, ½ for everybody else.
    Win,
}

impl Reward {
    /// The names on the command line, the default first.
    pub const NAMES: &'static [&'static str] =
        &["score", "placement", "score-sigmoid", "placement-sigmoid", "win"];

    /// The reward of that name; the default for any other.
    pub fn named(name: Option<&str>) -> Reward {
        match name {
            Some("placement") => Reward::Placement,
            Some("score-sigmoid") => Reward::ScoreSigmoid,
            Some("placement-sigmoid") => Reward::PlacementSigmoid,
            Some("win") => Reward::Win,
            _ => Reward::Score,
        }
    }

    /// What it counts.
    pub fn unit(self) -> Unit {
        match self {
            Reward::Score | Reward::Placement => Unit::Points,
            Reward::ScoreSigmoid | Reward::PlacementSigmoid | Reward::Win => Unit::Reward,
        }
    }

    /// The weight of exploration that the study used with it.
    pub fn exploration(self) -> f64 {
        match self {
            Reward::Score => 1_000.0,
            Reward::Placement => 10.0,
            Reward::ScoreSigmoid | Reward::PlacementSigmoid => std::f64::consts::SQRT_2,
            Reward::Win => 1.0,
        }
    }

    /// What each seat gets for a hand that ended like this, when it had
    /// `before` points at the moment it is judged from.
    pub fn of(self, rules: &Rules, before: &[i32; 4], result: &HandResult) -> PerSeat<f64> {
        let change = |seat: usize| f64::from(result.scores[seat] - before[seat]);
        let placement = || settlement(rules, &result.scores);
        match self {
            Reward::Score => (0..4).map(change).collect(),
            Reward::Placement => placement().into_iter().collect(),
            Reward::ScoreSigmoid => (0..4).map(|seat| sigmoid(0.0003 * change(seat))).collect(),
            Reward::PlacementSigmoid => placement().into_iter().map(|x| sigmoid(0.1 * x)).collect(),
            Reward::Win => win(result).into_iter().collect(),
        }
    }
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

/// Who won, who paid, who looked on.
fn win(result: &HandResult) -> [f64; 4] {
    let mut shares = [0.5; 4];
    for win in &result.wins {
        if win.is_tsumo() {
            shares = [0.0; 4];
        } else {
            shares[usize::from(win.from)] = 0.0;
        }
    }
    for win in &result.wins {
        shares[usize::from(win.seat)] = 1.0;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_core::{Game, Position, Purpose, Seed};
    use fuda_mahjong::Mahjong;
    use fuda_mahjong::game::Deal;

    /// Hands of greedy play, so that many end in wins.
    fn results() -> Vec<(Rules, HandResult)> {
        use fuda_core::{Ask, Budget, Player};
        let game = Mahjong::default();
        let mut position = game.start(&Deal::from_seed(3)).unwrap();
        let mut rng = Seed(3).stream(Purpose::Player, &[]);
        let (mut results, mut legal) = (Vec::new(), Vec::new());
        let mut hand = 0;
        while let Some(seat) = position.turn().first() {
            position.legal_moves(seat, &mut legal);
            let view = position.view(seat);
            let ask = Ask { view: &view, legal: &legal, budget: Budget::default(), rng: &mut rng };
            let mv = fuda_mahjong::players::Ukeire.choose(ask).unwrap().mv;
            position.play(seat, mv).unwrap();
            if position.table().hand_number != hand || position.turn().first().is_none() {
                hand = position.table().hand_number;
                results.extend(position.last_result().map(|r| (*position.rules(), *r)));
            }
        }
        results
    }

    #[test]
    fn rewards_of_real_endings() {
        let results = results();
        let mut wins = 0;
        for (rules, result) in &results {
            let before = result.before.scores;
            let score = Reward::Score.of(rules, &before, result);
            for seat in 0..4 {
                assert_eq!(score[seat], f64::from(result.deltas[seat]));
                let pressed = Reward::ScoreSigmoid.of(rules, &before, result)[seat];
                assert_eq!(pressed > 0.5, score[seat] > 0.0);
                let placed = Reward::PlacementSigmoid.of(rules, &before, result)[seat];
                assert!((0.0..=1.0).contains(&placed));
            }
            assert_eq!(Reward::Placement.of(rules, &before, result).iter().sum::<f64>(), 0.0);
            let shares = Reward::Win.of(rules, &before, result);
            match result.wins.first() {
                Some(win) => {
                    wins += 1;
                    assert_eq!(shares[usize::from(win.seat)], 1.0);
                    let lookers_on = shares.iter().filter(|s| **s == 0.5).count();
                    assert_eq!(lookers_on == 0, win.is_tsumo() || result.wins.len() == 3);
                }
                None => assert_eq!(shares[..], [0.5; 4]),
            }
        }
        assert!(wins > 2, "{wins} wins in {} hands", results.len());
    }
}
