//! Daihinmin through the command line.

use crate::common::TestDir;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

#[test]
fn a_host_and_five_clients_over_loopback() {
    let dir = TestDir::new();
    let mut host = Command::new(env!("CARGO_BIN_EXE_fuda"))
        .current_dir(dir.folder.path())
        .args(["host", "uecda", "--games", "20", "--port", "0", "--log", "t.log", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the host starts");
    let mut said = BufReader::new(host.stderr.take().expect("piped"));
    let mut line = String::new();
    said.read_line(&mut line).expect("the host tells where it is");
    let address = line.split_whitespace().nth(2).expect("an address");
    let port = address.rsplit(':').next().expect("a port").to_owned();
    let clients: Vec<_> = (0..5)
        .map(|n| {
            Command::new(env!("CARGO_BIN_EXE_fuda"))
                .args(["join", "uecda", "--port", &port, "--player"])
                .arg(if n == 0 { "mc:playouts=20" } else { "greedy" })
                .args(["--protocol", if n == 1 { "20140" } else { "20070" }, "--json"])
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .expect("a client starts")
        })
        .collect();
    for client in clients {
        let output = client.wait_with_output().expect("a client ends");
        assert!(output.status.success(), "{output:?}");
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&report["games"], &report["refused"]), (&20.into(), &0.into()), "{report}");
    }
    let output = host.wait_with_output().expect("the host ends");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["games"], &report["refused"]), (&20.into(), &0.into()), "{report}");
    let log = dir.fuda("records verify t.log --json").code(0).json();
    assert_eq!((&log["games"], &log["mismatches"]), (&20.into(), &0.into()), "{log}");
}

#[test]
fn wrong_tables() {
    let dir = TestDir::new();
    dir.fuda("join uecda --port 1").code(2).says("127.0.0.1:1");
    dir.fuda("join uecda --protocol 7").code(2).says("20070");
    dir.fuda("join uecda --player nobody").code(2).says("nobody");
    dir.fuda("host uecda --guest greedy --guest nobody").code(2).says("nobody");
    dir.file("old.log", "something");
    dir.fuda("host uecda --port 0 --log old.log").code(2).says("--force");
    assert_eq!(dir.read("old.log"), b"something");
    let missing = dir.fuda("host uecda --port 0 --log none/new.log").code(2).says("folder");
    assert!(!missing.err.contains("--force"), "{}", missing.err);
    dir.fuda("join uecda --patience -1").code(2);
    let help = dir.fuda("join uecda --help").code(0).out;
    assert!(help.contains("[default: mc++]"), "{help}");
    dir.fuda("join uecda --patience nan").code(2).says("--patience");
}

/// Starts a host for one client and a player of its own; gives its port.
fn host(dir: &TestDir, more: &[&str]) -> (std::process::Child, u16) {
    let mut host = Command::new(env!("CARGO_BIN_EXE_fuda"))
        .current_dir(dir.folder.path())
        .args(["host", "uecda", "--games", "30", "--port", "0"])
        .args(more)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the host starts");
    let mut line = String::new();
    let mut said = BufReader::new(host.stderr.take().expect("piped"));
    said.read_line(&mut line).expect("the host tells where it is");
    // Somebody must go on reading what it says.
    std::thread::spawn(move || said.lines().for_each(drop));
    let port = line.split(':').nth(1).and_then(|rest| rest.split_whitespace().next());
    (host, port.and_then(|port| port.parse().ok()).expect("a port"))
}

