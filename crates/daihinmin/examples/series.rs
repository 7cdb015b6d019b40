//! Five clients and a server over loopback in one process:
//! `cargo run --release --example series -- GAMES [LOG]`

use fuda_core::Seed;
use fuda_daihinmin::Greedy;
use fuda_daihinmin::wire::{Host, HostOptions, JoinOptions, join};
use std::io::Write;
use std::thread;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let games = arguments.next().map_or(Ok(1_000), |n| n.parse())?;
    let mut log = arguments.next().map(std::fs::File::create).transpose()?;
    let host = Host::bind(HostOptions { port: 0, games, seed: Seed(1), ..HostOptions::default() })?;
    let port = host.address()?.port();
    let clients: Vec<_> = (0..5)
        .map(|n| {
            let options = JoinOptions {
                port,
                name: format!("greedy{n}"),
                seed: Seed(n),
                ..JoinOptions::default()
            };
            thread::spawn(move || join(&options, &mut Greedy, &mut |_| {}))
        })
        .collect();
    let start = Instant::now();
    let out = log.as_mut().map(|file| file as &mut dyn Write);
    let report = host.run(Vec::new(), out, &mut |_| {})?;
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{} games, {} turns, {} refused in {seconds:.2} s: {:.0} games per second",
        report.games,
        report.turns,
        report.refused.iter().sum::<u64>(),
        f64::from(report.games) / seconds
    );
    for client in clients {
        match client.join() {
            Ok(report) => println!("{:?}", report?),
            Err(_) => println!("a client broke down"),
        }
    }
    Ok(())
}
