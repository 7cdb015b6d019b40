//! fuda's own record format: one JSON object per line, for every game.

use crate::formats::{Format, FormatError, PartialRecord, RecordFile, Stats, Verification};
use crate::{Game, Record, ReplayError};
use serde::Deserialize;

/// One [`Record`] a line as JSON; every game has it.
#[derive(Clone, Copy, Debug, Default)]
pub struct OwnFormat;

impl OwnFormat {
    /// Each line with its number, read; empty lines are passed over.
    fn lines<'a, G: Game>(
        &self,
        text: &'a str,
    ) -> impl Iterator<Item = (usize, Result<Record<G>, FormatError>)> + 'a {
        let numbered = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        numbered.map(|(i, line)| (i + 1, read_line(i + 1, line)))
    }
}

/// What every record says first.
#[derive(Deserialize)]
struct Head {
    game: String,
    #[serde(rename = "rules")]
    _rules: String,
}

fn read_line<G: Game>(number: usize, line: &str) -> Result<Record<G>, FormatError> {
    let wrong = |place: String, expected: &str, got: String| FormatError {
        place,
        expected: expected.to_owned(),
        got,
    };
    let record: Record<G> = serde_json::from_str(line).map_err(|e| {
        let place = format!("line {number}, column {}", e.column());
        wrong(place, &format!("a record of {}", G::NAME), e.to_string())
    })?;
    if record.game != G::NAME {
        let place = format!("line {number}");
        return Err(wrong(place, &format!("a record of {}", G::NAME), record.game));
    }
    Ok(record)
}

impl<G: Game> Format<G> for OwnFormat {
    fn name(&self) -> &'static str {
        "fuda"
    }

    fn about(&self) -> &'static str {
        "fuda's own records: one JSON object per line, every game"
    }

    fn recognises(&self, file: &RecordFile) -> bool {
        let text = file.bytes.trim_ascii_start();
        if !text.starts_with(b"{") {
            return false;
        }
        let line = text.split(|b| *b == b'\n').next().unwrap_or_default();
        // A line that was cut off is still ours by its first words.
        let start = format!("{{\"game\":\"{}\"", G::NAME);
        line.starts_with(start.as_bytes())
            || serde_json::from_slice::<Head>(line).is_ok_and(|head| head.game == G::NAME)
    }

    fn verify(&self, file: &RecordFile, into: &mut Verification) {
        let text = match file.text() {
            Ok(text) => text,
            Err(e) => return into.problem(file, e.place, e.expected, e.got),
        };
        for (number, record) in self.lines::<G>(text) {
            let record = match record {
                Ok(record) => record,
                Err(e) => {
                    into.problem(file, e.place, e.expected, e.got);
                    continue;
                }
            };
            match record.replay() {
                Ok(_) => {
                    into.games += 1;
                    into.decisions += record.moves.len() as u64;
                }
                Err(e) => into.problem(
                    file,
                    format!("line {number}"),
                    "a game that replays to its scores",
                    e.to_string(),
                ),
            }
        }
    }

    fn stats(&self, file: &RecordFile, into: &mut Stats) {
        match Format::<G>::read(self, file) {
            Ok(records) => {
                for record in records {
                    into.games += 1;
                    into.value("moves", record.moves.len() as f64);
                    for (seat, points) in record.scores.iter().flatten().enumerate() {
                        into.value(&format!("points of seat {seat}"), *points);
                    }
                }
            }
            Err(e) => into.skip(file, e.place.clone(), e.to_string()),
        }
    }

    fn read(&self, file: &RecordFile) -> Result<Vec<Record<G>>, FormatError> {
        self.lines(file.text()?).map(|(_, record)| record).collect()
    }

    fn read_partly(&self, file: &RecordFile) -> Result<Vec<PartialRecord<G>>, FormatError> {
        let mut records = Vec::new();
        for (number, record) in self.lines::<G>(file.text()?) {
            let mut record = record?;
            let stops = match record.replay() {
                Err(ReplayError::Illegal { number: at, illegal }) if at > 1 => {
                    record.moves.truncate(at - 1);
                    record.scores = None;
                    Some(FormatError {
                        place: format!("line {number}, move {at}"),
                        expected: "a legal move".into(),
                        got: illegal.to_string(),
                    })
                }
                _ => None,
            };
            records.push(PartialRecord { record, stops });
        }
        Ok(records)
    }

    fn writes(&self) -> bool {
        true
    }

    fn write(&self, records: &[Record<G>]) -> Result<Vec<u8>, FormatError> {
        let mut bytes = Vec::new();
        for (i, record) in records.iter().enumerate() {
            serde_json::to_writer(&mut bytes, record).map_err(|e| FormatError {
                place: format!("record {}", i + 1),
                expected: "a record that can be written as JSON".into(),
                got: e.to_string(),
            })?;
            bytes.push(b'\n');
        }
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kuhn::{Kuhn, KuhnMove};
    use crate::{Position, Seat};

    fn file(bytes: &[u8]) -> RecordFile {
        RecordFile { path: "games.jsonl".into(), bytes: bytes.to_vec() }
    }

    fn record() -> Record<Kuhn> {
        let mut record = Record::new(&Kuhn, [2, 0]);
        record.moves = vec![(Seat(0), KuhnMove::Bet), (Seat(1), KuhnMove::Bet)];
        record.scores = record.position_after(2).unwrap().scores();
        record
    }

    #[test]
    fn writes_and_reads_back() {
        let records = vec![record(), record()];
        let bytes = OwnFormat.write(&records).unwrap();
        let file = file(&bytes);
        assert!(Format::<Kuhn>::recognises(&OwnFormat, &file));
        assert_eq!(OwnFormat.read(&file), Ok(records));
        let mut report = Verification::default();
        Format::<Kuhn>::verify(&OwnFormat, &file, &mut report);
        assert_eq!((report.games, report.decisions, report.mismatches), (2, 4, 0));
    }

    #[test]
    fn blanks_do_not_matter() {
        let bytes = OwnFormat.write(&[record()]).unwrap();
        let text = String::from_utf8(bytes).unwrap().replace("\":", "\" : ");
        let spaced = file(format!("\n {text}").as_bytes());
        assert!(Format::<Kuhn>::recognises(&OwnFormat, &spaced));
        assert_eq!(OwnFormat.read(&spaced), Ok(vec![record()]));
        assert!(!Format::<Kuhn>::recognises(&OwnFormat, &file(b"{\"type\":\"start_game\"}")));
    }

    #[test]
    fn names_what_is_wrong() {
        let mut wrong_scores = record();
        wrong_scores.scores = Some([1.0, -1.0].into_iter().collect());
        let mut bytes = OwnFormat.write(&[record(), wrong_scores]).unwrap();
        bytes.extend(b"{\"game\":\"kuhn\",\"rules\":3}\n");
        let mut report = Verification::default();
        Format::<Kuhn>::verify(&OwnFormat, &file(&bytes), &mut report);
        assert_eq!((report.games, report.mismatches), (1, 2));
        assert_eq!(report.problems[0].place, "line 2");
        assert!(report.problems[0].got.contains("scores"), "{:?}", report.problems[0]);
        assert!(report.problems[1].place.starts_with("line 3, column"));
    }
}
