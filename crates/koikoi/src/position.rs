//! The whole truth of a round (and of the match around it), and the moves.

use crate::deal::ends_the_round;
use crate::{
    Card, Cards, Deal, Event, KoiKoi, Move, Phase, RoundDeal, RoundEnd, Rules, SeatEvent, Table,
    View,
};
use arrayvec::ArrayVec;
use fuda_core::{BadText, IllegalMove, Lang, PerSeat, Rng, Seat, Turn};
use std::sync::Arc;

/// The stock, the card that is turned over next standing last.
pub(crate) type Stock = ArrayVec<Card, 48>;

/// A position: the open table, both hands, the stock, and the rounds to come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pub(crate) table: Table,
    pub(crate) hands: [Cards; 2],
    pub(crate) stock: Stock,
    /// The rounds after this one; none in single games.
    pub(crate) future: Option<Arc<[RoundDeal]>>,
}

impl Position {
    /// The first position of a deal.
    pub fn new(rules: &Rules, deal: &Deal) -> Result<Position, BadText> {
        deal.check(rules)?;
        let Some((first, rest)) = deal.rounds.split_first() else {
            return Err(BadText::new("a round", "none"));
        };
        let table = Table::new(*rules, deal.rounds.len() as u8, deal.first);
        let future = (!rest.is_empty()).then(|| Arc::from(rest));
        let mut position = Position { table, hands: [Cards::NONE; 2], stock: Stock::new(), future };
        position.lay_out(deal.first, first);
        Ok(position)
    }

    /// What lies open.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// A seat's hand.
    pub fn hand(&self, seat: Seat) -> Cards {
        self.hands[seat.index() & 1]
    }

    /// The stock in the order in which its cards are turned over, as in
    /// [`RoundDeal::stock`].
    pub fn stock(&self) -> impl DoubleEndedIterator<Item = Card> + ExactSizeIterator {
        self.stock.iter().rev().copied()
    }

    /// Starts a round with these cards; it may end at once.
    fn lay_out(&mut self, dealer: Seat, deal: &RoundDeal) {
        self.place(dealer, deal);
        self.ends_at_the_deal();
    }

    /// Puts the cards of a round where they belong.
    pub(crate) fn place(&mut self, dealer: Seat, deal: &RoundDeal) {
        let table = &mut self.table;
        table.dealer = dealer;
        table.to_move = dealer;
        table.phase = Phase::Play;
        table.field = deal.field;
        table.captured = [Cards::NONE; 2];
        table.calls = [0; 2];
        table.yaku_points = [0; 2];
        table.passed = [Cards::NONE; 2];
        table.history.clear();
        self.hands = deal.hands;
        self.stock = deal.stock.iter().rev().copied().take(48).collect();
    }

    /// Ends the round if a hand was dealt that does; the dealer's is looked
    /// at first when both are such.
    pub(crate) fn ends_at_the_deal(&mut self) -> bool {
        let (rules, dealer) = (self.table.rules, self.table.dealer);
        let special = |seat: &Seat| ends_the_round(&rules, self.hands[seat.index() & 1]);
        let winner = [dealer, dealer.after(1, 2)].into_iter().find(special);
        if winner.is_some() {
            self.end_round(winner, rules.dealt_points.into());
        }
        winner.is_some()
    }

    /// The cards of the round after one; none after the last.
    pub(crate) fn deal_after(&self, round: u8) -> Option<&RoundDeal> {
        // The rounds to come are the last of the list.
        let left = usize::from(self.table.rounds.checked_sub(round)?);
        self.future.as_ref().and_then(|f| f.get(f.len().checked_sub(left)?))
    }

