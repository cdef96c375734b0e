//! The prover: what goes wrong after some iterations is never called safe.
//!
//! Each program here goes wrong, as the paths explorer says, because of one thing that a prover could forget. Beside it stands one that is
//! right and differs in that thing; it is proven, so that the first is not refused for another reason. `cargo xtask prover-mutants` makes
//! the prover forget these things one by one.

use std::rc::Rc;

use everypath_explore::{
    Bounds, DoubtKind, ExploreOptions, Invariant, Proof, Record, Silent, StopAt, Task, Verdict,
    Verification, explore_paths, explore_proving, verify,
};
use everypath_machine::{Machine, MachineOptions, StdinSource};
use everypath_program::Property;
use everypath_solver::{Solver, SolverOptions};
use everypath_term::{Term, TermTable};

use crate::scripted::{Scripted, machine_options};

/// How programs are checked.
#[derive(Clone, Debug, Default)]
struct Way {
    /// Properties that are not checked usually.
    also: Vec<Property>,
    stdin: Option<Vec<u8>>,
    /// For the prover's questions.
    conflict_limit: Option<u64>,
    termination: bool,
}

impl Way {
    fn looking_at_what_was_never_written() -> Self {
        Way {
            also: vec![Property::UninitializedRead],
            ..Way::default()
        }
    }

    fn machine_options(&self) -> MachineOptions {
        let mut options = machine_options();
        for &property in &self.also {
            options.checks.set(property, true);
        }
        if let Some(bytes) = &self.stdin {
            options.stdin = StdinSource::Bytes(bytes.clone());
        }
        options
    }

    fn prove(&self, program: &Scripted) -> Record {
        self.prove_with(program, true)
    }

    /// With or without a proof that is made smaller: that takes invariants away, and then what they hid is seen.
    fn prove_with(&self, program: &Scripted, proof: bool) -> Record {
        const CALL_DEPTH: u64 = 20;
        let mut options = ExploreOptions {
            termination: self.termination,
            proof,
            ..ExploreOptions::default()
        };
        options.bounds.call_depth = Some(CALL_DEPTH);
        let mut machine_options = self.machine_options();
        options.bounds.apply(&mut machine_options);
        let mut machine = Machine::new(program, machine_options);
        let solver = SolverOptions {
            conflict_limit: self.conflict_limit,
            ..SolverOptions::default()
        };
        let mut solver = Solver::new(solver).unwrap();
        explore_proving(&mut machine, &mut solver, &options, &mut Silent).unwrap()
    }

    /// Whether a path of a few forks goes wrong.
    fn goes_wrong(&self, program: &Scripted) -> bool {
        let mut options = ExploreOptions {
            stop: StopAt::FirstFinding,
            bounds: Bounds {
                forks_per_path: Some(14),
                ..Bounds::default()
            },
            ..ExploreOptions::default()
        };
        options.budgets.instructions = Some(20_000);
        let mut machine = Machine::new(program, self.machine_options());
        let mut solver = Solver::new(SolverOptions::default()).unwrap();
        let record = explore_paths(&mut machine, &mut solver, &options, &mut Silent).unwrap();
        record.verdict == Verdict::Unsafe
    }

    /// The first program goes wrong and is not called safe, the second one is proven.
    fn check(&self, wrong: &str, right: &str) {
        let program = Scripted::read(wrong);
        if !self.termination {
            assert!(self.goes_wrong(&program), "{wrong}");
        }
        for proof in [true, false] {
            let record = self.prove_with(&program, proof);
            assert_ne!(record.verdict, Verdict::Safe, "{wrong}");
        }
        let program = Scripted::read(right);
        assert!(!self.goes_wrong(&program), "{right}");
        let record = self.prove(&program);
        let cuts = &record.cuts;
        assert_eq!(record.verdict, Verdict::Safe, "{right}: {cuts:?}");
    }
}

fn check(wrong: &str, right: &str) {
    Way::default().check(wrong, right);
}

const LOCALS: &str = "locals 32, 1, 32, 32, 32, 32, 1, 1
    region \"bytes\" 0x8000 read-write 0 0 0 0 0 0 0 0 0
    objects";

