//! The table of a host: five guests, and the games they play.

use super::WireError;
use super::guest::{Answer, Guest};
use super::server::{Departure, HostEvent, HostOptions, HostReport};
use super::tables::{deal_table, played_table, turn_table};
use crate::formats::{GameToLog, LogWriter};
use crate::moves::Move;
use crate::state::Stage;
use crate::{Cards, Daihinmin, Deal, Position, Rules};
use fuda_core::{Game, Position as _, Purpose, Seat};

/// Five guests and what they play.
pub(super) struct Room<'a> {
    options: &'a HostOptions,
    guests: Vec<Guest>,
    progress: &'a mut dyn FnMut(HostEvent),
    pub report: HostReport,
    pub log: LogWriter,
    /// The player at each seat.
    seats: [u8; 5],
    /// The class of each player, from the last game.
    classes: Option<[u8; 5]>,
    /// What lies on the table.
    lying: Move,
    /// The game being played, counted from 0.
    number: u32,
    /// Whether any guest came as a client.
    for_clients: bool,
}

impl<'a> Room<'a> {
    pub fn new(
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
            for_clients: guests.iter().any(|guest| matches!(guest, Guest::Client(_))),
            number: 0,
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

    /// A client is gone: that is reported, and noted in the log.
    fn gone(&mut self, player: u8, e: &WireError) {
        let (game, reason) = (self.number, e.to_string());
        self.log.note(&format!("left_{player}"), &format!("game {game}: {reason}"));
        self.report.left.push(Departure { player, game, reason: reason.clone() });
        (self.progress)(HostEvent::Gone { player, reason });
    }

    /// Whether clients came and all have gone.
    fn deserted(&self) -> bool {
        self.for_clients && !self.guests.iter().any(|guest| matches!(guest, Guest::Client(_)))
    }

    fn refused(&mut self, player: u8, reason: String) {
        self.guests[usize::from(player)].suspect();
        self.report.refused[usize::from(player)] += 1;
        (self.progress)(HostEvent::Refused { game: self.number, player, reason });
    }

    /// Plays a game; gives whether the series goes on. A game that every
    /// client has left is not finished, and counts for nothing.
    pub fn game(&mut self, number: u32) -> Result<bool, WireError> {
        self.number = number;
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
            if let Guest::Local(player) = guest {
                player.begin(Seat(seat as u8));
            }
            guest.send_table(|| deal_table(position.state(), Seat(seat as u8), &players));
        }
        let seed = self.options.seed;
        let mut rng = seed.stream(Purpose::Player, &[number.into()]);
        while let Stage::Gift(class) = position.state().stage {
            let seat = Seat(position.state().turn);
            self.flush_all(self.seats[seat.index()]);
            let count = position.state().rules.gifts(class);
            let (player, guest) = self.guest_at(seat);
            let answer = guest.gift(&position, seat, &mut rng);
            let cards = self.gift_of(player, answer, position.hand(seat), count);
            position.play_unchecked(seat, Move::give(cards));
        }
        match self.turns(&mut position, &mut rng) {
            Some(plays) => self.finish(&deal, &position, &plays).map(|()| true),
            None => Ok(false),
        }
    }

    /// What is given: the answer if it is right, else the strongest cards.
    fn gift_of(
        &mut self,
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
                self.refused(player, format!("the gift {cards}: {count} of its own wanted"));
            }
            Ok(Answer::Nonsense(why)) => self.refused(player, why),
            Ok(Answer::Absent) => {}
            Err(e) => self.gone(player, &e),
        }
        hand.strongest(count)
    }

    /// All turns of a game; gives what was submitted, or nothing when every
    /// client left.
    fn turns(
        &mut self,
        position: &mut Position,
        rng: &mut fuda_core::Rng,
    ) -> Option<Vec<(Seat, Move)>> {
        let mut plays = Vec::new();
        while let Some(seat) = position.turn().first() {
            if self.deserted() {
                return None;
            }
            let players = self.seats;
            let (player, guest) = self.guest_at(seat);
            if let Err(e) = guest.discard_unasked() {
                self.gone(player, &e);
            }
            for (s, p) in players.into_iter().enumerate() {
                self.guests[usize::from(p)]
                    .send_table(|| turn_table(position.state(), Seat(s as u8), &players));
            }
            self.flush_all(players[seat.index()]);
            let (player, guest) = self.guest_at(seat);
            let answer = guest.play(position, seat, rng);
            let submitted = match answer {
                Ok(Answer::Given(mv)) => mv,
                Ok(Answer::Absent) => Move::PASS,
                Ok(Answer::Nonsense(why)) => {
                    self.refused(player, why);
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
                self.refused(player, format!("{submitted}: {why}"));
            }
            let mv = if refusal.is_some() { Move::PASS } else { submitted };
            // A pass is called refused unless the table is empty.
            let accepted = !mv.is_pass() || position.table().is_none();
            self.guest_at(seat).1.send_number(if accepted { 9 } else { 8 });
            self.play(position, seat, mv);
        }
        Some(plays)
    }

    /// Makes a move and sends it to everybody.
    fn play(&mut self, position: &mut Position, seat: Seat, mv: Move) {
        self.report.turns += 1;
        let state = position.state();
        let locked = mv.meld().map_or(state.locked, |meld| state.locked_by(meld));
        if !mv.is_pass() {
            self.lying = mv;
        }
        position.play_unchecked(seat, mv);
        let table = played_table(position.state(), &self.seats, seat, self.lying, locked);
        let more = match position.turn().first() {
            Some(_) => 0,
            None if self.number + 1 == self.options.games => 2,
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
        (self.progress)(HostEvent::GameOver { game: self.number, order: players });
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
