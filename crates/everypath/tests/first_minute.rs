//! What somebody sees who has never run the program: the help and its examples, files that are not read, and the command that an
//! incomplete run ends with.

mod common;

use std::process::Command;

use common::{root, run, temporary, transcript, write};

/// Runs a command as a shell would, in a directory with the examples.
fn shell(directory: &tempfile::TempDir, command: &str) -> std::process::Output {
    let everypath = std::path::Path::new(env!("CARGO_BIN_EXE_everypath"));
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", everypath.parent().unwrap().display());
    Command::new("sh")
        .args(["-c", command])
        .env("PATH", path)
        .current_dir(directory.path())
        .output()
        .unwrap()
}

fn with_examples() -> tempfile::TempDir {
    let directory = temporary();
    let link = directory.path().join("examples");
    std::os::unix::fs::symlink(root().join("examples"), link).unwrap();
    directory
}

/// The options that a help describes, by their long names.
fn options(help: &str) -> Vec<&str> {
    let named = help.lines().filter_map(|line| {
        let line = line.trim_start();
        let long = match line.split_once(", ") {
            Some((short, long)) if short.len() == 2 => long,
            _ => line,
        };
        let name = long.strip_prefix("--")?;
        name.split([' ', '[', '=']).next()
    });
    named.collect()
}

#[test]
fn help_shows_ten_options_and_says_where_the_others_are() {
    let short = transcript(&run(&["check", "--help"]));
    let common = [
        "target",
        "include",
        "define",
        "entry",
        "all",
        "unwind",
        "time-limit",
        "tests",
        "trace",
        "html",
    ];
    let mut shown = options(&short);
    shown.retain(|option| !["help", "help-all"].contains(option));
    assert_eq!(shown, common, "{short}");
    let all = short
        .lines()
        .filter(|line| line.trim_start().starts_with('-'));
    assert_eq!(all.count(), common.len() + 2, "{short}");
    assert_eq!(short, transcript(&run(&["check", "-h"])));
    let long = transcript(&run(&["check", "--help-all"]));
    let all = options(&long);
    assert!(common.iter().all(|option| all.contains(option)), "{long}");
    for option in ["strategy", "engine", "solver", "sarif", "from", "emit"] {
        assert!(all.contains(&option), "{option} is missing in {long}");
    }
    for group in [
        "Compiling C:",
        "Properties:",
        "Search, bounds and budgets:",
        "Solver:",
        "Results:",
        "Output:",
    ] {
        assert!(long.contains(group), "{group} is missing in {long}");
    }
}

#[test]
fn every_example_in_the_help_runs() {
    for help in [&["--help"][..], &["check", "--help"]] {
        let directory = with_examples();
        let text = transcript(&run(help));
        let examples = text.lines().skip_while(|line| *line != "Examples:").skip(1);
        let examples: Vec<&str> = examples.take_while(|line| !line.is_empty()).collect();
        assert!(examples.len() >= 4, "{text}");
        for example in examples {
            let output = shell(&directory, example.trim());
            let code = output.status.code();
            assert!(
                [Some(0), Some(5), Some(10)].contains(&code),
                "{example}: {}",
                transcript(&output)
            );
        }
    }
}

#[test]
fn what_is_not_read_is_told_in_one_line_with_what_to_do() {
    let directory = temporary();
    let source = "#include <everypath.h>\nstruct Box { int value; int half() { return 100 / (value - 7); } };\nint main() { Box box{everypath_int(\"x\")}; return box.half() == 1; }\n";
    let file = write(&directory, "half.cpp", source);
    let output = run(&["check", &file]);
    let said = transcript(&output);
    assert_eq!(said.lines().count(), 2, "{said}");
    assert!(said.starts_with("exit 2\neverypath: "), "{said}");
    // What it says works.
    let (_, command) = said.split_once("make bitcode of it: ").unwrap();
    let include = root().join("runtime/llvm/include");
    let command = command
        .trim()
        .replace(" -c ", &format!(" -isystem {} -c ", include.display()));
    let made = shell(&directory, &command);
    assert!(made.status.success(), "{command}: {}", transcript(&made));
    let output = run(&["check", &file.replace(".cpp", ".bc"), "--all"]);
    let said = transcript(&output);
    assert!(
        said.contains("division-by-zero") && said.contains("half.cpp:2"),
        "{said}"
    );
}

