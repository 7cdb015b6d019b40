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
use crate::rules::Rules;
use crate::state::State;
use arrayvec::ArrayVec;
use fuda_core::View as _;

/// Features about the move.
pub const OF_MOVE: usize = 35;
/// Features about the position.
pub const OF_POSITION: usize = 146;
/// All of them, the one that is always on included.
pub const ALL: usize = 1 + OF_MOVE + OF_POSITION;
/// Every feature of the move with every feature of the position.
pub const PRODUCTS: usize = OF_MOVE * OF_POSITION;
/// The sizes of the groups about the move, in order.
const MOVE_GROUPS: [usize; 7] = [5, 3, 17, 2, 2, 2, 4];
/// The sizes of the groups about the position, in order.
const POSITION_GROUPS: [usize; 9] = [2, 41, 41, 5, 8, 6, 28, 13, 2];

const MOVE_STARTS: [u8; 7] = starts(MOVE_GROUPS);
pub(crate) const POSITION_STARTS: [u8; 9] = starts(POSITION_GROUPS);

/// What a seat sees when it weighs its moves: everything the features need.
#[derive(Clone, Copy, Debug)]
pub struct Situation {
    pub(crate) table: Option<Meld>,
    pub(crate) locked: bool,
    pub(crate) revolution: bool,
    /// The other seats that passed and that finished, as bits; the next seat
    /// in playing order is bit 0.
    pub(crate) passed: u8,
    pub(crate) out: u8,
    pub(crate) hand: Cards,
    pub(crate) unseen: Cards,
    /// How many cards the others hold, fewest first.
    pub(crate) sizes: [u8; 4],
    rules: Rules,
}

/// A move as its features see it: one number for each group.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// By how much it is stronger than the table, 1 to 5; 0 says nothing.
    pub above: u8,
    /// 0 for one card to 3 for four and more.
    pub size: u8,
    /// The rank from 0, 13 to 16 for the joker and its answer; 17 for a pass.
    pub rank: u8,
    pub turns: u8,
    pub locks: u8,
    pub clears: u8,
    /// Pass, single, group, sequence.
    pub kind: u8,
}

impl Shape {
    /// How many values a rank may have.
    pub const RANKS: usize = 18;
    const PASS: Shape =
        Shape { above: 0, size: 0, rank: 17, turns: 0, locks: 0, clears: 0, kind: 0 };

    /// One feature of each group in order; [`OF_MOVE`] where none of
    /// a group is on.
    #[inline(always)]
    pub fn features(self) -> [u8; 7] {
        let [above, size, rank, turns, locks, clears, kind] = MOVE_STARTS;
        const NONE: u8 = OF_MOVE as u8;
        [
            if self.above > 0 { above + self.above - 1 } else { NONE },
            if self.size > 0 { size + self.size - 1 } else { NONE },
            if self.rank < 17 { rank + self.rank } else { NONE },
            turns + self.turns,
            locks + self.locks,
            clears + self.clears,
            kind + self.kind,
        ]
    }
}

/// The features that are on, as rising numbers.
pub type Active<const N: usize> = ArrayVec<u8, N>;

impl Situation {
    /// The situation of a view; `None` unless five play.
    pub fn of_view(view: &View) -> Option<Situation> {
        let five = view.hand_sizes().len() == 5 && view.rules().players == 5;
        (five && view.seat().index() < 5).then(|| Situation::of_any_view(view))
    }

    /// The situation of a view; seats missing to five count as finished.
    pub(crate) fn of_any_view(view: &View) -> Situation {
        let state = view.replay();
        let players = state.players();
        let me = view.seat().index() % players;
        let mut sizes = [0; 5];
        sizes.iter_mut().zip(view.hand_sizes()).for_each(|(slot, size)| *slot = *size);
        let mut seen = Situation::new(&state, me as u8, sizes, view.hand(), view.unseen());
        if players < 5 {
            let others = || (1..players).map(|step| (me + step) % players);
            let bits = |mask: u8| {
                others().enumerate().fold(0, |bits, (i, seat)| bits | (mask >> seat & 1) << i)
            };
            let missing = 15 & !((1u8 << (players - 1)) - 1);
            (seen.passed, seen.out) = (bits(state.passed), bits(state.out) | missing);
            seen.sizes = [0; 4];
            seen.sizes.iter_mut().zip(others()).for_each(|(slot, seat)| *slot = sizes[seat]);
            sort_four(&mut seen.sizes);
        }
        seen
    }

    /// What the seat to move sees of a state of five players.
    #[inline(always)]
    pub(crate) fn of_state(state: &State) -> Situation {
        let hand = state.hands[usize::from(state.turn)];
        let unseen = state.in_hands().without(hand);
        Situation::new(state, state.turn, state.hands.map(|h| h.len() as u8), hand, unseen)
    }

    #[inline(always)]
    fn new(state: &State, me: u8, sizes: [u8; 5], hand: Cards, unseen: Cards) -> Situation {
        // The four seats after one's own, in playing order.
        let turned = |mask: u8| ((u16::from(mask) << 5 | u16::from(mask)) >> (me + 1)) as u8 & 15;
        let mut others = [0; 4];
        for (step, size) in others.iter_mut().enumerate() {
            let seat = usize::from(me) + 1 + step;
            *size = sizes[if seat < 5 { seat } else { seat - 5 }];
        }
        sort_four(&mut others);
        Situation {
            table: state.table,
            locked: state.locked,
            revolution: state.revolution,
            passed: turned(state.passed),
            out: turned(state.out),
            hand,
            unseen,
            sizes: others,
            rules: state.rules,
        }
    }

