//! Matrices cut into panels of sixteen columns, and products with them.

use super::lanes::{LANES, Lanes};

/// A matrix by which rows are multiplied: for sixteen columns at a time the
/// weights of one input after the other. Columns are filled up with zeros.
#[derive(Clone, Debug)]
pub(super) struct Panels {
    inputs: usize,
    outputs: usize,
    weights: Vec<[f32; LANES]>,
}

/// What becomes of what stood where a product is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Into {
    /// It is replaced.
    Set,
    /// The product is added to it.
    Add,
}

impl Panels {
    pub fn zeros(inputs: usize, outputs: usize) -> Panels {
        let weights = vec![[0.0; LANES]; inputs * outputs.div_ceil(LANES)];
        Panels { inputs, outputs, weights }
    }

    /// From a matrix as PyTorch has it: one row an output, of which the inputs
    /// from `first` on are taken.
    pub fn from_rows(rows: &[f32], stride: usize, first: usize, inputs: usize) -> Panels {
        let outputs = rows.len() / stride;
        let mut panels = Panels::zeros(inputs, outputs);
        for output in 0..outputs {
            for input in 0..inputs {
                panels.set(input, output, rows[output * stride + first + input]);
            }
        }
        panels
    }

    #[inline(always)]
    pub fn set(&mut self, input: usize, output: usize, weight: f32) {
        self.weights[output / LANES * self.inputs + input][output % LANES] = weight;
    }

    /// How many weights there are, those that fill up left out.
    pub fn weights(&self) -> usize {
        self.inputs * self.outputs
    }

    /// Sets the weights of one input to all outputs.
    #[inline(always)]
    pub fn set_input(&mut self, input: usize, weights: &[f32]) {
        for (panel, part) in weights.chunks(LANES).enumerate() {
            self.weights[panel * self.inputs + input][..part.len()].copy_from_slice(part);
        }
    }

    /// Multiplies `rows` rows of `x` and writes them to `y`; `from` and `to`
    /// are how far apart the rows are.
    #[inline(always)]
    pub fn times<L: Lanes>(
        &self,
        proof: L::Proof,
        (x, from): (&[f32], usize),
        rows: usize,
        (y, to): (&mut [f32], usize),
        into: Into,
    ) {
        let mut row = 0;
        while L::ROWS >= 8 && row + 8 <= rows {
            self.block::<L, 8>(proof, &x[row * from..], from, &mut y[row * to..], to, into);
            row += 8;
        }
        while L::ROWS >= 4 && row + 4 <= rows {
            self.block::<L, 4>(proof, &x[row * from..], from, &mut y[row * to..], to, into);
            row += 4;
        }
        while row < rows {
            self.block::<L, 1>(proof, &x[row * from..], from, &mut y[row * to..], to, into);
            row += 1;
        }
    }

    #[inline(always)]
    fn block<L: Lanes, const R: usize>(
        &self,
        proof: L::Proof,
        x: &[f32],
        from: usize,
        y: &mut [f32],
        to: usize,
        into: Into,
    ) {
        let inputs = self.inputs;
        let mut rows = [x; R];
        for (r, row) in rows.iter_mut().enumerate() {
            *row = &x[r * from..r * from + inputs];
        }
        for (number, panel) in self.weights.chunks_exact(inputs.max(1)).enumerate() {
            let mut sums = [L::zero(proof); R];
            for (input, weights) in panel.iter().enumerate() {
                for (sum, row) in sums.iter_mut().zip(&rows) {
                    *sum = sum.plus(row[input], weights);
                }
            }
            let first = number * LANES;
            let lanes = LANES.min(self.outputs - first);
            for (r, sums) in sums.iter().enumerate() {
                let sums = sums.get();
                let y = &mut y[r * to + first..][..lanes];
                match into {
                    Into::Set => y.copy_from_slice(&sums[..lanes]),
                    Into::Add => y.iter_mut().zip(sums).for_each(|(y, sum)| *y += sum),
                }
            }
        }
    }
}
