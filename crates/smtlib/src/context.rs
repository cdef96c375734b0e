//! Everything that reading terms needs: texts, symbols, terms, atoms; and how sorts and constants are read.

use everypath_term::{Bits, FloatFormat, Rounding, Term, TermTable};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::error::{Error, Position};
use crate::floats::{self, Unspecified};
use crate::nested::Nested;
use crate::operators::{self, within_limit};
use crate::reader::{Kind, Text, Texts, Tree};
use crate::reduction::Reduction;
use crate::sorts::{self, Scalar, Sort, Value};
use crate::symbols::{SortMeaning, Symbols};

/// The words of the language that terms consist of.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// `let`.
    pub let_: Text,
    /// `!`.
    pub annotated: Text,
    /// `_`.
    pub indexed: Text,
    /// `as`.
    pub qualified: Text,
    /// `const`.
    pub constant: Text,
    /// `true`.
    pub true_: Text,
    /// `false`.
    pub false_: Text,
    /// `forall`.
    pub forall: Text,
    /// `exists`.
    pub exists: Text,
    /// `match`.
    pub match_: Text,
    /// `:named`.
    pub named: Text,
    /// `Bool`.
    pub bool: Text,
    /// `BitVec`.
    pub bit_vec: Text,
    /// `Array`.
    pub array: Text,
    /// `FloatingPoint`.
    pub floating_point: Text,
    /// `RoundingMode`.
    pub rounding_mode: Text,
    /// `-`, `/`: of literals of reals only.
    pub minus: Text,
    /// See [`Words::minus`].
    pub slash: Text,
}

/// The sorts of floating-point numbers that have names of their own.
const FLOAT_SORTS: [(&str, FloatFormat); 4] = [
    ("Float16", FloatFormat::Half),
    ("Float32", FloatFormat::Single),
    ("Float64", FloatFormat::Double),
    ("Float128", FloatFormat::Quad),
];

/// Sorts nest at most this deep.
const SORT_DEPTH: usize = 100;

/// What a script has said so far, and its terms.
pub struct Context {
    /// All texts.
    pub texts: Texts,
    /// The words of the language.
    pub words: Words,
    /// The operators of the theories.
    pub operators: FxHashMap<Text, operators::Meaning>,
    /// The names of sorts of floating-point numbers.
    formats: FxHashMap<Text, FloatFormat>,
    /// The names of rounding modes.
    pub roundings: FxHashMap<Text, Rounding>,
    /// What the theory of floating point leaves open.
    pub unspecified: Unspecified,
    /// What symbols mean.
    pub symbols: Symbols,
    /// All terms.
    pub table: TermTable,
    /// What terms do not have.
    pub reduction: Reduction,
    /// The sorts of arrays that are elements, indices, arguments or results.
    pub nested: Nested,
    /// Results of defined functions.
    pub results: FxHashMap<(u32, Vec<Value>), Value>,
    /// Names given in the last term: `:named`, in order.
    pub named: Vec<(Text, Value)>,
}

impl Context {
    /// Nothing said yet. Terms are made in this table.
    pub fn new(table: TermTable) -> Self {
        let mut texts = Texts::default();
        let mut word = |text: &str| texts.intern(text);
        let words = Words {
            let_: word("let"),
            annotated: word("!"),
            indexed: word("_"),
            qualified: word("as"),
            constant: word("const"),
            true_: word("true"),
            false_: word("false"),
            forall: word("forall"),
            exists: word("exists"),
            match_: word("match"),
            named: word(":named"),
            bool: word("Bool"),
            bit_vec: word("BitVec"),
            array: word("Array"),
            floating_point: word("FloatingPoint"),
            rounding_mode: word("RoundingMode"),
            minus: word("-"),
            slash: word("/"),
        };
        let formats = FLOAT_SORTS.map(|(name, format)| (word(name), format));
        let roundings = sorts::ROUNDINGS.map(|(name, rounding)| (word(name), rounding));
        let operators = operators::TABLE.iter();
        let of_floats = floats::TABLE.iter();
        let of_floats = of_floats.map(|&(name, it)| (name, operators::Meaning::Float(it)));
        let operators = operators
            .copied()
            .chain(of_floats)
            .map(|(name, meaning)| (word(name), meaning))
            .collect();
        Self {
            texts,
            words,
            operators,
            formats: formats.into_iter().collect(),
            roundings: roundings.into_iter().collect(),
            unspecified: Unspecified::default(),
            symbols: Symbols::default(),
            table,
            reduction: Reduction::default(),
            nested: Nested::default(),
            results: FxHashMap::default(),
            named: Vec::new(),
        }
    }

