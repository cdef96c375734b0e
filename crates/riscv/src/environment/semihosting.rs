//! Semihosting: breakpoints by which a program without an operating system calls the host of its debugger.
//!
//! After "RISC-V Semihosting" 1.0 of RISC-V International, which takes the calls from Arm's "Semihosting for AArch32 and AArch64". The number
//! of the call is in a0, its parameter in a1, most often the address of a block of words; the result is in a0. picolibc and newlib stand on it.

use everypath_program::{Assumption, BinaryOp, Local, Operand, Service, Terminator};

use super::call::{Call, argument, call, give, load, part, select, store};
use crate::instruction::{Register, Xlen};
use crate::lift::Lifter;

/// The register of the number, and the calls.
pub(super) const CALLS: (Register, [&[Call]; 2]) = (Register::A0, [TABLE, &[]]);

static TABLE: &[Call] = &[
    call(0x01, "SYS_OPEN", open),
    call(0x02, "SYS_CLOSE", close),
    call(0x03, "SYS_WRITEC", write_character),
    call(0x04, "SYS_WRITE0", write_text),
    call(0x05, "SYS_WRITE", transfer),
    call(0x06, "SYS_READ", transfer),
    call(0x07, "SYS_READC", read_character),
    call(0x08, "SYS_ISERROR", is_error),
    call(0x09, "SYS_ISTTY", is_terminal),
    call(0x0a, "SYS_SEEK", seek),
    call(0x0c, "SYS_FLEN", size),
    call(0x10, "SYS_CLOCK", clock),
    call(0x11, "SYS_TIME", clock),
    call(0x13, "SYS_ERRNO", error_number),
    call(0x15, "SYS_GET_CMDLINE", command_line),
    call(0x16, "SYS_HEAPINFO", heap_information),
    call(0x18, "SYS_EXIT", exit),
    call(0x20, "SYS_EXIT_EXTENDED", exit),
    call(0x30, "SYS_ELAPSED", elapsed),
    call(0x31, "SYS_TICKFREQ", ticks),
];

/// The reason of an end by `exit`: `ADP_Stopped_ApplicationExit`.
const EXIT: u64 = 0x20026;
/// Nanoseconds of a tick of the clock that `SYS_ELAPSED` reads.
const TICK: u64 = 1000;
/// Below any memory that may be used there is a byte for what is read.
const BELOW_STACK: i64 = -16;

/// Loads a word of the block of parameters.
fn parameter(l: &mut Lifter, to: Local, number: u64) -> Operand {
    let (block, bytes) = (argument(l, 1), l.settings.xlen.bytes());
    load(l, to, block, number * bytes, bytes as u32);
    Operand::Local(to)
}

fn minus_one(l: &Lifter) -> Operand {
    l.constant(-1)
}

/// Gives a result that is no error, and -1 in place of negative error numbers.
fn give_or_minus_one(l: &mut Lifter, result: Local) -> Terminator {
    let (failed, value) = (minus_one(l), Operand::Local(result));
    let is_error = (BinaryOp::Slt, value, Operand::Constant(0));
    select(l, result, is_error, failed, value);
    give(l, value)
}

/// The file `:tt` is the console: standard input, output or error by the mode, which stands for one of `fopen`. Steps 1 to 4 compare the name.
fn open(l: &mut Lifter, number: u64, step: u32) -> Terminator {
    const CONSOLE: &[u8; 4] = b":tt\0";
    const READ: u64 = 0;
    const WRITE: u64 = 1;
    const BOTH: u64 = 2;
    const CREATE: u64 = 0o100;
    const TRUNCATE: u64 = 0o1000;
    const APPEND: u64 = 0o2000;
    const FLAGS: [u64; 6] = [
        READ,
        BOTH,
        WRITE | CREATE | TRUNCATE,
        BOTH | CREATE | TRUNCATE,
        WRITE | CREATE | APPEND,
        BOTH | CREATE | APPEND,
    ];
    let (name, mode, byte, flag) = (l.word(0), l.word(1), l.word(2), l.flag(0));
    if let Some(&expected) = CONSOLE.get(step as usize) {
        parameter(l, name, 0);
        load(l, byte, Operand::Local(name), u64::from(step), 1);
        let expected = Operand::Constant(u64::from(expected));
        l.binary(BinaryOp::Eq, flag, Operand::Local(byte), expected);
        let (same, other) = (part(l, number, step + 1), part(l, number, 5));
        return Terminator::branch(Operand::Local(flag), same, other);
    }
    parameter(l, name, 0);
    parameter(l, mode, 1);
    if step == 4 {
        let two = Operand::Constant(2);
        l.binary(BinaryOp::LShr, mode, Operand::Local(mode), two);
        return give(l, Operand::Local(mode));
    }
    let one = Operand::Constant(1);
    l.binary(BinaryOp::LShr, mode, Operand::Local(mode), one);
    l.copy(byte, Operand::Constant(3));
    for (kind, flags) in (0..).zip(FLAGS) {
        let is_it = (BinaryOp::Eq, Operand::Local(mode), Operand::Constant(kind));
        let (flags, others) = (Operand::Constant(flags), Operand::Local(byte));
        select(l, byte, is_it, flags, others);
    }
    let arguments = [Operand::Local(name), Operand::Local(byte)];
    l.service(Service::OpenFile, Some(mode), &arguments);
    give_or_minus_one(l, mode)
}

