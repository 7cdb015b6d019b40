//! Against an implementation in plain loops, and with files that are no networks.

// The plain implementation is written in indices, as formulas are.
#![allow(clippy::needless_range_loop)]

use super::forward::forward;
#[cfg(target_arch = "x86_64")]
use super::forward::{with_avx2, with_avx512};
use super::lanes::Plain as PlainLanes;
#[cfg(target_arch = "x86_64")]
use super::lanes::{HasAvx2, HasAvx512};
use super::{PolicyLayout, TokenNetwork};
use crate::{Kind, ModelFile, Numbers, Tensor};
use fuda_core::{Purpose, Rng, Seed};
use std::collections::HashMap;

const LAYOUT: PolicyLayout = PolicyLayout {
    kinds: 7,
    beside: &[
        [None, Some(1), None, Some(2)],
        [Some(0), Some(2), None, Some(3)],
        [Some(1), Some(3), Some(0), Some(4)],
        [Some(2), Some(4), Some(1), None],
        [Some(3), None, Some(2), None],
    ],
    planes: 11,
    general: 5,
    players: 2,
    per_player: 3,
    one: 32,
    deeds: 4,
    others: 3,
};
const WIDTH: usize = 24;
const HEADS: usize = 3;
const HIDDEN: usize = 40;
const TOKENS: usize = 10;

type Tensors = HashMap<String, (Vec<usize>, Vec<f32>)>;

fn tensors(layers: usize) -> Tensors {
    let mut rng = Seed(4).stream(Purpose::Sample, &[]);
    let mut all = Tensors::new();
    let mut add = |name: &str, shape: &[usize]| {
        let size = shape.iter().product();
        let numbers = (0..size).map(|_| (rng.unit() as f32 - 0.5) * 0.6).collect();
        all.insert(name.to_owned(), (shape.to_vec(), numbers));
    };
    let scalars = LAYOUT.scalars();
    add("tile.weight", &[WIDTH, LAYOUT.planes]);
    add("every.weight", &[WIDTH, scalars]);
    add("table.weight", &[WIDTH, scalars]);
    add("player.weight", &[WIDTH, LAYOUT.per_player]);
    add("place", &[TOKENS, WIDTH]);
    add("norm.weight", &[WIDTH]);
    for layer in 0..layers {
        let mut part = |name: &str, shape: &[usize]| add(&format!("blocks.{layer}.{name}"), shape);
        part("norm1.weight", &[WIDTH]);
        part("norm2.weight", &[WIDTH]);
        part("qkv.weight", &[3 * WIDTH, WIDTH]);
        part("out.weight", &[WIDTH, WIDTH]);
        part("bias", &[HEADS, TOKENS, TOKENS]);
        part("up.weight", &[HIDDEN, 4 * WIDTH]);
        part("up.bias", &[HIDDEN]);
        part("down.weight", &[WIDTH, HIDDEN]);
        part("down.bias", &[WIDTH]);
    }
    for name in ["deed_tile", "deed_table", "other_table", "other_tiles"] {
        add(&format!("{name}.weight"), &[WIDTH, WIDTH]);
    }
    add("deed_tile.bias", &[WIDTH]);
    add("other_table.bias", &[WIDTH]);
    add("deed.weight", &[LAYOUT.deeds, WIDTH]);
    add("deed.bias", &[LAYOUT.deeds]);
    add("other.weight", &[LAYOUT.others, WIDTH]);
    add("other.bias", &[LAYOUT.others]);
    all
}

fn file(tensors: &Tensors) -> ModelFile {
    let tensors = tensors.iter().map(|(name, (shape, numbers))| {
        (name.as_str(), Tensor::new(shape.clone(), Numbers::F32(numbers.clone())))
    });
    ModelFile::new(Kind::TileTransformer, tensors)
}

/// Numbers in rows.
type Rows = Vec<Vec<f64>>;

/// The same network, written as plainly as can be.
struct Plain<'a>(&'a Tensors);

