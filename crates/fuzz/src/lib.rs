//! Everything of fuda that reads from outside, as functions of some bytes.
//!
//! **What.** A [`Target`] takes bytes as a record, a view, a rule set, a
//! player, a table of the contest's wire and so on. It may refuse them. It may
//! not panic, and whatever it accepts must keep its promises: what is written
//! reads back the same, every card is in one place, scores add up.
//!
//! **Why.** Two engines drive the same targets: the program of this crate, on
//! the stable toolchain, for a minute in every test run and as long as anybody
//! likes; and libFuzzer through `fuzz/` at the top of the repository.
//!
//! ```
//! let target = fuda_fuzz::targets().into_iter().find(|t| t.name == "othello-transcript");
//! let target = target.unwrap();
//! (target.run)(b"f5d6c3");
//! assert!(!target.seeds.is_empty());
//! ```

mod arena;
mod counts;
mod games;
mod kept;
mod mjai;
mod models;
mod mutate;
mod others;
mod serve;

pub use mutate::mutate;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::LazyLock;

/// Reads bytes and gives a number that stands for how far it came.
pub type Run = Box<dyn Fn(&[u8]) -> u64 + Send + Sync>;

/// Whether a file with this content is a seed.
pub type Takes = Box<dyn Fn(&Path, &[u8]) -> bool + Send + Sync>;

/// One way into fuda.
pub struct Target {
    /// Such as `mahjong-tenhou`.
    pub name: String,
    /// Takes the input; panics when a promise is broken. Gives what became of
    /// it as a number, so that inputs that lead elsewhere are recognised.
    pub run: Run,
    /// Inputs to begin with, from our own writers.
    pub seeds: Vec<Vec<u8>>,
    /// Whether a file looks like an input of this target.
    pub takes: Takes,
}

impl Target {
    fn new(
        name: impl Into<String>,
        run: impl Fn(&[u8]) -> u64 + Send + Sync + 'static,
        seeds: Vec<Vec<u8>>,
    ) -> Target {
        let (name, run) = (name.into(), Box::new(run));
        Target { name, run, seeds, takes: Box::new(|_, _| false) }
    }

    fn taking(mut self, takes: impl Fn(&Path, &[u8]) -> bool + Send + Sync + 'static) -> Target {
        self.takes = Box::new(takes);
        self
    }
}

/// All targets.
pub fn targets() -> Vec<Target> {
    let mut targets = games::targets();
    targets.extend(arena::targets());
    targets.extend(kept::targets());
    targets.extend(mjai::targets());
    targets.extend(models::targets());
    targets.extend(others::targets());
    targets.extend(serve::targets());
    targets
}

/// Runs one target by name.
///
/// # Panics
/// When there is no such target, or when the target finds a broken promise.
pub fn run(name: &str, data: &[u8]) {
    static TARGETS: LazyLock<Vec<Target>> = LazyLock::new(targets);
    let target = TARGETS.iter().find(|target| target.name == name);
    let target = target.unwrap_or_else(|| panic!("there is no target {name}"));
    (target.run)(data);
}

/// What became of an input: the message of a refusal without its numbers, or
/// how much was read in rough steps.
fn outcome(what: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    for c in what.chars().filter(|c| !c.is_ascii_digit()).take(200) {
        c.hash(&mut hasher);
    }
    hasher.finish()
}

/// A count in rough steps: 0, 1, 2, 4, 8 …
fn rough(count: usize) -> u32 {
    usize::BITS - count.leading_zeros()
}

fn text(data: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(data)
}
