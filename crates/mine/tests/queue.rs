//! Mining by workers over a real NATS server, where one is installed.

#[path = "../../queue/tests/server/mod.rs"]
mod server;

use fuda_mine::pipeline::Mining;
use fuda_mine::{Filter, MineKind, MineParams, parse_table};
use fuda_queue::{Cache, Connection, Nats, WorkQueue, Worker};
use server::Server;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

#[test]
fn workers_write_the_same_file_as_threads() {
    let Some(mut server) = Server::start() else { return };
    let mut rng = fuda_core::Rng::new(fuda_core::Seed(9));
    let mut text = String::new();
    for _ in 0..800 {
        text += if rng.below(3) == 0 { "+1" } else { "-1" };
        for item in (0..30).filter(|item| rng.below(40) < item + 8).collect::<Vec<u32>>() {
            text += &format!(" {item}:1");
        }
        text.push('\n');
    }
    let table = parse_table(Path::new("table.svm"), text.as_bytes()).unwrap().table;
    let stop = AtomicBool::new(false);
    let address = server.address.clone();
    let connection = || Connection::new(&address).unwrap();
    let cache = tempfile::tempdir().unwrap();
    let queue = Nats::new(connection(), "1");
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let worker = Worker::new(connection(), "1", vec![Box::new(MineKind)]);
                worker.cache(Cache::new(cache.path())).run(&stop, &mut |_| {}).unwrap();
            });
        }
        let mine = |queue: Option<&dyn WorkQueue>, write: bool| {
            let filter = Filter { max_entropy: Some(0.92), ..Filter::default() };
            let params = MineParams { filter, ..MineParams::new(90) };
            let listener = &|_| ControlFlow::Continue(());
            let mining = Mining { table: &table, params, queue, listener };
            let mut written = Vec::new();
            let report = if write { mining.write(&mut written) } else { mining.count() };
            (report, written)
        };
        let (threads, written) = mine(None, true);
        let (queued, queue_written) = mine(Some(&queue), true);
        // Workers wait for a server that comes back.
        server.restart();
        let (counted, _) = mine(Some(&queue), false);
        stop.store(true, Ordering::Relaxed);
        let [threads, queued, counted] = [threads, queued, counted].map(|report| report.unwrap());
        assert!(threads.patterns > 1000 && threads.met > Some(threads.patterns));
        assert_eq!((threads.patterns, threads.met), (queued.patterns, queued.met));
        assert_eq!((threads.patterns, threads.met), (counted.patterns, counted.met));
        assert!(written == queue_written);
    });
}
