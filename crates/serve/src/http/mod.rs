//! The server: addresses, limits, and which request goes where.

mod api;
mod arrive;
mod assets;
mod guard;
mod listen;
mod live;

use crate::any_game::AnyGame;
use crate::error::ServeError;
use crate::id;
use crate::matches::Matches;
use crate::pool::Pool;
use crate::reports::Reports;
use crate::reviews::{LARGEST_UPLOAD, Reviews};
use crate::store::Store;
use crate::tables::Tables;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::json;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// How the server is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens.
    pub addr: SocketAddr,
    /// Other names under which browsers may reach it.
    pub hosts: Vec<String>,
    /// Where tables and reviews are kept; in memory only where nothing is named.
    pub store: Option<PathBuf>,
    /// A folder with reports to show.
    pub reports: Option<PathBuf>,
    /// Threads on which players think; 0 is one for each core.
    pub threads: usize,
    /// Tables in memory at once.
    pub most_tables: usize,
    /// Connections at once; three quarters of them from one address.
    pub most_connections: usize,
    /// How long a request may take to arrive.
    pub patience: Duration,
    /// The language of the pages where a browser has chosen none: `en` or `ja`.
    pub lang: Option<String>,
}

impl Config {
    /// Refuses what no browser could use.
    fn check(&self) -> Result<(), ServeError> {
        let is_name = |name: &String| {
            let known = |c: char| c.is_ascii_alphanumeric() || ".-_:[]".contains(c);
            !name.is_empty() && name.chars().all(known)
        };
        if let Some(name) = self.hosts.iter().find(|name| !is_name(name)) {
            let message =
                format!("--allow-host: expected a name such as table.example, got `{name}`");
            return Err(ServeError::Bad(message));
        }
        match self.reports.as_ref().filter(|folder| !folder.is_dir()) {
            Some(path) => {
                Err(ServeError::Bad(format!("{}: expected a folder with reports", path.display())))
            }
            None => Ok(()),
        }
    }
}

impl Default for Config {
    fn default() -> Config {
        Config {
            addr: SocketAddr::from(([127, 0, 0, 1], 8477)),
            hosts: Vec::new(),
            store: None,
            reports: None,
            threads: 0,
            most_tables: 1000,
            most_connections: 1024,
            patience: Duration::from_secs(30),
            lang: None,
        }
    }
}

/// What every request may need.
pub(crate) struct Shared {
    pub tables: Arc<Tables>,
    pub reviews: Arc<Reviews>,
    pub matches: Arc<Matches>,
    pub reports: Reports,
    pub guard: guard::Guard,
    pub lang: Option<String>,
    /// Files that are being received and read.
    pub receiving: Arc<Semaphore>,
    pub patience: Duration,
}

pub(crate) type App = Arc<Shared>;

/// The server, bound to its address.
pub struct Server {
    listener: TcpListener,
    app: App,
    most_connections: usize,
}

impl Server {
    /// Binds the address and opens the store, for these games.
    pub fn bind(config: Config, games: Vec<Box<dyn AnyGame>>) -> Result<Server, ServeError> {
        config.check()?;
        let listener = TcpListener::bind(config.addr)
            .map_err(|e| ServeError::Bad(format!("{}: {e}", config.addr)))?;
        listener.set_nonblocking(true).map_err(ServeError::internal)?;
        let addr = listener.local_addr().map_err(ServeError::internal)?;
        let cores = || std::thread::available_parallelism().map_or(1, |n| n.get());
        let threads = if config.threads == 0 { cores() } else { config.threads };
        let pool = Arc::new(Pool::new(threads).map_err(ServeError::internal)?);
        let (slow, reader) = (Pool::new(1), Pool::new(1));
        let (slow, reader) =
            (slow.map_err(ServeError::internal)?, reader.map_err(ServeError::internal)?);
        let store = Arc::new(Store::open(config.store.as_deref())?);
        store.prune()?;
        let tables = Arc::new(Tables::new(games, pool, store, config.most_tables));
        let reviews = Arc::new(Reviews::new(Arc::clone(&tables), slow, reader));
        let folder = match &config.store {
            Some(path) => path.with_extension("matches"),
            None => std::env::temp_dir().join(format!("fuda-matches-{}", id::fresh()?)),
        };
        let matches = Pool::new(1).map_err(ServeError::internal)?;
        let matches = Arc::new(Matches::new(Arc::clone(&tables), folder, matches));
        let guard = guard::Guard::new(addr, &config.hosts);
        let (reports, lang) = (Reports::new(config.reports), config.lang);
        let receiving = Arc::new(Semaphore::new(MOST_FILES));
        let patience = config.patience;
        let app = Shared { tables, reviews, matches, reports, guard, lang, receiving, patience };
        let app = Arc::new(app);
        Ok(Server { listener, app, most_connections: config.most_connections })
    }

