//! An evaluation made of patterns: sets of squares that are the mover's, the
//! opponent's or empty, or where one of them may move, each worth so much
//! wherever it appears.
//!
//! A pattern counts once for each of the board's eight symmetries in which it
//! holds, so turned boards are worth the same. Each stage of the game has
//! patterns and weights of its own.

use crate::Board;
use crate::eval::DISC;

/// Squares and what must be on them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct BoardPattern {
    /// Squares of the side to move.
    pub own: u64,
    /// Squares of the other side.
    pub opp: u64,
    /// Empty squares.
    pub empty: u64,
    /// Squares where the side to move may move.
    pub moves: u64,
    /// Squares where the other side might move, were it its turn.
    pub replies: u64,
}

impl BoardPattern {
    /// The pattern of some items of [`board_items`](crate::encode::board_items).
    pub fn from_features(features: &[u32]) -> BoardPattern {
        let mut pattern = BoardPattern::default();
        for &feature in features {
            match (feature, feature % 3) {
                (..192, 0) => pattern.own |= 1 << (feature / 3),
                (..192, 1) => pattern.opp |= 1 << (feature / 3),
                (..192, _) => pattern.empty |= 1 << (feature / 3),
                (192..256, _) => pattern.moves |= 1 << (feature - 192),
                (256.., _) => pattern.replies |= 1u64.checked_shl(feature - 256).unwrap_or(0),
            }
        }
        pattern
    }

    /// Its features, ascending: the other way from
    /// [`from_features`](BoardPattern::from_features).
    pub fn to_features(self) -> Vec<u32> {
        let parts = [(self.own, 0), (self.opp, 1), (self.empty, 2)];
        let of_discs = (0..64).flat_map(|square| {
            let on = parts.into_iter().filter(move |(squares, _)| squares >> square & 1 == 1);
            on.map(move |(_, kind)| 3 * square + kind)
        });
        let of_moves = (0..64).filter(|square| self.moves >> square & 1 == 1).map(|s| 192 + s);
        let of_replies = (0..64).filter(|square| self.replies >> square & 1 == 1).map(|s| 256 + s);
        of_discs.chain(of_moves).chain(of_replies).collect()
    }

    /// The pattern of all that a board has.
    pub fn whole(board: Board) -> BoardPattern {
        BoardPattern {
            own: board.own,
            opp: board.opp,
            empty: board.empty(),
            moves: board.moves(),
            replies: board.passed().moves(),
        }
    }

    /// Whether a square is two things at once, so that no board has it.
    fn is_torn(self) -> bool {
        self.own & self.opp | self.own & self.empty | self.opp & self.empty != 0
    }

    /// Whether it is part of another, such as of a [`whole`](Self::whole) board.
    #[inline]
    pub fn is_in(self, other: BoardPattern) -> bool {
        let discs = self.own & !other.own | self.opp & !other.opp | self.empty & !other.empty;
        discs | self.moves & !other.moves | self.replies & !other.replies == 0
    }

    /// Whether the board has it.
    pub fn holds(self, board: Board) -> bool {
        self.is_in(BoardPattern::whole(board))
    }

    /// Its eight images, so that one of them holds on a board for each
    /// symmetry of the board in which the pattern holds.
    pub fn images(self) -> [BoardPattern; 8] {
        let discs = Board { own: self.own, opp: self.opp }.symmetries();
        let moves = Board { own: self.moves, opp: self.replies }.symmetries();
        let empty = Board { own: self.empty, opp: 0 }.symmetries();
        std::array::from_fn(|i| BoardPattern {
            own: discs[i].own,
            opp: discs[i].opp,
            empty: empty[i].own,
            moves: moves[i].own,
            replies: moves[i].opp,
        })
    }
}

/// The patterns of one stage of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct PatternStage {
    /// The stage is for boards with at most so many empty squares (and more
    /// than the stage before).
    pub most_empties: u32,
    /// What every board is worth, in hundredths of a disc.
    pub bias: i32,
    /// Patterns with their worth in hundredths of a disc.
    pub patterns: Vec<(BoardPattern, i32)>,
}

/// An evaluation ready to be asked.
#[derive(Clone, PartialEq, Debug)]
pub struct PatternEvaluation {
    stages: Vec<Stage>,
}

/// One stage with all images of its patterns, laid out for wide instructions.
#[derive(Clone, PartialEq, Debug, Default)]
struct Stage {
    most_empties: u32,
    bias: i64,
    own: Vec<u64>,
    opp: Vec<u64>,
    empty: Vec<u64>,
    moves: Vec<u64>,
    replies: Vec<u64>,
    worth: Vec<i64>,
}

impl PatternEvaluation {
    /// The evaluation of some stages, the fewest empty squares first; says
    /// what is wrong with those that do not fit.
    pub fn new(stages: &[PatternStage]) -> Result<PatternEvaluation, String> {
        if stages.is_empty() || !stages.is_sorted_by_key(|stage| stage.most_empties) {
            return Err("the stages are missing or not in order".into());
        }
        for (number, stage) in stages.iter().enumerate() {
            if let Some(at) = stage.patterns.iter().position(|(pattern, _)| pattern.is_torn()) {
                return Err(format!(
                    "stage {number}, pattern {at}: a square is two things at once"
                ));
            }
        }
        let stages = stages.iter().map(|stage| {
            let mut images: Vec<(BoardPattern, i64)> = Vec::new();
            for (pattern, worth) in &stage.patterns {
                images.extend(pattern.images().map(|image| (image, i64::from(*worth))));
            }
            images.sort_unstable_by_key(|image| image.0);
            images.dedup_by(|later, first| {
                let same = later.0 == first.0;
                if same {
                    first.1 += later.1;
                }
                same
            });
            let mut ready = Stage {
                most_empties: stage.most_empties,
                bias: stage.bias.into(),
                ..Stage::default()
            };
            for (BoardPattern { own, opp, empty, moves, replies }, worth) in images {
                ready.own.push(own);
                ready.opp.push(opp);
                ready.empty.push(empty);
                ready.moves.push(moves);
                ready.replies.push(replies);
                ready.worth.push(worth);
            }
            ready
        });
        Ok(PatternEvaluation { stages: stages.collect() })
    }

