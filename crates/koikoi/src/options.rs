//! Rules as text: a preset's name and what differs from it.

use crate::rules::{CallBonus, DealtHand, NextDealer, Rules};
use fuda_core::BadText;
use std::fmt;
use std::str::FromStr;

/// The values an option may have.
pub(crate) enum Values {
    /// A number from the first to the second.
    Number(u8, u8),
    /// One of these words.
    Words(&'static [&'static str]),
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Values::Number(least, most) => write!(f, "{least} to {most}"),
            Values::Words([rest @ .., last]) => write!(f, "{} or {last}", rest.join(", ")),
            Values::Words([]) => Ok(()),
        }
    }
}

/// One option: its name, what it is about, and the field it stands for.
///
/// A word stands for its place in the list of words.
pub(crate) struct Spec {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) values: Values,
    get: fn(&Rules) -> u8,
    set: fn(&mut Rules, u8),
}

const YES_NO: Values = Values::Words(&["no", "yes"]);
const DEALT: Values = Values::Words(&["play", "again", "score"]);
const DEALER: Values = Values::Words(&["same", "change", "winner"]);

fn dealt(n: u8) -> DealtHand {
    match n {
        0 => DealtHand::Play,
        1 => DealtHand::Again,
        _ => DealtHand::Score,
    }
}

fn dealer(n: u8) -> NextDealer {
    match n {
        0 => NextDealer::Same,
        1 => NextDealer::Change,
        _ => NextDealer::Winner,
    }
}

fn bonus(n: u8) -> CallBonus {
    if n == 0 { CallBonus::None } else { CallBonus::Rising }
}

fn flag(n: u8) -> bool {
    n != 0
}

fn number(n: u8) -> u8 {
    n
}

/// A row of the table: name, field, conversion, values, about.
macro_rules! spec {
    ($name:literal, $field:ident, $from:ident, $values:expr, $about:literal) => {
        Spec {
            name: $name,
            about: $about,
            values: $values,
            get: |rules| rules.$field as u8,
            set: |rules, n| rules.$field = $from(n),
        }
    };
}

use Values::Number;

pub(crate) static TABLE: [Spec; 32] = [
    spec!("months", months, number, Number(1, 12), "months in the pack"),
    spec!("hand", hand, number, Number(1, 8), "cards dealt to each hand"),
    spec!("field", field, number, Number(0, 16), "cards dealt to the field"),
    spec!("rounds", rounds, number, Number(1, 24), "rounds of a match"),
    spec!("bank", bank, number, Number(0, 255), "points at the start of a match that ends at 0"),
    spec!("draw-first", draw_first, flag, YES_NO, "chance decides who plays first"),
    spec!("next-dealer", next_dealer, dealer, DEALER, "who plays first in the next round"),
    spec!("draw-dealer", draw_dealer, dealer, DEALER, "who plays first after a drawn round"),
    spec!("draw-points", draw_points, number, Number(0, 50), "for the dealer of a drawn round"),
    spec!("five-brights", five_brights, number, Number(0, 50), "five brights"),
    spec!("four-brights", four_brights, number, Number(0, 50), "four brights without the rain"),
    spec!("rainy-four", rainy_four, number, Number(0, 50), "four brights with the rain"),
    spec!("three-brights", three_brights, number, Number(0, 50), "three brights, no rain"),
    spec!("boar-deer", boar_deer_butterflies, number, Number(0, 50), "boar, deer, butterflies"),
    spec!("flower-sake", flower_sake, number, Number(0, 50), "curtain and sake cup"),
    spec!("moon-sake", moon_sake, number, Number(0, 50), "moon and sake cup"),
    spec!(
        "sake-after-call",
        sake_after_call,
        number,
        Number(0, 50),
        "each of the two after a call"
    ),
    spec!("red", red_ribbons, number, Number(0, 50), "red ribbons with writing"),
    spec!("blue", blue_ribbons, number, Number(0, 50), "blue ribbons"),
    spec!("both", both_ribbons, number, Number(0, 50), "red and blue ribbons, in all"),
    spec!("animals-from", animals_from, number, Number(1, 49), "animals that score a point"),
    spec!("ribbons-from", ribbons_from, number, Number(1, 49), "ribbons that score a point"),
    spec!("plains-from", plains_from, number, Number(1, 49), "plain cards that score a point"),
    spec!("sake-plain", sake_is_plain, flag, YES_NO, "the sake cup is a plain card too"),
    spec!("calls", calls, number, Number(0, 8), "koi-koi calls a seat and round (0: no limit)"),
    spec!("call-bonus", call_bonus, bonus, Values::Words(&["none", "rising"]), "for own calls"),
    spec!("double-caught", double_caught, flag, YES_NO, "twice the score after the other's call"),
    spec!("double-from", double_from, number, Number(0, 50), "twice the score from this sum"),
    spec!("dealt-four", dealt_four, dealt, DEALT, "four of a month in a dealt hand"),
    spec!("dealt-pairs", dealt_pairs, dealt, DEALT, "four pairs in a dealt hand"),
    spec!("dealt-points", dealt_points, number, Number(0, 50), "what such hands score"),
    spec!("field-again", field_again, number, Number(0, 4), "of a month on the field: deal again"),
];

