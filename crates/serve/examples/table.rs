//! A server with its store in memory: `cargo run -p fuda-serve --example table 8477`.

use fuda_serve::{Config, ServeError, Server, games};

fn main() -> Result<(), ServeError> {
    let port = std::env::args().nth(1).and_then(|port| port.parse().ok()).unwrap_or(8477);
    let addr = ([127, 0, 0, 1], port).into();
    let server = Server::bind(Config { addr, ..Config::default() }, games())?;
    println!("http://{}/", server.addr()?);
    server.run()
}
