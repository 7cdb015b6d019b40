//! Othello as a game of the workbench: rules, openings, matches.

use crate::{Board, Disc, Move, Position, SeatEvent, View};
use fuda_core::formats::Format;
use fuda_core::{BadText, Game, MoveFeatures, Observation, PerSeat, Position as _, Rng, Seat};
use serde::{Deserialize, Serialize};

/// The most random plies an opening may have.
pub const MOST_PLIES: u8 = 20;

/// Othello under one way to begin.
///
/// - `random-8` (the default; any number up to 20): that many uniformly
///   random plies from the start, so that players without chance in them do
///   not repeat one game for ever;
/// - `standard`: the plain start;
/// - `from=POSITION`: any start, written as 64 letters and the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Othello {
    opening: OpeningRule,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OpeningRule {
    Standard,
    Random(u8),
    From(Position),
}

/// What chance decides in Othello: the first moves of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Opening(pub Vec<Move>);

impl Othello {
    /// The plain game.
    pub const STANDARD: Othello = Othello { opening: OpeningRule::Standard };

    /// The game that begins from a position.
    pub fn from_position(position: Position) -> Othello {
        if position == first_position() {
            return Othello::STANDARD;
        }
        Othello { opening: OpeningRule::From(position) }
    }

    /// The position before any move of an opening.
    pub(crate) fn first(&self) -> Position {
        match self.opening {
            OpeningRule::From(position) => position,
            _ => first_position(),
        }
    }
}

impl Default for Othello {
    fn default() -> Othello {
        Othello { opening: OpeningRule::Random(8) }
    }
}

fn first_position() -> Position {
    Position::new(Board::START, Disc::Black)
}

impl Game for Othello {
    type Move = Move;
    type Deal = Opening;
    type Position = Position;
    type View = View;
    type Event = SeatEvent;
    const NAME: &'static str = "othello";
    const ABOUT: &'static str = "Othello (Reversi): turn the discs between yours; most discs win";
    const DEAL_IS_LUCK: bool = false;

