//! The protocol of the Sym-ISS: bare-metal programs that ask for inputs, assume and assert.
//!
//! t0 selects the function (the thesis' sections on the environment call and the C interface); 1 to 4 are the thesis',
//! the others are additions. Conditions hold when they are not zero. A passed assertion is not assumed afterwards.
//!
//! | t0 | function |
//! |---|---|
//! | 1 | assert that the register whose number is in t1 is not zero |
//! | 2 | assume it |
//! | 3 | the register whose number is in t1 becomes a fresh input |
//! | 4 | the t2 bytes from address t1 on become fresh inputs |
//! | 5 | the same, named by the NUL-terminated text at address t3 |
//! | 6 | exit with code t1 |
//! | 7 | write the t2 bytes from address t1 on to standard output |

use everypath_program::{
    BinaryOp, BlockKey, Edge, Instruction as Step, Operand, Property, Service, StopReason,
    Terminator,
};

use super::{Call, call, part};
use crate::instruction::Register;
use crate::lift::{Lifter, register_local};

pub(super) static CALLS: &[Call] = &[
    call(1, "assert", on_register),
    call(2, "assume", on_register),
    call(3, "make register symbolic", on_register),
    call(4, "make memory symbolic", make_symbolic),
    call(5, "make named memory symbolic", make_named_symbolic),
    call(6, "exit", exit),
    call(7, "write", write),
];

/// Step 0 finds out the register; step 1 + r acts on register r; step 33 is for numbers that no register has.
fn on_register(l: &mut Lifter, number: u64, step: u32) -> Terminator {
    match step {
        0 => match l.known(Register::T1) {
            Some(register) if register < 32 => act(l, number, Register::new(register as u32)),
            Some(register) => no_register(Some(register)),
            None => {
                // The C interface always uses t2; its case comes first.
                let others = (0..32).filter(|&r| r != 7);
                let cases = std::iter::once(7)
                    .chain(others)
                    .map(|r| (r, Edge::to(part(l, number, 1 + r as u32))))
                    .collect();
                let (value, width) = (l.read(Register::T1), l.width());
                Terminator::Switch {
                    value,
                    width,
                    cases,
                    default: Edge::to(part(l, number, 33)),
                }
            }
        },
        1..=32 => act(l, number, Register::new(step - 1)),
        _ => no_register(None),
    }
}

fn no_register(number: Option<u64>) -> Terminator {
    let found = number.map_or("more than 31".to_string(), |number| number.to_string());
    Terminator::Stop(StopReason::Unsupported(format!(
        "register number {found} in t1 of a sym-iss environment call"
    )))
}

fn act(l: &mut Lifter, number: u64, register: Register) -> Terminator {
    if number == 3 {
        if register != Register::ZERO {
            let (to, width) = (register_local(register), l.width());
            l.push(Step::Input {
                to,
                width,
                name: register.abi_name().to_string(),
            });
        }
        return l.go_on();
    }
    let (flag, value) = (l.flag(0), l.read(register));
    l.binary(BinaryOp::Ne, flag, value, Operand::Constant(0));
    let condition = Operand::Local(flag);
    if number == 1 {
        l.check(Property::Assertion, condition);
    } else {
        l.push(Step::Assume { condition });
    }
    l.go_on()
}

fn make_symbolic(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    let arguments = [l.read(Register::T1), l.read(Register::T2)];
    l.service(Service::MakeSymbolic, None, &arguments);
    l.go_on()
}

fn make_named_symbolic(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    let arguments = [
        l.read(Register::T1),
        l.read(Register::T2),
        l.read(Register::T3),
    ];
    l.service(Service::MakeNamedSymbolic, None, &arguments);
    l.go_on()
}

fn exit(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    let code = l.read(Register::T1);
    l.exit(code)
}

fn write(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    let arguments = [
        Operand::Constant(1),
        l.read(Register::T1),
        l.read(Register::T2),
    ];
    l.service(Service::WriteStream, None, &arguments);
    Terminator::jump(BlockKey::at(l.next))
}
