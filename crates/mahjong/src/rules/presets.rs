//! Named sets of rules.

use super::{
    Bust, DealerRepeat, KanDora, Kuikae, MultipleRon, Renhou, Rounding, Rules, TemporaryFuriten,
    Uma,
};

/// The named rule sets with a line about each; the first is the default.
pub const PRESETS: &[(&str, &str)] = &[
    ("tenhou", "Tenhou's: hanchan, red fives, open tanyao"),
    ("tenhou-east", "Tenhou's, east-only"),
    ("paper-uct", "east-only, four hands, no dealer repeat, one wall for all of them"),
    ("paper-tabu", "Tenhou's without red fives, east-only, no dealer repeat, no bust, head bump"),
    ("tonpuusou", "east-only without red fives, head bump, no extension"),
];

pub(super) fn preset(name: &str) -> Option<Rules> {
    match name {
        "tenhou" => Some(tenhou()),
        "tenhou-east" => Some(Rules { rounds: 1, ..tenhou() }),
        "paper-uct" => Some(paper_uct()),
        "paper-tabu" => Some(paper_tabu()),
        "tonpuusou" => Some(tonpuusou()),
        _ => None,
    }
}

pub(super) const fn tenhou() -> Rules {
    Rules {
        rounds: 2,
        extension: true,
        start_points: 25_000,
        return_points: 30_000,
        uma: Uma([20, 10, -10, -20]),
        rounding: Rounding::HalfAway,
        red_fives: true,
        open_tanyao: true,
        kuikae: Kuikae::Forbidden,
        multiple_ron: MultipleRon::Double,
        nine_terminals: true,
        four_winds: true,
        four_riichi: true,
        four_kans: true,
        nagashi: true,
        bust: Bust::BelowZero,
        dealer_repeat: DealerRepeat::Tenpai,
        agari_yame: true,
        tenpai_yame: true,
        kan_dora: KanDora::BeforeDiscard,
        ura_dora: true,
        kan_ura: true,
        pao_dragons: true,
        pao_winds: true,
        pao_kans: false,
        riichi_tiles: 4,
        riichi_points: true,
        riichi: true,
        ippatsu: true,
        riichi_kan: true,
        discard_furiten: true,
        temporary_furiten: TemporaryFuriten::UntilDraw,
        riichi_furiten: true,
        waits_on_melded: false,
        orphans_rob_concealed: false,
        renhou: Renhou::Off,
        double_yakuman: false,
        add_yakuman: true,
        counted_yakuman: true,
        round_up_mangan: false,
        double_wind_fu: 4,
        honba_points: 300,
        noten_points: 3_000,
        same_wall: false,
    }
}

/// Four hands on one wall: nothing may end the game early or lengthen it,
/// so that every seat meets every one of the four starting hands.
const fn paper_uct() -> Rules {
    Rules {
        rounds: 1,
        extension: false,
        bust: Bust::Off,
        dealer_repeat: DealerRepeat::Never,
        agari_yame: false,
        tenpai_yame: false,
        same_wall: true,
        ..tenhou()
    }
}

/// Each wall is played twice with the seats exchanged, so the number of hands
/// is fixed here too.
const fn paper_tabu() -> Rules {
    Rules {
        rounds: 1,
        extension: false,
        red_fives: false,
        bust: Bust::Off,
        dealer_repeat: DealerRepeat::Never,
        agari_yame: false,
        tenpai_yame: false,
        multiple_ron: MultipleRon::HeadBump,
        ..tenhou()
    }
}

/// A quick east-only game as played on the older servers: our choice of their
/// many variants.
const fn tonpuusou() -> Rules {
    Rules {
        rounds: 1,
        extension: false,
        red_fives: false,
        multiple_ron: MultipleRon::HeadBump,
        tenpai_yame: false,
        ..tenhou()
    }
}
