//! What a seat knows from what it hears.
//!
//! The position that grows here holds the seat's own tiles; the other hands
//! are empty, so that nobody else ever claims anything, and the wall has a
//! right tile only where one is about to be seen. Everything goes through the
//! engine. After a discard or a kan the position waits, whoever may claim,
//! until the next event says what became of it.

use super::deal::{Deal, Wall};
use super::event::SeatEvent;
use super::held::Held;
use super::moves::Move;
use super::position::{MahjongPosition, Source};
use super::table::{Acting, Claimed, LONGEST_RIVER, RiichiState, Stage, Table};
use crate::meld::MeldKind;
use crate::rules::Rules;
use crate::tile::Face;
use fuda_core::{BadText, Position, Seat, SeatSet};

/// A bound of shanten that no game lowers to 0: hidden hands are never looked at.
const HIDDEN: i8 = 100;

/// More hands than any game has.
const MOST_HANDS: u32 = 100_000;

type Heard = Result<(), BadText>;

pub(super) fn hear(
    rules: Rules,
    me: Seat,
    known: &mut Option<MahjongPosition>,
    event: &SeatEvent,
) -> Heard {
    if let SeatEvent::Deal { .. } = event {
        *known = Some(dealt(rules, me, event)?);
        return Ok(());
    }
    let Some(position) = known else { return wrong("a deal first", event) };
    let mut watched = Watched { position, me, event };
    match *event {
        SeatEvent::Deal { .. } => Ok(()),
        SeatEvent::Draw { seat, tile, replacement } => watched.draw(seat, tile, replacement),
        SeatEvent::Discard { seat, tile, drawn, riichi } => {
            watched.discard(seat, tile, drawn, riichi)
        }
        SeatEvent::RiichiAccepted { seat } => {
            let open = position.table.seats.get(seat.index());
            match open.is_some_and(|open| open.riichi != RiichiState::None) {
                true => Ok(()),
                false => wrong("a riichi that was declared", event),
            }
        }
        SeatEvent::Call { seat, from, tile, mv } => watched.call(seat, from, tile, mv),
        SeatEvent::Kan { seat, tile, mv } => watched.kan(seat, tile, mv),
        SeatEvent::Indicator { tile } => watched.indicator(tile),
        SeatEvent::HandEnd { ref result, .. } => {
            if position.table.live == 70 {
                return wrong("a draw", event);
            }
            position.table.standing.scores = result.scores;
            position.result = Some(**result);
            position.end();
            Ok(())
        }
        SeatEvent::End { scores, .. } => {
            if position.table.stage != Stage::Over || position.table.live == 70 {
                return wrong("the end of the hand first", event);
            }
            position.table.standing.scores = scores;
            Ok(())
        }
    }
}

fn wrong<T>(expected: &str, event: &SeatEvent) -> Result<T, BadText> {
    Err(BadText::new(expected, format!("{event:?}")))
}

/// How many tiles there are with a face.
fn copies(rules: &Rules, face: Face) -> u8 {
    match (face.kind.is_five() && rules.red_fives, face.red) {
        (false, false) => 4,
        (false, true) => 0,
        (true, false) => 3,
        (true, true) => 1,
    }
}

/// The first moment of a hand, before the dealer's draw.
fn dealt(rules: Rules, me: Seat, event: &SeatEvent) -> Result<MahjongPosition, BadText> {
    let SeatEvent::Deal { standing, hand_number, hand, indicator } = event else {
        return wrong("a deal", event);
    };
    let start = Deal { seed: 0, walls: Vec::new(), start: Some(*standing) };
    let standing = start.standing(&rules)?;
    let fits = |face: Face| hand.count(face) <= copies(&rules, face);
    if hand.total() != 13 || !hand.faces().all(fits) || *hand_number > MOST_HANDS {
        return wrong("thirteen tiles of the set", event);
    }
    let table = Table::new(rules, standing, *hand_number);
    let source = Source { seed: 0, walls: None, last: true };
    let mut position = MahjongPosition {
        bound: [HIDDEN; 4],
        told: 1,
        ..MahjongPosition::empty(table, Wall::in_order(), source)
    };
    for open in &mut position.table.seats {
        open.concealed = 13;
    }
    position.hands[me.index()] = *hand;
    position.bound[me.index()] = 0;
    position.refresh(me.index());
    let mut watched = Watched { position: &mut position, me, event };
    watched.unseen(*indicator)?;
    watched.put(Wall::FIRST_INDICATOR, *indicator);
    position.turn_indicator();
    Ok(position)
}

struct Watched<'a> {
    position: &'a mut MahjongPosition,
    me: Seat,
    event: &'a SeatEvent,
}

