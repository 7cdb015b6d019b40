//! The rules, each an option.

use crate::card::{Card, Cards, rank_column, rank_letter};
use fuda_core::BadText;

/// The most players at a table.
pub const MOST_PLAYERS: usize = 5;

/// How a finished game is paid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Points {
    /// +2, +1, 0, -1, -2, as in the paper: they add up to nothing.
    Balanced,
    /// 5, 4, 3, 2, 1, as in the contest's tables.
    Contest,
}

/// Which classes the players have in a first game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstClasses {
    /// None yet: no exchange.
    None,
    /// Drawn at random with the deal, so that single games have an exchange.
    Random,
}

/// One set of rules. Every field is an option in the rules' text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// How many play, 2 to 5.
    pub players: u8,
    /// The column of the lowest rank in the deck; 1 is the 3.
    pub lowest: u8,
    /// The column of the highest rank in the deck; 13 is the 2.
    pub highest: u8,
    /// Whether the joker is in the deck.
    pub joker: bool,
    /// Groups of four and sequences of five turn the order round.
    pub revolution: bool,
    /// Equal suits lock the suits (shibari).
    pub lock: bool,
    /// Sequences may be played.
    pub sequences: bool,
    /// A play with an 8 clears the table.
    pub eight: bool,
    /// The three of spades beats a single joker.
    pub spade3: bool,
    /// Cards are exchanged between the classes.
    pub exchange: bool,
    /// Who receives a forced gift sees which cards they were.
    pub told: bool,
    /// A player may pass on an empty table.
    pub lead_pass: bool,
    /// Whoever played last is asked once more before the table clears.
    pub own_pass: bool,
    /// How a finished game is paid.
    pub points: Points,
    /// Which classes the players have in a first game.
    pub classes: FirstClasses,
}

impl Rules {
    /// The rules of 2010 as the contest's server enforces them.
    pub const UECDA: Rules = Rules {
        players: 5,
        lowest: 1,
        highest: 13,
        joker: true,
        revolution: true,
        lock: true,
        sequences: true,
        eight: true,
        spade3: true,
        exchange: true,
        told: false,
        lead_pass: true,
        own_pass: true,
        points: Points::Balanced,
        classes: FirstClasses::None,
    };

    /// The same for players at one table: the leader must play, gifts are
    /// seen, and the table clears as soon as all the others have passed.
    pub const TABLE: Rules =
        Rules { told: true, lead_pass: false, own_pass: false, ..Rules::UECDA };

    /// Whether games go as in the contest, however they are paid and whatever
    /// classes a first game has.
    pub fn is_contest(&self) -> bool {
        let Rules { points, classes, .. } = *self;
        *self == Rules { points, classes, ..Rules::UECDA }
    }

