//! What may be done, numbered.

use crate::game::{MahjongView, Move, Stage};
use crate::kinds::KindSet;
use crate::tile::{KINDS, Kind};

/// What is done with a kind of tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum TileAction {
    /// It is discarded.
    Discard,
    /// It is discarded with riichi.
    Riichi,
    /// A kan of it is declared in turn.
    Kan,
    /// A run is called in the middle of which it stands.
    Chi,
    /// It is called for a triplet.
    Pon,
    /// It is called for a kan.
    OpenKan,
}

impl TileAction {
    /// All of them, in order.
    pub const ALL: [TileAction; 6] = [
        TileAction::Discard,
        TileAction::Riichi,
        TileAction::Kan,
        TileAction::Chi,
        TileAction::Pon,
        TileAction::OpenKan,
    ];
}

/// What may be done: a [`TileAction`] with a kind, or one of three things without.
///
/// Moves that differ only in which copy of a kind they use are one action.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Action(u8);

impl Action {
    /// How many actions there are.
    pub const COUNT: usize = TileAction::ALL.len() * KINDS + 3;
    /// A tile is let go.
    pub const PASS: Action = Action(204);
    /// A win, on a tile drawn or discarded.
    pub const WIN: Action = Action(205);
    /// The hand is broken off for nine terminals.
    pub const NINE_TERMINALS: Action = Action(206);

    /// Something done with a kind.
    pub const fn with(what: TileAction, kind: Kind) -> Action {
        Action(what as u8 * KINDS as u8 + kind.index() as u8)
    }

    /// The action of a move in a view.
    pub fn of(view: &MahjongView, mv: Move) -> Action {
        match mv {
            Move::Discard { tile, .. } => Action::with(TileAction::Discard, tile.kind),
            Move::Riichi { tile, .. } => Action::with(TileAction::Riichi, tile.kind),
            Move::ConcealedKan(kind) | Move::AddedKan(kind) => Action::with(TileAction::Kan, kind),
            Move::Chi(own) => {
                let called = match view.table.stage {
                    Stage::Claims { tile, .. } => tile.kind,
                    _ => own[0].kind,
                };
                let [low, high] = own.map(|face| face.kind);
                // Of three in a row the middle one is the median.
                Action::with(TileAction::Chi, called.clamp(low, high))
            }
            Move::Pon(own) => Action::with(TileAction::Pon, own[0].kind),
            Move::OpenKan(kind) => Action::with(TileAction::OpenKan, kind),
            Move::Pass => Action::PASS,
            Move::Ron | Move::Tsumo => Action::WIN,
            Move::NineTerminals => Action::NINE_TERMINALS,
        }
    }

    /// Its number, below [`Action::COUNT`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// What is done and with which kind, if it is done with one.
    pub fn tile_action(self) -> Option<(TileAction, Kind)> {
        let what = TileAction::ALL.get(self.index() / KINDS)?;
        Some((*what, Kind::of(self.index() % KINDS)))
    }
}

/// A set of actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Actions {
    with_tile: [KindSet; 6],
    others: u8,
}

impl Actions {
    /// How many bytes a set is written as.
    pub const BYTES: usize = Action::COUNT.div_ceil(8);

    /// The actions of moves in a view.
    pub fn of<'a>(view: &MahjongView, moves: impl IntoIterator<Item = &'a Move>) -> Actions {
        let mut actions = Actions::default();
        for &mv in moves {
            actions.insert(Action::of(view, mv));
        }
        actions
    }

    /// Adds an action.
    pub fn insert(&mut self, action: Action) {
        match action.tile_action() {
            Some((what, kind)) => self.with_tile[what as usize].insert(kind),
            None => self.others |= 1 << (action.0 - Action::PASS.0),
        }
    }

    /// The kinds with which something is done.
    pub fn kinds(&self, what: TileAction) -> KindSet {
        self.with_tile[what as usize]
    }

    /// Whether an action is among them.
    pub fn contains(&self, action: Action) -> bool {
        match action.tile_action() {
            Some((what, kind)) => self.with_tile[what as usize].contains(kind),
            None => self.others >> (action.0 - Action::PASS.0) & 1 != 0,
        }
    }

    /// Whether the action with this number is among them.
    pub fn has(&self, index: usize) -> bool {
        index < Action::COUNT && self.contains(Action(index as u8))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        let with_tile: usize = self.with_tile.iter().map(|kinds| kinds.len()).sum();
        with_tile + self.others.count_ones() as usize
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The actions, in order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = Action> + '_ {
        (0..Action::COUNT as u8).map(Action).filter(|&action| self.contains(action))
    }

    /// One bit for each action, the first the lowest of the first byte.
    pub fn to_bits(&self) -> [u8; Actions::BYTES] {
        let mut bits = [0; Actions::BYTES];
        for action in self.iter() {
            bits[action.index() / 8] |= 1 << (action.index() % 8);
        }
        bits
    }
}
