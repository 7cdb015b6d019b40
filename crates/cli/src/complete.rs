//! Completion in shells: of commands, flags, files, games and players.
//!
//! The script that `fuda completions` prints asks fuda itself for candidates,
//! so that what is offered is what there is.

use crate::args::Args;
use crate::failure::{Failure, Outcome, Verdict};
use crate::game::Games;
use crate::screen;
use clap::{Command, CommandFactory};
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate};
use clap_complete::env::Shells;
use clap_complete::{CompleteEnv, Shell};
use fuda_players::KindInfo;
use std::ffi::OsStr;
use std::sync::Arc;

/// The variable by which a shell's script asks for candidates.
const VARIABLE: &str = "FUDA_COMPLETE";

/// Arguments that name a game, and those that name players.
const GAME: &str = "game";
const PLAYERS: [&str; 7] = ["players", "player", "base", "judge", "against", "self_play", "guests"];

/// A game with what can be named in it.
struct Known {
    game: &'static str,
    about: &'static str,
    players: Vec<KindInfo>,
}

/// Answers a shell that asks for candidates, and ends then.
pub fn answer(games: &Games) {
    if std::env::var_os(VARIABLE).is_some() {
        let known = known(games);
        let command = || completing(Args::command(), &known);
        CompleteEnv::with_factory(command).var(VARIABLE).complete();
    }
}

/// Prints the script of a shell.
pub fn script(shell: Shell) -> Outcome {
    let (name, mut script) = (shell.to_string(), Vec::new());
    let shells = Shells::builtins();
    let completer = shells
        .completer(&name)
        .ok_or_else(|| Failure::new(format!("there is no completion for {name}")))?;
    completer
        .write_registration(VARIABLE, "fuda", "fuda", "fuda", &mut script)
        .map_err(|e| Failure::new(e.to_string()))?;
    screen::print_bytes(&script)?;
    Ok(Verdict::Good)
}

fn known(games: &Games) -> Arc<Vec<Known>> {
    let known = games.iter().map(|game| Known {
        game: game.name(),
        about: game.info().about,
        players: game.players(),
    });
    Arc::new(known.collect())
}

/// The command with a completer for everything that names a game or a player.
fn completing(command: Command, known: &Arc<Vec<Known>>) -> Command {
    let command = command.mut_args(|arg| match arg.get_id().as_str() {
        GAME => {
            let known = Arc::clone(known);
            arg.add(ArgValueCompleter::new(move |typed: &OsStr| games_like(&known, typed)))
        }
        id if PLAYERS.contains(&id) => {
            let known = Arc::clone(known);
            arg.add(ArgValueCompleter::new(move |typed: &OsStr| players_like(&known, typed)))
        }
        _ => arg,
    });
    command.mut_subcommands(|below| completing(below, known))
}

fn games_like(known: &[Known], typed: &OsStr) -> Vec<CompletionCandidate> {
    let typed = typed.to_string_lossy();
    let like = known.iter().filter(|known| known.game.starts_with(&*typed));
    like.map(|known| candidate(known.game.to_owned(), known.about)).collect()
}

/// The players of the game that was typed before; parameters behind a colon.
fn players_like(known: &[Known], typed: &OsStr) -> Vec<CompletionCandidate> {
    let typed = typed.to_string_lossy();
    let words: Vec<String> =
        std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let mut named = words.iter().filter_map(|word| known.iter().find(|known| known.game == word));
    // The contests are daihinmin's and mahjong's; elsewhere the game comes first.
    let contest = |word: &str, game: &str| {
        let is = words.iter().any(|typed| typed == word);
        known.iter().find(|known| is && known.game == game)
    };
    let game = named.next().or_else(|| contest("uecda", "daihinmin"));
    let Some(game) = game.or_else(|| contest("mjai", "mahjong")) else { return Vec::new() };
    let Some((name, settings)) = typed.split_once(':') else {
        let like = game.players.iter().filter(|player| player.name.starts_with(&*typed));
        return like.map(|player| candidate(player.name.clone(), &player.about)).collect();
    };
    let (before, key) = settings.rsplit_once(',').unwrap_or(("", settings));
    let before = if before.is_empty() { String::new() } else { format!("{before},") };
    let kind = game.players.iter().find(|player| player.name == name);
    let parameters = kind.into_iter().flat_map(|kind| &kind.parameters);
    let like = parameters.filter(|parameter| parameter.name.starts_with(key));
    like.map(|parameter| candidate(format!("{name}:{before}{}=", parameter.name), &parameter.about))
        .collect()
}

fn candidate(value: String, about: &str) -> CompletionCandidate {
    CompletionCandidate::new(value).help(Some(about.to_owned().into()))
}
