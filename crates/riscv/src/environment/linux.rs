//! The system calls of Linux that static user programs need.
//!
//! Follows the kernel's generic system call table (`asm-generic/unistd.h`): the number is in a7, arguments in a0 to a5, the
//! result in a0, errors as negated error numbers. Reading, writing and memory become services; what only asks about
//! the surroundings gets a fixed, plausible answer so that runs are deterministic; signals are never delivered, and a program
//! that sends itself one (`abort`) has reached a trap.

use everypath_program::{Assumption, BinaryOp, Local, Operand, Property, Service, Terminator};

use super::call::{Call, argument, call, give, load, part, select, store};
use crate::instruction::Xlen;
use crate::lift::Lifter;

const ENOENT: i64 = 2;
const EBADF: i64 = 9;
const EINVAL: i64 = 22;
const ENOTTY: i64 = 25;
const ENOSYS: i64 = 38;
/// `mmap`: not backed by a file.
const MAP_ANONYMOUS: u64 = 0x20;
/// `fstatat`: with an empty path, the open file itself.
const AT_EMPTY_PATH: u64 = 0x1000;

pub(super) static CALLS: &[Call] = &[
    call(63, "read", read),
    call(64, "write", write),
    call(65, "readv", transfer_vector),
    call(66, "writev", transfer_vector),
    call(93, "exit", exit),
    call(94, "exit_group", exit),
    call(214, "brk", set_break),
    call(56, "openat", open),
    call(57, "close", close),
    call(62, "lseek", seek),
    call(80, "fstat", status),
    call(79, "newfstatat", status_at),
    call(222, "mmap", map),
    call(215, "munmap", unmap),
    call(113, "clock_gettime", clock),
    call(403, "clock_gettime64", clock),
    call(169, "gettimeofday", time_of_day),
    call(29, "ioctl", not_a_terminal),
    call(48, "faccessat", no_such_file),
    call(78, "readlinkat", no_link),
    call(439, "faccessat2", no_such_file),
    call(129, "kill", signal),
    call(130, "tkill", signal),
    call(131, "tgkill", signal),
    call(96, "set_tid_address", first),
    call(172, "getpid", one),
    call(173, "getppid", one),
    call(178, "gettid", one),
    call(174, "getuid", user),
    call(175, "geteuid", user),
    call(176, "getgid", user),
    call(177, "getegid", user),
    call(98, "futex", nothing),
    call(99, "set_robust_list", nothing),
    call(101, "nanosleep", nothing),
    call(115, "clock_nanosleep", nothing),
    call(124, "sched_yield", nothing),
    call(132, "sigaltstack", nothing),
    call(134, "rt_sigaction", nothing),
    call(135, "rt_sigprocmask", nothing),
    call(226, "mprotect", nothing),
    call(233, "madvise", nothing),
    call(259, "riscv_flush_icache", nothing),
    call(160, "uname", missing),
    call(163, "getrlimit", missing),
    call(258, "riscv_hwprobe", missing),
    call(261, "prlimit64", missing),
    call(278, "getrandom", missing),
    call(291, "statx", missing),
    call(293, "rseq", missing),
];

/// Calls a service with the first arguments of the system call and gives its result.
fn forward(l: &mut Lifter, service: Service, arguments: &[Operand]) -> Terminator {
    let result = l.word(0);
    l.service(service, Some(result), arguments);
    give(l, Operand::Local(result))
}

pub(super) fn read(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    let arguments = [0, 1, 2].map(|number| argument(l, number));
    forward(l, Service::ReadStream, &arguments)
}

pub(super) fn write(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    let arguments = [0, 1, 2].map(|number| argument(l, number));
    forward(l, Service::WriteStream, &arguments)
}

/// The directory in a0 is not looked at: paths are relative to the directory of the run.
pub(super) fn open(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    let arguments = [1, 2].map(|number| argument(l, number));
    forward(l, Service::OpenFile, &arguments)
}

pub(super) fn exit(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    let code = argument(l, 0);
    l.exit(code)
}

pub(super) fn set_break(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    let arguments = [argument(l, 0)];
    forward(l, Service::SetBreak, &arguments)
}

fn close(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    let arguments = [argument(l, 0)];
    forward(l, Service::CloseStream, &arguments)
}

/// `lseek(fd, offset, whence)` on RV64, `_llseek(fd, high, low, result, whence)` on RV32.
fn seek(l: &mut Lifter, number: u64, step: u32) -> Terminator {
    if l.settings.xlen == Xlen::Rv64 {
        let arguments = [0, 1, 2].map(|number| argument(l, number));
        return forward(l, Service::SeekStream, &arguments);
    }
    let position = l.word(0);
    match step {
        0 => {
            let arguments = [0, 2, 4].map(|number| argument(l, number));
            l.service(Service::SeekStream, Some(position), &arguments);
            branch_if_negative(l, position, number)
        }
        1 => give(l, Operand::Local(position)),
        _ => {
            let result = argument(l, 3);
            store(l, result, 0, Operand::Local(position), 4);
            store(l, result, 4, Operand::Constant(0), 4);
            give(l, Operand::Constant(0))
        }
    }
}

