//! Programs that speak mjai.

use crate::outside::{limits, process, process_parameters};
use crate::{Kind, Parameter, Values};
use fuda_bridges::mjai::{
    DoorOptions, MjaiDialect, MjaiDoor, MjaiOptions, MjaiPlayer, MjaiProgram, MjaiSource,
};
use fuda_mahjong::Mahjong;
use std::sync::{Arc, Mutex};

/// A program that speaks mjai over its pipes.
pub(super) fn mjai() -> Kind<Mahjong> {
    let mut parameters = process_parameters();
    parameters.push(Parameter::word("dialect", "line", &["line", "each", "list"]).about(
        "line: an event per line, answered where the program can act (Mortal); each: an \
                event per line, all answered; list: a list of events per line (mjai.app)",
    ));
    parameters.push(
        Parameter::word("hints", "no", &["no", "yes"])
            .about("whether the program hears what it may do: possible_actions, cannot_dahai"),
    );
    Kind {
        name: "mjai",
        about: "a program that speaks mjai: 'mjai[dialect=list]:python3 bot.py {seat}'",
        parameters,
        make: |game, values| {
            let (_, limits) = process(values)?;
            let mut options = MjaiOptions::new(MjaiSource::Pipes(program(values)), limits);
            options.hints = values.text("hints") == Some("yes");
            options.dialect = match values.text("dialect") {
                Some("each") => MjaiDialect::Each,
                Some("list") => MjaiDialect::List,
                _ => MjaiDialect::Line,
            };
            let game = *game;
            Ok(Arc::new(move || Box::new(MjaiPlayer::new(game, options.clone()))))
        },
    }
}

/// What is written instead of a command where nothing is to be started.
const NO_PROGRAM: &str = "-";

/// A client of mjai's TCP protocol.
pub(super) fn mjai_tcp() -> Kind<Mahjong> {
    let mut parameters = process_parameters();
    parameters
        .push(Parameter::whole("port", "", 1, 65_535).about(
            "the port on 127.0.0.1 that clients come to; without it every game has its own",
        ));
    Kind {
        name: "mjai-tcp",
        about: "a client of mjai's TCP protocol, started for every game with the table's URL: \
                'mjai-tcp:./client' or 'mjai-tcp:./client {host} {port}'; \
                'mjai-tcp[port=11600]:-' waits for clients that others start",
        parameters,
        make: |game, values| {
            let waits = values.text("command") == Some(NO_PROGRAM);
            let limits = match waits {
                true => limits(values),
                false => process(values)?.1,
            };
            let door = values.whole("port").map(|port| -> Result<_, String> {
                let options = DoorOptions { line: limits.line, ..DoorOptions::default() };
                let door = MjaiDoor::bind("127.0.0.1", port as u16, options);
                let door = door.map_err(|e| format!("port {port}: {e}"))?;
                Ok(Arc::new(Mutex::new(door)))
            });
            let source = match (waits, door.transpose()?) {
                (false, door) => MjaiSource::Tcp(program(values), door),
                (true, Some(door)) => MjaiSource::Door(door),
                (true, None) => {
                    return Err(
                        "`-` waits for a client and needs a port: mjai-tcp[port=11600]:-".into()
                    );
                }
            };
            let (game, options) = (*game, MjaiOptions::new(source, limits));
            Ok(Arc::new(move || Box::new(MjaiPlayer::new(game, options.clone()))))
        },
    }
}

fn program(values: &Values) -> MjaiProgram {
    let names = values.text("env").unwrap_or_default().split('+');
    MjaiProgram {
        command: values.text("command").unwrap_or_default().to_owned(),
        inherit: names.filter(|name| !name.is_empty()).map(str::to_owned).collect(),
    }
}
