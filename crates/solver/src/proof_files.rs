//! Proofs as files that others check: for each answer that a query is unsatisfiable, a formula and its proof.
//!
//! `N.cnf` has in DIMACS the clauses that the proof needs and the assumptions as clauses of one literal; `N.lrat` derives the empty
//! clause from them (L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann, P. Schneider-Kamp, "Efficient Certified RAT Verification", CADE
//! 2017). Both are cut to what the answer rests on: a solver that answers many queries has derived far more by then. A directory is
//! written to by all solvers of a run; N counts their answers.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rustc_hash::FxHashMap;

use crate::clause::Clause;

/// A directory of proofs. Clones write to the same one.
#[derive(Clone, Debug)]
pub struct ProofFiles {
    directory: Arc<Path>,
    written: Arc<AtomicU64>,
}

impl ProofFiles {
    /// Makes the directory if there is none. Files of the same names are replaced.
    pub fn create(directory: &Path) -> io::Result<Self> {
        fs::create_dir_all(directory)?;
        Ok(Self {
            directory: directory.into(),
            written: Arc::default(),
        })
    }

    /// Writes the next proof; where it fails, which file could not be written.
    pub(crate) fn write(&self, proof: &Proof) -> Result<(), (PathBuf, io::Error)> {
        let number = self.written.fetch_add(1, Ordering::Relaxed) + 1;
        let write = |extension: &str, text: String| {
            let path = self.directory.join(format!("{number:06}.{extension}"));
            fs::write(&path, text).map_err(|error| (path, error))
        };
        write("cnf", proof.formula())?;
        write("lrat", proof.steps())
    }
}

/// What is known of a clause: from which others it follows, if it was not given.
#[derive(Clone, Debug)]
struct Step {
    clause: Clause,
    /// Places of the clauses that unit propagation needs, in its order; none for a clause that was given.
    antecedents: Vec<usize>,
}

/// All steps of a solver so far, those of clauses that it deleted among them.
#[derive(Debug, Default)]
pub(crate) struct History {
    steps: Vec<Step>,
    places: FxHashMap<i64, usize>,
}

impl History {
    /// A clause that was given, by its number.
    pub fn given(&mut self, id: i64, clause: &Clause) {
        self.derived(id, clause, &[]);
    }

    /// A clause that follows from others.
    pub fn derived(&mut self, id: i64, clause: &Clause, antecedents: &[i64]) {
        let places = antecedents.iter().filter_map(|id| self.places.get(id));
        let step = Step {
            clause: clause.clone(),
            antecedents: places.copied().collect(),
        };
        self.places.insert(id, self.steps.len());
        self.steps.push(step);
    }

    /// What the clause of this number rests on. It says that some of the assumptions `core` does not hold.
    pub fn proof(&self, id: i64, core: &[i32]) -> Proof {
        let mut needed = vec![false; self.steps.len()];
        let last = self.places.get(&id).copied();
        let mut open: Vec<usize> = last.into_iter().collect();
        while let Some(place) = open.pop() {
            if !std::mem::replace(&mut needed[place], true) {
                open.extend(&self.steps[place].antecedents);
            }
        }
        let needed = (0..self.steps.len()).filter(|&place| needed[place]);
        let (given, derived): (Vec<usize>, Vec<usize>) =
            needed.partition(|&place| self.steps[place].antecedents.is_empty());
        let mut numbers: FxHashMap<usize, usize> = FxHashMap::default();
        let mut formula: Vec<Clause> = Vec::new();
        for &place in &given {
            formula.push(self.steps[place].clause.clone());
            numbers.insert(place, formula.len());
        }
        let assumed = formula.len() + 1..=formula.len() + core.len();
        formula.extend(core.iter().map(|&literal| Clause::from([literal])));
        let mut steps = Vec::new();
        for &place in &derived {
            let step = &self.steps[place];
            let antecedents = step.antecedents.iter();
            let antecedents = antecedents.filter_map(|place| numbers.get(place));
            steps.push((step.clause.clone(), antecedents.copied().collect()));
            numbers.insert(place, formula.len() + steps.len());
        }
        if !core.is_empty() {
            let conclusion = last.and_then(|place| numbers.get(&place));
            let antecedents = assumed.chain(conclusion.copied()).collect();
            steps.push((Clause::from([]), antecedents));
        }
        Proof { formula, steps }
    }
}

/// A formula, and a derivation of the empty clause.
#[derive(Debug)]
pub(crate) struct Proof {
    /// The clauses, numbered from 1.
    formula: Vec<Clause>,
    /// What follows from which numbers; the numbers go on.
    steps: Vec<(Clause, Vec<usize>)>,
}

impl Proof {
    /// The formula as DIMACS text.
    fn formula(&self) -> String {
        let literals = self.formula.iter().flat_map(|clause| clause.iter());
        let variables = literals.map(|literal| literal.abs()).max().unwrap_or(0);
        let mut text = format!("p cnf {variables} {}\n", self.formula.len());
        for clause in &self.formula {
            put(&mut text, clause);
            text.push('\n');
        }
        text
    }

    /// The derivation as LRAT text.
    fn steps(&self) -> String {
        let mut text = String::new();
        for (at, (clause, antecedents)) in self.steps.iter().enumerate() {
            put_number(&mut text, self.formula.len() + at + 1);
            put(&mut text, clause);
            text.push(' ');
            put(&mut text, antecedents);
            text.push('\n');
        }
        text
    }
}

/// Numbers with a space behind each, and a 0.
fn put<T: Copy + std::fmt::Display>(text: &mut String, numbers: &[T]) {
    for &number in numbers {
        put_number(text, number);
    }
    text.push('0');
}

fn put_number(text: &mut String, number: impl std::fmt::Display) {
    // Writing to a string does not fail.
    let _ = write!(text, "{number} ");
}
