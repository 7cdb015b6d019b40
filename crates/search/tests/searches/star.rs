//! Star1 and Star2 against plain expectimax.

use crate::Asked;
use crate::thicket::{Thicket, ThicketPosition};
use fuda_core::{Game, Position, Purpose, Rng, Seat, Seed, View};
use fuda_search::star::Kind;
use fuda_search::{Guide, Pruning, Search, Star, StarParams, StarTree};
use proptest::prelude::*;

/// A tree written out.
#[derive(Clone, Debug)]
enum Bush {
    Leaf(f64),
    Max(Vec<Bush>),
    Min(Vec<Bush>),
    Chance(Vec<(f64, Bush)>),
}

impl Bush {
    fn value(&self) -> f64 {
        match self {
            Bush::Leaf(value) => *value,
            Bush::Max(below) => below.iter().map(Bush::value).fold(f64::NEG_INFINITY, f64::max),
            Bush::Min(below) => below.iter().map(Bush::value).fold(f64::INFINITY, f64::min),
            Bush::Chance(below) => below.iter().map(|(p, b)| p * b.value()).sum(),
        }
    }

    fn size(&self) -> u64 {
        1 + match self {
            Bush::Leaf(_) => 0,
            Bush::Max(below) | Bush::Min(below) => below.iter().map(Bush::size).sum(),
            Bush::Chance(below) => below.iter().map(|(_, b)| b.size()).sum::<u64>(),
        }
    }
}

struct Walk;

impl StarTree for Walk {
    type Node = Bush;

    fn kind(&mut self, node: &Bush) -> Kind {
        match node {
            Bush::Leaf(_) => Kind::Leaf,
            Bush::Max(_) => Kind::Max,
            Bush::Min(_) => Kind::Min,
            Bush::Chance(_) => Kind::Chance,
        }
    }

    fn children(&mut self, node: &Bush, children: &mut Vec<(f64, Bush)>) {
        match node {
            Bush::Leaf(_) => {}
            Bush::Max(below) | Bush::Min(below) => {
                children.extend(below.iter().map(|b| (1.0, b.clone())));
            }
            Bush::Chance(below) => children.extend(below.iter().cloned()),
        }
    }

    fn leaf(&mut self, node: &Bush) -> f64 {
        node.value()
    }
}

fn search(bush: &Bush, pruning: Pruning) -> (f64, u64) {
    let mut walk = Walk;
    let mut star = Star::new(&mut walk, -1.0, 1.0, pruning);
    (star.value(bush), star.nodes())
}

