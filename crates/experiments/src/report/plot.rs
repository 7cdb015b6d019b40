//! The plot of an entry, in the shape of the paper's figure, drawn as SVG.
//!
//! Published values are dashed lines with hollow squares, or hollow bars;
//! ours are full lines with dots and a band, or full bars with an interval.
//! So nothing is told by colour alone.

use super::axis::{Axis, BOTTOM, LEFT, RIGHT, TOP, axis_below};
use crate::entry::{Entry, Plot, Shape};
use crate::value::{Measured, Point, Series};
use fuda_arena::page::{Scale, escape, tick_text};
use std::fmt::Write;

/// The width of a plot in its own units: text stays legible on a phone.
pub(super) const WIDTH: f64 = 560.0;

/// What is drawn together.
struct Drawing<'a> {
    plot: &'a Plot,
    /// All names of series, each with its colour by its place.
    names: Vec<String>,
    published: Measured,
    ours: Measured,
}

/// Draws an entry with its legend; nothing when there is nothing to draw.
pub fn plot(entry: &Entry, found: Option<&Measured>) -> String {
    let plot = &entry.text.plot;
    let wanted = |series: &&Series| plot.only.is_empty() || plot.only.contains(&series.name);
    let keep = |measured: &Measured| {
        let series = measured.series.iter().filter(wanted).cloned().collect();
        Measured { series, ..Measured::default() }
    };
    let (published, ours) = (keep(&entry.published()), found.map(keep).unwrap_or_default());
    let mut names: Vec<String> = Vec::new();
    for series in ours.series.iter().chain(&published.series) {
        if !names.contains(&series.name) {
            names.push(series.name.clone());
        }
    }
    let drawing = Drawing { plot, names, published, ours };
    if drawing.all().next().is_none() {
        return String::new();
    }
    let svg = match plot.shape {
        Shape::Lines => drawing.lines(false),
        Shape::Dots => drawing.lines(true),
        Shape::Bars => drawing.bars(),
    };
    let title = escape(&entry.text.title);
    format!(
        "<figure>\n{}<figcaption>{}</figcaption></figure>\n",
        svg.replace("TITLE", &title),
        drawing.legend()
    )
}

fn colour(number: usize) -> String {
    format!("var(--c{})", number % 6)
}

