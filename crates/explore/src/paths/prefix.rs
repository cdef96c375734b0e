//! The prefix of a path as a text: what another core or another machine needs, beside the program and the options, to come to a state.
//!
//! ```text
//! after 1234 new 17: p12TTr object*8000[0-3c/4] t value+10 F3
//! ```
//!
//! The head says how many source instructions the state has executed, how many of them it was the first to execute, and whether it stands
//! between two of them (`paused`) or behind its last decision. Then come the decisions, oldest first. What needs no more is a letter, with a
//! decimal count if it follows upon itself; numbers of all others are hexadecimal, and `x3` behind one says that it follows upon itself.
//!
//! | text | decision |
//! |---|---|
//! | `p`, `r` | a check that adds nothing; one whose condition is added |
//! | `a` | an assumption |
//! | `t`, `y`, `T` | the side of a branch where the condition holds: it follows; it is added; it is added, and another state takes the other |
//! | `f`, `n`, `F` | the same of the other side |
//! | `case=1`, `case+1`, `case*1(0,1)` | a case of a switch, by index: as above, with all cases that were feasible if loops of the library are bounded |
//! | `value=8`, ... | a value of what has to be a constant, likewise |
//! | `without(1,2)` | none of these values |
//! | `object=8000[0-3c/4]`, ... | the object of an access by its base, and the offsets: from, to, and the stride |
//! | `anywhere=0-ff`, ... | an access in the flat encoding between two addresses |

use std::fmt::{Display, Formatter};
use std::str::FromStr;
use std::sync::Arc;

use everypath_machine::Span;
use everypath_program::Position;
use serde::{Deserialize, Serialize};

use super::choice::{Choice, How, Runs, Ways};

/// How to come to a state of the paths explorer: its decisions since the start of the program. [`crate::follow`] goes that way.
///
/// It is a text for whoever sends it, and means something with the same program and the same options only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Prefix {
    /// Source instructions that the state has executed.
    pub(super) instructions: u64,
    /// How many of them it was the first to execute.
    pub(super) newly_covered: u64,
    /// Whether the state ran on behind its last decision and stopped there.
    pub(super) paused: bool,
    /// The decisions, oldest first, each with how often it follows upon itself.
    pub(super) choices: Vec<(Choice, u64)>,
}

/// Why a prefix leads to no state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PrefixError {
    /// The text does not begin as a prefix does.
    #[error("a prefix begins with `after NUMBER new NUMBER:`, found `{found}`")]
    Head {
        /// The beginning of it.
        found: String,
    },
    /// A decision cannot be read.
    #[error("decision {number} of the prefix cannot be read: `{found}`")]
    Text {
        /// Which one, from 1 on.
        number: u64,
        /// What is there.
        found: String,
    },
    /// The program does something else than the prefix says.
    #[error("decision {number} of the prefix does not fit the program: expected {expected}, found {found} at {:#x}", position.0)]
    Misfit {
        /// Which one, from 1 on.
        number: u64,
        /// What the prefix says.
        expected: String,
        /// What the program does.
        found: String,
        /// Where the program is.
        position: Position,
    },
    /// All decisions fit, but lead to another place.
    #[error("the prefix does not fit the program: expected a state behind {expected} instructions, found one behind {found} at {:#x}", position.0)]
    Elsewhere {
        /// Instructions that the prefix says.
        expected: u64,
        /// Instructions that were executed.
        found: u64,
        /// Where the program is.
        position: Position,
    },
    /// The path condition cannot hold.
    #[error("the prefix does not fit the program: no input takes its path to {:#x}", position.0)]
    Infeasible {
        /// Where the path ends.
        position: Position,
    },
}

impl Prefix {
    /// The start of the program: what every path begins with.
    pub fn start() -> Self {
        Prefix {
            instructions: 0,
            newly_covered: 0,
            paused: false,
            choices: Vec::new(),
        }
    }

    /// The number of decisions.
    pub fn len(&self) -> u64 {
        let counts = self.choices.iter().map(|&(_, count)| count);
        counts.fold(0, u64::saturating_add)
    }

    /// Whether nothing was decided yet.
    pub fn is_empty(&self) -> bool {
        self.choices.is_empty()
    }

    /// Source instructions that the state has executed.
    pub fn instructions(&self) -> u64 {
        self.instructions
    }
}

