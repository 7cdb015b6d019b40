use super::*;
use proptest::prelude::*;
use safetensors::tensor::TensorView;
use std::collections::HashMap;

fn model() -> ModelFile {
    let tensors = [
        ("weights", Tensor::new([2, 2], Numbers::F64(vec![0.1, -2.0, 0.5, 3.0]))),
        ("bias", Tensor::new([1], Numbers::F32(vec![0.25]))),
        ("masks", Tensor::new([3], Numbers::U64(vec![1, 2, u64::MAX]))),
    ];
    ModelFile {
        game: "daihinmin".into(),
        rules: "uecda".into(),
        encoder: "uecda-moves-1".into(),
        made_by: "fuda learn daihinmin \"quoted\"\n札".into(),
        name: "x.safetensors".into(),
        ..ModelFile::new(Kind::Linear, tensors).with_settings([("seed", 7), ("games", 12)])
    }
}

fn refused(bytes: &[u8]) -> String {
    ModelFile::from_bytes("x.safetensors", bytes).unwrap_err().to_string()
}

#[test]
fn what_is_written_is_read_and_the_same_model_is_the_same_bytes() {
    let first = model().to_bytes();
    assert!((0..20).all(|_| model().to_bytes() == first));
    let back = ModelFile::from_bytes("x.safetensors", &first).unwrap();
    assert_eq!(back, model());
    assert_eq!((back.parameters(), back.number("seed").unwrap()), (8, 7.0));
    let message = back.number("temperature").unwrap_err().to_string();
    assert!(message.ends_with("expected a number as `temperature`, got `nothing`"), "{message}");
}

#[test]
fn a_file_is_read_from_its_path_and_named_in_messages() {
    let path = std::env::temp_dir().join(format!("fuda-model-{}", std::process::id()));
    std::fs::write(&path, model().to_bytes()).unwrap();
    let read = ModelFile::open(&path);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(read.unwrap().tensors, model().tensors);
    let message = ModelFile::open(&path).unwrap_err().to_string();
    assert!(message.starts_with(&path.display().to_string()), "{message}");
    let folder = ModelFile::open(std::env::temp_dir()).unwrap_err().to_string();
    assert!(folder.ends_with("expected a model file, got a folder"), "{folder}");
}

#[test]
fn what_a_model_is_for_is_checked_and_said() {
    let needs = Needs {
        by: "nn",
        kind: Kind::Linear,
        game: "daihinmin",
        encoders: &["uecda-moves-1"],
        rules: None,
    };
    model().fits(&needs).unwrap();
    model().fits(&Needs { rules: Some("uecda"), ..needs }).unwrap();
    let refused = |needs: Needs<'_>| model().fits(&needs).unwrap_err().to_string();
    assert_eq!(
        refused(Needs { kind: Kind::Network, ..needs }),
        "x.safetensors: a daihinmin linear model over uecda-moves-1; `nn` needs a daihinmin network \
         over uecda-moves-1"
    );
    assert_eq!(
        refused(Needs { game: "othello", ..needs }),
        "x.safetensors: a daihinmin linear model over uecda-moves-1; `nn` needs an othello linear \
         model over uecda-moves-1"
    );
    assert_eq!(
        refused(Needs { encoders: &["uecda-moves-2", "uecda-products-1"], ..needs }),
        "x.safetensors: a daihinmin linear model over uecda-moves-1; `nn` needs a daihinmin linear \
         model over uecda-moves-2 or uecda-products-1"
    );
    assert_eq!(
        refused(Needs { rules: Some("uecda+seats=4"), ..needs }),
        "x.safetensors: a daihinmin linear model over uecda-moves-1 for the rules `uecda`; `nn` \
         needs a daihinmin linear model over uecda-moves-1 for the rules `uecda+seats=4`"
    );
}

#[test]
fn a_file_cut_off_anywhere_is_refused() {
    let bytes = model().to_bytes();
    for cut in 0..bytes.len() {
        let message = refused(&bytes[..cut]);
        let known = message.contains("not a model file: ") || message.contains("truncated");
        assert!(known, "{cut}: {message}");
    }
    assert_eq!(
        refused(&bytes[..5]),
        "x.safetensors: not a model file: expected safetensors with fuda's metadata, got 5 bytes"
    );
}

