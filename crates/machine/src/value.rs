//! Values: a constant until it has to be a term.

use everypath_term::ops::{fold_binary, fold_resize, fold_unary};
use everypath_term::{BinaryOp, Term, TermTable, UnaryOp};

/// The value of a local or a memory cell. Its width is known from its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A constant below 2^width, width at most 64.
    Constant(u64),
    /// A term that is no constant of 64 bits or less.
    Term(Term),
}

impl Value {
    /// The value of a term: a constant if the term is one of at most 64 bits.
    pub fn of(terms: &TermTable, term: Term) -> Value {
        match terms.as_u64(term) {
            Some(constant) => Value::Constant(constant),
            None => Value::Term(term),
        }
    }

    /// The value as a term of `width` bits.
    pub fn term(self, terms: &mut TermTable, width: u32) -> Term {
        match self {
            Value::Constant(constant) => terms.constant(width, constant),
            Value::Term(term) => term,
        }
    }

    /// The constant, if it is one.
    pub fn constant(self) -> Option<u64> {
        match self {
            Value::Constant(constant) => Some(constant),
            Value::Term(_) => None,
        }
    }

    /// `op a` at `width` bits.
    #[inline]
    pub fn unary(terms: &mut TermTable, op: UnaryOp, width: u32, a: Value) -> Value {
        if let Value::Constant(a) = a
            && width <= 64
        {
            return Value::Constant(fold_unary(op, width, a));
        }
        let a = a.term(terms, width);
        let term = terms.unary(op, a);
        Value::of(terms, term)
    }

    /// `a op b` at `width` bits.
    #[inline(always)]
    pub fn binary(terms: &mut TermTable, op: BinaryOp, width: u32, a: Value, b: Value) -> Value {
        match (a, b) {
            (Value::Constant(a), Value::Constant(b)) if width <= 64 => {
                Value::Constant(fold_binary(op, width, a, b))
            }
            _ => Self::binary_term(terms, op, width, a, b),
        }
    }

    #[inline(never)]
    fn binary_term(terms: &mut TermTable, op: BinaryOp, width: u32, a: Value, b: Value) -> Value {
        let a = a.term(terms, width);
        let b = b.term(terms, width);
        let term = terms.binary(op, a, b);
        Value::of(terms, term)
    }

    /// `condition ? then : otherwise` at `width` bits.
    #[inline]
    pub fn select(
        terms: &mut TermTable,
        width: u32,
        condition: Value,
        then: Value,
        otherwise: Value,
    ) -> Value {
        match condition {
            Value::Constant(0) => otherwise,
            Value::Constant(_) => then,
            Value::Term(condition) => {
                let then = then.term(terms, width);
                let otherwise = otherwise.term(terms, width);
                let term = terms.ite(condition, then, otherwise);
                Value::of(terms, term)
            }
        }
    }

    /// The low `keep` bits of this value of `from` bits, extended to `width` bits.
    #[inline(always)]
    pub fn resize(
        self,
        terms: &mut TermTable,
        from: u32,
        keep: u32,
        width: u32,
        sign: bool,
    ) -> Value {
        match self {
            Value::Constant(value) if width <= 64 => {
                Value::Constant(fold_resize(value, keep, width, sign))
            }
            _ => self.resize_term(terms, from, keep, width, sign),
        }
    }

    #[inline(never)]
    fn resize_term(
        self,
        terms: &mut TermTable,
        from: u32,
        keep: u32,
        width: u32,
        sign: bool,
    ) -> Value {
        let whole = self.term(terms, from);
        let kept = if keep < from {
            terms.extract(whole, keep - 1, 0)
        } else {
            whole
        };
        let term = match (keep == width, sign) {
            (true, _) => kept,
            (false, true) => terms.sign_extend(kept, width),
            (false, false) => terms.zero_extend(kept, width),
        };
        Value::of(terms, term)
    }
}