impl Drawing<'_> {
    fn all(&self) -> impl Iterator<Item = &Point> {
        self.ours.series.iter().chain(&self.published.series).flat_map(|series| &series.points)
    }

    fn number(&self, name: &str) -> usize {
        self.names.iter().position(|known| known == name).unwrap_or(0)
    }

    fn legend(&self) -> String {
        let mut items = String::new();
        for name in &self.names {
            let colour = colour(self.number(name));
            for (published, there) in
                [(false, self.ours.series(name)), (true, self.published.series(name))]
            {
                let Some(series) = there else { continue };
                let flat = is_level(series);
                let mark = match (self.plot.shape, published) {
                    (Shape::Bars, false) => format!(
                        "<rect x=\"2\" y=\"3\" width=\"26\" height=\"8\" style=\"fill:{colour}\"/>"
                    ),
                    (Shape::Bars, true) => format!(
                        "<rect x=\"2\" y=\"3\" width=\"26\" height=\"8\" fill=\"none\" stroke-width=\"1.5\" stroke-dasharray=\"3 2\" style=\"stroke:{colour}\"/>"
                    ),
                    (Shape::Dots, _) => {
                        format!("<circle cx=\"15\" cy=\"7\" r=\"3\" style=\"fill:{colour}\"/>")
                    }
                    (Shape::Lines, false) => format!(
                        "<path d=\"M1 7H29\" style=\"stroke:{colour}\" stroke-width=\"2\" {}/>{}",
                        dash(false, flat),
                        if flat {
                            String::new()
                        } else {
                            format!("<circle cx=\"15\" cy=\"7\" r=\"3\" style=\"fill:{colour}\"/>")
                        }
                    ),
                    (Shape::Lines, true) => format!(
                        "<path d=\"M1 7H29\" style=\"stroke:{colour}\" stroke-width=\"1.5\" {}/>{}",
                        dash(true, flat),
                        if flat { String::new() } else { square(15.0, 7.0, &colour) }
                    ),
                };
                let who = if published { "published" } else { "ours" };
                let _ = write!(
                    items,
                    "<li><svg viewBox=\"0 0 30 14\" aria-hidden=\"true\">{mark}</svg>{}, {who}</li>",
                    escape(name)
                );
            }
        }
        format!("<ul>{items}</ul>")
    }

    /// Lines with bands over a numeric axis, or dots.
    fn lines(&self, dots: bool) -> String {
        let along =
            Axis::over(self.all().filter_map(Point::x), self.plot.log_x, LEFT, RIGHT, false);
        let ends = self
            .all()
            .flat_map(|point| [Some(point.value), point.low, point.high].into_iter().flatten());
        let up = Axis::over(ends, self.plot.log_y, BOTTOM, TOP, dots);
        let mut svg = open(BOTTOM + 44.0);
        up.draw_up(&mut svg);
        along.draw_along(&mut svg);
        let label = escape(&self.plot.x);
        let _ = writeln!(
            svg,
            "<text class=\"faint\" x=\"{RIGHT}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>\
             <text class=\"faint\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            BOTTOM + 36.0,
            LEFT + 6.0,
            TOP + 8.0,
            escape(&self.plot.y)
        );
        if dots {
            let (low, high) =
                (along.scale.low.max(up.scale.low), along.scale.high.min(up.scale.high));
            let _ = writeln!(
                svg,
                "<path class=\"zero\" d=\"M{:.1} {:.1}L{:.1} {:.1}\"/>",
                along.scale.at(low),
                up.scale.at(low),
                along.scale.at(high),
                up.scale.at(high)
            );
        }
        for (measured, published) in [(&self.published, true), (&self.ours, false)] {
            for series in &measured.series {
                let colour = colour(self.number(&series.name));
                let line = Line { series, published, colour, along: &along, up: &up };
                match dots {
                    true => line.dots(&mut svg),
                    false => line.draw(&mut svg),
                }
            }
        }
        svg + "</svg>\n"
    }

    /// Bars by name; each series has its own scale where units differ.
    fn bars(&self) -> String {
        let mut svg = String::new();
        let mut y = TOP;
        let common: Vec<f64> = self.ends(None);
        for name in &self.names {
            let values = if self.plot.panels { self.ends(Some(name)) } else { common.clone() };
            let scale = bar_scale(&values);
            if self.names.len() > 1 || self.plot.panels {
                let _ = writeln!(
                    svg,
                    "<text x=\"0\" y=\"{:.1}\" font-weight=\"600\">{}</text>",
                    y + 10.0,
                    escape(name)
                );
                y += 20.0;
            }
            let top = y;
            let mut bars = String::new();
            for at in self.places(name) {
                self.group(name, &at, &scale, &mut y, &mut bars);
            }
            axis_below(&mut svg, &scale, top, y);
            svg += &bars;
            y += 30.0;
        }
        if !self.plot.panels {
            let _ = writeln!(
                svg,
                "<text class=\"faint\" x=\"{RIGHT}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                y + 2.0,
                escape(&self.plot.y)
            );
        }
        open(y + 10.0) + &svg + "</svg>\n"
    }

    fn ends(&self, name: Option<&str>) -> Vec<f64> {
        let all = self.ours.series.iter().chain(&self.published.series);
        let of = all.filter(|series| name.is_none_or(|name| series.name == name));
        of.flat_map(|series| &series.points)
            .flat_map(|point| [Some(point.value), point.low, point.high].into_iter().flatten())
            .collect()
    }

    /// The names of the bars of a series, ours first.
    fn places(&self, name: &str) -> Vec<String> {
        let mut places: Vec<String> = Vec::new();
        for measured in [&self.ours, &self.published] {
            for point in measured.series(name).map_or(&[][..], |series| &series.points) {
                if !places.contains(&point.at) {
                    places.push(point.at.clone());
                }
            }
        }
        places
    }

    /// The bars of one name: the published one above ours.
    fn group(&self, name: &str, at: &str, scale: &Scale, y: &mut f64, svg: &mut String) {
        let colour = colour(self.number(name));
        let zero = scale.at(0.0);
        let _ = writeln!(svg, "<text x=\"12\" y=\"{:.1}\">{}</text>", *y + 12.0, escape(at));
        *y += 18.0;
        for (measured, published) in [(&self.published, true), (&self.ours, false)] {
            let points = measured.series(name).map_or(&[][..], |series| &series.points);
            let Some(point) = points.iter().find(|point| point.at == at) else { continue };
            let end = scale.at(point.value);
            let (x, width) = (zero.min(end), (end - zero).abs().max(0.5));
            let style = match published {
                true => format!(
                    "fill=\"none\" stroke-width=\"1.5\" stroke-dasharray=\"4 2\" style=\"stroke:{colour}\""
                ),
                false => format!("style=\"fill:{colour}\""),
            };
            let who = if published { "published" } else { "ours" };
            let _ = writeln!(
                svg,
                "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"11\" {style}><title>{} {who}: {}</title></rect>",
                *y,
                escape(at),
                tick_text(point.value)
            );
            if let (Some(low), Some(high)) = (point.low, point.high) {
                let (low, high, middle) = (scale.at(low), scale.at(high), *y + 5.5);
                let _ = writeln!(
                    svg,
                    "<path class=\"whisker\" d=\"M{low:.1} {:.1}v7M{low:.1} {middle:.1}H{high:.1}M{high:.1} {:.1}v7\"/>",
                    middle - 3.5,
                    middle - 3.5
                );
            }
            *y += 14.0;
        }
        *y += 6.0;
    }
}

