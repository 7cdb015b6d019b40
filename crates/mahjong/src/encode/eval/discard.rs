//! Discards, and riichi with them.

use super::super::scene::Scene;
use super::Template;
use super::around::{Around, live_step, wait_step};
use super::safety;
use crate::encode::Sink;
use crate::kinds::{Counts, KindSet};
use crate::tile::{Face, Kind, Suit};

/// The counts of a suit, mirrored so that the discarded number is at most 5,
/// and the number's place from 0.
fn suit_of(counts: &Counts, kind: Kind) -> ([u8; 9], usize) {
    let start = kind.index() - usize::from(kind.number() - 1);
    let mut suit: [u8; 9] = std::array::from_fn(|at| counts.as_array()[start + at]);
    let mut at = usize::from(kind.number() - 1);
    let mirrored: [u8; 9] = std::array::from_fn(|at| suit[8 - at]);
    // A five in the middle is seen from the side that is the larger as text.
    if at > 4 || at == 4 && mirrored > suit {
        suit = mirrored;
        at = 8 - at;
    }
    (suit, at)
}

/// Counts `reach` places to both sides, each at most `most`, with `most + 1`
/// beyond the ends of the suit; and the tile's own count from 1 to `own`.
fn window(suit: &[u8; 9], at: usize, reach: usize, most: u8, own: u8) -> usize {
    let values = usize::from(most) + 2;
    let mut place = 0;
    for step in 0..=2 * reach {
        if step == reach {
            continue;
        }
        let digit = match (at + step).checked_sub(reach) {
            Some(other) if other < 9 => suit[other].min(most),
            _ => most + 1,
        };
        place = place * values + usize::from(digit);
    }
    place * usize::from(own) + usize::from(suit[at].clamp(1, own) - 1)
}

/// A place for a whole suit and a number of it, by hashing.
fn suit_place(suit: &[u8; 9], at: usize) -> usize {
    let mut key = at as u64;
    for &count in suit {
        key = key * 5 + u64::from(count);
    }
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 47) as usize
}

