//! The verdict record: what was found, what was given up and why, and what it cost.

use std::fmt::{Display, Formatter};
use std::time::Duration;

use everypath_machine::{CutReason, Purpose, Unlike};
use everypath_program::{Assumption, Position, Property};
use everypath_solver::{SolverStatistics, UnknownReason};
use serde::{Deserialize, Serialize};

use crate::{
    Bounds, BudgetKind, Budgets, Decider, Finding, InputCount, Proof, Strategy, Suggested,
};

/// What follows for the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every path was followed to its end, and no property is violated; up to the bounds only, if they were not to be checked, and in the
    /// world that was assumed.
    Safe,
    /// Some input violates a property; a concrete run showed it.
    Unsafe,
    /// No violation was found, but something was cut, or assumed where nothing may be.
    Incomplete,
}

impl Display for Verdict {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Verdict::Safe => "safe",
            Verdict::Unsafe => "unsafe",
            Verdict::Incomplete => "incomplete",
        })
    }
}

/// What the solver could not decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Undecided {
    /// Whether a side of a branch or a case of a switch is feasible.
    Branch,
    /// Whether a property can be violated.
    Check(Property),
    /// Whether a property can hold, where it can be violated.
    Passing(Property),
    /// Whether an assumption can hold.
    Assumption,
    /// Which objects an address can lie in.
    Address,
    /// Which values a term can have.
    Values(Purpose),
}

impl Display for Undecided {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Undecided::Branch => f.write_str("branch"),
            Undecided::Check(property) => write!(f, "check of {property}"),
            Undecided::Passing(property) => write!(f, "whether {property} can hold"),
            Undecided::Assumption => f.write_str("assumption"),
            Undecided::Address => f.write_str("objects of an address"),
            Undecided::Values(purpose) => write!(f, "values of a {purpose}"),
        }
    }
}

/// Why the graph of a program cannot be made as a whole, which all deciders need but [`Decider::Path`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum GraphLimit {
    /// A loop has no bound.
    Loop,
    /// A function calls itself, and calls have no bound.
    Recursion,
    /// It is too large; most of it lies in this loop.
    Nodes {
        /// The greatest number of nodes.
        limit: u64,
    },
    /// It has a cycle: a fault of ours.
    Cycle,
}

impl Display for GraphLimit {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            GraphLimit::Loop => f.write_str("a loop without a bound"),
            GraphLimit::Recursion => f.write_str("a recursion without a bound"),
            GraphLimit::Nodes { limit } => {
                write!(f, "more than {limit} nodes, most of them in this loop")
            }
            GraphLimit::Cycle => f.write_str("a cycle"),
        }
    }
}

/// Why paths were given up.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Reason {
    /// The machine gave the path up: something unsupported, a bound on loops or calls.
    Machine(CutReason),
    /// The bound on instructions per path.
    InstructionsPerPath {
        /// The bound.
        limit: u64,
    },
    /// The bound on forks per path.
    ForksPerPath {
        /// The bound.
        limit: u64,
    },
    /// A symbolic value that has to be a constant has more values than are tried.
    Values {
        /// What the value is needed for.
        purpose: Purpose,
        /// How many were tried.
        limit: u64,
    },
    /// The solver did not decide.
    Undecided {
        /// What.
        what: Undecided,
        /// Why, if it said.
        reason: Option<UnknownReason>,
    },
    /// The graph of the program cannot be made as a whole.
    Graph(GraphLimit),
    /// The prover has no proof.
    Unproven(Unproven),
    /// A budget was used up.
    Budget(BudgetKind),
    /// The run was interrupted.
    Interrupted,
    /// Units of work have no result.
    Missing,
    /// The run was to stop at the first finding.
    FirstFinding,
}

/// What the prover did not prove, or why it could not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Unproven {
    /// No invariant that was found excludes a violation of this property.
    Property(Property),
    /// A loop changes what cannot be made arbitrary.
    Loop(Unlike),
    /// Too many loops are entered, or they change too much.
    Loops,
    /// Candidates for invariants did not come to an end.
    Invariants,
    /// A bound was reached, on which the other engines decide.
    Bound,
    /// A block of the heap is made, and it is asked which are lost.
    LostMemory,
    /// No measure was found that every iteration of a loop makes smaller.
    Termination,
}

impl Display for Unproven {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Unproven::Property(property) => {
                write!(
                    f,
                    "no invariant that was found excludes {}",
                    property.name()
                )
            }
            Unproven::Loop(unlike) => write!(f, "a loop cannot be made arbitrary: {unlike}"),
            Unproven::Loops => f.write_str("loops change too much, or are too many"),
            Unproven::Invariants => f.write_str("no invariants were found"),
            Unproven::Bound => f.write_str("a bound was reached"),
            Unproven::LostMemory => f.write_str(
                "blocks of the heap are made, and which are lost is about all that happened before",
            ),
            Unproven::Termination => {
                f.write_str("nothing was found that every iteration of a loop makes smaller")
            }
        }
    }
}

