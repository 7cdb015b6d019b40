//! A view as text for a terminal.

use crate::{Card, Cards, Kind, Phase, View};
use fuda_core::{Lang, Seat, Style};
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
    let code = format!("{}{letter}", card.month());
    let text = match style.words() {
        Lang::English => format!("{code} {}{what}{mark}", card.flower()),
        Lang::Japanese => format!("{code} {}{mark}", card.japanese()),
    };
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
    match texts.is_empty() {
        true => style.words().pick("nothing", "なし").into(),
        false => texts.join(style.words().pick(", ", "、")),
    }
}

pub(crate) fn draw(view: &View, style: Style) -> String {
    // Writing to a string cannot fail.
    let mut text = String::new();
    let (table, lang) = (&view.table, style.words());
    if table.rules.rounds > 1 {
        let (me, other) = (view.seat.index() & 1, view.other().index() & 1);
        let (round, rounds) = (table.round, table.rounds);
        let (mine, theirs) = (table.totals[me], table.totals[other]);
        text += &lang.pick(
            format!("round {round} of {rounds}, you have {mine} points, they have {theirs}\n"),
            format!("{rounds}回戦の{round}回目、あなた {mine}文、相手 {theirs}文\n"),
        );
    }
    let (held, stock) = (view.other_hand, view.stock());
    text += &lang.pick(
        format!("they hold {held} cards; {stock} in the stock\n"),
        format!("相手の手札 {held}枚、山札 {stock}枚\n"),
    );
    captured(&mut text, lang.pick("they captured", "相手の取り札"), view, view.other(), style);
    let _ = writeln!(text, "{}", lang.pick("field", "場札"));
    for month in 1..=12u8 {
        let cards: Cards = table.field.iter().filter(|card| card.month() == month).collect();
        if !cards.is_empty() {
            let _ = writeln!(text, "  {}", listed(cards, style));
        }
    }
    captured(&mut text, lang.pick("you captured", "あなたの取り札"), view, view.seat, style);
    let _ = writeln!(text, "{}", lang.pick("your hand", "手札"));
    for card in view.hand {
        let matches = table.field & Cards::month_of(card);
        let arrow = if style.ascii { "->" } else { "→" };
        let target = match matches.is_empty() {
            true => String::new(),
            false => format!("  {arrow} {}", listed(matches, style)),
        };
        let _ = writeln!(text, "  {}{target}", card_text(card, style));
    }
    text += &match table.phase {
        _ if table.to_move != view.seat => lang.pick("they are to move", "相手の番です").into(),
        Phase::Play => lang.pick("play a card", "札を出してください").into(),
        Phase::TakeWithPlayed(card) => {
            let card = card_text(card, style);
            lang.pick(
                format!("you played {card}: which card do you take?"),
                format!("{card} を出しました。どの札を取りますか"),
            )
        }
        Phase::TakeWithDrawn(card) => {
            let card = card_text(card, style);
            lang.pick(
                format!("you turned over {card}: which card do you take?"),
                format!("{card} をめくりました。どの札を取りますか"),
            )
        }
        Phase::Call => {
            let points = table.stop_points(view.seat);
            lang.pick(
                format!("stop for {points} points, or koikoi?"),
                format!("{points}文で上がりますか、こいこいしますか"),
            )
        }
        Phase::Over => lang.pick("the game is over", "終局です").into(),
    };
    text + "\n"
}

fn captured(text: &mut String, title: &str, view: &View, seat: Seat, style: Style) {
    let table = &view.table;
    let (cards, calls) = (table.captured[seat.index() & 1], table.calls[seat.index() & 1]);
    let (lang, count) = (style.words(), cards.len());
    *text += &lang.pick(format!("{title} {count} cards"), format!("{title} {count}枚"));
    if calls > 0 {
        let called = format!(", called koi-koi {calls}x");
        *text += &lang.pick(called, format!("、こいこい{calls}回"));
    }
    for (yaku, points) in table.rules.yaku(cards, calls) {
        *text += &lang
            .pick(format!(", {yaku} ({points})"), format!("、{}({points}文)", yaku.japanese()));
    }
    let _ = writeln!(text);
    for (kind, all) in KINDS {
        let some = cards & all;
        if some.is_empty() {
            continue;
        }
        let _ = match kind {
            Kind::Plain => match lang {
                Lang::English => writeln!(text, "  {} plain", some.len()),
                Lang::Japanese => writeln!(text, "  カス {}枚", some.len()),
            },
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
        let plain = Style::default();
        let text = |card: &str, style| card_text(card.parse().expect("a card"), style);
        assert_eq!(text("crane", plain), "1a pine crane ★");
        assert_eq!(text("6b", plain), "6b peony blue ribbon ▌");
        assert_eq!(text("12c", plain), "12c paulownia");
        let japanese = Style { lang: Lang::Japanese, ..plain };
        assert_eq!(text("crane", japanese), "1a 松に鶴 ★");
        assert_eq!(text("crane", Style { ascii: true, ..japanese }), "1a pine crane *");
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
                let text = view.draw(Style { ascii: true, ..Style::default() });
                assert!(text.is_ascii(), "{text}");
                assert!(text.contains("round ") && text.contains("your hand"), "{text}");
                assert_eq!(
                    text,
                    view.assume(&mut rng)
                        .view(seat)
                        .draw(Style { ascii: true, ..Style::default() })
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
