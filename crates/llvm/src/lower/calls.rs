//! Calls: of functions with a body, through pointers, of what the machine implements, and of what nobody does.

use std::hash::{DefaultHasher, Hash, Hasher};

use everypath_program::{
    Assumption, BinaryOp, BlockKey, Callee, ERROR_FUNCTIONS, FloatFormat, FloatOperation,
    Instruction, Local, Operand, Property, RegionKind, Service, Terminator, UnaryOp,
};

use super::memory::Address;
use super::shape::Scalar;
use super::signature::Signature;
use super::{Flow, Lowerer, Piece, Stopped, UNDEFINED, USES_RESULT};
use crate::binding::{Place, Type, Value, ValueKind};
use crate::missing::{self, UNDEFINED_CALL};
use crate::models::{self, InputWidth, Model};

/// Arguments of the library's function that applies one of which nothing is known, and the bits of each and of what it gives.
const MOST_ARGUMENTS: usize = 4;
const WORD: u32 = 64;

impl<'m> Lowerer<'m> {
    /// The parameters of the function: scalars of each are parameters of the first block.
    pub(super) fn begin_function(&mut self) {
        let function = self.function;
        let mut in_memory = Vec::new();
        for (number, parameter) in function.parameters().into_iter().enumerate() {
            let shape = self.shapes.of(parameter.value_type());
            let mut pieces = Vec::new();
            for scalar in shape.iter().flat_map(|shape| shape.iter()) {
                let local = self.named(parameter.name(), scalar.width);
                self.builder.parameter(local);
                pieces.push(Piece::Is(Operand::Local(local)));
            }
            self.define(parameter, &pieces);
            let place = Place::Parameter(number as u32);
            if let Some(of) = function.attribute_type(place, "byval")
                && let [Piece::Is(pointer)] = pieces[..]
            {
                in_memory.push((parameter, of, pointer));
            }
        }
        // Copies may split the block, so they come behind all parameters.
        for (parameter, of, pointer) in in_memory {
            self.copy_of_argument(parameter, of, pointer);
        }
        let variadic = function.global_type().is_some_and(Type::is_variadic);
        if variadic && !function.is_declaration() {
            let cell = Address {
                base: Operand::Constant(self.tables.variadic_cell),
                offset: 0,
            };
            let area = self.load_number(cell, self.address_width);
            self.variable_arguments = Some(area);
        }
    }

    /// An argument that is passed by value in memory belongs to the callee.
    fn copy_of_argument(&mut self, parameter: Value<'m>, of: Type<'m>, pointer: Operand) {
        let size = of.allocation_size(self.layout);
        let to = self.fresh(self.address_width);
        let name = match self.source.variable_name(parameter) {
            Some(name) => name.to_owned(),
            None => parameter.name(),
        };
        self.push(Instruction::Allocate {
            to,
            size: Operand::Constant(size),
            alignment: of.alignment(self.layout).next_power_of_two(),
            kind: RegionKind::Local,
            zeroed: false,
            name,
        });
        self.source.add_variable(parameter, to, Some(size));
        let (to, from) = (
            Address {
                base: Operand::Local(to),
                offset: 0,
            },
            Address {
                base: pointer,
                offset: 0,
            },
        );
        // A copy of constant size does not end the block with a cut.
        let _ = self.copy_bytes(to, from, Operand::Constant(size));
        self.define(parameter, &[Piece::Is(to.base)]);
    }

    pub(super) fn call(&mut self, call: Value<'m>) -> Flow {
        let Some(callee) = call.callee() else {
            return self.unsupported("an incomplete call");
        };
        let callee = resolved(callee);
        if callee.kind() == ValueKind::LLVMInlineAsmValueKind {
            return self.inline_assembly(call);
        }
        if !callee.is_function() {
            return self.indirect_call(call, callee);
        }
        let name = callee.name();
        if callee.is_intrinsic() {
            return self.intrinsic(call, &name);
        }
        if name.starts_with(UNDEFINED) {
            return self.define_undefined(call);
        }
        if name == USES_RESULT {
            return self.uses_result(call);
        }
        let is_error = self.tables.checks.contains(Property::Assertion)
            && ERROR_FUNCTIONS.contains(&name.as_str());
        if !callee.is_declaration() && !is_error && !models::is_reserved(&name) {
            return self.direct_call(call, callee);
        }
        if Self::reports(call) {
            return self.report(call);
        }
        match models::model(&name) {
            Some(model) => self.model(call, &name, model),
            None => self.unknown(call, &name),
        }
    }

