//! Many checks of one file, what is remembered of them, and first harnesses.

mod common;
#[path = "common/formats.rs"]
mod formats;

use std::path::Path;

use common::{everypath, root, temporary, transcript, write};

/// Three programs: one that is safe, one that is not as its header says, and one that does not compile.
fn project() -> tempfile::TempDir {
    let directory = temporary();
    write(&directory, "limit.h", "#define LIMIT 10\n");
    write(
        &directory,
        "limit.c",
        "#include <everypath.h>\n#include \"limit.h\"\nint main(void) { int a[10] = {0}; int i = everypath_range(0, LIMIT, \"i\"); return a[i] + a[0]; }\n",
    );
    write(
        &directory,
        "half.c",
        "int half(unsigned char x) { return 100 / (x - 7); }\nint whole(unsigned char x) { return x; }\n",
    );
    std::fs::create_dir(directory.path().join("below")).unwrap();
    write(
        &directory,
        "everypath.toml",
        r#"
[defaults]
options = "--unwind 8 --no-check nonzero-exit"

[[check]]
name = "limit"
files = ["limit.c"]
expect = "unsafe array-bounds"

[group.entries]

[[check]]
group = "entries"
files = ["half.c"]
entries = ["whole", "half"]
"#,
    );
    directory
}

fn test(directory: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    // What was written just before could have been written while the checks ran, by the clock of the files: it is not remembered.
    std::thread::sleep(std::time::Duration::from_millis(50));
    let mut command = everypath();
    let output = command
        .current_dir(directory)
        .args(["test", "--no-timing"])
        .args(arguments)
        .output()
        .unwrap();
    (output.status.code(), transcript(&output))
}

