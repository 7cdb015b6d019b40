//! Chunks of results as compact bytes for the store.
//!
//! Whole numbers are varints (7 bits a byte, low bits first). A score that is
//! a whole number takes one or two bytes, any other nine.

use crate::drive::FaultKind;
use crate::plan::Shape;
use crate::results::{Chunk, Clocked, FaultNote, LONGEST_MESSAGE};

/// Scores beyond this are written in full.
const LARGEST_SHORT: f64 = (1u64 << 40) as f64;

/// Writes a chunk; its range is kept beside the bytes, not in them.
pub(crate) fn encode(chunk: &Chunk, shape: &Shape) -> Vec<u8> {
    let kinds = shape.entrants;
    let mut out = Vec::with_capacity(chunk.scores.len() * 2 + chunk.moves.len() * 3 + 64);
    for block in 0..chunk.blocks as usize {
        for &score in &chunk.scores[block * shape.scores()..][..shape.scores()] {
            put_score(&mut out, score);
        }
        for kind in block * kinds..(block + 1) * kinds {
            put(&mut out, chunk.moves[kind]);
            put(&mut out, chunk.effort[kind]);
        }
    }
    put(&mut out, chunk.faults.len() as u64);
    for fault in &chunk.faults {
        put(&mut out, fault.block - chunk.first);
        put(&mut out, u64::from(fault.game));
        put(&mut out, u64::from(fault.chair));
        put(&mut out, fault.kind as u64);
        put(&mut out, fault.message.len() as u64);
        out.extend(fault.message.as_bytes());
    }
    for clocked in &chunk.clocked {
        put(&mut out, clocked.moves);
        put(&mut out, clocked.nanos);
        put(&mut out, clocked.slowest);
    }
    out
}

/// Reads a chunk back; `None` when the bytes are not one of this shape.
pub(crate) fn decode(bytes: &[u8], first: u64, blocks: u64, shape: &Shape) -> Option<Chunk> {
    // Every score and count takes at least a byte: a number of blocks that
    // cannot be true is noticed before any memory is asked for.
    let each = (shape.scores() + 2 * shape.entrants) as u64;
    if blocks.checked_mul(each)? > bytes.len() as u64 {
        return None;
    }
    let mut input = bytes;
    let mut chunk = Chunk { first, blocks, ..Chunk::default() };
    chunk.scores.reserve_exact(blocks as usize * shape.scores());
    for _ in 0..blocks {
        for _ in 0..shape.scores() {
            chunk.scores.push(take_score(&mut input)?);
        }
        for _ in 0..shape.entrants {
            chunk.moves.push(take(&mut input)?);
            chunk.effort.push(take(&mut input)?);
        }
    }
    for _ in 0..take(&mut input)? {
        chunk.faults.push(take_fault(&mut input, first, blocks, shape)?);
    }
    for _ in 0..shape.entrants {
        let (moves, nanos) = (take(&mut input)?, take(&mut input)?);
        chunk.clocked.push(Clocked { moves, nanos, slowest: take(&mut input)? });
    }
    input.is_empty().then_some(chunk)
}

fn take_fault(input: &mut &[u8], first: u64, blocks: u64, shape: &Shape) -> Option<FaultNote> {
    let block = first + take(input).filter(|b| *b < blocks)?;
    let game = take(input).filter(|g| *g < shape.games() as u64)? as u32;
    let chair = take(input).filter(|c| *c < shape.seats as u64)? as u8;
    let kind = *FaultKind::ALL.get(usize::try_from(take(input)?).ok()?)?;
    let length = usize::try_from(take(input)?).ok().filter(|l| *l <= LONGEST_MESSAGE)?;
    let (text, rest) = input.split_at_checked(length)?;
    *input = rest;
    let message = std::str::from_utf8(text).ok()?.to_owned();
    Some(FaultNote { block, game, chair, kind, message })
}

fn put(out: &mut Vec<u8>, mut n: u64) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

fn take(input: &mut &[u8]) -> Option<u64> {
    let mut n = 0u64;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = input.split_first()?;
        *input = rest;
        let bits = u64::from(byte & 0x7f);
        if shift == 63 && bits > 1 {
            return None;
        }
        n |= bits << shift;
        if byte < 0x80 {
            return Some(n);
        }
    }
    None
}

