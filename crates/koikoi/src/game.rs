//! Koi-Koi as a game of the workbench.

use crate::{Card, Cards, Deal, GuanFormat, Move, Phase, Position, Rules, SeatEvent, View};
use fuda_core::conformance::Conformance;
use fuda_core::formats::Format;
use fuda_core::{
    BadText, Decision, Game, MoveFeatures, Observation, OwnFormat, PrivilegedInputs, Rng,
    RoundStat, Seat,
};

/// Koi-Koi under one set of rules.
///
/// A value of a single game is one round; with rules of several rounds it is
/// the whole match, and the scores are what was won and lost over all rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct KoiKoi {
    /// The rules.
    pub rules: Rules,
}

impl Game for KoiKoi {
    type Move = Move;
    type Deal = Deal;
    type Position = Position;
    type View = View;
    type Event = SeatEvent;
    const NAME: &'static str = "koikoi";
    const ABOUT: &'static str = "Koi-Koi: hanafuda for two, with hidden hands and stock";

    fn presets() -> &'static [(&'static str, &'static str)] {
        const NAMES: [(&str, &str); 3] = [
            (Rules::PRESETS[0].0, Rules::PRESETS[0].1),
            (Rules::PRESETS[1].0, Rules::PRESETS[1].1),
            (Rules::PRESETS[2].0, Rules::PRESETS[2].1),
        ];
        &NAMES
    }

    fn with_rules(rules: &str) -> Result<KoiKoi, BadText> {
        Ok(KoiKoi { rules: rules.parse()? })
    }

    fn rules(&self) -> String {
        self.rules.to_string()
    }

    fn formats() -> Vec<Box<dyn Format<Self>>> {
        vec![Box::new(OwnFormat), Box::new(GuanFormat)]
    }

    fn decision_kinds() -> &'static [(&'static str, &'static str)] {
        &[("card", "which card to play or to take"), ("koikoi", "whether to go on or to stop")]
    }

    fn is_of_kind(decision: &Decision<'_, KoiKoi>, kind: &str) -> bool {
        let call = matches!(decision.chosen, Move::KoiKoi | Move::Stop);
        match kind {
            "card" => !call,
            "koikoi" => call,
            _ => false,
        }
    }

    fn round_stats() -> &'static [RoundStat] {
        &crate::stats::STATS
    }

    fn seats(&self) -> usize {
        2
    }

    fn move_features(&self) -> Vec<Box<dyn MoveFeatures<KoiKoi>>> {
        crate::encode::move_features()
    }

    fn observations(&self) -> Vec<Box<dyn Observation<KoiKoi>>> {
        crate::encode::observations()
    }

    fn privileged_inputs(&self) -> Option<Box<dyn PrivilegedInputs<KoiKoi>>> {
        Some(Box::new(crate::encode::HiddenCards))
    }

    fn standing_names() -> &'static [&'static str] {
        &["round", "rounds", "dealer"]
    }

    fn deal(&self, rng: &mut Rng) -> Deal {
        Deal::draw(&self.rules, rng)
    }

    fn small_rules() -> &'static str {
        "paper+months=2+hand=2+field=0+animals-from=1+ribbons-from=2+plains-from=3"
    }

    fn deals(&self, most: usize) -> Result<Vec<Deal>, BadText> {
        Deal::all(&self.rules, most)
    }

    fn start(&self, deal: &Deal) -> Result<Position, BadText> {
        Position::new(&self.rules, deal)
    }

    fn hear(
        &self,
        seat: Seat,
        known: &mut Option<Position>,
        event: &SeatEvent,
    ) -> Result<(), BadText> {
        crate::event::hear(self, seat, known, event)
    }
}

impl Conformance for KoiKoi {
    fn scramble_hidden(&self, truth: &Position, seat: Seat, rng: &mut Rng) -> Position {
        let mut other = truth.clone();
        let hidden = 1 - seat.index();
        let mut cards: Vec<Card> = truth.hands[hidden].iter().collect();
        cards.extend(truth.stock.iter().copied());
        rng.shuffle(&mut cards);
        let (hand, stock) = cards.split_at(truth.hands[hidden].len());
        other.hands[hidden] = hand.iter().copied().collect();
        other.stock = stock.iter().copied().collect();
        if let Some(future) = &truth.future {
            other.future =
                Some(future.iter().map(|_| crate::RoundDeal::draw(&self.rules, rng)).collect());
        }
        other
    }

    fn illegal_moves(&self, truth: &Position) -> Vec<(Seat, Move)> {
        let table = truth.table();
        let seat = table.to_move;
        let playing = matches!(table.phase, Phase::Play);
        let takeable = match table.phase {
            Phase::TakeWithPlayed(card) | Phase::TakeWithDrawn(card) => truth.matches(card),
            _ => Cards::NONE,
        };
        let mut moves = Vec::new();
        for card in Card::all() {
            if !playing || !truth.hand(seat).contains(card) {
                moves.push((seat, Move::Play(card)));
            }
            if !takeable.contains(card) {
                moves.push((seat, Move::Take(card)));
            }
        }
        if table.phase != Phase::Call {
            moves.extend([(seat, Move::KoiKoi), (seat, Move::Stop)]);
        }
        moves
    }

    fn fingerprint(&self, truth: &Position) -> String {
        format!("{truth:?}")
    }
}
