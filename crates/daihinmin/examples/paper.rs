//! Five players by the paper's protocol: series of 100 games, new seats every
//! third game, +2 to -2 points a game.
//!
//! `cargo run --release --example paper -- GAMES SEED PLAYER×5`, a player
//! being `random`, `greedy`, `default`, `mc:PLAYOUTS` or `mc-even:PLAYOUTS`.

use fuda_core::{Ask, Budget, Game, Player, Position as _, Purpose, RandomPlayer, Seat, Seed};
use fuda_daihinmin::players::Dealing;
use fuda_daihinmin::{Daihinmin, Greedy, MonteCarloParams, Weakest};
use fuda_stats::Running;
use std::time::Instant;

fn player(name: &str) -> Result<Box<dyn Player<Daihinmin>>, String> {
    let monte_carlo = |playouts: &str, dealing| {
        let playouts = playouts.parse().map_err(|_| format!("{name}: playouts are a number"))?;
        let params = MonteCarloParams { playouts, dealing, ..MonteCarloParams::default() };
        let player = params.check().map_err(|e| e.to_string())?;
        Ok(Box::new(player) as Box<dyn Player<Daihinmin>>)
    };
    match name.split_once(':') {
        None if name == "random" => Ok(Box::new(RandomPlayer)),
        None if name == "greedy" => Ok(Box::new(Greedy)),
        None if name == "default" => Ok(Box::new(Weakest)),
        Some(("mc", playouts)) => monte_carlo(playouts, Dealing::ByClass),
        Some(("mc-even", playouts)) => monte_carlo(playouts, Dealing::Evenly),
        _ => Err(format!("there is no player `{name}`")),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [games, seed, names @ ..] = arguments.as_slice() else {
        return Err("expected GAMES SEED and five players".into());
    };
    let (games, seed): (u64, Seed) = (games.parse()?, Seed(seed.parse()?));
    let mut players = names.iter().map(|n| player(n)).collect::<Result<Vec<_>, _>>()?;
    if players.len() != 5 {
        return Err("expected five players".into());
    }
    let game = Daihinmin::default();
    let mut seats: Vec<usize> = (0..5).collect();
    let mut classes: Option<[u8; 5]> = None;
    let mut points = [Running::default(); 5];
    let mut legal = Vec::new();
    let start = Instant::now();
    for number in 0..games {
        if number % 3 == 0 {
            seed.stream(Purpose::Sample, &[number]).shuffle(&mut seats);
        }
        if number % 100 == 0 {
            classes = None;
        }
        let mut deal = game.deal(&mut seed.stream(Purpose::Deal, &[number]));
        deal.classes = classes.map(|by| seats.iter().map(|&p| by[p]).collect());
        let mut position = game.start(&deal)?;
        let mut rngs: Vec<_> = (0..5).map(|p| seed.stream(Purpose::Player, &[number, p])).collect();
        for (seat, &p) in seats.iter().enumerate() {
            players[p].begin(Seat(seat as u8));
        }
        while let Some(seat) = position.turn().first() {
            position.legal_moves(seat, &mut legal);
            let (view, p) = (position.view(seat), seats[seat.index()]);
            let budget = Budget::default();
            let ask = Ask { view: &view, legal: &legal, budget, rng: &mut rngs[p] };
            position.play(seat, players[p].choose(ask)?.mv)?;
        }
        let scores = position.scores().unwrap_or_default();
        let mut by = [0; 5];
        for (place, seat) in position.finish_order().iter().enumerate() {
            by[seats[seat.index()]] = place as u8;
        }
        classes = Some(by);
        for (seat, &p) in seats.iter().enumerate() {
            points[p].add(scores[seat]);
        }
    }
    for (name, points) in names.iter().zip(points) {
        println!("{name:<14} {:+.0}", points.moments().estimate().times(games as f64));
    }
    println!("{games} games in {:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}
