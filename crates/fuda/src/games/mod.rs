//! Every game with all that the command line, the pages and Python ask of it.
//!
//! A game is one [`GameEntry`]. The list is [`every_game`]; it is the only one,
//! and whoever builds something for each game writes a [`GameVisitor`]. A game
//! of another crate needs nothing of this list: its own entry joins the
//! command line at run time.

mod daihinmin;
mod entry;
mod koikoi;
mod leduc;
mod mahjong;
mod othello;

pub use daihinmin::daihinmin;
pub use entry::{Drawn, EntryError, GameEntry, UnknownGame, known};
pub use koikoi::koikoi;
pub use leduc::leduc;
pub use mahjong::mahjong;
pub use othello::othello;

use fuda_core::Game;

/// Makes something of each game, whichever it is.
pub trait GameVisitor {
    /// What is made.
    type Output;

    /// Makes it of one game.
    fn visit<G: Game>(&self, entry: GameEntry<G>) -> Self::Output;
}

/// What a visitor makes of every game that comes with fuda.
pub fn every_game<V: GameVisitor>(visitor: &V) -> Vec<V::Output> {
    vec![
        visitor.visit(othello()),
        visitor.visit(mahjong()),
        visitor.visit(daihinmin()),
        visitor.visit(koikoi()),
        visitor.visit(leduc()),
    ]
}
