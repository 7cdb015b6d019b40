//! The models of players: the file that is named, or the one that comes with
//! fuda.

use fuda_learn::{ModelError, ModelFile, Needs};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What messages call a model that comes with fuda.
const SHIPPED: &str = "the model that comes with fuda";

/// Where the models that descriptions name are.
#[derive(Clone, Copy, Debug)]
pub enum Models<'a> {
    /// In the files of this machine.
    Files,
    /// Here, by the names that descriptions have for them; no file is looked
    /// at, and no program is started.
    Brought(&'a BTreeMap<String, Arc<[u8]>>),
}

/// A model by its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedModel {
    name: String,
    /// Its bytes, where it is not the file of that name.
    bytes: Option<Arc<[u8]>>,
}

impl NamedModel {
    /// The file of this name on this machine.
    pub(crate) fn here(name: &str) -> NamedModel {
        NamedModel { name: name.to_owned(), bytes: None }
    }

    /// The same model from where the others are.
    pub(crate) fn from(self, models: Models<'_>) -> Result<NamedModel, String> {
        let Models::Brought(models) = models else { return Ok(self) };
        let bytes = models.get(&self.name);
        let bytes = bytes.ok_or_else(|| format!("the model {} did not come along", self.name))?;
        Ok(NamedModel { bytes: Some(Arc::clone(bytes)), ..self })
    }

    /// What messages call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Reads it.
    pub fn open(&self) -> Result<ModelFile, ModelError> {
        match &self.bytes {
            Some(bytes) => ModelFile::from_bytes(&self.name, bytes),
            None => ModelFile::open(&self.name),
        }
    }
}

/// The model of a player, which must be what the player needs.
pub(crate) fn model(
    named: Option<&NamedModel>,
    shipped: &[u8],
    needs: &Needs<'_>,
) -> Result<ModelFile, ModelError> {
    let file = match named {
        Some(named) => named.open()?,
        None => ModelFile::from_bytes(SHIPPED, shipped)?,
    };
    file.fits(needs)?;
    Ok(file)
}
