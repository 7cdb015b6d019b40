//! Koi-koi: a network that tells what a position is worth.

use super::Experiment;
use crate::context::Context;
use crate::entry::Entry;
use crate::trouble::Trouble;
use crate::value::{Measured, Point, Series};
use fuda_koikoi::encode::VALUE_INPUTS;
use fuda_koikoi::players::{ValueOptions, ValueSample, value_samples};
use fuda_learn::{RegressionParams, Rows, mean_squared_error};
use fuda_stats::{Moments, correlation};
use serde::{Deserialize, Serialize};

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

/// What learning gave.
#[derive(Serialize, Deserialize)]
struct Learned {
    /// Squared errors of the test positions under the constant.
    constant: Vec<f64>,
    /// The mean squared error after each pass, on the training and on the
    /// test positions.
    curve: Vec<(f64, f64)>,
    /// What the network says of each test position after the last pass, and
    /// what it is worth.
    dots: Vec<(f64, f64)>,
}

impl Settings {
    fn learn(&self, context: &Context<'_>) -> Result<Learned, Trouble> {
        let key = (
            "value-network",
            [self.turn, self.train, self.test, self.passes],
            [self.completions, self.calls],
        );
        context.memo(key, || {
            context.step(0, 0.05, 1);
            let options = ValueOptions {
                turn: Some(self.turn),
                samples: self.train + self.test,
                completions: self.completions,
                call_playouts: self.calls,
                threads: context.threads,
                seed: context.seed,
                ..ValueOptions::default()
            };
            let samples = value_samples(&options, &|| {}).map_err(Trouble::measuring)?;
            let (train, test) = samples.split_at(self.train);
            let ((train, targets), (test, truth)) = (rows(train)?, rows(test)?);
            let mean = targets.iter().sum::<f64>() / targets.len() as f64;
            let mut curve = Vec::new();
            let params =
                RegressionParams { epochs: self.passes, seed: context.seed, ..Default::default() };
            let learner = params.check().map_err(Trouble::measuring)?;
            let network = learner
                .fit(&train, &targets, |pass, network| {
                    let error = |rows: &Rows, targets: &[f64]| {
                        mean_squared_error(network, rows, targets).unwrap_or(f64::NAN)
                    };
                    curve.push((error(&train, &targets), error(&test, &truth)));
                    context.step(pass, 0.0, self.passes + 1);
                })
                .map_err(Trouble::measuring)?;
            let values = network.values(&test).map_err(Trouble::measuring)?;
            Ok(Learned {
                constant: truth.iter().map(|value| (value - mean).powi(2)).collect(),
                curve,
                dots: values.into_iter().zip(truth).collect(),
            })
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

fn rows(samples: &[ValueSample]) -> Result<(Rows, Vec<f64>), Trouble> {
    let rows = Rows::ones(VALUE_INPUTS, samples.iter().map(|sample| sample.ones.as_slice()));
    let rows = rows.map_err(Trouble::measuring)?;
    Ok((rows, samples.iter().map(|sample| sample.value).collect()))
}

impl Experiment for ErrorCurve {
    const NAME: &str = "value-error";

    fn measure(&self, _entry: &Entry, context: &Context<'_>) -> Result<Measured, Trouble> {
        let learned = self.0.learn(context)?;
        let curve = |name: &str, of: fn(&(f64, f64)) -> f64| {
            let points = learned.curve.iter().enumerate();
            let points = points.map(|(at, errors)| Point::exact(at + 1, of(errors)));
            Series::new(name, points.collect())
        };
        let (training, test) = (curve("training", |e| e.0), curve("test", |e| e.1));
        let errors: Vec<f64> = learned.dots.iter().map(|(said, is)| (said - is).powi(2)).collect();
        let less: Vec<f64> = learned.constant.iter().zip(&errors).map(|(c, e)| c - e).collect();
        Ok(Measured {
            series: vec![
                training,
                test,
                Series::new(
                    "constant",
                    vec![Point::new("all", Moments::of(&learned.constant).estimate())],
                ),
                Series::new("end", vec![Point::new("test", Moments::of(&errors).estimate())]),
            ],
            pairs: vec![crate::value::Pair {
                left: "constant@all".into(),
                right: "end@test".into(),
                value: Moments::of(&less).estimate(),
            }],
            notes: vec![self.0.note()],
        })
    }
}

impl Experiment for Dots {
    const NAME: &str = "value-dots";

    fn measure(&self, _entry: &Entry, context: &Context<'_>) -> Result<Measured, Trouble> {
        let learned = self.0.learn(context)?;
        let round = |value: f64| (value * 1_000.0).round() / 1_000.0;
        let dots = learned.dots.iter().map(|&(said, is)| Point::exact(round(said), round(is)));
        let correlation = correlation(&learned.dots);
        Ok(Measured {
            series: vec![
                Series::new("test positions", dots.collect()),
                Series::new("correlation", vec![Point::new("test positions", correlation)]),
            ],
            pairs: Vec::new(),
            notes: vec![self.0.note()],
        })
    }
}
