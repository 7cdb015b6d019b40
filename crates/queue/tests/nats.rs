//! Jobs over a real NATS server, where one is installed.

#[path = "server/mod.rs"]
mod server;

use fuda_queue::{
    Admin, Blob, Cache, Connection, Job, JobData, JobKind, Nats, Notice, QueueError, Runner,
    Threads, Work, WorkQueue, Worker, WorkerEvent,
};
use server::Server;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Task `n` is what is in the blob, `n` times over, after a short sleep. The
/// description says how long, and which task fails or crashes.
struct Slow;
struct SlowJob {
    sleep: Duration,
    fails: Option<u64>,
    crashes: Option<u64>,
    bytes: Vec<u8>,
}

impl JobKind for Slow {
    fn name(&self) -> &str {
        "slow"
    }

    fn open(&self, data: &JobData) -> Result<Box<dyn Job>, String> {
        let (millis, fails, crashes) = data.read::<(u64, Option<u64>, Option<u64>)>()?;
        let bytes = data.blob(0)?.bytes()?.into_owned();
        Ok(Box::new(SlowJob { sleep: Duration::from_millis(millis), fails, crashes, bytes }))
    }
}

impl Job for SlowJob {
    fn runner(&self) -> Runner<'_> {
        Box::new(|task| {
            std::thread::sleep(self.sleep);
            if self.crashes == Some(task) {
                std::process::abort();
            }
            match self.fails == Some(task) {
                true => Err(format!("{task} is unlucky")),
                false => Ok(self.bytes.repeat(task as usize)),
            }
        })
    }
}

fn data(millis: u64, fails: Option<u64>, crashes: Option<u64>, bytes: &[u8]) -> JobData {
    JobData::json(&(millis, fails, crashes), vec![Blob::new(bytes.to_vec())]).unwrap()
}

fn connection(address: &str) -> Connection {
    Connection::new(address).unwrap()
}

fn queue(server: &Server) -> Nats {
    Nats::new(connection(&server.address), "1")
}

/// Workers as processes of their own, killed with the test: this test binary,
/// asked for the test below alone.
struct Workers(Vec<Child>);

impl Workers {
    fn start(server: &Server, many: usize) -> Workers {
        let mut workers = Workers(Vec::new());
        (0..many).for_each(|_| workers.add(server));
        workers
    }

    fn add(&mut self, server: &Server) {
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "works_until_it_is_killed", "--ignored", "--nocapture"])
            .env("FUDA_TEST_QUEUE", &server.address)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        self.0.push(child.unwrap());
    }

    /// SIGKILL: no goodbye, no acknowledgement.
    fn kill(&mut self, number: usize) {
        self.0[number].kill().unwrap();
        self.0[number].wait().unwrap();
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        for worker in &mut self.0 {
            let _ = worker.kill();
            let _ = worker.wait();
        }
    }
}

#[test]
#[ignore = "run by the other tests, as a process to be killed"]
fn works_until_it_is_killed() {
    let Ok(address) = std::env::var("FUDA_TEST_QUEUE") else { return };
    let cache = tempfile::tempdir().unwrap();
    let worker = Worker::new(connection(&address), "1", vec![Box::new(Slow)])
        .cache(Cache::new(cache.path()))
        .stop_when_idle(Duration::from_secs(60));
    worker.run(&AtomicBool::new(false), &mut |_| {}).unwrap();
}

/// A worker on a thread of this process, while something is done.
fn with_worker<T>(worker: Worker, during: impl FnOnce() -> T) -> (T, Vec<WorkerEvent>) {
    let (stop, events) = (AtomicBool::new(false), Mutex::new(Vec::new()));
    let cache = tempfile::tempdir().unwrap();
    let worker = worker.cache(Cache::new(cache.path()));
    let done = std::thread::scope(|scope| {
        scope.spawn(|| {
            let outcome = worker.run(&stop, &mut |event| events.lock().unwrap().push(event));
            if let Err(error) = outcome {
                // Without a worker the submitter would wait for ever.
                eprintln!("the worker is gone: {error}");
                std::process::exit(1);
            }
        });
        let done = during();
        stop.store(true, Ordering::Relaxed);
        done
    });
    (done, events.into_inner().unwrap())
}

/// All results, each handed over once.
fn results(
    queue: &dyn WorkQueue,
    data: &JobData,
    tasks: u64,
    mut after: impl FnMut(usize),
) -> BTreeMap<u64, Vec<u8>> {
    let mut all = BTreeMap::new();
    queue
        .run(&Work::all("slow", data, tasks), &mut |first, results| {
            for (task, bytes) in (first..).zip(results) {
                assert!(all.insert(task, bytes).is_none(), "task {task} came twice");
            }
            after(all.len());
            ControlFlow::Continue(())
        })
        .unwrap();
    all
}

