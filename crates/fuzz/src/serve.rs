//! What browsers may send to `fuda serve`: set-ups of tables and what is done
//! at them, tables as the store keeps them, uploads with their review, matches.

use crate::{Target, outcome, rough, text};
use fuda_core::formats::RecordFile;
use fuda_serve::{AnyGame, AnyTable, Due, MatchRequest, ReviewRequest, ServeError, Setup, games};
use serde_json::Value;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::LazyLock;

static GAMES: LazyLock<Vec<Box<dyn AnyGame>>> = LazyLock::new(games);

/// So many lines of a dialogue are done, and moves between them played.
const LINES: usize = 30;
const STEPS: usize = 500;
/// So many decisions of an upload are reviewed.
const REVIEWED: usize = 5;
const LARGEST_UNPACKED: u64 = 1 << 20;

pub(crate) fn targets() -> Vec<Target> {
    let dialogues: Vec<Vec<u8>> = GAMES.iter().flat_map(|game| dialogue(&**game)).collect();
    let saved: Vec<Vec<u8>> = GAMES.iter().filter_map(|game| saved_table(&**game)).collect();
    let uploads: Vec<Vec<u8>> = GAMES.iter().filter_map(|game| upload_of(&**game)).collect();
    vec![
        Target::new("serve-table", table, dialogues),
        Target::new("serve-saved", saved_again, saved),
        Target::new("serve-upload", upload, uploads),
        Target::new("serve-match", contest, contests()),
    ]
}

fn game(name: &str) -> Option<&'static dyn AnyGame> {
    GAMES.iter().map(|game| &**game).find(|game| game.name() == name)
}

