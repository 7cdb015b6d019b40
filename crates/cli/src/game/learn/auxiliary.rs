//! `fuda learn GAME auxiliary`.

use super::{choose, failed, filter, games, prepare, ranker, write};
use crate::args::learn::{AuxArg, AuxiliaryArgs, FoldsArg};
use crate::failure::{Failure, Outcome, Verdict};
use crate::game::TypedGame;
use crate::screen;
use fuda_core::{AuxiliaryProblems, Game, Seed};
use fuda_learn::Keep;
use fuda_train::{Aux, AuxiliaryExamples, AuxiliaryParams, AuxiliaryResult, FoldsOf, Split};
use serde_json::json;

pub(super) fn run<G: Game>(typed: &TypedGame<G>, args: &AuxiliaryArgs) -> Outcome {
    let game = prepare(typed, &args.common)?;
    let problems = problem_set::<G>(args.problems.as_deref())?;
    let wanted = args.common.encoder.as_deref().unwrap_or(problems.encoder());
    let encoder = choose(game.move_features(), Some(wanted), |e| e.name(), G::NAME)?;
    let filter = filter::<G>(args.only.as_deref().unwrap_or(problems.only()))?;
    if let Some(mark) = args.select.filter(|mark| !(0.0..=1.0).contains(mark)) {
        return Err(Failure::new(format!("--select: expected an F from 0 to 1, got {mark}")));
    }
    if args.sizes.contains(&0) {
        return Err(Failure::new("--sizes: expected sizes such as 25,50,100, got 0"));
    }
    if !(args.c > 0.0 && args.c.is_finite()) {
        return Err(Failure::new(format!("--c: expected a number above 0, got {}", args.c)));
    }
    if args.aux.last() == Some(&AuxArg::Answers) {
        let why = "--aux: answers makes no linear model to write; name a way that does after it, \
                   such as answers,predictions";
        return Err(Failure::new(why));
    }
    let best = args.best.map(|best| Keep::Best(best as usize));
    let params = AuxiliaryParams {
        ranker: ranker(args.ranker),
        select: args.select.map(Keep::Mark).or(best),
        folds: match args.fold_by {
            FoldsArg::Games => FoldsOf::Games,
            FoldsArg::Decisions => FoldsOf::Decisions,
        },
        c: args.c,
        rank: args.rank as usize,
        epochs: args.epochs.map(|epochs| epochs as usize),
        seed: Seed(args.common.seed),
        threads: screen::threads(args.common.threads),
    };
    let ways: Vec<Aux> = args.aux.iter().map(|aux| way(*aux)).collect();
    let (records, from) = games(typed, &game, &args.source, &args.common)?;
    let test_games = args.source.test_games.unwrap_or(records.len().div_ceil(10));
    let Split { mut train, test } = Split::drawn(&records, test_games, params.seed);
    let sizes: Vec<usize> = match args.sizes.is_empty() {
        true => vec![train.len()],
        false => args.sizes.iter().map(|&size| size as usize).collect(),
    };
    let most = sizes.iter().copied().max().unwrap_or(0);
    if test.is_empty() || train.is_empty() || most > train.len() {
        let (all, most) = (records.len(), most.max(1));
        return Err(Failure::with_help(
            format!(
                "{most} games to learn from and {test_games} to test on are needed, but there \
                 are {all}"
            ),
            "games of one deal stay together: all are learned from, or all are tested on",
        ));
    }
    train.truncate(most);
    let chosen: Vec<_> = train.iter().chain(&test).map(|&game| records[game].clone()).collect();
    drop(records);
    let tests: Vec<usize> = (train.len()..chosen.len()).collect();
    let bar = screen::progress(chosen.len() as u64, "games");
    let done = || bar.inc(1);
    let threads = params.threads;
    let examples = AuxiliaryExamples::read(&chosen, &*encoder, &filter, &*problems, threads, &done)
        .map_err(failed)?;
    bar.finish_and_clear();
    drop(chosen);
    let bar = screen::share();
    let mut results: Vec<AuxiliaryResult> = Vec::new();
    for size in sizes {
        let train: Vec<usize> = (0..size).collect();
        let told = |stage: &str, share: f64| screen::show(&bar, stage, share);
        let found = examples.learn(&train, &tests, &ways, &params, None, &told);
        results.extend(found.map_err(failed)?);
    }
    bar.finish_and_clear();
    let Some(last) = results.last() else { return Ok(Verdict::Good) };
    let kept = last.problems.iter().filter(|problem| problem.kept).count();
    let settings = [("aux", name(last.aux).to_owned()), ("problems", kept.to_string())];
    let model = last.model(&game, &*encoder).with_settings(settings);
    write(model, &from, &args.common)?;
    let model = args.common.model.display().to_string();
    if args.common.json {
        screen::print_json(&json!({
            "game": G::NAME, "method": "auxiliary", "encoder": encoder.name(), "from": from,
            "problems": problems.name(), "select": args.select, "best": args.best, "c": args.c,
            "test_games": test.len(),
            "results": results, "seed": args.common.seed, "model": model,
        }))?;
        return Ok(Verdict::Good);
    }
    screen::print(&format!(
        "{from}: {} ({} columns), tested on {} games\n{}the model ({}) is in {model}\n",
        encoder.name(),
        encoder.columns(),
        test.len(),
        text(&results),
        name(last.aux)
    ))?;
    Ok(Verdict::Good)
}

