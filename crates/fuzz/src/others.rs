//! The targets that belong to one crate: tables and patterns for mining, jobs
//! of the queue, the contest's wire, NBoard.

use crate::counts::Countable;
use crate::{Target, outcome, rough};
use flate2::{Compression, write::GzEncoder};
use fuda_arena::{Description, Limits, Series};
use fuda_bridges::CommandLine;
use fuda_bridges::nboard::{Engine, Reply, serve};
use fuda_core::{
    Budget, Game, Player, Position as _, Purpose, RandomPlayer, Rng, Seat, Seed, View as _,
};
use fuda_daihinmin::wire::{Follower, Table, Version};
use fuda_daihinmin::{Daihinmin, Position};
use fuda_leduc::Leduc;
use fuda_mahjong::ask::{score_line, shanten_line};
use fuda_mine::{
    MineKind, MineParams, PositionSetHeader, PositionSetWriter, parse_patterns, parse_table,
};
use fuda_othello::Othello;
use fuda_players::jobs::{JOB_KINDS, open_job};
use fuda_queue::{Blob, JobData, JobKind, Results};
use serde_json::json;
use std::io::Write;
use std::path::Path;

const SVMLIGHT: &[u8] = b"+1 1:1 4:1 9:1\n-1 2:1 4:1\n1 1:1 2:1 # a remark\n-1\n";
const FIMI: &[u8] = b"1 4 9\n2 4\n1 2 4 9\n";
const PATTERNS: &[u8] = b"1 4 (3 1)\n4 (3)\n2 (4 1) 0.25\n\n(6 2)\n";

const COMMANDS: [&[u8]; 3] =
    [b"python3 -u bot.py", b"A=1 B='x y' ./a\\ b \"c \\\" d\" --e=\\\\", b"PORT={port} ./c"];
const ADDRESSES: [&[u8]; 4] = [
    b"nats://user:a-long-password@host:4222",
    b"tls://a.example,nats://b.example:4223",
    b"nats://token@[::1]:4222",
    b"nats://%41:%42@127.0.0.1",
];
const HANDS: [&[u8]; 3] = [
    br#"{"hand":"123m 456p 789s 1122z 3z"}"#,
    br#"{"hand":"345m40677p67s","win":"8s","melds":[{"kind":"chi","tiles":"340m"}],"tsumo":true}"#,
    br#"{"hand":"1112345678999m","win":"5m","dora":["1z"],"riichi":true,"seat":"south"}"#,
];
const NBOARD: &[u8] = b"nboard 2\nset depth 1\nset game (;GM[Othello]PB[a]PW[b]TY[8]BO[8 \
    -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5]W[d6];)\n\
    move C3/1.2/3\nmove PA\nhint 2\nping 1\ngo\nlearn\n";
const NBOARD_REPLIES: [&[u8]; 4] =
    [b"=== F5/1.5/0.2", b"=== PA", b"search D3E3 -2 0 8 text", b"nodestats 1234 0.5"];

pub(crate) fn targets() -> Vec<Target> {
    let ending = |path: &Path, wanted: &[&str]| {
        path.extension().is_some_and(|e| wanted.iter().any(|w| e == *w))
    };
    vec![
        Target::new("mine-table", table, vec![SVMLIGHT.to_vec(), FIMI.to_vec()])
            .taking(move |path, _| ending(path, &["dat", "svm"])),
        Target::new("mine-patterns", patterns, vec![PATTERNS.to_vec()]),
        Target::new("mine-positions", positions, vec![position_set(6)]),
        Target::new("queue-mine", job, vec![plain_job()]),
        Target::new("queue-game", game_job, game_jobs()),
        Target::new("queue-results", results, vec![RESULTS.to_vec()]),
        Target::new("queue-address", address, ADDRESSES.map(<[u8]>::to_vec).to_vec()),
        Target::new("mahjong-ask", hand, HANDS.map(<[u8]>::to_vec).to_vec()),
        Target::new("uecda-client", client, dialogues()),
        Target::new("uecda-server", server, tables()),
        Target::new("command-line", command_line, COMMANDS.map(<[u8]>::to_vec).to_vec()),
        Target::new("nboard-engine", nboard_engine, vec![NBOARD.to_vec()]),
        Target::new("nboard-reply", nboard_reply, NBOARD_REPLIES.map(<[u8]>::to_vec).to_vec()),
    ]
}