impl Plain<'_> {
    fn linear(&self, name: &str, x: &[f64]) -> Vec<f64> {
        let (shape, weights) = &self.0[&format!("{name}.weight")];
        let bias = self.0.get(&format!("{name}.bias"));
        (0..shape[0])
            .map(|o| {
                let row = &weights[o * shape[1]..(o + 1) * shape[1]];
                let sum: f64 = row.iter().zip(x).map(|(w, x)| f64::from(*w) * x).sum();
                sum + bias.map_or(0.0, |(_, bias)| f64::from(bias[o]))
            })
            .collect()
    }

    fn norm(&self, name: &str, x: &[f64]) -> Vec<f64> {
        let mean = x.iter().map(|x| x * x).sum::<f64>() / x.len() as f64;
        let weights = &self.0[&format!("{name}.weight")].1;
        x.iter().zip(weights).map(|(x, w)| x / (mean + 1e-6).sqrt() * f64::from(*w)).collect()
    }

    fn attention(&self, layer: usize, x: &Rows) -> Rows {
        let name = |part: &str| format!("blocks.{layer}.{part}");
        let size = WIDTH / HEADS;
        let qkv: Rows = x
            .iter()
            .map(|row| self.linear(&name("qkv"), &self.norm(&name("norm1"), row)))
            .collect();
        let bias = &self.0[&name("bias")].1;
        let mut mixed = vec![vec![0.0; WIDTH]; TOKENS];
        for head in 0..HEADS {
            for i in 0..TOKENS {
                let probabilities: Vec<f64> = (0..TOKENS)
                    .map(|j| {
                        let dot: f64 = (0..size)
                            .map(|c| qkv[i][head * size + c] * qkv[j][WIDTH + head * size + c])
                            .sum();
                        let bias = bias[(head * TOKENS + i) * TOKENS + j];
                        libm::exp(dot / (size as f64).sqrt() + f64::from(bias))
                    })
                    .collect();
                let sum: f64 = probabilities.iter().sum();
                for (j, probability) in probabilities.iter().enumerate() {
                    for c in 0..size {
                        mixed[i][head * size + c] +=
                            probability / sum * qkv[j][2 * WIDTH + head * size + c];
                    }
                }
            }
        }
        mixed.iter().map(|row| self.linear(&name("out"), row)).collect()
    }

    fn beside(&self, layer: usize, x: &Rows) -> Rows {
        let name = |part: &str| format!("blocks.{layer}.{part}");
        let h: Rows = x.iter().map(|row| self.norm(&name("norm2"), row)).collect();
        let mut out = Rows::new();
        for token in 0..TOKENS {
            let others = LAYOUT.beside.get(token).copied().unwrap_or_default();
            let other = |n: usize, c: usize| others[n].map_or(0.0, |kind| h[usize::from(kind)][c]);
            let mut row = h[token].clone();
            row.extend((0..WIDTH).map(|c| other(0, c) + other(1, c)));
            row.extend((0..WIDTH).map(|c| (other(0, c) - other(1, c)).abs()));
            row.extend((0..WIDTH).map(|c| other(2, c) + other(3, c)));
            out.push(self.linear(&name("down"), &silu(self.linear(&name("up"), &row))));
        }
        out
    }

    fn logits(&self, layers: usize, inputs: &[u8]) -> Vec<f64> {
        let value = |byte: &u8| f64::from(*byte) / 32.0;
        let kinds = LAYOUT.kinds;
        let scalars: Vec<f64> = inputs[LAYOUT.planes * kinds..].iter().map(value).collect();
        let place = &self.0["place"].1;
        let mut x: Rows =
            place.chunks(WIDTH).map(|r| r.iter().map(|x| f64::from(*x)).collect()).collect();
        for kind in 0..kinds {
            let planes: Vec<f64> =
                (0..LAYOUT.planes).map(|p| value(&inputs[p * kinds + kind])).collect();
            add(&mut x[kind], &self.linear("tile", &planes));
            add(&mut x[kind], &self.linear("every", &scalars));
        }
        add(&mut x[kinds], &self.linear("table", &scalars));
        for player in 0..LAYOUT.players {
            let at = LAYOUT.general + player * LAYOUT.per_player;
            let numbers = &scalars[at..at + LAYOUT.per_player];
            add(&mut x[kinds + 1 + player], &self.linear("player", numbers));
        }
        for layer in 0..layers {
            for part in [Plain::attention, Plain::beside] {
                let more = part(self, layer, &x);
                x.iter_mut().zip(&more).for_each(|(row, more)| add(row, more));
            }
        }
        let x: Rows = x.iter().map(|row| self.norm("norm", row)).collect();
        let mut logits = vec![0.0; LAYOUT.answers()];
        for kind in 0..kinds {
            let mut row = self.linear("deed_tile", &x[kind]);
            add(&mut row, &self.linear("deed_table", &x[kinds]));
            for (deed, logit) in self.linear("deed", &silu(row)).iter().enumerate() {
                logits[deed * kinds + kind] = *logit;
            }
        }
        let mean: Vec<f64> = (0..WIDTH)
            .map(|c| x[..kinds].iter().map(|r| r[c]).sum::<f64>() / kinds as f64)
            .collect();
        let mut row = self.linear("other_table", &x[kinds]);
        add(&mut row, &self.linear("other_tiles", &mean));
        logits[LAYOUT.deeds * kinds..].copy_from_slice(&self.linear("other", &silu(row)));
        logits
    }
}

