//! Every instruction set against plain loops over bits.

use super::*;
use proptest::prelude::*;

fn block() -> impl Strategy<Value = Block> {
    prop_oneof![
        prop::array::uniform8(any::<u64>()).prop_map(Block),
        Just(EMPTY),
        Just(Block([u64::MAX; 8])),
    ]
}

fn bits(column: &[Block]) -> Vec<bool> {
    column.iter().flat_map(|b| b.0).flat_map(|w| (0..64).map(move |i| w >> i & 1 == 1)).collect()
}

proptest! {
    #[test]
    fn every_instruction_set_counts_alike(
        width in 1usize..5,
        positive in 0usize..5,
        columns in 1usize..8,
        pool in prop::collection::vec(block(), 40),
    ) {
        let space = Space { width, positive: positive.min(width) };
        let arena = &pool[..width * columns];
        let with = &pool[35..35 + width];
        let wanted: Vec<u32> = (0..columns as u32).rev().collect();
        let expected: Vec<Count> = wanted
            .iter()
            .map(|&c| {
                let column = &arena[c as usize * width..][..width];
                let shared: Vec<bool> =
                    bits(with).iter().zip(bits(column)).map(|(a, b)| *a && b).collect();
                let ones = |part: &[bool]| part.iter().filter(|&&b| b).count() as u32;
                Count::new(ones(&shared), ones(&shared[..space.positive * BLOCK_ROWS]))
            })
            .collect();
        for isa in Isa::available() {
            let mut out = vec![Count::default(); columns];
            isa.count_shared(arena, space, with, &wanted, &mut out);
            prop_assert_eq!(&out, &expected, "{:?}", isa);
            let least = expected[0].rows();
            let mut enough = Vec::new();
            let each = wanted.iter().map(|&c| &arena[c as usize * width..][..width]);
            isa.shares_enough(with, each, least, &mut enough);
            let shared: Vec<bool> = expected.iter().map(|c| c.rows() >= least).collect();
            prop_assert_eq!(enough, shared);
            let mut meet = vec![EMPTY; width];
            isa.meet(with, &arena[..width], &mut meet);
            let each: Vec<bool> =
                bits(with).iter().zip(bits(&arena[..width])).map(|(a, b)| *a && b).collect();
            prop_assert_eq!(bits(&meet), each);
        }
    }

    #[test]
    fn every_instruction_set_intersects_alike(
        width in 1usize..=TILE + 2,
        columns in prop::collection::vec(0u32..3, 1..5),
        pool in prop::collection::vec(block(), 3 * (TILE + 2)),
    ) {
        let arena = &pool[..3 * width];
        for first in (0..width).step_by(TILE) {
            let blocks = TILE.min(width - first);
            let part = |column: u32| bits(&arena[column as usize * width + first..][..blocks]);
            let mut expected = part(columns[0]);
            for &column in &columns {
                expected.iter_mut().zip(part(column)).for_each(|(all, one)| *all &= one);
            }
            for isa in Isa::available() {
                let mut out = vec![EMPTY; blocks];
                let rows = isa.intersect(arena, width, first, &columns, &mut out);
                prop_assert_eq!(bits(&out), expected.clone(), "{:?}", isa);
                prop_assert_eq!(rows as usize, expected.iter().filter(|&&bit| bit).count());
            }
        }
    }

    #[test]
    fn every_instruction_set_compresses_alike(
        pairs in prop::collection::vec((block(), block()), 1..4),
    ) {
        let (source, mask): (Vec<Block>, Vec<Block>) = pairs.into_iter().unzip();
        let mut expected: Vec<bool> =
            bits(&source).into_iter().zip(bits(&mask)).filter(|p| p.1).map(|p| p.0).collect();
        let width = expected.len().div_ceil(BLOCK_ROWS);
        expected.resize(width * BLOCK_ROWS, false);
        for isa in Isa::available() {
            let mut out = vec![Block([u64::MAX; 8]); width];
            isa.compress(&source, &mask, &mut out);
            prop_assert_eq!(bits(&out), expected.clone(), "{:?}", isa);
        }
    }

    #[test]
    fn subsets_are_found(a in block(), b in block(), c in block()) {
        let subset = |x: Block, y: Block| x.0.iter().zip(&y.0).all(|(x, y)| x & !y == 0);
        let mut meet = [EMPTY];
        Isa::best().meet(&[a], &[b], &mut meet);
        prop_assert_eq!(is_subset(&[a], &[b]), subset(a, b));
        for isa in Isa::available() {
            let found = isa.meet_is_inside(&[a], &[b], [[c].as_slice()].into_iter());
            prop_assert_eq!(found, subset(meet[0], c));
        }
        prop_assert!(is_subset(&meet, &[a]));
    }
}
