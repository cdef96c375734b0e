//! The verdict record in plain words and numbers (DESIGN 4.7). Everything that depends on the clock or on the machine's
//! memory is in [`Timing`]; all else is the same in every run with the same input, options and seed.

use serde::{Deserialize, Serialize};

use crate::lcov::SourceCounts;

/// What is said of the program as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Every path was followed to its end and no check can fail.
    Safe,
    /// Some input breaks a property.
    Unsafe,
    /// No violation was found, but paths were cut, or assumptions were made where none may be.
    Incomplete,
}

impl Verdict {
    /// Its word in reports.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Safe => "safe",
            Verdict::Unsafe => "unsafe",
            Verdict::Incomplete => "incomplete",
        }
    }
}

/// The whole record of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// What is said of the program as a whole.
    pub verdict: Verdict,
    /// Whether the user or a signal stopped the run before its end.
    pub interrupted: bool,
    /// Why the verdict `safe` rests on no path that was followed to its end, where it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_path: Option<NoPath>,
    /// What was checked.
    pub program: ProgramInfo,
    /// What was asked: properties, bounds, budgets, strategy.
    pub question: Question,
    /// The run with all its options, as `check --from` reads it; what these are is not known here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub job: Option<serde_json::Value>,
    /// What the run took for granted about the world around the program, where paths made use of it.
    pub assumptions: Vec<Assumption>,
    /// The violations, in the order in which they were found.
    pub findings: Vec<Finding>,
    /// Violations that the emulator does not show: faults of everypath, never of the program.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub internal_errors: Vec<Finding>,
    /// How many different inputs break any property, if they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_count: Option<Count>,
    /// Paths that were given up, by reason and place.
    pub cuts: Vec<Cut>,
    /// What became of each property that was checked.
    pub properties: Vec<PropertySummary>,
    /// Every check that depended on inputs or failed, by property and place.
    pub checks: Vec<CheckSummary>,
    /// What was learnt from paths that no input takes, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub learnt: Option<Learnt>,
    /// What the program suggested as invariants, and what became of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suggested: Vec<Suggested>,
    /// The loops and invariants of a proof without a bound, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
    /// Counts.
    pub statistics: Statistics,
    /// What part of the program ran.
    pub coverage: Coverage,
    /// The command to try next, where the verdict is incomplete and one may tell more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// Times and memory; left out for reproducible output.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timing: Option<Timing>,
}

/// Why no path was followed to its end, though nothing else is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoPath {
    /// All reach a bound before.
    Bounds,
    /// Those that were followed end at assumptions that they do not meet.
    Assumptions,
    /// No check that can fail was found on the way of any, so none had to be followed.
    NoCheck,
    /// Loops are one arbitrary iteration under invariants, so that the length of paths does not matter.
    Invariants,
    /// It was asked that the program ends, and it does.
    Ends,
}

impl NoPath {
    /// A sentence about it.
    pub fn words(self) -> &'static str {
        match self {
            NoPath::Bounds => {
                "no violation up to the bounds, and no path reached its end within them, which --no-bound-checks leaves out"
            }
            NoPath::Assumptions => {
                "no check can fail, but no path reached its end: all end at assumptions that they do not meet"
            }
            NoPath::NoCheck => {
                "no path leads to a check that can fail; none was followed to its end"
            }
            NoPath::Ends => {
                "the program ends on every input: every iteration of a loop that is not followed to its end makes a measure smaller"
            }
            NoPath::Invariants => {
                "no check can fail on any path, however long: loops were replaced by invariants that they keep"
            }
        }
    }
}

/// What was checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ProgramInfo {
    /// The files as the user named them.
    pub files: Vec<String>,
    /// `riscv32` or `riscv64`.
    pub architecture: String,
    /// The environment the program runs in.
    pub environment: String,
    /// Why this environment was taken.
    pub environment_reason: String,
    /// Digest of the executable or bitcode (see [`crate::case::digest`]).
    pub digest: String,
    /// The files of this computer that the program was given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<GivenFile>,
}

/// A file of this computer that the program was given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenFile {
    /// Its path.
    pub path: String,
    /// Digest of its bytes.
    pub digest: String,
}