/// A loop that goes on as an input decides: what is before it, in an iteration and behind it. Local 1 is the loop's; all others
/// have 32 bits, but for 6 and 7 of one bit. There are nine bytes at 0x8000.
fn program(before: &str, iteration: &str, behind: &str) -> String {
    format!(
        "{LOCALS}
         block 0x0:
           {before}
           jump 0x100
         block 0x100:
           %1 = input.1 \"again\"
           branch %1, 0x200, 0x300
         block 0x200:
           {iteration}
           jump 0x100
         block 0x300:
           {behind}
           exit 0"
    )
}

#[test]
fn what_an_iteration_does_to_a_local() {
    let of_step = |step: u64| {
        program(
            "%2 = 0",
            &format!("%2 = add.32 %2, {step}"),
            "%6 = ne.32 %2, 3
             check assertion %6",
        )
    };
    check(&of_step(1), &of_step(2));
}

#[test]
fn what_an_iteration_does_to_memory() {
    let of_place = |place: &str| {
        program(
            "",
            &format!(
                "%2 = load.1.32 unsigned [0x8000 + 0x1]
                 %2 = add.32 %2, 1
                 store.1.32 [0x8000 + {place}], %2
                 %2 = 0"
            ),
            "%2 = load.1.32 unsigned [0x8000 + 0x1]
             %6 = ne.32 %2, 1
             check assertion %6",
        )
    };
    check(&of_place("0x1"), &of_place("0x2"));
}

#[test]
fn what_an_iteration_does_to_an_array() {
    let of_value = |read: &str| {
        program(
            "%0 = allocate.heap zeroed 1000, align 8, \"x\"",
            "%2 = input.32 \"at\"
             %6 = ult.32 %2, 1000
             assume %6
             %2 = add.32 %0, %2
             store.1.32 [%2 + 0x0], 1
             %2 = 0",
            &format!(
                "%3 = load.1.32 unsigned [{read} + 0x5]
                 %6 = ne.32 %3, 1
                 check assertion %6"
            ),
        )
    };
    check(&of_value("%0"), &of_value("0x8000"));
}

/// Zeroed numbers at %0; where %5 is not positive, iterations write such there that are not below it and not above 0. One is read behind both sides.
fn numbers_of_one_side(found: &str) -> String {
    format!(
        "{LOCALS}
         block 0x0:
           %0 = allocate.heap zeroed 1000, align 8, \"x\"
           %5 = input.32 \"least\"
           %1 = sle.32 %5, 0
           branch %1, 0x100, 0x280
         block 0x100:
           %1 = input.1 \"again\"
           branch %1, 0x200, 0x300
         block 0x200:
           %2 = input.32 \"at\"
           %6 = ult.32 %2, 250
           assume %6
           %4 = input.32 \"number\"
           %6 = sle.32 %5, %4
           assume %6
           %6 = sle.32 %4, 0
           assume %6
           %2 = mul.32 %2, 4
           %2 = add.32 %0, %2
           store.4.32 [%2 + 0x0], %4
           %2 = 0
           %4 = 0
           jump 0x100
         block 0x280:
           %1 = input.1 \"again\"
           %1 = 0
           jump 0x300
         block 0x300:
           %2 = input.32 \"which\"
           %6 = ult.32 %2, 250
           assume %6
           %2 = mul.32 %2, 4
           %2 = add.32 %0, %2
           %3 = load.4.32 unsigned [%2 + 0x0]
           %6 = eq.32 %3, {found}
           %7 = sle.32 %5, 0
           %6 = or.1 %6, %7
           check assertion %6
           exit 0"
    )
}

#[test]
fn what_is_known_of_elements_where_there_was_a_loop() {
    check(&numbers_of_one_side("1"), &numbers_of_one_side("0"));
}

