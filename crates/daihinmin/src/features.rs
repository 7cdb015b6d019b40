//! What a learner sees of a move: 182 binary features.
//!
//! One is always on; 35 are about the move, 146 about the position. Only
//! tables of five have them. Learners on products pair each of the 35 with
//! each of the 146: 5,110 features.
//!
//! | about the move | | about the position | |
//! |---|---|---|---|
//! | strength above the table: 1, 2, 3, 4, 5+ | 5 | revolution | 2 |
//! | size 2, 3, 4+ | 3 | unseen cards of each rank 0, 1, 2+; the joker | 41 |
//! | rank; single joker, spade three on it, each in both orders | 17 | own cards after the move likewise | 41 |
//! | causes a revolution | 2 | others finished or passed, 0 to 4 | 5 |
//! | causes a lock | 2 | each other player passed | 8 |
//! | clears by an 8 | 2 | own cards 1, 2, 3, 4–5, 6–8, 9+ | 6 |
//! | pass, single, group, sequence | 4 | others' cards, fewest first, 0, 1, 2, 3, 4–5, 6–8, 9+ | 28 |
//! | | | rank on the table | 13 |
//! | | | leading | 2 |

use crate::card::{Cards, TWO};
use crate::moves::{Kind, Meld, Move};
use crate::position::View;
use crate::state::State;
use arrayvec::ArrayVec;
use fuda_core::{Seat, View as _};

/// Features about the move.
pub const OF_MOVE: usize = 35;
/// Features about the position.
pub const OF_POSITION: usize = 146;
/// All of them, the one that is always on included.
pub const ALL: usize = 1 + OF_MOVE + OF_POSITION;
/// The sizes of the groups about the move, in order.
pub const MOVE_GROUPS: [usize; 7] = [5, 3, 17, 2, 2, 2, 4];
/// The sizes of the groups about the position, in order.
pub const POSITION_GROUPS: [usize; 9] = [2, 41, 41, 5, 8, 6, 28, 13, 2];

/// What a seat sees when it weighs its moves: everything the features need.
#[derive(Clone, Debug)]
pub struct Situation {
    state: State,
    me: usize,
    hand: Cards,
    unseen: Cards,
    sizes: [u8; 5],
}

/// The features that are on, as rising numbers.
pub type Active<const N: usize> = ArrayVec<u8, N>;

impl Situation {
    /// The situation of a view; `None` unless five play.
    pub fn of_view(view: &View) -> Option<Situation> {
        let sizes = <[u8; 5]>::try_from(view.hand_sizes()).ok()?;
        let me = view.seat().index();
        let hand = view.hand();
        (me < 5 && view.rules().players == 5).then(|| Situation {
            state: view.replay(),
            me,
            hand,
            unseen: view.unseen(),
            sizes,
        })
    }

    /// The features of the move that are on, each below [`OF_MOVE`].
    pub fn of_move(&self, mv: Move) -> Active<8> {
        let mut on = Writer::new(&MOVE_GROUPS);
        let state = &self.state;
        let meld = mv.meld();
        let cut = state.table.is_some_and(Meld::is_single_joker) && meld.is_some();
        let plain = meld.filter(|meld| !cut && !meld.is_single_joker());
        on.group(plain.zip(state.table).map(|(meld, table)| above(state, meld, table)));
        on.group(meld.filter(|m| m.size >= 2).map(|m| m.size.min(4) - 2));
        on.group(meld.map(|meld| {
            let turned = u8::from(state.revolution);
            match (cut, meld.is_single_joker()) {
                (true, _) => 15 + turned,
                (false, true) => 13 + turned,
                (false, false) => rank(meld),
            }
        }));
        let turns = meld.is_some_and(|m| state.rules.revolution && m.is_revolution());
        let locks = meld.is_some_and(|m| !state.locked && state.locked_by(m));
        let clears = meld.is_some_and(|m| state.rules.eight && m.has_eight());
        for yes in [turns, locks, clears] {
            on.group(Some(yes.into()));
        }
        on.group(Some(match meld.map(|m| m.kind) {
            None => 0,
            Some(Kind::Single) => 1,
            Some(Kind::Group) => 2,
            Some(Kind::Sequence) => 3,
        }));
        on.active
    }

    /// The features of the position that are on, each below [`OF_POSITION`];
    /// the own cards are those left after the move.
    pub fn of_position(&self, mv: Move) -> Active<48> {
        let state = &self.state;
        let mut on: Writer<48> = Writer::new(&POSITION_GROUPS);
        on.group(Some(state.revolution.into()));
        for cards in [self.unseen, self.hand.without(mv.cards())] {
            on.several(ranks(cards));
        }
        let others: ArrayVec<usize, 4> =
            (1..5).map(|step| Seat(self.me as u8).after(step, 5).index()).collect();
        let still = |mask: u8, seat: usize| mask >> seat & 1 == 1;
        let silent = others.iter().filter(|&&s| still(state.passed | state.out, s)).count();
        on.group(Some(silent as u8));
        on.several(
            others
                .iter()
                .enumerate()
                .map(|(i, &seat)| 2 * i as u8 + u8::from(still(state.passed, seat))),
        );
        on.group(Some(size_class(self.hand.len() as u8).saturating_sub(1)));
        let mut sizes: ArrayVec<u8, 4> = others.iter().map(|&seat| self.sizes[seat]).collect();
        sizes.sort_unstable();
        on.several(sizes.iter().enumerate().map(|(i, &size)| 7 * i as u8 + size_class(size)));
        on.group(state.table.filter(|t| !t.is_single_joker()).map(rank));
        on.group(Some(state.table.is_none().into()));
        on.active
    }
}

