//! Players of a linear evaluation.

use super::evaluation::Evaluation;
use crate::models::{self, NamedModel};
use crate::parameter::{Parameter, Values};
use crate::{Factory, Kind};
use fuda_core::{Alternative, Ask, Choice, FeatureRows, Game, Player, PlayerError, Reason};
use fuda_learn::{Kind as ModelKind, Needs};
use fuda_mahjong::encode::{FeatureSet, alternatives};
use fuda_mahjong::players::{Ukeire, shanten_after};
use fuda_mahjong::{Mahjong, MahjongView, Move};
use std::sync::{Arc, OnceLock};

static EVAL: &[u8] = fuda_models::MAHJONG_EVAL;
static SVM: &[u8] = fuda_models::MAHJONG_SVM;

/// The evaluation that comes with fuda.
pub(super) fn shipped() -> Result<Arc<Evaluation>, String> {
    static READ: OnceLock<Result<Arc<Evaluation>, String>> = OnceLock::new();
    READ.get_or_init(|| evaluation("eval", &FeatureSet::ALL, None, EVAL)).clone()
}

/// The evaluation of a file, or of bytes that come with fuda, over one of some
/// sets of features.
fn evaluation(
    by: &str,
    sets: &[FeatureSet],
    model: Option<&NamedModel>,
    shipped: &[u8],
) -> Result<Arc<Evaluation>, String> {
    let encoders: Vec<&str> = sets.iter().map(|set| set.version()).collect();
    let (kind, game) = (ModelKind::Linear, Mahjong::NAME);
    let needs = Needs { by, kind, game, encoders: &encoders, rules: None };
    let read = models::model(model, shipped, &needs).and_then(|file| Evaluation::from_file(&file));
    read.map(Arc::new).map_err(|e| e.to_string())
}

/// Plays what a linear evaluation ranks first. Wins are taken. Where the
/// evaluation knows discards alone, riichi is declared whenever it can be, and
/// calls and kans are those of `ukeire`, or none.
#[derive(Clone)]
pub(super) struct EvalPlayer {
    evaluation: Arc<Evaluation>,
    calls: bool,
    moves: Vec<Move>,
    rows: FeatureRows,
    scores: Vec<f32>,
}

impl EvalPlayer {
    pub fn new(evaluation: Arc<Evaluation>, calls: bool) -> EvalPlayer {
        let (moves, rows, scores) = (Vec::new(), FeatureRows::default(), Vec::new());
        EvalPlayer { evaluation, calls, moves, rows, scores }
    }

    /// What is certain without an evaluation.
    fn by_rule(&self, ask: &mut Ask<'_, Mahjong>) -> Result<Option<Choice<Move>>, PlayerError> {
        let legal = ask.legal;
        let wins = |mv: &&Move| matches!(mv, Move::Tsumo | Move::Ron);
        if let Some(&mv) =
            legal.iter().find(wins).or(if legal.len() == 1 { legal.first() } else { None })
        {
            return Ok(Some(Choice::from(mv)));
        }
        if !self.calls && legal.contains(&Move::Pass) {
            return Ok(Some(Choice::from(Move::Pass)));
        }
        if legal.contains(&Move::NineTerminals) && shanten_after(ask.view, Move::Pass) >= 4 {
            return Ok(Some(Choice::from(Move::NineTerminals)));
        }
        if self.evaluation.features().has_all_moves() {
            return Ok(None);
        }
        let kan = |mv: &Move| matches!(mv, Move::ConcealedKan(_));
        if legal.contains(&Move::Pass) || self.calls && legal.iter().any(kan) {
            let (view, budget) = (ask.view, ask.budget);
            let choice = Ukeire.choose(Ask { view, legal, budget, rng: &mut *ask.rng })?;
            return Ok((choice.mv.is_claim() || kan(&choice.mv)).then_some(choice));
        }
        Ok(None)
    }
}

/// The same discard with riichi, where that can be declared.
fn with_riichi(mv: Move, legal: &[Move]) -> Move {
    match mv {
        Move::Discard { tile, drawn } if legal.contains(&Move::Riichi { tile, drawn }) => {
            Move::Riichi { tile, drawn }
        }
        _ => mv,
    }
}

impl Player<Mahjong> for EvalPlayer {
    fn choose(&mut self, mut ask: Ask<'_, Mahjong>) -> Result<Choice<Move>, PlayerError> {
        if let Some(choice) = self.by_rule(&mut ask)? {
            return Ok(choice);
        }
        let every = self.evaluation.features().has_all_moves();
        alternatives(ask.legal, &mut self.moves);
        if !every {
            self.moves.retain(|mv| matches!(mv, Move::Discard { .. }));
        } else if !self.calls {
            self.moves.retain(|mv| mv.discarded().is_some());
        }
        self.evaluation.scores(ask.view, &self.moves, &mut self.rows, &mut self.scores);
        let mut ranked: Vec<Alternative<Move>> = self
            .moves
            .iter()
            .zip(&self.scores)
            .map(|(&mv, &value)| Alternative::new(mv, value.into(), 1))
            .collect();
        ranked.sort_by(|a, b| b.value.total_cmp(&a.value));
        if !every {
            ranked.iter_mut().for_each(|a| a.mv = with_riichi(a.mv, ask.legal));
        }
        match ranked.first() {
            Some(best) => {
                Ok(Choice { mv: best.mv, effort: ranked.len() as u64, alternatives: ranked })
            }
            None => match ask.legal.first() {
                Some(&mv) => Ok(Choice::from(mv)),
                None => Err(PlayerError("there is no legal move".into())),
            },
        }
    }

