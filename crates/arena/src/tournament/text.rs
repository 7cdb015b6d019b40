//! A tournament's ladder and cross table for the terminal.

use super::report::TournamentReport;
use crate::text::{columns, estimate, short};
use fuda_stats::Verdict;
use std::fmt::Write;

/// Draws the tables that `fuda tournament` prints. Plain text, no colours.
pub fn tournament_table(report: &TournamentReport) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write(report, &mut out);
    out
}

/// What was played, in one line.
pub(super) fn subject(report: &TournamentReport) -> String {
    let TournamentReport { game, rules, form, deals, games_per_deal, seating, seed, .. } = report;
    let series = match report.series.games {
        1 => String::new(),
        n => format!(", series of {n}"),
    };
    let most = if report.pairs.iter().any(|pair| pair.sprt.is_some()) { "at most " } else { "" };
    format!(
        "{game} ({rules}), {form} of {} players, {most}{deals} deals for each pair in \
         {games_per_deal} games, seating {seating}{series}, seed {seed}",
        report.players.len()
    )
}

fn write(report: &TournamentReport, out: &mut String) -> std::fmt::Result {
    writeln!(out, "{}", subject(report))?;
    if report.interrupted {
        writeln!(out, "interrupted: this is what was finished")?;
    }
    writeln!(out)?;
    ladder(report, out)?;
    writeln!(out, "\npoints per game, row minus column [95%]")?;
    cross_table(report, out)?;
    let undecided =
        |pair: &&super::Meeting| pair.sprt.is_some_and(|sprt| sprt.verdict == Verdict::Undecided);
    for pair in report.pairs.iter().filter(undecided) {
        writeln!(out, "undecided after {} deals: {} – {}", pair.deals, pair.first, pair.second)?;
    }
    for player in report.players.iter().filter(|player| player.errors > 0) {
        writeln!(out, "{}: {} lost by rule, the first of them", player.name, player.errors)?;
        for message in &player.messages {
            writeln!(out, "  {message}")?;
        }
    }
    let (games, seconds) = (report.times.games, report.times.seconds);
    writeln!(out, "{games} games played in {seconds:.1} s")
}

fn ladder(report: &TournamentReport, out: &mut String) -> std::fmt::Result {
    let header = [
        "player",
        "games",
        "rating [95%]",
        "lead per game [95%]",
        "ahead/unclear/behind",
        "µs/move",
        "errors",
    ];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    for (place, player) in report.players.iter().enumerate() {
        let time = report.times.players.get(place).and_then(|times| times.mean_us);
        rows.push(vec![
            format!("{} {}", place + 1, player.name),
            player.games.to_string(),
            format!("{:.0}", player.rating),
            format!("{:+}", player.lead),
            format!("{}/{}/{}", player.ahead, player.unclear, player.behind),
            time.map_or("–".to_owned(), short),
            player.errors.to_string(),
        ]);
    }
    columns(&rows, out)
}

fn cross_table(report: &TournamentReport, out: &mut String) -> std::fmt::Result {
    let numbers = (1..=report.players.len()).map(|place| place.to_string());
    let mut rows = vec![std::iter::once(String::new()).chain(numbers).collect::<Vec<_>>()];
    for (place, row) in report.players.iter().enumerate() {
        let cells = report.players.iter().map(|column| {
            let met = report.meeting(&row.name, &column.name);
            met.map_or("·".to_owned(), |(points, pair)| estimate(&points, pair.deals))
        });
        let name = format!("{} {}", place + 1, row.name);
        rows.push(std::iter::once(name).chain(cells).collect());
    }
    columns(&rows, out)
}