/// Collects numbers group after group.
struct Writer<const N: usize> {
    active: Active<N>,
    sizes: std::slice::Iter<'static, usize>,
    base: u8,
}

impl<const N: usize> Writer<N> {
    fn new(sizes: &'static [usize]) -> Writer<N> {
        Writer { active: ArrayVec::new(), sizes: sizes.iter(), base: 0 }
    }

    fn group(&mut self, on: Option<u8>) {
        self.several(on);
    }

    fn several(&mut self, on: impl IntoIterator<Item = u8>) {
        let size = self.sizes.next().map_or(0, |&size| size as u8);
        self.active.extend(on.into_iter().map(|i| self.base + i.min(size.saturating_sub(1))));
        self.base += size;
    }
}

/// By how much a play is stronger than the table: 1, 2, 3, 4, 5 or more.
fn above(state: &State, meld: Meld, table: Meld) -> u8 {
    let by = match state.revolution {
        true => table.low.saturating_sub(meld.high),
        false => meld.low.saturating_sub(table.high),
    };
    by.clamp(1, 5) - 1
}

/// The rank of a play from 0 for the 3; a sequence counts by its lowest.
fn rank(meld: Meld) -> u8 {
    meld.low.clamp(1, TWO) - 1
}

/// For each rank whether 0, 1 or more cards are there; and the joker.
fn ranks(cards: Cards) -> impl Iterator<Item = u8> {
    let count = move |column: u8| cards.suits_at(column).count_ones().min(2) as u8;
    let plain = (1..=TWO).map(move |column| 3 * (column - 1) + count(column));
    plain.chain([39 + u8::from(cards.has_joker())])
}

/// 0, 1, 2, 3, 4–5, 6–8, 9 or more.
fn size_class(size: u8) -> u8 {
    match size {
        0..=3 => size,
        4 | 5 => 4,
        6..=8 => 5,
        _ => 6,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Daihinmin;
    use fuda_core::{Game, Position as _, Purpose, Seed};

    /// How many features of each group are on.
    fn counts(active: &[u8], groups: &[usize]) -> Vec<usize> {
        let mut base = 0;
        let mut counts = Vec::new();
        for size in groups {
            let inside = |i: &&u8| (base..base + size).contains(&usize::from(**i));
            counts.push(active.iter().filter(inside).count());
            base += size;
        }
        counts
    }

    #[test]
    fn groups_add_up() {
        assert_eq!(MOVE_GROUPS.iter().sum::<usize>(), OF_MOVE);
        assert_eq!(POSITION_GROUPS.iter().sum::<usize>(), OF_POSITION);
        assert_eq!((ALL, OF_MOVE * OF_POSITION), (182, 5_110));
    }

    #[test]
    fn every_group_has_the_right_number_on_and_every_feature_comes_up() {
        let game = Daihinmin::with_rules("uecda,classes=random").unwrap();
        let (mut moves_seen, mut positions_seen) = ([false; OF_MOVE], [false; OF_POSITION]);
        let mut legal = Vec::new();
        for number in 0..1_500 {
            let mut rng = Seed(6).stream(Purpose::Sample, &[number]);
            let mut position = game.start(&game.deal(&mut rng)).unwrap();
            while let Some(seat) = position.turn().first() {
                position.legal_moves(seat, &mut legal);
                let situation = Situation::of_view(&position.view(seat)).unwrap();
                for &mv in legal.iter().filter(|mv| !mv.is_gift()).step_by(5) {
                    let (of_move, of_position) = (situation.of_move(mv), situation.of_position(mv));
                    let on = counts(&of_move, &MOVE_GROUPS);
                    assert!(on[..3].iter().all(|&n| n <= 1) && on[3..] == [1, 1, 1, 1], "{on:?}");
                    assert_eq!(on[2], usize::from(!mv.is_pass()));
                    let on = counts(&of_position, &POSITION_GROUPS);
                    assert_eq!(on[..7], [1, 14, 14, 1, 4, 1, 4], "{on:?}");
                    assert_eq!(on[8], 1);
                    assert!(of_position.windows(2).all(|pair| pair[0] < pair[1]));
                    of_move.iter().for_each(|&i| moves_seen[usize::from(i)] = true);
                    of_position.iter().for_each(|&i| positions_seen[usize::from(i)] = true);
                }
                let mv = position.random_move(seat, &mut rng, &mut legal).unwrap();
                position.play(seat, mv).unwrap();
            }
        }
        let never = |seen: &[bool]| (0..seen.len()).filter(|&i| !seen[i]).collect::<Vec<_>>();
        // A single joker in a revolution, and the spade three on it, are rare.
        assert_eq!(never(&moves_seen), [22, 24]);
        // With no card left to any other the game is over; an 8 never stays.
        assert_eq!(never(&positions_seen), [124, 136]);
    }
}
