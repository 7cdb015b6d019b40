//! The tables a server sends, made from a position.

use super::table::Table;
use crate::Position;
use crate::state::Stage;
use fuda_core::Seat;

/// What everybody's table has in rows 5 and 6.
pub(super) fn public_table(position: &Position, seats: &[u8; 5]) -> Table {
    let state = position.state();
    let mut table = Table::default();
    let row = &mut table.0[5];
    row[3] = seats[usize::from(state.turn)].into();
    row[4] = state.table.is_none().into();
    row[6] = state.revolution.into();
    row[7] = state.locked.into();
    for (seat, &player) in seats.iter().enumerate() {
        let at = usize::from(player);
        table.0[6][at] = state.hands[seat].len() as i32;
        table.0[6][5 + at] = state.classes.map_or(0, |classes| classes[seat]).into();
        table.0[6][10 + seat] = player.into();
    }
    table
}

/// A seat's table at its turn.
pub(super) fn turn_table(position: &Position, seat: Seat, seats: &[u8; 5]) -> Table {
    let mut table = public_table(position, seats);
    table.put_hand(position.hand(seat));
    table.0[5][2] = (position.state().turn == seat.0).into();
    table
}

/// A seat's first table: rich players have what the poor gave already, poor
/// players still have it.
pub(super) fn deal_table(position: &Position, seat: Seat, seats: &[u8; 5]) -> Table {
    let state = position.state();
    let mut table = public_table(position, seats);
    let at = seat.index();
    let class = state.classes.map(|classes| classes[at]);
    let rich = class.is_some_and(|class| state.partner_class(class).is_some());
    table.put_hand(state.hands[at].or(state.given[at]));
    for (s, &player) in seats.iter().enumerate() {
        let before = state.hands[s].or(state.given[s]).without(state.received[s]);
        table.0[6][usize::from(player)] = before.len() as i32;
    }
    if let (Some(class), Stage::Gift(_)) = (class, state.stage) {
        let gifts = state.rules.gifts(class) as i32;
        table.0[5][0] = 1;
        table.0[5][1] = if rich { gifts } else { -gifts };
    }
    table.0[5][3] = 6;
    table.0[5][4] = 1;
    table
}
