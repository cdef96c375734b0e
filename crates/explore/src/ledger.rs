//! The books of a run: findings, cuts, counts per property.

use std::collections::BTreeMap;

use std::time::Duration;

use everypath_machine::Machine;
use everypath_program::{Position, Property};
use everypath_solver::Solver;

use crate::budget::peak_memory_bytes;
use crate::{
    Bounds, CoverageSummary, Cut, ExploreOptions, Finding, InputCount, PropertyRecord, Reason,
    Record, ReplayStatus, Statistics, Verdict,
};

/// What is written into the record at the end.
#[derive(Debug)]
pub(crate) struct Ledger {
    pub findings: Vec<Finding>,
    pub unreproduced: Vec<Finding>,
    pub statistics: Statistics,
    /// Inputs that violate any property.
    pub input_count: InputCount,
    /// Ends of paths so far, of all kinds.
    pub path_ends: u64,
    cuts: BTreeMap<(Reason, Option<Position>), u64>,
    /// Per property: checks decided, checks violated.
    properties: BTreeMap<Property, (u64, u64)>,
}

impl Default for Ledger {
    fn default() -> Self {
        Ledger {
            findings: Vec::new(),
            unreproduced: Vec::new(),
            statistics: Statistics::default(),
            input_count: InputCount::ZERO,
            path_ends: 0,
            cuts: BTreeMap::new(),
            properties: BTreeMap::new(),
        }
    }
}

impl Ledger {
    /// Adds paths that are given up.
    pub fn cut(&mut self, reason: Reason, position: Option<Position>, count: u64) {
        *self.cuts.entry((reason, position)).or_insert(0) += count;
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

    /// A check of this property depended on inputs or failed.
    pub fn decided(&mut self, property: Property) {
        self.properties.entry(property).or_default().0 += 1;
    }

    /// A property is violated at a place once more. Gives the finding that stands for it already, if any.
    pub fn violated(
        &mut self,
        property: Property,
        position: Position,
        count: Option<InputCount>,
    ) -> Option<&mut Finding> {
        self.properties.entry(property).or_default().1 += 1;
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

    /// Files a finding under findings or, if it did not replay, under internal errors (once per place).
    pub fn file(&mut self, finding: Finding) {
        let known = |other: &Finding| {
            other.property == finding.property && other.position == finding.position
        };
        if finding.replay == ReplayStatus::Reproduced {
            self.findings.push(finding);
        } else if !self.unreproduced.iter().any(known) {
            self.unreproduced.push(finding);
        }
    }

    /// Whether a violation of this property at this place was found already.
    pub fn is_found(&self, property: Property, position: Position) -> bool {
        let found = self.findings.iter().chain(&self.unreproduced);
        found
            .into_iter()
            .any(|finding| finding.property == property && finding.position == position)
    }

    /// The record of the run.
    pub fn into_record(
        self,
        machine: &Machine<'_>,
        solver: &Solver,
        options: &ExploreOptions,
        bounds: Bounds,
        elapsed: Duration,
    ) -> Record {
        let cuts = self.cuts();
        let checks = machine.options().checks;
        let properties = checks
            .iter()
            .map(|property| self.property(property))
            .collect();
        let verdict = match (
            self.findings.is_empty(),
            self.unreproduced.is_empty()
                && cuts
                    .iter()
                    .all(|cut| !options.bound_checks && cut.reason.is_bound()),
        ) {
            (false, _) => Verdict::Unsafe,
            (true, true) => Verdict::Safe,
            (true, false) => Verdict::Incomplete,
        };
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
            findings,
            unreproduced: self.unreproduced,
            properties,
            input_count: options.count_inputs.then(|| bound_count(self.input_count)),
            strategy: options.strategy.clone(),
            seed: options.seed,
            bounds,
            bound_checks: options.bound_checks,
            budgets: options.budgets,
            statistics: Statistics {
                terms: machine.terms.len() as u64,
                solver: solver.statistics().clone(),
                elapsed,
                peak_memory: peak_memory_bytes(),
                ..self.statistics
            },
            coverage: coverage(machine),
            cuts,
        }
    }

    /// What is known of a property.
    pub fn property(&self, property: Property) -> PropertyRecord {
        let (decided, violated) = self.properties.get(&property).copied().unwrap_or_default();
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

fn coverage(machine: &Machine<'_>) -> CoverageSummary {
    let program = machine.program();
    let mut branches = machine.coverage.branches();
    branches.retain(|&(position, _)| !program.is_library(position));
    let mut positions = program.code_positions();
    positions.sort_unstable();
    let all = positions.len() as u64;
    CoverageSummary {
        instructions: machine.coverage.count_among(&positions) as u64,
        all_instructions: (all > 0).then_some(all),
        branches: branches.len() as u64,
        branches_both: branches
            .iter()
            .filter(|(_, sides)| sides.then && sides.otherwise)
            .count() as u64,
    }
}
