//! `fuda play`: a person in one seat, computers in the others.

use super::TypedGame;
use super::analyse::{named, weighed};
use crate::args::PlayArgs;
use crate::failure::{Failure, Outcome, Verdict};
use crate::{interrupt, screen};
use fuda::games::GameEntry;
use fuda_arena::{
    ChosenMove, Competitor, Conditions, GameEnd, GameStart, Observer, RecordKeeper, opinion,
    play_game, player_rngs,
};
use fuda_core::formats::{Format, RecordFile};
use fuda_core::{
    Ask, Choice, Game, MoveOf, OwnFormat, Player, PlayerError, Position, PositionOf, Purpose,
    Record, Seat, Seed, Style, Turn, ViewOf,
};
use fuda_players::Units;
use std::io::{ErrorKind, IsTerminal, Read, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// What a person typed at the prompt.
enum Said<M> {
    Move(M),
    Quit,
}

pub(super) fn run<G: Game>(typed: &TypedGame<G>, args: &PlayArgs) -> Outcome {
    let game = typed.game(Some(args.rules.as_deref().unwrap_or(typed.entry.usual_rules)))?;
    let seats = game.seats();
    if usize::from(args.seat) >= seats {
        return Err(Failure::new(format!(
            "--seat {}: {} has the seats 0 to {}",
            args.seat,
            G::NAME,
            seats - 1
        )));
    }
    if let Some(path) = &args.record {
        check_appendable::<G>(path)?;
        keep_when_interrupted(path);
    }
    let me = Seat(args.seat);
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |d| d.as_secs());
    let seed = Seed(args.seed.unwrap_or_else(clock));
    let deal = game.deal(&mut seed.stream(Purpose::Deal, &[0]));
    let style = screen::style(args.ascii);
    let end = End::default();
    let adviser = typed.entry.players.recipe(&game, typed.entry.favourite)?;
    let last = Last::<G>::default();
    let person = Person {
        entry: Arc::clone(&typed.entry),
        adviser: (adviser.make)(),
        units: adviser.unit,
        last: Arc::clone(&last),
        style,
        end: Arc::clone(&end),
    };
    let mut players = opponents(typed, &game, args)?;
    players.insert(me.index(), ("you".into(), Competitor::Fair(Box::new(person))));
    let (names, mut players): (Vec<String>, Vec<Competitor<G>>) = players.into_iter().unzip();
    let (rules, opponents) = (game.rules(), opponent_names(&names, me));
    let (name, number) = (G::NAME, seed.0);
    screen::print(&screen::lang().pick(
        format!(
            "{name} under the rules {rules}, seed {number}, against {opponents}\n\
             Type a move or its number; `help` lists the commands.\n"
        ),
        format!(
            "{name}、ルール {rules}、シード {number}、相手 {opponents}\n\
             手か番号を入力してください。`help` でコマンドの一覧。\n"
        ),
    ))?;
    let keeper = RecordKeeper::default();
    let mut narrator = Narrator { typed, me, names, keeper, last, before: None, failure: None };
    let (mut rngs, under) = (player_rngs(seed, seats), Conditions::default());
    let played = play_game(&game, &deal, &mut players, &mut rngs, under, &mut narrator)
        .map_err(|e| Failure::new(e.to_string()))?;
    let Narrator { names, mut keeper, failure, .. } = narrator;
    let mut record = keeper.records.remove(0);
    let ended = end.lock().unwrap_or_else(PoisonError::into_inner).take();
    match (failure, ended, played.fault) {
        (Some(failure), _, _) | (None, Some(Err(failure)), _) => return Err(failure),
        // Who leaves has not lost by rule.
        (None, Some(Ok(())), _) => record.tags.clear(),
        (None, None, Some(fault)) => {
            let name = &names[fault.seat.index()];
            return Err(Failure::new(format!("{name} gave no move: {}", fault.message)));
        }
        (None, None, None) => screen::print(&ending(typed, &played.position, me, style, &names))?,
    }
    if let Some(path) = &args.record {
        so_far().take();
        append(path, &line::<G>(&record)?)?;
        let path = path.display();
        screen::print(&screen::lang().pick(
            format!("The record is in {path}.\n"),
            format!("棋譜を {path} に保存しました。\n"),
        ))?;
    }
    Ok(Verdict::Good)
}

