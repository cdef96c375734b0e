//! Test cases under Debian's `gdb-multiarch`: what it is told is what happens on the emulator, forwards and backwards.

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use common::{compile, everypath, run, temporary, transcript, write};
use expect_test::{Expect, expect};
use tempfile::TempDir;

/// The sum of four bytes, of which only one choice is admitted; it is the wrong one.
const SUM: &str = "#include <everypath.h>
static unsigned char frame[4];
static int total;
static int add(int value) {
    total += value;
    return total;
}
int main(void) {
    EVERYPATH_SYMBOLIC(frame);
    everypath_assume(frame[0] == 3 && frame[1] == 4);
    everypath_assume(frame[2] == 5 && frame[3] == 6);
    for (int i = 0; i < 4; i++) add(frame[i]);
    everypath_assert(total != 18);
    return 0;
}
";

/// A program that ends well.
const ENDS: &str = "#include <everypath.h>
int main(void) {
    volatile unsigned char x = everypath_u8(\"x\");
    everypath_assume(x == 7);
    x = x + 1;
    return x;
}
";

/// A program that runs for as long as its input says.
const LONG: &str = "#include <everypath.h>
static volatile unsigned count;
int main(void) {
    unsigned n = everypath_unsigned(\"n\");
    while (count < n) count++;
    everypath_assert(n != 3);
    return 0;
}
";

/// A program that computes with floating-point numbers.
const FLOATS: &str = "#include <everypath.h>
static volatile double half;
int main(void) {
    unsigned char x = everypath_u8(\"x\");
    everypath_assume(x == 7);
    half = (double)x / 2;
    everypath_assert(half != 3.5);
    return 0;
}
";

/// A program for RISC-V and a test case that `check` wrote for it.
struct Example {
    directory: TempDir,
    program: String,
    case: String,
}

impl Example {
    /// An executable, compiled with clang.
    fn executable(source: &str, target: &str) -> Self {
        let directory = temporary();
        let source = write(&directory, "program.c", source);
        let program = compile(&directory, &source, target);
        let case = first_case(&directory, &[&program]);
        Example {
            directory,
            program,
            case,
        }
    }

    /// A C file, compiled by `everypath`.
    fn c_file(source: &str, target: &str) -> Self {
        let directory = temporary();
        let program = write(&directory, "program.c", source);
        let case = first_case(&directory, &[&program, "--target", target]);
        Example {
            directory,
            program,
            case,
        }
    }

    /// A case that runs for hours.
    fn endless() -> Self {
        let directory = temporary();
        let program = write(&directory, "program.c", LONG);
        let options = ["--target", "riscv64", "--unwind", "5", "--engine", "paths"];
        let case = first_case(&directory, &[&[program.as_str()], &options[..]].concat());
        let text = std::fs::read_to_string(&case).unwrap();
        let changed = text.replace("\"03000000\"", "\"ffffffff\"");
        assert_ne!(changed, text);
        std::fs::write(&case, changed).unwrap();
        Example {
            directory,
            program,
            case,
        }
    }

    /// What GDB prints of a session over standard input and output, without addresses.
    fn session(&self, commands: &[&str]) -> String {
        let server = env!("CARGO_BIN_EXE_everypath");
        let Example { program, case, .. } = self;
        let connect = format!("target remote | {server} gdb {program} {case} --stdio");
        debug(
            self.directory.path(),
            &[&[connect.as_str()], commands].concat(),
        )
    }

    /// A server on a free port, and the port.
    fn server(&self) -> Server {
        let mut child = everypath()
            .args(["gdb", &self.program, &self.case])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let port = line.split(' ').find_map(|word| word.parse().ok());
        let port = port.unwrap_or_else(|| panic!("{line}"));
        output.read_line(&mut line).unwrap();
        Server {
            child,
            output,
            port,
        }
    }
}

/// The first test case that `check` writes, one of a violation if there is any.
fn first_case(directory: &TempDir, arguments: &[&str]) -> String {
    let cases = directory.path().join("cases");
    let mut check = everypath();
    check.args(["check", "--tests"]).arg(&cases).args(arguments);
    let output = check.output().unwrap();
    let names = std::fs::read_dir(&cases).unwrap_or_else(|_| panic!("{}", transcript(&output)));
    let names = names.map(|entry| entry.unwrap().path().display().to_string());
    let first = names.min_by_key(|name| (!name.contains("violation"), name.clone()));
    first.unwrap_or_else(|| panic!("{}", transcript(&output)))
}

/// What GDB prints, without addresses and what it says of files.
fn debug(directory: &Path, commands: &[&str]) -> String {
    let mut words = "gdb-multiarch -nx -q -batch".to_owned();
    for command in commands {
        words.push_str(&format!(" -ex '{command}'"));
    }
    let output = Command::new("sh")
        .args(["-c", &format!("{words} 2>&1 </dev/null")])
        .env("HOME", directory)
        .current_dir(common::root())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let text = text.replace(&format!("{}/", directory.display()), "");
    let text = text.replace(&format!("{}/", common::root().display()), "");
    let noise = ["Reading ", "warning: File transfers", "[Inferior 1"];
    let lines = text
        .lines()
        .filter(|line| !noise.iter().any(|it| line.starts_with(it)));
    lines.map(|line| without_addresses(line) + "\n").collect()
}

/// A line without the hexadecimal numbers of more than four digits in it.
fn without_addresses(line: &str) -> String {
    let mut parts = line.split("0x");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.chars().take_while(char::is_ascii_hexdigit).count();
        match digits > 4 {
            true => text.push_str(&format!("ADDRESS{}", &part[digits..])),
            false => text.push_str(&format!("0x{part}")),
        }
    }
    text.trim_end().to_owned()
}

/// A server that waits for GDB.
struct Server {
    child: Child,
    output: BufReader<ChildStdout>,
    port: u16,
}

impl Server {
    /// How it ends: its exit code, and what it prints.
    fn end(mut self) -> String {
        let mut text = String::new();
        self.output.read_to_string(&mut text).unwrap();
        let mut errors = String::new();
        self.child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut errors)
            .unwrap();
        format!(
            "exit {}\n{text}{errors}",
            self.child.wait().unwrap().code().unwrap()
        )
    }

    /// A connection without GDB.
    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        stream
    }
}

