//! mjai as it is spoken at a table: what one seat hears, line by line, and
//! its answers.

use serde_json::{Map, Value};

use super::event::{Called, Hora, MjaiEvent, TileName, names, reason, wind};
use super::{WINDS, tile_name, tile_named};
use crate::game::{Ending, HandResult, Held, List, MahjongView, Move, SeatEvent, Stage, Standing};
use crate::records::log::NoWinKind;
use crate::records::narrate::no_win_kind;
use crate::{Face, Kind};
use fuda_core::{BadText, Seat};

/// A tile that is not seen.
const HIDDEN: TileName = "?";

/// The faces of `count` copies of a kind, the red one among them first where
/// there is one that is not `apart`.
fn copies(
    kind: Kind,
    count: usize,
    apart: Option<Face>,
    red_fives: bool,
) -> impl Iterator<Item = Face> {
    let red = red_fives && kind.is_five() && !apart.is_some_and(|face| face.red);
    (0..count).map(move |copy| Face { kind, red: red && copy == 0 })
}

/// Adds what mjai says for an event that `me` hears. Riichi is declared and
/// its tile discarded by two objects.
pub fn write_event(
    event: &SeatEvent,
    me: Seat,
    red_fives: bool,
    out: &mut Vec<MjaiEvent<'static>>,
) {
    let said = match *event {
        SeatEvent::Deal { standing, ref hand, indicator, .. } => MjaiEvent::StartKyoku {
            bakaze: wind(standing.round),
            dora_marker: tile_name(indicator),
            kyoku: standing.round % 4 + 1,
            honba: standing.honba.into(),
            kyotaku: standing.sticks.into(),
            oya: standing.dealer() as u8,
            scores: Some(standing.scores),
            tehais: [0, 1, 2, 3].map(|seat| match seat == me.0 {
                true => names(hand.faces()),
                false => vec![HIDDEN; 13],
            }),
        },
        SeatEvent::Draw { seat: actor, tile, .. } => {
            MjaiEvent::Tsumo { actor, pai: tile.map_or(HIDDEN, tile_name) }
        }
        SeatEvent::Discard { seat, tile, drawn, riichi } => {
            if riichi {
                out.push(MjaiEvent::Reach { actor: seat });
            }
            discard(seat, tile, drawn)
        }
        SeatEvent::RiichiAccepted { seat } => MjaiEvent::ReachAccepted { actor: seat },
        SeatEvent::Call { seat, from, tile, mv } => call(seat, from, tile, mv, red_fives),
        SeatEvent::Kan { seat, tile, mv } => kan(seat, tile, mv, red_fives),
        SeatEvent::Indicator { tile } => MjaiEvent::Dora { dora_marker: tile_name(tile) },
        SeatEvent::HandEnd { ref result, .. } => {
            hand_end(result, out);
            MjaiEvent::EndKyoku
        }
        SeatEvent::End { scores, .. } => MjaiEvent::EndGame { scores: Some(scores) },
    };
    out.push(said);
}

fn discard(actor: Seat, tile: Face, tsumogiri: bool) -> MjaiEvent<'static> {
    MjaiEvent::Dahai { actor, pai: tile_name(tile), tsumogiri }
}

fn call(actor: Seat, target: Seat, tile: Face, mv: Move, red_fives: bool) -> MjaiEvent<'static> {
    let called = |consumed| Called { actor, target, pai: tile_name(tile), consumed };
    match mv {
        Move::Chi(own) => MjaiEvent::Chi(called(names(own))),
        Move::Pon(own) => MjaiEvent::Pon(called(names(own))),
        _ => MjaiEvent::Daiminkan(called(names(copies(tile.kind, 3, Some(tile), red_fives)))),
    }
}

fn kan(actor: Seat, tile: Face, mv: Move, red_fives: bool) -> MjaiEvent<'static> {
    match mv {
        Move::AddedKan(kind) => {
            let consumed = names(copies(kind, 3, Some(tile), red_fives));
            MjaiEvent::Kakan { actor, pai: tile_name(tile), consumed }
        }
        _ => MjaiEvent::Ankan { actor, consumed: names(copies(tile.kind, 4, None, red_fives)) },
    }
}

fn hand_end(result: &HandResult, out: &mut Vec<MjaiEvent<'static>>) {
    if result.ending != Ending::Win {
        out.push(MjaiEvent::Ryukyoku {
            actor: None,
            reason: Some(reason(no_win_kind(result.ending))),
            tenpais: Some(result.tenpai),
            deltas: Some(result.deltas),
            scores: Some(result.scores),
        });
        return;
    }
    let mut scores = result.before.scores;
    for win in &result.wins {
        for (score, delta) in scores.iter_mut().zip(win.deltas) {
            *score += delta;
        }
        out.push(MjaiEvent::Hora(Hora {
            pao: win.pao,
            ura_markers: Some(names(result.ura.iter().copied())),
            deltas: Some(win.deltas),
            scores: Some(scores),
            ..hora(Seat(win.seat), Seat(win.from), win.tile)
        }));
    }
}

