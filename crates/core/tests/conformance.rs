//! The conformance suite must refuse games that break a promise.
//!
//! `Bent` is Kuhn poker with one flaw.

use fuda_core::conformance::{Conformance, check};
use fuda_core::kuhn::{Kuhn, KuhnEvent, KuhnMove, KuhnPosition, KuhnView};
use fuda_core::{
    BadText, Game, IllegalMove, MoveOf, PerSeat, Position, Rng, Seat, Seed, Style, Turn, View,
};
use serde::{Deserialize, Serialize};
use std::panic::{AssertUnwindSafe, catch_unwind};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Flaw {
    None,
    ScrambleNothing,
    ConstantFingerprint,
    NoIllegalMoves,
    EndShowsCards,
    EndIsNotWritten,
    OtherViewIsNotWritten,
    ShortForfeit,
    ForfeitSum,
    WildRandomMove,
    NoRandomMove,
    LeaningRandomMove,
    PlayoutSum,
    EventShowsCards,
    SilentMoves,
}

#[derive(Clone, PartialEq, Debug)]
struct Bent(Flaw);

#[derive(Clone, PartialEq, Debug)]
struct BentPosition {
    truth: KuhnPosition,
    moves: u32,
    flaw: Flaw,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct BentView {
    view: KuhnView,
    moves: u32,
    flaw: Flaw,
    /// The other's card, which nobody should see.
    peeked: Option<u8>,
    /// Something that is lost in writing.
    #[serde(skip)]
    lost: bool,
}

impl BentPosition {
    /// With this flaw the first move must be a pass; other games are free.
    fn must_pass(&self) -> bool {
        self.flaw == Flaw::WildRandomMove && self.moves == 0
    }
}

impl Game for Bent {
    type Move = KuhnMove;
    type Deal = [u8; 2];
    type Position = BentPosition;
    type View = BentView;
    type Event = KuhnEvent;
    const NAME: &'static str = "bent";
    const ABOUT: &'static str = "Kuhn poker with a flaw";

    fn presets() -> &'static [(&'static str, &'static str)] {
        &[("none", "no flaw")]
    }

    fn with_rules(rules: &str) -> Result<Bent, BadText> {
        serde_json::from_str(rules).map(Bent).map_err(|_| BadText::new("a flaw", rules))
    }

    fn rules(&self) -> String {
        format!("\"{:?}\"", self.0)
    }

    fn seats(&self) -> usize {
        2
    }

    fn deal(&self, rng: &mut Rng) -> [u8; 2] {
        Kuhn.deal(rng)
    }

    fn start(&self, deal: &[u8; 2]) -> Result<BentPosition, BadText> {
        Ok(BentPosition { truth: Kuhn.start(deal)?, moves: 0, flaw: self.0 })
    }

    fn hear(
        &self,
        seat: Seat,
        known: &mut Option<BentPosition>,
        event: &KuhnEvent,
    ) -> Result<(), BadText> {
        if let KuhnEvent::End { .. } = event {
            return Ok(());
        }
        let mut truth = known.as_ref().map(|known| known.truth.clone());
        Kuhn.hear(seat, &mut truth, event)?;
        let moves = known.as_ref().map_or(0, |known| known.moves + 1);
        *known = truth.map(|truth| BentPosition { truth, moves, flaw: self.0 });
        Ok(())
    }

    fn forfeit_scores(&self, _position: &BentPosition, loser: Seat) -> Option<PerSeat<f64>> {
        let mut scores: PerSeat<f64> = [2.0, 2.0].into_iter().collect();
        scores[loser.index()] = -2.0;
        match self.0 {
            Flaw::ShortForfeit => Some([0.0].into_iter().collect()),
            Flaw::ForfeitSum => Some([-2.0, -2.0].into_iter().collect()),
            _ => Some(scores),
        }
    }
}

impl Position for BentPosition {
    type Game = Bent;

    fn turn(&self) -> Turn {
        self.truth.turn()
    }

    fn legal_moves(&self, seat: Seat, moves: &mut Vec<KuhnMove>) {
        self.truth.legal_moves(seat, moves);
        if self.must_pass() {
            moves.retain(|mv| *mv == KuhnMove::Pass);
        }
    }

    fn play(&mut self, seat: Seat, mv: KuhnMove) -> Result<(), IllegalMove<KuhnMove>> {
        if self.must_pass() && mv != KuhnMove::Pass {
            return Err(IllegalMove { seat, mv, reason: "the first move is a pass".into() });
        }
        self.truth.play(seat, mv)?;
        self.moves += 1;
        Ok(())
    }

    fn play_unchecked(&mut self, seat: Seat, mv: KuhnMove) {
        self.truth.play_unchecked(seat, mv);
        self.moves += 1;
    }

