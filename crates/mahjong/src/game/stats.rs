//! What is counted of every hand.

use super::MahjongPosition;
use super::result::Ending;
use fuda_core::{RoundStat, Seat};

/// The numbers that [`values`] gives, in their order.
pub(super) const STATS: [RoundStat; 12] = [
    RoundStat::share("won", "hands won"),
    RoundStat::share("dealt in", "hands in which the player dealt into a win"),
    RoundStat::share("nobody won", "hands without a winner"),
    RoundStat::share("opened", "hands opened by a call"),
    RoundStat::share("riichi", "hands in which the player declared riichi"),
    RoundStat::share("won opened", "opened hands that were won"),
    RoundStat::share("won closed", "hands kept closed that were won"),
    RoundStat::share("tenpai at draw", "exhausted hands in which the player was tenpai at the end"),
    RoundStat::mean("points per hand", "points gained, riichi sticks included"),
    RoundStat::mean("points per win", "points of a win without counters and sticks"),
    RoundStat::mean("points per deal-in", "points of the wins dealt into, without counters"),
    RoundStat::mean("turn of win", "the winner's discards before the win, plus one"),
];

/// What the hand that ended between `last` and `after` came to for a seat;
/// `first` is the position it began with.
pub(super) fn values(
    first: &MahjongPosition,
    last: &MahjongPosition,
    after: &MahjongPosition,
    seat: Seat,
    values: &mut [Option<f64>],
) {
    let Some(result) = after.last_result() else { return };
    let at = seat.index();
    let own = &last.table().seats[at];
    let share = |hit: bool| Some(f64::from(u8::from(hit)));
    let win = result.wins.iter().find(|win| usize::from(win.seat) == at);
    let paid: u32 = result
        .wins
        .iter()
        .filter(|win| !win.is_tsumo() && usize::from(win.from) == at)
        .map(|win| win.points)
        .sum();
    let opened = !own.is_closed();
    let riichi = own.in_riichi() || result.ending == Ending::FourRiichi;
    let exhausted = matches!(result.ending, Ending::Exhausted | Ending::Nagashi);
    let gained = result.scores[at] - first.standing().scores[at];
    let counted = [
        share(win.is_some()),
        share(paid > 0),
        share(result.wins.is_empty()),
        share(opened),
        share(riichi),
        share(win.is_some()).filter(|_| opened),
        share(win.is_some()).filter(|_| !opened),
        share(result.tenpai[at]).filter(|_| exhausted),
        Some(f64::from(gained)),
        win.map(|win| f64::from(win.points)),
        Some(f64::from(paid)).filter(|_| paid > 0),
        win.map(|_| own.river.len() as f64 + 1.0),
    ];
    values.iter_mut().zip(counted).for_each(|(value, counted)| *value = counted);
}
