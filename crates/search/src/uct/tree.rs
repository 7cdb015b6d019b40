//! The tree: one arena of nodes keyed by moves alone.

use super::row::{ROOT_OF_VISITS, Row, SUMS, VISITS, inverse_root};
use super::tag::{Tags, tag};
use fuda_core::Seat;
use std::hash::Hash;

/// The place of a node in the arena. The root has number 0, and since no node
/// is a child of itself, 0 as a link means "none".
pub(super) type NodeId = u32;

pub(super) const ROOT: NodeId = 0;
pub(super) const NONE: NodeId = 0;

/// One node: the move that leads here and links to its family.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    /// The move that leads here; `None` for the root and for passing nodes.
    pub mv: Option<M>,
    /// Who makes that move.
    pub actor: Seat,
    /// The tag of the move; see [`tag`].
    tag: u8,
    first_child: NodeId,
    next: NodeId,
    /// The node that counts what happened when nobody claimed here. The moves
    /// after passing hang on this node all the same, so that they are shared
    /// with iterations in which nobody could claim.
    pub pass: NodeId,
    /// The prior of the move when it was first seen.
    pub prior: f32,
}

/// The nodes, what was seen at each, and, for RAVE, what was seen whenever
/// the move was made later on.
#[derive(Clone, Debug)]
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    /// A [`Row`] for each node.
    rows: Vec<f64>,
    width: usize,
    later: Option<Vec<Later>>,
    capacity: usize,
}

/// All-moves-as-first statistics of a node, for the seat that moves to it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Later {
    pub visits: f64,
    pub sum: f64,
}

impl<M: Copy + Eq + Hash> Tree<M> {
    pub fn new() -> Tree<M> {
        Tree { nodes: Vec::new(), rows: Vec::new(), width: 1, later: None, capacity: 0 }
    }

    /// Forgets everything but the memory, and makes a fresh root.
    pub fn reset(&mut self, seats: usize, rave: bool, capacity: usize) {
        self.nodes.clear();
        self.rows.clear();
        self.later = match (rave, self.later.take()) {
            (false, _) => None,
            (true, old) => {
                let mut old = old.unwrap_or_default();
                old.clear();
                Some(old)
            }
        };
        self.width = SUMS + seats;
        self.capacity = capacity.min(NodeId::MAX as usize);
        self.push(None, Seat(0), 0.0);
    }

    /// An empty tree of the same shape as another.
    pub fn reset_like(&mut self, other: &Tree<M>) {
        self.reset(other.width - SUMS, other.later.is_some(), other.capacity);
    }

    /// Takes over what was seen at a node of another tree.
    pub fn copy_row(&mut self, to: NodeId, other: &Tree<M>, from: NodeId) {
        let at = to as usize * self.width;
        self.rows[at..at + self.width].copy_from_slice(other.row(from).all());
        if let (Some(later), Some(others)) = (&mut self.later, &other.later) {
            later[to as usize] = others[from as usize];
        }
    }

    /// Adds a copy of another tree's node behind the last child of a node.
    pub fn append(&mut self, parent: NodeId, last: Option<NodeId>, like: &Node<M>) -> NodeId {
        let id = self.push(like.mv, like.actor, like.prior);
        match last {
            Some(last) => self.nodes[last as usize].next = id,
            None => self.nodes[parent as usize].first_child = id,
        }
        id
    }

    /// Adds a copy of another tree's passing node to a node.
    pub fn append_pass(&mut self, parent: NodeId, like: &Node<M>) -> NodeId {
        let id = self.push(like.mv, like.actor, like.prior);
        self.nodes[parent as usize].pass = id;
        id
    }

    fn push(&mut self, mv: Option<M>, actor: Seat, prior: f32) -> NodeId {
        let id = self.nodes.len() as NodeId;
        let tag = mv.as_ref().map_or(0, tag);
        self.nodes.push(Node { mv, actor, tag, first_child: NONE, next: NONE, pass: NONE, prior });
        self.rows.resize(self.nodes.len() * self.width, 0.0);
        if let Some(later) = &mut self.later {
            later.push(Later::default());
        }
        id
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn has_room(&self, more: usize) -> bool {
        self.nodes.len() + more <= self.capacity
    }

    #[inline]
    pub fn node(&self, id: NodeId) -> &Node<M> {
        &self.nodes[id as usize]
    }

    /// What was seen at a node.
    #[inline]
    pub fn row(&self, id: NodeId) -> Row<'_> {
        let at = id as usize * self.width;
        Row::new(&self.rows[at..at + self.width])
    }

    #[inline]
    pub fn visits(&self, id: NodeId) -> f64 {
        self.row(id).visits()
    }

