//! The threshold that errs least.

/// The number above which scores should be called positive, so that the
/// fewest rows are called wrongly: the middle between two scores, among
/// equally good ones the lowest.
pub(crate) fn best_threshold(mut scored: Vec<(f64, bool)>) -> f64 {
    scored.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (Some(first), Some(last)) = (scored.first(), scored.last()) else { return 0.0 };
    let (mut best, mut fewest) = (first.0 - 1.0, 0i64);
    let mut errors = 0i64;
    for (at, &(score, label)) in scored.iter().enumerate() {
        // Below the threshold now: a positive row becomes an error, a
        // negative one is none any more.
        errors += if label { 1 } else { -1 };
        let next = scored.get(at + 1).map_or(last.0 + 1.0, |next| next.0);
        if next > score && errors < fewest {
            fewest = errors;
            best = 0.5 * (score + next);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn no_other_threshold_errs_less(
            scored in prop::collection::vec((-5i32..5, any::<bool>()), 1..30),
        ) {
            let scored: Vec<(f64, bool)> =
                scored.into_iter().map(|(score, label)| (f64::from(score), label)).collect();
            let errors = |threshold: f64| {
                scored.iter().filter(|(score, label)| (*score > threshold) != *label).count()
            };
            let best = errors(best_threshold(scored.clone()));
            for other in -6..=5 {
                prop_assert!(best <= errors(f64::from(other) + 0.5));
            }
        }
    }
}
