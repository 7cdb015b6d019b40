//! `fuda worker`: takes tasks from a server until it is stopped.

use crate::args::queue::WorkerArgs;
use crate::failure::{Failure, Outcome, Verdict};
use crate::game::Games;
use crate::queue::{connection, failed, version};
use crate::{interrupt, screen};
use fuda_experiments::PiecesKind;
use fuda_mine::{MineKind, SelectKind};
use fuda_queue::{Cache, JobKind, Worker, WorkerEvent, limit_memory};
use serde_json::json;
use std::time::Duration;

/// Works.
pub fn run(args: &WorkerArgs, games: &Games) -> Outcome {
    let connection = connection(&args.address, &args.access)?;
    let address = connection.to_string();
    let kinds = kinds(&args.jobs, games)?;
    let names: Vec<String> = kinds.iter().map(|kind| kind.name().to_owned()).collect();
    let threads = screen::threads(args.threads);
    let mut worker = Worker::new(connection, &version(), kinds).threads(threads);
    if let Some(bytes) = args.memory {
        limit_memory(bytes).map_err(|e| Failure::new(format!("--memory: {e}")))?;
        worker = worker.memory(bytes);
    }
    if let Some(seconds) = args.idle {
        worker = worker.stop_when_idle(Duration::from_secs(seconds));
    }
    if let Some(folder) = &args.cache {
        worker = worker.cache(Cache::new(folder));
    }
    let stop = interrupt::in_good_order("the tasks in hand");
    let bar = screen::progress(0, "tasks");
    let mut last = String::new();
    let report = worker.run(stop, &mut |event| match event {
        WorkerEvent::Connected => {
            let jobs = names.join(", ");
            screen::remark(&format!("working at {address}, {threads} threads, jobs: {jobs}"));
        }
        WorkerEvent::Job { kind, submitter } => {
            let job = screen::tame(&format!("{kind} for {submitter}"));
            bar.set_message(format!("({job})"));
            // Commands may bring many jobs one after the other.
            if job != last {
                screen::remark(&format!("working on {job}"));
                last = job;
            }
        }
        WorkerEvent::Refused { submitter, reason } => screen::remark(&screen::tame(&format!(
            "a job of {submitter} is left to others: {reason}"
        ))),
        WorkerEvent::SetAside { submitter, first, count } => {
            let last = first + count - 1;
            screen::remark(&screen::tame(&format!(
                "tasks {first} to {last} of a job of {submitter} crashed three workers and are \
                 set aside"
            )));
        }
        WorkerEvent::Done(report) => {
            bar.set_length(report.done);
            bar.set_position(report.done);
        }
    });
    bar.finish_and_clear();
    let report = report.map_err(failed)?;
    if args.json {
        screen::print_json_line(&json!({ "done": report.done, "dropped": report.dropped }))?;
    } else {
        screen::print(&format!("{} tasks done, {} given up\n", report.done, report.dropped))?;
    }
    match interrupt::asked() {
        true => interrupt::stopped("what was done is with the server; other workers go on"),
        false => Ok(Verdict::Good),
    }
}

/// The kinds of jobs a worker takes.
fn kinds(wanted: &[String], games: &Games) -> Result<Vec<Box<dyn JobKind>>, Failure> {
    let mut kinds: Vec<Box<dyn JobKind>> = games.job_kinds();
    kinds.push(Box::new(MineKind));
    kinds.push(Box::new(SelectKind));
    kinds.push(Box::new(PiecesKind));
    let names: Vec<String> = kinds.iter().map(|kind| kind.name().to_owned()).collect();
    if let Some(unknown) = wanted.iter().find(|wanted| !names.contains(wanted)) {
        let known = names.join(", ");
        return Err(Failure::new(format!(
            "--jobs: there is no kind `{unknown}`; there are {known}"
        )));
    }
    kinds.retain(|kind| wanted.is_empty() || wanted.iter().any(|name| name == kind.name()));
    Ok(kinds)
}
