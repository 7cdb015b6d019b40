//! Who meets whom.

use serde::Serialize;
use std::fmt;

/// Which pairs of players meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Every two players.
    #[default]
    RoundRobin,
    /// The first player and each of the others.
    Gauntlet,
}

impl Form {
    /// The pairs of so many players, by number, in the order they are played.
    pub fn pairs(self, players: usize) -> Vec<[usize; 2]> {
        let firsts = match self {
            Form::RoundRobin => players,
            Form::Gauntlet => players.min(1),
        };
        let pairs = (0..firsts).flat_map(|a| (a + 1..players).map(move |b| [a, b]));
        pairs.collect()
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Form::RoundRobin => "round robin",
            Form::Gauntlet => "gauntlet",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheme::{Scheme, Seating};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Every game of one deal: the player in each seat.
    fn games(form: Form, players: usize, seats: usize) -> Vec<Vec<usize>> {
        let seatings = Scheme::even(seats).seatings(2, seats).unwrap();
        let seated = |pair: [usize; 2], seating: &Seating| -> Vec<usize> {
            seating.iter().map(|&side| pair[usize::from(side)]).collect()
        };
        let pairs = form.pairs(players);
        pairs.iter().flat_map(|pair| seatings.iter().map(|s| seated(*pair, s))).collect()
    }

    proptest! {
        #[test]
        fn every_two_meet_once(players in 2usize..30) {
            let pairs = Form::RoundRobin.pairs(players);
            let different: BTreeSet<_> = pairs.iter().copied().collect();
            prop_assert_eq!(pairs.len(), players * (players - 1) / 2);
            prop_assert_eq!(different.len(), pairs.len());
            prop_assert!(pairs.iter().all(|[a, b]| a < b && *b < players));
        }

        #[test]
        fn the_first_meets_all_in_a_gauntlet(players in 2usize..30) {
            let others: Vec<usize> = Form::Gauntlet.pairs(players).iter().map(|p| p[1]).collect();
            prop_assert_eq!(others, (1..players).collect::<Vec<_>>());
            prop_assert!(Form::Gauntlet.pairs(players).iter().all(|p| p[0] == 0));
        }

        /// Over one deal every player holds every seat equally often, and
        /// every two players hold every two seats of one game equally often,
        /// whoever of them is in which: neighbours and opposites included.
        #[test]
        fn seats_and_neighbours_are_shared_evenly(players in 2usize..7, seats in 2usize..6) {
            let all = games(Form::RoundRobin, players, seats);
            let held = |player, seat: usize| all.iter().filter(|g| g[seat] == player).count();
            let both = |a, b, here: usize, there: usize| {
                all.iter().filter(|g| g[here] == a && g[there] == b).count()
            };
            for seat in 0..seats {
                for player in 0..players {
                    prop_assert_eq!(held(player, seat), held(0, 0));
                }
                for other in (0..seats).filter(|other| *other != seat) {
                    for (a, b) in (0..players).flat_map(|a| (0..a).map(move |b| (a, b))) {
                        prop_assert_eq!(both(a, b, seat, other), both(1, 0, 0, 1));
                        prop_assert_eq!(both(b, a, seat, other), both(1, 0, 0, 1));
                    }
                }
            }
        }

        /// Exchanging the names of the two sides gives the same games.
        #[test]
        fn the_two_sides_of_a_pair_are_alike(seats in 2usize..6) {
            let seatings = Scheme::even(seats).seatings(2, seats).unwrap();
            let set: BTreeSet<Vec<u8>> = seatings.iter().map(|s| s.to_vec()).collect();
            let turned = seatings.iter().map(|s| s.iter().map(|side| 1 - side).collect());
            prop_assert_eq!(turned.collect::<BTreeSet<Vec<u8>>>(), set);
        }
    }
}
