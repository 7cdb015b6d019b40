//! Where two logs of the same hand differ.

use std::fmt::Write as _;

use super::fu::counts_to;
use super::log::{Event, Four, HandLog, NoWin, Win};
use super::yaku_names::yaku_list;
use crate::{Meld, Tile};

/// A difference: at which event of the log, what the rules say, what the log says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Difference {
    pub event: Option<usize>,
    pub expected: String,
    pub got: String,
}

/// How strictly logs are compared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strictness {
    /// Tiles that come from the wall have the same id, not only the same face.
    pub same_copies: bool,
    /// Indicators are turned at the same moment, not only in the same order.
    pub same_moment: bool,
    /// Fives of copy 0 are red.
    pub red_fives: bool,
}

impl Strictness {
    fn name(&self, tile: Tile) -> String {
        tile.face(self.red_fives).to_string()
    }

    fn names(&self, tiles: &[Tile]) -> String {
        let mut faces: Vec<_> = tiles.iter().map(|t| t.face(self.red_fives)).collect();
        faces.sort_unstable();
        crate::notation::write(&faces)
    }

    fn same_tile(&self, a: Tile, b: Tile) -> bool {
        a == b || a.face(self.red_fives) == b.face(self.red_fives)
    }

    fn same_wall_tile(&self, a: Tile, b: Tile) -> bool {
        a == b || !self.same_copies && self.same_tile(a, b)
    }

    fn same_tiles(&self, a: &[Tile], b: &[Tile]) -> bool {
        a == b || a.len() == b.len() && self.names(a) == self.names(b)
    }

    fn same_meld(&self, a: &Meld, b: &Meld) -> bool {
        let apart = |m: &Meld| m.added().or(m.called()).map(|t| t.face(self.red_fives));
        a == b
            || a.kind() == b.kind()
                && a.from() == b.from()
                && apart(a) == apart(b)
                && self.same_tiles(a.tiles(), b.tiles())
    }
}

/// The first difference of what a log says from what the rules say.
pub(crate) fn difference(rules: &HandLog, log: &HandLog, how: Strictness) -> Option<Difference> {
    let at = |event, expected: String, got: String| Some(Difference { event, expected, got });
    if let Some(scores) = log.scores.filter(|s| Some(*s) != rules.scores) {
        return at(
            None,
            format!("scores {:?}", rules.scores.unwrap_or_default()),
            format!("{scores:?}"),
        );
    }
    if !how.same_wall_tile(rules.dora, log.dora) {
        return at(None, format!("dora indicator {}", how.name(rules.dora)), how.name(log.dora));
    }
    for seat in 0..4 {
        if !how.same_tiles(&rules.hands[seat], &log.hands[seat]) {
            let expected = format!("seat {seat} with {}", how.names(&rules.hands[seat]));
            return at(None, expected, how.names(&log.hands[seat]));
        }
    }
    let keeps = |event: &Event| match event {
        Event::Away { .. } | Event::Back { .. } => false,
        Event::Dora { .. } => how.same_moment,
        _ => true,
    };
    let mut expected = rules.events.iter().map(|e| &e.event).filter(|e| keeps(e));
    for (i, entry) in log.events.iter().enumerate().filter(|(_, e)| keeps(&e.event)) {
        match expected.next() {
            Some(due) => {
                if let Some((expected, got)) = events_differ(due, &entry.event, how, rules) {
                    return at(Some(i), expected, got);
                }
            }
            // A log cut off between riichi and its discard holds more than was played.
            None if i + 1 == log.events.len() && matches!(entry.event, Event::Riichi { .. }) => {}
            None => {
                return at(Some(i), "nothing more".into(), describe(&entry.event, how));
            }
        }
    }
    // A log that was cut off in the middle of a hand holds less.
    let ended = log.ending().is_some();
    if let Some(due) = expected.next().filter(|_| ended) {
        return at(None, describe(due, how), "the end of the hand".into());
    }
    if !how.same_moment {
        let doras = |hand: &HandLog| -> Vec<Tile> {
            let tile = |e: &Event| match e {
                Event::Dora { tile } => Some(*tile),
                _ => None,
            };
            hand.events.iter().filter_map(|e| tile(&e.event)).collect()
        };
        let (due, told) = (doras(rules), doras(log));
        let agree = due.iter().zip(&told).all(|(a, b)| how.same_tile(*a, *b));
        // One that was due at the very end may be left out.
        if !agree || told.len() > due.len() || ended && told.len() + 1 < due.len() {
            let names =
                |tiles: &[Tile]| tiles.iter().map(|t| how.name(*t)).collect::<Vec<_>>().join(" ");
            return at(None, format!("indicators {}", names(&due)), names(&told));
        }
    }
    None
}

