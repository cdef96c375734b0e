//! The environment of binaries instrumented for BinSym: system call 96 makes memory symbolic; the others are Linux's.

use everypath_program::{Service, Terminator};

use super::call::{Call, argument, call};
use crate::lift::Lifter;

pub(super) static CALLS: &[Call] = &[call(96, "make symbolic", make_symbolic)];

/// a0 is the address, a1 the number of bytes.
fn make_symbolic(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    let arguments = [argument(l, 0), argument(l, 1)];
    l.service(Service::MakeSymbolic, None, &arguments);
    l.go_on()
}
