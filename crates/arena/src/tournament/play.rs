//! Playing a tournament: one match after another.

use super::kept;
use super::report::{Meeting, Standing, TournamentReport, TournamentTimes};
use super::schedule::Form;
use super::standings::{self, PairResults};
use crate::codec::checksum;
use crate::entrant::Entrant;
use crate::error::{ArenaError, PlanError};
use crate::highlights::Highlights;
use crate::keeper::RecordKeeper;
use crate::plan::{MatchOptions, Plan, VERSION};
use crate::record_file::MatchRecords;
use crate::report::MatchReport;
use crate::results::Clocked;
use crate::run::{Hooks, Outcome, Progress, play_out};
use crate::scheme::Scheme;
use crate::tally::{self, Columns};
use fuda_core::Game;
use fuda_stats::Sprt;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;

/// A tournament that is to be played, checked to be possible.
#[derive(Clone, Debug)]
pub struct Tournament<G: Game> {
    names: Vec<String>,
    form: Form,
    /// One for every pair, its players in the order of their names.
    matches: Vec<Match<G>>,
    resamples: usize,
    records: Option<PathBuf>,
}

/// The match of one pair.
#[derive(Clone, Debug)]
struct Match<G: Game> {
    /// The numbers of the two, in the order of the plan.
    pair: [usize; 2],
    plan: Plan<G>,
    /// What the names of its files begin with.
    stem: String,
}

impl<G: Game> Tournament<G> {
    /// Checks that the players, the form and the options fit together.
    ///
    /// `options` are those of every match, with these differences:
    /// [`MatchOptions::deals`] is what each pair plays; `store` names a folder,
    /// which gets one file for each pair; the usual scheme is
    /// [`Scheme::even`]. The results of a pair depend neither on the order in
    /// which players are named nor on who else takes part, so a folder can be
    /// used again when players are added.
    pub fn new(
        game: G,
        entrants: Vec<Entrant<G>>,
        form: Form,
        options: MatchOptions,
    ) -> Result<Tournament<G>, PlanError> {
        let names: Vec<String> = entrants.iter().map(Entrant::label).collect();
        let mut seen = BTreeSet::new();
        if let Some(twice) = names.iter().find(|name| !seen.insert(*name)) {
            return Err(PlanError::Twice(twice.clone()));
        }
        if entrants.len() < 2 {
            return Err(PlanError::Alone);
        }
        let (scheme, resamples) = (Scheme::even(game.seats()), options.resamples);
        let mut matches = Vec::new();
        for [a, b] in form.pairs(entrants.len()) {
            let pair = if names[a] <= names[b] { [a, b] } else { [b, a] };
            let stem = stem(pair.map(|player| names[player].as_str()));
            let options = MatchOptions {
                scheme: Some(options.scheme.unwrap_or(scheme)),
                store: options.store.as_ref().map(|folder| folder.join(format!("{stem}.db"))),
                // The ratings come from all pairs together.
                resamples: 0,
                ..options.clone()
            };
            let two = pair.map(|player| entrants[player].clone()).to_vec();
            matches.push(Match { pair, plan: Plan::new(game.clone(), two, options)?, stem });
        }
        Ok(Tournament { names, form, matches, resamples, records: None })
    }

    /// Ends each pair's match as soon as a sequential test between `-points`
    /// and `points` per game says who is better; in this way a match between
    /// players further apart than that ends with the right answer 19 times
    /// in 20.
    pub fn until_decided(mut self, points: f64) -> Result<Tournament<G>, PlanError> {
        let test = Sprt::new(-points, points).filter(|_| points > 0.0);
        let test = test.ok_or_else(|| PlanError::Undecidable(points.to_string()))?;
        self.matches.iter_mut().for_each(|m| m.plan.options.sprt = Some(test));
        Ok(self)
    }

    /// Keeps the games in this folder: all of each pair in one file, and
    /// those worth a look ([`crate::KeptGame`]) in files of their own.
    pub fn keep_records(mut self, folder: &Path) -> Tournament<G> {
        self.records = Some(folder.to_owned());
        self
    }

    /// How many deals are played in all pairs together, at the most.
    pub fn deals(&self) -> u64 {
        self.matches.iter().map(|m| m.plan.options.deals).sum()
    }
}

