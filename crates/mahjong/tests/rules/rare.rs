//! Rules few tables play: they are off in Tenhou's set and on by an option.

use crate::table::{Layout, Play};

/// Seat 0 feeds seat 1 four kans; the last replacement completes the hand.
fn four_kans(rules: &str) -> Play {
    let mut play = Layout {
        hands: ["1m2m3p4p", "111m222m333p444p5s", "", ""],
        draws: "9p9m9m9p8m8m8p7m7m7p",
        replacements: "1z2z3z5s",
        rules,
        ..Layout::default()
    }
    .play();
    play.go("0:1m 1:daiminkan-1m 1:1z_ 2:* 3:* 0:2m 1:daiminkan-2m 1:2z_ 2:* 3:*")
        .go("0:3p 1:daiminkan-3p 1:3z_ 2:* 3:* 0:4p 1:daiminkan-4p 1:tsumo");
    play
}

#[test]
fn whoever_feeds_the_fourth_kan_answers_for_it_where_the_rule_is_on() {
    let play = four_kans("tenhou+pao-kans=1");
    assert_eq!(play.result().wins[0].yaku[0].0.name(), "suukantsu");
    assert_eq!(play.result().wins[0].pao, Some(0));
    assert_eq!(play.result().deltas, [-32_000, 32_000, 0, 0]);
    let play = four_kans("tenhou");
    assert_eq!(play.result().wins[0].pao, None);
    assert_eq!(play.result().deltas, [-16_000, 32_000, -8_000, -8_000]);
}

/// Seat 2 wins from seat 1's first discard, before its own first draw.
/// Seat 0 could call the dragon that seat 1 also holds.
fn before_the_first_draw(rules: &str, script: &str) -> Play {
    let mut play = Layout {
        hands: ["55z1s", "4m5z", "23m456789p234s44z", ""],
        draws: "9s9m9m9m",
        indicators: "6z",
        rules,
        ..Layout::default()
    }
    .play();
    play.go(script);
    play
}

fn names(play: &Play) -> Vec<&'static str> {
    play.result().wins[0].yaku.iter().map(|(yaku, _)| yaku.name()).collect()
}

#[test]
fn a_win_before_the_first_draw_is_what_the_rules_say() {
    let script = "0:9s_ 1:4m 2:ron";
    let plain = before_the_first_draw("tenhou", script);
    assert_eq!(names(&plain), ["pinfu"]);
    assert_eq!(plain.result().deltas, [0, -1_000, 1_000, 0]);
    let mangan = before_the_first_draw("tenhou+renhou=mangan", script);
    assert!(names(&mangan).contains(&"renhou"));
    assert_eq!(mangan.result().deltas, [0, -8_000, 8_000, 0]);
    let yakuman = before_the_first_draw("tenhou+renhou=yakuman", script);
    assert_eq!(names(&yakuman), ["renhou"]);
    assert_eq!(yakuman.result().deltas, [0, -32_000, 32_000, 0]);
}

#[test]
fn a_call_in_between_takes_the_chance_away() {
    let script = "0:9s_ 1:5z 0:pon-55z 0:1s 1:4m 2:ron";
    let play = before_the_first_draw("tenhou+renhou=mangan", script);
    assert_eq!(names(&play), ["pinfu"]);
}
