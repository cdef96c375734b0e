//! The portfolio: the explorers in turns, each with more to spend than before, until one decides.
//!
//! Whether a program is easier path by path or merged cannot be seen from its text: a hundred diamonds in a row are one merged run,
//! comparisons along one path need no SAT call. So every explorer gets a share, then four times the share, and so on, always from
//! the start: if `paths` alone would need C, its turns together spend less than 2.4 C and those of the others 1.4 C (restarts with growing limits, as in
//! M. Luby, A. Sinclair, D. Zuckerman: "Optimal Speedup of Las Vegas Algorithms", 1993, whose sequence is better where luck decides;
//! here nothing is random). Shares are queries, instructions and conflicts of the SAT solver, never time: the same explorer decides
//! on every machine.

use std::fmt::{Display, Formatter};
use std::time::Duration;

use crate::{
    Attempt, BudgetKind, Budgets, CheckRecord, CheckStatus, ExploreOptions, Finding, Observer,
    Reason, Record, StopAt, Verdict,
};

/// Source instructions of the first share.
const FIRST_INSTRUCTIONS: u64 = 20_000_000;
/// Conflicts of the SAT solver of the first share.
const FIRST_CONFLICTS: u64 = 2_000;
/// How much more the next share is.
const GROWTH: u64 = 4;

/// An explorer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// [`explore_paths`](crate::explore_paths).
    Paths,
    /// [`explore_merged`](crate::explore_merged).
    Merge,
    /// [`explore_by_conflicts`](crate::explore_by_conflicts).
    Conflict,
}

impl Engine {
    /// In the order of their turns.
    pub const TURNS: [Engine; 2] = [Engine::Paths, Engine::Merge];

    /// The name on the command line and in records.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Paths => "paths",
            Engine::Merge => "merge",
            Engine::Conflict => "conflict",
        }
    }

    /// Queries of the first share: those of merged paths are larger.
    fn first_queries(self) -> u64 {
        match self {
            Engine::Paths => 20_000,
            Engine::Merge => 1_000,
            Engine::Conflict => 20_000,
        }
    }
}

impl Display for Engine {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// What an explorer may do in its turn, besides the budgets of its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Whose turn it is.
    pub engine: Engine,
    /// Conflicts that all queries together may take.
    pub conflicts: Option<u64>,
}

/// How a turn ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// With an answer that no other explorer and no greater share changes.
    Decided,
    /// The share was too small.
    Share,
    /// By itself, with cuts that are this explorer's own.
    Itself,
    /// The run has to stop.
    Stop,
}

/// Runs the explorers in turns; `run` does one turn. Gives the record of the one that decided, or else of the one that came
/// farther, and what `run` gave with it.
pub fn explore_in_turns<M, E>(
    options: &ExploreOptions,
    observer: &mut dyn Observer,
    mut run: impl FnMut(Turn, &ExploreOptions, &mut dyn Observer) -> Result<(Record, M), E>,
) -> Result<(Engine, Record, M), E> {
    let mut attempts = Attempt::new(observer);
    let mut left = options.budgets;
    let mut elapsed = Duration::ZERO;
    let mut has_ended = Engine::TURNS.map(|_| false);
    let mut best: Option<(Engine, Record, M)> = None;
    let mut number = 0;
    loop {
        let place = number % Engine::TURNS.len();
        let share = GROWTH.saturating_pow((number / Engine::TURNS.len()) as u32);
        number += 1;
        if has_ended[place] {
            continue;
        }
        let engine = Engine::TURNS[place];
        let small = Share::of_turn(engine, share, &left);
        let turn = Turn {
            engine,
            conflicts: Some(small.conflicts),
        };
        let of_turn = ExploreOptions {
            budgets: small.budgets,
            ..options.clone()
        };
        attempts.begin();
        let (mut record, with) = run(turn, &of_turn, &mut attempts)?;
        let end = small.end_of(&record, options.stop);
        left = left.without(&record.statistics);
        elapsed += record.statistics.elapsed;
        record.statistics.elapsed = elapsed;
        record.budgets = options.budgets;
        let this = (engine, record, with);
        let (farthest, others) = match best.take() {
            None => (this, None),
            Some(other) => match end == End::Decided || is_farther(&this.1, &other.1) {
                true => (this, Some(other.1)),
                false => (other, Some(this.1)),
            },
        };
        let (engine, mut record, with) = farthest;
        if let Some(other) = others {
            add_findings(&mut record, other);
        }
        has_ended[place] = end == End::Itself;
        let all = has_ended.iter().all(|&ended| ended);
        if all || matches!(end, End::Decided | End::Stop) {
            attempts.tell();
            return Ok((engine, record, with));
        }
        best = Some((engine, record, with));
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
    fn of_turn(engine: Engine, share: u64, left: &Budgets) -> Self {
        let part = |first: u64, left: Option<u64>| {
            let own = first.saturating_mul(share);
            match left {
                Some(left) if left <= own => (left, false),
                _ => (own, true),
            }
        };
        let (queries, own_queries) = part(engine.first_queries(), left.queries);
        let (instructions, own_instructions) = part(FIRST_INSTRUCTIONS, left.instructions);
        Share {
            budgets: Budgets {
                queries: Some(queries),
                instructions: Some(instructions),
                ..*left
            },
            conflicts: FIRST_CONFLICTS.saturating_mul(share),
            own_queries,
            own_instructions,
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
                Reason::Budget(BudgetKind::Queries) => self.own_queries,
                Reason::Budget(BudgetKind::Instructions) => self.own_instructions,
                Reason::Budget(_) | Reason::Interrupted => false,
                Reason::Undecided { .. } if spent => true,
                _ => continue,
            };
            if !too_small {
                return End::Stop;
            }
            end = End::Share;
        }
        end
    }
}

/// Whether a record says more than another one: more findings, or as many and fewer paths given up.
fn is_farther(record: &Record, other: &Record) -> bool {
    let rank = |record: &Record| {
        let cuts: u64 = record.cuts.iter().map(|cut| cut.count).sum();
        (record.findings.len(), std::cmp::Reverse(cuts))
    };
    rank(record) > rank(other)
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
