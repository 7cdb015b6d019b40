//! A client as one player of a game that is played elsewhere: it is sent what
//! a server would send, made from the views that its player is asked with.

use super::connection::Connection;
use super::tables::{dealt_table, played_table, turn_table};
use super::{BadTable, Table, WireError};
use crate::Cards;
use crate::moves::Move;
use crate::position::View;
use crate::state::State;
use fuda_core::{Purpose, Seat, Seed, View as _};

/// A client that plays one game. It is player number 0, wherever it sits.
#[derive(Debug)]
pub struct Visitor {
    connection: Connection,
    /// Whether it has its cards.
    dealt: bool,
    /// How many plays and passes it was sent.
    told: usize,
    /// Whether its answer for the next play is there already.
    answered: bool,
}

impl Visitor {
    pub(super) fn new(mut connection: Connection) -> Visitor {
        // What comes unasked is looked for from the first question on.
        connection.suspect = true;
        Visitor { connection, dealt: false, told: 0, answered: false }
    }

    /// What the client does at this view, which must be of the same game and
    /// seat as the ones before. As in the contest, cards that may not be
    /// played are a pass, and a wrong gift becomes the strongest cards.
    pub fn choose(&mut self, view: &View, legal: &[Move]) -> Result<Move, WireError> {
        if !view.rules.is_contest() {
            let what = "clients of the contest play by the rules `uecda`";
            return Err(WireError::Options(what.into()));
        }
        let me = view.seat();
        let seats = numbers(me);
        let mut state = before_first_play(view);
        if !self.dealt {
            let (hand, sizes) = (dealt_hand(view, &state), dealt_sizes(view, &state));
            self.connection.send_table(&dealt_table(&state, me, &seats, hand, sizes));
            self.dealt = true;
        }
        if view.leader.is_none() {
            return self.gift(view, legal);
        }
        let mut lying = Move::PASS;
        let plays = view.moves.iter().filter(|(_, mv)| !mv.is_gift());
        for (number, &(seat, mv)) in plays.enumerate() {
            let new = number >= self.told;
            if new {
                self.before_play(&state, seat == me, me, &seats)?;
                if seat == me {
                    // A pass is called refused unless the table is empty.
                    let accepted = !mv.is_pass() || state.table.is_none();
                    self.connection.send_number(if accepted { 9 } else { 8 });
                }
            }
            let locked = mv.meld().map_or(state.locked, |meld| state.locked_by(meld));
            lying = if mv.is_pass() { lying } else { mv };
            state.make(mv);
            if new {
                let table = played_table(&state, &seats, seat, lying, locked);
                self.connection.send_table(&table);
                self.connection.send_number(0);
                self.told += 1;
            }
            if state.table.is_none() {
                lying = Move::PASS;
            }
        }
        self.connection.send_table(&turn_table(&state, me, &seats));
        let played = self.read("waiting for a play", |table| table.play())?;
        self.answered = true;
        let fits = |mv: &Move| legal.contains(mv);
        played.filter(fits).or(Some(Move::PASS).filter(fits)).ok_or_else(|| {
            WireError::Options("the client's play is not legal, and neither is a pass".into())
        })
    }

    /// What the client gives away.
    fn gift(&mut self, view: &View, legal: &[Move]) -> Result<Move, WireError> {
        let given = self.read("waiting for a gift", |table| table.hand())?;
        let count = legal.first().map_or(0, |mv| mv.cards().len());
        let fits = |mv: &Move| legal.contains(mv);
        let strongest = Move::give(view.hand.strongest(count));
        Ok(given.map(Move::give).filter(fits).unwrap_or(strongest))
    }

    /// Sends the table before a play; whoever was not asked because it had no
    /// choice answers here, and its answer is known.
    fn before_play(
        &mut self,
        state: &State,
        own: bool,
        me: Seat,
        seats: &[u8; 5],
    ) -> Result<(), WireError> {
        if std::mem::take(&mut self.answered) {
            return Ok(());
        }
        self.connection.send_table(&turn_table(state, me, seats));
        if own {
            self.read("waiting for a play", |table| table.play())?;
        }
        Ok(())
    }

    /// Sends what is ready and takes the answer; `None` where it is no table
    /// of cards. Nothing may have come before: an answer too many would be
    /// taken for that of the next question.
    fn read<T>(
        &mut self,
        doing: &'static str,
        read: impl FnOnce(&Table) -> Result<T, BadTable>,
    ) -> Result<Option<T>, WireError> {
        match self.connection.discard_unasked()? {
            0 => {}
            bytes => {
                let bad = BadTable::new("silence until it is asked", format!("{bytes} bytes"));
                return Err(WireError::Garbage { doing, bad });
            }
        }
        self.connection.flush("sending tables")?;
        match self.connection.read_table(doing) {
            Ok(table) => Ok(read(&table).ok()),
            // A table of the right length with nonsense in it keeps its sender.
            Err(WireError::Garbage { .. }) => Ok(None),
            Err(e) => Err(e),
        }
    }
}

/// The player number at each seat.
fn numbers(me: Seat) -> [u8; 5] {
    let mut next = 0;
    std::array::from_fn(|seat| {
        if seat == me.index() {
            return 0;
        }
        next += 1;
        next
    })
}

/// The state before the first card is played. Hidden hands are any that
/// agree with the view: only their sizes are sent.
fn before_first_play(view: &View) -> State {
    let mut rng = Seed(0).stream(Purpose::Sample, &[]);
    let mut state = *view.assume(&mut rng).state();
    if let Some(leader) = view.leader {
        for seat in 0..5 {
            state.hands[seat] = state.hands[seat].or(state.played[seat]);
        }
        state.restart(leader.0);
    }
    state
}

