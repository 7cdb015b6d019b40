//! Numbers for learners: features of moves and of positions, and the board
//! as planes.

mod after_move;
mod planes;
mod position;

pub use after_move::{AfterMove, board_items};
pub use planes::BoardPlanes;
pub use position::PositionItems;

use crate::Othello;
use fuda_core::{MoveFeatures, Observation};

/// The encoders of moves, the default first.
pub(crate) fn move_features() -> Vec<Box<dyn MoveFeatures<Othello>>> {
    vec![
        Box::new(AfterMove),
        Box::new(PositionItems::Squares),
        Box::new(PositionItems::ToMove),
        Box::new(PositionItems::Mover),
    ]
}

/// The encoders of views, the default first.
pub(crate) fn observations() -> Vec<Box<dyn Observation<Othello>>> {
    vec![Box::new(BoardPlanes)]
}

/// The squares of a set, ascending.
fn squares(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        square
    })
}

/// The items of 64 squares, ascending: square × 3, plus 0 for the first
/// side, 1 for the second, 2 for empty.
fn square_items(first: u64, second: u64) -> impl Iterator<Item = u32> {
    (0..64).map(move |square| {
        let kind = match (first >> square & 1, second >> square & 1) {
            (1, _) => 0,
            (_, 1) => 1,
            _ => 2,
        };
        square * 3 + kind
    })
}

/// The name of the square with this number.
fn square_name(number: usize) -> String {
    crate::Square::new(number as u8).map_or_else(String::new, |square| square.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_core::{FeatureRows, Game, Position as _, Purpose, Seed, View as _};

    /// A number that changes when any of the values does.
    fn fold(hash: &mut u64, value: u32) {
        for byte in value.to_le_bytes() {
            *hash = (*hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }

    /// Models and mined patterns depend on every column.
    #[test]
    fn columns_stay_what_they_were() {
        let game = Othello::default();
        let encoders = game.move_features();
        let mut hashes = vec![0xcbf2_9ce4_8422_2325u64; encoders.len()];
        let (mut moves, mut rows) = (Vec::new(), FeatureRows::default());
        for number in 0..40 {
            let mut rng = Seed(14).stream(Purpose::Sample, &[number]);
            let mut position = game.start(&game.deal(&mut rng)).unwrap();
            while let Some(seat) = position.turn().first() {
                position.legal_moves(seat, &mut moves);
                for (encoder, hash) in encoders.iter().zip(&mut hashes) {
                    encoder.encode(&position.view(seat), &moves, &mut rows);
                    for row in rows.rows() {
                        for &(column, value) in row {
                            fold(hash, column);
                            fold(hash, value.to_bits());
                        }
                        fold(hash, u32::MAX);
                    }
                }
                let mv = *rng.pick(&moves).unwrap();
                position.play_unchecked(seat, mv);
            }
        }
        let recorded = [
            0x7403_98f0_a75a_ae17,
            0x7414_054f_aac6_3c01,
            0x2b4f_977b_c5cd_a16d,
            0xbc36_daf3_53b5_2428,
        ];
        assert_eq!(hashes, recorded);
    }

    #[test]
    fn meanings_name_what_is_on_the_board() {
        let position = Othello::STANDARD.start(&Default::default()).unwrap();
        let view = position.view(fuda_core::Seat(0));
        let f5 = "f5".parse().unwrap();
        let mut rows = FeatureRows::default();
        let mut words = |features: &dyn MoveFeatures<Othello>| -> Vec<String> {
            features.encode(&view, &[f5], &mut rows);
            rows.row(0).iter().map(|&(column, _)| features.meaning(column as usize)).collect()
        };
        let after = words(&AfterMove);
        for expected in
            ["own disc on e5", "opponent's disc on d4", "c3 empty", "opponent can move to d6"]
        {
            assert!(after.iter().any(|word| word == expected), "{expected}: {after:?}");
        }
        let before = words(&PositionItems::ToMove);
        for expected in ["white disc on e5", "black disc on e4", "c3 empty", "black to move"] {
            assert!(before.iter().any(|word| word == expected), "{expected}: {before:?}");
        }
        assert!(words(&PositionItems::Mover).contains(&"mover's disc on e4".to_owned()));
    }

    #[test]
    fn planes_and_actions_are_of_the_seat_that_looks() {
        let position = Othello::STANDARD.start(&Default::default()).unwrap();
        let mut bytes = vec![0; BoardPlanes.len()];
        let ones = |bytes: &[u8], plane: usize| -> Vec<usize> {
            (0..64).filter(|square| bytes[64 * plane + square] == 1).collect()
        };
        for (seat, own, legal) in [(0, [28, 35], 4), (1, [27, 36], 0)] {
            let view = position.view(fuda_core::Seat(seat));
            BoardPlanes.observe(&view, &[], &mut bytes);
            assert_eq!(ones(&bytes, 0), own);
            assert_eq!(ones(&bytes, 2).len(), 60);
            assert_eq!(ones(&bytes, 3).len(), legal);
            assert_eq!(view.seat().0, seat);
        }
        let view = position.view(fuda_core::Seat(0));
        assert_eq!(BoardPlanes.action(&view, "f5".parse().unwrap()), 37);
        assert_eq!(BoardPlanes.action(&view, crate::Move::PASS), 64);
    }
}
