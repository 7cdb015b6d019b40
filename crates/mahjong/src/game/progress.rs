//! From one hand to the next, and the end of the game.

use super::deal::Standing;
use super::legal::STICK;
use super::position::MahjongPosition;
use super::result::{Ending, HandResult};
use super::table::Stage;
use crate::rules::{Bust, DealerRepeat, Rounding, Rules};
use fuda_core::SeatSet;

impl MahjongPosition {
    /// Pays, notes the result, and deals the next hand or ends the game.
    pub(super) fn finish_hand(&mut self, mut result: HandResult) {
        let mut standing = self.table.standing;
        for (score, delta) in standing.scores.iter_mut().zip(result.deltas) {
            *score += delta;
        }
        if !result.wins.is_empty() {
            standing.sticks = 0;
        }
        result.scores = standing.scores;
        match next_hand(&self.table.rules, standing, &result) {
            Some(_) if self.source.last => {
                self.result = Some(result);
                self.table.standing = standing;
                self.end();
            }
            Some(next) => {
                self.result = Some(result);
                self.deal_hand(next, self.table.hand_number + 1);
            }
            None => {
                let top = ranking(&standing.scores)[0];
                standing.scores[top] += i32::from(standing.sticks) * STICK;
                standing.sticks = 0;
                self.table.standing = standing;
                result.last = true;
                self.result = Some(result);
                self.end();
            }
        }
    }

    pub(super) fn end(&mut self) {
        self.table.stage = Stage::Over;
        self.waiting = SeatSet::EMPTY;
        self.drawn = None;
    }

    /// Final points with uma, in thousands; they add up to 0.
    pub(super) fn final_points(&self) -> [f64; 4] {
        settlement(&self.table.rules, &self.table.standing.scores)
    }
}

/// Seats from first to last; equal scores rank in seat order.
pub fn ranking(scores: &[i32; 4]) -> [usize; 4] {
    let mut seats = [0, 1, 2, 3];
    seats.sort_by_key(|&seat| -scores[seat]);
    seats
}

/// Final points of a game that ended with these scores: each score rounded to
/// thousands, minus the return, and uma; the first takes what is left.
pub fn settlement(rules: &Rules, scores: &[i32; 4]) -> [f64; 4] {
    let seats = ranking(scores);
    let mut points = [0; 4];
    for (rank, &seat) in seats.iter().enumerate().skip(1) {
        let score = scores[seat];
        let rounded = match rules.rounding {
            Rounding::HalfAway => score.signum() * ((score.abs() + 500) / 1_000) * 1_000,
            Rounding::Exact => score,
        };
        points[seat] = rounded - rules.return_points + 1_000 * i32::from(rules.uma.0[rank]);
        points[seats[0]] -= points[seat];
    }
    points.map(|each| f64::from(each) / 1_000.0)
}

/// How the next hand starts, or `None` when the game is over.
fn next_hand(rules: &Rules, standing: Standing, result: &HandResult) -> Option<Standing> {
    let busted = |score: i32| match rules.bust {
        Bust::Off => false,
        Bust::BelowZero => score < 0,
        Bust::AtZero => score <= 0,
    };
    if standing.scores.iter().any(|&score| busted(score)) {
        return None;
    }
    let dealer = standing.dealer();
    let won = result.wins.iter().any(|win| usize::from(win.seat) == dealer);
    let ready = result.ending != Ending::Win && result.tenpai[dealer];
    let repeat = match rules.dealer_repeat {
        DealerRepeat::Never => false,
        DealerRepeat::Win => won || result.ending.is_abortive(),
        DealerRepeat::Tenpai => won || ready || result.ending.is_abortive(),
    };
    let regular = rules.rounds * 4;
    let top = ranking(&standing.scores)[0];
    let reached = standing.scores[top] >= rules.return_points;
    if repeat {
        let stops = won && rules.agari_yame || ready && rules.tenpai_yame;
        if stops && standing.round + 1 >= regular && top == dealer && (reached || !rules.extension)
        {
            return None;
        }
    } else if standing.round + 1 >= regular {
        let extra = standing.round + 1 < regular + 4;
        if reached || !rules.extension || !extra {
            return None;
        }
    }
    let drawn = result.ending != Ending::Win;
    Some(Standing {
        round: if repeat { standing.round } else { standing.round + 1 },
        honba: if repeat || drawn { standing.honba.saturating_add(1) } else { 0 },
        ..standing
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_rounded_half_away_from_zero_and_the_first_takes_the_rest() {
        let rules = Rules::default();
        // 22,500 is rounded to 23,000 and -500 to -1,000.
        assert_eq!(settlement(&rules, &[22_500, 40_000, -500, 38_000]), [-17.0, 50.0, -51.0, 18.0]);
        assert_eq!(
            settlement(&rules, &[22_400, 40_000, 12_400, 25_200]),
            [-18.0, 51.0, -38.0, 5.0]
        );
    }

    #[test]
    fn ties_rank_in_seat_order() {
        assert_eq!(ranking(&[25_000; 4]), [0, 1, 2, 3]);
        assert_eq!(ranking(&[20_000, 30_000, 20_000, 30_000]), [1, 3, 0, 2]);
        let points = settlement(&Rules::default(), &[25_000; 4]);
        assert_eq!(points, [35.0, 5.0, -15.0, -25.0]);
    }

    #[test]
    fn exact_points_keep_hundreds() {
        let rules: Rules = "tenhou+rounding=exact+uma=0/0/0/0+return=25000".parse().unwrap();
        assert_eq!(settlement(&rules, &[26_300, 24_900, 24_700, 24_100]), [1.3, -0.1, -0.3, -0.9]);
    }
}
