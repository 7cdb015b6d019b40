//! A [`Log`] as Tenhou's XML.

use std::fmt::Write as _;

use fuda_core::formats::FormatError;

use super::attributes::percent_encoded;
use super::encode_meld;
use crate::Tile;
use crate::records::log::{Event, Four, HandLog, Log, NoWin, NoWinKind, Settlement, Win};

/// Writes a log the way Tenhou does, tag for tag.
///
/// It must hold everything Tenhou's tags hold (scores, deltas, fu …); a log
/// made from a record does.
pub fn write_log(log: &Log) -> Result<String, FormatError> {
    let mut out = Out(String::with_capacity(1 << 16));
    let tag = |name: &str| log.tags.get(name).map(String::as_str).unwrap_or("");
    let version = if tag("ver").is_empty() { "2.3" } else { tag("ver") };
    out.put(format_args!("<mjloggm ver=\"{}\">", Escaped(version)));
    out.put(format_args!(
        "<SHUFFLE seed=\"{}\" ref=\"\"/>",
        Escaped(log.seed.as_deref().unwrap_or(""))
    ));
    out.put(format_args!("<GO type=\"{}\"", game_type(log)));
    if !tag("lobby").is_empty() {
        out.put(format_args!(" lobby=\"{}\"", Escaped(tag("lobby"))));
    }
    out.put(format_args!("/><UN"));
    for seat in 0..4 {
        let name = log.players.get(seat).map(String::as_str).unwrap_or("");
        out.put(format_args!(" n{seat}=\"{}\"", percent_encoded(name)));
    }
    let or = |text: &str, otherwise: &str| {
        Escaped(if text.is_empty() { otherwise } else { text }).to_string()
    };
    out.put(format_args!(
        " dan=\"{}\" rate=\"{}\" sx=\"{}\"/><TAIKYOKU oya=\"0\"/>",
        or(tag("dan"), "0,0,0,0"),
        or(tag("rate"), "1500.00,1500.00,1500.00,1500.00"),
        or(tag("sx"), "C,C,C,C"),
    ));
    for (number, hand) in log.hands.iter().enumerate() {
        let last = number + 1 == log.hands.len();
        let settlement = log.end.as_ref().filter(|_| last);
        write_hand(&mut out, log, hand, settlement).map_err(|expected| FormatError {
            place: log.place(number, None),
            expected,
            got: "a log without it".into(),
        })?;
    }
    out.put(format_args!("</mjloggm>"));
    Ok(out.0)
}

/// The bits of `GO type`: what the log was read with, or what its rules say.
fn game_type(log: &Log) -> u32 {
    let known = log.tags.get("type").and_then(|t| t.parse::<u32>().ok());
    let rules = &log.rules;
    let bits = u32::from(rules.red_fives == Some(false)) << 1
        | u32::from(rules.open_tanyao == Some(false)) << 2
        | u32::from(rules.two_rounds != Some(false)) << 3;
    known.map_or(bits | 1, |t| t & !0x1e | bits)
}

struct Out(String);

impl Out {
    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.0.write_fmt(text);
    }

    fn list<T: std::fmt::Display>(&mut self, values: impl IntoIterator<Item = T>) {
        for (i, value) in values.into_iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            self.put(format_args!("{comma}{value}"));
        }
    }

    fn tiles(&mut self, name: &str, tiles: &[Tile]) {
        self.put(format_args!(" {name}=\""));
        self.list(tiles.iter().map(|t| t.id()));
        self.put(format_args!("\""));
    }
}

/// Text inside an attribute.
struct Escaped<'a>(&'a str);

