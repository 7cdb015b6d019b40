//! Positions and views. Nothing is hidden in Othello, so a view is a
//! position with a seat.

use crate::playout::{random_game, random_square};
use crate::{Board, Disc, Move, Othello, SeatEvent, Square, draw};
use fuda_core::{BadText, IllegalMove, PerSeat, Rng, Seat, Style, Turn, View as CoreView};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A board, whose turn it is, and what may be played.
///
/// Its text is that of a line of an OBF file: 64 letters (`X` black, `O`
/// white, `-` empty) from `a1` to `h8`, a space and the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Position {
    board: Board,
    to_move: Disc,
    /// The legal squares of the side to move; kept because every question
    /// about a position needs them.
    moves: u64,
    over: bool,
}

impl Position {
    /// The position with this board; `to_move` is the side to move, even
    /// where it must pass.
    ///
    /// # Panics
    /// When a square holds two discs.
    pub fn new(board: Board, to_move: Disc) -> Position {
        assert!(board.own & board.opp == 0, "a square holds two discs");
        Position::build(board, to_move)
    }

    #[inline]
    fn build(board: Board, to_move: Disc) -> Position {
        let moves = board.moves();
        let over = moves == 0 && board.passed().moves() == 0;
        Position { board, to_move, moves, over }
    }

    /// The board as the side to move sees it.
    #[inline]
    pub fn board(&self) -> Board {
        self.board
    }

    /// The side to move (the last one that would have been, once it is over).
    #[inline]
    pub fn to_move(&self) -> Disc {
        self.to_move
    }

    /// The legal squares of the side to move; none when it must pass.
    #[inline]
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// Whether the game has ended.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Whether the side to move can do nothing but pass.
    #[inline]
    pub fn must_pass(&self) -> bool {
        self.moves == 0 && !self.over
    }

    /// Black's and white's discs.
    pub fn discs(&self) -> (u32, u32) {
        let (black, white) = self.board.colours(self.to_move);
        (black.count_ones(), white.count_ones())
    }

    /// Black's final score if the game were over now, empties to the winner.
    pub fn black_score(&self) -> i32 {
        match self.to_move {
            Disc::Black => self.board.final_score(),
            Disc::White => -self.board.final_score(),
        }
    }

    fn refusal(&self, seat: Seat, mv: Move) -> Option<String> {
        if self.over {
            return Some("the game is over".into());
        }
        if seat != self.to_move.seat() {
            return Some(format!("it is {}'s turn", self.to_move));
        }
        match mv.square() {
            None if self.moves == 0 => None,
            None => Some("only a side without a legal square may pass".into()),
            Some(square) if self.moves & square.bit() != 0 => None,
            Some(_) if self.moves == 0 => Some("there is no legal square, only a pass".into()),
            Some(square) if self.board.empty() & square.bit() == 0 => {
                Some("the square is taken".into())
            }
            Some(_) => Some("it would turn no disc".into()),
        }
    }
}

fn by_seat(black: i32) -> PerSeat<f64> {
    [f64::from(black), f64::from(-black)].into_iter().collect()
}

impl fuda_core::Position for Position {
    type Game = Othello;

    #[inline]
    fn turn(&self) -> Turn {
        if self.over { Turn::Over } else { Turn::Seat(self.to_move.seat()) }
    }

    fn legal_moves(&self, seat: Seat, moves: &mut Vec<Move>) {
        moves.clear();
        if self.over || seat != self.to_move.seat() {
            return;
        }
        let mut left = self.moves;
        if left == 0 {
            moves.push(Move::PASS);
        }
        while let Some(square) = Square::lowest(left) {
            left &= left - 1;
            moves.push(square.into());
        }
    }

    fn play(&mut self, seat: Seat, mv: Move) -> Result<(), IllegalMove<Move>> {
        match self.refusal(seat, mv) {
            Some(reason) => Err(IllegalMove { seat, mv, reason }),
            None => {
                self.play_unchecked(seat, mv);
                Ok(())
            }
        }
    }

    #[inline]
    fn play_unchecked(&mut self, _seat: Seat, mv: Move) {
        let next = match mv.square() {
            Some(square) => self.board.after(square, self.board.flips(square)),
            None => self.board.passed(),
        };
        *self = Position::build(next, self.to_move.other());
    }

