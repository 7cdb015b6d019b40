//! CFR+: regrets that never fall below 0, later strategies counting more.

use super::tree::{GameTree, Node, Strategy};
use fuda_core::Game;

struct Tables {
    regrets: Vec<Vec<f64>>,
    sums: Vec<Vec<f64>>,
    current: Vec<Vec<f64>>,
}

impl<G: Game> GameTree<G> {
    /// Solves the game by so many iterations: a strategy for both seats that
    /// nearly nobody can gain against. `progress` hears of each iteration.
    pub fn solve(&self, iterations: u32, mut progress: impl FnMut(u32)) -> Strategy {
        let zeros: Vec<Vec<f64>> = self.sets.iter().map(|s| vec![0.0; s.moves.len()]).collect();
        let mut tables = Tables { regrets: zeros.clone(), sums: zeros, current: self.even().0 };
        for iteration in 1..=iterations {
            for seat in 0..2 {
                for (root, chance) in &self.roots {
                    self.walk(&mut tables, *root, seat, 1.0, *chance, iteration.into());
                }
                self.update(&mut tables, seat);
            }
            progress(iteration);
        }
        Strategy(tables.sums.iter().map(|row| shares(row)).collect())
    }

    /// What a position is worth to a seat; `own` and `others` are how likely
    /// the seat, and everybody else, plays to it.
    fn walk(
        &self,
        tables: &mut Tables,
        node: usize,
        seat: usize,
        own: f64,
        others: f64,
        weight: f64,
    ) -> f64 {
        let (set, children) = match &self.nodes[node] {
            Node::End(points) => return if seat == 0 { *points } else { -points },
            Node::Choice { set, children } => (*set, children),
        };
        let mine = self.sets[set].seat.index() == seat;
        let mut value = 0.0;
        // No game of this size has more moves in a set than this holds.
        let mut values = Vec::with_capacity(children.len());
        for (n, child) in children.iter().enumerate() {
            let p = tables.current[set][n];
            let (own, others) = if mine { (own * p, others) } else { (own, others * p) };
            let worth = self.walk(tables, *child, seat, own, others, weight);
            value += p * worth;
            values.push(worth);
        }
        if mine {
            for (n, worth) in values.iter().enumerate() {
                tables.regrets[set][n] += others * (worth - value);
                tables.sums[set][n] += weight * own * tables.current[set][n];
            }
        }
        value
    }

    fn update(&self, tables: &mut Tables, seat: usize) {
        for (set, known) in self.sets.iter().enumerate() {
            if known.seat.index() == seat {
                tables.regrets[set].iter_mut().for_each(|r| *r = r.max(0.0));
                tables.current[set] = shares(&tables.regrets[set]);
            }
        }
    }
}

/// Numbers from 0 up as shares of their sum; even where all are 0.
fn shares(row: &[f64]) -> Vec<f64> {
    let sum: f64 = row.iter().sum();
    match sum > 0.0 {
        true => row.iter().map(|x| x / sum).collect(),
        false => vec![1.0 / row.len() as f64; row.len()],
    }
}
