//! Pits two of the crate's players against each other in both seats.
//!
//! `cargo run --release --example duel -- rule random 2000 [pg-model.json]`
//!
//! Players: `uniform` (any legal move), `random` (any card, koi-koi by
//! simulation), `rule`, `pg` and `pg-greedy` (with the model).

use fuda_core::{Ask, Budget, Game, Player, Position, Purpose, RandomPlayer, Seat, Seed};
use fuda_koikoi::KoiKoi;
use fuda_koikoi::players::{PgModel, PgPlayer, RulePlayer, WithCalls};

type Failure = Box<dyn std::error::Error>;

fn player(name: &str, model: Option<&PgModel>) -> Result<Box<dyn Player<KoiKoi>>, Failure> {
    let pg = |greedy| {
        let mut player = PgPlayer::new(model.ok_or("which model?")?);
        player.greedy = greedy;
        Ok::<_, Failure>(player)
    };
    Ok(match name {
        "uniform" => Box::new(RandomPlayer),
        "random" => Box::new(WithCalls::new(RandomPlayer)),
        "rule" => Box::<RulePlayer>::default(),
        "pg" => Box::new(pg(false)?),
        "pg-greedy" => Box::new(pg(true)?),
        _ => return Err(format!("no player `{name}`").into()),
    })
}

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [first, second, deals, rest @ ..] = args.as_slice() else {
        return Err("expected: player player deals [model]".into());
    };
    let model = match rest.first() {
        Some(path) => Some(PgModel::read(&std::fs::read(path)?)?),
        None => None,
    };
    let game = KoiKoi::default();
    let mut players = [player(first, model.as_ref())?, player(second, model.as_ref())?];
    let deals: u64 = deals.parse()?;
    let mut by_seat = [[0.0f64; 2]; 2];
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
            by_seat[turned][0] += points;
            by_seat[turned][1] += points * points;
        }
    }
    for (seat, [sum, squares]) in by_seat.into_iter().enumerate() {
        let n = deals as f64;
        let mean = sum / n;
        let error = ((squares / n - mean * mean) / n).sqrt();
        let place = ["first", "second"][seat];
        println!("{first} playing {place} against {second}: {mean:+.3} ± {error:.3} points a game");
    }
    Ok(())
}
