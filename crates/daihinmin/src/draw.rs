//! A view in a terminal.

use crate::card::{Card, Cards, SUIT_LETTERS, rank_letter};
use crate::moves::{Joker, Meld, Move};
use crate::position::View;
use crate::state::{Stage, State};
use fuda_core::{Seat, Style};
use std::fmt::Write;

const RED: &str = "\x1b[31m";
const BOLD: &str = "\x1b[1m";
const RESET: &str = "\x1b[0m";
const SUIT_SIGNS: [&str; 4] = ["♠", "♥", "♦", "♣"];
const CLASSES: [&str; 5] = ["daifugo", "fugo", "heimin", "hinmin", "daihinmin"];

/// The players with class, cards left and last action; the table; the hand.
pub(crate) fn draw(view: &View, style: Style) -> String {
    let state = view.replay();
    let mut text = String::new();
    for seat in Seat::all(state.players()) {
        let _ = writeln!(text, "{}", player_line(view, &state, seat, style));
    }
    let _ = writeln!(text, "\n  table  {}", table_line(view, &state, style));
    let mut hand: Vec<Card> = view.hand().iter().collect();
    hand.sort_by_key(|card| card.gift_order());
    let hand: Vec<String> = hand.iter().map(|card| show(*card, style)).collect();
    let _ = writeln!(text, "  hand   {}", hand.join(" "));
    let received = view.received().unwrap_or_default();
    for (cards, what) in [(view.given(), "gave"), (received, "got")] {
        if !cards.is_empty() {
            let _ = writeln!(text, "  {what:<6} {}", show_all(cards, style));
        }
    }
    text
}

fn player_line(view: &View, state: &State, seat: Seat, style: Style) -> String {
    let mark = if state.stage != Stage::Over && state.turn == seat.0 { '>' } else { ' ' };
    let size = view.hand_sizes().get(seat.index()).copied().unwrap_or(0);
    let class = match view.class(seat) {
        Some(class) if state.players() == 5 => CLASSES.get(usize::from(class)).copied(),
        _ => None,
    };
    let place = (0..usize::from(state.finished)).find(|&at| state.order[at] == seat.0);
    let doing = match place {
        Some(place) => format!("finished {}", place + 1),
        None if state.passed >> seat.0 & 1 == 1 => "passed".into(),
        None => String::new(),
    };
    let you = if seat == fuda_core::View::seat(view) { "you" } else { "" };
    let (bold, reset) = match style.colour && mark == '>' {
        true => (BOLD, RESET),
        false => ("", ""),
    };
    let line = format!(
        "{mark} seat {seat}  {size:>2} cards  {:<9}  {you:<3}  {doing}",
        class.unwrap_or("")
    );
    format!("{bold}{}{reset}", line.trim_end())
}

fn table_line(view: &View, state: &State, style: Style) -> String {
    let lying = match (state.stage, state.table) {
        (Stage::Gift(_), _) => "the exchange".to_owned(),
        (Stage::Over, _) => "the game is over".to_owned(),
        (_, None) => "empty".to_owned(),
        (_, Some(meld)) => {
            let last = view.moves().iter().rev().find(|(_, mv)| mv.meld().is_some());
            last.map_or_else(|| describe(meld), |(_, mv)| show_move(*mv, style))
        }
    };
    let mut notes = String::new();
    for (on, note) in [(state.locked, "locked"), (state.revolution, "revolution")] {
        if on {
            let _ = write!(notes, "  [{note}]");
        }
    }
    lying + &notes
}

fn describe(meld: Meld) -> String {
    format!("{} cards", meld.size)
}

fn show_move(mv: Move, style: Style) -> String {
    let cards = show_all(mv.cards().plain(), style);
    let joker = match mv.joker() {
        Joker::None => String::new(),
        Joker::Itself => "joker".into(),
        Joker::As(suit, column) => match Card::new(suit, column) {
            Some(card) => format!("joker as {}", show(card, style)),
            None => format!("joker {}", if column == 0 { "below" } else { "above" }),
        },
    };
    [cards, joker].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

fn show_all(cards: Cards, style: Style) -> String {
    cards.iter().map(|card| show(card, style)).collect::<Vec<_>>().join(" ")
}

fn show(card: Card, style: Style) -> String {
    let (Some(suit), Some(rank)) = (card.suit(), card.column().and_then(rank_letter)) else {
        return "JO".into();
    };
    let at = usize::from(suit);
    let sign = if style.ascii { SUIT_LETTERS[at].to_string() } else { SUIT_SIGNS[at].to_owned() };
    if style.colour && matches!(suit, 1 | 2) {
        format!("{RED}{sign}{rank}{RESET}")
    } else {
        format!("{sign}{rank}")
    }
}

#[cfg(test)]
mod tests {
    use crate::{Daihinmin, Deal};
    use fuda_core::{Game, Position as _, Seat, Style, View as _};

    #[test]
    fn a_table_in_ascii() {
        let game = Daihinmin::with_rules("uecda,players=2,ranks=3-4").unwrap();
        let hands = ["S3D3C3D4JO", "H3S4H4C4"].map(|h| h.parse().unwrap()).to_vec();
        let deal = Deal { hands, first: Seat(0), classes: None, tail: vec![0, 1] };
        let mut position = game.start(&deal).unwrap();
        position.play(Seat(0), "S3*D3".parse().unwrap()).unwrap();
        let text = position.view(Seat(1)).draw(Style { ascii: true, colour: false });
        let expected = "  seat 0   3 cards
> seat 1   4 cards             you

  table  S3 joker as D3
  hand   H3 C4 H4 S4
";
        assert_eq!(text, expected);
        let coloured = position.view(Seat(1)).draw(Style { ascii: false, colour: true });
        assert!(coloured.contains("♥3") && coloured.contains("\x1b[0m"));
    }

    #[test]
    fn the_exchange_is_shown() {
        let game = Daihinmin::with_rules("uecda,players=2,ranks=3-4,told=yes").unwrap();
        let hands = ["S3D3C3D4JO", "H3S4H4C4"].map(|h| h.parse().unwrap()).to_vec();
        let deal = Deal { hands, first: Seat(0), classes: Some(vec![0, 1]), tail: vec![0, 1] };
        let position = game.start(&deal).unwrap();
        let text = position.view(Seat(0)).draw(Style { ascii: true, colour: false });
        assert!(text.contains("the exchange") && text.contains("got    S4"), "{text}");
    }
}
