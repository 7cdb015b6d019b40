//! The tree: one arena of nodes keyed by moves alone.

use fuda_core::Seat;

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
    first_child: NodeId,
    next: NodeId,
    /// The node that counts what happened when nobody claimed here. The moves
    /// after passing hang on this node all the same, so that they are shared
    /// with iterations in which nobody could claim.
    pub pass: NodeId,
    pub visits: u32,
    /// What the guide thought of the move when it was first seen.
    pub prior: f32,
}

/// The nodes, the rewards of each seat at each node, and, for RAVE, what was
/// seen whenever the move was made later on.
#[derive(Clone, Debug)]
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    sums: Vec<f64>,
    later: Option<Vec<Later>>,
    seats: usize,
    capacity: usize,
}

/// All-moves-as-first statistics of a node, for the seat that moves to it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Later {
    pub visits: u32,
    pub sum: f64,
}

impl<M: Copy + Eq> Tree<M> {
    pub fn new() -> Tree<M> {
        Tree { nodes: Vec::new(), sums: Vec::new(), later: None, seats: 0, capacity: 0 }
    }

    /// Forgets everything but the memory, and makes a fresh root.
    pub fn reset(&mut self, seats: usize, rave: bool, capacity: usize) {
        self.nodes.clear();
        self.sums.clear();
        self.later = match (rave, self.later.take()) {
            (false, _) => None,
            (true, old) => {
                let mut old = old.unwrap_or_default();
                old.clear();
                Some(old)
            }
        };
        self.seats = seats;
        self.capacity = capacity.min(NodeId::MAX as usize);
        self.push(None, Seat(0), 0.0);
    }

    /// What one node costs, in bytes.
    pub fn bytes_per_node(seats: usize, rave: bool) -> usize {
        let later = if rave { size_of::<Later>() } else { 0 };
        size_of::<Node<M>>() + seats * size_of::<f64>() + later
    }

    fn push(&mut self, mv: Option<M>, actor: Seat, prior: f32) -> NodeId {
        let id = self.nodes.len() as NodeId;
        self.nodes.push(Node {
            mv,
            actor,
            first_child: NONE,
            next: NONE,
            pass: NONE,
            visits: 0,
            prior,
        });
        self.sums.resize(self.nodes.len() * self.seats, 0.0);
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

    /// The mean reward of a seat at a node that was visited.
    #[inline]
    pub fn mean(&self, id: NodeId, seat: Seat) -> f64 {
        self.sums[id as usize * self.seats + seat.index()] / f64::from(self.node(id).visits)
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
    /// Children were made in the order of the moves, so that the next child
    /// is nearly always that of the next move and the search ends at once.
    pub fn find(&self, id: NodeId, seat: Seat, moves: &[M], slots: &mut Vec<NodeId>) -> bool {
        slots.clear();
        slots.resize(moves.len(), NONE);
        let mut missing = moves.len();
        let mut likely = 0;
        let mut child = self.node(id).first_child;
        while child != NONE && missing > 0 {
            let node = self.node(child);
            if node.actor == seat && node.mv.is_some() {
                let same = |m: &M| Some(*m) == node.mv;
                let found = moves[likely..]
                    .iter()
                    .position(same)
                    .map(|at| at + likely)
                    .or_else(|| moves[..likely].iter().position(same));
                if let Some(at) = found {
                    slots[at] = child;
                    missing -= 1;
                    likely = (at + 1) % moves.len();
                }
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
            let Node { visits, next, .. } = *self.node(child);
            self.nodes[pass as usize].visits += visits;
            for seat in 0..self.seats {
                let more = self.sums[child as usize * self.seats + seat];
                self.sums[pass as usize * self.seats + seat] += more;
            }
            child = next;
        }
        self.nodes[id as usize].pass = pass;
        pass
    }

    /// Counts an iteration at every node of its path.
    #[inline]
    pub fn add(&mut self, path: &[NodeId], rewards: &[f64]) {
        for &id in path {
            self.nodes[id as usize].visits += 1;
            let at = id as usize * self.seats;
            for (sum, reward) in self.sums[at..at + self.seats].iter_mut().zip(rewards) {
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
                entry.visits += 1;
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

impl<M: Copy + Eq> Iterator for Children<'_, M> {
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
