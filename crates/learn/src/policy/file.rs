//! Networks are read from model files.

use super::lanes::LANES;
use super::panels::Panels;
use super::{Block, PolicyLayout, Shape, TokenNetwork};
use crate::ModelError;
use crate::model_file::{Kind, ModelFault, ModelFile};

/// A matrix of `outputs` rows, to multiply with.
fn panels(
    file: &ModelFile,
    name: &str,
    outputs: usize,
    inputs: usize,
) -> Result<Panels, ModelError> {
    Ok(Panels::from_rows(file.f32s(name, &[outputs, inputs])?, inputs, 0, inputs))
}

/// A matrix turned around: a row an input, a byte of it counting one.
fn by_byte(
    file: &ModelFile,
    name: &str,
    outputs: usize,
    inputs: usize,
    one: u8,
) -> Result<Vec<f32>, ModelError> {
    let rows = file.f32s(name, &[outputs, inputs])?;
    let unit = 1.0 / f32::from(one);
    let turned = |at: usize| rows[at % outputs * inputs + at / outputs] * unit;
    Ok((0..rows.len()).map(turned).collect())
}

/// Rows of `length` numbers, each filled up to whole lanes with numbers so low
/// that their probability is 0.
fn filled_up(rows: &[f32], length: usize) -> Vec<f32> {
    const NONE: f32 = -1e30;
    let blank = length.next_multiple_of(LANES) - length;
    let fill = || std::iter::repeat_n(NONE, blank);
    rows.chunks_exact(length).flat_map(|row| row.iter().copied().chain(fill())).collect()
}

impl TokenNetwork {
    /// The network of a file, whose encoder must be that of the layout.
    pub fn from_file(file: &ModelFile, layout: &PolicyLayout) -> Result<TokenNetwork, ModelError> {
        file.expect_kind(Kind::TileTransformer)?;
        read(file, layout)
    }
}

fn read(file: &ModelFile, layout: &PolicyLayout) -> Result<TokenNetwork, ModelError> {
    let tokens = layout.tokens();
    let list = |name: &str, shape: &[usize]| file.f32s(name, shape).map(<[f32]>::to_vec);
    let [_, width] = file.matrix("place")?;
    let [_, hidden] = file.matrix("blocks.0.down.weight")?;
    let heads = file.tensor("blocks.0.bias")?.shape().first().copied().unwrap_or(0);
    let fits = heads > 0 && width % heads == 0 && width >= layout.deeds && hidden > 0;
    if width == 0 || !fits {
        let sizes = format!("width {width}, hidden {hidden}, heads {heads} do not go together");
        return Err(file.fault(ModelFault::Broken(sizes)));
    }
    let mut blocks = Vec::new();
    while file.tensors.contains_key(&format!("blocks.{}.qkv.weight", blocks.len())) {
        let name = |part: &str| format!("blocks.{}.{part}", blocks.len());
        let up = list(&name("up.weight"), &[hidden, 4 * width])?;
        blocks.push(Block {
            norm1: list(&name("norm1.weight"), &[width])?,
            norm2: list(&name("norm2.weight"), &[width])?,
            qkv: panels(file, &name("qkv.weight"), 3 * width, width)?,
            out: panels(file, &name("out.weight"), width, width)?,
            bias: filled_up(&list(&name("bias"), &[heads, tokens, tokens])?, tokens),
            up_own: Panels::from_rows(&up, 4 * width, 0, width),
            up_beside: Panels::from_rows(&up, 4 * width, width, 3 * width),
            up_bias: list(&name("up.bias"), &[hidden])?,
            down: panels(file, &name("down.weight"), width, hidden)?,
            down_bias: list(&name("down.bias"), &[width])?,
        });
    }
    let scalars = layout.scalars();
    let turned = |name: &str, inputs: usize| by_byte(file, name, width, inputs, layout.one.max(1));
    Ok(TokenNetwork {
        layout: *layout,
        shape: Shape { width, heads, hidden },
        tile: turned("tile.weight", layout.planes)?,
        every: turned("every.weight", scalars)?,
        table: turned("table.weight", scalars)?,
        player: turned("player.weight", layout.per_player)?,
        place: list("place", &[tokens, width])?,
        blocks,
        norm: list("norm.weight", &[width])?,
        deed_tile: panels(file, "deed_tile.weight", width, width)?,
        deed_tile_bias: list("deed_tile.bias", &[width])?,
        deed_table: panels(file, "deed_table.weight", width, width)?,
        deed: panels(file, "deed.weight", layout.deeds, width)?,
        deed_bias: list("deed.bias", &[layout.deeds])?,
        other_table: panels(file, "other_table.weight", width, width)?,
        other_table_bias: list("other_table.bias", &[width])?,
        other_tiles: panels(file, "other_tiles.weight", width, width)?,
        other: panels(file, "other.weight", layout.others, width)?,
        other_bias: list("other.bias", &[layout.others])?,
    })
}
