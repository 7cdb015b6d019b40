//! The bootstrap.

use crate::Estimate;

/// Several values with their 95% percentile intervals by the bootstrap.
///
/// `resampled` gives the same values from the clusters of one resample (as
/// many as there are, drawn with replacement), given the resample's number, so
/// that the caller decides where random numbers come from. Without resamples
/// there are no intervals.
pub fn bootstrap(
    values: Vec<f64>,
    resamples: usize,
    mut resampled: impl FnMut(usize) -> Vec<f64>,
) -> Vec<Estimate> {
    let mut drawn: Vec<Vec<f64>> = vec![Vec::with_capacity(resamples); values.len()];
    for number in 0..resamples {
        for (all, value) in drawn.iter_mut().zip(resampled(number)) {
            all.push(value);
        }
    }
    let estimates = values.into_iter().zip(drawn).map(|(mean, mut drawn)| {
        drawn.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let last = drawn.len().checked_sub(1)?;
            drawn.get((share * last as f64).round() as usize).copied()
        };
        Estimate { mean, low: at(0.025), high: at(0.975) }
    });
    estimates.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_core::{Purpose, Seed};

    #[test]
    fn the_ends_are_the_outer_fortieths() {
        let order = |number: usize| vec![((number * 7) % 41) as f64, 0.0];
        let found = bootstrap(vec![20.0, 0.0], 41, order);
        assert_eq!(found[0], Estimate::between(20.0, 1.0, 39.0));
        assert_eq!(found[1], Estimate::between(0.0, 0.0, 0.0));
        assert_eq!(bootstrap(vec![1.0], 0, order), [Estimate::exact(1.0)]);
    }

    #[test]
    fn it_is_near_students_interval_for_a_mean() {
        let mut rng = Seed(2).stream(Purpose::Sample, &[]);
        let values: Vec<f64> = (0..400).map(|_| rng.unit()).collect();
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let draw = |number: usize| {
            let mut rng = Seed(3).stream(Purpose::Sample, &[number as u64]);
            let again: Vec<f64> =
                values.iter().filter_map(|_| rng.pick(&values).copied()).collect();
            vec![mean(&again)]
        };
        let found = bootstrap(vec![mean(&values)], 2_000, draw)[0];
        let student = crate::Moments::of(&values).estimate();
        let close = |a: Option<f64>, b: Option<f64>| (a.unwrap() - b.unwrap()).abs() < 0.003;
        assert!(
            close(found.low, student.low) && close(found.high, student.high),
            "{found} {student}"
        );
    }
}
