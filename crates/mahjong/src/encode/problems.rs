//! Auxiliary problems: questions about the end of a hand.

use crate::game::{HandResult, Mahjong, MahjongPosition, WinResult};
use crate::score::Yaku;
use fuda_core::{AuxiliaryOutcomes, AuxiliaryProblem, AuxiliaryProblems, Position, Record};
use std::fmt;

/// How many steps of own draws left there are.
const DRAWS: usize = 18;

/// How a hand ended.
#[derive(Clone, Copy, Debug)]
struct HandEnd {
    /// The result.
    pub result: HandResult,
    /// Which seats had called nothing.
    pub closed: [bool; 4],
}

/// A question about the end of a hand, seen from one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Question {
    /// Whether the seat wins.
    Win,
    /// With a closed hand.
    Closed,
    /// With an open hand.
    Open,
    /// So that its rank rises.
    Rise,
    /// With at least so many points.
    Points(u32),
    /// With a yaku.
    Yaku(Yaku),
    /// With so many dora (4: or more).
    Dora(u8),
    /// Whether the seat deals in.
    DealIn,
    /// So that its rank falls.
    DealInFall,
    /// To the seat so many places after it.
    DealInTo(u8),
}

/// A question, about whom, and at which number of own draws left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Problem {
    /// What is asked.
    pub question: Question,
    /// About which seat: 0 the own, 1 to 3 those after it.
    pub about: u8,
    /// Only of positions with so many own draws left.
    pub draws: Option<u8>,
}

/// A set of problems.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProblemSet {
    /// The study's 22 about the own win.
    Own,
    /// The same 22 for each of 18 numbers of own draws left: 396.
    ByDraws,
    /// The 22, 17 about each opponent's win, and 5 about dealing in: 78.
    Everybody,
}

impl ProblemSet {
    /// All sets.
    pub const ALL: [ProblemSet; 3] = [ProblemSet::Own, ProblemSet::ByDraws, ProblemSet::Everybody];

    /// The problems, given the commonest yaku of the records.
    fn questions(self, yaku: &[Yaku]) -> Vec<Problem> {
        let mut wins = vec![Question::Win, Question::Closed, Question::Open, Question::Rise];
        wins.extend([3_900, 7_700, 11_600].map(Question::Points));
        wins.extend(yaku.iter().copied().map(Question::Yaku));
        let mut own = wins.clone();
        own.extend((0..5).map(Question::Dora));
        let about = |about: u8, questions: &[Question]| -> Vec<Problem> {
            questions.iter().map(|&question| Problem { question, about, draws: None }).collect()
        };
        match self {
            ProblemSet::Own => about(0, &own),
            ProblemSet::ByDraws => (0..DRAWS as u8)
                .flat_map(|draws| {
                    about(0, &own).into_iter().map(move |p| Problem { draws: Some(draws), ..p })
                })
                .collect(),
            ProblemSet::Everybody => {
                let mut all = about(0, &own);
                for seat in 1..4 {
                    all.extend(about(seat, &wins));
                }
                let mut deal_in = vec![Question::DealIn, Question::DealInFall];
                deal_in.extend((1..4).map(Question::DealInTo));
                all.extend(about(0, &deal_in));
                all
            }
        }
    }
}

impl Problem {
    /// The answer for a seat and the end of its hand.
    fn answer(&self, end: &HandEnd, seat: usize) -> bool {
        let result = &end.result;
        let whom = (seat + usize::from(self.about)) % 4;
        let win = result.wins.iter().find(|win| usize::from(win.seat) == whom);
        let paid = || result.wins.iter().filter(|w| !w.is_tsumo() && usize::from(w.from) == whom);
        let won = |fits: &dyn Fn(&WinResult) -> bool| win.is_some_and(fits);
        match self.question {
            Question::Win => win.is_some(),
            Question::Closed => win.is_some() && end.closed[whom],
            Question::Open => win.is_some() && !end.closed[whom],
            Question::Rise => {
                win.is_some() && rank(&result.scores, whom) < rank(&result.before.scores, whom)
            }
            Question::Points(least) => won(&|w| w.points >= least),
            Question::Yaku(yaku) => won(&|w| w.yaku.iter().any(|(other, _)| *other == yaku)),
            Question::Dora(many) => won(&|w| dora(w).min(4) == many),
            Question::DealIn => paid().next().is_some(),
            Question::DealInFall => {
                paid().next().is_some()
                    && rank(&result.scores, whom) > rank(&result.before.scores, whom)
            }
            Question::DealInTo(steps) => {
                paid().any(|w| usize::from(w.seat) == (whom + usize::from(steps)) % 4)
            }
        }
    }
}

