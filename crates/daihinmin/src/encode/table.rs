//! The table as bytes.

use super::actions::{self, ACTIONS, CARDS};
use crate::moves::Kind;
use crate::rules::MOST_PLAYERS;
use crate::state::Stage;
use crate::{Cards, Daihinmin, Move, View};
use fuda_core::{Observation, Seat, View as _};

/// Everything a seat knows but the order of plays, as zeros and ones.
///
/// Seats come in playing order, one's own first; those a table does not have
/// are all 0.
///
/// | bytes | what |
/// |---|---|
/// | 53 | the hand |
/// | 53 | cards the others hold |
/// | 5 × 53 | what each seat has played |
/// | 53, 53 | what was given, what was received as far as that is known |
/// | 4, 14, 16, 16, 4 | the table: kind, size, lowest and highest column, suits |
/// | 5 | whose play lies there |
/// | 3 | suits locked; revolution; cards are being given |
/// | 5, 5 | passed; finished |
/// | 5 × 12 | at least 1, 2 … 12 cards in the hand |
/// | 5 × 5 | the class |
///
/// There is an action for every move that can ever be made, gifts included,
/// and no two moves share one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableView;

/// The sizes of the groups, in order.
const GROUPS: [usize; 16] = [
    CARDS,
    CARDS,
    SEATS * CARDS,
    CARDS,
    CARDS,
    4,
    MOST_CARDS,
    16,
    16,
    4,
    SEATS,
    3,
    SEATS,
    SEATS,
    SEATS * SIZES,
    SEATS * SEATS,
];
const SEATS: usize = MOST_PLAYERS;
/// The most cards of a play, with the joker.
const MOST_CARDS: usize = 14;
/// Hands of more cards look the same.
const SIZES: usize = 12;

/// Fills groups of bytes one after the other.
struct Groups<'a> {
    left: &'a mut [u8],
    next: usize,
}

impl<'a> Groups<'a> {
    fn next(&mut self) -> &'a mut [u8] {
        let (group, left) = std::mem::take(&mut self.left).split_at_mut(GROUPS[self.next]);
        self.left = left;
        self.next += 1;
        group
    }

    fn cards(&mut self, cards: Cards) {
        set_cards(self.next(), cards);
    }
}

fn set_cards(group: &mut [u8], cards: Cards) {
    actions::card_numbers(cards).for_each(|card| group[card] = 1);
}

impl TableView {
    /// The encoder's name.
    pub const NAME: &'static str = "uecda-table-1";
}

impl Observation<Daihinmin> for TableView {
    fn name(&self) -> &str {
        TableView::NAME
    }

    fn about(&self) -> &str {
        "hand, unseen cards, each seat's plays, the table, classes; an action for every move"
    }

    fn len(&self) -> usize {
        GROUPS.iter().sum()
    }

    fn actions(&self) -> usize {
        ACTIONS
    }

    fn observe(&self, view: &View, _legal: &[Move], out: &mut [u8]) {
        out.fill(0);
        let state = view.replay();
        let players = state.players();
        // The seats in playing order, one's own first.
        let seats = || (0..players).map(|step| view.seat().after(step, players));
        let mut groups = Groups { left: out, next: 0 };
        groups.cards(view.hand());
        groups.cards(view.unseen());
        let played = groups.next();
        for (seat, part) in seats().zip(played.chunks_mut(CARDS)) {
            set_cards(part, view.played(seat));
        }
        groups.cards(view.given());
        groups.cards(view.received().unwrap_or_default());
        let [kind, size, low, high, suits] = std::array::from_fn(|_| groups.next());
        match state.table {
            None => kind[0] = 1,
            Some(meld) => {
                kind[match meld.kind {
                    Kind::Single => 1,
                    Kind::Group => 2,
                    Kind::Sequence => 3,
                }] = 1;
                size[usize::from(meld.size).clamp(1, MOST_CARDS) - 1] = 1;
                low[usize::from(meld.low & 15)] = 1;
                high[usize::from(meld.high & 15)] = 1;
                (0..4).for_each(|suit| suits[suit] = meld.suits >> suit & 1);
            }
        }
        let last = groups.next();
        if state.table.is_some() {
            seats().zip(last).for_each(|(seat, byte)| *byte = (seat == Seat(state.last)).into());
        }
        let gives = matches!(state.stage, Stage::Gift(_));
        groups.next().copy_from_slice(&[state.locked, state.revolution, gives].map(u8::from));
        for mask in [state.passed, state.out] {
            seats().zip(groups.next()).for_each(|(seat, byte)| *byte = mask >> seat.0 & 1);
        }
        let sizes = groups.next();
        for (seat, part) in seats().zip(sizes.chunks_mut(SIZES)) {
            let held = view.hand_sizes().get(seat.index()).copied().unwrap_or(0);
            part[..usize::from(held).min(SIZES)].fill(1);
        }
        let classes = groups.next();
        for (seat, part) in seats().zip(classes.chunks_mut(SEATS)) {
            if let Some(byte) = view.class(seat).and_then(|class| part.get_mut(usize::from(class)))
            {
                *byte = 1;
            }
        }
    }

    fn action(&self, _view: &View, mv: Move) -> usize {
        actions::number(mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_core::{Game, Position as _, Purpose, Seed};

    #[test]
    fn the_bytes_say_who_holds_and_did_what() {
        let game = Daihinmin::with_rules("uecda,classes=random").unwrap();
        let mut rng = Seed(3).stream(Purpose::Sample, &[]);
        let mut position = game.start(&game.deal(&mut rng)).unwrap();
        let (mut moves, mut bytes) = (Vec::new(), vec![9; TableView.len()]);
        let starts: Vec<usize> = (0..16).map(|n| GROUPS[..n].iter().sum()).collect();
        while let Some(seat) = position.turn().first() {
            let view = position.view(seat);
            TableView.observe(&view, &[], &mut bytes);
            assert!(bytes.iter().all(|byte| *byte <= 1));
            let count = |group: usize, from: usize, many: usize| -> usize {
                let bytes = &bytes[starts[group]..][from..from + many];
                bytes.iter().map(|byte| usize::from(*byte)).sum()
            };
            assert_eq!(count(0, 0, CARDS), view.hand().len());
            assert_eq!(count(1, 0, CARDS), view.unseen().len());
            for step in 0..5 {
                let seat = seat.after(step, 5);
                assert_eq!(count(2, CARDS * step, CARDS), view.played(seat).len());
                assert_eq!(count(14, SIZES * step, SIZES), position.hand(seat).len().min(SIZES));
                let class = usize::from(position.class(seat).unwrap());
                assert_eq!(count(15, 5 * step + class, 1), 1);
                assert_eq!(count(12, step, 1) == 1, position.passed().contains(seat));
            }
            assert_eq!(count(5, 0, 1) == 1, position.table().is_none());
            assert_eq!(count(10, 0, 5), usize::from(position.table().is_some()));
            assert_eq!(count(11, 1, 1) == 1, position.is_revolution());
            let mv = position.random_move(seat, &mut rng, &mut moves).unwrap();
            position.play(seat, mv).unwrap();
        }
    }
}
