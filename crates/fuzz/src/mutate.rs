//! Small damages to bytes, the same for the same random numbers.

use fuda_core::Rng;

/// Bytes that readers are often wrong about.
const TOKENS: [&[u8]; 24] = [
    b"-1",
    b"0",
    b"4294967296",
    b"18446744073709551616",
    b"1e309",
    b"NaN",
    b"\"",
    b"{",
    b"[",
    b"]",
    b"}",
    b",",
    b":",
    b"=",
    b"%",
    b"\n",
    b"\r\n",
    b"\0",
    b"\xff",
    b"\xef\xbb\xbf",
    b" ",
    b"<",
    b">",
    b"/",
];

fn below(rng: &mut Rng, n: usize) -> usize {
    if n == 0 { 0 } else { rng.below(n.min(u32::MAX as usize) as u32) as usize }
}

/// Changes an input in one to eight places; `other` is a second one to take
/// pieces from.
pub fn mutate(data: &mut Vec<u8>, other: &[u8], rng: &mut Rng, longest: usize) {
    let most = 1 << rng.below(4);
    for _ in 0..=rng.below(most) {
        let at = below(rng, data.len());
        let longest_piece = 1 << rng.below(7);
        let len = 1 + below(rng, longest_piece);
        let end = (at + len).min(data.len());
        match rng.below(10) {
            0 if !data.is_empty() => data[at] ^= 1 << rng.below(8),
            1 if !data.is_empty() => data[at] = rng.bits() as u8,
            2 => drop(data.drain(at..end)),
            3 => {
                let piece = data[at..end].to_vec();
                let to = below(rng, data.len() + 1);
                data.splice(to..to, piece);
            }
            4 => {
                let from = below(rng, other.len());
                let piece = other[from..(from + len).min(other.len())].to_vec();
                data.splice(at..end.min(at + piece.len()), piece);
            }
            5 => {
                let token = TOKENS[below(rng, TOKENS.len())];
                data.splice(at..at, token.iter().copied());
            }
            6 => digits(data, at, rng),
            7 => data.truncate(at),
            8 => {
                let to = below(rng, data.len());
                if !data.is_empty() {
                    data.swap(at, to);
                }
            }
            _ => {
                let from = below(rng, other.len());
                data.truncate(at);
                data.extend_from_slice(&other[from..]);
            }
        }
    }
    data.truncate(longest);
}

/// Another number where there is one, from `at` on.
fn digits(data: &mut Vec<u8>, at: usize, rng: &mut Rng) {
    let digit = |byte: &u8| byte.is_ascii_digit();
    let Some(start) = data[at..].iter().position(digit).map(|from| at + from) else { return };
    let end = data[start..].iter().position(|b| !digit(b)).map_or(data.len(), |to| start + to);
    let number = match rng.below(5) {
        0 => rng.below(4).to_string(),
        1 => rng.below(200).to_string(),
        2 => rng.bits().to_string(),
        3 => i32::MAX.to_string(),
        _ => format!("-{}", rng.below(30)),
    };
    data.splice(start..end, number.into_bytes());
}
