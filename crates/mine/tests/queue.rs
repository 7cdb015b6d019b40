//! Mining by workers over a real NATS server, where one is installed.

#[path = "../../queue/tests/server/mod.rs"]
mod server;

use fuda_mine::commands::{MineArgs, run_mine};
use fuda_mine::{Filter, MineKind};
use fuda_queue::Worker;
use server::Server;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

#[test]
fn workers_write_the_same_file_as_threads() {
    let Some(mut server) = Server::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut rng = fuda_core::Rng::new(fuda_core::Seed(9));
    let mut text = String::new();
    for _ in 0..800 {
        text += if rng.below(3) == 0 { "+1" } else { "-1" };
        for item in (0..30).filter(|item| rng.below(40) < item + 8).collect::<Vec<u32>>() {
            text += &format!(" {item}:1");
        }
        text.push('\n');
    }
    let file = folder.path().join("table.svm");
    std::fs::write(&file, text).unwrap();
    let stop = AtomicBool::new(false);
    let address = server.address.clone();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let worker = Worker::new(&address, vec![Box::new(MineKind)]);
                worker.run(&stop, |_| {}).unwrap();
            });
        }
        let mine = |queue: Option<String>, out: Option<&str>| {
            let args = MineArgs {
                file: file.clone(),
                labels: None,
                min_support: 90,
                filter: Filter { max_entropy: Some(0.92), ..Filter::default() },
                out: out.map(|name| folder.path().join(name)),
                threads: NonZeroUsize::MIN,
                queue,
            };
            let report = run_mine(&args, &|_| ControlFlow::Continue(()));
            (report, out.map(|name| std::fs::read(folder.path().join(name))))
        };
        let (threads, written) = mine(None, Some("threads"));
        let (queue, queue_written) = mine(Some(address.clone()), Some("queue"));
        // Workers wait for a server that comes back.
        server.restart();
        let (counted, _) = mine(Some(address.clone()), None);
        stop.store(true, Ordering::Relaxed);
        let [threads, queue, counted] = [threads, queue, counted].map(|report| report.unwrap());
        assert!(threads.patterns > 1000 && threads.met > Some(threads.patterns));
        assert_eq!((threads.patterns, threads.met), (queue.patterns, queue.met));
        assert_eq!((threads.patterns, threads.met), (counted.patterns, counted.met));
        assert!(written.unwrap().unwrap() == queue_written.unwrap().unwrap());
    });
}
