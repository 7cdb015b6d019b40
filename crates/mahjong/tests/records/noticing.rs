//! Whatever is changed in a good log is noticed.

use crate::games::{partly, played, text, verified};

/// A good game, and one change of it at a time.
fn noticed(name: &str, good: &str, from: &str, to: &str) {
    assert!(good.contains(from), "nothing to change: {from}");
    let changed = good.replacen(from, to, 1);
    assert!(changed != good, "{from} is {to} already");
    let report = verified(name, changed);
    let found = report.problems.len() + report.skipped.len();
    assert!(found > 0, "{name}: {from} -> {to} went unnoticed");
}

/// The text between two marks, both included.
fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let at = text.find(start).unwrap_or_else(|| panic!("no {start}"));
    let length = text[at + start.len()..].find(end).unwrap_or_else(|| panic!("no {end}"));
    &text[at..at + start.len() + length + end.len()]
}

#[test]
fn changes_of_tenhous_xml_are_noticed() {
    let good = text("tenhou", &played("tenhou", 21, usize::MAX));
    assert_eq!(verified("tenhou", good.as_str()).mismatches, 0);
    for (start, change) in [
        (" ten=\"", "250,250,250,251"),
        (" ba=\"", "7,7"),
        (" owari=\"", "0,0,0,0,0,0,0,0"),
        (" sc=\"", "250,1,250,0,250,0,250,0"),
        (" yaku=\"", "1,1"),
        (" doraHai=\"", "0"),
        (" machi=\"", "1"),
        (" who=\"", "2"),
        (" seed=\"0,0,0", "\" seed=\"4,0,0"),
    ] {
        let part = between(&good, start, "\"");
        let changed = match change.strip_prefix("\" ") {
            Some(rest) => part.replacen("seed=\"0,0,0", rest, 1),
            None => format!("{start}{change}\""),
        };
        noticed("tenhou", &good, part, &changed);
    }
    // Another tile drawn, another discarded, an event left out or twice.
    let played = &good[good.find("<INIT").expect("a hand")..];
    let draw = between(played, "<T", "/>").to_owned();
    let discard = between(played, "<D", "/>").to_owned();
    noticed("tenhou", &good, &draw, "<T999/>");
    noticed("tenhou", &good, &draw, "");
    noticed("tenhou", &good, &discard, "");
    noticed("tenhou", &good, &discard, &format!("{discard}{discard}"));
    let riichi = between(&good, "<REACH", "/>").to_owned();
    noticed("tenhou", &good, &riichi, "");
}

/// Another copy of the same face looks alike, but the seat does not hold it.
#[test]
fn copies_that_a_seat_does_not_hold_are_noticed() {
    let good = text("tenhou", &played("tenhou", 21, usize::MAX));
    let other = |id: &str| {
        let id: u8 = id.parse().expect("a tile");
        // Copies 2 and 3 are never red.
        (id & !3 | if id & 3 == 3 { 2 } else { 3 }).to_string()
    };
    let hand = &good[good.find("<INIT").expect("a hand")..];
    let kept = hand.match_indices("<D").map(|(at, _)| between(&hand[at..], "<D", "/>"));
    let mut tried = 0;
    for discard in kept.take(5).collect::<Vec<_>>() {
        let id = discard.trim_start_matches("<D").trim_end_matches("/>");
        noticed("tenhou", &good, discard, &format!("<D{}/>", other(id)));
        tried += 1;
    }
    assert_eq!(tried, 5);
    let win = between(&good, "<AGARI", "/>");
    let machi = between(win, " machi=\"", "\"");
    let id = machi.trim_start_matches(" machi=\"").trim_end_matches('"');
    noticed("tenhou", &good, win, &win.replacen(machi, &format!(" machi=\"{}\"", other(id)), 1));
    for name in [" hai=\"", " doraHai=\""] {
        let part = between(win, name, "\"");
        let list = part.trim_start_matches(name).trim_end_matches('"');
        let (first, rest) = list.split_once(',').unwrap_or((list, ""));
        let comma = if rest.is_empty() { "" } else { "," };
        for first in [other(first), rest.split(',').next().unwrap_or("").to_owned()] {
            let changed = win.replacen(part, &format!("{name}{first}{comma}{rest}\""), 1);
            noticed("tenhou", &good, win, &changed);
        }
    }
    let draw = between(&good, "<RYUUKYOKU", "/>");
    let part = between(draw, " hai", "\" ");
    let (name, list) = part.split_once("=\"").expect("tiles");
    let first = list.split([',', '"']).next().expect("a tile");
    let changed =
        part.replacen(&format!("{name}=\"{first}"), &format!("{name}=\"{}", other(first)), 1);
    noticed("tenhou", &good, draw, &draw.replacen(part, &changed, 1));
}

