//! The formats as the workbench knows them.

use fuda_core::formats::{Format, FormatError, PartialRecord, RecordFile, Stats, Verification};
use fuda_core::{OwnFormat, Record};

use super::convert::{follow, log_of, record_of};
use super::game_rules::told_in_full;
use super::log::Log;
use super::stats::count_log;
use super::verify::verify_log;
use super::{mjai, tenhou, tenhou6};
use crate::game::Mahjong;

/// Every format in which mahjong games are read and written.
pub(crate) fn formats() -> Vec<Box<dyn Format<Mahjong>>> {
    let tenhou = LogFormat {
        name: "tenhou",
        about: "Tenhou's XML logs (mjlog), plain or gzipped",
        recognises: |file| head(file).starts_with(b"<") && contains(head(file), b"<mjloggm"),
        read: |text| vec![tenhou::read_log(text)],
        write: write_tenhou,
    };
    let tenhou6 = LogFormat {
        name: "tenhou6",
        about: "the JSON of tenhou.net/6, its viewer and reviewers",
        recognises: |file| {
            head(file).starts_with(b"{") && {
                contains(&file.bytes, b"\"log\"") && contains(&file.bytes, b"\"rule\"")
            }
        },
        read: tenhou6::read_logs,
        write: write_tenhou6,
    };
    let mjai = LogFormat {
        name: "mjai",
        about: "mjai: one JSON object per line for each event",
        recognises: is_mjai,
        read: mjai::read_logs,
        write: |logs| match logs.iter().all(|log| !log.hands.is_empty()) {
            true => Ok(mjai::write_logs(logs)),
            false => Err(FormatError {
                place: "the game".into(),
                expected: "at least one hand".into(),
                got: "none".into(),
            }),
        },
    };
    vec![Box::new(OwnFormat), Box::new(tenhou), Box::new(tenhou6), Box::new(mjai)]
}

/// Tenhou's own formats can say no other rules than Tenhou's.
fn check_rules(logs: &[Log]) -> Result<(), FormatError> {
    match logs.iter().find(|log| !told_in_full(log)) {
        None => Ok(()),
        Some(log) => Err(FormatError {
            place: "the rules".into(),
            expected: "Tenhou's rules: its logs can say no others".into(),
            got: log.rules.named.clone().unwrap_or_default(),
        }),
    }
}

fn write_tenhou6(logs: &[Log]) -> Result<String, FormatError> {
    check_rules(logs)?;
    tenhou6::write_logs(logs)
}

fn write_tenhou(logs: &[Log]) -> Result<String, FormatError> {
    check_rules(logs)?;
    match logs {
        [log] => tenhou::write_log(log),
        _ => Err(FormatError {
            place: "tenhou".into(),
            expected: "one game per file".into(),
            got: format!("{} games", logs.len()),
        }),
    }
}

fn is_mjai(file: &RecordFile) -> bool {
    let head = head(file);
    let opens = head.starts_with(b"{") || head.starts_with(b"[");
    let events = contains(head, b"\"start_game\"") || contains(head, b"\"start_kyoku\"");
    let hands = contains(head, b"\"games\"") && contains(head, b"\"dora_marker\"");
    opens && (events || hands)
}

/// The beginning of a file, blanks before it left out.
fn head(file: &RecordFile) -> &[u8] {
    let bytes = file.bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&file.bytes);
    let bytes = bytes.trim_ascii_start();
    &bytes[..bytes.len().min(4096)]
}

fn contains(bytes: &[u8], word: &[u8]) -> bool {
    bytes.windows(word.len()).any(|w| w == word)
}

/// Writes logs as the text of a file.
type Write = fn(&[Log]) -> Result<String, FormatError>;

/// A format that is read into logs and written from them.
struct LogFormat {
    name: &'static str,
    about: &'static str,
    recognises: fn(&RecordFile) -> bool,
    read: fn(&str) -> Vec<Log>,
    write: Write,
}

impl Format<Mahjong> for LogFormat {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn recognises(&self, file: &RecordFile) -> bool {
        (self.recognises)(file)
    }

    fn verify(&self, file: &RecordFile, into: &mut Verification) {
        into.files += 1;
        match file.text() {
            Ok(text) => {
                for log in (self.read)(text) {
                    verify_log(file, &log, into);
                }
            }
            Err(e) => into.problem(file, e.place, e.expected, e.got),
        }
    }

    fn stats(&self, file: &RecordFile, into: &mut Stats) {
        into.files += 1;
        match file.text() {
            Ok(text) => {
                for log in (self.read)(text) {
                    count_log(&log, into);
                    if let Some(e) = log.broken {
                        into.skip(file, e.place, format!("expected {}, got {}", e.expected, e.got));
                    }
                }
            }
            Err(e) => into.skip(file, e.place, format!("expected {}, got {}", e.expected, e.got)),
        }
    }

    fn read(&self, file: &RecordFile) -> Result<Vec<Record<Mahjong>>, FormatError> {
        (self.read)(file.text()?).iter().map(record_of).collect()
    }

    fn read_partly(&self, file: &RecordFile) -> Result<Vec<PartialRecord<Mahjong>>, FormatError> {
        (self.read)(file.text()?)
            .iter()
            .map(|log| match follow(log)? {
                (record, Some(stops)) if record.moves.is_empty() => Err(stops),
                (record, stops) => Ok(PartialRecord { record, stops }),
            })
            .collect()
    }

    fn writes(&self) -> bool {
        true
    }

    fn write(&self, records: &[Record<Mahjong>]) -> Result<Vec<u8>, FormatError> {
        let logs: Result<Vec<Log>, FormatError> = records.iter().map(log_of).collect();
        (self.write)(&logs?).map(String::into_bytes)
    }
}
