//! What was measured or published: series of values with intervals.

use fuda_stats::Estimate;
use serde::{Deserialize, Serialize};

/// One value of a series.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Point {
    /// Where on the axis: a number such as `1000`, or a name.
    pub at: String,
    /// The value.
    #[serde(flatten)]
    pub value: Estimate,
}

impl Point {
    /// A value at a place.
    pub fn new(at: impl ToString, value: Estimate) -> Point {
        Point { at: at.to_string(), value }
    }

    /// A value that is known exactly.
    pub fn exact(at: impl ToString, value: f64) -> Point {
        Point::new(at, Estimate::exact(value))
    }

    /// The place on a numeric axis.
    pub fn x(&self) -> Option<f64> {
        self.at.parse().ok().filter(|x: &f64| x.is_finite())
    }
}

/// Values that belong together: a line of a figure, a row of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Series {
    /// What it is called.
    pub name: String,
    /// Its values in order.
    pub points: Vec<Point>,
}

impl Series {
    /// A series.
    pub fn new(name: impl Into<String>, points: Vec<Point>) -> Series {
        Series { name: name.into(), points }
    }
}

/// The difference of two values that were measured on the same deals or
/// positions, so that its interval is narrower than theirs would make it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Pair {
    /// The first value, as `series@at`.
    pub left: String,
    /// The value taken away from it.
    pub right: String,
    /// The difference.
    #[serde(flatten)]
    pub value: Estimate,
}

/// What the measuring of an entry gave.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// The values.
    pub series: Vec<Series>,
    /// Differences between them, where they were measured in pairs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<Pair>,
    /// What a reader has to know besides: on what data, with what left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Why the experiment did not do what it is about, when it did not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub void: Option<String>,
}

impl Measured {
    /// The series of that name.
    pub fn series(&self, name: &str) -> Option<&Series> {
        self.series.iter().find(|series| series.name == name)
    }

    /// The value that `series@at` names. Besides the places of the series,
    /// `first`, `last` and `best` (the highest) can be named.
    pub fn point(&self, place: &str) -> Option<&Point> {
        let (series, at) = place.split_once('@')?;
        let points = &self.series(series)?.points;
        points.iter().find(|point| point.at == at).or_else(|| match at {
            "first" => points.first(),
            "last" => points.last(),
            "best" => points.iter().max_by(|a, b| a.value.mean.total_cmp(&b.value.mean)),
            _ => None,
        })
    }

    /// The value at `left` minus the one at `right`, from the pair that was
    /// measured together or else from the two intervals; `None` when one of
    /// them was not measured.
    pub fn difference(&self, left: &str, right: &str) -> Option<Estimate> {
        let (a, b) = (self.point(left)?, self.point(right)?);
        let named = |place: &str, point: &Point| {
            let series = place.split_once('@').map_or("", |(series, _)| series);
            format!("{series}@{}", point.at)
        };
        let (left, right) = (named(left, a), named(right, b));
        for pair in &self.pairs {
            if pair.left == left && pair.right == right {
                return Some(pair.value);
            }
            if pair.left == right && pair.right == left {
                return Some(pair.value.times(-1.0));
            }
        }
        Some(a.value.minus(b.value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured() -> Measured {
        let point =
            |at: &str, value| Point::new(at, Estimate::between(value, value - 2.0, value + 2.0));
        Measured {
            series: vec![Series::new("a", vec![point("x", 3.0), point("y", 9.0), point("z", 6.0)])],
            pairs: vec![Pair {
                left: "a@z".into(),
                right: "a@x".into(),
                value: Estimate::between(3.0, 1.0, 5.0),
            }],
            notes: Vec::new(),
            void: None,
        }
    }

    #[test]
    fn values_are_found_by_their_names() {
        let found = measured();
        let value = |place: &str| found.point(place).map(|point| point.value.mean);
        assert_eq!(value("a@y"), Some(9.0));
        assert_eq!(value("a@first"), Some(3.0));
        assert_eq!(value("a@last"), Some(6.0));
        assert_eq!(value("a@best"), Some(9.0));
        assert_eq!(value("a@q"), None);
        assert_eq!(value("b@x"), None);
        assert_eq!(value("a"), None);
    }

    #[test]
    fn differences_come_from_pairs_where_there_are_some() {
        let found = measured();
        let (x, y) = (found.point("a@x").unwrap(), found.point("a@y").unwrap());
        assert_eq!(found.difference("a@y", "a@x"), Some(y.value.minus(x.value)));
        let paired = found.difference("a@first", "a@last").unwrap();
        assert_eq!(paired, Estimate::between(-3.0, -5.0, -1.0));
        assert_eq!(found.difference("a@x", "a@q"), None);
    }
}
