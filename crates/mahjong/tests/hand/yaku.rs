//! Ordinary yaku.

use fuda_mahjong::Wind;
use fuda_mahjong::score::{Limit, NoWin, Payment, RenhouRule, Riichi, ScoringRules, Win, Yaku};
use proptest::prelude::*;

use crate::{ankan, chi, counts, hands, kan, kind, listed, pon, value, value_under};

/// The yaku of a hand as text.
fn yaku(hand: &str, tile: &str, melds: &[fuda_mahjong::Meld], tsumo: bool) -> String {
    match value(hand, tile, melds, |win| win.tsumo = tsumo) {
        Ok(score) => listed(&score),
        Err(error) => error.to_string(),
    }
}

#[test]
fn yaku_of_closed_hands() {
    for (hand, tile, tsumo, expected) in [
        ("123m456p789s11144z", "7s", false, "round wind E 1"),
        ("123m456p789s22244z", "7s", false, "seat wind S 1"),
        ("123m456p789s33344z", "7s", false, "no yaku"),
        ("123m456p789s33344z", "7s", true, "tsumo 1"),
        ("123m456p789s55544z", "7s", false, "haku 1"),
        ("123m456p789s66644z", "7s", false, "hatsu 1"),
        ("123m456p789s77744z", "7s", false, "chun 1"),
        ("234m456p678s44m567s", "2m", false, "pinfu 1, tanyao 1"),
        ("123m456p678s44m567s", "1m", false, "pinfu 1"),
        // A pair of one's own wind, of the round's wind or of dragons is no pinfu.
        ("123m456p678s22z567s", "1m", false, "no yaku"),
        ("123m456p678s11z567s", "1m", false, "no yaku"),
        ("123m456p678s55z567s", "1m", false, "no yaku"),
        ("123m456p678s33z567s", "1m", false, "pinfu 1"),
        // The waits that are no pinfu.
        ("123m456p678s44m567s", "2m", false, "no yaku"),
        ("123m456p678s44m567s", "3m", false, "no yaku"),
        ("123m456p678s44m567s", "4m", false, "no yaku"),
        ("112233m456p678s44m", "3m", false, "iipeikou 1"),
        ("112233m456p678s44m", "1m", false, "pinfu 1, iipeikou 1"),
        ("112233m445566p99s", "1m", false, "pinfu 1, ryanpeikou 3"),
        // The four equal runs are two pairs of runs.
        ("222233334444m55p", "5p", false, "tanyao 1, ryanpeikou 3"),
        ("1122m3344p5566s77z", "7z", false, "chiitoitsu 2"),
        ("2244m3344p5566s77p", "7p", false, "tanyao 1, chiitoitsu 2"),
        ("1199m1199p1199s77z", "7z", false, "chiitoitsu 2, honroutou 2"),
        ("1133557799m1122z", "2z", false, "chiitoitsu 2, honitsu 3"),
        ("123m123p123s99p111z", "3s", false, "round wind E 1, chanta 2, sanshoku 2"),
        ("123m123p123s99p789p", "3s", false, "sanshoku 2, junchan 3"),
        ("123456789m456p11s", "4p", false, "pinfu 1, ittsu 2"),
        ("222m222p222s456m99p", "9p", false, "sanshoku doukou 2, sanankou 2"),
        ("222m444p666s456m99p", "6m", true, "tsumo 1, sanankou 2"),
        ("111m99m111999p111z", "9p", false, "round wind E 1, toitoi 2, sanankou 2, honroutou 2"),
        ("555666z77z123m456p", "1m", false, "haku 1, hatsu 1, shousangen 2"),
        ("123456m11122233z", "1m", false, "seat wind S 1, round wind E 1, honitsu 3"),
        ("12233455667788m", "1m", false, "pinfu 1, iipeikou 1, chinitsu 6"),
    ] {
        let got = yaku(hand, tile, &[], tsumo);
        assert_eq!(got, expected, "{hand} {tile}");
    }
}

