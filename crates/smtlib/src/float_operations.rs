//! The operators of the theory FloatingPoint on terms. See [`crate::floats`] for how numbers are told.

use everypath_term::float::exception;
use everypath_term::{FloatFormat, FloatOp, FloatOperator, Kind, Rounding, Term, TermTable};

use crate::context::Context;
use crate::floats::{Operator, Ratio, canonical, format, is_zero, rounding_constant};
use crate::operators::exactly;
use crate::sorts::{Scalar, Sort, Value};

/// A wrong application: what is expected.
type Refused = String;

impl Context {
    /// Applies an operator of the theory.
    pub fn apply_float(
        &mut self,
        operator: Operator,
        numerals: &[u32],
        arguments: &[Value],
    ) -> Result<Value, Refused> {
        match operator {
            Operator::Parts => {
                let [sign, exponent, fraction] = count(arguments)?;
                let widths = [sign, exponent, fraction].map(width_of_bits);
                let [Some(1), Some(exponent_bits), Some(fraction_bits)] = widths else {
                    return Err(
                        "fp has a sign of one bit, an exponent and a fraction, all bit-vectors"
                            .to_owned(),
                    );
                };
                let format = format(exponent_bits, fraction_bits + 1)?;
                let table = &mut self.table;
                let high = table.concat(sign.term(), exponent.term());
                let bits = table.concat(high, fraction.term());
                Ok(self.number(format, bits))
            }
            Operator::Rounded(operator) => {
                let (mode, numbers) = self.with_mode(arguments, operator.arity())?;
                let (format, terms) = self.operands(numbers)?;
                let term = self.rounded(mode, |table, rounding| {
                    table.float_arithmetic(operator, format, rounding, &terms)
                });
                Ok(Value::scalar(Scalar::Float(format), term))
            }
            Operator::Difference => {
                let (mode, numbers) = self.with_mode(arguments, 2)?;
                let (format, terms) = self.operands(numbers)?;
                let term = self.rounded(mode, |table, rounding| {
                    table.float_sub(format, rounding, terms[0], terms[1])
                });
                Ok(Value::scalar(Scalar::Float(format), term))
            }
            Operator::Exact(operator) => {
                exactly(arguments, operator.arity())?;
                let (format, terms) = self.operands(arguments)?;
                let nearest = Rounding::NearestEven;
                let term = self
                    .table
                    .float_arithmetic(operator, format, nearest, &terms);
                Ok(Value::scalar(Scalar::Float(format), term))
            }
            Operator::Negative | Operator::Absolute => {
                let [number] = count(arguments)?;
                let format = format_of(number)?;
                let a = self.bits_before(format, number.term());
                let table = &mut self.table;
                let is_nan = table.float_is_nan(format, a);
                let changed = match operator {
                    Operator::Negative => table.float_negate(format, a),
                    _ => table.float_absolute(format, a),
                };
                let nan = table.float_constant(format, format.nan());
                let term = table.ite(is_nan, nan, changed);
                Ok(Value::scalar(Scalar::Float(format), term))
            }
            Operator::Least | Operator::Greatest => {
                exactly(arguments, 2)?;
                let (format, terms) = numbers_of_one_format(arguments)?;
                let greatest = matches!(operator, Operator::Greatest);
                let term = self.extreme(format, greatest, terms[0], terms[1]);
                Ok(Value::scalar(Scalar::Float(format), term))
            }
            Operator::Chain(_) | Operator::ChainBack(_) if arguments.len() < 2 => {
                Err("at least 2 arguments were expected".to_owned())
            }
            Operator::Chain(comparison) | Operator::ChainBack(comparison) => {
                let (format, mut terms) = self.operands(arguments)?;
                if let Operator::ChainBack(_) = operator {
                    terms.reverse();
                }
                let mut all = self.table.true_();
                for pair in terms.windows(2) {
                    let nearest = Rounding::NearestEven;
                    let holds = self
                        .table
                        .float_arithmetic(comparison, format, nearest, pair);
                    all = self.table.and(all, holds);
                }
                Ok(Value::bool(all))
            }
            Operator::Test(test) => {
                let [number] = count(arguments)?;
                let format = format_of(number)?;
                let of = self.bits_before(format, number.term());
                Ok(Value::bool(test(&mut self.table, format, of)))
            }
            Operator::ToNumber => {
                let to = format(numerals[0], numerals[1])?;
                if let [bits] = arguments {
                    if width_of_bits(bits) != Some(to.width()) {
                        return Err(format!(
                            "a bit-vector of {} bits, or a rounding mode and one more, were expected",
                            to.width()
                        ));
                    }
                    return Ok(self.number(to, bits.term()));
                }
                let (mode, given) = self.with_mode(arguments, 1)?;
                let of = given[0].term();
                match given[0].sort {
                    Sort::Scalar(Scalar::Float(from)) => {
                        let of = self.bits_before(from, of);
                        let term = self.rounded(mode, |table, rounding| {
                            table.float(FloatOp::convert(from, to, rounding), 1, &[of])
                        });
                        Ok(Value::scalar(Scalar::Float(to), term))
                    }
                    Sort::Scalar(Scalar::Bits(width)) => {
                        self.number_of_integer(FloatOperator::FromSigned, to, mode, of, width)
                    }
                    _ => Err("a number or a bit-vector was expected".to_owned()),
                }
            }
            Operator::FromUnsigned => {
                let to = format(numerals[0], numerals[1])?;
                let (mode, given) = self.with_mode(arguments, 1)?;
                match width_of_bits(&given[0]) {
                    Some(width) => {
                        let of = given[0].term();
                        self.number_of_integer(FloatOperator::FromUnsigned, to, mode, of, width)
                    }
                    None => Err("a bit-vector was expected".to_owned()),
                }
            }
            Operator::ToInteger(operator) => {
                let (mode, given) = self.with_mode(arguments, 1)?;
                let from = format_of(&given[0])?;
                let width = narrow(numerals[0])?;
                Ok(self.integer_of_number(operator, from, mode, given[0].term(), width))
            }
        }
    }

