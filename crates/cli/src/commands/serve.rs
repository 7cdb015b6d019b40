//! `fuda serve` and `fuda review`: the browser.

use crate::args::serve::{ReviewArgs, ServeArgs};
use crate::failure::{Failure, Outcome, Verdict};
use crate::game::Games;
use crate::{interrupt, screen};
use fuda_core::formats::RecordFile;
use fuda_serve::{Config, Review, ReviewRequest, ServeError, Server, review_page};
use serde_json::json;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::{Command, Stdio};

fn failed(e: ServeError) -> Failure {
    Failure::new(e.to_string())
}

pub fn serve(args: &ServeArgs, games: &Games, lang: Option<&str>) -> Outcome {
    let store = match &args.store {
        Some(path) => path.clone(),
        None => usual_store()?,
    };
    let config = Config {
        addr: args.addr,
        hosts: args.hosts.clone(),
        store: Some(store.clone()),
        reports: args.reports.clone(),
        threads: args.threads.into(),
        most_tables: args.tables as usize,
        lang: lang.map(str::to_owned),
        ..Config::default()
    };
    let server = Server::bind(config, games.pages()).map_err(failed)?;
    let address = format!("http://{}/", server.addr().map_err(failed)?);
    match args.json {
        true => screen::print_json(&json!({ "address": address, "store": store }))?,
        false => screen::print(&format!(
            "fuda is at {address}\ngames are kept in {}; Ctrl-C stops the server\n",
            store.display()
        ))?,
    }
    if args.open {
        open(&address);
    }
    interrupt::keeps(format!("games and reviews are in {}", store.display()));
    server.run().map_err(failed)?;
    Ok(Verdict::Good)
}

/// `fuda/serve.sqlite` in the user's data folder, which is made.
fn usual_store() -> Result<PathBuf, Failure> {
    let set = |name| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let data = set("XDG_DATA_HOME")
        .or_else(|| set("HOME").map(|home| home.join(".local/share")))
        .or_else(|| set("LOCALAPPDATA"))
        .ok_or_else(|| {
            Failure::with_help("there is no data folder", "name the file with --store")
        })?;
    let folder = data.join("fuda");
    std::fs::create_dir_all(&folder)
        .map_err(|e| Failure::new(format!("{}: {e}", folder.display())))?;
    Ok(folder.join("serve.sqlite"))
}

/// Asks the system to show a page; where it cannot, the address is printed anyway.
fn open(address: &str) {
    let (program, first) = match std::env::consts::OS {
        "macos" => ("open", None),
        "windows" => ("explorer", None),
        _ => ("xdg-open", None::<&str>),
    };
    let started = Command::new(program)
        .args(first)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if let Err(e) = started {
        screen::remark(&format!("the browser was not opened: {program}: {e}"));
    }
}

pub fn review(args: &ReviewArgs, games: &Games, lang: Option<&str>) -> Outcome {
    let file = RecordFile::read(&args.record).map_err(|e| Failure::new(e.to_string()))?;
    let pages = games.pages();
    let Some(game) = pages.iter().find(|game| game.inspect(&file).is_some()) else {
        return Err(Failure::with_help(
            format!("{}: no format of any game", file.name()),
            "`fuda games` lists the record formats",
        ));
    };
    let request = ReviewRequest {
        number: args.number,
        seat: args.seat,
        player: args.player.clone().unwrap_or_default(),
        seed: args.seed,
        trusted: true,
    };
    if let Some(path) = &args.out {
        screen::check_new(path, args.force)?;
    }
    let bar = screen::progress(0, "moves");
    let mut progress = |done: usize, total: usize| {
        screen::count(&bar, "moves", done as u64, total as u64);
        ControlFlow::Continue(())
    };
    let reviewed = game.review_file(&file, &request, &mut progress);
    bar.finish_and_clear();
    let review = reviewed.map_err(|e| Failure::new(format!("{}: {e}", file.name())))?;
    if let Some(path) = &args.out {
        let json = serde_json::to_string(&review).map_err(|e| Failure::new(e.to_string()))?;
        let page = review_page(&json, lang);
        screen::write_file(path, page.as_bytes(), args.force)?;
    }
    match args.json {
        true => screen::print_json(&review)?,
        false => screen::print(&summary(&review))?,
    }
    Ok(Verdict::Good)
}

/// Decisions that are named in the terminal.
const MOST_NAMED: usize = 5;

fn summary(review: &Review) -> String {
    let mut text = format!(
        "{}, seat {}: {} agrees with {} of {} decisions; {:.3} lost over {} judged ones\n",
        review.game,
        review.seat,
        review.player,
        review.agreed,
        review.sure,
        review.lost,
        review.judged
    );
    let mut worst: Vec<_> = review.decisions.iter().filter(|d| d.sure && !d.agrees).collect();
    worst.sort_by(|a, b| b.loss.unwrap_or(0.0).total_cmp(&a.loss.unwrap_or(0.0)));
    for d in worst.iter().take(MOST_NAMED) {
        let loss = d.loss.map_or("–".to_owned(), |loss| format!("{loss:.3}"));
        let (number, played, choice) = (d.number, &d.played, &d.opinion.choice);
        text += &format!("  move {number}: {played} was played, {choice} preferred, lost {loss}\n");
    }
    if let Some(stops) = &review.stops {
        text += &format!("the rest was not looked at: {stops}\n");
    }
    text
}
