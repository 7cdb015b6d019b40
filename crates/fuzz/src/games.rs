//! The targets that every game has: records, views, rules, positions, moves,
//! players.

use crate::counts::Countable;
use crate::{Target, outcome, rough, text};
use fuda_bridges::exec::{Answer, Ready};
use fuda_core::formats::{Format, RecordFile, Stats, Verification};
use fuda_core::{
    Game, MoveOf, Position as _, PositionOf, Purpose, Record, Rng, Seat, Seed, Style, View, ViewOf,
};
use fuda_daihinmin::Daihinmin;
use fuda_koikoi::KoiKoi;
use fuda_leduc::Leduc;
use fuda_mahjong::Mahjong;
use fuda_othello::Othello;
use fuda_players::Catalogue;

/// So many moves of a game are looked at one by one.
const MOST_MOVES: usize = 3_000;

pub(crate) fn targets() -> Vec<Target> {
    let mut targets = of_game::<Othello>(&["f5d6c3d3c4", "f5"]);
    targets.extend(of_game::<Mahjong>(&["1m", "riichi:5p", "ron"]));
    targets.extend(of_game::<Daihinmin>(&["S3H3*D3", "pass", "give:S3H4"]));
    targets.extend(of_game::<KoiKoi>(&["1a", "koikoi", "stop"]));
    targets.extend(of_game::<Leduc>(&["call", "raise", "fold"]));
    targets
}

