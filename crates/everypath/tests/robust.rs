//! Hostile files and interrupts: an error or a verdict, never a panic.

mod common;

use std::fs::Permissions;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::{compile, everypath, root, temporary, transcript, write};
use everypath_term::Random;

/// Every documented exit code but 6, which would be a fault of ours.
fn assert_no_fault(what: &str, bytes: &[u8]) {
    let directory = temporary();
    let file = write(&directory, "hostile", bytes);
    for arguments in [
        &[
            "check",
            "--budget-instructions",
            "2000",
            "--budget-queries",
            "20",
            "--time-limit",
            "5",
            "-q",
        ][..],
        &["run", "--max-instructions", "2000"],
        &["disassemble"],
    ] {
        let output = everypath()
            .args(arguments)
            .arg(&file)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let code = output.status.code();
        let is_fault =
            said.contains("panicked") || said.contains("bug of everypath") || code.is_none();
        assert!(!is_fault, "{what}: {arguments:?}: {code:?} {said}");
        if arguments[0] != "run" {
            assert!(
                matches!(code, Some(0 | 2 | 5 | 10)),
                "{what}: {arguments:?}: {code:?} {said}"
            );
        }
    }
}

#[test]
fn damaged_executables_give_errors_or_verdicts() {
    let directory = temporary();
    let source = root()
        .join("tests/programs/riscv/index_write.c")
        .display()
        .to_string();
    let mut random = Random::new(1);
    for target in ["riscv32", "riscv64"] {
        let whole = std::fs::read(compile(&directory, &source, target)).unwrap();
        for _ in 0..8 {
            let length = random.index(whole.len());
            assert_no_fault(&format!("{target} cut to {length}"), &whole[..length]);
        }
        for _ in 0..12 {
            // In the headers, where the structure is.
            let mut mutant = whole.clone();
            let at = random.index(400);
            mutant[at] = random.next() as u8;
            assert_no_fault(
                &format!("{target} header byte {at} = {:#x}", mutant[at]),
                &mutant,
            );
        }
        for _ in 0..8 {
            let mut mutant = whole.clone();
            let mut places = Vec::new();
            for _ in 0..32 {
                let at = random.index(mutant.len().min(0x3000));
                mutant[at] = random.next() as u8;
                places.push(at);
            }
            assert_no_fault(&format!("{target} bytes {places:?}"), &mutant);
        }
    }
    for length in [0, 1, 4, 16, 64, 1000] {
        let mut bytes = b"\x7fELF".to_vec();
        bytes.extend((0..length).map(|_| random.next() as u8));
        assert_no_fault(&format!("{length} random bytes"), &bytes);
    }
}

fn interrupt(child: &Child) {
    let kill = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(kill.success());
}

/// A compiler that is never done, and a file that it makes when it begins.
fn endless_compiler(directory: &tempfile::TempDir) -> (String, PathBuf) {
    let begun = directory.path().join("begun");
    let script = format!("#!/bin/sh\n: > {}\nsleep 1000\n", begun.display());
    let compiler = write(directory, "clang", script);
    std::fs::set_permissions(&compiler, Permissions::from_mode(0o755)).unwrap();
    (compiler, begun)
}

#[test]
fn a_time_limit_ends_the_compiler() {
    let directory = temporary();
    let (compiler, _) = endless_compiler(&directory);
    let file = write(&directory, "a.c", BROKEN);
    for target in ["lp64", "riscv32"] {
        let output = everypath()
            .args(["check", &file, "--target", target, "--time-limit", "2"])
            .env("EVERYPATH_CLANG", &compiler)
            .output()
            .unwrap();
        let expected = format!(
            "exit 5\neverypath: {file}: the compiler was not done within 2 s, so nothing is known of the program; give it more by --time-limit\n"
        );
        assert_eq!(transcript(&output), expected);
    }
}

#[test]
fn an_interrupt_ends_the_compiler() {
    let directory = temporary();
    let (compiler, begun) = endless_compiler(&directory);
    let file = write(&directory, "a.c", BROKEN);
    let child = everypath()
        .args(["check", &file])
        .env("EVERYPATH_CLANG", &compiler)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !begun.exists() {
        std::thread::sleep(Duration::from_millis(20));
    }
    interrupt(&child);
    let said = transcript(&child.wait_with_output().unwrap());
    assert!(said.starts_with("exit 5\n"), "{said}");
    assert!(
        said.contains("the compiler was interrupted, so nothing is known of the program"),
        "{said}"
    );
}

