//! Daihinmin matches: the points of players against a field, in the paper's
//! unit, the sum over so many games.

use super::Experiment;
use super::imitation::{self, Teacher, Training};
use crate::context::Context;
use crate::entry::Entry;
use crate::error::ExperimentError;
use crate::value::{Measured, Point, Series};
use fuda_arena::Series as Row;
use fuda_arena::{Entrant, Hooks, MatchOptions, Plan, Progress, Scheme, run};
use fuda_daihinmin::Daihinmin;
use fuda_players::{Recipe, daihinmin_mc_by};
use fuda_stats::Estimate;
use serde::Deserialize;

/// The settings.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Points {
    /// What stands for `{effort}` in the players' descriptions.
    effort: Option<u64>,
    /// How many series of games, each in all seatings.
    deals: u64,
    /// Games of a series; ranks are reset after it.
    games: u32,
    /// How many games the values are the sum of.
    #[serde(default = "paper_games")]
    sum_over: f64,
    /// The player that fills all other seats.
    opponent: Option<String>,
    /// Players that each sit down with four opponents.
    #[serde(default)]
    rows: Vec<Guest>,
    /// Players that all sit at one table.
    #[serde(default)]
    field: Vec<Guest>,
    /// How the learned players are trained.
    training: Option<Training>,
}

