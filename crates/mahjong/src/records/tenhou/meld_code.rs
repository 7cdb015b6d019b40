//! Tenhou's sixteen-bit code of a meld, the `m` of an `N` tag.
//!
//! | bits | chi (bit 2) | pon (bit 3), added kan (bit 4) | open and concealed kan |
//! |---|---|---|---|
//! | 0–1 | 3 | from whom, seats after the caller | from whom; 0: concealed |
//! | 3–8 | copies of the three tiles, two bits each | 5–6: the copy that is not in the pon | – |
//! | above | 10: (first of the run, suit × 7 + place) × 3 + called | 9: kind × 3 + called | 8: id of the called tile |

use crate::meld::From;
use crate::{Kind, Meld, MeldKind, Tile};

/// Why a number is no meld.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MeldCodeError {
    /// Bit 5: a north set aside, as three players do.
    #[error("meld code {0} sets a north aside, which only three players do")]
    ThreePlayers(u32),
    /// No tiles with these numbers.
    #[error("{0} is no meld code")]
    NoMeld(u32),
}

/// The meld of a code.
///
/// ```
/// use fuda_mahjong::records::tenhou::{decode_meld, encode_meld};
/// let pon = decode_meld(50251)?;
/// assert_eq!(pon.tiles().len(), 3);
/// assert_eq!(encode_meld(&pon), 50251);
/// # Ok::<(), fuda_mahjong::records::tenhou::MeldCodeError>(())
/// ```
pub fn decode_meld(code: u32) -> Result<Meld, MeldCodeError> {
    let bad = MeldCodeError::NoMeld(code);
    if code > 0xffff {
        return Err(bad);
    }
    let bits = |at: u32| (code >> at & 3) as u8;
    let from = From::from_steps(bits(0));
    let kind = |index: u32| u8::try_from(index).ok().and_then(Kind::new).ok_or(bad);
    if code >> 2 & 1 == 1 {
        let (place, called) = (code >> 10, (code >> 10) % 3);
        let run = place / 3;
        let first = kind(run / 7 * 9 + run % 7)?;
        let (Some(second), Some(third)) = (first.neighbour(1), first.neighbour(2)) else {
            return Err(bad);
        };
        let mut own = [first.tile(bits(3)), second.tile(bits(5)), third.tile(bits(7))];
        if from != From::Before {
            return Err(bad);
        }
        own.swap(2, called as usize);
        Meld::chi(own[2], [own[0], own[1]]).map_err(|_| bad)
    } else if code >> 3 & 3 != 0 {
        let kind = kind((code >> 9) / 3)?;
        let unused = kind.tile(bits(5));
        let mut pon: [Tile; 3] = [0, 1, 2].map(|i| kind.tile(if i < bits(5) { i } else { i + 1 }));
        pon.swap(2, (code >> 9) as usize % 3);
        let meld = Meld::pon(pon[2], [pon[0], pon[1]], from).map_err(|_| bad)?;
        match code >> 3 & 3 {
            1 => Ok(meld),
            2 => meld.with_added(unused).map_err(|_| bad),
            _ => Err(bad),
        }
    } else if code >> 5 & 1 == 1 {
        Err(MeldCodeError::ThreePlayers(code))
    } else {
        let tile = u8::try_from(code >> 8).ok().and_then(Tile::new).ok_or(bad)?;
        match from {
            From::Own => Ok(Meld::concealed_kan(tile.kind())),
            _ => Meld::open_kan(tile, from).map_err(|_| bad),
        }
    }
}

/// The code of a meld.
pub fn encode_meld(meld: &Meld) -> u32 {
    let from = u32::from(meld.from().steps());
    let called = meld.called_place() as u32;
    let base = meld.base().index() as u32;
    let tiles = meld.tiles();
    match meld.kind() {
        MeldKind::Chi => {
            let copies = (0..3).map(|i| u32::from(tiles[i].copy()) << (3 + 2 * i)).sum::<u32>();
            ((base / 9 * 7 + base % 9) * 3 + called) << 10 | copies | 1 << 2 | 3
        }
        MeldKind::Pon => {
            let unused = (0..4).find(|&c| tiles.iter().all(|t| t.copy() != c)).unwrap_or(0);
            (base * 3 + called) << 9 | u32::from(unused) << 5 | 1 << 3 | from
        }
        MeldKind::AddedKan => {
            (base * 3 + called) << 9 | u32::from(tiles[3].copy()) << 5 | 1 << 4 | from
        }
        MeldKind::OpenKan => u32::from(tiles[meld.called_place()].id()) << 8 | from,
        MeldKind::ConcealedKan => u32::from(tiles[0].id()) << 8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_refused_or_comes_back_as_the_same_meld() {
        let mut melds = 0;
        for code in 0..=0xffff {
            let Ok(meld) = decode_meld(code) else { continue };
            melds += 1;
            let again = encode_meld(&meld);
            assert_eq!(decode_meld(again), Ok(meld), "{code} {again}");
        }
        assert!(melds > 21 * 3 * 64, "{melds}");
    }

    #[test]
    fn melds_of_each_sort_have_their_code() {
        let kind = |i| Kind::of(i);
        let chi = Meld::chi(kind(3).tile(1), [kind(4).tile(0), kind(5).tile(2)]);
        let pon = Meld::pon(kind(31).tile(2), [kind(31).tile(0), kind(31).tile(3)], From::Across);
        let kans = [
            pon.and_then(|p| p.with_added(kind(31).tile(1))),
            Meld::open_kan(kind(8).tile(3), From::Next),
            Ok(Meld::concealed_kan(kind(17))),
        ];
        for meld in [chi, pon].into_iter().chain(kans) {
            let meld = meld.expect("the meld is one");
            assert_eq!(decode_meld(encode_meld(&meld)), Ok(meld));
        }
        assert_eq!(encode_meld(&Meld::concealed_kan(kind(17))), 17408);
    }

    #[test]
    fn what_only_three_players_do_is_named() {
        assert_eq!(decode_meld(30 << 10 | 1 << 5), Err(MeldCodeError::ThreePlayers(30 << 10 | 32)));
        assert_eq!(decode_meld(70000), Err(MeldCodeError::NoMeld(70000)));
        assert_eq!(decode_meld(136 << 8), Err(MeldCodeError::NoMeld(136 << 8)));
    }
}
