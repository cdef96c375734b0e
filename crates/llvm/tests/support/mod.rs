//! What the integration tests share: programs from text, and the blocks of their functions as text.

#![allow(dead_code)] // each test file uses a part of it

use std::fs;
use std::path::PathBuf;

use everypath_llvm::{LlvmError, LlvmOptions, LlvmProgram};
use everypath_program::testing::misread;
use everypath_program::{BlockKey, Program, verify};

/// A directory with one file of this name and contents.
pub struct Source {
    _directory: tempfile::TempDir,
    pub path: PathBuf,
}

impl Source {
    pub fn new(name: &str, contents: impl AsRef<[u8]>) -> Source {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join(name);
        fs::write(&path, contents).unwrap();
        Source {
            _directory: directory,
            path,
        }
    }
}

pub fn load(name: &str, text: &str, options: &LlvmOptions) -> Result<LlvmProgram, LlvmError> {
    let source = Source::new(name, text);
    LlvmProgram::load(std::slice::from_ref(&source.path), options)
}

/// The program of a C text that has a function `main` or the entry of the options.
pub fn program(text: &str, options: &LlvmOptions) -> LlvmProgram {
    match load("test.c", text, options) {
        Ok(program) => program,
        Err(error) => panic!("{error}"),
    }
}

/// The program of a text of LLVM assembly.
pub fn assembly(text: &str, options: &LlvmOptions) -> LlvmProgram {
    match load("test.ll", text, options) {
        Ok(program) => program,
        Err(error) => panic!("{error}"),
    }
}

/// Every block of every function that the program brings and of its beginning has to be well-formed.
pub fn verify_all(program: &LlvmProgram) {
    let functions: Vec<BlockKey> = program
        .function_names()
        .filter_map(|name| program.function_named(name))
        .chain([program.entry()])
        .collect();
    for key in functions {
        for block in program.blocks_of(key) {
            let faults = verify(block, program.locals(key), program.address_width());
            assert!(faults.is_empty(), "{block}{faults:?}");
            assert_eq!(misread(block), None);
        }
    }
}

/// The blocks of a function; keys are relative to the function, so that texts do not depend on its number.
pub fn blocks(program: &LlvmProgram, function: &str) -> String {
    verify_all(program);
    let key = program.function_named(function).unwrap();
    let mut text = String::new();
    for block in program.blocks_of(key) {
        text.push_str(&block.to_string());
    }
    let number = format!("{:#x}", key.code >> 32);
    match number.as_str() {
        "0x0" => text,
        number => text.replace(&format!("{number}0000000"), "0x"),
    }
}
