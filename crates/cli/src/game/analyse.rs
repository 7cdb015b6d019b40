//! `fuda analyse`: what a player thinks of a position or of a record's moves.

use super::TypedGame;
use crate::args::AnalyseArgs;
use crate::failure::{Failure, Outcome, Verdict};
use crate::record_files::{read_partly, stops_at};
use crate::screen;
use fuda_arena::{Opinion, opinion};
use fuda_core::formats::Skipped;
use fuda_core::{
    Ask, Budget, EventOf, Game, MoveOf, Player, Position, PositionOf, Purpose, Record, Seat, Seed,
    View, heard_before,
};
use serde::Serialize;
use std::path::Path;

/// What a player said about one decision of a game.
#[derive(Serialize)]
struct Answer {
    /// Which move of the record, counted from 1; 1 for a single position.
    number: usize,
    seat: Seat,
    /// What was played, when it comes from a record.
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<String>,
    #[serde(flatten)]
    opinion: Opinion,
}

#[derive(Serialize)]
struct Analysis {
    game: &'static str,
    rules: String,
    player: String,
    seed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    agreement: Option<f64>,
    /// Where the record can no longer be followed, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    stops: Option<Skipped>,
    decisions: Vec<Answer>,
}

pub(super) fn run<G: Game>(typed: &TypedGame<G>, args: &AnalyseArgs) -> Outcome {
    let named = args.player.as_deref().unwrap_or(typed.entry.favourite);
    let mut text = String::new();
    let analysis = match (&args.position, &args.record) {
        (Some(position), _) => {
            let game = typed.game(args.rules.as_deref())?;
            let recipe = typed.entry.players.recipe(&game, named)?;
            let position = parse(&game, position)?;
            let Some(seat) = position.turn().first() else {
                return Err(Failure::new("in this position the game is over"));
            };
            let style = screen::style(args.ascii);
            text += &format!("{}\n\n", position.view(seat).draw(style));
            let mut player = (recipe.make)();
            let bar = screen::waiting(&format!("{} is thinking", recipe.name));
            let opinion = ask::<G>(&mut *player, &position, seat, 1, (&[], None), Seed(args.seed));
            bar.finish_and_clear();
            let opinion = opinion?;
            text += &describe(&opinion);
            Analysis {
                game: G::NAME,
                rules: game.rules(),
                player: recipe.name,
                seed: args.seed,
                agreement: None,
                stops: None,
                decisions: vec![opinion],
            }
        }
        (None, Some(path)) => {
            let (record, stops) = choose_record::<G>(path, args.number)?;
            let game = typed.game(Some(&record.rules))?;
            let recipe = typed.entry.players.recipe(&game, named)?;
            let decisions = walk(&record, &mut *(recipe.make)(), args, &mut text)?;
            let agreed =
                decisions.iter().filter(|d| d.played.as_ref() == Some(&d.opinion.choice)).count();
            let total = decisions.len();
            text += &format!("{} agrees with {agreed} of {total} moves\n", recipe.name);
            if let Some(stops) = &stops {
                text += &format!("the rest was not looked at; {}\n", stops_at(stops));
            }
            Analysis {
                game: G::NAME,
                rules: record.rules,
                player: recipe.name,
                seed: args.seed,
                agreement: (total > 0).then(|| agreed as f64 / total as f64),
                stops,
                decisions,
            }
        }
        (None, None) => return Err(Failure::new("name a record or a --position")),
    };
    match args.json {
        true => screen::print_json(&analysis)?,
        false => screen::print(&text)?,
    }
    Ok(Verdict::Good)
}

fn parse<G: Game>(game: &G, text: &str) -> Result<PositionOf<G>, Failure> {
    match game.parse_position(text) {
        Some(read) => read.map_err(|e| Failure::new(format!("--position: {e}"))),
        None => Err(Failure::with_help(
            format!("{} has no notation for a single position", G::NAME),
            "name a record and the --move instead",
        )),
    }
}

/// The record, and where it stops if it does so early.
fn choose_record<G: Game>(
    path: &Path,
    number: u64,
) -> Result<(Record<G>, Option<Skipped>), Failure> {
    let mut set = read_partly::<G>(&[path.to_owned()])?;
    let count = set.records.len() as u64;
    if number > count {
        let name = path.display();
        return Err(Failure::new(format!("{name}: --game {number}: the file has {count} games")));
    }
    let at = number as usize - 1;
    Ok((set.records.swap_remove(at), set.cut.remove(&at)))
}

