//! Every byte a seat receives, read for hidden cards: whole games of every
//! kind with a person who moves at random.

use fuda_core::{Game, Position, PositionOf, Record, Rng, Seat, Seed};
use fuda_daihinmin::Daihinmin;
use fuda_koikoi::KoiKoi;
use fuda_leduc::Leduc;
use fuda_mahjong::Mahjong;
use fuda_serve::{AnyTable, Due, Setup, games};
use serde_json::Value;

fn open(game: &str, seat: u8, seed: u64) -> Box<dyn AnyTable> {
    let games = games();
    let any = games.iter().find(|any| any.name() == game).unwrap();
    let players = vec!["random".to_owned()];
    let rules = if game == "mahjong" { "tenhou-east" } else { "" };
    let (rules, adviser) = (rules.to_owned(), "random".to_owned());
    any.open(Setup { game: game.into(), rules, seat, players, adviser, seed }).unwrap()
}

/// The truth behind a table.
fn truth<G: Game>(table: &dyn AnyTable) -> PositionOf<G> {
    let saved: Value = serde_json::from_str(&table.saved()).unwrap();
    let record = saved["games"].as_array().unwrap().last().unwrap().clone();
    let record: Record<G> = serde_json::from_value(record).unwrap();
    record.position_after(usize::MAX).unwrap()
}