    /// The all-moves-as-first statistics of a node; nothing without RAVE.
    pub fn later(&self, id: NodeId) -> Later {
        self.later.as_ref().map_or_else(Later::default, |l| l[id as usize])
    }

    pub fn children(&self, id: NodeId) -> Children<'_, M> {
        Children { tree: self, next: self.node(id).first_child }
    }

    /// Finds the child of each of the seat's moves and writes it to `slots`,
    /// `NONE` where there is no such child yet. Says whether all were found.
    ///
    /// Children were made in the order of the moves, so that where nothing is
    /// hidden the next child is that of the next move.
    pub fn find(&self, id: NodeId, seat: Seat, moves: &[M], slots: &mut Vec<NodeId>) -> bool {
        slots.clear();
        slots.resize(moves.len(), NONE);
        // The children of one visit lie side by side. Looking there and only
        // checking the links is faster than following one link after another.
        let first = self.node(id).first_child;
        let beside = self.nodes.get(first as usize..).unwrap_or_default();
        let mut found = 0;
        let mut link = first;
        for ((slot, mv), (child, node)) in slots.iter_mut().zip(moves).zip((first..).zip(beside)) {
            if link != child || node.actor != seat || node.mv != Some(*mv) {
                break;
            }
            *slot = child;
            link = node.next;
            found += 1;
        }
        (found == moves.len() && first != NONE) || self.find_in_any_order(id, seat, moves, slots)
    }

    /// The same where children and moves do not go side by side.
    fn find_in_any_order(&self, id: NodeId, seat: Seat, moves: &[M], slots: &mut [NodeId]) -> bool {
        slots.fill(NONE);
        let tags = Tags::of(moves);
        let mut missing = moves.len();
        let mut child = self.node(id).first_child;
        while child != NONE && missing > 0 {
            let node = self.node(child);
            if node.actor == seat
                && let Some(mv) = node.mv
                && let Some(at) = tags.find(node.tag, &mv, moves)
            {
                slots[at] = child;
                missing -= 1;
            }
            child = node.next;
        }
        missing == 0
    }

    /// Makes the missing children, in the order of the moves.
    pub fn grow(
        &mut self,
        id: NodeId,
        seat: Seat,
        moves: &[M],
        priors: &[f32],
        slots: &mut [NodeId],
    ) {
        let mut last = self.children(id).last();
        for ((slot, mv), prior) in slots.iter_mut().zip(moves).zip(priors) {
            if *slot != NONE || !self.has_room(1) {
                continue;
            }
            *slot = self.push(Some(*mv), seat, *prior);
            match last {
                Some(last) => self.nodes[last as usize].next = *slot,
                None => self.nodes[id as usize].first_child = *slot,
            }
            last = Some(*slot);
        }
    }

    /// The node that counts passing at a claims node; `NONE` when there is no
    /// room for it.
    ///
    /// When it is made late it starts from the moves made here while nobody
    /// could claim: those are what passing has been worth so far.
    pub fn passing(&mut self, id: NodeId) -> NodeId {
        if self.node(id).pass != NONE || !self.has_room(1) {
            return self.node(id).pass;
        }
        let pass = self.push(None, self.node(id).actor, 0.0);
        let mut child = self.node(id).first_child;
        while child != NONE {
            for column in VISITS..self.width {
                let more = self.rows[child as usize * self.width + column];
                self.rows[pass as usize * self.width + column] += more;
            }
            child = self.node(child).next;
        }
        let row = &mut self.rows[pass as usize * self.width..];
        row[ROOT_OF_VISITS] = inverse_root(row[VISITS]);
        self.nodes[id as usize].pass = pass;
        pass
    }

    /// Counts an iteration at every node of its path.
    #[inline]
    pub fn add(&mut self, path: &[NodeId], rewards: &[f64]) {
        for &id in path {
            let at = id as usize * self.width;
            let row = &mut self.rows[at..at + self.width];
            row[VISITS] += 1.0;
            row[ROOT_OF_VISITS] = inverse_root(row[VISITS]);
            for (sum, reward) in row[SUMS..].iter_mut().zip(rewards) {
                *sum += reward;
            }
        }
    }

    /// Counts an iteration for every child whose move was made from here on.
    pub fn add_later(&mut self, id: NodeId, made: &[(Seat, M)], rewards: &[f64]) {
        let Some(later) = &mut self.later else {
            return;
        };
        let mut child = self.nodes[id as usize].first_child;
        while child != NONE {
            let Node { mv, actor, next, .. } = self.nodes[child as usize];
            if made.iter().any(|&(seat, m)| seat == actor && Some(m) == mv) {
                let entry = &mut later[child as usize];
                entry.visits += 1.0;
                entry.sum += rewards.get(actor.index()).copied().unwrap_or(0.0);
            }
            child = next;
        }
    }
}

