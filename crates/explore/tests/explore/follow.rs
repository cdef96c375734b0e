//! States from prefixes: each kind of decision, and prefixes that do not fit.

use everypath_explore::{
    ExploreError, ExploreOptions, Prefix, PrefixError, SideOrder, Silent, Task, explore_paths_from,
    follow,
};
use everypath_machine::MemoryEncoding;
use everypath_solver::{LayerKind, SolverOptions};

use crate::resumed::compare;
use crate::scripted::{Scripted, all_findings, machine_options};

/// Every event that needs a decision: branch, check, assumption, switch, load and store at symbolic addresses in one object and in two,
/// jump to a computed place.
fn all_events() -> Scripted {
    Scripted::read(
        "locals 8, 8, 1, 32, 8
         region \"table\" 0x8000 read-write 1 2 3 4 5 6 7 8
         region \"other\" 0x8010 read-write 9 8 7 6 5 4 3 2
         block 0x0:
           %0 = input.8 \"x\"
           %1 = input.8 \"y\"
           %2 = ult.8 %0, 16
           branch %2, 0x100, 0x200
         block 0x100:
           %2 = ne.8 %0, 3
           check assertion %2
           %2 = ule.8 %1, 7
           assume %2
           %2 = ult.8 %1, 9
           check assertion %2
           %3 = resize.8.8.32 unsigned %1
           %4 = load.1.8 unsigned [%3 + 0x8000]
           store.1.8 [%3 + 0x8000], %0
           %2 = ult.8 %4, %0
           branch %2, 0x300, 0x200
         block 0x200:
           %2 = ult.8 %0, 30
           branch %2, 0x400, 0x500
         block 0x300:
           %3 = resize.8.5.32 unsigned %0
           %4 = load.1.8 unsigned [%3 + 0x8000]
           switch.8 %4, 1: 0x400, 2: 0x500, 3: 0x400, 4: 0x200, default: 0x600
         block 0x400:
           %3 = resize.8.1.32 unsigned %1
           %3 = shl.32 %3, 8
           %3 = add.32 %3, 0x500
           jump [%3]
         block 0x500:
           exit 0
         block 0x600:
           %2 = ult.8 %4, 8
           check assertion %2
           exit 0",
    )
}

/// A jump to one of many places, more than are looked for at once.
fn many_values() -> Scripted {
    let mut text = "locals 8, 1, 32
         block 0x0:
           %0 = input.8 \"x\"
           %1 = ult.8 %0, 40
           assume %1
           %2 = resize.8.8.32 unsigned %0
           %2 = shl.32 %2, 8
           %2 = add.32 %2, 0x1000
           jump [%2]\n"
        .to_owned();
    for target in 0..40 {
        let at = 0x1000 + 0x100 * target;
        text += &format!(
            "block {at:#x}:
               %1 = ne.8 %0, {target}
               check assertion %1
               exit 0\n"
        );
    }
    Scripted::read(&text)
}

fn task(program: &Scripted, options: ExploreOptions) -> Task<'_> {
    Task {
        program,
        machine: machine_options(),
        solver: SolverOptions::default(),
        options,
    }
}

/// Compares under several numbers of open paths; gives how many were open in all.
fn compare_all(task: &Task<'_>) -> u64 {
    let mut open = 0;
    for most_open in 1..12 {
        for strategy in ["dfs", "bfs", "random-path", "random-state"] {
            let mut task = task.clone();
            task.options.strategy = strategy.parse().unwrap();
            match compare(&task, most_open) {
                Ok(resumed) => open += resumed.open,
                Err(message) => panic!("{strategy}, {most_open} open: {message}"),
            }
        }
    }
    open
}

/// The prefixes of the paths that are open when there are so many.
fn prefixes(task: &Task<'_>, most_open: usize) -> Vec<Prefix> {
    let (mut machine, mut solver) = task.begin().unwrap();
    let explored = explore_paths_from(
        &mut machine,
        &mut solver,
        &task.options,
        &mut Silent,
        &[Prefix::start()],
        most_open,
    );
    let open = explored.unwrap().open;
    open.iter().map(|path| path.prefix()).collect()
}