fn by_threads(data: &JobData, tasks: u64) -> BTreeMap<u64, Vec<u8>> {
    let threads = Threads::new(4.try_into().unwrap(), vec![Box::new(Slow)]);
    results(&threads, data, tasks, |_| {})
}

fn run(queue: &Nats, data: &JobData, tasks: u64) -> Result<(), QueueError> {
    queue.run(&Work::all("slow", data, tasks), &mut |_, _| ControlFlow::Continue(()))
}

/// Whether nothing at all is left at the server.
fn assert_empty(server: &Server) {
    let report = Admin::connect(&connection(&server.address)).unwrap().report().unwrap();
    assert!(report.jobs.is_empty() && report.leftovers.is_empty(), "{report:?}");
}

#[test]
fn a_killed_worker_and_a_late_one_change_nothing() {
    let Some(server) = Server::start() else { return };
    // Large enough that data and results travel in several parts.
    let bytes: Vec<u8> = (0..700_000u32).map(|n| (n * 7 + n / 250) as u8).collect();
    let data = data(20, None, None, &bytes);
    let expected = by_threads(&data, 24);
    let mut workers = Workers::start(&server, 2);
    let queue = queue(&server);
    let mut killed = false;
    let found = results(&queue, &data, 24, |come| {
        if come >= 5 && !killed {
            killed = true;
            workers.kill(0);
            workers.add(&server);
        }
    });
    assert!(found == expected);
    // The data travels once for all jobs of a submitter, and goes with it.
    assert!(results(&queue, &data, 3, |_| {}) == by_threads(&data, 3));
    drop(queue);
    assert_empty(&server);
}

#[test]
fn a_server_that_is_away_for_a_while_is_waited_for() {
    let Some(mut server) = Server::start() else { return };
    let data = data(10, None, None, b"abc");
    let expected = by_threads(&data, 200);
    let _workers = Workers::start(&server, 1);
    let queue = queue(&server).groups_of(2);
    let mut restarted = false;
    let found = results(&queue, &data, 200, |come| {
        if come >= 40 && !restarted {
            restarted = true;
            server.restart();
        }
    });
    assert!(restarted && found == expected);
}

#[test]
fn tasks_that_crash_three_workers_are_set_aside() {
    let Some(server) = Server::start() else { return };
    let data = data(1, None, Some(3), b"x");
    let stop = AtomicBool::new(false);
    let notices = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&notices);
    let queue = queue(&server)
        .silence(Duration::from_secs(1))
        .groups_of(1)
        .notify(move |notice| heard.lock().unwrap().push(notice));
    let (mut come, mut crashes) = (Vec::new(), 0);
    let outcome = std::thread::scope(|scope| {
        let crashes = &mut crashes;
        let (server, stop) = (&server, &stop);
        // A service manager starts a worker that crashed again.
        scope.spawn(move || {
            let mut workers = Workers::start(server, 1);
            while !stop.load(Ordering::Relaxed) {
                if workers.0[0].try_wait().unwrap().is_some() {
                    *crashes += 1;
                    workers = Workers::start(server, 1);
                }
                std::thread::sleep(Duration::from_millis(20));
            }
        });
        let outcome = queue.run(&Work::all("slow", &data, 12), &mut |first, results| {
            come.extend(first..first + results.len() as u64);
            ControlFlow::Continue(())
        });
        stop.store(true, Ordering::Relaxed);
        outcome
    });
    assert!(
        matches!(&outcome, Err(QueueError::SetAside { tasks }) if tasks == "3-3"),
        "{outcome:?}"
    );
    come.sort_unstable();
    assert_eq!(come, (0..12).filter(|task| *task != 3).collect::<Vec<_>>());
    assert_eq!(crashes, 3);
    assert!(notices.lock().unwrap().contains(&Notice::SetAside { first: 3, count: 1 }));
}

#[test]
fn the_lowest_failing_task_ends_the_run() {
    let Some(server) = Server::start() else { return };
    let worker = Worker::new(connection(&server.address), "1", vec![Box::new(Slow)]).threads(3);
    with_worker(worker, || {
        let queue = queue(&server);
        let outcome = run(&queue, &data(1, Some(13), None, b"x"), 50);
        assert!(
            matches!(&outcome, Err(QueueError::Task { task: 13, problem }) if problem == "13 is unlucky"),
            "{outcome:?}"
        );
        let wrong = run(&queue, &JobData::new("no JSON"), 2);
        assert!(matches!(&wrong, Err(QueueError::Open(_))), "{wrong:?}");
        let stop = queue.run(&Work::all("slow", &data(1, None, None, b""), 9), &mut |_, _| {
            ControlFlow::Break(())
        });
        assert!(matches!(stop, Err(QueueError::Stopped)));
        let raised = AtomicBool::new(true);
        let job = data(1, None, None, b"");
        let work = Work { stop: Some(&raised), ..Work::all("slow", &job, 9) };
        let stop = queue.run(&work, &mut |_, _| ControlFlow::Continue(()));
        assert!(matches!(stop, Err(QueueError::Stopped)));
    });
    assert_empty(&server);
}

