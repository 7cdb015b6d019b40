//! Who may ask: only pages of this server, under its own names.

use super::App;
use crate::error::ServeError;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::SocketAddr;

/// Nothing but our own scripts, styles and pictures; nobody may frame us.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
                      img-src 'self' data:; connect-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// The names under which the server may be asked.
pub struct Guard {
    hosts: Vec<String>,
}

impl Guard {
    /// The names of an address: itself, the loopback names when it is one of
    /// them or all addresses, and those that were named.
    pub fn new(addr: SocketAddr, named: &[String]) -> Guard {
        let port = addr.port();
        let mut hosts = vec![addr.to_string()];
        if addr.ip().is_loopback() || addr.ip().is_unspecified() {
            hosts.extend(["localhost", "127.0.0.1", "[::1]"].map(|h| format!("{h}:{port}")));
        }
        for name in named {
            let name = name.to_ascii_lowercase();
            hosts.push(format!("{name}:{port}"));
            hosts.push(name);
        }
        Guard { hosts }
    }

    /// Whether a request under these headers comes from here.
    pub fn allows(&self, headers: &HeaderMap) -> Result<(), ServeError> {
        let refuse = |why: &str| Err(ServeError::Refused(why.to_owned()));
        let text = |name| headers.get(name).map(|v: &HeaderValue| v.to_str().unwrap_or("?"));
        let Some(host) = text(header::HOST).map(str::to_ascii_lowercase) else {
            return refuse("the request names no host");
        };
        if !self.hosts.contains(&host) {
            return refuse("this server is not known by that name (see --allow-host)");
        }
        if let Some(origin) = text(header::ORIGIN) {
            let site = origin.strip_prefix("http://").or(origin.strip_prefix("https://"));
            if !site.is_some_and(|site| self.hosts.contains(&site.to_ascii_lowercase())) {
                return refuse("requests from other sites are refused");
            }
        }
        let fetched = headers.get("sec-fetch-site").and_then(|v| v.to_str().ok());
        // A link from elsewhere to a page is fine; anything else is not.
        let link = headers.get("sec-fetch-mode").is_some_and(|mode| mode == "navigate");
        if matches!(fetched, Some("cross-site" | "same-site")) && !link {
            return refuse("requests from other sites are refused");
        }
        Ok(())
    }
}

/// Refuses requests of other sites.
pub(super) async fn check(State(app): State<App>, request: Request, next: Next) -> Response {
    match app.guard.allows(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(refused) => refused.into_response(),
    }
}

/// Adds what every answer carries.
pub(super) async fn headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let set = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    for (name, value) in set {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asks(pairs: &[(&'static str, &str)]) -> bool {
        let guard = Guard::new("127.0.0.1:8477".parse().unwrap(), &["Table.example".into()]);
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.insert(*name, value.parse().unwrap());
        }
        guard.allows(&headers).is_ok()
    }

    #[test]
    fn only_pages_of_this_server_may_ask() {
        assert!(asks(&[("host", "127.0.0.1:8477")]));
        assert!(asks(&[("host", "localhost:8477"), ("origin", "http://localhost:8477")]));
        assert!(asks(&[("host", "table.example"), ("origin", "https://table.example")]));
        assert!(!asks(&[]));
        assert!(!asks(&[("host", "evil.example")]));
        assert!(!asks(&[("host", "127.0.0.1:8477"), ("origin", "http://evil.example")]));
        assert!(!asks(&[("host", "127.0.0.1:8477"), ("origin", "null")]));
        assert!(!asks(&[("host", "127.0.0.1:8477"), ("origin", "http://localhost:9000")]));
        assert!(!asks(&[("host", "127.0.0.1:8477"), ("sec-fetch-site", "cross-site")]));
    }
}
