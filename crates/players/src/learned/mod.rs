//! Players made of a model file, one for every game: what the model is decides
//! how it plays.

mod policy;
mod ranked;
mod value;

pub use policy::{PolicyPlayer, draw, sample};
pub use ranked::{MoveModel, RankedPlayer};
pub use value::{ValuePlayer, ViewValue};

use crate::parameter::Parameter;
use crate::{Factory, Kind, Unit, Values};
use fuda_core::{Game, MoveFeatures, SparseInputs};
use fuda_learn::policy_gradient::SparseNetwork;
use fuda_learn::{Kind as ModelKind, ModelError, ModelFault, ModelFile, Needs};
use std::sync::Arc;

/// The player `learned`: any model that `fuda learn` wrote for the game.
pub(crate) fn learned<G: Game>() -> Kind<G> {
    Kind {
        name: "learned",
        about: "plays by a model file of `fuda learn`: a ranking, a policy, a value or patterns",
        parameters: vec![
            Parameter::model("the model file; it must be given"),
            Parameter::word("draw", "no", &["no", "yes"]).about(
                "policies: draw moves by their probabilities instead of taking the likeliest",
            ),
            Parameter::whole("positions", "16", 1, 100_000)
                .about("values: assumed positions in which each move is tried"),
        ],
        make,
    }
}

/// The setting of a policy network's file that makes it a value network.
pub const VALUE_SETTING: (&str, &str) = ("output", "value");

fn make<G: Game>(game: &G, values: &Values) -> Result<Factory<G>, String> {
    let model = values.model("model").ok_or("expected model=FILE, a file of `fuda learn`")?;
    let file = model.open().map_err(|e| e.to_string())?;
    of_file(game, &file, values.text("draw") == Some("yes"), values.whole("positions"))
        .map_err(|e| e.to_string())
}

/// The setting of a ranking's file that names what was fitted.
pub const RANKER_SETTING: &str = "ranker";

/// What the values of a model's moves count. A file that cannot be read is
/// refused elsewhere.
pub(crate) fn unit<M>(values: &Values, _legal: &[M]) -> Unit {
    let file = values.model("model").and_then(|model| model.open().ok());
    let Some(file) = file else { return Unit::Score };
    let setting = |name: &str| file.settings.get(name).map(String::as_str);
    match file.kind {
        ModelKind::PolicyNetwork if setting(VALUE_SETTING.0) == Some(VALUE_SETTING.1) => {
            Unit::Points
        }
        ModelKind::PolicyNetwork => Unit::Probability,
        _ if matches!(setting(RANKER_SETTING), Some("softmax" | "network")) => Unit::LogOdds,
        _ => Unit::Score,
    }
}

/// Makes the player of a model file.
fn of_file<G: Game>(
    game: &G,
    file: &ModelFile,
    draws: bool,
    positions: Option<u64>,
) -> Result<Factory<G>, ModelError> {
    let needs = |kind, encoders: &[&str]| {
        file.fits(&Needs { by: "learned", kind, game: G::NAME, encoders, rules: None })
    };
    if file.kind == ModelKind::PolicyNetwork {
        return Ok(match network(game, file, "learned")? {
            ViewNetwork::Value(value) => {
                let positions = positions.unwrap_or(1) as usize;
                Arc::new(move || Box::new(ValuePlayer::new(value.clone(), positions)))
            }
            ViewNetwork::Policy(network, inputs) => Arc::new(move || {
                Box::new(PolicyPlayer::new(network.clone(), inputs.clone(), draws))
            }),
        });
    }
    let encoders = game.move_features();
    let names: Vec<&str> = encoders.iter().map(|encoder| encoder.name()).collect();
    let known = [ModelKind::Linear, ModelKind::Network, ModelKind::Patterns];
    let kind = known.into_iter().find(|kind| *kind == file.kind).unwrap_or(ModelKind::Linear);
    needs(kind, &names)?;
    let encoder = encoders.into_iter().find(|encoder| encoder.name() == file.encoder);
    let Some(encoder) = encoder else { return Err(broken(file, "its encoder is not known")) };
    let model = Arc::new(MoveModel::from_file(file, encoder.columns())?);
    let encoder: Arc<dyn MoveFeatures<G>> = Arc::from(encoder);
    Ok(Arc::new(move || Box::new(RankedPlayer::new(model.clone(), encoder.clone()))))
}

/// A network over a whole view.
enum ViewNetwork<G: Game> {
    Policy(Arc<SparseNetwork>, SparseInputs<G>),
    Value(ViewValue<G>),
}

/// Reads a network over one of the game's observations.
fn network<G: Game>(game: &G, file: &ModelFile, by: &str) -> Result<ViewNetwork<G>, ModelError> {
    let encoders = game.observations();
    let names: Vec<&str> = encoders.iter().map(|encoder| encoder.name()).collect();
    let kind = ModelKind::PolicyNetwork;
    file.fits(&Needs { by, kind, game: G::NAME, encoders: &names, rules: None })?;
    let network = Arc::new(SparseNetwork::from_file(file)?);
    let encoder = encoders.into_iter().find(|encoder| encoder.name() == file.encoder);
    let Some(encoder) = encoder.map(Arc::from) else {
        return Err(broken(file, "its encoder is not known"));
    };
    let inputs: SparseInputs<G> = SparseInputs::new(encoder);
    let is_value = file.settings.get(VALUE_SETTING.0).is_some_and(|o| o == VALUE_SETTING.1);
    let outputs = if is_value { 1 } else { inputs.encoder().actions() + 1 };
    let shape = network.shape();
    if (shape.inputs, shape.outputs) != (inputs.inputs(), outputs) {
        let (got, outs, ins) = (shape, outputs, inputs.inputs());
        let why = format!("expected {ins} inputs and {outs} outputs, got {got:?}");
        return Err(broken(file, &why));
    }
    if !is_value {
        return Ok(ViewNetwork::Policy(network, inputs));
    }
    let unit = file.settings.get("unit").and_then(|unit| unit.parse().ok());
    match unit.filter(|unit: &f64| unit.is_finite()) {
        Some(unit) => Ok(ViewNetwork::Value(ViewValue::new(network, inputs, unit))),
        None => Err(broken(file, "expected a number as `unit`")),
    }
}

/// What a file of `fuda learn GAME value` says that a view is worth.
pub fn view_value<G: Game>(
    game: &G,
    file: &ModelFile,
    by: &str,
) -> Result<ViewValue<G>, ModelError> {
    match network(game, file, by)? {
        ViewNetwork::Value(value) => Ok(value),
        ViewNetwork::Policy(..) => {
            let message = format!("a {} policy; {by} needs a value network", G::NAME);
            Err(ModelError { name: file.name.clone(), fault: ModelFault::Misfit(message) })
        }
    }
}

fn broken(file: &ModelFile, why: &str) -> ModelError {
    ModelError { name: file.name.clone(), fault: ModelFault::Broken(why.to_owned()) }
}
