//! Each kind of experiment once, small, on records made for the purpose.

use fuda_arena::{Entrant, SelfPlay, self_play};
use fuda_core::formats::Format;
use fuda_core::{OwnFormat, Seed};
use fuda_experiments::{
    Clock, Context, Entry, Manifest, Measured, Records, RunFolder, Size, kinds,
};
use fuda_mahjong::Mahjong;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;

/// A folder of records: a few games of `ukeire` against itself.
fn records() -> TempDir {
    let home = tempfile::tempdir().unwrap();
    let player = Entrant::fair("ukeire", || Box::new(fuda_mahjong::players::Ukeire));
    let options = SelfPlay { games: 6, seed: Seed(5), threads: 2 };
    let games = self_play(&Mahjong::default(), &[player], options, None, &|| {}).unwrap();
    std::fs::create_dir(home.path().join("mahjong")).unwrap();
    let bytes = Format::<Mahjong>::write(&OwnFormat, &games).unwrap();
    std::fs::write(home.path().join("mahjong/games.jsonl"), bytes).unwrap();
    home
}

/// Measures an entry of these settings and claims with so many threads.
fn measure(
    kind: &str,
    settings: &str,
    claims: &str,
    folder: Option<&Path>,
    threads: usize,
) -> Measured {
    let text = format!(
        "title = \"t\"\nkind = \"{kind}\"\ndid = \"d\"\nfound = \"f\"\nsource = \"s\"\nours = \"o\"\n\
         plot = {{ shape = \"bars\", y = \"y\" }}\ncost = {{ quick = 1.0, full = 1.0 }}\n\
         claims = [{claims}]\n[quick]\n{settings}\n[full]\n"
    );
    let entry = Entry::read("1/test", &text).unwrap();
    kinds::check(&entry, &entry.settings(Size::Quick)).unwrap();
    let home = tempfile::tempdir().unwrap();
    let manifest = Manifest {
        format: Manifest::FORMAT.to_owned(),
        version: "0".to_owned(),
        size: Size::Quick,
        seed: 3,
        records: "test".to_owned(),
    };
    let run = RunFolder::open(&home.path().join("run"), &manifest, false).unwrap();
    let records = Records::new(folder, Size::Quick, Seed(3), threads, None).unwrap();
    let clock = Clock::start(&run, &entry.name, "commit");
    let context = Context {
        clock: &clock,
        seed: Seed(3),
        threads,
        queue: None,
        records: &records,
        folder: &run,
        stop: &AtomicBool::new(false),
        progress: &|_| {},
    };
    kinds::run(&entry, &entry.settings(Size::Quick), &context).unwrap()
}

fn value(found: &Measured, place: &str) -> f64 {
    found.point(place).unwrap_or_else(|| panic!("{place} in {found:?}")).value.mean
}

#[test]
fn agreement_is_with_the_records() {
    let home = records();
    let settings = "positions = 80\nrows = [\
        { series = \"s\", at = \"itself\", player = \"ukeire\" },\
        { series = \"s\", at = \"random\", player = \"random\" }]";
    let claims = "{ says = \"x\", order = [\"s@itself\", \"s@random\"] }";
    let found = measure("agreement", settings, claims, Some(home.path()), 2);
    assert_eq!(found, measure("agreement", settings, claims, Some(home.path()), 1));
    // Ties are broken at random, so even the same player differs now and then.
    assert!(value(&found, "s@itself") > 80.0, "{found:?}");
    assert!(value(&found, "s@random") < 40.0, "{found:?}");
    let [pair] = &found.pairs[..] else { panic!("{found:?}") };
    let less = value(&found, "s@itself") - value(&found, "s@random");
    assert!((pair.value.mean - less).abs() < 1e-9 && pair.value.low.unwrap() > 0.0);
    let turns = "positions = 80\nmeasure = \"turns\"\nrows = [\
        { series = \"s\", at = \"all\", player = \"ukeire\" }]";
    let found = measure("agreement", turns, "", Some(home.path()), 2);
    assert!(value(&found, "s, parts@turns 1 to 6") > 70.0, "{found:?}");
}

#[test]
fn hands_are_counted_for_both_sides() {
    let settings = "rules = \"paper-tabu\"\nseats = \"facing\"\ndeals = 12\n\
        players = [[\"u\", \"ukeire\"], [\"g\", \"greedy\"]]";
    let found = measure("hands", settings, "", None, 2);
    assert_eq!(found, measure("hands", settings, "", None, 1));
    let sum = |series: &str| {
        value(&found, &format!("{series}@u")) + value(&found, &format!("{series}@g"))
    };
    assert!((sum("mean place") - 5.0).abs() < 1e-9, "{found:?}");
    // What one wins the other loses, but for riichi sticks that stay on the table.
    assert!((-100.0..=1e-6).contains(&sum("points per hand")), "{found:?}");
    assert!((20.0..=50.0).contains(&sum("hands won %")), "four players share the hands: {found:?}");
    assert!(value(&found, "hands won %@u") > value(&found, "hands won %@g"));
}

