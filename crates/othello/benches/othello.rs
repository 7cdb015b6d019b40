//! Random games and the last four empty squares, beside a plain bitboard
//! loop and the `magpie` crate; the ratios are printed at the end.

use divan::Bencher;
use divan::counter::ItemsCount;
use fuda_core::{Game, Position as _, Rng, Seed};
use fuda_learn::{ModelFile, Patterns};
use fuda_othello::encode::AfterMove;
use fuda_othello::{
    Board, BoardPattern, Mode, Othello, PatternEvaluation, PatternStage, Solver, SolverOptions,
    perft, random_position,
};
use std::hint::black_box;
use std::time::Instant;

const GAMES: usize = 2_000;
const POSITIONS: usize = 20_000;

fn main() {
    divan::main();
    ratios();
}

/// What anybody would write in an afternoon: eight shifts, eight walks.
mod plain {
    use fuda_core::Rng;

    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

    fn shift(x: u64, direction: usize) -> u64 {
        match direction {
            0 => x << 1 & NOT_A,
            1 => x >> 1 & NOT_H,
            2 => x << 8,
            3 => x >> 8,
            4 => x << 9 & NOT_A,
            5 => x >> 9 & NOT_H,
            6 => x << 7 & NOT_H,
            _ => x >> 7 & NOT_A,
        }
    }

    fn moves(own: u64, opp: u64) -> u64 {
        let mut all = 0;
        for direction in 0..8 {
            let mut run = shift(own, direction) & opp;
            for _ in 0..5 {
                run |= shift(run, direction) & opp;
            }
            all |= shift(run, direction);
        }
        all & !(own | opp)
    }

    fn flips(own: u64, opp: u64, square: u64) -> u64 {
        let mut all = 0;
        for direction in 0..8 {
            let mut run = 0;
            let mut at = shift(square, direction);
            while at & opp != 0 {
                run |= at;
                at = shift(at, direction);
            }
            if at & own != 0 {
                all |= run;
            }
        }
        all
    }

    pub fn game(rng: &mut Rng) -> i32 {
        let (mut own, mut opp) = (1u64 << 28 | 1 << 35, 1u64 << 27 | 1 << 36);
        let (mut black, mut passed) = (true, false);
        loop {
            let mut legal = moves(own, opp);
            if legal == 0 {
                if passed {
                    let score = own.count_ones() as i32 - opp.count_ones() as i32;
                    return if black { score } else { -score };
                }
                passed = true;
            } else {
                passed = false;
                for _ in 0..rng.below(legal.count_ones()) {
                    legal &= legal - 1;
                }
                let square = legal & legal.wrapping_neg();
                let turned = flips(own, opp, square);
                own |= turned | square;
                opp &= !turned;
            }
            (own, opp) = (opp, own);
            black = !black;
        }
    }
}

fn magpie_game(rng: &mut Rng) -> i32 {
    use magpie::othello::{Board, Stone};
    let mut board = Board::standard();
    let (mut side, mut passed) = (Stone::Black, false);
    loop {
        let moves = board.moves_for(side);
        if moves.is_empty() {
            if passed {
                let black = i32::from(board.bits_for(Stone::Black).count_set());
                return black - i32::from(board.bits_for(Stone::White).count_set());
            }
            passed = true;
        } else {
            passed = false;
            let n = rng.below(u32::from(moves.count_set())) as usize;
            if let Some(square) = moves.hot_bits().nth(n) {
                board.play(side, square);
            }
        }
        side = side.flip();
    }
}

fn our_playouts(rng: &mut Rng) -> f64 {
    let start = Othello::STANDARD.start(&Default::default()).expect("the start is right");
    let mut scratch = Vec::new();
    (0..GAMES).map(|_| start.clone().random_playout(rng, &mut scratch)[0]).sum()
}

fn our_games_move_by_move(rng: &mut Rng) -> f64 {
    let start = Othello::STANDARD.start(&Default::default()).expect("the start is right");
    let mut scratch = Vec::new();
    let mut sum = 0.0;
    for _ in 0..GAMES {
        let mut position = start;
        while let Some(seat) = position.turn().first()
            && let Some(mv) = position.random_move(seat, rng, &mut scratch)
        {
            position.play_unchecked(seat, mv);
        }
        sum += position.scores().map_or(0.0, |scores| scores[0]);
    }
    sum
}

fn rng() -> Rng {
    Rng::new(Seed(1))
}

#[divan::bench]
fn random_games_ours(bencher: Bencher) {
    let mut rng = rng();
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| our_playouts(&mut rng));
}

#[divan::bench]
fn random_games_ours_move_by_move(bencher: Bencher) {
    let mut rng = rng();
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| our_games_move_by_move(&mut rng));
}

#[divan::bench]
fn random_games_plain_loop(bencher: Bencher) {
    let mut rng = rng();
    bencher
        .counter(ItemsCount::new(GAMES))
        .bench_local(|| (0..GAMES).map(|_| plain::game(&mut rng)).sum::<i32>());
}

#[divan::bench]
fn random_games_magpie(bencher: Bencher) {
    let mut rng = rng();
    bencher
        .counter(ItemsCount::new(GAMES))
        .bench_local(|| (0..GAMES).map(|_| magpie_game(&mut rng)).sum::<i32>());
}