    /// Whether a symbol already means something as a term. The names of the theory of floating point are free where they are not used as such: `fp`
    /// is a frame pointer to others.
    pub fn is_taken(&self, name: Text) -> bool {
        let operator = self.operators.get(&name);
        operator.is_some_and(|it| !matches!(it, operators::Meaning::Float(_)))
            || name == self.words.true_
            || name == self.words.false_
            || self.symbols.term(name).is_some()
    }

    /// Reads a sort.
    pub fn sort(&mut self, tree: &Tree, at: usize) -> Result<Sort, Error> {
        self.sort_with(tree, at, &FxHashMap::default(), SORT_DEPTH)
    }

    /// Reads the sort of an element, index, argument or result.
    pub fn scalar(&mut self, tree: &Tree, at: usize) -> Result<Scalar, Error> {
        let sort = self.sort(tree, at)?;
        Ok(self.nested.scalar(&mut self.texts, sort))
    }

    fn sort_with(
        &mut self,
        tree: &Tree,
        at: usize,
        parameters: &FxHashMap<Text, Sort>,
        depth: usize,
    ) -> Result<Sort, Error> {
        let error = |message: String| Err(Error::new(tree.node(at).position, message));
        if depth == 0 {
            return error(format!(
                "unsupported: sorts nested more than {SORT_DEPTH} deep"
            ));
        }
        let elements = tree.elements(at);
        let (head, arguments) = match &elements {
            None => (Some(at), &[][..]),
            Some(elements) => (elements.first().copied(), elements.get(1..).unwrap_or(&[])),
        };
        let Some(name) = head.and_then(|head| tree.symbol(head)) else {
            return error(format!("`{}` is no sort", tree.print(&self.texts, at)));
        };
        if let Some(&sort) = parameters.get(&name)
            && elements.is_none()
        {
            return Ok(sort);
        }
        if name == self.words.bool && elements.is_none() {
            return Ok(Sort::BOOL);
        }
        if name == self.words.indexed && elements.is_some() {
            let of_bits = arguments.first().and_then(|&it| tree.symbol(it));
            return match (of_bits, arguments) {
                (Some(word), [_, width]) if word == self.words.bit_vec => {
                    let width = self.numeral(tree, *width)?;
                    match within_limit(u64::from(width)) {
                        Ok(0) => error("a bit-vector has at least one bit".to_owned()),
                        Ok(width) => Ok(Sort::bits(width)),
                        Err(message) => error(message),
                    }
                }
                (Some(word), &[_, exponent, digits]) if word == self.words.floating_point => {
                    let exponent = self.numeral(tree, exponent)?;
                    match floats::format(exponent, self.numeral(tree, digits)?) {
                        Ok(format) => Ok(Sort::Scalar(Scalar::Float(format))),
                        Err(message) => error(message),
                    }
                }
                _ => error(format!(
                    "unsupported: the sort {}",
                    tree.print(&self.texts, at)
                )),
            };
        }
        if name == self.words.array && elements.is_some() {
            let [index, element] = *arguments else {
                return error("the sort Array has two arguments".to_owned());
            };
            let index = self.sort_with(tree, index, parameters, depth - 1)?;
            let element = self.sort_with(tree, element, parameters, depth - 1)?;
            // Two arrays of bit patterns may differ where those of numbers do not.
            if [index, element].into_iter().any(Sort::is_of_floats) {
                return error(format!(
                    "unsupported: arrays of floating-point numbers, as in {}",
                    tree.print(&self.texts, at)
                ));
            }
            return Ok(Sort::Array {
                index: self.nested.scalar(&mut self.texts, index),
                element: self.nested.scalar(&mut self.texts, element),
            });
        }
        match self.symbols.sort(name).cloned() {
            Some(SortMeaning::Declared) if arguments.is_empty() => {
                Ok(Sort::Scalar(Scalar::Declared(name)))
            }
            Some(SortMeaning::Defined(definition)) if definition.0.len() == arguments.len() => {
                let mut inner = FxHashMap::default();
                for (&parameter, &argument) in definition.0.iter().zip(arguments) {
                    let sort = self.sort_with(tree, argument, parameters, depth - 1)?;
                    inner.insert(parameter, sort);
                }
                let sort = self.sort_with(&definition.1, 0, &inner, depth - 1);
                // The place that counts is where the sort is used.
                sort.map_err(|error| Error::new(tree.node(at).position, error.message))
            }
            Some(_) => error(format!(
                "the sort {} has another number of arguments",
                self.texts.get(name)
            )),
            None if elements.is_none() && self.formats.contains_key(&name) => {
                Ok(Sort::Scalar(Scalar::Float(self.formats[&name])))
            }
            None if elements.is_none() && name == self.words.rounding_mode => {
                Ok(Sort::Scalar(Scalar::Rounding))
            }
            None => error(format!(
                "`{}` is no sort that is declared or supported",
                self.texts.get(name)
            )),
        }
    }

