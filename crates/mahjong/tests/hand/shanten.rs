use fuda_mahjong::hand::shanten::{Keys, shanten, shanten_by_form};
use fuda_mahjong::{Counts, Kind, KindSet};
use proptest::prelude::*;

use crate::{counts, hands};

#[test]
fn known_hands() {
    for (hand, expected) in [
        ("123m456p789s1122z3z", 0),
        ("123m456p789s11222z", -1),
        ("19m19p19s1234567z", 0),
        ("19m19p19s12345677z", -1),
        ("1122m3344p5566s7z", 0),
        ("1122m3344p5566s77z", -1),
        // Four of a kind are no two pairs.
        ("1111m3344p5566s77z", 1),
        ("1111m3333p5555s7z", 2),
        ("147m147p147s1234z", 6),
        ("1m", 0),
        ("11m", -1),
        ("12m", 0),
        ("1122m", 0),
        ("123m11z", -1),
        ("2233m", 0),
        // Waiting only for a fifth tile is not tenpai.
        ("1111m", 1),
        ("123m1111z", 1),
        ("1111222233334z", 3),
    ] {
        assert_eq!(shanten(&counts(hand)), expected, "{hand}");
    }
}

#[test]
fn a_hand_with_melds_has_no_pairs_or_orphans() {
    let forms = shanten_by_form(&counts("1122m3344p55s"));
    assert_eq!((forms.seven_pairs, forms.orphans), (None, None));
    assert_eq!(forms.least(), forms.normal);
}

/// Tiles to add to `held` for `sets` sets and a pair, by trying all of them.
fn by_trial(held: &Counts, sets: usize) -> i8 {
    fn missing(held: &Counts, target: &[u8; 34]) -> i8 {
        (0..34).map(|i| (target[i] as i8 - held.as_array()[i] as i8).max(0)).sum()
    }
    fn search(held: &Counts, target: &mut [u8; 34], sets: usize, from: usize, best: &mut i8) {
        if missing(held, target) >= *best {
            return;
        }
        if sets == 0 {
            for pair in 0..34 {
                if target[pair] <= 2 {
                    target[pair] += 2;
                    *best = (*best).min(missing(held, target));
                    target[pair] -= 2;
                }
            }
            return;
        }
        for group in from..55 {
            let tiles = if group < 34 {
                [group; 3]
            } else {
                let first = (group - 34) / 7 * 9 + (group - 34) % 7;
                [first, first + 1, first + 2]
            };
            tiles.iter().for_each(|&tile| target[tile] += 1);
            if tiles.iter().all(|&tile| target[tile] <= 4) {
                search(held, target, sets - 1, group, best);
            }
            tiles.iter().for_each(|&tile| target[tile] -= 1);
        }
    }
    let mut best = 15;
    search(held, &mut [0; 34], sets, 0, &mut best);
    best - 1
}

fn sized_hands() -> impl Strategy<Value = Counts> {
    prop::sample::select(vec![1, 2, 4, 5, 7, 8, 10, 11, 13, 14]).prop_flat_map(hands)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn normal_shanten_is_the_least_over_all_targets(hand in sized_hands()) {
        prop_assert_eq!(shanten_by_form(&hand).normal, by_trial(&hand, hand.total() / 3));
    }
}

proptest! {
    #[test]
    fn pairs_and_orphans_by_counting(hand in prop_oneof![hands(13), hands(14)]) {
        let forms = shanten_by_form(&hand);
        let pairs = hand.at_least(2).len() as i8;
        let kinds = hand.kinds().len() as i8;
        prop_assert_eq!(forms.seven_pairs, Some(6 - pairs + (7 - kinds).max(0)));
        let outside = (hand.kinds() & KindSet::OUTSIDE).len() as i8;
        let pair = !(hand.at_least(2) & KindSet::OUTSIDE).is_empty();
        prop_assert_eq!(forms.orphans, Some(13 - outside - i8::from(pair)));
        prop_assert_eq!(forms.least(), shanten(&hand));
    }

    #[test]
    fn one_tile_changes_shanten_by_at_most_one(hand in hands(13), tile in 0..34usize) {
        let kind = Kind::of(tile);
        prop_assume!(hand[kind] < 4);
        let (before, after) = (shanten(&hand), shanten(&hand.with(kind)));
        prop_assert!(after == before || after == before - 1);
    }

    #[test]
    fn keys_follow_the_tiles(hand in sized_hands()) {
        let mut keys = Keys::default();
        for kind in Kind::all() {
            (0..hand[kind]).for_each(|_| keys.add(kind));
        }
        prop_assert_eq!(keys, Keys::new(&hand));
        prop_assert_eq!(keys.tiles(), hand.total());
        let kind = hand.kinds().into_iter().last().expect("a tile");
        keys.remove(kind);
        prop_assert_eq!(keys, Keys::new(&hand.without(kind)));
    }
}
