//! The players of the tabu study: two that search, two benchmarks.

mod claim;
mod discard;
mod hood;

use crate::parameter::{Parameter, Values};
use crate::search::{self, limits};
use crate::{Factory, Kind};
use discard::discard_of;
use fuda_core::{Alternative, Ask, Choice, Player, PlayerError};
use fuda_mahjong::players::shanten_after;
use fuda_mahjong::{Mahjong, Move};
use fuda_search::{Tabu, TabuParams};
use std::sync::Arc;

/// How discards are chosen.
#[derive(Clone, Copy, Debug)]
enum Discards {
    /// By tabu search.
    Tabu(Tabu),
    /// At random among those that keep the shanten smallest.
    Random,
}

/// How claims are answered.
#[derive(Clone, Copy, Debug)]
enum Claims {
    /// Always with a pass.
    Never,
    /// By tabu search.
    Tabu(Tabu),
    /// Value honours; after that all that lowers the shanten.
    ByRule,
}

/// A player of the study. It takes every win, declares riichi whenever its
/// discard allows it, and makes no kan.
#[derive(Clone, Copy, Debug)]
struct StudyPlayer {
    discards: Discards,
    claims: Claims,
    /// Whether open hands must have a yaku to be complete.
    yaku: bool,
}

impl Player<Mahjong> for StudyPlayer {
    fn choose(&mut self, ask: Ask<'_, Mahjong>) -> Result<Choice<Move>, PlayerError> {
        let win = ask.legal.iter().find(|mv| matches!(mv, Move::Tsumo | Move::Ron));
        if let Some(win) = win {
            return Ok(Choice::from(*win));
        }
        if ask.legal.contains(&Move::Pass) {
            let claim = match self.claims {
                Claims::Never => None,
                Claims::Tabu(tabu) => {
                    claim::search(&tabu, self.yaku, ask.view, ask.legal, ask.budget, ask.rng)
                }
                Claims::ByRule => claim::by_rule(ask.view, ask.legal),
            };
            return Ok(Choice::from(claim.unwrap_or(Move::Pass)));
        }
        let alternatives = match self.discards {
            Discards::Tabu(tabu) if only_discard(ask.legal).is_none() => {
                discard::candidates(&tabu, self.yaku, ask.view, ask.legal, ask.budget, ask.rng)
            }
            _ => Vec::new(),
        };
        if let Some(best) = alternatives.first() {
            let effort = alternatives.iter().map(|a: &Alternative<Move>| a.effort).sum();
            return Ok(Choice { mv: best.mv, effort, alternatives });
        }
        nearest_discard(ask)
    }
}

/// The discard, when there is but one.
fn only_discard(legal: &[Move]) -> Option<Move> {
    let mut discards = legal.iter().copied().filter(|mv| mv.discarded().is_some());
    let first = discards.next()?;
    discards.next().is_none().then_some(first)
}

/// One of the kinds whose discard leaves the lowest shanten, at random.
fn nearest_discard(ask: Ask<'_, Mahjong>) -> Result<Choice<Move>, PlayerError> {
    let after = |mv: Move| shanten_after(ask.view, mv);
    let discards = || ask.legal.iter().copied().filter(|mv| mv.discarded().is_some());
    let lowest = discards().map(after).min();
    let mut kinds: Vec<_> = discards()
        .filter(|&mv| Some(after(mv)) == lowest)
        .filter_map(|mv| mv.discarded().map(|tile| tile.kind))
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
    let mv = ask.rng.pick(&kinds).and_then(|&kind| discard_of(kind, ask.legal));
    // Without any discard the first legal move is the only thing left to do.
    match mv.or_else(|| ask.legal.first().copied()) {
        Some(mv) => Ok(Choice::from(mv)),
        None => Err(PlayerError("there is no legal move".into())),
    }
}

