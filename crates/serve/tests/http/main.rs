//! The server over real connections: what it answers, what it refuses, and
//! that nothing sent to it breaks it.

mod hostile;

use fuda_core::{Rng, Seed};
use fuda_serve::{Config, Server, games};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// A server of its own for a test; it ends with the test program.
fn start(store: Option<std::path::PathBuf>) -> SocketAddr {
    serve(Config { store, threads: 2, ..Config::default() })
}

fn serve(config: Config) -> SocketAddr {
    let addr = ([127, 0, 0, 1], 0).into();
    let server = Server::bind(Config { addr, ..config }, games()).unwrap();
    let addr = server.addr().unwrap();
    std::thread::spawn(move || server.run());
    addr
}

/// A connection that has asked to become a WebSocket at a table.
fn knock(addr: SocketAddr, id: &str, more: &str) -> TcpStream {
    let mut stream = TcpStream::connect(addr).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let head = format!(
        "GET /api/v1/tables/{id}/live HTTP/1.1\r\nhost: {addr}\r\nconnection: upgrade\r\n\
         upgrade: websocket\r\nsec-websocket-version: 13\r\n\
         sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n{more}\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream
}

/// The answer to a request: its status and its body.
fn send(addr: SocketAddr, head: &str, body: &[u8]) -> (u16, Vec<u8>) {
    let mut stream = TcpStream::connect(addr).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream.write_all(head.as_bytes()).unwrap();
    // A server that refuses a long body closes before all of it is sent.
    let _ = stream.write_all(body);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let text = String::from_utf8_lossy(&answer);
    let status = text.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
    let at = answer.windows(4).position(|w| w == b"\r\n\r\n").map_or(answer.len(), |at| at + 4);
    (status, answer[at..].to_vec())
}

fn request(addr: SocketAddr, method: &str, path: &str, body: &[u8]) -> (u16, Vec<u8>) {
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {addr}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    send(addr, &head, body)
}

fn json(addr: SocketAddr, method: &str, path: &str, body: &Value) -> (u16, Value) {
    let bytes = if body.is_null() { Vec::new() } else { body.to_string().into_bytes() };
    let (status, answer) = request(addr, method, &format!("/api/v1{path}"), &bytes);
    (status, serde_json::from_slice(&answer).unwrap_or(Value::Null))
}

fn sit(addr: SocketAddr, game: &str) -> Value {
    let setup = json!({ "game": game, "players": ["random"], "adviser": "random" });
    let (status, table) = json(addr, "POST", "/tables", &setup);
    assert_eq!(status, 201, "{table}");
    table
}

/// Whoever reads the description of the API must find every field in it.
fn assert_described(schema: &str, value: &Value) {
    let api: Value = serde_json::from_str(include_str!("../../assets/openapi.json")).unwrap();
    let mut missing = Vec::new();
    compare(
        &api,
        &json!({ "$ref": format!("#/components/schemas/{schema}") }),
        value,
        schema,
        &mut missing,
    );
    assert!(missing.is_empty(), "not described: {missing:?}");
}

fn compare(api: &Value, schema: &Value, value: &Value, at: &str, missing: &mut Vec<String>) {
    if let Some(name) = schema["$ref"].as_str() {
        let found = api.pointer(name.trim_start_matches('#')).expect("a known schema");
        return compare(api, found, value, at, missing);
    }
    for kind in ["anyOf", "allOf"] {
        for one in schema[kind].as_array().into_iter().flatten() {
            if !value.is_null() {
                compare(api, one, value, at, missing);
            }
        }
    }
    if let (Some(fields), Some(known)) = (value.as_object(), schema["properties"].as_object()) {
        for (name, value) in fields {
            match known.get(name) {
                Some(schema) => compare(api, schema, value, &format!("{at}.{name}"), missing),
                None => missing.push(format!("{at}.{name}")),
            }
        }
    }
    if let Some(first) = value.as_array().and_then(|list| list.first()) {
        compare(api, &schema["items"], first, at, missing);
    }
}

/// The table once the person is asked or the game is over.
fn settled(addr: SocketAddr, id: &str) -> Value {
    for _ in 0..2000 {
        let (status, state) = json(addr, "GET", &format!("/tables/{id}"), &Value::Null);
        assert_eq!(status, 200);
        if state["over"] == true || state["legal"].as_array().is_some_and(|l| l.len() > 1) {
            return state;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("nobody moves at table {id}");
}

#[test]
fn a_game_is_played_to_its_end_reviewed_and_survives_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("serve.sqlite");
    let addr = start(Some(store.clone()));
    let id = sit(addr, "koikoi")["id"].as_str().unwrap().to_owned();
    let mut rng = Rng::new(Seed(1));
    let mut moves = 0;
    let last = loop {
        let state = settled(addr, &id);
        if state["over"] == true {
            break state;
        }
        let legal = state["legal"].as_array().unwrap();
        let body = json!({ "move": rng.pick(legal).unwrap(), "number": state["number"] });
        let (status, answer) = json(addr, "POST", &format!("/tables/{id}/moves"), &body);
        assert!(status == 200 || status == 409, "{status} {answer}");
        moves += usize::from(status == 200);
        if moves == 5 {
            let (status, _) = json(addr, "POST", &format!("/tables/{id}/undo"), &Value::Null);
            assert!(status == 200 || status == 409, "{status}");
        }
    };
    assert_described("State", &last);
    let (status, review) = json(addr, "POST", "/reviews", &json!({ "table": id, "seat": 0 }));
    assert_eq!(status, 202, "{review}");
    let path = format!("/reviews/{}", review["id"].as_str().unwrap());
    let made = (0..600).find_map(|_| {
        std::thread::sleep(Duration::from_millis(100));
        Some(json(addr, "GET", &path, &Value::Null)).filter(|(status, _)| *status == 200)
    });
    let (_, made) = made.expect("the review is finished within a minute");
    assert!(made["sure"].as_u64().unwrap() > 10, "{made}");
    assert_described("Review", &made);
    let rating = made["rating"]["mean"].as_f64().unwrap();
    assert!((made["agreement"]["mean"].as_f64().unwrap()..=100.0).contains(&rating), "{made}");
    let (status, page) = request(addr, "GET", &format!("/api/v1{path}/page"), b"");
    assert_eq!(status, 200);
    assert!(String::from_utf8_lossy(&page).contains("showReviewFile()"));

    let again = start(Some(store));
    let (status, state) = json(again, "GET", &format!("/tables/{id}"), &Value::Null);
    assert_eq!((status, &state["view"], &state["scores"]), (200, &last["view"], &last["scores"]));
    let (status, kept) = json(again, "GET", &path, &Value::Null);
    assert_eq!((status, kept), (200, made));
}

#[test]
fn hidden_cards_stay_while_the_game_goes_on() {
    let addr = start(None);
    let id = sit(addr, "daihinmin")["id"].as_str().unwrap().to_owned();
    settled(addr, &id);
    for path in ["record", "truth", "seed", "saved"] {
        let (status, answer) = json(addr, "GET", &format!("/tables/{id}/{path}"), &Value::Null);
        assert!(status == 409 || status == 404, "{path}: {status} {answer}");
    }
    let (status, _) = json(addr, "POST", "/reviews", &json!({ "table": id }));
    assert_eq!(status, 409);
    let (status, hint) = json(addr, "POST", &format!("/tables/{id}/hint"), &Value::Null);
    assert_eq!(status, 200, "{hint}");
    assert_described("Opinion", &hint);
    let (_, all) = json(addr, "GET", "/games", &Value::Null);
    all.as_array().unwrap().iter().for_each(|game| assert_described("Game", game));
    let (status, belief) = json(addr, "POST", &format!("/tables/{id}/belief"), &Value::Null);
    assert_eq!(status, 200);
    assert_eq!(belief["seats"].as_array().unwrap().len(), 4);
    assert_described("Belief", &belief);
}

#[test]
fn a_match_is_stopped_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let addr = start(Some(folder.path().join("serve.sqlite")));
    let until = |path: &str, state: &str| {
        let found = (0..600).find_map(|_| {
            std::thread::sleep(Duration::from_millis(50));
            let (_, now) = json(addr, "GET", path, &Value::Null);
            (now["state"] == state).then_some(now)
        });
        found.unwrap_or_else(|| panic!("{path} is never {state}"))
    };
    let body = json!({ "game": "leduc", "players": ["random", "random"], "deals": 100_000 });
    let (status, begun) = json(addr, "POST", "/matches", &body);
    assert_eq!(status, 201, "{begun}");
    let path = format!("/matches/{}", begun["id"].as_str().unwrap());
    until(&path, "running");
    json(addr, "POST", &format!("{path}/stop"), &Value::Null);
    let stopped = until(&path, "stopped");
    let (status, _) = json(addr, "POST", &format!("{path}/resume"), &Value::Null);
    assert_eq!(status, 200);
    json(addr, "POST", &format!("{path}/stop"), &Value::Null);
    let again = until(&path, "stopped");
    assert!(again["done"].as_u64() >= stopped["done"].as_u64(), "{stopped} {again}");

    // A short one comes to its end, and its report is that of `fuda match`.
    let body = json!({ "game": "leduc", "players": ["random", "mc"], "deals": 12 });
    let (_, begun) = json(addr, "POST", "/matches", &body);
    let done = until(&format!("/matches/{}", begun["id"].as_str().unwrap()), "done");
    assert_eq!(done["report"]["deals"], 12, "{done}");
    assert_eq!(done["stages"].as_array().unwrap().len(), 2);
    let (_, list) = json(addr, "GET", "/matches", &Value::Null);
    assert_eq!(list.as_array().unwrap().len(), 2);
    for wrong in [json!(["exec:sh", "random"]), json!(["random"]), json!(["nobody", "random"])] {
        let (status, answer) =
            json(addr, "POST", "/matches", &json!({ "game": "leduc", "players": wrong }));
        assert_eq!(status, 422, "{answer}");
    }
}

#[test]
fn a_tournament_has_a_ladder_a_page_and_games_to_open() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("old.html"), "<!doctype html><p>old").unwrap();
    let reports = Some(folder.path().to_owned());
    let addr = serve(Config { reports, threads: 2, ..Config::default() });
    let players = json!(["cfr", "mc:playouts=10", "random"]);
    let body = json!({ "game": "leduc", "form": "round-robin", "players": players, "deals": 25 });
    let (status, begun) = json(addr, "POST", "/matches", &body);
    assert_eq!((status, &begun["total"]), (201, &json!(75)), "{begun}");
    let path = format!("/matches/{}", begun["id"].as_str().unwrap());
    let done = (0..600).find_map(|_| {
        std::thread::sleep(Duration::from_millis(50));
        let (_, now) = json(addr, "GET", &path, &Value::Null);
        (now["state"] == "done").then_some(now)
    });
    let done = done.expect("the tournament ends");
    assert_eq!((&done["done"], done["report"]["pairs"].as_array().unwrap().len()), (&json!(75), 3));
    let stages = done["stages"].as_array().unwrap();
    let deals: Vec<u64> = stages.iter().map(|stage| stage["deals"].as_u64().unwrap()).collect();
    assert_eq!(deals, [10, 15, 22, 25]);
    let width = |stage: &Value| {
        let rated = &stage["ratings"][2];
        rated["high"].as_f64().unwrap() - rated["low"].as_f64().unwrap()
    };
    assert!(stages.iter().all(|stage| stage["ratings"].as_array().unwrap().len() == 3));
    assert!(width(&stages[3]) > 0.0);
    assert_described("Match", &done);
    // Its games can be fetched, and read as records of the game.
    let games = done["games"].as_array().unwrap();
    assert!(games.len() >= 6, "{done}");
    let (status, lines) = request(addr, "GET", &format!("/api/v1{path}/games"), &[]);
    assert_eq!(status, 200);
    assert_eq!(lines.iter().filter(|byte| **byte == b'\n').count(), games.len());
    let (status, answer) = request(addr, "POST", "/api/v1/records?name=games.jsonl", &lines);
    let file: Value = serde_json::from_slice(&answer).unwrap();
    assert_eq!((status, &file["file"]["game"]), (201, &json!("leduc")), "{file}");
    assert_described("File", &file);
    assert_eq!(file["file"]["records"][0]["players"], games[0]["players"]);
    // Its page is the one that `fuda tournament` writes.
    let (status, page) = request(addr, "GET", &format!("/api/v1{path}/page"), &[]);
    let page = String::from_utf8(page).unwrap();
    assert_eq!(status, 200);
    for part in ["fuda tournament leduc cfr mc:playouts=10 random", "How to read it", "made on"] {
        assert!(page.contains(part), "{part}");
    }
    // Reports of the folder are listed and shown; nothing else is.
    assert_eq!(json(addr, "GET", "/reports", &Value::Null), (200, json!(["old.html"])));
    assert_eq!(request(addr, "GET", "/api/v1/reports/old.html", &[]).0, 200);
    assert_eq!(request(addr, "GET", "/api/v1/reports/..%2fold.html", &[]).0, 404);
    for wrong in [
        json!({ "game": "leduc", "form": "round-robin", "players": ["random", "random"] }),
        json!({ "game": "leduc", "form": "ladder", "players": ["random", "cfr"] }),
        json!({ "game": "leduc", "form": "round-robin", "players": players, "deals": 50_000 }),
        json!({ "game": "leduc", "form": "gauntlet", "players": vec!["random"; 17] }),
    ] {
        let (status, answer) = json(addr, "POST", "/matches", &wrong);
        assert_eq!(status, 422, "{answer}");
    }
}

