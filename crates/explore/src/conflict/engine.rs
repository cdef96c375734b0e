//! The conflict-driven explorer as an engine.

use everypath_program::Program;

use super::choices::{DECIDE, Decider, EXPLAIN, JOINS, MEMORY_REASONS};
use super::refuses_program;
use crate::engine::{
    Answer, Demand, Engine, HAS_NO_PROOF, Joins, NOT_TERMINATION, OwnOption, Refusal, Takes, Task,
};
use crate::{ExploreError, Observer, explore_by_conflicts};

/// Conflict-driven symbolic execution.
#[derive(Clone, Copy, Debug)]
pub struct Conflict;

impl Engine for Conflict {
    fn name(&self) -> &'static str {
        "conflict"
    }

    fn summary(&self) -> &'static str {
        "Conflict-driven symbolic execution: every path that fails teaches which branches cannot be taken together"
    }

    fn refuses_program(&self, program: &dyn Program) -> Option<&'static str> {
        refuses_program(program)
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
                elsewhere: "--decide is about conflict-driven search: use it with --engine conflict",
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
                elsewhere: "--memory-reasons is about conflict-driven search: use it with --engine conflict",
            },
            OwnOption {
                name: EXPLAIN,
                help: "With --engine conflict: show what was learnt from paths that no input takes, in terms of the source: which \
                    branches cannot be taken together, and behind which of them a check cannot fail; the first 1000 clauses",
                takes: Takes::Nothing,
                elsewhere: "--explain shows what conflict-driven search learns: use it with --engine conflict, or --cores with others",
            },
        ]
    }

    fn joins(&self) -> Joins {
        Joins::Second
    }

    fn share(&self) -> u64 {
        6
    }

    fn refuses(&self) -> &'static [Refusal] {
        const fn refusal(demand: Demand, message: &'static str) -> Refusal {
            Refusal { demand, message }
        }
        const REFUSED: [Refusal; 9] = [
            HAS_NO_PROOF,
            NOT_TERMINATION,
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
