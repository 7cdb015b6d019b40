//! A network answers.

use super::functions::{norm, silu, softmax};
#[cfg(target_arch = "x86_64")]
use super::lanes::{Avx2, Avx512, HasAvx2, HasAvx512};
use super::lanes::{LANES, Lanes, Plain};
use super::panels::Into::{Add, Set};
use super::{Block, PolicyScratch, TokenNetwork};

/// Answers with the widest vectors there are.
pub(super) fn dispatch(
    net: &TokenNetwork,
    inputs: &[u8],
    scratch: &mut PolicyScratch,
    logits: &mut [f32],
) {
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(proof) = HasAvx512::detect() {
            return with_avx512(proof, net, inputs, scratch, logits);
        }
        if let Some(proof) = HasAvx2::detect() {
            return with_avx2(proof, net, inputs, scratch, logits);
        }
    }
    forward::<Plain>((), net, inputs, scratch, logits);
}

/// With AVX-512F.
#[cfg(target_arch = "x86_64")]
pub(super) fn with_avx512(
    proof: HasAvx512,
    net: &TokenNetwork,
    inputs: &[u8],
    scratch: &mut PolicyScratch,
    logits: &mut [f32],
) {
    #[target_feature(enable = "avx512f")]
    fn inner(
        proof: HasAvx512,
        net: &TokenNetwork,
        inputs: &[u8],
        scratch: &mut PolicyScratch,
        logits: &mut [f32],
    ) {
        forward::<Avx512>(proof, net, inputs, scratch, logits);
    }
    // SAFETY: the processor has AVX-512F, as the proof says.
    unsafe { inner(proof, net, inputs, scratch, logits) }
}

/// With AVX2.
#[cfg(target_arch = "x86_64")]
pub(super) fn with_avx2(
    proof: HasAvx2,
    net: &TokenNetwork,
    inputs: &[u8],
    scratch: &mut PolicyScratch,
    logits: &mut [f32],
) {
    #[target_feature(enable = "avx2")]
    fn inner(
        proof: HasAvx2,
        net: &TokenNetwork,
        inputs: &[u8],
        scratch: &mut PolicyScratch,
        logits: &mut [f32],
    ) {
        forward::<Avx2>(proof, net, inputs, scratch, logits);
    }
    // SAFETY: the processor has AVX2, as the proof says.
    unsafe { inner(proof, net, inputs, scratch, logits) }
}

/// The answer; compiled once for each kind of vectors, which is why everything
/// below it is inlined.
#[inline(always)]
pub(super) fn forward<L: Lanes>(
    proof: L::Proof,
    net: &TokenNetwork,
    inputs: &[u8],
    scratch: &mut PolicyScratch,
    logits: &mut [f32],
) {
    embed(net, inputs, scratch);
    for block in &net.blocks {
        attend::<L>(proof, net, block, scratch);
        widen::<L>(proof, net, block, scratch);
    }
    answer::<L>(proof, net, scratch, logits);
}

/// Adds `value` times a row of weights.
#[inline(always)]
fn add_row(to: &mut [f32], value: f32, row: &[f32]) {
    for (to, weight) in to.iter_mut().zip(row) {
        *to += value * weight;
    }
}

/// What the tokens begin with. Most bytes are 0 and are passed over.
#[inline(always)]
fn embed(net: &TokenNetwork, inputs: &[u8], scratch: &mut PolicyScratch) {
    let (layout, width) = (&net.layout, net.shape.width);
    let (planes, scalars) = inputs.split_at(layout.planes * layout.kinds);
    let x = &mut scratch.x;
    x.copy_from_slice(&net.place);
    let every = &mut scratch.h[..width];
    every.fill(0.0);
    let said = |(at, &byte): (usize, &u8)| (byte != 0).then_some((at, f32::from(byte)));
    for (at, value) in scalars.iter().enumerate().filter_map(said) {
        add_row(every, value, &net.every[at * width..][..width]);
        add_row(&mut x[layout.kinds * width..][..width], value, &net.table[at * width..][..width]);
    }
    for (plane, row) in planes.chunks_exact(layout.kinds).enumerate() {
        let weights = &net.tile[plane * width..][..width];
        for (kind, value) in row.iter().enumerate().filter_map(said) {
            add_row(&mut x[kind * width..][..width], value, weights);
        }
    }
    for token in x[..layout.kinds * width].chunks_exact_mut(width) {
        add_row(token, 1.0, every);
    }
    let players = scalars[layout.general..].chunks_exact(layout.per_player.max(1));
    let tokens = x[(layout.kinds + 1) * width..].chunks_exact_mut(width);
    for (token, numbers) in tokens.zip(players) {
        for (at, value) in numbers.iter().enumerate().filter_map(said) {
            add_row(token, value, &net.player[at * width..][..width]);
        }
    }
}

