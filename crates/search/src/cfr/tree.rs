//! The game written out.

use fuda_core::{
    Ask, BadText, Budget, Game, MoveOf, Player, PlayerError, Position, PositionOf, Purpose, Seat,
    Seed, Turn, ViewOf,
};
use std::collections::HashMap;
use thiserror::Error;

/// Why a game cannot be written out.
#[derive(Debug, Error)]
pub enum TreeError {
    /// The game's deals cannot be listed.
    #[error(transparent)]
    Deals(#[from] BadText),
    /// There are too many positions.
    #[error("the game has more than {0} positions")]
    TooLarge(usize),
    /// It is not a game for two in which seats decide one after the other.
    #[error(
        "only games of two seats that move in turn, with points that add up to 0, can be solved"
    )]
    Unfit,
    /// A player whose strategy was asked for gave no answer.
    #[error("the player gave no legal move: {0}")]
    Player(#[from] PlayerError),
}

/// All positions a seat cannot tell apart, and what it may do in them.
#[derive(Clone, Debug)]
pub struct InformationSet<G: Game> {
    /// Whose decision it is.
    pub seat: Seat,
    /// What the seat sees.
    pub view: ViewOf<G>,
    /// The legal moves.
    pub moves: Vec<MoveOf<G>>,
}

/// The probability of each legal move in each information set.
#[derive(Clone, PartialEq, Debug)]
pub struct Strategy(pub Vec<Vec<f64>>);

/// A position: over, or somebody's decision.
pub(super) enum Node {
    /// The points of seat 0.
    End(f64),
    /// The information set and where each move leads.
    Choice { set: usize, children: Vec<usize> },
}

/// A game for two written out: every deal, every sequence of moves.
pub struct GameTree<G: Game> {
    /// Children stand before their parents.
    pub(super) nodes: Vec<Node>,
    /// The first position of each deal, with its probability.
    pub(super) roots: Vec<(usize, f64)>,
    pub(super) sets: Vec<InformationSet<G>>,
    /// How many decisions lie before a set's positions.
    pub(super) depth: Vec<usize>,
    /// The number of each set by what is seen in it.
    numbers: HashMap<String, usize>,
}

impl<G: Game> GameTree<G> {
    /// Writes a game out over all its deals; at most `most` positions.
    pub fn new(game: &G, most: usize) -> Result<GameTree<G>, TreeError> {
        if game.seats() != 2 || game.score_sum() != Some(0.0) {
            return Err(TreeError::Unfit);
        }
        let deals = game.deals(most)?;
        let mut tree = GameTree {
            nodes: Vec::new(),
            roots: Vec::with_capacity(deals.len()),
            sets: Vec::new(),
            depth: Vec::new(),
            numbers: HashMap::new(),
        };
        for deal in &deals {
            let root = tree.write(game.start(deal)?, 0, most)?;
            tree.roots.push((root, 1.0 / deals.len() as f64));
        }
        Ok(tree)
    }

    /// The information sets; strategies are in their order.
    pub fn sets(&self) -> &[InformationSet<G>] {
        &self.sets
    }

    /// The number of the information set in which this is seen.
    pub fn set_of(&self, view: &ViewOf<G>) -> Option<usize> {
        self.numbers.get(&seen(view)).copied()
    }

    /// How many deals there are.
    pub fn deals(&self) -> usize {
        self.roots.len()
    }

    /// How many positions there are.
    pub fn positions(&self) -> usize {
        self.nodes.len()
    }

    /// Every legal move equally likely.
    pub fn even(&self) -> Strategy {
        let even = |set: &InformationSet<G>| vec![1.0 / set.moves.len() as f64; set.moves.len()];
        Strategy(self.sets.iter().map(even).collect())
    }

    /// What a player does, where it can report its policy itself.
    pub fn policy_of(&self, player: &mut dyn Player<G>) -> Option<Strategy> {
        let policy = |set: &InformationSet<G>| {
            player.begin(set.seat);
            player.probabilities(&set.view, &set.moves)
        };
        self.sets.iter().map(policy).collect::<Option<_>>().map(Strategy)
    }

    /// What a player does, by asking it `times` times in each information
    /// set, with random numbers of its own each time.
    pub fn strategy_of(
        &self,
        player: &mut dyn Player<G>,
        times: u32,
        seed: Seed,
    ) -> Result<Strategy, TreeError> {
        let mut all = Vec::with_capacity(self.sets.len());
        for (number, set) in self.sets.iter().enumerate() {
            let mut row = vec![0.0; set.moves.len()];
            for time in 0..times.max(1) {
                let mut rng = seed.stream(Purpose::Player, &[number as u64, time.into()]);
                player.begin(set.seat);
                let ask = Ask {
                    view: &set.view,
                    legal: &set.moves,
                    budget: Budget::default(),
                    rng: &mut rng,
                };
                let mv = player.choose(ask)?.mv;
                let Some(at) = set.moves.iter().position(|m| *m == mv) else {
                    return Err(PlayerError(format!("{mv} is not legal")).into());
                };
                row[at] += 1.0 / f64::from(times.max(1));
            }
            all.push(row);
        }
        Ok(Strategy(all))
    }

    /// Writes out what follows a position; gives the number of its node.
    fn write(
        &mut self,
        position: PositionOf<G>,
        depth: usize,
        most: usize,
    ) -> Result<usize, TreeError> {
        if self.nodes.len() >= most {
            return Err(TreeError::TooLarge(most));
        }
        let node = match position.turn() {
            Turn::Over => {
                let scores = position.scores().unwrap_or_default();
                Node::End(scores.first().copied().unwrap_or(0.0))
            }
            Turn::Seat(seat) => {
                let view = position.view(seat);
                let set = self.set(seat, view, &position, depth);
                let moves = self.sets[set].moves.clone();
                let mut children = Vec::with_capacity(moves.len());
                for mv in moves {
                    let mut next = position.clone();
                    next.play_unchecked(seat, mv);
                    children.push(self.write(next, depth + 1, most)?);
                }
                Node::Choice { set, children }
            }
            _ => return Err(TreeError::Unfit),
        };
        self.nodes.push(node);
        Ok(self.nodes.len() - 1)
    }

    fn set(
        &mut self,
        seat: Seat,
        view: ViewOf<G>,
        position: &PositionOf<G>,
        depth: usize,
    ) -> usize {
        let key = seen(&view);
        if let Some(number) = self.numbers.get(&key) {
            return *number;
        }
        let mut moves = Vec::new();
        position.legal_moves(seat, &mut moves);
        self.sets.push(InformationSet { seat, view, moves });
        self.depth.push(depth);
        let number = self.sets.len() - 1;
        self.numbers.insert(key, number);
        number
    }
}

/// Views need not be hashable; what they show is.
fn seen<V: std::fmt::Debug>(view: &V) -> String {
    format!("{view:?}")
}
