//! Whatever the bytes, there is an answer: a game, or an error with its place.

use fuda_core::formats::{Stats, Verification};
use proptest::prelude::*;

use crate::games::{file, format, played, text, verified};

const NAMES: [&str; 3] = ["tenhou", "tenhou6", "mjai"];

/// Everything that can be done with a file; gives whether it can be read.
fn used(name: &str, bytes: &[u8]) -> bool {
    let (format, file) = (format(name), file(bytes));
    let mut report = Verification::default();
    format.verify(&file, &mut report);
    assert_eq!(report.files, 1);
    format.stats(&file, &mut Stats::default());
    format.recognises(&file);
    match format.read(&file) {
        Ok(records) => !records.is_empty(),
        Err(e) => {
            assert!(!e.place.is_empty() && !e.expected.is_empty(), "{e:?}");
            false
        }
    }
}

#[test]
fn a_log_cut_off_at_any_byte_is_refused_or_read() {
    let record = played("tenhou-east", 4, 150);
    // A finished hand for the format that knows no unfinished ones.
    let mut finished = played("tenhou-east", 4, 1000);
    let ends = (1..finished.moves.len()).find(|n| {
        let position = finished.position_after(*n).expect("legal moves");
        position.last_result().is_some()
    });
    finished.moves.truncate(ends.expect("a hand ends"));
    finished.scores = None;
    for (name, whole) in [
        ("tenhou", text("tenhou", &record)),
        ("mjai", text("mjai", &record)),
        ("tenhou6", text("tenhou6", &finished)),
    ] {
        let whole = whole.trim_end();
        for end in 1..whole.len() {
            let readable = used(name, &whole.as_bytes()[..end]);
            // A game of mjai may break off after any line.
            let at_line =
                name == "mjai" && matches!(whole.as_bytes().get(end - 1), Some(b'\n' | b'}'));
            assert_eq!(readable, at_line && end > first_hand(whole), "{name} cut at byte {end}");
        }
    }
}

/// Where the first hand of mjai has been dealt; the end in other formats.
fn first_hand(text: &str) -> usize {
    let mut lines = text.split_inclusive('\n');
    let (start, deal) = (lines.next().unwrap_or(""), lines.next().unwrap_or(""));
    (start.len() + deal.trim_end().len()).saturating_sub(1)
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let start = "<mjloggm ver=\"2.3\"><GO type=\"9\"/>";
    let init = "<INIT seed=\"0,0,0,1,1,5\" ten=\"250,250,250,250\" oya=\"0\"";
    for (name, text, words) in [
        ("tenhou", format!("{start}<INIT seed=\"0,0,0,1,1,200\"/>"), "dora indicator below 136"),
        ("tenhou", format!("{start}<T12/></mjloggm>"), "<INIT> of the first hand"),
        ("tenhou", format!("{start}<FOO/>"), "a tag of Tenhou's logs, got `FOO`"),
        ("tenhou", format!("{start}<REACH who=\"7\" step=\"1\"/>"), "a seat from 0 to 3"),
        ("tenhou", format!("{start}<BYE who=\"x\"/>"), "byte 33"),
        ("tenhou", "<mjloggm><GO type=\"25\"/>".into(), "four players, got one of three players"),
        ("tenhou", format!("{start}{init} hai0=\"1,2,3\"/>"), "13 tiles as `hai0`"),
        ("tenhou", "<html></html>".into(), "<mjloggm>"),
        ("tenhou", String::new(), "</mjloggm>"),
        ("mjai", "{\"type\":\"start_game\"}\n{\"type\":\"dance\"}".into(), "line 2"),
        ("mjai", "{\"type\":\"start_game\",\"names\":[\"a\",\"b\",\"c\"]}".into(), "three players"),
        ("mjai", "{\"type\":\"tsumo\",\"actor\":0,\"pai\":\"1m\"}".into(), "`start_kyoku` before"),
        ("mjai", "{\"type\":1}".into(), "an object with a `type`"),
        ("mjai", "{".into(), "line 1"),
        ("tenhou6", "{\"rule\":{\"disp\":\"三鳳南喰赤\"},\"log\":[]}".into(), "three players"),
        ("tenhou6", "{\"rule\":{},\"log\":[[[0,0,0],[1,2,3]]]}".into(), "hand 1, entry 2"),
        ("tenhou6", "{\"rule\":{},\"log\":[{}]}".into(), "a list"),
        ("tenhou6", "[1,".into(), "line 1"),
    ] {
        let report = verified(name, text.as_str());
        let wrong = report.problems.iter();
        let wrong = wrong.map(|p| format!("{}: expected {}, got {}", p.place, p.expected, p.got));
        let left_out = report.skipped.iter().map(|s| format!("{}: {}", s.place, s.reason));
        let told: Vec<String> = wrong.chain(left_out).collect();
        assert!(told.iter().any(|t| t.contains(words)), "{text}: {told:?}");
        assert_eq!(report.games, 0);
    }
    for name in NAMES {
        let report = verified(name, b"<mjloggm>\xff\xfe".to_vec());
        assert!(report.problems[0].place.contains("byte 9"), "{:?}", report.problems);
    }
}

#[test]
fn hidden_tiles_are_refused_with_the_reason() {
    let good = text("mjai", &played("tenhou", 2, 60));
    let tile = good.find("tehais\":[[\"").expect("tiles") + "tehais\":[[\"".len();
    let end = tile + good[tile..].find('"').expect("a tile");
    let hidden = format!("{}?{}", &good[..tile], &good[end..]);
    let error = format("mjai").read(&file(hidden)).expect_err("hidden tiles");
    assert!(error.got.contains("one player's view"), "{error}");
}

/// A good log in which some bytes are others.
fn damaged(name: &'static str) -> impl Strategy<Value = Vec<u8>> {
    let good = text(name, &played("tenhou-east", 6, 3000)).into_bytes();
    let length = good.len();
    proptest::collection::vec((0..length, any::<u8>()), 1..4).prop_map(move |changes| {
        let mut bytes = good.clone();
        for (at, byte) in changes {
            // Digits for digits find the deeper places.
            bytes[at] = if bytes[at].is_ascii_digit() { b'0' + byte % 10 } else { byte };
        }
        bytes
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_bytes_get_an_answer(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        for name in NAMES {
            used(name, &bytes);
        }
    }

    #[test]
    fn any_text_like_xml_gets_an_answer(
        tags in proptest::collection::vec("<(INIT|N|T|D|AGARI|RYUUKYOKU|REACH|GO|UN)[0-9]{0,3}( (seed|ten|who|m|hai|sc|ba|type|step|n0)=\"[0-9,-]{0,20}\"){0,4} ?/>", 0..8)
    ) {
        used("tenhou", format!("<mjloggm>{}</mjloggm>", tags.concat()).as_bytes());
    }

    #[test]
    fn damaged_xml_gets_an_answer(bytes in damaged("tenhou")) {
        used("tenhou", &bytes);
    }

    #[test]
    fn damaged_mjai_gets_an_answer(bytes in damaged("mjai")) {
        used("mjai", &bytes);
    }

    #[test]
    fn damaged_json_gets_an_answer(bytes in damaged("tenhou6")) {
        used("tenhou6", &bytes);
    }
}
