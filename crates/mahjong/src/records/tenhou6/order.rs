//! The order in which things happened, found from the lists of each seat.

use arrayvec::ArrayVec;
use fuda_core::Seat;
use fuda_core::formats::FormatError;
use serde_json::Value;

use super::error;
use super::result::{self, Ending};
use super::tokens::{Incoming, Outgoing, face, incoming, outgoing};
use crate::records::log::{Entry, Event, Four, HandLog, LogRules};
use crate::records::table::{Impossible, Table};
use crate::records::xml::shorten;
use crate::{Face, MeldKind};

/// How many steps the search for the order may take: a hand has fewer than
/// 200, and few places where more than one way has to be tried.
const MOST_STEPS: usize = 200_000;

struct Lists {
    incoming: Four<Vec<Incoming>>,
    outgoing: Four<Vec<Outgoing>>,
    doras: ArrayVec<Face, 5>,
    ending: Ending,
}

#[derive(Clone, Copy)]
enum Phase {
    Draw(u8),
    Act(u8),
    Discarded(u8),
}

#[derive(Clone)]
struct State {
    table: Table,
    incoming: Four<usize>,
    outgoing: Four<usize>,
    phase: Phase,
    /// Indicators of open and added kans that are still to be turned.
    pending: usize,
    turned: usize,
    /// Who declared riichi with the last discard.
    riichi: Option<Seat>,
    events: Vec<Event>,
}

fn list<'a>(hand: &'a [Value], at: usize, what: &str) -> Result<&'a Vec<Value>, FormatError> {
    hand.get(at).and_then(Value::as_array).ok_or_else(|| {
        let got = hand.get(at).map_or("nothing".into(), |v| shorten(&v.to_string()));
        error(format!("entry {}", at + 1), format!("a list of {what}"), got)
    })
}

fn whole<const N: usize>(
    values: &[Value],
    at: usize,
    range: std::ops::RangeInclusive<i64>,
) -> Result<[i64; N], FormatError> {
    let numbers: Option<ArrayVec<i64, N>> = (values.len() == N)
        .then(|| values.iter().map(|v| v.as_i64().filter(|n| range.contains(n))).collect())
        .flatten();
    numbers.and_then(|n| n.into_inner().ok()).ok_or_else(|| {
        let got = shorten(&Value::from(values.to_vec()).to_string());
        error(format!("entry {}", at + 1), format!("{N} numbers in their range"), got)
    })
}

fn faces<const N: usize>(values: &[Value], at: usize) -> Result<ArrayVec<Face, N>, FormatError> {
    let bad = |got: String| error(format!("entry {}", at + 1), format!("at most {N} tiles"), got);
    if values.len() > N {
        return Err(bad(format!("{} tiles", values.len())));
    }
    let read = |v: &Value| v.as_i64().and_then(face).ok_or_else(|| bad(shorten(&v.to_string())));
    values.iter().map(read).collect()
}

/// Reads one hand of `log`. A result that contradicts itself is given beside
/// the hand, which then has no ending.
pub(super) fn read_hand(
    value: &Value,
    rules: &LogRules,
) -> Result<(HandLog, Option<FormatError>), FormatError> {
    let no_list = || error("the hand", "a list", shorten(&value.to_string()));
    let hand = value.as_array().ok_or_else(no_list)?;
    let [round, honba, sticks] = whole::<3>(list(hand, 0, "round, honba, sticks")?, 0, 0..=200)?;
    if round >= 16 {
        return Err(error("entry 1", "a hand below 16", round.to_string()));
    }
    let scores = whole::<4>(list(hand, 1, "scores")?, 1, -1_000_000..=1_000_000)?;
    let doras = faces::<5>(list(hand, 2, "dora indicators")?, 2)?;
    let ura = faces::<5>(list(hand, 3, "ura indicators")?, 3)?;
    let Some(&dora) = doras.first() else {
        return Err(error("entry 3", "a dora indicator", "none"));
    };
    let mut table = Table::new(rules.red_fives.unwrap_or(true));
    let at_entry = |at: usize| {
        move |why: Impossible| error(format!("entry {}", at + 1), why.expected, why.got)
    };
    let dora = table.fresh(dora).map_err(at_entry(2))?;
    let mut hands = [[dora; 13]; 4];
    let mut lists = Lists {
        incoming: Default::default(),
        outgoing: Default::default(),
        doras,
        ending: result::read_ending(list(hand, 16, "the result")?)?,
    };
    for (seat, hand_of_seat) in hands.iter_mut().enumerate() {
        let at = 4 + 3 * seat;
        let dealt = faces::<14>(list(hand, at, "tiles")?, at)?;
        *hand_of_seat = table.deal(Seat(seat as u8), &dealt).map_err(at_entry(at))?;
        lists.incoming[seat] = entries(list(hand, at + 1, "draws")?, at + 1, incoming)?;
        lists.outgoing[seat] = entries(list(hand, at + 2, "discards")?, at + 2, outgoing)?;
    }
    let dealer = (round % 4) as u8;
    let start = State {
        table,
        incoming: [0; 4],
        outgoing: [0; 4],
        phase: Phase::Draw(dealer),
        pending: 0,
        turned: 1,
        riichi: None,
        events: Vec::with_capacity(160),
    };
    // Where nothing fits, a result that contradicts itself is why.
    let why = |fault| result::check_winners(&lists.ending).err().unwrap_or(fault);
    let mut state = play(&lists, start).map_err(why)?;
    state.turn_last(&lists)?;
    let played = state.events.len();
    let ended =
        result::add_ending(&lists.ending, sticks, &ura, &mut state.table, &mut state.events);
    if ended.is_err() {
        state.events.truncate(played);
    }
    let hand = HandLog {
        at: 1,
        round: round as u8,
        honba: honba as u16,
        sticks: sticks as u16,
        dice: None,
        dora,
        scores: Some(scores.map(|s| s as i32)),
        dealer: Seat(dealer),
        hands,
        wall: None,
        events: (1..).zip(state.events).map(|(at, event)| Entry { at, event }).collect(),
    };
    Ok((hand, ended.err()))
}

