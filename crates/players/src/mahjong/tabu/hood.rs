//! Hands as solutions of tabu search: a neighbour has one tile exchanged for
//! one that may still be in the wall.

use fuda_core::Rng;
use fuda_mahjong::game::MahjongView;
use fuda_mahjong::hand::acceptance::best_discards;
use fuda_mahjong::hand::shanten::shanten;
use fuda_mahjong::score::{Riichi, ScoringRules, Win, score};
use fuda_mahjong::tile::{KINDS, TILES};
use fuda_mahjong::{Counts, Kind, KindSet, Meld, Wind};
use fuda_search::Neighbourhood;
use std::cmp::Ordering;

/// A hand that might become ours: concealed tiles, and the one that came last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Dream {
    /// The concealed tiles, one more than after a discard.
    pub counts: Counts,
    /// The tile that came last; a complete hand wins on it.
    pub last: Kind,
}

/// What a hand is worth, compared in the order of the fields.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Worth {
    /// How far from complete; lower is better.
    pub shanten: i8,
    /// How many tiles bring it closer after the best discard.
    pub accepted: u32,
    /// How likely the tiles acquired are to come.
    pub similarity: f64,
    /// Points of the win when the hand is complete; 0 without a yaku.
    pub points: u32,
}

impl Worth {
    /// `Greater` when this is the better one.
    pub fn compare(&self, other: &Worth) -> Ordering {
        (other.shanten.cmp(&self.shanten))
            .then(self.accepted.cmp(&other.accepted))
            .then(self.similarity.total_cmp(&other.similarity))
            .then(self.points.cmp(&other.points))
    }
}

/// The hands around the one held.
pub(super) struct Hands {
    start: Counts,
    /// What is seen outside the concealed tiles, own melds included.
    open: Counts,
    /// The tiles not seen, as they may be drawn.
    unseen: Vec<Kind>,
    melds: Vec<Meld>,
    /// Whether an open hand without a yaku counts as one that waits for ever.
    yaku: bool,
    /// Fives of which the seat holds a red one.
    reds: KindSet,
    melded_reds: u8,
    dora: Vec<Kind>,
    seat: Wind,
    round: Wind,
    rules: ScoringRules,
}

impl Hands {
    /// The hands around `start`, the concealed tiles of the view's seat (one
    /// more than after a discard), with these melds; `yaku` says whether open
    /// hands must have one to be complete.
    pub fn new(view: &MahjongView, start: Counts, melds: Vec<Meld>, yaku: bool) -> Hands {
        let seen = view.seen();
        let (mut open, mut unseen) = ([0; KINDS], Vec::with_capacity(TILES));
        for kind in Kind::all() {
            open[kind.index()] = seen[kind].saturating_sub(start[kind]);
            unseen.extend(std::iter::repeat_n(kind, usize::from(4u8.saturating_sub(seen[kind]))));
        }
        let red_fives = view.table.rules.red_fives;
        let melded_reds = melds.iter().flat_map(Meld::tiles).filter(|tile| tile.is_red()).count();
        let standing = &view.table.standing;
        Hands {
            start,
            open: Counts::from_array(open),
            unseen,
            reds: start
                .kinds()
                .into_iter()
                .filter(|&k| red_fives && view.hand.has_red(k))
                .collect(),
            melded_reds: if red_fives { melded_reds as u8 } else { 0 },
            melds,
            yaku,
            dora: view.table.indicators.iter().map(|face| face.kind).collect(),
            seat: standing.seat_wind(view.seat.index()),
            round: standing.round_wind(),
            rules: view.table.rules.scoring(),
        }
    }

    /// The hand held, as a solution.
    pub fn held(&self, last: Kind) -> Dream {
        Dream { counts: self.start, last }
    }

    /// The kinds of which a hand holds fewer than are held now.
    pub fn given_up(&self, dream: &Dream) -> KindSet {
        self.start.kinds().into_iter().filter(|&k| dream.counts[k] < self.start[k]).collect()
    }

    /// Tiles of a kind that a hand has and the held one has not.
    fn acquired(&self, dream: &Dream, kind: Kind) -> u8 {
        dream.counts[kind].saturating_sub(self.start[kind])
    }

