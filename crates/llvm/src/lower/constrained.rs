//! Floating point where the program has access to its environment (`#pragma STDC FENV_ACCESS ON`): LLVM's constrained intrinsics, which say how
//! they round and what becomes of exceptions (LLVM language reference, "Constrained Floating-Point Intrinsics").

use everypath_program::{FloatOperation, MathFunction};

use super::{Flow, Lowerer};
use crate::binding::{FloatPredicate, Opcode, TypeKind, Value};

/// What their names begin with.
pub(super) const CONSTRAINED: &str = "llvm.experimental.constrained.";

/// What an argument that is no value says.
fn word(argument: Value<'_>) -> Option<String> {
    let text = argument.text();
    let (_, word) = text.split_once("!\"")?;
    Some(word.split('"').next()?.to_owned())
}

fn predicate(word: &str) -> Option<FloatPredicate> {
    use FloatPredicate::*;
    Some(match word {
        "oeq" => LLVMRealOEQ,
        "ogt" => LLVMRealOGT,
        "oge" => LLVMRealOGE,
        "olt" => LLVMRealOLT,
        "ole" => LLVMRealOLE,
        "one" => LLVMRealONE,
        "ord" => LLVMRealORD,
        "ueq" => LLVMRealUEQ,
        "ugt" => LLVMRealUGT,
        "uge" => LLVMRealUGE,
        "ult" => LLVMRealULT,
        "ule" => LLVMRealULE,
        "une" => LLVMRealUNE,
        "uno" => LLVMRealUNO,
        _ => return None,
    })
}

impl<'m> Lowerer<'m> {
    /// The intrinsic of an operation: its name and types.
    pub(super) fn constrained(
        &mut self,
        call: Value<'m>,
        operation: &str,
        arguments: &[Value<'m>],
    ) -> Flow {
        let is_word =
            |value: &&Value<'m>| value.value_type().kind() == TypeKind::LLVMMetadataTypeKind;
        let words: Vec<String> = arguments
            .iter()
            .filter(is_word)
            .filter_map(|&it| word(it))
            .collect();
        let values: Vec<Value<'m>> = arguments
            .iter()
            .filter(|it| !is_word(it))
            .copied()
            .collect();
        let rounding = words.iter().find_map(|word| word.strip_prefix("round."));
        let follows_direction = match rounding {
            None | Some("dynamic") => true,
            Some("tonearest") => !self.has_direction(),
            Some(_) => false,
        };
        if !follows_direction {
            return self.unsupported("arithmetic that rounds otherwise than fesetround says");
        }
        let first = operation.split('.').next().unwrap_or_default();
        let arithmetic = match first {
            "fadd" => Some(FloatOperation::Add),
            "fsub" => Some(FloatOperation::Sub),
            "fmul" => Some(FloatOperation::Mul),
            "fdiv" => Some(FloatOperation::Div),
            "frem" => Some(FloatOperation::Function(MathFunction::Fmod)),
            _ => None,
        };
        if let Some(arithmetic) = arithmetic {
            let format = self.float_format(call.value_type())?;
            return self.float_lanes(call, arithmetic, format, &values);
        }
        let cast = match first {
            "fptosi" => Some(Opcode::LLVMFPToSI),
            "fptoui" => Some(Opcode::LLVMFPToUI),
            "sitofp" => Some(Opcode::LLVMSIToFP),
            "uitofp" => Some(Opcode::LLVMUIToFP),
            "fptrunc" => Some(Opcode::LLVMFPTrunc),
            "fpext" => Some(Opcode::LLVMFPExt),
            _ => None,
        };
        if let Some(cast) = cast {
            return self.float_cast(call, cast);
        }
        if matches!(first, "fcmp" | "fcmps") {
            let predicate = words.iter().find_map(|word| predicate(word));
            return match (predicate, &values[..]) {
                (Some(predicate), &[left, right]) => {
                    self.float_compared(call, predicate, left, right)
                }
                _ => self.unsupported("an incomplete intrinsic"),
            };
        }
        self.intrinsic_of(call, &format!("llvm.{operation}"), &values)
    }
}
