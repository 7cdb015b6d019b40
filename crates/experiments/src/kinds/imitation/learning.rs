//! Learning an evaluation of moves from examples, and how often it agrees.

use super::positions::Example;
use crate::error::ExperimentError;
use fuda_core::{Purpose, Seed};
use fuda_daihinmin::encode::{ALL, OF_MOVE, OF_POSITION, PRODUCTS};
use fuda_learn::{ChoiceLoss, ChoiceParams, ChoiceTrainer, Groups, LearnError, Perceptron, Row};
use fuda_players::{DaihinminLearner as Learner, DaihinminModel as Learned};
use fuda_stats::{Estimate, clustered_share};
use fuda_train::Split;

/// How an evaluation is learned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Learning {
    /// Network or perceptron.
    pub learner: Learner,
    /// What a network makes small.
    pub loss: ChoiceLoss,
    /// The order, and the weights at the start.
    pub seed: Seed,
    /// The agreement is measured whenever so many positions were learned from.
    pub measure_every: usize,
}

/// Hidden units of a network, and its rate.
const HIDDEN: usize = 16;
const RATE: f64 = 0.1;
/// Groups after which the rate of a softmax network has halved.
const COOLING: f64 = 20_000.0;

/// How often a model agrees with what was played; the interval is over games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Agreement {
    /// Positions learned from.
    pub learned_from: usize,
    /// The share in which the best move is the one that was played; of moves
    /// with equal scores the first listed is the best.
    pub agreement: Estimate,
}

/// Draws whole games by seed until there are enough examples to test on; of the
/// others draws as many examples as are to be learned from.
pub fn draw(
    examples: &[Example],
    positions: usize,
    test: usize,
    seed: Seed,
) -> Result<Split, ExperimentError> {
    let games = examples.iter().map(|example| example.game).max().unwrap_or(0);
    let mut by_game = vec![Vec::new(); games as usize + 1];
    for (number, example) in examples.iter().enumerate() {
        by_game[example.game as usize].push(number);
    }
    let mut rng = seed.stream(Purpose::Sample, &[]);
    let mut split = Split::of_groups(by_game, test, &mut rng);
    for (numbers, wanted) in [(&mut split.train, positions), (&mut split.test, test)] {
        if numbers.len() < wanted {
            let (found, wanted) = (examples.len(), positions + test);
            let why = format!("{found} positions to learn from, but {wanted} are wanted");
            return Err(ExperimentError::measuring(why));
        }
        numbers.sort_unstable();
        rng.shuffle(numbers);
        numbers.truncate(wanted);
    }
    Ok(split)
}

/// Something that is learning.
enum Trainer {
    Network(Box<ChoiceTrainer>),
    Perceptron(Box<Perceptron>),
}

impl Trainer {
    fn learn(&mut self, examples: &[&Example]) -> Result<(), LearnError> {
        let as_products = matches!(self, Trainer::Perceptron(_));
        let mut groups = Groups::new(if as_products { PRODUCTS } else { ALL });
        for example in examples {
            example.push(as_products, &mut groups)?;
        }
        for group in groups.all().iter() {
            match self {
                Trainer::Network(trainer) => trainer.learn(group),
                Trainer::Perceptron(perceptron) => perceptron.learn(group),
            }
        }
        Ok(())
    }

    fn learned(&self) -> Learned {
        match self {
            Trainer::Network(trainer) => Learned::Network(trainer.network().clone()),
            Trainer::Perceptron(perceptron) => Learned::Perceptron(perceptron.average()),
        }
    }
}

/// Examples whose rows are made at a time; all at once would need gigabytes.
const PORTION: usize = 1_000;

/// Learns in one pass, and measures on the way: the model, and the agreement
/// on the way, the last that of the model.
pub fn learn(
    examples: &[Example],
    split: &Split,
    how: &Learning,
) -> Result<(Learned, Vec<Agreement>), LearnError> {
    let of = |numbers: &[usize]| numbers.iter().map(|&n| &examples[n]).collect::<Vec<_>>();
    let (mut order, test) = (of(&split.train), of(&split.test));
    let mut trainer = match how.learner {
        Learner::Perceptron => Trainer::Perceptron(Box::new(Perceptron::new(PRODUCTS))),
        Learner::Network => {
            let params = ChoiceParams {
                hidden: HIDDEN,
                rate: RATE,
                cooling: (how.loss == ChoiceLoss::Softmax).then_some(COOLING),
                loss: how.loss,
                epochs: 1,
                seed: how.seed,
            };
            Trainer::Network(Box::new(params.check()?.start(ALL)))
        }
    };
    how.seed.stream(Purpose::Training, &[2]).shuffle(&mut order);
    let (mut seen, mut curve) = (0, Vec::new());
    for portion in order.chunks(PORTION) {
        trainer.learn(portion)?;
        let (before, every) = (seen, how.measure_every.max(1));
        seen += portion.len();
        if seen == order.len() || before / every != seen / every {
            let agreement = measure(&trainer.learned(), &test);
            curve.push(Agreement { learned_from: seen, agreement });
        }
    }
    Ok((trainer.learned(), curve))
}

