//! Networks are read from safetensors files.

use super::lanes::LANES;
use super::panels::Panels;
use super::{Block, PolicyLayout, PolicyNetwork, Shape};
use crate::LearnError;
use safetensors::tensor::{Dtype, SafeTensors};
use std::collections::HashMap;

const FORMAT: &str = "fuda-network";
const VERSION: &str = "1";

/// The tensors of a file.
struct Tensors<'a>(SafeTensors<'a>);

fn wrong(text: impl Into<String>) -> LearnError {
    LearnError::NotAModel(text.into())
}

impl Tensors<'_> {
    /// A tensor that must have this shape and finite numbers.
    fn get(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, LearnError> {
        let view = self.0.tensor(name).map_err(|e| wrong(e.to_string()))?;
        if view.dtype() != Dtype::F32 {
            return Err(wrong(format!("`{name}` is {:?}, not F32", view.dtype())));
        }
        if view.shape() != shape {
            return Err(wrong(format!("`{name}` is {:?}, not {shape:?}", view.shape())));
        }
        let (numbers, _) = view.data().as_chunks::<4>();
        let numbers: Vec<f32> = numbers.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
        match numbers.iter().all(|number| number.is_finite()) {
            true => Ok(numbers),
            false => Err(wrong(format!("`{name}` has a number that is not finite"))),
        }
    }

    /// The size of a tensor of two dimensions.
    fn size(&self, name: &str) -> Result<[usize; 2], LearnError> {
        let view = self.0.tensor(name).map_err(|e| wrong(e.to_string()))?;
        let shape = view.shape();
        shape.try_into().map_err(|_| wrong(format!("`{name}` is {shape:?}, not a matrix")))
    }

    /// A matrix of `outputs` rows, to multiply with.
    fn panels(&self, name: &str, outputs: usize, inputs: usize) -> Result<Panels, LearnError> {
        Ok(Panels::from_rows(&self.get(name, &[outputs, inputs])?, inputs, 0, inputs))
    }

    /// A matrix turned around: a row an input, a byte of it counting one.
    fn by_byte(
        &self,
        name: &str,
        outputs: usize,
        inputs: usize,
        one: u8,
    ) -> Result<Vec<f32>, LearnError> {
        let rows = self.get(name, &[outputs, inputs])?;
        let unit = 1.0 / f32::from(one);
        let turned = |at: usize| rows[at % outputs * inputs + at / outputs] * unit;
        Ok((0..rows.len()).map(turned).collect())
    }
}

impl PolicyNetwork {
    /// Reads a network for a game, with the file's metadata.
    pub fn from_bytes(
        bytes: &[u8],
        layout: &PolicyLayout,
    ) -> Result<(PolicyNetwork, HashMap<String, String>), LearnError> {
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(|e| wrong(e.to_string()))?;
        let metadata = header.metadata().clone().unwrap_or_default();
        match metadata.get(FORMAT).map(String::as_str) {
            Some(VERSION) => {}
            Some(other) => return Err(wrong(format!("version {other}; only {VERSION} is known"))),
            None => return Err(wrong("no network of fuda")),
        }
        match metadata.get("inputs").map(String::as_str) {
            Some(inputs) if inputs == layout.inputs => {}
            other => {
                let (other, ours) = (other.unwrap_or("unnamed"), layout.inputs);
                return Err(wrong(format!("made for inputs {other}, not {ours}")));
            }
        }
        let file = SafeTensors::deserialize(bytes).map_err(|e| wrong(e.to_string()))?;
        Ok((read(&Tensors(file), layout)?, metadata))
    }
}

/// Rows of `length` numbers, each filled up to whole lanes with numbers so low
/// that they get no share.
fn filled_up(rows: &[f32], length: usize) -> Vec<f32> {
    const NONE: f32 = -1e30;
    let blank = length.next_multiple_of(LANES) - length;
    let fill = || std::iter::repeat_n(NONE, blank);
    rows.chunks_exact(length).flat_map(|row| row.iter().copied().chain(fill())).collect()
}

fn read(file: &Tensors<'_>, layout: &PolicyLayout) -> Result<PolicyNetwork, LearnError> {
    let tokens = layout.tokens();
    let [_, width] = file.size("place")?;
    let [_, hidden] = file.size("blocks.0.down.weight")?;
    let heads = file.0.tensor("blocks.0.bias").map_err(|e| wrong(e.to_string()))?.shape()[0];
    let fits = heads > 0 && width % heads == 0 && width >= layout.deeds && hidden > 0;
    if width == 0 || !fits {
        return Err(wrong(format!("width {width}, hidden {hidden}, heads {heads}")));
    }
    let mut blocks = Vec::new();
    while file.0.tensor(&format!("blocks.{}.qkv.weight", blocks.len())).is_ok() {
        let name = |part: &str| format!("blocks.{}.{part}", blocks.len());
        let up = file.get(&name("up.weight"), &[hidden, 4 * width])?;
        blocks.push(Block {
            norm1: file.get(&name("norm1.weight"), &[width])?,
            norm2: file.get(&name("norm2.weight"), &[width])?,
            qkv: file.panels(&name("qkv.weight"), 3 * width, width)?,
            out: file.panels(&name("out.weight"), width, width)?,
            bias: filled_up(&file.get(&name("bias"), &[heads, tokens, tokens])?, tokens),
            up_own: Panels::from_rows(&up, 4 * width, 0, width),
            up_beside: Panels::from_rows(&up, 4 * width, width, 3 * width),
            up_bias: file.get(&name("up.bias"), &[hidden])?,
            down: file.panels(&name("down.weight"), width, hidden)?,
            down_bias: file.get(&name("down.bias"), &[width])?,
        });
    }
    let scalars = layout.scalars();
    let by_byte = |name: &str, inputs: usize| file.by_byte(name, width, inputs, layout.one.max(1));
    Ok(PolicyNetwork {
        layout: *layout,
        shape: Shape { width, heads, hidden },
        tile: by_byte("tile.weight", layout.planes)?,
        every: by_byte("every.weight", scalars)?,
        table: by_byte("table.weight", scalars)?,
        player: by_byte("player.weight", layout.per_player)?,
        place: file.get("place", &[tokens, width])?,
        blocks,
        norm: file.get("norm.weight", &[width])?,
        deed_tile: file.panels("deed_tile.weight", width, width)?,
        deed_tile_bias: file.get("deed_tile.bias", &[width])?,
        deed_table: file.panels("deed_table.weight", width, width)?,
        deed: file.panels("deed.weight", layout.deeds, width)?,
        deed_bias: file.get("deed.bias", &[layout.deeds])?,
        other_table: file.panels("other_table.weight", width, width)?,
        other_table_bias: file.get("other_table.bias", &[width])?,
        other_tiles: file.panels("other_tiles.weight", width, width)?,
        other: file.panels("other.weight", layout.others, width)?,
        other_bias: file.get("other.bias", &[layout.others])?,
    })
}