/// The hand of the first table: rich players have what the poor gave and
/// what they will give, poor players have what they gave and nothing new.
fn dealt_hand(view: &View, state: &State) -> Cards {
    let me = view.seat().index();
    let held = view.hand.or(view.played(view.seat()));
    let rich = state.classes.is_some_and(|classes| state.partner_class(classes[me]).is_some());
    // The rich may give back what they got.
    let new = view.received.filter(|_| !rich).unwrap_or_default();
    held.without(new).or(view.given)
}

/// How many cards everybody was dealt. Before its own gift a seat sees the
/// hands of its own and of the lower pairs after the gifts of the poor.
fn dealt_sizes(view: &View, state: &State) -> [usize; 5] {
    let rules = &state.rules;
    let class = |seat: usize| state.classes.map_or(0, |classes| classes[seat]);
    let giving = class(view.seat().index());
    std::array::from_fn(|seat| {
        if view.leader.is_some() {
            return state.hands[seat].len();
        }
        let size = view.sizes.get(seat).map_or(0, |&size| usize::from(size));
        let (class, gifts) = (class(seat), rules.gifts(class(seat)));
        let partner = rules.players.saturating_sub(1 + class);
        match class.min(partner) < giving {
            true => size,
            false if class < partner => size.saturating_sub(gifts),
            false => size + gifts,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::table::Version;
    use super::super::tables::deal_table;
    use super::*;
    use crate::Daihinmin;
    use fuda_core::{Game, Position as _};
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream};

    /// Insists on what is sent, and answers it.
    fn converse(client: &mut TcpStream, dialogue: &[(Vec<u8>, Vec<u8>)]) {
        for (expected, answer) in dialogue {
            let mut sent = vec![0; expected.len()];
            client.read_exact(&mut sent).unwrap();
            assert!(sent == *expected, "the table is not what a server sends");
            client.write_all(answer).unwrap();
        }
    }

    #[test]
    fn an_answer_too_many_is_refused() {
        let game = Daihinmin::default();
        let mut rng = Seed(6).stream(Purpose::Sample, &[]);
        let position = game.start(&game.deal(&mut rng)).unwrap();
        let Some(me) = position.turn().first() else { panic!("somebody leads") };
        let mut legal = Vec::new();
        position.legal_moves(me, &mut legal);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (stream, _) = listener.accept().unwrap();
        let connection = Connection::new(stream, Version::V20070, None).unwrap();
        client.write_all(&Table::default().encode(Version::V20070)).unwrap();
        let error = Visitor::new(connection).choose(&position.view(me), &legal).unwrap_err();
        let wanted = "expected silence until it is asked, got 480 bytes";
        assert!(error.to_string().contains(wanted), "{error}");
    }

    /// Plays whole games with a visitor in one seat and compares everything
    /// it is sent with what a server that knows all hands sends.
    #[test]
    fn a_visitor_is_sent_what_a_server_sends() {
        let game = Daihinmin::default();
        for number in 0..80 {
            let mut rng = Seed(6).stream(Purpose::Sample, &[number]);
            let mut deal = game.deal(&mut rng);
            let mut classes = vec![0, 1, 2, 3, 4];
            rng.shuffle(&mut classes);
            deal.classes = (number % 4 != 0).then_some(classes);
            let me = Seat((number % 5) as u8);
            let seats = numbers(me);
            let mut position = game.start(&deal).unwrap();
            let listener = TcpListener::bind("127.0.0.1:0").unwrap();
            let mut client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
            let (stream, _) = listener.accept().unwrap();
            let connection = Connection::new(stream, Version::V20070, None).unwrap();
            let mut visitor = Visitor::new(connection);
            let mut expected = deal_table(position.state(), me, &seats).encode(Version::V20070);
            let number_bytes = |n: i32| Version::V20070.encode_number(n);
            let (mut legal, mut lying) = (Vec::new(), Move::PASS);
            // What the client reads before each of its answers.
            let mut dialogue: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
            while let Some(seat) = position.turn().first() {
                position.legal_moves(seat, &mut legal);
                let mv = *rng.pick(&legal).unwrap();
                let (before, gift) = (*position.state(), mv.is_gift());
                if !gift {
                    expected.extend(turn_table(&before, me, &seats).encode(Version::V20070));
                }
                if seat == me {
                    let mut answer = Table::default();
                    match gift {
                        true => answer.put_hand(mv.cards()),
                        false => answer.put_play(mv),
                    }
                    let answer = answer.encode(Version::V20070);
                    dialogue.push((std::mem::take(&mut expected), answer));
                    // The arena does not ask where there is no choice.
                    if legal.len() > 1 {
                        let client = &mut client;
                        std::thread::scope(|scope| {
                            scope.spawn(|| converse(client, &dialogue));
                            assert_eq!(visitor.choose(&position.view(me), &legal).unwrap(), mv);
                        });
                        dialogue.clear();
                    }
                }
                position.play(seat, mv).unwrap();
                if gift {
                    continue;
                }
                if seat == me {
                    let accepted = !mv.is_pass() || before.table.is_none();
                    expected.extend(number_bytes(if accepted { 9 } else { 8 }));
                }
                let locked = mv.meld().map_or(before.locked, |meld| before.locked_by(meld));
                lying = if mv.is_pass() { lying } else { mv };
                let table = played_table(position.state(), &seats, seat, lying, locked);
                expected.extend(table.encode(Version::V20070));
                expected.extend(number_bytes(0));
                if position.table().is_none() {
                    lying = Move::PASS;
                }
            }
        }
    }
}
