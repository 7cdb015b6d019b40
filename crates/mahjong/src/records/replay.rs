//! A logged hand as moves of the engine.
//!
//! The log records what was done; what was not done follows: whoever could have
//! claimed a tile and did not has passed.

use fuda_core::{Position, Seat, SeatSet, Turn};

use super::compare::Difference;
use super::log::{Event, HandLog, NoWinKind};
use super::narrate::Narrator;
use crate::game::Move;
use crate::{Face, Meld, MeldKind};

/// Plays logged hands; keeps what it played.
pub(crate) struct Replay {
    /// The game as the rules have it.
    pub narrator: Narrator,
    /// Every move played, passes included.
    pub moves: Vec<(Seat, Move)>,
    menu: Vec<Move>,
}

type Step = Result<(), Difference>;

fn fault<T>(
    event: usize,
    expected: impl Into<String>,
    got: impl Into<String>,
) -> Result<T, Difference> {
    Err(Difference { event: Some(event), expected: expected.into(), got: got.into() })
}

impl Replay {
    /// Begins where the narrator stands.
    pub fn new(narrator: Narrator) -> Replay {
        Replay { narrator, moves: Vec::with_capacity(2048), menu: Vec::with_capacity(40) }
    }

    /// Plays a hand from its first event to its last. An error names the first
    /// thing that the rules do not allow.
    pub fn hand(&mut self, log: &HandLog) -> Step {
        let number = self.narrator.finished().len();
        let red_fives = self.narrator.position().rules().red_fives;
        let face = |tile: crate::Tile| tile.face(red_fives);
        let mut riichi = None;
        // The claim that the next call or win was played as.
        let mut claimed = false;
        for (i, entry) in log.events.iter().enumerate() {
            let over = self.narrator.finished().len() > number;
            let turn = self.narrator.position().turn();
            if let (Turn::Claims(waiting), false) = (turn, over)
                && !matches!(entry.event, Event::Away { .. } | Event::Back { .. })
            {
                claimed = self.answer(log, i, waiting, red_fives)?;
            }
            let over = self.narrator.finished().len() > number;
            match &entry.event {
                Event::Win(win) if win.seat == win.from && !over => {
                    self.act(i, Seat(win.seat), Move::Tsumo)?;
                }
                Event::Win(_) if !(over && claimed) => {
                    return fault(i, self.situation(), "a win");
                }
                Event::NoWin(no_win) if !over => {
                    if no_win.kind != Some(NoWinKind::NineKinds) {
                        return fault(
                            i,
                            self.situation(),
                            format!("no winner ({:?})", no_win.kind),
                        );
                    }
                    let Turn::Seat(seat) = self.narrator.position().turn() else {
                        return fault(i, self.situation(), "nine kinds");
                    };
                    self.act(i, seat, Move::NineTerminals)?;
                }
                Event::Riichi { .. } | Event::Discard { .. } | Event::Draw { .. } if over => {
                    return fault(i, "the end of the hand", "more of it");
                }
                Event::Riichi { seat } => riichi = Some(*seat),
                Event::Discard { seat, tile, drawn } => {
                    let (tile, drawn) = (face(*tile), *drawn);
                    let mv = match riichi.take() == Some(*seat) {
                        true => Move::Riichi { tile, drawn },
                        false => Move::Discard { tile, drawn },
                    };
                    self.act(i, *seat, mv)?;
                }
                Event::Call { seat, meld } => match meld.kind() {
                    MeldKind::ConcealedKan => {
                        self.act(i, *seat, Move::ConcealedKan(meld.base()))?;
                    }
                    MeldKind::AddedKan => self.act(i, *seat, Move::AddedKan(meld.base()))?,
                    _ if claimed => claimed = false,
                    _ => return fault(i, self.situation(), format!("a call of seat {seat}")),
                },
                _ => {}
            }
        }
        match riichi {
            Some(seat) => self.may_declare(log, seat),
            None => Ok(()),
        }
    }

