//! The sets of a hand as masks, and the yaku they make.

use super::yaku::{Yaku, YakuSet};
use super::{ScoringRules, Win};
use crate::hand::decompose::{Decomposition, Set};
use crate::kinds::KindSet;
use crate::meld::{Meld, MeldKind};
use crate::tile::Kind;

/// Runs that begin with a one or a seven, by lowest kind.
const OUTER_RUNS: u64 = 0x41 | 0x41 << 9 | 0x41 << 18;
const WINDS: u64 = 0xf << 27;
const DRAGONS: u64 = 7 << 31;

/// All sets of a hand, melds and concealed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape {
    /// Runs by lowest kind.
    runs: KindSet,
    /// Runs that came an odd number of times.
    odd_runs: KindSet,
    /// Pairs of equal runs.
    equal_runs: u8,
    /// Triplets and kans.
    pub(super) triplets: KindSet,
    /// Concealed triplets and kans, the winning tile taken as one's own.
    pub(super) concealed_triplets: u8,
    kans: u8,
    /// Fu of triplets and kans.
    pub(super) fu: u8,
    pair: Kind,
}

impl Shape {
    /// The sets that are melds.
    pub(super) fn of_melds(melds: &[Meld]) -> Shape {
        let mut shape = Shape {
            runs: KindSet::EMPTY,
            odd_runs: KindSet::EMPTY,
            equal_runs: 0,
            triplets: KindSet::EMPTY,
            concealed_triplets: 0,
            kans: 0,
            fu: 0,
            pair: Kind::EAST,
        };
        for meld in melds {
            let kind = meld.base();
            let fu = match meld.kind() {
                MeldKind::Chi => {
                    shape.add_run(kind);
                    continue;
                }
                MeldKind::Pon => 2,
                MeldKind::OpenKan | MeldKind::AddedKan => 8,
                MeldKind::ConcealedKan => 16,
            };
            shape.add_triplet(kind, fu);
            shape.kans += u8::from(meld.is_kan());
            shape.concealed_triplets += u8::from(!meld.is_open());
        }
        shape
    }

    /// Adds the concealed sets and the pair.
    pub(super) fn add_concealed(&mut self, decomposition: &Decomposition) {
        for &set in &decomposition.sets {
            match set {
                Set::Run(first) => self.add_run(first),
                Set::Triplet(kind) => {
                    self.add_triplet(kind, 4);
                    self.concealed_triplets += 1;
                }
            }
        }
        self.pair = decomposition.pair;
    }

    fn add_run(&mut self, first: Kind) {
        if self.odd_runs.contains(first) {
            self.equal_runs += 1;
            self.odd_runs.remove(first);
        } else {
            self.odd_runs.insert(first);
        }
        self.runs.insert(first);
    }

    fn add_triplet(&mut self, kind: Kind, fu: u8) {
        self.triplets.insert(kind);
        self.fu += if kind.is_outside() { 2 * fu } else { fu };
    }

    /// Fu of the pair.
    pub(super) fn pair_fu(&self, win: &Win<'_>, rules: &ScoringRules) -> u8 {
        let seat = self.pair == win.seat.kind();
        let round = self.pair == win.round.kind();
        match (seat, round) {
            (true, true) => rules.double_wind_pair_fu,
            (false, false) if !self.pair.is_dragon() => 0,
            _ => 2,
        }
    }

    /// The ordinary yaku and the yakuman that the sets make, wherever the
    /// winning tile stands.
    pub(super) fn yaku(&self, win: &Win<'_>, closed: bool) -> (YakuSet, YakuSet) {
        let mut yaku = YakuSet::EMPTY;
        let mut yakuman = YakuSet::EMPTY;
        let runs = self.runs.bits();
        let triplets = self.triplets.bits();

        yaku.add_if(Yaku::Iipeikou, closed && self.equal_runs == 1);
        yaku.add_if(Yaku::Ryanpeikou, closed && self.equal_runs == 2);
        yaku.add_if(Yaku::Sanshoku, runs & runs >> 9 & runs >> 18 & 0x1ff != 0);
        let straight = |suit: u8| runs >> (9 * suit) & 0x49 == 0x49;
        yaku.add_if(Yaku::Ittsu, straight(0) || straight(1) || straight(2));
        yaku.add_if(Yaku::SanshokuDoukou, triplets & triplets >> 9 & triplets >> 18 & 0x1ff != 0);
        yaku.add_if(Yaku::Toitoi, runs == 0);
        yaku.add_if(Yaku::Sankantsu, self.kans == 3);
        yakuman.add_if(Yaku::Suukantsu, self.kans == 4);
        self.outside(&mut yaku);
        self.honours(win, &mut yaku, &mut yakuman);
        (yaku, yakuman)
    }

    /// Chanta and junchan; without runs it is honroutou instead.
    fn outside(&self, yaku: &mut YakuSet) {
        let all = self.runs.bits() & !OUTER_RUNS == 0
            && self.triplets.is_subset(KindSet::OUTSIDE)
            && self.pair.is_outside()
            && !self.runs.is_empty();
        let honours = self.pair.is_honour() || !(self.triplets & KindSet::HONOURS).is_empty();
        yaku.add_if(Yaku::Chanta, all && honours);
        yaku.add_if(Yaku::Junchan, all && !honours);
    }

    fn honours(&self, win: &Win<'_>, yaku: &mut YakuSet, yakuman: &mut YakuSet) {
        let has = |kind: Kind| self.triplets.contains(kind);
        const SEAT: [Yaku; 4] = [Yaku::SeatEast, Yaku::SeatSouth, Yaku::SeatWest, Yaku::SeatNorth];
        const ROUND: [Yaku; 4] =
            [Yaku::RoundEast, Yaku::RoundSouth, Yaku::RoundWest, Yaku::RoundNorth];
        yaku.add_if(SEAT[win.seat.index()], has(win.seat.kind()));
        yaku.add_if(ROUND[win.round.index()], has(win.round.kind()));
        yaku.add_if(Yaku::Haku, has(Kind::HAKU));
        yaku.add_if(Yaku::Hatsu, has(Kind::HATSU));
        yaku.add_if(Yaku::Chun, has(Kind::CHUN));

        let triplets = self.triplets.bits();
        let pair = 1u64 << self.pair.index();
        let dragons = triplets & DRAGONS;
        yaku.add_if(Yaku::Shousangen, dragons != DRAGONS && (dragons | pair) & DRAGONS == DRAGONS);
        yakuman.add_if(Yaku::Daisangen, dragons == DRAGONS);
        let winds = triplets & WINDS;
        yakuman.add_if(Yaku::Shousuushii, winds != WINDS && (winds | pair) & WINDS == WINDS);
        yakuman.add_if(Yaku::Daisuushii, winds == WINDS);
    }
}