/// What was asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Question {
    /// The engine that followed the paths, and decided if there were several.
    pub engine: String,
    /// What chose the engine, if that was not the user.
    pub chosen_by: Option<String>,
    /// The strategy that chose the next state.
    pub strategy: String,
    /// The seed of its random choices.
    pub seed: u64,
    /// The solver that had the last word.
    pub solver: String,
    /// Names of the properties that were checked.
    pub checks: Vec<String>,
    /// Whether the run went on after the first finding.
    pub all_findings: bool,
    /// The bounds: part of the question.
    pub bounds: Bounds,
    /// The budgets: what the run was allowed to spend.
    pub budgets: Budgets,
}

/// The bounds; `None` is no bound.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Bounds {
    /// Instructions on one path.
    pub instructions: Option<u64>,
    /// Forks on one path.
    pub forks: Option<u64>,
    /// Iterations of one loop each time it is entered.
    pub loop_iterations: Option<u64>,
    /// The same for loops of the library, where only iterations count that inputs decide.
    pub library_iterations: Option<u64>,
    /// Calls that are active at once.
    pub call_depth: Option<u64>,
    /// Iterations of named loops, as they were asked for: function, line, bound.
    pub loops: Vec<String>,
    /// Whether the verdict says nothing of the paths that a bound ended.
    pub unchecked: bool,
    /// Whether assumptions about the world make the verdict incomplete.
    pub no_assumptions: bool,
}

impl Bounds {
    /// Each bound that is one number, with its name: a count of what it says.
    pub fn numbers(&self) -> [(&'static str, Option<u64>); 5] {
        let Bounds {
            instructions,
            forks,
            loop_iterations,
            library_iterations,
            call_depth,
            loops: _,
            unchecked: _,
            no_assumptions: _,
        } = *self;
        [
            ("instructions per path", instructions),
            ("forks per path", forks),
            ("iterations of a loop", loop_iterations),
            ("iterations in the library", library_iterations),
            ("active calls", call_depth),
        ]
    }
}

/// The budgets; `None` is no budget.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Budgets {
    /// Complete paths.
    pub paths: Option<u64>,
    /// Queries to the solver stack.
    pub queries: Option<u64>,
    /// Instructions over all paths.
    pub instructions: Option<u64>,
    /// States that wait at once.
    pub states: Option<u64>,
    /// Memory in bytes.
    pub memory_bytes: Option<u64>,
    /// Wall time in milliseconds.
    pub time_ms: Option<u64>,
}

/// A place in the program, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Place {
    /// Address of the instruction.
    #[serde(serialize_with = "crate::hex::serialize_address")]
    pub address: u64,
    /// The function, by debug information or symbol.
    pub function: Option<String>,
    /// The source file as the debug information has it.
    pub file: Option<String>,
    /// Line, from 1.
    pub line: Option<u32>,
    /// Column, from 1.
    pub column: Option<u32>,
    /// The instruction, disassembled.
    pub instruction: Option<String>,
}

/// One active call.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Frame {
    /// The function that was called.
    pub function: Option<String>,
    /// Where it was called.
    pub call_site: Place,
}

/// One named input of a counterexample.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Input {
    /// Its name: the variable where known.
    pub name: String,
    /// Its bytes, in memory order.
    #[serde(serialize_with = "crate::hex::serialize_bytes")]
    pub bytes: Vec<u8>,
    /// Size in bytes of its elements (4 for an array of `int`).
    pub element_size: u32,
    /// Where it comes from: `register`, `memory`, `stream`, `argument`, `file`.
    pub origin: String,
    /// Of a number in standard input: how many bytes and numbers came before it. There a blank stands for it in the stream's bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stream_offset: Option<u64>,
    /// Of a number in standard input of which the program reads so many characters at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_width: Option<u64>,
}

/// One decision on a path.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Decision {
    /// Where it was taken.
    pub place: Place,
    /// What was decided, in words.
    pub choice: String,
}

/// Whether the counterexample was seen to happen on the emulator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReplayStatus {
    /// The emulator shows the same violation at the same place.
    #[default]
    Reproduced,
    /// It does not: an internal error.
    NotReproduced,
}

/// The result of the replay.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Replay {
    /// Whether the violation was reproduced.
    pub status: ReplayStatus,
    /// What happened instead, if it was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// A place elsewhere that explains a violation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Note {
    /// What happened there: `allocated`, `freed`.
    pub what: String,
    /// Where.
    pub place: Place,
}

