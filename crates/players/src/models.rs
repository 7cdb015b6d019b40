//! The models of players: the file that is named, or the one that comes with
//! fuda.

use fuda_learn::{ModelError, ModelFile, Needs};

/// What messages call a model that comes with fuda.
const SHIPPED: &str = "the model that comes with fuda";

/// The model of a player, which must be what the player needs.
pub(crate) fn model(
    path: Option<&str>,
    shipped: &[u8],
    needs: &Needs<'_>,
) -> Result<ModelFile, ModelError> {
    let file = match path {
        Some(path) => ModelFile::open(path)?,
        None => ModelFile::from_bytes(SHIPPED, shipped)?,
    };
    file.fits(needs)?;
    Ok(file)
}