    fn first_events(&self, _seat: Seat, events: &mut Vec<SeatEvent>) {
        events.push(SeatEvent::Start { position: *self });
    }

    fn events(
        &self,
        _before: &Position,
        mover: Seat,
        mv: Move,
        _seat: Seat,
        events: &mut Vec<SeatEvent>,
    ) {
        events.push(SeatEvent::Move { seat: mover, mv });
        if let Some(scores) = fuda_core::Position::scores(self) {
            events.push(SeatEvent::End { scores });
        }
    }

    fn view(&self, seat: Seat) -> View {
        View { seat, position: *self }
    }

    fn scores(&self) -> Option<PerSeat<f64>> {
        self.over.then(|| by_seat(self.black_score()))
    }

    #[inline]
    fn random_move(&self, seat: Seat, rng: &mut Rng, _scratch: &mut Vec<Move>) -> Option<Move> {
        if self.over || seat != self.to_move.seat() {
            return None;
        }
        if self.moves == 0 {
            return Some(Move::PASS);
        }
        Square::new(random_square(self.moves, rng) as u8).map(Move::from)
    }

    fn random_playout(&mut self, rng: &mut Rng, _scratch: &mut Vec<Move>) -> PerSeat<f64> {
        let board = random_game(self.board, rng);
        *self = Position { board, to_move: self.to_move, moves: 0, over: true };
        by_seat(self.black_score())
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::all() {
            let letter = self.board.disc(square, self.to_move).map_or('-', Disc::letter);
            write!(f, "{letter}")?;
        }
        write!(f, " {}", self.to_move.letter())
    }
}

/// A letter of a position text.
fn colour_of(letter: char) -> Option<Option<Disc>> {
    match letter {
        'X' | 'x' | '*' | 'B' | 'b' => Some(Some(Disc::Black)),
        'O' | 'o' | '0' | 'W' | 'w' => Some(Some(Disc::White)),
        '-' | '.' | '_' => Some(None),
        _ => None,
    }
}

/// Reads 64 squares and the side to move, ignoring spaces, from the start
/// of a text; gives the number of bytes read or the place of the fault.
pub(crate) fn read_position(text: &str) -> Result<(Position, usize), (usize, BadText)> {
    let (mut black, mut white, mut squares) = (0u64, 0u64, 0);
    for (at, letter) in text.char_indices() {
        if letter.is_whitespace() {
            continue;
        }
        let Some(colour) = colour_of(letter) else {
            let wanted = if squares < 64 {
                format!("`X`, `O` or `-` for square {} of 64", squares + 1)
            } else {
                "`X` or `O` for the side to move".to_owned()
            };
            return Err((at, BadText::new(wanted, letter)));
        };
        if squares < 64 {
            match colour {
                Some(Disc::Black) => black |= 1 << squares,
                Some(Disc::White) => white |= 1 << squares,
                None => {}
            }
            squares += 1;
        } else if let Some(to_move) = colour {
            let board = Board::from_colours(black, white, to_move);
            return Ok((Position::build(board, to_move), at + letter.len_utf8()));
        } else {
            return Err((at, BadText::new("`X` or `O` for the side to move", letter)));
        }
    }
    let wanted = "64 squares and the side to move";
    Err((text.len(), BadText::new(wanted, format!("only {squares} squares and no side"))))
}

impl FromStr for Position {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Position, BadText> {
        let (position, end) = read_position(text).map_err(|(at, bad)| {
            BadText::new(format!("{} at character {}", bad.expected, at + 1), bad.got)
        })?;
        match text[end..].trim().trim_matches(';').trim() {
            "" => Ok(position),
            rest => Err(BadText::new("nothing after the side to move", rest)),
        }
    }
}

impl TryFrom<String> for Position {
    type Error = BadText;

    fn try_from(text: String) -> Result<Position, BadText> {
        text.parse()
    }
}

impl From<Position> for String {
    fn from(position: Position) -> String {
        position.to_string()
    }
}

/// What a seat sees: everything.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    seat: Seat,
    position: Position,
}

impl View {
    /// The position, which both sides see in full.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }
}

impl CoreView for View {
    type Game = Othello;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn assume(&self, _rng: &mut Rng) -> Position {
        self.position
    }

    fn draw(&self, style: Style) -> String {
        draw::draw(&self.position, style)
    }
}
