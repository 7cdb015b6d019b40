//! Decisions to learn from, side by side in memory.

use fuda_core::InputList;

/// The inputs of a row that are not 0.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SparseRow<'a> {
    /// Their numbers.
    pub at: &'a [u16],
    /// Their values; empty where every one is 1.
    pub values: &'a [f32],
}

impl<'a> From<&'a [u16]> for SparseRow<'a> {
    fn from(at: &'a [u16]) -> SparseRow<'a> {
        SparseRow { at, values: &[] }
    }
}

impl<'a> From<&'a InputList> for SparseRow<'a> {
    fn from(list: &'a InputList) -> SparseRow<'a> {
        SparseRow { at: &list.at, values: &list.values }
    }
}

/// One decision that was made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Decision<'a> {
    /// What the network saw.
    pub inputs: SparseRow<'a>,
    /// The outputs of the legal actions.
    pub outputs: &'a [u16],
    /// Which of them was chosen.
    pub chosen: usize,
    /// The logarithm of its probability when it was chosen.
    pub log_probability: f32,
    /// How much better than expected it turned out.
    pub advantage: f32,
    /// What it led to: the target of the value output.
    pub target: f32,
}

/// Many decisions.
#[derive(Clone, Default, Debug)]
pub struct Decisions {
    inputs: InputList,
    outputs: Vec<u16>,
    rows: Vec<Place>,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    inputs_end: usize,
    values_end: usize,
    outputs_end: usize,
    chosen: u16,
    log_probability: f32,
    advantage: f32,
    target: f32,
}

impl Decisions {
    /// Adds a decision.
    pub fn push(&mut self, decision: Decision<'_>) {
        self.inputs.at.extend_from_slice(decision.inputs.at);
        self.inputs.values.extend_from_slice(decision.inputs.values);
        self.outputs.extend_from_slice(decision.outputs);
        self.rows.push(Place {
            inputs_end: self.inputs.at.len(),
            values_end: self.inputs.values.len(),
            outputs_end: self.outputs.len(),
            chosen: decision.chosen as u16,
            log_probability: decision.log_probability,
            advantage: decision.advantage,
            target: decision.target,
        });
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Forgets all, keeping the memory.
    pub fn clear(&mut self) {
        self.inputs.clear();
        self.outputs.clear();
        self.rows.clear();
    }

    /// A decision.
    ///
    /// # Panics
    /// When there are not so many.
    pub fn get(&self, number: usize) -> Decision<'_> {
        let row = &self.rows[number];
        let before = number.checked_sub(1).map(|n| &self.rows[n]);
        let (inputs, values, outputs) =
            before.map_or((0, 0, 0), |b| (b.inputs_end, b.values_end, b.outputs_end));
        Decision {
            inputs: SparseRow {
                at: &self.inputs.at[inputs..row.inputs_end],
                values: &self.inputs.values[values..row.values_end],
            },
            outputs: &self.outputs[outputs..row.outputs_end],
            chosen: row.chosen.into(),
            log_probability: row.log_probability,
            advantage: row.advantage,
            target: row.target,
        }
    }

    /// Sets what a decision turned out to be worth.
    ///
    /// # Panics
    /// When there are not so many decisions.
    pub fn judge(&mut self, number: usize, advantage: f32, target: f32) {
        let row = &mut self.rows[number];
        row.advantage = advantage;
        row.target = target;
    }

    /// Divides all advantages by their root mean square.
    pub fn scale_advantages(&mut self) {
        let squares: f64 = self.rows.iter().map(|row| f64::from(row.advantage).powi(2)).sum();
        let size = (squares / self.rows.len().max(1) as f64).sqrt().max(1e-6) as f32;
        self.rows.iter_mut().for_each(|row| row.advantage /= size);
    }
}
