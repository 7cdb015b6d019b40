//! The language that people are shown: chosen by `--lang`, else by the
//! environment.

use crate::args::{Args, with_negative_numbers};
use clap::builder::PossibleValue;
use clap::{Arg, ArgAction, Command, CommandFactory, FromArgMatches};
use fuda_core::Lang;
use std::collections::HashMap;
use std::ffi::OsString;
use std::sync::LazyLock;

/// What was typed, with help in the language that was asked for. Wrong usage
/// and help end the program here.
pub fn parse() -> (Args, Lang) {
    let words: Vec<OsString> = std::env::args_os().collect();
    let lang = language(&words);
    let matches = command(lang).get_matches_from(words);
    if let Some(("help", below)) = matches.subcommand() {
        help_of(lang, below.get_many::<String>("command").into_iter().flatten());
    }
    match Args::from_arg_matches(&matches) {
        Ok(args) => (args, lang),
        Err(e) => e.format(&mut command(lang)).exit(),
    }
}

/// The language of `--lang`, or that of the environment.
fn language(words: &[OsString]) -> Lang {
    let words = words.iter().map(|word| word.to_string_lossy());
    let mut words = words.take_while(|word| word != "--");
    while let Some(word) = words.next() {
        let named = match &*word {
            "--lang" => words.next(),
            word => word.strip_prefix("--lang=").map(|lang| lang.to_owned().into()),
        };
        if let Some(named) = named {
            return if named == "ja" { Lang::Japanese } else { Lang::English };
        }
    }
    let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    match ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set) {
        Some(locale) if locale.starts_with("ja") => Lang::Japanese,
        _ => Lang::English,
    }
}

/// The whole command line in a language.
pub fn command(lang: Lang) -> Command {
    match lang {
        Lang::English => with_negative_numbers(Args::command()),
        Lang::Japanese => {
            let help = Command::new("help")
                .about("このヘルプか、コマンドのヘルプを表示")
                .arg(Arg::new("command").num_args(0..).help("コマンド").value_name("コマンド"));
            let version = Arg::new("version").short('V').long("version");
            let version = version.action(ArgAction::Version).help("版を表示");
            let command = with_negative_numbers(Args::command());
            let command = command.disable_help_subcommand(true).disable_version_flag(true);
            japanese(command).subcommand(plain(help)).arg(version.help_heading(OPTIONS))
        }
    }
}

/// Prints the help of a command that is named word for word.
fn help_of<'a>(lang: Lang, names: impl Iterator<Item = &'a String>) -> ! {
    let mut found = command(lang);
    // Global options are those of every command below.
    found.build();
    let mut path = found.get_name().to_owned();
    for name in names {
        let Some(below) = found.find_subcommand(name) else {
            let kind = clap::error::ErrorKind::InvalidSubcommand;
            found.error(kind, format!("unrecognized subcommand '{name}'")).exit()
        };
        path += &format!(" {name}");
        found = below.clone().bin_name(&path);
    }
    let _ = found.print_long_help();
    std::process::exit(0)
}

const OPTIONS: &str = "オプション";

/// A command and all below it with Japanese texts.
fn japanese(command: Command) -> Command {
    let about = command.get_about().and_then(|text| japanese_of(&text.to_string()));
    let after = command.get_after_help().map(|text| japanese_heads(&text.to_string()));
    let mut command = command.mut_args(japanese_arg);
    if let Some(about) = about {
        command = command.about(about);
    }
    if let Some(after) = after {
        command = command.after_help(after);
    }
    let own_help = command.get_arguments().any(|arg| arg.get_id() == "help");
    if !own_help {
        command = command.disable_help_flag(true).arg(help_flag());
    }
    plain(command).mut_subcommands(japanese)
}

/// The parts of a help page under their Japanese names.
fn plain(command: Command) -> Command {
    command
        .help_template(
            "{before-help}{about-with-newline}\n使い方: {usage}\n\n{all-args}{after-help}",
        )
        .subcommand_help_heading("コマンド")
        .disable_help_subcommand(true)
}

fn help_flag() -> Arg {
    let help = Arg::new("help").short('h').long("help").action(ArgAction::Help);
    help.help("ヘルプを表示 (-h で短く)").help_heading(OPTIONS)
}

fn japanese_arg(arg: Arg) -> Arg {
    let help = arg.get_help().map(|text| text.to_string()).unwrap_or_default();
    let mut text = japanese_of(&help).unwrap_or(&help).to_owned();
    let heading = match (arg.get_help_heading(), arg.is_positional()) {
        (Some(heading), _) => japanese_of(heading).unwrap_or(OPTIONS),
        (None, true) => "引数",
        (None, false) => OPTIONS,
    };
    let (mut arg, mut long) = (arg.help_heading(heading), None);
    if arg.get_action().takes_values() {
        let values: Vec<PossibleValue> =
            arg.get_possible_values().into_iter().filter(|value| !value.is_hide_set()).collect();
        let names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
        if !names.is_empty() && !arg.is_hide_possible_values_set() {
            let explained = values.iter().filter_map(|value| {
                let about = japanese_of(&value.get_help()?.to_string())?;
                Some(format!("\n- {}: {about}", value.get_name()))
            });
            let explained: String = explained.collect();
            let listed = format!(" [値: {}]", names.join(", "));
            long = (!explained.is_empty()).then(|| format!("{text}\n{explained}"));
            text += &listed;
            arg = arg.hide_possible_values(true);
        }
        let defaults: Vec<String> =
            arg.get_default_values().iter().map(|v| v.to_string_lossy().into_owned()).collect();
        if !defaults.is_empty() && !arg.is_hide_default_value_set() {
            let listed = format!(" [既定値: {}]", defaults.join(" "));
            long = long.map(|long| format!("{long}\n\n{}", listed.trim()));
            text += &listed;
            arg = arg.hide_default_value(true);
        }
    }
    match long {
        Some(long) => arg.help(text).long_help(long),
        None => arg.help(text),
    }
}

/// The texts of the help and what they are in Japanese, which stands indented
/// below each.
pub fn texts() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines: Vec<&str> = include_str!("japanese.txt").lines().collect();
    let (mut pairs, mut at) = (Vec::new(), 0);
    while let [english, japanese, ..] = lines[at..] {
        pairs.push((english, japanese.trim_start()));
        at += 2;
    }
    pairs.into_iter()
}

/// The Japanese for a text of the help, where there is one.
fn japanese_of(english: &str) -> Option<&'static str> {
    static TEXTS: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| texts().collect());
    TEXTS.get(english).copied()
}

/// Headings inside longer texts; commands stay as they are typed.
fn japanese_heads(text: &str) -> String {
    text.replace("Examples:", "例:").replace("Example:", "例:")
}
