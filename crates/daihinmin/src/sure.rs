//! Winning for sure: plays that nobody can answer, down to the last card.

use crate::card::Cards;
use crate::moves::Move;
use crate::policy::list;
use crate::random::Passes;
use crate::state::State;
use std::collections::HashSet;

/// Looks for a sequence of plays after each of which the same seat leads
/// again, whatever the others hold, and the last of which empties its hand.
pub(crate) struct SureWin {
    me: u8,
    unseen: Cards,
    /// How many cards each seat holds.
    sizes: [u8; 5],
    /// Hands to lead from that do not win, in each order of strength.
    lost: HashSet<(Cards, bool)>,
    left: u32,
}

impl SureWin {
    /// Gives up after so many positions.
    pub fn new(me: u8, unseen: Cards, sizes: [u8; 5], most: u32) -> SureWin {
        SureWin { me, unseen, sizes, lost: HashSet::new(), left: most }
    }

    /// The first play of a sequence that wins for sure, when there is one and
    /// it is found in time. Only public facts and the own hand are looked at.
    pub fn find(&mut self, state: &State) -> Option<Move> {
        let hand = state.hands[usize::from(self.me)];
        let leading = state.table.is_none() && state.passed == 0;
        let key = (hand, state.revolution);
        if self.left == 0 || (leading && self.lost.contains(&key)) {
            return None;
        }
        self.left -= 1;
        let mut moves = Vec::with_capacity(32);
        list(state, Passes::AsLegal, &mut moves);
        moves.retain(|mv| !mv.is_pass());
        if let Some(last) = moves.iter().find(|mv| mv.cards() == hand) {
            return Some(*last);
        }
        for mv in moves {
            if let Some(next) = self.lead_after(state, mv)
                && self.find(&next).is_some()
            {
                return Some(mv);
            }
        }
        if leading && self.left > 0 {
            self.lost.insert(key);
        }
        None
    }

    /// The position in which the seat leads again, if nobody can answer.
    fn lead_after(&self, state: &State, mv: Move) -> Option<State> {
        let mut after = *state;
        after.make(mv);
        let Some(meld) = after.table else { return Some(after) };
        let able = |seat: &u8| {
            let asked = (after.alive() & !after.passed) >> seat & 1 == 1 && *seat != self.me;
            asked && self.sizes[usize::from(*seat)] >= meld.size
        };
        if let Some(seat) = (0..after.rules.players).find(able) {
            let mut asked = after;
            asked.turn = seat;
            asked.hands[usize::from(seat)] = self.unseen;
            let mut answers = Vec::with_capacity(16);
            asked.legal_moves(&mut answers);
            if answers.iter().any(|answer| !answer.is_pass()) {
                return None;
            }
        }
        after.table = None;
        after.locked = false;
        after.passed = 0;
        after.streak = 0;
        after.turn = self.me;
        Some(after)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Daihinmin, Passes};
    use fuda_core::{Game, Purpose, Seed};

    /// Every way to deal the cards to hands of these sizes.
    fn deals(cards: &[crate::Card], sizes: &[usize]) -> Vec<Vec<Cards>> {
        let Some((&first, rest)) = sizes.split_first() else { return vec![Vec::new()] };
        let mut all = Vec::new();
        for mask in 0..1u32 << cards.len() {
            if mask.count_ones() as usize == first {
                let inside = |i: &usize| mask >> i & 1 == 1;
                let hand = (0..cards.len()).filter(inside).map(|i| cards[i]).collect();
                let left: Vec<_> =
                    (0..cards.len()).filter(|i| !inside(i)).map(|i| cards[i]).collect();
                for mut others in deals(&left, rest) {
                    others.insert(0, hand);
                    all.push(others);
                }
            }
        }
        all
    }

    /// Whether a sequence wins in every one of these full states, by the
    /// rules themselves: nobody may have an answer, all pass, and it leads.
    fn everywhere(states: &[State], me: u8) -> bool {
        let mut moves = Vec::new();
        states[0].legal_moves(&mut moves);
        moves.retain(|mv| !mv.is_pass());
        let hand = states[0].hands[usize::from(me)];
        moves.iter().any(|&mv| {
            mv.cards() == hand || {
                let mut after: Vec<State> = states.to_vec();
                after.iter_mut().all(|state| {
                    state.make(mv);
                    let mut answers = Vec::new();
                    while state.table.is_some() {
                        state.legal_moves(&mut answers);
                        if state.turn != me && answers.iter().any(|a| !a.is_pass()) {
                            return false;
                        }
                        state.make(Move::PASS);
                    }
                    state.turn == me
                }) && everywhere(&after, me)
            }
        })
    }

    #[test]
    fn it_wins_exactly_where_no_deal_has_an_answer() {
        let mut found = [0; 2];
        for (rules, games) in [
            ("uecda,players=3,ranks=7-9,exchange=no", 250),
            ("table,players=2,ranks=3-5,exchange=no", 150),
            ("uecda,players=3,ranks=A-2,exchange=no", 60),
        ] {
            let game = Daihinmin::with_rules(rules).unwrap();
            for number in 0..games {
                let mut rng = Seed(7).stream(Purpose::Deal, &[number]);
                let mut state = game.state(&game.deal(&mut rng)).unwrap();
                let mut scratch = Vec::new();
                for _ in 0..rng.below(7) {
                    let mv = state.random_move(&mut rng, Passes::AsLegal, &mut scratch);
                    state.make(mv);
                }
                if state.stage != crate::state::Stage::Play {
                    continue;
                }
                let (me, n) = (state.turn, state.players());
                let others: Vec<usize> = (0..n).filter(|&s| s != usize::from(me)).collect();
                let unseen = others.iter().fold(Cards::NONE, |all, &s| all.or(state.hands[s]));
                let sizes = state.hands.map(|hand| hand.len() as u8);
                let each: Vec<usize> = others.iter().map(|&s| state.hands[s].len()).collect();
                let cards: Vec<_> = unseen.iter().collect();
                let states: Vec<State> = deals(&cards, &each)
                    .into_iter()
                    .map(|hands| {
                        let mut dealt = state;
                        others.iter().zip(hands).for_each(|(&s, hand)| dealt.hands[s] = hand);
                        dealt
                    })
                    .collect();
                let mut known = state;
                others.iter().for_each(|&s| known.hands[s] = Cards::NONE);
                let sure = SureWin::new(me, unseen, sizes, 100_000).find(&known);
                assert_eq!(sure.is_some(), everywhere(&states, me), "{rules}, deal {number}");
                found[usize::from(sure.is_some())] += 1;
            }
        }
        assert!(found[0] > 30 && found[1] > 30, "{found:?}");
    }
}