/// A violation with its counterexample.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Name of the violated property.
    pub property: String,
    /// What violates it, in one line (from the table of checks).
    pub description: String,
    /// What was found.
    pub detail: String,
    /// Where.
    pub place: Place,
    /// Places elsewhere that explain it, as where a block was allocated and freed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// Calls that were active, innermost first.
    pub call_stack: Vec<Frame>,
    /// The inputs that lead there.
    pub inputs: Vec<Input>,
    /// The decisions on the path, oldest first.
    pub decisions: Vec<Decision>,
    /// Instructions executed up to the violation.
    pub instructions: u64,
    /// Number of the path, from 0, in the order of ending.
    pub path: u64,
    /// Whether the emulator reproduced it.
    pub replay: Replay,
    /// How many different inputs break this property here, if they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_count: Option<Count>,
    /// How many paths violate the property here.
    pub occurrences: u64,
    /// The test case file, if one was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test_case: Option<String>,
    /// What the program does on these inputs, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Trace>,
}

/// Of a call stack that is too deep to be read, so many innermost and outermost calls are shown.
const SHOWN_INNERMOST: usize = 12;
const SHOWN_OUTERMOST: usize = 4;

/// A line of a call stack as people are shown it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownCall<'a> {
    /// A call.
    Call(&'a Frame),
    /// So many calls that are not shown.
    More(usize),
}

impl Finding {
    /// The call stack, innermost first, as people are shown it: of a deep one the middle is left out.
    pub fn shown_calls(&self) -> impl Iterator<Item = ShownCall<'_>> {
        let stack = &self.call_stack;
        let more = stack
            .len()
            .saturating_sub(SHOWN_INNERMOST + SHOWN_OUTERMOST);
        // A line that says that one is left out takes as much place as the one.
        let more = if more > 1 { more } else { 0 };
        let first = if more == 0 {
            stack.len()
        } else {
            SHOWN_INNERMOST
        };
        let (innermost, rest) = stack.split_at(first);
        let left_out = (more > 0).then_some(ShownCall::More(more));
        let innermost = innermost.iter().map(ShownCall::Call);
        let outermost = rest.iter().skip(more).map(ShownCall::Call);
        innermost.chain(left_out).chain(outermost)
    }
}

/// Where a program reads an input.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TraceInput {
    /// The name of the input.
    pub name: String,
    /// What reads it, or calls what does.
    pub place: Place,
    /// The number of steps before, those included that are not listed.
    pub step: u64,
}

/// What a program does on the inputs of a counterexample.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Trace {
    /// The inputs, in the order of reading.
    pub inputs: Vec<TraceInput>,
    /// Steps before those that are listed.
    pub omitted: u64,
    /// The steps, oldest first.
    pub steps: Vec<TraceStep>,
}

/// A step of a trace.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TraceStep {
    /// `call`: a function is entered; `return`: the run is back in one; `line`: code of a line is executed.
    pub kind: String,
    /// Calls that are active.
    pub depth: u64,
    /// The first instruction.
    pub place: Place,
    /// Variables and memory that are given values; parameters where a function is entered.
    pub changes: Vec<Change>,
}

/// Something that was given a value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The variable, if it is known.
    pub name: Option<String>,
    /// Where it lies, if in memory.
    #[serde(serialize_with = "crate::hex::serialize_optional_address")]
    pub address: Option<u64>,
    /// The value.
    pub value: u64,
    /// Its size in bytes.
    pub size: u32,
}

/// A number of inputs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Count {
    /// The number in decimal; a string, since it may exceed what JSON numbers hold.
    pub count: String,
    /// Whether it is the number, or a lower bound of it.
    pub exact: bool,
}

impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let bound = if self.exact { "" } else { "at least " };
        write!(f, "{bound}{}", self.count)
    }
}

/// Paths given up for one reason at one place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Cut {
    /// The kind of reason, as one word: `unsupported`, `loop-bound`, `first-finding`, ...
    pub kind: String,
    /// Why.
    pub reason: String,
    /// Where, if it has a place.
    pub place: Option<Place>,
    /// How many paths.
    pub count: u64,
    /// What the user can do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<String>,
}

/// Something that the run took for granted about the world.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Assumption {
    /// Its name: `empty-input`, `enough-memory`, ...
    pub assumption: String,
    /// What is assumed, as a sentence without an end.
    pub words: String,
    /// What the program does where it relies on it: `read`, `allocated`, ...
    pub used: String,
    /// Where, each line of the source once.
    pub places: Vec<Place>,
    /// What the user can do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<String>,
}

