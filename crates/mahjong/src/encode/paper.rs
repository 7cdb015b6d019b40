//! The 6,432 features of the study of auxiliary problems, in its six groups.
//!
//! | group | places | what |
//! |---|---|---|
//! | tiles | 38 | see `shapes` |
//! | melds | 239 | see `shapes` |
//! | candidates | 133 | see `shapes` |
//! | state | 6 | shanten; tenpai; dora; tiles beside dora; winning tiles left and their kinds in tenpai |
//! | rivers | 5,776 | for each face in a seat's river, the own tiles of each face |
//! | danger | 240 | own rank × attack (one riichi, or worse) × progress (tenpai on five tiles or more, tenpai, not tenpai): tiles of each class of danger |
//!
//! The study names the groups and their sizes and only some of their members;
//! the others are our choice. Features are those of the position after a
//! discard: the discarded tile lies in the own river.

use super::Sink;
use super::danger::{Attack, CLASSES};
use super::scene::{FACES, Scene, face_at, place};
use super::shapes::{self, SHAPES};
use crate::game::{Held, MahjongView, Move};
use crate::tile::Face;
use arrayvec::ArrayVec;
use fuda_core::FeatureRows;

/// The name of the set.
pub const NAME: &str = "mahjong-paper-1";

/// Where the groups begin, with their names; the last ends at [`COLUMNS`].
#[cfg(test)]
pub const GROUPS: [(&str, usize); 6] = [
    ("tiles", 0),
    ("melds", shapes::TILES),
    ("candidates", shapes::TILES + shapes::MELDS),
    ("state", STATE),
    ("rivers", RIVERS),
    ("danger", DANGER),
];
const STATE: usize = SHAPES;
const RIVERS: usize = STATE + 6;
const DANGER: usize = RIVERS + 4 * FACES * FACES;
/// All places.
pub const COLUMNS: usize = DANGER + 4 * 2 * 3 * CLASSES;

/// The faces that lie in each river, own seat first.
type Rivers = [ArrayVec<usize, FACES>; 4];

fn rivers(scene: &Scene<'_>) -> Rivers {
    std::array::from_fn(|steps| {
        let mut faces = [false; FACES];
        for discarded in &scene.seat(steps).river {
            faces[place(discarded.tile)] = true;
        }
        (0..FACES).filter(|&face| faces[face]).collect()
    })
}

fn held_faces(held: &Held) -> ArrayVec<(usize, f32), 14> {
    let mut faces: ArrayVec<(usize, f32), 14> = ArrayVec::new();
    for face in held.faces() {
        match faces.last_mut() {
            Some((at, many)) if *at == place(face) => *many += 1.0,
            _ => faces.push((place(face), 1.0)),
        }
    }
    // Red fives stand before all numbers of their suit.
    faces.sort_unstable_by_key(|face| face.0);
    faces
}

fn river_place(steps: usize, river: usize, held: usize) -> usize {
    RIVERS + (steps * FACES + river) * FACES + held
}

/// One row for each move, without what all discards share; those of moves
/// that discard nothing are empty.
pub(super) fn encode(view: &MahjongView, moves: &[Move], rows: &mut FeatureRows) {
    let scene = Scene::new(view);
    let (rivers, attack) = (rivers(&scene), Attack::on(&scene));
    let dora = f32::from(scene.own_dora());
    let beside = view.hand.faces().filter(|face| scene.is_beside_dora(face.kind)).count() as f32;
    rows.clear();
    for mv in moves {
        let Some(face) = mv.discarded() else {
            rows.end_row();
            continue;
        };
        shapes::change(&scene, face, 0, rows);
        let after = scene.after(face.kind).after;
        let tenpai = after.shanten == 0;
        let live = if tenpai { after.live(&scene.seen) as f32 } else { 0.0 };
        rows.cell(STATE, f32::from(after.shanten));
        rows.cell(STATE + 1, f32::from(u8::from(tenpai)));
        rows.cell(STATE + 2, dora - f32::from(scene.dora_of(face)));
        rows.cell(STATE + 3, beside - f32::from(u8::from(scene.is_beside_dora(face.kind))));
        rows.cell(STATE + 4, live);
        rows.cell(STATE + 5, if tenpai { after.kinds.len() as f32 } else { 0.0 });
        river_change(&scene, &rivers, face, rows);
        if let Some(attack) = &attack {
            danger(&scene, attack, face, live, tenpai, rows);
        }
        rows.end_row();
    }
}

