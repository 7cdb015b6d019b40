//! Who sits where: the seatings in which every deal is played.

use fuda_core::{BadText, PerSeat};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// For each chair, the number of the entrant that sits there.
pub type Seating = PerSeat<u8>;

/// The most seatings one deal may be played in.
pub const MOST_SEATINGS: usize = 5_040;

/// How the entrants share the seats of a deal.
///
/// | scheme | written | seatings of one deal |
/// |---|---|---|
/// | [`Sides`](Scheme::Sides) | `sides` | two seats: A B, B A |
/// | [`OneAgainstRest`](Scheme::OneAgainstRest) | `one-against-rest` | A in every seat, B in all the others |
/// | [`RestAgainstOne`](Scheme::RestAgainstOne) | `rest-against-one` | B in every seat, A in all the others |
/// | [`Balanced`](Scheme::Balanced) | `balanced` | the two above, one after the other |
/// | [`Facing`](Scheme::Facing) | `facing` | A B A B, B A B A |
/// | [`FreeForAll`](Scheme::FreeForAll) | `free-for-all` | all rotations; see below |
///
/// A free-for-all of as many kinds as seats turns the table through all its
/// rotations. With fewer kinds the pattern A B C A … is used, begun with
/// each kind in turn when the seats cannot be shared evenly; with more kinds
/// than seats every choice of kinds meets in all rotations. Whatever the
/// scheme, every kind that may hold a seat holds each of them equally often.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scheme {
    /// Two seats, both ways round.
    Sides,
    /// The first entrant alone against copies of the second, in every seat.
    OneAgainstRest,
    /// The second entrant alone against copies of the first, in every seat.
    RestAgainstOne,
    /// Each of two entrants alone against copies of the other, in every seat:
    /// both hold every seat, and every seat beside the other, equally often.
    Balanced,
    /// Two against two, partners facing each other, both ways round.
    Facing,
    /// Everybody for themselves, in all rotations.
    FreeForAll,
}

/// A scheme that does not fit the table.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SchemeError {
    /// Nobody plays.
    #[error("a match needs at least one player")]
    NoEntrants,
    /// The scheme is for another number of kinds of players.
    #[error("the seating `{scheme}` is for 2 kinds of players, not {got}")]
    Kinds {
        /// Which scheme.
        scheme: Scheme,
        /// How many kinds there are.
        got: usize,
    },
    /// The scheme is for another number of seats.
    #[error("the seating `{scheme}` needs {needs}, and the game has {got} seats")]
    Seats {
        /// Which scheme.
        scheme: Scheme,
        /// What it needs.
        needs: &'static str,
        /// How many seats there are.
        got: usize,
    },
    /// Too many players for one match.
    #[error(
        "{entrants} players at {seats} seats make more than {MOST_SEATINGS} games of each deal"
    )]
    TooMany {
        /// How many kinds there are.
        entrants: usize,
        /// How many seats there are.
        seats: usize,
    },
}

impl Scheme {
    /// Every scheme, in the order of the table above.
    pub const ALL: [Scheme; 6] = [
        Scheme::Sides,
        Scheme::OneAgainstRest,
        Scheme::RestAgainstOne,
        Scheme::Balanced,
        Scheme::Facing,
        Scheme::FreeForAll,
    ];

    /// The usual scheme for so many kinds of players at so many seats.
    pub fn usual(entrants: usize, seats: usize) -> Scheme {
        match (entrants, seats) {
            (2, 2) => Scheme::Sides,
            (2, 3..) => Scheme::OneAgainstRest,
            _ => Scheme::FreeForAll,
        }
    }

    /// The scheme that treats two kinds of players exactly alike at so many
    /// seats: no exchange of their names changes the set of seatings.
    pub fn even(seats: usize) -> Scheme {
        if seats == 2 { Scheme::Sides } else { Scheme::Balanced }
    }

    /// The seatings in which every deal is played.
    pub fn seatings(self, entrants: usize, seats: usize) -> Result<Vec<Seating>, SchemeError> {
        if entrants == 0 {
            return Err(SchemeError::NoEntrants);
        }
        if self != Scheme::FreeForAll && entrants != 2 {
            return Err(SchemeError::Kinds { scheme: self, got: entrants });
        }
        let refuse = |needs| SchemeError::Seats { scheme: self, needs, got: seats };
        let alone = |one: u8| {
            (0..seats)
                .map(move |at| (0..seats).map(|s| if s == at { one } else { 1 - one }).collect())
        };
        Ok(match self {
            Scheme::Sides if seats != 2 => return Err(refuse("exactly 2 seats")),
            Scheme::Facing if !seats.is_multiple_of(2) || seats == 0 => {
                return Err(refuse("an even number of seats"));
            }
            Scheme::OneAgainstRest | Scheme::RestAgainstOne | Scheme::Balanced if seats < 2 => {
                return Err(refuse("at least 2 seats"));
            }
            Scheme::Balanced => alone(0).chain(alone(1)).collect(),
            Scheme::OneAgainstRest => alone(0).collect(),
            Scheme::RestAgainstOne => alone(1).collect(),
            Scheme::Sides | Scheme::Facing => {
                (0..2).map(|t| (0..seats).map(|s| ((s + t) % 2) as u8).collect()).collect()
            }
            Scheme::FreeForAll => free_for_all(entrants, seats)?,
        })
    }
}

