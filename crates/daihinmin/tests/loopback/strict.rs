//! A client written from the description of the protocol alone, sharing no
//! code with the host, and as strict as the contest's sample client: it gives
//! up at the first table that is not exactly what the description says.

use crate::common::*;
use fuda_daihinmin::wire::HostOptions;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;

type Rows = [[u32; 15]; 8];

struct Strict {
    stream: TcpStream,
    me: usize,
    /// The game, counted from 0.
    game: u32,
    hand: Rows,
    classes: Vec<u32>,
    seats: Vec<u32>,
}

/// What is wrong with a table, for the assertion's message.
fn cards(table: &Rows) -> u32 {
    table[..5].iter().flatten().filter(|cell| **cell != 0).count() as u32
}

impl Strict {
    fn sit_down(port: u16) -> Strict {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        let mut hello = [[0u32; 15]; 8];
        hello[0][0] = 20070;
        for (cell, letter) in hello[1].iter_mut().zip(b"strict") {
            *cell = (*letter).into();
        }
        send(&mut stream, &hello);
        let me = number(&mut stream);
        assert!(me < 5, "player number {me}");
        let rows = [[0; 15]; 8];
        Strict { stream, me: me as usize, game: 0, hand: rows, classes: vec![], seats: vec![] }
    }

    /// Plays a series whose classes are reset every `reset` games and whose
    /// seats change every three; gives the number of games.
    fn play(mut self, reset: u32) -> u32 {
        let mut last_order = None;
        loop {
            self.deal(reset, last_order.as_deref());
            let (order, end) = self.turns();
            last_order = Some(order);
            self.game += 1;
            match end {
                1 => {}
                2 => break,
                other => panic!("{other} after the last turn of a game"),
            }
        }
        let mut rest = Vec::new();
        self.stream.read_to_end(&mut rest).unwrap();
        assert!(rest.is_empty(), "{} bytes after the end", rest.len());
        self.game
    }

    fn deal(&mut self, reset: u32, last_order: Option<&[usize]>) {
        let table = read(&mut self.stream);
        let without = self.game.is_multiple_of(reset);
        let at = format!("game {}: {:?}", self.game, &table[5..7]);
        assert_eq!(table[5][0], 1, "not card-change turn? {at}");
        assert_eq!(table[5][2..8], [0, 6, 0, 0, 0, 0], "{at}");
        let (sizes, classes, seats) = (&table[6][..5], &table[6][5..10], &table[6][10..15]);
        let mut sorted = sizes.to_vec();
        sorted.sort_unstable();
        assert_eq!(sorted, [10, 10, 11, 11, 11], "{at}");
        assert!((0..5).all(|p| seats.contains(&p)), "{at}");
        if !self.game.is_multiple_of(3) {
            assert_eq!(seats, self.seats, "{at}");
        }
        let my_class = classes[self.me];
        if without {
            assert_eq!((classes, table[5][1]), (&[0; 5][..], 0), "{at}");
        } else {
            // The order of finishing of the last game.
            let order = last_order.unwrap();
            assert!((0..5).all(|p| classes[order[p]] == p as u32), "{order:?} {at}");
            assert_eq!(table[5][1], [2, 1, 0, 0, 0][my_class as usize], "{at}");
        }
        let gifts = table[5][1];
        assert_eq!(cards(&table), sizes[self.me] + gifts, "{at}");
        (self.classes, self.seats, self.hand) = (classes.to_vec(), seats.to_vec(), table);
        if gifts > 0 {
            let gift = self.weakest(gifts);
            for (hand, given) in self.hand.iter_mut().zip(&gift).take(5) {
                for (hand, given) in hand.iter_mut().zip(given) {
                    *hand -= given;
                }
            }
            send(&mut self.stream, &gift);
        }
    }

    /// The weakest cards of the hand, the joker left aside.
    fn weakest(&self, count: u32) -> Rows {
        let mut gift = [[0; 15]; 8];
        let places = (1..14).flat_map(|column| (0..4).map(move |row| (row, column)));
        let held = places.filter(|&(row, column): &(usize, usize)| self.hand[row][column] == 1);
        for (row, column) in held.take(count as usize) {
            gift[row][column] = 1;
        }
        gift
    }

