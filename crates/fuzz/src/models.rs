//! Model files: the file itself, and every player that takes one.

use crate::counts::Countable;
use crate::{Target, outcome, rough};
use fuda_core::{Ask, Budget, Position as _, Rng, Seed, ViewOf};
use fuda_daihinmin::Daihinmin;
use fuda_koikoi::KoiKoi;
use fuda_learn::{Linear, ModelFile};
use fuda_leduc::Leduc;
use fuda_mahjong::Mahjong;
use fuda_mine::pipeline::FeatureModel;
use fuda_othello::Othello;
use fuda_players::learned::view_value;
use std::path::{Path, PathBuf};

/// The most bytes of tensors that a header is given.
const MOST_BYTES: usize = 4 << 20;

pub(crate) fn targets() -> Vec<Target> {
    let shipped = shipped();
    let small = shipped.iter().filter(|bytes| bytes.len() < 1 << 15).cloned().collect();
    let headers = shipped.iter().filter_map(|bytes| header(bytes)).map(<[u8]>::to_vec).collect();
    let is_model = |path: &Path, _: &[u8]| path.extension().is_some_and(|e| e == "safetensors");
    vec![
        Target::new("model-file", model, small).taking(is_model),
        Target::new("model-header", with_tensors, headers),
    ]
}

/// The models that come with fuda, one of every kind among them.
fn shipped() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "safetensors"));
    paths.sort();
    let mut models: Vec<Vec<u8>> = paths.iter().flat_map(std::fs::read).collect();
    let linear = Linear { bias: 1.0, weights: vec![0.5, -0.25, 2.0] };
    models.push(linear.to_file().to_bytes());
    models
}

/// The part of a file that says what is in it.
pub(crate) fn header(bytes: &[u8]) -> Option<&[u8]> {
    let (length, rest) = bytes.split_first_chunk::<8>()?;
    rest.get(..usize::try_from(u64::from_le_bytes(*length)).ok()?)
}

/// The input says what is in a file, and as many bytes as it says follow: so
/// that damage is to shapes and settings, and not to the numbers alone.
fn with_tensors(data: &[u8]) -> u64 {
    model(&filled(data))
}

/// A file with this header and bytes for its tensors.
pub(crate) fn filled(data: &[u8]) -> Vec<u8> {
    let ends = serde_json::from_slice::<serde_json::Value>(data).ok();
    let ends = ends.as_ref().and_then(|head| head.as_object()).into_iter().flatten();
    let end = ends.filter_map(|(_, tensor)| tensor["data_offsets"][1].as_u64()).max();
    let end = end.and_then(|end| usize::try_from(end).ok()).unwrap_or(0).min(MOST_BYTES);
    let mut bytes = (data.len() as u64).to_le_bytes().to_vec();
    bytes.extend(data);
    // Numbers that are neither 0 nor wild, whatever their kind.
    bytes.extend([0u8, 0, 0, 0x3d].iter().cycle().take(end));
    bytes
}

fn model(data: &[u8]) -> u64 {
    let file = match ModelFile::from_bytes("fuzz", data) {
        Ok(file) => file,
        Err(e) => return outcome(&e.to_string()),
    };
    let again = ModelFile::from_bytes("again", &file.to_bytes()).expect("it reads back");
    assert!(again.to_bytes() == file.to_bytes(), "writing changed the model");
    let mut said = match FeatureModel::from_file(&file) {
        Ok(_) => 1,
        Err(e) => outcome(&e.to_string()),
    };
    // Players take a model by the name of its file.
    let name = format!("fuda-fuzz-{}.safetensors", std::process::id());
    let path = std::env::temp_dir().join(name);
    if std::fs::write(&path, data).is_err() {
        return said;
    }
    said ^= players::<Othello>(&path);
    said ^= players::<Mahjong>(&path).rotate_left(1);
    said ^= players::<Daihinmin>(&path).rotate_left(2);
    said ^= players::<KoiKoi>(&path).rotate_left(3);
    said ^= players::<Leduc>(&path).rotate_left(4);
    let _ = std::fs::remove_file(&path);
    said ^ u64::from(rough(data.len()))
}

/// Every kind of player that takes a model is made with it, and where that
/// goes well asked for a move.
fn players<G: Countable>(path: &Path) -> u64 {
    let catalogue = G::players();
    let game = G::with_rules(G::presets()[0].0).expect("the first preset");
    let position = game.start(&game.deal(&mut Rng::new(Seed(5)))).expect("a deal starts");
    let Some(seat) = position.turn().first() else { return 0 };
    let (mut legal, mut said) = (Vec::new(), 0);
    position.legal_moves(seat, &mut legal);
    let takes_model = |kind: &fuda_players::KindInfo| {
        kind.parameters.iter().any(|parameter| parameter.name == "model")
    };
    for kind in catalogue.info().iter().filter(|kind| takes_model(kind)) {
        let text = format!("{}:model={}", kind.name, path.display());
        match catalogue.recipe(&game, &text) {
            Err(e) => said ^= outcome(&e.message),
            Ok(recipe) => {
                let (view, mut rng) = (position.view(seat), Rng::new(Seed(6)));
                let mut player = (recipe.make)();
                player.begin(seat);
                let budget = Budget { effort: Some(1), ..Budget::default() };
                let ask = Ask { view: &view, legal: &legal, budget, rng: &mut rng };
                if let Ok(choice) = player.choose(ask) {
                    assert!(legal.contains(&choice.mv), "{text} plays {}", choice.mv);
                    said ^= 1;
                }
            }
        }
    }
    said ^ worth(&game, path, &position.view(seat)).rotate_left(5)
}

/// What `fuda match --luck` asks of a model, where it is one of values.
fn worth<G: Countable>(game: &G, path: &Path, view: &ViewOf<G>) -> u64 {
    let Ok(file) = ModelFile::open(path) else { return 0 };
    match view_value(game, &file, "fuzz") {
        Ok(mut value) => {
            let once = value.of(view);
            assert_eq!(once.to_bits(), value.of(view).to_bits(), "a view has two values");
            2
        }
        Err(e) => outcome(&e.to_string()),
    }
}
