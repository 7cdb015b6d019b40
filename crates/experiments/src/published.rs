//! The claim of a figure: measured values agree with the published ones.

use crate::claim::{Standing, text};
use crate::value::Measured;
use fuda_stats::Estimate;
use serde::Deserialize;

/// Values that are held against the published ones at the same places.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Agreement {
    /// Which values, as `series@at`; all that are both published and measured
    /// when left out.
    #[serde(default)]
    pub values: Vec<String>,
    /// A difference of so much counts as none. To be compared, ours have to be
    /// known as well as this, or as well as the published ones.
    pub within: f64,
    /// The published values are proportions, in %, of so many trials.
    #[serde(default)]
    pub trials: Option<f64>,
    /// Half the 95% interval of the published values, where it follows from
    /// the paper in another way.
    #[serde(default)]
    pub half: Option<f64>,
}

/// How one value fares against the published one.
struct Beside {
    standing: Standing,
    reason: String,
}

impl Agreement {
    /// A published value with its uncertainty, where that can be computed.
    fn published(&self, value: f64) -> Estimate {
        let share = (value / 100.0).clamp(0.0, 1.0);
        match (self.half, self.trials) {
            (Some(half), _) => Estimate::between(value, value - half, value + half),
            (None, Some(trials)) if trials > 0.0 => {
                Estimate::normal(value, 100.0 * (share * (1.0 - share) / trials).sqrt())
            }
            _ => Estimate::exact(value),
        }
    }

    /// The values that are compared.
    fn places(&self, found: &Measured, published: &Measured) -> Vec<String> {
        if !self.values.is_empty() {
            return self.values.clone();
        }
        let all = published.series.iter().flat_map(|series| {
            series.points.iter().map(move |point| format!("{}@{}", series.name, point.at))
        });
        all.filter(|place| found.point(place).is_some()).collect()
    }

    /// Holds measured values against published ones.
    pub(crate) fn judge(&self, found: &Measured, published: &Measured) -> (Standing, String) {
        let beside: Vec<Beside> = self
            .places(found, published)
            .iter()
            .map(|place| self.one(place, found, published))
            .collect();
        let of = |standing| beside.iter().filter(move |beside| beside.standing == standing);
        let worst = [Standing::Broken, Standing::Missing, Standing::Open];
        let standing = worst.into_iter().find(|standing| of(*standing).next().is_some());
        let standing = match beside.is_empty() {
            true => Standing::Missing,
            false => standing.unwrap_or(Standing::Holds),
        };
        if beside.is_empty() {
            return (standing, "no published value was measured".to_owned());
        }
        let reasons = |shown: &[&Beside]| {
            shown.iter().map(|beside| beside.reason.as_str()).collect::<Vec<_>>().join("; ")
        };
        let because = match beside.len() {
            0..=SHOWN => reasons(&beside.iter().collect::<Vec<_>>()),
            all => {
                let other: Vec<&Beside> =
                    beside.iter().filter(|beside| beside.standing != Standing::Holds).collect();
                let holds = of(Standing::Holds).count();
                let shown = &other[..other.len().min(SHOWN)];
                let more = if other.is_empty() { "" } else { "; not, or not surely: " };
                let rest = if other.len() > SHOWN { " and others" } else { "" };
                format!("{holds} of {all} values agree{more}{}{rest}", reasons(shown))
            }
        };
        (standing, because)
    }

    fn one(&self, place: &str, found: &Measured, published: &Measured) -> Beside {
        let (Some(ours), Some(theirs)) = (found.point(place), published.point(place)) else {
            let reason = format!("{place} was not measured");
            return Beside { standing: Standing::Missing, reason };
        };
        let (ours, theirs) = (ours.value, self.published(theirs.value.mean));
        let difference = ours.minus(theirs);
        let [mean, low, high] = difference.extent();
        let half = |[_, low, high]: [f64; 3]| (high - low) / 2.0;
        let apart = low > 0.0 || high < 0.0 || (low == high && mean != 0.0);
        // Allow for what adding and taking away leaves in the last digits.
        let room = self.within * (1.0 + 1e-9);
        let standing = if apart && mean.abs() > room {
            Standing::Broken
        } else if half(ours.extent()) > room.max(half(theirs.extent())) {
            Standing::Open
        } else {
            Standing::Holds
        };
        let reason = format!(
            "{place} = {}, published {}, difference {}",
            text(&ours),
            text(&theirs),
            text(&difference)
        );
        Beside { standing, reason }
    }
}

