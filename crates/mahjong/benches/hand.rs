//! Speed of shanten, acceptance, waits and scoring, beside the crate
//! `riichienv-core` in the same process. After divan's table, the ratios to it
//! are printed.
//!
//! Winning hands are the reference hands where they are at hand (see
//! `tests/hand/common.rs`), else hands made up at random.

#[path = "../tests/hand/common.rs"]
mod common;

use std::hint::black_box;
use std::ops::Range;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use common::Case;
use divan::{Bencher, counter::ItemsCount};
use fuda_mahjong::hand::{acceptance, shanten, waits};
use fuda_mahjong::score::{Riichi, ScoringRules, score};
use fuda_mahjong::{Counts, Kind, Tile, Wind};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use riichienv_core::hand_evaluator::HandEvaluator;
use riichienv_core::types as peer;

const HANDS: usize = 10_000;

fn main() {
    let start = Instant::now();
    black_box(shanten::shanten(&Counts::EMPTY.with(Kind::EAST)));
    let tables = start.elapsed();
    divan::main();
    if std::env::args().any(|argument| argument == "--bench") {
        println!("\ntables made in {:.1} ms", tables.as_secs_f64() * 1e3);
        println!("ratio to riichienv-core (time of theirs / time of ours)");
        let hands = &*RANDOM_HANDS;
        ratio(
            "shanten of random 14-tile hands",
            |part| our_shanten(&hands[part]),
            |part| peer_shanten(&hands[part]),
        );
        ratio(
            "scoring of winning hands",
            |part| our_scores(&WINS[part]),
            |part| peer_scores(&PEER_WINS[part]),
        );
    }
}

/// Runs both in turns on small parts of the hands and prints the ratio. The best
/// time of each part counts, so that other work of the machine hardly disturbs.
fn ratio(name: &str, ours: impl Fn(Range<usize>) -> u64, theirs: impl Fn(Range<usize>) -> u64) {
    const PART: usize = 200;
    let time = |work: &dyn Fn(Range<usize>) -> u64, from: usize| {
        let start = Instant::now();
        black_box(work(from..from + PART));
        start.elapsed()
    };
    let (mut our_time, mut their_time) = (Duration::ZERO, Duration::ZERO);
    for from in (0..HANDS).step_by(PART) {
        our_time += (0..20).map(|_| time(&ours, from)).min().unwrap_or_default();
        their_time += (0..20).map(|_| time(&theirs, from)).min().unwrap_or_default();
    }
    let ratio = their_time.as_secs_f64() / our_time.as_secs_f64();
    let speed = |time: Duration| HANDS as f64 / time.as_secs_f64() / 1e6;
    println!(
        "{name}: {ratio:.2} ({:.2} M/s ours, {:.2} M/s theirs)",
        speed(our_time),
        speed(their_time)
    );
}

static RANDOM_HANDS: LazyLock<Vec<Counts>> = LazyLock::new(|| random_hands(14));

fn random_hands(size: usize) -> Vec<Counts> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut wall: Vec<Tile> = Tile::all().collect();
    let mut deal = || {
        for place in 0..size {
            let other = rng.random_range(place..wall.len());
            wall.swap(place, other);
        }
        wall[..size].iter().copied().collect()
    };
    (0..HANDS).map(|_| deal()).collect()
}

