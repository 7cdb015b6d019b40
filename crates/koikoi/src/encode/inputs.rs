//! What a policy network sees of a view: zeros and ones.

use crate::{Card, Cards, KoiKoi, Move, Phase, Rules, View};
use arrayvec::ArrayVec;
use fuda_core::Observation;

/// The bytes that are 1.
pub type Ones = ArrayVec<u16, 320>;

/// Where each group of inputs begins.
mod at {
    /// Each card's place: own hand, own captures, the other's, field, unseen.
    pub const HAND: usize = 0;
    pub const CAPTURED: usize = 48;
    pub const OTHER_CAPTURED: usize = 96;
    pub const FIELD: usize = 144;
    pub const UNSEEN: usize = 192;
    /// Months passed over by the other seat and by this one.
    pub const PASSED: usize = 240;
    pub const OWN_PASSED: usize = PASSED + 12;
    /// Cards the other seat has played from its hand.
    pub const PLAYED: usize = OWN_PASSED + 12;
    /// Cards of the hand that capture something.
    pub const CAPTURES: usize = PLAYED + 48;
    /// Cards of the hand that make my yaku grow.
    pub const FINISHES: usize = CAPTURES + 48;
    /// Unseen cards that would make the other's yaku grow.
    pub const THREATENS: usize = FINISHES + 48;
    /// What is to be decided, and the card that takes one of two.
    pub const PHASE: usize = THREATENS + 48;
    pub const WITH: usize = PHASE + 4;
    /// How many cards are in the hand, and whether this seat began.
    pub const LEFT: usize = WITH + 48;
    pub const DEALER: usize = LEFT + 9;
    /// Koi-koi called, by this seat and by the other: 0 to 3 and more.
    pub const CALLS: usize = DEALER + 1;
    /// The sum of each seat's yaku: 0 to 11 and more.
    pub const POINTS: usize = CALLS + 8;
    /// What stopping would score: 0 to 15 and more.
    pub const STOP: usize = POINTS + 24;
    /// How far each seat is on the way to each yaku.
    pub const PROGRESS: usize = STOP + 16;
    pub const PROGRESS_EACH: usize = 6 + 3 * 5 + 10 + 11 + 16;
    /// Each month of the hand: how many I hold of it and how many are unseen.
    pub const MONTH: usize = PROGRESS + 2 * PROGRESS_EACH;
    /// Each month on the field: how many of it are unseen.
    pub const OPEN: usize = MONTH + 12 * 16;
    pub const END: usize = OPEN + 12 * 4;
}

fn put(ones: &mut Ones, input: usize) {
    // There is room for all that can be 1 at once; a view no game leads to
    // loses what is too much.
    let _ = ones.try_push(input as u16);
}

fn put_cards(ones: &mut Ones, base: usize, cards: Cards) {
    cards.iter().for_each(|card| put(ones, base + card.index()));
}

/// The cards' places and what can be seen at a glance: zeros and ones.
///
/// Where the cards are, what the other passed over and played, which cards
/// capture and which make yaku grow (for the other: which unseen cards would),
/// how far each yaku is, what koi-koi has been called, whose turn came first,
/// what is to be decided. Everything is of the round alone: the points of a
/// match are not among them.
///
/// Actions are 48 cards to play, 48 to take, koi-koi and stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ViewInputs;

impl ViewInputs {
    /// The encoder's name.
    pub const NAME: &'static str = "koikoi-cards-1";
    /// How many bytes there are.
    pub const LEN: usize = at::END;
    /// How many actions there are.
    pub const ACTIONS: usize = 98;

    /// The number of a move's action.
    pub fn action_of(mv: Move) -> usize {
        match mv {
            Move::Play(card) => card.index(),
            Move::Take(card) => 48 + card.index(),
            Move::KoiKoi => 96,
            Move::Stop => 97,
        }
    }
}

impl Observation<KoiKoi> for ViewInputs {
    fn name(&self) -> &str {
        ViewInputs::NAME
    }

    fn about(&self) -> &str {
        "where the cards are, what they would do, how far yaku are; actions are cards and calls"
    }

    fn len(&self) -> usize {
        ViewInputs::LEN
    }

    fn actions(&self) -> usize {
        ViewInputs::ACTIONS
    }

    fn observe(&self, view: &View, _legal: &[Move], out: &mut [u8]) {
        out.fill(0);
        view_ones(view).into_iter().for_each(|one| out[usize::from(one)] = 1);
    }

    fn action(&self, _view: &View, mv: Move) -> usize {
        ViewInputs::action_of(mv)
    }
}