/// A hand without an ending, in the middle of a game and at its end.
#[test]
fn hands_without_an_ending_are_noticed() {
    let good = text("mjai", &played("tenhou", 21, usize::MAX));
    assert_eq!(verified("mjai", good.as_str()).mismatches, 0);
    let ends = |line: &&str| !line.contains("\"hora\"") && !line.contains("\"ryukyoku\"");
    let without: Vec<&str> = good.lines().filter(ends).collect();
    let report = verified("mjai", without.join("\n"));
    assert!(report.problems[0].expected.contains("`hora` or `ryukyoku`"), "{:?}", report.problems);
    let without = without.join("\n").replace("{\"type\":\"end_kyoku\"}\n", "");
    assert!(verified("mjai", without).mismatches > 0);
    // Only the last result is missing, and the settlement follows.
    let last = good.lines().rfind(|l| !ends(l)).expect("a result");
    let without = good.replacen(&format!("{last}\n"), "", 1);
    assert!(verified("mjai", without).mismatches > 0);
}

#[test]
fn changes_of_mjai_are_noticed() {
    let good = text("mjai", &played("tenhou", 21, usize::MAX));
    let hora = between(&good, "{\"type\":\"hora\"", "}").to_owned();
    let won = between(&hora, "\"pai\":", ",");
    for tile in ["\"P\"", "\"1m\"", "\"5sr\"", "\"what\"", "5", "[]"] {
        noticed("mjai", &good, &hora, &hora.replacen(won, &format!("\"pai\":{tile},"), 1));
    }
    let untold = good.replacen(&hora, &hora.replacen(won, "", 1), 1);
    assert_eq!(verified("mjai", untold).mismatches, 0);
    for (key, value) in [
        ("fan", "9"),
        ("fu", "110"),
        ("fu", "21"),
        ("fu", "31"),
        ("hora_points", "1"),
        ("actor", "7"),
        ("target", "9"),
    ] {
        let start = format!("\"{key}\":");
        let at = hora.find(&start).unwrap_or_else(|| panic!("no {key} in {hora}"));
        let old: String = hora[at..].chars().take_while(|c| *c != ',').collect();
        let changed = hora.replacen(&old, &format!("{start}{value}"), 1);
        noticed("mjai", &good, &hora, &changed);
    }
    let end = "{\"type\":\"end_kyoku\"}\n";
    noticed("mjai", &good, end, &end.repeat(2));
    let end = good.lines().last().expect("the end of the game");
    noticed("mjai", &good, end, &format!("{end}\n{end}"));
    let tenpais = between(&good, "\"tenpais\":", "]");
    for other in ["[true]", "[1,0,0,0]", "\"x\""] {
        noticed("mjai", &good, tenpais, &format!("\"tenpais\":{other}"));
    }
    let draw = between(&good, "{\"type\":\"tsumo\"", "}");
    let tile = between(draw, "\"pai\":\"", "\"");
    let report = verified("mjai", good.replacen(draw, &draw.replacen(tile, "\"pai\":\"?\"", 1), 1));
    assert!(report.mismatches > 0, "a tile hidden in a log that shows all went unnoticed");
    let lines: Vec<&str> = good.lines().collect();
    let kept = lines.windows(2).find(|pair| {
        let face = |line: &str| line.split("\"pai\":").nth(1).map(|l| l[..4].to_owned());
        pair[0].contains("\"tsumo\"") && face(pair[0]) != face(pair[1]) && pair[1].contains("false")
    });
    let kept = kept.expect("a discard from the hand")[1];
    noticed("mjai", &good, kept, &kept.replace("false", "true"));
    noticed("mjai", &good, "{\"type\":\"reach_accepted\"", "{\"type\":\"dahai_accepted\"");
    noticed("mjai", &good, "\"honba\":0", "\"honba\":1");
    let line = good.lines().find(|l| l.contains("\"tsumo\"")).expect("a draw").to_owned() + "\n";
    noticed("mjai", &good, &line, "");
}

