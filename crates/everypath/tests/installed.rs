//! What `make install` and the package for Debian put on a machine: the program, a man page for each command with all its options, and
//! completions that a shell takes.

mod common;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use common::{root, run, temporary, transcript};

/// Runs `make` at the root, with the program of the tests in place of that which is installed.
fn make(directory: &Path, targets: &[&str]) -> Output {
    let output = Command::new("make")
        .args(["--no-print-directory", "--silent"])
        .args(targets)
        .arg(format!("DIST={}", env!("CARGO_BIN_EXE_everypath")))
        .arg(format!("SHARE={}", directory.join("share").display()))
        .arg(format!("DESTDIR={}", directory.join("image").display()))
        .arg("PREFIX=/usr")
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", transcript(&output));
    output
}

/// The files below a folder, as paths from there.
fn files(folder: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(below) = folders.pop() {
        for entry in std::fs::read_dir(below).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => {
                    found.insert(path.strip_prefix(folder).unwrap().to_owned());
                }
            }
        }
    }
    found
}

/// The commands that the help lists.
fn commands() -> Vec<String> {
    let help = transcript(&run(&["--help"]));
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = listed.take_while(|line| !line.is_empty());
    let names = names.filter_map(|line| line.split_whitespace().next());
    names
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

#[test]
fn what_is_installed_runs_and_is_described() {
    let directory = temporary();
    make(directory.path(), &["share", "install-files"]);
    let image = directory.path().join("image/usr");
    let commands = commands();
    assert!(commands.len() >= 10, "{commands:?}");
    let mut expected: BTreeSet<PathBuf> = [
        "bin/everypath",
        "share/man/man1/everypath.1",
        "share/bash-completion/completions/everypath",
        "share/zsh/site-functions/_everypath",
        "share/fish/vendor_completions.d/everypath.fish",
    ]
    .map(PathBuf::from)
    .into();
    let pages = commands
        .iter()
        .map(|name| format!("share/man/man1/everypath-{name}.1").into());
    expected.extend(pages);
    assert_eq!(files(&image), expected);
    let output = Command::new(image.join("bin/everypath"))
        .arg("--version")
        .output()
        .unwrap();
    assert!(transcript(&output).contains(env!("CARGO_PKG_VERSION")));

    // All options with what they do, also those that the short help leaves out.
    let page = std::fs::read_to_string(image.join("share/man/man1/everypath-check.1")).unwrap();
    let page = page.replace("\\-", "-");
    for part in [
        "--engine",
        "Symbolic execution: one state per path",
        "--budget-memory",
        "Bound: forks on one path",
    ] {
        assert!(
            page.contains(part),
            "{part} is missing in everypath-check.1"
        );
    }

    // Bash completes a command and an option.
    let script = image.join("share/bash-completion/completions/everypath");
    let complete = |words: &str| {
        let last = words.split(' ').count() - 1;
        let asked = format!(
            "source {}; COMP_WORDS=({words}); COMP_CWORD={last}; _everypath everypath \"${{COMP_WORDS[-1]}}\" \"${{COMP_WORDS[-2]}}\"; echo ${{COMPREPLY[@]}}",
            script.display()
        );
        transcript(&Command::new("bash").args(["-c", &asked]).output().unwrap())
    };
    assert_eq!(complete("everypath chec"), "exit 0\ncheck checks\n");
    assert_eq!(
        complete("everypath check --unwinds"),
        "exit 0\n--unwindset\n"
    );
}

#[test]
fn the_package_has_all_that_is_installed() {
    let directory = temporary();
    make(directory.path(), &["share"]);
    let made = files(&directory.path().join("share"));
    let manifest = std::fs::read_to_string(root().join("crates/everypath/Cargo.toml")).unwrap();
    let manifest: toml::Table = manifest.parse().unwrap();
    let deb = &manifest["package"]["metadata"]["deb"];
    let mut packed = BTreeSet::new();
    for asset in deb["assets"].as_array().unwrap() {
        let source = asset[0].as_str().unwrap();
        // cargo-deb takes this for the folder of the profile.
        let Some(built) = source.strip_prefix("target/release/") else {
            assert!(
                root().join("crates/everypath").join(source).exists(),
                "{source}"
            );
            continue;
        };
        let Some(shared) = built.strip_prefix("share/") else {
            assert_eq!((built, asset[1].as_str()), ("everypath", Some("usr/bin/")));
            continue;
        };
        let pattern = glob::Pattern::new(shared).unwrap();
        let of_it: Vec<PathBuf> = made
            .iter()
            .filter(|file| pattern.matches_path(file))
            .cloned()
            .collect();
        assert!(!of_it.is_empty(), "{source}");
        packed.extend(of_it);
    }
    assert_eq!(packed, made);
    // C programs need a compiler.
    assert!(
        deb["depends"]
            .as_str()
            .unwrap()
            .contains("clang-19, lld-19")
    );
}
