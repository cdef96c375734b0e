//! What the map of the house says, against the house: floors of crates, files that are named, the one place with unsafe code.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use common::root;

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn map() -> String {
    read(&root().join("ARCHITECTURE.md"))
}

/// Every file below a folder of the repository.
fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files_below(&path, found),
            false => found.push(path),
        }
    }
}

fn files() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in [
        "crates",
        "docs",
        "fuzz/fuzz_targets",
        "runtime",
        "xtask/src",
    ] {
        files_below(&root().join(folder), &mut found);
    }
    found
}

/// A row of the map's table of crates.
struct Row {
    floor: u32,
    uses: BTreeSet<String>,
}

fn rows() -> BTreeMap<String, Row> {
    let text = map();
    let cells = text.lines().filter_map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").collect();
        let [floor, name, _, uses] = cells[..] else {
            return None;
        };
        Some((
            floor.trim().parse().ok()?,
            name.trim_matches('`').to_owned(),
            uses,
        ))
    });
    let cells: Vec<(u32, String, &str)> = cells.collect();
    let row = |(floor, name, uses): &(u32, String, &str)| {
        let named: BTreeSet<String> = uses
            .split('`')
            .skip(1)
            .step_by(2)
            .map(str::to_owned)
            .collect();
        let below = cells
            .iter()
            .filter(|other| other.0 < *floor && !named.contains(&other.1));
        let uses = match uses.starts_with("all but") {
            true => below.map(|other| other.1.clone()).collect(),
            false => named,
        };
        let floor = *floor;
        (name.clone(), Row { floor, uses })
    };
    cells.iter().map(row).collect()
}

#[test]
fn a_crate_uses_what_the_map_says_and_only_what_is_below_it() {
    let rows = rows();
    let mut crates = 0;
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let folder = entry.unwrap().path();
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let row = rows.get(&name);
        let row = row.unwrap_or_else(|| panic!("the map has no row for `{name}`"));
        let manifest: toml::Table = read(&folder.join("Cargo.toml")).parse().unwrap();
        let used = manifest["dependencies"].as_table().unwrap().keys();
        let used = used.filter_map(|used| used.strip_prefix("everypath-"));
        let used: BTreeSet<String> = used.map(str::to_owned).collect();
        assert_eq!(used, row.uses, "`{name}`");
        for used in used {
            assert!(rows[&used].floor < row.floor, "`{name}` uses `{used}`");
        }
        crates += 1;
    }
    assert_eq!(rows.len(), crates);
}

/// The paths that a page names between back quotes.
fn named(text: &str) -> impl Iterator<Item = &str> {
    let quoted = text.split('`').skip(1).step_by(2);
    quoted.filter(|name| {
        let is_path = |c: char| c.is_ascii_alphanumeric() || "_/.".contains(c);
        name.ends_with(".rs") && name.chars().all(is_path)
    })
}

#[test]
fn the_files_that_the_map_names_are_there() {
    let (text, files) = (map(), files());
    let missing: Vec<&str> = named(&text)
        .filter(|name| !files.iter().any(|file| file.ends_with(name)))
        .collect();
    assert!(named(&text).count() > 50);
    assert_eq!(missing, [""; 0]);
}

#[test]
fn unsafe_code_is_where_the_map_says() {
    // The workspace denies it; an attribute lets it all the same.
    let lets =
        |line: &str| line.trim_start().starts_with("unsafe_code,") || line.contains("(unsafe_code");
    let mut found = files();
    found.retain(|file| {
        let is_code = file.extension().is_some_and(|extension| extension == "rs");
        is_code && file.components().any(|part| part.as_os_str() == "src")
    });
    found.retain(|file| read(file).lines().any(lets));
    assert!(
        matches!(&found[..], [one] if one.ends_with("llvm/src/binding/mod.rs")),
        "{found:?}"
    );
}
