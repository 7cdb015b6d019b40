//! Riichi, furiten, kuikae, and the yaku of first and last tiles.

use crate::table::{Layout, Play, standing};
use fuda_core::Seat;
use fuda_mahjong::Standing;

const READY: &str = "123m456p789s11z45m";
const QUIET: &str = "2468m2468p2468s7z";

fn names(play: &Play) -> Vec<&'static str> {
    play.result().wins[0].yaku.iter().map(|(yaku, _)| yaku.name()).collect()
}

fn ready(draws: &'static str) -> Layout<'static> {
    Layout { hands: [READY, "", "", ""], draws, ..Layout::default() }
}

#[test]
fn riichi_needs_tenpai() {
    let far = Layout { hands: ["147m258p369s1234z", "", "", ""], ..Layout::default() }.play();
    assert!(!far.menu(0).iter().any(|mv| mv.starts_with("riichi")));
    // Only discards that leave tenpai may declare.
    let near = ready("9p").play();
    let declared: Vec<String> =
        near.menu(0).into_iter().filter(|mv| mv.starts_with("riichi")).collect();
    assert_eq!(declared, ["riichi-9p_"]);
}

#[test]
fn riichi_needs_a_closed_hand_but_a_concealed_kan_keeps_it_closed() {
    let mut open = Layout {
        hands: ["9m", "123m456p78s11z55z9m", "", ""],
        draws: "5z2z3z4z",
        ..Layout::default()
    }
    .play();
    open.go("0:5z_ 1:pon-55z 1:9m 2:* 3:* 0:*").pass();
    assert!(!open.menu(1).iter().any(|mv| mv.starts_with("riichi")));
    let mut kan = Layout {
        hands: ["1111m234567p45s9s", "", "", ""],
        draws: "9s",
        replacements: "7z",
        ..Layout::default()
    }
    .play();
    kan.go("0:ankan-1m");
    assert!(kan.may(0, "riichi-7z_"), "{:?}", kan.menu(0));
}

#[test]
fn riichi_needs_four_live_tiles_and_a_thousand_points() {
    // Without calls seat 1 acts when 4 live tiles are left, seat 2 when 3 are.
    for (left, seat, allowed) in [(4, 1, true), (3, 2, false)] {
        let mut hands = [""; 4];
        hands[usize::from(seat)] = READY;
        let mut play = Layout { hands, ..Layout::default() }.play();
        play.drain(left);
        assert_eq!(fuda_core::Position::turn(&play.0), fuda_core::Turn::Seat(Seat(seat)));
        assert!(!play.0.waits(Seat(seat)).is_empty());
        let may = play.menu(seat).iter().any(|mv| mv.starts_with("riichi"));
        assert_eq!(may, allowed, "{left} left");
    }
    for (score, allowed) in [(1_000, true), (900, false)] {
        let scores = [score, 33_000, 33_000, 100_000 - 66_000 - score];
        let poor =
            Layout { standing: Some(Standing { scores, ..standing(0, 0, 0) }), ..ready("9p") }
                .play();
        assert_eq!(poor.may(0, "riichi-9p_"), allowed, "{score}");
    }
}

#[test]
fn the_stick_is_paid_only_when_the_discard_passes() {
    let mut passes = ready("9p").play();
    passes.go("0:riichi-9p_").pass();
    assert_eq!(passes.0.standing().scores[0], 24_000);
    assert_eq!(passes.0.standing().sticks, 1);
    let mut ronned =
        Layout { hands: [READY, "234m234p23478s55s", "", ""], draws: "9s", ..Layout::default() }
            .play();
    ronned.go("0:riichi-9s_ 1:ron");
    let result = ronned.result();
    assert_eq!(result.before.scores, [25_000; 4]);
    assert_eq!(result.before.sticks, 0);
    assert_eq!(result.deltas[0], -result.deltas[1]);
}

#[test]
fn after_riichi_only_the_drawn_tile_may_be_discarded() {
    let mut play = ready("9p2z3z4z5z").play();
    play.go("0:riichi-9p_ 1:* 2:* 3:*").pass();
    assert_eq!(play.menu(0), ["5z_"]);
}

#[test]
fn ippatsu_lasts_one_go_around_and_ends_with_a_call() {
    let mut within = ready("9p2z3z4z3m").play();
    within.go("0:riichi-9p_ 1:* 2:* 3:* 0:tsumo");
    assert!(names(&within).contains(&"ippatsu"));
    let mut late = ready("9p2z3z4z5z2z3z4z3m").play();
    late.go("0:riichi-9p_ 1:* 2:* 3:* 0:* 1:* 2:* 3:* 0:tsumo");
    assert!(!names(&late).contains(&"ippatsu"));
    let mut called = Layout {
        hands: [READY, "", "", "33z2468m2468p246s"],
        draws: "9p2z3z4z3m3m3m",
        ..Layout::default()
    }
    .play();
    called.go("0:riichi-9p_ 1:* 2:3z_ 3:pon-33z 3:2m 0:*");
    assert!(!called.0.table().seats[0].ippatsu);
}

#[test]
fn riichi_at_the_first_discard_is_double_unless_somebody_called() {
    let mut double = ready("9p2z3z4z3m").play();
    double.go("0:riichi-9p_ 1:* 2:* 3:* 0:tsumo");
    assert!(names(&double).contains(&"double riichi"));
    let mut second = ready("9p2z3z4z5z2z3z4z3m").play();
    second.go("0:9p_ 1:* 2:* 3:* 0:riichi-5z_ 1:* 2:* 3:* 0:tsumo");
    assert!(names(&second).contains(&"riichi"));
}

#[test]
fn own_discards_among_the_waits_bar_from_ron_even_when_called_away() {
    let hands = [READY, "33m2468p2468s777z", QUIET, ""];
    let mut play = Layout { hands, draws: "3m2z9p4z4z", ..Layout::default() }.play();
    play.go("0:3m_").pass();
    assert!(play.0.is_furiten(Seat(0)));
    let mut called = Layout { hands, draws: "3m2z9p4z4z4z", ..Layout::default() }.play();
    called.go("0:3m_ 1:pon-33m 1:2p").pass();
    assert!(called.0.is_furiten(Seat(0)));
}

#[test]
fn a_win_passed_up_bars_until_the_next_draw() {
    // All simples, so that there is a yaku: waits 3m and 6m.
    let hands = ["234p567p345s88s45m", "", "", ""];
    let mut play = Layout { hands, draws: "9p3m6m2z2z", ..Layout::default() }.play();
    play.go("0:9p_ 1:3m_");
    assert_eq!(play.menu(0), ["ron", "pass"]);
    play.go("0:pass 2:6m_");
    assert!(!play.may(0, "ron"));
    play.pass();
    play.go("3:*").pass();
    assert!(!play.0.is_furiten(Seat(0)));
}

#[test]
fn a_winning_tile_without_yaku_passed_bars_too() {
    // 3m gives no yaku; 6m completes 456 in all suits.
    let hands = ["456p789s456s55z45m", "", "", ""];
    let mut play = Layout { hands, draws: "1z3m6m2z2z", ..Layout::default() }.play();
    play.go("0:1z_ 1:3m_");
    assert!(!play.may(0, "ron"), "no yaku");
    play.pass();
    assert!(play.0.is_furiten(Seat(0)));
    play.go("2:6m_");
    assert!(!play.may(0, "ron"));
}

#[test]
fn a_win_passed_up_after_riichi_bars_for_good_but_not_from_tsumo() {
    let mut play = ready("9p3m2z2z5z6m2z2z3m").play();
    play.go("0:riichi-9p_ 1:3m_ 0:pass 2:* 3:* 0:* 1:6m_");
    assert!(!play.may(0, "ron"));
    play.go("2:* 3:*").pass();
    assert!(play.may(0, "tsumo"), "{:?}", play.menu(0));
}

#[test]
fn furiten_of_each_kind_can_be_switched_off() {
    let hands = [READY, "", "", ""];
    let rules = "tenhou+discard-furiten=0";
    let mut play = Layout { hands, draws: "3m", rules, ..Layout::default() }.play();
    play.go("0:3m_").pass();
    assert!(!play.0.is_furiten(Seat(0)));
    let rules = "tenhou+temporary-furiten=off+riichi-furiten=0";
    let mut play = Layout { rules, ..ready("9p3m2z2z5z6m") }.play();
    play.go("0:riichi-9p_ 1:3m_ 0:pass 2:* 3:* 0:* 1:6m_");
    assert!(play.may(0, "ron"));
}

#[test]
fn a_called_tile_and_the_other_end_of_its_run_may_not_be_discarded() {
    let hands = ["3m", "3456m13579p135s7z", "", ""];
    let mut play = Layout { hands, ..Layout::default() }.play();
    play.go("0:3m 1:chi-45m");
    assert!(!play.may(1, "3m") && !play.may(1, "6m") && play.may(1, "1p"));
    let same = Layout { hands, rules: "tenhou+kuikae=not-same", ..Layout::default() };
    let mut play = same.play();
    play.go("0:3m 1:chi-45m");
    assert!(!play.may(1, "3m") && play.may(1, "6m"));
    let all = Layout { hands, rules: "tenhou+kuikae=allowed", ..Layout::default() };
    let mut play = all.play();
    play.go("0:3m 1:chi-45m");
    assert!(play.may(1, "3m") && play.may(1, "6m"));
}

#[test]
fn a_call_that_would_leave_no_discard_is_not_offered() {
    // Seat 1 is down to 3456m when 3m comes: chi with 45m leaves 3m and 6m.
    let hands = ["1p2s3z3m", "3456m11p22s33z77z5z", "", ""];
    let script = "0:1p 1:pon-11p 1:5z 2:* 3:* 0:2s 1:pon-22s 1:7z 2:* 3:* 0:3z 1:pon-33z 1:7z \
                  2:* 3:* 0:3m";
    let layout = Layout { hands, draws: "9s9s9s9s8s8s8s8s1z1z1z1z", ..Layout::default() };
    let mut play = layout.play();
    play.go(script);
    assert!(!play.may(1, "chi-45m"));
    let mut play = Layout { rules: "tenhou+kuikae=not-same", ..layout }.play();
    play.go(script);
    assert!(play.may(1, "chi-45m"));
}

#[test]
fn red_fives_are_tiles_of_their_own() {
    let hands = ["5m", "05m46m13579p135s", "", ""];
    let mut play = Layout { hands, draws: "5p", ..Layout::default() }.play();
    assert!(play.may(0, "5p_"));
    play.go("0:5m");
    let menu = play.menu(1);
    assert!(menu.contains(&"pon-05m".to_owned()) && menu.contains(&"chi-46m".to_owned()));
    assert!(!menu.contains(&"pon-55m".to_owned()));
    let hands = ["5m", "055m13579p13579s", "", ""];
    let mut play = Layout { hands, ..Layout::default() }.play();
    play.go("0:5m");
    assert_eq!(play.menu(1), ["daiminkan-5m", "pon-55m", "pon-05m", "pass"]);
    let hands = ["4m", "0556m1357p13579s", "", ""];
    let mut play = Layout { hands, ..Layout::default() }.play();
    play.go("0:4m");
    assert_eq!(play.menu(1), ["chi-56m", "chi-06m", "pass"]);
}

#[test]
fn a_hand_with_nothing_but_dora_does_not_win() {
    // A closed wait without riichi: no yaku, though red five and dora are there.
    let hands = ["406p123s777s99s46m", "", "", ""];
    let layout = Layout { hands, draws: "1z5m", indicators: "4m", ..Layout::default() };
    let mut play = layout.play();
    play.go("0:1z_ 1:5m_");
    assert!(!play.may(0, "ron"));
}

#[test]
fn the_last_tile_counts_exactly_when_it_is_the_last() {
    // Without calls seat 1 draws the last tile and seat 0 the one before.
    let hand = "234p567p345s88s45m";
    let mut last = Layout { hands: ["", hand, "", ""], last: "6m", ..Layout::default() }.play();
    last.drain(0).go("1:tsumo");
    assert!(names(&last).contains(&"haitei"));
    let mut other = Layout { hands: [hand, "", "", ""], last: "9m6m", ..Layout::default() }.play();
    other.drain(1).go("0:tsumo");
    assert!(!names(&other).contains(&"haitei"));
    // What seat 2 lets go on the way there must not bar it.
    let rules = "tenhou+discard-furiten=0+temporary-furiten=off";
    let hands = ["", "", hand, ""];
    let mut ron = Layout { hands, last: "6m", rules, ..Layout::default() }.play();
    ron.drain(0).go("1:6m_ 2:ron");
    assert!(names(&ron).contains(&"houtei"));
    let mut before = Layout { hands, last: "9m6m", rules, ..Layout::default() }.play();
    before.drain(1).go("0:6m_ 2:ron");
    assert!(!names(&before).contains(&"houtei"));
}

#[test]
fn a_wait_for_ones_own_melded_tiles_is_no_tenpai_unless_the_rules_say_so() {
    // A kan of 8m, and 79m waiting for it.
    let layout = Layout {
        hands: ["8888m345m79m678p4z", "", "", ""],
        draws: "4z",
        replacements: "1z",
        ..Layout::default()
    };
    let mut play = layout.play();
    play.go("0:ankan-8m");
    assert!(!play.menu(0).iter().any(|mv| mv.starts_with("riichi-1z")), "{:?}", play.menu(0));
    let mut other = Layout { rules: "tenhou+waits-on-melded=1", ..layout }.play();
    other.go("0:ankan-8m");
    assert!(other.may(0, "riichi-1z_"));
}