#[test]
fn a_host_whose_clients_all_left_names_them_and_fails() {
    let dir = TestDir::new();
    for json in [true, false] {
        let guests = ["greedy"; 4].map(|player| ["--guest", player]).concat();
        let more = [&guests[..], if json { &["--json"] } else { &[] }].concat();
        let (host, port) = host(&dir, &more);
        let mut client = std::net::TcpStream::connect(("127.0.0.1", port)).unwrap();
        let mut hello = vec![0; 480];
        hello[2..4].copy_from_slice(&20070u16.to_be_bytes());
        hello[63] = b'x';
        client.write_all(&hello).unwrap();
        client.read_exact(&mut [0; 484]).unwrap();
        drop(client);
        let output = host.wait_with_output().expect("the host ends");
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        if json {
            let report: serde_json::Value = serde_json::from_str(&text).unwrap();
            assert_eq!((&report["games"], &report["asked"]), (&0.into(), &30.into()), "{report}");
            assert_eq!(report["left"][0]["name"], "x", "{report}");
            assert_eq!(report["left"][0]["game"], 0, "{report}");
        } else {
            assert!(text.contains("player 0 (x) left in game 0"), "{text}");
            assert!(text.contains("every client left"), "{text}");
        }
    }
}

#[test]
fn a_server_that_says_nothing_is_left() {
    let dir = TestDir::new();
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = silent.local_addr().unwrap().port();
    dir.fuda(&format!("join uecda --port {port} --player greedy --patience 0.2"))
        .code(2)
        .says("0 of 4 bytes came in time");
}

#[test]
fn matches_of_five() {
    let dir = TestDir::new();
    let words = "match daihinmin mc:playouts=60 random --deals 3 --series 6 --reseat 3 --json";
    let report = dir.fuda(words).code(0).json();
    assert_eq!(report["games"], 3 * 5 * 6);
    assert!(report["difference"]["mean"].as_f64() > Some(0.0), "{report}");
}

#[test]
fn learn_an_evaluation_and_play_with_it() {
    let dir = TestDir::new();
    dir.fuda("match daihinmin greedy random --deals 12 --records g.jsonl").code(0);
    let words = "learn daihinmin rank --records g.jsonl --encoder uecda-products-1 \
                 --ranker perceptron --only lead --epochs 2 --model ap.st --json";
    let report = dir.fuda(words).code(0).json();
    assert!(report["test"]["agreement"]["mean"].as_f64() > Some(0.2), "{report}");
    dir.fuda(words).code(2).says("--force");
    let words = "learn daihinmin rank --records g.jsonl --ranker network --model nn.st";
    dir.fuda(words).code(0);
    dir.fuda("match daihinmin ap:model=ap.st random --deals 4").code(0);
    dir.fuda("match daihinmin mc+nn:model=nn.st,playouts=5 random --deals 1").code(0);
    dir.fuda("match daihinmin learned:model=nn.st random --deals 2").code(0);
    // What does not fit is refused with its name.
    dir.fuda("match daihinmin nn:model=ap.st random --deals 1").code(2).says(
        "ap.st: a daihinmin linear model over uecda-products-1; `nn` needs a daihinmin network \
         over uecda-moves-1",
    );
    dir.fuda("match daihinmin ap:model=none.st random --deals 1").code(2).says("none.st");
}

#[test]
fn the_shipped_evaluation_works() {
    let dir = TestDir::new();
    let words = "match daihinmin mc+nn:playouts=60 random --deals 15 --json";
    let report = dir.fuda(words).code(0).json();
    assert!(report["difference"]["low"].as_f64() > Some(0.0), "{report}");
}

#[test]
fn cards_are_typed_with_suit_signs_too() {
    let dir = TestDir::new();
    let args = ["play", "daihinmin", "--seed", "3", "--against", "default", "--ascii"];
    let first = dir.run(&args, "moves\nquit\n").code(0);
    let listed = first.out.lines().rev().find(|line| line.contains("1: ")).unwrap();
    let card = listed.split("1: ").nth(1).unwrap().split_whitespace().next().unwrap();
    let sign = card.replace('S', "♠").replace('H', "♥").replace('D', "♦").replace('C', "♣");
    let played = dir.run(&args, &format!("{sign}\nquit\n")).code(0);
    assert!(!played.out.contains("That is no move"), "{sign}: {}", played.out);
    assert!(played.out.lines().count() > first.out.lines().count(), "{}", played.out);
}
