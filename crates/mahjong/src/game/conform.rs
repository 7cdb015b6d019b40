//! What the conformance suite needs to know of mahjong.

use super::Mahjong;
use super::deal::Wall;
use super::moves::Move;
use super::position::MahjongPosition;
use super::table::Stage;
use crate::tile::{Face, Kind, TILES, Tile};
use fuda_core::conformance::{self, Conformance};
use fuda_core::{Game, Position, Purpose, Rng, Seat, Seed};

impl Conformance for Mahjong {
    /// Gathers what the seat cannot see from where it lies and puts it back
    /// in another order. This does not ask the view which tiles are unseen.
    fn scramble_hidden(
        &self,
        truth: &MahjongPosition,
        seat: Seat,
        rng: &mut Rng,
    ) -> MahjongPosition {
        let mut other = truth.clone();
        let (kans, live) = (usize::from(truth.table.kans), usize::from(truth.table.live));
        let turned = truth.table.indicators.len();
        let places: Vec<usize> = (0..TILES)
            .filter(|&at| {
                let indicator = (0..turned).any(|n| at == Wall::FIRST_INDICATOR + 2 * n);
                let replaced = Wall::REPLACEMENTS[..kans].contains(&at);
                at < 14 + kans + live && !indicator && !replaced
            })
            .collect();
        let mut hidden: Vec<Face> =
            places.iter().map(|&at| truth.face(truth.wall.tiles()[at])).collect();
        for other in Seat::all(4).filter(|&other| other != seat) {
            hidden.extend(truth.hands[other.index()].faces());
        }
        rng.shuffle(&mut hidden);
        for s in Seat::all(4).filter(|&s| s != seat) {
            let size = truth.hands[s.index()].total();
            other.hands[s.index()] = hidden.drain(..size).collect();
        }
        // Which copy lies where does not matter, only its face; copies may
        // come twice here, which no view can show.
        for (&at, face) in places.iter().zip(&hidden) {
            let copy =
                if truth.table.rules.red_fives && face.kind.is_five() && !face.red { 1 } else { 0 };
            other.wall.tiles_mut()[at] = face.kind.tile(copy);
        }
        if let Stage::Act { seat: actor, .. } = truth.table.stage
            && actor != seat.0
            && truth.drawn.is_some()
        {
            other.drawn = other.hands[usize::from(actor)].faces().next();
        }
        other.source.seed = rng.bits();
        for s in Seat::all(4).filter(|&s| s != seat) {
            other.missed[s.index()] = rng.below(2) == 0;
        }
        other
    }

    fn illegal_moves(&self, truth: &MahjongPosition) -> Vec<(Seat, Move)> {
        // All would be thousands; another few at every decision cover them.
        let all = every_move();
        let mut rng =
            Rng::new(Seed(u64::from(truth.table.live) << 8 | truth.hands[0].total() as u64));
        let mut legal = Vec::new();
        let mut illegal = Vec::new();
        for seat in Seat::all(4) {
            truth.legal_moves(seat, &mut legal);
            let some = (0..6).filter_map(|_| rng.pick(&all).copied());
            let special = [Move::Ron, Move::Tsumo, Move::NineTerminals, Move::Pass];
            illegal
                .extend(some.chain(special).filter(|mv| !legal.contains(mv)).map(|mv| (seat, mv)));
        }
        illegal
    }

    fn fingerprint(&self, truth: &MahjongPosition) -> String {
        let (kans, live) = (usize::from(truth.table.kans), usize::from(truth.table.live));
        let replaced = &Wall::REPLACEMENTS[..kans];
        let wall: Vec<String> = (0..14 + kans + live)
            .filter(|at| !replaced.contains(at))
            .map(|at| truth.face(truth.wall.tiles()[at]).to_string())
            .collect();
        format!(
            "{:?} {:?} {:?} {:?} {:?} {:?} {:?}",
            truth.table,
            truth.hands,
            truth.drawn,
            truth.missed,
            truth.waiting,
            truth.answers,
            wall.concat()
        )
    }
}

/// Every move that can be written.
fn every_move() -> Vec<Move> {
    let mut faces: Vec<Face> = Kind::all().map(|kind| Face { kind, red: false }).collect();
    faces.extend(Tile::RED_FIVES.map(|tile| tile.face(true)));
    let mut moves = vec![Move::Ron, Move::Tsumo, Move::NineTerminals, Move::Pass];
    for kind in Kind::all() {
        moves.extend([Move::ConcealedKan(kind), Move::AddedKan(kind), Move::OpenKan(kind)]);
    }
    for &a in &faces {
        for drawn in [false, true] {
            moves.push(Move::Discard { tile: a, drawn });
            moves.push(Move::Riichi { tile: a, drawn });
        }
        for &b in &faces {
            moves.push(Move::Pon([a, b]));
            moves.push(Move::Chi([a, b]));
        }
    }
    moves
}

fn conforms(rules: &str, games: u64) {
    let game = Mahjong::with_rules(rules).unwrap();
    conformance::check(&game, games, Seed(11));
}

#[test]
fn tenhou_conforms() {
    conforms("tenhou", 1);
}

#[test]
fn the_other_presets_conform() {
    for rules in ["tenhou-east", "paper-uct", "paper-tabu", "tonpuusou"] {
        conforms(rules, 1);
    }
}

#[test]
fn rules_far_from_any_preset_conform() {
    conforms(
        "tenhou-east+kuikae=allowed+multiple-ron=triple+kan-dora=at-once+repeat=win\
         +temporary-furiten=until-draw-or-call+orphans-rob-concealed=1+renhou=mangan\
         +double-yakuman=1+pao-kans=1+bust=at-zero+uma=15/5/-5/-15",
        1,
    );
}

#[test]
fn playouts_end() {
    let game = Mahjong::default();
    for number in 0..200 {
        let deal = game.deal(&mut Seed(3).stream(Purpose::Deal, &[number]));
        let mut rng = Seed(3).stream(Purpose::Playout, &[number]);
        let mut position = game.start(&deal).unwrap();
        let scores = position.random_playout(&mut rng, &mut Vec::new());
        assert_eq!(scores.len(), 4);
        assert!(scores.iter().sum::<f64>().abs() < 1e-9);
    }
}
