//! How much was measured beside how much the paper measured.

use serde::{Deserialize, Serialize};

/// A size of the paper as the file of an entry writes it.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SizeText {
    /// What is counted.
    pub what: String,
    /// The setting that is ours: a dotted path, or a product of paths and
    /// numbers such as `deals*2`. Of a list the largest number counts.
    pub setting: String,
    /// The paper's.
    pub paper: f64,
    /// Whether values are other ones when it is smaller, and not only less
    /// certain.
    #[serde(default)]
    pub moves: bool,
    /// Whether less is more work: a cut-off, a least support.
    #[serde(default)]
    pub less_is_more: bool,
}

/// A size of ours beside the paper's.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SizeBeside {
    /// What is counted.
    pub what: String,
    /// How much of it we had.
    pub ours: f64,
    /// How much the paper had.
    pub paper: f64,
    /// Whether ours is smaller.
    pub reduced: bool,
    /// Whether values are other ones when it is smaller.
    pub moves: bool,
}

impl SizeText {
    /// Ours beside the paper's, by the settings it was measured with; none
    /// when the settings do not have it.
    pub fn beside(&self, settings: &toml::Table) -> Option<SizeBeside> {
        let values: Option<Vec<f64>> = self
            .setting
            .split('*')
            .map(|factor| match factor.trim().parse::<f64>() {
                Ok(number) => Some(number),
                Err(_) => self.value(settings, factor.trim()),
            })
            .collect();
        let ours: f64 = values?.into_iter().product();
        let reduced = match self.less_is_more {
            true => ours > self.paper,
            false => ours < self.paper,
        };
        let (what, paper, moves) = (self.what.clone(), self.paper, self.moves);
        Some(SizeBeside { what, ours, paper, reduced, moves })
    }

    fn value(&self, settings: &toml::Table, path: &str) -> Option<f64> {
        let (first, rest) = path.split_once('.').map_or((path, None), |(a, b)| (a, Some(b)));
        self.most(settings.get(first)?, rest)
    }

    /// The number at a path below a value; of a list the one that is most.
    fn most(&self, value: &toml::Value, path: Option<&str>) -> Option<f64> {
        match (value, path) {
            (toml::Value::Integer(number), None) => Some(*number as f64),
            (toml::Value::Float(number), None) => Some(*number),
            (toml::Value::Table(table), Some(path)) => self.value(table, path),
            (toml::Value::Array(list), path) => {
                let numbers = list.iter().filter_map(|value| self.most(value, path));
                numbers.reduce(|a, b| if self.less_is_more { a.min(b) } else { a.max(b) })
            }
            _ => None,
        }
    }
}

impl SizeBeside {
    /// Both as text: `loops 10,000 of 100,000`.
    pub fn words(&self) -> String {
        let joint = if self.ours > self.paper { "instead of" } else { "of" };
        format!("{} {} {joint} {}", self.what, number(self.ours), number(self.paper))
    }
}

/// A number with commas between thousands.
pub(crate) fn number(value: f64) -> String {
    if value.fract() != 0.0 || value.abs() >= 1e15 {
        return value.to_string();
    }
    let digits = format!("{:.0}", value.abs());
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    if value < 0.0 { format!("−{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(setting: &str, paper: f64) -> SizeText {
        let what = "loops".to_owned();
        SizeText { what, setting: setting.to_owned(), paper, moves: true, less_is_more: false }
    }

    #[test]
    fn sizes_are_found_in_settings_and_compared() {
        let settings: toml::Table = toml::from_str(
            "deals = 20\ngames = 100\ncutoffs = [0.02, 0.01]\n\
             curves = [{ over = [100, 10000] }]\ntraining = { positions = 500 }",
        )
        .unwrap();
        let ours = |setting: &str| size(setting, 5000.0).beside(&settings).map(|both| both.ours);
        assert_eq!(ours("deals"), Some(20.0));
        assert_eq!(ours("deals*games*5"), Some(10_000.0));
        assert_eq!(ours("curves.over"), Some(10_000.0));
        assert_eq!(ours("training.positions"), Some(500.0));
        assert_eq!(ours("seats"), None);
        assert_eq!(ours("training"), None);
        let both = size("training.positions", 50_000.0).beside(&settings).unwrap();
        assert!(both.reduced);
        assert_eq!(both.words(), "loops 500 of 50,000");
        let least = SizeText { less_is_more: true, ..size("cutoffs", 0.001) };
        let both = least.beside(&settings).unwrap();
        assert!(both.reduced && both.ours == 0.01);
        assert_eq!(both.words(), "loops 0.01 instead of 0.001");
        assert!(!size("deals*games*5", 5000.0).beside(&settings).unwrap().reduced);
    }

    #[test]
    fn numbers_have_commas() {
        assert_eq!(number(0.0), "0");
        assert_eq!(number(999.0), "999");
        assert_eq!(number(1_000.0), "1,000");
        assert_eq!(number(-282_615_853.0), "−282,615,853");
        assert_eq!(number(0.25), "0.25");
    }
}
