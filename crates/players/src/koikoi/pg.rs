//! The linear softmax policy and the player that follows it.

use crate::learned::sample;
use arrayvec::ArrayVec;
use fuda_core::{Alternative, Ask, Choice, Player, PlayerError};
use fuda_koikoi::encode::{Contribution, FEATURES, Features, taken};
use fuda_koikoi::players::CallBySimulation;
use fuda_koikoi::{Cards, KoiKoi, Move, Phase, View};
use fuda_learn::{Linear, ModelError, ModelFault, ModelFile};

/// The probability of each card of the hand, in the order of the features.
type Probabilities = ArrayVec<f64, 8>;

/// The softmax of the actions' linear values.
fn policy(features: &Features, weights: &[f64; FEATURES], temperature: f64) -> Probabilities {
    let value = |mask: u16| -> f64 { features.numbers(mask).map(|i| weights[i]).sum() };
    let values: Probabilities =
        features.actions.iter().map(|(_, mask)| value(*mask) / temperature).collect();
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let exps: Probabilities = values.iter().map(|v| libm::exp(v - most)).collect();
    let sum: f64 = exps.iter().sum();
    exps.iter().map(|e| e / sum).collect()
}

/// The field card this policy takes where it may choose.
pub fn take(view: &View) -> Option<Move> {
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
            .map(|((card, _), p)| Alternative::new(Move::Play(*card), *p, 0))
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
    use fuda_core::{Game, MoveFeatures};
    use fuda_koikoi::encode::PolicyFeatures;

    #[test]
    fn a_player_follows_the_file_of_a_policy_and_broken_ones_are_refused() {
        let good = ModelFile {
            game: KoiKoi::NAME.into(),
            encoder: PolicyFeatures::Paper.name().into(),
            ..Linear { weights: vec![0.25; FEATURES], bias: 0.0 }.to_file()
        }
        .with_settings([("temperature", 2.0)]);
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
