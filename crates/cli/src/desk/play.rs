//! `fuda play`: a person in one seat, computers in the others.

use super::GameDesk;
use crate::args::PlayArgs;
use crate::failure::{Failure, Outcome, Verdict};
use crate::{interrupt, screen};
use fuda_arena::{
    ChosenMove, Competitor, Conditions, GameEnd, GameStart, Observer, RecordKeeper, play_game,
    player_rngs,
};
use fuda_core::formats::{Format, RecordFile};
use fuda_core::{
    Ask, Choice, Game, MoveOf, OwnFormat, Player, PlayerError, Position, PositionOf, Purpose,
    Record, Seat, Seed, Style, Turn, View, ViewOf,
};
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

pub(super) fn run<G: Game>(desk: &GameDesk<G>, args: &PlayArgs) -> Outcome {
    let game = desk.game(args.rules.as_deref())?;
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
    let (end, adviser) = (End::default(), desk.entrant(&game, desk.favourite)?);
    let person = Person { adviser: adviser.make(), style, end: Arc::clone(&end) };
    let mut players = opponents(desk, &game, args)?;
    players.insert(me.index(), ("you".into(), Competitor::Fair(Box::new(person))));
    let (names, mut players): (Vec<String>, Vec<Competitor<G>>) = players.into_iter().unzip();
    screen::print(&format!("{} under the rules {}, seed {}\n", G::NAME, game.rules(), seed.0))?;
    let keeper = RecordKeeper::default();
    let mut narrator = Narrator { me, names, keeper, before: None, failure: None };
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
        (None, None, None) => screen::print(&ending::<G>(&played.position, me, style, &names))?,
    }
    if let Some(path) = &args.record {
        so_far().take();
        append(path, &line::<G>(&record)?)?;
        screen::print(&format!("The record is in {}.\n", path.display()))?;
    }
    Ok(Verdict::Good)
}

/// The names and players of the other seats, in their order.
fn opponents<G: Game>(
    desk: &GameDesk<G>,
    game: &G,
    args: &PlayArgs,
) -> Result<Vec<(String, Competitor<G>)>, Failure> {
    let others = game.seats() - 1;
    let favourite = [desk.favourite.to_owned()];
    let named = if args.against.is_empty() { &favourite[..] } else { &args.against[..] };
    if named.len() != 1 && named.len() != others {
        return Err(Failure::new(format!(
            "--against names {} players; name one for all other seats, or {others}",
            named.len(),
        )));
    }
    let opponent = |name: &String| {
        let entrant = desk.entrant(game, name)?;
        Ok((entrant.name().to_owned(), entrant.make()))
    };
    named.iter().cycle().take(others).map(opponent).collect()
}

/// How the person's part has ended before the game: left, or broken off.
type End = Arc<Mutex<Option<Result<(), Failure>>>>;

/// The person at the terminal.
struct Person<G: Game> {
    /// Answers `hint`.
    adviser: Competitor<G>,
    style: Style,
    end: End,
}

impl<G: Game> Player<G> for Person<G> {
    fn begin(&mut self, seat: Seat) {
        if let Competitor::Fair(adviser) = &mut self.adviser {
            adviser.begin(seat);
        }
    }

    fn choose(&mut self, ask: Ask<'_, G>) -> Result<Choice<MoveOf<G>>, PlayerError> {
        let Ask { view, legal, budget, rng } = ask;
        let adviser = &mut self.adviser;
        // A hint changes nothing of what follows.
        let mut rng = rng.clone();
        let mut hint = || match adviser {
            Competitor::Fair(adviser) => {
                adviser.choose(Ask { view, legal, budget, rng: &mut rng }).map(|choice| choice.mv)
            }
            Competitor::Cheating(_) => Err(PlayerError("the adviser sees hidden cards".into())),
        };
        let said = screen::print(&format!("\n{}\n", view.draw(self.style)))
            .and_then(|()| prompt::<G>(legal, &mut hint));
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
struct Narrator<G: Game> {
    me: Seat,
    names: Vec<String>,
    keeper: RecordKeeper<G>,
    before: Option<PositionOf<G>>,
    failure: Option<Failure>,
}

impl<G: Game> Narrator<G> {
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
            return self.say("\nThe next one is dealt.\n");
        }
        self.say("\nEnter deals the next one> ");
        // When the input has ended, the next question says so.
        let _ = screen::read_line(&mut Vec::new());
    }
}

impl<G: Game> Observer<G> for Narrator<G> {
    fn start(&mut self, start: &GameStart<'_, G>) {
        self.keeper.start(start);
        self.keeper.records[0].players = self.names.clone();
    }

    fn decision(&mut self, decision: &ChosenMove<'_, G>) {
        let (seat, mv) = (decision.seat, decision.mv);
        if seat != self.me {
            // Nobody at a table sees how the others answer a claim before it is decided.
            if matches!(decision.position.turn(), Turn::Seat(_)) {
                self.say(&format!("seat {seat} ({}) plays {mv}\n", self.names[seat.index()]));
            }
        } else if decision.choice.is_none() {
            self.say(&format!("You have one move: {mv}\n"));
        }
        self.keeper.decision(decision);
        self.before = Some(decision.position.clone());
    }

    fn moved(&mut self, position: &PositionOf<G>) -> ControlFlow<()> {
        match line::<G>(&self.keeper.records[0]) {
            Ok(line) => *so_far() = Some(line),
            Err(failure) => self.failure = Some(failure),
        }
        if let Some(before) = self.before.take() {
            let news = position.news(&before);
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
    legal: &[MoveOf<G>],
    hint: &mut dyn FnMut() -> Result<MoveOf<G>, PlayerError>,
) -> Result<Said<MoveOf<G>>, Failure> {
    list::<G>(legal)?;
    let mut line = Vec::new();
    loop {
        screen::print("your move> ")?;
        if !screen::read_line(&mut line)? {
            screen::print("\nThe input has ended; the game is left.\n")?;
            return Ok(Said::Quit);
        }
        match String::from_utf8_lossy(&line).trim() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(Said::Quit),
            "moves" | "help" | "?" => list::<G>(legal)?,
            "hint" => match hint() {
                Ok(mv) => screen::print(&format!("I would play {mv}.\n"))?,
                Err(e) => screen::print(&format!("No hint: {e}\n"))?,
            },
            said => match understand::<G>(said, legal) {
                Ok(mv) => return Ok(Said::Move(mv)),
                Err(why) => screen::print(&format!("{why}\n"))?,
            },
        }
    }
}

/// A move by its number in the list or by its text.
fn understand<G: Game>(said: &str, legal: &[MoveOf<G>]) -> Result<MoveOf<G>, String> {
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

fn list<G: Game>(legal: &[MoveOf<G>]) -> Result<(), Failure> {
    let moves: Vec<String> =
        legal.iter().enumerate().map(|(i, mv)| format!("{}: {mv}", i + 1)).collect();
    screen::print(&format!("{}\n", moves.join("   ")))
}

fn ending<G: Game>(position: &PositionOf<G>, me: Seat, style: Style, players: &[String]) -> String {
    let view: ViewOf<G> = position.view(me);
    let mut text = format!("\n{}\n\nThe game is over.\n", view.draw(style));
    for (seat, points) in position.scores().iter().flatten().enumerate() {
        text += &format!("  seat {seat}  {points:>+8.1}  {}\n", players[seat]);
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