/// A table with quick players.
fn setup(game: &str) -> String {
    format!(r#"{{"game":"{game}","seat":1,"players":["random"],"adviser":"random","seed":7}}"#)
}

/// Whether nobody at a table thinks for long.
fn is_quick(setup: &Setup) -> bool {
    setup.adviser == "random" && setup.players.iter().all(|player| player == "random")
}

/// Lets the computers move until the person is asked.
fn settle(table: &mut dyn AnyTable) {
    for _ in 0..STEPS {
        if table.due() != Due::Computer {
            break;
        }
        table.step();
    }
}

/// The number of moves played and the legal moves, if the person may see them.
fn seen(table: &mut dyn AnyTable) -> Option<(u64, Vec<String>)> {
    let shown = table.shown()?;
    let legal = shown["legal"].as_array()?.iter().filter_map(Value::as_str);
    Some((shown["number"].as_u64()?, legal.map(str::to_owned).collect()))
}

/// A person's game from its beginning, as lines: the set-up, then what is asked.
fn dialogue(game: &dyn AnyGame) -> Option<Vec<u8>> {
    let setup = setup(game.name());
    let mut table = game.open(serde_json::from_str(&setup).ok()?).ok()?;
    let mut lines = vec![setup];
    for number in 0..LINES / 2 {
        settle(&mut *table);
        if table.due() != Due::Person {
            break;
        }
        let (played, legal) = seen(&mut *table)?;
        let mv = legal.get(number % legal.len().max(1))?;
        table.play(mv, played as usize).ok()?;
        lines.push(format!("{played} {mv}"));
        match number {
            2 => lines.push("hint".into()),
            4 => lines.push("belief".into()),
            5 => lines.push("undo".into()),
            _ => continue,
        }
        if number == 5 {
            table.undo().ok()?;
        }
    }
    lines.extend(["record".to_owned(), "next".to_owned()]);
    Some(lines.join("\n").into_bytes())
}

/// What a person asks of a table, and the same table kept and found again.
fn table(data: &[u8]) -> u64 {
    let input = text(data);
    let mut lines = input.lines();
    let setup: Setup = match serde_json::from_str(lines.next().unwrap_or_default()) {
        Ok(setup) => setup,
        Err(e) => return outcome(&e.to_string()),
    };
    let Some(game) = game(&setup.game) else { return 1 };
    let quick = is_quick(&setup);
    let mut table = match game.open(setup) {
        Ok(table) => table,
        Err(e) => return refused(&e),
    };
    if !quick {
        return 2;
    }
    let mut said = 0;
    for line in lines.take(LINES) {
        settle(&mut *table);
        let answer = match line {
            "undo" => table.undo(),
            "next" => table.next_game(),
            "hint" => table.hint().map(|_| ()),
            "belief" => table.belief().map(|_| ()),
            "record" => table.record().map(|record| {
                let read: Result<Value, _> = serde_json::from_slice(&record);
                assert!(read.is_ok(), "a record is no JSON");
            }),
            other => {
                let (number, mv) = other.split_once(' ').unwrap_or_default();
                table.play(mv, number.parse().unwrap_or(usize::MAX))
            }
        };
        said = answer.map_or_else(|e| refused(&e), |()| 3) ^ u64::rotate_left(said, 7);
    }
    settle(&mut *table);
    kept(game, &mut *table);
    said
}

/// A refusal is the person's fault, never the server's.
fn refused(e: &ServeError) -> u64 {
    let ours = matches!(e, ServeError::Internal(_) | ServeError::Store(_));
    assert!(!ours, "an error of the server: {e}");
    outcome(&e.to_string())
}

/// A table that is kept is found as it was.
fn kept(game: &dyn AnyGame, table: &mut dyn AnyTable) {
    let again = game.restore(&table.saved());
    let mut again = again.unwrap_or_else(|e| panic!("a table cannot be found again: {e}"));
    assert_eq!(again.saved(), table.saved(), "a table has changed in the store");
    // Only the events since the last message differ.
    let mut same = [table.shown(), again.shown()];
    for shown in same.iter_mut().flatten().filter_map(Value::as_object_mut) {
        shown.retain(|name, _| !["events", "reset", "notice"].contains(&name.as_str()));
    }
    assert_eq!(same[0], same[1], "a table looks different when it is found again");
}

fn saved_table(game: &dyn AnyGame) -> Option<Vec<u8>> {
    let mut table = game.open(serde_json::from_str(&setup(game.name())).ok()?).ok()?;
    settle(&mut *table);
    let (number, legal) = seen(&mut *table)?;
    table.play(legal.first()?, number as usize).ok()?;
    Some(format!("{}\n{}", game.name(), table.saved()).into_bytes())
}

/// A table as the store has it.
fn saved_again(data: &[u8]) -> u64 {
    let input = text(data);
    let (name, saved) = input.split_once('\n').unwrap_or_default();
    let Some(game) = game(name) else { return 1 };
    let quick = serde_json::from_str::<Value>(saved)
        .and_then(|saved| serde_json::from_value(saved["setup"].clone()))
        .is_ok_and(|setup| is_quick(&setup));
    match game.restore(saved) {
        Ok(mut table) if quick => {
            settle(&mut *table);
            kept(game, &mut *table);
            2
        }
        Ok(_) => 3,
        Err(e) => outcome(&e.to_string()),
    }
}

/// A finished game as a file, its name first.
fn upload_of(game: &dyn AnyGame) -> Option<Vec<u8>> {
    let mut table = game.open(serde_json::from_str(&setup(game.name())).ok()?).ok()?;
    while table.due() != Due::Over {
        settle(&mut *table);
        if table.due() == Due::Person {
            let (number, legal) = seen(&mut *table)?;
            table.play(legal.first()?, number as usize).ok()?;
        }
    }
    Some([b"game.jsonl\n", &table.record().ok()?[..]].concat())
}

/// A file that somebody uploads, and the beginning of its review.
fn upload(data: &[u8]) -> u64 {
    let (name, bytes) = match data.iter().position(|byte| *byte == b'\n') {
        Some(at) => (text(&data[..at]), &data[at + 1..]),
        None => return 0,
    };
    let file = match RecordFile::unpack(Path::new(&*name), bytes.to_vec(), LARGEST_UNPACKED) {
        Ok(file) => file,
        Err(e) => return outcome(&e.to_string()),
    };
    let mut said = 0;
    for game in GAMES.iter() {
        let info = match game.inspect(&file) {
            None => continue,
            Some(Err(e)) => return refused(&e),
            Some(Ok(info)) => info,
        };
        for number in [0, 1, info.count] {
            let request = ReviewRequest {
                number,
                seat: (info.count % 5) as u8,
                player: "random".into(),
                seed: 1,
                trusted: false,
            };
            let mut stop = |done: usize, _: usize| match done < REVIEWED {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            };
            said = match game.review_file(&file, &request, &mut stop) {
                Ok(review) => u64::from(rough(review.decisions.len())),
                Err(e) => outcome(&e.to_string()),
            } ^ u64::rotate_left(said, 9);
        }
        return said;
    }
    2
}

fn contests() -> Vec<Vec<u8>> {
    let request = |game: &str| {
        format!(
            r#"{{"game":"{game}","form":"round-robin","players":["random","mc:playouts=5"],"deals":20,"seed":3}}"#
        )
    };
    GAMES.iter().map(|game| request(game.name()).into_bytes()).collect()
}

/// A match that somebody asks for.
fn contest(data: &[u8]) -> u64 {
    let request: MatchRequest = match serde_json::from_slice(data) {
        Ok(request) => request,
        Err(e) => return outcome(&e.to_string()),
    };
    let Some(game) = game(&request.game) else { return 1 };
    match game.check_match(&request) {
        Ok(total) => {
            assert!(total >= request.deals.min(1), "a match without deals is accepted");
            outcome("match") ^ u64::from(rough(total as usize))
        }
        Err(e) => refused(&e),
    }
}
