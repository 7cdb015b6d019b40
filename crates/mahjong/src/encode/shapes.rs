//! Tiles, melds and meld candidates of the own hand, counted one by one: what
//! both sets of features of the study begin with.
//!
//! | places | what is counted |
//! |---|---|
//! | 38 | concealed tiles by face |
//! | 34 each | concealed triplets; concealed runs by their lowest tile; melds: chi, pon, called kan, concealed kan, added kan |
//! | 1 | all of these |
//! | 34, 34, 34, 27 | pairs; two-sided, closed and edge waits by their lower tile |
//! | 4 | pairs, two-sided, closed and edge waits together |
//!
//! A tile that is part of several shapes counts in each. A discard changes
//! only what holds its tile.

use super::Sink;
use super::scene::{FACES, Scene, face_at, place};
use crate::kinds::Counts;
use crate::meld::MeldKind;
use crate::tile::{Face, KINDS, Kind};
use fuda_core::FeatureRows;

/// Places of tiles.
pub const TILES: usize = FACES;
/// Places of melds.
pub const MELDS: usize = 7 * KINDS + 1;
/// Places of meld candidates.
pub const CANDIDATES: usize = 3 * KINDS + 27 + 4;
/// All places.
pub const SHAPES: usize = TILES + MELDS + CANDIDATES;

const TRIPLETS: usize = TILES;
const RUNS: usize = TRIPLETS + KINDS;
const CALLED: usize = RUNS + KINDS;
const ALL_MELDS: usize = CALLED + 5 * KINDS;
const PAIRS: usize = TILES + MELDS;
const TWO_SIDED: usize = PAIRS + KINDS;
const CLOSED: usize = TWO_SIDED + KINDS;
const EDGE: usize = CLOSED + KINDS;
const TOTALS: usize = EDGE + 27;

fn lowest(counts: &Counts, kind: Kind, steps: &[i8]) -> Option<f32> {
    let counted = |&step: &i8| kind.neighbour(step).map(|k| counts[k]);
    let least = steps.iter().map(counted).try_fold(counts[kind], |low, n| Some(low.min(n?)));
    least.map(f32::from)
}

fn triplet(counts: &Counts, kind: Kind) -> f32 {
    f32::from(counts[kind] / 3)
}

fn pair(counts: &Counts, kind: Kind) -> f32 {
    f32::from(counts[kind] / 2)
}

fn run(counts: &Counts, kind: Kind) -> f32 {
    lowest(counts, kind, &[1, 2]).unwrap_or(0.0)
}

fn is_edge(kind: Kind) -> bool {
    matches!(kind.number(), 1 | 8)
}

/// Tiles beside each other: two-sided or edge waits.
fn beside(counts: &Counts, kind: Kind) -> f32 {
    lowest(counts, kind, &[1]).unwrap_or(0.0)
}

fn closed(counts: &Counts, kind: Kind) -> f32 {
    lowest(counts, kind, &[2]).unwrap_or(0.0)
}

/// Everything counted in the hand as it is: the part that discards share.
pub(super) fn whole(scene: &Scene<'_>, offset: usize, rows: &mut FeatureRows) {
    let counts = scene.counts;
    let mut melds = 0.0;
    let mut tiles = [0.0; FACES];
    for face in scene.view.hand.faces() {
        tiles[place(face)] += 1.0;
    }
    for (at, &many) in tiles.iter().enumerate() {
        rows.cell(offset + at, many);
    }
    let mut each = |start: usize, counted: &dyn Fn(Kind) -> f32| {
        let mut sum = 0.0;
        for kind in Kind::all() {
            rows.cell(offset + start + kind.index(), counted(kind));
            sum += counted(kind);
        }
        sum
    };
    melds += each(TRIPLETS, &|kind| triplet(counts, kind));
    melds += each(RUNS, &|kind| run(counts, kind));
    for (number, wanted) in [
        MeldKind::Chi,
        MeldKind::Pon,
        MeldKind::OpenKan,
        MeldKind::ConcealedKan,
        MeldKind::AddedKan,
    ]
    .into_iter()
    .enumerate()
    {
        melds += each(CALLED + number * KINDS, &|kind| {
            let own = scene.own().melds.iter();
            own.filter(|meld| meld.kind() == wanted && meld.base() == kind).count() as f32
        });
    }
    rows.cell(offset + ALL_MELDS, melds);
    let mut each = |start: usize, counted: &dyn Fn(Kind) -> f32| {
        let mut sum = 0.0;
        for kind in Kind::all() {
            let many = counted(kind);
            if many != 0.0 {
                rows.cell(offset + start + kind.index(), many);
            }
            sum += many;
        }
        sum
    };
    let none_if = |no: bool, many: f32| if no { 0.0 } else { many };
    let totals = [
        each(PAIRS, &|kind| pair(counts, kind)),
        each(TWO_SIDED, &|kind| none_if(is_edge(kind), beside(counts, kind))),
        each(CLOSED, &|kind| closed(counts, kind)),
        each(EDGE, &|kind| none_if(!is_edge(kind), beside(counts, kind))),
    ];
    for (at, total) in totals.into_iter().enumerate() {
        rows.cell(offset + TOTALS + at, total);
    }
}

