//! Features of a card to play as the paper has them, and of the other moves.

use super::Contribution;
use crate::players::first_best;
use crate::{Card, Cards, KoiKoi, Move, View};
use arrayvec::ArrayVec;
use fuda_core::{FeatureRows, MoveFeatures};

/// How many features a card has: nine of an action in each of four situations.
pub const FEATURES: usize = 36;

/// How many features an action has.
const ACTION: usize = 9;

/// Who can finish the round with one more action.
///
/// The seat itself can when one of its cards captures so that its yaku grow.
/// The other can when some card that is not seen, put to the field, would do
/// as much for it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Situation {
    /// Both seats can.
    Both,
    /// Only the seat itself.
    Me,
    /// Only the other seat.
    Other,
    /// Neither.
    Nobody,
}

impl Situation {
    /// The situation of a seat that is to play a card.
    pub fn of(view: &View) -> Situation {
        let me = can_finish(view, view.seat.index() & 1, view.hand);
        let other = can_finish(view, view.other().index() & 1, view.unseen());
        match (me, other) {
            (true, true) => Situation::Both,
            (true, false) => Situation::Me,
            (false, true) => Situation::Other,
            (false, false) => Situation::Nobody,
        }
    }
}

/// Whether one of these cards makes the seat's yaku grow.
fn can_finish(view: &View, seat: usize, cards: Cards) -> bool {
    let table = &view.table;
    let points =
        |extra: Cards| table.rules.yaku_points(table.captured[seat] | extra, table.calls[seat]);
    let now = points(Cards::NONE);
    (cards & table.field.whole_months()).iter().any(|card| {
        let matches = table.field & Cards::month_of(card);
        match matches.len() {
            2 => matches.iter().any(|m| points(Cards::NONE.with(m).with(card)) > now),
            _ => points(matches.with(card)) > now,
        }
    })
}

/// The features of every card in the hand.
///
/// An action is a bit mask of nine features; together with the situation they
/// are the 36 of the paper. The first four go with cards that capture: the
/// capture is the one of greatest high-score contribution, or of greatest
/// quick-finish contribution, for me; the same for the other seat. (The card
/// played counts as well as those taken, and the greatest is sought among all
/// captures the hand offers: see [`Contribution`].) The other five go with cards that capture
/// nothing: the month's cards that nobody has captured, and how many of them
/// I hold, are 2 and 2, 4 and 3, 2 and 1, 4 and 2, 4 and 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Features {
    /// Who can finish.
    pub situation: Situation,
    /// The cards with their features.
    pub actions: ArrayVec<(Card, u16), 8>,
}

impl Features {
    /// The features of a view in which a card is to be played.
    pub fn of(view: &View) -> Features {
        let rules = &view.table.rules;
        let (own, other) = (view.captured(), view.other_captured());
        let mine = Contribution::new(rules, own, other, view.hand.len());
        let theirs = Contribution::new(rules, other, own, view.other_hand.into());
        let measures = [&mine.high, &mine.quick, &theirs.high, &theirs.quick];
        let mut values: ArrayVec<Option<[f32; 4]>, 8> = ArrayVec::new();
        let mut best = [0.0f32; 4];
        for card in view.hand.iter().take(8) {
            let matches = view.table.field & Cards::month_of(card);
            let value = (!matches.is_empty()).then(|| {
                let taken = match matches.len() {
                    2 => taken(&mine, matches).map_or(Cards::NONE, |c| Cards::NONE.with(c)),
                    _ => matches,
                };
                measures
                    .map(|measure| taken.with(card).iter().map(|c| measure[c.index()]).sum::<f32>())
            });
            for (most, got) in best.iter_mut().zip(value.unwrap_or_default()) {
                *most = most.max(got);
            }
            values.push(value);
        }
        let captured = own | other;
        let actions = view.hand.iter().zip(&values).map(|(card, value)| {
            let mask = match value {
                Some(value) => (0..4)
                    .filter(|&i| value[i] > 0.0 && value[i] >= best[i])
                    .fold(0, |mask, i| mask | 1 << i),
                None => 1 << (4 + put_down(view.hand, captured, card)),
            };
            (card, mask)
        });
        Features { situation: Situation::of(view), actions: actions.collect() }
    }

