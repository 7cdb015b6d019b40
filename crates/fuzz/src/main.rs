//! `fuda-fuzz`: feeds every target with damaged input, on the stable
//! toolchain.
//!
//! ```text
//! fuda-fuzz [--seconds S] [--seed N] [--only NAME] [--data FOLDER] [--out FOLDER]
//! fuda-fuzz --list
//! fuda-fuzz --only NAME --input FILE
//! fuda-fuzz [--only NAME] [--data FOLDER] --write-seeds FOLDER
//! ```
//!
//! The time is shared among the targets. Each runs in a process of its own, so
//! that one that aborts or eats all memory is found too. The input that broke
//! something is written to the folder of `--out`, `target/fuzz` unless named
//! otherwise.

use fuda_core::{Purpose, Rng, Seed};
use fuda_fuzz::{Target, mutate, targets};
use std::collections::HashSet;
use std::io::{Seek, SeekFrom, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

/// Inputs are cut to this many bytes.
const LONGEST: usize = 1 << 15;
/// An input that takes longer is a finding.
const SLOWEST: Duration = Duration::from_secs(60);
/// So many files of the data folder are taken as seeds of a target.
const MOST_FILES: usize = 40;
/// So many inputs that led elsewhere are kept to be changed further.
const MOST_KEPT: usize = 4_000;

struct Args {
    seconds: f64,
    seed: u64,
    only: Option<String>,
    data: Option<PathBuf>,
    out: PathBuf,
    input: Option<PathBuf>,
    write_seeds: Option<PathBuf>,
    child: bool,
    list: bool,
}

fn args() -> Result<Args, String> {
    let mut args = Args {
        seconds: 60.0,
        seed: 1,
        only: None,
        data: std::env::var_os("FUDA_DATA").map(PathBuf::from),
        out: "target/fuzz".into(),
        input: None,
        write_seeds: None,
        child: false,
        list: false,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--child" => args.child = true,
            "--list" => args.list = true,
            _ => {
                let value = words.next().ok_or(format!("{word}: expected a value after it"))?;
                let number = |_| format!("{word}: expected a number, got {value}");
                match word.as_str() {
                    "--seconds" => args.seconds = value.parse().map_err(number)?,
                    "--seed" => args.seed = value.parse().map_err(|_| format!("{word} {value}"))?,
                    "--only" => args.only = Some(value),
                    "--data" => args.data = Some(value.into()),
                    "--out" => args.out = value.into(),
                    "--input" => args.input = Some(value.into()),
                    "--write-seeds" => args.write_seeds = Some(value.into()),
                    _ => return Err(format!("{word}: no such option")),
                }
            }
        }
    }
    Ok(args)
}

fn main() -> ExitCode {
    let outcome = args().and_then(|args| match &args.input {
        _ if args.list => {
            targets().iter().for_each(|target| println!("{}", target.name));
            Ok(true)
        }
        Some(input) => again(&args, input),
        None if args.child => child(&args),
        None => match &args.write_seeds {
            Some(folder) => write_seeds(&args, folder),
            None => parent(&args),
        },
    });
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(e) => {
            eprintln!("fuda-fuzz: {e}");
            ExitCode::from(2)
        }
    }
}

fn find(name: Option<&str>) -> Result<Target, String> {
    let name = name.ok_or("--only: expected the name of a target")?;
    let target = targets().into_iter().find(|target| target.name == name);
    target.ok_or(format!("there is no target {name}; --list names them"))
}

/// Runs one input again, for whoever mends what it found.
fn again(args: &Args, input: &Path) -> Result<bool, String> {
    let target = find(args.only.as_deref())?;
    let data = std::fs::read(input).map_err(|e| format!("{}: {e}", input.display()))?;
    let begin = Instant::now();
    (target.run)(&data);
    println!("{}: well, in {:.3} s", target.name, begin.elapsed().as_secs_f64());
    Ok(true)
}

/// The targets that `--only` asks for.
fn wanted(args: &Args) -> Result<Vec<Target>, String> {
    match &args.only {
        Some(name) => Ok(vec![find(Some(name))?]),
        None => Ok(targets()),
    }
}

/// Writes the seeds of each target as files into a folder of its name: what libFuzzer begins with.
fn write_seeds(args: &Args, folder: &Path) -> Result<bool, String> {
    for target in wanted(args)? {
        let folder = folder.join(&target.name);
        std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let seeds = seeds(&target, args.data.as_deref());
        for (number, seed) in seeds.iter().enumerate() {
            let file = folder.join(format!("seed-{number}"));
            std::fs::write(&file, seed).map_err(|e| format!("{}: {e}", file.display()))?;
        }
        println!("{}: {} seeds", folder.display(), seeds.len());
    }
    Ok(true)
}

