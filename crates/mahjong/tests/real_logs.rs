//! Real logs: replayed against the rules, and converted there and back.

use std::path::{Path, PathBuf};

use fuda_core::formats::{Format, RecordFile, Verification};
use fuda_core::{Game, Record};
use fuda_fixtures::{files, small};
use fuda_mahjong::Mahjong;
use fuda_mahjong::records::mjai;
use fuda_mahjong::records::tenhou::read_log;

/// The files of the large collection in which games are recorded.
fn large_logs(part: &str) -> Vec<PathBuf> {
    fuda_fixtures::large(&format!("mahjong/{part}")).map_or_else(Vec::new, |at| files(&at))
}

fn format_of(file: &RecordFile) -> Box<dyn Format<Mahjong>> {
    Mahjong::formats()
        .into_iter()
        .find(|f| f.recognises(file))
        .unwrap_or_else(|| panic!("{}: no known format", file.name()))
}

fn read(path: &Path) -> RecordFile {
    RecordFile::read(path).expect("the file can be read")
}

/// Every tenth of the whole games, so that the test stays short; all of them
/// with `FUDA_EVERY=1`.
fn some_games() -> Vec<PathBuf> {
    let step = std::env::var("FUDA_EVERY").ok().and_then(|n| n.parse().ok()).unwrap_or(10);
    large_logs("tenhou-houou").into_iter().step_by(step).collect()
}

/// Replays every file without a mismatch.
fn replayed(paths: &[PathBuf]) -> Verification {
    let mut report = Verification::default();
    for path in paths {
        let file = read(path);
        format_of(&file).verify(&file, &mut report);
    }
    assert_eq!(report.problems, []);
    report
}

fn count(report: &Verification, name: &str) -> u64 {
    report.counts.get(name).copied().unwrap_or(0)
}

#[test]
fn hands_replay_without_a_mismatch() {
    let report = replayed(&files(&small("mahjong/tenhou")));
    assert_eq!((report.games, report.skipped.len()), (0, 1), "the first hands of a game");
    assert_eq!((count(&report, "hands"), count(&report, "walls rebuilt")), (3, 3));
}

#[test]
fn corner_cases_replay_without_a_mismatch() {
    let mut paths = files(&small("mahjong/corner-cases"));
    paths.extend(files(&small("mahjong/mjai")));
    let report = replayed(&paths);
    assert_eq!((report.games, report.skipped.len()), (0, paths.len()), "single hands");
    assert_eq!((count(&report, "hands"), count(&report, "hands without a winner")), (20, 9));
}

#[test]
fn whole_games_replay_without_a_mismatch() {
    let paths = some_games();
    let report = replayed(&paths);
    assert_eq!(report.skipped, []);
    assert_eq!(report.games, paths.len() as u64);
    assert_eq!(count(&report, "walls rebuilt"), count(&report, "hands"));
}

#[test]
fn all_corner_cases_replay_without_a_mismatch() {
    let paths: Vec<PathBuf> =
        large_logs("edge-cases").into_iter().chain(large_logs("mjai")).collect();
    let report = replayed(&paths);
    for skipped in &report.skipped {
        println!("{} {}: {}", skipped.file, skipped.place, skipped.reason);
    }
}

/// One record written in a format and read again.
fn through(name: &str, record: &Record<Mahjong>) -> (Vec<u8>, Record<Mahjong>) {
    let formats = Mahjong::formats();
    let format = formats.iter().find(|f| f.name() == name).expect("the format exists");
    let bytes = format.write(std::slice::from_ref(record)).expect("the record can be written");
    let file = RecordFile { path: "game".into(), bytes };
    let mut again = format.read(&file).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert_eq!(again.len(), 1);
    (file.bytes, again.remove(0))
}

/// Games as Tenhou logs them survive every conversion.
fn survive(paths: &[PathBuf]) {
    for path in paths {
        let file = read(path);
        let record = format_of(&file).read(&file).expect("a game").remove(0);
        let own = serde_json::to_string(&record).expect("a record is JSON");
        assert_eq!(serde_json::from_str::<Record<Mahjong>>(&own).ok().as_ref(), Some(&record));
        let (text, from_mjai) = through("mjai", &record);
        assert_eq!(from_mjai.moves, record.moves, "{}", path.display());
        assert_eq!(from_mjai.scores, record.scores);
        let (again, _) = through("mjai", &from_mjai);
        assert!(again == text, "{}", path.display());
        let (xml, from_xml) = through("tenhou", &record);
        assert_eq!(from_xml, record);
        let log = read_log(std::str::from_utf8(&xml).expect("text"));
        // What the log says without the rules is what the rules say.
        let direct = mjai::write_logs([&read_log(file.text().expect("text"))]);
        assert_eq!(mjai::write_logs([&log]), direct);
    }
}

#[test]
fn hands_survive_every_conversion() {
    survive(&files(&small("mahjong/tenhou")));
}

#[test]
fn games_survive_every_conversion() {
    survive(&some_games());
}
