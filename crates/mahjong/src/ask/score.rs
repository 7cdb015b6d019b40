//! The question what a winning hand is worth.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::AskError;
use crate::kinds::Counts;
use crate::meld::{From, Meld, MeldError};
use crate::notation::{Faces, check_copies, parse};
use crate::score::{Limit, Payment, Riichi, Score, ScoringRules, Win, score};
use crate::tile::{Face, Kind, Wind};

/// The largest number of honba or sticks taken.
const MOST_STICKS: u32 = 999;
/// The most dora indicators: one and one for each of four kans.
const MOST_INDICATORS: usize = 5;

/// A hand that is said to win. Only `hand` and `win` must be given; seat and
/// round are then East.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoreQuestion {
    /// Concealed tiles without the winning tile, in human notation.
    pub hand: String,
    /// The winning tile.
    pub win: String,
    /// The melds.
    #[serde(default)]
    pub melds: Vec<MeldQuestion>,
    /// Whether the winning tile was drawn.
    #[serde(default)]
    pub tsumo: bool,
    /// The seat's wind, `E` (the dealer), `S`, `W` or `N`.
    #[serde(default)]
    pub seat: Wind,
    /// The round's wind.
    #[serde(default)]
    pub round: Wind,
    /// 1 for riichi, 2 for double riichi.
    #[serde(default)]
    pub riichi: u8,
    /// Whether within a turn of riichi.
    #[serde(default)]
    pub ippatsu: bool,
    /// Whether the winning tile is the last one drawn or discarded.
    #[serde(default)]
    pub last_tile: bool,
    /// Whether the winning tile was drawn after a kan.
    #[serde(default)]
    pub rinshan: bool,
    /// Whether the winning tile was added to another's kan.
    #[serde(default)]
    pub chankan: bool,
    /// Whether this is the first turn, without any call before.
    #[serde(default)]
    pub first_turn: bool,
    /// Dora indicators.
    #[serde(default)]
    pub dora: Vec<String>,
    /// Ura dora indicators; they count only with riichi.
    #[serde(default)]
    pub ura: Vec<String>,
    /// Honba.
    #[serde(default)]
    pub honba: u32,
    /// Riichi sticks on the table.
    #[serde(default)]
    pub sticks: u32,
    /// Name of the rules, see [`ScoringRules::preset`]; `tenhou` when not given.
    #[serde(default)]
    pub rules: Option<String>,
}

/// A meld: its kind and its tiles.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeldQuestion {
    /// `chi`, `pon`, `kan` (open or added) or `ankan` (concealed).
    pub kind: String,
    /// The tiles in human notation.
    pub tiles: String,
}

impl FromStr for MeldQuestion {
    type Err = AskError;

    /// Reads `chi:340m`.
    fn from_str(text: &str) -> Result<MeldQuestion, AskError> {
        match text.split_once(':') {
            Some((kind, tiles)) => Ok(MeldQuestion { kind: kind.into(), tiles: tiles.into() }),
            None => Err(AskError::BadMeld { found: text.into() }),
        }
    }
}

/// The value of a hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ScoreAnswer {
    /// Yaku and dora.
    pub yaku: Vec<YakuAnswer>,
    /// Han; null for a yakuman.
    pub han: Option<u8>,
    /// Fu; null for a yakuman.
    pub fu: Option<u8>,
    /// How many yakuman the hand counts as; 0 for an ordinary hand.
    pub yakuman: u8,
    /// Name of the limit reached, from `mangan` on.
    pub limit: Option<&'static str>,
    /// What the hand itself is worth, without honba and sticks.
    pub points: u32,
    /// Who pays what, honba and sticks included.
    pub payments: Payments,
}

/// One yaku with its han; a yakuman counts 13.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct YakuAnswer {
    /// Name in Latin letters.
    pub name: &'static str,
    /// Name in Japanese.
    pub kanji: &'static str,
    /// Tenhou's number.
    pub id: u8,
    /// Han.
    pub han: u8,
}

/// Who pays what, honba included; the winner also takes the sticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Payments {
    /// All that the winner gains, sticks included.
    pub total: u32,
    /// What the discarder pays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<u32>,
    /// What the dealer pays for another's self-draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dealer: Option<u32>,
    /// What each other player pays for a self-draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others: Option<u32>,
}

impl ScoreQuestion {
    /// Answers the question.
    pub fn answer(&self) -> Result<ScoreAnswer, AskError> {
        let name = self.rules.as_deref().unwrap_or("tenhou");
        let rules = ScoringRules::preset(name).ok_or_else(|| AskError::UnknownRules {
            found: name.into(),
            expected: ScoringRules::PRESETS.join(", "),
        })?;
        self.answer_under(&rules, name)
    }

