//! The templates of the evaluation's features: each is a small table, and a
//! move has the place of the table that its situation points to.

/// A table of places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(usize)]
pub enum Template {
    /// Shanten kept or lost, by how far the hand is, attack and turn.
    Keep,
    /// Tiles accepted, by how far the hand is and turn.
    Accepted,
    /// Tiles accepted against the best discard.
    Ratio,
    /// The number of tiles accepted, by how far the hand is.
    Amount,
    /// The class of tile, copies held, turn, how far the hand is.
    Class,
    /// Tiles up to two places beside.
    Window,
    /// Tiles up to three places beside.
    WideWindow,
    /// The whole suit.
    Suit,
    /// Tiles beside, with the pairs of the hand.
    Pairs,
    /// Tiles beside, with the tiles of the suit.
    Crowd,
    /// Honours: copies held and left, turn.
    Honour,
    /// Dora and red fives.
    Dora,
    /// Tiles near dora.
    NearDora,
    /// Simples, terminals and honours, by how many the hand has.
    Outside,
    /// One suit and honours.
    Flush,
    /// Tiles of the suit.
    SuitTiles,
    /// Pairs and triplets broken.
    Broken,
    /// What the own river has.
    OwnRiver,
    /// Copies left of the tile and of those beside.
    Left,
    /// Safety while nobody is in riichi.
    Quiet,
    /// Safety against riichi.
    Riichi,
    /// Safety against open hands.
    Called,
    /// The same run in three suits.
    ThreeColours,
    /// The wait of a tenpai hand.
    Wait,
    /// The tile just drawn.
    Drawn,
    /// Pushing or folding, by rank.
    Standing,
    /// Pushing or folding, by dora held.
    Worth,
    /// Early and late tiles.
    Timing,
    /// Declaring riichi: the wait.
    Declare,
    /// Declaring riichi: dora and attack.
    DeclareWorth,
    /// Declaring riichi: rank and dealer.
    DeclareStanding,
    /// Declaring riichi: a yaku without it.
    DeclareYaku,
    /// A kan: how far the hand is, attack.
    Kan,
    /// A kan: the tile.
    KanTile,
    /// A call: what it does to the shanten.
    Call,
    /// A call: the yaku in sight.
    CallYaku,
    /// A call: dora.
    CallDora,
    /// A call: attack.
    CallAttack,
    /// A call: tiles accepted after it.
    CallAccepted,
    /// A call: rank and dealer.
    CallStanding,
    /// A call: the tile.
    CallTile,
    /// A call: the shape that is filled.
    CallShape,
    /// A call: melds.
    CallMelds,
}