    /// The named sets of rules with a line about each.
    pub const PRESETS: &'static [(&'static str, &'static str)] = &[
        ("uecda", "the contest's rules of 2010, with the quirks of its server"),
        ("table", "as at a real table: leaders must play, gifts are seen, no second question"),
    ];

    const OPTIONS: &'static str = "players=2..5, ranks=3-2, joker, revolution, lock, sequences, \
        eight, spade3, exchange, told, lead-pass, own-pass (each yes or no), \
        points=balanced|contest, classes=none|random";

    /// Reads `preset` or `preset,option=value,…`.
    pub fn parse(text: &str) -> Result<Rules, BadText> {
        let mut parts = text.split(',');
        let mut rules = match parts.next() {
            Some("uecda") => Rules::UECDA,
            Some("table") => Rules::TABLE,
            _ => return Err(BadText::new("the rules `uecda` or `table`", text)),
        };
        for part in parts {
            let bad = || BadText::new(format!("one of the options {}", Rules::OPTIONS), part);
            let (key, value) = part.split_once('=').ok_or_else(bad)?;
            rules.set(key, value).ok_or_else(bad)?;
        }
        let cards = rules.deck().len();
        if cards < 2 * usize::from(rules.players) {
            let wanted = "rules that give every player at least two cards";
            return Err(BadText::new(wanted, text));
        }
        Ok(rules)
    }

    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        if let Some((_, field)) = self.switches().into_iter().find(|(name, _)| *name == key) {
            *field = match value {
                "yes" => true,
                "no" => false,
                _ => return None,
            };
            return Some(());
        }
        match (key, value) {
            ("players", _) => {
                let n = value.parse().ok().filter(|n| (2..=MOST_PLAYERS as u8).contains(n))?;
                self.players = n;
            }
            ("ranks", _) => {
                let &[low, b'-', high] = value.as_bytes() else { return None };
                let (low, high) = (rank_column(low)?, rank_column(high)?);
                if low > high {
                    return None;
                }
                (self.lowest, self.highest) = (low, high);
            }
            ("points", "balanced") => self.points = Points::Balanced,
            ("points", "contest") => self.points = Points::Contest,
            ("classes", "none") => self.classes = FirstClasses::None,
            ("classes", "random") => self.classes = FirstClasses::Random,
            _ => return None,
        }
        Some(())
    }

    fn switches(&mut self) -> [(&'static str, &mut bool); 10] {
        [
            ("joker", &mut self.joker),
            ("revolution", &mut self.revolution),
            ("lock", &mut self.lock),
            ("sequences", &mut self.sequences),
            ("eight", &mut self.eight),
            ("spade3", &mut self.spade3),
            ("exchange", &mut self.exchange),
            ("told", &mut self.told),
            ("lead-pass", &mut self.lead_pass),
            ("own-pass", &mut self.own_pass),
        ]
    }

    /// The text that [`Rules::parse`] makes these rules from.
    pub fn text(&self) -> String {
        let mut mine = *self;
        let mut base = Rules::UECDA;
        let mut text = String::from("uecda");
        if *self == Rules::TABLE {
            return "table".into();
        }
        for ((name, value), (_, usual)) in mine.switches().into_iter().zip(base.switches()) {
            if value != usual {
                text += &format!(",{name}={}", if *value { "yes" } else { "no" });
            }
        }
        if self.players != base.players {
            text += &format!(",players={}", self.players);
        }
        if (self.lowest, self.highest) != (base.lowest, base.highest) {
            let letter = |column| rank_letter(column).unwrap_or('?');
            text += &format!(",ranks={}-{}", letter(self.lowest), letter(self.highest));
        }
        if self.points == Points::Contest {
            text += ",points=contest";
        }
        if self.classes == FirstClasses::Random {
            text += ",classes=random";
        }
        text
    }

    /// The cards that are dealt.
    pub fn deck(&self) -> Cards {
        let plain = Cards::columns(self.lowest, self.highest);
        if self.joker { plain.or(Card::JOKER.bit()) } else { plain }
    }

    /// The card whose holder leads: the lowest diamond.
    pub fn leading_card(&self) -> Card {
        Card::new(2, self.lowest).unwrap_or(Card::SPADE_THREE)
    }

    /// How many cards a class gives (and gets): 2 for the first and the
    /// last, 1 for those next to them. Three or fewer players exchange one.
    pub fn gifts(&self, class: u8) -> usize {
        let n = self.players;
        let Some(other) = n.checked_sub(1).and_then(|last| last.checked_sub(class)) else {
            return 0;
        };
        match (n, class.min(other)) {
            _ if class == other => 0,
            (..=3, 0) => 1,
            (4.., 0) => 2,
            (4.., 1) => 1,
            _ => 0,
        }
    }

    /// The points for finishing at a place, 0 for the first.
    pub fn points(&self, place: usize) -> f64 {
        let n = i32::from(self.players);
        let place = place as i32;
        match self.points {
            Points::Contest => f64::from(n - place),
            Points::Balanced => {
                let doubled = n - 1 - 2 * place;
                // With an even number there is no middle: ±1/2 becomes ±1.
                f64::from((doubled.abs() + 1) / 2 * doubled.signum())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_go_both_ways() {
        for text in [
            "uecda",
            "table",
            "uecda,lock=no,players=3,ranks=7-9,points=contest,classes=random",
            "uecda,joker=no,told=yes",
        ] {
            assert_eq!(Rules::parse(text).unwrap().text(), text);
        }
        for bad in ["", "uecda,", "uecda,lock", "uecda,lock=maybe", "uecda,players=6"] {
            assert!(Rules::parse(bad).is_err(), "{bad} is taken for rules");
        }
        assert!(Rules::parse("uecda,ranks=2-3").is_err());
        assert!(Rules::parse("uecda,ranks=3-4").is_err(), "nine cards for five players");
    }

    #[test]
    fn points_and_gifts() {
        let points = |n| {
            let rules = Rules { players: n, ..Rules::UECDA };
            (0..n).map(|p| rules.points(p.into())).collect::<Vec<_>>()
        };
        assert_eq!(points(5), [2.0, 1.0, 0.0, -1.0, -2.0]);
        assert_eq!(points(4), [2.0, 1.0, -1.0, -2.0]);
        assert_eq!(points(2), [1.0, -1.0]);
        let contest = Rules { points: Points::Contest, ..Rules::UECDA };
        assert_eq!((contest.points(0), contest.points(4)), (5.0, 1.0));
        let gifts = |n| {
            let rules = Rules { players: n, ..Rules::UECDA };
            (0..n).map(|c| rules.gifts(c)).collect::<Vec<_>>()
        };
        assert_eq!(gifts(5), [2, 1, 0, 1, 2]);
        assert_eq!(gifts(4), [2, 1, 1, 2]);
        assert_eq!(gifts(3), [1, 0, 1]);
        assert_eq!(gifts(2), [1, 1]);
    }
}