fn texts(task: &Task<'_>, most_open: usize) -> Vec<String> {
    let prefixes = prefixes(task, most_open);
    prefixes.iter().map(Prefix::to_string).collect()
}

/// Why a prefix leads to no state.
fn refused(task: &Task<'_>, text: &str) -> PrefixError {
    let (mut machine, _) = task.begin().unwrap();
    let prefix = text.parse().unwrap();
    follow(&mut machine, &prefix).unwrap_err()
}

#[test]
fn every_kind_of_decision_is_followed() {
    let program = all_events();
    let mut open = compare_all(&task(&program, all_findings()));
    for values_per_term in [1, 3] {
        let options = ExploreOptions {
            values_per_term,
            cores: true,
            order: SideOrder::FallThroughFirst,
            ..all_findings()
        };
        open += compare_all(&task(&program, options));
    }
    assert!(open > 100, "only {open} open paths");
}

#[test]
fn the_flat_encoding_is_followed() {
    let program = all_events();
    let mut task = task(&program, all_findings());
    task.machine.memory = MemoryEncoding::Flat;
    assert!(compare_all(&task) > 40);
    let written = texts(&task, 3).join("\n");
    assert!(written.contains("anywhere"), "{written}");
}

#[test]
fn paths_that_left_values_to_others_are_followed() {
    let program = many_values();
    assert!(compare_all(&task(&program, all_findings())) > 100);
    let written = texts(&task(&program, all_findings()), 17).join("\n");
    assert!(written.contains("without("), "{written}");
}

#[test]
fn paths_that_wait_for_their_turn_are_followed() {
    let program = Scripted::read(
        "locals 8, 32, 1
         block 0x0:
           %0 = input.8 \"x\"
           %2 = ult.8 %0, 16
           branch %2, 0x100, 0x300
         block 0x100:
           %1 = add.32 %1, 1
           %2 = ult.32 %1, 100000
           branch %2, 0x100, 0x200
         block 0x200:
           %2 = ult.8 %0, 8
           branch %2, 0x400, 0x500
         block 0x300:
           %2 = ult.8 %0, 24
           branch %2, 0x400, 0x500
         block 0x400:
           %2 = ne.8 %0, 7
           check assertion %2
           exit 0
         block 0x500:
           exit 0",
    );
    let mut task = task(&program, all_findings());
    task.options.strategy = "bfs".parse().unwrap();
    let expected = [
        "after 200003 new 6 paused: T",
        "after 5 new 5: FT",
        "after 5 new 5: F2",
    ];
    assert_eq!(texts(&task, 3), expected);
    let of_both = "after 300005 new 8: T2".to_owned();
    assert!(texts(&task, 4).contains(&of_both));
    for most_open in 2..6 {
        compare(&task, most_open).unwrap();
    }
}

#[test]
fn loops_of_the_library_count_alike_behind_a_prefix() {
    // Machine code of a library that looks for a byte, by a switch and by a branch.
    let program = Scripted::read(
        "locals 8, 8, 1, 32
         library 0x100
         block 0x0:
           %0 = input.8 \"x\"
           %1 = 0
           jump 0x100
         block 0x100:
           %1 = add.8 %1, 1
           switch.8 %0, 1: 0x200, 2: 0x300, default: 0x200
         block 0x200:
           %2 = ult.8 %1, %0
           branch %2, 0x100, 0x300
         block 0x300:
           exit 0",
    );
    let mut options = all_findings();
    options.bounds.library_iterations = Some(3);
    let task = task(&program, options);
    assert!(compare_all(&task) > 20);
    let expected = [
        "after 7 new 7: case*2(1,2) F",
        "after 15 new 7: case*2(1,2) T case=2 t case=2 T",
        "after 15 new 7: case*2(1,2) T case=2 t case=2 F",
    ];
    assert_eq!(texts(&task, 3), expected);
}