/// Runs the targets one after another; gives whether all is well.
fn parent(args: &Args) -> Result<bool, String> {
    let wanted: Vec<String> = wanted(args)?.into_iter().map(|target| target.name).collect();
    std::fs::create_dir_all(&args.out).map_err(|e| format!("{}: {e}", args.out.display()))?;
    let program = std::env::current_exe().map_err(|e| e.to_string())?;
    let each = args.seconds / wanted.len() as f64;
    let mut broken = Vec::new();
    for name in &wanted {
        let mut command = Command::new(&program);
        command.args(["--child", "--only", name, "--seconds", &each.to_string()]);
        command.args(["--seed", &args.seed.to_string()]).arg("--out").arg(&args.out);
        if let Some(data) = &args.data {
            command.arg("--data").arg(data);
        }
        let status = command.status().map_err(|e| e.to_string())?;
        if !status.success() {
            let last = args.out.join(format!("{name}.last"));
            println!("{name}: BROKEN ({status}); the last input is in {}", last.display());
            broken.push(name.clone());
        }
    }
    match broken.is_empty() {
        true => println!("nothing broke"),
        false => println!("broken: {}", broken.join(", ")),
    }
    Ok(broken.is_empty())
}

/// Seeds of a target: its own, and files of the data folder that look right.
fn seeds(target: &Target, data: Option<&Path>) -> Vec<Vec<u8>> {
    let mut seeds = target.seeds.clone();
    let mut folders: Vec<PathBuf> = data.map(Path::to_owned).into_iter().collect();
    let mut taken = 0;
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            if path.is_dir() {
                folders.push(path);
            } else if taken < MOST_FILES
                && let Ok(file) = fuda_core::formats::RecordFile::read(&path)
            {
                let head = &file.bytes[..file.bytes.len().min(LONGEST)];
                if (target.takes)(&path, head) {
                    seeds.push(head.to_vec());
                    taken += 1;
                }
            }
        }
    }
    if seeds.is_empty() {
        seeds.push(Vec::new());
    }
    seeds
}

/// Runs one target for its time.
fn child(args: &Args) -> Result<bool, String> {
    let target = find(args.only.as_deref())?;
    let mut corpus = seeds(&target, args.data.as_deref());
    let begun_with = corpus.len();
    let last = args.out.join(format!("{}.last", target.name));
    let mut keep = Keep::at(&last).map_err(|e| format!("{}: {e}", last.display()))?;
    let begin = Instant::now();
    let mut met: HashSet<u64> = HashSet::new();
    let (mut runs, mut slowest) = (0u64, Duration::ZERO);
    let name = target.name.bytes().fold(0, |sum: u64, b| sum.wrapping_mul(31) + u64::from(b));
    loop {
        let mut rng = Seed(args.seed).stream(Purpose::Sample, &[name, runs]);
        let input = match corpus.get(runs as usize).filter(|_| runs < begun_with as u64) {
            Some(seed) => seed.clone(),
            None => damaged(&corpus, &mut rng),
        };
        keep.running(&input).map_err(|e| format!("{}: {e}", last.display()))?;
        let started = Instant::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| (target.run)(&input)));
        let took = started.elapsed();
        slowest = slowest.max(took);
        runs += 1;
        let Ok(outcome) =
            outcome.and_then(|o| if took < SLOWEST { Ok(o) } else { Err(Box::new(())) })
        else {
            println!("{}: run {runs} broke after {:.1} s", target.name, took.as_secs_f64());
            return Ok(false);
        };
        if met.insert(outcome) && corpus.len() < MOST_KEPT && !input.is_empty() {
            corpus.push(input);
        }
        if begin.elapsed().as_secs_f64() > args.seconds && runs > begun_with as u64 {
            break;
        }
    }
    let _ = std::fs::remove_file(&last);
    println!(
        "{:<24} {runs:>9} inputs, {begun_with} seeds, {} kept, slowest {:.0} ms",
        target.name,
        corpus.len(),
        slowest.as_secs_f64() * 1e3
    );
    Ok(true)
}

/// The input at hand in a file, for when the program does not live to say it.
struct Keep {
    file: std::fs::File,
    length: usize,
}

impl Keep {
    fn at(path: &Path) -> std::io::Result<Keep> {
        Ok(Keep { file: std::fs::File::create(path)?, length: 0 })
    }

    /// Overwrites the file in place, which costs next to nothing.
    fn running(&mut self, input: &[u8]) -> std::io::Result<()> {
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(input)?;
        if input.len() != self.length {
            self.file.set_len(input.len() as u64)?;
            self.length = input.len();
        }
        Ok(())
    }
}

fn damaged(corpus: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let pick = |rng: &mut Rng| rng.below(corpus.len() as u32) as usize;
    let mut input = corpus[pick(rng)].clone();
    let other = pick(rng);
    mutate(&mut input, &corpus[other], rng, LONGEST);
    input
}
