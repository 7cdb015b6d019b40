//! Values of after-states: samples to learn them from, and a player by them.

use super::{CallBySimulation, RulePlayer};
use crate::encode::AfterState;
use crate::{Cards, KoiKoi, Move, Phase, Position, Rules, View};
use fuda_core::{
    Alternative, Ask, BadText, Choice, Game, Player, PlayerError, Position as _, Purpose, Rng,
    Seat, Seed, View as _, try_in_order,
};
use std::sync::Arc;

/// How samples for a value network are made; the defaults are the paper's.
#[derive(Clone, PartialEq, Debug)]
pub struct ValueOptions {
    /// The rules; only single rounds have values.
    pub rules: Rules,
    /// The turn after whose action the value is asked, from 1; `None`: any.
    pub turn: Option<usize>,
    /// How many samples.
    pub samples: usize,
    /// How often each is played to its end.
    pub completions: u32,
    /// Random completions for each koi-koi decision on the way.
    pub call_playouts: u32,
    /// How many threads share the work; the samples do not depend on it.
    pub threads: usize,
    /// The seed.
    pub seed: Seed,
}

impl Default for ValueOptions {
    fn default() -> ValueOptions {
        ValueOptions {
            rules: Rules::PAPER,
            turn: Some(1),
            samples: 10_300,
            completions: 300,
            call_playouts: 300,
            threads: 1,
            seed: Seed(1),
        }
    }
}

/// An after-state and what it is worth to the seat that has just acted.
#[derive(Clone, PartialEq, Debug)]
pub struct ValueSample {
    /// The inputs that are 1, see [`AfterState::ones`].
    pub ones: Vec<u32>,
    /// The mean points of rule players who play on from there, the hidden
    /// cards shuffled anew each time.
    pub value: f64,
}

/// Makes samples: rule players play to the turn, any card is played, and rule
/// players complete the round many times.
///
/// Any card, and not the rule player's, so that a network learns what bad
/// cards lead to as well. `made` hears of each sample.
pub fn value_samples(
    options: &ValueOptions,
    made: &(dyn Fn() + Sync),
) -> Result<Vec<ValueSample>, BadText> {
    let most = 2 * usize::from(options.rules.hand);
    if options.rules.rounds != 1 {
        return Err(BadText::new("rules of a single round", options.rules.to_string()));
    }
    if options.turn.is_some_and(|turn| turn == 0 || turn > most) {
        let got = options.turn.unwrap_or(0).to_string();
        return Err(BadText::new(format!("a turn from 1 to {most}"), got));
    }
    if options.completions == 0 || options.call_playouts == 0 {
        return Err(BadText::new("at least one completion and one playout", "0"));
    }
    let sample = |number| {
        let sample = one_sample(options, number as u64);
        made();
        sample
    };
    try_in_order(options.samples, options.threads.min(256), sample)
}

fn one_sample(options: &ValueOptions, number: u64) -> Result<ValueSample, BadText> {
    let game = KoiKoi { rules: options.rules };
    let most = 2 * u32::from(options.rules.hand);
    let call = CallBySimulation { playouts: options.call_playouts };
    let mut rng = options.seed.stream(Purpose::Sample, &[number]);
    loop {
        let turn = options.turn.unwrap_or_else(|| rng.below(most) as usize + 1);
        let mut position = game.start(&game.deal(&mut rng))?;
        let reached =
            |p: &Position| p.table().turns() + 1 == turn && p.table().phase == Phase::Play;
        while position.turn().first().is_some() && !reached(&position) {
            rule_move(&mut position, call, &mut rng);
        }
        // Rounds that end before the turn have no such sample.
        if !reached(&position) {
            continue;
        }
        let seat = position.table().to_move;
        let view = position.view(seat);
        let any = view.hand.nth(rng.below(view.hand.len().max(1) as u32));
        let Some(card) = any else { continue };
        let matches = view.table.field & Cards::month_of(card);
        let taken = if matches.len() == 2 { matches.nth(rng.below(2)) } else { None };
        let mut assumed = view.assume(&mut rng);
        let mut sum = 0.0;
        for _ in 0..options.completions {
            view.assume_into(&mut assumed, &mut rng);
            assumed.play_unchecked(seat, Move::Play(card));
            if let Some(taken) = taken {
                assumed.play_unchecked(seat, Move::Take(taken));
            }
            while assumed.turn().first().is_some() {
                rule_move(&mut assumed, call, &mut rng);
            }
            sum += points(&assumed, seat);
        }
        let ones = AfterState::of_play(&view, card, taken).ones().to_vec();
        return Ok(ValueSample { ones, value: sum / f64::from(options.completions) });
    }
}

fn points(position: &Position, seat: Seat) -> f64 {
    position.scores().and_then(|scores| scores.get(seat.index()).copied()).unwrap_or(0.0)
}

/// One decision of the rule player.
fn rule_move(position: &mut Position, call: CallBySimulation, rng: &mut Rng) {
    let seat = position.table().to_move;
    let view = position.view(seat);
    let mv = match call.decide(&view, rng) {
        Some(choice) => Some(choice.mv),
        None => RulePlayer::answer(&view),
    };
    if let Some(mv) = mv {
        position.play_unchecked(seat, mv);
    }
}

/// Says what the inputs that are 1 are worth.
pub type ValueFunction = Arc<dyn Fn(&[u32]) -> f64 + Send + Sync>;

/// Plays what leads to the best after-state.
#[derive(Clone)]
pub struct ValuePlayer {
    value: ValueFunction,
    /// Koi-koi by random completions; `None`: by the values, going on when
    /// they promise more than stopping scores.
    pub call: Option<CallBySimulation>,
}

