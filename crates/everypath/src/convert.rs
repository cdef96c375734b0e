//! From the explorer's record to the report: positions become files and lines, reasons become words and advice.

use std::collections::{BTreeMap, BTreeSet};

use everypath_explore as explore;
use everypath_explore::{Excluded, GraphLimit, InputCount, Reason, ReplayStatus, Side};
use everypath_llvm::UNDEFINED_CALL;
use everypath_machine::{
    CallFrame, CutReason, Decision, DecisionKind, InputOrigin, Note, Purpose, TestInput,
};
use everypath_program::{Location, NumberKind, Position, Program, Property};
use everypath_report as report;
use everypath_report::Place;
use everypath_report::lcov::SourceCounts;
use everypath_solver::UnknownReason;
use everypath_term::{Group, Rule, RuleId, TermTable, llbmc};

use crate::front::Front;
use crate::job::Job;
use crate::next::next;

/// Translates for one program.
#[derive(Clone)]
pub struct Converter<'p> {
    program: &'p dyn Program,
    /// The present directory with a slash behind it, which is left out of paths.
    directory: Option<String>,
}

/// Where the test cases of findings were written.
pub type CaseFiles = BTreeMap<(Property, Position), String>;

impl<'p> Converter<'p> {
    /// A converter for a program.
    pub fn new(program: &'p dyn Program) -> Self {
        let directory = std::env::current_dir()
            .ok()
            .map(|directory| format!("{}/", directory.display()));
        Converter { program, directory }
    }

    /// All that is known of a position.
    pub fn place(&self, position: Position) -> Place {
        let locations = self.program.locations(position);
        self.place_of(position, locations.into_iter().next())
    }

    /// The same, of the user's own code where functions of system headers were inlined into it.
    fn users_place(&self, position: Position) -> Place {
        let locations = self.program.locations(position);
        let own = locations.iter().find(|it| !it.is_of_the_system()).cloned();
        self.place_of(position, own.or_else(|| locations.into_iter().next()))
    }

    fn place_of(&self, position: Position, location: Option<Location>) -> Place {
        let location = location.unwrap_or_default();
        let text = self
            .program
            .instruction_text(position, self.program.image());
        Place {
            address: position.0,
            function: location
                .function
                .or_else(|| self.program.function_name(position)),
            file: location.file.map(|file| self.shorten(file)),
            line: location.line,
            column: location.column,
            instruction: Some(text),
        }
    }

    /// A path relative to the present directory, if it lies below it.
    pub(crate) fn shorten(&self, file: String) -> String {
        let relative = self
            .directory
            .as_ref()
            .and_then(|directory| file.strip_prefix(directory.as_str()));
        relative
            .unwrap_or(&file)
            .trim_start_matches("./")
            .to_owned()
    }

    /// Active calls.
    pub fn frames(&self, frames: &[CallFrame]) -> Vec<report::Frame> {
        let frame = |frame: &CallFrame| report::Frame {
            function: self.program.function_name(Position(frame.callee.code)),
            call_site: self.place(frame.call_site),
        };
        frames.iter().map(frame).collect()
    }

    fn decision(&self, decision: &Decision) -> report::Decision {
        report::Decision {
            place: self.place(decision.position),
            choice: match decision.kind {
                DecisionKind::Branch(true) => "taken".to_owned(),
                DecisionKind::Branch(false) => "not taken".to_owned(),
                DecisionKind::Case(index) => format!("case {index}"),
                DecisionKind::Value(value) => format!("value {value:#x}"),
                DecisionKind::Object(base) => format!("object at {base:#x}"),
            },
        }
    }

    /// A finding.
    pub fn finding(&self, finding: &explore::Finding, cases: &CaseFiles) -> report::Finding {
        report::Finding {
            property: finding.property.name().to_owned(),
            description: finding.property.info().description.to_owned(),
            detail: finding.detail.clone(),
            place: self.place(finding.position),
            notes: self.notes(&finding.notes),
            call_stack: self.frames(&finding.call_stack),
            inputs: finding.case.inputs.iter().map(input).collect(),
            decisions: finding.decisions.iter().map(|d| self.decision(d)).collect(),
            instructions: finding.instructions,
            path: finding.path_index,
            replay: match &finding.replay {
                ReplayStatus::Reproduced => report::Replay {
                    status: report::ReplayStatus::Reproduced,
                    message: None,
                },
                ReplayStatus::NotReproduced(message) => report::Replay {
                    status: report::ReplayStatus::NotReproduced,
                    message: Some(message.clone()),
                },
            },
            input_count: finding.input_count.map(count),
            occurrences: finding.occurrences,
            test_case: cases.get(&(finding.property, finding.position)).cloned(),
            trace: None,
        }
    }

