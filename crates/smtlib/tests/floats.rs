//! Scripts of the theory FloatingPoint and their answers.

use everypath_smtlib::{Options, run};
use expect_test::{Expect, expect};

fn answers(script: &str) -> String {
    let mut output = Vec::new();
    // The answer to an error is among the answers.
    let _ = run("t", script.as_bytes(), &mut output, Options::default());
    String::from_utf8(output).unwrap()
}

fn check(script: &str, expected: Expect) {
    expected.assert_eq(&answers(script));
}

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
         (get-value ((fp.add RNE x (fp.neg x)) (_ -zero 8 24) (fp #b1 #x7f8 #x0000000000001)
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
             ((fp #b1 #x7f8 #x0000000000001) (fp #b1 #b11111111000 #b0000000000000000000000000000000000000000000000000001))
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