/// Reads until a text has come.
fn wait_for(stream: &mut TcpStream, text: &str) {
    let mut seen = Vec::new();
    let mut byte = [0];
    while !String::from_utf8_lossy(&seen).ends_with(text) {
        let count = stream
            .read(&mut byte)
            .unwrap_or_else(|error| panic!("{error}: {seen:?}"));
        assert!(count > 0, "{seen:?}");
        seen.push(byte[0]);
    }
}

/// What is shown for both widths of registers, which is the same.
fn both_widths(show: impl Fn(&str) -> String) -> String {
    let [narrow, wide] = ["riscv32", "riscv64"].map(show);
    assert_eq!(narrow, wide);
    wide
}

#[test]
fn a_run_goes_both_ways() {
    let shown = both_widths(|target| {
        Example::executable(SUM, target).session(&[
            "break program.c:13",
            "break add if value == 5",
            "continue",
            "backtrace",
            "print $a0",
            "x/4ub &frame",
            "print total",
            "next",
            "finish",
            "continue",
            "delete",
            "continue",
            "monitor when",
            "reverse-stepi",
            "monitor when",
            "stepi",
            "monitor when",
            "reverse-step",
            "break add",
            "reverse-continue",
            "print value",
            "reverse-continue",
            "print value",
            "reverse-finish",
            "delete",
            "reverse-continue",
            "monitor when",
            "reverse-stepi",
        ])
    });
    expect![[r#"
        _start () at runtime/riscv/crt0.S:15
        15	    la gp, __global_pointer$
        Breakpoint 1 at ADDRESS: file program.c, line 13.
        Breakpoint 2 at ADDRESS: file program.c, line 5.

        Breakpoint 2, add (value=5) at program.c:5
        5	    total += value;
        #0  add (value=5) at program.c:5
        #1  ADDRESS in main () at program.c:12
        $1 = 5
        ADDRESS <frame>:	3	4	5	6
        $2 = 7
        6	    return total;
        ADDRESS in main () at program.c:12
        12	    for (int i = 0; i < 4; i++) add(frame[i]);
        Value returned is $3 = 12

        Breakpoint 1, main () at program.c:13
        13	    everypath_assert(total != 18);
        everypath: assertion violated
          --> main at program.c:13:5
          as the case says; the next instruction would do it

        Program received signal SIGABRT, Aborted.
        ADDRESS in main () at program.c:13
        13	    everypath_assert(total != 18);
        239 of 239 instructions
        ADDRESS	13	    everypath_assert(total != 18);
        238 of 239 instructions
        ADDRESS	13	    everypath_assert(total != 18);
        239 of 239 instructions
        ADDRESS	13	    everypath_assert(total != 18);
        Breakpoint 3 at ADDRESS: file program.c, line 5.

        Breakpoint 3, add (value=6) at program.c:5
        5	    total += value;
        $4 = 6

        Breakpoint 3, add (value=5) at program.c:5
        5	    total += value;
        $5 = 5
        ADDRESS in main () at program.c:12
        12	    for (int i = 0; i < 4; i++) add(frame[i]);

        No more reverse-execution history.
        _start () at runtime/riscv/crt0.S:15
        15	    la gp, __global_pointer$
        0 of 239 instructions

        No more reverse-execution history.
        _start () at runtime/riscv/crt0.S:15
        15	    la gp, __global_pointer$
    "#]]
    .assert_eq(&shown);
}

#[test]
fn memory_is_watched_both_ways() {
    let shown = both_widths(|target| {
        Example::executable(SUM, target).session(&[
            "watch total",
            "continue",
            "continue",
            "reverse-continue",
            "reverse-continue",
            "reverse-continue",
            "delete",
            "rwatch frame[2]",
            "continue",
            "continue",
            "reverse-continue",
            "delete",
            "awatch total",
            "continue",
            "continue",
        ])
    });
    expect![[r#"
        _start () at runtime/riscv/crt0.S:15
        15	    la gp, __global_pointer$
        Hardware watchpoint 1: total

        Hardware watchpoint 1: total

        Old value = 0
        New value = 3
        ADDRESS in add (value=3) at program.c:6
        6	    return total;

        Hardware watchpoint 1: total

        Old value = 3
        New value = 7
        ADDRESS in add (value=4) at program.c:6
        6	    return total;

        Hardware watchpoint 1: total

        Old value = 7
        New value = 3
        ADDRESS in add (value=4) at program.c:5
        5	    total += value;

        Hardware watchpoint 1: total

        Old value = 3
        New value = 0
        ADDRESS in add (value=3) at program.c:5
        5	    total += value;

        No more reverse-execution history.
        _start () at runtime/riscv/crt0.S:15
        15	    la gp, __global_pointer$
        Hardware read watchpoint 2: frame[2]

        Hardware read watchpoint 2: frame[2]

        Value = 5 '\005'
        ADDRESS in main () at program.c:11
        11	    everypath_assume(frame[2] == 5 && frame[3] == 6);

        Hardware read watchpoint 2: frame[2]

        Value = 5 '\005'
        add (value=0) at program.c:4
        4	static int add(int value) {

        Hardware read watchpoint 2: frame[2]

        Value = 5 '\005'
        ADDRESS in main () at program.c:12
        12	    for (int i = 0; i < 4; i++) add(frame[i]);
        Hardware access (read/write) watchpoint 3: total

        Hardware access (read/write) watchpoint 3: total

        Value = 7
        ADDRESS in add (value=5) at program.c:5
        5	    total += value;

        Hardware access (read/write) watchpoint 3: total

        Old value = 7
        New value = 12
        ADDRESS in add (value=5) at program.c:6
        6	    return total;
    "#]]
    .assert_eq(&shown);
}

#[test]
fn an_exit_is_a_stop_and_output_is_shown_once() {
    let example = Example::c_file(
        "#include <everypath.h>\n#include <stdio.h>\nint main(void) {\n    puts(\"here\");\n    return 3;\n}\n",
        "riscv32",
    );
    expect![[r#"
        _start () at everypath-runtime/./crt0.S:15
        15	everypath-runtime/./crt0.S: No such file or directory.
        Breakpoint 1 at ADDRESS: file program.c, line 4.

        Breakpoint 1, main () at program.c:4
        4	    puts("here");
        here
        everypath: exit with code 3
          as the case says; the next instruction would do it

        No more reverse-execution history.
        ADDRESS in __everypath_exit (code=3) at ./machine.c:12
        12	./machine.c: No such file or directory.
        everypath: exit with code 3
          as the case says; the next instruction would do it

        No more reverse-execution history.
        ADDRESS in __everypath_exit (code=3) at ./machine.c:12
        12	in ./machine.c

        Breakpoint 1, main () at program.c:4
        4	    puts("here");
        everypath: exit with code 3
          as the case says; the next instruction would do it

        No more reverse-execution history.
        ADDRESS in __everypath_exit (code=3) at ./machine.c:12
        12	./machine.c: No such file or directory.
        here
        exit with code 3
          inputs: none (it happens on every run)
          inputs: none (it happens on every run)
        monitor finding  what the test case is about
        monitor inputs   the inputs of the test case
        monitor when     how many instructions were executed
        monitor output   what the program wrote so far
        monitor help     these commands
        Kill the program being debugged? (y or n) [answered Y; input not from terminal]
        Remote connection closed
    "#]]
    .assert_eq(&example.session(&[
        "break main",
        "continue",
        "continue",
        "continue",
        "reverse-continue",
        "continue",
        "monitor output",
        "monitor finding",
        "monitor inputs",
        "monitor frobnicate",
        "kill",
    ]));
}

#[test]
fn nothing_is_changed_and_what_is_not_there_is_an_error() {
    let example = Example::executable(SUM, "riscv64");
    expect![[r#"
        _start () at runtime/riscv/crt0.S:15
        15	    la gp, __global_pointer$
        Breakpoint 1 at ADDRESS: file program.c, line 6.

        Breakpoint 1, add (value=3) at program.c:6
        6	    return total;
        everypath: memory is not changed: the run has to stay the one of the test case, so that it can be gone back
        Cannot access memory at address ADDRESS
        $1 = 3
        everypath: a register is not changed: the run has to stay the one of the test case, so that it can be gone back
        Could not write registers; remote failure reply 'E79'
        everypath: memory is not changed: the run has to stay the one of the test case, so that it can be gone back
        everypath: memory is not changed: the run has to stay the one of the test case, so that it can be gone back
        Cannot access memory at address ADDRESS
        0x0:	Cannot access memory at address 0x0
        $2 = void
        assertion violated at main at program.c:13:5
          inputs:
            name      decimal  hexadecimal  character
            frame[0]        3         0x03
            frame[1]        4         0x04
            frame[2]        5         0x05
            frame[3]        6         0x06

        Breakpoint 1, add (value=4) at program.c:6
        6	    return total;
        $3 = 7
    "#]].assert_eq(&example.session(&[
        "break program.c:6",
        "continue",
        "set var total = 7",
        "print total",
        "set var $a0 = 7",
        "print add(1)",
        "x/2xb 0",
        "print $ft0",
        "monitor finding",
        "continue",
        "print total",
    ]));
}

#[test]
fn registers_of_floating_point_are_there_where_a_program_has_them() {
    let commands = [
        "break program.c:7",
        "continue",
        "print half",
        "print $fcsr",
        "print $fa5",
    ];
    let shown = both_widths(|target| Example::c_file(FLOATS, target).session(&commands));
    expect![[r#"
        _start () at everypath-runtime/./crt0.S:15
        15	everypath-runtime/./crt0.S: No such file or directory.
        Breakpoint 1 at ADDRESS: file program.c, line 7.

        Breakpoint 1, main () at program.c:7
        7	    everypath_assert(half != 3.5);
        $1 = 3.5
        $2 = 0
        $3 = {float = 0, double = 3.5}
    "#]]
    .assert_eq(&shown);
}

#[test]
fn what_cannot_be_debugged_is_refused_with_a_reason() {
    let example = Example::executable(SUM, "riscv64");
    let other = Example::executable(ENDS, "riscv64");
    let through_llvm = temporary();
    let c_file = write(&through_llvm, "sum.c", SUM);
    let c_case = first_case(&through_llvm, &[&c_file]);
    let held = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = held.local_addr().unwrap().port().to_string();
    let said = |arguments: &[&str], directory: &TempDir| {
        let text = transcript(&run(&[&["gdb"], arguments].concat()));
        let text = text.replace(&format!("{}/", directory.path().display()), "");
        let text = text.replace(&format!("{}/", example.directory.path().display()), "");
        text.replace(&port, "PORT")
    };
    let here = &example.directory;
    let shown = [
        said(&[&example.program, &other.case], &other.directory),
        said(&[&example.program, "missing.json"], here),
        said(&["missing.elf", &example.case], here),
        said(&[&c_file, &c_case], &through_llvm),
        said(&[&example.program, &example.case, "--port", &port], here),
        said(&[&example.program, &example.case, "--port", "0"], here),
        said(&[&example.program, &example.case, "--port", "70000"], here),
        said(
            &[&example.program, &example.case, "--port", "7", "--stdio"],
            here,
        ),
    ];
    expect![[r#"
        exit 2
        everypath: cases/path-000000.json: made with another program than program; give the one that was checked, or --changed-program if it was built anew
        exit 2
        everypath: missing.json: No such file or directory (os error 2)
        exit 2
        everypath: missing.elf: there is no such file: C (.c, .i), LLVM's bitcode (.bc, .ll) and executables for RISC-V are read; none is in its folder: go to where the program is
        exit 1
        everypath: sum.c was checked as LLVM code, which GDB does not know; debug it on this computer's processor (everypath replay FILE CASE --native --debug), or check it as machine code (--target riscv32 or riscv64)
        exit 2
        everypath: port PORT of localhost: Address already in use (os error 98); choose another with --port, or leave it out for a free one
        exit 1
        error: invalid value '0' for '--port <PORT>': 0 is not in 1..=65535

        For more information, try '--help'.
        exit 1
        error: invalid value '70000' for '--port <PORT>': 70000 is not in 1..=65535

        For more information, try '--help'.
        exit 1
        error: the argument '--port <PORT>' cannot be used with '--stdio'

        Usage: everypath gdb --port <PORT> <FILE> <CASE>

        For more information, try '--help'.
    "#]].assert_eq(&shown.concat());
    let changed = Example {
        case: format!("{} --changed-program", other.case),
        ..example
    };
    let shown = changed.session(&["continue"]);
    assert!(shown.contains("but the case says otherwise"), "{shown}");
}

#[test]
fn the_server_ends_when_gdb_goes() {
    let example = Example::executable(SUM, "riscv64");
    for (command, end) in [
        ("detach", "exit 0\neverypath: GDB detached\n"),
        ("kill", "exit 0\neverypath: GDB killed the program\n"),
        ("disconnect", "exit 0\neverypath: GDB is gone\n"),
    ] {
        let server = example.server();
        let connect = format!("target remote localhost:{}", server.port);
        let shown = debug(example.directory.path(), &[&connect, "continue", command]);
        assert!(shown.contains("SIGABRT"), "{shown}");
        assert_eq!(server.end(), end);
    }
}

#[test]
fn a_run_is_interrupted_and_a_lost_connection_ends_it() {
    let example = Example::endless();
    let server = example.server();
    let mut stream = server.connect();
    // Continue, and interrupt.
    stream.write_all(b"+$vCont;c#a8").unwrap();
    std::thread::sleep(Duration::from_millis(300));
    stream.write_all(b"\x03").unwrap();
    wait_for(&mut stream, "$S02#b5");
    // Backwards from there to the start, and forwards again.
    stream.write_all(b"+$bc#c5").unwrap();
    wait_for(&mut stream, "replaylog:begin;#02");
    stream.write_all(b"+$vCont;c#a8").unwrap();
    std::thread::sleep(Duration::from_millis(300));
    drop(stream);
    assert_eq!(server.end(), "exit 0\neverypath: GDB is gone\n");
}

/// What GDB prints of a run that is interrupted, as a terminal interrupts a group of processes, so long after GDB let it go.
fn interrupted(example: &Example, wait: Duration) -> String {
    let server = env!("CARGO_BIN_EXE_everypath");
    let Example { program, case, .. } = example;
    let connect = format!("target remote | {server} gdb {program} {case} --stdio");
    let mut gdb = Command::new("gdb-multiarch")
        .args(["-nx", "-q", "-batch", "-ex", &connect])
        .args(["-ex", "echo started\\n", "-ex", "continue"])
        .args(["-ex", "print count < n"])
        .env("HOME", example.directory.path())
        .current_dir(common::root())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .unwrap();
    let mut output = BufReader::new(gdb.stdout.take().unwrap());
    let mut line = String::new();
    while line != "started\n" {
        line.clear();
        assert!(output.read_line(&mut line).unwrap() > 0);
    }
    std::thread::sleep(wait);
    let group = format!("-{}", gdb.id());
    let mut kill = Command::new("kill");
    assert!(
        kill.args(["-INT", "--", &group])
            .status()
            .unwrap()
            .success()
    );
    let mut shown = String::new();
    output.read_to_string(&mut shown).unwrap();
    gdb.wait().unwrap();
    shown
}

#[test]
fn an_interrupt_of_the_terminal_is_for_gdb() {
    let example = Example::endless();
    // GDB gives up if it is interrupted before it let the run go, and it does not say when it did.
    let found = [1, 4, 16].into_iter().any(|seconds| {
        let shown = interrupted(&example, Duration::from_secs(seconds));
        shown.contains("Program received signal SIGINT") && shown.contains("$1 = 1")
    });
    assert!(found);
}

#[test]
fn what_is_not_the_protocol_is_refused() {
    let example = Example::executable(SUM, "riscv64");
    let server = example.server();
    let mut stream = server.connect();
    stream.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
    let end = server.end();
    assert!(
        end.starts_with("exit 2\neverypath: what came over the connection is not understood: "),
        "{end}"
    );
}

fn native(source: &str, options: &[&str], commands: &[&str], expected: Expect) {
    let directory = temporary();
    let file = write(&directory, "program.c", source);
    let case = first_case(&directory, &[&[file.as_str()], options].concat());
    let output = run(&["replay", &file, &case, "--native", "--debug", "-q"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(10), "{}", transcript(&output));
    let command = text
        .lines()
        .find_map(|line| line.strip_prefix("debug it with: "));
    let mut command = format!("{} -nx -q -batch", command.unwrap());
    for word in commands {
        command.push_str(&format!(" -ex '{word}'"));
    }
    let output = Command::new("sh")
        .args(["-c", &format!("{command} 2>&1 </dev/null")])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let text = text.replace(&format!("{}/", directory.path().display()), "");
    let kept = text.lines().filter(|line| {
        line.contains("program.c:") || line.contains(" = ") || line.contains("native run")
    });
    let kept = kept.filter(|line| !line.starts_with("Breakpoint"));
    expected.assert_eq(
        &kept
            .map(|line| without_addresses(line) + "\n")
            .collect::<String>(),
    );
}

#[test]
fn a_c_program_is_debugged_on_this_processor() {
    native(
        SUM,
        &[],
        &["print total", "print frame", "continue", "backtrace"],
        expect![[r#"
            $1 = 18
            $2 = "\003\004\005\006"
            #2  ADDRESS in main () at program.c:13
        "#]],
    );
}

#[test]
fn the_inputs_are_inside_the_native_program() {
    let source = "#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
int main(int count, char **arguments) {
    int first = getchar();
    const char *mode = getenv(\"MODE\");
    assert(count != 3 || !mode || first != 65 || arguments[2][0] != 98);
    return 0;
}
";
    let options = "--variable MODE=x --symbolic-stdin 1 --args a b";
    let options: Vec<&str> = options.split(' ').collect();
    native(
        source,
        &options,
        &[
            "print first",
            "print mode",
            "print arguments[1]",
            "print arguments[2]",
        ],
        expect![[r#"
            $1 = 65
            $2 = ADDRESS <compoundliteral+5> "x"
            $3 = ADDRESS <compoundliteral> "a"
            $4 = ADDRESS <compoundliteral> "b"
        "#]],
    );
}