    /// Ends the round, and starts the next if there is one.
    fn end_round(&mut self, winner: Option<Seat>, points: i16) {
        let paid = if winner == Some(Seat(0)) || winner.is_none() && self.table.dealer == Seat(0) {
            points
        } else {
            -points
        };
        let table = &mut self.table;
        table.last_round = Some(RoundEnd { winner, paid_to_first: paid });
        table.totals[0] = table.totals[0].saturating_add(paid.into());
        table.totals[1] = table.totals[1].saturating_sub(paid.into());
        let broke = table.rules.bank > 0 && table.totals.iter().any(|t| *t <= 0);
        if broke || table.round >= table.rounds {
            table.phase = Phase::Over;
            return;
        }
        let (round, dealer) = (table.round, table.next_dealer());
        match self.deal_after(round).cloned() {
            Some(deal) => {
                self.table.round += 1;
                self.lay_out(dealer, &deal);
            }
            None => self.table.phase = Phase::Over,
        }
    }

    #[inline]
    fn note(&mut self, event: Event) {
        // The capacity is what the longest round needs; a position that was
        // led astray by illegal moves simply stops remembering.
        let _ = self.table.history.try_push(event);
    }

    #[inline]
    fn mover(&self) -> usize {
        self.table.to_move.index() & 1
    }

    /// The field cards a card may be put to.
    #[inline]
    pub(crate) fn matches(&self, card: Card) -> Cards {
        self.table.field & Cards::month_of(card)
    }

    /// Puts a card to the field and captures what there is nothing to choose
    /// about; `true` when there are two cards to choose from.
    #[inline]
    fn land(&mut self, card: Card) -> bool {
        let matches = self.matches(card);
        let mover = self.mover();
        let table = &mut self.table;
        match matches.len() {
            0 => table.field = table.field.with(card),
            2 => return true,
            _ => {
                table.field = table.field & !matches;
                table.captured[mover] = (table.captured[mover] | matches).with(card);
            }
        }
        false
    }

    #[inline]
    pub(crate) fn play_card(&mut self, card: Card) {
        let mover = self.mover();
        self.hands[mover] = self.hands[mover].without(card);
        self.note(Event::Play(card));
        if self.matches(card).is_empty() {
            let table = &mut self.table;
            table.passed[mover] = table.passed[mover] | table.field.whole_months();
        }
        if self.land(card) {
            self.table.phase = Phase::TakeWithPlayed(card);
        } else {
            self.draw();
        }
    }

    #[inline]
    fn draw(&mut self) {
        let Some(card) = self.stock.pop() else {
            return self.end_turn();
        };
        self.note(Event::Draw(card));
        if self.land(card) {
            self.table.phase = Phase::TakeWithDrawn(card);
        } else {
            self.end_turn();
        }
    }

    #[inline]
    pub(crate) fn take(&mut self, card: Card, with: Card) {
        let mover = self.mover();
        self.note(Event::Take(card));
        let table = &mut self.table;
        table.field = table.field.without(card);
        table.captured[mover] = table.captured[mover].with(card).with(with);
    }

    /// The card that the move before turned over from the stock, and what the
    /// mover has taken, in words.
    fn drawn_since(&self, since: &Position, lang: Lang) -> Option<String> {
        let draws = matches!(since.table.phase, Phase::Play | Phase::TakeWithPlayed(_));
        let same_round = self.table.round == since.table.round;
        let turned = draws && (!same_round || self.stock.len() < since.stock.len());
        let card = since.stock.last().filter(|_| turned)?;
        let seat = since.table.to_move;
        let taken: Vec<String> = match same_round {
            true => {
                let before = since.table.captured[since.mover()];
                let new = self.table.captured[since.mover()] & !before;
                new.iter().map(|card| named(card, lang)).collect()
            }
            false => Vec::new(),
        };
        let takes = match taken.is_empty() {
            true => String::new(),
            false => lang.pick(
                format!("; taken this turn: {}", taken.join(", ")),
                format!("、取った札: {}", taken.join("、")),
            ),
        };
        let card = named(*card, lang);
        Some(lang.pick(
            format!("seat {seat} turns over {card} from the stock{takes}"),
            format!("席{seat}は山札から{card}をめくる{takes}"),
        ))
    }

