//! The policy network of mahjong: a view in, a share for every move out.

use fuda_core::Observation;
use fuda_learn::{PolicyLayout, PolicyNetwork, PolicyScratch};
use fuda_mahjong::encode::planes::{self, Action, Actions, Planes};
use fuda_mahjong::{MahjongView, Move};
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// The network that is shipped; `models/README.md` says how it was made.
const SHIPPED: &[u8] = include_bytes!("../../../../../models/mahjong-net.safetensors");

/// What the network's inputs look like.
pub const LAYOUT: PolicyLayout = PolicyLayout {
    inputs: planes::NAME,
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
pub fn shipped() -> Result<Arc<PolicyNetwork>, String> {
    static READ: OnceLock<Result<Arc<PolicyNetwork>, String>> = OnceLock::new();
    READ.get_or_init(|| read(SHIPPED)).clone()
}

/// The network of a file.
pub fn from_file(path: &Path) -> Result<Arc<PolicyNetwork>, String> {
    let named = |e: String| format!("{}: {e}", path.display());
    let bytes = std::fs::read(path).map_err(|e| named(e.to_string()))?;
    read(&bytes).map_err(named)
}

fn read(bytes: &[u8]) -> Result<Arc<PolicyNetwork>, String> {
    let (network, _) = PolicyNetwork::from_bytes(bytes, &LAYOUT).map_err(|e| e.to_string())?;
    Ok(Arc::new(network))
}

/// A network with room to work in.
#[derive(Clone, Debug)]
pub struct Adviser {
    network: Arc<PolicyNetwork>,
    scratch: PolicyScratch,
    inputs: Box<[u8]>,
    shares: Box<[f32]>,
}

impl Adviser {
    /// Asks this network.
    pub fn new(network: Arc<PolicyNetwork>) -> Adviser {
        Adviser {
            scratch: network.scratch(),
            inputs: vec![0; Planes::LEN].into_boxed_slice(),
            shares: vec![0.0; Action::COUNT].into_boxed_slice(),
            network,
        }
    }

    /// How likely each action is that some of the moves make; 0 for all
    /// others. Allocates nothing.
    pub fn ask(&mut self, view: &MahjongView, legal: &[Move]) -> Shares<'_> {
        Planes.observe(view, legal, &mut self.inputs);
        let actions = Actions::of(view, legal);
        let allowed = |index: usize| actions.has(index);
        let Adviser { network, scratch, inputs, shares } = self;
        network.shares(inputs, allowed, scratch, shares);
        Shares { shares: &self.shares }
    }
}

/// How likely each action is.
#[derive(Clone, Copy, Debug)]
pub struct Shares<'a> {
    shares: &'a [f32],
}

impl Shares<'_> {
    /// How likely an action is.
    pub fn of(&self, action: Action) -> f64 {
        f64::from(self.shares[action.index()])
    }
}
