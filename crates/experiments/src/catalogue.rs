//! All entries, built into the program.

use crate::entry::Entry;
use crate::error::ExperimentError;
use std::sync::OnceLock;

/// The files of all entries, in the order of the papers.
macro_rules! files {
    ($($paper:literal: $($name:literal)*;)*) => {
        &[$($((
            concat!($paper, "/", $name),
            include_str!(concat!("../entries/", $paper, "/", $name, ".toml")),
        ),)*)*]
    };
}

const FILES: &[(&str, &str)] = files! {
    "1": "table-2.1" "table-2.2" "table-2.3" "fig-2.5" "fig-2.6" "fig-2.7" "fig-2.8" "table-2.6"
        "table-2.7" "fig-3.7" "fig-3.8" "fig-3.9" "fig-3.10" "fig-3.11" "fig-3.12" "fig-3.13"
        "fig-3.14" "table-3.4" "table-3.5";
    "2": "table-1" "table-3" "table-4" "fig-7" "fig-8" "fig-9" "table-5" "table-6" "table-7"
        "table-8";
    "3": "table-1" "table-2" "fig-1" "table-3" "table-4" "table-5" "table-6";
    "4": "fig-5" "fig-6" "fig-7" "fig-8" "table-3";
    "5": "fig-2" "fig-3" "fig-4" "fig-5" "fig-6" "fig-7" "fig-8" "fig-9";
};

/// Every entry, in the order of the papers.
///
/// # Panics
/// When a file of the project is wrong, which a test would have found.
pub fn entries() -> &'static [Entry] {
    static ENTRIES: OnceLock<Vec<Entry>> = OnceLock::new();
    ENTRIES.get_or_init(|| {
        let read = |&(name, text): &(&str, &str)| match Entry::read(name, text) {
            Ok(entry) => entry,
            Err(e) => panic!("{e}"),
        };
        FILES.iter().map(read).collect()
    })
}

/// The entries that were asked for, each once, in the order of the papers: a
/// name such as `1/table-2.1`, or a paper such as `1`. Nothing named is all.
pub fn choose(names: &[String]) -> Result<Vec<&'static Entry>, ExperimentError> {
    let paper = |entry: &Entry| entry.paper().to_string();
    for name in names {
        if !entries().iter().any(|entry| entry.name == *name || paper(entry) == *name) {
            let known: Vec<&str> = entries().iter().map(|entry| entry.name.as_str()).collect();
            let nearest = fuda_players::nearest(name, &known);
            let meant = nearest.map(|meant| format!("; did you mean `{meant}`?"));
            let meant = meant.unwrap_or_default();
            return Err(ExperimentError::UnknownEntry { name: name.clone(), meant });
        }
    }
    let wanted = |entry: &&Entry| {
        names.is_empty() || names.iter().any(|name| *name == entry.name || *name == paper(entry))
    };
    Ok(entries().iter().filter(wanted).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Size;
    use crate::kinds;
    use std::collections::BTreeSet;

    #[test]
    fn every_file_is_an_entry_and_every_entry_can_be_read() {
        for (name, text) in FILES {
            Entry::read(name, text).unwrap_or_else(|e| panic!("{e}"));
        }
        let counts = ["1", "2", "3", "4", "5"].map(|paper| {
            entries().iter().filter(|entry| entry.name.starts_with(&format!("{paper}/"))).count()
        });
        assert_eq!(counts, [19, 10, 7, 5, 8]);
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/entries");
        let mut there = BTreeSet::new();
        for paper in ["1", "2", "3", "4", "5"] {
            for file in std::fs::read_dir(format!("{folder}/{paper}")).unwrap() {
                let file = file.unwrap().file_name().into_string().unwrap();
                there.insert(format!("{paper}/{}", file.trim_end_matches(".toml")));
            }
        }
        let known: BTreeSet<String> = FILES.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(there, known);
    }

    #[test]
    fn settings_fit_their_kinds_and_claims_name_published_values_where_there_are_some() {
        for entry in entries() {
            for size in [Size::Quick, Size::Full] {
                kinds::check(entry, &entry.settings(size))
                    .unwrap_or_else(|e| panic!("{size}: {e}"));
            }
            assert!(!entry.text.claims.is_empty(), "{}: nothing is claimed", entry.name);
            let published = entry.published();
            for size in [Size::Quick, Size::Full] {
                let settings = entry.settings(size);
                let sizes = entry.sizes(&settings).len();
                assert_eq!(sizes, entry.text.sizes.len(), "{}: a size has no setting", entry.name);
            }
            for claim in &entry.text.claims {
                if let crate::Rule::Agrees(agreement) = &claim.rule {
                    for place in &agreement.values {
                        assert!(published.point(place).is_some(), "{}: {place}", entry.name);
                    }
                }
                for (left, right) in claim.rule.pairs() {
                    assert!(left != right, "{}", entry.name);
                    let (a, b) = (published.point(left), published.point(right));
                    // What the paper prints must itself hold the claim; a
                    // single printed value says nothing of a difference.
                    if a.is_some() && b.is_some() && a != b {
                        let (name, says) = (&entry.name, &claim.says);
                        let standing = claim.judge(&published, &published).standing;
                        assert_ne!(standing, crate::Standing::Broken, "{name}: {says}");
                    }
                }
            }
        }
    }

    #[test]
    fn names_choose_papers_and_entries() {
        let names = |list: &[&str]| list.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>();
        let chosen = choose(&names(&["3", "1/table-2.1", "3/table-1"])).unwrap();
        assert_eq!(chosen.len(), 8);
        assert_eq!(chosen[0].name, "1/table-2.1");
        assert_eq!(choose(&[]).unwrap().len(), 49);
        let wrong = choose(&names(&["1/tabel-2.1"])).unwrap_err().to_string();
        assert_eq!(wrong, "there is no entry `1/tabel-2.1`; did you mean `1/table-2.1`?");
        assert!(choose(&names(&["6"])).is_err());
    }
}
