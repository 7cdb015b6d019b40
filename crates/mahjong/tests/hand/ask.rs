//! Questions and answers in JSON.

use fuda_mahjong::ask::{MeldQuestion, ScoreQuestion, ShantenQuestion, score_line, shanten_line};
use fuda_mahjong::notation::write;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::common::{self, SCORED, cases, read_hule};
use fuda_fixtures::{large, small};

fn ask(question: &Value) -> Value {
    serde_json::from_str(&score_line(question.to_string())).expect("an answer in JSON")
}

fn error(line: impl AsRef<[u8]>) -> String {
    let answer: Value = serde_json::from_str(&score_line(line)).expect("an answer in JSON");
    answer["error"].as_str().unwrap_or_else(|| panic!("no error: {answer}")).to_owned()
}

#[test]
fn the_whole_question() {
    let answer = ask(&json!({
        "hand": "345m40677p67s", "win": "8s", "melds": [{"kind": "chi", "tiles": "340m"}],
        "tsumo": true, "seat": "N", "round": "E", "riichi": 0, "ippatsu": false,
        "last_tile": false, "rinshan": false, "chankan": false, "first_turn": false,
        "dora": ["4s"], "ura": [], "honba": 1, "sticks": 2, "rules": "tenhou"
    }));
    assert_eq!(
        answer,
        json!({
            "yaku": [
                {"name": "tanyao", "kanji": "断幺九", "id": 8, "han": 1},
                {"name": "red", "kanji": "赤ドラ", "id": 54, "han": 2},
            ],
            "han": 3, "fu": 30, "yakuman": 0, "limit": null, "points": 4000,
            "payments": {"total": 6300, "dealer": 2100, "others": 1100},
        })
    );
}

#[test]
fn only_hand_and_win_are_needed() {
    let answer = ask(&json!({"hand": "234m45667p678s 55s", "win": "5p"}));
    assert_eq!(answer["payments"], json!({"total": 2900, "from": 2900}), "{answer}");
    let answer = ask(&json!({"hand": "234m45667p678s 55s", "win": "5p", "tsumo": true}));
    assert_eq!(answer["payments"], json!({"total": 3900, "others": 1300}), "{answer}");
}

#[test]
fn a_yakuman_has_neither_han_nor_fu() {
    let answer = ask(&json!({"hand": "19m19p19s1234567z", "win": "7z", "seat": "W"}));
    assert_eq!(answer["yaku"][0]["name"], "kokushi 13");
    assert_eq!((&answer["han"], &answer["fu"]), (&Value::Null, &Value::Null));
    assert_eq!((&answer["yakuman"], &answer["points"]), (&json!(1), &json!(32_000)));
}

