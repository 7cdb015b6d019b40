//! A server, and how to speak of it.

use super::wire::Call;
use super::{CLEANING, PAUSE, STREAM_MISSING, connect, names};
use crate::address::Connection;
use crate::error::QueueError;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::{self, Context};
use async_nats::{Client, Subject};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::runtime::Runtime;

/// A server, and how to speak of it.
#[derive(Clone)]
pub(super) struct Server {
    pub address: String,
    pub client: Client,
    pub context: Context,
}

/// Threads for a connection.
pub(super) fn runtime() -> Result<Runtime, QueueError> {
    Ok(tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?)
}

/// Seconds since 1970.
pub(super) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// The name of this machine.
pub(super) fn host() -> String {
    #[cfg(unix)]
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").unwrap_or_default();
    if name.is_empty() { "somewhere".into() } else { name }
}

/// A name that nobody else has.
pub(super) fn unique() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let host: u32 = host()
        .bytes()
        .fold(2_166_136_261, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(16_777_619));
    format!("{:x}-{host:x}-{:x}", since.as_micros(), std::process::id())
}

impl Server {
    pub async fn connect(to: &Connection, name: &str) -> Result<Server, QueueError> {
        let client = connect::connect(to, name).await?;
        let context = jetstream::new(client.clone());
        Ok(Server { address: to.to_string(), client, context })
    }

    pub fn error(&self, doing: &'static str, problem: impl ToString) -> QueueError {
        let (address, problem) = (self.address.clone(), problem.to_string());
        QueueError::Server { address, doing, problem }
    }

    /// Makes sure that the server keeps streams.
    pub async fn check(&self) -> Result<(), QueueError> {
        let doing = "JetStream cannot be used there; `nats-server -js` starts a server with it";
        let account: Result<serde_json::Value, _> = self.context.request("INFO", &()).await;
        match account.map_err(|error| self.error(doing, error))?.get("error") {
            None => Ok(()),
            Some(error) => Err(self.error(doing, error["description"].as_str().unwrap_or("?"))),
        }
    }

    /// Publishes until the server has the message. A connection that is lost
    /// for a while is waited for; each message carries a name, so that the
    /// server keeps one of those sent again. False when its stream is gone.
    pub async fn publish(
        &self,
        subject: impl Into<Subject>,
        name: &str,
        bytes: Vec<u8>,
    ) -> Result<bool, QueueError> {
        use async_nats::jetstream::context::PublishErrorKind as Kind;
        let subject = subject.into();
        let message = PublishMessage::build().payload(bytes.into()).message_id(name);
        let mut missing = 0;
        loop {
            let sent = self.context.send_publish(subject.clone(), message.clone()).await;
            let answer = match sent {
                Ok(answer) => answer.await,
                Err(error) => Err(error),
            };
            match answer {
                Ok(_) => return Ok(true),
                Err(error) if error.kind() == Kind::StreamNotFound => {
                    missing += 1;
                    if missing > STREAM_MISSING {
                        return Ok(false);
                    }
                }
                Err(error) if error.kind() == Kind::MaxPayloadExceeded => {
                    return Err(self.error("a message cannot be published", error));
                }
                Err(_) => {}
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// The stream of a job; none when it is gone.
    pub async fn stream(&self, job: &str) -> Result<Option<jetstream::stream::Stream>, QueueError> {
        use async_nats::jetstream::context::GetStreamErrorKind as Kind;
        match self.context.get_stream(names::stream(job)).await {
            Ok(stream) => Ok(Some(stream)),
            Err(error) if matches!(error.kind(), Kind::JetStream(_)) => Ok(None),
            Err(error) => Err(self.error("the stream of a job cannot be opened", error)),
        }
    }

    /// Removes a stream, if the server can be reached within a while.
    pub async fn remove(&self, stream: &str) {
        let removing = async {
            while let Err(error) = self.context.delete_stream(stream).await {
                use async_nats::jetstream::context::DeleteStreamErrorKind as Kind;
                if matches!(error.kind(), Kind::JetStream(_)) {
                    break;
                }
                tokio::time::sleep(PAUSE).await;
            }
        };
        let _ = tokio::time::timeout(CLEANING, removing).await;
    }

    /// Calls everybody; answers come to the inbox, if there is one.
    pub async fn call(&self, inbox: &str, call: &Call) {
        let bytes = serde_json::to_vec(call).unwrap_or_default().into();
        let called = async {
            match inbox {
                "" => self.client.publish(names::CALLS, bytes).await,
                _ => self.client.publish_with_reply(names::CALLS, inbox.to_owned(), bytes).await,
            }
        };
        // A call that is lost is followed by another one.
        let _ = tokio::time::timeout(Duration::from_secs(2), called).await;
    }
}
