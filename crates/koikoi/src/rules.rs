//! The rules of a game, every house rule an option.

use crate::options;
use fuda_core::BadText;
use serde::{Deserialize, Serialize};

/// What happens when a deal gives a hand four cards of a month, or four pairs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DealtHand {
    /// Nothing: the round is played.
    Play,
    /// The cards are dealt again.
    Again,
    /// The hand scores [`Rules::dealt_points`] at once and the round is over.
    Score,
}

/// What having called koi-koi adds to the caller's own score.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CallBonus {
    /// Nothing.
    None,
    /// A point a call up to three; from the fourth on the sum of the yaku
    /// times the calls minus two.
    Rising,
}

/// Who plays first in the next round of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NextDealer {
    /// The same seat.
    Same,
    /// The other seat.
    Change,
    /// Whoever scored; after a round without score, see [`Rules::draw_dealer`].
    Winner,
}

/// One set of rules: a single round or a match of rounds, and every house
/// rule on which tables differ.
///
/// As text, rules are the name of a preset with options after it, such as
/// `paper`, `guan+rounds=4` or `paper+months=4+hand=2+field=2`. The table of
/// options is [`Rules::options`].
///
/// ```
/// use fuda_koikoi::Rules;
/// let rules: Rules = "nintendo+rounds=6".parse()?;
/// assert_eq!(rules.rounds, 6);
/// assert_eq!(rules.to_string(), "nintendo+rounds=6");
/// # Ok::<(), fuda_core::BadText>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Rules {
    /// How many months the pack has; a small pack makes a game that can be solved.
    pub months: u8,
    /// Cards dealt to each hand.
    pub hand: u8,
    /// Cards dealt to the field.
    pub field: u8,
    /// Rounds of a match; 1 makes a single game.
    pub rounds: u8,
    /// Points each seat starts a match with; who has none left has lost. 0: no such end.
    pub bank: u8,
    /// Whether chance decides who plays first (otherwise seat 0 does).
    pub draw_first: bool,
    /// Who plays first in the next round.
    pub next_dealer: NextDealer,
    /// Who plays first after a round in which nobody scored.
    pub draw_dealer: NextDealer,
    /// What the dealer gets when nobody scores.
    pub draw_points: u8,
    /// All five brights.
    pub five_brights: u8,
    /// Four brights without the rain.
    pub four_brights: u8,
    /// Four brights with the rain.
    pub rainy_four: u8,
    /// Three brights without the rain.
    pub three_brights: u8,
    /// Boar, deer and butterflies.
    pub boar_deer_butterflies: u8,
    /// Curtain and sake cup.
    pub flower_sake: u8,
    /// Moon and sake cup.
    pub moon_sake: u8,
    /// What each of the two is worth once its owner has called koi-koi; 0: the same as before.
    pub sake_after_call: u8,
    /// The red ribbons with writing.
    pub red_ribbons: u8,
    /// The blue ribbons.
    pub blue_ribbons: u8,
    /// Red and blue ribbons together, in all.
    pub both_ribbons: u8,
    /// The least number of animals that scores; a point, and one more for each further card.
    pub animals_from: u8,
    /// The least number of ribbons that scores.
    pub ribbons_from: u8,
    /// The least number of plain cards that scores.
    pub plains_from: u8,
    /// Whether the sake cup counts as a plain card too.
    pub sake_is_plain: bool,
    /// How often a seat may call koi-koi in a round; 0: as often as it likes.
    pub calls: u8,
    /// What calls add to the caller's score.
    pub call_bonus: CallBonus,
    /// Whether a score is doubled when the other seat had called koi-koi.
    pub double_caught: bool,
    /// The least sum of yaku that is doubled; 0: none is.
    pub double_from: u8,
    /// Four cards of a month in a dealt hand (teshi).
    pub dealt_four: DealtHand,
    /// Four pairs in a dealt hand (kuttsuki).
    pub dealt_pairs: DealtHand,
    /// What teshi and kuttsuki score where they do.
    pub dealt_points: u8,
    /// So many cards of a month on the field at the deal: deal again. 0: never.
    pub field_again: u8,
}

impl Rules {
    /// The rules of Sato, Uehara and Ikeda (2017): single games, no doubling.
    pub const PAPER: Rules = Rules {
        months: 12,
        hand: 8,
        field: 8,
        rounds: 1,
        bank: 0,
        draw_first: false,
        next_dealer: NextDealer::Winner,
        draw_dealer: NextDealer::Same,
        draw_points: 0,
        five_brights: 10,
        four_brights: 8,
        rainy_four: 7,
        three_brights: 5,
        boar_deer_butterflies: 5,
        flower_sake: 0,
        moon_sake: 0,
        sake_after_call: 0,
        red_ribbons: 5,
        blue_ribbons: 5,
        both_ribbons: 10,
        animals_from: 5,
        ribbons_from: 5,
        plains_from: 10,
        sake_is_plain: true,
        calls: 0,
        call_bonus: CallBonus::None,
        double_caught: false,
        double_from: 0,
        dealt_four: DealtHand::Again,
        dealt_pairs: DealtHand::Play,
        dealt_points: 6,
        field_again: 4,
    };

