//! A table laid out by hand: who holds what, what comes from the wall.

use fuda_core::{Game, Position, Seat, Turn};
use fuda_mahjong::game::HandResult;
use fuda_mahjong::notation::parse;
use fuda_mahjong::{Deal, Face, Mahjong, MahjongPosition, Move, Standing, Tile, Wall};

/// What lies where; the rest is filled with what is left.
#[derive(Clone, Copy, Default)]
pub struct Layout<'a> {
    /// Starting hands by seat; up to 13 tiles each.
    pub hands: [&'a str; 4],
    /// Live tiles in the order drawn, the dealer's first one first.
    pub draws: &'a str,
    /// Replacement tiles in the order drawn.
    pub replacements: &'a str,
    /// Dora indicators in the order turned.
    pub indicators: &'a str,
    /// The indicators under them.
    pub ura: &'a str,
    /// The last live tiles, the very last one first.
    pub last: &'a str,
    /// How the game stands.
    pub standing: Option<Standing>,
    /// The rules; `tenhou` when empty.
    pub rules: &'a str,
}

/// A game in progress that is played by text.
pub struct Play(pub MahjongPosition);

impl Layout<'_> {
    pub fn wall(&self) -> Wall {
        let mut pool: Vec<Tile> = Tile::all().collect();
        let mut places: [Option<Tile>; 136] = [None; 136];
        let mut put = |at: usize, face: Face| {
            let which = pool.iter().position(|tile| tile.face(true) == face);
            let tile = pool.remove(which.unwrap_or_else(|| panic!("no {face} is left")));
            assert!(places[at].replace(tile).is_none(), "place {at} is taken");
        };
        let dealer = self.standing.map_or(0, |standing| standing.dealer());
        let mut slots: [Vec<usize>; 4] = Default::default();
        let mut next = 135;
        for block in [4, 4, 4, 1] {
            for step in 0..4 {
                for _ in 0..block {
                    slots[(dealer + step) % 4].push(next);
                    next -= 1;
                }
            }
        }
        for (hand, slots) in self.hands.iter().zip(&slots) {
            for (face, &at) in faces(hand).into_iter().zip(slots) {
                put(at, face);
            }
        }
        for (number, face) in faces(self.draws).into_iter().enumerate() {
            put(83 - number, face);
        }
        for (number, face) in faces(self.replacements).into_iter().enumerate() {
            put(Wall::REPLACEMENTS[number], face);
        }
        for (number, face) in faces(self.indicators).into_iter().enumerate() {
            put(5 + 2 * number, face);
        }
        for (number, face) in faces(self.ura).into_iter().enumerate() {
            put(4 + 2 * number, face);
        }
        for (number, face) in faces(self.last).into_iter().enumerate() {
            put(14 + number, face);
        }
        let mut rest = pool.into_iter();
        let tiles: Vec<Tile> =
            places.into_iter().map(|tile| tile.unwrap_or_else(|| rest.next().unwrap())).collect();
        Wall::new(&tiles).unwrap()
    }

    pub fn play(&self) -> Play {
        let rules = if self.rules.is_empty() { "tenhou" } else { self.rules };
        let game = Mahjong::with_rules(rules).unwrap();
        let deal = Deal { seed: 1, walls: vec![self.wall()], start: self.standing };
        Play(game.start(&deal).unwrap())
    }
}

fn faces(text: &str) -> Vec<Face> {
    parse(text).unwrap().to_vec()
}

impl Play {
    /// The legal moves of a seat as text.
    pub fn menu(&self, seat: u8) -> Vec<String> {
        let mut moves = Vec::new();
        self.0.legal_moves(Seat(seat), &mut moves);
        moves.iter().map(Move::to_string).collect()
    }

    /// Whether a seat may make a move now.
    pub fn may(&self, seat: u8, mv: &str) -> bool {
        self.menu(seat).iter().any(|each| each == mv)
    }

    /// Plays moves such as `0:3m 1:pon-33m`. Whoever is asked for a claim in
    /// between and is not named passes. `0:*` discards the tile drawn.
    pub fn go(&mut self, script: &str) -> &mut Play {
        for step in script.split_whitespace() {
            let (seat, text) = step.split_once(':').unwrap();
            let seat: u8 = seat.parse().unwrap();
            loop {
                let mv = match (text, self.0.drawn()) {
                    ("*", Some(tile)) => Move::Discard { tile, drawn: true },
                    ("*", None) => Move::Pass,
                    _ => text.parse().unwrap(),
                };
                if self.may(seat, &mv.to_string()) && (text != "*" || mv != Move::Pass) {
                    self.0.play(Seat(seat), mv).unwrap();
                    break;
                }
                match self.0.turn() {
                    Turn::Claims(seats) => {
                        self.0.play(seats.first().unwrap(), Move::Pass).unwrap();
                    }
                    turn => panic!("{step}: {turn:?}, may {:?}", self.menu(seat)),
                }
            }
        }
        self
    }

    /// Everybody still asked passes.
    pub fn pass(&mut self) -> &mut Play {
        while let Turn::Claims(seats) = self.0.turn() {
            self.0.play(seats.first().unwrap(), Move::Pass).unwrap();
        }
        self
    }

    /// Everybody discards what is drawn and passes until `left` live tiles
    /// are left and somebody is to act, or the hand is over.
    pub fn drain(&mut self, left: u8) -> &mut Play {
        let hand = self.0.table().hand_number;
        loop {
            self.pass();
            if self.0.table().hand_number != hand || self.0.table().live == left {
                return self;
            }
            let Turn::Seat(seat) = self.0.turn() else { return self };
            let mv = match self.0.drawn() {
                Some(tile) => Move::Discard { tile, drawn: true },
                None => self.menu(seat.0)[0].parse().unwrap(),
            };
            self.0.play(seat, mv).unwrap();
        }
    }

    /// How the last hand ended.
    pub fn result(&self) -> HandResult {
        *self.0.last_result().expect("a hand has ended")
    }

    /// The turned indicators.
    pub fn indicators(&self) -> usize {
        self.0.table().indicators.len()
    }
}

/// A standing with everybody at 25,000.
pub fn standing(round: u8, honba: u8, sticks: u8) -> Standing {
    Standing { round, honba, sticks, scores: [25_000; 4] }
}
