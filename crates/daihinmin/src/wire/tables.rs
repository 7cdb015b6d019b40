//! The tables a server sends, made from a position.

use super::table::Table;
use crate::state::Stage;
use crate::{Move, Position};
use fuda_core::Seat;

/// What everybody's table has in rows 5 and 6.
fn public_table(position: &Position, seats: &[u8; 5]) -> Table {
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

/// What everybody sees after a turn: what lies on the table before it is
/// cleared, and whose turn it was.
pub(super) fn played_table(
    after: &Position,
    seats: &[u8; 5],
    mover: Seat,
    lying: Move,
    locked: bool,
) -> Table {
    let mut table = public_table(after, seats);
    table.put_play(lying);
    table.0[5][3] = seats[mover.index()].into();
    table.0[5][4] = lying.is_pass().into();
    table.0[5][7] = locked.into();
    table
}

#[cfg(test)]
mod tests {
    use super::super::follower::Follower;
    use super::*;
    use crate::Daihinmin;
    use fuda_core::{Game, Position as _, Purpose, Seed};

    /// What a client makes of its tables is exactly what its seat may know.
    #[test]
    fn followers_see_what_their_seats_see() {
        let game = Daihinmin::default();
        let mut scratch = Vec::new();
        for number in 0..60 {
            let mut rng = Seed(8).stream(Purpose::Sample, &[number]);
            let mut seats = [0, 1, 2, 3, 4];
            rng.shuffle(&mut seats);
            let mut deal = game.deal(&mut rng);
            let mut classes = vec![0, 1, 2, 3, 4];
            rng.shuffle(&mut classes);
            deal.classes = (number % 4 != 0).then_some(classes);
            let mut position = game.start(&deal).unwrap();
            let mut followers: Vec<Follower> =
                seats.iter().map(|&player| Follower::new(player)).collect();
            for (seat, follower) in followers.iter_mut().enumerate() {
                follower.deal(&deal_table(&position, Seat(seat as u8), &seats)).unwrap();
            }
            let mut lying = Move::PASS;
            while let Some(seat) = position.turn().first() {
                let mv = position.random_move(seat, &mut rng, &mut scratch).unwrap();
                if position.state().leader.is_none() {
                    assert_eq!(*followers[seat.index()].view(), position.view(seat));
                    position.play(seat, mv).unwrap();
                    continue;
                }
                for (s, follower) in followers.iter_mut().enumerate() {
                    let s = Seat(s as u8);
                    let asked = follower.turn(&turn_table(&position, s, &seats)).unwrap();
                    assert_eq!(asked, s == seat);
                    assert_eq!(*follower.view(), position.view(s), "game {number}, seat {s}");
                }
                let state = position.state();
                let locked = mv.meld().map_or(state.locked, |meld| state.locked_by(meld));
                lying = if mv.is_pass() { lying } else { mv };
                position.play(seat, mv).unwrap();
                let table = played_table(&position, &seats, seat, lying, locked);
                for follower in &mut followers {
                    assert_eq!(follower.played(&table), Ok(mv));
                }
                if position.table().is_none() {
                    lying = Move::PASS;
                }
            }
            assert!(followers.iter().all(|f| f.disagreements() == 0));
        }
    }
}