/// Where a server of the queue is: the addresses that were read are addresses, and no secret is
/// shown.
fn address(data: &[u8]) -> u64 {
    let text = String::from_utf8_lossy(data);
    let found = match fuda_queue::Connection::new(&text) {
        Ok(found) => found,
        Err(e) => return outcome(&e.to_string()),
    };
    for url in found.urls() {
        fuda_queue::Connection::new(&url).expect("an address reads back");
    }
    if let Some((_, Some(password))) = found.user().filter(|(_, p)| p.is_some_and(|p| p.len() > 12))
    {
        assert!(!format!("{found}{found:?}").contains(password), "a password is shown");
    }
    outcome("address") ^ u64::from(rough(found.urls().count()))
}

/// A question about a hand of mahjong: what is wrong becomes the answer.
fn hand(data: &[u8]) -> u64 {
    let answers = [shanten_line(data), score_line(data)];
    answers.iter().fold(0, |said: u64, answer| {
        let answer: serde_json::Value = serde_json::from_str(answer).expect("answers are JSON");
        let this = match answer["error"].as_str() {
            Some(error) => outcome(error),
            None => {
                let shanten = answer["shanten"].as_i64();
                assert!(shanten.is_none_or(|n| (-1..=8).contains(&n)), "{answer}");
                outcome("answer") ^ shanten.unwrap_or(9) as u64
            }
        };
        said.rotate_left(9) ^ this
    })
}

/// How a program from outside is to be started.
fn command_line(data: &[u8]) -> u64 {
    match String::from_utf8_lossy(data).parse::<CommandLine>() {
        Ok(command) => {
            assert!(!command.program.is_empty(), "no program");
            let words = command.arguments.len() + command.environment.len();
            outcome("command") ^ u64::from(rough(words))
        }
        Err(e) => outcome(&e.to_string()),
    }
}

/// What a board may say to our engine: every ping is answered, in order.
fn nboard_engine(data: &[u8]) -> u64 {
    let player = |_| -> Box<dyn Player<Othello>> { Box::new(RandomPlayer) };
    let mut engine = Engine::new("fuzz", Box::new(player), Budget::default(), Seed(1));
    let mut out = Vec::new();
    serve(&mut engine, &mut &data[..], &mut out).expect("memory takes everything");
    let said = String::from_utf8(out).expect("text");
    assert!(said.is_empty() || said.ends_with('\n'), "half a line");
    outcome("engine") ^ u64::from(rough(said.lines().count()))
}

/// What an engine may say to us.
fn nboard_reply(data: &[u8]) -> u64 {
    match Reply::read(&String::from_utf8_lossy(data)) {
        Ok(Reply::Move(_, value)) => {
            assert!(value.is_none_or(f64::is_finite), "a value that is none");
            outcome("move")
        }
        Ok(reply) => outcome(&format!("{:?}", std::mem::discriminant(&reply))),
        Err(e) => outcome(&e.to_string()),
    }
}

fn table(data: &[u8]) -> u64 {
    match parse_table(Path::new("fuzz"), data) {
        Ok(file) => {
            let table = file.table;
            let sorted = |row: usize| table.row(row).windows(2).all(|pair| pair[0] < pair[1]);
            assert!((0..table.rows()).all(sorted), "a row is not in order");
            let labels = table.labels().map_or(table.rows(), |labels| labels.len());
            assert_eq!(labels, table.rows());
            outcome("table") ^ u64::from(rough(table.rows()))
        }
        Err(e) => outcome(&e.to_string()),
    }
}

fn patterns(data: &[u8]) -> u64 {
    match parse_patterns(Path::new("fuzz"), data) {
        Ok(patterns) => outcome("patterns") ^ u64::from(rough(patterns.len())),
        Err(e) => outcome(&e.to_string()),
    }
}

/// A set of so many positions.
pub(crate) fn position_set(rows: u32) -> Vec<u8> {
    let sources = ["a", "b", "c"].map(String::from).to_vec();
    let note = "a seed".into();
    let names = fuda_mine::ItemNames::new([(3, "black disc on b1".into())]);
    let (game, encoder) = ("othello".into(), "othello-squares-1".into());
    let header = PositionSetHeader { game, encoder, items: 64, sources, note, names };
    let mut writer = PositionSetWriter::new(Vec::new(), &header).expect("a header");
    for row in 0..rows {
        writer
            .row(row % 2 == 0, row % 3, Some(row / 2), &[row % 9, row % 9 + 3, 40])
            .expect("a row");
    }
    writer.finish().expect("a set")
}

fn positions(data: &[u8]) -> u64 {
    match parse_table(Path::new("fuzz"), data) {
        Ok(file) => {
            assert!(file.games.is_empty() || file.games.len() == file.table.rows());
            outcome("positions") ^ u64::from(rough(file.sources.len()))
        }
        Err(e) => outcome(&e.to_string()),
    }
}

