//! The tables in the documentation are those of the code, and its commands print what it says.

mod common;

use everypath_explore::StrategyKind;
use everypath_program::Property;

/// The cells of the rows of a page's first table, without the back quotes.
fn table(page: &str) -> Vec<Vec<String>> {
    let path = common::root().join("docs").join(page);
    let text = std::fs::read_to_string(&path).unwrap();
    text.lines()
        .skip_while(|line| !line.starts_with("|---"))
        .skip(1)
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            let cells = line.trim_matches('|').split('|');
            cells
                .map(|cell| cell.replace('`', "").trim().to_owned())
                .collect()
        })
        .collect()
}

#[test]
fn the_page_on_checks_lists_every_property_with_its_default() {
    let documented: Vec<(String, bool)> = table("checks.md")
        .into_iter()
        .map(|row| (row[0].clone(), row[1].starts_with("on")))
        .collect();
    let expected: Vec<(String, bool)> = Property::table()
        .iter()
        .map(|info| (info.name.to_owned(), info.default))
        .collect();
    assert_eq!(documented, expected);
}

#[test]
fn the_page_on_strategies_lists_every_strategy() {
    let documented: Vec<String> = table("strategies.md")
        .into_iter()
        .map(|row| row[0].clone())
        .collect();
    let expected: Vec<String> = StrategyKind::table()
        .iter()
        .map(|info| info.name.to_owned())
        .collect();
    assert_eq!(documented, expected);
}

#[test]
fn every_option_of_check_is_in_the_documentation() {
    let help = common::transcript(&common::run(&["check", "--help-all"]));
    let docs: String = std::fs::read_dir(common::root().join("docs"))
        .unwrap()
        .map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap())
        .collect();
    let options = help
        .split_whitespace()
        .filter(|word| word.starts_with("--"));
    let names = options.map(|word| word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric()));
    let missing: Vec<&str> = names
        .map(|name| name.split(['=', '[']).next().unwrap_or(name))
        .filter(|name| *name != "--help" && name.len() > 2 && !docs.contains(*name))
        .collect();
    assert_eq!(missing, [""; 0]);
}

/// The parts of a page between code fences.
fn code_blocks(text: &str) -> Vec<Vec<&str>> {
    let mut blocks = Vec::new();
    let mut open: Option<Vec<&str>> = None;
    for line in text.lines() {
        match (line.starts_with("```"), &mut open) {
            (true, None) => open = Some(Vec::new()),
            (true, Some(_)) => blocks.extend(open.take()),
            (false, Some(block)) => block.push(line),
            (false, None) => {}
        }
    }
    blocks
}

/// The commands of a block, each with what it is said to print.
fn commands<'a>(block: &[&'a str]) -> Vec<(&'a str, Vec<&'a str>)> {
    let mut commands: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in block {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command, Vec::new())),
            (None, Some((_, output))) => output.push(line),
            (None, None) => {}
        }
    }
    commands
}

/// A line without the seconds that it ends with, and without the number of queries in it: what `--no-timing` leaves out.
fn timeless(line: &str) -> String {
    let stays = |part: &&str| match part.split_once(' ') {
        Some((number, "s")) => number.parse::<f64>().is_err(),
        Some((number, "queries")) => number.parse::<u64>().is_err(),
        _ => true,
    };
    let parts: Vec<&str> = line.split(", ").filter(stays).collect();
    parts.join(", ")
}

/// Whether a text has all parts of another one, which lines of dots stand between, in order; the same text without such lines.
fn agrees(expected: &[&str], actual: &str) -> bool {
    let expected: Vec<String> = expected.iter().copied().map(timeless).collect();
    if !expected.iter().any(|line| line == "...") {
        return expected.join("\n").trim() == actual.trim();
    }
    let mut rest = actual;
    expected.split(|line| line == "...").all(|part| {
        let part = part.join("\n");
        let found = rest.find(part.trim());
        rest = found.map_or(rest, |at| &rest[at + part.trim().len()..]);
        found.is_some()
    })
}

/// Runs the commands of a page one after the other, in a directory with the examples; gives those that print something else.
fn wrong_outputs(page: &str, text: &str) -> Vec<String> {
    let directory = common::temporary();
    std::fs::create_dir(directory.path().join("tests")).unwrap();
    for folder in ["examples", "benchmarks", "tests/programs"] {
        let link = directory.path().join(folder);
        std::os::unix::fs::symlink(common::root().join(folder), link).unwrap();
    }
    let mut wrong = Vec::new();
    let mut code = None;
    for (command, output) in code_blocks(text).iter().flat_map(|block| commands(block)) {
        let words: Vec<&str> = command.split_whitespace().collect();
        let is_plain = !command.contains(['|', '>', '<', '\'', '"', '\\', '*']);
        match &words[..] {
            ["cat", name] => {
                std::fs::write(directory.path().join(name), output.join("\n")).unwrap();
            }
            ["echo", "$?"] => {
                let said = output.first().and_then(|line| line.parse().ok());
                if code.is_some() && said != code {
                    wrong.push(format!("{page}: exit code {code:?}, not {output:?}"));
                }
            }
            ["everypath", arguments @ ..] if is_plain => {
                let mut everypath = common::everypath();
                everypath.current_dir(directory.path()).args(arguments);
                if arguments.first() == Some(&"check") {
                    everypath.arg("--no-timing");
                }
                let run = everypath.output().unwrap();
                code = run.status.code();
                let printed = [&run.stdout[..], &run.stderr[..]].concat();
                let printed = String::from_utf8_lossy(&printed);
                if !output.is_empty() && !agrees(&output, &printed) {
                    wrong.push(format!("{page}: {command} prints\n{printed}"));
                }
            }
            ["gdb-multiarch", ..] => {
                let printed = in_shell(command, directory.path());
                if !agrees(&output, &printed) {
                    wrong.push(format!("{page}: {command} prints\n{printed}"));
                }
                code = None;
            }
            _ => code = None,
        }
    }
    wrong
}

/// What a command prints that starts `everypath` itself, or is given words between quotes.
fn in_shell(command: &str, directory: &std::path::Path) -> String {
    let everypath = std::path::Path::new(env!("CARGO_BIN_EXE_everypath"));
    let path = std::env::var("PATH").unwrap();
    let output = std::process::Command::new("sh")
        .args(["-c", &format!("{command} 2>&1 </dev/null")])
        .env(
            "PATH",
            format!("{}:{path}", everypath.parent().unwrap().display()),
        )
        .env("HOME", directory)
        .current_dir(directory)
        .output();
    String::from_utf8_lossy(&output.unwrap().stdout).into_owned()
}

#[test]
fn commands_in_the_documentation_print_what_it_says() {
    let root = common::root();
    let pages = std::fs::read_dir(root.join("docs")).unwrap();
    let mut pages: Vec<_> = pages.map(|entry| entry.unwrap().path()).collect();
    pages.push(root.join("README.md"));
    pages.sort();
    let wrong: Vec<String> = pages
        .iter()
        .flat_map(|page| {
            let name = page.file_name().unwrap().to_string_lossy().into_owned();
            wrong_outputs(&name, &std::fs::read_to_string(page).unwrap())
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