#[test]
fn another_version_is_told_on_both_sides() {
    let Some(server) = Server::start() else { return };
    let notices = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&notices);
    let new = Nats::new(connection(&server.address), "2")
        .notify(move |notice| heard.lock().unwrap().push(notice));
    let old = Worker::new(connection(&server.address), "1", vec![Box::new(Slow)]);
    let ((), events) = with_worker(old, || {
        let stop = AtomicBool::new(false);
        let job = data(1, None, None, b"");
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let work = Work { stop: Some(&stop), ..Work::all("slow", &job, 3) };
                let outcome = new.run(&work, &mut |_, _| ControlFlow::Continue(()));
                assert!(matches!(outcome, Err(QueueError::Stopped)), "{outcome:?}");
            });
            let start = Instant::now();
            let nobody = |notice: &Notice| matches!(notice, Notice::Nobody { .. });
            while !notices.lock().unwrap().iter().any(nobody) {
                assert!(start.elapsed() < Duration::from_secs(20));
                std::thread::sleep(Duration::from_millis(20));
            }
            stop.store(true, Ordering::Relaxed);
        });
    });
    let reason = "it was made by fuda 2, and this worker is fuda 1";
    assert!(
        notices
            .lock()
            .unwrap()
            .iter()
            .any(|notice| matches!(notice, Notice::Refused { reason: said, .. } if said == reason))
    );
    assert!(
        events.iter().any(
            |event| matches!(event, WorkerEvent::Refused { reason: said, .. } if said == reason)
        )
    );
}

#[test]
fn a_worker_that_stops_gives_back_what_it_cannot_finish() {
    let Some(server) = Server::start() else { return };
    let data = data(2_500, None, None, b"ab");
    let queue = queue(&server);
    let first = Worker::new(connection(&server.address), "1", vec![Box::new(Slow)])
        .grace(Duration::from_millis(50));
    let begun = Instant::now();
    let ((), events) = std::thread::scope(|scope| {
        let ran = scope.spawn(|| results(&queue, &data, 1, |_| {}));
        let stopped = with_worker(first, || std::thread::sleep(Duration::from_millis(800)));
        let second = Worker::new(connection(&server.address), "1", vec![Box::new(Slow)]);
        with_worker(second, || assert_eq!(ran.join().unwrap()[&0], b""));
        stopped
    });
    // Sooner than the server gives up a worker that is silent.
    assert!(begun.elapsed() < Duration::from_secs(6), "{:?}", begun.elapsed());
    assert!(!events.iter().any(|event| matches!(event, WorkerEvent::Done(_))), "{events:?}");
}

#[test]
fn jobs_are_listed_cancelled_and_purged() {
    let Some(server) = Server::start() else { return };
    let admin = Admin::connect(&connection(&server.address)).unwrap();
    let job = data(1, None, None, b"abc");
    std::thread::scope(|scope| {
        let queue = queue(&server);
        let running = scope.spawn(move || run(&queue, &job, 5));
        let start = Instant::now();
        let found = loop {
            let report = admin.report().unwrap();
            if let [job] = &report.jobs[..]
                && job.waiting == 5
            {
                break job.clone();
            }
            assert!(start.elapsed() < Duration::from_secs(20), "{report:?}");
        };
        assert_eq!((found.kind.as_deref(), found.abandoned), (Some("slow"), false));
        assert_eq!(admin.purge(false).unwrap(), 0, "its submitter is there");
        assert!(!admin.cancel("another").unwrap());
        assert!(admin.cancel(&found.job).unwrap());
        let outcome = running.join().unwrap();
        assert!(matches!(&outcome, Err(QueueError::Cancelled { .. })), "{outcome:?}");
    });
    assert_empty(&server);
}

#[test]
fn nobody_at_the_address_is_a_clear_error() {
    let outcome = |address: &str| {
        let queue = Nats::new(connection(address), "1");
        run(&queue, &JobData::default(), 1).unwrap_err().to_string()
    };
    // A port that the system keeps for others.
    let message = outcome("nats://user:secret@127.0.0.1:1");
    assert!(message.starts_with("nats://127.0.0.1:1: no NATS server can be reached there"));
    let message = outcome("nats://user:secret@no-such-host.invalid");
    assert!(message.starts_with("nats://no-such-host.invalid:4222: there is no host of this name"));
}