#[test]
fn the_worst_result_counts_and_each_is_told() {
    let project = project();
    let below = project.path().join("below");
    let (junit, sarif) = (
        project.path().join("junit.xml"),
        project.path().join("all.sarif"),
    );
    let files = [
        format!("--junit={}", junit.display()),
        format!("--sarif={}", sarif.display()),
    ];
    let (code, said) = test(&below, &[&files[0], &files[1]]);
    assert_eq!(code, Some(10), "{said}");
    expect_test::expect![[r#"
        exit 10
        check         expected             verdict                   seconds  note
        limit         unsafe array-bounds  unsafe   ok                     -  array-bounds, limit.c:3
        half.c:whole  safe                 safe     ok                     -
        half.c:half   safe                 unsafe   NOT AS EXPECTED        -  division-by-zero, half.c:1

        2 of 3 checks as expected
    "#]]
    .assert_eq(&said);
    let read = formats::junit(&std::fs::read_to_string(junit).unwrap()).unwrap();
    let names: Vec<&str> = read
        .suites
        .iter()
        .map(|suite| suite.name.as_str())
        .collect();
    assert_eq!(names, ["checks", "entries"]);
    assert_eq!((read.suites[1].tests, read.suites[1].failures), (2, 1));
    let text = std::fs::read_to_string(sarif).unwrap();
    formats::sarif(&text).unwrap();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["runs"][0]["results"].as_array().unwrap().len(), 2);
    let (code, said) = test(&below, &["limit", "-q"]);
    assert_eq!(
        (code, said.as_str()),
        (Some(0), "exit 0\n1 of 1 checks as expected\n")
    );
    let (_, said) = test(&below, &["entries", "--list"]);
    assert!(
        said.contains("everypath check half.c --entry whole --no-check nonzero-exit --unwind 8"),
        "{said}"
    );
    let (code, said) = test(&below, &["nothing"]);
    assert!(
        code == Some(1) && said.contains("no check of everypath.toml is called `nothing`"),
        "{said}"
    );
}

#[test]
fn what_did_not_change_is_remembered_headers_included() {
    let project = project();
    let remembered = |said: &str| {
        let last = said.lines().last().unwrap_or_default().to_owned();
        last.split_once(", ").map_or(0, |(_, rest)| {
            rest.split(' ').next().unwrap().parse().unwrap()
        })
    };
    let (code, said) = test(project.path(), &["--changed"]);
    assert_eq!((code, remembered(&said)), (Some(10), 0), "{said}");
    let (code, said) = test(project.path(), &["--changed"]);
    assert_eq!((code, remembered(&said)), (Some(10), 3), "{said}");
    // The header of one of them.
    write(&project, "limit.h", "#define LIMIT 9\n");
    let (code, said) = test(project.path(), &["--changed"]);
    assert_eq!((code, remembered(&said)), (Some(10), 2), "{said}");
    assert!(
        said.contains("limit         unsafe array-bounds  safe     NOT AS EXPECTED"),
        "{said}"
    );
    // The options of all.
    let file = project.path().join("everypath.toml");
    let text = std::fs::read_to_string(&file)
        .unwrap()
        .replace("--unwind 8", "--unwind 9");
    std::fs::write(&file, text).unwrap();
    let (_, said) = test(project.path(), &["--changed"]);
    assert_eq!(remembered(&said), 0, "{said}");
    // Without the option, everything is found out.
    let (_, said) = test(project.path(), &[]);
    assert_eq!(remembered(&said), 0, "{said}");
}

#[test]
fn what_cannot_run_is_worse_than_a_violation_and_what_has_no_time_is_not_run() {
    let project = project();
    write(&project, "half.c", "int half(");
    let (code, said) = test(project.path(), &[]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("error 2"), "{said}");
    let (code, said) = test(project.path(), &["--time-limit", "0"]);
    assert_eq!(code, Some(5), "{said}");
    assert_eq!(said.matches("not run").count(), 3, "{said}");
    let empty = temporary();
    let (code, said) = test(empty.path(), &[]);
    assert!(
        code == Some(2) && said.contains("there is no everypath.toml in"),
        "{said}"
    );
}

/// Writes a harness, and checks it; gives it and what was said.
fn harness(source: &str, function: &str) -> (String, String) {
    let directory = temporary();
    std::fs::create_dir(directory.path().join("src")).unwrap();
    std::fs::create_dir(directory.path().join("tests")).unwrap();
    std::fs::write(directory.path().join("src/a.c"), source).unwrap();
    let mut command = everypath();
    let output = command
        .current_dir(directory.path())
        .args(["new", "tests/harness.c", "--for"])
        .arg(format!("src/a.c:{function}"))
        .output()
        .unwrap();
    let said = transcript(&output);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(
        said.ends_with("then: everypath check tests/harness.c\n"),
        "{said}"
    );
    let text = std::fs::read_to_string(directory.path().join("tests/harness.c")).unwrap();
    let mut command = everypath();
    let output = command
        .current_dir(directory.path())
        .args(["check", "tests/harness.c", "--no-timing", "--unwind", "20"])
        .output()
        .unwrap();
    (text, transcript(&output))
}

#[test]
fn a_harness_finds_what_reads_behind_a_buffer() {
    let source = "#include <stddef.h>\n#include <stdint.h>\n\
        static int last(const uint8_t *data, size_t length) {\n  return data[length - 1];\n}\n\
        int sum(const short *numbers, int count) {\n  int sum = 0;\n  for (int i = 0; i < count; i++) sum += numbers[i];\n  return sum;\n}\n\
        int main(void) { return last(0, 0) + sum(0, 0); }\n";
    let (text, _) = harness(source, "last");
    expect_test::expect![[r#"
        /*
         * Checks last on all inputs that main() makes. Every access and every operation of it is checked; what it must do
         * besides is yours to say, at the end.
         */
        #include <everypath.h>
        #define main main_of_the_program
        #include "../src/a.c"
        #undef main

        /* The most elements of a buffer. More take longer, and may show more. */
        enum { MOST = 8 };

        int main(void) {
            static uint8_t data_memory[MOST];
            EVERYPATH_SYMBOLIC(data_memory);
            size_t length = everypath_size("length");
            everypath_assume((length <= MOST));
            /* It ends where its memory ends: what lies behind it is not there. */
            uint8_t *data = data_memory + MOST - length;

            int result = last(data, length);
            (void)result;
            /* What must hold now? For example: everypath_assert(result >= 0); */
            return 0;
        }
    "#]]
    .assert_eq(&text);
    let (_, said) = harness(source, "sum");
    assert!(said.contains("harness.c: safe"), "{said}");
    let (_, said) = harness(&source.replace("i < count", "i <= count"), "sum");
    assert!(
        said.contains("unsafe") && said.contains("src/a.c:8"),
        "{said}"
    );
}

#[test]
fn a_harness_makes_arguments_of_all_types() {
    let source = "#include <stdbool.h>\nenum mode { FAST, SLOW = 5 };\ntypedef struct node { int value; struct node *next; } node_t;\n\
        struct hidden;\ntypedef int (*callback)(int);\n\
        int all(bool flag, enum mode mode, node_t *node, const char *text, struct hidden *hidden, callback back, int **pointers, node_t by_value, double ratio, char letters[4], void *bytes, unsigned n) {\n\
        if (flag && node->next) return node->next->value;\n  if (mode != FAST && mode != SLOW) return 1 / 0;\n  int count = 0;\n  while (text[count]) count++;\n\
        return count + by_value.value / 2 + (ratio > 0) + letters[0] + (hidden ? 1 : 0) + (back ? back(1) : 0) + (pointers ? 1 : 0) + (n ? ((char *)bytes)[n - 1] : 0);\n}\n";
    let (text, said) = harness(source, "all");
    for part in [
        "bool flag = everypath_bool(\"flag\");",
        "everypath_assume((mode == FAST) | (mode == SLOW));",
        "node_t node;",
        "node.next = 0; /* struct node *: any bytes are no pointer; give it an object */",
        "text[MOST] = 0;",
        "/* hidden is `struct hidden *`: give it what it points to. */",
        "double ratio = everypath_double(\"ratio\");",
        "static unsigned char bytes_memory[MOST];",
        "all(flag, mode, &node, text, 0, 0, 0, by_value, ratio, &letters, bytes, n)",
    ] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    assert!(said.contains("harness.c: safe"), "{said}\n{text}");
}

#[test]
fn what_no_harness_can_be_written_for_is_told() {
    let directory = temporary();
    let file = write(
        &directory,
        "a.c",
        "int f(void) { return 0; }\nint g(void);\n",
    );
    let harness = directory.path().join("h.c").display().to_string();
    let new = |path: &str, function: &str| {
        let output = common::run(&["new", path, "--for", function]);
        (output.status.code(), transcript(&output))
    };
    let (code, said) = new(&harness, &format!("{file}:g"));
    assert!(
        code == Some(2) && said.contains("no function `g` with a body; there are: f"),
        "{said}"
    );
    let (code, said) = new(&harness, &file);
    assert!(
        code == Some(1) && said.contains("expected FILE:FUNCTION"),
        "{said}"
    );
    let (code, said) = new(&file, &format!("{file}:f"));
    assert!(
        code == Some(2) && said.contains("is there already"),
        "{said}"
    );
    let (code, said) = new(
        &harness,
        &format!("{}:f", root().join("examples/gone.c").display()),
    );
    assert!(code == Some(2) && said.contains("gone.c"), "{said}");
}
