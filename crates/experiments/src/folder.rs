//! The folder of a run: what it is a run of, and what is finished.

use crate::clock::Spent;
use crate::entry::{Entry, Size};
use crate::error::ExperimentError;
use crate::run::flat;
use crate::size::SizeBeside;
use crate::value::Measured;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};

/// What makes a run the one it is: equal manifests, equal results.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Says that the folder is one of ours, and in which form.
    pub format: String,
    /// The version of fuda.
    pub version: String,
    /// How much is measured.
    pub size: Size,
    /// The root of all random numbers.
    pub seed: u64,
    /// Where records come from.
    pub records: String,
}

impl Manifest {
    /// The form this version writes and reads.
    pub const FORMAT: &str = "fuda-reproduce-2";

    /// The first thing in which another run differs.
    fn difference(&self, other: &Manifest) -> Option<String> {
        let of = |m: &Manifest| {
            let Manifest { format, version, size, seed, records } = m.clone();
            let (size, seed) = (size.to_string(), seed.to_string());
            [
                ("form", format),
                ("version", version),
                ("size", size),
                ("seed", seed),
                ("records", records),
            ]
        };
        let mut both = of(self).into_iter().zip(of(other));
        let ((what, mine), (_, theirs)) = both.find(|((_, mine), (_, theirs))| mine != theirs)?;
        Some(format!("holds a run with {what} {theirs}, and this one has {what} {mine}"))
    }
}

/// One finished entry.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryResult {
    /// Its name.
    pub entry: String,
    /// How much was measured.
    pub size: Size,
    /// The settings it was measured with.
    pub settings: toml::Table,
    /// Those of them that were not the size's own.
    #[serde(default, skip_serializing_if = "toml::Table::is_empty")]
    pub changes: toml::Table,
    /// The root of all random numbers.
    pub seed: u64,
    /// Where records came from.
    pub records: String,
    /// How much was measured beside how much the paper measured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sizes: Vec<SizeBeside>,
    /// The version of fuda.
    pub version: String,
    /// The commit it was built from, where that is known.
    pub commit: String,
    /// Other commits that made measures of it, in earlier parts of the run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier_commits: Vec<String>,
    /// The machine, in words.
    pub machine: String,
    /// What has to be typed to measure it again.
    pub command: String,
    /// When it was finished, in seconds since 1970.
    pub finished: u64,
    /// How long it took, over all parts of an interrupted run.
    pub seconds: f64,
    /// Entries that made measures of it before, whose time is in their own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shared: Vec<String>,
    /// What came out.
    pub measured: Measured,
}

/// Who made a measure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Made {
    /// The entry that asked for it first.
    pub entry: String,
    /// The commit of the program.
    pub commit: String,
}

impl EntryResult {
    /// Whether real records were named.
    pub fn has_real_records(&self) -> bool {
        self.records.starts_with(REAL_RECORDS)
    }

    /// How much was measured, and what of it was not the size's own.
    pub fn size_in_words(&self) -> String {
        let changes: Vec<String> = flat(&self.changes)
            .into_iter()
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        match changes.is_empty() {
            true => format!("size {}", self.size),
            false => format!("size {} but {}", self.size, changes.join(", ")),
        }
    }
}

/// A folder that holds a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunFolder {
    path: PathBuf,
}

/// How the description of real records begins.
pub(crate) const REAL_RECORDS: &str = "real records";

const MANIFEST: &str = "run.json";
const ENTRIES: &str = "entries";
const MEASURES: &str = "measures";
const TIMES: &str = "times";

