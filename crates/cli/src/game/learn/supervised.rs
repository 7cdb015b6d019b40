//! Methods that learn from games that have been played.

use super::{choose, failed, filter, games, hidden, prepare, ranker, write};
use crate::args::learn::{PatternsArgs, RankArgs, ValueArgs};
use crate::failure::{Outcome, Verdict};
use crate::game::TypedGame;
use crate::screen;
use fuda_core::{Game, Seed};
use fuda_train::{PatternParams, RankParams, ValueParams};
use serde_json::json;
use std::sync::Arc;

pub(super) fn rank<G: Game>(typed: &TypedGame<G>, args: &RankArgs) -> Outcome {
    let game = prepare(typed, &args.common)?;
    let wanted = args.common.encoder.as_deref();
    let encoder = choose(game.move_features(), wanted, |e| e.name(), G::NAME)?;
    let filter = filter::<G>(&args.only)?;
    let params = RankParams {
        ranker: ranker(args.ranker),
        test_games: args.source.test_games,
        epochs: args.epochs as usize,
        hidden: args.hidden as usize,
        rate: args.rate,
        c: args.c,
        seed: Seed(args.common.seed),
        threads: screen::threads(args.common.threads),
    };
    let (records, from) = games(typed, &game, &args.source, &args.common)?;
    let bar = screen::share();
    let learned = fuda_train::rank(&game, &records, &*encoder, &filter, &params, &|s, x| {
        screen::show(&bar, s, x)
    });
    bar.finish_and_clear();
    let learned = learned.map_err(failed)?;
    write(learned.model, &from, &args.common)?;
    let model = args.common.model.display().to_string();
    let (games, decisions) = learned.trained_on;
    if args.common.json {
        screen::print_json(&json!({
            "game": G::NAME, "method": "rank", "encoder": encoder.name(), "from": from,
            "train_games": games, "train_decisions": decisions, "test": learned.test,
            "train": learned.train, "seed": args.common.seed, "model": model,
        }))?;
        return Ok(Verdict::Good);
    }
    let (test, train) = (learned.test, learned.train);
    screen::print(&format!(
        "{from}: {decisions} decisions of {games} games, tested on {} decisions of {} games\n\
         agreement     {:.1} (on training games {:.1})\n\
         disagreement  {:.2} places\n\
         the model is in {model}\n",
        test.groups,
        test.origins,
        test.agreement.percent(),
        train.agreement.percent(),
        test.disagreement,
    ))?;
    Ok(Verdict::Good)
}

pub(super) fn value<G: Game>(typed: &TypedGame<G>, args: &ValueArgs) -> Outcome {
    let game = prepare(typed, &args.common)?;
    let wanted = args.common.encoder.as_deref();
    let encoder = Arc::from(choose(game.observations(), wanted, |e| e.name(), G::NAME)?);
    let params = ValueParams {
        hidden: hidden(&args.hidden)?,
        rate: args.rate,
        epochs: args.epochs as usize,
        test_games: args.source.test_games,
        seed: Seed(args.common.seed),
        threads: screen::threads(args.common.threads),
        ..ValueParams::default()
    };
    let (records, from) = games(typed, &game, &args.source, &args.common)?;
    let bar = screen::share();
    let learned =
        fuda_train::value(&game, &records, encoder, &params, &|s, x| screen::show(&bar, s, x));
    bar.finish_and_clear();
    let learned = learned.map_err(failed)?;
    let explained = learned.explained();
    worth_writing(explained, args.common.force)?;
    let model = args.common.model.display().to_string();
    let (error, of_mean) = (learned.squared_error, learned.squared_error_of_mean);
    let (trained, tested) = (learned.trained_on, learned.tested_on);
    write(learned.model, &from, &args.common)?;
    if args.common.json {
        screen::print_json(&json!({
            "game": G::NAME, "method": "value", "from": from, "trained_on": trained,
            "tested_on": tested, "squared_error": error, "squared_error_of_mean": of_mean,
            "explained": explained, "seed": args.common.seed, "model": model,
        }))?;
        return Ok(Verdict::Good);
    }
    screen::print(&format!(
        "{from}: {} positions of {} games, tested on {} of {}\n\
         squared error  {error:.3} (always the mean: {of_mean:.3})\n\
         variance explained  {:.1}%\n\
         the model is in {model}\n",
        trained.1,
        trained.0,
        tested.1,
        tested.0,
        100.0 * explained,
    ))?;
    Ok(Verdict::Good)
}

pub(super) fn patterns<G: Game>(typed: &TypedGame<G>, args: &PatternsArgs) -> Outcome {
    let game = prepare(typed, &args.common)?;
    let wanted = args.common.encoder.as_deref();
    let encoder = choose(game.move_features(), wanted, |e| e.name(), G::NAME)?;
    let filter = filter::<G>(&args.only)?;
    let params = PatternParams {
        mined: args.mined,
        chosen: args.chosen,
        penalty: args.penalty,
        rows: args.rows,
        test_games: args.source.test_games,
        seed: Seed(args.common.seed),
        threads: screen::threads(args.common.threads),
    };
    let (records, from) = games(typed, &game, &args.source, &args.common)?;
    let bar = screen::share();
    let learned = fuda_train::patterns(&game, &records, &*encoder, &filter, &params, &|s, x| {
        screen::show(&bar, s, x);
    });
    bar.finish_and_clear();
    let learned = learned.map_err(failed)?;
    let [single, both] = learned.explained();
    worth_writing(both, args.common.force)?;
    let model = args.common.model.display().to_string();
    write(learned.model, &from, &args.common)?;
    if args.common.json {
        screen::print_json(&json!({
            "game": G::NAME, "method": "patterns", "encoder": encoder.name(), "from": from,
            "train_rows": learned.rows.0, "test_rows": learned.rows.1,
            "min_support": learned.mined.support, "mined": learned.mined.mined,
            "chosen": learned.mined.chosen.len(), "explained_by_single_features": single,
            "explained": both, "weightiest": learned.weightiest, "seed": args.common.seed,
            "model": model,
        }))?;
        return Ok(Verdict::Good);
    }
    let mut text = format!(
        "{from}: {} positions, tested on {}\n\
         {} closed patterns at support {}, {} chosen\n\
         variance explained  {:.1}% (single features alone: {:.1}%)\n",
        learned.rows.0,
        learned.rows.1,
        learned.mined.mined,
        learned.mined.support,
        learned.mined.chosen.len(),
        100.0 * both,
        100.0 * single,
    );
    for (words, weight) in &learned.weightiest {
        text += &format!("  {weight:+9.3}  {words}\n");
    }
    screen::print(&format!("{text}the model is in {model}\n"))?;
    Ok(Verdict::Good)
}

/// Refuses a model that predicts worse than the mean does, unless forced.
fn worth_writing(explained: f64, force: bool) -> Result<(), crate::failure::Failure> {
    if explained > 0.0 {
        return Ok(());
    }
    let found = format!(
        "the model explains {:.1}% of the variance in games it has not seen: always predicting \
         the mean is better",
        100.0 * explained
    );
    match force {
        true => {
            screen::remark(&format!("warning: {found}"));
            Ok(())
        }
        false => Err(crate::failure::Failure::with_help(
            found,
            "give it more games, or say --force to write it all the same",
        )),
    }
}