/// Writes the features of a discard.
pub(super) fn put(
    scene: &Scene<'_>,
    around: &Around,
    tile: Face,
    drawn: bool,
    sink: &mut impl Sink,
) {
    let kind = tile.kind;
    let after = scene.after(kind).after;
    let copies = scene.counts[kind];
    let near = after.shanten == scene.least;
    let class = around.class(scene, kind);
    let (far, step, part) = (around.far, around.step, around.part);
    let attack = around.attack;
    let hot = usize::from(attack >= 2);
    let far3 = far.saturating_sub(1).min(2);
    let lost = usize::from(!near);
    let held = |distance: i8| kind.neighbour(distance).map_or(0, |other| scene.counts[other]);
    let beside = held(-1) + held(1);
    let apart = held(-2) + held(2);
    // Alone, with others near, or more than one.
    let company = match (copies, beside + apart) {
        (1, 0) => 0,
        (1, _) => 1,
        _ => 2,
    };
    let alone = usize::from(company == 0);
    let mut one = |column: usize| sink.cell(column, 1.0);

    one(Template::Keep.at([(lost, 2), (far, 5), (attack, 4), (step, 6)]));
    let live = after.live(&scene.seen);
    let shanten = after.shanten.clamp(0, 4) as usize;
    one(Template::Accepted.at([(live_step(live), 16), (shanten, 5), (part, 3)]));
    if near {
        let ratio = (10 * live / around.most.max(1)).min(9) as usize;
        one(Template::Ratio.at([(ratio, 10), (far, 5), (part, 3), (hot, 2)]));
    }
    let timing = [(step, 6), (class, 10), (company, 3), (hot, 2)];
    one(Template::Timing.at(timing));
    let number = usize::from(copies.clamp(1, 4) - 1);
    one(Template::Class.at([(class, 10), (number, 4), (step, 6), (far, 5)]));
    if kind.is_honour() {
        let left = usize::from(4u8.saturating_sub(scene.seen[kind])).min(3);
        let place =
            [(class - 5, 5), (number.min(2), 3), (left, 4), (step, 6), (far3, 3), (around.open, 2)];
        one(Template::Honour.at(place));
    } else {
        let (suit, at) = suit_of(scene.counts, kind);
        one(Template::Window.at([(window(&suit, at, 2, 3, 3), 1875), (far3, 3)]));
        one(Template::WideWindow.at([(window(&suit, at, 3, 2, 3), 12_288)]));
        one(Template::Suit.at([(suit_place(&suit, at), 1 << 17)]));
        let small = window(&suit, at, 2, 1, 3);
        one(Template::Pairs.at([(small, 243), (around.pairs.min(3), 4), (far, 5)]));
        let crowd = usize::from(suit.iter().sum::<u8>()).min(14);
        one(Template::Crowd.at([(small, 243), (crowd, 15)]));
        let sides = [kind.neighbour(-1), kind.neighbour(1)];
        let left: u8 = sides.into_iter().flatten().map(|k| 4u8.saturating_sub(scene.seen[k])).sum();
        let own = usize::from(4u8.saturating_sub(scene.seen[kind])).min(3);
        let place = [(own, 4), (usize::from(left / 2), 5), (class, 5), (company, 3)];
        one(Template::Left.at(place));
        let colours = three_colours(scene.counts, kind);
        one(Template::ThreeColours.at([(colours, 5), (number.min(1), 2), (far3, 3)]));
    }
    let dora = scene.dora_of(tile);
    if dora > 0 {
        let red = usize::from(tile.red);
        let suit = usize::from(!kind.is_honour());
        let many = usize::from(dora.min(2)) - 1;
        let place =
            [(suit, 2), (number.min(2), 3), (many, 2), (red, 2), (far, 5), (hot, 2), (alone, 2)];
        one(Template::Dora.at(place));
    }
    let near_dora = |distance: i8| {
        let is = |s: i8| kind.neighbour(s).is_some_and(|k| scene.dora_kinds.contains(k));
        is(-distance) || is(distance)
    };
    if near_dora(1) || near_dora(2) {
        let two = usize::from(!near_dora(1));
        one(Template::NearDora.at([(two, 2), (alone, 2), (far, 5), (part, 3)]));
    }
    let what = match (kind.is_honour(), kind.is_terminal()) {
        (true, _) => 2,
        (_, true) => 1,
        _ => 0,
    };
    let outside = usize::from(around.outside.min(7));
    one(Template::Outside.at([(outside, 8), (what, 3), (around.open, 2), (far3, 3)]));
    let most = around.suits[..3].iter().copied().max().unwrap_or(0);
    let own_suit = around.suits[kind.suit() as usize];
    let flush = usize::from((most + around.suits[3]).clamp(6, 14) - 6);
    let relation = match kind.suit() {
        Suit::Honour => 2,
        _ => usize::from(own_suit < most),
    };
    one(Template::Flush.at([(flush, 9), (relation, 3), (around.open, 2), (part, 3)]));
    let own_suit = usize::from(own_suit.min(14));
    one(Template::SuitTiles.at([(own_suit, 15), (around.open, 2), (part, 3)]));
    let honour = usize::from(kind.is_honour());
    let place = [(around.pairs.min(6), 7), (number.min(2), 3), (far, 5), (honour, 2)];
    one(Template::Broken.at(place));
    let river = scene.own().river_kinds;
    let in_river = |s: i8| kind.neighbour(s).is_some_and(|k| river.contains(k));
    let flags = usize::from(river.contains(kind))
        + 2 * usize::from(in_river(-1) || in_river(1))
        + 4 * usize::from(in_river(-3) || in_river(3));
    one(Template::OwnRiver.at([(flags, 8), (part, 3), (far3, 3)]));
    if after.shanten == 0 {
        let furiten = usize::from(!(after.kinds & with(river, kind)).is_empty());
        let kinds = after.kinds.len().clamp(1, 3) - 1;
        let place = [(kinds, 3), (furiten, 2), (around.open, 2), (wait_step(live), 8), (hot, 2)];
        one(Template::Wait.at(place));
    }
    one(Template::Drawn.at([(step, 6), (usize::from(drawn), 2)]));
    one(Template::Standing.at([
        (around.rank, 4),
        (around.last, 2),
        (lost, 2),
        (attack, 4),
        (far, 5),
    ]));
    one(Template::Worth.at([
        (usize::from(around.dora.min(4)), 5),
        (lost, 2),
        (attack, 4),
        (far, 5),
    ]));
    put_safety(scene, around, kind, lost, &mut one);
    if near {
        let gap = live as f32 - around.most as f32;
        sink.cell(Template::Amount.at([(far, 10)]), live as f32 / 10.0);
        sink.cell(Template::Amount.at([(5 + far, 10)]), gap / 10.0);
    }
}

