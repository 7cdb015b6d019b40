//! Pits two of the crate's players against each other in both seats.
//!
//! `cargo run --release --example duel -- rule random 2000`
//!
//! Players: `uniform` (any legal move), `random` (any card, koi-koi by
//! simulation), `rule`, `pg=model.json`, `pg-greedy=model.json` and
//! `value=network.safetensors`.

use fuda_core::{Ask, Budget, Game, Player, Position, Purpose, RandomPlayer, Seat, Seed};
use fuda_koikoi::KoiKoi;
use fuda_koikoi::encode::VALUE_INPUTS;
use fuda_koikoi::players::{PgModel, PgPlayer, RulePlayer, ValuePlayer, WithCalls};
use fuda_learn::{RegressionNetwork, Row};
use fuda_stats::Running;
use std::sync::Arc;

type Failure = Box<dyn std::error::Error>;

fn player(text: &str) -> Result<Box<dyn Player<KoiKoi>>, Failure> {
    let (name, path) = text.split_once('=').unwrap_or((text, ""));
    let pg = |greedy| -> Result<Box<dyn Player<KoiKoi>>, Failure> {
        let mut player = PgPlayer::new(&PgModel::read(&std::fs::read(path)?)?);
        player.greedy = greedy;
        Ok(Box::new(player))
    };
    match name {
        "uniform" => Ok(Box::new(RandomPlayer)),
        "random" => Ok(Box::new(WithCalls::new(RandomPlayer))),
        "rule" => Ok(Box::<RulePlayer>::default()),
        "pg" => pg(false),
        "pg-greedy" => pg(true),
        "value" => {
            let (network, _) = RegressionNetwork::from_bytes(&std::fs::read(path)?)?;
            if network.columns() != VALUE_INPUTS {
                return Err(format!("{path} is no value network of koi-koi").into());
            }
            let value = move |ones: &[u32]| network.value(Row::Ones(ones));
            Ok(Box::new(ValuePlayer::new(Arc::new(value))))
        }
        _ => Err(format!("no player `{name}`").into()),
    }
}

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [first, second, deals] = args.as_slice() else {
        return Err("expected: player player deals".into());
    };
    let game = KoiKoi::default();
    let mut players = [player(first)?, player(second)?];
    let deals: u64 = deals.parse()?;
    let mut by_seat = [Running::default(); 2];
    for number in 0..deals {
        let deal = game.deal(&mut Seed(77).stream(Purpose::Deal, &[number]));
        for turned in 0..2usize {
            let mut position = game.start(&deal)?;
            let mut rngs =
                [0, 1].map(|s| Seed(77).stream(Purpose::Player, &[number, turned as u64, s]));
            let mut legal = Vec::new();
            for seat in 0..2 {
                players[seat ^ turned].begin(Seat(seat as u8));
            }
            while let Some(seat) = position.turn().first() {
                position.legal_moves(seat, &mut legal);
                let view = position.view(seat);
                let ask = Ask {
                    view: &view,
                    legal: &legal,
                    budget: Budget::default(),
                    rng: &mut rngs[seat.index()],
                };
                let choice = players[seat.index() ^ turned].choose(ask)?;
                position.play(seat, choice.mv)?;
            }
            let points = position.scores().ok_or("not over")?[turned];
            by_seat[turned].add(points);
        }
    }
    for (place, points) in ["first", "second"].into_iter().zip(by_seat) {
        let points = points.moments().estimate();
        println!("{first} playing {place} against {second}: {points:+.3} points per game");
    }
    Ok(())
}
