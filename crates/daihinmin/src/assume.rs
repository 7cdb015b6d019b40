//! Full positions that agree with a view.
//!
//! What a view says about hidden cards is worked out once ([`HiddenHands`]);
//! each assumption after that is one shuffle.

use crate::card::{Card, Cards};
use crate::moves::Move;
use crate::position::{Position, View};
use crate::rules::MOST_PLAYERS;
use crate::state::{Stage, State};
use arrayvec::ArrayVec;
use fuda_core::{Rng, Seat};

/// How hidden cards are dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dealing {
    /// The strongest more often to the higher classes, as in the paper: of
    /// the six strongest unseen cards three go to the top class, two to the
    /// second, one to the third, as far as they have room.
    #[default]
    ByClass,
    /// Evenly.
    Evenly,
}

/// Deals hidden cards in agreement with a view, as often as asked.
#[derive(Clone, Debug)]
pub struct HiddenHands {
    /// Everything public, and the own hand; the other hands hold only the
    /// cards they are known to hold.
    base: State,
    me: usize,
    /// Unseen cards that may be with more than one seat, strongest first.
    free: ArrayVec<Card, 64>,
    /// How many of the free cards each seat gets.
    needs: [usize; MOST_PLAYERS],
    /// Rich and poor seat of pairs whose forced gift is made and whose free
    /// gift is not: they are dealt as before the exchange.
    open_pairs: ArrayVec<(usize, usize), MOST_PLAYERS>,
    /// The seat that gave this one its strongest cards.
    poor: Option<PoorPartner>,
}

/// What a rich seat knows of its poor partner: everything it kept is weaker
/// than what it gave.
#[derive(Clone, Debug)]
struct PoorPartner {
    seat: usize,
    gifts: usize,
    /// The gift, where the seat knows it.
    gift: Option<Cards>,
    /// Cards that may have been the gift, strongest first, each with all that
    /// are weaker: of those this seat had to choose from when it gave. None
    /// where the partner is known to have kept something stronger.
    had: ArrayVec<(Card, Option<Cards>), 64>,
}

/// What is public, with the view's own hand; other hands are left empty.
pub(crate) fn known(view: &View) -> State {
    let mut state = public(view);
    for seat in (0..state.players()).filter(|&s| s != view.seat.index()) {
        state.hands[seat] = Cards::NONE;
    }
    state
}

/// Replays what was seen, with one card that is none in each hidden hand
/// that is not empty, so that players finish exactly when they did.
fn public(view: &View) -> State {
    const STANDS_FOR_MORE: Cards = Cards(1);
    let n = usize::from(view.rules.players);
    let me = view.seat.index().min(n - 1);
    let mut state = State::new(view.rules, [Cards::NONE; MOST_PLAYERS], None, [0, 1, 2, 3, 4]);
    state.classes = view.classes.as_ref().map(|classes| {
        let mut fixed = [u8::MAX; MOST_PLAYERS];
        for (slot, class) in fixed.iter_mut().zip(classes) {
            *slot = *class;
        }
        fixed
    });
    for seat in 0..n {
        let left = view.sizes.get(seat).is_some_and(|&size| size > 0);
        let now = if seat == me { view.hand } else { Cards(u64::from(left)).and(STANDS_FOR_MORE) };
        state.hands[seat] = now.or(view.played(Seat(seat as u8)));
    }
    match view.leader {
        Some(leader) => {
            state.turn = leader.0.min(view.rules.players - 1);
            state.last = state.turn;
            state.leader = Some(state.turn);
            for &(_, mv) in view.moves.iter().filter(|(_, mv)| !mv.is_gift()) {
                state.make(mv);
            }
        }
        None => {
            let class = state.classes.map_or(0, |classes| classes[me]);
            let asked = state.partner_class(class).is_some() && view.given.is_empty();
            let class = if asked { class } else { 0 };
            state.stage = Stage::Gift(class);
            state.turn = state.seat_of_class(class);
            state.leader = None;
        }
    }
    state.given[me] = view.given;
    state.received[me] = view.received.unwrap_or_default();
    state
}

