//! Samples and an independent solver to test against.

use crate::{Groups, Linear, Rows};
use fuda_core::{Rng, Seed};
use liblinear::{Builder, LibLinearModel, SolverType, util::TrainingInput};

/// Sparse rows whose labels depend on some columns, with noise.
pub(crate) fn random_sample(rows: usize, columns: u32, seed: u64) -> (Rows, Vec<bool>) {
    let mut rng = Rng::new(Seed(seed));
    let rows: Vec<Vec<(u32, f64)>> = (0..rows)
        .map(|_| {
            let cells = (0..columns).filter(|_| rng.below(4) == 0).collect::<Vec<u32>>();
            cells.into_iter().map(|column| (column, 2.0 * rng.unit() - 0.5)).collect()
        })
        .collect();
    let labels = rows
        .iter()
        .map(|row| {
            let sum: f64 = row.iter().map(|&(c, v)| if c % 2 == 0 { v } else { -v }).sum();
            sum + rng.unit() - 0.5 > 0.0
        })
        .collect();
    (Rows::sparse(columns as usize, rows.iter().map(Vec::as_slice)).unwrap(), labels)
}

/// Groups whose choice depends on some columns, with noise.
pub(crate) fn random_groups(many: u32, columns: u32, seed: u64) -> Groups {
    let mut rng = Rng::new(Seed(seed));
    let mut groups = Groups::new(columns as usize);
    for id in 0..many {
        let rows: Vec<Vec<(u32, f32)>> = (0..1 + rng.below(6))
            .map(|_| {
                let cells: Vec<u32> = (0..columns).filter(|_| rng.below(4) == 0).collect();
                cells.into_iter().map(|c| (c, (2.0 * rng.unit() - 0.5) as f32)).collect()
            })
            .collect();
        let worth = |row: &Vec<(u32, f32)>, noise: f64| -> f64 {
            let sum: f32 = row.iter().map(|&(c, v)| if c % 2 == 0 { v } else { -v }).sum();
            f64::from(sum) + noise
        };
        let worths: Vec<f64> = rows.iter().map(|row| worth(row, rng.unit())).collect();
        let chosen = (0..rows.len()).max_by(|&a, &b| worths[a].total_cmp(&worths[b])).unwrap();
        groups.push(id, chosen, rows.iter().map(Vec::as_slice)).unwrap();
    }
    groups
}

/// What `objective` says about the weights that LIBLINEAR finds.
pub(crate) fn liblinear_objective(
    rows: &Rows,
    labels: &[bool],
    solver: SolverType,
    c: f64,
    objective: impl Fn(&Linear) -> f64,
) -> f64 {
    let features: Vec<Vec<(u32, f64)>> = (0..rows.len())
        .map(|row| {
            let mut cells = Vec::new();
            rows.row(row).for_each(|column, value| cells.push((column as u32 + 1, value)));
            cells
        })
        .collect();
    let targets: Vec<f64> = labels.iter().map(|&label| if label { 1.0 } else { -1.0 }).collect();
    let mut builder = Builder::new();
    let input = TrainingInput::from_sparse_features(targets, features).unwrap();
    builder.problem().input_data(input).bias(1.0);
    builder.parameters().solver_type(solver).stopping_criterion(1e-6).constraints_violation_cost(c);
    let model = builder.build_model().unwrap();
    // Its weights speak for the label it saw first.
    let sign = if model.labels()[0] > 0 { 1.0 } else { -1.0 };
    let columns = model.num_features() as i32;
    let coefficient = |column| sign * model.feature_coefficient(column, 0);
    let mut weights: Vec<f64> = (1..=columns).map(coefficient).collect();
    weights.resize(rows.columns(), 0.0);
    objective(&Linear { weights, bias: sign * model.label_bias(0) })
}