/// The shipped evaluation by mined patterns, and boards with 16 to 50 empty
/// squares.
fn patterns() -> (Vec<PatternStage>, Vec<Board>) {
    let bytes = fuda_models::OTHELLO_MINED;
    let file = ModelFile::from_bytes("the shipped model", bytes).expect("the shipped model fits");
    let read = Patterns::from_file(&file, AfterMove::COLUMNS);
    let stages = read.expect("the shipped model fits").stages;
    let pattern =
        |(items, worth): &(Vec<u32>, f64)| (BoardPattern::from_features(items), *worth as i32);
    let stage = |stage: &fuda_learn::PatternStage| PatternStage {
        most_empties: stage.most as u32,
        bias: stage.bias as i32,
        patterns: stage.patterns.iter().map(pattern).collect(),
    };
    let mut rng = rng();
    (
        stages.iter().map(stage).collect(),
        (0..200).map(|i| random_position(16 + i % 35, &mut rng)).collect(),
    )
}

#[divan::bench]
fn patterns_all_images_at_once(bencher: Bencher) {
    let (stages, boards) = patterns();
    let ready = PatternEvaluation::new(&stages).expect("the shipped model fits");
    bencher
        .counter(ItemsCount::new(boards.len()))
        .bench_local(|| boards.iter().map(|&board| ready.evaluate(black_box(board))).sum::<i32>());
}

/// What the definition says: every pattern on each of the eight boards.
#[divan::bench(sample_count = 10)]
fn patterns_one_by_one(bencher: Bencher) {
    let (stages, boards) = patterns();
    let value = |board: Board| {
        let at = stages.iter().find(|stage| board.empties() <= stage.most_empties);
        let stage = at.expect("the last stage takes all");
        let turned = board.symmetries().map(BoardPattern::whole);
        let worth = |(pattern, worth): &(BoardPattern, i32)| {
            turned.iter().filter(|board| pattern.is_in(**board)).count() as i32 * worth
        };
        stage.bias + stage.patterns.iter().map(worth).sum::<i32>()
    };
    bencher
        .counter(ItemsCount::new(boards.len()))
        .bench_local(|| boards.iter().map(|&board| value(black_box(board))).sum::<i32>());
}

fn four_empties() -> Vec<Board> {
    let mut rng = rng();
    (0..POSITIONS).map(|_| random_position(4, &mut rng)).collect()
}

fn solve_all(solver: &mut Solver, boards: &[Board]) -> i32 {
    boards.iter().filter_map(|board| solver.score(*board, Mode::Exact)).sum()
}

#[divan::bench]
fn four_empties_exact(bencher: Bencher) {
    let boards = four_empties();
    let mut solver = Solver::new(4, &SolverOptions::default());
    bencher
        .counter(ItemsCount::new(POSITIONS))
        .bench_local(|| solve_all(&mut solver, black_box(&boards)));
}

#[divan::bench(sample_count = 10)]
fn twelve_empties_exact(bencher: Bencher) {
    let mut rng = rng();
    let boards: Vec<_> = (0..20).map(|_| random_position(12, &mut rng)).collect();
    bencher.counter(ItemsCount::new(boards.len())).bench_local(|| {
        // A fresh table each time: a warm one would know all answers.
        solve_all(&mut Solver::new(12, &SolverOptions::default()), black_box(&boards))
    });
}

#[divan::bench(sample_count = 10)]
fn perft_8(bencher: Bencher) {
    bencher
        .counter(ItemsCount::new(390_216usize))
        .bench_local(|| perft(Board::START, black_box(8)));
}

/// The best of some rounds, taken in turns so that all meet the same machine.
fn ratios() {
    type Work<'a> = Box<dyn FnMut() -> f64 + 'a>;
    let (mut a, mut b, mut c) = (rng(), rng(), rng());
    let boards = four_empties();
    let mut solver = Solver::new(4, &SolverOptions::default());
    let mut works: Vec<(&str, usize, Work)> = vec![
        ("ours", GAMES, Box::new(|| our_playouts(&mut a))),
        (
            "plain loop",
            GAMES,
            Box::new(|| (0..GAMES).map(|_| f64::from(plain::game(&mut b))).sum()),
        ),
        ("magpie", GAMES, Box::new(|| (0..GAMES).map(|_| f64::from(magpie_game(&mut c))).sum())),
        ("4 empties", POSITIONS, Box::new(|| f64::from(solve_all(&mut solver, &boards)))),
    ];
    let mut best = vec![f64::INFINITY; works.len()];
    for _ in 0..15 {
        for ((_, _, work), best) in works.iter_mut().zip(&mut best) {
            let started = Instant::now();
            black_box(work());
            *best = best.min(started.elapsed().as_secs_f64());
        }
    }
    let speed = |i: usize| works[i].1 as f64 / best[i];
    println!(
        "random games per second: ours {:.0}, plain loop {:.0}, magpie {:.0}",
        speed(0),
        speed(1),
        speed(2)
    );
    println!(
        "ours / plain loop {:.2}, ours / magpie {:.2}",
        speed(0) / speed(1),
        speed(0) / speed(2)
    );
    println!("4-empty positions solved per second: {:.0}", speed(3));
}
