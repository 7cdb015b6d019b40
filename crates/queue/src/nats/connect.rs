//! Getting a connection, and why there is none.

use crate::address::Connection;
use crate::error::QueueError;
use async_nats::{Client, ConnectError, ConnectErrorKind, ConnectOptions};
use std::error::Error;
use std::path::Path;
use std::time::Duration;

/// How long a connection may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// Connects under a name that the server's operators see.
pub(super) async fn connect(to: &Connection, name: &str) -> Result<Client, QueueError> {
    let mut options = ConnectOptions::new()
        .name(name)
        .connection_timeout(PATIENCE)
        .max_reconnects(None)
        .require_tls(to.encrypted());
    if let Some((user, password)) = to.user() {
        options = match password {
            Some(password) => options.user_and_password(user.to_owned(), password.to_owned()),
            None => options.token(user.to_owned()),
        };
    }
    if let Some(file) = to.credentials() {
        options = credentials(options, file)?;
    }
    if let Some(file) = to.authority() {
        check_authority(file)?;
        options = options.add_root_certificates(file.to_owned());
    }
    options.connect(to.urls().collect::<Vec<_>>()).await.map_err(|error| explain(to, &error))
}

/// The options with what is in a file of credentials: a JWT and the seed of an
/// NKey, or the seed alone.
fn credentials(options: ConnectOptions, file: &Path) -> Result<ConnectOptions, QueueError> {
    let wrong = |problem: &str| QueueError::Credentials {
        path: file.to_owned(),
        problem: problem.to_owned(),
    };
    let text = std::fs::read_to_string(file).map_err(|e| wrong(&e.to_string()))?;
    let expected = "expected a JWT and the seed of an NKey, as `nsc` writes them, or a seed alone";
    if text.contains("BEGIN NATS USER JWT") {
        return options.credentials(&text).map_err(|_| wrong(expected));
    }
    let seed = text.lines().map(str::trim).find(|line| line.starts_with("SU"));
    seed.map(|seed| options.nkey(seed.to_owned())).ok_or_else(|| wrong(expected))
}

fn check_authority(file: &Path) -> Result<(), QueueError> {
    let wrong = |problem: String| QueueError::Credentials { path: file.to_owned(), problem };
    let text = std::fs::read(file).map_err(|e| wrong(e.to_string()))?;
    let mark = b"BEGIN CERTIFICATE";
    match text.windows(mark.len()).any(|window| window == mark) {
        true => Ok(()),
        false => Err(wrong("expected certificates in the form PEM".into())),
    }
}

fn explain(to: &Connection, error: &ConnectError) -> QueueError {
    let address = to.to_string();
    // The innermost cause says it best.
    let mut problem = String::new();
    let mut cause: Option<&dyn Error> = Some(error);
    while let Some(at) = cause {
        problem = at.to_string();
        cause = at.source();
    }
    match error.kind() {
        ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
            QueueError::Refused { address }
        }
        ConnectErrorKind::Dns => QueueError::UnknownHost { address, problem },
        ConnectErrorKind::Tls => QueueError::Certificate { address, problem },
        _ if problem.contains("certificate") => QueueError::Certificate { address, problem },
        ConnectErrorKind::TimedOut => {
            let problem = format!("nothing answered within {} s", PATIENCE.as_secs());
            QueueError::Unreachable { address, problem }
        }
        _ => QueueError::Unreachable { address, problem },
    }
}
