//! Discards by tabu search.

use super::hood::{Dream, Hands};
use fuda_core::{Alternative, Budget, Rng};
use fuda_mahjong::game::MahjongView;
use fuda_mahjong::tile::KINDS;
use fuda_mahjong::{Kind, Move};
use fuda_search::Tabu;
use std::cmp::Reverse;

/// The discards that tabu search proposes, best first: tiles that the best
/// hand found no longer holds, by how often a run's first step gave them up,
/// then by the mean points of the wins that followed, then at random.
pub(super) fn candidates(
    tabu: &Tabu,
    yaku: bool,
    view: &MahjongView,
    legal: &[Move],
    budget: Budget,
    rng: &mut Rng,
) -> Vec<Alternative<Move>> {
    let melds = view.table.seats[view.seat.index()].melds.to_vec();
    let mut hands = Hands::new(view, *view.hand.counts(), melds, yaku);
    let Some(last) = view.drawn.map(|face| face.kind).or_else(|| first_held(view)) else {
        return Vec::new();
    };
    let start = hands.held(last);
    let mut first = FirstSteps::default();
    let report = tabu.search(&mut hands, &start, budget, rng, |run| {
        let Some((to, _)) = run.steps.first() else { return };
        let won = run.best().map_or(0, |(_, worth)| worth.points);
        first.count(&start, to, won);
    });
    let mut kinds = hands.given_up(&report.best);
    if kinds.is_empty() {
        kinds = start.counts.kinds();
    }
    let mut ranked: Vec<(Kind, u64)> = kinds.into_iter().map(|kind| (kind, rng.bits())).collect();
    ranked.sort_by(|a, b| {
        let key = |kind: Kind| (first.times[kind.index()], first.mean_points(kind));
        let ((times_a, points_a), (times_b, points_b)) = (key(a.0), key(b.0));
        Reverse(times_a)
            .cmp(&Reverse(times_b))
            .then(points_b.total_cmp(&points_a))
            .then(a.1.cmp(&b.1))
    });
    ranked
        .into_iter()
        .filter_map(|(kind, _)| {
            let times = first.times[kind.index()];
            Some(Alternative::new(discard_of(kind, legal)?, times as f64, times))
        })
        .collect()
}

/// How runs began, and what came of them.
struct FirstSteps {
    times: [u64; KINDS],
    points: [u64; KINDS],
}

impl Default for FirstSteps {
    fn default() -> FirstSteps {
        FirstSteps { times: [0; KINDS], points: [0; KINDS] }
    }
}

impl FirstSteps {
    fn count(&mut self, start: &Dream, to: &Dream, points: u32) {
        let given_up = start.counts.kinds().into_iter().find(|&k| to.counts[k] < start.counts[k]);
        if let Some(kind) = given_up {
            self.times[kind.index()] += 1;
            self.points[kind.index()] += u64::from(points);
        }
    }

    fn mean_points(&self, kind: Kind) -> f64 {
        self.points[kind.index()] as f64 / self.times[kind.index()].max(1) as f64
    }
}

fn first_held(view: &MahjongView) -> Option<Kind> {
    view.hand.counts().kinds().into_iter().next()
}

/// The legal way to discard a kind: with riichi when that can be declared, a
/// plain five before a red one, the tile drawn before one of the hand.
pub(super) fn discard_of(kind: Kind, legal: &[Move]) -> Option<Move> {
    let of_kind = legal.iter().filter(|mv| mv.discarded().is_some_and(|tile| tile.kind == kind));
    of_kind.copied().min_by_key(|mv| match *mv {
        Move::Riichi { tile, drawn } => (0, tile.red, !drawn),
        Move::Discard { tile, drawn } => (1, tile.red, !drawn),
        _ => (2, false, false),
    })
}