#[test]
fn learned_players_of_daihinmin_agree_and_play() {
    let training = "training = { teachers = [{ name = \"Greedy\", player = \"greedy\" }], \
        teacher-effort = 1, positions = 1000, test = 400, every = 500, repeats = 1 }";
    let found = measure("imitation", training, "", None, 2);
    assert!(value(&found, "AP, Greedy@1000") > 75.0, "{found:?}");
    assert!(value(&found, "NN, Greedy@last") > 60.0, "{found:?}");
    let best = measure("imitation", &format!("best = true\n{training}"), "", None, 2);
    assert!(value(&best, "AP@Greedy") >= value(&found, "AP, Greedy@1000"));
    let matches = format!(
        "effort = 20\ndeals = 2\ngames = 3\nopponent = \"default\"\nrows = [\
         {{ series = \"AP\", at = \"Greedy\", player = \"mc:playouts={{effort}}\", \
         trained = [\"AP\", \"Greedy\"] }}]\n{training}"
    );
    let found = measure("points", &matches, "", None, 2);
    assert!(value(&found, "AP@Greedy").abs() <= 20_000.0, "{found:?}");
    let field = "deals = 2\ngames = 3\nfield = [\
        { series = \"p\", at = \"a\", player = \"greedy\" },\
        { series = \"p\", at = \"b\", player = \"default\" },\
        { series = \"p\", at = \"c\", player = \"random\" },\
        { series = \"p\", at = \"d\", player = \"greedy\" },\
        { series = \"p\", at = \"e\", player = \"random\" }]";
    let found = measure("points", field, "", None, 2);
    let sum: f64 =
        ["a", "b", "c", "d", "e"].iter().map(|at| value(&found, &format!("p@{at}"))).sum();
    assert!(sum.abs() < 1e-6, "points of a table add up to nothing: {found:?}");
}

#[test]
fn auxiliary_problems_are_learned_from_records() {
    let home = records();
    let settings = "sizes = [2, 4]\ntest = 2\nseeds = 2\nways = [\
        { name = \"none\", aux = \"none\" },\
        { name = \"predictions\", aux = \"predictions\", problems = 22 }]";
    let claims = "{ says = \"x\", order = [\"predictions@last\", \"none@last\"] }";
    let found = measure("auxiliary", settings, claims, Some(home.path()), 2);
    assert!(value(&found, "none@4") > 20.0, "{found:?}");
    let [pair] = &found.pairs[..] else { panic!("{found:?}") };
    let less = value(&found, "predictions@4") - value(&found, "none@4");
    assert!((pair.value.mean - less).abs() < 1e-9, "{pair:?}");
    let matches = "games = 4\ndeals = 2\nways = [\
        { name = \"models\", aux = \"models\", problems = 22 }, { name = \"none\", aux = \"none\" }]";
    let found = measure("auxiliary-match", matches, "", Some(home.path()), 2);
    let sum = value(&found, "points per hand@models") + 3.0 * value(&found, "points per hand@none");
    // Riichi sticks that nobody won are missing, and nothing else.
    assert!((-1_000.0..1e-6).contains(&sum), "one against three, {sum}: {found:?}");
    assert_eq!(found.void, None);
    // A selection that keeps nothing compares the plain evaluation with itself.
    let nothing = "sizes = [2]\ntest = 2\nseeds = 2\nways = [\
        { name = \"predictions\", aux = \"predictions\", problems = 22, select = 1.0 }]";
    let found = measure("auxiliary", nothing, "", Some(home.path()), 2);
    assert!(found.void.is_some_and(|why| why.contains("no auxiliary problem was selected")));
    let best = "sizes = [4]\ntest = 2\nseeds = 1\nlearning = { c = 0.1, folds = \"decisions\" }\n\
        ways = [\
        { name = \"best\", aux = \"predictions\", problems = 22, best = 3 },\
        { name = \"answers\", aux = \"answers\", problems = 22 }]";
    let found = measure("auxiliary", best, "", Some(home.path()), 2);
    let kept = "3 of 22 problems kept";
    assert!(found.notes.iter().any(|note| note.starts_with(kept)), "{:?}", found.notes);
    assert!(found.void.is_none() && value(&found, "answers@4") > 20.0, "{found:?}");
}

#[test]
fn patterns_are_counted_kept_and_tested_on_other_positions() {
    let counts =
        "positions = 800\nsupports = [0.3, 0.2]\nmax-entropy = 0.9\nbiased-supports = [0.2]";
    let found = measure("pattern-counts", counts, "", None, 2);
    let biased = value(&found, "biased patterns@40000");
    assert!(0.0 < biased && biased < value(&found, "closed patterns@40000"), "{found:?}");

    let choice = "positions = 800\nsupport = 0.2\ncutoffs = [0.02, 0.005]\nrounds = [500, 2000]\n\
        biased = { support = 0.15, max-entropy = 0.9, cutoffs = [0.005] }";
    let kept = measure("kept-features", choice, "", None, 2);
    assert_eq!(kept, measure("kept-features", choice, "", None, 1));
    let few = value(&kept, "features kept@0.02");
    let many = value(&kept, "features kept@0.005");
    let biased = value(&kept, "features kept, biased patterns@0.005");
    assert!(0.0 < few && few < many && biased > 0.0, "{kept:?}");

    let found = measure("accuracy", &format!("{choice}\ntest-positions = 600"), "", None, 2);
    for place in [format!("mined features@{many}"), "raw features@all".to_owned()] {
        assert!((55.0..90.0).contains(&value(&found, &place)), "{found:?}");
    }
    assert!(value(&found, &format!("mined features, biased patterns@{biased}")) > 50.0);
    let [mined, tested] = &found.notes[..] else { panic!("{found:?}") };
    assert!(mined.starts_with("800 distinct") && tested.starts_with("tested on others: 600 "));
}
