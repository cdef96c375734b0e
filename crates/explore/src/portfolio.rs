//! The portfolio: the explorers in turns, each with more to spend than before, until one decides.
//!
//! Whether a program is easier path by path or merged cannot be seen from its text: a hundred diamonds in a row are one merged run,
//! comparisons along one path need no SAT call. So every explorer gets a share, then four times the share, and so on, always from
//! the start: if `paths` alone would need C, its turns together spend less than 2.4 C and those of the others 1.4 C (restarts with growing limits, as in
//! M. Luby, A. Sinclair, D. Zuckerman: "Optimal Speedup of Las Vegas Algorithms", 1993, whose sequence is better where luck decides;
//! here nothing is random). Shares are queries, instructions and conflicts of the SAT solver, never time: the same explorer decides
//! on every machine.

use std::num::NonZero;
use std::time::Duration;

use everypath_solver::SolverOptions;

use crate::attempt::Attempt;
use crate::engine::{Answer, Demand, Engine, Task};
use crate::{
    BudgetKind, Budgets, CheckRecord, CheckStatus, Cut, ExploreError, ExploreOptions, Finding,
    Observer, Reason, Record, StopAt, Verdict,
};

/// Source instructions of a whole share.
const INSTRUCTIONS: u64 = 20_000_000;
/// Conflicts of the SAT solver of a whole share.
const CONFLICTS: u64 = 2_000;
/// Ticks of the SAT solver of a whole share: about a second.
const TICKS: u64 = 100_000_000;
/// The first shares are parts of a whole one: what one engine finds at once need not wait for a long turn of another.
const PARTS: [u64; 2] = [64, 8];
/// How much more the next share is, once they are whole.
const GROWTH: u64 = 4;

/// The share of a round: so many whole ones, or a part of one.
fn share(whole: u64, round: usize) -> u64 {
    match PARTS.get(round) {
        Some(parts) => whole / parts,
        None => {
            let round = u32::try_from(round - PARTS.len()).unwrap_or(u32::MAX);
            whole.saturating_mul(GROWTH.saturating_pow(round))
        }
    }
}

/// The portfolio as an engine.
pub struct Auto {
    /// Those that may have turns.
    pub explorers: &'static [&'static dyn Engine],
    /// Where single paths are asked for.
    pub of_paths: &'static dyn Engine,
    /// Where formulas of the program are asked for.
    pub of_formulas: &'static dyn Engine,
    /// Where a proof without a bound is asked for.
    pub of_proofs: &'static dyn Engine,
}

impl Engine for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn summary(&self) -> &'static str {
        "The others in turns, each with more to spend than before, until one decides; paths alone where single paths are asked for (--tests, --count-inputs, --decisions, --emit-per path), merge for other formulas (--emit), prove for proofs (--proof, --correctness-witness, --invariants)"
    }

    /// Turns make no sense where single paths or formulas are asked for.
    fn stand_in(&self, demands: &[Demand]) -> Option<&'static dyn Engine> {
        let of_paths = [
            Demand::TestCases,
            Demand::Decisions,
            Demand::CountInputs,
            Demand::FormulasOfPaths,
        ];
        if demands.iter().any(|demand| of_paths.contains(demand)) {
            return Some(self.of_paths);
        }
        if demands.contains(&Demand::Proof) || demands.contains(&Demand::Termination) {
            return Some(self.of_proofs);
        }
        let formulas = demands.contains(&Demand::Formulas);
        formulas.then_some(self.of_formulas)
    }

    fn run(&self, task: &Task<'_>, observer: &mut dyn Observer) -> Result<Answer, ExploreError> {
        let turns: Vec<(&dyn Engine, u64)> = (self.explorers.iter())
            .filter_map(|engine| Some((*engine, engine.first_queries()?)))
            .collect();
        in_turns(&turns, task, observer)
    }
}

