//! Prints the blocks that C files or bitcode are lowered to: `lower [--ilp32] [--no-optimise] [--llvm] FILE...`.

use std::path::PathBuf;

use everypath_llvm::{DataModel, LlvmOptions, LlvmProgram};
use everypath_program::{Program, verify};

fn main() {
    let mut options = LlvmOptions::default();
    let mut files = Vec::new();
    let mut llvm = false;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--ilp32" => options.data_model = DataModel::Ilp32,
            "--no-optimise" => options.optimise = false,
            "--llvm" => llvm = true,
            "--entry" => options.entry = arguments.next().unwrap_or_default(),
            file => files.push(PathBuf::from(file)),
        }
    }
    let program = match LlvmProgram::load(&files, &options) {
        Ok(program) => program,
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(1)
        }
    };
    print!("{}", program.warnings());
    if llvm {
        print!("{}", program.assembly());
    }
    for name in program.function_names() {
        let Some(key) = program.function_named(name) else {
            continue;
        };
        println!("function {name}");
        for block in program.blocks_of(key) {
            print!("{block}");
            for fault in verify(block, program.locals(key), program.address_width()) {
                println!("!! {}: {}", fault.index, fault.message);
            }
        }
    }
}
