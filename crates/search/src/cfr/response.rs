//! What strategies are worth, and the best that can be done against one.

use super::tree::{GameTree, Node, Strategy};
use fuda_core::{Game, Seat};

impl<G: Game> GameTree<G> {
    /// What seat 0 wins on average when each seat follows its strategy.
    pub fn value(&self, first: &Strategy, second: &Strategy) -> f64 {
        let mut worth = vec![0.0; self.nodes.len()];
        for (number, node) in self.nodes.iter().enumerate() {
            worth[number] = match node {
                Node::End(points) => *points,
                Node::Choice { set, children } => {
                    let strategy = if self.sets[*set].seat == Seat(0) { first } else { second };
                    let row = strategy.0[*set].iter();
                    row.zip(children).map(|(p, child)| p * worth[*child]).sum()
                }
            };
        }
        self.roots.iter().map(|(root, chance)| chance * worth[*root]).sum()
    }

    /// What a seat wins on average by the best response to a strategy: that
    /// of somebody who knows the strategy, but not the hidden cards.
    pub fn best_response(&self, seat: Seat, against: &Strategy) -> f64 {
        let sign = if seat == Seat(0) { 1.0 } else { -1.0 };
        // How likely chance and the other lead to each position.
        let mut reach = vec![0.0; self.nodes.len()];
        self.roots.iter().for_each(|(root, chance)| reach[*root] = *chance);
        for (number, node) in self.nodes.iter().enumerate().rev() {
            if let Node::Choice { set, children } = node {
                let mine = self.sets[*set].seat == seat;
                for (child, p) in children.iter().zip(&against.0[*set]) {
                    reach[*child] = reach[number] * if mine { 1.0 } else { *p };
                }
            }
        }
        // The deepest sets first: what follows them is known by then.
        let mut positions: Vec<Vec<usize>> = vec![Vec::new(); self.sets.len()];
        for (number, node) in self.nodes.iter().enumerate() {
            if let Node::Choice { set, .. } = node {
                positions[*set].push(number);
            }
        }
        let mut order: Vec<usize> = (0..self.sets.len()).collect();
        order.sort_by_key(|set| std::cmp::Reverse(self.depth[*set]));
        let mut worth: Vec<f64> = self
            .nodes
            .iter()
            .map(|node| if let Node::End(points) = node { sign * points } else { 0.0 })
            .collect();
        for set in order {
            let known = &self.sets[set];
            let best = (known.seat == seat).then(|| {
                let mut sums = vec![0.0; known.moves.len()];
                for number in &positions[set] {
                    if let Node::Choice { children, .. } = &self.nodes[*number] {
                        for (sum, child) in sums.iter_mut().zip(children) {
                            *sum += reach[*number] * worth[*child];
                        }
                    }
                }
                (0..sums.len()).fold(0, |best, n| if sums[n] > sums[best] { n } else { best })
            });
            for number in &positions[set] {
                if let Node::Choice { children, .. } = &self.nodes[*number] {
                    worth[*number] = match best {
                        Some(best) => worth[children[best]],
                        None => {
                            let row = against.0[set].iter();
                            row.zip(children).map(|(p, child)| p * worth[*child]).sum()
                        }
                    };
                }
            }
        }
        self.roots.iter().map(|(root, chance)| chance * worth[*root]).sum()
    }

    /// What best responses win against a strategy, as the mean of both seats:
    /// 0 for a solution.
    pub fn exploitability(&self, strategy: &Strategy) -> f64 {
        let won = self.best_response(Seat(0), strategy) + self.best_response(Seat(1), strategy);
        won / 2.0
    }
}