#[test]
fn an_interrupt_prints_what_is_known() {
    let directory = temporary();
    let endless = "#include <everypath.h>
int main(void) {
    unsigned x = everypath_unsigned(\"x\"), steps = 0;
    if (x == 12345) everypath_assert(0);
    while (x != 1) { x = x & 1 ? 3 * x + 1 : x / 2; steps++; }
    return 0;
}
";
    let file = write(&directory, "endless.c", endless);
    let tests = directory.path().join("tests");
    let mut child = everypath()
        .args(["check", &file, "--all", "--strategy", "bfs", "--tests"])
        .arg(&tests)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The finding is on disk before the run ends.
    let start = Instant::now();
    let finding = tests.join("violation-001-assertion.json");
    while !finding.exists() {
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "no finding after a minute"
        );
        assert!(
            child.try_wait().unwrap().is_none(),
            "the run ended by itself"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    interrupt(&child);
    let status = child.wait().unwrap();
    let mut said = String::new();
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut said)
        .unwrap();
    assert_eq!(status.code(), Some(10), "{said}");
    assert!(
        said.contains("violation 1: assertion") && said.contains("interrupted"),
        "{said}"
    );
    let replayed = everypath()
        .args(["replay", &file])
        .arg(&finding)
        .output()
        .unwrap();
    assert_eq!(
        replayed.status.code(),
        Some(10),
        "{}",
        transcript(&replayed)
    );
}

/// A program with a violation.
const BROKEN: &str = "#include <assert.h>\nint main(int argc, char **argv) { assert(argc < 0); }\n";

#[test]
fn where_standard_error_cannot_be_written_to_a_command_goes_on() {
    let directory = temporary();
    let broken = write(&directory, "broken.c", BROKEN);
    let tests = directory.path().join("tests").display().to_string();
    let full = || std::fs::File::create("/dev/full").unwrap();
    let found = ["check", &broken, "--tests", &tests, "-v"];
    let missing = ["check", "nothere.c"];
    for (arguments, code) in [(&found[..], 10), (&missing, 2)] {
        let run = everypath().args(arguments).stderr(full()).output().unwrap();
        assert_eq!(run.status.code(), Some(code), "{arguments:?}");
    }
    assert!(directory.path().join("tests").read_dir().unwrap().count() > 0);
}

#[test]
fn what_cannot_be_printed_is_an_error() {
    let directory = temporary();
    let broken = write(&directory, "broken.c", BROKEN);
    let script = write(&directory, "script.smt2", "(check-sat)\n");
    let record = ["check", &broken, "--json"];
    for arguments in [&record[..], &["solve", &script], &["strategies"]] {
        let full = std::fs::File::create("/dev/full").unwrap();
        let run = everypath().args(arguments).stdout(full).output().unwrap();
        let said = transcript(&run);
        assert_eq!(run.status.code(), Some(2), "{arguments:?}: {said}");
        let told = "standard output cannot be written to: ";
        assert!(said.contains(told), "{arguments:?}: {said}");
    }
}

#[test]
fn a_file_that_cannot_be_written_is_told_before_the_run_or_with_its_verdict() {
    let directory = temporary();
    let broken = write(&directory, "broken.c", BROKEN);
    let path = |name: &str| directory.path().join(name).display().to_string();
    let check = |option: String| {
        let run = everypath().args(["check", &broken, &option]).output();
        let run = run.unwrap();
        (run.status.code(), transcript(&run))
    };
    for (option, why) in [
        (
            format!("--json={}", path("no/x.json")),
            "there is no directory",
        ),
        (format!("--sarif={}", path(".")), "it is a directory"),
        (format!("--html={broken}"), "it is no directory"),
    ] {
        let (code, said) = check(option);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains(why) && !said.contains("unsafe"), "{said}");
    }
    let (code, said) = check("--junit=/dev/full".to_owned());
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("unsafe: 1 violation"), "{said}");
    assert!(
        said.contains("/dev/full: No space left on device"),
        "{said}"
    );
}
