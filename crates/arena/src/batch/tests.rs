//! Batches are the same games that any other loop plays, whatever the number
//! of threads, and refuse what is wrong without losing anything.

use super::{Batch, BatchError, BatchOptions, Rows, Step};
use crate::entrant::Entrant;
use fuda_core::{
    Ask, Choice, Game, MoveOf, Player, PlayerError, Position, Purpose, RandomPlayer, Seat, Seed,
};
use fuda_koikoi::KoiKoi;
use fuda_mahjong::Mahjong;
use fuda_othello::Othello;

/// The arrays of a batch, and a chooser that depends on nothing but them.
struct Learner {
    observations: Vec<u8>,
    masks: Vec<u8>,
    seats: Vec<u8>,
    games: Vec<u32>,
}

impl Learner {
    fn new<G: Game>(batch: &Batch<G>) -> Learner {
        let rows = batch.capacity();
        Learner {
            observations: vec![9; rows * batch.encoder().len()],
            masks: vec![9; rows * batch.encoder().actions()],
            seats: vec![9; rows],
            games: vec![9; rows],
        }
    }

    fn observe<G: Game>(&mut self, batch: &mut Batch<G>) -> usize {
        let rows = Rows {
            observations: &mut self.observations,
            masks: &mut self.masks,
            seats: &mut self.seats,
            games: &mut self.games,
        };
        batch.observe(rows).unwrap()
    }

    /// A legal action of every row, which one by a hash of what is seen.
    fn actions(&self, rows: usize) -> Vec<i32> {
        let (width, actions) = (self.observations.len() / rows, self.masks.len() / rows);
        let choose = |row: usize| {
            let seen = &self.observations[row * width..][..width];
            let hash = seen.iter().fold(17u64, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x100_0193));
            let mask = &self.masks[row * actions..][..actions];
            let legal: Vec<usize> = (0..actions).filter(|&action| mask[action] == 1).collect();
            assert!(legal.len() > 1, "forced moves are played inside");
            legal[(hash >> 20) as usize % legal.len()] as i32
        };
        (0..rows).map(choose).collect()
    }
}

fn batch<G: Game>(game: G, options: BatchOptions<G>) -> Batch<G> {
    let encoder = game.observations().remove(0);
    Batch::new(game, encoder, options).unwrap()
}

/// Everything that happens in some steps.
fn history<G: Game>(rules: &str, options: BatchOptions<G>, steps: usize) -> (Vec<u8>, Vec<Step>) {
    let mut batch = batch(G::with_rules(rules).unwrap(), options);
    let mut learner = Learner::new(&batch);
    let (mut seen, mut all) = (Vec::new(), Vec::new());
    for _ in 0..steps {
        let rows = learner.observe(&mut batch);
        assert_eq!(rows, batch.capacity());
        seen.extend_from_slice(&learner.observations);
        seen.extend_from_slice(&learner.seats);
        all.push(batch.step(&learner.actions(rows)).unwrap());
    }
    (seen, all)
}

fn options<G: Game>(games: usize, threads: usize) -> BatchOptions<G> {
    BatchOptions { games, threads, seed: Seed(5), ..BatchOptions::default() }
}

fn random<G: Game>() -> Entrant<G> {
    Entrant::fair("random", || Box::new(RandomPlayer))
}

#[test]
fn threads_change_nothing() {
    let with = |threads| {
        let opponents = vec![(Seat(1), vec![random(), random()])];
        history::<KoiKoi>("guan", BatchOptions { opponents, ..options(100, threads) }, 60)
    };
    assert!(with(1) == with(3));
    let mahjong = |threads| history::<Mahjong>("tenhou", options(70, threads), 40);
    assert!(mahjong(1) == mahjong(2));
}

/// The rewards of the rounds add up to the points, and those to the scores.
#[test]
fn rewards_add_up() {
    let (_, steps) = history::<KoiKoi>("guan", options(20, 1), 900);
    let mut sums = vec![[0.0; 2]; 20];
    let (mut rounds, mut games) = (0, 0);
    for step in &steps {
        for round in &step.rounds {
            assert_eq!(round.rewards.iter().sum::<f64>(), 0.0);
            for (sum, reward) in sums[round.table].iter_mut().zip(&round.rewards) {
                *sum += reward;
            }
            rounds += 1;
        }
        for game in &step.games {
            assert_eq!(game.scores[..], sums[game.table][..]);
            assert_eq!(game.own[..], [true, true]);
            let places = game.places();
            assert_eq!(game.scores[0] > game.scores[1], places[..] == [1, 2]);
            sums[game.table] = [0.0; 2];
            games += 1;
        }
    }
    assert!(games > 20 && rounds > 2 * games, "{games} games, {rounds} rounds");
}

#[test]
fn a_game_of_one_round_ends_with_it() {
    let (_, steps) = history::<Othello>("standard", options(9, 1), 70);
    let games: Vec<_> = steps.iter().flat_map(|step| &step.games).collect();
    let rounds: Vec<_> = steps.iter().flat_map(|step| &step.rounds).collect();
    assert!(games.len() >= 9);
    assert_eq!(games.len(), rounds.len());
    for (game, round) in games.iter().zip(rounds) {
        assert_eq!((game.table, &game.scores), (round.table, &round.rewards));
    }
}

