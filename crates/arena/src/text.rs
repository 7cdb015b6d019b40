//! A report as a table for the terminal.

use crate::report::{LuckReport, MatchReport, RoundCount};
use fuda_stats::{Estimate, Verdict, p_value};
use std::fmt::Write;

/// Draws the table that `fuda match` prints. Plain text, no colours.
pub fn table(report: &MatchReport) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write(report, &mut out);
    out
}

/// The words of a match's table and what they mean.
pub const LEGEND: [(&str, &str); 8] = [
    ("points", "mean points per game, with a 95% interval over deals (Student's t)"),
    ("wins", "percentage of first places, ties shared"),
    ("places", "percentage of each place, the best first, ties shared"),
    (
        "rating",
        "strength on one scale: 1500 is the mean of the players of this match, 400 more are \
         tenfold odds of finishing before the other (Plackett–Luce; bootstrap over deals)",
    ),
    ("µs/move", "mean time for a move in microseconds of wall clock"),
    (
        "effort",
        "what a player reports to have spent on a move, in its own unit (playouts, loops, \
         nodes): not to be compared between kinds of players; – where it reports nothing",
    ),
    ("errors", "games lost by rule: an illegal move, no move, or out of time"),
    (
        "p",
        "how likely a difference at least this large is between equal players: paired, deal by \
         deal, and by Welch's test, which takes the two players' deals as independent; – where \
         there are too few deals or they do not vary",
    ),
];

/// The legend for the terminal.
pub fn legend() -> String {
    let mut rows = String::new();
    for (word, meaning) in LEGEND {
        // Writing to a string cannot fail.
        let _ = writeln!(rows, "{word:<8} {meaning}");
    }
    rows
}

fn write(report: &MatchReport, out: &mut String) -> std::fmt::Result {
    let MatchReport { game, rules, deals, games, seating, seed, .. } = report;
    writeln!(
        out,
        "{game} ({rules}), {deals} deals, {games} games, seating {seating}, seed {seed}"
    )?;
    if report.series.games > 1 {
        let reseat = report.series.reseat_every.map(|k| format!(", seats change every {k}"));
        let reseat = reseat.unwrap_or_default();
        writeln!(out, "series of {} games{reseat}", report.series.games)?;
    }
    if report.interrupted {
        writeln!(out, "interrupted: this is what was finished")?;
    }
    if report.deals == 0 {
        return writeln!(out, "no deal was finished");
    }
    writeln!(out)?;
    let mut rows = vec![header(report)];
    for (player, (rating, times)) in
        report.players.iter().zip(report.ratings.iter().zip(&report.times.players))
    {
        let places = player.places.iter().map(|p| format!("{:.0}", 100.0 * p));
        let number = |n: Option<f64>| n.map_or("–".to_owned(), short);
        rows.push(vec![
            player.name.clone(),
            player.games.to_string(),
            estimate(&player.points, *deals),
            format!("{:.1}%", 100.0 * player.wins.mean),
            places.collect::<Vec<_>>().join("/"),
            format!("{:.0}", rating.rating),
            number(times.mean_us),
            number(player.effort_per_move.filter(|effort| *effort > 0.0)),
            player.errors.to_string(),
        ]);
    }
    columns(&rows, out)?;
    writeln!(out)?;
    if let (Some(difference), [first, second, ..]) = (&report.difference, &report.players[..]) {
        let points = estimate(&difference.points, *deals);
        writeln!(out, "{} – {}: {points} points per game", first.name, second.name)?;
        let (paired, welch) = (p_value(difference.p), p_value(difference.welch_p));
        writeln!(out, "p {paired} (paired t over deals), {welch} (Welch)")?;
    }
    for pair in report.pairs.iter().skip(1) {
        let points = estimate(&pair.difference.points, *deals);
        let p = p_value(pair.difference.p);
        writeln!(out, "{} – {}: {points}, p {p}", pair.first, pair.second)?;
    }
    if let Some(counted) = &report.rounds {
        rounds(report, counted, out)?;
    }
    if let Some(measured) = &report.luck {
        luck(report, measured, out)?;
    }
    if let Some(sprt) = &report.sprt {
        let verdict = match sprt.verdict {
            Verdict::H0 => "H0 is accepted".to_owned(),
            Verdict::H1 => "H1 is accepted".to_owned(),
            Verdict::Undecided => "undecided".to_owned(),
        };
        let ratio = sprt.log_ratio.map_or("unknown".to_owned(), |r| format!("{r:.2}"));
        let (low, high) = sprt.test.bounds();
        writeln!(
            out,
            "sequential test, H0 {} against H1 {}: {verdict} (log-likelihood ratio {ratio}, bounds {low:.2} and {high:.2})",
            sprt.test.null, sprt.test.alternative
        )?;
    }
    for player in report.players.iter().filter(|p| p.errors > 0) {
        writeln!(out, "{}: {} lost by rule, the first of them", player.name, player.errors)?;
        for message in &player.messages {
            writeln!(out, "  {message}")?;
        }
    }
    if let Some(rate) = report.times.games_per_second {
        let by = match report.times.threads {
            0 => "by the workers of a queue".to_owned(),
            threads => format!("{threads} threads"),
        };
        writeln!(out, "{rate:.0} games per second, {:.1} s, {by}", report.times.seconds)?;
    }
    Ok(())
}