fn free_for_all(entrants: usize, seats: usize) -> Result<Vec<Seating>, SchemeError> {
    let too_many = SchemeError::TooMany { entrants, seats };
    if entrants > usize::from(u8::MAX) {
        return Err(too_many);
    }
    let mut patterns: Vec<Vec<u8>> = Vec::new();
    if entrants > seats {
        if choices(entrants, seats).is_none_or(|n| n * seats > MOST_SEATINGS) {
            return Err(too_many);
        }
        subsets(entrants as u8, seats, &mut Vec::new(), &mut patterns);
    } else {
        let begins = if seats.is_multiple_of(entrants) { 1 } else { entrants };
        let pattern = |b: usize| (0..seats).map(move |s| ((s + b) % entrants) as u8).collect();
        patterns.extend((0..begins).map(pattern));
    }
    let mut seen = BTreeSet::new();
    let mut seatings: Vec<Seating> = Vec::new();
    for pattern in patterns {
        for turn in 0..seats {
            let turned: Seating = (0..seats).map(|s| pattern[(s + turn) % seats]).collect();
            if seen.insert(turned.clone()) {
                seatings.push(turned);
            }
        }
    }
    Ok(seatings)
}

/// How many ways there are to choose `k` of `n`; `None` when it is a great many.
fn choices(n: usize, k: usize) -> Option<usize> {
    (0..k).try_fold(1usize, |product, i| Some(product.checked_mul(n - i)? / (i + 1)))
}

/// Every rising choice of `size` kinds, in dictionary order.
fn subsets(kinds: u8, size: usize, chosen: &mut Vec<u8>, all: &mut Vec<Vec<u8>>) {
    if chosen.len() == size {
        all.push(chosen.clone());
        return;
    }
    let from = chosen.last().map_or(0, |last| last + 1);
    for kind in from..kinds {
        chosen.push(kind);
        subsets(kinds, size, chosen, all);
        chosen.pop();
    }
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Scheme::Sides => "sides",
            Scheme::OneAgainstRest => "one-against-rest",
            Scheme::RestAgainstOne => "rest-against-one",
            Scheme::Balanced => "balanced",
            Scheme::Facing => "facing",
            Scheme::FreeForAll => "free-for-all",
        })
    }
}

impl FromStr for Scheme {
    type Err = BadText;

    /// Reads the written form, or the short `1v3`, `1v4`, `3v1`, `4v1`, `2v2`, `ffa`.
    fn from_str(text: &str) -> Result<Scheme, BadText> {
        let short = match text {
            "1v3" | "1v4" => Some(Scheme::OneAgainstRest),
            "3v1" | "4v1" => Some(Scheme::RestAgainstOne),
            "2v2" => Some(Scheme::Facing),
            "ffa" => Some(Scheme::FreeForAll),
            _ => None,
        };
        short.or_else(|| Scheme::ALL.into_iter().find(|s| s.to_string() == text)).ok_or_else(|| {
            BadText::new(
                "a seating: sides, one-against-rest, rest-against-one, balanced, facing or \
                 free-for-all",
                text,
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(scheme: Scheme, entrants: usize, seats: usize) -> Vec<Vec<u8>> {
        scheme.seatings(entrants, seats).unwrap().iter().map(|s| s.to_vec()).collect()
    }

    #[test]
    fn the_seatings_of_the_usual_tables() {
        assert_eq!(plain(Scheme::Sides, 2, 2), [[0, 1], [1, 0]]);
        assert_eq!(plain(Scheme::Facing, 2, 4), [[0, 1, 0, 1], [1, 0, 1, 0]]);
        assert_eq!(
            plain(Scheme::OneAgainstRest, 2, 4),
            [[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0]]
        );
        assert_eq!(plain(Scheme::RestAgainstOne, 2, 5)[4], [0, 0, 0, 0, 1]);
        assert_eq!(plain(Scheme::FreeForAll, 4, 4).len(), 4);
        assert_eq!(plain(Scheme::FreeForAll, 2, 4), [[0, 1, 0, 1], [1, 0, 1, 0]]);
        assert_eq!(plain(Scheme::FreeForAll, 3, 2).len(), 6);
        assert_eq!(plain(Scheme::FreeForAll, 1, 4), [[0, 0, 0, 0]]);
    }

    #[test]
    fn every_kind_holds_every_seat_equally_often() {
        for seats in 2..=6 {
            for entrants in 1..=7 {
                let all = Scheme::FreeForAll.seatings(entrants, seats).unwrap();
                let count = |kind: u8, seat: usize| all.iter().filter(|s| s[seat] == kind).count();
                for kind in 0..entrants as u8 {
                    for seat in 0..seats {
                        assert_eq!(count(kind, seat), count(0, 0), "{entrants} at {seats}");
                    }
                }
            }
            for scheme in [Scheme::OneAgainstRest, Scheme::RestAgainstOne] {
                let all = scheme.seatings(2, seats).unwrap();
                let one = u8::from(scheme == Scheme::RestAgainstOne);
                for seat in 0..seats {
                    assert_eq!(all.iter().filter(|s| s[seat] == one).count(), 1);
                }
            }
        }
    }

    #[test]
    fn misfits_are_refused() {
        assert!(matches!(Scheme::Sides.seatings(2, 4), Err(SchemeError::Seats { .. })));
        assert!(matches!(Scheme::Facing.seatings(2, 5), Err(SchemeError::Seats { .. })));
        assert!(matches!(Scheme::Facing.seatings(3, 4), Err(SchemeError::Kinds { .. })));
        assert_eq!(Scheme::FreeForAll.seatings(0, 4), Err(SchemeError::NoEntrants));
        assert!(matches!(Scheme::FreeForAll.seatings(200, 5), Err(SchemeError::TooMany { .. })));
    }

    #[test]
    fn schemes_are_read_as_they_are_written() {
        for scheme in Scheme::ALL {
            assert_eq!(scheme.to_string().parse(), Ok(scheme));
        }
        assert_eq!("1v3".parse(), Ok(Scheme::OneAgainstRest));
        assert!("2v3".parse::<Scheme>().is_err());
    }
}