    /// A log that stops between riichi and its discard: riichi must be legal.
    fn may_declare(&mut self, log: &HandLog, seat: Seat) -> Step {
        self.narrator.position().legal_moves(seat, &mut self.menu);
        match self.menu.iter().any(|mv| matches!(mv, Move::Riichi { .. })) {
            true => Ok(()),
            false => {
                let last = log.events.len().saturating_sub(1);
                fault(last, self.situation(), format!("seat {seat} declares riichi"))
            }
        }
    }

    /// Plays a move of the seat that acts, if it is legal.
    fn act(&mut self, event: usize, seat: Seat, mv: Move) -> Step {
        self.narrator.position().legal_moves(seat, &mut self.menu);
        if !self.menu.contains(&mv) {
            let got = format!("seat {seat}: {mv}");
            return fault(event, self.situation(), got);
        }
        self.moves.push((seat, mv));
        self.narrator.play(seat, mv);
        Ok(())
    }

    /// What the rules would allow now, for a message.
    fn situation(&mut self) -> String {
        let position = self.narrator.position();
        let turn = position.turn();
        if turn == Turn::Over {
            return "nothing: the game is over".into();
        }
        let mut text = Vec::new();
        for seat in turn.seats().iter() {
            position.legal_moves(seat, &mut self.menu);
            let moves: Vec<String> = self.menu.iter().map(Move::to_string).collect();
            text.push(format!("seat {seat}: {}", moves.join(" ")));
        }
        format!("one of the legal moves ({})", text.join("; "))
    }

    /// Everybody who may claim a tile answers as the next events say. Gives
    /// whether somebody claimed.
    fn answer(
        &mut self,
        log: &HandLog,
        event: usize,
        waiting: SeatSet,
        red_fives: bool,
    ) -> Result<bool, Difference> {
        let next = log.events[event..].iter().map(|e| &e.event).find(|event| {
            !matches!(event, Event::RiichiAccepted { .. } | Event::Away { .. } | Event::Back { .. })
        });
        let mut claims: [Option<Move>; 4] = [None; 4];
        match next {
            Some(Event::Win(win)) if win.seat != win.from => {
                for event in log.events[event..].iter().map(|e| &e.event) {
                    if let Event::Win(win) = event {
                        claims[usize::from(win.seat) & 3] = Some(Move::Ron);
                    }
                }
            }
            Some(Event::NoWin(no_win)) if no_win.kind == Some(NoWinKind::TripleRon) => {
                for seat in waiting.iter() {
                    claims[seat.index() & 3] = Some(Move::Ron);
                }
            }
            Some(Event::Call { seat, meld }) => {
                claims[seat.index() & 3] = claim_of(meld, red_fives);
            }
            _ => {}
        }
        let mut claimed = false;
        for seat in (0..4).map(Seat) {
            let claim = claims[seat.index()];
            if !waiting.contains(seat) {
                if let Some(mv) = claim {
                    return fault(event, self.situation(), format!("seat {seat}: {mv}"));
                }
                continue;
            }
            claimed |= claim.is_some();
            self.act(event, seat, claim.unwrap_or(Move::Pass))?;
        }
        Ok(claimed)
    }
}

/// The claim that makes a meld.
fn claim_of(meld: &Meld, red_fives: bool) -> Option<Move> {
    let called = meld.called();
    let own = meld.tiles().iter().filter(|t| Some(**t) != called).map(|t| t.face(red_fives));
    let own: Vec<Face> = own.collect();
    match (meld.kind(), own.as_slice()) {
        (MeldKind::Chi, &[a, b]) => Some(Move::Chi([a, b])),
        (MeldKind::Pon, &[a, b]) => Some(Move::Pon(if b.red { [b, a] } else { [a, b] })),
        (MeldKind::OpenKan, _) => Some(Move::OpenKan(meld.base())),
        _ => None,
    }
}
