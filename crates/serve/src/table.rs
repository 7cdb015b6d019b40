//! One person's table: the game, the players of the other seats, and what the
//! person's seat may see of it.

use crate::any_game::TypedGame;
use crate::belief::{Belief, Effort, belief};
use crate::error::ServeError;
use fuda_arena::{Opinion, ask, opinion};
use fuda_core::{
    Ask, Budget, EventOf, Game, MoveOf, PerSeat, Player, Position, PositionOf, Purpose, Record,
    Seat, SeatSet, Seed, Turn,
};
use fuda_players::Recipe;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;

/// How many events a page that comes later is shown.
const MOST_PAST: usize = 40;

/// What a table is set up with.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The game.
    pub game: String,
    /// The rules as text.
    #[serde(default)]
    pub rules: String,
    /// Where the person sits.
    #[serde(default)]
    pub seat: u8,
    /// The players of the other seats in their order; one for all, or one each.
    #[serde(default)]
    pub players: Vec<String>,
    /// Who gives hints; the game's favourite when empty.
    #[serde(default)]
    pub adviser: String,
    /// The seed; whoever knows it knows every card, so it stays here.
    #[serde(default)]
    pub seed: u64,
}

/// Whose decision a table waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Due {
    /// The person's.
    Person,
    /// A computer player's, or a forced move.
    Computer,
    /// Nobody's: the game is over.
    Over,
}

/// A table, whichever game is played at it.
pub trait AnyTable: Send {
    /// Whose decision it is.
    fn due(&self) -> Due;
    /// Plays one move of a computer player, or a forced one of the person.
    fn step(&mut self);
    /// Plays the person's move. `number` is how many decisions of this game
    /// the person had made when it was chosen, so that a late click does
    /// nothing. All moves are not counted: what others pass over is theirs.
    fn play(&mut self, mv: &str, number: usize) -> Result<(), ServeError>;
    /// Takes back to the person's last real decision.
    fn undo(&mut self) -> Result<(), ServeError>;
    /// Deals the next game, when this one is over.
    fn next_game(&mut self) -> Result<(), ServeError>;
    /// What the adviser thinks of the person's decision.
    fn hint(&mut self) -> Result<Opinion, ServeError>;
    /// What the others may hold, by what the person's seat knows; once the
    /// game is over, what they held at the person's last decision too.
    fn belief(&self) -> Result<Belief, ServeError>;
    /// What the person's seat sees now, all of it: JSON. `None` in moments
    /// that are not the person's to see (others owe an answer to a discard).
    fn shown(&mut self) -> Option<Value>;
    /// All that must be kept to go on later: JSON, hidden cards included.
    fn saved(&self) -> String;
    /// The game's record as JSON, once it is over.
    fn record(&self) -> Result<Vec<u8>, ServeError>;
    /// Lets go of what can be made again.
    fn rest(&mut self);
}

/// What is kept of a table.
#[derive(Serialize, Deserialize)]
#[serde(bound = "")]
struct Saved<G: Game> {
    setup: Setup,
    games: Vec<Record<G>>,
}

type BoxedPlayer<G> = Box<dyn Player<G>>;

/// A table of one game.
pub struct GameTable<G: Game> {
    typed: Arc<TypedGame<G>>,
    game: G,
    setup: Setup,
    me: Seat,
    /// The players of all seats; none at the person's.
    recipes: Vec<Option<Recipe<G>>>,
    adviser: Recipe<G>,
    /// The games of the series; the last one is being played.
    games: Vec<Record<G>>,
    position: PositionOf<G>,
    /// Players that have been asked already, ready in their seats.
    players: Vec<Option<BoxedPlayer<G>>>,
    /// What each seat has heard and not been sent yet.
    heard: Vec<Vec<EventOf<G>>>,
    /// Whether what was shown last is no longer true.
    reset: bool,
    /// The last events that the person's seat heard of this game, for pages
    /// that come later.
    past: Vec<EventOf<G>>,
    /// How many moves were played before each of the person's decisions that
    /// had a choice, in the game that is being played.
    decided: Vec<usize>,
    legal: Vec<MoveOf<G>>,
    notice: Option<String>,
}

impl<G: Game> GameTable<G> {
    /// Sits down at a new table.
    pub fn open(typed: &Arc<TypedGame<G>>, setup: Setup) -> Result<GameTable<G>, ServeError> {
        let game = typed.rules(&setup.rules)?;
        let deal = game.deal(&mut Seed(setup.seed).stream(Purpose::Deal, &[0]));
        let record = Record::new(&game, deal);
        GameTable::build(typed, game, setup, vec![record])
    }

