//! Inline assembly: what changes nothing that a program can see is followed, anything else is a cut that names the instruction.
//!
//! Empty assembly is a barrier for the compiler. So are instructions that wait, order accesses or mask interrupts, of whichever processor
//! the code was written for: one thread runs, accesses are in order, and there are no interrupts.

use crate::binding::Value;

use super::{Flow, Lowerer};

/// Instructions that change no register and no memory.
const WITHOUT_EFFECT: [&[&str]; 7] = [
    // Of several processors.
    &[
        "nop", "pause", "wfi", "fence", "sync", "cli", "sei", "sleep",
    ],
    // x86.
    &["mfence", "lfence", "sfence", "sti", "hlt"],
    // ARM: barriers, and then the rest.
    &["dmb", "dsb", "isb", "csdb"],
    &["wfe", "sev", "sevl", "yield", "cpsid", "cpsie"],
    // RISC-V.
    &["fence.i", "fence.tso"],
    // AVR, MSP430.
    &["wdr", "eint", "dint"],
    // MIPS, PowerPC, Xtensa.
    &[
        "ssnop", "ehb", "isync", "lwsync", "eieio", "memw", "extw", "esync",
    ],
];

/// What is unsupported where assembly has results, but no instruction that gives them.
const UNWRITTEN: &str = "inline assembly (results that nothing writes)";

impl<'m> Lowerer<'m> {
    /// Inline assembly whose instructions do nothing leaves operands as they are; anything else is not supported.
    pub(super) fn inline_assembly(&mut self, call: Value<'m>) -> Flow {
        let Some((text, constraints)) = call.callee().and_then(Value::assembly) else {
            return self.unsupported("an incomplete call");
        };
        if let Some(instruction) = effective(&text) {
            return self.unsupported(&format!("inline assembly (`{instruction}`)"));
        }
        let of = call.value_type();
        let arguments = call.arguments();
        if !keeps_memory(&constraints, &arguments) {
            return self.unsupported(UNWRITTEN);
        }
        if self.shapes.of(of).is_some_and(|shape| shape.is_empty()) {
            return Ok(());
        }
        // `asm("" : "=r"(to) : "0"(from))` hides a value from the compiler. Where the two are not tied, they may be in two registers.
        if let (true, &[argument]) = (ties_its_operand(&constraints), &arguments[..])
            && argument.value_type() == of
        {
            let pieces = self.pieces(argument);
            self.define(call, &pieces);
            return Ok(());
        }
        self.unsupported(UNWRITTEN)
    }
}

/// The first instruction that may do something, if one does.
fn effective(text: &str) -> Option<&str> {
    let mut instructions = text.split([';', '\n']).map(str::trim);
    instructions.find(|instruction| {
        let lower = instruction.to_lowercase();
        // `rep; nop` is the old way to write `pause`, but `rep stosb` writes.
        let mut words = lower.split_whitespace().skip_while(|&word| word == "rep");
        let does_nothing = |name| WITHOUT_EFFECT.iter().any(|of| of.contains(&name));
        // Nobody looks what is done with an operand of C's.
        !words.next().is_none_or(does_nothing) || instruction.contains('$')
    })
}

/// Whether all memory that the constraints have as a result is also an operand, as with `"+m"`. Addresses of results come first.
fn keeps_memory(constraints: &str, arguments: &[Value<'_>]) -> bool {
    let in_memory = |constraint: &&str| constraint.starts_with('=') && constraint.contains('*');
    let results = constraints.split(',').filter(in_memory).count();
    let Some((results, operands)) = arguments.split_at_checked(results) else {
        return false;
    };
    results.iter().all(|result| operands.contains(result))
}

/// Whether the constraints of inline assembly say that the second operand is in the place of the first.
fn ties_its_operand(constraints: &str) -> bool {
    constraints.split(',').nth(1) == Some("0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_that_wait_or_order_do_nothing() {
        for text in [
            "",
            "nop",
            "nop; nop",
            "\tNOP\n\n",
            "dsb sy",
            "rep; nop",
            "cpsid i\nisb",
        ] {
            assert_eq!(effective(text), None, "{text:?}");
        }
        for (text, first) in [
            ("incl $0", "incl $0"),
            ("nop\n mov r0, r1\n", "mov r0, r1"),
            ("nop $0", "nop $0"),
            ("rep; movsb", "movsb"),
            ("rep stosb", "rep stosb"),
            ("# nop", "# nop"),
        ] {
            assert_eq!(effective(text), Some(first), "{text:?}");
        }
    }
}
