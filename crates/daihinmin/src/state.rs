//! The truth as plain bits: hands, table, turn; and how a move changes it.

use crate::card::{Card, Cards};
use crate::moves::{Kind, Meld, Move};
use crate::rules::{MOST_PLAYERS, Rules};

/// So many passes in a row end a game; the other ranks are drawn.
pub const MOST_PASSES: u8 = 20;

/// What a game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// The seat of this class gives cards away.
    Gift(u8),
    /// Cards are played.
    Play,
    /// It is over.
    Over,
}

/// Everything of a position but its history; copied by playouts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct State {
    pub hands: [Cards; MOST_PLAYERS],
    /// What each seat has played.
    pub played: [Cards; MOST_PLAYERS],
    /// What each seat gave away and got in the exchange.
    pub given: [Cards; MOST_PLAYERS],
    pub received: [Cards; MOST_PLAYERS],
    /// The class of each seat, 0 on top; `None` when nobody has one.
    pub classes: Option<[u8; MOST_PLAYERS]>,
    /// The order in which ranks are drawn after too many passes.
    pub tail: [u8; MOST_PLAYERS],
    pub rules: Rules,
    pub stage: Stage,
    pub table: Option<Meld>,
    pub locked: bool,
    pub revolution: bool,
    /// Seats that passed since the table was last cleared.
    pub passed: u8,
    /// Seats that have finished.
    pub out: u8,
    pub turn: u8,
    /// Who played last; at first, who leads the game.
    pub last: u8,
    /// Who led the game, once that is known.
    pub leader: Option<u8>,
    /// Passes in a row.
    pub streak: u8,
    /// Seats in the order of finishing; the first `finished` count.
    pub order: [u8; MOST_PLAYERS],
    pub finished: u8,
}

impl State {
    /// A game about to start: hands are dealt, forced gifts are made.
    pub fn new(
        rules: Rules,
        hands: [Cards; MOST_PLAYERS],
        classes: Option<[u8; MOST_PLAYERS]>,
        tail: [u8; MOST_PLAYERS],
    ) -> State {
        let mut state = State {
            hands,
            played: [Cards::NONE; MOST_PLAYERS],
            given: [Cards::NONE; MOST_PLAYERS],
            received: [Cards::NONE; MOST_PLAYERS],
            classes,
            tail,
            rules,
            stage: Stage::Play,
            table: None,
            locked: false,
            revolution: false,
            passed: 0,
            out: 0,
            turn: 0,
            last: 0,
            leader: None,
            streak: 0,
            order: [0; MOST_PLAYERS],
            finished: 0,
        };
        if rules.exchange && classes.is_some() {
            let rich = (0..rules.players).filter(|&c| state.partner_class(c).is_some());
            for class in rich.collect::<arrayvec::ArrayVec<u8, MOST_PLAYERS>>() {
                state.force_gift(class);
            }
            state.stage = Stage::Gift(0);
            state.turn = state.seat_of_class(0);
        } else {
            state.begin_play();
        }
        state
    }

    pub fn players(&self) -> usize {
        usize::from(self.rules.players)
    }

    /// The poor class that a rich class exchanges with.
    pub fn partner_class(&self, class: u8) -> Option<u8> {
        let other = (self.rules.players - 1).checked_sub(class)?;
        (class < other && self.rules.gifts(class) > 0).then_some(other)
    }

    /// The seat of a class; seat 0 when there are no classes.
    pub fn seat_of_class(&self, class: u8) -> u8 {
        let classes = self.classes.unwrap_or_default();
        (0..self.rules.players).find(|&s| classes[usize::from(s)] == class).unwrap_or(0)
    }

    /// Rich and poor seat of the exchange pair that a rich class heads.
    pub fn pair(&self, rich_class: u8) -> Option<(usize, usize)> {
        let poor = self.partner_class(rich_class)?;
        Some((self.seat_of_class(rich_class).into(), self.seat_of_class(poor).into()))
    }

