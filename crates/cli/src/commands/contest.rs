//! `fuda join uecda` and `fuda host uecda`.

use crate::args::contest::{HostCommand, HostUecdaArgs, JoinCommand, JoinUecdaArgs};
use crate::failure::{Failure, Outcome, Verdict};
use crate::screen;
use fuda_core::{Game, Seed};
use fuda_daihinmin::Daihinmin;
use fuda_daihinmin::wire::{
    Host, HostEvent, HostOptions, HouseGuest, JoinEvent, JoinOptions, Version, join as join_table,
};
use serde_json::json;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::time::Duration;

/// The rules both ends play by.
fn game() -> Result<Daihinmin, Failure> {
    Daihinmin::with_rules("uecda").map_err(|e| Failure::new(e.to_string()))
}

/// Sits at somebody's table.
pub fn join(command: &JoinCommand) -> Outcome {
    let JoinCommand::Uecda(args) = command;
    let recipe = fuda_players::daihinmin().recipe(&game()?, &args.player)?;
    let options = JoinOptions {
        host: args.host.clone(),
        port: args.port,
        name: args.name.clone(),
        version: version(args)?,
        seed: Seed(args.seed),
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
    let HostCommand::Uecda(args) = command;
    let time_limit = Duration::try_from_secs_f64(args.time_limit)
        .ok()
        .filter(|time| !time.is_zero())
        .ok_or_else(|| Failure::new("--time-limit: expected seconds above 0"))?;
    let guests = guests(args)?;
    let mut log = open_log(args)?;
    let failed = |e: &dyn std::fmt::Display| Failure::new(format!("the table: {e}"));
    let host = Host::bind(HostOptions {
        address: args.address.clone(),
        port: args.port,
        games: args.games,
        seed: Seed(args.seed),
        time_limit,
        ..HostOptions::default()
    })
    .map_err(|e| Failure::new(format!("{}:{}: {e}", args.address, args.port)))?;
    let waited_for = 5 - guests.len();
    let address = host.address().map_err(|e| failed(&e))?;
    screen::remark(&format!("listening at {address} for {waited_for} clients"));
    let bar = screen::progress(u64::from(args.games), "games");
    let mut told = |event: HostEvent| match event {
        HostEvent::GameOver { game, .. } => bar.set_position(u64::from(game) + 1),
        other => bar.suspend(|| screen::remark(&screen::tame(&describe(&other)))),
    };
    let writer = log.as_mut().map(|file| file as &mut dyn Write);
    let report = host.run(guests, writer, &mut told).map_err(|e| failed(&e))?;
    bar.finish_and_clear();
    if let Some(mut file) = log {
        file.flush().map_err(|e| failed(&e))?;
    }
    if args.json {
        screen::print_json(&json!({
            "games": report.games, "turns": report.turns, "refused": report.refused,
            "names": report.names, "points": report.points,
        }))?;
        return Ok(Verdict::Good);
    }
    let mut text =
        format!("{} games, {} turns, {} refused\n", report.games, report.turns, report.refused);
    for (name, points) in report.names.iter().zip(report.points) {
        text += &format!("  {points:>8}  {}\n", screen::tame(name));
    }
    screen::print(&text)?;
    Ok(Verdict::Good)
}

fn guests(args: &HostUecdaArgs) -> Result<Vec<HouseGuest>, Failure> {
    if args.guests.len() > 5 {
        return Err(Failure::new(format!("{} guests for five seats", args.guests.len())));
    }
    let game = game()?;
    let players = fuda_players::daihinmin();
    let guest = |text: &String| {
        let recipe = players.recipe(&game, text)?;
        Ok(HouseGuest { player: (recipe.make)(), name: recipe.name })
    };
    args.guests.iter().map(guest).collect()
}

fn open_log(args: &HostUecdaArgs) -> Result<Option<BufWriter<File>>, Failure> {
    let Some(path) = &args.log else { return Ok(None) };
    let mut options = File::options();
    options.write(true).create(true).truncate(true).create_new(!args.force);
    match options.open(path) {
        Ok(file) => Ok(Some(BufWriter::new(file))),
        Err(e) => Err(Failure::with_help(
            format!("{}: {e}", path.display()),
            "an older log is replaced with --force",
        )),
    }
}

fn describe(event: &HostEvent) -> String {
    match event {
        HostEvent::Seated { player, name, version } => {
            format!("player {player}: {name} ({version:?})")
        }
        HostEvent::TurnedAway { reason } => format!("turned away: {reason}"),
        HostEvent::Gone { player, reason } => format!("player {player} is gone: {reason}"),
        HostEvent::Refused { game, player, reason } => {
            format!("game {game}: player {player} refused: {reason}")
        }
        HostEvent::GameOver { game, .. } => format!("game {game} is over"),
    }
}