/// The names and players of the other seats, in their order.
fn opponents<G: Game>(
    typed: &TypedGame<G>,
    game: &G,
    args: &PlayArgs,
) -> Result<Vec<(String, Competitor<G>)>, Failure> {
    let others = game.seats() - 1;
    let favourite = [typed.entry.favourite.to_owned()];
    let named = if args.against.is_empty() { &favourite[..] } else { &args.against[..] };
    if named.len() != 1 && named.len() != others {
        return Err(Failure::new(format!(
            "--against names {} players; name one for all other seats, or {others}",
            named.len(),
        )));
    }
    let opponent = |name: &String| {
        let entrant = typed.entrant(game, name)?;
        Ok((entrant.name().to_owned(), entrant.make()))
    };
    named.iter().cycle().take(others).map(opponent).collect()
}

/// The opponents, each once.
fn opponent_names(names: &[String], me: Seat) -> String {
    let others = names.iter().enumerate().filter(|(seat, _)| *seat != me.index());
    let mut others: Vec<&str> = others.map(|(_, name)| name.as_str()).collect();
    others.dedup();
    others.join(", ")
}

/// The last move that was played.
type Last<G> = Arc<Mutex<Option<MoveOf<G>>>>;

/// How the person's part has ended before the game: left, or broken off.
type End = Arc<Mutex<Option<Result<(), Failure>>>>;

/// The person at the terminal.
struct Person<G: Game> {
    entry: Arc<GameEntry<G>>,
    /// Answers `hint`.
    adviser: Box<dyn Player<G>>,
    units: Units<G>,
    last: Last<G>,
    style: Style,
    end: End,
}

impl<G: Game> Player<G> for Person<G> {
    fn begin(&mut self, seat: Seat) {
        self.adviser.begin(seat);
    }

    fn choose(&mut self, ask: Ask<'_, G>) -> Result<Choice<MoveOf<G>>, PlayerError> {
        let Ask { view, legal, rng, budget } = ask;
        let (adviser, entry) = (&mut self.adviser, &*self.entry);
        let unit = (self.units)(legal).name(screen::lang());
        // A hint changes nothing of what follows.
        let mut rng = rng.clone();
        let mut hint =
            || match opinion::<G>(&mut **adviser, Ask { view, legal, budget, rng: &mut rng }) {
                Ok(said) => {
                    let weighed = weighed(entry, &said, unit, None, MOST_HINTED);
                    let (name, choice) = (entry.favourite, named(entry, &said.choice));
                    screen::lang().pick(
                        format!("{name} would play {choice}.\n{weighed}"),
                        format!("{name} の推奨は {choice}。\n{weighed}"),
                    )
                }
                Err(fault) => format!("No hint: {fault}\n"),
            };
        let last = *self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let said = screen::print(&format!("\n{}\n", (entry.drawn)(view, last, self.style)))
            .and_then(|()| prompt(entry, legal, &mut hint));
        let end = match said {
            Ok(Said::Move(mv)) => return Ok(Choice::from(mv)),
            Ok(Said::Quit) => Ok(()),
            Err(failure) => Err(failure),
        };
        *self.end.lock().unwrap_or_else(PoisonError::into_inner) = Some(end);
        Err(PlayerError("the game was left".into()))
    }
}

/// Prints what happens at the table, and keeps the record.
struct Narrator<'a, G: Game> {
    typed: &'a TypedGame<G>,
    me: Seat,
    names: Vec<String>,
    keeper: RecordKeeper<G>,
    last: Last<G>,
    before: Option<PositionOf<G>>,
    failure: Option<Failure>,
}

impl<G: Game> Narrator<'_, G> {
    fn say(&mut self, text: &str) {
        if let Err(failure) = screen::print(text) {
            self.failure = Some(failure);
        }
    }

    /// Lets a person at a terminal read how a hand or round has ended before
    /// the next one covers it.
    fn next_round(&mut self) {
        let stdin = std::io::stdin();
        if !stdin.is_terminal() {
            return self
                .say(screen::lang().pick("\nThe next one is dealt.\n", "\n次を配ります。\n"));
        }
        self.say(screen::lang().pick("\nEnter deals the next one> ", "\nEnter で次を配ります> "));
        // When the input has ended, the next question says so.
        let _ = screen::read_line(&mut Vec::new());
    }
}