    /// The numbers (0 to 35) of an action's features.
    pub fn numbers(&self, mask: u16) -> impl Iterator<Item = usize> + use<> {
        let base = self.situation as usize * ACTION;
        (0..ACTION).filter(move |i| mask >> i & 1 == 1).map(move |i| base + i)
    }
}

/// Which of the five features a card has that captures nothing.
fn put_down(hand: Cards, captured: Cards, card: Card) -> usize {
    let month = Cards::month_of(card);
    let left = 4 - (captured & month).len();
    match (left, (hand & month).len()) {
        (2, 2) => 0,
        (4, 3) => 1,
        (2, _) => 2,
        (4, 2) => 3,
        (_, _) => 4,
    }
}

/// Which of two field cards to take: the one that contributes most to a high
/// score, and if both do alike, to a quick finish.
pub fn taken(mine: &Contribution, matches: Cards) -> Option<Card> {
    first_best(matches, |card| (mine.high[card.index()], mine.quick[card.index()]))
}

/// Features for a linear policy. All cells are 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PolicyFeatures {
    /// The 36 of the paper, see [`Features`]; moves that play no card have none.
    Paper,
    /// The same, four of a field card to take, and 16 of koi-koi. Stopping
    /// has none: it is what koi-koi is compared with.
    AllMoves,
}

/// Where the features of taking and of koi-koi begin.
const TAKE: usize = FEATURES;
const GO_ON: usize = TAKE + 4;
const HELD: usize = GO_ON + 7;
const AGAINST: usize = HELD + 7;

/// What the four features of a capture are.
const CAPTURES: [&str; 4] = [
    "wins my best card for a high score",
    "wins my best card for a quick finish",
    "wins the opponent's best card for a high score",
    "wins the opponent's best card for a quick finish",
];

impl PolicyFeatures {
    /// The features of taking one of several field cards: by which measures
    /// it is the best of them.
    fn take(view: &View, card: Card, offered: &[Move], out: &mut FeatureRows) {
        let (rules, own, other) = (&view.table.rules, view.captured(), view.other_captured());
        let mine = Contribution::new(rules, own, other, view.hand.len());
        let theirs = Contribution::new(rules, other, own, view.other_hand.into());
        for (n, measure) in [mine.high, mine.quick, theirs.high, theirs.quick].iter().enumerate() {
            let of = |mv: &Move| if let Move::Take(c) = mv { measure[c.index()] } else { 0.0 };
            let value = measure[card.index()];
            if value > 0.0 && offered.iter().all(|mv| of(mv) <= value) {
                out.mark((TAKE + n) as u32);
            }
        }
    }

    /// The features of calling koi-koi.
    fn go_on(view: &View, out: &mut FeatureRows) {
        let table = &view.table;
        let points = usize::from(table.stop_points(view.seat)).clamp(1, 7);
        out.mark((GO_ON + points - 1) as u32);
        out.mark((HELD + view.hand.len().clamp(1, 7) - 1) as u32);
        let other = view.other().index() & 1;
        if can_finish(view, other, view.unseen()) {
            out.mark(AGAINST as u32);
        }
        if table.calls[other] > 0 {
            out.mark((AGAINST + 1) as u32);
        }
    }
}

impl MoveFeatures<KoiKoi> for PolicyFeatures {
    fn name(&self) -> &str {
        match self {
            PolicyFeatures::Paper => "koikoi-pg-36-1",
            PolicyFeatures::AllMoves => "koikoi-moves-1",
        }
    }