impl Reason {
    /// The budget that was used up.
    pub fn budget(&self) -> Option<BudgetKind> {
        match self {
            Reason::Budget(kind) => Some(*kind),
            Reason::Machine(_)
            | Reason::InstructionsPerPath { .. }
            | Reason::ForksPerPath { .. }
            | Reason::Values { .. }
            | Reason::Undecided { .. }
            | Reason::Graph(_)
            | Reason::Unproven(_)
            | Reason::Interrupted
            | Reason::Missing
            | Reason::FirstFinding => None,
        }
    }

    /// Whether the path reached a bound: a part of the question, no lack of the answer.
    pub fn is_bound(&self) -> bool {
        match self {
            Reason::Machine(
                CutReason::LoopLimit { .. }
                | CutReason::RecursionLimit { .. }
                | CutReason::CallDepth { .. },
            )
            | Reason::InstructionsPerPath { .. }
            | Reason::ForksPerPath { .. }
            | Reason::Values { .. } => true,
            Reason::Machine(CutReason::Unsupported(_))
            | Reason::Undecided { .. }
            | Reason::Graph(_)
            | Reason::Unproven(_)
            | Reason::Budget(_)
            | Reason::Interrupted
            | Reason::Missing
            | Reason::FirstFinding => false,
        }
    }
}

impl Display for Reason {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Reason::Machine(reason) => reason.fmt(f),
            Reason::InstructionsPerPath { limit } => {
                write!(
                    f,
                    "instruction bound: more than {limit} instructions on the path"
                )
            }
            Reason::ForksPerPath { limit } => {
                write!(f, "fork bound: more than {limit} forks on the path")
            }
            Reason::Values { purpose, limit } => {
                write!(f, "more than {limit} values of a symbolic {purpose}")
            }
            Reason::Undecided {
                what,
                reason: Some(reason),
            } => write!(f, "undecided {what}: {reason}"),
            Reason::Undecided { what, reason: None } => {
                write!(f, "undecided {what}: the solver gave up")
            }
            Reason::Graph(limit) => {
                write!(f, "the whole graph of the program cannot be made: {limit}")
            }
            Reason::Unproven(what) => write!(f, "no proof without a bound: {what}"),
            Reason::Budget(kind) => write!(f, "budget of {kind} reached"),
            Reason::Interrupted => f.write_str("interrupted"),
            Reason::Missing => f.write_str("units of work without a result"),
            Reason::FirstFinding => f.write_str("stopped at the first finding"),
        }
    }
}

/// Paths that were given up for one reason at one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Why.
    pub reason: Reason,
    /// Where; none for states that waited when the run stopped.
    pub position: Option<Position>,
    /// How many paths or states.
    pub count: u64,
}

/// An assumption about the world that paths made use of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumed {
    /// What was assumed.
    pub assumption: Assumption,
    /// Where it was used, in the order of positions.
    pub places: Vec<Position>,
}

/// What is known of one property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PropertyRecord {
    /// The property.
    pub property: Property,
    /// Checks on paths that depended on inputs or failed; the others hold without a question.
    pub decided: u64,
    /// Checks on paths that some input violates.
    pub violated: u64,
    /// Different places at which it is violated.
    pub places: u64,
}

/// What is known of a check at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CheckStatus {
    /// Some input violates it; a concrete run showed it.
    Violated,
    /// No input violates it.
    Proven,
    /// No input violates it within the bounds, and some input exceeds them.
    ProvenWithinBounds,
    /// The run did not come to an end, or the solver gave up.
    Unknown,
}

impl Display for CheckStatus {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            CheckStatus::Violated => "violated",
            CheckStatus::Proven => "proven",
            CheckStatus::ProvenWithinBounds => "proven within bounds",
            CheckStatus::Unknown => "unknown",
        })
    }
}

/// A property at a place where it depended on inputs or failed, over all paths and calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckRecord {
    /// The property.
    pub property: Property,
    /// The instruction that requires it.
    pub position: Position,
    /// What is known.
    pub status: CheckStatus,
    /// How often it was asked: on so many paths, merged ones counted once.
    pub asked: u64,
    /// The branches, assumptions and earlier checks that its proof rests on, if they were asked for.
    pub core: Vec<Position>,
}

/// How many paths ended in which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PathEnds {
    /// The program ended.
    pub exits: u64,
    /// Every input violates a property, or the run stopped at a violation.
    pub violations: u64,
    /// An assumption excludes every input.
    pub assumptions: u64,
    /// Behind an instruction that cannot be executed.
    pub dead: u64,
    /// Given up.
    pub cuts: u64,
}

