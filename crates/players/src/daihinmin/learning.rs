//! Learning an evaluation of moves from lessons, and how often it agrees.

pub use super::lessons::{Lesson, LessonError, SelfPlay, from_records, self_play};
pub use super::models::{Learned, Learner};

use fuda_core::{Purpose, Seed};
use fuda_daihinmin::encode::{ALL, PRODUCTS};
use fuda_learn::{
    ChoiceLoss, ChoiceParams, ChoiceTrainer, Groups, LearnError, Linear, Network, Perceptron,
};
use fuda_stats::{Estimate, clustered_share};
use serde::Serialize;

/// What is learned, and from how much.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Learning {
    /// Network or perceptron.
    pub learner: Learner,
    /// Positions to learn from.
    pub positions: usize,
    /// Positions of other games to test on.
    pub test: usize,
    /// Passes over the positions.
    pub epochs: usize,
    /// Hidden units of a network.
    pub hidden: usize,
    /// The rate of a network.
    pub rate: f64,
    /// Groups after which the rate has halved; never when it is none.
    pub cooling: Option<f64>,
    /// What a network makes small.
    pub loss: ChoiceLoss,
    /// Which games are for testing, the order, and the weights at the start.
    pub seed: Seed,
    /// The agreement is measured whenever so many positions were learned from.
    pub measure_every: usize,
}

impl Learning {
    /// The usual way of a learner.
    pub fn usual(learner: Learner, loss: ChoiceLoss) -> Learning {
        Learning {
            learner,
            positions: 50_000,
            test: 10_000,
            epochs: 1,
            hidden: 16,
            rate: 0.1,
            cooling: match loss {
                ChoiceLoss::Pairs => None,
                ChoiceLoss::Softmax => Some(20_000.0),
            },
            loss,
            seed: Seed(1),
            measure_every: 5_000,
        }
    }
}

/// How often a model agrees with what was played; the interval is over games.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Agreement {
    /// Positions learned from, each counted as often as it was seen.
    pub learned_from: usize,
    /// Positions tested on.
    pub tested: usize,
    /// The share in which the best move is the one that was played; of moves
    /// with equal scores the first listed is the best.
    pub agreement: Estimate,
    /// The share in which the best move has the same features as the one
    /// that was played, so that no evaluation could tell them apart.
    pub alike: f64,
}

/// A model and how it came about.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The model.
    pub learned: Learned,
    /// The agreement on the way; the last is that of the model.
    pub curve: Vec<Agreement>,
}

/// Lessons to learn from and lessons to test on: never of the same game.
pub struct Split<'a> {
    /// In the order they are learned.
    pub train: Vec<&'a Lesson>,
    /// Of other games.
    pub test: Vec<&'a Lesson>,
}

impl Split<'_> {
    /// Draws whole games by seed until there are enough lessons to test on;
    /// of the others draws as many lessons as are to be learned from.
    pub fn draw(
        lessons: &[Lesson],
        positions: usize,
        test: usize,
        seed: Seed,
    ) -> Result<Split<'_>, LessonError> {
        let few = LessonError::TooFew { found: lessons.len(), wanted: positions + test };
        let games = lessons.iter().map(|lesson| lesson.game).max().unwrap_or(0);
        let mut rng = seed.stream(Purpose::Sample, &[]);
        let mut order: Vec<u32> = (0..=games).collect();
        rng.shuffle(&mut order);
        let mut counts = vec![0usize; games as usize + 1];
        lessons.iter().for_each(|lesson| counts[lesson.game as usize] += 1);
        let mut tested = vec![false; games as usize + 1];
        let mut have = 0;
        for game in order {
            if have >= test {
                break;
            }
            tested[game as usize] = true;
            have += counts[game as usize];
        }
        let (mut held, mut train): (Vec<&Lesson>, Vec<&Lesson>) =
            lessons.iter().partition(|lesson| tested[lesson.game as usize]);
        if have < test || train.len() < positions {
            return Err(few);
        }
        rng.shuffle(&mut train);
        train.truncate(positions);
        rng.shuffle(&mut held);
        held.truncate(test);
        Ok(Split { train, test: held })
    }
}

/// Something that is learning.
enum Trainer {
    Network(Box<ChoiceTrainer>),
    Perceptron(Box<Perceptron>),
}

impl Trainer {
    fn learn(&mut self, lessons: &[&Lesson]) -> Result<(), LearnError> {
        let mut groups = self.groups();
        for lesson in lessons {
            self.push(lesson, &mut groups)?;
        }
        for group in groups.all().iter() {
            match self {
                Trainer::Network(trainer) => trainer.learn(group),
                Trainer::Perceptron(perceptron) => perceptron.learn(group),
            }
        }
        Ok(())
    }

