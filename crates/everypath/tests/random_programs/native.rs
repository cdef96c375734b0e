//! What a program does with every input, by the compiler and the processor of this machine.
//!
//! One executable runs the program on all inputs and prints a line for each: the inputs, the line of the first assertion
//! that fails (0: none), and the checksum.

use std::path::Path;
use std::process::{Command, Output};

use crate::generate::Input;

/// What the macros of a program mean natively, and the loop over all inputs.
const PRELUDE: &str = r#"
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void program(void);
static void reset(void);
static jmp_buf end;
static uint8_t inputs[3];
static unsigned failed_line, checksum;
#define INPUT(n) uint8_t x##n = inputs[n]
#define ASSUME(condition) do { if (!(condition)) abort(); } while (0)
#define ASSERT(condition) do { if (!(condition)) { failed_line = __LINE__; longjmp(end, 1); } } while (0)
#define TOUCH(valid, variable) do { ASSERT(valid); } while (0)
#define FINISH(sum) do { checksum = sum; longjmp(end, 1); } while (0)
static void __attribute__((noinline)) run(void) {
    failed_line = 0;
    checksum = 0;
    reset();
    if (setjmp(end) == 0) program();
    printf("%u %u %u %u %u\n", inputs[0], inputs[1], inputs[2], failed_line, checksum);
}
int main(int count, char **arguments) {
    unsigned bounds[6] = {0};
    for (int i = 1; i < count && i < 7; i++) bounds[i - 1] = (unsigned)atoi(arguments[i]);
    for (unsigned a = bounds[0]; a <= bounds[1]; a++)
        for (unsigned b = bounds[2]; b <= bounds[3]; b++)
            for (unsigned c = bounds[4]; c <= bounds[5]; c++) {
                inputs[0] = (uint8_t)a, inputs[1] = (uint8_t)b, inputs[2] = (uint8_t)c;
                run();
            }
    return 0;
}
"#;

/// What a program does with an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The inputs.
    pub inputs: Vec<u8>,
    /// The line of the first assertion that fails.
    pub failed_line: Option<u32>,
    /// The checksum, if none fails.
    pub checksum: u32,
}

/// Runs a tool; gives its output, or what went wrong.
fn tool(command: &mut Command) -> Result<Output, String> {
    let output = command
        .output()
        .map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(output);
    }
    let messages = String::from_utf8_lossy(&output.stderr);
    Err(format!("{command:?}: {}\n{messages}", output.status))
}

/// What the program in `source` does with each of its inputs. Files go to `directory`.
pub fn outcomes(
    directory: &Path,
    source: &Path,
    inputs: &[Input],
    compiler: &str,
) -> Result<Vec<Outcome>, String> {
    std::fs::write(directory.join("surroundings.h"), PRELUDE).map_err(|error| error.to_string())?;
    let executable = directory.join("native");
    let mut compile = Command::new(compiler);
    compile.args(["-O1", "-w", "-fwrapv", "-fno-strict-aliasing", "-I"]);
    tool(
        compile
            .arg(directory)
            .arg(source)
            .arg("-o")
            .arg(&executable),
    )?;
    let mut run = Command::new(&executable);
    for input in inputs {
        run.args([input.low.to_string(), input.high.to_string()]);
    }
    let output = String::from_utf8_lossy(&tool(&mut run)?.stdout).into_owned();
    let outcomes = output.lines().map(|line| {
        let numbers: Vec<u32> = line
            .split(' ')
            .filter_map(|word| word.parse().ok())
            .collect();
        match numbers[..] {
            [a, b, c, failed_line, checksum] => Ok(Outcome {
                inputs: [a, b, c]
                    .iter()
                    .take(inputs.len())
                    .map(|&x| x as u8)
                    .collect(),
                failed_line: (failed_line != 0).then_some(failed_line),
                checksum,
            }),
            _ => Err(format!("not a line of results: {line:?}")),
        }
    });
    outcomes.collect()
}
