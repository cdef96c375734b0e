//! Executables: loading, debug information, and lifting what stands at their entry and segments.

#![no_main]

#[path = "../../crates/riscv/tests/support/exercise.rs"]
mod exercise;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| exercise::exercise(bytes.to_vec()));