/// Goes on at step 1 if a word is negative (an error), else at step 2.
fn branch_if_negative(l: &mut Lifter, word: Local, number: u64) -> Terminator {
    let flag = l.flag(0);
    l.binary(
        BinaryOp::Slt,
        flag,
        Operand::Local(word),
        Operand::Constant(0),
    );
    Terminator::branch(Operand::Local(flag), part(l, number, 1), part(l, number, 2))
}

/// Fills the `struct stat` at argument `buffer` for the stream in a0. The layout is that of `asm-generic/stat.h`.
fn fill_status(l: &mut Lifter, number: u64, step: u32, buffer: u32) -> Terminator {
    let (kind, mode, size) = (l.word(0), l.word(1), l.word(2));
    let stream = argument(l, 0);
    match step {
        0 => {
            l.service(Service::StreamKind, Some(kind), &[stream]);
            branch_if_negative(l, kind, number)
        }
        1 => give(l, Operand::Local(kind)),
        _ => {
            let buffer = argument(l, buffer);
            l.service(Service::StreamSize, Some(size), &[stream]);
            let is_file = (BinaryOp::Eq, Operand::Local(kind), Operand::Constant(1));
            let (file, terminal) = (0o100_644, 0o020_620);
            let [file, terminal] = [file, terminal].map(Operand::Constant);
            select(l, mode, is_file, file, terminal);
            for offset in (0..128).step_by(4) {
                let value = match offset {
                    16 => Operand::Local(mode),
                    20 => Operand::Constant(1),
                    24 | 28 => Operand::Constant(USER),
                    48 => continue,
                    52 if l.settings.xlen == Xlen::Rv64 => continue,
                    56 => Operand::Constant(4096),
                    _ => Operand::Constant(0),
                };
                store(l, buffer, offset, value, 4);
            }
            let bytes = l.width() / 8;
            store(l, buffer, 48, Operand::Local(size), bytes);
            give(l, Operand::Constant(0))
        }
    }
}

fn status(l: &mut Lifter, number: u64, step: u32) -> Terminator {
    fill_status(l, number, step, 1)
}

/// `newfstatat(fd, path, buffer, flags)`: only of an open file; paths do not exist.
fn status_at(l: &mut Lifter, number: u64, step: u32) -> Terminator {
    match step {
        0 => {
            let is_missing = lacks_flag(l, AT_EMPTY_PATH);
            Terminator::branch(is_missing, part(l, number, 3), part(l, number, 4))
        }
        3 => error(l, ENOENT),
        4 => fill_status(l, number, 0, 2),
        _ => fill_status(l, number, step, 2),
    }
}

/// Whether the flags that a call gets as its fourth argument lack one.
fn lacks_flag(l: &mut Lifter, flag: u64) -> Operand {
    let (word, missing) = (l.word(0), l.flag(0));
    let flags = argument(l, 3);
    l.binary(BinaryOp::And, word, flags, Operand::Constant(flag));
    let given = Operand::Local(word);
    l.binary(BinaryOp::Eq, missing, given, Operand::Constant(0));
    Operand::Local(missing)
}

fn error(l: &mut Lifter, number: i64) -> Terminator {
    let result = l.constant(-number);
    give(l, result)
}

/// `mmap(address, size, protection, flags, ...)`: only of anonymous memory.
fn map(l: &mut Lifter, number: u64, step: u32) -> Terminator {
    match step {
        0 => {
            let is_missing = lacks_flag(l, MAP_ANONYMOUS);
            Terminator::branch(is_missing, part(l, number, 1), part(l, number, 2))
        }
        1 => error(l, EBADF),
        _ => {
            let arguments = [0, 1, 2].map(|number| argument(l, number));
            forward(l, Service::MapMemory, &arguments)
        }
    }
}

fn unmap(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    let arguments = [0, 1].map(|number| argument(l, number));
    forward(l, Service::UnmapMemory, &arguments)
}

/// Stores the time as two numbers, seconds and the rest divided by `unit` nanoseconds, each of `size` bytes.
fn store_time(l: &mut Lifter, address: Operand, unit: u64, size: u64) -> Terminator {
    let (now, part) = (l.word(0), l.word(1));
    let second = Operand::Constant(1_000_000_000);
    l.service(Service::Clock, Some(now), &[]);
    l.binary(BinaryOp::UDiv, part, Operand::Local(now), second);
    store_number(l, address, 0, part, size);
    l.binary(BinaryOp::URem, part, Operand::Local(now), second);
    if unit > 1 {
        l.binary(
            BinaryOp::UDiv,
            part,
            Operand::Local(part),
            Operand::Constant(unit),
        );
    }
    store_number(l, address, size, part, size);
    give(l, Operand::Constant(0))
}

