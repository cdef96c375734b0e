//! Files that are damaged, missing or do not fit: an error that says what to do, and never a panic.

mod support;

use std::fs;

use everypath_llvm::{DataModel, LlvmError, LlvmOptions, LlvmProgram};
use everypath_program::{Program, RegionKind};

use support::{Source, load, verify_all};

fn message(name: &str, contents: &[u8], options: &LlvmOptions) -> String {
    let source = Source::new(name, contents);
    match LlvmProgram::load(std::slice::from_ref(&source.path), options) {
        Ok(_) => String::from("no error"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn damaged_assembly_is_refused_with_the_place() {
    let text = b"define i32 @main() {\n  %a = add i32 1, %b\n  ret i32 %a\n}\n";
    let message = message("bad.ll", text, &LlvmOptions::default());
    assert!(
        message.contains("bad.ll:2:") && message.contains("undefined value '%b'"),
        "{message}"
    );
    assert!(
        message.ends_with("bad.ll is no bitcode that LLVM 19 can read"),
        "{message}"
    );
}

#[test]
fn assembly_that_is_not_well_formed_is_refused() {
    let text = b"define i32 @main(i1 %c) {\ne: br i1 %c, label %a, label %b\na: %x = add i32 1, 1\n br label %b\nb: ret i32 %x\n}\n";
    let message = message("bad.ll", text, &LlvmOptions::default());
    assert!(message.contains("does not dominate"), "{message}");
}

#[test]
fn bitcode_that_is_cut_off_or_changed_never_panics() {
    let good = load(
        "good.c",
        "int f(int a) { return a + 1; } int main(void) { return f(2); }",
        &LlvmOptions::default(),
    );
    let bytes = good.unwrap().bitcode();
    let mut refused = 0;
    for step in 0..24 {
        let mut damaged = bytes.clone();
        match step % 2 {
            0 => damaged.truncate(bytes.len() * step / 24),
            _ => {
                let at = bytes.len() * step / 24;
                damaged[at] ^= 0x55;
                damaged[at / 2] ^= 0x10;
            }
        }
        let source = Source::new("damaged.bc", &damaged);
        match LlvmProgram::load(std::slice::from_ref(&source.path), &LlvmOptions::default()) {
            Ok(program) => verify_all(&program),
            Err(LlvmError::Bitcode { .. }) => refused += 1,
            Err(_) => {}
        }
    }
    assert!(refused >= 12, "{refused}");
}

#[test]
fn bitcode_of_another_data_model_is_refused() {
    let text = b"target datalayout = \"e-m:e-p:32:32-i64:64-n32-S128\"\ndefine i32 @main() { ret i32 3 }\n";
    let found = message("small.ll", text, &LlvmOptions::default());
    assert!(found.contains("its addresses have 32 bits"), "{found}");
    let options = LlvmOptions {
        data_model: DataModel::Ilp32,
        ..LlvmOptions::default()
    };
    assert_eq!(message("small.ll", text, &options), "no error");
    let big = b"target datalayout = \"E-p:64:64\"\ndefine i32 @main() { ret i32 3 }\n";
    let found = message("big.ll", big, &LlvmOptions::default());
    assert!(found.contains("highest byte first"), "{found}");
}

#[test]
fn faults_of_c_are_the_compilers_words() {
    let found = message(
        "bad.c",
        b"int main(void) { return x; }\n",
        &LlvmOptions::default(),
    );
    assert!(
        found.contains("bad.c:1:25: error: use of undeclared identifier 'x'"),
        "{found}"
    );
    assert!(found.contains("bad.c was not compiled"), "{found}");
}

#[test]
fn what_a_system_runs_or_chooses_before_main_is_refused_where_nothing_here_does() {
    let found = message(
        "a.c",
        b"static int g(void) { return 3; }\nstatic void *choose(void) { return (void *)g; }\n\
          int f(void) __attribute__((ifunc(\"choose\")));\nint main(void) { return f(); }\n",
        &LlvmOptions::default(),
    );
    assert_eq!(
        found,
        "f is a function that a resolver chooses when the program begins (ifunc), which is not supported; define it as a function of this name"
    );
    let found = message(
        "a.c",
        b"static void g(void) {}\n__attribute__((section(\".init_array\"), used)) static void (*first)(void) = g;\n\
          int main(void) { return 0; }\n",
        &LlvmOptions::default(),
    );
    assert!(
        found.starts_with("first is in a section of functions that run before or after main"),
        "{found}"
    );
}

#[test]
fn a_missing_file_or_entry_is_named() {
    let missing = LlvmProgram::load(&["/nowhere/a.c".into()], &LlvmOptions::default());
    let text = missing.err().map(|error| error.to_string());
    assert!(text.is_some_and(|text| text.starts_with("/nowhere/a.c: No such file")));
    let found = message(
        "a.c",
        b"int f(void) { return 1; } int g(void) { return f(); }",
        &LlvmOptions::default(),
    );
    assert_eq!(
        found,
        "no function 'main' to start with; the files define f, g"
    );
    assert!(LlvmProgram::load(&[], &LlvmOptions::default()).is_err());
}

#[test]
fn an_unknown_pass_is_an_error() {
    let options = LlvmOptions {
        passes: Some("function(polish)".to_owned()),
        ..LlvmOptions::default()
    };
    let found = message("a.c", b"int main(void) { return 1; }", &options);
    assert!(
        found.starts_with("cannot run the passes 'function(polish)'"),
        "{found}"
    );
}

#[test]
fn files_are_linked_and_definitions_must_not_collide() {
    let directory = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = directory.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let first = file(
        "a.c",
        "extern int shared; int g(void); int main(void) { return g() + shared; }",
    );
    let second = file("b.c", "int shared = 4; int g(void) { return 3; }");
    let third = file("c.c", "int g(void) { return 5; }");
    let program =
        LlvmProgram::load(&[first.clone(), second.clone()], &LlvmOptions::default()).unwrap();
    verify_all(&program);
    assert_eq!(program.warnings(), "");
    let collision = LlvmProgram::load(&[first.clone(), second, third], &LlvmOptions::default());
    let text = collision
        .err()
        .map(|error| error.to_string())
        .unwrap_or_default();
    assert!(
        text.contains("c.c cannot be linked") && text.contains("symbol multiply defined"),
        "{text}"
    );
    let alone = LlvmProgram::load(&[first], &LlvmOptions::default()).unwrap();
    assert!(
        alone
            .warnings()
            .contains("no file defines the variable `shared`")
    );
    assert!(
        alone
            .image()
            .symbolic
            .iter()
            .any(|range| range.name == "shared" && range.size == 4)
    );
}

#[test]
fn objects_are_apart_and_hold_their_initial_values() {
    let text = "int a[3] = {1, 2, 3}; char *s = \"text\"; int *p = &a[2]; const short c = -2; const short *d = &c; int (*f)(void);
        static int g(void) { return 7; } struct { char x; int *q; int (*h)(void); } m = {5, a, g};
        int main(void) { f = g; return a[0] + s[0] + *p + *d + f() + m.x + *m.q + m.h(); }";
    for data_model in DataModel::ALL {
        let options = LlvmOptions {
            data_model,
            optimise: false,
            ..LlvmOptions::default()
        };
        let program = load("image.c", text, &options).unwrap();
        let image = program.image();
        let region = |name: &str| {
            let found = image.regions.iter().find(|region| region.name == name);
            found.unwrap_or_else(|| panic!("{name}"))
        };
        let width = program.address_width() as usize / 8;
        // Regions end with their last byte that is not zero.
        let pointer = |bytes: &[u8]| {
            let mut word = [0; 8];
            for (place, byte) in word.iter_mut().zip(bytes.iter().take(width)) {
                *place = *byte;
            }
            u64::from_le_bytes(word)
        };
        assert_eq!(&region("a").bytes[..], [1, 0, 0, 0, 2, 0, 0, 0, 3]);
        assert_eq!(pointer(&region("p").bytes), region("a").base + 8);
        assert_eq!(pointer(&region("s").bytes), region("\"text\"").base);
        assert!(!region("c").permissions.write);
        let m = &region("m").bytes;
        assert_eq!(pointer(&m[width..]), region("a").base);
        let function = pointer(&m[2 * width..]);
        assert_eq!(region("g").base, function);
        assert_eq!(region("g").kind, RegionKind::Function);
        assert_eq!(program.function_at(function), program.function_named("g"));
        let mut places: Vec<(u64, u64)> = image.regions.iter().map(|r| (r.base, r.size)).collect();
        places.sort_unstable();
        assert!(
            places
                .windows(2)
                .all(|pair| pair[0].0 + pair[0].1 < pair[1].0)
        );
        assert!(places[0].0 >= 0x1_0000);
    }
}
