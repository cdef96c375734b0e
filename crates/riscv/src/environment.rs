//! Environments: what `ecall` means, and what memory and registers hold at the start.
//!
//! Each environment has one file with a table of its calls; a call becomes services, checks and exits of the
//! program representation. A call whose selector is a constant in its block is lifted in place, others go through a switch
//! to further blocks of the same address ([`BlockKey::part`]). A call that an environment does not know is a
//! named cut.

mod binsym;
mod call;
mod detect;
mod image;
mod linux;
mod riscv_tests;
mod selfie;
mod semihosting;
mod sym_iss;

use everypath_program::{BlockKey, Edge, Property, StopReason, Terminator};

use crate::instruction::{Instruction, Op, Register};
use crate::lift::{Lifter, Mode, OTHER_CALL, STEPS, TOHOST, enter_environment_call};

use call::{Call, find, part};
pub(crate) use detect::choose;
pub use detect::{Detected, detect};
pub use everypath_program::{Argument, Surroundings};
pub(crate) use image::image;

/// What runs below the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Environment {
    /// Nothing but the protocol of symbolic inputs, assumptions and assertions (selector t0).
    SymIss,
    /// The Linux kernel, for static user programs (selector a7).
    Linux,
    /// The Linux kernel with call 96, which makes memory symbolic.
    Binsym,
    /// The five system calls of Selfie programs.
    Selfie,
    /// Machine mode, with exits of the RISC-V test suite.
    RiscvTests,
}

/// Names of the environments as options give them.
static NAMES: [(Environment, &str); 5] = [
    (Environment::SymIss, "sym-iss"),
    (Environment::Linux, "linux"),
    (Environment::Binsym, "binsym"),
    (Environment::Selfie, "selfie"),
    (Environment::RiscvTests, "riscv-tests"),
];

/// The register that selects the call, and the tables of calls, the first match counting.
type Calls = (Register, [&'static [Call]; 2]);

impl Environment {
    /// All environments.
    pub fn all() -> impl Iterator<Item = Environment> {
        NAMES.iter().map(|(environment, _)| *environment)
    }

    /// Its name in options and reports.
    pub fn name(self) -> &'static str {
        NAMES
            .iter()
            .find(|(environment, _)| *environment == self)
            .map_or("", |(_, name)| name)
    }

    /// The environment of this name.
    pub fn from_name(name: &str) -> Option<Environment> {
        NAMES
            .iter()
            .find(|(_, known)| *known == name)
            .map(|(environment, _)| *environment)
    }

    /// The properties that this environment switches on beside the usual ones.
    pub fn extra_checks(self) -> &'static [Property] {
        match self {
            Environment::Selfie => &[Property::DivisionByZero, Property::NonzeroExit],
            _ => &[],
        }
    }

    pub(crate) fn mode(self) -> Mode {
        match self {
            Environment::SymIss => Mode::BareMetal,
            Environment::RiscvTests => Mode::Machine,
            Environment::Linux | Environment::Binsym | Environment::Selfie => Mode::User,
        }
    }

    /// How environment calls are told apart.
    fn calls(self) -> Calls {
        match self {
            Environment::SymIss => (Register::T0, [sym_iss::CALLS, &[]]),
            Environment::Linux => (Register::A7, [linux::CALLS, &[]]),
            Environment::Binsym => (Register::A7, [binsym::CALLS, linux::CALLS]),
            Environment::Selfie => (Register::A7, [selfie::CALLS, &[]]),
            Environment::RiscvTests => (Register::A7, [riscv_tests::CALLS, &[]]),
        }
    }

    /// Whether breakpoints that are marked so are calls of the debugger's host. There is none below an operating system.
    pub(crate) fn has_semihosting(self) -> bool {
        self == Environment::SymIss
    }

    /// Lifts the environment call at `l.pc`.
    pub(crate) fn call(self, l: &mut Lifter) -> Terminator {
        self.dispatch(l, self.calls())
    }

    /// Lifts the call of the debugger's host at `l.pc`.
    pub(crate) fn semihosting_call(self, l: &mut Lifter) -> Terminator {
        self.dispatch(l, semihosting::CALLS)
    }

    fn dispatch(self, l: &mut Lifter, (selector, tables): Calls) -> Terminator {
        if let Some(number) = l.known(selector) {
            return match find(&tables, number) {
                Some(call) => (call.lift)(l, call.number, 0),
                None => self.other_call(l, selector, Some(number)),
            };
        }
        let mut cases: Vec<(u64, Edge)> = Vec::new();
        for call in tables.iter().flat_map(|table| table.iter()) {
            if !cases.iter().any(|(number, _)| *number == call.number) {
                cases.push((call.number, Edge::to(part(l, call.number, 0))));
            }
        }
        let (value, width) = (l.read(selector), l.width());
        let default = Edge::to(BlockKey {
            code: l.pc,
            part: OTHER_CALL,
        });
        Terminator::Switch {
            value,
            width,
            cases: cases.into(),
            default,
        }
    }

    /// Lifts a further block of the instruction at `l.pc`.
    pub(crate) fn part(self, l: &mut Lifter, part: u32, instruction: &Instruction) -> Terminator {
        if part == TOHOST {
            return riscv_tests::exit_by_store(l, instruction);
        }
        let (selector, tables) = match instruction.op == Op::Ebreak {
            true => semihosting::CALLS,
            false => self.calls(),
        };
        let number = u64::from(part / STEPS).checked_sub(1);
        match number.and_then(|number| find(&tables, number)) {
            Some(call) => (call.lift)(l, call.number, part % STEPS),
            None => self.other_call(l, selector, None),
        }
    }

    /// A call that the tables do not have.
    fn other_call(self, l: &mut Lifter, selector: Register, number: Option<u64>) -> Terminator {
        if self == Environment::RiscvTests {
            return enter_environment_call(l);
        }
        let number = match number {
            Some(number) => format!("{} = {number}", selector.abi_name()),
            None => format!("a value in {} that no call has", selector.abi_name()),
        };
        Terminator::Stop(StopReason::Unsupported(format!(
            "environment call with {number} ({} environment)",
            self.name()
        )))
    }
}

impl std::fmt::Display for Environment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
