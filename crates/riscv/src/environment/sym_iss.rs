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
//! | 8 to 17, 20 to 24 | a service of [`SERVICES`], with parameters in t1, t2, t3; its result is in t1 |
//! | 18 | check the property with number t1 of [`PROPERTIES`]: that t2 is not zero |
//! | 19 | what follows is not supported: the path is given up |
//! | 25 | fa0 = a function of fa0 and fa1: t1 is twice its number in [`MathFunction::ALL`], and one more for numbers of 32 bits |
//! | 26 | a service of [`SERVICES`] |
//! | 27 | a0, a1 = an operation of [`TWO_REGISTERS`], whose number is in t1, on the numbers in a0, a1 and in a2, a3 |
//! | 28 | a service of [`SERVICES`] |

use everypath_program::{
    BinaryOp, BlockKey, Edge, FloatFormat, Instruction as Step, MathFunction, Operand, Property,
    Service, StopReason, Terminator,
};

use super::call::{Call, call, part};
use crate::instruction::Register;
use crate::lift::{Lifter, call_function, compute_on_two_registers, register_local};

pub(super) static CALLS: &[Call] = &[
    call(1, "assert", on_register),
    call(2, "assume", on_register),
    call(3, "make register symbolic", on_register),
    call(4, "make memory symbolic", make_symbolic),
    call(5, "make named memory symbolic", make_named_symbolic),
    call(6, "exit", exit),
    call(7, "write", write),
    call(8, "read from a stream", service),
    call(9, "write to a stream", service),
    call(10, "open a file", service),
    call(11, "close a stream", service),
    call(12, "move in a stream", service),
    call(13, "size of a stream", service),
    call(14, "kind of a stream", service),
    call(15, "clock", service),
    call(16, "ask whether a value is symbolic", service),
    call(17, "make a value constant", service),
    call(18, "check a property", check),
    call(19, "give up the path", unsupported),
    call(20, "prefer test cases", service),
    call(
        21,
        "ask whether a value is symbolic, as the program",
        service,
    ),
    call(22, "size of an object", service),
    call(23, "define an object", service),
    call(24, "name an assumption", service),
    call(25, "function of <math.h>", math),
    call(26, "suggest an invariant", service),
    call(27, "arithmetic on numbers of two registers", two_registers),
    call(28, "read a number", service),
];

/// The arithmetic that a register's width has instructions for and twice that width has not, by number (`runtime/riscv/soft_integer.S`).
static TWO_REGISTERS: [BinaryOp; 5] = [
    BinaryOp::Mul,
    BinaryOp::SDiv,
    BinaryOp::UDiv,
    BinaryOp::SRem,
    BinaryOp::URem,
];

/// The services of requests by number. The C library stands on them (`runtime/riscv/machine.c`).
static SERVICES: &[(u64, Service)] = &[
    (8, Service::ReadStream),
    (9, Service::WriteStream),
    (10, Service::OpenFile),
    (11, Service::CloseStream),
    (12, Service::SeekStream),
    (13, Service::StreamSize),
    (14, Service::StreamKind),
    (15, Service::Clock),
    (16, Service::IsSymbolic),
    (17, Service::ConstantOf),
    (20, Service::Prefer),
    (21, Service::AskSymbolic),
    (22, Service::ObjectSize),
    (23, Service::DefineObject),
    (24, Service::Assumes),
    (26, Service::Invariant),
    (28, Service::ReadNumber),
];