/// Clauses of one origin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClauseStatistics {
    /// How many.
    pub clauses: u64,
    /// Their literals, with what each clause excludes.
    pub literals: u64,
    /// Literals of the smallest; 0 if there is no clause.
    pub least: u64,
    /// Literals of the largest.
    pub greatest: u64,
}

impl ClauseStatistics {
    /// Counts a clause.
    pub(crate) fn add(&mut self, literals: u64) {
        self.least = match self.clauses {
            0 => literals,
            _ => self.least.min(literals),
        };
        self.greatest = self.greatest.max(literals);
        self.clauses += 1;
        self.literals += literals;
    }
}

/// What conflict-driven exploration did and learnt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConflictStatistics {
    /// What proposed paths.
    pub decider: Decider,
    /// Paths that were proposed and begun; each goes on from a kept state of the path before.
    pub paths: u64,
    /// Of these, paths that no input takes to their end.
    pub conflicts: u64,
    /// Blocks executed.
    pub steps: u64,
    /// How often the graph was made anew, since a jump led to blocks that it lacked.
    pub restarts: u64,
    /// Nodes of the graph that were made, those of graphs before restarts included.
    pub nodes: u64,
    /// Edges of the graph that were made.
    pub edges: u64,
    /// Clauses from ways that no input takes.
    pub from_ways: ClauseStatistics,
    /// Clauses from checks that no input violates.
    pub from_checks: ClauseStatistics,
    /// Clauses from nodes that nothing is left behind of: no path through them is proposed again.
    pub from_nodes: ClauseStatistics,
    /// Reasons that were the whole path: they exclude no other.
    pub whole_paths: u64,
    /// Clauses that became smaller when their refusal was asked once more with values that may be anything.
    pub generalised: u64,
    /// Literals that this saved.
    pub literals_saved: u64,
    /// Runs of a SAT solver for paths that were led to edges of the last one.
    pub guided: u64,
    /// Runs of a SAT solver for paths that were not.
    pub unguided: u64,
    /// Variables of the formula of the graph, if there was one.
    pub formula_variables: u64,
    /// Clauses of that formula, with those that were learnt.
    pub formula_clauses: u64,
    /// Conflicts of the SAT solver within it.
    pub formula_conflicts: u64,
}

/// What a run did and cost.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statistics {
    /// Complete feasible paths: exits, violations and dead ends.
    pub paths: u64,
    /// How paths ended.
    pub ends: PathEnds,
    /// Source instructions over all paths, shared prefixes once.
    pub instructions: u64,
    /// Forks; a fork into n states counts n - 1.
    pub forks: u64,
    /// The greatest number of waiting states.
    pub most_waiting: u64,
    /// Pairs of states that were merged.
    #[serde(skip)]
    pub merges: u64,
    /// Choices between two values that merging made.
    #[serde(skip)]
    pub ites: u64,
    /// States found infeasible by a question on the way, by the merging explorer.
    #[serde(skip)]
    pub pruned: u64,
    /// Pairs of states that met and could not be merged, by [`everypath_machine::Different`].
    #[serde(skip)]
    pub not_merged: [u64; 7],
    /// Loops that were made one arbitrary iteration, by the prover: paths are not bounded then.
    #[serde(skip)]
    pub arbitrary_loops: u64,
    /// Concrete runs of counterexamples.
    pub replays: u64,
    /// What the conflict-driven explorer did, if it was that.
    #[serde(skip)]
    pub conflict: Option<ConflictStatistics>,
    /// Instructions that workers executed to come to where another one was: not among [`Statistics::instructions`].
    #[serde(skip)]
    pub followed: u64,
    /// Terms made.
    #[serde(skip)]
    pub terms: u64,
    /// How often each rule that simplifies terms was applied, by rule id.
    #[serde(skip)]
    pub rule_firings: Vec<u64>,
    /// What the solver did, with its time.
    #[serde(skip)]
    pub solver: SolverStatistics,
    /// Time of the whole run.
    #[serde(skip)]
    pub elapsed: Duration,
    /// The greatest memory use of the process in bytes, where the system tells.
    #[serde(skip)]
    pub peak_memory: Option<u64>,
}

impl Statistics {
    /// Adds what following other paths counted; what is counted of a run as a whole (work, time, memory) is left as it is.
    pub(crate) fn add(&mut self, other: &Statistics) {
        let PathEnds {
            exits,
            violations,
            assumptions,
            dead,
            cuts,
        } = other.ends;
        self.ends.exits += exits;
        self.ends.violations += violations;
        self.ends.assumptions += assumptions;
        self.ends.dead += dead;
        self.ends.cuts += cuts;
        self.paths += other.paths;
        self.instructions += other.instructions;
        self.forks += other.forks;
        self.replays += other.replays;
        self.most_waiting = self.most_waiting.max(other.most_waiting);
    }

