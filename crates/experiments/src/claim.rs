//! What "the same effect" means: claims that measured values hold or break.

use crate::published::Agreement;
use crate::value::{Measured, Point};
use fuda_stats::Estimate;
use serde::{Deserialize, Serialize};

/// One finding of a paper as a rule that values can be held against.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Claim {
    /// The finding in words.
    pub says: String,
    /// The rule.
    #[serde(flatten)]
    pub rule: Rule,
    /// The least difference that would be the finding: an order whose
    /// interval lies below it is broken, not open.
    #[serde(default)]
    pub least: f64,
}

/// A rule about measured values; values are named `series@at`, see
/// [`Measured::point`].
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// Each value is above the one after it.
    Order(Vec<String>),
    /// Two values are equal within a margin.
    Equal {
        /// The two.
        values: [String; 2],
        /// How far apart they may be.
        within: f64,
    },
    /// A value is above a number.
    Above {
        /// Which value.
        value: String,
        /// The number.
        number: f64,
    },
    /// A value is below a number.
    Below {
        /// Which value.
        value: String,
        /// The number.
        number: f64,
    },
    /// Values agree with the published ones: what the figure says, not what
    /// the paper concludes from it.
    Agrees(Agreement),
    /// The highest value of a series lies in a part of its axis.
    Peak {
        /// The series.
        series: String,
        /// Where the part begins.
        from: f64,
        /// Where it ends.
        to: f64,
    },
}

/// How a claim fares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// The values show it.
    Holds,
    /// The values are too uncertain to say.
    Open,
    /// The values show the contrary.
    Broken,
    /// A value it is about was not measured.
    Missing,
}

/// A claim with how it fares and why.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Judged {
    /// The claim in words.
    pub says: String,
    /// Whether it is about the figure; otherwise it is part of the finding.
    pub figure: bool,
    /// How it fares.
    pub standing: Standing,
    /// The numbers behind it.
    pub because: String,
}

impl Rule {
    /// The values whose differences decide the rule, as pairs of names.
    pub fn pairs(&self) -> Vec<(&str, &str)> {
        match self {
            Rule::Order(values) => {
                values.windows(2).map(|two| (two[0].as_str(), two[1].as_str())).collect()
            }
            Rule::Equal { values: [left, right], .. } => vec![(left, right)],
            _ => Vec::new(),
        }
    }

    /// All values it names, the series of a peak as `series@best`.
    pub fn places(&self) -> Vec<String> {
        match self {
            Rule::Order(values) => values.clone(),
            Rule::Equal { values, .. } => values.to_vec(),
            Rule::Above { value, .. } | Rule::Below { value, .. } => vec![value.clone()],
            Rule::Peak { series, .. } => vec![format!("{series}@best")],
            Rule::Agrees(agreement) => agreement.values.clone(),
        }
    }

    /// Whether it is about the figure; otherwise it is part of the finding.
    pub fn is_figure(&self) -> bool {
        matches!(self, Rule::Agrees(_))
    }
}

impl Claim {
    /// Holds measured values against the claim, and where it is about the
    /// figure against the published ones.
    pub fn judge(&self, found: &Measured, published: &Measured) -> Judged {
        let (standing, because) = match &self.rule {
            Rule::Order(_) => {
                let each = self.rule.pairs().into_iter().map(|(left, right)| {
                    match found.difference(left, right) {
                        Some(less) => (self.order(&less), {
                            let wanted = match self.least {
                                0.0 => String::new(),
                                least => format!(", {least} or more would be the finding"),
                            };
                            format!("{left} − {right} = {}{wanted}", text(&less))
                        }),
                        None => (Standing::Missing, format!("{left} or {right} was not measured")),
                    }
                });
                together(each)
            }
            Rule::Equal { values: [left, right], within } => match found.difference(left, right) {
                Some(less) => (
                    equal(&less, *within),
                    format!("{left} − {right} = {}, allowed ±{within}", text(&less)),
                ),
                None => (Standing::Missing, format!("{left} or {right} was not measured")),
            },
            Rule::Above { value, number } => number_rule(found, value, *number, 1.0),
            Rule::Below { value, number } => number_rule(found, value, *number, -1.0),
            Rule::Peak { series, from, to } => peak(found, series, *from, *to),
            Rule::Agrees(agreement) => agreement.judge(found, published),
        };
        let (says, figure) = (self.says.clone(), self.rule.is_figure());
        Judged { says, figure, standing, because }
    }

