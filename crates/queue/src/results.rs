//! Results on their way back: groups in parts.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The most parts that the results of a group may travel in: at half a
/// mebibyte each that is 32 GiB. A message that names more is not from a
/// worker of ours.
pub const MOST_PARTS: usize = 1 << 16;

/// What stands at the head of a message with results, in front of a line
/// break and the bytes themselves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ResultHead {
    /// The first task of the group.
    pub first: u64,
    /// How many tasks there are.
    pub count: u64,
    /// Which part of the results this is, counted from 0.
    pub part: usize,
    /// In how many parts they come.
    pub parts: usize,
    /// How long the group took, in seconds.
    pub seconds: f64,
    /// Why there are no results.
    #[serde(default, skip_serializing_if = "Outcome::is_done")]
    pub outcome: Outcome,
}

/// How a group of tasks came out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Every task has its result.
    #[default]
    Done,
    /// A task failed; it would fail everywhere.
    Failed {
        /// Which task.
        task: u64,
        /// What it reported.
        problem: String,
    },
    /// The data makes no job.
    Unopened {
        /// What is wrong with it.
        problem: String,
    },
    /// The group crashed whoever took it.
    SetAside,
}

impl Outcome {
    fn is_done(&self) -> bool {
        *self == Outcome::Done
    }
}

/// A group of tasks that has come back.
#[derive(Clone, PartialEq, Debug)]
pub struct GroupResult {
    /// The first task.
    pub first: u64,
    /// How many tasks.
    pub count: u64,
    /// How long they took, in seconds.
    pub seconds: f64,
    /// How they came out.
    pub outcome: Outcome,
    /// The results, one for each task where they are done.
    pub results: Vec<Vec<u8>>,
}

/// Puts together the results of the groups that are on their way.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Results {
    /// How many tasks the group from each first task on has.
    waiting: BTreeMap<u64, u64>,
    /// Parts of groups that are not whole yet.
    parts: BTreeMap<u64, Vec<Option<Vec<u8>>>>,
}

impl Results {
    /// A group is on its way.
    pub fn expect(&mut self, first: u64, count: u64) {
        self.waiting.insert(first, count);
    }

    /// How many groups are on their way.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// The first task that is on its way.
    pub fn lowest(&self) -> Option<u64> {
        self.waiting.keys().next().copied()
    }

    /// Takes one message; gives the group when it is whole for the first time.
    /// Groups that nobody waits for are passed over.
    pub fn take(&mut self, payload: &[u8]) -> Result<Option<GroupResult>, String> {
        let wrong = |what: &str| Err(what.to_owned());
        let Some(end) = payload.iter().position(|&byte| byte == b'\n') else {
            return wrong("it has no head");
        };
        let head: ResultHead = serde_json::from_slice(&payload[..end])
            .map_err(|e| format!("its head cannot be read: {e}"))?;
        let ResultHead { first, count, part, parts, seconds, outcome } = head;
        if self.waiting.get(&first) != Some(&count) {
            return Ok(None);
        }
        if parts > MOST_PARTS || part >= parts {
            return wrong("it promises an impossible number of parts");
        }
        let slots = self.parts.entry(first).or_insert_with(|| vec![None; parts]);
        let Some(slot) = slots.get_mut(part) else {
            return wrong("its parts do not fit together");
        };
        *slot = Some(payload[end + 1..].to_vec());
        if slots.iter().any(Option::is_none) {
            return Ok(None);
        }
        let bytes: Vec<u8> =
            self.parts.remove(&first).unwrap_or_default().into_iter().flatten().flatten().collect();
        let results = match outcome {
            Outcome::Done => unpack(&bytes, count).ok_or("its results cannot be taken apart")?,
            _ => Vec::new(),
        };
        self.waiting.remove(&first);
        Ok(Some(GroupResult { first, count, seconds, outcome, results }))
    }
}

/// Results of tasks as one run of bytes: the length of each before it.
pub fn pack(results: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(results.iter().map(|result| result.len() + 4).sum());
    for result in results {
        bytes.extend((result.len() as u32).to_le_bytes());
        bytes.extend(result);
    }
    bytes
}

/// The results of so many tasks back; `None` where it is not as they are packed.
pub fn unpack(mut bytes: &[u8], count: u64) -> Option<Vec<Vec<u8>>> {
    // Every result takes four bytes at least: a number that cannot be true is
    // noticed before any memory is asked for.
    if count > bytes.len() as u64 / 4 {
        return None;
    }
    let mut results = Vec::with_capacity(count as usize);
    for _ in 0..count {
        let (length, rest) = bytes.split_first_chunk::<4>()?;
        let (result, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        results.push(result.to_vec());
        bytes = rest;
    }
    bytes.is_empty().then_some(results)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn message(first: u64, part: usize, parts: usize, bytes: &[u8]) -> Vec<u8> {
        let head =
            ResultHead { first, count: 2, part, parts, seconds: 0.5, outcome: Outcome::Done };
        [serde_json::to_vec(&head).expect("JSON").as_slice(), b"\n", bytes].concat()
    }

    #[test]
    fn parts_come_in_any_order_and_twice() {
        let bytes = pack(&[b"ab".to_vec(), b"c".to_vec()]);
        let (a, b) = bytes.split_at(5);
        let mut results = Results::default();
        results.expect(4, 2);
        assert_eq!(results.take(&message(4, 1, 2, b)), Ok(None));
        let whole = results.take(&message(4, 0, 2, a)).unwrap().unwrap();
        assert_eq!((whole.first, whole.results), (4, vec![b"ab".to_vec(), b"c".to_vec()]));
        assert_eq!(results.take(&message(4, 0, 2, a)), Ok(None), "nobody waits for it now");
        assert_eq!(results.waiting(), 0);
    }

    #[test]
    fn a_message_that_promises_too_much_is_refused() {
        let mut results = Results::default();
        results.expect(0, 2);
        for (part, parts) in [(0, usize::MAX), (0, MOST_PARTS + 1), (0, 0), (3, 3)] {
            assert!(results.take(&message(0, part, parts, b"x")).is_err(), "{part} of {parts}");
        }
        assert!(results.take(b"{}").is_err());
        assert!(results.take(&message(0, 0, 1, b"\xff\xff\xff\xffx")).is_err());
        assert_eq!(results.take(&message(7, 0, 1, b"x")), Ok(None));
        assert_eq!(unpack(b"", u64::MAX), None);
    }

    #[test]
    fn failures_come_as_they_are() {
        let mut results = Results::default();
        results.expect(0, 9);
        let head = br#"{"first":0,"count":9,"part":0,"parts":1,"seconds":1,"#;
        let rest = br#""outcome":{"failed":{"task":3,"problem":"no"}}}"#;
        let failed = results.take(&[head.as_slice(), rest, b"\n"].concat()).unwrap().unwrap();
        assert_eq!(failed.outcome, Outcome::Failed { task: 3, problem: "no".into() });
    }

    proptest! {
        #[test]
        fn packed_results_come_back(
            results in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..9), 0..9),
        ) {
            let count = results.len() as u64;
            prop_assert_eq!(unpack(&pack(&results), count), Some(results));
        }

        #[test]
        fn any_bytes_are_taken_or_refused(
            bytes in prop::collection::vec(any::<u8>(), 0..80),
            count in any::<u64>(),
        ) {
            let _ = unpack(&bytes, count % 20);
            let _ = unpack(&bytes, count);
            let _ = Results::default().take(&bytes);
        }
    }
}
