//! What a solver is built from: its layers, its core, its limits.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::certify::Certify;

/// A layer of the stack in front of the complete solver.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum LayerKind {
    /// Keeps only the constraints that share inputs with the question.
    Independence,
    /// Decides what follows from single constraints.
    Simplify,
    /// Decides what follows from the values that terms may have: multi-intervals and known bits.
    Intervals,
    /// Decides comparisons between terms by transitivity.
    Order,
    /// Remembers answers, models and cores.
    Cache,
}

impl LayerKind {
    /// Name and layer, in the order in which they are asked.
    pub const TABLE: [(&'static str, LayerKind); 5] = [
        ("independence", LayerKind::Independence),
        ("simplify", LayerKind::Simplify),
        ("order", LayerKind::Order),
        ("cache", LayerKind::Cache),
        ("intervals", LayerKind::Intervals),
    ];

    /// The layers of the default stack: all of them.
    pub fn defaults() -> Vec<LayerKind> {
        Self::TABLE.iter().map(|(_, kind)| *kind).collect()
    }

    /// The name in options and statistics.
    pub fn name(self) -> &'static str {
        Self::TABLE
            .iter()
            .find(|(_, kind)| *kind == self)
            .map_or("layer", |(name, _)| name)
    }

    /// The layer of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::TABLE
            .iter()
            .find(|(other, _)| *other == name)
            .map(|(_, kind)| *kind)
    }
}

/// A command line that runs an SMT-LIB 2 solver on its standard input and output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolverCommand {
    /// The program.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
}

/// Known solvers: name, arguments for an incremental session, how to install.
const KNOWN: [(&str, &[&str], &str); 5] = [
    (
        "z3",
        &["-in", "-smt2"],
        "install it with `apt-get install z3`",
    ),
    (
        "cvc5",
        &[
            "--incremental",
            "--produce-models",
            "--produce-unsat-assumptions",
            // Half and quadruple precision.
            "--fp-exp",
            "--lang=smt2",
            "-q",
        ],
        "install it with `apt-get install cvc5`",
    ),
    (
        "bitwuzla",
        &["--lang", "smt2", "--no-pp-variable-subst"],
        "build it from https://bitwuzla.github.io and put it on the PATH",
    ),
    (
        "boolector",
        &["--smt2", "--incremental"],
        "build it from https://boolector.github.io and put it on the PATH",
    ),
    (
        "everypath",
        &["solve", "-"],
        "put this program on the PATH, or give its path",
    ),
];

/// Known solvers that have the theory FloatingPoint.
const WITH_FLOATS: [&str; 4] = ["z3", "cvc5", "bitwuzla", "everypath"];

impl SolverCommand {
    /// Whether it is known to read the theory FloatingPoint.
    pub fn knows_floats(&self) -> bool {
        WITH_FLOATS.contains(&base_name(&self.program))
    }

    /// Parses what a user writes: a known name alone stands for the arguments of an incremental session, anything
    /// else is a program followed by its arguments, separated by blanks. `None` for a blank text.
    pub fn parse(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace().map(str::to_owned);
        let program = words.next()?;
        let mut arguments: Vec<String> = words.collect();
        if arguments.is_empty()
            && let Some((_, known, _)) =
                KNOWN.iter().find(|(name, ..)| *name == base_name(&program))
        {
            arguments = known.iter().map(|&argument| argument.to_owned()).collect();
        }
        Some(Self { program, arguments })
    }

    /// What a user can do if the program is missing.
    pub fn advice(&self) -> String {
        match KNOWN
            .iter()
            .find(|(name, ..)| *name == base_name(&self.program))
        {
            Some((_, _, advice)) => (*advice).to_owned(),
            None => "check the name and that it is on the PATH".to_owned(),
        }
    }
}

fn base_name(program: &str) -> &str {
    program.rsplit('/').next().unwrap_or(program)
}

impl fmt::Display for SolverCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.program)?;
        self.arguments
            .iter()
            .try_for_each(|argument| write!(f, " {argument}"))
    }
}

/// The complete solver at the bottom of the stack.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Backend {
    /// Bit-blasting and CaDiCaL in this process.
    #[default]
    Embedded,
    /// An SMT-LIB 2 solver as a process.
    Process(SolverCommand),
}

/// What the embedded solver asks now and then, in long queries too, whether it shall give up. It says about how many nanoseconds it worked since
/// it asked before in this query, as far as that depends on the query and not on the machine. Whoever is asked may keep the query waiting.
#[derive(Clone)]
pub struct Interrupt(Arc<dyn Fn(u64) -> bool + Send + Sync>);

impl Interrupt {
    /// Asks a function.
    pub fn new(wants: impl Fn(u64) -> bool + Send + Sync + 'static) -> Self {
        Interrupt(Arc::new(wants))
    }

    /// Gives up where a flag is set, or another one says so.
    pub fn also_by(flag: Arc<AtomicBool>, other: Option<Interrupt>) -> Self {
        Self::new(move |work| {
            flag.load(Ordering::Relaxed) || other.as_ref().is_some_and(|it| it.is_wanted(work))
        })
    }

    /// Whether to give up, after so much work.
    pub fn is_wanted(&self, work: u64) -> bool {
        (self.0)(work)
    }
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Interrupt")
    }
}

/// How a [`Solver`](crate::Solver) is built.
#[derive(Clone, Debug)]
pub struct SolverOptions {
    /// The layers, in the order in which they are asked. Independence comes first, since the others then see fewer
    /// constraints and lose nothing by it.
    pub layers: Vec<LayerKind>,
    /// The complete solver behind them.
    pub backend: Backend,
    /// A second solver, without layers, that is asked everything too; a disagreement is an error.
    pub cross_check: Option<Backend>,
    /// Greatest number of conflicts per query of the embedded solver.
    pub conflict_limit: Option<u64>,
    /// Longest time per query of the complete solver. Answers may differ between runs where it strikes.
    pub time_limit: Option<Duration>,
    /// When all solvers and layers give up, whatever they are asked.
    pub end: Option<Instant>,
    /// Whether the embedded solver shall give up; asked now and then.
    pub interrupted: Option<Interrupt>,
    /// Varies the search of the embedded solver.
    pub seed: u64,
    /// What becomes of the embedded solver's answers that queries are unsatisfiable. See [`crate::certify`].
    pub certify: Certify,
}

impl Default for SolverOptions {
    fn default() -> Self {
        Self {
            layers: LayerKind::defaults(),
            backend: Backend::Embedded,
            cross_check: None,
            conflict_limit: Some(500_000),
            time_limit: None,
            end: None,
            interrupted: None,
            seed: 0,
            certify: Certify::No,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands() {
        let z3 = SolverCommand::parse("/usr/bin/z3").unwrap();
        assert_eq!(z3.to_string(), "/usr/bin/z3 -in -smt2");
        assert!(z3.advice().contains("apt-get install z3"));
        assert_eq!(
            SolverCommand::parse("my solver -x").unwrap().arguments,
            ["solver", "-x"]
        );
        assert_eq!(SolverCommand::parse("  "), None);
    }

    #[test]
    fn layer_names() {
        for (name, kind) in LayerKind::TABLE {
            assert_eq!(
                (kind.name(), LayerKind::from_name(name)),
                (name, Some(kind))
            );
        }
        assert_eq!(LayerKind::from_name("cake"), None);
    }
}