    /// The product of the chances of all tiles acquired.
    fn similarity(&self, dream: &Dream) -> f64 {
        let mut product = 1.0;
        for kind in dream.counts.kinds() {
            let left = 4u8.saturating_sub(self.start[kind] + self.open[kind]);
            let chance = f64::from(left) / self.unseen.len().max(1) as f64;
            product *= chance.powi(i32::from(self.acquired(dream, kind)));
        }
        product
    }

    /// How many tiles lower the shanten after the best discard.
    fn accepted(&self, dream: &Dream) -> u32 {
        let mut seen = *self.open.as_array();
        for kind in Kind::all() {
            // What was held and given up lies in the river: it is seen, too.
            seen[kind.index()] += self.start[kind].max(dream.counts[kind]);
        }
        let seen = Counts::from_array(seen);
        let discards = best_discards(&dream.counts);
        discards.iter().map(|discard| discard.after.live(&seen)).max().unwrap_or(0)
    }

    /// What a hand of that shanten is worth.
    fn worth(&self, dream: &Dream, shanten: i8) -> Worth {
        let similarity = self.similarity(dream);
        if shanten >= 0 {
            return Worth { shanten, accepted: self.accepted(dream), similarity, points: 0 };
        }
        match self.points(dream) {
            0 if self.yaku => Worth { shanten: 0, accepted: 0, similarity, points: 0 },
            points => Worth { shanten, accepted: u32::MAX, similarity, points },
        }
    }

    fn points(&self, dream: &Dream) -> u32 {
        let kept = (self.reds & dream.counts.kinds()).len() as u8;
        let closed = !self.melds.iter().any(Meld::is_open);
        let win = Win {
            seat: self.seat,
            round: self.round,
            riichi: if closed { Riichi::Riichi } else { Riichi::None },
            dora: &self.dora,
            reds: self.melded_reds + kept,
            ..Win::new(&dream.counts, &self.melds, dream.last)
        };
        score(&win, &self.rules).map_or(0, |score| score.points)
    }
}

/// Draws of a tile that may turn out used up before none is found.
const DRAWS: u32 = 64;

impl Neighbourhood for Hands {
    type Solution = Dream;
    type Value = Worth;
    /// Both hands of a step, in a fixed order: the way back is tabu, too.
    type Attribute = [Counts; 2];

    fn evaluate(&mut self, dream: &Dream) -> Worth {
        self.worth(dream, shanten(&dream.counts))
    }

    /// Most neighbours are further from complete: that is seen at once.
    fn better(&mut self, dream: &Dream, than: &Worth) -> Option<Worth> {
        let shanten = shanten(&dream.counts);
        if shanten > than.shanten {
            return None;
        }
        let worth = self.worth(dream, shanten);
        worth.compare(than).is_gt().then_some(worth)
    }

    fn compare(&self, a: &Worth, b: &Worth) -> Ordering {
        a.compare(b)
    }

    fn neighbour(&mut self, from: &Dream, rng: &mut Rng) -> Option<Dream> {
        let tiles = from.counts.total() as u32;
        if tiles == 0 {
            return None;
        }
        let mut place = rng.below(tiles) as usize;
        let out = from.counts.kinds().into_iter().find(|&kind| {
            let copies = usize::from(from.counts[kind]);
            let here = place < copies;
            place = place.saturating_sub(copies);
            here
        })?;
        for _ in 0..DRAWS {
            let kind = *rng.pick(&self.unseen)?;
            let left = 4u8.saturating_sub(self.start[kind] + self.open[kind]);
            // The bag still has the tiles that were acquired: those are refused.
            let taken = rng.below(u32::from(left.max(1))) < u32::from(self.acquired(from, kind));
            if kind != out && !taken {
                return Some(Dream { counts: from.counts.without(out).with(kind), last: kind });
            }
        }
        None
    }

    fn attribute(&self, from: &Dream, to: &Dream) -> [Counts; 2] {
        match from.counts.as_array() <= to.counts.as_array() {
            true => [from.counts, to.counts],
            false => [to.counts, from.counts],
        }
    }
}
