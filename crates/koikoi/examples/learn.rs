//! Learns a policy and writes its model.
//!
//! `cargo run --release --example learn -- rule 30000 1 model.json`

use fuda_core::{Player, RandomPlayer, Seed};
use fuda_koikoi::KoiKoi;
use fuda_koikoi::players::{CallBySimulation, PgOptions, RulePlayer, WithCalls, learn_pg};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [against, episodes, seed, path, rest @ ..] = args.as_slice() else {
        return Err(
            "expected: random|rule episodes seed model.json [playouts [temperature]]".into()
        );
    };
    let call_playouts = rest.first().map_or(Ok(300), |text| text.parse())?;
    let temperature = rest.get(1).map_or(Ok(3.0), |text| text.parse())?;
    let mut opponent: Box<dyn Player<KoiKoi>> = match against.as_str() {
        "random" => Box::new(WithCalls::with_playouts(RandomPlayer, call_playouts)),
        "rule" => Box::new(RulePlayer { call: CallBySimulation { playouts: call_playouts } }),
        other => return Err(format!("no opponent `{other}`").into()),
    };
    let options = PgOptions {
        episodes: episodes.parse()?,
        seed: Seed(seed.parse()?),
        call_playouts,
        temperature,
        ..PgOptions::default()
    };
    let begin = Instant::now();
    let run = learn_pg(&options, opponent.as_mut(), against, |point| {
        println!("{:>6}  {:+.3} ± {:.3}", point.episodes, point.mean, point.error);
    })?;
    println!("{:.1} s", begin.elapsed().as_secs_f64());
    std::fs::write(path, run.model.write())?;
    Ok(())
}
