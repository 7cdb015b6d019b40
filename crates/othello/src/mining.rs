//! Labelled positions for mining: who wins, by exact search, as seen by black.
//!
//! A position is described by 192 features: each square black, white or
//! empty. Positions of real games come first; where more are wanted, random
//! self-play fills up, and each position says which of the two it is.

use crate::{Board, Disc, Mode, Othello, Position, Solver, SolverOptions, positions_with_empties};
use fuda_core::{Purpose, Record, Rng, Seed};
use std::collections::HashSet;

/// How a position is described by features, and whose win its label tells.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Description {
    /// Each square black, white or empty; black's win.
    #[default]
    Squares,
    /// The same, and who is to move; black's win.
    ToMove,
    /// Each square the mover's, the opponent's or empty; the mover's win.
    Mover,
}

impl Description {
    /// Features are numbers below this.
    pub fn features(self) -> u32 {
        match self {
            Description::Squares | Description::Mover => 192,
            Description::ToMove => 194,
        }
    }
}

/// What becomes of positions that end in a draw.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Draws {
    /// They are left out.
    #[default]
    Dropped,
    /// They count as won by black.
    Won,
    /// They count as lost by black.
    Lost,
}

/// Where a position comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// A record.
    Game,
    /// A random game.
    SelfPlay,
}

/// A position with the result of best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LabelledPosition {
    /// Black's discs.
    pub black: u64,
    /// White's discs.
    pub white: u64,
    /// Who is to move.
    pub to_move: Disc,
    /// Whether black wins.
    pub black_wins: bool,
    /// Where it comes from.
    pub origin: Origin,
}

impl LabelledPosition {
    /// The features that hold, ascending: square × 3, plus 0 for black (or
    /// the mover), 1 for the other, 2 for empty; then, where who is to move
    /// is told, 192 for black and 193 for white.
    pub fn features(&self, description: Description) -> Vec<u32> {
        let (first, second) = match (description, self.to_move) {
            (Description::Mover, Disc::White) => (self.white, self.black),
            _ => (self.black, self.white),
        };
        let mut features = square_features(first, second).to_vec();
        if description == Description::ToMove {
            features.push(192 + u32::from(self.to_move == Disc::White));
        }
        features
    }

    /// The label: whether the side that the description looks from wins.
    pub fn wins(&self, description: Description) -> bool {
        let turned = description == Description::Mover && self.to_move == Disc::White;
        self.black_wins != turned
    }
}

/// The features of 64 squares, ascending: square × 3, plus 0 for the first
/// side, 1 for the second, 2 for empty.
pub fn square_features(first: u64, second: u64) -> [u32; 64] {
    std::array::from_fn(|square| {
        let kind = match (first >> square & 1, second >> square & 1) {
            (1, _) => 0,
            (_, 1) => 1,
            _ => 2,
        };
        square as u32 * 3 + kind
    })
}

/// What to collect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Collection {
    /// Squares that are still empty, from 1 up.
    pub empties: u32,
    /// How many positions are wanted.
    pub count: usize,
    /// What becomes of draws.
    pub draws: Draws,
    /// The random games of self-play.
    pub seed: Seed,
}

/// Collects distinct labelled positions: those of the records in their order,
/// then self-play until there are enough.
///
/// Positions that differ only in who is to move count as one: their features
/// are the same. Fewer come back than were wanted only when self-play finds
/// nothing new for a long time (with many empty squares on the start board).
pub fn collect<'a>(
    records: impl IntoIterator<Item = &'a Record<Othello>> + 'a,
    collection: &Collection,
) -> Vec<LabelledPosition> {
    let mut solver = Solver::new(collection.empties, &SolverOptions::default());
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    let mut take = |board: Board, to_move: Disc, origin: Origin| -> Option<LabelledPosition> {
        let (black, white) = board.colours(to_move);
        if !seen.insert((black, white)) {
            return None;
        }
        let score = solver.score(board, Mode::WinLossDraw)?;
        let score = if to_move == Disc::Black { score } else { -score };
        let black_wins = match (score, collection.draws) {
            (0, Draws::Dropped) => return None,
            (0, draws) => draws == Draws::Won,
            (score, _) => score > 0,
        };
        Some(LabelledPosition { black, white, to_move, black_wins, origin })
    };
    for position in positions_with_empties(records, collection.empties) {
        if found.len() == collection.count {
            return found;
        }
        found.extend(take(position.board(), position.to_move(), Origin::Game));
    }
    let mut rng = collection.seed.stream(Purpose::Sample, &[]);
    let mut fruitless = 0;
    while found.len() < collection.count && fruitless < FRUITLESS {
        fruitless += 1;
        if let Some((board, to_move)) = random_moment(collection.empties, &mut rng)
            && let Some(position) = take(board, to_move, Origin::SelfPlay)
        {
            found.push(position);
            fruitless = 0;
        }
    }
    found
}

