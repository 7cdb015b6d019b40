//! One of our players as a program that speaks NBoard.

use super::words::{Command, Written, play, to_move};
use fuda_core::{Ask, Budget, Choice, Game, Player, Position as _, Purpose, Rng, Seed};
use fuda_othello::{Move, Opening, Othello, Position};
use std::io::{self, BufRead, Read, Write};
use std::time::Instant;

/// The most bytes a line may have.
const LONGEST_LINE: u64 = 1 << 20;

/// Makes the player, looking ahead as many plies as were asked for, where it
/// can be told so.
type Maker = Box<dyn FnMut(Option<u32>) -> Box<dyn Player<Othello>>>;

/// A player that answers the lines of the protocol.
pub struct Engine {
    name: String,
    make: Maker,
    player: Box<dyn Player<Othello>>,
    position: Position,
    budget: Budget,
    depth: Option<u32>,
    rng: Rng,
}

impl Engine {
    /// A player under this name at the first position.
    pub fn new(name: &str, mut make: Maker, budget: Budget, seed: Seed) -> Engine {
        Engine {
            name: name.to_owned(),
            player: make(None),
            make,
            position: first_position(),
            budget,
            depth: None,
            rng: seed.stream(Purpose::Player, &[]),
        }
    }

    /// Answers a line; whether the program goes on.
    pub fn answer(&mut self, line: &str, out: &mut impl Write) -> io::Result<bool> {
        match Command::read(line) {
            Ok(Command::Version(_)) => writeln!(out, "set myname {}", self.name)?,
            Ok(Command::Depth(depth)) => {
                self.depth = Some(depth.clamp(1, 60));
                self.player = (self.make)(self.depth);
            }
            Ok(Command::Game(position)) => self.position = *position,
            Ok(Command::Move(mv)) => {
                if let Err(bad) = play(&mut self.position, mv) {
                    writeln!(out, "status {bad}")?;
                }
            }
            Ok(Command::Hint(count)) => self.hint(count, out)?,
            Ok(Command::Go) => self.go(out)?,
            Ok(Command::Ping(number)) => writeln!(out, "pong {number}")?,
            // Nothing is learned from a single game, but who asks is waiting.
            Ok(Command::Learn) => writeln!(out, "learned")?,
            Ok(Command::Quit) => return Ok(false),
            Ok(Command::Other) => {}
            Err(bad) => writeln!(out, "status {bad}")?,
        }
        Ok(true)
    }

    /// What the player thinks, and how long it took; a pass where it has no
    /// choice.
    fn think(&mut self, out: &mut impl Write) -> io::Result<(Choice<Move>, f64)> {
        if self.position.is_over() || self.position.must_pass() {
            return Ok((Move::PASS.into(), 0.0));
        }
        writeln!(out, "status thinking")?;
        out.flush()?;
        let seat = to_move(&self.position);
        let (view, mut legal) = (self.position.view(seat), Vec::new());
        self.position.legal_moves(seat, &mut legal);
        let begun = Instant::now();
        self.player.begin(seat);
        let ask = Ask { view: &view, legal: &legal, budget: self.budget, rng: &mut self.rng };
        let choice = self.player.choose(ask);
        let seconds = begun.elapsed().as_secs_f64();
        match choice {
            Ok(choice) => {
                writeln!(out, "nodestats {} {seconds:.3}", choice.effort)?;
                writeln!(out, "status")?;
                Ok((choice, seconds))
            }
            Err(e) => {
                writeln!(out, "status {}", e.to_string().replace('\n', " "))?;
                Ok((legal[0].into(), seconds))
            }
        }
    }

    fn go(&mut self, out: &mut impl Write) -> io::Result<()> {
        let (choice, seconds) = self.think(out)?;
        let mv = Written(choice.mv);
        let value = choice.alternatives.iter().find(|a| a.mv == choice.mv).map(|a| a.value);
        match value {
            Some(value) => writeln!(out, "=== {mv}/{value:.2}/{seconds:.3}"),
            None => writeln!(out, "=== {mv}"),
        }
    }

    fn hint(&mut self, count: usize, out: &mut impl Write) -> io::Result<()> {
        let depth = self.depth.map_or("-".to_owned(), |depth| depth.to_string());
        let (choice, _) = self.think(out)?;
        if choice.alternatives.is_empty() {
            return writeln!(out, "search {} 0 0 {depth}", Written(choice.mv));
        }
        for one in choice.alternatives.iter().take(count.max(1)) {
            writeln!(out, "search {} {:.2} 0 {depth}", Written(one.mv), one.value)?;
        }
        Ok(())
    }
}

fn first_position() -> Position {
    let start = Othello::STANDARD.start(&Opening::default());
    start.unwrap_or_else(|e| unreachable!("the plain start is a position: {e}"))
}

/// Answers line by line until the input ends or says so. Bytes that are no
/// text are read loosely; a line that is too long is ignored.
pub fn serve(
    engine: &mut Engine,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        if line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
            skip_line(input)?;
            writeln!(out, "status a line of more than {LONGEST_LINE} bytes")?;
        } else if !engine.answer(&String::from_utf8_lossy(&line), out)? {
            return out.flush();
        }
        out.flush()?;
    }
}

/// Reads up to the end of the line without keeping it.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let piece = input.fill_buf()?;
        let (used, ended) = match piece.iter().position(|byte| *byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (piece.len(), piece.is_empty()),
        };
        input.consume(used);
        if ended {
            return Ok(());
        }
    }
}
