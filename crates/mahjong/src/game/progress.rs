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
            Some(next) => {
                self.result = Some(result);
                self.deal_hand(next, self.table.hand_number + 1);
            }
            None => {
                let top = ranking(&standing.scores)[0];
                standing.scores[top] += i32::from(standing.sticks) * STICK;
                standing.sticks = 0;
                self.table.standing = standing;
                self.table.stage = Stage::Over;
                self.waiting = SeatSet::EMPTY;
                self.drawn = None;
                result.last = true;
                self.result = Some(result);
            }
        }
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

/// Final points of a game that ended with these scores: what each has above
/// or below the return, rounded, and uma; the first takes what is left.
pub fn settlement(rules: &Rules, scores: &[i32; 4]) -> [f64; 4] {
    let seats = ranking(scores);
    let mut points = [0.0; 4];
    let mut rest = 0.0;
    for (rank, &seat) in seats.iter().enumerate().skip(1) {
        let above = scores[seat] - rules.return_points;
        let thousands = match rules.rounding {
            Rounding::HalfAway => f64::from(above.signum() * ((above.abs() + 500) / 1_000)),
            Rounding::Exact => f64::from(above) / 1_000.0,
        };
        points[seat] = thousands + f64::from(rules.uma.0[rank]);
        rest += points[seat];
    }
    points[seats[0]] = 0.0 - rest;
    points
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
