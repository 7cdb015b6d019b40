//! One game, with all that is asked of it from outside.

use fuda_arena::Entrant;
use fuda_core::{Game, Lang, MoveOf, Style, View, ViewOf};
use fuda_players::{Catalogue, DescriptionError, nearest};
use fuda_train::positions::Targets;
use serde_json::Value;
use thiserror::Error;

/// Draws a view for a person; the move is the last one that was played.
pub type Drawn<G> = fn(&ViewOf<G>, Option<MoveOf<G>>, Style) -> String;

/// A game with its players and with what people see of it. Everything is
/// made from views.
pub struct GameEntry<G: Game> {
    /// Its players.
    pub players: Catalogue<G>,
    /// The player to play against and to ask when none is named.
    pub favourite: &'static str,
    /// The rules that people play by when they name none: whole matches, the
    /// usual start, a real table. Matches between players use the game's
    /// first rule set.
    pub usual_rules: &'static str,
    /// How a person is shown a view in the terminal.
    pub drawn: Drawn<G>,
    /// A move as Japanese people write it.
    pub japanese: fn(MoveOf<G>) -> String,
    /// The pieces a view's own seat holds, one name each; empty where nothing
    /// is hidden.
    pub pieces: fn(&ViewOf<G>) -> Vec<String>,
    /// What a person would work out from a view: waits, yaku in reach.
    pub notes: fn(&ViewOf<G>) -> Value,
    /// Whether games at one table follow each other in a series.
    pub series: bool,
    /// What a network may learn to guess beside the move.
    pub targets: Option<Targets<G>>,
}

impl<G: Game> GameEntry<G> {
    /// A game with these players, and of everything else what every game has.
    pub fn new(players: Catalogue<G>) -> GameEntry<G> {
        GameEntry {
            players,
            favourite: "uct",
            usual_rules: G::presets()[0].0,
            drawn: |view, _, style| view.draw(style),
            japanese: |mv| mv.to_string(),
            pieces: |_| Vec::new(),
            notes: |_| Value::Null,
            series: false,
            targets: None,
        }
    }

    /// The game under named rules, or under its first rule set.
    pub fn rules(&self, rules: Option<&str>) -> Result<G, EntryError> {
        let rules = rules.unwrap_or(G::presets()[0].0);
        G::with_rules(rules).map_err(|problem| {
            let names: Vec<&str> = G::presets().iter().map(|(name, _)| *name).collect();
            EntryError {
                message: format!("rules of {}: {problem}{}", G::NAME, meant(rules, &names)),
                help: format!("rule sets of {}: {}", G::NAME, names.join(", ")),
            }
        })
    }

    /// A move as people of the language write it.
    pub fn move_name(&self, mv: MoveOf<G>, lang: Lang) -> String {
        match lang {
            Lang::English => mv.to_string(),
            Lang::Japanese => (self.japanese)(mv),
        }
    }

    /// Who takes part in games by this description.
    pub fn entrant(&self, game: &G, description: &str) -> Result<Entrant<G>, DescriptionError> {
        Ok(self.players.recipe(game, description)?.entrant())
    }
}

/// Rules that a game does not have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct EntryError {
    /// What is wrong.
    pub message: String,
    /// What there is.
    pub help: String,
}

/// A name that no game has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no game `{name}`{meant}")]
pub struct UnknownGame {
    name: String,
    meant: String,
    /// The games there are.
    pub help: String,
}

/// Which of the games has this name.
pub fn known(name: &str, names: &[&str]) -> Result<usize, UnknownGame> {
    names.iter().position(|known| *known == name).ok_or_else(|| UnknownGame {
        name: name.to_owned(),
        meant: meant(name, names),
        help: format!("games: {}", names.join(", ")),
    })
}

/// A question for the nearest name, if one is near.
fn meant(name: &str, names: &[&str]) -> String {
    let near = nearest(name, names).filter(|near| *near != name);
    near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default()
}
