//! The miner against the definition, on small tables of all shapes.

use super::*;
use crate::pattern::OwnedPattern;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Closed frequent patterns by their definition: the intersections of sets of
/// rows, grown one row at a time.
fn by_definition(rows: &[BTreeSet<u32>], labels: &[bool], min_support: u32) -> Vec<OwnedPattern> {
    let every: BTreeSet<u32> = rows.iter().flatten().copied().collect();
    let mut closed: BTreeSet<BTreeSet<u32>> = BTreeSet::from([every]);
    for row in rows {
        let met: Vec<_> = closed.iter().map(|set| set & row).collect();
        closed.extend(met);
    }
    let mut patterns = Vec::new();
    for set in closed {
        let having: Vec<usize> = (0..rows.len()).filter(|&r| set.is_subset(&rows[r])).collect();
        // The set of all items is closed only where a row has them all.
        if having.len() >= min_support as usize {
            patterns.push(OwnedPattern {
                items: set.into_iter().collect(),
                support: having.len() as u32,
                positives: having.iter().filter(|&&r| labels[r]).count() as u32,
            });
        }
    }
    patterns.sort();
    patterns
}

fn table(rows: &[BTreeSet<u32>], labels: &[bool]) -> Table {
    let rows: Vec<Vec<u32>> = rows.iter().map(|row| row.iter().copied().collect()).collect();
    Table::new(rows.iter().map(Vec::as_slice), Some(labels.to_vec())).unwrap()
}

fn mined(plan: &Plan) -> Vec<OwnedPattern> {
    let mut patterns = Vec::new();
    let met = plan.run_all(&mut patterns);
    assert!(met >= patterns.len() as u64);
    patterns.sort();
    patterns
}

/// Rows over few items in which columns repeat, contain each other or hold
/// everywhere: where closures are long and duplicates lurk.
fn rows() -> impl Strategy<Value = Vec<(BTreeSet<u32>, bool)>> {
    let row = prop_oneof![
        prop::collection::btree_set(0u32..9, 0..9),
        prop::collection::btree_set(0u32..4, 2..4),
        Just((0..9).collect::<BTreeSet<u32>>()),
    ];
    let implied = |mut row: BTreeSet<u32>| {
        if row.contains(&3) {
            row.insert(7);
        }
        if row.contains(&7) {
            row.insert(1);
        }
        row
    };
    prop::collection::vec((row.prop_map(implied), any::<bool>()), 1..24)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn finds_what_the_definition_says(rows in rows(), min_support in 1u32..5) {
        let (rows, labels): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
        prop_assume!(min_support as usize <= rows.len());
        let expected = by_definition(&rows, &labels, min_support);
        let table = table(&rows, &labels);
        let params = MineParams::new(min_support);
        for isa in Isa::available() {
            for layout in [Layout::ByDensity, Layout::Lists, Layout::ListsThenBits] {
                let plan = Plan::with_layout(&table, &params, isa, layout).unwrap();
                prop_assert_eq!(&mined(&plan), &expected, "{:?} {:?}", isa, layout);
            }
        }
    }

    #[test]
    fn filters_keep_what_they_say(
        rows in rows(),
        min_support in 1u32..6,
        max_entropy in prop::option::of(0.0..1.0f64),
        min_gain in prop::option::of(0.0..0.4f64),
        min_chi_square in prop::option::of(0.0..4.0f64),
    ) {
        let (rows, labels): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
        let table = table(&rows, &labels);
        prop_assume!(min_support as usize <= rows.len() && table.two_classes().is_ok());
        let all = Count::new(table.rows() as u32, table.positives() as u32);
        let logs = crate::Logs::up_to(table.rows());
        let passes = |p: &OwnedPattern| {
            let count = Count::new(p.support, p.positives);
            max_entropy.is_none_or(|most| crate::entropy(p.support, p.positives) <= most)
                && min_gain.is_none_or(|least| crate::information_gain(&logs, all, count) >= least)
                && min_chi_square.is_none_or(|least| crate::chi_square(all, count) >= least)
        };
        let mut expected = by_definition(&rows, &labels, min_support);
        expected.retain(passes);
        let filter = Filter { max_entropy, min_gain, min_chi_square };
        let params = MineParams { filter, ..MineParams::new(min_support) };
        for isa in Isa::available() {
            for layout in [Layout::ByDensity, Layout::Lists, Layout::ListsThenBits] {
                let plan = Plan::with_layout(&table, &params, isa, layout).unwrap();
                prop_assert_eq!(&mined(&plan), &expected, "{:?} {:?}", isa, layout);
            }
        }
    }
}