    /// Reads a numeral of at most 32 bits.
    pub fn numeral(&self, tree: &Tree, at: usize) -> Result<u32, Error> {
        let node = tree.node(at);
        let Kind::Numeral(text) = node.kind else {
            return Err(Error::new(
                node.position,
                format!(
                    "a numeral was expected, not `{}`",
                    tree.print(&self.texts, at)
                ),
            ));
        };
        self.texts.get(text).parse().map_err(|_| {
            Error::new(
                node.position,
                format!(
                    "unsupported: the numeral {} is too large",
                    self.texts.get(text)
                ),
            )
        })
    }

    /// The bit-vector constant of some digits.
    pub fn constant(
        &mut self,
        digits: Text,
        radix: u32,
        width: Option<u32>,
        position: Position,
    ) -> Result<Value, Error> {
        let digits = self.texts.get(digits);
        let bits_per_digit = if radix == 2 { 1 } else { 4 };
        let width = match width {
            Some(width) => u64::from(width),
            None => digits.len() as u64 * bits_per_digit,
        };
        let width = within_limit(width).map_err(|message| Error::new(position, message))?;
        let value = number(digits, radix, width).ok_or_else(|| {
            Error::new(position, format!("{digits} is no number of {width} bits"))
        })?;
        let term = self.table.constant_bits(value);
        Ok(Value::bits(width, term))
    }

    /// A fresh value of a sort, for a symbol.
    pub fn fresh(&mut self, name: &str, sort: Sort) -> Value {
        let terms = match sort {
            Sort::Scalar(scalar) => {
                let input = self.table.input(name, scalar.width());
                SmallVec::from_buf([floats::canonical(&mut self.table, scalar, input)])
            }
            Sort::Array { index, element } => {
                let index = sorts::index_width(index);
                sorts::slices(element)
                    .into_iter()
                    .map(|width| self.table.memory_input(name, index, width))
                    .collect()
            }
        };
        Value { sort, terms }
    }

