//! The tables of properties and strategies.

use everypath_explore::StrategyKind;
use everypath_program::Property;
use everypath_report::table::{Align, Table};
use everypath_riscv::Environment;

use super::print::print;
use crate::exit::CommandError;

/// Prints the table of properties.
pub fn checks() -> Result<u8, CommandError> {
    let mut table = Table::new(&[
        ("property", Align::Left),
        ("checked by default", Align::Left),
        ("violated when", Align::Left),
    ]);
    let in_c = everypath_llvm::default_checks();
    for info in Property::table() {
        let environments = Environment::all()
            .filter(|environment| environment.extra_checks().contains(&info.property))
            .map(Environment::name);
        let in_c = in_c.contains(info.property).then_some("C");
        let only: Vec<&str> = in_c.into_iter().chain(environments).collect();
        let default = match (info.default, only.as_slice()) {
            (true, _) => "yes".to_owned(),
            (false, []) => "no".to_owned(),
            (false, only) => format!("in {}", only.join(", ")),
        };
        table.row([info.name.to_owned(), default, info.description.to_owned()]);
    }
    print(&table.render(""))?;
    Ok(0)
}

/// Prints the table of strategies.
pub fn strategies() -> Result<u8, CommandError> {
    let mut table = Table::new(&[
        ("strategy", Align::Left),
        ("which state runs next", Align::Left),
    ]);
    for info in StrategyKind::table() {
        table.row([info.name.to_owned(), info.description.to_owned()]);
    }
    let several = "Several, separated by commas, take turns: --strategy dfs,coverage\n";
    print(&(table.render("") + several))?;
    Ok(0)
}