/// A tile drawn from nowhere: the wall that the seed gives has another.
#[test]
fn a_draw_that_is_not_in_the_wall_is_noticed() {
    use base64::Engine as _;
    let seed = base64::engine::general_purpose::STANDARD.encode([9u8; 2496]);
    let seed = format!("mt19937ar-sha512-n288-base64,{seed}");
    let good = text("tenhou", &played("tenhou", 3, 60));
    let changed = good.replacen("seed=\"\"", &format!("seed=\"{seed}\""), 1);
    let report = verified("tenhou", changed);
    assert!(report.problems.iter().any(|p| p.expected.contains("of the wall")));
    assert_eq!(report.counts.get("walls rebuilt"), None);
}

#[test]
fn changes_of_tenhous_json_are_noticed() {
    let good = text("tenhou6", &played("tenhou", 21, usize::MAX));
    let report = verified("tenhou6", good.as_str());
    assert_eq!((report.mismatches, report.skipped.len()), (0, 0));
    let wrong = |from: &str, to: &str| {
        assert!(good.contains(from), "nothing to change: {from}");
        let report = verified("tenhou6", good.replacen(from, to, 1));
        assert!(report.mismatches > 0, "{from} -> {to} went unnoticed");
    };
    let settlement = between(&good, "\"sc\":", "]");
    for other in ["\"none\"", "[]", "[1,2,3]", "[1,2,3,4,5,6,7,\"8\"]", "[1e30,0,0,0,0,0,0,0]"] {
        wrong(settlement, &format!("\"sc\":{other}"));
    }
    wrong("飜)\",\"", "飜)\",\"擬");
    wrong("\"name\":[", "\"name\":{},\"names\":[");
    wrong("\"rule\":{", "\"rule\":5,\"rules\":{");
    // A win: changes of the scores, then winner, loser, who is responsible, value.
    let win = between(&good, "[\"和了\",", "点");
    let (changes, details) = win.split_once("],[").expect("a win");
    let parts: Vec<&str> = details.splitn(4, ',').collect();
    for pao in ["4", "256", "-1", "1.5", "null", "\"x\""] {
        let changed = [parts[0], parts[1], pao, parts[3]].join(",");
        wrong(win, &format!("{changes}],[{changed}"));
    }
    wrong(&format!("],[{details}"), &format!("],[{},{},{},5,\"", parts[0], parts[1], parts[2]));
    // The changes no longer add up, or the winner gains nothing.
    let first = changes.rfind('[').expect("changes");
    for deltas in ["100,0,0,0", "0,0,0,0"] {
        wrong(win, &format!("{}[{deltas}],[{details}", &changes[..first]));
    }
    // More indicators than kans turned up.
    let head = between(&good, "\"log\":[[[0,0,0],[25000,25000,25000,25000],[", "]");
    let more = head.replacen(
        ",[25000,25000,25000,25000],[",
        ",[25000,25000,25000,25000],[11,12,13,14,",
        1,
    );
    wrong(head, &more);
}

/// A translated name that is not known: the han are compared, the rest is said
/// to be left out.
#[test]
fn yaku_of_unknown_names_are_said_to_be_left_out() {
    let good = text("tenhou6", &played("tenhou", 21, usize::MAX));
    let win = good.find("点\",\"").expect("a win");
    let name = between(&good[win..], "\",\"", "(");
    let changed = good.replacen(name, "\",\"Some Yaku(", 1);
    let report = verified("tenhou6", changed);
    assert_eq!(report.problems, []);
    assert_eq!(report.skipped.len(), 1);
    assert!(report.skipped[0].reason.contains("Some Yaku"), "{}", report.skipped[0].reason);
}

#[test]
fn a_game_of_tenhou_without_its_settlement_is_said_to_be_so() {
    let good = text("tenhou", &played("tenhou", 21, usize::MAX));
    let report = verified("tenhou", good.replacen(between(&good, " owari=\"", "\""), "", 1));
    assert_eq!((report.games, report.mismatches), (1, 0));
    assert_eq!(report.skipped.len(), 1);
    assert!(report.skipped[0].reason.contains("settlement"));
}

