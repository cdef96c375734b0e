//! Inline assembly: what changes nothing that a program can see is followed, anything else is a cut that names the instruction.
//!
//! Empty assembly is a barrier for the compiler. So are instructions that wait, order accesses or mask interrupts, of whichever processor
//! the code was written for: one thread runs, accesses are in order, and there are no interrupts.

use crate::binding::Value;

use super::{Flow, Lowerer};

/// Instructions that change no register and no memory, by processor.
const WITHOUT_EFFECT: [&str; 38] = [
    // Of several.
    "nop",
    "pause",
    "wfi",
    "fence",
    "sync",
    "cli",
    "sei",
    "sleep", //
    // x86
    "rep",
    "repz",
    "mfence",
    "lfence",
    "sfence",
    "sti",
    "hlt", //
    // ARM
    "dmb",
    "dsb",
    "isb",
    "wfe",
    "sev",
    "sevl",
    "yield",
    "csdb",
    "cpsid",
    "cpsie", //
    // RISC-V
    "fence.i",
    "fence.tso", //
    // AVR, MSP430
    "wdr",
    "eint",
    "dint", //
    // MIPS, PowerPC
    "ssnop",
    "ehb",
    "isync",
    "lwsync",
    "eieio", //
    // Xtensa
    "memw",
    "extw",
    "esync",
];

/// What is unsupported where assembly has results, but no instruction that gives them.
const UNWRITTEN: &str = "inline assembly (results that nothing writes)";

impl<'m> Lowerer<'m> {
    /// Inline assembly whose instructions do nothing leaves operands as they are; anything else is not supported.
    pub(super) fn inline_assembly(&mut self, call: Value<'m>) -> Flow {
        let printed = call.callee().map(Value::text).unwrap_or_default();
        let mut quoted = printed.split('"').skip(1).step_by(2);
        let text = unescaped(quoted.next().unwrap_or_default());
        let constraints = quoted.next().unwrap_or_default();
        if let Some(instruction) = effective(&text) {
            return self.unsupported(&format!("inline assembly (`{instruction}`)"));
        }
        let of = call.value_type();
        let arguments = call.arguments();
        if !keeps_memory(constraints, &arguments) {
            return self.unsupported(UNWRITTEN);
        }
        if self.shapes.of(of).is_some_and(|shape| shape.is_empty()) {
            return Ok(());
        }
        // `asm("" : "=r"(to) : "0"(from))` hides a value from the compiler. Where the two are not tied, they may be in two registers.
        if let (true, &[argument]) = (ties_its_operand(constraints), &arguments[..])
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
        let name = instruction.split_whitespace().next().unwrap_or_default();
        let does_nothing = name.is_empty() || WITHOUT_EFFECT.contains(&&*name.to_lowercase());
        // An operand of C's, where it is not one that only looks so.
        !does_nothing || instruction.contains('$')
    })
}

/// A text that LLVM printed: a backslash stands before itself, or before two digits that stand for a byte.
fn unescaped(printed: &str) -> String {
    let mut text = String::with_capacity(printed.len());
    let mut rest = printed.chars();
    while let Some(character) = rest.next() {
        if character != '\\' {
            text.push(character);
            continue;
        }
        let digits = rest.as_str().get(..2);
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                text.push(char::from(byte));
                rest.nth(1);
            }
            None => text.extend(rest.next()),
        }
    }
    text
}

/// Whether all memory that the constraints have as a result is also an operand, as with `"+m"`. Addresses of results come first.
fn keeps_memory(constraints: &str, arguments: &[Value<'_>]) -> bool {
    let in_memory = |constraint: &&str| constraint.starts_with('=') && constraint.contains('*');
    let results = constraints.split(',').filter(in_memory).count();
    let Some((results, operands)) = arguments.split_at_checked(results) else {
        return false;
    };
    let is_operand = |result: &Value<'_>| operands.iter().any(|it| it.id() == result.id());
    results.iter().all(is_operand)
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
            ("# nop", "# nop"),
        ] {
            assert_eq!(effective(text), Some(first), "{text:?}");
        }
    }

    #[test]
    fn what_llvm_prints_of_a_text_is_read_back() {
        assert_eq!(unescaped("nop\\0A\\09wfi"), "nop\n\twfi");
        assert_eq!(unescaped("a\\\\b\\22"), "a\\b\"");
    }
}