    /// Whether a difference is an order, by enough to count.
    fn order(&self, less: &Estimate) -> Standing {
        match less.extent()[2] < self.least {
            true => Standing::Broken,
            false => above(less, 0.0),
        }
    }
}

/// The worst of several standings, with all reasons.
fn together(each: impl Iterator<Item = (Standing, String)>) -> (Standing, String) {
    let (mut worst, mut reasons) = (Standing::Holds, Vec::new());
    let weight = |standing| match standing {
        Standing::Holds => 0,
        Standing::Open => 1,
        Standing::Missing => 2,
        Standing::Broken => 3,
    };
    for (standing, reason) in each {
        if weight(standing) > weight(worst) {
            worst = standing;
        }
        reasons.push(reason);
    }
    (worst, reasons.join("; "))
}

/// Whether a value is above a number, below it, or nobody can say.
fn above(value: &Estimate, number: f64) -> Standing {
    let [_, low, high] = value.extent();
    if low > number {
        Standing::Holds
    } else if high < number || (value.low.is_none() && value.mean == number) {
        Standing::Broken
    } else {
        Standing::Open
    }
}

/// Whether a difference is nothing, as far as the margin goes.
fn equal(less: &Estimate, within: f64) -> Standing {
    let [_, low, high] = less.extent();
    if low >= -within && high <= within {
        Standing::Holds
    } else if low > within || high < -within {
        Standing::Broken
    } else {
        Standing::Open
    }
}

fn number_rule(found: &Measured, place: &str, number: f64, sign: f64) -> (Standing, String) {
    let Some(point) = found.point(place) else {
        return (Standing::Missing, format!("{place} was not measured"));
    };
    let reason = format!("{place} = {}, the mark is {number}", text(&point.value));
    (above(&point.value.times(sign), sign * number), reason)
}

fn peak(found: &Measured, series: &str, from: f64, to: f64) -> (Standing, String) {
    let place = format!("{series}@best");
    let points = found.series(series).map_or(&[][..], |series| &series.points);
    let Some(best) = found.point(&place) else {
        return (Standing::Missing, format!("{series} was not measured"));
    };
    let inside = |point: &Point| point.x().is_some_and(|x| (from..=to).contains(&x));
    let reason = format!("the highest of {series} is {} at {}", text(&best.value), best.at);
    // The best inside against the best outside decides.
    let most = |wanted: bool| {
        let of = points.iter().filter(|point| inside(point) == wanted);
        of.max_by(|a, b| a.value.mean.total_cmp(&b.value.mean))
    };
    let standing = match (most(true), most(false)) {
        (Some(within), Some(without)) => {
            let [left, right] = [within, without].map(|point| format!("{series}@{}", point.at));
            found.difference(&left, &right).map_or(Standing::Open, |less| above(&less, 0.0))
        }
        (Some(_), None) => Standing::Holds,
        (None, _) => Standing::Missing,
    };
    (standing, reason)
}

