//! A game written as a [`Log`] while it is played.
//!
//! Positions know tiles by face only; the log wants ids. Dealt, drawn and
//! turned tiles have theirs from the wall; of equal tiles the lowest leaves
//! the hand first.

use arrayvec::ArrayVec;
use fuda_core::{Position, Seat};

use super::log::{Entry, Event, Four, HandLog, NoWin, NoWinKind, Settlement, Win};
use super::table::Table;
use crate::game::{Acting, Ending, HandResult, MahjongPosition, Move, RiichiState, Stage, Wall};
use crate::score::Yaku;
use crate::{Face, Kind, Meld, MeldKind, Tile};

/// Plays and writes.
#[derive(Clone, Debug)]
pub(crate) struct Narrator {
    position: MahjongPosition,
    table: Table,
    /// The wall of the hand at hand.
    wall: Wall,
    told: HandLog,
    indicators: usize,
    answers: Four<Move>,
    /// Who declared riichi with the discard that is not settled yet, and the
    /// sticks before.
    declared: Option<(Seat, u8)>,
    in_riichi: Four<bool>,
    finished: Vec<HandLog>,
    end: Option<Settlement>,
}

impl Narrator {
    /// Writes a game from the beginning of a hand on.
    pub fn new(position: MahjongPosition) -> Narrator {
        let red_fives = position.rules().red_fives;
        let (told, wall) = (first_moment(&position), *position.wall());
        let mut narrator = Narrator {
            position,
            wall,
            table: Table::new(red_fives),
            told,
            indicators: 1,
            answers: [Move::Pass; 4],
            declared: None,
            in_riichi: [false; 4],
            finished: Vec::new(),
            end: None,
        };
        narrator.begin_hand();
        narrator
    }

    /// The position reached.
    pub fn position(&self) -> &MahjongPosition {
        &self.position
    }

    /// The hands that are over.
    pub fn finished(&self) -> &[HandLog] {
        &self.finished
    }

    /// The hand that is being played; what it was when the game is over.
    pub fn current(&self) -> &HandLog {
        &self.told
    }

    /// The settlement of a game that is over.
    pub fn end(&self) -> Option<&Settlement> {
        self.end.as_ref()
    }

    fn tell(&mut self, event: Event) {
        let at = self.told.events.len() + 1;
        self.told.events.push(Entry { at, event });
    }

    fn begin_hand(&mut self) {
        self.told = first_moment(&self.position);
        self.wall = *self.position.wall();
        self.table = Table::new(self.position.rules().red_fives);
        for (seat, tiles) in self.told.hands.iter().enumerate() {
            self.table.deal_tiles(Seat(seat as u8), tiles);
        }
        self.indicators = 1;
        self.declared = None;
        self.in_riichi = [false; 4];
        self.answers = [Move::Pass; 4];
        self.tell_draw();
    }

    /// The tile that the seat that acts has just drawn.
    fn tell_draw(&mut self) {
        let table = self.position.table();
        let Stage::Act { seat, on } = table.stage else { return };
        let at = match on {
            Acting::Replaced => Wall::REPLACEMENTS[usize::from(table.kans - 1) & 3],
            _ => Wall::DEAD + usize::from(table.kans + table.live),
        };
        let tile = self.wall.tiles()[at];
        self.table.draw_tile(Seat(seat), tile);
        self.tell(Event::Draw { seat: Seat(seat), tile });
    }

    /// Indicators that are turned, up to a number of them.
    fn tell_indicators(&mut self, up_to: usize) {
        while self.indicators < up_to.min(5) {
            let tile = self.wall.tiles()[Wall::FIRST_INDICATOR + 2 * self.indicators];
            self.tell(Event::Dora { tile });
            self.indicators += 1;
        }
    }

    /// Plays a move that is known to be legal, and writes what comes of it.
    pub fn play(&mut self, seat: Seat, mv: Move) {
        let hand_number = self.position.table().hand_number;
        let due = self.indicators + usize::from(self.position.table().unturned);
        match mv {
            Move::Discard { tile, drawn } | Move::Riichi { tile, drawn } => {
                if let Move::Riichi { .. } = mv {
                    self.declared = Some((seat, self.position.standing().sticks));
                    self.tell(Event::Riichi { seat });
                }
                self.tell_indicators(due);
                if let Ok((tile, drawn)) = self.table.discard(seat, tile, Some(drawn)) {
                    self.tell(Event::Discard { seat, tile, drawn });
                }
                self.answers = [Move::Pass; 4];
            }
            Move::ConcealedKan(kind) => {
                let own = self.faces_of(seat, kind);
                let meld = self.table.concealed_kan(seat, &own).ok();
                self.tell_meld(seat, meld);
                self.tell_indicators(due);
                self.answers = [Move::Pass; 4];
            }
            Move::AddedKan(kind) => {
                let own = self.faces_of(seat, kind);
                let meld = own.first().and_then(|f| self.table.added_kan(seat, *f).ok());
                self.tell_meld(seat, meld);
                self.tell_indicators(due);
                self.answers = [Move::Pass; 4];
            }
            Move::Tsumo | Move::NineTerminals => {}
            _ => self.answers[seat.index() & 3] = mv,
        }
        self.position.play_unchecked(seat, mv);
        let over = self.position.table().stage == Stage::Over;
        if over || self.position.table().hand_number != hand_number {
            if let Some(result) = self.position.last_result().copied() {
                self.tell_end(&result);
            }
            let told = std::mem::replace(&mut self.told, first_moment(&self.position));
            self.finished.push(told);
            if over {
                let rules = self.position.rules();
                let scores = self.position.standing().scores;
                let points = crate::game::settlement(rules, &scores);
                self.end = Some(Settlement { scores: Some(scores), points: Some(points) });
            } else {
                self.begin_hand();
            }
        } else if let Stage::Act { seat, on } = self.position.table().stage {
            self.tell_turn(Seat(seat), on);
        }
    }

