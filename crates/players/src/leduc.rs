//! The players of Leduc hold'em.

use crate::{Catalogue, Unit, solved};
use fuda_leduc::Leduc;

/// All players of Leduc hold'em.
pub fn leduc() -> Catalogue<Leduc> {
    Catalogue::basic()
        .with(solved::cfr())
        .with_units(&["mc", "uct"], |_, _| Unit::Chips)
        .with_units(&["cfr"], |_, _| Unit::Probability)
}
