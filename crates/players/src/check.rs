//! `fuda check-bot`: odd situations, and what a player does in them.

use crate::Factory;
use fuda_arena::{
    ChosenMove, Competitor, Conditions, Fault, Observer, ask, play_game, player_rngs,
};
use fuda_core::{
    Ask, Budget, Choice, Game, MoveOf, Player, Position, PositionOf, Purpose, RandomPlayer, Seat,
    Seed, Turn,
};
use serde::Serialize;
use std::time::{Duration, Instant};

/// How thoroughly a player is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckOptions {
    /// The root of all random numbers.
    pub seed: Seed,
    /// How many games are played in a row.
    pub games: u64,
    /// What a move may take where little time is given.
    pub little_time: Duration,
}

/// One thing that was tried.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Check {
    /// What was tried.
    pub name: &'static str,
    /// How often.
    pub tried: u64,
    /// What the player did wrong, at most a few of each kind.
    pub problems: Vec<String>,
    /// How many problems there were in all.
    pub failed: u64,
    /// What else is worth knowing.
    pub note: String,
}

/// So many problems of one kind are printed in full.
const TOLD: usize = 3;

impl Check {
    fn new(name: &'static str) -> Check {
        Check { name, tried: 0, problems: Vec::new(), failed: 0, note: String::new() }
    }

    /// Notes the result of one try.
    fn tried(&mut self, place: &str, result: Result<(), String>) {
        self.tried += 1;
        if let Err(problem) = result {
            self.failed += 1;
            if self.problems.len() < TOLD {
                self.problems.push(format!("{place}: {problem}"));
            }
        }
    }

    /// Whether nothing was wrong.
    pub fn passed(&self) -> bool {
        self.failed == 0
    }
}

/// Plays and asks, and gives what was tried with what was wrong. `done` is
/// called after each step.
pub fn check_player<G: Game>(
    game: &G,
    make: &Factory<G>,
    options: CheckOptions,
    done: &dyn Fn(),
) -> Result<Vec<Check>, String> {
    let mut checker = Checker { game, make, options, player: Some(make()) };
    let mut checks = vec![checker.ready()?];
    done();
    let (games, seen) = checker.games(done)?;
    checks.push(games);
    checks.push(seen.claims);
    checks.push(checker.questions("questions with one legal move", &seen.forced));
    checks.push(checker.questions("the last question of a game", &seen.last));
    checks.push(checker.questions("questions out of the middle of a game", &seen.middle));
    checks.push(checker.broken_off(&seen.middle));
    checks.push(checker.in_time(&seen.middle));
    checks.push(checker.repeated(&seen.middle));
    done();
    Ok(checks)
}

/// A question that can be asked again.
type Situation<G> = (PositionOf<G>, Seat);

/// What came up in whole games.
struct Seen<G: Game> {
    claims: Check,
    forced: Vec<Situation<G>>,
    last: Vec<Situation<G>>,
    middle: Vec<Situation<G>>,
}

/// So many situations of a kind are asked about once more.
const SITUATIONS: usize = 10;

struct Checker<'a, G: Game> {
    game: &'a G,
    make: &'a Factory<G>,
    options: CheckOptions,
    /// The player; whoever fails is replaced.
    player: Option<Box<dyn Player<G>>>,
}

