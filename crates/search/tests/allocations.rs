//! In memory it had before, a search allocates nothing, however long it is;
//! and a million nodes stay within 200 megabytes.

use fuda_core::{Ask, Budget, Game, Player, Position, Rng, Seat, Seed};
use fuda_othello::Othello;
use fuda_search::{Guide, OfScores, Question, UctParams, UctPlayer, win_share};

#[path = "../../core/tests/counting/mod.rs"]
mod counting;

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
    let guide = Guide::valued(OfScores(win_share));
    let (report, most) = counting::most_bytes(|| uct.search(&question, &guide));
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
            let before = counting::requests();
            player.choose(ask).expect("a move");
            counting::requests() - before
        };
        allocations(4_000);
        let few = allocations(40);
        let many = allocations(4_000);
        assert_eq!(few, many, "only the report may allocate");
        assert!(many < 20, "{many} allocations");
    }
}
