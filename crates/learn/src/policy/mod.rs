//! A policy network over kinds of things: one token per kind, a few of context,
//! attention between all of them, and layers that see the kinds beside.
//!
//! It is trained elsewhere (the folder `training` has the scripts and says what
//! the parts are); here it is read from a safetensors file and asked. Asking
//! allocates nothing, and gives the same numbers to the last bit on every
//! machine: wider vector instructions are used where there are any, but every
//! sum is taken in the same order and without fused steps.
//!
//! A game says by a [`PolicyLayout`] what its inputs look like.

mod file;
mod forward;
mod functions;
mod lanes;
mod panels;
#[cfg(test)]
mod tests;

use panels::Panels;

/// What the inputs and answers of a game look like.
///
/// Inputs are bytes: `planes` rows of one byte per kind, then `general` numbers
/// that are said once, then `per_player` numbers for each player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PolicyLayout {
    /// How many kinds there are.
    pub kinds: usize,
    /// For each of the first kinds those beside it: one before, one after, two
    /// before, two after; the other kinds have none.
    pub beside: &'static [[Option<u8>; 4]],
    /// Rows of one byte per kind.
    pub planes: usize,
    /// Numbers that are said once.
    pub general: usize,
    /// How many players.
    pub players: usize,
    /// Numbers that are said of each player.
    pub per_player: usize,
    /// The byte that stands for 1.
    pub one: u8,
    /// What may be done with each kind.
    pub deeds: usize,
    /// What may be done without one.
    pub others: usize,
}

impl PolicyLayout {
    /// Bytes of the inputs.
    pub const fn inputs(&self) -> usize {
        self.planes * self.kinds + self.scalars()
    }

    /// Numbers of the answer: for each deed one per kind, then the others.
    pub const fn answers(&self) -> usize {
        self.deeds * self.kinds + self.others
    }

    const fn scalars(&self) -> usize {
        self.general + self.players * self.per_player
    }

    /// A token per kind, one for the table, one per player.
    const fn tokens(&self) -> usize {
        self.kinds + 1 + self.players
    }
}

/// How large a network is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Shape {
    width: usize,
    heads: usize,
    hidden: usize,
}

/// One layer: attention, then what sees the kinds beside.
#[derive(Clone, Debug)]
struct Block {
    norm1: Vec<f32>,
    norm2: Vec<f32>,
    qkv: Panels,
    out: Panels,
    /// What is added to the attention of token i to token j: heads × i × j,
    /// each row filled up to whole lanes with what never counts.
    bias: Vec<f32>,
    up_own: Panels,
    up_beside: Panels,
    up_bias: Vec<f32>,
    down: Panels,
    down_bias: Vec<f32>,
}

/// A network that has been read.
#[derive(Clone, Debug)]
pub struct TokenNetwork {
    layout: PolicyLayout,
    shape: Shape,
    /// One row a plane, a byte of the inputs counting one.
    tile: Vec<f32>,
    /// One row a number.
    every: Vec<f32>,
    table: Vec<f32>,
    player: Vec<f32>,
    /// What each token begins with.
    place: Vec<f32>,
    blocks: Vec<Block>,
    norm: Vec<f32>,
    deed_tile: Panels,
    deed_tile_bias: Vec<f32>,
    deed_table: Panels,
    deed: Panels,
    deed_bias: Vec<f32>,
    other_table: Panels,
    other_table_bias: Vec<f32>,
    other_tiles: Panels,
    other: Panels,
    other_bias: Vec<f32>,
}

/// Room to work in, made once for a network and used for every question.
#[derive(Clone, Debug)]
pub struct PolicyScratch {
    x: Vec<f32>,
    h: Vec<f32>,
    qkv: Vec<f32>,
    keys: Panels,
    values: Panels,
    scores: Vec<f32>,
    mixed: Vec<f32>,
    beside: Vec<f32>,
    hidden: Vec<f32>,
    head: Vec<f32>,
    pooled: Vec<f32>,
}

