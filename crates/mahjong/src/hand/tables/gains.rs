//! What one more tile makes of a suit: the class of each holding after one
//! more tile of each of its kinds, nine numbers side by side.
//!
//! Acceptance asks this of all kinds at once. Reading one row is much faster
//! than finding nine neighbours one by one.

use std::sync::LazyLock;

use super::layout::HIGHS;
use super::{SuitTable, TABLES};
use crate::hand::shanten::{Keys, UNITS};

/// The classes after one more tile of each kind of a suit. Where there can be
/// no more tile it is the class of the holding itself, which nothing gains by.
pub(in crate::hand) type Row = [u8; 9];

/// The rows of all holdings.
pub(in crate::hand) struct Gains {
    suit: Box<[Row]>,
    honours: Box<[Row]>,
}

/// The rows, made at the first use.
pub(in crate::hand) static GAINS: LazyLock<Gains> = LazyLock::new(|| Gains {
    suit: rows(&TABLES.suit, &UNITS[..9]),
    honours: rows(&TABLES.honours, &UNITS[27..]),
});

impl Gains {
    /// The row of what a hand holds in one suit.
    #[inline]
    pub(in crate::hand) fn row(&self, keys: &Keys, suit: usize) -> &Row {
        let (high, low) = keys.parts(suit);
        match suit {
            3 => &self.honours[TABLES.honours.place(high, low)],
            _ => &self.suit[TABLES.suit.place(high, low)],
        }
    }
}

/// The most tiles a holding has.
const MOST: u16 = 14;

fn rows<const LOWS: usize>(table: &SuitTable<LOWS>, units: &[(u8, bool, u16)]) -> Box<[Row]> {
    let mut rows = vec![[0; 9]; table.holding.len()].into_boxed_slice();
    let digit = |number: u16, unit: u16| number / unit % 5;
    let tiles = |number: u16| (0..5).map(|place| digit(number, 5u16.pow(place))).sum::<u16>();
    let lows: Vec<u16> = (0..LOWS as u16).map(tiles).collect();
    for high in 0..HIGHS as u16 {
        let room = MOST.saturating_sub(tiles(high));
        if tiles(high) > MOST {
            continue;
        }
        for low in (0..LOWS as u16).filter(|&low| lows[usize::from(low)] <= room) {
            let full = lows[usize::from(low)] == room;
            let row = &mut rows[table.place(high, low)];
            row.fill(table.info(high, low).class() as u8);
            for (class, &(_, in_high, unit)) in row.iter_mut().zip(units) {
                let part = if in_high { high } else { low };
                if !full && digit(part, unit) < 4 {
                    let (high, low) = if in_high { (high + unit, low) } else { (high, low + unit) };
                    *class = table.info(high, low).class() as u8;
                }
            }
        }
    }
    rows
}
