//! Questions about hands in JSON, one line each, and their answers.
//!
//! [`score_line`] and [`shanten_line`] never fail: what is wrong with a line
//! becomes the answer `{"error": "…"}`.
//!
//! ```
//! use fuda_mahjong::ask::{score_line, shanten_line};
//! assert_eq!(
//!     shanten_line(r#"{"hand":"123m 456p 789s 1122z 3z"}"#),
//!     r#"{"shanten":0,"normal":0,"seven_pairs":4,"orphans":7}"#
//! );
//! let answer = score_line(
//!     r#"{"hand":"345m40677p67s","win":"8s","melds":[{"kind":"chi","tiles":"340m"}],"tsumo":true}"#,
//! );
//! assert!(answer.contains(r#""han":3,"fu":30,"yakuman":0"#), "{answer}");
//! assert_eq!(
//!     shanten_line(r#"{"hand":"11111m"}"#),
//!     r#"{"error":"hand: 5 tiles of 1m: there are only four of each"}"#
//! );
//! ```

mod score;
mod shanten;

pub use score::{MeldQuestion, Payments, ScoreAnswer, ScoreQuestion, YakuAnswer};
pub use shanten::{ShantenAnswer, ShantenQuestion};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::meld::MeldError;
use crate::notation::NotationError;
use crate::score::NoWin;
use crate::tile::Kind;

/// What is wrong with a question.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AskError {
    /// No JSON, or not of the shape wanted.
    #[error("not a question: {0}")]
    Json(String),
    /// Tiles that cannot be read, and in which field.
    #[error("{field}: {error}")]
    Notation {
        /// The field.
        field: String,
        /// What is wrong with its tiles.
        error: NotationError,
    },
    /// Another number of tiles than the field must have.
    #[error("{field}: {found} tiles, expected {expected}")]
    WrongCount {
        /// The field.
        field: String,
        /// How many there are.
        found: usize,
        /// How many there must be.
        expected: String,
    },
    /// Too many of a tile in all fields together.
    #[error("hand, melds, winning tile and indicators together: {0}")]
    Together(NotationError),
    /// Tiles that make no such meld.
    #[error("melds[{index}]: {error}")]
    Meld {
        /// Which meld, from zero.
        index: usize,
        /// Why not.
        error: MeldError,
    },
    /// A meld kind that there is none of.
    #[error("{found:?} is no meld: expected chi, pon, kan or ankan, then a colon and its tiles")]
    BadMeld {
        /// What was written.
        found: String,
    },
    /// More than four melds.
    #[error("melds: {0} melds, expected at most 4")]
    TooManyMelds(usize),
    /// A number out of its range.
    #[error("{field}: {found} is out of range, expected 0 to {most}")]
    OutOfRange {
        /// The field.
        field: &'static str,
        /// The number.
        found: u64,
        /// The largest number allowed.
        most: u64,
    },
    /// Two things that cannot both be.
    #[error("{0}")]
    Contradiction(&'static str),
    /// A red five under rules without them.
    #[error("a red five, but the rules {0:?} have none")]
    NoRedFives(String),
    /// Robbing a kan whose tiles one holds.
    #[error("chankan: the robbed kan has all four {0}, so the hand holds no other")]
    RobbedKan(Kind),
    /// Rules that are not known.
    #[error("unknown rules {found:?}: expected one of {expected}")]
    UnknownRules {
        /// The name given.
        found: String,
        /// The names known.
        expected: String,
    },
    /// The hand does not win.
    #[error(transparent)]
    NoWin(#[from] NoWin),
}

#[derive(Serialize)]
struct ErrorAnswer {
    error: String,
}

/// Answers one line about the value of a hand; see [`ScoreQuestion`] and
/// [`ScoreAnswer`] for the shapes.
pub fn score_line(line: impl AsRef<[u8]>) -> String {
    answer(line.as_ref(), |question: ScoreQuestion| question.answer())
}

/// Answers one line about the shanten of a hand; see [`ShantenQuestion`] and
/// [`ShantenAnswer`] for the shapes.
pub fn shanten_line(line: impl AsRef<[u8]>) -> String {
    answer(line.as_ref(), |question: ShantenQuestion| question.answer())
}

fn answer<Q: DeserializeOwned, A: Serialize>(
    line: &[u8],
    answer: impl FnOnce(Q) -> Result<A, AskError>,
) -> String {
    let result = serde_json::from_slice(line)
        .map_err(|error| AskError::Json(error.to_string()))
        .and_then(answer);
    match result {
        Ok(answer) => to_json(&answer),
        Err(error) => to_json(&ErrorAnswer { error: error.to_string() }),
    }
}

fn to_json(answer: &impl Serialize) -> String {
    // Answers are plain structures with text keys, which always have a JSON form.
    serde_json::to_string(answer).unwrap_or_else(|error| format!("{{\"error\":\"{error}\"}}"))
}
