//! The position as the workbench sees it: turns, legal moves, playing.

use super::Mahjong;
use super::deal::{Standing, Wall};
use super::event::{self, SeatEvent};
use super::moves::Move;
use super::position::MahjongPosition;
use super::table::Stage;
use super::view::MahjongView;
use fuda_core::{Claim, IllegalMove, Lang, PerSeat, Position, Rng, Seat, Turn};

impl Position for MahjongPosition {
    type Game = Mahjong;

    #[inline]
    fn turn(&self) -> Turn {
        match self.table.stage {
            Stage::Act { seat, .. } => Turn::Seat(Seat(seat)),
            Stage::Claims { .. } => Turn::Claims(self.waiting),
            Stage::Over => Turn::Over,
        }
    }

    #[inline]
    fn legal_moves(&self, seat: Seat, moves: &mut Vec<Move>) {
        moves.clear();
        match self.table.stage {
            Stage::Act { seat: actor, on } if actor == seat.0 => self.acts(seat.index(), on, moves),
            Stage::Claims { from, tile, on } if self.waiting.contains(seat) => {
                self.claims(seat.index(), usize::from(from), tile, on, moves);
            }
            _ => {}
        }
    }

    #[inline]
    fn random_move(&self, seat: Seat, rng: &mut Rng, moves: &mut Vec<Move>) -> Option<Move> {
        match self.table.stage {
            Stage::Act { seat: actor, on } if actor == seat.0 => {
                self.random_act(seat.index(), on, rng, moves)
            }
            _ => {
                self.legal_moves(seat, moves);
                rng.pick(moves).copied()
            }
        }
    }

    fn play(&mut self, seat: Seat, mv: Move) -> Result<(), IllegalMove<Move>> {
        let mut legal = Vec::with_capacity(16);
        self.legal_moves(seat, &mut legal);
        if !legal.contains(&mv) {
            let reason = self.refusal(seat, mv, &legal);
            return Err(IllegalMove { seat, mv, reason });
        }
        self.play_unchecked(seat, mv);
        Ok(())
    }

    #[inline]
    fn play_unchecked(&mut self, seat: Seat, mv: Move) {
        match self.table.stage {
            Stage::Act { seat: actor, .. } if actor == seat.0 => self.act(seat.index(), mv),
            Stage::Claims { .. } if self.waiting.contains(seat) => self.answer(seat.index(), mv),
            _ => {}
        }
    }

    fn first_events(&self, seat: Seat, events: &mut Vec<SeatEvent>) {
        event::deal(self, seat, events);
    }

    fn events(
        &self,
        before: &MahjongPosition,
        mover: Seat,
        mv: Move,
        seat: Seat,
        events: &mut Vec<SeatEvent>,
    ) {
        event::after(self, before, (mover, mv), seat, events);
    }

    fn view(&self, seat: Seat) -> MahjongView {
        self.seen_by(seat)
    }

    /// Ron goes first, in turn order from the discard; then open kan and
    /// pon, then chi.
    fn claim(&self, seat: Seat, mv: Move) -> Claim {
        match mv {
            Move::Ron => {
                let from = match self.table.stage {
                    Stage::Claims { from, .. } => from,
                    _ => seat.0,
                };
                Claim::Take((seat.0 + 4 - from) % 4)
            }
            Move::Pon(_) | Move::OpenKan(_) => Claim::Take(4),
            Move::Chi(_) => Claim::Take(5),
            _ => Claim::Pass,
        }
    }

    fn round(&self) -> u32 {
        self.table.hand_number + u32::from(self.table.stage == Stage::Over)
    }

    /// In thousands, above or below what everybody started with.
    fn points(&self) -> PerSeat<f64> {
        let start = self.table.rules.start_points;
        let scores = self.table.standing.scores.iter();
        scores.map(|score| f64::from(score - start) / 1000.0).collect()
    }

    fn standing(&self, values: &mut [f32]) {
        let Standing { round, honba, sticks, .. } = self.table.standing;
        let all = [round, honba, sticks].map(f32::from);
        values.iter_mut().zip(all).for_each(|(value, known)| *value = known);
    }

    fn round_values(&self, first: &Self, last: &Self, seat: Seat, values: &mut [Option<f64>]) {
        super::stats::values(first, last, self, seat, values);
    }

    fn redraw(&mut self, rng: &mut Rng) {
        let first = Wall::DEAD + usize::from(self.table.kans);
        let live = first..first + usize::from(self.table.live);
        rng.shuffle(&mut self.wall.tiles_mut()[live]);
    }

    fn draws_left(&self) -> usize {
        usize::from(self.table.live)
    }

    fn news(&self, since: &Self, lang: Lang) -> Vec<String> {
        super::news::news(self, since, lang)
    }

    fn scores(&self) -> Option<PerSeat<f64>> {
        (self.table.stage == Stage::Over).then(|| self.final_points().into_iter().collect())
    }
}

impl MahjongPosition {
    /// Why a move is refused.
    fn refusal(&self, seat: Seat, mv: Move, legal: &[Move]) -> String {
        if legal.is_empty() {
            return match self.turn() {
                Turn::Over => "the game is over".into(),
                Turn::Seat(other) => format!("it is seat {other}'s turn"),
                Turn::Claims(_) => "this seat has nothing to answer".into(),
            };
        }
        if mv.is_claim() != matches!(self.table.stage, Stage::Claims { .. }) {
            let wanted =
                if mv.is_claim() { "a discard of one's own" } else { "an answer to a tile" };
            return format!("{wanted} is asked for");
        }
        match mv {
            Move::Ron if self.is_furiten(seat) => "the seat is furiten".into(),
            Move::Ron | Move::Tsumo => match self.win_score(seat) {
                Err(no) => no.to_string(),
                Ok(_) => "the hand may not win on this tile".into(),
            },
            Move::Discard { tile, .. } if self.table.forbidden.contains(tile.kind) => {
                "that tile may not be discarded right after this call".into()
            }
            _ => {
                let menu: Vec<String> = legal.iter().map(Move::to_string).collect();
                format!("legal are {}", menu.join(" "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Deal;
    use fuda_core::{Game, Purpose, Seed};

    /// A move drawn without the list is the one that the list would give.
    #[test]
    fn random_moves_are_drawn_as_from_the_list() {
        for (number, rules) in ["tenhou", "paper-tabu", "tonpuusou"].into_iter().enumerate() {
            let game = Mahjong::with_rules(rules).unwrap();
            let mut position = game.start(&Deal::from_seed(number as u64)).unwrap();
            let mut rng = Seed(5).stream(Purpose::Playout, &[number as u64]);
            let (mut legal, mut scratch) = (Vec::new(), Vec::new());
            while let Some(seat) = position.turn().first() {
                let mut same = rng.clone();
                position.legal_moves(seat, &mut legal);
                let listed = same.pick(&legal).copied();
                assert_eq!(position.random_move(seat, &mut rng, &mut scratch), listed);
                assert_eq!(rng.clone().bits(), same.bits());
                position.play_unchecked(seat, listed.unwrap());
            }
        }
    }
}
