//! A model of moves as a player: the move with the highest score.

use fuda_core::{
    Alternative, Ask, Choice, FeatureRows, Game, MoveFeatures, MoveOf, Player, PlayerError, Reason,
    ViewOf,
};
use fuda_learn::{Kind, Linear, ModelError, ModelFault, ModelFile, Network, Patterns};
use std::sync::Arc;

/// What scores the encoded moves.
pub enum MoveModel {
    /// A weight per column.
    Linear(Linear),
    /// A network of one hidden layer.
    Network(Network),
    /// Weights of sets of columns.
    Patterns(Patterns),
}

impl MoveModel {
    /// The model of a file over so many columns.
    pub fn from_file(file: &ModelFile, columns: usize) -> Result<MoveModel, ModelError> {
        let (model, weighed) = match file.kind {
            Kind::Network => {
                let network = Network::from_file(file)?;
                let weighed = network.columns();
                (MoveModel::Network(network), weighed)
            }
            Kind::Patterns => (MoveModel::Patterns(Patterns::from_file(file, columns)?), columns),
            _ => {
                let linear = Linear::from_file(file)?;
                let weighed = linear.weights.len();
                (MoveModel::Linear(linear), weighed)
            }
        };
        match weighed < columns {
            true => {
                let why = format!("expected weights of {columns} columns, got {weighed}");
                Err(file.fault(ModelFault::Broken(why)))
            }
            false => Ok(model),
        }
    }

    fn score(&self, row: &[(u32, f32)]) -> f64 {
        match self {
            MoveModel::Linear(linear) => {
                let products = row.iter().map(|&(c, x)| linear.weights[c as usize] * f64::from(x));
                linear.bias + products.sum::<f64>()
            }
            MoveModel::Network(network) => network.forward(row, &mut vec![0.0; network.hidden()]),
            MoveModel::Patterns(patterns) => {
                let set = row.iter().filter(|(_, value)| *value != 0.0);
                patterns.value(&set.map(|(column, _)| *column).collect::<Vec<u32>>())
            }
        }
    }
}

/// Plays the move with the highest score of a model.
pub struct RankedPlayer<G: Game> {
    model: Arc<MoveModel>,
    encoder: Arc<dyn MoveFeatures<G>>,
    rows: FeatureRows,
}

impl<G: Game> RankedPlayer<G> {
    /// A player by a model over the encoder's columns.
    pub fn new(model: Arc<MoveModel>, encoder: Arc<dyn MoveFeatures<G>>) -> RankedPlayer<G> {
        RankedPlayer { model, encoder, rows: FeatureRows::default() }
    }
}

impl<G: Game> Player<G> for RankedPlayer<G> {
    fn choose(&mut self, ask: Ask<'_, G>) -> Result<Choice<MoveOf<G>>, PlayerError> {
        self.encoder.encode(ask.view, ask.legal, &mut self.rows);
        let mut alternatives: Vec<Alternative<MoveOf<G>>> = ask
            .legal
            .iter()
            .zip(self.rows.rows())
            .map(|(&mv, row)| Alternative::new(mv, self.model.score(row), 1))
            .collect();
        alternatives.sort_by(|a, b| b.value.total_cmp(&a.value));
        match alternatives.first() {
            Some(best) => Ok(Choice { mv: best.mv, effort: 1, alternatives }),
            None => Err(PlayerError("there is no legal move".into())),
        }
    }

    /// Of linear models: what each column adds, against its mean over the moves.
    fn reasons(&self, view: &ViewOf<G>, moves: &[MoveOf<G>]) -> Vec<Vec<Reason>> {
        let MoveModel::Linear(linear) = &*self.model else { return Vec::new() };
        let mut rows = FeatureRows::default();
        self.encoder.encode(view, moves, &mut rows);
        let mut means = std::collections::BTreeMap::new();
        for &(column, value) in rows.rows().flatten() {
            *means.entry(column).or_insert(0.0) += f64::from(value) / moves.len() as f64;
        }
        let reasons_of = |row: &[(u32, f32)]| {
            let value = |column: u32| {
                row.iter().find(|cell| cell.0 == column).map_or(0.0, |cell| f64::from(cell.1))
            };
            let mut reasons: Vec<Reason> = means
                .iter()
                .map(|(&column, mean)| Reason {
                    words: self.encoder.meaning(column as usize),
                    worth: linear.weights[column as usize] * (value(column) - mean),
                })
                .filter(|reason| reason.worth != 0.0)
                .collect();
            reasons.sort_by(|a, b| b.worth.abs().total_cmp(&a.worth.abs()));
            reasons
        };
        rows.rows().map(reasons_of).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_of_fewer_columns_is_refused() {
        let file = Linear { bias: 0.0, weights: vec![1.0; 5] }.to_file();
        assert!(MoveModel::from_file(&file, 5).is_ok());
        let refused = MoveModel::from_file(&file, 6).err().expect("refused").to_string();
        assert!(refused.contains("expected weights of 6 columns, got 5"), "{refused}");
    }
}
