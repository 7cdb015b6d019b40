//! Random completions of a round: the hot path of searches and learners.
//!
//! [`Position::play`] goes from decision to decision. Here whole turns are
//! played at once, on locals: hands are small arrays from which any card is
//! taken at the same cost, captures are looked up by the field's four bits of
//! the month, and the counts that yaku need are kept instead of counted.

use crate::yaku::Counts;
use crate::{Card, Cards, Event, Kind, Move, Phase, Position};
use fuda_core::{Rng, Seat};

/// What a card takes from its month's four field bits, by the bits and by
/// which of two cards is preferred.
const TAKEN: [[u8; 2]; 16] = {
    let mut table = [[0; 2]; 16];
    let mut bits = 0usize;
    while bits < 16 {
        let lowest = bits & bits.wrapping_neg();
        table[bits] = match bits.count_ones() {
            2 => [lowest as u8, (bits ^ lowest) as u8],
            _ => [bits as u8; 2],
        };
        bits += 1;
    }
    table
};

/// The counts of each set of a month's cards, month by month.
const COUNTS: [[Counts; 16]; 12] = {
    let mut table = [[Counts::NONE; 16]; 12];
    let mut i = 0;
    while i < 12 * 16 {
        let (month, bits) = (i / 16, i % 16);
        let mut counts = Counts::NONE;
        let mut n = 0;
        while n < 4 {
            if bits >> n & 1 == 1 {
                counts = counts.plus(match Card::kind_at(month * 4 + n) {
                    Kind::Bright => Counts::BRIGHT,
                    Kind::Animal => Counts::ANIMAL,
                    Kind::Ribbon => Counts::RIBBON,
                    Kind::Plain => Counts::PLAIN,
                });
            }
            n += 1;
        }
        table[month][bits] = counts;
        i += 1;
    }
    table
};

/// A hand as a list, so that taking any card out costs the same.
#[derive(Clone, Copy)]
struct Held {
    cards: [Card; 8],
    count: u32,
}

impl Held {
    fn new(hand: Cards) -> Held {
        let mut held = Held { cards: [Card::CRANE; 8], count: 0 };
        for (place, card) in held.cards.iter_mut().zip(hand) {
            *place = card;
            held.count += 1;
        }
        held
    }

    fn set(&self) -> Cards {
        self.cards[..self.count as usize].iter().copied().collect()
    }
}

/// Takes a random card out of a hand that is not empty, with two random bits to spare.
#[inline]
fn take_any(held: &mut Held, rng: &mut Rng) -> (Card, usize) {
    // One draw serves both: the high half gives the card (Lemire's method,
    // redrawn where it would not be even), the low half the bits.
    let n = u64::from(held.count);
    let (at, bits) = loop {
        let bits = rng.bits();
        let product = (bits >> 32) * n;
        if product as u32 >= held.count || product as u32 >= held.count.wrapping_neg() % held.count
        {
            break ((product >> 32) as usize & 7, bits as usize & 3);
        }
    };
    let card = held.cards[at];
    held.count -= 1;
    held.cards[at] = held.cards[held.count as usize & 7];
    (card, bits)
}

impl Position {
    /// One of the legal moves, each equally likely; `None` when the game is over.
    #[inline]
    pub(crate) fn any_move(&self, rng: &mut Rng) -> Option<Move> {
        match self.table.phase {
            Phase::Play => {
                let hand = self.hands[self.table.to_move.index() & 1];
                let n = rng.below((hand.len() as u32).max(1));
                hand.nth(n).map(Move::Play)
            }
            Phase::TakeWithPlayed(with) | Phase::TakeWithDrawn(with) => {
                self.matches(with).nth(rng.below(2)).map(Move::Take)
            }
            Phase::Call => Some(if rng.below(2) == 0 { Move::KoiKoi } else { Move::Stop }),
            Phase::Over => None,
        }
    }

    /// Plays random moves to the end of the game.
    pub(crate) fn finish_at_random(&mut self, rng: &mut Rng) {
        loop {
            match self.table.phase {
                Phase::Over => return,
                Phase::Play => self.random_turns::<true>(rng),
                _ => match self.any_move(rng) {
                    Some(mv) => self.do_move(mv),
                    None => return,
                },
            }
        }
    }

    /// Finishes the round with random moves, where whoever can score stops,
    /// and gives what seat 0 is paid for it.
    pub fn finish_round_at_random(&mut self, rng: &mut Rng) -> i16 {
        let round = self.table.round;
        while self.table.round == round {
            match self.table.phase {
                Phase::Over => break,
                Phase::Play => self.random_turns::<false>(rng),
                Phase::Call => self.do_move(Move::Stop),
                _ => match self.any_move(rng) {
                    Some(mv) => self.do_move(mv),
                    None => break,
                },
            }
        }
        self.table.last_round.map_or(0, |end| end.paid_to_first)
    }

    /// What a seat is paid when the round is finished at random, see
    /// [`Position::finish_round_at_random`].
    pub fn random_round_points(&mut self, seat: Seat, rng: &mut Rng) -> i16 {
        let paid = self.finish_round_at_random(rng);
        if seat == Seat(0) { paid } else { -paid }
    }

