//! Tenhou's XML into a [`Log`].

use arrayvec::ArrayVec;
use fuda_core::Seat;
use fuda_core::formats::FormatError;

use super::attributes::{
    hundreds, meld_of, number, numbers, percent_decoded, required, seat, tile, tile_of, tiles,
};
use crate::Tile;
use crate::records::log::{
    Entry, Event, Four, HandLog, Log, LogRules, NoWin, NoWinKind, Settlement, Unit, Win, unsuitable,
};
use crate::records::xml::{Tag, Tags, fault};

/// Reads a log. What cannot be read ends it: [`Log::broken`] says where and
/// why, and everything before is there.
pub fn read_log(text: &str) -> Log {
    let mut reader = Reader::default();
    let mut tags = Tags::new(text);
    let mut result = Ok(());
    let mut attributes = Vec::with_capacity(16);
    for raw in tags.by_ref() {
        result = raw.and_then(|raw| {
            attributes.clear();
            for attribute in raw.attributes() {
                attributes.push(attribute.map_err(|text| {
                    fault(raw.at, format!("attributes in <{}>", raw.name), text)
                })?);
            }
            reader.tag(&Tag { name: raw.name, at: raw.at, attributes: &attributes })
        });
        if result.is_err() {
            break;
        }
    }
    if result.is_ok() && !reader.closed {
        result = Err(fault(tags.at(), "</mjloggm>", ""));
    }
    let mut log = reader.log;
    log.unit = Unit::Byte;
    log.broken = result.err().map(|error| in_hand(&log, error));
    log
}

/// Adds the hand and event to the place of an error.
fn in_hand(log: &Log, error: FormatError) -> FormatError {
    let Some(hand) = log.hands.last() else { return error };
    let place =
        format!("hand {}, after event {}, {}", log.hands.len(), hand.events.len(), error.place);
    FormatError { place, ..error }
}

#[derive(Default)]
struct Reader {
    log: Log,
    opened: bool,
    closed: bool,
    /// The tile a seat drew last, while it has not discarded since.
    drawn: Option<(Seat, Tile)>,
    hand_ended: bool,
}

impl Reader {
    fn tag(&mut self, tag: &Tag<'_>) -> Result<(), FormatError> {
        if self.closed {
            return Err(fault(tag.at, "nothing after </mjloggm>", tag.name));
        }
        if !self.opened {
            if tag.name != "mjloggm" {
                return Err(fault(tag.at, "<mjloggm>", tag.name));
            }
            self.opened = true;
            if let Some(version) = tag.get("ver") {
                self.set("ver", version);
            }
            return Ok(());
        }
        match tag.name {
            "/mjloggm" => self.closed = true,
            "SHUFFLE" => {
                self.log.seed = tag.get("seed").filter(|s| !s.is_empty()).map(str::to_owned);
            }
            "GO" => self.go(tag)?,
            "UN" => self.players(tag)?,
            "BYE" => {
                let seat = seat(tag, "who")?;
                self.event_outside(tag, Event::Away { seat });
            }
            "TAIKYOKU" => {
                seat(tag, "oya")?;
            }
            "INIT" => self.deal(tag)?,
            "REACH" => self.riichi(tag)?,
            "N" => {
                let (seat, meld) = (seat(tag, "who")?, meld_of(tag, required(tag, "m")?)?);
                self.drawn = None;
                self.event(tag, Event::Call { seat, meld })?;
            }
            "DORA" => {
                let tile = tile(tag, "hai")?;
                self.event(tag, Event::Dora { tile })?;
            }
            "AGARI" => self.win(tag)?,
            "RYUUKYOKU" => self.no_win(tag)?,
            name => self.draw_or_discard(tag, name)?,
        }
        Ok(())
    }

    fn set(&mut self, name: &str, value: &str) {
        if !value.is_empty() {
            self.log.tags.insert(name.to_owned(), value.to_owned());
        }
    }

    /// Adds an event that may also stand between hands, where it is dropped.
    fn event_outside(&mut self, tag: &Tag<'_>, event: Event) {
        if let Some(hand) = self.log.hands.last_mut().filter(|_| !self.hand_ended) {
            hand.events.push(Entry { at: tag.at, event });
        }
    }

    fn event(&mut self, tag: &Tag<'_>, event: Event) -> Result<(), FormatError> {
        let ended = self.hand_ended;
        match self.log.hands.last_mut() {
            Some(hand) if !ended || matches!(event, Event::Win(_)) => {
                hand.events.push(Entry { at: tag.at, event });
                Ok(())
            }
            Some(_) => Err(fault(tag.at, "<INIT> of the next hand", tag.name)),
            None => Err(fault(tag.at, "<INIT> of the first hand", tag.name)),
        }
    }

