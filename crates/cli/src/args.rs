//! What can be typed.

pub mod bot;
pub mod check_bot;
pub mod contest;
mod examples;
pub mod exploit;
pub mod forks;
pub mod koikoi;
pub mod learn;
pub mod mining;
pub mod models;
pub mod othello_evaluation;
pub mod positions;
pub mod queue;
pub mod reproduce;
pub mod serve;
pub mod tournament;

use self::queue::QueueArgs;
use clap::{Args as Group, Parser, Subcommand, ValueHint};
use clap_complete::Shell;
use std::path::PathBuf;

/// Build, train, pit and study computer players for games with hidden information.
#[derive(Debug, Parser)]
#[command(
    name = "fuda",
    version,
    after_help = "Players are written name:key=value,key=value, for example uct:loops=500.\n\
                  `fuda games` lists the games, `fuda players GAME` the players of one.\n\
                  Exit codes: 0 ok; 1 a check failed or a game was lost to an error; 2 wrong usage \
                  or unreadable input; 130 interrupted (Ctrl-C), what was kept is said."
)]
pub struct Args {
    /// The language of help, names and pages: en or ja; without it that of LANG (pages: the browser's)
    #[arg(long, global = true, value_name = "LANG", value_parser = ["en", "ja"])]
    pub lang: Option<String>,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// `--deals -5` is a number that is too small, whatever the option, and not an option `-5`.
pub fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let numbers = |arg: clap::Arg| match arg.get_action().takes_values()
        && !arg.is_allow_hyphen_values_set()
    {
        true => arg.allow_negative_numbers(true),
        false => arg,
    };
    command.mut_args(numbers).mut_subcommands(with_negative_numbers)
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the games, their rule sets and record formats
    #[command(after_help = examples::GAMES)]
    Games(GamesArgs),
    /// List the players of a game, with their parameters, defaults and ranges
    #[command(after_help = examples::PLAYERS)]
    Players(PlayersArgs),
    /// Pit players against each other over shared deals with turned seats
    #[command(after_help = MATCH_HELP)]
    Match(MatchArgs),
    /// Rate many players: every two meet over the same deals with turned seats
    #[command(after_help = tournament::HELP)]
    Tournament(tournament::TournamentArgs),
    /// Judge one player's decisions where they differ from another's
    #[command(after_help = forks::HELP)]
    Forks(forks::ForksArgs),
    /// Check that a bot of your own follows the protocol, in odd situations too
    #[command(after_help = check_bot::HELP)]
    CheckBot(check_bot::CheckBotArgs),
    /// Play in the terminal against computer players
    #[command(after_help = PLAY_HELP)]
    Play(PlayArgs),
    /// Ask a player what it thinks of a position or of every move of a record
    #[command(after_help = ANALYSE_HELP)]
    Analyse(AnalyseArgs),
    /// Measure how often a player chooses what was played in records
    #[command(after_help = AGREE_HELP)]
    Agree(AgreeArgs),
    /// Solve a small game (CFR+) and measure what a best response wins from each player
    #[command(after_help = exploit::HELP)]
    Exploit(exploit::ExploitArgs),
    /// Check, convert and count game records
    #[command(subcommand, after_help = examples::RECORDS)]
    Records(RecordsCommand),
    /// Count or write the closed patterns of a table (LCM)
    #[command(after_help = examples::MINE)]
    Mine(mining::MineArgs),
    /// Choose the features most informative about the label (CMIM)
    #[command(after_help = examples::SELECT)]
    Select(mining::SelectArgs),
    /// Learn a classifier of two classes, and measure it
    #[command(after_help = mining::CLASSIFY_HELP)]
    Classify(mining::ClassifyArgs),
    /// The whole way from positions to classifiers, step by step, resumable
    #[command(after_help = mining::STUDY_HELP)]
    Study(mining::StudyArgs),
    /// Work on the tasks that wait at a NATS server, whoever submitted them
    #[command(after_help = queue::WORKER_HELP)]
    Worker(queue::WorkerArgs),
    /// Show what waits at a NATS server, and remove it
    #[command(subcommand, after_help = queue::QUEUE_HELP)]
    Queue(queue::QueueCommand),
    /// Decisions of games as rows to mine and to learn from
    #[command(after_help = positions::HELP)]
    Positions(positions::PositionsArgs),
    /// Let a player answer programs of others in their own protocol
    #[command(after_help = bot::HELP)]
    Bot(bot::BotArgs),
    /// Sit at the table of a contest's server
    #[command(subcommand, after_help = examples::JOIN)]
    Join(contest::JoinCommand),
    /// Hold a contest's table for clients of any make
    #[command(subcommand, after_help = examples::HOST)]
    Host(contest::HostCommand),
    /// Learn a model from records or self-play: rank, policy-gradient, value or patterns
    #[command(after_help = learn::HELP)]
    Learn(learn::LearnArgs),
    /// Show model files, and convert those of older forms
    #[command(subcommand, after_help = examples::MODELS)]
    Models(models::ModelsCommand),
    /// Measure the tables and figures of the papers again, published values beside ours
    #[command(after_help = reproduce::HELP)]
    Reproduce(reproduce::ReproduceArgs),
    /// Play, watch and review in a browser: a server on this machine
    #[command(after_help = serve::SERVE_HELP)]
    Serve(serve::ServeArgs),
    /// Review a seat of a game: worst decisions first, as one HTML page
    #[command(after_help = serve::REVIEW_HELP)]
    Review(serve::ReviewArgs),
    /// Othello's own tools
    #[command(subcommand, after_help = examples::OTHELLO)]
    Othello(OthelloCommand),
    /// Mahjong's own tools
    #[command(subcommand, after_help = examples::MAHJONG)]
    Mahjong(MahjongCommand),
    /// Koi-Koi's own tools
    #[command(subcommand, after_help = examples::KOIKOI)]
    Koikoi(koikoi::KoikoiCommand),
    /// Print a completion script for a shell, which completes games and players too
    #[command(after_help = examples::COMPLETIONS)]
    Completions {
        /// Which shell
        shell: Shell,
    },
    /// Print the manual page, or write those of all commands into a folder
    #[command(after_help = examples::MAN)]
    Man(ManArgs),
}

