//! What a client knows: the tables it was sent, made into a view.

use super::table::{BadTable, Table};
use crate::card::Cards;
use crate::moves::Move;
use crate::position::View;
use crate::rules::Rules;
use crate::state::{Stage, State};
use fuda_core::{PerSeat, Seat};

/// Follows a game from the tables one client is sent.
///
/// Call [`Follower::deal`] with the first table of a game, [`Follower::turn`]
/// with a player's own table of each turn and [`Follower::played`] with the
/// table cards after it; [`Follower::view`] is what the player may know.
#[derive(Clone, Debug)]
pub struct Follower {
    /// The client's player number.
    player: u8,
    view: View,
    /// The player at each seat.
    seats: [u8; 5],
    /// The hand of the deal table.
    dealt: Cards,
    /// Whose turn it is, as a seat.
    turn: Seat,
    disagreements: u64,
}

impl Follower {
    /// A client with this player number, before any game.
    pub fn new(player: u8) -> Follower {
        let view = View {
            rules: Rules::UECDA,
            seat: Seat(player.min(4)),
            hand: Cards::NONE,
            sizes: PerSeat::new(),
            classes: None,
            given: Cards::NONE,
            received: None,
            leader: None,
            moves: Vec::new(),
        };
        let seats = [0, 1, 2, 3, 4];
        Follower { player, view, seats, dealt: Cards::NONE, turn: Seat(0), disagreements: 0 }
    }

    /// How often a table did not say what the rules say: 0 at a server that
    /// plays by the same rules.
    pub fn disagreements(&self) -> u64 {
        self.disagreements
    }

    /// What the client's player knows.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// The client's player number.
    pub fn player(&self) -> u8 {
        self.player
    }

