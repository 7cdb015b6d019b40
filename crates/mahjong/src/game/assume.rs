//! Supposing what is hidden.
//!
//! All that a seat cannot see — three hands, the wall, the dead wall — is
//! dealt anew from the tiles it does not see, every arrangement equally
//! likely. A riichi is not taken to prove a tenpai hand: that is a matter of
//! weights, see [`Weigher`]. Later hands of the game get walls of their own.

use super::deal::Wall;
use super::held::Held;
use super::moves::Move;
use super::position::{MahjongPosition, Source};
use super::table::{Acting, Stage};
use super::view::MahjongView;
use crate::hand::shanten::Keys;
use crate::kinds::KindSet;
use crate::rules::TemporaryFuriten;
use crate::tile::{Face, KINDS, Kind, TILES, Tile};
use arrayvec::ArrayVec;
use fuda_core::{Rng, Seat, SeatSet};
use std::sync::Arc;

/// Says how believable a hidden hand is.
pub trait Weigher {
    /// A weight, not negative; larger is more believable. `hand` are the
    /// concealed tiles that seat `other` is supposed to hold.
    fn weight(&self, view: &MahjongView, other: Seat, hand: &Held) -> f64;
}

impl MahjongView {
    pub(super) fn assume_uniform(&self, rng: &mut Rng) -> MahjongPosition {
        self.assume_until(false, rng)
    }

    /// As [`View::assume`](fuda_core::View::assume), but the game ends with the
    /// hand in progress; see [`MahjongPosition::end_with_hand`].
    pub fn assume_hand(&self, rng: &mut Rng) -> MahjongPosition {
        self.assume_until(true, rng)
    }

    fn assume_until(&self, last: bool, rng: &mut Rng) -> MahjongPosition {
        let mut hidden = Hidden::of(self);
        hidden.shuffle(rng);
        hidden.position(self, last, rng)
    }

    /// A full position chosen by weight, of which the game ends with the hand
    /// in progress: of `candidates` evenly dealt ones,
    /// one in proportion to the product of the weights of its hidden hands.
    /// When all weights are 0 the choice is even.
    pub fn assume_with(
        &self,
        weigher: &dyn Weigher,
        candidates: usize,
        rng: &mut Rng,
    ) -> MahjongPosition {
        let mut hidden = Hidden::of(self);
        let mut chosen = None;
        let mut total = 0.0;
        for _ in 0..candidates.max(1) {
            hidden.shuffle(rng);
            let weight = hidden.weight(self, weigher);
            let weight = if weight.is_finite() { weight.max(0.0) } else { 0.0 };
            total += weight;
            // Keeping each with probability weight / total so far chooses one
            // in proportion to its weight.
            if chosen.is_none() || (weight > 0.0 && rng.unit() * total < weight) {
                chosen = Some(hidden.clone());
            }
        }
        chosen.unwrap_or(hidden).position(self, true, rng)
    }
}

/// The tiles a seat does not see, in the order they are dealt: to the other
/// seats, then to the wall.
#[derive(Clone)]
struct Hidden {
    unseen: ArrayVec<Tile, TILES>,
    /// Tiles that lie open or in the own hand, and are in no indicator's place.
    spent: ArrayVec<Tile, TILES>,
    indicators: ArrayVec<Tile, 5>,
}

impl Hidden {
    fn of(view: &MahjongView) -> Hidden {
        let mut copies = Copies { red_fives: view.table.rules.red_fives, taken: [0; KINDS] };
        let mut hidden = Hidden {
            unseen: ArrayVec::new(),
            spent: ArrayVec::new(),
            indicators: view.table.indicators.iter().filter_map(|&f| copies.take(f)).collect(),
        };
        let mut lying: ArrayVec<Face, TILES> = ArrayVec::new();
        view.each_open(|face| {
            // More tiles than there are lie only in a view that is none.
            let _ = lying.try_push(face);
        });
        // The indicators come last among the open tiles and are taken already.
        lying.truncate(lying.len().saturating_sub(view.table.indicators.len()));
        for face in view.hand.faces().chain(lying) {
            if let Some(tile) = copies.take(face) {
                hidden.spent.push(tile);
            }
        }
        hidden.unseen = Tile::all().filter(|&tile| !copies.is_taken(tile)).collect();
        hidden
    }

