//! `fuda worker`: takes tasks from a server until it is stopped.

use crate::args::mining::WorkerArgs;
use crate::failure::{Failure, Outcome};

/// Works.
#[cfg(feature = "nats")]
pub fn run(args: &WorkerArgs) -> Outcome {
    use crate::failure::Verdict;
    use crate::{interrupt, screen};
    use fuda_mine::MineKind;
    use fuda_queue::{QueueError, Worker, WorkerReport};
    use serde_json::json;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    let stop = interrupt::in_good_order("the tasks in hand");
    let threads = super::mining::threads(args.threads).get();
    let bar = screen::progress(0, "tasks");
    bar.set_message(format!("(waiting at {})", screen::tame(&args.address)));
    let done = AtomicU64::new(0);
    let work = || -> Result<WorkerReport, QueueError> {
        let mut worker = Worker::new(&args.address, vec![Box::new(MineKind)]);
        if let Some(seconds) = args.idle {
            worker = worker.stop_when_idle(Duration::from_secs(seconds));
        }
        let outcome = worker.run(stop, |_| {
            let done = 1 + done.fetch_add(1, Ordering::Relaxed);
            bar.set_length(done);
            bar.set_position(done);
        });
        // One that cannot work ends them all: the others would fare no better.
        outcome.inspect_err(|_| stop.store(true, Ordering::Relaxed))
    };
    let reports: Vec<_> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join()).collect()
    });
    bar.finish_and_clear();
    let mut all = WorkerReport::default();
    for report in reports {
        let report = report.map_err(|_| Failure::new("a worker's thread broke down"))?;
        let report = report.map_err(|e| {
            Failure::with_help(
                e.to_string(),
                "start one with `nats-server -js`, or check the address",
            )
        })?;
        all.done += report.done;
        all.dropped += report.dropped;
    }
    if args.json {
        screen::print_json_line(&json!({ "done": all.done, "dropped": all.dropped }))?;
    } else {
        screen::print(&format!("{} tasks done, {} given up\n", all.done, all.dropped))?;
    }
    match interrupt::asked() {
        true => interrupt::stopped("what was done is with the server; other workers go on"),
        false => Ok(Verdict::Good),
    }
}

/// Says why not.
#[cfg(not(feature = "nats"))]
pub fn run(args: &WorkerArgs) -> Outcome {
    Err(Failure::with_help(
        format!("{}: this build knows no queues of other machines", args.address),
        "build it with the feature `nats`, which is on by default",
    ))
}
