//! What a seat hears as the engine plays.

use super::deal::Standing;
use super::held::Held;
use super::list::List;
use super::moves::Move;
use super::position::MahjongPosition;
use super::result::{Ending, HandResult};
use super::table::{Acting, Claimed, RiichiState, Stage};
use crate::tile::Face;
use fuda_core::Seat;
use serde::{Deserialize, Serialize};

/// What a seat hears. Tiles are written as everywhere, `5m`, `0p` (red), `7z`.
///
/// A table elsewhere needs no more to have one of our players asked: its
/// events, here as JSON, grow the view and the legal moves.
///
/// ```
/// use fuda_core::{Seat, Watcher};
/// use fuda_mahjong::{Mahjong, SeatEvent};
///
/// let heard = r#"[
///     {"type": "deal", "hand_number": 0, "hand": "19m19p19s1234567z", "indicator": "5m",
///      "standing": {"round": 0, "honba": 0, "sticks": 0, "scores": [25000, 25000, 25000, 25000]}},
///     {"type": "draw", "seat": 0, "tile": "5m", "replacement": false}
/// ]"#;
/// let mut watcher = Watcher::new(Mahjong::default(), Seat(0));
/// for event in serde_json::from_str::<Vec<SeatEvent>>(heard)? {
///     watcher.hear(&event)?;
/// }
/// let (view, mut legal) = (watcher.view().expect("a hand is dealt"), Vec::new());
/// watcher.legal_moves(&mut legal);
/// assert_eq!(view.waits().len(), 13);
/// assert!(legal.iter().any(|mv| mv.to_string() == "nine-terminals"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum SeatEvent {
    /// A hand is dealt: `{"type":"deal","standing":{"round":0,"honba":0,
    /// "sticks":0,"scores":[25000,…]},"hand_number":0,"hand":"123m…",
    /// "indicator":"1z"}`. The dealer's first draw follows.
    Deal {
        /// Round, counters, sticks and scores.
        standing: Standing,
        /// Hands played before this one.
        hand_number: u32,
        /// The seat's own thirteen tiles.
        hand: Held,
        /// The first dora indicator.
        indicator: Face,
    },
    /// `{"type":"draw","seat":1,"tile":null,"replacement":false}`.
    Draw {
        /// Who draws.
        seat: Seat,
        /// The tile, if it is the seat's own.
        tile: Option<Face>,
        /// Whether it replaces a tile after a kan.
        replacement: bool,
    },
    /// `{"type":"discard","seat":1,"tile":"5m","drawn":true,"riichi":false}`.
    Discard {
        /// Who discards.
        seat: Seat,
        /// The tile.
        tile: Face,
        /// Whether it is the tile just drawn (tsumogiri).
        drawn: bool,
        /// Whether riichi is declared with it.
        riichi: bool,
    },
    /// Nobody won on the tile of a riichi: `{"type":"riichi_accepted","seat":1}`
    /// pays its stick.
    RiichiAccepted {
        /// Who declared.
        seat: Seat,
    },
    /// A chi, pon or open kan that took place:
    /// `{"type":"call","seat":2,"from":1,"tile":"5m","move":"chi-46m"}`.
    Call {
        /// Who calls.
        seat: Seat,
        /// Whose discard it is.
        from: Seat,
        /// The discard.
        tile: Face,
        /// The call with the caller's own tiles.
        #[serde(rename = "move")]
        mv: Move,
    },
    /// A concealed or added kan, which may still be robbed:
    /// `{"type":"kan","seat":2,"tile":"0m","move":"kakan-5m"}`.
    Kan {
        /// Who declares it.
        seat: Seat,
        /// The tile added, or one of the four.
        tile: Face,
        /// The kan.
        #[serde(rename = "move")]
        mv: Move,
    },
    /// Another dora indicator is turned: `{"type":"indicator","tile":"9p"}`.
    Indicator {
        /// The indicator.
        tile: Face,
    },
    /// A hand has ended: `{"type":"hand_end","result":{…},"hands":[…]}`.
    HandEnd {
        /// How, with all points; the indicators under the dora are there when
        /// a winner had declared riichi.
        result: Box<HandResult>,
        /// The concealed tiles of those who showed them, a self-drawn winning
        /// tile included.
        hands: [Option<Held>; 4],
    },
    /// The game is over: `{"type":"end","scores":[30000,…],"points":[…]}`.
    End {
        /// The points on the table.
        scores: [i32; 4],
        /// The result after return and uma, in thousands.
        points: [f64; 4],
    },
}

/// What a seat hears of a new hand.
pub(super) fn deal(position: &MahjongPosition, seat: Seat, out: &mut Vec<SeatEvent>) {
    let (table, mut hand) = (&position.table, position.hands[seat.index()]);
    if let Some(drawn) = position.drawn.filter(|_| table.dealer() == seat.index()) {
        hand.remove(drawn);
    }
    if let Some(&indicator) = table.indicators.first() {
        let (standing, hand_number) = (table.standing, table.hand_number);
        out.push(SeatEvent::Deal { standing, hand_number, hand, indicator });
    }
    draw(position, seat, out);
}