    fn force_gift(&mut self, class: u8) {
        if let Some((rich, poor)) = self.pair(class) {
            let gift = self.hands[poor].strongest(self.rules.gifts(class));
            self.hands[poor] = self.hands[poor].without(gift);
            self.hands[rich] = self.hands[rich].or(gift);
            self.given[poor] = gift;
            self.received[rich] = gift;
        }
    }

    /// Finds who leads, once all gifts are made.
    pub fn begin_play(&mut self) {
        let card = self.rules.leading_card();
        let leader = (0..self.players()).find(|&s| self.hands[s].contains(card)).unwrap_or(0);
        self.stage = Stage::Play;
        self.turn = leader as u8;
        self.last = self.turn;
        self.leader = Some(self.turn);
    }

    /// Goes back to the moment before the first play, whoever held what.
    pub fn restart(&mut self, leader: u8) {
        *self = State {
            played: [Cards::NONE; MOST_PLAYERS],
            stage: Stage::Play,
            table: None,
            locked: false,
            revolution: false,
            passed: 0,
            out: 0,
            turn: leader,
            last: leader,
            leader: Some(leader),
            streak: 0,
            order: [0; MOST_PLAYERS],
            finished: 0,
            ..*self
        };
    }

    /// All cards that are still held.
    #[inline(always)]
    pub fn in_hands(&self) -> Cards {
        self.hands.iter().fold(Cards::NONE, |all, hand| all.or(*hand))
    }

    /// The seats that have not finished.
    #[inline(always)]
    pub fn alive(&self) -> u8 {
        ((1u16 << self.rules.players) - 1) as u8 & !self.out
    }

    /// The next seat of a mask in playing order, after a seat.
    #[inline(always)]
    fn next_of(&self, mask: u8, after: u8) -> u8 {
        let n = u32::from(self.rules.players);
        let twice = u32::from(mask) | u32::from(mask) << n;
        let from = u32::from(after) + 1;
        let at = from + (twice >> from).trailing_zeros().min(n - 1);
        (if at < n { at } else { at - n }) as u8
    }

    /// Makes a move of the seat whose turn it is, without looking whether it
    /// is legal.
    #[inline]
    pub fn make(&mut self, mv: Move) {
        self.make_known(mv, mv.meld());
    }

    /// The same for whoever knows already what the cards are.
    #[inline(always)]
    pub fn make_known(&mut self, mv: Move, meld: Option<Meld>) {
        match self.stage {
            Stage::Gift(class) => self.make_gift(class, mv.cards()),
            Stage::Play => match meld {
                Some(meld) => self.make_play(mv, meld),
                None => self.make_pass(),
            },
            Stage::Over => {}
        }
    }

    fn make_gift(&mut self, class: u8, cards: Cards) {
        if let Some((rich, poor)) = self.pair(class) {
            let gift = cards.and(self.hands[rich]);
            self.hands[rich] = self.hands[rich].without(gift);
            self.hands[poor] = self.hands[poor].or(gift);
            self.given[rich] = gift;
            self.received[poor] = gift;
        }
        if self.partner_class(class + 1).is_some() {
            self.stage = Stage::Gift(class + 1);
            self.turn = self.seat_of_class(class + 1);
        } else {
            self.begin_play();
        }
    }

    #[inline(always)]
    fn make_play(&mut self, mv: Move, meld: Meld) {
        let seat = usize::from(self.turn);
        let cards = mv.cards();
        self.hands[seat] = self.hands[seat].without(cards);
        self.played[seat] = self.played[seat].or(cards);
        self.streak = 0;
        self.last = self.turn;
        if self.hands[seat].is_empty() {
            self.finish(self.turn);
            if self.stage == Stage::Over {
                return;
            }
        }
        if meld.is_revolution() && self.rules.revolution {
            self.revolution = !self.revolution;
        }
        self.locked = self.locked_by(meld);
        let beaten = self.table.replace(meld);
        let answered_joker = beaten.is_some_and(Meld::is_single_joker);
        if answered_joker || (self.rules.eight && meld.has_eight()) {
            self.clear();
        } else {
            self.go_on();
        }
    }

