//! What fuda keeps for itself and goes on from: checkpoints of learning, the
//! steps of a study.

use crate::others::position_set;
use crate::{Target, outcome, rough};
use fuda_core::{Game as _, Observation, Seed};
use fuda_learn::ModelFile;
use fuda_leduc::Leduc;
use fuda_mine::Memory;
use fuda_mine::pipeline::study::{self, Choice, StudyParams};
use fuda_train::{PolicyLearner, PolicyParams};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

pub(crate) fn targets() -> Vec<Target> {
    let checkpoint = checkpoint_of_some_steps().unwrap_or_default();
    let header = crate::models::header(&checkpoint).map(<[u8]>::to_vec);
    vec![
        Target::new("train-checkpoint", resumed, vec![checkpoint]),
        Target::new("train-checkpoint-header", with_tensors, header.into_iter().collect()),
        Target::new("mine-study", went_on, STUDY.iter().map(Kept::as_seed).collect()),
    ]
}

fn encoder() -> Option<Arc<dyn Observation<Leduc>>> {
    Leduc.observations().into_iter().next().map(Arc::from)
}

fn params() -> PolicyParams<Leduc> {
    let hidden = [4, 3];
    PolicyParams { hidden, games_per_step: Some(4), remember_every: 2, ..PolicyParams::default() }
}

/// Learns for so many steps more.
fn learn(learner: &mut PolicyLearner<Leduc>, steps: usize) -> Result<(), String> {
    let mut left = steps + 1;
    let done = learner.run(|_, _| {
        left -= 1;
        match left {
            0 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(0.5),
        }
    });
    done.map_err(|e| e.to_string())
}

fn checkpoint_of_some_steps() -> Option<Vec<u8>> {
    let mut learner = PolicyLearner::new(&Leduc, encoder()?, params()).ok()?;
    learn(&mut learner, 5).ok()?;
    Some(learner.checkpoint().to_bytes())
}

/// The input says what is in a checkpoint; bytes for it follow.
fn with_tensors(data: &[u8]) -> u64 {
    resumed(&crate::models::filled(data))
}

/// Learning goes on from a checkpoint that says anything.
fn resumed(data: &[u8]) -> u64 {
    let file = match ModelFile::from_bytes("fuzz", data) {
        Ok(file) => file,
        Err(e) => return outcome(&e.to_string()),
    };
    let Some(encoder) = encoder() else { return 0 };
    let resume =
        |file: &ModelFile| PolicyLearner::resume(&Leduc, Arc::clone(&encoder), params(), file);
    match resume(&file) {
        Ok(mut learner) => {
            let kept = learner.checkpoint().to_bytes();
            let again = ModelFile::from_bytes("again", &kept).expect("a checkpoint reads back");
            let again = resume(&again).expect("a checkpoint is taken up again");
            assert!(again.checkpoint().to_bytes() == kept, "writing changed the checkpoint");
            learn(&mut learner, 1).map_or_else(|e| outcome(&e), |()| 1)
        }
        Err(e) => outcome(&e.to_string()),
    }
}

/// A file of the folder of a study.
struct Kept {
    name: String,
    bytes: Vec<u8>,
}

impl Kept {
    /// Its number and its content: what an input of the target is.
    fn as_seed(&self) -> Vec<u8> {
        let number = STUDY.iter().position(|other| other.name == self.name).unwrap_or(0);
        [&[number as u8], &self.bytes[..]].concat()
    }
}

/// A folder of this process.
fn folder() -> PathBuf {
    std::env::temp_dir().join(format!("fuda-fuzz-study-{}", std::process::id()))
}

fn study_in(folder: &Path) -> Result<usize, String> {
    let params = StudyParams {
        mine: folder.join("rows.pos"),
        test: None,
        mine_rows: 12,
        test_rows: 100,
        folder: folder.join("run"),
        supports: vec![3],
        choices: vec![Choice { min_support: 2, max_entropy: None, cutoff: 0.0 }],
        most: 10,
        sizes: vec![1],
        learners: vec!["nb".into()],
        folds: 2,
        seed: Seed(3),
        threads: NonZeroUsize::MIN,
        memory: Memory::bytes(1 << 30),
    };
    let report = study::run(&params, None, &|_| ControlFlow::Continue(()), &|_| {});
    report.map(|report| report.steps.len()).map_err(|e| e.to_string())
}

/// The files of a study that is done.
static STUDY: LazyLock<Vec<Kept>> = LazyLock::new(|| {
    let folder = folder();
    let made = (|| -> Option<Vec<Kept>> {
        std::fs::create_dir_all(&folder).ok()?;
        std::fs::write(folder.join("rows.pos"), position_set(24)).ok()?;
        study_in(&folder).ok()?;
        let entries = std::fs::read_dir(folder.join("run")).ok()?.flatten();
        let mut kept: Vec<Kept> = entries
            .filter_map(|entry| {
                let name = entry.file_name().into_string().ok()?;
                Some(Kept { name, bytes: std::fs::read(entry.path()).ok()? })
            })
            .collect();
        kept.sort_by(|a, b| a.name.cmp(&b.name));
        Some(kept)
    })();
    let _ = std::fs::remove_dir_all(&folder);
    made.unwrap_or_default()
});

/// A study goes on in a folder in which one file says anything.
fn went_on(data: &[u8]) -> u64 {
    let Some((number, content)) = data.split_first() else { return 0 };
    let Some(other) = STUDY.get(usize::from(*number) % STUDY.len().max(1)) else { return 0 };
    let folder = folder();
    let run = folder.join("run");
    let mut written = std::fs::create_dir_all(&run)
        .and_then(|()| std::fs::write(folder.join("rows.pos"), position_set(24)));
    for kept in STUDY.iter() {
        let bytes = if kept.name == other.name { content } else { &kept.bytes };
        written = written.and_then(|()| std::fs::write(run.join(&kept.name), bytes));
    }
    let found = written.is_ok().then(|| study_in(&folder));
    let _ = std::fs::remove_dir_all(&folder);
    match found {
        Some(Ok(steps)) => outcome(&other.name) ^ u64::from(rough(steps)),
        Some(Err(e)) => outcome(&e),
        None => 0,
    }
}
