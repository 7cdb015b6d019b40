//! Solves an OBF file: `cargo run --release --example solve -- FILE.obf [FIRST_N]`.

use fuda_othello::{SolverOptions, answer, read_obf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let Some(path) = args.next() else {
        eprintln!("usage: solve FILE.obf [FIRST_N]");
        return ExitCode::from(2);
    };
    let first = args.next().and_then(|n| n.parse().ok()).unwrap_or(usize::MAX);
    let read = std::fs::read_to_string(&path).map_err(|e| e.to_string());
    let problems = match read.and_then(|text| read_obf(&text).map_err(|e| e.to_string())) {
        Ok(problems) => problems,
        Err(e) => {
            eprintln!("{path}: {e}");
            return ExitCode::from(2);
        }
    };
    let (mut wrong, mut seconds, mut nodes) = (0, 0.0, 0);
    for problem in problems.iter().take(first) {
        let Some(answer) = answer(problem, &SolverOptions::default()) else { continue };
        let verdict = match answer.right {
            Some(true) => "right",
            Some(false) => "WRONG",
            None => "",
        };
        println!(
            "line {:2}  {:2} empty  {:+3}  {}  {:12} nodes  {:8.3} s  {verdict}",
            answer.line,
            answer.empties,
            answer.score,
            answer.best.map_or_else(|| "-".into(), |mv| mv.to_string()),
            answer.nodes,
            answer.seconds
        );
        wrong += usize::from(answer.right == Some(false));
        seconds += answer.seconds;
        nodes += answer.nodes;
    }
    println!("{nodes} nodes, {seconds:.2} s, {wrong} wrong");
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
