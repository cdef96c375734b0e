//! What lifting gives: the text of small blocks, the checks that can be switched on, and the instructions' corner cases.

mod support;

use everypath_program::{BlockKey, CheckSet, CodeBytes, FetchFault, Program, Property, verify};
use everypath_riscv::{
    Environment, Executable, Op, Register, RiscvOptions, RiscvProgram, Xlen, encode,
};
use expect_test::{Expect, expect};
use support::{End, Evaluator, bare_file};

/// An executable of `words` at 0x10000 with room for data behind.
fn executable(words: &[u32], xlen: Xlen) -> Executable {
    let code: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    Executable::parse("test", bare_file(&code, xlen)).expect("valid")
}

fn options(environment: Environment, checks: &[Property]) -> RiscvOptions {
    let mut set = CheckSet::defaults();
    for check in checks {
        set.set(*check, true);
    }
    RiscvOptions {
        environment: Some(environment),
        checks: Some(set),
        ..RiscvOptions::default()
    }
}

/// Lifts the code at the entry and compares the text of the block.
fn check(words: &[u32], environment: Environment, checks: &[Property], expected: Expect) {
    let program = RiscvProgram::new(executable(words, Xlen::Rv64), &options(environment, checks));
    let block = program.block(program.entry(), program.executable());
    assert_eq!(verify(&block, program.locals(program.entry()), 64), []);
    expected.assert_eq(&block.to_string());
}

fn r(number: u32) -> Register {
    Register::new(number)
}

const ECALL: u32 = 0x73;
const RET: u32 = 0x8067;

