//! Claims by tabu search, and by the rule of the benchmark player.

use super::hood::{Hands, Worth};
use fuda_core::{Budget, Rng};
use fuda_mahjong::game::{MahjongView, Stage};
use fuda_mahjong::meld::From;
use fuda_mahjong::players::shanten_after;
use fuda_mahjong::{Face, Kind, KindSet, Meld, Move, Tile};
use fuda_search::Tabu;

/// Chi and pon that lower the shanten.
fn useful<'a>(view: &'a MahjongView, legal: &'a [Move]) -> impl Iterator<Item = Move> + 'a {
    let now = shanten_after(view, Move::Pass);
    legal
        .iter()
        .copied()
        .filter(|mv| matches!(mv, Move::Chi(_) | Move::Pon(_)))
        .filter(move |&mv| shanten_after(view, mv) < now)
}

/// The claim after which the best hand found wins with a yaku; the best of
/// them when there are several.
pub(super) fn search(
    tabu: &Tabu,
    yaku: bool,
    view: &MahjongView,
    legal: &[Move],
    budget: Budget,
    rng: &mut Rng,
) -> Option<Move> {
    let mut best: Option<(Worth, Move)> = None;
    for mv in useful(view, legal) {
        let Some(worth) = after(tabu, yaku, view, mv, budget, rng) else { continue };
        let wins = worth.shanten < 0 && worth.points > 0;
        if wins && best.as_ref().is_none_or(|(other, _)| worth.compare(other).is_gt()) {
            best = Some((worth, mv));
        }
    }
    best.map(|(_, mv)| mv)
}

/// The best hand found after a claim.
fn after(
    tabu: &Tabu,
    yaku: bool,
    view: &MahjongView,
    mv: Move,
    budget: Budget,
    rng: &mut Rng,
) -> Option<Worth> {
    let (Move::Chi(own) | Move::Pon(own)) = mv else { return None };
    let mut melds = view.table.seats[view.seat.index()].melds.to_vec();
    melds.push(meld(view, mv)?);
    let mut held = view.hand;
    for face in own {
        held.remove(face);
    }
    let mut hands = Hands::new(view, *held.counts(), melds, yaku);
    let last = held.counts().kinds().into_iter().next()?;
    let start = hands.held(last);
    Some(tabu.search(&mut hands, &start, budget, rng, |_| {}).value)
}

/// The meld that a chi or pon makes.
fn meld(view: &MahjongView, mv: Move) -> Option<Meld> {
    let Stage::Claims { from, tile, .. } = view.table.stage else { return None };
    match mv {
        Move::Chi([a, b]) => Meld::chi(any(tile, 1), [any(a, 1), any(b, 1)]).ok(),
        Move::Pon([a, b]) => {
            let steps = From::from_steps(from + 4 - view.seat.0);
            Meld::pon(any(tile, 1), [any(a, 2), any(b, 3)], steps).ok()
        }
        _ => None,
    }
}

/// A tile of that face, and of a plain one this copy.
fn any(face: Face, copy: u8) -> Tile {
    face.kind.tile(if face.red { 0 } else { copy })
}

/// The benchmark's claims: a triplet of value honours whenever it can be had;
/// with one of those, everything that lowers the shanten.
pub(super) fn by_rule(view: &MahjongView, legal: &[Move]) -> Option<Move> {
    let values = value_kinds(view);
    let value_pon = legal.iter().copied().find(|mv| match mv {
        Move::Pon([own, _]) => values.contains(own.kind),
        _ => false,
    });
    let melds = &view.table.seats[view.seat.index()].melds;
    let has_yaku = melds.iter().any(|meld| !meld.is_run() && values.contains(meld.base()));
    let mut useful = useful(view, legal).filter(|_| has_yaku);
    value_pon.or_else(|| useful.next())
}

/// The honours a triplet of which is a yaku for the seat.
fn value_kinds(view: &MahjongView) -> KindSet {
    let standing = &view.table.standing;
    let winds = [standing.round_wind(), standing.seat_wind(view.seat.index())];
    winds.map(|wind| wind.kind()).into_iter().chain([Kind::HAKU, Kind::HATSU, Kind::CHUN]).collect()
}
