//! Whole games in a real browser: headless Chromium, driven by ChromeDriver.
//! Where there is no `chromedriver` the test says so and passes.

mod webdriver;

use fuda_core::{Game, Position, Record, Rng, Seed};
use fuda_mahjong::Mahjong;
use fuda_serve::{Config, Server, games};
use serde_json::{Value, json};
use std::net::SocketAddr;
use webdriver::Browser;

fn start() -> SocketAddr {
    let addr = ([127, 0, 0, 1], 0).into();
    let server = Server::bind(Config { addr, threads: 2, ..Config::default() }, games()).unwrap();
    let addr = server.addr().unwrap();
    std::thread::spawn(move || server.run());
    addr
}

/// Clicks whatever may be clicked until the game is over or `most` moves are
/// made; gives how many were, and whether the game is over.
const CLICK_ON: &str = r#"
const most = arguments[0], done = arguments[arguments.length - 1];
let moves = 0, idle = 0, seed = 12345;
const random = (n) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor((seed / 2147483648) * n); };
const tick = () => {
  if (document.querySelector('[data-over]')) return done({ moves, over: true });
  if (moves >= most) return done({ moves, over: false });
  if (++idle > 1500) return done({ moves, over: false, stuck: document.querySelector('.turn-line')?.textContent + ' ' + document.querySelector('.error')?.textContent });
  const go = document.querySelector('dialog[open] [data-continue]');
  if (go) { go.click(); idle = 0; return setTimeout(tick, 5); }
  const board = document.querySelector('.board');
  let all = [...(board?.querySelectorAll('.legal[data-move]:not([disabled])') ?? [])];
  const cards = [...(board?.querySelectorAll('.hand [data-card].legal:not(.chosen):not([disabled])') ?? [])];
  const plays = all.filter((b) => b.classList.contains('strong'));
  if (cards.length && !plays.length) { cards[random(cards.length)].click(); idle = 0; return setTimeout(tick, 5); }
  if (plays.length) all = plays;
  if (all.length) { all[random(all.length)].click(); moves++; idle = 0; }
  setTimeout(tick, 10);
};
tick();
"#;

/// What a person who cannot see or point would stumble over.
const ACCESS: &str = r#"
const wrong = [];
if (!document.documentElement.lang) wrong.push('no language');
const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
ids.forEach((id, i) => { if (ids.indexOf(id) !== i) wrong.push('twice: ' + id); });
for (const e of document.querySelectorAll('button, a[href], select, input, textarea')) {
  if (e.closest('[inert]')) continue;
  const label = e.getAttribute('aria-label') || e.textContent.trim() || e.title || (e.labels && [...e.labels].map((l) => l.textContent).join('').trim());
  if (!label) wrong.push('no name: ' + e.outerHTML.slice(0, 90));
}
for (const e of document.querySelectorAll('svg:not([aria-hidden=true])')) if (!e.getAttribute('aria-label')) wrong.push('picture without name');
if (document.documentElement.scrollWidth > window.innerWidth + 1) wrong.push('wider than the screen: ' + document.documentElement.scrollWidth + ' > ' + window.innerWidth);
return wrong;
"#;

/// axe-core's rules, where `FUDA_AXE` names its script.
const AXE: &str = r#"
const done = arguments[arguments.length - 1];
axe.run(document, { resultTypes: ['violations'] }).then(
  (found) => done(found.violations.map((v) => v.id + ': ' + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 120)).join(' | '))),
  (failed) => done(['axe failed: ' + failed]),
);
"#;

fn fine(browser: &mut Browser, place: &str) {
    let wrong = browser.run(ACCESS, &[]);
    assert_eq!(wrong, json!([]), "{place}");
    if let Ok(path) = std::env::var("FUDA_AXE") {
        let script = std::fs::read_to_string(&path).expect("FUDA_AXE is a file");
        browser.run(&script, &[]);
        assert_eq!(browser.run_async(AXE, &[]), json!([]), "{place}");
    }
    let errors = browser.errors();
    assert!(errors.is_empty(), "{place}: {errors:?}");
}