impl Display for Prefix {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let paused = if self.paused { " paused" } else { "" };
        let (instructions, new) = (self.instructions, self.newly_covered);
        write!(f, "after {instructions} new {new}{paused}:")?;
        let mut among_letters = false;
        for (choice, count) in &self.choices {
            let is_letter = choice.letter().is_some();
            if !(is_letter && among_letters) {
                f.write_str(" ")?;
            }
            among_letters = is_letter;
            write!(f, "{choice}")?;
            match (*count, is_letter) {
                (1, _) => {}
                (count, true) => write!(f, "{count}")?,
                (count, false) => write!(f, "x{count}")?,
            }
        }
        Ok(())
    }
}

impl Display for Choice {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Choice::Passed | Choice::Required | Choice::Assumed | Choice::Side(..) => {
                self.letter().map_or(Ok(()), |letter| write!(f, "{letter}"))
            }
            Choice::Case { index, how, ways } => {
                write!(f, "case{}{index:x}", how.sign())?;
                write_list(f, ways.as_deref())
            }
            Choice::Value { value, how, ways } => {
                write!(f, "value{}{value:x}", how.sign())?;
                write_list(f, ways.as_deref())
            }
            Choice::Without(values) => {
                f.write_str("without")?;
                write_list(f, Some(values))
            }
            Choice::Object { base, span, how } => {
                let Span { low, high, stride } = span;
                write!(
                    f,
                    "object{}{base:x}[{low:x}-{high:x}/{stride:x}]",
                    how.sign()
                )
            }
            Choice::Anywhere { low, high, how } => {
                write!(f, "anywhere{}{low:x}-{high:x}", how.sign())
            }
        }
    }
}

fn write_list(f: &mut Formatter<'_>, numbers: Option<&[u64]>) -> std::fmt::Result {
    let Some(numbers) = numbers else {
        return Ok(());
    };
    f.write_str("(")?;
    for (place, number) in numbers.iter().enumerate() {
        let comma = if place > 0 { "," } else { "" };
        write!(f, "{comma}{number:x}")?;
    }
    f.write_str(")")
}

impl How {
    fn sign(self) -> char {
        match self {
            How::Follows => '=',
            How::Alone => '+',
            How::Forked => '*',
        }
    }

    fn of_sign(sign: char) -> Option<How> {
        let all = [How::Follows, How::Alone, How::Forked];
        all.into_iter().find(|how| how.sign() == sign)
    }
}

impl From<Prefix> for String {
    fn from(prefix: Prefix) -> String {
        prefix.to_string()
    }
}

impl TryFrom<String> for Prefix {
    type Error = PrefixError;

    fn try_from(text: String) -> Result<Self, PrefixError> {
        text.parse()
    }
}

impl FromStr for Prefix {
    type Err = PrefixError;

    fn from_str(text: &str) -> Result<Self, PrefixError> {
        let (head, decisions) = text.split_once(':').unwrap_or((text, ""));
        let mut prefix = read_head(head).filter(|_| text.contains(':'));
        let Some(prefix) = &mut prefix else {
            let found = head.chars().take(40).collect();
            return Err(PrefixError::Head { found });
        };
        let mut runs = Runs::default();
        let mut number = 1;
        for token in decisions.split_whitespace() {
            let mut rest = token;
            while !rest.is_empty() {
                let Some((choice, count, behind)) = read_choice(rest) else {
                    let found = rest.chars().take(40).collect();
                    return Err(PrefixError::Text { number, found });
                };
                runs.add(choice, count);
                number = u64::saturating_add(number, count);
                rest = behind;
            }
        }
        prefix.choices = runs.0;
        Ok(prefix.clone())
    }
}

/// What stands before the decisions.
fn read_head(head: &str) -> Option<Prefix> {
    let words: Vec<&str> = head.split_whitespace().collect();
    let (numbers, paused) = match words.as_slice() {
        ["after", instructions, "new", new] => ([instructions, new], false),
        ["after", instructions, "new", new, "paused"] => ([instructions, new], true),
        _ => return None,
    };
    let [instructions, newly_covered] = numbers.map(|number| number.parse().ok());
    Some(Prefix {
        instructions: instructions?,
        newly_covered: newly_covered?,
        paused,
        choices: Vec::new(),
    })
}

/// The first choice of a word, how often it follows upon itself, and what is behind it: after a letter there may be another.
fn read_choice(word: &str) -> Option<(Choice, u64, &str)> {
    let first = word.chars().next()?;
    if let Some(choice) = Choice::of_letter(first)
        && !word.starts_with("anywhere")
    {
        let behind = &word[first.len_utf8()..];
        let end = behind.find(|c: char| !c.is_ascii_digit());
        let (count, rest) = behind.split_at(end.unwrap_or(behind.len()));
        return Some((choice, read_count(count)?, rest));
    }
    let (choice, count) = match word.rsplit_once('x') {
        Some((choice, count)) => (choice, read_count(count).filter(|_| !count.is_empty())?),
        None => (word, 1),
    };
    Some((read_long(choice)?, count, ""))
}

