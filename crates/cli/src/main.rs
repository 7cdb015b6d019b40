//! The `fuda` command.
fn main() {}
