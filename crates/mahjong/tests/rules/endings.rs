//! How hands and games end: payments, repeats, counters, the end of the game.

use crate::table::{Layout, Play, standing};
use fuda_core::{Game, Position, Turn};
use fuda_mahjong::game::Ending;
use fuda_mahjong::{Deal, Mahjong, Standing};

/// Waits for 3m and 6m with all simples.
const SIMPLE: &str = "234p567p345s88s45m";
/// The same waits without a tile in common.
const OTHER: &str = "678p234s678s55s45m";
const THIRD: &str = "345p678s22p777m45m";

fn after(play: &Play) -> (u8, u8, u8) {
    let standing = play.0.standing();
    (standing.round, standing.honba, standing.sticks)
}

#[test]
fn of_two_rons_only_the_first_in_turn_order_takes_counters_and_sticks() {
    let layout = Layout {
        hands: ["6m", SIMPLE, "", OTHER],
        standing: Some(standing(0, 2, 3)),
        ..Layout::default()
    };
    let mut play = layout.play();
    play.go("0:6m 1:ron 3:ron");
    let result = play.result();
    assert_eq!(result.wins.len(), 2);
    let [first, second] = [result.wins[0], result.wins[1]];
    assert_eq!((first.seat, second.seat), (1, 3));
    assert_eq!(first.deltas[1], first.points as i32 + 600 + 3_000);
    assert_eq!(second.deltas[3], second.points as i32);
    assert_eq!(first.deltas[0], -(first.points as i32) - 600);
    assert_eq!(after(&play), (1, 0, 0));
    let mut bumped = Layout { rules: "tenhou+multiple-ron=head-bump", ..layout }.play();
    bumped.go("0:6m 3:ron 1:ron");
    assert_eq!(bumped.result().wins.len(), 1);
    assert_eq!(bumped.result().wins[0].seat, 1);
}

#[test]
fn three_rons_abort_and_the_riichi_deposit_is_not_paid() {
    let layout = Layout {
        hands: ["999m111p111s999s6m", SIMPLE, THIRD, OTHER],
        draws: "1z",
        standing: Some(standing(0, 0, 1)),
        ..Layout::default()
    };
    let mut play = layout.play();
    play.go("0:riichi-6m 1:ron 2:ron 3:ron");
    let result = play.result();
    assert_eq!(result.ending, Ending::TripleRon);
    assert_eq!(result.scores, [25_000; 4]);
    assert_eq!(after(&play), (0, 1, 1));
    let mut three = Layout { rules: "tenhou+multiple-ron=triple", ..layout }.play();
    three.go("0:riichi-6m 1:ron 2:ron 3:ron");
    assert_eq!(three.result().wins.len(), 3);
    assert_eq!(three.result().deltas.iter().sum::<i32>(), 1_000);
}

#[test]
fn a_dealer_win_repeats_and_adds_a_counter_and_another_win_clears_them() {
    let mut dealer = Layout {
        hands: [SIMPLE, "6m", "", ""],
        draws: "9m",
        standing: Some(standing(0, 1, 0)),
        ..Layout::default()
    }
    .play();
    dealer.go("0:9m_ 1:6m 0:ron");
    assert_eq!(after(&dealer), (0, 2, 0));
    let mut never = Layout {
        hands: [SIMPLE, "6m", "", ""],
        draws: "9m",
        rules: "tenhou+repeat=never",
        ..Layout::default()
    }
    .play();
    never.go("0:9m_ 1:6m 0:ron");
    assert_eq!(after(&never), (1, 0, 0));
    let mut other = Layout {
        hands: ["6m", SIMPLE, "", ""],
        standing: Some(standing(0, 4, 0)),
        ..Layout::default()
    }
    .play();
    other.go("0:6m 1:ron");
    assert_eq!(after(&other), (1, 0, 0));
}

