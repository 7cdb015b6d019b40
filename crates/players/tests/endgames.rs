//! The last two draws of a hand, small enough to be counted out: search must
//! come to the exact values.
//!
//! Every seat has four melds and waits with what is left of its hand; three
//! hidden tiles and two draws (or one, or none) are all that is not known.

use fuda_core::{Ask, Budget, Choice, Game, Position, Purpose, Seat, Seed, Turn, View};
use fuda_mahjong::game::{Acting, Discarded, Filler, List, OpenSeat, Stage, Standing, Wall};
use fuda_mahjong::{Counts, Face, Kind, Mahjong, MahjongPosition, MahjongView, Meld, Move, Suit};
use fuda_players::mahjong;
use std::collections::{BTreeMap, HashMap};

fn kind(suit: Suit, number: u8) -> Kind {
    Kind::from_suit(suit, number).unwrap()
}

fn face(kind: Kind) -> Face {
    Face { kind, red: false }
}

/// What we hold: one of the two is to go.
fn held() -> [Kind; 2] {
    [kind(Suit::Sou, 9), Kind::NORTH]
}

/// The unseen tiles of each kind, of three hidden hands, the draws left and
/// the dead wall.
fn unseen(live: u8) -> BTreeMap<Kind, u8> {
    let [ours, other] = held();
    let rest = 3 + live + 13 - 3 - 3 - 4 - 4;
    let all = [(ours, 3), (other, 3), (kind(Suit::Sou, 1), 4), (Kind::HAKU, 4), (Kind::EAST, rest)];
    all.into_iter().collect()
}

/// Four melds for every seat; two of them have a straight.
fn melds(seat: usize) -> Vec<Meld> {
    let runs: [[(Suit, u8, u8); 4]; 4] = [
        [(Suit::Man, 1, 0), (Suit::Man, 1, 1), (Suit::Man, 4, 0), (Suit::Man, 4, 1)],
        [(Suit::Man, 1, 2), (Suit::Man, 4, 2), (Suit::Man, 7, 0), (Suit::Pin, 1, 0)],
        [(Suit::Man, 7, 1), (Suit::Man, 7, 2), (Suit::Pin, 1, 1), (Suit::Pin, 1, 2)],
        [(Suit::Man, 1, 3), (Suit::Man, 4, 3), (Suit::Man, 7, 3), (Suit::Pin, 1, 3)],
    ];
    let run = |&(suit, low, copy): &(Suit, u8, u8)| {
        let tile = |step: u8| kind(suit, low + step).tile(copy);
        Meld::chi(tile(0), [tile(1), tile(2)]).unwrap()
    };
    runs[seat].iter().map(run).collect()
}

/// Our turn, so many draws before the wall is empty.
fn ending(live: u8) -> (Mahjong, MahjongView) {
    let game = Mahjong::with_rules("paper-tabu").unwrap();
    let deal = game.deal(&mut Seed(1).stream(Purpose::Deal, &[]));
    let mut view = game.start(&deal).unwrap().view(Seat(0));
    let table = &mut view.table;
    // The last hand of the game, so that nothing comes after it.
    table.standing = Standing { round: 3, ..Standing::start(&game.rules) };
    table.live = live;
    table.uninterrupted = false;
    table.stage = Stage::Act { seat: 0, on: Acting::Drawn };
    let indicator = kind(Suit::Pin, 5);
    table.indicators = List::default();
    table.indicators.push(face(indicator));
    view.hand = held().into_iter().map(face).collect();
    view.drawn = Some(face(held()[1]));
    let mut left: Counts = Kind::all().flat_map(|kind| [kind; 4]).collect();
    let mut spend = |kind: Kind, count: u8| (0..count).for_each(|_| left.remove(kind));
    unseen(live).into_iter().for_each(|(kind, count)| spend(kind, count));
    held().into_iter().chain([indicator]).for_each(|kind| spend(kind, 1));
    for seat in 0..4 {
        table.seats[seat] =
            OpenSeat { concealed: if seat == 0 { 2 } else { 1 }, ..OpenSeat::default() };
        for meld in melds(seat) {
            meld.tiles().iter().for_each(|tile| spend(tile.kind(), 1));
            table.seats[seat].melds.push(meld);
        }
    }
    // Whatever is left lies in the rivers; nobody is furiten by it.
    let rest = left.kinds().into_iter().flat_map(|kind| vec![kind; usize::from(left[kind])]);
    for (i, kind) in rest.enumerate() {
        let discarded = Discarded { tile: face(kind), ..Discarded::filler() };
        table.seats[i % 4].river.push(discarded);
    }
    (game, view)
}

