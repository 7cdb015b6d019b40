//! Daihinmin through the command line.

use crate::common::Desk;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

#[test]
fn a_host_and_five_clients_over_loopback() {
    let desk = Desk::new();
    let mut host = Command::new(env!("CARGO_BIN_EXE_fuda"))
        .current_dir(desk.folder.path())
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
    let log = desk.fuda("records verify t.log --json").code(0).json();
    assert_eq!((&log["games"], &log["mismatches"]), (&20.into(), &0.into()), "{log}");
}

#[test]
fn wrong_tables() {
    let desk = Desk::new();
    desk.fuda("join uecda --port 1").code(2).says("127.0.0.1:1");
    desk.fuda("join uecda --protocol 7").code(2).says("20070");
    desk.fuda("join uecda --player nobody").code(2).says("nobody");
    desk.fuda("host uecda --guest greedy --guest nobody").code(2).says("nobody");
    desk.file("old.log", "something");
    desk.fuda("host uecda --port 0 --log old.log").code(2).says("--force");
    assert_eq!(desk.read("old.log"), b"something");
}

#[test]
fn matches_of_five() {
    let desk = Desk::new();
    let words = "match daihinmin mc:playouts=60 random --deals 3 --series 6 --reseat 3 --json";
    let report = desk.fuda(words).code(0).json();
    assert_eq!(report["games"], 3 * 5 * 6);
    assert!(report["difference"]["mean"].as_f64() > Some(0.0), "{report}");
}

#[test]
fn learn_an_evaluation_and_play_with_it() {
    let desk = Desk::new();
    let words = "learn daihinmin --self-play greedy --positions 1500 --test 300 --every 500 \
                 --learner ap --records g.jsonl --model ap.st --json";
    let report = desk.fuda(words).code(0).json();
    assert_eq!(report["curve"].as_array().map(Vec::len), Some(2), "{report}");
    assert!(report["curve"][1]["agreement"]["mean"].as_f64() > Some(0.7), "{report}");
    desk.fuda(words).code(2).says("--force");
    desk.fuda("records verify g.jsonl").code(0);
    // The same positions from the file, and the other learner.
    let words = "learn daihinmin --from g.jsonl --positions 1500 --test 300 --model";
    let again = desk.fuda(&format!("{words} ap2.st --learner ap --every 500 --json")).code(0);
    assert_eq!(again.json()["curve"], report["curve"]);
    desk.fuda(&format!("{words} nn.st --learner nn --loss pairs")).code(0);
    let report = desk.fuda("match daihinmin ap:model=ap.st random --deals 10 --json").code(0);
    assert!(report.json()["difference"]["mean"].as_f64() > Some(0.0));
    desk.fuda("match daihinmin mc+nn:model=nn.st,playouts=5 random --deals 1").code(0);
    // What does not fit is refused with its name.
    desk.fuda("match daihinmin nn:model=ap.st random --deals 1").code(2).says("ap.st");
    desk.fuda("match daihinmin ap:model=none.st random --deals 1").code(2).says("none.st");
    desk.fuda("learn daihinmin --from g.jsonl --positions 999999 --model x.st")
        .code(2)
        .says("fewer");
    desk.fuda("learn daihinmin --self-play nobody --model x.st").code(2).says("nobody");
    desk.fuda("learn daihinmin --model x.st").code(2).says("--from");
    desk.file("no.log", "nothing");
    desk.fuda("learn daihinmin --from no.log --model x.st").code(2).says("no.log");
}

#[test]
fn the_shipped_evaluation_works() {
    let desk = Desk::new();
    let words = "match daihinmin mc+nn:playouts=60 random --deals 15 --json";
    let report = desk.fuda(words).code(0).json();
    assert!(report["difference"]["low"].as_f64() > Some(0.0), "{report}");
}
