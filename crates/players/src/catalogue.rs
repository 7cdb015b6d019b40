//! The players of one game, and how each is made.

use crate::basic;
use crate::description::{Description, DescriptionError};
use crate::models::Models;
use crate::parameter::{OFF, Parameter, Range, Value, Values};
use crate::unit::{Unit, UnitOf, Units, units};
use fuda_core::{Game, Player, PositionOf, Rng, ViewOf};
use fuda_search::Belief;
use serde::Serialize;
use std::ops::Range as Span;
use std::sync::Arc;

/// Makes a fresh player, as often as one is needed, on any thread.
pub type Factory<G> = Arc<dyn Fn() -> Box<dyn Player<G>> + Send + Sync>;

/// Draws so many full positions that agree with a view, each as often as a
/// player thinks it likely.
pub type Beliefs<G> = Arc<dyn Fn(&ViewOf<G>, u64, &mut Rng) -> Vec<PositionOf<G>> + Send + Sync>;

/// Makes the beliefs of a kind of player from the rules and checked values;
/// none where every position is equally likely to it.
pub type MakeBeliefs<G> = fn(&G, &Values) -> Result<Option<Beliefs<G>>, String>;

/// The beliefs of a search.
pub(crate) fn beliefs<G: Game, B: Belief<G> + 'static>(belief: B) -> Beliefs<G> {
    Arc::new(move |view, many, rng| {
        let mut prepared = belief.prepare(view, many, rng);
        (0..many).map(|_| belief.sample(view, &mut prepared, rng)).collect()
    })
}

/// A kind of player: everything the catalogue says of it.
pub struct Kind<G: Game> {
    /// Its name.
    pub name: &'static str,
    /// One line on what it is.
    pub about: &'static str,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// Makes its factory from the rules and checked values; the error says
    /// what is wrong (a model that cannot be read, two values that do not go
    /// together).
    pub make: fn(&G, &Values) -> Result<Factory<G>, String>,
}

impl<G: Game> Kind<G> {
    /// The parameter that takes a command line, if there is one.
    fn command(&self) -> Option<&'static str> {
        self.parameters.iter().find(|p| p.range == Range::Command).map(|p| p.name)
    }
}

/// A player, ready to be made.
#[derive(Clone)]
pub struct Recipe<G: Game> {
    /// The description in its tidy form: given parameters in the catalogue's order.
    pub name: String,
    /// Makes the player.
    pub make: Factory<G>,
    /// What it believes of hidden cards; none where every position that agrees
    /// with a view is equally likely to it.
    pub beliefs: Option<Beliefs<G>>,
    /// The models it names, by which another machine can make it, too; `None`
    /// of a program of this machine.
    pub models: Option<Vec<String>>,
    /// What the values of its moves count.
    pub unit: Units<G>,
}

/// A kind of player as `fuda players --json` prints it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KindInfo {
    /// Its name.
    pub name: String,
    /// One line on what it is.
    pub about: String,
    /// Its parameters.
    pub parameters: Vec<ParameterInfo>,
}

/// A parameter as `fuda players --json` prints it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ParameterInfo {
    /// Its name.
    pub name: String,
    /// The value when nothing is said; `off` can be said too.
    pub default: String,
    /// What it may be, in words.
    pub range: String,
    /// One line on what it does.
    pub about: String,
    /// What it reaches outside the program.
    #[serde(skip)]
    pub reaches: Reach,
}

/// What the value of a parameter reaches outside the program.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Reach {
    /// Nothing.
    #[default]
    Nothing,
    /// A file, or what a text may name.
    Files,
    /// A program that is started.
    Programs,
}