    /// A table as it was saved.
    pub fn restore(typed: &Arc<TypedGame<G>>, saved: &str) -> Result<GameTable<G>, ServeError> {
        let Saved { setup, games } = serde_json::from_str(saved).map_err(ServeError::internal)?;
        let game = typed.rules(&setup.rules)?;
        GameTable::build(typed, game, setup, games)
    }

    fn build(
        typed: &Arc<TypedGame<G>>,
        game: G,
        mut setup: Setup,
        games: Vec<Record<G>>,
    ) -> Result<GameTable<G>, ServeError> {
        let seats = game.seats();
        let me = Seat(setup.seat);
        if me.index() >= seats {
            return Err(ServeError::Bad(format!(
                "seat {me}: {} has the seats 0 to {}",
                G::NAME,
                seats - 1
            )));
        }
        let named = match setup.players.len() {
            0 => vec![String::new(); seats - 1],
            1 => vec![setup.players[0].clone(); seats - 1],
            n if n == seats - 1 => setup.players.clone(),
            n => {
                return Err(ServeError::Bad(format!(
                    "{n} players are named; name one for all other seats, or {}",
                    seats - 1
                )));
            }
        };
        let made: Result<Vec<_>, _> = named.iter().map(|text| typed.recipe(&game, text)).collect();
        let mut recipes: Vec<Option<Recipe<G>>> = made?.into_iter().map(Some).collect();
        setup.players = recipes.iter().flatten().map(|recipe| recipe.name.clone()).collect();
        setup.rules = game.rules();
        recipes.insert(me.index(), None);
        let adviser = typed.recipe(&game, &setup.adviser)?;
        let record = games.last().ok_or_else(|| ServeError::internal("a table without a game"))?;
        let position = record.position_after(usize::MAX).map_err(ServeError::internal)?;
        let mut table = GameTable {
            typed: Arc::clone(typed),
            game,
            setup,
            me,
            adviser,
            players: recipes.iter().map(|_| None).collect(),
            heard: vec![Vec::new(); recipes.len()],
            recipes,
            games,
            position,
            reset: true,
            past: Vec::new(),
            decided: Vec::new(),
            legal: Vec::new(),
            notice: None,
        };
        table.decided = table.decisions();
        table.past = table.events(me);
        Ok(table)
    }

    fn current(&self) -> &Record<G> {
        &self.games[self.games.len() - 1]
    }

    /// Who plays at each seat.
    fn names(&self) -> Vec<String> {
        let name = |recipe: &Option<Recipe<G>>| match recipe {
            Some(recipe) => recipe.name.clone(),
            None => "you".to_owned(),
        };
        self.recipes.iter().map(name).collect()
    }

    /// Everything a seat has heard of the game that is being played.
    fn events(&self, seat: Seat) -> Vec<EventOf<G>> {
        let mut events = Vec::new();
        let record = self.current();
        let Ok(mut decisions) = record.decisions() else { return events };
        decisions.position().first_events(seat, &mut events);
        let mut before: Option<(PositionOf<G>, Seat, MoveOf<G>)> = None;
        while let Ok(Some(d)) = decisions.next() {
            if let Some((earlier, mover, mv)) = before.take() {
                d.position.events(&earlier, mover, mv, seat, &mut events);
            }
            before = Some((d.position.clone(), d.seat, d.chosen));
        }
        if let Some((earlier, mover, mv)) = before {
            self.position.events(&earlier, mover, mv, seat, &mut events);
        }
        events
    }

    /// Plays a legal move; every seat that listens hears of it.
    fn make(&mut self, seat: Seat, mv: MoveOf<G>) {
        let before = self.position.clone();
        let heard = self.heard[self.me.index()].len();
        self.position.play_unchecked(seat, mv);
        for s in Seat::all(self.recipes.len()) {
            let listens = self.players[s.index()].as_ref().is_some_and(|player| player.hears());
            if s == self.me || listens {
                self.position.events(&before, seat, mv, s, &mut self.heard[s.index()]);
            }
        }
        self.past.extend_from_slice(&self.heard[self.me.index()][heard..]);
        if self.past.len() > 2 * MOST_PAST {
            self.past.drain(..self.past.len() - MOST_PAST);
        }
        let scores = self.position.scores();
        let last = self.games.len() - 1;
        self.games[last].moves.push((seat, mv));
        if scores.is_some() {
            self.games[last].players = self.names();
            self.games[last].scores = scores;
        }
    }

    /// The random numbers of a decision depend on where it is made alone.
    fn seed(&self) -> Seed {
        let path = [self.games.len() as u64, self.current().moves.len() as u64];
        Seed(self.setup.seed).derive(Purpose::Player, &path)
    }

