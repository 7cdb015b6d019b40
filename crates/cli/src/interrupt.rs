//! Ctrl-C: one rule for all commands. The exit code is 130, and one line on
//! stderr says what was kept.

use crate::failure::{Outcome, Verdict};
use crate::{queue, screen};
use std::io::IsTerminal;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The exit code of a command that was interrupted, as shells have it.
const CODE: u8 = 130;

/// Set by Ctrl-C while the command [stops in good order](in_good_order).
static STOP: AtomicBool = AtomicBool::new(false);

/// Whether the command waits for other machines, so that there is something to
/// be tidied up before it ends.
static WAITING: AtomicBool = AtomicBool::new(false);

/// Says what is kept, after keeping it.
type Keep = Box<dyn FnMut() -> String + Send>;

/// What Ctrl-C does.
enum Answer {
    /// The command ends at once.
    Leave(Option<Keep>),
    /// The command ends after what it has in hand, which is named.
    Finish(&'static str),
}

static ANSWER: Mutex<Answer> = Mutex::new(Answer::Leave(None));

fn answer() -> MutexGuard<'static, Answer> {
    ANSWER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on Ctrl-C is answered; at once, unless a command wants otherwise.
pub fn watch() {
    // Without a handler Ctrl-C still ends the program, though without a word.
    let _ = ctrlc::set_handler(|| {
        let mut answer = answer();
        match &mut *answer {
            Answer::Leave(_) if WAITING.load(Ordering::Relaxed) => {
                match STOP.swap(true, Ordering::Relaxed) {
                    false => {
                        say("the job is being removed from its server; Ctrl-C again leaves at once")
                    }
                    true => {
                        say("interrupted again: left at once; `fuda queue purge` removes the job");
                        std::process::exit(CODE.into());
                    }
                }
            }
            Answer::Leave(keep) => {
                queue::close();
                let kept = keep.as_mut().map(|keep| keep());
                say(&format!("interrupted: {}", kept.as_deref().unwrap_or("nothing was kept")));
                std::process::exit(CODE.into());
            }
            Answer::Finish(_) if STOP.swap(true, Ordering::Relaxed) => {
                say("interrupted again: left at once");
                std::process::exit(CODE.into());
            }
            Answer::Finish(hand) => {
                say(&format!("stopping after {hand}; Ctrl-C again leaves at once"));
            }
        }
    });
}

/// A line of its own below whatever stands on the terminal.
fn say(text: &str) {
    let gap = if std::io::stderr().is_terminal() { "\n" } else { "" };
    screen::remark(&format!("{gap}{text}"));
}

/// Ctrl-C ends the command at once, and says this.
pub fn keeps(kept: impl Into<String>) {
    let kept = kept.into();
    keep_by(move || kept.clone());
}

/// Ctrl-C ends the command after this, which keeps what there is and says so.
pub fn keep_by(keep: impl FnMut() -> String + Send + 'static) {
    *answer() = Answer::Leave(Some(Box::new(keep)));
}

/// Ctrl-C only asks the command to stop after what it has in hand: by what is
/// given back. The command then ends by [`stopped`].
pub fn in_good_order(hand: &'static str) -> &'static AtomicBool {
    *answer() = Answer::Finish(hand);
    &STOP
}

/// Whether the command was asked to stop in good order.
pub fn asked() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// The end of a command that stopped in good order.
pub fn stopped(kept: &str) -> Outcome {
    screen::remark(&format!("interrupted: {kept}"));
    Ok(Verdict::Interrupted)
}

/// While other machines work for the command, Ctrl-C asks to stop first, by the
/// flag that is lent. The command may then end by an error: [`outcome`] knows.
pub fn while_others_work<T>(during: impl FnOnce(&AtomicBool) -> T) -> T {
    WAITING.store(true, Ordering::Relaxed);
    let done = during(&STOP);
    WAITING.store(false, Ordering::Relaxed);
    done
}

/// How a command really ended: one that failed because it was asked to stop
/// was interrupted.
pub fn outcome(outcome: Outcome) -> Outcome {
    match (&mut *answer(), outcome) {
        (Answer::Leave(keep), Err(_)) if asked() => {
            let kept = keep.as_mut().map(|keep| keep());
            stopped(kept.as_deref().unwrap_or("nothing was kept"))
        }
        (_, outcome) => outcome,
    }
}

/// The exit code of a command that was interrupted.
pub fn code() -> ExitCode {
    ExitCode::from(CODE)
}
