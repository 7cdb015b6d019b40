//! Mining on many machines: workers as processes of their own, over a real
//! server, where one is installed.

use crate::common::TestDir;
use crate::machines::server::Server;
use fuda_core::{Rng, Seed};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A worker that is killed with the test, whatever becomes of it.
struct WorkerProcess(Child);

impl WorkerProcess {
    fn start(address: &str) -> WorkerProcess {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("fuda"));
        command.args(["worker", address, "--threads", "1", "--idle", "60"]);
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        WorkerProcess(child.expect("a worker starts"))
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn table() -> String {
    let mut rng = Rng::new(Seed(8));
    let row = |rng: &mut Rng| {
        let items = (0..36u32).filter(|_| rng.below(2) == 0).map(|item| item.to_string());
        items.collect::<Vec<_>>().join(" ")
    };
    (0..2500).map(|_| row(&mut rng) + "\n").collect()
}

#[test]
fn three_workers_one_killed_give_the_same_file() {
    let Some(mut server) = Server::start() else { return };
    let dir = TestDir::new();
    dir.file("t.dat", table());
    let plain = dir.fuda("mine t.dat --min-support 110 --out plain.txt --json").code(0).json();
    let address = server.address.clone();
    let mut workers: Vec<_> = (0..3).map(|_| WorkerProcess::start(&address)).collect();
    let queued = std::thread::scope(|scope| {
        let run = scope.spawn(|| {
            dir.fuda(&format!(
                "mine t.dat --min-support 110 --out queue.txt --json --queue {address}"
            ))
        });
        std::thread::sleep(Duration::from_millis(700));
        // SIGKILL: no goodbye, no acknowledgement.
        workers[0].0.kill().expect("the worker is killed");
        run.join().expect("the submitter ends")
    });
    assert_eq!(queued.code(0).json()["patterns"], plain["patterns"]);
    assert!(plain["patterns"].as_u64() > Some(10_000));
    assert!(dir.read("plain.txt") == dir.read("queue.txt"));

    // The two left wait for a server that is away for a while.
    server.restart();
    let again = dir.fuda(&format!("mine t.dat --min-support 300 --json --queue {address}"));
    let plain = dir.fuda("mine t.dat --min-support 300 --json").code(0).json();
    assert_eq!(again.code(0).json()["patterns"], plain["patterns"]);
}

#[test]
fn nobody_at_the_address_is_said() {
    let dir = TestDir::new();
    dir.file("t.dat", "1 2\n2 3\n");
    // A port that the system keeps for others.
    let address = "nats://127.0.0.1:1";
    let words = format!("{address}: no NATS server can be reached there");
    dir.fuda(&format!("mine t.dat --min-support 1 --queue {address}")).code(2).says(&words);
    dir.fuda(&format!("worker {address} --threads 2")).code(2).says(&words);
}
