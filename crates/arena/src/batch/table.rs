//! One table of a batch: a game in progress that waits for a decision.

use super::BatchError;
use super::legal;
use super::step::{FinishedGame, FinishedRound, Step};
use crate::drive::{ask, checked};
use crate::ears::Ears;
use crate::entrant::{Competitor, Entrant};
use crate::quiet;
use fuda_core::{
    Ask, Budget, Game, MoveOf, Observation, PerSeat, Position, PositionOf, PrivilegedInputs,
    Purpose, Rng, Seat, SeatSet, Seed,
};

/// Games in a row in which nobody is asked before that is an error.
const MOST_GAMES_WITHOUT_DECISION: u32 = 10_000;

/// What all tables share.
pub(super) struct Context<G: Game> {
    pub game: G,
    pub encoder: Box<dyn Observation<G>>,
    pub seed: Seed,
    /// For each chair, whom it is drawn from; nobody where it is played from
    /// outside.
    pub chairs: PerSeat<Vec<Entrant<G>>>,
    pub rotate: bool,
}

/// A player of the workbench at the table.
struct Opponent<G: Game> {
    name: String,
    /// Its chair, and its place in the chair's list.
    place: (usize, usize),
    player: Competitor<G>,
    rng: Rng,
}

/// A game in progress, and what it waits for.
pub(super) struct Table<G: Game> {
    number: usize,
    /// Games begun before this one.
    played: u64,
    position: PositionOf<G>,
    /// Who holds each seat; nobody where it is played from outside.
    opponents: Vec<Option<Opponent<G>>>,
    /// The seats that somebody holds.
    held: SeatSet,
    /// Players made for games before, by chair and place in its list.
    made: Vec<((usize, usize), Competitor<G>)>,
    ears: Ears<G>,
    seat: Seat,
    legal: Vec<MoveOf<G>>,
    /// The points with which the round in progress began.
    points: PerSeat<f64>,
    round: u32,
    ended: Step,
}

impl<G: Game> Table<G> {
    /// Deals the first game and plays to its first decision. The actions that
    /// are legal there are marked.
    pub fn new(
        context: &Context<G>,
        number: usize,
        marked: &mut [u64],
    ) -> Result<Table<G>, BatchError> {
        let position = start(context, number, 0)?;
        let seat = position.turn().first().unwrap_or(Seat(0));
        let mut table = Table {
            number,
            played: 0,
            seat,
            legal: Vec::new(),
            opponents: Vec::new(),
            held: SeatSet::EMPTY,
            made: Vec::new(),
            ears: Ears::new(&position, SeatSet::EMPTY),
            points: position.points(),
            round: position.round(),
            ended: Step::default(),
            position,
        };
        table.sit_down(context);
        table.play_on(context, marked)?;
        Ok(table)
    }

    pub fn number(&self) -> usize {
        self.number
    }

    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Writes what the seat that is asked sees.
    pub fn observe(&self, context: &Context<G>, observation: &mut [u8]) {
        // Views are made where they are read: kept ones would take as much
        // memory as positions, and reading that is what a step mostly costs.
        context.encoder.observe(&self.position.view(self.seat), &self.legal, observation);
    }

    /// Writes what is hidden from the seat that is asked.
    pub fn privileged(&self, inputs: &dyn PrivilegedInputs<G>, out: &mut [u8]) {
        inputs.fill(&self.position, self.seat, out);
    }

    /// Plays a legal action, and on until somebody is asked from outside;
    /// marks the actions that are legal then. A panic is an error.
    pub fn step(
        &mut self,
        context: &Context<G>,
        action: i32,
        marked: &mut [u64],
    ) -> Result<(), BatchError> {
        let played = quiet::catch(|| {
            let action = usize::try_from(action).ok();
            let view = self.position.view(self.seat);
            let of = |action| context.encoder.move_of(&view, &self.legal, action);
            let Some(mv) = action.and_then(of) else {
                return Err(self.broke("a legal action has no move".into()));
            };
            self.play(self.seat, mv);
            self.play_on(context, marked)
        });
        played.unwrap_or_else(|message| Err(self.broke(message)))
    }

    /// Plays on until somebody is asked from outside.
    fn play_on(&mut self, context: &Context<G>, marked: &mut [u64]) -> Result<(), BatchError> {
        let mut finished = 0;
        loop {
            let Some(seat) = self.position.turn().first() else {
                finished += 1;
                if finished > MOST_GAMES_WITHOUT_DECISION {
                    return Err(self.broke("nobody is ever asked for a decision".into()));
                }
                self.next_game(context)?;
                continue;
            };
            self.position.legal_moves(seat, &mut self.legal);
            let mv = match (&self.legal[..], self.held.contains(seat)) {
                ([], _) => {
                    return Err(self.broke(format!("seat {seat} is asked but has no legal move")));
                }
                (&[mv], _) => mv,
                (_, true) => self.ask_opponent(seat)?,
                (legal, false) => {
                    self.seat = seat;
                    let view = self.position.view(seat);
                    marked.fill(0);
                    for &mv in legal {
                        legal::mark(marked, context.encoder.action(&view, mv));
                    }
                    let mut actions = legal::each(marked);
                    let (first, second) = (actions.next(), actions.next());
                    if second.is_some() {
                        return Ok(());
                    }
                    // Moves that share an action are no choice.
                    let of = |action| context.encoder.move_of(&view, legal, action);
                    first.and_then(of).unwrap_or(legal[0])
                }
            };
            self.play(seat, mv);
        }
    }

