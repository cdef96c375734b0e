//! LLVM's intrinsic functions, by the first words of their names (LLVM language reference, "Intrinsic Functions").

use everypath_program::{
    BinaryOp, FloatFormat, FloatOperation, MathFunction, Operand, Property, Service, UnaryOp,
};
use everypath_term::ops::mask;

use super::constrained::CONSTRAINED;
use super::float::format_of;
use super::{Flow, Lowerer, Piece};
use crate::address;
use crate::binding::{Opcode, TypeKind, Value};

/// Intrinsics that say something to the optimiser or to tools and do nothing.
const IGNORED: [&str; 13] = [
    "llvm.dbg.",
    "llvm.donothing",
    "llvm.prefetch",
    "llvm.invariant.",
    "llvm.experimental.noalias.scope.decl",
    "llvm.var.annotation",
    "llvm.codeview.",
    "llvm.sideeffect",
    "llvm.pseudoprobe",
    "llvm.instrprof",
    "llvm.va_end",
    "llvm.clear_cache",
    "llvm.fake.use",
];

/// Intrinsics that give their first argument.
const IDENTITIES: [&str; 9] = [
    "llvm.expect.",
    "llvm.launder.invariant.group",
    "llvm.strip.invariant.group",
    "llvm.annotation",
    "llvm.ptr.annotation",
    "llvm.ssa.copy",
    "llvm.threadlocal.address",
    "llvm.arithmetic.fence",
    "llvm.canonicalize.",
];

/// Intrinsics that are an operator with two operands.
const OPERATORS: [(&str, BinaryOp); 4] = [
    ("llvm.umin.", BinaryOp::UMin),
    ("llvm.umax.", BinaryOp::UMax),
    ("llvm.smin.", BinaryOp::SMin),
    ("llvm.smax.", BinaryOp::SMax),
];

/// Intrinsics that are functions of floating-point numbers.
const FLOATS: [(&str, FloatOperation); 27] = {
    use FloatOperation::{Function, MulAdd};
    use MathFunction::*;
    [
        ("llvm.sqrt.", Function(Sqrt)),
        ("llvm.floor.", Function(Floor)),
        ("llvm.ceil.", Function(Ceil)),
        ("llvm.trunc.", Function(Trunc)),
        ("llvm.round.", Function(Round)),
        ("llvm.roundeven.", Function(RoundEven)),
        ("llvm.rint.", Function(Rint)),
        ("llvm.nearbyint.", Function(Rint)),
        ("llvm.exp.", Function(Exp)),
        ("llvm.exp2.", Function(Exp2)),
        ("llvm.log.", Function(Log)),
        ("llvm.log2.", Function(Log2)),
        ("llvm.log10.", Function(Log10)),
        ("llvm.sin.", Function(Sin)),
        ("llvm.cos.", Function(Cos)),
        ("llvm.tan.", Function(Tan)),
        ("llvm.asin.", Function(Asin)),
        ("llvm.acos.", Function(Acos)),
        ("llvm.atan.", Function(Atan)),
        ("llvm.sinh.", Function(Sinh)),
        ("llvm.cosh.", Function(Cosh)),
        ("llvm.tanh.", Function(Tanh)),
        ("llvm.pow.", Function(Pow)),
        ("llvm.atan2.", Function(Atan2)),
        ("llvm.minnum.", Function(Fmin)),
        ("llvm.maxnum.", Function(Fmax)),
        ("llvm.fma.", MulAdd),
    ]
};

impl<'m> Lowerer<'m> {
    pub(super) fn intrinsic(&mut self, call: Value<'m>, name: &str) -> Flow {
        let begins = |prefix: &&str| name.starts_with(*prefix);
        if IGNORED.iter().any(begins) {
            return Ok(());
        }
        let arguments = call.arguments();
        if let Some(operation) = name.strip_prefix(CONSTRAINED) {
            return self.constrained(call, operation, &arguments);
        }
        self.intrinsic_of(call, name, &arguments)
    }