/// The children of a node in the order they were made.
pub(super) struct Children<'a, M> {
    tree: &'a Tree<M>,
    next: NodeId,
}

impl<M: Copy + Eq + Hash> Iterator for Children<'_, M> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let id = self.next;
        if id == NONE {
            return None;
        }
        self.next = self.tree.node(id).next;
        Some(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What one node costs with RAVE.
    fn bytes_per_node<M>(seats: usize) -> usize {
        size_of::<Node<M>>() + (SUMS + seats) * size_of::<f64>() + size_of::<Later>()
    }

    #[test]
    fn a_million_nodes_fit_into_200_megabytes() {
        // With RAVE and moves of eight bytes; an arena that has just doubled
        // holds at most twice what it needs, which four seats can afford.
        let widest = bytes_per_node::<[u8; 8]>(8);
        assert!(widest * 1_000_000 <= 200_000_000, "{widest} bytes per node");
        let four_seats = bytes_per_node::<[u8; 8]>(4);
        assert!(2 * four_seats * 1_000_000 <= 200_000_000, "{four_seats} bytes per node");
    }

    #[test]
    fn children_are_found_in_any_order_and_made_once() {
        let mut tree = Tree::new();
        tree.reset(2, false, 100);
        let mut slots = Vec::new();
        let mut grow = |tree: &mut Tree<u8>, moves: &[u8]| {
            if !tree.find(ROOT, Seat(1), moves, &mut slots) {
                tree.grow(ROOT, Seat(1), moves, &vec![0.0; moves.len()], &mut slots);
            }
            let moves: Vec<_> = slots.iter().map(|s| tree.node(*s).mv).collect();
            (moves, tree.len())
        };
        assert_eq!(grow(&mut tree, &[3, 5]), (vec![Some(3), Some(5)], 3));
        assert_eq!(grow(&mut tree, &[5, 4, 3]), (vec![Some(5), Some(4), Some(3)], 4));
        assert_eq!(grow(&mut tree, &[4]), (vec![Some(4)], 4));
        assert!(!tree.find(ROOT, Seat(0), &[4], &mut Vec::new()), "another seat's move");
    }

    #[test]
    fn moves_made_later_count_for_their_maker_alone() {
        let mut tree = Tree::new();
        tree.reset(2, true, 100);
        let mut slots = Vec::new();
        tree.find(ROOT, Seat(1), &[7u8, 8], &mut slots);
        tree.grow(ROOT, Seat(1), &[7, 8], &[0.0; 2], &mut slots);
        let [seven, eight] = slots[..] else { panic!("two children") };
        tree.add_later(ROOT, &[(Seat(0), 7), (Seat(1), 8), (Seat(1), 8)], &[0.25, 0.75]);
        assert_eq!(tree.later(seven).visits, 0.0, "the other seat made that move");
        assert_eq!((tree.later(eight).visits, tree.later(eight).sum), (1.0, 0.75));
    }

    #[test]
    fn passing_made_late_starts_from_the_moves_made_before() {
        let mut tree = Tree::new();
        tree.reset(2, false, 100);
        let mut slots = Vec::new();
        tree.find(ROOT, Seat(1), &[7u8, 8], &mut slots);
        tree.grow(ROOT, Seat(1), &[7, 8], &[0.0; 2], &mut slots);
        tree.add(&[ROOT, slots[0]], &[1.0, 3.0]);
        tree.add(&[ROOT, slots[1]], &[2.0, 5.0]);
        let pass = tree.passing(ROOT);
        assert_eq!(tree.visits(pass), 2.0);
        assert_eq!((tree.row(pass).mean(Seat(0)), tree.row(pass).mean(Seat(1))), (1.5, 4.0));
        assert!((tree.row(pass).bound(Seat(1), 2.0) - (4.0 + 2.0 / 2f64.sqrt())).abs() < 1e-12);
        assert_eq!(tree.passing(ROOT), pass, "it is made once");
    }

    #[test]
    fn a_full_tree_grows_no_further() {
        let mut tree = Tree::new();
        tree.reset(2, true, 3);
        let mut slots = Vec::new();
        assert!(!tree.find(ROOT, Seat(0), &[1, 2, 3], &mut slots));
        tree.grow(ROOT, Seat(0), &[1, 2, 3], &[0.0; 3], &mut slots);
        assert_eq!(slots, [1, 2, NONE]);
        assert_eq!(tree.passing(ROOT), NONE);
    }
}