/// Plays a game and shows every message with the table to `look`.
fn play(game: &str, seat: u8, seed: u64, mut look: impl FnMut(&str, &Value, &dyn AnyTable)) {
    let mut table = open(game, seat, seed);
    let mut rng = Rng::new(Seed(seed));
    let mut seen = 0;
    loop {
        if let Some(state) = table.shown() {
            seen += 1;
            look(&state.to_string(), &state, &*table);
        }
        match table.due() {
            Due::Over => break,
            Due::Computer => table.step(),
            Due::Person => {
                let state = table.shown().unwrap();
                let legal: Vec<String> =
                    state["legal"].as_array().unwrap().iter().map(text).collect();
                let number = state["number"].as_u64().unwrap() as usize;
                table.play(rng.pick(&legal).unwrap(), number).unwrap();
            }
        }
    }
    assert!(seen > 1, "{game}: only {seen} messages");
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// All texts in a JSON value.
fn texts(value: &Value, out: &mut Vec<String>) {
    match value {
        Value::String(text) => out.push(text.clone()),
        Value::Array(list) => list.iter().for_each(|v| texts(v, out)),
        Value::Object(map) => map.values().for_each(|v| texts(v, out)),
        _ => {}
    }
}

#[test]
fn koikoi_shows_no_hidden_card() {
    for seed in 0..6 {
        let seat = (seed % 2) as u8;
        play("koikoi", seat, seed, |_, state, table| {
            let position = truth::<KoiKoi>(table);
            let mut state = state.clone();
            // These name cards that would score wherever they are.
            state["notes"]["reach"] = Value::Null;
            state["notes"]["near"] = Value::Null;
            // What was heard of earlier rounds, which had cards of their own.
            state["past"] = Value::Null;
            // Whole months that a seat has passed over.
            state["view"]["table"]["passed"] = Value::Null;
            let mut said = Vec::new();
            texts(&state, &mut said);
            if !matches!(position.turn(), fuda_core::Turn::Over) {
                let hidden = position.view(Seat(seat)).unseen();
                for card in hidden.iter().map(|card| card.to_string()) {
                    let named = said.iter().any(|s| *s == card || *s == format!("take:{card}"));
                    // A round that has just ended showed its own cards.
                    let ended = state["events"].to_string().contains("round_end");
                    assert!(!named || ended, "{card} is hidden: {state}");
                }
            }
        });
    }
}

#[test]
fn daihinmin_shows_no_hidden_card() {
    for seed in 0..6 {
        let seat = (seed % 5) as u8;
        play("daihinmin", seat, seed, |bytes, _, table| {
            let position = truth::<Daihinmin>(table);
            for other in (0..5).filter(|other| *other != seat) {
                for card in position.hand(Seat(other)).iter() {
                    // A joker that stands for a card names that card.
                    let card = card.to_string();
                    let named = bytes.match_indices(&card);
                    let bad = named.filter(|(at, _)| !bytes[..*at].ends_with('*')).count();
                    assert_eq!(bad, 0, "{card} of seat {other} is hidden: {bytes}");
                }
            }
        });
    }
}

#[test]
fn leduc_shows_no_hidden_card() {
    for seed in 0..30 {
        play("leduc", 0, seed, |_, state, table| {
            let position = truth::<Leduc>(table);
            if !matches!(position.turn(), fuda_core::Turn::Over) {
                let other = position.view(Seat(1)).card.to_string();
                let mut said = Vec::new();
                texts(state, &mut said);
                assert!(!said.contains(&other), "{other} is hidden: {state}");
            }
        });
    }
}

#[test]
fn mahjong_shows_no_hidden_tile() {
    for seed in 1..2 {
        let seat = (seed % 4) as u8;
        play("mahjong", seat, seed, |bytes, state, table| {
            let position = truth::<Mahjong>(table);
            if state["events"].to_string().contains("hand_end") {
                return;
            }
            for other in (0..4).filter(|other| *other != seat) {
                let view = position.view(Seat(other));
                let hand = String::from(view.hand);
                assert!(
                    view.hand.total() < 4 || !bytes.contains(&format!("\"{hand}\"")),
                    "the hand of seat {other} is hidden: {bytes}"
                );
            }
            // What others draw is never named.
            for event in state["events"].as_array().unwrap() {
                if event["type"] == "draw" && event["seat"] != seat {
                    assert!(event["tile"].is_null(), "{event}");
                }
            }
        });
    }
}

/// Two walls that differ only in tiles which the dealer does not see: not one
/// byte of what the dealer receives may differ.
#[test]
fn what_is_hidden_changes_no_byte() {
    let saved: Value = serde_json::from_str(&open("mahjong", 0, 5).saved()).unwrap();
    let game = Mahjong::with_rules(saved["setup"]["rules"].as_str().unwrap()).unwrap();
    let games = games();
    let any = games.iter().find(|any| any.name() == "mahjong").unwrap();
    let mut rng = Rng::new(Seed(9));
    let mut wall: Vec<u8> = (0..136).collect();
    rng.shuffle(&mut wall);
    let shown = |wall: &[u8]| {
        let digits: String = wall.iter().map(|tile| format!("{tile:02x}")).collect();
        let mut saved = saved.clone();
        saved["games"][0]["deal"] = serde_json::json!({ "seed": 1, "walls": [digits] });
        let deal = serde_json::from_value(saved["games"][0]["deal"].clone()).unwrap();
        let truth: PositionOf<Mahjong> = game.start(&deal).unwrap();
        let mut table = any.restore(&saved.to_string()).unwrap();
        (truth, table.shown().unwrap().to_string())
    };
    let (truth, bytes) = shown(&wall);
    let mut changed = 0;
    for _ in 0..60 {
        let (i, j) = (rng.below(136) as usize, rng.below(136) as usize);
        let mut other = wall.clone();
        other.swap(i, j);
        let (other_truth, other_bytes) = shown(&other);
        if other_truth.view(Seat(0)) == truth.view(Seat(0)) {
            assert_eq!(other_bytes, bytes);
            changed += usize::from(
                (1..4).any(|s| other_truth.view(Seat(s)).hand != truth.view(Seat(s)).hand),
            );
        }
    }
    assert!(changed > 5, "only {changed} of the walls gave others another hand");
}

/// Two walls that differ in what the dealer does not see, and the same moves
/// up to what others pass over: not one byte of what the dealer receives may
/// differ, not even a count of moves.
#[test]
fn what_others_pass_over_changes_no_byte() {
    let saved: Value = serde_json::from_str(&open("mahjong", 0, 5).saved()).unwrap();
    let game = Mahjong::with_rules(saved["setup"]["rules"].as_str().unwrap()).unwrap();
    let games = games();
    let any = games.iter().find(|any| any.name() == "mahjong").unwrap();
    let pass = "pass".parse().unwrap();
    let mut rng = Rng::new(Seed(10));
    let (mut compared, mut longer) = (0, 0);
    for _ in 0..60 {
        let mut wall: Vec<u8> = (0..136).collect();
        rng.shuffle(&mut wall);
        let mut other = wall.clone();
        other.swap(rng.below(136) as usize, rng.below(136) as usize);
        let record = |wall: &[u8]| -> Record<Mahjong> {
            let digits: String = wall.iter().map(|tile| format!("{tile:02x}")).collect();
            let mut record = saved["games"][0].clone();
            record["deal"] = serde_json::json!({ "seed": 1, "walls": [digits] });
            serde_json::from_value(record).unwrap()
        };
        let shown = |record: &Record<Mahjong>| {
            let mut saved = saved.clone();
            saved["games"][0] = serde_json::to_value(record).unwrap();
            any.restore(&saved.to_string()).unwrap().shown().map(|state| state.to_string())
        };
        let (mut a, mut b) = (record(&wall), record(&other));
        let (mut at, mut bt) = (game.start(&a.deal).unwrap(), game.start(&b.deal).unwrap());
        let mut scratch = Vec::new();
        // Moves of one hand; everybody passes what would be a call.
        'moves: for _ in 0..40 {
            while let fuda_core::Turn::Claims(seats) = at.turn() {
                let seat = seats.first().unwrap();
                at.play(seat, pass).unwrap();
                a.moves.push((seat, pass));
            }
            while let fuda_core::Turn::Claims(seats) = bt.turn() {
                let seat = seats.first().unwrap();
                bt.play(seat, pass).unwrap();
                b.moves.push((seat, pass));
            }
            let (Some(seat), true) = (at.turn().first(), at.round() == 0) else { break };
            if bt.turn().first() != Some(seat) || at.view(Seat(0)) != bt.view(Seat(0)) {
                break;
            }
            if seat == Seat(0) {
                assert_eq!(shown(&a), shown(&b));
                compared += 1;
                longer += usize::from(a.moves.len() != b.moves.len());
            }
            let mv = at.random_move(seat, &mut rng, &mut scratch).unwrap();
            if at.play(seat, mv).is_err() || bt.play(seat, mv).is_err() {
                break 'moves;
            }
            a.moves.push((seat, mv));
            b.moves.push((seat, mv));
        }
    }
    assert!(compared > 20 && longer > 3, "{compared} compared, {longer} of other lengths");
}