fn paper_games() -> f64 {
    10_000.0
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Guest {
    series: String,
    at: String,
    /// Its description; of a learned player that of the search it is put in.
    player: String,
    /// For a learned player: the learner and the teacher.
    trained: Option<(String, String)>,
    /// How much less likely a learned playout takes each move than the next
    /// better one.
    #[serde(default = "usual_alpha")]
    alpha: f64,
}

fn usual_alpha() -> f64 {
    0.6
}

impl Experiment for Points {
    const NAME: &str = "points";

    fn check(&self) -> Result<(), String> {
        if let Some(training) = &self.training {
            training.check()?;
        }
        for (guests, scheme) in self.tables()? {
            for guest in &guests {
                self.recipe(guest)?;
                if let Some((learner, teacher)) = &guest.trained {
                    imitation::learner(learner)
                        .ok_or(format!("there is no learner `{learner}`"))?;
                    self.teacher(teacher)?;
                }
            }
            scheme.seatings(guests.len(), 5).map_err(|e| e.to_string())?;
        }
        Ok(())
    }

    fn measure(&self, _entry: &Entry, context: &Context<'_>) -> Result<Measured, ExperimentError> {
        let tables = self.tables().map_err(ExperimentError::measuring)?;
        let mut found = Measured::default();
        for (number, (guests, scheme)) in tables.iter().enumerate() {
            let step = |part| context.step(number, part, tables.len());
            let wanted = if *scheme == Scheme::FreeForAll { guests.len() } else { 1 };
            let points = self.play(guests, *scheme, context, &step)?;
            for (guest, point) in guests.iter().zip(points).take(wanted) {
                match found.series.iter_mut().find(|series| series.name == guest.series) {
                    Some(series) => series.points.push(point),
                    None => found.series.push(Series::new(guest.series.clone(), vec![point])),
                }
            }
        }
        found.notes.push(format!(
            "{} series of {} games in all seatings for each value; values are points per game times {}",
            self.deals, self.games, self.sum_over
        ));
        Ok(found)
    }
}

impl Points {
    /// Who sits at each table; where there is an opponent, it comes second.
    fn tables(&self) -> Result<Vec<(Vec<Guest>, Scheme)>, String> {
        let fill = |guest: &Guest| {
            let effort = self.effort.map_or_else(String::new, |effort| effort.to_string());
            let player = guest.player.replace("{effort}", &effort);
            Guest { player, ..guest.clone() }
        };
        let mut tables = Vec::new();
        if !self.field.is_empty() {
            tables.push((self.field.iter().map(fill).collect(), Scheme::FreeForAll));
        }
        for row in &self.rows {
            let player = self.opponent.clone().ok_or("rows need an opponent")?;
            let (series, at) = (String::new(), String::new());
            let opponent = Guest { series, at, player, trained: None, alpha: usual_alpha() };
            tables.push((vec![fill(row), fill(&opponent)], Scheme::OneAgainstRest));
        }
        match tables.is_empty() {
            true => Err("expected rows or a field".to_owned()),
            false => Ok(tables),
        }
    }

    fn recipe(&self, guest: &Guest) -> Result<Recipe<Daihinmin>, String> {
        let catalogue = fuda_players::daihinmin();
        catalogue.recipe(&Daihinmin::default(), &guest.player).map_err(|e| e.to_string())
    }

    fn teacher(&self, name: &str) -> Result<(&Training, &Teacher), String> {
        let training =
            self.training.as_ref().ok_or("learned players need the setting `training`")?;
        let teacher = training.teachers.iter().find(|teacher| teacher.name == name);
        Ok((training, teacher.ok_or(format!("there is no teacher `{name}`"))?))
    }

    fn entrant(
        &self,
        guest: &Guest,
        context: &Context<'_>,
    ) -> Result<Entrant<Daihinmin>, ExperimentError> {
        let recipe = self.recipe(guest).map_err(ExperimentError::measuring)?;
        let Some((learner, teacher)) = &guest.trained else {
            return Ok(recipe.entrant());
        };
        // Whoever else learns from this teacher learns from the same games.
        let trained = self.rows.iter().chain(&self.field).filter_map(|row| row.trained.as_ref());
        let same = trained.filter(|(other, by)| by == teacher && other != learner);
        let mut learners = vec![learner.as_str()];
        for (other, _) in same {
            if !learners.contains(&other.as_str()) {
                learners.push(other);
            }
        }
        let (training, teacher) = self.teacher(teacher).map_err(ExperimentError::measuring)?;
        let trained = training.train(teacher, &learners, context, &|_| {})?;
        let learned = imitation::model(learner, &trained[0])?;
        let evaluation = learned.evaluation().map_err(ExperimentError::measuring)?;
        let playouts = self.effort.unwrap_or(1_500);
        let make = daihinmin_mc_by(evaluation, guest.alpha, training.passes(), playouts)
            .map_err(ExperimentError::measuring)?;
        let note = training.note(teacher, context);
        let (positions, alpha) = (training.positions, guest.alpha);
        let name =
            format!("{} with {learner} from {positions} of {note}, alpha {alpha}", recipe.name);
        Ok(Entrant::fair(name, move || make()))
    }

    fn plan(
        &self,
        guests: &[Guest],
        scheme: Scheme,
        context: &Context<'_>,
    ) -> Result<Plan<Daihinmin>, ExperimentError> {
        let entrants: Result<Vec<Entrant<Daihinmin>>, ExperimentError> =
            guests.iter().map(|guest| self.entrant(guest, context)).collect();
        let options = MatchOptions {
            deals: self.deals,
            seed: context.seed,
            scheme: Some(scheme),
            series: Row { games: self.games, reseat_every: Some(3) },
            threads: context.threads,
            resamples: 2,
            ..MatchOptions::default()
        };
        Plan::new(Daihinmin::default(), entrants?, options).map_err(ExperimentError::measuring)
    }

    /// The points of everybody at a table.
    fn play(
        &self,
        guests: &[Guest],
        scheme: Scheme,
        context: &Context<'_>,
        step: &dyn Fn(f64),
    ) -> Result<Vec<Point>, ExperimentError> {
        let plan = self.plan(guests, scheme, context)?;
        let key = ("points", plan.description(), self.deals);
        let points: Vec<Estimate> = context.memo(key, || {
            let mut tell = |progress: Progress| step(progress.done as f64 / progress.total as f64);
            // Those who are learned here are known here alone.
            let queue = context.queue.filter(|_| plan.can_travel());
            let hooks = Hooks { queue, stop: Some(context.stop), progress: Some(&mut tell) };
            let report = run(&plan, hooks).map_err(ExperimentError::measuring)?;
            if report.interrupted {
                return Err(ExperimentError::Stopped);
            }
            if let Some(player) = report.players.iter().find(|player| player.errors > 0) {
                let why = player.messages.first().cloned().unwrap_or_default();
                return Err(ExperimentError::measuring(format!("{} failed: {why}", player.name)));
            }
            Ok(report.players.iter().map(|player| player.points).collect())
        })?;
        let points = guests.iter().zip(points);
        Ok(points.map(|(guest, p)| Point::new(&guest.at, p.times(self.sum_over))).collect())
    }
}
