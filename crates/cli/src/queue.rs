//! The queue of other machines, where one is asked for.

use crate::args::queue::{AccessArgs, QueueArgs};
use crate::failure::Failure;
use fuda_queue::{Connection, QueueError, WorkQueue};

/// The version that jobs and workers must share, with the commit where git
/// knew it. Changes that were not committed, and games of other crates, are not
/// seen in it: who builds those brings the same program everywhere.
pub fn version() -> String {
    format!("{} ({})", env!("CARGO_PKG_VERSION"), fuda_experiments::commit())
}

/// The queue that was asked for; it is looked at once whether the server is
/// there.
pub fn open(args: &QueueArgs) -> Result<Option<&'static dyn WorkQueue>, Failure> {
    let Some(address) = args.queue.as_deref().filter(|address| *address != "off") else {
        return Ok(None);
    };
    built::open(connection(address, &args.access)?).map(Some).map_err(failed)
}

/// A server with what it takes to be let in.
pub fn connection(address: &str, access: &AccessArgs) -> Result<Connection, Failure> {
    let mut connection = Connection::new(address).map_err(failed)?;
    if let Some(file) = &access.creds {
        connection = connection.with_credentials(file);
    }
    if let Some(file) = &access.tls_ca {
        connection = connection.with_authority(file);
    }
    Ok(connection)
}

/// Leaves nothing of this command at the server.
pub fn close() {
    built::close();
}

/// Why a queue cannot be used, and what to do.
pub fn failed(error: QueueError) -> Failure {
    let message = error.to_string();
    let help = match error {
        QueueError::Unreachable { .. } => "start one with `nats-server -js`, or check the address",
        QueueError::Refused { .. } => {
            "name them in the address (nats://USER:PASSWORD@HOST), or a file with --creds"
        }
        QueueError::Certificate { .. } => {
            "--tls-ca names the authority of a server's own certificates"
        }
        _ => return Failure::new(message),
    };
    Failure::with_help(message, help)
}

/// Why a build without the feature `nats` has no queue.
#[cfg(not(feature = "nats"))]
mod built {
    use fuda_queue::{Connection, QueueError, WorkQueue};

    pub(super) fn open(connection: Connection) -> Result<&'static dyn WorkQueue, QueueError> {
        Err(QueueError::NotBuilt { address: connection.to_string() })
    }

    pub(super) fn close() {}
}

/// The queue over NATS.
#[cfg(feature = "nats")]
#[path = "queue/nats.rs"]
mod built;
