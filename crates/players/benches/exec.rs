//! What a question to a program costs: fuda's part and the whole, in our own
//! protocol and in mjai.
//!
//! The bots are the template in C and one that discards what it draws; they
//! are compiled here. `cargo bench -p
//! fuda-players --bench exec`, bound to one core with `taskset -c 0` for
//! figures per core.

use fuda_arena::{Competitor, Conditions, play_game, player_rngs};
use fuda_bridges::exec::{Answer, Question, write_question};
use fuda_core::{Game, Position, PositionOf, Purpose, RandomPlayer, Seat, Seed};
use fuda_mahjong::Mahjong;
use fuda_mahjong::records::mjai::{read_answer, write_event, write_move};
use std::time::{Duration, Instant};

fn main() {
    let folder = std::env::temp_dir().join(format!("fuda-exec-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the bot");
    let compiled = |name: &str, source: &str| {
        let (bot, source) = (folder.join(name), format!("{}/{source}", env!("CARGO_MANIFEST_DIR")));
        let built =
            std::process::Command::new("cc").arg("-O2").arg("-o").arg(&bot).arg(source).status();
        assert!(built.expect("a C compiler").success(), "{name} does not compile");
        bot.display().to_string()
    };
    ours();
    through(&format!("exec:{}", compiled("bot", "../../examples/bots/bot.c")));
    let tsumogiri = compiled("tsumogiri", "benches/tsumogiri.c");
    mjai();
    for dialect in ["list", "each"] {
        println!("mjai, dialect {dialect}");
        through(&format!("mjai[dialect={dialect}]:{tsumogiri}"));
    }
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}

/// The questions of random games of mahjong, written and their answers read.
fn ours() {
    let game = Mahjong::default();
    let mut rng = Seed(1).stream(Purpose::Playout, &[]);
    let deal = game.deal(&mut rng);
    let mut position = game.start(&deal).expect("a deal");
    let mut situations: Vec<(PositionOf<Mahjong>, Seat)> = Vec::new();
    let mut legal = Vec::new();
    while let Some(seat) = position.turn().first() {
        position.legal_moves(seat, &mut legal);
        if legal.len() > 1 {
            situations.push((position.clone(), seat));
        }
        let mv = *rng.pick(&legal).expect("a move");
        position.play_unchecked(seat, mv);
    }
    let encoder = game.observations().into_iter().next();
    let encoder = encoder.as_deref();
    let (mut out, mut bytes, mut rounds) = (Vec::new(), 0, 0u32);
    let [mut view_time, mut write_time, mut read_time] = [Duration::ZERO; 3];
    while rounds < 20 {
        for (position, seat) in &situations {
            position.legal_moves(*seat, &mut legal);
            let answer = format!("{{\"type\":\"answer\",\"id\":1,\"move\":\"{}\"}}", legal[0]);
            let begun = Instant::now();
            let view = position.view(*seat);
            view_time += begun.elapsed();
            let begun = Instant::now();
            out.clear();
            let (random, time) = (7, Duration::from_secs(60));
            let question =
                Question::<Mahjong> { id: 1, random, time, view: &view, legal: &legal, encoder };
            write_question(&mut out, &question, b"");
            write_time += begun.elapsed();
            bytes += out.len();
            let begun = Instant::now();
            let read =
                Answer::read::<Mahjong>(answer.as_bytes(), (1, *seat), &view, &legal, encoder);
            read_time += begun.elapsed();
            assert!(read.is_ok());
        }
        rounds += 1;
    }
    let count = f64::from(rounds) * situations.len() as f64;
    let each = |time: Duration| time.as_secs_f64() * 1e6 / count;
    println!(
        "mahjong, a question of {:.0} bytes: view {:.2} µs, written {:.2} µs, answer read {:.2} µs",
        bytes as f64 / count,
        each(view_time),
        each(write_time),
        each(read_time),
    );
}

/// The events of random games of mahjong as mjai, and the answers read.
fn mjai() {
    let game = Mahjong::default();
    let mut rng = Seed(1).stream(Purpose::Playout, &[]);
    let (mut said, mut heard, mut legal) = (Vec::new(), Vec::new(), Vec::new());
    let mut line = Vec::new();
    let (mut events, mut answers, mut bytes) = (0u32, 0u32, 0);
    let [mut write_time, mut read_time] = [Duration::ZERO; 2];
    for number in 0..20 {
        let deal = game.deal(&mut Seed(1).stream(Purpose::Deal, &[number]));
        let mut position = game.start(&deal).expect("a deal");
        while let Some(seat) = position.turn().first() {
            position.legal_moves(seat, &mut legal);
            let (view, mv) = (position.view(seat), *rng.pick(&legal).expect("a move"));
            let answer = write_move(&view, mv).to_string();
            let begun = Instant::now();
            let read: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
            assert!(read_answer(&read, &view, &legal, false).is_ok());
            read_time += begun.elapsed();
            answers += 1;
            let before = position.clone();
            position.play_unchecked(seat, mv);
            position.events(&before, seat, mv, Seat(0), &mut heard);
            let begun = Instant::now();
            for event in heard.drain(..) {
                write_event(&event, Seat(0), true, &mut said);
            }
            line.clear();
            for event in said.drain(..) {
                serde_json::to_writer(&mut line, &event).expect("memory");
                events += 1;
            }
            bytes += line.len();
            write_time += begun.elapsed();
        }
    }
    println!(
        "mjai, an event of {:.0} bytes: written {:.2} µs; an answer read {:.2} µs",
        bytes as f64 / f64::from(events),
        write_time.as_secs_f64() * 1e6 / f64::from(events),
        read_time.as_secs_f64() * 1e6 / f64::from(answers),
    );
}

/// Hanchan with the bot in one seat and in all four.
fn through(description: &str) {
    let game = Mahjong::default();
    let recipe = fuda_players::mahjong().recipe(&game, description).expect("the bot");
    for bots in [0, 1, 4] {
        let mut players: Vec<Competitor<Mahjong>> = (0..4)
            .map(|seat| match seat < bots {
                true => Competitor::Fair((recipe.make)()),
                false => Competitor::Fair(Box::new(RandomPlayer)),
            })
            .collect();
        let (mut games, mut asked, begun) = (0u64, Asked(0), Instant::now());
        while begun.elapsed() < Duration::from_secs(5) {
            let deal = game.deal(&mut Seed(1).stream(Purpose::Deal, &[games]));
            let mut rngs = player_rngs(Seed(games), 4);
            let under = Conditions::default();
            let played = play_game(&game, &deal, &mut players, &mut rngs, under, &mut asked);
            assert!(played.expect("a game").fault.is_none(), "the bot fails");
            games += 1;
        }
        let seconds = begun.elapsed().as_secs_f64();
        println!(
            "hanchan of random moves, {bots} of 4 seats by the bot: {:.0} per second, {:.0} \
             questions per game to all seats, {:.1} µs per question",
            games as f64 / seconds,
            asked.0 as f64 / games as f64,
            seconds * 1e6 / asked.0 as f64,
        );
    }
}

/// Counts questions.
struct Asked(u64);

impl fuda_arena::Observer<Mahjong> for Asked {
    fn decision(&mut self, decision: &fuda_arena::ChosenMove<'_, Mahjong>) {
        self.0 += u64::from(decision.choice.is_some());
    }
}
