//! Results in the pages on the papers: the table that a page opens with and
//! the part at its end are made from what is stored, so that no page can say
//! what was not measured.

use crate::error::ExperimentError;
use crate::folder::write_whole;
use crate::paper::{PAPERS, Page, Paper};
use crate::report::{entry_table, glance, picture, summary};
use crate::run::{Reported, stored};
use std::path::{Path, PathBuf};

/// A part of a page that is made from results: between which lines it stands.
struct Part {
    begin: &'static str,
    end: &'static str,
}

/// The table that a page opens with, below its title.
const GLANCE: Part = Part {
    begin: "<!-- made by `fuda reproduce --write-docs`: glance -->",
    end: "<!-- made by `fuda reproduce --write-docs`: glance end -->",
};

/// Every table and figure, at the end of a page.
const RESULTS: Part = Part {
    begin: "<!-- made by `fuda reproduce --write-docs`: begin -->",
    end: "<!-- made by `fuda reproduce --write-docs`: end -->",
};

/// The folder of stored results below the project's root.
pub fn results(root: &Path) -> PathBuf {
    root.join("experiments/results")
}

/// Keeps the results of a run in the project, those of the same entries
/// before them replaced, and brings the pages up to date.
pub fn keep(root: &Path, entries: &[Reported]) -> Result<(), ExperimentError> {
    if !root.join("docs/papers").is_dir() {
        return Err(ExperimentError::Folder {
            folder: root.to_owned(),
            reason: "is not the root of the project: docs/papers is missing".to_owned(),
        });
    }
    for reported in entries {
        let Some(result) = &reported.result else { continue };
        let text = serde_json::to_string(result).map_err(ExperimentError::measuring)?;
        let path = results(root).join(format!("{}.json", reported.entry.file_name()));
        write_whole(&path, &(text + "\n"))?;
    }
    write(root)
}

/// Brings the pages, and the sizes in stored results, up to date.
pub fn write(root: &Path) -> Result<(), ExperimentError> {
    for (path, text) in up_to_date(root)? {
        if std::fs::read_to_string(&path).ok().as_ref() != Some(&text) {
            write_whole(&path, &text)?;
        }
    }
    Ok(())
}

/// The files that do not show what is stored.
pub fn stale(root: &Path) -> Result<Vec<String>, ExperimentError> {
    let other = |(path, text): (PathBuf, String)| {
        let same = std::fs::read_to_string(&path).ok().as_ref() == Some(&text);
        (!same).then(|| path.display().to_string())
    };
    Ok(up_to_date(root)?.into_iter().filter_map(other).collect())
}

/// All files that are made from what is stored, and what they are to hold.
fn up_to_date(root: &Path) -> Result<Vec<(PathBuf, String)>, ExperimentError> {
    let mut stored = stored(&results(root))?;
    let mut files = Vec::new();
    for reported in &mut stored {
        let Some(result) = &mut reported.result else { continue };
        result.sizes = reported.entry.sizes(&result.settings);
        let text = serde_json::to_string(result).map_err(ExperimentError::measuring)?;
        let name = format!("{}.json", reported.entry.file_name());
        files.push((results(root).join(name), text + "\n"));
    }
    for paper in PAPERS {
        for page in paper.pages {
            let (path, text) = read_page(root, page)?;
            let of = |reported: &&Reported| {
                reported.entry.paper() == paper.number && page.has(reported.entry)
            };
            let of: Vec<Reported> = stored.iter().filter(of).cloned().collect();
            let text = RESULTS.put(&text, &every(paper, &of), Place::End);
            let text = GLANCE.put(&text, &opening(&of), Place::BelowTitle);
            files.push((path, text));
        }
    }
    files.extend(pictures(root, &stored));
    Ok(files)
}

/// The pictures of stored results, with where they belong.
fn pictures(root: &Path, stored: &[Reported]) -> Vec<(PathBuf, String)> {
    let one = |reported: &Reported| {
        let picture = picture(reported.entry, &reported.result.as_ref()?.measured)?;
        let file = format!("{}.svg", reported.entry.file_name());
        Some((root.join("docs/papers/figures").join(file), picture))
    };
    stored.iter().filter_map(one).collect()
}

