//! Runs that are ended by force and taken up, and jobs that are divided into units: the record is that of one run.

mod common;

use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use common::{everypath, root, run, temporary, transcript, write};

/// Sorts numbers and compares what is nearly sorted with it: some thousand paths, and two violations.
const SORT: &str = r#"
#include <assert.h>
#ifndef NUMBERS
#define NUMBERS 6
#endif
void check(const unsigned char numbers[NUMBERS]) {
    unsigned char sorted[NUMBERS];
    for (int i = 0; i < NUMBERS; i++) sorted[i] = numbers[i];
    for (int i = 1; i < NUMBERS; i++)
        for (int j = i; j > 0 && sorted[j - 1] > sorted[j]; j--) {
            unsigned char other = sorted[j];
            sorted[j] = sorted[j - 1];
            sorted[j - 1] = other;
        }
    for (int i = 1; i < NUMBERS; i++) assert(sorted[i - 1] <= sorted[i]);
    assert(sorted[0] != 77 || sorted[1] != 78 || numbers[2] != 79);
    if (numbers[0] > numbers[1]) assert(numbers[1] != 200);
}
extern void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
    unsigned char numbers[NUMBERS];
    klee_make_symbolic(numbers, sizeof numbers, "numbers");
#ifdef HALF
    if (numbers[6] <= numbers[7]) return 0;
#endif
    check(numbers);
}
"#;

/// The options of the job.
const JOB: [&str; 3] = ["--engine", "paths", "--all"];

/// The record of a run that nobody interrupts.
fn alone(file: &str, options: &[&str]) -> Vec<u8> {
    let check = [&["check", file, "--no-timing", "--json"], &JOB[..], options].concat();
    let run = run(&check);
    assert_eq!(run.status.code(), Some(10), "{}", transcript(&run));
    run.stdout
}

/// Begins a run whose checkpoint is in a directory.
fn begin(arguments: &[&str]) -> Child {
    let mut command = everypath();
    command.args(arguments).args(["--no-timing", "--json"]);
    let command = command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap()
}

