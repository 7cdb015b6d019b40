//! Knowledge about hands: how far from complete, what brings them closer, what
//! completes them, how a complete one falls apart.

pub mod acceptance;
pub mod decompose;
pub mod shanten;
mod tables;
pub mod waits;
