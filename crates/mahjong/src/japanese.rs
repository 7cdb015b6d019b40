//! Tiles and moves by their Japanese names.

use crate::game::Move;
use crate::tile::{Face, Kind, Suit};

const NUMBERS: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
const HONOURS: [&str; 7] = ["東", "南", "西", "北", "白", "發", "中"];

impl Kind {
    /// The name in Japanese, such as 五萬 or 東.
    pub fn japanese(self) -> String {
        let at = usize::from(self.number()) - 1;
        let suit = match self.suit() {
            Suit::Man => "萬",
            Suit::Pin => "筒",
            Suit::Sou => "索",
            Suit::Honour => return HONOURS[at].to_owned(),
        };
        format!("{}{suit}", NUMBERS[at])
    }
}

impl Face {
    /// The name in Japanese, such as 五萬 or 赤五萬.
    pub fn japanese(self) -> String {
        format!("{}{}", if self.red { "赤" } else { "" }, self.kind.japanese())
    }
}

impl Move {
    /// The move in Japanese, such as `五萬(ツモ切り)` or `ポン 白白`.
    ///
    /// ```
    /// use fuda_mahjong::Move;
    ///
    /// let name = |mv: &str| mv.parse::<Move>().map(Move::japanese);
    /// assert_eq!(name("0p_")?, "赤五筒(ツモ切り)");
    /// assert_eq!(name("chi-46m")?, "チー 四萬六萬");
    /// # Ok::<(), fuda_core::BadText>(())
    /// ```
    pub fn japanese(self) -> String {
        let mark = |drawn: bool| if drawn { "(ツモ切り)" } else { "" };
        match self {
            Move::Discard { tile, drawn } => format!("{}{}", tile.japanese(), mark(drawn)),
            Move::Riichi { tile, drawn } => {
                format!("リーチ {}{}", tile.japanese(), mark(drawn))
            }
            Move::ConcealedKan(kind) => format!("暗槓 {}", kind.japanese()),
            Move::AddedKan(kind) => format!("加槓 {}", kind.japanese()),
            Move::OpenKan(kind) => format!("大明槓 {}", kind.japanese()),
            Move::Pon([a, b]) => format!("ポン {}{}", a.japanese(), b.japanese()),
            Move::Chi([a, b]) => format!("チー {}{}", a.japanese(), b.japanese()),
            Move::Ron => "ロン".into(),
            Move::Tsumo => "ツモ".into(),
            Move::NineTerminals => "九種九牌".into(),
            Move::Pass => "パス".into(),
        }
    }
}
