//! Whatever is changed in a good log is noticed.

use crate::games::{played, text, verified};

/// A good game, and one change of it at a time.
fn noticed(name: &str, good: &str, from: &str, to: &str) {
    assert!(good.contains(from), "nothing to change: {from}");
    let changed = good.replacen(from, to, 1);
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
        (" who=\"", "3"),
        (" seed=\"0,0,0", "\" seed=\"4,0,0"),
    ] {
        let part = between(&good, start, "\"");
        let changed = match change.strip_prefix("\" ") {
            Some(rest) => part.replacen("seed=\"0,0,0", rest, 1),
            None => format!("{start}{change}\""),
        };
        if changed != part {
            noticed("tenhou", &good, part, &changed);
        }
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

#[test]
fn changes_of_mjai_are_noticed() {
    let good = text("mjai", &played("tenhou", 21, usize::MAX));
    let hora = between(&good, "{\"type\":\"hora\"", "}").to_owned();
    for (key, value) in
        [("fan", "9"), ("fu", "110"), ("hora_points", "1"), ("actor", "7"), ("target", "9")]
    {
        let start = format!("\"{key}\":");
        let at = hora.find(&start).unwrap_or_else(|| panic!("no {key} in {hora}"));
        let old: String = hora[at..].chars().take_while(|c| *c != ',').collect();
        let changed = hora.replacen(&old, &format!("{start}{value}"), 1);
        noticed("mjai", &good, &hora, &changed);
    }
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
