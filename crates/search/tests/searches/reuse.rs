//! A player that goes on in the part of its tree the game went into.

use crate::thicket::{Thicket, ThicketPosition, ThicketView, Twig};
use fuda_core::{Ask, Budget, Choice, Game, Player, Position, Rng, Seat, Seed, Turn, View};
use fuda_search::{Belief, EndOfGame, Guide, Made, Random, Scores, UctParams, UctPlayer};
use std::sync::{Arc, Mutex};

/// Is given the moves of the game as they are made, and so knows them.
#[derive(Clone, Default)]
struct Told {
    made: Arc<Mutex<Made<Thicket>>>,
    asked_after: Arc<Mutex<usize>>,
}

impl Belief<Thicket> for Told {
    type Prepared = ();

    fn prepare(&self, _: &ThicketView, _: u64, _: &mut Rng) {}

    fn sample(&self, view: &ThicketView, _: &mut (), rng: &mut Rng) -> ThicketPosition {
        view.assume(rng)
    }

    fn moves_since(&self, _: &ThicketView, _: &ThicketView) -> Option<Made<Thicket>> {
        let made = self.made.lock().expect("one thread");
        Some(made[*self.asked_after.lock().expect("one thread")..].to_vec())
    }
}

fn guide(belief: Told) -> Guide<Told> {
    Guide { belief, policy: Random, horizon: EndOfGame, value: Scores }
}

fn ask(
    player: &mut impl Player<Thicket>,
    position: &ThicketPosition,
    seat: Seat,
    seed: u64,
) -> Choice<Twig> {
    let (view, mut legal) = (position.view(seat), Vec::new());
    position.legal_moves(seat, &mut legal);
    let mut rng = Rng::new(Seed(seed));
    let ask = Ask { view: &view, legal: &legal, budget: Budget::default(), rng: &mut rng };
    player.choose(ask).expect("an answer")
}

const LOOPS: u64 = 400;

/// Plays a game in which one player is asked at every decision of seat 0;
/// gives the number of visits carried over, and of decisions with any.
fn play(number: u64, reuse: bool) -> (u64, u64) {
    let game = Thicket { seed: number, length: 7 };
    let told = Told::default();
    let uct = UctParams { loops: Some(LOOPS), c: 3.0, reuse, trees: 2, ..UctParams::default() };
    let mut player = UctPlayer::new(&game, uct.check().expect("sound"), guide(told.clone()));
    player.begin(Seat(0));
    let mut rng = Rng::new(Seed(number));
    let mut position = game.start(&game.deal(&mut rng)).expect("a deal");
    let (mut carried, mut decisions) = (0, 0);
    let mut legal = Vec::new();
    while let Some(seat) = position.turn().first() {
        position.legal_moves(seat, &mut legal);
        let mut mv = *rng.pick(&legal).expect("a move");
        if seat == Seat(0) && legal.len() > 1 {
            let choice = ask(&mut player, &position, seat, number);
            assert!(legal.contains(&choice.mv));
            assert_eq!(choice.effort, LOOPS, "what was carried over is no effort");
            let visits: u64 = choice.alternatives.iter().map(|a| a.effort).sum();
            assert!(visits >= LOOPS);
            carried += visits - LOOPS;
            decisions += u64::from(visits > LOOPS);
            *told.asked_after.lock().expect("one thread") =
                told.made.lock().expect("one thread").len();
            mv = choice.mv;
        }
        let claims = matches!(position.turn(), Turn::Claims(_));
        let before = position.made();
        position.play(seat, mv).expect("legal");
        // Somebody with precedence may have claimed; then that was the move.
        if claims && position.made() > before {
            let claim = position.last_claim().expect("a claim was made");
            told.made.lock().expect("one thread").push(claim);
        } else if !claims {
            told.made.lock().expect("one thread").push((seat, mv));
        }
    }
    (carried, decisions)
}

#[test]
fn what_lies_below_the_moves_made_is_kept() {
    let (mut carried, mut decisions) = (0, 0);
    for number in 0..40 {
        let (visits, some) = play(number, true);
        carried += visits;
        decisions += some;
        assert_eq!(play(number, true), (visits, some), "the same game, the same result");
        assert_eq!(play(number, false), (0, 0));
    }
    assert!(decisions > 20, "only {decisions} decisions had anything to go on with");
    assert!(carried > 10 * decisions, "{carried} visits in {decisions} decisions");
}

#[test]
fn a_new_game_forgets_the_old_one() {
    let game = Thicket { seed: 1, length: 7 };
    let uct = UctParams { loops: Some(LOOPS), reuse: true, ..UctParams::default() };
    let mut player = UctPlayer::new(&game, uct.check().expect("sound"), guide(Told::default()));
    let position = game.start(&[0, 1, 2]).expect("a deal");
    let first = ask(&mut player, &position, Seat(0), 1);
    player.begin(Seat(0));
    assert_eq!(ask(&mut player, &position, Seat(0), 1), first);
    let again = ask(&mut player, &position, Seat(0), 1);
    let visits: u64 = again.alternatives.iter().map(|a| a.effort).sum();
    assert_eq!(visits, 2 * LOOPS, "nothing was played, so the whole tree is kept");
}
