//! Playing allocates nothing: whole games are played while every request to
//! the allocator is counted.

use fuda_core::{Game, Position, Purpose, Seed};
use fuda_mahjong::{Deal, Mahjong};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

struct Counting;

static REQUESTS: AtomicU64 = AtomicU64::new(0);

// SAFETY: every call is handed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        REQUESTS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller keeps the promises of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the memory came from `alloc` above with this layout.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn whole_games_allocate_nothing() {
    let game = Mahjong::default();
    let mut scratch = Vec::with_capacity(64);
    // The first game fills the tables of the hand knowledge.
    let mut hands = 0;
    for number in 0..20 {
        let mut rng = Seed(number).stream(Purpose::Playout, &[]);
        let mut position = game.start(&Deal::from_seed(number)).unwrap();
        let before = REQUESTS.load(Ordering::Relaxed);
        position.random_playout(&mut rng, &mut scratch);
        let requests = REQUESTS.load(Ordering::Relaxed) - before;
        assert!(number == 0 || requests == 0, "game {number}: {requests} requests");
        hands += position.table().hand_number + 1;
    }
    assert!(hands > 100);
}