    /// Places that explain a violation.
    pub fn notes(&self, notes: &[Note]) -> Vec<report::Note> {
        let note = |note: &Note| report::Note {
            what: note.what.to_string(),
            place: self.place(note.position),
        };
        notes.iter().map(note).collect()
    }

    /// A trace.
    pub fn trace(&self, trace: &explore::Trace) -> report::Trace {
        let change = |change: &explore::Change| report::Change {
            name: change.name.clone(),
            address: change.address,
            value: change.value,
            size: change.size,
        };
        let step = |step: &explore::TraceStep| report::TraceStep {
            kind: match step.kind {
                explore::StepKind::Call => "call",
                explore::StepKind::Return => "return",
                explore::StepKind::Line => "line",
            }
            .to_owned(),
            depth: step.depth as u64,
            place: self.place(step.position),
            changes: step.changes.iter().map(change).collect(),
        };
        let read = |read: &explore::TraceInput| report::TraceInput {
            name: read.name.clone(),
            place: self.users_place(read.position),
            step: read.step,
        };
        report::Trace {
            inputs: trace.inputs.iter().map(read).collect(),
            omitted: trace.omitted,
            steps: trace.steps.iter().map(step).collect(),
        }
    }

    fn cut(&self, cut: &explore::Cut) -> report::Cut {
        let (kind, advice) = kind_and_advice(self.program, &cut.reason);
        let place = match &cut.reason {
            Reason::Machine(CutReason::LoopLimit { header, .. }) => Some(self.place(*header)),
            Reason::Machine(CutReason::RecursionLimit { function, .. }) => {
                Some(self.place(*function))
            }
            _ => cut.position.map(|position| self.place(position)),
        };
        report::Cut {
            kind: kind.to_owned(),
            reason: cut.reason.to_string(),
            place,
            count: cut.count,
            advice: advice.map(str::to_owned),
        }
    }

    fn assumed(&self, assumed: &explore::Assumed) -> report::Assumption {
        let info = assumed.assumption.info();
        let mut places: Vec<Place> = Vec::new();
        for &position in &assumed.places {
            let place = self.users_place(position);
            let same = |other: &Place| match place.line {
                Some(_) => (&other.file, other.line) == (&place.file, place.line),
                None => other.address == place.address,
            };
            if !places.iter().any(same) {
                places.push(place);
            }
        }
        places.sort_by(|a, b| (&a.file, a.line, a.address).cmp(&(&b.file, b.line, b.address)));
        report::Assumption {
            assumption: info.name.to_owned(),
            words: info.words,
            used: info.used.to_owned(),
            places,
            advice: info.advice.map(str::to_owned),
        }
    }

