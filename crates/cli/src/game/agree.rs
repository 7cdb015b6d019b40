//! `fuda agree`: how often a player chooses what was played in records.

use super::TypedGame;
use crate::args::AgreeArgs;
use crate::failure::{Failure, Outcome, Verdict};
use crate::record_files::read_partly;
use crate::{queue, screen};
use fuda_core::formats::Skipped;
use fuda_core::{DecisionFilter, Game, Seed};
use fuda_players::agree::{AgreeError, Agreement, Options, Sample, compare};
use serde::Serialize;

/// The answer, with everything needed to ask again.
#[derive(Serialize)]
struct Report {
    game: &'static str,
    player: String,
    seed: u64,
    repeats: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    only: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turns_asked: Option<(u32, u32)>,
    games_read: usize,
    #[serde(flatten)]
    found: Agreement,
    skipped: Vec<Skipped>,
    /// Games that are compared up to where they can no longer be followed.
    cut: Vec<Skipped>,
}

pub(super) fn run<G: Game>(typed: &TypedGame<G>, args: &AgreeArgs) -> Outcome {
    let turns = args.turns.as_deref().map(turns).transpose()?;
    let filter = DecisionFilter::new::<G>(args.only.as_deref(), turns)
        .map_err(|e| Failure::new(format!("--only: {e}")))?;
    let player = typed.entry.players.recipe(&typed.game(None)?, &args.player)?.name;
    let queue = queue::open(&args.queue)?;
    let set = read_partly::<G>(&args.records)?;
    let records = &set.records;
    let failed = |e: AgreeError| match &e {
        AgreeError::Record { number, .. } | AgreeError::Player { number, .. } => {
            Failure::new(format!("{}: {e}", set.file_of(number - 1).display()))
        }
        AgreeError::NoDecision { .. } | AgreeError::Queue(_) => Failure::new(e.to_string()),
    };
    let seed = Seed(args.seed);
    let count = usize::try_from(args.positions).unwrap_or(usize::MAX);
    let sample = Sample::draw(records, &filter, count, seed).map_err(failed)?;
    let threads = screen::threads(args.threads);
    let bar = screen::progress(sample.decisions.len() as u64, "positions");
    let options = Options { seed, repeats: args.repeats, threads };
    let (players, done) = (&typed.entry.players, || bar.inc(1));
    let ranks =
        compare(players, &args.player, records, &sample, options, queue, &done).map_err(failed)?;
    bar.finish_and_clear();
    let report = Report {
        game: G::NAME,
        player,
        seed: args.seed,
        repeats: args.repeats,
        only: args.only.clone(),
        turns_asked: turns,
        games_read: records.len(),
        found: Agreement::of(&sample, &ranks),
        skipped: set.left_out,
        cut: set.cut.into_values().collect(),
    };
    match args.json {
        true => screen::print_json(&report)?,
        false => screen::print(&text(&report))?,
    }
    Ok(Verdict::Good)
}

/// `3` or `1-6`.
pub(super) fn turns(text: &str) -> Result<(u32, u32), Failure> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.trim().parse(), last.trim().parse()) {
        (Ok(first), Ok(last)) if 1 <= first && first <= last => Ok((first, last)),
        _ => Err(Failure::new(format!("--turns: expected turns such as 3 or 1-6, got `{text}`"))),
    }
}

fn text(report: &Report) -> String {
    let found = &report.found;
    let mut text = format!(
        "{}: {} decisions of {} games, out of {} in {}\n",
        report.player, found.positions, found.games, found.drawn_from, report.games_read
    );
    text += &format!("agreement     {:.1}\n", found.agreement.percent());
    text += &format!("disagreement  {:.2} places\n", found.disagreement);
    text += "within first ";
    for (i, share) in found.within.iter().enumerate().take(6) {
        text += &format!(" {}: {:.1}% ", i + 1, 100.0 * share);
    }
    text += &format!(" named: {:.1}%\n", 100.0 * found.named);
    text += "turn  positions  agreement   named\n";
    for turn in &found.turns {
        text += &format!(
            "{:>4}  {:>9}  {:>8.1}%  {:>5.1}%\n",
            turn.turn,
            turn.positions,
            100.0 * turn.agreement,
            100.0 * turn.named
        );
    }
    if !report.skipped.is_empty() {
        text += &format!("left out: {} files (--json lists them)\n", report.skipped.len());
    }
    if !report.cut.is_empty() {
        let games = report.cut.len();
        text += &format!("stopping early: {games} games (--json says where and why)\n");
    }
    text
}
