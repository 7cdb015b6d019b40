//! Koi-koi: a network that estimates what a position is worth.

use super::Experiment;
use crate::context::Context;
use crate::entry::Entry;
use crate::error::ExperimentError;
use crate::value::{Measured, Point, Series};
use fuda_koikoi::players::ValueOptions;
use fuda_stats::Moments;
use fuda_train::koikoi::{CompletionsParams, ErrorPoint, ValueReport, learn_completions};
use serde::Deserialize;

/// The settings of an error curve.
#[derive(Deserialize)]
#[serde(transparent)]
pub struct ErrorCurve(Settings);

/// The settings of a scatter plot.
#[derive(Deserialize)]
#[serde(transparent)]
pub struct Dots(Settings);

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Settings {
    /// The turn after whose action the value is asked.
    turn: usize,
    /// Positions to learn from.
    train: usize,
    /// Positions to test on.
    test: usize,
    /// How often each is played to its end.
    completions: u32,
    /// Random completions that decide koi-koi on the way.
    calls: u32,
    /// Passes over the positions.
    passes: usize,
}

impl Settings {
    fn learn(&self, context: &Context<'_>) -> Result<ValueReport, ExperimentError> {
        let key = (
            "value-network-report",
            [self.turn, self.train, self.test, self.passes],
            [self.completions, self.calls],
        );
        context.memo(key, || {
            context.step(0, 0.05, 1);
            let samples = ValueOptions {
                turn: Some(self.turn),
                samples: self.train + self.test,
                completions: self.completions,
                call_playouts: self.calls,
                threads: context.threads,
                seed: context.seed,
                ..ValueOptions::default()
            };
            let (test, passes, seed) = (self.test, self.passes, context.seed);
            let params = CompletionsParams { samples, test, passes, seed };
            let show = |point: &ErrorPoint| context.step(point.pass, 0.0, self.passes + 1);
            let (_, report) =
                learn_completions(&params, &|| {}, show).map_err(ExperimentError::measuring)?;
            Ok(report)
        })
    }

    fn note(&self) -> String {
        format!(
            "{} positions to learn from, {} to test on; targets are means of {} completions with \
             {} playouts a koi-koi decision",
            self.train, self.test, self.completions, self.calls
        )
    }
}

impl Experiment for ErrorCurve {
    const NAME: &str = "value-error";

    fn measure(&self, _entry: &Entry, context: &Context<'_>) -> Result<Measured, ExperimentError> {
        let learned = self.0.learn(context)?;
        let curve = |name: &str, of: fn(&ErrorPoint) -> f64| {
            let points = learned.curve.iter().map(|point| Point::exact(point.pass, of(point)));
            Series::new(name, points.collect())
        };
        let (training, test) = (curve("training", |e| e.training), curve("test", |e| e.test.mean));
        let squares = |of: &dyn Fn(&(f64, f64)) -> f64| -> Vec<f64> {
            learned.scatter.iter().map(of).collect()
        };
        let errors = squares(&|(truth, said)| (said - truth).powi(2));
        let constant = squares(&|(truth, _)| (truth - learned.constant).powi(2));
        let less: Vec<f64> = constant.iter().zip(&errors).map(|(c, e)| c - e).collect();
        Ok(Measured {
            series: vec![
                training,
                test,
                Series::new("constant", vec![Point::new("all", learned.constant_error)]),
                Series::new("end", vec![Point::new("test", Moments::of(&errors).estimate())]),
            ],
            pairs: vec![crate::value::Pair {
                left: "constant@all".into(),
                right: "end@test".into(),
                value: Moments::of(&less).estimate(),
            }],
            notes: vec![self.0.note()],
            ..Measured::default()
        })
    }
}

impl Experiment for Dots {
    const NAME: &str = "value-dots";

    fn measure(&self, _entry: &Entry, context: &Context<'_>) -> Result<Measured, ExperimentError> {
        let learned = self.0.learn(context)?;
        let round = |value: f64| (value * 1_000.0).round() / 1_000.0;
        let dots = learned.scatter.iter().map(|&(is, said)| Point::exact(round(said), round(is)));
        Ok(Measured {
            series: vec![
                Series::new("test positions", dots.collect()),
                Series::new("correlation", vec![Point::new("test positions", learned.correlation)]),
            ],
            notes: vec![self.0.note()],
            ..Measured::default()
        })
    }
}
