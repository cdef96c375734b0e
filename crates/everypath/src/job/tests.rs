//! Jobs are in records what they are on the command line.

use clap::{Arg, ArgAction, CommandFactory};
use proptest::prelude::*;

use super::*;
use crate::cli::{Cli, Command};

/// Texts that can stand behind an option, by what the help calls them. An option with a new name of a value needs a row.
fn texts(arg: &Arg) -> Vec<String> {
    let possible = arg.get_possible_values();
    if !possible.is_empty() {
        let names = possible.iter().map(|value| value.get_name().to_owned());
        return names.collect();
    }
    let name = arg.get_value_names().unwrap_or_default();
    let name = name.first().map_or("", |name| name.as_str());
    let texts: &[&str] = match (arg.get_id().as_str(), name) {
        ("strategy", _) => &["dfs", "bfs,random-path", "criteria-sum"],
        ("layers", _) => &["none", "cache,order", "intervals"],
        ("disable_rules", _) => &["order", "constants,shift"],
        ("checks", _) => &["assertion", "invalid-load,invalid-store"],
        ("decide", _) => &["path", "guide", "maximise:7"],
        ("env", _) => &["selfie", "linux"],
        ("world", _) => &["fixed", "usual", "open"],
        ("property", _) => &[
            "unreach-call",
            "termination",
            "valid-memsafety",
            "assertion",
        ],
        ("check" | "no_check", _) => &["assertion", "array-bounds", "memory-leak"],
        ("symbolic_stdin", _) => &["0", "17", "endless"],
        (_, "N") => &["0", "1", "4096", "18446744073709551615"],
        (_, "SIZE") => &["0", "4K", "3G"],
        (_, "SECONDS") => &["0", "0.25", "60", "1e9"],
        (_, "LEN,..") => &["1", "3,4"],
        (_, "START:SIZE") => &["0x80000000:64K", "0:1"],
        (_, "NAME=SIZE") => &["a=1", "b=c=2K"],
        (_, "NAME=PATH") => &["a=b", "dir/a=/x y"],
        (_, "NAME=VALUE") => &["A=", "B=c=d"],
        (_, "FUNCTION:LOOP:N") => &["main:12:3", "f:*:0,g::h:1:2"],
        (_, "FORMAT=PATH") => &["smt2=x.smt2", "btor2=a=b", "dimacs=d"],
        (
            _,
            "FILE" | "DIR" | "MACRO" | "FLAG" | "STANDARD" | "FUNCTION" | "PASSES" | "SOLVER"
            | "ARG",
        ) => &["a", "x y", "-\u{fc}", "\"quoted\\\""],
        other => panic!("what stands behind {other:?}? The test needs a row for it"),
    };
    texts.iter().map(|&text| text.to_owned()).collect()
}

/// The job that a command asks for.
fn of_command(words: &[String]) -> Job {
    match Cli::try_parse_from(words).map(|cli| cli.command) {
        Ok(Command::Check(check)) => check.job,
        other => panic!("{words:?}: {other:?}"),
    }
}

/// The options of a job, each with the ways to give it.
fn options() -> Vec<(String, Vec<Vec<String>>)> {
    let command = Alone::command();
    let options = command
        .get_arguments()
        .filter(|arg| arg.get_long().is_some());
    let ways = options.map(|arg| {
        let name = format!("--{}", arg.get_long().unwrap());
        let ways = match arg.get_action() {
            ArgAction::SetTrue => vec![vec![name.clone()]],
            _ => {
                let given = |text: String| vec![format!("{name}={text}")];
                texts(arg).into_iter().map(given).collect()
            }
        };
        (name, ways)
    });
    let known = |name: &str| !["--help", "--version"].contains(&name);
    ways.filter(|(name, _)| known(name)).collect()
}

fn parsed(words: &[String]) -> Option<Job> {
    let words = std::iter::once("").chain(words.iter().map(String::as_str));
    Alone::try_parse_from(words).ok().map(|alone| alone.job)
}

