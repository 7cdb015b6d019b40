//! Published and measured values side by side.

use crate::claim::text;
use crate::entry::{Entry, Shape};
use crate::value::{Measured, Point};

/// One value of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The series.
    pub series: String,
    /// The place in it.
    pub at: String,
    /// What the paper says.
    pub published: Option<Point>,
    /// What we measured.
    pub ours: Option<Point>,
}

impl Row {
    /// A value as text; a dash when there is none.
    pub fn cell(point: &Option<Point>) -> String {
        point.as_ref().map_or_else(|| "–".to_owned(), |point| text(&point.value))
    }
}

/// All values of an entry. The dots of a scatter plot are left to the plot.
pub fn rows(entry: &Entry, found: Option<&Measured>) -> Vec<Row> {
    let (published, nothing) = (entry.published(), Measured::default());
    let found = found.unwrap_or(&nothing);
    let mut rows = Vec::new();
    let drawn = |name: &str| {
        entry.text.plot.shape == Shape::Dots && entry.text.plot.only.iter().any(|only| only == name)
    };
    for series in found.series.iter().filter(|series| !drawn(&series.name)) {
        for point in &series.points {
            let place = |p: &&Point| p.at == point.at;
            let named = published.series(&series.name);
            let said = named.and_then(|s| s.points.iter().find(place)).cloned();
            let (series, at) = (series.name.clone(), point.at.clone());
            rows.push(Row { series, at, published: said, ours: Some(point.clone()) });
        }
    }
    for series in &published.series {
        for point in &series.points {
            let known = |row: &Row| row.series == series.name && row.at == point.at;
            if !rows.iter().any(known) {
                let ours = found.point(&format!("{}@{}", series.name, point.at)).cloned();
                let (series, at) = (series.name.clone(), point.at.clone());
                rows.push(Row { series, at, published: Some(point.clone()), ours });
            }
        }
    }
    rows
}