    /// The whole record.
    pub fn report(
        &self,
        record: &explore::Record,
        engine: &str,
        front: &Front,
        job: &Job,
        cases: &CaseFiles,
        source: Option<SourceCounts>,
    ) -> report::Report {
        let off = job.solver.rules_off();
        let off = job.results.rule_statistics.then_some(off.as_slice());
        let (statistics, timing) = statistics(&record.statistics, off);
        report::Report {
            verdict: match record.verdict {
                explore::Verdict::Safe => report::Verdict::Safe,
                explore::Verdict::Unsafe => report::Verdict::Unsafe,
                explore::Verdict::Incomplete => report::Verdict::Incomplete,
            },
            interrupted: record
                .cuts
                .iter()
                .any(|cut| cut.reason == Reason::Interrupted),
            no_path: no_path(record, job),
            program: report::ProgramInfo {
                digest: String::new(),
                given: Vec::new(),
                files: job
                    .files
                    .iter()
                    .map(|file| file.display().to_string())
                    .collect(),
                architecture: front.architecture().to_owned(),
                environment: front.environment().to_owned(),
                environment_reason: front.environment_reason().to_owned(),
            },
            question: report::Question {
                engine: engine.to_owned(),
                chosen_by: Some(job.search.engine.0.name())
                    .filter(|&chosen| chosen != engine)
                    .map(str::to_owned),
                strategy: record.strategy.to_string(),
                seed: record.seed,
                solver: job.solver.solver.clone(),
                checks: (front.checks().iter())
                    .chain(job.asks_termination().then_some(Property::Termination))
                    .map(|property| property.name().to_owned())
                    .collect(),
                all_findings: job.wants_all_findings(),
                bounds: report::Bounds {
                    instructions: record.bounds.instructions_per_path,
                    forks: record.bounds.forks_per_path,
                    loop_iterations: record.bounds.loop_iterations,
                    library_iterations: record.bounds.library_iterations,
                    call_depth: record.bounds.call_depth,
                    loops: (job.search.unwindset.iter())
                        .map(ToString::to_string)
                        .collect(),
                    unchecked: !record.bound_checks,
                    no_assumptions: job.inputs.no_assumptions,
                },
                budgets: report::Budgets {
                    paths: record.budgets.paths,
                    queries: record.budgets.queries,
                    instructions: record.budgets.instructions,
                    states: record.budgets.states,
                    memory_bytes: record.budgets.memory_bytes,
                    time_ms: record
                        .budgets
                        .wall
                        .map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
                },
            },
            assumptions: record.assumed.iter().map(|it| self.assumed(it)).collect(),
            findings: self.findings(&record.findings, cases),
            internal_errors: self.findings(&record.unreproduced, cases),
            input_count: record.input_count.map(count),
            cuts: record.cuts.iter().map(|cut| self.cut(cut)).collect(),
            properties: record
                .properties
                .iter()
                .map(|property| report::PropertySummary {
                    property: property.property.name().to_owned(),
                    checked: property.decided,
                    violated: property.places,
                })
                .collect(),
            checks: record
                .checks
                .iter()
                .map(|check| report::CheckSummary {
                    property: check.property.name().to_owned(),
                    place: self.place(check.position),
                    status: check.status.to_string(),
                    asked: check.asked,
                    rests_on: check.core.iter().map(|&place| self.place(place)).collect(),
                })
                .collect(),
            learnt: record.learnt.as_ref().map(|learnt| self.learnt(learnt)),
            suggested: record
                .suggested
                .iter()
                .map(|it| self.suggested(it))
                .collect(),
            proof: record.proof.as_ref().map(|proof| self.proof(proof)),
            statistics,
            coverage: report::Coverage {
                instructions: record.coverage.instructions,
                instructions_total: record.coverage.all_instructions,
                branch_sides: record.coverage.branches + record.coverage.branches_both,
                branch_sides_total: 2 * record.coverage.branches,
                source: source.filter(|counts| counts.lines_total > 0),
            },
            timing: Some(timing),
            job: None,
            next: next(job, record, self.program),
        }
    }

    /// What became of a suggested invariant.
    fn suggested(&self, suggested: &explore::Suggested) -> report::Suggested {
        report::Suggested {
            place: self.users_place(suggested.position),
            status: match suggested.fate {
                explore::Fate::Invariant => "invariant",
                explore::Fate::NotAtFirst => "not true at first",
                explore::Fate::NotKept => "not kept",
                explore::Fate::NotTried => "not tried",
                explore::Fate::Undecided => "not decided",
            }
            .to_owned(),
            state: suggested.state.clone(),
        }
    }

    /// What a proof without a bound rests on.
    fn proof(&self, proof: &explore::Proof) -> report::Proof {
        let of_loop = |of_proof: &explore::ProvenLoop| {
            let own = |call: &&CallFrame| !self.program.is_library(call.call_site);
            let calls: Vec<CallFrame> = of_proof.calls.iter().rev().filter(own).copied().collect();
            let calls = self.frames(&calls);
            report::ProvenLoop {
                place: self.users_place(of_proof.position),
                calls,
                first_apart: of_proof.first_apart,
                changes: (of_proof.changes.iter())
                    .map(|named| named.name.clone())
                    .collect(),
                invariants: (of_proof.invariants.iter())
                    .map(|invariant| invariant.words.clone())
                    .collect(),
                measure: of_proof.measure.as_ref().map(|it| it.words.clone()),
            }
        };
        report::Proof {
            loops: proof.loops.iter().map(of_loop).collect(),
        }
    }

    /// What was learnt of branches and checks.
    fn learnt(&self, learnt: &explore::Learnt) -> report::Learnt {
        report::Learnt {
            clauses: learnt.clauses.iter().map(|it| self.clause(it)).collect(),
            omitted: learnt.omitted,
        }
    }