    fn shuffle(&mut self, rng: &mut Rng) {
        rng.shuffle(&mut self.unseen);
    }

    /// The hands of the other seats, and how many tiles they take.
    fn hands(&self, view: &MahjongView) -> ([Held; 4], usize) {
        let mut hands = [view.hand; 4];
        let mut dealt = 0;
        for (seat, hand) in hands.iter_mut().enumerate() {
            if seat == view.seat.index() {
                continue;
            }
            let end =
                (dealt + usize::from(view.table.seats[seat].concealed)).min(self.unseen.len());
            *hand = self.unseen[dealt..end]
                .iter()
                .map(|tile| tile.face(view.table.rules.red_fives))
                .collect();
            dealt = end;
        }
        (hands, dealt)
    }

    fn weight(&self, view: &MahjongView, weigher: &dyn Weigher) -> f64 {
        let (hands, _) = self.hands(view);
        (0..4)
            .filter(|&seat| seat != view.seat.index())
            .map(|seat| weigher.weight(view, Seat(seat as u8), &hands[seat]))
            .product()
    }

    /// The position in which the hidden tiles lie as they do here; `last` says
    /// whether the game ends with the hand.
    fn position(self, view: &MahjongView, last: bool, rng: &mut Rng) -> MahjongPosition {
        let table = view.table;
        let (hands, dealt) = self.hands(view);
        let mut position = MahjongPosition {
            table,
            hands,
            drawn: view.drawn,
            missed: [false; 4],
            waiting: SeatSet::EMPTY,
            answers: [Move::Pass; 4],
            waits: [KindSet::EMPTY; 4],
            bound: [0; 4],
            wall: self.wall(view, dealt),
            source: Source { seed: rng.bits(), walls: None, last },
            result: None,
            told: 0,
        };
        if let Stage::Act { seat, on: Acting::Drawn | Acting::Replaced } = table.stage
            && seat != view.seat.0
        {
            position.drawn = any_face(&hands[usize::from(seat)], rng);
        }
        if table.rules.same_wall && !last {
            // Every hand of the game is dealt from the one wall.
            position.source.walls = Some(Arc::new([position.wall]));
        }
        for seat in 0..4 {
            position.learn(seat);
            position.missed[seat] = if seat == view.seat.index() {
                view.missed
            } else {
                position.would_have_missed(seat)
            };
        }
        if let Stage::Claims { from, tile, on } = table.stage {
            position.ask_again(usize::from(from), tile, on, view.seat);
        }
        position
    }

    /// The wall: unseen tiles where they may lie, spent ones elsewhere.
    fn wall(&self, view: &MahjongView, dealt: usize) -> Wall {
        let table = &view.table;
        let (kans, live) = (usize::from(table.kans), usize::from(table.live));
        let mut wall = Wall::in_order();
        let mut unseen = self.unseen[dealt..].iter();
        // What an impossible view leaves over goes to the spent places.
        let mut spent = self.spent.iter().copied().chain(self.unseen[..dealt].iter().copied());
        let first_spent = (Wall::DEAD + kans + live).min(TILES);
        for (at, place) in wall.tiles_mut().iter_mut().enumerate() {
            let replaced = Wall::REPLACEMENTS.iter().take(kans).any(|&taken| taken == at);
            let number = at.checked_sub(Wall::FIRST_INDICATOR).filter(|d| d % 2 == 0 && at < 14);
            let indicator = number.and_then(|d| self.indicators.get(d / 2));
            let tile = if let Some(&tile) = indicator {
                Some(tile)
            } else if replaced || at >= first_spent {
                spent.next()
            } else {
                unseen.next().copied()
            };
            if let Some(tile) = tile {
                *place = tile;
            }
        }
        wall
    }
}

/// One of the tiles, each equally likely: any of them may be the one drawn.
pub(super) fn any_face(held: &Held, rng: &mut Rng) -> Option<Face> {
    let total = u32::try_from(held.total()).ok().filter(|total| *total > 0)?;
    held.faces().nth(rng.below(total) as usize)
}