#[test]
fn elements_that_are_not_all_like_the_last_one() {
    let of_factor = |factor: &str| {
        format!(
            "{LOCALS}
             block 0x0:
               %0 = allocate.heap zeroed 1000, align 8, \"x\"
               %2 = input.32 \"end\"
               %6 = ule.32 %2, 1000
               assume %6
               %3 = 0
               %4 = 1
               jump 0x100
             block 0x100:
               %1 = ult.32 %3, %2
               branch %1, 0x200, 0x300
             block 0x200:
               %5 = add.32 %0, %3
               store.1.32 [%5 + 0x0], %4
               %5 = 0
               %4 = mul.32 %4, {factor}
               %3 = add.32 %3, 1
               jump 0x100
             block 0x300:
               %5 = input.32 \"which\"
               %1 = ult.32 %5, %2
               branch %1, 0x400, 0x500
             block 0x400:
               %5 = add.32 %0, %5
               %5 = load.1.32 unsigned [%5 + 0x0]
               %4 = and.32 %4, 0xff
               %6 = eq.32 %5, %4
               check assertion %6
               exit 0
             block 0x500:
               exit 0"
        )
    };
    check(&of_factor("3"), &of_factor("1"));
}

#[test]
fn a_counter_that_wraps_around() {
    let of_step = |step: &str| {
        program(
            "%2 = 0x40000000",
            &format!("%2 = add.32 %2, {step}"),
            "%6 = ne.32 %2, 0
             check assertion %6",
        )
    };
    check(&of_step("0x40000000"), &of_step("0"));
}

#[test]
fn a_value_that_is_wider_than_it_seems() {
    let of_step = |step: &str| {
        program(
            "%2 = 0x8000",
            &format!("%2 = mul.32 %2, {step}"),
            "%6 = ult.32 %2, 0x10000
             check assertion %6",
        )
    };
    check(&of_step("2"), &of_step("1"));
}

#[test]
fn what_an_iteration_began_with_held_one_step_back() {
    let of_step = |step: &str| {
        format!(
            "{LOCALS}
             block 0x0:
               %2 = input.32 \"end\"
               %3 = 1
               jump 0x100
             block 0x100:
               %1 = ult.32 %2, %3
               branch %1, 0x300, 0x200
             block 0x200:
               %3 = add.32 %3, {step}
               jump 0x100
             block 0x300:
               %4 = sub.32 %3, 1
               %6 = eq.32 %4, %2
               %7 = eq.32 %3, 1
               %6 = or.1 %6, %7
               check assertion %6
               exit 0"
        )
    };
    check(&of_step("2"), &of_step("1"));
}

/// An object that no longer is, is used from the third iteration on: two are followed before the loop is known.
fn used_later(kind: &str, used: &str, end: &str) -> String {
    program(
        &format!(
            "%0 = allocate.{kind} zeroed 8, align 8, \"x\"
             %4 = 0
             %5 = 0"
        ),
        &format!(
            "%6 = ne.32 %5, 0
             %2 = select.32 %6, {used}, 0x8000
             %3 = load.1.32 unsigned [%2 + 0x0]
             %3 = 0
             %6 = ne.32 %4, 0
             %2 = select.32 %6, 0, %0
             {end}
             %2 = 0
             %6 = 0
             %5 = %4
             %4 = 1"
        ),
        "",
    )
}

#[test]
fn an_object_whose_life_ends_in_an_iteration() {
    let of_used = |used: &str| used_later("heap", used, "free(%2)");
    check(&of_used("%0"), &of_used("0x8001"));
}

#[test]
fn an_object_whose_life_ends_in_an_iteration_on_some_ways() {
    let of_freed = |freed: &str| {
        format!(
            "{LOCALS}
             block 0x0:
               %0 = allocate.heap zeroed 8, align 8, \"x\"
               jump 0x100
             block 0x100:
               %1 = input.1 \"again\"
               branch %1, 0x200, 0x400
             block 0x200:
               %2 = load.1.32 unsigned [%0 + 0x0]
               %2 = 0
               %1 = input.1 \"frees\"
               branch %1, 0x280, 0x300
             block 0x280:
               free({freed})
               jump 0x300
             block 0x300:
               %1 = 0
               jump 0x100
             block 0x400:
               exit 0"
        )
    };
    check(&of_freed("%0"), &of_freed("0"));
}

