//! Answers remembered: equal queries, known cores, recent models.
//!
//! The counterexample cache of KLEE (OSDI 2008, section 3.3), split into three parts. A query that contains a known core is
//! unsatisfiable; a recent model that satisfies a query answers it; an equal query has the same answer. All
//! three forget by age, in the order of queries, so that memory is bounded and runs repeat.

use std::collections::VecDeque;
use std::rc::Rc;

use everypath_term::{Assignment, Evaluator, Term, TermTable};
use rustc_hash::FxHashMap;

use super::layer::{Layer, Lesson, Query, Step};
use crate::answer::SolverError;
use crate::options::LayerKind;

/// Models kept.
const MODELS: usize = 8;
/// Cores, and satisfiable queries, kept in each of two generations.
const GENERATION: usize = 4096;
/// Longer cores and queries are not kept.
const LONGEST: usize = 256;

/// A map that forgets what was not asked for during the last `GENERATION` insertions.
#[derive(Debug)]
struct Generations<K, V> {
    young: FxHashMap<K, V>,
    old: FxHashMap<K, V>,
}

impl<K: std::hash::Hash + Eq, V: Clone> Generations<K, V> {
    fn new() -> Self {
        Self {
            young: FxHashMap::default(),
            old: FxHashMap::default(),
        }
    }

    fn get<Q>(&self, key: &Q) -> Option<&V>
    where
        K: std::borrow::Borrow<Q>,
        Q: std::hash::Hash + Eq + ?Sized,
    {
        self.young.get(key).or_else(|| self.old.get(key))
    }

    fn insert(&mut self, key: K, value: V) {
        if self.young.len() >= GENERATION {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, value);
    }
}

/// The layer.
#[derive(Debug)]
pub struct Cache {
    models: VecDeque<Rc<Assignment>>,
    /// Models of equal queries, by their sorted assertions.
    satisfiable: Generations<Box<[Term]>, Rc<Assignment>>,
    /// Cores by their greatest term; sorted.
    cores: Generations<Term, Vec<Rc<[Term]>>>,
}

impl Cache {
    /// Nothing remembered.
    pub fn new() -> Self {
        Self {
            models: VecDeque::new(),
            satisfiable: Generations::new(),
            cores: Generations::new(),
        }
    }

    fn core_in(&self, sorted: &[Term]) -> Option<&Rc<[Term]>> {
        // The greatest is there; of the others, the greater ones tell cores apart.
        let contained = |core: &&Rc<[Term]>| {
            let mut others = core.iter().rev().skip(1);
            others.all(|term| sorted.binary_search(term).is_ok())
        };
        sorted
            .iter()
            .find_map(|term| self.cores.get(term)?.iter().find(contained))
    }
}

impl Default for Cache {
    fn default() -> Self {
        Self::new()
    }
}

fn sorted_assertions(query: &mut Query<'_>) -> Vec<Term> {
    let mut sorted = query.assertions();
    sorted.sort_unstable();
    sorted.dedup();
    sorted
}

/// Whether `model` satisfies the query; what decides most is evaluated first.
fn satisfies(table: &TermTable, model: &Assignment, assertions: &[Term]) -> bool {
    let mut evaluator = Evaluator::new(table, model);
    assertions
        .iter()
        .rev()
        .all(|&assertion| evaluator.is_true(assertion))
}

impl Layer for Cache {
    fn kind(&self) -> LayerKind {
        LayerKind::Cache
    }

    fn ask(&mut self, table: &mut TermTable, query: &mut Query<'_>) -> Result<Step, SolverError> {
        let assertions = query.assertions();
        let sorted = sorted_assertions(query);
        if let Some(core) = self.core_in(&sorted) {
            let in_core = |term: &Term| core.binary_search(term).is_ok();
            return Ok(Step::Unsat(
                assertions.into_iter().filter(in_core).collect(),
            ));
        }
        if let Some(model) = self.satisfiable.get(&sorted[..]) {
            return Ok(Step::Sat(model.clone()));
        }
        let satisfying = self
            .models
            .iter()
            .position(|model| satisfies(table, model, &assertions));
        if let Some(model) = satisfying.and_then(|i| self.models.remove(i)) {
            self.models.push_front(model.clone());
            return Ok(Step::Sat(model));
        }
        Ok(Step::Pass)
    }

    fn learn(&mut self, _table: &mut TermTable, query: &mut Query<'_>, lesson: Lesson<'_>) {
        match lesson {
            Lesson::Sat(model) => {
                self.models.push_front(model.clone());
                self.models.truncate(MODELS);
                let sorted = sorted_assertions(query);
                if sorted.len() <= LONGEST {
                    self.satisfiable.insert(sorted.into(), model.clone());
                }
            }
            Lesson::Unsat(core) => {
                let mut core = core.to_vec();
                core.sort_unstable();
                core.dedup();
                let Some(&greatest) = core.last().filter(|_| core.len() <= LONGEST) else {
                    return;
                };
                let mut cores = self.cores.get(&greatest).cloned().unwrap_or_default();
                if cores.len() >= 64 {
                    cores.remove(0);
                }
                cores.push(core.into());
                self.cores.insert(greatest, cores);
            }
        }
    }
}