#[test]
fn the_record_is_shown_only_after_the_game() {
    let mut table = open("othello", 0, 1);
    assert!(table.record().is_err());
    let mut rng = Rng::new(Seed(3));
    while table.due() != Due::Over {
        if table.due() == Due::Computer {
            table.step();
            continue;
        }
        let state = table.shown().unwrap();
        let legal: Vec<String> = state["legal"].as_array().unwrap().iter().map(text).collect();
        let number = state["number"].as_u64().unwrap() as usize;
        // A late click does nothing.
        assert!(table.play(&legal[0], number + 1).is_err());
        assert!(table.play("z9", number).is_err());
        table.play(rng.pick(&legal).unwrap(), number).unwrap();
    }
    assert!(table.record().is_ok());
}

#[test]
fn taking_back_and_a_restart_lead_to_the_same_place() {
    for game in ["othello", "koikoi", "daihinmin", "leduc", "mahjong"] {
        let mut table = open(game, 0, 11);
        let mut rng = Rng::new(Seed(4));
        let mut before = None;
        for _ in 0..40 {
            match table.due() {
                Due::Over => break,
                Due::Computer => table.step(),
                Due::Person => {
                    let mut state = table.shown().unwrap();
                    let legal: Vec<String> =
                        state["legal"].as_array().unwrap().iter().map(text).collect();
                    let number = state["number"].as_u64().unwrap() as usize;
                    table.play(rng.pick(&legal).unwrap(), number).unwrap();
                    state["reset"] = true.into();
                    state["events"] = Value::Null;
                    before = Some(state);
                }
            }
        }
        let games = games();
        let any = games.iter().find(|any| any.name() == game).unwrap();
        let mut again = any.restore(&table.saved()).unwrap();
        assert_eq!(again.saved(), table.saved());
        again.undo().unwrap();
        let mut back = again.shown().unwrap();
        back["events"] = Value::Null;
        assert_eq!(Some(back), before, "{game}");
    }
}

/// Whoever is offered by the pages can be played against as offered, under
/// some of the rules: a few have models for one set of rules alone.
#[test]
fn every_player_on_offer_sits_down() {
    for any in games() {
        for kind in any.info().players {
            let sits = |rules: &str| {
                let (game, players) = (any.name().to_owned(), vec![kind.name.clone()]);
                let (rules, adviser) = (rules.to_owned(), "random".to_owned());
                any.open(Setup { game, rules, seat: 0, players, adviser, seed: 1 }).is_ok()
            };
            let all = any.info().rules;
            assert!(all.iter().any(|rules| sits(&rules.name)), "{} {}", any.name(), kind.name);
        }
    }
}

#[test]
fn players_that_start_programs_or_read_files_are_refused() {
    let games = games();
    let any = games.iter().find(|any| any.name() == "othello").unwrap();
    let reaching = |p: &fuda_players::ParameterInfo| p.reaches != fuda_players::Reach::Nothing;
    for any in &games {
        let offered = any.info().players;
        assert!(!offered.iter().any(|kind| kind.parameters.iter().any(reaching)), "{}", any.name());
    }
    let by_file = ["learned:model=/etc/passwd", "alphabeta:eval=mined,model=/etc/passwd"];
    for player in ["exec:touch x", "nboard:sh"].into_iter().chain(by_file) {
        let setup = Setup {
            game: "othello".into(),
            rules: String::new(),
            seat: 0,
            players: vec![player.into()],
            adviser: String::new(),
            seed: 1,
        };
        let refused = any.open(setup).err().map(|e| e.to_string()).unwrap_or_default();
        assert!(refused.contains("cannot be asked for"), "{player}: {refused}");
    }
}
