//! A model of a script: what its symbols are, made of a model of its reduction.
//!
//! Memories get their element at λ as default (see [`crate::reduction`]), functions a table, and everything that was asserted is
//! evaluated once more before anybody sees an answer. What the assertions do not mention gets its value when it is asked for.

use std::collections::BTreeMap;

use everypath_term::{Assignment, BinaryOp, Bits, Evaluator, MemoryValue, Term, TermTable};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::arrays::{Array, array, elements_of, index_width, same_arrays, same_memories, spelt};
use crate::context::Context;
use crate::print;
use crate::reduction::{Atom, From, Relevant, widths};
use crate::sorts;
use crate::sorts::{ArraySort, Scalar, Sort, Value};
use crate::symbols::{Declared, Meaning};

/// A model. See the [module documentation](self).
#[derive(Debug, Default)]
pub struct Model {
    assignment: Assignment,
    /// The results of functions, by number and arguments.
    functions: FxHashMap<u32, BTreeMap<Vec<Bits>, Bits>>,
    /// The names of wide indices, by width and value.
    names: FxHashMap<u32, BTreeMap<Bits, u64>>,
    /// The widths for which every number of a memory is the name of an index.
    named: FxHashSet<u32>,
    /// The arrays that numbers stand for, by sort and number, where the number is not the elements.
    arrays: FxHashMap<u32, BTreeMap<u64, Array>>,
    /// The atoms that have their values.
    complete: FxHashSet<usize>,
}

impl Model {
    /// A model in which `roots` hold, from one in which they and the constraints on what is relevant hold.
    pub fn new(
        context: &Context,
        relevant: &Relevant,
        assignment: &Assignment,
        roots: &[Term],
    ) -> Result<Self, String> {
        let table = &context.table;
        let mut model = Self {
            assignment: assignment.clone(),
            ..Self::default()
        };
        model.complete.extend(&relevant.atoms);
        if relevant.atoms.is_empty() {
            return Ok(model);
        }
        let atoms = || {
            relevant
                .atoms
                .iter()
                .map(|&at| &context.reduction.atoms[at])
        };
        let mut given = Evaluator::new(table, assignment);
        for &memory in &relevant.memories {
            let Some(indices) = relevant.indices_of(widths(table, memory)) else {
                continue;
            };
            let mut elements = BTreeMap::new();
            for &index in &indices.terms {
                let index = given.evaluate_u64(index);
                elements.insert(index, given.read(memory, index));
            }
            let default = indices.outsider.map_or(0, |outsider| {
                let index = given.evaluate_u64(outsider);
                given.read(memory, index)
            });
            if let Some(input) = table.input_id(memory) {
                model.assignment.set_memory(input, elements, default);
            }
        }
        for atom in atoms() {
            if let Atom::Constant(constant) = atom
                && let Some(input) = table.input_id(constant.atom)
            {
                let element = given.evaluate_u64(constant.element);
                model.assignment.set_memory(input, BTreeMap::new(), element);
            }
        }
        let found = model.assignment.clone();
        let mut evaluator = Evaluator::new(table, &found);
        for atom in atoms() {
            model.check(table, &mut evaluator, atom)?;
        }
        match roots.iter().find(|&&root| !evaluator.is_true(root)) {
            None => Ok(model),
            Some(&root) => Err(format!(
                "the model of the reduction does not satisfy {}",
                table.display(root)
            )),
        }
    }