impl<G: Game> Checker<'_, G> {
    /// The very first question of a game.
    fn ready(&mut self) -> Result<Check, String> {
        let mut check = Check::new("starts and answers");
        let deal = self.game.deal(&mut self.options.seed.stream(Purpose::Deal, &[0]));
        let position = self.game.start(&deal).map_err(|e| e.to_string())?;
        if let Some(seat) = position.turn().first() {
            let begun = Instant::now();
            let answer = self.ask(&position, seat, 0, Budget::default());
            check.tried("the first question", answer.map(drop));
            check.note = format!("ready and answered after {}", millis(begun.elapsed()));
        }
        Ok(check)
    }

    /// Whole games in a row against players that play anything, the player in
    /// every seat by turns.
    fn games(&mut self, done: &dyn Fn()) -> Result<(Check, Seen<G>), String> {
        let mut check = Check::new("whole games in a row, every seat");
        let mut claims = Check::new("claims on the moves of others");
        let (mut forced, mut last, mut middle) = (Vec::new(), Vec::new(), Vec::new());
        let (mut longest, mut questions) = (0, 0);
        for number in 0..self.options.games {
            let seats = self.game.seats();
            let me = Seat((number % seats as u64) as u8);
            let mut players: Vec<Competitor<G>> =
                (1..seats).map(|_| Competitor::Fair(Box::new(RandomPlayer))).collect();
            let player = self.player.take().unwrap_or_else(|| (self.make)());
            players.insert(me.index(), Competitor::Fair(player));
            let deal = self.game.deal(&mut self.options.seed.stream(Purpose::Deal, &[number]));
            let mut rngs = player_rngs(self.options.seed.derive(Purpose::Player, &[number]), seats);
            let mut watch = Watch { me, asked: 0, claims: 0, forced: None, asked_at: Vec::new() };
            let under = Conditions::default();
            let played = play_game(self.game, &deal, &mut players, &mut rngs, under, &mut watch)
                .map_err(|e| e.to_string())?;
            let fault = played.fault.filter(|fault| fault.seat == me);
            let on_claim = matches!(played.position.turn(), Turn::Claims(_));
            let result = fault.as_ref().map_or(Ok(()), |fault| Err(told(fault)));
            let place = format!("game {}, seat {me}, question {}", number + 1, watch.asked + 1);
            check.tried(&place, result.clone());
            claims.tried += watch.claims;
            match (result.is_ok(), on_claim) {
                (true, _) => {
                    if let Competitor::Fair(player) = players.swap_remove(me.index()) {
                        self.player = Some(player);
                    }
                }
                (false, true) => claims.tried(&place, result),
                (false, false) => {}
            }
            longest = longest.max(watch.asked);
            questions += watch.asked;
            forced.extend(watch.forced);
            last.extend(watch.asked_at.pop().map(|position| (position, me)));
            let half = watch.asked_at.len() / 2;
            middle.extend(watch.asked_at.into_iter().nth(half).map(|position| (position, me)));
            done();
        }
        check.note = format!("{questions} questions, {longest} in the longest game");
        for list in [&mut forced, &mut last, &mut middle] {
            list.truncate(SITUATIONS);
        }
        Ok((check, Seen { claims, forced, last, middle }))
    }

    /// Single questions without the game before them, as `fuda analyse` asks.
    fn questions(&mut self, name: &'static str, situations: &[Situation<G>]) -> Check {
        let mut check = Check::new(name);
        for ((position, seat), number) in situations.iter().zip(1..) {
            let answer = self.ask(position, *seat, number, Budget::default());
            check.tried(&format!("question {number}"), answer.map(drop));
        }
        check
    }

    /// A game that is broken off and another one right after it.
    fn broken_off(&mut self, situations: &[Situation<G>]) -> Check {
        let mut check = Check::new("games broken off after a question");
        for ((position, seat), number) in situations.iter().zip(1..) {
            let first = self.ask(position, *seat, number, Budget::default());
            let second = first.and_then(|_| self.ask(position, *seat, number, Budget::default()));
            check.tried(&format!("game {number}"), second.map(drop));
        }
        check
    }

    /// Questions with little time.
    fn in_time(&mut self, situations: &[Situation<G>]) -> Check {
        let mut check = Check::new("answers in the time it is given");
        let limit = self.options.little_time;
        let grace = fuda_arena::Limits::default().grace;
        let mut slowest = Duration::ZERO;
        for ((position, seat), number) in situations.iter().zip(1..) {
            // A program that has to be started first is not to blame.
            let warm = self.ask(position, *seat, number, Budget::default());
            let begun = Instant::now();
            let budget = Budget { time: Some(limit), effort: None };
            let answer = warm.and_then(|_| self.ask(position, *seat, number, budget));
            let took = begun.elapsed();
            slowest = slowest.max(took);
            let result = match answer {
                Ok(_) if took > limit + grace => {
                    Err(format!("{} after it was given {}", millis(took), millis(limit)))
                }
                other => other.map(drop),
            };
            check.tried(&format!("question {number}"), result);
        }
        check.note = format!("slowest {} of {}", millis(slowest), millis(limit));
        check
    }

    /// Whether the same question has the same answer. Programs may draw their
    /// own random numbers, so this is no fault.
    fn repeated(&mut self, situations: &[Situation<G>]) -> Check {
        let mut check = Check::new("the same question asked twice");
        let mut different = 0;
        for ((position, seat), number) in situations.iter().zip(1..) {
            let mut once = || self.ask(position, *seat, number, Budget::default());
            let answers = once().and_then(|first| Ok((first.mv, once()?.mv)));
            different += usize::from(answers.as_ref().is_ok_and(|(a, b)| a != b));
            check.tried(&format!("question {number}"), answers.map(drop));
        }
        check.note = match different {
            0 => "the same answers: the same seed gives the same games".into(),
            _ => format!("{different} other answers: the same seed gives other games"),
        };
        check
    }

    /// One question of a game of its own.
    fn ask(
        &mut self,
        position: &PositionOf<G>,
        seat: Seat,
        number: u64,
        budget: Budget,
    ) -> Result<Choice<MoveOf<G>>, String> {
        let mut player = self.player.take().unwrap_or_else(|| (self.make)());
        let (view, mut legal) = (position.view(seat), Vec::new());
        position.legal_moves(seat, &mut legal);
        let rng = &mut self.options.seed.stream(Purpose::Player, &[number]);
        player.begin(seat);
        let answer = ask(&mut *player, Ask { view: &view, legal: &legal, budget, rng });
        let answer = answer.map_err(|fault| told(&fault))?;
        self.player = Some(player);
        Ok(answer)
    }
}