/// So many values are written out one by one.
const SHOWN: usize = 4;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{Point, Series};

    fn measured(values: &[(&str, f64, f64)]) -> Measured {
        let points = values.iter().map(|&(at, value, half)| match half {
            0.0 => Point::exact(at, value),
            half => Point::new(at, Estimate::between(value, value - half, value + half)),
        });
        Measured { series: vec![Series::new("s", points.collect())], ..Measured::default() }
    }

    fn agreement(trials: Option<f64>, within: f64) -> Agreement {
        Agreement { values: Vec::new(), within, trials, half: None }
    }

    #[test]
    fn both_uncertainties_count() {
        let published = measured(&[("a", 50.0, 0.0)]);
        let with = |ours, half, trials| {
            let found = measured(&[("a", ours, half)]);
            agreement(trials, 4.0).judge(&found, &published).0
        };
        assert_eq!(with(47.0, 2.0, None), Standing::Holds, "less apart than counts");
        assert_eq!(with(45.0, 3.0, None), Standing::Broken);
        // 50% of 100 trials is known to ±9.8.
        assert_eq!(with(45.0, 3.0, Some(100.0)), Standing::Holds);
        assert_eq!(with(38.0, 3.0, Some(100.0)), Standing::Broken);
        assert_eq!(with(45.0, 9.0, Some(100.0)), Standing::Holds, "known as well as theirs");
        assert_eq!(with(45.0, 11.0, Some(100.0)), Standing::Open, "ours is known too badly");
        assert_eq!(with(50.0, 9.0, None), Standing::Open, "whatever its mean is");
        assert_eq!(with(20.0, 11.0, Some(100.0)), Standing::Broken, "far away all the same");
        assert_eq!(with(50.0, 0.0, None), Standing::Holds);
        assert_eq!(with(54.0, 0.0, None), Standing::Holds);
        assert_eq!(with(54.1, 0.0, None), Standing::Broken);
    }

    #[test]
    fn one_value_that_disagrees_is_enough_and_is_named() {
        let published = measured(&[("a", 1.0, 0.0), ("b", 2.0, 0.0), ("c", 3.0, 0.0)]);
        let found = measured(&[("a", 1.0, 0.1), ("b", 9.0, 0.1)]);
        let (standing, because) = agreement(None, 0.5).judge(&found, &published);
        assert_eq!(standing, Standing::Broken);
        assert!(because.contains("s@b = 9.00"), "{because}");
        assert!(!because.contains("s@c"), "what was not measured is not compared: {because}");
        let named = Agreement { values: vec!["s@c".into()], ..agreement(None, 0.5) };
        assert_eq!(named.judge(&found, &published).0, Standing::Missing);
        let nothing = agreement(None, 0.5).judge(&Measured::default(), &published);
        assert_eq!(nothing.0, Standing::Missing);
    }

    #[test]
    fn of_many_values_the_ones_that_do_not_agree_are_named() {
        let names = ["a", "b", "c", "d", "e", "f"];
        let published = measured(&names.map(|name| (name, 1.0, 0.0)));
        let mut values = names.map(|name| (name, 1.0, 0.1));
        values[4].1 = 7.0;
        let (standing, because) = agreement(None, 0.5).judge(&measured(&values), &published);
        assert_eq!(standing, Standing::Broken);
        assert!(because.starts_with("5 of 6 values agree; not"), "{because}");
        assert!(because.contains("s@e = 7.00") && !because.contains("s@a"), "{because}");
    }
}
