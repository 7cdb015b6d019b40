//! `fuda mahjong auxiliary`: a linear evaluation from records.

use crate::args::mahjong_auxiliary::{AuxArg, FeaturesArg, LearnMahjongArgs, MethodArg};
use crate::failure::{Failure, Outcome, Verdict};
use crate::record_files::read_records;
use crate::screen;
use fuda_core::{MoveFeatures as _, Record, Seed};
use fuda_learn::ModelFile;
use fuda_mahjong::Mahjong;
use fuda_players::mahjong_learning::{
    Aux, Examples, FeatureSet, Lesson, LessonParams, Method, ProblemSet, curve, split_games,
};
use serde::Serialize;

#[derive(Serialize)]
struct Report {
    game: &'static str,
    features: &'static str,
    columns: usize,
    method: Method,
    #[serde(skip_serializing_if = "Option::is_none")]
    epochs: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem_set: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    select: Option<f64>,
    seed: u64,
    games_read: usize,
    files_left_out: usize,
    test_games: usize,
    lessons: Vec<Lesson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<String>,
}

/// Runs the command.
pub fn run(args: &LearnMahjongArgs) -> Outcome {
    if let Some(model) = &args.model {
        screen::check_new(model, args.force)?;
    }
    let params = params(args)?;
    let features = match args.features {
        FeaturesArg::Paper => FeatureSet::Paper,
        FeaturesArg::Wide => FeatureSet::Wide,
        FeaturesArg::Eval => FeatureSet::Eval,
    };
    let ways: Vec<Aux> = args.aux.iter().copied().map(way).collect();
    let auxiliary = ways.iter().any(|&aux| aux != Aux::None);
    if auxiliary && features == FeatureSet::Eval {
        return Err(Failure::new("--aux: auxiliary problems are for the features paper and wide"));
    }
    let read = read_records::<Mahjong>(&args.records)?;
    let (mut records, mut left_out) = (read.records, read.left_out.len());
    let own = records.len();
    if !args.test.is_empty() {
        let tests = read_records(&args.test)?;
        records.extend(tests.records);
        left_out += tests.left_out.len();
    }
    let sizes: Vec<usize> = match args.curve.is_empty() {
        true => vec![args.games as usize],
        false => args.curve.iter().map(|&size| size as usize).collect(),
    };
    let most = sizes.iter().copied().max().unwrap_or(0);
    let failed = |e: &dyn std::fmt::Display| Failure::new(e.to_string());
    let (train, test) = match args.test.is_empty() {
        true => split_games(&records, most, args.test_games as usize, params.seed),
        // Test records come first, so that of equal walls the training side goes.
        false => {
            records.rotate_left(own);
            let tests = records.len() - own;
            split_games(&records[tests..], most, 0, params.seed).map(|(train, _)| {
                let test: Vec<u32> = (0..tests as u32).collect();
                let train = train.into_iter().map(|game| game + tests as u32);
                (train.collect(), test)
            })
        }
    }
    .map_err(|e| failed(&e))?;
    let train = without_walls_of(&records, train, &test);
    let bar = screen::progress((train.len() + test.len()) as u64, "games");
    let wanted: Vec<u32> = train.iter().chain(&test).copied().collect();
    let chosen: Vec<Record<Mahjong>> =
        wanted.iter().map(|&game| records[game as usize].clone()).collect();
    drop(records);
    let (train, test): (Vec<u32>, Vec<u32>) = {
        let trained = train.len() as u32;
        ((0..trained).collect(), (trained..wanted.len() as u32).collect())
    };
    let examples = Examples::read(&chosen, features, auxiliary, params.threads, &|| bar.inc(1))
        .map_err(|e| failed(&e))?;
    bar.finish_and_clear();
    drop(chosen);
    let bar = screen::share();
    let done = |stage: &str, share: f64| screen::show(&bar, stage, share);
    let lessons =
        curve(&examples, &train, &test, &sizes, &ways, &params, &done).map_err(|e| failed(&e))?;
    bar.finish_and_clear();
    if let (Some(path), Some(lesson)) = (&args.model, lessons.last()) {
        screen::write_model(path, model_file(lesson, &examples, args, &params)?, args.force)?;
    }
    let report = Report {
        game: "mahjong",
        features: features.version(),
        columns: features.columns(),
        method: params.method,
        epochs: params.epochs,
        problem_set: auxiliary.then_some(args.problems),
        select: args.select.filter(|_| auxiliary),
        seed: args.seed,
        games_read: own,
        files_left_out: left_out,
        test_games: test.len(),
        lessons,
        model: args.model.as_ref().map(|path| path.display().to_string()),
    };
    match args.json {
        true => screen::print_json(&report)?,
        false => screen::print(&text(&report))?,
    }
    Ok(Verdict::Good)
}

