//! What a file of checks says, and what follows from results.

use std::path::Path;

use super::*;
use crate::exit;

fn parse(text: &str) -> Result<Suite, String> {
    Suite::parse(Path::new("/nowhere"), text)
}

fn names(text: &str) -> Vec<String> {
    let checks = parse(text).unwrap().checks;
    let shown = checks.iter().map(|check| {
        let command = check.job.command_line();
        format!(
            "{}/{}: {} -> {}",
            check.group, check.name, command, check.expect
        )
    });
    shown.collect()
}

#[test]
fn options_come_from_defaults_groups_and_checks_and_the_last_counts() {
    let text = r#"
        [defaults]
        options = "--unwind 8 --define A"
        [group.deep]
        options = "--unwind 64"
        expect = "unsafe"
        [[check]]
        files = ["a.c", "b.c"]
        [[check]]
        name = "c"
        group = "deep"
        files = ["c.c"]
        options = "--define 'B=1 2' --all"
        entries = ["f", "g"]
        [[check]]
        files = ["d.c"]
        options = "--unwind 2"
        expect = "unsafe assertion"
    "#;
    assert_eq!(
        names(text),
        [
            "checks/a.c: everypath check a.c b.c --define A --unwind 8 -> safe",
            "checks/d.c: everypath check d.c --define A --unwind 2 -> unsafe assertion",
            "deep/c:f: everypath check c.c --define A --define 'B=1 2' --entry f --all --unwind 64 -> unsafe",
            "deep/c:g: everypath check c.c --define A --define 'B=1 2' --entry g --all --unwind 64 -> unsafe",
        ]
    );
}

#[test]
fn faults_are_told_with_the_check_that_has_them() {
    for (text, part) in [
        ("", "no [[check]]"),
        (
            "[[check]]",
            "check 1 (without a name): expected either `files`",
        ),
        (
            "[[check]]\nname = \"x\"\nfiles = [\"a.c\"]\neach = [\"*.c\"]",
            "check 1 (x): expected either",
        ),
        (
            "[[check]]\nfiles = [\"a.c\"]\noptions = \"--unwound 3\"",
            "--unwound",
        ),
        (
            "[[check]]\nfiles = [\"a.c\"]\noptions = \"'\"",
            "a quote is not closed",
        ),
        (
            "[[check]]\nfiles = [\"a.c\"]\nexpect = \"good\"",
            "expected \"safe\"",
        ),
        (
            "[[check]]\nfiles = [\"a.c\"]\nexpect = \"unsafe good\"",
            "no such property",
        ),
        (
            "[[check]]\nfiles = [\"a.c\"]\n[[check]]\nfiles = [\"a.c\"]",
            "check 2 (without a name): another check is called `a.c`",
        ),
        ("[[check]]\neach = [\"*.c\"]", "there is no such file"),
        (
            "[group.x]\n[[check]]\nfiles = [\"a.c\"]\ngroup = \"y\"",
            "there is no [group.y]",
        ),
        ("[[check]]\nfile = \"a.c\"", "unknown field `file`"),
        (
            "[[check]]\nfiles = [\"a.c\"]\noptions = \"--engine conflict --count-inputs\"",
            "count",
        ),
    ] {
        let told = parse(text).expect_err(text);
        assert!(told.contains(part), "{text}: {told}");
    }
}

#[test]
fn another_verdict_than_the_expected_one_is_no_success() {
    let outcome = |verdict: Option<&str>, code: u8, violated: &[&str]| Outcome::Ran {
        ran: Ran {
            code,
            verdict: verdict.map(str::to_owned),
            violated: violated.iter().map(|&it| it.to_owned()).collect(),
            note: String::new(),
            text: String::new(),
            sarif: None,
            seconds: 0.0,
        },
        remembered: false,
    };
    let safe = outcome(Some("safe"), 0, &[]);
    let unsafe_ = outcome(Some("unsafe"), 10, &["assertion"]);
    let incomplete = outcome(Some("incomplete"), 5, &[]);
    let broken = outcome(None, 2, &[]);
    let of = |property: &str| Expect::Unsafe(Some(property.to_owned()));
    let rows: [(&Expect, [u8; 4]); 5] = [
        (&Expect::Safe, [0, 10, 5, 2]),
        (&Expect::Unsafe(None), [10, 0, 5, 2]),
        (&of("assertion"), [10, 0, 5, 2]),
        (&of("array-bounds"), [10, 10, 5, 2]),
        (&Expect::Incomplete, [10, 10, 0, 2]),
    ];
    for (expect, codes) in rows {
        let outcomes = [&safe, &unsafe_, &incomplete, &broken];
        assert_eq!(
            outcomes.map(|outcome| outcome.code(expect)),
            codes,
            "{expect}"
        );
    }
    assert_eq!(Outcome::NotRun.code(&Expect::Incomplete), exit::INCOMPLETE);
}
