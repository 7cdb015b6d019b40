//! What every page of ours shares: its style, its colours, axes and safe text.

use crate::machine;
use std::fmt::Write;

/// The style of a page, light and dark, with six colours (`--c0` to `--c5`)
/// that can be told apart by everybody.
pub const STYLE: &str = include_str!("html/style.css");

/// What stands above the heading of every page.
pub const BRAND: &str = "<header class=\"brand\"><span>札</span> fuda</header>\n";

/// Where a page comes from: what its reader needs to trust it and to get the
/// same again.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PageFacts {
    /// What has to be typed.
    pub command: String,
    /// What each player is, in a line, by its name.
    pub players: Vec<(String, String)>,
    /// The day on which the page was made.
    pub date: String,
    /// The machine on which it was made.
    pub machine: String,
}

impl PageFacts {
    /// A page that is made here and now.
    pub fn here_and_now(command: &str, players: Vec<(String, String)>) -> PageFacts {
        let date = machine::day(machine::now());
        PageFacts { command: command.to_owned(), players, date, machine: machine::machine() }
    }
}

/// A page of which nothing but the command is known.
impl From<&str> for PageFacts {
    fn from(command: &str) -> PageFacts {
        PageFacts { command: command.to_owned(), ..PageFacts::default() }
    }
}

/// Who the players are.
pub(crate) fn who(facts: &PageFacts, page: &mut String) {
    if facts.players.is_empty() {
        return;
    }
    *page += "<h2>The players</h2>\n<dl>\n";
    for (name, about) in &facts.players {
        // Writing to a string cannot fail.
        let _ = writeln!(page, "<dt>{}</dt><dd>{}</dd>", escape(name), escape(about));
    }
    *page += "</dl>\n";
}

/// The end of a page: how to get the same again, and where it was made.
pub(crate) fn end(title: &str, facts: &PageFacts, how: &str, page: &mut String) {
    let made = match facts.date.is_empty() {
        true => String::new(),
        false => format!("made on {} on {} · ", facts.date, facts.machine),
    };
    let _ = write!(
        page,
        "<h2>{title}</h2>\n<pre>{}</pre>\n<p class=\"under\">{}{}</p>\n</main>\n</body>\n</html>\n",
        escape(&facts.command),
        escape(&made),
        escape(how)
    );
}

/// The beginning of a page, up to its heading.
pub(crate) fn begin(title: &str) -> String {
    let title = escape(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{BRAND}<main>\n<h1>{title}</h1>\n"
    )
}

/// Text that can stand anywhere in a page.
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c => safe.push(c),
        }
    }
    safe
}

/// A scale from values to places on the page.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scale {
    /// The lowest value shown.
    pub low: f64,
    /// The highest value shown.
    pub high: f64,
    /// The place of the lowest.
    pub from: f64,
    /// The place of the highest.
    pub to: f64,
}

impl Scale {
    /// A scale that shows all the values and zero.
    pub fn around(values: impl Iterator<Item = f64>, from: f64, to: f64) -> Scale {
        let (low, high) = values.fold((0.0f64, 0.0f64), |(l, h), v| (l.min(v), h.max(v)));
        let room = match high - low {
            0.0 => 1.0,
            width => 0.06 * width,
        };
        Scale { low: low - room, high: high + room, from, to }
    }

    /// The place of a value.
    pub fn at(&self, value: f64) -> f64 {
        self.from + (value - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    /// About six round values.
    pub fn ticks(&self) -> Vec<f64> {
        let rough = (self.high - self.low) / 6.0;
        let power = libm::pow(10.0, libm::log10(rough).floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|m| m * power).into_iter().find(|s| *s >= rough);
        let step = step.unwrap_or(10.0 * power);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step).floor() as i64;
        (first..=last.min(first + 20)).map(|n| n as f64 * step).collect()
    }
}

/// A tick's value without digits that say nothing.
pub fn tick_text(value: f64) -> String {
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        for (low, high) in [(0.0, 1.0), (-3.2, 64.0), (0.0, 0.0), (-1e-3, 2e-3), (0.0, 48_000.0)] {
            let scale = Scale::around([low, high].into_iter(), 0.0, 100.0);
            let ticks = scale.ticks();
            assert!((3..=13).contains(&ticks.len()), "{ticks:?}");
            assert!(ticks.iter().all(|t| (0.0..=100.0).contains(&scale.at(*t))));
        }
        assert_eq!(tick_text(-0.0), "0");
        assert_eq!(tick_text(0.25), "0.25");
        assert_eq!(tick_text(200.0), "200");
    }
}
