//! A view as text for a terminal.

use crate::{Card, Cards, Kind, Phase, View};
use fuda_core::{Seat, Style};
use std::fmt::Write;

const KINDS: [(Kind, Cards); 4] = [
    (Kind::Bright, Cards::BRIGHTS),
    (Kind::Animal, Cards::ANIMALS),
    (Kind::Ribbon, Cards::RIBBONS),
    (Kind::Plain, Cards::PLAINS),
];

/// A card as `1a pine crane ★`: what to type, the flower, the picture, the kind.
pub fn card_text(card: Card, style: Style) -> String {
    let letter = char::from(b'a' + card.number() - 1);
    let mark = match (card.kind(), style.ascii) {
        (Kind::Bright, false) => " ★",
        (Kind::Animal, false) => " ◆",
        (Kind::Ribbon, false) => " ▌",
        (Kind::Bright, true) => " *",
        (Kind::Animal, true) => " @",
        (Kind::Ribbon, true) => " |",
        (Kind::Plain, _) => "",
    };
    let what = match (card.picture(), card.kind()) {
        (Some(picture), _) => format!(" {picture}"),
        (None, Kind::Ribbon) if Cards::RED.contains(card) => " red ribbon".into(),
        (None, Kind::Ribbon) if Cards::BLUE.contains(card) => " blue ribbon".into(),
        (None, Kind::Ribbon) => " ribbon".into(),
        (None, _) => String::new(),
    };
    let text = format!("{}{letter} {}{what}{mark}", card.month(), card.flower());
    match (style.colour, card.kind()) {
        (false, _) => text,
        (_, Kind::Bright) => format!("\x1b[1;33m{text}\x1b[0m"),
        (_, Kind::Animal) => format!("\x1b[32m{text}\x1b[0m"),
        (_, Kind::Ribbon) if Cards::BLUE.contains(card) => format!("\x1b[34m{text}\x1b[0m"),
        (_, Kind::Ribbon) => format!("\x1b[31m{text}\x1b[0m"),
        (_, Kind::Plain) => format!("\x1b[2m{text}\x1b[0m"),
    }
}

fn listed(cards: Cards, style: Style) -> String {
    let texts: Vec<String> = cards.iter().map(|card| card_text(card, style)).collect();
    if texts.is_empty() { "nothing".into() } else { texts.join(", ") }
}

pub(crate) fn draw(view: &View, style: Style) -> String {
    // Writing to a string cannot fail.
    let mut text = String::new();
    let table = &view.table;
    if table.rules.rounds > 1 {
        let (me, other) = (view.seat.index() & 1, view.other().index() & 1);
        let _ = writeln!(
            text,
            "round {} of {}, you have {} points, they have {}",
            table.round, table.rounds, table.totals[me], table.totals[other]
        );
    }
    let _ = writeln!(text, "they hold {} cards; {} in the stock", view.other_hand, view.stock());
    captured(&mut text, "they captured", view, view.other(), style);
    let _ = writeln!(text, "field");
    for month in 1..=12u8 {
        let cards: Cards = table.field.iter().filter(|card| card.month() == month).collect();
        if !cards.is_empty() {
            let _ = writeln!(text, "  {}", listed(cards, style));
        }
    }
    captured(&mut text, "you captured", view, view.seat, style);
    let _ = writeln!(text, "your hand");
    for card in view.hand {
        let matches = table.field & Cards::month_of(card);
        let arrow = if style.ascii { "->" } else { "→" };
        let target = match matches.is_empty() {
            true => String::new(),
            false => format!("  {arrow} {}", listed(matches, style)),
        };
        let _ = writeln!(text, "  {}{target}", card_text(card, style));
    }
    let _ = match table.phase {
        _ if table.to_move != view.seat => writeln!(text, "they are to move"),
        Phase::Play => writeln!(text, "play a card"),
        Phase::TakeWithPlayed(card) => {
            writeln!(text, "you played {}: which card do you take?", card_text(card, style))
        }
        Phase::TakeWithDrawn(card) => {
            writeln!(text, "you turned over {}: which card do you take?", card_text(card, style))
        }
        Phase::Call => {
            writeln!(text, "stop for {} points, or koikoi?", table.stop_points(view.seat))
        }
        Phase::Over => writeln!(text, "the game is over"),
    };
    text
}

fn captured(text: &mut String, title: &str, view: &View, seat: Seat, style: Style) {
    let table = &view.table;
    let (cards, calls) = (table.captured[seat.index() & 1], table.calls[seat.index() & 1]);
    let _ = write!(text, "{title} {} cards", cards.len());
    if calls > 0 {
        let _ = write!(text, ", called koi-koi {calls}x");
    }
    for (yaku, points) in table.rules.yaku(cards, calls) {
        let _ = write!(text, ", {yaku} ({points})");
    }
    let _ = writeln!(text);
    for (kind, all) in KINDS {
        let some = cards & all;
        if some.is_empty() {
            continue;
        }
        let _ = match kind {
            Kind::Plain => writeln!(text, "  {} plain", some.len()),
            _ => writeln!(text, "  {}", listed(some, style)),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::KoiKoi;
    use fuda_core::{Game, Position as _, Purpose, Seed, View as _};

    #[test]
    fn cards_are_readable() {
        let plain = Style { colour: false, ascii: false };
        let text = |card: &str, style| card_text(card.parse().expect("a card"), style);
        assert_eq!(text("crane", plain), "1a pine crane ★");
        assert_eq!(text("6b", plain), "6b peony blue ribbon ▌");
        assert_eq!(text("12c", plain), "12c paulownia");
        assert_eq!(text("sake", Style { ascii: true, ..plain }), "9a chrysanthemum sake @");
        assert_eq!(
            text("moon", Style { colour: true, ..plain }),
            "\x1b[1;33m8a pampas moon ★\x1b[0m"
        );
    }

    /// Every phase of a match is drawn; in ASCII when so asked, and what is
    /// drawn is the same for all ways the hidden cards may lie.
    #[test]
    fn views_are_drawn_without_hidden_cards() {
        let game = KoiKoi::with_rules("guan+rounds=2").expect("rules");
        let mut asked = [false; 3];
        for number in 0..10 {
            let mut rng = Seed(4).stream(Purpose::Sample, &[number]);
            let mut scratch = Vec::new();
            let mut position = game.start(&game.deal(&mut rng)).expect("a deal");
            while let Some(seat) = position.turn().first() {
                let view = position.view(seat);
                let text = view.draw(Style { colour: false, ascii: true });
                assert!(text.is_ascii(), "{text}");
                assert!(text.contains("round ") && text.contains("your hand"), "{text}");
                assert_eq!(
                    text,
                    view.assume(&mut rng).view(seat).draw(Style { colour: false, ascii: true })
                );
                for (seen, words) in
                    asked.iter_mut().zip(["play a card", "which card", "or koikoi?"])
                {
                    *seen |= text.contains(words);
                }
                let mv = position.random_move(seat, &mut rng, &mut scratch).expect("a move");
                position.play_unchecked(seat, mv);
            }
        }
        assert_eq!(asked, [true; 3]);
    }
}
