//! What can be typed about work on many machines.

use super::examples;
use clap::{Args as Group, Subcommand, ValueHint};
use std::path::PathBuf;

/// Who does the work of a command that can be divided.
#[derive(Debug, Group)]
#[command(next_help_heading = "Many machines")]
pub struct QueueArgs {
    /// Let the workers at this NATS server do the work, such as nats://127.0.0.1:4222 (see
    /// `fuda worker`); the result is the same. `off` takes this machine's threads whatever
    /// FUDA_QUEUE says
    #[arg(long, value_name = "ADDRESS", env = "FUDA_QUEUE", hide_env_values = true)]
    pub queue: Option<String>,
    /// How the server lets us in.
    #[command(flatten)]
    pub access: AccessArgs,
}

/// How a server lets somebody in.
#[derive(Debug, Group)]
pub struct AccessArgs {
    /// Credentials for the server: a file with a JWT and an NKey seed, or with a seed alone
    #[arg(long, value_name = "FILE", env = "FUDA_QUEUE_CREDS", value_hint = ValueHint::FilePath)]
    pub creds: Option<PathBuf>,
    /// Trust these authorities for the server's certificate (PEM), and encrypt
    #[arg(long, value_name = "FILE", env = "FUDA_QUEUE_TLS_CA", value_hint = ValueHint::FilePath)]
    pub tls_ca: Option<PathBuf>,
}

/// What `fuda worker --help` adds.
pub const WORKER_HELP: &str = "\
Examples:
  fuda worker nats://127.0.0.1:4222
  fuda worker nats://127.0.0.1:4222 --threads 4 --memory 8G --idle 600

On one machine:      nats-server -js
On any number:       fuda worker nats://SERVER:4222
Where the work is:   fuda match mahjong net eval --deals 1000 --queue nats://SERVER:4222

Addresses are nats://[USER:PASSWORD@]HOST[:PORT], tls:// with encryption; FUDA_QUEUE keeps
them out of the command line. Workers join and leave at will. A task whose worker dies goes
to another one; a server that is away for a while is waited for. Ctrl-C or SIGTERM ends a
worker after the tasks in hand; what takes more than ten seconds is given back.";

/// `fuda worker`
#[derive(Debug, Group)]
pub struct WorkerArgs {
    /// The server, such as nats://127.0.0.1:4222
    #[arg(env = "FUDA_QUEUE", hide_env_values = true)]
    pub address: String,
    /// How the server lets us in.
    #[command(flatten)]
    pub access: AccessArgs,
    /// Worker threads (0: one for each core); results do not depend on it
    #[arg(long, default_value_t = 0, value_parser = super::thread_count())]
    pub threads: u16,
    /// Take only these kinds of jobs; all when left out
    #[arg(long, value_name = "KINDS", value_delimiter = ',')]
    pub jobs: Vec<String>,
    /// The most memory to take, such as 4G or 512M: jobs with more data are left to others, and a
    /// task that wants more ends the worker
    #[arg(long, value_name = "SIZE", value_parser = enough_to_start)]
    pub memory: Option<u64>,
    /// Keep data of jobs in this folder; without it in the user's cache
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub cache: Option<PathBuf>,
    /// End when there was nothing to do for so many seconds
    #[arg(long, value_name = "SECONDS")]
    pub idle: Option<u64>,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
}

/// Bytes as they are typed: `4G`, `512M`, or a number of GB.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let wrong = || "expected a size such as 4G or 512M".to_owned();
    let (number, unit) = match text.trim_end_matches(['B', 'b']).char_indices().last() {
        Some((at, 'G' | 'g')) => (&text[..at], 1e9),
        Some((at, 'M' | 'm')) => (&text[..at], 1e6),
        Some(_) => (text, 1e9),
        None => return Err(wrong()),
    };
    let bytes = number.parse::<f64>().map_err(|_| wrong())? * unit;
    (1.0..1e15).contains(&bytes).then_some(bytes as u64).ok_or_else(wrong)
}

/// A size that a worker can work with.
fn enough_to_start(text: &str) -> Result<u64, String> {
    match size(text)? {
        bytes @ 64_000_000.. => Ok(bytes),
        _ => Err("expected a size such as 4G or 512M, at least 64M".to_owned()),
    }
}

/// What `fuda queue --help` adds.
pub const QUEUE_HELP: &str = "\
Examples:
  fuda queue status nats://SERVER:4222
  fuda queue cancel 65d1c3f2a8b40-5e1f-2c8-1 nats://SERVER:4222
  fuda queue purge nats://SERVER:4222      (what submitters left that are gone)";

/// `fuda queue`
#[derive(Debug, Subcommand)]
pub enum QueueCommand {
    /// Show the server, its workers and its jobs
    #[command(after_help = examples::QUEUE_STATUS)]
    Status(ServerArgs),
    /// List the jobs
    #[command(after_help = examples::QUEUE_JOBS)]
    Jobs(ServerArgs),
    /// End a job, whoever submitted it, and remove what it has at the server
    #[command(after_help = examples::QUEUE_CANCEL)]
    Cancel {
        /// The job's name, as `fuda queue jobs` prints it
        job: String,
        /// Where.
        #[command(flatten)]
        server: ServerArgs,
    },
    /// Remove jobs and data whose submitters are gone
    #[command(after_help = examples::QUEUE_PURGE)]
    Purge {
        /// Where.
        #[command(flatten)]
        server: ServerArgs,
        /// Remove every job, also those whose submitters are there
        #[arg(long)]
        all: bool,
    },
}

/// A server that is looked at.
#[derive(Debug, Group)]
pub struct ServerArgs {
    /// The server, such as nats://127.0.0.1:4222
    #[arg(env = "FUDA_QUEUE", hide_env_values = true)]
    pub address: String,
    /// How the server lets us in.
    #[command(flatten)]
    pub access: AccessArgs,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
}