    /// Features that speak for or against a move more than for the others.
    fn reasons(&self, view: &MahjongView, moves: &[Move]) -> Vec<Vec<Reason>> {
        let mut all: Vec<Vec<(String, f32)>> =
            moves.iter().map(|&mv| self.evaluation.reasons(view, mv)).collect();
        let mut means: Vec<(String, f32)> = Vec::new();
        for (words, worth) in all.iter().flatten() {
            let share = worth / moves.len() as f32;
            match means.iter_mut().find(|mean| mean.0 == *words) {
                Some(mean) => mean.1 += share,
                None => means.push((words.clone(), share)),
            }
        }
        for reasons in &mut all {
            for (words, mean) in &means {
                match reasons.iter_mut().find(|reason| reason.0 == *words) {
                    Some(reason) => reason.1 -= mean,
                    None => reasons.push((words.clone(), -mean)),
                }
            }
            reasons.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        }
        let reason = |(words, worth): (String, f32)| Reason { words, worth: worth.into() };
        all.into_iter().map(|reasons| reasons.into_iter().map(reason).collect()).collect()
    }
}

fn model_parameter() -> Parameter {
    Parameter::model(
        "the model's file, as `fuda learn mahjong` writes it; off: the one that comes with fuda",
    )
}

fn calls_parameter() -> Parameter {
    Parameter::word("calls", "yes", &["yes", "no"]).about("whether it calls and declares kans")
}

fn player(values: &Values, evaluation: Arc<Evaluation>) -> Factory<Mahjong> {
    let player = EvalPlayer::new(evaluation, values.text("calls") != Some("no"));
    Arc::new(move || Box::new(player.clone()))
}

/// The evaluation of all moves.
pub(super) fn eval() -> Kind<Mahjong> {
    Kind {
        name: "eval",
        about: "a linear evaluation of every move, learned from top-table games",
        parameters: vec![model_parameter(), calls_parameter()],
        make: |_, values| {
            Ok(player(
                values,
                match values.model("model") {
                    None => shipped()?,
                    model => evaluation("eval", &FeatureSet::ALL, model, EVAL)?,
                },
            ))
        },
    }
}

/// The study's linear SVM.
pub(super) fn svm() -> Kind<Mahjong> {
    Kind {
        name: "svm",
        about: "the paper's linear SVM over about 60,000 features, learned from 75 games; calls as ukeire",
        parameters: vec![model_parameter(), calls_parameter()],
        make: |_, values| {
            let model = values.model("model");
            Ok(player(values, evaluation("svm", &[FeatureSet::Wide], model, SVM)?))
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_core::{Budget, Position, Purpose, Seed};
    use fuda_mahjong::game::Deal;

    /// A game against itself: every answer is legal, wins are taken, the
    /// reasons of a move add up to its value but for a constant.
    fn play(player: &mut EvalPlayer, seed: u64) -> (usize, usize) {
        let mut position = Mahjong::default().start(&Deal::from_seed(seed)).unwrap();
        let mut rng = Seed(1).stream(Purpose::Player, &[]);
        let (mut legal, mut calls, mut wins) = (Vec::new(), 0, 0);
        while let Some(seat) = position.turn().first() {
            position.legal_moves(seat, &mut legal);
            let view = position.view(seat);
            let ask = Ask { view: &view, legal: &legal, budget: Budget::default(), rng: &mut rng };
            let choice = player.choose(ask).unwrap();
            calls += usize::from(matches!(choice.mv, Move::Chi(_) | Move::Pon(_)));
            wins += usize::from(matches!(choice.mv, Move::Ron | Move::Tsumo));
            if let ([a, b, ..], true) = (&choice.alternatives[..], legal.len() < 8) {
                let said = player.reasons(&view, &[a.mv, b.mv]);
                let sum = |at: usize| said[at].iter().map(|reason| reason.worth).sum::<f64>();
                assert!((sum(0) - sum(1) - (a.value - b.value)).abs() < 1e-2);
            }
            position.play(seat, choice.mv).unwrap();
        }
        (calls, wins)
    }

    #[test]
    fn the_shipped_players_play_whole_games() {
        let mut eval = EvalPlayer::new(shipped().unwrap(), true);
        let (calls, wins) = play(&mut eval, 3);
        assert!(calls > 0 && wins > 0);
        let mut svm =
            EvalPlayer::new(evaluation("svm", &[FeatureSet::Wide], None, SVM).unwrap(), false);
        let (calls, wins) = play(&mut svm, 4);
        assert!(calls == 0 && wins > 0);
    }
}