impl RunFolder {
    /// Opens the folder for a run: an empty or new one, or with `resume` one
    /// that holds the same run, finished or not. Anything else is refused.
    pub fn open(
        path: &Path,
        manifest: &Manifest,
        resume: bool,
    ) -> Result<RunFolder, ExperimentError> {
        let refuse = |reason: &str| {
            Err(ExperimentError::Folder { folder: path.to_owned(), reason: reason.to_owned() })
        };
        let folder = RunFolder { path: path.to_owned() };
        if path.is_file() {
            return refuse("expected a folder, got a file");
        }
        let mut there = match fs::read_dir(path) {
            Ok(there) => there,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
                return folder.begin(manifest);
            }
            Err(e) => return Err(file(path)(e)),
        };
        if there.next().is_none() {
            return folder.begin(manifest);
        }
        if !path.join(MANIFEST).exists() {
            return refuse(
                "there are files in it, but not those of a run of `fuda reproduce` \
                 (run.json is missing); name a new or empty folder",
            );
        }
        let found: Manifest = folder.read(Path::new(MANIFEST))?;
        if let Some(difference) = manifest.difference(&found) {
            return refuse(&format!("{difference}; name another folder"));
        }
        match resume {
            true => Ok(folder),
            false => {
                refuse("holds this run already; --resume goes on with it, or name another folder")
            }
        }
    }

    fn begin(self, manifest: &Manifest) -> Result<RunFolder, ExperimentError> {
        for inner in [ENTRIES, MEASURES, TIMES] {
            let path = self.path.join(inner);
            fs::create_dir_all(&path).map_err(file(&path))?;
        }
        self.write(Path::new(MANIFEST), manifest)?;
        Ok(self)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn place(entry: &Entry) -> PathBuf {
        Path::new(ENTRIES).join(format!("{}.json", entry.file_name()))
    }

    /// The result of an entry, if it is finished. One that was measured with
    /// other settings than these is refused.
    pub fn result(
        &self,
        entry: &Entry,
        settings: &toml::Table,
    ) -> Result<Option<EntryResult>, ExperimentError> {
        let place = Self::place(entry);
        if !self.path.join(&place).exists() {
            return Ok(None);
        }
        let result: EntryResult = self.read(&place)?;
        if result.entry != entry.name || result.settings != *settings {
            return Err(ExperimentError::Folder {
                folder: self.path.join(place),
                reason: "was measured with other settings than this run's; remove the file, \
                         or name another folder"
                    .to_owned(),
            });
        }
        Ok(Some(result))
    }

    /// Keeps the result of an entry.
    pub fn keep(&self, entry: &Entry, result: &EntryResult) -> Result<(), ExperimentError> {
        self.write(&Self::place(entry), result)
    }

    fn time_place(entry: &str) -> PathBuf {
        Path::new(TIMES).join(format!("{}.json", entry.replace('/', "-")))
    }

    /// What earlier parts of the run spent on an entry.
    pub(crate) fn spent(&self, entry: &str) -> Spent {
        self.read(&Self::time_place(entry)).unwrap_or_default()
    }

    /// Keeps what was spent on an entry until now.
    pub(crate) fn keep_spent(&self, entry: &str, spent: &Spent) -> Result<(), ExperimentError> {
        self.write(&Self::time_place(entry), spent)
    }

    /// What measuring under a key gave, and who made it: as it was kept, or by
    /// doing it now in the name of `made`.
    pub(crate) fn memo<T: Serialize + DeserializeOwned>(
        &self,
        key: &serde_json::Value,
        made: Made,
        measure: impl FnOnce() -> Result<T, ExperimentError>,
    ) -> Result<(T, Made), ExperimentError> {
        if let Some(kept) = self.found(key)? {
            return Ok(kept);
        }
        let value = measure()?;
        self.write(&place_of(key), &(key, &value, &made))?;
        Ok((value, made))
    }

    /// What is kept under a key.
    pub(crate) fn kept<T: DeserializeOwned>(
        &self,
        key: &serde_json::Value,
    ) -> Result<Option<T>, ExperimentError> {
        Ok(self.found(key)?.map(|(value, _)| value))
    }

    /// What is kept under a key, and who made it.
    fn found<T: DeserializeOwned>(
        &self,
        key: &serde_json::Value,
    ) -> Result<Option<(T, Made)>, ExperimentError> {
        let place = place_of(key);
        if !self.path.join(&place).exists() {
            return Ok(None);
        }
        let (found, value, made): (serde_json::Value, T, Made) = self.read(&place)?;
        Ok((found == *key).then_some((value, made)))
    }

    fn read<T: DeserializeOwned>(&self, place: &Path) -> Result<T, ExperimentError> {
        let path = self.path.join(place);
        let bytes = fs::read(&path).map_err(file(&path))?;
        serde_json::from_slice(&bytes).map_err(|e| ExperimentError::Folder {
            folder: path,
            reason: format!("is not what `fuda reproduce` writes there ({e}); remove it"),
        })
    }

    fn write(&self, place: &Path, value: &impl Serialize) -> Result<(), ExperimentError> {
        let text = serde_json::to_string_pretty(value).map_err(ExperimentError::measuring)?;
        self.write_text(place, &(text + "\n"))
    }

    /// Writes a file of the folder whole or not at all.
    pub fn write_text(&self, place: &Path, text: &str) -> Result<(), ExperimentError> {
        write_whole(&self.path.join(place), text)
    }
}

