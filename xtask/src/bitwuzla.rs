//! Bitwuzla through its Python module: the one place that knows how the module is called.

use std::process::Command;

/// What the drivers have in common: a parser with options, which owns its solver.
const PARSER: &str = "
import sys, time
import bitwuzla

def parser(*settings):
    options = bitwuzla.Options()
    for option, value in settings:
        options.set(option, value)
    return bitwuzla.Parser(bitwuzla.TermManager(), options)
";

/// Parses and runs the script that is named; its seconds are the last line of standard error.
const FILE: &str = "
script = parser((bitwuzla.Option.PRODUCE_MODELS, True))
start = time.perf_counter()
try:
    script.parse(sys.argv[1], False)
except Exception as error:
    print(error)
sys.stdout.flush()
print(time.perf_counter() - start, file=sys.stderr)
";

/// Answers scripts one by one, each with a term manager of its own: a line with the number of bytes and a mark, and so many bytes. The
/// answer to all that is asserted is followed by a line with the mark.
const SESSION: &str = "
limit = int(sys.argv[1])
while line := sys.stdin.buffer.readline():
    size, mark = line.decode().split()
    text = sys.stdin.buffer.read(int(size)).decode()
    try:
        script = parser((bitwuzla.Option.TIME_LIMIT_PER, limit))
        script.parse(text, True, False)
        print(str(script.bitwuzla().check_sat()).rsplit('.')[-1].lower())
    except Exception as error:
        print('(error', repr(str(error)) + ')')
    print(mark, flush=True)
";

/// Whether the module is installed.
pub fn installed() -> bool {
    let mut probe = Command::new("python3");
    let output = probe.args(["-c", "import bitwuzla"]).output();
    output.is_ok_and(|it| it.status.success())
}

/// The words of a command that answers a file, whose name is still to be added.
pub fn file() -> Vec<String> {
    words(FILE)
}

/// The words of a command that answers scripts through standard input, with a limit in milliseconds for each.
pub fn session(limit: u64) -> Vec<String> {
    let mut words = words(SESSION);
    words.push(limit.to_string());
    words
}

fn words(driver: &str) -> Vec<String> {
    let program = format!("{PARSER}{driver}");
    ["python3", "-c", &program].map(str::to_owned).to_vec()
}
