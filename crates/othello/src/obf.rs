//! OBF: endgame problems, one position per line with the score of its moves.
//!
//! `64 squares, side to move; A4:+10; H1:-18; … % a remark`.

use crate::position::read_position;
use crate::{Mode, Move, Position, SolverOptions, solve};
use fuda_core::formats::FormatError;
use serde::Serialize;
use std::time::Instant;

/// A problem: a position and, where the file has them, scores of its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The line in the file, from 1.
    pub line: usize,
    /// The position to solve.
    pub position: Position,
    /// Moves with their scores for the side to move.
    pub scores: Vec<(Move, i32)>,
}

impl Problem {
    /// The score of best play, where the file has it.
    pub fn expected(&self) -> Option<i32> {
        self.scores.iter().map(|s| s.1).max()
    }

    /// The moves of that score.
    pub fn best_moves(&self) -> impl Iterator<Item = Move> {
        let best = self.expected();
        self.scores.iter().filter(move |s| Some(s.1) == best).map(|s| s.0)
    }
}

/// Reads an OBF file; empty lines and lines that begin with `%` or `#` hold
/// no problem.
pub fn read_obf(text: &str) -> Result<Vec<Problem>, FormatError> {
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with(['%', '#']))
        .map(|(i, line)| {
            read_problem(i + 1, line).map_err(|(at, expected, got)| {
                let column = line.get(..at).map_or(at, |before| before.chars().count()) + 1;
                FormatError {
                    place: format!("line {}, column {column}", i + 1),
                    expected,
                    got: format!("`{}`", got.escape_debug()),
                }
            })
        })
        .collect()
}

/// The byte of the fault, what was expected there, and what was there.
type Fault = (usize, String, String);

fn read_problem(number: usize, line: &str) -> Result<Problem, Fault> {
    let line = line.split('%').next().unwrap_or_default();
    let (position, mut at) =
        read_position(line).map_err(|(at, bad)| (at, bad.expected, bad.got))?;
    let mut scores = Vec::new();
    for (i, field) in line[at..].split(';').enumerate() {
        let text = field.trim();
        if !text.is_empty() {
            let start = at + field.len() - field.trim_start().len();
            if i == 0 {
                let expected = "`;` after the side to move".to_owned();
                return Err((start, expected, first_letters(text)));
            }
            scores.push(
                read_score(text, &position)
                    .map_err(|expected| (start, expected, first_letters(text)))?,
            );
        }
        at += field.len() + 1;
    }
    Ok(Problem { line: number, position, scores })
}

fn first_letters(text: &str) -> String {
    text.chars().take(20).collect()
}

fn read_score(text: &str, position: &Position) -> Result<(Move, i32), String> {
    let wanted = || "a move with its score, such as `G8:+18`".to_owned();
    let (mv, score) = text.split_once(':').ok_or_else(wanted)?;
    let mv: Move = mv.trim().parse().map_err(|_| wanted())?;
    let score: i32 = score.trim().parse().map_err(|_| wanted())?;
    if !(-64..=64).contains(&score) {
        return Err("a score from -64 to 64".into());
    }
    let legal = match mv.square() {
        Some(square) => position.moves() & square.bit() != 0,
        None => position.must_pass(),
    };
    if legal { Ok((mv, score)) } else { Err("a legal move".into()) }
}

/// What the solver says of a problem.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Answer {
    /// The line of the problem in its file, from 1.
    pub line: usize,
    /// Empty squares.
    pub empties: u32,
    /// The best score in the file.
    pub expected: Option<i32>,
    /// The moves of that score in the file.
    pub expected_moves: Vec<Move>,
    /// The score found.
    pub score: i32,
    /// A best move found: a square, or the pass.
    pub best: Option<Move>,
    /// Best play for both sides.
    pub pv: Vec<Move>,
    /// Positions visited.
    pub nodes: u64,
    /// Seconds it took.
    pub seconds: f64,
    /// Whether score and move are those of the file; `None` when it has none.
    pub right: Option<bool>,
}