impl HiddenHands {
    /// Works out what a view says about hidden cards.
    pub fn new(view: &View) -> HiddenHands {
        let base = known(view);
        let n = base.players();
        let me = view.seat.index().min(n - 1);
        let mut dealer = HiddenHands {
            base,
            me,
            free: ArrayVec::new(),
            needs: [0; MOST_PLAYERS],
            open_pairs: ArrayVec::new(),
            poor: None,
        };
        let unseen = view.unseen();
        dealer.place_known(view, unseen);
        let placed = (0..n).fold(Cards::NONE, |all, s| all.or(dealer.base.hands[s]));
        dealer.free = unseen.without(placed).iter().collect();
        dealer.free.sort_unstable_by_key(|card| std::cmp::Reverse(card.gift_order()));
        for seat in (0..n).filter(|&s| s != me) {
            let size = view.sizes.get(seat).map_or(0, |&size| usize::from(size));
            dealer.needs[seat] = size.saturating_sub(dealer.base.hands[seat].len());
        }
        dealer.open_pairs = dealer.pairs_still_open();
        for &(rich, poor) in &dealer.open_pairs {
            let gifts = dealer.gifts_of(rich);
            dealer.needs[rich] = dealer.needs[rich].saturating_sub(gifts);
            dealer.needs[poor] += gifts;
        }
        dealer
    }

    fn gifts_of(&self, seat: usize) -> usize {
        self.base.classes.map_or(0, |classes| self.base.rules.gifts(classes[seat]))
    }

    /// Puts every card whose place is known where it is.
    fn place_known(&mut self, view: &View, unseen: Cards) {
        let hidden = |cards: Cards| cards.and(unseen);
        if let Some(leader) = self.base.leader.map(usize::from)
            && leader != self.me
        {
            let card = self.base.rules.leading_card().bit();
            self.base.hands[leader] = self.base.hands[leader].or(hidden(card));
        }
        let Some(classes) = self.base.classes.filter(|_| self.base.rules.exchange) else { return };
        let mine = classes[self.me];
        if let Some((_, poor)) = self.base.pair(mine) {
            self.base.hands[poor] = self.base.hands[poor].or(hidden(view.given));
            let played = view.played(Seat(poor as u8));
            let stayed = played.or(self.base.hands[poor]).without(view.given);
            self.poor = Some(PoorPartner {
                seat: poor,
                gifts: self.base.rules.gifts(mine),
                gift: view.received,
                had: may_have_given(view.hand.or(view.played(view.seat)).or(view.given), stayed),
            });
        } else if let Some(rich_class) = (self.base.rules.players - 1).checked_sub(mine)
            && let Some((rich, _)) = self.base.pair(rich_class)
        {
            let kept = view.given.without(view.received.unwrap_or_default());
            self.base.hands[rich] = self.base.hands[rich].or(hidden(kept));
        }
    }

    fn pairs_still_open(&self) -> ArrayVec<(usize, usize), MOST_PLAYERS> {
        let Stage::Gift(class) = self.base.stage else { return ArrayVec::new() };
        let later = (class..self.base.rules.players).filter_map(|c| self.base.pair(c));
        later.filter(|&(rich, poor)| rich != self.me && poor != self.me).collect()
    }

    /// A position for playouts with all hands dealt; it has no history.
    #[inline]
    pub fn deal(&self, dealing: Dealing, rng: &mut Rng) -> Position {
        Position::without_history(match dealing {
            Dealing::ByClass => self.sample_by_class(rng),
            Dealing::Evenly => self.sample(rng),
        })
    }

    /// The public state with all hands dealt, evenly.
    fn sample(&self, rng: &mut Rng) -> State {
        let mut pool = self.free.clone();
        let mut needs = self.needs;
        let mut state = self.base;
        self.deal_rest(&mut state, &mut pool, &mut needs, rng);
        state
    }

