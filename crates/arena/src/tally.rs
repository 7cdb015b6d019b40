//! From results to findings.

use crate::drive::FaultKind;
use crate::plan::{Plan, Shape, VERSION};
use crate::rating::{self, Wins};
use crate::report::*;
use crate::results::{Chunk, Clocked};
use fuda_core::Game;
use fuda_stats::{Moments, Running, SprtWatch, Verdict, welch};

/// At most so many points of the running difference are kept.
const RUNNING_POINTS: u64 = 160;

/// At most so many messages about faults are kept for a player.
pub(crate) const KEPT_MESSAGES: usize = 3;

/// The points a chair of each entrant made in one block, on average.
pub(crate) fn block_means(scores: &[f64], shape: &Shape, means: &mut Vec<f64>) {
    means.clear();
    means.resize(shape.entrants, 0.0);
    let mut chairs = vec![0u32; shape.entrants];
    for (game, scores) in scores.chunks_exact(shape.seats).enumerate() {
        for (&kind, score) in shape.seating(game).iter().zip(scores) {
            means[usize::from(kind)] += score;
            chairs[usize::from(kind)] += 1;
        }
    }
    means.iter_mut().zip(chairs).for_each(|(mean, n)| *mean /= f64::from(n.max(1)));
}

/// Block results of each entrant, ready for statistics.
pub(crate) struct Columns {
    points: Vec<Vec<f64>>,
    wins: Vec<Vec<f64>>,
    /// For each entrant and place the share in each block, as running sums.
    places: Vec<Vec<Running>>,
    /// Who finished before whom in each block.
    pub tables: Vec<Wins>,
}

impl Columns {
    pub fn of(chunk: &Chunk, shape: &Shape) -> Columns {
        let kinds = shape.entrants;
        let empty = || vec![Vec::with_capacity(chunk.blocks as usize); kinds];
        let mut columns = Columns {
            points: empty(),
            wins: empty(),
            places: vec![vec![Running::default(); shape.seats]; kinds],
            tables: Vec::with_capacity(chunk.blocks as usize),
        };
        let chairs = shape.chairs();
        let mut means = Vec::new();
        for block in 0..chunk.blocks {
            let scores = chunk.block_scores(block, shape);
            block_means(scores, shape, &mut means);
            let mut shares = vec![0.0; kinds * shape.seats];
            let mut table = vec![0.0; kinds * kinds];
            for (game, scores) in scores.chunks_exact(shape.seats).enumerate() {
                let seating = shape.seating(game);
                rating::count_game(seating, scores, kinds, &mut table);
                for (&kind, score) in seating.iter().zip(scores) {
                    let better = scores.iter().filter(|s| *s > score).count();
                    let level = scores.iter().filter(|s| *s == score).count();
                    let share = 1.0 / level as f64;
                    let kind = usize::from(kind);
                    shares[kind * shape.seats..][better..better + level]
                        .iter_mut()
                        .for_each(|place| *place += share);
                }
            }
            for kind in 0..kinds {
                columns.points[kind].push(means[kind]);
                let shares = &mut shares[kind * shape.seats..][..shape.seats];
                shares.iter_mut().for_each(|share| *share /= chairs[kind].max(1) as f64);
                columns.wins[kind].push(shares.first().copied().unwrap_or_default());
                columns.places[kind].iter_mut().zip(shares).for_each(|(all, s)| all.add(*s));
            }
            columns.tables.push(table);
        }
        columns
    }

    /// One entrant's points minus another's in each block.
    pub fn differences(&self, a: usize, b: usize) -> Vec<f64> {
        self.points[a].iter().zip(&self.points[b]).map(|(a, b)| a - b).collect()
    }

    /// Whether the points of two entrants add up to the same in every block.
    fn mirrored(&self, a: usize, b: usize) -> bool {
        let sums = || self.points[a].iter().zip(&self.points[b]).map(|(a, b)| a + b);
        let size = self.points[a].iter().fold(1.0f64, |most, p| most.max(p.abs()));
        sums().next().is_some_and(|first| sums().all(|sum| (sum - first).abs() <= 1e-9 * size))
    }

    /// The difference of two entrants with its tests.
    pub fn difference(&self, a: usize, b: usize, seats: usize) -> Difference {
        let paired = Moments::of(&self.differences(a, b));
        Difference {
            points: paired.estimate(),
            p: paired.p_zero(),
            welch_p: match seats == 2 && self.mirrored(a, b) {
                true => None,
                false => welch(&Moments::of(&self.points[a]), &Moments::of(&self.points[b])),
            },
        }
    }
}

