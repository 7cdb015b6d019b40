//! As much of WebDriver as the tests need.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A browser with one page.
pub struct Browser {
    driver: Child,
    addr: SocketAddr,
    session: String,
}

/// How long a page may take for anything.
const PATIENCE: Duration = Duration::from_secs(120);

const ARGUMENTS: [&str; 9] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-prefers-reduced-motion",
];

impl Browser {
    /// Starts ChromeDriver and Chromium, where they are installed.
    pub fn start() -> Option<Browser> {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let lines = BufReader::new(driver.stdout.take()?).lines();
        let port = lines.map_while(Result::ok).find_map(|line| {
            let rest = line.split("successfully on port ").nth(1)?;
            rest.trim_end_matches('.').parse::<u16>().ok()
        })?;
        let addr = SocketAddr::from(([127, 0, 0, 1], port));
        let mut browser = Browser { driver, addr, session: String::new() };
        let capabilities = json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": { "args": ARGUMENTS },
            "goog:loggingPrefs": { "browser": "ALL" },
            "timeouts": { "script": PATIENCE.as_millis() as u64 },
        } } });
        let made = browser.ask("POST", "/session", &capabilities);
        browser.session = made["sessionId"].as_str().expect("a session").to_owned();
        Some(browser)
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let body = body.to_string();
        let mut stream = TcpStream::connect(self.addr).expect("ChromeDriver answers");
        stream.set_read_timeout(Some(2 * PATIENCE)).unwrap();
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}",
            self.addr
        )
        .unwrap();
        let body = answer(&mut BufReader::new(stream));
        let value: Value = serde_json::from_slice(&body).unwrap_or(Value::Null);
        let value = value["value"].clone();
        assert!(value["error"].is_null(), "{method} {path}: {value}");
        value
    }

    fn post(&self, what: &str, body: Value) -> Value {
        self.ask("POST", &format!("/session/{}/{what}", self.session), &body)
    }

    /// Opens an address.
    pub fn go(&mut self, url: &str) {
        self.post("url", json!({ "url": url }));
    }

    /// Loads the page again.
    pub fn reload(&mut self) {
        self.post("refresh", json!({}));
    }

    /// Makes the page so large.
    pub fn size(&mut self, width: u32, height: u32) {
        self.post("goog/cdp/execute", json!({
            "cmd": "Emulation.setDeviceMetricsOverride",
            "params": { "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false },
        }));
    }

    /// Runs a script and gives what it returns.
    pub fn run(&mut self, script: &str, args: &[Value]) -> Value {
        self.post("execute/sync", json!({ "script": script, "args": args }))
    }

    /// Runs a script that calls its last argument when it is done.
    pub fn run_async(&mut self, script: &str, args: &[Value]) -> Value {
        self.post("execute/async", json!({ "script": script, "args": args }))
    }

    /// Waits until an expression is true.
    pub fn wait(&mut self, expression: &str) {
        let begun = Instant::now();
        let script = format!("return Boolean({expression});");
        while self.run(&script, &[]) != json!(true) {
            assert!(begun.elapsed() < PATIENCE, "never true: {expression}");
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    /// Clicks the first element of a selector, as a mouse would.
    pub fn click(&mut self, selector: &str) {
        let found = self.post("element", json!({ "using": "css selector", "value": selector }));
        let id = found.as_object().and_then(|o| o.values().next()).cloned();
        let id = id.and_then(|id| id.as_str().map(str::to_owned)).expect("an element");
        self.post(&format!("element/{id}/click"), json!({}));
    }

    /// Presses keys one after the other.
    pub fn keys(&mut self, keys: &[&str]) {
        let press = |key: &&str| {
            [json!({ "type": "keyDown", "value": key }), json!({ "type": "keyUp", "value": key })]
        };
        let actions: Vec<Value> = keys.iter().flat_map(press).collect();
        let source = json!({ "type": "key", "id": "keyboard", "actions": actions });
        self.post("actions", json!({ "actions": [source] }));
    }

    /// The errors on the console since the last time.
    pub fn errors(&mut self) -> Vec<String> {
        let log = self.post("se/log", json!({ "type": "browser" }));
        let entries = log.as_array().cloned().unwrap_or_default();
        let severe = entries.iter().filter(|entry| entry["level"] == "SEVERE");
        severe.map(|entry| entry["message"].to_string()).collect()
    }
}

/// The body of an answer, as long as its head says.
fn answer(stream: &mut impl BufRead) -> Vec<u8> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).expect("ChromeDriver answers in time");
        let line = line.trim_end().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().expect("a length");
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).expect("ChromeDriver ends its answer");
    body
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            // The browser ends with its session.
            let path = format!("/session/{}", self.session);
            if let Ok(mut stream) = TcpStream::connect(self.addr) {
                let host = self.addr;
                let _ = write!(stream, "DELETE {path} HTTP/1.1\r\nhost: {host}\r\n\r\n");
                let _ = stream.set_read_timeout(Some(Duration::from_secs(20)));
                let _ = stream.read(&mut [0; 64]);
            }
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
