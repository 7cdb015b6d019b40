//! A sum of weights over sets of inputs: a set counts where all of its inputs
//! are 1.

use crate::ModelError;
use crate::model_file::{Kind, ModelFault, ModelFile, Numbers, Tensor};

/// Sets of inputs and what each is worth, for one or more stages of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Patterns {
    /// How many inputs there are.
    pub columns: usize,
    /// The stages, in order.
    pub stages: Vec<PatternStage>,
}

/// The patterns of one stage.
#[derive(Clone, PartialEq, Debug)]
pub struct PatternStage {
    /// The stage is for positions whose progress is at most this, and more
    /// than that of the stage before.
    pub most: u64,
    /// What every position is worth.
    pub bias: f64,
    /// Inputs that must all be 1, ascending, and what they are worth together.
    pub patterns: Vec<(Vec<u32>, f64)>,
}

impl Patterns {
    /// The value of a position whose inputs that are not 0 are these,
    /// ascending, at the first stage.
    pub fn value(&self, ones: &[u32]) -> f64 {
        let holds = |set: &[u32]| set.iter().all(|input| ones.binary_search(input).is_ok());
        self.stages.first().map_or(0.0, |stage| {
            let on = stage.patterns.iter().filter(|(set, _)| holds(set));
            stage.bias + on.map(|(_, weight)| weight).sum::<f64>()
        })
    }

    /// Its file, without what it is for.
    ///
    /// # Panics
    /// When a pattern has an input that there is not.
    pub fn to_file(&self) -> ModelFile {
        let words = self.columns.div_ceil(64);
        let (mut masks, mut weights) = (Vec::new(), Vec::new());
        for (inputs, weight) in self.stages.iter().flat_map(|stage| &stage.patterns) {
            let start = masks.len();
            masks.resize(start + words, 0u64);
            for &input in inputs {
                masks[start..][input as usize / 64] |= 1 << (input % 64);
            }
            weights.push(*weight);
        }
        let stages = self.stages.iter().flat_map(|s| [s.most, s.patterns.len() as u64]);
        let (many, count) = (weights.len(), self.stages.len());
        let biases = self.stages.iter().map(|stage| stage.bias).collect();
        let tensors = [
            ("masks", Tensor::new([many, words], Numbers::U64(masks))),
            ("weights", Tensor::new([many], Numbers::F64(weights))),
            ("stages", Tensor::new([count, 2], Numbers::U64(stages.collect()))),
            ("bias", Tensor::new([count], Numbers::F64(biases))),
        ];
        ModelFile::new(Kind::Patterns, tensors)
    }

    /// The patterns of a file, over so many inputs.
    pub fn from_file(file: &ModelFile, columns: usize) -> Result<Patterns, ModelError> {
        file.expect_kind(Kind::Patterns)?;
        let broken = |why: String| Err(file.fault(ModelFault::Broken(why)));
        let words = columns.div_ceil(64);
        let many = file.tensor("weights")?.shape().iter().product();
        let weights = file.f64s("weights", &[many])?;
        let masks = file.u64s("masks", &[many, words])?;
        let [count, _] = file.matrix("stages")?;
        let (stages, bias) = (file.u64s("stages", &[count, 2])?, file.f64s("bias", &[count])?);
        let (ends, _) = stages.as_chunks::<2>();
        if !ends.is_sorted_by(|a, b| a[0] < b[0]) {
            return broken("expected stages in ascending order".into());
        }
        let mut rest = masks.chunks_exact(words.max(1)).zip(weights).enumerate();
        let mut read = Vec::with_capacity(count);
        for (&[most, length], &bias) in ends.iter().zip(bias) {
            let mut patterns = Vec::new();
            for _ in 0..length {
                let Some((number, (mask, &weight))) = rest.next() else {
                    return broken(format!("the stages have more than {many} patterns"));
                };
                let inputs: Vec<u32> = (0..64 * words as u32)
                    .filter(|&input| mask[input as usize / 64] >> (input % 64) & 1 == 1)
                    .collect();
                if inputs.last().is_some_and(|&last| last as usize >= columns) {
                    return broken(format!("pattern {number}: expected inputs below {columns}"));
                }
                patterns.push((inputs, weight));
            }
            read.push(PatternStage { most, bias, patterns });
        }
        match rest.next() {
            Some((number, _)) => broken(format!("pattern {number} is of no stage")),
            None => Ok(Patterns { columns, stages: read }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patterns() -> Patterns {
        let early = PatternStage { most: 20, bias: -1.5, patterns: Vec::new() };
        let sets = vec![(vec![0, 63, 64], 0.25), (vec![], 2.0), (vec![69], -3.0)];
        let late = PatternStage { most: 60, bias: 7.0, patterns: sets };
        Patterns { columns: 70, stages: vec![early, late] }
    }

    #[test]
    fn what_is_written_is_read() {
        let file = ModelFile::from_bytes("a file", &patterns().to_file().to_bytes()).unwrap();
        assert_eq!(Patterns::from_file(&file, 70).unwrap(), patterns());
    }

    #[test]
    fn broken_ones_are_refused_with_a_reason() {
        let refused = |name: &str, numbers: Numbers, columns: usize| {
            let mut file = patterns().to_file();
            let shape = file.tensors[name].shape().to_vec();
            file.tensors.insert(name.into(), Tensor::new(shape, numbers));
            Patterns::from_file(&file, columns).unwrap_err().to_string()
        };
        let stages = |list: [u64; 4]| refused("stages", Numbers::U64(list.into()), 70);
        assert!(stages([60, 0, 20, 3]).ends_with("expected stages in ascending order"));
        assert!(stages([20, 1, 60, 3]).ends_with("the stages have more than 3 patterns"));
        assert!(stages([20, 1, 60, 1]).ends_with("pattern 2 is of no stage"));
        let same = Numbers::F64(vec![1.0, 2.0]);
        assert!(refused("bias", same, 66).ends_with("pattern 2: expected inputs below 66"));
        let few = refused("bias", Numbers::F64(vec![1.0, 2.0]), 64);
        assert!(few.ends_with("`masks` is [3, 2], expected [3, 1]"), "{few}");
    }
}
