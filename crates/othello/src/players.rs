//! Players of Othello beyond the random one.

use crate::midgame::{Evaluation, Midgame};
use crate::solver::table_bits;
use crate::{Board, Mode, Move, Othello, PatternEvaluation, Position, Solver, SolverOptions, eval};
use fuda_core::{Alternative, Ask, Budget, Choice, Player, PlayerError};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Takes the move that turns the most discs now; ties at random.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Player<Othello> for Greedy {
    fn choose(&mut self, ask: Ask<'_, Othello>) -> Result<Choice<Move>, PlayerError> {
        let board = ask.view.position().board();
        let mut alternatives: Vec<_> = ask
            .legal
            .iter()
            .map(|&mv| {
                let turned = mv.square().map_or(0, |square| board.flips(square).count_ones());
                Alternative::new(mv, turned.into(), 1)
            })
            .collect();
        ask.rng.shuffle(&mut alternatives);
        choice(alternatives)
    }
}

/// The alternatives in order, the best one chosen; among equals the earlier.
fn choice(mut alternatives: Vec<Alternative<Move>>) -> Result<Choice<Move>, PlayerError> {
    alternatives.sort_by(|a, b| b.value.total_cmp(&a.value));
    let first = alternatives.first().ok_or_else(|| PlayerError("there is no legal move".into()))?;
    let effort = alternatives.iter().map(|a| a.effort).sum();
    Ok(Choice { mv: first.mv, effort, alternatives })
}

/// How [`AlphaBetaPlayer`] plays: it looks a number of plies ahead, and
/// solves the game exactly near its end.
///
/// Values are in discs of final difference: estimates before, exact once the
/// end is solved. With a time or node budget the search deepens step by step
/// as far as the budget (and `depth`) allows; without one the same position
/// always gets the same answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AlphaBeta {
    /// How many plies to look ahead, from 1 to 60.
    pub depth: u32,
    /// From this many empty squares on the game is solved exactly.
    pub exact: u32,
}

impl Default for AlphaBeta {
    fn default() -> AlphaBeta {
        AlphaBeta { depth: 6, exact: 12 }
    }
}

/// What is left of a budget.
#[derive(Clone, Copy)]
struct Limits {
    deadline: Option<Instant>,
    nodes: Option<u64>,
}

impl Limits {
    /// A part of the budget, kept a little short so that answering takes no
    /// more than is allowed.
    fn of(budget: Budget, started: Instant, part: f64) -> Limits {
        let time = budget.time.map(|time| time.mul_f64(0.95).mul_f64(part));
        Limits {
            deadline: time.and_then(|time: Duration| started.checked_add(time)),
            nodes: budget.effort.map(|nodes| (nodes as f64 * part) as u64),
        }
    }
}

/// About how many positions the solver visits in a second, for the size of
/// its table only.
const NODES_A_SECOND: f64 = 2e7;

/// The player with its memory, which is kept from move to move: making the
/// large table of the solver anew would cost more than many a time limit
/// allows. What the memory holds is forgotten before each move, so that the
/// same position gets the same answer whatever came before.
#[derive(Default)]
pub struct AlphaBetaPlayer {
    settings: AlphaBeta,
    evaluation: Evaluation,
    solver: Option<Solver>,
}

impl AlphaBetaPlayer {
    /// A player with these settings.
    pub fn new(settings: AlphaBeta) -> AlphaBetaPlayer {
        AlphaBetaPlayer { settings, ..AlphaBetaPlayer::default() }
    }

    /// A player that judges boards by patterns.
    pub fn with_patterns(settings: AlphaBeta, patterns: Arc<PatternEvaluation>) -> AlphaBetaPlayer {
        AlphaBetaPlayer {
            evaluation: Evaluation::Patterns(patterns),
            ..AlphaBetaPlayer::new(settings)
        }
    }

    /// Every move's exact score, if the budget allows.
    fn solved(
        &mut self,
        position: &Position,
        legal: &[Move],
        (limits, budget): (Limits, Budget),
    ) -> Result<Vec<Alternative<Move>>, u64> {
        let board = position.board();
        let options = SolverOptions { nodes: limits.nodes, ..SolverOptions::default() };
        // The table is sized by what the time allows; the time itself is
        // watched by the clock.
        let in_time = budget.time.map(|time| (time.as_secs_f64() * NODES_A_SECOND) as u64);
        let nodes = [in_time, limits.nodes].into_iter().flatten().min();
        let table_bits = Some(table_bits(board.empties(), &SolverOptions { nodes, ..options }));
        let options = SolverOptions { table_bits, deadline: limits.deadline, ..options };
        let solver = match &mut self.solver {
            Some(solver) => {
                solver.renew(board.empties(), &options);
                solver
            }
            none => none.insert(Solver::new(board.empties(), &options)),
        };
        let mut alternatives = Vec::with_capacity(legal.len());
        for &mv in legal {
            let before = solver.nodes();
            match solver.score(after(board, mv), Mode::Exact) {
                Some(score) => alternatives.push(Alternative::new(
                    mv,
                    f64::from(-score),
                    solver.nodes() - before,
                )),
                None => return Err(solver.nodes()),
            }
        }
        Ok(alternatives)
    }

