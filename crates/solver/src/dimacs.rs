//! Conditions as DIMACS files: the gates of the house as clauses, for any SAT solver.
//!
//! The format is that of the Second DIMACS Challenge (1993) and of the SAT competitions. Comment lines tell which variables are the
//! bits of an input:
//!
//! ```text
//! c input x!0: 7 8 -9 -
//! ```
//!
//! says that the bits of `x!0` (named as in SMT-LIB text), the least significant first, are variables 7 and 8, the complement of 9,
//! and one that does not matter. Memories are taken away before ([`flatten`]), since no lemmas can be added later.

use std::fmt::Write;

use everypath_term::flatten::{TooLarge, flatten};
use everypath_term::{Kind, Term, TermTable, smtlib};

use crate::blast::cnf::{Clauses, Cnf};
use crate::blast::words::Words;

/// The clauses of a file.
#[derive(Default)]
struct Text {
    variables: i32,
    clauses: u64,
    text: String,
}

impl Clauses for Text {
    fn new_variable(&mut self) -> i32 {
        self.variables += 1;
        self.variables
    }

    fn clause(&mut self, literals: &[i32]) {
        self.clauses += 1;
        for literal in literals {
            let _ = write!(self.text, "{literal} ");
        }
        self.text.push_str("0\n");
    }
}

/// A file that is satisfiable iff `condition` (of width 1) can be 1. `comments` stand above it, one line each.
pub fn formula(
    table: &mut TermTable,
    condition: Term,
    comments: &[String],
) -> Result<String, TooLarge> {
    let flat = flatten(table, condition)?;
    let mut words = Words::new();
    words.make(table, flat);
    let (mut cnf, mut clauses) = (Cnf::with_redundant_clauses(), Text::default());
    let root = words.word(table, flat)[0];
    match root.as_constant() {
        Some(true) => {}
        // Readers differ about empty clauses.
        Some(false) => {
            let any = clauses.new_variable();
            clauses.clause(&[any]);
            clauses.clause(&[-any]);
        }
        None => {
            let root = cnf.literal(&words.gates, &mut clauses, root);
            clauses.clause(&[root]);
        }
    }
    let mut text = String::new();
    for comment in comments {
        let _ = writeln!(text, "c {}", smtlib::one_line(comment));
    }
    for term in table.post_order(&[flat]) {
        let node = table.node(term);
        if node.kind != Kind::Input {
            continue;
        }
        let name = smtlib::symbol(table, node.input());
        let _ = write!(text, "c input {}:", name.trim_matches('|'));
        for &bit in words.word(table, term) {
            match cnf.known(bit) {
                Some(variable) => {
                    let _ = write!(text, " {variable}");
                }
                None => text.push_str(" -"),
            }
        }
        text.push('\n');
    }
    let _ = writeln!(text, "p cnf {} {}", clauses.variables, clauses.clauses);
    text.push_str(&clauses.text);
    Ok(text)
}