#[test]
fn yaku_of_open_hands() {
    for (hand, tile, melds, expected) in [
        ("234m456p55s", "5s", vec![chi("678s"), chi("234s")], "tanyao 1"),
        ("123m456p55s", "5s", vec![chi("678s"), chi("234s")], "no yaku"),
        ("123m99p", "3m", vec![chi("123p"), chi("123s"), chi("789p")], "sanshoku 1, junchan 2"),
        ("123m44z", "3m", vec![chi("123p"), chi("123s"), pon("999s")], "chanta 1, sanshoku 1"),
        ("123m99p", "3m", vec![chi("456m"), chi("789m"), chi("789p")], "ittsu 1"),
        ("112233m99p", "3m", vec![chi("456p"), chi("789p")], "no yaku"),
        ("123m44z", "3m", vec![chi("456m"), chi("123m"), pon("333z")], "honitsu 2"),
        ("12388m", "3m", vec![chi("456m"), chi("123m"), pon("777m")], "chinitsu 5"),
        ("22233p", "2p", vec![pon("111m"), pon("999m"), pon("555s")], "toitoi 2"),
        (
            "11p",
            "1p",
            vec![pon("111m"), pon("999m"), pon("111s"), pon("333z")],
            "toitoi 2, honroutou 2",
        ),
        ("234p11m", "4p", vec![ankan("9m"), kan("9p"), kan("3z")], "sankantsu 2"),
        (
            "22p",
            "2p",
            vec![ankan("9m"), ankan("8m"), ankan("7m"), pon("4z")],
            "sankantsu 2, toitoi 2, sanankou 2",
        ),
        // Three concealed kans: still closed.
        ("234p11m", "4p", vec![ankan("9m"), ankan("9p"), ankan("3z")], "sankantsu 2, sanankou 2"),
    ] {
        assert_eq!(yaku(hand, tile, &melds, false), expected, "{hand} {tile}");
    }
    let closed = ScoringRules { open_tanyao: false, ..ScoringRules::TENHOU };
    let melds = [chi("678s"), chi("234s")];
    assert_eq!(value_under(&closed, "234m456p55s", "5s", &melds, |_| ()), Err(NoWin::NoYaku));
}

#[test]
fn yaku_of_the_situation() {
    let plain = |change: fn(&mut Win<'_>)| {
        value("123m456p678s44m567s", "4m", &[], change)
            .map_or_else(|error| error.to_string(), |score| listed(&score))
    };
    assert_eq!(plain(|_| ()), "no yaku");
    assert_eq!(plain(|win| win.riichi = Riichi::Riichi), "riichi 1");
    assert_eq!(plain(|win| win.riichi = Riichi::Double), "double riichi 2");
    let ippatsu = plain(|win| (win.riichi, win.ippatsu) = (Riichi::Riichi, true));
    assert_eq!(ippatsu, "riichi 1, ippatsu 1");
    assert_eq!(plain(|win| win.ippatsu = true), "no yaku");
    assert_eq!(plain(|win| win.chankan = true), "chankan 1");
    assert_eq!(plain(|win| win.last_tile = true), "houtei 1");
    assert_eq!(plain(|win| (win.last_tile, win.tsumo) = (true, true)), "tsumo 1, haitei 1");
    assert_eq!(plain(|win| (win.rinshan, win.tsumo) = (true, true)), "tsumo 1, rinshan 1");
    // The tile drawn after a kan is never the last of the wall.
    let both = plain(|win| (win.rinshan, win.last_tile, win.tsumo) = (true, true, true));
    assert_eq!(both, "tsumo 1, rinshan 1");
    assert_eq!(plain(|win| win.rinshan = true), "no yaku");
}

#[test]
fn dora_alone_does_not_win() {
    let dora = [kind("3m")];
    let result = value("123m456p678s44m567s", "4m", &[], |win| {
        win.dora = &[];
        win.reds = 3;
    });
    assert_eq!(result, Err(NoWin::NoYaku));
    let hand = counts("123m456p678s44m567s");
    let win = Win { dora: &dora, ura: &dora, reds: 1, ..Win::new(&hand, &[], kind("4m")) };
    let rules = ScoringRules::TENHOU;
    assert_eq!(fuda_mahjong::score::score(&win, &rules), Err(NoWin::NoYaku));
    // With riichi the same dora count, ura among them.
    let win = Win { riichi: Riichi::Riichi, ..win };
    let score = fuda_mahjong::score::score(&win, &rules).expect("riichi");
    assert_eq!(listed(&score), "riichi 1, dora 2, ura 2, red 1");
    let win = Win { riichi: Riichi::None, tsumo: true, ..win };
    let score = fuda_mahjong::score::score(&win, &rules).expect("tsumo");
    assert_eq!(listed(&score), "tsumo 1, dora 2, red 1", "ura needs riichi");
    let no_red = ScoringRules { red_fives: false, ..rules };
    let score = fuda_mahjong::score::score(&win, &no_red).expect("tsumo");
    assert_eq!(listed(&score), "tsumo 1, dora 2");
}

#[test]
fn dora_count_in_melds_and_by_each_indicator() {
    let melds = [kan("9s"), chi("123m")];
    let (eight, nine) = (kind("8s"), kind("9m"));
    let indicators = [eight, eight, nine];
    let hand = counts("111m55z555p");
    let win = Win { dora: &indicators, chankan: true, ..Win::new(&hand, &melds, kind("5z")) };
    let score = fuda_mahjong::score::score(&win, &ScoringRules::TENHOU).expect("chankan");
    assert_eq!(listed(&score), "chankan 1, dora 12");
    assert_eq!(score.limit, Limit::Yakuman, "counted");
    assert_eq!((score.yakuman, score.points), (0, 32_000));
    let lower = ScoringRules { counted_yakuman: false, ..ScoringRules::TENHOU };
    assert_eq!(fuda_mahjong::score::score(&win, &lower).expect("wins").limit, Limit::Sanbaiman);
}