fn entries<T>(
    values: &[Value],
    at: usize,
    read: impl Fn(&Value) -> Option<T>,
) -> Result<Vec<T>, FormatError> {
    let item = |(i, value): (usize, &Value)| {
        read(value).ok_or_else(|| {
            let place = format!("entry {}, item {}", at + 1, i + 1);
            error(place, "a tile or a call", shorten(&value.to_string()))
        })
    };
    values.iter().enumerate().map(item).collect()
}

/// Plays from a state until every list is used up, going back to the last
/// choice wherever that does not work out.
fn play(lists: &Lists, start: State) -> Result<State, FormatError> {
    let mut choices = vec![start];
    let mut steps = 0;
    let mut furthest = (0, Impossible { expected: "events".into(), got: "none".into() });
    while let Some(mut state) = choices.pop() {
        loop {
            steps += 1;
            if steps > MOST_STEPS {
                return Err(error("the events", "one order of the events", "too many possible"));
            }
            if state.is_done(lists) {
                state.accept_riichi(!lists.ending.is_ron());
                return Ok(state);
            }
            let before = choices.len();
            if let Err(why) = state.step(lists, &mut choices) {
                choices.truncate(before);
                if state.events.len() >= furthest.0 {
                    furthest = (state.events.len(), why);
                }
                break;
            }
        }
    }
    let (events, why) = furthest;
    Err(error(format!("after event {events}"), why.expected, why.got))
}

fn stuck<T>(expected: &str, got: impl Into<String>) -> Result<T, Impossible> {
    Err(Impossible { expected: expected.into(), got: got.into() })
}

impl State {
    fn is_done(&self, lists: &Lists) -> bool {
        (0..4).all(|s| {
            self.incoming[s] == lists.incoming[s].len()
                && self.outgoing[s] == lists.outgoing[s].len()
        })
    }

    fn accept_riichi(&mut self, accepted: bool) {
        if let Some(seat) = self.riichi.take().filter(|_| accepted) {
            self.events.push(Event::RiichiAccepted { seat, scores: None });
        }
    }

    fn turn_dora(&mut self, lists: &Lists) -> Result<(), Impossible> {
        if let Some(&face) = lists.doras.get(self.turned) {
            let tile = self.table.fresh(face)?;
            self.events.push(Event::Dora { tile });
            self.turned += 1;
        }
        Ok(())
    }

    fn turn_pending(&mut self, lists: &Lists) -> Result<(), Impossible> {
        while self.pending > 0 {
            self.pending -= 1;
            self.turn_dora(lists)?;
        }
        Ok(())
    }

    /// The hand is over: indicators of the last kans may still be listed, but
    /// no more than there were kans.
    fn turn_last(&mut self, lists: &Lists) -> Result<(), FormatError> {
        let fault = |why: Impossible| error("entry 3", why.expected, why.got);
        self.turn_pending(lists).map_err(fault)?;
        if self.turned < lists.doras.len() {
            let due = format!("{} dora indicators, as kans turned them up", self.turned);
            return Err(error("entry 3", due, format!("{}", lists.doras.len())));
        }
        Ok(())
    }

    fn step(&mut self, lists: &Lists, choices: &mut Vec<State>) -> Result<(), Impossible> {
        match self.phase {
            Phase::Draw(seat) => self.draw(lists, seat),
            Phase::Act(seat) => self.act(lists, seat),
            Phase::Discarded(seat) => {
                self.accept_riichi(true);
                let next = (seat + 1) % 4;
                // Kans and pons go before runs, and a call before the draw.
                let mut callers: ArrayVec<(bool, u8), 3> = ArrayVec::new();
                for caller in [1, 2, 3].map(|steps| (seat + steps) % 4) {
                    if let Some(run) = self.calls(lists, caller, seat) {
                        callers.push((run, caller));
                    }
                }
                callers.sort_unstable();
                let at = usize::from(next);
                let draws = lists.incoming[at].get(self.incoming[at]);
                let can_draw = matches!(draws, Some(Incoming::Draw(_)));
                if can_draw && !callers.is_empty() {
                    choices.push(State { phase: Phase::Draw(next), ..self.clone() });
                }
                for &(_, caller) in callers.iter().skip(1).rev() {
                    let mut other = self.clone();
                    if other.call(lists, caller).is_ok() {
                        choices.push(other);
                    }
                }
                match callers.first() {
                    Some(&(_, caller)) => self.call(lists, caller),
                    None => self.draw(lists, next),
                }
            }
        }
    }

