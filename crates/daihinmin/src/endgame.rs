//! The exact end: two players left, all cards known.

use crate::card::Cards;
use crate::moves::{Meld, Move};
use crate::state::{MOST_PASSES, Stage, State};
use std::collections::HashMap;

/// Everything that decides how two players go on.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    hands: [Cards; 2],
    table: Option<Meld>,
    /// Lock, order, passes in a row, who passed, whose turn, who played last.
    rest: [u8; 6],
}

/// Finds out which of the two players left finishes first when both play as
/// well as possible.
pub(crate) struct Endgame {
    known: HashMap<Key, i8>,
    nodes: u32,
    most: u32,
    /// The two seats; values are from the first one's side.
    seats: [usize; 2],
}

impl Endgame {
    /// For a state with two players left; gives up after so many positions.
    pub fn new(state: &State, me: u8, most: u32) -> Option<Endgame> {
        let others = state.alive() & !(1 << me);
        let fits = others.count_ones() == 1 && state.alive() >> me & 1 == 1;
        let seats = [usize::from(me), others.trailing_zeros() as usize];
        fits.then(|| Endgame { known: HashMap::new(), nodes: 0, most, seats })
    }

    /// 1 when the first seat finishes first, -1 when last, 0 when passing on
    /// and on leaves it to chance; `None` when it takes too long to say.
    pub fn value(&mut self, state: &State) -> Option<i8> {
        if state.stage == Stage::Over {
            let first = state.order[..usize::from(state.finished)]
                .iter()
                .find(|&&seat| self.seats.contains(&usize::from(seat)));
            return Some(if first == Some(&(self.seats[0] as u8)) { 1 } else { -1 });
        }
        let [a, b] = self.seats;
        let key = Key {
            hands: [state.hands[a], state.hands[b]],
            table: state.table,
            rest: [
                state.locked.into(),
                state.revolution.into(),
                state.streak,
                state.passed,
                state.turn,
                state.last,
            ],
        };
        if let Some(&value) = self.known.get(&key) {
            return Some(value);
        }
        self.nodes += 1;
        if self.nodes > self.most {
            return None;
        }
        let best = if usize::from(state.turn) == a { 1 } else { -1 };
        let mut moves = Vec::with_capacity(32);
        state.legal_moves(&mut moves);
        let mut value = -best;
        for mv in moves {
            let found = self.after(state, mv)?;
            if (found - value) * best > 0 {
                value = found;
            }
            if value == best {
                break;
            }
        }
        self.known.insert(key, value);
        Some(value)
    }

    /// The value after a move.
    pub fn after(&mut self, state: &State, mv: Move) -> Option<i8> {
        if mv.is_pass() && state.streak + 1 >= MOST_PASSES {
            return Some(0);
        }
        let mut next = *state;
        next.make(mv);
        self.value(&next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Daihinmin;
    use fuda_core::{Game, Purpose, Seed};

    /// The same without memory, without stopping early, all moves tried.
    fn plainly(state: &State, first: u8) -> i8 {
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        let values = moves.into_iter().map(|mv| {
            if mv.is_pass() && state.streak + 1 >= MOST_PASSES {
                return 0;
            }
            let mut next = *state;
            next.make(mv);
            match next.stage {
                Stage::Over if next.order[0] == first => 1,
                Stage::Over => -1,
                _ => plainly(&next, first),
            }
        });
        if state.turn == first { values.max().unwrap_or(0) } else { values.min().unwrap_or(0) }
    }

    #[test]
    fn values_are_those_of_trying_everything() {
        let mut seen = [0; 3];
        for (rules, games) in [
            ("table,players=2,ranks=7-9,exchange=no", 150),
            ("uecda,players=2,ranks=8-8,exchange=no,lead-pass=no", 60),
            ("table,players=2,ranks=3-4,exchange=no", 60),
        ] {
            let game = Daihinmin::with_rules(rules).unwrap();
            for number in 0..games {
                let mut rng = Seed(5).stream(Purpose::Deal, &[number]);
                let deal = game.deal(&mut rng);
                let mut state = game.state(&deal).unwrap();
                let mut scratch = Vec::new();
                // A few cards go first, so that trying everything ends.
                while state.hands[0].len() + state.hands[1].len() > 8 && state.stage == Stage::Play
                {
                    let mv = state.random_move(&mut rng, crate::Passes::AsLegal, &mut scratch);
                    state.make(mv);
                }
                if state.stage == Stage::Over {
                    continue;
                }
                let me = state.turn;
                let mut endgame = Endgame::new(&state, me, 1_000_000).unwrap();
                let value = endgame.value(&state).unwrap();
                assert_eq!(value, plainly(&state, me), "{rules}, deal {number}");
                seen[(value + 1) as usize] += 1;
            }
        }
        assert!(seen[0] > 10 && seen[2] > 10, "{seen:?}");
    }

    #[test]
    fn too_much_is_given_up() {
        let game = Daihinmin::with_rules("uecda,players=2,exchange=no").unwrap();
        let deal = game.deal(&mut Seed(1).stream(Purpose::Deal, &[]));
        let state = game.state(&deal).unwrap();
        assert_eq!(Endgame::new(&state, 0, 100).unwrap().value(&state), None);
    }
}
