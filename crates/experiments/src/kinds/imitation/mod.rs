//! Daihinmin: how well an evaluation of moves learned from a player's games
//! agrees with that player.

mod learning;
mod positions;

use super::Experiment;
use crate::context::Context;
use crate::entry::Entry;
use crate::error::ExperimentError;
use crate::value::{Measured, Point, Series};
use fuda_core::Purpose;
use fuda_core::RecordSet;
use fuda_daihinmin::{Daihinmin, Passes};
use fuda_learn::{ChoiceLoss, ModelFile};
use fuda_players::{DaihinminLearner as Learner, DaihinminModel as Learned};
use fuda_stats::Estimate;
use learning::{Learning, draw, learn};
use positions::{Example, from_records, self_play};
use serde::{Deserialize, Serialize};
use std::cell::OnceCell;

/// Somebody whose games are learned from.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Teacher {
    /// What the report calls it.
    pub name: String,
    /// The player that makes the games; `{effort}` is filled in.
    pub player: String,
    /// Below the folder of records, the log to use instead when it is there.
    pub log: Option<String>,
}

/// How much is learned.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Training {
    /// The teachers.
    pub teachers: Vec<Teacher>,
    /// Playouts of teachers that search.
    pub teacher_effort: u64,
    /// Positions to learn from.
    pub positions: usize,
    /// Positions of other games to test on.
    pub test: usize,
    /// Positions between two measures.
    pub every: usize,
    /// How often it is repeated with other seeds.
    pub repeats: u64,
    /// Whether passes that nobody forces are learned from, and may be made in
    /// learned playouts.
    #[serde(default = "yes")]
    pub voluntary_passes: bool,
}

fn yes() -> bool {
    true
}

/// A model and the curve of its learning.
#[derive(Serialize, Deserialize)]
pub(super) struct Trained {
    /// Positions learned from, and the agreement.
    pub curve: Vec<(usize, Estimate)>,
    /// The model of the first repetition, as a file would have it.
    pub model: Vec<u8>,
    /// Positions a player leaves to learn from in each game.
    pub per_game: f64,
    /// Weights of a perceptron that stay 0 in the first repetition.
    pub unused: usize,
}

/// Players of a game, all of whom leave positions.
const SEATS: f64 = 5.0;

/// The two learners by the names of the paper, and the network with a loss
/// that goes on learning.
const LEARNERS: [&str; 3] = ["NN", "NN softmax", "AP"];

pub(super) fn learner(name: &str) -> Option<(Learner, ChoiceLoss)> {
    match name {
        "NN" => Some((Learner::Network, ChoiceLoss::Pairs)),
        "NN softmax" => Some((Learner::Network, ChoiceLoss::Softmax)),
        "AP" => Some((Learner::Perceptron, ChoiceLoss::Pairs)),
        _ => None,
    }
}

impl Training {
    pub fn check(&self) -> Result<(), String> {
        for teacher in &self.teachers {
            let player = self.player(teacher);
            let catalogue = fuda_players::daihinmin();
            catalogue.recipe(&Daihinmin::default(), &player).map_err(|e| e.to_string())?;
        }
        match self.repeats == 0 || self.positions < self.every || self.every == 0 {
            true => Err("expected at least one repetition and one measure".to_owned()),
            false => Ok(()),
        }
    }

    /// Which passes count, in records and in playouts.
    pub fn passes(&self) -> Passes {
        if self.voluntary_passes { Passes::AsLegal } else { Passes::OnlyWhenForced }
    }

    fn player(&self, teacher: &Teacher) -> String {
        teacher.player.replace("{effort}", &self.teacher_effort.to_string())
    }

    /// What is said about where a teacher's games are from.
    pub fn note(&self, teacher: &Teacher, context: &Context<'_>) -> String {
        let passes = if self.voluntary_passes { "" } else { ", without passes nobody forced" };
        match teacher.log.as_ref().and_then(|log| context.records.file(log)) {
            Some(_) => format!("{}: the log of a contest policy{passes}", teacher.name),
            None => {
                let player = self.player(teacher);
                format!("{}: games of `{player}` against itself{passes}", teacher.name)
            }
        }
    }

    /// Learns from each of the teachers by each of the learners; examples are
    /// made once for both, and not at all when everything is known already.
    pub fn train(
        &self,
        teacher: &Teacher,
        learners: &[&str],
        context: &Context<'_>,
        step: &dyn Fn(f64),
    ) -> Result<Vec<Trained>, ExperimentError> {
        let examples = OnceCell::new();
        let mut all = Vec::new();
        for (number, name) in learners.iter().enumerate() {
            let key = (
                "examples",
                name,
                self.note(teacher, context),
                [self.positions, self.test, self.every],
                self.repeats,
            );
            let trained = context.memo(key, || {
                if examples.get().is_none() {
                    let _ = examples.set(self.examples(teacher, context)?);
                }
                let examples = examples.get().map_or(&[][..], Vec::as_slice);
                let learner = learner(name).ok_or_else(|| {
                    ExperimentError::measuring(format!("there is no learner `{name}`"))
                })?;
                self.learn(learner, examples, context)
            })?;
            step((number + 1) as f64 / learners.len() as f64);
            all.push(trained);
        }
        Ok(all)
    }

