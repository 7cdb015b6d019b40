//! Programs of the contest as players: this test's own program is the client.
#![cfg(unix)]

use fuda_bridges::uecda::UecdaPlayer;
use fuda_bridges::{CommandLine, ProcessLimits};
use fuda_core::{Ask, Budget, Game, Player, PlayerError, Position as _, Purpose, Seat, Seed};
use fuda_daihinmin::wire::{JoinOptions, Version, join};
use fuda_daihinmin::{Daihinmin, Greedy, Move};
use std::time::Duration;

/// What the tests start: a client that plays by [`Greedy`].
#[test]
#[ignore = "the program that the other tests start"]
fn the_client_that_is_started() {
    let word = |name: &str| std::env::var(name).expect("it is started by a test");
    let version = word("VERSION").parse().ok().and_then(Version::from_number);
    let options = JoinOptions {
        port: word("PORT").parse().expect("a port"),
        version: version.expect("a version"),
        ..JoinOptions::default()
    };
    // The connection is cut when the game is over.
    let _ = join(&options, &mut Greedy, &mut |_| {});
}

fn client(version: u32) -> CommandLine {
    let own = std::env::current_exe().expect("this program");
    let own = own.display();
    let line = format!(
        "PORT={{port}} VERSION={version} '{own}' --exact the_client_that_is_started --ignored"
    );
    line.parse().expect("a command line")
}

/// Plays a game with the player at a seat and [`Greedy`] at all; gives how
/// often the player was asked, and insists that it plays as Greedy does.
fn play(player: &mut UecdaPlayer, number: u64) -> Result<usize, PlayerError> {
    let game = Daihinmin::with_rules("uecda,classes=random").unwrap();
    let mut rng = Seed(2).stream(Purpose::Deal, &[number]);
    let mut position = game.start(&game.deal(&mut rng)).unwrap();
    let me = Seat((number % 5) as u8);
    player.begin(me);
    let (mut legal, mut asked) = (Vec::new(), 0);
    while let Some(seat) = position.turn().first() {
        position.legal_moves(seat, &mut legal);
        let view = position.view(seat);
        let mut ask = |player: &mut dyn Player<Daihinmin>| -> Result<Move, PlayerError> {
            let ask = Ask { view: &view, legal: &legal, budget: Budget::default(), rng: &mut rng };
            player.choose(ask).map(|choice| choice.mv)
        };
        let mv = match legal[..] {
            [only] => only,
            _ => ask(&mut Greedy)?,
        };
        if seat == me && legal.len() > 1 {
            assert_eq!(ask(player)?, mv, "game {number}, question {asked}");
            asked += 1;
        }
        position.play(seat, mv).unwrap();
    }
    Ok(asked)
}

#[test]
fn clients_play_as_they_do_here() {
    for (version, games) in [(20070, 10), (20140, 10), (20060, 1)] {
        let mut player = UecdaPlayer::new(client(version), ProcessLimits::default());
        let asked: usize = (0..games).map(|number| play(&mut player, number).unwrap()).sum();
        assert!(asked > 5 * games as usize, "{asked} questions in {games} games");
    }
}

#[test]
fn who_leaves_or_never_comes_gives_no_move() {
    let limits = ProcessLimits {
        start_up: Duration::from_millis(300),
        answer: Duration::from_millis(300),
        ..ProcessLimits::default()
    };
    for (line, why) in [
        ("false", "ended"),
        ("sh -c 'echo no luck >&2; exit 3'", "no luck"),
        ("sh -c 'sleep 60'", "no client came"),
    ] {
        let mut player = UecdaPlayer::new(line.parse().unwrap(), limits);
        for number in 0..2 {
            let error = play(&mut player, number).unwrap_err().to_string();
            assert!(error.contains(why), "{line}: {error}");
        }
    }
}
