//! Files that are not read: what they are, by their name, and what to do to have them checked.

use std::path::{Path, PathBuf};

/// What is read, for messages.
pub const READ: &str = "C (.c, .i), LLVM's bitcode (.bc, .ll) and executables for RISC-V are read";

/// One kind of file.
struct Kind {
    endings: &'static [&'static str],
    /// What such files are, as the beginning of a sentence.
    name: &'static str,
    /// What to do; `{}` is the file without its ending.
    advice: &'static str,
}

const OTHER_LANGUAGE: &str = "compile it to one of these, without a runtime of its own";

#[rustfmt::skip]
static KINDS: &[Kind] = &[
    Kind { endings: &["cpp", "cc", "cxx", "c++", "C"], name: "C++",
        advice: "make bitcode of it: clang++-19 -g -O0 -fno-exceptions -emit-llvm -c {file} -o {stem}.bc" },
    Kind { endings: &["rs"], name: "Rust",
        advice: "build it for RISC-V, as in: rustc -g --target riscv32imac-unknown-none-elf {file}" },
    Kind { endings: &["h", "hh", "hpp", "hxx"], name: "a header", advice: "name a .c file that includes it" },
    Kind { endings: &["a", "lib"], name: "a library", advice: "link it with the code that calls it" },
    Kind { endings: &["asm"], name: "assembly with this ending", advice: "name it .S and use --target riscv32 or riscv64" },
    Kind { endings: &["m", "mm"], name: "Objective-C", advice: OTHER_LANGUAGE },
    Kind { endings: &["zig"], name: "Zig", advice: OTHER_LANGUAGE },
    Kind { endings: &["go"], name: "Go", advice: OTHER_LANGUAGE },
    Kind { endings: &["swift"], name: "Swift", advice: OTHER_LANGUAGE },
    Kind { endings: &["d"], name: "D", advice: OTHER_LANGUAGE },
    Kind { endings: &["f", "f90", "f95", "for"], name: "Fortran", advice: OTHER_LANGUAGE },
    Kind { endings: &["adb", "ads"], name: "Ada", advice: OTHER_LANGUAGE },
    Kind { endings: &["java", "class", "jar", "kt", "cs", "py", "js", "ts", "rb"], name: "a program for a virtual machine or an interpreter",
        advice: "check the C code that it rests on" },
    Kind { endings: &["wasm", "wat"], name: "WebAssembly", advice: "compile its source to one of these" },
    Kind { endings: &["smt2", "btor2"], name: "a formula", advice: "`everypath solve` answers SMT-LIB scripts" },
    Kind { endings: &["json", "ktest"], name: "no program", advice: "`everypath replay PROGRAM CASE` runs a test case, and `everypath check --from` repeats a run" },
];

/// One line that says what a file is and what to do, if its name tells that it cannot be read.
pub fn what_to_do(file: &Path) -> Option<String> {
    let ending = file.extension()?.to_str()?;
    let kind = KINDS.iter().find(|kind| kind.endings.contains(&ending))?;
    let shown = file.display().to_string();
    let stem = file.with_extension("").display().to_string();
    let advice = kind.advice.replace("{file}", &shown);
    let advice = advice.replace("{stem}", &stem);
    let name = kind.name;
    Some(format!("{shown}: this is {name}: {READ}; {advice}"))
}

/// How many files of a folder are named.
const NAMED: usize = 4;

/// The files of a folder that are read, some of them, in their order.
fn read_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.retain(|file| everypath_llvm::is_llvm_input(file) && file.is_file());
    files.sort();
    files.truncate(NAMED);
    files
}

/// One line that says what to do about a folder that is given for a program.
pub fn is_folder(folder: &Path) -> String {
    let shown = folder.display();
    let suite = folder.join(crate::suite::FILE);
    let advice = match read_in(folder).first() {
        _ if suite.is_file() => format!(
            "its checks are run by: everypath test --config {}",
            suite.display()
        ),
        Some(file) => format!(
            "name the files of one program, as in: everypath check {}",
            file.display()
        ),
        None => "none is in it; name the files of one program".to_owned(),
    };
    format!("{shown}: this is a folder: {READ}; {advice}")
}

