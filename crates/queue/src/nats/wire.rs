//! What submitters and workers write to each other, as JSON.

use super::{LONGEST_SPEC, names};
use serde::{Deserialize, Serialize};

/// What a job is; the first message of its stream.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct About {
    pub job: String,
    /// The version of fuda.
    pub version: String,
    pub kind: String,
    /// Who submitted it: the process and its machine.
    pub submitter: String,
    /// When, in seconds since 1970.
    pub created: u64,
    /// How many tasks there are.
    pub tasks: u64,
    pub spec: String,
    pub blobs: Vec<BlobAbout>,
}

/// Data of a job, which lies in the object store under its hash.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct BlobAbout {
    pub hash: String,
    pub size: u64,
}

/// The most pieces of data a job has.
const MOST_BLOBS: usize = 1_000;

/// The most bytes of data a job has, before anything is added up.
const MOST_BYTES: u64 = 1 << 40;

impl About {
    /// Whether it can be what a submitter of this version wrote about the job.
    pub fn check(&self, job: &str, version: &str) -> Result<(), String> {
        let hash = |hash: &str| {
            hash.len() == 64
                && hash.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
        };
        match () {
            () if self.job != job || !names::is_job(job) => Err("it is about another job".into()),
            () if self.version != version => Err(other_version(&self.version, version)),
            () if self.spec.len() > LONGEST_SPEC => Err("its description is too long".into()),
            () if self.blobs.len() > MOST_BLOBS => Err("it has too many pieces of data".into()),
            () if self.blobs.iter().any(|blob| !hash(&blob.hash) || blob.size > MOST_BYTES) => {
                Err("its data has impossible hashes or sizes".into())
            }
            () => Ok(()),
        }
    }

    /// The bytes of its data.
    pub fn bytes(&self) -> u64 {
        self.blobs.iter().map(|blob| blob.size).sum()
    }
}

/// Why a job is left to others.
pub(super) fn other_version(theirs: &str, ours: &str) -> String {
    format!("it was made by fuda {theirs}, and this worker is fuda {ours}")
}

/// A group of tasks on its way to a worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct TaskMessage {
    pub first: u64,
    pub count: u64,
}

/// The most tasks a group has.
const MOST_TASKS: u64 = 1 << 24;

impl TaskMessage {
    /// Reads it; tasks that the job does not have are refused.
    pub fn read(bytes: &[u8], tasks_end: u64) -> Option<TaskMessage> {
        let message: TaskMessage = serde_json::from_slice(bytes).ok()?;
        let end = message.first.checked_add(message.count)?;
        (1..=MOST_TASKS).contains(&message.count).then_some(message).filter(|_| end <= tasks_end)
    }
}

/// What is called to everybody.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Call {
    /// Who is there?
    Everybody,
    /// Who works on this job?
    Job(CalledJob),
    /// The job of this name is over.
    Over(String),
}

/// The job a submitter calls for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct CalledJob {
    pub job: String,
    pub kind: String,
    pub version: String,
    pub submitter: String,
}

/// Who answers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Answer {
    Worker(WorkerInfo),
    Submitter(SubmitterInfo),
}

/// A submitter that is there, with the jobs it has going.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct SubmitterInfo {
    pub session: String,
    pub jobs: Vec<JobInfo>,
}

/// A worker, as it describes itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct WorkerInfo {
    /// Its own name.
    pub worker: String,
    /// The machine.
    pub host: String,
    /// The number of its process.
    pub process: u32,
    /// Its version of fuda.
    pub version: String,
    /// How many groups of tasks it works on at a time.
    pub threads: usize,
    /// The kinds of jobs it takes.
    pub kinds: Vec<String>,
    /// Tasks done.
    pub done: u64,
    /// Groups of tasks it works on now.
    pub busy: usize,
    /// Processor seconds spent on tasks, by the clock.
    pub seconds: f64,
    /// Since when it is there, in seconds since 1970.
    pub since: u64,
    /// Why it does not work on the job of the call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refuses: Option<String>,
}

/// A job, as its submitter describes it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct JobInfo {
    pub job: String,
    /// Tasks there are.
    pub tasks: u64,
    /// Tasks whose results are there.
    pub done: u64,
    /// How long it is at it, in seconds.
    pub seconds: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about() -> About {
        About {
            job: "a-1".into(),
            version: "1".into(),
            kind: "match".into(),
            submitter: "7 at host".into(),
            created: 0,
            tasks: 10,
            spec: "{}".into(),
            blobs: vec![BlobAbout { hash: "0".repeat(64), size: 5 }],
        }
    }

    #[test]
    fn jobs_of_others_and_impossible_ones_are_refused() {
        assert_eq!(about().check("a-1", "1"), Ok(()));
        assert!(about().check("a-1", "2").unwrap_err().contains("made by fuda 1"));
        assert!(about().check("a-2", "1").is_err());
        let odd = |change: fn(&mut About)| {
            let mut about = about();
            change(&mut about);
            about.check("a-1", "1")
        };
        assert!(odd(|a| a.blobs[0].hash = "../../etc/passwd".into()).is_err());
        assert!(odd(|a| a.blobs[0].size = u64::MAX).is_err());
        assert!(odd(|a| a.spec = "x".repeat(LONGEST_SPEC + 1)).is_err());
        assert!(odd(|a| a.blobs = vec![a.blobs[0].clone(); MOST_BLOBS + 1]).is_err());
    }

    #[test]
    fn groups_outside_the_job_are_refused() {
        let read = |text: &str| TaskMessage::read(text.as_bytes(), 10);
        assert!(read(r#"{"first":4,"count":6}"#).is_some());
        for text in [
            r#"{"first":4,"count":7}"#,
            r#"{"first":4,"count":0}"#,
            r#"{"first":18446744073709551615,"count":2}"#,
            r#"{"first":-1,"count":2}"#,
            "no JSON",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
