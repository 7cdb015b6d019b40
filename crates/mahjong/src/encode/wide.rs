//! The features of the study's linear SVM player: about 60,000, most of them
//! combinations of one, two and three tiles held.
//!
//! | group | places | what |
//! |---|---|---|
//! | shapes | 410 | tiles, melds, candidates: see `shapes` |
//! | plan | 4 | calls; closed hand; tiles to drop for a half flush, for a full flush |
//! | state | 6 | shanten; dora; tiles beside dora; dealer; winning tiles left in tenpai; triplets of value honours |
//! | opponents' calls | 3 × 37 | kinds called; triplets of value honours; whether one suit is shown; calls |
//! | table | 11 | sticks; others in riichi; dealer in riichi; hand; counters; last hand; rank; gaps to first, next above, next below, last |
//! | opponents' discards | 3 × 4 | turn of riichi; ippatsu; own tiles that are genbutsu; that are suji |
//! | combinations | 38 + 38² + 38³ | faces held, pairs and triples of faces held |
//!
//! Combinations have a place for every order of their tiles, as the study's
//! number of features suggests; only the ascending ones are used.

use super::Sink;
use super::scene::{FACES, Scene, face_at, is_suji, place, safe_kinds};
use super::shapes::{self, SHAPES};
use crate::game::{MahjongView, Move};
use crate::kinds::KindSet;
use crate::tile::{Face, KINDS, Kind, Suit};
use arrayvec::ArrayVec;
use fuda_core::FeatureRows;

/// The name of the set.
pub const NAME: &str = "mahjong-wide-1";

const PLAN: usize = SHAPES;
const STATE: usize = PLAN + 4;
const CALLS: usize = STATE + 6;
const TABLE: usize = CALLS + 3 * (KINDS + 3);
const DISCARDS: usize = TABLE + 11;
const ONES: usize = DISCARDS + 3 * 4;
const TWOS: usize = ONES + FACES;
const THREES: usize = TWOS + FACES * FACES;
/// All places.
pub const COLUMNS: usize = THREES + FACES * FACES * FACES;

/// Where the groups begin, with their names; the last ends at [`COLUMNS`].
#[cfg(test)]
pub const GROUPS: [(&str, usize); 9] = [
    ("shapes", 0),
    ("plan", PLAN),
    ("state", STATE),
    ("opponents' calls", CALLS),
    ("table", TABLE),
    ("opponents' discards", DISCARDS),
    ("one tile", ONES),
    ("two tiles", TWOS),
    ("three tiles", THREES),
];

/// One row for each move, without what all discards share; those of moves
/// that discard nothing are empty.
pub(super) fn encode(view: &MahjongView, moves: &[Move], rows: &mut FeatureRows) {
    let scene = Scene::new(view);
    let dora = f32::from(scene.own_dora());
    let beside = view.hand.faces().filter(|face| scene.is_beside_dora(face.kind)).count() as f32;
    let mut held: ArrayVec<usize, 14> = view.hand.faces().map(place).collect();
    held.sort_unstable();
    let safe: [KindSet; 3] = std::array::from_fn(|at| safe_kinds(scene.seat(at + 1)));
    let suits = suits(&scene);
    rows.clear();
    for mv in moves {
        let Some(face) = mv.discarded() else {
            rows.end_row();
            continue;
        };
        let kind = face.kind;
        shapes::change(&scene, face, 0, rows);
        let [half, full] = to_drop(suits, kind.suit());
        rows.cell(PLAN + 2, half);
        rows.cell(PLAN + 3, full);
        let after = scene.after(kind).after;
        let live = if after.shanten == 0 { after.live(&scene.seen) as f32 } else { 0.0 };
        rows.cell(STATE, f32::from(after.shanten));
        rows.cell(STATE + 1, dora - f32::from(scene.dora_of(face)));
        rows.cell(STATE + 2, beside - f32::from(u8::from(scene.is_beside_dora(kind))));
        rows.cell(STATE + 4, live);
        let breaks = scene.counts[kind] == 3 && scene.values.contains(kind);
        rows.cell(STATE + 5, -f32::from(u8::from(breaks)));
        for (at, &safe) in safe.iter().enumerate() {
            let genbutsu = safe.contains(kind);
            rows.cell(DISCARDS + 4 * at + 2, -f32::from(u8::from(genbutsu)));
            let suji = !genbutsu && is_suji(kind, safe);
            rows.cell(DISCARDS + 4 * at + 3, -f32::from(u8::from(suji)));
        }
        combinations_lost(&held, place(face), rows);
        rows.end_row();
    }
}

