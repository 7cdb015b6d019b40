//! `fuda match`: players against each other in the arena.

use super::TypedGame;
use crate::args::{MatchArgs, PlayingArgs};
use crate::failure::{Failure, Outcome, Verdict};
use crate::{interrupt, queue, screen};
use fuda_arena::{
    ArenaError, Drawers, Hooks, Limits, LuckMeter, LuckTotals, MatchOptions, MatchRecords,
    MatchReport, PageFacts, Plan, Progress, RecordKeeper, RoundCounter, RoundTotals, Scheme,
    Series, html, legend, run as run_plan, run_observed, table,
};
use fuda_core::{Budget, Game, Position, Purpose, Seed};
use fuda_learn::{ModelError, ModelFile};
use fuda_players::learned::{ViewValue, view_value};
use fuda_queue::Blob;
use fuda_stats::{FIRST_CHECK, Sprt};
use indicatif::ProgressBar;
use std::path::Path;

pub(super) fn run<G: Game>(typed: &TypedGame<G>, args: &MatchArgs) -> Outcome {
    let game = typed.game(args.playing.rules.as_deref())?;
    let entrants = typed.entrants(&game, &args.players)?;
    if args.rounds && G::round_stats().is_empty() {
        return Err(Failure::new(format!("--rounds: a game of {} is one round", G::NAME)));
    }
    let queue = queue::open(&args.playing.queue)?;
    let options = options(args, game.seats())?;
    let plan = Plan::new(game, entrants, options).map_err(failed)?;
    let luck = args.luck.as_deref().map(|path| Luck::open(&plan, path, args)).transpose()?;
    check_files(args)?;
    let stop = interrupt::in_good_order("the moves being thought about");
    let bar = screen::progress(deals(args), "deals");
    let mut show = |progress| show_progress(&bar, progress);
    let hooks = Hooks { queue, stop: Some(stop), progress: Some(&mut show) };
    let report = match args.records.is_some() || args.rounds || luck.is_some() {
        true => run_watched(&plan, hooks, args, luck.as_ref())?,
        false => run_plan(&plan, hooks).map_err(failed)?,
    };
    bar.finish_and_clear();
    let about = typed.about(report.players.iter().map(|player| player.name.as_str()));
    tell(&report, args, about)
}

/// Shows how far a match or a tournament has come.
pub(super) fn show_progress(bar: &ProgressBar, progress: Progress) {
    bar.set_length(progress.total);
    bar.set_position(progress.done);
    bar.set_message(format!("({:.0} games/s)", progress.games_per_second));
}

/// What measures the luck of draws.
struct Luck<G: Game> {
    value: ViewValue<G>,
    drawers: Drawers<G>,
    draws: u32,
    seed: Seed,
    model: String,
    /// The file, for workers.
    file: Blob,
}

impl<G: Game> Luck<G> {
    fn open(plan: &Plan<G>, path: &Path, args: &MatchArgs) -> Result<Luck<G>, Failure> {
        let (game, seed) = (plan.game(), Seed(args.playing.seed));
        let deal = game.deal(&mut seed.stream(Purpose::Deal, &[0]));
        let drawers = Drawers::of(plan);
        let no_draws = game.start(&deal).is_ok_and(|position| position.draws_left() == 0);
        if no_draws && drawers.is_empty() {
            return Err(Failure::new(format!(
                "--luck: in {} chance decides nothing after the deal, every deal is played from \
                 all seats, and none of the players reports the probabilities of its moves",
                G::NAME
            )));
        }
        let failed = |e: ModelError| Failure::new(format!("--luck: {e}"));
        let file = ModelFile::open(path).map_err(failed)?;
        let value = view_value(game, &file, "--luck").map_err(failed)?;
        let model = path.display().to_string();
        let file =
            Blob::of_file(path).map_err(|e| Failure::new(format!("--luck: {model}: {e}")))?;
        Ok(Luck { value, drawers, draws: args.luck_draws, seed, model, file })
    }

