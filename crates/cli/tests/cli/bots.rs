//! Bots: programs that play by the protocol, and programs that do not.

use crate::common::{Ran, TestDir};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

const GAMES: [&str; 5] = ["othello", "mahjong", "daihinmin", "koikoi", "leduc"];

/// The folder of the template bots.
fn templates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bots")
}

/// Compiles a template; `None`, and a line that says so, without the compiler.
fn compiled(dir: &TestDir, compiler: &str, source: &str) -> Option<String> {
    let out = dir.folder.path().join(source.replace('.', "-"));
    let mut command = Command::new(compiler);
    let done = command.arg("-O").arg("-o").arg(&out).arg(templates().join(source)).output();
    let Ok(done) = done else {
        eprintln!("there is no {compiler} here; {source} is passed over");
        return None;
    };
    assert!(done.status.success(), "{source}: {}", String::from_utf8_lossy(&done.stderr));
    Some(format!("exec:{}", out.display()))
}

/// A template that an interpreter runs.
fn interpreted(interpreter: &str, source: &str) -> Option<String> {
    let there = Command::new(interpreter).arg("--version").output().is_ok();
    if !there {
        eprintln!("there is no {interpreter} here; {source} is passed over");
    }
    there.then(|| format!("exec:{interpreter} {}", templates().join(source).display()))
}

fn c_bot(dir: &TestDir) -> String {
    compiled(dir, "cc", "bot.c").expect("a C compiler is there")
}

fn player<'a>(report: &'a Value, start: &str) -> &'a Value {
    let players = report["players"].as_array().expect("players");
    let named = |player: &&Value| player["name"].as_str().is_some_and(|n| n.starts_with(start));
    players.iter().find(named).expect("the player is in the report")
}

fn played(dir: &TestDir, game: &str, bot: &str, rest: &[&str]) -> Ran {
    let mut words = vec!["match", game, bot, "random", "--json"];
    words.extend(rest);
    dir.run(&words, "")
}

#[test]
fn every_template_plays_every_game() {
    let dir = TestDir::new();
    let bots = [
        compiled(&dir, "cc", "bot.c"),
        compiled(&dir, "rustc", "bot.rs"),
        interpreted("python3", "bot.py"),
        interpreted("node", "bot.js"),
    ];
    for source in ["bot.c", "bot.rs", "bot.py", "bot.js"] {
        let text = std::fs::read_to_string(templates().join(source)).expect("the template");
        assert!(text.lines().count() < 60, "{source} is no short template any more");
    }
    let mut reports: Vec<Value> = Vec::new();
    for bot in bots.iter().flatten() {
        for game in GAMES {
            let report = played(&dir, game, bot, &["--deals", "2"]).code(0).json();
            assert_eq!(player(&report, "exec")["errors"], 0, "{bot} in {game}");
            reports.push(player(&report, "exec")["points"].clone());
        }
    }
    // The same seed, the same games: all templates draw alike.
    for later in reports.chunks(GAMES.len()).skip(1) {
        assert_eq!(later, &reports[..GAMES.len()]);
    }
}

#[test]
fn the_same_result_with_any_number_of_threads() {
    let dir = TestDir::new();
    let bot = c_bot(&dir);
    let result = |rest: &[&str]| {
        let mut report = played(&dir, "koikoi", &bot, rest).code(0).json();
        report.as_object_mut().expect("an object").remove("times");
        report
    };
    let one = result(&["--deals", "6", "--threads", "1"]);
    assert_eq!(one, result(&["--deals", "6", "--threads", "3"]));
}