/// Every arrangement of what is hidden, with how likely it is. They are found
/// by drawing, and known to be complete by what their chances add up to.
fn arrangements(view: &MahjongView) -> Vec<(f64, MahjongPosition)> {
    let live = usize::from(view.table.live);
    let mut found: HashMap<Vec<Kind>, (f64, MahjongPosition)> = HashMap::new();
    let mut rng = Seed(4).stream(Purpose::Sample, &[]);
    let mut mass = 0.0;
    for _ in 0..1_000_000 {
        let position = view.assume(&mut rng);
        let hands = (1..4).flat_map(|seat| position.hand(Seat(seat)).faces().map(|f| f.kind));
        let wall = (Wall::DEAD..Wall::DEAD + live).map(|at| position.wall().tiles()[at].kind());
        let key: Vec<Kind> = hands.chain(wall).collect();
        found.entry(key).or_insert_with_key(|key| {
            let mut bag = unseen(view.table.live);
            let mut chance = 1.0;
            for kind in key {
                let all: u8 = bag.values().sum();
                let here = bag.get_mut(kind).expect("an unseen kind");
                chance *= f64::from(*here) / f64::from(all);
                *here -= 1;
            }
            mass += chance;
            (chance, position)
        });
        if mass > 1.0 - 1e-9 {
            break;
        }
    }
    assert!((mass - 1.0).abs() < 1e-4, "arrangements with a chance of {mass} were found");
    found.into_values().collect()
}

/// What everybody gained, when the hand is over.
fn gained(position: &MahjongPosition) -> Option<[f64; 4]> {
    let over = position.table().stage == Stage::Over || position.table().hand_number > 0;
    let result = position.last_result().filter(|_| over)?;
    Some(result.deltas.map(f64::from))
}

fn after(position: &MahjongPosition, seat: Seat, mv: Move) -> MahjongPosition {
    let mut next = position.clone();
    next.play(seat, mv).expect("legal");
    next
}

fn add(sum: &mut [f64; 4], weight: f64, values: &[f64; 4]) {
    sum.iter_mut().zip(values).for_each(|(s, v)| *s += weight * v);
}

/// What everybody gains on the average when all play at random.
fn at_random(position: &MahjongPosition) -> [f64; 4] {
    if let Some(gained) = gained(position) {
        return gained;
    }
    let seat = position.turn().first().expect("not over");
    let mut legal = Vec::new();
    position.legal_moves(seat, &mut legal);
    let mut mean = [0.0; 4];
    for &mv in &legal {
        add(&mut mean, 1.0 / legal.len() as f64, &at_random(&after(position, seat, mv)));
    }
    mean
}

type History = Vec<(Seat, Move)>;

/// How often a discard is tried that does not look best; as good as never.
const TRIED: f64 = 1e-7;

/// The mean value of every discard at every history, for play in which wins
/// are taken and everybody discards what is best for themselves by these means.
#[derive(Default)]
struct Solved {
    means: BTreeMap<(History, Seat, Move), f64>,
    sums: BTreeMap<(History, Seat, Move), (f64, f64)>,
    root: BTreeMap<Move, f64>,
}

impl Solved {
    fn best(&self, history: &History, seat: Seat, discards: &[Move]) -> usize {
        let mean = |mv: Move| self.means.get(&(history.clone(), seat, mv)).copied().unwrap_or(0.0);
        let order = |&a: &usize, &b: &usize| mean(discards[a]).total_cmp(&mean(discards[b]));
        (0..discards.len()).max_by(order).expect("a discard")
    }

    fn value(
        &mut self,
        position: &MahjongPosition,
        history: &mut History,
        weight: f64,
    ) -> [f64; 4] {
        if let Some(gained) = gained(position) {
            return gained;
        }
        let mut legal = Vec::new();
        match position.turn() {
            Turn::Claims(seats) => {
                let Stage::Claims { from, .. } = position.table().stage else { panic!("claims") };
                let mut next = position.clone();
                let mut taken = false;
                for seat in (1..4).map(|step| Seat((from + step) % 4)) {
                    if !seats.contains(seat) {
                        continue;
                    }
                    next.legal_moves(seat, &mut legal);
                    let takes = legal.contains(&Move::Ron) && !taken;
                    taken |= takes;
                    next.play(seat, if takes { Move::Ron } else { Move::Pass }).expect("legal");
                }
                self.value(&next, history, weight)
            }
            Turn::Seat(seat) => {
                position.legal_moves(seat, &mut legal);
                if legal.contains(&Move::Tsumo) {
                    return self.value(&after(position, seat, Move::Tsumo), history, weight);
                }
                assert!(legal.iter().all(|mv| mv.discarded().is_some()), "{legal:?}");
                let best = self.best(history, seat, &legal);
                let mut chosen = [0.0; 4];
                for (i, &mv) in legal.iter().enumerate() {
                    history.push((seat, mv));
                    // What is not chosen is still tried now and then.
                    let chosen_here = i == best || history.len() == 1;
                    let reach = if chosen_here { weight } else { TRIED * weight };
                    let value = self.value(&after(position, seat, mv), history, reach);
                    history.pop();
                    let sum = self.sums.entry((history.clone(), seat, mv)).or_default();
                    sum.0 += weight * value[seat.index()];
                    sum.1 += weight;
                    if i == best {
                        chosen = value;
                    }
                    if history.is_empty() {
                        *self.root.entry(mv).or_default() += weight * value[0];
                    }
                }
                chosen
            }
            Turn::Over => unreachable!("told by the result"),
        }
    }
}

