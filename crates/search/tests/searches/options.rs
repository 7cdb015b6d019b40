//! What each option and each hook is for.

use crate::Asked;
use crate::thicket::{Thicket, ThicketPosition, ThicketView, Twig};
use fuda_core::{Ask, Budget, Game, PerSeat, Position, Rng, Seat, Seed};
use fuda_search::uct::Widening;
use fuda_search::{
    Allocation, Belief, EndOfGame, Evenly, FlatParams, Guide, Halving, Horizon, MaxNParams, Parts,
    Policy, Random, Report, Scores, Search, StarParams, UctParams, Value,
};

/// A position in which one seat has at least three moves.
fn wide() -> Asked<Thicket> {
    (0..)
        .map(|seed| {
            let game = Thicket { seed, length: 6 };
            let position = game.start(&[0, 1, 2]).expect("a deal");
            Asked::new(&game, &position, Seat(0))
        })
        .find(|asked| asked.legal.len() >= 3)
        .expect("some tree is wide")
}

fn uct(params: UctParams, guide: &impl Parts<Thicket>) -> Report<Twig> {
    params.check().expect("sound").search(&wide().question(Seed(1)), guide)
}

fn tried(report: &Report<Twig>) -> usize {
    report.moves.iter().filter(|m| m.visits > 0).count()
}

/// Likes high twigs.
#[derive(Clone)]
struct High;

impl Policy<Thicket, EndOfGame> for High {
    fn choose(
        &mut self,
        position: &ThicketPosition,
        seat: Seat,
        rng: &mut Rng,
        moves: &mut Vec<Twig>,
    ) -> Option<Twig> {
        position.random_move(seat, rng, moves)
    }

    fn prior(&mut self, _: &ThicketPosition, _: Seat, moves: &[Twig], prior: &mut [f32]) {
        for (prior, mv) in prior.iter_mut().zip(moves) {
            *prior = f32::from(mv.0) / 255.0;
        }
    }
}

const HIGH: Guide<Evenly, High> =
    Guide { belief: Evenly, policy: High, horizon: EndOfGame, value: Scores };

#[test]
fn the_prior_says_what_is_tried_first() {
    let highest = wide().legal.into_iter().max().expect("a move");
    let report = uct(UctParams { loops: Some(1), ..UctParams::default() }, &HIGH);
    assert_eq!(report.best(), Some(highest));
    let biased = UctParams { loops: Some(300), bias: 1e6, ..UctParams::default() };
    let most = uct(biased, &HIGH).moves.into_iter().max_by_key(|m| m.visits);
    assert_eq!(most.map(|m| m.mv), Some(highest));
}

#[test]
fn widening_lets_moves_in_one_by_one() {
    let narrow = |loops, exponent| {
        let widening = Some(Widening { factor: 1.0, exponent });
        uct(UctParams { loops: Some(loops), widening, ..UctParams::default() }, &HIGH)
    };
    assert_eq!(tried(&narrow(200, 0.0)), 1);
    assert_eq!(narrow(200, 0.0).best(), wide().legal.into_iter().max());
    assert_eq!(tried(&narrow(3, 0.5)), 2);
    assert_eq!(tried(&narrow(200, 0.5)), wide().legal.len());
}

#[test]
fn urgency_decides_whether_moves_never_tried_wait() {
    let greedy = |first_play| {
        let params = UctParams { loops: Some(50), c: 0.0, first_play, ..UctParams::default() };
        tried(&uct(params, &Guide::UNIFORM))
    };
    assert_eq!(greedy(Some(-1.0)), 1, "any reward is better than a try");
    assert_eq!(greedy(Some(11.0)), wide().legal.len(), "no reward is");
    assert_eq!(greedy(None), wide().legal.len());
}

#[test]
fn the_tree_stays_within_its_nodes() {
    for max_nodes in [2, 7, 50] {
        let report =
            uct(UctParams { loops: Some(500), max_nodes, ..UctParams::default() }, &Guide::UNIFORM);
        assert!(report.nodes <= u64::from(max_nodes));
        assert_eq!(report.playouts, 500);
    }
}

/// Looks no further than two moves, where the game has given no score yet.
#[derive(Clone)]
struct Near;

impl Horizon<Thicket> for Near {
    type Mark = u8;

    fn mark(&self, root: &ThicketPosition, _: Seat) -> u8 {
        root.made()
    }

    fn reached(&self, mark: &u8, position: &ThicketPosition) -> bool {
        position.made() >= mark + 2
    }
}

/// The same for everybody, wherever the horizon is met.
#[derive(Clone)]
struct Ranked;

impl Value<Thicket, Near> for Ranked {
    fn rewards(&mut self, mark: &u8, position: &ThicketPosition) -> PerSeat<f64> {
        assert_eq!(position.made(), mark + 2, "the horizon was crossed");
        assert!(position.scores().is_none());
        [1.0, 2.0, 3.0].into_iter().collect()
    }
}

