//! Programs that grow: whether what `everypath check` takes grows with a program, and not with its square.
//!
//! Each shape of program is made in two sizes, one twice the other, and followed path by path under callgrind, which counts the instructions of
//! this process and not the compiler's. What a program takes that does nothing is left out.

use std::fmt::Write;
use std::path::Path;

use everypath_report::table::{Align, Table};

use crate::run::{collected, counted, everypath, provenance, store, timed};

/// Twice the program may take so many times as much; four would be the square. What is twice as deep takes more than twice: the order of blocks is
/// found anew within each loop, and a condition behind others is asked with all of them.
const ALLOWED: f64 = 3.0;

/// A kind of program, and the size of the smaller one.
struct Shape {
    name: &'static str,
    size: usize,
    text: fn(usize) -> String,
}

const fn shape(name: &'static str, size: usize, text: fn(usize) -> String) -> Shape {
    Shape { name, size, text }
}

/// What is made bigger.
const SHAPES: [Shape; 22] = [
    shape("statements", 1000, |n| {
        main(&lines(n, |i| format!("a = a * 3 + {i};")))
    }),
    shape("branches", 1000, |n| {
        main(&lines(n, |i| format!("if (v == {i}) a++;")))
    }),
    shape("variables", 500, |n| {
        let sum = lines(n, |i| format!("a += v{i};"));
        main(&(lines(n, |i| format!("int v{i} = {i};")) + &sum))
    }),
    shape("variables with addresses", 250, |n| {
        let sum = lines(n, |i| format!("a += v{i};"));
        main(&(lines(n, |i| format!("int v{i}; set(&v{i}, {i});")) + &sum))
    }),
    shape("functions", 500, |n| {
        let functions = lines(n, |i| {
            format!("static int f{i}(int x) {{ return x + {i}; }}")
        });
        functions + &main(&lines(n, |i| format!("a += f{i}({i});")))
    }),
    shape("functions that call the next", 250, |n| {
        let declared = lines(n, |i| format!("static int f{i}(int x);"));
        let defined = lines(n - 1, |i| {
            format!("static int f{i}(int x) {{ return f{}(x) + 1; }}", i + 1)
        });
        let last = format!("static int f{}(int x) {{ return x; }}\n", n - 1);
        declared + &defined + &last + &main("a = f0(0);")
    }),
    shape("cases", 500, |n| {
        let cases = lines(n, |i| format!("case {}: a = {i}; break;", 3 * i));
        main(&format!("switch (x) {{ {cases} }}"))
    }),
    shape("variables with static storage", 500, |n| {
        let variables = lines(n, |i| format!("int g{i} = {i}; int *p{i} = &g{i};"));
        variables + &main(&lines(n, |i| format!("a += *p{i};")))
    }),
    shape("elements of a table", 20_000, |n| {
        let elements = lines(n, |i| format!("{i},"));
        format!("static const int table[] = {{ {elements} }};\n") + &main("a = table[7];")
    }),
    shape("strings", 500, |n| {
        let strings = lines(n, |i| format!("\"number {i}\","));
        format!("static const char *const table[] = {{ {strings} }};\n") + &main("a = table[7][3];")
    }),
    shape("members", 200, |n| {
        let members = lines(n, |i| format!("int m{i};"));
        let sets = lines(n, |i| format!("s.m{i} = {i};"));
        format!("struct many {{ {members} }};\n")
            + &main(&format!("struct many s, t; {sets} t = s; a = t.m7;"))
    }),
    shape("conditions of a conjunction", 250, |n| {
        let all = lines(n, |i| format!("&& v != {}", i + 1));
        main(&format!("a = v == 0 {all};"))
    }),
    shape("operands of a sum", 500, |n| {
        main(&format!("a = 1 {};", lines(n, |i| format!("+ (a ^ {i})"))))
    }),
    shape("branches within each other", 60, |n| {
        let begin = lines(n, |i| format!("if (x > -{}) {{", i + 1));
        main(&(begin + "a++;" + &"}".repeat(n)))
    }),
    shape("loops within each other", 30, |n| {
        let begin = lines(n, |i| format!("for (int i{i} = 0; i{i} < 1; i{i}++) {{"));
        main(&(begin + "a++;" + &"}".repeat(n)))
    }),
    shape("labels", 250, |n| {
        main(&lines(n, |i| {
            format!("l{i}: a++; if (a == 1000000) goto l{};", i * 7 % n)
        }))
    }),
    shape("ways out with variables to end", 250, |n| {
        main(&lines(n, |i| {
            format!("{{ int w; set(&w, {i}); if (w > 1000000) return w; a += w; }}")
        }))
    }),
    shape("rounds of a loop", 5_000, |n| {
        main(&format!("for (int i = 0; i < {n}; i++) a += i;"))
    }),
    shape("calls within each other", 2_500, |n| {
        "static unsigned down(unsigned n) { return n ? 1 + down(n - 1) : 0; }\n".to_owned()
            + &main(&format!("a = down({n});"))
    }),
    shape("blocks of the heap", 500, |n| {
        let make = "struct node *new = malloc(sizeof *new); new->next = list; list = new;";
        let end = "struct node *next = list->next; free(list); list = next;";
        "#include <stdlib.h>\nstruct node { struct node *next; };\n".to_owned()
            + &main(&format!(
                "struct node *list = 0; for (int i = 0; i < {n}; i++) {{ {make} }} while (list) {{ {end} }}"
            ))
    }),
    shape("inputs", 250, |n| {
        main(&format!(
            "unsigned char read[{n}]; for (int i = 0; i < {n}; i++) {{ read[i] = __VERIFIER_nondet_uchar(); a ^= read[i]; }}"
        ))
    }),
    shape("bytes that are copied", 10_000, |n| {
        format!("#include <string.h>\nstatic char from[{n}], to[{n}];\n")
            + &main(
                "from[7] = x; memcpy(to, from, sizeof to); memset(from, 1, sizeof from); a = to[7];",
            )
    }),
];

