//! Features of moves, for linear models and for mining.

use crate::{Leduc, Move, Rank, View};
use fuda_core::{FeatureRows, MoveFeatures};

/// Three marks for each move: it with the cards that are seen and whether
/// there is something to call; with what has happened in the round; and, in
/// the second round, with who raised last in the first.
#[derive(Clone, Copy, Debug, Default)]
pub struct LeducMoves;

/// The public card.
const PUBLICS: [&str; 4] = ["no public card", "public Jack", "public Queen", "public King"];
/// Own rank, public card, something to call or not.
const CARDS: usize = 3 * PUBLICS.len() * 2;
/// Round, and what has happened in it.
const ROUNDS: usize = 2 * SITUATIONS.len();
/// All that a move is put together with.
const WIDTH: usize = CARDS + ROUNDS + LAST_RAISE.len();

/// What has happened in a round when a seat is to move.
const SITUATIONS: [&str; 6] = [
    "first to move",
    "after a check",
    "after a bet",
    "after a check and a bet",
    "after a bet and a raise",
    "after a check, a bet and a raise",
];

/// Who raised last in the first round.
const LAST_RAISE: [&str; 3] =
    ["no raise in round 1", "own raise last in round 1", "other's raise last in round 1"];

/// What each move is put together with, in rising order.
fn marks(view: &View) -> impl Iterator<Item = usize> {
    let (betting, second) = (&view.betting, usize::from(view.public.is_some()));
    let public = view.public.map_or(0, |card| 1 + card.rank() as usize);
    let cards = (view.card.rank() as usize * PUBLICS.len() + public) * 2;
    let round = &betting.rounds()[second];
    let raises = round.iter().filter(|mv| **mv == Move::Raise).count();
    let situation = 2 * raises + usize::from(round.first() == Some(&Move::Call));
    let last = betting.rounds()[0].iter().rposition(|mv| *mv == Move::Raise);
    let last = last.map_or(0, |place| 1 + usize::from(place % 2 != view.seat.index()));
    let second_only = (second == 1).then_some(CARDS + ROUNDS + last);
    [cards + usize::from(betting.to_call() > 0), CARDS + second * SITUATIONS.len() + situation]
        .into_iter()
        .chain(second_only)
}

impl MoveFeatures<Leduc> for LeducMoves {
    fn name(&self) -> &str {
        "leduc-moves-1"
    }

    fn about(&self) -> &str {
        "each move with the cards, the betting of the round and the last raise of the first round"
    }

    fn columns(&self) -> usize {
        Move::ALL.len() * WIDTH
    }

    fn meaning(&self, column: usize) -> String {
        let (mv, mark) = (Move::ALL[column / WIDTH], column % WIDTH);
        if mark < CARDS {
            let (own, public) = (Rank::ALL[mark / 8], PUBLICS[mark / 2 % 4]);
            let calling = if mark % 2 == 1 { "something" } else { "nothing" };
            return format!("{mv} with {own:?}, {public}, {calling} to call");
        }
        let (round, place) = ((mark - CARDS) / 6, (mark - CARDS) % 6);
        match round {
            2 => format!("{mv} in round 2, {}", LAST_RAISE[place]),
            _ => format!("{mv} in round {}, {}", round + 1, SITUATIONS[place]),
        }
    }

    fn encode(&self, view: &View, moves: &[Move], out: &mut FeatureRows) {
        out.clear();
        for mv in moves {
            marks(view).for_each(|mark| out.mark((*mv as usize * WIDTH + mark) as u32));
            out.end_row();
        }
    }
}
