//! The JSON of the research set: real files where they are there, and bad ones.

use fuda_core::formats::{Format, RecordFile, Verification};
use fuda_core::{Game, Position as _, Purpose, Record, Seed};
use fuda_koikoi::{GuanFormat, KoiKoi};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::path::Path;

fn file(bytes: impl Into<Vec<u8>>) -> RecordFile {
    RecordFile { path: "match.json".into(), bytes: bytes.into() }
}

/// A match of random moves as a record.
fn random_match(number: u64, rules: &str) -> Record<KoiKoi> {
    let game = KoiKoi::with_rules(rules).expect("rules");
    let mut rng = Seed(31).stream(Purpose::Sample, &[number]);
    let deal = game.deal(&mut rng);
    let mut position = game.start(&deal).expect("a deal");
    let mut record = Record::new(&game, deal);
    record.players = vec!["a".into(), "b".into()];
    let mut scratch = Vec::new();
    while let Some(seat) = position.turn().first() {
        let mv = position.random_move(seat, &mut rng, &mut scratch).expect("a move");
        position.play(seat, mv).expect("legal");
        record.moves.push((seat, mv));
    }
    // Rounds that were not reached are not written.
    let played = usize::from(position.table().round);
    record.deal.rounds.truncate(played);
    record.scores = position.scores();
    record
}

#[test]
fn written_matches_are_read_back() {
    let records: Vec<_> = ["guan", "guan+rounds=2", "guan+bank=3", "guan+rounds=12+bank=200"]
        .into_iter()
        .enumerate()
        .map(|(n, rules)| random_match(n as u64, rules))
        .collect();
    for record in &records {
        let written = file(GuanFormat.write(std::slice::from_ref(record)).expect("written"));
        assert!(GuanFormat.recognises(&written));
        assert_eq!(GuanFormat.read(&written), Ok(vec![record.clone()]));
        let mut report = Verification::default();
        GuanFormat.verify(&written, &mut report);
        assert_eq!((report.games, report.problems.len()), (1, 0), "{:?}", report.problems);
        assert_eq!(report.decisions, record.moves.len() as u64);
    }
    let several = file(GuanFormat.write(&records).expect("written"));
    assert_eq!(GuanFormat.read(&several), Ok(records));
}

#[test]
fn other_rules_are_not_written() {
    let error = GuanFormat.write(&[random_match(1, "paper")]).expect_err("other rules");
    assert!(error.to_string().contains("the rules `guan`"), "{error}");
}

/// What changing one place of a sound file does.
fn broken(change: impl FnOnce(&mut Value)) -> (String, String) {
    let record = random_match(5, "guan");
    let text = GuanFormat.write(&[record]).expect("written");
    let mut value: Value = serde_json::from_slice(&text).expect("JSON");
    change(&mut value);
    let broken = file(value.to_string());
    let error = GuanFormat.read(&broken).expect_err("it is broken");
    let mut report = Verification::default();
    GuanFormat.verify(&broken, &mut report);
    assert!(report.mismatches > 0, "verify did not notice: {error}");
    (error.place.clone(), error.to_string())
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let (place, text) = broken(|v| v["record"]["round1"]["turn1"]["discardCard"] = json!([13, 1]));
    assert_eq!(place, "record.round1.turn1.discardCard", "{text}");
    let (place, text) = broken(|v| v["record"]["round2"]["basic"]["initPile"][3] = json!([0, 0]));
    assert_eq!(place, "record.round2.basic.initPile[3]", "{text}");
    let (place, text) = broken(|v| {
        let basic = &mut v["record"]["round2"]["basic"];
        basic["initPile"][3] = basic["initPile"][4].clone();
    });
    assert_eq!(place, "record.round2.basic", "{text}");
    assert!(text.contains("twice"), "{text}");
    let (place, text) = broken(|v| {
        let hand = &mut v["record"]["round1"]["basic"]["initHand1"];
        hand[0] = hand[1].clone();
    });
    assert!(place.starts_with("record.round1.basic.initHand1["), "{text}");
    let (place, text) = broken(|v| {
        let turn = &mut v["record"]["round1"]["turn1"];
        turn["collectCard"] = json!([[1, 1], [1, 2], [1, 3]]);
    });
    assert_eq!(place, "record.round1.turn1.collectCard", "{text}");
    let (place, text) = broken(|v| v["record"]["round1"]["turn1"]["isKoiKoi"] = json!(true));
    assert_eq!(place, "record.round1.turn1.isKoiKoi", "{text}");
    let (place, text) =
        broken(|v| v["record"]["round1"]["basic"]["player1RoundPts"] = json!(29_999));
    assert_eq!(place, "record.round1.basic.player1RoundPts", "{text}");
    let (place, text) = broken(|v| v["result"]["player1EndPts"] = json!(77));
    assert_eq!(place, "result", "{text}");
    let (place, text) = broken(|v| v["info"]["numRound"] = json!(1e30));
    assert_eq!(place, "info.numRound", "{text}");
    let (place, text) = broken(|v| {
        v["record"].as_object_mut().expect("an object").remove("round2");
    });
    assert_eq!(place, "record", "{text}");
    let (_, text) = broken(|v| *v = json!({"info": 3}));
    assert!(text.contains("an object with"), "{text}");
}

#[test]
fn a_cut_off_file_says_where() {
    let text = GuanFormat.write(&[random_match(5, "guan")]).expect("written");
    for cut in [0, 1, 50, text.len() / 2, text.len() - 1] {
        let error = GuanFormat.read(&file(&text[..cut])).expect_err("cut off");
        assert!(error.place.starts_with("line 1, column"), "{error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = GuanFormat.recognises(&file(bytes.clone()));
        prop_assert!(GuanFormat.read(&file(bytes)).is_err());
    }

    /// A sound file with one byte changed is read, or refused, without a panic.
    #[test]
    fn one_changed_byte_never_panics(at in any::<prop::sample::Index>(), byte in b' '..b'~') {
        let mut text = GuanFormat.write(&[random_match(6, "guan+rounds=2")]).expect("written");
        let at = at.index(text.len());
        text[at] = byte;
        let mut report = Verification::default();
        GuanFormat.verify(&file(text.clone()), &mut report);
        let _ = GuanFormat.read(&file(text));
    }
}

/// Replays every match of a folder, and writes and reads it.
fn replayed(folder: &Path) -> Verification {
    let mut report = Verification::default();
    for path in fuda_fixtures::files(folder) {
        let file = RecordFile::read(&path).expect("a file");
        assert!(GuanFormat.recognises(&file), "{}", file.name());
        GuanFormat.verify(&file, &mut report);
        let records = GuanFormat.read(&file).expect("a match");
        let again = RecordFile {
            path: file.path.clone(),
            bytes: GuanFormat.write(&records).expect("written"),
        };
        assert_eq!(GuanFormat.read(&again), Ok(records), "{}", file.name());
    }
    println!("{} games, {} decisions, {:?}", report.games, report.decisions, report.counts);
    assert!(report.problems.is_empty(), "{:#?}", report.problems);
    report
}

#[test]
fn real_rounds_replay() {
    let report = replayed(&fuda_fixtures::small("koikoi"));
    assert_eq!((report.games, report.counts["rounds"]), (2, 9));
}

#[test]
fn every_real_round_replays() {
    if let Some(folder) = fuda_fixtures::large("koikoi/guan") {
        let report = replayed(&folder);
        assert!(report.games >= 160 && report.counts["rounds"] >= 1261);
    }
}
