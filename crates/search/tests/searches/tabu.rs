//! Tabu search leaves hills and never goes back too soon.

use fuda_core::{Budget, Rng, Seed};
use fuda_search::tabu::RunStop;
use fuda_search::{Neighbourhood, Stop, TabuParams};
use proptest::prelude::*;
use std::cmp::Ordering;

/// Heights along a ring; one step to either side.
struct Ring {
    heights: Vec<i32>,
}

impl Neighbourhood for Ring {
    type Solution = usize;
    type Value = i32;
    /// A step may not be taken again soon, in either direction.
    type Attribute = (usize, usize);

    fn evaluate(&mut self, at: &usize) -> i32 {
        self.heights[*at]
    }

    fn compare(&self, a: &i32, b: &i32) -> Ordering {
        a.cmp(b)
    }

    fn neighbour(&mut self, from: &usize, rng: &mut Rng) -> Option<usize> {
        let n = self.heights.len();
        (n > 1).then(|| (from + if rng.below(2) == 0 { 1 } else { n - 1 }) % n)
    }

    fn attribute(&self, from: &usize, to: &usize) -> (usize, usize) {
        (*from.min(to), *from.max(to))
    }
}

fn params(iterations: u32, neighbours: u32, list: u32) -> TabuParams {
    TabuParams { iterations, neighbours, list, ..TabuParams::default() }
}

/// A hill of 5 at the start, a valley, and a mountain of 9 behind it.
const VALLEY: [i32; 10] = [5, 3, 1, 0, 2, 9, 2, 0, 1, 3];

#[test]
fn it_leaves_the_hill_on_which_climbing_would_stay() {
    let mut ring = Ring { heights: VALLEY.to_vec() };
    let tabu = params(8, 10, 6).check().expect("sound");
    let run = tabu.run(&mut ring, &0, &mut Rng::new(Seed(1)));
    assert_eq!(run.best(), Some(&(5, 9)));
    assert!(run.steps[0].1 < 5, "the first step goes down");

    // Without a tabu list it goes up and down the same hill for ever.
    let forgetful = params(8, 10, 0).check().expect("sound");
    let run = forgetful.run(&mut ring, &0, &mut Rng::new(Seed(1)));
    assert_eq!(run.best(), None);
}

#[test]
fn runs_add_up_and_the_best_of_all_is_kept() {
    let mut ring = Ring { heights: VALLEY.to_vec() };
    let tabu = TabuParams { runs: Some(40), ..params(6, 1, 6) }.check().expect("sound");
    let (mut seen, mut best, mut evaluated) = (0, 5, 0);
    let report = tabu.search(&mut ring, &0, Budget::default(), &mut Rng::new(Seed(2)), |run| {
        seen += 1;
        evaluated += run.evaluated;
        best = best.max(run.best().map_or(5, |b| b.1));
    });
    assert_eq!((report.runs, report.evaluated, report.stop), (seen, evaluated, Stop::Loops));
    assert_eq!((seen, report.value, report.best), (40, best, 5));
    let few = Budget { effort: Some(3), ..Budget::default() };
    let report = tabu.search(&mut ring, &0, few, &mut Rng::new(Seed(2)), |_| ());
    assert_eq!(report.runs, 3, "the budget is the tighter limit");
}

#[test]
fn a_lonely_solution_has_nowhere_to_go() {
    let mut point = Ring { heights: vec![1] };
    let run = params(5, 5, 5).check().expect("sound").run(&mut point, &0, &mut Rng::new(Seed(3)));
    assert_eq!((run.steps.len(), run.stop), (0, RunStop::NoNeighbour));
}

proptest! {
    #[test]
    fn no_step_is_taken_again_while_it_is_tabu(
        heights in prop::collection::vec(-5..5i32, 3..12),
        (k, n, list) in (1..12u32, 1..6u32, 0..8u32),
        seed in any::<u64>(),
    ) {
        let start_height = heights[0];
        let mut ring = Ring { heights };
        let tabu = params(k, n, list).check().expect("sound");
        let run = tabu.run(&mut ring, &0, &mut Rng::new(Seed(seed)));
        prop_assert!(run.steps.len() <= k as usize);
        prop_assert!(run.evaluated <= u64::from(k * n));
        prop_assert_eq!(run.stop == RunStop::Iterations, run.steps.len() == k as usize);
        let places: Vec<usize> = [0].into_iter().chain(run.steps.iter().map(|s| s.0)).collect();
        let steps: Vec<_> = places.windows(2).map(|w| ring.attribute(&w[0], &w[1])).collect();
        for (i, step) in steps.iter().enumerate() {
            let recent = &steps[i.saturating_sub(list as usize)..i];
            prop_assert!(!recent.contains(step), "step {} of {:?} was tabu", i, places);
        }
        let highest = run.steps.iter().map(|s| s.1).max().filter(|h| *h > start_height);
        prop_assert_eq!(run.best().map(|b| b.1), highest);
    }
}