fn again(job: &Job) -> Job {
    let text = serde_json::to_string(job).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn every_option_is_the_same_behind_a_record() {
    for (name, ways) in options() {
        let read: Vec<Job> = ways.iter().filter_map(|way| parsed(way)).collect();
        for job in &read {
            assert_eq!(&again(job), job, "{name}");
            let job = Job {
                files: vec![PathBuf::from("a.c")],
                ..job.clone()
            };
            assert_eq!(of_command(&job.command()), job, "{:?}", job.command());
        }
        // Those that need another option come with it.
        let needs = [
            "--ktest",
            "--testcomp",
            "--emit-per",
            "--emit-simplified",
            "--count-limit",
        ];
        assert_eq!(
            needs.contains(&name.as_str()),
            read.is_empty(),
            "{name}: {ways:?}"
        );
        let changes = read.iter().any(|job| *job != Job::default());
        assert!(changes || read.is_empty(), "{name} changes no job");
    }
}

proptest! {
    #[test]
    fn options_together_are_the_same_behind_a_record(
        picks in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..12),
        files in prop::collection::vec("[a-z ./\u{e4}]{1,8}", 0..3),
    ) {
        let options = options();
        // What cannot stand together is left out.
        let mut words: Vec<String> = Vec::new();
        for (option, way) in picks {
            let (_, ways) = &options[option.index(options.len())];
            let more = [&words[..], &ways[way.index(ways.len())]].concat();
            if parsed(&more).is_some() {
                words = more;
            }
        }
        let job = Job { files: files.into_iter().map(PathBuf::from).collect(), ..parsed(&words).unwrap() };
        prop_assert_eq!(again(&job), job.clone(), "{:?}", words);
        if !job.files.is_empty() {
            prop_assert_eq!(of_command(&job.command()), job, "{:?}", words);
        }
    }
}

#[test]
fn what_a_record_leaves_out_has_its_default() {
    let job: Job = serde_json::from_str(r#"{"files": ["a.c"], "search": {"unwind": 3}}"#).unwrap();
    let mut expected = Job::of(["a.c"]);
    expected.search.unwind = Some(3);
    assert_eq!(job, expected);
    let line = Job::with_options(["a.c"], ["--unwind", "3"]).unwrap();
    assert_eq!(line, expected);
}

#[test]
fn what_a_record_says_wrong_is_told() {
    let told = |text: &str| serde_json::from_str::<Job>(text).unwrap_err().to_string();
    for (text, part) in [
        (r#"{"search": {"unwound": 3}}"#, "unwound"),
        (r#"{"search": {"engine": "x"}}"#, "no such engine"),
        (r#"{"search": {"strategy": 3}}"#, "expected a text"),
        (r#"{"search": {"memory": "x"}}"#, "`objects`"),
        (r#"{"files": "a.c"}"#, "expected a list"),
        (r#"{"engine_options": {"decide": "x"}}"#, "black-box"),
        (r#"{"engine_options": {"x": null}}"#, "no engine"),
        (r#"{"solver": {"layers": ["x"]}}"#, "no such layer"),
        (r#"{"properties": {"checks": ["x"]}}"#, "no such property"),
    ] {
        assert!(told(text).contains(part), "{text}: {}", told(text));
    }
}

#[test]
fn a_record_takes_the_place_of_every_option_of_a_job() {
    for (name, ways) in options() {
        for way in ways {
            let words = ["", "check", "--from", "x.json"].map(str::to_owned);
            let words = words.into_iter().chain(way.iter().cloned());
            let parsed = Cli::try_parse_from(words);
            assert!(parsed.is_err(), "--from with {name}");
        }
    }
    assert!(Cli::try_parse_from(["", "check", "--from", "x.json", "a.c"]).is_err());
    assert!(Cli::try_parse_from(["", "check", "--from", "x.json", "--json", "-q"]).is_ok());
    let command = Cli::command();
    let check = command.find_subcommand("check").unwrap();
    assert!(check.get_arguments().any(|arg| arg.get_id() == "from"));
}

#[test]
fn a_command_has_what_is_not_at_its_default_and_is_quoted_for_shells() {
    let options = [
        "--unwind",
        "8",
        "--time-limit",
        "0.25",
        "--layers",
        "none",
        "-O",
        "2",
        "--trace",
        "--engine",
        "paths",
    ];
    let mut job = Job::with_options(["a b.c"], options).unwrap();
    job.inputs.args = vec!["--x".to_owned(), "it's".to_owned()];
    assert_eq!(
        job.command_line(),
        "everypath check 'a b.c' -O 2 --engine paths --unwind 8 --time-limit 0.25 --layers none --trace=variables --args --x \"it's\""
    );
}
