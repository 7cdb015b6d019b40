//! Every player of mahjong plays legal moves only, and the same ones for the
//! same seed.

use fuda_core::{Ask, Budget, Choice, Game, Position, Purpose, Seat, Seed};
use fuda_mahjong::game::Deal;
use fuda_mahjong::{Mahjong, MahjongPosition, Move};
use fuda_players::{Catalogue, mahjong};

/// The players with settings small enough for a test.
const PLAYERS: &[&str] = &[
    "random",
    "greedy",
    "ukeire",
    "eval",
    "svm",
    "uct:loops=40",
    "uct:loops=40,reuse=yes,bias=300,max-nodes=3000",
    "uct:loops=40,reward=placement",
    "uct:loops=40,reward=score-sigmoid,rave=50",
    "uct:loops=40,reward=placement-sigmoid,trees=3,threads=2",
    "uct:loops=40,reward=win,fpu=0.6,widen=3",
    "net",
    "uct:loops=40,prior=net",
    "uct+:loops=20",
    "uct+:loops=20,prior=eval",
    "uct+:loops=20,width=2,fold=no,weigh=no,widen=2",
    "mc:playouts=40",
    "maxn:assumptions=2,depth=1",
    "maxn:assumptions=1,depth=2",
    "star:assumptions=1,depth=2",
    "star:assumptions=2,depth=1,pruning=star1",
    "tabu1:runs=4",
    "tabu2:runs=8",
    "tabu2:runs=8,yaku=yes",
    "tabu2:runs=2,claim-runs=2,claim-n=3,k=3,n=4,list=0",
    "b1",
    "b2:runs=4",
];

/// Positions met in play that is half random and half towards a win, so that
/// calls, riichi, kans and furiten all come up.
fn positions(count: usize) -> Vec<(MahjongPosition, Seat)> {
    let catalogue = mahjong();
    let mut met = Vec::new();
    let mut legal = Vec::new();
    for number in 0.. {
        let rules = ["tenhou", "paper-tabu", "paper-uct"][number as usize % 3];
        let game = Mahjong::with_rules(rules).unwrap();
        let mut players = [
            (catalogue.recipe(&game, "ukeire").unwrap().make)(),
            (catalogue.recipe(&game, "random").unwrap().make)(),
        ];
        let mut rng = Seed(number).stream(Purpose::Sample, &[]);
        let mut position = game.start(&Deal::from_seed(number)).unwrap();
        while let Some(seat) = position.turn().first() {
            position.legal_moves(seat, &mut legal);
            if legal.len() > 1 && rng.below(12) == 0 {
                met.push((position.clone(), seat));
                if met.len() == count {
                    return met;
                }
            }
            let view = position.view(seat);
            let wild = usize::from(rng.below(4) == 0);
            let ask = Ask { view: &view, legal: &legal, budget: Budget::default(), rng: &mut rng };
            let mv = players[wild].choose(ask).unwrap().mv;
            position.play(seat, mv).unwrap();
        }
    }
    met
}

/// How many positions every player is asked about: 400, or what the variable
/// `FUDA_POSITIONS` says (10,000 is the whole check).
fn count() -> usize {
    std::env::var("FUDA_POSITIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(400)
}

fn answers(
    catalogue: &Catalogue<Mahjong>,
    name: &str,
    positions: &[(MahjongPosition, Seat)],
) -> Vec<Choice<Move>> {
    let mut legal = Vec::new();
    let mut answers = Vec::new();
    for (number, (position, seat)) in positions.iter().enumerate() {
        let game = Mahjong { rules: *position.rules() };
        let mut player = (catalogue.recipe(&game, name).unwrap().make)();
        player.begin(*seat);
        position.legal_moves(*seat, &mut legal);
        let view = position.view(*seat);
        let mut rng = Seed(7).stream(Purpose::Player, &[number as u64]);
        let ask = Ask { view: &view, legal: &legal, budget: Budget::default(), rng: &mut rng };
        let choice = player.choose(ask).unwrap();
        assert!(legal.contains(&choice.mv), "{name}: {} not in {legal:?}", choice.mv);
        for alternative in &choice.alternatives {
            assert!(legal.contains(&alternative.mv), "{name}: {}", alternative.mv);
        }
        answers.push(choice);
    }
    answers
}

#[test]
fn all_moves_are_legal_and_the_same_for_a_seed() {
    let catalogue = mahjong();
    let positions = positions(count());
    let claims = positions.iter().filter(|(p, s)| {
        let mut legal = Vec::new();
        p.legal_moves(*s, &mut legal);
        legal.contains(&Move::Pass)
    });
    assert!(claims.count() > positions.len() / 8);
    for name in PLAYERS {
        let first = answers(&catalogue, name, &positions);
        let again = answers(&catalogue, name, &positions[..80]);
        assert_eq!(first[..80], again[..], "{name}");
    }
}

#[test]
fn every_kind_of_player_is_tried() {
    // A model file is what makes the player `learned`, a program what makes
    // `exec`, `mjai` and `mjai-tcp`; there are none here.
    let elsewhere = ["learned", "exec", "mjai", "mjai-tcp"];
    for kind in mahjong().info().into_iter().filter(|kind| !elsewhere.contains(&&*kind.name)) {
        let tried = |name: &&&str| name.split(':').next() == Some(kind.name.as_str());
        assert!(PLAYERS.iter().any(|name| tried(&name)), "{}", kind.name);
    }
}

#[test]
fn wins_are_taken_by_all_that_look_for_them() {
    let catalogue = mahjong();
    let mut legal = Vec::new();
    let wins: Vec<_> = positions(1500)
        .into_iter()
        .filter(|(p, s)| {
            p.legal_moves(*s, &mut legal);
            legal.iter().any(|mv| matches!(mv, Move::Tsumo | Move::Ron))
        })
        .collect();
    assert!(wins.len() >= 5, "{}", wins.len());
    for name in [
        "greedy",
        "ukeire",
        "tabu1:runs=2",
        "tabu2:runs=2",
        "b1",
        "b2:runs=2",
        "uct:loops=300,reward=win",
    ] {
        for choice in answers(&catalogue, name, &wins) {
            assert!(matches!(choice.mv, Move::Tsumo | Move::Ron), "{name}: {}", choice.mv);
        }
    }
}