#[test]
fn a_variable_whose_scope_ends_in_an_iteration() {
    let of_used = |used: &str| used_later("local", used, "end_scope(%0)");
    check(&of_used("%0"), &of_used("0x8001"));
}

#[test]
fn contents_that_a_new_scope_makes_arbitrary() {
    let of_scope = |scope: &str| {
        program(
            "%0 = allocate.local undefined 4, align 4, \"x\"
             %2 = allocate.local undefined 4, align 4, \"y\"
             %3 = copy_memory(%2, %0, 4)",
            scope,
            "%4 = load.4.32 unsigned [%0 + 0x0]
             %5 = load.4.32 unsigned [%2 + 0x0]
             %6 = eq.32 %4, %5
             check assertion %6",
        )
    };
    check(&of_scope("begin_scope(%0)"), &of_scope("%4 = 1"));
}

#[test]
fn memory_that_no_iteration_wrote() {
    let of_first = |first: &str| {
        program(
            &format!("%0 = allocate.local undefined 4, align 4, \"x\"\n{first}"),
            "store.4.32 [%0 + 0x0], 1",
            "%4 = load.4.32 unsigned [%0 + 0x0]",
        )
    };
    Way::looking_at_what_was_never_written()
        .check(&of_first(""), &of_first("store.4.32 [%0 + 0x0], 2"));
}

#[test]
fn memory_that_an_iteration_makes_unwritten() {
    // What the last of the variables holds comes to the first in as many iterations as are followed before the loop is known, and more.
    let of_last = |last: &str| {
        let variables = ["%0", "%2", "%3", "%4"];
        let made = variables
            .map(|variable| format!("{variable} = allocate.local undefined 4, align 4, \"x\"\n"));
        let written = variables[..3].iter();
        let written = written.map(|variable| format!("store.4.32 [{variable} + 0x0], 1\n"));
        let copies = variables.windows(2);
        let copies = copies.map(|pair| format!("%5 = copy_memory({}, {}, 4)\n", pair[0], pair[1]));
        program(
            &format!(
                "{}{}{last}\n%5 = 0",
                made.concat(),
                written.collect::<String>()
            ),
            &copies.collect::<String>(),
            "%5 = load.4.32 unsigned [%0 + 0x0]",
        )
    };
    Way::looking_at_what_was_never_written()
        .check(&of_last(""), &of_last("store.4.32 [%4 + 0x0], 2"));
}

/// Makes an object, and uses what was kept two iterations ago: two iterations are followed before the loop is known. What is kept is hidden with a key.
fn keeping(kept: &str, key: &str) -> String {
    program(
        &format!(
            "%2 = xor.32 0x8004, {key}
             %5 = %2"
        ),
        &format!(
            "%4 = allocate.heap zeroed 8, align 8, \"x\"
             %3 = xor.32 %5, {key}
             store.1.32 [%3 + 0x0], 1
             %3 = 0
             %5 = %2
             %2 = xor.32 {kept}, {key}
             free(%4)
             %4 = 0"
        ),
        "",
    )
}

#[test]
fn an_address_of_an_object_of_an_earlier_iteration() {
    check(&keeping("%4", "0"), &keeping("0x8005", "0"));
}

#[test]
fn an_address_of_an_object_of_an_earlier_iteration_that_looks_like_a_number() {
    check(
        &keeping("%4", "0x55555555"),
        &keeping("0x8005", "0x55555555"),
    );
}

#[test]
fn an_address_of_an_object_of_an_earlier_iteration_in_an_array() {
    let keeping = |kept: &str| {
        program(
            "%0 = allocate.heap zeroed 1000, align 8, \"x\"
             store.4.32 [%0 + 0x4], 0x8004
             store.4.32 [%0 + 0x8], 0x8004",
            &format!(
                "%4 = allocate.heap zeroed 8, align 8, \"x\"
                 %3 = load.4.32 unsigned [%0 + 0x4]
                 store.1.32 [%3 + 0x0], 1
                 %3 = load.4.32 unsigned [%0 + 0x8]
                 store.4.32 [%0 + 0x4], %3
                 store.4.32 [%0 + 0x8], {kept}
                 %3 = 0
                 free(%4)
                 %4 = 0
                 %2 = input.32 \"at\"
                 %6 = ult.32 %2, 900
                 assume %6
                 %2 = add.32 %0, %2
                 store.1.32 [%2 + 0x40], 1
                 %2 = 0"
            ),
            "",
        )
    };
    check(&keeping("%4"), &keeping("0x8005"));
}

