//! `fuda play`: a person in one seat, computers in the others.

use super::GameDesk;
use crate::args::PlayArgs;
use crate::failure::{Failure, Outcome, Verdict};
use crate::screen;
use fuda_core::{
    Ask, Budget, Game, MoveOf, Player, Position, PositionOf, Purpose, Record, Seat, Seed, Style,
    Turn, View, ViewOf,
};
use std::io::{BufRead, ErrorKind, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// What a person typed at the prompt.
enum Said<M> {
    Move(M),
    Quit,
}

/// A computer in one of the other seats.
struct Opponent<G: Game> {
    name: String,
    player: Box<dyn Player<G>>,
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
        check_appendable(path)?;
        keep_when_interrupted(path);
    }
    let me = Seat(args.seat);
    let opponents = opponents(desk, &game, args)?;
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |d| d.as_secs());
    let seed = Seed(args.seed.unwrap_or_else(clock));
    let deal = game.deal(&mut seed.stream(Purpose::Deal, &[0]));
    let mut position = game.start(&deal).map_err(|e| Failure::new(e.to_string()))?;
    let mut record = Record::<G>::new(&game, deal);
    let mut others = opponents.iter().map(|o| o.name.clone());
    record.players = Seat::all(seats)
        .map(|s| if s == me { "you".into() } else { others.next().unwrap_or_default() })
        .collect();
    screen::print(&format!("{} under the rules {}, seed {}\n", G::NAME, game.rules(), seed.0))?;
    let mut adviser = (desk.catalogue.recipe(&game, desk.favourite)?.make)();
    adviser.begin(me);
    let mut table = Table { opponents, adviser, me, seed, style: screen::style(args.ascii) };
    let finished = table.play(&mut position, &mut record)?;
    if finished {
        screen::print(&ending::<G>(&position, me, screen::style(args.ascii), &record.players))?;
        record.scores = position.scores();
    }
    if let Some(path) = &args.record {
        so_far().take();
        append(path, &line::<G>(&record)?)?;
        screen::print(&format!("The record is in {}.\n", path.display()))?;
    }
    Ok(Verdict::Good)
}

fn opponents<G: Game>(
    desk: &GameDesk<G>,
    game: &G,
    args: &PlayArgs,
) -> Result<Vec<Opponent<G>>, Failure> {
    let seats = game.seats();
    let favourite = [desk.favourite.to_owned()];
    let named = if args.against.is_empty() { &favourite[..] } else { &args.against[..] };
    if named.len() != 1 && named.len() != seats - 1 {
        return Err(Failure::new(format!(
            "--against names {} players; name one for all other seats, or {}",
            named.len(),
            seats - 1
        )));
    }
    let other_seats = Seat::all(seats).filter(|s| s.0 != args.seat);
    let opponent = |(seat, name): (Seat, &String)| {
        let recipe = desk.catalogue.recipe(game, name)?;
        let mut player = (recipe.make)();
        player.begin(seat);
        Ok(Opponent { name: recipe.name, player })
    };
    other_seats.zip(named.iter().cycle()).map(opponent).collect()
}

/// Everybody at the table but the cards.
struct Table<G: Game> {
    opponents: Vec<Opponent<G>>,
    /// Answers `hint`.
    adviser: Box<dyn Player<G>>,
    me: Seat,
    seed: Seed,
    style: Style,
}

impl<G: Game> Table<G> {
    /// Plays to the end; `false` when the person left before it.
    fn play(
        &mut self,
        position: &mut PositionOf<G>,
        record: &mut Record<G>,
    ) -> Result<bool, Failure> {
        let mut legal = Vec::new();
        while let Some(seat) = position.turn().first() {
            position.legal_moves(seat, &mut legal);
            let number = record.moves.len() as u64;
            let mv = if seat == self.me {
                match self.ask_person(&position.view(seat), &legal, number)? {
                    Said::Move(mv) => mv,
                    Said::Quit => return Ok(false),
                }
            } else {
                self.ask_opponent(position, seat, &legal, number)?
            };
            let before = position.clone();
            position.play(seat, mv).map_err(|e| Failure::new(e.to_string()))?;
            record.moves.push((seat, mv));
            *so_far() = Some(line::<G>(record)?);
            for news in position.news(&before) {
                screen::print(&format!("{news}\n"))?;
            }
        }
        Ok(true)
    }