fn hora(actor: Seat, target: Seat, tile: Face) -> Hora {
    Hora { actor: actor.0, target: target.0, pai: Some(tile_name(tile)), ..Hora::default() }
}

/// What a seat that sees `view` says for a move; for a riichi the
/// declaration, whose discard follows by [`riichi_discard`].
pub fn write_move(view: &MahjongView, mv: Move) -> MjaiEvent<'static> {
    let (me, red_fives) = (view.seat, view.table.rules.red_fives);
    let (from, claimed) = match view.table.stage {
        Stage::Claims { from, tile, .. } => (Seat(from), Some(tile)),
        _ => (me, view.drawn),
    };
    match (mv, claimed) {
        (Move::Discard { tile, drawn }, _) => discard(me, tile, drawn),
        (Move::Riichi { .. }, _) => MjaiEvent::Reach { actor: me },
        (Move::Chi(_) | Move::Pon(_) | Move::OpenKan(_), Some(tile)) => {
            call(me, from, tile, mv, red_fives)
        }
        (Move::ConcealedKan(kind), _) => kan(me, Face { kind, red: false }, mv, red_fives),
        (Move::AddedKan(kind), _) => {
            kan(me, Face { kind, red: view.hand.has_red(kind) }, mv, red_fives)
        }
        (Move::Ron | Move::Tsumo, Some(tile)) => MjaiEvent::Hora(hora(me, from, tile)),
        (Move::NineTerminals, _) => MjaiEvent::Ryukyoku {
            actor: Some(me),
            reason: Some(reason(NoWinKind::NineKinds)),
            tenpais: None,
            deltas: None,
            scores: None,
        },
        _ => MjaiEvent::None,
    }
}

/// The discard of a riichi.
pub fn riichi_discard(seat: Seat, mv: Move) -> Option<MjaiEvent<'static>> {
    match mv {
        Move::Riichi { tile, drawn } => Some(discard(seat, tile, drawn)),
        _ => None,
    }
}

/// What an answer asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A move.
    Move(Move),
    /// Riichi; its discard is still to be said.
    Riichi,
}

/// Reads an answer as one of the legal moves. After a riichi was declared,
/// `riichi` says so and the discard is read as its tile.
pub fn read_answer(
    answer: &Value,
    view: &MahjongView,
    legal: &[Move],
    riichi: bool,
) -> Result<Answer, BadText> {
    let told = || answer.to_string();
    let kind = answer.get("type").and_then(Value::as_str).unwrap_or_default();
    if let Some(actor) = answer.get("actor").filter(|actor| !actor.is_null())
        && actor.as_u64() != Some(u64::from(view.seat.0))
    {
        return Err(BadText::new(format!("an answer of seat {}", view.seat), told()));
    }
    if kind == "reach" && !riichi {
        return match legal.iter().any(|mv| matches!(mv, Move::Riichi { .. })) {
            true => Ok(Answer::Riichi),
            false => Err(BadText::new("riichi only where the rules allow it", told())),
        };
    }
    let tile = |name: &str| answer.get(name).and_then(Value::as_str).and_then(tile_named);
    let mut consumed: Vec<Face> = Vec::new();
    for each in answer.get("consumed").and_then(Value::as_array).into_iter().flatten() {
        let face = each.as_str().and_then(tile_named);
        consumed.push(face.ok_or_else(|| BadText::new("tiles as `consumed`", told()))?);
    }
    consumed.sort_unstable();
    let wanted = |mv: &&Move| match (kind, **mv) {
        ("dahai", Move::Discard { tile: own, .. }) => !riichi && tile("pai") == Some(own),
        ("dahai", Move::Riichi { tile: own, .. }) => riichi && tile("pai") == Some(own),
        ("chi", Move::Chi(mut own)) | ("pon", Move::Pon(mut own)) => {
            own.sort_unstable();
            own[..] == consumed[..]
        }
        ("daiminkan", Move::OpenKan(_)) | ("hora", Move::Ron | Move::Tsumo) => true,
        ("ankan", Move::ConcealedKan(kind)) => consumed.first().is_some_and(|f| f.kind == kind),
        ("kakan", Move::AddedKan(kind)) => tile("pai").is_some_and(|f| f.kind == kind),
        ("ryukyoku", Move::NineTerminals) | ("none", Move::Pass) => true,
        _ => false,
    };
    let drawn = answer.get("tsumogiri").and_then(Value::as_bool).unwrap_or(false);
    let said = |mv: &&Move| match **mv {
        Move::Discard { drawn: own, .. } | Move::Riichi { drawn: own, .. } => own == drawn,
        _ => true,
    };
    // A bot may not distinguish an equal tile in the hand from the one drawn.
    let found = legal.iter().filter(wanted).find(said).or_else(|| legal.iter().find(wanted));
    found.copied().map(Answer::Move).ok_or_else(|| {
        let menu: Vec<String> = legal.iter().map(Move::to_string).collect();
        BadText::new(format!("one of the legal moves {}", menu.join(" ")), told())
    })
}

