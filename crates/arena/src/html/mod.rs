//! A report as one HTML page that needs nothing else: no network, no script.

pub(crate) mod plot;

use crate::page::{PageFacts, begin, end, escape, who};
use crate::report::{LuckReport, MatchReport, PlayerReport};
use crate::text::{LEGEND, estimate};
use fuda_stats::{Verdict, p_value};
use std::fmt::Write;

/// Draws the page that `fuda match --report` writes; `facts` say where it
/// comes from, at least the command that plays the same match again.
pub fn html(report: &MatchReport, facts: impl Into<PageFacts>) -> String {
    let facts = facts.into();
    let MatchReport { game, rules, deals, games, seating, seed, version, .. } = report;
    let names: Vec<&str> = report.players.iter().map(|p| p.name.as_str()).collect();
    let mut page = begin(&format!("{game}: {}", names.join(" – ")));
    let series = match report.series.games {
        1 => String::new(),
        n => format!(" in series of {n}"),
    };
    let under =
        format!("rules {rules} · {deals} deals · {games} games{series} · seating {seating}");
    let _ = writeln!(page, "<p class=\"under\">{}</p>", escape(&under));
    if report.interrupted {
        page += "<p class=\"warn\">The match was interrupted; this is what was finished.</p>\n";
    }
    match report.deals {
        0 => page += "<p class=\"finding\">No deal was finished.</p>\n",
        _ => results(report, &names, &mut page),
    }
    who(&facts, &mut page);
    let how = format!(
        "seed {seed} · fuda {version} · one deal in all its seatings is one observation; intervals \
         of points are Student's t over deals, those of wins Wilson's, those of ratings a \
         bootstrap over deals"
    );
    end("The same match again", &facts, &how, &mut page);
    page
}

/// Everything that a match with at least one deal has to show.
fn results(report: &MatchReport, names: &[&str], page: &mut String) {
    finding(report, page);
    let _ = writeln!(
        page,
        "<h2>Points per game, with 95% intervals</h2>\n<div class=\"scroll\" tabindex=\"0\">{}</div>",
        plot::points(report)
    );
    players(report, page);
    let _ = writeln!(
        page,
        "<h2>Places</h2>\n<div class=\"scroll\" tabindex=\"0\">{}</div>",
        plot::places(report)
    );
    if let (Some(plot), [first, second, ..]) = (plot::running(&report.running), names) {
        let names = format!("{} – {}", escape(first), escape(second));
        let _ = writeln!(
            page,
            "<h2>The difference as deals were added: {names}</h2>\n<div class=\"scroll\" tabindex=\"0\">{plot}</div>"
        );
    }
    pairs(report, page);
    rounds(report, page);
    luck(report, page);
    faults(report, page);
}

fn finding(report: &MatchReport, page: &mut String) {
    if let (Some(difference), [first, second, ..]) = (&report.difference, &report.players[..]) {
        let points = estimate(&difference.points, report.deals);
        let p = p_value(difference.p);
        let welch = p_value(difference.welch_p);
        let _ = writeln!(
            page,
            "<p class=\"finding\"><strong>{}</strong> minus <strong>{}</strong>: \
             <strong>{points}</strong> points per game; p {} (paired), {} (Welch).</p>",
            escape(&first.name),
            escape(&second.name),
            escape(&p),
            escape(&welch)
        );
    }
    if let Some(sprt) = &report.sprt {
        let verdict = match sprt.verdict {
            Verdict::H0 => "H0 was accepted",
            Verdict::H1 => "H1 was accepted",
            Verdict::Undecided => "undecided",
        };
        let _ = writeln!(
            page,
            "<p>Sequential test, H0 {} against H1 {}: {verdict}.</p>",
            sprt.test.null, sprt.test.alternative
        );
    }
}