    /// An intrinsic of these arguments.
    pub(super) fn intrinsic_of(
        &mut self,
        call: Value<'m>,
        name: &str,
        arguments: &[Value<'m>],
    ) -> Flow {
        let begins = |prefix: &&str| name.starts_with(*prefix);
        if IDENTITIES.iter().any(begins) {
            let pieces = arguments.first().map(|&value| self.pieces(value));
            self.define(call, &pieces.unwrap_or_default());
            return Ok(());
        }
        if let Some((_, op)) = OPERATORS.iter().find(|(prefix, _)| begins(prefix)) {
            let op = *op;
            return self.lanes(call, arguments, |lowerer, width, lane| {
                lowerer.binary(op, width, lane[0], lane[1])
            });
        }
        if name.starts_with("llvm.fmuladd.") {
            return self.multiply_add(call, arguments);
        }
        if let Some((_, operation)) = FLOATS.iter().find(|(prefix, _)| begins(prefix)) {
            return match format_of(call.value_type()) {
                Some(format) => self.float_lanes(call, *operation, format, arguments),
                None => {
                    let text = call.value_type().text();
                    self.unsupported(&format!("floating point of type {text}"))
                }
            };
        }
        let word = name.strip_prefix("llvm.").unwrap_or(name);
        let first_word = word.split('.').next().unwrap_or_default();
        match first_word {
            "sadd" | "uadd" | "ssub" | "usub" | "smul" | "umul" | "sshl" | "ushl" => {
                if word.contains(".with.overflow.") {
                    self.with_overflow(call, first_word, arguments)
                } else if word.contains(".sat.") {
                    self.saturating(call, first_word, arguments)
                } else {
                    self.unsupported(&format!("the intrinsic {name}"))
                }
            }
            "ctpop" => self.lanes(call, arguments, |lowerer, width, lane| {
                lowerer.unary(UnaryOp::CountOnes, width, lane[0])
            }),
            "bswap" => self.lanes(call, arguments, |lowerer, width, lane| {
                lowerer.unary(UnaryOp::ReverseBytes, width, lane[0])
            }),
            "bitreverse" => self.lanes(call, arguments, |lowerer, width, lane| {
                lowerer.unary(UnaryOp::ReverseBits, width, lane[0])
            }),
            "ctlz" | "cttz" => self.count_zeros(call, first_word, arguments),
            "abs" => self.absolute_value(call, arguments),
            "fshl" | "fshr" => {
                let left = first_word == "fshl";
                self.lanes(call, arguments, |lowerer, width, lane| {
                    lowerer.funnel(width, lane[0], lane[1], lane[2], left)
                })
            }
            "scmp" | "ucmp" => self.three_way(call, first_word == "scmp", arguments),
            "fabs" => match arguments.first() {
                Some(&operand) => self.clear_sign(call, operand),
                None => self.unsupported("an incomplete intrinsic"),
            },
            "copysign" => match *arguments {
                [of, sign] => self.copy_sign(call, of, sign),
                _ => self.unsupported("an incomplete intrinsic"),
            },
            "powi" => match *arguments {
                [base, exponent] => self.integer_power(call, base, exponent),
                _ => self.unsupported("an incomplete intrinsic"),
            },
            "fptosi" | "fptoui" => {
                self.saturating_conversion(call, first_word == "fptosi", arguments)
            }
            "lrint" | "llrint" | "lround" | "llround" => {
                self.rounded_integer(call, first_word.ends_with("rint"), arguments)
            }
            "is" if word.starts_with("is.fpclass") => {
                let classes = arguments.get(1).and_then(|classes| classes.integer());
                match (arguments.first(), classes) {
                    (Some(&operand), Some(classes)) => self.float_class(call, operand, classes),
                    _ => self.unsupported("an incomplete intrinsic"),
                }
            }
            "is" if word.starts_with("is.constant") => {
                let constant = arguments.first().is_some_and(|value| value.is_constant());
                self.define(call, &[Piece::Is(Operand::Constant(u64::from(constant)))]);
                Ok(())
            }
            "objectsize" => self.object_size(call, arguments),
            "assume" => {
                // What the program promises has to hold.
                if let Some(&condition) = arguments.first() {
                    let condition = self.scalar(condition, 1);
                    self.check(Property::Unreachable, condition);
                }
                Ok(())
            }
            "trap" | "debugtrap" => self.violate(Property::ReachedTrap),
            "ubsantrap" => self.report(call),
            "lifetime" => self.lifetime(call, word.starts_with("lifetime.start"), arguments),
            "stacksave" => {
                let mark = self.service(Service::MarkLocals, &[]);
                self.define_scalar(call, mark);
                Ok(())
            }
            "stackrestore" => {
                if let Some(&mark) = arguments.first() {
                    let mark = self.scalar(mark, self.address_width);
                    self.effect(Service::ReleaseLocals, &[mark]);
                }
                Ok(())
            }
            "memcpy" | "memmove" => self.copy(call, first_word == "memcpy", arguments),
            "memset" => self.set(arguments),
            "va_start" => self.variable_arguments_start(arguments),
            "va_copy" => self.variable_arguments_copy(arguments),
            "ptrmask" => match *arguments {
                [pointer, bits] => {
                    let width = self.address_width;
                    let from = bits.value_type().integer_width();
                    let pointer = self.scalar(pointer, width);
                    let bits = self.scalar(bits, from);
                    // Bits above the mask's width stay.
                    let bits = self.convert(bits, from, width, true);
                    let value = self.binary(BinaryOp::And, width, pointer, bits);
                    self.define_scalar(call, value);
                    Ok(())
                }
                _ => self.unsupported("an incomplete intrinsic"),
            },
            "readcyclecounter" | "readsteadycounter" => {
                let clock = self.service(Service::Clock, &[]);
                let value = self.convert(clock, self.address_width, 64, false);
                self.define_scalar(call, value);
                Ok(())
            }
            "vector" => self.reduce(call, word, arguments),
            "get" if word.starts_with("get.rounding") => {
                let direction = self.direction_of_rounding();
                self.define(call, &[Piece::Is(direction)]);
                Ok(())
            }
            _ => self.unsupported(&format!("the intrinsic {name}")),
        }
    }

    /// Applies a function to scalars, or to vectors element by element. Arguments that are no vector count for each.
    fn lanes(
        &mut self,
        call: Value<'m>,
        arguments: &[Value<'m>],
        mut function: impl FnMut(&mut Self, u32, &[Operand]) -> Operand,
    ) -> Flow {
        let of = call.value_type();
        let Some(shape) = self.shapes.of(of) else {
            return self.unsupported(&format!("a value of type {}", of.text()));
        };
        let values: Vec<Vec<Operand>> =
            arguments.iter().map(|&value| self.scalars(value)).collect();
        let mut pieces = Vec::with_capacity(shape.len());
        for (lane, scalar) in shape.iter().enumerate() {
            let operands: Vec<Operand> = values
                .iter()
                .filter_map(|values| values.get(lane).or(values.first()).copied())
                .collect();
            if operands.len() != arguments.len() {
                return self.unsupported("an intrinsic without operands");
            }
            pieces.push(Piece::Is(function(self, scalar.width, &operands)));
        }
        self.define_lanes(call, &pieces);
        Ok(())
    }

    fn with_overflow(&mut self, call: Value<'m>, word: &str, arguments: &[Value<'m>]) -> Flow {
        let &[left, right] = arguments else {
            return self.unsupported("an incomplete intrinsic");
        };
        let of = left.value_type();
        let Some(shape) = self.shapes.of(of) else {
            return self.unsupported(&format!("a value of type {}", of.text()));
        };
        let (a, b) = (self.scalars(left), self.scalars(right));
        let (mut values, mut flags) = (Vec::new(), Vec::new());
        let is_signed = word.starts_with('s');
        for ((scalar, &a), &b) in shape.iter().zip(&a).zip(&b) {
            let exact = match &word[1..] {
                "add" => self.add(scalar.width, a, b, is_signed),
                "sub" => self.subtract(scalar.width, a, b, is_signed),
                _ => self.multiply(scalar.width, a, b, is_signed),
            };
            values.push(Piece::Is(exact.value));
            flags.push(Self::complement_of(exact.holds));
        }
        values.extend(flags);
        self.define(call, &values);
        Ok(())
    }

    fn saturating(&mut self, call: Value<'m>, word: &str, arguments: &[Value<'m>]) -> Flow {
        let is_signed = word.starts_with('s');
        let operation = word.get(1..).unwrap_or_default().to_owned();
        if operation == "mul" {
            return self.unsupported(&format!("the intrinsic llvm.{word}.fix"));
        }
        self.lanes(call, arguments, |lowerer, width, lane| {
            let (a, b) = (lane[0], lane[1]);
            let ones = lowerer.all_ones(width);
            let (value, holds) = match operation.as_str() {
                "add" => {
                    let exact = lowerer.add(width, a, b, is_signed);
                    (exact.value, exact.holds)
                }
                "sub" => {
                    let exact = lowerer.subtract(width, a, b, is_signed);
                    (exact.value, exact.holds)
                }
                _ => {
                    let back = if is_signed {
                        BinaryOp::AShr
                    } else {
                        BinaryOp::LShr
                    };
                    let value = lowerer.binary(BinaryOp::Shl, width, a, b);
                    let again = lowerer.binary(back, width, value, b);
                    let holds = lowerer.binary(BinaryOp::Eq, width, again, a);
                    (value, holds)
                }
            };
            let bound = match (is_signed, operation.as_str()) {
                (false, "sub") => Operand::Constant(0),
                (false, _) => ones,
                // Overflow goes in the direction of the first operand's sign.
                (true, _) => {
                    let least = lowerer.least(width);
                    let greatest = lowerer.unary(UnaryOp::Not, width, least);
                    let negative = lowerer.binary(BinaryOp::Slt, width, a, Operand::Constant(0));
                    lowerer.select(width, negative, least, greatest)
                }
            };
            lowerer.select(width, holds, value, bound)
        })
    }

