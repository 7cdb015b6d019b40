//! A server for the contest's clients.

use super::connection::Connection;
use super::guest::{Answer, Guest};
use super::table::Version;
use super::tables::{deal_table, played_table, turn_table};
use super::{PORT, WireError};
use crate::formats::{GameToLog, LogWriter};
use crate::moves::Move;
use crate::state::Stage;
use crate::{Cards, Daihinmin, Deal, Position, Rules};
use fuda_core::{Game, Player, Position as _, Purpose, Seat, Seed};
use std::io::Write;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

/// How a host plays.
#[derive(Clone, Debug)]
pub struct HostOptions {
    /// The address to listen at.
    pub address: String,
    /// The port to listen at; 0 for any free one.
    pub port: u16,
    /// How many games to play.
    pub games: u32,
    /// Where deals and seats come from.
    pub seed: Seed,
    /// Classes are reset every so many games.
    pub reset_every: u32,
    /// Seats change every so many games.
    pub reseat_every: u32,
    /// How long a client may take for an answer.
    pub time_limit: Duration,
    /// How long a new client may say nothing before it is taken for one of
    /// version 20060.
    pub hello_limit: Duration,
}

impl Default for HostOptions {
    fn default() -> HostOptions {
        HostOptions {
            address: "127.0.0.1".into(),
            port: PORT,
            games: 1_000,
            seed: Seed(0),
            reset_every: 100,
            reseat_every: 3,
            time_limit: Duration::from_secs(60),
            hello_limit: Duration::from_secs(2),
        }
    }
}

/// A player of the house, who takes a seat that no client will take.
pub struct HouseGuest {
    /// The name in the log.
    pub name: String,
    /// Who plays.
    pub player: Box<dyn Player<Daihinmin>>,
}

/// What happens at a host's table.
#[derive(Clone, PartialEq, Debug)]
pub enum HostEvent {
    /// A client took a seat.
    Seated {
        /// Its player number.
        player: u8,
        /// The name it gave.
        name: String,
        /// The version it speaks.
        version: Version,
    },
    /// Somebody connected and was sent away.
    TurnedAway {
        /// Why.
        reason: String,
    },
    /// A client is gone; it passes from now on.
    Gone {
        /// Its player number.
        player: u8,
        /// Why.
        reason: String,
    },
    /// An answer was refused: a play counts as a pass, a gift is chosen anew.
    Refused {
        /// The game, counted from 0.
        game: u32,
        /// Whose answer.
        player: u8,
        /// What was wrong with it.
        reason: String,
    },
    /// A game ended.
    GameOver {
        /// The game, counted from 0.
        game: u32,
        /// The players in the order of finishing.
        order: [u8; 5],
    },
}

/// How it went.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct HostReport {
    /// Games played.
    pub games: u32,
    /// Turns played.
    pub turns: u64,
    /// Answers refused.
    pub refused: u64,
    /// The names by player number.
    pub names: Vec<String>,
    /// Points by player number, 5 for the first down to 1 for the last.
    pub points: [u64; 5],
}

/// A server waiting for its clients.
#[derive(Debug)]
pub struct Host {
    listener: TcpListener,
    options: HostOptions,
}

impl Host {
    /// Opens the port.
    pub fn bind(options: HostOptions) -> Result<Host, WireError> {
        if options.reset_every == 0 || options.reseat_every == 0 {
            let what = "classes and seats must change every 1 or more games";
            return Err(WireError::Options(what.into()));
        }
        let listener = TcpListener::bind((options.address.as_str(), options.port))
            .map_err(|source| WireError::Io { doing: "opening the port", source })?;
        Ok(Host { listener, options })
    }

    /// Where clients find it.
    pub fn address(&self) -> Result<SocketAddr, WireError> {
        let doing = "looking at the port";
        self.listener.local_addr().map_err(|source| WireError::Io { doing, source })
    }

    /// Waits until the seats that the house leaves free are taken, plays all
    /// games, and reports. Whoever comes later finds the port closed.
    pub fn run(
        self,
        house: Vec<HouseGuest>,
        mut log: Option<&mut dyn Write>,
        progress: &mut dyn FnMut(HostEvent),
    ) -> Result<HostReport, WireError> {
        if house.len() > 5 {
            return Err(WireError::Options(format!("{} players for five seats", house.len())));
        }
        let mut names = Vec::new();
        let mut guests = Vec::new();
        while guests.len() + house.len() < 5 {
            let (stream, _) = self
                .listener
                .accept()
                .map_err(|source| WireError::Io { doing: "waiting for clients", source })?;
            match self.welcome(stream) {
                Ok((connection, name)) => {
                    let version = connection.version;
                    guests.push(Guest::Client(connection));
                    let player = guests.len() as u8 - 1;
                    if let Some(guest) = guests.last_mut() {
                        guest.send_number(player.into());
                        if let Err(e) = guest.flush() {
                            guests.pop();
                            progress(HostEvent::TurnedAway { reason: e.to_string() });
                            continue;
                        }
                    }
                    progress(HostEvent::Seated { player, name: name.clone(), version });
                    names.push(name);
                }
                Err(e) => progress(HostEvent::TurnedAway { reason: e.to_string() }),
            }
        }
        for guest in house {
            names.push(guest.name);
            guests.push(Guest::House(guest.player));
        }
        drop(self.listener);
        let mut room = Room::new(&self.options, guests, names, progress);
        for game in 0..self.options.games {
            room.game(game)?;
            if let Some(out) = &mut log {
                let text = room.log.take();
                out.write_all(text.as_bytes())
                    .and_then(|()| out.flush())
                    .map_err(|source| WireError::Io { doing: "writing the log", source })?;
            }
        }
        Ok(room.report)
    }