#[test]
fn the_arrangement_that_pays_most_counts() {
    // Two double runs pay more than seven pairs.
    assert_eq!(yaku("112233m445566p99s", "9s", &[], false), "ryanpeikou 3");
    // Three equal runs with junchan pay more than three concealed triplets.
    assert_eq!(
        yaku("111222333m789p99s", "9p", &[], true),
        "tsumo 1, pinfu 1, iipeikou 1, junchan 3"
    );
    // Without terminals everywhere the triplets pay more.
    assert_eq!(yaku("222333444m678p99s", "8p", &[], true), "tsumo 1, sanankou 2");
    assert_eq!(yaku("111222333m789p99s", "7p", &[], false), "iipeikou 1, junchan 3");
    // A wait seen as closed gives two fu more where pinfu does not hold anyway.
    let score = value("22334m456p777s99p4m", "3m", &[], |win| win.riichi = Riichi::Riichi);
    let score = score.expect("riichi");
    assert_eq!((listed(&score).as_str(), score.fu), ("riichi 1, iipeikou 1", 40));
}

#[test]
fn not_complete() {
    for (hand, tile) in [
        ("123m456p789s1123z1m", "1m"),
        // Too few tiles for no melds.
        ("123m456p789s11z", "1z"),
        // The winning tile is not in the hand.
        ("123m456p789s11144z", "9p"),
        // Four of a kind are no two pairs.
        ("1111m3344p5566s77z", "7z"),
    ] {
        assert_eq!(value(hand, tile, &[], |win| win.tsumo = true), Err(NoWin::NotComplete));
    }
}

#[test]
fn renhou_by_rule() {
    let under = |rule: RenhouRule, dora: &[fuda_mahjong::Kind]| {
        let rules = ScoringRules { renhou: rule, ..ScoringRules::TENHOU };
        let hand = counts("123m456p678s44m567s");
        let win = Win { first_turn: true, dora, ..Win::new(&hand, &[], kind("4m")) };
        fuda_mahjong::score::score(&win, &rules).map(|score| (listed(&score), score.points))
    };
    assert_eq!(under(RenhouRule::None, &[]), Err(NoWin::NoYaku));
    assert_eq!(under(RenhouRule::Mangan, &[kind("3m")]), Ok(("renhou 5".into(), 8000)));
    assert_eq!(under(RenhouRule::Yakuman, &[]), Ok(("renhou 13".into(), 32_000)));
}

#[test]
fn names_and_numbers() {
    for (number, yaku) in Yaku::ALL.into_iter().enumerate() {
        assert_eq!(usize::from(yaku.id()), number);
        assert_eq!(Yaku::from_id(yaku.id()), Some(yaku));
    }
    assert_eq!(Yaku::from_id(55), None);
    for (yaku, number) in [
        (Yaku::Pinfu, 7),
        (Yaku::SeatEast, 10),
        (Yaku::RoundNorth, 17),
        (Yaku::Chun, 20),
        (Yaku::Chiitoitsu, 22),
        (Yaku::Chinitsu, 35),
        (Yaku::Tenhou, 37),
        (Yaku::Suukantsu, 51),
        (Yaku::Dora, 52),
        (Yaku::RedFive, 54),
    ] {
        assert_eq!(yaku.id(), number);
    }
    let names: std::collections::HashSet<_> = Yaku::ALL.iter().map(|yaku| yaku.name()).collect();
    let kanji: std::collections::HashSet<_> = Yaku::ALL.iter().map(|yaku| yaku.kanji()).collect();
    assert_eq!((names.len(), kanji.len()), (55, 55));
}

proptest! {
    #[test]
    fn every_hand_is_scored_or_refused(
        hand in prop_oneof![hands(14), hands(11)],
        tsumo: bool,
        seat in 0..4usize,
        melds in 0..2usize,
    ) {
        let melds = &[pon("7z")][..melds];
        for tile in hand.kinds() {
            let win = Win { tsumo, seat: Wind::from_index(seat), ..Win::new(&hand, melds, tile) };
            let complete = fuda_mahjong::hand::waits::is_complete(&hand)
                && hand.total() + 3 * melds.len() == 14;
            match fuda_mahjong::score::score(&win, &ScoringRules::TENHOU) {
                Ok(score) => {
                    prop_assert!(complete);
                    prop_assert!(score.han > 0 && score.points >= 1000);
                    let dealer = seat == 0;
                    let paid = score.payment(dealer, tsumo, 0);
                    prop_assert_eq!(paid.total(), score.points);
                    let from = (!tsumo).then_some((seat + 1) % 4);
                    let deltas = paid.deltas(seat, from, 0);
                    prop_assert_eq!(deltas.iter().sum::<i32>(), 0);
                    prop_assert_eq!(deltas[seat], score.points as i32);
                    prop_assert_eq!(matches!(paid, Payment::Ron { .. }), !tsumo);
                }
                Err(NoWin::NoYaku) => prop_assert!(complete),
                Err(NoWin::NotComplete) => prop_assert!(!complete),
            }
        }
    }
}