/// Twice the zigzagged whole number, or 1 and the eight bytes of the score.
fn put_score(out: &mut Vec<u8>, score: f64) {
    let whole = score as i64;
    let exact = (whole as f64).to_bits() == score.to_bits();
    if exact && score.abs() < LARGEST_SHORT {
        put(out, (((whole << 1) ^ (whole >> 63)) as u64) << 1);
    } else {
        out.push(1);
        out.extend(score.to_le_bytes());
    }
}

fn take_score(input: &mut &[u8]) -> Option<f64> {
    let n = take(input)?;
    if n & 1 == 0 {
        let zigzag = n >> 1;
        return Some(((zigzag >> 1) as i64 ^ -((zigzag & 1) as i64)) as f64);
    }
    let (bytes, rest) = input.split_first_chunk::<8>()?;
    *input = rest;
    Some(f64::from_le_bytes(*bytes)).filter(|score| n == 1 && score.is_finite())
}

/// A 64-bit checksum of bytes (FNV-1a, then mixed): it is there to notice
/// damage, not malice.
pub(crate) fn checksum(parts: &[&[u8]]) -> i64 {
    let mut h = 0xcbf2_9ce4_8422_2325u64;
    for part in parts {
        for &byte in *part {
            h = (h ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        h = (h ^ part.len() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        h ^= h >> 29;
    }
    h as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shape() -> Shape {
        let seatings = vec![[0, 1].into_iter().collect(), [1, 0].into_iter().collect()];
        Shape { entrants: 2, seats: 2, seatings, series: 1 }
    }

    fn chunk() -> impl Strategy<Value = Chunk> {
        let score = prop_oneof![
            (-70i32..70).prop_map(f64::from),
            any::<f64>().prop_filter("finite", |s| s.is_finite()),
        ];
        let fault = (0u64..8, 0u32..2, 0u8..2, 0usize..4, ".{0,30}");
        let clocked = prop::collection::vec((any::<u64>(), any::<u64>(), any::<u64>()), 2);
        (0u64..1000, 1u64..8, prop::collection::vec(fault, 0..4), clocked).prop_flat_map(
            move |(first, blocks, faults, clocked)| {
                let n = blocks as usize;
                let counts = prop::collection::vec(any::<u64>(), 2 * n);
                (prop::collection::vec(score.clone(), 4 * n), counts.clone(), counts).prop_map(
                    move |(scores, moves, effort)| Chunk {
                        first,
                        blocks,
                        scores,
                        moves,
                        effort,
                        faults: faults
                            .iter()
                            .map(|(block, game, chair, kind, message)| FaultNote {
                                block: first + block % blocks,
                                game: *game,
                                chair: *chair,
                                kind: FaultKind::ALL[*kind],
                                message: message.clone(),
                            })
                            .collect(),
                        clocked: clocked
                            .iter()
                            .map(|&(moves, nanos, slowest)| Clocked { moves, nanos, slowest })
                            .collect(),
                    },
                )
            },
        )
    }

    proptest! {
        #[test]
        fn chunks_come_back(chunk in chunk()) {
            let bytes = encode(&chunk, &shape());
            let back = decode(&bytes, chunk.first, chunk.blocks, &shape()).unwrap();
            let bits = |c: &Chunk| c.scores.iter().map(|s| s.to_bits()).collect::<Vec<_>>();
            prop_assert_eq!(bits(&back), bits(&chunk));
            prop_assert_eq!(back, chunk);
        }

        #[test]
        fn any_bytes_are_read_or_refused(
            bytes in prop::collection::vec(any::<u8>(), 0..200),
            first in any::<u32>(),
            blocks in any::<u64>(),
        ) {
            let _ = decode(&bytes, u64::from(first), blocks, &shape());
            let _ = decode(&bytes, u64::from(first), blocks % 9, &shape());
        }

        #[test]
        fn a_cut_chunk_is_refused(chunk in chunk(), cut in any::<prop::sample::Index>()) {
            let bytes = encode(&chunk, &shape());
            let cut = cut.index(bytes.len());
            prop_assert_eq!(decode(&bytes[..cut], chunk.first, chunk.blocks, &shape()), None);
        }
    }

    #[test]
    fn checksums_notice_every_single_flip() {
        let bytes: Vec<u8> = (0..200).collect();
        let right = checksum(&[&bytes]);
        for bit in 0..bytes.len() * 8 {
            let mut wrong = bytes.clone();
            wrong[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(checksum(&[&wrong]), right);
        }
        assert_ne!(checksum(&[b"ab", b"c"]), checksum(&[b"a", b"bc"]));
    }
}