/// Lines with numbers from 0.
fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for number in 0..count {
        let _ = writeln!(text, "{}", line(number));
    }
    text
}

/// A program with a variable `a`, a symbolic `x`, a `v` that is 0, which the compiler does not see, and a function that sets a variable.
fn main(body: &str) -> String {
    format!(
        "int __VERIFIER_nondet_int(void);\nunsigned char __VERIFIER_nondet_uchar(void);\nstatic void set(int *p, int v) {{ *p = v; }}\nint main(void) {{\nint x = __VERIFIER_nondet_int(), v; unsigned a = 0; set(&v, 0);\n{body}\nreturn a == 12345;\n}}\n"
    )
}

/// Counts for every shape whose name contains one of the words, if there are some; false if one grows faster than is allowed.
pub fn bench(only: &[String], keep: bool) -> Result<bool, String> {
    let everypath = everypath()?;
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    let file = directory.path().join("program.c");
    let count = |text: &str| -> Result<f64, String> {
        std::fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        instructions(&everypath, &file)
    };
    let nothing = count(&main(""))?;
    let mut table = Table::new(&[
        ("what grows", Align::Left),
        ("size", Align::Right),
        ("instructions", Align::Right),
        ("of twice the size", Align::Right),
        ("times", Align::Right),
    ]);
    let mut all_linear = true;
    for Shape { name, size, text } in &SHAPES {
        let is_asked = only.is_empty() || only.iter().any(|word| name.contains(word.as_str()));
        if !is_asked {
            continue;
        }
        let [once, twice] = [size, &(2 * size)].map(|&size| count(&text(size)));
        let (once, twice) = (once? - nothing, twice? - nothing);
        let times = twice / once.max(1.0);
        all_linear &= times <= ALLOWED;
        eprintln!("{name}: {times:.2}");
        table.row([
            (*name).to_owned(),
            size.to_string(),
            format!("{once:.0}"),
            format!("{twice:.0}"),
            format!("{times:.2}"),
        ]);
    }
    print!("{}", table.render(""));
    if keep {
        let text = format!(
            "# Programs that grow\n\n{}\nInstructions of the processor as callgrind counts them, without the compiler's and without those of a program that does nothing:\n\n{}",
            provenance("cargo xtask bench scale --store"),
            table.markdown(),
        );
        store("scale", &text)?;
    }
    Ok(all_linear)
}

/// What `everypath check` takes for a program, which has to be followed to its end.
fn instructions(everypath: &Path, file: &Path) -> Result<f64, String> {
    let mut command = counted(everypath);
    command.arg("check").arg(file);
    command.args(["--engine", "paths", "--jobs", "1", "-q"]);
    let run = timed(&mut command)?;
    match run.output.status.code() {
        Some(0) => collected(&run),
        code => Err(format!(
            "{} ends with {code:?}: {}",
            file.display(),
            String::from_utf8_lossy(&run.output.stdout).trim()
        )),
    }
}