    #[inline]
    fn end_turn(&mut self) {
        let mover = self.mover();
        let table = &mut self.table;
        let points = table.rules.yaku_points(table.captured[mover], table.calls[mover]);
        if points > table.yaku_points[mover] {
            table.yaku_points[mover] = points;
            let may_call = table.rules.calls == 0 || table.calls[mover] < table.rules.calls;
            // Without a card in hand there is nothing to go on with.
            if may_call && !self.hands[mover].is_empty() {
                table.phase = Phase::Call;
            } else {
                self.stop();
            }
        } else {
            self.next_turn();
        }
    }

    #[inline]
    fn next_turn(&mut self) {
        let next = self.table.to_move.after(1, 2);
        if self.hands[next.index()].is_empty() {
            self.end_without_score();
        } else {
            self.table.to_move = next;
            self.table.phase = Phase::Play;
        }
    }

    /// Both hands are empty and nobody has stopped.
    pub(crate) fn end_without_score(&mut self) {
        self.end_round(None, self.table.rules.draw_points.into());
    }

    pub(crate) fn stop(&mut self) {
        let winner = self.table.to_move;
        self.note(Event::Stop);
        let points = self.table.stop_points(winner);
        self.end_round(Some(winner), points.try_into().unwrap_or(i16::MAX));
    }

    fn call(&mut self) {
        self.note_call(self.mover());
        self.next_turn();
    }

    /// Writes down that a seat goes on.
    pub(crate) fn note_call(&mut self, mover: usize) {
        self.note(Event::KoiKoi);
        let table = &mut self.table;
        table.calls[mover] = table.calls[mover].saturating_add(1);
        // A call may raise the worth of what is there: that is no new yaku.
        table.yaku_points[mover] =
            table.rules.yaku_points(table.captured[mover], table.calls[mover]);
    }

    /// Why a move is not legal, if it is not.
    fn objection(&self, seat: Seat, mv: Move) -> Option<String> {
        let phase = self.table.phase;
        if phase == Phase::Over {
            return Some("the game is over".into());
        }
        if seat != self.table.to_move {
            return Some("it is not this seat's turn".into());
        }
        match (phase, mv) {
            (Phase::Play, Move::Play(card)) => (!self.hand(seat).contains(card))
                .then(|| format!("{card} is not in the hand {:?}", self.hand(seat))),
            (Phase::TakeWithPlayed(with) | Phase::TakeWithDrawn(with), Move::Take(card)) => {
                let matches = self.matches(with);
                (!matches.contains(card)).then(|| format!("{with} takes one of {matches:?}"))
            }
            (Phase::Call, Move::KoiKoi | Move::Stop) => None,
            (Phase::Play, _) => Some("a card is to be played from the hand".into()),
            (Phase::Call, _) => Some("koikoi or stop is to be said".into()),
            (_, _) => Some("one of two field cards is to be taken".into()),
        }
    }

    pub(crate) fn do_move(&mut self, mv: Move) {
        match (mv, self.table.phase) {
            (Move::Play(card), Phase::Play) => self.play_card(card),
            (Move::Take(card), Phase::TakeWithPlayed(with)) => {
                self.take(card, with);
                self.draw();
            }
            (Move::Take(card), Phase::TakeWithDrawn(with)) => {
                self.take(card, with);
                self.end_turn();
            }
            (Move::KoiKoi, Phase::Call) => self.call(),
            (Move::Stop, Phase::Call) => self.stop(),
            _ => {}
        }
    }
}

/// A card as the language writes it.
fn named(card: Card, lang: Lang) -> String {
    match lang {
        Lang::English => card.to_string(),
        Lang::Japanese => card.japanese(),
    }
}

impl fuda_core::Position for Position {
    type Game = KoiKoi;

    fn turn(&self) -> Turn {
        match self.table.phase {
            Phase::Over => Turn::Over,
            _ => Turn::Seat(self.table.to_move),
        }
    }

