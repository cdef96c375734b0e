//! Scripts and their answers.

mod common;

use everypath_smtlib::{Options, run};
use everypath_solver::SolverOptions;
use expect_test::expect;

use common::{answers, check};

/// Scripts of declarations and one assertion that hold or do not.
fn check_all(declarations: &str, answer: &str, assertions: &[&str]) {
    for assertion in assertions {
        let script = format!("{declarations}(assert {assertion})(check-sat)");
        assert_eq!(answers(&script), format!("{answer}\n"), "{assertion}");
    }
}

/// An assertion behind a declaration is looked at for a number that is given its bits; what stands in that place is often no term.
#[test]
fn assertions_may_begin_with_any_form() {
    check_all(
        "(declare-const t (_ BitVec 2))",
        "sat",
        &[
            "(= (_ bv1 2) t)",
            "(let ((u t)) (= u t))",
            "(not (! (= t #b00) :named n))",
        ],
    );
}

#[test]
fn values_and_levels() {
    check(
        "(set-option :print-success true)(set-logic QF_BV)
         (declare-fun |x y| () (_ BitVec 8))(declare-const p Bool)
         (define-fun twice ((a (_ BitVec 8))) (_ BitVec 8) (bvadd a a))
         (set-option :print-success false)
         (assert (! (= (twice |x y|) #x54) :named n))
         (assert (bvult |x y| (_ bv128 8)))
         (check-sat)(get-value (|x y| p (twice |x y|)))(get-model)
         (push)(assert (bvult |x y| #x10))(declare-const q Bool)(check-sat)(pop)
         (declare-const q (_ BitVec 2))(check-sat)(echo \"a \"\"b\"\"\")
         (check-sat-assuming (p (not p)))(get-unsat-assumptions)(exit)(check-sat)",
        expect![[r#"
            success
            success
            success
            success
            success
            sat
            ((|x y| #b00101010)
             (p false)
             ((twice |x y|) #b01010100))
            (
              (define-fun |x y| () (_ BitVec 8) #b00101010)
              (define-fun p () Bool false)
            )
            unsat
            sat
            "a ""b"""
            unsat
            (p (not p))
        "#]],
    );
}

#[test]
fn arrays_stand_in_arrays_and_functions_as_their_elements_do() {
    let declarations = "(define-sort S () (Array Bool Bool))(define-sort L () (Array (_ BitVec 32) (_ BitVec 100)))
        (declare-const a (Array (_ BitVec 2) S))(declare-const b (Array (_ BitVec 2) S))
        (declare-const c (Array (_ BitVec 8) L))(declare-const d (Array (_ BitVec 8) L))(declare-const k (Array L (_ BitVec 3)))
        (declare-const s S)(declare-const t S)(declare-const l L)(declare-const m L)
        (declare-const i (_ BitVec 2))(declare-const p Bool)(declare-const j (_ BitVec 8))(declare-const h (_ BitVec 8))
        (declare-const x (_ BitVec 32))(declare-const v (_ BitVec 100))
        (declare-fun f (L) S)(declare-fun g (S (_ BitVec 8)) L)(declare-const z (Array Bool (Array Bool S)))";
    check_all(
        declarations,
        "unsat",
        &[
            "(and (= a b) (distinct (select (select a i) p) (select (select b i) p)))",
            "(distinct (store a i (select a i)) a)",
            "(distinct (select (store a i s) i) s)",
            "(distinct (store s p (select s p)) s)",
            // Of five arrays of two bits two are equal.
            "(distinct s t (select a #b00) (select a #b01) (select a #b10))",
            "(distinct (store c j (select c j)) c)",
            "(and (= j h) (distinct (select (select c j) x) (select (select c h) x)))",
            "(distinct (select (select (store c j l) j) x) (select l x))",
            "(and (= (select c j) (select c h)) (distinct (select (select c j) x) (select (select c h) x)))",
            "(and (= l m) (distinct (select k l) (select k m)))",
            "(and (= (store l x v) m) (= (store m x (select l x)) l) (distinct (f l) (f (store m x (select l x)))))",
            "(and (distinct l m) (= (store c j l) (store c j m)))",
            "(and (= s t) (distinct (select (g s j) x) (select (g t j) x)))",
            "(and (= c ((as const (Array (_ BitVec 8) L)) l)) (distinct (select (select c j) x) (select l x)))",
            "(and (= z ((as const (Array Bool (Array Bool S))) ((as const (Array Bool S)) s)))
                  (distinct (select (select (select z p) true) false) (select s false)))",
        ],
    );
    check_all(
        declarations,
        "sat",
        &[
            "(and (distinct a b) (= (select a #b00) (select b #b00)))",
            "(distinct s t (select a #b00) (select a #b01))",
            "(and (distinct c d) (= (select c j) (select d j)))",
            "(and (distinct l m (select c j) (select c h)) (= (select l x) (select m x)))",
            "(distinct (select k l) (select k m))",
            "(and (distinct (f l) (f m)) (= (select l x) (select m x) v))",
            "(distinct (g s j) (g t j) (g s h) l)",
            "(= (select (select (select z true) p) p) (not (select (select (select z p) false) p)))",
        ],
    );
}

#[test]
fn models_show_arrays_in_arrays() {
    check(
        "(declare-const a (Array Bool (Array Bool Bool)))
         (declare-const c (Array (_ BitVec 8) (Array (_ BitVec 32) (_ BitVec 8))))
         (declare-fun f ((Array (_ BitVec 32) (_ BitVec 8))) (Array (_ BitVec 8) (_ BitVec 8)))
         (assert (select (select a true) false))(assert (not (select (select a false) false)))
         (assert (= (select (select c #x01) #x00000002) #x03))
         (assert (= (select (f (select c #x01)) #x05) #x06))
         (assert (distinct (select c #x01) (select c #x02)))
         (check-sat)(get-value ((select (select a true) false) (select (select c #x01) #x00000002)
             (= (select c #x01) (select c #x02)) (select a true) (select c #x09) (= (select c #x09) (select c #x01))))(get-model)",
        expect![[r#"
            sat
            (((select (select a true) false) true)
             ((select (select c #x01) #x00000002) #b00000011)
             ((= (select c #x01) (select c #x02)) false)
             ((select a true) (store (store ((as const (Array Bool Bool)) false) false true) true true))
             ((select c #x09) (store (store ((as const (Array (_ BitVec 32) (_ BitVec 8))) #b11111111) #b00000000000000000000000000000010 #b00000011) #b11111111111111111111111111111111 #b00000000))
             ((= (select c #x09) (select c #x01)) true))
            (
              (define-fun a () (Array Bool (Array Bool Bool)) (store ((as const (Array Bool (Array Bool Bool))) ((as const (Array Bool Bool)) false)) true (store (store ((as const (Array Bool Bool)) false) false true) true true)))
              (define-fun c () (Array (_ BitVec 8) (Array (_ BitVec 32) (_ BitVec 8))) (store ((as const (Array (_ BitVec 8) (Array (_ BitVec 32) (_ BitVec 8)))) (store (store ((as const (Array (_ BitVec 32) (_ BitVec 8))) #b11111111) #b00000000000000000000000000000010 #b00000011) #b11111111111111111111111111111111 #b00000000)) #b00000010 (store ((as const (Array (_ BitVec 32) (_ BitVec 8))) #b11111111) #b00000000000000000000000000000010 #b00000011)))
              (define-fun f ((x!0 (Array (_ BitVec 32) (_ BitVec 8)))) (Array (_ BitVec 8) (_ BitVec 8)) (ite (= x!0 (store (store ((as const (Array (_ BitVec 32) (_ BitVec 8))) #b11111111) #b00000000000000000000000000000010 #b00000011) #b11111111111111111111111111111111 #b00000000)) (store ((as const (Array (_ BitVec 8) (_ BitVec 8))) #b00000000) #b00000101 #b00000110) (store ((as const (Array (_ BitVec 8) (_ BitVec 8))) #b00000000) #b00000101 #b00000110)))
            )
        "#]],
    );
}

#[test]
fn arrays_are_equal_exactly_if_all_elements_are() {
    let declarations = "(define-sort M () (Array (_ BitVec 4) (_ BitVec 100)))
        (declare-const a M)(declare-const b M)(declare-const c (Array Bool Bool))(declare-const d (Array Bool Bool))
        (declare-const i (_ BitVec 4))(declare-const v (_ BitVec 100))
        (declare-const w (Array (_ BitVec 90) (_ BitVec 4)))(declare-const u (Array (_ BitVec 90) (_ BitVec 4)))
        (declare-const j (_ BitVec 90))(declare-const k (_ BitVec 90))
        (declare-const e (_ BitVec 4))";
    check_all(
        declarations,
        "unsat",
        &[
            "(and (= a b) (distinct (select a i) (select b i)))",
            "(distinct (store a i (select a i)) a)",
            "(distinct (store (store a i v) i (select a i)) a)",
            "(and (= (store a i v) (store b i v)) (= (select a i) (select b i)) (distinct a b))",
            "(distinct c d (store c true (not (select c true))) (store c false (not (select c false))) (store d false (not (select d false))))",
            "(and (distinct c d) (= (select c true) (select d true)) (= (select c false) (select d false)))",
            "(and (= a ((as const M) v)) (distinct (select a i) v))",
            "(= ((as const M) v) ((as const M) (bvnot v)))",
            "(and (= j k) (distinct (select w j) (select w k)))",
            "(and (= u (store w j e)) (distinct j k) (distinct (select u k) (select w k)))",
            "(and (= u ((as const (Array (_ BitVec 90) (_ BitVec 4))) e)) (distinct u (store u k e)))",
        ],
    );
    check_all(
        declarations,
        "sat",
        &[
            "(and (= (store a i v) (store b i v)) (distinct a b))",
            "(distinct c d (store c true (not (select c true))) (store c false (not (select c false))))",
            "(and (= a ((as const M) v)) (distinct a b) (= (select a i) (select b i)))",
            "(and (distinct u w) (= (select u j) (select w j)) (= (select u k) (select w k)) (distinct j k))",
            "(and (= u ((as const (Array (_ BitVec 90) (_ BitVec 4))) e)) (distinct e (select w k)) (= (select u k) e))",
        ],
    );
}

/// An index of more than 64 bits is a number of the memory by a name: no question may give it another.
#[test]
fn an_array_with_wide_indices_is_the_same_in_every_answer() {
    check(
        "(declare-const a (Array (_ BitVec 65) (_ BitVec 2)))
         (declare-const i (_ BitVec 65))
         (assert (distinct a ((as const (Array (_ BitVec 65) (_ BitVec 2))) #b00)))
         (check-sat)
         (get-value ((= (select a i) #b00) (= a (store a i (select a i)))))
         (get-value ((= a ((as const (Array (_ BitVec 65) (_ BitVec 2))) #b00))))
         (get-value ((select (store a (bvnot (_ bv0 65)) #b10) (bvnot (_ bv0 65)))))
         (get-value ((select a i) (select a (bvnot (_ bv0 65)))))
         (get-value (a))
         (get-value ((select a i) (select a (bvnot (_ bv0 65)))))
         (get-value (a))",
        expect![[r#"
            sat
            (((= (select a i) #b00) true)
             ((= a (store a i (select a i))) true))
            (((= a ((as const (Array (_ BitVec 65) (_ BitVec 2))) #b00)) false))
            (((select (store a (bvnot (_ bv0 65)) #b10) (bvnot (_ bv0 65))) #b10))
            (((select a i) #b00)
             ((select a (bvnot (_ bv0 65))) #b11))
            ((a (store ((as const (Array (_ BitVec 65) (_ BitVec 2))) #b00) #b11111111111111111111111111111111111111111111111111111111111111111 #b11)))
            (((select a i) #b00)
             ((select a (bvnot (_ bv0 65))) #b11))
            ((a (store ((as const (Array (_ BitVec 65) (_ BitVec 2))) #b00) #b11111111111111111111111111111111111111111111111111111111111111111 #b11)))
        "#]],
    );
}

#[test]
fn functions_give_equal_results_for_equal_arguments() {
    let declarations =
        "(declare-sort U 0)(declare-fun f (U (_ BitVec 8)) U)(declare-fun p (U) Bool)
        (declare-const a U)(declare-const b U)(declare-const x (_ BitVec 8))";
    check_all(
        declarations,
        "unsat",
        &[
            "(and (= a b) (distinct (f a x) (f b x)))",
            "(and (= (f a x) a) (not (= (f (f a x) x) a)))",
            "(and (p a) (not (p b)) (= a b))",
        ],
    );
    check_all(
        declarations,
        "sat",
        &[
            "(and (distinct a b) (= (f a x) (f b x)) (p a) (not (p b)))",
            "(distinct (f a #x00) (f a #x01) (f a #x02))",
        ],
    );
    check(
        "(declare-fun f ((_ BitVec 4) Bool) (_ BitVec 2))
         (assert (= (f #x3 true) #b10))(assert (= (f #x4 false) #b01))(check-sat)
         (get-value ((f #x3 true) (f #x3 false)))(get-model)",
        expect![[r#"
            sat
            (((f #x3 true) #b10)
             ((f #x3 false) #b00))
            (
              (define-fun f ((x!0 (_ BitVec 4)) (x!1 Bool)) (_ BitVec 2) (ite (and (= x!0 #b0011) (= x!1 true)) #b10 (ite (and (= x!0 #b0100) (= x!1 false)) #b01 #b00)))
            )
        "#]],
    );
}

#[test]
fn cores_name_what_suffices() {
    check(
        "(set-option :produce-unsat-cores true)(set-option :produce-assignments true)
         (declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))
         (assert (! (bvult x y) :named less))(assert (! (= y #x07) :named seven))
         (assert (! (bvugt x #x10) :named great))(check-sat)(get-unsat-core)
         (reset-assertions)(declare-const x Bool)(assert (! x :named n))(check-sat)(get-assignment)
         (reset)(get-info :reason-unknown)",
        expect![[r#"
            unsat
            (less seven great)
            sat
            ((n true))
            (error "t:6:17: the last answer is not unknown")
        "#]],
    );
}

#[test]
fn errors_have_places() {
    let error = |script: &str| answers(script);
    let script = |body: &str| format!("(declare-const x (_ BitVec 8))\n{body}");
    let mut all = String::new();
    for body in [
        "(assert (bvult x #x001))",
        "(assert x)",
        "(assert (= x",
        "(assert )",
        ")",
        "assert",
        "(assert (let ((y x) (y x)) true))",
        "(assert ((_ extract 8 0) x))",
        "(assert ((_ zero_extend 9999999) x))",
        "(assert (= x (_ bv256 8)))",
        "(assert (= x |a\\|))",
        "(assert (forall ((y Bool)) y))",
        "(declare-const x Bool)",
        "(declare-const y Real)",
        "(declare-const y (Array Bool (Array Bool Bool)))",
        "(define-fun f ((y Bool)) Bool x)",
        "(pop 1)",
        "(get-model)",
        "(frobnicate)",
        "(assert (= x 5))",
        "(assert (= x #y0))",
        "(set-logic QF_LIA)",
        "(echo \"open)",
        "(assert (store x x x))",
        "(assert (f x))",
        "(assert (bvadd x))",
    ] {
        all += &error(&script(body));
    }
    expect![[r#"
        (error "t:2:9: a term of sort (_ BitVec 8) was expected, not one of sort (_ BitVec 12)")
        (error "t:2:9: a term of sort Bool was expected, not one of sort (_ BitVec 8)")
        (error "t:2:9: this parenthesis is not closed before the end of the input")
        (error "t:2:1: `assert` has another number of arguments")
        (error "t:2:1: nothing is open that this closes")
        (error "t:2:1: a command was expected, which begins with a parenthesis")
        (error "t:2:9: `y` is bound twice")
        (error "t:2:9: bits 8 to 0 cannot be extracted from 8 bits")
        (error "t:2:9: unsupported: a bit-vector of 10000007 bits; the limit is 1048576")
        (error "t:2:14: 256 is no number of 8 bits")
        (error "t:2:16: a symbol between bars has no backslash")
        (error "t:2:9: unsupported: `forall`")
        (error "t:2:16: `x` already has a meaning")
        (error "t:2:18: `Real` is no sort that is declared or supported")
        (error "t:2:31: the body has sort (_ BitVec 8), not Bool")
        (error "t:2:1: there are 0 levels to pop")
        (error "t:2:1: there is a model only behind the answer sat")
        (error "t:2:1: unsupported: the command `frobnicate`")
        (error "t:2:14: unsupported: `5` as a term; constants are #b..., #x... or (_ bvN WIDTH)")
        (error "t:2:14: a constant is #b with binary or #x with hexadecimal digits")
        (error "t:2:1: unsupported: the logic QF_LIA; supported are QF_BV, QF_ABV, QF_UFBV, QF_AUFBV, QF_UF, QF_AX, QF_AUF, QF_FP, QF_BVFP, QF_ABVFP, QF_UFFP, QF_UFBVFP, QF_AUFBVFP, QF_FPLRA, QF_BVFPLRA, ALL")
        (error "t:2:7: this string has no end")
        (error "t:2:9: an array was expected, not a term of sort (_ BitVec 8)")
        (error "t:2:10: `f` is not declared and no operator of the supported logics")
        (error "t:2:9: at least 2 arguments were expected, not 1")
    "#]].assert_eq(&all);
}

#[test]
fn depth_is_no_limit() {
    let depth = 100_000;
    let nest = |open: &str, close: &str| {
        format!(
            "(declare-const x (_ BitVec 8))(assert (= x {}x{}))(check-sat)",
            open.repeat(depth),
            close.repeat(depth)
        )
    };
    assert_eq!(answers(&nest("(bvadd #x03 (bvxor x ", "))")), "sat\n");
    assert_eq!(answers(&nest("(let ((x (bvnot x))) ", ")")), "sat\n");
    assert_eq!(
        answers(&"(".repeat(depth)),
        format!(
            "(error \"t:1:{depth}: this parenthesis is not closed before the end of the input\")\n"
        )
    );
}

#[test]
fn limits_make_answers_unknown() {
    let options = Options {
        solver: SolverOptions {
            conflict_limit: Some(1),
            ..SolverOptions::default()
        },
        ..Options::default()
    };
    let script = "(declare-const x (_ BitVec 40))(declare-const y (_ BitVec 40))
        (assert (= (bvmul x y) (_ bv123456789013 40)))(assert (bvult #x0000000001 x y #x0000100000))
        (check-sat)(get-info :reason-unknown)";
    let mut output = Vec::new();
    run("t", script.as_bytes(), &mut output, options).unwrap();
    expect![[r#"
        unknown
        (:reason-unknown "conflict limit of the solver reached")
    "#]]
    .assert_eq(&String::from_utf8(output).unwrap());
}