/// Reads what a table says to one seat.
#[derive(Clone, Debug)]
pub struct Hearing {
    me: Option<Seat>,
    /// Whether the seat was given, so that no table can change it.
    given: bool,
    standing: Standing,
    hands: u32,
    /// Who has declared riichi and not discarded yet.
    declared: Option<Seat>,
    /// Whether the next draw replaces a tile.
    kan: bool,
    ending: Option<Ending>,
}

impl Hearing {
    /// Before the first object. A seat that is not given comes with
    /// `start_game`.
    pub fn new(me: Option<Seat>) -> Hearing {
        let standing = Standing { round: 0, honba: 0, sticks: 0, scores: [25_000; 4] };
        let given = me.is_some();
        Hearing { me, given, standing, hands: 0, declared: None, kan: false, ending: None }
    }

    /// The seat that hears, once it is known.
    pub fn seat(&self) -> Option<Seat> {
        self.me
    }

    /// The event of an object; most have one, the rest have none of their own.
    pub fn read(&mut self, value: &Value) -> Result<Option<SeatEvent>, BadText> {
        let Some(object) = value.as_object() else {
            return Err(BadText::new("an object", value.to_string()));
        };
        let said = Said { object };
        let kind = object.get("type").and_then(Value::as_str).unwrap_or_default();
        Ok(match kind {
            "start_game" => {
                if !self.given && object.get("id").is_some_and(|id| !id.is_null()) {
                    self.me = Some(said.seat("id")?);
                }
                self.hands = 0;
                None
            }
            "start_kyoku" => Some(self.deal(&said)?),
            "tsumo" => {
                let seat = said.seat("actor")?;
                let tile = if Some(seat) == self.me { Some(said.tile("pai")?) } else { None };
                let replacement = std::mem::replace(&mut self.kan, false);
                Some(SeatEvent::Draw { seat, tile, replacement })
            }
            "dahai" => {
                let (seat, tile) = (said.seat("actor")?, said.tile("pai")?);
                let drawn = object.get("tsumogiri").and_then(Value::as_bool).unwrap_or(false);
                let riichi = self.declared.take() == Some(seat);
                Some(SeatEvent::Discard { seat, tile, drawn, riichi })
            }
            "reach" => {
                self.declared = Some(said.seat("actor")?);
                None
            }
            "reach_accepted" => Some(SeatEvent::RiichiAccepted { seat: said.seat("actor")? }),
            "chi" | "pon" | "daiminkan" => {
                let (seat, from) = (said.seat("actor")?, said.seat("target")?);
                let tile = said.tile("pai")?;
                let mv = match kind {
                    "chi" => Move::Chi(said.pair(|face| (face.kind, false))?),
                    "pon" => Move::Pon(said.pair(|face| (face.kind, !face.red))?),
                    _ => Move::OpenKan(tile.kind),
                };
                self.kan = kind == "daiminkan";
                Some(SeatEvent::Call { seat, from, tile, mv })
            }
            "ankan" => {
                let kind = said.consumed()?.first().map(|face| face.kind);
                let kind = kind.ok_or_else(|| said.wrong("four tiles as `consumed`"))?;
                self.kan = true;
                let (seat, mv) = (said.seat("actor")?, Move::ConcealedKan(kind));
                Some(SeatEvent::Kan { seat, tile: Face { kind, red: false }, mv })
            }
            "kakan" => {
                let (seat, tile) = (said.seat("actor")?, said.tile("pai")?);
                self.kan = true;
                Some(SeatEvent::Kan { seat, tile, mv: Move::AddedKan(tile.kind) })
            }
            "dora" => Some(SeatEvent::Indicator { tile: said.tile("dora_marker")? }),
            "hora" | "ryukyoku" => {
                let ending = if kind == "hora" { Ending::Win } else { Ending::Exhausted };
                if let Some(scores) = said.scores()? {
                    self.standing.scores = scores;
                }
                // Two winners end one hand.
                match self.ending.replace(ending) {
                    None => Some(self.hand_end(ending)),
                    Some(_) => None,
                }
            }
            // Some tables do not say how a hand ended.
            "end_game" => self.ending.is_some().then(|| {
                let scores = said.scores().ok().flatten().unwrap_or(self.standing.scores);
                SeatEvent::End { scores, points: [0.0; 4] }
            }),
            "" => return Err(said.wrong("a `type`")),
            // Others are words of the table: hello, none, error, end_kyoku.
            _ => None,
        })
    }