    /// Whether an atom is what it stands for; notes results of functions and names.
    fn check(
        &mut self,
        table: &TermTable,
        evaluator: &mut Evaluator<'_>,
        atom: &Atom,
    ) -> Result<(), String> {
        let right = match atom {
            Atom::Equality(it) => {
                let same = same_memories(table, evaluator, it.left, it.right);
                evaluator.is_true(it.atom) == same
            }
            Atom::Constant(_) => true,
            Atom::Application(it) => {
                let arguments = it.arguments.iter().map(|&term| evaluator.evaluate(term));
                let arguments = arguments.collect();
                let result = evaluator.evaluate(it.atom);
                let known = self.functions.entry(it.function).or_default();
                *known.entry(arguments).or_insert_with(|| result.clone()) == result
            }
            Atom::Name(it) => {
                let name = evaluator.evaluate_u64(it.atom);
                let index = evaluator.evaluate(it.index);
                let known = self.names.entry(table.width(it.index)).or_default();
                let others = known
                    .iter()
                    .any(|(value, &other)| other == name && *value != index);
                !others && *known.entry(index).or_insert(name) == name
            }
            Atom::Numbered(it) => {
                let number = evaluator.evaluate_u64(it.number);
                let array = array(table, evaluator, &it.slices);
                let known = self.arrays.entry(it.sort.number).or_default();
                let others = known.iter().any(|(&other, value)| {
                    other != number && same_arrays(index_width(table, &it.slices), value, &array)
                });
                let first = known.entry(number).or_insert_with(|| array.clone());
                !others && same_arrays(index_width(table, &it.slices), first, &array)
            }
        };
        match right {
            true => Ok(()),
            false => Err(format!("the model of the reduction is none of {atom:?}")),
        }
    }

    /// Gives the atoms below a term values that they do not have yet.
    fn complete(&mut self, context: &Context, terms: &[Term]) {
        let (atoms, _) = context.reduction.below(&context.table, terms);
        for number in atoms {
            if self.complete.insert(number) {
                self.complete_one(context, &context.reduction.atoms[number]);
            }
        }
    }

    fn complete_one(&mut self, context: &Context, atom: &Atom) {
        let table = &context.table;
        match atom {
            Atom::Equality(it) => {
                let mut evaluator = Evaluator::new(table, &self.assignment);
                let same = same_memories(table, &mut evaluator, it.left, it.right);
                drop(evaluator);
                self.set(table, it.atom, Bits::bool(same));
            }
            Atom::Constant(it) => {
                let element = Evaluator::new(table, &self.assignment).evaluate_u64(it.element);
                if let Some(input) = table.input_id(it.atom) {
                    self.assignment.set_memory(input, BTreeMap::new(), element);
                }
            }
            Atom::Application(it) => {
                let mut evaluator = Evaluator::new(table, &self.assignment);
                let arguments = it.arguments.iter();
                let arguments: Vec<Bits> =
                    arguments.map(|&term| evaluator.evaluate(term)).collect();
                drop(evaluator);
                let results = self.functions.get(&it.function);
                let result = results.and_then(|results| results.get(&arguments));
                let zero = || Bits::zero(table.width(it.atom));
                let result = result.cloned().unwrap_or_else(zero);
                self.set(table, it.atom, result);
            }
            Atom::Name(it) => {
                let index = Evaluator::new(table, &self.assignment).evaluate(it.index);
                let known = self.all_names(table.width(it.index));
                let name = match known.get(&index) {
                    Some(&name) => name,
                    None => {
                        let name = unused(|name| known.values().any(|&other| other == name));
                        known.insert(index, name);
                        name
                    }
                };
                self.set(table, it.atom, Bits::new(64, name));
            }
            Atom::Numbered(it) => {
                let width = index_width(table, &it.slices);
                let mut evaluator = Evaluator::new(table, &self.assignment);
                match it.from {
                    From::Array => {
                        let array = array(table, &mut evaluator, &it.slices);
                        drop(evaluator);
                        let number = self.number(it.sort, width, array);
                        self.set(table, it.number, Bits::new(it.sort.width, number));
                    }
                    From::Number => {
                        let number = evaluator.evaluate_u64(it.number);
                        drop(evaluator);
                        let widths = it.slices.iter().map(|&slice| table.width(slice));
                        let widths = widths.collect::<Vec<u32>>();
                        let array = self.array(it.sort, number, width, &widths);
                        for (&slice, (memory, _)) in it.slices.iter().zip(array) {
                            if let Some(input) = table.input_id(slice) {
                                self.assignment
                                    .set_memory(input, memory.elements, memory.default);
                            }
                        }
                    }
                }
            }
        }
    }

