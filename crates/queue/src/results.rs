//! Results as they come from workers, in parts and in any order.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;

/// What stands before the bytes of a result, up to a line break.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResultHead {
    /// The task.
    pub task: u64,
    /// Which part of its result this is.
    pub part: usize,
    /// How many there are.
    pub parts: usize,
    /// Why there is no result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed: Option<String>,
}

/// More parts no result has: they would be 32 GB.
pub const MOST_PARTS: usize = 1 << 16;

/// Why a message is no result.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ResultError {
    /// It is not as workers write it.
    #[error("a result is not as workers write it")]
    Unreadable,
    /// The task failed.
    #[error("task {task} failed: {problem}")]
    Failed {
        /// The task.
        task: u64,
        /// What went wrong.
        problem: String,
    },
}

/// Puts results together until every task has come once.
#[derive(Clone, Debug)]
pub struct Results {
    come: Vec<bool>,
    left: u64,
    /// Parts of results that are not whole yet.
    parts: BTreeMap<u64, Vec<Option<Vec<u8>>>>,
}

impl Results {
    /// Waits for so many tasks.
    pub fn new(tasks: u64) -> Results {
        Results { come: vec![false; tasks as usize], left: tasks, parts: BTreeMap::new() }
    }

    /// How many tasks are still to come.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Takes one message; gives the result of a task when it is whole for the
    /// first time.
    pub fn take(&mut self, payload: &[u8]) -> Result<Option<(u64, Vec<u8>)>, ResultError> {
        let wrong = || ResultError::Unreadable;
        let end = payload.iter().position(|&byte| byte == b'\n').ok_or_else(wrong)?;
        let head: ResultHead = serde_json::from_slice(&payload[..end]).map_err(|_| wrong())?;
        let ResultHead { task, part, parts, failed } = head;
        let come = usize::try_from(task).ok().and_then(|at| self.come.get_mut(at));
        let come = come.ok_or_else(wrong)?;
        if *come {
            return Ok(None);
        }
        if let Some(problem) = failed {
            return Err(ResultError::Failed { task, problem });
        }
        if parts > MOST_PARTS {
            return Err(wrong());
        }
        let slots = self.parts.entry(task).or_insert_with(|| vec![None; parts]);
        *slots.get_mut(part).ok_or_else(wrong)? = Some(payload[end + 1..].to_vec());
        if slots.iter().any(Option::is_none) {
            return Ok(None);
        }
        *come = true;
        self.left -= 1;
        let slots = self.parts.remove(&task).unwrap_or_default();
        Ok(Some((task, slots.into_iter().flatten().flatten().collect())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(task: u64, part: usize, parts: usize, text: &str) -> Vec<u8> {
        let head = ResultHead { task, part, parts, failed: None };
        let mut bytes = serde_json::to_vec(&head).expect("JSON");
        bytes.push(b'\n');
        bytes.extend(text.bytes());
        bytes
    }

    #[test]
    fn parts_come_in_any_order_and_twice() {
        let mut results = Results::new(2);
        assert_eq!(results.take(&message(1, 1, 2, "b")), Ok(None));
        assert_eq!(results.take(&message(1, 0, 2, "a")), Ok(Some((1, b"ab".to_vec()))));
        assert_eq!(results.take(&message(1, 0, 2, "a")), Ok(None));
        assert_eq!(results.left(), 1);
    }

    #[test]
    fn a_message_that_promises_too_much_is_refused() {
        let mut results = Results::new(1);
        for parts in [usize::MAX, MOST_PARTS + 1, 0] {
            let refused = results.take(&message(0, 0, parts, "x"));
            assert_eq!(refused, Err(ResultError::Unreadable), "{parts} parts");
        }
        assert_eq!(results.take(&message(7, 0, 1, "x")), Err(ResultError::Unreadable));
        assert_eq!(results.take(b"{}"), Err(ResultError::Unreadable));
        let failed = br#"{"task":0,"part":0,"parts":1,"failed":"no"}"#;
        let failed = results.take(&[failed.as_slice(), b"\n"].concat());
        assert_eq!(failed, Err(ResultError::Failed { task: 0, problem: "no".into() }));
    }
}
