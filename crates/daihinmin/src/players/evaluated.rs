//! The learned evaluation by itself.

use super::simple::weakest_gift;
use crate::Daihinmin;
use crate::encode::Situation;
use crate::evaluate::Evaluation;
use crate::moves::Move;
use fuda_core::{Alternative, Ask, Choice, Player, PlayerError};

/// Plays the move that looks best to a learned evaluation; gives away its
/// weakest cards, and never passes when it leads.
#[derive(Clone, Debug)]
pub struct Evaluated {
    evaluation: Evaluation,
    scores: Vec<f32>,
}

impl Evaluated {
    /// A player that follows this evaluation.
    pub fn new(evaluation: Evaluation) -> Evaluated {
        Evaluated { evaluation, scores: Vec::new() }
    }
}

impl Player<Daihinmin> for Evaluated {
    fn choose(&mut self, ask: Ask<'_, Daihinmin>) -> Result<Choice<Move>, PlayerError> {
        if let Some(gift) = weakest_gift(ask.legal) {
            return Ok(Choice::from(gift));
        }
        let Some(situation) = Situation::of_view(ask.view) else {
            return Err(PlayerError("the learned evaluation is for five players".into()));
        };
        self.evaluation.scores(&situation, ask.legal, &mut self.scores);
        let all = ask.legal.iter().zip(&self.scores);
        let mut alternatives: Vec<Alternative<Move>> = all
            .filter(|(mv, _)| situation.table.is_some() || !mv.is_pass() || ask.legal.len() == 1)
            .map(|(&mv, &score)| Alternative::new(mv, score.into(), 1))
            .collect();
        // A stable sort: of equals the first listed stays first.
        alternatives.sort_by(|a, b| b.value.total_cmp(&a.value));
        match alternatives.first() {
            Some(best) => Ok(Choice { mv: best.mv, effort: ask.legal.len() as u64, alternatives }),
            None => Err(PlayerError("there is no legal move".into())),
        }
    }
}
