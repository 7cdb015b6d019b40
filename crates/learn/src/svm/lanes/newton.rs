//! Newton's method for the problems of a block, in step.

use super::kernel::{LANES, Lanes, Scores, Walk, add, dot, run};
use super::{Block, Svm};

/// Numbers of the problems that are summed over many rows or columns.
type Wide = [f64; LANES];

/// As in the method for one problem: see [`crate::minimise`].
const SHARE: f64 = 0.3;
/// The most products for one step.
const PRODUCTS: usize = 250;
/// Looks along a direction, each a walk over the scores alone.
const LOOKS: usize = 12;

/// Solves all problems of a block.
pub(super) fn minimise(svm: &Svm, block: &Block<'_>) -> Vec<Wide> {
    let many = block.weights();
    let price = 2.0 * svm.0.c as f32;
    let mut weights = vec![[0.0f64; LANES]; many];
    let (mut scores, mut change) =
        (vec![[0.0f32; LANES]; block.len()], vec![[0.0f32; LANES]; block.len()]);
    let mut search = Search::new(many);
    // Problems without rows are finished before they begin.
    let mut running: [bool; LANES] =
        std::array::from_fn(|lane| block.signs.iter().any(|signs| signs[lane] != 0.0));
    let mut products = 0;
    for _ in 0..svm.0.newton.steps {
        if products >= svm.0.newton.products || running == [false; LANES] {
            break;
        }
        let mut gradient = weights.clone();
        run(Gradient { scores: &scores, price, sums: &mut gradient }, block);
        let most = svm.0.newton.products - products;
        let (fall, used) = search.direction(block, &scores, &gradient, price, running, most);
        products += used;
        run(Scores(&search.direction, &mut change), block);
        let line = Line::new(&weights, &search.direction);
        let steps = line.search(block, &scores, &change, svm.0.c);
        for (weights, direction) in weights.iter_mut().zip(&search.direction) {
            for lane in 0..LANES {
                weights[lane] += steps[lane] * f64::from(direction[lane]);
            }
        }
        for (score, change) in scores.iter_mut().zip(&change) {
            for lane in 0..LANES {
                score[lane] += (steps[lane] * f64::from(change[lane])) as f32;
            }
        }
        let values = values(block, &scores, &weights, svm.0.c);
        for lane in 0..LANES {
            // Not finite: nothing but noise is left to go along.
            let left = fall[lane] > svm.0.newton.tolerance * values[lane];
            running[lane] &= left && steps[lane] > 0.0 && steps[lane].is_finite();
        }
    }
    weights
}

#[inline(always)]
fn short(score: f32, sign: f32) -> f32 {
    if sign == 0.0 { 0.0 } else { (1.0 - sign * score).max(0.0) }
}

fn values(block: &Block<'_>, scores: &[Lanes], weights: &[Wide], c: f64) -> Wide {
    let mut values = [0.0; LANES];
    for (score, sign) in scores.iter().zip(&block.signs) {
        for lane in 0..LANES {
            let short = f64::from(short(score[lane], sign[lane]));
            values[lane] += c * short * short;
        }
    }
    for weights in weights {
        for lane in 0..LANES {
            values[lane] += 0.5 * weights[lane] * weights[lane];
        }
    }
    values
}

/// Adds the slopes of the losses.
struct Gradient<'a> {
    scores: &'a [Lanes],
    price: f32,
    sums: &'a mut [Wide],
}

impl Walk for Gradient<'_> {
    type Out = ();

    #[inline(always)]
    fn walk(self, block: &Block<'_>) {
        let mut constant = [0.0f64; LANES];
        for (at, (score, sign)) in self.scores.iter().zip(&block.signs).enumerate() {
            let slope: Wide = std::array::from_fn(|lane| {
                f64::from(-self.price * sign[lane] * short(score[lane], sign[lane]))
            });
            if slope == [0.0; LANES] {
                continue;
            }
            for &(column, value) in block.row(at) {
                let sums = &mut self.sums[column as usize];
                for lane in 0..LANES {
                    sums[lane] += f64::from(value) * slope[lane];
                }
            }
            for lane in 0..LANES {
                constant[lane] += slope[lane];
            }
        }
        if let Some(sums) = self.sums.get_mut(block.columns) {
            for lane in 0..LANES {
                sums[lane] += f64::from(block.bias) * constant[lane];
            }
        }
    }
}

