//! The policy network of mahjong: a view in, a probability for every move out.

use crate::models::{self, NamedModel};
use fuda_core::{Game, Observation};
use fuda_learn::{Kind, Needs, PolicyLayout, PolicyScratch, TokenNetwork};
use fuda_mahjong::encode::planes::{self, Action, Actions, Planes};
use fuda_mahjong::{Mahjong, MahjongView, Move};
use std::sync::{Arc, OnceLock};

/// The network that is shipped; `models/README.md` says how it was made.
const SHIPPED: &[u8] = fuda_models::MAHJONG_NET;

/// What the network's inputs look like.
pub const LAYOUT: PolicyLayout = PolicyLayout {
    kinds: 34,
    beside: &BESIDE,
    planes: planes::PLANES,
    general: planes::GENERAL,
    players: 4,
    per_player: planes::PER_PLAYER,
    one: planes::ONE,
    deeds: 6,
    others: 3,
};

/// The kinds beside each kind of a suit: one below, one above, two, two.
const BESIDE: [[Option<u8>; 4]; 27] = {
    let mut beside = [[None; 4]; 27];
    let mut kind = 0u8;
    while kind < 27 {
        let (number, row) = (kind % 9, &mut beside[kind as usize]);
        if number >= 1 {
            row[0] = Some(kind - 1);
        }
        if number < 8 {
            row[1] = Some(kind + 1);
        }
        if number >= 2 {
            row[2] = Some(kind - 2);
        }
        if number < 7 {
            row[3] = Some(kind + 2);
        }
        kind += 1;
    }
    beside
};

/// The network that is shipped, read once.
pub fn shipped() -> Result<Arc<TokenNetwork>, String> {
    static READ: OnceLock<Result<Arc<TokenNetwork>, String>> = OnceLock::new();
    READ.get_or_init(|| network(None)).clone()
}

/// The network of a file, or the one that is shipped.
pub(super) fn network(model: Option<&NamedModel>) -> Result<Arc<TokenNetwork>, String> {
    let needs = Needs {
        by: "net",
        kind: Kind::TileTransformer,
        game: Mahjong::NAME,
        encoders: &[planes::NAME],
        rules: None,
    };
    let file = models::model(model, SHIPPED, &needs);
    let network = file.and_then(|file| TokenNetwork::from_file(&file, &LAYOUT));
    network.map(Arc::new).map_err(|e| e.to_string())
}

/// A network with room to work in.
#[derive(Clone, Debug)]
pub struct Adviser {
    network: Arc<TokenNetwork>,
    scratch: PolicyScratch,
    inputs: Box<[u8]>,
    probabilities: Box<[f32]>,
}

impl Adviser {
    /// Asks this network.
    pub fn new(network: Arc<TokenNetwork>) -> Adviser {
        Adviser {
            scratch: network.scratch(),
            inputs: vec![0; Planes::LEN].into_boxed_slice(),
            probabilities: vec![0.0; Action::COUNT].into_boxed_slice(),
            network,
        }
    }

    /// How likely each action is that some of the moves make; 0 for all
    /// others. Allocates nothing.
    pub fn ask(&mut self, view: &MahjongView, legal: &[Move]) -> Probabilities<'_> {
        Planes.observe(view, legal, &mut self.inputs);
        let actions = Actions::of(view, legal);
        let allowed = |index: usize| actions.has(index);
        let Adviser { network, scratch, inputs, probabilities } = self;
        network.probabilities(inputs, allowed, scratch, probabilities);
        Probabilities { probabilities: &self.probabilities }
    }
}

/// How likely each action is.
#[derive(Clone, Copy, Debug)]
pub struct Probabilities<'a> {
    probabilities: &'a [f32],
}

impl Probabilities<'_> {
    /// How likely an action is.
    pub fn of(&self, action: Action) -> f64 {
        f64::from(self.probabilities[action.index()])
    }
}
