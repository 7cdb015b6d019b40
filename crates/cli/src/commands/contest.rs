//! `fuda join uecda` and `fuda host uecda`.

use crate::args::contest::{HostCommand, HostUecdaArgs, JoinCommand, JoinUecdaArgs};
use crate::failure::{Failure, Outcome, Verdict};
use crate::{interrupt, screen};
use fuda_core::{Game, Seed};
use fuda_daihinmin::Daihinmin;
use fuda_daihinmin::wire::{
    Host, HostEvent, HostOptions, HouseGuest, JoinEvent, JoinOptions, Version, join as join_table,
};
use serde_json::json;
use std::fs::File;
use std::io::{BufWriter, ErrorKind, Write};
use std::path::Path;

/// So many connections without a seat are named; a flood is only counted.
pub(super) const MOST_TURNED_AWAY: u32 = 20;

/// The rules both ends play by.
fn game() -> Result<Daihinmin, Failure> {
    Daihinmin::with_rules("uecda").map_err(|e| Failure::new(e.to_string()))
}

/// Sits at somebody's table.
pub fn join(command: &JoinCommand) -> Outcome {
    let args = match command {
        JoinCommand::Uecda(args) => args,
        JoinCommand::Mjai(args) => return super::mjai::join(args),
    };
    let recipe = fuda_players::daihinmin().recipe(&game()?, &args.player)?;
    let options = JoinOptions {
        host: args.host.clone(),
        port: args.port,
        name: args.name.clone(),
        version: version(args)?,
        seed: Seed(args.seed),
        patience: match args.patience {
            0.0 => None,
            seconds => Some(screen::duration("--patience", seconds)?),
        },
        ..JoinOptions::default()
    };
    let mut told = |event: JoinEvent| match event {
        JoinEvent::Seated(number) => screen::remark(&format!("seated as player {number}")),
        JoinEvent::GameOver(_) => {}
        JoinEvent::Refused(mv) => screen::remark(&format!("the server refused {mv}")),
    };
    let report = join_table(&options, (recipe.make)().as_mut(), &mut told)
        .map_err(|e| Failure::new(format!("{}:{}: {e}", args.host, args.port)))?;
    match args.json {
        true => screen::print_json(&json!({
            "player": recipe.name, "games": report.games, "refused": report.refused,
            "disagreements": report.disagreements,
        }))?,
        false => screen::print(&format!(
            "{} games, {} plays refused, {} tables that disagree with the rules\n",
            report.games, report.refused, report.disagreements
        ))?,
    }
    Ok(if report.refused > 0 { Verdict::Failed } else { Verdict::Good })
}

fn version(args: &JoinUecdaArgs) -> Result<Version, Failure> {
    match args.protocol {
        20060 => Ok(Version::V20060),
        20070 => Ok(Version::V20070),
        20140 => Ok(Version::V20140),
        other => {
            Err(Failure::new(format!("--protocol: expected 20060, 20070 or 20140, got {other}")))
        }
    }
}