    /// The same, the strongest cards first to the higher classes.
    fn sample_by_class(&self, rng: &mut Rng) -> State {
        let Some(classes) = self.base.classes else { return self.sample(rng) };
        let mut pool = self.free.clone();
        let mut needs = self.needs;
        let mut state = self.base;
        let top = pool.len().min(6);
        rng.shuffle(&mut pool[..top]);
        let mut taken = 0;
        for (class, share) in [(0, 3), (1, 2), (2, 1)] {
            let seat = (0..state.players()).find(|&s| s != self.me && classes[s] == class);
            let Some(seat) = seat else { continue };
            if self.poor.as_ref().is_some_and(|poor| poor.seat == seat) {
                continue;
            }
            for _ in 0..share {
                if needs[seat] > 0 && taken < top {
                    state.hands[seat] = state.hands[seat].or(pool[taken].bit());
                    needs[seat] -= 1;
                    taken += 1;
                }
            }
        }
        pool.drain(..taken);
        if self.deal_rest(&mut state, &mut pool, &mut needs, rng) {
            state
        } else {
            self.sample(rng)
        }
    }

    /// Deals the pool to whoever needs cards. Says whether the poor partner
    /// could be given only cards it may have.
    fn deal_rest(
        &self,
        state: &mut State,
        pool: &mut ArrayVec<Card, 64>,
        needs: &mut [usize; MOST_PLAYERS],
        rng: &mut Rng,
    ) -> bool {
        let mut agrees = true;
        if let Some(poor) = &self.poor {
            let gift = poor.gift.or_else(|| poor.draw_gift(pool, needs[poor.seat], rng));
            if let Some(gift) = gift {
                agrees = poor.deal(gift, state, pool, needs, rng);
                state.received[self.me] = gift;
                state.given[poor.seat] = gift;
                state.received[poor.seat] = state.given[self.me];
            }
        }
        // A partial shuffle: each seat takes its cards from what is left.
        let mut left = pool.len();
        for (seat, need) in needs.iter().enumerate().take(state.players()) {
            for _ in 0..*need {
                if left == 0 {
                    break;
                }
                let at = rng.below(left as u32) as usize;
                left -= 1;
                state.hands[seat] = state.hands[seat].or(pool[at].bit());
                pool.swap(at, left);
            }
        }
        for &(rich, poor) in &self.open_pairs {
            let gift = state.hands[poor].strongest(self.gifts_of(rich));
            state.hands[poor] = state.hands[poor].without(gift);
            state.hands[rich] = state.hands[rich].or(gift);
            state.given[poor] = gift;
            state.received[rich] = gift;
        }
        agrees
    }
}

/// The cards of `had`, strongest first, with all weaker cards unless one that
/// `stayed` is stronger.
fn may_have_given(had: Cards, stayed: Cards) -> ArrayVec<(Card, Option<Cards>), 64> {
    let mut cards: ArrayVec<Card, 64> = had.iter().collect();
    cards.sort_unstable_by_key(|card| std::cmp::Reverse(card.gift_order()));
    let kept = stayed.iter().map(Card::gift_order).max();
    let fits = |card: Card| kept.is_none_or(|kept| kept < card.gift_order());
    cards.into_iter().map(|card| (card, fits(card).then(|| card.weaker()))).collect()
}

