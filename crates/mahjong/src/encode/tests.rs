//! What all sets of features have in common.

use super::eval::EvalFeatures;
use super::planes::{self, Planes};
use super::{FeatureSet, eval, paper, wide};
use crate::game::{Deal, Mahjong, MahjongPosition, MahjongView, Move, Stage};
use crate::players::Ukeire;
use crate::tile::{Face, Kind, Suit};
use crate::{Tile, Wall};
use fuda_core::{
    Ask, Budget, FeatureRows, Game, MoveFeatures, Observation, Player, Position, Purpose, Record,
    Rng, Seed,
};

type Seen = (MahjongPosition, MahjongView, Vec<Move>);

/// A game in which every fourth move is random, so that hands of many shapes,
/// calls and riichi occur; and its positions with a choice.
fn played(seed: u64) -> (Record<Mahjong>, Vec<Seen>) {
    let (game, deal) = (Mahjong::default(), Deal::from_seed(seed));
    let mut record = Record::new(&game, deal.clone());
    let mut position = game.start(&deal).unwrap();
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
        record.moves.push((seat, mv));
    }
    (record, found)
}

fn positions(seed: u64) -> Vec<Seen> {
    played(seed).1
}

/// One discard of each face.
fn discards(legal: &[Move]) -> Vec<Move> {
    let mut found: Vec<Move> = Vec::new();
    for mv in legal.iter().filter(|mv| matches!(mv, Move::Discard { .. })) {
        if found.iter().all(|other| other.discarded() != mv.discarded()) {
            found.push(*mv);
        }
    }
    found
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
fn groups_are_used() {
    let mut used = FeatureSet::ALL.map(|set| vec![false; set.columns()]);
    let mut rows = FeatureRows::default();
    for (_, view, legal) in (0..6).flat_map(positions) {
        for (set, used) in FeatureSet::ALL.iter().zip(&mut used) {
            set.encode(&view, &legal, &mut rows);
            rows.rows().flatten().for_each(|cell| used[cell.0 as usize] = true);
        }
    }
    for (template, ..) in eval::TEMPLATES {
        let start = (0..eval::COLUMNS).find(|&c| eval::Template::of(c) == Some(template)).unwrap();
        assert!(
            used[0][start..start + template.size()].contains(&true),
            "{template:?} is never used"
        );
    }
    for (name, start) in paper::GROUPS {
        assert!(used[1][start..].contains(&true), "{name} is never used");
    }
}

/// A number that changes when any of the values does.
fn fold(hash: &mut u64, value: u32) {
    for byte in value.to_le_bytes() {
        *hash = (*hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    }
}

/// The shipped models depend on every column, byte and action number.
#[test]
fn columns_and_bytes_stay_what_they_were() {
    let mut hashes = [0xcbf2_9ce4_8422_2325u64; 6];
    let mut rows = FeatureRows::default();
    let mut bytes = vec![9; Planes::LEN];
    for (_, view, legal) in (0..4).flat_map(positions) {
        for (set, hash) in FeatureSet::ALL.iter().zip(&mut hashes) {
            set.encode(&view, &legal, &mut rows);
            for row in rows.rows() {
                for &(column, value) in row {
                    fold(hash, column);
                    fold(hash, value.to_bits());
                }
                fold(hash, u32::MAX);
            }
        }
        if view.hand.total() % 3 == 2 {
            for (set, hash) in FeatureSet::ALL.iter().zip(&mut hashes[2..]).skip(1) {
                set.shared(&view, &mut rows);
                for &(column, value) in rows.row(0) {
                    fold(hash, column);
                    fold(hash, value.to_bits());
                }
            }
        }
        Planes.observe(&view, &legal, &mut bytes);
        bytes.iter().for_each(|byte| fold(&mut hashes[5], (*byte).into()));
        legal.iter().for_each(|mv| fold(&mut hashes[5], Planes.action(&view, *mv) as u32));
    }
    let recorded = [
        0xb501_6fcc_c55c_98cb,
        0xdf41_cbdf_42fe_815b,
        0xe8bc_e68b_45fa_d631,
        0xbf1e_6b47_a1cc_33a8,
        0x1f46_bf92_05f1_a202,
        0xd77d_fbd1_7de2_f361,
    ];
    assert_eq!(hashes, recorded);
}

/// What networks are trained from.
#[test]
fn rows_to_learn_from_stay_what_they_were() {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for seed in 0..4 {
        let rows = planes::tests::Rows::of(&played(seed).0, seed as u32);
        rows.inputs.iter().chain(&rows.targets).for_each(|byte| fold(&mut hash, (*byte).into()));
    }
    assert_eq!(hash, 0x75fa_f9b0_3554_622a);
}

/// The row of a discard and what all discards share make what is counted in
/// the hand after the discard.
#[test]
fn rows_and_what_they_share_count_the_hand_after_the_discard() {
    let mut rows = FeatureRows::default();
    let mut shared = FeatureRows::default();
    for (position, view, legal) in positions(11).into_iter().step_by(17) {
        let moves = discards(&legal);
        if view.hand.total() % 3 != 2 || moves.is_empty() {
            continue;
        }
        for set in [FeatureSet::Paper, FeatureSet::Wide] {
            let columns = set.columns();
            set.encode(&view, &moves, &mut rows);
            set.shared(&view, &mut shared);
            for (at, face) in moves.iter().filter_map(|mv| mv.discarded()).enumerate() {
                let mut sums = vec![0.0; columns];
                for &(column, value) in shared.row(0).iter().chain(rows.row(at)) {
                    sums[column as usize] += value;
                }
                // The same features from the position in which the tile is gone.
                let mut after = view;
                assert!(after.hand.remove(face));
                after.drawn = None;
                let mut wanted = FeatureRows::default();
                set.shared(&after, &mut wanted);
                let mut dense = vec![0.0; columns];
                wanted.row(0).iter().for_each(|&(c, v)| dense[c as usize] = v);
                let wide = set == FeatureSet::Wide;
                let combinations = if wide { columns - 56_354 } else { columns };
                for part in [0..410, combinations..columns] {
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
    let (mut rows, mut shared) = (FeatureRows::default(), FeatureRows::default());
    let found = positions(2).into_iter().find(|(_, view, legal)| {
        view.hand.total() == 14 && discards(legal).len() > 5 && view.table.discards > 30
    });
    let (_, view, legal) = found.unwrap();
    let moves = discards(&legal);
    FeatureSet::Paper.encode(&view, &moves, &mut rows);
    FeatureSet::Paper.shared(&view, &mut shared);
    let place = |face: Face| {
        let number = if face.red { 0 } else { face.kind.number() };
        10 * (face.kind.suit() as usize) + usize::from(number)
    };
    for (at, face) in moves.iter().filter_map(|mv| mv.discarded()).enumerate() {
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
    let (mut legal, mut rows, mut others) =
        (Vec::new(), FeatureRows::default(), FeatureRows::default());
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

#[test]
fn columns_have_words() {
    let paper = |column| FeatureSet::Paper.meaning(column);
    assert_eq!(paper(38 + 239), "pair of 1m");
    assert_eq!(paper(410), "shanten");
    let wide = |column| FeatureSet::Wide.meaning(column);
    assert_eq!(wide(wide::COLUMNS - 1), "7z, 7z and 7z held");
    assert_eq!(wide(420), "1m called by the next seat");
    assert_eq!(wide(420 + 111 + 10), "points to the last");
    assert_eq!(
        FeatureSet::Eval.meaning(0),
        "how near the hand stays: keeps its shanten, tenpai, no attack, turn 1–3"
    );
    assert_eq!(
        FeatureSet::Eval.meaning(eval::COLUMNS - 1),
        "the melds after the call: melds 3, 4-shanten or more, no yaku near"
    );
}

/// The stage and the hand of a view are all it takes: calls are weighed while
/// tiles may be claimed.
#[test]
fn calls_have_features_and_passing_has_none() {
    let mut rows = FeatureRows::default();
    let mut calls = 0;
    for (_, view, legal) in (20..24).flat_map(positions) {
        if !matches!(view.table.stage, Stage::Claims { .. }) {
            continue;
        }
        EvalFeatures::new(&view).rows(&legal, &mut rows);
        for (row, mv) in rows.rows().zip(&legal) {
            let call = matches!(mv, Move::Chi(_) | Move::Pon(_) | Move::OpenKan(_));
            assert_eq!(!row.is_empty(), call, "{mv}");
            calls += usize::from(call);
        }
    }
    assert!(calls > 10);
}