/// Our exact values of each discard when everybody plays for themselves.
///
/// What is best for one seat may depend on what another does, and the other
/// way round, so everybody answers the means of all passes so far until the
/// means stay (fictitious play).
fn solved(all: &[(f64, MahjongPosition)]) -> BTreeMap<Move, f64> {
    let mut solved = Solved::default();
    for pass in 1..=PASSES {
        for (chance, position) in all {
            solved.value(position, &mut History::new(), *chance);
        }
        let mean = |(key, (sum, weight)): (&(History, Seat, Move), &(f64, f64))| {
            (key.clone(), sum / weight)
        };
        solved.means = solved.sums.iter().map(mean).collect();
        if pass == PASSES / 2 {
            solved.root.clear();
        }
    }
    let passes = f64::from(PASSES - PASSES / 2);
    solved.root.into_iter().map(|(mv, sum)| (mv, sum / passes)).collect()
}

const PASSES: u32 = 24;

fn ask(game: &Mahjong, view: &MahjongView, legal: &[Move], player: &str) -> Choice<Move> {
    let mut player = (mahjong().recipe(game, player).unwrap().make)();
    player.begin(view.seat);
    let mut rng = Seed(9).stream(Purpose::Player, &[]);
    player.choose(Ask { view, legal, budget: Budget::default(), rng: &mut rng }).unwrap()
}

#[track_caller]
fn agrees(choice: &Choice<Move>, exact: &BTreeMap<Move, f64>) {
    assert_eq!(choice.alternatives.len(), exact.len());
    for alternative in &choice.alternatives {
        let (found, exact) = (alternative.value, exact[&alternative.mv]);
        println!("{}: found {found:.1}, exactly {exact:.1}", alternative.mv);
        // Single hands spread over 3,000 points; search tries bad moves seldom.
        let within = 10.0 + 4.0 * 3_000.0 / (alternative.effort as f64).sqrt();
        assert!((found - exact).abs() < within, "{}: {found} for {exact}", alternative.mv);
    }
    let best = exact.iter().max_by(|a, b| a.1.total_cmp(b.1)).map(|(mv, _)| *mv);
    assert_eq!(Some(choice.mv), best);
}

fn check(live: u8) {
    let (game, view) = ending(live);
    let all = arrangements(&view);
    let mut legal = Vec::new();
    all[0].1.legal_moves(Seat(0), &mut legal);
    assert_eq!(legal.len(), 2, "{legal:?}");

    // Flat Monte Carlo plays everything after our move at random.
    let mut random = BTreeMap::new();
    for &mv in &legal {
        let mean = all.iter().map(|(p, x)| p * at_random(&after(x, Seat(0), mv))[0]).sum::<f64>();
        random.insert(mv, mean);
    }
    agrees(&ask(&game, &view, &legal, "mc:playouts=120000,c=100000"), &random);

    // UCT lets everybody choose for themselves.
    let exact = solved(&all);
    let gap = exact.values().copied().reduce(|a, b| (a - b).abs()).unwrap();
    assert!(gap > 50.0, "the moves differ by {gap} only");
    agrees(&ask(&game, &view, &legal, "uct:loops=150000"), &exact);
}

/// Only the others' wins on our last discard are left.
#[test]
fn the_last_discard() {
    check(0);
}

/// The next seat draws the last tile, and may have to give us a win.
#[test]
fn the_last_draw() {
    check(1);
}

/// Two seats draw.
#[test]
fn the_last_two_draws() {
    check(2);
}

/// All 136 tiles are somewhere, each once.
#[test]
fn the_ending_is_a_whole_set() {
    let (_, view) = ending(2);
    let mut rng = Seed(2).stream(Purpose::Sample, &[]);
    let assumed = view.assume(&mut rng);
    let mut seen = [0; 34];
    let hands = Seat::all(4)
        .flat_map(|seat| assumed.hand(seat).faces().map(|f| f.kind).collect::<Vec<_>>());
    let melds =
        (0..4).flat_map(melds).flat_map(|m| m.tiles().iter().map(|t| t.kind()).collect::<Vec<_>>());
    let rivers = view.table.seats.iter().flat_map(|s| s.river.iter().map(|d| d.tile.kind));
    let wall = assumed.wall().tiles()[..Wall::DEAD + 2].iter().map(|tile| tile.kind());
    hands.chain(melds).chain(rivers).chain(wall).for_each(|kind| seen[kind.index()] += 1);
    assert_eq!(seen, [4; 34]);
}
