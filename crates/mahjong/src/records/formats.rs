//! The formats as the workbench knows them.

use fuda_core::Record;
use fuda_core::formats::{Format, FormatError, RecordFile, Stats, Verification};

use super::log::Log;
use super::verify::verify_log;
use super::{mjai, tenhou, tenhou6};
use crate::game::Mahjong;

/// Every format in which mahjong games are read.
pub fn formats() -> Vec<Box<dyn Format<Mahjong>>> {
    vec![Box::new(TenhouXml), Box::new(Tenhou6), Box::new(Mjai)]
}

/// Tenhou's XML logs.
struct TenhouXml;
/// The JSON of tenhou.net/6.
struct Tenhou6;
/// mjai.
struct Mjai;

/// The beginning of a file as text, blanks before it left out.
fn head(file: &RecordFile) -> &[u8] {
    let bytes = file.bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&file.bytes);
    let bytes = bytes.trim_ascii_start();
    &bytes[..bytes.len().min(4096)]
}

fn contains(bytes: &[u8], word: &[u8]) -> bool {
    bytes.windows(word.len()).any(|w| w == word)
}

fn verify(file: &RecordFile, into: &mut Verification, read: impl Fn(&str) -> Vec<Log>) {
    match file.text() {
        Ok(text) => {
            for log in read(text) {
                verify_log(file, &log, into);
            }
        }
        Err(e) => into.skip(file, e.place, format!("expected {}, got {}", e.expected, e.got)),
    }
}

macro_rules! format {
    ($format:ty, $name:literal, $about:literal, $recognises:expr, $read:expr) => {
        impl Format<Mahjong> for $format {
            fn name(&self) -> &'static str {
                $name
            }

            fn about(&self) -> &'static str {
                $about
            }

            fn recognises(&self, file: &RecordFile) -> bool {
                $recognises(file)
            }

            fn verify(&self, file: &RecordFile, into: &mut Verification) {
                into.files += 1;
                verify(file, into, $read);
            }

            fn stats(&self, _file: &RecordFile, _into: &mut Stats) {}

            fn read(&self, _file: &RecordFile) -> Result<Vec<Record<Mahjong>>, FormatError> {
                Ok(Vec::new())
            }
        }
    };
}

format!(
    TenhouXml,
    "tenhou",
    "Tenhou's XML logs (mjlog), plain or gzipped",
    |file: &RecordFile| head(file).starts_with(b"<") && contains(head(file), b"<mjloggm"),
    |text: &str| vec![tenhou::read_log(text)]
);
format!(
    Tenhou6,
    "tenhou6",
    "the JSON of tenhou.net/6",
    |file: &RecordFile| head(file).starts_with(b"{") && contains(&file.bytes, b"\"log\""),
    tenhou6::read_logs
);
format!(
    Mjai,
    "mjai",
    "mjai: one JSON object a line",
    |file: &RecordFile| {
        let head = head(file);
        let opens = head.starts_with(b"{") || head.starts_with(b"[");
        let events = contains(head, b"\"start_game\"") || contains(head, b"\"start_kyoku\"");
        let hands = contains(head, b"\"games\"") && contains(head, b"\"dora_marker\"");
        opens && (events || hands)
    },
    mjai::read_logs
);