/// Far from tenpai, tiles that nobody else needs.
const FAR: [&str; 3] = ["1258m369p1269s12z", "1369m258p3469s34z", "147m1479p147s567z"];

#[test]
fn a_drawn_hand_pays_the_tenpai_and_moves_the_deal_unless_the_dealer_is() {
    let mut ready = Layout { hands: [SIMPLE, FAR[0], FAR[1], FAR[2]], ..Layout::default() }.play();
    ready.drain(0).go("1:*").pass();
    let result = ready.result();
    assert_eq!((result.ending, result.tenpai), (Ending::Exhausted, [true, false, false, false]));
    assert_eq!(result.deltas, [3_000, -1_000, -1_000, -1_000]);
    assert_eq!(after(&ready), (0, 1, 0));
    let hands = [FAR[0], SIMPLE, OTHER, FAR[1]];
    let mut moves = Layout { hands, ..Layout::default() }.play();
    moves.drain(0).go("1:*").pass();
    assert_eq!(moves.result().deltas, [-1_500, 1_500, 1_500, -1_500]);
    assert_eq!(after(&moves), (1, 1, 0));
    let mut win_only = Layout {
        hands: [SIMPLE, FAR[0], FAR[1], FAR[2]],
        rules: "tenhou+repeat=win",
        ..Layout::default()
    }
    .play();
    win_only.drain(0).go("1:*").pass();
    assert_eq!(after(&win_only), (1, 1, 0));
}

#[test]
fn nine_terminals_may_abort_at_the_first_draw_only() {
    let hands = ["19m19p19s1z2z3z2468m", "", "", ""];
    let mut play = Layout { hands, draws: "2m3m3m3m4m", ..Layout::default() }.play();
    assert!(play.may(0, "nine-terminals"));
    let mut later = Layout { hands, draws: "2m3m3m3m4m", ..Layout::default() }.play();
    later.go("0:2m_ 1:* 2:* 3:*").pass();
    assert!(!later.may(0, "nine-terminals"));
    play.go("0:nine-terminals");
    assert_eq!(play.result().ending, Ending::NineTerminals);
    assert_eq!(after(&play), (0, 1, 0));
    let off = Layout { hands, draws: "2m", rules: "tenhou+nine-terminals=0", ..Layout::default() };
    assert!(!off.play().may(0, "nine-terminals"));
}

#[test]
fn four_equal_winds_abort() {
    let hands = ["4z", "4z", "4z", "4z"];
    let mut play = Layout { hands, ..Layout::default() }.play();
    play.go("0:4z 1:4z 2:4z 3:4z").pass();
    assert_eq!(play.result().ending, Ending::FourWinds);
    let mut off = Layout { hands, rules: "tenhou+four-winds=0", ..Layout::default() }.play();
    off.go("0:4z 1:4z 2:4z 3:4z").pass();
    assert!(off.0.last_result().is_none());
}

#[test]
fn four_riichi_abort_once_the_fourth_is_paid() {
    let hands = ["123456789m1122p", "123406789s3344p", "111222z11555s33z", "789p444z777z66p1m1m"];
    let layout = Layout { hands, draws: "8p8p9p9p", ..Layout::default() };
    let mut play = layout.play();
    play.go("0:riichi-8p_ 1:riichi-8p_ 2:riichi-9p_ 3:riichi-9p_").pass();
    let result = play.result();
    assert_eq!(result.ending, Ending::FourRiichi);
    assert_eq!(result.scores, [24_000; 4]);
    assert_eq!(after(&play), (0, 1, 4));
}

/// Seventy draws of which seat 1's are terminals and honours, all others simples.
fn nagashi_draws() -> String {
    let outside = "1m1m1m1m9m9m9m9m1p1p1p1p9p9p9p9p1s1s";
    let mut outside = outside.as_bytes().chunks(2).map(|t| String::from_utf8_lossy(t));
    let simples = "234678m234678p234678s";
    let simples: Vec<_> = fuda_mahjong::notation::parse(simples).unwrap().to_vec();
    let mut simple = simples.iter().cycle();
    (0..70)
        .map(|number| match number % 4 {
            1 => outside.next().unwrap().into_owned(),
            _ => simple.next().unwrap().to_string(),
        })
        .collect()
}