    /// The player of a seat, ready to be asked.
    fn ready(&mut self, seat: Seat) {
        let at = seat.index();
        if self.players[at].is_none()
            && let Some(recipe) = &self.recipes[at]
        {
            let mut player = (recipe.make)();
            player.begin(seat);
            self.heard[at] = if player.hears() { self.events(seat) } else { Vec::new() };
            self.players[at] = Some(player);
        }
        let news = std::mem::take(&mut self.heard[at]);
        if let Some(player) = &mut self.players[at]
            && player.hears()
        {
            player.observe(&news);
        }
    }

    /// The seat that is asked next: computers first, so that nobody's answer
    /// can depend on how long the person thinks.
    fn asked(&self) -> Option<Seat> {
        let seats: SeatSet = self.position.turn().seats();
        seats.iter().find(|s| *s != self.me).or(seats.first())
    }

    /// The game is set back to an earlier place; everybody begins again.
    fn set_back(&mut self, moves: usize) -> Result<(), ServeError> {
        let last = self.games.len() - 1;
        let record = &mut self.games[last];
        record.moves.truncate(moves);
        record.scores = None;
        self.decided.retain(|number| *number < moves);
        self.position = record.position_after(moves).map_err(ServeError::internal)?;
        self.players.iter_mut().for_each(|player| *player = None);
        self.heard.iter_mut().for_each(Vec::clear);
        self.past = self.events(self.me);
        (self.reset, self.notice) = (true, None);
        Ok(())
    }

    /// The person's decisions with a choice, by replaying the game.
    fn decisions(&self) -> Vec<usize> {
        let mut found = Vec::new();
        let Ok(mut decisions) = self.current().decisions() else { return found };
        while let Ok(Some(d)) = decisions.next() {
            if d.seat == self.me && d.legal.len() > 1 {
                found.push(d.number);
            }
        }
        found
    }

    fn my_turn(&self) -> Result<(), ServeError> {
        match self.due() {
            Due::Person => Ok(()),
            Due::Computer => Err(ServeError::Conflict("it is not your turn".into())),
            Due::Over => Err(ServeError::Conflict("the game is over".into())),
        }
    }

    /// Points of all games before this one.
    fn totals(&self) -> Vec<f64> {
        let mut totals = vec![0.0; self.recipes.len()];
        for scores in self.games.iter().filter_map(|game| game.scores.as_ref()) {
            totals.iter_mut().zip(scores).for_each(|(total, score)| *total += score);
        }
        totals
    }
}

impl<G: Game> AnyTable for GameTable<G> {
    fn due(&self) -> Due {
        match self.asked() {
            None => Due::Over,
            Some(seat) if seat != self.me => Due::Computer,
            Some(seat) => {
                let mut legal = Vec::new();
                self.position.legal_moves(seat, &mut legal);
                if legal.len() == 1 { Due::Computer } else { Due::Person }
            }
        }
    }

    fn step(&mut self) {
        let Some(seat) = self.asked() else { return };
        self.position.legal_moves(seat, &mut self.legal);
        if let [only] = self.legal[..] {
            return self.make(seat, only);
        }
        if seat == self.me {
            return;
        }
        self.ready(seat);
        let view = self.position.view(seat);
        let mut rng = self.seed().stream(Purpose::Player, &[u64::from(seat.0)]);
        let Some(player) = &mut self.players[seat.index()] else { return };
        let budget = Budget::default();
        let question = Ask { view: &view, legal: &self.legal, budget, rng: &mut rng };
        let chosen = match ask(&mut **player, question) {
            Ok(choice) => Some(choice.mv),
            Err(fault) => {
                let message = fault.message;
                self.notice = Some(format!("seat {seat} failed ({message}); it moves at random"));
                rng.pick(&self.legal).copied()
            }
        };
        if let Some(mv) = chosen {
            self.make(seat, mv);
        }
    }

    fn play(&mut self, mv: &str, number: usize) -> Result<(), ServeError> {
        self.my_turn()?;
        let decided = self.decided.len();
        if number != decided {
            return Err(ServeError::Conflict(format!(
                "the table has gone on: the move was for decision {number}, this is {decided}"
            )));
        }
        self.position.legal_moves(self.me, &mut self.legal);
        let read: MoveOf<G> = mv.parse().map_err(ServeError::bad)?;
        if !self.legal.contains(&read) {
            return Err(ServeError::Bad(format!("{mv} is not legal here")));
        }
        self.notice = None;
        self.decided.push(self.current().moves.len());
        self.make(self.me, read);
        Ok(())
    }