fn of_game<G: Countable>(texts: &[&str]) -> Vec<Target> {
    let name = |what: &str| format!("{}-{what}", G::NAME);
    let games = records_played::<G>();
    let mut targets: Vec<Target> = Vec::new();
    for (number, format) in G::formats().into_iter().enumerate() {
        let seeds = games.iter().filter_map(|game| format.write(std::slice::from_ref(game)).ok());
        let run = {
            let format = at::<G>(number);
            move |data: &[u8]| records(format.as_ref(), data)
        };
        let recognising = at::<G>(number);
        let takes = move |path: &std::path::Path, bytes: &[u8]| {
            recognising.recognises(&RecordFile { path: path.to_owned(), bytes: bytes.to_vec() })
        };
        targets.push(Target::new(name(format.name()), run, seeds.collect()).taking(takes));
    }
    let views = games.iter().flat_map(views).collect();
    let rules: Vec<Vec<u8>> = G::presets()
        .iter()
        .filter_map(|(preset, _)| G::with_rules(preset).ok())
        .flat_map(|game| [game.rules().into_bytes(), format!("{}, ", game.rules()).into_bytes()])
        .collect();
    let players: Vec<Vec<u8>> = G::players()
        .info()
        .iter()
        .map(|kind| {
            let set = |p: &fuda_players::ParameterInfo| format!("{}={}", p.name, p.default);
            let chosen =
                kind.parameters.iter().filter(|p| p.name != "model" && !p.default.is_empty());
            format!("{}:{}", kind.name, chosen.map(set).collect::<Vec<_>>().join(",")).into_bytes()
        })
        .collect();
    let mut positions: Vec<Vec<u8>> = texts.iter().map(|text| text.as_bytes().to_vec()).collect();
    positions.extend(
        games
            .iter()
            .flat_map(|game| game.moves.iter().take(30).map(|(_, mv)| mv.to_string().into_bytes())),
    );
    targets.push(Target::new(name("view"), view::<G>, views));
    targets.push(Target::new(name("rules"), rules_text::<G>, rules));
    let catalogue = G::players();
    let player = move |data: &[u8]| player::<G>(&catalogue, data);
    targets.push(Target::new(name("player"), player, players));
    targets.push(Target::new(name("text"), position_text::<G>, positions));
    let answers = games.iter().flat_map(|game| game.moves.iter().take(20)).map(|(_, mv)| {
        format!(r#"{{"type":"answer","id":1,"move":"{mv}","values":[1,null],"effort":3}}"#).into()
    });
    targets.push(Target::new(name("bot"), bot::<G>, answers.collect()));
    let choices = (0..4u8).map(|n| (0..200u8).map(|i| i.wrapping_mul(n + 3)).collect());
    targets.push(Target::new(name("moves"), moves::<G>, choices.collect()));
    targets
}

fn at<G: Game>(number: usize) -> Box<dyn Format<G>> {
    G::formats().swap_remove(number)
}

/// Some short games by anybody, for seeds.
pub(crate) fn records_played<G: Game>() -> Vec<Record<G>> {
    let Ok(game) = G::with_rules(G::presets()[0].0) else { return Vec::new() };
    (0..2)
        .map(|number| {
            let mut rng = Seed(number).stream(Purpose::Sample, &[]);
            let deal = game.deal(&mut rng);
            let mut record = Record::new(&game, deal);
            record.players = (0..game.seats()).map(|seat| format!("p{seat}")).collect();
            if let Ok(mut position) = game.start(&record.deal) {
                let mut scratch = Vec::new();
                while let Some(seat) = position.turn().first() {
                    let Some(mv) = position.random_move(seat, &mut rng, &mut scratch) else {
                        break;
                    };
                    position.play_unchecked(seat, mv);
                    record.moves.push((seat, mv));
                }
                record.scores = position.scores();
            }
            record
        })
        .collect()
}

fn views<G: Game>(game: &Record<G>) -> Vec<Vec<u8>> {
    let wanted = [0, 1, 5, 17, game.moves.len() / 2, game.moves.len()];
    let positions = wanted.iter().filter_map(|moves| game.position_after(*moves).ok());
    positions.filter_map(|position| serde_json::to_vec(&position.view(Seat(0))).ok()).collect()
}

fn records<G: Countable>(format: &dyn Format<G>, data: &[u8]) -> u64 {
    let file = RecordFile { path: "fuzz".into(), bytes: data.to_vec() };
    format.recognises(&file);
    let mut report = Verification::default();
    format.verify(&file, &mut report);
    format.stats(&file, &mut Stats::default());
    let records = match format.read(&file) {
        Ok(records) => records,
        Err(e) => return outcome(&format!("{} {}", e.expected, e.got)),
    };
    for record in &records {
        check_record(record);
    }
    if let Ok(written) = format.write(&records) {
        let again = read_again(format, written, "what was written");
        assert_eq!(again.len(), records.len(), "games were lost in writing");
        let moves = |records: &[Record<G>]| -> Vec<_> {
            records.iter().map(|record| record.moves.clone()).collect()
        };
        assert!(moves(&again) == moves(&records), "writing changed the moves");
        let twice = format.write(&again).expect("what was written once is written again");
        assert!(read_again(format, twice, "what was written twice") == again, "writing wanders");
    }
    let moves: usize = records.iter().map(|record| record.moves.len()).sum();
    outcome("read") ^ u64::from(rough(moves)) << 8 ^ u64::from(rough(records.len()))
}

fn read_again<G: Game>(format: &dyn Format<G>, bytes: Vec<u8>, what: &str) -> Vec<Record<G>> {
    let file = RecordFile { path: "written".into(), bytes };
    format.read(&file).unwrap_or_else(|e| panic!("{what} does not read: {e}"))
}

fn check_record<G: Countable>(record: &Record<G>) {
    let json = serde_json::to_string(record).expect("records are JSON");
    let back: Record<G> = serde_json::from_str(&json).expect("JSON of a record reads back");
    assert!(back == *record, "JSON changed the record");
    let Ok(mut decisions) = record.decisions() else { return };
    let mut seen = 0;
    loop {
        match decisions.next() {
            Ok(Some(decision)) => {
                check_position::<G>(decision.position);
                seen += 1;
            }
            Ok(None) => break,
            Err(_) => return,
        }
        if seen > MOST_MOVES {
            return;
        }
    }
    if let Ok(game) = G::with_rules(&record.rules) {
        check_scores(&game, decisions.position());
    }
}

fn check_position<G: Countable>(position: &PositionOf<G>) {
    G::count(position);
    if let Some(seat) = position.turn().first() {
        let mut legal = Vec::new();
        position.legal_moves(seat, &mut legal);
        assert!(!legal.is_empty(), "nothing can be played");
    } else {
        assert!(position.scores().is_some(), "over and without scores");
    }
}

fn check_scores<G: Game>(game: &G, position: &PositionOf<G>) {
    let Some(scores) = position.scores() else { return };
    assert_eq!(scores.len(), game.seats());
    if let Some(sum) = game.score_sum() {
        let got: f64 = scores.iter().sum();
        assert!((got - sum).abs() < 1e-6, "scores of {got}, {sum} by the rules");
    }
}

fn view<G: Countable>(data: &[u8]) -> u64 {
    let view: ViewOf<G> = match serde_json::from_slice(data) {
        Ok(view) => view,
        Err(e) => return outcome(&e.to_string()),
    };
    let json = serde_json::to_string(&view).expect("views are JSON");
    let back: ViewOf<G> = serde_json::from_str(&json).expect("JSON of a view reads back");
    assert!(back == view, "JSON changed the view");
    if G::CHECKS_VIEWS {
        let assumed = view.assume(&mut Rng::new(Seed(data.len() as u64)));
        G::count(&assumed);
        assert!(assumed.view(view.seat()) == view, "the assumed position has another view");
    }
    let plain = Style { ascii: true, ..Style::default() };
    outcome("view") ^ u64::from(rough(view.draw(plain).len()))
}

fn rules_text<G: Countable>(data: &[u8]) -> u64 {
    let game = match G::with_rules(&text(data)) {
        Ok(game) => game,
        Err(e) => return outcome(&e.to_string()),
    };
    let same = G::with_rules(&game.rules()).expect("the rules' own text reads back");
    assert!(same == game, "the text changed the rules");
    let mut rng = Rng::new(Seed(data.len() as u64));
    let deal = game.deal(&mut rng);
    let mut position = game.start(&deal).expect("a deal starts");
    let mut scratch = Vec::new();
    let mut moves = 0;
    while let Some(seat) = position.turn().first()
        && moves < MOST_MOVES
    {
        check_position::<G>(&position);
        let mv = position.random_move(seat, &mut rng, &mut scratch).expect("a move");
        position.play(seat, mv).expect("a legal move");
        moves += 1;
    }
    check_scores(&game, &position);
    outcome(&game.rules())
}

fn player<G: Countable>(catalogue: &Catalogue<G>, data: &[u8]) -> u64 {
    let text = text(data);
    let game = G::with_rules(G::presets()[0].0).expect("the first preset");
    match catalogue.recipe(&game, &text) {
        Ok(recipe) => {
            let again = catalogue.recipe(&game, &recipe.name).expect("its own name reads back");
            assert_eq!(again.name, recipe.name);
            outcome(&recipe.name)
        }
        Err(e) => {
            assert!(e.text.get(e.at.clone()).is_some(), "the place is outside of the text");
            outcome(&e.message)
        }
    }
}

/// What a bot may print in answer to the first question of a game.
fn bot<G: Countable>(data: &[u8]) -> u64 {
    let game = G::with_rules(G::presets()[0].0).expect("the first preset");
    let deal = game.deal(&mut Rng::new(Seed(0)));
    let position = game.start(&deal).expect("a deal starts");
    let seat = position.turn().first().expect("somebody is to move");
    let (view, mut legal) = (position.view(seat), Vec::new());
    position.legal_moves(seat, &mut legal);
    let encoder = game.observations().into_iter().next();
    let _ = Ready::read(data);
    match Answer::read::<G>(data, (1, seat), &view, &legal, encoder.as_deref()) {
        Ok(choice) => {
            assert!(legal.contains(&choice.mv), "an illegal move is taken");
            assert!(choice.alternatives.iter().all(|a| legal.contains(&a.mv)));
            outcome("answer") ^ u64::from(rough(choice.alternatives.len()))
        }
        Err(e) => outcome(&e.problem),
    }
}

fn position_text<G: Countable>(data: &[u8]) -> u64 {
    let text = text(data);
    if let Ok(mv) = text.parse::<MoveOf<G>>() {
        let again: MoveOf<G> = mv.to_string().parse().expect("a move's own text reads back");
        assert!(again == mv, "the text changed the move");
        let json = serde_json::to_string(&mv).expect("moves are JSON");
        assert!(serde_json::from_str::<MoveOf<G>>(&json).is_ok_and(|back| back == mv));
        let game = G::with_rules(G::presets()[0].0).expect("the first preset");
        let deal = game.deal(&mut Rng::new(Seed(1)));
        let position = game.start(&deal).expect("a deal starts");
        for seat in Seat::all(game.seats()) {
            let mut played = position.clone();
            if played.play(seat, mv).is_ok() {
                G::count(&played);
            }
        }
    }
    let game = G::with_rules(G::presets()[0].0).expect("the first preset");
    match game.parse_position(&text) {
        None => 0,
        Some(Err(e)) => outcome(&e.to_string()),
        Some(Ok(position)) => {
            check_position::<G>(&position);
            1
        }
    }
}

/// The bytes choose the moves of a game; now and then a move that was legal
/// before is tried again.
fn moves<G: Countable>(data: &[u8]) -> u64 {
    let presets = G::presets();
    let first = data.first().copied().unwrap_or(0);
    let preset = presets[usize::from(first) % presets.len()].0;
    let game = G::with_rules(preset).expect("a preset");
    let deal = game.deal(&mut Rng::new(Seed(u64::from(first))));
    let mut position = game.start(&deal).expect("a deal starts");
    let mut legal: Vec<MoveOf<G>> = Vec::new();
    let mut tried: Option<(Seat, MoveOf<G>)> = None;
    for &byte in data.iter().skip(1).take(MOST_MOVES) {
        let Some(seat) = position.turn().first() else { break };
        if let Some((seat, mv)) = tried.filter(|_| byte % 16 == 0) {
            let mut other = position.clone();
            if other.play(seat, mv).is_ok() {
                G::count(&other);
            }
        }
        check_position::<G>(&position);
        position.legal_moves(seat, &mut legal);
        let mv = legal[usize::from(byte) % legal.len()];
        position.play(seat, mv).expect("a legal move");
        tried = Some((seat, mv));
    }
    check_scores(&game, &position);
    u64::from(position.scores().is_some())
}