fn add(row: &mut [f64], more: &[f64]) {
    row.iter_mut().zip(more).for_each(|(x, y)| *x += y);
}

fn silu(row: Vec<f64>) -> Vec<f64> {
    row.into_iter().map(|x| x / (1.0 + libm::exp(-x))).collect()
}

fn inputs(rng: &mut Rng) -> Vec<u8> {
    let mut byte = || if rng.below(3) == 0 { rng.below(100) as u8 } else { 0 };
    (0..LAYOUT.inputs()).map(|_| byte()).collect()
}

#[test]
fn plain_loops_say_the_same() {
    // Miri takes a minute for each layer.
    let (layers, rounds) = if cfg!(miri) { (1, 1) } else { (2, 20) };
    let tensors = tensors(layers);
    let net = TokenNetwork::from_file(&file(&tensors), &LAYOUT).unwrap();
    let mut scratch = net.scratch();
    let mut logits = vec![0.0; LAYOUT.answers()];
    let mut rng = Seed(5).stream(Purpose::Sample, &[]);
    for _ in 0..rounds {
        let inputs = inputs(&mut rng);
        net.logits(&inputs, &mut scratch, &mut logits);
        for (ours, plain) in logits.iter().zip(Plain(&tensors).logits(layers, &inputs)) {
            assert!((f64::from(*ours) - plain).abs() < 2e-5, "{ours} {plain}");
        }
        // In plain code: the same bits.
        let mut plain = vec![0.0; LAYOUT.answers()];
        forward::<PlainLanes>((), &net, &inputs, &mut scratch, &mut plain);
        assert_eq!(plain, logits);
        // And with every kind of vectors that the processor has.
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(proof) = HasAvx2::detect() {
                plain.fill(0.0);
                with_avx2(proof, &net, &inputs, &mut scratch, &mut plain);
                assert_eq!(plain, logits);
            }
            if let Some(proof) = HasAvx512::detect() {
                plain.fill(0.0);
                with_avx512(proof, &net, &inputs, &mut scratch, &mut plain);
                assert_eq!(plain, logits);
            }
        }
    }
    let numbers: usize = tensors.values().map(|(_, numbers)| numbers.len()).sum();
    assert_eq!(net.weights(), numbers);
}

#[test]
fn only_what_is_allowed_has_a_probability() {
    let net = TokenNetwork::from_file(&file(&tensors(1)), &LAYOUT).unwrap();
    let (mut scratch, mut rng) = (net.scratch(), Seed(6).stream(Purpose::Sample, &[]));
    let inputs = inputs(&mut rng);
    let (mut logits, mut probabilities) =
        (vec![0.0; LAYOUT.answers()], vec![0.0; LAYOUT.answers()]);
    net.logits(&inputs, &mut scratch, &mut logits);
    net.probabilities(&inputs, |answer| answer % 3 == 1, &mut scratch, &mut probabilities);
    assert!((probabilities.iter().sum::<f32>() - 1.0).abs() < 1e-5);
    for answer in 0..LAYOUT.answers() {
        assert_eq!(probabilities[answer] > 0.0, answer % 3 == 1);
    }
    assert!(
        (probabilities[4] / probabilities[1] / libm::expf(logits[4] - logits[1]) - 1.0).abs()
            < 1e-5
    );
    net.probabilities(&inputs, |_| false, &mut scratch, &mut probabilities);
    assert_eq!(probabilities.iter().sum::<f32>(), 0.0);
}

#[test]
fn networks_that_do_not_fit_are_refused() {
    let refused = |tensors: &Tensors| {
        TokenNetwork::from_file(&file(tensors), &LAYOUT).unwrap_err().to_string()
    };
    let good = tensors(1);
    let mut bad = good.clone();
    bad.insert("tile.weight".into(), (vec![2, 3], vec![0.0; 6]));
    assert!(refused(&bad).contains("`tile.weight` is [2, 3], expected [24, 11]"));
    let mut bad = good.clone();
    bad.insert("place".into(), (vec![0, 1 << 62], vec![]));
    assert!(refused(&bad).contains("`place` is [0, 4611686018427387904], expected a matrix"));
    let mut bad = good.clone();
    bad.remove("blocks.0.up.bias");
    assert!(refused(&bad).contains("`blocks.0.up.bias` is missing"));
    let other = ModelFile { kind: Kind::Network, ..file(&good) };
    let message = TokenNetwork::from_file(&other, &LAYOUT).unwrap_err().to_string();
    assert_eq!(message, "the model: a network, expected a tile transformer");
}
