//! What C and LLVM assembly are lowered to, as text.

mod support;

use everypath_llvm::{DataModel, LlvmOptions};
use everypath_program::{Instruction, Program, Property, StopReason, Terminator};
use expect_test::{Expect, expect};

use support::{assembly, blocks, program};

/// The function `f` of a C text; `main` only calls it.
fn check(text: &str, expected: Expect) {
    check_with(text, &LlvmOptions::default(), expected);
}

fn check_with(text: &str, options: &LlvmOptions, expected: Expect) {
    let options = LlvmOptions {
        entry: "f".to_owned(),
        ..options.clone()
    };
    expected.assert_eq(&blocks(&program(text, &options), "f"));
}

/// The function `f` of a text of LLVM assembly.
fn check_assembly(text: &str, expected: Expect) {
    let options = LlvmOptions {
        entry: "f".to_owned(),
        ..LlvmOptions::default()
    };
    expected.assert_eq(&blocks(&assembly(text, &options), "f"));
}

#[test]
fn an_addition_of_two_numbers_checks_the_signs() {
    check(
        "int f(int a, int b) { return a + b; }",
        expect![[r#"
            block 0x0(%0, %1):
              %2 = add.32 %0, %1
              %3 = xor.32 %0, %2
              %4 = xor.32 %1, %2
              %5 = and.32 %3, %4
              %6 = sle.32 0, %5
              check signed-overflow %6
              return(%2)
        "#]],
    );
}

#[test]
fn an_addition_of_a_constant_checks_with_one_comparison() {
    check(
        "int f(int a) { return a + 7; }",
        expect![[r#"
            block 0x0(%0):
              %1 = add.32 %0, 7
              %2 = sle.32 %0, %1
              check signed-overflow %2
              return(%1)
        "#]],
    );
    check(
        "int f(int a) { return a - 7; }",
        expect![[r#"
            block 0x0(%0):
              %1 = sub.32 %0, 7
              %2 = sle.32 %1, %0
              check signed-overflow %2
              return(%1)
        "#]],
    );
}

#[test]
fn a_multiplication_by_a_constant_checks_a_range() {
    check(
        "int f(int a) { return a * 10; }",
        expect![[r#"
            block 0x0(%0):
              %1 = mul.32 %0, 10
              %2 = sub.32 %0, 0xf3333334
              %3 = ule.32 %2, 0x19999998
              check signed-overflow %3
              return(%1)
        "#]],
    );
    check(
        "long f(long a, long b) { return a * b; }",
        expect![[r#"
            block 0x0(%0, %1):
              %2 = mul.64 %0, %1
              %3 = mulhighsigned.64 %0, %1
              %4 = ashr.64 %2, 63
              %5 = eq.64 %3, %4
              check signed-overflow %5
              return(%2)
        "#]],
    );
}

#[test]
fn a_division_checks_both_faults() {
    check(
        "int f(int a, int b) { return a / b; }",
        expect![[r#"
            block 0x0(%0, %1):
              %2 = ne.32 %1, 0
              %3 = ne.32 %0, 0x80000000
              %4 = ne.32 %1, 0xffffffff
              %5 = or.1 %3, %4
              %6 = and.1 %2, %5
              check division-by-zero %2
              check signed-division-overflow %6
              %7 = sdiv.32 %0, %1
              return(%7)
        "#]],
    );
    check(
        "unsigned f(unsigned a, unsigned b) { return a % b; }",
        expect![[r#"
            block 0x0(%0, %1):
              %2 = ne.32 %1, 0
              check division-by-zero %2
              %3 = urem.32 %0, %1
              return(%3)
        "#]],
    );
}

#[test]
fn a_loop_over_an_array_keeps_its_values_in_locals() {
    check(
        "int f(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s ^= a[i]; return s; }",
        expect![[r#"
            block 0x0(%0, %1):
              jump 0x1(0, 0)
            block 0x1(%2, %3):
              %4 = slt.32 %2, %1
              branch %4, 0x2, 0x5
            block 0x2:
              %5 = resize.32.32.64 signed %2
              %6 = shl.64 %5, 2
              %7 = add.64 %0, %6
              %8 = load.4.32 unsigned [%7 + 0x0]
              %9 = xor.32 %3, %8
              %10 = add.32 %2, 1
              %11 = sle.32 %2, %10
              check signed-overflow %11
              jump 0x1(%10, %9)
            block 0x5:
              return(%3)
        "#]],
    );
}

#[test]
fn a_return_within_a_loop_leaves_no_undefined_value() {
    check(
        "int f(const int *a, int n) { for (int i = 0; i < n; i++) { if (!a[i]) return 1; } return 0; }",
        expect![[r#"
            block 0x0(%0, %1):
              jump 0x1(0)
            block 0x1(%2):
              %3 = slt.32 %2, %1
              branch %3, 0x2, 0x7
            block 0x2:
              %4 = resize.32.32.64 signed %2
              %5 = shl.64 %4, 2
              %6 = add.64 %0, %5
              %7 = load.4.32 unsigned [%6 + 0x0]
              %8 = ne.32 %7, 0
              branch %8, 0x3, 0x6
            block 0x3:
              %9 = add.32 %2, 1
              %10 = sle.32 %2, %9
              check signed-overflow %10
              jump 0x1(%9)
            block 0x6:
              jump 0xb(1)
            block 0x7:
              jump 0xb(0)
            block 0xb(%11):
              return(%11)
        "#]],
    );
}

#[test]
fn offsets_of_members_are_folded_into_accesses() {
    check(
        "struct s { int a; short b[3]; long c; }; long f(struct s *p) { p->b[1] = 5; return p->c + 0; }",
        expect![[r#"
            block 0x0(%0):
              store.2.16 [%0 + 0x6], 5
              %1 = load.8.64 unsigned [%0 + 0x10]
              return(%1)
        "#]],
    );
}

#[test]
fn an_index_is_checked_against_the_bound_of_the_array() {
    check(
        "int g[10]; int f(int i) { return g[i]; }",
        expect![[r#"
            block 0x0(%0):
              %1 = resize.32.32.64 signed %0
              %2 = ult.64 %1, 10
              check array-bounds %2
              %3 = shl.64 %1, 2
              %4 = add.64 0x101800000010, %3
              %5 = load.4.32 unsigned [%4 + 0x0]
              return(%5)
        "#]],
    );
}

#[test]
fn a_variable_whose_address_is_taken_lies_in_memory() {
    check(
        "void g(int *p); int f(void) { int x = 1; g(&x); return x; } void g(int *p) { *p = 2; }",
        expect![[r#"
            block 0x0:
              %0 = allocate.local undefined 4, align 4, "x"
              store.4.32 [%0 + 0x0], 1
              call 0x200000000(%0), then 0x0.1
            block 0x0.1:
              %1 = load.4.32 unsigned [%0 + 0x0]
              end_scope(%0)
              return(%1)
        "#]],
    );
}

#[test]
fn a_switch_is_one() {
    check(
        "int f(int a) { switch (a) { case 1: return 10; case 5: return 2; default: return 3; } }",
        expect![[r#"
            block 0x0(%0):
              switch.32 %0, 1: 0x2, 5: 0x3, default: 0x1
            block 0x1:
              jump 0x4(3)
            block 0x2:
              jump 0x4(10)
            block 0x3:
              jump 0x4(2)
            block 0x4(%1):
              return(%1)
        "#]],
    );
}

#[test]
fn a_value_that_was_never_written_is_an_input_at_each_use() {
    check(
        "int f(int c) { int x; if (c) x = 3; return x; }",
        expect![[r#"
            block 0x0(%0):
              %1 = input.32 "x"
              %2 = ne.32 %0, 0
              %3 = select.32 %2, 3, %1
              return(%3)
        "#]],
    );
    check_assembly(
        "define i32 @f() { %a = add i32 undef, undef ret i32 %a }",
        expect![[r#"
            block 0x0:
              %0 = input.32 "undefined"
              %1 = input.32 "undefined"
              %2 = add.32 %0, %1
              return(%2)
        "#]],
    );
}

#[test]
fn variable_arguments_lie_side_by_side() {
    let text = "int g(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); int a = __builtin_va_arg(l, int);
         __builtin_va_end(l); return a; }
         int f(void) { return g(1, 2, 3.5); }";
    check(
        text,
        expect![[r#"
            block 0x0:
              %0 = mark_locals()
              %1 = allocate.local undefined 32, align 16, "variable arguments"
              store.8.64 [%1 + 0x0], 16
              store.8.64 [%1 + 0x8], 769
              store.8.64 [%1 + 0x10], 2
              store.8.64 [%1 + 0x18], 0x400c000000000000
              %2 = add.64 %1, 16
              store.8.64 [0x100800000008 + 0x0], %2
              %3 = call 0x0(1), then 0x0.1
            block 0x0.1:
              release_locals(%0)
              return(%3)
        "#]],
    );
    let options = LlvmOptions {
        data_model: DataModel::Ilp32,
        ..LlvmOptions::default()
    };
    check_with(
        text,
        &options,
        expect![[r#"
            block 0x0:
              %0 = mark_locals()
              %1 = allocate.local undefined 28, align 16, "variable arguments"
              store.8.64 [%1 + 0x0], 16
              store.8.64 [%1 + 0x8], 769
              store.4.32 [%1 + 0x10], 2
              store.8.64 [%1 + 0x14], 0x400c000000000000
              %2 = add.32 %1, 16
              store.4.32 [0x1000004 + 0x0], %2
              %3 = call 0x0(1), then 0x0.1
            block 0x0.1:
              release_locals(%0)
              return(%3)
        "#]],
    );
}

#[test]
fn flags_of_foreign_bitcode_are_checked() {
    check_assembly(
        "define i8 @f(i8 %a, i8 %b) {
           %c = add nsw nuw i8 %a, %b
           %d = shl nuw i8 %c, %b
           %e = lshr exact i8 %d, 2
           %g = sdiv exact i8 %e, %a
           ret i8 %g
         }",
        expect![[r#"
            block 0x0(%0, %1):
              %2 = add.8 %0, %1
              %3 = xor.8 %0, %2
              %4 = xor.8 %1, %2
              %5 = and.8 %3, %4
              %6 = sle.8 0, %5
              %7 = ule.8 %0, %2
              %8 = ult.8 %1, 8
              %9 = shl.8 %2, %1
              %10 = lshr.8 %9, %1
              %11 = eq.8 %10, %2
              %12 = lshr.8 %9, 2
              %13 = shl.8 %12, 2
              %14 = eq.8 %13, %9
              %15 = ne.8 %0, 0
              check division-by-zero %15
              %16 = ne.8 %0, 255
              %17 = or.1 %16, %6
              check signed-overflow %17
              %18 = or.1 %16, %7
              check signed-overflow %18
              %19 = or.1 %16, %8
              check invalid-shift %19
              %20 = or.1 %16, %11
              check invalid-shift %20
              %21 = or.1 %16, %14
              check invalid-shift %21
              %22 = ne.8 %12, 128
              %23 = or.1 %22, %16
              check signed-division-overflow %23
              %24 = sdiv.8 %12, %0
              %25 = mul.8 %24, %0
              %26 = eq.8 %25, %12
              check signed-overflow %6
              check signed-overflow %7
              check invalid-shift %8
              check invalid-shift %11
              check invalid-shift %14
              check invalid-value %26
              return(%24)
        "#]],
    );
}

#[test]
fn numbers_of_any_width_are_loaded_and_stored() {
    check_assembly(
        "define i33 @f(ptr %p, i200 %v) {
           %a = load i33, ptr %p
           %b = add i33 %a, 1
           store i33 %b, ptr %p
           %q = getelementptr i8, ptr %p, i64 8
           store i200 %v, ptr %q
           ret i33 %b
         }",
        expect![[r#"
            block 0x0(%0, %1):
              %2 = load.5.40 unsigned [%0 + 0x0]
              %3 = resize.40.33.33 unsigned %2
              %4 = add.33 %3, 1
              %5 = resize.33.33.40 unsigned %4
              store.5.40 [%0 + 0x0], %5
              store.16.200 [%0 + 0x8], %1
              %6 = lshr.200 %1, 128
              store.9.200 [%0 + 0x18], %6
              return(%4)
        "#]],
    );
    check_assembly(
        "define i128 @f() { ret i128 -170141183460469231731687303715884105727 }",
        expect![[r#"
            block 0x0:
              %0 = shl.128 0x8000000000000000, 64
              %1 = or.128 %0, 1
              return(%1)
        "#]],
    );
}

#[test]
fn vectors_are_taken_apart() {
    check_assembly(
        "define i16 @f(<2 x i16> %a, <2 x i16> %b, i32 %i) {
           %c = add <2 x i16> %a, %b
           %d = shufflevector <2 x i16> %c, <2 x i16> %a, <2 x i32> <i32 1, i32 2>
           %e = insertelement <2 x i16> %d, i16 7, i32 0
           %m = icmp ult <2 x i16> %e, %a
           %s = select <2 x i1> %m, <2 x i16> %e, <2 x i16> %b
           %r = extractelement <2 x i16> %s, i32 %i
           ret i16 %r
         }",
        expect![[r#"
            block 0x0(%0, %1, %2, %3, %4):
              %5 = ult.16 7, %0
              %6 = ult.16 %0, %1
              %7 = select.16 %5, 7, %2
              %8 = select.16 %6, %0, %3
              %9 = input.16 "undefined"
              %10 = eq.32 %4, 0
              %11 = select.16 %10, %7, %9
              %12 = eq.32 %4, 1
              %13 = select.16 %12, %8, %11
              return(%13)
        "#]],
    );
    check_assembly(
        "define i8 @f(ptr %p) { %v = load <8 x i1>, ptr %p %b = bitcast <8 x i1> %v to i8 ret i8 %b }",
        expect![[r#"
            block 0x0(%0):
              %1 = load.1.8 unsigned [%0 + 0x0]
              %2 = lshr.8 %1, 1
              %3 = lshr.8 %1, 2
              %4 = lshr.8 %1, 3
              %5 = lshr.8 %1, 4
              %6 = lshr.8 %1, 5
              %7 = lshr.8 %1, 6
              %8 = lshr.8 %1, 7
              %9 = resize.8.1.8 unsigned %1
              %10 = resize.8.1.8 unsigned %2
              %11 = shl.8 %10, 1
              %12 = or.8 %9, %11
              %13 = resize.8.1.8 unsigned %3
              %14 = shl.8 %13, 2
              %15 = or.8 %12, %14
              %16 = resize.8.1.8 unsigned %4
              %17 = shl.8 %16, 3
              %18 = or.8 %15, %17
              %19 = resize.8.1.8 unsigned %5
              %20 = shl.8 %19, 4
              %21 = or.8 %18, %20
              %22 = resize.8.1.8 unsigned %6
              %23 = shl.8 %22, 5
              %24 = or.8 %21, %23
              %25 = resize.8.1.8 unsigned %7
              %26 = shl.8 %25, 6
              %27 = or.8 %24, %26
              %28 = resize.8.1.8 unsigned %8
              %29 = shl.8 %28, 7
              %30 = or.8 %27, %29
              return(%30)
        "#]],
    );
}

#[test]
fn a_computed_jump_is_a_switch_over_the_addresses_of_blocks() {
    check_assembly(
        "define i32 @f(i1 %c) {
           %t = select i1 %c, ptr blockaddress(@f, %a), ptr blockaddress(@f, %b)
           indirectbr ptr %t, [label %a, label %b]
         a: ret i32 1
         b: ret i32 2
         }",
        expect![[r#"
            block 0x0(%0):
              %1 = select.64 %0, 0x10000000010, 0x10000000000
              switch.64 %1, 1099511627792: 0x1, 1099511627776: 0x2, default: 0x0.1
            block 0x0.1:
              check unreachable 0
              stop dead
            block 0x1:
              return(1)
            block 0x2:
              return(2)
        "#]],
    );
}

#[test]
fn small_copies_are_loads_and_stores_and_others_a_service_with_a_way_out() {
    check(
        "struct s { long a[5]; }; void f(struct s *p, struct s *q) { *p = *q; }",
        expect![[r#"
            block 0x0(%0, %1):
              %2 = sub.64 %0, %1
              %3 = eq.64 %2, 0
              %4 = add.64 %2, 39
              %5 = ule.64 79, %4
              %6 = or.1 %3, %5
              %7 = copy_memory(%0, %1, 40)
              %8 = ne.64 %7, 0
              branch %8, 0x0.9, 0x0.1
            block 0x0.1:
              %9 = load.8.64 unsigned [%1 + 0x0]
              %10 = load.8.64 unsigned [%1 + 0x8]
              %11 = load.8.64 unsigned [%1 + 0x10]
              %12 = load.8.64 unsigned [%1 + 0x18]
              %13 = load.8.64 unsigned [%1 + 0x20]
              store.8.64 [%0 + 0x0], %9
              store.8.64 [%0 + 0x8], %10
              store.8.64 [%0 + 0x10], %11
              store.8.64 [%0 + 0x18], %12
              store.8.64 [%0 + 0x20], %13
              jump 0x0.9
            block 0x0.9:
              check overlapping-copy %6
              return()
        "#]],
    );
}

#[test]
fn floating_point_keeps_bits_and_calls_the_machine() {
    check(
        "double f(double a, float b) { return -a * b > 1.5 ? a : (int)b; }",
        expect![[r#"
            block 0x0(%0, %1):
              %2 = xor.64 %0, 0x8000000000000000
              %3 = float.32.convert.64 %1
              %4 = float.64.mul %2, %3
              %5 = float.64.less 0x3ff8000000000000, %4
              branch %5, 0x1, 0x2
            block 0x1:
              jump 0x4(%0)
            block 0x2:
              %6 = float.32.less 0xcf000001, %1
              %7 = float.32.less %1, 0x4f000000
              %8 = and.1 %6, %7
              check invalid-conversion %8
              %9 = float.32.to_signed.32 %1
              %10 = float.64.from_signed.32 %9
              jump 0x4(%10)
            block 0x4(%11):
              return(%11)
        "#]],
    );
}

#[test]
fn arguments_by_value_in_memory_belong_to_the_callee() {
    check(
        "struct s { long a[5]; }; long f(struct s p) { p.a[1] = 3; return p.a[0]; }",
        expect![[r#"
            block 0x0(%0):
              %1 = allocate.local undefined 40, align 8, "p"
              %2 = copy_memory(%1, %0, 40)
              %3 = ne.64 %2, 0
              branch %3, 0x0.9, 0x0.1
            block 0x0.1:
              %4 = load.8.64 unsigned [%0 + 0x0]
              %5 = load.8.64 unsigned [%0 + 0x8]
              %6 = load.8.64 unsigned [%0 + 0x10]
              %7 = load.8.64 unsigned [%0 + 0x18]
              %8 = load.8.64 unsigned [%0 + 0x20]
              store.8.64 [%1 + 0x0], %4
              store.8.64 [%1 + 0x8], %5
              store.8.64 [%1 + 0x10], %6
              store.8.64 [%1 + 0x18], %7
              store.8.64 [%1 + 0x20], %8
              jump 0x0.9
            block 0x0.9:
              store.8.64 [%1 + 0x8], 3
              %9 = load.8.64 unsigned [%1 + 0x0]
              return(%9)
        "#]],
    );
}

#[test]
fn what_is_not_supported_is_a_cut_that_names_it() {
    let cases = [
        (
            "int g(void); int f(void) { return g(); }",
            "call of undefined function `g` in `f`",
        ),
        (
            "int f(int a) { __asm__(\"incl %0\" : \"+r\"(a)); return a; }",
            "inline assembly (`incl $0`) in `f`",
        ),
        (
            "_Float16 f(_Float16 a) { return a + a; }",
            "floating point of type float in `f`",
        ),
    ];
    for (text, expected) in &cases[..2] {
        let options = LlvmOptions {
            entry: "f".to_owned(),
            ..LlvmOptions::default()
        };
        let program = program(text, &options);
        let key = program.function_named("f").unwrap();
        let stops: Vec<_> = program
            .blocks_of(key)
            .iter()
            .filter_map(|block| match &block.terminator {
                Terminator::Stop(StopReason::Unsupported(what)) => Some(what.as_str()),
                _ => None,
            })
            .collect();
        assert_eq!(stops, [*expected], "{text}");
    }
}

/// The offset of the only store, whose address is the first parameter.
fn store_offset(text: &str, options: &LlvmOptions) -> u64 {
    let options = LlvmOptions {
        entry: "f".to_owned(),
        ..options.clone()
    };
    let program = program(text, &options);
    let key = program.function_named("f").unwrap();
    let offsets: Vec<u64> = program
        .blocks_of(key)
        .iter()
        .flat_map(|block| block.instructions.iter())
        .filter_map(|instruction| match instruction {
            Instruction::Store { offset, .. } => Some(*offset),
            _ => None,
        })
        .collect();
    assert_eq!(offsets.len(), 1);
    offsets[0]
}

#[test]
fn offsets_follow_the_data_model() {
    // The structures of the LLVM language reference for getelementptr, at both alignments of `double`.
    let text = "struct RT { char A; int B[10][20]; char C; };
        struct ST { int X; double Y; struct RT Z; };
        _Static_assert(sizeof(struct RT) == 808, \"\");
        void f(struct ST *s) { s[1].Z.B[5][13] = 1; }";
    let lp64 = LlvmOptions::default();
    assert_eq!(store_offset(text, &lp64), 1296);
    let ilp32 = LlvmOptions {
        data_model: DataModel::Ilp32,
        ..LlvmOptions::default()
    };
    assert_eq!(store_offset(text, &ilp32), 1288);
}

#[test]
fn checks_that_are_off_leave_nothing_behind() {
    let mut options = LlvmOptions::default();
    options.checks.set(Property::SignedOverflow, false);
    options.checks.set(Property::SignedDivisionOverflow, false);
    check_with(
        "int f(int a, int b) { return a + b; }",
        &options,
        expect![[r#"
            block 0x0(%0, %1):
              %2 = add.32 %0, %1
              return(%2)
        "#]],
    );
}

#[test]
fn inputs_are_named_after_the_variables_that_they_are_assigned_to() {
    let text = "int __VERIFIER_nondet_int(void); int f(void) { int count = __VERIFIER_nondet_int(); return count; }";
    let options = LlvmOptions {
        entry: "f".to_owned(),
        ..LlvmOptions::default()
    };
    for optimise in [true, false] {
        let options = LlvmOptions {
            optimise,
            ..options.clone()
        };
        let text = blocks(&program(text, &options), "f");
        assert!(text.contains("input.32 \"count\""), "{text}");
    }
}

#[test]
fn every_instruction_has_a_place_and_a_text() {
    let text = "int f(int a) {\n  if (a > 3)\n    a *= 3;\n  return a;\n}\n";
    let options = LlvmOptions {
        entry: "f".to_owned(),
        ..LlvmOptions::default()
    };
    let program = program(text, &options);
    let mut lines = std::collections::BTreeSet::new();
    for position in program.code_positions() {
        let location = &program.locations(position)[0];
        assert_eq!(location.function.as_deref(), Some("f"));
        lines.extend(location.line);
        struct NoCode;
        impl everypath_program::CodeBytes for NoCode {
            fn fetch(&self, _: u64) -> Result<u16, everypath_program::FetchFault> {
                Err(everypath_program::FetchFault::Unmapped)
            }
        }
        assert!(!program.instruction_text(position, &NoCode).is_empty());
    }
    assert_eq!(lines.into_iter().collect::<Vec<_>>(), [2, 3, 4]);
}

#[test]
fn computing_with_an_undefined_value_is_a_violation_where_it_is_checked_and_passing_it_on_is_none()
{
    let text = "
define i32 @f(i32 %a, ptr %to) {
  store i32 undef, ptr %to
  %frozen = freeze i32 undef
  %sum = add i32 %a, undef
  %result = add i32 %sum, %frozen
  ret i32 %result
}
define i32 @main() {
  ret i32 0
}";
    let mut options = LlvmOptions {
        entry: "f".to_owned(),
        ..LlvmOptions::default()
    };
    options.checks.set(Property::UninitializedRead, true);
    expect![[r#"
        block 0x0(%0, %1):
          %2 = input.32 "undefined"
          store.4.32 [%1 + 0x0], %2
          %3 = input.32 "undefined"
          check uninitialized-read 0
          %4 = input.32 "undefined"
          %5 = add.32 %0, %4
          %6 = add.32 %5, %3
          return(%6)
    "#]]
    .assert_eq(&blocks(&assembly(text, &options), "f"));
}