    /// Where it listens.
    pub fn addr(&self) -> Result<SocketAddr, ServeError> {
        self.listener.local_addr().map_err(ServeError::internal)
    }

    /// Answers until the program ends.
    pub fn run(self) -> Result<(), ServeError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(ServeError::internal)?;
        runtime.block_on(async {
            let listener =
                tokio::net::TcpListener::from_std(self.listener).map_err(ServeError::internal)?;
            let tables = Arc::clone(&self.app.tables);
            tokio::spawn(async move {
                loop {
                    tokio::time::sleep(Duration::from_secs(30)).await;
                    let tables = Arc::clone(&tables);
                    let rest = tokio::task::spawn_blocking(move || {
                        tables.rest();
                        tables.store.prune()
                    });
                    if let Ok(Err(e)) = rest.await {
                        eprintln!("fuda: {e}");
                    }
                }
            });
            let limited = listen::Limited::new(listener, self.most_connections, self.app.patience);
            let service = router(self.app).into_make_service_with_connect_info::<listen::Line>();
            axum::serve(limited, service).await.map_err(ServeError::internal)
        })
    }
}

/// Files that are received and read at once.
const MOST_FILES: usize = 16;
/// The most bytes of a request that is no upload.
const LARGEST_REQUEST: usize = 16 << 10;

fn router(app: App) -> Router {
    let uploads = Router::new()
        .route("/records", post(api::upload))
        .layer(from_fn_with_state(Arc::clone(&app), arrive::whole))
        .layer(from_fn_with_state(Arc::clone(&app), arrive::in_turn))
        .layer(DefaultBodyLimit::max(LARGEST_UPLOAD));
    let api = Router::new()
        .route("/openapi.json", get(assets::openapi))
        .route("/games", get(api::games))
        .route("/status", get(api::status))
        .route("/tables", post(api::open_table))
        .route("/tables/{id}", get(api::table))
        .route("/tables/{id}/moves", post(api::play))
        .route("/tables/{id}/undo", post(api::undo))
        .route("/tables/{id}/next", post(api::next))
        .route("/tables/{id}/hint", post(api::hint))
        .route("/tables/{id}/belief", post(api::belief))
        .route("/tables/{id}/record", get(api::record))
        .route("/tables/{id}/live", get(live::live))
        .route("/matches", get(api::matches).post(api::start_match))
        .route("/matches/{id}", get(api::one_match))
        .route("/matches/{id}/games", get(api::match_games))
        .route("/matches/{id}/page", get(api::match_page))
        .route("/matches/{id}/stop", post(api::stop_match))
        .route("/matches/{id}/resume", post(api::resume_match))
        .route("/reports", get(api::reports))
        .route("/reports/{*name}", get(api::report))
        .route("/reviews", post(api::begin_review))
        .route("/reviews/{id}", get(api::review))
        .route("/reviews/{id}/page", get(api::review_page))
        .layer(from_fn_with_state(Arc::clone(&app), arrive::whole))
        .layer(DefaultBodyLimit::max(LARGEST_REQUEST))
        .merge(uploads)
        .fallback(nothing_here)
        .method_not_allowed_fallback(not_so);
    Router::new()
        .nest("/api/v1", api)
        .route("/", get(assets::index))
        .route("/assets/{name}", get(assets::asset))
        .fallback(nothing_here)
        .layer(from_fn_with_state(Arc::clone(&app), guard::check))
        .layer(from_fn(guard::headers))
        .layer(from_fn(arrive::mark))
        .with_state(app)
}

async fn nothing_here() -> ServeError {
    ServeError::Missing("page of that name".into())
}

async fn not_so() -> Response {
    let message = json!({ "error": "this address does not take such a request" });
    (StatusCode::METHOD_NOT_ALLOWED, axum::Json(message)).into_response()
}

impl IntoResponse for ServeError {
    fn into_response(self) -> Response {
        let status = match &self {
            ServeError::Bad(_) => StatusCode::UNPROCESSABLE_ENTITY,
            ServeError::Missing(_) => StatusCode::NOT_FOUND,
            ServeError::Conflict(_) => StatusCode::CONFLICT,
            ServeError::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            ServeError::Refused(_) => StatusCode::FORBIDDEN,
            ServeError::TooSlow(_) => StatusCode::REQUEST_TIMEOUT,
            ServeError::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            ServeError::Store(_) | ServeError::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        };
        (status, axum::Json(json!({ "error": self.to_string() }))).into_response()
    }
}