#[test]
fn nagashi_is_paid_like_a_mangan_and_counts_as_a_draw() {
    let draws = nagashi_draws();
    let mut play = Layout { draws: &draws, ..Layout::default() }.play();
    play.drain(200);
    let result = play.result();
    assert_eq!(result.ending, Ending::Nagashi);
    assert_eq!(result.nagashi, [false, true, false, false]);
    assert_eq!(result.deltas, [-4_000, 8_000, -2_000, -2_000]);
    assert_eq!(play.0.standing().honba, 1);
    let rules = "tenhou+nagashi=0";
    let mut off = Layout { draws: &draws, rules, ..Layout::default() }.play();
    off.drain(200);
    assert_eq!(off.result().ending, Ending::Exhausted);
}

#[test]
fn the_game_ends_below_zero_but_not_at_zero() {
    let lose = |score: i32, rules: &'static str| {
        let scores = [score, 30_000, 30_000, 40_000 - score];
        let mut play = Layout {
            hands: ["6m", SIMPLE, "", ""],
            standing: Some(Standing { scores, ..standing(0, 0, 0) }),
            indicators: "9p",
            rules,
            ..Layout::default()
        }
        .play();
        play.go("0:6m 1:ron");
        (play.0.turn() == Turn::Over, play.result().wins[0].points as i32)
    };
    let (_, points) = lose(25_000, "tenhou");
    assert!(!lose(points, "tenhou").0);
    assert!(lose(points - 100, "tenhou").0);
    assert!(lose(points, "tenhou+bust=at-zero").0);
    assert!(!lose(points - 100, "tenhou+bust=off").0);
}

/// The last hand of a game with these scores, seat 3 dealing, won by `winner`
/// on seat 0's tile.
fn last_hand(round: u8, scores: [i32; 4], winner: u8, rules: &'static str) -> Play {
    let mut hands = [""; 4];
    hands[usize::from(winner)] = SIMPLE;
    hands[0] = "6m";
    let dealer = round % 4;
    let mut play = Layout {
        hands,
        draws: "9m9m9m9m",
        indicators: "9p",
        standing: Some(Standing { scores, ..standing(round, 0, 0) }),
        rules,
        ..Layout::default()
    }
    .play();
    let mut seat = dealer;
    while seat != 0 {
        play.go(&format!("{seat}:*"));
        seat = (seat + 1) % 4;
    }
    play.go(&format!("0:6m {winner}:ron"));
    play
}

#[test]
fn the_first_needs_thirty_thousand_or_the_game_goes_on() {
    let low = last_hand(7, [25_000, 24_000, 26_000, 25_000], 1, "tenhou");
    assert_ne!(low.0.turn(), Turn::Over);
    assert_eq!(after(&low).0, 8);
    let high = last_hand(7, [25_000, 35_000, 15_000, 25_000], 1, "tenhou");
    assert_eq!(high.0.turn(), Turn::Over);
    let east = last_hand(3, [25_000, 24_000, 26_000, 25_000], 1, "tenhou-east");
    assert_eq!(after(&east).0, 4);
    let none = last_hand(7, [25_000, 24_000, 26_000, 25_000], 1, "tenhou+extension=0");
    assert_eq!(none.0.turn(), Turn::Over);
}

#[test]
fn the_extra_round_is_sudden_death_and_stops_after_four_hands() {
    let reached = last_hand(8 + 1, [20_000, 25_000, 29_000, 26_000], 2, "tenhou");
    assert_eq!(reached.0.turn(), Turn::Over);
    let not_yet = last_hand(8 + 1, [25_000, 24_000, 26_000, 25_000], 2, "tenhou");
    assert_eq!(after(&not_yet).0, 10);
    let stop = last_hand(8 + 3, [25_000, 24_000, 26_000, 25_000], 2, "tenhou");
    assert_eq!(stop.0.turn(), Turn::Over);
}

