use super::Block;
use super::kernel::{LANES, Lanes, Scores, Walk};
#[cfg(target_arch = "x86_64")]
use super::kernel::{with_avx2, with_avx512};
use crate::svm::compact::Compact;
use crate::testing::random_sample;
use crate::{Learner, Linear, Model, NewtonParams, Rows, Sample, Solver, SvmLoss, SvmParams};
use fuda_core::{Rng, Seed};

fn table() -> (Rows, Vec<Vec<bool>>, Vec<Vec<u32>>) {
    let (long, labels) = random_sample(260, 20, 6);
    // Short numbers: those that a lane holds exactly.
    let short: Vec<Vec<(u32, f64)>> = (0..long.len())
        .map(|row| {
            let mut cells = Vec::new();
            long.row(row)
                .for_each(|column, v| cells.push((column as u32, (8.0 * v).round() / 8.0)));
            cells
        })
        .collect();
    let rows = Rows::sparse(20, short.iter().map(Vec::as_slice)).unwrap();
    let mut rng = Rng::new(Seed(8));
    // More problems than lanes, each with labels and rows of its own.
    let flipped = |rng: &mut Rng| labels.iter().map(|&l| l ^ (rng.below(5) == 0)).collect();
    let all: Vec<Vec<bool>> = (0..19).map(|_| flipped(&mut rng)).collect();
    let picks = |k: u32, rng: &mut Rng| {
        let mut picks: Vec<u32> = (0..260).filter(|_| k < 2 || rng.below(3) > 0).collect();
        rng.shuffle(&mut picks);
        picks
    };
    let picks = (0..19).map(|k| picks(k, &mut rng)).collect();
    (rows, all, picks)
}

fn alone(params: SvmParams, sample: &Sample<'_>) -> Linear {
    match params.check().unwrap().fit(sample).unwrap() {
        Model::Linear(linear) => linear,
        other => panic!("{other:?} is not linear"),
    }
}

#[test]
fn each_problem_finds_what_it_finds_alone() {
    let (rows, labels, picks) = table();
    let samples: Vec<Sample<'_>> = labels
        .iter()
        .zip(&picks)
        .map(|(labels, picks)| Sample::new(&rows, labels).unwrap().pick(picks.clone()))
        .collect();
    for (solver, loss) in
        [(Solver::Newton, SvmLoss::L2), (Solver::Dual, SvmLoss::L2), (Solver::Dual, SvmLoss::L1)]
    {
        for bias in [0.0, 1.0] {
            let newton = NewtonParams { tolerance: 1e-9, ..NewtonParams::default() };
            let tight = SvmParams {
                c: 0.5,
                loss,
                bias,
                newton,
                tolerance: 1e-4,
                epochs: 20_000,
                ..SvmParams::default()
            };
            let many = SvmParams { solver, ..tight }.check().unwrap();
            let found = many.fit_many(&samples, 1, &|_| {}).unwrap();
            assert_eq!(found.len(), samples.len());
            for (found, sample) in found.iter().zip(&samples) {
                let wanted = alone(SvmParams { tolerance: 1e-6, ..tight }, sample);
                let (a, b) = (many.objective(sample, found), many.objective(sample, &wanted));
                assert!((a / b - 1.0).abs() < 1e-5, "{solver:?} {loss:?} {bias}: {a} {b}");
                for (a, b) in found.weights.iter().zip(&wanted.weights) {
                    assert!((a - b).abs() < 0.01, "{solver:?} {loss:?} {bias}: {a} {b}");
                }
                assert!((found.bias - wanted.bias).abs() < 0.01);
            }
            assert_eq!(many.fit_many(&samples, 3, &|_| {}).unwrap(), found, "threads");
        }
    }
}

#[test]
fn one_class_is_refused_and_no_problem_is_none() {
    let (rows, labels, _) = table();
    let svm = SvmParams::default().check().unwrap();
    let same = vec![true; rows.len()];
    let samples = [Sample::new(&rows, &labels[0]).unwrap(), Sample::new(&rows, &same).unwrap()];
    assert!(svm.fit_many(&samples, 1, &|_| {}).is_err());
    assert_eq!(svm.fit_many(&[], 1, &|_| {}).unwrap(), []);
}

/// Numbers that need more digits are learned from one problem at a time.
#[test]
fn long_numbers_are_kept() {
    let (rows, labels) = random_sample(80, 6, 2);
    let sample = Sample::new(&rows, &labels).unwrap();
    let svm = SvmParams::default();
    let found = svm.check().unwrap().fit_many(std::slice::from_ref(&sample), 2, &|_| {}).unwrap();
    assert_eq!(found, [alone(svm, &sample)]);
}

/// Rows of every length, with numbers that have to be rounded at every step.
#[test]
fn every_kind_of_registers_scores_alike() {
    let (rows, labels) = random_sample(if cfg!(miri) { 8 } else { 300 }, 20, 6);
    let cells: Vec<Vec<(u32, f64)>> = (0..rows.len())
        .map(|row| {
            let mut cells = Vec::new();
            rows.row(row).for_each(|c, v| cells.push((c as u32, f64::from(v as f32))));
            cells.truncate(row % 7);
            cells
        })
        .collect();
    let rows = Rows::sparse(20, cells.iter().map(Vec::as_slice)).unwrap();
    let sample = Sample::new(&rows, &labels).unwrap();
    let compact = Compact::<f32>::of(&sample).expect("short numbers");
    let svm = SvmParams { bias: 1.0, ..SvmParams::default() }.check().unwrap();
    let samples = vec![sample; LANES];
    let block = Block::new(&svm, &compact, samples[0].picks(), &samples, 20);
    let mut rng = Rng::new(Seed(9));
    let weights: Vec<Lanes> =
        (0..block.weights()).map(|_| [0.0; LANES].map(|_| rng.unit() as f32 - 0.5)).collect();
    let scores = |walk: &dyn Fn(Scores<'_>)| {
        let mut scores = vec![[0.0; LANES]; block.len()];
        walk(Scores(&weights, &mut scores));
        scores.into_iter().flatten().map(f32::to_bits).collect::<Vec<u32>>()
    };
    let plain = scores(&|walk| walk.walk(&block));
    assert!(plain.iter().any(|&bits| bits != plain[0]));
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2, as was just asked.
            assert_eq!(scores(&|walk| unsafe { with_avx2(walk, &block) }), plain);
        }
        if is_x86_feature_detected!("avx512f") {
            // SAFETY: the processor has AVX-512F, as was just asked.
            assert_eq!(scores(&|walk| unsafe { with_avx512(walk, &block) }), plain);
        }
    }
}