/// All players of a game.
pub struct Catalogue<G: Game> {
    kinds: Vec<Kind<G>>,
    /// The kinds that hold some positions more likely than others, by name.
    beliefs: Vec<(&'static str, MakeBeliefs<G>)>,
    /// What the values of kinds count, by name, the latest last.
    units: Vec<(&'static str, UnitOf<G>)>,
}

impl<G: Game> Catalogue<G> {
    /// The players every game has: `random`, `mc`, `uct`, `learned` and `exec`.
    pub fn basic() -> Catalogue<G> {
        let learned = crate::learned::learned();
        let exec = crate::outside::exec();
        let kinds = vec![basic::random(), basic::mc(), basic::uct(), learned, exec];
        Catalogue { kinds, beliefs: Vec::new(), units: Vec::new() }
            .with_units(&["mc", "uct"], |_, _| Unit::Points)
            .with_units(&["learned"], crate::learned::unit)
    }

    /// Adds a kind of player; it replaces one of the same name.
    pub fn with(mut self, kind: Kind<G>) -> Catalogue<G> {
        self.kinds.retain(|other| other.name != kind.name);
        self.kinds.push(kind);
        self
    }

    /// Says what a kind of player believes of hidden cards.
    pub fn with_beliefs(mut self, name: &'static str, make: MakeBeliefs<G>) -> Catalogue<G> {
        self.beliefs.push((name, make));
        self
    }

    /// Says what the values of these kinds of players count. Of kinds that
    /// nobody says it of, only the order is known.
    pub fn with_units(mut self, names: &[&'static str], unit: UnitOf<G>) -> Catalogue<G> {
        self.units.extend(names.iter().map(|name| (*name, unit)));
        self
    }

    /// What there is, for people and programs to read.
    pub fn info(&self) -> Vec<KindInfo> {
        let parameter = |p: &Parameter| ParameterInfo {
            name: p.name.into(),
            default: p.default_text().into(),
            range: p.range.to_string(),
            about: p.about.into(),
            reaches: match p.range {
                Range::Command => Reach::Programs,
                Range::Model | Range::Text => Reach::Files,
                Range::Whole(..) | Range::Real(..) | Range::OneOf(_) => Reach::Nothing,
            },
        };
        let kind = |k: &Kind<G>| KindInfo {
            name: k.name.into(),
            about: k.about.into(),
            parameters: k.parameters.iter().map(parameter).collect(),
        };
        self.kinds.iter().map(kind).collect()
    }

    /// Reads a description and checks it against what there is.
    pub fn recipe(&self, game: &G, text: &str) -> Result<Recipe<G>, DescriptionError> {
        self.recipe_with(game, text, Models::Files)
    }

    /// The same with models from elsewhere.
    pub fn recipe_with(
        &self,
        game: &G,
        text: &str,
        models: Models<'_>,
    ) -> Result<Recipe<G>, DescriptionError> {
        let named = self.kinds.iter().find(|kind| kind.name == Description::name_of(text));
        let command = named.and_then(Kind::command);
        let read = match command {
            Some(key) => Description::read_command(text, key)?,
            None => Description::read(text)?,
        };
        let wrong = |at: Span<usize>, message: String, help: String| DescriptionError {
            text: text.to_owned(),
            at,
            message,
            help,
        };
        let Some(kind) = self.kinds.iter().find(|k| k.name == read.name) else {
            let names: Vec<&str> = self.kinds.iter().map(|k| k.name).collect();
            return Err(wrong(
                0..read.name.len(),
                format!("{} has no player `{}`{}", G::NAME, read.name, suggest(read.name, &names)),
                format!("players of {}: {}", G::NAME, names.join(", ")),
            ));
        };
        if matches!(models, Models::Brought(_)) && command.is_some() {
            let message = format!("`{}` is a program of another machine", kind.name);
            return Err(wrong(0..text.len(), message, String::new()));
        }
        let names: Vec<&str> = kind.parameters.iter().map(|p| p.name).collect();
        for (key, _, at) in &read.parameters {
            if !names.contains(key) {
                let known = if names.is_empty() { "none".into() } else { names.join(", ") };
                return Err(wrong(
                    at.start..at.start + key.len(),
                    format!("`{}` has no parameter `{key}`{}", kind.name, suggest(key, &names)),
                    format!("parameters of {}: {known}", kind.name),
                ));
            }
        }
        let mut values = Values::default();
        let (mut given, mut named_models) = (Vec::new(), Vec::new());
        for p in &kind.parameters {
            let said = read.parameters.iter().find(|(key, ..)| *key == p.name);
            let value = said.map_or(p.default, |(_, value, _)| value);
            if value.is_empty() || (value == OFF && p.default.is_empty()) {
                continue;
            }
            let Some(checked) = p.range.read(value) else {
                let at = said
                    .map_or(0..read.name.len(), |(key, _, at)| at.start + key.len() + 1..at.end);
                return Err(wrong(
                    at,
                    format!("`{}` must be {}, got `{value}`", p.name, p.range),
                    format!("{}: {} (default {})", p.name, p.about, p.default_text()),
                ));
            };
            let checked = match checked {
                Value::Model(model) => {
                    named_models.push(model.name().to_owned());
                    Value::Model(
                        model
                            .from(models)
                            .map_err(|message| wrong(0..text.len(), message, String::new()))?,
                    )
                }
                checked => checked,
            };
            values.values.insert(p.name, checked);
            if said.is_some() {
                values.given.insert(p.name);
                if command != Some(p.name) {
                    given.push(format!("{}={value}", p.name));
                }
            }
        }
        let failed = |message| wrong(0..text.len(), message, String::new());
        let make = (kind.make)(game, &values).map_err(failed)?;
        let believes = self.beliefs.iter().find(|(name, _)| *name == kind.name);
        let beliefs = believes.map(|(_, make)| make(game, &values)).transpose().map_err(failed)?;
        let given = given.join(",");
        let line = command.and_then(|key| values.text(key));
        let name = match (line, given.is_empty()) {
            (None, true) => kind.name.to_owned(),
            (None, false) => format!("{}:{given}", kind.name),
            (Some(line), true) => format!("{}:{line}", kind.name),
            (Some(line), false) => format!("{}[{given}]:{line}", kind.name),
        };
        let models = command.is_none().then_some(named_models);
        let unit = self.units.iter().rev().find(|(name, _)| *name == kind.name);
        let unit = units::<G>(unit.map_or(|_, _| Unit::Score, |(_, unit)| *unit), values);
        Ok(Recipe { name, make, beliefs: beliefs.flatten(), models, unit })
    }
}

/// `; did you mean …?` when one of the names is near.
pub(crate) fn suggest(wrong: &str, names: &[&str]) -> String {
    match nearest(wrong, names) {
        Some(name) => format!("; did you mean `{name}`?"),
        None => String::new(),
    }
}

/// The name most like the one given, if any is like it at all.
pub fn nearest<'a>(wrong: &str, names: &[&'a str]) -> Option<&'a str> {
    names
        .iter()
        .map(|name| (strsim::jaro_winkler(wrong, name), *name))
        .filter(|(likeness, _)| *likeness > 0.7)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_core::kuhn::{Kuhn, KuhnMove};
    use fuda_core::{Ask, Budget, Position, RandomPlayer, Seat, Seed};