/// A scale for bars: from zero, with room only where bars reach.
fn bar_scale(values: &[f64]) -> Scale {
    let low = values.iter().copied().fold(0.0, f64::min);
    let high = values.iter().copied().fold(0.0, f64::max);
    let room = if high > low { 0.04 * (high - low) } else { 1.0 };
    let low = if low < 0.0 { low - room } else { low };
    let high = if high > 0.0 || low == 0.0 { high + room } else { high };
    Scale { low, high, from: 8.0, to: RIGHT }
}

/// Whether a series is one value for the whole axis.
fn is_level(series: &Series) -> bool {
    matches!(&series.points[..], [only] if only.x().is_none())
}

fn dash(published: bool, level: bool) -> &'static str {
    match (published, level) {
        (true, false) => "stroke-dasharray=\"5 4\"",
        (true, true) => "stroke-dasharray=\"9 4\"",
        (false, true) => "stroke-dasharray=\"2 3\"",
        (false, false) => "",
    }
}

fn square(x: f64, y: f64, colour: &str) -> String {
    format!(
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"7\" height=\"7\" style=\"stroke:{colour};fill:var(--paper)\" stroke-width=\"1.5\"/>",
        x - 3.5,
        y - 3.5
    )
}

/// One series in a plot of lines or dots.
struct Line<'a> {
    series: &'a Series,
    published: bool,
    colour: String,
    along: &'a Axis,
    up: &'a Axis,
}

impl Line<'_> {
    fn draw(&self, svg: &mut String) {
        let Line { series, published, colour, along, up } = self;
        let width = if *published { 1.5 } else { 2.0 };
        if is_level(series) {
            let y = up.at(series.points[0].value);
            let _ = writeln!(
                svg,
                "<path d=\"M{LEFT} {y:.1}H{RIGHT}\" style=\"stroke:{colour}\" stroke-width=\"{width}\" {}/>",
                dash(*published, true)
            );
            return;
        }
        let points: Vec<(f64, &Point)> =
            series.points.iter().filter_map(|point| Some((along.at(point.x()?), point))).collect();
        let place = |(x, value): (f64, f64)| format!("{x:.1} {:.1}", up.at(value));
        let edge = |of: fn(&Point) -> Option<f64>| -> Vec<String> {
            points.iter().filter_map(|(x, point)| Some(place((*x, of(point)?)))).collect()
        };
        let (mut band, lower) = (edge(|point| point.high), edge(|point| point.low));
        band.extend(lower.into_iter().rev());
        if band.len() > 3 {
            let _ = writeln!(
                svg,
                "<path d=\"M{}Z\" style=\"fill:{colour}\" fill-opacity=\"0.18\"/>",
                band.join("L")
            );
        }
        let middle: Vec<String> =
            points.iter().map(|(x, point)| place((*x, point.value))).collect();
        let _ = writeln!(
            svg,
            "<path d=\"M{}\" fill=\"none\" style=\"stroke:{colour}\" stroke-width=\"{width}\" {}/>",
            middle.join("L"),
            dash(*published, false)
        );
        for (x, point) in &points {
            let y = up.at(point.value);
            match published {
                true => *svg += &square(*x, y, colour),
                false => {
                    let _ = write!(
                        svg,
                        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" style=\"fill:{colour}\"/>"
                    );
                }
            }
        }
        svg.push('\n');
    }

    fn dots(&self, svg: &mut String) {
        for point in &self.series.points {
            let Some(x) = point.x() else { continue };
            let _ = write!(
                svg,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"2.6\" style=\"fill:{}\" fill-opacity=\"0.55\"/>",
                self.along.at(x),
                self.up.at(point.value),
                self.colour
            );
        }
        svg.push('\n');
    }
}

fn open(height: f64) -> String {
    format!("<svg viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\"><title>TITLE</title>\n")
}
