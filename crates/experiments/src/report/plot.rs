//! The plot of an entry, in the shape of the paper's figure, drawn as SVG.
//!
//! Published values are dashed lines with hollow squares, or hollow bars;
//! ours are full lines with dots and a band, or full bars with an interval.
//! So nothing is shown by colour alone.

use super::axis::{Axis, BOTTOM, LEFT, RIGHT, TOP, axis_below};
use super::html::OWN_STYLE;
use super::legend::{self, colour, dash, marker};
use crate::entry::{Entry, Plot, Shape};
use crate::value::{Measured, Point, Series};
use fuda_arena::page::{STYLE, Scale, escape, tick_text};
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
    let Some(drawing) = Drawing::of(entry, found) else { return String::new() };
    let (title, body, height) = (escape(&entry.text.title), drawing.body(), drawing.height());
    format!(
        "<figure tabindex=\"0\">\n<svg viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\"><title>{title}</title>\n{body}\
         </svg>\n<figcaption>{}</figcaption></figure>\n",
        legend::list(&drawing.items())
    )
}

/// The same as a picture that stands alone, its legend in it.
pub fn picture(entry: &Entry, found: &Measured) -> Option<String> {
    let drawing = Drawing::of(entry, Some(found))?;
    let height = drawing.height();
    let (legend, more) = legend::below(&drawing.items(), height);
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {:.0}\" role=\"img\">\
         <title>{}</title>\n<style>\n{STYLE}{OWN_STYLE}</style>\n\
         <rect width=\"100%\" height=\"100%\" style=\"fill:var(--paper)\"/>\n{}{legend}</svg>\n",
        height + more,
        escape(&entry.text.title),
        drawing.body()
    ))
}

impl<'a> Drawing<'a> {
    /// What is to be drawn of an entry, if there is anything.
    fn of(entry: &'a Entry, found: Option<&Measured>) -> Option<Drawing<'a>> {
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
        drawing.all().next()?;
        Some(drawing)
    }

    fn all(&self) -> impl Iterator<Item = &Point> {
        self.ours.series.iter().chain(&self.published.series).flat_map(|series| &series.points)
    }

    fn number(&self, name: &str) -> usize {
        self.names.iter().position(|known| known == name).unwrap_or(0)
    }

    fn body(&self) -> String {
        match self.plot.shape {
            Shape::Lines => self.lines(false),
            Shape::Dots => self.lines(true),
            Shape::Bars => self.bars(),
        }
    }

    fn height(&self) -> f64 {
        match self.plot.shape {
            Shape::Bars => {
                let bars = |name: &String| -> f64 {
                    let places = self.places(name);
                    let groups = places.iter().map(|at| self.group_height(name, at)).sum::<f64>();
                    groups + 30.0 + if self.has_heads() { 20.0 } else { 0.0 }
                };
                TOP + self.names.iter().map(bars).sum::<f64>() + 10.0
            }
            _ => BOTTOM + 44.0,
        }
    }

    /// What the legend explains.
    fn items(&self) -> Vec<legend::Item> {
        let mut items = Vec::new();
        for name in &self.names {
            let number = self.number(name);
            for (published, there) in
                [(false, self.ours.series(name)), (true, self.published.series(name))]
            {
                let Some(series) = there else { continue };
                let (shape, level) = (self.plot.shape, is_level(series));
                items.push(legend::Item { name: name.clone(), number, published, shape, level });
            }
        }
        items
    }

    /// Whether each series of bars has its name above it.
    fn has_heads(&self) -> bool {
        self.names.len() > 1 || self.plot.panels
    }

    fn group_height(&self, name: &str, at: &str) -> f64 {
        let has = |measured: &Measured| {
            let points = measured.series(name).map_or(&[][..], |series| &series.points);
            usize::from(points.iter().any(|point| point.at == at))
        };
        18.0 + 14.0 * (has(&self.published) + has(&self.ours)) as f64 + 6.0
    }

    /// Lines with bands over a numeric axis, or dots.
    fn lines(&self, dots: bool) -> String {
        let along =
            Axis::over(self.all().filter_map(Point::x), self.plot.log_x, LEFT, RIGHT, false);
        let ends = self.all().flat_map(|point| point.value.extent());
        let up = Axis::over(ends, self.plot.log_y, BOTTOM, TOP, dots);
        let mut svg = String::new();
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
                let number = self.number(&series.name);
                let line = Line { series, published, number, along: &along, up: &up };
                match dots {
                    true => line.dots(&mut svg),
                    false => line.draw(&mut svg),
                }
            }
        }
        svg
    }

    /// Bars by name; each series has its own scale where units differ.
    fn bars(&self) -> String {
        let mut svg = String::new();
        let mut y = TOP;
        let common: Vec<f64> = self.ends(None);
        for name in &self.names {
            let values = if self.plot.panels { self.ends(Some(name)) } else { common.clone() };
            let scale = bar_scale(&values);
            if self.has_heads() {
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
        svg
    }

    fn ends(&self, name: Option<&str>) -> Vec<f64> {
        let all = self.ours.series.iter().chain(&self.published.series);
        let of = all.filter(|series| name.is_none_or(|name| series.name == name));
        of.flat_map(|series| &series.points).flat_map(|point| point.value.extent()).collect()
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
            let end = scale.at(point.value.mean);
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
                tick_text(point.value.mean)
            );
            if let Some((low, high)) = point.value.interval() {
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

/// One series in a plot of lines or dots.
struct Line<'a> {
    series: &'a Series,
    published: bool,
    number: usize,
    along: &'a Axis,
    up: &'a Axis,
}

impl Line<'_> {
    fn draw(&self, svg: &mut String) {
        let Line { series, published, number, along, up } = self;
        let colour = colour(*number);
        let width = if *published { 1.5 } else { 2.0 };
        if is_level(series) {
            let y = up.at(series.points[0].value.mean);
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
        let (mut band, lower) = (edge(|point| point.value.high), edge(|point| point.value.low));
        band.extend(lower.into_iter().rev());
        if band.len() > 3 {
            let _ = writeln!(
                svg,
                "<path d=\"M{}Z\" style=\"fill:{colour}\" fill-opacity=\"0.18\"/>",
                band.join("L")
            );
        }
        let middle: Vec<String> =
            points.iter().map(|(x, point)| place((*x, point.value.mean))).collect();
        let _ = writeln!(
            svg,
            "<path d=\"M{}\" fill=\"none\" style=\"stroke:{colour}\" stroke-width=\"{width}\" {}/>",
            middle.join("L"),
            dash(*published, false)
        );
        for (x, point) in &points {
            *svg += &marker(*x, up.at(point.value.mean), *number, *published);
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
                self.up.at(point.value.mean),
                colour(self.number)
            );
        }
        svg.push('\n');
    }
}
