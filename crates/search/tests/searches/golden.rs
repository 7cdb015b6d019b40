//! Search trees that must never change by accident.

use crate::Asked;
use crate::thicket::Thicket;
use fuda_core::{Game, Position, Rng, Seat, Seed};
use fuda_othello::Othello;
use fuda_search::{Guide, OfScores, Parts, UctParams, win_share};

/// Visits of each move in the order of the moves, then nodes and depth.
fn digest<G: Game, H: Parts<G>>(game: &G, guide: &H, params: UctParams) -> String {
    let mut position = game.start(&game.deal(&mut Rng::new(Seed(1)))).expect("its own deal");
    let mut scratch = Vec::new();
    let mut rng = Rng::new(Seed(2));
    for _ in 0..2 {
        let seat = position.turn().first().unwrap_or(Seat(0));
        if let Some(mv) = position.random_move(seat, &mut rng, &mut scratch) {
            position.play(seat, mv).expect("legal");
        }
    }
    let seat = position.turn().first().expect("not over");
    let asked = Asked::new(game, &position, seat);
    let mut report = params.check().expect("sound").search(&asked.question(Seed(3)), guide);
    let best = report.best().expect("a move");
    report.moves.sort_by_key(|m| m.mv);
    let moves: Vec<String> = report
        .moves
        .iter()
        .map(|m| format!("{} {} {:.3}", m.mv, m.visits, m.own.map_or(0.0, |v| v.mean)))
        .collect();
    format!("{}; best {best}, {} nodes, depth {}", moves.join(", "), report.nodes, report.depth)
}

#[test]
fn golden_trees() {
    let base = UctParams { loops: Some(1_000), ..UctParams::default() };
    let rave = UctParams { rave: Some(100.0), ..base };
    let trees = UctParams { trees: 4, threads: 2, ..base };
    let wins = Guide::valued(OfScores(win_share));
    let game = Othello::default();
    let thicket = Thicket { seed: 4, length: 6 };
    let got = [
        digest(&game, &wins, base),
        digest(&game, &wins, rave),
        digest(&game, &wins, trees),
        digest(&thicket, &Guide::UNIFORM, UctParams { c: 4.0, ..base }),
        digest(&thicket, &Guide::UNIFORM, UctParams { c: 4.0, ..rave }),
    ];
    assert_eq!(got, GOLDEN);
}

const GOLDEN: [&str; 5] = [
    "b3 137 0.467, c3 101 0.411, e3 93 0.398, f3 106 0.425, g3 176 0.506, b5 115 0.439, \
     c5 140 0.475, b6 132 0.462; best g3, 2490 nodes, depth 4",
    "b3 110 0.423, c3 122 0.443, e3 109 0.417, f3 131 0.454, g3 148 0.480, b5 170 0.506, \
     c5 129 0.457, b6 81 0.352; best b5, 2599 nodes, depth 4",
    "b3 134 0.463, c3 127 0.461, e3 122 0.434, f3 115 0.426, g3 135 0.474, b5 146 0.507, \
     c5 112 0.411, b6 109 0.413; best b5, 3351 nodes, depth 3",
    "0 88 2.023, 101 912 2.817; best 101, 598 nodes, depth 5",
    "0 433 2.721, 101 567 2.852; best 101, 838 nodes, depth 5",
];
