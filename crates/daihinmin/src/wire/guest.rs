//! Whoever sits at a host's table: a client, a player of the house, or
//! nobody any more.

use super::WireError;
use super::connection::Connection;
use super::table::Table;
use crate::moves::Move;
use crate::position::{Position, View};
use crate::{Cards, Daihinmin};
use fuda_core::{Ask, Budget, Player, Position as _, Rng, Seat};

/// What a guest answered.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Answer<T> {
    /// This.
    Given(T),
    /// Something that is no answer, and why.
    Nonsense(String),
    /// Nothing: the guest is gone.
    Absent,
}

/// One of the five at the table.
pub(super) enum Guest {
    Client(Connection),
    Local(Box<dyn Player<Daihinmin>>),
    Gone,
}

impl Guest {
    /// Does something with the connection of a client; a failure makes the
    /// guest gone, and says why.
    fn with<T>(
        &mut self,
        act: impl FnOnce(&mut Connection) -> Result<T, WireError>,
    ) -> Option<Result<T, WireError>> {
        let Guest::Client(connection) = self else { return None };
        let result = act(connection);
        // A table of the right length with nonsense in it keeps its sender.
        if matches!(&result, Err(e) if !matches!(e, WireError::Garbage { .. })) {
            *self = Guest::Gone;
        }
        Some(result)
    }

    /// Makes a table ready to be sent.
    pub fn send_table(&mut self, table: impl FnOnce() -> Table) {
        if let Guest::Client(connection) = self {
            connection.send_table(&table());
        }
    }

    /// Makes an integer ready to be sent.
    pub fn send_number(&mut self, number: i32) {
        if let Guest::Client(connection) = self {
            connection.send_number(number);
        }
    }

    /// Sends what is ready; an error says why the guest is gone.
    pub fn flush(&mut self) -> Result<(), WireError> {
        self.with(|c| c.flush("sending tables")).unwrap_or(Ok(()))
    }

    /// Something this guest sent was refused: from now on what it sends
    /// unasked is looked for.
    pub fn suspect(&mut self) {
        if let Guest::Client(connection) = self {
            connection.suspect = true;
        }
    }

    /// Throws away what came unasked; an error says why the guest is gone.
    pub fn discard_unasked(&mut self) -> Result<usize, WireError> {
        let flooded = self.with(Connection::discard_unasked).unwrap_or(Ok(0));
        if flooded.is_err() {
            *self = Guest::Gone;
        }
        flooded
    }

    /// Takes a client's table and reads it.
    fn answer<T>(
        &mut self,
        doing: &'static str,
        read: impl FnOnce(&Table) -> Result<T, super::BadTable>,
    ) -> Result<Answer<T>, WireError> {
        match self.with(|c| c.read_table(doing)) {
            None => Ok(Answer::Absent),
            Some(Err(e @ WireError::Garbage { .. })) => Ok(Answer::Nonsense(e.to_string())),
            Some(Err(e)) => Err(e),
            Some(Ok(table)) => Ok(match read(&table) {
                Ok(value) => Answer::Given(value),
                Err(bad) => Answer::Nonsense(bad.to_string()),
            }),
        }
    }

    /// The cards a guest plays.
    pub fn play(
        &mut self,
        position: &Position,
        seat: Seat,
        rng: &mut Rng,
    ) -> Result<Answer<Move>, WireError> {
        match self {
            Guest::Local(player) => Ok(ask(player.as_mut(), position, seat, rng)),
            _ => self.answer("waiting for a play", Table::play),
        }
    }

    /// The cards a guest gives away.
    pub fn gift(
        &mut self,
        position: &Position,
        seat: Seat,
        rng: &mut Rng,
    ) -> Result<Answer<Cards>, WireError> {
        match self {
            Guest::Local(player) => Ok(match ask(player.as_mut(), position, seat, rng) {
                Answer::Given(mv) => Answer::Given(mv.cards()),
                Answer::Nonsense(why) => Answer::Nonsense(why),
                Answer::Absent => Answer::Absent,
            }),
            _ => self.answer("waiting for a gift", Table::hand),
        }
    }
}

fn ask(
    player: &mut dyn Player<Daihinmin>,
    position: &Position,
    seat: Seat,
    rng: &mut Rng,
) -> Answer<Move> {
    let view: View = position.view(seat);
    let mut legal = Vec::new();
    position.legal_moves(seat, &mut legal);
    let ask = Ask { view: &view, legal: &legal, budget: Budget::default(), rng };
    match player.choose(ask) {
        Ok(choice) => Answer::Given(choice.mv),
        Err(e) => Answer::Nonsense(e.to_string()),
    }
}