#[test]
fn how_far_apart_objects_of_iterations_are() {
    let of_distance = |distance: &str| {
        program(
            "%0 = allocate.heap zeroed 8, align 8, \"x\"",
            &format!(
                "%4 = allocate.heap zeroed 8, align 8, \"x\"
                 %5 = sub.32 %4, %0
                 %6 = ult.32 %5, {distance}
                 check assertion %6
                 free(%4)
                 %4 = 0
                 %5 = 0
                 %6 = 0"
            ),
            "",
        )
    };
    check(&of_distance("200"), &of_distance("0xffffffff"));
}

/// The call of `setjmp` in the function at 0x500 fills its buffer and keeps a copy of it; from the third call on, the function goes there,
/// though that call has returned.
fn jumping(token: &str) -> String {
    format!(
        "{LOCALS}
         block 0x0:
           jump 0x100
         block 0x100:
           %1 = input.1 \"again\"
           branch %1, 0x200, 0x300
         block 0x200:
           call 0x500(), then 0x280
         block 0x280:
           jump 0x100
         block 0x300:
           exit 0
         block 0x500:
           %2 = setjmp [0x8000], then 0x600
         block 0x600:
           %6 = eq.32 %2, 0
           branch %6, 0x700, 0x900
         block 0x700:
           %3 = load.4.32 unsigned [0x8004 + 0x0]
           %4 = load.4.32 unsigned [0x8000 + 0x0]
           store.4.32 [0x8004 + 0x0], {token}
           %6 = eq.32 %3, 0
           branch %6, 0x900, 0x780
         block 0x780:
           %5 = load.1.32 unsigned [0x8008 + 0x0]
           store.1.32 [0x8008 + 0x0], 1
           %6 = eq.32 %5, 0
           branch %6, 0x900, 0x800
         block 0x800:
           store.4.32 [0x8000 + 0x0], %3
           longjmp.32 [0x8000], 1
         block 0x900:
           return()"
    )
}

#[test]
fn a_jump_into_a_call_of_an_earlier_iteration() {
    let program = Scripted::read(&jumping("%4"));
    assert!(Way::default().goes_wrong(&program));
    let record = Way::default().prove(&program);
    assert_ne!(record.verdict, Verdict::Safe);
}

#[test]
fn locals_that_setjmp_keeps_in_an_iteration() {
    let of_jump = |jump: &str, kept: u64| {
        format!(
            "{LOCALS}
             block 0x0:
               jump 0x100
             block 0x100:
               %1 = input.1 \"again\"
               branch %1, 0x200, 0x400
             block 0x200:
               %2 = add.32 %2, 1
               %4 = {kept}
               {jump}
             block 0x280:
               %6 = eq.32 %3, 0
               branch %6, 0x300, 0x600
             block 0x300:
               jump 0x100
             block 0x400:
               %6 = eq.32 %4, 0
               branch %6, 0x700, 0x500
             block 0x500:
               longjmp.32 [0x8000], 1
             block 0x600:
               %6 = ne.32 %2, 2
               check assertion %6
               exit 0
             block 0x700:
               exit 0"
        )
    };
    check(
        &of_jump("%3 = setjmp [0x8000], then 0x280", 1),
        &of_jump("jump 0x280", 0),
    );
}

#[test]
fn what_an_iteration_does_to_the_clock() {
    let of_time = |time: &str| {
        program(
            "%2 = 0",
            &format!("%2 = {time}"),
            "%6 = ne.32 %2, 2000
             check assertion %6",
        )
    };
    check(&of_time("clock()"), &of_time("1000"));
}

