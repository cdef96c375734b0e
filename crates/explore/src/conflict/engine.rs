//! The conflict-driven explorer as an engine, and its options.

use crate::engine::{Answer, Demand, Engine, OwnOption, OwnOptions, Refusal, Takes, Task};
use crate::{ExploreError, Observer, explore_by_conflicts};

/// Conflict-driven symbolic execution.
#[derive(Clone, Copy, Debug)]
pub struct Conflict;

const DECIDE: &str = "decide";
const MEMORY_REASONS: &str = "memory-reasons";
const EXPLAIN: &str = "explain";
const JOINS: &str = "joins";

impl Engine for Conflict {
    fn name(&self) -> &'static str {
        "conflict"
    }

    fn summary(&self) -> &'static str {
        "Conflict-driven symbolic execution: every path that fails teaches which branches cannot be taken together"
    }

    fn options(&self) -> &'static [OwnOption] {
        &[
            OwnOption {
                name: DECIDE,
                help: "With --engine conflict, what proposes paths: path (a search of its own), or a SAT solver on the whole graph \
                    within the bounds that chooses freely (black-box), keeps near the last path (guide), or does so where the last \
                    clause was at most PERCENT of the path (maximise[:PERCENT], 10 without a number) [default: path]",
                takes: Takes::Text("DECIDER", |text| {
                    let decider = text.parse::<Decider>();
                    decider.map(|_| ()).map_err(|error| error.to_string())
                }),
                elsewhere: Some(
                    "--decide is about conflict-driven search: use it with --engine conflict",
                ),
            },
            OwnOption {
                name: MEMORY_REASONS,
                help: "With --engine conflict, what reasons name of the way from where memory is written to where it is read; for \
                    comparisons [default: definitions]",
                takes: Takes::OneOf(
                    "WHAT",
                    &[
                        (
                            "definitions",
                            "Joins where another way changes what is read",
                        ),
                        (JOINS, "All joins: larger reasons"),
                    ],
                ),
                elsewhere: Some(
                    "--memory-reasons is about conflict-driven search: use it with --engine conflict",
                ),
            },
            OwnOption {
                name: EXPLAIN,
                help: "With --engine conflict: show what was learnt from paths that no input takes, in terms of the source: which \
                    branches cannot be taken together, and behind which of them a check cannot fail; the first 1000 clauses",
                takes: Takes::Nothing,
                elsewhere: Some(
                    "--explain shows what conflict-driven search learns: use it with --engine conflict, or --cores with others",
                ),
            },
        ]
    }

    fn first_queries(&self) -> Option<u64> {
        Some(2_000)
    }

    fn refuses(&self) -> &'static [Refusal] {
        const fn refusal(demand: Demand, message: &'static str) -> Refusal {
            Refusal { demand, message }
        }
        const REFUSED: [Refusal; 7] = [
            refusal(
                Demand::CountInputs,
                "--count-inputs follows every path, and --engine conflict leaves out those that it knows to be harmless: use it with --engine paths",
            ),
            refusal(
                Demand::Formulas,
                "--emit needs formulas of all paths, and --engine conflict makes one query after the other: use it with --engine merge or paths",
            ),
            refusal(
                Demand::Cores,
                "--cores needs all paths to a check: use it with --engine paths or merge; --explain says what --engine conflict learnt",
            ),
            refusal(
                Demand::ContinueAfterViolation,
                "--continue-after-violation is for engines that follow every path: use it with --engine paths or merge, or --all for every place",
            ),
            refusal(
                Demand::MaxForks,
                "--max-forks bounds forks, and --engine conflict has none: use --unwind or --max-instructions, or --engine paths",
            ),
            refusal(
                Demand::Decisions,
                "--decisions lists the forks of a path, and --engine conflict has none: use --trace, or --engine paths",
            ),
            refusal(
                Demand::Strategy,
                "--strategy chooses among waiting states, and --engine conflict has none: use --decide, or --engine paths",
            ),
        ];
        &REFUSED
    }

    fn run(&self, task: &Task<'_>, observer: &mut dyn Observer) -> Result<Answer, ExploreError> {
        task.answer(self.name(), explore_by_conflicts, observer)
    }
}

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
