//! The linear softmax policy and the player that follows it.

use arrayvec::ArrayVec;
use fuda_core::{Alternative, Ask, Choice, Game, MoveFeatures, Player, PlayerError, Rng};
use fuda_koikoi::encode::{Contribution, FEATURES, Features, PolicyFeatures, taken};
use fuda_koikoi::players::CallBySimulation;
use fuda_koikoi::{Cards, KoiKoi, Move, Phase, Rules, View};
use fuda_learn::{Linear, ModelError, ModelFault, ModelFile};

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
    /// A player of a linear model over the 36 features.
    pub fn new(file: &ModelFile) -> Result<PgPlayer, ModelError> {
        let linear = Linear::of_columns(file, FEATURES)?;
        let temperature = file.number("temperature")?;
        if temperature <= 0.0 {
            let why = format!("expected a temperature above 0, got {temperature}");
            return Err(file.fault(ModelFault::Broken(why)));
        }
        let weights = std::array::from_fn(|i| linear.weights[i]);
        Ok(PgPlayer { weights, temperature, greedy: false, call: CallBySimulation::default() })
    }
}

/// The file of a policy that was learned under these rules.
pub(super) fn file(weights: &[f64; FEATURES], temperature: f64, rules: &Rules) -> ModelFile {
    ModelFile {
        game: KoiKoi::NAME.into(),
        rules: rules.single_round().to_string(),
        encoder: PolicyFeatures::Paper.name().into(),
        ..Linear { weights: weights.to_vec(), bias: 0.0 }.to_file()
    }
    .with_settings([("temperature", temperature)])
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
    use fuda_core::{Position as _, Purpose, Seed};

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

    #[test]
    fn a_player_follows_the_file_of_a_policy_and_broken_ones_are_refused() {
        let good = file(&[0.25; FEATURES], 2.0, &Rules::GUAN);
        let player = PgPlayer::new(&good).expect("a player");
        assert_eq!((player.weights, player.temperature), ([0.25; FEATURES], 2.0));
        for (temperature, reason) in [("0", "above 0, got 0"), ("hot", "expected a number")] {
            let wrong = good.clone().with_settings([("temperature", temperature)]);
            let message = PgPlayer::new(&wrong).expect_err("refused").to_string();
            assert!(message.contains(reason), "{message}");
        }
        let few = Linear { weights: vec![0.5; 3], bias: 0.0 }.to_file();
        let message = PgPlayer::new(&few).expect_err("refused").to_string();
        assert!(message.contains("`weights` is [3], expected [36]"), "{message}");
    }
}
