//! BenchExec runs Everypath by `integrations/benchexec/everypath.py`, and reads its verdicts. Where BenchExec is not installed (`pip install
//! benchexec`), this is skipped, with a word about it.

mod common;

use std::path::Path;
use std::process::{Command, Output};

use common::root;

/// Runs Python with the module and the program; none if there is no BenchExec.
fn python(arguments: &[&str]) -> Option<Output> {
    let executable = Path::new(env!("CARGO_BIN_EXE_everypath"));
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", executable.parent().unwrap().display());
    let python = |arguments: &[&str]| {
        Command::new("python3")
            .args(arguments)
            .current_dir(root().join("integrations/benchexec"))
            .env("PYTHONPATH", ".")
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env("PATH", &path)
            .output()
    };
    match python(&["-c", "import benchexec"]) {
        Ok(output) if output.status.success() => Some(python(arguments).unwrap()),
        _ => {
            eprintln!("skipped: BenchExec is not installed (pip install benchexec)");
            None
        }
    }
}

#[test]
fn benchexec_knows_how_to_run_it() {
    let arguments = [
        "-m",
        "benchexec.test_tool_info",
        ".everypath",
        "--no-container",
    ];
    let Some(output) = python(&arguments) else {
        return;
    };
    // It prints to standard error what is for people.
    let said = [&output.stdout[..], &output.stderr[..]].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    assert!(output.status.success(), "{said}");
    for part in [
        "Name of tool: “Everypath”",
        concat!("Version: “", env!("CARGO_PKG_VERSION"), "”"),
        "'check', 'INPUT.FILE', '--target', 'ilp32', '--property', 'PROPERTY.PRP', '--time-limit', '855'",
    ] {
        assert!(said.contains(part), "{part} is missing in {said}");
    }
}

/// Runs programs and lets the module read what they print.
const READ: &str = r#"
import subprocess, sys
from types import SimpleNamespace as Of
import benchexec.util, everypath
tool = everypath.Tool()
for name, options in [("packet_fixed.c", []), ("packet.c", []), ("midpoint.c", []), ("rounds.c", ["--engine", "paths", "--unwind", "3"]), ("none.c", [])]:
    ran = subprocess.run(["everypath", "check", "../../examples/" + name, *options], capture_output=True, text=True)
    output = (ran.stdout + ran.stderr).splitlines()
    said = tool.determine_result(Of(exit_code=benchexec.util.ProcessExitCode(raw=0, value=ran.returncode, signal=None), output=output))
    print(name, said, tool.get_value_from_output(output, "paths"))
"#;

#[test]
fn verdicts_and_figures_are_read_from_what_is_printed() {
    let Some(output) = python(&["-c", READ]) else {
        return;
    };
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines: Vec<&str> = said.lines().collect();
    let [fixed, packet, midpoint, rounds, none] = lines[..] else {
        panic!("{said}{}", String::from_utf8_lossy(&output.stderr));
    };
    assert_eq!(fixed, "packet_fixed.c true 21");
    assert!(packet.starts_with("packet.c false(valid-deref) "), "{said}");
    assert!(midpoint.starts_with("midpoint.c false "), "{said}");
    assert!(rounds.starts_with("rounds.c unknown "), "{said}");
    assert_eq!(none, "none.c ERROR(input) None");
}
