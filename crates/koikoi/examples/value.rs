//! Learns the value network of a turn and prints the error curve.
//!
//! `cargo run --release --example value -- 7 [completions [playouts [samples [passes [network.safetensors]]]]]`
//!
//! The turn `all` learns from after-states of every turn; the network written
//! is then one to play by (see the example `duel`).

use fuda_core::Seed;
use fuda_koikoi::players::{VALUE_INPUTS, ValueOptions, ValueSample, value_samples};
use fuda_learn::{RegressionParams, Rows};
use std::time::Instant;

fn rows(samples: &[ValueSample]) -> Result<(Rows, Vec<f64>), fuda_learn::LearnError> {
    let rows = Rows::ones(VALUE_INPUTS, samples.iter().map(|s| s.ones.as_slice()))?;
    Ok((rows, samples.iter().map(|s| s.value).collect()))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: u32| args.get(at).map_or(Ok(default), |text| text.parse());
    let turn = match args.first().map(String::as_str) {
        None | Some("all") => None,
        Some(text) => Some(text.parse()?),
    };
    let options = ValueOptions {
        turn,
        completions: number(1, 300)?,
        call_playouts: number(2, 300)?,
        samples: number(3, 10_000)? as usize + 300,
        threads: std::thread::available_parallelism()?.get(),
        ..ValueOptions::default()
    };
    let begin = Instant::now();
    let samples = value_samples(&options)?;
    println!("{} samples in {:.1} s", samples.len(), begin.elapsed().as_secs_f64());
    let (train, test) = samples.split_at(samples.len() - 300);
    let ((train, targets), (test, truth)) = (rows(train)?, rows(test)?);
    let mean = targets.iter().sum::<f64>() / targets.len() as f64;
    let baseline = truth.iter().map(|t| (t - mean).powi(2)).sum::<f64>() / truth.len() as f64;
    println!("constant {mean:+.3}: squared error {baseline:.3} on the test");
    let begin = Instant::now();
    let params =
        RegressionParams { epochs: number(4, 30)? as usize, seed: Seed(1), ..Default::default() };
    let network = params.check()?.fit(&train, &targets, |epoch, network| {
        let error = |rows: &Rows, targets: &[f64]| {
            network.mean_squared_error(rows, targets).unwrap_or(f64::NAN)
        };
        if epoch <= 3 || epoch % 5 == 0 {
            let (own, new) = (error(&train, &targets), error(&test, &truth));
            println!("{epoch:>3}  training {own:.3}  test {new:.3}");
        }
    })?;
    println!("learned in {:.1} s", begin.elapsed().as_secs_f64());
    if let Some(path) = args.get(5) {
        let rules = options.rules.to_string();
        let notes = [("features", "koikoi-after-state-252-v1"), ("rules", rules.as_str())];
        std::fs::write(path, network.to_bytes(&notes)?)?;
    }
    Ok(())
}