    /// Whether two values of one sort are equal, as a term.
    pub fn equal(&mut self, a: &Value, b: &Value) -> Term {
        if let Sort::Scalar(_) = a.sort {
            return self.table.eq(a.term(), b.term());
        }
        let mut all = self.table.true_();
        for (&a, &b) in a.terms.iter().zip(&b.terms) {
            let same = self.reduction.equal(&mut self.table, a, b);
            all = self.table.and(all, same);
        }
        all
    }

    /// The bit-vector that a value of a sort is where it is an element, an index or an argument.
    pub fn inward(&mut self, value: &Value, scalar: Scalar) -> Term {
        match (scalar, value.sort) {
            (Scalar::Array(sort), Sort::Array { index, .. }) => {
                let index = sorts::index_width(index);
                self.reduction
                    .number_of(&mut self.table, sort, index, &value.terms)
            }
            (Scalar::Array(_), Sort::Scalar(_))
            | (
                Scalar::Bool
                | Scalar::Bits(_)
                | Scalar::Float(_)
                | Scalar::Rounding
                | Scalar::Declared(_),
                _,
            ) => value.term(),
        }
    }

    /// The value that a bit-vector of a sort, an element or a result, stands for.
    pub fn outward(&mut self, term: Term, scalar: Scalar) -> Value {
        let Scalar::Array(array) = scalar else {
            return Value::scalar(scalar, floats::canonical(&mut self.table, scalar, term));
        };
        let (index, element) = self.nested.parts(array);
        let widths = sorts::slices(element);
        let index_width = sorts::index_width(index);
        let terms = self
            .reduction
            .array_of(&mut self.table, array, term, index_width, &widths);
        Value {
            sort: Sort::Array { index, element },
            terms,
        }
    }

    /// The element of an array.
    pub fn select(&mut self, array: &Value, element: Scalar, index: Term) -> Value {
        let index = self.reduction.index(&mut self.table, index);
        let mut result: Option<Term> = None;
        for &slice in &array.terms {
            let part = self.reduction.read(&mut self.table, slice, index);
            result = Some(match result {
                None => part,
                Some(low) => self.table.concat(part, low),
            });
        }
        let term = result.unwrap_or_else(|| self.table.false_());
        self.outward(term, element)
    }

    /// An array with another element at an index.
    pub fn store(&mut self, array: &Value, index: Term, element: Term) -> Value {
        let index = self.reduction.index(&mut self.table, index);
        let mut low = 0;
        let mut terms = SmallVec::new();
        for &slice in &array.terms {
            let width = self.table.width(slice);
            let part = self.table.extract(element, low + width - 1, low);
            terms.push(self.table.write(slice, index, part));
            low += width;
        }
        Value {
            sort: array.sort,
            terms,
        }
    }

    /// An array of one element.
    pub fn constant_array(&mut self, index: Scalar, element: Scalar, value: Term) -> Value {
        let mut low = 0;
        let mut terms = SmallVec::new();
        for width in sorts::slices(element) {
            let part = self.table.extract(value, low + width - 1, low);
            let index = sorts::index_width(index);
            terms.push(self.reduction.constant(&mut self.table, index, part));
            low += width;
        }
        Value {
            sort: Sort::Array { index, element },
            terms,
        }
    }
}

/// The number of some digits, if it fits into a width.
pub fn number(digits: &str, radix: u32, width: u32) -> Option<Bits> {
    let mut words = vec![0u64; (width as usize).div_ceil(64)];
    for digit in digits.chars() {
        let mut carry = u128::from(digit.to_digit(radix)?);
        for word in &mut words {
            carry += u128::from(*word) * u128::from(radix);
            *word = carry as u64;
            carry >>= 64;
        }
        if carry > 0 {
            return None;
        }
    }
    let top = words.last().copied().unwrap_or(0);
    if !width.is_multiple_of(64) && top >> (width % 64) != 0 {
        return None;
    }
    Some(Bits::from_words(width, &words))
}