/// A table plays the deal that its number names, and its moves are legal: the
/// same game played alone by the same choices ends with the same scores.
#[test]
fn a_table_is_a_plain_game() {
    let game = Mahjong::default();
    let mut batch = batch(game, options(1, 1));
    let mut learner = Learner::new(&batch);
    let encoder = game.observations().remove(0);
    let deal = game.deal(&mut Seed(5).stream(Purpose::Deal, &[0, 0]));
    let mut alone = game.start(&deal).unwrap();
    let mut legal: Vec<MoveOf<Mahjong>> = Vec::new();
    let mut bytes = vec![0; encoder.len()];
    while let Some(seat) = alone.turn().first() {
        alone.legal_moves(seat, &mut legal);
        let view = alone.view(seat);
        let numbers: Vec<usize> = legal.iter().map(|mv| encoder.action(&view, *mv)).collect();
        let mut action = numbers[0];
        if numbers.iter().any(|number| *number != action) {
            let rows = learner.observe(&mut batch);
            encoder.observe(&view, &legal, &mut bytes);
            assert_eq!((rows, learner.seats[0], learner.games[0]), (1, seat.0, 0));
            assert!(bytes == learner.observations);
            action = learner.actions(1)[0] as usize;
            let step = batch.step(&[action as i32]).unwrap();
            let mv = encoder.move_of(&view, &legal, action).unwrap();
            alone.play(seat, mv).unwrap();
            if let Some(game) = step.games.first() {
                // Forced moves may have been played after this one.
                alone.random_playout(&mut fuda_core::Rng::new(Seed(1)), &mut legal);
                assert_eq!(Some(&game.scores), alone.scores().as_ref());
                return;
            }
        } else {
            alone.play(seat, encoder.move_of(&view, &legal, action).unwrap()).unwrap();
        }
    }
    panic!("the game ended alone and not in the batch");
}

#[test]
fn opponents_hold_their_seats_and_rotate() {
    let opponents = vec![(Seat(1), vec![random()]), (Seat(3), vec![random()])];
    let mut batch = batch(Mahjong::default(), BatchOptions { opponents, ..options(4, 1) });
    let mut learner = Learner::new(&batch);
    let mut finished = 0;
    while finished < 8 {
        let rows = learner.observe(&mut batch);
        for game in batch.step(&learner.actions(rows)).unwrap().games {
            let turned = (game.table + game.number as usize).is_multiple_of(2);
            assert_eq!(game.own[..], [turned, !turned, turned, !turned]);
            finished += 1;
        }
    }
}

#[test]
fn an_illegal_action_plays_nothing() {
    let mut batch = batch(Othello::STANDARD, options(3, 1));
    let mut learner = Learner::new(&batch);
    learner.observe(&mut batch);
    let before = learner.observations.clone();
    let good = learner.actions(3);
    for wrong in [-1, 0, 65, i32::MAX] {
        let error = batch.step(&[good[0], wrong, good[2]]).unwrap_err();
        assert!(matches!(error, BatchError::Illegal { row: 1, .. }), "{error}");
        assert!(error.to_string().contains("legal are 19, 26, 37, 44"), "{error}");
    }
    learner.observe(&mut batch);
    assert!(learner.observations == before);
    let short = batch.step(&good[..2]).unwrap_err();
    assert_eq!(short.to_string(), "actions: expected at least 3 entries, got 2");
    assert!(batch.step(&good).is_ok());
}

#[test]
fn senseless_batches_are_refused() {
    let make = |options| {
        let game = Othello::default();
        let encoder = game.observations().remove(0);
        Batch::new(game, encoder, options).err().map(|e| e.to_string()).unwrap_or_default()
    };
    assert!(make(options(0, 1)).contains("from 1 to"));
    assert!(make(options(usize::MAX, 1)).contains("from 1 to"));
    let taken = |seats: &[u8]| {
        let opponents = seats.iter().map(|seat| (Seat(*seat), vec![random()])).collect();
        make(BatchOptions { opponents, ..options(1, 1) })
    };
    assert!(taken(&[0, 1]).contains("every seat is taken"));
    assert!(taken(&[2]).contains("there is no seat 2"));
    assert!(taken(&[1, 1]).contains("twice"));
}

/// Plays the first move a few times, then fails.
struct Failing(u32, bool);

impl Player<Othello> for Failing {
    fn choose(&mut self, ask: Ask<'_, Othello>) -> Result<Choice<MoveOf<Othello>>, PlayerError> {
        self.0 += 1;
        match (self.0 > 5, self.1) {
            (false, _) => Ok(Choice::from(ask.legal[0])),
            (true, false) => Err(PlayerError("no idea".into())),
            (true, true) => panic!("no idea at all"),
        }
    }
}

#[test]
fn a_failing_opponent_ends_the_batch_with_its_name() {
    for panics in [false, true] {
        let failing = Entrant::fair("failing", move || Box::new(Failing(0, panics)));
        let opponents = vec![(Seat(1), vec![failing])];
        let mut batch = batch(Othello::default(), BatchOptions { opponents, ..options(3, 2) });
        let mut learner = Learner::new(&batch);
        let error = loop {
            let rows = learner.observe(&mut batch);
            if let Err(error) = batch.step(&learner.actions(rows)) {
                break error.to_string();
            }
        };
        assert!(error.contains("`failing` failed") && error.contains("no idea"), "{error}");
        let after = batch.step(&[0; 3]).unwrap_err().to_string();
        assert!(after.contains("make a new one") && after.contains("no idea"), "{after}");
    }
}