fn describe(event: &Event, how: Strictness) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = match event {
        Event::Draw { seat, tile } => {
            write!(text, "seat {seat} draws {} (tile {})", how.name(*tile), tile.id())
        }
        Event::Discard { seat, tile, drawn } => {
            let hand = if *drawn { ", just drawn" } else { " from the hand" };
            write!(text, "seat {seat} discards {}{hand}", how.name(*tile))
        }
        Event::Call { seat, meld } => {
            let tiles = how.names(meld.tiles());
            write!(text, "seat {seat} calls {:?} {tiles} from {:?}", meld.kind(), meld.from())
        }
        Event::Riichi { seat } => write!(text, "seat {seat} declares riichi"),
        Event::RiichiAccepted { seat, .. } => write!(text, "seat {seat} pays for riichi"),
        Event::Dora { tile } => write!(text, "indicator {} (tile {})", how.name(*tile), tile.id()),
        Event::Win(win) => write!(text, "seat {} wins from seat {}", win.seat, win.from),
        Event::NoWin(no_win) => write!(text, "no winner ({:?})", no_win.kind),
        Event::Away { seat } => write!(text, "seat {seat} leaves"),
        Event::Back { seat } => write!(text, "seat {seat} comes back"),
    };
    text
}

type Differ = Option<(String, String)>;

fn events_differ(rules: &Event, log: &Event, how: Strictness, hand: &HandLog) -> Differ {
    let same = match (rules, log) {
        (Event::Draw { seat: a, tile: x }, Event::Draw { seat: b, tile: y }) => {
            a == b && how.same_wall_tile(*x, *y)
        }
        (Event::Dora { tile: x }, Event::Dora { tile: y }) => how.same_wall_tile(*x, *y),
        (
            Event::Discard { seat: a, tile: x, drawn: p },
            Event::Discard { seat: b, tile: y, drawn: q },
        ) => a == b && p == q && how.same_tile(*x, *y),
        (Event::Call { seat: a, meld: x }, Event::Call { seat: b, meld: y }) => {
            a == b && how.same_meld(x, y)
        }
        (Event::Riichi { seat: a }, Event::Riichi { seat: b }) => a == b,
        (
            Event::RiichiAccepted { seat: a, scores: x },
            Event::RiichiAccepted { seat: b, scores: y },
        ) => {
            if a == b
                && let Some(told) = y.filter(|y| Some(*y) != *x)
            {
                return Some((format!("scores {:?}", x.unwrap_or_default()), format!("{told:?}")));
            }
            a == b
        }
        (Event::Win(x), Event::Win(y)) => return wins_differ(x, y, how, hand),
        (Event::NoWin(x), Event::NoWin(y)) => return no_wins_differ(x, y, how),
        _ => false,
    };
    (!same).then(|| (describe(rules, how), describe(log, how)))
}

/// Compares a value that the log may leave out.
fn differ<T: PartialEq + std::fmt::Debug>(
    what: &str,
    rules: &Option<T>,
    log: &Option<T>,
) -> Differ {
    match (rules, log) {
        (Some(a), Some(b)) if a != b => Some((format!("{what} {a:?}"), format!("{b:?}"))),
        _ => None,
    }
}

fn changes_differ(rules: [&Option<Four<i32>>; 3], log: [&Option<Four<i32>>; 3]) -> Differ {
    differ("scores before", rules[0], log[0])
        .or_else(|| differ("changes of scores", rules[1], log[1]))
        .or_else(|| differ("scores after", rules[2], log[2]))
}

