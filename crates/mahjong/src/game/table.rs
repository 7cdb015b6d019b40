//! What lies open on the table: all that everybody sees.

use super::deal::Standing;
use super::list::{Filler, List};
use crate::kinds::{Counts, KindSet};
use crate::meld::Meld;
use crate::rules::Rules;
use crate::tile::Face;
use serde::{Deserialize, Serialize};

/// A discarded tile as it lies in a river.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Discarded {
    /// The tile.
    pub tile: Face,
    /// Whether it was the one just drawn (tsumogiri).
    pub drawn: bool,
    /// Whether riichi was declared with it.
    pub riichi: bool,
    /// The seat that called it away, if one did.
    pub called_by: Option<u8>,
    /// How many tiles had been discarded before it in this hand, by anybody.
    pub order: u8,
}

impl Filler for Discarded {
    fn filler() -> Discarded {
        Discarded { tile: Face::filler(), drawn: false, riichi: false, called_by: None, order: 0 }
    }
}

/// How far a seat's riichi is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum RiichiState {
    /// Not declared.
    #[default]
    None,
    /// Declared; its tile may still be ronned, the stick is not paid.
    Declared,
    /// The tile has passed and the stick is paid.
    Accepted,
}

/// The most tiles one river can hold: 70 draws, 16 calls, each call passing
/// over at most two seats.
pub const LONGEST_RIVER: usize = 32;

/// What everybody sees of one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct OpenSeat {
    /// Melds in the order made.
    pub melds: List<Meld, 4>,
    /// Discards in order, called ones included.
    pub river: List<Discarded, LONGEST_RIVER>,
    /// The kinds in the river.
    pub river_kinds: KindSet,
    /// Kinds this seat has let go since its last draw or call; after riichi,
    /// since riichi.
    pub passed: KindSet,
    /// How far riichi is.
    pub riichi: RiichiState,
    /// Whether the riichi was declared at the first discard.
    pub double_riichi: bool,
    /// Whether a win now would be within a turn of riichi.
    pub ippatsu: bool,
    /// Number of concealed tiles.
    pub concealed: u8,
    /// Who answers for this seat's three dragons.
    pub pao_dragons: Option<u8>,
    /// Who answers for this seat's four winds.
    pub pao_winds: Option<u8>,
    /// Who answers for this seat's four kans.
    pub pao_kans: Option<u8>,
}

impl OpenSeat {
    /// Whether no meld opens the hand.
    #[inline]
    pub fn is_closed(&self) -> bool {
        !self.melds.iter().any(Meld::is_open)
    }

    /// Number of kans.
    #[inline]
    pub fn kans(&self) -> usize {
        self.melds.iter().filter(|meld| meld.is_kan()).count()
    }

    /// Whether riichi has been declared, accepted or not.
    #[inline]
    pub fn in_riichi(&self) -> bool {
        self.riichi != RiichiState::None
    }
}

/// What a seat has to act on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Acting {
    /// A tile drawn from the wall.
    Drawn,
    /// A replacement tile drawn after a kan.
    Replaced,
    /// A tile just called by chi or pon.
    Called,
}

/// What may be claimed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Claimed {
    /// A discard.
    Discard,
    /// The tile added to a pon, by ron only.
    AddedKan,
    /// A tile of a concealed kan, by thirteen orphans only.
    ConcealedKan,
}

/// What the table waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Stage {
    /// A seat is to discard, declare a kan or win.
    Act {
        /// Which seat.
        seat: u8,
        /// What it acts on.
        on: Acting,
    },
    /// Others may claim a tile.
    Claims {
        /// Whose tile.
        from: u8,
        /// The tile.
        tile: Face,
        /// How it came there.
        on: Claimed,
    },
    /// The game has ended.
    Over,
}

/// All that everybody sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Table {
    /// The rules.
    pub rules: Rules,
    /// Round, counters, sticks and scores.
    pub standing: Standing,
    /// Hands played before this one.
    pub hand_number: u32,
    /// What is seen of each seat.
    pub seats: [OpenSeat; 4],
    /// Dora indicators that are turned.
    pub indicators: List<Face, 5>,
    /// Live tiles left to draw.
    pub live: u8,
    /// Kans declared by all seats, each with its replacement tile.
    pub kans: u8,
    /// Indicators of kans that are still to be turned.
    pub unturned: u8,
    /// Tiles discarded so far.
    pub discards: u8,
    /// Whether nobody has called or declared a kan in this hand.
    pub uninterrupted: bool,
    /// Kinds that the seat that just called may not discard.
    pub forbidden: KindSet,
    /// What the table waits for.
    pub stage: Stage,
}

impl Table {
    /// The first moment of a hand, before any tile is dealt.
    pub(super) fn new(rules: Rules, standing: Standing, hand_number: u32) -> Table {
        Table {
            rules,
            standing,
            hand_number,
            seats: [OpenSeat::default(); 4],
            indicators: List::default(),
            live: 70,
            kans: 0,
            unturned: 0,
            discards: 0,
            uninterrupted: true,
            forbidden: KindSet::EMPTY,
            stage: Stage::Over,
        }
    }

    /// The seat that deals.
    #[inline]
    pub fn dealer(&self) -> usize {
        self.standing.dealer()
    }

    /// Whether the hand is aborted as soon as the next discard passes, for
    /// four kans by several players.
    #[inline]
    pub fn four_kans_due(&self) -> bool {
        self.rules.four_kans && self.kans == 4 && self.seats.iter().all(|seat| seat.kans() < 4)
    }

    /// Whether a seat has not discarded yet and nobody has called.
    #[inline]
    pub fn first_turn(&self, seat: usize) -> bool {
        self.uninterrupted && self.seats[seat].river.is_empty()
    }

    /// Kinds of which a seat with these concealed tiles has all four in hand
    /// and melds, where the rules do not let it wait for them.
    pub(super) fn used_up(&self, seat: usize, counts: &Counts) -> KindSet {
        let mut kinds = KindSet::EMPTY;
        if self.rules.waits_on_melded {
            return kinds;
        }
        // The copies may lie in several melds: a pon and a chi hold all four fives.
        let mut own = *counts;
        for tile in self.seats[seat].melds.iter().flat_map(|meld| meld.tiles()) {
            own.add(tile.kind());
            if own[tile.kind()] >= 4 {
                kinds.insert(tile.kind());
            }
        }
        kinds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meld::{From, Meld};
    use crate::notation;
    use crate::tile::Tile;

    /// A pon of 5m and a chi 456m hold all four 5m between them.
    #[test]
    fn copies_in_several_melds_are_added_up() {
        let tile = |id: u8| Tile::new(id).unwrap();
        let rules = Rules::preset("tenhou").unwrap();
        let mut table = Table::new(rules, Standing::start(&rules), 0);
        let pon = Meld::pon(tile(16), [tile(17), tile(18)], From::Across).unwrap();
        let chi = Meld::chi(tile(12), [tile(19), tile(20)]).unwrap();
        table.seats[0].melds.push(pon);
        table.seats[0].melds.push(chi);
        let counts = |text: &str| -> Counts {
            notation::parse(text).unwrap().iter().map(|face| face.kind).collect()
        };
        let five = notation::parse("5m").unwrap()[0].kind;
        let used = table.used_up(0, &counts("46m123p77s"));
        assert!(used.contains(five));
        assert_eq!(used.len(), 1);
        table.rules.waits_on_melded = true;
        assert!(table.used_up(0, &counts("46m123p77s")).is_empty());
    }
}
