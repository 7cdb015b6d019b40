//! One tree and the iterations in it.

use super::params::UctParams;
use super::select::{Ucb, choose, narrow, width};
use super::tree::{NONE, NodeId, ROOT, Tree};
use crate::claims::Claims;
use crate::report::Arm;
use crate::{Belief, Horizon, MarkOf, Parts, Policy, PreparedOf, Question, Value};
use fuda_core::{Game, MoveOf, PerSeat, Position, PositionOf, Rng, Seat, Turn, View};

/// One tree with everything an iteration needs, kept from move to move so
/// that iterations allocate nothing but nodes.
///
/// Workers lie side by side and are used by different threads: aligned to two
/// cache lines, none is slowed down by what its neighbour writes.
#[derive(Debug)]
#[repr(align(128))]
pub(super) struct Worker<G: Game, H> {
    guide: H,
    pub tree: Tree<MoveOf<G>>,
    spare: Tree<MoveOf<G>>,
    /// What was seen of each legal move at the root.
    pub arms: Vec<Arm>,
    pub depth: u32,
    pub playouts: u64,
    pub timed_out: bool,
    path: Vec<NodeId>,
    /// Every move of the iteration, and how many had been made when it came
    /// to each node of the path; only kept for RAVE.
    made: Vec<(Seat, MoveOf<G>)>,
    made_before: Vec<usize>,
    moves: Vec<MoveOf<G>>,
    priors: Vec<f32>,
    slots: Vec<NodeId>,
    claims: Claims<MoveOf<G>>,
}

/// Where an iteration goes on.
enum Step {
    /// Further down the tree.
    Down,
    /// The node is new or cannot grow: a playout from here.
    Leaf,
    /// The position is over or behind the horizon.
    End,
}

impl<G: Game, H: Parts<G>> Worker<G, H> {
    pub fn new(guide: H) -> Worker<G, H> {
        Worker {
            guide,
            tree: Tree::new(),
            spare: Tree::new(),
            arms: Vec::new(),
            depth: 0,
            playouts: 0,
            timed_out: false,
            path: Vec::new(),
            made: Vec::new(),
            made_before: Vec::new(),
            moves: Vec::new(),
            priors: Vec::new(),
            slots: Vec::new(),
            claims: Claims::new(),
        }
    }

    /// Gets ready for a question, in a fresh tree.
    pub fn reset(&mut self, question: &Question<'_, G>, params: &UctParams) {
        let capacity = params.max_nodes / params.trees;
        self.tree.reset(question.seats, params.rave.is_some(), capacity as usize);
        self.restart(question);
    }

    /// Gets ready for a question in what lies below the moves made since the
    /// last one, or in a fresh tree where there is no such part.
    pub fn resume(
        &mut self,
        question: &Question<'_, G>,
        params: &UctParams,
        made: &[(Seat, MoveOf<G>)],
        prepared: &mut PreparedOf<G, H>,
        mut rng: Rng,
    ) {
        if !self.tree.keep(made, &mut self.spare) {
            return self.reset(question, params);
        }
        self.restart(question);
        let seat = question.view.seat();
        let position = self.guide.belief().sample(question.view, prepared, &mut rng);
        let mut passing = None;
        if let Turn::Claims(_) = position.turn() {
            self.claims.collect::<G>(&position, Some(seat), &mut self.moves);
            passing = self.claims.answer_of(seat, None);
        }
        self.tree.find(ROOT, seat, question.legal, &mut self.slots);
        for ((arm, mv), &slot) in self.arms.iter_mut().zip(question.legal).zip(&self.slots) {
            let id = if Some(*mv) == passing { self.tree.node(ROOT).pass } else { slot };
            if id != NONE {
                let row = self.tree.row(id);
                arm.carry(row.visits() as u64, row.sums());
            }
        }
    }

    fn restart(&mut self, question: &Question<'_, G>) {
        self.arms.clear();
        self.arms.resize(question.legal.len(), Arm::default());
        self.depth = 0;
        self.playouts = 0;
        self.timed_out = false;
    }