    fn faces_of(&self, seat: Seat, kind: Kind) -> ArrayVec<Face, 14> {
        let hand = self.table.hand(seat).iter().filter(|t| t.kind() == kind);
        hand.map(|t| self.table.face_of(*t)).collect()
    }

    fn tell_meld(&mut self, seat: Seat, meld: Option<Meld>) {
        if let Some(meld) = meld {
            self.tell(Event::Call { seat, meld });
        }
    }

    /// The table has come to a seat that acts.
    fn tell_turn(&mut self, seat: Seat, on: Acting) {
        let answer = std::mem::replace(&mut self.answers[seat.index() & 3], Move::Pass);
        if let Some((declarer, _)) = self.declared
            && self.position.table().seats[declarer.index() & 3].riichi == RiichiState::Accepted
        {
            self.accept(declarer, self.position.standing().scores);
        }
        let (kind, own): (MeldKind, ArrayVec<Face, 14>) = match answer {
            Move::Chi(own) => (MeldKind::Chi, own.into_iter().collect()),
            Move::Pon(own) => (MeldKind::Pon, own.into_iter().collect()),
            Move::OpenKan(kind) => (MeldKind::OpenKan, self.faces_of(seat, kind)),
            _ => (MeldKind::ConcealedKan, ArrayVec::new()),
        };
        if !own.is_empty() {
            let meld = self.table.call(seat, kind, None, &own).ok();
            self.tell_meld(seat, meld);
        }
        self.tell_indicators(self.position.table().indicators.len());
        if on != Acting::Called {
            self.tell_draw();
        }
    }

    fn accept(&mut self, seat: Seat, scores: Four<i32>) {
        self.declared = None;
        self.in_riichi[seat.index() & 3] = true;
        self.tell(Event::RiichiAccepted { seat, scores: Some(scores) });
    }

    fn tell_end(&mut self, result: &HandResult) {
        let before = result.before;
        if let Some((seat, sticks)) = self.declared
            && before.sticks > sticks
        {
            self.accept(seat, before.scores);
        }
        self.tell_indicators(result.indicators.len());
        let stake = (u16::from(before.honba), u16::from(before.sticks));
        if result.ending != Ending::Win {
            self.tell_no_win(result, stake);
            return;
        }
        let mut scores = before.scores;
        for (number, won) in result.wins.iter().enumerate() {
            let seat = Seat(won.seat);
            let tile = match won.is_tsumo() {
                true => self.table.drawn(),
                false => self.table.discarded(),
            };
            let tile = tile.map(|(_, tile)| tile);
            let mut hand: ArrayVec<Tile, 14> = self.table.hand(seat).iter().copied().collect();
            if let Some(tile) = tile.filter(|_| !won.is_tsumo()) {
                let _ = hand.try_push(tile);
            }
            hand.sort_unstable();
            let turned = result.indicators.len();
            let indicator = |i: usize| self.wall.tiles()[Wall::FIRST_INDICATOR + 2 * i];
            let under = |i: usize| self.wall.tiles()[Wall::FIRST_INDICATOR - 1 + 2 * i];
            let looked = if self.in_riichi[seat.index() & 3] { result.ura.len() } else { 0 };
            let yakuman = won.yakuman > 0;
            let win = Win {
                seat: won.seat,
                from: won.from,
                pao: won.pao,
                tile,
                hand: Some(hand),
                melds: Some(self.table.melds(seat).iter().rev().copied().collect()),
                fu: Some(u16::from(won.fu)),
                points: Some(won.points as i32),
                limit: Some(won.limit as u8),
                han: Some(u16::from(won.han)),
                yaku: Some(match yakuman {
                    true => Vec::new(),
                    false => in_tenhous_order(&won.yaku, looked > 0),
                }),
                yaku_ids: None,
                unknown_yaku: Vec::new(),
                yakuman: Some(match yakuman {
                    true => won.yaku.iter().map(|(yaku, _)| yaku.id()).collect(),
                    false => Vec::new(),
                }),
                dora: Some((0..turned).map(indicator).collect()),
                ura: Some((0..looked).map(under).collect()),
                stake: Some(if number == 0 { stake } else { (stake.0, 0) }),
                before: Some(scores),
                deltas: Some(won.deltas),
                after: Some([0, 1, 2, 3].map(|i| scores[i] + won.deltas[i])),
            };
            for (score, delta) in scores.iter_mut().zip(won.deltas) {
                *score += delta;
            }
            self.tell(Event::Win(Box::new(win)));
        }
    }

