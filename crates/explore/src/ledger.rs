//! The books of a run: findings, cuts, counts per property.

use std::collections::{BTreeMap, BTreeSet};

use std::time::Duration;

use everypath_machine::{Coverage, Machine, MachineOptions};
use everypath_program::{Assumption, Position, Program, Property};
use everypath_solver::{Solver, SolverStatistics};
use everypath_term::TermTable;
use serde::{Deserialize, Serialize};

use crate::process_memory::peak_memory_bytes;
use crate::{
    Assumed, Bounds, CheckRecord, CheckStatus, CoverageSummary, Cut, ExploreOptions, Finding,
    InputCount, Learnt, Observer, Proof, PropertyRecord, Reason, Record, ReplayStatus, Statistics,
    StopAt, Suggested, Undecided, Verdict,
};

/// What is written into the record at the end.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Ledger {
    pub findings: Vec<Finding>,
    pub unreproduced: Vec<Finding>,
    pub statistics: Statistics,
    /// Inputs that violate any property.
    pub input_count: InputCount,
    /// Ends of paths so far, of all kinds.
    pub path_ends: u64,
    /// What others did for the explorer.
    #[serde(skip)]
    pub beside: Work,
    /// What was learnt, where that was asked for.
    #[serde(skip)]
    pub learnt: Option<Learnt>,
    /// What became of suggested invariants.
    #[serde(skip)]
    pub suggested: Vec<Suggested>,
    /// The proof, where that was asked for and there is one.
    #[serde(skip)]
    pub proof: Option<Proof>,
    #[serde(with = "pairs")]
    cuts: BTreeMap<(Reason, Option<Position>), u64>,
    #[serde(with = "pairs")]
    checks: BTreeMap<(Property, Position), Check>,
}

/// Tables whose keys are no texts are written as pairs.
mod pairs {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<K: Serialize, V: Serialize, S: Serializer>(
        table: &BTreeMap<K, V>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(table)
    }

    pub fn deserialize<'de, K, V, D>(deserializer: D) -> Result<BTreeMap<K, V>, D::Error>
    where
        K: Ord + Deserialize<'de>,
        V: Deserialize<'de>,
        D: Deserializer<'de>,
    {
        Ok(Vec::deserialize(deserializer)?.into_iter().collect())
    }
}

/// How a run ended.
#[derive(Debug)]
pub(crate) struct Ended {
    /// Why it had to stop, if it had.
    pub stop: Option<Reason>,
    /// States that waited then.
    pub waiting: usize,
    /// Time since its start.
    pub elapsed: Duration,
}

/// What was executed, by one machine or by several.
pub(crate) struct Executed<'a> {
    /// The program.
    pub program: &'a dyn Program,
    /// How the machines were made.
    pub machine: &'a MachineOptions,
    /// What paths executed.
    pub coverage: &'a Coverage,
    /// What was assumed about the world, and where.
    pub assumed: BTreeSet<(Assumption, Position)>,
    /// What it took.
    pub work: Work,
}

/// What a run took that depends on how it was divided.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Work {
    /// Instructions that followed prefixes.
    pub followed: u64,
    /// Terms made.
    pub terms: u64,
    /// How often each rule that simplifies terms was applied.
    pub rule_firings: Vec<u64>,
    /// What the solvers did.
    pub solver: SolverStatistics,
}

impl Work {
    /// What a solver did, and the table of its terms.
    pub fn of(terms: &TermTable, solver: &Solver) -> Self {
        Work {
            followed: 0,
            terms: terms.len() as u64,
            rule_firings: terms.rule_firings().to_vec(),
            solver: solver.statistics().clone(),
        }
    }

    /// Adds the work of others.
    pub fn add(&mut self, other: &Work) {
        self.followed += other.followed;
        self.terms += other.terms;
        let rules = self.rule_firings.len().max(other.rule_firings.len());
        self.rule_firings.resize(rules, 0);
        for (sum, count) in self.rule_firings.iter_mut().zip(&other.rule_firings) {
            *sum += count;
        }
        self.solver += &other.solver;
    }
}

/// What is known of a check at a place.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Check {
    /// How often it depended on inputs or failed.
    asked: u64,
    /// How often it was found to be violated.
    violated: u64,
    /// Whether the solver gave up on it.
    undecided: bool,
    core: BTreeSet<Position>,
}

