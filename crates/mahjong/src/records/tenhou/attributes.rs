//! Attributes of Tenhou's tags as numbers, tiles and names.

use arrayvec::ArrayVec;
use fuda_core::Seat;
use fuda_core::formats::FormatError;

use crate::records::log::Four;
use crate::records::xml::{Tag, fault, shorten};
use crate::{Meld, Tile};

use super::decode_meld;

type Read<T> = Result<T, FormatError>;

/// An attribute that the tag must have.
pub(super) fn required<'a>(tag: &Tag<'a>, name: &str) -> Read<&'a str> {
    tag.get(name).ok_or_else(|| {
        fault(tag.at, format!("`{name}` in <{}>", tag.name), "").with_got("no such attribute")
    })
}

/// A number an attribute holds.
pub(super) fn number<T: std::str::FromStr>(tag: &Tag<'_>, name: &str) -> Read<T> {
    let text = required(tag, name)?;
    text.trim().parse().map_err(|_| {
        fault(tag.at, format!("a number in its range as `{name}` of <{}>", tag.name), text)
    })
}

/// Exactly `N` numbers separated by commas.
pub(super) fn numbers<T: std::str::FromStr, const N: usize>(
    tag: &Tag<'_>,
    name: &str,
) -> Read<[T; N]> {
    let text = required(tag, name)?;
    let mut values = ArrayVec::<T, N>::new();
    let bad = || {
        let what = format!("{N} numbers in their range as `{name}` of <{}>", tag.name);
        fault(tag.at, what, text)
    };
    for part in text.split(',') {
        let value = part.trim().parse().map_err(|_| bad())?;
        values.try_push(value).map_err(|_| bad())?;
    }
    values.into_inner().map_err(|_| bad())
}

/// A seat that an attribute names.
pub(super) fn seat(tag: &Tag<'_>, name: &str) -> Read<Seat> {
    match number::<u8>(tag, name)? {
        seat @ 0..=3 => Ok(Seat(seat)),
        other => Err(fault(
            tag.at,
            format!("a seat from 0 to 3 as `{name}` of <{}>", tag.name),
            &other.to_string(),
        )),
    }
}

/// One tile.
pub(super) fn tile(tag: &Tag<'_>, name: &str) -> Read<Tile> {
    tile_of(tag, required(tag, name)?)
}

/// A tile id in a text.
pub(super) fn tile_of(tag: &Tag<'_>, text: &str) -> Read<Tile> {
    let id = match text.as_bytes() {
        digits @ ([_] | [_, _] | [_, _, _]) if digits.iter().all(u8::is_ascii_digit) => {
            digits.iter().fold(0u16, |n, d| n * 10 + u16::from(d - b'0'))
        }
        _ => u16::MAX,
    };
    u8::try_from(id)
        .ok()
        .and_then(Tile::new)
        .ok_or_else(|| fault(tag.at, format!("a tile from 0 to 135 in <{}>", tag.name), text))
}

/// A list of tiles, empty or not.
pub(super) fn tiles<const N: usize>(tag: &Tag<'_>, name: &str) -> Read<ArrayVec<Tile, N>> {
    let text = required(tag, name)?;
    let mut tiles = ArrayVec::new();
    for part in text.split(',').filter(|_| !text.is_empty()) {
        tiles.try_push(tile_of(tag, part)?).map_err(|_| {
            fault(tag.at, format!("at most {N} tiles as `{name}` of <{}>", tag.name), text)
        })?;
    }
    Ok(tiles)
}

/// A meld by its code.
pub(super) fn meld_of(tag: &Tag<'_>, text: &str) -> Read<Meld> {
    let code: u32 = text.trim().parse().map_err(|_| fault(tag.at, "the code of a meld", text))?;
    decode_meld(code)
        .map_err(|e| fault(tag.at, "the code of a meld", text).with_got(&e.to_string()))
}

/// Hundreds of points as points.
pub(super) fn hundreds(tag: &Tag<'_>, values: Four<i32>) -> Read<Four<i32>> {
    if values.iter().any(|v| !(-100_000..=100_000).contains(v)) {
        let what = format!("hundreds of points in <{}>", tag.name);
        return Err(fault(tag.at, what, &format!("{values:?}")));
    }
    Ok(values.map(|v| v * 100))
}

/// Text in which `%` and two hexadecimal digits stand for a byte.
pub(super) fn percent_decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while i < bytes.len() {
        let hex = (bytes[i] == b'%')
            .then(|| text.get(i + 1..i + 3).and_then(|h| u8::from_str_radix(h, 16).ok()))
            .flatten();
        match hex {
            Some(byte) => {
                decoded.push(byte);
                i += 3;
            }
            None => {
                decoded.push(bytes[i]);
                i += 1;
            }
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

/// Text as Tenhou writes names: letters, digits and a few signs plain, every
/// other byte as `%` and two hexadecimal digits.
pub(super) fn percent_encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.') {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

trait WithGot {
    fn with_got(self, got: &str) -> Self;
}

impl WithGot for FormatError {
    fn with_got(mut self, got: &str) -> Self {
        self.got = if got.is_empty() { shorten(got) } else { got.to_owned() };
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_survive_their_encoding() {
        for name in ["player0", "くみっきー", "100% <\"&'>", "", "%", "%4"] {
            assert_eq!(percent_decoded(&percent_encoded(name)), name);
        }
        assert_eq!(percent_decoded("%53%75%69%6B%61"), "Suika");
        assert_eq!(percent_decoded("50%é"), "50%é");
    }
}
