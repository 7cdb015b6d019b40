//! Programs that speak NBoard or the UECda protocol as players.

use crate::common::TestDir;
use serde_json::Value;

fn fuda() -> String {
    assert_cmd::cargo::cargo_bin("fuda").display().to_string()
}

fn errors(report: &Value) -> (u64, String) {
    let player = &report["players"][0];
    let first = player["messages"][0].as_str().unwrap_or_default();
    (player["errors"].as_u64().expect("a count"), first.to_owned())
}

#[test]
fn our_engine_over_nboard_plays_as_it_does_here() {
    let dir = TestDir::new();
    let over = format!("nboard[depth=2]:{} bot othello alphabeta --protocol nboard", fuda());
    let words = ["match", "othello", &over, "greedy", "--deals", "5", "--json"];
    let report = dir.run(&words, "").code(0).json();
    let here = dir.fuda("match othello alphabeta:depth=2 greedy --deals 5 --json").code(0).json();
    assert_eq!(errors(&report).0, 0);
    assert_eq!(report["players"][0]["points"], here["players"][0]["points"]);
}

#[test]
fn engines_that_misbehave_lose_by_rule() {
    let dir = TestDir::new();
    for (go, why) in [
        ("echo === Z9", "Z9"),
        ("echo === A1", "a1 is not one of the"),
        ("echo oh dear >&2; exit 1", "oh dear"),
        ("exec >&-; sleep 60", "closed its standard output"),
        ("printf \"=== \\\\000\\\\n\"", "a square or PA after"),
        ("head -c 100000000 /dev/zero", "a line is longer than 1000000 bytes"),
        ("sleep 60", "no answer after"),
        ("printf '=== F'; sleep 60", "no answer after"),
    ] {
        let script =
            format!("while read a b; do case $a in ping) echo pong $b;; go) {go};; esac; done");
        dir.file("engine.sh", script);
        let words = ["match", "othello", "nboard[time=0.5]:sh engine.sh", "random", "--deals", "1"];
        let report = dir.run(&[&words[..], &["--json"]].concat(), "").code(1).json();
        let (errors, message) = errors(&report);
        assert!(errors > 0 && message.contains(why), "{go}: {message}");
        assert_eq!((&report["games"], &report["players"][1]["errors"]), (&2.into(), &0.into()));
    }
}

#[test]
fn our_client_plays_as_a_program_of_the_contest() {
    let dir = TestDir::new();
    for protocol in ["20070", "20140"] {
        let client = format!("uecda:{} join uecda --player greedy --protocol {protocol}", fuda());
        let words = ["match", "daihinmin", &client, "greedy", "--deals", "2", "--json"];
        let report = dir.run(&words, "").code(0).json();
        assert_eq!(errors(&report).0, 0, "{report}");
        // It plays as its copies do, so nobody gains anything.
        let points = report["players"][0]["points"]["mean"].as_f64().expect("points");
        let others = report["players"][1]["points"]["mean"].as_f64().expect("points");
        assert!((points - others).abs() < 1e-9, "{points} and {others}");
    }
}

/// A client of the protocol 20070 that gets some way and no further.
const WRONG_CLIENT: &str = r"
import socket, sys, time
port, what = int(sys.argv[1]), sys.argv[2]
s = socket.create_connection(('127.0.0.1', port))
read = lambda count: s.recv(count, socket.MSG_WAITALL)
hello = bytearray(480); hello[2:4] = (20070).to_bytes(2, 'big'); hello[63] = 120
# In one piece, so that a busy machine cannot be late with what is too much.
s.sendall(hello + b'x' * (480 if what == 'early' else 0))
read(4)
if what == 'goes': sys.exit(3)
if what == 'flood': s.sendall(b'x' * 100_000_000)
read(480)
if what == 'half': s.sendall(b'x' * 100)
while what == 'nonsense':
    turn = read(480)
    if turn[4 * (5 * 15 + 2) + 3] == 1:
        s.sendall(b'\0\xff' * 240)
        read(4)
    read(480), read(4)
time.sleep(60)
";

#[test]
fn clients_that_misbehave_lose_by_rule() {
    let dir = TestDir::new();
    dir.file("client.py", WRONG_CLIENT);
    let gone = "closed the connection|reset|Broken pipe";
    for (what, why) in [
        ("goes", gone),
        ("half", "100 of 480 bytes"),
        ("hangs", "0 of 480"),
        ("early", "silence until it is asked, got 480 bytes"),
        ("flood", "silence until"),
    ] {
        let client = format!("uecda[time=0.5]:python3 client.py {{port}} {what}");
        let words = ["match", "daihinmin", &client, "greedy", "--deals", "1", "--json"];
        let report = dir.run(&words, "").code(1).json();
        let (errors, message) = errors(&report);
        let said = why.split('|').any(|why| message.contains(why));
        assert!(errors == 5 && said, "{what}: {errors} {message}");
    }
    // Nonsense of the right length is a pass, as in the contest.
    let client = "uecda:python3 client.py {port} nonsense";
    let words = ["match", "daihinmin", client, "greedy", "--deals", "1", "--json"];
    let report = dir.run(&words, "").code(0).json();
    assert_eq!((&report["games"], errors(&report).0), (&5.into(), 0));
    dir.run(&["match", "daihinmin", "uecda:no-such-client", "greedy"], "").code(2);
}
