//! The tables in the documentation are those of the code, its commands print what it says, and its links lead somewhere. It is a book
//! (`docs/book.toml`), which mdBook makes of the same files; no test needs mdBook.

mod common;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use everypath_explore::StrategyKind;
use everypath_program::Property;

/// The pages of the documentation: files below `docs`, in order, without the list of chapters.
fn pages() -> Vec<PathBuf> {
    let mut pages = Vec::new();
    let mut folders = vec![common::root().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "md") && !path.ends_with("SUMMARY.md")
            {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The lines of a page outside of code, whether between fences or indented.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence && !line.starts_with("    ")
    })
}

/// Where the links and pictures of a page lead.
fn links(text: &str) -> Vec<&str> {
    let parts = prose(text).flat_map(|line| line.split("](").skip(1));
    parts
        .map(|part| part.split_once(')').unwrap_or((part, "")).0)
        .collect()
}

/// What mdBook and code hosts call a heading in links.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter_map(|c| match c {
        ' ' => Some('-'),
        '-' | '_' => Some(c),
        _ => c.is_alphanumeric().then(|| c.to_ascii_lowercase()),
    });
    kept.collect()
}

/// What is wrong with a link of a page; nothing if it leads somewhere within the book, or to another host.
fn wrong_link(page: &Path, link: &str) -> Option<String> {
    if link.starts_with("https://") {
        return None;
    }
    let wrong = |why: &str| Some(format!("{}: {link}: {why}", page.display()));
    let (file, heading) = link.split_once('#').unwrap_or((link, ""));
    let target = match file {
        "" => page.to_owned(),
        _ => page.parent().unwrap().join(file),
    };
    let Ok(target) = target.canonicalize() else {
        return wrong("there is no such file");
    };
    if !target.starts_with(common::root().join("docs").canonicalize().unwrap()) {
        return wrong("it is no part of the book: name the file, without a link");
    }
    let text = read(&target);
    let mut headings = prose(&text).filter(|line| line.starts_with('#'));
    let is_there = headings.any(|line| anchor(line.trim_start_matches('#')) == heading);
    match heading.is_empty() || is_there {
        true => None,
        false => wrong("the page has no such heading"),
    }
}

#[test]
fn every_link_leads_somewhere_within_the_book() {
    let mut count = 0;
    let mut wrong = Vec::new();
    let summary = common::root().join("docs/SUMMARY.md");
    for page in pages().into_iter().chain([summary]) {
        let text = read(&page);
        let links = links(&text);
        count += links.len();
        wrong.extend(links.iter().filter_map(|link| wrong_link(&page, link)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 150, "{count} links");
    // The other pages of the repository link into the book by path.
    for page in ["README.md", "ARCHITECTURE.md", "python/README.md"] {
        let page = common::root().join(page);
        for link in links(&read(&page)) {
            let file = link.split('#').next().unwrap_or_default();
            let target = page.parent().unwrap().join(file);
            let leads = link.starts_with("https://") || target.exists();
            assert!(leads, "{}: {link}", page.display());
        }
    }
}

#[test]
fn every_page_is_a_chapter_of_the_book_once() {
    let docs = common::root().join("docs");
    let summary = read(&docs.join("SUMMARY.md"));
    let mut listed: Vec<PathBuf> = links(&summary).iter().map(|link| docs.join(link)).collect();
    listed.sort();
    assert_eq!(listed, pages());
}

#[test]
fn the_files_that_pages_name_are_there() {
    let mut named = BTreeSet::new();
    for page in pages() {
        let text = read(&page);
        let prose: Vec<&str> = prose(&text).collect();
        let quoted = prose
            .iter()
            .flat_map(|line| line.split('`').skip(1).step_by(2));
        named.extend(quoted.map(str::to_owned).filter(|name| {
            let below = [
                "crates/",
                "benchmarks/",
                "runtime/",
                "integrations/",
                "python/",
            ];
            let is_path = |c: char| c.is_ascii_alphanumeric() || "_-/.".contains(c);
            below.iter().any(|folder| name.starts_with(folder)) && name.chars().all(is_path)
        }));
    }
    let missing: Vec<&String> = named
        .iter()
        .filter(|name| !common::root().join(name).exists())
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(named.len() > 20, "{named:?}");
}

/// The options between back quotes in a cell of a table.
fn options(cell: &str) -> impl Iterator<Item = &str> {
    let words = cell
        .split('`')
        .skip(1)
        .step_by(2)
        .flat_map(str::split_whitespace);
    words.filter_map(|word| {
        let name = word.split(['=', ',']).next()?;
        name.starts_with("--").then_some(name)
    })
}

#[test]
fn the_tables_for_users_of_other_tools_name_options_that_exist() {
    let help = ["check", "replay", "run"].map(|it| {
        let all = if it == "check" {
            "--help-all"
        } else {
            "--help"
        };
        common::transcript(&common::run(&[it, all]))
    });
    let known = |option: &str| {
        help.iter().any(|help| {
            let words = help.split([' ', '\n', '=', '[']);
            words.filter(|word| *word == option).count() > 0
        })
    };
    let mut count = 0;
    for page in ["klee", "cbmc", "angr"] {
        let page = format!("docs/coming-from/{page}.md");
        let text = read(&common::root().join(&page));
        let rows: Vec<Vec<&str>> = text
            .lines()
            .filter(|line| line.starts_with("| "))
            .map(|line| line.trim_matches('|').split(" | ").collect())
            .collect();
        let ours = rows[0].iter().position(|cell| cell.trim() == "Everypath");
        let ours = ours.unwrap_or_else(|| panic!("{page} has no column of ours"));
        for row in &rows[1..] {
            for option in options(row[ours]) {
                assert!(known(option), "{page}: there is no {option}");
                count += 1;
            }
        }
    }
    assert!(count > 60, "{count} options");
}

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
    let docs: String = pages().iter().map(|page| read(page)).collect();
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

/// Commands of a page that a shell runs as they stand, besides our own: what looks at files, a compiler, and solvers.
const SHELL: [&str; 6] = ["clang-19", "cvc5", "grep", "head", "ls", "z3"];

/// What a command printed, to both.
fn printed(output: &Output) -> String {
    let both = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8_lossy(&both).into_owned()
}

/// Runs the commands of a page one after the other, in a directory with the examples; gives those that print something else, and those that are not
/// known here.
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
                let printed = printed(&run);
                if !output.is_empty() && !agrees(&output, &printed) {
                    wrong.push(format!("{page}: {command} prints\n{printed}"));
                }
            }
            [program, ..] if SHELL.contains(program) => {
                let mut shell = Command::new("sh");
                shell.args(["-c", command]).current_dir(directory.path());
                let run = shell.output().unwrap();
                code = run.status.code();
                let printed = printed(&run);
                if !run.status.success() || !agrees(&output, &printed) {
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
            _ => wrong.push(format!("{page}: {command} is run by nothing")),
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
    let readme = common::root().join("README.md");
    let wrong: Vec<String> = pages()
        .iter()
        .chain([&readme])
        .flat_map(|page| wrong_outputs(&page.display().to_string(), &read(page)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