    /// Behind a call whose value is used: who was called must not be the last function that had no result.
    fn uses_result(&mut self, call: Value<'m>) -> Flow {
        let width = self.address_width;
        if let [without, called] = call.arguments()[..] {
            let [without, called] = [without, called].map(|it| self.scalar(it, width));
            let is_given = self.binary(BinaryOp::Ne, width, without, called);
            self.check(Property::Unreachable, is_given);
        }
        Ok(())
    }

    /// A variable that was never written, and became a value.
    fn define_undefined(&mut self, call: Value<'m>) -> Flow {
        let of = call.value_type();
        let Some(shape) = self.shapes.of(of) else {
            return self.unsupported(&format!("an undefined value of type {}", of.text()));
        };
        let variable = self.result_name(call);
        let name = variable.unwrap_or_else(|| "undefined".to_owned());
        let mut pieces = Vec::with_capacity(shape.len());
        for &Scalar { width, .. } in shape.iter() {
            let to = self.fresh(width);
            let name = name.clone();
            self.push(Instruction::Input { to, width, name });
            self.arbitrary.insert(to);
            pieces.push(Piece::Is(Operand::Local(to)));
        }
        self.define(call, &pieces);
        Ok(())
    }

    fn direct_call(&mut self, call: Value<'m>, callee: Value<'m>) -> Flow {
        let (Some(expected), Some(given)) = (callee.global_type(), call.callee_type()) else {
            return self.unsupported("an incomplete call");
        };
        let Some(&number) = self.tables.functions.get(&callee.id()) else {
            return self.unknown(call, &callee.name());
        };
        let target = Callee::Function(BlockKey::at(u64::from(number) << 32));
        let fixed = expected.parameters().len();
        let arguments = call.arguments();
        if expected != given {
            // The types disagree, as with a function that was declared without a prototype.
            let parameters = expected.parameters();
            let enough = match expected.is_variadic() {
                true => arguments.len() >= fixed,
                false => arguments.len() == fixed,
            };
            let agree = enough
                && parameters
                    .iter()
                    .zip(&arguments)
                    .all(|(&parameter, argument)| {
                        let given = self.shapes.of(argument.value_type());
                        let expected = self.shapes.of(parameter);
                        let widths = |shape: &[super::shape::Scalar]| -> Vec<u32> {
                            shape.iter().map(|scalar| scalar.width).collect()
                        };
                        given.as_deref().map(widths) == expected.as_deref().map(widths)
                    })
                && self.result_agrees(call, expected)
                && (Signature::of(expected, self.address_width))
                    .misfit(&Signature::of_call(call, given, self.address_width))
                    .is_none();
            if !agree {
                let given = arguments.iter().map(|argument| argument.value_type());
                let mut types = given
                    .chain([call.value_type()])
                    .chain(parameters)
                    .chain(expected.result());
                if let Some(of) = types.find(|of| of.is_long_double()) {
                    // A module that was compiled elsewhere; the library's `long double` is that of the compiler's flags (runtime.rs).
                    let (of, name) = (of.text(), callee.name());
                    return self.unsupported(&format!("a call of `{name}` with {of}"));
                }
                return match self.tables.checks.contains(Property::InvalidCall) {
                    true => self.violate(Property::InvalidCall),
                    false => self.unfitting_call(call, callee, expected, target),
                };
            }
        }
        self.emit_call(
            call,
            target,
            &arguments,
            fixed.min(arguments.len()),
            expected.is_variadic(),
        )
    }

    fn result_agrees(&mut self, call: Value<'m>, expected: Type<'m>) -> bool {
        let wanted = self.shapes.of(call.value_type());
        let result = expected.result().and_then(|of| self.shapes.of(of));
        match (wanted, result) {
            (Some(wanted), Some(result)) => {
                wanted.is_empty()
                    || wanted.len() == result.len()
                        && wanted
                            .iter()
                            .zip(result.iter())
                            .all(|(a, b)| a.width == b.width)
            }
            _ => false,
        }
    }