/// A value with its interval.
pub(crate) fn text(found: &Estimate) -> String {
    let digits = |value: f64| match value.abs() {
        size if size >= 10_000.0 => format!("{value:.0}"),
        size if size >= 100.0 => format!("{value:.1}"),
        size if size >= 1.0 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    };
    match found.interval() {
        Some((low, high)) => format!("{} [{}, {}]", digits(found.mean), digits(low), digits(high)),
        None => digits(found.mean),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Series;

    fn found(values: &[(&str, f64, f64)]) -> Measured {
        let points = values.iter().map(|&(at, value, half)| match half {
            0.0 => Point::exact(at, value),
            half => Point::new(at, Estimate::between(value, value - half, value + half)),
        });
        Measured { series: vec![Series::new("s", points.collect())], ..Measured::default() }
    }

    fn claim(text: &str) -> Claim {
        toml::from_str(&format!("says = \"so\"\n{text}")).unwrap()
    }

    fn standing(rule: &str, values: &[(&str, f64, f64)]) -> Standing {
        claim(rule).judge(&found(values), &Measured::default()).standing
    }

    #[test]
    fn an_effect_that_is_ruled_out_is_not_open() {
        let rule = "order = [\"s@a\", \"s@b\"]\nleast = 2.0";
        let with = |a, half| standing(rule, &[("a", a, half), ("b", 4.0, half)]);
        assert_eq!(with(4.1, 0.5), Standing::Broken, "less than 2 for sure");
        assert_eq!(with(4.1, 3.0), Standing::Open, "2 is possible, and 0 is");
        assert_eq!(with(7.0, 0.5), Standing::Holds);
        assert_eq!(with(5.0, 0.1), Standing::Broken, "there, but too small");
        let values = found(&[("a", 4.1, 0.5), ("b", 4.0, 0.5)]);
        let judged = claim(rule).judge(&values, &Measured::default());
        assert!(judged.because.ends_with("2 or more would be the finding"), "{}", judged.because);
    }

    #[test]
    fn orders_hold_break_or_stay_open() {
        let rule = "order = [\"s@a\", \"s@b\", \"s@c\"]";
        let with =
            |a, b, c, half| standing(rule, &[("a", a, half), ("b", b, half), ("c", c, half)]);
        assert_eq!(with(9.0, 5.0, 1.0, 1.0), Standing::Holds);
        assert_eq!(with(5.0, 9.0, 1.0, 1.0), Standing::Broken);
        assert_eq!(with(9.0, 5.0, 4.5, 1.0), Standing::Open);
        assert_eq!(with(9.0, 5.0, 4.5, 0.0), Standing::Holds, "exact values need no margin");
        assert_eq!(with(9.0, 5.0, 5.0, 0.0), Standing::Broken);
        assert_eq!(standing(rule, &[("a", 9.0, 1.0), ("b", 1.0, 1.0)]), Standing::Missing);
    }

    #[test]
    fn equality_needs_narrow_intervals() {
        let rule = "equal = { values = [\"s@a\", \"s@b\"], within = 3.0 }";
        let with = |a, b, half| standing(rule, &[("a", a, half), ("b", b, half)]);
        assert_eq!(with(5.0, 4.0, 0.5), Standing::Holds);
        assert_eq!(with(5.0, 4.0, 4.0), Standing::Open);
        assert_eq!(with(9.0, 1.0, 1.0), Standing::Broken);
        assert_eq!(with(1.0, 9.0, 1.0), Standing::Broken);
    }

    #[test]
    fn numbers_are_passed_or_not() {
        let up = "above = { value = \"s@a\", number = 2.0 }";
        let down = "below = { value = \"s@a\", number = 2.0 }";
        let with = |rule: &str, value| standing(rule, &[("a", value, 0.5)]);
        assert_eq!(with(up, 3.0), Standing::Holds);
        assert_eq!(with(up, 2.2), Standing::Open);
        assert_eq!(with(up, 1.0), Standing::Broken);
        assert_eq!(with(down, 1.0), Standing::Holds);
        assert_eq!(with(down, 1.8), Standing::Open);
        assert_eq!(with(down, 3.0), Standing::Broken);
    }

    #[test]
    fn peaks_lie_inside_or_outside() {
        let rule = "peak = { series = \"s\", from = 0.5, to = 0.8 }";
        let with =
            |a, b, c, half| standing(rule, &[("0", a, half), ("0.6", b, half), ("1", c, half)]);
        assert_eq!(with(-5.0, 3.0, 0.0, 1.0), Standing::Holds);
        assert_eq!(with(-5.0, 0.0, 3.0, 1.0), Standing::Broken);
        assert_eq!(with(-5.0, 3.0, 2.5, 1.0), Standing::Open);
        assert_eq!(standing(rule, &[("0", 1.0, 1.0)]), Standing::Missing);
    }

    #[test]
    fn rules_of_another_shape_are_refused() {
        for wrong in ["ordr = [\"s@a\"]", "above = { value = \"s@a\" }", ""] {
            assert!(
                toml::from_str::<Claim>(&format!("says = \"so\"\n{wrong}")).is_err(),
                "{wrong}"
            );
        }
    }
}
