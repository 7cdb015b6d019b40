//! Mining as a job for many machines: the table travels once, tasks by number.

use crate::format::TextFormat;
use crate::lcm::{MineParams, PatternFormat, Plan};
use crate::measure::Filter;
use crate::pattern::{Pattern, Sink};
use crate::table::{Table, TableBuilder};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use fuda_queue::{Blob, Job, JobData, JobKind, Runner};
use serde::{Deserialize, Serialize};
use std::io::{self, Read, Write};

/// The kind of job that mines closed patterns, for workers and submitters.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MineKind;

/// The description of a job; its only blob has the rows.
#[derive(Serialize, Deserialize)]
struct Head {
    min_support: u32,
    filter: Filter,
    /// Whether patterns are wanted; otherwise their number is.
    patterns: bool,
    rows: u32,
    labelled: bool,
}

/// The most bytes of rows a worker unpacks.
const MOST_BYTES: u64 = 1 << 32;

impl MineKind {
    /// The data of a job: the table and what to mine from it.
    pub fn data(table: &Table, params: &MineParams, patterns: bool) -> io::Result<JobData> {
        let head = Head {
            min_support: params.min_support,
            filter: params.filter,
            patterns,
            rows: table.rows() as u32,
            labelled: table.labels().is_some(),
        };
        let blobs = vec![Blob::new(pack_table(table)?)];
        JobData::json(&head, blobs).map_err(io::Error::other)
    }
}

/// The rows and labels of a table, to travel.
pub(crate) fn pack_table(table: &Table) -> io::Result<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    let mut cells = Vec::new();
    for row in 0..table.rows() {
        cells.clear();
        if let Some(labels) = table.labels() {
            cells.push(u8::from(labels[row]));
        }
        push(table.row(row).len() as u32, &mut cells);
        let mut last = 0;
        for &column in table.row(row) {
            let name = table.name(column);
            push(name - last, &mut cells);
            last = name;
        }
        packed.write_all(&cells)?;
    }
    packed.finish()
}

fn push(number: u32, out: &mut Vec<u8>) {
    crate::cmim::push_number(number, out);
}

fn unpack(data: &JobData) -> Result<(Head, Table), String> {
    let head: Head = data.read()?;
    let packed = data.blob(0)?.bytes()?;
    let table = unpack_table(head.rows, head.labelled, &packed)
        .ok_or("the table of the job cannot be read")?;
    Ok((head, table))
}

/// A table that has travelled; `None` where the bytes are none.
pub(crate) fn unpack_table(rows: u32, labelled: bool, packed: &[u8]) -> Option<Table> {
    let mut bytes = Vec::new();
    GzDecoder::new(packed).take(MOST_BYTES).read_to_end(&mut bytes).ok()?;
    let mut rest = bytes.as_slice();
    let mut builder = TableBuilder::default();
    let mut labels = Vec::new();
    let mut row = Vec::new();
    for _ in 0..rows {
        if labelled {
            let (&label, after) = rest.split_first()?;
            labels.push(label != 0);
            rest = after;
        }
        row.clear();
        let mut last = 0u32;
        for _ in 0..crate::cmim::pull_number(&mut rest)? {
            last = last.checked_add(crate::cmim::pull_number(&mut rest)?)?;
            row.push(last);
        }
        builder.push(&row);
    }
    builder.finish(labelled.then_some(labels)).ok()
}

impl JobKind for MineKind {
    fn name(&self) -> &str {
        "mine"
    }

    fn open(&self, data: &JobData) -> Result<Box<dyn Job>, String> {
        let (head, table) = unpack(data)?;
        let params = MineParams { filter: head.filter, ..MineParams::new(head.min_support) };
        let plan = Plan::new(&table, &params).map_err(|error| error.to_string())?;
        let format = head.patterns.then_some(TextFormat { labelled: head.labelled });
        Ok(Box::new(MineJob { plan, format }))
    }
}

struct MineJob {
    plan: Plan,
    format: Option<TextFormat>,
}

impl Job for MineJob {
    fn runner(&self) -> Runner<'_> {
        Box::new(|task| self.run(task))
    }
}

