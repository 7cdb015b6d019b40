//! The player of if-then rules.

use super::{CallBySimulation, first_best};
use crate::{Card, Cards, Kind, KoiKoi, Move, Phase, View};
use fuda_core::{Ask, Choice, Player, PlayerError};

/// Plays by these rules, the first that applies:
///
/// 1. If a card of the hand wins a bright, play it.
/// 2. If one wins an animal, play it.
/// 3. If one wins a ribbon, play it.
/// 4. If one captures anything, play it.
/// 5. Put down the lowest card: the earliest month, its best card first.
///
/// "Wins" speaks of the card played as well as of the cards taken. Of two
/// field cards the one of the better kind is taken; of equals always the
/// lowest card. Koi-koi is decided by simulation, see [`CallBySimulation`].
///
/// It is as strong as the rule player of the paper: about 2.5 points per game
/// better than a random player. It does not look at what is captured already,
/// and gives away what it puts down; learners find both out.
#[derive(Clone, Copy, Debug, Default)]
pub struct RulePlayer {
    /// How koi-koi is decided.
    pub call: CallBySimulation,
}

/// The better the kind, the higher.
fn rank(card: Card) -> u8 {
    match card.kind() {
        Kind::Bright => 4,
        Kind::Animal => 3,
        Kind::Ribbon => 2,
        Kind::Plain => 1,
    }
}

/// The best kind a card wins; 0 when it captures nothing.
fn wins(field: Cards, card: Card) -> u8 {
    let matches = field & Cards::month_of(card);
    // Of two cards the better is taken, and more are taken all: either way
    // the best of them counts.
    matches.iter().map(rank).max().map_or(0, |best| best.max(rank(card)))
}

impl RulePlayer {
    /// The move, except where koi-koi is asked.
    pub fn answer(view: &View) -> Option<Move> {
        let field = view.table.field;
        match view.table.phase {
            Phase::Play => first_best(view.hand, |card| wins(field, card)).map(Move::Play),
            Phase::TakeWithPlayed(with) | Phase::TakeWithDrawn(with) => {
                first_best(field & Cards::month_of(with), rank).map(Move::Take)
            }
            Phase::Call | Phase::Over => None,
        }
    }
}

impl Player<KoiKoi> for RulePlayer {
    fn choose(&mut self, ask: Ask<'_, KoiKoi>) -> Result<Choice<Move>, PlayerError> {
        if let Some(choice) = self.call.decide(ask.view, ask.rng) {
            return Ok(choice);
        }
        let answer = RulePlayer::answer(ask.view);
        answer.map(Choice::from).ok_or_else(|| PlayerError("there is nothing to decide".into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
    use fuda_core::{Game, Position as _, Purpose, Seat, Seed};

    fn cards(text: &str) -> Cards {
        text.split_whitespace().map(|t| t.parse::<Card>().expect("a card")).collect()
    }

    /// A first position with this hand and field.
    fn position(hand: &str, field: &str) -> Position {
        let game = KoiKoi::default();
        let mut position =
            game.start(&game.deal(&mut Seed(1).stream(Purpose::Deal, &[]))).expect("a deal");
        position.hands[0] = cards(hand);
        position.table.field = cards(field);
        position
    }

    fn answer(hand: &str, field: &str) -> String {
        let view = position(hand, field).view(Seat(0));
        RulePlayer::answer(&view).expect("an answer").to_string()
    }

    #[test]
    fn plays_by_its_rules() {
        assert_eq!(answer("2c 8c 4c", "warbler moon 4b"), "pampas-plain");
        assert_eq!(answer("1c 4c", "1b 4b cuckoo"), "wisteria-plain");
        assert_eq!(answer("4c 5c 6c", "5b 4d"), "iris-plain");
        assert_eq!(answer("4c 5c 6c", "6d"), "peony-plain");
        // A bright wins by itself.
        assert_eq!(answer("2a crane", "2c 1c"), "pine-bright");
        assert_eq!(answer("3c 12a", "1b 2b"), "cherry-plain");
        let mut two = position("8c", "moon geese 1b");
        two.play(Seat(0), "8c".parse().expect("a move")).expect("legal");
        let view = two.view(Seat(0));
        assert_eq!(RulePlayer::answer(&view), Some(Move::Take(Card::MOON)));
    }
}
