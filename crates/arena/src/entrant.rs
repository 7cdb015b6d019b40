//! Who takes part in a match.

use fuda_core::{CheatingPlayer, Game, Player};
use std::fmt;
use std::sync::Arc;

/// The mark that every report puts behind the name of a cheating entrant.
pub const CHEATING_MARK: &str = "(sees hidden cards)";

/// Somebody at the table.
pub enum Competitor<G: Game> {
    /// A player that is only ever shown views.
    Fair(Box<dyn Player<G>>),
    /// A player that sees the whole truth.
    Cheating(Box<dyn CheatingPlayer<G>>),
}

impl<G: Game> fmt::Debug for Competitor<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Competitor::Fair(_) => "Competitor::Fair",
            Competitor::Cheating(_) => "Competitor::Cheating",
        })
    }
}

type Maker<G> = Arc<dyn Fn() -> Competitor<G> + Send + Sync>;

/// One kind of player in a match: its description, and how to make it.
///
/// A fresh player is made for every chair of every thread, so that nothing
/// passes from one chair to another.
///
/// ```
/// use fuda_arena::Entrant;
/// use fuda_core::{RandomPlayer, kuhn::Kuhn};
/// let entrant: Entrant<Kuhn> = Entrant::fair("random", || Box::new(RandomPlayer));
/// assert_eq!(entrant.label(), "random");
/// ```
pub struct Entrant<G: Game> {
    name: String,
    cheats: bool,
    maker: Maker<G>,
    models: Option<Vec<String>>,
}

impl<G: Game> Entrant<G> {
    /// A player that sees only views, by its description (`uct:loops=500`).
    pub fn fair<F>(name: impl Into<String>, make: F) -> Entrant<G>
    where
        F: Fn() -> Box<dyn Player<G>> + Send + Sync + 'static,
    {
        let maker = Arc::new(move || Competitor::Fair(make()));
        Entrant { name: name.into(), cheats: false, maker, models: None }
    }

    /// A player that sees the truth; every report marks it.
    pub fn cheating<F>(name: impl Into<String>, make: F) -> Entrant<G>
    where
        F: Fn() -> Box<dyn CheatingPlayer<G>> + Send + Sync + 'static,
    {
        let maker = Arc::new(move || Competitor::Cheating(make()));
        Entrant { name: name.into(), cheats: true, maker, models: None }
    }

    /// Workers of a queue can make it, too, from its name and the model files
    /// it names; `None` where they cannot.
    pub fn with_models(self, models: Option<Vec<String>>) -> Entrant<G> {
        Entrant { models, ..self }
    }

    /// The model files it names, where workers of a queue can make it.
    pub fn models(&self) -> Option<&[String]> {
        self.models.as_deref()
    }

    /// The description it was made from.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it sees hidden cards.
    pub fn cheats(&self) -> bool {
        self.cheats
    }

    /// The name for reports, with [`CHEATING_MARK`] where it belongs.
    pub fn label(&self) -> String {
        match self.cheats {
            true => format!("{} {CHEATING_MARK}", self.name),
            false => self.name.clone(),
        }
    }

    /// A fresh player.
    pub fn make(&self) -> Competitor<G> {
        (self.maker)()
    }
}

impl<G: Game> Clone for Entrant<G> {
    fn clone(&self) -> Self {
        Entrant {
            name: self.name.clone(),
            cheats: self.cheats,
            maker: Arc::clone(&self.maker),
            models: self.models.clone(),
        }
    }
}

impl<G: Game> fmt::Debug for Entrant<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entrant").field("name", &self.name).field("cheats", &self.cheats).finish()
    }
}
