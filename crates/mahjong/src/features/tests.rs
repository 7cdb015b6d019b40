//! What all sets of features have in common.

use super::eval::EvalFeatures;
use super::{FeatureRows, eval, paper, wide};
use crate::game::{Deal, Mahjong, MahjongPosition, MahjongView, Move, Stage};
use crate::players::Ukeire;
use crate::tile::{Face, Kind, Suit};
use crate::{Tile, Wall};
use fuda_core::{Ask, Budget, Game, Player, Position, Purpose, Rng, Seed, View};

/// Positions of a game in which every fourth move is random, so that hands of
/// many shapes, calls and riichi occur.
fn positions(seed: u64) -> Vec<(MahjongPosition, MahjongView, Vec<Move>)> {
    let mut position = Mahjong::default().start(&Deal::from_seed(seed)).unwrap();
    let mut rng = Seed(seed).stream(Purpose::Player, &[]);
    let mut found = Vec::new();
    while let Some(seat) = position.turn().first() {
        let mut legal = Vec::new();
        position.legal_moves(seat, &mut legal);
        let view = position.view(seat);
        let ask = Ask { view: &view, legal: &legal, budget: Budget::default(), rng: &mut rng };
        let careful = Ukeire.choose(ask).unwrap().mv;
        let mv = if rng.below(4) == 0 { *rng.pick(&legal).unwrap() } else { careful };
        if legal.len() > 1 {
            found.push((position.clone(), view, legal));
        }
        position.play(seat, mv).unwrap();
    }
    found
}

fn faces(legal: &[Move]) -> Vec<Face> {
    let mut faces: Vec<Face> = legal
        .iter()
        .filter(|mv| matches!(mv, Move::Discard { .. }))
        .filter_map(|mv| mv.discarded())
        .collect();
    faces.sort_unstable();
    faces.dedup();
    faces
}

/// All features of all moves of a view.
fn everything(view: &MahjongView, legal: &[Move]) -> Vec<FeatureRows> {
    let mut all = vec![FeatureRows::new(); 3];
    EvalFeatures::new(view).rows(legal, &mut all[0]);
    if view.hand.total() % 3 == 2 {
        paper::discards(view, &faces(legal), &mut all[1]);
        wide::discards(view, &faces(legal), &mut all[2]);
        let mut shared = vec![FeatureRows::new(); 2];
        paper::shared(view, &mut shared[0]);
        wide::shared(view, &mut shared[1]);
        all.extend(shared);
    }
    all
}

