//! The linear SVM beside LIBLINEAR on rows like the differences of mahjong
//! positions: 60,000 × 6,400 with 94 non-zeros.
//!
//! ```text
//! cargo bench -p fuda-learn --bench svm
//! ```

use fuda_core::{Rng, Seed};
use fuda_learn::{Learner, Linear, Model, NewtonParams, Rows, Sample, Solver, SvmParams};
use liblinear::{Builder, LibLinearModel, SolverType, util::TrainingInput};
use std::time::{Duration, Instant};

const ROWS: usize = 60_000;
const COLUMNS: u32 = 6_400;
const CELLS: usize = 94;

/// Rows of small whole numbers, the lower columns more often, and labels that
/// depend on them with noise.
fn generate() -> (Vec<Vec<(u32, f64)>>, Vec<bool>) {
    let mut rng = Rng::new(Seed(1));
    let truth: Vec<f64> = (0..COLUMNS).map(|_| rng.unit() - 0.5).collect();
    let mut labels = Vec::new();
    let rows = (0..ROWS)
        .map(|_| {
            let mut columns: Vec<u32> = Vec::with_capacity(CELLS);
            while columns.len() < CELLS {
                let column = (f64::from(COLUMNS) * rng.unit() * rng.unit()) as u32;
                if !columns.contains(&column) {
                    columns.push(column);
                }
            }
            columns.sort_unstable();
            let row: Vec<(u32, f64)> = columns
                .into_iter()
                .map(|column| (column, if rng.below(2) == 0 { 1.0 } else { -1.0 }))
                .collect();
            let sum: f64 = row.iter().map(|&(c, v)| truth[c as usize] * v).sum();
            labels.push(sum + 6.0 * (rng.unit() - 0.5) > 0.0);
            row
        })
        .collect();
    (rows, labels)
}

/// LIBLINEAR's weights and the time it took.
fn liblinear(
    cells: &[Vec<(u32, f64)>],
    labels: &[bool],
    solver: SolverType,
    tolerance: f64,
) -> (Linear, Duration) {
    let features: Vec<Vec<(u32, f64)>> =
        cells.iter().map(|row| row.iter().map(|&(c, v)| (c + 1, v)).collect()).collect();
    let targets = labels.iter().map(|&label| if label { 1.0 } else { -1.0 }).collect();
    let mut builder = Builder::new();
    let input = TrainingInput::from_sparse_features(targets, features).expect("features");
    builder.problem().input_data(input);
    builder
        .parameters()
        .solver_type(solver)
        .stopping_criterion(tolerance)
        .constraints_violation_cost(1.0);
    let start = Instant::now();
    let model = builder.build_model().expect("a model");
    let time = start.elapsed();
    let sign = if model.labels()[0] > 0 { 1.0 } else { -1.0 };
    let mut weights: Vec<f64> = (1..=model.num_features() as i32)
        .map(|column| sign * model.feature_coefficient(column, 0))
        .collect();
    weights.resize(COLUMNS as usize, 0.0);
    (Linear { weights, bias: 0.0 }, time)
}

fn main() {
    let (cells, labels) = generate();
    let rows = Rows::sparse(COLUMNS as usize, cells.iter().map(Vec::as_slice)).expect("rows");
    let sample = Sample::new(&rows, &labels).expect("a label per row");
    println!("{ROWS} x {COLUMNS} rows, {CELLS} non-zeros each, L2 loss, C = 1, no constant");
    // Both solvers of the peer, each with its usual tolerance.
    for (name, solver, tolerance) in [
        ("dual", SolverType::L2R_L2LOSS_SVC_DUAL, 0.1),
        ("primal", SolverType::L2R_L2LOSS_SVC, 0.01),
    ] {
        let (peer, peer_time) = liblinear(&cells, &labels, solver, tolerance);
        let plain = SvmParams { bias: 0.0, ..SvmParams::default() };
        let wanted = plain.check().expect("good").objective(&sample, &peer);
        println!("LIBLINEAR, {name}: {peer_time:.2?}, objective {wanted:.3}");
        let newton = NewtonParams { tolerance: 1e-3, ..NewtonParams::default() };
        let newton = SvmParams { solver: Solver::Newton, newton, ..plain };
        let same = (name == "dual").then_some(("coordinate descent, 1 thread", plain));
        for (name, params) in same.into_iter().chain([
            ("Newton's method, 1 thread", newton),
            ("Newton's method, 2 threads", SvmParams { threads: 2, ..newton }),
        ]) {
            let svm = params.check().expect("good");
            let start = Instant::now();
            let Ok(Model::Linear(ours)) = svm.fit(&sample) else { panic!("a linear model") };
            let time = start.elapsed();
            println!(
                "  {name}: {time:.2?}, objective {:.3}; ratio {:.2}",
                svm.objective(&sample, &ours),
                peer_time.as_secs_f64() / time.as_secs_f64()
            );
        }
        // Sixteen problems at once, as auxiliary problems are learned.
        let sixteen = vec![sample.clone(); 16];
        let svm = newton.check().expect("good");
        let start = Instant::now();
        let found = svm.fit_many(&sixteen, 1, &|_| {}).expect("models");
        let time = start.elapsed();
        println!(
            "  sixteen problems side by side, 1 thread: {time:.2?}, objective {:.3}; ratio {:.2}",
            svm.objective(&sample, &found[0]),
            16.0 * peer_time.as_secs_f64() / time.as_secs_f64()
        );
    }
}