fn bush() -> impl Strategy<Value = Bush> {
    let leaf = (-10..=10i8).prop_map(|n| Bush::Leaf(f64::from(n) / 10.0));
    leaf.prop_recursive(5, 120, 4, |inner| {
        let some = || prop::collection::vec(inner.clone(), 1..5);
        let chance = prop::collection::vec((0..6u8, inner.clone()), 1..5).prop_map(|below| {
            // Some outcomes may be impossible, but not all.
            let all: f64 = below.iter().map(|(w, _)| f64::from(*w)).sum();
            let even = 1.0 / below.len() as f64;
            let part = |w: u8| if all > 0.0 { f64::from(w) / all } else { even };
            Bush::Chance(below.into_iter().map(|(w, b)| (part(w), b)).collect())
        });
        prop_oneof![some().prop_map(Bush::Max), some().prop_map(Bush::Min), chance]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn pruning_changes_no_value(bush in bush(), low in -1.0..1.0f64) {
        let exact = bush.value();
        let (plain, plain_nodes) = search(&bush, Pruning::None);
        prop_assert!((plain - exact).abs() < 1e-9);
        prop_assert!(plain_nodes <= bush.size());
        for pruning in [Pruning::Star1, Pruning::Star2] {
            let (value, nodes) = search(&bush, pruning);
            prop_assert!((value - exact).abs() < 1e-9, "{:?}: {} is not {}", pruning, value, exact);
            prop_assert!(nodes <= plain_nodes);
            let bound = Star::new(&mut Walk, -1.0, 1.0, pruning).value_above(&bush, low);
            if exact > low + 1e-9 {
                prop_assert!((bound - exact).abs() < 1e-9);
            } else {
                prop_assert!(bound >= exact - 1e-9 && bound <= low + 1e-9);
            }
        }
    }
}

/// A regular tree: they move, chance, we move, chance, and so on. Whoever
/// moves has the best move listed first, as a sensible order of moves would.
fn regular(depth: u32, rng: &mut Rng) -> Bush {
    let kind = depth % 4;
    if depth == 0 {
        return Bush::Leaf(rng.unit() * 2.0 - 1.0);
    }
    let mut below: Vec<Bush> = (0..4).map(|_| regular(depth - 1, rng)).collect();
    below.sort_by(|a, b| a.value().total_cmp(&b.value()));
    match kind {
        0 => Bush::Max(below.into_iter().rev().collect()),
        2 => Bush::Min(below),
        _ => Bush::Chance(below.into_iter().map(|b| (0.25, b)).collect()),
    }
}

#[test]
fn each_prunes_more_than_the_one_before() {
    let mut nodes = [0; 3];
    for number in 0..30 {
        let bush = regular(6, &mut Rng::new(Seed(number)));
        for (sum, pruning) in nodes.iter_mut().zip([Pruning::None, Pruning::Star1, Pruning::Star2])
        {
            *sum += search(&bush, pruning).1;
        }
    }
    let [plain, star1, star2] = nodes;
    assert!(star2 < star1 && star1 < plain, "{plain}, {star1}, {star2} nodes");
}

/// We want the most, everybody else wants us to have the least.
fn paranoid(position: &ThicketPosition, own: Seat) -> f64 {
    let Some(seat) = position.turn().first() else {
        return position.scores().expect("over")[own.index()];
    };
    let mut moves = Vec::new();
    position.legal_moves(seat, &mut moves);
    let values = moves.iter().map(|mv| {
        let mut next = *position;
        next.play(seat, *mv).expect("legal");
        paranoid(&next, own)
    });
    values.reduce(if seat == own { f64::max } else { f64::min }).expect("a move")
}

#[test]
fn over_assumptions_it_is_the_mean_of_paranoid_values() {
    let mut nodes = [0; 3];
    for number in 0..25u64 {
        let game = Thicket { seed: number, length: 4 };
        let position = game.start(&[0, 1, 2]).expect("a deal");
        let asked = Asked::new(&game, &position, Seat(0));
        let question = asked.question(Seed(number));
        let exact = |mv| -> f64 {
            let values = (0..12).map(|n| {
                let mut assumed =
                    asked.view.assume(&mut question.seed.stream(Purpose::Playout, &[n]));
                assumed.play(Seat(0), mv).expect("legal");
                paranoid(&assumed, Seat(0))
            });
            values.sum::<f64>() / 12.0
        };
        for (sum, pruning) in nodes.iter_mut().zip([Pruning::None, Pruning::Star1, Pruning::Star2])
        {
            let params = StarParams {
                depth: 20,
                assumptions: 12,
                highest: 10.0,
                pruning,
                ..StarParams::default()
            };
            let report = params.check().expect("sound").search(&question, &Guide::UNIFORM);
            *sum += report.nodes;
            let best = report.moves[0].own.expect("searched").mean;
            for found in &report.moves {
                let own = found.own.expect("searched");
                let exact = exact(found.mv);
                if found.bound {
                    assert!(exact <= own.mean + 1e-9 && own.mean <= best + 1e-9);
                } else {
                    assert!((own.mean - exact).abs() < 1e-9, "{found:?} should be {exact}");
                    assert!(own.error.is_some());
                }
            }
        }
    }
    assert!(nodes[1] < nodes[0] && nodes[2] < nodes[0], "{nodes:?}");
}