/// The rows of a job travel packed, and broken packing hides what is in them:
/// the target packs them itself.
fn plain_job() -> Vec<u8> {
    let table = parse_table(Path::new("seed"), SVMLIGHT).expect("a table").table;
    let JobData { spec, blobs } = MineKind::data(&table, &MineParams::new(1), true).expect("a job");
    let packed = blobs[0].bytes().expect("rows");
    let mut rows = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&*packed), &mut rows)
        .expect("packed rows");
    [spec.as_bytes(), b"\n", &rows].concat()
}

fn job(data: &[u8]) -> u64 {
    if data.len() > 2_000 {
        return 0;
    }
    let (spec, rows) = data.split_at(data.iter().position(|&b| b == b'\n').unwrap_or(0));
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    let packed = packed.write_all(rows.get(1..).unwrap_or(&[])).and_then(|()| packed.finish());
    let spec = String::from_utf8_lossy(spec).into_owned();
    let data = JobData { spec, blobs: vec![Blob::new(packed.expect("memory"))] };
    match MineKind.open(&data) {
        Ok(job) => {
            let run = || (0..3).map(job.runner()).collect::<Vec<_>>();
            let (results, again) = (run(), run());
            assert_eq!(results, again, "a task is not the same twice");
            outcome("job") ^ u64::from(rough(results.iter().flatten().map(Vec::len).sum()))
        }
        Err(e) => outcome(&e),
    }
}

/// Descriptions of a match and of self-play.
fn game_jobs() -> Vec<Vec<u8>> {
    let players = vec!["random".to_owned(), "uct:loops=20".to_owned()];
    let plan = Description {
        game: Leduc::NAME.to_owned(),
        rules: Leduc.rules(),
        players: players.clone(),
        seed: Seed(1),
        seating: "sides".to_owned(),
        series: Series::default(),
        limits: Limits::default(),
        version: fuda_arena::VERSION.to_owned(),
    };
    let watch = json!({ "records": true, "rounds": false, "luck": null });
    let game = json!({ "game": plan.game, "plan": plan, "watch": watch, "models": [] });
    let own = json!({ "game": Leduc::NAME, "rules": Leduc.rules(), "players": players, "seed": 1,
        "models": [] });
    [game, own].map(|spec| spec.to_string().into_bytes()).to_vec()
}

/// Jobs about a game are opened, and not done: they may be long.
fn game_job(data: &[u8]) -> u64 {
    let data = JobData::new(String::from_utf8_lossy(data));
    let players = fuda_players::leduc();
    let opened = JOB_KINDS.map(|kind| match open_job(&players, kind, &data) {
        Ok(_) => outcome(kind),
        Err(e) => outcome(&e),
    });
    opened.into_iter().fold(0, |all, one| all.rotate_left(1) ^ one)
}

const RESULTS: &[u8] = b"{\"first\":0,\"count\":1,\"part\":0,\"parts\":1,\"seconds\":1}\n\
      \x01\x00\x00\x00a\xff{\"first\":2,\"count\":1,\"part\":1,\"parts\":2,\"seconds\":1}\nb\xff\
      {\"first\":1,\"count\":1,\"part\":0,\"parts\":1,\"seconds\":1,\"outcome\":\"set-aside\"}\n";

/// Messages of workers, each up to a byte of ones.
fn results(data: &[u8]) -> u64 {
    let mut results = Results::default();
    (0..4).for_each(|first| results.expect(first, 1));
    let (mut said, mut whole) = (0, 0);
    for message in data.split(|&byte| byte == 255) {
        match results.take(message) {
            Ok(Some(_)) => whole += 1,
            Ok(None) => {}
            Err(e) => said ^= outcome(&e),
        }
    }
    assert_eq!(results.waiting() + whole, 4, "results were lost");
    said ^ whole as u64
}

/// A table as 33 bytes whose lower halves are the digits of version 20140, so
/// that every byte string is a dialogue.
fn short(data: &[u8]) -> Option<Table> {
    let digits: Vec<u8> =
        data.iter().map(|byte| b"0123456789ABCDEF"[usize::from(byte & 15)]).collect();
    Table::decode(&digits, Version::V20140).ok()
}

fn digits(table: &Table) -> Vec<u8> {
    let hex = table.encode(Version::V20140);
    hex.iter().map(|c| (*c as char).to_digit(16).unwrap_or(0) as u8).collect()
}

