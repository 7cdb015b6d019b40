//! Games survive every format.

use fuda_core::{Record, Seat};
use fuda_mahjong::{Mahjong, Move};

use crate::games::{file, format, played, text, verified};

const TENHOUS: [&str; 4] =
    ["tenhou", "tenhou-east", "tenhou-east+red=0", "tenhou-east+open-tanyao=0"];
const OTHERS: [&str; 3] = ["paper-uct", "paper-tabu", "tonpuusou"];

fn read(name: &str, text: &str) -> Record<Mahjong> {
    let mut records = format(name).read(&file(text)).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert_eq!(records.len(), 1);
    records.remove(0)
}

/// Whether two lists of moves are the same game. A claim that another one went
/// before is in no log: there the seat has passed.
fn same_game(played: &[(Seat, Move)], read: &[(Seat, Move)]) -> bool {
    let same = |(a, b): (&(Seat, Move), &(Seat, Move))| {
        a == b || a.0 == b.0 && a.1.is_claim() && b.1 == Move::Pass
    };
    read.len() <= played.len() && played.iter().zip(read).all(same)
}

#[test]
fn whole_games_keep_their_moves_in_every_format() {
    let mut kinds = std::collections::BTreeSet::new();
    for (i, rules) in TENHOUS.iter().chain(&OTHERS).enumerate() {
        for number in 0..4 {
            let record = played(rules, 10 * i as u64 + number, usize::MAX);
            for (_, mv) in &record.moves {
                kinds.insert(mv.to_string().split('-').next().unwrap_or("").len());
            }
            for name in ["mjai", "tenhou", "tenhou6"] {
                if name != "mjai" && OTHERS.contains(rules) {
                    let refused = format(name).write(std::slice::from_ref(&record));
                    assert!(refused.is_err_and(|e| e.expected.contains("Tenhou's rules")));
                    continue;
                }
                let written = text(name, &record);
                let report = verified(name, written.as_str());
                assert_eq!(report.problems, [], "{name} {rules} {number}");
                assert_eq!(report.skipped, [], "{name} {rules} {number}");
                assert_eq!((report.files, report.games), (1, 1));
                assert_eq!(report.decisions, record.moves.len() as u64);
                let again = read(name, &written);
                assert_eq!(again.moves.len(), record.moves.len());
                assert!(same_game(&record.moves, &again.moves), "{name} {rules} {number}");
                assert_eq!(again.scores, record.scores);
                assert_eq!(again.players, record.players);
                assert!(again.replay().is_ok());
                assert!(text(name, &again) == written, "{name} {rules} {number}");
            }
        }
    }
    assert!(kinds.len() > 3, "{kinds:?}");
}

#[test]
fn games_in_every_sort_of_event_are_among_them() {
    let mut seen = [false; 6];
    for number in 0..30 {
        for (_, mv) in played("tenhou", number, usize::MAX).moves {
            seen[0] |= matches!(mv, Move::Riichi { .. });
            seen[1] |= matches!(mv, Move::ConcealedKan(_) | Move::OpenKan(_));
            seen[2] |= matches!(mv, Move::AddedKan(_));
            seen[3] |= matches!(mv, Move::Ron);
            seen[4] |= matches!(mv, Move::Tsumo);
            seen[5] |= matches!(mv, Move::Chi(_) | Move::Pon(_));
        }
        if seen == [true; 6] {
            return;
        }
    }
    panic!("riichi, kans, added kans, ron, tsumo, calls: {seen:?}");
}

#[test]
fn a_game_that_broke_off_is_replayed_as_far_as_it_goes() {
    for moves in [3, 40, 111, 400] {
        let record = played("tenhou", 5, moves);
        for name in ["mjai", "tenhou"] {
            let written = text(name, &record);
            let report = verified(name, written.as_str());
            assert_eq!(report.problems, [], "{name} {moves}");
            assert_eq!(report.games, 0);
            assert_eq!(report.skipped.len(), 1, "{:?}", report.skipped);
        }
        let again = read("tenhou", &text("tenhou", &record));
        assert!(same_game(&record.moves, &again.moves));
        assert!(again.moves.len() + 4 > record.moves.len());
        assert_eq!(again.scores, None);
    }
}

