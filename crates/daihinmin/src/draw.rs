//! A view in a terminal.

use crate::card::{Card, Cards, SUIT_LETTERS, rank_letter};
use crate::moves::{Joker, Meld, Move};
use crate::position::View;
use crate::state::{Stage, State};
use fuda_core::{Lang, Seat, Style};
use std::fmt::Write;

const RED: &str = "\x1b[31m";
const BOLD: &str = "\x1b[1m";
const RESET: &str = "\x1b[0m";
const SUIT_SIGNS: [&str; 4] = ["♠", "♥", "♦", "♣"];
const CLASSES: [&str; 5] = ["daifugo", "fugo", "heimin", "hinmin", "daihinmin"];
const JAPANESE_CLASSES: [&str; 5] = ["大富豪", "富豪", "平民", "貧民", "大貧民"];

/// The players with class, cards left and last action; the table; the hand.
pub(crate) fn draw(view: &View, style: Style) -> String {
    let (state, lang) = (view.replay(), style.words());
    let mut text = String::new();
    for seat in Seat::all(state.players()) {
        let _ = writeln!(text, "{}", player_line(view, &state, seat, style));
    }
    let title = lang.pick("table ", "場    ");
    let _ = writeln!(text, "\n  {title} {}", table_line(view, &state, style));
    let mut hand: Vec<Card> = view.hand().iter().collect();
    hand.sort_by_key(|card| card.gift_order());
    let hand: Vec<String> = hand.iter().map(|card| show(*card, style)).collect();
    let _ = writeln!(text, "  {} {}", lang.pick("hand  ", "手札  "), hand.join(" "));
    let received = view.received().unwrap_or_default();
    let given = lang.pick("gave  ", "渡した");
    for (cards, what) in [(view.given(), given), (received, lang.pick("got   ", "もらった"))] {
        if !cards.is_empty() {
            let _ = writeln!(text, "  {what} {}", show_all(cards, style));
        }
    }
    text
}

fn player_line(view: &View, state: &State, seat: Seat, style: Style) -> String {
    let mark = if state.stage != Stage::Over && state.turn == seat.0 { '>' } else { ' ' };
    let size = view.hand_sizes().get(seat.index()).copied().unwrap_or(0);
    let lang = style.words();
    let classes = lang.pick(CLASSES, JAPANESE_CLASSES);
    let class = match view.class(seat) {
        Some(class) if state.players() == 5 => classes.get(usize::from(class)).copied(),
        _ => None,
    };
    let place = (0..usize::from(state.finished)).find(|&at| state.order[at] == seat.0);
    let doing = match place {
        Some(place) => {
            lang.pick(format!("finished {}", place + 1), format!("{}位あがり", place + 1))
        }
        None if state.passed >> seat.0 & 1 == 1 => lang.pick("passed", "パス").into(),
        None => String::new(),
    };
    let own = seat == fuda_core::View::seat(view);
    let you = if own { lang.pick("you", "自分") } else { "" };
    let (bold, reset) = match style.colour && mark == '>' {
        true => (BOLD, RESET),
        false => ("", ""),
    };
    let class = class.unwrap_or("");
    let line = lang.pick(
        format!("{mark} seat {seat}  {size:>2} cards  {class:<9}  {you:<3}  {doing}"),
        format!("{mark} 席{seat}  {size:>2}枚  {class}  {you}  {doing}"),
    );
    format!("{bold}{}{reset}", line.trim_end())
}

fn table_line(view: &View, state: &State, style: Style) -> String {
    let lang = style.words();
    let lying = match (state.stage, state.table) {
        (Stage::Gift(_), _) => lang.pick("the exchange", "札の交換").to_owned(),
        (Stage::Over, _) => lang.pick("the game is over", "終局").to_owned(),
        (_, None) => lang.pick("empty", "なし").to_owned(),
        (_, Some(meld)) => {
            let last = view.moves().iter().rev().find(|(_, mv)| mv.meld().is_some());
            last.map_or_else(|| describe(meld, lang), |(_, mv)| show_move(*mv, style))
        }
    };
    let mut notes = String::new();
    let locked = lang.pick("locked", "縛り");
    for (on, note) in [(state.locked, locked), (state.revolution, lang.pick("revolution", "革命"))]
    {
        if on {
            let _ = write!(notes, "  [{note}]");
        }
    }
    lying + &notes
}

fn describe(meld: Meld, lang: Lang) -> String {
    lang.pick(format!("{} cards", meld.size), format!("{}枚", meld.size))
}

impl Move {
    /// The move in Japanese, such as `♠7♦7`, `♠3を渡す` or パス.
    pub fn japanese(self) -> String {
        let style = Style { lang: Lang::Japanese, ..Style::default() };
        match self {
            mv if mv.is_pass() => "パス".into(),
            mv if mv.is_gift() => format!("{}を渡す", show_all(mv.cards(), style).replace(' ', "")),
            mv => show_move(mv, style),
        }
    }
}

fn show_move(mv: Move, style: Style) -> String {
    let (cards, lang) = (show_all(mv.cards().plain(), style), style.words());
    let joker = match mv.joker() {
        Joker::None => String::new(),
        Joker::Itself => lang.pick("joker", "ジョーカー").into(),
        Joker::As(suit, column) => match Card::new(suit, column) {
            Some(card) => {
                let card = show(card, style);
                lang.pick(format!("joker as {card}"), format!("ジョーカー({card})"))
            }
            None if column == 0 => lang.pick("joker below", "ジョーカー(下)").into(),
            None => lang.pick("joker above", "ジョーカー(上)").into(),
        },
    };
    [cards, joker].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

fn show_all(cards: Cards, style: Style) -> String {
    cards.iter().map(|card| show(card, style)).collect::<Vec<_>>().join(" ")
}

fn show(card: Card, style: Style) -> String {
    let (Some(suit), Some(rank)) = (card.suit(), card.column().and_then(rank_letter)) else {
        return style.words().pick("JO", "ジョーカー").into();
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
        let text = position.view(Seat(1)).draw(Style { ascii: true, ..Style::default() });
        let expected = "  seat 0   3 cards
> seat 1   4 cards             you

  table  S3 joker as D3
  hand   H3 C4 H4 S4
";
        assert_eq!(text, expected);
        let coloured = position.view(Seat(1)).draw(Style { colour: true, ..Style::default() });
        assert!(coloured.contains("♥3") && coloured.contains("\x1b[0m"));
    }

    #[test]
    fn the_exchange_is_shown() {
        let game = Daihinmin::with_rules("uecda,players=2,ranks=3-4,told=yes").unwrap();
        let hands = ["S3D3C3D4JO", "H3S4H4C4"].map(|h| h.parse().unwrap()).to_vec();
        let deal = Deal { hands, first: Seat(0), classes: Some(vec![0, 1]), tail: vec![0, 1] };
        let position = game.start(&deal).unwrap();
        let text = position.view(Seat(0)).draw(Style { ascii: true, ..Style::default() });
        assert!(text.contains("the exchange") && text.contains("got    S4"), "{text}");
    }
}
