//! Reading terms: S-expressions to values, with an explicit stack, so that the depth of a term is limited by memory alone.

use std::rc::Rc;

use everypath_term::{BinaryOp, Bits, FloatFormat, Term};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::context::{Context, number};
use crate::error::{Error, Position};
use crate::floats::{self, Ratio};
use crate::operators::{self, Meaning};
use crate::reader::{Kind, Text, Texts, Tree};
use crate::sorts::{Scalar, Sort, Value};
use crate::symbols::{Function, Macro, Meaning as Symbol};

/// Names that `let` and parameters bind, each with the values that it had outside.
type Locals = FxHashMap<Text, Vec<Value>>;

/// What an application applies.
enum Head {
    Operator(Meaning, Vec<u32>),
    Function(Rc<Function>),
    Macro(Rc<Macro>),
    /// A conversion of this ratio to a number, with a rounding mode.
    OfRatio(FloatFormat, Ratio),
    /// `(as const SORT)`.
    ConstantArray {
        index: Scalar,
        element: Scalar,
    },
}

/// What is left to do, the next on top.
enum Task {
    /// Read the term of this node.
    Read(usize),
    /// Apply to the values above this number of them.
    Apply(Head, usize, Position),
    /// Bind the values above this number of them, and read the body.
    Bind(Vec<Text>, usize, usize),
    /// Forget these names.
    Unbind(Vec<Text>),
    /// Give the value on top a name.
    Name(Text, Position),
    /// The body of a defined function has its value: remember it, and return to where it was applied.
    Return {
        key: (u32, Vec<Value>),
        result: Sort,
        tree: Rc<Tree>,
        locals: Locals,
        position: Position,
    },
}

/// Reads one term.
struct TermReader<'a> {
    context: &'a mut Context,
    tree: Rc<Tree>,
    tasks: Vec<Task>,
    values: Vec<Value>,
    locals: Locals,
}

impl Context {
    /// The value of the term at `at`, where these parameters have values. Names that it gives are in [`Context::named`].
    pub fn term(
        &mut self,
        tree: &Rc<Tree>,
        at: usize,
        parameters: &[(Text, Value)],
    ) -> Result<Value, Error> {
        let locals = parameters
            .iter()
            .map(|(name, value)| (*name, vec![value.clone()]))
            .collect();
        let mut reader = TermReader {
            context: self,
            tree: tree.clone(),
            tasks: vec![Task::Read(at)],
            values: Vec::new(),
            locals,
        };
        reader.run()
    }
}