/// The draw of the seat that acts now.
fn draw(position: &MahjongPosition, seat: Seat, out: &mut Vec<SeatEvent>) {
    let Stage::Act { seat: actor, on } = position.table.stage else { return };
    if on != Acting::Called {
        let tile = position.drawn.filter(|_| actor == seat.0);
        let replacement = on == Acting::Replaced;
        out.push(SeatEvent::Draw { seat: Seat(actor), tile, replacement });
    }
}

/// What a seat hears of a move.
pub(super) fn after(
    now: &MahjongPosition,
    before: &MahjongPosition,
    (mover, mv): (Seat, Move),
    seat: Seat,
    out: &mut Vec<SeatEvent>,
) {
    let table = &now.table;
    let over = table.stage == Stage::Over;
    let ended = over || table.hand_number != before.table.hand_number;
    let result = now.result.as_ref().filter(|_| ended);
    let turned: &[Face] = result.map_or(&table.indicators, |result| &result.indicators);
    let mut told = before.table.indicators.len();
    let mut indicators = |up_to: usize, out: &mut Vec<SeatEvent>| {
        let new = turned.iter().take(up_to).skip(told);
        out.extend(new.map(|&tile| SeatEvent::Indicator { tile }));
        told = told.max(up_to);
    };
    if let Stage::Act { .. } = before.table.stage {
        // What earlier kans have left to turn is turned first.
        if !matches!(mv, Move::Tsumo | Move::NineTerminals) {
            indicators(before.table.indicators.len() + usize::from(before.table.unturned), out);
        }
        out.extend(acted(before, mover, mv));
    }
    if !ended && matches!(table.stage, Stage::Claims { .. }) {
        return;
    }
    if let Some(seat) = declarer(before, mover, mv)
        && result.is_none_or(|result| result.before.sticks > before.table.standing.sticks)
    {
        out.push(SeatEvent::RiichiAccepted { seat });
    }
    if let Some(result) = result {
        indicators(turned.len(), out);
        out.push(hand_end(before, result, mover, mv));
        match over {
            true => {
                let (scores, points) = (table.standing.scores, now.final_points());
                out.push(SeatEvent::End { scores, points });
            }
            false => deal(now, seat, out),
        }
        return;
    }
    if let (Stage::Claims { from, tile, on: Claimed::Discard }, Stage::Act { seat: caller, on }) =
        (before.table.stage, table.stage)
        && on != Acting::Drawn
    {
        let mv = if caller == mover.0 { mv } else { before.answers[usize::from(caller)] };
        out.push(SeatEvent::Call { seat: Seat(caller), from: Seat(from), tile, mv });
    }
    indicators(turned.len(), out);
    draw(now, seat, out);
}

/// What everybody sees of the move of the seat that acts.
fn acted(before: &MahjongPosition, seat: Seat, mv: Move) -> Option<SeatEvent> {
    match mv {
        Move::Discard { tile, drawn } => {
            Some(SeatEvent::Discard { seat, tile, drawn, riichi: false })
        }
        Move::Riichi { tile, drawn } => {
            Some(SeatEvent::Discard { seat, tile, drawn, riichi: true })
        }
        Move::ConcealedKan(kind) => {
            Some(SeatEvent::Kan { seat, tile: Face { kind, red: false }, mv })
        }
        Move::AddedKan(kind) => {
            let red = before.hands[seat.index()].has_red(kind);
            Some(SeatEvent::Kan { seat, tile: Face { kind, red }, mv })
        }
        _ => None,
    }
}

/// Who declared riichi with the discard that a move settles.
fn declarer(before: &MahjongPosition, mover: Seat, mv: Move) -> Option<Seat> {
    match before.table.stage {
        Stage::Claims { from, .. } => (before.table.seats[usize::from(from)].riichi
            == RiichiState::Declared)
            .then_some(Seat(from)),
        _ => matches!(mv, Move::Riichi { .. }).then_some(mover),
    }
}

/// The end of a hand, as everybody at the table sees it.
fn hand_end(before: &MahjongPosition, result: &HandResult, mover: Seat, mv: Move) -> SeatEvent {
    let mut result = Box::new(*result);
    let riichi = |seat: u8| before.table.seats[usize::from(seat)].in_riichi();
    if !result.wins.iter().any(|win| riichi(win.seat)) {
        result.ura = List::default();
    }
    let mut held = before.hands;
    if let Some(tile) = mv.discarded() {
        held[mover.index()].remove(tile);
    }
    let answer = |seat: usize| if seat == mover.index() { mv } else { before.answers[seat] };
    let shows = |seat: usize| match result.ending {
        Ending::Win => result.wins.iter().any(|win| usize::from(win.seat) == seat),
        Ending::Exhausted | Ending::Nagashi => result.tenpai[seat],
        Ending::NineTerminals => seat == mover.index(),
        Ending::TripleRon => answer(seat) == Move::Ron,
        Ending::FourRiichi => true,
        Ending::FourWinds | Ending::FourKans => false,
    };
    let hands = [0, 1, 2, 3].map(|seat| shows(seat).then_some(held[seat]));
    SeatEvent::HandEnd { result, hands }
}
