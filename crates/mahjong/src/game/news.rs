//! What everybody at the table saw happen, in words for people who watch.

use super::position::MahjongPosition;
use super::result::{Ending, HandResult, WinResult};
use crate::meld::MeldKind;
use crate::tile::Face;
use fuda_core::{Lang, Seat};

/// The calls made and the hands ended since an earlier position.
pub(super) fn news(now: &MahjongPosition, since: &MahjongPosition, lang: Lang) -> Vec<String> {
    let mut told = Vec::new();
    let same_hand = now.table().hand_number == since.table().hand_number;
    if same_hand {
        for seat in Seat::all(4) {
            let melds = |position: &MahjongPosition| position.table().seats[seat.index()].melds;
            let (before, after) = (melds(since), melds(now));
            for (i, meld) in after.iter().enumerate() {
                if before.get(i) != Some(meld) {
                    let (kind, japanese) = match meld.kind() {
                        MeldKind::Chi => ("chi", "チー"),
                        MeldKind::Pon => ("pon", "ポン"),
                        MeldKind::OpenKan | MeldKind::AddedKan => ("kan", "カン"),
                        MeldKind::ConcealedKan => ("concealed kan", "暗槓"),
                    };
                    let tiles = meld.tiles().iter().map(|t| tile(now.face(*t), lang));
                    let tiles = tiles.collect::<Vec<_>>().join(" ");
                    told.push(lang.pick(
                        format!("seat {seat} calls {kind}: {tiles}"),
                        format!("席{seat} {japanese}: {tiles}"),
                    ));
                }
            }
        }
    }
    let fresh = |result: &&HandResult| {
        since.last_result().is_none_or(|old| old.hand_number != result.hand_number)
    };
    if let Some(result) = now.last_result().filter(fresh) {
        told.extend(ending(result, lang));
    }
    told
}

/// A tile as the language writes it.
fn tile(face: Face, lang: Lang) -> String {
    match lang {
        Lang::English => face.to_string(),
        Lang::Japanese => face.japanese(),
    }
}

fn ending(result: &HandResult, lang: Lang) -> Vec<String> {
    let one = |english: &str, japanese: &str| vec![lang.pick(english, japanese).to_owned()];
    let mut told: Vec<String> = match result.ending {
        Ending::Win => result.wins.iter().map(|one| win(one, lang)).collect(),
        Ending::Exhausted => {
            let tenpai: Vec<String> =
                (0..4).filter(|s| result.tenpai[*s]).map(|s| s.to_string()).collect();
            let tenpai = tenpai.join(", ");
            match tenpai.is_empty() {
                true => one("The wall is empty; nobody is tenpai.", "流局: 全員ノーテン。"),
                false => one(
                    &format!("The wall is empty; tenpai: seat {tenpai}."),
                    &format!("流局: 聴牌は席 {tenpai}。"),
                ),
            }
        }
        Ending::Nagashi => one("The wall is empty; nagashi mangan.", "流局: 流し満貫。"),
        Ending::NineTerminals => {
            one("The hand is broken off: nine terminals and honours.", "途中流局: 九種九牌。")
        }
        Ending::FourWinds => {
            one("The hand is broken off: four equal winds.", "途中流局: 四風連打。")
        }
        Ending::FourRiichi => one("The hand is broken off: four riichi.", "途中流局: 四家立直。"),
        Ending::FourKans => one("The hand is broken off: four kans.", "途中流局: 四槓散了。"),
        Ending::TripleRon => {
            one("The hand is broken off: three wins on one tile.", "途中流局: 三家和。")
        }
    };
    let changes: Vec<String> = result.deltas.iter().map(|d| format!("{d:+}")).collect();
    let scores: Vec<String> = result.scores.iter().map(|s| s.to_string()).collect();
    let (changes, scores) = (changes.join(" "), scores.join(" "));
    told.push(lang.pick(
        format!("  points {changes}; now {scores}"),
        format!("  点棒の移動 {changes}、持ち点 {scores}"),
    ));
    told
}

fn win(win: &WinResult, lang: Lang) -> String {
    let from = win.from;
    let how = match win.is_tsumo() {
        true => lang.pick("by its own draw".to_owned(), "ツモ".to_owned()),
        false => lang.pick(format!("on the tile of seat {from}"), format!("ロン(放銃 席{from})")),
    };
    let yaku = win.yaku.iter();
    let yaku: Vec<String> =
        yaku.map(|(yaku, han)| format!("{} {han}", lang.pick(yaku.name(), yaku.kanji()))).collect();
    let (han, fu, yaku) = (win.han, win.fu, yaku.join(lang.pick(", ", "、")));
    let size = match win.yakuman {
        0 => lang.pick(format!("{han} han {fu} fu"), format!("{fu}符{han}翻")),
        1 => lang.pick("yakuman", "役満").to_owned(),
        n => lang.pick(format!("{n} yakuman"), format!("{n}倍役満")),
    };
    let (seat, tile, points) = (win.seat, tile(win.tile, lang), win.points);
    lang.pick(
        format!("Seat {seat} wins with {tile} {how}: {yaku} — {size}, {points} points"),
        format!("席{seat}の和了 {tile} {how}: {yaku} — {size} {points}点"),
    )
}

#[cfg(test)]
mod tests {
    use crate::Mahjong;
    use fuda_core::{Game, Lang, Position, Purpose, Seed};

    #[test]
    fn every_hand_of_a_game_is_told_once() {
        let game = Mahjong::with_rules("tenhou").unwrap();
        let (mut told, mut japanese) = (Vec::new(), Vec::new());
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
                told.extend(position.news(&before, Lang::English));
                japanese.extend(position.news(&before, Lang::Japanese));
            }
            hands += position.last_result().unwrap().hand_number as usize + 1;
        }
        let count = |words: &str| told.iter().filter(|line| line.contains(words)).count();
        assert_eq!(count("  points "), hands);
        assert!(count("calls pon") > 0 && count("calls chi") > 0 && count("kan: ") > 0);
        assert_eq!(told.len(), japanese.len());
        let english = |line: &String| line.chars().filter(char::is_ascii_alphabetic).count() > 0;
        assert!(!japanese.iter().any(english), "{japanese:?}");
        assert!(count("The wall is empty") > 0 && count("wins with") > 0, "{told:?}");
    }
}
