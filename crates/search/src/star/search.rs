//! Star-minimax over assumed positions.

use super::algorithm::{Kind, Star, StarTree};
use super::params::{Pruning, StarMinimax};
use crate::maxn::play_root;
use crate::question::{Clock, tighter};
use crate::{
    Belief, Horizon, MarkOf, MeanError, MoveReport, Parts, Question, Report, Search, Stop, Value,
};
use fuda_core::{Game, MoveOf, PerSeat, Position, PositionOf, Purpose, Rng, Turn, View};

impl Search for StarMinimax {
    fn search<G: Game, H: Parts<G>>(
        &self,
        question: &Question<'_, G>,
        guide: &H,
    ) -> Report<MoveOf<G>> {
        let params = self.params();
        let clock = Clock::start(tighter(params.time, question.budget.time), CLOCK_EVERY);
        let wanted = tighter(Some(u64::from(params.assumptions)), question.budget.effort);
        let assumed = (0..wanted.map_or(1, |n| n.max(1)))
            .map(|number| {
                let mut rng = question.seed.stream(Purpose::Playout, &[number]);
                let mut prepared = guide.belief().prepare(question.view, 1, &mut rng);
                let position = guide.belief().sample(question.view, &mut prepared, &mut rng);
                (guide.horizon().mark(&position, question.view.seat()), position)
            })
            .collect();
        let mut tree = Assumed {
            question,
            guide: guide.clone(),
            assumed,
            depth: params.depth,
            rng: question.seed.stream(Purpose::Playout, &[u64::MAX]),
            clock,
            timed_out: false,
            scratch: Vec::new(),
        };
        let mut moves: Vec<MoveReport<MoveOf<G>>> = Vec::with_capacity(question.legal.len());
        let mut star = Star::new(&mut tree, params.lowest, params.highest, params.pruning);
        let mut best = f64::NEG_INFINITY;
        for (i, &mv) in question.legal.iter().enumerate() {
            let before = star.nodes();
            let mean = star.value_above(&Node::After(i), best);
            let bound = params.pruning != Pruning::None && mean <= best;
            best = best.max(mean);
            let error = if bound { None } else { error(star.outcomes()) };
            let own = Some(MeanError { mean, error });
            let visits = star.nodes() - before;
            moves.push(MoveReport { mv, visits, own, seats: PerSeat::new(), bound });
        }
        let (nodes, leaves, depth) = (star.nodes(), star.leaves(), star.deepest());
        let mean = |m: &MoveReport<MoveOf<G>>| m.own.map_or(f64::NEG_INFINITY, |v| v.mean);
        // Of two equal values the exact one goes before the bound.
        moves.sort_by(|a, b| mean(b).total_cmp(&mean(a)).then(a.bound.cmp(&b.bound)));
        Report {
            seat: question.view.seat(),
            moves,
            playouts: leaves,
            nodes,
            depth,
            time: tree.clock.elapsed(),
            stop: if tree.timed_out { Stop::Time } else { Stop::Complete },
        }
    }
}

/// The clock is looked at once in so many nodes.
const CLOCK_EVERY: u32 = 64;

/// The standard error of the mean of some values.
fn error(values: &[f64]) -> Option<f64> {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|v| (v - mean).powi(2)).sum();
    (values.len() > 1).then(|| (squares / (n - 1.0) / n).sqrt())
}

/// The tree below the root: which assumption, then move after move.
struct Assumed<'q, 'a, G: Game, H: Parts<G>> {
    question: &'q Question<'a, G>,
    guide: H,
    assumed: Vec<(MarkOf<G, H>, PositionOf<G>)>,
    depth: u32,
    rng: Rng,
    clock: Clock,
    timed_out: bool,
    scratch: Vec<MoveOf<G>>,
}

enum Node<G: Game, M> {
    /// After a root move, before it is known which assumption is true.
    After(usize),
    /// A position, with the mark of its root and its distance from there.
    At(M, PositionOf<G>, u32),
}

impl<G: Game, H: Parts<G>> StarTree for Assumed<'_, '_, G, H> {
    type Node = Node<G, MarkOf<G, H>>;

    fn kind(&mut self, node: &Self::Node) -> Kind {
        let Node::At(mark, position, depth) = node else {
            return Kind::Chance;
        };
        self.timed_out = self.timed_out || self.clock.is_over();
        let ends = *depth >= self.depth || self.timed_out;
        match position.turn().first() {
            Some(seat) if !ends && !self.guide.horizon().reached(mark, position) => {
                if seat == self.question.view.seat() { Kind::Max } else { Kind::Min }
            }
            _ => Kind::Leaf,
        }
    }

    fn children(&mut self, node: &Self::Node, children: &mut Vec<(f64, Self::Node)>) {
        match node {
            Node::After(i) => {
                let even = 1.0 / self.assumed.len() as f64;
                for (mark, position) in &self.assumed {
                    let mut next = position.clone();
                    let (seat, mv) = (self.question.view.seat(), self.question.legal[*i]);
                    play_root::<G>(&mut next, seat, mv, &mut self.scratch);
                    children.push((even, Node::At(*mark, next, 1)));
                }
            }
            Node::At(mark, position, depth) => {
                let Some(seat) = position.turn().first() else {
                    return;
                };
                position.legal_moves(seat, &mut self.scratch);
                for &mv in &self.scratch {
                    let mut next = position.clone();
                    next.play_unchecked(seat, mv);
                    children.push((1.0, Node::At(*mark, next, depth + 1)));
                }
            }
        }
    }

    fn leaf(&mut self, node: &Self::Node) -> f64 {
        let Node::At(mark, position, _) = node else {
            return 0.0;
        };
        let rewards =
            if position.turn() == Turn::Over || self.guide.horizon().reached(mark, position) {
                self.guide.value().rewards(mark, position)
            } else {
                self.guide.evaluate(mark, position, &mut self.rng, &mut self.scratch)
            };
        rewards.get(self.question.view.seat().index()).copied().unwrap_or(0.0)
    }
}
