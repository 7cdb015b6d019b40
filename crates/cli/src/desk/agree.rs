//! `fuda agree`: how often a player chooses what was played in records.

use super::GameDesk;
use crate::args::AgreeArgs;
use crate::commands::records::sources;
use crate::failure::{Failure, Outcome, Verdict};
use crate::screen;
use fuda_core::formats::{RecordFile, Skipped};
use fuda_core::{Game, Record, Seed};
use fuda_players::agree::{AgreeError, Agreement, Filters, Interval, Options, Sample, compare};
use serde::Serialize;

/// The answer, with everything needed to ask again.
#[derive(Serialize)]
struct Report {
    game: &'static str,
    player: String,
    seed: u64,
    repeats: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    riichi: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turns_asked: Option<(u32, u32)>,
    first_hand: bool,
    games_read: usize,
    #[serde(flatten)]
    found: Agreement,
    skipped: Vec<Skipped>,
}

pub(super) fn run<G: Game>(desk: &GameDesk<G>, args: &AgreeArgs) -> Outcome {
    let filters = Filters {
        nodes: args.nodes.clone(),
        riichi: args.riichi.clone(),
        turns: args.turns.as_deref().map(turns).transpose()?,
        first_hand: args.first_hand,
    };
    let study = (desk.study)(&filters).map_err(Failure::new)?;
    let player = desk.catalogue.recipe(&desk.game(None)?, &args.player)?.name;
    let (records, names, skipped) = read(desk, args)?;
    if records.is_empty() {
        return Err(Failure::new(format!(
            "there is no record of {} among the {} files named",
            G::NAME,
            skipped.len()
        )));
    }
    let failed = |e: AgreeError| match &e {
        AgreeError::Record { number, .. } | AgreeError::Player { number, .. } => {
            let name = names.get(number - 1).map_or("", String::as_str);
            Failure::new(format!("{name}: {e}"))
        }
        AgreeError::NoDecision { .. } => Failure::new(e.to_string()),
    };
    let seed = Seed(args.seed);
    let count = usize::try_from(args.positions).unwrap_or(usize::MAX);
    let sample = Sample::draw(&records, &*study, count, seed).map_err(failed)?;
    let threads = screen::threads(args.threads.into());
    let bar = screen::progress(sample.decisions.len() as u64, "positions");
    let options = Options { seed, repeats: args.repeats, threads };
    let ranks =
        compare(&desk.catalogue, &args.player, &records, &sample, &*study, options, &|| bar.inc(1))
            .map_err(failed)?;
    bar.finish_and_clear();
    let report = Report {
        game: G::NAME,
        player,
        seed: args.seed,
        repeats: args.repeats,
        nodes: filters.nodes,
        riichi: filters.riichi,
        turns_asked: filters.turns,
        first_hand: args.first_hand,
        games_read: records.len(),
        found: Agreement::of(&sample, &ranks),
        skipped,
    };
    match args.json {
        true => screen::print_json(&report)?,
        false => screen::print(&text(&report))?,
    }
    Ok(Verdict::Good)
}

/// `3` or `1-6`.
fn turns(text: &str) -> Result<(u32, u32), Failure> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.trim().parse(), last.trim().parse()) {
        (Ok(first), Ok(last)) if 1 <= first && first <= last => Ok((first, last)),
        _ => Err(Failure::new(format!("--turns: expected turns such as 3 or 1-6, got `{text}`"))),
    }
}

type Read<G> = (Vec<Record<G>>, Vec<String>, Vec<Skipped>);

/// All records of the game, the file each is from, and what was left out.
/// Files of a folder that are no records are left out; files named are not.
fn read<G: Game>(desk: &GameDesk<G>, args: &AgreeArgs) -> Result<Read<G>, Failure> {
    let sources = sources(&args.records)?;
    let bar = screen::progress(sources.len() as u64, "files");
    let (mut records, mut names, mut skipped) = (Vec::new(), Vec::new(), Vec::new());
    for source in &sources {
        let name = source.path.display().to_string();
        match read_file(desk, source) {
            Ok(found) => {
                names.extend(found.iter().map(|_| name.clone()));
                records.extend(found);
            }
            Err(reason) if source.named => return Err(Failure::new(format!("{name}: {reason}"))),
            Err(reason) => skipped.push(Skipped { file: name, place: String::new(), reason }),
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok((records, names, skipped))
}

fn read_file<G: Game>(
    desk: &GameDesk<G>,
    source: &crate::commands::records::Source,
) -> Result<Vec<Record<G>>, String> {
    let file = RecordFile::read(&source.path).map_err(|e| e.to_string())?;
    let Some(format) = desk.formats.iter().find(|f| f.recognises(&file)) else {
        return Err(format!("not a record of {} in a known format", G::NAME));
    };
    format.read(&file).map_err(|e| e.to_string())
}

fn text(report: &Report) -> String {
    let found = &report.found;
    let mut text = format!(
        "{}: {} decisions of {} games, out of {} in {}\n",
        report.player, found.positions, found.games, found.drawn_from, report.games_read
    );
    text += &format!("agreement     {}\n", percent(&found.agreement));
    text += &format!("disagreement  {}\n", places(&found.disagreement));
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
    text
}

fn percent(interval: &Interval) -> String {
    let mean = 100.0 * interval.mean;
    match (interval.low, interval.high) {
        (Some(low), Some(high)) => {
            format!("{mean:.1}%  (95%: {:.1} to {:.1})", 100.0 * low, 100.0 * high)
        }
        _ => format!("{mean:.1}%"),
    }
}

fn places(interval: &Interval) -> String {
    match (interval.low, interval.high) {
        (Some(low), Some(high)) => {
            format!("{:.2} places  (95%: {low:.2} to {high:.2})", interval.mean)
        }
        _ => format!("{:.2} places", interval.mean),
    }
}
