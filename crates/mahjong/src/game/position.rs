//! The whole truth of a game.

use super::deal::{Deal, Standing, Wall, wall_seed};
use super::held::Held;
use super::moves::Move;
use super::result::HandResult;
use super::table::{Acting, Stage, Table};
use crate::hand::shanten::Keys;
use crate::hand::waits::waits_of;
use crate::kinds::{Counts, KindSet};
use crate::rules::Rules;
use crate::tile::{Face, Tile};
use fuda_core::{BadText, Seat, SeatSet};
use std::sync::Arc;

/// A game of mahjong, hidden tiles included: one hand after another until the
/// end. When a hand ends the next one is dealt at once; how it ended is then
/// in [`MahjongPosition::last_result`].
#[derive(Clone, Debug)]
pub struct MahjongPosition {
    /// What everybody sees.
    pub(super) table: Table,
    /// Concealed tiles; the drawn one is among them.
    pub(super) hands: [Held; 4],
    /// The tile just drawn by the seat that acts.
    pub(super) drawn: Option<Face>,
    /// Who passed up a win and may not win by ron for now.
    pub(super) missed: [bool; 4],
    /// Seats that still owe an answer.
    pub(super) waiting: SeatSet,
    /// The answers given.
    pub(super) answers: [Move; 4],
    /// What completes each hand as it was after the seat's last discard.
    pub(super) waits: [KindSet; 4],
    /// A lower bound of each hand's shanten. Every tile gained lowers it by
    /// one at most, so the true number is asked for only when it reaches 0.
    pub(super) bound: [i8; 4],
    pub(super) wall: Wall,
    pub(super) source: Source,
    pub(super) result: Option<HandResult>,
    /// Of the indicators, how many a watcher has heard; in the truth it does
    /// not matter.
    pub(super) told: u8,
}

/// Where walls come from.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub seed: u64,
    pub walls: Option<Arc<[Wall]>>,
    /// Whether the game ends with the hand in progress.
    pub last: bool,
}

impl Source {
    fn wall(&self, hand: u32) -> Wall {
        match self.walls.as_ref().and_then(|walls| walls.get(hand as usize)) {
            Some(wall) => *wall,
            None => Wall::shuffled(wall_seed(self.seed, hand)),
        }
    }
}

impl MahjongPosition {
    /// The first position of a deal.
    pub(super) fn new(rules: Rules, deal: &Deal) -> Result<MahjongPosition, BadText> {
        let standing = deal.standing(&rules)?;
        let walls = (!deal.walls.is_empty()).then(|| Arc::from(deal.walls.as_slice()));
        let source = Source { seed: deal.seed, walls, last: false };
        let table = Table::new(rules, standing, 0);
        let mut position = MahjongPosition::empty(table, source.wall(0), source);
        position.deal_hand(standing, 0);
        Ok(position)
    }

    /// A table at which nobody holds a tile yet.
    pub(super) fn empty(table: Table, wall: Wall, source: Source) -> MahjongPosition {
        MahjongPosition {
            table,
            hands: [Held::EMPTY; 4],
            drawn: None,
            missed: [false; 4],
            waiting: SeatSet::EMPTY,
            answers: [Move::Pass; 4],
            waits: [KindSet::EMPTY; 4],
            bound: [0; 4],
            wall,
            source,
            result: None,
            told: 0,
        }
    }

    /// Deals a hand and draws the dealer's first tile.
    pub(super) fn deal_hand(&mut self, standing: Standing, hand_number: u32) {
        let rules = self.table.rules;
        self.table = Table::new(rules, standing, hand_number);
        self.wall = self.source.wall(if rules.same_wall { 0 } else { hand_number });
        self.missed = [false; 4];
        self.waiting = SeatSet::EMPTY;
        self.hands = [Held::EMPTY; 4];
        let dealer = standing.dealer();
        let mut next = 135;
        for block in [4, 4, 4, 1] {
            for step in 0..4 {
                for _ in 0..block {
                    let face = self.face(self.wall.tiles()[next]);
                    self.hands[(dealer + step) % 4].add(face);
                    next -= 1;
                }
            }
        }
        for seat in 0..4 {
            self.table.seats[seat].concealed = 13;
            self.bound[seat] = 0;
            self.refresh(seat);
        }
        self.turn_indicator();
        self.draw(dealer);
    }