/// Ends a run by force after some time, but not before it has a checkpoint; false if it came to its end by itself.
fn kill(mut child: Child, checkpoint: &Path, after: Duration) -> bool {
    let start = Instant::now();
    while !checkpoint.exists() || start.elapsed() < after {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    true
}

#[test]
fn a_run_that_is_killed_goes_on_where_it_was() {
    let directory = temporary();
    let file = write(&directory, "sort.c", SORT);
    let numbers = ["--define", "NUMBERS=8", "--define", "HALF"];
    let expected = alone(&file, &numbers);
    let mut killed = 0;
    for (round, jobs) in ["1", "2", "3"].into_iter().enumerate() {
        let kept = directory.path().join(format!("kept-{round}"));
        let name = kept.display().to_string();
        let checkpoint = kept.join("checkpoint.json");
        let check = ["check", &file, "--checkpoint", &name, "--jobs", jobs];
        let first = begin(&[&check[..], &JOB, &numbers].concat());
        let time = Duration::from_millis(1300 + 500 * round as u64);
        killed += u32::from(kill(first, &checkpoint, time));
        let again = begin(&["check", "--resume", &name, "--jobs", "2"]);
        killed += u32::from(kill(again, &checkpoint, time));
        let last = run(&["check", "--resume", &name, "--no-timing", "--json"]);
        assert_eq!(last.status.code(), Some(10), "{}", transcript(&last));
        assert!(
            last.stdout == expected,
            "{jobs} jobs: {}",
            transcript(&last)
        );
    }
    assert!(killed > 0, "no run was long enough to be killed");
}

#[test]
fn a_run_that_a_budget_of_time_ends_goes_on() {
    let directory = temporary();
    let file = write(&directory, "sort.c", SORT);
    let kept = directory.path().join("kept").display().to_string();
    let size = ["--define", "NUMBERS=8", "--define", "HALF"];
    let limit = ["--time-limit", "0.5"];
    let check = ["check", &file, "--checkpoint", &kept, "-q"];
    run(&[&check[..], &JOB, &limit, &size].concat());
    let read = |text: &[u8]| -> serde_json::Value { serde_json::from_slice(text).unwrap() };
    let mut runs = 1;
    let last = loop {
        let record = read(&run(&["check", "--resume", &kept, "--json"]).stdout);
        if record["cuts"].as_array().unwrap().is_empty() {
            break record;
        }
        assert!(
            record["cuts"][0]["kind"] == "time-limit",
            "{}",
            record["cuts"]
        );
        runs += 1;
        assert!(runs < 200, "it does not come to its end");
    };
    assert!(runs > 1, "one run was enough");
    let expected = read(&alone(&file, &size));
    for member in ["verdict", "findings", "checks", "coverage"] {
        assert_eq!(last[member], expected[member], "{member}");
    }
    assert_eq!(last["statistics"]["paths"], expected["statistics"]["paths"]);
}

#[test]
fn a_run_goes_on_with_other_budgets_and_with_no_other_options() {
    let directory = temporary();
    let file = write(&directory, "sort.c", SORT);
    let kept = directory.path().join("kept").display().to_string();
    let size = ["--define", "NUMBERS=4"];
    let check = ["check", &file, "--checkpoint", &kept, "--budget-paths", "5"];
    let first = run(&[&check[..], &JOB, &size].concat());
    let said = transcript(&first);
    let hint = format!("what is done is kept in {kept}: --resume {kept} goes on");
    assert!(said.contains(&hint), "{said}");
    let paths = |more: &[&str]| {
        let again = run(&[&["check", "--resume", &kept, "--json"], more].concat());
        let record: serde_json::Value = serde_json::from_slice(&again.stdout).unwrap();
        record["statistics"]["paths"].as_u64().unwrap()
    };
    assert_eq!(paths(&[]), 5);
    assert_eq!(paths(&["--budget-paths", "9"]), 9);
    let all = paths(&["--budget-paths", "100000"]);
    let expected: serde_json::Value = serde_json::from_slice(&alone(&file, &size)).unwrap();
    assert_eq!(Some(all), expected["statistics"]["paths"].as_u64());
    let other = run(&["check", "--resume", &kept, "--all", "--unwind", "3"]);
    assert_eq!(other.status.code(), Some(2));
    let said = transcript(&other);
    assert!(said.contains("the job has changed"), "{said}");
}

#[test]
fn what_was_found_out_is_not_written_over() {
    let directory = temporary();
    let file = write(&directory, "sort.c", SORT);
    let size = ["--define", "NUMBERS=4"];
    let expected = alone(&file, &size);
    let units = directory.path().join("units");
    let name = units.display().to_string();
    let split = ["split", &file, "--into", "2", "--units", &name];
    let split = [&split[..], &JOB, &size].concat();
    assert_eq!(run(&split).status.code(), Some(0));
    let again = run(&split);
    assert_eq!(again.status.code(), Some(2));
    let said = transcript(&again);
    assert!(said.contains("a job was divided there already"), "{said}");
    let written = files(&units, ".unit.json");
    let of = |unit: &str| unit.replace(".unit.", ".result.");
    let bytes = |unit: &str| std::fs::read(of(unit)).unwrap();
    let work = |unit: &str, more: &[&str]| {
        let done = run(&[&["work", unit], more].concat());
        (done.status.code(), transcript(&done))
    };
    // A part, less of it, all of it, and once more.
    let unit = &written[0];
    work(unit, &["--budget-paths", "3"]);
    let part = bytes(unit);
    for less in [["--budget-paths", "1"], ["--time-limit", "0"]] {
        let (code, said) = work(unit, &less);
        assert!(code == Some(0) && said.contains("kept as it is"), "{said}");
        assert!(bytes(unit) == part, "{less:?}");
    }
    work(unit, &[]);
    let whole = bytes(unit);
    assert!(whole != part);
    let (code, said) = work(unit, &["--time-limit", "0"]);
    assert!(
        code == Some(0) && said.contains("the unit is done"),
        "{said}"
    );
    // The result of another unit, and what is none.
    let (code, said) = work(&written[1], &["--result", &of(unit)]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("the result of another unit"), "{said}");
    let (code, said) = work(&written[1], &["--result", &file]);
    assert_eq!(code, Some(2), "{said}");
    assert!(bytes(unit) == whole);
    // Units that are left go where others are.
    let left = directory.path().join("left");
    let left_name = left.display().to_string();
    let begun = ["--budget-paths", "1", "--left", &left_name];
    let mut texts = std::collections::BTreeSet::new();
    for unit in &written[1..] {
        work(unit, &begun);
        let files = files(&left, ".unit.json");
        texts.extend(files.iter().map(|file| std::fs::read(file).unwrap()));
        assert_eq!(files.len(), texts.len());
    }
    let gather = |places: &[&str]| run(&[&["gather", "--no-timing", "--json"], places].concat());
    let missing = ["--missing", &left_name];
    gather(&[&[name.as_str()], &missing[..]].concat());
    assert_eq!(files(&left, ".unit.json").len(), texts.len());
    for unit in files(&left, ".unit.json") {
        work(&unit, &[]);
    }
    let all = gather(&[&name, &left_name]);
    assert!(all.stdout == expected, "{}", transcript(&all));
}

#[test]
fn the_result_of_a_job_in_one_unit_counts_beside_that_of_dividing_it() {
    let directory = temporary();
    let file = write(&directory, "sort.c", SORT);
    let units = directory.path().join("units").display().to_string();
    let split = ["split", &file, "--into", "1", "--units", &units];
    assert_eq!(run(&[&split[..], &JOB].concat()).status.code(), Some(0));
    let unit = format!("{units}/001.unit.json");
    let work = run(&["work", &unit, "--budget-paths", "5", "-q"]);
    assert_eq!(work.status.code(), Some(0), "{}", transcript(&work));
    let gathered = run(&["gather", &units, "--json"]);
    let record: serde_json::Value = serde_json::from_slice(&gathered.stdout).unwrap();
    assert!(
        record["statistics"]["paths"].as_u64() >= Some(5),
        "{record}"
    );
}

#[test]
fn a_checkpoint_of_something_else_is_refused_with_what_differs() {
    let directory = temporary();
    let file = write(&directory, "sort.c", SORT);
    let kept = directory.path().join("kept").display().to_string();
    let check = [
        "check",
        &file,
        "--checkpoint",
        &kept,
        "-q",
        "--define",
        "NUMBERS=3",
    ];
    let check = [&check[..], &JOB].concat();
    assert_eq!(run(&check).status.code(), Some(10));
    let refused = |arguments: &[&str], part: &str| {
        let said = transcript(&run(arguments));
        assert!(
            said.starts_with("exit 2\n") && said.contains(part),
            "{said}"
        );
    };
    refused(&check, "there is a checkpoint already");
    let other = [
        "check",
        "--resume",
        &kept,
        &file,
        "--unwind",
        "3",
        "--define",
        "NUMBERS=3",
    ];
    refused(
        &[&other[..], &JOB].concat(),
        "`search.unwind` is 3, expected null",
    );
    let checkpoint = directory.path().join("kept/checkpoint.json");
    let text = std::fs::read_to_string(&checkpoint).unwrap();
    write(&directory, "sort.c", SORT.replace("200", "201"));
    refused(&["check", "--resume", &kept], "the program has changed");
    write(&directory, "sort.c", SORT);
    assert_eq!(
        run(&["check", "--resume", &kept, "-q"]).status.code(),
        Some(10)
    );
    for (from, to, part) in [
        ("\"path_ends\":", "\"path_ends\":1", "the file was changed"),
        ("\"version\":1", "\"version\":2", "`version` is 2"),
        ("everypath-result", "everypath-unit", "no result"),
        ("\"content\"", "\"contents\"", "no result"),
    ] {
        assert!(text.contains(from));
        std::fs::write(&checkpoint, text.replacen(from, to, 1)).unwrap();
        refused(&["check", "--resume", &kept], part);
    }
    std::fs::write(&checkpoint, &text[..text.len() / 2]).unwrap();
    refused(&["check", "--resume", &kept], "no result");
    let strategy = ["check", &file, "--checkpoint", &kept, "--strategy", "bfs"];
    let said = transcript(&run(&[&strategy[..], &JOB].concat()));
    assert!(said.contains("--checkpoint needs paths"), "{said}");
}

#[test]
fn a_checkpoint_that_cannot_be_written_is_a_warning() {
    let directory = temporary();
    let file = write(&directory, "sort.c", SORT);
    let kept = directory.path().join("kept");
    let mut command = everypath();
    let name = kept.display().to_string();
    command
        .args(["check", &file, "-q", "--checkpoint", &name])
        .args(["--define", "NUMBERS=7"])
        .args(JOB);
    let child = command
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while !kept.join("checkpoint.json").exists() {
        std::thread::sleep(Duration::from_millis(1));
    }
    std::fs::remove_dir_all(&kept).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(10));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let warnings = said.matches("warning: the checkpoint cannot be written, the run goes on");
    assert_eq!(warnings.count(), 1, "{said}");
}