    /// Every game has searches: whoever holds the king of Kuhn poker calls.
    #[test]
    fn every_game_has_searches() {
        let mut position = Kuhn.start(&[1, 2]).unwrap();
        position.play(Seat(0), KuhnMove::Bet).unwrap();
        let (view, legal) = (position.view(Seat(1)), [KuhnMove::Pass, KuhnMove::Bet]);
        for name in ["mc", "uct", "mc:playouts=50,c=2", "uct:loops=50,c=2"] {
            let mut player = (Catalogue::basic().recipe(&Kuhn, name).unwrap().make)();
            let rng = &mut fuda_core::Rng::new(Seed(1));
            let ask = Ask { view: &view, legal: &legal, budget: Budget::default(), rng };
            let choice = player.choose(ask).unwrap();
            assert_eq!((choice.mv, choice.alternatives.len()), (KuhnMove::Bet, 2), "{name}");
        }
    }

    #[test]
    fn a_kind_replaces_another_of_its_name() {
        let own: Catalogue<Kuhn> = Catalogue::basic().with(Kind {
            name: "mc",
            about: "another",
            parameters: Vec::new(),
            make: |_, _| Ok(Arc::new(|| Box::new(RandomPlayer))),
        });
        let info = own.info();
        let abouts: Vec<&str> =
            info.iter().filter(|kind| kind.name == "mc").map(|kind| kind.about.as_str()).collect();
        assert_eq!(abouts, ["another"]);
    }

    fn players() -> Catalogue<Kuhn> {
        Catalogue::basic().with(Kind {
            name: "careful",
            about: "a test player",
            parameters: vec![
                Parameter::whole("loops", "100", 1, 1000).about("how often"),
                Parameter::real("c", "1", 0.0, 9.0).about("a number"),
            ],
            make: |_, values| match values.whole("loops") {
                Some(13) => Err("13 is unlucky".into()),
                _ => Ok(Arc::new(|| Box::new(RandomPlayer))),
            },
        })
    }

    fn error(text: &str) -> (String, Span<usize>) {
        let e = players().recipe(&Kuhn, text).err().expect("it is wrong");
        (e.message, e.at)
    }

    #[test]
    fn tidy_names() {
        assert_eq!(
            players().recipe(&Kuhn, "careful:c=2,loops=5").unwrap().name,
            "careful:loops=5,c=2"
        );
        assert_eq!(players().recipe(&Kuhn, "careful").unwrap().name, "careful");
    }

    #[test]
    fn errors_point_and_suggest() {
        assert_eq!(
            error("carefull"),
            ("kuhn has no player `carefull`; did you mean `careful`?".into(), 0..8)
        );
        assert_eq!(error("zzz").0, "kuhn has no player `zzz`");
        assert_eq!(
            error("careful:lops=3"),
            ("`careful` has no parameter `lops`; did you mean `loops`?".into(), 8..12)
        );
        assert_eq!(
            error("careful:loops=0"),
            ("`loops` must be a whole number from 1 to 1000, got `0`".into(), 14..15)
        );
        assert_eq!(error("careful:loops=13").0, "13 is unlucky");
    }

    #[test]
    fn defaults_are_in_range() {
        for kind in players().kinds {
            for p in kind.parameters {
                assert!(p.default.is_empty() || p.range.read(p.default).is_some());
            }
        }
    }
}
