//! With hidden cards and claims, the search does what the study says: the
//! same statistics as a plain, slow one written here from its words, which
//! keeps the tree as a map from the moves made to what was seen.

use crate::Asked;
use crate::thicket::{Thicket, ThicketPosition, Twig};
use fuda_core::{Game, Position, Purpose, Rng, Seat, Seed, Turn, View};
use fuda_search::{Guide, UctParams};
use std::collections::HashMap;

const C: f64 = 3.0;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Edge {
    Move(Seat, Twig),
    Pass,
}

#[derive(Clone, Copy, Default, PartialEq, Debug)]
struct Seen {
    visits: u32,
    sums: [f64; 3],
}

#[derive(Default)]
struct Slow {
    tree: HashMap<Vec<Edge>, Seen>,
}

impl Slow {
    fn seen(&self, path: &[Edge], edge: Edge) -> Seen {
        self.tree.get(&with(path, edge)).copied().unwrap_or_default()
    }

    fn bound(&self, at: f64, seen: Seen, seat: Seat) -> f64 {
        let visits = f64::from(seen.visits);
        seen.sums[seat.index()] / visits + C * (libm::log(at) / visits).sqrt()
    }

    fn iterate(&mut self, asked: &Asked<Thicket>, rng: &mut Rng) {
        let mut position = asked.view.assume(rng);
        let mut path: Vec<Edge> = Vec::new();
        let mut touched = vec![path.clone()];
        let mut root = true;
        let mut just_passed = false;
        loop {
            let here = self.tree.get(&path).copied().unwrap_or_default();
            let pass = with(&path, Edge::Pass);
            match position.turn() {
                Turn::Over => break,
                Turn::Seat(seat) => {
                    let mut moves = Vec::new();
                    position.legal_moves(seat, &mut moves);
                    for mv in &moves {
                        self.tree.entry(with(&path, Edge::Move(seat, *mv))).or_default();
                    }
                    let passing = self.tree.get(&pass).copied();
                    if let Some(seen) = passing.filter(|_| !just_passed) {
                        touched.push(pass.clone());
                        if seen.visits == 0 {
                            break;
                        }
                    }
                    let at = f64::from(passing.unwrap_or(here).visits);
                    let seen = |mv: &Twig| self.seen(&path, Edge::Move(seat, *mv));
                    let untried: Vec<Twig> =
                        moves.iter().copied().filter(|m| seen(m).visits == 0).collect();
                    let mv = if untried.is_empty() {
                        let mut best = moves[0];
                        for mv in &moves {
                            let better =
                                self.bound(at, seen(mv), seat) > self.bound(at, seen(&best), seat);
                            if better {
                                best = *mv;
                            }
                        }
                        best
                    } else {
                        untried[rng.below(untried.len() as u32) as usize]
                    };
                    position.play(seat, mv).expect("legal");
                    path.push(Edge::Move(seat, mv));
                    touched.push(path.clone());
                    just_passed = false;
                    if !untried.is_empty() {
                        break;
                    }
                }
                Turn::Claims(seats) => {
                    if !self.tree.contains_key(&pass) {
                        let so_far = self.moves_below(&path);
                        self.tree.insert(pass.clone(), so_far);
                    }
                    let claims: Vec<(Seat, Twig)> = seats
                        .iter()
                        .filter(|s| !root || *s == asked.view.seat())
                        .flat_map(|s| {
                            let mut moves = Vec::new();
                            position.legal_moves(s, &mut moves);
                            moves.into_iter().filter(|m| *m != Twig(0)).map(move |m| (s, m))
                        })
                        .collect();
                    for &(s, m) in &claims {
                        self.tree.entry(with(&path, Edge::Move(s, m))).or_default();
                    }
                    let seen = |(s, m): (Seat, Twig)| self.seen(&path, Edge::Move(s, m));
                    let passing = self.tree[&pass];
                    let at = f64::from(here.visits);
                    let untried = claims.iter().copied().find(|c| seen(*c).visits == 0);
                    let fresh = untried.is_some() || passing.visits == 0;
                    let taken = if fresh {
                        untried
                    } else {
                        claims
                            .iter()
                            .copied()
                            .find(|c| self.bound(at, seen(*c), c.0) > self.bound(at, passing, c.0))
                    };
                    answer(&mut position, taken);
                    match taken {
                        Some((seat, mv)) => {
                            path.push(Edge::Move(seat, mv));
                            touched.push(path.clone());
                        }
                        None => touched.push(pass),
                    }
                    just_passed = taken.is_none();
                    if fresh {
                        break;
                    }
                }
            }
            root = false;
        }
        let rewards = position.random_playout(rng, &mut Vec::new());
        for path in touched {
            let seen = self.tree.entry(path).or_default();
            seen.visits += 1;
            for (sum, reward) in seen.sums.iter_mut().zip(&rewards) {
                *sum += reward;
            }
        }
    }

    /// What was seen of all moves made right after a path.
    fn moves_below(&self, path: &[Edge]) -> Seen {
        let mut all = Seen::default();
        for (below, seen) in &self.tree {
            if below.len() == path.len() + 1 && below.starts_with(path) {
                all.visits += seen.visits;
                (0..3).for_each(|i| all.sums[i] += seen.sums[i]);
            }
        }
        all
    }
}

fn with(path: &[Edge], edge: Edge) -> Vec<Edge> {
    path.iter().copied().chain([edge]).collect()
}

/// The claimer claims and everybody else passes.
fn answer(position: &mut ThicketPosition, taken: Option<(Seat, Twig)>) {
    for seat in position.turn().seats().iter() {
        let mv = taken.filter(|t| t.0 == seat).map_or(Twig(0), |t| t.1);
        position.play(seat, mv).expect("legal");
    }
}

#[test]
fn equals_a_slow_one_written_from_the_words() {
    let uct = UctParams { loops: Some(400), c: C, ..UctParams::default() }.check().expect("sound");
    let (mut plain, mut claims) = (0, 0);
    for number in 0..60u64 {
        let game = Thicket { seed: number, length: 5 };
        let mut rng = Rng::new(Seed(number));
        let mut position = game.start(&game.deal(&mut rng)).expect("a deal");
        while let Some(seat) = position.turn().first() {
            let asked = Asked::new(&game, &position, seat);
            match position.turn() {
                Turn::Claims(_) => claims += 1,
                _ => plain += 1,
            }
            let report = uct.search(&asked.question(Seed(number)), &Guide::UNIFORM);
            let mut slow = Slow::default();
            let mut stream = Seed(number).stream(Purpose::Playout, &[0]);
            (0..400).for_each(|_| slow.iterate(&asked, &mut stream));
            for found in &report.moves {
                let edge = match position.turn() {
                    Turn::Claims(_) if found.mv == Twig(0) => Edge::Pass,
                    _ => Edge::Move(seat, found.mv),
                };
                let seen = slow.seen(&[], edge);
                assert_eq!(found.visits, u64::from(seen.visits), "{number}: {edge:?}");
                let means = found.seats.iter().map(|e| e.mean);
                let slow_means = seen.sums.iter().map(|s| s / f64::from(seen.visits));
                assert!(means.eq(slow_means.take(found.seats.len())));
            }
            assert_eq!(report.nodes, slow.tree.len() as u64);
            let mv = *rng.pick(&asked.legal).expect("a move");
            position.play(seat, mv).expect("legal");
        }
    }
    assert!(plain > 100 && claims > 30, "{plain} plain decisions and {claims} claims");
}