/// Asks about every decision of the record with more than one legal move, or
/// about the one that was named.
fn walk<G: Game>(
    record: &Record<G>,
    player: &mut dyn Player<G>,
    args: &AnalyseArgs,
    text: &mut String,
) -> Result<Vec<Answer>, Failure> {
    let total = record.moves.len();
    if let Some(at) = args.at
        && at > total as u64
    {
        return Err(Failure::new(format!("--move {at}: the game has {total} moves")));
    }
    let wrong = |e: String| Failure::new(format!("the record does not replay: {e}"));
    let mut decisions = record.decisions().map_err(|e| wrong(e.to_string()))?;
    let mut opinions = Vec::new();
    let bar = screen::progress(total as u64, "moves");
    while let Some(decision) = decisions.next().map_err(|e| wrong(e.to_string()))? {
        let number = decision.number + 1;
        let asked = match args.at {
            Some(at) => at == number as u64,
            None => decision.legal.len() > 1,
        };
        if asked {
            if args.at.is_some() {
                let style = screen::style(args.ascii);
                *text += &format!("{}\n\n", decision.view().draw(style));
            }
            let seed = Seed(args.seed).derive(Purpose::Sample, &[decision.number as u64]);
            let (seat, played) = (decision.seat, Some(decision.chosen));
            let heard = match player.hears() {
                true => {
                    heard_before(record, seat, decision.number).map_err(|e| wrong(e.to_string()))?
                }
                false => Vec::new(),
            };
            let known = (heard.as_slice(), played);
            let opinion = ask::<G>(player, decision.position, seat, number, known, seed)?;
            *text += &describe(&opinion);
            opinions.push(opinion);
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(opinions)
}

/// Asks about one decision, with what the seat has heard before it and what
/// was played.
fn ask<G: Game>(
    player: &mut dyn Player<G>,
    position: &PositionOf<G>,
    seat: Seat,
    number: usize,
    (heard, played): (&[EventOf<G>], Option<MoveOf<G>>),
    seed: Seed,
) -> Result<Answer, Failure> {
    let mut legal = Vec::new();
    position.legal_moves(seat, &mut legal);
    player.begin(seat);
    if !heard.is_empty() {
        player.observe(heard);
    }
    let mut rng = seed.stream(Purpose::Player, &[0]);
    let (view, budget) = (position.view(seat), Budget::default());
    let question = Ask { view: &view, legal: &legal, budget, rng: &mut rng };
    let opinion = opinion::<G>(player, question)
        .map_err(|e| Failure::new(format!("the player gave no move: {e}")))?;
    Ok(Answer { number, seat, played: played.map(|mv| mv.to_string()), opinion })
}

fn describe(answer: &Answer) -> String {
    let choice = &answer.opinion.choice;
    let mut text = format!("move {}, seat {}: ", answer.number, answer.seat);
    text += &match &answer.played {
        Some(played) if played == choice => format!("{played}, and it agrees\n"),
        Some(played) => format!("{played} was played, it would play {choice}\n"),
        None => format!("it would play {choice}\n"),
    };
    text + &weighed(&answer.opinion, answer.played.as_deref(), usize::MAX)
}

/// Half a 95% interval in standard errors.
const HALF_INTERVAL: f64 = 1.96;

/// The first few moves that a player weighed, with what speaks for and
/// against each; a star marks the one that was played.
pub(super) fn weighed(opinion: &Opinion, played: Option<&str>, most: usize) -> String {
    let mut text = String::new();
    for a in opinion.alternatives.iter().take(most) {
        let mark = if Some(a.mv.as_str()) == played { '*' } else { ' ' };
        let error = a.error.map(|error| format!(" ± {:.3}", HALF_INTERVAL * error));
        let (mv, value, error) = (&a.mv, a.value, error.unwrap_or_default());
        text += &format!("  {mark} {mv:<12} {value:>12.3}{error}  effort {}\n", a.effort);
        for (word, sign) in [("for", 1.0), ("against", -1.0)] {
            let said: Vec<String> = a
                .reasons
                .iter()
                .filter(|reason| sign * reason.worth > LEAST_WORTH)
                .take(MOST_REASONS)
                .map(|reason| format!("{} ({:+.2})", reason.words, reason.worth))
                .collect();
            if !said.is_empty() {
                text += &format!("      {word}: {}\n", said.join(", "));
            }
        }
    }
    text
}

/// Reasons of less worth are not printed.
const LEAST_WORTH: f64 = 0.05;
/// How many reasons for a move are printed, and how many against it.
const MOST_REASONS: usize = 4;