fn put_safety(
    scene: &Scene<'_>,
    around: &Around,
    kind: Kind,
    lost: usize,
    one: &mut impl FnMut(usize),
) {
    let far = around.far;
    let quiet = around.rivals.iter().filter(|rival| !rival.riichi);
    let safe = quiet.filter(|rival| rival.safe.contains(kind)).count();
    one(Template::Quiet.at([(safe, 4), (around.step, 6), (far, 5)]));
    let wall = safety::wall(scene, kind);
    for rival in &around.rivals {
        if !rival.riichi && rival.calls < 2 {
            continue;
        }
        let class = (safety::class(scene, rival, kind), safety::CLASSES);
        one(if rival.riichi {
            let dealer = usize::from(rival.dealer);
            Template::Riichi.at([class, (wall, 3), (far, 5), (lost, 2), (dealer, 2)])
        } else {
            Template::Called.at([class, (usize::from(rival.calls >= 3), 2), (far, 5)])
        });
    }
}

fn with(mut kinds: KindSet, kind: Kind) -> KindSet {
    kinds.insert(kind);
    kinds
}

/// How much of a run in all three suits is held around this number: of its
/// nine tiles at most 5, 6, 7, 8 or all.
fn three_colours(counts: &Counts, kind: Kind) -> usize {
    let number = usize::from(kind.number()) - 1;
    let held = |at: usize| (0..3).filter(|suit| counts.as_array()[9 * suit + at] > 0).count();
    let starts = number.saturating_sub(2)..=number.min(6);
    let most = starts.map(|start| held(start) + held(start + 1) + held(start + 2)).max();
    most.unwrap_or(0).clamp(5, 9) - 5
}

/// Writes what riichi adds to a discard.
pub(super) fn put_riichi(scene: &Scene<'_>, around: &Around, tile: Face, sink: &mut impl Sink) {
    let after = scene.after(tile.kind).after;
    let live = after.live(&scene.seen);
    let wait = wait_step(live);
    let mut one = |column: usize| sink.cell(column, 1.0);
    one(Template::Declare.at([(wait, 8), (around.step, 6), (around.dealer, 2)]));
    let dora = usize::from(around.dora.saturating_sub(scene.dora_of(tile)).min(4));
    one(Template::DeclareWorth.at([(dora, 5), (around.attack, 4)]));
    let place = [(around.rank, 4), (around.last, 2), (around.dealer, 2)];
    one(Template::DeclareStanding.at(place));
    let left = scene.counts.without(tile.kind);
    let simple = ((left.kinds() | after.kinds) & KindSet::OUTSIDE).is_empty();
    let value = !(left.at_least(3) & scene.values).is_empty();
    let yaku = if value { 2 } else { usize::from(simple) };
    let good = match live {
        0..=2 => 0,
        3..=4 => 1,
        _ => 2,
    };
    one(Template::DeclareYaku.at([(yaku, 3), (good, 3)]));
}
