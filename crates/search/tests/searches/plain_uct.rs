//! With nothing hidden, the search is plain UCT: the same choice after every
//! iteration as one written here on its own, for two sides and one score.

use fuda_core::{Budget, Game, Position as _, Purpose, Rng, Seat, Seed, Turn};
use fuda_othello::{Move, Othello, Position};
use fuda_search::{Guide, OfScores, Question, Uct, UctParams, win_share};

const C: f64 = 0.9;

/// A node of the plain tree; `won` counts for the side that moved here.
#[derive(Default)]
struct Plain {
    visits: f64,
    won: f64,
    below: Vec<(Move, Plain)>,
}

/// Half a point for each side when nobody is ahead.
fn won_by(seat: Seat, black_score: f64) -> f64 {
    let own = if seat == Seat(0) { black_score } else { -black_score };
    if own > 0.0 {
        1.0
    } else if own == 0.0 {
        0.5
    } else {
        0.0
    }
}

/// One iteration from here; gives black's final score.
fn iterate(node: &mut Plain, mut position: Position, rng: &mut Rng) -> f64 {
    let Turn::Seat(seat) = position.turn() else {
        node.visits += 1.0;
        return position.scores().expect("over")[0];
    };
    if node.below.is_empty() {
        let mut moves = Vec::new();
        position.legal_moves(seat, &mut moves);
        node.below = moves.into_iter().map(|mv| (mv, Plain::default())).collect();
    }
    let untried: Vec<usize> =
        (0..node.below.len()).filter(|&i| node.below[i].1.visits == 0.0).collect();
    let fresh = !untried.is_empty();
    let chosen = if fresh {
        untried[rng.below(untried.len() as u32) as usize]
    } else {
        let bound = |child: &Plain| {
            child.won / child.visits + C * (libm::log(node.visits) / child.visits).sqrt()
        };
        let mut best = 0;
        for i in 1..node.below.len() {
            if bound(&node.below[i].1) > bound(&node.below[best].1) {
                best = i;
            }
        }
        best
    };
    let (mv, child) = &mut node.below[chosen];
    position.play(seat, *mv).expect("legal");
    let black = if fresh {
        child.visits += 1.0;
        position.random_playout(rng, &mut Vec::new())[0]
    } else {
        iterate(child, position, rng)
    };
    child.won += won_by(seat, black);
    node.visits += 1.0;
    black
}

fn search(position: &Position, seat: Seat, loops: u64, seed: Seed) -> Vec<(Move, u64, f64)> {
    let view = position.view(seat);
    let mut legal = Vec::new();
    position.legal_moves(seat, &mut legal);
    let uct: Uct =
        UctParams { loops: Some(loops), c: C, ..UctParams::default() }.check().expect("sound");
    let question: Question<'_, Othello> =
        Question { view: &view, legal: &legal, seats: 2, budget: Budget::default(), seed };
    let report = uct.search(&question, &Guide::valued(OfScores(win_share)));
    assert_eq!(report.playouts, loops);
    let mut moves: Vec<_> =
        report.moves.iter().map(|m| (m.mv, m.visits, m.own.map_or(0.0, |v| v.mean))).collect();
    moves.sort_by_key(|m| m.0);
    moves
}

#[test]
fn equals_plain_uct_move_for_move() {
    let game = Othello::default();
    for number in 0..4u64 {
        let mut rng = Rng::new(Seed(number));
        let mut position = game.start(&game.deal(&mut rng)).expect("its own deal");
        let mut decision = 0;
        while let Turn::Seat(seat) = position.turn() {
            let seed = Seed(1000 * number + decision);
            let loops = 50 + 37 * (decision % 20);
            let mut root = Plain::default();
            let mut stream = seed.stream(Purpose::Playout, &[0]);
            for _ in 0..loops {
                iterate(&mut root, position, &mut stream);
            }
            let mut plain: Vec<(Move, u64, f64)> = root
                .below
                .iter()
                .map(|(mv, n)| (*mv, n.visits as u64, n.won / n.visits.max(1.0)))
                .collect();
            plain.sort_by_key(|m| m.0);
            assert_eq!(search(&position, seat, loops, seed), plain, "at {position}");
            let best = plain.iter().max_by(|a, b| a.2.total_cmp(&b.2)).expect("a move");
            position.play(seat, best.0).expect("legal");
            decision += 1;
        }
    }
}
