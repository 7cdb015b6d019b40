//! Files of Koi-Koi's value networks.

use fuda_core::Game;
use fuda_koikoi::encode::{VALUE_INPUTS, VALUE_INPUTS_NAME};
use fuda_koikoi::players::ValueFunction;
use fuda_koikoi::{KoiKoi, Rules};
use fuda_learn::{ModelError, ModelFault, ModelFile, Network, Row};
use std::sync::Arc;

/// The file of a value network that was learned under these rules.
pub fn file(network: &Network, rules: &Rules) -> ModelFile {
    ModelFile {
        game: KoiKoi::NAME.into(),
        rules: rules.single_round().to_string(),
        encoder: VALUE_INPUTS_NAME.into(),
        ..network.to_file()
    }
}

/// The values as a function of the inputs that are 1, from the file of a
/// network.
pub(super) fn function(file: &ModelFile) -> Result<ValueFunction, ModelError> {
    let network = Network::from_file(file)?;
    let (expected, got) = (VALUE_INPUTS, network.columns());
    if got != expected {
        let why = format!("expected {expected} inputs, got {got}");
        return Err(file.fault(ModelFault::Broken(why)));
    }
    Ok(Arc::new(move |ones: &[u32]| network.value(Row::Ones(ones))))
}