/// A decimal count; nothing is one.
fn read_count(text: &str) -> Option<u64> {
    match text {
        "" => Some(1),
        _ => text.parse().ok().filter(|&count| count > 0),
    }
}

/// A choice that is no letter.
fn read_long(word: &str) -> Option<Choice> {
    if let Some(values) = word.strip_prefix("without") {
        let values = read_list(values)??;
        return Some(Choice::Without(values));
    }
    let at = word.find(['=', '+', '*'])?;
    let (name, rest) = word.split_at(at);
    let sign = rest.chars().next()?;
    let how = How::of_sign(sign)?;
    let rest = &rest[sign.len_utf8()..];
    let numbered = || {
        let (number, list) = rest.split_at(rest.find('(').unwrap_or(rest.len()));
        Some((read_number(number)?, read_list(list)?))
    };
    match name {
        "case" => {
            let (index, ways) = numbered()?;
            Some(Choice::Case { index, how, ways })
        }
        "value" => {
            let (value, ways) = numbered()?;
            Some(Choice::Value { value, how, ways })
        }
        "object" => {
            let (base, span) = rest.strip_suffix(']')?.split_once('[')?;
            let (range, stride) = span.split_once('/')?;
            let (low, high) = read_range(range)?;
            let stride = read_number(stride)?;
            Some(Choice::Object {
                base: read_number(base)?,
                span: Span { low, high, stride },
                how,
            })
        }
        "anywhere" => {
            let (low, high) = read_range(rest)?;
            Some(Choice::Anywhere { low, high, how })
        }
        _ => None,
    }
}

fn read_number(text: &str) -> Option<u64> {
    u64::from_str_radix(text, 16).ok()
}

fn read_range(text: &str) -> Option<(u64, u64)> {
    let (low, high) = text.split_once('-')?;
    Some((read_number(low)?, read_number(high)?))
}

/// Numbers in parentheses; nothing is no list.
fn read_list(text: &str) -> Option<Ways> {
    if text.is_empty() {
        return Some(None);
    }
    let inner = text.strip_prefix('(')?.strip_suffix(')')?;
    let numbers: Option<Arc<[u64]>> = match inner {
        "" => Some([].into()),
        _ => inner.split(',').map(read_number).collect(),
    };
    numbers.map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_read_and_written_is_the_same() {
        let texts = [
            "after 0 new 0:",
            "after 12 new 3 paused:",
            "after 1234 new 17: p12TTr object*8000[0-3c/4] t value+10 F3ynfa",
            "after 9 new 1: case*1(0,1,2)x3 case=0 value*8(8,ff) without(1,2,3)x2 anywhere+0-ffff",
            "after 18446744073709551615 new 0: p18446744073709551615",
        ];
        for text in texts {
            let prefix: Prefix = text.parse().unwrap();
            assert_eq!(
                prefix.to_string().replace("TT", "T2"),
                text.replace("TT", "T2")
            );
        }
        let prefix: Prefix = "after 5 new 0: p2p3 T value=1 value=1".parse().unwrap();
        assert_eq!(prefix.to_string(), "after 5 new 0: p5T value=1x2");
        assert_eq!((prefix.len(), prefix.instructions()), (8, 5));
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let of = |text: &str| text.parse::<Prefix>().unwrap_err().to_string();
        assert_eq!(
            of("p3"),
            "a prefix begins with `after NUMBER new NUMBER:`, found `p3`"
        );
        let wrong = [
            ("q", 1, "q"),
            ("p3 T0", 4, "T0"),
            ("ppzp", 3, "zp"),
            ("T value?1", 2, "value?1"),
            ("value=", 1, "value="),
            ("value=1x", 1, "value=1x"),
            ("value=1xé", 1, "value=1xé"),
            ("object=0[1-2]", 1, "object=0[1-2]"),
            ("without", 1, "without"),
            ("case*1(0,", 1, "case*1(0,"),
            ("anywhere=1", 1, "anywhere=1"),
        ];
        for (decisions, number, found) in wrong {
            let text = format!("after 1 new 1: {decisions}");
            assert_eq!(
                of(&text),
                format!("decision {number} of the prefix cannot be read: `{found}`")
            );
        }
    }
}
