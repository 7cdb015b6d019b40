//! Verifies daihinmin logs: `cargo run --release --example verify -- FILE…`

use fuda_core::formats::{Format, RecordFile, Verification};
use fuda_daihinmin::formats::UecdaLog;

fn main() {
    let mut report = Verification::default();
    for path in std::env::args().skip(1) {
        match RecordFile::read(path.as_ref()) {
            Ok(file) => {
                report.files += 1;
                UecdaLog.verify(&file, &mut report);
            }
            Err(e) => eprintln!("{e}"),
        }
    }
    println!(
        "files {}, games {}, decisions {}, mismatches {}",
        report.files, report.games, report.decisions, report.mismatches
    );
    println!("{:?}", report.counts);
    for s in &report.skipped {
        println!("skipped: {}: {}: {}", s.file, s.place, s.reason);
    }
    for p in report.problems.iter().take(20) {
        println!("problem: {}: {}: expected {}, got {}", p.file, p.place, p.expected, p.got);
    }
}