const MATCH_HELP: &str = "\
Examples:
  fuda match othello uct:loops=500 greedy
  fuda match othello alphabeta:depth=4 greedy --deals 200 --seed 7 --json
  fuda match mahjong ukeire greedy --deals 100 --store run.db   (go on later: the same command)
  fuda match mahjong tabu1:runs=100 b1 --rules paper-tabu --seats 2v2 --hands

Two kinds of players meet over the same deals with turned seats; the block (one deal with
all its seatings) is the statistical unit. The difference is the first kind's points minus
the second's, per game, with a 95% interval and a paired t-test.";

const PLAY_HELP: &str = "\
Examples:
  fuda play othello
  fuda play mahjong --against net --seat 2 --save my-games.jsonl
  fuda play koikoi --rules nintendo --lang ja

At the prompt: a move as listed or its number; `hint` asks a computer what it
would play;
`moves` lists the moves again; `quit` leaves.";

const ANALYSE_HELP: &str = "\
Examples:
  fuda analyse othello --position \"---------------------------OX------XO--------------------------- X\" \\
      --player alphabeta:depth=6
  fuda analyse othello games.txt --game 3 --move 20 --player uct:loops=5000 --json
  fuda analyse mahjong game.xml --player net --seat 0 --worst 5
  fuda analyse koikoi match.json --hand 2

Values have their unit behind them: discs, points, chips, a probability, log-odds (how likely a
move is beside others, as a logarithm), or a score of which only the order is known.";

const AGREE_HELP: &str = "\
Examples:
  fuda agree mahjong ukeire logs/ --only discard,no-riichi
  fuda agree mahjong uct:loops=2000 logs/ --positions 200 --only claim --json
  fuda agree mahjong tabu1 logs/ --only discard,first-hand --turns 1-6 --positions 60 --repeats 50

Mahjong: discards are compared by kind of tile (a red five is a five, riichi or not); claims
are decisions with a chi, pon or open kan but no ron, left out where somebody else took the
tile. Intervals are 95%, over games. With --repeats a decision agrees at place r when the
recorded move is among the first r in more than half of the answers.";

const SCORE_HELP: &str = "\
Examples:
  fuda mahjong score 345m40677p67s 8s --meld chi:340m --tsumo --dora 4s
  echo '{\"hand\":\"123m456p789s1122z\",\"win\":\"1z\",\"riichi\":1}' | fuda mahjong score --json

The value in `points` is the hand's own; `payments` has honba and sticks in it.";

/// `fuda man`
#[derive(Debug, Group)]
pub struct ManArgs {
    /// Where the result goes: a folder with a page for every command
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub out: Option<PathBuf>,
    /// Replace what is already there
    #[arg(long, requires = "out")]
    pub force: bool,
}

