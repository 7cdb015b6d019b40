//! What was measured or published: series of values with intervals.

use serde::{Deserialize, Serialize};

/// One value of a series.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// Where on the axis: a number such as `1000`, or a name.
    pub at: String,
    /// The value.
    pub value: f64,
    /// The lower end of its 95% interval, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    /// The upper end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
}

impl Point {
    /// A value that is known exactly.
    pub fn exact(at: impl ToString, value: f64) -> Point {
        Point { at: at.to_string(), value, low: None, high: None }
    }

    /// A value with its interval, where the data tell one.
    pub fn with(at: impl ToString, value: f64, low: Option<f64>, high: Option<f64>) -> Point {
        Point { at: at.to_string(), value, low, high }
    }

    /// The same value in another unit.
    pub fn times(self, factor: f64) -> Point {
        let scaled = |end: Option<f64>| end.map(|end| factor * end);
        let (low, high) = (scaled(self.low), scaled(self.high));
        Point { value: factor * self.value, low, high, ..self }
    }

    /// The place on a numeric axis.
    pub fn x(&self) -> Option<f64> {
        self.at.parse().ok().filter(|x: &f64| x.is_finite())
    }

    /// The standard error its interval stands for; 0 for exact values.
    pub fn error(&self) -> f64 {
        match (self.low, self.high) {
            (Some(low), Some(high)) => (high - low) / (2.0 * Z),
            _ => 0.0,
        }
    }
}

/// How many standard errors a 95% interval reaches to either side.
pub const Z: f64 = 1.959_963_984_540_054;

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
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// The first value, as `series@at`.
    pub left: String,
    /// The value taken away from it.
    pub right: String,
    /// The difference.
    pub value: f64,
    /// The lower end of its 95% interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
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
            "best" => points.iter().max_by(|a, b| a.value.total_cmp(&b.value)),
            _ => None,
        })
    }

    /// The value at `left` less the one at `right`, from the pair that was
    /// measured together or else from the two intervals; `None` when one of
    /// them was not measured.
    pub fn difference(&self, left: &str, right: &str) -> Option<Point> {
        let (a, b) = (self.point(left)?, self.point(right)?);
        let named = |place: &str, point: &Point| {
            let series = place.split_once('@').map_or("", |(series, _)| series);
            format!("{series}@{}", point.at)
        };
        let (left, right) = (named(left, a), named(right, b));
        for pair in &self.pairs {
            if pair.left == left && pair.right == right {
                return Some(Point::with("", pair.value, pair.low, pair.high));
            }
            if pair.left == right && pair.right == left {
                let turned = |end: Option<f64>| end.map(|end| -end);
                return Some(Point::with("", -pair.value, turned(pair.high), turned(pair.low)));
            }
        }
        let value = a.value - b.value;
        let half = Z * a.error().hypot(b.error());
        let end = |end: f64| (half > 0.0).then_some(end);
        Some(Point::with("", value, end(value - half), end(value + half)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured() -> Measured {
        let point = |at: &str, value| Point::with(at, value, Some(value - 2.0), Some(value + 2.0));
        Measured {
            series: vec![Series::new("a", vec![point("x", 3.0), point("y", 9.0), point("z", 6.0)])],
            pairs: vec![Pair {
                left: "a@z".into(),
                right: "a@x".into(),
                value: 3.0,
                low: Some(1.0),
                high: Some(5.0),
            }],
            notes: Vec::new(),
        }
    }

    #[test]
    fn values_are_found_by_their_names() {
        let found = measured();
        let value = |place: &str| found.point(place).map(|point| point.value);
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
        let apart = found.difference("a@y", "a@x").unwrap();
        // Two errors of 2 / 1.96 each: the half width is 2 times the root of 2.
        assert!((apart.high.unwrap() - 6.0 - 8f64.sqrt()).abs() < 1e-9);
        let paired = found.difference("a@first", "a@last").unwrap();
        assert_eq!((paired.value, paired.low, paired.high), (-3.0, Some(-5.0), Some(-1.0)));
        assert_eq!(found.difference("a@x", "a@q"), None);
    }
}