/// The discarded tile is no longer held beside any river tile, and the own
/// river has it.
fn river_change(scene: &Scene<'_>, rivers: &Rivers, face: Face, rows: &mut FeatureRows) {
    let gone = place(face);
    let fresh = !rivers[0].contains(&gone);
    let mut left = scene.view.hand;
    left.remove(face);
    let put_fresh = |rows: &mut FeatureRows| {
        for (held, many) in held_faces(&left) {
            rows.cell(river_place(0, gone, held), many);
        }
    };
    let mut waiting = fresh;
    for &river in &rivers[0] {
        if waiting && river > gone {
            put_fresh(rows);
            waiting = false;
        }
        rows.cell(river_place(0, river, gone), -1.0);
    }
    if waiting {
        put_fresh(rows);
    }
    for (steps, river) in rivers.iter().enumerate().skip(1) {
        for &river in river {
            rows.cell(river_place(steps, river, gone), -1.0);
        }
    }
}

fn danger(
    scene: &Scene<'_>,
    attack: &Attack,
    face: Face,
    live: f32,
    tenpai: bool,
    rows: &mut FeatureRows,
) {
    let progress = match (tenpai, live >= 5.0) {
        (true, true) => 0,
        (true, false) => 1,
        (false, _) => 2,
    };
    let mut classes = [0.0; CLASSES];
    for held in scene.view.hand.faces() {
        classes[attack.class(scene, held)] += 1.0;
    }
    classes[attack.class(scene, face)] -= 1.0;
    let situation = (scene.rank() * 2 + usize::from(attack.heavy)) * 3 + progress;
    for (at, many) in classes.into_iter().enumerate() {
        rows.cell(DANGER + situation * CLASSES + at, many);
    }
}

/// What all discards of a view share: added to the row of a discard it makes
/// the features of the position after it.
pub(super) fn shared(view: &MahjongView, rows: &mut FeatureRows) {
    let scene = Scene::new(view);
    rows.clear();
    shapes::whole(&scene, 0, rows);
    let held = held_faces(&view.hand);
    for (steps, river) in rivers(&scene).iter().enumerate() {
        for &river in river {
            for &(at, many) in &held {
                rows.cell(river_place(steps, river, at), many);
            }
        }
    }
    rows.end_row();
}

/// What a column means.
pub(super) fn meaning(column: usize) -> String {
    if let Some(text) = shapes::describe(column) {
        return text;
    }
    match column {
        STATE..RIVERS => [
            "shanten",
            "tenpai",
            "dora held",
            "tiles beside dora held",
            "winning tiles left",
            "kinds of winning tiles",
        ][column - STATE]
            .to_owned(),
        RIVERS..DANGER => {
            let at = column - RIVERS;
            let seat = ["own", "next", "opposite", "previous"][at / (FACES * FACES)];
            let (river, held) = (at / FACES % FACES, at % FACES);
            format!("{} held beside {} in the {seat} river", face_at(held), face_at(river))
        }
        _ => {
            let at = column - DANGER;
            let class = ["genbutsu", "suji", "guest winds", "value honours", "no suji"][at % 5];
            let dora = if at % CLASSES >= 5 { " (dora)" } else { "" };
            let situation = at / CLASSES;
            let progress = ["in a good tenpai", "in tenpai", "not tenpai"][situation % 3];
            let heavy = if situation / 3 % 2 == 1 { "heavy attack" } else { "riichi" };
            format!("{class}{dora} held against a {heavy}, {progress}, rank {}", situation / 6 + 1)
        }
    }
}
