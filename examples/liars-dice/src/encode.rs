//! Numbers for learners, made from a view alone.

use crate::rules::{BIDS, LiarsDice, Move, SIDES, View};
use fuda::{FeatureRows, MoveFeatures, Observation};

/// The last bid, counted from 1; 0 when nothing was said.
fn last(view: &View) -> usize {
    match view.said.last() {
        Some(Move::Bid(bid)) => usize::from(*bid) + 1,
        _ => 0,
    }
}

/// Each move with the own die, and with the last bid.
pub struct DiceMoves;

const DIE: usize = SIDES as usize;
const LAST: usize = BIDS as usize + 1;

impl MoveFeatures<LiarsDice> for DiceMoves {
    fn name(&self) -> &str {
        "liars-dice-moves-1"
    }

    fn about(&self) -> &str {
        "each move with the own die, and with the last bid"
    }

    fn columns(&self) -> usize {
        (BIDS as usize + 1) * (DIE + LAST)
    }

    fn meaning(&self, column: usize) -> String {
        let (action, of) = (column / (DIE + LAST), column % (DIE + LAST));
        let mv = if action < BIDS as usize { Move::Bid(action as u8) } else { Move::Liar };
        match of {
            of if of < DIE => format!("{mv} with a {}", of + 1),
            of if of == DIE => format!("{mv} as the first bid"),
            of => format!("{mv} after {}", Move::Bid((of - DIE - 1) as u8)),
        }
    }

    fn encode(&self, view: &View, moves: &[Move], out: &mut FeatureRows) {
        out.clear();
        for &mv in moves {
            let first = DiceView.action(view, mv) * (DIE + LAST);
            out.mark((first + usize::from(view.die) - 1) as u32);
            out.mark((first + DIE + last(view)) as u32);
            out.end_row();
        }
    }
}

/// The own die and the bids so far, one-hot; an action for every bid and doubt.
pub struct DiceView;

impl Observation<LiarsDice> for DiceView {
    fn name(&self) -> &str {
        "liars-dice-1"
    }

    fn about(&self) -> &str {
        "the own die and the bids so far"
    }

    fn len(&self) -> usize {
        DIE + BIDS as usize
    }

    fn actions(&self) -> usize {
        BIDS as usize + 1
    }

    fn observe(&self, view: &View, _legal: &[Move], out: &mut [u8]) {
        out.fill(0);
        out[usize::from(view.die) - 1] = 1;
        for said in &view.said {
            if let Move::Bid(bid) = said {
                out[DIE + usize::from(*bid)] = 1;
            }
        }
    }

    fn action(&self, _view: &View, mv: Move) -> usize {
        match mv {
            Move::Bid(bid) => usize::from(bid),
            Move::Liar => BIDS as usize,
        }
    }
}