/// The combinations that are held no longer when one tile goes.
fn combinations_lost(held: &[usize], gone: usize, rows: &mut FeatureRows) {
    let many = held.iter().filter(|&&at| at == gone).count();
    // Distinct faces with how often each is held after the discard.
    let mut left: ArrayVec<(usize, usize), 14> = ArrayVec::new();
    for &at in held {
        match left.last_mut() {
            Some((last, count)) if *last == at => *count += 1,
            _ => left.push((at, 1)),
        }
    }
    let triple = |mut tiles: [usize; 3]| {
        tiles.sort_unstable();
        THREES + (tiles[0] * FACES + tiles[1]) * FACES + tiles[2]
    };
    let pair = |a: usize, b: usize| TWOS + a.min(b) * FACES + a.max(b);
    let others = || left.iter().copied().filter(|&(at, _)| at != gone);
    match many {
        1 => {
            rows.cell(ONES + gone, -1.0);
            for (at, _) in others() {
                rows.cell(pair(gone, at), -1.0);
            }
            let mut triples: ArrayVec<usize, 128> = ArrayVec::new();
            for (i, (a, n)) in others().enumerate() {
                if n >= 2 {
                    triples.push(triple([gone, a, a]));
                }
                triples.extend(others().skip(i + 1).map(|(b, _)| triple([gone, a, b])));
            }
            triples.sort_unstable();
            triples.into_iter().for_each(|at| rows.cell(at, -1.0));
        }
        2 => {
            rows.cell(pair(gone, gone), -1.0);
            let mut triples: ArrayVec<usize, 14> =
                others().map(|(a, _)| triple([gone, gone, a])).collect();
            triples.sort_unstable();
            triples.into_iter().for_each(|at| rows.cell(at, -1.0));
        }
        3 => rows.cell(triple([gone; 3]), -1.0),
        _ => {}
    }
}

/// Tiles of each suit in hand and melds.
fn suits(scene: &Scene<'_>) -> [u8; 4] {
    let mut suits = [0; 4];
    for kind in scene.counts.kinds() {
        suits[kind.suit() as usize] += scene.counts[kind];
    }
    for tile in scene.own().melds.iter().flat_map(|meld| meld.tiles()) {
        suits[tile.kind().suit() as usize] += 1;
    }
    suits
}

/// Tiles to drop for a half flush and for a full one, after a tile of a suit
/// is gone.
fn to_drop(mut suits: [u8; 4], gone: Suit) -> [f32; 2] {
    suits[gone as usize] = suits[gone as usize].saturating_sub(1);
    let all: u8 = suits.iter().sum();
    let most = suits[..3].iter().copied().max().unwrap_or(0);
    [f32::from(all - most - suits[3]), f32::from(all - most)]
}

/// What all discards of a view share: added to the row of a discard it makes
/// the features of the position after it.
pub(super) fn shared(view: &MahjongView, rows: &mut FeatureRows) {
    let scene = Scene::new(view);
    rows.clear();
    shapes::whole(&scene, 0, rows);
    let own = scene.own();
    let flag = |yes: bool| f32::from(u8::from(yes));
    rows.cell(PLAN, own.melds.iter().filter(|meld| meld.is_open()).count() as f32);
    rows.cell(PLAN + 1, flag(own.is_closed()));
    rows.cell(STATE + 3, flag(view.table.dealer() == view.seat.index()));
    let triplets = (scene.counts.at_least(3) & scene.values).len()
        + own.melds.iter().filter(|m| !m.is_run() && scene.values.contains(m.base())).count();
    rows.cell(STATE + 5, triplets as f32);
    for steps in 1..4 {
        calls(&scene, steps, CALLS + (steps - 1) * (KINDS + 3), rows);
    }
    table(&scene, rows);
    for steps in 1..4 {
        let (open, at) = (scene.seat(steps), DISCARDS + 4 * (steps - 1));
        let turn = open.river.iter().position(|tile| tile.riichi);
        rows.cell(at, turn.map_or(0.0, |turn| turn as f32 + 1.0));
        rows.cell(at + 1, flag(open.ippatsu));
        let safe = safe_kinds(open);
        let held = |fits: &dyn Fn(Face) -> bool| view.hand.faces().filter(|&f| fits(f)).count();
        rows.cell(at + 2, held(&|face| safe.contains(face.kind)) as f32);
        let suji = |face: Face| !safe.contains(face.kind) && is_suji(face.kind, safe);
        rows.cell(at + 3, held(&suji) as f32);
    }
    combinations(&scene, rows);
    rows.end_row();
}

