//! `fuda tournament`: every two of many players, a ladder and a cross table.

use super::TypedGame;
use super::matches::{failed, playing, playing_words, quoted, show_progress};
use crate::args::tournament::TournamentArgs;
use crate::failure::{Failure, Outcome, Verdict};
use crate::record_files::relative;
use crate::{interrupt, queue, screen};
use fuda_arena::{
    Form, Hooks, MatchOptions, PageFacts, Tournament, TournamentReport, run_tournament,
    tournament_html, tournament_table,
};
use fuda_core::Game;
use std::path::Path;

pub(super) fn run<G: Game>(typed: &TypedGame<G>, args: &TournamentArgs) -> Outcome {
    let game = typed.game(args.playing.rules.as_deref())?;
    let entrants = typed.entrants(&game, &args.players)?;
    let queue = queue::open(&args.playing.queue)?;
    let options =
        MatchOptions { store: args.store.clone(), ..playing(&args.playing, deals(args))? };
    let form = if args.gauntlet { Form::Gauntlet } else { Form::RoundRobin };
    let mut tournament = Tournament::new(game, entrants, form, options).map_err(failed)?;
    if let Some(points) = args.until_decided {
        let wrong = |e| Failure::new(format!("--until-decided: {e}"));
        tournament = tournament.until_decided(points).map_err(wrong)?;
    }
    if let Some(folder) = &args.records {
        tournament = tournament.keep_records(folder);
    }
    if let Some(page) = &args.html {
        make_folder_of(page)?;
        screen::check_page(page, args.force, args.store.is_some())?;
    }
    let stop = interrupt::in_good_order("the moves being thought about");
    let bar = screen::progress(tournament.deals(), "deals");
    let mut show = |progress| show_progress(&bar, progress);
    let hooks = Hooks { queue, stop: Some(stop), progress: Some(&mut show) };
    let report = run_tournament(&tournament, hooks).map_err(failed)?;
    bar.finish_and_clear();
    let about = typed.about(report.players.iter().map(|player| player.name.as_str()));
    tell(&report, args, about)
}

fn tell(report: &TournamentReport, args: &TournamentArgs, about: Vec<(String, String)>) -> Outcome {
    match args.json {
        true => screen::print_json_line(report)?,
        false => screen::print(&tournament_table(report))?,
    }
    if let Some(page) = &args.html {
        let records = args.records.as_deref().map(|folder| from_page(page, folder));
        let facts = PageFacts::here_and_now(&command(args), about);
        let text = tournament_html(report, facts, &records.unwrap_or_default());
        screen::write_file(page, text.as_bytes(), true)?;
    }
    let not_kept: u64 = report.pairs.iter().map(|pair| pair.not_kept).sum();
    if not_kept > 0 {
        screen::remark(&format!(
            "the results of {not_kept} deals came from the store; their games were not played \
             again and are not among the records"
        ));
    }
    if report.interrupted {
        return interrupt::stopped(match args.store {
            Some(_) => "the store has what was played, the same command goes on",
            None => "what is shown was played; with --store FOLDER the same command could go on",
        });
    }
    Ok(if report.errors() > 0 { Verdict::Failed } else { Verdict::Good })
}

/// How many deals a pair plays at the most.
fn deals(args: &TournamentArgs) -> u64 {
    args.deals.unwrap_or(if args.until_decided.is_some() { 10_000 } else { 50 })
}

/// What has to be typed to play the same tournament again.
fn command(args: &TournamentArgs) -> String {
    let mut words = vec!["fuda tournament".to_owned(), args.game.clone()];
    words.extend(args.players.iter().map(|player| quoted(player)));
    words.extend(args.gauntlet.then(|| "--gauntlet".to_owned()));
    words.push(format!("--deals {}", deals(args)));
    words.extend(playing_words(&args.playing));
    words.extend(args.until_decided.iter().map(|points| format!("--until-decided {points}")));
    words.join(" ")
}

fn make_folder_of(page: &Path) -> Result<(), Failure> {
    match page.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        None => Ok(()),
        Some(folder) => std::fs::create_dir_all(folder)
            .map_err(|e| Failure::new(format!("{}: {e}", folder.display()))),
    }
}

/// How a folder is reached from a page; both are there.
fn from_page(page: &Path, folder: &Path) -> String {
    let home = match page.parent() {
        Some(home) if !home.as_os_str().is_empty() => home,
        _ => Path::new("."),
    };
    let path = match (home.canonicalize(), folder.canonicalize()) {
        (Ok(home), Ok(folder)) => relative(&home, &folder),
        _ => folder.to_owned(),
    };
    path.to_string_lossy().into_owned()
}
