//! Patterns mined from a table of labelled positions, the most informative
//! ones chosen.

use fuda_mine::{
    CountGather, Features, Filter, MineError, MineParams, OwnedPattern, Plan, Progress,
    SelectParams, Table, select,
};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

/// What was mined, and what was chosen from it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MinedPatterns {
    /// The support the patterns were mined at.
    pub support: u32,
    /// How many there were.
    pub mined: usize,
    /// The items of those chosen, in the order of choice (CMIM).
    pub chosen: Vec<Vec<u32>>,
}

/// Patterns with less information about the label (bits) are not looked at.
const LEAST_GAIN: f64 = 1e-4;

/// Mines at the lowest support that gives no more than `most_mined` patterns,
/// and chooses up to `most_chosen` of them. `progress` hears of each stage and
/// how much of it is done.
pub fn mine_and_choose(
    mut rows: Vec<Vec<u32>>,
    labels: Vec<bool>,
    most_mined: u64,
    most_chosen: usize,
    progress: &(dyn Fn(&str, f64) + Sync),
) -> Result<MinedPatterns, MineError> {
    // What holds in most rows (a square that is hardly ever filled yet) has
    // little information, and all sets of such items would be frequent.
    let items = rows.iter().flatten().max().map_or(0, |&item| item as usize + 1);
    let mut often = vec![0usize; items];
    rows.iter().flatten().for_each(|&item| often[item as usize] += 1);
    let half = rows.len() / 2;
    rows.iter_mut().for_each(|row| row.retain(|&item| often[item as usize] <= half));
    let table = Table::new(rows.iter().map(Vec::as_slice), Some(labels))?;
    table.two_classes()?;
    progress("mining", 0.0);
    let support = lowest_support(&table, most_mined, &|share| progress("mining", share))?;
    let mut found: Vec<OwnedPattern> = Vec::new();
    let filter = Filter { min_gain: Some(LEAST_GAIN), ..Filter::default() };
    Plan::new(&table, &MineParams { filter, ..MineParams::new(support) })?.run_all(&mut found);
    progress("choosing patterns", 0.0);
    let chosen = choose(&table, &found, most_chosen);
    Ok(MinedPatterns { support, mined: found.len(), chosen })
}

/// Lowers the support step by step; `progress` hears how many of the most
/// patterns there were at any of them.
fn lowest_support(
    table: &Table,
    most: u64,
    progress: &(dyn Fn(f64) + Sync),
) -> Result<u32, MineError> {
    let met = AtomicU64::new(0);
    let enough = |support: u32| -> Result<bool, MineError> {
        let plan = Plan::new(table, &MineParams::new(support))?;
        let stop = |found: Progress| {
            let before = met.fetch_max(found.met, Ordering::Relaxed);
            if before < found.met {
                progress(found.met.min(most) as f64 / most.max(1) as f64);
            }
            match found.met > most {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        match plan.run(NonZeroUsize::MIN, &CountGather::default(), &stop) {
            Ok(found) => Ok(found <= most),
            Err(MineError::Stopped) => Ok(false),
            Err(error) => Err(error),
        }
    };
    // Below that a few rows decide, and the patterns of few rows are too many.
    let floor = (table.rows() as u32 / 200).max(8);
    let mut support = (table.rows() as u32).max(1);
    loop {
        let lower = support * 17 / 20;
        if lower < floor || !enough(lower)? {
            return Ok(support);
        }
        support = lower;
    }
}

fn choose(table: &Table, found: &[OwnedPattern], most: usize) -> Vec<Vec<u32>> {
    let items = Features::of_items(table);
    let columns: Vec<Vec<u32>> = found
        .iter()
        .map(|pattern| pattern.items.iter().filter_map(|&item| table.column(item)).collect())
        .collect();
    let mut features = items.empty_like();
    features.push_meets(&items, &columns);
    let chosen = select(&features, &SelectParams { most, ..SelectParams::default() });
    chosen.into_iter().map(|chosen| found[chosen.feature].items.clone()).collect()
}
