//! Names of yaku in logs, by Tenhou's numbers.

use crate::score::Yaku;

/// Tenhou's names in the order of its numbers.
const TENHOU: [&str; 55] = [
    "門前清自摸和",
    "立直",
    "一発",
    "槍槓",
    "嶺上開花",
    "海底摸月",
    "河底撈魚",
    "平和",
    "断幺九",
    "一盃口",
    "自風 東",
    "自風 南",
    "自風 西",
    "自風 北",
    "場風 東",
    "場風 南",
    "場風 西",
    "場風 北",
    "役牌 白",
    "役牌 發",
    "役牌 中",
    "両立直",
    "七対子",
    "混全帯幺九",
    "一気通貫",
    "三色同順",
    "三色同刻",
    "三槓子",
    "対々和",
    "三暗刻",
    "小三元",
    "混老頭",
    "二盃口",
    "純全帯幺九",
    "混一色",
    "清一色",
    "人和",
    "天和",
    "地和",
    "大三元",
    "四暗刻",
    "四暗刻単騎",
    "字一色",
    "緑一色",
    "清老頭",
    "九蓮宝燈",
    "純正九蓮宝燈",
    "国士無双",
    "国士無双１３面",
    "大四喜",
    "小四喜",
    "四槓子",
    "ドラ",
    "裏ドラ",
    "赤ドラ",
];

/// Other spellings.
const OTHERS: [(&str, u8); 32] = [
    ("ダブル立直", 21),
    ("国士無双13面", 48),
    ("国士無双十三面", 48),
    ("Riichi", 1),
    ("Dora", 52),
    ("Ura Dora", 53),
    ("Red Five", 54),
    ("Tanyao", 8),
    ("Pinfu", 7),
    ("Ippatsu", 2),
    ("Fully Concealed Hand", 0),
    ("Robbing a Kan", 3),
    ("After a Kan", 4),
    ("Under the Sea", 5),
    ("Under the River", 6),
    ("All Simples", 8),
    ("Pure Double Sequence", 9),
    ("Double Riichi", 21),
    ("Seven Pairs", 22),
    ("Half Outside Hand", 23),
    ("Pure Straight", 24),
    ("Mixed Triple Sequence", 25),
    ("Triple Triplets", 26),
    ("Three Quads", 27),
    ("All Triplets", 28),
    ("Three Concealed Triplets", 29),
    ("Little Three Dragons", 30),
    ("All Terminals and Honors", 31),
    ("Twice Pure Double Sequence", 32),
    ("Fully Outside Hand", 33),
    ("Half Flush", 34),
    ("Full Flush", 35),
];

/// Tenhou's number of the yaku of a name.
pub(crate) fn yaku_named(name: &str) -> Option<u8> {
    let known = TENHOU.iter().position(|n| *n == name).map(|id| id as u8);
    known.or_else(|| OTHERS.iter().find(|(n, _)| *n == name).map(|(_, id)| *id))
}

/// Yaku with their han, and yakuman, in words.
pub(crate) fn yaku_list(yaku: &[(u8, u8)], yakuman: &[u8]) -> String {
    let name = |id: u8| Yaku::from_id(id).map_or_else(|| format!("yaku {id}"), |y| y.to_string());
    let ordinary = yaku.iter().map(|&(id, han)| format!("{} {han}", name(id)));
    ordinary.chain(yakuman.iter().map(|&id| name(id))).collect::<Vec<_>>().join(", ")
}

/// Tenhou's name of a yaku.
pub(crate) fn yaku_name(id: u8) -> Option<&'static str> {
    TENHOU.get(usize::from(id)).copied()
}