/// Sits down at a table by clicking through the first page.
fn sit(browser: &mut Browser, base: &str, game: &str) {
    browser.go(&format!("{base}#/"));
    browser.wait(&format!("document.querySelector('[data-game={game}]')"));
    browser.run("localStorage.setItem('fuda-fast', 'true');", &[]);
    browser.click(&format!("[data-game={game}]"));
    choose_fast(browser, game);
    browser.click("#start");
    browser.wait("document.querySelector('.board')?.firstElementChild");
}

/// Short games against fast players: the pages are tried, not the players.
fn choose_fast(browser: &mut Browser, game: &str) {
    let rules = match game {
        "koikoi" => "paper",
        "mahjong" => "paper-uct",
        "othello" => "standard",
        _ => "",
    };
    browser.run(
        "for (const id of ['opponents', 'adviser']) { const s = document.getElementById(id); \
         s.value = 'random'; s.dispatchEvent(new Event('change')); } \
         if (arguments[0]) document.getElementById('rules').value = arguments[0];",
        &[json!(rules)],
    );
}

#[test]
fn people_play_in_a_browser() {
    let Some(mut browser) = Browser::start() else {
        eprintln!("there is no chromedriver here; the tests in a browser are passed over");
        return;
    };
    let base = format!("http://{}/", start());
    browser.size(1280, 900);
    for game in ["othello", "koikoi", "daihinmin", "leduc"] {
        sit(&mut browser, &base, game);
        let some = browser.run_async(CLICK_ON, &[json!(2)]);
        assert!(some["stuck"].is_null(), "{game}: {some}");
        // A reload finds the game where it was.
        browser.reload();
        browser.wait("document.querySelector('.board')?.firstElementChild");
        fine(&mut browser, game);
        // The moves before the reload are listed again.
        let told = browser.run("return document.querySelectorAll('.log li').length;", &[]);
        assert_ne!(told, json!(0), "{game}");
        let end = browser.run_async(CLICK_ON, &[json!(100_000)]);
        assert_eq!(end["over"], true, "{game}: {end}");
        fine(&mut browser, &format!("{game}, at its end"));
        if ["koikoi", "daihinmin"].contains(&game) {
            truth(&mut browser, game);
        }
    }
    phone(&mut browser, &base);
    keyboard(&mut browser, &base);
    browser.size(1280, 900);
    arena(&mut browser, &base);
    mahjong(&mut browser, &base);
    japanese(&mut browser, &base);
}

/// After the game the others' hands are shown beside what was believed.
fn truth(browser: &mut Browser, game: &str) {
    browser.wait("document.querySelector('[data-tool=belief]:not([disabled])')");
    browser.click("[data-tool=belief]");
    browser.wait("document.querySelector('#belief-truth')");
    let held = "return document.querySelectorAll('.heat.held').length;";
    assert_eq!(browser.run(held, &[]), json!(0), "{game}");
    browser.click("#belief-truth");
    assert_ne!(browser.run(held, &[]), json!(0), "{game}");
    fine(browser, &format!("{game}, with the truth"));
}

