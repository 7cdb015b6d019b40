//! The little XML that Tenhou's logs are made of: tags with attributes, one
//! after another, no text between them.

use fuda_core::formats::FormatError;

/// One tag as it stands in the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RawTag<'a> {
    /// The name; a closing tag's begins with `/`.
    pub name: &'a str,
    /// The byte of the text at which the tag begins.
    pub at: usize,
    attributes: &'a str,
}

impl<'a> RawTag<'a> {
    /// The attributes in order; stops at the first thing that is none.
    pub fn attributes(&self) -> Attributes<'a> {
        Attributes { rest: self.attributes, failed: false }
    }
}

/// One tag with its attributes separated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tag<'a> {
    /// The name; a closing tag's begins with `/`.
    pub name: &'a str,
    /// The byte of the text at which the tag begins.
    pub at: usize,
    /// Names and values in order.
    pub attributes: &'a [(&'a str, &'a str)],
}

impl<'a> Tag<'a> {
    /// The value of an attribute.
    pub fn get(&self, name: &str) -> Option<&'a str> {
        self.attributes.iter().find(|(n, _)| *n == name).map(|(_, value)| *value)
    }
}

/// The attributes of a tag.
pub(crate) struct Attributes<'a> {
    rest: &'a str,
    failed: bool,
}

impl<'a> Iterator for Attributes<'a> {
    /// Name and value, or the text that is no attribute.
    type Item = Result<(&'a str, &'a str), &'a str>;

    fn next(&mut self) -> Option<Self::Item> {
        let text = self.rest.trim_start();
        if text.is_empty() || self.failed {
            return None;
        }
        let attribute = || {
            let bytes = text.as_bytes();
            let equals = bytes.iter().position(|b| *b == b'=')?;
            let quote = *bytes.get(equals + 1).filter(|q| matches!(q, b'"' | b'\''))?;
            let start = equals + 2;
            let length = bytes[start..].iter().position(|b| *b == quote)?;
            let (name, value) = (text[..equals].trim_end(), &text[start..start + length]);
            let plain = !name.is_empty()
                && name
                    .bytes()
                    .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b':'));
            plain.then_some(((name, value), &text[start + length + 1..]))
        };
        match attribute() {
            Some((pair, rest)) => {
                self.rest = rest;
                Some(Ok(pair))
            }
            None => {
                self.failed = true;
                Some(Err(text))
            }
        }
    }
}

/// The tags of a text in order. After an error there are no more.
pub(crate) struct Tags<'a> {
    text: &'a str,
    at: usize,
    failed: bool,
}

impl<'a> Tags<'a> {
    /// Reads tags from the beginning of a text.
    pub fn new(text: &'a str) -> Tags<'a> {
        let at = if text.starts_with('\u{feff}') { 3 } else { 0 };
        Tags { text, at, failed: false }
    }

    /// How far the text has been read.
    pub fn at(&self) -> usize {
        self.at
    }

    fn fail<T>(&mut self, at: usize, expected: &str, got: &str) -> Option<Result<T, FormatError>> {
        self.failed = true;
        Some(Err(fault(at, expected, got)))
    }
}

/// An error at a byte of a text; what was found is cut to a readable length.
pub(crate) fn fault(at: usize, expected: impl Into<String>, got: &str) -> FormatError {
    FormatError { place: format!("byte {at}"), expected: expected.into(), got: shorten(got) }
}

/// The beginning of a text, in quotes, as an error may show it.
pub(crate) fn shorten(text: &str) -> String {
    if text.is_empty() {
        return "the end of the text".into();
    }
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("`{}…`", text[..end].escape_debug()),
        None => format!("`{}`", text.escape_debug()),
    }
}

impl<'a> Iterator for Tags<'a> {
    type Item = Result<RawTag<'a>, FormatError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        loop {
            // Most tags follow each other without a blank and are a few bytes
            // long: plain loops over bytes are the fastest way through them.
            let bytes = &self.text.as_bytes()[self.at..];
            let blanks = bytes.iter().take_while(|b| b.is_ascii_whitespace()).count();
            let at = self.at + blanks;
            self.at = at;
            let rest = &self.text[at..];
            if rest.is_empty() {
                return None;
            }
            let Some(inside) = rest.strip_prefix('<') else {
                return self.fail(at, "a tag", rest);
            };
            if let Some(comment) = inside.strip_prefix("!--") {
                match comment.find("-->") {
                    Some(end) => self.at = at + 4 + end + 3,
                    None => return self.fail(at, "a comment that ends with `-->`", rest),
                }
                continue;
            }
            let Some(end) = inside.bytes().position(|b| b == b'>') else {
                return self.fail(at, "a tag that ends with `>`", rest);
            };
            self.at = at + end + 2;
            if inside.starts_with(['?', '!']) {
                continue;
            }
            let body = inside[..end].strip_suffix('/').unwrap_or(&inside[..end]);
            let cut = body.bytes().position(|b| b.is_ascii_whitespace()).unwrap_or(body.len());
            let (name, attributes) = body.split_at(cut);
            let word = name.strip_prefix('/').unwrap_or(name);
            if word.is_empty() || !word.bytes().all(|b| b.is_ascii_alphanumeric()) {
                return self.fail(at, "a tag with a name", rest);
            }
            return Some(Ok(RawTag { name, at, attributes }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_come_with_their_places_and_attributes() {
        let text =
            "<?xml version='1'?><!-- > --><a x=\"1\" y='<2'/>\n <T12/><N who=\"2\" m=\"9\" /></a>";
        // A `>` inside a value ends the tag early: Tenhou never writes one.
        let tags: Vec<_> = Tags::new(text).map(|t| t.map(|t| (t.name, t.at))).collect();
        assert_eq!(tags.len(), 4);
        assert_eq!(tags[0], Ok(("a", 29)));
        assert_eq!(tags[3].as_ref().map(|t| t.0), Ok("/a"));
        let attributes = |n: usize| -> Vec<(&str, &str)> {
            let tag = Tags::new(text).nth(n).and_then(Result::ok).expect("a tag");
            tag.attributes().filter_map(Result::ok).collect()
        };
        assert_eq!(attributes(0), [("x", "1"), ("y", "<2")]);
        let third = attributes(2);
        let tag = Tag { name: "N", at: 0, attributes: &third };
        assert_eq!((tag.get("m"), tag.get("who"), tag.get("x")), (Some("9"), Some("2"), None));
    }

    #[test]
    fn broken_tags_are_named_with_their_byte() {
        for (text, place) in
            [("<a/> x", 5), ("<a/><b", 4), ("<a/><!-- ", 4), ("< a/>", 0), ("<a/><ä/>", 4)]
        {
            let error = Tags::new(text).find_map(Result::err).map(|e| e.place);
            assert_eq!(error, Some(format!("byte {place}")), "{text}");
        }
        let tag = Tags::new("<a x=1/>").next().and_then(Result::ok);
        assert!(tag.is_some_and(|t| t.attributes().any(|a| a.is_err())));
    }
}