    fn tell_no_win(&mut self, result: &HandResult, stake: (u16, u16)) {
        let kind = no_win_kind(result.ending);
        let shows = [0, 1, 2, 3].map(|seat: usize| match result.ending {
            Ending::Exhausted | Ending::Nagashi => result.tenpai[seat],
            Ending::NineTerminals => self.table.drawn().is_some_and(|(s, _)| s.index() == seat),
            Ending::TripleRon => self.table.discarded().is_some_and(|(s, _)| s.index() != seat),
            Ending::FourRiichi => true,
            _ => false,
        });
        let shown = [0u8, 1, 2, 3].map(|seat| {
            shows[usize::from(seat)].then(|| {
                let mut hand: ArrayVec<Tile, 14> =
                    self.table.hand(Seat(seat)).iter().copied().collect();
                hand.sort_unstable();
                hand
            })
        });
        let ready = matches!(result.ending, Ending::Exhausted | Ending::Nagashi);
        let no_win = NoWin {
            kind: Some(kind),
            stake: Some(stake),
            shown: Some(shown),
            tenpai: ready.then_some(result.tenpai),
            before: Some(result.before.scores),
            deltas: Some(result.deltas),
            after: Some(result.scores),
        };
        self.tell(Event::NoWin(Box::new(no_win)));
    }
}

/// Yaku as Tenhou lists them; after riichi the ura dora stand there even when
/// there are none.
fn in_tenhous_order(yaku: &[(Yaku, u8)], riichi: bool) -> Vec<(u8, u8)> {
    let mut list: Vec<(u8, u8)> = yaku.iter().map(|&(yaku, han)| (yaku.id(), han)).collect();
    let ura = Yaku::UraDora.id();
    if riichi && list.iter().all(|&(id, _)| id != ura) {
        list.push((ura, 0));
    }
    list.sort_by_key(|&(id, _)| tenhous_place(id));
    list
}

/// Where Tenhou lists a yaku, as its logs show. It lists several triplets of
/// honours in the order they lie; here they come by number.
fn tenhous_place(id: u8) -> usize {
    const ORDER: [u8; 40] = [
        1, 21, 2, 0, 3, 4, 5, 6, 36, 7, 9, 32, 22, 24, 25, 26, 27, 29, 28, 10, 11, 12, 13, 14, 15,
        16, 17, 18, 19, 20, 30, 8, 23, 31, 33, 34, 35, 52, 54, 53,
    ];
    ORDER.iter().position(|each| *each == id).unwrap_or(ORDER.len())
}

/// A hand before its first draw.
fn first_moment(position: &MahjongPosition) -> HandLog {
    let standing = position.standing();
    let wall = position.wall().tiles();
    let dealer = Seat(standing.round % 4);
    let mut hands = [[wall[0]; 13]; 4];
    let mut next = wall.iter().rev();
    for (first, count) in [(0, 4), (4, 4), (8, 4), (12, 1)] {
        for step in 0..4 {
            let hand = &mut hands[dealer.after(step, 4).index() & 3];
            for (place, tile) in hand[first..first + count].iter_mut().zip(next.by_ref()) {
                *place = *tile;
            }
        }
    }
    HandLog {
        at: 0,
        round: standing.round,
        honba: u16::from(standing.honba),
        sticks: u16::from(standing.sticks),
        dice: None,
        dora: wall[Wall::FIRST_INDICATOR],
        scores: Some(standing.scores),
        dealer,
        hands,
        wall: None,
        events: Vec::with_capacity(160),
    }
}

/// What logs call the end of a hand without a winner.
pub(super) fn no_win_kind(ending: Ending) -> NoWinKind {
    match ending {
        Ending::Win | Ending::Exhausted => NoWinKind::Exhausted,
        Ending::Nagashi => NoWinKind::Nagashi,
        Ending::NineTerminals => NoWinKind::NineKinds,
        Ending::FourWinds => NoWinKind::FourWinds,
        Ending::FourRiichi => NoWinKind::FourRiichi,
        Ending::FourKans => NoWinKind::FourKans,
        Ending::TripleRon => NoWinKind::TripleRon,
    }
}
