//! What documents show is what the commands print, and their links lead
//! somewhere.
//!
//! README and book are pages of fenced blocks. In a block marked `console`
//! every line behind `$ ` is a command, and what stands below it is what it
//! prints; in a block marked `sh` every line is a command, and what it prints
//! is not shown; a block marked by a language and a name is a file. All commands of a page are run in one fresh folder that holds
//! `examples`, in the order of the page.
//!
//! `FUDA_WRITE_DOCS=1 cargo test -p fuda-cli documents` writes what was
//! printed into the pages, wherever a page shows something else. A line `…` stays
//! where it is; what has `…` within a line is left to people.

mod compare;
mod links;
mod sessions;

use sessions::{Page, root};
use std::path::{Path, PathBuf};

/// Commands that a page shows and this test does not run, with the reason.
const NOT_RUN: &[(&str, &str)] = &[
    ("./test", "this test is part of it"),
    ("cargo build --release", "whoever runs this test has built it"),
    ("cargo install --path crates/cli", "the same, once more"),
    ("pip install ./python", "python/test installs and tests the package"),
    ("fuda serve --open", "it runs until it is stopped; crates/serve and fuda-cli test it"),
    ("fuda serve", "the same"),
    ("fuda play othello", "it waits for a person; `matches.rs` plays it"),
    ("fuda play mahjong", "the same"),
];

/// All Markdown files of a folder, and of its folders if `deep`.
fn markdown(folder: &str, deep: bool) -> Vec<PathBuf> {
    fn search(folder: &Path, deep: bool, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() && deep {
                search(&path, deep, found);
            } else if path.extension().is_some_and(|end| end == "md") {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    search(&root().join(folder), deep, &mut found);
    found.sort();
    found
}

fn run_all(pages: &[PathBuf], least: usize) {
    let (mut run, mut wrong) = (0, Vec::new());
    for path in pages.iter().filter(|path| !path.ends_with("SUMMARY.md")) {
        let mut page = Page::read(path);
        run += page.run(NOT_RUN, &mut wrong);
    }
    assert!(wrong.is_empty(), "{} differences:\n\n{}", wrong.len(), wrong.join("\n\n"));
    assert!(run >= least, "only {run} commands were found and run");
}

#[test]
fn readme_shows_what_is_printed() {
    run_all(&[root().join("README.md")], 15);
}

#[test]
fn japanese_readme_shows_what_is_printed() {
    run_all(&[root().join("README.ja.md")], 15);
}

#[test]
fn book_shows_what_is_printed() {
    let mut pages = markdown("docs/book", false);
    pages.push(root().join("docs/index.md"));
    run_all(&pages, 30);
}

#[test]
fn japanese_book_shows_what_is_printed() {
    run_all(&markdown("docs/book/ja", false), 20);
}