/// The files of a directory whose names end so, sorted.
fn files(directory: &Path, end: &str) -> Vec<String> {
    let entries = std::fs::read_dir(directory).unwrap();
    let names = entries.map(|entry| entry.unwrap().path().display().to_string());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(end)).collect();
    names.sort();
    names
}

#[test]
fn units_give_together_the_record_of_the_whole() {
    let directory = temporary();
    let file = write(&directory, "sort.c", SORT);
    let tests = directory.path().join("tests").display().to_string();
    let options = ["--tests", &tests, "--define", "NUMBERS=4"];
    let expected = alone(&file, &options);
    let cases = files(Path::new(&tests), ".json");
    std::fs::remove_dir_all(&tests).unwrap();
    let units = directory.path().join("units");
    let name = units.display().to_string();
    let split = ["split", &file, "--into", "6", "--units", &name];
    let done = run(&[&split[..], &JOB, &options].concat());
    assert_eq!(done.status.code(), Some(0), "{}", transcript(&done));
    let work = |unit: &str, more: &[&str]| {
        let done = run(&[&["work", unit], more].concat());
        assert_eq!(done.status.code(), Some(0), "{}", transcript(&done));
    };
    let gather = |places: &[&str]| run(&[&["gather", "--no-timing", "--json"], places].concat());
    let written = files(&units, ".unit.json");
    assert!(written.len() >= 6);
    // All but the first, which ends too soon; one is done twice, and once more otherwise.
    let left = directory.path().join("left");
    let left_name = left.display().to_string();
    let begun = ["--budget-paths", "1", "--left", &left_name];
    work(&written[0], &begun);
    for unit in &written[2..] {
        work(unit, &["--jobs", "2"]);
    }
    let twice = directory.path().join("twice").display().to_string();
    work(&written[3], &["--result", &twice]);
    let thrice = directory.path().join("thrice").display().to_string();
    work(&written[3], &["--result", &thrice, "--budget-paths", "1"]);
    let again = directory.path().join("again");
    let missing = again.display().to_string();
    let some = gather(&[&name, &twice, &thrice, "--missing", &missing]);
    let record: serde_json::Value = serde_json::from_slice(&some.stdout).unwrap();
    let cuts = record["cuts"].as_array().unwrap();
    let cut = cuts.iter().find(|cut| cut["kind"] == "missing");
    assert!(
        cut.is_some_and(|cut| cut["count"].as_u64() >= Some(2)),
        "{cuts:?}"
    );
    let said = transcript(&some);
    assert!(said.contains("results that are not needed: 2"), "{said}");
    // What a unit leaves is open, too, and comes in the same order.
    let texts = |units: &[String]| -> Vec<String> {
        let text = |unit| std::fs::read_to_string(unit).unwrap();
        units.iter().map(text).collect()
    };
    let left = texts(&files(&left, ".unit.json"));
    let open = texts(&files(&again, ".unit.json"));
    assert!(!left.is_empty() && open.starts_with(&left), "{left:?}");
    for unit in files(&again, ".unit.json") {
        work(&unit, &[]);
    }
    let all = gather(&[&name, &twice, &missing, &thrice]);
    assert!(all.stdout == expected, "{}", transcript(&all));
    assert_eq!(files(Path::new(&tests), ".json"), cases);
    // Without the result of dividing, and with one of another job.
    let said = transcript(&gather(&[&twice]));
    assert!(said.contains("no result of the whole tree"), "{said}");
    let others = directory.path().join("others").display().to_string();
    let split = ["split", &file, "--into", "2", "--units", &others];
    run(&[&split[..], &JOB].concat());
    let said = transcript(&gather(&[&name, &others]));
    assert!(said.contains("a result of another run"), "{said}");
}

