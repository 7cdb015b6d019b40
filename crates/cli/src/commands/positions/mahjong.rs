//! `fuda positions mahjong`: what a network learns from, as numpy arrays.

use super::npy::ByteRows;
use crate::args::mining::MahjongPositionsArgs;
use crate::failure::{Failure, Outcome, Verdict};
use crate::record_files::read_records;
use crate::screen;
use fuda_arena::{Competitor, Conditions, RecordKeeper, play_game, player_rngs};
use fuda_core::{Game, Purpose, Record, Seed};
use fuda_mahjong::Mahjong;
use fuda_mahjong::encode::planes::{self, Action, Planes, examples};
use fuda_players::Recipe;
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Files or games that are done before their rows are written, for each thread.
const AHEAD: usize = 4;

/// What a task gave: the rows of a game, or why there are none.
type Given = Result<examples::Rows, String>;

/// Writes the rows of all games.
pub(super) fn run(args: &MahjongPositionsArgs) -> Outcome {
    let failed = |e: std::io::Error| Failure::new(format!("{}: {e}", args.out.display()));
    let about = args.out.join("about.json");
    if about.exists() && !args.force {
        return Err(Failure::with_help(
            format!("{} is already there", about.display()),
            "choose another folder, or say --force to replace what is in it",
        ));
    }
    std::fs::create_dir_all(&args.out).map_err(failed)?;
    let (work, left_out) = work(args)?;
    let threads = screen::threads(args.threads);
    let mut inputs = ByteRows::create(&args.out, "inputs.npy", Planes::LEN).map_err(failed)?;
    let mut targets =
        ByteRows::create(&args.out, "targets.npy", examples::TARGET_LEN).map_err(failed)?;
    let mut games = Vec::new();
    let bar = screen::progress(work.len() as u64, "games");
    for part in work.chunks(AHEAD * threads) {
        for (task, given) in part.iter().zip(done(part, threads)) {
            match given {
                Ok(mut rows) => {
                    number(&mut rows, games.len() as u32);
                    inputs.write(&rows.inputs).map_err(failed)?;
                    targets.write(&rows.targets).map_err(failed)?;
                    games.push(task.name());
                }
                Err(reason) => {
                    return Err(Failure::new(format!("{}: {reason}", task.place())));
                }
            }
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    let rows = targets.len();
    if rows == 0 {
        return Err(Failure::new("there is no decision of mahjong in what was named"));
    }
    inputs.finish().map_err(failed)?;
    targets.finish().map_err(failed)?;
    let text = json!({
        "game": "mahjong", "inputs": planes::NAME, "rows": rows, "one": planes::ONE,
        "planes": planes::PLANES, "general": planes::GENERAL, "per_player": planes::PER_PLAYER,
        "actions": Action::COUNT, "targets": examples::TARGETS, "games": games,
    });
    screen::write_file(&about, format!("{text:#}\n").as_bytes(), args.force)?;
    let out = args.out.display().to_string();
    match args.json {
        true => screen::print_json(&json!({
            "game": "mahjong", "games": games.len(), "rows": rows, "left_out": left_out,
            "inputs": planes::NAME, "out": out,
        }))?,
        false => screen::print(&format!(
            "{rows} decisions of {} games in {out} ({left_out} files left out)\n",
            games.len()
        ))?,
    }
    Ok(Verdict::Good)
}

/// Something that gives rows.
enum Task {
    /// A game of a file.
    Record { record: Record<Mahjong>, file: PathBuf },
    /// A game of our own players.
    Game { number: u64, seed: Seed, recipes: Arc<[Recipe<Mahjong>; 4]> },
}

/// Everything that is to be done, and how many files were left out.
fn work(args: &MahjongPositionsArgs) -> Result<(Vec<Task>, usize), Failure> {
    if args.players.is_empty() {
        let mut set = read_records::<Mahjong>(&args.from)?;
        let records = std::mem::take(&mut set.records).into_iter().enumerate();
        let task = |(at, record)| Task::Record { record, file: set.file_of(at).to_owned() };
        return Ok((records.map(task).collect(), set.left_out.len()));
    }
    let (catalogue, game) = (fuda_players::mahjong(), Mahjong::default());
    let made: Result<Vec<_>, _> =
        args.players.iter().map(|text| catalogue.recipe(&game, text)).collect();
    let made = made?;
    let recipes = Arc::new(std::array::from_fn(|seat| made[seat % made.len()].clone()));
    let seed = Seed(args.seed);
    let task = |number| Task::Game { number, seed, recipes: Arc::clone(&recipes) };
    Ok(((0..u64::from(args.games)).map(task).collect(), 0))
}

impl Task {
    /// The name the game goes by among the rows.
    fn name(&self) -> String {
        match self {
            Task::Record { file, .. } => {
                file.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default()
            }
            Task::Game { number, .. } => format!("game {}", number + 1),
        }
    }

    fn place(&self) -> String {
        match self {
            Task::Record { file, .. } => file.display().to_string(),
            Task::Game { .. } => self.name(),
        }
    }

    fn rows(&self) -> Given {
        match self {
            Task::Record { record, .. } => rows(record),
            Task::Game { number, seed, recipes } => play(*number, *seed, recipes),
        }
    }
}

/// Does tasks on several threads; what they give stands in their order.
fn done(tasks: &[Task], threads: usize) -> Vec<Given> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut mine = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(task) = tasks.get(at) else { return mine };
            mine.push((at, task.rows()));
        }
    };
    let mut all: Vec<(usize, Given)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        let joined = workers.into_iter().map(|worker| match worker.join() {
            Ok(mine) => mine,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        joined.flatten().collect()
    });
    all.sort_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, given)| given).collect()
}

/// Plays a game; the players change seats from one game to the next.
fn play(number: u64, seed: Seed, recipes: &[Recipe<Mahjong>; 4]) -> Given {
    let game = Mahjong::default();
    let deal = game.deal(&mut seed.stream(Purpose::Deal, &[number]));
    let mut players: Vec<Competitor<Mahjong>> = (0..4)
        .map(|seat| Competitor::Fair((recipes[(seat + number as usize) % 4].make)()))
        .collect();
    let mut rngs = player_rngs(seed.derive(Purpose::Player, &[number]), 4);
    let mut keeper = RecordKeeper::default();
    let conditions = Conditions::default();
    let played = play_game(&game, &deal, &mut players, &mut rngs, conditions, &mut keeper)
        .map_err(|e| e.to_string())?;
    match played.fault {
        Some(fault) => Err(fault.to_string()),
        None => rows(&keeper.records[0]),
    }
}

fn rows(record: &Record<Mahjong>) -> Result<examples::Rows, String> {
    let mut rows = examples::Rows::default();
    examples::add(record, 0, &mut rows).map_err(|e| e.to_string())?;
    Ok(rows)
}

/// Writes the number of the game into its rows.
fn number(rows: &mut examples::Rows, game: u32) {
    for row in rows.targets.chunks_exact_mut(examples::TARGET_LEN) {
        row[..4].copy_from_slice(&game.to_le_bytes());
    }
}