    /// The legal moves of the client's player, who has been asked; none where
    /// the rules say that it is another's turn.
    pub fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        let state = self.view.replay();
        if state.turn == self.view.seat.0 {
            state.legal_moves(moves);
        }
    }

    /// Whether the tables of this game fit together, so that the view is one
    /// that a game can lead to: every card is in one place, hands were dealt
    /// evenly, gifts are as many as the classes say. Players are made for such
    /// views; a server that contradicts itself is better answered without.
    pub fn is_sound(&self) -> bool {
        let view = &self.view;
        let state = view.replay();
        let gifts = view.class(view.seat).map_or(0, |class| view.rules.gifts(class));
        let rich = view.class(view.seat).is_some_and(|c| state.partner_class(c).is_some());
        let (received, playing) = (view.received.map_or(0, |cards| cards.len()), view.leader);
        let exchanged = match playing {
            None => rich && state.stage != Stage::Play,
            Some(_) => view.given.len() == gifts && (rich || received == gifts),
        };
        exchanged
            && state.turn == view.seat.0
            && state.stage != Stage::Over
            && state.hands[view.seat.index()] == view.hand
            && view.hand.len() == view.sizes.get(view.seat.index()).map_or(0, |&s| s.into())
            && self.lead_fits()
            && self.cards_fit()
    }

    /// Whether the player who led had the card for it, as far as it was seen.
    fn lead_fits(&self) -> bool {
        let (view, card) = (&self.view, self.view.rules.leading_card());
        let Some(leader) = view.leader else { return true };
        Seat::all(5).all(|seat| {
            let own = if seat == view.seat { view.hand } else { Cards::NONE };
            seat == leader || !view.played(seat).or(own).contains(card)
        })
    }

    /// Whether every card was in one place and the hands were dealt evenly.
    fn cards_fit(&self) -> bool {
        let view = &self.view;
        let mut seen = view.hand;
        for (_, mv) in view.moves.iter().filter(|(_, mv)| !mv.is_gift()) {
            if !seen.and(mv.cards()).is_empty() || (!mv.is_pass() && mv.meld().is_none()) {
                return false;
            }
            seen = seen.or(mv.cards());
        }
        // While gifts are open a rich player has up to two cards more.
        let spread = if view.leader.is_some() { 10..=11 } else { 8..=13 };
        let dealt = |seat: Seat| {
            let now = view.sizes.get(seat.index()).map_or(0, |&size| usize::from(size));
            now + view.played(seat).len()
        };
        let even = Seat::all(5).all(|seat| spread.contains(&dealt(seat)));
        even && Seat::all(5).map(dealt).sum::<usize>() == view.rules.deck().len()
    }

    /// A new game begins with this table. Gives how many cards are to be
    /// given away.
    pub fn deal(&mut self, table: &Table) -> Result<usize, BadTable> {
        let counts = &table.0[6];
        let seats = permutation(&counts[10..15], "the players at the seats")?;
        let classes = &counts[5..10];
        let classes = if classes.iter().all(|&c| c == classes[0]) {
            None
        } else {
            Some(permutation(classes, "the classes")?)
        };
        self.seats = seats;
        self.dealt = table.hand()?;
        self.view.seat = self.seat_of(self.player);
        self.view.hand = self.dealt;
        self.view.classes = classes.map(|by| seats.iter().map(|&p| by[usize::from(p)]).collect());
        self.view.given = Cards::NONE;
        self.view.received = None;
        self.view.leader = None;
        self.view.moves.clear();
        self.read_sizes(table)?;
        let gifts = self.exchange_sizes();
        let asked = usize::try_from(table.0[5][1]).unwrap_or(0);
        if asked != gifts {
            self.disagreements += 1;
        }
        Ok(asked)
    }

    /// Sets the sizes as they are while gifts are chosen; gives how many cards
    /// this player is to give by its class.
    fn exchange_sizes(&mut self) -> usize {
        let Some(classes) = self.view.classes.clone() else { return 0 };
        let state = self.view.replay();
        let me = self.view.seat.index();
        let rich = |class: u8| state.partner_class(class).is_some();
        let total: usize = self.view.sizes.iter().map(|&s| usize::from(s)).sum();
        if total == self.view.rules.deck().len() && !self.view.sizes.contains(&13) {
            for (seat, &class) in classes.iter().enumerate() {
                let gifts = self.view.rules.gifts(class) as u8;
                // The top class gives first: while another chooses, its gift
                // is made and its sizes are even again.
                let open = class.min(4 - class) >= classes[me].min(4 - classes[me]);
                let size = &mut self.view.sizes[seat];
                *size = match (rich(class), open) {
                    (true, true) => *size + gifts,
                    (false, true) => size.saturating_sub(gifts),
                    _ => *size,
                };
            }
        }
        if rich(classes[me]) { self.view.rules.gifts(classes[me]) } else { 0 }
    }

    fn seat_of(&self, player: u8) -> Seat {
        Seat(self.seats.iter().position(|&p| p == player).unwrap_or(0) as u8)
    }

    fn read_sizes(&mut self, table: &Table) -> Result<(), BadTable> {
        self.view.sizes = sizes(table, &self.seats)?;
        Ok(())
    }

    /// A turn begins with this table. Gives whether this client is asked.
    pub fn turn(&mut self, table: &Table) -> Result<bool, BadTable> {
        let hand = table.hand()?;
        let player = u8::try_from(table.0[5][3]).ok().filter(|p| *p < 5).ok_or_else(|| {
            BadTable::new("a player below 5 in row 5, column 3", table.0[5][3].to_string())
        })?;
        self.turn = self.seat_of(player);
        self.read_sizes(table)?;
        if self.view.leader.is_none() {
            self.view.leader = Some(self.turn);
            self.note_exchange(hand);
        }
        self.view.hand = hand;
        let state = self.view.replay();
        self.compare(&state, table);
        Ok(table.0[5][2] == 1)
    }

    /// What left the hand and what came into it between deal and first turn.
    fn note_exchange(&mut self, now: Cards) {
        let Some(class) = self.view.class(self.view.seat) else { return };
        let gifts = self.view.rules.gifts(class);
        if self.view.replay().partner_class(class).is_some() {
            self.view.given = self.dealt.without(now);
            let gift = Move::give(self.view.given);
            if !self.view.given.is_empty() {
                self.view.moves.push((self.view.seat, gift));
            }
        } else if gifts > 0 {
            // What came back looks as if it had never left.
            self.view.given = self.dealt.strongest(gifts);
            self.view.received = Some(now.without(self.dealt.without(self.view.given)));
        }
    }

    fn compare(&mut self, state: &State, table: &Table) {
        let flags = &table.0[5];
        let agrees = state.stage == Stage::Play
            && state.turn == self.turn.0
            && state.table.is_none() == (flags[4] != 0)
            && state.revolution == (flags[6] != 0)
            && state.locked == (flags[7] != 0);
        self.disagreements += u64::from(!agrees);
    }

    /// The turn is over; this is what lies on the table now. Gives the move
    /// that was made.
    pub fn played(&mut self, table: &Table) -> Result<Move, BadTable> {
        let lies = table.play()?;
        // Taken before the new sizes: a hand that is empty now was not then.
        let state = self.view.replay();
        let before = self.view.sizes.clone();
        self.read_sizes(table)?;
        let at = self.turn.index();
        let mv = if self.view.sizes.get(at) < before.get(at) { lies } else { Move::PASS };
        let fewer = before.get(at).zip(self.view.sizes.get(at)).map(|(b, a)| b.saturating_sub(*a));
        // The hand of another is not known, so its size stands for it.
        let fits = mv.is_pass() || fewer == Some(mv.cards().len() as u8);
        let locked = mv.meld().map_or(state.locked, |meld| state.locked_by(meld));
        self.disagreements += u64::from(!fits || locked != (table.0[5][7] != 0));
        self.view.moves.push((self.turn, mv));
        if self.turn == self.view.seat {
            self.view.hand = self.view.hand.without(mv.cards());
        }
        Ok(mv)
    }
}

fn sizes(table: &Table, seats: &[u8; 5]) -> Result<PerSeat<u8>, BadTable> {
    seats
        .iter()
        .map(|&player| {
            let size = table.0[6][usize::from(player)];
            u8::try_from(size)
                .ok()
                .filter(|s| *s <= 53)
                .ok_or_else(|| BadTable::new("a number of cards up to 53", size.to_string()))
        })
        .collect()
}

fn permutation(numbers: &[i32], what: &str) -> Result<[u8; 5], BadTable> {
    let mut found = [0; 5];
    for (slot, number) in found.iter_mut().zip(numbers) {
        *slot = u8::try_from(*number).unwrap_or(u8::MAX);
    }
    if (0..5).all(|n| found.contains(&n)) {
        Ok(found)
    } else {
        Err(BadTable::new(format!("{what} as 0 to 4, each once"), format!("{numbers:?}")))
    }
}