/// The properties that the C library checks, by number (`runtime/riscv/checks.h`).
static PROPERTIES: [Property; 11] = [
    Property::Assertion,
    Property::ArrayBounds,
    Property::DivisionByZero,
    Property::InvalidConversion,
    Property::InvalidStore,
    Property::NullArgument,
    Property::OverlappingCopy,
    Property::ReachedTrap,
    Property::SignedDivisionOverflow,
    Property::SignedOverflow,
    Property::InvalidCall,
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
    // A run ends where an assertion fails, whether anybody asks for that or not.
    if number == 1 && l.checks(Property::Assertion) {
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

fn service(l: &mut Lifter, number: u64, _: u32) -> Terminator {
    let Some(&(_, service)) = SERVICES.iter().find(|row| row.0 == number) else {
        return unsupported(l, number, 0);
    };
    let info = service.info();
    let parameters = [Register::T1, Register::T2, Register::T3].map(|register| l.read(register));
    let arguments = parameters.get(..info.arguments).unwrap_or(&parameters);
    let result = info.result.then(|| register_local(Register::T1));
    l.service(service, result, arguments);
    Terminator::jump(BlockKey::at(l.next))
}

/// Step 0 finds out the property; step 1 + n checks property n.
fn check(l: &mut Lifter, number: u64, step: u32) -> Terminator {
    let of = |index: u64| PROPERTIES.get(usize::try_from(index).ok()?).copied();
    let property = match (step, l.known(Register::T1)) {
        (0, Some(index)) => of(index),
        (0, None) => {
            let cases = (0..PROPERTIES.len() as u32)
                .map(|index| (u64::from(index), Edge::to(part(l, number, 1 + index))))
                .collect();
            let (value, width) = (l.read(Register::T1), l.width());
            let default = Edge::to(part(l, number, 1 + PROPERTIES.len() as u32));
            return Terminator::Switch {
                value,
                width,
                cases,
                default,
            };
        }
        (step, _) => of(u64::from(step - 1)),
    };
    let Some(property) = property else {
        let reason = "a check of a property that has no number".to_string();
        return Terminator::Stop(StopReason::Unsupported(reason));
    };
    let (flag, value) = (l.flag(0), l.read(Register::T2));
    l.binary(BinaryOp::Ne, flag, value, Operand::Constant(0));
    l.check(property, Operand::Local(flag));
    l.go_on()
}

/// The number of the function is known where the C library asks.
fn math(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    let number = l.known(Register::T1);
    let found = number.and_then(|number| {
        let function = MathFunction::ALL.get(usize::try_from(number / 2).ok()?)?;
        let format = match number % 2 {
            0 => FloatFormat::Double,
            _ => FloatFormat::Single,
        };
        Some((*function, format))
    });
    let Some((function, format)) = found else {
        let reason = "a function of <math.h> that has no number".to_string();
        return Terminator::Stop(StopReason::Unsupported(reason));
    };
    call_function(l, function, format);
    l.go_on()
}

/// The number of the operation is known where the C library asks.
fn two_registers(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    let number = l.known(Register::T1);
    let found = number.and_then(|number| TWO_REGISTERS.get(usize::try_from(number).ok()?));
    let Some(operation) = found else {
        let reason = "arithmetic on numbers of two registers that has no number".to_string();
        return Terminator::Stop(StopReason::Unsupported(reason));
    };
    compute_on_two_registers(l, *operation);
    l.go_on()
}

fn unsupported(_: &mut Lifter, _: u64, _: u32) -> Terminator {
    let reason = "what the C library does not support; the call stack says which function";
    Terminator::Stop(StopReason::Unsupported(reason.to_string()))
}

#[cfg(test)]
mod tests {
    use everypath_program::Assumption;

    use super::*;

    /// The library names properties; abort() is a trap in machine code.
    #[test]
    fn properties_have_the_numbers_that_the_library_gives_them() {
        let header = include_str!("../../../../runtime/riscv/requests.h");
        let mut numbered = Vec::new();
        for line in header.lines() {
            let Some((_, rest)) = line.split_once("EVERYPATH_NAMED(property, \"") else {
                continue;
            };
            let (name, rest) = rest.split_once('"').unwrap();
            let number: String = rest.chars().filter(char::is_ascii_digit).collect();
            numbered.push((name, number.parse::<usize>().unwrap()));
        }
        assert_eq!(numbered.len(), PROPERTIES.len());
        for (name, number) in numbered {
            let found = match PROPERTIES[number].name() {
                "reached-trap" => "reached-abort",
                other => other,
            };
            assert_eq!(found, name);
        }
    }

    #[test]
    fn assumptions_have_the_numbers_that_the_library_gives_them() {
        let header = include_str!("../../../../runtime/riscv/requests.h");
        let numbered: Vec<(&str, u64)> = header
            .lines()
            .filter_map(|line| {
                let (_, rest) = line.split_once("EVERYPATH_NAMED(assumption, \"")?;
                let (name, rest) = rest.split_once('"')?;
                let number: String = rest.chars().filter(char::is_ascii_digit).collect();
                Some((name, number.parse().ok()?))
            })
            .collect();
        let known = Assumption::ALL.map(|assumption| (assumption.info().name, assumption.number()));
        assert_eq!(numbered, known);
    }

    #[test]
    fn functions_have_the_numbers_that_the_library_gives_them() {
        let library = include_str!("../../../../runtime/riscv/math.S");
        let mut numbered = 0;
        for line in library.lines() {
            let words: Vec<&str> = line
                .split([' ', ','])
                .filter(|word| !word.is_empty())
                .collect();
            let ["each", name, _, "ask" | "note_and_ask", number] = words[..] else {
                continue;
            };
            numbered += 1;
            let function = MathFunction::ALL[number.parse::<usize>().unwrap()];
            let expected = match name {
                "nearbyint" => "rint".to_string(),
                "drem" => "remainder".to_string(),
                name => name.to_string(),
            };
            assert_eq!(format!("{function:?}").to_lowercase(), expected);
        }
        assert_eq!(numbered, 30);
    }

    #[test]
    fn every_service_of_the_table_is_a_call() {
        for (number, _) in SERVICES {
            assert!(CALLS.iter().any(|call| call.number == *number), "{number}");
        }
        for call in CALLS.iter().filter(|call| call.number > 7) {
            let listed = SERVICES.iter().any(|row| row.0 == call.number);
            assert!(
                listed || matches!(call.number, 18 | 19 | 25 | 27),
                "{}",
                call.number
            );
        }
    }
}