fn params(args: &LearnMahjongArgs) -> Result<LessonParams, Failure> {
    let problems = ProblemSet::of_size(args.problems).ok_or_else(|| {
        Failure::new(format!("--problems: expected 22, 396 or 78, got {}", args.problems))
    })?;
    if let Some(mark) = args.select
        && !(0.0..=1.0).contains(&mark)
    {
        return Err(Failure::new(format!("--select: expected an F from 0 to 1, got {mark}")));
    }
    if let Some(0) = args.curve.iter().find(|&&size| size == 0) {
        return Err(Failure::new("--curve: expected sizes such as 25,50,100, got 0"));
    }
    let threads = screen::threads(args.threads.into());
    let method = match (args.method, args.features) {
        (Some(MethodArg::Softmax), _) | (None, FeaturesArg::Eval) => Method::Softmax,
        (Some(MethodArg::Perceptron), _) => Method::Perceptron,
        _ => Method::Ranking,
    };
    Ok(LessonParams {
        method,
        problems,
        select: args.select,
        rank: args.rank as usize,
        epochs: args.epochs.map(|epochs| epochs as usize),
        seed: Seed(args.seed),
        threads,
    })
}

fn way(aux: AuxArg) -> Aux {
    match aux {
        AuxArg::None => Aux::None,
        AuxArg::Models => Aux::Models,
        AuxArg::Predictions => Aux::Predictions,
        AuxArg::Both => Aux::Both,
    }
}

/// The training games that have no first wall of a test game.
fn without_walls_of(records: &[Record<Mahjong>], train: Vec<u32>, test: &[u32]) -> Vec<u32> {
    let wall = |&game: &u32| records[game as usize].deal.walls.first();
    let walls: Vec<_> = test.iter().filter_map(wall).collect();
    let apart = |game: &u32| wall(game).is_none_or(|wall| !walls.contains(&wall));
    train.into_iter().filter(apart).collect()
}

fn model_file(
    lesson: &Lesson,
    examples: &Examples,
    args: &LearnMahjongArgs,
    params: &LessonParams,
) -> Result<ModelFile, Failure> {
    let evaluation = lesson.evaluation(examples).map_err(|e| Failure::new(e.to_string()))?;
    let agreement = format!("{:.4}", lesson.test.agreement.mean);
    let kept = lesson.problems.iter().filter(|problem| problem.kept).count();
    let settings = [
        ("learner", format!("{:?}", params.method).to_lowercase()),
        ("aux", format!("{:?}", lesson.aux).to_lowercase()),
        ("problems", kept.to_string()),
        ("seed", args.seed.to_string()),
        ("train_games", lesson.train_games.to_string()),
        ("train_decisions", lesson.train_decisions.to_string()),
        ("test_games", lesson.test.origins.to_string()),
        ("test_discards", lesson.test.groups.to_string()),
        ("test_agreement", agreement),
    ];
    Ok(evaluation.to_file().with_settings(settings))
}

fn text(report: &Report) -> String {
    let mut text = format!(
        "{} ({} columns), tested on discards of {} games while nobody is in riichi\n",
        report.features, report.columns, report.test_games
    );
    text += "games  decisions  aux          agreement          disagreement          on training games\n";
    for lesson in &report.lessons {
        text += &format!(
            "{:>5}  {:>9}  {:<11}  {:.1}  {:.3}  {:.1}%\n",
            lesson.train_games,
            lesson.train_decisions,
            format!("{:?}", lesson.aux).to_lowercase(),
            lesson.test.agreement.percent(),
            lesson.test.disagreement,
            100.0 * lesson.train.agreement.mean,
        );
    }
    let problems = report.lessons.last().map(|lesson| lesson.problems.as_slice()).unwrap_or(&[]);
    if !problems.is_empty() {
        let kept = problems.iter().filter(|problem| problem.kept).count();
        text += &format!("auxiliary problems: {kept} of {} kept\n", problems.len());
        for problem in problems.iter().filter(|problem| problem.kept || problems.len() <= 78) {
            let f = problem.f.map_or(String::new(), |f| format!("  F {:.3}", f.mean));
            let mark = if problem.kept { '*' } else { ' ' };
            let share = 100.0 * problem.positives as f64 / problem.rows.max(1) as f64;
            text += &format!("  {mark} {:<40} {share:>5.1}% positive{f}\n", problem.problem);
        }
    }
    if let Some(model) = &report.model {
        text += &format!("the model is in {model}\n");
    }
    text
}
