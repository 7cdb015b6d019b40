//! Results in the pages on the papers: a part of each page is made from what
//! is stored, so that no page can say what was not measured.

use crate::entry::{PAPERS, Paper};
use crate::error::ExperimentError;
use crate::folder::write_whole;
use crate::report::{entry_table, picture, summary};
use crate::run::{Reported, stored};
use std::path::{Path, PathBuf};

/// Where a page's own part begins.
pub const BEGIN: &str = "<!-- made by `fuda reproduce --write-docs`: begin -->";
/// Where it ends.
pub const END: &str = "<!-- made by `fuda reproduce --write-docs`: end -->";

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

/// Brings the pages up to date with what is stored.
pub fn write(root: &Path) -> Result<(), ExperimentError> {
    let stored = stored(&results(root))?;
    for paper in PAPERS {
        let (path, page) = read_page(root, paper)?;
        let new = with_part(&page, &part(paper, &stored));
        if new != page {
            write_whole(&path, &new)?;
        }
    }
    for (path, picture) in pictures(root, &stored) {
        write_whole(&path, &picture)?;
    }
    Ok(())
}

/// The pages and pictures that do not show what is stored.
pub fn stale(root: &Path) -> Result<Vec<String>, ExperimentError> {
    let stored = stored(&results(root))?;
    let mut stale = Vec::new();
    for paper in PAPERS {
        let (_, page) = read_page(root, paper)?;
        if with_part(&page, &part(paper, &stored)) != page {
            stale.push(paper.page.to_owned());
        }
    }
    for (path, picture) in pictures(root, &stored) {
        if std::fs::read_to_string(&path).ok().as_ref() != Some(&picture) {
            stale.push(path.display().to_string());
        }
    }
    Ok(stale)
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

fn read_page(root: &Path, paper: Paper) -> Result<(PathBuf, String), ExperimentError> {
    let path = root.join("docs/papers").join(paper.page);
    match std::fs::read_to_string(&path) {
        Ok(page) => Ok((path, page)),
        Err(source) => Err(ExperimentError::File { path, source }),
    }
}

/// What a page says of the stored results; nothing when there are none.
fn part(paper: Paper, stored: &[Reported]) -> String {
    let of: Vec<Reported> =
        stored.iter().filter(|reported| reported.entry.paper() == paper.number).cloned().collect();
    if of.iter().all(|reported| reported.result.is_none()) {
        return String::new();
    }
    let mut text = format!(
        "{BEGIN}\n## Every table and figure\n{}. `fuda reproduce {} --full --records RECORDS` \
         measures them; what follows is written from the stored results.\n",
        summary(&of),
        paper.number
    );
    for reported in of.iter().filter(|reported| reported.result.is_some()) {
        let entry = reported.entry;
        text += &format!("\n### {} ({})\n", entry.text.title, entry.label());
        text += &format!("![{}](figures/{}.svg)\n\n", entry.text.title, entry.file_name());
        text += &entry_table(entry, reported.result.as_ref());
    }
    text + END + "\n"
}

/// A page with its own part in the place of the one it had, or at its end.
fn with_part(page: &str, part: &str) -> String {
    let found = page.find(BEGIN).zip(page.find(END)).filter(|(begin, end)| begin < end);
    match found {
        Some((begin, end)) => {
            let after = page[end + END.len()..].trim_start_matches('\n');
            format!("{}{part}{after}", &page[..begin])
        }
        None if part.is_empty() => page.to_owned(),
        None => format!("{}\n\n{part}", page.trim_end()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_takes_the_place_of_the_one_before() {
        let part = format!("{BEGIN}\nnew\n{END}\n");
        let page = "# Title\nWords.\n";
        let first = with_part(page, &part);
        assert_eq!(first, format!("# Title\nWords.\n\n{part}"));
        assert_eq!(with_part(&first, &part), first);
        assert_eq!(with_part(page, ""), page);
        let between = format!("# Title\n{BEGIN}\nold\n{END}\n\n## After\n");
        assert_eq!(with_part(&between, &part), format!("# Title\n{part}## After\n"));
    }

    #[test]
    fn pages_say_what_is_stored() {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        let stale = stale(root).unwrap_or_else(|e| panic!("{e}"));
        assert!(stale.is_empty(), "`fuda reproduce --write-docs` brings up to date: {stale:?}");
    }
}
