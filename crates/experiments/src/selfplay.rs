//! Games of a player against itself.

use fuda_arena::{Competitor, Limits, play_game};
use fuda_core::{Game, Purpose, Record, Seed};
use fuda_players::Catalogue;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Plays so many games of a player against itself. The games depend on the
/// seed and their number alone.
pub fn self_play<G: Game>(
    catalogue: &Catalogue<G>,
    game: &G,
    player: &str,
    count: u64,
    seed: Seed,
    threads: usize,
) -> Result<Vec<Record<G>>, String> {
    let recipe = catalogue.recipe(game, player).map_err(|e| e.to_string())?;
    let next = AtomicU64::new(0);
    let work = || {
        let mut played = Vec::new();
        let never = AtomicBool::new(false);
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return Ok(played);
            }
            let deal = game.deal(&mut seed.stream(Purpose::Deal, &[number]));
            let mut seats: Vec<Competitor<G>> =
                (0..game.seats()).map(|_| Competitor::Fair((recipe.make)())).collect();
            let own = seed.derive(Purpose::Sample, &[number]);
            let limits = Limits::default();
            let found =
                play_game(game, deal, &mut seats, own, limits, &never, &mut |_, _, _, _| {})
                    .map_err(|e| e.to_string())?;
            if let Some(fault) = found.fault {
                return Err(format!("{player} failed in game {number}: {fault:?}"));
            }
            played.push((number, found.record));
        }
    };
    let parts: Vec<Played<G>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        let join = |worker: std::thread::ScopedJoinHandle<'_, _>| match worker.join() {
            Ok(part) => part,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        workers.into_iter().map(join).collect()
    });
    let mut games = Vec::new();
    for part in parts {
        games.extend(part?);
    }
    games.sort_by_key(|(number, _)| *number);
    Ok(games.into_iter().map(|(_, record)| record).collect())
}

/// The games of one thread with their numbers, or why it gave up.
type Played<G> = Result<Vec<(u64, Record<G>)>, String>;

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_othello::Othello;

    #[test]
    fn games_do_not_depend_on_threads() {
        let catalogue = fuda_players::othello();
        let play =
            |threads| self_play(&catalogue, &Othello::default(), "random", 7, Seed(3), threads);
        let games = play(1).unwrap();
        assert_eq!(games.len(), 7);
        assert!(games.iter().all(|game| game.scores.is_some()));
        assert_eq!(games, play(3).unwrap());
        let wrong = self_play(&catalogue, &Othello::default(), "nobody", 1, Seed(3), 1);
        assert!(wrong.unwrap_err().contains("no player"));
    }
}
