//! On Kuhn poker everything can be enumerated.

use crate::Asked;
use fuda_core::kuhn::{Kuhn, KuhnMove, KuhnPosition};
use fuda_core::{Game, Position, Seat, Seed, Turn};
use fuda_search::{Allocation, FlatParams, Guide, Search, UctParams};

/// Every history in which somebody is to move.
const HISTORIES: [&[KuhnMove]; 4] =
    [&[], &[KuhnMove::Pass], &[KuhnMove::Bet], &[KuhnMove::Pass, KuhnMove::Bet]];

fn after(cards: [u8; 2], history: &[KuhnMove]) -> KuhnPosition {
    let mut position = Kuhn.start(&cards).expect("two different cards");
    for mv in history {
        let seat = position.turn().first().expect("not over");
        position.play(seat, *mv).expect("legal");
    }
    position
}

/// Both positions a seat with this card may be in.
fn possible(seat: Seat, card: u8, history: &[KuhnMove]) -> [KuhnPosition; 2] {
    [1, 2].map(|step| {
        let mut cards = [(card + step) % 3; 2];
        cards[seat.index()] = card;
        after(cards, history)
    })
}

/// The exact mean score of the first seat when all play at random.
fn random_value(position: &KuhnPosition) -> f64 {
    let Turn::Seat(seat) = position.turn() else {
        return position.scores().expect("over")[0];
    };
    let values = [KuhnMove::Pass, KuhnMove::Bet].map(|mv| {
        let mut next = position.clone();
        next.play(seat, mv).expect("legal");
        random_value(&next)
    });
    (values[0] + values[1]) / 2.0
}

/// What the tree of moves is worth to the first seat when everybody knows
/// only the mean over both positions, which is what the search assumes.
fn mean_value(positions: &[KuhnPosition; 2]) -> f64 {
    let Turn::Seat(seat) = positions[0].turn() else {
        return positions.iter().map(|p| p.scores().expect("over")[0]).sum::<f64>() / 2.0;
    };
    let [pass, bet] = [KuhnMove::Pass, KuhnMove::Bet].map(|mv| mean_value(&made(positions, mv)));
    if seat == Seat(0) { pass.max(bet) } else { pass.min(bet) }
}

fn made(positions: &[KuhnPosition; 2], mv: KuhnMove) -> [KuhnPosition; 2] {
    positions.clone().map(|mut position| {
        let seat = position.turn().first().expect("not over");
        position.play(seat, mv).expect("legal");
        position
    })
}

/// Calls a check with every decision of the game.
fn every_decision(mut check: impl FnMut(Seat, [KuhnPosition; 2], Asked<Kuhn>)) {
    for history in HISTORIES {
        for card in 0..3 {
            let seat = Seat((history.len() % 2) as u8);
            let positions = possible(seat, card, history);
            let asked = Asked::new(&Kuhn, &positions[0], seat);
            check(seat, positions, asked);
        }
    }
}

fn for_seat(seat: Seat, first: f64) -> f64 {
    if seat == Seat(0) { first } else { -first }
}

#[test]
fn flat_monte_carlo_finds_the_mean_over_random_play() {
    for allocation in [Allocation::Even, Allocation::Ucb1 { c: 2.0 }, Allocation::Ucb { c: 2.0 }] {
        let flat = FlatParams { loops: Some(20_000), allocation, ..FlatParams::default() };
        let flat = flat.check().expect("sound");
        every_decision(|seat, positions, asked| {
            let report = flat.search(&asked.question(Seed(8)), &Guide::UNIFORM);
            for found in &report.moves {
                let both = made(&positions, found.mv);
                let exact = for_seat(seat, both.iter().map(random_value).sum::<f64>() / 2.0);
                let own = found.own.expect("tried");
                let off = (own.mean - exact).abs();
                let allowed = 5.0 * own.error.expect("many samples") + 1e-9;
                assert!(off <= allowed, "{found:?} should be {exact}");
                assert!((own.mean + found.seats[1 - seat.index()].mean).abs() < 1e-9);
            }
        });
    }
}

#[test]
fn uct_converges_to_the_value_of_the_tree_of_moves() {
    let uct = UctParams { loops: Some(60_000), c: 2.0, ..UctParams::default() };
    let rave = UctParams { rave: Some(50.0), ..uct };
    let urgent = UctParams { first_play: Some(3.0), ..uct };
    for params in [uct, rave, urgent] {
        let uct = params.check().expect("sound");
        every_decision(|seat, positions, asked| {
            let report = uct.search(&asked.question(Seed(4)), &Guide::UNIFORM);
            let exact = |mv| for_seat(seat, mean_value(&made(&positions, mv)));
            let best = report.best().expect("a move");
            let other = report.moves[1].mv;
            assert!(exact(best) >= exact(other) - 1e-9, "{best} is not best: {report:?}");
            let mean = report.moves[0].own.expect("tried").mean;
            let off = (mean - exact(best)).abs();
            assert!(off < 0.04, "{mean} should be {} with {params:?}", exact(best));
        });
    }
}