#[test]
fn what_an_iteration_reads_from_a_file() {
    let way = Way {
        stdin: Some(vec![1, 2, 3]),
        ..Way::default()
    };
    let of_size = |size: u64| {
        program(
            "%2 = read_stream(0, 0x8000, 0)
             %2 = 0",
            &format!("%2 = read_stream(0, 0x8000, {size})\n%2 = 0"),
            "%2 = load.1.32 unsigned [0x8000 + 0x0]
             %6 = ne.32 %2, 2
             check assertion %6",
        )
    };
    way.check(&of_size(1), &of_size(0));
}

#[test]
fn questions_whether_a_value_is_symbolic() {
    let of_answer = |answer: &str| {
        program(
            "%2 = 0",
            "%2 = add.32 %2, 1",
            &format!(
                "%3 = {answer}
                 %6 = ne.32 %3, 0
                 check assertion %6"
            ),
        )
    };
    check(&of_answer("ask_symbolic(%2)"), &of_answer("1"));
}

#[test]
fn some_values_of_what_is_arbitrary() {
    let of_value = |value: &str| {
        program(
            "%2 = 0",
            "%2 = add.32 %2, 25",
            &format!(
                "%3 = {value}
                 %6 = ne.32 %3, 75
                 check assertion %6"
            ),
        )
    };
    check(&of_value("constant_of(%2)"), &of_value("1"));
}

#[test]
fn recursion_that_is_deeper_than_is_followed() {
    let of_depth = |depth: u64| {
        format!(
            "{LOCALS}
             block 0x0:
               call 0x100(0), then 0x900
             block 0x100(%2):
               %6 = ne.32 %2, 30
               check assertion %6
               %6 = ult.32 %2, {depth}
               branch %6, 0x200, 0x300
             block 0x200:
               %2 = add.32 %2, 1
               call 0x100(%2), then 0x300
             block 0x300:
               return()
             block 0x900:
               exit 0"
        )
    };
    check(&of_depth(40), &of_depth(10));
}

/// Those who come to 0x200 past the head of the loop are in no iteration that set out from there.
#[test]
fn a_state_that_comes_into_the_middle_of_an_iteration() {
    let of_checked = |checked: &str| {
        format!(
            "{LOCALS}
             block 0x0:
               %3 = input.32 \"x\"
               %6 = eq.32 %3, 0
               branch %6, 0x100, 0x200
             block 0x100:
               branch %1, 0x200, 0x300
             block 0x200:
               %1 = input.1 \"again\"
               jump 0x100
             block 0x300:
               %6 = ne.32 {checked}, 5
               check assertion %6
               exit 0"
        )
    };
    check(&of_checked("%3"), &of_checked("%4"));
}

#[test]
fn inputs_of_other_iterations_are_others() {
    let of_kept = |kept: &str| {
        program(
            "%3 = 0",
            &format!(
                "%2 = input.32 \"v\"
                 %6 = ule.32 %3, %2
                 check assertion %6
                 %3 = {kept}"
            ),
            "",
        )
    };
    check(&of_kept("%2"), &of_kept("0"));
}

/// The loop at 0x180 is entered twice, and counts once as far as it likes and then as far as it likes.
#[test]
fn a_loop_that_is_entered_twice_changes_what_it_likes_twice() {
    let of_checked = |checked: &str| {
        format!(
            "{LOCALS}
             block 0x0:
               jump 0x100
             block 0x100:
               %2 = 0
               jump 0x180
             block 0x180:
               %1 = input.1 \"again\"
               branch %1, 0x200, 0x300
             block 0x200:
               %2 = add.32 %2, 1
               jump 0x180
             block 0x300:
               branch %7, 0x500, 0x400
             block 0x400:
               %7 = 1
               %3 = %2
               jump 0x100
             block 0x500:
               %6 = eq.32 %3, {checked}
               check assertion %6
               exit 0"
        )
    };
    check(&of_checked("%2"), &of_checked("%3"));
}