impl MineJob {
    fn run(&self, task: u64) -> Result<Vec<u8>, String> {
        let number = usize::try_from(task).ok().filter(|&task| task < self.plan.tasks());
        let number = number.ok_or_else(|| format!("there are only {} tasks", self.plan.tasks()))?;
        let mut sink = TaskSink { format: self.format, patterns: 0, items: vec![], bytes: vec![] };
        let met = self.plan.run_task(number, &mut sink);
        let result = TaskResult { met, patterns: sink.patterns, text: sink.bytes };
        Ok(result.into_bytes())
    }
}

struct TaskSink {
    format: Option<TextFormat>,
    patterns: u64,
    items: Vec<u32>,
    bytes: Vec<u8>,
}

impl Sink for TaskSink {
    fn pattern(&mut self, pattern: Pattern<'_>) {
        self.patterns += 1;
        if let Some(format) = self.format {
            self.items.clear();
            self.items.extend_from_slice(pattern.items);
            format.write(&mut self.items, pattern.support, pattern.positives, &mut self.bytes);
        }
    }
}

/// What a task of a mining job found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TaskResult {
    /// Patterns met, kept or not.
    pub(crate) met: u64,
    /// Patterns that passed it.
    pub(crate) patterns: u64,
    /// Their text, when it was wanted.
    pub(crate) text: Vec<u8>,
}

impl TaskResult {
    fn into_bytes(self) -> Vec<u8> {
        let mut bytes = self.met.to_le_bytes().to_vec();
        bytes.extend(self.patterns.to_le_bytes());
        bytes.extend(self.text);
        bytes
    }

    pub(crate) fn from_bytes(mut bytes: Vec<u8>) -> Option<TaskResult> {
        let (&met, rest) = bytes.split_first_chunk::<8>()?;
        let &patterns = rest.first_chunk::<8>()?;
        bytes.drain(..16);
        let [met, patterns] = [met, patterns].map(u64::from_le_bytes);
        Some(TaskResult { met, patterns, text: bytes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lcm::count_patterns;
    use fuda_queue::{Threads, Work, WorkQueue};
    use proptest::prelude::*;
    use std::ops::ControlFlow;

    #[test]
    fn a_job_finds_what_the_plan_finds() {
        let rows: Vec<Vec<u32>> =
            (0..300u32).map(|row| (1..40).filter(|item| row % item < 3).collect()).collect();
        let labels = (0..300).map(|row| row % 5 < 2).collect();
        let table = Table::new(rows.iter().map(Vec::as_slice), Some(labels)).unwrap();
        let params = MineParams::new(20);
        let data = MineKind::data(&table, &params, true).unwrap();
        assert_eq!(unpack(&data).unwrap().1, table);
        let tasks = Plan::new(&table, &params).unwrap().tasks() as u64;
        let work = Work::all("mine", &data, tasks);
        let (mut patterns, mut lines) = (0, 0);
        let collect = &mut |_, results: Vec<Vec<u8>>| {
            for bytes in results {
                let result = TaskResult::from_bytes(bytes).unwrap();
                patterns += result.patterns;
                lines += result.text.iter().filter(|&&byte| byte == b'\n').count() as u64;
            }
            ControlFlow::Continue(())
        };
        let threads = Threads::new(2.try_into().unwrap(), vec![Box::new(MineKind)]);
        threads.run(&work, collect).unwrap();
        assert_eq!(patterns, count_patterns(&table, &params).unwrap());
        assert_eq!(patterns, lines);
    }

    proptest! {
        #[test]
        fn broken_data_makes_no_job(
            junk in prop::collection::vec(any::<u8>(), 0..60),
            cut in 0usize..200,
        ) {
            let with = |bytes: &[u8], spec: &str| JobData {
                spec: spec.to_owned(),
                blobs: vec![Blob::new(bytes.to_vec())],
            };
            let table = Table::new([[1, 2].as_slice(), &[2]], None).unwrap();
            let data = MineKind::data(&table, &MineParams::new(1), false).unwrap();
            prop_assert!(MineKind.open(&with(&junk, &data.spec)).is_err());
            let without_rows = JobData::new(data.spec.clone());
            prop_assert!(MineKind.open(&without_rows).is_err());
            let whole = data.blobs[0].bytes().unwrap();
            let cut = cut.min(whole.len() - 9);
            prop_assert!(MineKind.open(&with(&whole[..cut], &data.spec)).is_err());
            let junk = String::from_utf8_lossy(&junk);
            prop_assert!(MineKind.open(&with(&whole, &junk)).is_err());
        }
    }
}
