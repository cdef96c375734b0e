//! Everypath in continuous integration: the script that the GitHub action and the GitLab template call, on a small repository; that these
//! call what there is; and the hook for pre-commit (where pre-commit is not installed, its own part is skipped, with a word about it).

mod common;
#[path = "common/formats.rs"]
mod formats;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};

use common::{root, temporary, transcript, write};
use serde_yaml_ng::Value;

/// A program with the fault or without it.
fn source(limit: &str) -> String {
    format!(
        "#include <everypath.h>\nint main(void) {{ int a[4] = {{0}}; unsigned i = everypath_unsigned(\"i\"); return i {limit} ? a[i] : 0; }}\n"
    )
}

/// A repository with two checks, committed.
fn repository() -> tempfile::TempDir {
    let directory = temporary();
    write(&directory, "table.c", source("< 4"));
    write(&directory, "other.c", "int main(void) { return 0; }\n");
    write(
        &directory,
        "everypath.toml",
        "[[check]]\neach = [\"*.c\"]\n",
    );
    write(&directory, ".gitignore", ".everypath\neverypath-results\n");
    git(directory.path(), &["init", "-q"]);
    git(directory.path(), &["add", "."]);
    git(directory.path(), &["commit", "-qm", "first"]);
    directory
}

/// A command in a directory, with this program on the PATH and nothing of the machine's own settings.
fn command(directory: &Path, program: &str, arguments: &[&str]) -> Command {
    let everypath = Path::new(env!("CARGO_BIN_EXE_everypath"));
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", everypath.parent().unwrap().display());
    let mut command = Command::new(program);
    command
        .args(arguments)
        .current_dir(directory)
        .env("PATH", path)
        .env_remove("GITHUB_STEP_SUMMARY")
        .env_remove("EVERYPATH_RESULTS")
        .env("GIT_CONFIG_GLOBAL", "/dev/null");
    for who in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{who}_NAME"), "Somebody");
        command.env(format!("GIT_{who}_EMAIL"), "somebody@example.com");
    }
    command
}

fn git(directory: &Path, arguments: &[&str]) -> Output {
    let output = command(directory, "git", arguments).output().unwrap();
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        transcript(&output)
    );
    output
}

/// The script's `check`.
fn check(directory: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    // What was written just before is not remembered.
    std::thread::sleep(std::time::Duration::from_millis(50));
    let script = root().join("integrations/ci/everypath-ci.sh");
    let arguments = [&["check", "--no-timing"], arguments].concat();
    let mut run = command(directory, script.to_str().unwrap(), &arguments);
    let output = run
        .env("GITHUB_STEP_SUMMARY", directory.join("step.md"))
        .output()
        .unwrap();
    (output.status.code(), transcript(&output))
}

#[test]
fn the_script_checks_what_changed_and_writes_what_hosts_read() {
    let repository = repository();
    let at = repository.path();
    let (code, said) = check(at, &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("2 of 2 checks as expected"), "{said}");
    write(&repository, "table.c", source("<= 4"));
    let (code, said) = check(at, &[]);
    assert_eq!(code, Some(10), "{said}");
    assert!(
        said.contains("1 of 2 checks as expected") && said.contains("1 remembered"),
        "{said}"
    );
    let results = at.join("everypath-results");
    let sarif = std::fs::read_to_string(results.join("results.sarif")).unwrap();
    formats::sarif(&sarif).unwrap();
    assert!(
        sarif.contains("\"ruleId\": \"array-bounds\"") && sarif.contains("\"uri\": \"table.c\""),
        "{sarif}"
    );
    let junit =
        formats::junit(&std::fs::read_to_string(results.join("junit.xml")).unwrap()).unwrap();
    assert_eq!((junit.tests, junit.failures), (2, 1));
    assert!(results.join("html/index.html").exists());
    for summary in [results.join("summary.md"), at.join("step.md")] {
        let text = std::fs::read_to_string(&summary).unwrap();
        assert!(
            text.contains("### Everypath") && text.contains("NOT AS EXPECTED"),
            "{text}"
        );
    }
    // Arguments are those of `everypath test`.
    let (code, said) = check(at, &["other"]);
    assert!(code == Some(0) && said.contains("1 of 1 checks"), "{said}");
    let script = root().join("integrations/ci/everypath-ci.sh");
    let output = command(at, script.to_str().unwrap(), &["chekc"])
        .output()
        .unwrap();
    assert_eq!(
        transcript(&output),
        "exit 1\neverypath-ci.sh: `chekc` is neither install nor check\n"
    );
}

