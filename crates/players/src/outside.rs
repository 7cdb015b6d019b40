//! Players from outside: programs, by the protocol they speak.

use crate::{Kind, Parameter, Range, Values};
use fuda_bridges::exec::{ExecOptions, ExecPool};
use fuda_bridges::{CommandLine, ProcessLimits};
use fuda_core::Game;
use std::sync::Arc;
use std::time::Duration;

/// A program that speaks fuda's own protocol.
pub(crate) fn exec<G: Game>() -> Kind<G> {
    let mut parameters = process_parameters();
    parameters.push(
        Parameter::word("restart", "never", &["never", "game"])
            .about("whether every game gets a program of its own"),
    );
    Kind {
        name: "exec",
        about: "a program that answers questions in JSON: 'exec:python3 bot.py'; see docs/bots.md",
        parameters,
        make: |game, values| {
            let (command, limits) = process(values)?;
            let restart = values.text("restart") == Some("game");
            let pool = Arc::new(ExecPool::new(game, ExecOptions { command, limits, restart }));
            Ok(Arc::new(move || Box::new(pool.player())))
        },
    }
}

/// The parameters of every player that is a program.
pub(crate) fn process_parameters() -> Vec<Parameter> {
    let seconds = Range::Real(0.001, 86_400.0);
    let parameter = |name, default, range, about| Parameter { name, default, range, about };
    vec![
        parameter(
            "command",
            "",
            Range::Command,
            "what is started, split into words as a shell does it (quotes, backslashes), without \
             a shell; NAME=value before the program sets a variable",
        ),
        parameter("time", "60", seconds, "seconds an answer may take"),
        parameter("start", "60", seconds, "seconds the program may take to get ready"),
        parameter("memory", "", Range::Whole(1, 1 << 30), "megabytes of address space"),
        parameter("line", "1m", Range::Whole(100, 1 << 30), "the most bytes of one line"),
        parameter(
            "env",
            "",
            Range::Text,
            "variables passed on beside PATH: HOME or HOME+LANG; without it the environment is clean",
        ),
    ]
}

/// The program and what it may use.
pub(crate) fn process(values: &Values) -> Result<(CommandLine, ProcessLimits), String> {
    let text = values.text("command").unwrap_or_default();
    let mut command: CommandLine = text.parse().map_err(|e| format!("{e}"))?;
    for name in values.text("env").unwrap_or_default().split('+').filter(|name| !name.is_empty()) {
        command.inherit(name);
    }
    command.find().map_err(|e| e.to_string())?;
    Ok((command, limits(values)))
}

/// What a program may use.
pub(crate) fn limits(values: &Values) -> ProcessLimits {
    let known = ProcessLimits::default();
    let seconds = |name, otherwise| values.real(name).map_or(otherwise, Duration::from_secs_f64);
    ProcessLimits {
        answer: seconds("time", known.answer),
        start_up: seconds("start", known.start_up),
        memory: values.whole("memory").map(|megabytes| megabytes << 20),
        line: values.whole("line").map_or(known.line, |most| most as usize),
        ..known
    }
}

#[cfg(test)]
mod tests {
    use crate::Catalogue;
    use fuda_core::kuhn::Kuhn;

    fn name(text: &str) -> Result<String, String> {
        let recipe = Catalogue::basic().recipe(&Kuhn, text);
        recipe.map(|recipe| recipe.name).map_err(|e| e.message)
    }

    #[test]
    fn programs_are_named_by_their_command_line() {
        assert_eq!(name("exec:sh -c 'echo a,b=c'").unwrap(), "exec:sh -c 'echo a,b=c'");
        let tidy = "exec[time=2,restart=game]:sh bot.sh";
        assert_eq!(name("exec[restart=game,time=2]:sh bot.sh").unwrap(), tidy);
    }

    #[test]
    fn what_is_wrong_is_named_before_anything_starts() {
        let cases = [
            ("exec", "expected a colon and a command line"),
            ("exec[tme=2]:sh", "`exec` has no parameter `tme`; did you mean `time`?"),
            ("exec[time=0]:sh", "`time` must be a number from 0.001 to 86400, got `0`"),
            ("exec:sh 'x", "the quote ' at byte 3 has no partner"),
            ("exec:no-such-bot x", "there is no program `no-such-bot` that can be started"),
        ];
        for (text, message) in cases {
            assert_eq!(name(text).unwrap_err(), message);
        }
    }
}