#[test]
fn an_addition_is_one_instruction_and_a_load_folds_its_offset() {
    let words = [
        encode(Op::Addi, r(10), r(10), r(0), 12),
        encode(Op::Lw, r(11), r(10), r(0), -4),
        encode(Op::Sd, r(0), r(2), r(11), 16),
        encode(Op::Add, r(0), r(10), r(11), 0),
        RET,
    ];
    check(
        &words,
        Environment::SymIss,
        &[],
        expect![[r#"
        block 0x10000:
          %10 = add.64 %10, 12
          %11 = load.4.64 signed [%10 + 0xfffffffffffffffc]
          store.8.64 [%2 + 0x10], %11
          %32 = and.64 %1, 0xfffffffffffffffe
          return [%32]
    "#]],
    );
}

#[test]
fn checks_appear_when_they_are_switched_on() {
    let words = [
        encode(Op::Div, r(10), r(11), r(12), 0),
        encode(Op::Lw, r(10), r(11), r(0), 2),
        RET,
    ];
    let checks = [
        Property::DivisionByZero,
        Property::SignedDivisionOverflow,
        Property::MisalignedAccess,
    ];
    check(
        &words,
        Environment::SymIss,
        &checks,
        expect![[r#"
        block 0x10000:
          %36 = ne.64 %12, 0
          check division-by-zero %36
          %37 = ne.64 %11, 0x8000000000000000
          %38 = ne.64 %12, 0xffffffffffffffff
          %37 = or.1 %37, %38
          check signed-division-overflow %37
          %32 = sdiv.64 %11, %12
          %10 = select.64 %36, %32, 0xffffffffffffffff
          %34 = add.64 %11, 2
          %34 = and.64 %34, 3
          %38 = eq.64 %34, 0
          check misaligned-access %38
          %10 = load.4.64 signed [%11 + 0x2]
          %32 = and.64 %1, 0xfffffffffffffffe
          return [%32]
    "#]],
    );
}

#[test]
fn a_known_selector_is_lifted_in_place() {
    let words = [
        encode(Op::Addi, r(5), r(0), r(0), 1),
        encode(Op::Addi, r(6), r(0), r(0), 7),
        encode(Op::Sltu, r(7), r(10), r(11), 0),
        ECALL,
    ];
    check(
        &words,
        Environment::SymIss,
        &[],
        expect![[r#"
        block 0x10000:
          %5 = 1
          %6 = 7
          %36 = ult.64 %10, %11
          %7 = resize.1.1.64 unsigned %36
          %36 = ne.64 %7, 0
          check assertion %36
          jump 0x10010
    "#]],
    );
}

#[test]
fn an_unknown_selector_becomes_a_switch() {
    check(
        &[ECALL],
        Environment::Selfie,
        &[],
        expect![[r#"
        block 0x10000:
          switch.64 %17, 93: 0x10000.6016, 63: 0x10000.4096, 64: 0x10000.4160, 56: 0x10000.3648, 214: 0x10000.13760, default: 0x10000.2
    "#]],
    );
}

#[test]
fn calls_and_returns_follow_the_hint_table() {
    let terminator = |word: u32| {
        let program = RiscvProgram::new(
            executable(&[word], Xlen::Rv64),
            &options(Environment::SymIss, &[]),
        );
        let text = program
            .block(program.entry(), program.executable())
            .to_string();
        text.lines().last().unwrap_or("").trim().to_string()
    };
    let jalr = |rd: u32, rs1: u32| encode(Op::Jalr, r(rd), r(rs1), r(0), 0);
    assert_eq!(
        terminator(encode(Op::Jal, r(0), r(0), r(0), 8)),
        "jump 0x10008"
    );
    assert_eq!(
        terminator(encode(Op::Jal, r(1), r(0), r(0), 8)),
        "call[0x10004] 0x10008"
    );
    assert_eq!(
        terminator(encode(Op::Jal, r(5), r(0), r(0), 8)),
        "call[0x10004] 0x10008"
    );
    assert_eq!(terminator(jalr(0, 10)), "jump [%32]");
    assert_eq!(terminator(jalr(0, 1)), "return [%32]");
    assert_eq!(terminator(jalr(0, 5)), "return [%32]");
    assert_eq!(terminator(jalr(1, 10)), "call[0x10004] [%32]");
    assert_eq!(terminator(jalr(1, 1)), "call[0x10004] [%32]");
    assert_eq!(terminator(jalr(1, 5)), "return+call[0x10004] [%32]");
}

#[test]
fn what_cannot_run_says_so() {
    let end = |word: u32| {
        let program = RiscvProgram::new(
            executable(&[word], Xlen::Rv64),
            &options(Environment::SymIss, &[]),
        );
        Evaluator::new(&program).run(100)
    };
    assert_eq!(
        end(0x0a05_1533),
        End::Cut("clmul (Zbc extension, 0x0a051533)".into())
    );
    assert_eq!(
        end(0xffff_ffff),
        End::Violation(Property::IllegalInstruction, 0x10000)
    );
    assert_eq!(
        end(0x0010_0073),
        End::Violation(Property::ReachedTrap, 0x10000)
    );
    assert_eq!(
        end(0xc000_1073),
        End::Violation(Property::ReachedTrap, 0x10000)
    );
    assert_eq!(end(0x0000_0067), End::Violation(Property::InvalidFetch, 0)); // jumps to address 0
    assert_eq!(
        end(0x3020_0073),
        End::Cut("mret (return from a trap handler)".into())
    );
    assert_eq!(
        end(0x7c00_1073),
        End::Violation(Property::IllegalInstruction, 0x10000)
    ); // no such control register
    let cut = End::Cut(
        "environment call with a value in t0 that no call has (sym-iss environment)".into(),
    );
    assert_eq!(end(ECALL), cut);
}

/// Memory whose bytes depend on an input.
struct Symbolic;

impl CodeBytes for Symbolic {
    fn fetch(&self, _: u64) -> Result<u16, FetchFault> {
        Err(FetchFault::Symbolic)
    }
}

#[test]
fn symbolic_code_is_a_named_cut() {
    let program = RiscvProgram::new(
        executable(&[RET], Xlen::Rv64),
        &options(Environment::SymIss, &[]),
    );
    let block = program.block(BlockKey::at(0x10000), &Symbolic);
    assert_eq!(
        block.to_string(),
        "block 0x10000:\n  stop unsupported: execution of bytes that depend on the input\n"
    );
}

/// Runs one instruction with a0 and a1 and gives a2.
fn result(word: u32, wide: bool, a0: u64, a1: u64) -> u64 {
    let program = RiscvProgram::new(
        executable(&[word], if wide { Xlen::Rv64 } else { Xlen::Rv32 }),
        &options(Environment::SymIss, &[]),
    );
    let mut evaluator = Evaluator::new(&program);
    evaluator.locals[10] = a0;
    evaluator.locals[11] = a1;
    evaluator.run(1);
    evaluator.locals[12]
}

#[test]
fn corner_cases_of_the_specification() {
    let binary =
        |op: Op, wide: bool, a: u64, b: u64| result(encode(op, r(12), r(10), r(11), 0), wide, a, b);
    const MIN32: u64 = 0x8000_0000;
    const MIN64: u64 = 1 << 63;
    const ONES32: u64 = 0xffff_ffff;
    const ONES64: u64 = u64::MAX;
    for (op, wide, a, b, expected) in [
        (Op::Div, false, 7, 0, ONES32),
        (Op::Div, false, MIN32, 0, ONES32),
        (Op::Divu, false, 7, 0, ONES32),
        (Op::Rem, false, MIN32, 0, MIN32),
        (Op::Remu, false, 7, 0, 7),
        (Op::Div, false, MIN32, ONES32, MIN32),
        (Op::Rem, false, MIN32, ONES32, 0),
        (Op::Div, true, MIN64, ONES64, MIN64),
        (Op::Div, true, MIN64, 0, ONES64),
        (Op::Divw, true, MIN32, ONES64, 0xffff_ffff_8000_0000),
        (Op::Divw, true, 5, MIN64, ONES64),
        (Op::Divuw, true, ONES64, 1 << 32, ONES64),
        (Op::Remw, true, 0x1_8000_0001, 0, 0xffff_ffff_8000_0001),
        (Op::Remuw, true, 0x8000_0001, 0, 0xffff_ffff_8000_0001),
        (Op::Mulh, false, MIN32, MIN32, 0x4000_0000),
        (Op::Mulhu, true, ONES64, ONES64, ONES64 - 1),
        (Op::Mulhsu, true, ONES64, ONES64, ONES64),
        (Op::Sll, false, 1, 33, 2),
        (Op::Srl, true, MIN64, 127, 1),
        (Op::Sra, true, MIN64, 64, MIN64),
        (Op::Sllw, true, 1, 63, 0xffff_ffff_8000_0000),
        (Op::Sraw, true, MIN32, 31, ONES64),
        (
            Op::Srlw,
            true,
            0xffff_ffff_8000_0000,
            0,
            0xffff_ffff_8000_0000,
        ),
        (Op::Bset, false, 0, 63, MIN32),
        (Op::Bclr, true, ONES64, 64, ONES64 - 1),
        (Op::Bext, true, MIN64, 63, 1),
        (Op::Rolw, true, 0x8000_0000, 33, 1),
        (Op::AddUw, true, ONES64, 1, 1 << 32),
        (Op::Max, false, MIN32, 1, 1),
        (Op::Minu, false, MIN32, 1, 1),
    ] {
        assert_eq!(binary(op, wide, a, b), expected, "{op:?} {a:#x} {b:#x}");
    }
    let unary = |op: Op, wide: bool, a: u64| result(encode(op, r(12), r(10), r(0), 0), wide, a, 0);
    // An empty lower half has 32 trailing zeros whatever stands above it.
    assert_eq!(unary(Op::Ctzw, true, MIN64), 32);
    assert_eq!(unary(Op::Clzw, true, MIN64), 32);
    assert_eq!(unary(Op::Clz, false, 0), 32);
    assert_eq!(
        unary(Op::OrcB, true, 0x0100_8000_0000_00ff),
        0xff00_ff00_0000_00ff
    );
    assert_eq!(unary(Op::Rev8On32, false, 0x1234_5678), 0x7856_3412);
}

#[test]
fn writes_to_x0_are_dropped() {
    for op in [
        Op::Addi,
        Op::Lui,
        Op::Lw,
        Op::Mul,
        Op::Slt,
        Op::AmoaddW,
        Op::LrW,
        Op::Csrrw,
        Op::Jal,
    ] {
        let word = encode(op, r(0), r(10), r(11), 0x340);
        let program = RiscvProgram::new(
            executable(&[word], Xlen::Rv64),
            &options(Environment::SymIss, &[]),
        );
        let mut evaluator = Evaluator::new(&program);
        evaluator.locals[10] = 0x11000;
        evaluator.locals[11] = 5;
        evaluator.run(1);
        assert_eq!(evaluator.locals[0], 0, "{op:?}");
    }
}

#[test]
fn a_store_conditional_needs_its_reservation() {
    let run = |words: &[u32]| {
        let program = RiscvProgram::new(
            executable(words, Xlen::Rv64),
            &options(Environment::SymIss, &[]),
        );
        let mut evaluator = Evaluator::new(&program);
        evaluator.locals[10] = 0x11000;
        evaluator.locals[11] = 0x11008;
        evaluator.locals[13] = 77;
        evaluator.run(words.len() as u64);
        (evaluator.locals[12], evaluator.locals[14])
    };
    let reserve = encode(Op::LrD, r(12), r(10), r(0), 0);
    let store = |address: u32| encode(Op::ScD, r(12), r(address), r(13), 0);
    let load = |address: u32| encode(Op::Ld, r(14), r(address), r(0), 0);
    assert_eq!(run(&[reserve, store(10), load(10)]), (0, 77));
    assert_eq!(run(&[reserve, store(11), load(11)]), (1, 0));
    assert_eq!(run(&[store(10), load(10)]), (1, 0));
    assert_eq!(run(&[reserve, store(11), store(10), load(10)]), (1, 0)); // the failed one gave it up
}