    /// Every move's value after looking ahead as far as depth and budget allow.
    fn estimated(
        &self,
        position: &Position,
        legal: &[Move],
        limits: Limits,
    ) -> Vec<Alternative<Move>> {
        let board = position.board();
        let bits = if self.settings.depth <= 4 { 12 } else { 16 };
        // One ply is always looked at, whatever the budget.
        let mut best: Vec<_> = legal
            .iter()
            .map(|&mv| Alternative::new(mv, -self.value_now(after(board, mv)), 1))
            .collect();
        let mut search = Midgame::new(bits, limits.nodes, limits.deadline)
            .with_evaluation(self.evaluation.clone());
        for depth in 2..=self.settings.depth.clamp(1, 60) {
            best.sort_by(|a, b| b.value.total_cmp(&a.value));
            let mut deeper = Vec::with_capacity(best.len());
            for known in &best {
                let before = search.nodes;
                let Some(value) = search.value(after(board, known.mv), depth - 1) else {
                    return best;
                };
                deeper.push(Alternative::new(
                    known.mv,
                    in_discs(-value),
                    known.effort + search.nodes - before,
                ));
            }
            best = deeper;
        }
        best
    }

    fn value_now(&self, board: Board) -> f64 {
        in_discs(self.evaluation.evaluate(board))
    }
}

fn in_discs(value: i32) -> f64 {
    f64::from(value) / f64::from(eval::DISC)
}

fn after(board: Board, mv: Move) -> Board {
    match mv.square() {
        Some(square) => board.after(square, board.flips(square)),
        None => board.passed(),
    }
}