fn parameters() -> Vec<Parameter> {
    vec![
        search::whole("k", "6", 1_000, "steps of a run"),
        search::whole("n", "10", 10_000, "neighbours drawn for each step"),
        Parameter::whole("list", "6", 0, 1_000).about("how many steps stay tabu"),
        search::whole("runs", "1000", 1_000_000_000, "runs for a discard"),
        search::real("time", "", (0.001, 3600.0), search::TIME_ABOUT),
    ]
}

fn claim_parameters() -> Vec<Parameter> {
    vec![
        search::whole("claim-n", "", 10_000, "neighbours for each step of a claim; off: half of n"),
        search::whole("claim-runs", "", 1_000_000_000, "runs for each meld; off: runs / 4"),
        search::real("claim-time", "", (0.001, 3600.0), "seconds for each meld; off: time / 8"),
    ]
}

fn yaku_parameter() -> Parameter {
    Parameter::word("yaku", "no", &["yes", "no"])
        .about("open hands aim at a yaku; no: as in the study, at any complete hand")
}

fn needs_yaku(values: &Values) -> bool {
    values.text("yaku") == Some("yes")
}

fn tabu(values: &Values) -> Result<TabuParams, String> {
    let base = TabuParams::default();
    let (runs, time) = limits(values, "runs");
    Ok(TabuParams {
        iterations: values.small("k").unwrap_or(base.iterations),
        neighbours: values.small("n").unwrap_or(base.neighbours),
        list: values.small("list").unwrap_or(base.list),
        runs,
        time,
    })
}

/// The search for claims: as for discards, with an eighth of the time and half
/// the neighbours, which is a quarter of the runs.
fn claim_tabu(values: &Values) -> Result<Tabu, String> {
    let base = tabu(values)?;
    let time = values.real("claim-time").map(std::time::Duration::from_secs_f64);
    checked(TabuParams {
        neighbours: values.small("claim-n").unwrap_or(base.neighbours.div_ceil(2)),
        runs: values.whole("claim-runs").or(base.runs.map(|runs| runs.div_ceil(4))),
        time: time.or(base.time.map(|time| time / 8)),
        ..base
    })
}

fn checked(params: TabuParams) -> Result<Tabu, String> {
    params.check().map_err(|e| e.to_string())
}

fn factory(discards: Discards, claims: Claims, yaku: bool) -> Factory<Mahjong> {
    Arc::new(move || Box::new(StudyPlayer { discards, claims, yaku }))
}

/// M_I of the study.
pub(super) fn tabu1() -> Kind<Mahjong> {
    Kind {
        name: "tabu1",
        about: "discards by tabu search over hands to come, never claims (M_I)",
        parameters: parameters(),
        make: |_, values| {
            Ok(factory(Discards::Tabu(checked(tabu(values)?)?), Claims::Never, false))
        },
    }
}

/// M_II of the study.
pub(super) fn tabu2() -> Kind<Mahjong> {
    let mut parameters = parameters();
    parameters.extend(claim_parameters());
    parameters.push(yaku_parameter());
    Kind {
        name: "tabu2",
        about: "discards and claims by tabu search over hands to come (M_II)",
        parameters,
        make: |_, values| {
            let discards = Discards::Tabu(checked(tabu(values)?)?);
            Ok(factory(discards, Claims::Tabu(claim_tabu(values)?), needs_yaku(values)))
        },
    }
}

/// B_I of the study.
pub(super) fn b1() -> Kind<Mahjong> {
    Kind {
        name: "b1",
        about: "any discard that keeps the shanten smallest, never claims (B_I)",
        parameters: Vec::new(),
        make: |_, _| Ok(factory(Discards::Random, Claims::Never, false)),
    }
}

/// B_II of the study.
pub(super) fn b2() -> Kind<Mahjong> {
    let mut parameters = parameters();
    parameters.push(yaku_parameter());
    Kind {
        name: "b2",
        about: "discards by tabu search, claims value honours and then what helps (B_II)",
        parameters,
        make: |_, values| {
            let discards = Discards::Tabu(checked(tabu(values)?)?);
            Ok(factory(discards, Claims::ByRule, needs_yaku(values)))
        },
    }
}
