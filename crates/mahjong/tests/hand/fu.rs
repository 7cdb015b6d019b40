//! Fu, limits and payments.

use fuda_mahjong::Meld;
use fuda_mahjong::score::{Limit, Payment, Riichi, ScoringRules, Win, base_points};

use crate::{ankan, chi, kan, pon, value, value_under};

fn fu(hand: &str, tile: &str, melds: &[Meld], tsumo: bool) -> u8 {
    value(hand, tile, melds, |win| {
        (win.tsumo, win.last_tile) = (tsumo, true);
    })
    .expect("wins")
    .fu
}

#[test]
fn fu_of_waits_and_sets() {
    for (hand, tile, melds, ron, tsumo) in [
        // Pinfu.
        ("123m456p678s44m567s", "1m", vec![], 30, 20),
        // Middle, edge and pair waits.
        ("123m456p678s44m567s", "2m", vec![], 40, 30),
        ("123m456p678s44m567s", "3m", vec![], 40, 30),
        ("123m456p678s44m567s", "4m", vec![], 40, 30),
        // Open runs only: 20 fu count as 30.
        ("123m456p44m", "1m", vec![chi("678s"), chi("567s")], 30, 30),
        // A shanpon triplet completed by ron counts as open, drawn as concealed.
        ("222m456p678s44p", "2m", vec![chi("567s")], 30, 30),
        ("111m456p678s44p789s", "1m", vec![], 40, 30),
        ("111m999p678s44p789s", "1m", vec![], 50, 40),
        ("111z999p678s44p789s", "1z", vec![], 50, 40),
        // Concealed triplets that the winning tile does not complete.
        ("111m999p678s44p789s", "6s", vec![], 50, 40),
        // Kans.
        ("678s44p", "6s", vec![kan("2m"), kan("1m"), ankan("3p")], 60, 70),
        ("678s44p789s", "6s", vec![ankan("1z"), ankan("9p")], 100, 90),
        ("678s44p", "6s", vec![pon("2m"), pon("1m"), pon("3p")], 30, 30),
        // The pair: dragons, a seat's or round's wind, another wind.
        ("123m456p678s55z567s", "1m", vec![], 40, 30),
        ("123m456p678s11z567s", "1m", vec![], 40, 30),
        ("123m456p678s22z567s", "1m", vec![], 40, 30),
        ("123m456p678s33z567s", "1m", vec![], 30, 20),
        // Seven pairs.
        ("1122m3344p5566s77z", "7z", vec![], 25, 25),
    ] {
        assert_eq!(fu(hand, tile, &melds, false), ron, "ron {hand} {tile}");
        assert_eq!(fu(hand, tile, &melds, true), tsumo, "tsumo {hand} {tile}");
    }
}

#[test]
fn a_pair_of_both_winds_by_rule() {
    let under = |fu: u8| {
        let rules = ScoringRules { double_wind_pair_fu: fu, ..ScoringRules::TENHOU };
        let change = |win: &mut Win<'_>| {
            (win.seat, win.tsumo) = (fuda_mahjong::Wind::East, true);
        };
        // 20 + 2 (drawn) + 4 (triplet) + 2 (pair wait) + the pair.
        value_under(&rules, "222m456p678s11z567s", "1z", &[], change).expect("wins").fu
    };
    assert_eq!((under(2), under(4)), (30, 40));
}

#[test]
fn pinfu_with_a_draw_by_rule() {
    let rules = ScoringRules { pinfu_tsumo: false, ..ScoringRules::TENHOU };
    let score = value_under(&rules, "123m456p678s44m567s", "1m", &[], |win| win.tsumo = true);
    let score = score.expect("tsumo");
    assert_eq!((crate::listed(&score).as_str(), score.fu), ("tsumo 1", 30));
    let score = value_under(&rules, "123m456p678s44m567s", "1m", &[], |_| ()).expect("pinfu");
    assert_eq!((crate::listed(&score).as_str(), score.fu), ("pinfu 1", 30));
}

#[test]
fn the_table_of_points() {
    let rules = ScoringRules::TENHOU;
    let ron =
        |han, fu, dealer| Payment::new(base_points(han, fu, &rules), dealer, false, 0).total();
    for (han, fu, other, dealer) in [
        (1, 30, 1000, 1500),
        (1, 40, 1300, 2000),
        (1, 50, 1600, 2400),
        (1, 110, 3600, 5300),
        (2, 25, 1600, 2400),
        (2, 30, 2000, 2900),
        (2, 40, 2600, 3900),
        (3, 25, 3200, 4800),
        (3, 30, 3900, 5800),
        (3, 60, 7700, 11_600),
        (3, 70, 8000, 12_000),
        (4, 25, 6400, 9600),
        (4, 30, 7700, 11_600),
        (4, 40, 8000, 12_000),
        (5, 30, 8000, 12_000),
        (6, 30, 12_000, 18_000),
        (7, 30, 12_000, 18_000),
        (8, 30, 16_000, 24_000),
        (10, 30, 16_000, 24_000),
        (11, 30, 24_000, 36_000),
        (12, 30, 24_000, 36_000),
        (13, 30, 32_000, 48_000),
        (40, 30, 32_000, 48_000),
    ] {
        assert_eq!(ron(han, fu, false), other, "{han} han {fu} fu");
        assert_eq!(ron(han, fu, true), dealer, "{han} han {fu} fu, dealer");
    }
    let tsumo = |han, fu, dealer| Payment::new(base_points(han, fu, &rules), dealer, true, 0);
    assert_eq!(tsumo(1, 30, false), Payment::Tsumo { dealer: 500, others: 300 });
    assert_eq!(tsumo(2, 20, false), Payment::Tsumo { dealer: 700, others: 400 });
    assert_eq!(tsumo(3, 25, false), Payment::Tsumo { dealer: 1600, others: 800 });
    assert_eq!(tsumo(4, 30, true), Payment::DealerTsumo { each: 3900 });
}

#[test]
fn rounding_up_to_mangan_by_rule() {
    let rules = ScoringRules { round_up_to_mangan: true, ..ScoringRules::TENHOU };
    assert_eq!(Limit::of(4, 30, &rules), Limit::Mangan);
    assert_eq!(Limit::of(3, 60, &rules), Limit::Mangan);
    assert_eq!(Limit::of(4, 25, &rules), Limit::None);
    assert_eq!(Limit::of(4, 30, &ScoringRules::TENHOU), Limit::None);
}

#[test]
fn honba_and_who_pays() {
    let base = base_points(1, 30, &ScoringRules::TENHOU);
    assert_eq!(Payment::new(base, false, false, 2).deltas(3, Some(1), 0), [0, -1600, 0, 1600]);
    assert_eq!(Payment::new(base, false, true, 2).deltas(3, None, 0), [-700, -500, -500, 1700]);
    assert_eq!(Payment::new(base, true, true, 1).deltas(2, None, 2), [-600, -600, 1800, -600]);
}

#[test]
fn riichi_of_least_value() {
    let score =
        value("123m456p678s44m567s", "4m", &[], |win| win.riichi = Riichi::Riichi).expect("riichi");
    assert_eq!((score.han, score.fu, score.points, score.limit), (1, 40, 1300, Limit::None));
}