/// `fuda games`
#[derive(Debug, Group)]
pub struct GamesArgs {
    /// Print one JSON array and nothing else
    #[arg(long)]
    pub json: bool,
}

/// `fuda players`
#[derive(Debug, Group)]
pub struct PlayersArgs {
    /// The game; all games when left out
    pub game: Option<String>,
    /// Print one JSON array and nothing else
    #[arg(long)]
    pub json: bool,
}

/// How the games of a match or a tournament are played.
#[derive(Debug, Group)]
pub struct PlayingArgs {
    /// The root of all random numbers: same seed, same result
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The rules; `fuda games` lists them
    #[arg(long)]
    pub rules: Option<String>,
    /// Games in a row whose state carries over, as one block
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub series: u32,
    /// Inside a series: draw new seats every so many games (0: never)
    #[arg(long, default_value_t = 0, requires = "series")]
    pub reseat: u32,
    /// Worker threads (0: one for each core); results do not depend on it
    #[arg(long, default_value_t = 0, value_parser = thread_count())]
    pub threads: u16,
    /// Seconds for a move: a player that thinks longer (and 50 ms of grace) loses the game
    #[arg(long, value_name = "SECONDS")]
    pub time_limit: Option<f64>,
    /// Who plays.
    #[command(flatten)]
    pub queue: QueueArgs,
}

/// `fuda match`
#[derive(Debug, Group)]
pub struct MatchArgs {
    /// The game, such as othello
    pub game: String,
    /// The players, such as uct:loops=500 greedy
    #[arg(required = true, num_args = 1..)]
    pub players: Vec<String>,
    /// How many deals: 50 when left out, with --sprt at most 100000
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub deals: Option<u64>,
    /// How every game is played.
    #[command(flatten)]
    pub playing: PlayingArgs,
    /// Who sits where: auto, sides, one-against-rest (1v3, 1v4), rest-against-one (3v1, 4v1),
    /// balanced (both of these), facing (2v2), free-for-all (ffa)
    #[arg(long, default_value = "auto")]
    pub seats: String,
    /// Where results are kept as they come: a file; the same command goes on where it stopped
    #[arg(long, value_hint = ValueHint::FilePath)]
    pub store: Option<PathBuf>,
    /// Stop early by a sequential test of the mean difference in points: H0,H1
    #[arg(long, value_name = "H0,H1", allow_hyphen_values = true)]
    pub sprt: Option<String>,
    /// Save the games: a file in fuda's own format. With --store an interrupted match goes on with
    /// the same file
    #[arg(long = "save", alias = "records", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub records: Option<PathBuf>,
    /// Also print what each player does in its hands or rounds: wins, deal-ins, calls, points
    #[arg(long, visible_alias = "hands")]
    pub rounds: bool,
    /// Also print the points without the luck of draws (of cards and tiles, and of the moves of
    /// players that draw them), by this value network (a file of `fuda learn GAME value`): the
    /// same mean, a narrower interval where the network is good
    #[arg(long, value_name = "MODEL", value_hint = ValueHint::FilePath)]
    pub luck: Option<PathBuf>,
    /// How often each draw is made anew to measure its luck
    #[arg(long, default_value_t = 8, requires = "luck", value_parser = clap::value_parser!(u32).range(1..=i64::from(fuda_arena::MOST_DRAWS)))]
    pub luck_draws: u32,
    /// Also write a report: one HTML page
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub report: Option<PathBuf>,
    /// Replace what is already there
    #[arg(long)]
    pub force: bool,
    /// Also say what the words of the table mean
    #[arg(long, conflicts_with = "json")]
    pub explain: bool,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
}

/// `fuda play`
#[derive(Debug, Group)]
pub struct PlayArgs {
    /// The game
    pub game: String,
    /// Opponents: one for all other seats, or one for each; the game's own choice when left out
    #[arg(long, num_args = 1..)]
    pub against: Vec<String>,
    /// The seat, counted from 0: where you sit
    #[arg(long, default_value_t = 0)]
    pub seat: u8,
    /// The root of all random numbers: same seed, same result; from the clock when left out
    #[arg(long)]
    pub seed: Option<u64>,
    /// The rules; `fuda games` lists them
    #[arg(long)]
    pub rules: Option<String>,
    /// Draw with ASCII characters only
    #[arg(long)]
    pub ascii: bool,
    /// Save the games: the record is appended to this file
    #[arg(long = "save", alias = "record", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub record: Option<PathBuf>,
}

