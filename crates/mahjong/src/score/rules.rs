//! What the value of a hand depends on from table to table.

/// How a win on a discard before one's first draw counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum RenhouRule {
    /// Not at all.
    #[default]
    None,
    /// As five han that add to nothing else, where that pays more.
    Mangan,
    /// As a yakuman.
    Yakuman,
}

/// The rules of scoring. The default is Tenhou's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ScoringRules {
    /// Tanyao counts in open hands (kuitan).
    pub open_tanyao: bool,
    /// Red fives count as dora.
    pub red_fives: bool,
    /// 7,700 and 7,900 count as mangan (kiriage mangan).
    pub round_up_to_mangan: bool,
    /// Suuankou tanki, junsei chuuren, kokushi of thirteen waits and daisuushii
    /// count twice.
    pub double_yakuman: bool,
    /// Different yakuman of one hand add up.
    pub add_yakuman: bool,
    /// Thirteen han and more count as a yakuman, else as sanbaiman.
    pub counted_yakuman: bool,
    /// Fu of a pair that is the wind of both seat and round: 2 or 4.
    pub double_wind_pair_fu: u8,
    /// Pinfu counts with a self-draw, which then gives no fu.
    pub pinfu_tsumo: bool,
    /// How a win on a discard before one's first draw counts.
    pub renhou: RenhouRule,
}

impl ScoringRules {
    /// The rules of Tenhou.
    pub const TENHOU: ScoringRules = ScoringRules {
        open_tanyao: true,
        red_fives: true,
        round_up_to_mangan: false,
        double_yakuman: false,
        add_yakuman: true,
        counted_yakuman: true,
        double_wind_pair_fu: 4,
        pinfu_tsumo: true,
        renhou: RenhouRule::None,
    };

    /// The names that [`ScoringRules::preset`] knows.
    pub const PRESETS: [&str; 5] =
        ["tenhou", "tenhou-east", "paper-uct", "paper-tabu", "tonpuusou"];

    /// The scoring of rules known by name. All score as Tenhou does; `paper-tabu`
    /// and `tonpuusou` are played without red fives.
    pub fn preset(name: &str) -> Option<ScoringRules> {
        let red_fives = match name {
            "tenhou" | "tenhou-east" | "paper-uct" => true,
            "paper-tabu" | "tonpuusou" => false,
            _ => return None,
        };
        Some(ScoringRules { red_fives, ..ScoringRules::TENHOU })
    }
}

impl Default for ScoringRules {
    fn default() -> ScoringRules {
        ScoringRules::TENHOU
    }
}