    fn clause(&self, clause: &explore::LearntClause) -> report::LearntClause {
        let call = |call: &explore::PassedCall| report::PassedCall {
            place: self.place(call.position),
            rounds: call.rounds.clone(),
        };
        let branch = |passed: &explore::Passed| report::Passed {
            place: self.place(passed.position),
            side: match passed.side {
                Side::Taken => "taken".to_owned(),
                Side::NotTaken => "not taken".to_owned(),
                Side::Case(Some(value)) => format!("case {value}"),
                Side::Case(None) => "default".to_owned(),
                Side::Value(value) => format!("value {value:#x}"),
                Side::Reached => "reached".to_owned(),
            },
            rounds: passed.rounds.clone(),
            calls: passed.calls.iter().map(call).collect(),
        };
        let (excludes, places): (_, &[Position]) = match &clause.excluded {
            Excluded::Together => ("together", &[]),
            Excluded::Checks(places) => ("checks", places),
            Excluded::OtherWays(place) => ("other-ways", std::slice::from_ref(place)),
        };
        report::LearntClause {
            branches: clause.literals.iter().map(branch).collect(),
            excludes: excludes.to_owned(),
            places: self.different(places),
        }
    }

    /// Places, each line and column once.
    fn different(&self, places: &[Position]) -> Vec<Place> {
        let mut seen = BTreeSet::new();
        let all = places.iter().map(|&place| self.place(place));
        all.filter(|place| {
            let own = place.line.is_none().then_some(place.address);
            seen.insert((place.file.clone(), place.line, place.column, own))
        })
        .collect()
    }

    fn findings(&self, findings: &[explore::Finding], cases: &CaseFiles) -> Vec<report::Finding> {
        findings
            .iter()
            .map(|finding| self.finding(finding, cases))
            .collect()
    }
}

fn count(count: InputCount) -> report::Count {
    report::Count {
        count: count.count.to_string(),
        exact: count.exact,
    }
}

/// What an input is part of, as one word.
pub fn origin(origin: &InputOrigin) -> &'static str {
    match origin {
        InputOrigin::Register => "register",
        InputOrigin::Memory { .. } => "memory",
        InputOrigin::Stream => "stream",
        InputOrigin::Number { kind, .. } => match kind {
            NumberKind::Signed => "signed number",
            NumberKind::Unsigned => "unsigned number",
            NumberKind::Float => "floating-point number",
        },
        InputOrigin::Initial { .. } => "argument",
        InputOrigin::Uninitialized { .. } => "uninitialized",
        InputOrigin::Device { .. } => "device",
        InputOrigin::Analysis => "analysis",
        InputOrigin::Address => "address",
    }
}

/// An input of a counterexample.
pub fn input(input: &TestInput) -> report::Input {
    report::Input {
        name: input.name.clone(),
        bytes: input.bytes.clone(),
        element_size: input.element_size,
        origin: origin(&input.origin).to_owned(),
        stream_offset: in_stream(&input.origin).map(|(offset, _)| offset),
        text_width: in_stream(&input.origin).and_then(|(_, width)| width),
    }
}

/// Where a number stands in standard input, and how many characters it has at most.
pub fn in_stream(origin: &InputOrigin) -> Option<(u64, Option<u64>)> {
    match origin {
        InputOrigin::Number {
            stream_offset,
            width,
            kind: _,
        } => Some((*stream_offset, *width)),
        InputOrigin::Register
        | InputOrigin::Memory { .. }
        | InputOrigin::Stream
        | InputOrigin::Initial { .. }
        | InputOrigin::Uninitialized { .. }
        | InputOrigin::Device { .. }
        | InputOrigin::Analysis
        | InputOrigin::Address => None,
    }
}

/// Why the verdict `safe` rests on no path that was followed to its end, if it does.
fn no_path(record: &explore::Record, job: &Job) -> Option<report::NoPath> {
    if record.verdict != explore::Verdict::Safe {
        return None;
    }
    if job.asks_termination() {
        return Some(report::NoPath::Ends);
    }
    if record.statistics.arbitrary_loops > 0 {
        return Some(report::NoPath::Invariants);
    }
    if record.statistics.paths > 0 {
        return None;
    }
    Some(if !record.cuts.is_empty() {
        report::NoPath::Bounds
    } else if record.statistics.ends.assumptions > 0 && record.statistics.conflict.is_none() {
        // Learning from conflicts follows only paths that may lead to a check that can fail.
        report::NoPath::Assumptions
    } else {
        report::NoPath::NoCheck
    })
}

