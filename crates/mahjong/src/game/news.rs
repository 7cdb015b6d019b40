//! What everybody at the table saw happen, in words for people who watch.

use super::position::MahjongPosition;
use super::result::{Ending, HandResult, WinResult};
use crate::meld::MeldKind;
use fuda_core::Seat;

/// The calls made and the hands ended since an earlier position.
pub(super) fn news(now: &MahjongPosition, since: &MahjongPosition) -> Vec<String> {
    let mut told = Vec::new();
    let same_hand = now.table().hand_number == since.table().hand_number;
    if same_hand {
        for seat in Seat::all(4) {
            let melds = |position: &MahjongPosition| position.table().seats[seat.index()].melds;
            let (before, after) = (melds(since), melds(now));
            for (i, meld) in after.iter().enumerate() {
                if before.get(i) != Some(meld) {
                    let kind = match meld.kind() {
                        MeldKind::Chi => "chi",
                        MeldKind::Pon => "pon",
                        MeldKind::OpenKan | MeldKind::AddedKan => "kan",
                        MeldKind::ConcealedKan => "concealed kan",
                    };
                    let tiles: Vec<String> =
                        meld.tiles().iter().map(|t| now.face(*t).to_string()).collect();
                    told.push(format!("seat {seat} calls {kind}: {}", tiles.join(" ")));
                }
            }
        }
    }
    let fresh = |result: &&HandResult| {
        since.last_result().is_none_or(|old| old.hand_number != result.hand_number)
    };
    if let Some(result) = now.last_result().filter(fresh) {
        told.extend(ending(result));
    }
    told
}

fn ending(result: &HandResult) -> Vec<String> {
    let mut told: Vec<String> = match result.ending {
        Ending::Win => result.wins.iter().map(win).collect(),
        Ending::Exhausted => {
            let tenpai: Vec<String> =
                (0..4).filter(|s| result.tenpai[*s]).map(|s| s.to_string()).collect();
            vec![match tenpai.len() {
                0 => "The wall is empty; nobody is tenpai.".into(),
                _ => format!("The wall is empty; tenpai: seat {}.", tenpai.join(", ")),
            }]
        }
        Ending::Nagashi => vec!["The wall is empty; nagashi mangan.".into()],
        Ending::NineTerminals => vec!["The hand is broken off: nine terminals and honours.".into()],
        Ending::FourWinds => vec!["The hand is broken off: four equal winds.".into()],
        Ending::FourRiichi => vec!["The hand is broken off: four riichi.".into()],
        Ending::FourKans => vec!["The hand is broken off: four kans.".into()],
        Ending::TripleRon => vec!["The hand is broken off: three wins on one tile.".into()],
    };
    let changes: Vec<String> = result.deltas.iter().map(|d| format!("{d:+}")).collect();
    let scores: Vec<String> = result.scores.iter().map(|s| s.to_string()).collect();
    told.push(format!("  points {}; now {}", changes.join(" "), scores.join(" ")));
    told
}

fn win(win: &WinResult) -> String {
    let how = match win.is_tsumo() {
        true => "by its own draw".to_owned(),
        false => format!("on the tile of seat {}", win.from),
    };
    let yaku: Vec<String> =
        win.yaku.iter().map(|(yaku, han)| format!("{} {han}", yaku.name())).collect();
    let size = match win.yakuman {
        0 => format!("{} han {} fu", win.han, win.fu),
        1 => "yakuman".to_owned(),
        n => format!("{n} yakuman"),
    };
    let (seat, tile, points) = (win.seat, win.tile, win.points);
    format!("Seat {seat} wins with {tile} {how}: {} — {size}, {points} points", yaku.join(", "))
}

#[cfg(test)]
mod tests {
    use crate::Mahjong;
    use fuda_core::{Game, Position, Purpose, Seed};

    #[test]
    fn every_hand_of_a_game_is_told_once() {
        let game = Mahjong::with_rules("tenhou").unwrap();
        let mut told = Vec::new();
        let mut hands = 0;
        for number in 0..8 {
            let deal = game.deal(&mut Seed(3).stream(Purpose::Deal, &[number]));
            let mut rng = Seed(3).stream(Purpose::Playout, &[number]);
            let mut position = game.start(&deal).unwrap();
            let mut scratch = Vec::new();
            while let Some(seat) = position.turn().first() {
                let before = position.clone();
                let mv = position.random_move(seat, &mut rng, &mut scratch).unwrap();
                position.play(seat, mv).unwrap();
                told.extend(position.news(&before));
            }
            hands += position.last_result().unwrap().hand_number as usize + 1;
        }
        let count = |words: &str| told.iter().filter(|line| line.contains(words)).count();
        assert_eq!(count("  points "), hands);
        assert!(count("calls pon") > 0 && count("calls chi") > 0 && count("kan: ") > 0);
        assert!(count("The wall is empty") > 0 && count("wins with") > 0, "{told:?}");
    }
}