impl PoorPartner {
    /// Draws what the gift was, each gift as often as there are hands that
    /// would have led to it. `None` when no gift fits.
    fn draw_gift(&self, pool: &[Card], need: usize, rng: &mut Rng) -> Option<Cards> {
        let pool = pool.iter().fold(Cards::NONE, |all, card| all.or(card.bit()));
        // The weakest card of the gift decides what may have been kept; the
        // other one is any stronger card.
        let mut weights: ArrayVec<f64, 64> = ArrayVec::new();
        let mut total = 0.0;
        for (stronger, (_, weaker)) in self.had.iter().enumerate() {
            let ways = if self.gifts == 2 { stronger as f64 } else { 1.0 };
            let hands = match weaker {
                Some(weaker) if stronger + 1 >= self.gifts => choose(pool.and(*weaker).len(), need),
                _ => 0.0,
            };
            total += ways * hands;
            weights.push(ways * hands);
        }
        if total <= 0.0 {
            return None;
        }
        let mut at = rng.unit() * total;
        let mut weakest = weights.iter().position(|w| *w > 0.0)?;
        for (i, weight) in weights.iter().enumerate() {
            if *weight > 0.0 {
                weakest = i;
                if at < *weight {
                    break;
                }
                at -= weight;
            }
        }
        let mut gift = self.had[weakest].0.bit();
        if self.gifts == 2 {
            gift = gift.or(self.had[rng.below(weakest as u32) as usize].0.bit());
        }
        Some(gift)
    }

    /// Deals the partner cards weaker than its gift; false when there are
    /// not enough of them.
    fn deal(
        &self,
        gift: Cards,
        state: &mut State,
        pool: &mut ArrayVec<Card, 64>,
        needs: &mut [usize; MOST_PLAYERS],
        rng: &mut Rng,
    ) -> bool {
        let weaker = gift.iter().fold(Cards::ALL, |all, card| all.and(card.weaker()));
        // Cards it may have go to the front.
        let mut allowed = 0;
        for i in 0..pool.len() {
            if weaker.contains(pool[i]) {
                pool.swap(i, allowed);
                allowed += 1;
            }
        }
        while needs[self.seat] > 0 && allowed > 0 {
            let at = rng.below(allowed as u32) as usize;
            state.hands[self.seat] = state.hands[self.seat].or(pool[at].bit());
            pool.swap(at, allowed - 1);
            pool.swap_remove(allowed - 1);
            allowed -= 1;
            needs[self.seat] -= 1;
        }
        needs[self.seat] == 0
    }
}

/// In how many ways `k` of `n` things can be chosen.
fn choose(n: usize, k: usize) -> f64 {
    CHOOSE.get(n).and_then(|row| row.get(k)).copied().unwrap_or(0.0)
}

/// More cards than there are, and more than a hand can be short of.
const CHOOSE: [[f64; 32]; 64] = {
    let mut table = [[0.0; 32]; 64];
    let mut n = 0;
    while n < 64 {
        table[n][0] = 1.0;
        let mut k = 1;
        while n > 0 && k < 32 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// A position that agrees with the view, all equally likely.
pub(crate) fn evenly(view: &View, rng: &mut Rng) -> Position {
    let state = HiddenHands::new(view).sample(rng);
    finish(view, state, rng)
}

/// Adds what plays no part in the rest of the game: an exchange between two
/// others that fits their hands, the order of drawn ranks, the history.
fn finish(view: &View, mut state: State, rng: &mut Rng) -> Position {
    let n = state.players();
    rng.shuffle(&mut state.tail[..n]);
    let me = view.seat.index();
    let mut history: Vec<(Seat, Move)> = Vec::with_capacity(view.moves.len() + 2);
    for class in 0..state.rules.players {
        let done = match state.stage {
            Stage::Gift(now) => class < now,
            _ => state.leader.is_some(),
        };
        let exchanged = state.rules.exchange && state.classes.is_some() && done;
        let Some((rich, poor)) = state.pair(class).filter(|_| exchanged) else { continue };
        if poor == me {
            state.given[rich] = state.received[me];
            state.received[rich] = state.given[me];
        } else if rich != me {
            // The simplest exchange: what was given came back.
            let seat = Seat(poor as u8);
            let gift = state.hands[poor].or(view.played(seat)).strongest(state.rules.gifts(class));
            for seat in [rich, poor] {
                state.given[seat] = gift;
                state.received[seat] = gift;
            }
        }
        history.push((Seat(rich as u8), Move::give(state.given[rich])));
    }
    history.extend(view.moves.iter().filter(|(_, mv)| !mv.is_gift()));
    Position::with_history(state, &history)
}
