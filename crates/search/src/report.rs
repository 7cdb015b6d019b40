//! What a search found out, and what it cost.

use fuda_core::{Alternative, Choice, PerSeat, PlayerError, Seat};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A mean and how far it may be off.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct MeanError {
    /// The mean reward.
    pub mean: f64,
    /// The standard error of the mean; `None` when one sample is all there is.
    pub error: Option<f64>,
}

/// One root move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveReport<M> {
    /// The move.
    pub mv: M,
    /// How often it was tried: visits, playouts, or assumptions searched.
    pub visits: u64,
    /// What it is worth to the seat that asked; `None` when never tried.
    pub own: Option<MeanError>,
    /// What it is worth to each seat; empty when it was never tried, or when
    /// the search keeps only the value for the seat that asked.
    pub seats: PerSeat<MeanError>,
    /// The value is only an upper bound for the seat to move: the search
    /// proved the move no better than the best one and looked no further.
    pub bound: bool,
}

/// Why a search stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// The loops (or playouts, or assumptions) were used up.
    Loops,
    /// The time was used up.
    Time,
    /// Everything down to the depth limit was searched.
    Complete,
    /// Whatever was left of loops and time could hardly change the answer.
    Settled,
}

/// What a search found out about the moves of the seat that asked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report<M> {
    /// Whose moves these are.
    pub seat: Seat,
    /// Every legal move, the recommended one first, then by falling merit.
    pub moves: Vec<MoveReport<M>>,
    /// Playouts, or leaves evaluated.
    pub playouts: u64,
    /// Positions in the tree, or searched.
    pub nodes: u64,
    /// The longest way from the root inside the tree, in moves.
    pub depth: u32,
    /// How long it took.
    pub time: Duration,
    /// Why it stopped.
    pub stop: Stop,
}

impl<M: Copy> Report<M> {
    /// The recommended move; `None` when there was none to choose from.
    pub fn best(&self) -> Option<M> {
        self.moves.first().map(|m| m.mv)
    }

    /// The report as a player's answer; the moves tried are its alternatives.
    pub fn choice(&self) -> Result<Choice<M>, PlayerError> {
        let mv = self.best().ok_or_else(|| PlayerError("there is no legal move".into()))?;
        let alternatives = self
            .moves
            .iter()
            .filter_map(|m| {
                let MeanError { mean: value, error } = m.own?;
                Some(Alternative { mv: m.mv, value, effort: m.visits, error })
            })
            .collect();
        Ok(Choice { mv, effort: self.playouts, alternatives })
    }
}

/// Rewards added up for one root move.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arm {
    /// How often it was tried, what was carried over included.
    pub visits: u64,
    carried: u64,
    sums: PerSeat<f64>,
    /// The part of the sums that was carried over; nothing is known of the
    /// spread of those rewards.
    carried_sums: PerSeat<f64>,
    squares: PerSeat<f64>,
}

impl Arm {
    pub fn add(&mut self, rewards: &[f64]) {
        self.visits += 1;
        self.sized(rewards.len());
        for ((sum, square), reward) in self.sums.iter_mut().zip(&mut self.squares).zip(rewards) {
            *sum += reward;
            *square += reward * reward;
        }
    }

    /// Takes over visits of an earlier search.
    pub fn carry(&mut self, visits: u64, sums: &[f64]) {
        self.visits += visits;
        self.carried += visits;
        self.sized(sums.len());
        for ((sum, carried), more) in self.sums.iter_mut().zip(&mut self.carried_sums).zip(sums) {
            *sum += more;
            *carried += more;
        }
    }

    pub fn merge(&mut self, other: &Arm) {
        self.visits += other.visits;
        self.carried += other.carried;
        self.sized(other.sums.len());
        for (carried, more) in self.carried_sums.iter_mut().zip(&other.carried_sums) {
            *carried += more;
        }
        for (sum, more) in self.sums.iter_mut().zip(&other.sums) {
            *sum += more;
        }
        for (square, more) in self.squares.iter_mut().zip(&other.squares) {
            *square += more;
        }
    }

    fn sized(&mut self, seats: usize) {
        while self.sums.len() < seats {
            self.sums.push(0.0);
            self.carried_sums.push(0.0);
            self.squares.push(0.0);
        }
    }

    /// The mean reward of a seat; `None` before the first visit.
    pub fn mean(&self, seat: Seat) -> Option<f64> {
        let sum = self.sums.get(seat.index())?;
        (self.visits > 0).then(|| sum / self.visits as f64)
    }