#[test]
fn beliefs_have_the_truth_beside_them_once_the_game_is_over() {
    let addr = start(None);
    let setup = json!({ "game": "daihinmin", "players": ["random"], "adviser": "mc++" });
    let id = json(addr, "POST", "/tables", &setup).1["id"].as_str().unwrap().to_owned();
    let ask = || json(addr, "POST", &format!("/tables/{id}/belief"), &Value::Null);
    let mut state = settled(addr, &id);
    let (status, belief) = ask();
    assert_eq!((status, &belief["by"]), (200, &json!("mc++")), "{belief}");
    let seats = belief["seats"].as_array().unwrap();
    assert!(seats.len() == 4 && seats.iter().all(|seat| seat["truth"].is_null()), "{belief}");
    while state["over"] != true {
        let legal = state["legal"].as_array().unwrap();
        let body = json!({ "move": legal[legal.len() - 1], "number": state["number"] });
        json(addr, "POST", &format!("/tables/{id}/moves"), &body);
        state = settled(addr, &id);
    }
    let (status, belief) = ask();
    assert_eq!(status, 200, "{belief}");
    for seat in belief["seats"].as_array().unwrap() {
        let mean: f64 =
            seat["pieces"].as_object().unwrap().values().map(|n| n.as_f64().unwrap()).sum();
        let held = seat["truth"].as_array().unwrap().len() as f64;
        assert!((mean - held).abs() < 0.05, "as many are believed as are held: {seat}");
    }
}

