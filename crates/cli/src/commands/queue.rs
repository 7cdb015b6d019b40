//! `fuda queue`: what waits at a server, and how to remove it.

use crate::args::queue::{QueueCommand, ServerArgs};
use crate::failure::{Failure, Outcome, Verdict};
use crate::queue::{connection, failed};
use crate::screen;
use fuda_queue::{Admin, JobReport, ServerReport, WorkerInfo};
use serde_json::json;

/// Does what was asked.
pub fn run(command: &QueueCommand) -> Outcome {
    match command {
        QueueCommand::Status(server) => {
            let report = open(server)?.report().map_err(failed)?;
            match server.json {
                true => screen::print_json(&report)?,
                false => screen::print(&status(&report))?,
            }
        }
        QueueCommand::Jobs(server) => {
            let report = open(server)?.report().map_err(failed)?;
            match server.json {
                true => screen::print_json(&report.jobs)?,
                false => screen::print(&jobs(&report.jobs))?,
            }
        }
        QueueCommand::Cancel { job, server } => {
            if !open(server)?.cancel(job).map_err(failed)? {
                return Err(Failure::with_help(
                    format!("there is no job `{job}`"),
                    "`fuda queue jobs ADDRESS` lists them",
                ));
            }
            done(server, &format!("{job} was removed"), json!({ "removed": 1 }))?;
        }
        QueueCommand::Purge { server, all } => {
            let removed = open(server)?.purge(*all).map_err(failed)?;
            done(server, &format!("{removed} removed"), json!({ "removed": removed }))?;
        }
    }
    Ok(Verdict::Good)
}

fn open(args: &ServerArgs) -> Result<Admin, Failure> {
    Admin::connect(&connection(&args.address, &args.access)?).map_err(failed)
}

fn done(args: &ServerArgs, words: &str, json: serde_json::Value) -> Result<(), Failure> {
    match args.json {
        true => screen::print_json_line(&json),
        false => screen::print(&format!("{words}\n")),
    }
}

fn status(report: &ServerReport) -> String {
    let ServerReport { address, server, jobs: all, workers, leftovers } = report;
    let mut text = format!("{address}: NATS {}\n", screen::tame(server));
    text += &match workers.len() {
        0 => "no workers\n".to_owned(),
        _ => format!("workers\n{}", workers.iter().map(worker).collect::<String>()),
    };
    text += &jobs(all);
    if !leftovers.is_empty() {
        text += &format!("data of {} submitters that are gone: purge\n", leftovers.len());
    }
    text
}

fn worker(info: &WorkerInfo) -> String {
    let speed = match info.seconds > 0.0 {
        true => format!("{:.1} tasks per second and thread", info.done as f64 / info.seconds),
        false => "nothing yet".to_owned(),
    };
    screen::tame(&format!(
        "  {}, process {}: fuda {}, {} of {} threads busy, {} tasks done, {speed}; {}\n",
        info.host,
        info.process,
        info.version,
        info.busy,
        info.threads,
        info.done,
        info.kinds.join(", ")
    ))
}

fn jobs(jobs: &[JobReport]) -> String {
    match jobs.len() {
        0 => "no jobs\n".to_owned(),
        _ => format!("jobs\n{}", jobs.iter().map(job).collect::<String>()),
    }
}

fn job(job: &JobReport) -> String {
    let known = |text: &Option<String>| text.clone().unwrap_or_else(|| "unknown".into());
    let mut text = format!(
        "  {}  {} (fuda {}) of {}",
        job.job,
        known(&job.kind),
        known(&job.version),
        known(&job.submitter)
    );
    if let Some(age) = job.age {
        text += &format!(", {age} s old");
    }
    if let (Some(done), Some(tasks)) = (job.done, job.tasks) {
        text += &format!(": {done} of {tasks} tasks done");
    }
    text += &format!("; groups of tasks: {} waiting, {} running", job.waiting, job.running);
    if let Some(left) = job.seconds_left {
        text += &format!("; about {left:.0} s left");
    }
    if job.abandoned {
        text += "; its submitter is gone: purge";
    }
    screen::tame(&(text + "\n"))
}
