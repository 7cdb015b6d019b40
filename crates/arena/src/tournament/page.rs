//! A tournament as one HTML page that needs nothing else: no network, no
//! script. Only the games it links to are other files.

use super::report::{Meeting, Standing, TournamentReport};
use super::text::subject;
use crate::highlights::KeptGame;
use crate::html::plot;
use crate::page::{PageFacts, begin, end, escape, who};
use crate::text::estimate;
use fuda_stats::{Estimate, Verdict, p_value};
use std::fmt::Write;

/// The words of the ladder and what they mean.
const WORDS: [(&str, &str); 5] = [
    (
        "rating",
        "strength on one scale from all pairs together: 1500 is the mean of these players, 400 \
         more are tenfold odds of finishing before the other (Plackett–Luce; bootstrap over deals)",
    ),
    (
        "lead",
        "points per game minus those of the players it met, over the deals they played; with a \
         95% interval over deals",
    ),
    (
        "+ / = / −",
        "ahead, unclear, behind: players it met whose points per game are clearly fewer, not clearly different, clearly \
         more: by whether the 95% interval of the difference excludes 0",
    ),
    ("µs per move", "mean time for a move in microseconds of wall clock"),
    ("errors", "games lost by rule: an illegal move, no move, or out of time"),
];

/// Draws the page that `fuda tournament --report` writes; `facts` say where it
/// comes from, and `records` how the folder of the games is reached from the
/// page.
pub fn tournament_html(
    report: &TournamentReport,
    facts: impl Into<PageFacts>,
    records: &str,
) -> String {
    let facts = facts.into();
    let mut page = begin(&format!("{}: {} of {}", report.game, report.form, report.players.len()));
    let _ = writeln!(page, "<p class=\"under\">{}</p>", escape(&subject(report)));
    if report.interrupted {
        page += "<p class=\"warn\">It was interrupted; this is what was finished.</p>\n";
    }
    match report.games() {
        0 => page += "<p class=\"finding\">No deal was finished.</p>\n",
        _ => {
            finding(report, &mut page);
            ladder(report, &mut page);
            cross_table(report, &mut page);
            pairs(report, records, &mut page);
            faults(report, &mut page);
        }
    }
    who(&facts, &mut page);
    let how = format!(
        "seed {} · fuda {} · all pairs play the same deals; one deal in all its games is one \
         observation; intervals of points are Student's t over deals, those of ratings a bootstrap \
         over deals",
        report.seed, report.version
    );
    end("The same tournament again", &facts, &how, &mut page);
    page
}

fn finding(report: &TournamentReport, page: &mut String) {
    let [first, second, ..] = &report.players[..] else { return };
    let Some((points, pair)) = report.meeting(&first.name, &second.name) else { return };
    let clear = points.low.is_some_and(|low| low > 0.0);
    let _ = writeln!(
        page,
        "<p class=\"finding\"><strong>{}</strong> is first{} <strong>{}</strong>: {} points per \
         game, p {}.</p>",
        escape(&first.name),
        if clear { ", clearly ahead of" } else { "; not clearly ahead of" },
        escape(&second.name),
        estimate(&points, pair.deals),
        escape(&p_value(pair.difference.p))
    );
}

fn ladder(report: &TournamentReport, page: &mut String) {
    let rows: Vec<(&str, Estimate)> =
        report.players.iter().map(|player| (player.name.as_str(), player.rating)).collect();
    let _ = writeln!(
        page,
        "<h2>Ratings, with 95% intervals</h2>\n<div class=\"scroll\" tabindex=\"0\">{}</div>\n\
         <div class=\"scroll\" tabindex=\"0\"><table class=\"named\">\n<tr><th>player</th><th>rating</th>\
         <th>lead</th><th>+ / = / −</th><th>games</th><th>µs per move</th>\
         <th>errors</th></tr>",
        plot::intervals("Ratings with 95% intervals", &rows, 1500.0)
    );
    for (place, player) in report.players.iter().enumerate() {
        let Standing { name, rating, lead, ahead, unclear, behind, games, errors, .. } = player;
        let time = report.times.players.get(place).and_then(|times| times.mean_us);
        let _ = writeln!(
            page,
            "<tr><td>{}. {}</td><td>{rating:.0}</td><td>{lead:+}</td>\
             <td>{ahead} / {unclear} / {behind}</td><td>{games}</td><td>{}</td><td>{errors}</td></tr>",
            place + 1,
            escape(name),
            time.map_or("–".to_owned(), |time| format!("{time:.1}"))
        );
    }
    *page += "</table></div>\n<details><summary>How to read it</summary>\n<dl>\n";
    for (word, meaning) in WORDS {
        let _ = writeln!(page, "<dt>{word}</dt><dd>{meaning}</dd>");
    }
    *page += "</dl></details>\n";
}