/// Stores a word, extended to `size` bytes.
fn store_number(l: &mut Lifter, address: Operand, offset: u64, value: Local, size: u64) {
    let bytes = l.settings.xlen.bytes();
    store(l, address, offset, Operand::Local(value), bytes as u32);
    if bytes < size {
        store(
            l,
            address,
            offset + bytes,
            Operand::Constant(0),
            bytes as u32,
        );
    }
}

/// `clock_gettime(clock, address)`; every clock is the same one, and all programs have 64-bit time.
fn clock(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    let address = argument(l, 1);
    store_time(l, address, 1, 8)
}

fn time_of_day(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    let address = argument(l, 0);
    store_time(l, address, 1000, 8)
}

/// `readv` and `writev(fd, vector, count)`: one transfer per entry, until one is short or fails. Step 1 is the head of
/// the loop with the entry's number in word 0 and the total in word 1.
fn transfer_vector(l: &mut Lifter, number: u64, step: u32) -> Terminator {
    let (index, total, size, entry) = (l.word(0), l.word(1), l.word(2), l.word(3));
    let (flag, bytes) = (l.flag(0), l.settings.xlen.bytes());
    match step {
        0 => {
            l.copy(index, Operand::Constant(0));
            l.copy(total, Operand::Constant(0));
            // No more than 1024 entries are allowed.
            let count = argument(l, 2);
            l.binary(BinaryOp::Ult, flag, Operand::Constant(1024), count);
            Terminator::branch(Operand::Local(flag), part(l, number, 5), part(l, number, 1))
        }
        1 => {
            let count = argument(l, 2);
            l.binary(BinaryOp::Ult, flag, Operand::Local(index), count);
            Terminator::branch(Operand::Local(flag), part(l, number, 2), part(l, number, 4))
        }
        2 => {
            let vector = argument(l, 1);
            let scale = Operand::Constant(u64::from((2 * bytes).trailing_zeros()));
            l.binary(BinaryOp::Shl, entry, Operand::Local(index), scale);
            l.binary(BinaryOp::Add, entry, Operand::Local(entry), vector);
            load(l, size, Operand::Local(entry), bytes, bytes as u32);
            load(l, entry, Operand::Local(entry), 0, bytes as u32);
            let service = if number == 65 {
                Service::ReadStream
            } else {
                Service::WriteStream
            };
            let stream = argument(l, 0);
            l.service(
                service,
                Some(entry),
                &[stream, Operand::Local(entry), Operand::Local(size)],
            );
            l.binary(
                BinaryOp::Slt,
                flag,
                Operand::Local(entry),
                Operand::Constant(0),
            );
            Terminator::branch(Operand::Local(flag), part(l, number, 6), part(l, number, 3))
        }
        3 => {
            l.binary(
                BinaryOp::Add,
                total,
                Operand::Local(total),
                Operand::Local(entry),
            );
            l.binary(
                BinaryOp::Add,
                index,
                Operand::Local(index),
                Operand::Constant(1),
            );
            l.binary(
                BinaryOp::Eq,
                flag,
                Operand::Local(entry),
                Operand::Local(size),
            );
            Terminator::branch(Operand::Local(flag), part(l, number, 1), part(l, number, 4))
        }
        4 => give(l, Operand::Local(total)),
        5 => error(l, EINVAL),
        _ => {
            // An error counts only if nothing was transferred before.
            let is_first = (BinaryOp::Eq, Operand::Local(total), Operand::Constant(0));
            let (failure, before) = (Operand::Local(entry), Operand::Local(total));
            select(l, total, is_first, failure, before);
            give(l, Operand::Local(total))
        }
    }
}

/// A signal that the program sends itself ends it abnormally.
fn signal(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    l.violate(
        Property::ReachedTrap,
        "the program sends itself a signal (abort)".to_string(),
    )
}

fn not_a_terminal(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    error(l, ENOTTY)
}

fn no_such_file(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    l.assume(Assumption::NoFiles);
    error(l, ENOENT)
}

/// What glibc asks for as it starts, about the program's own file.
fn no_link(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    error(l, ENOENT)
}

/// The C library copes without it.
fn missing(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    error(l, ENOSYS)
}

fn nothing(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    give(l, Operand::Constant(0))
}

/// The number of the only process and thread.
fn one(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    l.assume(Assumption::Identity);
    give(l, Operand::Constant(1))
}

/// What a C library asks for as it starts, and keeps.
fn first(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    give(l, Operand::Constant(1))
}

/// Number of the user and the group that the program runs as.
const USER: u64 = 1000;

fn user(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    l.assume(Assumption::Identity);
    give(l, Operand::Constant(USER))
}
