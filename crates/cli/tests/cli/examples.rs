//! Every command that a document or a help text prints can be typed as it
//! stands there.

use crate::common::TestDir;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use fuda_cli::args::{Args, Command};
use serde_json::Value;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// A command as printed: where, its words, and whether it is only mentioned
/// within a sentence, where what must be given may be left out.
struct Printed {
    place: String,
    words: Vec<String>,
    mentioned: bool,
}

/// The words of a command line as a shell has them, up to a pipe, a comment or
/// an explanation behind more than one blank; `None` for other lines.
fn words(line: &str) -> Option<Vec<String>> {
    let line = line.trim().trim_start_matches("$ ");
    let line =
        line.rsplit_once("| fuda").map_or(line.to_owned(), |(_, rest)| format!("fuda{rest}"));
    if !line.starts_with("fuda ") {
        return None;
    }
    let (mut words, mut word, mut quote, mut blanks) = (Vec::new(), String::new(), None, 0);
    for c in line.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), c) => word.push(c),
            (None, '"' | '\'') => quote = Some(c),
            (None, ' ') => {
                blanks += 1;
                if blanks > 1 {
                    break;
                }
                words.extend(Some(std::mem::take(&mut word)).filter(|word| !word.is_empty()));
                continue;
            }
            (None, '#' | '|' | '>' | ';' | '&') if word.is_empty() => break,
            (None, c) => word.push(c),
        }
        blanks = 0;
    }
    words.extend(Some(word).filter(|word| !word.is_empty()));
    Some(words)
}

/// What stands for any game, player, number and so on is written in capitals.
fn stands_for_any(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_uppercase())
}

/// Lines that end in a backslash go on in the next.
fn joined(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in text.lines() {
        let part = line.trim_end().trim_end_matches('\\').trim_end();
        match lines.last_mut() {
            Some(last) if goes_on => *last += &format!(" {}", part.trim_start()),
            _ => lines.push(part.to_owned()),
        }
        goes_on = line.trim_end().ends_with('\\');
    }
    lines
}

fn in_document(name: &str, text: &str, found: &mut Vec<Printed>) {
    let mut fenced = false;
    for line in joined(text) {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if fenced {
            let words = words(&line).filter(|words| words.len() > 1);
            found.extend(words.map(|words| Printed {
                place: name.into(),
                words,
                mentioned: false,
            }));
        } else {
            for code in line.split('`').skip(1).step_by(2).filter(|code| *code != "fuda ") {
                let words = words(code).filter(|words| words.len() > 1);
                let open = |word: &String| word.contains('…') || stands_for_any(word);
                let words = words.filter(|words| !words.iter().any(open));
                found.extend(words.map(|words| Printed {
                    place: name.into(),
                    words,
                    mentioned: true,
                }));
            }
        }
    }
}

fn in_help(command: &clap::Command, path: &str, found: &mut Vec<Printed>) {
    for help in [command.get_after_help(), command.get_after_long_help()].into_iter().flatten() {
        for line in joined(&help.to_string()).iter().filter(|line| line.starts_with(' ')) {
            let place = format!("{path} --help");
            found.extend(words(line).map(|words| Printed { place, words, mentioned: false }));
        }
    }
    for below in command.get_subcommands() {
        in_help(below, &format!("{path} {}", below.get_name()), found);
    }
}

fn documents(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            documents(&path, found);
        } else if path.extension().is_some_and(|end| end == "md") {
            found.push(path);
        }
    }
}

fn printed() -> Vec<Printed> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let names = ["README.md", "README.ja.md", "SECURITY.md"];
    let mut paths: Vec<PathBuf> = names.map(|name| root.join(name)).to_vec();
    // Not `models`, which says by which commands of their time models were made.
    for folder in ["docs", "training"] {
        documents(&root.join(folder), &mut paths);
    }
    let mut found = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a document");
        let name = path.strip_prefix(&root).expect("below the root").display().to_string();
        in_document(&name, &text, &mut found);
    }
    in_help(&Args::command(), "fuda", &mut found);
    found
}

