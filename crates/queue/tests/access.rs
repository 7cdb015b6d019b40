//! Who is let in: passwords, keys and certificates, over a real NATS server
//! where one is installed.

#[path = "server/mod.rs"]
mod server;

use fuda_queue::{Admin, Connection, QueueError};
use server::Server;
use std::path::{Path, PathBuf};

fn certificate(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/certificates").join(name)
}

fn try_to_connect(connection: &Connection) -> Result<(), QueueError> {
    Admin::connect(connection).and_then(|admin| admin.report()).map(drop)
}

/// The error of an address, which shows no password.
fn refused(address: &str) -> QueueError {
    let error = try_to_connect(&Connection::new(address).unwrap()).unwrap_err();
    assert!(!format!("{error} {error:?}").contains("secret"), "{error:?}");
    error
}

#[test]
fn a_password_lets_in_and_another_does_not() {
    let Some(server) = Server::with(&["--user", "ann", "--pass", "secret@1"]) else { return };
    let right = server.address_with("nats", "ann:secret%401@");
    try_to_connect(&Connection::new(&right).unwrap()).unwrap();
    for user in ["ann:secret2@", "bob:secret%401@", "secret@", ""] {
        let error = refused(&server.address_with("nats", user));
        assert!(matches!(error, QueueError::Refused { .. }), "{user}: {error}");
    }
}

#[test]
fn a_token_lets_in() {
    let Some(server) = Server::with(&["--auth", "secret"]) else { return };
    try_to_connect(&Connection::new(&server.address_with("nats", "secret@")).unwrap()).unwrap();
    assert!(matches!(
        refused(&server.address_with("nats", "secret2@")),
        QueueError::Refused { .. }
    ));
}

#[test]
fn a_key_lets_in() {
    // The seed and the public key of a user made for this test.
    let seed = "SUAK6N47EOXPFB77FDLOJLHN77DLEDJ67CNMSXA4MVOWGJNH266Q22FNKQ";
    let public = "UCUYSWRLJLJETU6LULEYXDBD53CUYNMFPCLLRITRQGYEYU2LAM7ZNWCR";
    let folder = tempfile::tempdir().unwrap();
    let (config, creds) = (folder.path().join("server.conf"), folder.path().join("user.nk"));
    std::fs::write(&config, format!("authorization {{ users = [ {{ nkey: {public} }} ] }}\n"))
        .unwrap();
    std::fs::write(&creds, format!("{seed}\n")).unwrap();
    let Some(server) = Server::with(&["-c", config.to_str().unwrap()]) else { return };
    let connection = Connection::new(&server.address).unwrap();
    try_to_connect(&connection.clone().with_credentials(&creds)).unwrap();
    assert!(matches!(try_to_connect(&connection), Err(QueueError::Refused { .. })));
    // Whatever is in the file, it is not shown.
    std::fs::write(&creds, "secret").unwrap();
    let error = try_to_connect(&connection.with_credentials(&creds)).unwrap_err();
    assert!(matches!(error, QueueError::Credentials { .. }), "{error}");
    assert!(!error.to_string().contains("secret"));
}

#[test]
fn certificates_are_checked() {
    let serve = |name: &str| {
        let (certificate, key) = (certificate(name), certificate("server.key"));
        let [certificate, key] = [certificate, key].map(|path| path.to_str().unwrap().to_owned());
        Server::with(&["--tls", "--tlscert", &certificate, "--tlskey", &key])
    };
    let Some(valid) = serve("valid.pem") else { return };
    let address = valid.address_with("tls", "");
    let own = Connection::new(&address).unwrap().with_authority(&certificate("ca.pem"));
    try_to_connect(&own).unwrap();
    // The system knows no such authority.
    let error = refused(&address);
    assert!(matches!(error, QueueError::Certificate { .. }), "{error}");

    let Some(expired) = serve("expired.pem") else { return };
    let connection = Connection::new(&expired.address_with("tls", "")).unwrap();
    let error = try_to_connect(&connection.with_authority(&certificate("ca.pem"))).unwrap_err();
    assert!(matches!(error, QueueError::Certificate { .. }), "{error}");
    assert!(error.to_string().to_lowercase().contains("expired"), "{error}");
}
