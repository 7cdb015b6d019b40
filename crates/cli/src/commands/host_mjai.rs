//! `fuda host mjai`: a table of mahjong for TCP clients.

mod report;

use super::contest::{MOST_TURNED_AWAY, open_log};
use crate::args::contest::HostMjaiArgs;
use crate::failure::{Failure, Outcome, Verdict};
use crate::{interrupt, screen};
use fuda_arena::{Competitor, Conditions, PlayedGame, RecordKeeper, play_game, player_rngs};
use fuda_bridges::mjai::{
    DoorEvent, DoorOptions, MjaiDoor, MjaiOptions, MjaiPlayer, MjaiSource, SharedDoor,
};
use fuda_bridges::{ProcessError, ProcessLimits};
use fuda_core::{Game, Player, Purpose, Record, Seed};
use fuda_mahjong::Mahjong;
use fuda_players::Factory;
use indicatif::ProgressBar;
use report::{LostByRule, Report};
use std::cmp::Ordering;
use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long to wait when nothing happens at the door.
const NAP: Duration = Duration::from_millis(5);

/// Who sits at the table.
struct Chair {
    /// Its name in the report.
    label: String,
    who: Who,
}

enum Who {
    /// Clients of this name.
    Client(String),
    /// A player of ours.
    Local(Factory<Mahjong>),
}

/// A game that was played at the table.
struct Hosted {
    /// The chair at each seat.
    order: [usize; 4],
    played: PlayedGame<Mahjong>,
    record: Record<Mahjong>,
}

/// Holds a table.
pub fn host(args: &HostMjaiArgs) -> Outcome {
    let game = match &args.rules {
        Some(rules) => Mahjong::with_rules(rules).map_err(|e| Failure::new(e.to_string()))?,
        None => Mahjong::default(),
    };
    let limits = ProcessLimits {
        answer: screen::duration("--time-limit", args.table.time_limit)?,
        start_up: screen::duration("--patience", args.patience)?,
        ..ProcessLimits::default()
    };
    let house = house(args, &game)?;
    let mut log =
        args.table.log.as_deref().map(|path| open_log(path, args.table.force)).transpose()?;
    let options = DoorOptions { room: Some(args.room.clone()), ..DoorOptions::default() };
    let door = MjaiDoor::bind(&args.table.address, args.port, options)
        .map_err(|e| Failure::new(format!("{}:{}: {e}", args.table.address, args.port)))?;
    let (clients, address) = (4 - house.len(), door.address().map_err(failed)?);
    screen::remark(&format!("listening at {address} for {clients} clients"));
    let mut table = Table {
        args,
        game,
        limits,
        door: Arc::new(Mutex::new(door)),
        chairs: house,
        bar: screen::progress(args.games.into(), "games"),
        turned_away: 0,
    };
    table.seat(clients)?;
    let report = table.series(&mut |record| match &mut log {
        Some(log) => written(record).and_then(|bytes| {
            log.write_all(&bytes).and_then(|()| log.flush()).map_err(|e| log_failed(args, e))
        }),
        None => Ok(()),
    })?;
    table.bar.finish_and_clear();
    match args.table.json {
        true => screen::print_json(&report)?,
        false => screen::print(&screen::tame(&report.to_string()))?,
    }
    if interrupt::asked() {
        let kept = args.table.log.as_ref().map_or("nothing was kept".to_owned(), |path| {
            format!("{} has the games that were played", path.display())
        });
        return interrupt::stopped(&kept);
    }
    let whole = report.games == args.games && report.lost_by_rule.is_empty();
    Ok(if whole { Verdict::Good } else { Verdict::Failed })
}

fn failed(e: ProcessError) -> Failure {
    Failure::new(format!("the table: {e}"))
}

fn log_failed(args: &HostMjaiArgs, e: std::io::Error) -> Failure {
    let path = args.table.log.as_ref().map_or(String::new(), |path| path.display().to_string());
    Failure::new(format!("{path}: {e}"))
}

/// The chairs of our own players.
fn house(args: &HostMjaiArgs, game: &Mahjong) -> Result<Vec<Chair>, Failure> {
    let players = fuda_players::mahjong();
    let chair = |text: &String| {
        let recipe = players.recipe(game, text)?;
        Ok(Chair { label: recipe.name, who: Who::Local(recipe.make) })
    };
    args.table.guests(4)?.iter().map(chair).collect()
}

/// A game as mjai; one that was lost by rule, as far as it was played.
fn written(record: &Record<Mahjong>) -> Result<Vec<u8>, Failure> {
    let format = Mahjong::formats().into_iter().find(|format| format.name() == "mjai");
    let written = format.map(|format| format.write(std::slice::from_ref(record)));
    match written {
        Some(Ok(bytes)) => Ok(bytes),
        // Nobody had moved yet.
        _ if record.moves.is_empty() => Ok(Vec::new()),
        Some(Err(e)) => Err(Failure::new(format!("the log: {e}"))),
        None => Ok(Vec::new()),
    }
}

/// A table and whoever sits there.
struct Table<'a> {
    args: &'a HostMjaiArgs,
    game: Mahjong,
    limits: ProcessLimits,
    door: SharedDoor,
    chairs: Vec<Chair>,
    bar: ProgressBar,
    turned_away: u32,
}

