//! The linear softmax policy and the player that follows it.

use super::{CallBySimulation, PgModel};
use crate::encode::{Contribution, FEATURES, Features, taken};
use crate::{Cards, KoiKoi, Move, Phase, View};
use arrayvec::ArrayVec;
use fuda_core::{Alternative, Ask, Choice, Player, PlayerError, Rng};

/// The probability of each card of the hand, in the order of the features.
pub(super) type Probabilities = ArrayVec<f64, 8>;

/// The softmax of the actions' linear values.
pub(super) fn policy(
    features: &Features,
    weights: &[f64; FEATURES],
    temperature: f64,
) -> Probabilities {
    let value = |mask: u16| -> f64 { features.numbers(mask).map(|i| weights[i]).sum() };
    let values: Probabilities =
        features.actions.iter().map(|(_, mask)| value(*mask) / temperature).collect();
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let exps: Probabilities = values.iter().map(|v| (v - most).exp()).collect();
    let sum: f64 = exps.iter().sum();
    exps.iter().map(|e| e / sum).collect()
}

/// An index drawn by these probabilities.
pub(super) fn sample(probabilities: &[f64], rng: &mut Rng) -> usize {
    let mut left = rng.unit();
    for (i, p) in probabilities.iter().enumerate() {
        left -= p;
        if left < 0.0 {
            return i;
        }
    }
    probabilities.len().saturating_sub(1)
}

/// Adds the gradient of an action's log-probability: its features less the
/// policy's mean of them, over the temperature.
pub(super) fn add_eligibility(
    features: &Features,
    probabilities: &[f64],
    action: usize,
    temperature: f64,
    into: &mut [f64; FEATURES],
) {
    for (i, ((_, mask), p)) in features.actions.iter().zip(probabilities).enumerate() {
        let share = if i == action { 1.0 - p } else { -p };
        for number in features.numbers(*mask) {
            into[number] += share / temperature;
        }
    }
}

/// The field card this policy takes where it may choose.
pub(super) fn take(view: &View) -> Option<Move> {
    let (Phase::TakeWithPlayed(with) | Phase::TakeWithDrawn(with)) = view.table.phase else {
        return None;
    };
    let turns = view.hand.len();
    let mine = Contribution::new(&view.table.rules, view.captured(), view.other_captured(), turns);
    taken(&mine, view.table.field & Cards::month_of(with)).map(Move::Take)
}

/// Plays by a learned policy.
#[derive(Clone, Debug)]
pub struct PgPlayer {
    weights: [f64; FEATURES],
    temperature: f64,
    /// Whether the likeliest card is played instead of one drawn by chance.
    pub greedy: bool,
    /// How koi-koi is decided.
    pub call: CallBySimulation,
}

impl PgPlayer {
    /// A player that follows a model.
    pub fn new(model: &PgModel) -> PgPlayer {
        let mut weights = [0.0; FEATURES];
        weights.iter_mut().zip(&model.weights).for_each(|(w, m)| *w = *m);
        PgPlayer {
            weights,
            temperature: model.temperature,
            greedy: false,
            call: CallBySimulation::default(),
        }
    }
}

impl Player<KoiKoi> for PgPlayer {
    fn choose(&mut self, ask: Ask<'_, KoiKoi>) -> Result<Choice<Move>, PlayerError> {
        if let Some(choice) = self.call.decide(ask.view, ask.rng) {
            return Ok(choice);
        }
        if let Some(mv) = take(ask.view) {
            return Ok(Choice::from(mv));
        }
        let features = Features::of(ask.view);
        let chances = policy(&features, &self.weights, self.temperature);
        let mut alternatives: Vec<Alternative<Move>> = features
            .actions
            .iter()
            .zip(&chances)
            .map(|((card, _), p)| Alternative { mv: Move::Play(*card), value: *p, effort: 0 })
            .collect();
        let drawn = sample(&chances, ask.rng);
        let chosen = alternatives.get(drawn).map(|a| a.mv);
        alternatives.sort_by(|a, b| b.value.total_cmp(&a.value));
        let best = alternatives.first().map(|a| a.mv);
        match if self.greedy { best } else { chosen } {
            Some(mv) => Ok(Choice { mv, effort: 0, alternatives }),
            None => Err(PlayerError("there is no card to play".into())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_core::{Game, Position as _, Purpose, Seed};

    /// The eligibility is the derivative of the log-probability.
    #[test]
    fn gradients_agree_with_differences() {
        let game = KoiKoi::default();
        let mut scratch = Vec::new();
        let mut checked = 0;
        for number in 0..20 {
            let mut rng = Seed(2).stream(Purpose::Sample, &[number]);
            let weights: [f64; FEATURES] = std::array::from_fn(|_| 4.0 * rng.unit() - 2.0);
            let temperature = 0.5 + rng.unit();
            let mut position = game.start(&game.deal(&mut rng)).expect("a deal");
            while let Some(seat) = position.turn().first() {
                let view = position.view(seat);
                if view.table.phase == Phase::Play {
                    let features = Features::of(&view);
                    let chances = policy(&features, &weights, temperature);
                    let action = sample(&chances, &mut rng);
                    let mut gradient = [0.0; FEATURES];
                    add_eligibility(&features, &chances, action, temperature, &mut gradient);
                    for i in 0..FEATURES {
                        let shifted = |by: f64| {
                            let mut other = weights;
                            other[i] += by;
                            policy(&features, &other, temperature)[action].ln()
                        };
                        let slope = (shifted(1e-5) - shifted(-1e-5)) / 2e-5;
                        assert!((slope - gradient[i]).abs() < 1e-6, "{slope} {}", gradient[i]);
                        checked += 1;
                    }
                }
                let mv = position.random_move(seat, &mut rng, &mut scratch).expect("a move");
                position.play_unchecked(seat, mv);
            }
        }
        assert!(checked > 5_000);
    }

    #[test]
    fn samples_follow_the_probabilities() {
        let mut rng = Seed(3).stream(Purpose::Sample, &[]);
        let mut counts = [0.0f64; 3];
        for _ in 0..60_000 {
            counts[sample(&[0.2, 0.5, 0.3], &mut rng)] += 1.0 / 60_000.0;
        }
        for (count, p) in counts.iter().zip([0.2, 0.5, 0.3]) {
            assert!((count - p).abs() < 0.01, "{counts:?}");
        }
    }
}
