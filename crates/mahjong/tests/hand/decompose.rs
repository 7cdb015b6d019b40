use std::collections::HashSet;

use fuda_mahjong::hand::decompose::{Decomposition, MOST, Set, decompositions, each_decomposition};
use fuda_mahjong::{Counts, Kind};
use proptest::prelude::*;

use crate::{counts, hands};

fn put_together(decomposition: &Decomposition) -> Counts {
    let mut hand = Counts::EMPTY.with(decomposition.pair).with(decomposition.pair);
    for &set in &decomposition.sets {
        for place in 0..3 {
            hand.add(match set {
                Set::Run(first) => first.neighbour(place).expect("in the suit"),
                Set::Triplet(kind) => kind,
            });
        }
    }
    hand
}

#[test]
fn known_decompositions() {
    let number = |hand: &str| decompositions(&counts(hand)).len();
    assert_eq!(number("123m456p789s11122z"), 1);
    assert_eq!(number("111222333m11z"), 2);
    assert_eq!(number("11222333444m"), 3);
    assert_eq!(number("22m"), 1);
    assert_eq!(number("223344m556677p8s"), 0);
    assert_eq!(number("112233m445566p77z"), 1);
    assert_eq!(number("1122m3344p5566s77z"), 0);
    assert_eq!(number("1m1p"), 0);
}

/// Goes through all holdings of one suit of up to 14 tiles.
fn each_holding(visit: &mut impl FnMut(&Counts, usize)) {
    fn fill(
        hand: &mut [u8; 34],
        place: usize,
        tiles: usize,
        visit: &mut impl FnMut(&Counts, usize),
    ) {
        if place == 9 {
            visit(&Counts::from_array(*hand), tiles);
            return;
        }
        for count in 0..=4.min(14 - tiles) {
            hand[place] = count as u8;
            fill(hand, place + 1, tiles + count, visit);
        }
        hand[place] = 0;
    }
    fill(&mut [0; 34], 0, 0, visit);
}

#[test]
fn no_hand_has_more_decompositions_than_there_is_room_for() {
    // The most for each number of tiles of one suit; a pair of honours stands in
    // where the suit has sets only.
    let mut most = [0usize; 15];
    each_holding(&mut |hand, tiles| {
        let hand = match tiles % 3 {
            0 if tiles < 14 => hand.with(Kind::EAST).with(Kind::EAST),
            2 => *hand,
            _ => return,
        };
        let mut found = 0;
        each_decomposition(&hand, |_| found += 1);
        most[tiles] = most[tiles].max(found);
    });
    // All ways to share 14 tiles among three suits; honours have one way only.
    let sizes = |rest: usize| (0..=rest).filter(|&tiles| most[tiles] > 0);
    let mut largest = 0;
    for first in sizes(14) {
        for second in sizes(14 - first) {
            for third in sizes(14 - first - second) {
                let pairs = [first, second, third].iter().filter(|&&tiles| tiles % 3 == 2).count();
                if pairs <= 1 {
                    largest = largest.max(most[first] * most[second] * most[third]);
                }
            }
        }
    }
    assert!(largest <= MOST, "{largest} decompositions");
    assert!(largest > 2);
}

proptest! {
    #[test]
    fn decompositions_put_together_again(hand in prop_oneof![hands(14), hands(8), hands(5)]) {
        let all = decompositions(&hand);
        let different: HashSet<String> = all.iter().map(|each| format!("{each:?}")).collect();
        prop_assert_eq!(different.len(), all.len());
        for each in &all {
            prop_assert_eq!(put_together(each), hand);
        }
    }
}
