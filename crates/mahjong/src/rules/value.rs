//! Values of rule options as text.

use super::Uma;

/// A value that a rule option may have.
pub trait OptionValue: Sized {
    /// The value as text.
    fn write(&self) -> String;
    /// The value of a text, if it is one.
    fn read(text: &str) -> Option<Self>;
    /// What texts there are.
    fn expected() -> String;
}

impl OptionValue for bool {
    fn write(&self) -> String {
        if *self { "1" } else { "0" }.into()
    }

    fn read(text: &str) -> Option<bool> {
        match text {
            "1" | "on" | "yes" | "true" => Some(true),
            "0" | "off" | "no" | "false" => Some(false),
            _ => None,
        }
    }

    fn expected() -> String {
        "0 | 1".into()
    }
}

impl OptionValue for u8 {
    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Option<u8> {
        text.parse().ok()
    }

    fn expected() -> String {
        "a small number".into()
    }
}

impl OptionValue for i32 {
    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Option<i32> {
        text.parse().ok()
    }

    fn expected() -> String {
        "points".into()
    }
}

impl OptionValue for Uma {
    fn write(&self) -> String {
        let [a, b, c, d] = self.0;
        format!("{a}/{b}/{c}/{d}")
    }

    fn read(text: &str) -> Option<Uma> {
        let mut points = [0; 4];
        let mut parts = text.split('/');
        for place in &mut points {
            *place = parts.next()?.parse().ok()?;
        }
        parts.next().is_none().then_some(Uma(points))
    }

    fn expected() -> String {
        "four numbers such as 20/10/-10/-20".into()
    }
}