    /// Answers the question under rules of the caller, whatever
    /// [`rules`](Self::rules) names.
    pub fn answer_under(&self, rules: &ScoringRules, name: &str) -> Result<ScoreAnswer, AskError> {
        if self.melds.len() > 4 {
            return Err(AskError::TooManyMelds(self.melds.len()));
        }
        let hand = tiles("hand", &self.hand)?;
        let wanted = 13 - 3 * self.melds.len();
        if hand.len() != wanted {
            return Err(AskError::WrongCount {
                field: "hand".into(),
                found: hand.len(),
                expected: format!(
                    "{wanted} without the winning tile and with {} melds",
                    self.melds.len()
                ),
            });
        }
        let win = one_tile("win".into(), &self.win)?;
        let mut seen: Vec<Face> = hand.iter().copied().chain([win]).collect();
        let mut melds = ArrayVec::<Meld, 4>::new();
        for (index, question) in self.melds.iter().enumerate() {
            let (meld, faces) = question.read(index)?;
            melds.push(meld);
            seen.extend(faces);
        }
        let reds = seen.iter().filter(|face| face.red).count() as u8;
        if reds > 0 && !rules.red_fives {
            return Err(AskError::NoRedFives(name.into()));
        }
        let dora = indicators("dora", &self.dora, &mut seen)?;
        let ura = indicators("ura", &self.ura, &mut seen)?;
        check_copies(seen.iter().copied()).map_err(AskError::Together)?;

        let concealed: Counts = hand.iter().chain([&win]).map(|face| face.kind).collect();
        let win = Win {
            tsumo: self.tsumo,
            seat: self.seat,
            round: self.round,
            riichi: match self.riichi {
                0 => Riichi::None,
                1 => Riichi::Riichi,
                2 => Riichi::Double,
                found => return Err(out_of_range("riichi", found.into(), 2)),
            },
            ippatsu: self.ippatsu,
            last_tile: self.last_tile,
            rinshan: self.rinshan,
            chankan: self.chankan,
            first_turn: self.first_turn,
            dora: &dora,
            ura: &ura,
            reds,
            ..Win::new(&concealed, &melds, win.kind)
        };
        check_situation(&win)?;
        for (field, found) in [("honba", self.honba), ("sticks", self.sticks)] {
            if found > MOST_STICKS {
                return Err(out_of_range(field, found.into(), MOST_STICKS.into()));
            }
        }
        let score = score(&win, rules)?;
        let payment = score.payment(self.seat == Wind::East, self.tsumo, self.honba);
        Ok(ScoreAnswer::new(&score, payment, self.sticks))
    }
}

impl ScoreAnswer {
    /// The answer for a score, what is paid, and the sticks on the table.
    pub fn new(score: &Score, payment: Payment, sticks: u32) -> ScoreAnswer {
        let ordinary = score.yakuman == 0;
        let mut payments = Payments {
            total: payment.total() + 1000 * sticks,
            from: None,
            dealer: None,
            others: None,
        };
        match payment {
            Payment::Ron { from } => payments.from = Some(from),
            Payment::DealerTsumo { each } => payments.others = Some(each),
            Payment::Tsumo { dealer, others } => {
                payments.dealer = Some(dealer);
                payments.others = Some(others);
            }
        }
        ScoreAnswer {
            yaku: score
                .yaku
                .iter()
                .map(|&(yaku, han)| YakuAnswer {
                    name: yaku.name(),
                    kanji: yaku.kanji(),
                    id: yaku.id(),
                    han,
                })
                .collect(),
            han: ordinary.then_some(score.han),
            fu: ordinary.then_some(score.fu),
            yakuman: score.yakuman,
            limit: score.limit.name(),
            points: score.points,
            payments,
        }
    }
}

impl ScoreAnswer {
    /// The answer in Japanese.
    pub fn japanese(&self) -> String {
        let rows = self.yaku.iter().map(|yaku| format!("{:>3}翻  {}\n", yaku.han, yaku.kanji));
        let size = match (self.han, self.fu) {
            (Some(han), Some(fu)) => format!("{fu}符{han}翻"),
            _ if self.yakuman > 1 => format!("{}倍役満", self.yakuman),
            _ => "役満".to_owned(),
        };
        let limit = self.limit.filter(|_| self.han.is_some()).and_then(|limit| {
            let same = |known: &&Limit| known.name() == Some(limit);
            Limit::ALL.iter().find(same).and_then(|limit| limit.kanji())
        });
        let limit = limit.map_or(String::new(), |limit| format!(" {limit}"));
        let Payments { total, from, dealer, others } = self.payments;
        let pays = match (from, dealer, others) {
            (Some(from), _, _) => format!("放銃者が{from}点"),
            (_, Some(dealer), Some(others)) => format!("親が{dealer}点、子が{others}点ずつ"),
            (_, _, others) => format!("{}点オール", others.unwrap_or(0)),
        };
        let points = self.points;
        rows.collect::<String>()
            + &format!("{size}{limit} {points}点、支払いは{pays}、和了者の収入は{total}点")
    }
}

