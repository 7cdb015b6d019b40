//! Mahjong search trees that must never change by accident.
//!
//! `FUDA_GOLDEN=write cargo test -p fuda-players --test golden` writes them
//! anew, when they change on purpose.

use fuda_core::{Ask, Budget, Game, Position, Purpose, Seat, Seed};
use fuda_mahjong::game::Deal;
use fuda_mahjong::{Mahjong, MahjongPosition, Move};
use fuda_players::mahjong;
use std::fmt::Write as _;
use std::path::Path;

const PLAYERS: [&str; 7] = [
    "uct:loops=400",
    "uct:loops=400,rave=100",
    "uct:loops=400,trees=4,threads=2",
    "uct:loops=400,reward=placement-sigmoid,bias=1,max-nodes=2048",
    "mc:playouts=200",
    "tabu1:runs=20",
    "tabu2:runs=20,claim-runs=3,yaku=yes",
];

/// A discard early and late in a hand, and a claim.
fn positions() -> Vec<(&'static str, MahjongPosition, Seat)> {
    let game = Mahjong::default();
    let ukeire = mahjong().recipe(&game, "ukeire").unwrap();
    let mut player = (ukeire.make)();
    let mut position = game.start(&Deal::from_seed(7)).unwrap();
    let mut rng = Seed(7).stream(Purpose::Player, &[]);
    let (mut legal, mut met) = (Vec::new(), Vec::new());
    while let Some(seat) = position.turn().first()
        && met.len() < 3
    {
        position.legal_moves(seat, &mut legal);
        let call = |mv: &Move| matches!(mv, Move::Pon(_) | Move::Chi(_));
        let discards = position.table().discards;
        let name = match met.len() {
            0 if discards >= 8 && !legal.contains(&Move::Pass) => Some("early"),
            1 if legal.iter().any(call) => Some("claim"),
            2 if discards >= 40 && !legal.contains(&Move::Pass) && legal.len() > 2 => Some("late"),
            _ => None,
        };
        if let Some(name) = name {
            met.push((name, position.clone(), seat));
        }
        let view = position.view(seat);
        let ask = Ask { view: &view, legal: &legal, budget: Budget::default(), rng: &mut rng };
        let mv = player.choose(ask).unwrap().mv;
        position.play(seat, mv).unwrap();
    }
    assert_eq!(met.len(), 3);
    met
}

/// Every move with its effort and value, as each player sees the positions.
fn digest() -> String {
    let game = Mahjong::default();
    let mut text = String::new();
    for (name, position, seat) in positions() {
        let mut legal = Vec::new();
        position.legal_moves(seat, &mut legal);
        let view = position.view(seat);
        for description in PLAYERS {
            let mut player = (mahjong().recipe(&game, description).unwrap().make)();
            player.begin(seat);
            let mut rng = Seed(3).stream(Purpose::Player, &[]);
            let ask = Ask { view: &view, legal: &legal, budget: Budget::default(), rng: &mut rng };
            let choice = player.choose(ask).unwrap();
            write!(text, "{name} {description}: {}", choice.mv).unwrap();
            for a in &choice.alternatives {
                write!(text, ", {} {} {:.3}", a.mv, a.effort, a.value).unwrap();
            }
            text.push('\n');
        }
    }
    text
}

#[test]
fn golden_trees_of_mahjong() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/mahjong.txt");
    let found = digest();
    if std::env::var("FUDA_GOLDEN").is_ok_and(|v| v == "write") {
        std::fs::write(&path, &found).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap();
    for (line, (golden, found)) in golden.lines().zip(found.lines()).enumerate() {
        assert_eq!(golden, found, "line {}", line + 1);
    }
    assert_eq!(golden.lines().count(), found.lines().count());
}