    /// Plays a game; gives the order of finishing and what the server says.
    fn turns(&mut self) -> (Vec<usize>, u32) {
        let mut order: Vec<usize> = Vec::new();
        let mut lying: Option<Rows> = None;
        let mut last_mover = None;
        let mut first = true;
        loop {
            let table = read(&mut self.stream);
            let at = format!("game {}: {:?}", self.game, &table[5..7]);
            assert_eq!((table[5][0], table[5][1]), (0, 0), "card-change turn? {at}");
            let turn = table[5][3] as usize;
            assert!(turn < 5, "{at}");
            assert_eq!(table[5][2], u32::from(turn == self.me), "{at}");
            assert_eq!(cards(&table), table[6][self.me], "{at}");
            assert!(table[6][turn] > 0, "who has finished is asked: {at}");
            assert_eq!(table[6][5..10], self.classes, "{at}");
            assert_eq!(table[6][10..15], self.seats, "{at}");
            if first {
                assert_eq!(table[6][..5].iter().sum::<u32>(), 53, "{at}");
                assert_eq!(table[5][4..8], [1, 0, 0, 0], "{at}");
                let leads = table[2][1] == 1;
                assert_eq!(leads, turn == self.me, "the three of diamonds leads: {at}");
                let poor = self.classes[self.me] > 2;
                let same = (0..5).all(|row| table[row] == self.hand[row]);
                assert!(poor || same, "the hand after the exchange: {at}");
            } else {
                let same = (0..5).all(|row| table[row] == self.hand[row]);
                assert!(same, "the hand changed: {at}");
            }
            first = false;
            self.hand = table;
            if table[5][4] == 1 {
                lying = None;
            } else {
                assert!(lying.is_some(), "nothing lies there: {at}");
            }
            if turn == self.me {
                self.answer(lying.as_ref());
            }
            let played = read(&mut self.stream);
            assert_eq!(played[5][3] as usize, turn, "{at}");
            let fewer = table[6][turn] - played[6][turn];
            if fewer > 0 {
                assert_eq!(cards(&played), fewer, "{at}");
                lying = Some(played);
                last_mover = Some(turn);
            }
            assert!(last_mover.is_some() || fewer == 0);
            let out = (0..5).filter(|&player| played[6][player] == 0);
            for player in out {
                if !order.contains(&player) {
                    order.push(player);
                }
            }
            match number(&mut self.stream) {
                0 => {}
                end => {
                    assert!(order.len() >= 4, "the game ends with {order:?}");
                    order.extend((0..5).filter(|p| !order.contains(p)).collect::<Vec<_>>());
                    return (order, end);
                }
            }
        }
    }

    /// Plays the weakest single card that is allowed, as the sample client
    /// does in the end; everything else is passed.
    fn answer(&mut self, lying: Option<&Rows>) {
        let single = lying.is_none_or(|rows| cards(rows) == 1);
        let joker = lying.is_some_and(|rows| rows[..5].iter().flatten().any(|cell| *cell == 2));
        let (revolution, locked) = (self.hand[5][6] == 1, self.hand[5][7] == 1);
        let under = lying.and_then(|rows| {
            let mut places = (0..4).flat_map(|row| (1..14).map(move |column| (row, column)));
            places.find(|&(row, column): &(usize, usize)| rows[row][column] == 1)
        });
        let fits = |&(row, column): &(usize, usize)| {
            let stronger = match (under, revolution) {
                (None, _) => true,
                (Some((_, low)), true) => column < low,
                (Some((_, low)), false) => column > low,
            };
            let suit = !locked || under.is_none_or(|(suit, _)| suit == row);
            self.hand[row][column] == 1 && stronger && suit
        };
        let mut answer = [[0; 15]; 8];
        let mut places = (1..14).flat_map(|column| (0..4).map(move |row| (row, column)));
        let own_joker = lying.is_none() && cards(&self.hand) == 1 && self.hand[4][1] == 2;
        let chosen = places.find(fits).filter(|_| single && !joker);
        if let Some((row, column)) = chosen {
            answer[row][column] = 1;
            self.hand[row][column] = 0;
        } else if own_joker {
            answer[0][14] = 2;
            self.hand[4][1] = 0;
        }
        send(&mut self.stream, &answer);
        let accepted = number(&mut self.stream);
        let plays = chosen.is_some() || own_joker;
        let expected = if plays || lying.is_none() { 9 } else { 8 };
        assert_eq!(accepted, expected, "game {}: a legal answer", self.game);
    }
}

fn send(stream: &mut TcpStream, rows: &Rows) {
    let bytes: Vec<u8> = rows.iter().flatten().flat_map(|cell| cell.to_be_bytes()).collect();
    stream.write_all(&bytes).unwrap();
}

fn number(stream: &mut TcpStream) -> u32 {
    let mut bytes = [0; 4];
    stream.read_exact(&mut bytes).unwrap();
    u32::from_be_bytes(bytes)
}

fn read(stream: &mut TcpStream) -> Rows {
    let mut rows = [[0; 15]; 8];
    for cell in rows.iter_mut().flatten() {
        *cell = number(stream);
    }
    rows
}

#[test]
fn strict_clients_play_whole_series() {
    // Classes are reset in games 0, 7, 14 and 21.
    let options = HostOptions { reset_every: 7, ..options(25) };
    let (played, games) = host_with(options, 0, |port| {
        let running: Vec<_> =
            (0..5).map(|_| thread::spawn(move || Strict::sit_down(port).play(7))).collect();
        running.into_iter().map(|client| client.join().unwrap()).collect::<Vec<_>>()
    });
    assert_eq!(games, [25; 5]);
    assert_eq!((played.report.games, played.refused()), (25, 0));
    assert!(played.gone().is_empty());
    let checked = verified(&played.log);
    assert_eq!((checked.games, checked.mismatches), (25, 0));
}

#[test]
fn a_strict_client_plays_with_other_players() {
    let options = HostOptions { reset_every: 100, ..options(102) };
    let (played, games) = host_with(options, 4, |port| Strict::sit_down(port).play(100));
    assert_eq!((games, played.report.games), (102, 102));
    assert_eq!(played.refused(), 0);
}
