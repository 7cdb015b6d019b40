//! The tables a server sends, made from the state of a game.

use super::table::Table;
use crate::state::State;
use crate::{Cards, Move};
use fuda_core::Seat;

/// What everybody's table has in rows 5 and 6.
fn public_table(state: &State, seats: &[u8; 5]) -> Table {
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
pub(super) fn turn_table(state: &State, seat: Seat, seats: &[u8; 5]) -> Table {
    let mut table = public_table(state, seats);
    table.put_hand(state.hands[seat.index()]);
    table.0[5][2] = (state.turn == seat.0).into();
    table
}

/// A seat's first table of a game that has just been dealt.
pub(super) fn deal_table(state: &State, seat: Seat, seats: &[u8; 5]) -> Table {
    let hand = state.hands[seat.index()].or(state.given[seat.index()]);
    let before = |s: usize| state.hands[s].or(state.given[s]).without(state.received[s]).len();
    dealt_table(state, seat, seats, hand, std::array::from_fn(before))
}

/// A seat's first table, with its hand and the sizes of all hands before any
/// gift: rich players have what the poor gave already, poor players still
/// have it. It says "exchange" in every game, with or without one: contest
/// programs leave a server that does not.
pub(super) fn dealt_table(
    state: &State,
    seat: Seat,
    seats: &[u8; 5],
    hand: Cards,
    sizes: [usize; 5],
) -> Table {
    let mut table = public_table(state, seats);
    table.put_hand(hand);
    for (size, &player) in sizes.into_iter().zip(seats) {
        table.0[6][usize::from(player)] = size as i32;
    }
    let class = state.classes.map(|classes| classes[seat.index()]);
    let gifts = match class.filter(|_| state.rules.exchange) {
        Some(class) => state.rules.gifts(class) as i32,
        None => 0,
    };
    let rich = class.is_some_and(|class| state.partner_class(class).is_some());
    table.0[5] = [0; 15];
    table.0[5][..4].copy_from_slice(&[1, if rich { gifts } else { -gifts }, 0, 6]);
    table
}

/// What everybody sees after a turn: what lies on the table before it is
/// cleared, and whose turn it was.
pub(super) fn played_table(
    after: &State,
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
    use super::super::table::Version;
    use super::*;
    use crate::{Daihinmin, Deal};
    use fuda_core::{Game, Position as _, Purpose, Seed};

    /// A table from rows of small numbers, as the bytes of version 20070.
    fn bytes(rows: &[[u8; 15]]) -> Vec<u8> {
        rows.iter().flatten().flat_map(|&number| [0, 0, 0, number]).collect()
    }

    /// Five hands that are easy to write as rows: seat 0 has the spades from
    /// 3 to K, and so on; what is left over makes up the numbers.
    fn deal_of(classes: Option<Vec<u8>>) -> Deal {
        let hands = [
            "S3S4S5S6S7S8S9STSJSQSK",
            "H3H4H5H6H7H8H9HTHJHQHK",
            "D3D4D5D6D7D8D9DTDJDQDK",
            "C3C4C5C6C7C8C9CTCJCQ",
            "CKSAHADACAS2H2D2C2JO",
        ];
        let hands = hands.iter().map(|hand| hand.parse::<Cards>().unwrap()).collect();
        Deal { hands, first: Seat(0), classes, tail: (0..5).collect() }
    }

    const SEATS: [u8; 5] = [2, 0, 1, 4, 3];
    const NOTHING: [u8; 15] = [0; 15];
    const THREE_TO_KING: [u8; 15] = [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0];

    #[test]
    fn a_deal_table_without_an_exchange_byte_for_byte() {
        let position = Daihinmin::default().start(&deal_of(None)).unwrap();
        let table = deal_table(position.state(), Seat(1), &SEATS).encode(Version::V20070);
        let expected = bytes(&[
            NOTHING,
            THREE_TO_KING,
            NOTHING,
            NOTHING,
            NOTHING,
            [1, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            // Sizes and classes by player, players by seat.
            [11, 11, 11, 10, 10, 0, 0, 0, 0, 0, 2, 0, 1, 4, 3],
            NOTHING,
        ]);
        assert_eq!(table, expected);
        let short = deal_table(position.state(), Seat(1), &SEATS).encode(Version::V20140);
        assert_eq!(String::from_utf8(short).unwrap(), "2222222222200FFA60BBBAA0000020143");
    }

    #[test]
    fn deal_tables_with_an_exchange_byte_for_byte() {
        let position = Daihinmin::default().start(&deal_of(Some(vec![0, 2, 1, 3, 4]))).unwrap();
        let table = |seat| deal_table(position.state(), Seat(seat), &SEATS).encode(Version::V20070);
        let sizes_classes_seats = [11, 11, 11, 10, 10, 2, 1, 0, 4, 3, 2, 0, 1, 4, 3];
        let state = |gifts| [1, gifts, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        // The richest has the joker and the two of spades of the poorest.
        let mut richest = THREE_TO_KING;
        richest[13] = 1;
        let joker = [0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        let rows =
            [richest, NOTHING, NOTHING, NOTHING, joker, state(2), sizes_classes_seats, NOTHING];
        assert_eq!(table(0), bytes(&rows));
        // The second class has one card of the fourth, the queen of clubs.
        let queen = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0];
        let second =
            [NOTHING, NOTHING, THREE_TO_KING, queen, NOTHING, state(1), sizes_classes_seats];
        assert_eq!(table(2)[..420], bytes(&second)[..420]);
        // The middle class gives nothing; the poor still have everything, and
        // what they gave, -1 and -2, travels as 0.
        assert_eq!(table(1)[300..360], bytes(&[state(0)])[..60]);
        let mut poor = THREE_TO_KING;
        poor[11] = 0;
        let fourth = [NOTHING, NOTHING, NOTHING, poor, NOTHING, state(0), sizes_classes_seats];
        assert_eq!(table(3)[..420], bytes(&fourth)[..420]);
        let high = |king| [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, king, 1, 1, 0];
        let poorest = [high(0), high(0), high(0), high(1), joker, state(0), sizes_classes_seats];
        assert_eq!(table(4)[..420], bytes(&poorest)[..420]);
        let gifts = |seat| deal_table(position.state(), Seat(seat), &SEATS).0[5][1];
        assert_eq!([0, 1, 2, 3, 4].map(gifts), [2, 0, 1, -1, -2]);
    }

    #[test]
    fn a_turn_and_what_was_played_byte_for_byte() {
        let mut position = Daihinmin::default().start(&deal_of(None)).unwrap();
        // The holder of the three of diamonds leads: seat 2, player 1.
        let table = turn_table(position.state(), Seat(2), &SEATS).encode(Version::V20070);
        let counts = [11, 11, 11, 10, 10, 0, 0, 0, 0, 0, 2, 0, 1, 4, 3];
        let mine = [NOTHING, NOTHING, THREE_TO_KING, NOTHING, NOTHING];
        let state = |row: [u8; 8]| {
            let mut whole = NOTHING;
            whole[..8].copy_from_slice(&row);
            whole
        };
        let rows = |cards: [[u8; 15]; 5], row, counts| {
            let [a, b, c, d, e] = cards;
            bytes(&[a, b, c, d, e, state(row), counts, NOTHING])
        };
        assert_eq!(table, rows(mine, [0, 0, 1, 1, 1, 0, 0, 0], counts));
        position.play(Seat(2), "D3D4D5D6D7".parse().unwrap()).unwrap();
        let played = "D3D4D5D6D7".parse().unwrap();
        let table = played_table(position.state(), &SEATS, Seat(2), played, false);
        let five = [0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        let on_table = [NOTHING, NOTHING, five, NOTHING, NOTHING];
        let counts = [11, 6, 11, 10, 10, 0, 0, 0, 0, 0, 2, 0, 1, 4, 3];
        // Five in a row are a revolution.
        let expected = rows(on_table, [0, 0, 0, 1, 0, 0, 1, 0], counts);
        assert_eq!(table.encode(Version::V20070), expected);
    }

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
                follower.deal(&deal_table(position.state(), Seat(seat as u8), &seats)).unwrap();
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
                    let asked = follower.turn(&turn_table(position.state(), s, &seats)).unwrap();
                    assert_eq!(asked, s == seat);
                    assert_eq!(*follower.view(), position.view(s), "game {number}, seat {s}");
                }
                let state = position.state();
                let locked = mv.meld().map_or(state.locked, |meld| state.locked_by(meld));
                lying = if mv.is_pass() { lying } else { mv };
                position.play(seat, mv).unwrap();
                let table = played_table(position.state(), &seats, seat, lying, locked);
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
