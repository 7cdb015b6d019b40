//! Every long command over a real server: three workers, of which one is killed
//! and one comes late, give what threads give.

#[path = "../../../queue/tests/server/mod.rs"]
pub mod server;

use crate::common::{Ran, TestDir};
use fuda_queue::{Admin, Connection};
use serde_json::Value;
use server::Server;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// How long something may take that happens sooner or later.
const PATIENCE: Duration = Duration::from_secs(240);

/// A process of the test, killed with it, and what it writes to stderr.
struct Process {
    child: Child,
    lines: Receiver<String>,
}

impl Process {
    fn start(mut command: Command) -> Process {
        let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = child.spawn().expect("it starts");
        let stderr = BufReader::new(child.stderr.take().expect("it is piped"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            stderr.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Process { child, lines }
    }

    fn worker(server: &Server, dir: &TestDir) -> Process {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fuda"));
        command.args(["worker", &server.address, "--threads", "1", "--idle", "120", "--cache"]);
        Process::start({
            command.arg(dir.folder.path().join("cache"));
            command
        })
    }

    /// Waits until it says something.
    fn says(&self, words: &str) {
        let mut said = String::new();
        while !said.contains(words) {
            said = self.lines.recv_timeout(PATIENCE).expect("it says it before it ends");
        }
    }

    /// SIGKILL: no goodbye, no acknowledgement.
    fn kill(&mut self) {
        self.child.kill().expect("it is killed");
        self.child.wait().expect("it ends");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether nothing at all is left at the server.
fn assert_empty(server: &Server) {
    let connection = Connection::new(&server.address).unwrap();
    let report = Admin::connect(&connection).unwrap().report().unwrap();
    assert!(report.jobs.is_empty() && report.leftovers.is_empty(), "{report:?}");
}

/// Runs a command with two workers. As soon as the first has taken a job of
/// this kind it is killed, and a third one comes.
fn by_workers(dir: &TestDir, kind: &str, words: &str) -> Option<Ran> {
    let server = Server::start()?;
    let mut first = Process::worker(&server, dir);
    let _second = Process::worker(&server, dir);
    let ran = std::thread::scope(|scope| {
        let run = scope.spawn(|| dir.fuda(&format!("{words} --queue {}", server.address)));
        first.says(&format!("working on {kind} for "));
        // By now it has a group of tasks, which nobody acknowledges.
        std::thread::sleep(Duration::from_millis(300));
        first.kill();
        let _third = Process::worker(&server, dir);
        run.join().expect("the command ends")
    });
    assert_empty(&server);
    Some(ran)
}

/// A report without what the clock says.
fn timeless(ran: &Ran) -> Value {
    fn forget(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.retain(|name, _| name != "times" && name != "seconds");
                fields.values_mut().for_each(forget);
            }
            Value::Array(values) => values.iter_mut().for_each(forget),
            _ => {}
        }
    }
    let mut value = ran.json();
    forget(&mut value);
    value
}

#[test]
fn a_match_is_the_same() {
    let dir = TestDir::new();
    let words = "match mahjong ukeire uct:loops=20 --deals 8 --rounds --json --records";
    let plain = dir.fuda(&format!("{words} plain.jsonl")).code(0);
    let store = "--store match.db";
    let Some(queued) = by_workers(&dir, "match", &format!("{words} queue.jsonl {store}")) else {
        return;
    };
    assert_eq!(timeless(&plain), timeless(&queued.code(0)));
    assert!(dir.read("plain.jsonl") == dir.read("queue.jsonl"));
    // The store is that of any match.
    let again = dir.fuda(&format!("{words} queue.jsonl {store}")).code(0);
    assert_eq!(plain.json()["players"][0]["points"], again.json()["players"][0]["points"]);
    assert_eq!(again.json()["times"]["games"], 0);
}

#[test]
fn learning_and_luck_are_the_same() {
    let dir = TestDir::new();
    let words = "learn koikoi value --self-play uct:loops=150 rule --games 40 --json --model";
    dir.fuda(&format!("{words} plain.safetensors")).code(0);
    let words = format!("{words} queue.safetensors");
    let Some(queued) = by_workers(&dir, "self-play", &words) else { return };
    queued.code(0);
    assert!(dir.read("plain.safetensors") == dir.read("queue.safetensors"));

    // Models travel, that of the player and that of luck.
    let words = "match koikoi learned:model=plain.safetensors,positions=120 rule --deals 12 --json \
                 --luck plain.safetensors";
    let plain = dir.fuda(words).code(0);
    let Some(queued) = by_workers(&dir, "match", words) else { return };
    assert_eq!(timeless(&plain), timeless(&queued.code(0)));
}

#[test]
fn a_tournament_is_the_same() {
    let dir = TestDir::new();
    let words = "tournament othello uct:loops=400 alphabeta:depth=3 greedy --deals 12 --json \
                 --records";
    let plain = dir.fuda(&format!("{words} plain")).code(0);
    let Some(queued) = by_workers(&dir, "match", &format!("{words} queue")) else { return };
    assert_eq!(timeless(&plain), timeless(&queued.code(0)));
    let names = |folder: &str| {
        let entries = dir.folder.path().join(folder).read_dir().expect("a folder");
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(names("plain"), names("queue"));
    for name in names("plain") {
        let name = name.to_str().expect("a plain name");
        assert!(dir.read(&format!("plain/{name}")) == dir.read(&format!("queue/{name}")), "{name}");
    }
}

#[test]
fn positions_and_agreement_are_the_same() {
    let dir = TestDir::new();
    let words = "positions mahjong --self-play uct:loops=6 ukeire --games 6 --form arrays --out";
    dir.fuda(&format!("{words} plain")).code(0);
    let Some(queued) = by_workers(&dir, "self-play", &format!("{words} queue")) else { return };
    queued.code(0);
    let entries = dir.folder.path().join("plain").read_dir().expect("a folder");
    for name in entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()) {
        assert!(dir.read(&format!("plain/{name}")) == dir.read(&format!("queue/{name}")), "{name}");
    }

    dir.fuda("match mahjong ukeire random --deals 3 --records games.jsonl").code(0);
    let words = "agree mahjong uct:loops=120 games.jsonl --positions 120 --repeats 3 --json";
    let plain = dir.fuda(words).code(0);
    let Some(queued) = by_workers(&dir, "agree", words) else { return };
    assert_eq!(plain.json(), queued.code(0).json());
}

/// Measures an entry both ways, as the kind of job that workers know.
fn reproduced(kind: &str, entry: &str, settings: &[&str]) {
    let dir = TestDir::new();
    let changes: String = settings.iter().map(|change| format!(" --set {change}")).collect();
    let words = format!("reproduce {entry} --json{changes} --out");
    let plain = dir.fuda(&format!("{words} plain")).code(0);
    let Some(queued) = by_workers(&dir, kind, &format!("{words} queue")) else { return };
    let measured = |ran: &Ran| ran.json()["entries"][0]["result"]["measured"].clone();
    assert!(measured(&plain)["series"].is_array(), "{}", plain.out);
    assert_eq!(measured(&plain), measured(&queued.code(0)));
}

#[test]
fn agreement_of_an_experiment_is_the_same() {
    reproduced("agree", "1/table-2.2", &["positions=120", "effort=150"]);
}

#[test]
fn hands_of_an_experiment_are_the_same() {
    reproduced("reproduce", "1/table-2.6", &["deals=6", "effort=60"]);
}

#[test]
fn matches_of_an_experiment_are_the_same() {
    reproduced("match", "2/table-1", &["deals=6", "games=2", "effort=20"]);
}

#[test]
fn curves_of_an_experiment_are_the_same() {
    let settings = ["episodes=1200", "every=300", "seeds=3", "rule-games=50", "calls=20"];
    reproduced("reproduce", "5/fig-2", &settings);
}

#[test]
fn chosen_patterns_are_the_same() {
    let dir = TestDir::new();
    dir.fuda("othello endgames --count 1500 --seed 3 --items to-move --out a.pos").code(0);
    let words = "select a.pos --min-support 150 --method divided --rounds 40,40,400 --cutoff \
                 0.001 --json --out";
    let plain = dir.fuda(&format!("{words} plain.txt")).code(0);
    let Some(queued) = by_workers(&dir, "select", &format!("{words} queue.txt")) else { return };
    assert_eq!(timeless(&plain), timeless(&queued.code(0)));
    assert!(dir.read("plain.txt") == dir.read("queue.txt"));

    let words = "study a.pos --mine-rows 600 --supports 60 --choose 150:0.004:0.95 --learners nb \
                 --json --folder";
    let plain = dir.fuda(&format!("{words} plain")).code(0);
    let Some(queued) = by_workers(&dir, "mine", &format!("{words} queue")) else { return };
    assert_eq!(timeless(&plain), timeless(&queued.code(0)));
}

#[test]
fn players_that_are_programs_stay_here() {
    let Some(server) = Server::start() else { return };
    let dir = TestDir::new();
    let words = format!("match leduc exec:cat random --deals 2 --queue {}", server.address);
    dir.fuda(&words).code(2).says("`exec:cat` plays on this machine only");
    assert_empty(&server);
}

#[test]
fn a_wrong_password_is_said_and_not_shown() {
    let Some(server) = Server::with(&["--user", "ann", "--pass", "right"]) else { return };
    let dir = TestDir::new();
    let address = server.address_with("nats", "ann:mistaken@");
    for words in ["match leduc random random --queue", "worker", "queue status"] {
        let ran = dir.fuda(&format!("{words} {address}")).code(2);
        assert!(!ran.err.contains("mistaken"), "{}", ran.err);
        ran.says("the server refuses the user, the password or the credentials");
    }
    let address = server.address_with("nats", "ann:right@");
    dir.fuda(&format!("queue status {address}")).code(0);
}

#[test]
fn ctrl_c_leaves_nothing_behind() {
    let Some(server) = Server::start() else { return };
    let dir = TestDir::new();
    let admin = Admin::connect(&Connection::new(&server.address).unwrap()).unwrap();
    dir.fuda("match koikoi rule random --deals 2 --records games.jsonl").code(0);
    let model = "positions koikoi --self-play rule --games 5 --form arrays --out rows";
    for words in ["match koikoi rule random", "agree koikoi rule games.jsonl", model] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fuda"));
        command.current_dir(dir.folder.path()).args(words.split_whitespace());
        command.args(["--queue", &server.address]);
        let mut submitter = Process::start(command);
        // Without a worker it waits.
        let begun = Instant::now();
        while admin.report().unwrap().jobs.is_empty() {
            assert!(begun.elapsed() < PATIENCE);
        }
        let process = submitter.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &process]).status().unwrap().success());
        assert_eq!(submitter.child.wait().unwrap().code(), Some(130), "{words}");
        assert_empty(&server);
    }
}

