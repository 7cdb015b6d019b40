//! Koi-koi players of if-then rules: the paper's rules are not printed, so its
//! claim is held against all of a family that score as its player does.

use fuda_core::{Ask, Choice, Player, PlayerError};
use fuda_koikoi::players::CallBySimulation;
use fuda_koikoi::{Card, Cards, Kind, KoiKoi, Move, Phase};

/// Which capture comes first: a rank for each kind of card, the best won counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Captures {
    BrightAnimalRibbon,
    BrightRibbonAnimal,
    Bright,
    Any,
}

/// Which card is put down where nothing can be captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PutsDown {
    Earliest,
    Latest,
    Plainest,
}

/// A player of if-then rules: captures by rank, else puts down a card.
/// Koi-koi is decided by simulation, as everybody's is in the paper.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RuleVariant {
    captures: Captures,
    puts_down: PutsDown,
}

impl RuleVariant {
    /// All of them; the first is the catalogue's `rule`.
    pub fn all() -> Vec<RuleVariant> {
        use Captures::{Any, Bright, BrightAnimalRibbon, BrightRibbonAnimal};
        use PutsDown::{Earliest, Latest, Plainest};
        let captures = [BrightAnimalRibbon, BrightRibbonAnimal, Bright, Any];
        let with = |captures| {
            [Earliest, Latest, Plainest].map(|puts_down| RuleVariant { captures, puts_down })
        };
        captures.into_iter().flat_map(with).collect()
    }

    /// Its rules in a few words.
    pub fn name(self) -> String {
        let captures = match self.captures {
            Captures::BrightAnimalRibbon => "bright, animal, ribbon",
            Captures::BrightRibbonAnimal => "bright, ribbon, animal",
            Captures::Bright => "bright",
            Captures::Any => "any",
        };
        let puts_down = match self.puts_down {
            PutsDown::Earliest => "earliest",
            PutsDown::Latest => "latest",
            PutsDown::Plainest => "plainest",
        };
        format!("{captures}; {puts_down}")
    }

    /// The player, with so many completions for koi-koi.
    pub fn player(self, calls: u32) -> Box<dyn Player<KoiKoi>> {
        Box::new(IfThen { rules: self, call: CallBySimulation { playouts: calls } })
    }

    fn rank(self, card: Card) -> u8 {
        match (self.captures, card.kind()) {
            (Captures::Any, _) => 1,
            (_, Kind::Bright) => 4,
            (Captures::Bright, _) | (_, Kind::Plain) => 1,
            (Captures::BrightAnimalRibbon, Kind::Animal)
            | (Captures::BrightRibbonAnimal, Kind::Ribbon) => 3,
            _ => 2,
        }
    }

    /// The rank of the best card won; 0 when nothing is captured.
    fn wins(self, field: Cards, card: Card) -> u8 {
        let matches = field & Cards::month_of(card);
        let best = matches.iter().map(|other| self.rank(other)).max();
        best.map_or(0, |best| best.max(self.rank(card)))
    }

    fn plays(self, hand: Cards, field: Cards) -> Option<Card> {
        let most = hand.iter().map(|card| self.wins(field, card)).max()?;
        let mut best = hand.iter().filter(|&card| self.wins(field, card) == most);
        match (most, self.puts_down) {
            (0, PutsDown::Latest) => best.last(),
            (0, PutsDown::Plainest) => best.min_by_key(|card| worth(*card)),
            _ => best.next(),
        }
    }

    fn takes(self, from: Cards) -> Option<Card> {
        let most = from.iter().map(|card| self.rank(card)).max()?;
        from.iter().find(|&card| self.rank(card) == most)
    }
}

/// What a card is worth by its kind.
fn worth(card: Card) -> u8 {
    match card.kind() {
        Kind::Plain => 0,
        Kind::Ribbon => 1,
        Kind::Animal => 2,
        Kind::Bright => 3,
    }
}

struct IfThen {
    rules: RuleVariant,
    call: CallBySimulation,
}

impl Player<KoiKoi> for IfThen {
    fn choose(&mut self, ask: Ask<'_, KoiKoi>) -> Result<Choice<Move>, PlayerError> {
        if let Some(choice) = self.call.decide(ask.view, ask.rng) {
            return Ok(choice);
        }
        let (table, hand) = (&ask.view.table, ask.view.hand);
        let answer = match table.phase {
            Phase::Play => self.rules.plays(hand, table.field).map(Move::Play),
            Phase::TakeWithPlayed(with) | Phase::TakeWithDrawn(with) => {
                self.rules.takes(table.field & Cards::month_of(with)).map(Move::Take)
            }
            Phase::Call | Phase::Over => None,
        };
        answer.map(Choice::from).ok_or_else(|| PlayerError("there is nothing to decide".into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_core::{Budget, Game, Position as _, Purpose, Seed};
    use fuda_koikoi::players::RulePlayer;

    #[test]
    fn the_first_is_the_catalogues_and_all_differ_from_each_other() {
        let game = KoiKoi::default();
        let all = RuleVariant::all();
        let mut answers = vec![Vec::new(); all.len()];
        for number in 0..60 {
            let deal = game.deal(&mut Seed(2).stream(Purpose::Deal, &[number]));
            let mut position = game.start(&deal).unwrap();
            let mut legal = Vec::new();
            while let Some(seat) = position.turn().first() {
                position.legal_moves(seat, &mut legal);
                let view = position.view(seat);
                let Some(usual) = RulePlayer::answer(&view) else { break };
                for (rules, answers) in all.iter().zip(&mut answers) {
                    let mut rng = Seed(3).stream(Purpose::Player, &[]);
                    let budget = Budget::default();
                    let ask = Ask { view: &view, legal: &legal, budget, rng: &mut rng };
                    let mv = rules.player(1).choose(ask).unwrap().mv;
                    assert!(legal.contains(&mv), "{}: {mv}", rules.name());
                    answers.push(mv);
                }
                assert_eq!(answers[0].last(), Some(&usual));
                position.play(seat, usual).unwrap();
            }
        }
        for (at, one) in answers.iter().enumerate() {
            for other in &answers[at + 1..] {
                assert_ne!(one, other, "{}", all[at].name());
            }
        }
    }
}