#[test]
fn what_is_wrong_is_named() {
    for (question, expected) in [
        (json!({"hand": "11111m2345678p", "win": "9p"}), "hand: 5 tiles of 1m"),
        (json!({"hand": "1111m123456789p", "win": "1m"}), "together: 5 tiles of 1m"),
        (
            json!({"hand": "1111m234567p111s", "win": "8p", "dora": ["1m"]}),
            "together: 5 tiles of 1m",
        ),
        (json!({"hand": "123m0p", "win": "0p"}), "hand: 4 tiles, expected 13"),
        (
            json!({"hand": "123m0p", "win": "0p", "melds": [
                {"kind": "pon", "tiles": "111z"}, {"kind": "pon", "tiles": "222z"},
                {"kind": "pon", "tiles": "333z"}]}),
            "together: 2 red fives of suit p",
        ),
        (json!({"hand": "123x", "win": "1m"}), "hand: unexpected 'x' at character 4"),
        (json!({"hand": "123m456p789s1122z", "win": "12z"}), "win: 2 tiles, expected 1"),
        (json!({"hand": "123m456p789s1122z", "win": "8z"}), "win: there is no tile 8z"),
        (json!({"hand": "123m456p789s1122z", "win": "3z"}), "not a winning hand"),
        (json!({"hand": "123m456p789s3344z", "win": "3z"}), "no yaku"),
        (json!({"hand": "123m456p789s3344z", "win": "3z", "dora": ["2z"]}), "no yaku"),
        (json!({"hand": "123m456p789s3344z", "win": "3z", "riichi": 3}), "riichi: 3 is out of"),
        (json!({"hand": "123m456p789s3344z", "win": "3z", "riichi": -1}), "not a question"),
        (json!({"hand": "123m456p789s3344z", "win": "3z", "seat": "X"}), "not a question"),
        (json!({"hand": "123m456p789s3344z", "win": "3z", "reach": 1}), "unknown field `reach`"),
        (json!({"hand": "123m456p789s3344z"}), "missing field `win`"),
        (json!({"hand": "123m456p789s3344z", "win": "3z", "ippatsu": true}), "ippatsu"),
        (json!({"hand": "123m456p789s3344z", "win": "3z", "rinshan": true}), "rinshan"),
        (
            json!({"hand": "123m456p789s3344z", "win": "3z", "rinshan": true, "tsumo": true}),
            "rinshan: there is no kan",
        ),
        (
            json!({"hand": "123m456p789s3344z", "win": "3z", "chankan": true, "tsumo": true}),
            "chankan",
        ),
        (
            json!({"hand": "123m456p789s3344z", "win": "3z", "chankan": true}),
            "chankan: the robbed kan has all four 3z",
        ),
        (
            json!({"hand": "123m456p3344z", "win": "3z", "riichi": 1,
                "melds": [{"kind": "chi", "tiles": "789s"}]}),
            "riichi: the hand is open",
        ),
        (
            json!({"hand": "123m456p3344z", "win": "3z", "melds": [{"kind": "chi", "tiles": "889s"}]}),
            "melds[0]: the tiles are no run",
        ),
        (
            json!({"hand": "123m456p3344z", "win": "3z", "melds": [{"kind": "pon", "tiles": "889s"}]}),
            "melds[0]: the tiles are not",
        ),
        (
            json!({"hand": "123m456p3344z", "win": "3z", "melds": [{"kind": "kan", "tiles": "888s"}]}),
            "melds[0]: 3 tiles, expected 4 for a kan",
        ),
        (
            json!({"hand": "123m456p3344z", "win": "3z", "melds": [{"kind": "run", "tiles": "789s"}]}),
            "\"run\" is no meld",
        ),
        (json!({"hand": "123m406p789s3344z", "win": "3z", "rules": "paper-tabu"}), "red five"),
        (json!({"hand": "123m406p789s3344z", "win": "3z", "rules": "house"}), "unknown rules"),
        (json!({"hand": "123m406p789s3344z", "win": "3z", "honba": 4000000}), "honba"),
        (json!({"hand": "123m406p789s3344z", "win": "3z", "dora": ["1m2m"]}), "dora[0]: 2 tiles"),
        (json!([1]), "not a question"),
    ] {
        let error = error(question.to_string());
        assert!(error.contains(expected), "{question}: {error}");
    }
    assert!(error("").contains("not a question"));
    assert!(error(b"{\"hand\":\"\xff\",\"win\":\"1m\"}").contains("not a question"));
}

#[test]
fn shanten_questions() {
    let answer = |hand: &str| -> Value {
        let line = shanten_line(json!({ "hand": hand }).to_string());
        serde_json::from_str(&line).expect("JSON")
    };
    assert_eq!(
        answer("19m19p19s12345677z"),
        json!({"shanten": -1, "normal": 7, "seven_pairs": 5, "orphans": -1})
    );
    assert_eq!(
        answer("2233m"),
        json!({"shanten": 0, "normal": 0, "seven_pairs": null, "orphans": null})
    );
    for (hand, expected) in [
        ("", "0 tiles"),
        ("123m", "3 tiles"),
        ("123456789m123456p", "15 tiles"),
        ("12q", "unexpected 'q' at character 3"),
        ("11111m", "5 tiles of 1m"),
    ] {
        let answer = answer(hand);
        let error = answer["error"].as_str().expect("error");
        assert!(error.contains(expected), "{hand}: {error}");
    }
}

