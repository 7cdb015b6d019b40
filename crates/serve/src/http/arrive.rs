//! Requests that arrive slowly: their bodies are read before anything else is
//! done for them, within a time.

use super::App;
use super::listen::Line;
use crate::error::ServeError;
use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, FromRequest, Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// Tells the connection that a request is being answered.
pub(super) async fn mark(request: Request, next: Next) -> Response {
    let line = request.extensions().get::<ConnectInfo<Line>>().map(|line| line.0.clone());
    let Some(line) = line else { return next.run(request).await };
    line.begin();
    let response = next.run(request).await;
    // A WebSocket goes on with its connection; it has a clock of its own.
    if response.status() != StatusCode::SWITCHING_PROTOCOLS {
        line.end();
    }
    response
}

/// Reads the whole body, as large as the route allows.
pub(super) async fn whole(State(app): State<App>, request: Request, next: Next) -> Response {
    if request.method() == Method::GET {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    let mut read = Request::new(body);
    // The limit of the route is among them.
    *read.extensions_mut() = parts.extensions.clone();
    let read = tokio::time::timeout(app.patience, Bytes::from_request(read, &()));
    let refused = match read.await {
        Ok(Ok(bytes)) => {
            return next.run(Request::from_parts(parts, Body::from(bytes))).await;
        }
        Ok(Err(e)) if e.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            ServeError::TooLarge("more bytes than allowed were sent".into())
        }
        Ok(Err(e)) => ServeError::Bad(e.body_text()),
        Err(_) => ServeError::TooSlow("the request did not arrive in time".into()),
    };
    refused.into_response()
}

/// Lets a few files in at once, so that they cannot fill the memory.
pub(super) async fn in_turn(State(app): State<App>, request: Request, next: Next) -> Response {
    match Arc::clone(&app.receiving).try_acquire_owned() {
        Ok(_turn) => next.run(request).await,
        Err(_) => {
            ServeError::TooMany("too many files are being read; try later".into()).into_response()
        }
    }
}