    fn undo(&mut self) -> Result<(), ServeError> {
        match self.decided.last() {
            Some(&moves) => self.set_back(moves),
            None => Err(ServeError::Conflict("there is no move of yours to take back".into())),
        }
    }

    fn next_game(&mut self) -> Result<(), ServeError> {
        if self.due() != Due::Over {
            return Err(ServeError::Conflict("the game is not over".into()));
        }
        let number = self.games.len() as u64;
        let deal = self.game.deal(&mut Seed(self.setup.seed).stream(Purpose::Deal, &[number]));
        let same: PerSeat<Seat> = Seat::all(self.recipes.len()).collect();
        let deal =
            self.game.deal_after(&self.position, &same, deal).map_err(ServeError::internal)?;
        self.games.push(Record::new(&self.game, deal));
        self.set_back(0)
    }

    fn hint(&mut self) -> Result<Opinion, ServeError> {
        self.my_turn()?;
        self.position.legal_moves(self.me, &mut self.legal);
        let mut adviser = (self.adviser.make)();
        adviser.begin(self.me);
        if adviser.hears() {
            adviser.observe(&self.events(self.me));
        }
        let mut rng = self.seed().stream(Purpose::Player, &[u64::from(self.me.0)]);
        let view = self.position.view(self.me);
        let budget = Budget::default();
        let question = Ask { view: &view, legal: &self.legal, budget, rng: &mut rng };
        opinion(&mut *adviser, question).map_err(|e| {
            ServeError::Internal(format!("{} gave no hint: {}", self.adviser.name, e.message))
        })
    }

    fn belief(&self) -> Result<Belief, ServeError> {
        let over = self.due() == Due::Over;
        if !over {
            self.my_turn()?;
        }
        let seats = self.recipes.len();
        // Of a finished game: what was thought at the last decision, and what was so.
        let before = match (over, self.decided.last()) {
            (true, Some(&moves)) => {
                Some(self.current().position_after(moves).map_err(ServeError::internal)?)
            }
            _ => None,
        };
        let position = before.as_ref().unwrap_or(&self.position);
        let mut rng = self.seed().stream(Purpose::Sample, &[u64::from(self.me.0)]);
        let view = position.view(self.me);
        let mut all = belief(&self.typed, &self.adviser, &view, seats, Effort::ONE, &mut rng);
        if over {
            for other in &mut all.seats {
                other.truth = Some(self.typed.pieces(&position.view(other.seat)));
            }
        }
        Ok(all)
    }

    fn shown(&mut self) -> Option<Value> {
        let turn = self.position.turn();
        let (to_move, over) = match turn {
            Turn::Seat(seat) => (Some(seat), false),
            Turn::Claims(seats) if seats == SeatSet::from_iter([self.me]) => (Some(self.me), false),
            Turn::Claims(_) => return None,
            Turn::Over => (None, true),
        };
        let view = self.position.view(self.me);
        self.position.legal_moves(self.me, &mut self.legal);
        let legal: Vec<String> = self.legal.iter().map(ToString::to_string).collect();
        let fresh = std::mem::take(&mut self.reset);
        let heard = std::mem::take(&mut self.heard[self.me.index()]);
        let mut first = Vec::new();
        let begins = fresh && self.current().moves.is_empty();
        if begins {
            self.position.first_events(self.me, &mut first);
        }
        Some(json!({
            "game": G::NAME,
            "rules": self.setup.rules,
            "seat": self.me,
            "names": self.names(),
            "adviser": self.adviser.name,
            "number": self.decided.len(),
            "series": self.games.len(),
            "reset": fresh,
            "past": if begins { &[][..] } else { &self.past[self.past.len().saturating_sub(MOST_PAST)..] },
            "events": if fresh { first } else { heard },
            "view": view,
            "notes": self.typed.notes(&view),
            "to_move": to_move,
            "legal": legal,
            "over": over,
            "round": self.position.round(),
            "points": self.position.points(),
            "scores": self.position.scores(),
            "totals": self.totals(),
            "undo": !self.decided.is_empty(),
            "notice": self.notice,
        }))
    }

    fn saved(&self) -> String {
        let saved = json!({ "setup": self.setup, "games": self.games });
        saved.to_string()
    }

    fn record(&self) -> Result<Vec<u8>, ServeError> {
        if self.due() != Due::Over {
            return Err(ServeError::Conflict(
                "the game is not over; its record would show hidden cards".into(),
            ));
        }
        let mut line = serde_json::to_vec(self.current()).map_err(ServeError::internal)?;
        line.push(b'\n');
        Ok(line)
    }

    fn rest(&mut self) {
        self.heard.shrink_to_fit();
        self.players.iter_mut().for_each(|player| *player = None);
    }
}