#[test]
fn answers_for_people() {
    let question = ShantenQuestion { hand: "123m456p789s1122z".into() };
    let answer = question.answer().expect("good").to_string();
    assert_eq!(answer, "tenpai (normal 0, seven pairs 4, thirteen orphans 8)");
    let question = ScoreQuestion {
        hand: "345m40677p67s".into(),
        win: "8s".into(),
        melds: vec!["chi:340m".parse().expect("a meld")],
        ..ScoreQuestion::default()
    };
    assert_eq!(
        question.answer().expect("good").to_string(),
        "  1  tanyao (断幺九)\n  2  red (赤ドラ)\n\
         3 han 30 fu: 5800 points; the discarder pays 5800, the winner gains 5800"
    );
    assert!("340m".parse::<MeldQuestion>().is_err());
}

#[test]
fn reference_hands_through_questions() {
    check_questions(&cases(&small(SCORED)));
}

#[test]
fn all_reference_hands_through_questions() {
    if let Some(path) = large(SCORED) {
        check_questions(&cases(&path));
    }
}

fn check_questions(hands: &[Value]) {
    for hand in hands {
        let case = read_hule(hand);
        let parts = common::parts(hand);
        let melds: Vec<Value> = parts
            .melds
            .iter()
            .map(|(_, kind, tiles)| json!({"kind": kind, "tiles": write(tiles)}))
            .collect();
        let indicators = |name: &str| -> Vec<String> {
            common::indicators(hand, name).iter().map(|face| face.to_string()).collect()
        };
        let table = &hand["in"]["param"]["jicun"];
        let answer = ask(&json!({
            "hand": write(&parts.hand), "win": parts.winning.to_string(), "melds": melds,
            "tsumo": case.from.is_none(), "seat": case.seat, "round": case.round,
            "riichi": common::number(&hand["in"]["param"]["hupai"]["lizhi"]),
            "ippatsu": case.ippatsu, "last_tile": case.last_tile, "rinshan": case.rinshan,
            "dora": indicators("baopai"), "ura": indicators("fubaopai"),
            "honba": table["changbang"], "sticks": table["lizhibang"],
        }));
        let expected = &hand["out"];
        for (ours, theirs) in [("han", "fanshu"), ("fu", "fu"), ("points", "defen")] {
            assert_eq!(answer[ours], expected[theirs], "{hand}: {answer}");
        }
        let gains = &expected["fenpei"][case.seat.index()];
        assert_eq!(&answer["payments"]["total"], gains, "{hand}: {answer}");
        let times = expected["damanguan"].as_u64().unwrap_or(0);
        assert_eq!(answer["yakuman"].as_u64(), Some(times));
    }
}

proptest! {
    #[test]
    fn any_bytes_get_an_answer(bytes: Vec<u8>) {
        for line in [score_line(&bytes), shanten_line(&bytes)] {
            let answer: Value = serde_json::from_str(&line).expect("JSON");
            prop_assert!(answer["error"].is_string());
        }
    }

    #[test]
    fn any_tiles_get_an_answer(
        hand in "([0-9]{1,9}[mpsz]){1,5}",
        win in "[0-9][mpsz]",
        melds in prop::collection::vec(("(chi|pon|kan|ankan|x)", "[0-9]{3,4}[mpsz]"), 0..6),
        dora in prop::collection::vec("[0-9][mpsz]", 0..7),
        numbers: [u32; 3],
    ) {
        let melds: Vec<Value> =
            melds.iter().map(|(kind, tiles)| json!({"kind": kind, "tiles": tiles})).collect();
        let answer = ask(&json!({
            "hand": hand, "win": win, "melds": melds, "dora": dora, "ura": dora,
            "riichi": numbers[0] % 4, "honba": numbers[1], "sticks": numbers[2],
        }));
        prop_assert!(answer["error"].is_string() || answer["points"].is_u64());
        let _ = shanten_line(json!({ "hand": hand }).to_string());
    }
}
