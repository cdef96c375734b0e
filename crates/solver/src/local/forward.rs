//! What follows for the value of an operator from what is known of its operands: bits and a range.

use everypath_term::{Bits, Kind};

use super::inverse::Operator;
use super::values::{Choice, Domain, Ternary, leading_zeros, neg, not, sub, udiv};

impl Operator {
    /// The values that the operator can have where the operands have values of these sets, and perhaps more.
    pub fn domain(self, operands: &[&Domain]) -> Domain {
        let bits: Vec<&Ternary> = operands.iter().map(|operand| operand.bits()).collect();
        let mut domain = Domain::new(self.known_bits(&bits));
        if let Some((low, high)) = self.range(operands) {
            domain.restrict(&Choice::Range(low, high));
        }
        domain
    }

    /// The least and the greatest value, if they follow from those of the operands.
    fn range(self, operands: &[&Domain]) -> Option<(Bits, Bits)> {
        let ends = |operand: &Domain| (operand.low().clone(), operand.high().clone());
        // An operator that grows with its operands.
        let growing = || {
            let lows: Vec<&Bits> = operands.iter().map(|operand| operand.low()).collect();
            let highs: Vec<&Bits> = operands.iter().map(|operand| operand.high()).collect();
            (self.value(&lows), self.value(&highs))
        };
        match (self.kind, operands) {
            (Kind::Not, [a]) => Some((not(a.high()), not(a.low()))),
            (Kind::Neg, [a]) => (!a.low().is_zero()).then(|| (neg(a.high()), neg(a.low()))),
            (Kind::Add, [a, b]) => {
                // Either no sum wraps around or all do.
                let carry = |a: &Bits, b: &Bits| *b > not(a);
                (carry(a.low(), b.low()) == carry(a.high(), b.high())).then(growing)
            }
            (Kind::Mul, [a, b]) => {
                let bits = |value: &Bits| self.width - leading_zeros(value);
                (bits(a.high()) + bits(b.high()) <= self.width).then(growing)
            }
            (Kind::UDiv, [a, b]) => {
                (!b.low().is_zero()).then(|| (udiv(a.low(), b.high()), udiv(a.high(), b.low())))
            }
            (Kind::URem, [a, b]) => {
                let zero = Bits::zero(self.width);
                if b.low().is_zero() {
                    return Some((zero, a.high().clone()));
                }
                let most = sub(b.high(), &Bits::new(self.width, 1));
                Some((zero, most.min(a.high().clone())))
            }
            (Kind::Shl, [a, b]) => {
                let most = b.high().to_u64()?;
                (most <= u64::from(leading_zeros(a.high()))).then(growing)
            }
            (Kind::LShr, [a, b]) => Some((
                self.value(&[a.low(), b.high()]),
                self.value(&[a.high(), b.low()]),
            )),
            (Kind::Concat | Kind::ZeroExtend, _) => Some(growing()),
            (Kind::SignExtend, [a]) => {
                (a.low().is_negative() == a.high().is_negative()).then(growing)
            }
            (Kind::Extract, [a]) => {
                let end = self.low + self.width;
                (a.low().shift_right(end) == a.high().shift_right(end)).then(growing)
            }
            (Kind::Ult, [a, b]) if a.high() < b.low() => Some((Bits::new(1, 1), Bits::new(1, 1))),
            (Kind::Ult, [a, b]) if a.low() >= b.high() => Some((Bits::zero(1), Bits::zero(1))),
            (Kind::Eq, [a, b]) if a.high() < b.low() || b.high() < a.low() => {
                Some((Bits::zero(1), Bits::zero(1)))
            }
            (Kind::Ite, [_, a, b]) => {
                let ((a, b), (c, d)) = (ends(a), ends(b));
                Some((a.min(c), b.max(d)))
            }
            _ => None,
        }
    }

    /// The bits of the value that follow from bits of the operands.
    fn known_bits(self, operands: &[&Ternary]) -> Ternary {
        let constants: Option<Vec<&Bits>> = operands.iter().map(|o| o.as_constant()).collect();
        if let Some(constants) = constants {
            return Ternary::constant(self.value(&constants));
        }
        let constant = |i: usize| operands.get(i).and_then(|operand| operand.as_constant());
        match (self.kind, operands) {
            (Kind::Not, [a]) => a.not(),
            (Kind::Neg, [a]) => a.not().add(&Ternary::constant(Bits::new(self.width, 1))),
            (Kind::And, [a, b]) => a.and(b),
            (Kind::Or, [a, b]) => a.or(b),
            (Kind::Xor, [a, b]) => a.xor(b),
            (Kind::Add, [a, b]) => a.add(b),
            (Kind::Mul, [a, b]) => a.mul(b),
            (Kind::Concat, [a, b]) => a.concat(b),
            (Kind::Extract | Kind::ZeroExtend | Kind::SignExtend, [a]) => {
                a.map(|a| self.value(&[a]))
            }
            (Kind::Shl | Kind::LShr | Kind::AShr, [a, _]) => match constant(1) {
                Some(amount) => a.map(|a| self.value(&[a, amount])),
                None => Ternary::top(self.width),
            },
            (Kind::Eq, [a, b]) if a.meet(b).is_none() => Ternary::constant(Bits::zero(1)),
            (Kind::Ite, [_, a, b]) => match constant(0) {
                Some(condition) if condition.is_zero() => (*b).clone(),
                Some(_) => (*a).clone(),
                None => a.join(b),
            },
            _ => Ternary::top(self.width),
        }
    }
}