    fn groups(&self) -> Groups {
        Groups::new(match self {
            Trainer::Network(_) => ALL,
            Trainer::Perceptron(_) => PRODUCTS,
        })
    }

    fn push(&self, lesson: &Lesson, groups: &mut Groups) -> Result<(), LearnError> {
        match self {
            Trainer::Network(_) => lesson.push_features(groups),
            Trainer::Perceptron(_) => lesson.push_products(groups),
        }
    }

    fn learned(&self) -> Learned {
        match self {
            Trainer::Network(trainer) => Learned::Network(trainer.network().clone()),
            Trainer::Perceptron(perceptron) => Learned::Perceptron(perceptron.average()),
        }
    }
}

/// Lessons whose rows are made at a time; all at once would need gigabytes.
const PORTION: usize = 1_000;

/// Learns, and measures on the way. `progress` is told how many positions
/// were learned from.
pub fn learn(
    split: &Split<'_>,
    how: &Learning,
    mut progress: impl FnMut(usize),
) -> Result<Outcome, LessonError> {
    let mut trainer = match how.learner {
        Learner::Perceptron => Trainer::Perceptron(Box::new(Perceptron::new(PRODUCTS))),
        Learner::Network => {
            let params = ChoiceParams {
                hidden: how.hidden,
                rate: how.rate,
                cooling: how.cooling,
                loss: how.loss,
                epochs: how.epochs,
                seed: how.seed,
            };
            Trainer::Network(Box::new(params.check()?.start(ALL)))
        }
    };
    let mut order = split.train.clone();
    let mut rng = how.seed.stream(Purpose::Training, &[2]);
    let (mut seen, mut curve) = (0, Vec::new());
    let all = order.len() * how.epochs;
    for _ in 0..how.epochs {
        rng.shuffle(&mut order);
        for portion in order.chunks(PORTION) {
            trainer.learn(portion)?;
            let before = seen;
            seen += portion.len();
            progress(seen);
            let every = how.measure_every.max(1);
            if seen == all || before / every != seen / every {
                curve.push(measure(&trainer.learned(), &split.test, seen)?);
            }
        }
    }
    Ok(Outcome { learned: trainer.learned(), curve })
}

/// How often a model agrees with lessons.
pub fn measure(
    learned: &Learned,
    lessons: &[&Lesson],
    learned_from: usize,
) -> Result<Agreement, LessonError> {
    let (mut same, mut alike) = (Vec::with_capacity(lessons.len()), 0usize);
    let score = Scorer::of(learned);
    for lesson in lessons {
        let scores: Vec<f64> = lesson.alternatives.iter().map(|on| score.score(on)).collect();
        let best = (0..scores.len()).fold(0, |b, i| if scores[i] > scores[b] { i } else { b });
        same.push((lesson.game, f64::from(u8::from(best == lesson.chosen))));
        alike += usize::from(lesson.alternatives[best] == lesson.alternatives[lesson.chosen]);
    }
    Ok(Agreement {
        learned_from,
        tested: lessons.len(),
        agreement: clustered_share(same),
        alike: alike as f64 / lessons.len().max(1) as f64,
    })
}

/// Scores straight from the features, in full precision.
enum Scorer<'a> {
    Network(&'a Network),
    Perceptron(&'a Linear),
}

impl Scorer<'_> {
    fn of(learned: &Learned) -> Scorer<'_> {
        match learned {
            Learned::Network(network) => Scorer::Network(network),
            Learned::Perceptron(linear) => Scorer::Perceptron(linear),
        }
    }

    fn score(&self, on: &[u8]) -> f64 {
        use fuda_daihinmin::encode::{OF_MOVE, OF_POSITION};
        match self {
            Scorer::Network(network) => {
                let columns: Vec<u32> = on.iter().map(|&i| i.into()).collect();
                network.value(fuda_learn::Row::Ones(&columns))
            }
            Scorer::Perceptron(linear) => {
                let cut = on.partition_point(|&i| usize::from(i) <= OF_MOVE);
                let (of_move, of_position) = on.split_at(cut);
                let row = |&i: &u8| {
                    let weights = &linear.weights[(usize::from(i) - 1) * OF_POSITION..];
                    let weight = |&j: &u8| weights[usize::from(j) - 1 - OF_MOVE];
                    of_position.iter().map(weight).sum::<f64>()
                };
                of_move.iter().filter(|&&i| i > 0).map(row).sum()
            }
        }
    }
}