impl Table<'_> {
    fn door(&self) -> MutexGuard<'_, MjaiDoor> {
        self.door.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes in whoever comes, and says who did.
    fn step(&mut self) -> Result<(), Failure> {
        let mut door = self.door();
        door.step().map_err(failed)?;
        let events = door.events();
        drop(door);
        for event in events {
            let text = match event {
                DoorEvent::Joined(name) => format!("{name} has joined"),
                DoorEvent::Left(name) => format!("{name} has left"),
                DoorEvent::TurnedAway(reason) => {
                    self.turned_away += 1;
                    match self.turned_away.cmp(&MOST_TURNED_AWAY) {
                        // A flood of connections is not to drown everything else.
                        Ordering::Greater => continue,
                        Ordering::Equal => {
                            format!("turned away: {reason}; others from now on are only counted")
                        }
                        Ordering::Less => format!("turned away: {reason}"),
                    }
                }
            };
            self.bar.suspend(|| screen::remark(&screen::tame(&text)));
        }
        Ok(())
    }

    /// Waits until there are so many clients, and gives them their chairs.
    fn seat(&mut self, clients: usize) -> Result<(), Failure> {
        loop {
            self.step()?;
            if self.door().waiting().count() >= clients {
                break;
            }
            std::thread::sleep(NAP);
        }
        let names: Vec<String> = self.door().waiting().take(clients).map(str::to_owned).collect();
        for name in &names {
            let ours = |chair: &Chair| matches!(chair.who, Who::Local(_)) && chair.label == *name;
            let label = match self.chairs.iter().any(ours) {
                true => format!("{name} (client)"),
                false => name.clone(),
            };
            self.chairs.push(Chair { label, who: Who::Client(name.clone()) });
        }
        self.door().expect(names);
        Ok(())
    }

    /// The name of a client that should wait for a game and does not.
    fn missing(&self) -> Option<String> {
        let mut here: Vec<String> = self.door().waiting().map(str::to_owned).collect();
        let clients = self.chairs.iter().filter_map(|chair| match &chair.who {
            Who::Client(name) => Some(name),
            Who::Local(_) => None,
        });
        let mut absent = clients.filter(|name| {
            let at = here.iter().position(|other| other == *name);
            at.map(|at| here.swap_remove(at)).is_none()
        });
        absent.next().cloned()
    }

    /// Waits until all clients are back; gives who is not.
    fn gather(&mut self) -> Result<Option<String>, Failure> {
        let begun = Instant::now();
        loop {
            self.step()?;
            match self.missing() {
                None => return Ok(None),
                Some(name) if begun.elapsed() > self.limits.start_up => return Ok(Some(name)),
                Some(_) if interrupt::asked() => return Ok(None),
                Some(_) => std::thread::sleep(NAP),
            }
        }
    }

    /// Plays the series.
    fn series(
        &mut self,
        log: &mut dyn FnMut(&Record<Mahjong>) -> Result<(), Failure>,
    ) -> Result<Report, Failure> {
        let labels = self
            .chairs
            .iter()
            .map(|chair| (chair.label.clone(), matches!(chair.who, Who::Client(_))));
        let mut report = Report::new(labels, self.args.games);
        let stop = interrupt::in_good_order("the move being thought about");
        for number in 0..self.args.games {
            if let Some(name) = self.gather()? {
                let seconds = self.limits.start_up.as_secs_f64();
                report.ended = Some(format!("{name} was not there for {seconds} s"));
                break;
            }
            let Hosted { order, played, record } = self.game(number, stop)?;
            log(&record)?;
            let Some(scores) = played.scores else { break };
            report.add(&order, &scores);
            if let Some(fault) = played.fault {
                let name = &self.chairs[order[fault.seat.index()]].label;
                let lost = LostByRule { game: number, name: name.clone(), reason: fault.message };
                self.bar.suspend(|| screen::remark(&screen::tame(&lost.to_string())));
                report.lost_by_rule.push(lost);
            }
            self.bar.set_position(u64::from(number) + 1);
        }
        report.turned_away = self.turned_away;
        Ok(report)
    }

    /// Plays a game.
    fn game(&self, number: u32, stop: &AtomicBool) -> Result<Hosted, Failure> {
        let seed = Seed(self.args.table.seed);
        let path = [u64::from(number)];
        let mut order = [0, 1, 2, 3];
        seed.stream(Purpose::Sample, &path).shuffle(&mut order);
        let names = order.map(|chair| self.chairs[chair].label.clone());
        let mut players: Vec<Competitor<Mahjong>> =
            order.iter().map(|chair| Competitor::Fair(self.player(*chair, &names))).collect();
        let deal = self.game.deal(&mut seed.stream(Purpose::Deal, &path));
        let mut rngs = player_rngs(Seed(seed.stream(Purpose::Player, &path).bits()), 4);
        let under = Conditions { stop: Some(stop), ..Conditions::default() };
        let mut keeper = RecordKeeper::default();
        let played = play_game(&self.game, &deal, &mut players, &mut rngs, under, &mut keeper)
            .map_err(|e| Failure::new(format!("game {number}: {e}")))?;
        let mut record =
            keeper.records.pop().unwrap_or_else(|| Record::new(&self.game, deal.clone()));
        record.players = names.to_vec();
        Ok(Hosted { order, played, record })
    }

    fn player(&self, chair: usize, names: &[String; 4]) -> Box<dyn Player<Mahjong>> {
        match &self.chairs[chair].who {
            Who::Local(make) => make(),
            Who::Client(name) => {
                let source = MjaiSource::Guest(Arc::clone(&self.door), name.clone());
                let options =
                    MjaiOptions { names: names.clone(), ..MjaiOptions::new(source, self.limits) };
                Box::new(MjaiPlayer::new(self.game, options))
            }
        }
    }
}