    fn indirect_call(&mut self, call: Value<'m>, callee: Value<'m>) -> Flow {
        let Some(given) = call.callee_type() else {
            return self.unsupported("an incomplete call");
        };
        let address = self.scalar(callee, self.address_width);
        let arguments = call.arguments();
        let fixed = given.parameters().len().min(arguments.len());
        let signature = Signature::of_call(call, given, self.address_width);
        self.calls.insert(self.position(), signature);
        let target = Callee::Address(address);
        self.emit_call(call, target, &arguments, fixed, given.is_variadic())
    }

    fn emit_call(
        &mut self,
        call: Value<'m>,
        callee: Callee,
        arguments: &[Value<'m>],
        fixed: usize,
        variadic: bool,
    ) -> Flow {
        let of = call.value_type();
        let Some(shape) = self.shapes.of(of) else {
            return self.unsupported(&format!("a result of type {}", of.text()));
        };
        let mut operands = Vec::new();
        for &argument in arguments.get(..fixed).unwrap_or_default() {
            if self.shapes.of(argument.value_type()).is_none() {
                let text = argument.value_type().text();
                return self.unsupported(&format!("an argument of type {text}"));
            }
            operands.extend(self.scalars(argument));
        }
        let mark = match variadic {
            true => self.pass_variable_arguments(call, arguments, fixed)?,
            false => None,
        };
        let wanted = call.users().next().is_some();
        let results: Vec<Local> = match wanted {
            true => (shape.iter().map(|scalar| scalar.width))
                .map(|width| self.named(call.name(), width))
                .collect(),
            false => Vec::new(),
        };
        self.transfer(callee, operands, &results, mark);
        if wanted {
            let pieces: Vec<Piece> = results
                .into_iter()
                .map(|local| Piece::Is(Operand::Local(local)))
                .collect();
            self.define(call, &pieces);
        }
        Ok(())
    }

    /// The call itself; `mark` releases variable arguments behind it.
    pub(super) fn transfer(
        &mut self,
        callee: Callee,
        arguments: Vec<Operand>,
        results: &[Local],
        mark: Option<Operand>,
    ) {
        let position = self.position();
        let next = self.new_part();
        self.end(Terminator::Call {
            callee,
            arguments: arguments.into(),
            results: results.into(),
            return_to: next,
        });
        self.continue_in(next, position);
        if let Some(mark) = mark {
            self.effect(Service::ReleaseLocals, &[mark]);
        }
    }

    /// A function that has no body and that nobody models.
    fn unknown(&mut self, call: Value<'m>, name: &str) -> Flow {
        if let Some(apply) = self.tables.apply.filter(|_| models::is_uninterpreted(name)) {
            return self.uninterpreted(call, name, apply);
        }
        let result = self.any_result(name, call.value_type())?;
        let pieces: Vec<Piece> = result.into_iter().map(Piece::Is).collect();
        self.define(call, &pieces);
        Ok(())
    }

    /// What a function gives that has no body and that nobody models: any value, if that is asked for.
    fn any_result(&mut self, name: &str, of: Type<'m>) -> Result<Vec<Operand>, Stopped> {
        if !self.tables.havoc_externals || models::is_of_a_checker(name) {
            self.unsupported(&format!("{UNDEFINED_CALL} `{name}`"))?;
        }
        let Some(shape) = self.shapes.of(of) else {
            let flow = self.unsupported(&format!("a result of type {}", of.text()));
            return flow.map(|()| Vec::new());
        };
        let number = Operand::Constant(Assumption::ExternalCalls.number());
        self.service(Service::Assumes, &[number]);
        let mut result = Vec::new();
        for scalar in shape.iter() {
            let to = self.fresh(scalar.width);
            self.push(Instruction::Input {
                to,
                width: scalar.width,
                name: name.to_owned(),
            });
            result.push(Operand::Local(to));
        }
        Ok(result)
    }

    /// An application of a function of which nothing is known.
    fn uninterpreted(&mut self, call: Value<'m>, name: &str, apply: u32) -> Flow {
        let arguments = call.arguments();
        let results = self.shapes.of(call.value_type());
        let result = match results.as_deref() {
            Some([]) => None,
            Some([scalar]) if scalar.width <= WORD => Some(scalar.width),
            _ => {
                let of = call.value_type().text();
                return self.unsupported(&format!("a result of type {of} of `{name}`"));
            }
        };
        if arguments.len() > MOST_ARGUMENTS {
            let count = arguments.len();
            return self.unsupported(&format!("{count} arguments of `{name}`"));
        }
        let mut hasher = DefaultHasher::new();
        name.hash(&mut hasher);
        let mut operands = vec![Operand::Constant(hasher.finish())];
        for argument in arguments {
            let of = argument.value_type();
            let Some(width) = self.shapes.width(of).filter(|&width| width <= WORD) else {
                return self.unsupported(&format!("an argument of type {} of `{name}`", of.text()));
            };
            let value = self.scalar(argument, width);
            operands.push(self.convert(value, width, WORD, false));
        }
        operands.resize(1 + MOST_ARGUMENTS, Operand::Constant(0));
        let given = self.fresh(WORD);
        self.call_library(apply, &operands, &[given]);
        if let Some(width) = result {
            let value = self.convert(Operand::Local(given), WORD, width, false);
            self.define_scalar(call, value);
        }
        Ok(())
    }

    /// The variable that the result of a call goes to, if the debug information tells.
    pub(super) fn result_name(&self, call: Value<'m>) -> Option<String> {
        let mut value = call;
        for _ in 0..4 {
            if let Some(name) = self.source.variable_name(value) {
                return Some(name.to_owned());
            }
            let user = value.users().find(|user| {
                matches!(
                    user.opcode(),
                    Some(
                        crate::binding::Opcode::LLVMTrunc
                            | crate::binding::Opcode::LLVMZExt
                            | crate::binding::Opcode::LLVMSExt
                            | crate::binding::Opcode::LLVMStore
                    )
                )
            })?;
            if user.opcode() == Some(crate::binding::Opcode::LLVMStore) {
                let to = user.operand(1).filter(|_| user.operand(0) == Some(value))?;
                if let Some(name) = self.source.variable_name(to) {
                    return Some(name.to_owned());
                }
                return to.is_variable().then(|| to.name());
            }
            value = user;
        }
        None
    }

    // Functions that the machine implements.

    /// The arguments that a model sees: their operands and widths.
    fn model(&mut self, call: Value<'m>, name: &str, model: Model) -> Flow {
        let mut arguments = Vec::new();
        for argument in call.arguments() {
            match self.shapes.width(argument.value_type()) {
                Some(width) => arguments.push((self.scalar(argument, width), width)),
                None => arguments.push((Operand::Constant(0), 1)),
            }
        }
        let text = call
            .arguments()
            .first()
            .and_then(|&argument| literal(argument));
        let of = call.value_type();
        let shape = self.shapes.of(of);
        let scalars: &[Scalar] = match (shape.as_deref(), model) {
            (Some(scalars @ ([] | [_])), _) | (Some(scalars), Model::Input { .. }) => scalars,
            _ => return self.unsupported(&format!("a result of type {} of `{name}`", of.text())),
        };
        let widths = scalars.iter().map(|scalar| scalar.width);
        let wanted = (!scalars.is_empty()).then(|| widths.sum());
        let variable = self.result_name(call);
        let result = self.model_result(name, model, &arguments, text, wanted, variable)?;
        let Some(width) = wanted else {
            return Ok(());
        };
        let value = result.unwrap_or(Operand::Constant(0));
        if scalars.len() == 1 {
            self.define_scalar(call, value);
            return Ok(());
        }
        // A structure, or a number of two words, is one input.
        let mut pieces = Vec::new();
        let mut offset = 0;
        for scalar in scalars {
            let amount = Operand::Constant(u64::from(offset));
            let rest = self.binary(BinaryOp::LShr, width, value, amount);
            let piece = self.convert(rest, width, scalar.width, false);
            pieces.push(Piece::Is(piece));
            offset += scalar.width;
        }
        self.define(call, &pieces);
        Ok(())
    }

    /// What a model does; gives its result, which has the wanted width.
    fn model_result(
        &mut self,
        name: &str,
        model: Model,
        arguments: &[(Operand, u32)],
        text: Option<String>,
        wanted: Option<u32>,
        variable: Option<String>,
    ) -> Result<Option<Operand>, super::Stopped> {
        let width = self.address_width;
        let argument = |number: usize| arguments.get(number).copied();
        match model {
            Model::Input {
                width: input,
                signed,
                name,
            } => {
                let input = match input {
                    InputWidth::Bits(bits) => bits,
                    InputWidth::Address => width,
                    InputWidth::Result => wanted.unwrap_or(width),
                };
                let to = self.fresh(input);
                self.push(Instruction::Input {
                    to,
                    width: input,
                    name: variable.unwrap_or_else(|| name.to_owned()),
                });
                if input == FloatFormat::Extended.width() {
                    let usual = self.is_usual(Operand::Local(to));
                    self.assume(usual);
                }
                let result =
                    wanted.map(|wanted| self.convert(Operand::Local(to), input, wanted, signed));
                Ok(result)
            }
            Model::Assume => {
                if let Some((condition, width)) = argument(0) {
                    let condition = self.is_nonzero(condition, width);
                    self.assume(condition);
                }
                Ok(None)
            }
            Model::Assert | Model::Claim => {
                if let Some((condition, width)) = argument(0) {
                    let condition = self.is_nonzero(condition, width);
                    if self.tables.checks.contains(Property::Assertion) {
                        self.check(Property::Assertion, condition);
                    } else if matches!(model, Model::Assert) {
                        self.assume(condition);
                    }
                }
                Ok(None)
            }
            Model::AssertFail => {
                self.violate(Property::Assertion)?;
                Ok(None)
            }
            Model::Violation(property) => {
                self.violate(property)?;
                Ok(None)
            }
            Model::Check | Model::CheckIfAsked => {
                let property = text.as_deref().and_then(Property::from_name);
                let (Some(property), Some((condition, width))) = (property, argument(1)) else {
                    self.unsupported(&format!("`{name}` of a property that is not a known name"))?;
                    return Ok(None);
                };
                let is_asked = self.tables.checks.contains(property);
                if is_asked || matches!(model, Model::Check) {
                    let condition = self.is_nonzero(condition, width);
                    self.check(property, condition);
                }
                Ok(None)
            }
            Model::Assumes => {
                let Some(assumption) = text.as_deref().and_then(Assumption::from_name) else {
                    self.unsupported(&format!("`{name}` of an assumption that is no known name"))?;
                    return Ok(None);
                };
                let number = Operand::Constant(assumption.number());
                let result = self.service(Service::Assumes, &[number]);
                Ok(wanted.map(|wanted| self.convert(result, width, wanted, false)))
            }
            Model::Service(service) => {
                let info = service.info();
                let mut operands = Vec::with_capacity(info.arguments);
                for number in 0..info.arguments {
                    let Some((value, from)) = argument(number) else {
                        self.unsupported(&format!("`{name}` with too few arguments"))?;
                        return Ok(None);
                    };
                    operands.push(self.convert(value, from, width, false));
                }
                if !info.result {
                    self.effect(service, &operands);
                    return Ok(None);
                }
                let result = self.service(service, &operands);
                Ok(wanted.map(|wanted| self.convert(result, width, wanted, false)))
            }
            Model::Allocate { zeroed, alignment } => {
                let Some((size, from)) = argument(0) else {
                    self.unsupported(&format!("`{name}` without a size"))?;
                    return Ok(None);
                };
                let size = self.convert(size, from, width, false);
                let to = self.fresh(width);
                self.push(Instruction::Allocate {
                    to,
                    size,
                    alignment: alignment.next_power_of_two(),
                    kind: RegionKind::Heap,
                    zeroed,
                    name: variable.unwrap_or_else(|| "heap block".to_owned()),
                });
                let result = Operand::Local(to);
                Ok(wanted.map(|wanted| self.convert(result, width, wanted, false)))
            }
            Model::Exit => {
                let (code, from) = argument(0).unwrap_or((Operand::Constant(0), width));
                let code = self.convert(code, from, width, true);
                self.exit(code)?;
                Ok(None)
            }
            Model::SetJump => {
                let Some((buffer, from)) = argument(0) else {
                    self.unsupported(&format!("`{name}` without a buffer"))?;
                    return Ok(None);
                };
                let buffer = self.convert(buffer, from, width, false);
                let result = self.fresh(wanted.unwrap_or(32));
                let (position, next) = (self.position(), self.new_part());
                self.end(Terminator::SetJump {
                    buffer,
                    result,
                    next,
                });
                self.continue_in(next, position);
                // What follows may run again, when the life of a variable has ended.
                self.new_variables.clear();
                Ok(Some(Operand::Local(result)))
            }
            Model::LongJump => {
                let (Some((buffer, from)), Some((value, value_width))) = (argument(0), argument(1))
                else {
                    self.unsupported(&format!("`{name}` without buffer and value"))?;
                    return Ok(None);
                };
                let buffer = self.convert(buffer, from, width, false);
                self.end(Terminator::LongJump {
                    buffer,
                    value,
                    width: value_width,
                });
                Err(super::Stopped)
            }
            Model::Unsupported => {
                let reserved = models::is_reserved(name);
                let what = match (reserved, text, missing::reason(name)) {
                    (true, Some(text), _) => text,
                    (_, _, Some(reason)) => format!("call of `{name}` ({reason})"),
                    _ => format!("call of `{name}`"),
                };
                self.unsupported(&what)?;
                Ok(None)
            }
            Model::Ignore => Ok(wanted.map(|_| Operand::Constant(0))),
            Model::Float(function, format) => {
                let operation = FloatOperation::Function(function);
                // `long double` has the format that the compiler's flags say.
                let format = match (format, argument(0)) {
                    (FloatFormat::Extended, Some((_, 64))) => FloatFormat::Double,
                    (FloatFormat::Extended, Some((_, 128))) => FloatFormat::Quad,
                    (format, _) => format,
                };
                let mut operands = Vec::new();
                for number in 0..operation.arguments() {
                    match argument(number) {
                        Some((value, from)) if from == format.width() => operands.push(value),
                        _ => {
                            self.unsupported(&format!("`{name}` with other arguments"))?;
                            return Ok(None);
                        }
                    }
                }
                if wanted.is_some_and(|wanted| wanted != format.width()) {
                    self.unsupported(&format!("`{name}` with another result"))?;
                }
                let result = self.float_operation(operation, format, &operands);
                self.note_math_error(function, format, &operands, result);
                Ok(Some(result))
            }
        }
    }

    fn is_nonzero(&mut self, value: Operand, width: u32) -> Operand {
        match width {
            1 => value,
            _ => self.binary(BinaryOp::Ne, width, value, Operand::Constant(0)),
        }
    }

    /// A function without a body whose address is taken: what a call of it would do, in a frame of its own.
    pub(super) fn run_declaration(mut self) -> super::Lowered {
        self.begin_block(BlockKey::at(self.first_code()));
        self.begin_function();
        let _ = self.declaration();
        self.finish()
    }

    fn declaration(&mut self) -> Flow {
        let function = self.function;
        let name = function.name();
        let result = function.global_type().and_then(|of| of.result());
        let Some(of) = result else {
            return self.unsupported(&format!("{UNDEFINED_CALL} `{name}`"));
        };
        let Some(model) = models::model(&name) else {
            let values = self.any_result(&name, of)?;
            self.end(Terminator::Return {
                values: values.into(),
            });
            return Ok(());
        };
        if model == Model::SetJump {
            // The frame that it would keep is not its caller's.
            return self.unsupported(&format!("call of `{name}` through a pointer"));
        }
        let mut arguments = Vec::new();
        for parameter in function.parameters() {
            let width = self.shapes.width(parameter.value_type()).unwrap_or(1);
            arguments.push((self.scalar(parameter, width), width));
        }
        let wanted = match self.shapes.of(of).as_deref() {
            Some([]) => None,
            Some([scalar]) => Some(scalar.width),
            _ => return self.unsupported(&format!("the result of `{name}`")),
        };
        let result = self.model_result(&name, model, &arguments, None, wanted, None)?;
        let values: Vec<Operand> = wanted
            .map(|_| result.unwrap_or(Operand::Constant(0)))
            .into_iter()
            .collect();
        self.end(Terminator::Return {
            values: values.into(),
        });
        Ok(())
    }

    /// `0 - x` and `x` by its sign.
    pub(super) fn absolute(&mut self, width: u32, value: Operand) -> Operand {
        let negative = self.binary(BinaryOp::Slt, width, value, Operand::Constant(0));
        let negated = self.unary(UnaryOp::Neg, width, value);
        self.select(width, negative, negated, value)
    }
}

/// What an alias stands for; other values themselves.
fn resolved(callee: Value<'_>) -> Value<'_> {
    let mut callee = callee;
    for _ in 0..16 {
        match callee.aliasee() {
            Some(aliasee) => callee = aliasee,
            None => break,
        }
    }
    callee
}

/// The text that a constant pointer points at.
fn literal(pointer: Value<'_>) -> Option<String> {
    let bytes = pointer.initializer()?.string()?;
    let text: Vec<u8> = bytes.into_iter().take_while(|&byte| byte != 0).collect();
    String::from_utf8(text).ok()
}