    /// Hands over what has happened since the last time.
    pub fn report(&mut self, step: &mut Step) {
        step.append(std::mem::take(&mut self.ended));
    }

    fn ask_opponent(&mut self, seat: Seat) -> Result<MoveOf<G>, BatchError> {
        let Some(opponent) = &mut self.opponents[seat.index()] else {
            return Err(self.broke(format!("nobody sits at seat {seat}")));
        };
        let legal = &self.legal[..];
        let answer = match &mut opponent.player {
            Competitor::Fair(player) => {
                if let Some(events) = self.ears.of(seat) {
                    player.observe(events);
                    events.clear();
                }
                let view = self.position.view(seat);
                let rng = &mut opponent.rng;
                ask(&mut **player, Ask { view: &view, legal, budget: Budget::default(), rng })
            }
            Competitor::Cheating(player) => {
                let chosen = player.choose_seeing(&self.position, seat, legal, &mut opponent.rng);
                checked::<G>(seat, legal, chosen)
            }
        };
        answer.map(|choice| choice.mv).map_err(|fault| BatchError::Opponent {
            game: self.number,
            player: opponent.name.clone(),
            fault,
        })
    }

    fn play(&mut self, seat: Seat, mv: MoveOf<G>) {
        self.ears.play(&mut self.position, seat, mv);
        self.ended.moves += 1;
        let (round, over) = (self.position.round(), self.position.turn().first().is_none());
        // A game of one round stays at its first number to the end.
        if round == self.round && !(over && round == 0) {
            return;
        }
        let points = self.position.points();
        // A game of one round has no points before its end.
        let before = |seat: usize| self.points.get(seat).copied().unwrap_or_default();
        let rewards = points.iter().enumerate().map(|(seat, now)| now - before(seat)).collect();
        let mut standing = vec![0.0; G::standing_names().len()];
        self.position.standing(&mut standing);
        self.ended.rounds.push(FinishedRound {
            table: self.number,
            number: self.round,
            rewards,
            points: points.clone(),
            standing,
        });
        self.round = round;
        self.points = points;
    }

    /// Reports the game that has ended and deals the next.
    fn next_game(&mut self, context: &Context<G>) -> Result<(), BatchError> {
        let Some(scores) = self.position.scores() else {
            return Err(self.broke("the game is over without scores".into()));
        };
        let own = self.opponents.iter().map(Option::is_none).collect();
        for (seat, opponent) in self.opponents.iter_mut().enumerate() {
            if let Some(Opponent { player: Competitor::Fair(player), .. }) = opponent {
                if let Some(events) = self.ears.of(Seat(seat as u8)) {
                    player.observe(events);
                }
                player.end(Some(&scores));
            }
        }
        let (table, number) = (self.number, self.played);
        self.ended.games.push(FinishedGame { table, number, scores, own });
        self.played += 1;
        self.position = start(context, self.number, self.played)?;
        self.points = self.position.points();
        self.round = self.position.round();
        self.sit_down(context);
        Ok(())
    }

    /// Seats the opponents of a new game.
    fn sit_down(&mut self, context: &Context<G>) {
        let seats = context.game.seats();
        let path = [self.number as u64, self.played];
        let turned = match context.rotate {
            true => (self.number + self.played as usize) % seats,
            false => 0,
        };
        // Players are kept for later games: making one can be slow.
        let before = std::mem::take(&mut self.opponents);
        self.held = SeatSet::EMPTY;
        self.made.extend(before.into_iter().flatten().map(|one| (one.place, one.player)));
        let mut draw = context.seed.stream(Purpose::Sample, &path);
        let mut hearing = SeatSet::EMPTY;
        for seat in Seat::all(seats) {
            let chair = (seat.index() + seats - turned) % seats;
            let pool = &context.chairs[chair];
            let opponent = (!pool.is_empty()).then(|| {
                let which = draw.below(pool.len() as u32) as usize;
                let place = (chair, which);
                let kept = self.made.iter().position(|(of, _)| *of == place);
                let mut player = match kept {
                    Some(at) => self.made.swap_remove(at).1,
                    None => pool[which].make(),
                };
                match &mut player {
                    Competitor::Fair(player) => {
                        player.begin(seat);
                        if player.hears() {
                            hearing.insert(seat);
                        }
                    }
                    Competitor::Cheating(player) => player.begin(seat),
                }
                let [table, played] = path;
                let rng = context.seed.stream(Purpose::Player, &[table, played, u64::from(seat.0)]);
                Opponent { name: pool[which].label(), place, player, rng }
            });
            if opponent.is_some() {
                self.held.insert(seat);
            }
            self.opponents.push(opponent);
        }
        self.ears = Ears::new(&self.position, hearing);
    }

    fn broke(&self, message: String) -> BatchError {
        BatchError::Broke { game: self.number, message }
    }
}

/// The first position of a table's game.
fn start<G: Game>(
    context: &Context<G>,
    number: usize,
    played: u64,
) -> Result<PositionOf<G>, BatchError> {
    let rng = &mut context.seed.stream(Purpose::Deal, &[number as u64, played]);
    let deal = context.game.deal(rng);
    context.game.start(&deal).map_err(|source| BatchError::Deal { game: number, source })
}
