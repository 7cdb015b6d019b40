//! Uniformly random moves and playouts: the hot path of Monte Carlo.

use crate::card::{Card, Cards};
use crate::legal::at_least;
use crate::moves::{Joker, Kind, Meld, Move};
use crate::state::{Stage, State};
use fuda_core::Rng;

/// Which moves a playout draws from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passes {
    /// Every legal move, the pass among them.
    AsLegal,
    /// A pass only when nothing else is legal, as in the paper's playouts.
    OnlyWhenForced,
}

/// A move that was drawn, and what its cards are.
type Drawn = (Move, Option<Meld>);

const PASS: Drawn = (Move::PASS, None);

/// Whether the processor counts bits and adds eight numbers at a time.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn quick() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

impl State {
    /// One of the legal moves, each equally likely.
    #[inline]
    pub fn random_move(&self, rng: &mut Rng, passes: Passes, scratch: &mut Vec<Move>) -> Move {
        self.random(rng, passes, scratch).0
    }

    /// Plays random moves until the game is over, or until a seat of `until`
    /// (as bits) has finished.
    pub fn random_playout(
        &mut self,
        until: u8,
        rng: &mut Rng,
        passes: Passes,
        scratch: &mut Vec<Move>,
    ) {
        #[cfg(target_arch = "x86_64")]
        if quick() {
            // SAFETY: the processor has the instructions.
            return unsafe { self.playout_quickly(until, rng, passes, scratch) };
        }
        self.playout_here(until, rng, passes, scratch);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,fma,lzcnt,popcnt")]
    fn playout_quickly(&mut self, until: u8, rng: &mut Rng, passes: Passes, moves: &mut Vec<Move>) {
        self.playout_here(until, rng, passes, moves);
    }

    #[inline(always)]
    fn playout_here(&mut self, until: u8, rng: &mut Rng, passes: Passes, moves: &mut Vec<Move>) {
        while self.stage != Stage::Over && self.out & until == 0 {
            let (mv, meld) = self.random(rng, passes, moves);
            debug_assert_eq!(meld, mv.meld());
            self.make_known(mv, meld);
        }
    }

    /// The usual situations draw without listing: a number below the count
    /// of the moves says which it is.
    #[inline(always)]
    fn random(&self, rng: &mut Rng, passes: Passes, scratch: &mut Vec<Move>) -> Drawn {
        let hand = self.hands[usize::from(self.turn)];
        if self.stage == Stage::Play {
            match self.table {
                None if !hand.has_joker() => {
                    let pass = passes == Passes::AsLegal && self.rules.lead_pass;
                    return random_lead(hand, self.rules.sequences, pass, rng);
                }
                Some(table) if table.kind == Kind::Single => {
                    let beating = self.beating_singles(hand.plain(), table);
                    let joker = hand.has_joker() && !table.is_single_joker();
                    return random_single(beating, joker, passes, rng);
                }
                Some(table) if self.cannot_answer(hand, table) => return PASS,
                _ => {}
            }
        }
        self.random_listed(rng, passes, scratch)
    }

    /// Draws from all legal moves, listed.
    fn random_listed(&self, rng: &mut Rng, passes: Passes, scratch: &mut Vec<Move>) -> Drawn {
        self.legal_moves(scratch);
        if passes == Passes::OnlyWhenForced && scratch.len() > 1 && self.stage == Stage::Play {
            // The pass is listed last where it is legal at all.
            if scratch.last() == Some(&Move::PASS) {
                scratch.pop();
            }
        }
        let mv = rng.pick(scratch).copied().unwrap_or(Move::PASS);
        (mv, mv.meld())
    }

    /// Whether it shows at a glance that a hand has no answer to a group or
    /// sequence.
    #[inline(always)]
    fn cannot_answer(&self, hand: Cards, table: Meld) -> bool {
        if hand.len() < usize::from(table.size) {
            return true;
        }
        let plain = hand.plain();
        let fewest = table.size - u8::from(hand.has_joker());
        match table.kind {
            Kind::Single => false,
            Kind::Group => at_least(plain.and(self.stronger_columns(table)), fewest) == 0,
            Kind::Sequence => (0..4).all(|suit| plain.lane(suit).count_ones() < u32::from(fewest)),
        }
    }
}

#[inline(always)]
fn single(card: Card) -> Drawn {
    let suits = card.suit().map_or(0, |suit| 1 << suit);
    let column = card.column().unwrap_or(Meld::JOKER);
    let meld = Meld { kind: Kind::Single, size: 1, low: column, high: column, suits };
    let joker = if card.is_joker() { Joker::Itself } else { Joker::None };
    (Move::play(card.bit(), joker), Some(meld))
}

#[inline(always)]
fn random_single(beating: Cards, joker: bool, passes: Passes, rng: &mut Rng) -> Drawn {
    let cards = beating.len() as u32;
    let plays = cards + u32::from(joker);
    if plays == 0 {
        return PASS;
    }
    let drawn = rng.below(plays + u32::from(passes == Passes::AsLegal));
    match beating.nth(drawn) {
        Some(card) if drawn < cards => single(card),
        _ if drawn < plays => single(Card::JOKER),
        _ => PASS,
    }
}

/// A lead without the joker: single, group, sequence or pass.
#[inline(always)]
fn random_lead(hand: Cards, with_sequences: bool, pass: bool, rng: &mut Rng) -> Drawn {
    let singles = hand.len() as u32;
    let two = at_least(hand, 2);
    let groups = count_groups(hand, two);
    let triples = if with_sequences { hand.0 & hand.0 >> 1 & hand.0 >> 2 } else { 0 };
    let sequences = count_sequences(hand.0, triples);
    let drawn = rng.below(singles + groups + sequences + u32::from(pass));
    if drawn < singles {
        return hand.nth(drawn).map_or(PASS, single);
    }
    let drawn = drawn - singles;
    if drawn < groups {
        return nth_group(hand, two, drawn);
    }
    let drawn = drawn - groups;
    if drawn < sequences {
        return nth_sequence(hand.0, triples, drawn);
    }
    PASS
}

/// How many groups there are: of two cards one, of three 4, of four 11.
#[inline(always)]
fn count_groups(hand: Cards, two: u16) -> u32 {
    if two == 0 {
        return 0;
    }
    let [three, four] = [3, 4].map(|n| at_least(hand, n));
    two.count_ones() + 3 * three.count_ones() + 7 * four.count_ones()
}

#[inline(always)]
fn nth_group(hand: Cards, mut columns: u16, mut drawn: u32) -> Drawn {
    while columns != 0 {
        let column = columns.trailing_zeros() as u8;
        columns &= columns - 1;
        let held = hand.suits_at(column);
        let mut suits = held;
        while suits != 0 {
            if suits & (suits - 1) != 0 {
                if drawn == 0 {
                    let size = suits.count_ones() as u8;
                    let meld = Meld { kind: Kind::Group, size, low: column, high: column, suits };
                    let cards = Cards::of_column(column, suits);
                    return (Move::play(cards, Joker::None), Some(meld));
                }
                drawn -= 1;
            }
            suits = (suits - 1) & held;
        }
    }
    PASS
}

/// How many sequences there are: runs of three, of four, and so on.
#[inline(always)]
fn count_sequences(hand: u64, triples: u64) -> u32 {
    let mut starts = triples;
    let mut count = 0;
    let mut length = 3;
    while starts != 0 {
        count += starts.count_ones();
        starts &= hand >> length;
        length += 1;
    }
    count
}

#[inline(always)]
fn nth_sequence(hand: u64, triples: u64, mut drawn: u32) -> Drawn {
    let mut starts = triples;
    let mut length = 3;
    while starts != 0 {
        let here = starts.count_ones();
        if drawn < here {
            let bit = Cards(starts).nth(drawn).map_or(0, |card| card.bit().0.trailing_zeros());
            let (low, suit) = ((bit % 16) as u8, bit / 16);
            let size = length as u8;
            let (high, suits) = (low + size - 1, 1 << suit);
            let meld = Meld { kind: Kind::Sequence, size, low, high, suits };
            let cards = Cards(((1u64 << length) - 1) << bit);
            return (Move::play(cards, Joker::None), Some(meld));
        }
        drawn -= here;
        starts &= hand >> length;
        length += 1;
    }
    PASS
}
