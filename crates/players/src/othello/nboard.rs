//! Programs that speak NBoard.

use crate::outside::{process, process_parameters};
use crate::{Kind, Parameter, Range};
use fuda_bridges::nboard::{NBoardOptions, NBoardPlayer};
use fuda_othello::Othello;
use std::sync::Arc;

/// A program that speaks NBoard.
pub(super) fn nboard() -> Kind<Othello> {
    let mut parameters = process_parameters();
    parameters.push(Parameter {
        name: "depth",
        default: "",
        range: Range::Whole(1, 60),
        about: "plies it should look ahead",
    });
    Kind {
        name: "nboard",
        about: "a program that speaks NBoard: 'nboard[depth=8]:./edax -nboard'",
        parameters,
        make: |_, values| {
            let (command, limits) = process(values)?;
            let depth = values.whole("depth").and_then(|depth| u32::try_from(depth).ok());
            let options = NBoardOptions { command, limits, depth };
            Ok(Arc::new(move || Box::new(NBoardPlayer::new(options.clone()))))
        },
    }
}