/// A match is started, watched to its end, and listed.
fn arena(browser: &mut Browser, base: &str) {
    browser.go(&format!("{base}#/a"));
    browser.wait("document.querySelector('#match-a')");
    browser.run(
        "const set = (id, v) => { const s = document.getElementById(id); s.value = v; \
         s.dispatchEvent(new Event('change')); }; \
         set('match-game', 'leduc'); set('match-a', 'mc'); set('match-b', 'random'); \
         document.getElementById('match-deals').value = '30';",
        &[],
    );
    browser.click("#start-match");
    browser.wait("document.querySelectorAll('.interval circle').length === 4");
    fine(browser, "a match");
    browser.go(&format!("{base}#/a"));
    browser.wait("document.querySelector('#match-a')");
    browser.run(
        "const set = (id, v) => { const s = document.getElementById(id); s.value = v; \
         s.dispatchEvent(new Event('change')); }; \
         set('match-game', 'leduc'); set('match-form', 'round-robin'); set('match-a', 'mc'); \
         set('match-b', 'random'); set('match-c', 'cfr'); \
         document.getElementById('match-deals').value = '20';",
        &[],
    );
    browser.click("#start-match");
    browser.wait("document.querySelectorAll('.ladder li').length === 3");
    browser.wait("document.querySelector('#full-report') && !document.querySelector('#stop')");
    fine(browser, "a tournament");
    // A stored game is opened and reviewed.
    browser.click(".games .entry");
    browser.wait("document.querySelector('#begin-review')");
    fine(browser, "a stored game");
    browser.click("#begin-review");
    browser.wait("document.querySelector('[data-step=next]')");
    fine(browser, "the review of a stored game");
    browser.go(&format!("{base}#/a"));
    browser.wait("document.querySelector('.kept li')");
    fine(browser, "the arena");
}

/// A game of mahjong, its hint and belief, and its review.
fn mahjong(browser: &mut Browser, base: &str) {
    sit(browser, base, "mahjong");
    let some = browser.run_async(CLICK_ON, &[json!(3)]);
    assert!(some["stuck"].is_null(), "{some}");
    for (tool, shown) in [("hint", ".opinion"), ("belief", ".heat-map")] {
        browser.wait(&format!("document.querySelector('[data-tool={tool}]:not([disabled])')"));
        browser.click(&format!("[data-tool={tool}]"));
        browser.wait(&format!("document.querySelector('{shown}')"));
    }
    fine(browser, "mahjong");
    let end = browser.run_async(CLICK_ON, &[json!(100_000)]);
    assert_eq!(end["over"], true, "{end}");
    fine(browser, "mahjong, at its end");
    review(browser, base);
}

/// A game of random moves as a Tenhou log.
fn tenhou_log() -> String {
    let game = Mahjong::with_rules("tenhou-east").unwrap();
    let mut rng = Rng::new(Seed(6));
    let deal = game.deal(&mut rng);
    let (mut record, mut scratch) = (Record::new(&game, deal.clone()), Vec::new());
    let mut position = game.start(&deal).unwrap();
    while let Some(seat) = position.turn().first() {
        let mv = position.random_move(seat, &mut rng, &mut scratch).unwrap();
        position.play(seat, mv).unwrap();
        record.moves.push((seat, mv));
    }
    record.scores = position.scores();
    let formats = Mahjong::formats();
    let tenhou = formats.iter().find(|format| format.name() == "tenhou").unwrap();
    String::from_utf8(tenhou.write(&[record]).unwrap()).unwrap()
}

/// A Tenhou log, pasted, reviewed and stepped through.
fn review(browser: &mut Browser, base: &str) {
    let log = tenhou_log();
    browser.go(&format!("{base}#/r"));
    browser.wait("document.querySelector('textarea')");
    browser.run("document.querySelector('textarea').value = arguments[0];", &[json!(log)]);
    browser.click("#read-text");
    browser.wait("document.querySelector('#begin-review')");
    // The address of a log is no log; the page says where the log is.
    let address = "https://tenhou.net/0/?log=2019010100gm-00a9-0000-abcdef12&tw=1";
    browser.run("document.querySelector('textarea').value = arguments[0];", &[json!(address)]);
    browser.click("#read-text");
    browser
        .wait("document.querySelector('.error a[href*=\"log/?2019010100gm-00a9-0000-abcdef12\"]')");
    browser.run(
        "const s = document.getElementById('judge'); s.value = 'random'; \
         s.dispatchEvent(new Event('change'));",
        &[],
    );
    browser.click("#begin-review");
    browser.wait("document.querySelector('[data-step=next]')");
    let before = browser.run("return document.querySelector('.turn-line').textContent;", &[]);
    browser.click("[data-step=next-mistake]");
    let after = browser.run("return document.querySelector('.turn-line').textContent;", &[]);
    assert_ne!(before, after);
    browser.run("document.getElementById('truth').click();", &[]);
    let hidden = "return document.querySelectorAll('.other-hand [aria-label=back]').length;";
    assert_eq!(browser.run(hidden, &[]), json!(0));
    // The address restores the place.
    browser.reload();
    browser.wait("document.querySelector('[data-step=next]')");
    let restored = browser.run("return document.querySelector('.turn-line').textContent;", &[]);
    assert_eq!(restored, after);
    fine(browser, "review");
}

