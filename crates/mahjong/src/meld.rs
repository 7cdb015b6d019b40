//! Melds: called runs and triplets, and kans.

use crate::kinds::KindSet;
use crate::tile::{Kind, Tile};

/// What sort of meld it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum MeldKind {
    /// A run, its third tile called from the player before.
    Chi,
    /// A triplet, its third tile called.
    Pon,
    /// An open kan, its fourth tile called (daiminkan).
    OpenKan,
    /// A pon made a kan by its fourth tile (kakan).
    AddedKan,
    /// A kan of four tiles of one's own (ankan).
    ConcealedKan,
}

/// Whom a tile was called from, seen from the caller in turn order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum From {
    /// Nobody: a concealed kan.
    Own,
    /// The next player (shimocha, on the right).
    Next,
    /// The player across (toimen).
    Across,
    /// The player before (kamicha, on the left).
    Before,
}

impl From {
    /// From the number of seats after the caller, 0 to 3 (taken modulo 4).
    pub const fn from_steps(steps: u8) -> From {
        match steps % 4 {
            0 => From::Own,
            1 => From::Next,
            2 => From::Across,
            _ => From::Before,
        }
    }

    /// The number of seats after the caller.
    pub const fn steps(self) -> u8 {
        self as u8
    }
}

/// One meld: three or four tiles, which of them was called, and from whom.
///
/// Tiles are kept sorted by id, except that the tile added to a pon is the
/// last of the four, so that the pon can still be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Meld {
    kind: MeldKind,
    from: From,
    called: u8,
    tiles: [Tile; 4],
}

/// Why tiles make no meld.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MeldError {
    /// Three tiles that are no run.
    #[error("the tiles are no run of three in one suit")]
    NotARun,
    /// Tiles of different kinds where one kind is wanted, or one tile twice.
    #[error("the tiles are not different copies of one kind")]
    NotOneKind,
    /// A chi from somebody else than the player before, or an open meld from
    /// nobody.
    #[error("the meld cannot come from that player")]
    WrongSource,
}

impl Meld {
    /// A chi of the `called` tile with two `own` tiles.
    pub fn chi(called: Tile, own: [Tile; 2]) -> Result<Meld, MeldError> {
        let mut tiles = [called, own[0], own[1]];
        tiles.sort_unstable();
        let first = tiles[0].kind();
        if !first.starts_run()
            || first.neighbour(1) != Some(tiles[1].kind())
            || first.neighbour(2) != Some(tiles[2].kind())
        {
            return Err(MeldError::NotARun);
        }
        Ok(Meld::sorted(
            MeldKind::Chi,
            From::Before,
            called,
            [tiles[0], tiles[1], tiles[2], tiles[2]],
        ))
    }

    /// A pon of the `called` tile with two `own` tiles.
    pub fn pon(called: Tile, own: [Tile; 2], from: From) -> Result<Meld, MeldError> {
        let mut tiles = [called, own[0], own[1]];
        tiles.sort_unstable();
        if !same_kind(&tiles) {
            return Err(MeldError::NotOneKind);
        }
        if from == From::Own {
            return Err(MeldError::WrongSource);
        }
        Ok(Meld::sorted(MeldKind::Pon, from, called, [tiles[0], tiles[1], tiles[2], tiles[2]]))
    }

    /// An open kan of the `called` tile with the three other copies.
    pub fn open_kan(called: Tile, from: From) -> Result<Meld, MeldError> {
        if from == From::Own {
            return Err(MeldError::WrongSource);
        }
        Ok(Meld::sorted(MeldKind::OpenKan, from, called, all_copies(called.kind())))
    }

    /// A concealed kan of the four tiles of a kind.
    pub fn concealed_kan(kind: Kind) -> Meld {
        Meld::sorted(MeldKind::ConcealedKan, From::Own, kind.tile(0), all_copies(kind))
    }

    /// The kan that this pon becomes when its fourth tile is added.
    pub fn with_added(&self, added: Tile) -> Result<Meld, MeldError> {
        if self.kind != MeldKind::Pon
            || added.kind() != self.tiles[0].kind()
            || self.tiles[..3].contains(&added)
        {
            return Err(MeldError::NotOneKind);
        }
        let mut kan = *self;
        kan.kind = MeldKind::AddedKan;
        kan.tiles[3] = added;
        Ok(kan)
    }

    fn sorted(kind: MeldKind, from: From, called: Tile, tiles: [Tile; 4]) -> Meld {
        let called = tiles.iter().position(|&tile| tile == called).unwrap_or(0) as u8;
        Meld { kind, from, called, tiles }
    }

    /// What sort of meld it is.
    #[inline]
    pub const fn kind(&self) -> MeldKind {
        self.kind
    }

    /// Whom the called tile came from.
    #[inline]
    pub const fn from(&self) -> From {
        self.from
    }

    /// The tiles, three or four; see the type for their order.
    #[inline]
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles[..if self.is_kan() { 4 } else { 3 }]
    }

    /// The tile called, if any was.
    #[inline]
    pub fn called(&self) -> Option<Tile> {
        self.is_open().then(|| self.tiles[usize::from(self.called)])
    }

    /// Place of the called tile among [`Meld::tiles`]; 0 for a concealed kan.
    #[inline]
    pub const fn called_place(&self) -> usize {
        self.called as usize
    }

    /// The tile added to a pon, if this is an added kan.
    #[inline]
    pub fn added(&self) -> Option<Tile> {
        (self.kind == MeldKind::AddedKan).then_some(self.tiles[3])
    }

    /// The lowest kind in the meld: the kind of a triplet or kan, the first of a
    /// run.
    #[inline]
    pub const fn base(&self) -> Kind {
        self.tiles[0].kind()
    }

    /// Whether it is a kan of any sort.
    #[inline]
    pub const fn is_kan(&self) -> bool {
        matches!(self.kind, MeldKind::OpenKan | MeldKind::AddedKan | MeldKind::ConcealedKan)
    }

    /// Whether it opens the hand: everything but a concealed kan.
    #[inline]
    pub const fn is_open(&self) -> bool {
        !matches!(self.kind, MeldKind::ConcealedKan)
    }

    /// Whether it is a run.
    #[inline]
    pub const fn is_run(&self) -> bool {
        matches!(self.kind, MeldKind::Chi)
    }

    /// The kinds in the meld.
    #[inline]
    pub const fn kinds(&self) -> KindSet {
        let base = 1u64 << self.base().index();
        KindSet::from_bits(if self.is_run() { base * 7 } else { base })
    }
}

fn all_copies(kind: Kind) -> [Tile; 4] {
    [kind.tile(0), kind.tile(1), kind.tile(2), kind.tile(3)]
}

fn same_kind(tiles: &[Tile; 3]) -> bool {
    let kind = tiles[0].kind();
    tiles.iter().all(|tile| tile.kind() == kind) && tiles.windows(2).all(|pair| pair[0] != pair[1])
}
