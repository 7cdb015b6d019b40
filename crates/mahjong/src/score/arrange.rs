//! Every way to see a winning hand, and the one that pays most.
//!
//! What does not depend on how the tiles are arranged (the situation, the kinds
//! of tile, dora) is found once; then each decomposition adds its own yaku, and
//! each place where the winning tile can stand adds wait and fu.

use arrayvec::ArrayVec;

use super::rules::{RenhouRule, ScoringRules};
use super::shape::Shape;
use super::yaku::{Yaku, YakuSet};
use super::{Limit, MOST_YAKU, Riichi, Score, Win, all_kinds, base_points};
use crate::hand::decompose::{Decomposition, Set, each_decomposition};
use crate::kinds::{Counts, KindSet};
use crate::meld::Meld;
use crate::tile::{Kind, Suit, Wind};

/// One way to see a hand, valued.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Valued {
    pub(super) yaku: YakuSet,
    pub(super) yakuman: YakuSet,
    dora: [u8; 3],
    times: u8,
    han: u8,
    fu: u8,
    base: u32,
}

/// The way to see the hand that pays most; none when it is not complete.
pub(super) fn best(win: &Win<'_>, rules: &ScoringRules) -> Option<Valued> {
    if win.concealed.total() + 3 * win.melds.len() != 14 || win.concealed[win.tile] == 0 {
        return None;
    }
    let mut search = Search::new(win, rules);
    each_decomposition(win.concealed, |decomposition| search.decomposition(decomposition));
    if win.melds.is_empty() {
        search.seven_pairs();
        search.thirteen_orphans();
    }
    let mut best = search.best?;
    best.dora = search.dora;
    let renhou = rules.renhou == RenhouRule::Mangan && search.is_renhou();
    if renhou && best.base < Limit::Mangan.base() {
        best.yaku = YakuSet::EMPTY;
        best.yaku.add_if(Yaku::Renhou, true);
        best.han = 5;
        best.base = Limit::Mangan.base();
    }
    Some(best)
}

impl Valued {
    fn rank(&self) -> (u32, u8, u8) {
        (self.base, self.han, self.fu)
    }

    /// The score with its list of yaku.
    pub(super) fn listed(&self, win: &Win<'_>, rules: &ScoringRules) -> Score {
        let mut list = ArrayVec::<(Yaku, u8), MOST_YAKU>::new();
        if self.times > 0 {
            list.extend(self.yakuman.iter().map(|yaku| (yaku, 13 * times_of(yaku, rules))));
        } else {
            let closed = win.is_closed();
            list.extend(self.yaku.iter().map(|yaku| (yaku, yaku.han(closed))));
            if !self.yaku.contains(Yaku::Renhou) {
                let sorts = [Yaku::Dora, Yaku::UraDora, Yaku::RedFive];
                list.extend(sorts.into_iter().zip(self.dora).filter(|&(_, han)| han > 0));
            }
        }
        let limit = match self.times {
            0 => Limit::of(self.han, self.fu, rules),
            _ => Limit::Yakuman,
        };
        let payment = super::Payment::new(self.base, win.seat == Wind::East, win.tsumo, 0);
        Score {
            yaku: list,
            han: self.han,
            fu: self.fu,
            yakuman: self.times,
            limit,
            base: self.base,
            points: payment.total(),
        }
    }
}

/// How many yakuman a yakuman counts as.
fn times_of(yaku: Yaku, rules: &ScoringRules) -> u8 {
    let double = matches!(
        yaku,
        Yaku::SuuankouTanki | Yaku::JunseiChuuren | Yaku::Kokushi13 | Yaku::Daisuushii
    );
    1 + u8::from(rules.double_yakuman && double)
}

/// Han of dora, ura dora and red fives.
fn dora_han(win: &Win<'_>, rules: &ScoringRules) -> [u8; 3] {
    let count = |indicators: &[Kind]| {
        indicators.iter().map(|indicator| copies(win, indicator.dora_after())).sum()
    };
    let ura = if win.riichi == Riichi::None { 0 } else { count(win.ura) };
    [count(win.dora), ura, if rules.red_fives { win.reds } else { 0 }]
}

/// How many tiles of a kind are in the whole hand.
fn copies(win: &Win<'_>, kind: Kind) -> u8 {
    let in_meld = |meld: &Meld| match (meld.kinds().contains(kind), meld.is_run()) {
        (false, _) => 0,
        (true, true) => 1,
        (true, false) => meld.tiles().len() as u8,
    };
    win.concealed[kind] + win.melds.iter().map(in_meld).sum::<u8>()
}

struct Search<'a> {
    win: &'a Win<'a>,
    rules: &'a ScoringRules,
    closed: bool,
    kinds: KindSet,
    melds: Shape,
    yaku: YakuSet,
    yakuman: YakuSet,
    dora: [u8; 3],
    best: Option<Valued>,
}

