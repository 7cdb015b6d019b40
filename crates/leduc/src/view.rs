//! What one seat knows.

use crate::{Betting, Card, Deal, Leduc, Position};
use fuda_core::{BadText, Lang, Rng, Seat, Seed, Style, View as _};
use serde::{Deserialize, Serialize};

/// The cards that one seat sees, and the betting.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Written")]
pub struct View {
    /// Whose view it is.
    pub seat: Seat,
    /// The seat's own card.
    pub card: Card,
    /// The public card, from the second round on.
    pub public: Option<Card>,
    /// The other seat's card, after a showdown.
    pub other: Option<Card>,
    /// The betting so far.
    pub betting: Betting,
}

/// A view as it is written; what is read from elsewhere is checked.
#[derive(Deserialize)]
struct Written {
    seat: Seat,
    card: Card,
    public: Option<Card>,
    other: Option<Card>,
    betting: Betting,
}

impl TryFrom<Written> for View {
    type Error = BadText;

    fn try_from(written: Written) -> Result<View, BadText> {
        let Written { seat, card, public, other, betting } = written;
        if seat.0 > 1 {
            return Err(BadText::new("seat 0 or 1", seat.to_string()));
        }
        let twice = |a: Option<Card>, b: Option<Card>| a.is_some() && a == b;
        if twice(public, other) || twice(public, Some(card)) || twice(other, Some(card)) {
            return Err(BadText::new("different cards", format!("{card:?} {public:?} {other:?}")));
        }
        let view = View { seat, card, public, other, betting };
        // What is seen follows from the betting.
        match fuda_core::Position::view(&view.assume(&mut Rng::new(Seed(0))), seat) == view {
            true => Ok(view),
            false => {
                let got = format!("{:?} {:?}", view.public, view.other);
                Err(BadText::new("the cards that are seen after the betting", got))
            }
        }
    }
}

impl fuda_core::View for View {
    type Game = Leduc;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn assume(&self, rng: &mut Rng) -> Position {
        let unseen = |card: &Card| *card != self.card && Some(*card) != self.public;
        let mut hidden = Card::ALL;
        rng.shuffle(&mut hidden);
        let mut hidden = hidden.into_iter().filter(unseen);
        let mut card = |known: Option<Card>| known.or_else(|| hidden.next()).unwrap_or(self.card);
        let (other, public) = (card(self.other), card(self.public));
        let cards = if self.seat == Seat(0) { [self.card, other] } else { [other, self.card] };
        Position { deal: Deal { cards, public }, betting: self.betting.clone() }
    }

    fn draw(&self, style: Style) -> String {
        let card = |card: Option<Card>| card.map_or("?".into(), |card| card.draw(style));
        let [own, other] = [self.seat, Seat(1 - self.seat.0)].map(|seat| self.betting.paid(seat));
        let (mine, public, theirs) = (card(Some(self.card)), card(self.public), card(self.other));
        let lang = style.words();
        let mut text = lang.pick(
            format!(
                "your card {mine}   public card {public}   other card {theirs}\n\
                 chips paid: you {own}, other {other}"
            ),
            format!(
                "手札 {mine}   場のカード {public}   相手の手札 {theirs}\n\
                 払ったチップ: あなた {own}、相手 {other}"
            ),
        );
        for (number, round) in self.betting.rounds().iter().enumerate() {
            let who = |n: usize| match n % 2 == self.seat.index() {
                true => lang.pick("you", "あなた"),
                false => lang.pick("other", "相手"),
            };
            let moves = round.iter().enumerate().map(|(n, mv)| match lang {
                Lang::English => format!("{} {mv}", who(n)),
                Lang::Japanese => format!("{} {}", who(n), mv.japanese()),
            });
            if !round.is_empty() {
                let (moves, number) = (moves.collect::<Vec<_>>(), number + 1);
                text += &lang.pick(
                    format!("\nround {number}: {}", moves.join(", ")),
                    format!("\n{number}回目: {}", moves.join("、")),
                );
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_that_cannot_be_are_refused() {
        let read = |seat: u8, public: &str| {
            let text = format!(
                "{{\"seat\":{seat},\"card\":\"Ks\",\"public\":{public},\"other\":null,\"betting\":[]}}"
            );
            serde_json::from_str::<View>(&text)
        };
        assert!(read(1, "null").is_ok());
        assert!(read(195, "null").unwrap_err().to_string().contains("seat 0 or 1"));
        assert!(read(0, "\"Ks\"").unwrap_err().to_string().contains("different cards"));
        let early = read(0, "\"Qs\"").unwrap_err().to_string();
        assert!(early.contains("seen after the betting"), "{early}");
    }
}
