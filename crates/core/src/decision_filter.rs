//! Which decisions of records count.

use crate::{BadText, Decision, Game};

/// Chooses decisions by the game's own words for kinds of decisions
/// ([`Game::decision_kinds`]) and by turn.
///
/// Decisions without a choice, and those of which the record does not show
/// what the seat wanted, never count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DecisionFilter {
    kinds: Vec<&'static str>,
    turns: Option<(u32, u32)>,
}

impl DecisionFilter {
    /// The word for every decision of a game.
    pub const ALL: &'static str = "all";

    /// The decisions that are of all the kinds named (`discard,no-riichi`) in
    /// turns from the first to the last of `turns`. Without words they are the
    /// game's [`Game::DEFAULT_DECISIONS`].
    pub fn new<G: Game>(
        words: Option<&str>,
        turns: Option<(u32, u32)>,
    ) -> Result<DecisionFilter, BadText> {
        let known = G::decision_kinds();
        let mut kinds = Vec::new();
        for word in words.unwrap_or(G::DEFAULT_DECISIONS).split(',').map(str::trim) {
            if word == Self::ALL {
                continue;
            }
            let Some((name, _)) = known.iter().find(|(name, _)| *name == word) else {
                let names = known.iter().map(|(name, _)| *name).chain([Self::ALL]);
                let names: Vec<&str> = names.collect();
                let expected = format!("a kind of decision of {}: {}", G::NAME, names.join(", "));
                return Err(BadText::new(expected, word));
            };
            kinds.push(*name);
        }
        Ok(DecisionFilter { kinds, turns })
    }

    /// The turn of a decision that counts, counted from 1; `None` of others.
    pub fn turn<G: Game>(&self, decision: &Decision<'_, G>) -> Option<u32> {
        let turn = G::turn_of(decision);
        let counts = decision.legal.len() > 1
            && decision.sure
            && self.turns.is_none_or(|(first, last)| (first..=last).contains(&turn))
            && self.kinds.iter().all(|kind| G::is_of_kind(decision, kind));
        counts.then_some(turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kuhn::{Kuhn, KuhnMove};
    use crate::{Record, Seat};

    #[test]
    fn turns_are_chosen_and_unknown_words_refused() {
        let mut record = Record::new(&Kuhn, [2, 0]);
        record.moves =
            vec![(Seat(0), KuhnMove::Pass), (Seat(1), KuhnMove::Bet), (Seat(0), KuhnMove::Bet)];
        let count = |filter: &DecisionFilter| {
            let mut decisions = record.decisions().unwrap();
            let mut turns = Vec::new();
            while let Some(decision) = decisions.next().unwrap() {
                turns.extend(filter.turn(&decision));
            }
            turns
        };
        assert_eq!(count(&DecisionFilter::new::<Kuhn>(None, None).unwrap()), [1, 1, 2]);
        assert_eq!(count(&DecisionFilter::new::<Kuhn>(Some("all"), Some((2, 3))).unwrap()), [2]);
        let wrong = DecisionFilter::new::<Kuhn>(Some("discard"), None).unwrap_err().to_string();
        assert_eq!(wrong, "expected a kind of decision of kuhn: all, got `discard`");
    }
}
