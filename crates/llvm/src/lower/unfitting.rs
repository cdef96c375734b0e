//! Direct calls whose arguments or result do not fit the function, where `invalid-call` is not checked.
//!
//! They are undefined in C and LLVM. What common machines do is followed as far as it is the same everywhere: integers and
//! addresses travel in registers, so a callee sees the low bits of a wider argument. What it sees beyond a narrower one, or of
//! an argument that is missing, is arbitrary, unless the callee's own declaration says how it is extended. The same
//! holds for results.

use everypath_program::{BinaryOp, Callee, Operand};

use super::{Flow, Lowerer, Piece};
use crate::binding::{Place, Type, TypeKind, Value};

impl<'m> Lowerer<'m> {
    /// Calls a function of the type `expected` as another one.
    pub(super) fn unfitting_call(
        &mut self,
        call: Value<'m>,
        callee: Value<'m>,
        expected: Type<'m>,
        target: Callee,
    ) -> Flow {
        let arguments = call.arguments();
        let parameters = expected.parameters();
        let mut operands = Vec::new();
        for (number, &parameter) in parameters.iter().enumerate() {
            let place = Place::Parameter(number as u32);
            match arguments.get(number) {
                Some(&argument) if self.have_one_shape(argument.value_type(), parameter) => {
                    operands.extend(self.scalars(argument));
                }
                Some(&argument) => {
                    let given = argument.value_type();
                    let (Some(from), Some(to)) = (self.word(given), self.word(parameter)) else {
                        let (given, parameter) = (given.text(), parameter.text());
                        return self
                            .unsupported(&format!("a call that passes {given} for {parameter}"));
                    };
                    let value = self.scalar(argument, from);
                    operands.push(self.fit(value, from, to, callee, place));
                }
                None => {
                    let Some(shape) = self.shapes.of(parameter) else {
                        let parameter = parameter.text();
                        return self.unsupported(&format!("an argument of type {parameter}"));
                    };
                    for scalar in shape.iter() {
                        operands.push(self.operand(Piece::Undefined, scalar.width));
                    }
                }
            }
        }
        let mark = match expected.is_variadic() {
            true => {
                let fixed = parameters.len().min(arguments.len());
                self.pass_variable_arguments(call, &arguments, fixed)?
            }
            false => None,
        };
        let wanted = call.value_type();
        let (result, shape) = match expected.result() {
            Some(result) => (result, self.shapes.of(result)),
            None => (wanted, None),
        };
        let Some(shape) = shape.filter(|_| call.users().next().is_some()) else {
            self.transfer(target, operands, &[], mark);
            return Ok(());
        };
        if shape.is_empty() {
            self.transfer(target, operands, &[], mark);
            let pieces = self.undefined_pieces(wanted);
            self.define(call, &pieces);
            return Ok(());
        }
        let mut results = Vec::with_capacity(shape.len());
        for scalar in shape.iter() {
            results.push(self.named(call.name(), scalar.width));
        }
        self.transfer(target, operands, &results, mark);
        if self.have_one_shape(result, wanted) {
            let pieces: Vec<Piece> = results
                .into_iter()
                .map(|local| Piece::Is(Operand::Local(local)))
                .collect();
            self.define(call, &pieces);
            return Ok(());
        }
        match (self.word(result), self.word(wanted), &results[..]) {
            (Some(from), Some(to), &[value]) => {
                let value = Operand::Local(value);
                let value = self.fit(value, from, to, callee, Place::Result);
                self.define_scalar(call, value);
                Ok(())
            }
            _ => {
                let (result, wanted) = (result.text(), wanted.text());
                self.unsupported(&format!("a call that takes {result} for {wanted}"))
            }
        }
    }

    /// Whether values of both types are the same scalars, integers or not alike.
    fn have_one_shape(&mut self, a: Type<'m>, b: Type<'m>) -> bool {
        if a == b {
            return true;
        }
        match (self.word(a), self.word(b)) {
            (Some(a), Some(b)) => a == b,
            _ => false,
        }
    }

    /// The width of an integer or address that fits a register.
    fn word(&mut self, of: Type<'m>) -> Option<u32> {
        let fits = matches!(
            of.kind(),
            TypeKind::LLVMIntegerTypeKind | TypeKind::LLVMPointerTypeKind
        );
        let width = self.shapes.width(of).filter(|_| fits)?;
        (width <= self.address_width).then_some(width)
    }

    /// A number as the other side of the call sees it.
    fn fit(
        &mut self,
        value: Operand,
        from: u32,
        to: u32,
        callee: Value<'m>,
        place: Place,
    ) -> Operand {
        let signed = callee.has_attribute(place, "signext");
        if to <= from || signed || callee.has_attribute(place, "zeroext") {
            return self.convert(value, from, to, signed);
        }
        let low = self.convert(value, from, to, false);
        let above = self.operand(Piece::Undefined, to - from);
        let above = self.convert(above, to - from, to, false);
        let above = self.binary(BinaryOp::Shl, to, above, Operand::Constant(u64::from(from)));
        self.binary(BinaryOp::Or, to, low, above)
    }
}
