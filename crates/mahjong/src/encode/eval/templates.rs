//! The templates of the evaluation's features: each is a small table, and a
//! move has the place of the table that its situation points to.

use super::digits::Digit::{self, Count, Words};
use super::digits::*;

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

/// Every template with the digits of its places and its words, in order.
pub(in crate::encode) const TEMPLATES: [(Template, &[Digit], &str); 43] = [
    (Template::Keep, &[KEEPS, FAR, ATTACK, TURN], "how near the hand stays"),
    (Template::Accepted, &[LIVE, FAR, PART], "the tiles it accepts"),
    (Template::Ratio, &[Count("tenths", 10), FAR, PART, HOT], "acceptance beside the best"),
    (
        Template::Amount,
        &[Words(&["all of them", "fewer than the best"]), FAR],
        "the amount accepted",
    ),
    (Template::Class, &[CLASS, COPIES, TURN, FAR], "the kind of tile"),
    (Template::Window, &[Count("shape", 1875), FAR_IN_3], "tiles close by"),
    (Template::WideWindow, &[Count("shape", 12_288)], "tiles around it"),
    (Template::Suit, &[Count("shape", 1 << 17)], "the shape of its suit"),
    (
        Template::Pairs,
        &[Count("shape", 243), Count("pairs", 4), FAR],
        "its shape and the pairs held",
    ),
    (
        Template::Crowd,
        &[Count("shape", 243), Count("tiles", 15)],
        "its shape and the tiles of its suit",
    ),
    (Template::Honour, &[HONOUR, COPIES_IN_3, LEFT, TURN, FAR_IN_3, OPEN], "honours left"),
    (Template::Dora, &[HONOUR_OR_SUIT, COPIES_IN_3, TILE_DORA, RED, FAR, HOT, ALONE], "dora"),
    (Template::NearDora, &[NEAR_DORA, ALONE, FAR, PART], "nearness to dora"),
    (
        Template::Outside,
        &[Count("terminals and honours", 8), OUTSIDE, OPEN, FAR_IN_3],
        "all simples",
    ),
    (Template::Flush, &[FLUSH, FLUSH_TILE, OPEN, PART], "a flush"),
    (Template::SuitTiles, &[Count("tiles", 15), OPEN, PART], "tiles of its suit"),
    (
        Template::Broken,
        &[Count("pairs", 7), COPIES_IN_3, FAR, SUIT_OR_HONOUR],
        "pairs and triplets",
    ),
    (Template::OwnRiver, &[RIVER_SUJI, RIVER_BESIDE, RIVER_SAME, PART, FAR_IN_3], "the own river"),
    (Template::Left, &[LEFT, BESIDE_LEFT, NUMBER, COMPANY], "copies left"),
    (Template::Quiet, &[Count("seats", 4), TURN, FAR], "safety for later"),
    (Template::Riichi, &[SAFETY, WALL, FAR, KEEPS, DEALER], "safety against riichi"),
    (Template::Called, &[SAFETY, CALLS, FAR], "safety against open hands"),
    (Template::ThreeColours, &[COLOURS, COPIES_IN_2, FAR_IN_3], "three colours"),
    (Template::Wait, &[KINDS, FURITEN, OPEN, WAIT, HOT], "the wait"),
    (Template::Drawn, &[TURN, DRAWN], "the tile just drawn"),
    (Template::Standing, &[RANK, LAST, KEEPS, ATTACK, FAR], "the standing"),
    (Template::Worth, &[DORA, KEEPS, ATTACK, FAR], "the worth of the hand"),
    (Template::Timing, &[TURN, CLASS, COMPANY, HOT], "the time of the hand"),
    (Template::Declare, &[WAIT, TURN, DEALER], "riichi on this wait"),
    (Template::DeclareWorth, &[DORA, ATTACK], "riichi with these dora"),
    (Template::DeclareStanding, &[RANK, LAST, DEALER], "riichi at this standing"),
    (Template::DeclareYaku, &[OTHER_YAKU, GOOD], "riichi beside other yaku"),
    (Template::Kan, &[KAN, KEEPS, FAR, ATTACK], "a kan"),
    (Template::KanTile, &[KAN, CLASS, PART], "a kan of this tile"),
    (Template::Call, &[CALL, GAIN, FAR, OPEN, TURN], "what the call gains"),
    (Template::CallYaku, &[YAKU, GAIN, FAR, OPEN], "the yaku of the open hand"),
    (Template::CallDora, &[DORA, FAR, SIGHT, BETTER], "the dora of the open hand"),
    (Template::CallAttack, &[ATTACK, FAR, GAIN], "calling under attack"),
    (Template::CallAccepted, &[LIVE, FAR, OPEN], "the tiles the open hand accepts"),
    (Template::CallStanding, &[RANK, LAST, DEALER, OPEN, CALL_FAR], "calling at this standing"),
    (Template::CallTile, &[CLASS, CALL, LEFT, PART], "calling this tile"),
    (Template::CallShape, &[SHAPE, FAR, GAIN], "the shape that is called into"),
    (Template::CallMelds, &[Count("melds", 4), FAR, SIGHT], "the melds after the call"),
];

const fn offsets() -> [usize; TEMPLATES.len() + 1] {
    let mut offsets = [0; TEMPLATES.len() + 1];
    let mut at = 0;
    while at < TEMPLATES.len() {
        assert!(TEMPLATES[at].0 as usize == at, "templates stand in their own order");
        offsets[at + 1] = offsets[at] + TEMPLATES[at].0.size();
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
        debug_assert!(place < self.size(), "{self:?}: {digits:?}");
        OFFSETS[self as usize] + place
    }

    /// How many places its table has.
    pub const fn size(self) -> usize {
        let digits = TEMPLATES[self as usize].1;
        let (mut size, mut at) = (1, 0);
        while at < digits.len() {
            size *= digits[at].values();
            at += 1;
        }
        size
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

/// What a column means: its template's words, and each digit of its place.
pub(in crate::encode) fn meaning(column: usize) -> String {
    let Some(template) = Template::of(column) else { return String::new() };
    let mut place = column - OFFSETS[template as usize];
    let mut size = template.size();
    let digits = TEMPLATES[template as usize].1.iter().map(|digit| {
        size /= digit.values();
        let value = place / size;
        place %= size;
        digit.meaning(value)
    });
    let digits: Vec<String> = digits.collect();
    format!("{}: {}", template.words(), digits.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_lead_back_to_their_templates() {
        assert_eq!(Template::of(0), Some(Template::Keep));
        assert_eq!(Template::of(COLUMNS - 1), Some(Template::CallMelds));
        assert_eq!(Template::of(COLUMNS), None);
        for (template, ..) in TEMPLATES {
            let size = template.size();
            assert_eq!(Template::of(template.at([(0, 1)])), Some(template));
            assert_eq!(Template::of(template.at([(size - 1, size)])), Some(template));
        }
    }
}
