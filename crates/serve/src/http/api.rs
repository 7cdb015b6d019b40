//! The JSON API.

use super::App;
use crate::any_game::GameInfo;
use crate::error::ServeError;
use crate::matches::{MatchRequest, MatchState};
use crate::page;
use crate::review::ReviewRequest;
use crate::reviews::Unfinished;
use crate::table::Setup;
use crate::tables::{Asked, Message, Slot};
use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// JSON of a request; what is wrong with it is answered in our own form.
#[derive(FromRequest)]
#[from_request(via(Json), rejection(ServeError))]
pub(super) struct Body<T>(pub T);

impl From<JsonRejection> for ServeError {
    fn from(wrong: JsonRejection) -> ServeError {
        ServeError::Bad(wrong.body_text())
    }
}

fn text(json: &str) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], json.to_owned()).into_response()
}

fn shown(message: Message) -> Response {
    text(&message)
}

pub(super) async fn games(State(app): State<App>) -> Json<Vec<GameInfo>> {
    Json(app.tables.games().iter().map(|game| game.info()).collect())
}

pub(super) async fn status(State(app): State<App>) -> Json<Value> {
    Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "tables": app.tables.count(),
        "waiting": app.tables.pool.waiting(),
        "lang": app.lang,
    }))
}

pub(super) async fn open_table(
    State(app): State<App>,
    Body(setup): Body<Setup>,
) -> Result<Response, ServeError> {
    // Making a player may read its model: not on the threads that answer.
    let opened = tokio::task::spawn_blocking(move || app.tables.open(setup)).await;
    let slot = opened.map_err(ServeError::internal)??;
    Ok((StatusCode::CREATED, shown(slot.shown())).into_response())
}

/// The table of that name. One that rests in the store is made again, which
/// may read a model: not on the threads that answer.
pub(super) async fn seat(app: &App, id: &str) -> Result<Arc<Slot>, ServeError> {
    if let Some(slot) = app.tables.in_memory(id) {
        return Ok(slot);
    }
    let (app, id) = (Arc::clone(app), id.to_owned());
    let found = tokio::task::spawn_blocking(move || app.tables.find(&id)).await;
    found.map_err(ServeError::internal)?
}

