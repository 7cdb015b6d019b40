use fuda_mahjong::hand::acceptance::{acceptance, best_discards, discards};
use fuda_mahjong::hand::decompose::decompositions;
use fuda_mahjong::hand::shanten::{Keys, shanten};
use fuda_mahjong::hand::waits::{completes, is_complete, waits, waits_of};
use fuda_mahjong::{Counts, Kind, KindSet};
use proptest::prelude::*;

use crate::{counts, hands};

#[test]
fn known_waits() {
    for (hand, expected) in [
        ("123m456p789s1122z", "1z, 2z"),
        ("123m456p789s1123z", ""),
        ("123m456p78s11222z", "6s, 9s"),
        ("1112345678999m", "1m, 2m, 3m, 4m, 5m, 6m, 7m, 8m, 9m"),
        ("19m19p19s1234567z", "1m, 9m, 1p, 9p, 1s, 9s, 1z, 2z, 3z, 4z, 5z, 6z, 7z"),
        ("19m19p19s1123456z", "7z"),
        ("1122m3344p5566s7z", "7z"),
        // Seven pairs and two double runs at once.
        ("112233m445566p7z", "7z"),
        ("123m1111z", ""),
        ("1111m", ""),
        ("1113m", "2m, 3m"),
        ("2m", "2m"),
        ("23m55p", "1m, 4m"),
        ("2244m", "2m, 4m"),
        ("3333m", ""),
    ] {
        let expected = if expected.is_empty() { "{}".into() } else { format!("{{{expected}}}") };
        assert_eq!(format!("{:?}", waits(&counts(hand))), expected, "{hand}");
    }
}

#[test]
fn acceptance_of_a_tenpai_hand_is_its_wait() {
    let hand = counts("123m456p78s11222z");
    let accepted = acceptance(&hand);
    assert_eq!(accepted.shanten, 0);
    assert_eq!(accepted.kinds, waits(&hand));
    assert_eq!(accepted.live(&hand), 8);
    assert_eq!(accepted.live(&hand.with(crate::kind("6s"))), 7);
}

/// Whether a hand falls into one of the three forms, without shanten.
fn complete_by_form(hand: &Counts) -> bool {
    let pairs = hand.total() == 14 && hand.at_least(2).len() == 7;
    let orphans = hand.total() == 14 && hand.kinds() == KindSet::OUTSIDE;
    pairs || orphans || !decompositions(hand).is_empty()
}

/// A hand one tile short of complete.
fn tenpai_hands() -> impl Strategy<Value = Counts> {
    let groups = prop::collection::vec((0..34usize, any::<bool>(), 0..3usize), 0..4);
    (groups, 0..34usize, any::<prop::sample::Index>()).prop_filter_map(
        "more than four of a kind",
        |(groups, pair, taken)| {
            let mut hand = Counts::EMPTY.with(Kind::of(pair)).with(Kind::of(pair));
            for (first, run, near) in groups {
                // Near groups make the rarer hands of one suit.
                let first = Kind::of(if near > 0 { first % 9 } else { first });
                let step = i8::from(run && first.starts_run());
                for place in 0..3 {
                    hand.add(first.neighbour(place * step).unwrap_or(first));
                }
            }
            if !hand.at_least(5).is_empty() {
                return None;
            }
            let kinds: Vec<Kind> = hand.kinds().into_iter().collect();
            Some(hand.without(kinds[taken.index(kinds.len())]))
        },
    )
}

fn check_waits(hand: &Counts) {
    let expected: KindSet =
        Kind::all().filter(|&kind| hand[kind] < 4 && complete_by_form(&hand.with(kind))).collect();
    assert_eq!(waits(hand), expected, "{hand:?}");
    assert_eq!(waits_of(hand, &Keys::new(hand)), expected);
    for kind in !hand.at_least(4) {
        assert_eq!(completes(&Keys::new(hand), kind), expected.contains(kind), "{hand:?}");
    }
}

proptest! {
    #[test]
    fn waits_are_the_kinds_that_complete(hand in prop_oneof![tenpai_hands(), hands(13), hands(7)]) {
        check_waits(&hand);
    }

    #[test]
    fn tenpai_hands_have_waits_or_four_of_them(hand in tenpai_hands()) {
        prop_assert!(!waits(&hand).is_empty());
        prop_assert_eq!(shanten(&hand), 0);
    }

    #[test]
    fn complete_by_form_and_by_shanten(hand in prop_oneof![hands(14), hands(8)]) {
        prop_assert_eq!(is_complete(&hand), complete_by_form(&hand));
    }

    #[test]
    fn acceptance_is_what_lowers_shanten(hand in prop_oneof![hands(13), hands(10), tenpai_hands()]) {
        let accepted = acceptance(&hand);
        prop_assert_eq!(accepted.shanten, shanten(&hand));
        let expected: KindSet = Kind::all()
            .filter(|&kind| hand[kind] < 4 && shanten(&hand.with(kind)) < accepted.shanten)
            .collect();
        prop_assert_eq!(accepted.kinds, expected);
        let live: u32 = expected.into_iter().map(|kind| 4 - u32::from(hand[kind])).sum();
        prop_assert_eq!(accepted.live(&hand), live);
    }

    #[test]
    fn discards_leave_what_they_say(hand in prop_oneof![hands(14), hands(11), hands(2)]) {
        let all = discards(&hand);
        prop_assert_eq!(all.iter().map(|each| each.kind).collect::<KindSet>(), hand.kinds());
        for each in &all {
            prop_assert_eq!(each.after, acceptance(&hand.without(each.kind)));
        }
        let least = all.iter().map(|each| each.after.shanten).min().expect("a discard");
        let best: Vec<_> = all.into_iter().filter(|each| each.after.shanten == least).collect();
        prop_assert_eq!(best_discards(&hand).to_vec(), best);
    }
}
