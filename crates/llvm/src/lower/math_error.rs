//! What functions of `<math.h>` leave in `errno` (C17 7.12.1), as glibc does: a domain error where a result is no number and all arguments
//! are; a range error where it is infinite and they are not, or rounds to zero. Only programs that look at `errno` have this.

use everypath_program::{BinaryOp, FloatFormat, FloatOperation, MathFunction, Operand};
use everypath_term::float::CLASSES_WIDTH;

use super::Lowerer;

/// Sets of [classes](FloatOperation::Class): the NaNs, the infinities, the zeros.
const NAN: u64 = 1 << 8 | 1 << 9;
const INFINITE: u64 = 1 << 0 | 1 << 7;
const ZERO: u64 = 1 << 3 | 1 << 4;

/// Numbers of errors on Linux.
const DOMAIN_ERROR: u64 = 33;
const RANGE_ERROR: u64 = 34;

impl Lowerer<'_> {
    /// Sets `errno` if a function of the program's own code fails for its arguments.
    pub(super) fn note_math_error(
        &mut self,
        function: MathFunction,
        format: FloatFormat,
        arguments: &[Operand],
        result: Operand,
    ) {
        let wanted = !self.library && function.has_errors();
        let (Some(math_error), Some(&first)) =
            (self.tables.math_error.filter(|_| wanted), arguments.first())
        else {
            return;
        };
        let of_first = self.class(format, first);
        let mut of_arguments = of_first;
        for &argument in &arguments[1..] {
            let class = self.class(format, argument);
            of_arguments = self.binary(BinaryOp::Or, CLASSES_WIDTH, of_arguments, class);
        }
        let of_result = self.class(format, result);

        let no_number = self.is_one_of(of_result, NAN);
        let had_none = self.is_one_of(of_arguments, NAN);
        let had_all = self.not(had_none);
        let domain = self.both(no_number, had_all);

        let mut range = self.is_one_of(of_result, INFINITE);
        if function.rounds_to_zero() {
            let is_zero = self.is_one_of(of_result, ZERO);
            let of_zero = self.is_one_of(of_first, ZERO);
            let of_other = self.not(of_zero);
            let rounded = self.both(is_zero, of_other);
            range = self.either(range, rounded);
        }
        let had_infinite = self.is_one_of(of_arguments, INFINITE | NAN);
        let all_finite = self.not(had_infinite);
        let range = self.both(range, all_finite);

        let width = self.address_width;
        let (none, error) = (Operand::Constant(0), Operand::Constant(RANGE_ERROR));
        let error = self.select(width, range, error, none);
        let error = self.select(width, domain, Operand::Constant(DOMAIN_ERROR), error);
        self.call_library(math_error, &[error], &[]);
    }

    fn class(&mut self, format: FloatFormat, number: Operand) -> Operand {
        self.float_operation(FloatOperation::Class, format, &[number])
    }

    fn is_one_of(&mut self, class: Operand, set: u64) -> Operand {
        let common = self.binary(BinaryOp::And, CLASSES_WIDTH, class, Operand::Constant(set));
        self.binary(BinaryOp::Ne, CLASSES_WIDTH, common, Operand::Constant(0))
    }
}
