//! `fuda study`: mined features, from positions to classifiers.

use crate::args::mining::StudyArgs;
use crate::failure::{Failure, Outcome, Verdict};
use crate::{interrupt, queue, screen};
use fuda_core::Seed;
use fuda_mine::pipeline::study::{self, Choice, StudyParams, StudyStep};
use fuda_stats::Estimate;
use serde::Deserialize;

/// Does all steps, or those that are missing.
pub fn run(args: &StudyArgs) -> Outcome {
    let params = StudyParams {
        mine: args.mine.clone(),
        test: args.test.clone(),
        mine_rows: args.mine_rows,
        test_rows: args.test_rows,
        folder: args.folder.clone(),
        supports: args.supports.clone(),
        choices: args.choose.iter().map(|text| choice(text)).collect::<Result<_, _>>()?,
        most: args.most,
        sizes: args.sizes.clone(),
        learners: args.learners.clone(),
        folds: args.folds,
        seed: Seed(args.seed),
        threads: super::mining::threads(args.threads),
        memory: super::mining::memory(&args.memory),
    };
    let queue = queue::open(&args.queue)?;
    let folder = args.folder.display();
    interrupt::keeps(format!("{folder} has the steps that are done; the same command goes on"));
    let bar = screen::progress(0, "tasks");
    let report = study::run(&params, queue, &|step| super::mining::follow(&bar, step), &|name| {
        bar.println(name);
    });
    bar.finish_and_clear();
    let report = report.map_err(super::mining::failed)?;
    if args.json {
        screen::print_json(&report)?;
        return Ok(Verdict::Good);
    }
    let mut text =
        format!("{} rows mined, {} rows tested\n", report.mined_rows, report.tested_rows);
    for step in &report.steps {
        text += &line(step);
    }
    screen::print(&text)?;
    Ok(Verdict::Good)
}

fn choice(text: &str) -> Result<Choice, Failure> {
    let wrong = || {
        Failure::new(format!(
            "--choose: expected SUPPORT:CUTOFF or SUPPORT:CUTOFF:MAX-ENTROPY, got `{text}`"
        ))
    };
    let parts: Vec<&str> = text.split(':').collect();
    let (min_support, cutoff, max_entropy) = match *parts.as_slice() {
        [support, cutoff] => (support, cutoff, None),
        [support, cutoff, entropy] => (support, cutoff, Some(entropy)),
        _ => return Err(wrong()),
    };
    Ok(Choice {
        min_support: min_support.parse().map_err(|_| wrong())?,
        cutoff: cutoff.parse().map_err(|_| wrong())?,
        max_entropy: max_entropy.map(str::parse).transpose().map_err(|_| wrong())?,
    })
}

/// One step, in words.
fn line(step: &StudyStep) -> String {
    let StudyStep { step, features, report } = step;
    match step.as_str() {
        "count" => format!(
            "support {:>7}: {} closed patterns\n",
            report["min_support"], report["patterns"]
        ),
        "select" => {
            let mut text = format!(
                "{features}: {} of {} patterns chosen\n",
                report["chosen"], report["features"]
            );
            for feature in report["first"].as_array().into_iter().flatten() {
                let meaning = screen::tame(feature["meaning"].as_str().unwrap_or("?"));
                text += &format!(
                    "  {:.6} bits  {meaning}\n",
                    feature["score"].as_f64().unwrap_or(f64::NAN)
                );
            }
            text
        }
        _ => {
            let all = &report["validation"]["all"];
            let percent = |name: &str| {
                let part = Estimate::deserialize(&all[name]);
                part.unwrap_or(Estimate::exact(f64::NAN)).percent()
            };
            format!(
                "{features}, {}: {} features, accuracy {:.2}, precision {:.2}, recall {:.2}, \
                 F1 {:.2}, AUC {:.2}\n",
                report["learner"].as_str().unwrap_or("?"),
                report["features"],
                percent("accuracy"),
                percent("precision"),
                percent("recall"),
                percent("f1"),
                percent("auc"),
            )
        }
    }
}