impl AuxiliaryProblems<Mahjong> for ProblemSet {
    fn name(&self) -> &str {
        match self {
            ProblemSet::Own => "22",
            ProblemSet::ByDraws => "396",
            ProblemSet::Everybody => "78",
        }
    }

    fn about(&self) -> &str {
        match self {
            ProblemSet::Own => "the own win: whether, how, and with which yaku and dora",
            ProblemSet::ByDraws => "the same 22 for each of 18 numbers of own draws left",
            ProblemSet::Everybody => "the 22, opponents' wins, and deal-ins",
        }
    }

    fn encoder(&self) -> &str {
        super::paper::NAME
    }

    fn only(&self) -> &str {
        // Who is in riichi has no discard to choose; others may be in riichi.
        "discard"
    }

    fn watch(
        &self,
        records: &[Record<Mahjong>],
    ) -> Result<Box<dyn AuxiliaryOutcomes>, (usize, String)> {
        let watched = records.iter().enumerate().map(|(n, r)| watch(r).map_err(|e| (n, e)));
        let records = watched.collect::<Result<_, _>>()?;
        Ok(Box::new(Outcomes { set: *self, records }))
    }
}

/// How the hands of some records ended, for each of their decisions.
struct Outcomes {
    set: ProblemSet,
    records: Vec<Watched>,
}

struct Watched {
    /// How the hands ended.
    ends: Vec<HandEnd>,
    /// The hand, the seat and the own draws left of each decision.
    decisions: Vec<(usize, u8, u8)>,
}

fn watch(record: &Record<Mahjong>) -> Result<Watched, String> {
    let mut watched = Watched { ends: Vec::new(), decisions: Vec::new() };
    let mut decisions = record.decisions().map_err(|e| e.to_string())?;
    let mut closed = [true; 4];
    let hand_end = |position: &MahjongPosition, known: usize, closed: [bool; 4]| {
        let result = position.last_result().filter(|_| position.round() as usize > known)?;
        Some(HandEnd { result: *result, closed })
    };
    while let Some(decision) = decisions.next().map_err(|e| e.to_string())? {
        let position = decision.position;
        let table = position.table();
        watched.ends.extend(hand_end(position, watched.ends.len(), closed));
        closed = std::array::from_fn(|seat| table.seats[seat].is_closed());
        let draws = (usize::from(table.live) / 4).min(DRAWS - 1) as u8;
        watched.decisions.push((watched.ends.len(), decision.seat.0, draws));
    }
    watched.ends.extend(hand_end(decisions.position(), watched.ends.len(), closed));
    Ok(watched)
}

impl AuxiliaryOutcomes for Outcomes {
    fn problems(&self, train: &dyn Fn(usize) -> bool) -> Vec<AuxiliaryProblem<'_>> {
        let trained = self.records.iter().enumerate().filter(|(number, _)| train(*number));
        let yaku = commonest_yaku(trained.flat_map(|(_, watched)| &watched.ends));
        let problem = |problem: Problem| AuxiliaryProblem {
            words: problem.to_string(),
            answer: Box::new(move |record, decision| {
                let watched = self.records.get(record)?;
                let &(hand, seat, draws) = watched.decisions.get(decision)?;
                let asked = problem.draws.is_none_or(|only| only == draws);
                let end = watched.ends.get(hand).filter(|_| asked)?;
                Some(problem.answer(end, seat.into()))
            }),
        };
        self.set.questions(&yaku).into_iter().map(problem).collect()
    }
}

fn dora(win: &WinResult) -> u8 {
    let counts = |yaku: Yaku| matches!(yaku, Yaku::Dora | Yaku::UraDora | Yaku::RedFive);
    win.yaku.iter().filter(|(yaku, _)| counts(*yaku)).map(|(_, han)| han).sum()
}

fn rank(scores: &[i32; 4], seat: usize) -> usize {
    let ahead = |s: &usize| scores[*s] > scores[seat] || scores[*s] == scores[seat] && *s < seat;
    (0..4).filter(ahead).count()
}

