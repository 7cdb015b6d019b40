//! Kans: when they may be declared, when dora are turned, robbing them.

use crate::table::Layout;
use fuda_mahjong::game::Ending;

const QUIET: &str = "24568m24568p246s";

#[test]
fn a_concealed_kan_turns_its_dora_before_the_replacement_is_seen() {
    let mut play = Layout {
        hands: ["1111m234567p99s1z", "", "", ""],
        draws: "5z",
        indicators: "1p2p",
        replacements: "6z",
        ..Layout::default()
    }
    .play();
    assert_eq!(play.indicators(), 1);
    play.go("0:ankan-1m");
    assert_eq!(play.indicators(), 2);
    assert_eq!(play.0.drawn().unwrap().to_string(), "6z");
}

#[test]
fn an_open_kan_turns_its_dora_just_before_the_discard() {
    let mut play = Layout {
        hands: ["2z", "222z13579m13579p", "", ""],
        replacements: "6z",
        ..Layout::default()
    }
    .play();
    play.go("0:2z 1:daiminkan-2z");
    assert_eq!(play.indicators(), 1);
    assert!(play.may(1, "6z_"));
    play.go("1:6z_");
    assert_eq!(play.indicators(), 2);
}

#[test]
fn a_win_on_the_replacement_after_an_open_kan_sees_no_new_dora() {
    // The second indicator would make 5p dora.
    let mut play = Layout {
        hands: ["2z", "222z345m34566p78s", "", ""],
        replacements: "9s",
        indicators: "1z4p",
        rules: "tenhou",
        ..Layout::default()
    }
    .play();
    play.go("0:2z 1:daiminkan-2z 1:tsumo");
    let result = play.result();
    assert_eq!(result.ending, Ending::Win);
    assert_eq!(result.indicators.len(), 1);
    let names: Vec<&str> = result.wins[0].yaku.iter().map(|(yaku, _)| yaku.name()).collect();
    assert!(names.contains(&"rinshan"), "{names:?}");
}

#[test]
fn the_dora_of_an_added_kan_is_turned_by_the_next_kan() {
    let mut play = Layout {
        hands: ["7z", "77z1111m34567p46s", "", ""],
        draws: "1z1z1z1z7z",
        replacements: "6z6z",
        ..Layout::default()
    }
    .play();
    play.go("0:7z 1:pon-77z 1:4s 2:* 3:* 0:* 1:kakan-7z");
    assert_eq!(play.indicators(), 1);
    play.go("1:ankan-1m");
    assert_eq!(play.indicators(), 3);
}

fn robbed(rules: &str) -> crate::table::Play {
    // Seat 1 pons 6p and adds the fourth; seat 2 waits for it.
    Layout {
        hands: ["6p", "66p13579m1357s22z", "45p234567m22s789s", ""],
        draws: "1z1z1z1z6p",
        rules,
        ..Layout::default()
    }
    .play()
}

#[test]
fn an_added_kan_can_be_robbed_and_then_turns_nothing() {
    let mut play = robbed("tenhou");
    play.go("0:6p 1:pon-66p 1:2z 2:* 3:* 0:* 1:kakan-6p");
    assert_eq!(play.menu(2), ["ron", "pass"]);
    assert_eq!(play.indicators(), 1);
    play.go("2:ron");
    let result = play.result();
    assert_eq!(result.indicators.len(), 1);
    let names: Vec<&str> = result.wins[0].yaku.iter().map(|(yaku, _)| yaku.name()).collect();
    assert!(names.contains(&"chankan"), "{names:?}");
    assert_eq!(result.wins[0].from, 1);
}

#[test]
fn letting_a_robbable_kan_go_is_furiten_until_the_next_draw() {
    let mut play = robbed("tenhou");
    play.go("0:6p 1:pon-66p 1:2z 2:* 3:* 0:* 1:kakan-6p 2:pass");
    assert!(play.0.is_furiten(fuda_core::Seat(2)));
    play.go("1:1m 2:*");
    assert!(!play.0.is_furiten(fuda_core::Seat(2)));
}

fn orphans(rules: &str) -> crate::table::Play {
    Layout {
        hands: ["1111m345678p99s5s", "99m19p19s1234567z", QUIET, ""],
        draws: "8s",
        rules,
        ..Layout::default()
    }
    .play()
}

