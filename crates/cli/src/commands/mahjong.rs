//! `fuda mahjong score` and `fuda mahjong shanten`.

use crate::args::{MahjongCommand, ScoreArgs};
use crate::failure::{Failure, Outcome, Verdict};
use crate::screen;
use fuda_core::Lang;
use fuda_mahjong::ask::{
    AskError, ScoreAnswer, ScoreQuestion, ShantenAnswer, ShantenQuestion, score_line, shanten_line,
};
use fuda_mahjong::notation;
use serde::Serialize;
use serde_json::json;
use std::fmt::Display;
use std::io::{BufWriter, ErrorKind, Write};

/// Runs one of mahjong's own commands.
pub fn run(command: &MahjongCommand) -> Outcome {
    match command {
        MahjongCommand::Score(args) => match question(args)? {
            Some(question) => answer(question.answer(), ScoreAnswer::japanese, args.json),
            None => answer_lines(|line| score_line(line)),
        },
        MahjongCommand::Shanten { hands, json } if hands.is_empty() && *json => {
            answer_lines(|line| shanten_line(line))
        }
        MahjongCommand::Shanten { hands, .. } if hands.is_empty() => Err(Failure::with_help(
            "name a hand",
            "fuda mahjong shanten 123m456p789s1122z, or --json to read questions from stdin",
        )),
        MahjongCommand::Shanten { hands, json } => {
            // `123m 456p` may be typed without quotes: all arguments are one hand,
            // unless each of them is a whole hand of its own.
            let whole = |hand: &String| notation::parse(hand).is_ok_and(|tiles| tiles.len() >= 13);
            if !hands.iter().all(whole) {
                let asked = ShantenQuestion { hand: hands.join(" ") };
                return answer(asked.answer(), ShantenAnswer::japanese, *json);
            }
            let mut verdict = Verdict::Good;
            for hand in hands {
                let asked = ShantenQuestion { hand: hand.clone() };
                if answer(asked.answer(), ShantenAnswer::japanese, *json)? != verdict {
                    verdict = Verdict::Failed;
                }
            }
            Ok(verdict)
        }
    }
}

/// The question the arguments ask, if a hand is among them.
fn question(args: &ScoreArgs) -> Result<Option<ScoreQuestion>, Failure> {
    let (hand, win) = match args.tiles.as_slice() {
        [] => return Ok(None),
        [_] => return Err(Failure::new("name the winning tile after the hand, such as 8s")),
        [hand @ .., win] => (hand.join(" "), win),
    };
    let wrong = |e: AskError| Failure::new(e.to_string());
    let wind = |name: &str, text: &str| {
        serde_json::from_value(json!(text)).map_err(|_| {
            Failure::new(format!("--{name}: expected a wind, E, S, W or N, got `{text}`"))
        })
    };
    Ok(Some(ScoreQuestion {
        hand,
        win: win.clone(),
        melds: args.melds.iter().map(|m| m.parse()).collect::<Result<_, _>>().map_err(wrong)?,
        tsumo: args.tsumo,
        seat: wind("seat-wind", &args.seat)?,
        round: wind("round-wind", &args.round)?,
        riichi: args.riichi,
        ippatsu: args.ippatsu,
        last_tile: args.last_tile,
        rinshan: args.rinshan,
        chankan: args.chankan,
        first_turn: args.first_turn,
        dora: args.dora.clone(),
        ura: args.ura.clone(),
        honba: args.honba,
        sticks: args.sticks,
        rules: Some(args.rules.clone()),
    }))
}

/// Prints one answer.
fn answer<A: Serialize + Display>(
    answer: Result<A, AskError>,
    japanese: fn(&A) -> String,
    json: bool,
) -> Outcome {
    match answer {
        Ok(answer) if json => screen::print_json_line(&answer)?,
        Ok(answer) => match screen::lang() {
            Lang::English => screen::print(&format!("{answer}\n"))?,
            Lang::Japanese => screen::print(&format!("{}\n", japanese(&answer)))?,
        },
        Err(e) if json => {
            screen::print_json_line(&json!({ "error": e.to_string() }))?;
            return Ok(Verdict::Failed);
        }
        Err(e) => return Err(Failure::new(e.to_string())),
    }
    Ok(Verdict::Good)
}

/// Answers every line of standard input with a line; wrong questions get an
/// `{"error"}` and the next one is read.
fn answer_lines(answer: impl Fn(&[u8]) -> String) -> Outcome {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut line = Vec::new();
    while screen::read_line(&mut line)? {
        if line.trim_ascii().is_empty() {
            continue;
        }
        match writeln!(out, "{}", answer(line.trim_ascii())) {
            Err(e) if e.kind() == ErrorKind::BrokenPipe => return Ok(Verdict::Good),
            written => written.map_err(unwritten)?,
        }
    }
    match out.flush() {
        Err(e) if e.kind() != ErrorKind::BrokenPipe => Err(unwritten(e)),
        _ => Ok(Verdict::Good),
    }
}

fn unwritten(e: std::io::Error) -> Failure {
    Failure::new(format!("standard output: {e}"))
}
