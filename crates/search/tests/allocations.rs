//! In memory it had before, a search allocates nothing, however long it is.

use fuda_core::{Ask, Budget, Game, Player, Position, Rng, Seat, Seed};
use fuda_othello::Othello;
use fuda_search::{UctParams, UctPlayer, Uniform, WithReward, win_share};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: every call goes to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller keeps the promises that the system asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

#[test]
fn iterations_allocate_nothing() {
    let game = Othello::default();
    let position = game.start(&game.deal(&mut Rng::new(Seed(1)))).expect("its own deal");
    let view = position.view(Seat(0));
    let mut legal = Vec::new();
    position.legal_moves(Seat(0), &mut legal);
    for rave in [None, Some(50.0)] {
        let uct = UctParams { rave, ..UctParams::default() }.check().expect("sound");
        let mut player = UctPlayer::new(&game, uct, WithReward::new(Uniform, win_share));
        let mut allocations = |loops| {
            let mut rng = Rng::new(Seed(2));
            let budget = Budget { effort: Some(loops), time: None };
            let ask = Ask { view: &view, legal: &legal, budget, rng: &mut rng };
            let before = ALLOCATIONS.load(Ordering::Relaxed);
            player.choose(ask).expect("a move");
            ALLOCATIONS.load(Ordering::Relaxed) - before
        };
        allocations(4_000);
        let few = allocations(40);
        let many = allocations(4_000);
        assert_eq!(few, many, "only the report may allocate");
        assert!(many < 20, "{many} allocations");
    }
}