impl Default for Ledger {
    fn default() -> Self {
        Ledger {
            findings: Vec::new(),
            unreproduced: Vec::new(),
            statistics: Statistics::default(),
            input_count: InputCount::ZERO,
            path_ends: 0,
            beside: Work::default(),
            learnt: None,
            suggested: Vec::new(),
            proof: None,
            cuts: BTreeMap::new(),
            checks: BTreeMap::new(),
        }
    }
}

impl Ledger {
    /// Adds paths that are given up.
    pub fn cut(&mut self, reason: Reason, position: Option<Position>, count: u64) {
        *self.cuts.entry((reason, position)).or_insert(0) += count;
    }

    /// Whether something was given up.
    pub fn has_cuts(&self) -> bool {
        !self.cuts.is_empty()
    }

    /// A violation needs no proof: that there is none is forgotten.
    pub fn forget_lack_of_proof(&mut self) {
        let is_proof = |reason: &Reason| matches!(reason, Reason::Unproven(_));
        self.cuts.retain(|(reason, _), _| !is_proof(reason));
    }

    /// Whether a bound was reached.
    pub fn has_bounds(&self) -> bool {
        self.cuts.keys().any(|(reason, _)| reason.is_bound())
    }

    /// Whether something was given up that is no bound.
    pub fn has_given_up(&self) -> bool {
        self.cuts.keys().any(|(reason, _)| !reason.is_bound())
    }

    /// The cuts in the order of reasons and places.
    pub fn cuts(&self) -> Vec<Cut> {
        let cuts = self.cuts.iter();
        cuts.map(|((reason, position), &count)| Cut {
            reason: reason.clone(),
            position: *position,
            count,
        })
        .collect()
    }

    /// The cuts, and the reason why states that wait are given up, if the run has to stop.
    pub fn cuts_with(&self, stop: Option<&Reason>, waiting: usize) -> Vec<Cut> {
        let mut cuts = self.cuts();
        if let (Some(reason), true) = (stop, waiting > 0) {
            cuts.push(Cut {
                reason: reason.clone(),
                position: None,
                count: waiting as u64,
            });
        }
        cuts
    }

    /// A check depended on inputs or failed.
    pub fn asked(&mut self, property: Property, position: Position) {
        self.checks.entry((property, position)).or_default().asked += 1;
    }

    /// The solver gave up on a check.
    pub fn undecided(&mut self, property: Property, position: Position) {
        let check = self.checks.entry((property, position)).or_default();
        check.undecided = true;
    }

    /// A proof that a check holds rests on these places.
    pub fn rests_on(&mut self, property: Property, position: Position, core: BTreeSet<Position>) {
        let check = self.checks.entry((property, position)).or_default();
        check.core.extend(core);
    }

    /// A property is violated at a place once more. Gives the finding that stands for it already, if any.
    pub fn violated(
        &mut self,
        property: Property,
        position: Position,
        count: Option<InputCount>,
    ) -> Option<&mut Finding> {
        let check = self.checks.entry((property, position)).or_default();
        check.violated += 1;
        if let Some(count) = count {
            self.input_count = self.input_count.plus(count);
        }
        let same =
            |finding: &&mut Finding| finding.property == property && finding.position == position;
        let finding = self.findings.iter_mut().find(same)?;
        finding.occurrences += 1;
        finding.input_count = finding
            .input_count
            .zip(count)
            .map(|(so_far, count)| so_far.plus(count));
        Some(finding)
    }

    /// Files a new finding, and tells of it if it replayed; gives whether it did.
    pub fn found(&mut self, finding: Finding, observer: &mut dyn Observer) -> bool {
        let is_reproduced = finding.replay == ReplayStatus::Reproduced;
        if is_reproduced {
            observer.finding(&finding);
        }
        self.file(finding);
        is_reproduced
    }

    /// Files a finding under findings or, if it did not replay, under internal errors (once per place).
    fn file(&mut self, finding: Finding) {
        if finding.replay == ReplayStatus::Reproduced {
            self.findings.push(finding);
        } else if !is_among(&self.unreproduced, finding.property, finding.position) {
            self.unreproduced.push(finding);
        }
    }

    /// Whether a violation of this property at this place was found already, reproduced or not.
    pub fn is_found(&self, property: Property, position: Position) -> bool {
        is_among(&self.findings, property, position)
            || is_among(&self.unreproduced, property, position)
    }