/// Under Japanese no English word of the pages is left.
fn japanese(browser: &mut Browser, base: &str) {
    browser.run("localStorage.setItem('fuda-lang', 'ja');", &[]);
    for (page, ready) in [("", "[data-game=othello]"), ("r", "textarea"), ("a", "#match-a")] {
        browser.go(&format!("{base}#/{page}"));
        browser.reload();
        browser.wait(&format!("document.querySelector('{ready}')"));
        let words = "return [...document.querySelectorAll('h1, h2, nav a, label:not(.parameter), .act, .game-card')] \
                     .map((e) => e.firstChild?.textContent ?? '').filter((text) => /[A-Za-z]{3}/.test(text) && text !== 'fuda');";
        assert_eq!(browser.run(words, &[]), json!([]), "{page}");
        fine(browser, &format!("Japanese: {page}"));
    }
}

/// Every page on a phone.
fn phone(browser: &mut Browser, base: &str) {
    browser.size(390, 844);
    for game in ["othello", "daihinmin", "leduc", "mahjong", "koikoi"] {
        sit(browser, base, game);
        let some = browser.run_async(CLICK_ON, &[json!(4)]);
        assert!(some["stuck"].is_null(), "{game}: {some}");
        fine(browser, &format!("{game} on a phone"));
    }
    let end = browser.run_async(CLICK_ON, &[json!(100_000)]);
    assert_eq!(end["over"], true, "{end}");
    fine(browser, "a whole game on a phone");
    for (page, ready) in [("", "[data-game=othello]"), ("r", "textarea"), ("a", "#match-a")] {
        browser.go(&format!("{base}#/{page}"));
        browser.wait(&format!("document.querySelector('{ready}')"));
        fine(browser, &format!("{page} on a phone"));
    }
}

/// Whole games with nothing but keys, from the first page on.
fn keyboard(browser: &mut Browser, base: &str) {
    const TAB: &str = "\u{E004}";
    const ENTER: &str = "\u{E007}";
    const RIGHT: &str = "\u{E014}";
    browser.size(1280, 900);
    for game in ["leduc", "koikoi", "othello", "daihinmin"] {
        browser.go(&format!("{base}#/"));
        browser.wait(&format!("document.querySelector('[data-game={game}]')"));
        let at = |browser: &mut Browser, selector: &str| {
            let script = format!("return document.activeElement.matches('{selector}');");
            browser.run(&script, &[]) == json!(true)
        };
        let card = format!("[data-game={game}]");
        (0..40).find(|_| {
            browser.keys(&[TAB]);
            at(browser, &card)
        });
        browser.keys(&[ENTER]);
        assert!(at(browser, "#start"), "{game}: the button to sit down is next");
        // Short games against fast players: the keys are tried, not the players.
        choose_fast(browser, game);
        browser.keys(&[ENTER]);
        browser.wait("document.querySelector('.board')?.firstElementChild");
        let over = "return Boolean(document.querySelector('[data-over]'));";
        let in_game = "return !document.activeElement.closest('[data-over]');";
        let ended = (0..1_000).any(|_| {
            browser.keys(&[RIGHT]);
            // Not the buttons behind the game: they lead to others.
            if browser.run(in_game, &[]) == json!(true) {
                browser.keys(&[ENTER]);
            }
            browser.run(over, &[]) == json!(true)
        });
        let line = browser.run("return document.querySelector('.turn-line').textContent;", &[]);
        assert!(ended, "the keys did not bring {game} to its end: {}", Value::to_string(&line));
        fine(browser, &format!("{game} by keys"));
    }
}
