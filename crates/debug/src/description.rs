//! The target description: what GDB has to know of the registers, in its XML.
//!
//! Follows "Target Description Format" of GDB's manual. The registers have the numbers of their order, in which their bytes stand in
//! packets, too.

use std::fmt::Write;

use everypath_riscv::RegisterGroup;

/// The description of a machine; `architecture` is GDB's name of it.
pub fn target_description(architecture: &str, groups: &[RegisterGroup]) -> String {
    let mut text = String::from(
        "<?xml version=\"1.0\"?>\n<!DOCTYPE target SYSTEM \"gdb-target.dtd\">\n<target version=\"1.0\">\n",
    );
    let mut line = |words: std::fmt::Arguments<'_>| {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{words}");
    };
    line(format_args!("<architecture>{architecture}</architecture>"));
    for group in groups {
        line(format_args!("<feature name=\"{}\">", group.feature));
        for register in &group.registers {
            line(format_args!(
                "<reg name=\"{}\" bitsize=\"{}\" type=\"{}\"/>",
                register.name, register.width, register.kind
            ));
        }
        line(format_args!("</feature>"));
    }
    line(format_args!("</target>"));
    text
}
