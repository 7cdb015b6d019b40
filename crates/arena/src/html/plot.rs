//! The plots of a report, drawn as SVG that is as wide as its place: what
//! lies along the page is in per cent, heights and text in pixels, so that
//! the same plot can be read on a phone and on a wide screen.

use crate::page::{Scale, escape, tick_text};
use crate::report::{MatchReport, RunningPoint};
use fuda_stats::Estimate;
use std::fmt::Write;

/// The plotting area, in per cent of the width.
const LEFT: f64 = 3.0;
const RIGHT: f64 = 97.0;
/// The height of a row: its name, and what is drawn below it.
const ROW: f64 = 50.0;
const NAME: f64 = 16.0;

/// The colour of an entrant: six that can be told apart by everybody.
fn colour(kind: usize) -> String {
    format!("var(--c{})", kind % 6)
}

fn open(height: f64, title: &str) -> String {
    format!(
        "<svg width=\"100%\" height=\"{height:.0}\" role=\"img\"><title>{}</title>\n",
        escape(title)
    )
}

/// Vertical lines with their values below, which start from `origin`.
fn upright_axis(svg: &mut String, scale: &Scale, bottom: f64, origin: f64) {
    for tick in scale.ticks() {
        let x = scale.at(tick);
        let class = if tick == 0.0 { "zero" } else { "axis" };
        let _ = writeln!(
            svg,
            "<line class=\"{class}\" x1=\"{x:.2}%\" x2=\"{x:.2}%\" y1=\"{NAME}\" y2=\"{bottom}\"/>\
             <text class=\"faint\" x=\"{x:.2}%\" y=\"{:.0}\" text-anchor=\"middle\">{}</text>",
            bottom + 16.0,
            tick_text(origin + tick)
        );
    }
}

/// The name above a row.
fn label(svg: &mut String, name: &str, top: f64) {
    let y = top + NAME - 2.0;
    let _ = writeln!(svg, "<text x=\"{LEFT}%\" y=\"{y:.0}\">{}</text>", escape(name));
}

/// Mean points of every entrant with their intervals.
pub(super) fn points(report: &MatchReport) -> String {
    let rows = report.players.iter().map(|player| (player.name.as_str(), player.points));
    intervals("Mean points per game with 95% intervals", &rows.collect::<Vec<_>>(), 0.0)
}

/// A row for each name: its value with its interval, on a scale that shows
/// `origin`.
pub(crate) fn intervals(title: &str, rows: &[(&str, Estimate)], origin: f64) -> String {
    let above = |value: &Estimate| value.extent().map(|value| value - origin);
    let scale = Scale::around(rows.iter().flat_map(|(_, value)| above(value)), LEFT, RIGHT);
    let bottom = ROW * rows.len() as f64;
    let mut svg = open(bottom + 24.0, title);
    upright_axis(&mut svg, &scale, bottom, origin);
    for (kind, (name, value)) in rows.iter().enumerate() {
        let top = ROW * kind as f64;
        label(&mut svg, name, top);
        let y = top + NAME + 14.0;
        let [mean, low, high] = above(value).map(|value| scale.at(value));
        let (up, down, colour) = (y - 6.0, y + 6.0, colour(kind));
        let line = |x1: f64, x2: f64, y1: f64, y2: f64| {
            format!("<line x1=\"{x1:.2}%\" x2=\"{x2:.2}%\" y1=\"{y1}\" y2=\"{y2}\"/>")
        };
        let _ = writeln!(
            svg,
            "<g style=\"stroke:{colour}\" stroke-width=\"2.5\">{}{}{}\
             <circle cx=\"{mean:.2}%\" cy=\"{y}\" r=\"5\" style=\"fill:{colour}\"/></g>",
            line(low, high, y, y),
            line(low, low, up, down),
            line(high, high, up, down)
        );
    }
    svg + "</svg>\n"
}