/// What `fuda players GAME --json` prints, asked once for each game.
#[derive(Default)]
struct Players(HashMap<String, Option<Vec<Value>>>);

impl Players {
    fn of(&mut self, game: &str) -> Option<&Vec<Value>> {
        let ask = || {
            let ran = TestDir::new().fuda(&format!("players {game} --json"));
            (ran.code == 0).then(|| serde_json::from_str(&ran.out).expect("a JSON array"))
        };
        self.0.entry(game.to_owned()).or_insert_with(ask).as_ref()
    }
}

/// What is wrong with the names of games and players in a command.
fn wrong_names(command: &Command, known: &mut Players) -> Option<String> {
    let (game, players): (&str, Vec<&String>) = match command {
        Command::Match(args) => (&args.game, args.players.iter().collect()),
        Command::Forks(args) => (&args.game, vec![&args.player, &args.base]),
        Command::Play(args) => (&args.game, args.against.iter().collect()),
        Command::Analyse(args) => (&args.game, args.player.iter().collect()),
        Command::Agree(args) => (&args.game, vec![&args.player]),
        Command::Exploit(args) => (&args.game, args.players.iter().collect()),
        Command::Learn(args) => (&args.game, Vec::new()),
        Command::Positions(args) => (&args.game, Vec::new()),
        _ => return None,
    };
    if stands_for_any(game) {
        return None;
    }
    let Some(kinds) = known.of(game) else { return Some(format!("no game `{game}`")) };
    // Programs of others are named by how they are started.
    let outside = ["exec", "mjai", "nboard", "uecda"];
    let named = |player: &&String| {
        !stands_for_any(player) && !outside.iter().any(|kind| player.starts_with(kind))
    };
    for player in players.into_iter().filter(named) {
        let (name, settings) = player.split_once(':').unwrap_or((player, ""));
        let Some(kind) = kinds.iter().find(|kind| kind["name"] == name) else {
            return Some(format!("{game} has no player `{name}`"));
        };
        for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
            let key = setting.split('=').next().unwrap_or_default();
            let parameters = kind["parameters"].as_array().expect("a list");
            if !parameters.iter().any(|parameter| parameter["name"] == key) {
                return Some(format!("`{name}` has no parameter `{key}`"));
            }
        }
    }
    None
}

#[test]
fn every_printed_command_can_be_typed() {
    let printed = printed();
    assert!(printed.len() > 150, "{} commands found", printed.len());
    let mut wrong = Vec::new();
    let mut players = Players::default();
    for Printed { place, words, mentioned } in &printed {
        let problem = match Args::try_parse_from(words) {
            Ok(args) => wrong_names(&args.command, &mut players),
            Err(e) => match e.kind() {
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => None,
                ErrorKind::MissingRequiredArgument
                | ErrorKind::MissingSubcommand
                | ErrorKind::InvalidValue
                | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
                    if *mentioned =>
                {
                    None
                }
                _ => Some(e.to_string().lines().next().unwrap_or_default().to_owned()),
            },
        };
        // The sample of a wrong name.
        let meant = words.iter().any(|word| word == "uct:lops=500");
        wrong.extend(
            problem.filter(|_| !meant).map(|e| format!("{place}: {}: {e}", words.join(" "))),
        );
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), printed.len(), wrong.join("\n"));
}

#[test]
fn lines_are_read_as_a_shell_reads_them() {
    let read = |line: &str| words(line).map(|words| words.join("|")).unwrap_or_default();
    assert_eq!(read("$ fuda play othello  # a game"), "fuda|play|othello");
    assert_eq!(read("  fuda a --b \"c d\" 'e  f'"), "fuda|a|--b|c d|e  f");
    assert_eq!(read("echo '{}' | fuda mahjong score --json"), "fuda|mahjong|score|--json");
    assert_eq!(read("fuda reproduce --list     what there is"), "fuda|reproduce|--list");
    assert_eq!(read("cargo build"), "");
    assert_eq!(joined("a \\\n   b\nc"), ["a b", "c"]);
}
