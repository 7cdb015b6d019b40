//! `fuda learn daihinmin`: an evaluation of moves from records or self-play.

use crate::args::learn_daihinmin::{LearnDaihinminArgs, LearnerKind, LossKind};
use crate::failure::{Failure, Outcome, Verdict};
use crate::record_files::read_records;
use crate::screen;
use fuda_core::formats::Format;
use fuda_core::{OwnFormat, Seed};
use fuda_daihinmin::Daihinmin;
use fuda_learn::ChoiceLoss;
use fuda_players::daihinmin_learning::{
    Agreement, Learner, Learning, Lesson, LessonError, SelfPlay, Split, from_records, learn,
    self_play,
};
use fuda_stats::Estimate;
use serde_json::json;
use std::path::Path;

/// Learns, and writes the model.
pub fn run(args: &LearnDaihinminArgs) -> Outcome {
    for path in [Some(&args.model), args.records.as_ref()].into_iter().flatten() {
        screen::check_new(path, args.force)?;
    }
    let (teacher, games, lessons) = match &args.self_play {
        Some(player) => play(args, player)?,
        None => read(args)?,
    };
    let how = learning(args);
    let bar = screen::progress(
        args.positions as u64 * args.epochs as u64 * u64::from(args.repeats),
        "positions",
    );
    let (mut model, mut curves) = (None, Vec::new());
    for repeat in 0..u64::from(args.repeats) {
        let seed = Seed(args.seed + repeat);
        let how = Learning { seed, ..how };
        let split = Split::draw(&lessons, args.positions, args.test, seed).map_err(failed)?;
        let before = bar.position();
        let found = learn(&split, &how, |n| bar.set_position(before + n as u64)).map_err(failed)?;
        model.get_or_insert(found.learned);
        curves.push(found.curve);
    }
    bar.finish_and_clear();
    let Some(model) = model else { return Err(Failure::new("nothing was learned")) };
    let curve = mean_curve(&curves);
    let last = curve.last().map_or(0.0, |point| point.agreement.mean);
    let notes = [
        ("game", "daihinmin".to_owned()),
        ("learner", how.learner.name().to_owned()),
        ("teacher", teacher.clone()),
        ("positions", args.positions.to_string()),
        ("epochs", args.epochs.to_string()),
        ("loss", format!("{:?}", args.loss).to_lowercase()),
        ("rate", how.rate.to_string()),
        ("seed", args.seed.to_string()),
        ("agreement", format!("{last:.4}")),
    ];
    let notes: Vec<(&str, &str)> =
        notes.iter().map(|(key, value)| (*key, value.as_str())).collect();
    screen::write_file(&args.model, &model.to_bytes(&notes).map_err(Failure::new)?, args.force)?;
    tell(args, &teacher, games, lessons.len(), &curve)
}

fn tell(
    args: &LearnDaihinminArgs,
    teacher: &str,
    games: usize,
    positions: usize,
    curve: &[Agreement],
) -> Outcome {
    if args.json {
        screen::print_json(&json!({
            "learner": learning(args).learner.name(), "teacher": teacher, "games": games,
            "positions_found": positions, "positions": args.positions, "epochs": args.epochs,
            "repeats": args.repeats, "seed": args.seed,
            "model": args.model.display().to_string(), "curve": curve,
        }))?;
        return Ok(Verdict::Good);
    }
    let mut text = format!("{teacher}: {positions} positions in {games} games\n");
    text += "learned from  agreement [95%]      alike\n";
    for point in curve {
        text += &format!(
            "{:>12}  {:.1}  {:>5.1}%\n",
            point.learned_from,
            point.agreement.percent(),
            100.0 * point.alike
        );
    }
    text += &format!("the model is in {}\n", args.model.display());
    screen::print(&text)?;
    Ok(Verdict::Good)
}

/// The mean of curves that were measured at the same places. Repetitions test
/// on the same games, so that intervals stay those of one test.
fn mean_curve(curves: &[Vec<Agreement>]) -> Vec<Agreement> {
    let points = curves.first().into_iter().flatten().enumerate();
    points
        .map(|(at, point)| {
            let all: Vec<&Agreement> = curves.iter().filter_map(|curve| curve.get(at)).collect();
            let agreement: Vec<Estimate> = all.iter().map(|p| p.agreement).collect();
            Agreement {
                agreement: Estimate::average(&agreement),
                alike: all.iter().map(|p| p.alike).sum::<f64>() / all.len() as f64,
                ..*point
            }
        })
        .collect()
}

fn learning(args: &LearnDaihinminArgs) -> Learning {
    let learner = match args.learner {
        LearnerKind::Nn => Learner::Network,
        LearnerKind::Ap => Learner::Perceptron,
    };
    let loss = match args.loss {
        LossKind::Pairs => ChoiceLoss::Pairs,
        LossKind::Softmax => ChoiceLoss::Softmax,
    };
    let usual = Learning::usual(learner, loss);
    Learning {
        positions: args.positions,
        test: args.test,
        epochs: args.epochs,
        hidden: args.hidden,
        rate: args.rate.unwrap_or(usual.rate),
        cooling: args.cooling.or(usual.cooling),
        seed: Seed(args.seed),
        measure_every: args.every,
        ..usual
    }
}

type Lessons = (String, usize, Vec<Lesson>);

fn play(args: &LearnDaihinminArgs, player: &str) -> Result<Lessons, Failure> {
    let game = Daihinmin::default();
    let recipe = fuda_players::daihinmin().recipe(&game, player)?;
    let threads = screen::threads(args.threads.into());
    let options =
        SelfPlay { positions: args.positions + args.test, seed: Seed(args.seed), threads };
    let bar = screen::progress(options.positions as u64, "positions played");
    let (records, lessons) =
        self_play(&game, &recipe, options, |n| bar.set_position(n as u64)).map_err(failed)?;
    bar.finish_and_clear();
    if let Some(path) = &args.records {
        let bytes = OwnFormat.write(&records).map_err(|e| Failure::new(e.to_string()))?;
        screen::write_file(path, &bytes, args.force)?;
    }
    Ok((recipe.name, records.len(), lessons))
}

fn read(args: &LearnDaihinminArgs) -> Result<Lessons, Failure> {
    let records = read_records::<Daihinmin>(&args.from)?.records;
    let bar = screen::progress((args.positions + args.test) as u64, "positions read");
    let lessons = from_records(&records, |n| bar.set_position(n as u64)).map_err(failed)?;
    bar.finish_and_clear();
    let names: Vec<String> = args.from.iter().filter_map(|path| name(path)).collect();
    Ok((names.join(" "), records.len(), lessons))
}

fn name(path: &Path) -> Option<String> {
    path.file_name().map(|name| name.to_string_lossy().into_owned())
}

fn failed(e: LessonError) -> Failure {
    Failure::new(e.to_string())
}
