//! What lines, bars and marks stand for.

use crate::entry::Shape;
use fuda_arena::page::escape;
use std::fmt::Write;

/// One thing that is explained.
pub(super) struct Item {
    pub name: String,
    /// The number of the series: its colour and mark.
    pub number: usize,
    pub published: bool,
    pub shape: Shape,
    /// One value for the whole axis.
    pub level: bool,
}

/// The colour of a series: six that can be told apart by everybody.
pub(super) fn colour(number: usize) -> String {
    format!("var(--c{})", number % 6)
}

/// How a line is broken.
pub(super) fn dash(published: bool, level: bool) -> &'static str {
    match (published, level) {
        (true, false) => "stroke-dasharray=\"5 4\"",
        (true, true) => "stroke-dasharray=\"9 4\"",
        (false, true) => "stroke-dasharray=\"2 3\"",
        (false, false) => "",
    }
}

/// A mark: dots for the first six series, triangles for the next, where
/// colours come again; full for ours, hollow for published values.
pub(super) fn marker(x: f64, y: f64, number: usize, published: bool) -> String {
    let colour = colour(number);
    let fill = match published {
        true => format!("style=\"stroke:{colour};fill:var(--paper)\" stroke-width=\"1.5\""),
        false => format!("style=\"fill:{colour}\""),
    };
    match (number / 6 % 2, published) {
        (0, false) => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" {fill}/>"),
        (0, true) => format!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"7\" height=\"7\" {fill}/>",
            x - 3.5,
            y - 3.5
        ),
        _ => format!("<path d=\"M{x:.1} {:.1}l4.2 7.4h-8.4Z\" {fill}/>", y - 4.6),
    }
}

impl Item {
    fn mark(&self) -> String {
        let colour = colour(self.number);
        match (self.shape, self.published) {
            (Shape::Bars, false) => {
                format!("<rect x=\"2\" y=\"3\" width=\"26\" height=\"8\" style=\"fill:{colour}\"/>")
            }
            (Shape::Bars, true) => format!(
                "<rect x=\"2\" y=\"3\" width=\"26\" height=\"8\" fill=\"none\" stroke-width=\"1.5\" \
                 stroke-dasharray=\"3 2\" style=\"stroke:{colour}\"/>"
            ),
            (Shape::Dots, published) => marker(15.0, 7.0, self.number, published),
            (Shape::Lines, published) => {
                let mark = match self.level {
                    true => String::new(),
                    false => marker(15.0, 7.0, self.number, published),
                };
                format!(
                    "<path d=\"M1 7H29\" style=\"stroke:{colour}\" stroke-width=\"{}\" {}/>{mark}",
                    if published { 1.5 } else { 2.0 },
                    dash(published, self.level)
                )
            }
        }
    }

    fn words(&self) -> String {
        let who = if self.published { "published" } else { "ours" };
        escape(&format!("{}, {who}", self.name))
    }
}

/// The legend as a list of a page.
pub(super) fn list(items: &[Item]) -> String {
    let one = |item: &Item| {
        let (mark, words) = (item.mark(), item.words());
        format!("<li><svg viewBox=\"0 0 30 14\" aria-hidden=\"true\">{mark}</svg>{words}</li>")
    };
    format!("<ul>{}</ul>", items.iter().map(one).collect::<String>())
}

/// The legend inside a picture, below what is drawn, and how high it is.
pub(super) fn below(items: &[Item], top: f64) -> (String, f64) {
    let mut svg = String::new();
    for (at, item) in items.iter().enumerate() {
        let (x, y) = ((at % 2) as f64 * 280.0 + 8.0, top + (at / 2) as f64 * 20.0);
        let _ = writeln!(
            svg,
            "<g transform=\"translate({x} {y:.1})\">{}</g><text class=\"faint\" x=\"{}\" \
             y=\"{:.1}\">{}</text>",
            item.mark(),
            x + 36.0,
            y + 11.5,
            item.words()
        );
    }
    (svg, items.len().div_ceil(2) as f64 * 20.0 + 8.0)
}
