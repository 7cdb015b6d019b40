//! How often players choose what was played in mahjong records.

use super::Experiment;
use crate::context::Context;
use crate::entry::Entry;
use crate::error::ExperimentError;
use crate::value::{Measured, Pair, Point, Series};
use fuda_core::{BadText, DecisionFilter, try_in_order};
use fuda_mahjong::Mahjong;
use fuda_players::agree::{Options, Sample, compare};
use fuda_stats::{clustered_mean, clustered_share};
use serde::Deserialize;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The settings.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Agreement {
    /// How many decisions.
    positions: usize,
    /// How often each is put to a player.
    #[serde(default = "one")]
    repeats: u32,
    /// What the values are.
    #[serde(default)]
    measure: Measure,
    /// The kind of decision.
    nodes: Option<String>,
    /// `none`: nobody may be in riichi.
    riichi: Option<String>,
    /// The first and the last turn.
    turns: Option<(u32, u32)>,
    /// Only the first hand of a game.
    #[serde(default)]
    first_hand: bool,
    /// What stands for `{effort}` in the players' descriptions.
    effort: Option<u64>,
    /// Single values.
    #[serde(default)]
    rows: Vec<Row>,
    /// Curves over the effort.
    #[serde(default)]
    curves: Vec<Curve>,
}