impl Player<Othello> for AlphaBetaPlayer {
    fn choose(&mut self, ask: Ask<'_, Othello>) -> Result<Choice<Move>, PlayerError> {
        let started = Instant::now();
        let position = ask.view.position();
        let mut spent = 0;
        if position.board().empties() <= self.settings.exact {
            // Should the end be too far for the budget, the rest of it must
            // do for an estimate.
            let limits = Limits::of(ask.budget, started, 0.6);
            match self.solved(position, ask.legal, (limits, ask.budget)) {
                Ok(alternatives) => return choice(alternatives),
                Err(nodes) => spent = nodes,
            }
        }
        let mut limits = Limits::of(ask.budget, started, 1.0);
        limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(spent));
        let mut choice = choice(self.estimated(position, ask.legal, limits))?;
        choice.effort += spent;
        Ok(choice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_core::{
        Game, Position as _, Purpose, RandomPlayer, Record, Seat, Seed, View as _, conformance,
    };

    fn alphabeta(depth: u32, exact: u32) -> AlphaBetaPlayer {
        AlphaBetaPlayer::new(AlphaBeta { depth, exact })
    }

    fn play(
        black: &mut dyn Player<Othello>,
        white: &mut dyn Player<Othello>,
        number: u64,
        budget: Budget,
    ) -> Record<Othello> {
        let game = Othello::default();
        let deal = game.deal(&mut Seed(4).stream(Purpose::Deal, &[number]));
        let mut position = game.start(&deal).unwrap();
        let mut record = Record::new(&game, deal);
        let mut legal = Vec::new();
        while let Some(seat) = position.turn().first() {
            position.legal_moves(seat, &mut legal);
            let ply = record.moves.len() as u64;
            let rng = &mut Seed(5).stream(Purpose::Player, &[number, ply]);
            let view = position.view(seat);
            let ask = Ask { view: &view, legal: &legal, budget, rng };
            let choice = if seat == Seat(0) { black.choose(ask) } else { white.choose(ask) };
            let choice = choice.unwrap();
            position.play(seat, choice.mv).unwrap();
            record.moves.push((seat, choice.mv));
            if !choice.alternatives.is_empty() {
                assert_eq!(choice.alternatives.len(), legal.len());
                assert_eq!(choice.alternatives[0].mv, choice.mv);
            }
            assert_eq!(view.seat(), seat);
        }
        record.scores = position.scores();
        record
    }

    /// The share of games the first player wins, sides turned each game.
    fn share(first: &mut dyn Player<Othello>, second: &mut dyn Player<Othello>, games: u64) -> f64 {
        let mut won = 0.0;
        for number in 0..games {
            let score = if number % 2 == 0 {
                play(first, second, number / 2, Budget::default()).scores.unwrap()[0]
            } else {
                play(second, first, number / 2, Budget::default()).scores.unwrap()[1]
            };
            won += (score.signum() + 1.0) / 2.0;
        }
        won / games as f64
    }

    #[test]
    fn alphabeta_beats_greedy_and_random() {
        let mut player = alphabeta(4, 10);
        assert!(share(&mut player, &mut Greedy, 40) > 0.95);
        assert!(share(&mut player, &mut RandomPlayer, 40) > 0.95);
    }

    #[test]
    fn looking_further_is_better() {
        let mut far = alphabeta(5, 10);
        let mut near = alphabeta(2, 2);
        assert!(share(&mut far, &mut near, 60) > 0.65);
    }

    #[test]
    fn the_same_seed_gives_the_same_game() {
        let game =
            |number| play(&mut AlphaBetaPlayer::default(), &mut Greedy, number, Budget::default());
        assert_eq!(game(3), game(3));
        conformance::check(&Othello::default(), 1, Seed(8));
    }

    #[test]
    fn budgets_are_kept() {
        let effort = Budget { effort: Some(3_000), time: None };
        let position = Othello::STANDARD.first();
        let mut legal = Vec::new();
        position.legal_moves(Seat(0), &mut legal);
        let rng = &mut fuda_core::Rng::new(Seed(1));
        let view = position.view(Seat(0));
        let ask = Ask { view: &view, legal: &legal, budget: effort, rng };
        let choice = alphabeta(30, 12).choose(ask).unwrap();
        assert!(choice.effort <= 3_200, "spent {}", choice.effort);
        let time = Budget { effort: None, time: Some(Duration::from_millis(1)) };
        play(&mut alphabeta(30, 40), &mut Greedy, 1, time);
        let none = Budget { effort: Some(0), time: Some(Duration::ZERO) };
        play(&mut AlphaBetaPlayer::default(), &mut AlphaBetaPlayer::default(), 2, none);
    }

    fn asked(player: &mut AlphaBetaPlayer, board: Board, budget: Budget) -> Choice<Move> {
        let position = Position::new(board, crate::Disc::Black);
        let mut legal = Vec::new();
        position.legal_moves(Seat(0), &mut legal);
        let view = position.view(Seat(0));
        let rng = &mut fuda_core::Rng::new(Seed(1));
        player.choose(Ask { view: &view, legal: &legal, budget, rng }).unwrap()
    }

    #[test]
    fn memory_changes_no_answer() {
        let mut rng = fuda_core::Rng::new(Seed(78));
        let mut used = alphabeta(4, 13);
        for empties in [13, 10, 30, 12, 9, 13] {
            let board = crate::random_position(empties, &mut rng);
            for effort in [None, Some(500), Some(20_000)] {
                let budget = Budget { time: None, effort };
                let fresh = asked(&mut alphabeta(4, 13), board, budget);
                assert_eq!(asked(&mut used, board, budget), fresh);
            }
        }
    }

    #[test]
    fn a_short_time_makes_a_small_table() {
        let mut rng = fuda_core::Rng::new(Seed(79));
        let mut player = alphabeta(60, 30);
        let board = crate::random_position(30, &mut rng);
        let time = Some(Duration::from_millis(50));
        asked(&mut player, board, Budget { time, effort: None });
        let bytes = player.solver.as_ref().unwrap().table_bytes();
        assert!(bytes < 8 << 20, "{bytes} bytes for 50 ms");
    }

    #[test]
    fn solved_alternatives_are_exact() {
        let mut rng = fuda_core::Rng::new(Seed(77));
        let board = crate::random_position(9, &mut rng);
        let position = Position::new(board, crate::Disc::White);
        let mut legal = Vec::new();
        position.legal_moves(Seat(1), &mut legal);
        let view = position.view(Seat(1));
        let ask = Ask { view: &view, legal: &legal, budget: Budget::default(), rng: &mut rng };
        let choice = AlphaBetaPlayer::default().choose(ask).unwrap();
        let exact = crate::solve(board, Mode::Exact, &SolverOptions::default()).unwrap();
        assert_eq!(choice.alternatives[0].value, f64::from(exact.score));
    }
}