#[test]
fn other_sites_are_refused() {
    let addr = start(None);
    let asks = |headers: &str| {
        let head = format!("GET /api/v1/games HTTP/1.1\r\nconnection: close\r\n{headers}\r\n\r\n");
        send(addr, &head, b"").0
    };
    assert_eq!(asks(&format!("host: {addr}")), 200);
    assert_eq!(asks("host: evil.example"), 403);
    assert_eq!(asks(&format!("host: {addr}\r\norigin: http://evil.example")), 403);
    assert_eq!(asks(&format!("host: {addr}\r\nsec-fetch-site: cross-site")), 403);
    let id = sit(addr, "othello")["id"].as_str().unwrap().to_owned();
    let upgrade = |origin: &str| {
        let mut stream = knock(addr, &id, &format!("origin: {origin}\r\n"));
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).split(' ').nth(1).unwrap().to_owned()
    };
    assert_eq!(upgrade("http://evil.example"), "403");
    assert_eq!(upgrade(&format!("http://{addr}")), "101");
}

#[test]
fn wrong_requests_are_named_and_change_nothing() {
    let addr = start(None);
    let cases = [
        ("POST", "/tables", json!({ "game": "go" }), 404),
        ("POST", "/tables", json!({ "game": "othello", "players": ["randon"] }), 422),
        ("POST", "/tables", json!({ "game": "othello", "players": ["exec:sh"] }), 422),
        ("POST", "/tables", json!({ "game": "othello", "players": ["uct:loops=1000m"] }), 422),
        (
            "POST",
            "/tables",
            json!({ "game": "mahjong", "adviser": "uct:max-nodes=900000000" }),
            422,
        ),
        ("POST", "/matches", json!({ "game": "leduc", "players": ["mc:threads=64", "mc"] }), 422),
        ("POST", "/tables", json!({ "game": "othello", "seat": 7 }), 422),
        ("POST", "/tables", json!({ "seat": "x" }), 422),
        ("GET", "/tables/0123", Value::Null, 404),
        ("GET", "/tables/00000000000000000000000000000000", Value::Null, 404),
        ("GET", "/reviews/..%2f..%2fetc", Value::Null, 404),
        ("DELETE", "/games", Value::Null, 405),
        ("GET", "/nothing", Value::Null, 404),
        ("POST", "/reviews", json!({ "record": "nothing" }), 404),
    ];
    for (method, path, body, due) in cases {
        let (status, answer) = json(addr, method, path, &body);
        assert_eq!(status, due, "{method} {path}: {answer}");
        assert!(answer["error"].is_string(), "{method} {path}: {answer}");
    }
    let long = vec![b' '; 5 << 20];
    let (status, _) = request(addr, "POST", "/api/v1/records?name=x", &long);
    assert!(status == 413 || status == 0, "{status}");
    let games = "f5d6\n".repeat(200_001);
    let (status, _) = request(addr, "POST", "/api/v1/records?name=x", games.as_bytes());
    assert_eq!(status, 413);
    let (status, _) = request(addr, "POST", "/api/v1/tables", &long[..100_000]);
    assert!(status == 413 || status == 0, "{status}");
}

