//! What a run decides once for all states.

use everypath_program::{AssumptionSet, CheckSet, Location};
use everypath_term::RuleSet;

use crate::InputSource;

/// Where standard input comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StdinSource {
    /// These bytes, then the end.
    Bytes(Vec<u8>),
    /// Fresh inputs: so many bytes, or without end.
    Symbolic(Option<u64>),
    /// The standard input of this process, read when the program asks for it.
    Inherit,
}

/// A file that the program can open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileContents {
    /// The path by which the program opens it.
    pub path: String,
    /// Its contents.
    pub source: FileSource,
}

/// The contents of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileSource {
    /// These bytes.
    Bytes(Vec<u8>),
    /// So many fresh inputs.
    Symbolic(u64),
}

/// How often one loop may jump back each time it is entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopLimit {
    /// The function that the loop is in.
    pub function: String,
    /// The line of the loop as reports give it; none: all loops of the function.
    pub line: Option<u32>,
    /// The bound.
    pub limit: u64,
}

impl LoopLimit {
    /// Whether this is a bound of what is at some places, the innermost inlined function first, in the function of a symbol.
    pub fn is_of(&self, places: &[Location], symbol: Option<&str>) -> bool {
        let function = Some(&*self.function);
        let is_place = |place: &Location| {
            place.function.as_deref() == function
                && (self.line.is_none() || place.line == self.line)
        };
        places.iter().any(is_place) || self.line.is_none() && symbol == function
    }
}

impl std::fmt::Display for LoopLimit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let line = self.line.map_or("*".to_owned(), |line| line.to_string());
        write!(f, "{}:{line}:{}", self.function, self.limit)
    }
}

/// How the contents of memory become terms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MemoryEncoding {
    /// An access is resolved to the objects that it can reach; each object has its own contents.
    #[default]
    Objects,
    /// One array of bytes for the whole address space; an access is valid by conditions on what is allocated.
    Flat,
}

/// Where heap blocks are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HeapAddresses {
    /// Every block has a constant address of its own.
    #[default]
    Fixed,
    /// Every block has a fresh address: anywhere in the heap where nothing else is.
    Symbolic,
}

/// As many calls as the usual stack has room for: 8 MiB (`ulimit -s` on Linux), and 16 bytes for the least call of the usual processors.
/// LLVM code has no stack that could overflow, so a recursion without end would else be followed for ever.
pub const ROOM_FOR_CALLS: u64 = 8 * 1024 * 1024 / 16;

/// What a run decides once for all states.
#[derive(Clone, Debug)]
pub struct MachineOptions {
    /// The properties that are checked.
    pub checks: CheckSet,
    /// Whether inputs are symbolic, or the bytes of a test case.
    pub inputs: InputSource,
    /// How often a loop of the program's own code may jump back each time it is entered, so that `while` loops of so many iterations
    /// are followed to their end, and how often a function may be called again while it is active; none: no limit.
    pub loop_limit: Option<u64>,
    /// How often a loop of the front end's library may jump back each time it is entered, where an input decides whether it does;
    /// none: no limit.
    pub library_loop_limit: Option<u64>,
    /// The same for loops that are named, in place of [`MachineOptions::loop_limit`]; of several for one loop the last counts.
    pub loop_limits: Vec<LoopLimit>,
    /// How many calls may be active at once; none: [`ROOM_FOR_CALLS`], and no limit where inputs are constants.
    pub call_depth_limit: Option<u64>,
    /// What of the world is left open: not assumed, so that the program meets all that could be.
    pub open: AssumptionSet,
    /// What of the world the user says: neither open nor assumed in silence.
    pub given: AssumptionSet,
    /// Where standard input comes from.
    pub stdin: StdinSource,
    /// Files that the program can open.
    pub files: Vec<FileContents>,
    /// Whether the program's output goes to this process's standard output and error at once.
    pub echo_output: bool,
    /// Whether a state goes on behind a violated check as if nothing had happened, so that it hides no later one. What cannot be
    /// executed (an access to memory that is not there, a call of nothing) ends it all the same.
    pub continue_after_violation: bool,
    /// Whether it is kept where objects are made and where they end, for who explains a violation: for runs with constant inputs.
    pub histories: bool,
    /// Computes every instruction on constants through terms over inputs and the evaluator as well, and takes that result:
    /// a self-check of the symbolic semantics on concrete runs.
    pub through_terms: bool,
    /// The rules that simplify terms.
    pub rules: RuleSet,
    /// How the contents of memory become terms.
    pub memory: MemoryEncoding,
    /// Where heap blocks are.
    pub heap: HeapAddresses,
}

impl MachineOptions {
    /// The same for a run with constant inputs; bounds on loops and calls do not apply. What was found with one encoding of memory is
    /// seen with the other, where every address is a constant.
    pub fn concrete(&self, inputs: InputSource) -> Self {
        MachineOptions {
            inputs,
            loop_limit: None,
            library_loop_limit: None,
            loop_limits: Vec::new(),
            call_depth_limit: None,
            memory: MemoryEncoding::Objects,
            histories: true,
            ..self.clone()
        }
    }

    /// How many calls may be active at once, if there is a limit.
    pub(crate) fn most_calls(&self) -> Option<u64> {
        match self.inputs {
            InputSource::Symbolic => Some(self.call_depth_limit.unwrap_or(ROOM_FOR_CALLS)),
            InputSource::Concrete(_) | InputSource::OfModel(_) => self.call_depth_limit,
        }
    }
}

impl Default for MachineOptions {
    fn default() -> Self {
        MachineOptions {
            checks: CheckSet::defaults(),
            inputs: InputSource::Symbolic,
            loop_limit: None,
            library_loop_limit: None,
            loop_limits: Vec::new(),
            call_depth_limit: None,
            open: AssumptionSet::NONE,
            given: AssumptionSet::NONE,
            stdin: StdinSource::Bytes(Vec::new()),
            files: Vec::new(),
            echo_output: false,
            continue_after_violation: false,
            histories: false,
            through_terms: false,
            rules: RuleSet::all(),
            memory: MemoryEncoding::Objects,
            heap: HeapAddresses::Fixed,
        }
    }
}