#[test]
fn old_forms_are_named_with_the_way_out() {
    let json = br#" {"format":"fuda-koikoi-pg","version":1,"weights":[0.5]}"#;
    assert_eq!(
        refused(json),
        "x.safetensors: a model in an older form (JSON, fuda-koikoi-pg); `fuda models convert` makes \
         a model file of it"
    );
    assert!(refused(br#"{"format":"other"}"#).contains("not a model file"));
    for mark in ["fuda-model", "fuda-regression", "fuda-policy", "fuda-network"] {
        let message = refused(&with_metadata(&[(mark, "1")]));
        assert!(message.contains(&format!("an older form ({mark} 1); `fuda models")), "{message}");
    }
}

/// A safetensors file with one tensor of single precision.
fn with_metadata(metadata: &[(&str, &str)]) -> Vec<u8> {
    let view = TensorView::new(safetensors::Dtype::F32, vec![1], &[0; 4]).unwrap();
    let metadata = metadata.iter().map(|(k, v)| (k.to_string(), v.to_string()));
    safetensors::serialize([("x", view)], Some(HashMap::from_iter(metadata))).unwrap()
}

#[test]
fn what_is_no_model_is_refused_with_a_reason() {
    assert!(refused(&with_metadata(&[])).ends_with("got safetensors without them"));
    let newer = refused(&with_metadata(&[("fuda-model", "3")]));
    assert!(newer.ends_with("got version 3; only 2 is known"), "{newer}");
    let kind = refused(&with_metadata(&[("fuda-model", "2"), ("kind", "oracle")]));
    assert!(kind.contains("expected a kind among linear, network"), "{kind}");
    let mut huge = u64::MAX.to_le_bytes().to_vec();
    huge.extend(b"{}");
    assert!(refused(&huge).ends_with("got a header of 18446744073709551615 bytes"));
    for number in [f64::NAN, f64::INFINITY] {
        let wrong = Tensor::new([1], Numbers::F64(vec![number]));
        let bytes = ModelFile::new(Kind::Linear, [("weights", wrong)]).to_bytes();
        assert!(refused(&bytes).ends_with("`weights` has a number that is not finite"));
    }
    let half = TensorView::new(safetensors::Dtype::F16, vec![2], &[0; 4]).unwrap();
    let metadata = [("fuda-model", "2"), ("kind", "linear")];
    let metadata = metadata.map(|(k, v)| (k.to_string(), v.to_string())).into();
    let bytes = safetensors::serialize([("weights", half)], Some(metadata)).unwrap();
    assert!(refused(&bytes).ends_with("`weights` is of F16, expected F32, F64 or U64"));
}

#[test]
fn tensors_of_another_shape_or_type_are_refused() {
    let file = model();
    assert_eq!(file.f64s("weights", &[2, 2]).unwrap()[1], -2.0);
    let message = |e: ModelError| e.to_string();
    let shape = file.f64s("weights", &[4]).map_err(message).unwrap_err();
    assert!(shape.ends_with("`weights` is [2, 2], expected [4]"), "{shape}");
    let dtype = file.f64s("bias", &[1]).map_err(message).unwrap_err();
    assert!(dtype.ends_with("`bias` is of F32, expected F64"), "{dtype}");
    let missing = file.u64s("more", &[1]).map_err(message).unwrap_err();
    assert!(missing.ends_with("the tensor `more` is missing"), "{missing}");
    let flat = file.matrix("bias").map_err(message).unwrap_err();
    assert!(flat.ends_with("`bias` is [1], expected a matrix"), "{flat}");
}

proptest! {
    #[test]
    fn broken_files_never_panic(
        cut in 0usize..900,
        at in 0usize..900,
        byte in any::<u8>(),
        junk in prop::collection::vec(any::<u8>(), 0..100),
    ) {
        prop_assert!(ModelFile::from_bytes("junk", &junk).is_err());
        let mut bytes = model().to_bytes();
        bytes.truncate(cut);
        if let Some(place) = bytes.get_mut(at) {
            *place = byte;
        }
        let _ = ModelFile::from_bytes("x", &bytes);
    }
}