    fn draw_or_discard(&mut self, tag: &Tag<'_>, name: &str) -> Result<(), FormatError> {
        let letter = name.bytes().next().unwrap_or(0);
        let digits = name.get(1..).unwrap_or("");
        let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        match letter {
            b'T'..=b'W' if plain => {
                let (seat, tile) = (Seat(letter - b'T'), tile_of(tag, digits)?);
                self.drawn = Some((seat, tile));
                self.event(tag, Event::Draw { seat, tile })
            }
            b'D'..=b'G' if plain => {
                let (seat, tile) = (Seat(letter - b'D'), tile_of(tag, digits)?);
                let drawn = self.drawn.take() == Some((seat, tile));
                self.event(tag, Event::Discard { seat, tile, drawn })
            }
            _ => Err(fault(tag.at, "a tag of Tenhou's logs", name)),
        }
    }

    fn go(&mut self, tag: &Tag<'_>) -> Result<(), FormatError> {
        let bits: u32 = number(tag, "type")?;
        if bits & 0x10 != 0 {
            let got = format!("one of three players (GO type {bits})");
            return Err(FormatError {
                place: format!("byte {}", tag.at),
                expected: unsuitable::FOUR_PLAYERS.into(),
                got,
            });
        }
        self.set("type", &bits.to_string());
        if let Some(lobby) = tag.get("lobby") {
            self.set("lobby", lobby);
        }
        self.log.rules = LogRules {
            named: None,
            red_fives: Some(bits & 0x02 == 0),
            open_tanyao: Some(bits & 0x04 == 0),
            two_rounds: Some(bits & 0x08 != 0),
        };
        Ok(())
    }

    fn players(&mut self, tag: &Tag<'_>) -> Result<(), FormatError> {
        if tag.get("dan").is_none() && !self.log.players.is_empty() {
            for (seat, name) in ["n0", "n1", "n2", "n3"].iter().enumerate() {
                if tag.get(name).is_some() {
                    self.event_outside(tag, Event::Back { seat: Seat(seat as u8) });
                }
            }
            return Ok(());
        }
        let names = ["n0", "n1", "n2", "n3"].map(|n| tag.get(n).unwrap_or(""));
        self.log.players = names.iter().map(|n| percent_decoded(n)).collect();
        for name in ["dan", "rate", "sx"] {
            if let Some(value) = tag.get(name) {
                self.set(name, value);
            }
        }
        Ok(())
    }

    fn deal(&mut self, tag: &Tag<'_>) -> Result<(), FormatError> {
        if !self.log.hands.is_empty() && !self.hand_ended {
            return Err(fault(tag.at, "the end of the hand before the next <INIT>", "INIT"));
        }
        let [round, honba, sticks, die0, die1, dora]: [u16; 6] = numbers(tag, "seed")?;
        let in_range = |value: u16, limit: u16, what: &str| {
            if value < limit {
                return Ok(value as u8);
            }
            Err(fault(tag.at, format!("{what} below {limit}"), &value.to_string()))
        };
        let round = in_range(round, 16, "the number of the hand")?;
        let dice = [in_range(die0, 6, "a die")?, in_range(die1, 6, "a die")?];
        let dora = Tile::of(in_range(dora, 136, "the dora indicator")?.into());
        let scores = hundreds(tag, numbers(tag, "ten")?)?;
        let mut hands = [[dora; 13]; 4];
        for (hand, name) in hands.iter_mut().zip(["hai0", "hai1", "hai2", "hai3"]) {
            *hand = tiles::<13>(tag, name)?.into_inner().map_err(|short| {
                fault(tag.at, format!("13 tiles as `{name}`"), &format!("{} tiles", short.len()))
            })?;
        }
        self.hand_ended = false;
        self.drawn = None;
        self.log.hands.push(HandLog {
            at: tag.at,
            round,
            honba,
            sticks,
            dice: Some(dice),
            dora,
            scores: Some(scores),
            dealer: seat(tag, "oya")?,
            hands,
            wall: None,
            events: Vec::with_capacity(160),
        });
        Ok(())
    }

    fn riichi(&mut self, tag: &Tag<'_>) -> Result<(), FormatError> {
        let seat = seat(tag, "who")?;
        let event = match number::<u8>(tag, "step")? {
            1 => Event::Riichi { seat },
            2 => {
                let scores = match tag.get("ten") {
                    Some(_) => Some(hundreds(tag, numbers(tag, "ten")?)?),
                    None => None,
                };
                Event::RiichiAccepted { seat, scores }
            }
            other => return Err(fault(tag.at, "step 1 or 2 of <REACH>", &other.to_string())),
        };
        self.event(tag, event)
    }

