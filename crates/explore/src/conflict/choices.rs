//! How the conflict-driven explorer is set: its own options, by name and as what they choose.

use crate::OwnOptions;

/// The option for what proposes paths.
pub(super) const DECIDE: &str = "decide";
/// The option for what reasons name of memory.
pub(super) const MEMORY_REASONS: &str = "memory-reasons";
/// The option that lists what was learnt.
pub(super) const EXPLAIN: &str = "explain";
/// The value of [`MEMORY_REASONS`] for [`MemoryReasons::Joins`].
pub(super) const JOINS: &str = "joins";

/// The options that only this engine has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choices {
    /// What proposes paths.
    pub decider: Decider,
    /// What reasons name of memory.
    pub memory_reasons: MemoryReasons,
    /// Whether what was learnt is listed in [`crate::Record::learnt`].
    pub explain: bool,
}

impl Choices {
    /// What is set, and defaults; texts were checked when they were set.
    pub fn of(own: &OwnOptions) -> Self {
        let decider = own.get(DECIDE).and_then(|text| text.parse().ok());
        Choices {
            decider: decider.unwrap_or_default(),
            memory_reasons: match own.get(MEMORY_REASONS) {
                Some(JOINS) => MemoryReasons::Joins,
                _ => MemoryReasons::Definitions,
            },
            explain: own.has(EXPLAIN),
        }
    }
}

/// What proposes the next path to [`crate::explore_by_conflicts`].
///
/// All but the first are the decision engines of C. Gomes do Val, "Conflict-Driven Symbolic Execution" (M.Sc. thesis, University of British
/// Columbia, 2014, section 4.5): a SAT solver gives a model of the graph of the program and of all learnt clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Decider {
    /// A search over the graph in its own order, which makes no more of the graph than it comes to.
    #[default]
    Path,
    /// A SAT solver, which chooses freely (the thesis' KB).
    BlackBox,
    /// A SAT solver that is led to the edges of the last path (KG).
    Guide,
    /// A SAT solver that is led to them if the last clause was small: then the region is a good one to learn in (KM).
    Maximise {
        /// The most literals that count as small, in percent of the edges of the path.
        percent: u32,
    },
}

/// What the reasons of [`crate::explore_by_conflicts`] name of the way from where memory is written to where it is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MemoryReasons {
    /// Joins between them where another way changes what is read.
    #[default]
    Definitions,
    /// All joins between them, as in the thesis (section 4.6): reasons are larger. To compare.
    Joins,
}

impl Decider {
    /// [`Decider::Maximise`] as the thesis recommends it.
    pub const MAXIMISE: Decider = Decider::Maximise { percent: 10 };

    /// The names of all deciders, as [`Decider::from_str`](std::str::FromStr::from_str) reads them.
    pub const NAMES: [&str; 4] = ["path", "black-box", "guide", "maximise[:PERCENT]"];
}

impl std::fmt::Display for Decider {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Decider::Path => f.write_str("path"),
            Decider::BlackBox => f.write_str("black-box"),
            Decider::Guide => f.write_str("guide"),
            Decider::Maximise { percent } => write!(f, "maximise:{percent}"),
        }
    }
}

/// A name that no decider has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no such decider; they are: {}", Decider::NAMES.join(", "))]
pub struct UnknownDecider;

impl std::str::FromStr for Decider {
    type Err = UnknownDecider;

    fn from_str(text: &str) -> Result<Self, UnknownDecider> {
        match text {
            "path" => Ok(Decider::Path),
            "black-box" => Ok(Decider::BlackBox),
            "guide" => Ok(Decider::Guide),
            "maximise" => Ok(Decider::MAXIMISE),
            _ => {
                let percent = text.strip_prefix("maximise:").ok_or(UnknownDecider)?;
                let percent = percent.parse().map_err(|_| UnknownDecider)?;
                Ok(Decider::Maximise { percent })
            }
        }
    }
}