impl Watched<'_> {
    fn check(&self, holds: bool, expected: &str) -> Heard {
        if holds { Ok(()) } else { wrong(expected, self.event) }
    }

    /// A tile comes to light: one of its copies must be left.
    fn unseen(&self, face: Face) -> Heard {
        self.several_unseen(face, 1)
    }

    fn several_unseen(&self, face: Face, count: u8) -> Heard {
        let mut seen = self.position.hands[self.me.index()].count(face);
        self.position.seen_by(self.me).each_open(|open| seen += u8::from(open == face));
        let left = copies(&self.position.table.rules, face).saturating_sub(seen);
        self.check(count <= left, "tiles that are not all seen already")
    }

    /// Puts a tile that comes to light where the engine takes it from.
    fn put(&mut self, at: usize, face: Face) {
        self.position.wall.tiles_mut()[at] = super::play::single(face);
    }

    /// Whether the seat is to act, and on what.
    fn acting(&self, seat: Seat) -> Result<Acting, BadText> {
        match self.position.table.stage {
            Stage::Act { seat: actor, on } if actor == seat.0 => Ok(on),
            _ => wrong("what the table waits for", self.event),
        }
    }

    /// The seat's own move must be legal.
    fn own(&self, mv: Move) -> Heard {
        let mut legal = Vec::new();
        self.position.legal_moves(self.me, &mut legal);
        self.check(legal.contains(&mv), "a legal move")
    }

    /// Forgets what stands for the tiles of others.
    fn hide(&mut self, seat: Seat) {
        if seat != self.me {
            self.position.hands[seat.index()] = Held::EMPTY;
            self.position.drawn = None;
        }
    }

    fn draw(&mut self, seat: Seat, tile: Option<Face>, replacement: bool) -> Heard {
        let table = &self.position.table;
        self.check(tile.is_some() == (seat == self.me), "the tile of the own draw only")?;
        self.check(seat.0 < 4 && table.live > 0, "a draw while there are tiles")?;
        self.check(!replacement || table.kans < 4, "at most four kans")?;
        let (due, replaced) = match table.stage {
            Stage::Over if table.live == 70 => (table.dealer(), false),
            Stage::Claims { from, on: Claimed::Discard, .. } => {
                let kan = |seat: &usize| matches!(self.position.answers[*seat], Move::OpenKan(_));
                let caller = (0..4).find(kan);
                (caller.unwrap_or((usize::from(from) + 1) % 4), caller.is_some())
            }
            Stage::Claims { from, .. } => (usize::from(from), true),
            _ => return wrong("what the table waits for", self.event),
        };
        self.check((seat.index(), replacement) == (due, replaced), "the draw that is due")?;
        if let Some(tile) = tile {
            self.unseen(tile)?;
            let at = match replacement {
                true => Wall::REPLACEMENTS[usize::from(table.kans)],
                false => Wall::DEAD - 1 + usize::from(table.kans + table.live),
            };
            self.put(at, tile);
        }
        match self.position.table.stage {
            Stage::Claims { .. } => self.settle(),
            _ => self.position.draw(seat.index()),
        }
        let on = if replacement { Acting::Replaced } else { Acting::Drawn };
        self.hide(seat);
        self.check(self.acting(seat)? == on, "what the rules let follow")
    }

    /// The claims are decided.
    fn settle(&mut self) {
        self.position.waiting = SeatSet::EMPTY;
        self.position.resolve();
    }

    fn discard(&mut self, seat: Seat, tile: Face, drawn: bool, riichi: bool) -> Heard {
        let on = self.acting(seat)?;
        if seat == self.me {
            self.own(match riichi {
                true => Move::Riichi { tile, drawn },
                false => Move::Discard { tile, drawn },
            })?;
        } else {
            self.unseen(tile)?;
            let (rules, open) =
                (&self.position.table.rules, &self.position.table.seats[seat.index()]);
            self.check(!drawn || on != Acting::Called, "a tile from the hand after a call")?;
            self.check(drawn || !open.in_riichi(), "the tile drawn after a riichi")?;
            self.check(open.river.len() < LONGEST_RIVER, "fewer discards")?;
            let may = !riichi || rules.riichi && open.is_closed() && !open.in_riichi();
            self.check(may, "a riichi of a closed hand")?;
            self.position.hands[seat.index()].add(tile);
        }
        self.position.put_down(seat.index(), tile, drawn, riichi);
        self.ask(seat, tile, Claimed::Discard);
        Ok(())
    }

    /// Asks the own seat; the others' claims are heard.
    fn ask(&mut self, from: Seat, tile: Face, on: Claimed) {
        self.hide(from);
        self.position.table.stage = Stage::Claims { from: from.0, tile, on };
        self.position.ask(from.index(), tile, on);
    }

    fn call(&mut self, seat: Seat, from: Seat, tile: Face, mv: Move) -> Heard {
        let table = &self.position.table;
        let stage = Stage::Claims { from: from.0, tile, on: Claimed::Discard };
        self.check(table.stage == stage && seat != from && seat.0 < 4, "a call of the discard")?;
        if seat == self.me {
            self.own(mv)?;
        } else {
            let open = &table.seats[seat.index()];
            let (own, count): (&[Face], u8) = match &mv {
                Move::Chi(own) | Move::Pon(own) => (own, 2),
                Move::OpenKan(_) => (&[], 3),
                _ => return wrong("a chi, pon or open kan", self.event),
            };
            let may = open.melds.len() < 4 && open.concealed > count && !open.in_riichi();
            self.check(may && table.live > 0, "a call of a seat that may call")?;
            for &face in own {
                self.unseen(face)?;
            }
            match mv {
                Move::Chi(_) => {
                    self.check(seat.0 == (from.0 + 1) % 4, "a chi of the next seat")?;
                }
                Move::Pon([a, b]) => {
                    self.several_unseen(b, 1 + u8::from(a == b))?;
                    self.check(a.kind == tile.kind && b.kind == tile.kind, "a pon of the tile")?;
                }
                Move::OpenKan(kind) => {
                    self.check(kind == tile.kind && table.kans < 4, "a kan of the tile")?;
                    self.rest_unseen(tile, 3)?;
                }
                _ => {}
            }
        }
        self.position.answers[seat.index()] = mv;
        if let Move::OpenKan(_) = mv {
            // The replacement tile decides it.
            self.position.waiting = SeatSet::EMPTY;
            return Ok(());
        }
        self.settle();
        self.check(self.acting(seat)? == Acting::Called, "what the rules let follow")
    }

    /// All copies of a kind but those of a face lie hidden.
    fn rest_unseen(&self, shown: Face, count: u8) -> Heard {
        let red = Face { kind: shown.kind, red: true };
        let reds = u8::from(copies(&self.position.table.rules, red) > 0 && !shown.red);
        self.several_unseen(red, reds)?;
        self.several_unseen(Face { kind: shown.kind, red: false }, count - reds)
    }

    fn kan(&mut self, seat: Seat, tile: Face, mv: Move) -> Heard {
        let on = self.acting(seat)?;
        let (table, at) = (&self.position.table, seat.index());
        if seat == self.me {
            self.own(mv)?;
        } else {
            let open = &table.seats[at];
            let may = on != Acting::Called && table.kans < 4 && table.live > 0;
            self.check(may, "a kan where one may be declared")?;
            match mv {
                Move::ConcealedKan(kind) => {
                    let room = open.melds.len() < 4 && open.concealed > 4;
                    self.check(room && tile.kind == kind, "a kan of four tiles of the hand")?;
                    self.rest_unseen(Face { kind, red: false }, 4)?;
                    for _ in 0..4 {
                        self.position.hands[at].add(Face { kind, red: false });
                    }
                }
                Move::AddedKan(kind) => {
                    let pon = |m: &crate::Meld| m.kind() == MeldKind::Pon && m.base() == kind;
                    self.check(tile.kind == kind && open.melds.iter().any(pon), "an own pon")?;
                    self.unseen(tile)?;
                    self.position.hands[at].add(tile);
                }
                _ => return wrong("a concealed or added kan", self.event),
            }
        }
        let (shown, on) = match mv {
            Move::ConcealedKan(kind) => {
                (self.position.put_concealed_kan(at, kind), Claimed::ConcealedKan)
            }
            Move::AddedKan(kind) => (self.position.put_added_kan(at, kind), Claimed::AddedKan),
            _ => (None, Claimed::AddedKan),
        };
        match shown {
            Some(shown) => {
                self.ask(seat, shown, on);
                Ok(())
            }
            None => wrong("a kan that the tiles make", self.event),
        }
    }

    /// An indicator is heard before the draw or discard with which the engine
    /// turns it, or, from tables that are late, after.
    fn indicator(&mut self, tile: Face) -> Heard {
        let (told, turned) =
            (usize::from(self.position.told), self.position.table.indicators.len());
        let due = turned + usize::from(self.kan_dora_is_due());
        self.check(told < due.min(5), "an indicator after a kan only")?;
        self.unseen(tile)?;
        self.position.told += 1;
        match self.position.table.indicators.get_mut(told) {
            Some(turned) => *turned = tile,
            None => self.put(Wall::FIRST_INDICATOR + 2 * told, tile),
        }
        Ok(())
    }

    /// Whether the engine turns an indicator with what comes next.
    fn kan_dora_is_due(&self) -> bool {
        let table = &self.position.table;
        table.unturned > 0
            || match table.stage {
                Stage::Claims { on, .. } => {
                    on != Claimed::Discard
                        || self.position.answers.iter().any(|mv| matches!(mv, Move::OpenKan(_)))
                }
                _ => false,
            }
    }
}