    /// Plays random turns from the beginning of one until the round ends.
    /// With `CALLS` koi-koi is called half of the time; without it, never.
    fn random_turns<const CALLS: bool>(&mut self, rng: &mut Rng) {
        let rules = self.table.rules;
        let mut hands = self.hands.map(Held::new);
        let mut counts = self.table.captured.map(Counts::of);
        let mut mover = self.table.to_move.index() & 1;
        loop {
            let table = &mut self.table;
            if hands[mover].count == 0 {
                self.hands = [Cards::NONE; 2];
                self.table.to_move = Seat(1 - mover as u8);
                return self.end_without_score();
            }
            let (card, bits) = take_any(&mut hands[mover], rng);
            let _ = table.history.try_push(Event::Play(card));
            let before = table.captured[mover];
            let passed = table.field.whole_months();
            if !table.land_any(card, bits & 1, mover, &mut counts[mover]) {
                table.passed[mover] = table.passed[mover] | passed;
            }
            if let Some(card) = self.stock.pop() {
                let _ = table.history.try_push(Event::Draw(card));
                table.land_any(card, bits >> 1, mover, &mut counts[mover]);
            }
            let captured = table.captured[mover];
            if captured != before {
                let calls = table.calls[mover];
                let points = rules.counted_points(captured, counts[mover], calls);
                if points > table.yaku_points[mover] {
                    table.yaku_points[mover] = points;
                    let may_call = rules.calls == 0 || calls < rules.calls;
                    table.to_move = Seat(mover as u8);
                    if !(CALLS && may_call && hands[mover].count > 0 && rng.below(2) == 0) {
                        self.hands = hands.map(|held| held.set());
                        return self.stop();
                    }
                    self.note_call(mover);
                }
            }
            mover = 1 - mover;
        }
    }
}

impl crate::Table {
    /// Puts a card to the field, taking whatever it takes; whether it did.
    #[inline]
    fn land_any(&mut self, card: Card, which: usize, mover: usize, counts: &mut Counts) -> bool {
        let (month, bits) = self.field.month_bits(card);
        let taken = TAKEN[bits][which & 1];
        if taken == 0 {
            self.field = self.field.with(card);
            return false;
        }
        let cards = Cards::from_month_bits(month, taken);
        if taken as usize != bits {
            // One of two was chosen.
            if let Some(chosen) = cards.first() {
                let _ = self.history.try_push(Event::Take(chosen));
            }
        }
        self.field = self.field & !cards;
        let won = cards.with(card);
        self.captured[mover] = self.captured[mover] | won;
        *counts = counts.plus(COUNTS[month][won.month_bits(card).1]);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{KoiKoi, Rules};
    use fuda_core::{Game, Position as _, Purpose, Seed};

    /// The moves of a history, played on the position it began from, lead
    /// to the very position the random turns left.
    #[test]
    fn random_turns_are_moves_of_the_game() {
        for (number, rules) in [
            Rules::PAPER,
            Rules::GUAN.single_round(),
            Rules { rounds: 1, ..Rules::NINTENDO },
            "paper+months=5+hand=3+field=4+plains-from=3+calls=2".parse().expect("rules"),
        ]
        .into_iter()
        .enumerate()
        {
            let game = KoiKoi { rules };
            for deal in 0..400 {
                let mut rng = Seed(5).stream(Purpose::Playout, &[number as u64, deal]);
                let start = game.start(&game.deal(&mut rng)).expect("a deal");
                let mut end = start.clone();
                match deal % 2 {
                    0 => end.finish_at_random(&mut rng),
                    _ => {
                        let paid = end.finish_round_at_random(&mut rng);
                        assert_eq!(end.scores().expect("over")[0], f64::from(paid));
                        assert!(!end.table.history.contains(&Event::KoiKoi));
                    }
                }
                let mut again = start.clone();
                for event in &end.table.history {
                    let mv = match event {
                        Event::Play(card) => Move::Play(*card),
                        Event::Take(card) => Move::Take(*card),
                        Event::KoiKoi => Move::KoiKoi,
                        Event::Stop if again.turn().first().is_some() => Move::Stop,
                        Event::Stop | Event::Draw(_) => continue,
                    };
                    let seat = again.table.to_move;
                    again.play(seat, mv).expect("a legal move");
                }
                assert_eq!(again, end);
            }
        }
    }

    /// Random turns score as random moves do, one after the other.
    #[test]
    fn random_turns_are_as_random_as_moves() {
        let game = KoiKoi::default();
        let (mut fast, mut slow) = ([0.0f64; 3], [0.0f64; 3]);
        let games = 40_000u64;
        for deal in 0..games {
            let mut rng = Seed(6).stream(Purpose::Playout, &[deal]);
            let mut one = game.start(&game.deal(&mut rng)).expect("a deal");
            let mut two = one.clone();
            one.finish_at_random(&mut rng);
            while let Some(mv) = two.any_move(&mut rng) {
                two.do_move(mv);
            }
            for (sums, end) in [(&mut fast, &one), (&mut slow, &two)] {
                let points = end.scores().expect("over")[0];
                sums[0] += points;
                sums[1] += points * points;
                sums[2] += end.table.history.len() as f64;
            }
        }
        let n = games as f64;
        let spread = ((fast[1] + slow[1]) / n / n).sqrt();
        assert!((fast[0] - slow[0]).abs() / n < 4.5 * spread, "{fast:?} {slow:?}");
        assert!((fast[1] / slow[1] - 1.0).abs() < 0.05, "{fast:?} {slow:?}");
        assert!((fast[2] / slow[2] - 1.0).abs() < 0.01, "{fast:?} {slow:?}");
    }
}