fn players(report: &MatchReport, page: &mut String) {
    *page += "<div class=\"scroll\" tabindex=\"0\"><table>\n<tr><th>player</th><th>games</th><th>points</th>\
              <th>wins %</th><th>rating</th><th>µs per move</th><th>effort per move</th>\
              <th>errors</th></tr>\n";
    let number = |n: Option<f64>| match n.filter(|n| *n > 0.0) {
        None => "–".to_owned(),
        Some(n) if n < 10.0 => format!("{n:.2}"),
        Some(n) => format!("{n:.1}"),
    };
    for (kind, player) in report.players.iter().enumerate() {
        let rating = report.ratings.get(kind).map(|r| format!("{:.0}", r.rating));
        let rating = rating.unwrap_or_default();
        let time = report.times.players.get(kind).and_then(|t| t.mean_us);
        let PlayerReport { name, games, errors, points, wins, effort_per_move, .. } = player;
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td>{games}</td><td>{}</td><td>{}</td><td>{rating}</td><td>{}</td>\
             <td>{}</td><td>{errors}</td></tr>",
            escape(name),
            estimate(points, report.deals),
            format_args!("{:.2}", wins.times(100.0)),
            number(time),
            number(*effort_per_move)
        );
    }
    *page += "</table></div>\n<details><summary>How to read it</summary>\n<dl>\n";
    for (word, meaning) in LEGEND {
        let _ = writeln!(page, "<dt>{word}</dt><dd>{meaning}</dd>");
    }
    *page += "</dl></details>\n";
}

fn pairs(report: &MatchReport, page: &mut String) {
    if report.pairs.is_empty() {
        return;
    }
    *page += "<h2>Every pair</h2>\n<div class=\"scroll\" tabindex=\"0\"><table>\n<tr><th>players</th>\
              <th>difference in points</th><th>p</th></tr>\n";
    for pair in &report.pairs {
        let p = p_value(pair.difference.p);
        let _ = writeln!(
            page,
            "<tr><td>{} – {}</td><td>{}</td><td>{}</td></tr>",
            escape(&pair.first),
            escape(&pair.second),
            estimate(&pair.difference.points, report.deals),
            escape(&p)
        );
    }
    *page += "</table></div>\n";
}

fn rounds(report: &MatchReport, page: &mut String) {
    let Some(counted) = &report.rounds else { return };
    let _ = writeln!(
        page,
        "<h2>Rounds</h2>\n<p class=\"under\">{} rounds of {} deals; 95% intervals over \
         deals</p>\n<div class=\"scroll\" tabindex=\"0\"><table>",
        counted.rounds, counted.deals
    );
    *page += "<tr><td></td>";
    for player in &report.players {
        let _ = write!(page, "<th>{}</th>", escape(&player.name));
    }
    *page += "</tr>\n";
    for line in 0..report.players.first().map_or(0, |player| player.rounds.len()) {
        let stat = &report.players[0].rounds[line];
        let _ = write!(page, "<tr><td title=\"{}\">{}</td>", stat.about, stat.name);
        for player in &report.players {
            let _ = write!(page, "<td>{}</td>", player.rounds[line].text());
        }
        *page += "</tr>\n";
    }
    *page += "</table></div>\n";
}

fn luck(report: &MatchReport, page: &mut String) {
    let Some(measured) = &report.luck else { return };
    let LuckReport { valuation, draws, deals, weight, .. } = measured;
    let _ = writeln!(
        page,
        "<h2>Without the luck of draws</h2>\n<p class=\"under\">{weight:.2} of the luck is \
         subtracted ({}, each draw made anew {draws} times); {deals} deals; 95% intervals over \
         deals</p>\n<div class=\"scroll\" tabindex=\"0\"><table>\n<tr><th>player</th><th>points</th></tr>",
        escape(valuation)
    );
    for (player, points) in report.players.iter().zip(&measured.players) {
        let _ = writeln!(page, "<tr><td>{}</td><td>{points}</td></tr>", escape(&player.name));
    }
    *page += "</table></div>\n";
    if let (Some(difference), [first, second, ..]) = (&measured.difference, &report.players[..]) {
        let (first, second) = (escape(&first.name), escape(&second.name));
        let _ = writeln!(page, "<p>{first} – {second}: {difference} points per game</p>");
    }
    if let Some(times) = measured.as_many_games {
        let _ = writeln!(
            page,
            "<p>Plain points would need {times:.2} times the games for this interval.</p>"
        );
    }
}

fn faults(report: &MatchReport, page: &mut String) {
    for player in report.players.iter().filter(|p| p.errors > 0) {
        let _ = writeln!(
            page,
            "<h2>Games {} lost by rule: {}</h2>\n<ul>",
            escape(&player.name),
            player.errors
        );
        for message in &player.messages {
            let _ = writeln!(page, "<li>{}</li>", escape(message));
        }
        *page += "</ul>\n";
    }
}
