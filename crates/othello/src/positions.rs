//! Positions out of records: the raw material of learning and mining.

use crate::{Othello, Position};
use fuda_core::Record;

/// The position of each game at the moment `empties` squares are left, in
/// the order of the games. Games that never come to it, end there or do not
/// replay give none. Where the side to move must pass, it is the position
/// before the pass.
///
/// Black's, white's and empty squares are
/// [`Board::colours`](crate::Board::colours) and
/// [`Board::empty`](crate::Board::empty) of its board.
pub fn positions_with_empties<'a>(
    records: impl IntoIterator<Item = &'a Record<Othello>> + 'a,
    empties: u32,
) -> impl Iterator<Item = Position> + 'a {
    records.into_iter().filter_map(move |record| {
        let mut decisions = record.decisions().ok()?;
        while let Some(decision) = decisions.next().ok()? {
            let position = decision.position;
            if position.board().empties() <= empties {
                return (position.board().empties() == empties).then_some(*position);
            }
        }
        let end = decisions.position();
        (end.board().empties() == empties && !end.is_over()).then_some(*end)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Opening;
    use fuda_core::{Game, Position as _};

    #[test]
    fn the_moment_is_found() {
        let mut record = Record::new(&Othello::STANDARD, Opening::default());
        let mut position = Othello::STANDARD.start(&record.deal).unwrap();
        for text in ["f5", "d6", "c3"] {
            let (seat, mv) = (position.to_move().seat(), text.parse().unwrap());
            position.play(seat, mv).unwrap();
            record.moves.push((seat, mv));
        }
        let at = |empties| positions_with_empties([&record], empties).next();
        assert_eq!(at(57), Some(position));
        assert_eq!(at(60).map(|p| p.discs()), Some((2, 2)));
        assert_eq!(at(58).map(|p| p.discs()), Some((3, 3)));
        assert_eq!(at(56), None);
    }
}