    pub fn estimates(&self) -> PerSeat<MeanError> {
        let n = self.visits as f64;
        if self.visits == 0 {
            return PerSeat::new();
        }
        // The spread is that of the rewards seen now; the error of the mean
        // shrinks with all of them.
        let fresh = (self.visits - self.carried) as f64;
        let sums = self.sums.iter().zip(&self.carried_sums);
        sums.zip(&self.squares)
            .map(|((sum, carried), square)| {
                let fresh_mean = (sum - carried) / fresh;
                let spread = (square / fresh - fresh_mean * fresh_mean).max(0.0);
                let variance = spread * fresh / (fresh - 1.0);
                let error = (fresh > 1.0).then(|| (variance / n).sqrt());
                MeanError { mean: sum / n, error }
            })
            .collect()
    }
}

/// How the recommended move is picked from what was found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FinalChoice {
    /// The highest mean reward; among equals the most visits.
    #[default]
    BestMean,
    /// The highest mean reward; among equals the move listed first.
    FirstBestMean,
    /// The most visits; among equals the highest mean.
    MostVisits,
}

/// Turns arms, one for each legal move, into move reports with the best first.
pub(crate) fn ranked<M: Copy>(
    legal: &[M],
    arms: &[Arm],
    seat: Seat,
    choice: FinalChoice,
) -> Vec<MoveReport<M>> {
    let order = (0..legal.len().min(arms.len())).collect();
    ranked_from(order, legal, arms, seat, choice, &[])
}

/// The same, where those first in `order` go before their equals and a bonus
/// is added to the seat's own means.
pub(crate) fn ranked_from<M: Copy>(
    mut order: Vec<usize>,
    legal: &[M],
    arms: &[Arm],
    seat: Seat,
    choice: FinalChoice,
    bonus: &[f64],
) -> Vec<MoveReport<M>> {
    let raised = |i: usize, mean: f64| bonus.get(i).map_or(mean, |bonus| mean + bonus);
    let mean = |i: usize| arms[i].mean(seat).map_or(f64::NEG_INFINITY, |mean| raised(i, mean));
    order.sort_by(|&a, &b| {
        let visits = arms[b].visits.cmp(&arms[a].visits);
        let means = mean(b).total_cmp(&mean(a));
        match choice {
            FinalChoice::BestMean => means.then(visits),
            FinalChoice::FirstBestMean => means,
            FinalChoice::MostVisits => visits.then(means),
        }
    });
    order
        .into_iter()
        .map(|i| {
            let seats = arms[i].estimates();
            let own = seats.get(seat.index());
            let own = own.map(|own| MeanError { mean: raised(i, own.mean), ..*own });
            MoveReport { mv: legal[i], visits: arms[i].visits, own, seats, bound: false }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_error_of_a_known_sample() {
        let mut whole = Arm::default();
        let mut halves = [Arm::default(), Arm::default()];
        for (i, x) in [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().enumerate() {
            whole.add(&[x, -x]);
            halves[i % 2].add(&[x, -x]);
        }
        let [mut left, right] = halves;
        left.merge(&right);
        for arm in [whole, left] {
            let [own, other] = arm.estimates()[..] else { panic!("two seats") };
            assert_eq!((own.mean, other.mean), (5.0, -5.0));
            // The sample variance is 32 / 7; the error of the mean its root over 8.
            let error = own.error.expect("eight samples");
            assert!((error - (32.0f64 / 7.0 / 8.0).sqrt()).abs() < 1e-12);
        }
    }

    #[test]
    fn one_visit_says_nothing_about_the_spread() {
        let mut arm = Arm::default();
        assert!(arm.estimates().is_empty());
        arm.add(&[3.0]);
        assert_eq!(arm.estimates()[0], MeanError { mean: 3.0, error: None });
    }

    #[test]
    fn what_is_carried_over_counts_for_the_mean_and_narrows_the_error() {
        let mut arm = Arm::default();
        for x in [1.0, 3.0] {
            arm.add(&[x]);
        }
        let alone = arm.estimates()[0];
        arm.carry(6, &[24.0]);
        let both = arm.estimates()[0];
        assert_eq!((alone.mean, both.mean), (2.0, 3.5));
        // The same variance of 2 over two and over eight rewards.
        assert!((alone.error.expect("two samples") - 1.0).abs() < 1e-12);
        assert!((both.error.expect("two samples") - 0.5).abs() < 1e-12);
    }

    #[test]
    fn the_two_final_choices_differ() {
        let mut arms = vec![Arm::default(), Arm::default(), Arm::default()];
        for _ in 0..10 {
            arms[0].add(&[0.4]);
        }
        arms[1].add(&[0.9]);
        let first = |choice| ranked(&['a', 'b', 'c'], &arms, Seat(0), choice)[0].mv;
        assert_eq!(first(FinalChoice::BestMean), 'b');
        assert_eq!(first(FinalChoice::MostVisits), 'a');
    }
}
