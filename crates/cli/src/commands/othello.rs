//! `fuda othello perft`, `solve` and `endgames`.

use crate::args::OthelloCommand;
use crate::args::positions::{DrawsArg, EndgameItems, EndgamesArgs};
use crate::failure::{Failure, Outcome, Verdict};
use crate::record_files::read_if_named;
use crate::screen;
use fuda_core::Seed;
use fuda_core::formats::RecordFile;
use fuda_othello::encode::PositionItems;
use fuda_othello::mining::{Collection, Draws};
use fuda_othello::{Answer, Board, Problem, SolverOptions, answer, perft, read_obf};
use serde_json::json;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Instant;

/// Runs one of Othello's own commands.
pub fn run(command: &OthelloCommand) -> Outcome {
    match command {
        OthelloCommand::Perft { depth, json } => count(*depth, *json),
        OthelloCommand::Evaluation(args) => super::othello_evaluation::run(args),
        OthelloCommand::Solve { file, problems, json } => solve(file, problems.as_deref(), *json),
        OthelloCommand::Endgames(args) => endgames(args),
    }
}

fn endgames(args: &EndgamesArgs) -> Outcome {
    screen::check_new(&args.out, args.force)?;
    let records = read_if_named(&args.records)?;
    let collection = Collection {
        empties: args.empties,
        count: usize::try_from(args.count).unwrap_or(usize::MAX),
        draws: match args.draws {
            DrawsArg::Drop => Draws::Dropped,
            DrawsArg::Win => Draws::Won,
            DrawsArg::Loss => Draws::Lost,
        },
        seed: Seed(args.seed),
    };
    let described = match args.items {
        EndgameItems::Squares => PositionItems::Squares,
        EndgameItems::ToMove => PositionItems::ToMove,
        EndgameItems::Mover => PositionItems::Mover,
    };
    let set = fuda_train::positions::endgame_set(&records, &collection, described);
    let bytes = set.to_bytes().map_err(|e| Failure::new(e.to_string()))?;
    screen::write_file(&args.out, &bytes, args.force)?;
    let (rows, wins, out) = (set.rows.len(), set.wins(), args.out.display().to_string());
    let real = set.rows.iter().filter(|row| row.source == 0).count();
    match args.json {
        true => screen::print_json(&json!({
            "game": "othello", "form": "items", "encoder": set.header.encoder, "rows": rows,
            "empties": args.empties, "games": records.len(), "from_games": real,
            "from_self_play": rows - real, "won": wins, "lost": rows - wins,
            "seed": args.seed, "out": out,
        }))?,
        false => screen::print(&format!(
            "{rows} positions with {} empty squares in {out}: {real} from {} games, {} from random \
             play; {wins} won ({})\n",
            args.empties,
            records.len(),
            rows - real,
            set.header.note
        ))?,
    }
    Ok(Verdict::Good)
}

fn count(depth: u32, json: bool) -> Outcome {
    let begun = Instant::now();
    let nodes = perft(Board::START, depth);
    let seconds = begun.elapsed().as_secs_f64();
    match json {
        true => screen::print_json(&json!({ "depth": depth, "nodes": nodes, "seconds": seconds }))?,
        false => screen::print(&format!("{nodes}\n"))?,
    }
    Ok(Verdict::Good)
}

fn solve(path: &Path, which: Option<&str>, json: bool) -> Outcome {
    let file = RecordFile::read(path).map_err(|e| Failure::new(e.to_string()))?;
    let name = file.name();
    let place = |e| Failure::new(format!("{name}, {e}"));
    let mut problems = read_obf(file.text().map_err(place)?).map_err(place)?;
    if problems.is_empty() {
        return Err(Failure::new(format!("{name}: there is no problem in it")));
    }
    if let Some(which) = which {
        problems = choose(problems, which, &name)?;
    }
    let bar = screen::progress(problems.len() as u64, "problems");
    let mut answers = Vec::new();
    for problem in &problems {
        // Without limits the solver always comes to an answer.
        answers.extend(answer(problem, &SolverOptions::default()));
        bar.inc(1);
    }
    bar.finish_and_clear();
    let right = answers.iter().filter(|a| a.right == Some(true)).count();
    let wrong = answers.iter().filter(|a| a.right == Some(false)).count();
    let seconds: f64 = answers.iter().map(|a| a.seconds).sum();
    let nodes: u64 = answers.iter().map(|a| a.nodes).sum();
    if json {
        screen::print_json(&json!({
            "file": name, "right": right, "wrong": wrong, "nodes": nodes, "seconds": seconds,
            "problems": answers,
        }))?;
    } else {
        let mut text = String::from("line empties  score  file   best     nodes  seconds\n");
        answers.iter().for_each(|a| text += &describe(a));
        text += &format!(
            "{right} right, {wrong} wrong of {}; {nodes} nodes in {seconds:.2} s\n",
            answers.len()
        );
        screen::print(&text)?;
    }
    Ok(if wrong > 0 { Verdict::Failed } else { Verdict::Good })
}

fn describe(a: &Answer) -> String {
    let expected = a.expected.map_or("-".to_owned(), |e| format!("{e:+}"));
    let best = a.best.map_or("-".to_owned(), |mv| mv.to_string());
    let mark = if a.right == Some(false) { "  WRONG" } else { "" };
    format!(
        "{:>4} {:>7} {:>+6} {expected:>5} {best:>6} {:>10} {:>7.2}{mark}\n",
        a.line, a.empties, a.score, a.nodes, a.seconds
    )
}

/// The problems numbered `3` or `1-5`, counted from 1.
fn choose(problems: Vec<Problem>, which: &str, name: &str) -> Result<Vec<Problem>, Failure> {
    let read = || -> Option<RangeInclusive<usize>> {
        let (first, last) = which.split_once('-').unwrap_or((which, which));
        let (first, last) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
        (1 <= first && first <= last).then_some(first..=last)
    };
    let Some(range) = read() else {
        return Err(Failure::new(format!("--numbers: expected 3 or 1-5, got `{which}`")));
    };
    if *range.end() > problems.len() {
        let count = problems.len();
        return Err(Failure::new(format!("--numbers {which}: {name} has {count} problems")));
    }
    let numbered = problems.into_iter().enumerate();
    Ok(numbered.filter(|(i, _)| range.contains(&(i + 1))).map(|(_, p)| p).collect())
}