    fn presets() -> &'static [(&'static str, &'static str)] {
        &[
            ("random-8", "eight random plies from the start, then the players (any number to 20)"),
            ("standard", "the plain start position"),
        ]
    }

    fn with_rules(rules: &str) -> Result<Othello, BadText> {
        let wanted = "`standard`, `random-N` with N from 0 to 20, or `from=POSITION`";
        if rules == "standard" {
            return Ok(Othello::STANDARD);
        }
        if let Some(text) = rules.strip_prefix("from=") {
            return Ok(Othello { opening: OpeningRule::From(text.parse()?) });
        }
        let plies = rules
            .strip_prefix("random-")
            .filter(|n| n.bytes().all(|b| b.is_ascii_digit()))
            .and_then(|n| n.parse().ok())
            .filter(|n| *n <= MOST_PLIES)
            .ok_or_else(|| BadText::new(wanted, rules))?;
        Ok(Othello { opening: OpeningRule::Random(plies) })
    }

    fn rules(&self) -> String {
        match self.opening {
            OpeningRule::Standard => "standard".into(),
            OpeningRule::Random(plies) => format!("random-{plies}"),
            OpeningRule::From(position) => format!("from={position}"),
        }
    }

    fn formats() -> Vec<Box<dyn Format<Self>>> {
        crate::formats::formats()
    }

    /// 64 letters (`X`, `O`, `-`) from `a1` to `h8` and the side to move, as
    /// in a line of an OBF file.
    fn parse_position(&self, text: &str) -> Option<Result<Position, BadText>> {
        Some(text.parse())
    }

    fn seats(&self) -> usize {
        2
    }

    fn move_features(&self) -> Vec<Box<dyn MoveFeatures<Othello>>> {
        crate::encode::move_features()
    }

    fn observations(&self) -> Vec<Box<dyn Observation<Othello>>> {
        crate::encode::observations()
    }

    fn hear(
        &self,
        _seat: Seat,
        known: &mut Option<Position>,
        event: &SeatEvent,
    ) -> Result<(), BadText> {
        crate::event::hear(known, event)
    }

    fn forfeit_scores(&self, _position: &Position, loser: Seat) -> Option<PerSeat<f64>> {
        // The worst result there is: not a disc left.
        Some(Seat::all(2).map(|seat| if seat == loser { -64.0 } else { 64.0 }).collect())
    }

    fn deal(&self, rng: &mut Rng) -> Opening {
        let OpeningRule::Random(plies) = self.opening else { return Opening::default() };
        // Openings that end the game are drawn again: what is left is every
        // other opening, as likely as uniformly random moves make it.
        loop {
            let mut position = first_position();
            let mut moves = Vec::with_capacity(plies.into());
            while moves.len() < plies.into()
                && let Some(seat) = position.turn().first()
                && let Some(mv) = position.random_move(seat, rng, &mut Vec::new())
            {
                position.play_unchecked(seat, mv);
                moves.push(mv);
            }
            if moves.len() == usize::from(plies) && !position.is_over() {
                return Opening(moves);
            }
        }
    }

    fn start(&self, deal: &Opening) -> Result<Position, BadText> {
        let plies = match self.opening {
            OpeningRule::Random(plies) => plies.into(),
            _ => 0,
        };
        if deal.0.len() != plies {
            let wanted = format!("an opening of {plies} plies under the rules {}", self.rules());
            return Err(BadText::new(wanted, format!("one of {}", deal.0.len())));
        }
        let mut position = self.first();
        for (i, &mv) in deal.0.iter().enumerate() {
            position.play(position.to_move().seat(), mv).map_err(|e| {
                BadText::new(format!("a legal move at ply {} of the opening", i + 1), e.to_string())
            })?;
        }
        if plies > 0 && position.is_over() {
            return Err(BadText::new("an opening that does not end the game", "one that does"));
        }
        Ok(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_core::conformance::{Conformance, check};
    use fuda_core::{MoveOf, Purpose, Seat, Seed};

    impl Conformance for Othello {
        fn scramble_hidden(&self, truth: &Position, _seat: Seat, _rng: &mut Rng) -> Position {
            *truth
        }

        fn hides_something(&self) -> bool {
            false
        }

        fn illegal_moves(&self, truth: &Position) -> Vec<(Seat, MoveOf<Self>)> {
            let mut legal = Vec::new();
            truth.legal_moves(truth.to_move().seat(), &mut legal);
            let all = crate::Square::all().map(Move::from).chain([Move::PASS]);
            all.flat_map(|mv| [(Seat(0), mv), (Seat(1), mv), (Seat(7), mv)])
                .filter(|(seat, mv)| *seat != truth.to_move().seat() || !legal.contains(mv))
                .collect()
        }

        fn fingerprint(&self, truth: &Position) -> String {
            format!("{truth} {}", truth.is_over())
        }
    }

    #[test]
    fn conforms() {
        for rules in ["standard", "random-8", "random-0", "random-20"] {
            check(&Othello::with_rules(rules).unwrap(), 20, Seed(1));
        }
        let late = "-XXX--X-XOXOOOOOOOOXOOOO-OOOXXOO-OOOOXOO---XXOXO-XXXXXOO-O--XO-O X";
        check(&Othello::with_rules(&format!("from={late}")).unwrap(), 50, Seed(2));
    }

    #[test]
    fn wrong_rules_and_openings_are_refused() {
        for bad in ["", "random-", "random-21", "random-+3", "random--1", "from=", "Standard"] {
            assert!(Othello::with_rules(bad).is_err(), "{bad} is taken for rules");
        }
        let game = Othello::with_rules("random-2").unwrap();
        let opening = |moves: &[&str]| Opening(moves.iter().map(|m| m.parse().unwrap()).collect());
        assert!(game.start(&opening(&["f5", "d6"])).is_ok());
        assert!(game.start(&opening(&["f5"])).is_err());
        assert!(game.start(&opening(&["f5", "f5"])).is_err());
        assert!(game.start(&opening(&["pass", "f5"])).is_err());
    }

    #[test]
    fn deals_differ_and_do_not_end_the_game() {
        let game = Othello::with_rules("random-20").unwrap();
        let deals: Vec<_> =
            (0..200).map(|n| game.deal(&mut Seed(1).stream(Purpose::Deal, &[n]))).collect();
        assert!(deals.windows(2).all(|pair| pair[0] != pair[1]));
        assert!(deals.iter().all(|deal| !game.start(deal).unwrap().is_over()));
    }

    #[test]
    fn a_playout_ends_at_a_position_with_the_same_scores() {
        for n in 0..50 {
            let mut rng = Seed(9).stream(Purpose::Playout, &[n]);
            let game = Othello::default();
            let mut position = game.start(&game.deal(&mut rng)).unwrap();
            let scores = position.random_playout(&mut rng, &mut Vec::new());
            assert_eq!(Some(&scores), position.scores().as_ref());
            assert!(position.board().is_over());
            assert_eq!(scores[0], -scores[1]);
        }
    }
}