    /// What is printed on a tile of the wall under these rules.
    #[inline]
    pub(super) fn face(&self, tile: Tile) -> Face {
        tile.face(self.table.rules.red_fives)
    }

    /// Turns the next dora indicator.
    pub(super) fn turn_indicator(&mut self) {
        let at = Wall::FIRST_INDICATOR + 2 * self.table.indicators.len();
        if self.table.indicators.len() < 5 {
            let face = self.face(self.wall.tiles()[at]);
            self.table.indicators.push(face);
        }
    }

    /// The seat draws a live tile; there must be one.
    #[inline]
    pub(super) fn draw(&mut self, seat: usize) {
        let at = Wall::DEAD - 1 + usize::from(self.table.kans + self.table.live);
        self.table.live -= 1;
        self.take(seat, at, Acting::Drawn);
    }

    /// The seat draws a replacement tile; the last live tile joins the dead wall.
    pub(super) fn draw_replacement(&mut self, seat: usize) {
        let at = Wall::REPLACEMENTS[usize::from(self.table.kans)];
        self.table.kans += 1;
        self.table.live -= 1;
        self.take(seat, at, Acting::Replaced);
    }

    #[inline]
    fn take(&mut self, seat: usize, at: usize, on: Acting) {
        let face = self.face(self.wall.tiles()[at]);
        self.hands[seat].add(face);
        self.drawn = Some(face);
        self.bound[seat] -= 1;
        let open = &mut self.table.seats[seat];
        open.concealed += 1;
        if !(open.in_riichi() && self.table.rules.riichi_furiten) {
            self.missed[seat] = false;
            open.passed = KindSet::EMPTY;
        }
        self.table.forbidden = KindSet::EMPTY;
        self.table.stage = Stage::Act { seat: seat as u8, on };
    }

    /// Finds the waits of a hand of 3n+1 tiles after it changed.
    #[inline]
    pub(super) fn refresh(&mut self, seat: usize) {
        self.waits[seat] = KindSet::EMPTY;
        if self.bound[seat] > 0 {
            return;
        }
        let counts = self.hands[seat].counts();
        let keys = Keys::new(counts);
        self.bound[seat] = keys.shanten();
        if self.bound[seat] == 0 {
            self.waits[seat] = waits_of(counts, &keys) - self.table.used_up(seat, counts);
        }
    }

    /// The waits of a seat with other concealed tiles than it has now.
    pub(super) fn waits_with(&self, seat: usize, counts: &Counts) -> KindSet {
        waits_of(counts, &Keys::new(counts)) - self.table.used_up(seat, counts)
    }

    /// What everybody sees.
    #[inline]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The concealed tiles of a seat, a drawn one included.
    #[inline]
    pub fn hand(&self, seat: Seat) -> &Held {
        &self.hands[seat.index()]
    }

    /// The tile just drawn by the seat that acts.
    #[inline]
    pub fn drawn(&self) -> Option<Face> {
        self.drawn
    }

    /// The kinds that complete the seat's hand as it was after its last
    /// discard (or the deal); empty when it was not tenpai.
    #[inline]
    pub fn waits(&self, seat: Seat) -> KindSet {
        self.waits[seat.index()]
    }

    /// Whether the seat may not win by ron, by its own discards or by having
    /// passed up a win.
    pub fn is_furiten(&self, seat: Seat) -> bool {
        let at = seat.index();
        self.missed[at]
            || self.table.rules.discard_furiten
                && !(self.waits[at] & self.table.seats[at].river_kinds).is_empty()
    }

    /// Ends the game with the hand in progress: no other is dealt. Searches
    /// that look no further than the hand save the dealing.
    pub fn end_with_hand(&mut self) {
        self.source.last = true;
    }

    /// The wall of the present hand.
    #[inline]
    pub fn wall(&self) -> &Wall {
        &self.wall
    }

    /// How the last finished hand ended.
    #[inline]
    pub fn last_result(&self) -> Option<&HandResult> {
        self.result.as_ref()
    }

    /// The rules.
    #[inline]
    pub fn rules(&self) -> &Rules {
        &self.table.rules
    }

    /// Round, counters, sticks and scores.
    #[inline]
    pub fn standing(&self) -> &Standing {
        &self.table.standing
    }
}
