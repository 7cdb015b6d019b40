//! The players of Leduc hold'em.

use crate::{Catalogue, solved};
use fuda_leduc::Leduc;

/// All players of Leduc hold'em.
pub fn leduc() -> Catalogue<Leduc> {
    Catalogue::basic().with(solved::cfr())
}
