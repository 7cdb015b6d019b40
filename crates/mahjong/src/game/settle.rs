//! The end of a hand: who pays what.

use super::list::List;
use super::position::MahjongPosition;
use super::result::{Ending, HandResult, WinResult};
use super::table::RiichiState;
use crate::kinds::KindSet;
use crate::rules::MultipleRon;
use crate::score::{Payment, Score, Yaku};
use crate::tile::Face;
use fuda_core::{Seat, SeatSet};

impl MahjongPosition {
    /// Wins on somebody's tile.
    pub(super) fn settle_rons(&mut self, from: usize, tile: Face, winners: SeatSet) {
        if winners.len() == 3 && self.table.rules.multiple_ron == MultipleRon::Double {
            self.abort(Ending::TripleRon);
            return;
        }
        let mut result = self.blank_result(Ending::Win);
        for step in 1..4 {
            let seat = (from + step) % 4;
            if winners.contains(Seat(seat as u8)) {
                self.add_win(&mut result, seat, from, tile);
            }
        }
        self.finish_hand(result);
    }

    /// A win on the tile drawn.
    pub(super) fn settle_tsumo(&mut self, seat: usize) {
        let Some(tile) = self.drawn else { return };
        let mut result = self.blank_result(Ending::Win);
        self.add_win(&mut result, seat, seat, tile);
        self.finish_hand(result);
    }

    /// Counters and sticks go to the first winner only.
    fn add_win(&self, result: &mut HandResult, seat: usize, from: usize, tile: Face) {
        let Ok(score) = self.score_win(seat) else { return };
        let first = result.wins.is_empty();
        let honba = if first { i32::from(self.table.standing.honba) } else { 0 };
        let mut win = WinResult::new(seat as u8, from as u8, tile, &score);
        let (deltas, pao) = self.payments(seat, from, &score, honba);
        win.deltas = deltas;
        win.pao = pao;
        if first {
            win.deltas[seat] += i32::from(self.table.standing.sticks) * super::legal::STICK;
        }
        for (all, one) in result.deltas.iter_mut().zip(win.deltas) {
            *all += one;
        }
        result.wins.push(win);
    }

    /// What each seat gains or loses by a win, not counting sticks, and who
    /// answered for a yakuman.
    fn payments(
        &self,
        seat: usize,
        from: usize,
        score: &Score,
        honba: i32,
    ) -> ([i32; 4], Option<u8>) {
        let dealer = self.table.dealer();
        let tsumo = seat == from;
        let discarder = (!tsumo).then_some(from);
        let counters = honba * self.table.rules.honba_points;
        let plain = |base: u32| {
            Payment::new(base, seat == dealer, tsumo, 0).deltas(seat, discarder, dealer)
        };
        let (answering, answered) = self.pao(seat, score);
        let Some(pao) = answering.filter(|&pao| pao != seat) else {
            let mut deltas = plain(score.base);
            add_counters(&mut deltas, seat, discarder, counters);
            return (deltas, None);
        };
        // What is not answered for is paid as always; the rest is paid by who
        // answers alone, or shared with the discarder.
        let mut deltas = plain(score.base - answered);
        let whole = Payment::new(answered, seat == dealer, false, 0).total() as i32;
        deltas[seat] += whole;
        match discarder {
            Some(discarder) => {
                deltas[pao] -= whole / 2;
                deltas[discarder] -= whole - whole / 2;
            }
            None => deltas[pao] -= whole,
        }
        deltas[seat] += counters;
        deltas[pao] -= counters;
        (deltas, Some(pao as u8))
    }

    /// Who answers for the winner's yakuman, and for how many base points.
    fn pao(&self, seat: usize, score: &Score) -> (Option<usize>, u32) {
        let open = &self.table.seats[seat];
        let mut answering = None;
        let mut base = 0;
        for &(yaku, han) in &score.yaku {
            let pao = match yaku {
                Yaku::Daisangen => open.pao_dragons,
                Yaku::Daisuushii => open.pao_winds,
                Yaku::Suukantsu => open.pao_kans,
                _ => None,
            };
            if let Some(pao) = pao {
                answering = Some(usize::from(pao));
                base += u32::from(han) / 13 * 8_000;
            }
        }
        (answering, base.min(score.base))
    }

    /// The ending that a discard that passed brings, if any.
    #[inline]
    pub(super) fn aborted(&self, from: usize) -> Option<Ending> {
        let (table, rules) = (&self.table, &self.table.rules);
        if rules.four_winds && table.discards == 4 && table.uninterrupted {
            let firsts = table.seats.each_ref().map(|open| open.river.first().map(|d| d.tile.kind));
            if let [Some(kind), ..] = firsts
                && kind.wind().is_some()
                && firsts.iter().all(|first| *first == Some(kind))
            {
                return Some(Ending::FourWinds);
            }
        }
        if rules.four_riichi
            && table.seats[from].riichi == RiichiState::Accepted
            && table.seats.iter().all(|open| open.riichi == RiichiState::Accepted)
        {
            return Some(Ending::FourRiichi);
        }
        table.four_kans_due().then_some(Ending::FourKans)
    }

    /// The hand is broken off.
    pub(super) fn abort(&mut self, ending: Ending) {
        let result = self.blank_result(ending);
        self.finish_hand(result);
    }

    /// The wall has run out.
    pub(super) fn exhaust(&mut self) {
        let mut result = self.blank_result(Ending::Exhausted);
        result.tenpai = self.waits.map(|waits| !waits.is_empty());
        let dealer = self.table.dealer();
        if self.table.rules.nagashi {
            for seat in 0..4 {
                let open = &self.table.seats[seat];
                result.nagashi[seat] = !open.river.is_empty()
                    && open.river_kinds.is_subset(KindSet::OUTSIDE)
                    && open.river.iter().all(|discarded| discarded.called_by.is_none());
                if result.nagashi[seat] {
                    result.ending = Ending::Nagashi;
                    let paid = Payment::new(2_000, seat == dealer, true, 0);
                    for (all, one) in result.deltas.iter_mut().zip(paid.deltas(seat, None, dealer))
                    {
                        *all += one;
                    }
                }
            }
        }
        if result.ending == Ending::Exhausted {
            result.deltas = noten_payments(result.tenpai, self.table.rules.noten_points);
        }
        self.finish_hand(result);
    }

    fn blank_result(&self, ending: Ending) -> HandResult {
        HandResult {
            hand_number: self.table.hand_number,
            ending,
            wins: List::default(),
            tenpai: [false; 4],
            nagashi: [false; 4],
            before: self.table.standing,
            riichi: self.table.seats.each_ref().map(|open| open.riichi == RiichiState::Accepted),
            deltas: [0; 4],
            scores: self.table.standing.scores,
            indicators: self.table.indicators,
            ura: self.ura_indicators(),
            last: false,
        }
    }
}

fn add_counters(deltas: &mut [i32; 4], seat: usize, discarder: Option<usize>, counters: i32) {
    deltas[seat] += counters;
    match discarder {
        Some(discarder) => deltas[discarder] -= counters,
        None => {
            for (other, delta) in deltas.iter_mut().enumerate() {
                if other != seat {
                    *delta -= counters / 3;
                }
            }
        }
    }
}

/// What changes hands between those who are tenpai and those who are not.
fn noten_payments(tenpai: [bool; 4], points: i32) -> [i32; 4] {
    let ready = tenpai.iter().filter(|&&t| t).count() as i32;
    if ready == 0 || ready == 4 {
        return [0; 4];
    }
    tenpai.map(|t| if t { points / ready } else { -points / (4 - ready) })
}
