//! An entry of the catalogue: one table or figure of a paper.

use crate::claim::{Claim, Judged};
use crate::error::ExperimentError;
use crate::folder::EntryResult;
use crate::size::{SizeBeside, SizeText};
use crate::value::{Measured, Point, Series};
use crate::verdict::{Figure, Finding, Label, Reason, Verdict};
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
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
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
    /// What "the same effect" and "the same values" mean.
    pub claims: Vec<Claim>,
    /// The value that shows most at a glance, when it is not the first that
    /// is held against a published one.
    #[serde(default)]
    pub telling: Option<String>,
    /// Why a claim may be broken, where an experiment shows it.
    #[serde(default)]
    pub differs: Option<Reason>,
    /// How much the paper measured, and which settings are ours.
    #[serde(default)]
    pub sizes: Vec<SizeText>,
    /// Opponents and data sets that are not the paper's.
    #[serde(default)]
    pub stand_ins: Vec<StandIn>,
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

/// Another opponent or data set than the paper's.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StandIn {
    /// What stands in for what.
    pub says: String,
    /// Whether values are other ones because of it, so that they cannot be
    /// held against the published ones.
    #[serde(default)]
    pub moves: bool,
    /// Whether it stands in only where no real records are named.
    #[serde(default)]
    pub without_records: bool,
}

/// About how many processor seconds each size takes.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cost {
    /// Of the quick size.
    pub quick: f64,
    /// Of the full size.
    pub full: f64,
    /// Of the paper's size, where the full one is still smaller.
    #[serde(default)]
    pub paper: Option<f64>,
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
    pub fn judged(&self, found: &Measured) -> Vec<Judged> {
        let published = self.published();
        self.text.claims.iter().map(|claim| claim.judge(found, &published)).collect()
    }

    /// The sizes of a run with these settings beside the paper's.
    pub fn sizes(&self, settings: &toml::Table) -> Vec<SizeBeside> {
        self.text.sizes.iter().filter_map(|size| size.beside(settings)).collect()
    }

    /// The verdict over a result, `None` when there is none.
    pub fn verdict(&self, result: Option<&EntryResult>) -> Verdict {
        let Some(result) = result else {
            let (finding, figure) = (Finding::NotRun, Figure::NotRun);
            return Verdict { finding, figure, labels: Vec::new() };
        };
        let (judged, labels) = (self.judged(&result.measured), self.labels(result));
        let (figures, findings): (Vec<&Judged>, Vec<&Judged>) =
            judged.iter().partition(|judged| judged.figure);
        let sizes = self.sizes(&result.settings);
        let smaller = sizes.iter().any(|size| size.reduced && size.moves);
        let stand_in = self.stand_ins(result).any(|stand_in| stand_in.moves);
        let finding = match result.measured.void {
            Some(_) => Finding::Void,
            None => Finding::of(&findings, self.text.differs.as_ref(), smaller),
        };
        let comparable = !smaller && !stand_in && result.measured.void.is_none();
        Verdict { finding, figure: Figure::of(&figures, comparable), labels }
    }

    fn stand_ins(&self, result: &EntryResult) -> impl Iterator<Item = &StandIn> {
        let real = result.has_real_records();
        self.text.stand_ins.iter().filter(move |stand_in| !(stand_in.without_records && real))
    }

    /// What the verdict over a result is to be read with.
    fn labels(&self, result: &EntryResult) -> Vec<Label> {
        let mut labels: Vec<Label> =
            result.measured.void.iter().cloned().map(Label::Void).collect();
        let sizes = self.sizes(&result.settings);
        let reduced: Vec<String> =
            sizes.iter().filter(|size| size.reduced).map(SizeBeside::words).collect();
        if !reduced.is_empty() {
            let cost = in_words(self.text.cost.paper.unwrap_or(self.text.cost.full));
            labels.push(Label::Reduced(format!(
                "{}; the paper's size takes about {cost} of one core",
                reduced.join(", ")
            )));
        }
        labels.extend(self.stand_ins(result).map(|other| Label::StandIn(other.says.clone())));
        labels
    }
}

/// A time in words: `40 s`, `12 min`, `2.3 h`.
pub fn in_words(seconds: f64) -> String {
    let whole = seconds.clamp(0.0, 1e9) as u64;
    match whole {
        0..60 => format!("{whole} s"),
        60..3_600 => format!("{} min", (whole + 30) / 60),
        _ => format!("{:.1} h", whole as f64 / 3_600.0),
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