/// The bytes of [`ViewInputs`] that are 1, in no particular order.
pub fn view_ones(view: &View) -> Ones {
    let table = &view.table;
    let (me, other) = (view.seat.index() & 1, view.other().index() & 1);
    let unseen = view.unseen();
    let mut ones = Ones::new();
    put_cards(&mut ones, at::HAND, view.hand);
    put_cards(&mut ones, at::CAPTURED, table.captured[me]);
    put_cards(&mut ones, at::OTHER_CAPTURED, table.captured[other]);
    put_cards(&mut ones, at::FIELD, table.field);
    put_cards(&mut ones, at::UNSEEN, unseen);
    for (base, seat) in [(at::PASSED, other), (at::OWN_PASSED, me)] {
        let months = table.passed[seat].by_month();
        let passed = (0..12).filter(|m| months[*m] > 0);
        passed.for_each(|month| put(&mut ones, base + month));
    }
    put_cards(&mut ones, at::PLAYED, table.played_by(view.other()));
    put_cards(&mut ones, at::CAPTURES, view.hand & table.field.whole_months());
    put_cards(&mut ones, at::FINISHES, finishing(view, me, view.hand));
    put_cards(&mut ones, at::THREATENS, finishing(view, other, unseen));
    let (phase, with) = match table.phase {
        Phase::Play | Phase::Over => (0, None),
        Phase::TakeWithPlayed(card) => (1, Some(card)),
        Phase::TakeWithDrawn(card) => (2, Some(card)),
        Phase::Call => (3, None),
    };
    put(&mut ones, at::PHASE + phase);
    if let Some(card) = with {
        put(&mut ones, at::WITH + card.index());
    }
    put(&mut ones, at::LEFT + view.hand.len().min(8));
    if table.dealer == view.seat {
        put(&mut ones, at::DEALER);
    }
    for (n, seat) in [me, other].into_iter().enumerate() {
        let calls = table.calls[seat];
        put(&mut ones, at::CALLS + 4 * n + usize::from(calls.min(3)));
        let points = table.rules.yaku_points(table.captured[seat], calls);
        put(&mut ones, at::POINTS + 12 * n + usize::from(points.min(11)));
        let base = at::PROGRESS + at::PROGRESS_EACH * n;
        progress(&mut ones, base, &table.rules, table.captured[seat], table.captured[1 - seat]);
    }
    put(&mut ones, at::STOP + usize::from(table.stop_points(view.seat).min(15)));
    let (held, hidden, open) = (view.hand.by_month(), unseen.by_month(), table.field.by_month());
    for month in 0..12 {
        let hidden = usize::from(hidden[month]);
        if held[month] > 0 {
            let pair = 4 * (usize::from(held[month].min(4)) - 1) + hidden.min(3);
            put(&mut ones, at::MONTH + 16 * month + pair);
        }
        if open[month] > 0 {
            put(&mut ones, at::OPEN + 4 * month + hidden.min(3));
        }
    }
    ones
}

/// How many cards a seat has of each yaku; yaku that the other has spoilt are
/// told apart.
fn progress(ones: &mut Ones, base: usize, rules: &Rules, own: Cards, other: Cards) {
    let mut at = base;
    let mut count = |cards: Cards, places: usize| {
        put(ones, at + (own & cards).len().min(places - 1));
        at += places;
    };
    count(Cards::BRIGHTS, 6);
    count(Cards::ANIMALS, 10);
    count(Cards::RIBBONS, 11);
    count(rules.plains(), 16);
    for set in [Cards::RED, Cards::BLUE, Cards::BOAR_DEER_BUTTERFLIES] {
        let spoilt = !(set & other).is_empty();
        put(ones, at + if spoilt { 4 } else { (own & set).len().min(3) });
        at += 5;
    }
}

/// Those of the cards that make a seat's yaku grow when played now.
fn finishing(view: &View, seat: usize, cards: Cards) -> Cards {
    let table = &view.table;
    let points =
        |extra: Cards| table.rules.yaku_points(table.captured[seat] | extra, table.calls[seat]);
    let now = points(Cards::NONE);
    let finishes = |card: &Card| {
        let matches = table.field & Cards::month_of(*card);
        match matches.len() {
            2 => matches.iter().any(|m| points(Cards::NONE.with(m).with(*card)) > now),
            _ => points(matches.with(*card)) > now,
        }
    };
    (cards & table.field.whole_months()).iter().filter(finishes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_core::{Game, Position as _, Purpose, Seed};

    /// In range, none twice, never too many.
    #[test]
    fn each_is_listed_once() {
        for rules in ["paper", "guan", "nintendo", "paper+months=4+hand=2+field=2"] {
            let game = KoiKoi::with_rules(rules).expect("rules");
            let mut seen = vec![false; ViewInputs::LEN];
            let mut most = 0;
            for number in 0..60 {
                let mut rng = Seed(1).stream(Purpose::Sample, &[number]);
                let mut scratch = Vec::new();
                let mut position = game.start(&game.deal(&mut rng)).expect("a deal");
                while let Some(seat) = position.turn().first() {
                    let ones = view_ones(&position.view(seat));
                    most = most.max(ones.len());
                    let mut sorted = ones.to_vec();
                    sorted.sort_unstable();
                    sorted.dedup();
                    assert_eq!(sorted.len(), ones.len());
                    ones.iter().for_each(|i| seen[usize::from(*i)] = true);
                    let mv = position.random_move(seat, &mut rng, &mut scratch).expect("a move");
                    position.play_unchecked(seat, mv);
                }
            }
            // A critic that sees hidden cards adds 14.
            assert!(most + 14 < 320, "{most}");
            let used = seen.iter().filter(|s| **s).count();
            assert!(rules.contains("months") || used > 550, "{rules}: {used}");
        }
    }
}