    /// One iteration: a new assumption, down the tree, a playout, and up.
    pub fn iterate(
        &mut self,
        question: &Question<'_, G>,
        params: &UctParams,
        prepared: &mut PreparedOf<G, H>,
        rng: &mut Rng,
    ) {
        let mut position = self.guide.belief().sample(question.view, prepared, rng);
        let mark = self.guide.horizon().mark(&position, question.view.seat());
        self.path.clear();
        self.path.push(ROOT);
        self.made.clear();
        self.made_before.clear();
        self.made_before.push(0);
        let mut descent = Descent { question, params, at: ROOT, passed: NONE, arm: None, depth: 0 };
        let rewards = loop {
            // The root is where we were asked to move, so it is never an end.
            if descent.arm.is_some() && self.guide.horizon().reached(&mark, &position) {
                break self.guide.value().rewards(&mark, &position);
            }
            let step = match position.turn() {
                Turn::Over => Step::End,
                Turn::Seat(seat) => self.decide(&mut descent, &mut position, seat, rng),
                Turn::Claims(_) => self.decide_claims(&mut descent, &mut position),
            };
            match step {
                Step::Down => {}
                Step::Leaf => break self.play_out(&descent, &mark, &mut position, rng),
                Step::End => break self.guide.value().rewards(&mark, &position),
            }
        };
        self.depth = self.depth.max(descent.depth);
        self.playouts += 1;
        self.tree.add(&self.path, &rewards);
        if params.rave.is_some() {
            for (&id, &before) in self.path.iter().zip(&self.made_before) {
                self.tree.add_later(id, &self.made[before..], &rewards);
            }
        }
        if let Some(arm) = descent.arm.and_then(|i| self.arms.get_mut(i)) {
            arm.add(&rewards);
        }
    }

    /// One seat's decision.
    fn decide(
        &mut self,
        descent: &mut Descent<'_, '_, G>,
        position: &mut PositionOf<G>,
        seat: Seat,
        rng: &mut Rng,
    ) -> Step {
        match descent.arm {
            None => {
                self.moves.clear();
                self.moves.extend_from_slice(descent.question.legal);
            }
            Some(_) => position.legal_moves(seat, &mut self.moves),
        }
        if self.moves.is_empty() {
            return Step::End;
        }
        self.children_of_moves(descent.at, position, seat);
        let met =
            if descent.passed != NONE { descent.passed } else { self.tree.node(descent.at).pass };
        let visits = self.tree.visits(if met != NONE { met } else { descent.at });
        // At the root a move must be made, whatever is known of passing.
        if met != NONE && descent.passed == NONE && visits == 0.0 && descent.arm.is_some() {
            self.push(met);
            return Step::Leaf;
        }
        if descent.params.widening.is_some() {
            narrow(&self.tree, &mut self.slots, width(descent.params, visits));
        }
        let ucb = Ucb::new(descent.params, visits);
        let Some(i) = choose(&self.tree, &self.slots, seat, &ucb, rng) else {
            return Step::Leaf;
        };
        // Nobody claimed because nobody could: that is passing, too.
        if met != NONE && descent.passed == NONE {
            self.push(met);
        }
        descent.arm = descent.arm.or(Some(i));
        let (child, mv) = (self.slots[i], self.moves[i]);
        position.play_unchecked(seat, mv);
        self.go(descent, child, seat, mv)
    }