    fn examples(
        &self,
        teacher: &Teacher,
        context: &Context<'_>,
    ) -> Result<Vec<Example>, ExperimentError> {
        if let Some(path) = teacher.log.as_ref().and_then(|log| context.records.file(log)) {
            let games = RecordSet::read(&[path], |_, _| {})
                .map_err(|e| ExperimentError::Records(e.to_string()))?;
            return from_records(&games.records, self.passes());
        }
        let game = Daihinmin::default();
        let player = self.player(teacher);
        let recipe =
            fuda_players::daihinmin().recipe(&game, &player).map_err(ExperimentError::measuring)?;
        // Whole games are held back for the test, so a few more are needed.
        let positions = self.positions + self.test + self.test / 5 + 500;
        let wanted = (positions, self.passes());
        let (_, examples) = self_play(&game, &recipe, wanted, context.seed, context.threads)?;
        Ok(examples)
    }

    fn learn(
        &self,
        (learner, loss): (Learner, ChoiceLoss),
        examples: &[Example],
        context: &Context<'_>,
    ) -> Result<Trained, ExperimentError> {
        let (mut curves, mut model, mut unused) = (Vec::new(), None, 0);
        for repeat in 0..self.repeats {
            context.check()?;
            let seed = context.seed.derive(Purpose::Sample, &[repeat]);
            let split = draw(examples, self.positions, self.test, seed)?;
            let how = Learning { learner, loss, seed, measure_every: self.every };
            let (learned, curve) =
                learn(examples, &split, &how).map_err(ExperimentError::measuring)?;
            if model.is_none() {
                model = Some(learned.to_file().to_bytes());
                if let Learned::Perceptron(linear) = &learned {
                    unused = linear.weights.iter().filter(|weight| **weight == 0.0).count();
                }
            }
            curves.push(curve);
        }
        let points = curves.first().map_or(&[][..], Vec::as_slice).iter().enumerate();
        let curve = points.map(|(at, point)| {
            let repeats: Vec<Estimate> = curves.iter().map(|curve| curve[at].agreement).collect();
            (point.learned_from, Estimate::average(&repeats).times(100.0))
        });
        let curve = curve.collect();
        let games = examples.iter().map(|example| example.game + 1).max().unwrap_or(1);
        let per_game = examples.len() as f64 / (SEATS * f64::from(games));
        Ok(Trained { curve, model: model.unwrap_or_default(), per_game, unused })
    }
}

/// The model that was learned.
pub(super) fn model(name: &str, trained: &Trained) -> Result<Learned, ExperimentError> {
    let (learner, _) = learner(name)
        .ok_or_else(|| ExperimentError::measuring(format!("there is no learner `{name}`")))?;
    let file = ModelFile::from_bytes("the measured model", &trained.model);
    let learned = file.and_then(|file| Learned::from_file(learner, &file));
    learned.map_err(ExperimentError::measuring)
}

/// The settings.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImitationCurves {
    /// Whether only the best point of each curve is reported.
    #[serde(default)]
    best: bool,
    /// Whose games are learned from, and how many.
    training: Training,
}

impl Experiment for ImitationCurves {
    const NAME: &str = "imitation";

    fn check(&self) -> Result<(), String> {
        self.training.check()
    }

    fn measure(&self, _entry: &Entry, context: &Context<'_>) -> Result<Measured, ExperimentError> {
        let mut found = Measured::default();
        let teachers = &self.training.teachers;
        let mut best: Vec<Vec<Point>> = vec![Vec::new(); 2 * LEARNERS.len()];
        for (number, teacher) in teachers.iter().enumerate() {
            let step = |part| context.step(number, part, teachers.len());
            let trained = self.training.train(teacher, &LEARNERS, context, &step)?;
            for (at, (name, trained)) in LEARNERS.iter().zip(&trained).enumerate() {
                let points = trained.curve.iter().map(|&(n, agreement)| Point::new(n, agreement));
                let series = Series::new(format!("{name}, {}", teacher.name), points.collect());
                let most = trained.curve.iter().max_by(|a, b| a.1.mean.total_cmp(&b.1.mean));
                if let Some(&(positions, agreement)) = most {
                    best[at].push(Point::new(&teacher.name, agreement));
                    best[at + LEARNERS.len()].push(Point::exact(&teacher.name, positions as f64));
                }
                if !self.best {
                    found.series.push(series);
                }
            }
            let note = self.training.note(teacher, context);
            let last = trained.last().map(|trained| (trained.per_game, trained.unused));
            let (per_game, unused) = last.unwrap_or_default();
            found.notes.push(format!(
                "{note}; {per_game:.2} positions per player and game, {unused} of the \
                 perceptron's 5,110 weights stay 0"
            ));
        }
        if self.best {
            let positions = LEARNERS.map(|name| format!("{name}, positions"));
            let names = LEARNERS.map(str::to_owned).into_iter().chain(positions);
            found.series = names.zip(best).map(|(n, p)| Series::new(n, p)).collect();
        }
        found.notes.push(format!(
            "{} positions to learn from, {} to test on, the mean of {} repetitions",
            self.training.positions, self.training.test, self.training.repeats
        ));
        Ok(found)
    }
}
