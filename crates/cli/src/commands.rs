//! The commands: thin, each in its own file.

mod bot;
mod catalogue;
mod contest;
mod host_mjai;
mod koikoi;
mod koikoi_completions;
mod koikoi_policy;
mod mahjong;
mod man;
mod mining;
mod mjai;
mod models;
mod othello;
mod othello_evaluation;
#[cfg(feature = "nats")]
mod queue;
pub(crate) mod records;
mod reproduce;
mod serve;
mod study;
#[cfg(feature = "nats")]
mod worker;

use crate::args::{Args, Command};
#[cfg(not(feature = "nats"))]
use crate::failure::Failure;
use crate::failure::Outcome;
use crate::game::Games;
use crate::{complete, lang, screen};

/// Does what was typed.
pub fn run(args: Args, games: &Games) -> Outcome {
    let spoken = args.lang.as_deref();
    match args.command {
        Command::Games(args) => catalogue::games(&args, games),
        Command::Players(args) => catalogue::players(&args, games),
        Command::Match(args) => games.named(&args.game)?.run_match(&args),
        Command::Tournament(args) => games.named(&args.game)?.tournament(&args),
        Command::Forks(args) => games.named(&args.game)?.forks(&args),
        Command::CheckBot(args) => games.named(&args.game)?.check_bot(&args),
        Command::Play(args) => games.named(&args.game)?.play(&args),
        Command::Analyse(args) => games.named(&args.game)?.analyse(&args),
        Command::Agree(args) => games.named(&args.game)?.agree(&args),
        Command::Exploit(args) => games.named(&args.game)?.exploit(&args),
        Command::Records(command) => records::run(&command, games),
        Command::Mine(args) => mining::mine(&args),
        Command::Select(args) => mining::select(&args),
        Command::Classify(args) => mining::classify(&args),
        Command::Study(args) => study::run(&args),
        #[cfg(feature = "nats")]
        Command::Worker(args) => worker::run(&args, games),
        #[cfg(feature = "nats")]
        Command::Queue(command) => queue::run(&command),
        #[cfg(not(feature = "nats"))]
        Command::Worker(_) | Command::Queue(_) => Err(Failure::with_help(
            "this build knows no queues of other machines",
            "build it with the feature `nats`, which is on by default",
        )),
        Command::Positions(args) => games.named(&args.game)?.positions(&args),
        Command::Bot(args) => bot::run(&args),
        Command::Join(command) => contest::join(&command),
        Command::Host(command) => contest::host(&command),
        Command::Learn(args) => games.named(&args.game)?.learn(&args.method),
        Command::Models(command) => models::run(&command),
        Command::Reproduce(args) => reproduce::run(&args),
        Command::Serve(args) => serve::serve(&args, games, spoken),
        Command::Review(args) => serve::review(&args, games, spoken),
        Command::Othello(command) => othello::run(&command),
        Command::Koikoi(command) => koikoi::run(&command),
        Command::Mahjong(command) => mahjong::run(&command),
        Command::Completions { shell } => complete::script(shell),
        Command::Man(args) => man::run(&args, lang::command(screen::lang())),
    }
}
