//! The solver against the plain definition, and on the FFO problems.

use fuda_core::{Rng, Seed};
use fuda_othello::{Board, Mode, Solver, SolverOptions, Square, random_position, solve, solve_obf};
use std::path::Path;

/// The definition of the score: every line, no cut-offs.
fn minimax(board: Board) -> i32 {
    let mut legal = board.moves();
    if legal == 0 {
        let passed = board.passed();
        return if passed.moves() == 0 { board.final_score() } else { -minimax(passed) };
    }
    let mut best = -64;
    while let Some(square) = Square::lowest(legal) {
        legal &= legal - 1;
        best = best.max(-minimax(board.after(square, board.flips(square))));
    }
    best
}

#[test]
fn scores_are_those_of_plain_minimax() {
    let mut rng = Rng::new(Seed(31));
    for empties in 1..=8 {
        for _ in 0..if empties < 7 { 400 } else { 25 } {
            let board = random_position(empties, &mut rng);
            let score = minimax(board);
            let solution = solve(board, Mode::Exact, &SolverOptions::default()).unwrap();
            assert_eq!(solution.score, score, "{board:x?}");
            let sign = solve(board, Mode::WinLossDraw, &SolverOptions::default()).unwrap();
            assert_eq!(sign.score, score.signum(), "{board:x?}");
        }
    }
}

/// Boards that no game reaches: sparse ones where passes and early ends are
/// common, with holes anywhere.
#[test]
fn strange_boards_are_solved_too() {
    let mut rng = Rng::new(Seed(32));
    for n in 0..2_000 {
        let mut empty = 0u64;
        while empty.count_ones() < n % 7 {
            empty |= 1 << rng.below(64);
        }
        let own = rng.bits() & if n % 3 == 0 { rng.bits() } else { !0 } & !empty;
        let board = Board { own, opp: !own & !empty };
        let solution = solve(board, Mode::Exact, &SolverOptions::default()).unwrap();
        assert_eq!(solution.score, minimax(board), "{board:x?}");
    }
}

#[test]
fn the_line_leads_to_the_score() {
    let mut rng = Rng::new(Seed(33));
    for empties in [3, 6, 9, 12] {
        for _ in 0..20 {
            let board = random_position(empties, &mut rng);
            let solution = solve(board, Mode::Exact, &SolverOptions::default()).unwrap();
            assert_eq!(solution.best, solution.line.first().copied());
            let (mut at, mut sign) = (board, 1);
            for &square in &solution.line {
                if at.moves() == 0 {
                    (at, sign) = (at.passed(), -sign);
                }
                assert!(at.moves() & square.bit() != 0, "{square} is not legal");
                (at, sign) = (at.after(square, at.flips(square)), -sign);
            }
            assert!(at.is_over());
            assert_eq!(sign * at.final_score(), solution.score);
        }
    }
}

#[test]
fn turned_boards_have_the_same_score_and_every_move_its_own() {
    let mut rng = Rng::new(Seed(34));
    for _ in 0..5 {
        let board = random_position(12, &mut rng);
        let mut solver = Solver::new(12, &SolverOptions::default());
        let score = solver.score(board, Mode::Exact).unwrap();
        for turned in board.symmetries() {
            assert_eq!(solver.score(turned, Mode::Exact), Some(score));
        }
        let moves = solver.move_scores(board, Mode::Exact).unwrap();
        assert_eq!(moves.len() as u32, board.moves().count_ones());
        assert_eq!(moves.iter().map(|m| m.1).max(), Some(score));
    }
}

#[test]
fn the_same_work_every_time_and_limits_are_kept() {
    let board = random_position(16, &mut Rng::new(Seed(35)));
    let options = SolverOptions::default();
    let first = solve(board, Mode::Exact, &options).unwrap();
    assert_eq!(solve(board, Mode::Exact, &options).unwrap(), first);
    let small = SolverOptions { table_bits: Some(0), ..options };
    assert_eq!(solve(board, Mode::Exact, &small).unwrap().score, first.score);
    let few = SolverOptions { nodes: Some(1_000), ..options };
    let far = random_position(30, &mut Rng::new(Seed(36)));
    assert_eq!(solve(far, Mode::Exact, &few), None);
}

/// Solves a file of problems, all rightly.
fn solves(path: &Path, problems: usize) {
    let text = std::fs::read_to_string(path).unwrap();
    let answers = solve_obf(&text, &SolverOptions::default(), |_| {}).unwrap();
    assert_eq!(answers.len(), problems);
    for answer in answers {
        assert_eq!(answer.right, Some(true), "{answer:?}");
    }
}

#[test]
fn scores_of_tournament_games_are_right() {
    solves(&fuda_fixtures::small("othello/wthor-24-empties.obf"), 4);
}

#[test]
fn the_first_ffo_problems_are_right() {
    if let Some(path) = fuda_fixtures::large("othello/ffo/fforum-1-19.obf") {
        solves(&path, 19);
    }
}