impl ValuePlayer {
    /// A player that trusts these values.
    pub fn new(value: ValueFunction) -> ValuePlayer {
        ValuePlayer { value, call: Some(CallBySimulation::default()) }
    }

    fn worth(&self, view: &View, mv: Move) -> f64 {
        let value = |state: AfterState| (self.value)(&state.ones());
        match (mv, view.table.phase) {
            (Move::Play(card), _) => {
                let matches = view.table.field & Cards::month_of(card);
                match matches.len() {
                    2 => matches
                        .iter()
                        .map(|taken| value(AfterState::of_play(view, card, Some(taken))))
                        .fold(f64::NEG_INFINITY, f64::max),
                    _ => value(AfterState::of_play(view, card, None)),
                }
            }
            (Move::Take(card), Phase::TakeWithPlayed(with) | Phase::TakeWithDrawn(with)) => {
                value(AfterState::of_take(view, with, card))
            }
            (Move::KoiKoi, _) => value(AfterState::now(view)),
            (Move::Stop, _) => f64::from(view.table.stop_points(view.seat)),
            _ => f64::NEG_INFINITY,
        }
    }
}

impl Player<KoiKoi> for ValuePlayer {
    fn choose(&mut self, ask: Ask<'_, KoiKoi>) -> Result<Choice<Move>, PlayerError> {
        if let Some(choice) = self.call.and_then(|call| call.decide(ask.view, ask.rng)) {
            return Ok(choice);
        }
        let mut alternatives: Vec<Alternative<Move>> = ask
            .legal
            .iter()
            .map(|mv| Alternative::new(*mv, self.worth(ask.view, *mv), 1))
            .collect();
        alternatives.sort_by(|a, b| b.value.total_cmp(&a.value));
        match alternatives.first() {
            Some(best) => Ok(Choice { mv: best.mv, effort: ask.legal.len() as u64, alternatives }),
            None => Err(PlayerError("there is no legal move".into())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_do_not_depend_on_threads() {
        let options = ValueOptions {
            samples: 9,
            completions: 5,
            call_playouts: 5,
            turn: Some(7),
            ..ValueOptions::default()
        };
        let made = std::sync::atomic::AtomicUsize::new(0);
        let count = || _ = made.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let alone = value_samples(&options, &count).expect("samples");
        assert_eq!(made.into_inner(), alone.len());
        assert_eq!(alone.len(), 9);
        // After the seventh turn's card 4 are left in the hand.
        assert!(alone.iter().all(|s| s.ones.iter().filter(|i| **i < 48).count() == 4));
        let together = value_samples(&ValueOptions { threads: 4, ..options.clone() }, &|| {});
        assert_eq!(together, Ok(alone));
        assert!(
            value_samples(&ValueOptions { turn: Some(17), ..options.clone() }, &|| {}).is_err()
        );
        assert!(value_samples(&ValueOptions { rules: Rules::GUAN, ..options }, &|| {}).is_err());
    }

    /// With values that count captured brights the player goes for brights.
    #[test]
    fn the_best_after_state_is_played() {
        let game = KoiKoi::default();
        let brights = |ones: &[u32]| {
            let captured = ones.iter().filter(|i| (48..96).contains(*i));
            captured.filter(|i| Cards::BRIGHTS.iter().any(|c| c.index() as u32 + 48 == **i)).count()
                as f64
        };
        let mut player = ValuePlayer::new(Arc::new(brights));
        let mut seen = 0;
        for number in 0..40 {
            let mut rng = Seed(3).stream(Purpose::Sample, &[number]);
            let position = game.start(&game.deal(&mut rng)).expect("a deal");
            let view = position.view(Seat(0));
            let mut legal = Vec::new();
            position.legal_moves(Seat(0), &mut legal);
            let best = legal.iter().map(|mv| player.worth(&view, *mv)).fold(0.0, f64::max);
            let ask = Ask { view: &view, legal: &legal, budget: Default::default(), rng: &mut rng };
            let choice = player.choose(ask).expect("a choice");
            assert_eq!(player.worth(&view, choice.mv), best);
            seen += usize::from(best > 0.0);
        }
        assert!(seen > 5);
    }

    /// Whoever values every after-state at 3 goes on for less and stops for more.
    #[test]
    fn koi_koi_by_the_values() {
        let game = KoiKoi::default();
        let mut player = ValuePlayer::new(Arc::new(|_: &[u32]| 3.0));
        player.call = None;
        let mut said = [0, 0];
        for number in 0..300 {
            let mut rng = Seed(4).stream(Purpose::Sample, &[number]);
            let (mut legal, mut scratch) = (Vec::new(), Vec::new());
            let mut position = game.start(&game.deal(&mut rng)).expect("a deal");
            while let Some(seat) = position.turn().first() {
                let view = position.view(seat);
                position.legal_moves(seat, &mut legal);
                if view.table.phase == Phase::Call {
                    let budget = Default::default();
                    let ask = Ask { view: &view, legal: &legal, budget, rng: &mut rng };
                    let choice = player.choose(ask).expect("a choice");
                    let stop = view.table.stop_points(seat);
                    let expected = if stop < 3 { Move::KoiKoi } else { Move::Stop };
                    assert!(stop == 3 || choice.mv == expected, "{stop} {choice:?}");
                    said[usize::from(choice.mv == Move::Stop)] += 1;
                }
                let mv = position.random_move(seat, &mut rng, &mut scratch).expect("a move");
                position.play_unchecked(seat, mv);
            }
        }
        assert!(said[0] > 10 && said[1] > 10, "{said:?}");
    }
}
