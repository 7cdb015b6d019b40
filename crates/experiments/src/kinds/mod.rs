//! The kinds of experiments, one file each: settings in, values out.

mod agreement;
mod auxiliary;
mod hands;
mod imitation;
mod learners;
mod learning_curve;
mod mining;
mod parallel;
mod points;
mod rule_players;
mod selection;
mod value_network;

pub use parallel::PiecesKind;

use crate::context::Context;
use crate::entry::Entry;
use crate::error::ExperimentError;
use crate::value::Measured;
use serde::de::DeserializeOwned;

/// An experiment with its settings read.
trait Experiment: DeserializeOwned {
    /// The kind's name in the files of entries.
    const NAME: &str;

    /// Whether the settings make sense together.
    fn check(&self) -> Result<(), String> {
        Ok(())
    }

    /// Measures.
    fn measure(&self, entry: &Entry, context: &Context<'_>) -> Result<Measured, ExperimentError>;
}

/// A kind of experiment by name.
struct Kind {
    name: &'static str,
    check: fn(toml::Table) -> Result<(), String>,
    measure: fn(toml::Table, &Entry, &Context<'_>) -> Result<Measured, ExperimentError>,
}

const fn kind<E: Experiment>() -> Kind {
    Kind {
        name: E::NAME,
        check: |settings| read::<E>(settings).map(drop),
        measure: |settings, entry, context| {
            read::<E>(settings).map_err(ExperimentError::measuring)?.measure(entry, context)
        },
    }
}

fn read<E: Experiment>(settings: toml::Table) -> Result<E, String> {
    let experiment: E = settings.try_into().map_err(|e: toml::de::Error| e.to_string())?;
    experiment.check()?;
    Ok(experiment)
}

const KINDS: &[Kind] = &[
    kind::<agreement::Agreement>(),
    kind::<hands::Hands>(),
    kind::<auxiliary::Auxiliary>(),
    kind::<auxiliary::AuxiliaryMatch>(),
    kind::<points::Points>(),
    kind::<imitation::ImitationCurves>(),
    kind::<mining::PatternCounts>(),
    kind::<selection::KeptFeatures>(),
    kind::<selection::Accuracy>(),
    kind::<selection::Coverage>(),
    kind::<learners::Learners>(),
    kind::<learning_curve::LearningCurve>(),
    kind::<value_network::ErrorCurve>(),
    kind::<value_network::Dots>(),
];

fn find(entry: &Entry) -> Result<&'static Kind, String> {
    let name = &entry.text.kind;
    KINDS
        .iter()
        .find(|kind| kind.name == name)
        .ok_or_else(|| format!("{}: there is no kind of experiment `{name}`", entry.name))
}

/// Whether settings fit the kind of an entry.
pub fn check(entry: &Entry, settings: &toml::Table) -> Result<(), String> {
    (find(entry)?.check)(settings.clone()).map_err(|e| format!("{}: {e}", entry.name))
}

/// Measures an entry with these settings.
pub fn run(
    entry: &Entry,
    settings: &toml::Table,
    context: &Context<'_>,
) -> Result<Measured, ExperimentError> {
    let kind = find(entry).map_err(ExperimentError::measuring)?;
    (kind.measure)(settings.clone(), entry, context)
}
