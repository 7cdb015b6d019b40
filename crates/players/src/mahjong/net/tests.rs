//! The shipped network: the same numbers as PyTorch, symmetries, legal moves.

use super::{Adviser, LAYOUT, NetPlayer, shipped};
use fuda_core::{Ask, Budget, Game, Player, Position, Purpose, Seed};
use fuda_mahjong::encode::planes::{Action, PLANES};
use fuda_mahjong::{Deal, Mahjong};

/// Decisions of games between our own players with the logits of PyTorch, as
/// `training/ship.py --cases` writes them.
const CASES: &[u8] = include_bytes!("../../../tests/cases/mahjong-net.safetensors");

/// The bytes and the shape of a tensor of the cases, read by hand.
fn tensor(name: &str) -> (&'static [u8], Vec<usize>) {
    let size = u64::from_le_bytes(CASES[..8].try_into().unwrap()) as usize;
    let header: serde_json::Value = serde_json::from_slice(&CASES[8..8 + size]).unwrap();
    let numbers = |key: &str| -> Vec<usize> {
        let list = header[name][key].as_array().unwrap();
        list.iter().map(|n| n.as_u64().unwrap() as usize).collect()
    };
    let at = numbers("data_offsets");
    (&CASES[8 + size + at[0]..8 + size + at[1]], numbers("shape"))
}

fn cases() -> Vec<(&'static [u8], Vec<f32>)> {
    let (inputs, shape) = tensor("inputs");
    let (logits, _) = tensor("logits");
    let logits: Vec<f32> =
        logits.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    let rows = inputs.chunks_exact(shape[1]).zip(logits.chunks_exact(Action::COUNT));
    rows.map(|(inputs, logits)| (inputs, logits.to_vec())).collect()
}

#[test]
fn pytorch_says_the_same() {
    let network = shipped().unwrap();
    let mut scratch = network.scratch();
    let mut logits = vec![0.0; Action::COUNT];
    let cases = cases();
    assert!(cases.len() >= 20);
    for (inputs, expected) in cases {
        network.logits(inputs, &mut scratch, &mut logits);
        for (ours, theirs) in logits.iter().zip(&expected) {
            assert!((ours - theirs).abs() < 1e-4, "{ours} {theirs}");
        }
    }
}

/// Moves the bytes of every kind to another place.
fn moved(inputs: &[u8], to: impl Fn(usize) -> usize) -> Vec<u8> {
    let mut other = inputs.to_vec();
    for plane in 0..PLANES {
        for kind in 0..34 {
            other[plane * 34 + to(kind)] = inputs[plane * 34 + kind];
        }
    }
    other
}

#[test]
fn suits_and_ends_are_alike() {
    let network = shipped().unwrap();
    let mut scratch = network.scratch();
    let (mut plain, mut other) = (vec![0.0; Action::COUNT], vec![0.0; Action::COUNT]);
    let turned = |kind: usize| if kind < 27 { (kind + 9) % 27 } else { kind };
    let mirrored = |kind: usize| if kind < 27 { kind / 9 * 9 + 8 - kind % 9 } else { kind };
    for (inputs, _) in cases() {
        network.logits(inputs, &mut scratch, &mut plain);
        for to in [&turned as &dyn Fn(usize) -> usize, &mirrored] {
            network.logits(&moved(inputs, to), &mut scratch, &mut other);
            for deed in 0..LAYOUT.deeds {
                for kind in 0..34 {
                    let (a, b) = (plain[deed * 34 + kind], other[deed * 34 + to(kind)]);
                    assert!((a - b).abs() < 1e-3, "{a} {b}");
                }
            }
        }
    }
}

#[test]
fn whole_games_are_played() {
    let game = Mahjong::with_rules("tenhou-east").unwrap();
    let mut player = NetPlayer::new(shipped().unwrap());
    let mut adviser = Adviser::new(shipped().unwrap());
    let mut position = game.start(&Deal::from_seed(3)).unwrap();
    let mut rng = Seed(1).stream(Purpose::Player, &[]);
    let mut legal = Vec::new();
    let mut decisions = 0;
    while let Some(seat) = position.turn().first() {
        position.legal_moves(seat, &mut legal);
        let view = position.view(seat);
        let ask = Ask { view: &view, legal: &legal, budget: Budget::default(), rng: &mut rng };
        let choice = player.choose(ask).unwrap();
        if decisions % 50 == 0 {
            let probabilities = adviser.ask(&view, &legal);
            let sum: f64 = choice.alternatives.iter().map(|a| a.value).sum();
            assert!((sum - 1.0).abs() < 1e-4, "{sum}");
            assert_eq!(
                choice.alternatives[0].value,
                probabilities.of(Action::of(&view, choice.mv))
            );
        }
        decisions += 1;
        position.play(seat, choice.mv).unwrap();
    }
    assert!(decisions > 100);
}
