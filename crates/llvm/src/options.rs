//! What a user may choose about a C program.

use std::path::PathBuf;

use everypath_program::{CheckSet, Property, Surroundings};

use crate::process::Stop;

/// The sizes of C's types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum DataModel {
    /// `int` has 32 bits, `long` and pointers 64: x86-64 Linux.
    #[default]
    Lp64,
    /// `int`, `long` and pointers have 32 bits: i386 Linux.
    Ilp32,
}

impl DataModel {
    /// All data models.
    pub const ALL: [DataModel; 2] = [DataModel::Lp64, DataModel::Ilp32];

    /// Its name in options and reports.
    pub const fn name(self) -> &'static str {
        match self {
            DataModel::Lp64 => "lp64",
            DataModel::Ilp32 => "ilp32",
        }
    }

    /// The data model of this name.
    pub fn from_name(name: &str) -> Option<DataModel> {
        Self::ALL.into_iter().find(|model| model.name() == name)
    }

    /// Width of addresses in bits.
    pub const fn address_width(self) -> u32 {
        match self {
            DataModel::Lp64 => 64,
            DataModel::Ilp32 => 32,
        }
    }

    /// The compiler's target.
    pub(crate) const fn target(self) -> &'static str {
        match self {
            DataModel::Lp64 => "x86_64-linux-gnu",
            DataModel::Ilp32 => "i386-linux-gnu",
        }
    }

    /// The data layout of that target in LLVM 19, for modules that name none.
    pub(crate) const fn layout(self) -> &'static str {
        match self {
            DataModel::Lp64 => {
                "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
            }
            DataModel::Ilp32 => {
                "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128"
            }
        }
    }
}

/// How C files and bitcode are made a program.
#[derive(Clone, Debug)]
pub struct LlvmOptions {
    /// The sizes of C's types. Bitcode brings its own, which must agree.
    pub data_model: DataModel,
    /// The function that the program starts with.
    pub entry: String,
    /// Directories in which `#include` searches.
    pub include: Vec<PathBuf>,
    /// Macros, as `NAME` or `NAME=value`.
    pub define: Vec<String>,
    /// The C standard, as behind `-std=`.
    pub standard: Option<String>,
    /// More flags for the compiler, in order; they stand behind ours.
    pub flags: Vec<String>,
    /// Whether passes run that make the program shorter.
    pub optimise: bool,
    /// The passes instead of the usual ones, as for LLVM's `opt -passes=`.
    pub passes: Option<String>,
    /// The properties that are checked.
    pub checks: CheckSet,
    /// Whether a path ends with a cut at all that is undefined in C and not checked, also where it has a meaning on all machines: for questions
    /// whose answer must not follow from that.
    pub undefined_ends: bool,
    /// Whether a function without a definition gives an arbitrary result, instead of a cut.
    pub havoc_externals: bool,
    /// Arguments and environment variables.
    pub surroundings: Surroundings,
    /// Whether nobody waits for the program any more: then the compiler is killed.
    pub stop: Stop,
}

impl Default for LlvmOptions {
    fn default() -> Self {
        LlvmOptions {
            data_model: DataModel::default(),
            entry: "main".to_owned(),
            include: Vec::new(),
            define: Vec::new(),
            standard: None,
            flags: Vec::new(),
            optimise: true,
            passes: None,
            checks: default_checks(),
            undefined_ends: false,
            havoc_externals: false,
            surroundings: Surroundings::default(),
            stop: Stop::default(),
        }
    }
}

/// Properties whose violation leaves nothing that the program could do next: where one is not checked, a path that violates it ends with a
/// cut that names it. What else is undefined in C and not checked has a meaning on all machines that are supported: signed numbers
/// wrap around (`-fwrapv`), an index leads to an address, a null pointer is passed on.
const UNDEFINED: [Property; 7] = [
    Property::DivisionByZero,
    Property::SignedDivisionOverflow,
    Property::InvalidShift,
    Property::InvalidConversion,
    Property::InvalidValue,
    Property::Unreachable,
    Property::OverlappingCopy,
];

/// What is undefined in C, too, and has such a meaning.
const MEANT_BY_MACHINES: [Property; 3] = [
    Property::SignedOverflow,
    Property::ArrayBounds,
    Property::NullArgument,
];

impl LlvmOptions {
    /// The properties whose violations the compiler has to show.
    pub(crate) fn shown(&self) -> CheckSet {
        let mut shown = self.checks;
        for property in MEANT_BY_MACHINES {
            shown.set(property, self.undefined_ends || shown.contains(property));
        }
        shown
    }

    /// The properties that a path must satisfy to go on: violating one that is not checked is a cut.
    pub(crate) fn required(&self) -> CheckSet {
        let mut required = self.shown();
        for property in UNDEFINED {
            required.set(property, true);
        }
        required
    }
}

/// The properties that are checked in C programs unless the user says otherwise: those that are undefined behaviour in C.
pub fn default_checks() -> CheckSet {
    let mut checks = CheckSet::defaults();
    checks.set(Property::DivisionByZero, true);
    checks.set(Property::SignedDivisionOverflow, true);
    checks
}