impl Assumption {
    /// What is assumed and where it is made use of, in words.
    pub fn sentence(&self) -> String {
        format!("{}, {}", self.words, self.used)
    }
}

/// What became of one property.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PropertySummary {
    /// Its name.
    pub property: String,
    /// How many checks needed a decision (checks that constants decide are not counted).
    pub checked: u64,
    /// How many places violate it.
    pub violated: u64,
}

/// What became of a check at one place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CheckSummary {
    /// The property that it belongs to.
    pub property: String,
    /// Where.
    pub place: Place,
    /// `violated`, `proven`, `proven within bounds` or `unknown`.
    pub status: String,
    /// How often it was asked: on so many paths, merged ones counted once.
    pub asked: u64,
    /// The branches, assumptions and checks that its proof rests on, if they were asked for.
    pub rests_on: Vec<Place>,
}

/// What the program suggested as an invariant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Suggested {
    /// The call.
    pub place: Place,
    /// `invariant`, `not true at first`, `not kept`, `not tried` (it speaks of what is no part of a loop's state), or `not decided` (not all iterations
    /// were checked).
    pub status: String,
    /// A state that breaks it, as far as it is known: names and values.
    pub state: Vec<(String, u64)>,
}

/// What a proof without a bound rests on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Proof {
    /// The loops, each in one chain of calls.
    pub loops: Vec<ProvenLoop>,
}

/// What is true of a loop.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ProvenLoop {
    /// Its head.
    pub place: Place,
    /// The active calls, innermost first.
    pub calls: Vec<Frame>,
    /// Whether the first iteration is one of its own, and the loop begins behind it.
    pub first_apart: bool,
    /// What iterations change, by names of the source.
    pub changes: Vec<String>,
    /// What is true whenever the head is reached.
    pub invariants: Vec<String>,
    /// What each iteration makes smaller, if it was asked whether the program ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measure: Option<String>,
}

/// What was learnt from paths that no input takes to their end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Learnt {
    /// The clauses, in the order of learning.
    pub clauses: Vec<LearntClause>,
    /// Clauses behind those that are listed.
    pub omitted: u64,
}

/// Branches that exclude something together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LearntClause {
    /// What has to be passed.
    pub branches: Vec<Passed>,
    /// What then does not happen: `together` (all of them on one path), `checks` (a check fails), `other-ways` (a jump, call or value
    /// that was not seen).
    pub excludes: String,
    /// Where that does not happen; empty for `together`.
    pub places: Vec<Place>,
}

/// How a branch is passed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Passed {
    /// The branch.
    pub place: Place,
    /// `taken`, `not taken`, `case N`, `default`, `value N` or `reached`.
    pub side: String,
    /// The round of each loop around it, outermost first, from 1.
    pub rounds: Vec<u32>,
    /// The active calls, innermost first, as far as functions are called from several places.
    pub calls: Vec<PassedCall>,
}

/// A call around a branch.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PassedCall {
    /// The call.
    pub place: Place,
    /// The round of each loop around it.
    pub rounds: Vec<u32>,
}

/// Counts of one layer of the solver stack.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Layer {
    /// Its name.
    pub name: String,
    /// Queries that reached it.
    pub queries: u64,
    /// Queries that it answered itself.
    pub answered: u64,
    /// Those of them that it found satisfiable.
    pub satisfiable: u64,
    /// Those of them that it found unsatisfiable.
    pub unsatisfiable: u64,
    /// Why queries were passed on, and how often, where the layer counts that.
    pub given_up: Vec<GivenUp>,
}

/// One reason for which a layer of the solver stack passed queries on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GivenUp {
    /// The reason, in words.
    pub reason: String,
    /// The number of queries.
    pub queries: u64,
}

/// How many paths ended in which way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PathEnds {
    /// The program ended.
    pub exits: u64,
    /// A property is violated.
    pub violations: u64,
    /// An assumption excludes every input.
    pub assumptions: u64,
    /// Behind an instruction that cannot be executed.
    pub dead: u64,
    /// Given up.
    pub cuts: u64,
}

