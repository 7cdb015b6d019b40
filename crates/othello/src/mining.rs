//! Labelled positions for mining: who wins, by exact search, as seen by black.
//!
//! [`PositionItems`] describes them. Positions of real games come first; where more are wanted, random
//! self-play fills up, and each position says which of the two it is.

use crate::encode::PositionItems;
use crate::{Board, Disc, Mode, Othello, Position, Solver, SolverOptions, positions_with_empties};
use fuda_core::{Purpose, Record, Rng, Seed};
use std::collections::HashSet;

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
    /// The position.
    pub position: Position,
    /// Whether black wins.
    pub black_wins: bool,
    /// Where it comes from.
    pub origin: Origin,
}

impl LabelledPosition {
    /// The label: whether the side that the description looks from wins.
    pub fn wins(&self, described: PositionItems) -> bool {
        let turned = described == PositionItems::Mover && self.position.to_move() == Disc::White;
        self.black_wins != turned
    }
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
    let mut take = |position: Position, origin: Origin| -> Option<LabelledPosition> {
        let (board, to_move) = (position.board(), position.to_move());
        if !seen.insert(board.colours(to_move)) {
            return None;
        }
        let score = solver.score(board, Mode::WinLossDraw)?;
        let score = if to_move == Disc::Black { score } else { -score };
        let black_wins = match (score, collection.draws) {
            (0, Draws::Dropped) => return None,
            (0, draws) => draws == Draws::Won,
            (score, _) => score > 0,
        };
        Some(LabelledPosition { position, black_wins, origin })
    };
    for position in positions_with_empties(records, collection.empties) {
        if found.len() == collection.count {
            return found;
        }
        found.extend(take(position, Origin::Game));
    }
    let mut rng = collection.seed.stream(Purpose::Sample, &[]);
    let mut fruitless = 0;
    while found.len() < collection.count && fruitless < FRUITLESS {
        fruitless += 1;
        if let Some(position) = random_moment(collection.empties, &mut rng)
            && let Some(position) = take(position, Origin::SelfPlay)
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
fn random_moment(empties: u32, rng: &mut Rng) -> Option<Position> {
    let mut position = Position::new(Board::START, Disc::Black);
    while position.board().empties() > empties && !position.is_over() {
        let (board, to_move) = (position.board(), position.to_move());
        let after = match board.moves() {
            0 => board.passed(),
            moves => played(board, crate::playout::random_square(moves, rng)),
        };
        position = Position::new(after, to_move.other());
    }
    (position.board().empties() == empties && !position.is_over()).then_some(position)
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
        let colours = |p: &LabelledPosition| p.position.board().colours(p.position.to_move());
        let distinct: HashSet<(u64, u64)> = found.iter().map(colours).collect();
        assert_eq!(distinct.len(), 300);
        for labelled in &found {
            let position = labelled.position;
            assert_eq!(position.board().empties(), 4);
            assert_eq!(labelled.origin, Origin::SelfPlay);
            let score = by_trying(position);
            assert_eq!(labelled.wins(PositionItems::Mover), score > 0);
            let black = if position.to_move() == Disc::Black { score } else { -score };
            assert_eq!(labelled.black_wins, black > 0);
            let items = |described: PositionItems| described.items(&position).collect::<Vec<_>>();
            let features = items(PositionItems::Squares);
            assert!(features.is_sorted() && features[63] < 192);
            assert_eq!(features.iter().filter(|&&feature| feature % 3 == 2).count(), 4);
            let to_move = items(PositionItems::ToMove);
            assert_eq!((&to_move[..64], to_move.len()), (features.as_slice(), 65));
            let turned = items(PositionItems::Mover) != features;
            assert_eq!(turned, position.to_move() == Disc::White);
            assert_eq!(to_move[64] == 193, turned);
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
        assert!(won.iter().zip(&lost).all(|(a, b)| a.position == b.position));
        assert!(won.iter().zip(&lost).all(|(a, b)| a.black_wins || !b.black_wins));
    }
}
