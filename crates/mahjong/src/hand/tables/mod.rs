//! The distance tables behind shanten.
//!
//! For the tiles a hand holds in one suit, its *distances* are how many more
//! tiles that suit needs to hold `m` sets (0 to 4), with and without a pair.
//! Different holdings often have the same distances: the 405,350 holdings of a
//! suit know only 126 different ones, and two suits together only 180. So each
//! holding has a small *class*, two classes joined have a class again, and
//! the distance of a whole hand is read from a table of two joined classes.
//! The tables are made once, at the first question, in some milliseconds.
//!
//! # How they are made
//! Let the targets be all holdings that are exactly `m` sets (and a pair). The
//! distance of a holding is the least number of tiles to add so that it contains
//! some target. When the holding is itself part of a target, that is the
//! difference in size. When it is not, then every target leaves a tile of it
//! over, so some tile can be taken away without changing the distance. So one
//! pass down marks what is part of a target, and one pass up takes minima.
//!
//! # How a holding is found
//! The counts of a suit are two numbers to base five, `high` and `low`. All low
//! parts are ranked by their number of tiles; for a given high part, the low
//! parts that still fit into 14 tiles are then just the first few ranks, so
//! `offset[high] + rank[low]` is a minimal perfect index. Small holdings, which
//! are by far the most frequent, lie close together.

mod distances;
mod gains;
mod layout;

use std::sync::LazyLock;

use distances::{CLASSES, Classes, joined};
pub(super) use gains::{GAINS, Gains, Row};
use layout::{HIGHS, Layout};

/// What one suit of a hand contributes: its class in the top byte, and below it
/// four fields of four bits that are added up over the suits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Info(u32);

impl Info {
    /// Class of the distances.
    #[inline]
    pub(super) const fn class(self) -> usize {
        (self.0 >> 24) as usize
    }

    /// The fields of both added; the class of the sum has no meaning.
    #[inline]
    pub(super) const fn plus(self, other: Info) -> Info {
        Info(self.0.wrapping_add(other.0))
    }

    /// Number of different kinds.
    #[inline]
    pub(super) const fn kinds(self) -> i8 {
        (self.0 & 15) as i8
    }

    /// Number of kinds held at least twice.
    #[inline]
    pub(super) const fn pairs(self) -> i8 {
        (self.0 >> 4 & 15) as i8
    }

    /// Number of different terminals and honours.
    #[inline]
    pub(super) const fn outside(self) -> i8 {
        (self.0 >> 8 & 15) as i8
    }

    /// Whether some terminal or honour is held at least twice.
    #[inline]
    pub(super) const fn outside_pair(self) -> bool {
        self.0 >> 12 & 15 != 0
    }
}

/// The table of a suit of nine kinds (`LOWS` = 5⁵) or of the seven honours
/// (`LOWS` = 5³).
pub(super) struct SuitTable<const LOWS: usize> {
    offset: [u32; HIGHS],
    rank: [u16; LOWS],
    holding: Box<[Info]>,
}

impl<const LOWS: usize> SuitTable<LOWS> {
    fn new(layout: Layout<LOWS>, classes: &mut Classes) -> SuitTable<LOWS> {
        let holding = distances::make(&layout, classes);
        SuitTable { offset: layout.offset, rank: layout.rank, holding }
    }

    /// What the holding with these two numbers contributes.
    #[inline]
    pub(super) fn info(&self, high: u16, low: u16) -> Info {
        self.holding[self.place(high, low)]
    }

    /// Where the holding with these two numbers stands.
    #[inline]
    fn place(&self, high: u16, low: u16) -> usize {
        (self.offset[usize::from(high)] + u32::from(self.rank[usize::from(low)])) as usize
    }
}

/// All tables.
pub(super) struct Tables {
    /// For a numbered suit: high is the kinds 5 to 8, low the kinds 1 to 4 and 9.
    pub(super) suit: SuitTable<3125>,
    /// For the honours: high is the winds, low the dragons.
    pub(super) honours: SuitTable<125>,
    /// Class of two suits joined.
    join: Box<[[u8; CLASSES]; CLASSES]>,
    /// Distance to `m` sets and a pair of two joined classes.
    whole: Box<[[[u8; CLASSES]; CLASSES]; 5]>,
}

/// The tables, made at the first use.
pub(super) static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);

impl Tables {
    fn new() -> Tables {
        let mut classes = Classes::default();
        let suit = SuitTable::new(Layout::suit(), &mut classes);
        let honours = SuitTable::new(Layout::honours(), &mut classes);
        let mut join = Box::new([[0; CLASSES]; CLASSES]);
        let singles = classes.all.len();
        for (a, row) in join.iter_mut().enumerate().take(singles) {
            for (b, cell) in row.iter_mut().enumerate().take(singles) {
                *cell = classes.number(joined(&classes.all[a], &classes.all[b]));
            }
        }
        let mut whole = Box::new([[[0u8; CLASSES]; CLASSES]; 5]);
        for (a, first) in classes.all.iter().enumerate() {
            for (b, second) in classes.all.iter().enumerate() {
                let both = joined(first, second);
                for sets in 0..5 {
                    whole[sets][a][b] = both[8 + sets];
                }
            }
        }
        Tables { suit, honours, join, whole }
    }

    /// The class of two suits together; which is first does not matter.
    #[inline]
    pub(super) fn join(&self, a: usize, b: usize) -> usize {
        usize::from(self.join[a][b])
    }

    /// Of the classes that a suit may come to, which bring the whole hand nearer
    /// than `distance`, as bits. `partner` is the class it is joined with, and
    /// `others` that of the two other suits.
    #[inline]
    pub(super) fn nearer(
        &self,
        sets: usize,
        (partner, others): (usize, usize),
        row: &Row,
        distance: i8,
    ) -> u64 {
        let (join, whole) = (&self.join[partner], &self.whole[sets][others]);
        let mut bits = 0;
        for (place, &class) in row.iter().enumerate() {
            let joined = usize::from(join[usize::from(class)]);
            bits |= u64::from((whole[joined] as i8) < distance) << place;
        }
        bits
    }

    /// How many tiles two joined classes need for `sets` sets and a pair; which
    /// is first does not matter.
    #[inline]
    pub(super) fn distance(&self, sets: usize, a: usize, b: usize) -> i8 {
        self.whole[sets][a][b] as i8
    }
}