impl MahjongPosition {
    /// Finds waits and bound of a hand from its tiles alone.
    fn learn(&mut self, seat: usize) {
        let held = self.hands[seat];
        if held.total() > 14 {
            // No hand of any game; a view from outside may say anything.
            return;
        }
        let mut before = held;
        if let (Stage::Act { seat: actor, .. }, Some(drawn)) = (self.table.stage, self.drawn)
            && usize::from(actor) == seat
        {
            before.remove(drawn);
        }
        if before.total() % 3 == 1 {
            self.waits[seat] = self.waits_with(seat, before.counts());
        }
        self.bound[seat] = Keys::new(held.counts()).shanten();
    }

    /// Whether a seat whose hand we suppose has let a winning tile go.
    fn would_have_missed(&self, seat: usize) -> bool {
        let (rules, open) = (&self.table.rules, &self.table.seats[seat]);
        let counts = rules.temporary_furiten != TemporaryFuriten::Off
            || open.in_riichi() && rules.riichi_furiten;
        counts && !(self.waits[seat] & open.passed).is_empty()
    }
}

/// Which copies of each kind are taken.
struct Copies {
    red_fives: bool,
    taken: [u8; KINDS],
}

impl Copies {
    /// A copy with this face that is still free.
    fn take(&mut self, face: Face) -> Option<Tile> {
        let free = (0..4)
            .map(|copy| face.kind.tile(copy))
            .find(|tile| tile.face(self.red_fives) == face && !self.is_taken(*tile))?;
        self.taken[face.kind.index()] |= 1 << free.copy();
        Some(free)
    }

    fn is_taken(&self, tile: Tile) -> bool {
        let kind: Kind = tile.kind();
        self.taken[kind.index()] >> tile.copy() & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Deal, Discarded, Filler, List, Mahjong, OpenSeat};
    use fuda_core::{Game, Position, Purpose, Seed, View};
    use statrs::distribution::{ChiSquared, ContinuousCDF};
    use std::collections::BTreeMap;

    /// A view in which all but twelve tiles are seen: four each of three
    /// kinds, one with each of the others and nine in the dead wall.
    fn almost_everything_seen() -> MahjongView {
        let position = Mahjong::default().start(&Deal::from_seed(1)).unwrap();
        let mut view = position.view(Seat(0));
        view.table.live = 0;
        view.table.kans = 4;
        view.table.indicators = List::default();
        view.table.seats = [OpenSeat::default(); 4];
        let hidden = [Kind::EAST, Kind::HAKU, Kind::of(0)];
        let mut seen = Tile::all().filter(|tile| !hidden.contains(&tile.kind()));
        let mut next = || seen.next().unwrap().face(true);
        let hand: Vec<Face> = (0..14).map(|_| next()).collect();
        view.drawn = Some(hand[0]);
        view.hand = hand.into_iter().collect();
        for _ in 0..5 {
            view.table.indicators.push(next());
        }
        for open in &mut view.table.seats {
            open.concealed = 1;
            while open.river.len() < 27 {
                let Some(tile) = seen.next() else { break };
                open.river.push(Discarded { tile: tile.face(true), ..Discarded::filler() });
            }
        }
        assert!(seen.next().is_none());
        view
    }

    /// What is hidden in a position, in a fixed order of places.
    fn arrangement(position: &MahjongPosition) -> Vec<Face> {
        let table = &position.table;
        let (kans, live) = (usize::from(table.kans), usize::from(table.live));
        let mut faces: Vec<Face> = (1..4).flat_map(|s| position.hands[s].faces()).collect();
        for at in 0..Wall::DEAD + kans + live {
            let indicator = (0..table.indicators.len()).any(|n| at == 5 + 2 * n);
            if !indicator && !Wall::REPLACEMENTS[..kans].contains(&at) {
                faces.push(position.face(position.wall.tiles()[at]));
            }
        }
        faces
    }

    #[test]
    fn every_arrangement_is_equally_likely() {
        let view = almost_everything_seen();
        let mut rng = Seed(1).stream(Purpose::Sample, &[]);
        let samples = 350_000;
        let mut seen: BTreeMap<u64, f64> = BTreeMap::new();
        for _ in 0..samples {
            let faces = arrangement(&view.assume(&mut rng));
            assert_eq!(faces.len(), 12);
            let key = faces.iter().fold(0, |key, face| key * 34 + face.kind.index() as u64);
            *seen.entry(key).or_default() += 1.0;
        }
        // 12! / (4! 4! 4!) arrangements.
        let all = 34_650.0;
        let expected = f64::from(samples) / all;
        let unseen = (all - seen.len() as f64) * expected;
        let chi = unseen + seen.values().map(|n| (n - expected).powi(2) / expected).sum::<f64>();
        let p = ChiSquared::new(all - 1.0).unwrap().sf(chi);
        assert!(seen.len() <= 34_650 && p > 1e-6, "{} kinds, chi {chi}, p {p}", seen.len());
    }

