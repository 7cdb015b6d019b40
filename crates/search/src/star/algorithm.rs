//! Expectimax, Star1 and Star2 on any tree with chance nodes.

use super::params::Pruning;

/// What decides at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Somebody who wants the highest value.
    Max,
    /// Somebody who wants the lowest value.
    Min,
    /// Chance.
    Chance,
    /// Nothing: the value is known.
    Leaf,
}

/// A tree with chance nodes.
pub trait StarTree {
    /// One node.
    type Node;

    /// What decides at the node.
    fn kind(&mut self, node: &Self::Node) -> Kind;

    /// Puts the children of a node that is no leaf into the empty list, each
    /// with its probability (which only counts at chance nodes, where they
    /// add up to 1). A node without children is taken for a leaf.
    fn children(&mut self, node: &Self::Node, children: &mut Vec<(f64, Self::Node)>);

    /// The value of a leaf.
    fn leaf(&mut self, node: &Self::Node) -> f64;
}

/// A search through a [`StarTree`] whose values lie between two bounds.
#[derive(Debug)]
pub struct Star<'t, T: StarTree> {
    tree: &'t mut T,
    lowest: f64,
    highest: f64,
    pruning: Pruning,
    nodes: u64,
    leaves: u64,
    /// Lists of children to be used again.
    spare: Vec<Vec<(f64, T::Node)>>,
    level: u32,
    deepest: u32,
    /// The values of the outcomes of the last chance node at the top.
    outcomes: Vec<f64>,
}

/// The open interval in which a value still matters.
#[derive(Clone, Copy, Debug)]
struct Window {
    low: f64,
    high: f64,
}

/// What is known of an outcome before it is searched.
#[derive(Clone, Copy, Debug)]
struct Bound {
    value: Window,
    /// The exact value of its first move, when it was probed.
    first: Option<f64>,
}