    fn win(&mut self, tag: &Tag<'_>) -> Result<(), FormatError> {
        let [fu, points, limit]: [i32; 3] = numbers(tag, "ten")?;
        let [honba, sticks]: [u16; 2] = numbers(tag, "ba")?;
        let out_of_range = |what: &str| fault(tag.at, what, tag.get("ten").unwrap_or(""));
        let (before, deltas) = changes(tag)?;
        let mut win = Win {
            seat: seat(tag, "who")?.0,
            from: seat(tag, "fromWho")?.0,
            tile: Some(tile(tag, "machi")?),
            hand: Some(tiles(tag, "hai")?),
            fu: Some(u16::try_from(fu).map_err(|_| out_of_range("fu of 0 or more"))?),
            points: Some(points),
            limit: Some(u8::try_from(limit).map_err(|_| out_of_range("a limit from 0 to 5"))?),
            dora: Some(tiles(tag, "doraHai")?),
            stake: Some((honba, sticks)),
            before: Some(before),
            deltas: Some(deltas),
            after: Some([0, 1, 2, 3].map(|i| before[i] + deltas[i])),
            ..Win::default()
        };
        if tag.get("paoWho").is_some() {
            win.pao = Some(seat(tag, "paoWho")?.0);
        }
        let mut melds = ArrayVec::new();
        for code in tag.get("m").unwrap_or("").split(',').filter(|c| !c.is_empty()) {
            let meld = meld_of(tag, code)?;
            melds.try_push(meld).map_err(|_| fault(tag.at, "at most four melds", code))?;
        }
        win.melds = Some(melds);
        win.ura = match tag.get("doraHaiUra") {
            Some(_) => Some(tiles(tag, "doraHaiUra")?),
            None => Some(ArrayVec::new()),
        };
        let list = |name: &str| -> Result<Vec<u8>, FormatError> {
            let text = tag.get(name).unwrap_or("");
            let parts = text.split(',').filter(|_| !text.is_empty());
            let bad = || fault(tag.at, format!("numbers as `{name}`"), text);
            parts.map(|p| p.trim().parse().map_err(|_| bad())).collect()
        };
        let yaku = list("yaku")?;
        if yaku.len() % 2 != 0 {
            return Err(fault(tag.at, "pairs of yaku and han", tag.get("yaku").unwrap_or("")));
        }
        let yaku: Vec<(u8, u8)> = yaku.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
        win.han = Some(yaku.iter().map(|&(_, han)| u16::from(han)).sum());
        win.yaku = Some(yaku);
        win.yakuman = Some(list("yakuman")?);
        self.event(tag, Event::Win(Box::new(win)))?;
        self.finish(tag)
    }

    fn no_win(&mut self, tag: &Tag<'_>) -> Result<(), FormatError> {
        let kind = match tag.get("type") {
            None => NoWinKind::Exhausted,
            Some("nm") => NoWinKind::Nagashi,
            Some("yao9") => NoWinKind::NineKinds,
            Some("kaze4") => NoWinKind::FourWinds,
            Some("reach4") => NoWinKind::FourRiichi,
            Some("ron3") => NoWinKind::TripleRon,
            Some("kan4") => NoWinKind::FourKans,
            Some(other) => return Err(fault(tag.at, "a type of <RYUUKYOKU>", other)),
        };
        let [honba, sticks]: [u16; 2] = numbers(tag, "ba")?;
        let (before, deltas) = changes(tag)?;
        let mut shown = Four::default();
        for (hand, name) in shown.iter_mut().zip(["hai0", "hai1", "hai2", "hai3"]) {
            if tag.get(name).is_some() {
                *hand = Some(tiles(tag, name)?);
            }
        }
        let no_win = NoWin {
            kind: Some(kind),
            stake: Some((honba, sticks)),
            shown: Some(shown),
            tenpai: None,
            before: Some(before),
            deltas: Some(deltas),
            after: Some([0, 1, 2, 3].map(|i| before[i] + deltas[i])),
        };
        self.event(tag, Event::NoWin(Box::new(no_win)))?;
        self.finish(tag)
    }

    /// The hand is over; perhaps the game too.
    fn finish(&mut self, tag: &Tag<'_>) -> Result<(), FormatError> {
        self.hand_ended = true;
        if tag.get("owari").is_some() {
            let values: [f64; 8] = numbers(tag, "owari")?;
            if values.iter().any(|v| !v.is_finite() || v.abs() > 1e6) {
                return Err(fault(tag.at, "scores as `owari`", tag.get("owari").unwrap_or("")));
            }
            let seats = [0, 1, 2, 3];
            self.log.end = Some(Settlement {
                scores: Some(seats.map(|i| (values[2 * i] * 100.0).round() as i32)),
                points: Some(seats.map(|i| values[2 * i + 1])),
            });
        }
        Ok(())
    }
}

/// The attribute `sc`: scores before and changes, in points.
fn changes(tag: &Tag<'_>) -> Result<(Four<i32>, Four<i32>), FormatError> {
    let values: [i32; 8] = numbers(tag, "sc")?;
    let seats = [0, 1, 2, 3];
    Ok((
        hundreds(tag, seats.map(|i| values[2 * i]))?,
        hundreds(tag, seats.map(|i| values[2 * i + 1]))?,
    ))
}
