//! What a seat does not see, for a critic in training.

use crate::game::{Mahjong, MahjongPosition, Wall};
use crate::tile::{Face, KINDS, Tile};
use fuda_core::{PrivilegedInputs, Seat};

/// How many draws to come are shown.
const DRAWS: usize = 24;
/// Planes of each of the others: tiles held, reds held, waits.
const EACH: usize = 3;
/// The byte that stands for 1: four of a kind.
const ONE: u8 = 4;

/// Planes over the 34 kinds: for each of the others, in turn order, how many
/// tiles of a kind it holds, whether a red one, and what it waits for; the next
/// 24 draws from the live wall one after the other; how many ura indicators lie
/// under those that are turned over.
#[derive(Clone, Copy, Debug, Default)]
pub struct HiddenTiles;

impl PrivilegedInputs<Mahjong> for HiddenTiles {
    fn name(&self) -> &str {
        "mahjong-hidden-1"
    }

    fn about(&self) -> &str {
        "the others' tiles and waits, the next 24 draws, the ura indicators"
    }

    fn len(&self) -> usize {
        KINDS * (3 * EACH + DRAWS + 1)
    }

    fn one(&self) -> u8 {
        ONE
    }

    fn fill(&self, truth: &MahjongPosition, seat: Seat, out: &mut [u8]) {
        out.fill(0);
        let mut planes = out.chunks_exact_mut(KINDS);
        for step in 1..4 {
            let other = seat.after(step, 4);
            let (hand, waits) = (truth.hand(other), truth.waits(other));
            if let Some(held) = planes.next() {
                held.copy_from_slice(hand.counts().as_array());
            }
            if let Some(reds) = planes.next() {
                let red = hand.faces().filter(|face: &Face| face.red);
                red.for_each(|face| reds[face.kind.index()] = ONE);
            }
            if let Some(plane) = planes.next() {
                waits.into_iter().for_each(|kind| plane[kind.index()] = ONE);
            }
        }
        let (tiles, table) = (truth.wall().tiles(), truth.table());
        let kind = |tile: Tile| tile.kind().index();
        // Draws come from the high end of what is left of the live wall.
        let first = Wall::DEAD + usize::from(table.kans);
        let live = &tiles[first..first + usize::from(table.live)];
        for (tile, plane) in live.iter().rev().zip(planes.by_ref().take(DRAWS)) {
            plane[kind(*tile)] = ONE;
        }
        let ura = &mut out[KINDS * (3 * EACH + DRAWS)..];
        for number in 0..table.indicators.len() {
            ura[kind(tiles[Wall::FIRST_INDICATOR - 1 + 2 * number])] += ONE;
        }
    }
}