fn wins_differ(rules: &Win, log: &Win, how: Strictness, hand: &HandLog) -> Differ {
    if (rules.seat, rules.from) != (log.seat, log.from) {
        let who = |w: &Win| format!("a win of seat {} from seat {}", w.seat, w.from);
        return Some((who(rules), who(log)));
    }
    let tiles = |what: &str, a: &[Tile], b: &[Tile], same: bool| {
        (!same).then(|| (format!("{what} {}", how.names(a)), how.names(b)))
    };
    if let (Some(a), Some(b)) = (rules.tile, log.tile) {
        let found = tiles("winning tile", &[a], &[b], how.same_tile(a, b));
        if found.is_some() {
            return found;
        }
    }
    if let (Some(a), Some(b)) = (&rules.hand, &log.hand)
        && !how.same_tiles(a, b)
    {
        return tiles("hand", a, b, false);
    }
    if let (Some(a), Some(b)) = (&rules.melds, &log.melds)
        && (a.len() != b.len() || a.iter().zip(b).any(|(a, b)| !how.same_meld(a, b)))
    {
        return Some((format!("melds {a:?}"), format!("{b:?}")));
    }
    for (what, a, b) in [("dora", &rules.dora, &log.dora), ("ura", &rules.ura, &log.ura)] {
        if let (Some(a), Some(b)) = (a, b)
            && (a.len() != b.len() || a.iter().zip(b).any(|(a, b)| !how.same_wall_tile(*a, *b)))
        {
            return tiles(what, a, b, false);
        }
    }
    yaku_differ(rules, log, hand)
        .or_else(|| differ("limit", &rules.limit, &log.limit))
        .or_else(|| differ("points", &rules.points, &log.points))
        .or_else(|| {
            (log.points.is_some() && rules.pao != log.pao)
                .then(|| (format!("pao {:?}", rules.pao), format!("{:?}", log.pao)))
        })
        .or_else(|| differ("honba and sticks", &rules.stake, &log.stake))
        .or_else(|| {
            changes_differ(
                [&rules.before, &rules.deltas, &rules.after],
                [&log.before, &log.deltas, &log.after],
            )
        })
}

fn yaku_differ(rules: &Win, log: &Win, hand: &HandLog) -> Differ {
    let sorted = |win: &Win| {
        let mut yaku: Vec<(u8, u8)> = win.yaku.clone().unwrap_or_default();
        yaku.retain(|&(_, han)| han > 0);
        yaku.sort_unstable();
        let mut yakuman = win.yakuman.clone().unwrap_or_default();
        yakuman.sort_unstable();
        (yaku, yakuman)
    };
    let ((yaku, yakuman), (their_yaku, their_yakuman)) = (sorted(rules), sorted(log));
    if log.yaku.is_some() && yaku != their_yaku || log.yakuman.is_some() && yakuman != their_yakuman
    {
        return Some((yaku_list(&yaku, &yakuman), yaku_list(&their_yaku, &their_yakuman)));
    }
    if let Some(ids) = &log.yaku_ids {
        let mut due: Vec<u8> = yakuman.clone();
        for (id, han) in yaku {
            let times = if id >= 52 { han } else { 1 };
            due.extend(std::iter::repeat_n(id, usize::from(times)));
        }
        let mut told = ids.clone();
        due.sort_unstable();
        told.sort_unstable();
        if due != told {
            return Some((format!("yaku {due:?}"), format!("{told:?}")));
        }
    }
    // Of a yakuman the han say nothing, and fu are written by some and not by others.
    if !yakuman.is_empty() {
        return None;
    }
    differ("han", &rules.han, &log.han).or_else(|| match (rules.fu, log.fu) {
        // Some programs write the fu before rounding; 25 is never rounded.
        (Some(due), Some(told)) if due != 25 && told.div_ceil(10) * 10 == due && told != due => {
            match counts_to(rules, hand, told) {
                true => None,
                false => differ("fu", &rules.fu, &log.fu),
            }
        }
        _ => differ("fu", &rules.fu, &log.fu),
    })
}

fn no_wins_differ(rules: &NoWin, log: &NoWin, how: Strictness) -> Differ {
    let found = differ("draw", &rules.kind, &log.kind)
        .or_else(|| differ("honba and sticks", &rules.stake, &log.stake))
        .or_else(|| differ("tenpai", &rules.tenpai, &log.tenpai));
    if found.is_some() {
        return found;
    }
    if let (Some(a), Some(b)) = (&rules.shown, &log.shown) {
        for seat in 0..4 {
            let (a, b) = (a[seat].as_deref(), b[seat].as_deref());
            if a.is_some() != b.is_some()
                || !how.same_tiles(a.unwrap_or_default(), b.unwrap_or_default())
            {
                let words = |t: Option<&[Tile]>| t.map_or("no hand".into(), |t| how.names(t));
                return Some((format!("seat {seat} shows {}", words(a)), words(b)));
            }
        }
    }
    changes_differ(
        [&rules.before, &rules.deltas, &rules.after],
        [&log.before, &log.deltas, &log.after],
    )
}