    #[test]
    fn weights_choose_hands_in_proportion() {
        /// Seat 1 is twice as likely to hold East as anything else.
        struct East;
        impl Weigher for East {
            fn weight(&self, _: &MahjongView, other: Seat, hand: &Held) -> f64 {
                let east = hand.counts()[Kind::EAST] > 0;
                if other == Seat(1) && east { 2.0 } else { 1.0 }
            }
        }
        let view = almost_everything_seen();
        let mut rng = Seed(2).stream(Purpose::Sample, &[]);
        let samples = 20_000;
        let east = (0..samples)
            .filter(|_| view.assume_with(&East, 64, &mut rng).hands[1].counts()[Kind::EAST] > 0)
            .count();
        // One of three kinds: 2 / (2 + 1 + 1), minus what 64 candidates miss.
        let share = east as f64 / f64::from(samples);
        assert!((0.48..0.515).contains(&share), "{share}");
    }

    #[test]
    fn a_weight_of_nothing_is_never_chosen_where_another_is_possible() {
        struct NoEast;
        impl Weigher for NoEast {
            fn weight(&self, _: &MahjongView, _: Seat, hand: &Held) -> f64 {
                f64::from(u8::from(hand.counts()[Kind::EAST] == 0))
            }
        }
        let view = almost_everything_seen();
        let mut rng = Seed(3).stream(Purpose::Sample, &[]);
        for _ in 0..200 {
            let assumed = view.assume_with(&NoEast, 200, &mut rng);
            assert!((1..4).all(|s| assumed.hands[s].counts()[Kind::EAST] == 0));
        }
    }

    #[test]
    fn assumed_walls_are_walls_and_hold_what_is_hidden() {
        let game = Mahjong::default();
        let mut position = game.start(&Deal::from_seed(8)).unwrap();
        let mut rng = Seed(8).stream(Purpose::Sample, &[]);
        let mut moves = Vec::new();
        for _ in 0..600 {
            let Some(seat) = position.turn().first() else { break };
            let assumed = position.view(seat).assume(&mut rng);
            assert_eq!(Wall::new(assumed.wall.tiles()), Ok(assumed.wall));
            if seat == Seat(0) {
                let (mut here, mut there) = (arrangement(&position), arrangement(&assumed));
                here.sort();
                there.sort();
                assert_eq!(here, there);
            }
            let mv = position.random_move(seat, &mut rng, &mut moves).unwrap();
            position.play_unchecked(seat, mv);
        }
    }

    /// Whichever of its tiles another seat drew, it may be any of them; one
    /// that has just called holds no drawn tile.
    #[test]
    fn any_tile_of_another_may_be_the_drawn_one() {
        let mut rng = Seed(5).stream(Purpose::Sample, &[0]);
        let game = Mahjong::default();
        let (mut lowest, mut drawn, mut called) = (0u32, 0u32, 0u32);
        for number in 0..3 {
            let mut position = game.start(&Deal::from_seed(number)).unwrap();
            let mut moves = Vec::new();
            while let Some(seat) = position.turn().first() {
                if let Stage::Act { seat: actor, on } = position.table().stage {
                    let assumed = position.view(Seat((actor + 1) % 4)).assume(&mut rng);
                    assumed.legal_moves(Seat(actor), &mut moves);
                    if on == Acting::Called {
                        called += 1;
                        assert_eq!(assumed.drawn(), None);
                    } else {
                        drawn += 1;
                        let held = assumed.hand(Seat(actor));
                        lowest += u32::from(assumed.drawn() == held.faces().next());
                    }
                }
                let mv = position.random_move(seat, &mut rng, &mut moves).unwrap();
                position.play_unchecked(seat, mv);
            }
        }
        assert!(called > 20 && drawn > 500, "{called} {drawn}");
        assert!(lowest * 4 < drawn, "the lowest tile is drawn in {lowest} of {drawn}");
    }
}
