//! Numbers: what is asked, the round, the own hand; then each player.

use super::action::{Action, TileAction};
use super::pen::Pen;
use super::scene::Scene;
use crate::game::{Acting, Claimed, OpenSeat, RiichiState, Stage, ranking};
use crate::hand::shanten::shanten_by_form;
use crate::kinds::KindSet;
use crate::meld::Meld;
use crate::tile::{Kind, Suit};

/// What is said once.
pub(super) fn general(scene: &Scene<'_>, pen: &mut Pen<'_>) {
    let (view, table) = (scene.view, &scene.view.table);
    let (_, own) = scene.player(0);
    let (asked, from) = match table.stage {
        Stage::Act { on: Acting::Drawn, .. } | Stage::Over => (0, 0),
        Stage::Act { on: Acting::Replaced, .. } => (1, 0),
        Stage::Act { on: Acting::Called, .. } => (2, 0),
        Stage::Claims { on, from, .. } => {
            let steps = (usize::from(from) + 4 - view.seat.index()) % 4;
            match on {
                Claimed::Discard => (3, steps),
                Claimed::AddedKan => (4, steps),
                Claimed::ConcealedKan => (5, steps),
            }
        }
    };
    pen.one_of(asked, 6);
    for steps in 1..4 {
        pen.flag(from == steps);
    }
    let may = |action: Action| scene.legal.iter().any(|&mv| Action::of(view, mv) == action);
    pen.flag(may(Action::WIN));
    pen.flag(may(Action::NINE_TERMINALS));
    pen.flag(!scene.legal_kinds(TileAction::Riichi).is_empty());
    pen.flag(!scene.legal_kinds(TileAction::Kan).is_empty());
    pen.one_of(usize::from(table.standing.round), 12);
    pen.level(usize::from(table.standing.honba), 4);
    pen.level(usize::from(table.standing.sticks), 4);
    pen.level(usize::from(table.live), 16);
    for most in [4, 8, 12, 18, 24, 32, 40, 50] {
        pen.flag(table.live <= most);
    }
    pen.level(usize::from(table.kans), 2);
    pen.flag(own.is_closed());
    pen.one_of(own.melds.len(), 5);
    pen.one_of(usize::try_from(scene.shanten + 1).unwrap_or(0), 8);
    let forms = shanten_by_form(view.hand.counts());
    let far = |shanten: Option<i8>| usize::try_from(shanten.unwrap_or(12) + 1).unwrap_or(0);
    pen.level(far(forms.seven_pairs), 4);
    pen.level(far(forms.orphans), 4);
    pen.one_of(own_dora(scene), 6);
    pen.flag(view.missed);
    pen.flag(view.is_furiten());
    pen.flag(table.first_turn(view.seat.index()));
    pen.flag(table.uninterrupted);
    pen.flag(table.standing.round + 1 >= 4 * table.rules.rounds);
    pen.flag(table.rules.red_fives);
    pen.level(usize::from(table.rules.rounds), 2);
}

/// Dora and red fives in hand and melds.
fn own_dora(scene: &Scene<'_>) -> usize {
    let hand = &scene.view.hand;
    let held: usize = hand.faces().map(|face| scene.dora(face.kind) + usize::from(face.red)).sum();
    held + melded_dora(scene, scene.player(0).1)
}

fn melded_dora(scene: &Scene<'_>, open: &OpenSeat) -> usize {
    let tiles = open.melds.iter().flat_map(|meld| meld.tiles());
    let faces = tiles.map(|tile| tile.face(scene.view.table.rules.red_fives));
    faces.map(|face| scene.dora(face.kind) + usize::from(face.red)).sum()
}

/// What is said of each player, the own seat first.
pub(super) fn players(scene: &Scene<'_>, pen: &mut Pen<'_>) {
    let standing = &scene.view.table.standing;
    let ranks = ranking(&standing.scores);
    let own_score = standing.scores[scene.view.seat.index()];
    for step in 0..4 {
        let (seat, open) = scene.player(step);
        let score = standing.scores[seat];
        pen.byte((score + 10_000) / 500);
        pen.byte(128 + (score - own_score) / 250);
        pen.one_of(ranks.iter().position(|&s| s == seat).unwrap_or(3), 4);
        pen.flag(standing.dealer() == seat);
        pen.one_of(standing.seat_wind(seat).index(), 4);
        pen.flag(open.in_riichi());
        pen.flag(open.riichi == RiichiState::Accepted);
        pen.flag(open.double_riichi);
        pen.flag(open.ippatsu);
        pen.flag(open.is_closed());
        pen.one_of(open.melds.len(), 5);
        pen.level(open.river.len(), 8);
        pen.level(open.river.iter().position(|d| d.riichi).map_or(0, |turn| turn + 1), 8);
        pen.level(melded_dora(scene, open), 2);
        pen.level(value_triplets(scene, seat, open), 1);
        pen.flag(open.river.last().is_some_and(|d| !d.drawn));
        pen.level(open.river.iter().rev().take_while(|d| d.drawn).count(), 4);
        pen.level(open.river.iter().filter(|d| !d.drawn).count(), 8);
        let melded = open.melds.iter().fold(KindSet::EMPTY, |all, meld| all | meld.kinds());
        pen.flag(!melded.is_empty() && in_one_suit(melded));
        pen.flag(!melded.is_empty() && (melded & KindSet::OUTSIDE).is_empty());
        pen.level(usize::from(open.concealed), 8);
    }
}

/// Melded triplets that are a yaku for the seat.
fn value_triplets(scene: &Scene<'_>, seat: usize, open: &OpenSeat) -> usize {
    let standing = &scene.view.table.standing;
    let winds = [standing.round_wind().kind(), standing.seat_wind(seat).kind()];
    let worth = |kind: Kind| kind.is_dragon() || winds.contains(&kind);
    open.melds.iter().filter(|meld| !meld.is_run()).map(Meld::base).filter(|&k| worth(k)).count()
}

/// Whether these kinds are of one suit, honours left aside.
fn in_one_suit(kinds: KindSet) -> bool {
    let mut suits = (kinds - KindSet::HONOURS).into_iter().map(Kind::suit);
    let first = suits.next();
    suits.all(|suit: Suit| Some(suit) == first)
}