    /// The number that a ratio of whole numbers is rounded to.
    pub fn float_of_ratio(
        &mut self,
        format: FloatFormat,
        mode: &Value,
        ratio: &Ratio,
    ) -> Result<Value, Refused> {
        let mode = self.mode(mode)?;
        let term = self.rounded(mode, |table, rounding| {
            table.float_ratio(format, rounding, ratio.negative, &ratio.above, &ratio.below)
        });
        Ok(Value::scalar(Scalar::Float(format), term))
    }

    /// The truth value that a constant, made after a number, has the bits of it, those of the NaN that operations give for a NaN; and these bits.
    pub fn has_bits_of(&mut self, constant: &Value, number: &Value) -> Option<(Term, Value)> {
        let Sort::Scalar(Scalar::Float(format)) = number.sort else {
            return None;
        };
        let (bits, of) = (constant.term(), number.term());
        if width_of_bits(constant) != Some(format.width()) || of.index() >= bits.index() {
            return None;
        }
        let read = self.number(format, bits);
        let table = &mut self.table;
        let is_nan = table.float_is_nan(format, of);
        let nan = table.float_constant(format, format.nan());
        let (as_nan, as_number) = (table.eq(bits, nan), table.eq(read.term(), of));
        let holds = table.ite(is_nan, as_nan, as_number);
        Some((holds, Value::bits(format.width(), of)))
    }

    fn number(&mut self, format: FloatFormat, bits: Term) -> Value {
        let scalar = Scalar::Float(format);
        Value::scalar(scalar, canonical(&mut self.table, scalar, bits))
    }

    /// Numbers of one format as operands of operations, to which all NaNs are one: as they were before they were [canonical].
    fn operands(&mut self, values: &[Value]) -> Result<(FloatFormat, Vec<Term>), Refused> {
        let (format, terms) = numbers_of_one_format(values)?;
        let terms = terms.into_iter().map(|it| self.bits_before(format, it));
        Ok((format, terms.collect()))
    }

    /// Bits that are those of a number, or a NaN where it is a NaN: what it was made of. So an operation on inputs is the term that it is without the
    /// theory's one NaN.
    fn bits_before(&mut self, format: FloatFormat, number: Term) -> Term {
        let node = self.table.node(number);
        if node.kind != Kind::Ite {
            return number;
        }
        let nan = self.table.float_constant(format, format.nan());
        let changed = node.third();
        let (mut of, inner) = (changed, self.table.node(changed));
        // The sign of a NaN does not matter, either.
        if let (Kind::Xor | Kind::And, [a, b]) = (inner.kind, [inner.first(), inner.second()]) {
            of = if self.table.as_constant(a).is_some() {
                b
            } else {
                a
            };
            let negated = self.table.float_negate(format, of);
            let absolute = self.table.float_absolute(format, of);
            if changed != negated && changed != absolute {
                of = changed;
            }
        }
        let is_nan = self.table.float_is_nan(format, of);
        match node.first() == is_nan && node.second() == nan {
            true => changed,
            false => number,
        }
    }

    fn mode(&self, value: &Value) -> Result<Term, Refused> {
        match value.sort {
            Sort::Scalar(Scalar::Rounding) => Ok(value.term()),
            _ => Err("a rounding mode was expected".to_owned()),
        }
    }

