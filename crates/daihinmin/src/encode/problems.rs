//! Auxiliary problems: questions about the rest of the game.

use super::UecdaMoves;
use crate::{Daihinmin, Move};
use fuda_core::{AuxiliaryOutcomes, AuxiliaryProblem, AuxiliaryProblems, Record, Seat};

/// Eleven questions about what becomes of a seat after its move: its place,
/// who leads next, how soon it is out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RestOfGame;

/// What came after a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct After {
    /// Places in front of the seat at the end, and behind it.
    ahead: usize,
    behind: usize,
    /// Whether the seat leads the next trick.
    leads: bool,
    /// Whether it passes at its next turn, if it has one.
    passes: Option<bool>,
    /// How often it still plays cards.
    plays: usize,
    /// Whether a revolution comes.
    revolution: bool,
    /// Whether somebody else is out before its next turn, or before the end.
    overtaken: bool,
}

type Question = (&'static str, fn(&After) -> Option<bool>);

const QUESTIONS: [Question; 11] = [
    ("finishes first", |after| Some(after.ahead == 0)),
    ("finishes first or second", |after| Some(after.ahead < 2)),
    ("finishes last but one or last", |after| Some(after.behind < 2)),
    ("finishes last", |after| Some(after.behind == 0)),
    ("leads the next trick", |after| Some(after.leads)),
    ("passes at its next turn", |after| after.passes),
    ("is out with its next play", |after| Some(after.behind > 0 && after.plays == 1)),
    ("is out within two plays", |after| Some(after.behind > 0 && after.plays <= 2)),
    ("is out within three plays", |after| Some(after.behind > 0 && after.plays <= 3)),
    ("a revolution comes", |after| Some(after.revolution)),
    ("somebody is out before its next turn", |after| Some(after.overtaken)),
];

impl AuxiliaryProblems<Daihinmin> for RestOfGame {
    fn name(&self) -> &str {
        "rest"
    }

    fn about(&self) -> &str {
        "the rest of the game: places, who leads next, how soon a seat is out"
    }

    fn encoder(&self) -> &str {
        UecdaMoves::NAME
    }

    fn only(&self) -> &str {
        "all"
    }

    fn watch(
        &self,
        records: &[Record<Daihinmin>],
    ) -> Result<Box<dyn AuxiliaryOutcomes>, (usize, String)> {
        let watched = records.iter().enumerate().map(|(n, r)| watch(r).map_err(|e| (n, e)));
        Ok(Box::new(Outcomes(watched.collect::<Result<_, _>>()?)))
    }
}

/// What came after each decision of each record.
struct Outcomes(Vec<Vec<Option<After>>>);

impl AuxiliaryOutcomes for Outcomes {
    fn problems(&self, _train: &dyn Fn(usize) -> bool) -> Vec<AuxiliaryProblem<'_>> {
        let problem = |(words, of): Question| AuxiliaryProblem {
            words: words.to_owned(),
            answer: Box::new(move |record, decision| {
                of((*self.0.get(record)?.get(decision)?).as_ref()?)
            }),
        };
        QUESTIONS.into_iter().map(problem).collect()
    }
}

/// One decision on the way.
struct Step {
    seat: Seat,
    mv: Move,
    /// Whether it led a trick.
    led: bool,
    /// How many were out before it.
    out: usize,
}

fn watch(record: &Record<Daihinmin>) -> Result<Vec<Option<After>>, String> {
    let mut steps: Vec<Step> = Vec::with_capacity(record.moves.len());
    let mut decisions = record.decisions().map_err(|e| e.to_string())?;
    while let Some(d) = decisions.next().map_err(|e| e.to_string())? {
        let led = d.position.table().is_none() && !d.chosen.is_gift();
        let out = d.position.finish_order().len();
        steps.push(Step { seat: d.seat, mv: d.chosen, led, out });
    }
    let order = decisions.position().finish_order();
    let after = |(at, step): (usize, &Step)| {
        let ahead = order.iter().position(|seat| *seat == step.seat)?;
        let later = &steps[at + 1..];
        let own = later.iter().position(|next| next.seat == step.seat && !next.mv.is_gift());
        let plays =
            |next: &&Step| next.seat == step.seat && !next.mv.is_pass() && !next.mv.is_gift();
        let out_then = own.map_or(order.len(), |next| later[next].out);
        let own_out = usize::from(own.is_none());
        Some(After {
            ahead,
            behind: order.len() - 1 - ahead,
            leads: later.iter().find(|next| next.led).is_some_and(|next| next.seat == step.seat),
            passes: own.map(|next| later[next].mv.is_pass()),
            plays: later.iter().filter(plays).count(),
            revolution: later.iter().any(|next| next.mv.meld().is_some_and(|m| m.is_revolution())),
            overtaken: out_then > step.out + own_out,
        })
    };
    Ok(steps.iter().enumerate().map(after).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_core::{Game, Position as _, Purpose, Seed};

    #[test]
    fn answers_agree_with_each_other_and_with_the_points() {
        let game = Daihinmin::default();
        let mut legal = Vec::new();
        let mut positive = [0usize; QUESTIONS.len()];
        for number in 0..20 {
            let mut rng = Seed(6).stream(Purpose::Sample, &[number]);
            let deal = game.deal(&mut rng);
            let mut position = game.start(&deal).unwrap();
            let mut record = Record::new(&game, deal);
            while let Some(seat) = position.turn().first() {
                position.legal_moves(seat, &mut legal);
                let mv = *rng.pick(&legal).unwrap();
                position.play_unchecked(seat, mv);
                record.moves.push((seat, mv));
            }
            let outcomes = RestOfGame.watch(std::slice::from_ref(&record)).unwrap();
            let problems = outcomes.problems(&|_| true);
            assert_eq!(problems.len(), QUESTIONS.len());
            let answer = |problem: usize, at: usize| (problems[problem].answer)(0, at);
            let scores = position.scores().unwrap();
            for (at, (seat, _)) in record.moves.iter().enumerate() {
                let best = scores.iter().all(|score| *score <= scores[seat.index()]);
                assert_eq!(answer(0, at), Some(best));
                let worst = scores.iter().all(|score| *score >= scores[seat.index()]);
                assert_eq!(answer(3, at), Some(worst));
                for (narrow, wide) in [(0, 1), (3, 2), (6, 7), (7, 8)] {
                    assert!(answer(narrow, at) <= answer(wide, at), "{narrow} {at}");
                }
                for (problem, positive) in positive.iter_mut().enumerate() {
                    *positive += usize::from(answer(problem, at) == Some(true));
                }
            }
            assert_eq!(answer(0, record.moves.len()), None);
        }
        // Random games have no revolution to speak of.
        let asked = positive.iter().zip(QUESTIONS).filter(|(_, q)| q.0 != "a revolution comes");
        assert!(asked.into_iter().all(|(count, _)| *count > 0), "{positive:?}");
    }
}