/// The kind of a reason in one word, and what the user can do about it.
fn kind_and_advice(program: &dyn Program, reason: &Reason) -> (&'static str, Option<&'static str>) {
    match reason {
        Reason::Machine(CutReason::Unsupported(what)) => (
            "unsupported",
            what.starts_with(UNDEFINED_CALL).then_some(
                "name the file that defines it, too, or let it give any result by --havoc-externals",
            ),
        ),
        Reason::Machine(CutReason::LoopLimit { header, .. }) => {
            let advice = match program.is_library(*header) {
                true => "--library-unwind N allows more iterations",
                false => "--unwind N allows more iterations",
            };
            ("loop-bound", Some(advice))
        }
        Reason::Machine(CutReason::RecursionLimit { .. }) => {
            ("recursion-bound", Some("--unwind N allows more"))
        }
        Reason::Machine(CutReason::CallDepth { .. }) => {
            ("call-depth-bound", Some("--max-call-depth N allows more"))
        }
        Reason::InstructionsPerPath { .. } => (
            "instruction-bound",
            Some("--max-instructions N allows more"),
        ),
        Reason::ForksPerPath { .. } => ("fork-bound", Some("--max-forks N allows more")),
        Reason::Values {
            purpose: Purpose::Sample,
            ..
        } => ("values-bound", None),
        Reason::Values { .. } => ("values-bound", Some("--max-values N tries more")),
        Reason::Undecided {
            reason: Some(UnknownReason::Enclosure),
            ..
        } => ("undecided", None),
        Reason::Undecided { .. } => (
            "undecided",
            Some(
                "--conflict-limit N or --solver-timeout SECONDS gives the solver more; --solver takes another one",
            ),
        ),
        Reason::Graph(limit) => (
            "graph",
            match limit {
                GraphLimit::Loop => Some(
                    "--unwind N bounds it, or --library-unwind N in the library; --decide path needs no bounds",
                ),
                GraphLimit::Recursion => {
                    Some("--max-call-depth N bounds it; --decide path needs no bounds")
                }
                GraphLimit::Nodes { .. } => Some(
                    "--unwind or --unwindset with less makes it smaller; --decide path makes only what it comes to",
                ),
                GraphLimit::Cycle => None,
            },
        ),
        Reason::Unproven(_) => (
            "unproven",
            Some("the other engines look for violations, and decide within bounds"),
        ),
        Reason::Budget(kind) => match kind {
            explore::BudgetKind::Paths => ("budget-paths", Some("--budget-paths N allows more")),
            explore::BudgetKind::Queries => {
                ("budget-queries", Some("--budget-queries N allows more"))
            }
            explore::BudgetKind::Instructions => (
                "budget-instructions",
                Some("--budget-instructions N allows more"),
            ),
            explore::BudgetKind::States => ("budget-states", Some("--budget-states N allows more")),
            explore::BudgetKind::Memory => {
                ("budget-memory", Some("--budget-memory SIZE allows more"))
            }
            explore::BudgetKind::SystemMemory => (
                "system-memory",
                Some("--budget-states N, another --engine or fewer --jobs take less of it"),
            ),
            explore::BudgetKind::Wall => ("time-limit", Some("--time-limit SECONDS allows more")),
        },
        Reason::Interrupted => ("interrupted", None),
        Reason::Missing => (
            "missing",
            Some("`everypath gather --missing DIR` writes the units that have no result"),
        ),
        Reason::FirstFinding => (
            report::text::FIRST_FINDING,
            Some("--all goes on after the first finding"),
        ),
    }
}