/// How often every entrant came first, second …
pub(super) fn places(report: &MatchReport) -> String {
    let players = &report.players;
    let mut svg = open(ROW * players.len() as f64, "Share of each place, best first");
    for (kind, player) in players.iter().enumerate() {
        let top = ROW * kind as f64;
        label(&mut svg, &player.name, top);
        let y = top + NAME + 3.0;
        let mut x = LEFT;
        let count = player.places.len().max(1) as f64;
        for (place, estimate) in player.place_shares.iter().enumerate() {
            let share = estimate.mean;
            let width = share * (RIGHT - LEFT);
            // Places pale from the first to the last; the gap between them
            // and the number on them do not depend on colour.
            let strength = 1.0 - 0.75 * place as f64 / count;
            let _ = writeln!(
                svg,
                "<rect x=\"{x:.2}%\" y=\"{y}\" width=\"{:.2}%\" height=\"22\" style=\"fill:{}\" \
                 fill-opacity=\"{strength:.2}\"><title>place {}: {:.1}</title></rect>",
                (width - 0.25).max(0.0),
                colour(kind),
                place + 1,
                estimate.percent()
            );
            if width > 16.0 {
                let _ = writeln!(
                    svg,
                    "<text class=\"on\" x=\"{:.2}%\" y=\"{:.0}\" text-anchor=\"middle\">{}: {:.0}%</text>",
                    x + width / 2.0,
                    y + 16.0,
                    place + 1,
                    100.0 * share
                );
            }
            x += width;
        }
    }
    svg + "</svg>\n"
}

/// The difference after ever more deals, with its interval.
pub(super) fn running(points: &[RunningPoint]) -> Option<String> {
    let shown: Vec<&RunningPoint> = points.iter().filter(|p| p.points.low.is_some()).collect();
    let last = shown.last().filter(|_| shown.len() > 2)?;
    let (left, height) = (9.0, 260.0);
    // The first few intervals are huge and would flatten all the others.
    let settled = &shown[shown.len() / 10..];
    let extremes = settled.iter().flat_map(|p| p.points.extent());
    let up = Scale::around(extremes, height - 6.0, 6.0);
    let along = Scale { low: 0.0, high: last.blocks as f64, from: left, to: RIGHT };
    let title = "Difference in points as deals were added, with 95% interval";
    let mut svg = open(height + 40.0, title);
    for tick in up.ticks() {
        let y = up.at(tick);
        let class = if tick == 0.0 { "zero" } else { "axis" };
        let _ = writeln!(
            svg,
            "<line class=\"{class}\" x1=\"{left}%\" x2=\"{RIGHT}%\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <text class=\"faint\" x=\"{:.1}%\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            left - 1.0,
            y + 4.0,
            tick_text(tick)
        );
    }
    for tick in along.ticks() {
        let _ = writeln!(
            svg,
            "<text class=\"faint\" x=\"{:.2}%\" y=\"{:.0}\" text-anchor=\"middle\">{}</text>",
            along.at(tick),
            height + 18.0,
            tick_text(tick)
        );
    }
    let _ = writeln!(
        svg,
        "<text class=\"faint\" x=\"{RIGHT}%\" y=\"{:.0}\" text-anchor=\"end\">deals</text>",
        height + 36.0
    );
    let place = |blocks: u64, value: f64| {
        let y = up.at(value).clamp(up.to - 6.0, up.from + 6.0);
        format!("{:.2} {y:.1}", along.at(blocks as f64))
    };
    let line = |value: &dyn Fn(&Estimate) -> f64| -> Vec<String> {
        shown.iter().map(|p| place(p.blocks, value(&p.points))).collect()
    };
    let means = line(&|e| e.mean);
    let mut band = line(&|e| e.extent()[2]);
    band.extend(line(&|e| e.extent()[1]).into_iter().rev());
    // Stretched to the width; lines keep their strength.
    let _ = writeln!(
        svg,
        "<svg width=\"100%\" height=\"{height}\" viewBox=\"0 0 100 {height}\" \
         preserveAspectRatio=\"none\">\
         <path d=\"M{}Z\" style=\"fill:var(--c0)\" fill-opacity=\"0.22\"/>\
         <path d=\"M{}\" fill=\"none\" style=\"stroke:var(--c0)\" stroke-width=\"2\" \
         vector-effect=\"non-scaling-stroke\"/></svg>",
        band.join("L"),
        means.join("L")
    );
    Some(svg + "</svg>\n")
}
