//! The question how far a hand is from complete.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::AskError;
use crate::hand::shanten::shanten_by_form;
use crate::kinds::Counts;
use crate::notation::parse;

/// `{"hand": "…"}`: concealed tiles in human notation, 3n+1 or 3n+2 of them up
/// to 14; with fewer than 13 the rest are melds.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShantenQuestion {
    /// The concealed tiles.
    pub hand: String,
}

/// Shanten of a hand, -1 when complete. A hand with melds has neither seven
/// pairs nor thirteen orphans: then these are null.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ShantenAnswer {
    /// The least of the three.
    pub shanten: i8,
    /// Four sets and a pair.
    pub normal: i8,
    /// Seven pairs.
    pub seven_pairs: Option<i8>,
    /// Thirteen orphans.
    pub orphans: Option<i8>,
}

impl ShantenQuestion {
    /// Answers the question.
    pub fn answer(&self) -> Result<ShantenAnswer, AskError> {
        let faces = parse(&self.hand)
            .map_err(|error| AskError::Notation { field: "hand".into(), error })?;
        if faces.is_empty() || faces.len() > 14 || faces.len() % 3 == 0 {
            return Err(AskError::WrongCount {
                field: "hand".into(),
                found: faces.len(),
                expected: "1, 2, 4, 5, 7, 8, 10, 11, 13 or 14".into(),
            });
        }
        let counts: Counts = faces.iter().map(|face| face.kind).collect();
        let forms = shanten_by_form(&counts);
        Ok(ShantenAnswer {
            shanten: forms.least(),
            normal: forms.normal,
            seven_pairs: forms.seven_pairs,
            orphans: forms.orphans,
        })
    }
}

impl ShantenAnswer {
    /// The answer in Japanese.
    pub fn japanese(&self) -> String {
        let far = match self.shanten {
            -1 => "和了形".to_owned(),
            0 => "聴牌".to_owned(),
            shanten => format!("{shanten}向聴"),
        };
        let mut forms = format!("一般手 {}", self.normal);
        if let Some(pairs) = self.seven_pairs {
            forms += &format!("、七対子 {pairs}");
        }
        if let Some(orphans) = self.orphans {
            forms += &format!("、国士無双 {orphans}");
        }
        format!("{far} ({forms})")
    }
}

impl fmt::Display for ShantenAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shanten {
            -1 => write!(f, "complete")?,
            0 => write!(f, "tenpai")?,
            shanten => write!(f, "{shanten}-shanten")?,
        }
        write!(f, " (normal {}", self.normal)?;
        if let Some(pairs) = self.seven_pairs {
            write!(f, ", seven pairs {pairs}")?;
        }
        if let Some(orphans) = self.orphans {
            write!(f, ", thirteen orphans {orphans}")?;
        }
        write!(f, ")")
    }
}
