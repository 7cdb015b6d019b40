//! A player in a thread of its own, so that it can be left behind.
//!
//! A thread cannot be ended from outside. Where moves have a time limit the
//! player therefore lives in a thread of its own and is asked by message: if
//! no answer comes in time, the game is lost by rule, the thread is left to
//! itself and the next game gets a fresh player. The player's random numbers
//! travel with the question and come back with the answer, so that results
//! are the same as without threads.

use crate::drive::Limits;
use crate::entrant::Competitor;
use crate::quiet;
use fuda_core::{
    Ask, Budget, Choice, EventOf, Game, MoveOf, PerSeat, PlayerError, Position, PositionOf, Rng,
    Seat, ViewOf,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// So many players may be thinking without an end before a match is ended:
/// every one of them holds a thread, and perhaps a core.
pub(crate) const MOST_LEFT_BEHIND: usize = 256;

/// How much longer than a player may take the arena waits for its answer:
/// the player's own clock decides, and a busy machine may wake the two
/// threads late.
const HANDOVER: Duration = Duration::from_millis(250);

/// How long a player may take to get ready for a game, or to hear events.
const BEGIN: Duration = Duration::from_secs(10);

/// How often the stop flag is looked at while waiting.
const GLANCE: Duration = Duration::from_millis(20);

/// What a player is shown.
enum Shown<G: Game> {
    View(ViewOf<G>),
    Truth(PositionOf<G>, Seat),
}

enum Question<G: Game> {
    Begin(Seat),
    Observe(Vec<EventOf<G>>),
    End(Option<PerSeat<f64>>),
    Choose { shown: Shown<G>, legal: Vec<MoveOf<G>>, budget: Budget, rng: Rng },
}

type Answer<M> = Result<Choice<M>, PlayerError>;

enum Reply<M> {
    Done,
    Chosen { answer: Answer<M>, legal: Vec<M>, rng: Rng, took: Duration },
    Panicked(String),
}

/// Why no answer came.
pub(crate) enum NoAnswer {
    /// It took too long; how long the arena has waited.
    TooLong(Duration),
    /// The player panicked.
    Panic(String),
    /// The match is to end.
    Stopped,
}

/// The threads of one match that are thinking although nobody waits for
/// them any more.
pub(crate) type LeftBehind = Arc<AtomicUsize>;

/// The arena's end of a player in a thread of its own.
pub(crate) struct IsolatedPlayer<G: Game> {
    cheats: bool,
    hears: bool,
    questions: Sender<Question<G>>,
    replies: Receiver<Reply<MoveOf<G>>>,
    /// True while a question is open; shared with the thread.
    busy: Arc<AtomicBool>,
    left_behind: LeftBehind,
    /// A buffer that travels with the questions.
    legal: Vec<MoveOf<G>>,
}

impl<G: Game> IsolatedPlayer<G> {
    /// Gives a player a thread of its own.
    pub fn new(mut player: Competitor<G>, left_behind: LeftBehind) -> std::io::Result<Self> {
        let (questions, asked) = channel();
        let (answered, replies) = channel();
        let busy = Arc::new(AtomicBool::new(false));
        let (waited_for, behind) = (Arc::clone(&busy), Arc::clone(&left_behind));
        let (cheats, hears) = match &player {
            Competitor::Fair(player) => (false, player.hears()),
            Competitor::Cheating(_) => (true, false),
        };
        let work = move || {
            while let Ok(question) = asked.recv() {
                let reply = quiet::catch(|| answer(&mut player, question));
                let broken = reply.is_err();
                let reply = reply.unwrap_or_else(Reply::Panicked);
                if !waited_for.swap(false, Ordering::AcqRel) {
                    behind.fetch_sub(1, Ordering::AcqRel);
                    return;
                }
                if answered.send(reply).is_err() || broken {
                    return;
                }
            }
        };
        std::thread::Builder::new().name("player".into()).spawn(work)?;
        Ok(IsolatedPlayer {
            cheats,
            hears,
            questions,
            replies,
            busy,
            left_behind,
            legal: Vec::new(),
        })
    }

    /// A new game starts.
    pub fn begin(&mut self, seat: Seat, stop: &AtomicBool) -> Result<(), NoAnswer> {
        self.ask(Question::Begin(seat), BEGIN, stop).map(|_| ())
    }

    /// Whether the player hears what happens.
    pub fn hears(&self) -> bool {
        self.hears
    }

    /// Sends the player what it has heard, if anything.
    pub fn observe(&mut self, events: Vec<EventOf<G>>, stop: &AtomicBool) -> Result<(), NoAnswer> {
        match events.is_empty() {
            true => Ok(()),
            false => self.ask(Question::Observe(events), BEGIN, stop).map(|_| ()),
        }
    }

    /// The game is over. A player that does not come back from this gives no
    /// answer in its next game.
    pub fn end(&mut self, scores: Option<&PerSeat<f64>>) {
        let never = AtomicBool::new(false);
        let _ = self.ask(Question::End(scores.cloned()), BEGIN, &never);
    }

    /// Asks for a move; gives the answer and how long it took.
    pub fn choose(
        &mut self,
        (position, seat): (&PositionOf<G>, Seat),
        legal: &[MoveOf<G>],
        limits: Limits,
        rng: &mut Rng,
        stop: &AtomicBool,
    ) -> Result<(Answer<MoveOf<G>>, Duration), NoAnswer> {
        let mut list = std::mem::take(&mut self.legal);
        list.clear();
        list.extend_from_slice(legal);
        let shown = match self.cheats {
            true => Shown::Truth(position.clone(), seat),
            false => Shown::View(position.view(seat)),
        };
        let budget = limits.budget;
        let question = Question::Choose { shown, legal: list, budget, rng: rng.clone() };
        let patience = [budget.time.unwrap_or(Duration::MAX), limits.grace, HANDOVER];
        let patience = patience.into_iter().fold(Duration::ZERO, Duration::saturating_add);
        match self.ask(question, patience, stop)? {
            Reply::Chosen { answer, legal, rng: after, took } => {
                (*rng, self.legal) = (after, legal);
                Ok((answer, took))
            }
            Reply::Done | Reply::Panicked(_) => Err(NoAnswer::Panic("no move was chosen".into())),
        }
    }

    fn ask(
        &mut self,
        question: Question<G>,
        patience: Duration,
        stop: &AtomicBool,
    ) -> Result<Reply<MoveOf<G>>, NoAnswer> {
        let gone = || NoAnswer::Panic("the player's thread has ended".into());
        self.busy.store(true, Ordering::Release);
        if self.questions.send(question).is_err() {
            self.busy.store(false, Ordering::Release);
            return Err(gone());
        }
        let begun = Instant::now();
        loop {
            let waited = begun.elapsed();
            let rest = patience.saturating_sub(waited);
            match self.replies.recv_timeout(rest.min(GLANCE)) {
                Ok(Reply::Panicked(message)) => return Err(NoAnswer::Panic(message)),
                Ok(reply) => return Ok(reply),
                Err(RecvTimeoutError::Disconnected) => return Err(gone()),
                Err(RecvTimeoutError::Timeout) if stop.load(Ordering::Relaxed) => {
                    return Err(NoAnswer::Stopped);
                }
                Err(RecvTimeoutError::Timeout) if rest.is_zero() => {
                    return Err(NoAnswer::TooLong(begun.elapsed()));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl<G: Game> Drop for IsolatedPlayer<G> {
    /// An idle thread ends by itself when its questions do; one that is still
    /// thinking is counted until it comes back.
    fn drop(&mut self) {
        self.left_behind.fetch_add(1, Ordering::AcqRel);
        if !self.busy.swap(false, Ordering::AcqRel) {
            self.left_behind.fetch_sub(1, Ordering::AcqRel);
        }
    }
}

/// What the player's thread does with a question.
fn answer<G: Game>(player: &mut Competitor<G>, question: Question<G>) -> Reply<MoveOf<G>> {
    match question {
        Question::Begin(seat) => {
            match player {
                Competitor::Fair(player) => player.begin(seat),
                Competitor::Cheating(player) => player.begin(seat),
            }
            Reply::Done
        }
        Question::Observe(events) => {
            if let Competitor::Fair(player) = player {
                player.observe(&events);
            }
            Reply::Done
        }
        Question::End(scores) => {
            if let Competitor::Fair(player) = player {
                player.end(scores.as_ref());
            }
            Reply::Done
        }
        Question::Choose { shown, legal, budget, mut rng } => {
            let begun = Instant::now();
            let answer = match (player, &shown) {
                (Competitor::Fair(player), Shown::View(view)) => {
                    player.choose(Ask { view, legal: &legal, budget, rng: &mut rng })
                }
                (Competitor::Cheating(player), Shown::Truth(truth, seat)) => {
                    player.choose_seeing(truth, *seat, &legal, &mut rng)
                }
                _ => Err(PlayerError("the question is for another kind of player".into())),
            };
            Reply::Chosen { answer, legal, rng, took: begun.elapsed() }
        }
    }
}