#[test]
fn a_program_that_is_installed_anew_remembers() {
    let repository = repository();
    let at = repository.path();
    assert_eq!(check(at, &[]).0, Some(0));
    let bin = temporary();
    let copy = bin.path().join("everypath");
    std::fs::copy(env!("CARGO_BIN_EXE_everypath"), &copy).unwrap();
    let output = Command::new(copy)
        .args(["test", "--changed", "--no-timing"])
        .current_dir(at)
        .output()
        .unwrap();
    assert!(
        transcript(&output).contains("2 remembered"),
        "{}",
        transcript(&output)
    );
}

fn yaml(file: &str) -> Value {
    let text = std::fs::read_to_string(root().join(file)).unwrap();
    serde_yaml_ng::from_str(&text).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// All texts in a document.
fn texts(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text.clone()),
        Value::Sequence(items) => items.iter().for_each(|item| texts(item, found)),
        Value::Mapping(map) => map.values().for_each(|item| texts(item, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Tagged(_) => {}
    }
}

/// The words behind each place where a text has this one, up to what cannot be part of a name.
fn names_behind(text: &str, what: &str) -> BTreeSet<String> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
    let behind = text.split(what).skip(1);
    behind
        .map(|rest| rest.chars().take_while(|c| is_name(*c)).collect())
        .collect()
}

