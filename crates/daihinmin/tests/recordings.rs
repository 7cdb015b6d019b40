//! What a contest client read and wrote, where the recordings are there.

use fuda_core::formats::RecordFile;
use fuda_daihinmin::Move;
use fuda_daihinmin::wire::{Follower, Table};

fn recording(name: &str) -> Option<Vec<Vec<i32>>> {
    let path = fuda_fixtures::large(&format!("daihinmin/wire-recordings/{name}"))?;
    let file = RecordFile::read(&path).unwrap();
    let lines = file.text().unwrap().lines();
    Some(lines.map(|l| l.split_whitespace().map(|n| n.parse().unwrap()).collect()).collect())
}

/// The tables of a recording: every eight lines of 15 numbers are one.
fn tables(lines: &[Vec<i32>]) -> Vec<Table> {
    let rows: Vec<[i32; 15]> =
        lines.iter().filter_map(|l| <[i32; 15]>::try_from(l.as_slice()).ok()).collect();
    rows.chunks_exact(8).map(|rows| Table(<[[i32; 15]; 8]>::try_from(rows).unwrap())).collect()
}

#[test]
fn what_the_client_read_agrees_with_the_rules() {
    let (Some(read), Some(written)) =
        (recording("default_read.csv.gz"), recording("default_write.csv.gz"))
    else {
        return;
    };
    let (read, written) = (tables(&read), tables(&written));
    let mut written = written.iter();
    let mut follower = Follower::new(0);
    let (mut games, mut turns, mut own, mut refused, mut deals) = (0, 0, 0, 0, 0);
    let mut legal = Vec::new();
    for pair in read.chunks_exact(2) {
        let (turn, after) = (&pair[0], &pair[1]);
        // Deal tables were not recorded; a game begins when all cards are out.
        if turn.0[6][..5].iter().sum::<i32>() == 53 {
            let whole = follower.view().hand_sizes().iter().map(|&s| i32::from(s)).sum::<i32>();
            if whole != 53 || turns == 0 {
                let before = follower.disagreements();
                follower.deal(turn).unwrap();
                // A turn's table does not ask for gifts, whatever the class.
                deals += follower.disagreements() - before;
                games += 1;
            }
        }
        let asked = follower.turn(turn).unwrap();
        let mut answer = None;
        if asked {
            own += 1;
            follower.legal_moves(&mut legal);
            answer = Some(written.next().expect("an answer to every question").play().unwrap());
        }
        let mv = follower.played(after).unwrap();
        if let Some(answer) = answer {
            if legal.contains(&answer) {
                assert_eq!(answer, mv, "turn {turns}");
            } else {
                assert_eq!(mv, Move::PASS, "turn {turns}: {answer} is refused");
                refused += 1;
            }
        }
        turns += 1;
    }
    println!("{games} games, {turns} turns, {own} own, {refused} refused");
    assert_eq!((games, turns, own), (100, 7790, 1545));
    assert!(written.next().is_none(), "every answer belongs to a question");
    assert_eq!(follower.disagreements(), deals, "tables and rules agree");
    // The client answered C5C6C7 with H7H8H9 once; the server refused it.
    assert_eq!(refused, 1);
}