fn one() -> u32 {
    1
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Measure {
    /// The share of decisions in which the player's choice is the record's.
    #[default]
    First,
    /// The shares in which the record's move is among the first 1 to 6.
    Within,
    /// The shares turn by turn, and those in which the move is named at all.
    Turns,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    series: String,
    at: String,
    player: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Curve {
    series: String,
    player: String,
    over: Vec<u64>,
}

/// Series, place and player.
type Question = (String, String, String);

/// What a player said about a sample.
struct Asked {
    games: Vec<usize>,
    turns: Vec<u32>,
    /// The place of the recorded move in the player's list, if it named it.
    places: Vec<Option<usize>>,
}

impl Asked {
    fn hits(&self, within: usize) -> Vec<f64> {
        let hit = |place: &Option<usize>| place.is_some_and(|place| place <= within);
        self.places.iter().map(|place| f64::from(u8::from(hit(place)))).collect()
    }

    fn share(&self, at: &str, within: usize) -> Point {
        percent(at, &self.hits(within), &self.games)
    }
}

fn percent(at: impl ToString, hits: &[f64], games: &[usize]) -> Point {
    Point::new(at, clustered_share(games.iter().zip(hits.iter().copied())).times(100.0))
}

impl Experiment for Agreement {
    const NAME: &str = "agreement";

    fn check(&self) -> Result<(), String> {
        self.filter().map_err(|e| e.to_string())?;
        for (_, _, player) in self.questions() {
            let catalogue = fuda_players::mahjong();
            catalogue.recipe(&Mahjong::default(), &player).map_err(|e| e.to_string())?;
        }
        Ok(())
    }

    fn measure(&self, entry: &Entry, context: &Context<'_>) -> Result<Measured, ExperimentError> {
        let questions = self.questions();
        let mut answers = Vec::with_capacity(questions.len());
        for (number, (_, _, player)) in questions.iter().enumerate() {
            let step = |part| context.step(number, part, questions.len());
            answers.push(self.ask(player, context, &step)?);
        }
        let mut found = Measured::default();
        for ((series, at, _), asked) in questions.iter().zip(&answers) {
            match self.measure {
                Measure::First => push(&mut found.series, series, asked.share(at, 1)),
                Measure::Within => {
                    for within in 1..=6 {
                        push(&mut found.series, series, asked.share(&within.to_string(), within));
                    }
                }
                Measure::Turns => by_turn(&mut found.series, series, asked),
            }
        }
        found.pairs = self.pairs(entry, &questions, &answers);
        found.notes.push(context.records.mahjong_note()?);
        if let Some(asked) = answers.first() {
            found.notes.push(format!("{} decisions", asked.places.len()));
        }
        Ok(found)
    }
}

impl Agreement {
    fn filter(&self) -> Result<DecisionFilter, BadText> {
        let mut words = vec![self.nodes.as_deref().unwrap_or("discard")];
        match self.riichi.as_deref() {
            None | Some("any") => {}
            Some("none") => words.push("no-riichi"),
            Some(other) => return Err(BadText::new("riichi of none or any", other)),
        }
        words.extend(self.first_hand.then_some("first-hand"));
        DecisionFilter::new::<Mahjong>(Some(&words.join(",")), self.turns)
    }

    /// Series, place and player of everything that is asked.
    fn questions(&self) -> Vec<Question> {
        let effort = self.effort.map_or_else(String::new, |effort| effort.to_string());
        let row = |row: &Row| {
            (row.series.clone(), row.at.clone(), row.player.replace("{effort}", &effort))
        };
        let mut all: Vec<_> = self.rows.iter().map(row).collect();
        for curve in &self.curves {
            all.extend(curve.over.iter().map(|effort| {
                let effort = effort.to_string();
                let player = curve.player.replace("{effort}", &effort);
                (curve.series.clone(), effort, player)
            }));
        }
        all
    }

    /// The differences that the claims are about, decision by decision.
    fn pairs(&self, entry: &Entry, questions: &[Question], answers: &[Asked]) -> Vec<Pair> {
        // The hits that a value is the share of.
        let hits = |place: &str| {
            let (series, at) = place.split_once('@')?;
            let own = |(own, own_at, _): &Question| match self.measure {
                Measure::First => own == series && own_at == at,
                Measure::Within => own == series,
                Measure::Turns => false,
            };
            let asked = &answers[questions.iter().position(own)?];
            let within = match self.measure {
                Measure::Within => at.parse().ok()?,
                _ => 1,
            };
            Some((asked.hits(within), &asked.games))
        };
        let mut pairs = Vec::new();
        for (left, right) in entry.text.claims.iter().flat_map(|claim| claim.rule.pairs()) {
            let (Some((a, games)), Some((b, _))) = (hits(left), hits(right)) else { continue };
            let less = a.iter().zip(b).map(|(a, b)| a - b);
            let value = clustered_mean(games.iter().zip(less)).times(100.0);
            pairs.push(Pair { left: left.to_owned(), right: right.to_owned(), value });
        }
        pairs
    }

    fn ask(
        &self,
        player: &str,
        context: &Context<'_>,
        step: &(dyn Fn(f64) + Sync),
    ) -> Result<Asked, ExperimentError> {
        let filter = self.filter().map_err(ExperimentError::measuring)?;
        let records = context.records.mahjong()?;
        let sample = Sample::draw(records, &filter, self.positions, context.seed)
            .map_err(ExperimentError::measuring)?;
        let count = sample.decisions.len();
        let (asked, parts) = (AtomicUsize::new(0), count.div_ceil(AT_ONCE));
        let done = || step((asked.fetch_add(1, Ordering::Relaxed) + 1) as f64 / count as f64);
        // Bit by bit, so that an interrupted run loses little; workers are kept
        // busy by several of them.
        let at_a_time = if context.queue.is_some() { PARTS } else { 1 };
        let places = try_in_order(parts, at_a_time, |number| {
            let begun = number * AT_ONCE;
            let part = &sample.decisions[begun..count.min(begun + AT_ONCE)];
            let filter = format!("{filter:?}");
            let key = ("agreement", player, filter, self.positions, self.repeats, begun);
            context.memo(key, || {
                let (seed, threads, repeats) = (context.seed, context.threads, self.repeats);
                let options = Options { seed, repeats, threads };
                let catalogue = fuda_players::mahjong();
                let part = Sample { decisions: part.to_vec(), from: sample.from };
                let ranks =
                    compare(&catalogue, player, records, &part, options, context.queue, &done)
                        .map_err(ExperimentError::measuring)?;
                Ok(ranks.iter().map(|rank| rank.listed).collect::<Vec<Option<usize>>>())
            })
        })?;
        let places = places.concat();
        Ok(Asked {
            games: sample.decisions.iter().map(|decision| decision.record).collect(),
            turns: sample.decisions.iter().map(|decision| decision.turn).collect(),
            places,
        })
    }
}

/// Decisions that are asked about and kept together.
const AT_ONCE: usize = 50;

/// How many of these parts workers are given at a time.
const PARTS: usize = 16;

fn push(all: &mut Vec<Series>, name: &str, point: Point) {
    match all.iter_mut().find(|series| series.name == name) {
        Some(series) => series.points.push(point),
        None => all.push(Series::new(name, vec![point])),
    }
}

fn by_turn(all: &mut Vec<Series>, name: &str, asked: &Asked) {
    let last = asked.turns.iter().copied().max().unwrap_or(0);
    for turn in 1..=last {
        let own = |i: &usize| asked.turns[*i] == turn;
        let of: Vec<usize> = (0..asked.turns.len()).filter(own).collect();
        if of.is_empty() {
            continue;
        }
        let games: Vec<usize> = of.iter().map(|&i| asked.games[i]).collect();
        for (name, within) in [(name.to_owned(), 1), (format!("{name}, named"), usize::MAX)] {
            let hits = asked.hits(within);
            let hits: Vec<f64> = of.iter().map(|&i| hits[i]).collect();
            push(all, &name, percent(turn, &hits, &games));
        }
    }
    let parts = format!("{name}, parts");
    let mut part = |at: &str, within: usize, wanted: &dyn Fn(u32) -> bool| {
        let of: Vec<usize> = (0..asked.turns.len()).filter(|&i| wanted(asked.turns[i])).collect();
        let (hits, games) = (asked.hits(within), &asked.games);
        let hits: Vec<f64> = of.iter().map(|&i| hits[i]).collect();
        let games: Vec<usize> = of.iter().map(|&i| games[i]).collect();
        if !of.is_empty() {
            push(all, &parts, percent(at, &hits, &games));
        }
    };
    part("turns 1 to 6", 1, &|turn| turn <= 6);
    part("turns 7 and later", 1, &|turn| turn > 6);
    part("turns 7 to 9", 1, &|turn| (7..10).contains(&turn));
    part("turns 10 to 12", 1, &|turn| (10..13).contains(&turn));
    part("named", usize::MAX, &|_| true);
}