pub(super) async fn table(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Response, ServeError> {
    Ok(shown(seat(&app, &id).await?.shown()))
}

/// A move of the person.
#[derive(Deserialize)]
pub(super) struct Played {
    #[serde(rename = "move")]
    mv: String,
    number: usize,
}

pub(super) async fn play(
    State(app): State<App>,
    Path(id): Path<String>,
    Body(played): Body<Played>,
) -> Result<Response, ServeError> {
    act(&app, &id, Asked::Move(played.mv, played.number)).await
}

pub(super) async fn undo(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Response, ServeError> {
    act(&app, &id, Asked::Undo).await
}

pub(super) async fn next(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Response, ServeError> {
    act(&app, &id, Asked::Next).await
}

async fn act(app: &App, id: &str, asked: Asked) -> Result<Response, ServeError> {
    let slot = seat(app, id).await?;
    Ok(shown(app.tables.act(&slot, asked).await?))
}

pub(super) async fn hint(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Response, ServeError> {
    let slot = seat(&app, &id).await?;
    Ok(Json(app.tables.ask(&slot, |table| table.hint()).await?).into_response())
}

pub(super) async fn belief(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Response, ServeError> {
    let slot = seat(&app, &id).await?;
    Ok(Json(app.tables.ask(&slot, |table| table.belief()).await?).into_response())
}

pub(super) async fn record(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Response, ServeError> {
    let slot = seat(&app, &id).await?;
    let record = app.tables.ask(&slot, |table| table.record()).await?;
    let kind = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"game.jsonl\""),
    ];
    Ok((kind, record).into_response())
}

/// The name of an uploaded file; its ending helps to recognise it.
#[derive(Deserialize)]
pub(super) struct Named {
    #[serde(default)]
    name: String,
}

pub(super) async fn upload(
    State(app): State<App>,
    Query(named): Query<Named>,
    bytes: Bytes,
) -> Result<Response, ServeError> {
    let (id, info) = app.reviews.upload(named.name, bytes.to_vec()).await?;
    Ok((StatusCode::CREATED, Json(json!({ "id": id, "file": info }))).into_response())
}

/// What is to be reviewed: an upload, or a finished game of a table.
#[derive(Deserialize)]
pub(super) struct ReviewBody {
    #[serde(default)]
    record: String,
    #[serde(default)]
    table: String,
    #[serde(flatten)]
    request: ReviewRequest,
}

pub(super) async fn begin_review(
    State(app): State<App>,
    Body(body): Body<ReviewBody>,
) -> Result<Response, ServeError> {
    let mut upload = body.record;
    if !body.table.is_empty() {
        let slot = seat(&app, &body.table).await?;
        let record = app.tables.ask(&slot, |table| table.record()).await?;
        (upload, _) = app.reviews.upload("game.jsonl".into(), record).await?;
    }
    let id = app.reviews.begin(&upload, body.request)?;
    Ok((StatusCode::ACCEPTED, Json(json!({ "id": id }))).into_response())
}

/// Reviews are large: they are not read on the threads that answer.
async fn review_of(app: App, id: String) -> Result<Result<String, Unfinished>, ServeError> {
    let read = tokio::task::spawn_blocking(move || app.reviews.get(&id)).await;
    read.map_err(ServeError::internal)?
}

pub(super) async fn review(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Response, ServeError> {
    match review_of(app, id).await? {
        Ok(review) => Ok(text(&review)),
        Err(unfinished) => Ok((StatusCode::ACCEPTED, Json(unfinished)).into_response()),
    }
}

pub(super) async fn review_page(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Response, ServeError> {
    let lang = app.lang.clone();
    let review = review_of(app, id).await?;
    let json = review.map_err(|_| ServeError::Conflict("the review is not finished".into()))?;
    let kind = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"review.html\""),
    ];
    Ok((kind, page::review_page(&json, lang.as_deref())).into_response())
}

pub(super) async fn matches(State(app): State<App>) -> Result<Json<Vec<MatchState>>, ServeError> {
    let listed = tokio::task::spawn_blocking(move || app.matches.list()).await;
    Ok(Json(listed.map_err(ServeError::internal)??))
}

pub(super) async fn start_match(
    State(app): State<App>,
    Body(request): Body<MatchRequest>,
) -> Result<Response, ServeError> {
    let started = tokio::task::spawn_blocking(move || app.matches.start(request)).await;
    let state = started.map_err(ServeError::internal)??;
    Ok((StatusCode::CREATED, Json(state)).into_response())
}

pub(super) async fn one_match(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<MatchState>, ServeError> {
    Ok(Json(app.matches.get(&id)?))
}

pub(super) async fn stop_match(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<MatchState>, ServeError> {
    Ok(Json(app.matches.stop(&id)?))
}

pub(super) async fn resume_match(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<MatchState>, ServeError> {
    Ok(Json(app.matches.resume(&id)?))
}

pub(super) async fn match_games(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Response, ServeError> {
    let kind = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"games.jsonl\""),
    ];
    Ok((kind, app.matches.games(&id)?).into_response())
}

/// What a report may do: show itself, and nothing else.
const REPORT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; \
                             frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox";

fn report_page(page: impl IntoResponse) -> Response {
    let kind = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, REPORT_POLICY),
    ];
    (kind, page).into_response()
}

pub(super) async fn match_page(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Response, ServeError> {
    Ok(report_page(app.matches.page(&id)?))
}

pub(super) async fn reports(State(app): State<App>) -> Result<Json<Vec<String>>, ServeError> {
    let listed = tokio::task::spawn_blocking(move || app.reports.list()).await;
    Ok(Json(listed.map_err(ServeError::internal)?))
}

pub(super) async fn report(
    State(app): State<App>,
    Path(name): Path<String>,
) -> Result<Response, ServeError> {
    let read = tokio::task::spawn_blocking(move || app.reports.page(&name)).await;
    Ok(report_page(read.map_err(ServeError::internal)??))
}
