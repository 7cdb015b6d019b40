//! CFR+: regrets that never fall below 0, later strategies counting more.

use super::tree::{GameTree, Node, Strategy};
use fuda_core::Game;

/// CFR+ at work on a game: one iteration after the other, with the average
/// strategy so far at any time.
pub struct Solver<'t, G: Game> {
    tree: &'t GameTree<G>,
    iterations: u32,
    regrets: Vec<Vec<f64>>,
    sums: Vec<Vec<f64>>,
    current: Vec<Vec<f64>>,
    /// What the moves of the positions being walked through are worth.
    worths: Vec<f64>,
}

impl<G: Game> GameTree<G> {
    /// A solver that has not begun.
    pub fn solver(&self) -> Solver<'_, G> {
        let zeros: Vec<Vec<f64>> = self.sets.iter().map(|s| vec![0.0; s.moves.len()]).collect();
        let current = self.even().0;
        let (regrets, worths) = (zeros.clone(), Vec::new());
        Solver { tree: self, iterations: 0, regrets, sums: zeros, current, worths }
    }

    /// Solves the game by so many iterations: a strategy for both seats that
    /// nearly nobody can gain against.
    pub fn solve(&self, iterations: u32) -> Strategy {
        let mut solver = self.solver();
        (0..iterations).for_each(|_| solver.iterate());
        solver.average()
    }
}

impl<G: Game> Solver<'_, G> {
    /// How many iterations there have been.
    pub fn iterations(&self) -> u32 {
        self.iterations
    }

    /// The average strategy so far: the one that converges.
    pub fn average(&self) -> Strategy {
        Strategy(self.sums.iter().map(|row| normalised(row)).collect())
    }

    /// One iteration: each seat in turn walks the game and adapts.
    pub fn iterate(&mut self) {
        self.iterations += 1;
        for seat in 0..2 {
            for (root, chance) in &self.tree.roots {
                self.walk(*root, seat, 1.0, *chance);
            }
            for (set, known) in self.tree.sets.iter().enumerate() {
                if known.seat.index() == seat {
                    self.regrets[set].iter_mut().for_each(|r| *r = r.max(0.0));
                    self.current[set] = normalised(&self.regrets[set]);
                }
            }
        }
    }

    /// What a position is worth to a seat; `own` and `others` are how likely
    /// the seat, and everybody else, plays to it.
    fn walk(&mut self, node: usize, seat: usize, own: f64, others: f64) -> f64 {
        let (set, children) = match &self.tree.nodes[node] {
            Node::End(points) => return if seat == 0 { *points } else { -points },
            Node::Choice { set, children } => (*set, children),
        };
        let mine = self.tree.sets[set].seat.index() == seat;
        let mut value = 0.0;
        let first = self.worths.len();
        for (n, child) in children.iter().enumerate() {
            let p = self.current[set][n];
            let (own, others) = if mine { (own * p, others) } else { (own, others * p) };
            let worth = self.walk(*child, seat, own, others);
            value += p * worth;
            self.worths.push(worth);
        }
        if mine {
            for n in 0..children.len() {
                self.regrets[set][n] += others * (self.worths[first + n] - value);
                self.sums[set][n] += f64::from(self.iterations) * own * self.current[set][n];
            }
        }
        self.worths.truncate(first);
        value
    }
}

/// Numbers from 0 up divided by their sum; even where all are 0.
fn normalised(row: &[f64]) -> Vec<f64> {
    let sum: f64 = row.iter().sum();
    match sum > 0.0 {
        true => row.iter().map(|x| x / sum).collect(),
        false => vec![1.0 / row.len() as f64; row.len()],
    }
}