/// The findings about these results. `times` is filled in by whoever played.
pub(crate) fn report<G: Game>(
    plan: &Plan<G>,
    chunk: &Chunk,
    interrupted: bool,
    mut times: Times,
) -> MatchReport {
    let (shape, options) = (&plan.shape, &plan.options);
    let columns = Columns::of(chunk, shape);
    let names = &plan.names;
    let kinds = shape.entrants;
    times.players = move_times(names, &chunk.clocked);
    let pairs = (0..kinds).flat_map(|a| (a + 1..kinds).map(move |b| (a, b)));
    let pairs = pairs.filter(|_| kinds > 2).map(|(a, b)| PairReport {
        first: names[a].clone(),
        second: names[b].clone(),
        difference: columns.difference(a, b, shape.seats),
    });
    MatchReport {
        game: G::NAME.to_owned(),
        rules: plan.game.rules(),
        seed: options.seed.0,
        deals: chunk.blocks,
        games: chunk.blocks * shape.games() as u64,
        players: players(plan, chunk, &columns),
        difference: (kinds > 1).then(|| columns.difference(0, 1, shape.seats)),
        pairs: pairs.collect(),
        ratings: rating::rate(names, &columns.tables, options.resamples, options.seed),
        sprt: options.sprt.map(|test| {
            // The same sums that decided while the match was running, so that
            // rounding cannot make the two disagree.
            let mut watch = SprtWatch::new(test);
            let decided = columns.differences(0, 1).into_iter().fold(false, |_, d| watch.add(d));
            let verdict = if decided { watch.verdict() } else { Verdict::Undecided };
            let log_ratio = watch.log_ratio();
            SprtReport { test, log_ratio, verdict }
        }),
        seating: plan.scheme.to_string(),
        games_per_deal: shape.games() as u64,
        series: options.series,
        interrupted,
        version: VERSION.to_owned(),
        rounds: None,
        luck: None,
        times,
        running: if kinds > 1 { running(&columns.differences(0, 1)) } else { Vec::new() },
    }
}

fn players<G: Game>(plan: &Plan<G>, chunk: &Chunk, columns: &Columns) -> Vec<PlayerReport> {
    let shape = &plan.shape;
    let (chairs, presences) = (shape.chairs(), shape.presences());
    let per_kind = |list: &[u64], kind: usize| -> u64 {
        list.iter().skip(kind).step_by(shape.entrants).fold(0, |sum, n| sum.saturating_add(*n))
    };
    let report = |kind: usize| {
        let entrant = &plan.entrants[kind];
        let faults: Vec<_> = chunk
            .faults
            .iter()
            .filter(|f| usize::from(shape.seating(f.game as usize)[usize::from(f.chair)]) == kind)
            .collect();
        let counts = FaultKind::ALL.into_iter().map(|kind| FaultCount {
            kind,
            count: faults.iter().filter(|f| f.kind == kind).count() as u64,
        });
        let told = faults.iter().filter(|f| !f.message.is_empty()).take(KEPT_MESSAGES);
        let held = chunk.blocks * chairs[kind];
        let moves = per_kind(&chunk.moves, kind);
        let effort = per_kind(&chunk.effort, kind);
        PlayerReport {
            name: entrant.label(),
            games: chunk.blocks * presences[kind],
            points: Moments::of(&columns.points[kind]).estimate(),
            errors: faults.len() as u64,
            cheats: entrant.cheats(),
            chairs: held,
            wins: Moments::of(&columns.wins[kind]).share(),
            places: columns.places[kind].iter().map(|p| p.moments().mean).collect(),
            place_shares: columns.places[kind].iter().map(|p| p.moments().share()).collect(),
            moves,
            effort_per_move: (moves > 0).then(|| effort as f64 / moves as f64),
            faults: counts.filter(|c| c.count > 0).collect(),
            messages: told
                .map(|f| {
                    let (kind, message) = (f.kind, &f.message);
                    format!("deal {}, game {}, {kind}: {message}", f.block, f.game)
                })
                .collect(),
            rounds: Vec::new(),
        }
    };
    (0..shape.entrants).map(report).collect()
}

/// What the clock found about each player.
pub(crate) fn move_times(names: &[String], clocked: &[Clocked]) -> Vec<MoveTimes> {
    let times = names.iter().zip(clocked).map(|(name, c)| MoveTimes {
        name: name.clone(),
        timed: c.moves,
        mean_us: (c.moves > 0).then(|| c.nanos as f64 / c.moves as f64 / 1000.0),
        slowest_us: (c.moves > 0).then(|| c.slowest as f64 / 1000.0),
    });
    times.collect()
}

/// The mean and interval after ever more blocks, about evenly spaced.
fn running(differences: &[f64]) -> Vec<RunningPoint> {
    let total = differences.len() as u64;
    let mut so_far = Running::default();
    let mut points = Vec::new();
    for (value, blocks) in differences.iter().zip(1u64..) {
        so_far.add(*value);
        let wanted = |blocks: u64| blocks * RUNNING_POINTS / total.max(RUNNING_POINTS);
        if wanted(blocks) > wanted(blocks - 1) || blocks == total {
            points.push(RunningPoint { blocks, points: so_far.moments().estimate() });
        }
    }
    points
}