#[test]
fn thirteen_orphans_cannot_rob_a_concealed_kan() {
    let mut play = orphans("tenhou");
    play.go("0:ankan-1m");
    assert!(play.menu(1).is_empty());
    assert_eq!(play.0.drawn().map(|_| ()), Some(()));
}

#[test]
fn unless_the_rules_let_them() {
    let mut play = orphans("tenhou+orphans-rob-concealed=1");
    play.go("0:ankan-1m");
    assert_eq!(play.menu(1), ["ron", "pass"]);
    play.go("1:ron");
    assert_eq!(play.result().wins[0].yakuman, 1);
    assert_eq!(play.result().indicators.len(), 1);
}

#[test]
fn there_is_no_fifth_kan_and_four_by_two_players_abort() {
    let mut play = Layout {
        hands: ["111122223333m4m", "1111222233334s", "", ""],
        draws: "4m9p",
        replacements: "4m5p4m7p",
        rules: "tenhou+four-kans=0",
        ..Layout::default()
    }
    .play();
    play.go("0:ankan-1m 0:ankan-2m 0:ankan-3m 0:4m");
    play.pass();
    play.go("1:ankan-1s");
    assert!(!play.menu(1).iter().any(|mv| mv.contains("kan")), "{:?}", play.menu(1));

    let mut play = Layout {
        hands: ["111122223333m4m", "1111222233334s", "", ""],
        draws: "4m9p",
        replacements: "4m5p4m7p",
        ..Layout::default()
    }
    .play();
    play.go("0:ankan-1m 0:ankan-2m 0:ankan-3m 0:4m 1:ankan-1s 1:4s").pass();
    let result = play.result();
    assert_eq!(result.ending, Ending::FourKans);
    assert_eq!((play.0.standing().round, play.0.standing().honba), (0, 1));
}

#[test]
fn four_kans_of_one_player_go_on_without_a_fifth() {
    let mut play = Layout {
        hands: ["1111222233334m", "0555s56789m1357p", "", ""],
        draws: "4m9p9p9p9p",
        replacements: "4m4m5p7p",
        ..Layout::default()
    }
    .play();
    play.go("0:ankan-1m 0:ankan-2m 0:ankan-3m 0:ankan-4m 0:7p_").pass();
    assert!(play.0.last_result().is_none());
    play.go("1:*");
    assert!(!play.menu(1).iter().any(|mv| mv.contains("kan")));
}

#[test]
fn no_chi_pon_or_kan_on_the_last_discard_and_no_kan_on_the_last_draw() {
    let mut play = Layout::default().play();
    play.drain(0);
    let fuda_core::Turn::Seat(seat) = fuda_core::Position::turn(&play.0) else { panic!() };
    assert!(!play.menu(seat.0).iter().any(|mv| mv.contains("kan")));
    play.go(&format!("{seat}:*"));
    assert_eq!(play.result().ending, Ending::Exhausted);
}

#[test]
fn a_kan_tile_cannot_be_called_by_chi() {
    let mut play = Layout {
        hands: ["7p", "77p13579m1357s22z", "68p13579m1357s24z", ""],
        draws: "1z1z1z1z7p",
        ..Layout::default()
    }
    .play();
    play.go("0:7p 1:pon-77p 1:2z 2:* 3:* 0:* 1:kakan-7p");
    assert_eq!(fuda_core::Position::turn(&play.0), fuda_core::Turn::Seat(fuda_core::Seat(1)));
}

#[test]
fn riichi_allows_only_kans_that_keep_the_waits() {
    // 111m 23m: the kan of 1m would change nothing; 2223m would.
    let layout = |draw: &'static str| Layout {
        hands: [draw, "", "", ""],
        draws: "9p1z1z1z",
        ..Layout::default()
    };
    let mut keeps = Layout { draws: "9p2z3z4z1m", ..layout("111m234567p99s45s") }.play();
    keeps.go("0:riichi-9p_ 1:* 2:* 3:*").pass();
    assert!(keeps.may(0, "ankan-1m"), "{:?}", keeps.menu(0));
    assert_eq!(keeps.menu(0), ["ankan-1m", "1m_"]);
    let mut changes = Layout { draws: "9p2z3z4z2m", ..layout("2223m234567p999s") }.play();
    changes.go("0:riichi-9p_ 1:* 2:* 3:*").pass();
    assert_eq!(changes.menu(0), ["2m_"]);
}
