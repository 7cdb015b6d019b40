//! Learners on the raw features of Othello positions.

use super::Experiment;
use super::mining::Positions;
use crate::context::Context;
use crate::entry::Entry;
use crate::trouble::Trouble;
use crate::value::{Measured, Point, Series};
use fuda_mine::commands::{ClassifyArgs, LearnerChoice, run_classify};
use fuda_stats::Estimate;
use serde::Deserialize;
use std::ops::ControlFlow;

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

    fn measure(&self, _entry: &Entry, context: &Context<'_>) -> Result<Measured, Trouble> {
        let positions = Positions::make(self.positions, context)?;
        let mut points = Vec::new();
        for (number, (name, short)) in self.learners.iter().enumerate() {
            context.step(number, 0.0, self.learners.len());
            let key = ("learners", short, self.positions, &positions.note);
            let found: Estimate = context.memo(key, || {
                let learner = LearnerChoice::parse(short)
                    .ok_or_else(|| Trouble::measuring(format!("no learner {short}")))?;
                let args = ClassifyArgs {
                    train: positions.path.clone(),
                    train_labels: None,
                    test: None,
                    test_labels: None,
                    features: None,
                    learner,
                    folds: 5,
                    seed: context.seed,
                    model: None,
                };
                let report = run_classify(&args, &|_| match context.check() {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                })
                .map_err(Trouble::measuring)?;
                let all = report.validation.ok_or_else(|| Trouble::measuring("no folds"))?.all;
                Ok(all.accuracy)
            })?;
            points.push(Point::new(name, found.times(100.0)));
        }
        let series = vec![Series::new("accuracy", points)];
        Ok(Measured { series, pairs: Vec::new(), notes: vec![positions.note] })
    }
}