fn close(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    let (stream, result) = (l.word(0), l.word(1));
    let stream = parameter(l, stream, 0);
    l.service(Service::CloseStream, Some(result), &[stream]);
    give_or_minus_one(l, result)
}

/// The character that a1 points at.
fn write_character(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    let arguments = [Operand::Constant(1), argument(l, 1), Operand::Constant(1)];
    l.service(Service::WriteStream, None, &arguments);
    l.go_on()
}

/// A text with a NUL behind it, character by character: step 1 is the head of the loop.
fn write_text(l: &mut Lifter, number: u64, step: u32) -> Terminator {
    let (at, byte, flag) = (l.word(0), l.word(1), l.flag(0));
    match step {
        0 => {
            let text = argument(l, 1);
            l.copy(at, text);
            Terminator::jump(part(l, number, 1))
        }
        1 => {
            load(l, byte, Operand::Local(at), 0, 1);
            let end = Operand::Constant(0);
            l.binary(BinaryOp::Eq, flag, Operand::Local(byte), end);
            Terminator::branch(Operand::Local(flag), part(l, number, 3), part(l, number, 2))
        }
        2 => {
            let arguments = [
                Operand::Constant(1),
                Operand::Local(at),
                Operand::Constant(1),
            ];
            l.service(Service::WriteStream, None, &arguments);
            l.binary(BinaryOp::Add, at, Operand::Local(at), Operand::Constant(1));
            Terminator::jump(part(l, number, 1))
        }
        _ => l.go_on(),
    }
}

/// Stream, address and number of bytes; gives how many were not transferred.
fn transfer(l: &mut Lifter, number: u64, _: u32) -> Terminator {
    let (stream, address, count, result) = (l.word(0), l.word(1), l.word(2), l.word(3));
    let stream = parameter(l, stream, 0);
    let address = parameter(l, address, 1);
    let count = parameter(l, count, 2);
    let service = match number {
        0x05 => Service::WriteStream,
        _ => Service::ReadStream,
    };
    l.service(service, Some(result), &[stream, address, count]);
    // Nothing where the stream has an error.
    let (value, none) = (Operand::Local(result), Operand::Constant(0));
    select(l, result, (BinaryOp::Slt, value, none), none, value);
    l.binary(BinaryOp::Sub, result, count, Operand::Local(result));
    give(l, Operand::Local(result))
}

/// A character of standard input, or -1 behind its end.
fn read_character(l: &mut Lifter, number: u64, step: u32) -> Terminator {
    let (address, result, flag) = (l.word(0), l.word(1), l.flag(0));
    match step {
        0 => {
            let (stack, below) = (l.read(Register::SP), l.constant(BELOW_STACK));
            l.binary(BinaryOp::Add, address, stack, below);
            let arguments = [
                Operand::Constant(0),
                Operand::Local(address),
                Operand::Constant(1),
            ];
            l.service(Service::ReadStream, Some(result), &arguments);
            l.binary(
                BinaryOp::Eq,
                flag,
                Operand::Local(result),
                Operand::Constant(1),
            );
            Terminator::branch(Operand::Local(flag), part(l, number, 1), part(l, number, 2))
        }
        1 => {
            load(l, result, Operand::Local(address), 0, 1);
            give(l, Operand::Local(result))
        }
        _ => {
            let end = minus_one(l);
            give(l, end)
        }
    }
}

