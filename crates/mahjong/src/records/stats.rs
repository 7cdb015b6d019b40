//! What is in a log, counted.

use fuda_core::formats::Stats;

use super::log::{Event, HandLog, Log, NoWin, NoWinKind, Win};
use crate::MeldKind;
use crate::score::Yaku;

/// Adds a game to the counts.
pub(crate) fn count_log(log: &Log, into: &mut Stats) {
    into.games += 1;
    if let Some(end) = &log.end {
        into.count("games with a settlement", 1);
        for points in end.points.iter().flatten() {
            into.value("final points", *points);
        }
        for score in end.scores.iter().flatten() {
            into.value("final score", f64::from(*score));
            into.count("seats below zero at the end", u64::from(*score < 0));
        }
    }
    into.value("hands per game", log.hands.len() as f64);
    for hand in &log.hands {
        count_hand(hand, into);
    }
}

fn count_hand(hand: &HandLog, into: &mut Stats) {
    into.count("hands", 1);
    let mut riichi = [false; 4];
    let mut called = [false; 4];
    let mut discards = 0u32;
    for entry in &hand.events {
        match &entry.event {
            Event::Draw { .. } => into.count("draws", 1),
            Event::Discard { drawn, .. } => {
                discards += 1;
                into.count("discards", 1);
                into.count("discards of the tile drawn", u64::from(*drawn));
            }
            Event::Call { seat, meld } => {
                let name = match meld.kind() {
                    MeldKind::Chi => "chi",
                    MeldKind::Pon => "pon",
                    MeldKind::OpenKan => "open kans",
                    MeldKind::AddedKan => "added kans",
                    MeldKind::ConcealedKan => "concealed kans",
                };
                into.count(name, 1);
                called[seat.index() & 3] |= meld.is_open();
            }
            Event::Riichi { seat } => {
                into.count("riichi", 1);
                riichi[seat.index() & 3] = true;
                into.value("riichi at discard of the seat", f64::from(discards / 4 + 1));
            }
            Event::Win(win) => count_win(win, hand, riichi, called, into),
            Event::NoWin(no_win) => count_no_win(no_win, into),
            Event::Away { .. } => into.count("lost connections", 1),
            Event::RiichiAccepted { .. } | Event::Dora { .. } | Event::Back { .. } => {}
        }
    }
    into.count("seats with an open meld", called.iter().filter(|c| **c).count() as u64);
    into.value("discards per hand", f64::from(discards));
}

fn count_win(win: &Win, hand: &HandLog, riichi: [bool; 4], called: [bool; 4], into: &mut Stats) {
    let seat = usize::from(win.seat) & 3;
    into.count("wins", 1);
    if win.seat == win.from {
        into.count("wins by tsumo", 1);
    } else {
        into.count("wins by ron", 1);
        let from = usize::from(win.from) & 3;
        into.count("deal-ins in riichi", u64::from(riichi[from]));
        into.count("deal-ins with an open hand", u64::from(called[from]));
    }
    into.count("wins of the dealer", u64::from(win.seat == hand.dealer.0));
    into.count("wins with riichi", u64::from(riichi[seat]));
    into.count("wins with an open hand", u64::from(called[seat]));
    into.count("wins with pao", u64::from(win.pao.is_some()));
    if let Some(points) = win.points {
        into.value("points of a win", f64::from(points));
    }
    if let Some(deltas) = win.deltas {
        into.value("gain of a winner", f64::from(deltas[seat]));
    }
    let yakuman = win.yakuman.as_deref().unwrap_or_default();
    if let Some(han) = win.han.filter(|_| yakuman.is_empty()) {
        into.value("han", f64::from(han));
    }
    if let Some(fu) = win.fu.filter(|_| yakuman.is_empty()) {
        into.value("fu", f64::from(fu));
    }
    let limit = ["", "mangan", "haneman", "baiman", "sanbaiman", "yakuman"];
    if let Some(name) = win.limit.and_then(|l| limit.get(usize::from(l))).filter(|n| !n.is_empty())
    {
        into.count(&format!("wins of {name}"), 1);
    }
    let ordinary = win.yaku.iter().flatten().filter(|(_, han)| *han > 0);
    for (id, han) in ordinary.copied().chain(yakuman.iter().map(|id| (*id, 1))) {
        let Some(yaku) = Yaku::from_id(id) else { continue };
        let times = if yaku.is_dora() { u64::from(han) } else { 1 };
        into.count(&format!("yaku: {yaku}"), times);
    }
}

fn count_no_win(no_win: &NoWin, into: &mut Stats) {
    into.count("hands without a winner", 1);
    let kind = match no_win.kind {
        Some(NoWinKind::Exhausted) => "exhausted walls",
        Some(NoWinKind::Nagashi) => "nagashi mangan",
        Some(NoWinKind::NineKinds) => "nine kinds",
        Some(NoWinKind::FourWinds) => "four winds",
        Some(NoWinKind::FourRiichi) => "four riichi",
        Some(NoWinKind::TripleRon) => "triple ron",
        Some(NoWinKind::FourKans) => "four kans",
        None => return,
    };
    into.count(kind, 1);
    if let (Some(NoWinKind::Exhausted), Some(shown)) = (no_win.kind, &no_win.shown) {
        into.value("tenpai at an exhausted wall", shown.iter().flatten().count() as f64);
    }
}