    /// States as the thesis counts them: two per path, since every fork makes two.
    pub fn states(&self) -> u64 {
        2 * self.paths
    }
}

/// What some path executed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CoverageSummary {
    /// Different source instructions executed.
    pub instructions: u64,
    /// Source instructions of the program, if they are known.
    pub all_instructions: Option<u64>,
    /// Conditional branches of which a side was taken.
    pub branches: u64,
    /// Of these, the ones of which both sides were taken.
    pub branches_both: u64,
}

/// How a learnt clause has a place of the program passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The condition of a branch holds.
    Taken,
    /// It does not.
    NotTaken,
    /// A switch goes on at the case of this value; without a value at the default.
    Case(Option<u64>),
    /// A jump or call leads to this address, or something that has to be a constant is this one.
    Value(u64),
    /// The place is passed at all.
    Reached,
}

/// A call around a place that a learnt clause speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassedCall {
    /// The call.
    pub position: Position,
    /// The round of each loop around it, outermost first, from 1.
    pub rounds: Vec<u32>,
}

/// A place that a learnt clause speaks of, and how it is passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passed {
    /// The branch, or what else is passed.
    pub position: Position,
    /// How.
    pub side: Side,
    /// The round of each loop around it, outermost first, from 1.
    pub rounds: Vec<u32>,
    /// The active calls, innermost first, as far as functions around it are called from several places.
    pub calls: Vec<PassedCall>,
}

/// What follows where all that a clause speaks of is passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Excluded {
    /// No input does that: the last one is not passed behind the others.
    Together,
    /// The checks at these places do not fail.
    Checks(Vec<Position>),
    /// The jump, call or value at this place is none but those that were seen.
    OtherWays(Position),
}

/// What was learnt from a path that no input takes to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearntClause {
    /// What has to be passed, in the order of the program.
    pub literals: Vec<Passed>,
    /// What then does not happen.
    pub excluded: Excluded,
}

/// What was learnt by a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Learnt {
    /// The first 1000 clauses, in the order of learning.
    pub clauses: Vec<LearntClause>,
    /// Further ones.
    pub omitted: u64,
}

/// The verdict record.
#[derive(Clone, Debug)]
pub struct Record {
    /// What follows for the program.
    pub verdict: Verdict,
    /// Assumptions about the world that the verdict rests on, in the order of their table.
    pub assumed: Vec<Assumed>,
    /// Violations that a concrete run showed, in the order in which they were found; one per property and place.
    pub findings: Vec<Finding>,
    /// Violations that no concrete run showed: internal errors, never bugs of the program.
    pub unreproduced: Vec<Finding>,
    /// What was given up, by reason and place.
    pub cuts: Vec<Cut>,
    /// Every property that was checked.
    pub properties: Vec<PropertyRecord>,
    /// Every check that depended on inputs or failed, by property and place.
    pub checks: Vec<CheckRecord>,
    /// Inputs that violate any property, over all paths, if they are counted.
    pub input_count: Option<InputCount>,
    /// The strategy used.
    pub strategy: Strategy,
    /// The seed used.
    pub seed: u64,
    /// The bounds used.
    pub bounds: Bounds,
    /// Whether paths that they ended made the verdict incomplete.
    pub bound_checks: bool,
    /// The budgets given.
    pub budgets: Budgets,
    /// What the conflict-driven explorer learnt of ways and checks, if that was asked for.
    pub learnt: Option<Learnt>,
    /// What the program suggested as invariants, and what became of it, if the prover ran.
    pub suggested: Vec<Suggested>,
    /// The proof without a bound, if that was asked for and if there is one.
    pub proof: Option<Proof>,
    /// What it did and cost.
    pub statistics: Statistics,
    /// What was executed.
    pub coverage: CoverageSummary,
}

impl Record {
    /// Whether something of ours is wrong: a violation did not replay.
    pub fn has_internal_error(&self) -> bool {
        !self.unreproduced.is_empty()
    }

    /// Adds a finding of another run of the same program, unless this one has found it, too.
    pub(crate) fn add_finding(&mut self, finding: Finding) {
        let place = finding.place();
        if self.findings.iter().any(|known| known.place() == place) {
            return;
        }
        let of_property = self.properties.iter_mut();
        for property in of_property.filter(|known| known.property == finding.property) {
            property.decided = property
                .decided
                .max(property.violated + finding.occurrences);
            property.violated += finding.occurrences;
            property.places += 1;
        }
        set_violated(&mut self.checks, &finding);
        self.findings.push(finding);
        self.verdict = Verdict::Unsafe;
    }
}

/// Enters a finding into the list of checks, which is in the order of properties and places.
fn set_violated(checks: &mut Vec<CheckRecord>, finding: &Finding) {
    let place = finding.place();
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
