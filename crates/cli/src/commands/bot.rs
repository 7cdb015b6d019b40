//! `fuda bot`: our players at other people's tables.

use crate::args::bot::{BotArgs, BotProtocol, at_depth};
use crate::failure::{Failure, Outcome, Verdict};
use crate::screen;
use fuda_bridges::nboard::{Engine, serve};
use fuda_core::{Budget, Game, Player, Seed};
use fuda_othello::Othello;

/// Answers on standard output until standard input ends.
pub fn run(args: &BotArgs) -> Outcome {
    match args.protocol {
        BotProtocol::Nboard => nboard(args),
        BotProtocol::Mjai => super::mjai::bot(args),
    }
}

fn nboard(args: &BotArgs) -> Outcome {
    if args.game != Othello::NAME {
        let message =
            format!("--protocol nboard is spoken by players of othello, not {}", args.game);
        return Err(Failure::new(message));
    }
    for (name, given) in [("--rules", args.rules.is_some()), ("--seat", args.seat.is_some())] {
        if given {
            return Err(Failure::new(format!("{name}: over nboard the board says what is played")));
        }
    }
    let time = args.time_limit.map(|seconds| screen::duration("--time-limit", seconds));
    let budget = Budget { time: time.transpose()?, effort: None };
    let game = Othello::STANDARD;
    let players = fuda_players::othello();
    let recipe = players.recipe(&game, &args.player)?;
    let (own, name) = (recipe.make, recipe.name);
    let description = name.clone();
    let make = move |depth: Option<u32>| -> Box<dyn Player<Othello>> {
        let deeper = depth.map(|depth| players.recipe(&game, &at_depth(&description, depth)));
        match deeper {
            Some(Ok(recipe)) => (recipe.make)(),
            // A player without a depth stays as it is.
            _ => own(),
        }
    };
    let mut engine = Engine::new(&name, Box::new(make), budget, Seed(args.seed));
    let (mut input, mut out) = (std::io::stdin().lock(), std::io::stdout().lock());
    serve(&mut engine, &mut input, &mut out).or_else(screen::output_failed)?;
    Ok(Verdict::Good)
}
