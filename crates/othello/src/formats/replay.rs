//! Playing recorded moves by the rules, passes filled in.

use crate::{Disc, Move, Position};
use fuda_core::{Position as _, Seat};

/// A game replayed as far as the record goes.
pub(super) struct Replayed {
    /// Every move, passes included.
    pub moves: Vec<(Seat, Move)>,
    /// How many of them the source left for the reader to fill in.
    pub filled_in: u64,
    /// Where it stands after the last one.
    pub end: Position,
}

/// Where and why a record cannot be replayed.
pub(super) struct Broken {
    /// Which recorded move, counted from 1.
    pub number: usize,
    /// What the rules allow there.
    pub expected: String,
    /// What the record has.
    pub got: String,
    /// How many recorded moves were fine.
    pub replayed: u64,
}

/// Replays moves from a position. A pass that the source leaves out is
/// played; colours are compared where the source has them.
pub(super) fn replay(
    start: Position,
    moves: &[(Option<Disc>, Move)],
) -> Result<Replayed, Box<Broken>> {
    let mut done =
        Replayed { moves: Vec::with_capacity(moves.len() + 4), filled_in: 0, end: start };
    for (i, &(colour, mv)) in moves.iter().enumerate() {
        if done.end.must_pass() && !mv.is_pass() {
            play(&mut done, Move::PASS);
            done.filled_in += 1;
        }
        let to_move = done.end.to_move();
        let broken = |expected: String, got: String| {
            Box::new(Broken { number: i + 1, expected, got, replayed: i as u64 })
        };
        if done.end.is_over() {
            return Err(broken("nothing after the end of the game".into(), mv.to_string()));
        }
        if colour.is_some_and(|c| c != to_move) {
            let got = format!("{mv} by {}", to_move.other());
            return Err(broken(format!("a move by {to_move}"), got));
        }
        if let Err(e) = done.end.clone().play(to_move.seat(), mv) {
            return Err(broken(
                format!("a legal move of {to_move}"),
                format!("{mv} ({})", e.reason),
            ));
        }
        play(&mut done, mv);
    }
    Ok(done)
}

fn play(done: &mut Replayed, mv: Move) {
    let seat = done.end.to_move().seat();
    done.end.play_unchecked(seat, mv);
    done.moves.push((seat, mv));
}
