//! Records of Othello games in the formats of the world.
//!
//! Each format only takes its file apart into games as the source has
//! them; replaying, comparing and counting are the same for all.

mod eothello;
mod ggf;
mod obf;
mod replay;
mod source;
mod transcript;
mod wthor;
mod wthor_names;

use crate::Othello;
use fuda_core::OwnFormat;
use fuda_core::formats::{Format, FormatError};
use source::Of;

pub use eothello::Eothello;
pub use ggf::Ggf;
pub use obf::ObfFormat;
pub use source::{GameFormat, Parsed, RecordedResult, SourceGame};
pub use transcript::Transcript;
pub use wthor::Wthor;
pub use wthor_names::WthorNames;

/// Every format the game knows, the surest to recognise first.
pub(crate) fn formats() -> Vec<Box<dyn Format<Othello>>> {
    vec![
        Box::new(OwnFormat),
        Box::new(Of(Wthor)),
        Box::new(WthorNames),
        Box::new(Of(Ggf)),
        Box::new(Of(Eothello)),
        Box::new(ObfFormat),
        Box::new(Of(Transcript)),
    ]
}

/// An error with its three parts.
fn fault(
    place: impl Into<String>,
    expected: impl Into<String>,
    got: impl Into<String>,
) -> FormatError {
    FormatError { place: place.into(), expected: expected.into(), got: got.into() }
}

/// A text from outside, cut short for a message.
fn short(text: &str) -> String {
    let mut cut: String = text.chars().take(40).collect();
    if cut.len() < text.len() {
        cut.push('…');
    }
    format!("`{}`", cut.escape_debug())
}