#[test]
fn random_bytes_break_nothing() {
    let addr = start(None);
    let id = sit(addr, "othello")["id"].as_str().unwrap().to_owned();
    let mut rng = Rng::new(Seed(8));
    let mut bytes = |n: u32| (0..n).map(|_| rng.below(256) as u8).collect::<Vec<u8>>();
    for n in [0, 1, 7, 100, 3000] {
        let moves = format!("/tables/{id}/moves");
        let json = ["/tables", "/reviews", "/matches", &moves];
        let uploads = ["/records?name=a.xml", "/records?name=a.gz", "/records?name=a.wtb"];
        for path in json.iter().chain(&uploads) {
            let (status, _) = request(addr, "POST", &format!("/api/v1{path}"), &bytes(n));
            assert!((400..500).contains(&status), "{path}: {status}");
        }
        let name: String = bytes(n % 60).iter().map(|byte| format!("%{byte:02x}")).collect();
        for path in ["reports", "matches", "reviews", "tables"] {
            let (status, _) = request(addr, "GET", &format!("/api/v1/{path}/{name}x"), &[]);
            assert!((400..500).contains(&status), "{path}/{name}: {status}");
        }
        // Straight into the connection, and into a WebSocket.
        let mut stream = TcpStream::connect(addr).unwrap();
        stream.write_all(&bytes(n)).unwrap();
        let mut stream = knock(addr, &id, "");
        let mut first = [0; 12];
        stream.read_exact(&mut first).unwrap();
        stream.write_all(&bytes(n)).unwrap();
    }
    let state = settled(addr, &id);
    assert_eq!(state["number"], 0, "{state}");
}
