//! `fuda positions mahjong`: what a network learns from, as numpy arrays.

use super::super::records::{Source, sources};
use super::npy::ByteRows;
use crate::args::mining::MahjongPositionsArgs;
use crate::failure::{Failure, Outcome, Verdict};
use crate::screen;
use fuda_core::formats::RecordFile;
use fuda_mahjong::planes::{self, Action, Inputs, examples};
use fuda_mahjong::records;
use serde_json::json;

/// Files that are read before their rows are written, for each thread.
const AHEAD: usize = 4;

/// What one file gave: the rows of each game, or why there are none.
type Given = Result<Vec<examples::Rows>, String>;

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
    let files = sources(&args.from)?;
    let threads = match args.threads {
        0 => std::thread::available_parallelism().map_or(1, |n| n.get()),
        n => n,
    };
    let mut inputs = ByteRows::create(&args.out, "inputs.npy", Inputs::LEN).map_err(failed)?;
    let mut targets =
        ByteRows::create(&args.out, "targets.npy", examples::TARGET_LEN).map_err(failed)?;
    let (mut games, mut left_out) = (Vec::new(), 0);
    let bar = screen::progress(files.len() as u64, "files");
    for part in files.chunks(AHEAD * threads) {
        for (source, given) in part.iter().zip(read(part, threads)) {
            let name = source.path.display().to_string();
            match given {
                Ok(found) => {
                    for mut rows in found {
                        number(&mut rows, games.len() as u32);
                        inputs.write(&rows.inputs).map_err(failed)?;
                        targets.write(&rows.targets).map_err(failed)?;
                        games.push(source.path.file_name().map(|n| n.to_string_lossy()));
                    }
                }
                Err(reason) if source.named => {
                    return Err(Failure::new(format!("{name}: {reason}")));
                }
                Err(reason) => {
                    left_out += 1;
                    screen::remark(&screen::tame(&format!("{name}: {reason}: left out")));
                }
            }
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    let rows = targets.len();
    if rows == 0 {
        return Err(Failure::new("there is no decision of mahjong in what --from names"));
    }
    inputs.finish().map_err(failed)?;
    targets.finish().map_err(failed)?;
    let text = json!({
        "game": "mahjong", "inputs": planes::VERSION, "rows": rows, "one": planes::ONE,
        "planes": planes::PLANES, "general": planes::GENERAL, "per_player": planes::PER_PLAYER,
        "actions": Action::COUNT, "targets": examples::TARGETS, "games": games,
    });
    screen::write_file(&about, format!("{text:#}\n").as_bytes(), args.force)?;
    let out = args.out.display().to_string();
    match args.json {
        true => screen::print_json(&json!({
            "game": "mahjong", "games": games.len(), "rows": rows, "left_out": left_out,
            "inputs": planes::VERSION, "out": out,
        }))?,
        false => screen::print(&format!(
            "{rows} decisions of {} games in {out} ({left_out} files left out)\n",
            games.len()
        ))?,
    }
    Ok(Verdict::Good)
}

/// Reads files on several threads; what they give stands in their order.
fn read(files: &[Source], threads: usize) -> Vec<Given> {
    let share = files.len().div_ceil(threads.max(1)).max(1);
    std::thread::scope(|scope| {
        let parts: Vec<_> = files
            .chunks(share)
            .map(|part| scope.spawn(|| part.iter().map(read_file).collect::<Vec<Given>>()))
            .collect();
        let joined = parts.into_iter().map(|part| match part.join() {
            Ok(given) => given,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        joined.flatten().collect()
    })
}

fn read_file(source: &Source) -> Given {
    let file = RecordFile::read(&source.path).map_err(|e| e.to_string())?;
    let mut formats = records::formats();
    formats.push(Box::new(fuda_core::OwnFormat));
    let Some(format) = formats.iter().find(|f| f.recognises(&file)) else {
        return Err("not a record of mahjong in a known format".into());
    };
    let games = format.read(&file).map_err(|e| e.to_string())?;
    games
        .iter()
        .map(|record| {
            let mut rows = examples::Rows::default();
            examples::add(record, 0, &mut rows).map_err(|e| e.to_string())?;
            Ok(rows)
        })
        .collect()
}

/// Writes the number of the game into its rows.
fn number(rows: &mut examples::Rows, game: u32) {
    for row in rows.targets.chunks_exact_mut(examples::TARGET_LEN) {
        row[..4].copy_from_slice(&game.to_le_bytes());
    }
}