impl<'a> Search<'a> {
    fn new(win: &'a Win<'a>, rules: &'a ScoringRules) -> Search<'a> {
        let mut search = Search {
            win,
            rules,
            closed: win.is_closed(),
            kinds: all_kinds(win),
            melds: Shape::of_melds(win.melds),
            yaku: YakuSet::EMPTY,
            yakuman: YakuSet::EMPTY,
            dora: dora_han(win, rules),
            best: None,
        };
        search.situation();
        search.tiles();
        search
    }

    fn is_renhou(&self) -> bool {
        self.win.first_turn && !self.win.tsumo && self.win.melds.is_empty()
    }

    /// Yaku of how the win came about.
    fn situation(&mut self) {
        let win = self.win;
        let riichi = if self.closed { win.riichi } else { Riichi::None };
        self.yaku.add_if(Yaku::Tsumo, self.closed && win.tsumo);
        self.yaku.add_if(Yaku::Riichi, riichi == Riichi::Riichi);
        self.yaku.add_if(Yaku::DoubleRiichi, riichi == Riichi::Double);
        self.yaku.add_if(Yaku::Ippatsu, riichi != Riichi::None && win.ippatsu);
        self.yaku.add_if(Yaku::Chankan, !win.tsumo && win.chankan);
        self.yaku.add_if(Yaku::Rinshan, win.tsumo && win.rinshan);
        // The tile after a kan is not from the wall, and the tile of a robbed
        // kan is no discard, so neither is a last tile.
        self.yaku.add_if(Yaku::Haitei, win.last_tile && win.tsumo && !win.rinshan);
        self.yaku.add_if(Yaku::Houtei, win.last_tile && !win.tsumo && !win.chankan);
        let dealt = win.first_turn && win.tsumo && win.melds.is_empty();
        self.yakuman.add_if(Yaku::Tenhou, dealt && win.seat == Wind::East);
        self.yakuman.add_if(Yaku::Chiihou, dealt && win.seat != Wind::East);
        let renhou = self.rules.renhou == RenhouRule::Yakuman && self.is_renhou();
        self.yakuman.add_if(Yaku::Renhou, renhou);
    }

    /// Yaku of the kinds of tile in the hand.
    fn tiles(&mut self) {
        let kinds = self.kinds;
        let outside = !(kinds & KindSet::OUTSIDE).is_empty();
        let honours = !(kinds & KindSet::HONOURS).is_empty();
        let in_suit = |suit: Suit| kinds.bits() >> (9 * suit as u8) & 0x1ff != 0;
        let suits =
            [Suit::Man, Suit::Pin, Suit::Sou].into_iter().filter(|&suit| in_suit(suit)).count();
        self.yaku.add_if(Yaku::Tanyao, !outside && (self.closed || self.rules.open_tanyao));
        self.yaku.add_if(Yaku::Honitsu, suits == 1 && honours);
        self.yaku.add_if(Yaku::Chinitsu, suits == 1 && !honours);
        self.yaku.add_if(Yaku::Honroutou, kinds.is_subset(KindSet::OUTSIDE));
        self.yakuman.add_if(Yaku::Tsuuiisou, suits == 0);
        self.yakuman.add_if(Yaku::Chinroutou, kinds.is_subset(KindSet::TERMINALS));
        self.yakuman.add_if(Yaku::Ryuuiisou, kinds.is_subset(KindSet::GREEN));
        if suits == 1 && !honours && self.win.melds.is_empty() {
            let (gates, pure) = nine_gates(self.win.concealed, self.win.tile);
            self.yakuman.add_if(Yaku::JunseiChuuren, gates && pure);
            self.yakuman.add_if(Yaku::Chuuren, gates && !pure);
        }
    }

    /// Values one decomposition, for each place of the winning tile.
    fn decomposition(&mut self, decomposition: &Decomposition) {
        let mut shape = self.melds;
        shape.add_concealed(decomposition);
        let (yaku, yakuman) = shape.yaku(self.win, self.closed);
        let yaku = self.yaku.union(yaku);
        let yakuman = self.yakuman.union(yakuman);
        let tile = self.win.tile;
        if decomposition.pair == tile {
            self.place(&shape, yaku, yakuman, Place::Pair);
        }
        let mut last = None;
        for &set in &decomposition.sets {
            // The same run twice is the same place.
            if set.contains(tile) && last != Some(set) {
                let place = match set {
                    Set::Triplet(_) => Place::Triplet,
                    Set::Run(first) => Place::in_run(first, tile),
                };
                self.place(&shape, yaku, yakuman, place);
                last = Some(set);
            }
        }
    }

    /// Values a shape with the winning tile at one place.
    fn place(&mut self, shape: &Shape, mut yaku: YakuSet, mut yakuman: YakuSet, place: Place) {
        let win = self.win;
        // A triplet completed by another's tile is not concealed.
        let opened = !win.tsumo && place == Place::Triplet;
        let concealed = shape.concealed_triplets - u8::from(opened);
        yaku.add_if(Yaku::Sanankou, concealed == 3);
        yakuman.add_if(Yaku::SuuankouTanki, concealed == 4 && place == Place::Pair);
        yakuman.add_if(Yaku::Suuankou, concealed == 4 && place != Place::Pair);

        let pair_fu = shape.pair_fu(win, self.rules);
        let no_fu = self.closed && shape.triplets.is_empty() && pair_fu == 0;
        let pinfu = no_fu && place == Place::TwoSided && (!win.tsumo || self.rules.pinfu_tsumo);
        yaku.add_if(Yaku::Pinfu, pinfu);

        let mut fu = 20 + shape.fu + pair_fu;
        if opened {
            fu -= if win.tile.is_outside() { 4 } else { 2 };
        }
        fu += match place {
            Place::Pair | Place::OneSided => 2,
            Place::TwoSided | Place::Triplet => 0,
        };
        if win.tsumo {
            fu += if pinfu { 0 } else { 2 };
        } else if self.closed {
            fu += 10;
        }
        // Only an open hand of runs is left without any fu to add.
        if fu == 20 && !pinfu {
            fu = 30;
        }
        self.offer(yaku, yakuman, fu.div_ceil(10) * 10);
    }

    fn seven_pairs(&mut self) {
        if self.win.concealed.at_least(2).len() != 7 {
            return;
        }
        let mut yaku = self.yaku;
        yaku.add_if(Yaku::Chiitoitsu, true);
        self.offer(yaku, self.yakuman, 25);
    }

    fn thirteen_orphans(&mut self) {
        if self.kinds != KindSet::OUTSIDE {
            return;
        }
        let mut yakuman = self.yakuman;
        let thirteen = self.win.concealed[self.win.tile] == 2;
        yakuman.add_if(Yaku::Kokushi13, thirteen);
        yakuman.add_if(Yaku::Kokushi, !thirteen);
        self.offer(YakuSet::EMPTY, yakuman, 0);
    }

    /// Values yaku and fu, and keeps them when they pay more than the best yet.
    fn offer(&mut self, yaku: YakuSet, yakuman: YakuSet, fu: u8) {
        let mut valued = Valued { yaku, yakuman, fu, ..Valued::default() };
        if !yakuman.is_empty() {
            let times = yakuman.iter().map(|yaku| times_of(yaku, self.rules));
            valued.times = if self.rules.add_yakuman {
                times.sum()
            } else {
                let most = times.max().unwrap_or(1);
                valued.yakuman = first_of(yakuman, most, self.rules);
                most
            };
            valued.han = valued.times * 13;
            valued.base = Limit::Yakuman.base() * u32::from(valued.times);
        } else if !yaku.is_empty() {
            let han: u8 = yaku.iter().map(|yaku| yaku.han(self.closed)).sum();
            valued.han = han + self.dora.iter().sum::<u8>();
            valued.base = base_points(valued.han, fu, self.rules);
        }
        if self.best.is_none_or(|best| valued.rank() > best.rank()) {
            self.best = Some(valued);
        }
    }
}

/// The first yakuman that counts so many times, alone.
fn first_of(yakuman: YakuSet, times: u8, rules: &ScoringRules) -> YakuSet {
    let mut one = YakuSet::EMPTY;
    if let Some(yaku) = yakuman.iter().find(|&yaku| times_of(yaku, rules) == times) {
        one.add_if(yaku, true);
    }
    one
}

/// Whether a closed hand of one suit is nine gates, and whether it waited for
/// all nine.
fn nine_gates(counts: &Counts, tile: Kind) -> (bool, bool) {
    let first = tile.suit() as usize * 9;
    let mut gates = true;
    for place in 0..9 {
        let least = if matches!(place, 0 | 8) { 3 } else { 1 };
        gates &= counts[Kind::of(first + place)] >= least;
    }
    let outer = matches!(tile.number(), 1 | 9);
    (gates, counts[tile] == if outer { 4 } else { 2 })
}

/// Where the winning tile stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In the pair (tanki).
    Pair,
    /// In a triplet (shanpon).
    Triplet,
    /// At the open end of a run (ryanmen).
    TwoSided,
    /// In the middle of a run, or at the inner end of 123 or 789 (kanchan,
    /// penchan).
    OneSided,
}

impl Place {
    fn in_run(first: Kind, tile: Kind) -> Place {
        let two_sided = match tile.index() - first.index() {
            0 => first.number() != 7,
            2 => first.number() != 1,
            _ => false,
        };
        if two_sided { Place::TwoSided } else { Place::OneSided }
    }
}
