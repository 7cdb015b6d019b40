//! `fuda man`: the manual, made of the help of all commands.

use crate::args::ManArgs;
use crate::failure::{Failure, Outcome, Verdict};
use crate::screen;
use clap::Command;
use clap_mangen::Man;

/// Prints the page of `fuda`, or writes those of all commands into a folder.
pub fn run(args: &ManArgs, command: Command) -> Outcome {
    let mut pages = Vec::new();
    let command = command.disable_help_subcommand(true);
    match &args.out {
        None => {
            screen::print_bytes(&page(command)?)?;
        }
        Some(folder) => {
            every_page(command, "", &mut pages)?;
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

/// The pages of a command and all below it, such as `fuda-learn-rank.1`.
fn every_page(
    command: Command,
    above: &str,
    pages: &mut Vec<(String, Vec<u8>)>,
) -> Result<(), Failure> {
    let name = match above {
        "" => command.get_name().to_owned(),
        above => format!("{above}-{}", command.get_name()),
    };
    for below in command.get_subcommands() {
        every_page(below.clone(), &name, pages)?;
    }
    // The name lives as long as the program, which ends after this.
    let titled = command.name(&*name.clone().leak());
    pages.push((format!("{name}.1"), page(titled)?));
    Ok(())
}

fn page(command: Command) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    let version = env!("CARGO_PKG_VERSION");
    Man::new(command.version(version))
        .render(&mut text)
        .map_err(|e| Failure::new(e.to_string()))?;
    Ok(text)
}
