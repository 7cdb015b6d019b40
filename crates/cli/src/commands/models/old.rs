//! The forms models had before there was one model file: three of JSON, four
//! of safetensors.

use fuda_core::Game;
use fuda_daihinmin::encode::{UecdaMoves, UecdaProducts};
use fuda_koikoi::encode::{VALUE_INPUTS, VALUE_INPUTS_NAME, ViewInputs};
use fuda_koikoi::{KoiKoi, Rules};
use fuda_learn::{Kind, Linear, ModelFile, PatternStage, Patterns, read_safetensors};
use fuda_othello::BoardPattern;
use fuda_players::koikoi::mined;
use fuda_players::patterns;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

/// The model of a file in one of the old forms.
pub fn read(bytes: &[u8]) -> Result<ModelFile, String> {
    let start = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    match start {
        Some(b'{') => of_json(bytes),
        _ => of_safetensors(bytes),
    }
}

/// The encoder of koi-koi's linear policies.
const POLICY: &str = "koikoi-pg-36-1";

/// What the encoders were called, and are now.
const ENCODERS: [(&str, &str); 5] = [
    ("daihinmin-182", UecdaMoves::NAME),
    ("daihinmin-35x146", UecdaProducts::NAME),
    ("koikoi-view-v1", ViewInputs::NAME),
    ("koikoi-after-state-252-v1", VALUE_INPUTS_NAME),
    ("koikoi-pg-36-v1", POLICY),
];

fn of_safetensors(bytes: &[u8]) -> Result<ModelFile, String> {
    let (mut settings, tensors) = read_safetensors(bytes).map_err(|e| e.to_string())?;
    let marks = ["fuda-model", "fuda-regression", "fuda-policy", "fuda-network"];
    let mark = marks.into_iter().find(|mark| settings.get(*mark).is_some_and(|v| v == "1"));
    let mut take = |key: &str| settings.remove(key).unwrap_or_default();
    let kind = match (mark, take("kind").as_str()) {
        (Some("fuda-model"), "linear") => (Kind::Linear, None),
        (Some("fuda-model"), "network") => (Kind::Network, Some("tanh")),
        (Some("fuda-regression"), _) => (Kind::Network, Some("sigmoid")),
        (Some("fuda-policy"), _) => (Kind::PolicyNetwork, None),
        (Some("fuda-network"), _) => (Kind::TileTransformer, None),
        _ => return Err("not a model in an older form: safetensors of something else".into()),
    };
    let old = take("features") + &take("inputs");
    let known = ENCODERS.iter().find(|(name, _)| *name == old);
    let encoder = known.map_or(old, |(_, name)| (*name).to_owned());
    let mut game = take("game");
    if let (true, Some((name, _))) = (game.is_empty(), encoder.split_once('-')) {
        game = name.to_owned();
    }
    let rules = take("rules");
    let rules = if rules.is_empty() { rules } else { round_rules(&rules)? };
    let made_by = take("made");
    mark.map(take);
    settings.extend(kind.1.map(|name| ("activation".to_owned(), name.to_owned())));
    let model = ModelFile::new(kind.0, []);
    Ok(ModelFile { game, rules, encoder, made_by, settings, tensors, ..model })
}

/// Koi-koi's models are for rounds.
fn round_rules(text: &str) -> Result<String, String> {
    let rules: Rules = text.parse().map_err(|e| format!("its rules: {e}"))?;
    Ok(rules.single_round().to_string())
}

fn of_json(bytes: &[u8]) -> Result<ModelFile, String> {
    #[derive(Deserialize)]
    struct Named {
        format: String,
    }
    match json::<Named>(bytes)?.format.as_str() {
        "fuda-koikoi-pg" => policy(json(bytes)?),
        "fuda-koikoi-patterns 1" => koikoi_patterns(json(bytes)?),
        "fuda-othello-patterns 1" => Ok(othello_patterns(&json(bytes)?)),
        other => Err(format!("not a model in an older form: the format `{other}` is not known")),
    }
}

fn json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    serde_json::from_slice(bytes).map_err(|e| format!("not a model in an older form: {e}"))
}

#[derive(Deserialize)]
struct Policy {
    rules: String,
    temperature: f64,
    weights: Vec<f64>,
    training: Option<BTreeMap<String, serde_json::Value>>,
}

fn policy(old: Policy) -> Result<ModelFile, String> {
    let training = old.training.unwrap_or_default();
    let notes = training.iter().map(|(key, value)| {
        (key.as_str(), value.as_str().map_or_else(|| value.to_string(), str::to_owned))
    });
    let model = ModelFile {
        game: KoiKoi::NAME.into(),
        rules: round_rules(&old.rules)?,
        encoder: POLICY.into(),
        ..Linear { weights: old.weights, bias: 0.0 }.to_file()
    };
    Ok(model.with_settings(notes).with_settings([("temperature", old.temperature)]))
}

#[derive(Deserialize)]
struct KoiKoiPatterns {
    made: String,
    rules: Rules,
    bias: f64,
    patterns: Vec<(Vec<u32>, f64)>,
}

fn koikoi_patterns(old: KoiKoiPatterns) -> Result<ModelFile, String> {
    let beyond = |items: &[u32]| items.iter().any(|&item| item as usize >= VALUE_INPUTS);
    if let Some(at) = old.patterns.iter().position(|(items, _)| beyond(items)) {
        return Err(format!("pattern {at}: expected inputs below {VALUE_INPUTS}"));
    }
    let stage = PatternStage { most: 0, bias: old.bias, patterns: old.patterns };
    let patterns = Patterns { columns: VALUE_INPUTS, stages: vec![stage] };
    Ok(mined::file(&patterns, &old.rules).with_settings([("learned_from", old.made)]))
}

#[derive(Deserialize)]
struct OthelloPatterns {
    made: String,
    stages: Vec<OthelloStage>,
}

#[derive(Deserialize)]
struct OthelloStage {
    most_empties: u32,
    bias: i32,
    patterns: Vec<(Squares, i32)>,
}

#[derive(Deserialize)]
struct Squares {
    own: u64,
    opp: u64,
    empty: u64,
    #[serde(default)]
    moves: u64,
    #[serde(default)]
    replies: u64,
}

fn othello_patterns(old: &OthelloPatterns) -> ModelFile {
    let stages: Vec<fuda_othello::PatternStage> = old
        .stages
        .iter()
        .map(|stage| fuda_othello::PatternStage {
            most_empties: stage.most_empties,
            bias: stage.bias,
            patterns: stage
                .patterns
                .iter()
                .map(|&(Squares { own, opp, empty, moves, replies }, worth)| {
                    (BoardPattern { own, opp, empty, moves, replies }, worth)
                })
                .collect(),
        })
        .collect();
    patterns::file(&stages).with_settings([("learned_from", &old.made)])
}