    /// The number of an array of a sort, with indices of this width: the one that it has, or one that stands for no other and is no
    /// element of a memory.
    fn number(&mut self, sort: ArraySort, index_width: u32, array: Array) -> u64 {
        let known = self.arrays.entry(sort.number).or_default();
        let mut all = known.iter();
        let found = all.find(|(_, value)| same_arrays(index_width, value, &array));
        if let Some((&number, _)) = found {
            return number;
        }
        let mut used: FxHashSet<u64> = known.keys().copied().collect();
        for (_, memory) in self.assignment.memories() {
            used.extend(memory.elements.values());
            used.insert(memory.default);
        }
        let number = unused(|number| used.contains(&number));
        known.insert(number, array);
        number
    }

    /// The array of a sort that a number stands for: the one that is known, or one that no other number stands for. Its indices
    /// and the slices of its elements have these widths.
    fn array(&mut self, sort: ArraySort, number: u64, index_width: u32, widths: &[u32]) -> Array {
        let known = self.arrays.entry(sort.number).or_default();
        if let Some(array) = known.get(&number) {
            return array.clone();
        }
        let candidate = |code: u64| spelt(code, index_width, widths);
        let taken = |code: u64| {
            let array = candidate(code);
            let mut values = known.values();
            values.any(|value| same_arrays(index_width, value, &array))
        };
        let array = candidate(unused(taken));
        known.insert(number, array.clone());
        array
    }

    /// The names of indices of a width. A number of a memory that is the name of none becomes that of an index without a name: so what
    /// an array has there stays the same, whatever is asked.
    fn all_names(&mut self, width: u32) -> &mut BTreeMap<Bits, u64> {
        let names = self.names.entry(width).or_default();
        if self.named.insert(width) {
            let mut used: FxHashSet<u64> = names.values().copied().collect();
            let ones = Bits::ones(width);
            let mut free = ones.clone();
            for (_, memory) in self.assignment.memories() {
                for &number in memory.elements.keys() {
                    if !used.insert(number) {
                        continue;
                    }
                    while names.contains_key(&free) {
                        free = free.binary(BinaryOp::Add, &ones);
                    }
                    names.insert(free.clone(), number);
                }
            }
        }
        names
    }

    fn set(&mut self, table: &TermTable, atom: Term, value: Bits) {
        if let Some(input) = table.input_id(atom) {
            self.assignment.set(input, value);
        }
    }

    /// Whether a term of width 1 holds.
    pub fn holds(&mut self, context: &Context, term: Term) -> bool {
        self.complete(context, &[term]);
        Evaluator::new(&context.table, &self.assignment).is_true(term)
    }

    /// The text of a value.
    pub fn print(&mut self, context: &Context, value: &Value) -> String {
        self.complete(context, &value.terms);
        let mut evaluator = Evaluator::new(&context.table, &self.assignment);
        match value.sort {
            Sort::Scalar(scalar) => {
                let bits = evaluator.evaluate(value.term());
                scalar.print_value(&context.texts, &bits)
            }
            Sort::Array { .. } => {
                let slices = array(&context.table, &mut evaluator, &value.terms);
                drop(evaluator);
                self.print_array(context, value.sort, &slices)
            }
        }
    }

    /// The text of a value of a sort, an array where a number stands for one.
    fn print_scalar(&mut self, context: &Context, scalar: Scalar, value: &Bits) -> String {
        let Scalar::Array(sort) = scalar else {
            return scalar.print_value(&context.texts, value);
        };
        let (index, element) = context.nested.parts(sort);
        let (width, widths) = (sorts::index_width(index), sorts::slices(element));
        let array = if sort.is_exact() {
            vec![(elements_of(value, widths[0]), widths[0])]
        } else {
            self.array(sort, value.word(0), width, &widths)
        };
        self.print_array(context, Sort::Array { index, element }, &array)
    }