/// Letters, digits and a few signs of both names, and a checksum, so that
/// different pairs have different files.
fn stem(names: [&str; 2]) -> String {
    let slug = |name: &str| -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() || "=.".contains(c) { c } else { '-' };
        name.chars().map(plain).take(40).collect::<String>().trim_matches(['-', '.']).to_owned()
    };
    let sum = checksum(&names.map(str::as_bytes)) as u32;
    format!("{}-vs-{}-{sum:08x}", slug(names[0]), slug(names[1]))
}

/// What is gathered over the pairs.
#[derive(Default)]
struct Gathered {
    results: Vec<PairResults>,
    /// Each pair's own report, and the games kept of it.
    pairs: Vec<(MatchReport, Meeting)>,
    clocked: Vec<Clocked>,
    times: TournamentTimes,
    interrupted: bool,
}

/// Plays a tournament, or what its store does not hold yet, and reports.
/// Progress is counted in deals of all pairs together.
pub fn run_tournament<G: Game>(
    tournament: &Tournament<G>,
    hooks: Hooks<'_>,
) -> Result<TournamentReport, ArenaError> {
    run_tournament_with(tournament, hooks, None)
}

/// Like [`run_tournament`], choosing among the games that are played.
pub fn run_tournament_with<G: Game>(
    tournament: &Tournament<G>,
    hooks: Hooks<'_>,
    mut highlights: Option<&mut Highlights>,
) -> Result<TournamentReport, ArenaError> {
    let begun = Instant::now();
    make_folders(tournament)?;
    let Hooks { queue, stop, mut progress } = hooks;
    let mut all = Gathered {
        clocked: vec![Clocked::default(); tournament.names.len()],
        ..Gathered::default()
    };
    let (mut done, mut left) = (0, tournament.deals());
    for one in &tournament.matches {
        left -= one.plan.options.deals;
        let mut show = |now: Progress| {
            if let Some(progress) = &mut progress {
                let total = done + now.total + left;
                progress(Progress { done: done + now.done, total, ..now });
            }
        };
        let hooks = Hooks { queue, stop, progress: Some(&mut show) };
        done += play_pair(tournament, one, hooks, highlights.as_deref_mut(), &mut all)?;
        if all.interrupted || stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            all.interrupted |= all.pairs.len() < tournament.matches.len();
            break;
        }
    }
    all.times.seconds = begun.elapsed().as_secs_f64();
    Ok(report(tournament, all))
}

fn make_folders<G: Game>(tournament: &Tournament<G>) -> Result<(), ArenaError> {
    let first = tournament.matches.first().and_then(|m| m.plan.options.store.as_deref());
    for folder in first.and_then(Path::parent).into_iter().chain(tournament.records.as_deref()) {
        std::fs::create_dir_all(folder).map_err(|e| ArenaError::Records {
            path: folder.to_owned(),
            problem: format!("the folder cannot be made: {e}"),
        })?;
    }
    Ok(())
}

