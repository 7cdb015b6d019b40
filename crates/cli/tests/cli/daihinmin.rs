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