impl std::fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for c in self.0.chars() {
            match c {
                '"' => f.write_str("%22")?,
                '<' => f.write_str("%3C")?,
                '>' => f.write_str("%3E")?,
                '&' => f.write_str("%26")?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

type Written = Result<(), String>;

fn told<T: Clone>(value: &Option<T>, what: &str) -> Result<T, String> {
    value.clone().ok_or_else(|| format!("{what} of each hand"))
}

fn write_hand(out: &mut Out, log: &Log, hand: &HandLog, end: Option<&Settlement>) -> Written {
    let scores = told(&hand.scores, "the scores")?;
    let [die0, die1] = hand.dice.unwrap_or([0, 0]);
    out.put(format_args!(
        "<INIT seed=\"{},{},{},{die0},{die1},{}\" ten=\"",
        hand.round,
        hand.honba,
        hand.sticks,
        hand.dora.id()
    ));
    out.list(scores.map(|s| s / 100));
    out.put(format_args!("\" oya=\"{}\"", hand.dealer));
    for (seat, tiles) in hand.hands.iter().enumerate() {
        out.tiles(&format!("hai{seat}"), tiles);
    }
    out.put(format_args!("/>"));
    let results = |e: &Event| matches!(e, Event::Win(_) | Event::NoWin(_));
    let last = hand.events.iter().rposition(|entry| results(&entry.event));
    for (i, entry) in hand.events.iter().enumerate() {
        let end = end.filter(|_| Some(i) == last);
        match &entry.event {
            Event::Draw { seat, tile } => {
                let letter = ["T", "U", "V", "W"][seat.index() & 3];
                out.put(format_args!("<{letter}{}/>", tile.id()));
            }
            Event::Discard { seat, tile, .. } => {
                let letter = ["D", "E", "F", "G"][seat.index() & 3];
                out.put(format_args!("<{letter}{}/>", tile.id()));
            }
            Event::Call { seat, meld } => {
                out.put(format_args!("<N who=\"{seat}\" m=\"{}\" />", encode_meld(meld)));
            }
            Event::Riichi { seat } => {
                out.put(format_args!("<REACH who=\"{seat}\" step=\"1\"/>"));
            }
            Event::RiichiAccepted { seat, scores } => {
                out.put(format_args!("<REACH who=\"{seat}\""));
                if let Some(scores) = scores {
                    out.put(format_args!(" ten=\""));
                    out.list(scores.map(|s| s / 100));
                    out.put(format_args!("\""));
                }
                out.put(format_args!(" step=\"2\"/>"));
            }
            Event::Dora { tile } => out.put(format_args!("<DORA hai=\"{}\" />", tile.id())),
            Event::Win(win) => write_win(out, win, end)?,
            Event::NoWin(no_win) => write_no_win(out, no_win, end)?,
            Event::Away { seat } => out.put(format_args!("<BYE who=\"{seat}\" />")),
            Event::Back { seat } => {
                let name = log.players.get(seat.index()).map(String::as_str).unwrap_or("");
                out.put(format_args!("<UN n{seat}=\"{}\"/>", percent_encoded(name)));
            }
        }
    }
    Ok(())
}

fn write_changes(out: &mut Out, before: &Option<Four<i32>>, deltas: &Option<Four<i32>>) -> Written {
    let before = told(before, "the scores before the end")?;
    let deltas = told(deltas, "the changes of the scores")?;
    out.put(format_args!(" sc=\""));
    out.list((0..8).map(|i| if i % 2 == 0 { before[i / 2] } else { deltas[i / 2] } / 100));
    out.put(format_args!("\""));
    Ok(())
}

fn write_end(out: &mut Out, end: Option<&Settlement>) {
    if let Some(Settlement { scores: Some(scores), points: Some(points) }) = end {
        out.put(format_args!(" owari=\""));
        out.list((0..4).map(|i| format!("{},{:.1}", scores[i] / 100, points[i])));
        out.put(format_args!("\""));
    }
    out.put(format_args!(" />"));
}

fn write_win(out: &mut Out, win: &Win, end: Option<&Settlement>) -> Written {
    let (honba, sticks) = told(&win.stake, "the counters and sticks")?;
    out.put(format_args!("<AGARI ba=\"{honba},{sticks}\""));
    out.tiles("hai", &told(&win.hand, "the winner's tiles")?);
    let melds = told(&win.melds, "the winner's melds")?;
    if !melds.is_empty() {
        out.put(format_args!(" m=\""));
        out.list(melds.iter().map(encode_meld));
        out.put(format_args!("\""));
    }
    let tile = told(&win.tile, "the winning tile")?;
    let fu = told(&win.fu, "the fu")?;
    let points = told(&win.points, "the points")?;
    let limit = told(&win.limit, "the limit")?;
    out.put(format_args!(" machi=\"{}\" ten=\"{fu},{points},{limit}\"", tile.id()));
    let yakuman = told(&win.yakuman, "the yakuman")?;
    if yakuman.is_empty() {
        out.put(format_args!(" yaku=\""));
        let yaku = told(&win.yaku, "the yaku")?;
        out.list(yaku.iter().flat_map(|&(id, han)| [id, han]));
    } else {
        out.put(format_args!(" yakuman=\""));
        out.list(yakuman);
    }
    out.put(format_args!("\""));
    out.tiles("doraHai", &told(&win.dora, "the dora indicators")?);
    if let Some(ura) = win.ura.as_ref().filter(|u| !u.is_empty()) {
        out.tiles("doraHaiUra", ura);
    }
    out.put(format_args!(" who=\"{}\" fromWho=\"{}\"", win.seat, win.from));
    if let Some(pao) = win.pao {
        out.put(format_args!(" paoWho=\"{pao}\""));
    }
    write_changes(out, &win.before, &win.deltas)?;
    write_end(out, end);
    Ok(())
}

fn write_no_win(out: &mut Out, no_win: &NoWin, end: Option<&Settlement>) -> Written {
    let (honba, sticks) = told(&no_win.stake, "the counters and sticks")?;
    out.put(format_args!("<RYUUKYOKU"));
    let kind = match told(&no_win.kind, "the kind of draw")? {
        NoWinKind::Exhausted => "",
        NoWinKind::Nagashi => "nm",
        NoWinKind::NineKinds => "yao9",
        NoWinKind::FourWinds => "kaze4",
        NoWinKind::FourRiichi => "reach4",
        NoWinKind::TripleRon => "ron3",
        NoWinKind::FourKans => "kan4",
    };
    if !kind.is_empty() {
        out.put(format_args!(" type=\"{kind}\""));
    }
    out.put(format_args!(" ba=\"{honba},{sticks}\""));
    write_changes(out, &no_win.before, &no_win.deltas)?;
    let shown = told(&no_win.shown, "the hands shown")?;
    for (seat, tiles) in shown.iter().enumerate() {
        if let Some(tiles) = tiles {
            out.tiles(&format!("hai{seat}"), tiles);
        }
    }
    write_end(out, end);
    Ok(())
}