impl Spec {
    /// Sets the option, if it may have this value.
    fn checked_set(&self, rules: &mut Rules, text: &str) -> Result<(), BadText> {
        let value = match self.values {
            Values::Number(least, most) => text.parse().ok().filter(|n| (least..=most).contains(n)),
            Values::Words(words) => words.iter().position(|w| *w == text).map(|n| n as u8),
        };
        match value {
            Some(value) => {
                (self.set)(rules, value);
                Ok(())
            }
            None => Err(BadText::new(format!("{}= {}", self.name, self.values), text)),
        }
    }

    fn write(&self, rules: &Rules, into: &mut String) {
        let value = (self.get)(rules);
        into.push('+');
        into.push_str(self.name);
        into.push('=');
        match self.values {
            Values::Number(..) => into.push_str(&value.to_string()),
            Values::Words(words) => into.push_str(words.get(value as usize).unwrap_or(&"")),
        }
    }

    /// Sets the option to the number's nearest value.
    #[cfg(test)]
    pub(crate) fn set_raw(&self, rules: &mut Rules, value: u8) {
        let value = match self.values {
            Values::Number(least, most) => value.clamp(least, most),
            Values::Words(words) => value % words.len() as u8,
        };
        (self.set)(rules, value);
    }
}

impl FromStr for Rules {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Rules, BadText> {
        let mut parts = text.split('+');
        let name = parts.next().unwrap_or_default();
        let Some((_, _, mut rules)) = Rules::PRESETS.into_iter().find(|(n, ..)| *n == name) else {
            return Err(BadText::new("a rule set: paper, guan or nintendo", name));
        };
        for part in parts {
            let Some((option, value)) = part.split_once('=') else {
                return Err(BadText::new("option=value", part));
            };
            match TABLE.iter().find(|spec| spec.name == option) {
                Some(spec) => spec.checked_set(&mut rules, value)?,
                None => {
                    let names: Vec<_> = TABLE.iter().map(|spec| spec.name).collect();
                    let expected = format!("an option of koi-koi ({})", names.join(", "));
                    return Err(BadText::new(expected, option));
                }
            }
        }
        rules.checked()
    }
}

impl fmt::Display for Rules {
    /// The preset that needs the fewest options, and those.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let differing =
            |base: &Rules| TABLE.iter().filter(|s| (s.get)(base) != (s.get)(self)).count();
        let Some((name, _, base)) =
            Rules::PRESETS.iter().min_by_key(|(_, _, base)| differing(base))
        else {
            return Err(fmt::Error);
        };
        let mut text = String::from(*name);
        for spec in TABLE.iter().filter(|s| (s.get)(base) != (s.get)(self)) {
            spec.write(self, &mut text);
        }
        f.write_str(&text)
    }
}

impl TryFrom<String> for Rules {
    type Error = BadText;

    fn try_from(text: String) -> Result<Rules, BadText> {
        text.parse()
    }
}

impl From<Rules> for String {
    fn from(rules: Rules) -> String {
        rules.to_string()
    }
}
