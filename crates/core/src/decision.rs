//! Decisions: what a seat knew, what it might do, and what it did.

use crate::{
    Claim, Game, IllegalMove, MoveOf, PerSeat, Position, PositionOf, Record, ReplayError, Seat,
    Turn, ViewOf,
};

/// One decision of a record.
#[derive(Debug)]
pub struct Decision<'a, G: Game> {
    /// Which move of the record, counted from 0.
    pub number: usize,
    /// Who was to move.
    pub seat: Seat,
    /// Which of the seat's own moves it is, counted from 1.
    pub turn: u32,
    /// What the seat might do.
    pub legal: &'a [MoveOf<G>],
    /// What it did.
    pub chosen: MoveOf<G>,
    /// Whether the record shows what the seat wanted. It does not when the
    /// seat is noted as passing while somebody else's claim went through.
    pub sure: bool,
    /// The whole truth, for labels and for choosing which decisions count.
    /// What a learner or player sees is made from [`Decision::view`].
    pub position: &'a PositionOf<G>,
}

impl<G: Game> Decision<'_, G> {
    /// What the seat knew.
    pub fn view(&self) -> ViewOf<G> {
        self.position.view(self.seat)
    }
}

/// The decisions of a record, one after the other; every move is checked
/// against the rules as it is replayed.
///
/// It lends each decision, so that nothing is copied:
///
/// ```
/// # use fuda_core::kuhn::{Kuhn, KuhnMove};
/// # use fuda_core::{Position, Record, Seat};
/// # let mut record = Record::new(&Kuhn, [2, 0]);
/// # record.moves = vec![(Seat(0), KuhnMove::Bet), (Seat(1), KuhnMove::Bet)];
/// let mut decisions = record.decisions()?;
/// while let Some(decision) = decisions.next()? {
///     assert!(decision.legal.contains(&decision.chosen));
/// }
/// assert_eq!(decisions.position().round(), 0);
/// # Ok::<(), fuda_core::ReplayError<KuhnMove>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Decisions<'r, G: Game> {
    record: &'r Record<G>,
    position: PositionOf<G>,
    legal: Vec<MoveOf<G>>,
    /// Moves of the record that have been shown; all but the last are played.
    shown: usize,
    /// Moves of each seat that have been shown.
    turns: PerSeat<u32>,
    /// The moves that answer the claims being asked for: where they end in
    /// the record, and whether one of them takes.
    claims: (usize, bool),
}

impl<'r, G: Game> Decisions<'r, G> {
    pub(crate) fn new(record: &'r Record<G>) -> Result<Self, ReplayError<MoveOf<G>>> {
        let game = G::with_rules(&record.rules)?;
        Ok(Decisions {
            record,
            position: game.start(&record.deal)?,
            legal: Vec::new(),
            shown: 0,
            turns: (0..game.seats()).map(|_| 0).collect(),
            claims: (0, false),
        })
    }

    /// The position after the moves shown before the last one; after `None`
    /// the position at the end of the record.
    pub fn position(&self) -> &PositionOf<G> {
        &self.position
    }

    /// The next decision; `None` at the end of the record.
    #[allow(clippy::should_implement_trait, reason = "it lends what it gives")]
    pub fn next(&mut self) -> Result<Option<Decision<'_, G>>, ReplayError<MoveOf<G>>> {
        let moves = &self.record.moves;
        if let Some(last) = self.shown.checked_sub(1).filter(|_| self.shown <= moves.len()) {
            let (seat, mv) = moves[last];
            self.position.play_unchecked(seat, mv);
        }
        let Some(&(seat, chosen)) = moves.get(self.shown) else {
            self.shown = moves.len() + 1;
            return Ok(None);
        };
        let number = self.shown;
        self.position.legal_moves(seat, &mut self.legal);
        if !self.legal.contains(&chosen) {
            let reason = match self.legal.is_empty() {
                true => "it is not this seat's turn".to_owned(),
                false => format!("it is not one of the {} legal moves", self.legal.len()),
            };
            let illegal = IllegalMove { seat, mv: chosen, reason };
            return Err(ReplayError::Illegal { number: number + 1, illegal });
        }
        self.shown += 1;
        let mut sure = true;
        if let Turn::Claims(seats) = self.position.turn() {
            if number >= self.claims.0 {
                let end = (number + seats.len()).min(moves.len());
                let takes = |&(seat, mv): &(Seat, MoveOf<G>)| {
                    matches!(self.position.claim(seat, mv), Claim::Take(_))
                };
                self.claims = (end, moves[number..end].iter().any(takes));
            }
            sure = !self.claims.1 || self.position.claim(seat, chosen) != Claim::Pass;
        }
        let turn = self.turns.get_mut(seat.index()).map_or(0, |turn| {
            *turn += 1;
            *turn
        });
        let (legal, position) = (&self.legal, &self.position);
        Ok(Some(Decision { number, seat, turn, legal, chosen, sure, position }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::View;
    use crate::kuhn::{Kuhn, KuhnMove};

    #[test]
    fn every_move_is_a_decision_and_the_end_is_reached() {
        let mut record = Record::new(&Kuhn, [2, 0]);
        record.moves =
            vec![(Seat(0), KuhnMove::Pass), (Seat(1), KuhnMove::Bet), (Seat(0), KuhnMove::Bet)];
        let mut decisions = record.decisions().unwrap();
        let mut seen = Vec::new();
        while let Some(d) = decisions.next().unwrap() {
            assert_eq!(View::seat(&d.view()), d.seat);
            seen.push((d.number, d.seat.0, d.turn, d.chosen, d.sure));
        }
        assert_eq!(
            seen,
            [
                (0, 0, 1, KuhnMove::Pass, true),
                (1, 1, 1, KuhnMove::Bet, true),
                (2, 0, 2, KuhnMove::Bet, true)
            ]
        );
        assert_eq!(decisions.position().turn(), Turn::Over);
        assert!(decisions.next().unwrap().is_none());
        assert_eq!(decisions.position().turn(), Turn::Over);
    }

    #[test]
    fn a_move_the_rules_refuse_is_named() {
        let mut record = Record::new(&Kuhn, [2, 0]);
        record.moves = vec![(Seat(0), KuhnMove::Pass), (Seat(0), KuhnMove::Bet)];
        let mut decisions = record.decisions().unwrap();
        decisions.next().unwrap();
        let wrong = decisions.next().unwrap_err().to_string();
        assert_eq!(wrong, "move 2: seat 0 may not play bet: it is not this seat's turn");
    }
}
