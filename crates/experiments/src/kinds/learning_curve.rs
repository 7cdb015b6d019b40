//! Koi-koi: the reward of a policy while it is learned by policy gradient.

use super::Experiment;
use super::parallel::{self, Pieces};
use super::rule_players::RuleVariant;
use crate::context::Context;
use crate::entry::Entry;
use crate::error::ExperimentError;
use crate::value::{Measured, Point, Series};
use fuda_arena::{Competitor, Conditions, play_game, player_rngs};
use fuda_core::{Game, Player, Purpose, Seed, try_in_order};
use fuda_koikoi::KoiKoi;
use fuda_players::{Models, Recipe};
use fuda_stats::{Estimate, Moments};
use fuda_train::koikoi::{learn_paper_policy, paper_policy};
use fuda_train::{LinearPolicyParams, Opponent};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The settings.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LearningCurve {
    /// The opponent.
    against: String,
    /// How many games are learned from.
    episodes: u64,
    /// Games a point of the curve stands for.
    every: u64,
    /// How many policies are learned, from different seeds.
    seeds: u64,
    /// Random completions that decide koi-koi.
    calls: u32,
    /// Games of the rule player, playing first, against the same opponent:
    /// the line to compare with.
    rule_games: u64,
    /// The margin over every rule player that fits the paper's text, and not
    /// only over the one that is shown.
    margins: Option<Margins>,
}

/// How margins over rule players are measured.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Margins {
    /// Policies learned against each.
    seeds: u64,
    /// Games of each against random cards, and against itself, in each seat.
    games: u64,
    /// The paper's score of its rule player against random cards.
    score: f64,
    /// Half the 95% interval of that score.
    half: f64,
}

impl Experiment for LearningCurve {
    const NAME: &str = "learning-curve";

    fn check(&self) -> Result<(), String> {
        let catalogue = fuda_players::koikoi();
        catalogue.recipe(&KoiKoi::default(), &self.opponent()).map_err(|e| e.to_string())?;
        match self.every == 0 || self.episodes < 2 * self.every || self.seeds == 0 {
            true => Err("expected at least one seed and two points of the curve".to_owned()),
            false => Ok(()),
        }
    }

    fn measure(&self, _entry: &Entry, context: &Context<'_>) -> Result<Measured, ExperimentError> {
        let curves =
            self.curves(context.seed, Models::Files).map_err(ExperimentError::measuring)?;
        let count = usize::try_from(self.seeds).unwrap_or(usize::MAX);
        let done = |finished| context.step(finished, 0.0, count + 1);
        let curves = parallel::each(context, &curves, count, &done)?;
        let mut points = Vec::new();
        for (at, &(episodes, _)) in curves.first().map_or(&[][..], Vec::as_slice).iter().enumerate()
        {
            let values: Vec<f64> = curves.iter().map(|curve| curve[at].1).collect();
            points.push(Point::new(episodes, Moments::of(&values).estimate()));
        }
        // The whole last third: single points are noisy.
        let ends: Vec<f64> = curves.iter().map(|curve| end(curve)).collect();
        let rule = self.rule(context)?;
        let (margins, note) = self.margins(context)?;
        Ok(Measured {
            series: [
                Series::new("policy gradient", points),
                Series::new("rule", vec![rule]),
                Series::new(
                    "last third",
                    vec![Point::new("policy gradient", Moments::of(&ends).estimate())],
                ),
            ]
            .into_iter()
            .chain(margins)
            .collect(),
            notes: [format!(
                "{} policies from different seeds, {} games each, as first player; the interval is \
                 over policies",
                self.seeds, self.episodes
            )]
            .into_iter()
            .chain(note)
            .collect(),
            ..Measured::default()
        })
    }
}

/// The mean reward over the last third of a curve.
fn end(curve: &[(u64, f64)]) -> f64 {
    let last = &curve[curve.len() - (curve.len() / 3).max(1)..];
    last.iter().map(|(_, mean)| mean).sum::<f64>() / last.len() as f64
}

/// Policies that are learned, each from a seed of its own.
pub(super) struct Curves {
    settings: LearningCurve,
    seed: Seed,
    opponent: Recipe<KoiKoi>,
}