#[test]
fn no_search_goes_past_the_horizon() {
    let asked = wide();
    let question = asked.question(Seed(1));
    let near = Guide { belief: Evenly, policy: Random, horizon: Near, value: Ranked };
    let uct = UctParams { loops: Some(300), ..UctParams::default() };
    let flat = FlatParams { loops: Some(300), ..FlatParams::default() };
    let maxn = MaxNParams { depth: 9, ..MaxNParams::default() };
    let star = StarParams { depth: 9, highest: 3.0, ..StarParams::default() };
    let reports = [
        uct.check().expect("sound").search(&question, &near),
        UctParams { rave: Some(10.0), ..uct }.check().expect("sound").search(&question, &near),
        flat.check().expect("sound").search(&question, &near),
        maxn.check().expect("sound").search(&question, &near),
        star.check().expect("sound").search(&question, &near),
    ];
    for report in reports {
        assert!(
            report.moves.iter().all(|m| m.own.is_some_and(|v| (v.mean - 1.0).abs() < 1e-9)),
            "{report:?}"
        );
        assert!(report.depth <= 4, "two moves and the claims between them");
    }
}

/// Knows what everybody holds.
#[derive(Clone)]
struct Knowing;

impl Belief<Thicket> for Knowing {
    type Prepared = [u8; 3];

    fn prepare(&self, _: &ThicketView, most: u64, _: &mut Rng) -> [u8; 3] {
        assert_eq!(most, 100, "every iteration of the only tree samples once");
        [1, 2, 3]
    }

    fn sample(&self, view: &ThicketView, cards: &mut [u8; 3], rng: &mut Rng) -> ThicketPosition {
        loop {
            let position = fuda_core::View::assume(view, rng);
            if Seat::all(3).all(|s| position.view(s).card() == cards[s.index()]) {
                return position;
            }
        }
    }
}

#[test]
fn positions_are_sampled_by_the_belief() {
    // One move before the end, with all cards known, nothing is left to chance.
    let game = Thicket { seed: 3, length: 1 };
    let position = game.start(&[1, 2, 3]).expect("a deal");
    let asked = Asked::new(&game, &position, Seat(0));
    let uct = UctParams { loops: Some(100), ..UctParams::default() }.check().expect("sound");
    let guide = Guide { belief: Knowing, policy: Random, horizon: EndOfGame, value: Scores };
    let report = uct.search(&asked.question(Seed(1)), &guide);
    for found in &report.moves {
        let mut end = position;
        end.play(Seat(0), found.mv).expect("legal");
        let scores = end.scores().expect("over");
        assert!(found.seats.iter().map(|e| e.mean).eq(scores));
    }
}

#[test]
fn halving_tries_close_moves_most() {
    let (asked, loops) = (wide(), 600);
    let moves = asked.legal.len() as u64;
    for (same_luck, overrun) in [(false, true), (true, false)] {
        let allocation = Allocation::Halving(Halving { same_luck, overrun });
        let flat = FlatParams { loops: Some(loops), allocation, ..FlatParams::default() };
        let report = flat.check().expect("sound").search(&asked.question(Seed(1)), &Guide::UNIFORM);
        let visits: Vec<u64> = report.moves.iter().map(|m| m.visits).collect();
        assert!(visits.is_sorted_by(|a, b| a >= b), "{visits:?}");
        assert_eq!(visits.iter().filter(|n| **n == visits[0]).count(), 2, "{visits:?}");
        assert_eq!(visits.iter().sum::<u64>(), report.playouts);
        let spent = if overrun { loops..loops + moves } else { loops - 2 * moves..loops + 1 };
        assert!(spent.contains(&report.playouts), "{spent:?} {}", report.playouts);
    }
}

#[test]
fn a_bonus_is_added_to_the_means() {
    let asked = wide();
    let last = asked.legal.len() - 1;
    let mut bonus = vec![0.0; asked.legal.len()];
    bonus[last] = 1e6;
    let halving = Allocation::Halving(Halving { same_luck: true, overrun: true });
    let mut guide = Guide::UNIFORM;
    for allocation in [Allocation::Ucb1 { c: 1.0 }, halving] {
        let flat = FlatParams { loops: Some(100), allocation, ..FlatParams::default() };
        let ask = Ask {
            view: &asked.view,
            legal: &asked.legal,
            budget: Budget::default(),
            rng: &mut Rng::new(Seed(1)),
        };
        let flat = flat.check().expect("sound");
        let report = flat.answer::<Thicket, _>(ask, &mut guide, &bonus);
        let best = &report.moves[0];
        assert_eq!(best.mv, asked.legal[last]);
        let (raised, plain) = (best.own.expect("tried").mean, best.seats[0].mean);
        assert!((raised - plain - 1e6).abs() < 1e-6, "{raised} {plain}");
    }
}

#[test]
fn a_report_survives_json() {
    let report = uct(UctParams { loops: Some(2), ..UctParams::default() }, &Guide::UNIFORM);
    let text = serde_json::to_string(&report).expect("writes");
    let back: Report<Twig> = serde_json::from_str(&text).expect("reads");
    assert_eq!(back, report);
}

#[test]
fn where_nothing_is_legal_there_is_no_choice() {
    let asked = Asked { legal: Vec::new(), ..wide() };
    let question = asked.question(Seed(1));
    let uct = UctParams::default().check().expect("sound").search(&question, &Guide::UNIFORM);
    let flat = FlatParams::default().check().expect("sound").search(&question, &Guide::UNIFORM);
    let maxn = MaxNParams::default().check().expect("sound").search(&question, &Guide::UNIFORM);
    let star = StarParams::default().check().expect("sound").search(&question, &Guide::UNIFORM);
    for report in [uct, flat, maxn, star] {
        assert!(report.best().is_none() && report.choice().is_err());
    }
}