    fn meter(&self) -> LuckMeter<G> {
        let value = Box::new(self.value.clone());
        LuckMeter::new(value, &self.drawers, self.draws, self.seed).made_of(self.file.clone())
    }
}

/// Plays a match whose games are kept, counted round by round, or measured.
fn run_watched<G: Game>(
    plan: &Plan<G>,
    hooks: Hooks<'_>,
    args: &MatchArgs,
    luck: Option<&Luck<G>>,
) -> Result<MatchReport, Failure> {
    let open = |path| MatchRecords::open(path, plan);
    if let Some(path) = args.records.as_deref().filter(|_| args.force && args.store.is_none()) {
        screen::make_way(path)?;
    }
    let mut records = args.records.as_deref().map(open).transpose().map_err(failed)?;
    let (keep, count) = (args.records.is_some(), args.rounds);
    let observe = || {
        let kept = (keep.then(RecordKeeper::default), count.then(RoundCounter::default));
        (kept, luck.map(Luck::meter))
    };
    let (mut rounds, mut lucks) = (RoundTotals::default(), LuckTotals::default());
    let mut report = run_observed(plan, hooks, &observe, &mut |block, ((kept, counted), meter)| {
        if let (Some(records), Some(kept)) = (&mut records, kept) {
            records.add(block, kept)?;
        }
        if let Some(counted) = counted {
            rounds.add(block, counted);
        }
        if let Some(meter) = meter {
            lucks.add(block, meter);
        }
        Ok(())
    })
    .map_err(failed)?;
    if count {
        rounds.report::<G>(&mut report);
    }
    if let Some(luck) = luck {
        lucks.report(&mut report, &luck.model, luck.draws);
    }
    if let (Some(records), Some(path)) = (records, &args.records) {
        let kept = records.finish(&report).map_err(failed)?;
        if kept.missing > 0 {
            screen::remark(&format!(
                "{}: the results of {} deals came from the store; their games were not played \
                 again and are not in the file",
                path.display(),
                kept.missing
            ));
        }
    }
    Ok(report)
}

fn tell(report: &MatchReport, args: &MatchArgs, about: Vec<(String, String)>) -> Outcome {
    match args.json {
        true => screen::print(&(report.to_json() + "\n"))?,
        false => screen::print(&table(report))?,
    }
    if args.explain {
        screen::print(&format!("\n{}", legend()))?;
    }
    if let Some(path) = &args.report {
        let facts = PageFacts::here_and_now(&command(args), about);
        screen::write_file(path, html(report, facts).as_bytes(), true)?;
    }
    if report.interrupted {
        let advice = match &args.store {
            Some(path) => {
                format!("{} has what was played; the same command goes on", path.display())
            }
            None => "with --store FILE the same command could go on".to_owned(),
        };
        let (done, all) = (report.deals, deals(args));
        return interrupt::stopped(&format!("{done} of {all} deals were played; {advice}"));
    }
    Ok(if report.errors() > 0 { Verdict::Failed } else { Verdict::Good })
}

/// What has to be typed to play the same match again.
fn command(args: &MatchArgs) -> String {
    let mut words = vec!["fuda match".to_owned(), args.game.clone()];
    words.extend(args.players.iter().map(|player| quoted(player)));
    words.push(format!("--deals {}", deals(args)));
    if args.seats != "auto" {
        words.push(format!("--seats {}", args.seats));
    }
    words.extend(playing_words(&args.playing));
    words.extend(args.sprt.iter().map(|sprt| format!("--sprt {sprt}")));
    words.extend(args.rounds.then(|| "--rounds".to_owned()));
    if let Some(model) = &args.luck {
        let (model, draws) = (quoted(&model.display().to_string()), args.luck_draws);
        words.push(format!("--luck {model} --luck-draws {draws}"));
    }
    words.join(" ")
}