/// The rows of each problem that are not settled: 1, or 0.
#[inline(always)]
fn open(score: &Lanes, sign: &Lanes, running: &Lanes) -> Lanes {
    std::array::from_fn(|lane| {
        let open = sign[lane] != 0.0 && sign[lane] * score[lane] < 1.0;
        if open { running[lane] } else { 0.0 }
    })
}

/// The diagonal of the second derivatives.
struct Diagonal<'a> {
    scores: &'a [Lanes],
    running: Lanes,
    price: f32,
    sums: &'a mut [Lanes],
}

impl Walk for Diagonal<'_> {
    type Out = ();

    #[inline(always)]
    fn walk(self, block: &Block<'_>) {
        self.sums.fill([1.0; LANES]);
        let mut total = [0.0; LANES];
        for (at, (score, sign)) in self.scores.iter().zip(&block.signs).enumerate() {
            let open = open(score, sign, &self.running);
            if open == [0.0; LANES] {
                continue;
            }
            for &(column, value) in block.row(at) {
                let (sums, square) = (&mut self.sums[column as usize], self.price * value * value);
                for lane in 0..LANES {
                    sums[lane] += square * open[lane];
                }
            }
            for lane in 0..LANES {
                total[lane] += self.price * block.bias * block.bias * open[lane];
            }
        }
        if let Some(sums) = self.sums.get_mut(block.columns) {
            for lane in 0..LANES {
                sums[lane] += total[lane];
            }
        }
    }
}

/// The product of the second derivatives with a direction.
struct Product<'a> {
    scores: &'a [Lanes],
    running: Lanes,
    price: f32,
    along: &'a [Lanes],
    sums: &'a mut [Lanes],
}

impl Walk for Product<'_> {
    type Out = ();

    #[inline(always)]
    fn walk(self, block: &Block<'_>) {
        self.sums.copy_from_slice(self.along);
        let constant = block.constant(self.along);
        let mut total = [0.0; LANES];
        for (at, (score, sign)) in self.scores.iter().zip(&block.signs).enumerate() {
            let open = open(score, sign, &self.running);
            if open == [0.0; LANES] {
                continue;
            }
            let row = block.row(at);
            let along = dot(row, self.along);
            let scaled = std::array::from_fn(|lane| {
                self.price * open[lane] * (along[lane] + constant[lane])
            });
            add(row, &scaled, self.sums);
            for lane in 0..LANES {
                total[lane] += block.bias * scaled[lane];
            }
        }
        if let Some(sums) = self.sums.get_mut(block.columns) {
            for lane in 0..LANES {
                sums[lane] += total[lane];
            }
        }
    }
}

/// The search for directions by conjugate gradients, with its vectors.
struct Search {
    direction: Vec<Lanes>,
    diagonal: Vec<Lanes>,
    rest: Vec<Lanes>,
    along: Vec<Lanes>,
    curved: Vec<Lanes>,
}

impl Search {
    fn new(many: usize) -> Search {
        let zeros = || vec![[0.0; LANES]; many];
        Search {
            direction: zeros(),
            diagonal: zeros(),
            rest: zeros(),
            along: zeros(),
            curved: zeros(),
        }
    }

    /// The size of what is left, scaled.
    fn size(&self) -> Wide {
        let mut size = [0.0; LANES];
        for (rest, diagonal) in self.rest.iter().zip(&self.diagonal) {
            for lane in 0..LANES {
                size[lane] += f64::from(rest[lane]) * f64::from(rest[lane] / diagonal[lane]);
            }
        }
        size
    }