/// How a turn ended.
#[derive(Clone, Debug, PartialEq, Eq)]
enum End {
    /// With an answer that no other explorer and no greater share changes.
    Decided,
    /// The share was too small.
    Share,
    /// By itself, with cuts that are this explorer's own.
    Itself,
    /// The run has to stop, for this reason.
    Stop(Reason),
}

/// Runs engines in turns, each with the queries of its first turn. Gives the answer of the one that decided, or else of the one that came
/// farther.
///
/// # Errors
/// If an engine fails, or if there is none.
pub fn in_turns(
    turns: &[(&dyn Engine, u64)],
    task: &Task<'_>,
    observer: &mut dyn Observer,
) -> Result<Answer, ExploreError> {
    let mut attempts = Attempt::new(observer);
    let mut left = task.options.budgets;
    let mut elapsed = Duration::ZERO;
    let mut has_ended = vec![false; turns.len()];
    let mut best: Option<Answer> = None;
    if turns.is_empty() {
        return Err(ExploreError::NoEngine);
    }
    let mut number = 0;
    loop {
        let (place, round) = (number % turns.len(), number / turns.len());
        number += 1;
        if has_ended[place] {
            continue;
        }
        let (engine, first_queries) = turns[place];
        if round < engine.first_round() {
            continue;
        }
        let small = Share::of_turn(first_queries, round, &left);
        let of_turn = Task {
            solver: SolverOptions {
                total_conflicts: Some(small.conflicts),
                ..task.solver.clone()
            },
            options: ExploreOptions {
                budgets: small.budgets,
                // Where a turn ends would depend on how many share it.
                jobs: NonZero::<usize>::MIN,
                ..task.options.clone()
            },
            ..task.clone()
        };
        attempts.begin();
        let mut this = engine.run(&of_turn, &mut attempts)?;
        let end = small.end_of(&this.record, task.options.stop);
        left = left.without(&this.record.statistics);
        elapsed += this.record.statistics.elapsed;
        this.record.statistics.elapsed = elapsed;
        this.record.budgets = task.options.budgets;
        let (mut farthest, other) = match best.take() {
            None => (this, None),
            Some(other) => match end == End::Decided || is_farther(&this, &other) {
                true => (this, Some(other.record)),
                false => (other, Some(this.record)),
            },
        };
        if let Some(other) = other {
            add_findings(&mut farthest.record, other);
        }
        has_ended[place] = end == End::Itself;
        let all = has_ended.iter().all(|&ended| ended);
        if let End::Stop(reason) = &end {
            say_what_ended(&mut farthest.record, &small, reason);
        }
        if all || matches!(end, End::Decided | End::Stop(_)) {
            attempts.tell();
            return Ok(farthest);
        }
        best = Some(farthest);
    }
}

/// What one turn may spend, and which of its limits are not the user's.
struct Share {
    budgets: Budgets,
    conflicts: u64,
    own_queries: bool,
    own_instructions: bool,
}

impl Share {
    fn of_turn(first_queries: u64, round: usize, left: &Budgets) -> Self {
        let part = |whole: u64, left: Option<u64>| {
            let own = share(whole, round);
            match left {
                Some(left) if left <= own => (left, false),
                _ => (own, true),
            }
        };
        let (queries, own_queries) = part(first_queries, left.queries);
        let (instructions, own_instructions) = part(INSTRUCTIONS, left.instructions);
        Share {
            budgets: Budgets {
                queries: Some(queries),
                ticks: Some(share(TICKS, round)),
                instructions: Some(instructions),
                ..*left
            },
            conflicts: share(CONFLICTS, round),
            own_queries,
            own_instructions,
        }
    }

    /// Whether a budget is that of a turn, and not the user's.
    fn is_own(&self, kind: BudgetKind) -> bool {
        match kind {
            BudgetKind::Queries => self.own_queries,
            BudgetKind::Instructions => self.own_instructions,
            BudgetKind::Ticks => true,
            BudgetKind::Paths | BudgetKind::States | BudgetKind::Memory | BudgetKind::Wall => false,
        }
    }

