//! Keeping the part of a tree that the game went into.

use super::tree::{NONE, NodeId, ROOT, Tree};
use fuda_core::Seat;
use std::collections::VecDeque;
use std::hash::Hash;

impl<M: Copy + Eq + Hash> Tree<M> {
    /// Makes the node that some moves lead to the new root and forgets the
    /// rest. Says whether there was such a node; if not, nothing changes.
    pub fn keep(&mut self, moves: &[(Seat, M)], spare: &mut Tree<M>) -> bool {
        let mut at = ROOT;
        for &(seat, mv) in moves {
            let leads = |id: &NodeId| {
                let node = self.node(*id);
                node.actor == seat && node.mv == Some(mv)
            };
            match self.children(at).find(leads) {
                Some(child) => at = child,
                None => return false,
            }
        }
        spare.reset_like(self);
        spare.copy_row(ROOT, self, at);
        // Breadth first, so that the children of a node stay side by side.
        let mut queue = VecDeque::from([(at, ROOT)]);
        while let Some((old, new)) = queue.pop_front() {
            let mut last = None;
            for child in self.children(old) {
                let copy = spare.append(new, last, self.node(child));
                spare.copy_row(copy, self, child);
                queue.push_back((child, copy));
                last = Some(copy);
            }
            let pass = self.node(old).pass;
            if pass != NONE {
                let copy = spare.append_pass(new, self.node(pass));
                spare.copy_row(copy, self, pass);
                queue.push_back((pass, copy));
            }
        }
        std::mem::swap(self, spare);
        true
    }
}
