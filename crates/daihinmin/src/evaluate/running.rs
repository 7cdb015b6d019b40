//! The evaluation within a playout: what cards count for is kept up to date.

use super::{Evaluation, Kind, Scorer, add, each};
use crate::card::Cards;
use crate::encode::Situation;
use crate::moves::Move;
use crate::policy::{Draw, Scratch, list};
use crate::random::Passes;
use crate::state::{Stage, State};
use fuda_core::Rng;

/// The share of the cards in every seat's sums.
struct Running<const W: usize> {
    of_cards: [[f32; W]; 5],
}

impl<const W: usize> Running<W> {
    #[inline(always)]
    fn new(scorer: &impl Scorer<W>, state: &State) -> Running<W> {
        let all = state.in_hands();
        let of_hand = |hand: Cards| scorer.rows().of_cards(all.without(hand), hand);
        Running { of_cards: state.hands.map(of_hand) }
    }

    /// Follows a play that is about to be made.
    #[inline(always)]
    fn follow(&mut self, scorer: &impl Scorer<W>, state: &State, played: Cards) {
        let rows = scorer.rows();
        let all = state.in_hands();
        for (seat, sums) in self.of_cards.iter_mut().enumerate() {
            if state.out >> seat & 1 == 1 {
                continue;
            }
            let hand = state.hands[seat];
            if seat == usize::from(state.turn) {
                rows.own.each_change(hand, played, |row| add(sums, row));
            } else {
                rows.unseen.each_change(all.without(hand), played, |row| add(sums, row));
            }
        }
    }
}

impl Evaluation {
    /// Plays a state of five players, in which cards are given no more, until
    /// it is over or a seat of `until` (as bits) has finished.
    #[inline(always)]
    pub(crate) fn play_out(
        &self,
        draw: (Draw, Passes),
        state: &mut State,
        until: u8,
        rng: &mut Rng,
        scratch: &mut Scratch,
    ) {
        match &*self.0 {
            Kind::Products(products) => play(&**products, draw, state, until, rng, scratch),
            Kind::Small(network) => play(&**network, draw, state, until, rng, scratch),
            Kind::Middle(network) => play(&**network, draw, state, until, rng, scratch),
            Kind::Large(network) => play(&**network, draw, state, until, rng, scratch),
        }
    }
}

#[inline(always)]
fn play<const W: usize>(
    scorer: &impl Scorer<W>,
    (draw, passes): (Draw, Passes),
    state: &mut State,
    until: u8,
    rng: &mut Rng,
    scratch: &mut Scratch,
) {
    let mut running = Running::new(scorer, state);
    while state.stage != Stage::Over && state.out & until == 0 {
        list(state, passes, &mut scratch.moves);
        let mv = match scratch.moves[..] {
            [only] => only,
            _ => {
                let situation = Situation::of_state(state);
                let of_cards = &running.of_cards[usize::from(state.turn)];
                each(scorer, &situation, of_cards, &scratch.moves, &mut scratch.scores);
                let drawn = draw.place(&mut scratch.scores, rng);
                scratch.moves.get(drawn).copied().unwrap_or(Move::PASS)
            }
        };
        let meld = mv.meld();
        if meld.is_some() {
            running.follow(scorer, state, mv.cards());
        }
        state.make_known(mv, meld);
    }
}

#[cfg(test)]
mod tests {
    use super::super::network::Network;
    use super::*;
    use crate::Daihinmin;
    use crate::encode::ALL;
    use fuda_core::{Game, Purpose, Seed};

    #[test]
    fn playouts_pass_only_when_forced_where_that_is_asked_for() {
        let mut rng = Seed(5).stream(Purpose::Sample, &[]);
        let mut weights = |many: usize| (0..many).map(|_| rng.unit() - 0.5).collect::<Vec<f64>>();
        let network: Network<16> = Network::new(16, &weights(16 * (ALL + 1)), &weights(17));
        let game = Daihinmin::default();
        // A playout at random passes at half of all decisions it may: it takes
        // more moves until somebody is out.
        let mut plays = [0; 2];
        for number in 0..30 {
            for (at, passes) in [Passes::AsLegal, Passes::OnlyWhenForced].into_iter().enumerate() {
                let mut rng = Seed(6).stream(Purpose::Deal, &[number]);
                let mut state = *game.start(&game.deal(&mut rng)).unwrap().state();
                let mut moves = Vec::new();
                let mut scratch = Scratch::default();
                while state.stage != Stage::Over {
                    list(&state, passes, &mut moves);
                    let forced = moves.len() == 1;
                    if passes == Passes::OnlyWhenForced && !forced {
                        assert!(!moves.contains(&Move::PASS));
                    }
                    plays[at] += 1;
                    let mv = moves[rng.below(moves.len() as u32) as usize];
                    state.make(mv);
                }
                let mut state = *game.start(&game.deal(&mut rng)).unwrap().state();
                play(&network, (Draw::Rank(0.6), passes), &mut state, 0, &mut rng, &mut scratch);
                assert_eq!(state.stage, Stage::Over);
            }
        }
        assert!(plays[0] > plays[1], "{plays:?}");
    }

    #[test]
    fn what_is_kept_up_to_date_is_what_is_added_up_anew() {
        let mut rng = Seed(3).stream(Purpose::Sample, &[]);
        let mut weights = |many: usize| (0..many).map(|_| rng.unit() - 0.5).collect::<Vec<f64>>();
        let network: Network<16> = Network::new(16, &weights(16 * (ALL + 1)), &weights(17));
        let game = Daihinmin::default();
        let mut moves = Vec::new();
        for number in 0..60 {
            let mut rng = Seed(4).stream(Purpose::Deal, &[number]);
            let mut state = *game.start(&game.deal(&mut rng)).unwrap().state();
            let mut running = Running::new(&network, &state);
            while state.stage != Stage::Over {
                let mv = state.random_move(&mut rng, Passes::AsLegal, &mut moves);
                running.follow(&network, &state, mv.cards());
                state.make(mv);
                let anew = Running::new(&network, &state);
                for seat in (0..5).filter(|seat| state.out >> seat & 1 == 0) {
                    let pairs = running.of_cards[seat].iter().zip(&anew.of_cards[seat]);
                    pairs.for_each(|(kept, new)| assert!((kept - new).abs() < 1e-4));
                }
            }
        }
    }
}