    fn ask_person(
        &mut self,
        view: &ViewOf<G>,
        legal: &[MoveOf<G>],
        number: u64,
    ) -> Result<Said<MoveOf<G>>, Failure> {
        if let [only] = legal {
            screen::print(&format!("You have one move: {only}\n"))?;
            return Ok(Said::Move(*only));
        }
        screen::print(&format!("\n{}\n", view.draw(self.style)))?;
        let mut rng = self.seed.stream(Purpose::Player, &[number, 1]);
        let mut hint = || {
            let ask = Ask { view, legal, budget: Budget::default(), rng: &mut rng };
            self.adviser.choose(ask).map(|c| c.mv)
        };
        prompt::<G>(legal, &mut hint)
    }

    fn ask_opponent(
        &mut self,
        position: &PositionOf<G>,
        seat: Seat,
        legal: &[MoveOf<G>],
        number: u64,
    ) -> Result<MoveOf<G>, Failure> {
        let opponent = &mut self.opponents[seat.index() - usize::from(seat > self.me)];
        let view = position.view(seat);
        let mut rng = self.seed.stream(Purpose::Player, &[number, 0]);
        let ask = Ask { view: &view, legal, budget: Budget::default(), rng: &mut rng };
        let choice = opponent
            .player
            .choose(ask)
            .map_err(|e| Failure::new(format!("{} gave no move: {e}", opponent.name)))?;
        // Nobody at a table sees how the others answer a claim before it is decided.
        if matches!(position.turn(), Turn::Seat(_)) {
            screen::print(&format!("seat {seat} ({}) plays {}\n", opponent.name, choice.mv))?;
        }
        Ok(choice.mv)
    }
}

fn prompt<G: Game>(
    legal: &[MoveOf<G>],
    hint: &mut dyn FnMut() -> Result<MoveOf<G>, fuda_core::PlayerError>,
) -> Result<Said<MoveOf<G>>, Failure> {
    list::<G>(legal)?;
    let mut line = Vec::new();
    loop {
        screen::print("your move> ")?;
        line.clear();
        match std::io::stdin().lock().read_until(b'\n', &mut line) {
            Ok(0) => {
                screen::print("\nThe input has ended; the game is left.\n")?;
                return Ok(Said::Quit);
            }
            Ok(_) => {}
            Err(e) => return Err(Failure::new(format!("standard input: {e}"))),
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
    // Without a handler Ctrl-C still ends the program; the game is lost then.
    let _ = ctrlc::set_handler(move || {
        if let Some(line) = so_far().take() {
            match append(&path, &line) {
                Ok(()) => screen::remark(&format!("\nThe game so far is in {}.", path.display())),
                Err(failure) => drop(failure.tell()),
            }
        }
        std::process::exit(130);
    });
}

fn line<G: Game>(record: &Record<G>) -> Result<String, Failure> {
    let failed = |e| Failure::new(format!("the record cannot be written as JSON: {e}"));
    serde_json::to_string(record).map(|line| line + "\n").map_err(failed)
}

fn append(path: &Path, line: &str) -> Result<(), Failure> {
    let opened = std::fs::OpenOptions::new().create(true).append(true).open(path);
    let written = opened.and_then(|mut file| file.write_all(line.as_bytes()));
    written.map_err(|e| Failure::new(format!("{}: {e}", path.display())))
}

/// Makes sure before the game that its record can be kept; leaves no file.
fn check_appendable(path: &Path) -> Result<(), Failure> {
    let opened = std::fs::OpenOptions::new().append(true).open(path);
    match opened {
        Err(e) if e.kind() == ErrorKind::NotFound => screen::check_writable(path),
        opened => opened.map(drop).map_err(|e| Failure::new(format!("{}: {e}", path.display()))),
    }
}
