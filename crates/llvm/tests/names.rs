//! Names of places in memory, and what the program begins with.

mod support;

use everypath_llvm::{LlvmOptions, LlvmProgram};
use everypath_program::{Argument, Local, Position, Program, Surroundings};
use expect_test::expect;

use support::{assembly, program, verify_all};

fn base(program: &LlvmProgram, name: &str) -> u64 {
    let regions = &program.image().regions;
    let found = regions.iter().find(|region| region.name == name);
    found.map(|region| region.base).unwrap()
}

#[test]
fn parts_of_global_variables_have_names_and_sizes() {
    let text = "typedef unsigned short half; struct packet { int length; struct { half port[2][3]; char tag; } head; };
        int array[4]; struct packet packets[2]; char *text; double matrix[2][2];
        int main(void) { array[0] = 1; packets[1].length = 2; text = 0; matrix[1][1] = 1; return 0; }";
    let program = program(text, &LlvmOptions::default());
    let name = |variable: &str, offset: u64, size: u64| {
        let address = base(&program, variable) + offset;
        let shape = program.data_at(address, size, Position(0), &|_: Local| None);
        format!(
            "{} / {}",
            shape.name.unwrap_or_default(),
            shape
                .element_size
                .map_or("?".to_owned(), |size| size.to_string())
        )
    };
    assert_eq!(name("array", 0, 16), "array / 4");
    assert_eq!(name("array", 4, 4), "array[1] / 4");
    assert_eq!(name("array", 4, 8), "array[1..2] / 4");
    assert_eq!(name("array", 5, 1), "array[1]+0x1 / ?");
    assert_eq!(name("packets", 20, 4), "packets[1].length / 4");
    assert_eq!(name("packets", 24, 12), "packets[1].head.port / 2");
    assert_eq!(name("packets", 24 + 8, 2), "packets[1].head.port[1][1] / 2");
    assert_eq!(name("packets", 36, 1), "packets[1].head.tag / 1");
    assert_eq!(name("text", 0, 8), "text / 8");
    assert_eq!(name("matrix", 16, 16), "matrix[1] / 8");
}

#[test]
fn variables_of_a_frame_are_found_by_the_locals_that_hold_their_addresses() {
    let text = "void use(int *); int main(void) { int values[3]; use(values); return values[1]; }
        void use(int *p) { *p = 1; }";
    let program = program(text, &LlvmOptions::default());
    let key = program.function_named("main").unwrap();
    let local = program
        .locals(key)
        .iter()
        .position(|info| info.name == "values")
        .unwrap();
    let local = Local(local as u32);
    let position = Position(key.code);
    let address = |of: Local| (of == local).then_some(0x5000u64);
    let shape = program.data_at(0x5004, 4, position, &address);
    assert_eq!(shape.name.as_deref(), Some("values[1]"));
    let outside = program.data_at(0x500c, 4, position, &address);
    assert_eq!(outside.name, None);
}

#[test]
fn the_program_begins_with_constructors_and_the_arguments() {
    let text = "__attribute__((constructor(200))) static void second(void) { __asm__(\"\"); }
        __attribute__((constructor(101))) static void first(void) { __asm__(\"\"); }
        int main(int argc, char **argv) { return argv[0][0] + argc; }";
    let options = LlvmOptions {
        surroundings: Surroundings {
            arguments: vec![
                Argument::Concrete(b"a.out".to_vec()),
                Argument::Symbolic {
                    name: "arg1".to_owned(),
                    length: 3,
                },
            ],
            variables: vec!["HOME=/".to_owned()],
            ..Surroundings::default()
        },
        ..LlvmOptions::default()
    };
    let program = program(text, &options);
    verify_all(&program);
    let number = |name: &str| program.function_named(name).unwrap();
    let blocks: String = program
        .blocks_of(program.entry())
        .iter()
        .map(|block| block.to_string())
        .collect();
    let at = |name: &str| blocks.find(&format!("call {}(", number(name))).unwrap();
    assert!(
        at("first") < at("second") && at("second") < at("main"),
        "{blocks}"
    );
    let argv = base(&program, "argv");
    assert!(blocks.contains(&format!("(2, {argv:#x})")), "{blocks}");
    let symbolic = &program.image().symbolic;
    assert_eq!(symbolic.len(), 1);
    assert!(symbolic[0].nonzero && symbolic[0].address == base(&program, "argv[1]"));
}

#[test]
fn parameters_of_another_entry_are_inputs_of_their_names() {
    let options = LlvmOptions {
        entry: "area".to_owned(),
        ..LlvmOptions::default()
    };
    let program = assembly(
        "define i32 @area(i16 %width, { i32, i8 } %rest) { ret i32 0 }",
        &options,
    );
    let mut blocks = String::new();
    for block in program.blocks_of(program.entry()) {
        for instruction in &block.instructions {
            blocks.push_str(&format!("{instruction}\n"));
        }
    }
    expect![[r#"
        %0 = input.16 "width"
        %1 = input.32 "rest.0"
        %2 = input.8 "rest.1"
    "#]]
    .assert_eq(&blocks);
}

#[test]
fn a_function_that_is_called_through_a_pointer_may_be_one_of_the_machine() {
    let text = "void __VERIFIER_assume(int); int main(void) { void (*volatile f)(int) = __VERIFIER_assume; f(1); return 0; }";
    let program = program(text, &LlvmOptions::default());
    let address = base(&program, "__VERIFIER_assume");
    let key = program.function_at(address).unwrap();
    let blocks = program.blocks_of(key);
    assert_eq!(
        blocks[0].to_string().split_once('\n').unwrap().1,
        "  %1 = ne.32 %0, 0\n  assume %1\n  return()\n"
    );
}

#[test]
fn the_whole_library_is_lowered_to_well_formed_blocks() {
    for (data_model, file) in [
        (everypath_llvm::DataModel::Lp64, "lp64.bc"),
        (everypath_llvm::DataModel::Ilp32, "ilp32.bc"),
    ] {
        let path = std::path::Path::new(env!("OUT_DIR")).join(file);
        for entry in [
            "printf", "scanf", "qsort", "strtod", "strtoul", "fgets", "realloc",
        ] {
            let options = LlvmOptions {
                data_model,
                entry: entry.to_owned(),
                ..LlvmOptions::default()
            };
            match LlvmProgram::load(std::slice::from_ref(&path), &options) {
                Ok(program) => verify_all(&program),
                Err(error) => panic!("{entry}: {error}"),
            }
        }
    }
}
