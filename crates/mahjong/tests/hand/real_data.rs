//! Checks on the reference hands of others.

use crate::common::{self, SCORED, cases, read_hule};
use fuda_fixtures::{large, small};
use fuda_mahjong::Counts;
use fuda_mahjong::hand::shanten::shanten_by_form;
use fuda_mahjong::score::{ScoringRules, score};
use serde_json::Value;
use std::path::Path;

#[test]
fn shanten_of_reference_hands() {
    check_shanten(&small("mahjong/shanten"), 200);
}

#[test]
fn shanten_of_all_reference_hands() {
    if let Some(folder) = large("mahjong/shanten") {
        check_shanten(&folder, 10_000);
    }
}

fn check_shanten(folder: &Path, number: usize) {
    for part in 1..=4 {
        let hands = cases(&folder.join(format!("xiangting_{part}.json.gz")));
        assert_eq!(hands.len(), number);
        for hand in &hands {
            let tiles = hand["q"].as_array().expect("tiles");
            let counts: Counts =
                tiles.iter().map(|t| common::face(t.as_str().expect("tile")).kind).collect();
            let expected: Vec<i64> =
                hand["x"].as_array().expect("x").iter().map(|x| x.as_i64().expect("n")).collect();
            let got = shanten_by_form(&counts);
            let got = [Some(got.normal), got.orphans, got.seven_pairs].map(|x| x.map(i64::from));
            assert_eq!(got.map(|x| x.expect("closed")).as_slice(), expected, "{counts:?}");
        }
    }
}

#[test]
fn scores_of_reference_hands() {
    let hands = cases(&small(SCORED));
    assert_eq!(hands.len(), 250);
    check_scores(&hands);
}

#[test]
fn scores_of_all_reference_hands() {
    if let Some(path) = large(SCORED) {
        let hands = cases(&path);
        assert_eq!(hands.len(), 10_000);
        check_scores(&hands);
    }
}

fn check_scores(hands: &[Value]) {
    for hand in hands {
        let case = read_hule(hand);
        let expected = &hand["out"];
        let win = case.win();
        let got = score(&win, &ScoringRules::TENHOU).unwrap_or_else(|e| panic!("{hand}: {e}"));
        let mut yaku: Vec<(String, u8)> =
            got.yaku.iter().map(|&(yaku, han)| (yaku.kanji().to_owned(), han)).collect();
        let mut wanted: Vec<(String, u8)> = expected["hupai"]
            .as_array()
            .expect("hupai")
            .iter()
            .map(|yaku| {
                let name = yaku["name"].as_str().expect("name").to_owned();
                (name, yaku["fanshu"].as_u64().map_or(13, |han| han as u8))
            })
            .collect();
        yaku.sort();
        wanted.sort();
        assert_eq!(yaku, wanted, "{hand}");
        match expected["damanguan"].as_u64() {
            Some(times) => assert_eq!(u64::from(got.yakuman), times),
            None => {
                assert_eq!(got.yakuman, 0);
                assert_eq!(u64::from(got.fu), expected["fu"].as_u64().expect("fu"), "{hand}");
                assert_eq!(u64::from(got.han), expected["fanshu"].as_u64().expect("han"));
            }
        }
        assert_eq!(u64::from(got.points), expected["defen"].as_u64().expect("defen"), "{hand}");
        // The winds are the seats: the dealer is seat 0.
        let table = &hand["in"]["param"]["jicun"];
        let honba = common::number(&table["changbang"]) as u32;
        let sticks = common::number(&table["lizhibang"]) as i32;
        let payment = got.payment(case.seat.index() == 0, win.tsumo, honba);
        let mut deltas = payment.deltas(case.seat.index(), case.from, 0);
        deltas[case.seat.index()] += 1000 * sticks;
        let wanted: Vec<i32> = expected["fenpei"]
            .as_array()
            .expect("fenpei")
            .iter()
            .map(|points| points.as_i64().expect("points") as i32)
            .collect();
        assert_eq!(deltas.as_slice(), wanted, "{hand}");
    }
}