/// Notes what one seat is asked in a game.
struct Watch<G: Game> {
    me: Seat,
    asked: u64,
    claims: u64,
    forced: Option<Situation<G>>,
    asked_at: Vec<PositionOf<G>>,
}

impl<G: Game> Observer<G> for Watch<G> {
    fn decision(&mut self, decision: &ChosenMove<'_, G>) {
        if decision.seat != self.me {
            return;
        }
        let position = decision.position;
        match decision.choice {
            None => self.forced = Some((position.clone(), self.me)),
            Some(_) => {
                self.asked += 1;
                self.claims += u64::from(matches!(position.turn(), Turn::Claims(_)));
                self.asked_at.push(position.clone());
            }
        }
    }
}

fn told(fault: &Fault) -> String {
    format!("{}: {}", fault.kind, fault.message)
}

fn millis(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_core::PlayerError;
    use fuda_core::kuhn::{Kuhn, KuhnMove};
    use std::sync::Arc;

    fn options() -> CheckOptions {
        CheckOptions { seed: Seed(1), games: 8, little_time: Duration::from_secs(5) }
    }

    #[test]
    fn a_good_player_passes() {
        let make: Factory<Kuhn> = Arc::new(|| Box::new(RandomPlayer));
        let checks = check_player(&Kuhn, &make, options(), &|| {}).unwrap();
        assert!(checks.iter().all(Check::passed), "{checks:?}");
        assert_eq!((checks[1].tried, checks.len()), (8, 9));
    }

    /// Bets on a king only and fails otherwise.
    struct Fails;

    impl Player<Kuhn> for Fails {
        fn choose(&mut self, ask: Ask<'_, Kuhn>) -> Result<Choice<KuhnMove>, PlayerError> {
            match ask.rng.below(2) {
                0 => Ok(Choice::from(KuhnMove::Bet)),
                _ => Err(PlayerError("no idea".into())),
            }
        }
    }

    #[test]
    fn a_bad_player_is_told_what_is_wrong() {
        let make: Factory<Kuhn> = Arc::new(|| Box::new(Fails));
        let checks = check_player(&Kuhn, &make, options(), &|| {}).unwrap();
        let games = &checks[1];
        assert!(games.failed > 0 && games.failed < 8, "{games:?}");
        assert!(games.problems[0].ends_with("error: no idea"), "{games:?}");
        assert!(games.problems.len() <= TOLD);
    }
}
