//! Yakuman, alone and several at once.

use fuda_mahjong::score::{Limit, Score, ScoringRules, Win};
use fuda_mahjong::{Meld, Wind};

use crate::{ankan, chi, kan, listed, pon, value, value_under};

const DOUBLE: ScoringRules = ScoringRules { double_yakuman: true, ..ScoringRules::TENHOU };

fn ron(hand: &str, tile: &str, melds: &[Meld]) -> String {
    listed(&value(hand, tile, melds, |_| ()).expect("wins"))
}

fn tsumo(hand: &str, tile: &str, melds: &[Meld]) -> Score {
    value(hand, tile, melds, |win| win.tsumo = true).expect("wins")
}

#[test]
fn each_yakuman() {
    for (hand, tile, melds, expected) in [
        ("555666777z123m44p", "4p", vec![], "daisangen 13"),
        ("777z123m44p", "4p", vec![pon("5z"), kan("6z")], "daisangen 13"),
        ("111m222p333s444m55z", "5z", vec![], "suuankou tanki 13"),
        ("111222333555z77z", "7z", vec![], "suuankou tanki 13, tsuuiisou 13"),
        ("11223344556677z", "7z", vec![], "tsuuiisou 13"),
        ("223344666888s66z", "6z", vec![], "ryuuiisou 13"),
        ("222333444666s88s", "8s", vec![], "suuankou tanki 13, ryuuiisou 13"),
        ("22334466s666z", "2s", vec![chi("234s")], "ryuuiisou 13"),
        ("111999m111p99s", "9s", vec![pon("9p")], "chinroutou 13"),
        ("19m19p19s12345677z", "1m", vec![], "kokushi 13"),
        ("19m19p19s12345677z", "7z", vec![], "kokushi 13 13"),
        ("111222333z44z567m", "5m", vec![], "shousuushii 13"),
        ("111222z55m", "5m", vec![pon("3z"), kan("4z")], "daisuushii 13"),
        ("55m", "5m", vec![kan("1m"), kan("9p"), ankan("3z"), kan("4s")], "suukantsu 13"),
    ] {
        assert_eq!(ron(hand, tile, &melds), expected, "{hand} {tile}");
    }
}

#[test]
fn nine_gates() {
    for (hand, tile, expected) in [
        ("11112345678999m", "1m", "junsei chuuren 13"),
        ("11123455678999m", "5m", "junsei chuuren 13"),
        ("11123455678999m", "1m", "chuuren 13"),
        ("11123455678999s", "9s", "chuuren 13"),
        ("11123456789999p", "9p", "junsei chuuren 13"),
        ("11123456789999p", "2p", "chuuren 13"),
    ] {
        assert_eq!(ron(hand, tile, &[]), expected, "{hand} {tile}");
    }
    // A concealed kan makes it a plain hand of one suit.
    assert_eq!(ron("11123456788p", "2p", &[ankan("9p")]), "chinitsu 6");
}

#[test]
fn four_concealed_triplets_need_the_tile_drawn_or_in_the_pair() {
    let hand = "111m222p333s444m55z";
    assert_eq!(listed(&tsumo(hand, "4m", &[])), "suuankou 13");
    assert_eq!(ron(hand, "4m", &[]), "toitoi 2, sanankou 2");
    assert_eq!(listed(&tsumo("222p444m55z", "4m", &[ankan("1m"), ankan("3s")])), "suuankou 13");
}

#[test]
fn several_yakuman_add_up() {
    let score = tsumo("111222333444z77z", "7z", &[]);
    assert_eq!(listed(&score), "suuankou tanki 13, tsuuiisou 13, daisuushii 13");
    assert_eq!((score.yakuman, score.limit, score.points), (3, Limit::Yakuman, 96_000));
    let double = value_under(&DOUBLE, "111222333444z77z", "7z", &[], |_| ()).expect("wins");
    assert_eq!(listed(&double), "suuankou tanki 26, tsuuiisou 13, daisuushii 26");
    assert_eq!((double.yakuman, double.points), (5, 160_000));
    let single = ScoringRules { add_yakuman: false, ..DOUBLE };
    let single = value_under(&single, "111222333444z77z", "7z", &[], |_| ()).expect("wins");
    assert_eq!((listed(&single).as_str(), single.points), ("suuankou tanki 26", 64_000));
}

#[test]
fn double_yakuman_by_rule() {
    for (hand, tile) in [
        ("19m19p19s12345677z", "7z"),
        ("11112345678999m", "1m"),
        ("111m222p333s444m55z", "5z"),
        ("111222333444z77m", "1z"),
    ] {
        let change = |win: &mut Win<'_>| win.tsumo = true;
        let times = |rules| value_under(rules, hand, tile, &[], change).expect("wins").yakuman;
        assert_eq!(times(&DOUBLE), times(&ScoringRules::TENHOU) + 1, "{hand}");
    }
}

#[test]
fn the_dealt_hand() {
    let first = |seat: Wind| {
        value("123m456p678s44m567s", "4m", &[], |win| {
            (win.tsumo, win.first_turn, win.seat) = (true, true, seat);
        })
        .expect("wins")
    };
    let dealer = first(Wind::East);
    assert_eq!((listed(&dealer).as_str(), dealer.points), ("tenhou 13", 48_000));
    let other = first(Wind::West);
    assert_eq!((listed(&other).as_str(), other.points), ("chiihou 13", 32_000));
}

#[test]
fn yakuman_stand_without_dora_and_ordinary_yaku() {
    let score = value("555666777z123m44p", "4p", &[], |win| {
        win.riichi = fuda_mahjong::score::Riichi::Riichi;
        win.reds = 1;
    })
    .expect("wins");
    assert_eq!((listed(&score).as_str(), score.han), ("daisangen 13", 13));
}
