//! A NATS server of our own for a test, on a free port.

use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

pub struct Server {
    pub address: String,
    port: u16,
    process: Child,
    folder: tempfile::TempDir,
}

pub fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn launch(port: u16, folder: &std::path::Path) -> std::io::Result<Child> {
    Command::new("nats-server")
        .args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"])
        .arg(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
}

fn wait_for(port: u16) {
    let start = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(start.elapsed() < Duration::from_secs(30), "the server does not come up");
        std::thread::sleep(Duration::from_millis(50));
    }
}

impl Server {
    /// Starts one; says so and returns none where none is installed.
    pub fn start() -> Option<Server> {
        let folder = tempfile::tempdir().unwrap();
        let port = free_port();
        let Ok(process) = launch(port, folder.path()) else {
            println!("skipped: `nats-server` is not installed");
            return None;
        };
        wait_for(port);
        Some(Server { address: format!("nats://127.0.0.1:{port}"), port, process, folder })
    }

    /// Kills it, and after a while starts it again with what it had stored.
    pub fn restart(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        std::thread::sleep(Duration::from_secs(2));
        self.process = launch(self.port, self.folder.path()).unwrap();
        wait_for(self.port);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