    /// Whether a seat's next entry calls the last discard: a run, or not.
    fn calls(&self, lists: &Lists, caller: u8, from: u8) -> Option<bool> {
        let at = usize::from(caller);
        let tile = self.table.discarded()?.1;
        let steps = (from + 4 - caller) % 4;
        let (face, source, run) = match lists.incoming[at].get(self.incoming[at])? {
            Incoming::Draw(_) => return None,
            Incoming::Chi { called, .. } => (called, 3, true),
            Incoming::Pon { called, from, .. } | Incoming::OpenKan { called, from, .. } => {
                (called, from.steps(), false)
            }
        };
        (self.table.face_of(tile) == *face && source == steps).then_some(run)
    }

    fn call(&mut self, lists: &Lists, caller: u8) -> Result<(), Impossible> {
        let (at, seat) = (usize::from(caller), Seat(caller));
        let Some(entry) = lists.incoming[at].get(self.incoming[at]) else {
            return stuck("a call", "the end of the list");
        };
        self.incoming[at] += 1;
        let (kind, called, own): (_, _, &[Face]) = match entry {
            Incoming::Chi { called, own } => (MeldKind::Chi, called, own),
            Incoming::Pon { called, own, .. } => (MeldKind::Pon, called, own),
            Incoming::OpenKan { called, own, .. } => (MeldKind::OpenKan, called, own),
            Incoming::Draw(_) => return stuck("a call", "a draw"),
        };
        let meld = self.table.call(seat, kind, Some(*called), own)?;
        self.events.push(Event::Call { seat, meld });
        self.phase = Phase::Act(caller);
        if kind == MeldKind::OpenKan {
            if lists.outgoing[at].get(self.outgoing[at]) == Some(&Outgoing::Nothing) {
                self.outgoing[at] += 1;
            }
            self.pending += 1;
            self.phase = Phase::Draw(caller);
        }
        Ok(())
    }

    fn draw(&mut self, lists: &Lists, seat: u8) -> Result<(), Impossible> {
        let at = usize::from(seat);
        match lists.incoming[at].get(self.incoming[at]) {
            Some(&Incoming::Draw(face)) => {
                let tile = self.table.draw(Seat(seat), face)?;
                self.incoming[at] += 1;
                self.events.push(Event::Draw { seat: Seat(seat), tile });
                self.phase = Phase::Act(seat);
                Ok(())
            }
            Some(call) => stuck("a draw", format!("{call:?} for seat {seat}")),
            None => stuck("a draw", format!("the end of the draws of seat {seat}")),
        }
    }

    fn act(&mut self, lists: &Lists, seat: u8) -> Result<(), Impossible> {
        let at = usize::from(seat);
        let Some(entry) = lists.outgoing[at].get(self.outgoing[at]) else {
            return stuck("a discard", format!("the end of the discards of seat {seat}"));
        };
        self.outgoing[at] += 1;
        let seat_ = Seat(seat);
        match entry {
            Outgoing::Discard { tile, riichi } => {
                self.turn_pending(lists)?;
                if *riichi {
                    self.events.push(Event::Riichi { seat: seat_ });
                    self.riichi = Some(seat_);
                }
                let drawn = self.table.drawn().map(|(_, tile)| self.table.face_of(tile));
                let (tile, drawn) = match (tile, drawn) {
                    (Some(face), _) => self.table.discard(seat_, *face, Some(false))?,
                    (None, Some(face)) => self.table.discard(seat_, face, Some(true))?,
                    (None, None) => return stuck("a tile discarded", "60 without a draw"),
                };
                self.events.push(Event::Discard { seat: seat_, tile, drawn });
                self.phase = Phase::Discarded(seat);
            }
            Outgoing::ConcealedKan(own) => {
                self.turn_pending(lists)?;
                let meld = self.table.concealed_kan(seat_, own)?;
                self.events.push(Event::Call { seat: seat_, meld });
                self.turn_dora(lists)?;
                self.phase = Phase::Draw(seat);
            }
            Outgoing::AddedKan(face) => {
                self.turn_pending(lists)?;
                let meld = self.table.added_kan(seat_, *face)?;
                self.events.push(Event::Call { seat: seat_, meld });
                self.pending += 1;
                self.phase = Phase::Draw(seat);
            }
            Outgoing::Nothing => return stuck("a discard", "0 without an open kan"),
        }
        Ok(())
    }
}