    /// Finds out what a new client speaks and how it is called.
    fn welcome(&self, stream: TcpStream) -> Result<(Connection, String), WireError> {
        let limit = Some(self.options.time_limit);
        let mut connection = Connection::new(stream, Version::V20070, limit)?;
        let Some(hello) = connection.read_hello(self.options.hello_limit)? else {
            connection.version = Version::V20060;
            return Ok((connection, "old".into()));
        };
        let doing = "reading the client's first table";
        connection.version = Version::from_number(hello.0[0][0]).ok_or_else(|| {
            let expected = "the protocol 20070, 20060 or 20140";
            let bad = super::BadTable::new(expected, hello.0[0][0].to_string());
            WireError::Garbage { doing, bad }
        })?;
        let name = hello.name();
        Ok((connection, if name.is_empty() { "client".into() } else { name }))
    }
}

/// Five guests and what they play.
struct Room<'a> {
    options: &'a HostOptions,
    guests: Vec<Guest>,
    progress: &'a mut dyn FnMut(HostEvent),
    report: HostReport,
    log: LogWriter,
    /// The player at each seat.
    seats: [u8; 5],
    /// The class of each player, from the last game.
    classes: Option<[u8; 5]>,
    /// What lies on the table.
    lying: Move,
}

impl<'a> Room<'a> {
    fn new(
        options: &'a HostOptions,
        guests: Vec<Guest>,
        names: Vec<String>,
        progress: &'a mut dyn FnMut(HostEvent),
    ) -> Room<'a> {
        let settings = [
            ("RULE_SEKIGAE", "YES".to_owned()),
            ("RULE_SEKIGAE_NUM", options.reseat_every.to_string()),
            ("GAME_NUMBER", options.games.to_string()),
            ("FLASH_MIBUN_NUMBER", options.reset_every.to_string()),
            ("GAME_PORT", options.port.to_string()),
            ("RANDOM_SEED", options.seed.0.to_string()),
        ];
        Room {
            log: LogWriter::new(&Rules::UECDA, &names, &settings),
            report: HostReport { names, ..HostReport::default() },
            options,
            guests,
            progress,
            seats: [0, 1, 2, 3, 4],
            classes: None,
            lying: Move::PASS,
        }
    }

    fn guest_at(&mut self, seat: Seat) -> (u8, &mut Guest) {
        let player = self.seats[seat.index()];
        (player, &mut self.guests[usize::from(player)])
    }

    fn gone(&mut self, player: u8, e: &WireError) {
        (self.progress)(HostEvent::Gone { player, reason: e.to_string() });
    }

    fn refused(&mut self, game: u32, player: u8, reason: String) {
        self.guests[usize::from(player)].suspect();
        self.report.refused += 1;
        (self.progress)(HostEvent::Refused { game, player, reason });
    }

    fn game(&mut self, number: u32) -> Result<(), WireError> {
        let game = Daihinmin::default();
        if number.is_multiple_of(self.options.reseat_every) {
            let mut rng = self.options.seed.stream(Purpose::Sample, &[number.into()]);
            rng.shuffle(&mut self.seats);
        }
        if number.is_multiple_of(self.options.reset_every) {
            self.classes = None;
        }
        let dealt = game.deal(&mut self.options.seed.stream(Purpose::Deal, &[number.into()]));
        let classes = self.classes.map(|by| self.seats.map(|p| by[usize::from(p)]).to_vec());
        let deal = Deal { classes, ..dealt };
        let mut position =
            game.start(&deal).map_err(|e| WireError::Options(format!("game {number}: {e}")))?;
        self.lying = Move::PASS;
        let (players, guests) = (self.seats, &mut self.guests);
        for (seat, player) in players.into_iter().enumerate() {
            let guest = &mut guests[usize::from(player)];
            if let Guest::House(player) = guest {
                player.begin(Seat(seat as u8));
            }
            guest.send_table(|| deal_table(&position, Seat(seat as u8), &players));
        }
        let seed = self.options.seed;
        let mut rng = seed.stream(Purpose::Player, &[number.into()]);
        while let Stage::Gift(class) = position.state().stage {
            let seat = Seat(position.state().turn);
            self.flush_all(self.seats[seat.index()]);
            let count = position.state().rules.gifts(class);
            let (player, guest) = self.guest_at(seat);
            let answer = guest.gift(&position, seat, &mut rng);
            let cards = self.gift_of(number, player, answer, position.hand(seat), count);
            position.play_unchecked(seat, Move::give(cards));
        }
        let plays = self.turns(number, &mut position, &mut rng);
        self.finish(number, &deal, &position, &plays)
    }

    /// What is given: the answer if it is right, else the strongest cards.
    fn gift_of(
        &mut self,
        game: u32,
        player: u8,
        answer: Result<Answer<Cards>, WireError>,
        hand: Cards,
        count: usize,
    ) -> Cards {
        match answer {
            Ok(Answer::Given(cards)) if cards.len() == count && hand.includes(cards) => {
                return cards;
            }
            Ok(Answer::Given(cards)) => {
                self.refused(game, player, format!("the gift {cards}: {count} of its own wanted"));
            }
            Ok(Answer::Nonsense(why)) => self.refused(game, player, why),
            Ok(Answer::Absent) => {}
            Err(e) => self.gone(player, &e),
        }
        hand.strongest(count)
    }

    /// All turns of a game; gives what was submitted.
    fn turns(
        &mut self,
        game: u32,
        position: &mut Position,
        rng: &mut fuda_core::Rng,
    ) -> Vec<(Seat, Move)> {
        let mut plays = Vec::new();
        while let Some(seat) = position.turn().first() {
            let players = self.seats;
            let (player, guest) = self.guest_at(seat);
            if let Err(e) = guest.discard_unasked() {
                self.gone(player, &e);
            }
            for (s, p) in players.into_iter().enumerate() {
                self.guests[usize::from(p)]
                    .send_table(|| turn_table(position, Seat(s as u8), &players));
            }
            self.flush_all(players[seat.index()]);
            let (player, guest) = self.guest_at(seat);
            let answer = guest.play(position, seat, rng);
            let submitted = match answer {
                Ok(Answer::Given(mv)) => mv,
                Ok(Answer::Absent) => Move::PASS,
                Ok(Answer::Nonsense(why)) => {
                    self.refused(game, player, why);
                    Move::PASS
                }
                Err(e) => {
                    self.gone(player, &e);
                    Move::PASS
                }
            };
            plays.push((seat, submitted));
            let refusal = position.state().refusal(submitted);
            if let Some(why) = refusal {
                self.refused(game, player, format!("{submitted}: {why}"));
            }
            let mv = if refusal.is_some() { Move::PASS } else { submitted };
            // A pass is called refused unless the table is empty.
            let accepted = !mv.is_pass() || position.table().is_none();
            self.guest_at(seat).1.send_number(if accepted { 9 } else { 8 });
            self.play(game, position, seat, mv);
        }
        plays
    }

    /// Makes a move and tells everybody.
    fn play(&mut self, game: u32, position: &mut Position, seat: Seat, mv: Move) {
        self.report.turns += 1;
        let state = position.state();
        let locked = mv.meld().map_or(state.locked, |meld| state.locked_by(meld));
        if !mv.is_pass() {
            self.lying = mv;
        }
        position.play_unchecked(seat, mv);
        let table = played_table(position, &self.seats, seat, self.lying, locked);
        let more = match position.turn().first() {
            Some(_) => 0,
            None if game + 1 == self.options.games => 2,
            None => 1,
        };
        for guest in &mut self.guests {
            guest.send_table(|| table.clone());
            guest.send_number(more);
        }
        if position.table().is_none() {
            self.lying = Move::PASS;
        }
    }

    fn finish(
        &mut self,
        number: u32,
        deal: &Deal,
        position: &Position,
        plays: &[(Seat, Move)],
    ) -> Result<(), WireError> {
        self.flush_all(0);
        let order = position.finish_order();
        let mut classes = [0; 5];
        let mut players = [0; 5];
        for (place, seat) in order.iter().enumerate() {
            let player = self.seats[seat.index()];
            players[place] = player;
            classes[usize::from(player)] = place as u8;
            self.report.points[usize::from(player)] += 5 - place as u64;
        }
        self.classes = Some(classes);
        self.report.games += 1;
        self.log
            .game(GameToLog { deal, seats: self.seats, plays, order: &order })
            .map_err(|e| WireError::Options(e.to_string()))?;
        (self.progress)(HostEvent::GameOver { game: number, order: players });
        Ok(())
    }

    /// Sends what is ready to everybody. Whoever is asked comes first, to
    /// think while the others read.
    fn flush_all(&mut self, asked: u8) {
        for player in (asked..5).chain(0..asked) {
            if let Err(e) = self.guests[usize::from(player)].flush() {
                self.gone(player, &e);
            }
        }
    }
}
