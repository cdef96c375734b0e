//! The tables in the documentation are those of the code.

mod common;

use everypath_explore::StrategyKind;
use everypath_program::Property;

/// The cells of the rows of a page's first table, without the back quotes.
fn table(page: &str) -> Vec<Vec<String>> {
    let path = common::root().join("docs").join(page);
    let text = std::fs::read_to_string(&path).unwrap();
    text.lines()
        .skip_while(|line| !line.starts_with("|---"))
        .skip(1)
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            let cells = line.trim_matches('|').split('|');
            cells
                .map(|cell| cell.replace('`', "").trim().to_owned())
                .collect()
        })
        .collect()
}

#[test]
fn the_page_on_checks_lists_every_property_with_its_default() {
    let documented: Vec<(String, bool)> = table("checks.md")
        .into_iter()
        .map(|row| (row[0].clone(), row[1].starts_with("on")))
        .collect();
    let expected: Vec<(String, bool)> = Property::table()
        .iter()
        .map(|info| (info.name.to_owned(), info.default))
        .collect();
    assert_eq!(documented, expected);
}

#[test]
fn the_page_on_strategies_lists_every_strategy() {
    let documented: Vec<String> = table("strategies.md")
        .into_iter()
        .map(|row| row[0].clone())
        .collect();
    let expected: Vec<String> = StrategyKind::table()
        .iter()
        .map(|info| info.name.to_owned())
        .collect();
    assert_eq!(documented, expected);
}

#[test]
fn every_option_of_check_is_in_the_documentation() {
    let help = common::transcript(&common::run(&["check", "--help"]));
    let docs: String = std::fs::read_dir(common::root().join("docs"))
        .unwrap()
        .map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap())
        .collect();
    let options = help
        .split_whitespace()
        .filter(|word| word.starts_with("--"));
    let names = options.map(|word| word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric()));
    let missing: Vec<&str> = names
        .map(|name| name.split(['=', '[']).next().unwrap_or(name))
        .filter(|name| *name != "--help" && name.len() > 2 && !docs.contains(*name))
        .collect();
    assert_eq!(missing, [""; 0]);
}
