//! `fuda man`: the manual, made of the help of all commands.

use crate::args::ManArgs;
use crate::failure::{Failure, Outcome, Verdict};
use crate::screen;
use clap::Command;
use clap_mangen::Man;

/// Prints the page of `fuda`, or writes those of all commands into a folder.
pub fn run(args: &ManArgs, command: Command) -> Outcome {
    let mut pages = Vec::new();
    let version = env!("CARGO_PKG_VERSION");
    let mut command = command.disable_help_subcommand(true).version(version);
    // Names and global options of all commands below.
    command.build();
    match &args.out {
        None => {
            screen::print_bytes(&page(command)?)?;
        }
        Some(folder) => {
            every_page(&command, &mut pages)?;
            let made = std::fs::create_dir_all(folder);
            made.map_err(|e| Failure::new(format!("{}: {e}", folder.display())))?;
            for (name, _) in &pages {
                screen::check_new(&folder.join(name), args.force)?;
            }
            for (name, page) in &pages {
                screen::write_file(&folder.join(name), page, args.force)?;
            }
            let (count, folder) = (pages.len(), folder.display());
            screen::print(&format!("{count} pages are in {folder}\n"))?;
        }
    }
    Ok(Verdict::Good)
}

/// The pages of a built command and all below it, such as `fuda-learn-rank.1`.
fn every_page(command: &Command, pages: &mut Vec<(String, Vec<u8>)>) -> Result<(), Failure> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    pages.push((format!("{name}.1"), page(command.clone())?));
    command
        .get_subcommands()
        .filter(|below| below.get_name() != "help")
        .try_for_each(|below| every_page(below, pages))
}

fn page(command: Command) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    Man::new(command).render(&mut text).map_err(|e| Failure::new(e.to_string()))?;
    Ok(text)
}
