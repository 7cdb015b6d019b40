//! Koi-koi: the reward of a policy while it is learned by policy gradient.

use super::Experiment;
use super::parallel::{self, Pieces};
use crate::context::Context;
use crate::entry::Entry;
use crate::error::ExperimentError;
use crate::value::{Measured, Point, Series};
use fuda_arena::{Competitor, Conditions, play_game, player_rngs};
use fuda_core::{Game, Purpose, Seed};
use fuda_koikoi::KoiKoi;
use fuda_players::{Models, Recipe};
use fuda_stats::Moments;
use fuda_train::koikoi::{learn_paper_policy, paper_policy};
use fuda_train::{LinearPolicyParams, Opponent};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
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
        Ok(Measured {
            series: vec![
                Series::new("policy gradient", points),
                Series::new("rule", vec![rule]),
                Series::new(
                    "last third",
                    vec![Point::new("policy gradient", Moments::of(&ends).estimate())],
                ),
            ],
            notes: vec![format!(
                "{} policies from different seeds, {} games each, as first player; the interval is \
                 over policies",
                self.seeds, self.episodes
            )],
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
        let params = LinearPolicyParams {
            episodes: self.settings.episodes,
            report_every: self.settings.every,
            seed: self.seed.derive(Purpose::Sample, &[number]),
            ..paper_policy(Opponent { name, percent: 100, make }, self.settings.calls)
        };
        let (_, curve) = learn_paper_policy(&KoiKoi::default(), &params, |_| {})
            .map_err(ExperimentError::measuring)?;
        Ok(curve.iter().map(|point| (point.episodes, point.reward.mean)).collect())
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

    /// What the rule player gets, playing first, against the same opponent.
    fn rule(&self, context: &Context<'_>) -> Result<Point, ExperimentError> {
        let catalogue = fuda_players::koikoi();
        let game = KoiKoi::default();
        let rule = format!("rule:calls={}", self.calls);
        let recipe = |text: &str| catalogue.recipe(&game, text).map_err(ExperimentError::measuring);
        let recipes = [recipe(&rule)?, recipe(&self.opponent())?];
        let key = ("rule-first", &recipes[1].name, self.rule_games);
        let points = context.memo(key, || {
            let stop = context.stop;
            let mut rewards = Vec::new();
            for number in 0..self.rule_games {
                let deal = game.deal(&mut context.seed.stream(Purpose::Deal, &[number]));
                let mut seats =
                    [&recipes[0], &recipes[1]].map(|recipe| Competitor::Fair((recipe.make)()));
                let seed = context.seed.derive(Purpose::Sample, &[1, number]);
                let mut rngs = player_rngs(seed, 2);
                let under = Conditions { stop: Some(stop), ..Conditions::default() };
                let played = play_game(&game, &deal, &mut seats, &mut rngs, under, &mut ())
                    .map_err(ExperimentError::measuring)?;
                rewards.push(played.scores.ok_or(ExperimentError::Stopped)?[0]);
            }
            Ok(Moments::of(&rewards).estimate())
        })?;
        Ok(Point::new("all", points))
    }
}
