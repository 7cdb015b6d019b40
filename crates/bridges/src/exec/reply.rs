//! What a program says, read from whatever bytes it prints.

use super::VERSION;
use crate::excerpt;
use fuda_core::{Alternative, Choice, Game, MoveOf, Observation, Seat, ViewOf};
use serde::Deserialize;
use std::borrow::Cow;
use thiserror::Error;

/// A line that is not what was expected.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{problem}; the line was `{line}`")]
pub struct ReplyError {
    /// What is wrong with it.
    pub problem: String,
    /// How the line begins.
    pub line: String,
}

/// The program is ready.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Ready<'a> {
    #[serde(borrow)]
    r#type: Cow<'a, str>,
    version: Option<u32>,
    /// What the program calls itself.
    #[serde(borrow)]
    pub name: Option<Cow<'a, str>>,
}

impl<'a> Ready<'a> {
    /// Reads the answer to `hello`.
    pub fn read(line: &'a [u8]) -> Result<Ready<'a>, ReplyError> {
        let expected = "expected {\"type\":\"ready\"}";
        let ready: Ready<'a> =
            serde_json::from_slice(line).map_err(|e| wrong(line, format!("{expected}: {e}")))?;
        if ready.r#type != "ready" {
            return Err(wrong(line, format!("{expected}, got the type `{}`", ready.r#type)));
        }
        match ready.version {
            Some(version) if version != VERSION => {
                let problem = format!("expected version {VERSION} of the protocol, got {version}");
                Err(wrong(line, problem))
            }
            _ => Ok(ready),
        }
    }
}

/// The answer to a question.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Answer<'a> {
    #[serde(borrow)]
    r#type: Cow<'a, str>,
    id: u64,
    seat: Option<u8>,
    #[serde(borrow, rename = "move")]
    mv: Option<Cow<'a, str>>,
    action: Option<usize>,
    values: Option<Vec<Option<f64>>>,
    #[serde(default)]
    effort: u64,
}

impl<'a> Answer<'a> {
    /// Reads a line as the answer to question `id` of a seat: one of the
    /// legal moves, by its text or by the number of its action.
    pub fn read<G: Game>(
        line: &'a [u8],
        (id, seat): (u64, Seat),
        view: &ViewOf<G>,
        legal: &[MoveOf<G>],
        encoder: Option<&dyn Observation<G>>,
    ) -> Result<Choice<MoveOf<G>>, ReplyError> {
        let wrong = |problem: String| wrong(line, problem);
        let answer: Answer<'a> = serde_json::from_slice(line)
            .map_err(|e| wrong(format!("expected {{\"type\":\"answer\",\"id\":{id},…}}: {e}")))?;
        if answer.r#type != "answer" {
            return Err(wrong(format!("expected an answer, got the type `{}`", answer.r#type)));
        }
        if answer.id != id {
            let asked = format!("question {id} is open");
            return Err(wrong(format!("{asked}, but question {} is answered", answer.id)));
        }
        if answer.seat.is_some_and(|said| said != seat.0) {
            return Err(wrong(format!("seat {seat} was asked")));
        }
        let mv = match (&answer.mv, answer.action, encoder) {
            (Some(text), None, _) => {
                let mv = text.parse().map_err(|e| wrong(format!("`{text}` is no move: {e}")))?;
                let listed = legal.contains(&mv);
                listed.then_some(mv).ok_or_else(|| wrong(format!("`{text}` is not legal here")))?
            }
            (None, Some(action), Some(encoder)) => encoder
                .move_of(view, legal, action)
                .ok_or_else(|| wrong(format!("no legal move has the action {action}")))?,
            (None, Some(_), None) => return Err(wrong(format!("{} has no actions", G::NAME))),
            (Some(_), Some(_), _) => return Err(wrong("both a move and an action".into())),
            (None, None, _) => return Err(wrong("expected a move or an action".into())),
        };
        let mut alternatives = Vec::new();
        if let Some(values) = answer.values {
            if values.len() != legal.len() {
                let (got, moves) = (values.len(), legal.len());
                return Err(wrong(format!("{got} values for {moves} legal moves")));
            }
            let weighed = legal.iter().zip(values);
            alternatives =
                weighed.filter_map(|(mv, value)| Some(Alternative::new(*mv, value?, 0))).collect();
            alternatives.sort_by(|a, b| b.value.total_cmp(&a.value));
        }
        Ok(Choice { mv, effort: answer.effort, alternatives })
    }
}

fn wrong(line: &[u8], problem: String) -> ReplyError {
    ReplyError { problem, line: excerpt(line) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_core::kuhn::{Kuhn, KuhnMove};
    use fuda_core::{Position, PositionOf};
    use proptest::prelude::*;

    const LEGAL: [KuhnMove; 2] = [KuhnMove::Pass, KuhnMove::Bet];

    fn position() -> PositionOf<Kuhn> {
        Kuhn.start(&[1, 2]).unwrap()
    }

    fn read(line: &[u8]) -> Result<Choice<KuhnMove>, ReplyError> {
        Answer::read::<Kuhn>(line, (7, Seat(0)), &position().view(Seat(0)), &LEGAL, None)
    }

    #[test]
    fn an_answer_is_a_move_with_what_stands_behind_it() {
        let bet = KuhnMove::Bet.to_string();
        let plain = read(format!(r#"{{"type":"answer","id":7,"move":"{bet}"}}"#).as_bytes());
        assert_eq!(plain, Ok(Choice::from(KuhnMove::Bet)));
        let line = format!(
            r#" {{"seat":0,"move":"{bet}","values":[0.5,1],"effort":9,"id":7,"type":"answer","x":[]}} "#
        );
        let full = read(line.as_bytes()).unwrap();
        assert_eq!((full.mv, full.effort), (KuhnMove::Bet, 9));
        let order: Vec<_> = full.alternatives.iter().map(|a| (a.mv, a.value)).collect();
        assert_eq!(order, [(KuhnMove::Bet, 1.0), (KuhnMove::Pass, 0.5)]);
    }

    #[test]
    fn what_is_wrong_is_named_with_the_line() {
        let cases: [(&[u8], &str); 13] = [
            (b"", "expected"),
            (b"\0\0\0", "expected"),
            (b"\xff\xfe{", "expected"),
            (br#"{"type":"answer","id":7"#, "expected"),
            (br#"[1,2]"#, "expected"),
            (br#"{"type":"ready","id":7,"move":"bet"}"#, "got the type `ready`"),
            (br#"{"type":"answer","id":6,"move":"bet"}"#, "question 7 is open, but question 6"),
            (br#"{"type":"answer","id":7,"seat":1,"move":"bet"}"#, "seat 0 was asked"),
            (br#"{"type":"answer","id":7,"move":"castle"}"#, "`castle` is no move"),
            (br#"{"type":"answer","id":7,"action":1}"#, "kuhn has no actions"),
            (br#"{"type":"answer","id":7}"#, "expected a move or an action"),
            (br#"{"type":"answer","id":7,"move":"bet","action":1}"#, "both a move and an action"),
            (br#"{"type":"answer","id":7,"move":"bet","values":[1]}"#, "1 values for 2 legal"),
        ];
        for (line, problem) in cases {
            let error = read(line).unwrap_err();
            assert!(error.problem.contains(problem), "{error}");
            assert_eq!(error.line, excerpt(line));
        }
        let legal = &LEGAL[..1];
        let view = position().view(Seat(0));
        let line = br#"{"type":"answer","id":7,"move":"bet"}"#;
        let error = Answer::read::<Kuhn>(line, (7, Seat(0)), &view, legal, None).unwrap_err();
        assert_eq!(error.problem, "`bet` is not legal here");
    }

    #[test]
    fn ready_is_read() {
        let ready = Ready::read(br#"{"type":"ready","name":"a bot"}"#).unwrap();
        assert_eq!(ready.name.as_deref(), Some("a bot"));
        for (line, problem) in [
            (&br#"{"type":"ready","version":2}"#[..], "expected version 1"),
            (br#"{"type":"answer"}"#, "got the type `answer`"),
            (b"ready", "expected {\"type\":\"ready\"}"),
        ] {
            assert!(Ready::read(line).unwrap_err().problem.contains(problem));
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(line in prop::collection::vec(any::<u8>(), 0..80)) {
            let _ = read(&line);
            let _ = Ready::read(&line);
        }

        /// JSON of the right shape with anything in it.
        #[test]
        fn any_fields_are_read_or_refused(
            id in 6u64..9, mv in ".{0,6}", values in prop::collection::vec(any::<f64>(), 0..4),
        ) {
            let line = serde_json::json!({
                "type": "answer", "id": id, "move": mv, "values": values,
            });
            if let Ok(choice) = read(line.to_string().as_bytes()) {
                prop_assert!(id == 7 && LEGAL.contains(&choice.mv));
            }
        }
    }
}