/// Our client at a server that says anything.
fn client(data: &[u8]) -> u64 {
    let Some((player, rest)) = data.split_first() else { return 0 };
    let mut follower = Follower::new(player % 5);
    let mut tables = rest.chunks_exact(33).take(300).map(short);
    let mut legal = Vec::new();
    let mut rng = Rng::new(Seed(7));
    let mut sound = 0;
    match tables.next().flatten().map(|table| follower.deal(&table)) {
        Some(Ok(_)) => {}
        Some(Err(e)) => return outcome(&e.to_string()),
        None => return 0,
    }
    while let (Some(Some(own)), Some(Some(played))) = (tables.next(), tables.next()) {
        match follower.turn(&own) {
            Ok(asked) => {
                follower.legal_moves(&mut legal);
                if asked && follower.is_sound() {
                    sound += 1;
                    assert!(!legal.is_empty(), "nothing to play in a sound view");
                    let view = follower.view();
                    let assumed = view.assume(&mut rng);
                    assert_eq!(assumed.hand(view.seat()), view.hand());
                    let sizes: Vec<u8> =
                        Seat::all(5).map(|seat| assumed.hand(seat).len() as u8).collect();
                    assert_eq!(sizes, view.hand_sizes(), "assumed hands of other sizes");
                }
            }
            Err(e) => return outcome(&e.to_string()),
        }
        if let Err(e) = follower.played(&played) {
            return outcome(&e.to_string());
        }
    }
    outcome("dialogue") ^ u64::from(rough(sound)) ^ u64::from(follower.disagreements() > 0) << 9
}

/// The tables one client would be sent in a game, as dialogues of the target.
fn dialogues() -> Vec<Vec<u8>> {
    (0..6).map(|number| dialogue(number).unwrap_or_default()).collect()
}

fn dialogue(number: u64) -> Option<Vec<u8>> {
    let game = Daihinmin::default();
    let mut rng = Seed(number).stream(Purpose::Sample, &[]);
    let deal = game.deal(&mut rng);
    let mut position = game.start(&deal).ok()?;
    let mut data = vec![0];
    let mut scratch = Vec::new();
    let sent = |position: &Position, cards: &mut dyn FnMut(&mut Table), turn: i32| {
        let mut table = Table::default();
        cards(&mut table);
        for seat in 0..5usize {
            table.0[6][seat] = position.hand(Seat(seat as u8)).len() as i32;
            table.0[6][10 + seat] = seat as i32;
        }
        table.0[5][2] = i32::from(turn == 0);
        table.0[5][3] = turn;
        table.0[5][4] = i32::from(position.table().is_none());
        table.0[5][6] = i32::from(position.is_revolution());
        table.0[5][7] = i32::from(position.is_locked());
        digits(&table)
    };
    data.extend(sent(&position, &mut |table| table.put_hand(position.hand(Seat(0))), 6));
    while let Some(seat) = position.turn().first() {
        let turn = seat.0.into();
        data.extend(sent(&position, &mut |table| table.put_hand(position.hand(Seat(0))), turn));
        let mv = position.random_move(seat, &mut rng, &mut scratch)?;
        position.play(seat, mv).ok()?;
        data.extend(sent(&position, &mut |table| table.put_play(mv), turn));
    }
    Some(data)
}

/// What a client may send to our host, in every version.
fn server(data: &[u8]) -> u64 {
    let game = Daihinmin::default();
    let position = game.start(&game.deal(&mut Rng::new(Seed(3)))).expect("a deal starts");
    let mut outcomes = 0;
    for version in [Version::V20060, Version::V20070, Version::V20140] {
        let mut bytes = data.to_vec();
        bytes.resize(version.table_bytes(), 0);
        let Ok(table) = Table::decode(&bytes, version) else { continue };
        let plain = |table: &Table| table.0.iter().flatten().all(|cell| (0..16).contains(cell));
        if version != Version::V20140 && plain(&table) {
            let back = Table::decode(&table.encode(version), version);
            assert!(back.as_ref() == Ok(&table), "encoding changed a table");
        }
        assert!(table.name().len() <= 14);
        let _ = table.hand();
        if let Ok(mv) = table.play() {
            outcomes += 1;
            for seat in Seat::all(5) {
                let mut played = position.clone();
                if played.play(seat, mv).is_ok() {
                    outcomes += 16;
                    Daihinmin::count(&played);
                }
            }
        }
    }
    outcomes
}

fn tables() -> Vec<Vec<u8>> {
    let texts = ["pass", "D3", "S5H5*D5", "S3S4S5", "*"];
    let table = |text: &str| {
        let mut table = Table::default();
        if let Ok(mv) = text.parse() {
            table.put_play(mv);
        }
        table.encode(Version::V20070)
    };
    let mut tables: Vec<Vec<u8>> = texts.into_iter().map(table).collect();
    tables.push(Table::hello(Version::V20140, "fuda").encode(Version::V20070));
    tables
}
