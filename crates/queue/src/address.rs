//! Where a server is, and what it takes to be let in.

use crate::error::QueueError;
use std::fmt;
use std::path::{Path, PathBuf};

/// The addresses of a server or of several of one cluster, with what it takes
/// to be let in. It shows itself without any secret.
#[derive(Clone, PartialEq, Eq)]
pub struct Connection {
    servers: Vec<Server>,
    creds: Option<PathBuf>,
    ca: Option<PathBuf>,
}

/// One address.
#[derive(Clone, PartialEq, Eq)]
struct Server {
    tls: bool,
    /// A user and a password, or a token alone.
    user: Option<(String, Option<String>)>,
    /// Host and port.
    place: String,
}

/// The port of NATS when none is named.
const PORT: u16 = 4222;

impl Connection {
    /// Reads an address such as `nats://user:password@host:4222`, or several
    /// of one cluster with commas between them.
    pub fn new(address: &str) -> Result<Connection, QueueError> {
        let servers = address.split(',').map(Server::read).collect::<Result<_, _>>()?;
        Ok(Connection { servers, creds: None, ca: None })
    }

    /// Shows the server this file of credentials, an NKey seed with or
    /// without a JWT.
    pub fn with_credentials(self, file: &Path) -> Connection {
        Connection { creds: Some(file.to_owned()), ..self }
    }

    /// Trusts the authorities in this PEM file and no others, and encrypts.
    pub fn with_authority(mut self, file: &Path) -> Connection {
        self.servers.iter_mut().for_each(|server| server.tls = true);
        Connection { ca: Some(file.to_owned()), ..self }
    }

    /// The file of credentials.
    pub fn credentials(&self) -> Option<&Path> {
        self.creds.as_deref()
    }

    /// The file of authorities.
    pub fn authority(&self) -> Option<&Path> {
        self.ca.as_deref()
    }

    /// Whether the connection must be encrypted.
    pub fn encrypted(&self) -> bool {
        self.servers.iter().any(|server| server.tls)
    }

    /// Addresses without secrets, as a client takes them.
    pub fn urls(&self) -> impl Iterator<Item = String> + '_ {
        self.servers.iter().map(Server::to_string)
    }

    /// The user and the password, or a token alone, of the first address that
    /// has them.
    pub fn user(&self) -> Option<(&str, Option<&str>)> {
        let (user, password) = self.servers.iter().find_map(|server| server.user.as_ref())?;
        Some((user, password.as_deref()))
    }
}

impl Server {
    fn read(text: &str) -> Result<Server, QueueError> {
        let wrong = QueueError::Address;
        let text = text.trim();
        let (scheme, rest) = text.split_once("://").unwrap_or(("nats", text));
        let tls = match scheme {
            "nats" => false,
            "tls" => true,
            _ => return Err(wrong("another scheme was given")),
        };
        let rest = rest.trim_end_matches('/');
        let (user, place) = match rest.rsplit_once('@') {
            None => (None, rest),
            Some((user, place)) => {
                let (name, password) = match user.split_once(':') {
                    Some((name, password)) => (name, Some(plain(password)?)),
                    None => (user, None),
                };
                (Some((plain(name)?, password)), place)
            }
        };
        let (host, port) = match place.rsplit_once(':') {
            // An address of IPv6 has colons of its own, and stands in brackets.
            Some((host, port)) if !port.ends_with(']') => {
                (host, port.parse().map_err(|_| wrong("the port is no number"))?)
            }
            _ => (place, PORT),
        };
        let known = |c: char| c.is_alphanumeric() || "-._:[]".contains(c);
        if host.is_empty() || !host.chars().all(known) {
            return Err(wrong("the host is missing, or is no host's name"));
        }
        Ok(Server { tls, user, place: format!("{host}:{port}") })
    }
}

impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", if self.tls { "tls" } else { "nats" }, self.place)
    }
}

/// `%41` as `A`: signs with a meaning of their own are written so.
fn plain(text: &str) -> Result<String, QueueError> {
    let wrong = || QueueError::Address("the user or the password has a % that is no %XX");
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let (digits, after) = rest.split_at_checked(2).ok_or_else(wrong)?;
        let digits = std::str::from_utf8(digits).map_err(|_| wrong())?;
        bytes.push(u8::from_str_radix(digits, 16).map_err(|_| wrong())?);
        rest = after;
    }
    String::from_utf8(bytes).map_err(|_| wrong())
}

impl fmt::Display for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, server) in self.servers.iter().enumerate() {
            write!(f, "{}{server}", if number > 0 { "," } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Connection({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn addresses_are_read() {
        let read = |text: &str| {
            let read = Connection::new(text).unwrap();
            let user =
                read.user().map(|(user, password)| (user.to_owned(), password.map(str::to_owned)));
            (read.to_string(), user, read.encrypted())
        };
        assert_eq!(read("nats://h"), ("nats://h:4222".into(), None, false));
        assert_eq!(read("h:7"), ("nats://h:7".into(), None, false));
        let user = Some(("u".to_owned(), Some("p@:/".to_owned())));
        assert_eq!(read("tls://u:p%40:%2f@[::1]:99/"), ("tls://[::1]:99".into(), user, true));
        assert_eq!(read("nats://t0ken@h").1, Some(("t0ken".into(), None)));
        assert_eq!(read("nats://a,nats://b:1").0, "nats://a:4222,nats://b:1");
    }

    #[test]
    fn what_is_no_address_is_refused_without_its_secrets() {
        for text in [
            "",
            "nats://",
            "http://h",
            "nats://u:secret@",
            "nats://u:secret@h:x",
            "nats://u:secret%4@h",
            "nats://u:secret@a b",
            "nats://a,,b",
        ] {
            let error = Connection::new(text).unwrap_err().to_string();
            assert!(!error.contains("secret"), "{error}");
        }
    }

    proptest! {
        #[test]
        fn no_secret_is_ever_shown(password in "[a-z]{12}", text in ".{0,20}") {
            let address = format!("nats://user:{password}@{text}");
            let shown = match Connection::new(&address) {
                Ok(read) => format!("{read} {read:?}"),
                Err(error) => format!("{error} {error:?}"),
            };
            prop_assert!(!shown.contains(&password));
        }
    }
}
