//! Real Tenhou logs: written back as they were, and their walls rebuilt.
//! Nothing is checked where the data folder is missing.

use std::path::{Path, PathBuf};

use fuda_core::formats::RecordFile;
use fuda_mahjong::MeldKind;
use fuda_mahjong::records::log::{Event, HandLog};
use fuda_mahjong::records::tenhou::{Shuffled, Walls, read_log, write_log};

fn data() -> Option<PathBuf> {
    let folder = std::env::var_os("FUDA_DATA").map(PathBuf::from).unwrap_or_else(|| {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data")
    });
    let folder = folder.join("mahjong");
    if !folder.is_dir() {
        println!("skipped: no real data at {}", folder.display());
        return None;
    }
    Some(folder)
}

fn logs(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            logs(&path, found);
        } else if ["xml", "mjlog", "xml.gz"].iter().any(|e| path.to_string_lossy().ends_with(e)) {
            found.push(path);
        }
    }
}

/// The first thing of a hand that does not come from the wall.
fn off_the_wall(hand: &HandLog, wall: &Shuffled) -> Option<String> {
    let mut next = 136;
    let mut take = || {
        next -= 1;
        wall.tiles[next]
    };
    let mut hands: [Vec<_>; 4] = Default::default();
    for count in [4, 4, 4, 1] {
        for seat in 0..4 {
            hands[(hand.dealer.index() + seat) % 4].extend((0..count).map(|_| take()));
        }
    }
    for (seat, (dealt, told)) in hands.iter().zip(&hand.hands).enumerate() {
        if dealt != told {
            return Some(format!("seat {seat}: {told:?}, but {dealt:?}"));
        }
    }
    if hand.dice != Some(wall.dice) || hand.dora != wall.tiles[5] {
        return Some(format!(
            "dice {:?}, dora {:?}, but {:?} {:?}",
            hand.dice, hand.dora, wall.dice, wall.tiles
        ));
    }
    let (mut replacements, mut doras, mut kan) = ([1, 0, 3, 2].into_iter(), 7, false);
    for entry in &hand.events {
        match &entry.event {
            Event::Draw { tile, .. } => {
                let due = match kan {
                    true => wall.tiles[replacements.next()?],
                    false => take(),
                };
                kan = false;
                if due != *tile {
                    return Some(format!("{entry:?}, but {due:?}"));
                }
            }
            Event::Call { meld, .. } => kan = !matches!(meld.kind(), MeldKind::Chi | MeldKind::Pon),
            Event::Dora { tile } => {
                if *tile != wall.tiles[doras] {
                    return Some(format!("{entry:?}, but {:?}", wall.tiles[doras]));
                }
                doras += 2;
            }
            Event::Win(win) => {
                let ura = win.ura.iter().flatten().enumerate();
                for (i, tile) in ura {
                    if *tile != wall.tiles[4 + 2 * i] {
                        return Some(format!("ura {tile:?}"));
                    }
                }
            }
            _ => {}
        }
    }
    None
}

#[test]
fn real_logs_come_back_and_their_walls_are_rebuilt() {
    let Some(folder) = data() else { return };
    let mut paths = Vec::new();
    logs(&folder, &mut paths);
    paths.sort();
    assert!(!paths.is_empty());
    let (mut bad, mut walls_checked) = (Vec::new(), 0);
    for path in &paths {
        let file = RecordFile::read(path).expect("the file can be read");
        let text = file.text().expect("the file is text");
        let log = read_log(text);
        if let Some(broken) = &log.broken {
            bad.push(format!("{}: {broken}", path.display()));
            continue;
        }
        let again = write_log(&log).expect("the log tells all");
        let again = read_log(&again);
        if again.hands.iter().zip(&log.hands).any(|(a, b)| {
            a.events.iter().map(|e| &e.event).ne(b.events.iter().map(|e| &e.event))
        }) || again.end != log.end
        {
            bad.push(format!("{}: written back otherwise", path.display()));
        }
        let seed = log.seed.as_deref().expect("a seed");
        let Ok(mut walls) = Walls::from_seed(seed) else {
            bad.push(format!("{}: seed {}", path.display(), &seed[..20.min(seed.len())]));
            continue;
        };
        for (i, hand) in log.hands.iter().enumerate() {
            let wall = walls.next_wall();
            walls_checked += 1;
            if let Some(what) = off_the_wall(hand, &wall) {
                bad.push(format!("{}: hand {}: {what}", path.display(), i + 1));
                break;
            }
        }
    }
    println!("{} logs, {walls_checked} walls", paths.len());
    assert!(bad.is_empty(), "{} of {}:\n{}", bad.len(), paths.len(), bad[..bad.len().min(20)].join("\n"));
}