    /// The value of a board for the side to move, in hundredths of a disc.
    pub fn evaluate(&self, board: Board) -> i32 {
        let has = BoardPattern::whole(board);
        if has.moves | has.replies == 0 {
            return board.final_score() * DISC;
        }
        let empties = board.empties();
        let stage = self.stages.iter().find(|stage| empties <= stage.most_empties);
        let value = stage.or(self.stages.last()).map_or(0, |stage| stage.value(has));
        value.clamp(i64::from(-63 * DISC), i64::from(63 * DISC)) as i32
    }
}

impl Stage {
    /// The worth of all images that a board has.
    fn value(&self, has: BoardPattern) -> i64 {
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512f") {
                // SAFETY: the instructions exist.
                return unsafe { self.value_avx512(has) };
            }
            if is_x86_feature_detected!("avx2") {
                // SAFETY: the instructions exist.
                return unsafe { self.value_avx2(has) };
            }
        }
        self.value_plain(has)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f")]
    fn value_avx512(&self, has: BoardPattern) -> i64 {
        self.value_plain(has)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn value_avx2(&self, has: BoardPattern) -> i64 {
        self.value_plain(has)
    }

    #[inline(always)]
    fn value_plain(&self, has: BoardPattern) -> i64 {
        let [own, opp, empty] = [!has.own, !has.opp, !has.empty];
        let [moves, replies] = [!has.moves, !has.replies];
        let many = self.worth.len();
        let parts = [&self.own, &self.opp, &self.empty, &self.moves, &self.replies];
        let [o, p, e, m, r] = parts.map(|part| &part[..many]);
        let mut sum = self.bias;
        for i in 0..many {
            let missing = o[i] & own | p[i] & opp | e[i] & empty | m[i] & moves | r[i] & replies;
            sum += if missing == 0 { self.worth[i] } else { 0 };
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn stages(patterns: Vec<(BoardPattern, i32)>) -> [PatternStage; 2] {
        let stage = |most_empties, patterns| PatternStage { most_empties, bias: 7, patterns };
        [stage(20, Vec::new()), stage(60, patterns)]
    }

    proptest! {
        #[test]
        fn a_pattern_counts_once_for_each_symmetry_in_which_it_holds(
            seed in any::<u64>(),
            features in prop::collection::vec(prop::collection::vec(0u32..320, 0..4), 1..6),
            worths in prop::collection::vec(-90i32..90, 6),
        ) {
            let board = crate::random_position(35, &mut fuda_core::Rng::new(fuda_core::Seed(seed)));
            let patterns: Vec<_> = features
                .iter()
                .map(|features| BoardPattern::from_features(features))
                .filter(|pattern| !pattern.is_torn())
                .zip(worths)
                .collect();
            let expected = 7 + patterns
                .iter()
                .map(|(pattern, worth)| {
                    let turned = board.symmetries().into_iter();
                    turned.filter(|&board| pattern.holds(board)).count() as i32 * worth
                })
                .sum::<i32>();
            let ready = PatternEvaluation::new(&stages(patterns)).unwrap();
            for turned in board.symmetries() {
                prop_assert_eq!(ready.evaluate(turned), expected);
            }
        }
    }

    #[test]
    fn a_board_has_the_patterns_of_its_features_and_no_others() {
        let mut rng = fuda_core::Rng::new(fuda_core::Seed(8));
        for empties in [5, 30, 50] {
            let board = crate::random_position(empties, &mut rng);
            let has: Vec<u32> = crate::encode::board_items(board).collect();
            assert!(BoardPattern::from_features(&has).holds(board));
            assert_eq!(BoardPattern::whole(board).to_features(), has);
            for feature in 0..crate::encode::AfterMove::COLUMNS as u32 {
                let holds = BoardPattern::from_features(&[feature]).holds(board);
                assert_eq!(holds, has.contains(&feature), "feature {feature}");
            }
        }
    }

    #[test]
    fn each_stage_has_its_own_patterns_and_ended_games_their_score() {
        let anywhere = BoardPattern::default();
        let ready = PatternEvaluation::new(&stages(vec![(anywhere, 5)])).unwrap();
        assert_eq!(ready.evaluate(Board::START), 7 + 8 * 5);
        let late = crate::random_position(12, &mut fuda_core::Rng::new(fuda_core::Seed(4)));
        assert_eq!(ready.evaluate(late), 7);
        assert_eq!(ready.evaluate(Board { own: 7, opp: 0 }), 64 * DISC);
    }

    #[test]
    fn stages_that_do_not_fit_are_refused_with_a_reason() {
        let mut unordered = stages(Vec::new());
        unordered.reverse();
        let twice = stages(vec![(BoardPattern { own: 1, opp: 3, ..BoardPattern::default() }, 1)]);
        for (wrong, reason) in [
            (unordered, "the stages are missing or not in order"),
            (twice, "stage 1, pattern 0: a square is two things at once"),
        ] {
            assert_eq!(PatternEvaluation::new(&wrong).unwrap_err(), reason);
        }
    }
}
