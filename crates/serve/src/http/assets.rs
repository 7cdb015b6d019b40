//! The pages and what they need, out of the binary.

use super::App;
use crate::error::ServeError;
use crate::page::{ASSETS, INDEX, OPENAPI};
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};

pub(super) async fn index(State(app): State<App>) -> Response {
    let lang = app.lang.as_deref().unwrap_or("");
    let page = INDEX.replacen("data-lang=\"\"", &format!("data-lang=\"{lang}\""), 1);
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response()
}

pub(super) async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}

pub(super) async fn asset(Path(name): Path<String>) -> Result<Response, ServeError> {
    let found = ASSETS.iter().find(|(known, _)| *known == name);
    let (known, text) = found.ok_or_else(|| ServeError::Missing("file of that name".into()))?;
    let kind = match known.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        _ => "image/svg+xml",
    };
    let head = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")];
    Ok((head, *text).into_response())
}
