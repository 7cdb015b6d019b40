//! Checks on the reference hands of others, where they are at hand.

use std::io::Read;
use std::path::PathBuf;

use fuda_mahjong::hand::shanten::shanten_by_form;
use fuda_mahjong::{Counts, Kind, Suit};
use serde_json::Value;

/// The file of reference data, unzipped; nothing where there is none.
fn data(name: &str) -> Option<Value> {
    let root = std::env::var_os("FUDA_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let path = root.join("mahjong").join(name);
    let Ok(file) = std::fs::File::open(&path) else {
        println!("skipped: no {name}");
        return None;
    };
    let mut text = String::new();
    flate2::read::GzDecoder::new(file)
        .read_to_string(&mut text)
        .expect("gzip");
    Some(serde_json::from_str(&text).expect("JSON"))
}

fn kind(text: &str) -> Kind {
    let mut letters = text.chars();
    let suit = letters.next().and_then(Suit::from_letter).expect("suit");
    let number = letters
        .next()
        .and_then(|digit| digit.to_digit(10))
        .expect("digit");
    Kind::from_suit(suit, if number == 0 { 5 } else { number as u8 }).expect("kind")
}

#[test]
fn shanten_of_reference_hands() {
    for part in 1..=4 {
        let Some(hands) = data(&format!("shanten/xiangting_{part}.json.gz")) else {
            return;
        };
        let hands = hands.as_array().expect("array");
        assert_eq!(hands.len(), 10_000);
        for hand in hands {
            let tiles = hand["q"].as_array().expect("tiles");
            let counts: Counts = tiles
                .iter()
                .map(|t| kind(t.as_str().expect("tile")))
                .collect();
            let expected: Vec<i64> = hand["x"]
                .as_array()
                .expect("x")
                .iter()
                .map(|x| x.as_i64().expect("n"))
                .collect();
            let got = shanten_by_form(&counts);
            let got = [Some(got.normal), got.orphans, got.seven_pairs].map(|x| x.map(i64::from));
            assert_eq!(
                got.map(|x| x.expect("closed")).as_slice(),
                expected,
                "{counts:?}"
            );
        }
    }
}