/// `fuda analyse`
#[derive(Debug, Group)]
pub struct AnalyseArgs {
    /// The game
    pub game: String,
    /// A record in any format `fuda games` lists
    #[arg(value_hint = ValueHint::FilePath, conflicts_with = "position", required_unless_present = "position")]
    pub record: Option<PathBuf>,
    /// A position in the game's own notation
    #[arg(long, allow_hyphen_values = true, conflicts_with_all = ["seat", "hand", "worst"])]
    pub position: Option<String>,
    /// Which game of the file, counted from 1
    #[arg(long = "game", value_name = "N", id = "game_number", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub number: u64,
    /// Only the decision before this move, counted from 1
    #[arg(long = "move", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub at: Option<u64>,
    /// The seat, counted from 0: whose decisions; all when left out
    #[arg(long)]
    pub seat: Option<u8>,
    /// Only this hand or round of the game, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub hand: Option<u32>,
    /// Only so many decisions: those that lost most by the player's values, worst first
    #[arg(long, value_name = "N", conflicts_with = "at", value_parser = clap::value_parser!(u32).range(1..))]
    pub worst: Option<u32>,
    /// The player: who is asked; the game's own choice when left out
    #[arg(long)]
    pub player: Option<String>,
    /// The root of all random numbers: same seed, same result
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The rules; `fuda games` lists them. A record names its own
    #[arg(long)]
    pub rules: Option<String>,
    /// Draw with ASCII characters only
    #[arg(long)]
    pub ascii: bool,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
}

/// `fuda agree`
#[derive(Debug, Group)]
pub struct AgreeArgs {
    /// The game
    pub game: String,
    /// The player, such as uct:loops=500
    pub player: String,
    /// Records: files and folders; gzip is unpacked
    #[arg(required = true, value_hint = ValueHint::AnyPath)]
    pub records: Vec<PathBuf>,
    /// How many decisions to draw, each equally likely
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub positions: u64,
    /// The root of all random numbers: same seed, same result
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Only decisions of these kinds: such as claim or discard,no-riichi; `fuda games` lists the
    /// kinds of each game [default: mahjong: discard; others: all]
    #[arg(long, value_name = "KIND,KIND")]
    pub only: Option<String>,
    /// Only these turns of a seat, counted from 1: 3 or 1-6
    #[arg(long, value_name = "A-B")]
    pub turns: Option<String>,
    /// How often: each decision is asked about; the middle place counts
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub repeats: u32,
    /// Worker threads (0: one for each core); results do not depend on it
    #[arg(long, default_value_t = 0, value_parser = thread_count())]
    pub threads: u16,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
    /// Who asks.
    #[command(flatten)]
    pub queue: QueueArgs,
}

/// `fuda records …`
#[derive(Debug, Subcommand)]
pub enum RecordsCommand {
    /// Replay every game against the rules, every move and every point
    #[command(after_help = examples::VERIFY)]
    Verify(VerifyArgs),
    /// Count what is in the records
    #[command(after_help = examples::STATS)]
    Stats(RecordPaths),
    /// Write the games in another format
    #[command(after_help = examples::CONVERT)]
    Convert(ConvertArgs),
}

/// `fuda records verify`
#[derive(Debug, Group)]
pub struct VerifyArgs {
    /// Which records.
    #[command(flatten)]
    pub records: RecordPaths,
    /// Mask every game seat by seat, and compare what each seat knows from
    /// what it hears with the rules at every decision
    #[arg(long)]
    pub watch: bool,
}

/// Which records.
#[derive(Debug, Group)]
pub struct RecordPaths {
    /// Files and folders; gzip is unpacked
    #[arg(required = true, value_hint = ValueHint::AnyPath)]
    pub paths: Vec<PathBuf>,
    /// Take every file as this format instead of looking at its content
    #[arg(long)]
    pub format: Option<String>,
    /// Worker threads (0: one for each core); results do not depend on it
    #[arg(long, default_value_t = 0, value_parser = thread_count())]
    pub threads: u16,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
}

/// `fuda records convert`
#[derive(Debug, Group)]
pub struct ConvertArgs {
    /// Files and folders; gzip is unpacked
    #[arg(required = true, value_hint = ValueHint::AnyPath)]
    pub paths: Vec<PathBuf>,
    /// The format to write; `fuda games` lists those that can be written
    #[arg(long)]
    pub to: String,
    /// Take every file as this format instead of looking at its content
    #[arg(long)]
    pub format: Option<String>,
    /// Where the result goes: a file, or for several files a folder; standard output when left out
    #[arg(long, value_hint = ValueHint::AnyPath)]
    pub out: Option<PathBuf>,
    /// Replace what is already there
    #[arg(long)]
    pub force: bool,
}

