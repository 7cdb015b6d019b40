//! [`Log`]s as mjai.

use super::event::{Called, Hora, MjaiEvent, TileName, names, reason, wind};
use super::tile_name;
use crate::records::log::{Event, HandLog, Log, NoWin, NoWinKind, Win};
use crate::{Meld, MeldKind, Tile};
use fuda_core::Seat;

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

impl Writer<'_> {
    fn put(&mut self, event: &MjaiEvent<'_>) {
        self.out.push_str(&event.to_string());
        self.out.push('\n');
    }

    fn name(&self, tile: Tile) -> TileName {
        tile_name(tile.face(self.red_fives))
    }

    fn names(&self, tiles: &[Tile]) -> Vec<TileName> {
        names(tiles.iter().map(|tile| tile.face(self.red_fives)))
    }

    fn log(&mut self, log: &Log) {
        self.put(&MjaiEvent::StartGame {
            id: None,
            names: &log.players,
            aka_flag: log.rules.red_fives.filter(|red_fives| !red_fives),
            rules: log.rules.named.as_deref(),
        });
        for hand in &log.hands {
            self.hand(hand);
        }
        if let Some(end) = &log.end {
            self.put(&MjaiEvent::EndGame { scores: end.scores });
        }
    }

    fn hand(&mut self, hand: &HandLog) {
        self.put(&MjaiEvent::StartKyoku {
            bakaze: wind(hand.round),
            dora_marker: self.name(hand.dora),
            kyoku: hand.round % 4 + 1,
            honba: hand.honba,
            kyotaku: hand.sticks,
            oya: hand.dealer.0,
            scores: hand.scores,
            tehais: [0, 1, 2, 3].map(|seat: usize| self.names(&hand.hands[seat])),
        });
        let mut ended = false;
        for entry in &hand.events {
            ended |= matches!(entry.event, Event::Win(_) | Event::NoWin(_));
            if let Some(event) = self.event(&entry.event) {
                self.put(&event);
            }
        }
        if ended {
            self.put(&MjaiEvent::EndKyoku);
        }
    }

    fn event(&self, event: &Event) -> Option<MjaiEvent<'static>> {
        Some(match event {
            Event::Draw { seat, tile } => MjaiEvent::Tsumo { actor: *seat, pai: self.name(*tile) },
            Event::Discard { seat, tile, drawn } => {
                MjaiEvent::Dahai { actor: *seat, pai: self.name(*tile), tsumogiri: *drawn }
            }
            Event::Call { seat, meld } => self.call(*seat, meld),
            Event::Riichi { seat } => MjaiEvent::Reach { actor: *seat },
            Event::RiichiAccepted { seat, .. } => MjaiEvent::ReachAccepted { actor: *seat },
            Event::Dora { tile } => MjaiEvent::Dora { dora_marker: self.name(*tile) },
            Event::Win(win) => MjaiEvent::Hora(self.win(win)),
            Event::NoWin(no_win) => without_win(no_win),
            // mjai has no word for a lost connection.
            Event::Away { .. } | Event::Back { .. } => return None,
        })
    }

    fn call(&self, actor: Seat, meld: &Meld) -> MjaiEvent<'static> {
        // The tile that is shown apart: the one called, or the one added.
        let apart = meld.added().or(meld.called());
        // Copies that look alike must not be told apart by their order.
        let mut own: Vec<Tile> =
            meld.tiles().iter().copied().filter(|t| Some(*t) != apart).collect();
        own.sort_by_key(|t| (t.kind(), t.face(self.red_fives).red));
        let consumed = self.names(&own);
        let Some(pai) = apart.map(|tile| self.name(tile)) else {
            return MjaiEvent::Ankan { actor, consumed };
        };
        let target = actor.after(meld.from().steps().into(), 4);
        let called = |consumed| Called { actor, target, pai, consumed };
        match meld.kind() {
            MeldKind::Chi => MjaiEvent::Chi(called(consumed)),
            MeldKind::Pon => MjaiEvent::Pon(called(consumed)),
            MeldKind::OpenKan => MjaiEvent::Daiminkan(called(consumed)),
            MeldKind::AddedKan => MjaiEvent::Kakan { actor, pai, consumed },
            MeldKind::ConcealedKan => MjaiEvent::Ankan { actor, consumed },
        }
    }

    fn win(&self, win: &Win) -> Hora {
        Hora {
            actor: win.seat,
            target: win.from,
            pai: win.tile.map(|tile| self.name(tile)),
            pao: win.pao,
            ura_markers: win.ura.as_ref().map(|ura| self.names(ura)),
            fan: win.han.filter(|&han| han > 0),
            fu: win.fu.filter(|&fu| fu > 0),
            hora_points: win.points,
            deltas: win.deltas,
            scores: win.after,
        }
    }
}

fn without_win(no_win: &NoWin) -> MjaiEvent<'static> {
    let shown = no_win.shown.as_ref();
    let tenpai = shown.map(|s| [0, 1, 2, 3].map(|i| s[i].is_some())).or(no_win.tenpai);
    let exhausted = matches!(no_win.kind, Some(NoWinKind::Exhausted | NoWinKind::Nagashi));
    MjaiEvent::Ryukyoku {
        actor: None,
        reason: no_win.kind.map(reason),
        tenpais: tenpai.filter(|_| exhausted),
        deltas: no_win.deltas,
        scores: no_win.after,
    }
}