fn calls(scene: &Scene<'_>, steps: usize, at: usize, rows: &mut FeatureRows) {
    let open = scene.seat(steps);
    let mut counts = [0.0; KINDS];
    for tile in open.melds.iter().flat_map(|meld| meld.tiles()) {
        counts[tile.kind().index()] += 1.0;
    }
    for (kind, &many) in counts.iter().enumerate() {
        rows.cell(at + kind, many);
    }
    let standing = &scene.view.table.standing;
    let winds = [standing.round_wind(), standing.seat_wind(scene.seat_number(steps))];
    let value = |meld: &&crate::Meld| {
        let base = meld.base();
        !meld.is_run() && (base.is_dragon() || winds.iter().any(|wind| wind.kind() == base))
    };
    rows.cell(at + KINDS, open.melds.iter().filter(value).count() as f32);
    let mut suits = open.melds.iter().map(|m| m.base().suit()).filter(|s| *s != Suit::Honour);
    let first = suits.next();
    let one = first.is_some() && suits.all(|suit| Some(suit) == first);
    rows.cell(at + KINDS + 1, f32::from(u8::from(one)));
    rows.cell(at + KINDS + 2, open.melds.iter().filter(|meld| meld.is_open()).count() as f32);
}

fn table(scene: &Scene<'_>, rows: &mut FeatureRows) {
    let (view, standing) = (scene.view, &scene.view.table.standing);
    let own = standing.scores[view.seat.index()];
    let dealer = view.table.dealer();
    let flag = |yes: bool| f32::from(u8::from(yes));
    let others = (1..4).filter(|&steps| scene.seat(steps).in_riichi()).count();
    let mut sorted = standing.scores;
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    let rank = scene.rank();
    let gap = |other: i32| (other - own) as f32 / 1000.0;
    let hand = f32::from(standing.round);
    let last = standing.round + 1 >= 4 * view.table.rules.rounds;
    let cells = [
        f32::from(standing.sticks),
        others as f32,
        flag(dealer != view.seat.index() && view.table.seats[dealer].in_riichi()),
        hand,
        f32::from(standing.honba),
        flag(last),
        rank as f32,
        gap(sorted[0]),
        if rank > 0 { gap(sorted[rank - 1]) } else { 0.0 },
        if rank < 3 { gap(sorted[rank + 1]) } else { 0.0 },
        gap(sorted[3]),
    ];
    for (at, value) in cells.into_iter().enumerate() {
        rows.cell(TABLE + at, value);
    }
}

fn combinations(scene: &Scene<'_>, rows: &mut FeatureRows) {
    let mut held: ArrayVec<usize, 14> = scene.view.hand.faces().map(place).collect();
    held.sort_unstable();
    let mut each = |columns: &mut Vec<usize>| {
        columns.sort_unstable();
        columns.dedup();
        columns.iter().for_each(|&at| rows.cell(at, 1.0));
        columns.clear();
    };
    let mut columns: Vec<usize> = held.iter().map(|at| ONES + at).collect();
    each(&mut columns);
    for (i, a) in held.iter().enumerate() {
        columns.extend(held[i + 1..].iter().map(|b| TWOS + a * FACES + b));
    }
    each(&mut columns);
    for (i, a) in held.iter().enumerate() {
        for (j, b) in held.iter().enumerate().skip(i + 1) {
            columns.extend(held[j + 1..].iter().map(|c| THREES + (a * FACES + b) * FACES + c));
        }
    }
    each(&mut columns);
}

/// What a column means.
pub(super) fn meaning(column: usize) -> String {
    if let Some(text) = shapes::describe(column) {
        return text;
    }
    let seat = |at: usize| ["next", "opposite", "previous"][at.min(2)];
    match column {
        PLAN..STATE => ["calls", "closed hand", "tiles off a half flush", "tiles off a flush"]
            [column - PLAN]
            .into(),
        STATE..CALLS => [
            "shanten",
            "dora held",
            "tiles beside dora held",
            "dealer",
            "winning tiles left",
            "value triplets",
        ][column - STATE]
            .into(),
        CALLS..TABLE => {
            let (of, at) = ((column - CALLS) / (KINDS + 3), (column - CALLS) % (KINDS + 3));
            let what = match at.checked_sub(KINDS) {
                None => Kind::of(at).to_string(),
                Some(0) => "value triplets".into(),
                Some(1) => "one suit alone".into(),
                Some(_) => "melds".into(),
            };
            format!("{what} called by the {} seat", seat(of))
        }
        TABLE..DISCARDS => [
            "riichi sticks",
            "others in riichi",
            "dealer in riichi",
            "number of the hand",
            "counters",
            "last hand",
            "own rank",
            "points to the first",
            "points to the next above",
            "points to the next below",
            "points to the last",
        ][column - TABLE]
            .into(),
        DISCARDS..ONES => {
            let at = column - DISCARDS;
            let what = ["riichi", "ippatsu", "genbutsu held", "suji held"][at % 4];
            format!("{what} against the {} seat", seat(at / 4))
        }
        ONES..TWOS => format!("{} held", face_at(column - ONES)),
        TWOS..THREES => {
            let at = column - TWOS;
            format!("{} and {} held", face_at(at / FACES), face_at(at % FACES))
        }
        _ => {
            let at = column - THREES;
            let [a, b, c] = [at / FACES / FACES, at / FACES % FACES, at % FACES].map(face_at);
            format!("{a}, {b} and {c} held")
        }
    }
}
