//! Reports of `fuda reproduce`, `fuda match --report` and `fuda tournament
//! --report` that lie in a folder: the arena lists and shows them.

use crate::error::ServeError;
use std::path::{Path, PathBuf};

/// How deep folders are searched, and the most reports that are listed.
const DEEPEST: usize = 2;
const MOST_LISTED: usize = 200;
/// The largest page that is shown.
const LARGEST: u64 = 32 << 20;

/// A folder with reports; nothing where none is named.
#[derive(Clone, Debug, Default)]
pub struct Reports {
    folder: Option<PathBuf>,
}

impl Reports {
    /// Reports in this folder.
    pub fn new(folder: Option<PathBuf>) -> Reports {
        Reports { folder }
    }

    /// The pages, by their path in the folder, in order.
    pub fn list(&self) -> Vec<String> {
        let mut found = Vec::new();
        if let Some(folder) = &self.folder {
            gather(folder, "", DEEPEST, &mut found);
        }
        found.sort();
        found.truncate(MOST_LISTED);
        found
    }

    /// A page of the list; no other file is ever read.
    pub fn page(&self, name: &str) -> Result<Vec<u8>, ServeError> {
        let missing = || ServeError::Missing("report of that name".into());
        let folder = self.folder.as_ref().ok_or_else(missing)?;
        if !self.list().iter().any(|known| known == name) {
            return Err(missing());
        }
        let path = folder.join(name);
        let size = path.metadata().map_err(|_| missing())?.len();
        if size > LARGEST {
            return Err(ServeError::TooLarge(format!("the report has {size} bytes")));
        }
        std::fs::read(path).map_err(|_| missing())
    }
}

fn gather(folder: &Path, before: &str, depth: usize, found: &mut Vec<String>) {
    let Ok(entries) = folder.read_dir() else { return };
    for entry in entries.flatten() {
        // Links are not followed: the list stays inside the folder.
        let (Ok(kind), Some(name)) =
            (entry.file_type(), entry.file_name().to_str().map(String::from))
        else {
            continue;
        };
        let path = format!("{before}{name}");
        if kind.is_dir() && depth > 0 {
            gather(&entry.path(), &format!("{path}/"), depth - 1, found);
        } else if kind.is_file() && name.ends_with(".html") && found.len() < 4 * MOST_LISTED {
            found.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_listed_is_read() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("run")).unwrap();
        std::fs::write(folder.path().join("run/report.html"), "<p>").unwrap();
        std::fs::write(folder.path().join("secret.txt"), "x").unwrap();
        let reports = Reports::new(Some(folder.path().to_owned()));
        assert_eq!(reports.list(), ["run/report.html"]);
        assert_eq!(reports.page("run/report.html").unwrap(), b"<p>");
        for name in ["secret.txt", "../secret.txt", "run/../secret.txt", "", "/etc/passwd"] {
            assert!(reports.page(name).is_err(), "{name}");
        }
        assert!(Reports::new(None).list().is_empty());
        assert!(Reports::new(None).page("run/report.html").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_out_of_the_folder_are_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink("/etc/hostname", folder.path().join("a.html")).unwrap();
        assert!(Reports::new(Some(folder.path().to_owned())).list().is_empty());
    }
}
