//! A NATS server of our own for a test, on a free port.

// Every test file uses its own part of it.
#![allow(dead_code)]

use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

pub struct Server {
    pub address: String,
    port: u16,
    process: Child,
    options: Vec<String>,
    folder: tempfile::TempDir,
}

/// Port -1 is one that the server finds free itself.
fn launch(port: &str, folder: &Path, options: &[String]) -> std::io::Result<Child> {
    Command::new("nats-server")
        .args(["-js", "-a", "127.0.0.1", "-p", port, "-sd"])
        .arg(folder)
        .arg("--ports_file_dir")
        .arg(folder)
        .args(options)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
}

/// Looks again and again for what comes with a server that is up.
fn wait_for<T>(mut up: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = up() {
            return found;
        }
        assert!(start.elapsed() < Duration::from_secs(30), "the server does not come up");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The port a server says it listens at, in its file of ports.
fn port_of(process: &Child, folder: &Path) -> Option<u16> {
    let file = folder.join(format!("nats-server_{}.ports", process.id()));
    let ports: serde_json::Value = serde_json::from_slice(&std::fs::read(file).ok()?).ok()?;
    ports["nats"][0].as_str()?.rsplit(':').next()?.parse().ok()
}

impl Server {
    /// Starts one; says so and returns none where none is installed.
    pub fn start() -> Option<Server> {
        Server::with(&[])
    }

    /// Starts one with these options, too.
    pub fn with(options: &[&str]) -> Option<Server> {
        let folder = tempfile::tempdir().unwrap();
        let options: Vec<String> = options.iter().map(|&option| option.to_owned()).collect();
        let Ok(process) = launch("-1", folder.path(), &options) else {
            println!("skipped: `nats-server` is not installed");
            return None;
        };
        let port = wait_for(|| port_of(&process, folder.path()));
        let address = format!("nats://127.0.0.1:{port}");
        Some(Server { address, port, process, options, folder })
    }

    /// The address with something before the host, such as `user:password@`.
    pub fn address_with(&self, scheme: &str, user: &str) -> String {
        format!("{scheme}://{user}127.0.0.1:{}", self.port)
    }

    /// Kills it, and after a while starts it again with what it had stored.
    pub fn restart(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        std::thread::sleep(Duration::from_secs(1));
        let port = self.port.to_string();
        self.process = launch(&port, self.folder.path(), &self.options).unwrap();
        wait_for(|| TcpStream::connect(("127.0.0.1", self.port)).ok());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
