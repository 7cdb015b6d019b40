//! Which players may be asked for over the network: none that starts programs
//! or reads files, and none that would think for hours or fill the memory.

use crate::error::ServeError;
use fuda_players::{Description, KindInfo, ParameterInfo, Range, Reach};

/// The player that plays by a file and cannot do without.
const ONLY_BY_FILE: &str = "learned";

/// The most that parameters which cost time or memory may be: a thought takes
/// seconds at the most, or some tens of them where several are at their ends.
const MOST: &[(&str, u32)] = &[
    ("loops", 50_000),
    ("playouts", 50_000),
    ("runs", 50_000),
    ("claim-runs", 50_000),
    ("max-nodes", 4_000_000),
    ("calls", 10_000),
    ("iterations", 10_000),
    ("assumptions", 100),
    ("look", 1_000),
    ("n", 200),
    ("claim-n", 200),
    ("k", 50),
    ("time", 5),
    ("claim-time", 5),
    ("exact", 18),
    ("trees", 16),
    ("bandits", 16),
    ("depth", 10),
    ("maxn depth", 3),
    ("star depth", 3),
    ("threads", 1),
];

fn most(player: &str, parameter: &str) -> Option<u32> {
    let most = |wanted: &str| MOST.iter().find(|(name, _)| *name == wanted);
    let found = most(&format!("{player} {parameter}")).or_else(|| most(parameter));
    found.map(|(_, most)| *most)
}

/// Whether a parameter names a file or a program.
fn is_outside(parameter: &ParameterInfo) -> bool {
    parameter.reaches != Reach::Nothing
}

/// The players that can be asked for, with the parameters they can be given.
pub fn players(mut kinds: Vec<KindInfo>) -> Vec<KindInfo> {
    let is_program = |kind: &KindInfo| kind.parameters.iter().any(|p| p.reaches == Reach::Programs);
    kinds.retain(|kind| kind.name != ONLY_BY_FILE && !is_program(kind));
    for kind in &mut kinds {
        let player = &kind.name;
        kind.parameters.retain(|p| !is_outside(p) && most(player, &p.name) != Some(1));
        for p in &mut kind.parameters {
            if let (Some(most), Some((range, end))) =
                (most(player, &p.name), p.range.rsplit_once(" to "))
                && end.parse::<f64>().is_ok_and(|end| end > f64::from(most))
            {
                p.range = format!("{range} to {most}");
            }
        }
    }
    kinds
}

/// Refuses what must not be asked for; what else is wrong is found by whoever
/// reads the description.
pub fn check(kinds: &[KindInfo], text: &str) -> Result<(), ServeError> {
    let name = Description::name_of(text);
    if let Some(kind) = kinds.iter().find(|kind| kind.name == name) {
        let given = |p: &&ParameterInfo| {
            p.reaches == Reach::Programs || text.contains(&format!("{}=", p.name))
        };
        if let Some(p) = kind.parameters.iter().filter(|p| is_outside(p)).find(given) {
            return Err(ServeError::Bad(format!(
                "the player `{name}` with `{}` reads files or starts programs and cannot be \
                 asked for over the network",
                p.name
            )));
        }
    }
    let Ok(read) = Description::read(text) else { return Ok(()) };
    for (key, value, _) in &read.parameters {
        let number = |most: f64| {
            let whole = Range::Whole(0, most as u64).read(value).is_some();
            whole || Range::Real(f64::NEG_INFINITY, most).read(value).is_some()
        };
        if let Some(most) = most(name, key)
            && number(f64::INFINITY)
            && !number(most.into())
        {
            return Err(ServeError::Bad(format!(
                "`{key}={value}`: {most} at the most over the network"
            )));
        }
    }
    Ok(())
}
