//! Numbers: what is asked, the round, the own hand; then each player.

use super::action::{Action, TileAction};
use super::front::Front;
use super::pen::Pen;
use super::scene::Scene;
use crate::game::{Acting, Claimed, OpenSeat, RiichiState, Stage, ranking};
use crate::hand::shanten::shanten_by_form;
use crate::kinds::KindSet;
use crate::meld::Meld;
use crate::tile::Kind;

/// What is said once.
pub(super) fn general<'a>(scene: &Scene<'_>, mut pen: Pen<'a>) -> Pen<'a> {
    let (view, table) = (scene.view, &scene.view.table);
    let own = scene.fronts[0].open;
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
    pen.one_of::<6>(asked);
    for steps in 1..4 {
        pen.flag(from == steps);
    }
    pen.flag(scene.actions.contains(Action::WIN));
    pen.flag(scene.actions.contains(Action::NINE_TERMINALS));
    pen.flag(!scene.actions.kinds(TileAction::Riichi).is_empty());
    pen.flag(!scene.actions.kinds(TileAction::Kan).is_empty());
    pen.one_of::<12>(usize::from(table.standing.round));
    pen.level(usize::from(table.standing.honba), 4);
    pen.level(usize::from(table.standing.sticks), 4);
    pen.level(usize::from(table.live), 16);
    for most in [4, 8, 12, 18, 24, 32, 40, 50] {
        pen.flag(table.live <= most);
    }
    pen.level(usize::from(table.kans), 2);
    pen.flag(own.is_closed());
    pen.one_of::<5>(own.melds.len());
    pen.one_of::<8>(usize::try_from(scene.shanten + 1).unwrap_or(0));
    let forms = shanten_by_form(view.hand.counts());
    let far = |shanten: Option<i8>| usize::try_from(shanten.unwrap_or(12) + 1).unwrap_or(0);
    pen.level(far(forms.seven_pairs), 4);
    pen.level(far(forms.orphans), 4);
    pen.one_of::<6>(own_dora(scene));
    pen.flag(view.missed);
    pen.flag(view.is_furiten());
    pen.flag(table.first_turn(view.seat.index()));
    pen.flag(table.uninterrupted);
    pen.flag(table.standing.round + 1 >= 4 * table.rules.rounds);
    pen.flag(table.rules.red_fives);
    pen.level(usize::from(table.rules.rounds), 2);
    pen
}

/// Dora and red fives in the own hand and melds.
fn own_dora(scene: &Scene<'_>) -> usize {
    let hand = &scene.view.hand;
    let held = scene.dora_among(hand.counts()) + usize::from(hand.reds());
    held + melded_dora(scene, &scene.fronts[0])
}

fn melded_dora(scene: &Scene<'_>, front: &Front<'_>) -> usize {
    scene.dora_among(&front.melds.tiles) + usize::from(front.melds.reds)
}

/// What is said of each player, the own seat first.
pub(super) fn players<'a>(scene: &Scene<'_>, mut pen: Pen<'a>) -> Pen<'a> {
    let standing = &scene.view.table.standing;
    let ranks = ranking(&standing.scores);
    let own_score = standing.scores[scene.view.seat.index()];
    for front in &scene.fronts {
        let (seat, open, river) = (front.seat, front.open, &front.river);
        let score = standing.scores[seat];
        pen.byte((score + 10_000) / 500);
        pen.byte(128 + (score - own_score) / 250);
        pen.one_of::<4>(ranks.iter().position(|&s| s == seat).unwrap_or(3));
        pen.flag(standing.dealer() == seat);
        pen.one_of::<4>(standing.seat_wind(seat).index());
        pen.flag(open.in_riichi());
        pen.flag(open.riichi == RiichiState::Accepted);
        pen.flag(open.double_riichi);
        pen.flag(open.ippatsu);
        pen.flag(open.is_closed());
        pen.one_of::<5>(open.melds.len());
        pen.level(open.river.len(), 8);
        pen.level(usize::from(river.riichi_turn), 8);
        pen.level(melded_dora(scene, front), 2);
        pen.level(value_triplets(scene, seat, open), 1);
        pen.flag(open.river.last().is_some_and(|d| !d.drawn));
        pen.level(usize::from(river.drawn_in_a_row), 4);
        pen.level(usize::from(river.from_hand), 8);
        let melded = front.melds.tiles.kinds();
        pen.flag(!melded.is_empty() && in_one_suit(melded));
        pen.flag(!melded.is_empty() && (melded & KindSet::OUTSIDE).is_empty());
        pen.level(usize::from(open.concealed), 8);
    }
    pen
}

/// Melded triplets that are a yaku for the seat.
fn value_triplets(scene: &Scene<'_>, seat: usize, open: &OpenSeat) -> usize {
    let standing = &scene.view.table.standing;
    let winds = [standing.round_wind().kind(), standing.seat_wind(seat).kind()];
    let worth = |kind: Kind| kind.is_dragon() || winds.contains(&kind);
    open.melds.iter().filter(|meld| !meld.is_run()).map(Meld::base).filter(|&k| worth(k)).count()
}

/// Whether these kinds are of one suit, not counting honours.
fn in_one_suit(kinds: KindSet) -> bool {
    let suits = [0, 9, 18].map(|first| kinds.bits() >> first & 0x1ff != 0);
    suits.into_iter().filter(|&any| any).count() < 2
}