/// The statistics of rounds: a line for each number, a column per player.
fn rounds(report: &MatchReport, counted: &RoundCount, out: &mut String) -> std::fmt::Result {
    writeln!(
        out,
        "\n{} rounds of {} deals, 95% intervals over deals",
        counted.rounds, counted.deals
    )?;
    if counted.deals < report.deals {
        let stored = report.deals - counted.deals;
        writeln!(out, "{stored} deals came from the store and were not played again: not counted")?;
    }
    let names = report.players.iter().map(|player| player.name.clone());
    let mut rows = vec![std::iter::once(String::new()).chain(names).collect::<Vec<_>>()];
    let lines = report.players.first().map_or(0, |player| player.rounds.len());
    for line in 0..lines {
        let name = report.players[0].rounds[line].name.to_owned();
        let values = report.players.iter().map(|player| player.rounds[line].text());
        rows.push(std::iter::once(name).chain(values).collect());
    }
    columns(&rows, out)?;
    writeln!(out)
}

/// The points without the luck of draws, and what that saves.
fn luck(report: &MatchReport, measured: &LuckReport, out: &mut String) -> std::fmt::Result {
    let LuckReport { valuation, draws, deals, weight, .. } = measured;
    writeln!(
        out,
        "\nwithout {weight:.2} of the luck of draws and drawn moves ({valuation}, each draw made anew {draws} times)"
    )?;
    if *deals < report.deals {
        let stored = report.deals - deals;
        writeln!(out, "{stored} deals came from the store and were not played again: not counted")?;
    }
    for (player, points) in report.players.iter().zip(&measured.players) {
        writeln!(out, "{}: {} points", player.name, estimate(points, *deals))?;
    }
    if let (Some(difference), [first, second, ..]) = (&measured.difference, &report.players[..]) {
        let points = estimate(difference, *deals);
        writeln!(out, "{} – {}: {points} points per game", first.name, second.name)?;
    }
    if let Some(times) = measured.as_many_games {
        writeln!(out, "plain points would need {times:.2} times the games for this interval")?;
    }
    writeln!(out)
}

fn header(report: &MatchReport) -> Vec<String> {
    let places = report.players.first().map_or(0, |p| p.places.len());
    let places = (1..=places).map(|p| p.to_string()).collect::<Vec<_>>().join("/");
    let places = format!("places {places} %");
    [
        "player",
        "games",
        "points [95%]",
        "wins",
        &places,
        "rating [95%]",
        "µs/move",
        "effort",
        "errors",
    ]
    .map(str::to_owned)
    .to_vec()
}

/// Lines up the columns: the first to the left, the others to the right.
pub(crate) fn columns(rows: &[Vec<String>], out: &mut String) -> std::fmt::Result {
    let width = |column: usize| {
        rows.iter().filter_map(|r| r.get(column)).map(|c| c.chars().count()).max().unwrap_or(0)
    };
    for row in rows {
        let mut line = String::new();
        for (i, cell) in row.iter().enumerate() {
            let width = width(i);
            match i {
                0 => write!(line, "{cell:<width$}")?,
                _ => write!(line, "  {cell:>width$}")?,
            }
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// With its interval, or why there is none.
pub(crate) fn estimate(estimate: &Estimate, deals: u64) -> String {
    match estimate.interval() {
        Some(_) => format!("{estimate:+}"),
        None => format!("{estimate:+} [{}]", why_no_interval(deals)),
    }
}

/// What stands in the place of an interval over so many deals.
fn why_no_interval(deals: u64) -> &'static str {
    if deals > 1 { "all deals ended alike" } else { "one deal only" }
}

/// About three digits.
pub(crate) fn short(n: f64) -> String {
    if n >= 100.0 { format!("{n:.0}") } else { format!("{n:.2}") }
}