    /// Whether the suits are locked once this lies on the table. A single
    /// joker ends a lock; nothing but the three of spades, which needs no
    /// suit, answers it.
    #[inline(always)]
    pub fn locked_by(&self, meld: Meld) -> bool {
        let same = self.table.is_some_and(|under| under.suits == meld.suits);
        !meld.is_single_joker() && (self.locked || self.rules.lock && same)
    }

    #[inline(always)]
    fn make_pass(&mut self) {
        self.passed |= 1 << self.turn;
        self.streak += 1;
        if self.streak >= MOST_PASSES {
            self.draw_ranks();
        } else {
            self.go_on();
        }
    }

    /// Passes the turn on, or clears the table when nobody is left to ask.
    #[inline(always)]
    fn go_on(&mut self) {
        let mut waiting = self.alive() & !self.passed;
        if !self.rules.own_pass && self.table.is_some() {
            waiting &= !(1 << self.last);
        }
        if waiting == 0 {
            self.clear();
        } else {
            self.turn = self.next_of(waiting, self.turn);
        }
    }

    /// Empties the table; the last to play leads, or the next after it.
    #[inline(always)]
    fn clear(&mut self) {
        self.table = None;
        self.locked = false;
        self.passed = 0;
        let alive = self.alive();
        self.turn = match alive >> self.last & 1 {
            1 => self.last,
            _ => self.next_of(alive, self.last),
        };
    }

    fn finish(&mut self, seat: u8) {
        self.out |= 1 << seat;
        self.order[usize::from(self.finished)] = seat;
        self.finished += 1;
        if self.finished + 1 == self.rules.players {
            self.order[usize::from(self.finished)] = self.alive().trailing_zeros() as u8;
            self.finished += 1;
            self.stage = Stage::Over;
        }
    }

    /// Too many passes: whoever is left gets the ranks the deal has drawn.
    fn draw_ranks(&mut self) {
        for at in 0..self.players() {
            let seat = self.tail[at];
            if self.out >> seat & 1 == 0 {
                self.out |= 1 << seat;
                self.order[usize::from(self.finished)] = seat;
                self.finished += 1;
            }
        }
        self.stage = Stage::Over;
    }

    /// Why the seat to move may not make a move; `None` when it may.
    pub fn refusal(&self, mv: Move) -> Option<&'static str> {
        let hand = self.hands[usize::from(self.turn)];
        if let Stage::Gift(class) = self.stage {
            return if !mv.is_gift() {
                Some("cards must be given now")
            } else if mv.cards().len() != self.rules.gifts(class) {
                Some("another number of cards is to be given")
            } else if !hand.includes(mv.cards()) {
                Some("not all of these cards are in the hand")
            } else {
                None
            };
        }
        if self.stage == Stage::Over {
            return Some("the game is over");
        }
        if mv.is_pass() {
            let barred = self.table.is_none() && !self.rules.lead_pass;
            return barred.then_some("the leader must play");
        }
        let Some(meld) = mv.meld() else {
            return Some("these cards are no play");
        };
        if !hand.includes(mv.cards()) {
            return Some("not all of these cards are in the hand");
        }
        if meld.is_single_joker() && mv.joker() != crate::Joker::Itself {
            return Some("a single joker stands for itself");
        }
        if meld.kind == Kind::Sequence && !self.rules.sequences {
            return Some("sequences are not played");
        }
        self.table.and_then(|table| self.too_weak(mv, meld, table))
    }

    fn too_weak(&self, mv: Move, meld: Meld, table: Meld) -> Option<&'static str> {
        if meld.kind != table.kind || meld.size != table.size {
            return Some("the table asks for another kind or number of cards");
        }
        if table.is_single_joker() {
            let cut = self.rules.spade3 && mv.cards() == Card::SPADE_THREE.bit();
            return (!cut).then_some("only the three of spades beats the joker");
        }
        if meld.is_single_joker() {
            return None;
        }
        if self.locked && meld.suits != table.suits {
            return Some("the suits are locked");
        }
        let stronger = if self.revolution { meld.high < table.low } else { meld.low > table.high };
        (!stronger).then_some("it is not stronger than the table")
    }
}