/// `fuda othello …`
#[derive(Debug, Subcommand)]
pub enum OthelloCommand {
    /// Count the move sequences of a length from the start
    #[command(after_help = examples::PERFT)]
    Perft {
        /// How many plies
        #[arg(value_parser = clap::value_parser!(u32).range(0..=20))]
        depth: u32,
        /// Print one JSON object and nothing else
        #[arg(long)]
        json: bool,
    },
    /// Learn an evaluation by game stage from mined patterns (alphabeta:eval=mined)
    #[command(after_help = othello_evaluation::PATTERNS_HELP)]
    Evaluation(othello_evaluation::LearnPatternsArgs),
    /// Solve endgame positions exactly and compare with the scores in the file
    #[command(after_help = examples::SOLVE)]
    Solve {
        /// A file of positions, one per line (OBF)
        #[arg(value_hint = ValueHint::FilePath)]
        file: PathBuf,
        /// Only these problems, counted from 1: 3 or 1-5
        #[arg(long = "numbers", alias = "problems", value_name = "A-B")]
        problems: Option<String>,
        /// Print one JSON object and nothing else
        #[arg(long)]
        json: bool,
    },
    /// Distinct positions with few empty squares, labelled by exact search, as a position set
    #[command(after_help = examples::ENDGAMES)]
    Endgames(positions::EndgamesArgs),
}

/// `fuda mahjong …`
#[derive(Debug, Subcommand)]
pub enum MahjongCommand {
    /// Score a winning hand
    #[command(after_help = SCORE_HELP)]
    Score(Box<ScoreArgs>),
    /// How far a hand is from complete
    #[command(after_help = examples::SHANTEN)]
    Shanten {
        /// Hands such as `123m 456p 789s 1122z` (quote each, or join without spaces)
        hands: Vec<String>,
        /// Read JSON lines from standard input, or answer arguments in JSON
        #[arg(long)]
        json: bool,
    },
}

/// `fuda mahjong score`
#[derive(Debug, Group)]
pub struct ScoreArgs {
    /// The hand without the winning tile, such as 345m40677p67s (0 is a red five; blanks are
    /// allowed), and last the winning tile, such as 8s
    #[arg(required_unless_present = "json")]
    pub tiles: Vec<String>,
    /// A meld: chi:340m, pon:777z, kan:1111p or ankan:9999s; may be repeated
    #[arg(long = "meld", value_name = "KIND:TILES")]
    pub melds: Vec<String>,
    /// The winning tile was drawn
    #[arg(long)]
    pub tsumo: bool,
    /// The seat's wind: E (the dealer), S, W or N
    #[arg(long = "seat-wind", alias = "seat", value_name = "WIND", default_value = "E")]
    pub seat: String,
    /// The round's wind
    #[arg(long = "round-wind", alias = "round", value_name = "WIND", default_value = "E")]
    pub round: String,
    /// 1 for riichi, 2 for double riichi
    #[arg(long, default_value_t = 0)]
    pub riichi: u8,
    /// Within a turn of riichi
    #[arg(long)]
    pub ippatsu: bool,
    /// On the last tile drawn or discarded
    #[arg(long)]
    pub last_tile: bool,
    /// On the tile drawn after a kan
    #[arg(long)]
    pub rinshan: bool,
    /// By robbing a kan
    #[arg(long)]
    pub chankan: bool,
    /// In the first turn, without any call before
    #[arg(long)]
    pub first_turn: bool,
    /// A dora indicator; may be repeated
    #[arg(long, value_name = "TILE")]
    pub dora: Vec<String>,
    /// An ura dora indicator; may be repeated
    #[arg(long, value_name = "TILE")]
    pub ura: Vec<String>,
    /// Repeat counters
    #[arg(long, default_value_t = 0)]
    pub honba: u32,
    /// Riichi sticks on the table
    #[arg(long, default_value_t = 0)]
    pub sticks: u32,
    /// The rules; `fuda games` lists them
    #[arg(long, default_value = "tenhou")]
    pub rules: String,
    /// Read JSON lines from standard input (one answer line each), or answer arguments in JSON
    #[arg(long)]
    pub json: bool,
}

/// How many threads may be asked for; 0 stands for one on each core.
fn thread_count() -> clap::builder::RangedI64ValueParser<u16> {
    clap::value_parser!(u16).range(0..=1024)
}
