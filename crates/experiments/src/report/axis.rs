//! Axes of plots, straight and logarithmic.

use fuda_arena::page::{Scale, tick_text};
use std::fmt::Write;

/// Where the plotting area begins and ends, from left to right.
pub(super) const LEFT: f64 = 62.0;
pub(super) const RIGHT: f64 = super::plot::WIDTH - 14.0;
/// And from top to bottom.
pub(super) const TOP: f64 = 12.0;
pub(super) const BOTTOM: f64 = 300.0;

/// An axis, straight or logarithmic.
pub(super) struct Axis {
    pub scale: Scale,
    log: bool,
}

impl Axis {
    /// An axis over all values; an upright one shows zero when values come
    /// near it.
    pub fn over(
        values: impl Iterator<Item = f64>,
        log: bool,
        from: f64,
        to: f64,
        tight: bool,
    ) -> Axis {
        let values = values.filter(|value| !log || *value > 0.0);
        let values = values.map(|value| if log { libm::log10(value) } else { value });
        let (mut low, mut high) =
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        if !log && !tight && low > 0.0 && low < 0.6 * high {
            low = 0.0;
        }
        let room = if high > low { 0.05 * (high - low) } else { 0.5 };
        let bottom = if low == 0.0 && !log { 0.0 } else { low - room };
        Axis { scale: Scale { low: bottom, high: high + room, from, to }, log }
    }

    pub fn at(&self, value: f64) -> f64 {
        let value = if self.log { libm::log10(value.max(1e-300)) } else { value };
        let (least, most) =
            (self.scale.from.min(self.scale.to), self.scale.from.max(self.scale.to));
        self.scale.at(value).clamp(least - 4.0, most + 4.0)
    }

    /// Places and texts of the ticks.
    fn ticks(&self) -> Vec<(f64, String)> {
        let whole = |tick: &f64| !self.log || tick.fract() == 0.0;
        let mut ticks: Vec<f64> = self.scale.ticks().into_iter().filter(whole).collect();
        if self.log && ticks.len() < 2 {
            // Less than two powers of ten: 1, 2, 5 and so on between them.
            let first = self.scale.low.floor() as i32;
            let steps = (first..=first + 2)
                .flat_map(|power| [1.0, 2.0, 5.0].map(|m| libm::log10(m) + f64::from(power)));
            ticks = steps.filter(|t| (self.scale.low..=self.scale.high).contains(t)).collect();
        }
        let text = |tick: f64| match self.log {
            true => short(libm::pow(10.0, tick)),
            false => short(tick),
        };
        ticks.into_iter().map(|tick| (self.scale.at(tick), text(tick))).collect()
    }

    pub fn draw_up(&self, svg: &mut String) {
        for (y, text) in self.ticks() {
            let _ = writeln!(
                svg,
                "<line class=\"axis\" x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
                 <text class=\"faint\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>",
                LEFT - 7.0,
                y + 4.0
            );
        }
    }

    pub fn draw_along(&self, svg: &mut String) {
        for (x, text) in self.ticks() {
            let _ = writeln!(
                svg,
                "<line class=\"axis\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{BOTTOM}\" y2=\"{:.1}\"/>\
                 <text class=\"faint\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{text}</text>",
                BOTTOM + 5.0,
                BOTTOM + 19.0
            );
        }
    }
}

/// Upright lines with their values below, behind bars.
pub(super) fn axis_below(svg: &mut String, scale: &Scale, top: f64, bottom: f64) {
    for tick in scale.ticks() {
        let x = scale.at(tick);
        let class = if tick == 0.0 { "zero" } else { "axis" };
        let _ = writeln!(
            svg,
            "<line class=\"{class}\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{top:.1}\" y2=\"{bottom:.1}\"/>\
             <text class=\"faint\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            bottom + 14.0,
            short(tick)
        );
    }
}

/// A number in few letters.
pub(super) fn short(value: f64) -> String {
    match value.abs() {
        size if size >= 1e6 => format!("{} M", tick_text(value / 1e6)),
        size if size >= 1e4 => format!("{} k", tick_text(value / 1e3)),
        _ => tick_text(value),
    }
}