/// Counts; the same in every run with the same options.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Statistics {
    /// Complete feasible paths.
    pub paths: u64,
    /// States as the Sym-ISS thesis counts them: two per path.
    pub states: u64,
    /// How paths ended.
    pub ends: PathEnds,
    /// Instructions over all paths.
    pub instructions: u64,
    /// Forks.
    pub forks: u64,
    /// Pairs of states that became one.
    pub merges: u64,
    /// Choices between two values that this made.
    pub ites: u64,
    /// The greatest number of states that waited at once.
    pub most_waiting: u64,
    /// Queries to the solver stack; like the layers, they depend on how the work was divided, and are left out for reproducible output.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queries: Option<u64>,
    /// The layers of the stack, from the top.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub layers: Vec<Layer>,
    /// What the conflict-driven explorer did, if it was that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflict: Option<ConflictStatistics>,
    /// What the rules that simplify terms did, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<RuleStatistics>,
}

/// What conflict-driven exploration did and learnt.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ConflictStatistics {
    /// What proposed paths.
    pub decider: String,
    /// Paths that were proposed and begun.
    pub paths: u64,
    /// Of these, paths that no input takes to their end.
    pub conflicts: u64,
    /// Blocks executed.
    pub steps: u64,
    /// How often the graph was made anew.
    pub restarts: u64,
    /// Nodes of the graph that were made.
    pub nodes: u64,
    /// Edges of the graph that were made.
    pub edges: u64,
    /// Clauses by where they come from.
    pub clauses: Vec<ClauseStatistics>,
    /// Reasons that were the whole path.
    pub whole_paths: u64,
    /// Clauses that were made smaller.
    pub generalised: u64,
    /// Literals that this saved.
    pub literals_saved: u64,
    /// What the SAT solver did that proposed paths, if one did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formula: Option<FormulaStatistics>,
}

/// Learnt clauses that come from the same.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ClauseStatistics {
    /// `ways` that no input takes, `checks` that no input violates, `nodes` that nothing is left behind of.
    pub from: String,
    /// How many.
    pub clauses: u64,
    /// Their literals.
    pub literals: u64,
    /// Literals of the smallest.
    pub least: u64,
    /// Literals of the largest.
    pub greatest: u64,
}

/// What a SAT solver did that proposed paths.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FormulaStatistics {
    /// Its variables.
    pub variables: u64,
    /// Its clauses.
    pub clauses: u64,
    /// Conflicts in it.
    pub conflicts: u64,
    /// Runs that were led to edges of the last path.
    pub guided: u64,
    /// Runs that were not.
    pub unguided: u64,
}

/// What the rules that simplify terms did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RuleStatistics {
    /// Terms made.
    pub terms: u64,
    /// The groups of rules, all of them.
    pub groups: Vec<RuleGroup>,
    /// The rules that were applied, in the order of the rule tables.
    pub rules: Vec<RuleCount>,
}

/// How often the rules of a group were applied.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RuleGroup {
    /// The name of the group.
    pub group: String,
    /// Rules in it.
    pub rules: u64,
    /// Those of them that were switched off.
    pub disabled: u64,
    /// How often they were applied.
    pub firings: u64,
}

/// How often a rule was applied.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RuleCount {
    /// Its name.
    pub rule: String,
    /// The group that it belongs to.
    pub group: String,
    /// What it does, as `before -> after`.
    pub statement: String,
    /// The rules of LLBMC that it does the work of, by their numbers in the appendix of F. Merz' thesis.
    pub llbmc: Vec<String>,
    /// How often it was applied.
    pub firings: u64,
}

/// What part of the program ran.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Coverage {
    /// Instructions that ran on some path.
    pub instructions: u64,
    /// Instructions of the program, if known.
    pub instructions_total: Option<u64>,
    /// Sides of conditional branches that were taken on some path.
    pub branch_sides: u64,
    /// Two for every conditional branch that was reached.
    pub branch_sides_total: u64,
    /// The same in terms of the source, if the debug information tells where code comes from.
    pub source: Option<SourceCounts>,
}

/// Times and memory: all that differs from run to run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Timing {
    /// Seconds from start to verdict.
    pub seconds: f64,
    /// Seconds in the solver stack.
    pub solver_seconds: f64,
    /// Seconds in each layer, in the order of [`Statistics::layers`].
    pub layer_seconds: Vec<f64>,
    /// The part of them spent on queries that the layer passed on.
    pub layer_passed_seconds: Vec<f64>,
    /// Greatest resident memory of the process in bytes, if the system tells.
    pub peak_memory_bytes: Option<u64>,
    /// Instructions that workers executed to come to where another one was, if there were several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub followed_instructions: Option<u64>,
}