fn read_page(root: &Path, page: &Page) -> Result<(PathBuf, String), ExperimentError> {
    let path = root.join("docs/papers").join(page.file);
    match std::fs::read_to_string(&path) {
        Ok(page) => Ok((path, page)),
        Err(source) => Err(ExperimentError::File { path, source }),
    }
}

fn measured(of: &[Reported]) -> bool {
    of.iter().any(|reported| reported.result.is_some())
}

/// The table that a page opens with; nothing when nothing is stored.
fn opening(of: &[Reported]) -> String {
    match measured(of) {
        false => String::new(),
        true => format!(
            "{}. Verdicts and labels are explained in [the review](audit.md#verdicts); every \
             value stands [below](#every-table-and-figure).\n\n{}",
            summary(of),
            glance(&of.iter().collect::<Vec<_>>())
        ),
    }
}

/// What a page says of the stored results; nothing when there are none.
fn every(paper: Paper, of: &[Reported]) -> String {
    if !measured(of) {
        return String::new();
    }
    let mut text = format!(
        "## Every table and figure\n{}. `fuda reproduce {} --full --records RECORDS` measures \
         them; what follows is written from the stored results.\n",
        summary(of),
        paper.number
    );
    for reported in of.iter().filter(|reported| reported.result.is_some()) {
        let entry = reported.entry;
        text += &format!("\n### {} ({})\n", entry.text.title, entry.label());
        text += &format!("![{}](figures/{}.svg)\n\n", entry.text.title, entry.file_name());
        text += &entry_table(entry, reported.result.as_ref());
    }
    text
}

/// Where a part is put in a page that has none yet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    BelowTitle,
    End,
}

impl Part {
    /// A page with this part in the place of the one it had.
    fn put(&self, page: &str, text: &str, place: Place) -> String {
        let Part { begin, end } = self;
        let found = page.find(begin).zip(page.find(end)).filter(|(begin, end)| begin < end);
        let whole = match text.is_empty() {
            true => String::new(),
            false => format!("{begin}\n{text}{end}\n"),
        };
        match (found, place) {
            (Some((from, to)), _) => {
                let after = page[to + end.len()..].trim_start_matches('\n');
                let gap = if place == Place::BelowTitle { "\n" } else { "" };
                format!("{}{whole}{gap}{after}", &page[..from])
            }
            (None, _) if text.is_empty() => page.to_owned(),
            (None, Place::End) => format!("{}\n\n{whole}", page.trim_end()),
            (None, Place::BelowTitle) => {
                let (title, rest) = page.split_once('\n').unwrap_or((page, ""));
                format!("{title}\n{whole}\n{rest}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_takes_the_place_of_the_one_before() {
        let part = Part { begin: "<!-- b -->", end: "<!-- e -->" };
        let page = "# Title\nWords.\n";
        let first = part.put(page, "new\n", Place::End);
        assert_eq!(first, "# Title\nWords.\n\n<!-- b -->\nnew\n<!-- e -->\n");
        assert_eq!(part.put(&first, "new\n", Place::End), first);
        assert_eq!(part.put(page, "", Place::End), page);
        let between = "# Title\n<!-- b -->\nold\n<!-- e -->\n\n## After\n";
        let after = part.put(between, "new\n", Place::End);
        assert_eq!(after, "# Title\n<!-- b -->\nnew\n<!-- e -->\n## After\n");
        let top = part.put(page, "new\n", Place::BelowTitle);
        assert_eq!(top, "# Title\n<!-- b -->\nnew\n<!-- e -->\n\nWords.\n");
        assert_eq!(part.put(&top, "new\n", Place::BelowTitle), top);
    }

    #[test]
    fn pages_say_what_is_stored() {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        let stale = stale(root).unwrap_or_else(|e| panic!("{e}"));
        assert!(stale.is_empty(), "`fuda reproduce --write-docs` brings up to date: {stale:?}");
    }
}