    fn view(&self, seat: Seat) -> BentView {
        let over = self.turn() == Turn::Over;
        let asked = self.turn().seats().contains(seat);
        let other = self.truth.view(Seat(1 - seat.0)).card();
        BentView {
            view: self.truth.view(seat),
            moves: self.moves,
            flaw: self.flaw,
            peeked: (over && self.flaw == Flaw::EndShowsCards).then_some(other),
            lost: over && self.flaw == Flaw::EndIsNotWritten
                || !over && !asked && self.flaw == Flaw::OtherViewIsNotWritten,
        }
    }

    fn first_events(&self, seat: Seat, events: &mut Vec<KuhnEvent>) {
        self.truth.first_events(seat, events);
        if self.flaw == Flaw::EventShowsCards {
            let cards = [0, 1].map(|seat| self.truth.view(Seat(seat)).card());
            events.push(KuhnEvent::End { cards: Some(cards), scores: PerSeat::new() });
        }
    }

    fn events(
        &self,
        before: &BentPosition,
        mover: Seat,
        mv: KuhnMove,
        seat: Seat,
        events: &mut Vec<KuhnEvent>,
    ) {
        if self.flaw != Flaw::SilentMoves || mover == seat {
            self.truth.events(&before.truth, mover, mv, seat, events);
        }
    }

    fn scores(&self) -> Option<PerSeat<f64>> {
        self.truth.scores()
    }

    fn random_move(
        &self,
        seat: Seat,
        rng: &mut Rng,
        scratch: &mut Vec<KuhnMove>,
    ) -> Option<KuhnMove> {
        self.legal_moves(seat, scratch);
        match self.flaw {
            Flaw::WildRandomMove if !scratch.is_empty() => Some(KuhnMove::Bet),
            Flaw::NoRandomMove => None,
            Flaw::LeaningRandomMove if rng.below(5) == 0 => scratch.first().copied(),
            _ => rng.pick(scratch).copied(),
        }
    }

    fn random_playout(&mut self, rng: &mut Rng, scratch: &mut Vec<MoveOf<Bent>>) -> PerSeat<f64> {
        match self.flaw {
            Flaw::PlayoutSum => [1.0, 1.0].into_iter().collect(),
            _ => self.truth.random_playout(rng, scratch),
        }
    }
}

impl View for BentView {
    type Game = Bent;

    fn seat(&self) -> Seat {
        self.view.seat()
    }

    fn assume(&self, rng: &mut Rng) -> BentPosition {
        BentPosition { truth: self.view.assume(rng), moves: self.moves, flaw: self.flaw }
    }

    fn draw(&self, style: Style) -> String {
        self.view.draw(style)
    }
}

impl Conformance for Bent {
    fn scramble_hidden(&self, truth: &BentPosition, seat: Seat, rng: &mut Rng) -> BentPosition {
        match self.0 {
            Flaw::ScrambleNothing => truth.clone(),
            _ => BentPosition {
                truth: Kuhn.scramble_hidden(&truth.truth, seat, rng),
                ..truth.clone()
            },
        }
    }

    fn illegal_moves(&self, truth: &BentPosition) -> Vec<(Seat, KuhnMove)> {
        match self.0 {
            Flaw::NoIllegalMoves => Vec::new(),
            _ => Kuhn.illegal_moves(&truth.truth),
        }
    }

    fn fingerprint(&self, truth: &BentPosition) -> String {
        match self.0 {
            Flaw::ConstantFingerprint => "always the same".into(),
            _ => format!("{truth:?}"),
        }
    }
}

#[test]
fn a_game_without_a_flaw_passes() {
    check(&Bent(Flaw::None), 20, Seed(3));
}

#[test]
fn every_flaw_is_found() {
    for (flaw, told) in [
        (Flaw::ScrambleNothing, "no fingerprint changed"),
        (Flaw::ConstantFingerprint, "the fingerprint is the same"),
        (Flaw::NoIllegalMoves, "not one illegal move"),
        (Flaw::EndShowsCards, "sees something hidden"),
        (Flaw::EndIsNotWritten, "does not survive serialisation"),
        (Flaw::OtherViewIsNotWritten, "does not survive serialisation"),
        (Flaw::ShortForfeit, "a forfeit are [0.0] for 2 seats"),
        (Flaw::ForfeitSum, "a forfeit add up to -4"),
        (Flaw::WildRandomMove, "the random move bet is not legal"),
        (Flaw::NoRandomMove, "but no random one"),
        (Flaw::LeaningRandomMove, "random moves are not even"),
        (Flaw::PlayoutSum, "a playout add up to 2"),
        (Flaw::EventShowsCards, "hears something hidden"),
        (Flaw::SilentMoves, "events do not lead to what is seen"),
    ] {
        let panic = catch_unwind(AssertUnwindSafe(|| check(&Bent(flaw), 20, Seed(3))));
        let panic = panic.expect_err(&format!("{flaw:?} was not found"));
        let text = panic.downcast_ref::<String>().expect("a panic with a message");
        assert!(text.contains(told), "{flaw:?} was told as: {text}");
    }
}
