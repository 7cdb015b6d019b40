//! Whether random moves are as likely as each other, not only legal.

use crate::{MoveOf, Position, Rng, Seat};
use statrs::distribution::{ChiSquared, ContinuousCDF};

/// Draws for each legal move of a decision, and the least for a decision.
const EACH: usize = 24;
const LEAST: usize = 240;

/// What must be less likely than this to be a fault: thousands of decisions
/// are tested, with fixed seeds.
const UNLIKELY: f64 = 1e-9;

/// Chi-square statistics of random moves, added up over decisions.
#[derive(Default)]
pub(super) struct Evenness {
    chi: f64,
    freedom: f64,
}

impl Evenness {
    /// Draws many random moves and compares how often each legal one came.
    pub(super) fn check<P: Position>(
        &mut self,
        position: &P,
        seat: Seat,
        legal: &[MoveOf<P::Game>],
        rng: &mut Rng,
    ) {
        let mut legal = legal.to_vec();
        legal.sort();
        let (mut counts, mut scratch) = (vec![0u32; legal.len()], Vec::new());
        let draws = (EACH * legal.len()).max(LEAST);
        for _ in 0..draws {
            let mv = position.random_move(seat, rng, &mut scratch).expect("there are moves");
            let at = legal.binary_search(&mv);
            counts[at.unwrap_or_else(|_| panic!("the random move {mv} is not legal"))] += 1;
        }
        let expected = draws as f64 / legal.len() as f64;
        let chi = counts.iter().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
        let freedom = (legal.len() - 1) as f64;
        let drawn = legal.iter().zip(&counts).map(|(mv, n)| format!("{mv} {n}"));
        even(chi, freedom, || drawn.collect::<Vec<_>>().join(", "));
        self.chi += chi;
        self.freedom += freedom;
    }

    /// All decisions together, where a small leaning shows.
    pub(super) fn finish(self) {
        even(self.chi, self.freedom, || "over all decisions".into());
    }
}

fn even(chi: f64, freedom: f64, drawn: impl FnOnce() -> String) {
    let p = ChiSquared::new(freedom).map_or(1.0, |distribution| distribution.sf(chi));
    assert!(
        p > UNLIKELY,
        "random moves are not even: chi-square {chi:.1} at {freedom}, p = {p:.2e}: {}",
        drawn()
    );
}
