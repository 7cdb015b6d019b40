//! What the players of the shipped models answer must never change by
//! accident: for each of them seeded positions, the moves and their values.
//!
//! `FUDA_GOLDEN=write cargo test -p fuda-players --test shipped_models` writes
//! them anew, when they change on purpose.

use fuda_core::{Ask, Budget, Game, Position, Purpose, Seed};
use fuda_players::{Catalogue, daihinmin, koikoi, mahjong, othello};
use std::fmt::Write as _;
use std::path::Path;

/// Decisions with a choice that each player is asked for.
const POSITIONS: usize = 25;
/// One decision in so many of a random game is asked for.
const EVERY: usize = 7;

/// The answers of players on the way through random games.
fn answers<G: Game>(catalogue: &Catalogue<G>, rules: &str, players: &[&str], text: &mut String) {
    let game = G::with_rules(rules).unwrap();
    for description in players {
        let mut player = (catalogue.recipe(&game, description).unwrap().make)();
        let (mut asked, mut met, mut legal) = (0, 0, Vec::new());
        for number in 0.. {
            let mut rng = Seed(5).stream(Purpose::Sample, &[number]);
            let mut position = game.start(&game.deal(&mut rng)).unwrap();
            while let Some(seat) = position.turn().first()
                && asked < POSITIONS
            {
                position.legal_moves(seat, &mut legal);
                met += usize::from(legal.len() > 1);
                if legal.len() > 1 && met % EVERY == 0 {
                    let view = position.view(seat);
                    player.begin(seat);
                    let mut own = Seed(6).stream(Purpose::Player, &[asked as u64]);
                    let budget = Budget::default();
                    let ask = Ask { view: &view, legal: &legal, budget, rng: &mut own };
                    let choice = player.choose(ask).unwrap();
                    write!(text, "{} {rules} {description}: {}", G::NAME, choice.mv).unwrap();
                    for a in choice.alternatives.iter().take(3) {
                        write!(text, ", {} {:.3}", a.mv, a.value).unwrap();
                    }
                    text.push('\n');
                    asked += 1;
                }
                let mv = *rng.pick(&legal).unwrap();
                position.play(seat, mv).unwrap();
            }
            if asked == POSITIONS {
                break;
            }
        }
    }
}

#[test]
fn golden_answers_of_shipped_models() {
    let mut found = String::new();
    let evaluations =
        ["alphabeta:depth=2,exact=4,eval=mined", "alphabeta:depth=2,exact=4,eval=raw"];
    answers(&othello(), "standard", &evaluations, &mut found);
    answers(&daihinmin(), "uecda", &["nn", "ap"], &mut found);
    answers(&mahjong(), "tenhou-east", &["eval", "svm", "net"], &mut found);
    let koikoi_players =
        ["pg:calls=20", "value:calls=0", "linear:calls=20", "linear:features=raw,calls=20"];
    answers(&koikoi(), "paper", &koikoi_players, &mut found);
    for rules in ["paper", "guan", "nintendo"] {
        answers(&koikoi(), rules, &["pg-net:look=0"], &mut found);
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/shipped_models.txt");
    if std::env::var("FUDA_GOLDEN").is_ok_and(|v| v == "write") {
        std::fs::write(&path, &found).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap();
    for (line, (golden, found)) in golden.lines().zip(found.lines()).enumerate() {
        assert_eq!(golden, found, "line {}", line + 1);
    }
    assert_eq!(golden.lines().count(), found.lines().count());
}