/// What the discard of a face changes.
pub(super) fn change(scene: &Scene<'_>, face: Face, offset: usize, rows: &mut FeatureRows) {
    let kind = face.kind;
    let (before, after) = (scene.counts, scene.counts.without(kind));
    rows.cell(offset + place(face), -1.0);
    let mut melds = 0.0;
    let mut put = |start: usize, at: Kind, change: f32, sum: &mut f32| {
        rows.cell(offset + start + at.index(), change);
        *sum += change;
    };
    put(TRIPLETS, kind, triplet(&after, kind) - triplet(before, kind), &mut melds);
    for step in [-2, -1, 0] {
        if let Some(at) = kind.neighbour(step) {
            put(RUNS, at, run(&after, at) - run(before, at), &mut melds);
        }
    }
    rows.cell(offset + ALL_MELDS, melds);
    let mut put = |start: usize, at: Kind, change: f32, sum: &mut f32| {
        rows.cell(offset + start + at.index(), change);
        *sum += change;
    };
    let mut totals = [0.0; 4];
    put(PAIRS, kind, pair(&after, kind) - pair(before, kind), &mut totals[0]);
    let lower = |step: i8| kind.neighbour(step);
    for at in [lower(-1), lower(0)].into_iter().flatten().filter(|&at| !is_edge(at)) {
        put(TWO_SIDED, at, beside(&after, at) - beside(before, at), &mut totals[1]);
    }
    for at in [lower(-2), lower(0)].into_iter().flatten() {
        put(CLOSED, at, closed(&after, at) - closed(before, at), &mut totals[2]);
    }
    for at in [lower(-1), lower(0)].into_iter().flatten().filter(|&at| is_edge(at)) {
        put(EDGE, at, beside(&after, at) - beside(before, at), &mut totals[3]);
    }
    for (at, total) in totals.into_iter().enumerate() {
        rows.cell(offset + TOTALS + at, total);
    }
}

/// A place in words; `None` when it is none of these.
pub(super) fn describe(column: usize) -> Option<String> {
    let kind = |at: usize| Kind::all().nth(at).map(|k| k.to_string()).unwrap_or_default();
    let at = |start: usize| kind(column - start);
    Some(match column {
        ..TRIPLETS => format!("{} held", face_at(column)),
        TRIPLETS..RUNS => format!("triplet of {}", at(TRIPLETS)),
        RUNS..CALLED => format!("run from {}", at(RUNS)),
        CALLED..ALL_MELDS => {
            let called = column - CALLED;
            let name = ["chi", "pon", "called kan", "concealed kan", "added kan"][called / KINDS];
            format!("{name} of {}", kind(called % KINDS))
        }
        ALL_MELDS => "melds".into(),
        PAIRS..TWO_SIDED => format!("pair of {}", at(PAIRS)),
        TWO_SIDED..CLOSED => format!("two-sided wait from {}", at(TWO_SIDED)),
        CLOSED..EDGE => format!("closed wait from {}", at(CLOSED)),
        EDGE..TOTALS => format!("edge wait from {}", at(EDGE)),
        TOTALS..SHAPES => {
            ["pairs", "two-sided waits", "closed waits", "edge waits"][column - TOTALS].into()
        }
        _ => return None,
    })
}
