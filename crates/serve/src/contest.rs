//! Matches and tournaments of one game, played in stages.

use crate::any_game::TypedGame;
use crate::error::ServeError;
use crate::matches::{Form, MatchRequest, Rated, Stage};
use fuda_arena::{
    Entrant, Highlights, Hooks, MatchOptions, PageFacts, Plan, Progress, RecordKeeper, Tournament,
    html, run_observed, run_tournament_with, tournament_html,
};
use fuda_core::{Game, Seed};
use fuda_stats::Estimate;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// The most players of a tournament.
const MOST_PLAYERS: usize = 16;

/// What a stage of a match came to.
pub struct Played {
    /// Deals over all pairs that are played now.
    pub done: u64,
    /// What the page shows of it.
    pub stage: Stage,
    /// The report as JSON.
    pub report: Value,
    /// The report as a page.
    pub page: String,
}

/// Who hears of a match that is going on.
pub struct Watch<'a> {
    /// Whether it is to stop.
    pub stop: &'a AtomicBool,
    /// Called with the deals that are played.
    pub progress: &'a mut dyn FnMut(u64),
    /// Chooses among the games.
    pub highlights: &'a mut Highlights,
}

/// How many deals a match has over all its pairs, if it can be played.
pub fn total<G: Game>(typed: &TypedGame<G>, request: &MatchRequest) -> Result<u64, ServeError> {
    let most = if request.form == Form::Match { usize::MAX } else { MOST_PLAYERS };
    match request.players.len() {
        0 | 1 => return Err(ServeError::bad("players: name at least two")),
        n if n > most => return Err(ServeError::Bad(format!("players: {n}; {most} at the most"))),
        _ => {}
    }
    match arena_form(request.form) {
        None => plan(typed, request, request.deals, None).map(|_| request.deals),
        Some(form) => {
            tournament(typed, request, form, request.deals, None).map(|played| played.deals())
        }
    }
}

/// Plays the first so many deals, or what the store does not hold yet.
pub fn play<G: Game>(
    typed: &TypedGame<G>,
    request: &MatchRequest,
    deals: u64,
    store: &Path,
    watch: Watch<'_>,
) -> Result<Played, ServeError> {
    let Watch { stop, progress, highlights } = watch;
    let mut tell = |p: Progress| progress(p.done);
    let hooks = Hooks { stop: Some(stop), progress: Some(&mut tell), ..Hooks::default() };
    let facts = facts(typed, request);
    let store = Some(store.to_owned());
    let value = |report| serde_json::to_value(report).map_err(ServeError::internal);
    if let Some(form) = arena_form(request.form) {
        let tournament = tournament(typed, request, form, deals, store)?;
        let report = run_tournament_with(&tournament, hooks, Some(highlights))
            .map_err(ServeError::internal)?;
        let pairs = || report.pairs.iter().map(|pair| pair.deals);
        let whole = !report.interrupted;
        let rated = |p: &fuda_arena::Standing| Rated::new(&p.name, &p.rating);
        return Ok(Played {
            done: pairs().sum(),
            stage: Stage {
                deals: if whole { deals } else { pairs().min().unwrap_or(0).min(deals - 1) },
                mean: None,
                low: None,
                high: None,
                ratings: report.players.iter().map(rated).collect(),
            },
            page: tournament_html(&report, facts, ""),
            report: serde_json::to_value(&report).map_err(ServeError::internal)?,
        });
    }
    let plan = plan(typed, request, deals, store)?;
    let mut collect = |_, kept: RecordKeeper<G>| {
        // A game that cannot be written is none to look at.
        let _ = highlights.add(&kept);
        Ok(())
    };
    let report = run_observed(&plan, hooks, &RecordKeeper::default, &mut collect)
        .map_err(ServeError::internal)?;
    let points = report.difference.map(|difference| difference.points);
    Ok(Played {
        done: report.deals,
        stage: Stage {
            deals: report.deals,
            mean: points.map(|p| p.mean).filter(|mean| mean.is_finite()),
            low: points.and_then(|p| p.low),
            high: points.and_then(|p| p.high),
            ratings: Vec::new(),
        },
        page: html(&report, facts),
        report: value(&report)?,
    })
}

impl Rated {
    fn new(name: &str, rating: &Estimate) -> Rated {
        let finite = |x: f64| x.is_finite().then_some(x);
        Rated {
            name: name.to_owned(),
            mean: finite(rating.mean),
            low: rating.low.and_then(finite),
            high: rating.high.and_then(finite),
        }
    }
}

fn arena_form(form: Form) -> Option<fuda_arena::Form> {
    match form {
        Form::Match => None,
        Form::RoundRobin => Some(fuda_arena::Form::RoundRobin),
        Form::Gauntlet => Some(fuda_arena::Form::Gauntlet),
    }
}

fn plan<G: Game>(
    typed: &TypedGame<G>,
    request: &MatchRequest,
    deals: u64,
    store: Option<PathBuf>,
) -> Result<Plan<G>, ServeError> {
    let (game, entrants) = entrants(typed, request)?;
    Plan::new(game, entrants, options(request, deals, store)).map_err(ServeError::bad)
}

fn tournament<G: Game>(
    typed: &TypedGame<G>,
    request: &MatchRequest,
    form: fuda_arena::Form,
    deals: u64,
    store: Option<PathBuf>,
) -> Result<Tournament<G>, ServeError> {
    let (game, entrants) = entrants(typed, request)?;
    let options = options(request, deals, store);
    Tournament::new(game, entrants, form, options).map_err(ServeError::bad)
}

fn options(request: &MatchRequest, deals: u64, store: Option<PathBuf>) -> MatchOptions {
    let seed = Seed(request.seed);
    MatchOptions { deals, seed, store, threads: 1, ..MatchOptions::default() }
}

/// Matches need deals that differ: the game's own default has them.
fn rules<G: Game>(request: &MatchRequest) -> &str {
    if request.rules.is_empty() { G::presets()[0].0 } else { &request.rules }
}

fn entrants<G: Game>(
    typed: &TypedGame<G>,
    request: &MatchRequest,
) -> Result<(G, Vec<Entrant<G>>), ServeError> {
    let game = typed.rules(rules::<G>(request))?;
    let entrant = |text: &String| Ok(typed.recipe(&game, text)?.entrant());
    let entrants: Result<Vec<_>, ServeError> = request.players.iter().map(entrant).collect();
    Ok((game.clone(), entrants?))
}

/// What the report's page says of where it comes from.
fn facts<G: Game>(typed: &TypedGame<G>, request: &MatchRequest) -> PageFacts {
    let kinds = typed.entry.players.info();
    let about = |text: &String| {
        let name = text.split([':', '[']).next().unwrap_or_default();
        let kind = kinds.iter().find(|kind| kind.name == name);
        (text.clone(), kind.map(|kind| kind.about.clone()).unwrap_or_default())
    };
    let players = request.players.iter().map(about).collect();
    // Descriptions of players that can be asked for here need no quotes.
    let names = request.players.join(" ");
    let MatchRequest { game, deals, seed, form, .. } = request;
    let (verb, more) = match form {
        Form::Match => ("match", ""),
        Form::RoundRobin => ("tournament", ""),
        Form::Gauntlet => ("tournament", " --gauntlet"),
    };
    let rules = rules::<G>(request);
    let command =
        format!("fuda {verb} {game} {names}{more} --rules {rules} --deals {deals} --seed {seed}");
    PageFacts::here_and_now(&command, players)
}