/// The set of problems that was named, or the first.
fn problem_set<G: Game>(wanted: Option<&str>) -> Result<Box<dyn AuxiliaryProblems<G>>, Failure> {
    let sets = G::auxiliary_problems();
    let names: Vec<String> =
        sets.iter().map(|set| format!("{}: {}", set.name(), set.about())).collect();
    let mut sets = sets.into_iter();
    let found = sets.find(|set| wanted.is_none_or(|wanted| set.name() == wanted));
    found.ok_or_else(|| match wanted {
        Some(wanted) if !names.is_empty() => Failure::with_help(
            format!("--problems: {} has no auxiliary problems `{wanted}`", G::NAME),
            names.join("\n"),
        ),
        _ => Failure::with_help(
            format!("{} has no auxiliary problems", G::NAME),
            "mahjong and daihinmin have; `fuda learn GAME rank` does without",
        ),
    })
}

fn way(aux: AuxArg) -> Aux {
    match aux {
        AuxArg::None => Aux::None,
        AuxArg::Models => Aux::Models,
        AuxArg::Predictions => Aux::Predictions,
        AuxArg::Both => Aux::Both,
        AuxArg::Answers => Aux::Answers,
    }
}

fn name(aux: Aux) -> &'static str {
    Aux::ALL.iter().find(|(_, other)| *other == aux).map_or("", |(name, _)| name)
}

fn text(results: &[AuxiliaryResult]) -> String {
    let mut text = String::from(
        "games  decisions  aux          agreement          disagreement          on training games\n",
    );
    for result in results {
        text += &format!(
            "{:>5}  {:>9}  {:<11}  {:.1}  {:.3}  {:.1}%\n",
            result.train_games,
            result.train_decisions,
            name(result.aux),
            result.test.agreement.percent(),
            result.test.disagreement,
            100.0 * result.train.agreement.mean,
        );
    }
    let problems = results.iter().rev().find(|result| !result.problems.is_empty());
    let problems = problems.map_or(&[][..], |result| &result.problems);
    let kept = problems.iter().filter(|problem| problem.kept).count();
    if !problems.is_empty() {
        text += &format!("auxiliary problems: {kept} of {} kept\n", problems.len());
    }
    for problem in problems.iter().filter(|problem| problem.kept || problems.len() <= 78) {
        let f = problem.f.map_or(String::new(), |f| format!("  F {:.3}", f.mean));
        let mark = if problem.kept { '*' } else { ' ' };
        let share = 100.0 * problem.positives as f64 / problem.rows.max(1) as f64;
        text += &format!("  {mark} {:<40} {share:>5.1}% positive{f}\n", problem.problem);
    }
    text
}