impl fmt::Display for ScoreAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for yaku in &self.yaku {
            writeln!(f, "{:>3}  {} ({})", yaku.han, yaku.name, yaku.kanji)?;
        }
        match (self.han, self.fu) {
            (Some(han), Some(fu)) => write!(f, "{han} han {fu} fu")?,
            _ if self.yakuman > 1 => write!(f, "{} times yakuman", self.yakuman)?,
            _ => write!(f, "yakuman")?,
        }
        if let (Some(limit), Some(_)) = (self.limit, self.han) {
            write!(f, ", {limit}")?;
        }
        write!(f, ": {} points; ", self.points)?;
        let Payments { total, from, dealer, others } = self.payments;
        match (from, dealer, others) {
            (Some(from), _, _) => write!(f, "the discarder pays {from}")?,
            (_, Some(dealer), Some(others)) => {
                write!(f, "the dealer pays {dealer}, the others {others} each")?;
            }
            (_, _, others) => write!(f, "all pay {} each", others.unwrap_or(0))?,
        }
        write!(f, ", the winner gains {total}")
    }
}

impl MeldQuestion {
    fn read(&self, index: usize) -> Result<(Meld, Faces), AskError> {
        let field = format!("melds[{index}]");
        let faces = tiles(&field, &self.tiles)?;
        let wanted = match self.kind.as_str() {
            "chi" | "pon" => 3,
            "kan" | "ankan" => 4,
            _ => {
                return Err(AskError::BadMeld { found: self.kind.clone() });
            }
        };
        if faces.len() != wanted {
            let expected = format!("{wanted} for a {}", self.kind);
            return Err(AskError::WrongCount { field, found: faces.len(), expected });
        }
        let mut kinds: ArrayVec<Kind, 4> = faces.iter().map(|face| face.kind).collect();
        kinds.sort_unstable();
        let one_kind = kinds.iter().all(|&kind| kind == kinds[0]);
        // Red fives were counted from what is written, so any copies will do.
        let copy = |place: usize| kinds[0].tile(place as u8);
        let meld = match self.kind.as_str() {
            "chi" => {
                let tile = |place: usize| kinds[place].tile(0);
                Meld::chi(tile(0), [tile(1), tile(2)])
            }
            _ if !one_kind => Err(MeldError::NotOneKind),
            "pon" => Meld::pon(copy(0), [copy(1), copy(2)], From::Next),
            "kan" => Meld::open_kan(copy(0), From::Next),
            _ => Ok(Meld::concealed_kan(kinds[0])),
        };
        let meld = meld.map_err(|error| AskError::Meld { index, error })?;
        Ok((meld, faces))
    }
}

/// Refuses what cannot be at a table.
fn check_situation(win: &Win<'_>) -> Result<(), AskError> {
    let kan = win.melds.iter().any(Meld::is_kan);
    let contradictions = [
        (win.riichi != Riichi::None && !win.is_closed(), "riichi: the hand is open"),
        (win.ippatsu && win.riichi == Riichi::None, "ippatsu: there is no riichi"),
        (win.rinshan && !win.tsumo, "rinshan: the winning tile was not drawn (tsumo is false)"),
        (win.rinshan && !kan, "rinshan: there is no kan"),
        (win.chankan && win.tsumo, "chankan: the winning tile was drawn (tsumo is true)"),
        (win.first_turn && !win.melds.is_empty(), "first_turn: there are melds"),
        (win.ippatsu && win.rinshan, "ippatsu: the kan before rinshan ended it"),
        (
            win.first_turn && win.riichi != Riichi::None,
            "first_turn: a riichi is declared with a discard, and then it is over",
        ),
        (win.first_turn && win.last_tile, "last_tile: the first turn is not the last"),
        (win.chankan && win.last_tile, "last_tile: there is no kan on the last tile"),
        (win.ura.len() > win.dora.len(), "ura: more indicators than dora"),
    ];
    for (holds, why) in contradictions {
        if holds {
            return Err(AskError::Contradiction(why));
        }
    }
    if win.chankan && win.concealed[win.tile] > 1 {
        return Err(AskError::RobbedKan(win.tile));
    }
    Ok(())
}

fn tiles(field: &str, text: &str) -> Result<Faces, AskError> {
    parse(text).map_err(|error| AskError::Notation { field: field.into(), error })
}

fn one_tile(field: String, text: &str) -> Result<Face, AskError> {
    let faces = tiles(&field, text)?;
    match faces.as_slice() {
        [face] => Ok(*face),
        _ => Err(AskError::WrongCount { field, found: faces.len(), expected: "1".into() }),
    }
}

fn indicators(
    field: &'static str,
    texts: &[String],
    seen: &mut Vec<Face>,
) -> Result<ArrayVec<Kind, MOST_INDICATORS>, AskError> {
    if texts.len() > MOST_INDICATORS {
        return Err(AskError::WrongCount {
            field: field.into(),
            found: texts.len(),
            expected: format!("at most {MOST_INDICATORS}"),
        });
    }
    let mut kinds = ArrayVec::new();
    for (index, text) in texts.iter().enumerate() {
        let face = one_tile(format!("{field}[{index}]"), text)?;
        seen.push(face);
        kinds.push(face.kind);
    }
    Ok(kinds)
}

fn out_of_range(field: &'static str, found: u64, most: u64) -> AskError {
    AskError::OutOfRange { field, found, most }
}
