//! Clients that are slow, greedy or deaf: none of them may stand in the way of
//! others.

use super::{json, knock, request, serve, settled, sit, start};
use fuda_core::{Rng, Seed};
use fuda_serve::Config;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

fn connect(addr: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(addr).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream
}

/// Waits until the server has closed a connection; gives what it sent before.
fn closed(mut stream: TcpStream) -> String {
    let mut answer = Vec::new();
    match stream.read_to_end(&mut answer) {
        Ok(_) => {}
        Err(e) => assert!(e.kind() != std::io::ErrorKind::WouldBlock, "the connection stays open"),
    }
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn slow_requests_are_given_up_and_nobody_takes_every_connection() {
    let patience = Duration::from_secs(1);
    let addr = serve(Config { most_connections: 8, patience, ..Config::default() });
    // Heads that never end, on all the connections an address may have.
    let slow: Vec<TcpStream> = (0..6)
        .map(|_| {
            let mut stream = connect(addr);
            stream.write_all(b"GET / HTTP/1.1\r\nhost").unwrap();
            stream
        })
        .collect();
    assert_eq!(closed(connect(addr)), "", "one more of the same address");
    for stream in slow {
        assert_eq!(closed(stream), "");
    }
    // A head that comes byte by byte.
    let mut drip = connect(addr);
    let mut reader = drip.try_clone().unwrap();
    let dripping = std::thread::spawn(move || {
        (0..600).any(|_| {
            std::thread::sleep(Duration::from_millis(100));
            drip.write_all(b"x").is_err()
        })
    });
    let _ = reader.read(&mut [0; 64]);
    assert!(dripping.join().unwrap(), "the connection is closed");
    // Bodies that never come.
    for path in ["/api/v1/tables", "/api/v1/records?name=a.xml"] {
        let mut stream = connect(addr);
        write!(stream, "POST {path} HTTP/1.1\r\nhost: {addr}\r\ncontent-length: 100\r\n\r\n{{")
            .unwrap();
        let mut line = String::new();
        BufReader::new(stream).read_line(&mut line).unwrap();
        assert!(line.contains(" 408 "), "{path}: {line}");
    }
    // Others are answered, one request after the other on one connection.
    let mut stream = connect(addr);
    for _ in 0..3 {
        write!(stream, "GET /api/v1/status HTTP/1.1\r\nhost: {addr}\r\n\r\n").unwrap();
        let mut answer = [0; 15];
        stream.read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"HTTP/1.1 200 OK");
        let mut rest = [0; 4096];
        let _ = stream.read(&mut rest).unwrap();
    }
}

#[test]
fn files_come_in_a_few_at_once() {
    let addr = start(None);
    let mut open = Vec::new();
    for _ in 0..16 {
        let mut stream = connect(addr);
        write!(
            stream,
            "POST /api/v1/records?name=x HTTP/1.1\r\nhost: {addr}\r\ncontent-length: 4000000\r\n\r\n"
        )
        .unwrap();
        open.push(stream);
    }
    // The last heads may still be on their way.
    let refused = (0..600).find_map(|_| {
        std::thread::sleep(Duration::from_millis(50));
        let (status, _) = request(addr, "POST", "/api/v1/records?name=x", b"f5d6");
        (status == 429).then_some(status)
    });
    assert_eq!(refused, Some(429));
    drop(open);
    let taken = (0..600).find_map(|_| {
        std::thread::sleep(Duration::from_millis(50));
        let (status, _) = request(addr, "POST", "/api/v1/records?name=x", b"f5d6c3d3c4");
        (status == 201).then_some(status)
    });
    assert_eq!(taken, Some(201));
}

/// A page that takes nothing of what is sent to it: the game goes on without it.
#[test]
fn a_deaf_page_holds_nobody_up() {
    let addr = start(None);
    let id = sit(addr, "daihinmin")["id"].as_str().unwrap().to_owned();
    let deaf: Vec<TcpStream> = (0..20).map(|_| knock(addr, &id, "")).collect();
    let mut rng = Rng::new(Seed(2));
    for _ in 0..3 {
        loop {
            let state = settled(addr, &id);
            if state["over"] == true {
                break;
            }
            let legal = state["legal"].as_array().unwrap();
            let body = json!({ "move": rng.pick(legal).unwrap(), "number": state["number"] });
            json(addr, "POST", &format!("/tables/{id}/moves"), &body);
        }
        json(addr, "POST", &format!("/tables/{id}/next"), &Value::Null);
    }
    assert!(settled(addr, &id)["series"].as_u64().unwrap() >= 3);
    drop(deaf);
}

/// A text that the server sends on a WebSocket.
fn hear(stream: &mut TcpStream) -> Value {
    loop {
        let mut head = [0; 2];
        stream.read_exact(&mut head).unwrap();
        let length = match head[1] {
            126 => {
                let mut more = [0; 2];
                stream.read_exact(&mut more).unwrap();
                usize::from(u16::from_be_bytes(more))
            }
            127 => {
                let mut more = [0; 8];
                stream.read_exact(&mut more).unwrap();
                usize::try_from(u64::from_be_bytes(more)).unwrap()
            }
            short => usize::from(short),
        };
        let mut body = vec![0; length];
        stream.read_exact(&mut body).unwrap();
        if head[0] & 15 == 1 {
            return serde_json::from_slice(&body).unwrap();
        }
    }
}

/// Whether a table that has just been opened gets the message that it waits.
fn told_to_wait(addr: SocketAddr) -> bool {
    let setup = json!({
        "game": "othello", "seat": 1, "players": ["uct:loops=20000"], "rules": "standard",
    });
    let ids: Vec<String> = (0..6)
        .map(|_| json(addr, "POST", "/tables", &setup).1["id"].as_str().unwrap().to_owned())
        .collect();
    let mut stream = knock(addr, &ids[5], "");
    let mut head = BufReader::with_capacity(1, stream.try_clone().unwrap());
    let mut line = String::new();
    while line != "\r\n" {
        line.clear();
        head.read_line(&mut line).unwrap();
    }
    loop {
        let message = hear(&mut stream);
        if message["type"] == "waiting" {
            return message["waiting"].as_u64() > Some(0);
        }
        if message["legal"].as_array().is_some_and(|legal| legal.len() > 1) {
            return false;
        }
    }
}

#[test]
fn who_must_wait_for_a_thread_is_told_so() {
    let addr = serve(Config { threads: 1, ..Config::default() });
    // The threads of a fast machine may be free again before anybody looks.
    assert!((0..40).any(|_| told_to_wait(addr)));
}
