//! Scores a mahjong hand: `cargo run -p fuda --example score_hand`.

use fuda::mahjong::Wind;
use fuda::mahjong::ask::ScoreQuestion;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let question = ScoreQuestion {
        hand: "345m40677p67s".into(),
        win: "8s".into(),
        melds: vec!["chi:340m".parse()?],
        tsumo: true,
        seat: Wind::North,
        dora: vec!["4s".into()],
        ..ScoreQuestion::default()
    };
    // Yaku, han, fu and who pays what.
    println!("{}", question.answer()?);
    Ok(())
}
