//! Coordinate descent in the dual for the problems of a block, in step.

use super::kernel::{LANES, Lanes, Walk, add, dot, run};
use super::{Block, Svm};
use crate::svm::SvmLoss;
use fuda_core::Purpose;

/// Solves all problems of a block.
pub(super) fn descend(svm: &Svm, block: &Block<'_>) -> Vec<[f64; LANES]> {
    let (upper, diagonal) = match svm.0.loss {
        SvmLoss::L1 => (svm.0.c as f32, 0.0),
        SvmLoss::L2 => (f32::INFINITY, 0.5 / svm.0.c as f32),
    };
    let own = block.bias * block.bias + diagonal;
    let square = |at: usize| block.row(at).iter().map(|(_, value)| value * value).sum::<f32>();
    let mut dual = Dual {
        weights: vec![[0.0; LANES]; block.weights()],
        multipliers: vec![[0.0; LANES]; block.len()],
        curvatures: (0..block.len()).map(|at| square(at) + own).collect(),
        upper,
        diagonal,
        running: std::array::from_fn(|lane| block.signs.iter().any(|signs| signs[lane] != 0.0)),
    };
    let mut rng = svm.0.seed.stream(Purpose::Training, &[]);
    let mut active: Vec<u32> = (0..block.len() as u32).collect();
    let (mut bounds, mut whole) = (Bounds::OPEN, true);
    let tolerance = svm.0.tolerance as f32;
    // Rows that look settled in every problem are left out; when all problems
    // look finished, all rows are looked at again, and those problems are at
    // their end that are finished then too.
    for _ in 0..svm.0.epochs {
        if dual.running == [false; LANES] {
            break;
        }
        rng.shuffle(&mut active);
        let seen = run(Pass { dual: &mut dual, active: &mut active, bounds: &bounds }, block);
        let mut finished = true;
        for lane in 0..LANES {
            let settled =
                seen.high[lane] - seen.low[lane] <= tolerance || seen.high[lane] < seen.low[lane];
            if whole && settled {
                dual.running[lane] = false;
            }
            finished &= settled || !dual.running[lane];
        }
        whole = finished;
        if finished {
            active = (0..block.len() as u32).collect();
            bounds = Bounds::OPEN;
            continue;
        }
        let beyond = |seen: f32, end: f32, is_past: bool| if is_past { seen } else { end };
        bounds = Bounds {
            low: seen.low.map(|low| beyond(low, f32::NEG_INFINITY, low < 0.0)),
            high: seen.high.map(|high| beyond(high, f32::INFINITY, high > 0.0)),
        };
    }
    dual.weights.iter().map(|weights| weights.map(f64::from)).collect()
}

/// The least and the greatest slope of a pass, for each problem.
struct Bounds {
    low: Lanes,
    high: Lanes,
}

impl Bounds {
    const OPEN: Bounds = Bounds { low: [f32::NEG_INFINITY; LANES], high: [f32::INFINITY; LANES] };
}

struct Dual {
    weights: Vec<Lanes>,
    multipliers: Vec<Lanes>,
    /// The curvature along the multipliers of each row.
    curvatures: Vec<f32>,
    upper: f32,
    diagonal: f32,
    running: [bool; LANES],
}

/// One pass over the rows that do not look settled in every problem; gives
/// the slopes it met.
struct Pass<'a> {
    dual: &'a mut Dual,
    active: &'a mut Vec<u32>,
    bounds: &'a Bounds,
}

impl Walk for Pass<'_> {
    type Out = Bounds;

    #[inline(always)]
    fn walk(self, block: &Block<'_>) -> Bounds {
        let mut seen = Bounds { low: [f32::INFINITY; LANES], high: [f32::NEG_INFINITY; LANES] };
        let dual = self.dual;
        let mut kept = 0;
        for index in 0..self.active.len() {
            let at = self.active[index] as usize;
            let (row, signs) = (block.row(at), &block.signs[at]);
            let (scores, constant) = (dot(row, &dual.weights), block.constant(&dual.weights));
            let (mut changes, mut awake) = ([0.0; LANES], false);
            let multipliers = &mut dual.multipliers[at];
            for lane in 0..LANES {
                let (sign, old) = (signs[lane], multipliers[lane]);
                let slope = sign * (scores[lane] + constant[lane]) - 1.0 + old * dual.diagonal;
                let lowest = old == 0.0;
                let highest = old >= dual.upper;
                let resting = lowest && slope > self.bounds.high[lane]
                    || highest && slope < self.bounds.low[lane];
                if sign == 0.0 || resting || !dual.running[lane] {
                    continue;
                }
                awake = true;
                let projected = match (lowest, highest) {
                    (true, _) => slope.min(0.0),
                    (_, true) => slope.max(0.0),
                    _ => slope,
                };
                seen.low[lane] = seen.low[lane].min(projected);
                seen.high[lane] = seen.high[lane].max(projected);
                if projected.abs() > 1e-7 && dual.curvatures[at] > 0.0 {
                    let new = (old - slope / dual.curvatures[at]).clamp(0.0, dual.upper);
                    multipliers[lane] = new;
                    changes[lane] = (new - old) * sign;
                }
            }
            if changes != [0.0; LANES] {
                add(row, &changes, &mut dual.weights);
                if let Some(weights) = dual.weights.get_mut(block.columns) {
                    for lane in 0..LANES {
                        weights[lane] += changes[lane] * block.bias;
                    }
                }
            }
            if awake {
                self.active[kept] = at as u32;
                kept += 1;
            }
        }
        self.active.truncate(kept);
        seen
    }
}
