//! The command line program `everypath` and the library's front door.
//!
//! A [`Job`] describes one run whole, an [`Analysis`] does it: files and options in, a report out; a [`Watcher`] is told of progress.
//! A [`Replay`] runs a test case that it wrote. A [`suite::Suite`] is many jobs of one file.
//! Each command is a function of [`commands`] that takes its arguments as [`cli`] defines them and gives an exit code.
//! What is between the floors is here: [`load`] makes a program of files, [`compile`] runs clang on C, [`setting`] carries the
//! surroundings of a program into the machine and into test cases, [`convert`] makes a report of a record.
//!
//! ```
//! use everypath::parse;
//!
//! assert_eq!(parse::bytes("2G"), Ok(2 << 30));
//! assert!(parse::strategy("dfs,random-path").is_ok());
//! ```
//!
//! Architecture invariant: this crate wires the floors and knows no algorithm.

#![deny(clippy::print_stdout, clippy::print_stderr)]

mod analysis;
pub mod cli;
pub mod commands;
pub mod compile;
mod content;
pub mod convert;
pub mod correctness_witness;
pub mod emission;
pub mod emit;
pub mod exit;
pub mod files;
pub mod formats;
pub mod front;
pub mod harness;
pub mod interrupt;
pub mod job;
pub mod load;
mod next;
pub mod observe;
mod other_files;
pub mod parse;
pub mod proof_file;
pub mod property_file;
pub mod repeat;
pub mod replay;
pub mod say;
pub mod setting;
pub mod source_coverage;
pub mod stack;
pub mod suite;
pub mod trace;
pub mod units;
pub mod verify;

pub use analysis::{Analysis, Done};
pub use everypath_report as report;
pub use job::Job;
pub use observe::{Unwatched, Watcher};
pub use replay::{CaseFile, Replay};
pub use verify::{Verified, Verifier};