#[test]
fn what_the_solver_does_not_decide_is_followed_all_the_same() {
    let program = all_events();
    let mut task = task(&program, all_findings());
    task.solver.conflict_limit = Some(0);
    task.solver.layers = vec![LayerKind::TABLE[0].1];
    compare_all(&task);
}

#[test]
fn a_prefix_says_what_was_decided() {
    let program = all_events();
    let expected = [
        "after 4 new 4: F",
        "after 15 new 15: Trap object=8000[0-7/1]x2 F",
        "after 18 new 18: Trap object=8000[0-7/1]x2 T object+8000[2-7/1] case*0",
        "after 18 new 18: Trap object=8000[0-7/1]x2 T object+8000[2-7/1] case*4",
    ];
    assert_eq!(texts(&task(&program, all_findings()), 4), expected);
}

#[test]
fn a_prefix_that_does_not_fit_is_refused_where_it_does_not() {
    let program = all_events();
    let task = task(&program, all_findings());
    let expected = [
        (
            "after 9 new 0: a",
            "decision 1 of the prefix does not fit the program: expected an assumption (`a`), found a branch at 0x3",
        ),
        (
            "after 90 new 0: T r p",
            "decision 3 of the prefix does not fit the program: expected a check (`p`), found an assumption at 0x104",
        ),
        (
            "after 90 new 0: F F T",
            "decision 3 of the prefix does not fit the program: expected a branch (`T`), found the end of the program at 0x500",
        ),
        (
            "after 9 new 0: T r a p",
            "decision 4 of the prefix does not fit the program: expected a check (`p`), found none within 9 instructions at 0x105",
        ),
        (
            "after 90 new 0: F T case=0",
            "decision 3 of the prefix does not fit the program: expected a switch (`case=0`), found a jump target at 0x403",
        ),
        (
            "after 90 new 0: F T value=1000000000",
            "decision 3 of the prefix does not fit the program: expected a value that has to be a constant (`value=1000000000`), found a jump target of 32 bits at 0x403",
        ),
        (
            "after 90 new 0: T r a p object=8000[0-7/1]",
            "the prefix does not fit the program: expected a state behind 90 instructions, found one behind 12 at 0x107",
        ),
        (
            "after 5 new 0 paused: F F",
            "decision 2 of the prefix does not fit the program: expected a branch (`F`), found none within 5 instructions at 0x201",
        ),
    ];
    for (text, message) in expected {
        assert_eq!(refused(&task, text).to_string(), message, "{text}");
    }
    let places = [
        "object=8001[0-7/1]",
        "object=8000[0-8/1]",
        "object=8000[7-0/1]",
        "object=8000[0-7/0]",
        "object=8000[0-7/3]",
        "object=8000[0-7/2]",
        "anywhere=0-7",
    ];
    for place in places {
        let found = refused(&task, &format!("after 90 new 0: T r a p {place}")).to_string();
        let expected = format!(
            "decision 5 of the prefix does not fit the program: expected an access through a symbolic address (`{place}`), \
             found a load of 1 bytes at a symbolic address that cannot go there at 0x107"
        );
        assert_eq!(found, expected);
    }
}

#[test]
fn a_prefix_that_no_input_takes_is_refused_before_it_is_explored() {
    let program = Scripted::read(
        "locals 8, 1
         block 0x0:
           %0 = input.8 \"x\"
           %1 = ult.8 %0, 16
           branch %1, 0x100, 0x200
         block 0x100:
           %1 = ult.8 %0, 32
           branch %1, 0x200, 0x300
         block 0x200:
           exit 0
         block 0x300:
           exit 1",
    );
    let task = task(&program, all_findings());
    let (mut machine, mut solver) = task.begin().unwrap();
    let prefix: Prefix = "after 5 new 0: TF".parse().unwrap();
    assert!(follow(&mut machine, &prefix).is_ok());
    let options = &task.options;
    let error = explore_paths_from(
        &mut machine,
        &mut solver,
        options,
        &mut Silent,
        &[prefix],
        usize::MAX,
    )
    .unwrap_err();
    assert!(
        matches!(error, ExploreError::Prefix(PrefixError::Infeasible { .. })),
        "{error}"
    );
}