impl<G: Game> Observer<G> for Narrator<'_, G> {
    fn start(&mut self, start: &GameStart<'_, G>) {
        self.keeper.start(start);
        self.keeper.records[0].players = self.names.clone();
    }

    fn decision(&mut self, decision: &ChosenMove<'_, G>) {
        let (seat, mv, lang) = (decision.seat, decision.mv, screen::lang());
        let text = self.typed.entry.move_name(mv, lang);
        if seat != self.me {
            // Nobody at a table sees how the others answer a claim before it is decided.
            if matches!(decision.position.turn(), Turn::Seat(_)) {
                let name = &self.names[seat.index()];
                let line = lang.pick(
                    format!("seat {seat} ({name}) plays {text}\n"),
                    format!("席{seat} ({name}): {text}\n"),
                );
                self.say(&line);
            }
        } else if decision.choice.is_none() {
            let line = lang
                .pick(format!("You have one move: {text}\n"), format!("選べる手は一つ: {text}\n"));
            self.say(&line);
        }
        self.keeper.decision(decision);
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(mv);
        self.before = Some(decision.position.clone());
    }

    fn moved(&mut self, position: &PositionOf<G>) -> ControlFlow<()> {
        match line::<G>(&self.keeper.records[0]) {
            Ok(line) => *so_far() = Some(line),
            Err(failure) => self.failure = Some(failure),
        }
        if let Some(before) = self.before.take() {
            let news = position.news(&before, screen::lang());
            news.iter().for_each(|news| self.say(&format!("{news}\n")));
            let over = matches!(position.turn(), Turn::Over);
            if position.round() > before.round() && !over {
                self.next_round();
            }
        }
        match self.failure {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }

    fn end(&mut self, end: &GameEnd<'_, G>) {
        self.keeper.end(end);
    }
}

fn prompt<G: Game>(
    entry: &GameEntry<G>,
    legal: &[MoveOf<G>],
    hint: &mut dyn FnMut() -> String,
) -> Result<Said<MoveOf<G>>, Failure> {
    let lang = screen::lang();
    list(entry, legal)?;
    let mut line = Vec::new();
    loop {
        screen::print(lang.pick("your move> ", "あなたの手> "))?;
        if !screen::read_line(&mut line)? {
            screen::print(lang.pick(
                "\nThe input has ended; the game is left.\n",
                "\n入力が終わったので対局を中断します。\n",
            ))?;
            return Ok(Said::Quit);
        }
        match String::from_utf8_lossy(&line).trim() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(Said::Quit),
            "moves" => list(entry, legal)?,
            "help" | "?" => {
                screen::print(lang.pick(COMMANDS, JAPANESE_COMMANDS))?;
                list(entry, legal)?;
            }
            "hint" => screen::print(&hint())?,
            said => match understand(entry, said, legal) {
                Ok(mv) => return Ok(Said::Move(mv)),
                Err(why) => screen::print(&format!("{why}\n"))?,
            },
        }
    }
}

/// Moves of a hint that are printed.
const MOST_HINTED: usize = 5;

/// What can be typed beside moves.
const COMMANDS: &str = "\
  hint        what the recommended player would do, and why
  moves       what you may play, with numbers
  help        this list
  quit        leave the game; with --save what was played is kept
A move is typed by its number or as it is listed; cards also as \u{2660}7\u{2666}7.
";
const JAPANESE_COMMANDS: &str = "\
  hint        推奨プレイヤーの手とその理由
  moves       選べる手と番号
  help        この一覧
  quit        対局をやめる。--save があればそこまでの棋譜を残す
手は番号か表示の通りに入力します。札は \u{2660}7\u{2666}7 とも書けます。
";

/// A move by its number in the list or by its text.
fn understand<G: Game>(
    entry: &GameEntry<G>,
    said: &str,
    legal: &[MoveOf<G>],
) -> Result<MoveOf<G>, String> {
    let listed = |mv: &&MoveOf<G>| entry.move_name(**mv, screen::lang()) == said;
    if let Some(mv) = legal.iter().find(listed) {
        return Ok(*mv);
    }
    let said = &screen::plain_suits(said);
    if let Some(mv) = legal.iter().find(|mv| mv.to_string().eq_ignore_ascii_case(said)) {
        return Ok(*mv);
    }
    if let Ok(number) = said.parse::<usize>() {
        let listed = number.checked_sub(1).and_then(|i| legal.get(i));
        return listed.copied().ok_or(format!("There are the moves 1 to {}.", legal.len()));
    }
    match said.parse::<MoveOf<G>>() {
        Ok(mv) if legal.contains(&mv) => Ok(mv),
        Ok(mv) => Err(format!("{mv} is not legal here; `moves` lists what is.")),
        Err(e) => Err(format!("That is no move: {e}. `moves` lists what you may play.")),
    }
}

