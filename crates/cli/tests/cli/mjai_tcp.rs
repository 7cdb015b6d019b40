//! mjai over TCP from the command line: our client at our table, both ways.

use crate::common::TestDir;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

fn fuda() -> String {
    assert_cmd::cargo::cargo_bin("fuda").display().to_string()
}

#[test]
fn a_client_that_is_started_plays_whole_games() {
    let dir = TestDir::new();
    let client = format!("mjai-tcp:{} join mjai {{host}}:{{port}} --player greedy", fuda());
    let words = ["match", "mahjong", &client, "greedy", "--deals", "1", "--json"];
    let report = dir.run(&words, "").code(0).json();
    let client = &report["players"][0];
    assert_eq!((&client["games"], &client["errors"]), (&4.into(), &0.into()), "{client}");
    assert!(client["moves"].as_u64() > Some(100), "{client}");
}

#[test]
fn what_cannot_be_is_refused_before_anything_starts() {
    let dir = TestDir::new();
    dir.fuda("match mahjong mjai-tcp:- greedy").code(2).says("mjai-tcp[port=11600]:-");
    dir.fuda("match mahjong mjai-tcp:no-such-client greedy").code(2).says("no-such-client");
    dir.fuda("host mjai --guest nobody").code(2).says("nobody");
    let five = "--guest greedy ".repeat(5);
    dir.fuda(&format!("host mjai {five}")).code(2).says("4 seats");
    dir.fuda("host mjai --patience 0").code(2).says("--patience");
    dir.fuda("host mjai --address 203.0.113.1").code(2).says("203.0.113.1:11600");
    dir.fuda("host mjai --port 0 --log none/new.log").code(2).says("folder");
    dir.fuda("join mjai 127.0.0.1:1").code(2).says("127.0.0.1:1");
}

/// Starts a host; gives its address.
fn host(dir: &TestDir, words: &str) -> (Child, String) {
    let mut host = Command::new(fuda())
        .current_dir(dir.folder.path())
        .args(["host", "mjai", "--port", "0"])
        .args(words.split_whitespace())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the host starts");
    let mut line = String::new();
    let mut said = BufReader::new(host.stderr.take().expect("piped"));
    said.read_line(&mut line).expect("the host says where it is");
    // Somebody must go on reading what it says.
    std::thread::spawn(move || said.lines().for_each(drop));
    (host, line.split_whitespace().nth(2).expect("an address").to_owned())
}

fn ended(host: Child, code: i32) -> String {
    let output = host.wait_with_output().expect("the host ends");
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn a_host_and_two_clients_over_loopback() {
    let dir = TestDir::new();
    let words = "--games 3 --guest greedy --guest greedy --log games.mjson --json";
    let (host, address) = host(&dir, words);
    let clients = ["one", "two"].map(|name| {
        let words = ["join", "mjai", &address, "--player", "greedy", "--name", name];
        Command::new(fuda()).args(words).stderr(Stdio::null()).spawn().expect("a client starts")
    });
    for mut client in clients {
        assert!(client.wait().expect("a client ends").success());
    }
    let report: Value = serde_json::from_str(&ended(host, 0)).expect("JSON");
    assert_eq!((&report["games"], &report["asked"]), (&3.into(), &3.into()), "{report}");
    assert_eq!(report["lost_by_rule"], Value::Array(Vec::new()), "{report}");
    let names: Vec<&str> =
        report["players"].as_array().unwrap().iter().map(|p| p["name"].as_str().unwrap()).collect();
    assert_eq!(names[0], "greedy");
    assert!(names.contains(&"one") && names.contains(&"two"), "{names:?}");
    let log = dir.fuda("records verify games.mjson --json").code(0).json();
    assert_eq!((&log["games"], &log["mismatches"]), (&3.into(), &0.into()), "{log}");
}

/// Joins as a client that then does this.
fn client(address: &str, name: &str, mut answers: impl FnMut(&Value) -> Option<Vec<u8>>) {
    let mut stream = TcpStream::connect(address).expect("the table is there");
    let lines = BufReader::new(stream.try_clone().unwrap()).lines();
    for line in lines.map_while(Result::ok) {
        let said: Value = serde_json::from_str(&line).expect("JSON");
        let answer = match said["type"].as_str() {
            Some("hello") => {
                let join = format!(r#"{{"type":"join","name":"{name}","room":"default"}}"#);
                Some((join + "\n").into_bytes())
            }
            _ => answers(&said),
        };
        match answer {
            Some(answer) if stream.write_all(&answer).is_ok() => {}
            _ => return,
        }
    }
}

#[test]
fn a_client_that_fails_is_named_and_one_that_does_not_come_back_ends_the_series() {
    let dir = TestDir::new();
    let guests = "--guest greedy --guest greedy --guest greedy";
    let words = format!("--games 5 {guests} --patience 0.3 --time-limit 0.5");
    for (what, reason) in [
        (Some(&b"garbage\n"[..]), "expected a JSON object, got `garbage`"),
        (Some(&b""[..]), "no answer after 0.5"),
        (None, "closed its connection"),
    ] {
        let (host, address) = host(&dir, &words);
        client(&address, "bad", |said| match said["type"].as_str() {
            Some("tsumo") => what.map(<[u8]>::to_vec),
            _ => Some(b"{\"type\":\"none\"}\n".to_vec()),
        });
        let text = ended(host, 1);
        assert!(text.contains("game 0: bad lost by rule"), "{text}");
        assert!(text.contains(reason), "{text}");
        assert!(text.contains("ended after 1 of 5 games: bad was not there for 0.3 s"), "{text}");
    }
}

#[test]
fn who_leaves_after_a_game_may_join_again() {
    let dir = TestDir::new();
    let guests = "--guest greedy --guest greedy --guest greedy";
    let (host, address) = host(&dir, &format!("--games 2 {guests} --json"));
    for _ in 0..2 {
        // As the first clients of this protocol did: no answer to the end.
        client(&address, "again", |said| match said["type"].as_str() {
            Some("end_game") => None,
            Some("tsumo") if said["pai"] != "?" => {
                let answer =
                    format!("{{\"type\":\"dahai\",\"pai\":{},\"tsumogiri\":true}}\n", said["pai"]);
                Some(answer.into_bytes())
            }
            _ => Some(b"{\"type\":\"none\"}\n".to_vec()),
        });
    }
    let report: Value = serde_json::from_str(&ended(host, 0)).expect("JSON");
    assert_eq!((&report["games"], &report["lost_by_rule"]), (&2.into(), &serde_json::json!([])));
}

#[test]
fn who_is_sent_away_says_why() {
    let dir = TestDir::new();
    let (mut host, address) = host(&dir, "--games 1 --room hall");
    dir.fuda(&format!("join mjai {address} --player greedy"))
        .code(2)
        .says("there is no such room; the room is `hall`");
    let mut silent = TcpStream::connect(&address).unwrap();
    silent.read_exact(&mut [0; 8]).unwrap();
    host.kill().unwrap();
    host.wait().unwrap();
}