    /// The rules of the 2023 research set: eight rounds from 30 points.
    pub const GUAN: Rules = Rules {
        rounds: 8,
        bank: 30,
        draw_first: true,
        draw_points: 1,
        flower_sake: 1,
        moon_sake: 1,
        sake_after_call: 3,
        both_ribbons: 20,
        call_bonus: CallBonus::Rising,
        ..Rules::PAPER
    };

    /// The rules printed with Nintendo's cards: twelve rounds, doubling.
    pub const NINTENDO: Rules = Rules {
        rounds: 12,
        draw_first: true,
        draw_dealer: NextDealer::Change,
        flower_sake: 5,
        moon_sake: 5,
        calls: 1,
        double_caught: true,
        double_from: 7,
        dealt_four: DealtHand::Score,
        dealt_pairs: DealtHand::Score,
        field_again: 3,
        ..Rules::PAPER
    };

    /// The named rule sets; the first is the default.
    pub const PRESETS: [(&'static str, &'static str, Rules); 3] = [
        ("paper", "single games without doubling (Sato, Uehara, Ikeda 2017)", Rules::PAPER),
        ("guan", "eight rounds from 30 points, koi-koi bonus, sake yaku", Rules::GUAN),
        (
            "nintendo",
            "twelve rounds, one koi-koi per seat, doubling, teshi and kuttsuki",
            Rules::NINTENDO,
        ),
    ];

    /// Every option with a line about it and the values it may have.
    pub fn options() -> impl Iterator<Item = (&'static str, &'static str, String)> {
        options::TABLE.iter().map(|o| (o.name, o.about, o.values.to_string()))
    }

    /// How many cards the pack has.
    pub fn pack(&self) -> usize {
        usize::from(self.months) * 4
    }

    /// How many cards lie in the stock after the deal.
    pub fn stock(&self) -> usize {
        self.pack().saturating_sub(2 * usize::from(self.hand) + usize::from(self.field))
    }

    /// The rules of a single round of these.
    pub fn single_round(&self) -> Rules {
        Rules { rounds: 1, bank: 0, ..*self }
    }

    /// Refuses rules under which no round can be dealt or played to its end.
    pub(crate) fn checked(self) -> Result<Rules, BadText> {
        let need = 4 * usize::from(self.hand) + usize::from(self.field);
        if need > self.pack() {
            return Err(BadText::new(
                format!(
                    "a pack of at least {need} cards for hands of {} and a field of {}",
                    self.hand, self.field
                ),
                format!("months={} ({} cards)", self.months, self.pack()),
            ));
        }
        let most = self.months * self.field_again.saturating_sub(1);
        if self.field_again > 0 && self.field > most {
            return Err(BadText::new(
                format!("a field of at most {most} cards with field-again={}", self.field_again),
                format!("field={}", self.field),
            ));
        }
        Ok(self)
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::PAPER
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn presets_are_read_by_name() {
        for (name, _, rules) in Rules::PRESETS {
            assert_eq!(name.parse(), Ok(rules));
            assert_eq!(rules.to_string(), name);
        }
    }

    #[test]
    fn bad_rules_say_what_is_wrong() {
        for (text, part) in [
            ("", "a rule set"),
            ("papyrus", "a rule set"),
            ("paper+", "option=value"),
            ("paper+months", "option=value"),
            ("paper+mouths=4", "an option of koi-koi"),
            ("paper+months=0", "months= 1 to 12"),
            ("paper+months=13", "months= 1 to 12"),
            ("paper+months=4000", "months= 1 to 12"),
            ("paper+months=4", "a pack of at least 40 cards"),
            ("paper+field-again=1", "a field of at most 0 cards"),
            ("paper+dealt-four=perhaps", "dealt-four= play, again or score"),
        ] {
            let error = text.parse::<Rules>().expect_err(text).to_string();
            assert!(error.contains(part), "`{text}` gave: {error}");
        }
    }

    #[test]
    fn every_option_is_documented_and_settable() {
        for (name, about, _) in Rules::options() {
            assert!(about.len() > 5, "{name}");
        }
        assert_eq!(Rules::options().count(), 32);
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in ".{0,60}") {
            let _ = text.parse::<Rules>();
        }

        #[test]
        fn rules_survive_being_written(base in 0usize..3, picks in prop::collection::vec((0usize..32, 0u8..30), 0..6)) {
            let mut rules = Rules::PRESETS[base].2;
            for (which, value) in picks {
                crate::options::TABLE[which].set_raw(&mut rules, value);
            }
            if let Ok(rules) = rules.checked() {
                prop_assert_eq!(rules.to_string().parse(), Ok(rules));
            }
        }
    }
}