    fn print_array(
        &mut self,
        context: &Context,
        sort: Sort,
        slices: &[(MemoryValue, u32)],
    ) -> String {
        let Sort::Array { index, element } = sort else {
            return String::new();
        };
        let join = |of: &dyn Fn(&MemoryValue) -> u64| {
            let mut whole: Option<Bits> = None;
            for (slice, width) in slices {
                let part = Bits::new(*width, of(slice));
                whole = Some(match whole {
                    None => part,
                    Some(low) => part.concat(&low),
                });
            }
            whole.unwrap_or_else(|| Bits::zero(1))
        };
        let mut indices: Vec<u64> = slices
            .iter()
            .flat_map(|(slice, _)| slice.elements.keys().copied())
            .collect();
        indices.sort_unstable();
        indices.dedup();
        let default = join(&|slice| slice.default);
        let everywhere = self.print_scalar(context, element, &default);
        let mut text = format!("((as const {}) {everywhere})", sort.print(&context.texts));
        let mut prefix = String::new();
        for number in indices {
            let at = |slice: &MemoryValue| *slice.elements.get(&number).unwrap_or(&slice.default);
            let value = join(&at);
            if value == default {
                continue;
            }
            let value = self.print_scalar(context, element, &value);
            let place = self.index_value(index, number);
            let place = self.print_scalar(context, index, &place);
            prefix.push_str("(store ");
            text.push_str(&format!(" {place} {value})"));
        }
        prefix + &text
    }

    /// The index that a number of a memory is: itself, or what it is the name of.
    fn index_value(&mut self, index: Scalar, number: u64) -> Bits {
        let width = index.width();
        if width <= crate::sorts::MEMORY_WIDTH {
            return Bits::new(width, number);
        }
        let mut known = self.all_names(width).iter();
        let found = known.find(|(_, name)| **name == number);
        found.map_or_else(|| Bits::zero(width), |(value, _)| value.clone())
    }

    /// The definition of something that the script declares.
    pub fn print_definition(&mut self, context: &Context, declared: &Declared) -> String {
        let name = print::symbol(context.texts.get(declared.name));
        match &declared.meaning {
            Meaning::Value(value) => {
                let sort = value.sort.print(&context.texts);
                let value = self.print(context, value);
                format!("(define-fun {name} () {sort} {value})")
            }
            Meaning::Function(function) => {
                let names: Vec<String> = (0..function.parameters.len())
                    .map(|at| format!("x!{at}"))
                    .collect();
                let parameters: Vec<String> = names
                    .iter()
                    .zip(&function.parameters)
                    .map(|(name, sort)| format!("({name} {})", sort.print(&context.texts)))
                    .collect();
                let zero = Bits::zero(function.result.width());
                let mut text = String::new();
                let empty = BTreeMap::new();
                let results = self.functions.get(&function.number);
                let results = results.unwrap_or(&empty).clone();
                for (arguments, result) in &results {
                    let mut equal = Vec::new();
                    for (value, (name, sort)) in
                        arguments.iter().zip(names.iter().zip(&function.parameters))
                    {
                        let value = self.print_scalar(context, *sort, value);
                        equal.push(format!("(= {name} {value})"));
                    }
                    let condition = match &equal[..] {
                        [one] => one.clone(),
                        _ => format!("(and {})", equal.join(" ")),
                    };
                    let result = self.print_scalar(context, function.result, result);
                    text.push_str(&format!("(ite {condition} {result} "));
                }
                text.push_str(&self.print_scalar(context, function.result, &zero));
                text.extend(results.iter().map(|_| ')'));
                format!(
                    "(define-fun {name} ({}) {} {text})",
                    parameters.join(" "),
                    function.result.print(&context.texts)
                )
            }
            // What is defined is known.
            Meaning::Macro(_) => String::new(),
        }
    }
}

/// The least number that is not used.
fn unused(used: impl Fn(u64) -> bool) -> u64 {
    (0..=u64::MAX).find(|&name| !used(name)).unwrap_or(0)
}