impl Pieces for Curves {
    const NAME: &str = LearningCurve::NAME;
    /// After how many games the mean reward was how much.
    type Piece = Vec<(u64, f64)>;

    fn settings(&self) -> Value {
        json!(self.settings)
    }

    fn models(&self) -> Vec<String> {
        self.opponent.models.clone().unwrap_or_default()
    }

    fn open(settings: Value, seed: Seed, models: Models<'_>) -> Result<Curves, String> {
        let settings: LearningCurve =
            serde_json::from_value(settings).map_err(|e| e.to_string())?;
        settings.check()?;
        settings.curves(seed, models)
    }

    fn key(&self, number: usize) -> Value {
        let LearningCurve { episodes, every, calls, .. } = self.settings;
        json!(("learning-curve", &self.opponent.name, episodes, every, calls, number))
    }

    fn piece(&self, number: u64, _: &AtomicBool) -> Result<Vec<(u64, f64)>, ExperimentError> {
        let (name, make) = (self.opponent.name.clone(), self.opponent.make.clone());
        self.settings.learn(Opponent { name, percent: 100, make }, self.seed, number)
    }
}

impl LearningCurve {
    fn curves(&self, seed: Seed, models: Models<'_>) -> Result<Curves, String> {
        let opponent =
            fuda_players::koikoi().recipe_with(&KoiKoi::default(), &self.opponent(), models);
        let opponent = opponent.map_err(|e| e.to_string())?;
        Ok(Curves { settings: self.clone(), seed, opponent })
    }

    fn opponent(&self) -> String {
        format!("{}:calls={}", self.against, self.calls)
    }

    /// Learns a policy against an opponent, from the seed of this number: after
    /// how many games the mean reward was how much.
    fn learn(
        &self,
        opponent: Opponent<KoiKoi>,
        seed: Seed,
        number: u64,
    ) -> Result<Vec<(u64, f64)>, ExperimentError> {
        let params = LinearPolicyParams {
            episodes: self.episodes,
            report_every: self.every,
            seed: seed.derive(Purpose::Sample, &[number]),
            ..paper_policy(opponent, self.calls)
        };
        let (_, curve) = learn_paper_policy(&KoiKoi::default(), &params, |_| {})
            .map_err(ExperimentError::measuring)?;
        Ok(curve.iter().map(|point| (point.episodes, point.reward.mean)).collect())
    }

    /// What the rule player gets, playing first, against the same opponent.
    fn rule(&self, context: &Context<'_>) -> Result<Point, ExperimentError> {
        let catalogue = fuda_players::koikoi();
        let game = KoiKoi::default();
        let rule = format!("rule:calls={}", self.calls);
        let recipe = |text: &str| catalogue.recipe(&game, text).map_err(ExperimentError::measuring);
        let [rule, other] = [recipe(&rule)?, recipe(&self.opponent())?];
        let key = ("rule-first", &other.name, self.rule_games);
        let (make, other) = (rule.make.clone(), other.make.clone());
        let players = move || [make(), other()];
        let points = context.memo(key, || first_seat(&players, self.rule_games, context))?;
        Ok(Point::new("all", points))
    }