static WINS: LazyLock<Vec<Case>> = LazyLock::new(|| {
    if let Some(path) = fuda_fixtures::large(common::SCORED) {
        return common::cases(&path).iter().map(common::read_hule).collect();
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    let mut made = Vec::new();
    while made.len() < HANDS {
        let mut counts = Counts::EMPTY;
        for _ in 0..4 {
            let first = rng.random_range(0..KIND_COUNT);
            let step = usize::from(Kind::of(first).starts_run() && rng.random_bool(0.7));
            (0..3).for_each(|place| counts.add(Kind::of(first + place * step)));
        }
        let pair = Kind::of(rng.random_range(0..KIND_COUNT));
        let counts = counts.with(pair).with(pair);
        if counts.at_least(5).is_empty() {
            made.push(closed_case(counts, pair));
        }
    }
    made
});

const KIND_COUNT: usize = 34;

fn closed_case(concealed: Counts, tile: Kind) -> Case {
    Case {
        concealed,
        melds: Vec::new(),
        tile,
        from: None,
        seat: Wind::South,
        round: Wind::East,
        riichi: Riichi::Riichi,
        ippatsu: false,
        last_tile: false,
        rinshan: false,
        dora: vec![Kind::EAST],
        ura: vec![Kind::WEST],
        reds: 0,
    }
}

/// A hand as the peer takes it: everything but the last conversion of lists is
/// done beforehand.
struct PeerWin {
    evaluator: HandEvaluator,
    tile: u8,
    dora: Vec<u8>,
    ura: Vec<u8>,
    conditions: peer::Conditions,
}

static PEER_WINS: LazyLock<Vec<PeerWin>> = LazyLock::new(|| WINS.iter().map(peer_win).collect());

fn peer_win(case: &Case) -> PeerWin {
    let mut tiles = Vec::new();
    for kind in Kind::all() {
        let held = case.concealed[kind] - u8::from(kind == case.tile);
        // Copy 0 of a five is red: plain ones first, as far as they go.
        let first = u8::from(kind.is_five() && held < 4);
        tiles.extend((0..held).map(|copy| kind.tile(first + copy).id()));
    }
    let melds = case.melds.iter().map(peer_meld).collect();
    let ids = |kinds: &[Kind]| kinds.iter().map(|kind| kind.tile(1).id()).collect();
    let tsumo = case.from.is_none();
    PeerWin {
        evaluator: HandEvaluator::new(tiles, melds),
        tile: case.tile.tile(3).id(),
        dora: ids(&case.dora),
        ura: ids(&case.ura),
        conditions: peer::Conditions {
            tsumo,
            riichi: case.riichi == Riichi::Riichi,
            double_riichi: case.riichi == Riichi::Double,
            ippatsu: case.ippatsu,
            haitei: case.last_tile && tsumo,
            houtei: case.last_tile && !tsumo,
            rinshan: case.rinshan,
            player_wind: peer::Wind::from(case.seat.index() as u8),
            round_wind: peer::Wind::from(case.round.index() as u8),
            ..peer::Conditions::default()
        },
    }
}

fn peer_meld(meld: &fuda_mahjong::Meld) -> peer::Meld {
    use fuda_mahjong::MeldKind as Ours;
    let kind = match meld.kind() {
        Ours::Chi => peer::MeldType::Chi,
        Ours::Pon => peer::MeldType::Pon,
        Ours::OpenKan => peer::MeldType::Daiminkan,
        Ours::AddedKan => peer::MeldType::Kakan,
        Ours::ConcealedKan => peer::MeldType::Ankan,
    };
    let tiles = meld.tiles().iter().map(|tile| tile.id()).collect();
    peer::Meld::new(kind, tiles, meld.is_open(), 1, meld.called().map(Tile::id))
}

fn our_shanten(hands: &[Counts]) -> u64 {
    hands.iter().map(|hand| shanten::shanten(black_box(hand)) as u64).sum()
}

fn peer_shanten(hands: &[Counts]) -> u64 {
    let shanten = |hand: &Counts| {
        riichienv_core::shanten::calc_shanten_from_counts(black_box(hand).as_array(), 4)
    };
    hands.iter().map(|hand| shanten(hand) as u64).sum()
}

fn our_scores(wins: &[Case]) -> u64 {
    let points = |case: &Case| {
        let win = case.win();
        score(black_box(&win), &ScoringRules::TENHOU).map_or(0, |score| u64::from(score.points))
    };
    wins.iter().map(points).sum()
}

fn peer_scores(wins: &[PeerWin]) -> u64 {
    let points = |win: &PeerWin| {
        let (dora, ura) = (win.dora.clone(), win.ura.clone());
        let conditions = Some(win.conditions.clone());
        let result = black_box(&win.evaluator).calc(win.tile, dora, ura, conditions);
        u64::from(result.ron_agari + result.tsumo_agari_oya)
    };
    wins.iter().map(points).sum()
}

#[divan::bench]
fn shanten_fuda(bencher: Bencher) {
    let hands = &*RANDOM_HANDS;
    bencher.counter(ItemsCount::new(HANDS)).bench(|| our_shanten(hands));
}

#[divan::bench]
fn shanten_riichienv(bencher: Bencher) {
    let hands = &*RANDOM_HANDS;
    bencher.counter(ItemsCount::new(HANDS)).bench(|| peer_shanten(hands));
}

#[divan::bench]
fn scores_fuda(bencher: Bencher) {
    bencher.counter(ItemsCount::new(WINS.len())).bench(|| our_scores(&WINS));
}

#[divan::bench]
fn scores_riichienv(bencher: Bencher) {
    bencher.counter(ItemsCount::new(PEER_WINS.len())).bench(|| peer_scores(&PEER_WINS));
}

#[divan::bench(sample_count = 20)]
fn discards(bencher: Bencher) {
    let hands = &RANDOM_HANDS[..1000];
    let work = || hands.iter().map(|hand| acceptance::discards(hand).len()).sum::<usize>();
    bencher.counter(ItemsCount::new(hands.len())).bench(work);
}

#[divan::bench(sample_count = 20)]
fn best_discards(bencher: Bencher) {
    let hands = &RANDOM_HANDS[..1000];
    let work = || hands.iter().map(|hand| acceptance::best_discards(hand).len()).sum::<usize>();
    bencher.counter(ItemsCount::new(hands.len())).bench(work);
}

#[divan::bench]
fn waits_of_tenpai_hands(bencher: Bencher) {
    let hands: Vec<Counts> =
        WINS.iter().take(1000).map(|case| case.concealed.without(case.tile)).collect();
    let work = || hands.iter().map(|hand| waits::waits(hand).len()).sum::<usize>();
    bencher.counter(ItemsCount::new(hands.len())).bench(work);
}

#[divan::bench]
fn waits_of_random_hands(bencher: Bencher) {
    let hands = random_hands(13);
    let work = || hands.iter().map(|hand| waits::waits(hand).len()).sum::<usize>();
    bencher.counter(ItemsCount::new(hands.len())).bench(work);
}
