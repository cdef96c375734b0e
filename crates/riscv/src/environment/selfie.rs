//! The environment of programs that Selfie's compiler makes: five system calls with Linux's numbers.
//!
//! Every byte that `read` delivers is an input; how many there are and how many one call gets is the business of the
//! machine's streams. A program that ends with another code than zero is in a bad state.

use everypath_program::Terminator;

use super::call::{Call, call};
use super::linux;
use crate::lift::Lifter;

pub(super) static CALLS: &[Call] = &[
    call(93, "exit", linux::exit),
    call(63, "read", linux::read),
    call(64, "write", linux::write),
    call(56, "openat", linux::open),
    call(214, "brk", set_break),
];

fn set_break(l: &mut Lifter, number: u64, step: u32) -> Terminator {
    linux::set_break(l, number, step)
}