/// A bot in shell that fails when `fails` says so, by its number of questions.
fn shell_bot(dir: &TestDir, answer: &str) -> String {
    let script = r#"
n=0
while read -r line; do
  case "$line" in
    *'"type":"hello"'*) echo '{"type":"ready"}';;
    *'"type":"question"'*)
      n=$((n+1))
      id=${line#*'"id":'}; id=${id%%,*}
      move=${line#*'"legal":["'}; move=${move%%'"'*}
      ANSWER;;
  esac
done
"#;
    dir.file("bot.sh", script.replace("ANSWER", answer));
    format!("sh {}", dir.folder.path().join("bot.sh").display())
}

const GOOD: &str = r#"echo "{\"type\":\"answer\",\"id\":$id,\"move\":\"$move\"}""#;

/// Dies at every tenth question: exactly the games in which it does are lost.
#[test]
fn a_bot_that_dies_loses_exactly_those_games() {
    let dir = TestDir::new();
    let dies = format!("[ $n = 10 ] && {{ echo tired >&2; exit 3; }}; {GOOD}");
    let bot = format!("exec:{}", shell_bot(&dir, &dies));
    let rest = ["--deals", "20", "--threads", "1", "--records", "games.jsonl"];
    let report = played(&dir, "leduc", &bot, &rest).code(1).json();
    let bot = player(&report, "exec");
    let errors = bot["errors"].as_u64().expect("a count");
    // Each of its two chairs has a program; every tenth question of each kills
    // it. What was asked beyond the last multiple of ten killed nobody.
    let asked = bot["moves"].as_u64().expect("a count");
    assert!(errors > 0 && errors * 10 <= asked && asked < (errors + 2) * 10, "{errors}, {asked}");
    assert_eq!(player(&report, "random")["errors"], 0);
    let messages = bot["messages"].as_array().expect("messages");
    let first = messages[0].as_str().expect("text");
    assert!(first.contains("the program has ended (exit status: 3)"), "{first}");
    assert!(first.contains("standard error ends with `tired`"), "{first}");
    let games = String::from_utf8(dir.read("games.jsonl")).expect("text");
    let lost = games.lines().filter(|line| line.contains("(error): the program has ended"));
    assert_eq!(lost.count() as u64, errors, "kept records say who lost by rule");
    // Answered by the wrong number, so that the match is whole all the same.
    assert_eq!(report["games"], 40);
}

/// Whatever a bot prints, its games are lost, and nothing else is harmed.
#[test]
fn garbage_loses_the_game() {
    let dir = TestDir::new();
    let once = format!("[ $n = 1 ] || {{ {GOOD}; continue; }};");
    let cases = [
        ("echo nonsense", "the line was `nonsense`"),
        ("printf 'a\\000b\\n'", "the line was `a\\u{0}b`"),
        ("printf '{\"type\":'; exit 0", "the program has ended (exit status: 0)"),
        ("exec >&-; sleep 100", "the program has closed its standard output"),
        ("sleep 100", "no answer after"),
        ("head -c 100000000 /dev/zero", "a line is longer than 1000000 bytes"),
        ("head -c 100000000 /dev/zero >&2", "bytes on standard error between two answers"),
        (r#"echo "{\"type\":\"answer\",\"id\":$id,\"move\":\"castle\"}""#, "`castle` is no move"),
        (r#"echo "{\"type\":\"answer\",\"id\":77,\"move\":\"$move\"}""#, "but question 77"),
        (r#"echo "{\"type\":\"answer\",\"id\":$id,\"seat\":9,\"move\":\"$move\"}""#, "was asked"),
    ];
    for (answer, message) in cases {
        let time = if answer == "sleep 100" { "0.5" } else { "60" };
        let bot = shell_bot(&dir, &format!("{once} {answer}"));
        let bot = format!("exec[time={time}]:{bot}");
        let ran = played(&dir, "leduc", &bot, &["--deals", "1", "--threads", "1"]).code(1);
        let report = ran.json();
        let told = player(&report, "exec")["messages"][0].as_str().expect("text").to_owned();
        assert!(told.contains(message), "{answer}: {told}");
        assert_eq!(
            (&report["games"], &player(&report, "random")["errors"]),
            (&2.into(), &0.into())
        );
    }
    // Answers twice: the second is taken for the next question's, which it is not.
    let bot = format!("exec:{}", shell_bot(&dir, &format!("{GOOD}; {GOOD}")));
    let report = played(&dir, "othello", &bot, &["--deals", "1"]).code(1).json();
    let told = player(&report, "exec")["messages"][0].as_str().expect("text").to_owned();
    assert!(told.contains("question 2 is open, but question 1 is answered"), "{told}");
    // Answers before it is asked.
    dir.file("early.sh", "echo '{\"type\":\"answer\",\"id\":1,\"move\":\"fold\"}'; cat >/dev/null");
    let report = played(&dir, "leduc", "exec:sh early.sh", &["--deals", "1"]).code(1).json();
    let told = player(&report, "exec")["messages"][0].as_str().expect("text").to_owned();
    assert!(told.contains("got the type `answer`"), "{told}");
}

#[test]
fn bots_are_named_wherever_players_are() {
    let dir = TestDir::new();
    let bot = c_bot(&dir);
    dir.fuda("match othello random greedy --deals 1 --records games.jsonl").code(0);
    let agree = ["agree", "othello", &bot, "games.jsonl", "--positions", "20", "--json"];
    assert_eq!(dir.run(&agree, "").code(0).json()["player"], bot.as_str());
    let analyse = ["analyse", "othello", "games.jsonl", "--player", &bot, "--json"];
    assert!(!dir.run(&analyse, "").code(0).json()["decisions"].as_array().unwrap().is_empty());
    let review = dir.run(&["review", "games.jsonl", "--player", &bot, "--json"], "").code(0).json();
    assert!(review["decisions"].as_array().is_some_and(|decisions| !decisions.is_empty()));
    let play = ["play", "leduc", "--against", &bot, "--seed", "1"];
    assert!(dir.run(&play, "1\n1\n1\n1\n1\n1\n").code(0).out.contains("The game is over."));
    let learn =
        ["learn", "leduc", "rank", "--self-play", &bot, "--games", "40", "--model", "a.fuda"];
    dir.run(&learn, "").code(0);
    let check = dir.run(&["check-bot", "koikoi", &bot, "--games", "4"], "").code(0);
    assert!(check.out.ends_with("nothing is wrong\n"), "{}", check.out);
    let bad = format!("exec:{}", shell_bot(&dir, "echo no"));
    let check = dir.run(&["check-bot", "leduc", &bad, "--games", "2", "--json"], "").code(1).json();
    assert_eq!(check["passed"], false);
    assert!(check["checks"][0]["problems"][0].as_str().unwrap().contains("the line was `no`"));
    dir.run(&["match", "othello", "exec:no-such-bot", "random"], "")
        .code(2)
        .says("there is no program `no-such-bot`");
}

/// Nothing remains of a bot, however fuda ends.
#[test]
#[cfg(target_os = "linux")]
fn a_killed_fuda_leaves_no_bot_behind() {
    for signal in ["-KILL", "-TERM", "-INT"] {
        let dir = TestDir::new();
        let pids = dir.folder.path().join("pids");
        // What a bot has started itself must go, too.
        let hangs = format!("sleep 1000 & echo $$ $! >> {}; wait", pids.display());
        let bot = format!("exec:{}", shell_bot(&dir, &hangs));
        let mut fuda = Command::new(env!("CARGO_BIN_EXE_fuda"))
            .args(["match", "leduc", &bot, "random", "--threads", "2"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the match starts");
        let started =
            wait_for(|| std::fs::read_to_string(&pids).is_ok_and(|t| t.lines().count() > 1));
        assert!(started, "the bots never started");
        let bots = std::fs::read_to_string(&pids).expect("pids");
        let kill = |signal: &str| {
            let sent = Command::new("kill").args([signal, &fuda.id().to_string()]).status();
            assert!(sent.expect("kill is there").success());
        };
        kill(signal);
        if signal != "-KILL" {
            // The first asks for an end in good order; the second leaves at once.
            std::thread::sleep(Duration::from_millis(100));
            kill(signal);
        }
        fuda.wait().expect("it ends");
        for pid in bots.split_whitespace() {
            let stat = format!("/proc/{pid}/stat");
            let alive = || std::fs::read_to_string(&stat).is_ok_and(|stat| !stat.contains(") Z"));
            assert!(wait_for(|| !alive()), "the bot {pid} remains");
        }
    }
}

/// Waits until something holds; gives up after a long time.
fn wait_for(holds: impl Fn() -> bool) -> bool {
    (0..3000).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        holds()
    })
}

/// Real dialogues of every game, both directions, against the schema.
#[test]
fn dialogues_follow_the_schema() {
    let dir = TestDir::new();
    c_bot(&dir);
    let schema = templates().join("../../docs/bot-protocol.schema.json");
    let schema = std::fs::read_to_string(schema).expect("the schema");
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    for game in GAMES {
        let bot = format!(r#"exec:sh -c "tee -a {game}.in | ./bot-c | tee -a {game}.out""#);
        played(&dir, game, &bot, &["--deals", "1", "--threads", "1"]).code(0);
        let mut types = Vec::new();
        for name in [format!("{game}.in"), format!("{game}.out")] {
            let text = String::from_utf8(dir.read(&name)).expect("text");
            for line in text.lines() {
                let message: Value = serde_json::from_str(line).expect("a line is JSON");
                assert!(fits(&message, &schema), "{game}: {line}");
                types.push(message["type"].as_str().expect("a type").to_owned());
            }
        }
        types.sort();
        types.dedup();
        assert_eq!(types, ["answer", "end", "hello", "question", "ready", "start"], "{game}");
    }
    for wrong in [
        r#"{"type":"question","id":1}"#,
        r#"{"type":"answer","id":1}"#,
        r#"{"type":"answer","id":1,"move":"a","action":1}"#,
        r#"{"type":"answer","id":-1,"move":"a"}"#,
        r#"{"type":"answer","id":1,"move":"a","values":["x"]}"#,
        r#"{"type":"hallo"}"#,
    ] {
        assert!(!fits(&serde_json::from_str(wrong).unwrap(), &schema), "{wrong}");
    }
}

/// Whether a value fits a schema: the words of JSON Schema that ours uses.
fn fits(value: &Value, schema: &Value) -> bool {
    let list = |key: &str| schema[key].as_array().map_or(&[][..], Vec::as_slice);
    let is = |name: &Value| match name.as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("number") => value.is_number(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("null") => value.is_null(),
        other => panic!("the schema has the type {other:?}"),
    };
    let typed = match &schema["type"] {
        Value::Null => true,
        Value::Array(names) => names.iter().any(is),
        name => is(name),
    };
    let known = schema.get("const").is_none_or(|only| only == value);
    let large = schema["minimum"].as_f64().is_none_or(|least| value.as_f64() >= Some(least));
    let there = list("required").iter().all(|key| value.get(key.as_str().unwrap()).is_some());
    let properties = schema["properties"]
        .as_object()
        .into_iter()
        .flatten()
        .all(|(key, inner)| value.get(key).is_none_or(|value| fits(value, inner)));
    let items = schema.get("items").is_none_or(|inner| {
        value.as_array().is_none_or(|items| items.iter().all(|item| fits(item, inner)))
    });
    let one = schema
        .get("oneOf")
        .is_none_or(|_| list("oneOf").iter().filter(|inner| fits(value, inner)).count() == 1);
    typed && known && large && there && properties && items && one
}