/// A table wide and long enough for many tasks, compressed levels and several
/// blocks: 1,500 rows over 40 items whose frequencies differ.
fn larger() -> Table {
    let mut rng = fuda_core::Rng::new(fuda_core::Seed(5));
    let rows: Vec<Vec<u32>> =
        (0..1500).map(|_| (0..40u32).filter(|item| rng.below(48) < item + 6).collect()).collect();
    let labels = rows.iter().map(|row| (row.len() as u32 + rng.below(8)) % 3 != 2).collect();
    Table::new(rows.iter().map(Vec::as_slice), Some(labels)).unwrap()
}

#[test]
fn layouts_and_instructions_agree_on_a_larger_table() {
    let table = larger();
    let params = MineParams::new(250);
    let mut expected = mined(&Plan::new(&table, &params).unwrap());
    assert!(expected.len() > 2_000, "{}", expected.len());
    let distinct: BTreeSet<&Vec<u32>> = expected.iter().map(|p| &p.items).collect();
    assert_eq!(distinct.len(), expected.len());
    let filter = Filter { max_entropy: Some(0.85), ..Filter::default() };
    for params in [params, MineParams { filter, ..params }] {
        let filtered = params.filter.max_entropy;
        let biased = |p: &OwnedPattern, most| crate::entropy(p.support, p.positives) <= most;
        expected.retain(|pattern| filtered.is_none_or(|most| biased(pattern, most)));
        for isa in Isa::available() {
            for layout in [Layout::ByDensity, Layout::Lists, Layout::ListsThenBits] {
                let plan = Plan::with_layout(&table, &params, isa, layout).unwrap();
                assert!(mined(&plan) == expected, "{isa:?} {layout:?} {filtered:?}");
            }
        }
    }
    assert!(expected.len() > 100, "{}", expected.len());
}

#[test]
fn where_nothing_can_pass_nothing_is_searched() {
    let table = larger();
    let met = |filter| {
        let plan = Plan::new(&table, &MineParams { filter, ..MineParams::new(250) }).unwrap();
        plan.run_all(&mut crate::CountSink::default())
    };
    let all = met(Filter::default());
    let some = met(Filter { max_entropy: Some(0.6), ..Filter::default() });
    let none = met(Filter { min_gain: Some(0.9), ..Filter::default() });
    assert!(none == 1 && 10 < some && some < all / 2, "{none} {some} {all}");
}

#[test]
fn threads_write_the_same_bytes_and_tasks_run_alone() {
    let table = larger();
    let filter = Filter { max_entropy: Some(0.9), ..Filter::default() };
    for filter in [Filter::default(), filter] {
        let params = MineParams { filter, ..MineParams::new(200) };
        let plan = Plan::new(&table, &params).unwrap();
        assert!(plan.tasks() > 40);
        check_threads_and_tasks(&plan);
    }
}

fn check_threads_and_tasks(plan: &Plan) {
    let written = |threads: usize, limit: usize| {
        let mut out = Vec::new();
        let ordered = Ordered::new(&mut out, crate::TextFormat::default(), limit);
        let threads = NonZeroUsize::new(threads).unwrap();
        let met = plan.run(threads, &ordered, &|_| ControlFlow::Continue(())).unwrap();
        assert!(met >= ordered.patterns() && ordered.patterns() > 100);
        drop(ordered);
        out
    };
    let one = written(1, 1 << 20);
    assert!(one == written(3, 1 << 20));
    assert!(one == written(2, 100));
    let mut alone = Vec::new();
    for task in (0..plan.tasks()).rev() {
        plan.run_task(task, &mut alone);
    }
    alone.sort();
    assert!(alone == mined(plan));
}

#[test]
fn a_run_can_be_stopped() {
    let plan = Plan::new(&larger(), &MineParams::new(200)).unwrap();
    let stop = |progress: Progress| match progress.done {
        0..5 => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    };
    let two = NonZeroUsize::new(2).unwrap();
    let outcome = plan.run(two, &CountGather::default(), &stop);
    assert!(matches!(outcome, Err(MineError::Stopped)));
}

#[test]
fn impossible_parameters_are_refused() {
    let table = larger();
    let message = |params: MineParams| Plan::new(&table, &params).unwrap_err().to_string();
    assert_eq!(message(MineParams::new(0)), "the minimum support is 0; it must be at least 1");
    assert_eq!(
        message(MineParams::new(1501)),
        "the minimum support is 1501, but there are only 1500 rows"
    );
    let filter = Filter { max_entropy: Some(f64::NAN), ..Filter::default() };
    assert_eq!(
        message(MineParams { filter, ..MineParams::new(9) }),
        "the filter's largest entropy is NaN; it must be a number from 0 up"
    );
    let unlabelled = Table::new([[1].as_slice()], None).unwrap();
    let filter = Filter { max_entropy: Some(0.7), ..Filter::default() };
    let params = MineParams { filter, ..MineParams::new(1) };
    assert!(matches!(Plan::new(&unlabelled, &params), Err(MineError::Table(TableError::NoLabels))));
}
