//! Numbers for learners: features of moves, and the table as bytes with a
//! number for every move; what is hidden, for a critic in training.

mod actions;
mod hidden;
mod moves;
mod problems;
mod situation;
mod table;

pub use hidden::HiddenHands;
pub use moves::{UecdaMoves, UecdaProducts, products};
pub use problems::RestOfGame;
pub use situation::{ALL, Active, OF_MOVE, OF_POSITION, PRODUCTS, Situation};
pub(crate) use situation::{POSITION_STARTS, Shape, rank, size_class};
pub use table::TableView;

use crate::Daihinmin;
use fuda_core::{MoveFeatures, Observation};

/// The encoders of moves, the default first.
pub(crate) fn move_features() -> Vec<Box<dyn MoveFeatures<Daihinmin>>> {
    vec![Box::new(UecdaMoves), Box::new(UecdaProducts)]
}

/// The encoders of views, the default first.
pub(crate) fn observations() -> Vec<Box<dyn Observation<Daihinmin>>> {
    vec![Box::new(TableView)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_core::{FeatureRows, Game, Position as _, Purpose, Seed};

    /// A number that changes when any of the values does.
    fn fold(hash: &mut u64, value: u32) {
        for byte in value.to_le_bytes() {
            *hash = (*hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }

    /// The shipped models depend on every column.
    #[test]
    fn columns_stay_what_they_were() {
        let game = Daihinmin::with_rules("uecda,classes=random").unwrap();
        let encoders = game.move_features();
        let mut hashes = vec![0xcbf2_9ce4_8422_2325u64; encoders.len()];
        let (mut moves, mut rows) = (Vec::new(), FeatureRows::default());
        for number in 0..40 {
            let mut rng = Seed(14).stream(Purpose::Sample, &[number]);
            let mut position = game.start(&game.deal(&mut rng)).unwrap();
            while let Some(seat) = position.turn().first() {
                position.legal_moves(seat, &mut moves);
                for (encoder, hash) in encoders.iter().zip(&mut hashes) {
                    if moves[0].is_gift() {
                        continue;
                    }
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
        assert_eq!(hashes, [0x8c68_cf7a_2afb_19a3, 0xdd5a_bf83_d0bb_ae41]);
    }

    #[test]
    fn every_legal_move_has_a_number_of_its_own() {
        let mut decisions = 0;
        let mut moves = Vec::new();
        for rules in ["uecda,classes=random", "table,players=3", "uecda,players=2"] {
            let game = Daihinmin::with_rules(rules).unwrap();
            for number in 0..90 {
                let mut rng = Seed(15).stream(Purpose::Sample, &[number]);
                let mut position = game.start(&game.deal(&mut rng)).unwrap();
                while let Some(seat) = position.turn().first() {
                    position.legal_moves(seat, &mut moves);
                    let view = position.view(seat);
                    let mut numbers: Vec<usize> =
                        moves.iter().map(|&mv| TableView.action(&view, mv)).collect();
                    for (&mv, &number) in moves.iter().zip(&numbers) {
                        assert!(number < TableView.actions());
                        assert_eq!(TableView.move_of(&view, &moves, number), Some(mv));
                    }
                    numbers.sort_unstable();
                    numbers.dedup();
                    assert_eq!(numbers.len(), moves.len());
                    decisions += 1;
                    let mv = *rng.pick(&moves).unwrap();
                    position.play_unchecked(seat, mv);
                }
            }
        }
        assert!(decisions > 10_000, "{decisions}");
    }

    #[test]
    fn meanings_are_words_of_the_game() {
        let words: Vec<String> = (0..ALL).map(|column| UecdaMoves.meaning(column)).collect();
        for expected in [
            "always 1",
            "1 stronger than the table",
            "plays 3 cards",
            "rank 8",
            "three of spades on a joker",
            "causes a revolution",
            "a sequence",
            "no king unseen",
            "keeps two or more 2s",
            "keeps the joker",
            "the 3rd seat after mine has passed",
            "opponent with the fewest cards holds 0",
            "leads",
        ] {
            assert!(words.iter().any(|word| word == expected), "{expected}: {words:?}");
        }
        let mut distinct = words.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), ALL);
        let product = UecdaProducts.meaning(OF_POSITION + 1);
        assert_eq!(product, "2 stronger than the table and during a revolution");
    }
}