#[test]
fn a_leading_dealer_who_wins_the_last_hand_ends_the_game() {
    let leads = last_hand(7, [20_000, 20_000, 20_000, 40_000], 3, "tenhou");
    assert_eq!(leads.0.turn(), Turn::Over);
    let trails = last_hand(7, [20_000, 50_000, 20_000, 10_000], 3, "tenhou");
    assert_eq!(after(&trails), (7, 1, 0));
    let plays_on = last_hand(7, [20_000, 20_000, 20_000, 40_000], 3, "tenhou+agari-yame=0");
    assert_eq!(after(&plays_on), (7, 1, 0));
    let earlier = last_hand(3, [20_000, 20_000, 20_000, 40_000], 3, "tenhou");
    assert_eq!(after(&earlier), (3, 1, 0));
}

#[test]
fn sticks_left_at_the_end_go_to_the_first() {
    let scores = [20_000, 20_000, 20_000, 38_000];
    let mut play = Layout {
        hands: [FAR[0], FAR[1], FAR[2], "5689m2468p2468s7z"],
        standing: Some(Standing { scores, ..standing(7, 0, 2) }),
        ..Layout::default()
    }
    .play();
    play.drain(200);
    assert_eq!(play.0.turn(), Turn::Over);
    let end = play.0.standing();
    assert_eq!(end.scores.iter().sum::<i32>(), 100_000);
    assert_eq!(end.sticks, 0);
    let points = play.0.scores().unwrap();
    assert!(points.iter().sum::<f64>().abs() < 1e-9);
}

#[test]
fn whoever_feeds_the_third_dragon_answers_for_it() {
    let hands = ["5z6z7z", "55z66z77z234p5588s", "", "6m"];
    let script = "0:5z 1:pon-55z 1:2p 2:* 3:* 0:6z 1:pon-66z 1:3p 2:* 3:* 0:7z 1:pon-77z 1:4p";
    let layout = Layout { hands, draws: "9m9m9m9m1m1m1m1m5s", ..Layout::default() };
    let mut play = layout.play();
    play.go(script).pass();
    assert_eq!(play.0.table().seats[1].pao_dragons, Some(0));
    // Ron from seat 2: seats 0 and 2 share.
    play.go("2:*").pass();
    play.go("3:5s_ 1:ron");
    let result = play.result();
    assert_eq!(result.wins[0].pao, Some(0));
    assert_eq!(result.deltas, [-16_000, 32_000, 0, -16_000]);
}

#[test]
fn a_self_draw_with_pao_is_paid_whole_by_who_answers() {
    let hands = ["5z6z7z", "55z66z77z234p5588s", "", ""];
    let script = "0:5z 1:pon-55z 1:2p 2:* 3:* 0:6z 1:pon-66z 1:3p 2:* 3:* 0:7z 1:pon-77z 1:4p \
                  2:* 3:* 0:*";
    let mut play = Layout {
        hands,
        draws: "9m9m9m9m1m1m1m1m2m2m5s",
        standing: Some(standing(0, 1, 0)),
        ..Layout::default()
    }
    .play();
    play.go(script).pass();
    assert!(play.may(1, "tsumo"), "{:?}", play.menu(1));
    play.go("1:tsumo");
    assert_eq!(play.result().deltas, [-32_300, 32_300, 0, 0]);
}

