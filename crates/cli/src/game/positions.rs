//! `fuda positions`: decisions as rows to mine and to learn from.

use super::{TypedGame, source};
use crate::args::positions::{DrawsArg, FormArg, LabelArg, PositionsArgs};
use crate::failure::{Failure, Outcome, Verdict};
use crate::{interrupt, screen};
use fuda_core::{DecisionFilter, Game, Seed};
use fuda_train::positions::{Games, ItemParams, Level, PositionsError, item_set, write_arrays};
use serde_json::json;

pub(super) fn run<G: Game>(typed: &TypedGame<G>, args: &PositionsArgs) -> Outcome {
    let turns = args.turns.as_deref().map(super::agree::turns).transpose()?;
    let filter = DecisionFilter::new::<G>(Some(&args.only), turns)
        .map_err(|e| Failure::new(format!("--only: {e}")))?;
    let game = typed.game(args.rules.as_deref())?;
    match args.form {
        FormArg::Items => {
            screen::check_new(&args.out, args.force)?;
            items(typed, &game, args, filter)
        }
        FormArg::Arrays => {
            std::fs::create_dir_all(&args.out)
                .map_err(|e| Failure::new(format!("{}: {e}", args.out.display())))?;
            screen::check_new(&args.out.join("about.json"), args.force)?;
            arrays(typed, &game, args, filter)
        }
    }
}

fn games<G: Game>(
    typed: &TypedGame<G>,
    game: &G,
    args: &PositionsArgs,
) -> Result<Games<G>, Failure> {
    let settings = (Seed(args.seed), screen::threads(args.threads));
    source::games(typed, game, &args.from, args.games, &args.queue, settings)
}

fn failed(e: PositionsError) -> Failure {
    Failure::new(e.to_string())
}

fn items<G: Game>(
    typed: &TypedGame<G>,
    game: &G,
    args: &PositionsArgs,
    filter: DecisionFilter,
) -> Outcome {
    let LabelArg::Won = args.label;
    let encoders = game.move_features();
    let encoder = source::encoder(encoders, args.encoder.as_deref(), |e| e.name(), G::NAME)?;
    let games = games(typed, game, args)?;
    let params = ItemParams {
        filter,
        level: match args.draws {
            DrawsArg::Drop => Level::Dropped,
            DrawsArg::Win => Level::Won,
            DrawsArg::Loss => Level::Lost,
        },
        count: args.count.map(|count| usize::try_from(count).unwrap_or(usize::MAX)),
        one_per_game: args.one_per_game,
        distinct: args.distinct,
        seed: Seed(args.seed),
        threads: screen::threads(args.threads),
    };
    let bar = screen::share();
    let set =
        item_set(&games, &*encoder, &params, &|share| screen::show(&bar, "making rows", share));
    bar.finish_and_clear();
    let set = set.map_err(failed)?;
    let bytes = set.to_bytes().map_err(|e| Failure::new(e.to_string()))?;
    screen::write_file(&args.out, &bytes, args.force)?;
    let (rows, wins, out) = (set.rows.len(), set.wins(), args.out.display().to_string());
    match args.json {
        true => screen::print_json(&json!({
            "game": G::NAME, "form": "items", "encoder": encoder.name(), "rows": rows,
            "games": set.games(), "won": wins, "lost": rows - wins, "source": games.source,
            "seed": args.seed, "out": out,
        }))?,
        false => screen::print(&format!(
            "{rows} decisions of {} games ({}) in {out}: {wins} won; items by {}\n",
            set.games(),
            games.source,
            encoder.name()
        ))?,
    }
    Ok(Verdict::Good)
}

fn arrays<G: Game>(
    typed: &TypedGame<G>,
    game: &G,
    args: &PositionsArgs,
    filter: DecisionFilter,
) -> Outcome {
    if args.count.is_some() || args.one_per_game || args.distinct {
        return Err(Failure::new("--count, --one-per-game and --distinct are for --form items"));
    }
    let encoders = game.observations();
    let encoder = source::encoder(encoders, args.encoder.as_deref(), |e| e.name(), G::NAME)?;
    let games = games(typed, game, args)?;
    let kept = "some arrays may be there without about.json, which is written last";
    interrupt::keeps(format!("{}: {kept}", args.out.display()));
    let bar = screen::progress(games.records.len() as u64, "games");
    let (threads, targets) = (screen::threads(args.threads), typed.entry.targets.as_ref());
    // Targets belong to the rows of the game's own observation.
    let report = write_arrays(&args.out, &games, &*encoder, &filter, targets, threads, &|done| {
        bar.inc(done);
    });
    bar.finish_and_clear();
    let report = report.map_err(failed)?;
    let out = args.out.display().to_string();
    match args.json {
        true => screen::print_json(&json!({
            "game": G::NAME, "form": "arrays", "encoder": encoder.name(), "rows": report.rows,
            "games": report.games, "unfinished": report.unfinished, "source": games.source,
            "seed": args.seed, "out": out,
        }))?,
        false => screen::print(&format!(
            "{} decisions of {} games ({}) in {out}: arrays by {}\n",
            report.rows,
            report.games,
            games.source,
            encoder.name()
        ))?,
    }
    Ok(Verdict::Good)
}
