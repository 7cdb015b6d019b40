//! `fuda analyse`: what a player thinks of a position or of a record's moves.

use super::TypedGame;
use crate::args::AnalyseArgs;
use crate::failure::{Failure, Outcome, Verdict};
use crate::record_files::{read_partly, stops_at};
use crate::screen;
use fuda::games::GameEntry;
use fuda_arena::{Opinion, opinion};
use fuda_core::formats::Skipped;
use fuda_core::{
    Ask, Budget, EventOf, Game, MoveOf, Player, Position, PositionOf, Purpose, Record, Seat, Seed,
    View, heard_before,
};
use fuda_players::{Recipe, Unit, Units};
use serde::Serialize;
use std::path::Path;
use std::sync::Arc;

/// What a player said about one decision of a game.
#[derive(Serialize)]
struct Answer {
    /// Which move of the record, counted from 1; 1 for a single position.
    number: usize,
    /// Which hand or round of the game, counted from 1.
    hand: u32,
    seat: Seat,
    /// What was played, when it comes from a record.
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<String>,
    /// What the values count.
    unit: Unit,
    /// The value of the player's move minus that of the one that was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    lost: Option<f64>,
    /// Whether the player would have done the same.
    #[serde(skip)]
    agrees: bool,
    /// Whether it is known what the seat wanted: not where another seat's claim
    /// went before its own.
    #[serde(skip)]
    sure: bool,
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
            let bar = screen::waiting(&format!("{} is thinking", recipe.name));
            let mut asked = Asked::of(&recipe);
            let opinion = asked.about(&position, seat, 1, (&[], None), Seed(args.seed));
            bar.finish_and_clear();
            let opinion = opinion?;
            text += &describe(typed, &opinion);
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
            if let Some(seat) = args.seat.filter(|seat| usize::from(*seat) >= game.seats()) {
                let last = game.seats() - 1;
                let name = G::NAME;
                return Err(Failure::new(format!(
                    "--seat {seat}: {name} has the seats 0 to {last}"
                )));
            }
            let mut decisions = walk(typed, &record, &recipe, args, &mut text)?;
            if decisions.is_empty() && (args.at, args.seat, args.hand) != (None, None, None) {
                return Err(Failure::new(
                    "the record has no such decision: see --move, --seat, --hand",
                ));
            }
            let sure: Vec<bool> = decisions.iter().filter(|d| d.sure).map(|d| d.agrees).collect();
            let (agreed, total) = (sure.iter().filter(|agrees| **agrees).count(), sure.len());
            if let Some(worst) = args.worst {
                decisions.retain(|d| d.sure && d.lost.is_some_and(|lost| lost > 0.0));
                decisions.sort_by(|a, b| b.lost.unwrap_or(0.0).total_cmp(&a.lost.unwrap_or(0.0)));
                // Losses in different units cannot be compared: the worst of each.
                let mut listed: Vec<(Unit, u64)> = Vec::new();
                decisions.retain(|d| {
                    let at = listed.iter().position(|(unit, _)| *unit == d.unit);
                    let at = at.unwrap_or_else(|| {
                        listed.push((d.unit, 0));
                        listed.len() - 1
                    });
                    listed[at].1 += 1;
                    listed[at].1 <= u64::from(worst)
                });
            }
            text += &decisions.iter().map(|d| describe(typed, d)).collect::<String>();
            let name = &recipe.name;
            text += &screen::lang().pick(
                format!("{name} agrees with {agreed} of {total} moves\n"),
                format!("{name} は {total} 手のうち {agreed} 手で一致\n"),
            );
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
    typed: &TypedGame<G>,
    record: &Record<G>,
    recipe: &Recipe<G>,
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
    let (mut opinions, mut player) = (Vec::new(), Asked::of(recipe));
    let bar = screen::progress(total as u64, "moves");
    while let Some(decision) = decisions.next().map_err(|e| wrong(e.to_string()))? {
        let number = decision.number + 1;
        let asked = match args.at {
            Some(at) => at == number as u64,
            None => decision.legal.len() > 1,
        };
        let wanted = args.seat.is_none_or(|seat| decision.seat == Seat(seat))
            && args.hand.is_none_or(|hand| decision.position.round() + 1 == hand);
        if asked && wanted {
            if args.at.is_some() {
                let (style, last) = (screen::style(args.ascii), None);
                *text += &format!("{}\n\n", (typed.entry.drawn)(&decision.view(), last, style));
            }
            let seed = Seed(args.seed).derive(Purpose::Sample, &[decision.number as u64]);
            let (seat, played) = (decision.seat, Some(decision.chosen));
            let heard = match player.player.hears() {
                true => {
                    heard_before(record, seat, decision.number).map_err(|e| wrong(e.to_string()))?
                }
                false => Vec::new(),
            };
            let known = (heard.as_slice(), played);
            let mut answer = player.about(decision.position, seat, number, known, seed)?;
            answer.sure = decision.sure;
            if !answer.sure {
                answer.lost = None;
            }
            opinions.push(answer);
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(opinions)
}

/// A player that is asked for its opinion.
struct Asked<G: Game> {
    player: Box<dyn Player<G>>,
    units: Units<G>,
}

impl<G: Game> Asked<G> {
    fn of(recipe: &Recipe<G>) -> Asked<G> {
        Asked { player: (recipe.make)(), units: Arc::clone(&recipe.unit) }
    }

    /// Asks about one decision, with what the seat has heard before it and
    /// what was played.
    fn about(
        &mut self,
        position: &PositionOf<G>,
        seat: Seat,
        number: usize,
        (heard, played): (&[EventOf<G>], Option<MoveOf<G>>),
        seed: Seed,
    ) -> Result<Answer, Failure> {
        let mut legal = Vec::new();
        position.legal_moves(seat, &mut legal);
        self.player.begin(seat);
        if !heard.is_empty() {
            self.player.observe(heard);
        }
        let mut rng = seed.stream(Purpose::Player, &[0]);
        let (view, budget) = (position.view(seat), Budget::default());
        let question = Ask { view: &view, legal: &legal, budget, rng: &mut rng };
        let opinion = opinion::<G>(&mut *self.player, question)
            .map_err(|e| Failure::new(format!("the player gave no move: {e}")))?;
        let value = |mv: &str| opinion.alternatives.iter().find(|a| a.mv == mv).map(|a| a.value);
        let same = |choice: MoveOf<G>| played.is_some_and(|played| G::same_choice(choice, played));
        let agrees = opinion.choice.parse().is_ok_and(same);
        let played = played.map(|mv| mv.to_string());
        let lost = match (agrees, value(&opinion.choice), played.as_deref().and_then(value)) {
            (true, ..) => Some(0.0),
            (false, Some(best), Some(own)) => Some((best - own).max(0.0)),
            _ => None,
        };
        let (unit, hand) = ((self.units)(&legal), position.round() + 1);
        Ok(Answer { number, hand, seat, played, unit, lost, agrees, sure: true, opinion })
    }
}

fn describe<G: Game>(typed: &TypedGame<G>, answer: &Answer) -> String {
    let (lang, name) = (screen::lang(), |mv: &str| named(&typed.entry, mv));
    let (number, seat, hand) = (answer.number, answer.seat, answer.hand);
    let (choice, unit) = (name(&answer.opinion.choice), answer.unit.name(lang));
    let lost = answer.lost.filter(|_| !answer.agrees).map_or(String::new(), |lost| {
        lang.pick(format!(", lost {lost:.3} {unit}"), format!("、損失 {lost:.3} {unit}"))
    });
    let hand = match answer.played {
        Some(_) if hand > 1 => lang.pick(format!(", hand {hand}"), format!("、{hand}局目")),
        _ => String::new(),
    };
    let head = lang.pick(
        format!("move {number}{hand}, seat {seat}: "),
        format!("{number}手目{hand}、席{seat}: "),
    );
    let said = match answer.played.as_deref().map(name) {
        Some(played) if answer.agrees => {
            lang.pick(format!("{played}, and it agrees"), format!("{played}、一致"))
        }
        Some(played) => lang.pick(
            format!("{played} was played, it would play {choice}{lost}"),
            format!("実際は {played}、推奨は {choice}{lost}"),
        ),
        None => lang.pick(format!("it would play {choice}"), format!("推奨は {choice}")),
    };
    let played = answer.played.as_deref();
    format!("{head}{said}\n") + &weighed(&typed.entry, &answer.opinion, unit, played, usize::MAX)
}

/// A move that was written, as people of the language write it.
pub(super) fn named<G: Game>(entry: &GameEntry<G>, mv: &str) -> String {
    let name = |mv| entry.move_name(mv, screen::lang());
    mv.parse().map_or_else(|_| mv.to_owned(), name)
}

/// Half a 95% interval in standard errors.
const HALF_INTERVAL: f64 = 1.96;

/// The first few moves that a player weighed, with what speaks for and
/// against each; a star marks the one that was played.
pub(super) fn weighed<G: Game>(
    entry: &GameEntry<G>,
    opinion: &Opinion,
    unit: &str,
    played: Option<&str>,
    most: usize,
) -> String {
    let mut text = String::new();
    for a in opinion.alternatives.iter().take(most) {
        let mark = if Some(a.mv.as_str()) == played { '*' } else { ' ' };
        let name = screen::padded(&named(entry, &a.mv), 16);
        let lang = screen::lang();
        let effort = lang.pick("effort", "探索量");
        let error = a.error.map(|error| format!(" ± {:.3}", HALF_INTERVAL * error));
        let (value, error) = (a.value, error.unwrap_or_default());
        text += &format!("  {mark} {name} {value:>10.3}{error} {unit}  {effort} {}\n", a.effort);
        for (word, sign) in [(lang.pick("for", "長所"), 1.0), (lang.pick("against", "短所"), -1.0)]
        {
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
