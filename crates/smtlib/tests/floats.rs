//! Scripts of the theory FloatingPoint and their answers.

mod common;

use everypath_term::smtlib::Floats;
use everypath_term::testing::said_of_script;
use everypath_term::{
    Assignment, Bits, FloatFormat, FloatOp, FloatOperator, Random, Rounding, Term, TermTable,
    evaluate, smtlib,
};
use expect_test::expect;

use common::{answers, check};

/// Each assertion by itself, over two numbers of each of two formats, a rounding mode and bits.
fn check_all(answer: &str, assertions: &[&str]) {
    for assertion in assertions {
        let script = format!(
            "(set-logic QF_BVFP)(define-sort S () (_ FloatingPoint 4 5))
             (declare-const x S)(declare-const y S)(declare-const u Float16)(declare-const v Float16)
             (declare-const r RoundingMode)(declare-const b (_ BitVec 9))(declare-fun f (S) S)
             (assert {assertion})(check-sat)"
        );
        assert_eq!(answers(&script), format!("{answer}\n"), "{assertion}");
    }
}

#[test]
fn values_of_all_sorts() {
    check(
        "(set-logic QF_FP)
         (declare-const x Float16)(declare-const m RoundingMode)
         (assert (fp.isInfinite x))(assert (fp.isNegative x))(assert (= m roundTowardPositive))
         (check-sat)(get-model)
         (get-value ((fp.add RNE x (fp.neg x)) (_ -zero 8 24) (fp #b1 #b11111111000 #x0000000000001)
                     ((_ to_fp 5 11) #x3c01) ((_ to_fp 8 8) RNE (- 1.5)) ((_ to_fp 15 113) RTZ (/ 1 3))
                     ((_ to_fp 3 4) m (/ (- 7.0) 1.5)) ((_ fp.to_sbv 4) RNE ((_ to_fp 5 11) RNE 2.5))))",
        expect![[r#"
            sat
            (
              (define-fun x () (_ FloatingPoint 5 11) (fp #b1 #b11111 #b0000000000))
              (define-fun m () RoundingMode roundTowardPositive)
            )
            (((fp.add RNE x (fp.neg x)) (_ NaN 5 11))
             ((_ -zero 8 24) (fp #b1 #b00000000 #b00000000000000000000000))
             ((fp #b1 #b11111111000 #x0000000000001) (fp #b1 #b11111111000 #b0000000000000000000000000000000000000000000000000001))
             (((_ to_fp 5 11) #x3c01) (fp #b0 #b01111 #b0000000001))
             (((_ to_fp 8 8) RNE (- 1.5)) (fp #b1 #b01111111 #b1000000))
             (((_ to_fp 15 113) RTZ (/ 1 3)) (fp #b0 #b011111111111101 #b0101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101))
             (((_ to_fp 3 4) m (/ (- 7.0) 1.5)) (fp #b1 #b101 #b001))
             (((_ fp.to_sbv 4) RNE ((_ to_fp 5 11) RNE 2.5)) #b0010))
        "#]],
    );
}

#[test]
fn laws_of_the_theory() {
    check_all(
        "unsat",
        &[
            // There is one NaN, and it is equal to itself as a value only.
            "(and (fp.isNaN x) (fp.isNaN y) (distinct x y))",
            "(and (fp.isNaN x) (fp.eq x x))",
            "(and (fp.isNaN x) (distinct (fp.neg x) x))",
            "(and (fp.isNaN ((_ to_fp 4 5) b)) (distinct ((_ to_fp 4 5) b) (_ NaN 4 5)))",
            "(and (fp.isNaN x) (or (fp.isNegative x) (fp.isPositive x)))",
            // Functions are functions of numbers, not of bit patterns.
            "(and (fp.isNaN x) (fp.isNaN y) (distinct (f x) (f y)))",
            "(and (fp.isNaN (f x)) (distinct (f x) (fp.add r y (f x))))",
            // Zeros are equal as numbers.
            "(and (fp.isZero x) (fp.isZero y) (not (fp.eq x y)))",
            "(= (_ +zero 4 5) (_ -zero 4 5))",
            // There are five rounding modes, and they matter to what is not exact.
            "(distinct r RNE RNA RTP RTN RTZ)",
            "(fp.lt (fp.add RTP x y) (fp.add r x y))",
            "(fp.gt (fp.mul RTN x y) (fp.mul r x y))",
            "(not (= (fp.sub r x y) (fp.add r x (fp.neg y))))",
            "(not (=> (fp.isNormal x) (= x ((_ to_fp 4 5) r ((_ to_fp 5 11) r x)))))",
            "(and (fp.leq x y) (fp.gt x y))",
            "(and (fp.lt x y x))",
            "(not (=> (fp.isSubnormal x) (fp.lt (fp.abs x) (fp #b0 #b0001 #b0000))))",
            "(not (or (fp.isNaN x) (fp.isZero x) (fp.isSubnormal x) (fp.isNormal x) (fp.isInfinite x)))",
            "(and (not (fp.isNaN x)) (fp.isNaN (fp.max x y)))",
            "(and (fp.lt x y) (distinct (fp.min y x) x))",
            "(and (fp.geq (fp.roundToIntegral RTN x) (_ -zero 4 5)) (fp.lt x (_ -zero 4 5)))",
        ],
    );
    check_all(
        "sat",
        &[
            "(and (not (fp.eq x x)) (= x x))",
            "(fp.lt (fp.add RNE x y) (fp.add r x y))",
            "(and (fp.isInfinite x) (fp.isNaN (fp.rem x y)))",
            "(distinct (fp.fma r x x y) (fp.add r (fp.mul r x x) y))",
            "(and (= ((_ to_fp_unsigned 4 5) r b) (_ +oo 4 5)) (distinct r RTZ))",
            "(= (f x) ((_ to_fp 4 5) r 0.1))",
        ],
    );
}

/// What is open is a function that a model chooses.
#[test]
fn what_the_theory_leaves_open() {
    check_all(
        "sat",
        &[
            "(= ((_ fp.to_ubv 4) RTZ (_ NaN 4 5)) #x0)",
            "(= ((_ fp.to_ubv 4) RTZ (_ NaN 4 5)) #xb)",
            "(and (fp.isNegative x) (= ((_ fp.to_ubv 4) RTZ x) #xb))",
            "(= (fp.min (_ +zero 4 5) (_ -zero 4 5)) (_ +zero 4 5))",
            "(= (fp.min (_ +zero 4 5) (_ -zero 4 5)) (_ -zero 4 5))",
            "(distinct (fp.max (_ +zero 4 5) (_ -zero 4 5)) (fp.max (_ -zero 4 5) (_ +zero 4 5)))",
            "(distinct (fp.max (_ +zero 4 5) (_ -zero 4 5)) (fp.min (_ +zero 4 5) (_ -zero 4 5)))",
        ],
    );
    check_all(
        "unsat",
        &[
            "(and (= x y) (distinct ((_ fp.to_ubv 4) r x) ((_ fp.to_ubv 4) r y)))",
            "(and (fp.isZero x) (distinct ((_ fp.to_sbv 4) r x) #x0))",
            "(and (fp.isZero x) (= x y) (distinct (fp.max x y) x))",
            "(and (fp.isZero x) (not (fp.isZero (fp.max x (fp.neg x)))))",
        ],
    );
}

#[test]
fn what_is_refused() {
    for (script, error) in [
        (
            "(declare-const x (_ FloatingPoint 6 10))",
            "unsupported: the sort (_ FloatingPoint 6 10); supported are 5 11, 8 8, 8 24, 11 53, 15 113, and for experiments 3 4 and 4 5",
        ),
        (
            "(declare-const a (Array (_ BitVec 4) Float32))",
            "unsupported: arrays of floating-point numbers, as in (Array (_ BitVec 4) Float32)",
        ),
        (
            "(declare-const x Float32)(declare-const y Float64)(assert (fp.eq x y))",
            "floating-point numbers of one sort were expected",
        ),
        (
            "(declare-const x Float32)(assert (fp.isNaN (fp.add x x)))",
            "3 arguments were expected, not 2",
        ),
        (
            "(assert (fp.isNaN (fp.add RNE 1.5 1.5)))",
            "unsupported: `1.5` as a term; constants are #b..., #x... or (_ bvN WIDTH)",
        ),
    ] {
        let said = answers(&format!("(set-logic QF_FP){script}"));
        assert!(said.contains(error), "{script}: {said}");
    }
}

/// Where floating point is not meant, its names are free.
#[test]
fn names_of_the_theory_are_free() {
    check(
        "(set-logic QF_BV)(declare-const fp (_ BitVec 8))(declare-const RNE (_ BitVec 8))
         (declare-sort Float32 0)(declare-const c Float32)
         (assert (= fp (bvadd RNE #x01)))(assert (= RNE #x02))(check-sat)(get-value (fp))",
        expect![[r#"
            sat
            ((fp #b00000011))
        "#]],
    );
}

/// Operations as `--emit smt2` and processes get them, read back: with inputs fixed the result is what it is, and nothing else.
#[test]
fn what_is_printed_is_read() {
    let mut random = Random::new(3);
    let mut numbers = 0;
    for round in 0..3 * FloatOperator::ALL.len() {
        let mut table = TermTable::new();
        let operator = FloatOperator::ALL[round % FloatOperator::ALL.len()];
        if operator.is_enclosed() {
            // What is printed says less than what is meant.
            continue;
        }
        let rounding = random.pick(&Rounding::ALL);
        let formats = [FloatFormat::Half, FloatFormat::Single];
        let format = random.pick(&formats);
        let width = 1 + random.below(40) as u32;
        let of_width = match operator.from_integer() {
            Some(_) => width,
            None => format.width(),
        };
        let op = match operator {
            FloatOperator::Convert | FloatOperator::ConvertFlags => FloatOp {
                operator,
                ..FloatOp::convert(format, random.pick(&formats), rounding)
            },
            _ => FloatOp::new(operator, format, rounding),
        };
        let mut assignment = Assignment::new();
        let mut fixed = Vec::new();
        let mut operand = |table: &mut TermTable| {
            let input = table.input("x", of_width);
            let special = [
                0,
                1,
                0x3c00,
                0x7c00,
                0x7c01,
                0x7e00,
                0x3f80_0000,
                0x7f80_0000,
                0x4f00_0000,
            ];
            let bits = match random.index(3) {
                0 => random.pick(&special) | random.below(2) << (of_width - 1),
                _ => random.next(),
            };
            let bits = Bits::new(of_width, bits & (u64::MAX >> (64 - of_width)));
            assignment.set(table.input_id(input).unwrap(), bits.clone());
            let value = table.constant_bits(bits);
            fixed.push(table.eq(input, value));
            // Signs are operations on bits, and choices are neither.
            match random.index(4) {
                0 if operator.from_integer().is_none() => table.float_negate(format, input),
                1 if operator.from_integer().is_none() => table.float_absolute(format, input),
                2 => {
                    let one = table.constant(of_width, 1);
                    let is_one = table.eq(input, one);
                    let zero = table.constant(of_width, 0);
                    table.ite(is_one, zero, input)
                }
                _ => input,
            }
        };
        let operands: Vec<Term> = (0..operator.arity()).map(|_| operand(&mut table)).collect();
        let mut term = table.float(op, width, &operands);
        if round % 4 == 0
            && let Some(format) = op.result()
        {
            term = table.float_is_nan(format, term);
        }
        let value = evaluate(&table, &assignment, term);
        let value = table.constant_bits(value);
        let same = table.eq(term, value);
        let differs = table.not(same);
        for (goal, expected) in [(same, "sat"), (differs, "unsat")] {
            let mut all = fixed.clone();
            all.push(goal);
            let condition = all.into_iter().reduce(|a, b| table.and(a, b)).unwrap();
            let text = smtlib::formula(&mut table, condition, Floats::Operators, &[]);
            numbers += u32::from(text.contains("FP)"));
            let said = answers(&text);
            assert_eq!(
                said.lines().next(),
                Some(expected),
                "{op} {operands:?}\n{text}"
            );
            // To start a process takes longer than all else here.
            if round % 16 == 3 {
                let others = said_of_script("z3", &["-T:10"], &text);
                assert_eq!(others.lines().next(), Some(expected), "{op}\n{text}");
            }
        }
    }
    assert!(numbers > 75, "{numbers}");
}
