//! What foreign bitcode is lowered to where values may be poison: which promises are required, and where.

mod support;

use everypath_llvm::LlvmOptions;
use everypath_program::{Instruction, Property};
use expect_test::{Expect, expect};

use support::{assembly, blocks};

fn options() -> LlvmOptions {
    LlvmOptions {
        entry: "f".to_owned(),
        ..LlvmOptions::default()
    }
}

/// The function `f` of a text of LLVM assembly.
fn check(text: &str, expected: Expect) {
    expected.assert_eq(&blocks(&assembly(text, &options()), "f"));
}

#[test]
fn a_select_requires_the_promises_of_the_side_that_it_takes() {
    check(
        "define i32 @f(i32 %a) {
           %s = shl i32 1, %a
           %c = icmp ult i32 %a, 32
           %r = select i1 %c, i32 %s, i32 0
           ret i32 %r
         }",
        expect![[r#"
            block 0x0(%0):
              %1 = ult.32 %0, 32
              %2 = shl.32 1, %0
              %3 = not.1 %1
              %4 = or.1 %3, %1
              %5 = select.32 %1, %2, 0
              check invalid-shift %4
              return(%5)
        "#]],
    );
}

#[test]
fn both_users_of_a_speculated_value_throw_it_away() {
    check(
        "define i32 @f(i32 %a) {
           %s = lshr i32 9, %a
           %c = icmp ult i32 %a, 32
           %n = xor i1 %c, true
           %r = select i1 %c, i32 %s, i32 0
           %q = select i1 %n, i32 1, i32 %s
           %t = add i32 %r, %q
           ret i32 %t
         }",
        expect![[r#"
            block 0x0(%0):
              %1 = ult.32 %0, 32
              %2 = lshr.32 9, %0
              %3 = not.1 %1
              %4 = or.1 %3, %1
              %5 = select.32 %1, %2, 0
              %6 = select.32 %1, %2, 1
              %7 = add.32 %5, %6
              check invalid-shift %4
              check invalid-shift %4
              return(%7)
        "#]],
    );
}

#[test]
fn a_select_of_truth_values_is_no_and() {
    check(
        "define i1 @f(i32 %a, i1 %c) {
           %n = add nsw i32 %a, 1
           %p = icmp sgt i32 %n, 0
           %r = select i1 %c, i1 %p, i1 false
           %t = and i1 %c, %p
           %u = or i1 %r, %t
           ret i1 %u
         }",
        expect![[r#"
            block 0x0(%0, %1):
              %2 = add.32 %0, 1
              %3 = sle.32 %0, %2
              %4 = slt.32 0, %2
              %5 = not.1 %1
              %6 = or.1 %5, %3
              %7 = select.1 %1, %4, 0
              %8 = and.1 %1, %4
              %9 = or.1 %7, %8
              check signed-overflow %3
              check signed-overflow %6
              return(%9)
        "#]],
    );
}

#[test]
fn a_phi_that_may_be_poison_has_a_bit_that_says_whether_it_is() {
    check(
        "define i32 @f(i32 %a, i1 %c) {
         entry:
           %n = add nsw i32 %a, 1
           br i1 %c, label %other, label %join
         other:
           br label %join
         join:
           %v = phi i32 [ %n, %entry ], [ 5, %other ]
           ret i32 %v
         }",
        expect![[r#"
            block 0x0(%0, %1):
              %2 = add.32 %0, 1
              %3 = sle.32 %0, %2
              %4 = select.32 %1, 5, %2
              %5 = or.1 %1, %3
              check signed-overflow %5
              return(%4)
        "#]],
    );
}

#[test]
fn a_counter_that_is_compared_at_each_round_needs_no_bit() {
    check(
        "define i32 @f(i32 %a) {
         entry:
           br label %loop
         loop:
           %i = phi i32 [ 0, %entry ], [ %n, %loop ]
           %n = add nsw i32 %i, 1
           %c = icmp slt i32 %n, %a
           br i1 %c, label %loop, label %done
         done:
           ret i32 %i
         }",
        expect![[r#"
            block 0x0(%0):
              jump 0x1(0)
            block 0x1(%1):
              %2 = add.32 %1, 1
              %3 = sle.32 %1, %2
              %4 = slt.32 %2, %0
              check signed-overflow %3
              branch %4, 0x1(%2), 0x2
            block 0x2:
              return(%1)
        "#]],
    );
}

#[test]
fn a_sum_that_nobody_looks_at_takes_its_bit_around_the_loop() {
    check(
        "define i32 @f(i32 %a) {
         entry:
           br label %loop
         loop:
           %i = phi i32 [ 0, %entry ], [ %n, %loop ]
           %s = phi i32 [ 0, %entry ], [ %t, %loop ]
           %t = add nsw i32 %s, %i
           %n = add i32 %i, 1
           %c = icmp ult i32 %n, %a
           br i1 %c, label %loop, label %done
         done:
           ret i32 %t
         }",
        expect![[r#"
            block 0x0(%0):
              jump 0x1(0, 0, 1)
            block 0x1(%1, %2, %3):
              %4 = add.32 %2, %1
              %5 = xor.32 %2, %4
              %6 = xor.32 %1, %4
              %7 = and.32 %5, %6
              %8 = sle.32 0, %7
              %9 = add.32 %1, 1
              %10 = ult.32 %9, %0
              %11 = and.1 %3, %8
              branch %10, 0x1(%9, %4, %11), 0x2
            block 0x2:
              check signed-overflow %3
              check signed-overflow %8
              return(%4)
        "#]],
    );
}

#[test]
fn what_was_required_is_not_required_again_where_all_ways_come_from_there() {
    check(
        "define i8 @f(ptr %p, i64 %a, i1 %c) {
         entry:
           %n = add nuw i64 %a, 1
           %q = getelementptr i8, ptr %p, i64 %n
           br i1 %c, label %then, label %else
         then:
           store i8 1, ptr %q
           store i8 2, ptr %q
           br label %join
         else:
           br label %join
         join:
           %v = load i8, ptr %q
           store i8 %v, ptr %p
           store i8 3, ptr %q
           ret i8 %v
         }",
        expect![[r#"
            block 0x0(%0, %1, %2):
              %3 = add.64 %1, 1
              %4 = ule.64 %1, %3
              %5 = add.64 %0, %3
              branch %2, 0x1, 0x2
            block 0x1:
              check signed-overflow %4
              store.1.8 [%5 + 0x0], 1
              store.1.8 [%5 + 0x0], 2
              jump 0x3
            block 0x2:
              jump 0x3
            block 0x3:
              check signed-overflow %4
              %6 = load.1.8 unsigned [%5 + 0x0]
              store.1.8 [%0 + 0x0], %6
              store.1.8 [%5 + 0x0], 3
              return(%6)
        "#]],
    );
}

#[test]
fn what_is_frozen_is_no_poison() {
    check(
        "define i32 @f(i32 %a) {
           %n = add nsw i32 %a, 1
           %s = freeze i32 %n
           ret i32 %s
         }",
        expect![[r#"
            block 0x0(%0):
              %1 = add.32 %0, 1
              return(%1)
        "#]],
    );
}

#[test]
fn what_nothing_needs_is_required_since_no_optimiser_left_it() {
    check(
        "define void @f(i32 %a) {
           %n = add nsw i32 %a, 1
           %m = zext i32 %n to i64
           ret void
         }",
        expect![[r#"
            block 0x0(%0):
              %1 = add.32 %0, 1
              %2 = sle.32 %0, %1
              check signed-overflow %2
              return()
        "#]],
    );
}

#[test]
fn conversions_and_intrinsics_that_nothing_needs_are_required_too() {
    for (operation, property) in [
        ("fptosi double %d to i32", "invalid-conversion"),
        ("fptoui double %d to i8", "invalid-conversion"),
        ("trunc nsw i32 %a to i8", "invalid-value"),
        ("zext nneg i32 %a to i64", "invalid-value"),
        ("uitofp nneg i32 %a to double", "invalid-value"),
        ("call i32 @llvm.abs.i32(i32 %a, i1 true)", "signed-overflow"),
        ("call i32 @llvm.ctlz.i32(i32 %a, i1 true)", "invalid-value"),
        ("call i32 @llvm.cttz.i32(i32 %a, i1 true)", "invalid-value"),
    ] {
        let text = format!(
            "declare i32 @llvm.abs.i32(i32, i1)
             declare i32 @llvm.ctlz.i32(i32, i1)
             declare i32 @llvm.cttz.i32(i32, i1)
             define i32 @f(i32 %a, double %d) {{
               %r = {operation}
               ret i32 0
             }}"
        );
        let lowered = blocks(&assembly(&text, &options()), "f");
        let check = format!("check {property}");
        assert!(lowered.contains(&check), "{operation}:\n{lowered}");
    }
}

#[test]
fn where_no_optimiser_was_everything_is_required_at_once() {
    check(
        "define i32 @f(i32 %a, i1 %c) noinline optnone {
           %n = add nsw i32 %a, 1
           br i1 %c, label %one, label %two
         one:
           ret i32 %n
         two:
           ret i32 0
         }",
        expect![[r#"
            block 0x0(%0, %1):
              %2 = add.32 %0, 1
              %3 = sle.32 %0, %2
              check signed-overflow %3
              branch %1, 0x1, 0x2
            block 0x1:
              return(%2)
            block 0x2:
              return(0)
        "#]],
    );
}

#[test]
fn the_same_sum_with_and_without_a_promise_are_two_values() {
    check(
        "define void @f(ptr %p, i32 %a, i32 %b) {
           %x = add i32 %a, %b
           %y = add nsw i32 %a, %b
           %z = add i32 %a, %b
           store i32 %x, ptr %p
           %c = freeze i32 %y
           store i32 %c, ptr %p
           store i32 %z, ptr %p
           ret void
         }",
        expect![[r#"
            block 0x0(%0, %1, %2):
              %3 = add.32 %1, %2
              store.4.32 [%0 + 0x0], %3
              store.4.32 [%0 + 0x0], %3
              store.4.32 [%0 + 0x0], %3
              return()
        "#]],
    );
}

#[test]
fn a_divisor_must_be_no_poison_and_a_dividend_only_over_minus_one() {
    check(
        "define i32 @f(i32 %a, i32 %b, i1 %c) {
           %n = add nsw i32 %a, 1
           %m = add nuw i32 %b, 1
           %d = sdiv i32 %n, %m
           %r = select i1 %c, i32 %d, i32 0
           ret i32 %r
         }",
        expect![[r#"
            block 0x0(%0, %1, %2):
              %3 = add.32 %0, 1
              %4 = sle.32 %0, %3
              %5 = add.32 %1, 1
              %6 = ule.32 %1, %5
              check signed-overflow %6
              %7 = ne.32 %5, 0
              check division-by-zero %7
              %8 = ne.32 %5, 0xffffffff
              %9 = or.1 %8, %4
              check signed-overflow %9
              %10 = ne.32 %3, 0x80000000
              %11 = or.1 %10, %8
              check signed-division-overflow %11
              %12 = sdiv.32 %3, %5
              %13 = not.1 %2
              %14 = or.1 %13, %4
              %15 = select.32 %2, %12, 0
              check signed-overflow %14
              return(%15)
        "#]],
    );
}

#[test]
fn promises_of_other_operations_than_arithmetic() {
    check(
        "define i64 @f(i16 %a, i8 %b) {
           %t = trunc nuw nsw i16 %a to i8
           %o = or disjoint i8 %t, %b
           %z = zext nneg i8 %o to i64
           ret i64 %z
         }",
        expect![[r#"
            block 0x0(%0, %1):
              %2 = resize.16.8.8 unsigned %0
              %3 = resize.16.8.16 signed %0
              %4 = eq.16 %3, %0
              %5 = resize.16.8.16 unsigned %0
              %6 = eq.16 %5, %0
              %7 = or.8 %2, %1
              %8 = and.8 %2, %1
              %9 = eq.8 %8, 0
              %10 = resize.8.8.64 unsigned %7
              %11 = sle.8 0, %7
              check invalid-value %4
              check invalid-value %6
              check invalid-value %9
              check invalid-value %11
              return(%10)
        "#]],
    );
    check(
        "define i64 @f(ptr %p) {
           %v = load i8, ptr %p
           %z = zext nneg i8 %v to i64
           ret i64 %z
         }",
        expect![[r#"
            block 0x0(%0):
              %1 = load.1.64 unsigned [%0 + 0x0]
              %2 = ult.64 %1, 128
              check invalid-value %2
              return(%1)
        "#]],
    );
    check(
        "declare i32 @llvm.cttz.i32(i32, i1)
         define i32 @f(i32 %a) {
           %z = call i32 @llvm.cttz.i32(i32 %a, i1 true)
           %c = icmp eq i32 %a, 0
           %r = select i1 %c, i32 32, i32 %z
           ret i32 %r
         }",
        expect![[r#"
            block 0x0(%0):
              %1 = counttrailingzeros.32 %0
              %2 = ne.32 %0, 0
              %3 = eq.32 %0, 0
              %4 = or.1 %3, %2
              %5 = select.32 %3, 32, %1
              check invalid-value %4
              return(%5)
        "#]],
    );
}

#[test]
fn a_conversion_of_a_floating_point_number_has_a_range() {
    check(
        "define i32 @f(double %a, i1 %c) {
           %n = fptosi double %a to i32
           %r = select i1 %c, i32 %n, i32 0
           ret i32 %r
         }",
        expect![[r#"
            block 0x0(%0, %1):
              %2 = float.64.to_signed.32 %0
              %3 = float.64.less 0xc1e0000000200000, %0
              %4 = float.64.less %0, 0x41e0000000000000
              %5 = and.1 %3, %4
              %6 = not.1 %1
              %7 = or.1 %6, %5
              %8 = select.32 %1, %2, 0
              check invalid-conversion %7
              return(%8)
        "#]],
    );
    check(
        "define i64 @f(float %a) {
           %n = fptosi float %a to i64
           %m = fptoui float %a to i8
           %w = zext i8 %m to i64
           %s = add i64 %n, %w
           ret i64 %s
         }",
        expect![[r#"
            block 0x0(%0):
              %1 = float.32.to_signed.64 %0
              %2 = float.32.lessequal 0xdf000000, %0
              %3 = float.32.less %0, 0x5f000000
              %4 = and.1 %2, %3
              %5 = float.32.to_unsigned.8 %0
              %6 = float.32.less 0xbf800000, %0
              %7 = float.32.less %0, 0x43800000
              %8 = and.1 %6, %7
              %9 = resize.8.8.64 unsigned %5
              %10 = add.64 %1, %9
              check invalid-conversion %4
              check invalid-conversion %8
              return(%10)
        "#]],
    );
    check(
        "define double @f(i16 %a) { %d = uitofp nneg i16 %a to double ret double %d }",
        expect![[r#"
            block 0x0(%0):
              %1 = float.64.from_unsigned.16 %0
              %2 = sle.16 0, %0
              check invalid-value %2
              return(%1)
        "#]],
    );
}

#[test]
fn elements_of_a_bit_cast_rest_on_those_that_they_overlap() {
    check(
        "define i32 @f(<4 x i16> %a) {
           %s = add nsw <4 x i16> %a, <i16 1, i16 1, i16 1, i16 1>
           %v = bitcast <4 x i16> %s to <2 x i32>
           %r = extractelement <2 x i32> %v, i32 1
           ret i32 %r
         }",
        expect![[r#"
            block 0x0(%0, %1, %2, %3):
              %4 = add.16 %2, 1
              %5 = sle.16 %2, %4
              %6 = add.16 %3, 1
              %7 = sle.16 %3, %6
              %8 = resize.16.16.32 unsigned %4
              %9 = resize.16.16.32 unsigned %6
              %10 = shl.32 %9, 16
              %11 = or.32 %8, %10
              check signed-overflow %5
              check signed-overflow %7
              return(%11)
        "#]],
    );
}

#[test]
fn a_check_has_the_place_of_the_operation_that_makes_the_promise() {
    let text = "define i32 @f(i32 %a, i1 %c) {
         entry:
           %n = add nsw i32 %a, 1
           br i1 %c, label %other, label %join
         other:
           br label %join
         join:
           %v = phi i32 [ %n, %entry ], [ 5, %other ]
           ret i32 %v
         }";
    let program = assembly(text, &options());
    let key = program.function_named("f").unwrap();
    let mut places = Vec::new();
    for block in program.blocks_of(key) {
        for (instruction, position) in block.instructions.iter().zip(&block.positions) {
            if let Instruction::Check { property, .. } = instruction {
                places.push((*property, position.0 & 0xffff_ffff));
            }
        }
    }
    // The sum is the first instruction.
    assert_eq!(places, [(Property::SignedOverflow, 0)]);
}

#[test]
fn very_many_promises_become_one() {
    let mut text = "define i32 @f(i32 %a) {\n  %v0 = add nsw i32 %a, 1\n".to_owned();
    for number in 1..200 {
        text.push_str(&format!(
            "  %v{number} = add nsw i32 %v{}, {number}\n",
            number - 1
        ));
    }
    text.push_str("  ret i32 %v199\n}\n");
    let text = blocks(&assembly(&text, &options()), "f");
    let checks = text.matches("check signed-overflow").count();
    assert!((1..=33).contains(&checks), "{checks}");
    // 200 sums, their conditions, what joins them, and the checks.
    assert!(text.lines().count() < 3 * 200 + 40, "{text}");
}
