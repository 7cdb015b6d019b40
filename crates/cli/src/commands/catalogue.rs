//! `fuda games` and `fuda players`.

use crate::args::{GamesArgs, PlayersArgs};
use crate::failure::{Outcome, Verdict};
use crate::game::{GameInfo, Games};
use crate::screen;
use fuda_players::KindInfo;
use serde::Serialize;

/// A player with the game it plays, for the list of all.
#[derive(Serialize)]
struct GamePlayer {
    game: &'static str,
    #[serde(flatten)]
    player: KindInfo,
}

/// Lists the games.
pub fn games(args: &GamesArgs, games: &Games) -> Outcome {
    let infos: Vec<GameInfo> = games.iter().map(|d| d.info()).collect();
    if args.json {
        screen::print_json(&infos)?;
        return Ok(Verdict::Good);
    }
    let mut text = String::new();
    for game in infos {
        text += &format!("{} — {}\n  rules\n", game.name, game.about);
        for (i, rules) in game.rules.iter().enumerate() {
            let default = if i == 0 { " (default)" } else { "" };
            text += &format!("    {:<16} {}{default}\n", rules.name, rules.about);
        }
        text += "  record formats\n";
        for format in &game.formats {
            let ways = if format.writes { "read, write" } else { "read" };
            text += &format!("    {:<16} {} ({ways})\n", format.name, format.about);
        }
        for (title, list) in [
            ("kinds of decisions", &game.decisions),
            ("encoders of moves", &game.move_features),
            ("encoders of views", &game.observations),
        ] {
            if !list.is_empty() {
                text += &format!("  {title}\n");
            }
            for one in list {
                text += &format!("    {:<16} {}\n", one.name, one.about);
            }
        }
    }
    screen::print(&text)?;
    Ok(Verdict::Good)
}

/// Lists the players of a game, or of all games.
pub fn players(args: &PlayersArgs, games: &Games) -> Outcome {
    if let Some(game) = &args.game {
        let players = games.named(game)?.players();
        match args.json {
            true => screen::print_json(&players)?,
            false => screen::print(&describe(game, &players))?,
        }
        return Ok(Verdict::Good);
    }
    if args.json {
        let mut all = Vec::new();
        for listed in games.iter() {
            let game = listed.name();
            all.extend(listed.players().into_iter().map(|player| GamePlayer { game, player }));
        }
        screen::print_json(&all)?;
    } else {
        let texts: Vec<String> = games.iter().map(|d| describe(d.name(), &d.players())).collect();
        screen::print(&texts.join("\n"))?;
    }
    Ok(Verdict::Good)
}

fn describe(game: &str, players: &[KindInfo]) -> String {
    let mut text = format!("players of {game}\n");
    for player in players {
        text += &format!("  {:<12} {}\n", player.name, player.about);
        for p in &player.parameters {
            let name = format!("{}={}", p.name, p.default);
            text += &format!("      {name:<20} {}; {}\n", p.about, p.range);
        }
    }
    text
}
