//! Jobs over a real NATS server, where one is installed.

#[path = "server/mod.rs"]
mod server;

use fuda_queue::{Job, JobKind, Nats, QueueError, Threads, Work, WorkQueue, Worker};
use server::Server;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Task `n` is the data, `n` times over, after a short sleep. Task 13 fails
/// when the data says so.
struct Slow;
struct SlowJob(Vec<u8>);

impl JobKind for Slow {
    fn name(&self) -> &str {
        "slow"
    }

    fn open(&self, data: &[u8]) -> Result<Box<dyn Job>, String> {
        Ok(Box::new(SlowJob(data.to_vec())))
    }
}

impl Job for SlowJob {
    fn run(&self, task: u64) -> Result<Vec<u8>, String> {
        std::thread::sleep(Duration::from_millis(20));
        if task == 13 && self.0 == b"unlucky" {
            return Err("thirteen".into());
        }
        Ok(self.0.repeat(task as usize))
    }
}

/// A worker in a process of its own: this test binary, asked for the test
/// below alone.
fn worker_process(address: &str) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "works_until_it_is_killed", "--ignored", "--nocapture"])
        .env("FUDA_TEST_QUEUE", address)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
#[ignore = "run by the other tests, as a process to be killed"]
fn works_until_it_is_killed() {
    let Ok(address) = std::env::var("FUDA_TEST_QUEUE") else { return };
    let worker =
        Worker::new(&address, vec![Box::new(Slow)]).stop_when_idle(Duration::from_secs(60));
    worker.run(&AtomicBool::new(false), |_| {}).unwrap();
}

/// All results, each handed over once.
fn results(
    queue: &dyn WorkQueue,
    work: &Work<'_>,
    mut after: impl FnMut(usize),
) -> BTreeMap<u64, Vec<u8>> {
    let mut results = BTreeMap::new();
    queue
        .run(work, &mut |task, bytes| {
            assert!(results.insert(task, bytes).is_none(), "task {task} came twice");
            after(results.len());
            ControlFlow::Continue(())
        })
        .unwrap();
    results
}

#[test]
fn a_killed_worker_changes_nothing() {
    let Some(server) = Server::start() else { return };
    // Large enough that data and results travel in several parts.
    let data: Vec<u8> = (0..700_000u32).map(|n| (n * 7 + n / 250) as u8).collect();
    let work = Work { kind: &Slow, data: &data, tasks: 24 };
    let expected = results(&Threads::new(2.try_into().unwrap()), &work, |_| {});
    let mut workers: Vec<Child> = (0..3).map(|_| worker_process(&server.address)).collect();
    let found = results(&Nats::new(&server.address), &work, |come| {
        if come == 6 {
            // SIGKILL: no goodbye, no acknowledgement.
            workers[0].kill().unwrap();
        }
    });
    for worker in &mut workers {
        let _ = worker.kill();
        let _ = worker.wait();
    }
    assert!(found == expected);
}

#[test]
fn a_server_that_is_away_for_a_while_is_waited_for() {
    let Some(mut server) = Server::start() else { return };
    let work = Work { kind: &Slow, data: b"abc", tasks: 150 };
    let expected = results(&Threads::new(2.try_into().unwrap()), &work, |_| {});
    let mut worker = worker_process(&server.address);
    let address = server.address.clone();
    let found = results(&Nats::new(&address), &work, |come| {
        if come == 40 {
            server.restart();
        }
    });
    let _ = worker.kill();
    let _ = worker.wait();
    assert!(found == expected);
}

#[test]
fn those_who_start_together_share_what_is_made() {
    let Some(server) = Server::start() else { return };
    let stop = AtomicBool::new(true);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let worker = Worker::new(&server.address, vec![Box::new(Slow)]);
                worker.run(&stop, |_| {}).unwrap();
            });
        }
    });
}

#[test]
fn a_failing_task_and_an_unknown_kind_end_the_run() {
    let Some(server) = Server::start() else { return };
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let worker = Worker::new(&server.address, vec![Box::new(Slow)]);
            // Without a worker the submitter below would wait for ever.
            if let Err(error) = worker.run(&stop, |_| {}) {
                eprintln!("the worker is gone: {error}");
                std::process::exit(1);
            }
        });
        let queue = Nats::new(&server.address);
        let run = |kind: &dyn JobKind| {
            let work = Work { kind, data: b"unlucky", tasks: 20 };
            queue.run(&work, &mut |_, _| ControlFlow::Continue(()))
        };
        let outcome = run(&Slow);
        struct Other;
        impl JobKind for Other {
            fn name(&self) -> &str {
                "other"
            }
            fn open(&self, _: &[u8]) -> Result<Box<dyn Job>, String> {
                Err("never opened here".into())
            }
        }
        let other = run(&Other);
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        assert!(
            matches!(&outcome, Err(QueueError::Task { task: 13, problem }) if problem == "thirteen"),
            "{outcome:?}"
        );
        assert!(matches!(&other, Err(QueueError::Task { .. })), "{other:?}");
    });
}

#[test]
fn nobody_at_the_address_is_a_clear_error() {
    // A port that the system keeps for others.
    let address = "nats://127.0.0.1:1";
    let work = Work { kind: &Slow, data: b"", tasks: 1 };
    let outcome = Nats::new(address).run(&work, &mut |_, _| ControlFlow::Continue(()));
    let message = outcome.unwrap_err().to_string();
    assert!(message.starts_with(&format!("{address}: no NATS server can be reached there")));
}
