//! What is counted of every round.

use crate::{Phase, Position};
use fuda_core::{Position as _, RoundStat, Seat};

/// The numbers that [`values`] gives, in their order.
pub(crate) const STATS: [RoundStat; 8] = [
    RoundStat::share("won", "rounds won"),
    RoundStat::share("nobody won", "rounds without a winner"),
    RoundStat::share("called", "rounds in which the player called koi-koi"),
    RoundStat::share("won after a call", "rounds won of those with a call of the player"),
    RoundStat::share("lost after a call", "rounds the other won of those with a call"),
    RoundStat::mean("points per round", "points gained"),
    RoundStat::mean("points per win", "points of a win"),
    RoundStat::mean("turn of win", "the winner's cards played from the hand"),
];

/// What the round that ended between `last` and `after` came to for a seat;
/// `first` is the position it began with.
pub(crate) fn values(
    first: &Position,
    last: &Position,
    after: &Position,
    seat: Seat,
    values: &mut [Option<f64>],
) {
    let Some(end) = after.table().last_round else { return };
    let share = |hit: bool| Some(f64::from(u8::from(hit)));
    let at = seat.index() & 1;
    let (won, lost) = (end.winner == Some(seat), end.winner == Some(seat.after(1, 2)));
    let called = last.table().calls[at] > 0;
    let gained = after.points()[at] - first.points()[at];
    // The winner has played its card of this turn, if not with the last move.
    let turns = last.table().turns() + usize::from(last.table().phase == Phase::Play);
    let turn = turns.div_ceil(2);
    let counted = [
        share(won),
        share(end.winner.is_none()),
        share(called),
        share(won).filter(|_| called),
        share(lost).filter(|_| called),
        Some(gained),
        Some(gained).filter(|_| won),
        Some(turn as f64).filter(|_| won),
    ];
    values.iter_mut().zip(counted).for_each(|(value, counted)| *value = counted);
}
