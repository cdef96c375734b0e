//! Threads share a program: functions are lowered when somebody asks for them first.

mod support;

use std::fmt::Write;

use everypath_llvm::{LlvmOptions, LlvmProgram};
use everypath_program::{CodeBytes, FetchFault, Program};

use support::Source;

struct NoBytes;

impl CodeBytes for NoBytes {
    fn fetch(&self, _address: u64) -> Result<u16, FetchFault> {
        Err(FetchFault::Unmapped)
    }
}

/// All that the program says of its functions, asked from the one of this number on.
fn told(program: &LlvmProgram, first: usize) -> Vec<String> {
    let names: Vec<&str> = program.function_names().collect();
    let mut texts = vec![String::new(); names.len()];
    for at in (0..names.len()).map(|at| (at + first) % names.len()) {
        let Some(key) = program.function_named(names[at]) else {
            continue;
        };
        let text = &mut texts[at];
        for block in program.blocks_of(key) {
            let _ = writeln!(text, "{block}");
            for &position in &block.positions {
                let _ = writeln!(
                    text,
                    "{} {:?}",
                    program.instruction_text(position, &NoBytes),
                    program.locations(position)
                );
            }
        }
    }
    texts
}

#[test]
fn threads_that_share_a_program_see_what_one_alone_sees() {
    let text = "#include <stdlib.h>
        #include <string.h>
        struct node { struct node *next; char text[8]; };
        static struct node *push(struct node *list, const char *text) {
            struct node *node = malloc(sizeof *node);
            if (!node) return list;
            strncpy(node->text, text, 7); node->text[7] = 0; node->next = list; return node; }
        static unsigned long length(const struct node *list) {
            unsigned long all = 0; for (; list; list = list->next) all += strlen(list->text); return all; }
        static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
        int main(int count, char **words) {
            int numbers[3] = {3, count, 2}; struct node *list = 0;
            for (int i = 0; i < count; i++) list = push(list, words[i]);
            qsort(numbers, 3, sizeof(int), compare);
            return (int)length(list) + numbers[0]; }";
    let source = Source::new("test.c", text);
    let load =
        || LlvmProgram::load(std::slice::from_ref(&source.path), &LlvmOptions::default()).unwrap();
    let alone = told(&load(), 0);
    assert!(alone.len() >= 4 && alone.iter().all(|text| text.lines().count() > 4));
    let shared = load();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|first| {
                scope.spawn({
                    let shared = &shared;
                    move || told(shared, first)
                })
            })
            .collect();
        for thread in threads {
            assert!(thread.join().unwrap() == alone);
        }
    });
}