    /// The margin of learned policies over every rule player that scores what
    /// the paper's does, and a note about them.
    fn margins(
        &self,
        context: &Context<'_>,
    ) -> Result<(Vec<Series>, Option<String>), ExperimentError> {
        let Some(margins) = self.margins else { return Ok((Vec::new(), None)) };
        let (all, calls) = (RuleVariant::all(), self.calls);
        let random = fuda_players::koikoi()
            .recipe(&KoiKoi::default(), &format!("random-cards:calls={calls}"))
            .map_err(ExperimentError::measuring)?;
        let scores = try_in_order(all.len(), context.threads, |number| {
            let (rules, games) = (all[number], margins.games);
            context.memo(("rule-score", rules.name(), calls, games), || {
                let first = first_seat(&|| [rules.player(calls), (random.make)()], games, context)?;
                let second =
                    first_seat(&|| [(random.make)(), rules.player(calls)], games, context)?;
                let itself = || [rules.player(calls), rules.player(calls)];
                Ok((first, second.times(-1.0), first_seat(&itself, games, context)?))
            })
        })?;
        let score = |number: usize| {
            let (first, second, _): &(Estimate, Estimate, Estimate) = &scores[number];
            Estimate::average(&[*first, *second])
        };
        let fits = |&number: &usize| (score(number).mean - margins.score).abs() <= margins.half;
        let fitting: Vec<usize> = (0..all.len()).filter(fits).collect();
        let seeds = usize::try_from(margins.seeds.max(1)).unwrap_or(1);
        let ends = try_in_order(fitting.len() * seeds, context.threads, |task| {
            let (rules, number) = (all[fitting[task / seeds]], task % seeds);
            let key = ("learning-curve", rules.name(), self.episodes, self.every, calls, number);
            let curve = context.memo(key, || {
                let make = Arc::new(move || rules.player(calls));
                let opponent = Opponent { name: rules.name(), percent: 100, make };
                self.learn(opponent, context.seed, number as u64)
            })?;
            Ok::<f64, ExperimentError>(end(&curve))
        })?;
        let points: Vec<Point> = fitting
            .iter()
            .zip(ends.chunks(seeds))
            .map(|(&number, ends)| {
                let margin = Moments::of(ends).estimate().minus(scores[number].2);
                Point::new(all[number].name(), margin)
            })
            .collect();
        // The players are fixed, and share deals and seeds: what varies is which
        // policies were learned.
        let of_seed = |seed: usize| {
            let margins = ends.chunks(seeds).zip(&fitting);
            let margins = margins.map(|(ends, &number)| ends[seed] - scores[number].2.mean);
            margins.sum::<f64>() / fitting.len() as f64
        };
        let means: Vec<f64> = match fitting.is_empty() {
            true => Vec::new(),
            false => (0..seeds).map(of_seed).collect(),
        };
        let by_mean = |a: &Estimate, b: &Estimate| a.mean.total_cmp(&b.mean);
        let values = || points.iter().map(|point| point.value);
        let mut summary = vec![Point::new("mean", Moments::of(&means).estimate())];
        summary.extend(values().min_by(by_mean).map(|least| Point::new("least", least)));
        summary.extend(values().max_by(by_mean).map(|most| Point::new("most", most)));
        let of = |numbers: &mut dyn Iterator<Item = usize>| {
            numbers.map(|n| Point::new(all[n].name(), score(n))).collect::<Vec<_>>()
        };
        let series = vec![
            Series::new("rule players against random cards", of(&mut (0..all.len()))),
            Series::new("margin over a rule player", points),
            Series::new("margin", if means.is_empty() { Vec::new() } else { summary }),
        ];
        let note = format!(
            "{} of {} rule players score {} ± {} against random cards; {} policies learned \
             against each of them",
            fitting.len(),
            all.len(),
            margins.score,
            margins.half,
            seeds
        );
        Ok((series, Some(note)))
    }
}

/// Makes the two players of a game.
type Pair<'a> = &'a (dyn Fn() -> [Box<dyn Player<KoiKoi>>; 2] + Sync);

/// The mean points of the first seat over so many games.
fn first_seat(
    players: Pair<'_>,
    games: u64,
    context: &Context<'_>,
) -> Result<Estimate, ExperimentError> {
    let (game, stop) = (KoiKoi::default(), context.stop);
    let mut rewards = Vec::new();
    for number in 0..games {
        let deal = game.deal(&mut context.seed.stream(Purpose::Deal, &[number]));
        let mut seats = players().map(Competitor::Fair);
        let seed = context.seed.derive(Purpose::Sample, &[1, number]);
        let mut rngs = player_rngs(seed, 2);
        let under = Conditions { stop: Some(stop), ..Conditions::default() };
        let played = play_game(&game, &deal, &mut seats, &mut rngs, under, &mut ())
            .map_err(ExperimentError::measuring)?;
        rewards.push(played.scores.ok_or(ExperimentError::Stopped)?[0]);
    }
    Ok(Moments::of(&rewards).estimate())
}
