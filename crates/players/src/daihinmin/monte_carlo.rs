//! Monte Carlo: playouts from hidden hands dealt anew, until the own hand is
//! empty.

use fuda_core::{Ask, Choice, PerSeat, Player, PlayerError, Rng, Seat};
use fuda_daihinmin::{
    Daihinmin, Dealing, HiddenHands, Move, Passes, Playouts, Position, View, WeighedHands,
};
use fuda_search::{Belief, FlatMonteCarlo, Guide, Horizon, Parts, Policy, Value};

/// A guide of playouts that end when the seat asked has played its last card.
pub(super) type HandGuide<B, P> = Guide<B, P, UntilOut, Places>;

/// Such a guide.
pub(super) fn hand_guide<B, P>(belief: B, policy: P) -> HandGuide<B, P> {
    Guide { belief, policy, horizon: UntilOut, value: Places }
}

/// Hidden hands as they are dealt.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dealt(pub Dealing);

impl Belief<Daihinmin> for Dealt {
    type Prepared = HiddenHands;

    fn prepare(&self, view: &View, _most: u64, _rng: &mut Rng) -> HiddenHands {
        HiddenHands::new(view)
    }

    #[inline]
    fn sample(&self, _view: &View, hidden: &mut HiddenHands, rng: &mut Rng) -> Position {
        hidden.deal(self.0, rng)
    }
}

/// Hidden hands weighed by how well they fit what their holders did.
#[derive(Clone, Debug)]
pub(super) struct Weighed {
    pub hands: WeighedHands,
    /// How the others are taken to play.
    pub policy: fuda_daihinmin::Policy,
}

/// The most hands that are prepared; after those they come again.
const MOST_HANDS: u64 = 4_096;

impl Belief<Daihinmin> for Weighed {
    /// The hands, and which comes next.
    type Prepared = (Vec<Position>, usize);

    fn prepare(&self, view: &View, most: u64, rng: &mut Rng) -> (Vec<Position>, usize) {
        let many = most.clamp(1, MOST_HANDS) as usize;
        (self.hands.deal(view, &self.policy, many, rng), 0)
    }

    fn sample(&self, _: &View, dealt: &mut (Vec<Position>, usize), _: &mut Rng) -> Position {
        let (hands, next) = dealt;
        *next += 1;
        hands[(*next - 1) % hands.len()].clone()
    }
}

/// A playout ends when the seat asked is out.
#[derive(Clone, Copy, Debug)]
pub(super) struct UntilOut;

impl Horizon<Daihinmin> for UntilOut {
    type Mark = Seat;

    fn mark(&self, _root: &Position, seat: Seat) -> Seat {
        seat
    }

    #[inline]
    fn reached(&self, seat: &Seat, position: &Position) -> bool {
        position.is_out(*seat)
    }
}

/// The points for places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places;

impl Value<Daihinmin, UntilOut> for Places {
    fn rewards(&mut self, _seat: &Seat, position: &Position) -> PerSeat<f64> {
        position.points_so_far()
    }
}

/// Any move, but a pass only where nothing else is legal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unforced;

impl Policy<Daihinmin, UntilOut> for Unforced {
    fn choose(
        &mut self,
        position: &Position,
        _seat: Seat,
        rng: &mut Rng,
        moves: &mut Vec<Move>,
    ) -> Option<Move> {
        position.draw_move(Passes::OnlyWhenForced, rng, moves)
    }

    fn play_out(
        &mut self,
        _horizon: &UntilOut,
        seat: &Seat,
        position: &mut Position,
        rng: &mut Rng,
        moves: &mut Vec<Move>,
    ) {
        position.play_until_out(*seat, Passes::OnlyWhenForced, rng, moves);
    }
}

/// Moves drawn by a learned evaluation.
impl Policy<Daihinmin, UntilOut> for Playouts {
    fn choose(
        &mut self,
        position: &Position,
        _seat: Seat,
        rng: &mut Rng,
        _moves: &mut Vec<Move>,
    ) -> Option<Move> {
        self.draw_move(position, rng)
    }

    fn play_out(
        &mut self,
        _horizon: &UntilOut,
        seat: &Seat,
        position: &mut Position,
        rng: &mut Rng,
        _moves: &mut Vec<Move>,
    ) {
        self.play_until_out(position, *seat, rng);
    }
}

/// Plays what playouts recommend, unless the best move is known without.
///
/// One legal move is played at once, and a leader never passes.
#[derive(Clone)]
pub(super) struct MonteCarlo<H> {
    pub flat: FlatMonteCarlo,
    pub guide: H,
    /// Finds a move that needs no playouts.
    pub known: fn(&View, &[Move]) -> Option<Move>,
}

impl<H: Parts<Daihinmin>> Player<Daihinmin> for MonteCarlo<H> {
    fn choose(&mut self, ask: Ask<'_, Daihinmin>) -> Result<Choice<Move>, PlayerError> {
        if let [only] = ask.legal {
            return Ok(Choice::from(*only));
        }
        let leading = ask.view.is_leading();
        let candidate = |mv: &Move| !(leading && mv.is_pass());
        let moves: Vec<Move> = ask.legal.iter().copied().filter(candidate).collect();
        if let [only] = moves[..] {
            return Ok(Choice::from(only));
        }
        if let Some(best) = (self.known)(ask.view, &moves) {
            return Ok(Choice::from(best));
        }
        self.flat.answer(Ask { legal: &moves, ..ask }, &mut self.guide, &[]).choice()
    }
}

/// The move that empties the hand.
pub(super) fn last_move(view: &View, moves: &[Move]) -> Option<Move> {
    moves.iter().copied().find(|mv| !mv.is_gift() && mv.cards() == view.hand())
}

/// A sure win, or the best move of an end that is solved.
pub(super) fn known_best(view: &View, moves: &[Move]) -> Option<Move> {
    match moves.first() {
        Some(first) if !first.is_gift() => fuda_daihinmin::known_best(view, moves),
        _ => None,
    }
}
