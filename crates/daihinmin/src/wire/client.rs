//! A player at the contest's server.

use super::connection::Connection;
use super::follower::Follower;
use super::table::{BadTable, Table, Version};
use super::{PORT, WireError};
use crate::moves::Move;
use crate::{Cards, Daihinmin};
use fuda_core::{Ask, Budget, Player, Purpose, Rng, Seed};
use std::net::TcpStream;
use std::time::Duration;

/// Where to go and who to be.
#[derive(Clone, Debug)]
pub struct JoinOptions {
    /// The server's name or address.
    pub host: String,
    /// The server's port.
    pub port: u16,
    /// The name at the table, at most 14 letters; the original server keeps 9.
    pub name: String,
    /// The version of the protocol to speak.
    pub version: Version,
    /// Where the player's random numbers come from.
    pub seed: Seed,
    /// What a move may cost.
    pub budget: Budget,
    /// How long the server may say nothing; `None` for ever.
    pub patience: Option<Duration>,
}

impl Default for JoinOptions {
    fn default() -> JoinOptions {
        JoinOptions {
            host: "127.0.0.1".into(),
            port: PORT,
            name: "fuda".into(),
            version: Version::default(),
            seed: Seed(0),
            budget: Budget::default(),
            patience: None,
        }
    }
}

/// What happens while a client plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JoinEvent {
    /// The server gave this player number.
    Seated(u8),
    /// A game ended; so many have.
    GameOver(u32),
    /// The server refused cards that were thought legal.
    Refused(Move),
}

/// How it went.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct JoinReport {
    /// Games played.
    pub games: u32,
    /// Plays the server refused, passes not counted.
    pub refused: u32,
    /// Tables that did not say what the rules say.
    pub disagreements: u64,
}

/// Connects, plays until the server says that all is over, and reports.
///
/// An error comes when the server is not there, says nothing for too long,
/// goes away in the middle of a game, or says what the protocol does not.
pub fn join(
    options: &JoinOptions,
    player: &mut dyn Player<Daihinmin>,
    progress: &mut dyn FnMut(JoinEvent),
) -> Result<JoinReport, WireError> {
    let stream = TcpStream::connect((options.host.as_str(), options.port))
        .map_err(|source| WireError::Io { doing: "connecting", source })?;
    let mut connection = Connection::new(stream, options.version, options.patience)?;
    if options.version != Version::V20060 {
        // The first table is long in every version.
        connection.version = Version::V20070;
        connection.send_table(&Table::hello(options.version, &options.name));
        connection.flush("introducing itself")?;
        connection.version = options.version;
    }
    let doing = "waiting for a player number";
    let number = connection.read_number(doing)?;
    let number = u8::try_from(number).ok().filter(|n| *n < 5).ok_or_else(|| {
        WireError::Garbage { doing, bad: BadTable::new("a number below 5", number.to_string()) }
    })?;
    progress(JoinEvent::Seated(number));
    let mut client = Client {
        connection,
        follower: Follower::new(number),
        player,
        budget: options.budget,
        seed: options.seed,
        report: JoinReport::default(),
        legal: Vec::new(),
    };
    while client.game(progress)? {}
    client.report.disagreements += client.follower.disagreements();
    Ok(client.report)
}

struct Client<'a> {
    connection: Connection,
    follower: Follower,
    player: &'a mut dyn Player<Daihinmin>,
    budget: Budget,
    seed: Seed,
    report: JoinReport,
    legal: Vec<Move>,
}

fn garbage(doing: &'static str) -> impl Fn(BadTable) -> WireError {
    move |bad| WireError::Garbage { doing, bad }
}

impl Client<'_> {
    /// Plays one game; gives whether another follows.
    fn game(&mut self, progress: &mut dyn FnMut(JoinEvent)) -> Result<bool, WireError> {
        let doing = "waiting for cards";
        let table = self.connection.read_table(doing)?;
        let gifts = self.follower.deal(&table).map_err(garbage(doing))?;
        let seat = fuda_core::View::seat(self.follower.view());
        self.player.begin(seat);
        let path = [self.report.games.into(), seat.0.into()];
        let mut rng = self.seed.stream(Purpose::Player, &path);
        if gifts > 0 {
            let gift = self.gift(gifts, &mut rng)?;
            let mut answer = Table::default();
            answer.put_hand(gift);
            self.connection.send_table(&answer);
            self.connection.flush("giving cards")?;
        }
        loop {
            self.turn(&mut rng, progress)?;
            match self.connection.read_number("waiting for the end of the turn")? {
                0 => {}
                more @ (1 | 2) => {
                    self.report.games += 1;
                    progress(JoinEvent::GameOver(self.report.games));
                    return Ok(more == 1);
                }
                other => {
                    let bad = BadTable::new("0, 1 or 2", other.to_string());
                    return Err(garbage("waiting for the end of the turn")(bad));
                }
            }
        }
    }

    fn turn(
        &mut self,
        rng: &mut Rng,
        progress: &mut dyn FnMut(JoinEvent),
    ) -> Result<(), WireError> {
        let doing = "waiting for a turn";
        let table = self.connection.read_table(doing)?;
        if self.follower.turn(&table).map_err(garbage(doing))? {
            let mv = self.choose(rng)?;
            let mut answer = Table::default();
            answer.put_play(mv);
            self.connection.send_table(&answer);
            self.connection.flush("playing cards")?;
            let answer = self.connection.read_number("waiting for the server's answer")?;
            if answer != 9 && !mv.is_pass() {
                self.report.refused += 1;
                progress(JoinEvent::Refused(mv));
            }
        }
        let doing = "waiting for the cards on the table";
        let table = self.connection.read_table(doing)?;
        self.follower.played(&table).map_err(garbage(doing))?;
        Ok(())
    }

    /// Asks the player. Where the server's tables contradict each other, the
    /// first legal play or a pass is answered without asking it.
    fn choose(&mut self, rng: &mut Rng) -> Result<Move, WireError> {
        self.follower.legal_moves(&mut self.legal);
        if self.legal.is_empty() || !self.follower.is_sound() {
            self.report.disagreements += 1;
            return Ok(self.legal.first().copied().unwrap_or(Move::PASS));
        }
        let view = self.follower.view();
        let ask = Ask { view, legal: &self.legal, budget: self.budget, rng };
        Ok(self.player.choose(ask)?.mv)
    }

    fn gift(&mut self, count: usize, rng: &mut Rng) -> Result<Cards, WireError> {
        let hand = self.follower.view().hand();
        let gift = self.choose(rng)?;
        // A server that asks for another number than the classes say gets it.
        if gift.is_gift() && gift.cards().len() == count {
            return Ok(gift.cards());
        }
        let mut weakest: Vec<_> = hand.iter().collect();
        weakest.sort_by_key(|card| card.gift_order());
        Ok(weakest.into_iter().take(count).collect())
    }
}