/// Every token looks at all of them.
#[inline(always)]
fn attend<L: Lanes>(
    proof: L::Proof,
    net: &TokenNetwork,
    block: &Block,
    scratch: &mut PolicyScratch,
) {
    let (width, heads) = (net.shape.width, net.shape.heads);
    let (tokens, size) = (net.layout.tokens(), width / heads);
    let PolicyScratch { x, h, qkv, keys, values, scores, mixed, .. } = scratch;
    for (row, into) in x.chunks_exact(width).zip(h.chunks_exact_mut(width)) {
        norm::<L>(proof, row, &block.norm1, into);
    }
    block.qkv.times::<L>(proof, (h, width), tokens, (qkv, 3 * width), Set);
    let scale = 1.0 / (size as f32).sqrt();
    // Scores stand in whole parts of sixteen; what fills them up never counts.
    let padded = tokens.next_multiple_of(LANES);
    for head in 0..heads {
        let at = head * size;
        for (token, row) in qkv.chunks_exact_mut(3 * width).enumerate() {
            for (part, &key) in row[width + at..width + at + size].iter().enumerate() {
                keys.set(part, token, key);
            }
            values.set_input(token, &row[2 * width + at..2 * width + at + size]);
            for query in &mut row[at..at + size] {
                *query *= scale;
            }
        }
        scores.copy_from_slice(&block.bias[head * tokens * padded..][..tokens * padded]);
        keys.times::<L>(proof, (&qkv[at..], 3 * width), tokens, (scores, padded), Add);
        for row in scores.chunks_exact_mut(padded) {
            softmax::<L>(proof, row.as_chunks_mut::<LANES>().0);
        }
        values.times::<L>(proof, (scores, padded), tokens, (&mut mixed[at..], width), Set);
    }
    block.out.times::<L>(proof, (mixed, width), tokens, (x, width), Add);
}

/// Every token by itself, those with kinds beside them with these.
#[inline(always)]
fn widen<L: Lanes>(
    proof: L::Proof,
    net: &TokenNetwork,
    block: &Block,
    scratch: &mut PolicyScratch,
) {
    let (width, hidden_width) = (net.shape.width, net.shape.hidden);
    let (tokens, linked) = (net.layout.tokens(), net.layout.beside.len());
    let PolicyScratch { x, h, beside, hidden, .. } = scratch;
    for (row, into) in x.chunks_exact(width).zip(h.chunks_exact_mut(width)) {
        norm::<L>(proof, row, &block.norm2, into);
    }
    for (others, into) in net.layout.beside.iter().zip(beside.chunks_exact_mut(3 * width)) {
        into.fill(0.0);
        let (sums, rest) = into.split_at_mut(width);
        let (apart, further) = rest.split_at_mut(width);
        let other = |n: usize| others[n].map(|kind| &h[usize::from(kind) * width..][..width]);
        for (sign, row) in [(1.0, other(0)), (-1.0, other(1))] {
            if let Some(row) = row {
                add_row(sums, 1.0, row);
                add_row(apart, sign, row);
            }
        }
        apart.iter_mut().for_each(|x| *x = x.abs());
        for row in [other(2), other(3)].into_iter().flatten() {
            add_row(further, 1.0, row);
        }
    }
    block.up_own.times::<L>(proof, (h, width), tokens, (hidden, hidden_width), Set);
    block.up_beside.times::<L>(proof, (beside, 3 * width), linked, (hidden, hidden_width), Add);
    for row in hidden.chunks_exact_mut(hidden_width) {
        add_row(row, 1.0, &block.up_bias);
        silu(row);
    }
    block.down.times::<L>(proof, (hidden, hidden_width), tokens, (x, width), Add);
    for row in x.chunks_exact_mut(width) {
        add_row(row, 1.0, &block.down_bias);
    }
}

/// From the tokens to what may be done.
#[inline(always)]
fn answer<L: Lanes>(
    proof: L::Proof,
    net: &TokenNetwork,
    scratch: &mut PolicyScratch,
    logits: &mut [f32],
) {
    let (layout, width) = (&net.layout, net.shape.width);
    let kinds = layout.kinds;
    let PolicyScratch { x, h, head, pooled, .. } = scratch;
    for (row, into) in x.chunks_exact(width).zip(h.chunks_exact_mut(width)) {
        norm::<L>(proof, row, &net.norm, into);
    }
    let table = &h[kinds * width..][..width];
    let (from_table, rest) = pooled.split_at_mut(width);
    let (mean, other) = rest.split_at_mut(width);
    net.deed_table.times::<L>(proof, (table, width), 1, (from_table, width), Set);
    add_row(from_table, 1.0, &net.deed_tile_bias);
    net.deed_tile.times::<L>(proof, (h, width), kinds, (head, width), Set);
    for row in head[..kinds * width].chunks_exact_mut(width) {
        add_row(row, 1.0, from_table);
        silu(row);
    }
    // The hidden rows are not needed any more: x takes the deeds.
    net.deed.times::<L>(proof, (head, width), kinds, (x, layout.deeds), Set);
    for kind in 0..kinds {
        for (deed, bias) in net.deed_bias.iter().enumerate() {
            logits[deed * kinds + kind] = x[kind * layout.deeds + deed] + bias;
        }
    }
    mean.fill(0.0);
    for row in h[..kinds * width].chunks_exact(width) {
        add_row(mean, 1.0 / kinds as f32, row);
    }
    net.other_table.times::<L>(proof, (table, width), 1, (other, width), Set);
    net.other_tiles.times::<L>(proof, (mean, width), 1, (other, width), Add);
    add_row(other, 1.0, &net.other_table_bias);
    silu(other);
    let last = &mut logits[layout.deeds * kinds..];
    net.other.times::<L>(proof, (other, width), 1, (last, layout.others), Set);
    add_row(last, 1.0, &net.other_bias);
}
