//! The command line program `everypath` and the library's front door.
//!
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

pub mod cli;
pub mod commands;
pub mod compile;
pub mod convert;
pub mod emit;
pub mod exit;
pub mod front;
pub mod interrupt;
pub mod load;
pub mod native;
pub mod observe;
pub mod parse;
pub mod property_file;
pub mod setting;
pub mod source_coverage;
pub mod stack;
pub mod trace;
