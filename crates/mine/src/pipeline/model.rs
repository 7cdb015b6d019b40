//! A learned classifier as a model file: the model with the features it needs.

use super::PipelineError;
use super::classify::{ClassifyReport, FeatureSet};
use crate::cmim::SpilledPattern;
use crate::input::TableFile;
use crate::memory::Memory;
use crate::names::ItemNames;
use fuda_learn::{Model, ModelError, ModelFault, ModelFile};
use std::path::Path;
use std::time::Instant;

/// A model with the features it scores.
#[derive(Clone, PartialEq, Debug)]
pub struct FeatureModel {
    /// The model.
    pub model: Model,
    /// What its columns are.
    pub features: FeatureSet,
    /// The learner's short name.
    pub learner: String,
    /// The game and the encoder of the tables it scores; empty for tables
    /// that do not say theirs.
    pub made_for: [String; 2],
}

/// The setting that holds the items of each feature.
const FEATURES: &str = "features";

impl FeatureModel {
    /// What was learned from a table.
    pub fn new(model: Model, features: FeatureSet, learner: &str, table: &TableFile) -> Self {
        let made_for = [table.game().to_owned(), table.encoder().to_owned()];
        FeatureModel { model, features, learner: learner.to_owned(), made_for }
    }

    /// Its file, with what each feature means.
    pub fn to_file(&self, names: &ItemNames) -> ModelFile {
        let lists = self.features.lists();
        let words: Vec<String> = lists.iter().map(|items| names.pattern(items)).collect();
        let json = |value| serde_json::to_string(&value).unwrap_or_default();
        let settings = [
            ("learner", self.learner.clone()),
            (FEATURES, json(serde_json::json!(lists))),
            ("meanings", json(serde_json::json!(words))),
        ];
        let mut file = self.model.to_file().with_settings(settings);
        [file.game, file.encoder] = self.made_for.clone();
        file
    }

    /// The model of a file.
    pub fn from_file(file: &ModelFile) -> Result<FeatureModel, ModelError> {
        let model = Model::from_file(file)?;
        let text = file.settings.get(FEATURES).ok_or_else(|| {
            let other = "a model of a player; `fuda classify --model` writes what is used here";
            file.fault(ModelFault::Misfit(other.into()))
        })?;
        let broken = |why: String| file.fault(ModelFault::Broken(why));
        let lists: Vec<Vec<u32>> =
            serde_json::from_str(text).map_err(|e| broken(format!("`{FEATURES}`: {e}")))?;
        if lists.len() != model.columns() {
            let (features, columns) = (lists.len(), model.columns());
            return Err(broken(format!("{features} features for {columns} columns")));
        }
        let pattern = |items| SpilledPattern { items, support: 0, positives: 0 };
        Ok(FeatureModel {
            model,
            features: FeatureSet::Patterns(lists.into_iter().map(pattern).collect()),
            learner: file.settings.get("learner").cloned().unwrap_or_default(),
            made_for: [file.game.clone(), file.encoder.clone()],
        })
    }

    /// Scores a table; one of another game or encoder is refused.
    pub fn test(
        &self,
        path: &Path,
        table: &TableFile,
        memory: Memory,
    ) -> Result<ClassifyReport, PipelineError> {
        let found = [table.game(), table.encoder()];
        if self.made_for != found {
            let words = |[game, encoder]: [&str; 2]| match (game, encoder) {
                ("", "") => "a table that does not say its encoder".to_owned(),
                (game, "") => format!("{game} positions that do not say their encoder"),
                (game, encoder) => format!("{game} positions by {encoder}"),
            };
            let [game, encoder] = &self.made_for;
            return Err(PipelineError::Request(format!(
                "{}: {}; the model needs {}",
                path.display(),
                words(found),
                words([game, encoder])
            )));
        }
        let start = Instant::now();
        let scores = self.features.scores(&self.model, &table.table, memory)?;
        let mut report = ClassifyReport {
            learner: self.learner.clone(),
            rows: table.table.rows(),
            features: self.features.len(),
            games: None,
            validation: None,
            test: None,
            sources: Vec::new(),
            seconds: 0.0,
        };
        report.tested(table, &scores)?;
        report.seconds = start.elapsed().as_secs_f64();
        Ok(report)
    }
}
