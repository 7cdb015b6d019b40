//! The names of streams and subjects: all of them begin with `fuda`.

/// What submitters call, and others who want to know who is there.
pub(super) const CALLS: &str = "fuda.call";

/// What the names of streams begin with.
const STREAM: &str = "fuda-";

/// What the streams of object stores are called, before the bucket's name.
const OBJECTS: &str = "OBJ_";

/// The two consumers of a job's stream.
pub(super) const WORKERS: &str = "workers";
pub(super) const SUBMITTER: &str = "submitter";

/// The stream of a job.
pub(super) fn stream(job: &str) -> String {
    format!("{STREAM}{job}")
}

/// The job whose stream has this name.
pub(super) fn job_of_stream(stream: &str) -> Option<&str> {
    stream.strip_prefix(STREAM)
}

/// The submitter whose objects are in the stream of this name.
pub(super) fn session_of_stream(stream: &str) -> Option<&str> {
    stream.strip_prefix(OBJECTS)?.strip_prefix(STREAM)
}

/// The submitter of a job.
pub(super) fn session_of_job(job: &str) -> &str {
    job.rsplit_once('-').map_or(job, |(session, _)| session)
}

/// The object store of a submitter.
pub(super) fn bucket(session: &str) -> String {
    format!("{STREAM}{session}")
}

/// Everything about a job.
pub(super) fn subjects(job: &str) -> String {
    format!("fuda.job.{job}.*")
}

pub(super) fn about(job: &str) -> String {
    format!("fuda.job.{job}.about")
}

pub(super) fn tasks(job: &str) -> String {
    format!("fuda.job.{job}.task")
}

pub(super) fn results(job: &str) -> String {
    format!("fuda.job.{job}.result")
}

/// Where it is said that a job is no longer wanted; not kept in a stream.
pub(super) fn cancel(job: &str) -> String {
    format!("fuda.cancel.{job}")
}

/// Whether a job's name is one of ours: letters, digits and hyphens.
pub(super) fn is_job(name: &str) -> bool {
    let known = |c: char| c.is_ascii_alphanumeric() || c == '-';
    (1..=80).contains(&name.len()) && name.chars().all(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_and_jobs_belong_together() {
        assert_eq!(job_of_stream(&stream("18ab-7-2")), Some("18ab-7-2"));
        assert_eq!(session_of_job("18ab-7-2"), "18ab-7");
        assert_eq!(session_of_stream(&format!("OBJ_{}", bucket("18ab-7"))), Some("18ab-7"));
        assert_eq!(job_of_stream("others"), None);
        assert!(is_job("18ab-7-2") && !is_job("a.b") && !is_job("a>") && !is_job(""));
    }
}