#[test]
fn a_function_without_a_main_is_led_to_a_harness() {
    let directory = temporary();
    let source = "int half(int x) { return 100 / (x - 7); }\n";
    write(&directory, "half.c", source);
    let said = transcript(&shell(&directory, "everypath check half.c"));
    assert_eq!(said.lines().count(), 2, "{said}");
    let (_, command) = said.split_once("is written by: ").unwrap();
    let made = shell(&directory, command.trim());
    assert!(made.status.success(), "{}", transcript(&made));
    let output = shell(&directory, "everypath check harness.c --all");
    let said = transcript(&output);
    assert!(said.contains("division-by-zero"), "{said}");
}

#[test]
fn a_folder_is_led_to_a_file_of_it() {
    let directory = temporary();
    let source = directory.path().join("src");
    std::fs::create_dir(&source).unwrap();
    std::fs::write(source.join("main.c"), "int main(void) { return 0; }\n").unwrap();
    let said = transcript(&shell(&directory, "everypath check src"));
    assert_eq!(said.lines().count(), 2, "{said}");
    let (_, command) = said.split_once("as in: ").unwrap();
    assert_eq!(command.trim(), "everypath check src/main.c");
    let output = shell(&directory, command.trim());
    assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
    let said = transcript(&shell(&directory, "everypath check src/mian.c"));
    assert!(said.contains("its folder has src/main.c"), "{said}");
}

/// The command that a run ends with.
fn next_of(said: &str) -> &str {
    let next = said.lines().find_map(|line| line.strip_prefix("next: "));
    next.unwrap_or_else(|| panic!("{said}"))
}

#[test]
fn a_call_of_what_is_not_there_ends_with_a_command_that_goes_on() {
    let directory = temporary();
    let source = "int sensor(int channel);\nint main(void) { return 100 / sensor(1); }\n";
    write(&directory, "valve.c", source);
    let said = transcript(&shell(&directory, "everypath check valve.c"));
    let next = next_of(&said);
    assert_eq!(next, "everypath check valve.c --havoc-externals");
    let said = transcript(&shell(&directory, next));
    assert!(said.contains("division-by-zero"), "{said}");
    let said = transcript(&shell(
        &directory,
        "everypath check valve.c --target riscv32",
    ));
    let advice = "failed; name the file that defines it, too\n";
    assert!(said.ends_with(advice), "{said}");
    let source = "int main(void) { int a[3]; return __CPROVER_r_ok(a, sizeof a); }\n";
    write(&directory, "valve.c", source);
    let said = transcript(&shell(
        &directory,
        "everypath check valve.c --target riscv32",
    ));
    let advice = "failed; __CPROVER_r_ok asks about objects, which machine code does not have: use --target lp64 or ilp32\n";
    assert!(said.ends_with(advice), "{said}");
}

#[test]
fn what_is_shown_already_is_nothing_to_try() {
    let directory = temporary();
    let source = "#include <sys/socket.h>\nint main(void) { return socket(2, 1, 0); }\n";
    write(&directory, "server.c", source);
    let said = transcript(&shell(&directory, "everypath check server.c"));
    let next = next_of(&said);
    assert_eq!(next, "everypath check --list-checks server.c");
    let said = transcript(&shell(&directory, next));
    assert!(!said.contains("next:"), "{said}");
}

#[test]
fn the_command_that_an_incomplete_run_ends_with_leads_to_a_verdict() {
    let directory = temporary();
    let source = "#include <everypath.h>\nint main(void) { int n = everypath_int(\"n\"); everypath_assume((0 < n) & (n < 40));\n  volatile int sum = 0;\n  for (int i = 0; i < n; i++) sum++;\n  everypath_assert(sum == n); return 0; }\n";
    write(&directory, "a loop.c", source);
    let mut command = "everypath check 'a loop.c' --engine paths --unwind 5".to_owned();
    let mut tried = Vec::new();
    while tried.len() < 8 {
        let output = shell(&directory, &command);
        let said = transcript(&output);
        tried.push(command);
        if output.status.code() == Some(0) {
            assert!(!said.contains("next:"), "{said}");
            let last = "everypath check 'a loop.c' --engine paths --unwind 40";
            assert_eq!(tried.last().map(String::as_str), Some(last));
            return;
        }
        assert_eq!(output.status.code(), Some(5), "{said}");
        let next = said.lines().find_map(|line| line.strip_prefix("next: "));
        command = next.unwrap_or_else(|| panic!("{said}")).to_owned();
    }
    panic!("{tried:?}");
}