/// The ten commonest yaku of some hands, dora left out; among equally common
/// ones the earlier in the usual order.
fn commonest_yaku<'a>(ends: impl Iterator<Item = &'a HandEnd>) -> Vec<Yaku> {
    let mut counts = [0u64; Yaku::ALL.len()];
    for win in ends.flat_map(|end| end.result.wins.iter()) {
        for (yaku, _) in &win.yaku {
            counts[*yaku as usize] += 1;
        }
    }
    let mut yaku: Vec<Yaku> = Yaku::ALL
        .into_iter()
        .filter(|yaku| !matches!(yaku, Yaku::Dora | Yaku::UraDora | Yaku::RedFive))
        .collect();
    yaku.sort_by_key(|yaku| std::cmp::Reverse(counts[*yaku as usize]));
    yaku.truncate(10);
    yaku
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.about {
            0 => {}
            1 => f.write_str("next seat: ")?,
            2 => f.write_str("opposite seat: ")?,
            _ => f.write_str("previous seat: ")?,
        }
        match self.question {
            Question::Win => f.write_str("win")?,
            Question::Closed => f.write_str("closed win")?,
            Question::Open => f.write_str("open win")?,
            Question::Rise => f.write_str("win that raises the rank")?,
            Question::Points(points) => write!(f, "win of {points} or more")?,
            Question::Yaku(yaku) => write!(f, "win with {}", yaku.name())?,
            Question::Dora(4) => f.write_str("win with 4 or more dora")?,
            Question::Dora(many) => write!(f, "win with {many} dora")?,
            Question::DealIn => f.write_str("deal-in")?,
            Question::DealInFall => f.write_str("deal-in that lowers the rank")?,
            Question::DealInTo(1) => f.write_str("deal-in to the next seat")?,
            Question::DealInTo(2) => f.write_str("deal-in to the opposite seat")?,
            Question::DealInTo(_) => f.write_str("deal-in to the previous seat")?,
        }
        match self.draws {
            Some(draws) => write!(f, ", {draws} draws left"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Deal;
    use fuda_core::{Ask, Budget, Game, Player, Purpose, Seed};

    fn ends() -> Vec<HandEnd> {
        let mut position = Mahjong::default().start(&Deal::from_seed(5)).unwrap();
        let mut rng = Seed(3).stream(Purpose::Player, &[]);
        let (mut ends, mut legal, mut hand) = (Vec::new(), Vec::new(), 0);
        while let Some(seat) = position.turn().first() {
            position.legal_moves(seat, &mut legal);
            let view = position.view(seat);
            let ask = Ask { view: &view, legal: &legal, budget: Budget::default(), rng: &mut rng };
            let mv = crate::players::Ukeire.choose(ask).unwrap().mv;
            let closed = std::array::from_fn(|s| position.table().seats[s].is_closed());
            position.play(seat, mv).unwrap();
            if position.table().hand_number != hand || position.turn().first().is_none() {
                hand = position.table().hand_number;
                let result = *position.last_result().unwrap();
                ends.push(HandEnd { result, closed });
            }
        }
        ends
    }

    #[test]
    fn sets_have_the_sizes_they_are_named_by() {
        let yaku = commonest_yaku([].into_iter());
        assert_eq!(yaku.len(), 10);
        for set in ProblemSet::ALL {
            let problems = set.questions(&yaku);
            let size = problems.len();
            assert_eq!(size.to_string(), set.name());
            let mut names: Vec<String> = problems.iter().map(Problem::to_string).collect();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), size, "every problem has a name of its own");
        }
    }

    #[test]
    fn answers_agree_with_each_other_and_with_the_points() {
        let ends = ends();
        let yaku = commonest_yaku(ends.iter());
        let problems = ProblemSet::Everybody.questions(&yaku);
        let ask = |question: Question, about: u8, end: &HandEnd, seat: usize| {
            Problem { question, about, draws: None }.answer(end, seat)
        };
        let mut wins = 0;
        for end in &ends {
            let result = &end.result;
            for seat in 0..4 {
                let win = ask(Question::Win, 0, end, seat);
                wins += usize::from(win);
                let closed = ask(Question::Closed, 0, end, seat);
                assert_eq!(win, closed || ask(Question::Open, 0, end, seat));
                let dora = (0..5).filter(|&n| ask(Question::Dora(n), 0, end, seat)).count();
                assert_eq!(dora, usize::from(win), "exactly one number of dora");
                assert_eq!(win, result.wins.iter().any(|w| usize::from(w.seat) == seat));
                let deal_in = ask(Question::DealIn, 0, end, seat);
                assert!(!deal_in || result.deltas[seat] < 0);
                let to = (1..4).any(|steps| ask(Question::DealInTo(steps), 0, end, seat));
                assert_eq!(deal_in, to);
                for steps in 1..4u8 {
                    let other = (seat + usize::from(steps)) % 4;
                    assert_eq!(
                        ask(Question::Win, steps, end, seat),
                        ask(Question::Win, 0, end, other)
                    );
                }
                for problem in &problems {
                    let answer = problem.answer(end, seat);
                    assert!(!answer || result.deltas.iter().any(|&delta| delta != 0));
                }
            }
        }
        assert!(wins > 2);
    }
}