/// Plays one pair; gives the number of its deals.
fn play_pair<G: Game>(
    tournament: &Tournament<G>,
    one: &Match<G>,
    hooks: Hooks<'_>,
    mut highlights: Option<&mut Highlights>,
    all: &mut Gathered,
) -> Result<u64, ArenaError> {
    let Match { pair, plan, stem } = one;
    let file = format!("{stem}.jsonl");
    let open = |folder: &PathBuf| MatchRecords::open(&folder.join(&file), plan);
    let mut records = tournament.records.as_ref().map(open).transpose()?;
    let keep = records.is_some() || highlights.is_some();
    let observe = || keep.then(RecordKeeper::default);
    let mut collect = |block, kept: Option<RecordKeeper<G>>| {
        let Some(kept) = kept else { return Ok(()) };
        if let Some(highlights) = &mut highlights {
            let failed = |e| ArenaError::Records { path: stem.into(), problem: format!("{e}") };
            highlights.add(&kept).map_err(failed)?;
        }
        records.as_mut().map_or(Ok(()), |records| records.add(block, kept))
    };
    let Outcome { chunk, interrupted, times } = play_out(plan, hooks, &observe, &mut collect)?;
    for (player, clocked) in pair.iter().zip(&chunk.clocked) {
        all.clocked[*player].add(*clocked);
    }
    all.times.games += times.games;
    all.interrupted |= interrupted;
    let columns = Columns::of(&chunk, &plan.shape);
    let report = tally::report(plan, &chunk, interrupted, times);
    let [first, second] = pair.map(|player| tournament.names[player].clone());
    let mut meeting = Meeting {
        deals: report.deals,
        games: report.games,
        difference: columns.difference(0, 1, plan.shape.seats),
        sprt: report.sprt,
        records: None,
        not_kept: 0,
        kept: Vec::new(),
        first,
        second,
    };
    if let (Some(records), Some(folder)) = (records, &tournament.records) {
        meeting.not_kept = records.finish(&report)?.missing;
        meeting.kept = kept::choose(folder, stem)?;
        meeting.records = Some(file);
    }
    all.results.push(PairResults {
        pair: *pair,
        differences: columns.differences(0, 1),
        wins: columns.tables.iter().map(|table| [table[1], table[2]]).collect(),
    });
    all.pairs.push((report, meeting));
    Ok(chunk.blocks)
}

/// Puts the pairs together.
fn report<G: Game>(tournament: &Tournament<G>, all: Gathered) -> TournamentReport {
    let Gathered { results, pairs, clocked, mut times, interrupted } = all;
    let names = &tournament.names;
    let plan = &tournament.matches[0].plan;
    let ratings = standings::ratings(names, &results, tournament.resamples, plan.options.seed);
    let leads = standings::leads(names.len(), &results);
    let mut order: Vec<usize> = (0..names.len()).collect();
    let rating = |player: usize| ratings[player].rating.mean;
    // Level players stay in the order in which they were named.
    order.sort_by(|&a, &b| rating(b).total_cmp(&rating(a)));
    let place = |name: &str| order.iter().position(|&player| names[player] == name);
    times.players = {
        let by_place: Vec<String> = order.iter().map(|&player| names[player].clone()).collect();
        let clocked: Vec<Clocked> = order.iter().map(|&player| clocked[player]).collect();
        tally::move_times(&by_place, &clocked)
    };
    let players = order.iter().map(|&player| {
        let name = names[player].clone();
        let mut standing = Standing {
            rating: ratings[player].rating,
            lead: leads[player],
            games: 0,
            ahead: 0,
            unclear: 0,
            behind: 0,
            errors: 0,
            messages: Vec::new(),
            name,
        };
        for (report, meeting) in &pairs {
            add(&mut standing, report, meeting);
        }
        standing
    });
    let players = players.collect();
    let upright = |meeting: Meeting| match place(&meeting.first) <= place(&meeting.second) {
        true => meeting,
        false => meeting.turned(),
    };
    TournamentReport {
        game: G::NAME.to_owned(),
        rules: plan.game.rules(),
        seed: plan.options.seed.0,
        form: tournament.form,
        deals: plan.options.deals,
        games_per_deal: plan.shape.games() as u64,
        seating: plan.scheme.to_string(),
        series: plan.options.series,
        players,
        pairs: pairs.into_iter().map(|(_, meeting)| upright(meeting)).collect(),
        interrupted,
        version: VERSION.to_owned(),
        times,
    }
}

/// Adds what one pair says about a player, if it is one of the two.
fn add(standing: &mut Standing, report: &MatchReport, meeting: &Meeting) {
    let Some(own) = report.players.iter().find(|player| player.name == standing.name) else {
        return;
    };
    let (sign, other) = match meeting.first == standing.name {
        true => (1.0, &meeting.second),
        false => (-1.0, &meeting.first),
    };
    match meeting.difference.points.times(sign).interval() {
        Some((low, _)) if low > 0.0 => standing.ahead += 1,
        Some((_, high)) if high < 0.0 => standing.behind += 1,
        _ => standing.unclear += 1,
    }
    standing.games += own.games;
    standing.errors += own.errors;
    let more = own.messages.iter().map(|message| format!("against {other}: {message}"));
    standing.messages.extend(more);
    standing.messages.truncate(tally::KEPT_MESSAGES);
}
