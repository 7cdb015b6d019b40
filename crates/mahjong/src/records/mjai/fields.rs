//! Fields of an mjai object as numbers, seats and tiles.

use arrayvec::ArrayVec;
use fuda_core::Seat;
use fuda_core::formats::FormatError;
use serde_json::Value;

use super::tile_named;
use crate::Face;
use crate::records::log::Four;
use crate::records::log::unsuitable::SEEN_TILES;
use crate::records::table::Impossible;
use crate::records::xml::shorten;

/// An object and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Object<'a> {
    pub value: &'a Value,
    pub kind: &'a str,
    /// `line` or `event`.
    pub word: &'static str,
    pub at: usize,
}

type Read<T> = Result<T, FormatError>;

impl<'a> Object<'a> {
    pub fn fault(&self, expected: impl Into<String>, got: impl Into<String>) -> FormatError {
        FormatError {
            place: format!("{} {}", self.word, self.at),
            expected: format!("{} in `{}`", expected.into(), self.kind),
            got: got.into(),
        }
    }

    pub fn impossible(&self, why: Impossible) -> FormatError {
        self.fault(why.expected, why.got)
    }

    /// A field that may be missing or null.
    pub fn get(&self, name: &str) -> Option<&'a Value> {
        self.value.get(name).filter(|v| !v.is_null())
    }

    /// The first of these fields that is there.
    pub fn any(&self, names: &[&str]) -> Option<&'a Value> {
        names.iter().find_map(|name| self.get(name))
    }

    fn required(&self, name: &str) -> Read<&'a Value> {
        self.get(name).ok_or_else(|| self.fault(format!("`{name}`"), "no such field"))
    }

    fn whole(&self, name: &str, value: &Value, range: std::ops::RangeInclusive<i64>) -> Read<i64> {
        value.as_i64().filter(|n| range.contains(n)).ok_or_else(|| {
            let (least, most) = range.into_inner();
            let got = shorten(&value.to_string());
            self.fault(format!("a number from {least} to {most} as `{name}`"), got)
        })
    }

    /// A whole number within a range.
    pub fn number(&self, name: &str, range: std::ops::RangeInclusive<i64>) -> Read<i64> {
        self.whole(name, self.required(name)?, range)
    }

    /// The same, when it is there under one of these names.
    pub fn optional_number(
        &self,
        names: &[&str],
        range: std::ops::RangeInclusive<i64>,
    ) -> Read<Option<i64>> {
        self.any(names).map(|v| self.whole(names[0], v, range)).transpose()
    }

    /// A seat.
    pub fn seat(&self, name: &str) -> Read<Seat> {
        Ok(Seat(self.number(name, 0..=3)? as u8))
    }

    pub fn text(&self, name: &str) -> Read<&'a str> {
        let value = self.required(name)?;
        value
            .as_str()
            .ok_or_else(|| self.fault(format!("text as `{name}`"), shorten(&value.to_string())))
    }

    pub fn flag(&self, name: &str) -> Read<Option<bool>> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::Bool(flag)) => Ok(Some(*flag)),
            Some(other) => {
                Err(self.fault(format!("true or false as `{name}`"), shorten(&other.to_string())))
            }
        }
    }

    /// Text that may be missing.
    pub fn optional_text(&self, name: &str) -> Read<Option<&'a str>> {
        self.get(name).map(|_| self.text(name)).transpose()
    }

    /// A list that may be missing.
    pub fn optional_list(&self, name: &str) -> Read<Option<&'a Vec<Value>>> {
        let bad = |v: &Value| self.fault(format!("a list as `{name}`"), shorten(&v.to_string()));
        self.get(name).map(|v| v.as_array().ok_or_else(|| bad(v))).transpose()
    }

    fn face_of(&self, value: &Value) -> Read<Face> {
        let name = value.as_str().unwrap_or("");
        match tile_named(name) {
            Some(face) => Ok(face),
            // Whoever does not see all hands does not see them dealt.
            None if name == "?" && self.kind == "start_kyoku" => Err(self.fault(
                SEEN_TILES,
                "a hidden tile `?`: the log is one player's view, not a whole game",
            )),
            None => Err(self.fault("a tile", shorten(&value.to_string()))),
        }
    }

    /// A tile's face.
    pub fn face(&self, name: &str) -> Read<Face> {
        self.face_of(self.required(name)?)
    }

    /// The faces of a list.
    pub fn face_list<const N: usize>(&self, name: &str, value: &Value) -> Read<ArrayVec<Face, N>> {
        let list = value.as_array().filter(|list| list.len() <= N).ok_or_else(|| {
            let got = shorten(&value.to_string());
            self.fault(format!("a list of at most {N} tiles as `{name}`"), got)
        })?;
        list.iter().map(|tile| self.face_of(tile)).collect()
    }

    /// The faces of a list that must be there.
    pub fn faces<const N: usize>(&self, name: &str) -> Read<ArrayVec<Face, N>> {
        self.face_list(name, self.required(name)?)
    }

    /// Four numbers, one for each seat, when they are there.
    pub fn four(&self, name: &str) -> Read<Option<Four<i32>>> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let bad = || {
            let got = shorten(&value.to_string());
            self.fault(format!("four numbers of points as `{name}`"), got)
        };
        let list = value.as_array().ok_or_else(bad)?;
        let mut four = ArrayVec::<i32, 4>::new();
        for number in list {
            let number = number.as_i64().filter(|n| n.abs() <= 10_000_000).ok_or_else(bad)?;
            four.try_push(number as i32).map_err(|_| bad())?;
        }
        four.into_inner().map(Some).map_err(|_| bad())
    }
}
