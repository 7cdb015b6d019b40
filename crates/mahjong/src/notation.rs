//! Human notation of tiles: `123m 456p 789s 1122z`.
//!
//! Digits, then the letter of their suit: `m` characters, `p` dots, `s` bamboo,
//! `z` honours (1234 the winds East South West North, 567 the dragons white,
//! green, red). `0` is a red five. Blanks may stand anywhere between groups.

use arrayvec::ArrayVec;

use crate::kinds::Counts;
use crate::tile::{Face, Kind, Suit};

/// The most tiles a written hand may have.
pub const MOST: usize = 136;

/// The tiles of a written hand, in the order written.
pub type Faces = ArrayVec<Face, MOST>;

/// What is wrong with a written hand. Places count characters from one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// A character that is neither digit, suit letter nor blank.
    #[error(
        "unexpected {found:?} at character {place}: expected a digit, one of m p s z, or a blank"
    )]
    BadCharacter {
        /// The character.
        found: char,
        /// Where, from one.
        place: usize,
    },
    /// A suit letter without digits before it.
    #[error("suit letter {letter:?} at character {place} has no digits before it")]
    NoDigits {
        /// The letter.
        letter: char,
        /// Where, from one.
        place: usize,
    },
    /// Digits without a suit letter after them.
    #[error("digits from character {place} on have no suit letter (m p s z) after them")]
    NoSuit {
        /// Where the digits begin, from one.
        place: usize,
    },
    /// A digit that the suit does not have: 0, 8 or 9 of honours.
    #[error("there is no tile {digit}z (character {place}): honours are 1 to 7")]
    NoSuchHonour {
        /// The digit.
        digit: char,
        /// Where, from one.
        place: usize,
    },
    /// More than four of a kind.
    #[error("{count} tiles of {kind}: there are only four of each")]
    TooMany {
        /// The kind.
        kind: Kind,
        /// How many there are.
        count: usize,
    },
    /// More than one red five of a suit.
    #[error("{count} red fives of suit {}: there is only one", suit.letter())]
    TooManyRed {
        /// The suit.
        suit: Suit,
        /// How many there are.
        count: usize,
    },
    /// More tiles than there are in the set.
    #[error("more than {MOST} tiles")]
    TooLong,
}

/// Reads tiles in human notation, in the order written.
///
/// No kind may come more than four times, no red five more than once.
///
/// ```
/// use fuda_mahjong::notation::{parse, write};
/// let faces = parse("123m 406p 11z")?;
/// assert_eq!(faces.len(), 8);
/// assert_eq!(write(&faces), "123m406p11z");
/// # Ok::<(), fuda_mahjong::notation::NotationError>(())
/// ```
pub fn parse(text: &str) -> Result<Faces, NotationError> {
    let mut faces = Faces::new();
    let mut digits: ArrayVec<(char, usize), MOST> = ArrayVec::new();
    for (index, found) in text.chars().enumerate() {
        let place = index + 1;
        match found {
            '0'..='9' => digits.try_push((found, place)).map_err(|_| NotationError::TooLong)?,
            'm' | 'p' | 's' | 'z' => {
                let Some(suit) = Suit::from_letter(found).filter(|_| !digits.is_empty()) else {
                    return Err(NotationError::NoDigits { letter: found, place });
                };
                for (digit, place) in digits.drain(..) {
                    let face =
                        face_of(suit, digit).ok_or(NotationError::NoSuchHonour { digit, place })?;
                    faces.try_push(face).map_err(|_| NotationError::TooLong)?;
                }
            }
            _ if found.is_whitespace() => {
                if let Some(&(_, place)) = digits.first() {
                    return Err(NotationError::NoSuit { place });
                }
            }
            _ => return Err(NotationError::BadCharacter { found, place }),
        }
    }
    if let Some(&(_, place)) = digits.first() {
        return Err(NotationError::NoSuit { place });
    }
    check_copies(faces.iter().copied())?;
    Ok(faces)
}

fn face_of(suit: Suit, digit: char) -> Option<Face> {
    let number = digit.to_digit(10)? as u8;
    let red = number == 0;
    if red && suit == Suit::Honour {
        return None;
    }
    Kind::from_suit(suit, if red { 5 } else { number }).map(|kind| Face { kind, red })
}

/// Checks that no kind comes more than four times and no red five twice.
pub fn check_copies(faces: impl IntoIterator<Item = Face>) -> Result<(), NotationError> {
    let mut counts = [0usize; 34];
    let mut reds = [0usize; 3];
    for face in faces {
        counts[face.kind.index()] += 1;
        if face.red
            && let Some(red) = reds.get_mut(face.kind.suit() as usize)
        {
            *red += 1;
        }
    }
    for kind in Kind::all() {
        let count = counts[kind.index()];
        if count > 4 {
            return Err(NotationError::TooMany { kind, count });
        }
    }
    for (suit, count) in Suit::ALL.into_iter().zip(reds) {
        if count > 1 {
            return Err(NotationError::TooManyRed { suit, count });
        }
    }
    Ok(())
}

/// Writes tiles in the order given, digits of one suit in a row sharing a letter.
pub fn write(faces: &[Face]) -> String {
    let mut text = String::with_capacity(faces.len() + 4);
    for (index, face) in faces.iter().enumerate() {
        let digit = if face.red { 0 } else { face.kind.number() };
        text.push(char::from(b'0' + digit));
        let suit = face.kind.suit();
        if faces.get(index + 1).is_none_or(|next| next.kind.suit() != suit) {
            text.push(suit.letter());
        }
    }
    text
}

/// Writes counts in order of kinds.
pub fn write_counts(counts: &Counts) -> String {
    let faces: Vec<Face> = Kind::all()
        .flat_map(|kind| std::iter::repeat_n(Face { kind, red: false }, usize::from(counts[kind])))
        .collect();
    write(&faces)
}