/// What the solver does not know is no invariant: 123492 is 251 * 241 + 251 * 251.
#[test]
fn what_the_solver_does_not_know_is_not_kept() {
    let way = Way {
        conflict_limit: Some(1),
        ..Way::default()
    };
    let of_other = |other: u64| {
        program(
            "%2 = 1",
            &format!(
                "%3 = input.32 \"x\"
                 %4 = input.32 \"y\"
                 %3 = and.32 %3, 255
                 %4 = and.32 %4, 255
                 %5 = mul.32 %3, %4
                 %3 = mul.32 %3, %3
                 %5 = add.32 %5, %3
                 %6 = eq.32 %5, 123492
                 %2 = select.32 %6, {other}, %2
                 %3 = 0
                 %4 = 0
                 %5 = 0
                 %6 = 0"
            ),
            "%6 = eq.32 %2, 1
             check assertion %6",
        )
    };
    way.check(&of_other(7), &of_other(1));
}

#[test]
fn a_suggestion_is_not_believed() {
    let of_step = |step: u64| {
        program(
            "%2 = 0",
            &format!(
                "%6 = ult.32 %2, 1
                 %3 = resize.1.1.32 unsigned %6
                 invariant(%3)
                 %3 = 0
                 %6 = 0
                 %2 = add.32 %2, {step}"
            ),
            "%6 = ult.32 %2, 2
             check assertion %6",
        )
    };
    check(&of_step(1), &of_step(0));
}

/// What happens in the outer loop only is not forgotten in the inner one.
#[test]
fn loops_within_loops() {
    let of_step = |step: u64| {
        format!(
            "{LOCALS}
             block 0x0:
               jump 0x100
             block 0x100:
               %1 = input.1 \"again\"
               branch %1, 0x200, 0x500
             block 0x200:
               %2 = add.32 %2, {step}
               jump 0x300
             block 0x300:
               %1 = input.1 \"within\"
               branch %1, 0x400, 0x480
             block 0x400:
               %3 = add.32 %3, 2
               jump 0x300
             block 0x480:
               jump 0x100
             block 0x500:
               %4 = add.32 %2, %3
               %6 = ne.32 %4, 3
               check assertion %6
               exit 0"
        )
    };
    check(&of_step(1), &of_step(2));
}

/// Counts an input down in steps.
#[test]
fn a_loop_that_does_not_end() {
    let way = Way {
        termination: true,
        ..Way::default()
    };
    let of_step = |step: u64| {
        format!(
            "{LOCALS}
             block 0x0:
               %2 = input.32 \"n\"
               jump 0x100
             block 0x100:
               %6 = ne.32 %2, 0
               branch %6, 0x200, 0x300
             block 0x200:
               %2 = sub.32 %2, {step}
               jump 0x100
             block 0x300:
               exit 0"
        )
    };
    way.check(&of_step(2), &of_step(1));
    way.check(&of_step(0), &of_step(1));
}

/// Either the first number becomes smaller, or the second one does while the first one stays.
#[test]
fn a_loop_that_makes_either_of_two_numbers_smaller_and_the_other_one_greater() {
    let way = Way {
        termination: true,
        ..Way::default()
    };
    let of_step = |step: &str| {
        format!(
            "{LOCALS}
             block 0x0:
               %2 = input.32 \"a\"
               %3 = input.32 \"b\"
               jump 0x100
             block 0x100:
               %6 = ne.32 %2, 0
               branch %6, 0x180, 0x600
             block 0x180:
               %6 = ne.32 %3, 0
               branch %6, 0x200, 0x600
             block 0x200:
               %1 = input.1 \"which\"
               branch %1, 0x300, 0x400
             block 0x300:
               %2 = sub.32 %2, 1
               %3 = add.32 %3, 1
               jump 0x500
             block 0x400:
               %3 = sub.32 %3, 1
               %2 = add.32 %2, {step}
               jump 0x500
             block 0x500:
               %1 = 0
               %6 = 0
               jump 0x100
             block 0x600:
               exit 0"
        )
    };
    way.check(&of_step("1"), &of_step("0"));
}