/// Whether a result is an error: negative.
fn is_error(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    let (status, result) = (l.word(0), l.word(1));
    let status = parameter(l, status, 0);
    let top = Operand::Constant(u64::from(l.width() - 1));
    l.binary(BinaryOp::LShr, result, status, top);
    give(l, Operand::Local(result))
}

/// Standard input, output and error are a terminal.
fn is_terminal(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    let (stream, result) = (l.word(0), l.word(1));
    let stream = parameter(l, stream, 0);
    let is_standard = (BinaryOp::Ult, stream, Operand::Constant(3));
    let [yes, no] = [1, 0].map(Operand::Constant);
    select(l, result, is_standard, yes, no);
    give(l, Operand::Local(result))
}

/// Stream and place, from the start; gives 0, or a negative number.
fn seek(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    let (stream, place, result) = (l.word(0), l.word(1), l.word(2));
    let stream = parameter(l, stream, 0);
    let place = parameter(l, place, 1);
    let arguments = [stream, place, Operand::Constant(0)];
    l.service(Service::SeekStream, Some(result), &arguments);
    // The sign alone.
    let top = Operand::Constant(u64::from(l.width() - 1));
    l.binary(BinaryOp::AShr, result, Operand::Local(result), top);
    give(l, Operand::Local(result))
}

fn size(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    let (stream, result) = (l.word(0), l.word(1));
    let stream = parameter(l, stream, 0);
    l.service(Service::StreamSize, Some(result), &[stream]);
    give_or_minus_one(l, result)
}

/// Hundredths of seconds since the start, or seconds of the day.
fn clock(l: &mut Lifter, number: u64, _: u32) -> Terminator {
    let unit = match number {
        0x10 => 10_000_000,
        _ => 1_000_000_000,
    };
    divided_clock(l, unit)
}

fn divided_clock(l: &mut Lifter, unit: u64) -> Terminator {
    let now = l.word(0);
    l.service(Service::Clock, Some(now), &[]);
    l.binary(
        BinaryOp::UDiv,
        now,
        Operand::Local(now),
        Operand::Constant(unit),
    );
    give(l, Operand::Local(now))
}

/// Ticks since the start, as 64 bits where a1 says.
fn elapsed(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    let (now, address) = (l.word(0), argument(l, 1));
    l.service(Service::Clock, Some(now), &[]);
    l.binary(
        BinaryOp::UDiv,
        now,
        Operand::Local(now),
        Operand::Constant(TICK),
    );
    let bytes = l.settings.xlen.bytes();
    store(l, address, 0, Operand::Local(now), bytes as u32);
    if l.settings.xlen == Xlen::Rv32 {
        store(l, address, bytes, Operand::Constant(0), bytes as u32);
    }
    give(l, Operand::Constant(0))
}

fn ticks(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    give(l, Operand::Constant(1_000_000_000 / TICK))
}

/// The number of the last error is not kept.
fn error_number(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    give(l, Operand::Constant(0))
}

/// An empty text: address and size of the buffer, and then that of the text.
fn command_line(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    l.assume(Assumption::NoArguments);
    let (block, buffer, bytes) = (argument(l, 1), l.word(0), l.settings.xlen.bytes());
    let buffer = parameter(l, buffer, 0);
    store(l, buffer, 0, Operand::Constant(0), 1);
    store(l, block, bytes, Operand::Constant(0), bytes as u32);
    give(l, Operand::Constant(0))
}

/// That heap and stack are where the program has them: four zeros in the block that a1 points to the address of.
fn heap_information(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    let (block, bytes) = (l.word(0), l.settings.xlen.bytes());
    let block = parameter(l, block, 0);
    for number in 0..4 {
        store(l, block, number * bytes, Operand::Constant(0), bytes as u32);
    }
    give(l, Operand::Constant(0))
}

/// The reason in a1, or reason and exit code in the block there. Every other reason than `exit` is a failure.
fn exit(l: &mut Lifter, number: u64, _: u32) -> Terminator {
    let (code, reason) = (l.word(0), l.word(1));
    if number == 0x18 && l.settings.xlen == Xlen::Rv32 {
        let given = argument(l, 1);
        l.copy(reason, given);
        l.copy(code, Operand::Constant(0));
    } else {
        parameter(l, reason, 0);
        parameter(l, code, 1);
    }
    let is_exit = (
        BinaryOp::Eq,
        Operand::Local(reason),
        Operand::Constant(EXIT),
    );
    let (given, failure) = (Operand::Local(code), Operand::Constant(1));
    select(l, code, is_exit, given, failure);
    l.exit(Operand::Local(code))
}