    fn about(&self) -> &str {
        match self {
            PolicyFeatures::Paper => "the paper's 36 features of a card to play",
            PolicyFeatures::AllMoves => {
                "the paper's 36 features of a card, 20 of taking and koi-koi"
            }
        }
    }

    fn columns(&self) -> usize {
        match self {
            PolicyFeatures::Paper => FEATURES,
            PolicyFeatures::AllMoves => AGAINST + 2,
        }
    }

    fn meaning(&self, column: usize) -> String {
        match column {
            0..FEATURES => {
                let situation = match column / ACTION {
                    0 => "both can finish",
                    1 => "only I can finish",
                    2 => "only the opponent can finish",
                    _ => "nobody can finish",
                };
                let action = match column % ACTION {
                    capture @ 0..4 => CAPTURES[capture],
                    4 => "puts down: 2 left, I hold 2",
                    5 => "puts down: 4 left, I hold 3",
                    6 => "puts down: 2 left, I hold 1",
                    7 => "puts down: 4 left, I hold 2",
                    _ => "puts down: 4 left, I hold 1",
                };
                format!("{situation}: {action}")
            }
            TAKE..GO_ON => format!("of two field cards {}", CAPTURES[column - TAKE]),
            GO_ON..HELD => match column - GO_ON + 1 {
                7 => "koi-koi with 7 points or more".into(),
                points => format!("koi-koi with {points} points"),
            },
            HELD..AGAINST => format!("koi-koi with {} cards in hand", column - HELD + 1),
            AGAINST => "koi-koi while the opponent can finish".into(),
            _ => "koi-koi after the opponent's koi-koi".into(),
        }
    }

    fn encode(&self, view: &View, moves: &[Move], out: &mut FeatureRows) {
        out.clear();
        let plays = moves.iter().any(|mv| matches!(mv, Move::Play(_)));
        let features = plays.then(|| Features::of(view));
        for &mv in moves {
            match mv {
                Move::Play(card) => {
                    let found = features.iter().flat_map(|f| {
                        let of_card = f.actions.iter().filter(move |(c, _)| *c == card);
                        of_card.flat_map(|(_, mask)| f.numbers(*mask))
                    });
                    found.for_each(|number| out.mark(number as u32));
                }
                Move::Take(card) if *self == PolicyFeatures::AllMoves => {
                    PolicyFeatures::take(view, card, moves, out);
                }
                Move::KoiKoi if *self == PolicyFeatures::AllMoves => {
                    PolicyFeatures::go_on(view, out);
                }
                _ => {}
            }
            out.end_row();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{KoiKoi, Phase};
    use fuda_core::{Game, Position as _, Purpose, Seed};

    #[test]
    fn every_action_has_the_features_of_its_kind() {
        let game = KoiKoi::default();
        let mut scratch = Vec::new();
        let mut seen = [false; FEATURES];
        for number in 0..6_000 {
            let mut rng = Seed(1).stream(Purpose::Sample, &[number]);
            let mut position = game.start(&game.deal(&mut rng)).expect("a deal");
            while let Some(seat) = position.turn().first() {
                let view = position.view(seat);
                if view.table.phase == Phase::Play {
                    let features = Features::of(&view);
                    assert_eq!(features.actions.len(), view.hand.len());
                    for (card, mask) in &features.actions {
                        let capture = !(view.table.field & Cards::month_of(*card)).is_empty();
                        match capture {
                            true => assert_eq!(mask >> 4, 0),
                            false => assert!(mask & 0xF == 0 && mask.count_ones() == 1),
                        }
                        features.numbers(*mask).for_each(|i| seen[i] = true);
                    }
                }
                let mv = position.random_move(seat, &mut rng, &mut scratch).expect("a move");
                position.play_unchecked(seat, mv);
            }
        }
        let never: Vec<String> =
            (0..FEATURES).filter(|i| !seen[*i]).map(|i| PolicyFeatures::Paper.meaning(i)).collect();
        assert!(never.is_empty(), "never seen: {never:?}");
    }
}
