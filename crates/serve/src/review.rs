//! A finished game seen again: what a player would have done at each decision
//! of one seat, and what was lost where it differs.

use crate::any_game::{OnProgress, TypedGame};
use crate::belief::{Belief, Effort, belief};
use crate::error::ServeError;
use fuda_arena::{Opinion, opinion};
use fuda_core::formats::FormatError;
use fuda_core::{
    Ask, Budget, Game, MoveOf, Player, Position, Purpose, Record, Seat, Seed, heard_before,
};
use fuda_stats::{Estimate, Moments, wilson};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What is to be reviewed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ReviewRequest {
    /// Which game of the file, counted from 1.
    #[serde(default = "first")]
    pub number: usize,
    /// Whose decisions.
    #[serde(default)]
    pub seat: u8,
    /// Who judges them; the game's favourite when empty.
    #[serde(default)]
    pub player: String,
    /// The seed of the judge's random numbers.
    #[serde(default = "seed")]
    pub seed: u64,
    /// Whether the judge may be a program or read files: only for whoever
    /// sits at this machine, never over the network.
    #[serde(skip)]
    pub trusted: bool,
}

fn first() -> usize {
    1
}

fn seed() -> u64 {
    1
}

/// A reviewed game.
#[derive(Clone, Debug, Serialize)]
pub struct Review {
    /// The game.
    pub game: &'static str,
    /// Its rules.
    pub rules: String,
    /// Who played, in seat order.
    pub names: Vec<String>,
    /// How many sit at the table.
    pub seats: usize,
    /// Whose decisions are reviewed.
    pub seat: Seat,
    /// Who judges them.
    pub player: String,
    /// The seed of the judge's random numbers.
    pub seed: u64,
    /// How the game ended.
    pub scores: Option<Vec<f64>>,
    /// The decisions with more than one legal move, in order.
    pub decisions: Vec<Reviewed>,
    /// How many of them the judge would have made alike.
    pub agreed: usize,
    /// How many count: what a record leaves open does not.
    pub sure: usize,
    /// That proportion in percent.
    pub agreement: Estimate,
    /// The mean, in percent, of how far the moves played were from the worst
    /// (0) to the best (100) of those that the judge weighed.
    pub rating: Estimate,
    /// The sum of what was lost, over decisions where both moves have a value.
    pub lost: f64,
    /// How many decisions that sum is over.
    pub judged: usize,
    /// What was lost per decision, in the judge's unit.
    pub loss: Estimate,
    /// Where the record can no longer be followed, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stops: Option<FormatError>,
}

/// One decision.
#[derive(Clone, Debug, Serialize)]
pub struct Reviewed {
    /// Which move of the record, counted from 1.
    pub number: usize,
    /// Hands or rounds that had ended before it.
    pub round: u32,
    /// What the seat knew.
    pub view: Value,
    /// What a person would work out from the view.
    pub notes: Value,
    /// What it might do.
    pub legal: Vec<String>,
    /// What it did.
    pub played: String,
    /// Whether the record says what the seat wanted.
    pub sure: bool,
    /// Whether the judge would have done the same.
    pub agrees: bool,
    /// The value of the judge's move minus that of the move played.
    pub loss: Option<f64>,
    /// The place of the move played between the worst (0) and the best (1) of
    /// those that the judge weighed.
    pub reached: Option<f64>,
    /// What the judge thinks.
    pub opinion: Opinion,
    /// The truth: what every seat held.
    pub truth: Vec<Vec<String>>,
    /// What the judge believes the others held; none where nothing is hidden.
    pub belief: Option<Belief>,
    /// The points as they stood.
    pub points: Vec<f64>,
}

