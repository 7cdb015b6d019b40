//! Moves that are known to be best.

use crate::endgame::Endgame;
use crate::moves::Move;
use crate::position::View;
use crate::sure::SureWin;
use fuda_core::View as _;

/// Positions looked at for a sure win, and for an exact end.
const SURE_POSITIONS: u32 = 3_000;
const END_POSITIONS: u32 = 20_000;

/// A move that is known to be best: nobody can answer it and those after it,
/// or two players are left, who see every card, and the end is solved. `None`
/// where nothing is known, as at tables of other than five.
pub fn known_best(view: &View, moves: &[Move]) -> Option<Move> {
    let state = view.replay();
    let me = view.seat().0;
    let sizes = <[u8; 5]>::try_from(view.hand_sizes()).ok()?;
    let sure = SureWin::new(me, view.unseen(), sizes, SURE_POSITIONS).find(&state);
    if sure.is_some() {
        return sure;
    }
    let mut full = state;
    let other = full.alive() & !(1 << me);
    let mut endgame = Endgame::new(&full, me, END_POSITIONS)?;
    full.hands[other.trailing_zeros() as usize] = view.unseen();
    let values = moves.iter().map(|&mv| endgame.after(&full, mv));
    let values: Vec<i8> = values.collect::<Option<_>>()?;
    // Where all is lost, playouts say which way the other may go wrong.
    let best = (0..moves.len()).max_by_key(|&i| (values[i], std::cmp::Reverse(i)))?;
    (values[best] > -1).then_some(moves[best])
}