    /// Who claims, if anybody does.
    fn decide_claims(
        &mut self,
        descent: &mut Descent<'_, '_, G>,
        position: &mut PositionOf<G>,
    ) -> Step {
        if descent.passed != NONE {
            // Passing led to something else that can be claimed.
            descent.at = descent.passed;
            descent.passed = NONE;
        }
        let asked = descent.arm.is_none().then(|| descent.question.view.seat());
        self.claims.collect::<G>(position, asked, &mut self.moves);
        let pass = self.tree.passing(descent.at);
        if pass == NONE {
            return Step::Leaf;
        }
        let taken = self.choose_claim(descent, position, pass);
        if let Some(asked) = asked {
            let answer = self.claims.answer_of(asked, taken.map(|(i, _)| i));
            descent.arm =
                descent.question.legal.iter().position(|m| Some(*m) == answer).or(Some(usize::MAX));
        }
        match taken {
            Some((i, child)) => {
                let (seat, mv) = self.claims.claim(i);
                self.claims.play::<G>(position, Some(i));
                self.go(descent, child, seat, mv)
            }
            None => {
                let fresh = self.tree.visits(pass) == 0.0;
                self.claims.play::<G>(position, None);
                self.push(pass);
                descent.passed = pass;
                if fresh { Step::Leaf } else { Step::Down }
            }
        }
    }

    /// Walks the claims by precedence: an untried one is tried; the first
    /// whose bound, for its claimer, is above that of passing is taken.
    fn choose_claim(
        &mut self,
        descent: &Descent<'_, '_, G>,
        position: &PositionOf<G>,
        pass: NodeId,
    ) -> Option<(usize, NodeId)> {
        let (mut untried, mut better) = (None, None);
        let ucb = Ucb::new(descent.params, self.tree.visits(descent.at));
        for i in 0..self.claims.len() {
            let (seat, mv) = self.claims.claim(i);
            self.moves.clear();
            self.moves.push(mv);
            self.children_of_moves(descent.at, position, seat);
            let child = self.slots[0];
            if child == NONE {
                continue;
            }
            let Some(value) = ucb.value(&self.tree, child, seat) else {
                untried = untried.or(Some((i, child)));
                continue;
            };
            // A pass never tried goes before every claim that was.
            let beaten = ucb.value(&self.tree, pass, seat).is_some_and(|passing| value > passing);
            if beaten && better.is_none() {
                better = Some((i, child));
            }
        }
        untried.or(better)
    }

    /// Fills `slots` with the children of `moves`, making those not seen yet.
    fn children_of_moves(&mut self, at: NodeId, position: &PositionOf<G>, seat: Seat) {
        if !self.tree.find(at, seat, &self.moves, &mut self.slots) {
            self.priors.clear();
            self.priors.resize(self.moves.len(), 0.0);
            self.guide.policy().prior(position, seat, &self.moves, &mut self.priors);
            self.tree.grow(at, seat, &self.moves, &self.priors, &mut self.slots);
        }
    }

    fn push(&mut self, id: NodeId) {
        self.path.push(id);
        self.made_before.push(self.made.len());
    }

    fn go(
        &mut self,
        descent: &mut Descent<'_, '_, G>,
        child: NodeId,
        seat: Seat,
        mv: MoveOf<G>,
    ) -> Step {
        if descent.params.rave.is_some() {
            self.made.push((seat, mv));
        }
        self.push(child);
        descent.at = child;
        descent.passed = NONE;
        descent.depth += 1;
        if self.tree.visits(child) == 0.0 { Step::Leaf } else { Step::Down }
    }

    fn play_out(
        &mut self,
        descent: &Descent<'_, '_, G>,
        mark: &MarkOf<G, H>,
        position: &mut PositionOf<G>,
        rng: &mut Rng,
    ) -> PerSeat<f64> {
        let guide = &mut self.guide;
        if descent.params.rave.is_none() {
            return guide.play_out(mark, position, rng, &mut self.moves);
        }
        while !guide.horizon().reached(mark, position)
            && let Some(seat) = position.turn().first()
            && let Some(mv) = guide.policy().choose(position, seat, rng, &mut self.moves)
        {
            self.made.push((seat, mv));
            position.play_unchecked(seat, mv);
        }
        guide.value().rewards(mark, position)
    }
}

/// Where an iteration is in the tree.
struct Descent<'q, 'a, G: Game> {
    question: &'q Question<'a, G>,
    params: &'q UctParams,
    /// The node whose children come next.
    at: NodeId,
    /// Its passing node, when everybody has just passed there.
    passed: NodeId,
    /// Which root move was taken; `None` before it is.
    arm: Option<usize>,
    depth: u32,
}