#[test]
fn the_action_calls_what_there_is() {
    let action = yaml("integrations/github/action.yml");
    assert_eq!(action["runs"]["using"], "composite");
    let steps = action["runs"]["steps"].as_sequence().unwrap();
    for step in steps {
        // A step runs something in a shell, or uses an action.
        let runs = step.get("run").is_some() && step["shell"] == "bash";
        assert!(runs != step.get("uses").is_some(), "{step:?}");
        if let Some(script) = step["run"].as_str() {
            let output = Command::new("bash")
                .args(["-n", "-c", script])
                .output()
                .unwrap();
            assert!(output.status.success(), "{script}: {}", transcript(&output));
        }
    }
    let mut all = Vec::new();
    texts(&action["runs"], &mut all);
    let all = all.join("\n");
    let declared = |what: &str| -> BTreeSet<String> {
        let names = action[what].as_mapping().unwrap().keys();
        names
            .map(|name| name.as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(names_behind(&all, "inputs."), declared("inputs"));
    let called = all
        .matches("$GITHUB_ACTION_PATH/../ci/everypath-ci.sh")
        .count();
    assert_eq!(called, 2);
    assert!(
        root()
            .join("integrations/github/../ci/everypath-ci.sh")
            .exists()
    );
    // What the check says before it runs is where later steps look.
    let ids: Vec<&str> = steps
        .iter()
        .filter_map(|step| step["id"].as_str())
        .collect();
    for id in names_behind(&all, "steps.") {
        assert!(ids.contains(&id.as_str()), "there is no step `{id}`");
    }
}

#[test]
fn what_the_action_runs_checks_a_repository() {
    let repository = repository();
    let temporary = temporary();
    let action = yaml("integrations/github/action.yml");
    let steps = action["runs"]["steps"].as_sequence().unwrap();
    let step = steps.iter().find(|step| step["id"] == "check").unwrap();
    let mut run = command(
        repository.path(),
        "bash",
        &["-e", "-c", step["run"].as_str().unwrap()],
    );
    let output = run
        .env("GITHUB_ACTION_PATH", root().join("integrations/github"))
        .env("GITHUB_OUTPUT", temporary.path().join("output"))
        .env("RUNNER_TEMP", temporary.path())
        .env("ARGUMENTS", "--no-timing table")
        .output()
        .unwrap();
    let said = transcript(&output);
    assert!(said.contains("1 of 1 checks as expected"), "{said}");
    let results = std::fs::read_to_string(temporary.path().join("output")).unwrap();
    let results = results.trim().strip_prefix("results=").unwrap().to_owned();
    assert!(
        Path::new(&results).join("results.sarif").exists(),
        "{results}"
    );
}

#[test]
fn the_template_calls_what_there_is() {
    let template = yaml("integrations/gitlab/everypath.gitlab-ci.yml");
    let job = &template["everypath"];
    let mut lines = Vec::new();
    texts(&job["before_script"], &mut lines);
    texts(&job["script"], &mut lines);
    let calls: Vec<&str> = lines
        .iter()
        .filter_map(|line| line.split_once("everypath-ci.sh "))
        .map(|it| it.1)
        .collect();
    assert_eq!(
        calls,
        [
            "install \"$EVERYPATH_PACKAGE\"",
            "check $EVERYPATH_ARGUMENTS"
        ]
    );
    assert_eq!(
        job["artifacts"]["reports"]["junit"],
        "everypath-results/junit.xml"
    );
    let declared = template["variables"].as_mapping().unwrap();
    for name in names_behind(&lines.join("\n"), "$EVERYPATH_") {
        assert!(
            declared.contains_key(format!("EVERYPATH_{name}").trim_end_matches("_")),
            "{name}"
        );
    }
}

#[test]
fn the_hook_runs_when_something_is_committed() {
    let hooks = yaml(".pre-commit-hooks.yaml");
    let [hook] = &hooks.as_sequence().unwrap()[..] else {
        panic!("{hooks:?}");
    };
    let entry: Vec<&str> = hook["entry"].as_str().unwrap().split(' ').collect();
    let repository = repository();
    let at = repository.path();
    let output = command(at, entry[0], &entry[1..]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
    write(&repository, "table.c", source("<= 4"));
    let output = command(at, entry[0], &entry[1..]).output().unwrap();
    assert_eq!(output.status.code(), Some(10), "{}", transcript(&output));

    let there = command(at, "pre-commit", &["--version"]).output();
    if !there.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: pre-commit is not installed (pip install pre-commit)");
        return;
    }
    // pre-commit clones the repository of a hook: here one with nothing else in it.
    let hooks = temporary();
    std::fs::copy(
        root().join(".pre-commit-hooks.yaml"),
        hooks.path().join(".pre-commit-hooks.yaml"),
    )
    .unwrap();
    git(hooks.path(), &["init", "-q"]);
    git(hooks.path(), &["add", "."]);
    git(hooks.path(), &["commit", "-qm", "hooks"]);
    let commit = git(hooks.path(), &["rev-parse", "HEAD"]);
    let commit = String::from_utf8_lossy(&commit.stdout).trim().to_owned();
    let config = format!(
        "repos:\n- repo: {}\n  rev: {commit}\n  hooks:\n  - id: everypath\n",
        hooks.path().display()
    );
    write(&repository, ".pre-commit-config.yaml", config);
    git(at, &["add", "."]);
    let home = temporary();
    let run = || {
        let mut run = command(at, "pre-commit", &["run", "--color", "never"]);
        let output = run.env("PRE_COMMIT_HOME", home.path()).output().unwrap();
        (output.status.code(), transcript(&output))
    };
    let (code, said) = run();
    assert_eq!(code, Some(1), "{said}");
    assert!(
        said.contains("Failed") && said.contains("array-bounds, table.c:2"),
        "{said}"
    );
    write(&repository, "table.c", source("< 3"));
    git(at, &["add", "."]);
    let (code, said) = run();
    assert!(code == Some(0) && said.contains("Passed"), "{said}");
}