    /// Adds what was found behind all that is in the books: by whoever explored the next part. Gives the findings that are new.
    pub fn add(&mut self, next: Ledger) -> Vec<Finding> {
        let ends_before = self.path_ends;
        self.path_ends += next.path_ends;
        self.statistics.add(&next.statistics);
        self.input_count = self.input_count.plus(next.input_count);
        for (cut, count) in next.cuts {
            *self.cuts.entry(cut).or_insert(0) += count;
        }
        for (place, other) in next.checks {
            let check = self.checks.entry(place).or_default();
            check.asked += other.asked;
            check.violated += other.violated;
            check.undecided |= other.undecided;
            check.core.extend(other.core);
        }
        let mut new = Vec::new();
        for mut finding in next.unreproduced.into_iter().chain(next.findings) {
            let place = (finding.property, finding.position);
            let is_same = |known: &&mut Finding| (known.property, known.position) == place;
            if let Some(known) = self.findings.iter_mut().find(is_same) {
                known.occurrences += finding.occurrences;
                let counts = known.input_count.zip(finding.input_count);
                known.input_count = counts.map(|(so_far, count)| so_far.plus(count));
                continue;
            }
            finding.path_index += ends_before;
            if finding.replay == ReplayStatus::Reproduced {
                new.push(finding.clone());
            }
            self.file(finding);
        }
        new
    }

    /// The record of the run of one machine.
    pub fn into_record(
        self,
        machine: &Machine<'_>,
        solver: &Solver,
        options: &ExploreOptions,
        ended: Ended,
    ) -> Record {
        let mut work = Work::of(&machine.terms, solver);
        work.add(&self.beside);
        let executed = Executed {
            program: machine.program(),
            machine: machine.options(),
            coverage: &machine.coverage,
            assumed: machine.assumed().collect(),
            work,
        };
        self.record(executed, options, ended)
    }

    /// The record of a run.
    pub fn record(
        mut self,
        executed: Executed<'_>,
        options: &ExploreOptions,
        ended: Ended,
    ) -> Record {
        let Executed {
            program,
            machine,
            coverage,
            assumed,
            work,
        } = executed;
        if let (Some(reason), true) = (ended.stop, ended.waiting > 0) {
            self.cut(reason, None, ended.waiting as u64);
        }
        let cuts = self.cuts();
        let checks = machine.checks;
        let properties = checks
            .iter()
            .map(|property| self.property(property))
            .collect();
        let assumed = by_assumption(assumed);
        let may_be_safe = options.may_assume || assumed.is_empty();
        let verdict = match (
            self.findings.is_empty(),
            may_be_safe
                && self.unreproduced.is_empty()
                && cuts
                    .iter()
                    .all(|cut| !options.bound_checks && cut.reason.is_bound()),
        ) {
            (false, _) => Verdict::Unsafe,
            (true, true) => Verdict::Safe,
            (true, false) => Verdict::Incomplete,
        };
        let check_records = self.check_records(options, &cuts, may_be_safe);
        let bound_count = |count: InputCount| InputCount {
            exact: count.exact && cuts.is_empty(),
            ..count
        };
        let mut findings = self.findings;
        for finding in &mut findings {
            finding.input_count = finding.input_count.map(bound_count);
        }
        Record {
            verdict,
            assumed,
            findings,
            unreproduced: self.unreproduced,
            properties,
            checks: check_records,
            input_count: options.count_inputs.then(|| bound_count(self.input_count)),
            strategy: options.strategy.clone(),
            seed: options.seed,
            bounds: Bounds {
                loop_iterations: machine.loop_limit,
                library_iterations: machine.library_loop_limit,
                call_depth: machine.call_depth_limit,
                ..options.bounds
            },
            bound_checks: options.bound_checks,
            budgets: options.budgets,
            statistics: Statistics {
                followed: work.followed,
                terms: work.terms,
                rule_firings: work.rule_firings,
                solver: work.solver,
                elapsed: ended.elapsed,
                peak_memory: peak_memory_bytes(),
                ..self.statistics
            },
            coverage: summary(program, coverage),
            learnt: self.learnt,
            suggested: self.suggested,
            proof: self.proof,
            cuts,
        }
    }