/// One line that says what to do about a file that is not there.
pub fn is_missing(file: &Path) -> String {
    let folder = match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let shown = file.display();
    if !folder.is_dir() {
        let folder = folder.display();
        return format!("{shown}: there is no such file, and no folder {folder}: {READ}");
    }
    let there = read_in(folder).into_iter();
    let there: Vec<String> = there
        .map(|file| {
            file.strip_prefix(".")
                .unwrap_or(&file)
                .display()
                .to_string()
        })
        .collect();
    let advice = match there.is_empty() {
        true => "none is in its folder: go to where the program is".to_owned(),
        false => format!("its folder has {}", there.join(", ")),
    };
    format!("{shown}: there is no such file: {READ}; {advice}")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use expect_test::expect;

    use super::*;

    #[test]
    fn every_ending_is_of_one_kind_and_of_none_that_is_read() {
        let mut seen = BTreeSet::new();
        for ending in KINDS.iter().flat_map(|kind| kind.endings) {
            assert!(seen.insert(*ending), "{ending} is listed twice");
            let file = Path::new("x").with_extension(ending);
            let is_read = everypath_llvm::is_llvm_input(&file) || crate::compile::is_source(&file);
            assert!(!is_read, "{ending} is read");
        }
    }

    #[test]
    fn one_line_says_what_is_read_and_what_to_do() {
        let line = what_to_do(Path::new("src/x.cpp")).unwrap();
        assert_eq!(
            line,
            "src/x.cpp: this is C++: C (.c, .i), LLVM's bitcode (.bc, .ll) and executables for RISC-V are read; \
             make bitcode of it: clang++-19 -g -O0 -fno-exceptions -emit-llvm -c src/x.cpp -o src/x.bc"
        );
        assert_eq!(what_to_do(Path::new("firmware.elf")), None);
        assert_eq!(what_to_do(Path::new("firmware")), None);
    }

    #[test]
    fn what_is_in_a_folder_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let lines = || {
            let lines = [
                is_folder(folder.path()),
                is_missing(&folder.path().join("x.c")),
                is_missing(&folder.path().join("y/x.c")),
            ];
            lines
                .join("\n")
                .replace(&folder.path().display().to_string(), "src")
        };
        expect![[r#"
            src: this is a folder: C (.c, .i), LLVM's bitcode (.bc, .ll) and executables for RISC-V are read; none is in it; name the files of one program
            src/x.c: there is no such file: C (.c, .i), LLVM's bitcode (.bc, .ll) and executables for RISC-V are read; none is in its folder: go to where the program is
            src/y/x.c: there is no such file, and no folder src/y: C (.c, .i), LLVM's bitcode (.bc, .ll) and executables for RISC-V are read"#]]
        .assert_eq(&lines());
        for name in ["b.c", "a.c", "a.h", "c.py", "d.bc"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        expect![[r#"
            src: this is a folder: C (.c, .i), LLVM's bitcode (.bc, .ll) and executables for RISC-V are read; name the files of one program, as in: everypath check src/a.c
            src/x.c: there is no such file: C (.c, .i), LLVM's bitcode (.bc, .ll) and executables for RISC-V are read; its folder has src/a.c, src/b.c, src/d.bc
            src/y/x.c: there is no such file, and no folder src/y: C (.c, .i), LLVM's bitcode (.bc, .ll) and executables for RISC-V are read"#]]
        .assert_eq(&lines());
        std::fs::write(folder.path().join("everypath.toml"), "").unwrap();
        let line = is_folder(folder.path());
        assert!(line.contains("by: everypath test --config "), "{line}");
    }
}
