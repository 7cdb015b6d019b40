//! Model files: shown, converted from older forms, refused where they do not fit.

use crate::common::TestDir;
use std::path::PathBuf;

/// The folder of the models that come with fuda.
fn shipped() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../models")
}

/// A linear policy of koi-koi in the form of before.
fn old_json() -> String {
    let weights = vec!["0.5"; 36].join(",");
    format!(
        r#"{{"format":"fuda-koikoi-pg","version":1,"features":"koikoi-pg-36-v1","rules":"guan",
            "temperature":3.0,"weights":[{weights}],
            "training":{{"against":"rule","episodes":30,"seed":2}}}}"#
    )
}

/// A perceptron of daihinmin in the form of before.
fn old_safetensors() -> Vec<u8> {
    let metadata = r#"{"fuda-model":"1","kind":"linear","game":"daihinmin",
        "features":"daihinmin-35x146","learner":"ap"}"#;
    let header = format!(
        r#"{{"__metadata__":{metadata},"bias":{{"dtype":"F64","shape":[1],"data_offsets":[0,8]}},
            "weights":{{"dtype":"F64","shape":[5110],"data_offsets":[8,40888]}}}}"#
    );
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend(header.as_bytes());
    bytes.extend([0u8; 8]);
    bytes.extend(0.25f64.to_le_bytes().repeat(5110));
    bytes
}

#[test]
fn every_shipped_model_is_shown_and_described() {
    let dir = TestDir::new();
    let readme = std::fs::read_to_string(shipped().join("README.md")).unwrap();
    let mut seen = 0;
    for entry in std::fs::read_dir(shipped()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        if path.extension().is_some_and(|ending| ending == "safetensors") {
            let path = path.to_string_lossy();
            let shown = dir.run(&["models", "show", &path, "--json"], "").code(0).json();
            let (game, _) = name.split_once('-').unwrap();
            assert_eq!(
                (shown[0]["game"].as_str(), &shown[0]["version"]),
                (Some(game), &"2".into())
            );
            for key in ["encoder", "made_by"] {
                assert!(!shown[0][key].as_str().unwrap().is_empty(), "{name}: {key}");
            }
            assert!(readme.contains(&format!("{name}.safetensors")), "{name}");
            seen += 1;
        }
    }
    assert_eq!(seen, 14);
    let path = shipped().join("daihinmin-nn.safetensors");
    let text = dir.run(&["models", "show", &path.to_string_lossy()], "").code(0).out;
    for line in ["kind        network", "parameters  2945", "tensor      input F64 [183, 16]"] {
        assert!(text.contains(line), "{text}");
    }
}

#[test]
fn models_of_older_forms_are_refused_with_the_hint_and_converted() {
    let dir = TestDir::new();
    dir.file("old.json", old_json());
    dir.file("old.st", old_safetensors());
    for (file, game) in [("old.json", "koikoi pg"), ("old.st", "daihinmin ap")] {
        dir.fuda(&format!("match {game}:model={file} random --deals 1"))
            .code(2)
            .says("`fuda models convert` makes a model file of it");
        dir.fuda(&format!("models show {file}")).code(2).says("fuda models convert");
    }
    dir.fuda("models convert old.json --out pg.st").code(0);
    dir.fuda("models convert old.json --out pg.st").code(2).says("--force");
    let shown = dir.fuda("models show pg.st --json").code(0).json();
    assert_eq!(
        (&shown[0]["kind"], &shown[0]["rules"]),
        (&"linear".into(), &"guan+rounds=1+bank=0".into())
    );
    assert_eq!(shown[0]["settings"]["temperature"], "3");
    dir.fuda("match koikoi pg:model=pg.st,calls=2 random --rules guan --deals 1").code(0);
    dir.run(&["models", "convert", "old.st", "--out", "ap.st", "--made-by", "by hand"], "").code(0);
    let shown = dir.fuda("models show ap.st --json").code(0).json();
    assert_eq!(shown[0]["encoder"], "uecda-products-1");
    assert_eq!((&shown[0]["made_by"], &shown[0]["parameters"]), (&"by hand".into(), &5111.into()));
    dir.fuda("match daihinmin ap:model=ap.st random --deals 1").code(0);
    dir.fuda("models convert ap.st --out again.st").code(2).says("already a model file");
    dir.file("other.json", "{\"format\":\"fuda-go 1\"}");
    dir.fuda("models convert other.json --out x.st").code(2).says("`fuda-go 1` is not known");
    dir.file("junk", "junk");
    dir.fuda("models convert junk --out x.st").code(2).says("junk: not a model file");
    dir.fuda("models convert none --out x.st").code(2).says("none: ");
}

#[test]
fn a_model_of_another_game_encoder_or_a_truncated_one_is_refused() {
    let dir = TestDir::new();
    let copy = |name: &str| dir.file(name, std::fs::read(shipped().join(name)).unwrap());
    for name in
        ["mahjong-svm.safetensors", "mahjong-eval.safetensors", "koikoi-value-paper.safetensors"]
    {
        copy(name);
    }
    dir.fuda("match mahjong svm:model=mahjong-eval.safetensors greedy --deals 1").code(2).says(
        "mahjong-eval.safetensors: a mahjong linear model over mahjong-eval-1; `svm` needs a \
         mahjong linear model over mahjong-wide-1",
    );
    dir.fuda("match daihinmin nn:model=koikoi-value-paper.safetensors random --deals 1")
        .code(2)
        .says("a koikoi network over koikoi-after-states-1; `nn` needs a daihinmin network over");
    let whole = dir.read("koikoi-value-paper.safetensors");
    let header = 8 + u64::from_le_bytes(whole[..8].try_into().unwrap()) as usize;
    for cut in [0, 7, 8, 100, header - 1, header, 2_000, whole.len() - 1] {
        dir.file("cut.st", &whole[..cut]);
        let ran = dir.fuda("match koikoi value:model=cut.st random --deals 1").code(2);
        let reason = if cut < header { "not a model file" } else { "truncated or damaged" };
        ran.says("cut.st: ").says(reason);
    }
}