impl<'t, T: StarTree> Star<'t, T> {
    /// A search with bounds; leaf values outside of them are cut.
    pub fn new(tree: &'t mut T, lowest: f64, highest: f64, pruning: Pruning) -> Star<'t, T> {
        Star {
            tree,
            lowest,
            highest,
            pruning,
            nodes: 0,
            leaves: 0,
            spare: Vec::new(),
            level: 0,
            deepest: 0,
            outcomes: Vec::new(),
        }
    }

    /// The exact value of a node.
    pub fn value(&mut self, node: &T::Node) -> f64 {
        self.value_above(node, f64::NEG_INFINITY)
    }

    /// The exact value of a node when it is above `low`; otherwise some upper
    /// bound of it that is not above `low`.
    pub fn value_above(&mut self, node: &T::Node, low: f64) -> f64 {
        self.level = 0;
        self.outcomes.clear();
        self.search(node, Window { low, high: f64::INFINITY })
    }

    /// How many nodes were visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How many of them were leaves.
    pub fn leaves(&self) -> u64 {
        self.leaves
    }

    /// The greatest number of edges from the node searched.
    pub fn deepest(&self) -> u32 {
        self.deepest
    }

    /// The value of each outcome, when the node last searched was a chance
    /// node and nothing cut it short.
    pub fn outcomes(&self) -> &[f64] {
        &self.outcomes
    }

    fn search(&mut self, node: &T::Node, window: Window) -> f64 {
        self.search_after(node, window, None)
    }

    /// Searches a node; when it was probed, its first move is worth `first`
    /// and is not searched again.
    fn search_after(&mut self, node: &T::Node, window: Window, first: Option<f64>) -> f64 {
        self.nodes += 1;
        self.deepest = self.deepest.max(self.level);
        let kind = self.tree.kind(node);
        let mut children = self.spare.pop().unwrap_or_default();
        if kind != Kind::Leaf {
            self.tree.children(node, &mut children);
        }
        self.level += 1;
        let value = match kind {
            _ if children.is_empty() => {
                self.leaves += 1;
                self.tree.leaf(node).clamp(self.lowest, self.highest)
            }
            Kind::Leaf | Kind::Max => self.highest_of(&children, window, first),
            Kind::Min => self.lowest_of(&children, window, first),
            Kind::Chance => self.mean_of(&children, window),
        };
        self.level -= 1;
        children.clear();
        self.spare.push(children);
        value
    }

    fn highest_of(
        &mut self,
        children: &[(f64, T::Node)],
        window: Window,
        first: Option<f64>,
    ) -> f64 {
        let mut best = first.unwrap_or(f64::NEG_INFINITY);
        for (_, child) in children.iter().skip(usize::from(first.is_some())) {
            if self.pruning != Pruning::None && best >= window.high {
                break;
            }
            let low = self.pruned(window.low.max(best), f64::NEG_INFINITY);
            best = best.max(self.search(child, Window { low, ..window }));
        }
        best
    }

    fn lowest_of(
        &mut self,
        children: &[(f64, T::Node)],
        window: Window,
        first: Option<f64>,
    ) -> f64 {
        let mut best = first.unwrap_or(f64::INFINITY);
        for (_, child) in children.iter().skip(usize::from(first.is_some())) {
            if self.pruning != Pruning::None && best <= window.low {
                break;
            }
            let high = self.pruned(window.high.min(best), f64::INFINITY);
            best = best.min(self.search(child, Window { high, ..window }));
        }
        best
    }

    fn pruned(&self, limit: f64, open: f64) -> f64 {
        if self.pruning == Pruning::None { open } else { limit }
    }

    /// Star1: `low` and `high` are what the mean is at least and at most,
    /// whatever the outcomes not yet searched turn out to be.
    fn mean_of(&mut self, children: &[(f64, T::Node)], window: Window) -> f64 {
        let top = self.level == 1;
        let open = Window { low: self.lowest, high: self.highest };
        let mut bounds = vec![Bound { value: open, first: None }; children.len()];
        if self.pruning == Pruning::Star2
            && let Some(decided) = self.probe(children, window, &mut bounds)
        {
            return decided;
        }
        let mean = |of: fn(&Window) -> f64| -> f64 {
            children.iter().zip(&bounds).map(|((p, _), b)| p * of(&b.value)).sum()
        };
        let (mut low, mut high, mut sum) = (mean(|b| b.low), mean(|b| b.high), 0.0);
        for ((p, child), Bound { value: bound, first }) in children.iter().zip(&bounds) {
            if *p <= 0.0 {
                continue;
            }
            // What the mean is bounded by without this outcome.
            let (low_rest, high_rest) = (low - p * bound.low, high - p * bound.high);
            let inner = Window {
                low: self.pruned((window.low - high_rest) / p, f64::NEG_INFINITY),
                high: self.pruned((window.high - low_rest) / p, f64::INFINITY),
            };
            let value = self.search_after(child, inner, *first);
            if value <= inner.low {
                return high_rest + p * value;
            }
            if value >= inner.high {
                return low_rest + p * value;
            }
            (low, high) = (low_rest + p * value, high_rest + p * value);
            sum += p * value;
            if top {
                self.outcomes.push(value);
            }
        }
        sum
    }

    /// Star2's first phase: one move of each outcome is searched. Where the
    /// highest is chosen it is a lower bound, where the lowest is, an upper
    /// one. Gives a bound of the mean when that is enough to decide.
    fn probe(
        &mut self,
        children: &[(f64, T::Node)],
        window: Window,
        bounds: &mut [Bound],
    ) -> Option<f64> {
        let mut low: f64 = children.iter().map(|(p, _)| p * self.lowest).sum();
        let mut high: f64 = children.iter().map(|(p, _)| p * self.highest).sum();
        for ((p, child), Bound { value: bound, first }) in children.iter().zip(bounds) {
            let kind = self.tree.kind(child);
            if *p <= 0.0 || !matches!(kind, Kind::Max | Kind::Min) {
                continue;
            }
            let mut moves = self.spare.pop().unwrap_or_default();
            self.tree.children(child, &mut moves);
            *first = moves.first().map(|(_, mv)| {
                let inner = match kind {
                    Kind::Max => Window {
                        low: f64::NEG_INFINITY,
                        high: (window.high - (low - p * bound.low)) / p,
                    },
                    _ => Window {
                        low: (window.low - (high - p * bound.high)) / p,
                        high: f64::INFINITY,
                    },
                };
                self.level += 1;
                let value = self.search(mv, inner);
                self.level -= 1;
                value
            });
            moves.clear();
            self.spare.push(moves);
            match (*first, kind) {
                (Some(value), Kind::Max) => {
                    low += p * (value - bound.low);
                    bound.low = value;
                    if low >= window.high {
                        return Some(low);
                    }
                }
                (Some(value), _) => {
                    high += p * (value - bound.high);
                    bound.high = value;
                    if high <= window.low {
                        return Some(high);
                    }
                }
                (None, _) => {}
            }
        }
        None
    }
}