/// How often a model agrees with examples.
fn measure(learned: &Learned, examples: &[&Example]) -> Estimate {
    clustered_share(examples.iter().map(|example| {
        let scores: Vec<f64> = example.alternatives.iter().map(|on| score(learned, on)).collect();
        let best = (0..scores.len()).fold(0, |b, i| if scores[i] > scores[b] { i } else { b });
        (example.game, f64::from(u8::from(best == example.chosen)))
    }))
}

/// A score straight from the features, in full precision.
fn score(learned: &Learned, on: &[u8]) -> f64 {
    match learned {
        Learned::Network(network) => {
            let columns: Vec<u32> = on.iter().map(|&i| i.into()).collect();
            network.value(Row::Ones(&columns))
        }
        Learned::Perceptron(linear) => {
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

#[cfg(test)]
mod tests {
    use super::super::positions::{from_records, self_play};
    use super::*;
    use fuda_core::Record;
    use fuda_daihinmin::{Daihinmin, Passes};

    fn greedy_games(positions: usize, threads: usize) -> (Vec<Record<Daihinmin>>, Vec<Example>) {
        let game = Daihinmin::default();
        let recipe = fuda_players::daihinmin().recipe(&game, "greedy").unwrap();
        self_play(&game, &recipe, (positions, Passes::AsLegal), Seed(3), threads).unwrap()
    }

    #[test]
    fn games_do_not_depend_on_threads_and_replay() {
        let (records, examples) = greedy_games(4_000, 1);
        let (others, again) = greedy_games(4_000, 3);
        assert_eq!((records.len(), &records[150]), (others.len(), &others[150]));
        assert_eq!(examples, again);
        assert_eq!(from_records(&records, Passes::AsLegal).unwrap(), examples);
        // Without passes nobody forced there are fewer examples, and fewer
        // alternatives in them.
        let forced = from_records(&records, Passes::OnlyWhenForced).unwrap();
        let alternatives = |of: &[Example]| of.iter().map(|e| e.alternatives.len()).sum::<usize>();
        assert!(forced.len() < examples.len() && alternatives(&forced) < alternatives(&examples));
        // A second game has classes, a first of a series has none.
        assert!(records[0].deal.classes.is_none() && records[1].deal.classes.is_some());
        assert!(records[100].deal.classes.is_none());
    }

    #[test]
    fn both_learners_find_what_a_greedy_player_does() {
        let (_, examples) = greedy_games(7_000, 2);
        for (learner, least) in [(Learner::Perceptron, 0.90), (Learner::Network, 0.80)] {
            let (seed, loss) = (Seed(4), ChoiceLoss::Softmax);
            let how = Learning { learner, loss, seed, measure_every: 2_000 };
            let split = draw(&examples, 5_000, 1_500, seed).unwrap();
            let trained: std::collections::BTreeSet<u32> =
                split.train.iter().map(|&n| examples[n].game).collect();
            assert!(split.test.iter().all(|&n| !trained.contains(&examples[n].game)));
            assert_eq!(split.test.len(), 1_500);
            let (learned, curve) = learn(&examples, &split, &how).unwrap();
            let tested: Vec<&Example> = split.test.iter().map(|&n| &examples[n]).collect();
            let last = curve.last().unwrap();
            assert_eq!(last.learned_from, 5_000);
            assert!(last.agreement.mean > least, "{learner:?}: {last:?}");
            // What is written is read, and says the same.
            let file = learned.to_file();
            let back = Learned::from_file(learner, &file).unwrap();
            assert_eq!(back, learned);
            assert_eq!(measure(&back, &tested), last.agreement);
            let other = match learner {
                Learner::Network => Learner::Perceptron,
                Learner::Perceptron => Learner::Network,
            };
            assert!(Learned::from_file(other, &file).is_err());
        }
        assert!(draw(&examples, 50_000, 100, Seed(1)).is_err());
    }
}