/// Random games in a row that may yield nothing new before self-play ends.
const FRUITLESS: u32 = 100_000;

/// A random game up to the moment so many squares are empty, if it comes to
/// it and is not over then.
fn random_moment(empties: u32, rng: &mut Rng) -> Option<(Board, Disc)> {
    let mut position = Position::new(Board::START, Disc::Black);
    while position.board().empties() > empties && !position.is_over() {
        let (board, to_move) = (position.board(), position.to_move());
        let after = match board.moves() {
            0 => board.passed(),
            moves => played(board, crate::playout::random_square(moves, rng)),
        };
        position = Position::new(after, to_move.other());
    }
    (position.board().empties() == empties && !position.is_over())
        .then(|| (position.board(), position.to_move()))
}

/// The board after a disc on a square, given by its number.
fn played(board: Board, square: usize) -> Board {
    let flipped = crate::board::flips(board.own, board.opp, square);
    Board { own: board.opp & !flipped, opp: board.own | flipped | 1 << square }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Opening;
    use fuda_core::{Game, Position as _};

    fn collection(count: usize) -> Collection {
        Collection { empties: 4, count, draws: Draws::Dropped, seed: Seed(3) }
    }

    /// Who wins by trying everything, for the side to move.
    fn by_trying(position: Position) -> i32 {
        let board = position.board();
        if position.is_over() {
            return (board.own.count_ones() as i32 - board.opp.count_ones() as i32).signum();
        }
        let other = position.to_move().other();
        if board.moves() == 0 {
            return -by_trying(Position::new(board.passed(), other));
        }
        let squares = (0..64).filter(|&square| board.moves() >> square & 1 == 1);
        squares.map(|s| -by_trying(Position::new(played(board, s), other))).max().unwrap_or(0)
    }

    #[test]
    fn positions_are_distinct_and_their_labels_true() {
        let found = collect([], &collection(300));
        assert_eq!(found.len(), 300);
        let distinct: HashSet<(u64, u64)> = found.iter().map(|p| (p.black, p.white)).collect();
        assert_eq!(distinct.len(), 300);
        for position in &found {
            assert_eq!((position.black | position.white).count_ones(), 60);
            assert_eq!(position.black & position.white, 0);
            assert_eq!(position.origin, Origin::SelfPlay);
            let board = Board::from_colours(position.black, position.white, position.to_move);
            let score = by_trying(Position::new(board, position.to_move));
            assert_eq!(position.wins(Description::Mover), score > 0);
            let black = if position.to_move == Disc::Black { score } else { -score };
            assert_eq!(position.black_wins, black > 0);
            let features = position.features(Description::Squares);
            assert!(features.is_sorted() && features[63] < 192);
            assert_eq!(features.iter().filter(|&&feature| feature % 3 == 2).count(), 4);
            let told = position.features(Description::ToMove);
            assert_eq!((&told[..64], told.len()), (features.as_slice(), 65));
            let mover = position.features(Description::Mover);
            let turned = mover.iter().zip(&features).any(|(a, b)| a != b);
            assert_eq!(turned, position.to_move == Disc::White);
            assert_eq!(told[64] == 193, turned);
        }
        assert_eq!(found, collect([], &collection(300)));
    }

    #[test]
    fn games_come_first_and_draws_are_as_asked() {
        let mut record = Record::new(&Othello::STANDARD, Opening::default());
        let mut position = Othello::STANDARD.start(&record.deal).unwrap();
        let mut rng = Rng::new(Seed(1));
        while !position.is_over() {
            let seat = position.to_move().seat();
            let mut moves = Vec::new();
            position.legal_moves(seat, &mut moves);
            let mv = *rng.pick(&moves).unwrap();
            position.play(seat, mv).unwrap();
            record.moves.push((seat, mv));
        }
        let won = Collection { draws: Draws::Won, ..collection(50) };
        let lost = Collection { draws: Draws::Lost, ..won };
        let [won, lost] = [won, lost].map(|collection| collect([&record, &record], &collection));
        let games = won.iter().take_while(|p| p.origin == Origin::Game).count();
        assert_eq!(games, 1);
        assert!(won[1..].iter().all(|p| p.origin == Origin::SelfPlay));
        assert!(won.iter().zip(&lost).all(|(a, b)| a.black == b.black && a.white == b.white));
        assert!(won.iter().zip(&lost).all(|(a, b)| a.black_wins || !b.black_wins));
    }
}
