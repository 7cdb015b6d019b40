//! The features of the contest's learned players, as encoders.

use super::situation::{ALL, Active, OF_MOVE, OF_POSITION, PRODUCTS, Situation};
use crate::card::rank_letter;
use crate::{Daihinmin, Move, View};
use fuda_core::{FeatureRows, MoveFeatures};

/// The 182 features of a move, see [`Situation`]. All cells are 1.
///
/// A gift has the features of a pass and of the cards that are left. At
/// tables of fewer than five the missing seats have finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UecdaMoves;

/// Every feature of the move with every feature of the position: 5,110
/// products. All cells are 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UecdaProducts;

impl UecdaMoves {
    /// The encoder's name.
    pub const NAME: &'static str = "uecda-moves-1";
}

impl UecdaProducts {
    /// The encoder's name.
    pub const NAME: &'static str = "uecda-products-1";
}

/// The products of the 182 features that are on: product `i * 146 + j` pairs
/// feature `i` of the move with feature `j` of the position.
pub fn products(columns: &[u8]) -> impl Iterator<Item = u32> {
    let at = columns.iter().position(|&i| usize::from(i) > OF_MOVE).unwrap_or(columns.len());
    let (of_move, of_position) = columns.split_at(at);
    of_move.iter().filter(|&&i| i > 0).flat_map(move |&i| {
        let base = (u32::from(i) - 1) * OF_POSITION as u32;
        of_position.iter().map(move |&j| base + u32::from(j) - 1 - OF_MOVE as u32)
    })
}

fn encode(
    view: &View,
    moves: &[Move],
    out: &mut FeatureRows,
    row: fn(&Active<58>, &mut FeatureRows),
) {
    out.clear();
    let situation = Situation::of_any_view(view);
    for &mv in moves {
        row(&situation.columns(mv), out);
        out.end_row();
    }
}

impl MoveFeatures<Daihinmin> for UecdaMoves {
    fn name(&self) -> &str {
        UecdaMoves::NAME
    }

    fn about(&self) -> &str {
        "35 features of the move, 146 of the position it leads to, and one that is always 1"
    }

    fn columns(&self) -> usize {
        ALL
    }

    fn meaning(&self, column: usize) -> String {
        match column.checked_sub(1) {
            None => "always 1".into(),
            Some(column) if column < OF_MOVE => move_meaning(column),
            Some(column) => position_meaning(column - OF_MOVE),
        }
    }

    fn encode(&self, view: &View, moves: &[Move], out: &mut FeatureRows) {
        encode(view, moves, out, |columns, out| columns.iter().for_each(|&i| out.mark(i.into())));
    }
}

impl MoveFeatures<Daihinmin> for UecdaProducts {
    fn name(&self) -> &str {
        UecdaProducts::NAME
    }

    fn about(&self) -> &str {
        "every feature of the move with every feature of the position"
    }

    fn columns(&self) -> usize {
        PRODUCTS
    }

    fn meaning(&self, column: usize) -> String {
        let (of_move, of_position) = (column / OF_POSITION, column % OF_POSITION);
        format!("{} and {}", move_meaning(of_move), position_meaning(of_position))
    }

    fn encode(&self, view: &View, moves: &[Move], out: &mut FeatureRows) {
        encode(view, moves, out, |columns, out| products(columns).for_each(|i| out.mark(i)));
    }
}

/// The name of a rank given from 0 for the 3.
fn rank_name(rank: usize) -> String {
    match rank_letter(rank as u8 + 1) {
        Some('T') => "10".into(),
        Some('J') => "jack".into(),
        Some('Q') => "queen".into(),
        Some('K') => "king".into(),
        Some('A') => "ace".into(),
        Some(digit) => digit.to_string(),
        None => String::new(),
    }
}

/// What a feature of the move means.
fn move_meaning(feature: usize) -> String {
    let text = match feature {
        0..4 => return format!("{} stronger than the table", feature + 1),
        4 => "5 or more stronger than the table",
        5 => "plays 2 cards",
        6 => "plays 3 cards",
        7 => "plays 4 or more cards",
        8..21 => return format!("rank {}", rank_name(feature - 8)),
        21 => "joker alone",
        22 => "joker alone during a revolution",
        23 => "three of spades on a joker",
        24 => "three of spades on a joker during a revolution",
        25 => "causes no revolution",
        26 => "causes a revolution",
        27 => "causes no lock",
        28 => "causes a lock",
        29 => "does not clear the table by an 8",
        30 => "clears the table by an 8",
        31 => "a pass",
        32 => "a single card",
        33 => "a group",
        _ => "a sequence",
    };
    text.into()
}

/// What a feature of the position means.
fn position_meaning(feature: usize) -> String {
    match feature {
        0 => "in the usual order".into(),
        1 => "during a revolution".into(),
        2..43 => count_meaning(feature - 2, ["no", "one", "two or more"], " unseen", ""),
        43..84 => count_meaning(
            feature - 43,
            ["keeps no", "keeps one", "keeps two or more"],
            "",
            "keeps ",
        ),
        84..89 => format!("{} others have passed or finished", feature - 84),
        89..97 => {
            let seat = ["next", "2nd", "3rd", "4th"][(feature - 89) / 2];
            let seat =
                if seat == "next" { "next seat".into() } else { format!("{seat} seat after mine") };
            let has = ["has not passed", "has passed"][(feature - 89) % 2];
            format!("the {seat} {has}")
        }
        97..103 => format!("holds {} before the move", SIZES[feature - 96]),
        103..131 => {
            let who = ["the fewest", "the second fewest", "the third fewest", "the most"];
            let (of, size) = ((feature - 103) / 7, (feature - 103) % 7);
            format!("opponent with {} cards holds {}", who[of], SIZES[size])
        }
        131..144 => format!("rank {} on the table", rank_name(feature - 131)),
        144 => "answers".into(),
        _ => "leads".into(),
    }
}

/// The classes of hand sizes.
const SIZES: [&str; 7] = ["0", "1", "2", "3", "4 or 5", "6 to 8", "9 or more"];

/// How many cards of a rank there are, or whether the joker is there.
fn count_meaning(feature: usize, many: [&str; 3], after: &str, before_joker: &str) -> String {
    match feature {
        0..39 => {
            let plural = if feature % 3 == 2 { "s" } else { "" };
            format!("{} {}{plural}{after}", many[feature % 3], rank_name(feature / 3))
        }
        39 => format!("{} joker{after}", many[0]),
        _ => format!("{before_joker}the joker{after}"),
    }
}