fn cross_table(report: &TournamentReport, page: &mut String) {
    *page += "<h2>Cross table: points per game, row minus column</h2>\n<div class=\"scroll\" tabindex=\"0\">\
              <table class=\"named cross\">\n<tr><th>player</th>";
    for (place, player) in report.players.iter().enumerate() {
        let _ = write!(page, "<th title=\"{}\">{}</th>", escape(&player.name), place + 1);
    }
    *page += "</tr>\n";
    for (place, row) in report.players.iter().enumerate() {
        let _ = write!(page, "<tr><td>{}. {}</td>", place + 1, escape(&row.name));
        for column in &report.players {
            match report.meeting(&row.name, &column.name) {
                None => *page += "<td class=\"none\">·</td>",
                Some((points, pair)) => cell(points, pair, page),
            }
        }
        *page += "</tr>\n";
    }
    *page += "</table></div>\n<p class=\"under\">Bold: the 95% interval excludes 0.</p>\n";
}

/// A cell: the value, and below it its interval.
fn cell(points: Estimate, pair: &Meeting, page: &mut String) {
    let class = match points.interval() {
        Some((low, _)) if low > 0.0 => "ahead",
        Some((_, high)) if high < 0.0 => "behind",
        _ => "unclear",
    };
    let text = estimate(&points, pair.deals);
    let (value, interval) = text.split_once(' ').unwrap_or((&text, ""));
    let _ = write!(
        page,
        "<td class=\"{class}\" title=\"{} deals, {} games\">{value}<small>{interval}</small></td>",
        pair.deals, pair.games
    );
}

fn pairs(report: &TournamentReport, records: &str, page: &mut String) {
    *page += "<h2>Pairs</h2>\n<div class=\"scroll\" tabindex=\"0\"><table class=\"pairs\">\n<tr><th>pair</th>\
              <th>deals</th><th>games</th><th>difference</th><th>p</th><td></td></tr>\n";
    for pair in &report.pairs {
        let end = match pair.sprt.map(|sprt| sprt.verdict) {
            None => "",
            Some(Verdict::Undecided) => "undecided",
            Some(_) => "decided",
        };
        let _ = writeln!(
            page,
            "<tr><td>{} – {}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{end}</td></tr>",
            escape(&pair.first),
            escape(&pair.second),
            pair.deals,
            pair.games,
            estimate(&pair.difference.points, pair.deals),
            escape(&p_value(pair.difference.p))
        );
    }
    *page += "</table></div>\n";
    if report.pairs.iter().all(|pair| pair.records.is_none()) {
        return;
    }
    *page += "<h2>Games</h2>\n<p class=\"under\">The widest margins of each pair and the games \
              lost by rule. Deals and their games are counted from 0.</p>\n";
    for pair in &report.pairs {
        let Some(file) = &pair.records else { continue };
        let _ = writeln!(
            page,
            "<details><summary>{} – {}</summary>\n<ul>",
            escape(&pair.first),
            escape(&pair.second)
        );
        for game in &pair.kept {
            let _ = writeln!(page, "<li>{}</li>", kept(game, records));
        }
        let _ = writeln!(page, "<li>{}</li>\n</ul></details>", link(records, file, "all games"));
    }
}

fn kept(game: &KeptGame, records: &str) -> String {
    let what = match (&game.won, &game.fault) {
        (_, Some(fault)) => format!("lost by rule: {fault}"),
        (Some((name, margin)), None) => {
            format!("{name} ahead by {}", (100.0 * margin).round() / 100.0)
        }
        (None, None) => "level".to_owned(),
    };
    let name = format!("deal {}, game {}", game.deal, game.game);
    format!("{}: {}", link(records, &game.file, &name), escape(&what))
}

fn link(folder: &str, file: &str, text: &str) -> String {
    format!("<a href=\"{}\">{}</a>", escape(&address(folder, file)), escape(text))
}

/// A path as a page writes it: whatever might mean something else is written
/// by its bytes.
fn address(folder: &str, file: &str) -> String {
    let path = match folder {
        "" => file.to_owned(),
        folder => format!("{}/{file}", folder.trim_end_matches('/')),
    };
    let mut address = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b'/' => {
                address.push(char::from(byte));
            }
            byte => drop(write!(address, "%{byte:02X}")),
        }
    }
    address
}

fn faults(report: &TournamentReport, page: &mut String) {
    for player in report.players.iter().filter(|player| player.errors > 0) {
        let (name, errors) = (escape(&player.name), player.errors);
        let _ = writeln!(page, "<h2>Games {name} lost by rule: {errors}</h2>\n<ul>");
        for message in &player.messages {
            let _ = writeln!(page, "<li>{}</li>", escape(message));
        }
        *page += "</ul>\n";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_safe() {
        assert_eq!(address("", "a-vs-b.jsonl"), "a-vs-b.jsonl");
        assert_eq!(address("my games/", "a=1.jsonl"), "my%20games/a%3D1.jsonl");
        assert_eq!(address("\"><b>", "x"), "%22%3E%3Cb%3E/x");
    }
}
