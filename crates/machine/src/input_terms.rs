//! The terms of inputs, shared by all paths.

use std::rc::Rc;

use everypath_term::{Assignment, InputId, Term, TermTable};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::inputs::{InputRecord, InputSource, ModelInputs, answers};
use crate::lives::Lives;
use crate::names::Names;
use crate::{Chain, Value};

/// The terms of all inputs that any path created.
#[derive(Debug, Default)]
pub(crate) struct InputTerms {
    terms: FxHashMap<(Rc<str>, u64, u32), Term>,
    /// What they are made of.
    inputs: FxHashSet<InputId>,
}

impl InputTerms {
    /// The value of element `index` (of `size` bytes, 1 to 8) of the input `name`. `label` names the term.
    pub fn element(
        &mut self,
        terms: &mut TermTable,
        source: &InputSource,
        name: &Rc<str>,
        index: u64,
        size: u32,
        scalar: bool,
    ) -> Value {
        let make = |terms: &mut TermTable| {
            let label = if scalar {
                name.to_string()
            } else {
                format!("{name}[{index}]")
            };
            terms.input(&label, 8 * size)
        };
        self.made(terms, source, name, index, size, make)
    }

    /// The same for an element whose term is made of one that is smaller.
    pub fn made(
        &mut self,
        terms: &mut TermTable,
        source: &InputSource,
        name: &Rc<str>,
        index: u64,
        size: u32,
        make: impl FnOnce(&mut TermTable) -> Term,
    ) -> Value {
        match source {
            InputSource::Symbolic => {
                let key = (name.clone(), index, size);
                let term = *self.terms.entry(key).or_insert_with(|| {
                    let made = make(terms);
                    self.inputs.extend(terms.inputs_of(made).iter());
                    made
                });
                Value::Term(term)
            }
            InputSource::Concrete(bytes) => {
                let bytes = bytes.get(&**name).map_or(&[][..], Vec::as_slice);
                let start = (index * u64::from(size)) as usize;
                let value = (0..size as usize).rev().fold(0, |value, i| {
                    value << 8 | u64::from(bytes.get(start + i).copied().unwrap_or(0))
                });
                Value::Constant(value)
            }
            InputSource::OfModel(model) => {
                let key = (name.to_string(), index, size);
                Value::Constant(model.elements.get(&key).copied().unwrap_or(0))
            }
        }
    }

    /// Whether an input of the table of terms is one of these.
    pub fn is_one(&self, input: InputId) -> bool {
        self.inputs.contains(&input)
    }

    /// What a model gives to every input, with the answers among the records of a path; the names are those of its path among those that
    /// were merged to a state with these names.
    pub fn of_model(
        &self,
        terms: &TermTable,
        model: &Assignment,
        (records, names): (&Chain<InputRecord>, &Names),
        lives: &Lives,
    ) -> ModelInputs {
        let mut evaluator = everypath_term::Evaluator::new(terms, model);
        let unwritten = lives.of_model(&mut evaluator);
        let renamed = names.renamed(&mut evaluator);
        let elements = self
            .terms
            .iter()
            .filter_map(|((name, index, size), &term)| {
                let key = (renamed.name(name)?, *index, *size);
                Some((key, evaluator.evaluate_u64(term)))
            });
        let answers = answers(records).map(|name| (name.to_string(), true));
        ModelInputs {
            elements: elements.collect(),
            answers: answers.collect(),
            unwritten,
        }
    }
}