/// A loop that adds to local 2, and what is said of it: a proof with these invariants instead of those that were found.
fn verified(
    step: u64,
    first: u64,
    invariants: &[&str],
    change: impl FnOnce(&mut Proof),
) -> Verification {
    let counting = |step: u64| {
        Scripted::read(&program(
            &format!("%2 = {first}"),
            &format!("%2 = add.32 %2, {step}"),
            "%6 = ne.32 %2, 7
             check assertion %6",
        ))
    };
    // The proof is one about another step: only what it says is wrong.
    let mut proof = Way::default().prove(&counting(2)).proof.unwrap();
    proof.loops[0].invariants = (invariants.iter())
        .map(|words| Invariant {
            words: (*words).to_owned(),
            c: None,
            formula: (*words).to_owned(),
        })
        .collect();
    change(&mut proof);
    verify_in(&counting(step), &proof)
}

fn verify_in(program: &Scripted, proof: &Proof) -> Verification {
    let task = Task {
        program,
        machine: machine_options(),
        solver: SolverOptions::default(),
        options: ExploreOptions::default(),
    };
    verify(&task, &mut Silent, proof, Rc::new(read_formula)).unwrap()
}

/// `even NAME` or `zero NAME`.
fn read_formula(
    terms: &mut TermTable,
    formula: &str,
    names: &[(String, Term)],
) -> Result<Term, String> {
    let (what, name) = formula.split_once(' ').ok_or("no formula")?;
    let (_, term) = names.iter().find(|(of, _)| of == name).ok_or("no name")?;
    let bits = match what {
        "even" => terms.extract(*term, 0, 0),
        _ => *term,
    };
    let zero = terms.constant(terms.width(bits), 0);
    Ok(terms.eq(bits, zero))
}

/// What is doubted, and the verdict.
fn doubts(verification: Verification) -> (Vec<DoubtKind>, Verdict) {
    let doubts = verification.doubts.into_iter().map(|doubt| doubt.what);
    (doubts.collect(), verification.record.verdict)
}

#[test]
fn a_proof_is_confirmed() {
    let (doubts, verdict) = doubts(verified(2, 0, &["even l2"], |_| {}));
    assert_eq!((doubts, verdict), (Vec::new(), Verdict::Safe));
}

#[test]
fn an_invariant_that_iterations_do_not_keep_is_doubted() {
    let even = "even l2".to_owned();
    let (doubts, _) = doubts(verified(1, 0, &[&even], |_| {}));
    assert_eq!(doubts, [DoubtKind::Keeping(even)]);
}

#[test]
fn an_invariant_that_does_not_hold_in_the_beginning_is_doubted() {
    let zero = "zero l2".to_owned();
    let (doubts, _) = doubts(verified(0, 2, &[&zero], |_| {}));
    assert_eq!(doubts, [DoubtKind::Start(zero)]);
}

#[test]
fn without_invariants_nothing_follows() {
    let (doubts, verdict) = doubts(verified(2, 0, &[], |_| {}));
    assert_eq!((doubts, verdict), (Vec::new(), Verdict::Incomplete));
}

#[test]
fn a_change_that_a_proof_does_not_name_is_doubted() {
    let (doubts, _) = doubts(verified(2, 0, &[], |proof| {
        proof.loops[0].changes.retain(|named| named.name != "l2");
    }));
    assert_eq!(doubts, [DoubtKind::Changes("l2".to_owned())]);
}

#[test]
fn a_loop_that_a_proof_does_not_know_is_doubted() {
    let (doubts, _) = doubts(verified(2, 0, &[], |proof| proof.loops.clear()));
    assert_eq!(doubts, [DoubtKind::Unknown]);
}

#[test]
fn objects_that_a_proof_does_not_tell_are_doubted() {
    let text = program(
        "",
        "%4 = allocate.heap zeroed 8, align 8, \"x\"
         free(%4)
         %4 = 0",
        "",
    );
    let program = Scripted::read(&text);
    let mut proof = Way::default().prove(&program).proof.unwrap();
    assert!(proof.loops[0].makes_objects);
    let said = doubts(verify_in(&program, &proof));
    assert_eq!(said, (Vec::new(), Verdict::Safe));
    proof.loops[0].makes_objects = false;
    let (doubts, _) = doubts(verify_in(&program, &proof));
    assert_eq!(doubts, [DoubtKind::Changes("objects".to_owned())]);
}
