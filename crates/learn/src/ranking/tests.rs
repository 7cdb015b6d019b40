use super::RankingParams;
use super::primal::RankObjective;
use crate::newton::check_derivatives;
use crate::testing::{liblinear_objective, random_groups};
use crate::{Groups, LearnError, Linear, NewtonParams, Penalty, Rows, Solver, SvmLoss};
use fuda_core::{Rng, Seed};
use liblinear::SolverType;

/// The differences of all pairs, as rows of a table.
fn differences(groups: &Groups) -> Rows {
    let mut rows: Vec<Vec<(u32, f64)>> = Vec::new();
    for group in groups.all().iter() {
        for rival in group.rivals() {
            let mut sums = vec![0.0; groups.columns()];
            group.alternative(group.chosen()).add_to(1.0, &mut sums);
            group.alternative(rival).add_to(-1.0, &mut sums);
            let cells = sums.iter().enumerate().filter(|(_, v)| **v != 0.0);
            rows.push(cells.map(|(column, v)| (column as u32, *v)).collect());
        }
    }
    Rows::sparse(groups.columns(), rows.iter().map(Vec::as_slice)).unwrap()
}

#[test]
fn two_alternatives_by_hand() {
    let mut groups = Groups::new(1);
    groups.push(0, 0, [[(0, 2.0)].as_slice(), &[(0, 1.0)]]).unwrap();
    let params =
        RankingParams { c: 100.0, loss: SvmLoss::L1, tolerance: 1e-9, ..RankingParams::default() };
    let weights = params.check().unwrap().fit(&groups.all(), |_, _| {}).unwrap();
    assert!((weights[0] - 1.0).abs() < 1e-9);
}

/// On pairs in both directions and without a constant, LIBLINEAR finds the
/// same optimum with half the price.
#[test]
fn the_objective_is_liblinears_on_all_pairs() {
    let groups = random_groups(120, 25, 5);
    let pairs = differences(&groups);
    let both: Vec<Vec<(u32, f64)>> = (0..2 * pairs.len())
        .map(|i| {
            let mut cells = Vec::new();
            let sign = if i % 2 == 0 { 1.0 } else { -1.0 };
            pairs.row(i / 2).for_each(|column, v| cells.push((column as u32, sign * v)));
            cells
        })
        .collect();
    let labels: Vec<bool> = (0..both.len()).map(|i| i % 2 == 0).collect();
    let both = Rows::sparse(groups.columns(), both.iter().map(Vec::as_slice)).unwrap();
    for loss in [SvmLoss::L1, SvmLoss::L2] {
        for c in [0.1, 2.0] {
            let solver = match loss {
                SvmLoss::L1 => SolverType::L2R_L1LOSS_SVC_DUAL,
                SvmLoss::L2 => SolverType::L2R_L2LOSS_SVC_DUAL,
            };
            let params = RankingParams {
                c,
                loss,
                tolerance: 1e-6,
                epochs: 100_000,
                ..RankingParams::default()
            };
            let ranking = params.check().unwrap();
            let weights = ranking.fit(&groups.all(), |_, _| {}).unwrap();
            let ours = ranking.objective(&groups.all(), &weights);
            let theirs = liblinear_objective(&both, &labels, solver, c / 2.0, |linear: &Linear| {
                ranking.objective(&groups.all(), &linear.weights)
            });
            let ratio = ours / theirs;
            assert!((0.9995..1.00001).contains(&ratio), "{loss:?} {c}: {ours} {theirs}");
        }
    }
}

#[test]
fn what_all_alternatives_share_does_not_matter() {
    let plain = random_groups(60, 12, 9);
    let mut shifted = Groups::new(13);
    for group in plain.all().iter() {
        let rows: Vec<Vec<(u32, f32)>> = (0..group.len())
            .map(|at| {
                let row = group.alternative(at);
                let cells = row.columns.iter().copied().zip(row.values.iter().copied());
                cells.chain([(12, 3.0)]).collect()
            })
            .collect();
        shifted.push(group.id(), group.chosen(), rows.iter().map(Vec::as_slice)).unwrap();
    }
    let ranking = RankingParams { tolerance: 1e-9, epochs: 100_000, ..RankingParams::default() };
    let ranking = ranking.check().unwrap();
    let a = ranking.fit(&plain.all(), |_, _| {}).unwrap();
    let b = ranking.fit(&shifted.all(), |_, _| {}).unwrap();
    assert!(a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-6) && b[12].abs() < 1e-6);
}

#[test]
fn nothing_to_rank_is_refused() {
    let mut groups = Groups::new(2);
    let ranking = RankingParams::default().check().unwrap();
    let empty = ranking.fit(&groups.all(), |_, _| {});
    assert!(matches!(empty, Err(LearnError::NoChoice { groups: 0 })));
    groups.push(0, 0, [[(0, 1.0)].as_slice()]).unwrap();
    let single = ranking.fit(&groups.all(), |_, _| {});
    assert!(matches!(single, Err(LearnError::NoChoice { groups: 1 })));
    for params in [
        RankingParams { c: 0.0, ..RankingParams::default() },
        RankingParams { tolerance: f64::NAN, ..RankingParams::default() },
        RankingParams { epochs: 0, ..RankingParams::default() },
    ] {
        assert!(params.check().is_err());
    }
}

#[test]
fn newtons_method_finds_what_coordinate_descent_finds() {
    let groups = random_groups(200, 25, 11);
    let newton = NewtonParams { tolerance: 1e-12, ..NewtonParams::default() };
    for c in [0.1, 2.0, 50.0] {
        let tight = RankingParams {
            c,
            newton,
            tolerance: 1e-7,
            epochs: 200_000,
            ..RankingParams::default()
        };
        let dual = tight.check().unwrap();
        let wanted = dual.fit(&groups.all(), |_, _| {}).unwrap();
        let mut found: Option<Vec<f64>> = None;
        for threads in [1, 3] {
            let params = RankingParams { solver: Solver::Newton, threads, ..tight };
            let weights = params.check().unwrap().fit(&groups.all(), |_, _| {}).unwrap();
            for (a, b) in weights.iter().zip(&wanted) {
                assert!((a - b).abs() < 1e-4 * (1.0 + b.abs()), "{c}: {a} {b}");
            }
            let (a, b) =
                (dual.objective(&groups.all(), &weights), dual.objective(&groups.all(), &wanted));
            assert!((a / b - 1.0).abs() < 1e-8, "{c}: {a} {b}");
            assert_eq!(*found.get_or_insert(weights.clone()), weights, "threads change nothing");
        }
    }
}

#[test]
fn the_ranking_objective_has_the_derivatives_it_tells() {
    let groups = random_groups(30, 8, 5);
    let (sample, penalty) = (groups.all(), Penalty::plain());
    let mut objective = RankObjective::new(&sample, &penalty, 1.7, 1);
    let mut rng = Rng::new(Seed(2));
    let weights: Vec<f64> = (0..8).map(|_| rng.unit() - 0.5).collect();
    check_derivatives(&mut objective, &weights);
}

#[test]
fn newtons_method_wants_a_smooth_loss() {
    let params =
        RankingParams { solver: Solver::Newton, loss: SvmLoss::L1, ..RankingParams::default() };
    assert!(matches!(params.check(), Err(LearnError::NotSmooth)));
}
