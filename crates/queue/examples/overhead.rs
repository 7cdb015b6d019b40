//! What tasks cost beyond themselves: workers as processes of their own and
//! tasks that do nothing, over a server that is there. On Linux.
//!
//! ```text
//! nats-server -js -sd /tmp/js &
//! cargo run --release -p fuda-queue --features nats --example overhead -- \
//!     nats://127.0.0.1:4222 --workers 200 --tasks 1000000 --server $!
//! ```
//!
//! `--group 1` sends every task alone, `--each 500` gives it half a millisecond
//! of work.

use fuda_queue::{Connection, Job, JobData, JobKind, Nats, Runner, Work, WorkQueue, Worker};
use std::ops::ControlFlow;
use std::process::{Child, Command};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Task `n` gives `n`, after so many microseconds of work.
struct Tiny(Duration);

impl JobKind for Tiny {
    fn name(&self) -> &str {
        "tiny"
    }

    fn open(&self, data: &JobData) -> Result<Box<dyn Job>, String> {
        Ok(Box::new(Tiny(Duration::from_micros(data.read()?))))
    }
}

impl Job for Tiny {
    fn runner(&self) -> Runner<'_> {
        Box::new(|task| {
            let begun = Instant::now();
            while begun.elapsed() < self.0 {}
            Ok(task.to_le_bytes().to_vec())
        })
    }
}

/// Seconds of processor time a process has taken so far.
fn processor(process: &str) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: f64 = fields.skip(11).take(2).filter_map(|field| field.parse::<f64>().ok()).sum();
    ticks / 100.0
}

/// Processes that end with this one.
struct Workers(Vec<Child>);

impl Workers {
    fn processor(&self) -> f64 {
        self.0.iter().map(|child| processor(&child.id().to_string())).sum()
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        for child in &mut self.0 {
            // Whatever becomes of it, it is of no more use.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let address = args.first().ok_or("expected the address of a server")?;
    let number = |name: &str| -> Option<u64> {
        let at = args.iter().position(|arg| arg == name)?;
        args.get(at + 1)?.parse().ok()
    };
    let connection = Connection::new(address)?;
    let each = number("--each").unwrap_or(0);
    if args.iter().any(|arg| arg == "--work") {
        let worker = Worker::new(connection, "overhead", vec![Box::new(Tiny(Duration::ZERO))]);
        worker.run(&AtomicBool::new(false), &mut |_| {})?;
        return Ok(());
    }
    let (many, tasks) = (number("--workers").unwrap_or(2), number("--tasks").unwrap_or(100_000));
    let start =
        |_| Command::new(std::env::current_exe()?).args([address.as_str(), "--work"]).spawn();
    let workers = Workers((0..many).map(start).collect::<Result<_, _>>()?);
    let there = Arc::new(AtomicUsize::new(0));
    let heard = Arc::clone(&there);
    let mut queue = Nats::new(connection, "overhead").notify(move |notice| {
        if let fuda_queue::Notice::Workers { workers, .. } = notice {
            heard.fetch_max(workers, Ordering::Relaxed);
        }
    });
    if let Some(group) = number("--group") {
        queue = queue.groups_of(group);
    }
    let data = JobData::json(&each, Vec::new())?;
    let run = |tasks: u64| {
        let mut done = 0u64;
        let outcome = queue.run(&Work::all("tiny", &data, tasks), &mut |_, results| {
            done += results.len() as u64;
            ControlFlow::Continue(())
        });
        outcome.map(|()| done)
    };
    // Until everybody is there.
    while there.load(Ordering::Relaxed) < many as usize {
        run(10_000)?;
    }
    let server = number("--server").map(|process| process.to_string());
    let clocks = || {
        let server = server.as_deref().map_or(0.0, processor);
        [processor("self"), workers.processor(), server]
    };
    let (before, begun) = (clocks(), Instant::now());
    let done = run(tasks)?;
    let (seconds, after) = (begun.elapsed().as_secs_f64(), clocks());
    assert_eq!(done, tasks);
    let [submitter, workers, server] = [0, 1, 2].map(|at: usize| after[at] - before[at]);
    let work = tasks as f64 * each as f64 / 1e6;
    let beyond = (submitter + workers + server - work) / tasks as f64;
    println!(
        "{many} workers, {tasks} tasks of {each} us: {seconds:.2} s, {:.0} tasks per second; \
         processor: submitter {submitter:.2} s, workers {workers:.2} s, server {server:.2} s; \
         {:.1} us per task beyond its work",
        tasks as f64 / seconds,
        beyond * 1e6
    );
    Ok(())
}