/// What has to be typed to play in the same way.
pub(super) fn playing_words(args: &PlayingArgs) -> Vec<String> {
    let mut words = vec![format!("--seed {}", args.seed)];
    words.extend(args.rules.iter().map(|rules| format!("--rules {}", quoted(rules))));
    if args.series > 1 {
        words.push(format!("--series {} --reseat {}", args.series, args.reseat));
    }
    words.extend(args.time_limit.iter().map(|seconds| format!("--time-limit {seconds}")));
    words
}

/// A word as a shell takes it.
pub(super) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=:,.+/".contains(c);
    match word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// How many deals are played at the most: few unless a number is given, and as
/// many as a sequential test may need.
fn deals(args: &MatchArgs) -> u64 {
    args.deals.unwrap_or(if args.sprt.is_some() { 100_000 } else { 50 })
}

/// Refuses, before anything is played, a report that could not be written and
/// files that would take each other's place.
fn check_files(args: &MatchArgs) -> Result<(), Failure> {
    let same = |a: &Path, b: &Path| {
        a == b || a.canonicalize().is_ok_and(|a| b.canonicalize().is_ok_and(|b| a == b))
    };
    let files = [
        ("--report", &args.report),
        ("--store", &args.store),
        ("--save", &args.records),
        ("--luck", &args.luck),
    ];
    for (number, (name, file)) in files.iter().enumerate() {
        for (other, path) in &files[number + 1..] {
            if file.as_ref().zip(path.as_ref()).is_some_and(|(a, b)| same(a, b)) {
                return Err(Failure::new(format!("{name} and {other} name the same file")));
            }
        }
    }
    let goes_on = args.store.is_some();
    args.report.as_deref().map_or(Ok(()), |page| screen::check_page(page, args.force, goes_on))
}

fn options(args: &MatchArgs, seats: usize) -> Result<MatchOptions, Failure> {
    let scheme = match args.seats.as_str() {
        "auto" => None,
        text => {
            let wrong = |e| Failure::new(format!("--seats: {e}"));
            let scheme = text.parse::<Scheme>().map_err(wrong)?;
            let sides = text.split_once('v').map(|(a, b)| (a.parse(), b.parse()));
            if let Some((Ok(a), Ok(b))) = sides
                && usize::saturating_add(a, b) != seats
            {
                let (needed, name) = (usize::saturating_add(a, b), &args.game);
                return Err(Failure::new(format!(
                    "--seats {text} is for a game of {needed} seats; {name} has {seats}"
                )));
            }
            Some(scheme)
        }
    };
    Ok(MatchOptions {
        scheme,
        sprt: args.sprt.as_deref().map(|text| sprt(text, deals(args))).transpose()?,
        store: args.store.clone(),
        ..playing(&args.playing, deals(args))?
    })
}

/// The options that matches and tournaments share.
pub(super) fn playing(args: &PlayingArgs, deals: u64) -> Result<MatchOptions, Failure> {
    let time = args.time_limit.map(|seconds| screen::duration("--time-limit", seconds));
    let time = time.transpose()?;
    Ok(MatchOptions {
        deals,
        seed: Seed(args.seed),
        series: Series {
            games: args.series,
            reseat_every: (args.reseat > 0).then_some(args.reseat),
        },
        threads: usize::from(args.threads),
        limits: Limits { budget: Budget { time, effort: None }, ..Limits::default() },
        ..MatchOptions::default()
    })
}

fn sprt(text: &str, deals: u64) -> Result<Sprt, Failure> {
    if deals < FIRST_CHECK {
        return Err(Failure::new(format!(
            "--sprt looks at the results from {FIRST_CHECK} deals on; --deals {deals} is too few"
        )));
    }
    text.parse().map_err(|e| {
        let help = "the mean difference in points per game under H0 and under H1";
        Failure::with_help(format!("--sprt: {e}"), help)
    })
}

pub(super) fn failed(e: impl Into<ArenaError>) -> Failure {
    Failure::new(e.into().to_string())
}