    fn deal(&mut self, said: &Said<'_>) -> Result<SeatEvent, BadText> {
        let me = self.me.ok_or_else(|| said.wrong("`start_game` with an `id` first"))?;
        let wind = said.object.get("bakaze").and_then(Value::as_str);
        let wind = wind.and_then(|wind| WINDS.iter().position(|each| *each == wind));
        let wind = wind.ok_or_else(|| said.wrong("a wind as `bakaze`"))?;
        let kyoku = said.number("kyoku", 1..=4)?;
        let scores = said.scores()?.unwrap_or(self.standing.scores);
        self.standing = Standing {
            round: (4 * wind) as u8 + kyoku as u8 - 1,
            honba: said.number("honba", 0..=200)? as u8,
            sticks: said.number("kyotaku", 0..=200)? as u8,
            scores,
        };
        if said.seat("oya")?.index() != self.standing.dealer() {
            return Err(said.wrong("the dealer of the round as `oya`"));
        }
        let own = said.object.get("tehais").and_then(|hands| hands.get(me.index()));
        let own = own.and_then(Value::as_array).ok_or_else(|| said.wrong("four `tehais`"))?;
        let faces = own.iter().map(|tile| tile.as_str().and_then(tile_named));
        let hand = faces.collect::<Option<Held>>();
        let hand = hand.ok_or_else(|| said.wrong("the own tiles in `tehais`"))?;
        let hand_number = self.hands;
        self.hands += 1;
        (self.declared, self.kan, self.ending) = (None, false, None);
        let indicator = said.tile("dora_marker")?;
        Ok(SeatEvent::Deal { standing: self.standing, hand_number, hand, indicator })
    }

    /// mjai records little of a result; the rest is left blank.
    fn hand_end(&self, ending: Ending) -> SeatEvent {
        let result = HandResult {
            hand_number: self.hands.saturating_sub(1),
            ending,
            wins: List::default(),
            tenpai: [false; 4],
            nagashi: [false; 4],
            before: self.standing,
            riichi: [false; 4],
            deltas: [0; 4],
            scores: self.standing.scores,
            indicators: List::default(),
            ura: List::default(),
            last: false,
        };
        SeatEvent::HandEnd { result: Box::new(result), hands: [None; 4] }
    }
}

/// An object of the table.
struct Said<'a> {
    object: &'a Map<String, Value>,
}

impl Said<'_> {
    fn wrong(&self, expected: &str) -> BadText {
        let got = serde_json::to_string(self.object).unwrap_or_default();
        BadText::new(expected, got)
    }

    fn number(&self, name: &str, range: std::ops::RangeInclusive<u64>) -> Result<u64, BadText> {
        let number = self.object.get(name).and_then(Value::as_u64);
        number
            .filter(|number| range.contains(number))
            .ok_or_else(|| self.wrong(&format!("a number within its range as `{name}`")))
    }

    fn seat(&self, name: &str) -> Result<Seat, BadText> {
        Ok(Seat(self.number(name, 0..=3)? as u8))
    }

    fn tile(&self, name: &str) -> Result<Face, BadText> {
        let tile = self.object.get(name).and_then(Value::as_str).and_then(tile_named);
        tile.ok_or_else(|| self.wrong(&format!("a tile as `{name}`")))
    }

    fn consumed(&self) -> Result<Vec<Face>, BadText> {
        let list = self.object.get("consumed").and_then(Value::as_array);
        let faces = list.into_iter().flatten().map(|tile| tile.as_str().and_then(tile_named));
        faces.collect::<Option<_>>().ok_or_else(|| self.wrong("tiles as `consumed`"))
    }

    /// The two own tiles of a call in our order.
    fn pair<K: Ord>(&self, order: impl Fn(&Face) -> K) -> Result<[Face; 2], BadText> {
        let mut own = self.consumed()?;
        own.sort_by_key(order);
        own.try_into().map_err(|_| self.wrong("two tiles as `consumed`"))
    }

    fn scores(&self) -> Result<Option<[i32; 4]>, BadText> {
        let Some(list) = self.object.get("scores").filter(|list| !list.is_null()) else {
            return Ok(None);
        };
        let four = serde_json::from_value::<[i32; 4]>(list.clone());
        four.map(Some).map_err(|_| self.wrong("four numbers as `scores`"))
    }
}
