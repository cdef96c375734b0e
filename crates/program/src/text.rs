//! The text form of blocks, for people, traces and tests. `parse.rs` reads it.

use std::fmt::{Display, Formatter, Result};

use crate::float::format_text;
use crate::{
    Block, BlockKey, Callee, Edge, Instruction, Local, Operand, StopReason, Terminator, Transfer,
};

impl Display for Local {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "%{}", self.0)
    }
}

impl Display for Operand {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Operand::Local(local) => local.fmt(f),
            Operand::Constant(value) if *value < 1024 => write!(f, "{value}"),
            Operand::Constant(value) => write!(f, "{value:#x}"),
        }
    }
}

impl Display for BlockKey {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{:#x}", self.code)?;
        if self.part != 0 {
            write!(f, ".{}", self.part)?;
        }
        Ok(())
    }
}

impl Display for Edge {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.target.fmt(f)?;
        if !self.arguments.is_empty() {
            write!(f, "({})", list(&self.arguments))?;
        }
        Ok(())
    }
}

impl Display for Instruction {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Instruction::Copy { to, from } => write!(f, "{to} = {from}"),
            Instruction::Unary { op, width, to, a } => {
                write!(f, "{to} = {}.{width} {a}", lower(op))
            }
            Instruction::Binary {
                op,
                width,
                to,
                a,
                b,
            } => write!(f, "{to} = {}.{width} {a}, {b}", lower(op)),
            Instruction::Select {
                width,
                to,
                condition,
                then,
                otherwise,
            } => {
                write!(f, "{to} = select.{width} {condition}, {then}, {otherwise}")
            }
            Instruction::Resize {
                to,
                value,
                from,
                keep,
                width,
                signed,
            } => {
                let sign = if *signed { "signed" } else { "unsigned" };
                write!(f, "{to} = resize.{from}.{keep}.{width} {sign} {value}")
            }
            Instruction::Load {
                to,
                address,
                offset,
                size,
                width,
                signed,
            } => {
                let sign = if *signed { "signed" } else { "unsigned" };
                write!(
                    f,
                    "{to} = load.{size}.{width} {sign} [{address} + {offset:#x}]"
                )
            }
            Instruction::Store {
                address,
                offset,
                value,
                width,
                size,
            } => {
                write!(f, "store.{size}.{width} [{address} + {offset:#x}], {value}")
            }
            Instruction::Check {
                property,
                condition,
            } => write!(f, "check {property} {condition}"),
            Instruction::Assume { condition } => write!(f, "assume {condition}"),
            Instruction::Input { to, width, name } => write!(f, "{to} = input.{width} {name:?}"),
            Instruction::Float {
                operation,
                format,
                to,
                arguments,
            } => write!(
                f,
                "{to} = float.{}.{operation} {}",
                format_text(*format),
                list(arguments)
            ),
            Instruction::Allocate {
                to,
                size,
                alignment,
                kind,
                zeroed,
                name,
            } => {
                let kind = lower(kind);
                let contents = if *zeroed { "zeroed" } else { "undefined" };
                write!(
                    f,
                    "{to} = allocate.{kind} {contents} {size}, align {alignment}, {name:?}"
                )
            }
            Instruction::Service {
                service,
                to,
                arguments,
            } => {
                if let Some(to) = to {
                    write!(f, "{to} = ")?;
                }
                write!(f, "{}({})", service.info().name, list(arguments))
            }
        }
    }
}

impl Display for Transfer {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Transfer::Jump => f.write_str("jump"),
            Transfer::Call { return_to } => write!(f, "call[{return_to:#x}]"),
            Transfer::Return => f.write_str("return"),
            Transfer::ReturnAndCall { return_to } => write!(f, "return+call[{return_to:#x}]"),
        }
    }
}

impl Display for StopReason {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            StopReason::Dead => f.write_str("dead"),
            StopReason::Unsupported(what) => write!(f, "unsupported: {what}"),
        }
    }
}

impl Display for Terminator {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Terminator::Jump { edge, transfer } => write!(f, "{transfer} {edge}"),
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => {
                write!(f, "branch {condition}, {then}, {otherwise}")
            }
            Terminator::Switch {
                value,
                width,
                cases,
                default,
            } => {
                write!(f, "switch.{width} {value}")?;
                for (constant, edge) in cases {
                    write!(f, ", {constant}: {edge}")?;
                }
                write!(f, ", default: {default}")
            }
            Terminator::IndirectJump { address, transfer } => write!(f, "{transfer} [{address}]"),
            Terminator::Call {
                callee,
                arguments,
                results,
                return_to,
            } => {
                if !results.is_empty() {
                    let names: Vec<String> = results.iter().map(Local::to_string).collect();
                    write!(f, "{} = ", names.join(", "))?;
                }
                match callee {
                    Callee::Function(key) => write!(f, "call {key}")?,
                    Callee::Address(address) => write!(f, "call [{address}]")?,
                }
                write!(f, "({}), then {return_to}", list(arguments))
            }
            Terminator::Return { values } => write!(f, "return({})", list(values)),
            Terminator::SetJump {
                buffer,
                result,
                next,
            } => write!(f, "{result} = setjmp [{buffer}], then {next}"),
            Terminator::LongJump {
                buffer,
                value,
                width,
            } => write!(f, "longjmp.{width} [{buffer}], {value}"),
            Terminator::Exit { code } => write!(f, "exit {code}"),
            Terminator::Stop(reason) => write!(f, "stop {reason}"),
        }
    }
}

impl Display for Block {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "block {}", self.key)?;
        if !self.parameters.is_empty() {
            let names: Vec<String> = self.parameters.iter().map(Local::to_string).collect();
            write!(f, "({})", names.join(", "))?;
        }
        writeln!(f, ":")?;
        for instruction in &self.instructions {
            writeln!(f, "  {instruction}")?;
        }
        writeln!(f, "  {}", self.terminator)
    }
}

/// An operator's name in lower case.
fn lower(op: &impl std::fmt::Debug) -> String {
    format!("{op:?}").to_lowercase()
}

fn list(operands: &[Operand]) -> String {
    let texts: Vec<String> = operands.iter().map(Operand::to_string).collect();
    texts.join(", ")
}
