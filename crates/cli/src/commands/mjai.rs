//! `fuda bot --protocol mjai` and `fuda join mjai`: our mahjong players at
//! other people's tables.

use crate::args::bot::BotArgs;
use crate::args::contest::JoinMjaiArgs;
use crate::failure::{Failure, Outcome, Verdict};
use crate::screen;
use fuda_bridges::mjai::{MjaiBot, serve};
use fuda_core::{Budget, Game, Seat, Seed};
use fuda_mahjong::Mahjong;
use std::io::BufReader;
use std::net::TcpStream;

/// A player and how it sits down.
struct Asked<'a> {
    player: &'a str,
    rules: Option<&'a str>,
    seat: Option<u8>,
    time_limit: Option<f64>,
    seed: u64,
}

fn make(asked: &Asked<'_>) -> Result<MjaiBot, Failure> {
    let game = match asked.rules {
        Some(rules) => Mahjong::with_rules(rules).map_err(|e| Failure::new(e.to_string()))?,
        None => Mahjong::default(),
    };
    if let Some(seat) = asked.seat.filter(|seat| *seat > 3) {
        return Err(Failure::new(format!("--seat {seat}: mahjong has the seats 0 to 3")));
    }
    let time = asked.time_limit.map(|seconds| screen::duration("--time-limit", seconds));
    let budget = Budget { time: time.transpose()?, effort: None };
    let recipe = fuda_players::mahjong().recipe(&game, asked.player)?;
    let seat = asked.seat.map(Seat);
    Ok(MjaiBot::new(game, (recipe.make)(), budget, seat, Seed(asked.seed)))
}

/// Answers on standard output until standard input ends.
pub fn bot(args: &BotArgs) -> Outcome {
    if args.game != Mahjong::NAME {
        let message = format!("--protocol mjai is spoken by players of mahjong, not {}", args.game);
        return Err(Failure::new(message));
    }
    let mut bot = make(&Asked {
        player: &args.player,
        rules: args.rules.as_deref(),
        seat: args.seat,
        time_limit: args.time_limit,
        seed: args.seed,
    })?;
    let (mut input, mut out) = (std::io::stdin().lock(), std::io::stdout().lock());
    match serve(&mut bot, &mut input, &mut out) {
        Ok(Ok(())) => {}
        Ok(Err(e)) => return Err(Failure::new(format!("standard input: {e}"))),
        Err(e) => screen::output_failed(e)?,
    }
    Ok(Verdict::Good)
}

/// Plays at a TCP server until it closes the table.
pub fn join(args: &JoinMjaiArgs) -> Outcome {
    let bot = make(&Asked {
        player: &args.player,
        rules: args.rules.as_deref(),
        seat: None,
        time_limit: args.time_limit,
        seed: args.seed,
    })?;
    let mut bot = bot.at_server(&args.name, &args.room);
    let failed = |e: &dyn std::fmt::Display| Failure::new(format!("{}: {e}", args.address));
    let stream = TcpStream::connect(&args.address).map_err(|e| failed(&e))?;
    stream.set_nodelay(true).map_err(|e| failed(&e))?;
    let mut input = BufReader::new(stream.try_clone().map_err(|e| failed(&e))?);
    let mut output = stream;
    match serve(&mut bot, &mut input, &mut output) {
        Ok(Ok(())) => Ok(Verdict::Good),
        Ok(Err(e)) => Err(failed(&e)),
        Err(e) => Err(failed(&e)),
    }
}
