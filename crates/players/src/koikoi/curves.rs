//! Learning curves of the linear policy over many seeds (figures 2 and 3).

use super::pg_learn::{CurvePoint, PgError, PgOptions, learn_pg};
use crate::DescriptionError;
use fuda_core::Seed;
use fuda_koikoi::KoiKoi;
use fuda_stats::{Estimate, Moments};
use serde::Serialize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use thiserror::Error;

/// Whom to learn against, with which seeds.
#[derive(Clone, PartialEq, Debug)]
pub struct CurvesOptions {
    /// How each run learns; its seed is replaced by each of the seeds.
    pub learning: PgOptions,
    /// The opponent, as the catalogue names it.
    pub against: String,
    /// The seeds, one a run.
    pub seeds: Vec<u64>,
    /// Threads; the result does not depend on them.
    pub threads: usize,
}

impl Default for CurvesOptions {
    fn default() -> CurvesOptions {
        CurvesOptions {
            learning: PgOptions::default(),
            against: "rule".into(),
            seeds: (1..=10).collect(),
            threads: 1,
        }
    }
}

/// The runs together after so many episodes.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct BandPoint {
    /// Episodes so far.
    pub episodes: u64,
    /// The mean over the runs of the reward since the point before.
    pub reward: Estimate,
    /// The standard deviation between runs; 0 for a single run.
    pub deviation: f64,
}

/// Many runs of learning.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Curves {
    /// The opponent.
    pub against: String,
    /// The seeds.
    pub seeds: Vec<u64>,
    /// All runs together.
    pub band: Vec<BandPoint>,
    /// The curve of each seed.
    pub runs: Vec<Vec<CurvePoint>>,
}

/// Why there are no curves.
#[derive(Debug, Error)]
pub enum CurvesError {
    /// The opponent is not known.
    #[error(transparent)]
    Opponent(#[from] DescriptionError),
    /// Learning failed.
    #[error(transparent)]
    Learn(#[from] PgError),
}

/// Learns once for each seed. `progress` hears how many runs are done.
pub fn learning_curves(
    options: &CurvesOptions,
    progress: impl Fn(usize) + Sync,
) -> Result<Curves, CurvesError> {
    let game = KoiKoi { rules: options.learning.rules };
    let recipe = super::koikoi().recipe(&game, &options.against)?;
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let slots: Vec<_> = options.seeds.iter().map(|_| Mutex::new(None)).collect();
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(seed) = options.seeds.get(number) else { return };
            let learning = PgOptions { seed: Seed(*seed), ..options.learning.clone() };
            let run = learn_pg(&learning, (recipe.make)().as_mut(), &recipe.name, |_| {});
            *slots[number].lock().unwrap_or_else(|e| e.into_inner()) = Some(run);
            progress(done.fetch_add(1, Ordering::Relaxed) + 1);
        }
    };
    std::thread::scope(|scope| {
        (1..options.threads.max(1)).for_each(|_| drop(scope.spawn(work)));
        work();
    });
    let mut runs = Vec::new();
    for slot in slots {
        if let Some(run) = slot.into_inner().unwrap_or_else(|e| e.into_inner()) {
            runs.push(run?.curve);
        }
    }
    let points = runs.first().map_or(0, Vec::len);
    let band = (0..points).map(|at| band_point(&runs, at)).collect();
    Ok(Curves { against: recipe.name, seeds: options.seeds.clone(), band, runs })
}

fn band_point(runs: &[Vec<CurvePoint>], at: usize) -> BandPoint {
    let means: Vec<f64> = runs.iter().map(|run| run[at].reward.mean).collect();
    let moments = Moments::of(&means);
    BandPoint {
        episodes: runs[0][at].episodes,
        reward: moments.estimate(),
        deviation: moments.variance.unwrap_or(0.0).sqrt(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_share_the_work_and_nothing_else() {
        let learning = PgOptions {
            episodes: 300,
            report_every: 100,
            call_playouts: 5,
            ..PgOptions::default()
        };
        let options = CurvesOptions {
            learning,
            against: "rule:calls=5".into(),
            seeds: vec![1, 2, 3],
            threads: 1,
        };
        let alone = learning_curves(&options, |_| {}).expect("curves");
        let together = learning_curves(&CurvesOptions { threads: 3, ..options.clone() }, |_| {});
        assert_eq!(together.expect("curves"), alone);
        assert_eq!((alone.band.len(), alone.runs.len()), (3, 3));
        let mean = alone.runs.iter().map(|run| run[1].reward.mean).sum::<f64>() / 3.0;
        let point = alone.band[1];
        assert!((point.reward.mean - mean).abs() < 1e-12);
        // The 97.5% point of t with two degrees of freedom is 4.303.
        let half = 4.3027 * point.deviation / 3f64.sqrt();
        assert!((point.reward.high.unwrap() - mean - half).abs() < 1e-3 * half, "{point:?}");
        let nobody = CurvesOptions { against: "nobody".into(), ..options };
        assert!(learning_curves(&nobody, |_| {}).is_err());
    }
}
