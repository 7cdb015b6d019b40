//! A game grown from a seed: three seats, a hidden card each, legal moves
//! that depend on the card, claims with precedence, and any shape of tree.

use fuda_core::{BadText, Claim, Game, IllegalMove, PerSeat, Position, Rng, Seat, SeatSet, Style};
use fuda_core::{Turn, View};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

const CARDS: u32 = 4;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Thicket {
    pub seed: u64,
    /// How many moves a game has; passing is none.
    pub length: u8,
}

/// A move; 0 passes while claims are asked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Twig(pub u8);

impl fmt::Display for Twig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Twig {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Twig, BadText> {
        text.parse().map(Twig).map_err(|_| BadText::new("a number below 256", text))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ThicketPosition {
    game: Thicket,
    cards: [u8; 3],
    key: u64,
    made: u8,
    last: Seat,
    /// Nobody claims the last move any more.
    settled: bool,
    answers: [Option<Twig>; 3],
    last_claim: Option<(Seat, Twig)>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ThicketView {
    seat: Seat,
    card: u8,
    claims: bool,
    public: ThicketPosition,
}

impl ThicketView {
    /// The seat's own card.
    pub fn card(&self) -> u8 {
        self.card
    }
}

fn hash(numbers: &[u64]) -> u64 {
    fuda_core::Seed(77).derive(fuda_core::Purpose::Sample, numbers).0
}

impl Game for Thicket {
    type Move = Twig;
    type Deal = [u8; 3];
    type Position = ThicketPosition;
    type View = ThicketView;
    type Event = ();
    const NAME: &'static str = "thicket";
    const ABOUT: &'static str = "a tree grown from a seed";

    fn presets() -> &'static [(&'static str, &'static str)] {
        &[("1-4", "the tree of seed 1, four moves")]
    }

    fn with_rules(rules: &str) -> Result<Thicket, BadText> {
        let bad = || BadText::new("seed-length", rules);
        let (seed, length) = rules.split_once('-').ok_or_else(bad)?;
        let seed = seed.parse().map_err(|_| bad())?;
        Ok(Thicket { seed, length: length.parse().map_err(|_| bad())? })
    }

    fn rules(&self) -> String {
        format!("{}-{}", self.seed, self.length)
    }

    fn seats(&self) -> usize {
        3
    }

    fn score_sum(&self) -> Option<f64> {
        Some(10.0)
    }

    fn deal(&self, rng: &mut Rng) -> [u8; 3] {
        std::array::from_fn(|_| rng.below(CARDS) as u8)
    }

    fn start(&self, cards: &[u8; 3]) -> Result<ThicketPosition, BadText> {
        Ok(ThicketPosition {
            game: *self,
            cards: *cards,
            key: hash(&[self.seed]),
            made: 0,
            last: Seat(2),
            settled: true,
            answers: [None; 3],
            last_claim: None,
        })
    }
}

impl ThicketPosition {
    /// How many moves were made; passing is none.
    pub fn made(&self) -> u8 {
        self.made
    }

    /// The last claim that was made.
    pub fn last_claim(&self) -> Option<(Seat, Twig)> {
        self.last_claim
    }

    /// How many claims a seat can make now.
    fn claims_of(&self, seat: Seat) -> u64 {
        if self.settled || seat == self.last || self.made >= self.game.length {
            return 0;
        }
        let card = u64::from(self.cards[seat.index()]);
        hash(&[self.key, 1, seat.0.into(), card]) % 3
    }

    fn step(&mut self, seat: Seat, mv: Twig, open: bool) {
        self.key = hash(&[self.key, 2, seat.0.into(), mv.0.into()]);
        self.made += 1;
        self.last = seat;
        self.settled = !open;
        self.answers = [None; 3];
    }
}

impl Position for ThicketPosition {
    type Game = Thicket;

    fn turn(&self) -> Turn {
        let claimers: SeatSet = Seat::all(3)
            .filter(|s| self.claims_of(*s) > 0 && self.answers[s.index()].is_none())
            .collect();
        if !claimers.is_empty() {
            Turn::Claims(claimers)
        } else if self.made >= self.game.length {
            Turn::Over
        } else {
            Turn::Seat(self.last.after(1, 3))
        }
    }

    fn legal_moves(&self, seat: Seat, moves: &mut Vec<Twig>) {
        moves.clear();
        match self.turn() {
            Turn::Claims(seats) if seats.contains(seat) => {
                moves.extend((1..=self.claims_of(seat)).map(|n| Twig(100 + n as u8)));
                moves.push(Twig(0));
            }
            Turn::Seat(s) if s == seat => {
                let card = u64::from(self.cards[seat.index()]);
                let sure = hash(&[self.key, 3]) % 5 + 1;
                let grows = |n: &u64| *n == sure || hash(&[self.key, 4, card, *n]) % 5 < 2;
                moves.extend((1..=5).filter(grows).map(|n| Twig(n as u8)));
            }
            _ => {}
        }
    }

    fn play(&mut self, seat: Seat, mv: Twig) -> Result<(), IllegalMove<Twig>> {
        let mut moves = Vec::new();
        self.legal_moves(seat, &mut moves);
        if !moves.contains(&mv) {
            return Err(IllegalMove { seat, mv, reason: "it does not grow here".into() });
        }
        self.play_unchecked(seat, mv);
        Ok(())
    }

    fn play_unchecked(&mut self, seat: Seat, mv: Twig) {
        if !matches!(self.turn(), Turn::Claims(_)) {
            return self.step(seat, mv, true);
        }
        self.answers[seat.index()] = Some(mv);
        if matches!(self.turn(), Turn::Claims(_)) {
            return;
        }
        let claim = Seat::all(3).find_map(|s| {
            let answer = self.answers[s.index()]?;
            (answer != Twig(0)).then_some((s, answer))
        });
        match claim {
            // Whoever claims must move next, and nobody may claim that claim.
            Some((claimer, mv)) => {
                self.step(claimer, mv, false);
                self.last = claimer.after(2, 3);
                self.last_claim = Some((claimer, mv));
            }
            None => {
                self.settled = true;
                self.answers = [None; 3];
            }
        }
    }

    fn claim(&self, _seat: Seat, mv: Twig) -> Claim {
        if mv == Twig(0) { Claim::Pass } else { Claim::Take(0) }
    }

    fn view(&self, seat: Seat) -> ThicketView {
        let claims = matches!(self.turn(), Turn::Claims(_));
        let public = ThicketPosition { cards: [0; 3], answers: [None; 3], ..*self };
        ThicketView { seat, card: self.cards[seat.index()], claims, public }
    }

    fn scores(&self) -> Option<PerSeat<f64>> {
        if self.turn() != Turn::Over {
            return None;
        }
        let [a, b, c] = self.cards.map(u64::from);
        let bits = hash(&[self.key, 5, a, b, c]);
        let first = bits % 11;
        let second = (bits >> 8) % (11 - first);
        Some([first, second, 10 - first - second].into_iter().map(|n| n as f64).collect())
    }
}

impl View for ThicketView {
    type Game = Thicket;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn assume(&self, rng: &mut Rng) -> ThicketPosition {
        let mut cards: [u8; 3] = std::array::from_fn(|_| rng.below(CARDS) as u8);
        cards[self.seat.index()] = self.card;
        // Whoever is asked to move knows that nobody claims any more.
        let settled = self.public.settled || !self.claims;
        ThicketPosition { cards, settled, ..self.public }
    }

    fn draw(&self, _style: Style) -> String {
        format!("{self:?}")
    }
}
