//! Learners on the raw features of Othello positions.

use super::Experiment;
use super::mining::{Positions, cross_validated};
use crate::context::Context;
use crate::entry::Entry;
use crate::error::ExperimentError;
use crate::value::{Measured, Point, Series};
use fuda_mine::pipeline::{FeatureSet, LearnerChoice};
use fuda_stats::Estimate;
use serde::Deserialize;

/// The settings.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Learners {
    /// How many positions.
    positions: usize,
    /// The learners: what the report calls them, and their short names.
    learners: Vec<(String, String)>,
}

impl Experiment for Learners {
    const NAME: &str = "learners";

    fn check(&self) -> Result<(), String> {
        match self.learners.iter().find(|(_, name)| LearnerChoice::parse(name).is_none()) {
            Some((_, name)) => Err(format!("there is no learner `{name}`")),
            None => Ok(()),
        }
    }

    fn measure(&self, _entry: &Entry, context: &Context<'_>) -> Result<Measured, ExperimentError> {
        let positions = Positions::make(self.positions, context)?;
        let mut points = Vec::new();
        for (number, (name, short)) in self.learners.iter().enumerate() {
            context.step(number, 0.0, self.learners.len());
            let key = ("learners", short, self.positions, &positions.note);
            let found: Estimate = context.memo(key, || {
                let learner = LearnerChoice::parse(short)
                    .ok_or_else(|| ExperimentError::measuring(format!("no learner {short}")))?;
                let file = positions.read()?;
                cross_validated(&file, &FeatureSet::items(&file.table), learner, context)
            })?;
            points.push(Point::new(name, found));
        }
        let series = vec![Series::new("accuracy", points)];
        Ok(Measured { series, notes: vec![positions.note], ..Measured::default() })
    }
}
