//! Calls.

use super::super::scene::Scene;
use super::Template;
use super::around::{Around, live_step};
use crate::encode::Sink;
use crate::game::{Held, Move, Stage};
use crate::hand::acceptance::best_discards;
use crate::hand::shanten::shanten;
use crate::kinds::KindSet;
use crate::meld::Meld;
use crate::tile::{Kind, Suit};

/// Writes the features of a call; passing has none.
pub(super) fn put(scene: &Scene<'_>, around: &Around, mv: Move, sink: &mut impl Sink) {
    let Stage::Claims { tile, .. } = scene.view.table.stage else { return };
    let mut held = scene.view.hand;
    let (what, shape) = match mv {
        Move::Chi(own) => {
            for face in own {
                held.remove(face);
            }
            let [low, high] = own.map(|face| face.kind.number());
            let edge = low == 1 && high == 2 || low == 8;
            (0, if high - low == 2 { 1 } else { usize::from(!edge) * 2 })
        }
        Move::Pon(own) => {
            for face in own {
                held.remove(face);
            }
            (1, 3)
        }
        _ => {
            held.remove_all(tile.kind);
            (2, 3)
        }
    };
    let now = shanten(scene.view.hand.counts());
    let (then, live) = if what == 2 {
        (shanten(held.counts()), 0)
    } else {
        let best = best_discards(held.counts());
        let most = best.iter().map(|d| d.after.live(&scene.seen)).max().unwrap_or(0);
        (best.first().map_or(8, |d| d.after.shanten), most)
    };
    let gain = usize::from((now - then + 1).clamp(0, 2).unsigned_abs());
    let far = then.clamp(0, 4) as usize;
    let open = around.open;
    let yaku = yaku(scene, &held, tile.kind, what);
    let sight = match yaku {
        0 => 0,
        1 | 4 => 1,
        _ => 2,
    };
    let mut one = |column: usize| sink.cell(column, 1.0);
    let (step, part) = (around.step, around.part);
    one(Template::Call.at([(what, 3), (gain, 3), (far, 5), (open, 2), (step, 6)]));
    one(Template::CallYaku.at([(yaku, 9), (gain, 3), (far, 5), (open, 2)]));
    let dora = usize::from((around.dora + scene.dora_of(tile)).min(4));
    let better = usize::from(gain == 2);
    one(Template::CallDora.at([(dora, 5), (far, 5), (sight, 3), (better, 2)]));
    one(Template::CallAttack.at([(around.attack, 4), (far, 5), (gain, 3)]));
    one(Template::CallAccepted.at([(live_step(live), 16), (far, 5), (open, 2)]));
    let place = [(around.rank, 4), (around.last, 2), (around.dealer, 2), (open, 2)];
    let [rank, last, dealer, opened] = place;
    one(Template::CallStanding.at([rank, last, dealer, opened, (far.min(2), 3)]));
    let class = around.class(scene, tile.kind);
    let left = usize::from(4u8.saturating_sub(scene.seen[tile.kind])).min(3);
    one(Template::CallTile.at([(class, 10), (what, 3), (left, 4), (part, 3)]));
    one(Template::CallShape.at([(shape, 4), (far, 5), (gain, 3)]));
    let melds = scene.own().melds.len().min(3);
    one(Template::CallMelds.at([(melds, 4), (far, 5), (sight, 3)]));
}

/// The yaku in sight after a call: 0 value honours; all simples with 1, 2 or
/// more tiles in the way (1, 2, 3); a flush with few or some in the way (4,
/// 5); a pair of value honours (6); triplets (7); none (8).
fn yaku(scene: &Scene<'_>, held: &Held, called: Kind, what: usize) -> usize {
    let melds = &scene.own().melds;
    let counts = held.counts();
    let triplet = what > 0;
    let melded = melds.iter().any(|m| !m.is_run() && scene.values.contains(m.base()));
    if melded
        || triplet && scene.values.contains(called)
        || !(counts.at_least(3) & scene.values).is_empty()
    {
        return 0;
    }
    let tiles =
        |kinds: KindSet| -> u8 { (counts.kinds() & kinds).into_iter().map(|k| counts[k]).sum() };
    let mut open: KindSet = melds.iter().map(Meld::kinds).fold(KindSet::EMPTY, |a, b| a | b);
    open.insert(called);
    // The own tiles of a run are those beside it that the hand has lost.
    let lost = scene.counts.kinds().into_iter().filter(|&k| scene.counts[k] > counts[k]);
    open |= lost.collect::<KindSet>();
    let outside = tiles(KindSet::OUTSIDE);
    let simple = scene.view.table.rules.open_tanyao && (open & KindSet::OUTSIDE).is_empty();
    if simple && outside <= 2 {
        return usize::from(outside.max(1));
    }
    let mut suits = open.into_iter().map(|k| k.suit()).filter(|s| *s != Suit::Honour);
    let first = suits.next();
    if suits.all(|suit| Some(suit) == first) {
        let off = |suit: Suit| -> u8 {
            let other = |k: &Kind| k.suit() != suit && k.suit() != Suit::Honour;
            counts.kinds().into_iter().filter(other).map(|k| counts[k]).sum()
        };
        let least = match first {
            Some(suit) => off(suit),
            None => [Suit::Man, Suit::Pin, Suit::Sou].map(off).into_iter().min().unwrap_or(14),
        };
        if least <= 4 {
            return if least <= 2 { 4 } else { 5 };
        }
    }
    if simple {
        return 3;
    }
    if !(counts.at_least(2) & scene.values).is_empty() {
        return 6;
    }
    if triplet && melds.iter().all(|meld| !meld.is_run()) && counts.at_least(2).len() >= 3 {
        return 7;
    }
    8
}