/// Reviews one seat's decisions of a record.
pub fn review<G: Game>(
    typed: &TypedGame<G>,
    record: &Record<G>,
    request: &ReviewRequest,
    progress: OnProgress<'_>,
) -> Result<Review, ServeError> {
    let game = typed.rules(&record.rules)?;
    let seat = Seat(request.seat);
    let seats = game.seats();
    if seat.index() >= seats {
        return Err(ServeError::Bad(format!("seat {seat}: the seats are 0 to {}", seats - 1)));
    }
    let judge = match request.trusted {
        true => typed.trusted_recipe(&game, &request.player)?,
        false => typed.recipe(&game, &request.player)?,
    };
    let mut player = (judge.make)();
    player.begin(seat);
    let replay = |e: fuda_core::ReplayError<MoveOf<G>>| ServeError::bad(e);
    let total = record.moves.len();
    let mut decisions = record.decisions().map_err(replay)?;
    let mut reviewed = Vec::new();
    while let Some(d) = decisions.next().map_err(replay)? {
        if progress(d.number, total).is_break() {
            return Err(ServeError::Conflict("the review was stopped".into()));
        }
        if d.seat != seat || d.legal.len() < 2 {
            continue;
        }
        let seed = Seed(request.seed).derive(Purpose::Sample, &[d.number as u64]);
        if player.hears() {
            player.begin(seat);
            player.observe(&heard_before(record, seat, d.number).map_err(replay)?);
        }
        let view = d.view();
        let said = judged::<G>(&mut *player, &view, d.legal, seed)
            .map_err(|e| ServeError::Internal(format!("{} gave no move: {e}", judge.name)))?;
        let value = |mv: &str| said.alternatives.iter().find(|a| a.mv == mv).map(|a| a.value);
        let chosen: MoveOf<G> = said.choice.parse().map_err(ServeError::internal)?;
        let played = d.chosen.to_string();
        let agrees = G::same_choice(chosen, d.chosen);
        let loss = match (agrees, value(&said.choice), value(&played)) {
            (true, ..) => Some(0.0),
            (false, Some(best), Some(own)) => Some((best - own).max(0.0)),
            _ => None,
        };
        let reached = match agrees {
            true => Some(1.0),
            false => value(&played).map(|own| reached(&said, own)),
        };
        let holds = |s: Seat| typed.pieces(&d.position.view(s));
        let truth: Vec<Vec<String>> = Seat::all(seats).map(holds).collect();
        let hidden = truth.iter().any(|pieces| !pieces.is_empty());
        let mut samples = seed.stream(Purpose::Sample, &[0]);
        let believed =
            hidden.then(|| belief(typed, &judge, &view, seats, Effort::MANY, &mut samples));
        reviewed.push(Reviewed {
            number: d.number + 1,
            round: d.position.round(),
            notes: typed.notes(&view),
            view: json!(view),
            legal: d.legal.iter().map(ToString::to_string).collect(),
            played,
            sure: d.sure,
            agrees,
            loss,
            reached,
            opinion: said,
            truth,
            belief: believed,
            points: d.position.points().to_vec(),
        });
    }
    let sure = || reviewed.iter().filter(|d| d.sure);
    let losses: Vec<f64> = sure().filter_map(|d| d.loss).collect();
    let places: Vec<f64> = sure().filter_map(|d| d.reached).collect();
    let agreed = sure().filter(|d| d.agrees).count();
    Ok(Review {
        game: G::NAME,
        rules: record.rules.clone(),
        names: record.players.clone(),
        seats,
        seat,
        player: judge.name,
        seed: request.seed,
        scores: record.scores.as_ref().map(|scores| scores.to_vec()),
        agreed,
        sure: sure().count(),
        agreement: wilson(agreed as u64, sure().count() as u64).times(100.0),
        rating: Moments::of(&places).share().times(100.0),
        lost: losses.iter().sum(),
        judged: losses.len(),
        loss: Moments::of(&losses).estimate(),
        stops: None,
        decisions: reviewed,
    })
}

/// Where a value lies between the worst (0) and the best (1) of an opinion.
fn reached(said: &Opinion, own: f64) -> f64 {
    let values = || said.alternatives.iter().map(|a| a.value);
    let (worst, best) =
        (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    if best > worst { (own - worst) / (best - worst) } else { 1.0 }
}

fn judged<G: Game>(
    player: &mut dyn Player<G>,
    view: &G::View,
    legal: &[MoveOf<G>],
    seed: Seed,
) -> Result<Opinion, String> {
    let mut rng = seed.stream(Purpose::Player, &[0]);
    let question = Ask { view, legal, budget: Budget::default(), rng: &mut rng };
    opinion(player, question).map_err(|fault| fault.message)
}