#[test]
fn groups_have_the_sizes_of_the_study() {
    let sizes = |groups: &[(&'static str, usize)], columns: usize| -> Vec<(&'static str, usize)> {
        let ends = groups.iter().skip(1).map(|group| group.1).chain([columns]);
        groups.iter().zip(ends).map(|(group, end)| (group.0, end - group.1)).collect()
    };
    assert_eq!(
        sizes(&paper::GROUPS, paper::COLUMNS),
        [
            ("tiles", 38),
            ("melds", 239),
            ("candidates", 133),
            ("state", 6),
            ("rivers", 5_776),
            ("danger", 240)
        ]
    );
    assert_eq!(paper::COLUMNS, 6_432);
    assert_eq!(
        sizes(&wide::GROUPS, wide::COLUMNS),
        [
            ("shapes", 410),
            ("plan", 4),
            ("state", 6),
            ("opponents' calls", 111),
            ("table", 11),
            ("opponents' discards", 12),
            ("one tile", 38),
            ("two tiles", 1_444),
            ("three tiles", 54_872)
        ]
    );
    assert_eq!(wide::COLUMNS, 56_908);
}

#[test]
fn columns_ascend_and_stay_in_range_and_groups_are_used() {
    let mut used = [vec![false; eval::COLUMNS], vec![false; paper::COLUMNS]];
    for seed in 0..6 {
        for (_, view, legal) in positions(seed) {
            for (set, rows) in everything(&view, &legal).iter().enumerate() {
                let columns = match set {
                    0 => eval::COLUMNS,
                    1 | 3 => paper::COLUMNS,
                    _ => wide::COLUMNS,
                };
                for row in rows.iter() {
                    assert!(row.is_sorted_by(|a, b| a.0 < b.0));
                    assert!(row.iter().all(|&(c, v)| (c as usize) < columns && v.is_finite()));
                    if set < 2 {
                        row.iter().for_each(|cell| used[set][cell.0 as usize] = true);
                    }
                }
            }
        }
    }
    for (template, size, _) in eval::TEMPLATES {
        let start = (0..eval::COLUMNS).find(|&c| eval::Template::of(c) == Some(template)).unwrap();
        assert!(used[0][start..start + size].contains(&true), "{template:?} is never used");
    }
    for (name, start) in paper::GROUPS {
        assert!(used[1][start..].contains(&true), "{name} is never used");
    }
}

/// The row of a discard and what all discards share make what is counted in
/// the hand after the discard.
#[test]
fn rows_and_what_they_share_count_the_hand_after_the_discard() {
    let mut rows = FeatureRows::new();
    let mut shared = FeatureRows::new();
    for (position, view, legal) in positions(11).into_iter().step_by(17) {
        let faces = faces(&legal);
        if view.hand.total() % 3 != 2 || faces.is_empty() {
            continue;
        }
        for wide_set in [false, true] {
            let (discards, whole, columns) = match wide_set {
                false => (
                    paper::discards as fn(&_, &[_], &mut _),
                    paper::shared as fn(&_, &mut _),
                    paper::COLUMNS,
                ),
                true => (
                    wide::discards as fn(&_, &[_], &mut _),
                    wide::shared as fn(&_, &mut _),
                    wide::COLUMNS,
                ),
            };
            discards(&view, &faces, &mut rows);
            whole(&view, &mut shared);
            for (at, &face) in faces.iter().enumerate() {
                let mut sums = vec![0.0; columns];
                for &(column, value) in shared.row(0).iter().chain(rows.row(at)) {
                    sums[column as usize] += value;
                }
                // The same features from the position in which the tile is gone.
                let mut after = view;
                assert!(after.hand.remove(face));
                after.drawn = None;
                let mut wanted = FeatureRows::new();
                whole(&after, &mut wanted);
                let mut dense = vec![0.0; columns];
                wanted.row(0).iter().for_each(|&(c, v)| dense[c as usize] = v);
                let parts =
                    if wide_set { vec![0..410, columns - 56_354..columns] } else { vec![0..410] };
                for part in parts {
                    assert_eq!(
                        sums[part.clone()],
                        dense[part],
                        "{face} {:?}",
                        position.hand(view.seat)
                    );
                }
            }
        }
    }
}

/// The river group of the paper counts pairs of a river face and a held one.
#[test]
fn river_features_count_pairs_by_hand() {
    let (mut rows, mut shared) = (FeatureRows::new(), FeatureRows::new());
    let found = positions(2).into_iter().find(|(_, view, legal)| {
        view.hand.total() == 14 && faces(legal).len() > 5 && view.table.discards > 30
    });
    let (_, view, legal) = found.unwrap();
    let faces = faces(&legal);
    paper::discards(&view, &faces, &mut rows);
    paper::shared(&view, &mut shared);
    let place = |face: Face| {
        let number = if face.red { 0 } else { face.kind.number() };
        10 * (face.kind.suit() as usize) + usize::from(number)
    };
    for (at, &face) in faces.iter().enumerate() {
        let mut held = [0.0; 38];
        view.hand.faces().for_each(|face| held[place(face)] += 1.0);
        held[place(face)] -= 1.0;
        let mut wanted = vec![0.0; 5_776];
        for steps in 0..4 {
            let seat = (view.seat.index() + steps) % 4;
            let river = view.table.seats[seat].river.iter().map(|d| d.tile);
            for tile in river.chain((steps == 0).then_some(face)) {
                for (own, &many) in held.iter().enumerate() {
                    wanted[(steps * 38 + place(tile)) * 38 + own] = many;
                }
            }
        }
        let mut found = vec![0.0; paper::COLUMNS];
        for &(column, value) in shared.row(0).iter().chain(rows.row(at)) {
            found[column as usize] += value;
        }
        assert_eq!(&found[416..416 + 5_776], wanted, "{face}");
    }
}

/// Hidden tiles dealt anew leave every feature as it was.
#[test]
fn no_feature_sees_a_hidden_tile() {
    let mut rng = Rng::new(Seed(8));
    let mut compared = 0;
    for (position, view, legal) in positions(7).into_iter().step_by(3) {
        let before = everything(&view, &legal);
        let other = view.assume(&mut rng);
        let next = fuda_core::Seat((view.seat.0 + 1) % 4);
        compared += usize::from(other.hand(next) != position.hand(next));
        assert_eq!(everything(&other.view(view.seat), &legal), before);
    }
    assert!(compared > 20, "the hidden tiles were indeed others");
}

/// A game in which suits have changed places has the same values for the
/// evaluation.
#[test]
fn exchanged_suits_change_no_feature_of_the_evaluation() {
    let swap = |kind: Kind| -> Kind {
        let suit = match kind.suit() {
            Suit::Man => Suit::Sou,
            Suit::Sou => Suit::Man,
            other => other,
        };
        Kind::from_suit(suit, kind.number()).unwrap()
    };
    let face = |f: Face| Face { kind: swap(f.kind), red: f.red };
    let swap_move = |mv: Move| match mv {
        Move::Discard { tile, drawn } => Move::Discard { tile: face(tile), drawn },
        Move::Riichi { tile, drawn } => Move::Riichi { tile: face(tile), drawn },
        Move::ConcealedKan(kind) => Move::ConcealedKan(swap(kind)),
        Move::AddedKan(kind) => Move::AddedKan(swap(kind)),
        Move::OpenKan(kind) => Move::OpenKan(swap(kind)),
        Move::Chi(own) => Move::Chi(own.map(face)),
        Move::Pon(own) => Move::Pon(own.map(face)),
        other => other,
    };
    let deal = Deal::from_seed(0);
    let walls: Vec<Wall> = (0..2).map(|n| Wall::shuffled(Seed(40 + n))).collect();
    let swapped = |wall: &Wall| {
        let tiles: Vec<Tile> =
            wall.tiles().iter().map(|tile| swap(tile.kind()).tile(tile.copy())).collect();
        Wall::new(&tiles).unwrap()
    };
    let other_walls: Vec<Wall> = walls.iter().map(swapped).collect();
    let game = Mahjong::default();
    let mut plain = game.start(&Deal { walls, ..deal.clone() }).unwrap();
    let mut other = game.start(&Deal { walls: other_walls, ..deal }).unwrap();
    let mut rng = Rng::new(Seed(2));
    let (mut legal, mut rows, mut others) = (Vec::new(), FeatureRows::new(), FeatureRows::new());
    let mut compared = 0;
    while plain.table().hand_number < 2
        && let Some(seat) = plain.turn().first()
    {
        plain.legal_moves(seat, &mut legal);
        let (view, other_view) = (plain.view(seat), other.view(seat));
        let same: Vec<Move> = legal.iter().copied().map(swap_move).collect();
        EvalFeatures::new(&view).rows(&legal, &mut rows);
        EvalFeatures::new(&other_view).rows(&same, &mut others);
        assert_eq!(rows, others);
        compared += 1;
        let ask =
            Ask { view: &view, legal: &legal, budget: Budget::default(), rng: &mut rng.clone() };
        let mv = match rng.below(3) {
            0 => *rng.pick(&legal).unwrap(),
            _ => Ukeire.choose(ask).unwrap().mv,
        };
        plain.play(seat, mv).unwrap();
        other.play(seat, swap_move(mv)).unwrap();
    }
    assert!(compared > 100);
}

/// Every column of the sets of the study has words.
#[test]
fn columns_are_told_in_words() {
    for column in 0..paper::COLUMNS {
        assert!(!paper::describe(column).is_empty());
    }
    assert_eq!(paper::describe(38 + 239), "pair of 1m");
    assert_eq!(paper::describe(410), "shanten");
    assert_eq!(wide::describe(wide::COLUMNS - 1), "7z, 7z and 7z held");
    for column in (0..wide::COLUMNS).step_by(7) {
        assert!(!wide::describe(column).is_empty());
    }
}

/// The stage and the hand of a view are all it takes: calls are weighed while
/// tiles may be claimed.
#[test]
fn calls_have_features_and_passing_has_none() {
    let mut rows = FeatureRows::new();
    let mut calls = 0;
    for (_, view, legal) in (20..24).flat_map(positions) {
        if !matches!(view.table.stage, Stage::Claims { .. }) {
            continue;
        }
        EvalFeatures::new(&view).rows(&legal, &mut rows);
        for (row, mv) in rows.iter().zip(&legal) {
            let call = matches!(mv, Move::Chi(_) | Move::Pon(_) | Move::OpenKan(_));
            assert_eq!(!row.is_empty(), call, "{mv}");
            calls += usize::from(call);
        }
    }
    assert!(calls > 10);
}
