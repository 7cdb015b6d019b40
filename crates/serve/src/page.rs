//! What the pages are made of, and a review as one file.

/// The page that everything is shown on.
pub const INDEX: &str = include_str!("../assets/index.html");
/// The API in OpenAPI's words.
pub const OPENAPI: &str = include_str!("../assets/openapi.json");
const STYLE: &str = include_str!("../assets/style.css");

macro_rules! scripts {
    ($($name:literal),* $(,)?) => {
        /// The scripts, each after those it imports from.
        const SCRIPTS: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../assets/", $name)))),*];
        /// Every file a page asks for, by name.
        pub const ASSETS: &[(&str, &str)] = &[
            ("style.css", STYLE),
            ("icon.svg", include_str!("../assets/icon.svg")),
            $(($name, include_str!(concat!("../assets/", $name)))),*
        ];
    };
}

scripts!(
    "dom.js",
    "words.js",
    "catalogue.js",
    "yaku.js",
    "svg.js",
    "think.js",
    "panels.js",
    "tiles.js",
    "cards.js",
    "hanafuda.js",
    "othello.js",
    "koikoi.js",
    "daihinmin.js",
    "mahjong.js",
    "leduc.js",
    "plain.js",
    "boards.js",
    "api.js",
    "play.js",
    "home.js",
    "review.js",
    "arena.js",
    "main.js",
);

/// The name that a line gives to other scripts.
fn exported(line: &str) -> Option<&str> {
    let words = line.strip_prefix("export ")?.split([' ', '(', '=']);
    words.filter(|word| !matches!(*word, "async" | "function" | "const")).find(|w| !w.is_empty())
}

/// The scripts as one: each keeps its own names, and gives the others what it
/// exports.
fn bundle() -> String {
    let mut all = String::new();
    for (_, text) in SCRIPTS.iter().filter(|(name, _)| *name != "main.js") {
        let names: Vec<&str> = text.lines().filter_map(exported).collect();
        all.push_str(&format!("const {{ {0} }} = (() => {{\n", names.join(", ")));
        for line in text.lines().filter(|line| !line.starts_with("import ")) {
            all.push_str(line.strip_prefix("export ").unwrap_or(line));
            all.push('\n');
        }
        all.push_str(&format!("return {{ {0} }};\n}})();\n", names.join(", ")));
    }
    all
}

/// A review (as JSON) as one HTML file that needs nothing else.
pub fn review_page(review: &str, lang: Option<&str>) -> String {
    // Inside a script `</` could end it.
    let data = review.replace("</", "<\\/");
    let lang = lang.unwrap_or("");
    format!(
        "<!doctype html>\n<html lang=\"en\" data-lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>fuda: a review</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <main id=\"main\"></main>\n<script type=\"application/json\" id=\"review\">{data}</script>\n\
         <script type=\"module\">\n{}\nshowReviewFile();\n</script>\n</body>\n</html>\n",
        bundle()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_page_is_small() {
        let bytes: usize = ASSETS.iter().map(|(_, text)| text.len()).sum();
        assert!(bytes + INDEX.len() < 300_000, "{bytes} bytes");
    }

    #[test]
    fn a_review_cannot_end_its_script() {
        let page = review_page("{\"names\":[\"</script><script>alert(1)\"]}", None);
        assert!(!page.contains("</script><script>alert"));
        assert!(!page.contains("\nimport "));
    }

    #[test]
    fn every_import_comes_before_its_use_in_the_bundle() {
        for (at, (name, text)) in SCRIPTS.iter().enumerate() {
            for line in text.lines().filter(|line| line.starts_with("import ")) {
                let from = line.split("\"./").nth(1).and_then(|rest| rest.split('"').next());
                let place = SCRIPTS.iter().position(|(other, _)| Some(*other) == from);
                assert!(place.is_some_and(|place| place < at), "{name}: {line}");
            }
        }
    }
}
