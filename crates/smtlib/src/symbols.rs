//! What the symbols of a script mean, and until when: declarations and definitions, by level of `push`.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::reader::{Text, Tree};
use crate::sorts::{Scalar, Sort, Value};

/// A function that the script declares.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its number.
    pub number: u32,
    /// The sorts of its arguments.
    pub parameters: Vec<Scalar>,
    /// The sort of its result.
    pub result: Scalar,
}

/// A function that the script defines; its body is read anew for each list of arguments.
#[derive(Debug)]
pub struct Macro {
    /// Its number.
    pub number: u32,
    /// Names and sorts of its parameters.
    pub parameters: Vec<(Text, Sort)>,
    /// The sort of its result.
    pub result: Sort,
    /// Its body.
    pub body: Rc<Tree>,
}

/// What a symbol means as a term.
#[derive(Clone, Debug)]
pub enum Meaning {
    /// A constant.
    Value(Value),
    /// A declared function.
    Function(Rc<Function>),
    /// A defined function.
    Macro(Rc<Macro>),
}

/// What a symbol means as a sort.
#[derive(Clone, Debug)]
pub enum SortMeaning {
    /// A declared sort.
    Declared,
    /// A definition: parameters and body.
    Defined(Rc<(Vec<Text>, Tree)>),
}

/// Something that a model gives a value to.
#[derive(Clone, Debug)]
pub struct Declared {
    /// Its name.
    pub name: Text,
    /// What it means: a constant or a declared function.
    pub meaning: Meaning,
}

/// The symbols in use.
#[derive(Default, Debug)]
pub struct Symbols {
    terms: FxHashMap<Text, Meaning>,
    sorts: FxHashMap<Text, SortMeaning>,
    declared: Vec<Declared>,
    /// Symbols of terms and sorts in the order in which they came, and how many there were at each `push`.
    term_trail: Vec<Text>,
    sort_trail: Vec<Text>,
    levels: Vec<(usize, usize, usize)>,
    functions: u32,
}

impl Symbols {
    /// The meaning of a symbol as a term.
    pub fn term(&self, name: Text) -> Option<&Meaning> {
        self.terms.get(&name)
    }

    /// The meaning of a symbol as a sort.
    pub fn sort(&self, name: Text) -> Option<&SortMeaning> {
        self.sorts.get(&name)
    }

    /// What was declared, oldest first.
    pub fn declared(&self) -> &[Declared] {
        &self.declared
    }

    /// A number for a function that no other has.
    pub fn new_function(&mut self) -> u32 {
        self.functions += 1;
        self.functions
    }

    /// Gives a symbol that has none a meaning.
    pub fn define(&mut self, name: Text, meaning: Meaning) {
        self.terms.insert(name, meaning);
        self.term_trail.push(name);
    }

    /// The same, and models tell its value.
    pub fn declare(&mut self, name: Text, meaning: Meaning) {
        self.declared.push(Declared {
            name,
            meaning: meaning.clone(),
        });
        self.define(name, meaning);
    }

    /// Gives a symbol that was declared another meaning, for as long as it has one.
    pub fn redefine(&mut self, name: Text, meaning: Meaning) {
        let declared = self.declared.iter_mut().filter(|it| it.name == name);
        declared.for_each(|it| it.meaning = meaning.clone());
        self.terms.insert(name, meaning);
    }

    /// Gives a symbol that has none a meaning as a sort.
    pub fn define_sort(&mut self, name: Text, meaning: SortMeaning) {
        self.sorts.insert(name, meaning);
        self.sort_trail.push(name);
    }

    /// A new level; [`Symbols::pop`] forgets what came since.
    pub fn push(&mut self) {
        self.levels.push((
            self.term_trail.len(),
            self.sort_trail.len(),
            self.declared.len(),
        ));
    }

    /// Ends the last level.
    pub fn pop(&mut self, keep_declarations: bool) {
        let Some((terms, sorts, declared)) = self.levels.pop() else {
            return;
        };
        if !keep_declarations {
            self.forget(terms, sorts, declared);
        }
    }

    /// Ends all levels.
    pub fn reset(&mut self, keep_declarations: bool) {
        self.levels.clear();
        if !keep_declarations {
            self.forget(0, 0, 0);
        }
    }

    fn forget(&mut self, terms: usize, sorts: usize, declared: usize) {
        for name in self.term_trail.drain(terms..) {
            self.terms.remove(&name);
        }
        for name in self.sort_trail.drain(sorts..) {
            self.sorts.remove(&name);
        }
        self.declared.truncate(declared);
    }
}
