//! A table as it happens: a WebSocket that shows every move and takes the
//! person's.

use super::App;
use super::api::seat;
use crate::error::ServeError;
use crate::tables::{Asked, Slot};
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;

/// How often a silent page is asked whether it is still there.
pub const PING: Duration = Duration::from_secs(25);
/// How often a page hears that its table waits for a free thread.
const WAITING: Duration = Duration::from_secs(2);
/// A page that does not take what is sent for so long is left.
const SLOWEST: Duration = Duration::from_secs(20);
/// The most bytes of a message from a page.
const LARGEST_MESSAGE: usize = 4 << 10;

/// What a page says.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Said {
    Move {
        #[serde(rename = "move")]
        mv: String,
        number: usize,
    },
    Undo,
    Next,
    Hint,
    Belief,
}

pub(super) async fn live(
    State(app): State<App>,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ServeError> {
    let slot = seat(&app, &id).await?;
    // A buffer stays with its connection and is wiped before it is read into:
    // one of the usual size would be most of what a table costs.
    Ok(upgrade
        .read_buffer_size(LARGEST_MESSAGE)
        .max_message_size(LARGEST_MESSAGE)
        .max_frame_size(LARGEST_MESSAGE)
        .on_upgrade(move |socket| talk(app, slot, socket)))
}

async fn talk(app: App, slot: Arc<Slot>, mut socket: WebSocket) {
    let mut news = slot.listen();
    if send(&mut socket, &slot.shown()).await.is_err() {
        return;
    }
    let mut ping = tokio::time::interval(PING);
    let mut waiting = tokio::time::interval(WAITING);
    loop {
        let sent = tokio::select! {
            heard = news.recv() => match heard {
                Ok(message) => send(&mut socket, &message).await,
                Err(RecvError::Lagged(_)) => {
                    news = slot.listen();
                    send(&mut socket, &slot.shown()).await
                }
                Err(RecvError::Closed) => return,
            },
            said = socket.recv() => match said {
                Some(Ok(Message::Text(text))) => match answer(&app, &slot, &text).await {
                    Some(reply) => send(&mut socket, &reply.to_string()).await,
                    None => Ok(()),
                },
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
                _ => return,
            },
            _ = waiting.tick() => match app.tables.pool.waiting() {
                waiting @ 1.. if slot.is_waiting() => {
                    let news = json!({ "type": "waiting", "waiting": waiting });
                    send(&mut socket, &news.to_string()).await
                }
                _ => Ok(()),
            },
            _ = ping.tick() => {
                let beat = socket.send(Message::Ping(Vec::new().into()));
                tokio::time::timeout(SLOWEST, beat).await.map_err(drop).and_then(|r| r.map_err(drop))
            }
        };
        if sent.is_err() {
            return;
        }
    }
}

async fn send(socket: &mut WebSocket, text: &str) -> Result<(), ()> {
    let sending = socket.send(Message::Text(text.into()));
    tokio::time::timeout(SLOWEST, sending).await.map_err(drop)?.map_err(drop)
}

/// What is said back to this page alone; everybody hears the moves.
async fn answer(app: &App, slot: &Arc<Slot>, text: &str) -> Option<Value> {
    let said = match serde_json::from_str(text) {
        Ok(said) => said,
        Err(e) => return Some(json!({ "type": "error", "error": format!("no message: {e}") })),
    };
    let tables = &app.tables;
    let answered = match said {
        Said::Move { mv, number } => {
            tables.act(slot, Asked::Move(mv, number)).await.map(|_| Value::Null)
        }
        Said::Undo => tables.act(slot, Asked::Undo).await.map(|_| Value::Null),
        Said::Next => tables.act(slot, Asked::Next).await.map(|_| Value::Null),
        Said::Hint => {
            let hint = tables.ask(slot, |table| table.hint()).await;
            hint.map(|hint| json!({ "type": "hint", "hint": hint }))
        }
        Said::Belief => {
            let belief = tables.ask(slot, |table| table.belief()).await;
            belief.map(|belief| json!({ "type": "belief", "belief": belief }))
        }
    };
    match answered {
        Ok(Value::Null) => None,
        Ok(reply) => Some(reply),
        Err(e) => Some(json!({ "type": "error", "error": e.to_string() })),
    }
}