impl TokenNetwork {
    /// What its inputs look like.
    pub fn layout(&self) -> &PolicyLayout {
        &self.layout
    }

    /// Its width, the width of its hidden layers, and how many layers it has.
    pub fn size(&self) -> (usize, usize, usize) {
        (self.shape.width, self.shape.hidden, self.blocks.len())
    }

    /// How many weights it has, those of attention between tokens counted for
    /// every pair.
    pub fn weights(&self) -> usize {
        let block = |b: &Block| {
            let panels = [&b.qkv, &b.out, &b.up_own, &b.up_beside, &b.down];
            let rest = [&b.norm1, &b.norm2, &b.up_bias, &b.down_bias];
            panels.map(Panels::weights).iter().sum::<usize>()
                + self.shape.heads * self.layout.tokens().pow(2)
                + rest.iter().map(|v| v.len()).sum::<usize>()
        };
        let panels =
            [&self.deed_tile, &self.deed_table, &self.deed, &self.other_table, &self.other_tiles];
        let rest = [&self.tile, &self.every, &self.table, &self.player, &self.place, &self.norm];
        let biases =
            [&self.deed_tile_bias, &self.deed_bias, &self.other_table_bias, &self.other_bias];
        self.blocks.iter().map(block).sum::<usize>()
            + panels.map(Panels::weights).iter().sum::<usize>()
            + self.other.weights()
            + rest.iter().chain(&biases).map(|v| v.len()).sum::<usize>()
    }

    /// Room to ask this network in.
    pub fn scratch(&self) -> PolicyScratch {
        let Shape { width, heads, hidden } = self.shape;
        let tokens = self.layout.tokens();
        let size = width / heads;
        PolicyScratch {
            x: vec![0.0; tokens * width],
            h: vec![0.0; tokens * width],
            qkv: vec![0.0; tokens * 3 * width],
            keys: Panels::zeros(size, tokens),
            values: Panels::zeros(tokens, size),
            scores: vec![0.0; tokens * tokens.next_multiple_of(lanes::LANES)],
            mixed: vec![0.0; tokens * width],
            beside: vec![0.0; self.layout.beside.len() * 3 * width],
            hidden: vec![0.0; tokens * hidden],
            head: vec![0.0; tokens * width.max(self.layout.deeds)],
            pooled: vec![0.0; 3 * width],
        }
    }

    /// The logits of all answers.
    ///
    /// # Panics
    /// When `inputs` or `logits` have another length than the layout says, or
    /// the scratch was made for another network.
    pub fn logits(&self, inputs: &[u8], scratch: &mut PolicyScratch, logits: &mut [f32]) {
        assert_eq!(inputs.len(), self.layout.inputs(), "inputs of another layout");
        assert_eq!(logits.len(), self.layout.answers(), "answers of another layout");
        assert_eq!(scratch.x.len(), self.layout.tokens() * self.shape.width, "another network");
        forward::dispatch(self, inputs, scratch, logits);
    }

    /// How likely each of the allowed answers is; 0 for all others, and for
    /// all of them when none is allowed.
    ///
    /// # Panics
    /// As [`TokenNetwork::logits`] does.
    pub fn probabilities(
        &self,
        inputs: &[u8],
        allowed: impl Fn(usize) -> bool,
        scratch: &mut PolicyScratch,
        probabilities: &mut [f32],
    ) {
        self.logits(inputs, scratch, probabilities);
        let mut most = f32::NEG_INFINITY;
        for (_, &logit) in probabilities.iter().enumerate().filter(|(answer, _)| allowed(*answer)) {
            most = most.max(logit);
        }
        let mut sum = 0.0;
        for (answer, probability) in probabilities.iter_mut().enumerate() {
            *probability = if allowed(answer) { functions::exp(*probability - most) } else { 0.0 };
            sum += *probability;
        }
        if sum > 0.0 {
            probabilities.iter_mut().for_each(|probability| *probability /= sum);
        }
    }
}