/// Counts and times; what the rules did if those that were switched off are given.
fn statistics(
    counts: &explore::Statistics,
    rules_off: Option<&[RuleId]>,
) -> (report::Statistics, report::Timing) {
    let ends = &counts.ends;
    let solver = &counts.solver;
    let known = report::Layer {
        name: "known".to_owned(),
        queries: solver.queries,
        answered: solver.by_known,
        satisfiable: 0,
        unsatisfiable: solver.by_known,
        given_up: Vec::new(),
    };
    let witness = report::Layer {
        name: "witness".to_owned(),
        queries: solver.queries - solver.by_known,
        answered: solver.by_witness,
        satisfiable: solver.by_witness - solver.by_witness_unsat,
        unsatisfiable: solver.by_witness_unsat,
        given_up: Vec::new(),
    };
    let mut layers = vec![known, witness];
    layers.extend(solver.layers.iter().map(|layer| {
        report::Layer {
            name: layer.name.clone(),
            queries: layer.queries,
            answered: layer.sat + layer.unsat,
            satisfiable: layer.sat,
            unsatisfiable: layer.unsat,
            given_up: layer
                .given_up
                .iter()
                .map(|(reason, queries)| report::GivenUp {
                    reason: reason.to_string(),
                    queries: *queries,
                })
                .collect(),
        }
    }));
    let passed = solver.layers.iter();
    let passed = passed.map(|layer| layer.passed_time.as_secs_f64());
    let times = solver.layers.iter().map(|layer| layer.time.as_secs_f64());
    let timing = report::Timing {
        seconds: counts.elapsed.as_secs_f64(),
        solver_seconds: solver.time.as_secs_f64(),
        layer_seconds: [0.0, 0.0].into_iter().chain(times).collect(),
        layer_passed_seconds: [0.0, 0.0].into_iter().chain(passed).collect(),
        peak_memory_bytes: counts.peak_memory,
        followed_instructions: (counts.followed > 0).then_some(counts.followed),
    };
    let statistics = report::Statistics {
        paths: counts.paths,
        states: counts.states(),
        ends: report::PathEnds {
            exits: ends.exits,
            violations: ends.violations,
            assumptions: ends.assumptions,
            dead: ends.dead,
            cuts: ends.cuts,
        },
        instructions: counts.instructions,
        forks: counts.forks,
        merges: counts.merges,
        ites: counts.ites,
        most_waiting: counts.most_waiting,
        queries: Some(solver.queries),
        layers,
        conflict: counts.conflict.as_ref().map(conflict_statistics),
        rules: rules_off.map(|off| rule_statistics(counts, off)),
    };
    (statistics, timing)
}

/// What conflict-driven exploration did.
fn conflict_statistics(counts: &explore::ConflictStatistics) -> report::ConflictStatistics {
    let clauses = [
        ("ways", counts.from_ways),
        ("checks", counts.from_checks),
        ("nodes", counts.from_nodes),
    ];
    let clauses = clauses.map(|(from, counts)| report::ClauseStatistics {
        from: from.to_owned(),
        clauses: counts.clauses,
        literals: counts.literals,
        least: counts.least,
        greatest: counts.greatest,
    });
    let has_formula = counts.decider != explore::Decider::Path;
    report::ConflictStatistics {
        decider: counts.decider.to_string(),
        paths: counts.paths,
        conflicts: counts.conflicts,
        steps: counts.steps,
        restarts: counts.restarts,
        nodes: counts.nodes,
        edges: counts.edges,
        clauses: clauses.into(),
        whole_paths: counts.whole_paths,
        generalised: counts.generalised,
        literals_saved: counts.literals_saved,
        formula: has_formula.then_some(report::FormulaStatistics {
            variables: counts.formula_variables,
            clauses: counts.formula_clauses,
            conflicts: counts.formula_conflicts,
            guided: counts.guided,
            unguided: counts.unguided,
        }),
    }
}

/// What the rules did; `off` are those that were switched off.
fn rule_statistics(counts: &explore::Statistics, off: &[RuleId]) -> report::RuleStatistics {
    let firings = |rule: &Rule| {
        let firings = counts.rule_firings.get(rule.id.index());
        firings.copied().unwrap_or(0)
    };
    let groups = Group::TABLE.iter().map(|&(group, name)| {
        let rules = || {
            TermTable::rules()
                .iter()
                .filter(move |rule| rule.group == group)
        };
        report::RuleGroup {
            group: name.to_owned(),
            rules: rules().count() as u64,
            disabled: rules().filter(|rule| off.contains(&rule.id)).count() as u64,
            firings: rules().map(firings).sum(),
        }
    });
    let applied = TermTable::rules().iter().filter(|rule| firings(rule) > 0);
    report::RuleStatistics {
        terms: counts.terms,
        groups: groups.collect(),
        rules: applied
            .map(|rule| report::RuleCount {
                rule: rule.name.to_owned(),
                group: rule.group.name().to_owned(),
                statement: rule.statement.to_owned(),
                llbmc: llbmc::numbers(rule.id).map(str::to_owned).collect(),
                firings: firings(rule),
            })
            .collect(),
    }
}