    fn legal_moves(&self, seat: Seat, moves: &mut Vec<Move>) {
        moves.clear();
        if seat != self.table.to_move {
            return;
        }
        match self.table.phase {
            Phase::Play => moves.extend(self.hand(seat).iter().map(Move::Play)),
            Phase::TakeWithPlayed(with) | Phase::TakeWithDrawn(with) => {
                moves.extend(self.matches(with).iter().map(Move::Take));
            }
            Phase::Call => moves.extend([Move::KoiKoi, Move::Stop]),
            Phase::Over => {}
        }
    }

    fn play(&mut self, seat: Seat, mv: Move) -> Result<(), IllegalMove<Move>> {
        match self.objection(seat, mv) {
            Some(reason) => Err(IllegalMove { seat, mv, reason }),
            None => {
                self.do_move(mv);
                Ok(())
            }
        }
    }

    fn play_unchecked(&mut self, _seat: Seat, mv: Move) {
        self.do_move(mv);
    }

    fn first_events(&self, seat: Seat, events: &mut Vec<SeatEvent>) {
        crate::event::first(self, seat, events);
    }

    fn events(
        &self,
        before: &Position,
        mover: Seat,
        mv: Move,
        seat: Seat,
        events: &mut Vec<SeatEvent>,
    ) {
        crate::event::after(self, before, (mover, mv), seat, events);
    }

    fn view(&self, seat: Seat) -> View {
        View::of(self, seat)
    }

    fn scores(&self) -> Option<PerSeat<f64>> {
        (self.table.phase == Phase::Over).then(|| self.points())
    }

    fn round(&self) -> u32 {
        u32::from(self.table.round) - u32::from(self.table.phase != Phase::Over)
    }

    fn news(&self, since: &Self, lang: Lang) -> Vec<String> {
        let (ended, before) = (self.round(), since.round());
        let mut news: Vec<String> = self.drawn_since(since, lang).into_iter().collect();
        let Some(end) = self.table.last_round.filter(|_| ended > before) else { return news };
        let paid = end.paid_to_first.unsigned_abs();
        let how = match end.winner {
            Some(seat) => lang.pick(
                format!("seat {seat} wins {paid} points"),
                format!("席{seat}の勝ち {paid}文"),
            ),
            None if paid == 0 => lang.pick("nobody wins", "流れ").into(),
            None => lang.pick(
                format!("nobody wins, {paid} points change hands"),
                format!("流れ、{paid}文の移動"),
            ),
        };
        let [one, other] = self.table.totals;
        news.push(lang.pick(
            format!("Round {ended} is over: {how}; the totals are {one} and {other}."),
            format!("{ended}回目が終わりました: {how}。通算 {one}文と{other}文。"),
        ));
        news
    }

    fn points(&self) -> PerSeat<f64> {
        let bank = i32::from(self.table.rules.bank);
        self.table.totals.iter().map(|total| f64::from(total.saturating_sub(bank))).collect()
    }

    fn standing(&self, values: &mut [f32]) {
        let Table { round, rounds, dealer, .. } = self.table;
        let all = [f32::from(round), f32::from(rounds), f32::from(dealer.0)];
        values.iter_mut().zip(all).for_each(|(value, known)| *value = known);
    }

    fn round_values(&self, first: &Self, last: &Self, seat: Seat, values: &mut [Option<f64>]) {
        crate::stats::values(first, last, self, seat, values);
    }

    fn redraw(&mut self, rng: &mut Rng) {
        rng.shuffle(&mut self.stock);
    }

    fn draws_left(&self) -> usize {
        self.stock.len()
    }

    fn random_move(&self, seat: Seat, rng: &mut Rng, _scratch: &mut Vec<Move>) -> Option<Move> {
        (seat == self.table.to_move).then(|| self.any_move(rng)).flatten()
    }

    fn random_playout(&mut self, rng: &mut Rng, _scratch: &mut Vec<Move>) -> PerSeat<f64> {
        self.finish_at_random(rng);
        fuda_core::Position::scores(self).unwrap_or_default()
    }
}
