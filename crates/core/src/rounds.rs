//! What is counted of every hand or round of a game.

/// A number that is counted for each seat in each round: whether it won, how
/// many points a win brought. Its mean is over the rounds in which it has a
/// value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoundStat {
    /// A short name, such as `won`.
    pub name: &'static str,
    /// One line on what it is.
    pub about: &'static str,
    /// Whether it is 0 or 1, so that its mean is a share.
    pub share: bool,
}

impl RoundStat {
    /// A share of rounds.
    pub const fn share(name: &'static str, about: &'static str) -> RoundStat {
        RoundStat { name, about, share: true }
    }

    /// A mean over rounds.
    pub const fn mean(name: &'static str, about: &'static str) -> RoundStat {
        RoundStat { name, about, share: false }
    }
}