/// Fu may be recorded before rounding, but then they are the ones counted.
#[test]
fn fu_before_rounding_are_the_ones_counted() {
    let (mut wins, mut exact, mut before) = (0, 0, 0);
    for number in 20..24 {
        let good = text("mjai", &played("tenhou", number, usize::MAX));
        for hora in good.lines().filter(|l| l.contains("\"hora\"")) {
            let part = between(hora, "\"fu\":", ",");
            let fu: u16 = part[5..part.len() - 1].parse().expect("a number");
            if fu == 25 || hora.contains("\"fan\":13") {
                continue;
            }
            let passes = |fu: &u16| {
                let told = hora.replacen(part, &format!("\"fu\":{fu},"), 1);
                verified("mjai", good.replacen(hora, &told, 1)).mismatches == 0
            };
            let pass: Vec<u16> = (fu - 9..=fu).filter(passes).collect();
            assert!(pass.contains(&fu) && pass.iter().all(|fu| fu % 2 == 0), "{pass:?} in {hora}");
            wins += 1;
            exact += usize::from(pass.len() <= 2);
            before += usize::from(pass.len() > 1);
        }
    }
    // A few hands can be counted in more than one way.
    assert!(before * 2 >= wins, "{before} of {wins} told before rounding");
    assert!(wins > 10 && exact * 10 >= wins * 8, "{exact} of {wins}");
}

/// Tenhou's bonus for places was not always today's, and its logs do not name
/// it: the usual ones are recognised, anything else is a mismatch.
#[test]
fn other_place_bonuses_are_recognised() {
    let good = text("tenhou", &played("tenhou", 21, usize::MAX));
    let owari = between(&good, " owari=\"", "\"").to_owned();
    let numbers: Vec<f64> = owari[8..owari.len() - 1]
        .split(',')
        .map(|number| number.parse().expect("a number"))
        .collect();
    let mut seats = [0, 1, 2, 3];
    seats.sort_by(|a, b| numbers[2 * b].total_cmp(&numbers[2 * a]));
    let with = |more: [f64; 4]| {
        let mut numbers = numbers.clone();
        for (seat, more) in seats.iter().zip(more) {
            numbers[2 * seat + 1] += more;
        }
        let numbers: Vec<String> = numbers.iter().map(f64::to_string).collect();
        good.replacen(&owari, &format!(" owari=\"{}\"", numbers.join(",")), 1)
    };
    let report = verified("tenhou", with([10.0, 0.0, 0.0, -10.0]));
    assert_eq!((report.games, report.mismatches), (1, 0), "{:?}", report.problems);
    assert_eq!(report.counts.get("games with the place bonus 30/10/-10/-30"), Some(&1));
    assert_eq!(verified("tenhou", with([0.0; 4])).counts.len() + 1, report.counts.len());
    let odd = verified("tenhou", with([3.0, 0.0, 0.0, -3.0]));
    assert_eq!(odd.mismatches, 1, "{:?}", odd.problems);
}

/// What can be followed of a file whose result contradicts itself: all that
/// was played, with the place of the contradiction.
#[test]
fn a_game_whose_payments_do_not_add_up_is_followed_as_far_as_it_goes() {
    let good = text("tenhou6", &played("tenhou", 21, usize::MAX));
    let whole = partly("tenhou6", good.clone()).expect("a game");
    assert_eq!((whole[0].stops.as_ref(), whole.len()), (None, 1));
    let win = between(&good, "[\"和了\",", "点");
    let (changes, details) = win.split_once("],[").expect("a win");
    let first = changes.rfind('[').expect("changes");
    for deltas in ["100,0,0,0", "0,0,0,0"] {
        let bad = good.replacen(win, &format!("{}[{deltas}],[{details}", &changes[..first]), 1);
        let read = partly("tenhou6", bad).expect("a part");
        let stops = read[0].stops.as_ref().expect("it stops");
        assert!(stops.place.contains("entry 17"), "{stops}");
        let (part, all) = (&read[0].record.moves, &whole[0].record.moves);
        assert!(part.len() > 10 && part.len() < all.len(), "{} of {}", part.len(), all.len());
        assert_eq!(part[..], all[..part.len()]);
        assert_eq!(read[0].record.scores, None);
        assert!(read[0].record.replay().is_ok());
    }
    // In the XML the points of a result are wrong: the hand itself is there.
    let good = text("tenhou", &played("tenhou", 21, usize::MAX));
    let ten = between(&good, " ten=\"", "\"");
    let win = &good[good.find("<AGARI").expect("a win")..];
    let told = between(win, " ten=\"", "\"");
    assert_ne!(ten, "");
    let bad = good.replacen(told, " ten=\"30,123,0\"", 1);
    let read = partly("tenhou", bad).expect("a part");
    let stops = read[0].stops.as_ref().expect("it stops");
    assert!(stops.place.starts_with("hand "), "{stops}");
    assert!(!read[0].record.moves.is_empty());
    // Where nothing can be followed the file is refused as before.
    assert!(partly("tenhou", "<mjloggm ver=\"2.3\"></mjloggm>".into()).is_err());
}