/// Solves a problem exactly; `None` when a limit of the options was reached.
pub fn answer(problem: &Problem, options: &SolverOptions) -> Option<Answer> {
    let started = Instant::now();
    let board = problem.position.board();
    let solution = solve(board, Mode::Exact, options)?;
    let best = match solution.best {
        Some(square) => Some(Move::from(square)),
        None => problem.position.must_pass().then_some(Move::PASS),
    };
    let expected = problem.expected();
    let expected_moves: Vec<Move> = problem.best_moves().collect();
    let right = expected
        .map(|score| score == solution.score && best.is_none_or(|mv| expected_moves.contains(&mv)));
    Some(Answer {
        line: problem.line,
        empties: board.empties(),
        expected,
        expected_moves,
        score: solution.score,
        best,
        pv: solution.line.into_iter().map(Move::from).collect(),
        nodes: solution.nodes,
        seconds: started.elapsed().as_secs_f64(),
        right,
    })
}

/// Solves every problem of a file in order; gives each answer to `each` as
/// soon as it is there. Stops early, with what is done, at a limit.
pub fn solve_obf(
    text: &str,
    options: &SolverOptions,
    mut each: impl FnMut(&Answer),
) -> Result<Vec<Answer>, FormatError> {
    let mut answers = Vec::new();
    for problem in read_obf(text)? {
        let Some(answer) = answer(&problem, options) else { break };
        each(&answer);
        answers.push(answer);
    }
    Ok(answers)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = "-XXX--X-XOXOOOOOOOOXOOOO-OOOXXOO-OOOOXOO---XXOXO-XXXXXOO-O--XO-O X";

    #[test]
    fn a_problem_is_read_with_its_scores() {
        let text = format!("% a remark\n\n{FIRST}; A4:+10; h1:-18; F1:-18; % the end\n{FIRST}");
        let problems = read_obf(&text).unwrap();
        assert_eq!((problems[0].line, problems[1].line), (3, 4));
        assert_eq!(problems[0].scores.len(), 3);
        assert_eq!(problems[0].expected(), Some(10));
        assert_eq!(problems[0].best_moves().map(|m| m.to_string()).collect::<Vec<_>>(), ["a4"]);
        assert_eq!(problems[1].expected(), None);
    }

    #[test]
    fn answers_are_judged() {
        let text = format!("{FIRST}; A4:+10;\n{FIRST}; A4:+8;\n{FIRST}; H1:+10;\n{FIRST}");
        let answers = solve_obf(&text, &SolverOptions::default(), |_| {}).unwrap();
        let right: Vec<_> = answers.iter().map(|a| a.right).collect();
        assert_eq!(right, [Some(true), Some(false), Some(false), None]);
    }

    #[test]
    fn faults_are_named_with_line_and_column() {
        let cases = [
            (format!("{FIRST}\n{FIRST}; G8"), "line 2, column 69", "a move with its score"),
            (format!("{FIRST}; G8:+99"), "line 1, column 69", "a score from -64 to 64"),
            (format!("{FIRST}; D4:+9"), "line 1, column 69", "a legal move"),
            (format!("{FIRST} G8:+18"), "line 1, column 68", "`;`"),
            (FIRST.replace(" X", " ?"), "line 1, column 66", "the side to move"),
            (FIRST.replace(" X", " -"), "line 1, column 66", "the side to move"),
            (FIRST.replacen('O', "é", 1), "line 1, column 10", "square 10 of 64"),
            (FIRST[..40].to_owned(), "line 1, column 41", "64 squares"),
        ];
        for (text, place, expected) in cases {
            let e = read_obf(&text).unwrap_err();
            assert_eq!(e.place, place, "{e}");
            assert!(e.expected.contains(expected), "{e}");
        }
    }
}