fn list<G: Game>(entry: &GameEntry<G>, legal: &[MoveOf<G>]) -> Result<(), Failure> {
    let name = |mv: &MoveOf<G>| entry.move_name(*mv, screen::lang());
    let moves = legal.iter().enumerate().map(|(i, mv)| format!("{}: {}", i + 1, name(mv)));
    let moves: Vec<String> = moves.collect();
    screen::print(&format!("{}\n", moves.join("   ")))
}

fn ending<G: Game>(
    typed: &TypedGame<G>,
    position: &PositionOf<G>,
    me: Seat,
    style: Style,
    players: &[String],
) -> String {
    let view: ViewOf<G> = position.view(me);
    let lang = screen::lang();
    let over = lang.pick("The game is over.", "終局です。");
    let mut text = format!("\n{}\n\n{over}\n", (typed.entry.drawn)(&view, None, style));
    let scores = position.scores().unwrap_or_default();
    let mut seats: Vec<usize> = (0..scores.len()).collect();
    seats.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
    for seat in seats {
        let rank = 1 + scores.iter().filter(|other| **other > scores[seat]).count();
        let word = lang.pick("seat ", "席");
        text += &format!("  {rank}.  {word}{seat}  {:>+8.1}  {}\n", scores[seat], players[seat]);
    }
    text
}

/// The game so far as a line of the record, for when the program is
/// interrupted.
static SO_FAR: Mutex<Option<String>> = Mutex::new(None);

fn so_far() -> MutexGuard<'static, Option<String>> {
    SO_FAR.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ctrl-C keeps what was played: nothing when nothing was.
fn keep_when_interrupted(path: &Path) {
    let path = path.to_owned();
    interrupt::keep_by(move || match so_far().take().map(|line| append(&path, &line)) {
        None => format!("no move was played, {} is as it was", path.display()),
        Some(Ok(())) => format!("the game so far is in {}", path.display()),
        Some(Err(failure)) => {
            failure.tell();
            "the game is lost".into()
        }
    });
}

fn line<G: Game>(record: &Record<G>) -> Result<String, Failure> {
    let failed = |e| Failure::new(format!("the record cannot be written as JSON: {e}"));
    serde_json::to_string(record).map(|line| line + "\n").map_err(failed)
}

fn append(path: &Path, line: &str) -> Result<(), Failure> {
    let written = || {
        let mut file = std::fs::OpenOptions::new().create(true).append(true).open(path)?;
        // A line that was cut off stays a line of its own.
        let mut last = [b'\n'];
        if file.metadata()?.is_file() && file.metadata()?.len() > 0 {
            let mut kept = std::fs::File::open(path)?;
            kept.seek(SeekFrom::End(-1))?;
            kept.read_exact(&mut last)?;
        }
        let gap = if last == *b"\n" { "" } else { "\n" };
        file.write_all(format!("{gap}{line}").as_bytes())
    };
    written().map_err(|e: std::io::Error| Failure::new(format!("{}: {e}", path.display())))
}

/// Makes sure before the game that its record can be kept; leaves no file. A
/// file that holds anything but records of the game is not appended to.
fn check_appendable<G: Game>(path: &Path) -> Result<(), Failure> {
    let failed = |e| Failure::new(format!("{}: {e}", path.display()));
    match std::fs::OpenOptions::new().append(true).open(path) {
        Err(e) if e.kind() == ErrorKind::NotFound => return screen::check_writable(path),
        opened => drop(opened.map_err(failed)?),
    }
    let kept = std::fs::metadata(path).map_err(failed)?;
    if kept.is_file() && kept.len() > 0 {
        let mut bytes = Vec::new();
        let file = std::fs::File::open(path).map_err(failed)?;
        file.take(1 << 16).read_to_end(&mut bytes).map_err(failed)?;
        let start = RecordFile { path: path.to_owned(), bytes };
        if !<OwnFormat as Format<G>>::recognises(&OwnFormat, &start) {
            let name = path.display();
            return Err(Failure::with_help(
                format!("{name} is already there and holds no records of {}", G::NAME),
                "choose another name; a record is appended to records of the same game",
            ));
        }
    }
    Ok(())
}