#[test]
fn a_killed_submitter_goes_on_where_it_stopped() {
    let Some(server) = Server::start() else { return };
    let dir = TestDir::new();
    let words = "match koikoi uct:loops=4000 rule --deals 80 --json";
    let plain = dir.fuda(words).code(0);
    let _worker = Process::worker(&server, &dir);
    let words = format!("{words} --store match.db");
    let queue = format!("--queue {}", server.address);
    let mut command = Command::new(env!("CARGO_BIN_EXE_fuda"));
    command.current_dir(dir.folder.path());
    command.args(format!("{words} {queue}").split_whitespace());
    let mut submitter = Process::start(command);
    // Results are stored as they come.
    let admin = Admin::connect(&Connection::new(&server.address).unwrap()).unwrap();
    let begun = Instant::now();
    while admin.report().unwrap().jobs.iter().all(|job| job.done.unwrap_or(0) == 0) {
        assert!(begun.elapsed() < PATIENCE);
        assert!(submitter.child.try_wait().unwrap().is_none(), "it ended too soon");
    }
    submitter.kill();
    let again = dir.fuda(&format!("{words} {queue}")).code(0);
    assert_eq!(timeless(&plain), timeless(&again));
    let games = again.json()["times"]["games"].as_u64().expect("a number");
    assert!(games < 160, "{games} games were played again");
    // What the killed one left is found and removed.
    dir.fuda(&format!("queue purge {}", server.address)).code(0);
    assert_empty(&server);
}
