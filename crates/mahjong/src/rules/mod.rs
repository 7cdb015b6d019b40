//! The rules of a game, every one of them an option.
//!
//! [`Rules`] is one flat, copyable value. Named sets of rules are in
//! [`PRESETS`]; the text form is a preset followed by what differs from it:
//! `tenhou`, `tenhou+red=0+rounds=1`. [`Rules::options`] lists every option
//! with its present value.
//!
//! ```
//! use fuda_mahjong::rules::{MultipleRon, Rules};
//! let rules: Rules = "tenhou+multiple-ron=head-bump+uma=30/10/-10/-30".parse()?;
//! assert_eq!(rules.multiple_ron, MultipleRon::HeadBump);
//! assert_eq!(rules.to_string(), "tenhou+uma=30/10/-10/-30+multiple-ron=head-bump");
//! # Ok::<(), fuda_core::BadText>(())
//! ```

mod presets;
mod value;

pub use presets::PRESETS;
pub use value::OptionValue;

use fuda_core::BadText;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// An enum whose variants are words in the text form of rules.
macro_rules! word_enum {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($(#[$vdoc])* $variant,)+ }

        impl OptionValue for $name {
            fn write(&self) -> String {
                match self { $($name::$variant => $word.into(),)+ }
            }
            fn read(text: &str) -> Option<Self> {
                match text { $($word => Some($name::$variant),)+ _ => None }
            }
            fn expected() -> String {
                [$($word),+].join(" | ")
            }
        }
    };
}

word_enum! {
    /// What a caller may not discard right after calling (kuikae).
    Kuikae {
        /// Anything may be discarded.
        Allowed = "allowed",
        /// The kind just called may not be discarded.
        NotSame = "not-same",
        /// Nor the tile at the other end of the run.
        Forbidden = "forbidden",
    }
}

word_enum! {
    /// What happens when several players win on one tile.
    MultipleRon {
        /// Only the first in turn order wins.
        HeadBump = "head-bump",
        /// Two may win; three abort the hand.
        Double = "double",
        /// Two or three may win.
        Triple = "triple",
    }
}

word_enum! {
    /// When the indicator of an open or added kan is turned.
    /// A concealed kan always turns it at once.
    KanDora {
        /// There are no kan dora at all.
        Off = "off",
        /// At once, like that of a concealed kan.
        AtOnce = "at-once",
        /// Just before the following discard (or the next kan).
        BeforeDiscard = "before-discard",
    }
}

word_enum! {
    /// When the dealer stays the dealer.
    DealerRepeat {
        /// Never, not even after an abortive draw.
        Never = "never",
        /// After winning.
        Win = "win",
        /// After winning, or when tenpai in a drawn hand.
        Tenpai = "tenpai",
    }
}

word_enum! {
    /// Whether the game ends when somebody has run out of points.
    Bust {
        /// It goes on.
        Off = "off",
        /// It ends when somebody has less than nothing.
        BelowZero = "below-zero",
        /// It ends when somebody has nothing or less.
        AtZero = "at-zero",
    }
}

word_enum! {
    /// What a win by ron before one's own first draw, without any call, is worth.
    Renhou {
        /// Nothing by itself.
        Off = "off",
        /// A mangan.
        Mangan = "mangan",
        /// A yakuman.
        Yakuman = "yakuman",
    }
}

word_enum! {
    /// When the furiten of having passed up a winning tile ends.
    TemporaryFuriten {
        /// There is no such furiten.
        Off = "off",
        /// At one's own next draw.
        UntilDraw = "until-draw",
        /// At one's own next draw or call.
        UntilDrawOrCall = "until-draw-or-call",
    }
}

word_enum! {
    /// How final points are rounded to whole thousands; the first takes what is left.
    Rounding {
        /// To the nearest thousand, half away from zero.
        HalfAway = "half-away",
        /// Not at all.
        Exact = "exact",
    }
}

/// Points by rank in thousands, first to last; they add up to 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Uma(pub [i16; 4]);

/// Declares the options once: the struct, its text form and the list of keys.
macro_rules! rules {
    ($($(#[$doc:meta])* $field:ident: $type:ty = $key:literal,)+) => {
        /// The rules of a game. See the module for the text form.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        #[serde(into = "String", try_from = "String")]
        pub struct Rules { $($(#[$doc])* pub $field: $type,)+ }

        impl Rules {
            /// The keys of all options, in order.
            pub const KEYS: &'static [&'static str] = &[$($key),+];

            /// Every option as key and present value.
            pub fn options(&self) -> Vec<(&'static str, String)> {
                vec![$(($key, self.$field.write())),+]
            }

            /// Sets one option from text.
            pub fn set(&mut self, key: &str, value: &str) -> Result<(), BadText> {
                match key {
                    $($key => {
                        self.$field = <$type as OptionValue>::read(value).ok_or_else(|| {
                            BadText::new(
                                format!("{}={}", $key, <$type as OptionValue>::expected()),
                                value,
                            )
                        })?;
                    })+
                    _ => {
                        let keys = Self::KEYS.join(", ");
                        return Err(BadText::new(format!("a rule option ({keys})"), key));
                    }
                }
                self.check()
            }
        }
    };
}

rules! {
    /// Rounds of four dealers: 1 east-only, 2 hanchan.
    rounds: u8 = "rounds",
    /// Whether the game goes on for up to one more round while nobody has
    /// reached [`Rules::return_points`] (sudden death).
    extension: bool = "extension",
    /// Points at the start.
    start_points: i32 = "start",
    /// Points to reach, and from which final points are counted.
    return_points: i32 = "return",
    /// Points by rank.
    uma: Uma = "uma",
    /// How final points are rounded.
    rounding: Rounding = "rounding",
    /// Whether each suit has one red five.
    red_fives: bool = "red",
    /// Whether all-simples counts in an open hand.
    open_tanyao: bool = "open-tanyao",
    /// What a caller may not discard.
    kuikae: Kuikae = "kuikae",
    /// Several wins on one tile.
    multiple_ron: MultipleRon = "multiple-ron",
    /// Nine kinds of terminals and honours at the first draw may abort.
    nine_terminals: bool = "nine-terminals",
    /// Four equal winds as the first four discards abort.
    four_winds: bool = "four-winds",
    /// Four riichi abort.
    four_riichi: bool = "four-riichi",
    /// Four kans by two or more players abort.
    four_kans: bool = "four-kans",
    /// Only terminals and honours discarded, none called: a mangan's payment.
    nagashi: bool = "nagashi",
    /// Running out of points.
    bust: Bust = "bust",
    /// Dealer repeats.
    dealer_repeat: DealerRepeat = "repeat",
    /// Whether a leading dealer who wins the last hand ends the game.
    agari_yame: bool = "agari-yame",
    /// Whether a leading dealer who is tenpai in a drawn last hand ends the game.
    tenpai_yame: bool = "tenpai-yame",
    /// Indicators of kans.
    kan_dora: KanDora = "kan-dora",
    /// Whether riichi looks under the indicators.
    ura_dora: bool = "ura",
    /// Whether it also looks under those of kans.
    kan_ura: bool = "kan-ura",
    /// Whether who completes three dragons by a discard answers for it.
    pao_dragons: bool = "pao-dragons",
    /// The same for four winds.
    pao_winds: bool = "pao-winds",
    /// The same for four kans.
    pao_kans: bool = "pao-kans",
    /// Live tiles there must be to declare riichi.
    riichi_tiles: u8 = "riichi-tiles",
    /// Whether riichi needs the 1,000 points it costs.
    riichi_points: bool = "riichi-points",
    /// Whether riichi can be declared at all.
    riichi: bool = "riichi",
    /// Whether a win within a go-around of riichi counts.
    ippatsu: bool = "ippatsu",
    /// Whether a player in riichi may declare a concealed kan of the tile
    /// drawn that leaves the waits as they are.
    riichi_kan: bool = "riichi-kan",
    /// Whether one's own discards among one's waits bar from ron.
    discard_furiten: bool = "discard-furiten",
    /// Whether passing up a win bars from ron for a while.
    temporary_furiten: TemporaryFuriten = "temporary-furiten",
    /// Whether passing up a win after riichi bars from ron for good.
    riichi_furiten: bool = "riichi-furiten",
    /// Whether a hand that waits only for a kind of which all four tiles are
    /// its own, some of them melded, is tenpai. (With all four concealed it
    /// never is.)
    waits_on_melded: bool = "waits-on-melded",
    /// Whether thirteen orphans may rob a concealed kan.
    orphans_rob_concealed: bool = "orphans-rob-concealed",
    /// Ron before the first draw.
    renhou: Renhou = "renhou",
    /// Whether special waits and big four winds are worth two yakuman.
    double_yakuman: bool = "double-yakuman",
    /// Whether different yakuman add up.
    add_yakuman: bool = "add-yakuman",
    /// Whether thirteen han without a yakuman count as one.
    counted_yakuman: bool = "counted-yakuman",
    /// Whether 7,700 and 11,600 are rounded up to mangan.
    round_up_mangan: bool = "round-up-mangan",
    /// Fu of a pair that is both seat and round wind.
    double_wind_fu: u8 = "double-wind-fu",
    /// Points for each counter, paid by one or shared by three.
    honba_points: i32 = "honba",
    /// Points that change hands between tenpai and noten players.
    noten_points: i32 = "noten",
    /// Whether every hand of a game uses the same wall, dealt from each dealer on.
    same_wall: bool = "same-wall",
}

impl Rules {
    /// The rules of a preset.
    pub fn preset(name: &str) -> Option<Rules> {
        presets::preset(name)
    }

    /// Whether the options make sense together.
    fn check(&self) -> Result<(), BadText> {
        let refuse = |expected: &str, got: String| Err(BadText::new(expected, got));
        if !(1..=4).contains(&self.rounds) {
            return refuse("rounds from 1 to 4", self.rounds.to_string());
        }
        if self.uma.0.iter().map(|&n| i32::from(n)).sum::<i32>() != 0 {
            return refuse("uma that adds up to 0", self.uma.write());
        }
        for (key, points) in [
            ("start", self.start_points),
            ("return", self.return_points),
            ("honba", self.honba_points),
            ("noten", self.noten_points),
        ] {
            if !(0..=1_000_000).contains(&points) || points % 100 != 0 {
                return refuse(&format!("{key}: hundreds from 0 to 1000000"), points.to_string());
            }
        }
        if self.honba_points % 300 != 0 {
            return refuse("honba divisible by 300", self.honba_points.to_string());
        }
        if self.noten_points % 600 != 0 {
            return refuse("noten divisible by 600", self.noten_points.to_string());
        }
        if !matches!(self.double_wind_fu, 2 | 4) {
            return refuse("double-wind-fu of 2 or 4", self.double_wind_fu.to_string());
        }
        if self.riichi_tiles > 70 {
            return refuse("riichi-tiles up to 70", self.riichi_tiles.to_string());
        }
        Ok(())
    }
}

impl Default for Rules {
    /// The first preset.
    fn default() -> Rules {
        presets::tenhou()
    }
}

impl fmt::Display for Rules {
    /// The nearest preset and what differs from it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Every view is written with its rules: the usual ones in no time.
        if let Some((name, _)) =
            PRESETS.iter().find(|(name, _)| presets::preset(name) == Some(*self))
        {
            return f.write_str(name);
        }
        let own = self.options();
        let differing = |name: &str| -> Vec<(&'static str, String)> {
            let base = presets::preset(name).unwrap_or_default().options();
            own.iter().zip(base).filter(|(a, b)| **a != *b).map(|(a, _)| a.clone()).collect()
        };
        let nearest = PRESETS
            .iter()
            .map(|(name, _)| (*name, differing(name)))
            .min_by_key(|(_, differences)| differences.len());
        if let Some((name, differences)) = nearest {
            f.write_str(name)?;
            for (key, value) in differences {
                write!(f, "+{key}={value}")?;
            }
        }
        Ok(())
    }
}

impl FromStr for Rules {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Rules, BadText> {
        let mut parts = text.split('+');
        let name = parts.next().unwrap_or_default();
        let mut rules = presets::preset(name).ok_or_else(|| {
            let names: Vec<&str> = PRESETS.iter().map(|(name, _)| *name).collect();
            BadText::new(format!("rules: one of {}, then +option=value", names.join(", ")), name)
        })?;
        for part in parts {
            let (key, value) = part
                .split_once('=')
                .ok_or_else(|| BadText::new("a rule option written key=value", part))?;
            rules.set(key, value)?;
        }
        Ok(rules)
    }
}

impl From<Rules> for String {
    fn from(rules: Rules) -> String {
        rules.to_string()
    }
}

impl TryFrom<String> for Rules {
    type Error = BadText;

    fn try_from(text: String) -> Result<Rules, BadText> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn presets_are_written_by_their_name() {
        for (name, _) in PRESETS {
            let rules: Rules = name.parse().unwrap();
            assert_eq!(rules.to_string(), *name);
            assert_eq!(rules.check(), Ok(()));
        }
    }

    #[test]
    fn differences_are_written_and_read() {
        let text = "tenhou+rounds=4+kuikae=allowed+uma=30/10/-10/-30";
        let rules: Rules = text.parse().unwrap();
        assert_eq!(rules.kuikae, Kuikae::Allowed);
        assert_eq!(rules.uma, Uma([30, 10, -10, -30]));
        assert_eq!(rules.to_string().parse(), Ok(rules));
    }

    #[test]
    fn every_option_is_read_back_from_its_written_value() {
        for (name, _) in PRESETS {
            let rules = Rules::preset(name).unwrap();
            for (key, value) in rules.options() {
                let mut copy = rules;
                copy.set(key, &value).unwrap();
                assert_eq!(copy, rules);
            }
        }
    }

    #[test]
    fn bad_rules_are_refused_with_what_was_expected() {
        for (text, part) in [
            ("tenhuo", "one of tenhou"),
            ("tenhou+red", "key=value"),
            ("tenhou+rad=1", "a rule option"),
            ("tenhou+red=2", "red="),
            ("tenhou+uma=1/2/3/4", "adds up to 0"),
            ("tenhou+start=25050", "hundreds"),
            ("tenhou+rounds=0", "rounds from 1 to 4"),
            ("tenhou+honba=100", "divisible by 300"),
        ] {
            let error = text.parse::<Rules>().unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in ".{0,40}", key in "[a-z-]{0,12}") {
            let _ = text.parse::<Rules>();
            let _ = format!("tenhou+{key}={text}").parse::<Rules>();
        }
    }
}
