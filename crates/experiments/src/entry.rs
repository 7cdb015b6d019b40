//! An entry of the catalogue: one table or figure of a paper.

use crate::claim::{Claim, Finding};
use crate::error::ExperimentError;
use crate::value::{Measured, Point, Series};
use crate::verdict::Verdict;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How much is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Size {
    /// Small enough that all entries together take some minutes.
    #[default]
    Quick,
    /// The paper's size or more.
    Full,
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Size::Quick => "quick",
            Size::Full => "full",
        })
    }
}

/// One table or figure: what the paper did and found, its numbers, what "the
/// same effect" means, and how it is measured again.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// Its name, such as `1/table-2.1`.
    pub name: String,
    /// Everything its file says.
    pub text: EntryText,
}

/// What the file of an entry says.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryText {
    /// A short title.
    pub title: String,
    /// Which kind of experiment measures it; see [`crate::kinds`].
    pub kind: String,
    /// What the paper did.
    pub did: String,
    /// What it found.
    pub found: String,
    /// Where the published numbers stand, and what had to be decided.
    pub source: String,
    /// What we do otherwise, for both sizes.
    pub ours: String,
    /// How it is drawn.
    pub plot: Plot,
    /// The published numbers.
    #[serde(default)]
    pub published: Vec<PublishedText>,
    /// What "the same effect" means.
    pub claims: Vec<Claim>,
    /// Why a claim may be broken, where that is known.
    #[serde(default)]
    pub differs: Option<String>,
    /// Settings of both sizes.
    #[serde(default)]
    pub settings: toml::Table,
    /// Settings of the quick size; they take the place of those of both.
    pub quick: toml::Table,
    /// Settings of the full size.
    pub full: toml::Table,
    /// About how many processor seconds each size takes.
    pub cost: Cost,
}

/// About how many processor seconds each size takes.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cost {
    /// Of the quick size.
    pub quick: f64,
    /// Of the full size.
    pub full: f64,
}

/// How an entry is drawn.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Plot {
    /// Lines, bars or dots.
    pub shape: Shape,
    /// What the horizontal axis shows.
    #[serde(default)]
    pub x: String,
    /// What the values are.
    pub y: String,
    /// Whether the horizontal axis is logarithmic.
    #[serde(default)]
    pub log_x: bool,
    /// Whether the vertical axis is logarithmic.
    #[serde(default)]
    pub log_y: bool,
    /// Whether every series of bars has a scale of its own.
    #[serde(default)]
    pub panels: bool,
    /// The series that are drawn; all when left out.
    #[serde(default)]
    pub only: Vec<String>,
}

/// The form of a plot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// Values over a numeric axis, with a band.
    Lines,
    /// Values by name.
    Bars,
    /// Dots: the place is one coordinate, the value the other.
    Dots,
}

/// A published series as files write it.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedText {
    series: String,
    points: Vec<(String, f64)>,
}

/// The name of a paper and where its page is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paper {
    /// Its number here.
    pub number: u8,
    /// Who wrote what, when.
    pub title: &'static str,
    /// The page on it, below `docs/papers`.
    pub page: &'static str,
}

/// The five papers.
pub const PAPERS: [Paper; 5] = [
    Paper {
        number: 1,
        title: "Miki 2010, decision making in games of many players with imperfect information",
        page: "1-mahjong-uct.md",
    },
    Paper {
        number: 2,
        title: "2015, a Monte-Carlo daihinmin player made stronger by learning from records",
        page: "2-daihinmin.md",
    },
    Paper {
        number: 3,
        title: "Yoshimura, Hochin, Nomiya, tabu search for the best action in mahjong",
        page: "3-mahjong-tabu.md",
    },
    Paper {
        number: 4,
        title: "Miwa, Yokoyama, Chikayama 2007, automatic generation of evaluation features",
        page: "4-feature-mining.md",
    },
    Paper {
        number: 5,
        title: "Sato, Uehara, Ikeda 2017, a koi-koi player by reinforcement learning",
        page: "5-koikoi.md",
    },
];

