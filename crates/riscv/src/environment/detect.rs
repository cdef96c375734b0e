//! Which environment an executable was made for, and why we think so.
//!
//! The signs, strongest first: the symbol `tohost`; symbols of a C library; the memory map of the bare-metal runtime; the
//! selectors of environment calls as far as they are constants near the call; a file without symbols. They are looked at in this order and the first
//! that fits decides.

use super::Environment;
use crate::code_map::CodeMap;
use crate::elf::Executable;
use crate::instruction::Xlen;

/// A chosen environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detected {
    /// The environment.
    pub environment: Environment,
    /// Why, as half a sentence for the user.
    pub reason: &'static str,
}

/// Chooses the environment of an executable.
pub fn detect(executable: &Executable) -> Detected {
    choose(executable, &CodeMap::of(executable))
}

/// Chooses the environment of an executable whose code was swept already.
pub(crate) fn choose(executable: &Executable, map: &CodeMap) -> Detected {
    let has = |name: &str| executable.symbol_address(name).is_some();
    let t0 = |range: std::ops::RangeInclusive<u64>| {
        map.calls
            .iter()
            .any(|(t0, _)| t0.is_some_and(|value| range.contains(&value)))
    };
    let a7 = |number: u64| map.calls.iter().any(|(_, a7)| *a7 == Some(number));
    let detected = |environment, reason| Detected {
        environment,
        reason,
    };
    let c_library = has("__libc_start_main") || has("__libc_start_call_main") || has("__libc_main");
    if has("tohost") {
        detected(Environment::RiscvTests, "it has the symbol tohost")
    } else if c_library {
        detected(
            Environment::Linux,
            "it has the start-up code of a C library for Linux",
        )
    } else if has("__stack_top") && has("__stack_bottom") {
        detected(
            Environment::SymIss,
            "its memory map is that of the bare-metal runtime",
        )
    } else if a7(96) {
        detected(Environment::Binsym, "it makes the environment call a7 = 96")
    } else if t0(1..=23) {
        detected(
            Environment::SymIss,
            "it makes environment calls selected by t0",
        )
    } else if executable.symbols.is_empty() && executable.xlen == Xlen::Rv64 && a7(93) && a7(63) {
        detected(
            Environment::Selfie,
            "it has no symbols and makes Selfie's system calls",
        )
    } else if map.calls.iter().any(|(_, a7)| a7.is_some()) {
        detected(
            Environment::Linux,
            "it makes environment calls selected by a7",
        )
    } else {
        detected(
            Environment::SymIss,
            "nothing in it tells another environment",
        )
    }
}
