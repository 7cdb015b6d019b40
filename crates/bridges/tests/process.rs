//! Programs that behave, and programs that do not.
#![cfg(unix)]

use fuda_bridges::{CommandLine, Process, ProcessError, ProcessLimits};
use std::time::Duration;

fn limits() -> ProcessLimits {
    ProcessLimits { answer: Duration::from_secs(20), line: 1000, ..ProcessLimits::default() }
}

fn start(command: &str, limits: ProcessLimits) -> Process {
    let line: CommandLine = command.parse().unwrap();
    Process::start(&line, limits).unwrap()
}

/// A program written as a line of shell.
fn shell(script: &str, limits: ProcessLimits) -> Process {
    start(&format!("sh -c '{script}'"), limits)
}

fn line(process: &mut Process) -> Result<String, ProcessError> {
    let deadline = process.answer_deadline();
    process.line(deadline).map(|line| String::from_utf8_lossy(line).into_owned())
}

#[test]
fn a_clean_environment_and_closed_descriptors() {
    let mut process = start("ONE=1 env", limits());
    let mut seen = Vec::new();
    while let Ok(variable) = line(&mut process) {
        seen.push(variable.split('=').next().unwrap().to_owned());
    }
    seen.sort();
    assert_eq!(seen, ["ONE", "PATH"]);
    // A descriptor that would be passed on if nobody saw to it.
    let file = std::fs::File::open("/dev/null").unwrap();
    rustix::io::fcntl_setfd(&file, rustix::io::FdFlags::empty()).unwrap();
    let mut process = shell("ls /proc/self/fd | wc -l", limits());
    // Three pipes, and the folder that is being listed.
    assert_eq!(line(&mut process).unwrap().trim(), "4");
}

#[test]
fn the_end_of_a_program_is_told() {
    let mut process = shell("echo one; echo oh dear >&2; exit 3", limits());
    assert_eq!(line(&mut process).unwrap(), "one");
    let ended = line(&mut process).unwrap_err();
    assert_eq!(ended.to_string(), "the program has ended (exit status: 3)");
    assert_eq!(process.last_errors(3), ["oh dear"]);
    let mut process = shell("exec >&-; sleep 60", limits());
    assert!(matches!(line(&mut process), Err(ProcessError::Closed)));
}

#[test]
fn a_program_that_hangs_or_never_reads_is_given_up() {
    let short = ProcessLimits { answer: Duration::from_millis(50), ..limits() };
    assert!(matches!(line(&mut start("sleep 60", short)), Err(ProcessError::Time(_))));
    let mut deaf = start("sleep 60", short);
    let deadline = deaf.answer_deadline();
    let sent = deaf.send(&vec![b'x'; 1 << 20], deadline);
    assert!(matches!(sent, Err(ProcessError::Deaf(_))));
}

#[test]
fn lines_without_end_and_floods_are_refused() {
    let mut endless = shell("cat /dev/zero", limits());
    assert!(matches!(line(&mut endless), Err(ProcessError::LongLine { most: 1000, .. })));
    let flood = ProcessLimits { standard_error: 100_000, ..limits() };
    let mut flooding = shell("yes warning >&2", flood);
    assert!(matches!(line(&mut flooding), Err(ProcessError::Flood(100_000))));
    assert_eq!(flooding.last_errors(2).last().map(String::as_str), Some("warning"));
}

/// Both sides write more than the pipes hold, and neither blocks the other.
#[test]
fn both_may_write_at_once() {
    let most = ProcessLimits { line: 4 << 20, ..limits() };
    let mut cat = start("cat", most);
    let deadline = cat.answer_deadline();
    let mut text = vec![b'y'; 1 << 20];
    text.push(b'\n');
    cat.send(&text, deadline).unwrap();
    assert_eq!(cat.line(deadline).unwrap().len(), 1 << 20);
}

#[test]
fn a_dropped_program_is_gone_with_its_children() {
    let mut process = shell("sleep 1000 & echo $!; wait", limits());
    let pids = [process.id().to_string(), line(&mut process).unwrap()];
    let running = |pid: &String| std::path::Path::new("/proc").join(pid).exists();
    assert!(pids.iter().all(running));
    drop(process);
    assert!(!running(&pids[0]), "the program or its zombie remains");
    // Its child is reaped by whoever adopts it, and the signal may be on its way.
    let alive = || {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", pids[1]));
        stat.is_ok_and(|stat| !stat.contains(") Z"))
    };
    let gone = (0..1000).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        !alive()
    });
    assert!(gone, "a child remains");
}

#[test]
fn memory_is_limited() {
    let little = ProcessLimits { memory: Some(200 << 20), ..limits() };
    let mut process = shell("ulimit -v", little);
    assert_eq!(line(&mut process).unwrap(), (200 << 10).to_string());
}

#[test]
fn what_cannot_be_started_is_named() {
    let line: CommandLine = "/dev/null x".parse().unwrap();
    let error = Process::start(&line, limits()).unwrap_err().to_string();
    assert!(error.starts_with("`/dev/null` cannot be started: "), "{error}");
}