#[test]
fn make_does_units_as_the_documentation_says() {
    let page = std::fs::read_to_string(root().join("docs/units.md")).unwrap();
    let (_, makefile) = page.split_once("```make\n").unwrap();
    let (makefile, _) = makefile.split_once("```").unwrap();
    let directory = temporary();
    write(&directory, "Makefile", makefile);
    write(&directory, "sort.c", SORT);
    let numbers = ["--define", "NUMBERS=3"];
    let within = |program: &str, arguments: &[&str]| {
        let path = Path::new(env!("CARGO_BIN_EXE_everypath"));
        let others = std::env::var("PATH").unwrap();
        let path = format!("{}:{others}", path.parent().unwrap().display());
        let mut command = std::process::Command::new(program);
        command.current_dir(directory.path()).env("PATH", path);
        command.args(arguments).output().unwrap()
    };
    let check = ["check", "sort.c", "--no-timing", "--json"];
    let expected = within("everypath", &[&check[..], &JOB, &numbers].concat());
    let split = ["split", "sort.c", "--into", "4", "--units", "units"];
    within("everypath", &[&split[..], &JOB, &numbers].concat());
    let made = within("make", &["-j", "2"]);
    assert!(made.status.success(), "{}", transcript(&made));
    let record = std::fs::read(directory.path().join("record.json")).unwrap();
    assert!(record == expected.stdout, "{}", transcript(&made));
    let ls = within(
        "sh",
        &["-c", "ls units/*.unit.json | xargs -n 1 everypath work -q"],
    );
    assert!(ls.status.success(), "{}", transcript(&ls));
}