    fn count_zeros(&mut self, call: Value<'m>, word: &str, arguments: &[Value<'m>]) -> Flow {
        let op = match word {
            "ctlz" => UnaryOp::CountLeadingZeros,
            _ => UnaryOp::CountTrailingZeros,
        };
        let zero_is_poison = arguments.get(1).and_then(|flag| flag.integer()) == Some(1);
        let check = self.check_flags && zero_is_poison;
        self.lanes(
            call,
            arguments.get(..1).unwrap_or_default(),
            |lowerer, width, lane| {
                let before = lowerer.locals_so_far();
                let value = lowerer.unary(op, width, lane[0]);
                if !check {
                    return value;
                }
                let condition = lowerer.binary(BinaryOp::Ne, width, lane[0], Operand::Constant(0));
                let own = vec![(Property::InvalidValue, condition)];
                lowerer.promise(value, width, before, own)
            },
        )
    }

    fn absolute_value(&mut self, call: Value<'m>, arguments: &[Value<'m>]) -> Flow {
        let least_is_poison = arguments.get(1).and_then(|flag| flag.integer()) == Some(1);
        let check = self.check_flags && least_is_poison;
        self.lanes(
            call,
            arguments.get(..1).unwrap_or_default(),
            |lowerer, width, lane| {
                let before = lowerer.locals_so_far();
                let value = lowerer.absolute(width, lane[0]);
                if !check {
                    return value;
                }
                let least = lowerer.least(width);
                let condition = lowerer.binary(BinaryOp::Ne, width, lane[0], least);
                let own = vec![(Property::SignedOverflow, condition)];
                lowerer.promise(value, width, before, own)
            },
        )
    }

    /// The high part of two numbers side by side, shifted left; or the low part, shifted right.
    fn funnel(
        &mut self,
        width: u32,
        high: Operand,
        low: Operand,
        amount: Operand,
        left: bool,
    ) -> Operand {
        if high == low && width.is_power_of_two() {
            let op = match left {
                true => BinaryOp::RotateLeft,
                false => BinaryOp::RotateRight,
            };
            return self.binary(op, width, high, amount);
        }
        // The width may be no constant of itself: then the amount is always below it.
        let amount = match u64::from(width) <= mask(width) {
            true => self.binary(
                BinaryOp::URem,
                width,
                amount,
                Operand::Constant(u64::from(width)),
            ),
            false if width == 1 => Operand::Constant(0),
            false => amount,
        };
        let rest = match u64::from(width) <= mask(width) {
            true => self.binary(
                BinaryOp::Sub,
                width,
                Operand::Constant(u64::from(width)),
                amount,
            ),
            false => self.unary(UnaryOp::Neg, width, amount),
        };
        let zero = self.binary(BinaryOp::Eq, width, amount, Operand::Constant(0));
        let (first, second) = match left {
            true => (amount, rest),
            false => (rest, amount),
        };
        let upper = self.binary(BinaryOp::Shl, width, high, first);
        let lower = self.binary(BinaryOp::LShr, width, low, second);
        let both = self.binary(BinaryOp::Or, width, upper, lower);
        let unchanged = if left { high } else { low };
        self.select(width, zero, unchanged, both)
    }

    fn three_way(&mut self, call: Value<'m>, is_signed: bool, arguments: &[Value<'m>]) -> Flow {
        let Some(from) = arguments.first().map(|value| value.value_type()) else {
            return self.unsupported("an incomplete intrinsic");
        };
        let scalar = match from.kind() {
            TypeKind::LLVMVectorTypeKind => from.element(0).unwrap_or(from),
            _ => from,
        };
        let operand_width = scalar.integer_width();
        let op = if is_signed {
            BinaryOp::Slt
        } else {
            BinaryOp::Ult
        };
        self.lanes(call, arguments, |lowerer, width, lane| {
            let less = lowerer.binary(op, operand_width, lane[0], lane[1]);
            let greater = lowerer.binary(op, operand_width, lane[1], lane[0]);
            let minus_one = lowerer.all_ones(width);
            let one = Operand::Constant(1);
            let above = lowerer.select(width, greater, one, Operand::Constant(0));
            lowerer.select(width, less, minus_one, above)
        })
    }

    fn multiply_add(&mut self, call: Value<'m>, arguments: &[Value<'m>]) -> Flow {
        // Whether it is rounded once or twice is open; the processor that programs are replayed on rounds twice.
        let Some(format) = format_of(call.value_type()) else {
            return self.unsupported("floating point of another format");
        };
        self.lanes(call, arguments, |lowerer, _, lane| {
            let product = lowerer.float_operation(FloatOperation::Mul, format, &lane[..2]);
            lowerer.float_operation(FloatOperation::Add, format, &[product, lane[2]])
        })
    }

    fn saturating_conversion(
        &mut self,
        call: Value<'m>,
        signed: bool,
        arguments: &[Value<'m>],
    ) -> Flow {
        let Some(format) = arguments
            .first()
            .and_then(|value| format_of(value.value_type()))
        else {
            return self.unsupported("floating point of another format");
        };
        let result = call.value_type();
        let integers = result.element(0).unwrap_or(result);
        if integers.kind() == TypeKind::LLVMIntegerTypeKind {
            self.narrow_enough(integers.integer_width())?;
        }
        self.lanes(call, arguments, |lowerer, width, lane| {
            let operation = FloatOperation::ToIntegerSaturating { width, signed };
            lowerer.float_operation(operation, format, &lane[..1])
        })
    }

    /// `lrint` and `lround`: to a whole number, then to an integer.
    fn rounded_integer(&mut self, call: Value<'m>, even: bool, arguments: &[Value<'m>]) -> Flow {
        let Some(format) = arguments
            .first()
            .and_then(|value| format_of(value.value_type()))
        else {
            return self.unsupported("floating point of another format");
        };
        let function = match even {
            true => MathFunction::Rint,
            false => MathFunction::Round,
        };
        self.lanes(call, arguments, |lowerer, width, lane| {
            let operation = FloatOperation::Function(function);
            let whole = lowerer.float_operation(operation, format, &lane[..1]);
            let signed = true;
            lowerer.float_operation(
                FloatOperation::ToInteger { width, signed },
                format,
                &[whole],
            )
        })
    }

    /// The size of an object is not known to a compiler that must not guess: the answer for that.
    fn object_size(&mut self, call: Value<'m>, arguments: &[Value<'m>]) -> Flow {
        let minimum = arguments.get(1).and_then(|flag| flag.integer()) == Some(1);
        let width = call.value_type().integer_width().max(1);
        let value = match minimum {
            true => Operand::Constant(0),
            false => self.all_ones(width),
        };
        self.define_scalar(call, value);
        Ok(())
    }

    fn lifetime(&mut self, call: Value<'m>, begins: bool, arguments: &[Value<'m>]) -> Flow {
        let alloca = arguments.get(1).copied();
        if let Some(alloca) = alloca.filter(|value| value.opcode() == Some(Opcode::LLVMAlloca)) {
            let is_new = self.new_variables.remove(&alloca.id());
            if begins && is_new {
                return Ok(()); // it was made just now
            }
            if begins {
                self.begin_scope(call, alloca);
            } else {
                let address = self.scalar(alloca, self.address_width);
                self.effect(Service::EndScope, &[address]);
            }
        }
        Ok(())
    }

    fn copy(&mut self, call: Value<'m>, distinct: bool, arguments: &[Value<'m>]) -> Flow {
        let (Some(&to), Some(&from), Some(&size)) =
            (arguments.first(), arguments.get(1), arguments.get(2))
        else {
            return self.unsupported("an incomplete intrinsic");
        };
        let width = self.address_width;
        let size_width = size.value_type().integer_width();
        let size = self.scalar(size, size_width);
        let size = self.convert(size, size_width, width, false);
        let (to, from) = (self.address(to), self.address(from));
        let mut are_apart = None;
        if distinct && may_overlap(call) {
            let (to, from) = (self.flat(to), self.flat(from));
            // Equal addresses are let pass: compilers make such copies for assignments of structures.
            let one = Operand::Constant(1);
            let distance = self.binary(BinaryOp::Sub, width, to, from);
            let same = self.binary(BinaryOp::Eq, width, distance, Operand::Constant(0));
            // They overlap where the distance is above -size and below size.
            let last = self.binary(BinaryOp::Sub, width, size, one);
            let shifted = self.binary(BinaryOp::Add, width, distance, last);
            let span = self.binary(BinaryOp::Add, width, size, last);
            let apart = self.binary(BinaryOp::Ule, width, span, shifted);
            let nothing = self.binary(BinaryOp::Eq, width, size, Operand::Constant(0));
            let apart = self.either(apart, nothing);
            are_apart = Some(self.either(same, apart));
        }
        // More bytes than there are violate that, and not this, though they overlap.
        self.copy_bytes(to, from, size)?;
        if let Some(holds) = are_apart {
            self.check(Property::OverlappingCopy, holds);
        }
        Ok(())
    }

    fn set(&mut self, arguments: &[Value<'m>]) -> Flow {
        let (Some(&to), Some(&byte), Some(&size)) =
            (arguments.first(), arguments.get(1), arguments.get(2))
        else {
            return self.unsupported("an incomplete intrinsic");
        };
        let size_width = size.value_type().integer_width();
        let size = self.scalar(size, size_width);
        let size = self.convert(size, size_width, self.address_width, false);
        let byte = self.scalar(byte, 8);
        let to = self.address(to);
        self.fill_bytes(to, byte, size)
    }

    /// `llvm.vector.reduce.*`: one number from all elements, in order.
    fn reduce(&mut self, call: Value<'m>, word: &str, arguments: &[Value<'m>]) -> Flow {
        let operation = word.split('.').nth(2).unwrap_or_default();
        let integer = match operation {
            "add" => Some(BinaryOp::Add),
            "mul" => Some(BinaryOp::Mul),
            "and" => Some(BinaryOp::And),
            "or" => Some(BinaryOp::Or),
            "xor" => Some(BinaryOp::Xor),
            "smin" => Some(BinaryOp::SMin),
            "smax" => Some(BinaryOp::SMax),
            "umin" => Some(BinaryOp::UMin),
            "umax" => Some(BinaryOp::UMax),
            _ => None,
        };
        let float = match operation {
            "fadd" => Some(FloatOperation::Add),
            "fmul" => Some(FloatOperation::Mul),
            "fmin" => Some(FloatOperation::Function(MathFunction::Fmin)),
            "fmax" => Some(FloatOperation::Function(MathFunction::Fmax)),
            _ => None,
        };
        let Some(width) = self.shapes.width(call.value_type()) else {
            return self.unsupported("a vector of another type");
        };
        let mut elements = Vec::new();
        for &argument in arguments {
            elements.extend(self.scalars(argument));
        }
        let Some((&first, rest)) = elements.split_first() else {
            return self.unsupported("an empty vector");
        };
        let mut value = first;
        let format: Option<FloatFormat> = format_of(call.value_type());
        for &element in rest {
            value = match (integer, float, format) {
                (Some(op), ..) => self.binary(op, width, value, element),
                (_, Some(operation), Some(format)) => {
                    self.float_operation(operation, format, &[value, element])
                }
                _ => return self.unsupported(&format!("the intrinsic llvm.{word}")),
            };
        }
        self.define_scalar(call, value);
        Ok(())
    }
}

/// Whether a copy may overlap: not if both ends are different variables.
fn may_overlap(call: Value<'_>) -> bool {
    match (variable(call.operand(0)), variable(call.operand(1))) {
        (Some(to), Some(from)) => to == from,
        _ => true,
    }
}

/// The variable that a pointer is computed from, if that is one of a frame or the module.
fn variable(pointer: Option<Value<'_>>) -> Option<usize> {
    let base = address::base(pointer?);
    let known = base.opcode() == Some(Opcode::LLVMAlloca) || base.is_variable();
    known.then(|| base.id())
}
