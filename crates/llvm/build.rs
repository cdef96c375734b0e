//! Compiles the C library of checked programs to bitcode, once per data model and format of `long double`, and lists the headers that come
//! with it.
//!
//! The library is `runtime/llvm/library.c`, which includes the other files. Its definitions are made `linkonce`, so that
//! linking takes only what is used, and a definition in the program goes first.
//!
//! It also compiles `src/binding/passes.cpp`, which calls LLVM's passes from C++.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Name of the bitcode, target, more flags.
const TARGETS: [(&str, &str, &[&str]); 4] = [
    ("lp64", "x86_64-linux-gnu", &[]),
    ("lp64_double", "x86_64-linux-gnu", &[LONG_DOUBLE_IS_DOUBLE]),
    (
        "ilp32",
        "i386-linux-gnu",
        &["-msse2", "-idirafter", "/usr/include/x86_64-linux-gnu"],
    ),
    (
        "ilp32_double",
        "i386-linux-gnu",
        &[
            "-msse2",
            "-idirafter",
            "/usr/include/x86_64-linux-gnu",
            LONG_DOUBLE_IS_DOUBLE,
        ],
    ),
];

const LONG_DOUBLE_IS_DOUBLE: &str = "-mlong-double-64";

const FLAGS: [&str; 18] = [
    "-c",
    "-emit-llvm",
    "-O1",
    "-Xclang",
    "-disable-llvm-passes",
    "-gline-tables-only",
    "-std=gnu11",
    "-fno-builtin",
    "-ffp-contract=off",
    "-fno-strict-aliasing",
    "-fno-delete-null-pointer-checks",
    "-fno-finite-loops",
    "-fno-stack-protector",
    "-fno-discard-value-names",
    "-fno-pic",
    "-fwrapv",
    "-U_FORTIFY_SOURCE",
    "-w",
];

fn main() {
    compile_passes();
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default())
        .join("../../runtime/llvm");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    println!("cargo::rerun-if-changed={}", root.display());
    println!("cargo::rerun-if-env-changed=EVERYPATH_CLANG");
    let mut generated = String::new();
    let library = root.join("library.c");
    for (name, target, flags) in TARGETS {
        let bitcode = out.join(format!("{name}.bc"));
        let text = if library.is_file() {
            compile(&root, &library, target, flags, &bitcode);
            format!("Some(include_bytes!({:?}))", bitcode.display().to_string())
        } else {
            "None".to_owned()
        };
        let constant = name.to_uppercase();
        let _ = writeln!(
            generated,
            "pub(crate) static {constant}: Option<&[u8]> = {text};"
        );
    }
    let _ = writeln!(generated, "pub(crate) static HEADERS: &[(&str, &str)] = &[");
    let include = root.join("include");
    let mut headers = Vec::new();
    list(&include, "", &mut headers);
    for header in headers {
        let path = include.join(&header).display().to_string();
        let _ = writeln!(generated, "    ({header:?}, include_str!({path:?})),");
    }
    generated.push_str("];\n");
    if let Err(error) = fs::write(out.join("runtime.rs"), generated) {
        fail(&format!("cannot write into {}: {error}", out.display()));
    }
}

/// Compiles what calls passes, against the headers of the LLVM that `llvm-sys` links.
fn compile_passes() {
    let source = "src/binding/passes.cpp";
    let prefix = env::var_os("LLVM_SYS_191_PREFIX").unwrap_or_else(|| "/usr/lib/llvm-19".into());
    println!("cargo::rerun-if-changed={source}");
    println!("cargo::rerun-if-env-changed=LLVM_SYS_191_PREFIX");
    cc::Build::new()
        .cpp(true)
        .std("c++17")
        .flags(["-fno-exceptions", "-fno-rtti"])
        .include(PathBuf::from(prefix).join("include"))
        // Warnings about LLVM's headers are not ours.
        .warnings(false)
        .debug(false)
        .file(source)
        .compile("everypath_passes");
}

fn compile(root: &Path, library: &Path, target: &str, flags: &[&str], bitcode: &Path) {
    let compiler = env::var_os("EVERYPATH_CLANG").unwrap_or_else(|| "clang-19".into());
    let output = Command::new(&compiler)
        .arg(format!("--target={target}"))
        .args(FLAGS)
        .args(flags)
        .arg("-I")
        .arg(root)
        .arg("-isystem")
        .arg(root.join("include"))
        .arg(format!(
            "-ffile-prefix-map={}=everypath-runtime",
            root.display()
        ))
        .arg("-fdebug-compilation-dir=everypath-runtime")
        .arg("-o")
        .arg(bitcode)
        .arg(library)
        .output();
    match output {
        Ok(output) if output.status.success() => {}
        Ok(output) => fail(&format!(
            "the C library was not compiled for {target}:\n{}",
            String::from_utf8_lossy(&output.stderr)
        )),
        Err(error) => fail(&format!(
            "cannot run {}: {error}; install clang-19 (Debian: apt-get install clang-19) or name it in EVERYPATH_CLANG",
            compiler.to_string_lossy()
        )),
    }
}

/// All files below a directory, relative to it, in order.
fn list(directory: &Path, prefix: &str, found: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(directory) else {
        return;
    };
    let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
            continue;
        };
        if path.is_dir() {
            list(&path, &format!("{prefix}{name}/"), found);
        } else {
            found.push(format!("{prefix}{name}"));
        }
    }
}

fn fail(message: &str) -> ! {
    println!("cargo::error={}", message.replace('\n', " | "));
    std::process::exit(1)
}
