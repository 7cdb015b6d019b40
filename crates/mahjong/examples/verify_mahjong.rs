//! Verifies record files: `verify_mahjong FILE…`.

use fuda_core::formats::{RecordFile, Verification};
use fuda_mahjong::records::formats;

fn main() {
    let formats = formats();
    let mut report = Verification::default();
    let start = std::time::Instant::now();
    for path in std::env::args().skip(1) {
        match RecordFile::read(path.as_ref()) {
            Err(e) => println!("{e}"),
            Ok(file) => match formats.iter().find(|f| f.recognises(&file)) {
                Some(format) => format.verify(&file, &mut report),
                None => println!("{path}: no known format"),
            },
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    for skipped in &report.skipped {
        println!("skipped {} {}: {}", skipped.file, skipped.place, skipped.reason);
    }
    for p in &report.problems {
        println!("problem {} {}: expected {}, got {}", p.file, p.place, p.expected, p.got);
    }
    println!(
        "{} files, {} games, {} decisions, {} mismatches, {:?} in {seconds:.3} s",
        report.files, report.games, report.decisions, report.mismatches, report.counts
    );
}
