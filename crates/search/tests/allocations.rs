//! In memory it had before, a search allocates nothing, however long it is;
//! and a million nodes stay within 200 megabytes.

use fuda_core::{Ask, Budget, Game, Player, Position, Rng, Seat, Seed};
use fuda_othello::Othello;
use fuda_search::{Guide, OfScores, Question, UctParams, UctPlayer, win_share};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);
static BYTES: AtomicU64 = AtomicU64::new(0);
static MOST_BYTES: AtomicU64 = AtomicU64::new(0);

fn allocated(bytes: usize) {
    ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
    let now = BYTES.fetch_add(bytes as u64, Ordering::Relaxed) + bytes as u64;
    MOST_BYTES.fetch_max(now, Ordering::Relaxed);
}

// SAFETY: every call goes to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        allocated(layout.size());
        // SAFETY: the caller keeps the promises that the system asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        BYTES.fetch_sub(layout.size() as u64, Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        allocated(size);
        BYTES.fetch_sub(layout.size() as u64, Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// One test, since two at a time would count each other's memory.
#[test]
fn memory() {
    iterations_allocate_nothing();
    a_million_nodes_are_not_too_large();
}

fn a_million_nodes_are_not_too_large() {
    let game = Othello::default();
    let position = game.start(&game.deal(&mut Rng::new(Seed(1)))).expect("its own deal");
    let view = position.view(Seat(0));
    let mut legal = Vec::new();
    position.legal_moves(Seat(0), &mut legal);
    let nodes = 1_000_000;
    let params = UctParams { loops: Some(450_000), max_nodes: nodes, ..UctParams::default() };
    let uct = params.check().expect("sound");
    let question: Question<'_, Othello> =
        Question { view: &view, legal: &legal, seats: 2, budget: Budget::default(), seed: Seed(3) };
    let before = BYTES.load(Ordering::Relaxed);
    MOST_BYTES.store(before, Ordering::Relaxed);
    let report = uct.search(&question, &Guide::valued(OfScores(win_share)));
    let most = MOST_BYTES.load(Ordering::Relaxed) - before;
    assert_eq!(report.nodes, u64::from(nodes), "the tree should have filled up");
    println!("{most} bytes at most for a tree of a million nodes");
    assert!(most < 200_000_000, "{most} bytes");
}

fn iterations_allocate_nothing() {
    let game = Othello::default();
    let position = game.start(&game.deal(&mut Rng::new(Seed(1)))).expect("its own deal");
    let view = position.view(Seat(0));
    let mut legal = Vec::new();
    position.legal_moves(Seat(0), &mut legal);
    for rave in [None, Some(50.0)] {
        let uct = UctParams { rave, ..UctParams::default() }.check().expect("sound");
        let mut player = UctPlayer::new(&game, uct, Guide::valued(OfScores(win_share)));
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