    /// The rounding mode in front, and the other arguments, `expected` of them.
    fn with_mode<'a>(
        &self,
        arguments: &'a [Value],
        expected: usize,
    ) -> Result<(Term, &'a [Value]), Refused> {
        exactly(arguments, expected + 1)?;
        Ok((self.mode(&arguments[0])?, &arguments[1..]))
    }

    /// A term for each rounding mode that `mode` may be.
    fn rounded(
        &mut self,
        mode: Term,
        mut make: impl FnMut(&mut TermTable, Rounding) -> Term,
    ) -> Term {
        let known = self.table.as_u64(mode);
        let known = known.and_then(|number| Rounding::ALL.into_iter().nth(number as usize));
        if let Some(rounding) = known {
            return make(&mut self.table, rounding);
        }
        let [first, others @ ..] = Rounding::ALL;
        let mut result = make(&mut self.table, first);
        for rounding in others {
            let here = make(&mut self.table, rounding);
            let constant = rounding_constant(&mut self.table, rounding);
            let is_here = self.table.eq(mode, constant);
            result = self.table.ite(is_here, here, result);
        }
        result
    }

    fn number_of_integer(
        &mut self,
        operator: FloatOperator,
        to: FloatFormat,
        mode: Term,
        of: Term,
        width: u32,
    ) -> Result<Value, Refused> {
        narrow(width)?;
        let term = self.rounded(mode, |table, rounding| {
            table.float(FloatOp::new(operator, to, rounding), 1, &[of])
        });
        Ok(Value::scalar(Scalar::Float(to), term))
    }

    /// The integer of a number; of one that does not fit, any.
    fn integer_of_number(
        &mut self,
        operator: FloatOperator,
        from: FloatFormat,
        mode: Term,
        of: Term,
        width: u32,
    ) -> Value {
        let signed = operator == FloatOperator::ToSigned;
        let name = if signed { "fp.to_sbv" } else { "fp.to_ubv" };
        let open = self.unspecified(name, from, vec![mode, of], width);
        let of = self.bits_before(from, of);
        let term = self.rounded(mode, |table, rounding| {
            let flags = table.float_integer_flags(signed, from, rounding, width, of);
            let refused = table.bit(flags, exception::INVALID.trailing_zeros());
            let integer = table.float(FloatOp::new(operator, from, rounding), width, &[of]);
            table.ite(refused, open, integer)
        });
        Value::bits(width, term)
    }

    /// The lesser or the greater of two numbers; of zeros with different signs, either.
    fn extreme(&mut self, format: FloatFormat, greatest: bool, a: Term, b: Term) -> Term {
        let name = if greatest { "fp.max" } else { "fp.min" };
        let sign = self.table.float_sign(format, a);
        let open = self.unspecified(name, format, vec![sign], 1);
        let table = &mut self.table;
        let known = table.float_extreme(format, greatest, a, b);
        let [a_zero, b_zero] = [a, b].map(|it| is_zero(table, format, it));
        let zeros = table.and(a_zero, b_zero);
        let differ = table.ne(a, b);
        let either = table.and(zeros, differ);
        let [positive, negative] = [0, format.sign()].map(|it| table.float_constant(format, it));
        let some_zero = table.ite(open, negative, positive);
        table.ite(either, some_zero, known)
    }

    /// A function of some arguments that a model may choose.
    fn unspecified(
        &mut self,
        name: &'static str,
        format: FloatFormat,
        arguments: Vec<Term>,
        width: u32,
    ) -> Term {
        let symbols = &mut self.symbols;
        let new = || symbols.new_function();
        let function = self.unspecified.function((name, format, width), new);
        self.reduction
            .apply(&mut self.table, function, name, arguments, width)
    }
}

fn count<const N: usize>(arguments: &[Value]) -> Result<&[Value; N], Refused> {
    exactly(arguments, N)?;
    arguments
        .first_chunk()
        .ok_or_else(|| format!("{N} arguments were expected"))
}

fn width_of_bits(value: &Value) -> Option<u32> {
    match value.sort {
        Sort::Scalar(Scalar::Bits(width)) => Some(width),
        _ => None,
    }
}

fn format_of(value: &Value) -> Result<FloatFormat, Refused> {
    match value.sort {
        Sort::Scalar(Scalar::Float(format)) => Ok(format),
        _ => Err("a floating-point number was expected".to_owned()),
    }
}

fn numbers_of_one_format(values: &[Value]) -> Result<(FloatFormat, Vec<Term>), Refused> {
    let formats: Vec<FloatFormat> = values.iter().map(format_of).collect::<Result<_, _>>()?;
    match formats.first() {
        Some(&format) if formats.iter().all(|&it| it == format) => {
            Ok((format, values.iter().map(Value::term).collect()))
        }
        _ => Err("floating-point numbers of one sort were expected".to_owned()),
    }
}

/// A width that conversions have.
fn narrow(width: u32) -> Result<u32, Refused> {
    match width {
        0 => Err("a bit-vector has at least one bit".to_owned()),
        1..=everypath_term::float::WIDEST => Ok(width),
        _ => Err(format!(
            "unsupported: a conversion of {width} bits; the limit is {}",
            everypath_term::float::WIDEST
        )),
    }
}