impl Entry {
    /// Reads the file of an entry; the error says what is wrong with it.
    pub fn read(name: &str, text: &str) -> Result<Entry, String> {
        let text = toml::from_str(text).map_err(|e| format!("{name}: {e}"))?;
        Ok(Entry { name: name.to_owned(), text })
    }

    /// The number of its paper.
    pub fn paper(&self) -> u8 {
        self.name.split('/').next().and_then(|paper| paper.parse().ok()).unwrap_or(0)
    }

    /// Its name without the paper, in words: `table 2.1`.
    pub fn label(&self) -> String {
        let label = self.name.split_once('/').map_or(self.name.as_str(), |(_, label)| label);
        label.replace("fig-", "figure ").replace('-', " ")
    }

    /// Its name as part of a file's name.
    pub fn file_name(&self) -> String {
        self.name.replace('/', "-")
    }

    /// The settings of a size.
    pub fn settings(&self, size: Size) -> toml::Table {
        let mut settings = self.text.settings.clone();
        let own = match size {
            Size::Quick => &self.text.quick,
            Size::Full => &self.text.full,
        };
        merge(&mut settings, own);
        settings
    }

    /// The settings of a size with changes laid over them. A change of
    /// something the entry does not have is an error.
    pub fn changed(&self, size: Size, changes: &toml::Table) -> Result<toml::Table, String> {
        let mut settings = self.settings(size);
        known(&settings, changes, "").map_err(|e| format!("{}: {e}", self.name))?;
        merge(&mut settings, changes);
        Ok(settings)
    }

    /// About how many processor seconds a size takes.
    pub fn cost(&self, size: Size) -> f64 {
        match size {
            Size::Quick => self.text.cost.quick,
            Size::Full => self.text.cost.full,
        }
    }

    /// The published numbers.
    pub fn published(&self) -> Measured {
        let series = self.text.published.iter().map(|series| {
            let points = series.points.iter().map(|(at, value)| Point::exact(at, *value));
            Series::new(series.series.clone(), points.collect())
        });
        Measured { series: series.collect(), ..Measured::default() }
    }

    /// Holds what was measured against every claim.
    pub fn findings(&self, found: &Measured) -> Vec<Finding> {
        self.text.claims.iter().map(|claim| claim.judge(found)).collect()
    }

    /// The verdict over what was measured, `None` when nothing was.
    pub fn verdict(&self, found: Option<&Measured>) -> Verdict {
        match found {
            None => Verdict::NotRun,
            Some(found) => Verdict::of(&self.findings(found), self.text.differs.as_deref()),
        }
    }
}

/// Reads changes of settings, each a line of TOML such as `deals=200`.
pub fn read_changes(lines: &[String]) -> Result<toml::Table, ExperimentError> {
    toml::from_str(&lines.join("\n")).map_err(|e| {
        ExperimentError::Setting(format!(
            "--set {}: {}; expected a setting and its value as TOML writes them: deals=200, \
             'sizes=[25, 50]', training.positions=2000",
            lines.join(" --set "),
            e.message()
        ))
    })
}

/// Whether a table has all that changes name.
fn known(settings: &toml::Table, changes: &toml::Table, path: &str) -> Result<(), String> {
    for (key, value) in changes {
        match (settings.get(key), value) {
            (None, _) => {
                let there: Vec<String> = settings.keys().map(|k| format!("{path}{k}")).collect();
                return Err(format!(
                    "there is no setting `{path}{key}` to change; there are {}",
                    there.join(", ")
                ));
            }
            (Some(toml::Value::Table(inner)), toml::Value::Table(more)) => {
                known(inner, more, &format!("{path}{key}."))?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Puts values into a table, into tables inside it one by one.
fn merge(into: &mut toml::Table, from: &toml::Table) {
    for (key, value) in from {
        match (into.get_mut(key), value) {
            (Some(toml::Value::Table(inner)), toml::Value::Table(more)) => merge(inner, more),
            _ => {
                into.insert(key.clone(), value.clone());
            }
        }
    }
}
