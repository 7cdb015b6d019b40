//! Replaying and fully checking logs: games per second on one core.
//!
//! `own` is a game that our players play on walls of Tenhou's scheme; `real`
//! are real logs, where `FUDA_DATA` has them.

use base64::Engine as _;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use fuda_core::formats::{Format, RecordFile, Verification};
use fuda_core::{Ask, Budget, Game, Player, Position, Purpose, Record, Seed};
use fuda_mahjong::players::Greedy;
use fuda_mahjong::records::tenhou::{Walls, read_log};
use fuda_mahjong::{Deal, Mahjong, Wall};

fn main() {
    divan::main();
}

fn tenhou() -> Box<dyn Format<Mahjong>> {
    Mahjong::formats().into_iter().find(|f| f.name() == "tenhou").expect("the format exists")
}

/// A game on walls that a seed gives, as Tenhou's XML.
fn own_game(number: u8) -> RecordFile {
    let seed = base64::engine::general_purpose::STANDARD.encode([number; 2496]);
    let seed = format!("mt19937ar-sha512-n288-base64,{seed}");
    let mut walls = Walls::from_seed(&seed).expect("a good seed");
    let walls = (0..40).map(|_| Wall::new(&walls.next_wall().tiles).expect("a whole wall"));
    let deal = Deal::from_walls(walls.collect());
    let game = Mahjong::default();
    let mut position = game.start(&deal).expect("a good deal");
    let mut record = Record::new(&game, deal);
    record.tags.insert("shuffle".into(), seed);
    let mut rng = Seed(u64::from(number)).stream(Purpose::Player, &[]);
    let mut legal = Vec::new();
    while let Some(seat) = position.turn().first() {
        position.legal_moves(seat, &mut legal);
        let view = position.view(seat);
        let ask = Ask { view: &view, legal: &legal, budget: Budget::default(), rng: &mut rng };
        let mv = Greedy.choose(ask).expect("a move").mv;
        position.play_unchecked(seat, mv);
        record.moves.push((seat, mv));
    }
    record.scores = position.scores();
    let bytes = tenhou().write(&[record]).expect("the game can be written");
    RecordFile { path: format!("own-{number}.xml").into(), bytes }
}

fn own_games() -> Vec<RecordFile> {
    (1..=8).map(own_game).collect()
}

fn real_games() -> Vec<RecordFile> {
    let folder = fuda_fixtures::large("mahjong/tenhou-houou");
    let paths = folder.map_or_else(Vec::new, |folder| fuda_fixtures::files(&folder));
    paths.iter().take(100).filter_map(|path| RecordFile::read(path).ok()).collect()
}

fn check(bencher: Bencher<'_, '_>, files: Vec<RecordFile>) {
    if files.is_empty() {
        return;
    }
    let format = tenhou();
    bencher.counter(ItemsCount::new(files.len())).bench(|| {
        let mut report = Verification::default();
        for file in &files {
            format.verify(black_box(file), &mut report);
        }
        assert_eq!(report.mismatches, 0, "{:?}", report.problems.first());
        report
    });
}

#[divan::bench(max_time = 2)]
fn verify_own(bencher: Bencher<'_, '_>) {
    check(bencher, own_games());
}

#[divan::bench(max_time = 2)]
fn verify_real(bencher: Bencher<'_, '_>) {
    check(bencher, real_games());
}

#[divan::bench(max_time = 1)]
fn parse_own(bencher: Bencher<'_, '_>) {
    let files = own_games();
    bencher.counter(ItemsCount::new(files.len())).bench(|| {
        files.iter().map(|f| read_log(black_box(f.text().unwrap_or(""))).hands.len()).sum::<usize>()
    });
}

#[divan::bench(max_time = 1)]
fn rebuild_walls(bencher: Bencher<'_, '_>) {
    let seed = base64::engine::general_purpose::STANDARD.encode([7u8; 2496]);
    let seed = format!("mt19937ar-sha512-n288-base64,{seed}");
    bencher.counter(ItemsCount::new(10usize)).bench(|| {
        let walls = Walls::from_seed(black_box(&seed)).ok();
        walls.map(|mut walls| (0..10).map(|_| walls.next_wall().tiles[0].id()).max())
    });
}
