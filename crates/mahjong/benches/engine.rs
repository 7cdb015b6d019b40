//! Whole hanchan of uniformly random legal moves under Tenhou's rules, ours
//! and the peer's side by side.

use divan::Bencher;
use divan::counter::ItemsCount;
use fuda_core::{Game, Position, Purpose, Seed};
use fuda_mahjong::{Deal, Mahjong};
use riichienv_core::action::ActionType;
use riichienv_core::rule::GameRule;
use riichienv_core::state::GameState;
use riichienv_core::state::legal_actions::GameStateLegalActions;
use std::collections::HashMap;
use std::time::{Duration, Instant};

fn main() {
    ratio();
    divan::main();
}

/// One hanchan of ours; gives the number of hands, so that nothing is optimised away.
fn ours(seed: u64) -> u32 {
    let game = Mahjong::default();
    let mut rng = Seed(seed).stream(Purpose::Playout, &[]);
    let mut scratch = Vec::with_capacity(64);
    let mut position = game.start(&Deal::from_seed(seed)).expect("a seed is a deal");
    divan::black_box(position.random_playout(&mut rng, &mut scratch));
    position.table().hand_number + 1
}

/// One hanchan of the peer, moves drawn evenly from its own menus.
fn peer(seed: u64) -> u32 {
    let mut rng = Seed(seed).stream(Purpose::Playout, &[]);
    let mut state = GameState::new(2, true, Some(seed), 0, GameRule::default_tenhou());
    let mut hands = 1;
    while !state.is_done {
        if state.needs_initialize_next_round {
            state.step(&HashMap::new());
            hands += 1;
            continue;
        }
        let actions = state
            .active_players
            .iter()
            .filter_map(|&seat| {
                let legal = state._get_legal_actions_internal(seat);
                rng.pick(&legal).cloned().map(|action| (seat, action))
            })
            .collect::<HashMap<_, _>>();
        debug_assert!(actions.values().all(|a| a.action_type != ActionType::Kita));
        state.step(&actions);
    }
    hands
}

/// The ratio in one line. Both take turns, so that other work on the machine
/// slows them alike.
fn ratio() {
    let (mut here, mut there) = (Duration::ZERO, Duration::ZERO);
    let rounds = 30u64;
    let each = 50;
    for round in 0..rounds {
        let start = Instant::now();
        for game in 0..each {
            divan::black_box(ours(round * each + game));
        }
        here += start.elapsed();
        let start = Instant::now();
        divan::black_box(peer(round));
        there += start.elapsed();
    }
    let ours = (rounds * each) as f64 / here.as_secs_f64();
    let peer = rounds as f64 / there.as_secs_f64();
    println!(
        "hanchan per second: ours {ours:.0}, riichienv-core {peer:.0}, ratio {:.1}",
        ours / peer
    );
}

#[divan::bench]
fn hanchan_ours(bencher: Bencher<'_, '_>) {
    let mut seed = 0;
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        seed += 1;
        ours(seed)
    });
}

#[divan::bench(sample_count = 20)]
fn hanchan_riichienv_core(bencher: Bencher<'_, '_>) {
    let mut seed = 0;
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        seed += 1;
        peer(seed)
    });
}

/// A position in the middle of a hand, for the parts of a search.
fn middle() -> fuda_mahjong::MahjongPosition {
    let game = Mahjong::default();
    let mut rng = Seed(5).stream(Purpose::Playout, &[]);
    let mut scratch = Vec::new();
    let mut position = game.start(&Deal::from_seed(5)).expect("a seed is a deal");
    while position.table().live > 30 {
        let Some(seat) = position.turn().first() else { break };
        let Some(mv) = position.random_move(seat, &mut rng, &mut scratch) else { break };
        position.play_unchecked(seat, mv);
    }
    position
}

#[divan::bench]
fn clone_position(bencher: Bencher<'_, '_>) {
    let position = middle();
    bencher.bench_local(|| position.clone());
}

#[divan::bench]
fn view_and_assume(bencher: Bencher<'_, '_>) {
    use fuda_core::View;
    let position = middle();
    let seat = position.turn().first().expect("the game goes on");
    let mut rng = Seed(6).stream(Purpose::Playout, &[]);
    bencher.bench_local(|| position.view(seat).assume(&mut rng));
}