/// Holds a table.
pub fn host(command: &HostCommand) -> Outcome {
    let args = match command {
        HostCommand::Uecda(args) => args,
        HostCommand::Mjai(args) => return super::host_mjai::host(args),
    };
    let time_limit = screen::duration("--time-limit", args.table.time_limit)?;
    let guests = guests(args)?;
    let mut log =
        args.table.log.as_deref().map(|path| open_log(path, args.table.force)).transpose()?;
    let failed = |e: &dyn std::fmt::Display| Failure::new(format!("the table: {e}"));
    let host = Host::bind(HostOptions {
        address: args.table.address.clone(),
        port: args.port,
        games: args.games,
        seed: Seed(args.table.seed),
        time_limit,
        ..HostOptions::default()
    })
    .map_err(|e| Failure::new(format!("{}:{}: {e}", args.table.address, args.port)))?;
    let waited_for = 5 - guests.len();
    let address = host.address().map_err(|e| failed(&e))?;
    screen::remark(&format!("listening at {address} for {waited_for} clients"));
    if let Some(path) = &args.table.log {
        interrupt::keeps(format!("{} has the games that were played", path.display()));
    }
    let bar = screen::progress(u64::from(args.games), "games");
    let mut turned_away = 0;
    let mut told = |event: HostEvent| match event {
        HostEvent::GameOver { game, .. } => bar.set_position(u64::from(game) + 1),
        // A flood of connections is not to drown everything else.
        HostEvent::TurnedAway { .. } if turned_away >= MOST_TURNED_AWAY => {}
        HostEvent::TurnedAway { reason } => {
            turned_away += 1;
            let last = match turned_away {
                MOST_TURNED_AWAY => "; others from now on are only counted",
                _ => "",
            };
            bar.suspend(|| {
                screen::remark(&format!("turned away: {}{last}", screen::tame(&reason)))
            });
        }
        other => bar.suspend(|| screen::remark(&screen::tame(&describe(&other)))),
    };
    let writer = log.as_mut().map(|file| file as &mut dyn Write);
    let report = host.run(guests, writer, &mut told).map_err(|e| failed(&e))?;
    bar.finish_and_clear();
    if let Some(mut file) = log {
        file.flush().map_err(|e| failed(&e))?;
    }
    let name = |player: u8| report.names.get(usize::from(player)).map_or("", String::as_str);
    let whole = report.left.is_empty() && report.games == args.games;
    let verdict = if whole { Verdict::Good } else { Verdict::Failed };
    let refused: u64 = report.refused.iter().sum();
    if args.table.json {
        let left = report.left.iter().map(|left| {
            json!({
                "player": left.player, "name": name(left.player), "game": left.game,
                "reason": left.reason,
            })
        });
        screen::print_json(&json!({
            "games": report.games, "asked": args.games, "turns": report.turns,
            "refused": refused, "refused_by": report.refused, "names": report.names,
            "points": report.points, "left": left.collect::<Vec<_>>(),
            "turned_away": report.turned_away,
        }))?;
        return Ok(verdict);
    }
    let mut text = format!("{} games, {} turns, {refused} refused\n", report.games, report.turns);
    for (player, name) in report.names.iter().enumerate() {
        let (points, refused) = (report.points[player], report.refused[player]);
        let name = screen::tame(name);
        text += &match refused {
            0 => format!("  {points:>8}  {name}\n"),
            _ => format!("  {points:>8}  {name}, {refused} refused\n"),
        };
    }
    for left in &report.left {
        let name = screen::tame(name(left.player));
        let (player, game, reason) = (left.player, left.game, screen::tame(&left.reason));
        text += &format!("player {player} ({name}) left in game {game}: {reason}\n");
    }
    if report.games < args.games {
        text += &format!(
            "every client left: the series ended after {} of {} games\n",
            report.games, args.games
        );
    }
    screen::print(&text)?;
    Ok(verdict)
}

fn guests(args: &HostUecdaArgs) -> Result<Vec<HouseGuest>, Failure> {
    let game = game()?;
    let players = fuda_players::daihinmin();
    let guest = |text: &String| {
        let recipe = players.recipe(&game, text)?;
        Ok(HouseGuest { player: (recipe.make)(), name: recipe.name })
    };
    args.table.guests(5)?.iter().map(guest).collect()
}

/// A new file for the games of a table.
pub(super) fn open_log(path: &Path, replace: bool) -> Result<BufWriter<File>, Failure> {
    let mut options = File::options();
    options.write(true).create(true).truncate(true).create_new(!replace);
    match options.open(path) {
        Ok(file) => Ok(BufWriter::new(file)),
        Err(e) if e.kind() == ErrorKind::AlreadyExists => Err(Failure::with_help(
            format!("{} is already there", path.display()),
            "an older log is replaced with --force",
        )),
        Err(e) if e.kind() == ErrorKind::NotFound => Err(Failure::with_help(
            format!("{}: {e}", path.display()),
            "the folder must be there before the log can be written",
        )),
        Err(e) => Err(Failure::new(format!("{}: {e}", path.display()))),
    }
}

fn describe(event: &HostEvent) -> String {
    match event {
        HostEvent::Seated { player, name, version } => {
            format!("player {player}: {name} ({version:?})")
        }
        HostEvent::TurnedAway { reason } => format!("turned away: {reason}"),
        HostEvent::LeftEarly { player, reason } => {
            format!("player {player} left before the series, its seat is free: {reason}")
        }
        HostEvent::Gone { player, reason } => format!("player {player} is gone: {reason}"),
        HostEvent::Refused { game, player, reason } => {
            format!("game {game}: player {player} refused: {reason}")
        }
        HostEvent::GameOver { game, .. } => format!("game {game} is over"),
    }
}