    /// Looks for a direction of each problem that is running; gives how much
    /// its value is expected to fall, and how many products it took.
    fn direction(
        &mut self,
        block: &Block<'_>,
        scores: &[Lanes],
        gradient: &[Wide],
        price: f32,
        running: [bool; LANES],
        most: usize,
    ) -> (Wide, usize) {
        let mut on: Lanes = running.map(|running| if running { 1.0 } else { 0.0 });
        run(Diagonal { scores, running: on, price, sums: &mut self.diagonal }, block);
        self.direction.fill([0.0; LANES]);
        for (at, slope) in gradient.iter().enumerate() {
            self.rest[at] = std::array::from_fn(|lane| on[lane] * -slope[lane] as f32);
            let (rest, diagonal) = (self.rest[at], self.diagonal[at]);
            self.along[at] = std::array::from_fn(|lane| rest[lane] / diagonal[lane]);
        }
        let (mut size, mut fall, mut products) = (self.size(), [0.0; LANES], 0);
        while products < most.min(PRODUCTS) && on != [0.0; LANES] {
            let (along, sums) = (&self.along, &mut self.curved);
            run(Product { scores, running: on, price, along, sums }, block);
            products += 1;
            let mut curvature = [0.0f64; LANES];
            for (along, curved) in self.along.iter().zip(&self.curved) {
                for lane in 0..LANES {
                    curvature[lane] += f64::from(along[lane]) * f64::from(curved[lane]);
                }
            }
            let mut steps = [0.0f32; LANES];
            for lane in 0..LANES {
                if on[lane] == 0.0 {
                    continue;
                }
                let step = size[lane] / curvature[lane];
                if !step.is_finite() || step <= 0.0 {
                    on[lane] = 0.0;
                    continue;
                }
                steps[lane] = step as f32;
                let taken = 0.5 * step * size[lane];
                fall[lane] += taken;
                if products as f64 * taken <= SHARE * fall[lane] {
                    on[lane] = 0.0;
                }
            }
            let vectors = self.direction.iter_mut().zip(&mut self.rest);
            for ((direction, rest), (along, curved)) in
                vectors.zip(self.along.iter().zip(&self.curved))
            {
                for lane in 0..LANES {
                    direction[lane] += steps[lane] * along[lane];
                    rest[lane] -= steps[lane] * curved[lane];
                }
            }
            let new = self.size();
            let turn: Lanes = std::array::from_fn(|lane| (new[lane] / size[lane]) as f32);
            size = new;
            let vectors = self.rest.iter().zip(&self.diagonal);
            for (along, (rest, diagonal)) in self.along.iter_mut().zip(vectors) {
                for lane in 0..LANES {
                    let next = rest[lane] / diagonal[lane] + turn[lane] * along[lane];
                    along[lane] = if on[lane] > 0.0 { next } else { 0.0 };
                }
            }
        }
        (fall, products)
    }
}

/// The values along a direction: pieces of parabolas, whose lowest points are
/// looked for exactly.
struct Line {
    /// The weights times the direction, and the direction squared.
    slope: Wide,
    square: Wide,
}

impl Line {
    fn new(weights: &[Wide], direction: &[Lanes]) -> Line {
        let (mut slope, mut square) = ([0.0; LANES], [0.0; LANES]);
        for (weights, direction) in weights.iter().zip(direction) {
            for lane in 0..LANES {
                let direction = f64::from(direction[lane]);
                slope[lane] += weights[lane] * direction;
                square[lane] += direction * direction;
            }
        }
        Line { slope, square }
    }

    /// The steps to where the values are lowest; 0 where there is no direction.
    fn search(&self, block: &Block<'_>, scores: &[Lanes], change: &[Lanes], c: f64) -> Wide {
        let (mut low, mut high) = ([0.0f64; LANES], [f64::INFINITY; LANES]);
        let mut steps: Wide = self.square.map(|square| if square > 0.0 { 1.0 } else { 0.0 });
        for _ in 0..LOOKS {
            let (mut slope, mut curve) = ([0.0f64; LANES], [0.0f64; LANES]);
            for ((score, change), sign) in scores.iter().zip(change).zip(&block.signs) {
                for lane in 0..LANES {
                    let moved = score[lane] + steps[lane] as f32 * change[lane];
                    let short = short(moved, sign[lane]);
                    let along = if short > 0.0 { change[lane] } else { 0.0 };
                    slope[lane] -= f64::from(sign[lane] * short * along);
                    curve[lane] += f64::from(along * along);
                }
            }
            for lane in 0..LANES {
                let step = steps[lane];
                let slope = self.slope[lane] + step * self.square[lane] + 2.0 * c * slope[lane];
                let curve = self.square[lane] + 2.0 * c * curve[lane];
                if curve <= 0.0 {
                    continue;
                }
                if slope < 0.0 {
                    low[lane] = step;
                } else {
                    high[lane] = step;
                }
                let next = step - slope / curve;
                let inside = next > low[lane] && next < high[lane];
                let middle = 0.5 * (low[lane] + high[lane].min(2.0 * step));
                steps[lane] = if inside { next } else { middle };
            }
        }
        steps
    }
}