#[test]
fn a_record_can_be_played_on_from_any_point() {
    let record = read("mjai", &text("mjai", &played("tenhou", 8, usize::MAX)));
    let middle = record.position_after(record.moves.len() / 2).expect("the moves are legal");
    use fuda_core::{Position, Purpose, Seed};
    let mut rng = Seed(1).stream(Purpose::Playout, &[]);
    let scores = middle.clone().random_playout(&mut rng, &mut Vec::new());
    assert_eq!(scores.iter().sum::<f64>(), 0.0);
}

#[test]
fn several_games_in_one_file_are_told_apart() {
    let records = [played("tenhou-east", 1, usize::MAX), played("tenhou", 2, usize::MAX)];
    let bytes = format("mjai").write(&records).expect("mjai holds many games");
    let again = format("mjai").read(&file(bytes)).expect("good mjai");
    assert_eq!(again.len(), 2);
    for (record, again) in records.iter().zip(&again) {
        assert!(same_game(&record.moves, &again.moves));
        assert_eq!(again.scores, record.scores);
    }
    assert!(format("tenhou").write(&records).is_err());
}

#[test]
fn other_spellings_of_mjai_are_understood() {
    let record = played("tenhou", 21, usize::MAX);
    let good = text("mjai", &record);
    let mut other = String::new();
    for line in good.lines() {
        let mut line = line.replace("\"ura_markers\"", "\"uradora_markers\"");
        line = line.replace("\"kyotaku\"", "\"kyoutaku\"");
        if line.contains("start_kyoku") {
            // Nobody says the scores; the game goes on from its own.
            let (before, after) = line.split_once(",\"scores\":[").expect("scores");
            let (_, after) = after.split_once(']').expect("four of them");
            line = format!("{before}{after}");
        }
        if line.contains("\"tsumo\"") {
            let more = ",\"possible_actions\":[{\"type\":\"none\"}],\"cannot_dahai\":[]}";
            line = line.replacen('}', more, 1);
        }
        other += &format!("{line}\r\n\n{{\"type\":\"none\"}}\n");
    }
    let report = verified("mjai", other.as_str());
    assert_eq!((report.problems, report.games), (vec![], 1));
    assert_eq!(text("mjai", &read("mjai", &other)), good);
    // The same events in one document.
    let events: Vec<&str> = good.lines().collect();
    for document in
        [format!("[{}]", events.join(",")), format!("{{\"events\":[{}]}}", events.join(",\n"))]
    {
        assert_eq!(text("mjai", &read("mjai", &document)), good);
    }
}

/// Without the tiles under the indicators the points say what they gave.
#[test]
fn ura_indicators_may_be_left_out() {
    let mut inferred = 0;
    for number in 0..12 {
        let good = text("mjai", &played("tenhou", number, usize::MAX));
        let mut without = String::new();
        for line in good.lines() {
            let start = line.find("\"ura_markers\":");
            let end = start.and_then(|at| line[at..].find("],").map(|length| at + length + 2));
            let (start, end) = (start.unwrap_or(0), end.unwrap_or(0));
            without += &format!("{}{}\n", &line[..start], &line[end..]);
        }
        let report = verified("mjai", without.as_str());
        assert_eq!(report.problems, [], "game {number}");
        assert_eq!(report.games, 1);
        let hands = report.counts.get("hands with ura inferred").copied().unwrap_or(0);
        inferred += hands;
        assert_eq!(read("mjai", &without).scores, read("mjai", &good).scores);
        // No tiles at all make a hand worth this.
        if let Some(points) = without.find("\"hora_points\":").filter(|_| hands > 0) {
            let wrong = without[..points].to_owned() + &without[points..].replacen(":", ":1", 1);
            assert!(verified("mjai", wrong).mismatches > 0);
        }
    }
    assert!(inferred > 0);
}

/// Two parts of a game by the same players would be read as one.
#[test]
fn games_that_cannot_be_told_apart_are_not_written() {
    let whole = text("tenhou6", &played("tenhou", 21, usize::MAX));
    let whole: serde_json::Value = serde_json::from_str(&whole).expect("JSON");
    let hands = whole["log"].as_array().expect("hands");
    let part = |hands: &[serde_json::Value]| {
        let mut part = whole.clone();
        part["log"] = hands.to_vec().into();
        part.as_object_mut().expect("an object").remove("sc");
        format("tenhou6").read(&file(part.to_string())).expect("a part of a game")
    };
    let parts = [part(&hands[..1]), part(&hands[1..2])].concat();
    let error = format("tenhou6").write(&parts).expect_err("one game instead of two");
    assert!(error.expected.contains("tell apart"), "{error}");
}
