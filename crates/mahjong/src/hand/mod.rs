//! Knowledge about hands: how far from complete, what completes them, how a
//! complete one falls apart.

pub mod shanten;
mod tables;
