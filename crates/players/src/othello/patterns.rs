//! The file form of Othello's evaluation by mined patterns.

use fuda_core::Game;
use fuda_learn::{ModelError, ModelFault, ModelFile, Patterns};
use fuda_othello::encode::AfterMove;
use fuda_othello::{BoardPattern, Othello, PatternEvaluation, PatternStage};

/// The file of the patterns of some stages, worths in hundredths of a disc.
pub fn file(stages: &[PatternStage]) -> ModelFile {
    let stages = stages.iter().map(|stage| fuda_learn::PatternStage {
        most: stage.most_empties.into(),
        bias: stage.bias.into(),
        patterns: stage
            .patterns
            .iter()
            .map(|(pattern, worth)| (pattern.to_features(), f64::from(*worth)))
            .collect(),
    });
    let columns = AfterMove::COLUMNS;
    ModelFile {
        game: Othello::NAME.into(),
        encoder: AfterMove::NAME.into(),
        ..Patterns { columns, stages: stages.collect() }.to_file()
    }
}

/// The evaluation of a file.
pub fn evaluation(file: &ModelFile) -> Result<PatternEvaluation, ModelError> {
    let patterns = Patterns::from_file(file, AfterMove::COLUMNS)?;
    let stages: Vec<PatternStage> = patterns
        .stages
        .iter()
        .map(|stage| PatternStage {
            most_empties: stage.most.try_into().unwrap_or(u32::MAX),
            bias: stage.bias as i32,
            patterns: stage
                .patterns
                .iter()
                .map(|(items, worth)| (BoardPattern::from_features(items), *worth as i32))
                .collect(),
        })
        .collect();
    PatternEvaluation::new(&stages).map_err(|why| file.fault(ModelFault::Broken(why)))
}