    /// Whether a play turns the order of strength round.
    #[inline]
    pub(crate) fn turns(&self, meld: Meld) -> bool {
        self.rules.revolution && meld.is_revolution()
    }

    /// Whether a play locks suits that were free.
    #[inline]
    pub(crate) fn locks(&self, meld: Meld) -> bool {
        let same = self.table.is_some_and(|under| under.suits == meld.suits);
        !self.locked && same && self.rules.lock && !meld.is_single_joker()
    }

    /// Whether a play clears the table by an 8.
    #[inline]
    pub(crate) fn clears(&self, meld: Meld) -> bool {
        self.rules.eight && meld.has_eight()
    }

    /// What the features say of a play; a pass is none.
    #[inline(always)]
    pub(crate) fn shape(&self, meld: Option<Meld>) -> Shape {
        let Some(meld) = meld else { return Shape::PASS };
        let cut = self.table.is_some_and(Meld::is_single_joker);
        let turned = u8::from(self.revolution);
        let rank = match (cut, meld.is_single_joker()) {
            (true, _) => 15 + turned,
            (false, true) => 13 + turned,
            (false, false) => rank(meld),
        };
        let above = match self.table {
            Some(table) if rank < 13 => 1 + above(self.revolution, meld, table),
            _ => 0,
        };
        let kind = match meld.kind {
            Kind::Single => 1,
            Kind::Group => 2,
            Kind::Sequence => 3,
        };
        Shape {
            above,
            size: meld.size.clamp(1, 4) - 1,
            rank,
            turns: self.turns(meld).into(),
            locks: self.locks(meld).into(),
            clears: self.clears(meld).into(),
            kind,
        }
    }

    /// The features of the move that are on, each below [`OF_MOVE`].
    pub fn of_move(&self, mv: Move) -> Active<8> {
        let on = self.shape(mv.meld()).features();
        on.into_iter().filter(|&i| usize::from(i) < OF_MOVE).collect()
    }

    /// The features of the position that are on, each below [`OF_POSITION`];
    /// the own cards are those left after the move.
    #[inline]
    pub fn of_position(&self, mv: Move) -> Active<48> {
        let [order, unseen, left, silent, passed, mine, theirs, table, leading] = POSITION_STARTS;
        let mut on = Active::new();
        on.push(order + u8::from(self.revolution));
        on.extend(ranks(self.unseen).map(|i| unseen + i));
        on.extend(ranks(self.hand.without(mv.cards())).map(|i| left + i));
        on.push(silent + (self.passed | self.out).count_ones() as u8);
        on.extend((0..4).map(|i| passed + 2 * i + (self.passed >> i & 1)));
        on.push(mine + size_class(self.hand.len() as u8).saturating_sub(1));
        on.extend((0..4).map(|i| theirs + 7 * i + size_class(self.sizes[usize::from(i)])));
        on.extend(self.table.filter(|t| !t.is_single_joker()).map(|under| table + rank(under)));
        on.push(leading + u8::from(self.table.is_none()));
        on
    }

    /// The 182 features of a move as rising column numbers: the one that is
    /// always on, the move's, the position's.
    pub fn columns(&self, mv: Move) -> Active<58> {
        let of_move = self.of_move(mv).into_iter().map(|i| 1 + i);
        let of_position = self.of_position(mv).into_iter().map(|i| (1 + OF_MOVE) as u8 + i);
        std::iter::once(0).chain(of_move).chain(of_position).collect()
    }
}

/// Where each group begins.
const fn starts<const N: usize>(sizes: [usize; N]) -> [u8; N] {
    let mut starts = [0; N];
    let mut group = 1;
    while group < N {
        starts[group] = starts[group - 1] + sizes[group - 1] as u8;
        group += 1;
    }
    starts
}

/// Sorts four numbers by comparing five pairs of them.
#[inline(always)]
fn sort_four(numbers: &mut [u8; 4]) {
    for (i, j) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
        let (low, high) = (numbers[i].min(numbers[j]), numbers[i].max(numbers[j]));
        (numbers[i], numbers[j]) = (low, high);
    }
}

/// By how much a play is stronger than the table: 1, 2, 3, 4, 5 or more.
#[inline(always)]
fn above(revolution: bool, meld: Meld, table: Meld) -> u8 {
    let by = match revolution {
        true => table.low.saturating_sub(meld.high),
        false => meld.low.saturating_sub(table.high),
    };
    by.clamp(1, 5) - 1
}

/// The rank of a play from 0 for the 3; a sequence counts by its lowest.
#[inline(always)]
pub(crate) fn rank(meld: Meld) -> u8 {
    meld.low.clamp(1, TWO) - 1
}

/// For each rank whether 0, 1 or more cards are there; and the joker.
fn ranks(cards: Cards) -> impl Iterator<Item = u8> {
    let count = move |column: u8| cards.suits_at(column).count_ones().min(2) as u8;
    let plain = (1..=TWO).map(move |column| 3 * (column - 1) + count(column));
    plain.chain([39 + u8::from(cards.has_joker())])
}

/// 0, 1, 2, 3, 4–5, 6–8, 9 or more.
#[inline(always)]
pub(crate) fn size_class(size: u8) -> u8 {
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
