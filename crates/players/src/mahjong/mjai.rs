//! Programs that speak mjai.

use crate::outside::{process, process_parameters};
use crate::{Kind, Parameter};
use fuda_bridges::mjai::{MjaiDialect, MjaiOptions, MjaiPlayer};
use fuda_mahjong::Mahjong;
use std::sync::Arc;

/// A program that speaks mjai over its pipes.
pub(super) fn mjai() -> Kind<Mahjong> {
    let mut parameters = process_parameters();
    parameters.push(Parameter::word("dialect", "line", &["line", "each", "list"]).about(
        "line: an event per line, answered where the program can act (Mortal); each: an \
                event per line, all answered; list: a list of events per line (mjai.app)",
    ));
    Kind {
        name: "mjai",
        about: "a program that speaks mjai: 'mjai[dialect=list]:python3 bot.py {seat}'",
        parameters,
        make: |game, values| {
            let (_, limits) = process(values)?;
            let names = values.text("env").unwrap_or_default().split('+');
            let options = MjaiOptions {
                command: values.text("command").unwrap_or_default().to_owned(),
                inherit: names.filter(|name| !name.is_empty()).map(str::to_owned).collect(),
                limits,
                dialect: match values.text("dialect") {
                    Some("each") => MjaiDialect::Each,
                    Some("list") => MjaiDialect::List,
                    _ => MjaiDialect::Line,
                },
            };
            let game = *game;
            Ok(Arc::new(move || Box::new(MjaiPlayer::new(game, options.clone()))))
        },
    }
}