/// Every template with its size and its words, in order.
pub const TEMPLATES: [(Template, usize, &str); 43] = [
    (Template::Keep, 2 * 5 * 4 * 6, "how near the hand stays"),
    (Template::Accepted, 16 * 5 * 3, "the tiles it accepts"),
    (Template::Ratio, 10 * 5 * 3 * 2, "acceptance beside the best"),
    (Template::Amount, 10, "the amount accepted"),
    (Template::Class, 10 * 4 * 6 * 5, "the kind of tile"),
    (Template::Window, 1875 * 3, "tiles close by"),
    (Template::WideWindow, 12_288, "tiles around it"),
    (Template::Suit, 1 << 17, "the shape of its suit"),
    (Template::Pairs, 243 * 4 * 5, "its shape and the pairs held"),
    (Template::Crowd, 243 * 15, "its shape and the tiles of its suit"),
    (Template::Honour, 5 * 3 * 4 * 6 * 3 * 2, "honours left"),
    (Template::Dora, 2 * 3 * 2 * 2 * 5 * 2 * 2, "dora"),
    (Template::NearDora, 2 * 2 * 5 * 3, "nearness to dora"),
    (Template::Outside, 8 * 3 * 2 * 3, "all simples"),
    (Template::Flush, 9 * 3 * 2 * 3, "a flush"),
    (Template::SuitTiles, 15 * 2 * 3, "tiles of its suit"),
    (Template::Broken, 7 * 3 * 5 * 2, "pairs and triplets"),
    (Template::OwnRiver, 8 * 3 * 3, "the own river"),
    (Template::Left, 4 * 5 * 5 * 3, "copies left"),
    (Template::Quiet, 4 * 6 * 5, "safety for later"),
    (Template::Riichi, 14 * 3 * 5 * 2 * 2, "safety against riichi"),
    (Template::Called, 14 * 2 * 5, "safety against open hands"),
    (Template::ThreeColours, 5 * 2 * 3, "three colours"),
    (Template::Wait, 3 * 2 * 2 * 8 * 2, "the wait"),
    (Template::Drawn, 6 * 2, "the tile just drawn"),
    (Template::Standing, 4 * 2 * 2 * 4 * 5, "the standing"),
    (Template::Worth, 5 * 2 * 4 * 5, "the worth of the hand"),
    (Template::Timing, 6 * 10 * 3 * 2, "the time of the hand"),
    (Template::Declare, 8 * 6 * 2, "riichi on this wait"),
    (Template::DeclareWorth, 5 * 4, "riichi with these dora"),
    (Template::DeclareStanding, 4 * 2 * 2, "riichi at this standing"),
    (Template::DeclareYaku, 3 * 3, "riichi beside other yaku"),
    (Template::Kan, 2 * 2 * 5 * 4, "a kan"),
    (Template::KanTile, 2 * 10 * 3, "a kan of this tile"),
    (Template::Call, 3 * 3 * 5 * 2 * 6, "what the call gains"),
    (Template::CallYaku, 9 * 3 * 5 * 2, "the yaku of the open hand"),
    (Template::CallDora, 5 * 5 * 3 * 2, "the dora of the open hand"),
    (Template::CallAttack, 4 * 5 * 3, "calling under attack"),
    (Template::CallAccepted, 16 * 5 * 2, "the tiles the open hand accepts"),
    (Template::CallStanding, 4 * 2 * 2 * 2 * 3, "calling at this standing"),
    (Template::CallTile, 10 * 3 * 4 * 3, "calling this tile"),
    (Template::CallShape, 4 * 5 * 3, "the shape that is called into"),
    (Template::CallMelds, 4 * 5 * 3, "the melds after the call"),
];

const fn offsets() -> [usize; TEMPLATES.len() + 1] {
    let mut offsets = [0; TEMPLATES.len() + 1];
    let mut at = 0;
    while at < TEMPLATES.len() {
        assert!(TEMPLATES[at].0 as usize == at, "templates stand in their own order");
        offsets[at + 1] = offsets[at] + TEMPLATES[at].1;
        at += 1;
    }
    offsets
}

const OFFSETS: [usize; TEMPLATES.len() + 1] = offsets();

/// All places.
pub const COLUMNS: usize = OFFSETS[TEMPLATES.len()];

impl Template {
    /// The column of a place in this template's table, given digit by digit:
    /// each with the number of values it may have.
    #[inline]
    pub(super) fn at<const N: usize>(self, digits: [(usize, usize); N]) -> usize {
        let mut place = 0;
        for (digit, values) in digits {
            debug_assert!(digit < values, "{self:?}: {digits:?}");
            place = place * values + digit;
        }
        debug_assert!(place < TEMPLATES[self as usize].1, "{self:?}: {digits:?}");
        OFFSETS[self as usize] + place
    }

    /// The template of a column.
    pub fn of(column: usize) -> Option<Template> {
        let after = OFFSETS.partition_point(|&start| start <= column);
        TEMPLATES.get(after.checked_sub(1)?).map(|template| template.0)
    }

    /// What its features speak of.
    pub fn words(self) -> &'static str {
        TEMPLATES[self as usize].2
    }
}

/// What a column means: its template's words and which case of it.
pub(in crate::encode) fn meaning(column: usize) -> String {
    Template::of(column).map_or_else(String::new, |template| {
        format!("{}, case {}", template.words(), column - OFFSETS[template as usize])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_lead_back_to_their_templates() {
        assert_eq!(Template::of(0), Some(Template::Keep));
        assert_eq!(Template::of(COLUMNS - 1), Some(Template::CallMelds));
        assert_eq!(Template::of(COLUMNS), None);
        for (template, size, _) in TEMPLATES {
            assert_eq!(Template::of(template.at([(0, 1)])), Some(template));
            assert_eq!(Template::of(template.at([(size - 1, size)])), Some(template));
        }
    }
}
