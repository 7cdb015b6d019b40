//! What a seat's win would be worth, given the table.

use super::deal::Wall;
use super::list::List;
use super::position::MahjongPosition;
use super::table::{Acting, Claimed, OpenSeat, Stage};
use crate::rules::{Renhou, Rules};
use crate::score::{NoWin, RenhouRule, Riichi, Score, ScoringRules, Win, score};
use crate::tile::{Face, Kind};

impl Rules {
    /// The part of the rules that scoring needs.
    pub fn scoring(&self) -> ScoringRules {
        ScoringRules {
            open_tanyao: self.open_tanyao,
            red_fives: self.red_fives,
            round_up_to_mangan: self.round_up_mangan,
            double_yakuman: self.double_yakuman,
            add_yakuman: self.add_yakuman,
            counted_yakuman: self.counted_yakuman,
            double_wind_pair_fu: self.double_wind_fu,
            renhou: match self.renhou {
                Renhou::Off => RenhouRule::None,
                Renhou::Mangan => RenhouRule::Mangan,
                Renhou::Yakuman => RenhouRule::Yakuman,
            },
            ..ScoringRules::TENHOU
        }
    }
}

impl MahjongPosition {
    /// The score of a win of `seat` now: on the tile it drew when it is to
    /// act, on the tile that may be claimed otherwise.
    ///
    /// Whether furiten or a kan bar it from winning is not asked here.
    pub fn win_score(&self, seat: fuda_core::Seat) -> Result<Score, NoWin> {
        self.score_win(seat.index())
    }

    pub(super) fn score_win(&self, seat: usize) -> Result<Score, NoWin> {
        let table = &self.table;
        let open = &table.seats[seat];
        let mut hand = self.hands[seat];
        let (tile, tsumo) = match (table.stage, self.drawn) {
            (Stage::Act { .. }, Some(drawn)) => (drawn, true),
            (Stage::Claims { tile, .. }, _) => {
                hand.add(tile);
                (tile, false)
            }
            _ => return Err(NoWin::NotComplete),
        };
        let rinshan = matches!(table.stage, Stage::Act { on: Acting::Replaced, .. });
        let chankan = matches!(
            table.stage,
            Stage::Claims { on: Claimed::AddedKan | Claimed::ConcealedKan, .. }
        );
        let dora = kinds(&table.indicators);
        let ura = if open.in_riichi() { self.ura_indicators() } else { List::default() };
        let ura = kinds(&ura);
        score(
            &Win {
                concealed: hand.counts(),
                melds: &open.melds,
                tile: tile.kind,
                tsumo,
                seat: table.standing.seat_wind(seat),
                round: table.standing.round_wind(),
                riichi: riichi(open),
                ippatsu: open.ippatsu && table.rules.ippatsu,
                last_tile: table.live == 0 && !rinshan && !chankan,
                rinshan,
                chankan,
                first_turn: table.first_turn(seat),
                dora: &dora,
                ura: &ura,
                reds: if table.rules.red_fives { hand.reds() + melded_reds(open) } else { 0 },
            },
            &table.rules.scoring(),
        )
    }

    /// The indicators under those that are turned, as far as the rules count them.
    pub(super) fn ura_indicators(&self) -> List<Face, 5> {
        let mut ura = List::default();
        if self.table.rules.ura_dora {
            let most = if self.table.rules.kan_ura { 5 } else { 1 };
            for number in 0..self.table.indicators.len().min(most) {
                let at = Wall::FIRST_INDICATOR - 1 + 2 * number;
                ura.push(self.face(self.wall.tiles()[at]));
            }
        }
        ura
    }
}

fn kinds(faces: &[Face]) -> arrayvec::ArrayVec<Kind, 5> {
    faces.iter().take(5).map(|face| face.kind).collect()
}

fn riichi(open: &OpenSeat) -> Riichi {
    match (open.in_riichi(), open.double_riichi) {
        (false, _) => Riichi::None,
        (true, false) => Riichi::Riichi,
        (true, true) => Riichi::Double,
    }
}

fn melded_reds(open: &OpenSeat) -> u8 {
    open.melds.iter().flat_map(|meld| meld.tiles()).filter(|tile| tile.is_red()).count() as u8
}