impl TermReader<'_> {
    fn run(&mut self) -> Result<Value, Error> {
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Read(at) => self.read(at)?,
                Task::Apply(head, from, position) => {
                    let arguments = self.values.split_off(from);
                    self.apply(head, arguments, position)?;
                }
                Task::Bind(names, from, body) => {
                    let values = self.values.split_off(from);
                    for (name, value) in names.iter().zip(values) {
                        self.locals.entry(*name).or_default().push(value);
                    }
                    self.tasks.push(Task::Unbind(names));
                    self.tasks.push(Task::Read(body));
                }
                Task::Unbind(names) => {
                    for name in names {
                        if let Some(values) = self.locals.get_mut(&name) {
                            values.pop();
                        }
                    }
                }
                Task::Name(name, position) => {
                    if self.context.is_taken(name) {
                        return Err(self.taken(name, position));
                    }
                    if let Some(value) = self.values.last() {
                        let value = value.clone();
                        self.context.named.push((name, value.clone()));
                        self.context.symbols.define(name, Symbol::Value(value));
                    }
                }
                Task::Return {
                    key,
                    result,
                    tree,
                    locals,
                    position,
                } => {
                    self.tree = tree;
                    self.locals = locals;
                    if let Some(value) = self.values.last() {
                        if value.sort != result {
                            return Err(self.wrong_sort(result, value.sort, position));
                        }
                        self.context.results.insert(key, value.clone());
                    }
                }
            }
        }
        self.values.pop().ok_or_else(|| {
            let position = self.tree.node(0).position;
            Error::new(position, "a term was expected")
        })
    }

    fn taken(&self, name: Text, position: Position) -> Error {
        let name = self.context.texts.get(name);
        Error::new(position, format!("`{name}` already has a meaning"))
    }

    fn sort_text(&self, sort: Sort) -> String {
        sort.print(&self.context.texts)
    }

    fn wrong_sort(&self, expected: Sort, found: Sort, position: Position) -> Error {
        let (expected, found) = (self.sort_text(expected), self.sort_text(found));
        Error::new(
            position,
            format!("a term of sort {expected} was expected, not one of sort {found}"),
        )
    }

    /// Reads the node at `at`: a value at once, or tasks.
    fn read(&mut self, at: usize) -> Result<(), Error> {
        let node = self.tree.node(at);
        let position = node.position;
        let value = match node.kind {
            Kind::List(_) => return self.read_list(at),
            Kind::Symbol(name) | Kind::Quoted(name) => self.read_symbol(name, position)?,
            Kind::Binary(digits) => self.context.constant(digits, 2, None, position)?,
            Kind::Hexadecimal(digits) => self.context.constant(digits, 16, None, position)?,
            Kind::Numeral(text) | Kind::Decimal(text) | Kind::String(text) => {
                let text = self.context.texts.get(text);
                return Err(Error::new(
                    position,
                    format!(
                        "unsupported: `{text}` as a term; constants are #b..., #x... or (_ bvN WIDTH)"
                    ),
                ));
            }
            Kind::Keyword(text) => {
                let text = self.context.texts.get(text);
                return Err(Error::new(
                    position,
                    format!("a term was expected, not the keyword {text}"),
                ));
            }
        };
        self.values.push(value);
        Ok(())
    }

    fn read_symbol(&mut self, name: Text, position: Position) -> Result<Value, Error> {
        if let Some(value) = self.locals.get(&name).and_then(|values| values.last()) {
            return Ok(value.clone());
        }
        let words = self.context.words;
        if name == words.true_ || name == words.false_ {
            return Ok(Value::bool(self.context.table.bool(name == words.true_)));
        }
        let text = self.context.texts.get(name);
        match self.context.symbols.term(name) {
            Some(Symbol::Value(value)) => Ok(value.clone()),
            Some(Symbol::Function(_) | Symbol::Macro(_)) => Err(Error::new(
                position,
                format!("`{text}` is a function and needs arguments"),
            )),
            None if self.context.roundings.contains_key(&name) => {
                let rounding = self.context.roundings[&name];
                let term = floats::rounding_constant(&mut self.context.table, rounding);
                Ok(Value::scalar(Scalar::Rounding, term))
            }
            None if self.context.operators.contains_key(&name) => Err(Error::new(
                position,
                format!("`{text}` is an operator and needs arguments"),
            )),
            None => Err(Error::new(position, format!("`{text}` is not declared"))),
        }
    }

    fn read_list(&mut self, at: usize) -> Result<(), Error> {
        let position = self.tree.node(at).position;
        let Kind::List(end) = self.tree.node(at).kind else {
            return Ok(());
        };
        let first = at + 1;
        if first == end {
            return Err(Error::new(position, "a term was expected, not ()"));
        }
        let words = self.context.words;
        let head = match self.tree.node(first).kind {
            Kind::Symbol(word) if word == words.let_ => return self.read_let(at),
            Kind::Symbol(word) if word == words.annotated => return self.read_annotated(at),
            Kind::Symbol(word) if word == words.indexed => {
                let value = self.read_indexed_constant(at)?;
                self.values.push(value);
                return Ok(());
            }
            Kind::Symbol(word) if word == words.qualified => {
                return self.read_qualified(at);
            }
            Kind::Symbol(word)
                if word == words.forall || word == words.exists || word == words.match_ =>
            {
                let text = self.context.texts.get(word);
                return Err(Error::new(position, format!("unsupported: `{text}`")));
            }
            Kind::Symbol(name) | Kind::Quoted(name) => self.symbol_head(name, first)?,
            Kind::List(_) => self.list_head(first)?,
            _ => {
                let text = self.tree.print(&self.context.texts, first);
                return Err(Error::new(
                    self.tree.node(first).position,
                    format!("a function was expected, not `{text}`"),
                ));
            }
        };
        let (head, end) = self.with_ratio(head, first, end)?;
        self.tasks
            .push(Task::Apply(head, self.values.len(), position));
        let from = self.tasks.len();
        let mut next = self.tree.behind(first);
        while next < end {
            self.tasks.push(Task::Read(next));
            next = self.tree.behind(next);
        }
        self.tasks[from..].reverse();
        Ok(())
    }

    /// A conversion to a number whose last argument is a literal of a real number takes only the rounding mode; and where the arguments end.
    fn with_ratio(&self, head: Head, first: usize, end: usize) -> Result<(Head, usize), Error> {
        let Head::Operator(Meaning::Float(floats::Operator::ToNumber), numerals) = &head else {
            return Ok((head, end));
        };
        let mode = self.tree.behind(first);
        let last = if mode < end {
            self.tree.behind(mode)
        } else {
            end
        };
        if last >= end || self.tree.behind(last) != end {
            return Ok((head, end));
        }
        let Some(ratio) = self.ratio(last) else {
            return Ok((head, end));
        };
        let format = floats::format(numerals[0], numerals[1])
            .map_err(|message| Error::new(self.tree.node(first).position, message))?;
        Ok((Head::OfRatio(format, ratio), last))
    }

    /// A literal of a real number: a numeral, a decimal, `(- LITERAL)` or `(/ LITERAL LITERAL)`.
    fn ratio(&self, at: usize) -> Option<Ratio> {
        match self.tree.node(at).kind {
            Kind::Numeral(text) | Kind::Decimal(text) => {
                let text = self.context.texts.get(text);
                let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
                let digits = format!("{whole}{fraction}");
                let power = format!("1{}", "0".repeat(fraction.len()));
                let of = |digits: &str| number(digits, 10, 4 * digits.len() as u32);
                Some(Ratio {
                    negative: false,
                    above: of(&digits)?,
                    below: of(&power)?,
                })
            }
            Kind::List(_) => {
                let words = self.context.words;
                let elements = self.tree.elements(at)?;
                match elements[..] {
                    [head, of] if self.tree.symbol(head) == Some(words.minus) => {
                        let ratio = self.simple_ratio(of)?;
                        Some(Ratio {
                            negative: !ratio.negative,
                            ..ratio
                        })
                    }
                    [head, ..] if self.tree.symbol(head) == Some(words.slash) => {
                        self.quotient(&elements)
                    }
                    _ => None,
                }
            }
            Kind::Symbol(_)
            | Kind::Quoted(_)
            | Kind::Binary(_)
            | Kind::Hexadecimal(_)
            | Kind::String(_)
            | Kind::Keyword(_) => None,
        }
    }

    /// A literal behind a sign.
    fn simple_ratio(&self, at: usize) -> Option<Ratio> {
        let elements = self.tree.elements(at);
        match elements {
            None => self.ratio(at),
            Some(elements) => match elements.first() {
                Some(&head) if self.tree.symbol(head) == Some(self.context.words.slash) => {
                    self.quotient(&elements)
                }
                _ => None,
            },
        }
    }

    /// `(/ A B)` of a numeral or decimal, perhaps with a sign, and one without.
    fn quotient(&self, elements: &[usize]) -> Option<Ratio> {
        let &[_, above, below] = elements else {
            return None;
        };
        let (negative, above) = match self.tree.elements(above).as_deref() {
            None => (false, above),
            Some(&[head, of]) if self.tree.symbol(head) == Some(self.context.words.minus) => {
                (true, of)
            }
            Some(_) => return None,
        };
        if self.tree.elements(above).is_some() || self.tree.elements(below).is_some() {
            return None;
        }
        let (above, below) = (self.ratio(above)?, self.ratio(below)?);
        let product = |a: &Bits, b: &Bits| {
            let width = a.width() + b.width();
            let (a, b) = (a.zero_extend(width), b.zero_extend(width));
            a.binary(BinaryOp::Mul, &b)
        };
        let ratio = Ratio {
            negative,
            above: product(&above.above, &below.below),
            below: product(&above.below, &below.above),
        };
        (!ratio.below.is_zero()).then_some(ratio)
    }

    fn symbol_head(&self, name: Text, at: usize) -> Result<Head, Error> {
        let position = self.tree.node(at).position;
        let text = self.context.texts.get(name);
        let error = |message: String| Err(Error::new(position, message));
        let local = self.locals.get(&name).is_some_and(|it| !it.is_empty());
        match self.context.symbols.term(name) {
            _ if local => error(format!("`{text}` is no function")),
            Some(Symbol::Function(function)) => Ok(Head::Function(function.clone())),
            Some(Symbol::Macro(definition)) => Ok(Head::Macro(definition.clone())),
            Some(Symbol::Value(_)) => error(format!("`{text}` is no function")),
            None => match self.context.operators.get(&name) {
                Some(meaning) if meaning.numerals() > 0 => error(format!(
                    "`{text}` has {} numerals: (_ {text} ...)",
                    meaning.numerals()
                )),
                Some(&meaning) => Ok(Head::Operator(meaning, Vec::new())),
                None => error(format!(
                    "`{text}` is not declared and no operator of the supported logics"
                )),
            },
        }
    }

    /// `((_ OPERATOR NUMERAL...) ...)` and `((as const SORT) ...)`.
    fn list_head(&mut self, at: usize) -> Result<Head, Error> {
        let position = self.tree.node(at).position;
        let words = self.context.words;
        let tree = self.tree.clone();
        let unknown = |texts: &Texts| {
            let text = tree.print(texts, at);
            Error::new(position, format!("unsupported: the function `{text}`"))
        };
        let elements = tree.elements(at).unwrap_or_default();
        let word = |number: usize| match tree.node(*elements.get(number)?).kind {
            Kind::Symbol(word) => Some(word),
            _ => None,
        };
        if word(0) == Some(words.indexed) {
            let operator = word(1).and_then(|name| self.context.operators.get(&name));
            let Some(&meaning) = operator.filter(|it| it.numerals() > 0) else {
                return Err(unknown(&self.context.texts));
            };
            let count = meaning.numerals();
            let numerals = elements.get(2..).unwrap_or_default().iter();
            let numerals: Vec<u32> = numerals
                .map(|&at| self.context.numeral(&tree, at))
                .collect::<Result<_, _>>()?;
            if numerals.len() != count {
                return Err(Error::new(
                    position,
                    format!("{count} numerals were expected, not {}", numerals.len()),
                ));
            }
            return Ok(Head::Operator(meaning, numerals));
        }
        if word(0) == Some(words.qualified) && elements.len() == 3 {
            let sort = self.context.sort(&tree, elements[2])?;
            return match (word(1), sort) {
                (Some(name), Sort::Array { index, element }) if name == words.constant => {
                    Ok(Head::ConstantArray { index, element })
                }
                (Some(name), _) if name != words.constant => self.symbol_head(name, elements[1]),
                _ => Err(unknown(&self.context.texts)),
            };
        }
        Err(unknown(&self.context.texts))
    }

    /// `(_ bvN WIDTH)`.
    fn read_indexed_constant(&mut self, at: usize) -> Result<Value, Error> {
        let position = self.tree.node(at).position;
        let elements = self.tree.elements(at).unwrap_or_default();
        if let [_, name, width] = elements[..]
            && let Kind::Symbol(text) = self.tree.node(name).kind
            && let Some(digits) = self.context.texts.get(text).strip_prefix("bv")
            && !digits.is_empty()
            && digits.bytes().all(|digit| digit.is_ascii_digit())
        {
            let digits = digits.to_owned();
            let width = self.context.numeral(&self.tree, width)?;
            if width == 0 {
                return Err(Error::new(position, "a bit-vector has at least one bit"));
            }
            let digits = self.context.texts.intern(&digits);
            return self.context.constant(digits, 10, Some(width), position);
        }
        if let [_, name, exponent, digits] = elements[..]
            && let Some(name) = self.tree.symbol(name)
        {
            let exponent = self.context.numeral(&self.tree, exponent);
            let digits = self.context.numeral(&self.tree, digits);
            if let (Ok(exponent), Ok(digits)) = (exponent, digits) {
                let format = floats::format(exponent, digits)
                    .map_err(|message| Error::new(position, message))?;
                let context = &mut *self.context;
                let name = context.texts.get(name);
                if let Some(term) = floats::special(&mut context.table, name, format) {
                    return Ok(Value::scalar(Scalar::Float(format), term));
                }
            }
        }
        let text = self.tree.print(&self.context.texts, at);
        Err(Error::new(position, format!("unsupported: `{text}`")))
    }

    /// `(as NAME SORT)`.
    fn read_qualified(&mut self, at: usize) -> Result<(), Error> {
        let position = self.tree.node(at).position;
        let elements = self.tree.elements(at).unwrap_or_default();
        let &[_, name, sort] = &elements[..] else {
            return Err(Error::new(position, "`as` has a symbol and a sort"));
        };
        let sort = self.context.sort(&self.tree, sort)?;
        let Some(name) = self.tree.symbol(name) else {
            return Err(Error::new(position, "`as` has a symbol and a sort"));
        };
        let value = self.read_symbol(name, position)?;
        if value.sort != sort {
            return Err(self.wrong_sort(sort, value.sort, position));
        }
        self.values.push(value);
        Ok(())
    }

    fn read_let(&mut self, at: usize) -> Result<(), Error> {
        let position = self.tree.node(at).position;
        let elements = self.tree.elements(at).unwrap_or_default();
        let bindings = match elements[..] {
            [_, bindings, _] => self.tree.elements(bindings),
            _ => None,
        };
        let Some(bindings) = bindings.filter(|bindings| !bindings.is_empty()) else {
            return Err(Error::new(
                position,
                "a let has the form (let ((SYMBOL TERM) ...) TERM)",
            ));
        };
        let (mut names, mut terms) = (Vec::new(), Vec::new());
        for binding in bindings {
            let parts = self.tree.elements(binding).unwrap_or_default();
            let name = parts.first().and_then(|&name| self.tree.symbol(name));
            let (Some(name), [_, term]) = (name, &parts[..]) else {
                return Err(Error::new(
                    self.tree.node(binding).position,
                    "a binding has the form (SYMBOL TERM)",
                ));
            };
            names.push(name);
            terms.push(*term);
        }
        let mut sorted = names.clone();
        sorted.sort_unstable();
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            let name = self.context.texts.get(pair[0]);
            return Err(Error::new(position, format!("`{name}` is bound twice")));
        }
        self.tasks
            .push(Task::Bind(names, self.values.len(), elements[2]));
        self.tasks.extend(terms.into_iter().rev().map(Task::Read));
        Ok(())
    }

    fn read_annotated(&mut self, at: usize) -> Result<(), Error> {
        let position = self.tree.node(at).position;
        let elements = self.tree.elements(at).unwrap_or_default();
        let Some(&term) = elements.get(1) else {
            return Err(Error::new(position, "`!` has a term and attributes"));
        };
        let mut attributes = elements[2..].iter().copied().peekable();
        if attributes.peek().is_none() {
            return Err(Error::new(position, "`!` has at least one attribute"));
        }
        while let Some(attribute) = attributes.next() {
            let Kind::Keyword(keyword) = self.tree.node(attribute).kind else {
                return Err(Error::new(
                    self.tree.node(attribute).position,
                    "an attribute begins with a keyword",
                ));
            };
            let is_value = |at: &usize| !matches!(self.tree.node(*at).kind, Kind::Keyword(_));
            let value = attributes.next_if(is_value);
            if keyword == self.context.words.named {
                let Some(name) = value.and_then(|value| self.tree.symbol(value)) else {
                    return Err(Error::new(
                        self.tree.node(attribute).position,
                        "behind :named comes a symbol",
                    ));
                };
                let position = self.tree.node(attribute).position;
                self.tasks.push(Task::Name(name, position));
            }
        }
        self.tasks.push(Task::Read(term));
        Ok(())
    }

    fn apply(
        &mut self,
        head: Head,
        arguments: Vec<Value>,
        position: Position,
    ) -> Result<(), Error> {
        let value = match head {
            Head::Operator(meaning, numerals) => {
                self.apply_operator(meaning, &numerals, &arguments, position)?
            }
            Head::Function(function) => {
                self.check_scalars(&function.parameters, &arguments, position)?;
                let context = &mut *self.context;
                let pairs = arguments.iter().zip(&function.parameters);
                let terms = pairs.map(|(value, &sort)| context.inward(value, sort));
                let terms = terms.collect();
                let term = context.reduction.apply(
                    &mut context.table,
                    function.number,
                    "application",
                    terms,
                    function.result.width(),
                );
                context.outward(term, function.result)
            }
            Head::Macro(definition) => {
                let sorts: Vec<Sort> = definition.parameters.iter().map(|(_, it)| *it).collect();
                self.check_arguments(&sorts, &arguments, position)?;
                let key = (definition.number, arguments);
                if let Some(value) = self.context.results.get(&key) {
                    value.clone()
                } else {
                    let names = definition.parameters.iter().map(|(name, _)| *name);
                    let locals = names
                        .zip(&key.1)
                        .map(|(name, value)| (name, vec![value.clone()]))
                        .collect();
                    self.tasks.push(Task::Return {
                        key,
                        result: definition.result,
                        tree: std::mem::replace(&mut self.tree, definition.body.clone()),
                        locals: std::mem::replace(&mut self.locals, locals),
                        position,
                    });
                    self.tasks.push(Task::Read(0));
                    return Ok(());
                }
            }
            Head::OfRatio(format, ratio) => {
                let [mode] = &arguments[..] else {
                    return Err(Error::new(position, "a rounding mode was expected"));
                };
                let value = self.context.float_of_ratio(format, mode, &ratio);
                value.map_err(|message| Error::new(position, message))?
            }
            Head::ConstantArray { index, element } => {
                self.check_scalars(&[element], &arguments, position)?;
                let value = self.context.inward(&arguments[0], element);
                self.context.constant_array(index, element, value)
            }
        };
        self.values.push(value);
        Ok(())
    }

    fn check_scalars(
        &self,
        scalars: &[Scalar],
        arguments: &[Value],
        position: Position,
    ) -> Result<(), Error> {
        let sorts = scalars.iter().map(|&it| self.context.nested.sort(it));
        self.check_arguments(&sorts.collect::<Vec<_>>(), arguments, position)
    }

    fn check_arguments(
        &self,
        sorts: &[Sort],
        arguments: &[Value],
        position: Position,
    ) -> Result<(), Error> {
        if sorts.len() != arguments.len() {
            return Err(Error::new(
                position,
                format!(
                    "{} arguments were expected, not {}",
                    sorts.len(),
                    arguments.len()
                ),
            ));
        }
        match sorts
            .iter()
            .zip(arguments)
            .find(|(sort, it)| **sort != it.sort)
        {
            Some((&sort, argument)) => Err(self.wrong_sort(sort, argument.sort, position)),
            None => Ok(()),
        }
    }

    /// At least so many arguments.
    fn at_least(&self, count: usize, found: usize, position: Position) -> Result<(), Error> {
        if found >= count {
            return Ok(());
        }
        Err(Error::new(
            position,
            format!("at least {count} arguments were expected, not {found}"),
        ))
    }

    /// Truth values as terms.
    fn truths(&self, arguments: &[Value], position: Position) -> Result<Vec<Term>, Error> {
        match arguments.iter().find(|it| it.sort != Sort::BOOL) {
            Some(other) => Err(self.wrong_sort(Sort::BOOL, other.sort, position)),
            None => Ok(arguments.iter().map(Value::term).collect()),
        }
    }

    /// Bit-vectors as terms, each with its width.
    fn vectors(&self, arguments: &[Value], position: Position) -> Result<Vec<(Term, u32)>, Error> {
        arguments
            .iter()
            .map(|it| match it.sort {
                Sort::Scalar(Scalar::Bits(width)) => Ok((it.term(), width)),
                other => Err(Error::new(
                    position,
                    format!(
                        "a bit-vector was expected, not a term of sort {}",
                        self.sort_text(other)
                    ),
                )),
            })
            .collect()
    }

    /// Bit-vectors of one width as terms, and the width.
    fn same_vectors(
        &self,
        arguments: &[Value],
        position: Position,
    ) -> Result<(Vec<Term>, u32), Error> {
        let vectors = self.vectors(arguments, position)?;
        let width = vectors.first().map_or(1, |(_, width)| *width);
        match vectors.iter().find(|(_, other)| *other != width) {
            Some((_, other)) => {
                Err(self.wrong_sort(Sort::bits(width), Sort::bits(*other), position))
            }
            None => Ok((vectors.into_iter().map(|(term, _)| term).collect(), width)),
        }
    }

    /// Values of one sort.
    fn same_sort(&self, arguments: &[Value], position: Position) -> Result<(), Error> {
        for pair in arguments.windows(2) {
            if pair[0].sort != pair[1].sort {
                return Err(self.wrong_sort(pair[0].sort, pair[1].sort, position));
            }
        }
        Ok(())
    }

    fn apply_operator(
        &mut self,
        meaning: Meaning,
        numerals: &[u32],
        arguments: &[Value],
        position: Position,
    ) -> Result<Value, Error> {
        let exactly = |count: usize| {
            operators::exactly(arguments, count).map_err(|message| Error::new(position, message))
        };
        let count = arguments.len();
        Ok(match meaning {
            Meaning::And => {
                self.at_least(1, count, position)?;
                let terms = self.truths(arguments, position)?;
                Value::bool(balanced(terms, |a, b| self.context.table.and(a, b)))
            }
            Meaning::Or => {
                self.at_least(1, count, position)?;
                let terms = self.truths(arguments, position)?;
                Value::bool(balanced(terms, |a, b| self.context.table.or(a, b)))
            }
            Meaning::Not => {
                exactly(1)?;
                let terms = self.truths(arguments, position)?;
                Value::bool(self.context.table.not(terms[0]))
            }
            Meaning::Xor => {
                self.at_least(2, count, position)?;
                let terms = self.truths(arguments, position)?;
                Value::bool(balanced(terms, |a, b| self.context.table.xor(a, b)))
            }
            Meaning::Implies => {
                self.at_least(2, count, position)?;
                let mut terms = self.truths(arguments, position)?;
                let mut result = terms.pop().unwrap_or_else(|| self.context.table.true_());
                for &term in terms.iter().rev() {
                    result = self.context.table.implies(term, result);
                }
                Value::bool(result)
            }
            Meaning::Equal => {
                self.at_least(2, count, position)?;
                self.same_sort(arguments, position)?;
                let pairs = arguments.windows(2);
                let equal = pairs.map(|pair| self.context.equal(&pair[0], &pair[1]));
                let equal = equal.collect();
                Value::bool(balanced(equal, |a, b| self.context.table.and(a, b)))
            }
            Meaning::Distinct => {
                self.at_least(2, count, position)?;
                self.same_sort(arguments, position)?;
                let mut different = Vec::new();
                for (at, a) in arguments.iter().enumerate() {
                    for b in &arguments[at + 1..] {
                        let equal = self.context.equal(a, b);
                        different.push(self.context.table.not(equal));
                    }
                }
                Value::bool(balanced(different, |a, b| self.context.table.and(a, b)))
            }
            Meaning::Ite => {
                exactly(3)?;
                let condition = self.truths(&arguments[..1], position)?[0];
                self.same_sort(&arguments[1..], position)?;
                let branches = arguments[1].terms.iter().zip(&arguments[2].terms);
                let terms = branches.map(|(&a, &b)| self.context.table.ite(condition, a, b));
                Value {
                    sort: arguments[1].sort,
                    terms: terms.collect::<SmallVec<_>>(),
                }
            }
            Meaning::Unary(make) => {
                exactly(1)?;
                let (terms, width) = self.same_vectors(arguments, position)?;
                Value::bits(width, make(&mut self.context.table, terms[0]))
            }
            Meaning::Reduce(make) => {
                exactly(1)?;
                let (terms, _) = self.same_vectors(arguments, position)?;
                Value::bits(1, make(&mut self.context.table, terms[0]))
            }
            Meaning::Test(make) => {
                exactly(1)?;
                let (terms, _) = self.same_vectors(arguments, position)?;
                Value::bool(make(&mut self.context.table, terms[0]))
            }
            Meaning::Fold(make) => {
                self.at_least(2, count, position)?;
                let (terms, width) = self.same_vectors(arguments, position)?;
                let rest = terms[1..].iter();
                let table = &mut self.context.table;
                Value::bits(width, rest.fold(terms[0], |a, &b| make(table, a, b)))
            }
            Meaning::Compare(make) => {
                exactly(2)?;
                let (terms, _) = self.same_vectors(arguments, position)?;
                Value::bits(1, make(&mut self.context.table, terms[0], terms[1]))
            }
            Meaning::Chain(make) => {
                self.at_least(2, count, position)?;
                let (terms, _) = self.same_vectors(arguments, position)?;
                let table = &mut self.context.table;
                let pairs = terms.windows(2);
                let parts = pairs.map(|pair| make(table, pair[0], pair[1])).collect();
                Value::bool(balanced(parts, |a, b| table.and(a, b)))
            }
            Meaning::Concat => {
                self.at_least(2, count, position)?;
                let vectors = self.vectors(arguments, position)?;
                let width = vectors.iter().map(|(_, width)| u64::from(*width)).sum();
                let width = crate::operators::within_limit(width)
                    .map_err(|message| Error::new(position, message))?;
                let table = &mut self.context.table;
                let rest = vectors[1..].iter();
                let term = rest.fold(vectors[0].0, |high, (low, _)| table.concat(high, *low));
                Value::bits(width, term)
            }
            Meaning::Indexed(_, make) => {
                exactly(1)?;
                let (terms, _) = self.same_vectors(arguments, position)?;
                let term = make(&mut self.context.table, terms[0], numerals)
                    .map_err(|message| Error::new(position, message))?;
                Value::bits(self.context.table.width(term), term)
            }
            Meaning::Float(operator) => {
                let value = self.context.apply_float(operator, numerals, arguments);
                value.map_err(|message| Error::new(position, message))?
            }
            Meaning::Select => {
                exactly(2)?;
                let (index, element) = self.array(&arguments[0], position)?;
                self.check_scalars(&[index], &arguments[1..], position)?;
                let at = self.context.inward(&arguments[1], index);
                self.context.select(&arguments[0], element, at)
            }
            Meaning::Store => {
                exactly(3)?;
                let (index, element) = self.array(&arguments[0], position)?;
                self.check_scalars(&[index, element], &arguments[1..], position)?;
                let at = self.context.inward(&arguments[1], index);
                let stored = self.context.inward(&arguments[2], element);
                self.context.store(&arguments[0], at, stored)
            }
        })
    }

    /// The sorts of indices and elements of an array.
    fn array(&self, value: &Value, position: Position) -> Result<(Scalar, Scalar), Error> {
        match value.sort {
            Sort::Array { index, element } => Ok((index, element)),
            other => Err(Error::new(
                position,
                format!(
                    "an array was expected, not a term of sort {}",
                    self.sort_text(other)
                ),
            )),
        }
    }
}

/// All `parts` (at least one) joined as a balanced tree.
fn balanced(mut parts: Vec<Term>, mut join: impl FnMut(Term, Term) -> Term) -> Term {
    while parts.len() > 1 {
        parts = parts
            .chunks(2)
            .map(|pair| match *pair {
                [a, b] => join(a, b),
                _ => pair[0],
            })
            .collect();
    }
    parts[0]
}
