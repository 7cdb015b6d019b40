//! [`Log`]s as mjai.

use std::fmt::Write as _;

use super::tile_name;
use crate::meld::From;
use crate::records::log::{Event, Four, HandLog, Log, NoWin, NoWinKind, Win};
use crate::{Meld, MeldKind, Tile};

/// Writes games as one JSON object per line.
pub fn write_logs<'a>(logs: impl IntoIterator<Item = &'a Log>) -> String {
    let mut out = String::new();
    for log in logs {
        let mut writer = Writer { out: &mut out, red_fives: log.rules.red_fives != Some(false) };
        writer.log(log);
    }
    out
}

struct Writer<'a> {
    out: &'a mut String,
    red_fives: bool,
}

/// A JSON string.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

impl Writer<'_> {
    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.out.write_fmt(text);
    }

    fn name(&self, tile: Tile) -> &'static str {
        tile_name(tile.face(self.red_fives))
    }

    fn tiles(&mut self, tiles: impl IntoIterator<Item = Tile>) {
        self.out.push('[');
        for (i, tile) in tiles.into_iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            let name = self.name(tile);
            self.put(format_args!("{comma}\"{name}\""));
        }
        self.out.push(']');
    }

    fn four<T: std::fmt::Display>(&mut self, name: &str, values: &Option<Four<T>>) {
        if let Some([a, b, c, d]) = values {
            self.put(format_args!(",\"{name}\":[{a},{b},{c},{d}]"));
        }
    }

    fn log(&mut self, log: &Log) {
        let names: Vec<String> = log.players.iter().map(|n| quoted(n)).collect();
        self.put(format_args!("{{\"type\":\"start_game\",\"names\":[{}]", names.join(",")));
        if log.rules.red_fives == Some(false) {
            self.put(format_args!(",\"aka_flag\":false"));
        }
        if let Some(rules) = &log.rules.named {
            self.put(format_args!(",\"rules\":{}", quoted(rules)));
        }
        self.put(format_args!("}}\n"));
        for hand in &log.hands {
            self.hand(hand);
        }
        if let Some(end) = &log.end {
            self.put(format_args!("{{\"type\":\"end_game\""));
            self.four("scores", &end.scores);
            self.put(format_args!("}}\n"));
        }
    }

    fn hand(&mut self, hand: &HandLog) {
        let wind = ["E", "S", "W", "N"][usize::from(hand.round / 4) % 4];
        let dora = self.name(hand.dora);
        self.put(format_args!(
            "{{\"type\":\"start_kyoku\",\"bakaze\":\"{wind}\",\"dora_marker\":\"{dora}\",\
             \"kyoku\":{},\"honba\":{},\"kyotaku\":{},\"oya\":{}",
            hand.round % 4 + 1,
            hand.honba,
            hand.sticks,
            hand.dealer
        ));
        self.four("scores", &hand.scores);
        self.put(format_args!(",\"tehais\":["));
        for (seat, tiles) in hand.hands.iter().enumerate() {
            if seat > 0 {
                self.out.push(',');
            }
            self.tiles(tiles.iter().copied());
        }
        self.put(format_args!("]}}\n"));
        let mut ended = false;
        for entry in &hand.events {
            ended |= matches!(entry.event, Event::Win(_) | Event::NoWin(_));
            self.event(&entry.event);
        }
        if ended {
            self.put(format_args!("{{\"type\":\"end_kyoku\"}}\n"));
        }
    }

    fn event(&mut self, event: &Event) {
        match event {
            Event::Draw { seat, tile } => {
                let name = self.name(*tile);
                self.put(format_args!(
                    "{{\"type\":\"tsumo\",\"actor\":{seat},\"pai\":\"{name}\"}}\n"
                ));
            }
            Event::Discard { seat, tile, drawn } => {
                let name = self.name(*tile);
                self.put(format_args!(
                    "{{\"type\":\"dahai\",\"actor\":{seat},\"pai\":\"{name}\",\
                     \"tsumogiri\":{drawn}}}\n"
                ));
            }
            Event::Call { seat, meld } => self.call(seat.0, meld),
            Event::Riichi { seat } => {
                self.put(format_args!("{{\"type\":\"reach\",\"actor\":{seat}}}\n"));
            }
            Event::RiichiAccepted { seat, .. } => {
                self.put(format_args!("{{\"type\":\"reach_accepted\",\"actor\":{seat}}}\n"));
            }
            Event::Dora { tile } => {
                let name = self.name(*tile);
                self.put(format_args!("{{\"type\":\"dora\",\"dora_marker\":\"{name}\"}}\n"));
            }
            Event::Win(win) => self.win(win),
            Event::NoWin(no_win) => self.no_win(no_win),
            // mjai has no word for a lost connection.
            Event::Away { .. } | Event::Back { .. } => {}
        }
    }

    fn call(&mut self, seat: u8, meld: &Meld) {
        let kind = match meld.kind() {
            MeldKind::Chi => "chi",
            MeldKind::Pon => "pon",
            MeldKind::OpenKan => "daiminkan",
            MeldKind::AddedKan => "kakan",
            MeldKind::ConcealedKan => "ankan",
        };
        self.put(format_args!("{{\"type\":\"{kind}\",\"actor\":{seat}"));
        // The tile that is shown apart: the one called, or the one added.
        let apart = meld.added().or(meld.called());
        if meld.from() != From::Own && meld.kind() != MeldKind::AddedKan {
            self.put(format_args!(",\"target\":{}", (seat + meld.from().steps()) % 4));
        }
        if let Some(tile) = apart {
            let name = self.name(tile);
            self.put(format_args!(",\"pai\":\"{name}\""));
        }
        self.put(format_args!(",\"consumed\":"));
        // Copies that look alike must not be told apart by their order.
        let mut own: Vec<Tile> =
            meld.tiles().iter().copied().filter(|t| Some(*t) != apart).collect();
        own.sort_by_key(|t| (t.kind(), t.face(self.red_fives).red));
        self.tiles(own);
        self.put(format_args!("}}\n"));
    }

    fn win(&mut self, win: &Win) {
        self.put(format_args!(
            "{{\"type\":\"hora\",\"actor\":{},\"target\":{}",
            win.seat, win.from
        ));
        if let Some(tile) = win.tile {
            let name = self.name(tile);
            self.put(format_args!(",\"pai\":\"{name}\""));
        }
        if let Some(pao) = win.pao {
            self.put(format_args!(",\"pao\":{pao}"));
        }
        if let Some(ura) = &win.ura {
            self.put(format_args!(",\"ura_markers\":"));
            self.tiles(ura.iter().copied());
        }
        for (name, value) in [
            ("fan", win.han.map(i32::from).filter(|&han| han > 0)),
            ("fu", win.fu.map(i32::from).filter(|&fu| fu > 0)),
            ("hora_points", win.points),
        ] {
            if let Some(value) = value {
                self.put(format_args!(",\"{name}\":{value}"));
            }
        }
        self.four("deltas", &win.deltas);
        self.four("scores", &win.after);
        self.put(format_args!("}}\n"));
    }

    fn no_win(&mut self, no_win: &NoWin) {
        self.put(format_args!("{{\"type\":\"ryukyoku\""));
        if let Some(kind) = no_win.kind {
            let reason = match kind {
                NoWinKind::Exhausted => "fanpai",
                NoWinKind::Nagashi => "nagashimangan",
                NoWinKind::NineKinds => "kyushukyuhai",
                NoWinKind::FourWinds => "sufonrenta",
                NoWinKind::FourRiichi => "suchariichi",
                NoWinKind::TripleRon => "sanchaho",
                NoWinKind::FourKans => "sukaikan",
            };
            self.put(format_args!(",\"reason\":\"{reason}\""));
        }
        let shown = no_win.shown.as_ref();
        let tenpai = shown.map(|s| [0, 1, 2, 3].map(|i| s[i].is_some())).or(no_win.tenpai);
        let exhausted = matches!(no_win.kind, Some(NoWinKind::Exhausted | NoWinKind::Nagashi));
        self.four("tenpais", &tenpai.filter(|_| exhausted));
        self.four("deltas", &no_win.deltas);
        self.four("scores", &no_win.after);
        self.put(format_args!("}}\n"));
    }
}