#[test]
fn one_wall_serves_all_hands_of_the_uct_papers_rules() {
    let game = Mahjong::with_rules("paper-uct").unwrap();
    let mut position = game.start(&Deal::from_seed(3)).unwrap();
    let first: Vec<_> = (0..4).map(|s| *position.hand(fuda_core::Seat(s))).collect();
    let wall = *position.wall();
    let mut rng = fuda_core::Rng::new(fuda_core::Seed(3));
    let mut moves = Vec::new();
    let mut hands = 1;
    while let Some(seat) = position.turn().first() {
        let mv = position.random_move(seat, &mut rng, &mut moves).unwrap();
        let before = position.table().hand_number;
        position.play_unchecked(seat, mv);
        if position.table().hand_number != before {
            hands += 1;
            assert_eq!(*position.wall(), wall);
            let dealer = position.table().dealer();
            let starting = position.hand(fuda_core::Seat((dealer as u8 + 1) % 4));
            assert_eq!(*starting, first[1]);
        }
    }
    assert_eq!(hands, 4);
}

#[test]
fn a_leading_dealer_who_is_tenpai_in_a_drawn_last_hand_ends_the_game() {
    let last = |scores: [i32; 4], rules: &'static str| {
        let mut play = Layout {
            hands: [FAR[0], FAR[1], FAR[2], SIMPLE],
            standing: Some(Standing { scores, ..standing(7, 0, 0) }),
            rules,
            ..Layout::default()
        }
        .play();
        play.drain(200);
        assert!(play.result().tenpai[3]);
        play
    };
    let leads = [20_000, 20_000, 20_000, 40_000];
    assert_eq!(last(leads, "tenhou").0.turn(), Turn::Over);
    assert_eq!(after(&last(leads, "tenhou+tenpai-yame=0")), (7, 1, 0));
    assert_eq!(after(&last([20_000, 45_000, 20_000, 15_000], "tenhou")), (7, 1, 0));
}

#[test]
fn an_abortive_draw_never_ends_the_last_hand() {
    let scores = [20_000, 20_000, 20_000, 40_000];
    let mut play = Layout {
        hands: ["", "", "", "19m19p19s1z2z3z2468m"],
        standing: Some(Standing { scores, ..standing(7, 0, 0) }),
        ..Layout::default()
    }
    .play();
    play.go("3:nine-terminals");
    assert_eq!(after(&play), (7, 1, 0));
}

#[test]
fn the_dealers_first_draw_and_the_others_first_draws_are_yakuman() {
    let complete = "123456789m123p9s";
    let mut dealer =
        Layout { hands: [complete, "", "", ""], draws: "9s", ..Layout::default() }.play();
    dealer.go("0:tsumo");
    assert_eq!(dealer.result().wins[0].yaku[0].0.name(), "tenhou");
    assert_eq!(dealer.result().deltas, [48_000, -16_000, -16_000, -16_000]);
    let mut other =
        Layout { hands: ["", complete, "", ""], draws: "1z9s", ..Layout::default() }.play();
    other.go("0:1z_ 1:tsumo");
    assert_eq!(other.result().wins[0].yaku[0].0.name(), "chiihou");
    let mut called =
        Layout { hands: ["", complete, "55z", ""], draws: "5z1z1z1z9s", ..Layout::default() }
            .play();
    called.go("0:5z_ 2:pon-55z");
    assert!(!called.0.table().uninterrupted);
}

#[test]
fn whoever_feeds_the_fourth_wind_answers_for_it() {
    let hands = ["1z2z3z4z", "11z22z33z44z2468p5s", "", ""];
    let script = "0:1z 1:pon-11z 1:2p 2:* 3:* 0:2z 1:pon-22z 1:4p 2:* 3:* 0:3z 1:pon-33z 1:6p \
                  2:* 3:* 0:4z 1:pon-44z 1:8p 2:* 3:* 0:* 1:tsumo";
    let draws = "9m9m9m9m1m1m1m1m2m2m2m2m3m5s";
    let mut play = Layout { hands, draws, ..Layout::default() }.play();
    play.go(script);
    assert_eq!(play.result().wins[0].pao, Some(0));
    assert_eq!(play.result().deltas, [-32_000, 32_000, 0, 0]);
}
