//! `fuda positions`: labelled positions to mine and to learn from.

mod mahjong;
mod npy;

use crate::args::mining::{DrawsArg, FeaturesArg, OthelloPositionsArgs, PositionsCommand};
use crate::failure::{Failure, Outcome, Verdict};
use crate::record_files::read_records;
use crate::screen;
use fuda_core::{MoveFeatures as _, Record, Seed};
use fuda_mine::{PositionSetHeader, PositionSetWriter};
use fuda_othello::Othello;
use fuda_othello::encode::PositionItems;
use fuda_othello::mining::{Collection, Draws, LabelledPosition, Origin, collect};
use serde_json::json;
use std::path::PathBuf;

/// Extracts positions.
pub fn run(command: &PositionsCommand) -> Outcome {
    match command {
        PositionsCommand::Othello(args) => othello(args),
        PositionsCommand::Mahjong(args) => mahjong::run(args),
    }
}

fn othello(args: &OthelloPositionsArgs) -> Outcome {
    screen::check_new(&args.out, args.force)?;
    let records = read_games(&args.from)?;
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
    let spinner = screen::progress(args.count, "positions");
    let positions = collect(&records, &collection);
    spinner.finish_and_clear();
    let bytes = write(&positions, args).map_err(|e| Failure::new(e.to_string()))?;
    screen::write_file(&args.out, &bytes, args.force)?;
    tell(&positions, records.len(), args)
}

fn tell(positions: &[LabelledPosition], games: usize, args: &OthelloPositionsArgs) -> Outcome {
    let count = |keep: fn(&&LabelledPosition) -> bool| positions.iter().filter(keep).count();
    let real = count(|p| p.origin == Origin::Game);
    let wins = count(|p| p.black_wins);
    let out = args.out.display().to_string();
    if args.json {
        screen::print_json(&json!({
            "game": "othello", "empties": args.empties, "games": games,
            "positions": positions.len(), "from_games": real,
            "from_self_play": positions.len() - real, "wins": wins,
            "losses": positions.len() - wins, "draws": draws_word(args.draws), "seed": args.seed,
            "out": out,
        }))?;
    } else {
        screen::print(&format!(
            "{} positions with {} empty squares in {out}: {real} from {games} games, {} from \
             self-play; black wins {wins}; draws {}\n",
            positions.len(),
            args.empties,
            positions.len() - real,
            draws_word(args.draws)
        ))?;
    }
    Ok(Verdict::Good)
}

fn draws_word(draws: DrawsArg) -> &'static str {
    match draws {
        DrawsArg::Drop => "dropped",
        DrawsArg::Win => "counted as won",
        DrawsArg::Loss => "counted as lost",
    }
}

/// The games of all Othello records below the paths; none without paths.
pub(super) fn read_games(from: &[PathBuf]) -> Result<Vec<Record<Othello>>, Failure> {
    match from.is_empty() {
        true => Ok(Vec::new()),
        false => Ok(read_records(from)?.records),
    }
}

fn write(positions: &[LabelledPosition], args: &OthelloPositionsArgs) -> std::io::Result<Vec<u8>> {
    let described = match args.features {
        FeaturesArg::Squares => PositionItems::Squares,
        FeaturesArg::ToMove => PositionItems::ToMove,
        FeaturesArg::Mover => PositionItems::Mover,
    };
    let whose = if described == PositionItems::Mover { "the mover" } else { "black" };
    let header = PositionSetHeader {
        game: "othello".into(),
        items: described.columns() as u32,
        sources: vec!["games".into(), "self-play".into()],
        note: format!(
            "{} empty squares, {whose}'s result, draws {}, seed {}",
            args.empties,
            draws_word(args.draws),
            args.seed
        ),
    };
    let mut writer = PositionSetWriter::new(Vec::new(), &header)?;
    for position in positions {
        let source = u32::from(position.origin == Origin::SelfPlay);
        let items: Vec<u32> = described.items(&position.position).collect();
        writer.row(position.wins(described), source, &items)?;
    }
    writer.finish()
}