    /// How a turn with this share ended.
    fn end_of(&self, record: &Record, stop: StopAt) -> End {
        let found = stop == StopAt::FirstFinding && !record.findings.is_empty();
        if found
            || record.has_internal_error()
            || record.cuts.iter().all(|cut| cut.reason.is_bound())
        {
            return End::Decided;
        }
        let spent = record.statistics.solver.blast.conflicts >= self.conflicts;
        let mut end = End::Itself;
        for cut in &record.cuts {
            let too_small = match cut.reason {
                Reason::Budget(kind) => self.is_own(kind),
                Reason::Interrupted => false,
                // A prover that cannot ask any more takes what it knows for nothing.
                Reason::Undecided { .. } | Reason::Unproven(_) if spent => true,
                _ => continue,
            };
            if !too_small {
                return End::Stop(cut.reason.clone());
            }
            end = End::Share;
        }
        end
    }
}

/// What an earlier turn left to later ones, the end of the run has kept from them: says so, instead of naming the share of that turn, which
/// nobody can change.
fn say_what_ended(record: &mut Record, share: &Share, stop: &Reason) {
    let mut cuts: Vec<Cut> = Vec::with_capacity(record.cuts.len());
    for mut cut in std::mem::take(&mut record.cuts) {
        if matches!(cut.reason, Reason::Budget(kind) if share.is_own(kind)) {
            cut.reason = stop.clone();
        }
        let same = |known: &&mut Cut| known.reason == cut.reason && known.position == cut.position;
        match cuts.iter_mut().find(same) {
            Some(known) => known.count += cut.count,
            None => cuts.push(cut),
        }
    }
    record.cuts = cuts;
}

/// Whether an answer says more than another one: more findings; or no budget ended it; or it executed more of the program; or fewer paths
/// were given up.
fn is_farther(answer: &Answer, other: &Answer) -> bool {
    let rank = |Answer {
                    record, coverage, ..
                }: &Answer| {
        let cuts: u64 = record.cuts.iter().map(|cut| cut.count).sum();
        let budget = |cut: &Cut| matches!(cut.reason, Reason::Budget(_) | Reason::Interrupted);
        // What is not proven says nothing of paths, and an arbitrary iteration executes what no path does.
        let unproven = |cut: &Cut| matches!(cut.reason, Reason::Unproven(_));
        let no_paths = record.cuts.iter().any(unproven) || record.statistics.arbitrary_loops > 0;
        (
            record.findings.len(),
            !no_paths,
            !record.cuts.iter().any(budget),
            coverage.instruction_count(),
            std::cmp::Reverse(cuts),
        )
    };
    rank(answer) > rank(other)
}

/// Adds the findings of another record that this one does not have.
fn add_findings(record: &mut Record, other: Record) {
    for finding in other.findings {
        let place = (finding.property, finding.position);
        if (record.findings.iter()).any(|known| (known.property, known.position) == place) {
            continue;
        }
        let of_property = record.properties.iter_mut();
        for property in of_property.filter(|known| known.property == finding.property) {
            property.decided = property
                .decided
                .max(property.violated + finding.occurrences);
            property.violated += finding.occurrences;
            property.places += 1;
        }
        set_violated(&mut record.checks, &finding);
        record.findings.push(finding);
        record.verdict = Verdict::Unsafe;
    }
}

/// Enters a finding into the list of checks, which is in the order of properties and places.
fn set_violated(checks: &mut Vec<CheckRecord>, finding: &Finding) {
    let place = (finding.property, finding.position);
    let violated = CheckRecord {
        property: finding.property,
        position: finding.position,
        status: CheckStatus::Violated,
        asked: finding.occurrences,
        core: Vec::new(),
    };
    match checks.binary_search_by_key(&place, |check| (check.property, check.position)) {
        Ok(index) => {
            let asked = checks[index].asked.max(violated.asked);
            checks[index] = CheckRecord { asked, ..violated };
        }
        Err(index) => checks.insert(index, violated),
    }
}