    /// What is known of a property.
    pub fn property(&self, property: Property) -> PropertyRecord {
        let of_property = self.checks.iter().filter(|((of, _), _)| *of == property);
        let (mut decided, mut violated) = (0, 0);
        for (_, check) in of_property {
            decided += check.asked;
            violated += check.violated;
        }
        let places = self
            .findings
            .iter()
            .filter(|finding| finding.property == property)
            .count() as u64;
        PropertyRecord {
            property,
            decided,
            violated,
            places,
        }
    }
}

impl Ledger {
    /// What follows for each check from findings and cuts.
    fn check_records(
        &self,
        options: &ExploreOptions,
        cuts: &[Cut],
        may_be_safe: bool,
    ) -> Vec<CheckRecord> {
        let stopped = options.stop == StopAt::FirstFinding && !self.findings.is_empty();
        // What the solver does not know of one check says nothing of the others.
        let own = |cut: &Cut| {
            let what = match &cut.reason {
                Reason::Undecided { what, .. } => what,
                _ => return false,
            };
            matches!(what, Undecided::Check(_))
        };
        let unfinished =
            stopped || !may_be_safe || cuts.iter().any(|cut| !cut.reason.is_bound() && !own(cut));
        let bounded = cuts.iter().any(|cut| cut.reason.is_bound());
        let records = self.checks.iter();
        let records = records.map(|(&(property, position), check)| {
            let among = |findings| is_among(findings, property, position);
            let status = if among(&self.findings) {
                CheckStatus::Violated
            } else if unfinished || check.undecided || among(&self.unreproduced) {
                CheckStatus::Unknown
            } else if bounded {
                CheckStatus::ProvenWithinBounds
            } else {
                CheckStatus::Proven
            };
            CheckRecord {
                property,
                position,
                status,
                asked: check.asked,
                core: check.core.iter().copied().collect(),
            }
        });
        records.collect()
    }
}

/// Whether one of the findings is of this property at this place.
fn is_among(findings: &[Finding], property: Property, position: Position) -> bool {
    let mut findings = findings.iter();
    findings.any(|finding| finding.property == property && finding.position == position)
}

/// Assumptions, each with its places.
fn by_assumption(made: BTreeSet<(Assumption, Position)>) -> Vec<Assumed> {
    let mut assumed: Vec<Assumed> = Vec::new();
    for (assumption, position) in made {
        match assumed.last_mut().filter(|it| it.assumption == assumption) {
            Some(last) => last.places.push(position),
            None => assumed.push(Assumed {
                assumption,
                places: vec![position],
            }),
        }
    }
    assumed
}

fn summary(program: &dyn Program, coverage: &Coverage) -> CoverageSummary {
    let mut branches = coverage.branches();
    branches.retain(|&(position, _)| !program.is_library(position));
    let mut positions = program.code_positions();
    positions.sort_unstable();
    let all = positions.len() as u64;
    CoverageSummary {
        instructions: coverage.count_among(&positions) as u64,
        all_instructions: (all > 0).then_some(all),
        branches: branches.len() as u64,
        branches_both: branches
            .iter()
            .filter(|(_, sides)| sides.then && sides.otherwise)
            .count() as u64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TestCase;

    fn finding(replay: ReplayStatus) -> Finding {
        Finding {
            property: Property::Assertion,
            position: Position(8),
            detail: String::new(),
            notes: Vec::new(),
            case: TestCase::default(),
            decisions: Vec::new(),
            call_stack: Vec::new(),
            instructions: 1,
            path_index: 0,
            replay,
            input_count: None,
            occurrences: 1,
        }
    }

    /// The statuses of the checks once these findings are filed.
    fn statuses(replays: Vec<ReplayStatus>) -> Vec<CheckStatus> {
        let mut ledger = Ledger::default();
        for replay in replays {
            let finding = finding(replay);
            ledger.asked(finding.property, finding.position);
            ledger.violated(finding.property, finding.position, None);
            ledger.file(finding);
        }
        let records = ledger.check_records(&ExploreOptions::default(), &[], true);
        records.iter().map(|record| record.status).collect()
    }

    #[test]
    fn only_a_reproduced_finding_violates_a_check() {
        let not = || ReplayStatus::NotReproduced(String::new());
        assert_eq!(statuses(vec![not()]), [CheckStatus::Unknown]);
        let both = vec![not(), ReplayStatus::Reproduced];
        assert_eq!(statuses(both), [CheckStatus::Violated]);
    }
}
