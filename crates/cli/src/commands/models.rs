//! `fuda models …`: what model files are, and new ones of old ones.

mod old;

use crate::args::models::{ConvertModelArgs, ModelsCommand, ShowModelsArgs};
use crate::failure::{Failure, Outcome, Verdict};
use crate::screen;
use fuda_core::formats::RecordFile;
use fuda_learn::{MODEL_VERSION, ModelFile, Tensor};
use serde_json::{Value, json};

/// Shows or converts.
pub fn run(command: &ModelsCommand) -> Outcome {
    match command {
        ModelsCommand::Show(args) => show(args),
        ModelsCommand::Convert(args) => convert(args),
    }
}

fn show(args: &ShowModelsArgs) -> Outcome {
    let opened: Result<Vec<ModelFile>, _> = args.files.iter().map(ModelFile::open).collect();
    let files = opened.map_err(|e| Failure::new(e.to_string()))?;
    match args.json {
        true => screen::print_json(&files.iter().map(as_json).collect::<Vec<_>>())?,
        false => screen::print(&files.iter().map(in_words).collect::<Vec<_>>().join("\n"))?,
    }
    Ok(Verdict::Good)
}

fn as_json(file: &ModelFile) -> Value {
    let tensor = |(name, tensor): (&String, &Tensor)| json!({ "name": name, "type": tensor.numbers().dtype(), "shape": tensor.shape() });
    json!({
        "file": file.name, "version": MODEL_VERSION, "kind": file.kind.name(), "game": file.game,
        "rules": file.rules, "encoder": file.encoder, "made_by": file.made_by,
        "settings": file.settings, "parameters": file.parameters(),
        "tensors": file.tensors.iter().map(tensor).collect::<Vec<_>>(),
    })
}

fn in_words(file: &ModelFile) -> String {
    let mut text = format!("{}\n", file.name);
    let mut line = |name: &str, value: &str| {
        if !value.is_empty() {
            text += &format!("  {name:<10}  {}\n", screen::tame(value));
        }
    };
    line("kind", file.kind.name());
    line("game", &file.game);
    line("rules", &file.rules);
    line("encoder", &file.encoder);
    line("made by", &file.made_by);
    let settings = file.settings.iter().map(|(key, value)| format!("{key}={value}"));
    line("settings", &settings.collect::<Vec<_>>().join(", "));
    line("parameters", &file.parameters().to_string());
    for (name, tensor) in &file.tensors {
        let what = format!("{name} {} {:?}", tensor.numbers().dtype(), tensor.shape());
        line("tensor", &what);
    }
    text
}

fn convert(args: &ConvertModelArgs) -> Outcome {
    screen::check_new(&args.out, args.force)?;
    let name = args.old.display();
    let failed = |e: &dyn std::fmt::Display| Failure::new(format!("{name}: {e}"));
    let bytes = RecordFile::read(&args.old).map_err(|e| Failure::new(e.to_string()))?.bytes;
    if ModelFile::from_bytes("", &bytes).is_ok() {
        return Err(failed(&"already a model file of today; nothing to convert"));
    }
    let mut model = old::read(&bytes).map_err(|e| failed(&e))?;
    if let Some(command) = &args.made_by {
        model.made_by.clone_from(command);
    }
    screen::write_file(&args.out, &model.to_bytes(), args.force)?;
    screen::print(&format!("the model is in {}\n", args.out.display()))?;
    Ok(Verdict::Good)
}
