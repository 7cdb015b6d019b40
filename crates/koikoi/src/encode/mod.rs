//! Numbers for learners: features of moves, after-states, and the view as
//! bytes; what is hidden, for a critic in training.

mod after_state;
mod cards;
mod contribution;
mod hidden;
mod inputs;

pub use after_state::{AfterState, AfterStates, VALUE_INPUTS, VALUE_INPUTS_NAME};
pub use cards::{FEATURES, Features, PolicyFeatures, Situation, taken};
pub use contribution::Contribution;
pub use hidden::HiddenCards;
pub use inputs::{Ones, ViewInputs, view_ones};

use crate::{Card, KoiKoi};
use fuda_core::{MoveFeatures, Observation};

/// The encoders of moves, the default first.
pub(crate) fn move_features() -> Vec<Box<dyn MoveFeatures<KoiKoi>>> {
    vec![Box::new(PolicyFeatures::AllMoves), Box::new(PolicyFeatures::Paper), Box::new(AfterStates)]
}

/// The encoders of views, the default first.
pub(crate) fn observations() -> Vec<Box<dyn Observation<KoiKoi>>> {
    vec![Box::new(ViewInputs)]
}

/// The card with this index in words: its picture, or its flower and kind.
fn card_words(index: usize) -> String {
    Card::from_index(index).map_or_else(String::new, |card| match card.picture() {
        Some(picture) => format!("the {picture}"),
        None => format!("the {}", card.to_string().replace('-', " ")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cards, Move};
    use fuda_core::{FeatureRows, Game, Position as _, Purpose, Seed};

    /// A number that changes when any of the values does.
    fn fold(hash: &mut u64, value: u32) {
        for byte in value.to_le_bytes() {
            *hash = (*hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }

    fn fold_rows(hash: &mut u64, rows: &FeatureRows) {
        for row in rows.rows() {
            for &(column, value) in row {
                fold(hash, column);
                fold(hash, value.to_bits());
            }
            fold(hash, u32::MAX);
        }
    }

    /// The shipped models depend on every column and byte. The two sets for
    /// policies agree on the cards to play.
    #[test]
    fn columns_and_bytes_stay_what_they_were() {
        let mut hashes = [0xcbf2_9ce4_8422_2325u64; 3];
        let (mut moves, mut rows, mut all) =
            (Vec::new(), FeatureRows::default(), FeatureRows::default());
        let mut bytes = vec![7; ViewInputs::LEN];
        for rules in ["paper", "guan", "nintendo"] {
            let game = KoiKoi::with_rules(rules).unwrap();
            for number in 0..40 {
                let mut rng = Seed(14).stream(Purpose::Sample, &[number]);
                let mut position = game.start(&game.deal(&mut rng)).unwrap();
                while let Some(seat) = position.turn().first() {
                    position.legal_moves(seat, &mut moves);
                    let view = position.view(seat);
                    if matches!(moves[0], Move::Play(_)) {
                        PolicyFeatures::Paper.encode(&view, &moves, &mut rows);
                        PolicyFeatures::AllMoves.encode(&view, &moves, &mut all);
                        assert_eq!(rows, all);
                        fold_rows(&mut hashes[0], &rows);
                    }
                    let field = view.table.field;
                    let alone: Vec<Move> = moves
                        .iter()
                        .copied()
                        .filter(|mv| match mv {
                            Move::Play(card) => (field & Cards::month_of(*card)).len() != 2,
                            mv => *mv != Move::Stop,
                        })
                        .collect();
                    AfterStates.encode(&view, &alone, &mut rows);
                    fold_rows(&mut hashes[1], &rows);
                    ViewInputs.observe(&view, &moves, &mut bytes);
                    bytes.iter().for_each(|byte| fold(&mut hashes[2], u32::from(*byte)));
                    let mv = *rng.pick(&moves).unwrap();
                    position.play_unchecked(seat, mv);
                }
            }
        }
        let recorded = [0x9aac_83f6_959b_b818, 0xaaa9_404d_bb6b_0353, 0x764d_f5e2_4fda_74c4];
        assert_eq!(hashes, recorded);
    }

    #[test]
    fn meanings_are_words_of_the_game() {
        let crane = Card::CRANE.index();
        assert_eq!(AfterStates.meaning(crane), "holds the crane");
        assert_eq!(AfterStates.meaning(2 * 48 + 3), "opponent captured the pine plain2");
        assert_eq!(AfterStates.meaning(251), "opponent passed over paulownia");
        assert_eq!(AfterStates.meaning(252), "stops with 1 points");
        assert_eq!(AfterStates.meaning(267), "stops with 16 points or more");
        let last = PolicyFeatures::AllMoves.columns() - 1;
        assert_eq!(PolicyFeatures::AllMoves.meaning(last), "koi-koi after the opponent's koi-koi");
    }
}
