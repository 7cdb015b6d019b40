//! Statistics for matches, agreement with records and learning curves.
//!
//! **What.** One type for a value with its 95% interval, [`Estimate`], and
//! what makes one: means, ratios and proportions over independent clusters,
//! correlations, the bootstrap. Beside them the paired t-test, Welch's test
//! and a sequential test that stops a match early.
//!
//! **Why.** Games of one deal, and decisions of one game, are not independent
//! of each other. Whoever counts them as if they were gets intervals that are
//! too narrow. Here everything starts from *clusters* (deals, games, runs):
//! each is one observation, however many values it holds. Every command
//! prints its intervals by the same code, so that they mean the same.
//!
//! **The types in one look.**
//!
//! | item | what it is |
//! |---|---|
//! | [`Estimate`] | a value with its 95% interval; how it is printed and stored |
//! | [`Moments`], [`Running`] | count, mean and variance of independent results; their interval and t-test |
//! | [`Cluster`], [`ratio`], [`proportion`] | sums over counts, both by cluster |
//! | [`clustered_mean`], [`clustered_share`] | the same from single values with their cluster's name |
//! | [`wilson`] | the proportion of hits among independent trials |
//! | [`welch`], [`p_value`] | whether two means differ; a p-value as text |
//! | [`correlation`] | Pearson's correlation with Fisher's interval |
//! | [`bootstrap`] | intervals of whatever can be computed again from resampled clusters |
//! | [`Sprt`], [`SprtWatch`], [`Verdict`] | the generalised sequential probability ratio test |
//!
//! ```
//! use fuda_stats::{clustered_mean, clustered_share};
//! // Twelve decisions of four games: in two games all agree, in two none.
//! let agreed = |i: usize| f64::from(u8::from(i / 3 % 2 == 0));
//! let by_game = clustered_share((0..12).map(|i| (i / 3, agreed(i))));
//! let as_if_independent = clustered_share((0..12).map(|i| (i, agreed(i))));
//! assert_eq!(format!("{:.1}", by_game.percent()), "50.0% [6.1, 93.9]");
//! assert_eq!(format!("{:.1}", as_if_independent.percent()), "50.0% [22.4, 77.6]");
//! // Without spread between clusters a mean has no interval.
//! let alike = clustered_mean([(0, 2.0), (1, 2.0), (2, 2.0)]);
//! assert_eq!((alike.mean, alike.low), (2.0, None));
//! ```
//!
//! **How it works.** A mean over clusters is a ratio of two sums, values and
//! counts. Its error comes from each cluster's sum minus what the ratio gives
//! for its count (linearisation); the interval is Student's t with one degree
//! of freedom fewer than there are clusters. With one value per cluster that
//! is the usual t interval. A proportion takes the number of independent
//! trials that would have the same error, and Wilson's interval of so many
//! trials, so that it never leaves 0 to 1 and never ends at a proportion
//! that the data exclude; where clusters show no spread, all trials count. Without
//! spread other values have no interval: a hundred equal results do not prove
//! that the next is equal. Sums are compensated, and clusters are put in the
//! order of their names, so results never depend on who finished first.
//!
//! **Sources.** Student, *The probable error of a mean* (1908); Welch (1947);
//! Wilson, *Probable inference* (1927); Cochran, *Sampling Techniques* (1977),
//! chapters 6 and 9 (ratios, clusters); Korn and Graubard, *Confidence
//! intervals for proportions with small expected number of positive counts
//! estimated from survey data* (1998) and Franco et al. (2019) (proportions by
//! effective sample size); Fisher (1921) (correlation); Efron (1979)
//! (bootstrap); Wald (1945) and the generalised test as used for chess engines
//! (Van den Bergh); Neumaier (1974) (sums).

mod bootstrap;
mod clusters;
mod correlation;
mod estimate;
mod moments;
mod sprt;

pub use bootstrap::bootstrap;
pub use clusters::{Cluster, clustered_mean, clustered_share, proportion, ratio, wilson};
pub use correlation::correlation;
pub use estimate::{Estimate, Percent};
pub use moments::{Moments, Running, p_value, welch};
pub use sprt::{BadHypotheses, FIRST_CHECK, Sprt, SprtWatch, Verdict};
