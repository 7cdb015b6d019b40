//! Progress on stderr, for people at a terminal and nobody else.

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState};
use indicatif::{ProgressStyle, style::ProgressTracker};
use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A progress bar that counts units, with their rate and the time left on
/// stderr; silent when stderr is not a terminal.
pub fn progress(total: u64, unit: &str) -> ProgressBar {
    let bar = bar(total, "{bar:32} {counted} {prefix}{pace}{workers} {msg}");
    bar.set_prefix(unit.to_owned());
    bar
}

/// A progress bar for the share of a work that is done, see [`show`].
pub fn share() -> ProgressBar {
    bar(WHOLE, "{bar:32} {percent:>3}%{left}{workers} {msg}")
}

/// Something that takes its time, nobody knows how long.
pub fn waiting(doing: &str) -> ProgressBar {
    let bar = bar(0, "{spinner} {msg} ({elapsed})");
    bar.set_message(doing.to_owned());
    bar
}

/// Who works for this command on other machines, as all bars show it.
static WORKERS: Mutex<String> = Mutex::new(String::new());

/// From now on all bars say who works for this command on other machines.
pub fn show_workers(text: &str) {
    text.clone_into(&mut WORKERS.lock().unwrap_or_else(PoisonError::into_inner));
}

fn workers(_: &ProgressState) -> String {
    WORKERS.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// The length of a bar that shows shares.
const WHOLE: u64 = 1_000;

/// Shows a stage and how much of it is done, from 0 to 1.
pub fn show(bar: &ProgressBar, stage: &str, share: f64) {
    if bar.message() != stage {
        bar.set_message(stage.to_owned());
    }
    bar.set_position((WHOLE as f64 * share) as u64);
}

/// Shows how many units of a stage are done, and how many there are.
pub fn count(bar: &ProgressBar, unit: &str, done: u64, total: u64) {
    if bar.prefix() != unit || bar.length() != Some(total) {
        bar.set_prefix(unit.to_owned());
        bar.set_position(0);
        bar.set_length(total);
        bar.reset_eta();
    }
    bar.set_position(done);
}

fn bar(total: u64, template: &str) -> ProgressBar {
    let seen = std::io::stderr().is_terminal();
    let target = match seen {
        true => ProgressDrawTarget::stderr_with_hz(4),
        false => ProgressDrawTarget::hidden(),
    };
    let bar = ProgressBar::with_draw_target(Some(total), target);
    if let Ok(style) = ProgressStyle::with_template(template) {
        let keys = style.with_key("counted", Key(counted)).with_key("pace", Key(pace));
        bar.set_style(keys.with_key("left", Key(left)).with_key("workers", Key(workers)));
    }
    if seen {
        // What takes long to begin is seen to be at work.
        bar.enable_steady_tick(Duration::from_millis(500));
    }
    bar
}

/// A word of a template.
#[derive(Clone, Copy)]
struct Key(fn(&ProgressState) -> String);

impl ProgressTracker for Key {
    fn clone_box(&self) -> Box<dyn ProgressTracker> {
        Box::new(*self)
    }

    fn tick(&mut self, _: &ProgressState, _: Instant) {}

    fn reset(&mut self, _: &ProgressState, _: Instant) {}

    fn write(&self, state: &ProgressState, out: &mut dyn Write) {
        // A bar that cannot be drawn is no reason to fail.
        let _ = out.write_str(&(self.0)(state));
    }
}

fn counted(state: &ProgressState) -> String {
    done_of(state.pos(), state.len().unwrap_or(0))
}

fn pace(state: &ProgressState) -> String {
    match rate(state.per_sec()) {
        Some(rate) if state.pos() > 0 => format!(", {rate}{}", left(state)),
        _ => String::new(),
    }
}

fn left(state: &ProgressState) -> String {
    match state.pos() > 0 && state.len().is_some_and(|all| state.pos() < all) {
        true => format!(", {} left", HumanDuration(state.eta())),
        false => String::new(),
    }
}

/// `1,204/5,000`; `1,204` while nobody knows how many there are. There are
/// never more done than there are.
pub fn done_of(done: u64, all: u64) -> String {
    match all {
        0 => HumanCount(done).to_string(),
        _ => format!("{}/{}", HumanCount(done.min(all)), HumanCount(all)),
    }
}

/// A rate as people say it: `298/s`, `3.2/s`, `4.5 s each`.
pub fn rate(per_second: f64) -> Option<String> {
    match per_second {
        _ if !per_second.is_finite() || per_second <= 0.0 => None,
        0.0..1.0 if per_second < 0.1 => Some(format!("{:.0} s each", 1.0 / per_second)),
        0.0..1.0 => Some(format!("{:.1} s each", 1.0 / per_second)),
        1.0..10.0 => Some(format!("{per_second:.1}/s")),
        _ => Some(format!("{}/s", HumanCount(per_second.round() as u64))),
    }
}