/// Where the measure of a key is kept.
fn place_of(key: &serde_json::Value) -> PathBuf {
    let digest = Sha256::digest(key.to_string().as_bytes());
    let name: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    Path::new(MEASURES).join(format!("{name}.json"))
}

/// Writes a file whole or not at all.
pub(crate) fn write_whole(path: &Path, text: &str) -> Result<(), ExperimentError> {
    let failed = file(path);
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(&failed)?;
    fuda_core::files::write(path, text.as_bytes()).map_err(failed)
}

fn file(path: &Path) -> impl Fn(std::io::Error) -> ExperimentError {
    let path = path.to_owned();
    move |source| ExperimentError::File { path: path.clone(), source }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use serde_json::json;

    fn manifest(seed: u64) -> Manifest {
        Manifest {
            format: Manifest::FORMAT.to_owned(),
            version: "1".to_owned(),
            size: Size::Quick,
            seed,
            records: "self-play".to_owned(),
        }
    }

    fn refused(path: &Path, seed: u64, resume: bool) -> String {
        RunFolder::open(path, &manifest(seed), resume).unwrap_err().to_string()
    }

    #[test]
    fn a_run_is_begun_resumed_and_told_from_another() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("new/run");
        RunFolder::open(&path, &manifest(1), false).unwrap();
        assert!(refused(&path, 1, false).contains("--resume goes on"));
        RunFolder::open(&path, &manifest(1), true).unwrap();
        assert!(refused(&path, 2, true).contains("with seed 1, and this one has seed 2"));
    }

    #[test]
    fn foreign_folders_files_and_spoilt_runs_are_refused() {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join("letter.txt"), "dear").unwrap();
        assert!(refused(home.path(), 1, true).contains("run.json is missing"));
        assert!(refused(&home.path().join("letter.txt"), 1, true).contains("got a file"));
        let path = home.path().join("run");
        RunFolder::open(&path, &manifest(1), false).unwrap();
        fs::write(path.join("run.json"), "{\"format\": \"fud").unwrap();
        let message = refused(&path, 1, true);
        assert!(message.contains("run.json") && message.contains("remove it"), "{message}");
    }

    #[test]
    fn time_adds_up_over_the_parts_of_a_run() {
        let home = tempfile::tempdir().unwrap();
        let folder = RunFolder::open(&home.path().join("run"), &manifest(1), false).unwrap();
        let before = Spent { seconds: 100.0, ..Spent::default() };
        folder.keep_spent("1/a", &before).unwrap();
        let clock = Clock::start(&folder, "1/a", "new");
        clock.uses(&Made { entry: "1/a".into(), commit: "old".into() });
        clock.uses(&Made { entry: "1/b".into(), commit: "new".into() });
        drop(clock);
        let spent = folder.spent("1/a");
        assert!(spent.seconds >= 100.0, "{spent:?}");
        assert_eq!(spent.shared.into_iter().collect::<Vec<_>>(), ["1/b"]);
        assert_eq!(spent.commits.into_iter().collect::<Vec<_>>(), ["old"]);
        assert_eq!(folder.spent("1/c"), Spent::default());
    }

    #[test]
    fn a_measure_is_made_once_and_a_cut_off_one_is_told() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("run");
        let folder = RunFolder::open(&path, &manifest(1), false).unwrap();
        let key = json!({"player": "greedy"});
        let by = |entry: &str| Made { entry: entry.to_owned(), commit: "c".to_owned() };
        let first = (vec![1, 2], by("first"));
        assert_eq!(folder.memo(&key, by("first"), || Ok(vec![1, 2])).unwrap(), first);
        assert_eq!(folder.memo(&key, by("second"), || Ok(vec![9])).unwrap(), first);
        let failed: Result<(u8, Made), ExperimentError> =
            folder.memo(&json!(2), by("first"), || Err(ExperimentError::Stopped));
        assert!(matches!(failed, Err(ExperimentError::Stopped)));
        let again = folder.memo(&json!(2), by("first"), || Ok(7)).unwrap();
        assert_eq!(again.0, 7, "failures are not kept");
        for measure in fs::read_dir(path.join(MEASURES)).unwrap() {
            fs::write(measure.unwrap().path(), "[").unwrap();
        }
        let spoilt = folder.memo(&key, by("first"), || Ok(vec![9])).unwrap_err();
        assert!(spoilt.to_string().contains("remove it"), "{spoilt}");
    }
}
